"""The page of a great beast: its profile and what it can do."""

from __future__ import annotations

from mordheim.rules.beasts import GreatBeast
from warbands.views.rule_parts import Parts, Statline
from warbands.views.rule_words import Group, Row, Told, profile_figures


def great_beast_page(told: Told, beast: GreatBeast, parts: Parts) -> None:
    parts.statlines.append(Statline(beast.name, profile_figures(beast.profile)))
    parts.fact("Rules", *told.links("rules", beast.rules))
    parts.groups.append(Group("What it can do", tuple(Row(one.name, what=one.summary) for one in beast.traits)))
