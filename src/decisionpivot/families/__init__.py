"""The task families of the core track, listed explicitly, in the order of their layers."""

from decisionpivot.families import access_check
from decisionpivot.families.group import Family

FAMILIES: tuple[Family, ...] = (access_check.FAMILY,)

BY_NAME: dict[str, Family] = {family.name: family for family in FAMILIES}
