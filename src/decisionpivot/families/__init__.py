"""The task families of the core track, listed explicitly, in the order of their layers."""

from decisionpivot.families.group import Family

FAMILIES: tuple[Family, ...] = ()

BY_NAME: dict[str, Family] = {family.name: family for family in FAMILIES}
