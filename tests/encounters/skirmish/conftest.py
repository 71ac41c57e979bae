"""Who comes to a skirmish, and the verbs of the game over the real services."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from encounters.hitchance.fight_file import read_fight_file
from encounters.models import SkirmishFight
from encounters.services import skirmishes as services
from encounters.services.skirmish_drafts import begin_skirmish, draw_up
from encounters.skirmish_selectors import the_skirmish
from warbands.models import Player

SIDES = b"""
ground: {width: 12, height: 9}
members:
  - {name: Ada, level: 2, at: [4, 4], held: [sword], armour: [mail, shield], skills: [sundering]}
  - {name: Bert, level: 1, at: [3, 6], held: [crossbow], readied: [dagger]}
monsters:
  - {name: Grub, level: 1, at: [5, 4], held: [axe], armour: [helmet], skills: [sundering], named: yes}
  - {name: Snaga, level: 1, at: [9, 6], held: [club]}
"""


def player(name: str) -> Player:
    return Player.objects.create_user(username=name, password="x")


@pytest.fixture
def alice(db: None) -> Player:
    return player("alice")


@pytest.fixture
def bob(db: None) -> Player:
    return player("bob")


def drawn(by: Player, sides: bytes = SIDES) -> SkirmishFight:
    return draw_up(by=by, name="At the ford", file=read_fight_file(sides))


def begun(by: Player, sides: bytes = SIDES) -> SkirmishFight:
    row = drawn(by, sides)
    return begin_skirmish(row, by=by, version=row.version)


class Table:
    """A skirmish that somebody keeps, gone on with as it stands each time."""

    def __init__(self, by: Player, sides: bytes = SIDES) -> None:
        self.by, self.row = by, begun(by, sides)

    def say(self, line: str) -> Table:
        self.row = services.give_order(self.row, by=self.by, version=self.row.version, line=line)
        return self

    def throw(self, *faces: int) -> Table:
        said: Sequence[int] | None = faces or None
        self.row = services.throw_dice(self.row, by=self.by, version=self.row.version, faces=said)
        return self

    def back(self) -> Table:
        self.row = services.take_back(self.row, by=self.by, version=self.row.version)
        return self

    @property
    def now(self):
        return the_skirmish(self.row)


@pytest.fixture
def table(alice: Player) -> Table:
    """Alice's, with both members before the monsters in the first round."""
    return Table(alice).throw(1, 1)
