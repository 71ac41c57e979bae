"""A table for happenings: three warbands, dice that fall as they are told to, and players who answer in a word.

The mob has five warriors, so that one is picked by a D6: 1 is Grubnash, 2 to 4 are Da Ladz, 5 is Snotti the goblin.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from campaigns.postbattle.choices import Actions, Choice, Question, Value
from campaigns.postbattle.sessions import AtOnce
from encounters.happenings.engine import Happened, Turned, encounter, turn
from encounters.happenings.plain import Lasting, Someone
from encounters.happenings.state import TableState
from encounters.table import parties_of
from mordheim.rules.dice import EnteredDice
from mordheim.rules.snapshot import WarbandSnapshot
from tests.warbands.roster.cast import rulebook, warband, warrior

MOB, EXILES, HUNTERS = "Da Snikkaz", "Karak Brynn Exiles", "Hammer and Pyre"


def mob(*more: Any, gold: int = 0) -> WarbandSnapshot:
    lines = (
        warrior("orc_boss: sword", name="Grubnash"),
        warrior("3 orc_boy", name="Da Ladz"),
        warrior("goblin_warrior", name="Snotti"),
        *more,
    )
    return replace(warband("orc_mob", *lines, battles=1, treasury=gold), name=MOB)


def exiles() -> WarbandSnapshot:
    """Dwarfs in armour, of a higher rating than the mob."""
    lines = (
        warrior("dwarf_noble: gromril_armour, shield", name="Thrain"),
        warrior("dwarf_engineer", name="Borek"),
        warrior("3 dwarf_clansman: light_armour", name="The Kin", experience=5),
        warrior("2 beardling", name="The Young"),
    )
    return replace(warband("dwarf_treasure_hunters", *lines, battles=1), name=EXILES)


def hunters() -> WarbandSnapshot:
    """With a priest, a hound, and a Warlock who knows two spells."""
    lines = (
        warrior("captain", name="Magnus", of="witch_hunters"),
        warrior("warrior_priest", name="Father Ott", spells=["healing_hand"]),
        warrior("3 flagellant: flail", name="The Penitents"),
        warrior("2 warhound", name="The Hounds"),
        warrior("warlock", name="Faustus", spells=["luck_of_shemtek", "dread_of_aramar"]),
    )
    return replace(warband("witch_hunters", *lines, battles=1), name=HUNTERS)


def table(*snapshots: WarbandSnapshot, active: int = 0, **state: Any) -> TableState:
    """The mob's turn against Exiles and Hunters unless others are named."""
    parties = parties_of(snapshots or (mob(), exiles(), hunters()), rulebook())
    return TableState(rulebook(), parties, active, **state)


def no_table(**state: Any) -> TableState:
    """Nobody has said which warbands play."""
    return TableState(rulebook(), **state)


class Says:
    """Answers by the name of the question; what nobody has said is as suggested. A list answers one after another."""

    def __init__(self, answers: Mapping[str, Value]) -> None:
        self._answers = {name: list(said) if isinstance(said, list) else said for name, said in answers.items()}
        self.asked: list[Question] = []

    def decide(self, question: Question) -> Value:
        self.asked.append(question)
        said = self._answers.get(question.choose, question.suggested)
        return said.pop(0) if isinstance(said, list) else said

    def act(self, actions: Actions) -> Choice | None:
        return None


def session(faces: tuple[int, ...], **answers: Value) -> AtOnce:
    return AtOnce(EnteredDice(faces), Says(answers))


def happen(code: int, *faces: int, at: TableState | None = None, **answers: Value) -> Happened:
    """The happening of a code with all the dice that it needs, and not one more."""
    playing = session((*divmod(code, 10), *faces), **answers)
    happened = encounter(at or table(), playing)
    playing.finish()
    return happened


def next_turn(lasting: Lasting, *faces: int, of: int = 0, at: TableState | None = None, **answers: Value) -> Turned:
    """Something lasting at the start of a player's turn."""
    playing = session(faces, **answers)
    turned = turn(replace(at or table(), active=of), lasting, playing)
    playing.finish()
    return turned


def who(name: str, number: int = 0, *, place: int = 0, of: str = MOB) -> Someone:
    return Someone(place=place, warband=of, name=name, number=number)
