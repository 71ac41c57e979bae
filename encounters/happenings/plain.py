"""What a happening leaves on the table, as plain frozen values that go into a log and come back.

Every value dumps to JSON (`as_json`) and is read back by its own class (``model_validate``) or, for the two closed
unions, by `lasting_from` and `carried_from`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, PlainSerializer, TypeAdapter

from mordheim.rules.happenings import Fit, Symptoms
from mordheim.rules.words import Key, Strict

NAMELESS = -1
# Rules that go along are written as a rules file has them, without what they leave unsaid.
_AS_WRITTEN = PlainSerializer(lambda rule: rule.model_dump(mode="json", exclude_defaults=True))
WrittenFit = Annotated[Fit, _AS_WRITTEN]
WrittenSymptoms = Annotated[Symptoms, _AS_WRITTEN]


class Plain(Strict):
    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json")


class Someone(Plain):
    """A warrior at the table: ``place`` is his party's, ``number`` tells the members of a group apart, from 1 among
    those still standing, and is 0 for anybody else. Without warbands there is only somebody of the player's."""

    place: int
    warband: str
    name: str
    number: int = 0

    @property
    def is_nameless(self) -> bool:
        return self.place == NAMELESS

    @property
    def warrior(self) -> str:
        """He alone: ``Grubnash``, ``no. 2 of Da Ladz``."""
        if self.is_nameless:
            return "the warrior"
        return f"no. {self.number} of {self.name}" if self.number else self.name

    @property
    def told(self) -> str:
        """He with his warband: ``Grubnash of Da Snikkaz``, ``no. 2 of Da Ladz (Da Snikkaz)``."""
        if self.is_nameless:
            return f"a warrior of {self.warband}"
        return f"{self.warrior} ({self.warband})" if self.number else f"{self.name} of {self.warband}"


# --- effects ----------------------------------------------------------------------------------------------------------


class Hit(Plain):
    """``hits`` of ``strength`` on a warrior, or on ``whom`` the words describe; ``strength`` is ``own`` where nobody
    knows it."""

    kind: Literal["hit"] = "hit"
    on: Someone | None = None
    whom: str = ""
    strength: int | Literal["own"]
    hits: int | str = 1
    armour_save: bool = True
    told: str


class OutOfAction(Plain):
    """``only_rout``: he counts as out for rout tests and is back after the game."""

    kind: Literal["out_of_action"] = "out_of_action"
    who: Someone
    only_rout: bool = False
    told: str


class Joined(Plain):
    """A hired sword fights for a warband in this game, with this gear."""

    kind: Literal["joins_for_game"] = "joins_for_game"
    place: int
    warband: str
    hired_sword: Key
    name: str
    gear: tuple[Key, ...] = ()
    told: str


class Lasting(Plain):
    """Something in force. ``by``: the place of the encountering player, in whose turns it is counted; should his
    warband leave the game, whoever plays after him takes his place (`passed_on`). ``left``: turns, this one included;
    ``None`` for the rest of the game, or of this turn. ``bound`` is what its later sentences name."""

    kind: Literal["lasts"] = "lasts"
    happening: Key
    key: Key
    name: str
    by: int
    left: int | None = None
    this_turn: bool = False
    who: Someone | None = None
    place: int | None = None
    bound: Mapping[str, int | str] = Field(default_factory=dict)
    told: str

    @property
    def how_long(self) -> str:
        """How long still, in words."""
        if self.this_turn:
            return "for this turn"
        if self.left is None:
            return "for the rest of the game"
        return f"{turns_told(self.left)} left"


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def turns_told(count: int) -> str:
    return f"{count} {'turn' if count == 1 else 'turns'}"


# --- what is carried past the game ------------------------------------------------------------------------------------


class Fee(Plain):
    """``place`` and ``warband`` owe the sword his hire and upkeep (`campaigns.postbattle.settling`)."""

    kind: Literal["fee"] = "fee"
    place: int
    warband: str
    hired_sword: Key
    name: str
    gear: tuple[Key, ...] = ()
    gold: int


