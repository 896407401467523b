"""The task families of the core track, listed explicitly, in the order of their layers."""

from decisionpivot.families.access_check import FAMILY as ACCESS_CHECK
from decisionpivot.families.answerable import FAMILY as ANSWERABLE
from decisionpivot.families.booking_check import FAMILY as BOOKING_CHECK
from decisionpivot.families.contract_change import FAMILY as CONTRACT_CHANGE
from decisionpivot.families.filter_match import FAMILY as FILTER_MATCH
from decisionpivot.families.goal_check import FAMILY as GOAL_CHECK
from decisionpivot.families.group import Family
from decisionpivot.families.install_check import FAMILY as INSTALL_CHECK
from decisionpivot.families.ledger_match import FAMILY as LEDGER_MATCH
from decisionpivot.families.log_claim import FAMILY as LOG_CLAIM
from decisionpivot.families.policy_case import FAMILY as POLICY_CASE
from decisionpivot.families.record_rule import FAMILY as RECORD_RULE
from decisionpivot.families.toolcall_valid import FAMILY as TOOLCALL_VALID
from decisionpivot.families.triage_order import FAMILY as TRIAGE_ORDER

FAMILIES: tuple[Family, ...] = (
    ANSWERABLE,
    ACCESS_CHECK,
    POLICY_CASE,
    LOG_CLAIM,
    BOOKING_CHECK,
    GOAL_CHECK,
    TOOLCALL_VALID,
    TRIAGE_ORDER,
    CONTRACT_CHANGE,
    LEDGER_MATCH,
    RECORD_RULE,
    INSTALL_CHECK,
    FILTER_MATCH,
)

BY_NAME: dict[str, Family] = {family.name: family for family in FAMILIES}
