"""The task families of the core track, listed explicitly, in the order of their layers."""

from decisionpivot.families.access_check import FAMILY as ACCESS_CHECK
from decisionpivot.families.answerable import FAMILY as ANSWERABLE
from decisionpivot.families.booking_check import FAMILY as BOOKING_CHECK
from decisionpivot.families.filter_match import FAMILY as FILTER_MATCH
from decisionpivot.families.group import Family
from decisionpivot.families.log_claim import FAMILY as LOG_CLAIM
from decisionpivot.families.policy_case import FAMILY as POLICY_CASE
from decisionpivot.families.toolcall_valid import FAMILY as TOOLCALL_VALID

FAMILIES: tuple[Family, ...] = (
    ANSWERABLE,
    ACCESS_CHECK,
    POLICY_CASE,
    LOG_CLAIM,
    BOOKING_CHECK,
    TOOLCALL_VALID,
    FILTER_MATCH,
)

BY_NAME: dict[str, Family] = {family.name: family for family in FAMILIES}
