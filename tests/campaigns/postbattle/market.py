"""Verbs of a market after a battle: a search, a purchase, a trade."""

from __future__ import annotations

from campaigns.postbattle.choices import Choice
from mordheim.rules.snapshot import WarbandSnapshot
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import three_orcs, warrior

SKAB, BOSS = "Skab", "Orc Boss"


def mob(*lines: object, **changes: object) -> WarbandSnapshot:
    return fought(three_orcs(warrior("big_un", name=SKAB), *lines), **changes)


def search(thing: object, who: str = SKAB) -> Choice:
    return chosen("rare_items", "search", thing, who)


def take(yes: object, who: str = SKAB) -> Choice:
    return chosen("rare_items", "buy", yes, who)


def look(dice: str, *choices: Choice, of: WarbandSnapshot | None = None, **told: object) -> Done:
    return night(of or mob(), rare_items=dice, choose=choices, exploration="12", **told)


def trade(before: WarbandSnapshot, *actions: tuple, dice: str = "", **told: object) -> Done:
    choose = [chosen("recruits_and_trading", *action) for action in actions]
    return night(before, choose=choose, recruits_and_trading=dice, **told)
