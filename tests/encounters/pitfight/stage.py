"""A stage for tests: fighters anywhere in the arena, orders as text, dice as faces in order.

``A`` is the oldest, then ``B`` and so on. Everybody has the starting characteristics unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from django.conf import settings

from encounters.pitfight.bout import Event
from encounters.pitfight.criticals import Injury, harm_of
from encounters.pitfight.engine import apply, legal_orders, start
from encounters.pitfight.enlisting import NO_PAST, Past, enlist
from encounters.pitfight.hexes import Hex
from encounters.pitfight.notation import read_order, write_order
from encounters.pitfight.scrolls import PitRules, read_pit_rules
from encounters.pitfight.state import PitFight, PitFighter, Terms
from mordheim.rules.dice import EnteredDice

RULES: PitRules = read_pit_rules(settings.RULES_DIR / "pit_fighter")
LEVELS = {"ws": 0, "s": 1, "t": 2, "i": 3, "w": 4}


@dataclass(frozen=True)
class Who:
    scroll: str
    hex: Hex
    facing: int = 0
    levels: dict[str, int] = field(default_factory=dict)
    past: Past = NO_PAST


def who(scroll: str, hex_: Hex, facing: int = 0, past: Past = NO_PAST, **levels: int) -> Who:
    return Who(scroll, hex_, facing, levels, past)


class Stage:
    """A fight at the picks of its first turn, and everything that has happened since."""

    def __init__(self, *cast: Who, rules: PitRules = RULES, **terms: Any) -> None:
        pits = [self._pit(rules, place, one) for place, one in enumerate(cast)]
        self.fight = start(rules, pits, Terms(anywhere=True, **terms))
        self.events: list[Event] = []
        for place, one in enumerate(cast):
            self.say(f"{place} place {one.hex[0]},{one.hex[1]} {one.facing}")
        self.events = []

    def _pit(self, rules: PitRules, place: int, one: Who) -> PitFighter:
        pit = enlist(rules, "ABCDEFGH"[place], rules.scrolls[one.scroll], rules.levels, place, one.past)
        levels = list(pit.levels)
        for name, level in one.levels.items():
            levels[LEVELS[name]] = level
        return replace(pit, levels=tuple(levels))

    def say(self, *orders: str, dice: Sequence[int] = ()) -> Stage:
        """Give orders and roll exactly those faces."""
        entered = EnteredDice(dice)
        self.fight, events = apply(self.fight, [read_order(order) for order in orders], entered)
        entered.finish()
        self.events += events
        return self

    def change(self, place: int, **changes: Any) -> Stage:
        fighters = list(self.fight.fighters)
        fighters[place] = fighters[place].changed(**changes)
        self.fight = replace(self.fight, fighters=tuple(fighters))
        return self

    def hurt(self, place: int, *injuries: tuple[str, str]) -> Stage:
        """With those injuries, by result and location, and what they come to."""
        suffered = tuple(Injury(result, location, 0) for result, location in injuries)
        fighter = self.fight.fighters[place]
        charts = self.fight.rules.charts
        harm = harm_of(suffered, charts, ignores=fighter.scroll.ignores, before=fighter.pit.past)
        return self.change(place, injuries=suffered, harm=harm)

    def rushed(self, place: int, rushes: int = 1) -> Stage:
        """With adrenalin that holds through the next turn."""
        return self.change(place, counters=(self.fight.turn + 1,) * rushes)

    def moved(self, **picks: str) -> Stage:
        """Pick, and go on with nothing that is not asked for, to the next pick or attack."""
        return self.picked(**picks).onward()

    def picked(self, **picks: str) -> Stage:
        return self.say(*[f"{'abcdefgh'.index(name)} pick {move}" for name, move in picks.items()])

    def onward(self) -> Stage:
        """Interrupt nobody, rush nowhere, keep the facing, as long as only that is asked."""
        while self.fight.question in ("interrupt", "face", "go"):
            self.say(self.quiet_order())
        return self

    def rest(self, *dice: int) -> Stage:
        """Do nothing more in this turn, rolling exactly those faces for blood."""
        entered = EnteredDice(dice)
        while self.fight.question not in ("pick", ""):
            self.fight, events = apply(self.fight, [read_order(self.quiet_order())], entered)
            self.events += events
        entered.finish()
        return self

    def quiet_order(self) -> str:
        """What the first who is asked says when he wants nothing."""
        place = self.fight.open_to[0]
        keeps = f"face {self[place].facing}"
        options = self.options(place)
        return f"{place} {keeps if keeps in options else options[0]}"

    def hit(self, location: str, damage: int, *more: int) -> Stage:
        """At the attacks: A, who has no adrenalin left, hits B there without a roll for that much after armour; then
        those faces are rolled. B strikes nobody before."""
        if self.asked == ("strike", (1,)):
            self.say("1 strike nobody").onward()
        total = damage + self[1].scroll.armour[location]
        far = next(one for one in RULES.locations if one != location and one not in RULES.beside[location])
        self.say("0 strike 1").change(0, boosts=(0, 20, 0, 0, 0), counters=())
        return self.say(f"0 aim {location}", f"1 aim {far}", dice=[total, *more])

    def options(self, place: int) -> list[str]:
        """What a fighter may say, without his number."""
        return [write_order(order).split(" ", 1)[1] for order in legal_orders(self.fight, place)]

    def told(self, kind: str) -> list[Event]:
        return [event for event in self.events if event["type"] == kind]

    def last(self, kind: str) -> Event:
        return self.told(kind)[-1]

    def __getitem__(self, place: int) -> Any:
        return self.fight.fighters[place]

    @property
    def asked(self) -> tuple[str, tuple[int, ...]]:
        return self.fight.question, self.fight.asked


# Facing each other in the middle, both within reach of the other.
FACE_TO_FACE = ((0, 0), 0), ((0, -1), 3)


def duel(one: str = "empire", other: str = "empire", **terms: Any) -> Stage:
    (here, facing), (there, back) = FACE_TO_FACE
    return Stage(who(one, here, facing), who(other, there, back), **terms)


def at_blows(one: str = "empire", other: str = "empire", **terms: Any) -> Stage:
    """Face to face after both have observed; A is asked for his attack."""
    return duel(one, other, **terms).moved(a="observe", b="observe")


def hits(stage: Stage, *blows: tuple[str, int]) -> Stage:
    """A hits B in one turn after another, and neither does anything else; ends at the pick after the last."""
    for location, damage in blows:
        if stage.fight.question == "pick":
            stage.change(0, stunned_until=0).moved(a="observe", b="observe")
        stage.hit(location, damage).rest()
    return stage


def random_levels(chance: Random) -> list[int]:
    levels = list(RULES.levels)
    for _ in range(RULES.bonus_points):
        levels[chance.randrange(5)] += 1
    return levels


def random_fight(seed: int, *, fighters: int | None = None, **terms: Any) -> PitFight:
    """Any scrolls and builds, from two to eight fighters, in an arena where they meet."""
    chance = Random(seed)
    number = fighters or chance.randint(2, 8)
    pits = [
        enlist(RULES, f"F{place}", RULES.scrolls[chance.choice(sorted(RULES.scrolls))], random_levels(chance), place)
        for place in range(number)
    ]
    return start(RULES, pits, Terms(**{"radius": chance.randint(2, 6), "spacing": 3, **terms}))
