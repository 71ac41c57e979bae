"""What the players may do in a turn, and what they say with it.

An act is a choice by one of these names; its value is what the class says, as plain JSON. Warbands are named by the
place of their party, counters, things that appeared and what lasts by their number from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mordheim.rules.plainfile import malformed
from warbands.roster.refusals import Refused

if TYPE_CHECKING:
    from encounters.game.playing import Playing

Place = Annotated[int, Field(ge=0, le=7)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Number = Annotated[int, Field(ge=0, le=500)]
Count = Annotated[int, Field(ge=1, le=100)]


class Said(BaseModel):
    """What an act says. Nothing else may be said with it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Nothing(Said):
    """The act says all."""


class Whom(Said):
    """A hero, a hired sword, or somebody of a group."""

    warband: Place
    name: Name


class By(Said):
    """Who did it, as far as anybody knows: a warrior, some warrior of a warband, the beast, something that appeared."""

    warband: Place | None = None
    name: Name | None = None
    beast: bool = False
    appeared: Number | None = None


BY_NOBODY = By()


class Some(Whom):
    count: Count = 1


class PutOut(Some):
    """So many of a name are out of action. ``strangled``: by their own chain. ``close_combat`` as against shooting."""

    by: By = BY_NOBODY
    strangled: bool = False
    close_combat: bool = True


class Wound(Said):
    """Wounds on one of those that appeared, ``number`` from 1."""

    appeared: Number
    number: Count = 1
    wounds: Count = 1
    by: By = BY_NOBODY


class Which(Said):
    """Something that appeared, or that lasts."""

    which: Number


class WoundBeast(Said):
    wounds: Count = 1
    by: By = BY_NOBODY
    in_combat: bool = True


class Near(Said):
    """Who stands in contact with the beast, or below its breath."""

    warriors: list[Some] = Field(max_length=60)


class Declare(Said):
    """With whom an alliance is offered."""

    warbands: list[Place] = Field(min_length=1, max_length=7)


class Break(Said):
    """``warband`` is no ally of ``of`` any more; without it, of whose turn it is."""

    warband: Place
    of: Place | None = None


class PickUp(Whom):
    """A warrior has a counter, or without one the loot of a happening."""

    counter: Number | None = None


class Drop(Said):
    """A counter, or without one the loot, lies on the ground."""

    counter: Number | None = None


class Leave(Some):
    """He leaves the table with all that he carries; somebody of a group with these ``counters``. ``fled``: out of
    fear, and the objective does not go along."""

    counters: list[Number] = Field(default=[], max_length=100)
    fled: bool = False


class Searched(Whom):
    """A search is over; ``sure``: it is the last place left, and nothing is rolled."""

    sure: bool = False


class Reached(Said):
    """A warband has reached a goal of the scenario."""

    goal: Name
    warband: Place


Does = Callable[["Playing", Any], None]
_ACTS: dict[str, tuple[type[Said], Does]] = {}
Handler = TypeVar("Handler", bound=Callable[..., None])


def does(name: str, says: type[Said] = Nothing) -> Callable[[Handler], Handler]:
    """Registers what carries out an act."""

    def register(handler: Handler) -> Handler:
        if name in _ACTS:
            raise ValueError(f"{name} is done already")
        _ACTS[name] = (says, handler)
        return handler

    return register


def known_acts() -> Mapping[str, type[Said]]:
    """Every act with what it says."""
    return {name: says for name, (says, _) in _ACTS.items()}


def carry_out(run: Playing, name: str, value: Any) -> None:
    """Do it.

    Raises:
        Refused: for a value that does not say what is needed, and where it cannot be.
    """
    says, handler = _ACTS[name]
    told = name.replace("_", " ").capitalize()
    if value is not None and not isinstance(value, Mapping):
        raise Refused(f"{told}: what is meant by it is not said.", code="value")
    try:
        said = says.model_validate(value or {})
    except ValidationError as error:
        wrong = str(malformed(error, {})).rstrip(".")
        raise Refused(f"{told}: {wrong}.", code="value") from None
    handler(run, said)
