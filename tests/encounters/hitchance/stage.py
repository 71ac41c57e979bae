"""A stage for tests: two sides anywhere on the ground, orders as text, dice as faces in order.

Members are numbered from 0, then monsters. Everybody is of level 1 with bare hands unless told otherwise, and monsters
here have names, so that everything happens to them too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from django.conf import settings

from encounters.hitchance.acting import every_option
from encounters.hitchance.bout import Bout, Event
from encounters.hitchance.engine import apply, start
from encounters.hitchance.notation import read_order, write_order
from encounters.hitchance.rules import HitRules, read_hit_rules
from encounters.hitchance.squares import Square
from encounters.hitchance.state import Combatant, Fighter, Ground, Injury, Shrinker, Side, Skirmish, Thing
from mordheim.rules.dice import EnteredDice

FOLDER = settings.RULES_DIR / "hit_chance"
RULES: HitRules = read_hit_rules(FOLDER)
OPEN = Ground(40, 40)
OF_COMBATANT = ("capacity", "skills", "section", "pace", "leader", "npc", "nameless")
THINGS = ("held", "readied", "pack", "worn")


def who(side: Side, name: str, at: Square, level: int = 1, **more: Any) -> Fighter:
    """``held``, ``readied``, ``pack`` and ``worn`` are keys with blanks between them."""
    own = {"capacity": 10, "npc": side == "monsters", **{k: v for k, v in more.items() if k in OF_COMBATANT}}
    things = {k: tuple(Thing(key) for key in v.split()) for k, v in more.items() if k in THINGS}
    rest = {k: v for k, v in more.items() if k not in OF_COMBATANT and k not in THINGS}
    facing = rest.pop("facing", "east" if side == "members" else "west")
    return Fighter(Combatant(name, side, level, **own), at, facing, **things, **rest)


def member(at: Square = (10, 10), name: str = "Ada", **more: Any) -> Fighter:
    return who("members", name, at, **more)


def monster(at: Square = (11, 10), name: str = "Ghoul", **more: Any) -> Fighter:
    return who("monsters", name, at, **more)


class Stage:
    """A skirmish, and everything that has happened since it began."""

    def __init__(self, *cast: Fighter, rules: HitRules = RULES, ground: Ground = OPEN, **more: Any) -> None:
        self.skirmish: Skirmish = start(rules, ground, cast, **more)
        self.events: list[Event] = []

    def say(self, *orders: str, dice: Sequence[int] = ()) -> Stage:
        """Give orders one after the other and roll exactly those faces."""
        entered = EnteredDice(dice)
        for order in orders:
            self.skirmish, events = apply(self.skirmish, read_order(order), entered)
            self.events += events
        entered.finish()
        return self

    def roll(self, *faces: int) -> Stage:
        return self.say("roll", dice=faces)

    def change(self, place: int, **changes: Any) -> Stage:
        fighters = list(self.skirmish.fighters)
        fighters[place] = fighters[place].changed(**changes)
        self.skirmish = replace(self.skirmish, fighters=tuple(fighters), offered={})
        return self

    def done(self) -> Stage:
        """Nobody does anything more in this block."""
        step, round_ = self.skirmish.step, self.skirmish.round
        while self.skirmish.asked and (self.skirmish.step, self.skirmish.round) == (step, round_):
            self.say(f"{self.skirmish.asked[0]} done")
        return self

    def rest(self) -> Stage:
        """Nobody does anything more until dice are due."""
        while self.skirmish.asked:
            self.done()
        return self

    def wounded(self, place: int, *dice: tuple[str, int]) -> Stage:
        """With shrinking dice that are rolled in this round."""
        running = tuple(Shrinker(kind, size, 0, n) for n, (kind, size) in enumerate(dice))  # type: ignore[arg-type]
        return self.change(place, dice=running)

    def options(self, place: int) -> list[str]:
        """What a fighter may say, without his number."""
        return [write_order(order).split(" ", 1)[1] for order in every_option(self.skirmish, place)]

    def verbs(self, place: int) -> set[str]:
        return {option.split()[0] for option in self.options(place)}

    def told(self, kind: str) -> list[Event]:
        return [event for event in self.events if event["type"] == kind]

    def last(self, kind: str) -> Event:
        return self.told(kind)[-1]

    def bout(self, *faces: int) -> Bout:
        """A working copy with those faces to roll."""
        return Bout(self.skirmish, EnteredDice(faces))

    def __getitem__(self, place: int) -> Fighter:
        return self.skirmish.fighters[place]


def first_block(*cast: Fighter, dice: Sequence[int] = (), **more: Any) -> Stage:
    """The members have all passed and are asked; those who are unhurt need no other dice."""
    stage = Stage(*cast, **more)
    members = sum(one.side == "members" for one in cast)
    return stage.say("roll", dice=[*(dice or (1,) * members)])


def hurt(number: int, **more: Any) -> tuple[Injury, ...]:
    return (Injury(number, **more),)


WEAPONS = [*RULES.melee, *RULES.ranged]


def random_skirmish(seed: int) -> Skirmish:
    """Any two small sides with any gear on a small ground of any kind."""
    chance = Random(seed)
    size = chance.randint(5, 9)
    squares = chance.sample([(x, y) for x in range(size) for y in range(size)], 12)
    sides: list[Side] = [*(["members"] * chance.randint(1, 4)), *(["monsters"] * chance.randint(1, 4))]
    cast = [random_fighter(chance, side, f"F{n}", squares[n]) for n, side in enumerate(sides)]
    spots = squares[6:]
    covered = tuple((at, chance.randint(1, 3)) for at in spots[:2])
    ground = Ground(size, size, covered, frozenset(spots[2:4]), frozenset(spots[3:5]))
    rules = RULES.reading(
        severity="highroll" if seed % 5 == 4 else "margin",
        variant=chance.choice(("shrink", "shrink", "usage", "fixed")),
    )
    return start(rules, ground, cast, round_limit=chance.choice((3, 8, 15)))


def random_fighter(chance: Random, side: Side, name: str, at: Square) -> Fighter:
    weapons = [key for key in WEAPONS if key != RULES.weapons.bare_hands]
    held = chance.choice(weapons)
    pack = chance.choices([*weapons, *RULES.armour, *RULES.weapons.gear], k=chance.randint(0, 3))
    worn = chance.sample(sorted(RULES.armour), chance.randint(0, 3))
    more: dict[str, Any] = {}
    if chance.random() < 0.2:
        number = chance.randint(4, 14)
        more["injuries"] = hurt(number, infection=1, fatigue=chance.randint(0, 3), limb=chance.choice(("left_leg", "")))
    if not more and chance.random() < 0.15:  # too tired to stand
        more |= {"fatigue": 2, "capacity": max(3, 2 + len(pack) + len(worn))}
    return who(
        side,
        name,
        at,
        level=chance.randint(0, 8),
        held=held,
        readied=chance.choice(("", "dagger")),
        pack=" ".join(pack),
        worn=" ".join(worn),
        skills=("sundering",) if chance.random() < 0.6 else (),
        section=chance.choice(("", "", "van")) if side == "members" else "",
        pace=chance.choice(("slow", "normal", "fast")),
        leader=chance.random() < 0.2,
        npc=side == "monsters" or chance.random() < 0.2,
        nameless=side == "monsters" and chance.random() < 0.5,
        **{"capacity": 20, **more},
    )