class Shard(Plain):
    """A shard of wyrdstone in somebody's pocket; nobody's when it is lost. Thieves must be of ``fit``."""

    kind: Literal["shard"] = "shard"
    holder: Someone | None
    fit: WrittenFit


class Eaten(Plain):
    """Whoever is ``lost`` to these, for good."""

    kind: Literal["eaten"] = "eaten"
    by: str
    lost: tuple[Someone, ...] = ()


class Exposed(Plain):
    """``count`` of a name who may have caught it."""

    place: int
    warband: str
    name: str
    count: int = 1


class Plague(Plain):
    """A D6 each at the end of the game for those ``exposed``: one of ``faces`` is the disease, then a D6 on ``rows``,
    all of them those of the ``happening`` (`campaigns.postbattle.settling`). Without warbands nobody is named."""

    kind: Literal["plague"] = "plague"
    happening: Key
    exposed: tuple[Exposed, ...]
    faces: tuple[int, ...]
    rows: tuple[WrittenSymptoms, ...]


class Find(Plain):
    """Somebody brings home a thing or gold crowns."""

    kind: Literal["find"] = "find"
    who: Someone
    item: Key | None = None
    gold: int = 0


class NextScenario(Plain):
    """The warband adds this to its next roll for a scenario."""

    kind: Literal["next_scenario"] = "next_scenario"
    place: int
    warband: str
    by: int


class Experience(Plain):
    kind: Literal["experience"] = "experience"
    who: Someone
    amount: int


class Loot(Plain):
    """Things that go to whoever of ``fit`` holds them at the end; nobody does while they lie on the ground."""

    kind: Literal["loot"] = "loot"
    items: tuple[Key, ...]
    holder: Someone | None = None
    fit: WrittenFit


class Lot(Plain):
    """So many pieces of one thing are left. ``price`` is that of each in gold crowns, already reduced; ``None`` while
    the dice of ``asking``, the price before it is reduced, are still to be rolled."""

    item: Key
    name: str
    left: int
    asking: str
    price: int | None = None


class Peddler(Plain):
    """A peddler who waits for the end of the game; ``stock`` is empty until it is rolled. Where several winners have
    shared it out, each has a peddler of his own: ``place`` is his party's (`encounters.happenings.peddling`)."""

    kind: Literal["peddler"] = "peddler"
    items: tuple[Key, ...]
    quantity: str
    price_parts: int
    stock: tuple[Lot, ...] = ()
    place: int | None = None


Carried = Annotated[
    Fee | Shard | Eaten | Plague | Find | NextScenario | Experience | Loot | Peddler,
    Field(discriminator="kind"),
]
Effect = Hit | OutOfAction | Joined
_CARRIED: TypeAdapter[Carried] = TypeAdapter(Carried)


def carried_from(stored: Mapping[str, Any]) -> Carried:
    """What `Plain.as_json` gave of something carried."""
    return _CARRIED.validate_python(stored)


def lasting_from(stored: Mapping[str, Any]) -> Lasting:
    """What `Plain.as_json` gave of something lasting."""
    return Lasting.model_validate(stored)


# --- what appears -----------------------------------------------------------------------------------------------------


class Named(Plain):
    """A thing, a skill, a prayer or a rule with what it does."""

    name: str
    summary: str
    key: Key | None = None


class Statblock(Plain):
    """What appears, with everything needed to play it. ``profile`` is empty for what has none; ``wounds`` are those of
    each of the ``count``; ``save`` is the D6 needed, such as ``4+``. ``routs``: it takes Rout tests.
    ``driven_off``: any result of an injury roll is the end of it. How long it stays is told by what lasts."""

    name: str
    count: int = 1
    profile: Mapping[str, int | str] = Field(default_factory=dict)
    movement: str = ""
    wounds: int = 1
    save: str = ""
    gear: tuple[Named, ...] = ()
    skills: tuple[Named, ...] = ()
    prayers: tuple[Named, ...] = ()
    rules: tuple[Named, ...] = ()
    edge: str = ""
    placed: str
    acts: str
    routs: bool = False
    driven_off: bool = False
    warrior_type: Key | None = None
    hired_sword: Key | None = None
