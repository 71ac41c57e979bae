"""A skirmish as a plain file, YAML or JSON: ground, two sides, and orders by round as far as they are given.

    format: mordheim-hit-chance/1         # may be left out
    ground:                               # may be left out, and each part of it
      width: 24
      height: 16
      cover: [{at: [5, 4], value: 2}]     # 1 to 3, of one who stands there
      unstable: [[6, 6]]
      obscured: [[9, 9]]
    round_limit: 50
    severity: margin                      # or highroll; without it as the rules have it
    shrinking: shrink                     # or fixed, usage
    members:
      - name: Ada
        level: 2
        at: [2, 8]
        facing: east                      # without it towards the other side's half
        held: [sword]
        readied: [dagger]
        pack: [rope, rations]
        armour: [helmet, mail]
        skills: [sundering, spells]       # armour takes hits for him; he may cast
        section: van                      # rolls initiative with others of that name
        capacity: 10
        fatigue: 0
        infection: 0
        injuries: [{number: 5, infection: 2, limb: left_arm}]
    monsters:
      - {name: Ghoul, level: 1, at: [20, 8], pace: fast, leader: yes, named: no, npc: yes}
    orders:
      1: [0 attack 1 bow, 0 done]         # members by number from 0, then monsters

Members are players' and have names; monsters are non-players and nameless unless it is said. Of a round, the orders
given for a fighter are all he does; for the others the computer plays.

At most there are 60 fighters, `MOST_SQUARES` of each kind of marked squares, every one of them once and on the ground,
and in each list of a fighter `MOST_LISTED` entries; a section has 40 characters. Orders are for the rounds up to 1000,
`MOST_ORDERS` in each, a line of 120 characters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal

from pydantic import Field, model_validator

from encounters.hitchance.bout import Event
from encounters.hitchance.engine import MOST, Fault, apply, faults, is_rolling, opened, start
from encounters.hitchance.errors import Illegal
from encounters.hitchance.field import Field as Drawn
from encounters.hitchance.field import drawn_field, signs_of
from encounters.hitchance.notation import read_order
from encounters.hitchance.orders import Done, Order, Roll
from encounters.hitchance.players import Player, computer
from encounters.hitchance.rules import HitRules
from encounters.hitchance.schema import Count, Key, Limb, Name, Said, Severity, Variant
from encounters.hitchance.state import OVER, Combatant, Fighter, Ground, Injury, Side, Skirmish, Thing
from encounters.hitchance.tracker import Row, row_of
from mordheim.rules.dice import Dice
from mordheim.rules.plainfile import AS_MEANT, AS_TEXT, Flag, Malformed, clean_line, read_as

# Of each kind of marked squares; a default ground has 384.
MOST_SQUARES = 500
# In each of a fighter's lists: far more than anybody can carry.
MOST_LISTED = 40
# Of one round: ten for each fighter, where three actions take time.
MOST_ORDERS = 10 * MOST

Place = tuple[Count, Count]
Places = Annotated[tuple[Place, ...], Field(max_length=MOST_SQUARES)]
Things = Annotated[tuple[Key, ...], Field(max_length=MOST_LISTED)]
Round = Annotated[int, AS_MEANT, Field(ge=1, le=1000)]
Line = Annotated[str, AS_TEXT, Field(max_length=120)]
Facing = Annotated[
    Literal["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"], AS_TEXT
]
_LOOKS: Mapping[Side, str] = {"members": "east", "monsters": "west"}


class CoverSaid(Said):
    at: Place
    value: Annotated[int, AS_MEANT, Field(ge=1, le=3)]


class GroundSaid(Said):
    width: Annotated[int, AS_MEANT, Field(ge=1, le=200)] = 24
    height: Annotated[int, AS_MEANT, Field(ge=1, le=200)] = 16
    cover: Annotated[tuple[CoverSaid, ...], Field(max_length=MOST_SQUARES)] = ()
    unstable: Places = ()
    obscured: Places = ()

    @model_validator(mode="after")
    def _marks_each_once_and_inside(self) -> GroundSaid:
        marked = {"cover": [one.at for one in self.cover], "unstable": self.unstable, "obscured": self.obscured}
        for name, squares in marked.items():
            self._refuse_strange(name, squares)
        return self

    def _refuse_strange(self, name: str, squares: Sequence[Place]) -> None:
        seen: set[Place] = set()
        for x, y in squares:
            if x >= self.width or y >= self.height:
                raise ValueError(f"{name}: {x},{y} lies off the ground of {self.width} by {self.height} squares")
            if (x, y) in seen:
                raise ValueError(f"{name}: {x},{y} stands there twice")
            seen.add((x, y))

    def made(self) -> Ground:
        covered = tuple((one.at, one.value) for one in self.cover)
        return Ground(self.width, self.height, covered, frozenset(self.unstable), frozenset(self.obscured))


class InjurySaid(Said):
    number: Annotated[int, AS_MEANT, Field(ge=1, le=1000)]
    infection: Count = 0
    fatigue: Count = 0
    limb: Limb | Literal[""] = ""
    place: Count = 0
    fingers: Count = 0


class FighterSaid(Said):
    name: Name
    level: Annotated[int, AS_MEANT, Field(ge=0, le=30)] = 1
    at: Place
    facing: Facing | None = None
    held: Things = ()
    readied: Things = ()
    pack: Things = ()
    armour: Things = ()
    skills: Things = ()
    section: Annotated[str, AS_TEXT, Field(max_length=40)] = ""
    capacity: Annotated[int, AS_MEANT, Field(ge=1, le=99)] | None = None
    fatigue: Count = 0
    infection: Count = 0
    injuries: Annotated[tuple[InjurySaid, ...], Field(max_length=MOST_LISTED)] = ()
    pace: Annotated[Literal["slow", "normal", "fast"], AS_TEXT] = "normal"
    leader: Flag = False
    npc: Flag | None = None
    named: Flag | None = None


Fighters = Annotated[tuple[FighterSaid, ...], Field(min_length=1, max_length=MOST)]


class FightFile(Said):
    format: Annotated[Literal["mordheim-hit-chance/1"], AS_TEXT] = "mordheim-hit-chance/1"
    ground: GroundSaid = GroundSaid()
    round_limit: Round = 50
    severity: Severity | None = None
    shrinking: Variant | None = None
    members: Fighters
    monsters: Fighters
    orders: dict[Round, Annotated[tuple[Line, ...], Field(max_length=MOST_ORDERS)]] = {}


def read_fight_file(raw: bytes, *, name: str = "") -> FightFile:
    """The content of a file.

    Raises:
        Malformed: with the first fault and its place.
    """
    return read_as(FightFile, raw, name)


def skirmish_of(file: FightFile, rules: HitRules) -> Skirmish:
    """The skirmish of a file, at its first initiative.

    Raises:
        Malformed: where it cannot be.
    """
    read = read_as_said(file, rules)
    return start(read, file.ground.made(), fighters_of(file, read), file.round_limit)


def read_as_said(file: FightFile, rules: HitRules) -> HitRules:
    """The rules under the readings that the file asks for."""
    return rules.reading(severity=file.severity, variant=file.shrinking)


def fighters_of(file: FightFile, rules: HitRules) -> list[Fighter]:
    """Everybody whom the file brings, members first, whether he can fight or not."""
    members = [_fighter(rules, one, "members") for one in file.members]
    return members + [_fighter(rules, one, "monsters") for one in file.monsters]


@dataclass(frozen=True)
class Drafted:
    """Sides that are being drawn up: ``rows`` and ``signs`` by place, a row only of him who is well by himself; all
    ``faults``; the ``field`` with those who stand on it."""

    fighters: tuple[Fighter, ...]
    rows: tuple[Row | None, ...]
    signs: tuple[str, ...]
    faults: tuple[Fault, ...]
    field: Drawn


def drafted(file: FightFile, rules: HitRules) -> Drafted:
    """What a file says, as far as it goes."""
    read, ground = read_as_said(file, rules), file.ground.made()
    fighters = fighters_of(file, read)
    found, signs = faults(read, ground, fighters), signs_of(fighters)
    ill = {one.place for one in found}
    rows = tuple(
        None if place in ill else replace(row_of(opened(read, ground, [one]), 0), place=place)
        for place, one in enumerate(fighters)
    )
    stand = [place for place, one in enumerate(fighters) if ground.has(one.at)]
    field = drawn_field(ground, [fighters[place] for place in stand], [signs[place] for place in stand])
    return Drafted(tuple(fighters), rows, signs, tuple(found), field)


def _fighter(rules: HitRules, said: FighterSaid, side: Side) -> Fighter:
    is_monster = side == "monsters"
    who = Combatant(
        name=clean_line(said.name),
        side=side,
        level=said.level,
        capacity=said.capacity or rules.rounds.inventory.capacity,
        skills=said.skills,
        section=said.section,
        pace=said.pace,
        leader=said.leader,
        npc=is_monster if said.npc is None else said.npc,
        nameless=is_monster if said.named is None else not said.named,
    )
    held, readied, pack, worn = (
        tuple(Thing(key) for key in keys) for keys in (said.held, said.readied, said.pack, said.armour)
    )
    injuries = tuple(Injury(**one.model_dump()) for one in said.injuries)
    return Fighter(
        who,
        said.at,
        said.facing or _LOOKS[side],
        held,
        readied,
        pack,
        worn,
        injuries,
        fatigue=said.fatigue,
        infection=said.infection,
    )


def played(file: FightFile, rules: HitRules, dice: Dice, chance: Random) -> tuple[Skirmish, list[Event]]:
    """The skirmish of a file at its end, and everything that happened.

    Raises:
        Malformed: for a file that is none, or an order that is none.
        Illegal: for an order that is not allowed when its turn comes, or whose turn never comes.
    """
    skirmish, player = skirmish_of(file, rules), computer(chance)
    script = _script(file, len(skirmish.fighters))
    events: list[Event] = []
    while skirmish.step != OVER:
        skirmish, happened = apply(skirmish, _next(skirmish, script, player), dice)
        events += happened
        _check_said(skirmish, script)
    return skirmish, events


Script = dict[int, list[Order]]


def _script(file: FightFile, fighters: int) -> Script:
    """The orders of a file by round.

    Raises:
        Malformed: for a line that is no order, or one of a fighter who is not there.
    """
    script = {round_: [read_order(line) for line in lines] for round_, lines in file.orders.items()}
    for place in (_of(order) for orders in script.values() for order in orders):
        if place is not None and place >= fighters:
            raise Malformed(f"there is no fighter {place}")
    return script


def _of(order: Order) -> int | None:
    return None if isinstance(order, Roll) else order.fighter


def _next(skirmish: Skirmish, script: Script, player: Player) -> Order:
    """Of the round's orders the first whose fighter may act, and after his last one his end; else the computer's."""
    if is_rolling(skirmish):
        return Roll()
    orders = script.get(skirmish.round, [])
    at = next((at for at, order in enumerate(orders) if _of(order) in skirmish.asked), None)
    if at is None:
        return player(skirmish, skirmish.asked[0])
    order = orders.pop(at)
    if not isinstance(order, Roll | Done) and all(_of(one) != order.fighter for one in orders):
        orders.append(Done(order.fighter))
    return order


def _check_said(skirmish: Skirmish, script: Script) -> None:
    """Every order of a round has been said when it is over; the end of one who can no longer act says itself."""
    over = skirmish.step == OVER
    for round_, orders in script.items():
        late = [one for one in orders if not isinstance(one, Done)]
        if late and (over or round_ < skirmish.round):
            raise Illegal(f"Round {round_}: the turn of an order that was given has not come.")
