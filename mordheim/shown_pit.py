"""A fight in the pit for the gallery of parts: played by chance to a question that is worth a look. For development."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from django.conf import settings

from encounters.pitfight.bout import Event
from encounters.pitfight.engine import apply, start
from encounters.pitfight.enlisting import enlist
from encounters.pitfight.offering import offer_of
from encounters.pitfight.picture import cards_of, picture_of
from encounters.pitfight.players import random_player
from encounters.pitfight.scrolls import PitRules, read_pit_rules
from encounters.pitfight.state import OVER, PitFight, Terms
from encounters.pitfight.telling import grouped
from encounters.pitfight.view import view_of
from mordheim.rules.dice import SeededDice

QUESTIONS = (
    "place", "pick", "interrupt", "go", "face", "push_off", "strike", "aim", "roll_off", "damage", "stand", "recover",
)  # fmt: skip
_NAMES = (
    "Grokka", "Albrecht of Altdorf", "Ungrim-Thorgrim Ironbeard-Stonehammer-Goldseeker-of-the-Seventh-Deep", "שלום",
    "Vlad", "Snikkit Three-Fingers", "Old Marta", "X",
)  # fmt: skip
_TRIES, _EARLIEST, _NARROW = 400, 2, 2


def shown_pit(question: str, fighters: int, radius: int) -> dict[str, Any]:
    """Arena, offer, cards and what has happened at the first such moment that chance brings."""
    fight, steps = _moment(question, fighters, radius)
    seat = next((one for one in fight.open_to), None)
    seen = view_of(fight, () if seat is None else {seat}).fight
    return {
        "arena": picture_of(seen, own=() if seat is None else {seat}, seat=seat),
        "offer": None if seat is None else offer_of(seen, seat),
        "seat": seat,
        "cards": cards_of(seen, whose={0: "Anna", 1: "the computer, champion"}, answered=fight.asked[1:]),
        "steps": steps,
        "questions": QUESTIONS,
        "asked": question,
    }


@lru_cache(maxsize=32)
def _moment(question: str, fighters: int, radius: int) -> tuple[PitFight, Any]:
    rules = read_pit_rules(settings.RULES_DIR / "pit_fighter")
    found = None
    # Some questions are rare where fighters seldom meet.
    for seed in range(_TRIES):
        found = _played_to(question, _begun(rules, fighters, radius if seed < _TRIES // 4 else _NARROW, seed), seed)
        if found:
            break
    fight, events = found or (_begun(rules, fighters, radius, 0), [])
    return fight, grouped(events[-14:], fight)


def _begun(rules: PitRules, fighters: int, radius: int, seed: int) -> PitFight:
    scrolls = sorted(rules.scrolls)
    pits = [
        enlist(
            rules,
            _NAMES[place],
            rules.scrolls[scrolls[(place + seed) % len(scrolls)]],
            [level + 2 for level in rules.levels],
            place,
        )
        for place in range(fighters)
    ]
    return start(rules, pits, Terms(radius=radius, spacing=min(5, radius)))


def _played_to(question: str, fight: PitFight, seed: int) -> tuple[PitFight, list[Event]] | None:
    """Until that is asked, from the second turn on, or nothing if the fight ends before."""
    player, dice, events = random_player(Random(seed)), SeededDice(seed), list[Event]()  # noqa: S311
    while fight.step != OVER:
        placing = question == "place" and len([one for one in fight.fighters if one.hex]) > 0
        if fight.question == question and (placing or fight.turn > _EARLIEST) and (question == "place" or fight.blows):
            return fight, events
        fight, happened = apply(fight, [player(fight, one) for one in fight.open_to], dice)
        events += happened
    return None
