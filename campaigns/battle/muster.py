"""What must be asked before a battle: old wounds that may keep a warrior at home, and cards that may be read.

Sources: core, Serious Injuries (old battle wound); Town Cryer, Opulent Goods (tarot cards); ruling 29.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from campaigns.battle.forces import force_of
from mordheim.rules.dice import Dice, RecordedDice, Roll
from mordheim.rules.rule_effects import RollsAgain
from warbands.roster.members import Member, Roster

Outcome = Literal["stands", "misses", "foreseen", "nothing", "left"]
# A Leadership test failed by so much shows disaster.
DISASTER_BY = 3
TOLD: dict[Outcome, str] = {
    "stands": "He fights.",
    "misses": "He misses this battle.",
    "foreseen": "He has a favourable glimpse: one exploration die may be changed afterwards.",
    "nothing": "The cards say nothing; he fights.",
    "left": "The cards were left alone; he fights.",
}


@dataclass(frozen=True)
class Asked:
    """A roll before the battle. ``key`` tells it from the others of its side. ``keeps_out`` are the faces of a D6 that
    keep him at home; without them it is a test of ``leadership`` on 2D6, which he may leave alone."""

    key: str
    warrior: str
    because: str
    keeps_out: tuple[int, ...] = ()
    leadership: int = 0

    @property
    def is_test(self) -> bool:
        return not self.keeps_out

    @property
    def dice(self) -> int:
        """How many D6 are rolled."""
        return 2 if self.is_test else 1

    @property
    def told(self) -> str:
        if self.is_test:
            worst = self.leadership + DISASTER_BY
            disaster = f" On {worst} or more he refuses to fight." if worst <= 12 else ""
            return f"A Leadership test, {self.leadership} or less on 2D6, may help him explore.{disaster}"
        faces = " or ".join(map(str, self.keeps_out))
        return f"On a {faces} of a D6 he misses this battle."


@dataclass(frozen=True)
class Mustered:
    """What came of it; ``roll`` is ``None`` where nothing was rolled."""

    asked: Asked
    outcome: Outcome
    roll: Roll | None = None

    @property
    def told(self) -> str:
        return TOLD[self.outcome]

    def as_json(self) -> dict[str, Any]:
        return {
            "key": self.asked.key,
            "warrior": self.asked.warrior,
            "because": self.asked.because,
            "outcome": self.outcome,
            "roll": self.roll.as_json() if self.roll else None,
        }


def asked_of(roster: Roster) -> tuple[Asked, ...]:
    """Every roll before a battle, of those that are there to fight."""
    away = {f.name for f in force_of(roster, place=0, rating=0, alliance=0).fighters if f.away}
    return tuple(asked for member in roster.members if member.name not in away for asked in _asked(member))


def _asked(member: Member) -> Iterator[Asked]:
    rulebook, place = member.rulebook, member.warrior.id or member.name
    for number, suffered in enumerate(member.warrior.injuries):
        injury = rulebook.injuries.get(suffered.injury)
        if injury and injury.before_battle:
            yield Asked(f"{place}-wound-{number}", member.name, injury.name, keeps_out=injury.before_battle)
    leadership = member.value("ld")
    for key in dict.fromkeys(piece.item for piece in member.gear):
        item = rulebook.items.get(key)
        if item and isinstance(leadership, int) and any(_is_read_before(effect) for effect in item.effects):
            yield Asked(f"{place}-{key}", member.name, item.name, leadership=leadership)


def _is_read_before(effect: object) -> bool:
    return isinstance(effect, RollsAgain) and effect.needs == "foreseen"


def muster(asked: Asked, dice: Dice) -> Mustered:
    """Make one of the rolls.

    Raises:
        DiceError: for faces that are none, too few or too many.
    """
    recorded = RecordedDice(dice)
    what_for = f"{asked.because} of {asked.warrior}"
    total = recorded.two_d6(what_for) if asked.is_test else recorded.d6(what_for)
    return Mustered(asked, _outcome(asked, total), recorded.finished()[0])


def left_alone(asked: Asked) -> Mustered:
    """A test that need not be taken, and is not."""
    return Mustered(asked, "left")


def _outcome(asked: Asked, total: int) -> Outcome:
    if not asked.is_test:
        return "misses" if total in asked.keeps_out else "stands"
    if total <= asked.leadership:
        return "foreseen"
    return "misses" if total >= asked.leadership + DISASTER_BY else "nothing"


def still_asked(roster: Roster, done: Sequence[dict[str, Any]]) -> tuple[Asked, ...]:
    """What is still to be asked: a roll that was made is not made again, and who is kept out rolls no more."""
    made = {roll["key"] for roll in done}
    out = {roll["warrior"] for roll in done if roll["outcome"] == "misses"}
    return tuple(asked for asked in asked_of(roster) if asked.key not in made and asked.warrior not in out)
