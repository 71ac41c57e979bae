"""Two fighters in a few words, and their odds as fractions."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from encounters.duel import asking
from encounters.duel.blows import Attack, attacks_of
from encounters.duel.chances import Outcome
from encounters.duel.duel import Match
from encounters.duel.fighters import Fighter
from encounters.duel.situations import Shot, Side, Situation, Temper
from tests.books import rulebook
from tests.encounters.duel.matchups import Meeting

Odds = dict[Outcome, Fraction]


def no_file(path: str) -> NoReturn:
    raise AssertionError(f"{path} was asked for")


def man(text: str = "", weapon: str = "") -> Fighter:
    """``ws=4,equipment=sword``, or ``creature:troll``; without a word a human of threes."""
    return asking.fighter(text or "ws=3", rulebook(), no_file, tuple(filter(None, weapon.split("+"))))


def match(attacker: str, defender: str, side: Side = "later", weapon: str = "", **shot: Any) -> Match:
    return asking.match(man(attacker, weapon), man(defender), side, Shot(**shot))


def one(attacker: str, defender: str, side: Side = "later", **shot: Any) -> Odds:
    """One attack's odds."""
    return match(attacker, defender, side, **shot).one_attack


def volley(attacker: str, defender: str, side: Side = "later", **shot: Any) -> Odds:
    """One round's odds."""
    return match(attacker, defender, side, **shot).one_round


def round_of(met: Meeting) -> Odds:
    """One round's odds of a matchup."""
    attacker, defender = man(met.attacker.text), man(met.defender.text)
    return asking.match(attacker, defender, met.side, Shot(**met.shot), sorted(met.given)).one_round


def blows(attacker: str, defender: str, side: Side = "later", *, weapon: str = "", **temper: Any) -> tuple[Attack, ...]:
    """The attacks with the faces that they need."""
    return attacks_of(man(attacker, weapon), man(defender), Situation(side), Temper(**temper))


def blow(attacker: str, defender: str, side: Side = "later", **more: Any) -> Attack:
    return blows(attacker, defender, side, **more)[0]


def shot(attacker: str, defender: str, **how: Any) -> Attack:
    """One shot with the faces that it needs."""
    asked = match(attacker, defender, **how)
    return attacks_of(asked.attacker, asked.defender, asked.situation(0))[0]


DEMO = Path(__file__).parents[3] / "fixtures" / "demo"
