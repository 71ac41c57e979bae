"""A second reckoning of a pit fight from its log, by one who knows the rules and has never seen the engine.

`check_log` walks through the events in the order in which the game is played. Wherever the rules leave nothing to
choose it says itself what the next event must be, every figure of it; what a fighter chose or a die showed it takes
from the event, after a look whether that was open to him. The charts, what each row does, where a body can be hit and
what lies beside it stand here once more, from the printed rules (sections 2 to 7) and the rulings; of the project's
data only the scrolls are read, as text. It knows nothing of ``encounters``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

Event = Mapping[str, Any]
Hex = tuple[int, int]
Row = tuple[int, str]  # a result and the lowest damage that brings it

STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
BEARINGS = ("front", "front_right", "rear_right", "rear", "rear_left", "front_left")
BANDS = ("slow", "normal", "fast")
CHARACTERISTICS = ("weapon_skill", "strength", "toughness", "initiative", "wounds")

CHART_OF = {"head": "head", "body": "body", "groin": "groin", "left_arm": "arm", "right_arm": "arm"}
CHART_OF |= {"left_leg": "leg", "right_leg": "leg"}
TOUCHING = {
    frozenset((one, other))
    for one, others in {
        "head": ("body", "left_arm", "right_arm"),
        "body": ("left_arm", "right_arm", "groin"),
        "groin": ("left_leg", "right_leg"),
        "left_leg": ("right_leg",),
    }.items()
    for other in others
}
CHARTS: dict[str, tuple[Row, ...]] = {
    "head": ((1, "none"), (3, "stunned"), (7, "stunned_and_scar"), (9, "ko"), (11, "decapitated")),
    "body": ((1, "none"), (5, "rib_broken"), (7, "bleeding_wound"), (9, "disembowelled"), (11, "chest_ripped_open")),
    "groin": ((1, "none"), (2, "groin_stun"), (5, "floored"), (9, "emasculated"), (11, "hacked_in_half")),
    "arm": ((1, "none"), (5, "arm_hurt"), (7, "finger_lost"), (9, "arm_broken"), (11, "arm_chopped_off")),
    "leg": ((1, "none"), (3, "leg_hurt"), (7, "kneecap_damaged"), (9, "leg_broken"), (11, "leg_chopped_off")),
}
SCARS: tuple[Row, ...] = ((1, "facial_scar"), (9, "ear_hacked_off"), (10, "blinded_in_one_eye"))
KILLS = {"decapitated", "chest_ripped_open", "hacked_in_half"}
TROPHIES = {"decapitated", "chest_ripped_open"}
WORST_OF_ARM = {"arm_hurt": -1, "arm_broken": -3, "arm_chopped_off": -3}
FINGERS = 5
TERMS = ("radius", "spacing", "anywhere", "table_mode", "observe_is_slow", "turn_limit", "quiet_limit")
RUSH, RECOVERED, WATCHING = 10, 5, 10


class Wrong(AssertionError):
    """What the log says is not what the rules make of it."""


@cache
def scrolls_of(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))["scrolls"]


def moved_by(place: Hex, direction: int) -> Hex:
    step = STEPS[direction % 6]
    return place[0] + step[0], place[1] + step[1]


def apart(one: Hex, other: Hex) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def half(value: int) -> int:
    return (value + 1) // 2


def row_of(rows: tuple[Row, ...], value: int) -> str:
    return [result for least, result in rows if least <= value][-1]


def die_for(difference: int) -> int:
    """Strength less Toughness."""
    if difference >= 10:
        return 20
    if difference >= 1:
        return 12
    return 10 if difference >= -10 else 6


@dataclass
class Man:
    """A fighter as far as the log has told of him."""

    name: str
    scroll: Mapping[str, Any]
    levels: dict[str, int]
    age: int
    past: Mapping[str, Any]
    hex: Hex
    facing: int
    out: str = ""
    wounds_lost: int = 0
    initiative_lost: int = 0
    arms: dict[str, str] = field(default_factory=dict)
    fingers: dict[str, int] = field(default_factory=dict)
    ribs: int = 0
    guts: bool = False
    eyes: int = 0
    severed: set[str] = field(default_factory=set)
    legs: set[str] = field(default_factory=set)
    bleeds: int = 0
    stunned: int = 0
    shaken: int = 0
    floored: int = 0
    counters: list[int] = field(default_factory=list)
    boosts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CHARACTERISTICS, 0))
    halved: bool = False
    slow: bool = True  # whether his last move was
    fought: int = 0
    trophy: int = -1
    pick: Mapping[str, Any] = field(default_factory=dict)
    legal: bool = True
    moved: bool = False
    struck: bool = False
    interrupting: bool = False
    mighty: bool = False
    watched: bool = False
    damage: int = 0
    first_damage: int | None = None

    def flag(self, name: str, otherwise: Any) -> Any:
        found = [rule["flags"][name] for rule in self.scroll["special_rules"] if name in rule.get("flags", {})]
        return found[0] if found else otherwise

    def move(self, key: str) -> Mapping[str, Any]:
        found = [move for move in self.scroll["moves"] if move["id"] == key]
        require(bool(found), f"{self.name} has no move {key}")
        return found[0]

    def now(self, characteristic: str) -> int:
        """What a characteristic is worth: points lost, a ruined leg, a lost push-off, then rushes."""
        level = self.levels[characteristic]
        if characteristic == "wounds":
            return level - self.wounds_lost + RUSH * self.boosts["wounds"]
        if characteristic == "initiative":
            level = max(0, level - self.initiative_lost)
            for _ in self.legs:
                level = half(level)
        return (half(level) if self.halved else level) + RUSH * self.boosts[characteristic]

    @property
    def no_fast(self) -> bool:
        return bool(self.legs) or self.guts or bool(self.past["no_fast"])

    def bands(self, turn: int) -> list[str]:
        if self.floored >= turn:
            return ["slow"]
        slowed = self.slow or (self.fought == turn - 1 and turn > 1) or self.no_fast
        return ["slow", "normal"] if slowed else list(BANDS)

    @property
    def lasting(self) -> int:
        """What this fight's injuries do to his attack and defence rolls."""
        spared = self.flag("ignore_ad_penalty", [])
        ribs = 0 if "rib_broken" in spared else -self.ribs
        arms = sum(WORST_OF_ARM[worst] for worst in self.arms.values() if worst not in spared)
        return ribs + arms - sum(self.fingers.values()) - self.eyes - 3 * self.guts

    def injuries(self, turn: int) -> int:
        return self.brought + self.lasting - (self.shaken >= turn)

    @property
    def brought(self) -> int:
        """What earlier fights left, without the fingers of a hand that is gone since (D12)."""
        return int(self.past["ad"]) + sum(hand in self.severed for hand in self.past["fingers"])

    @property
    def gone(self) -> set[str]:
        return self.severed | set(self.past["gone"])

    @property
    def red_only(self) -> bool:
        return set(self.pick["facings"]) == set(self.pick["mighty"])


def require(right: bool, otherwise: str) -> None:
    if not right:
        raise Wrong(otherwise)


class _Reading:
    """The log with a finger on the next event."""

    def __init__(self, events: Iterable[Event], scrolls: Mapping[str, Any]) -> None:
        self.events = list(events)
        self.at = 0
        self.scrolls = scrolls
        self.terms: dict[str, Any] = {}
        self.turn, self.phase = 0, "set_up"
        self.men: dict[str, Man] = {}
        self.by_number: list[Man] = []
        self.attacks = self.quiet = 0
        self.outs: dict[str, str] = {}
        self.faces: list[tuple[int, int]] = []  # sides and face, in the order in which they fell

    # Reading

    @property
    def next(self) -> Event:
        require(self.at < len(self.events), f"turn {self.turn}, {self.phase}: the log breaks off")
        return self.events[self.at]

    def comes(self, kind: str, **figures: Any) -> bool:
        if self.at >= len(self.events):
            return False
        event = self.events[self.at]
        return event["type"] == kind and all(event.get(key) == value for key, value in figures.items())

    def wrong(self, why: str) -> Wrong:
        event = self.events[self.at] if self.at < len(self.events) else None
        return Wrong(f"event {self.at}, turn {self.turn}, {self.phase}: {why}: {event}")

    def ask(self, right: bool, otherwise: str) -> None:
        if not right:
            raise self.wrong(otherwise)

    def take(self, kind: str, **figures: Any) -> Event:
        """The next event, which must say exactly this."""
        event = self.next
        expected = {"turn": self.turn, "phase": self.phase, "type": kind, **figures}
        for key, value in expected.items():
            said = event.get(key, "nothing")
            self.ask(said == value and isinstance(said, bool) == isinstance(value, bool), f"{key} should be {value}")
        self.ask(set(event) == set(expected), f"unaccounted for: {set(event) ^ set(expected)}")
        self.at += 1
        return event

    def face(self, sides: int, face: Any) -> int:
        whole = isinstance(face, int) and not isinstance(face, bool)
        self.ask(whole and 1 <= face <= sides, f"no D{sides} shows {face}")
        self.faces.append((sides, face))
        return int(face)

    # Who is where

    @property
    def standing(self) -> list[Man]:
        return [man for man in self.by_number if not man.out]

    def inside(self, place: Hex) -> bool:
        return apart(place, (0, 0)) <= self.terms["radius"]

    def at_hex(self, place: Hex) -> Man | None:
        return next((man for man in self.men.values() if not man.out and man.hex == place), None)

    # The whole fight

    def read(self) -> None:
        self.set_up()
        while not self.over():
            self.play_turn()
        self.result()
        require(self.at == len(self.events), f"after the result: {self.events[self.at :]}")

    def play_turn(self) -> None:
        self.turn += 1
        self.picks()
        self.phase = "carry_out_moves"
        self.in_order(self.to_move, lambda man: man.now("initiative"), lambda man: not man.red_only, self.carry_out)
        self.phase = "resolve_attacks"
        before = self.attacks
        self.in_order(self.to_strike, self.watchful, lambda man: not man.mighty, self.strike)
        self.quiet = 0 if self.attacks > before else self.quiet + 1
        self.phase = "end_phase"
        self.end_phase()

    # 2.4, S1 to S5

    def set_up(self) -> None:
        while self.next["turn"] == 0:
            self.place()
        require(2 <= len(self.men) <= 8, f"{len(self.men)} fighters")

    def place(self) -> None:
        event = self.next
        where = tuple(event["to"])
        terms = {key: event[key] for key in TERMS}
        self.ask(terms == (self.terms or terms), "the same is agreed for all")
        self.terms = terms
        self.ask(event["scroll"] in self.scrolls, "no such scroll")
        self.ask(set(event["levels"]) == set(CHARACTERISTICS), "five characteristics")
        self.ask(event["fighter"] not in self.men, "set up twice")
        self.ask(all(man.age < event["age_rank"] for man in self.men.values()), "the oldest first")
        self.ask(event["facing"] in range(6), "no such facing")
        self.ask(set(event["past"]) == {"ad", "initiative", "no_fast", "gone", "hates", "fingers"}, "what he brings")
        self.ask(where in self.open_hexes(), "not where he may be set up")
        self.take(
            "move",
            fighter=event["fighter"],
            move=None,
            path=[list(where)],
            to=list(where),
            facing=event["facing"],
            ended="placed",
            **terms,
            **{key: event[key] for key in ("scroll", "levels", "age_rank", "past")},
        )
        self.men[event["fighter"]] = Man(
            event["fighter"],
            self.scrolls[event["scroll"]],
            dict(event["levels"]),
            event["age_rank"],
            event["past"],
            where,
            event["facing"],
            initiative_lost=event["past"]["initiative"],
        )

    def open_hexes(self) -> set[Hex]:
        """The rim, as far from everybody as was agreed, or as near to that as there is room for."""
        radius = self.terms["radius"]
        span = range(-radius, radius + 1)
        pit = [(q, r) for q in span for r in span if self.inside((q, r))]
        taken = [man.hex for man in self.men.values()]
        if self.terms["anywhere"]:
            return set(pit) - set(taken)
        rim = [one for one in pit if apart(one, (0, 0)) == radius]
        for spacing in range(self.terms["spacing"], 0, -1):
            if fit := {one for one in rim if all(apart(one, other) >= spacing for other in taken)}:
                return fit
        return set()

    # 4.0, M1 to M11

    def picks(self) -> None:
        self.phase = "pick_moves"
        if not self.by_number:
            # The log numbers nobody: all pick in the first turn, in their order.
            names = [event["fighter"] for event in self.events if event["turn"] == 1 and event["type"] == "pick"]
            require(sorted(names) == sorted(self.men), f"not all have picked in turn 1: {names}")
            self.by_number = [self.men[name] for name in names]
            for man in self.by_number:
                man.slow = self.is_slow(man.move("observe"))
        for man in self.standing:
            self.pick(man)

    def pick(self, man: Man) -> None:
        move = man.move(self.next["move"])
        bands = man.bands(self.turn)
        legal = move["band"] in bands or move["id"] == "observe"
        self.ask(legal or self.terms["table_mode"], "not open to him")
        self.take("pick", fighter=man.name, move=move["id"], band=move["band"], bands_allowed=bands, legal=legal)
        man.pick, man.legal = move, legal
        man.moved = man.struck = man.interrupting = man.mighty = man.watched = False

    def is_slow(self, move: Mapping[str, Any]) -> bool:
        """Whether no fast move may follow (M1)."""
        return move["band"] == "slow" and (self.terms["observe_is_slow"] or move["id"] != "observe")

    # 5.0 and 5.2, I1 to I12

    def in_order(
        self,
        to_act: Callable[[], list[Man]],
        speed: Callable[[Man], int],
        may_interrupt: Callable[[Man], bool],
        act: Callable[[Man], None],
    ) -> None:
        """The slowest, on ties the older, acts first, unless one who comes later and still has to act steps in."""
        waiting: list[Man] = []
        while free := to_act():
            waiting = self.still_waiting(waiting, free, speed)
            hasty = [man for man in free if man not in waiting and may_interrupt(man)]
            man = waiting[-1]
            if taker := self.interrupted(man, hasty, speed):
                waiting.append(taker)
                taker.interrupting = self.phase == "carry_out_moves"
            elif self.comes("adrenalin", use="boost", fighter=man.name, characteristic="initiative"):
                self.boost(man, "initiative")
            else:
                act(waiting.pop())

    @staticmethod
    def still_waiting(waiting: list[Man], free: list[Man], speed: Callable[[Man], int]) -> list[Man]:
        """Those who stepped in, as long as one is left for them to step in before; else the slowest (I9)."""
        kept = [man for man in waiting if man in free]
        if len(kept) > 1:
            return kept
        for man in kept:
            man.interrupting = False
        return [min(free, key=lambda man: (speed(man), man.age))]

    def interrupted(self, man: Man, hasty: list[Man], speed: Callable[[Man], int]) -> Man | None:
        """All who could act before him are asked, the fastest first, on ties the younger."""
        asked: list[Man] = []
        while free := [one for one in hasty if one not in asked and self.can_outrun(one, man, speed)]:
            one = max(free, key=lambda one: (speed(one), one.age))
            asked.append(one)
            if self.takes(one, man, speed):
                return one
        return None

    @staticmethod
    def can_outrun(one: Man, man: Man, speed: Callable[[Man], int]) -> bool:
        return (speed(one) + RUSH * len(one.counters), one.age) > (speed(man), man.age)

    def takes(self, one: Man, man: Man, speed: Callable[[Man], int]) -> bool:
        takes, spent = self.next.get("takes"), self.next.get("spent")
        self.ask(isinstance(takes, bool) and isinstance(spent, int), f"whether {one.name} interrupts {man.name}")
        self.ask(not spent or bool(takes), "nothing is spent on not interrupting")
        self.take(
            "interrupt",
            fighter=one.name,
            before=man.name,
            takes=takes,
            initiative=speed(one),
            against=speed(man),
            spent=spent,
        )
        for _ in range(spent or 0):
            self.boost(one, "initiative")
        fast_enough = (speed(one), one.age) > (speed(man), man.age)
        require(fast_enough or not takes, f"turn {self.turn}: {one.name} is too slow to act before {man.name}")
        return bool(takes)

    # 6.7, R1 to R11

    def boost(self, man: Man, characteristic: str) -> None:
        self.spend(man, "boost", characteristic=characteristic, points=RUSH)
        man.boosts[characteristic] += 1

    def spend(self, man: Man, use: str, **figures: Any) -> None:
        self.ask(bool(man.counters), "he has no adrenalin")
        man.counters.pop(0)
        self.take("adrenalin", fighter=man.name, use=use, change=-1, left=len(man.counters), **figures)

    def boosts(self, *open_to: tuple[Man, str]) -> None:
        """Rushes on these, as many as come."""
        while self.comes("adrenalin", use="boost"):
            found = [pair for pair in open_to if (pair[0].name, pair[1]) == self.boosting()]
            self.ask(bool(found), "not open to him here")
            self.boost(*found[0])

    def boosting(self) -> tuple[str, str]:
        return self.next["fighter"], self.next["characteristic"]

    def earn(self, man: Man, use: str) -> None:
        man.counters.append(self.turn + 1)
        self.take("adrenalin", fighter=man.name, use=use, change=1, left=len(man.counters), until=self.turn + 1)

    # 5.1 and 5.3, P1 to P21

    def to_move(self) -> list[Man]:
        return [man for man in self.standing if not man.moved]

    def carry_out(self, man: Man) -> None:
        if not man.legal:
            man.pick = man.move("observe")
        path, ended = [man.hex], "complete" if man.legal else "illegal"
        steps = [man.facing + step for step in man.pick["path"]]
        if self.comes("adrenalin", use="extra_hex"):
            self.ask(self.inside(moved_by(man.hex, man.facing)), "there is the wall")
            self.spend(man, "extra_hex")
            steps = [man.facing, *steps]
        for direction in steps:
            into = moved_by(man.hex, direction)
            if not self.inside(into):
                ended = "wall"
                break
            if other := self.at_hex(into):
                won = self.push_off(man, other, direction % 6)
                ended = "push_off"
                man.mighty = won and bool(man.pick["mighty"]) and not man.interrupting
                path += [man.hex] if man.hex == into else []
                break
            man.hex = into
            path.append(into)
        self.turn_about(man, path, ended)

    def turn_about(self, man: Man, path: list[Hex], ended: str) -> None:
        before, facing = man.facing, self.next.get("facing")
        plain = {(before + turn) % 6 for turn in set(man.pick["facings"]) - set(man.pick["mighty"])}
        red = {(before + turn) % 6 for turn in man.pick["mighty"]}
        allowed = {
            "push_off": {before},
            "wall": plain or {before},
        }.get(ended, plain if man.interrupting else plain | red)
        self.ask(facing in allowed, f"he may face {allowed}")
        if ended in ("complete", "illegal"):
            man.mighty = facing in red
        man.moved, man.facing = True, int(facing or 0)
        man.slow = self.is_slow(man.pick)
        man.watched = man.pick["id"] == "observe" and ended != "push_off"
        self.take(
            "move",
            fighter=man.name,
            move=man.pick["id"],
            band=man.pick["band"],
            initiative=man.now("initiative"),
            path=[list(one) for one in path],
            to=list(man.hex),
            facing_before=before,
            facing=facing,
            mighty=man.mighty,
            interrupting=man.interrupting,
            ended=ended,
        )
        if man.watched and man.legal and man.trophy == self.turn:
            self.earn(man, "brandished")

    def push_off(self, man: Man, other: Man, direction: int) -> bool:
        """Whether the mover wins."""
        into, beyond = other.hex, moved_by(other.hex, direction)
        blocked = not self.inside(beyond) or self.at_hex(beyond) is not None
        while (totals := self.shove(man, other, direction, blocked))[0] == totals[1]:
            pass
        if totals[0] < totals[1]:
            return False
        if blocked:
            other.halved = True
        else:
            other.hex, man.hex = beyond, into
        other.mighty = False
        if not other.moved:
            other.moved = other.slow = True
        return True

    def shove(self, man: Man, other: Man, direction: int, blocked: bool) -> list[int]:
        self.boosts((man, "strength"), (other, "strength"))
        faces = [self.face(20, one) for one in self.next.get("faces", [])]
        self.ask(len(faces) == 2, "two dice")
        strength = [man.now("strength"), other.now("strength")]
        bonus = [one.flag("push_off_bonus", 0) for one in (man, other)]
        totals = [sum(parts) for parts in zip(faces, strength, bonus, strict=True)]
        won, tie = totals[0] > totals[1], totals[0] == totals[1]
        self.take(
            "push_off",
            mover=man.name,
            other=other.name,
            start=list(man.hex),
            into=list(other.hex),
            direction=direction,
            faces=faces,
            strength=strength,
            bonus=bonus,
            totals=totals,
            winner=None if tie else (man if won else other).name,
            blocked=won and blocked,
            pushed_to=list(moved_by(other.hex, direction)) if won and not blocked else None,
            halved=other.name if won and blocked else None,
            loses_move=other.name if won and not other.moved else None,
        )
        return totals

    # 6.0 to 6.4, A1 to A14

    def watchful(self, man: Man) -> int:
        return man.now("initiative") + WATCHING * man.watched

    def to_strike(self) -> list[Man]:
        """All who still may attack somebody."""
        free = [man for man in self.standing if not man.struck and man.stunned < self.turn]
        return [man for man in free if any(self.reach(man, other) is not None for other in self.standing)]

    @staticmethod
    def bearing(man: Man, other: Man) -> int | None:
        near = [side for side in range(6) if moved_by(man.hex, side) == other.hex]
        return (near[0] - man.facing) % 6 if near else None

    def reach(self, man: Man, other: Man) -> int | None:
        """The bearing at which he may attack the other."""
        side = self.bearing(man, other)
        return side if side is not None and self.modifier(man, side, "a") != "NA" else None

    @staticmethod
    def modifier(man: Man, side: int, which: str) -> Any:
        return man.scroll["ad_modifiers"][BEARINGS[side]][which]

    def strike(self, man: Man) -> None:
        man.struck = True
        if self.next.get("target") is None:
            self.take("attack", attacker=man.name, target=None, initiative=self.watchful(man))
            return
        other = self.men.get(self.next["target"])
        self.ask(other is not None and not other.out and self.reach(man, other) is not None, "out of his reach")
        assert other is not None
        self.attacks += 1
        man.fought = other.fought = self.turn
        aim, verdict = self.attack(man, other)
        if verdict == "hit" or (verdict == "roll_off" and self.roll_off(man, other)):
            self.damage(man, other, aim)

    def attack(self, man: Man, other: Man) -> tuple[str, str]:
        aim, guard = self.next.get("aim"), self.next.get("guard")
        self.ask({aim, guard} <= set(CHART_OF) - other.gone, "no such location on him")
        verdict = "roll_off" if frozenset((aim, guard)) in TOUCHING else "hit"
        verdict = "miss" if aim == guard else verdict
        self.take(
            "attack",
            attacker=man.name,
            target=other.name,
            number=self.attacks,
            initiative=self.watchful(man),
            mighty=man.mighty,
            bearing=self.reach(man, other),
            aim=aim,
            guard=guard,
            verdict=verdict,
        )
        return str(aim), verdict

    def roll_off(self, man: Man, other: Man) -> bool:
        self.boosts((man, "weapon_skill"), (other, "weapon_skill"))
        pair = (man, other)
        faces = [self.face(20, one) for one in self.next.get("faces", [])]
        self.ask(len(faces) == 2, "two dice")
        skills = [one.now("weapon_skill") for one in pair]
        sides = self.bearing(man, other), self.bearing(other, man)
        modifiers = [self.modifier(man, sides[0] or 0, "a"), self.modifier(other, sides[1] or 0, "d")]
        injuries = [one.injuries(self.turn) for one in pair]
        totals = [sum(parts) for parts in zip(faces, skills, modifiers, injuries, strict=True)]
        natural = self.natural(*faces)
        hit = natural == "hit" if natural else totals[0] > totals[1]
        self.take(
            "roll_off",
            attacker=man.name,
            target=other.name,
            faces=faces,
            weapon_skill=skills,
            modifiers=modifiers,
            injuries=injuries,
            totals=totals,
            natural=natural,
            hit=hit,
        )
        return hit

    @staticmethod
    def natural(attacker: int, defender: int) -> str | None:
        if attacker in (1, 20):
            return "hit" if attacker == 20 else "miss"
        if defender in (1, 20):
            return "hit" if defender == 1 else "miss"
        return None

    # 6.5, D1 to D7

    def damage(self, man: Man, other: Man, location: str) -> None:
        self.boosts((man, "strength"), (other, "toughness"))
        event, strength, toughness = self.next, man.now("strength"), other.now("toughness")
        sides = die_for(strength - toughness)
        dice = [self.face(sides, event.get("face"))]
        for sides_more, rolled, name in (
            (10, man.mighty, "mighty"),
            (6, other.name in man.past["hates"], "hatred"),
        ):
            self.ask((event.get(name) is not None) == rolled, f"whether the {name} die is rolled")
            dice += [self.face(sides_more, event[name])] if rolled else []
        armour = other.scroll["armour"][location]
        damage = max(1, sum(dice) - armour)
        before = other.now("wounds")
        man.damage += damage
        man.first_damage = man.first_damage or self.attacks
        other.wounds_lost += damage
        self.take(
            "damage",
            attacker=man.name,
            target=other.name,
            location=location,
            strength=strength,
            toughness=toughness,
            die=f"D{sides}",
            face=dice[0],
            mighty=event["mighty"],
            hatred=event["hatred"],
            total=sum(dice),
            armour=armour,
            damage=damage,
            wounds_before=before,
            wounds=before - damage,
            inflicted=man.damage,
        )
        self.earn(man, "earned")
        self.critical(man, other, location, damage)

    # 6.6, D8 to D26

    def critical(self, man: Man, other: Man, location: str, damage: int) -> None:
        chart = CHART_OF[location]
        result = row_of(CHARTS[chart], damage)
        said = self.next
        scar = self.scar(other) if result == "stunned_and_scar" else {}
        self.ask(self.next is said, "a scar tells of itself in the same event")
        cause = self.suffer(other, location, result)
        if result in TROPHIES:
            man.trophy = self.turn + 1
        self.take(
            "critical",
            target=other.name,
            by=man.name,
            location=location,
            chart=chart,
            damage=damage,
            result=result,
            **scar,
            ad=other.injuries(self.turn),
            initiative=other.now("initiative"),
            stunned_until=other.stunned,
            shaken_until=other.shaken,
            floored_until=other.floored,
            bleeds=other.bleeds,
            bleeds_d3=int(other.guts),
            no_fast=other.no_fast,
        )
        self.fall(man, other, cause)

    def fall(self, man: Man, other: Man, cause: str) -> None:
        if not cause and other.now("wounds") <= 0:
            self.boosts((other, "wounds"))
            cause = "wounds" if other.now("wounds") <= 0 else ""
        if cause:
            self.take_out(other, cause, man.name)

    def take_out(self, man: Man, cause: str, by: str | None) -> None:
        self.take("taken_out", fighter=man.name, cause=cause, by=by, wounds=man.now("wounds"))
        man.out = self.outs[man.name] = cause

    def scar(self, man: Man) -> dict[str, Any]:
        said = self.next
        face = self.face(10, said.get("scar_face"))
        scar = row_of(SCARS, face)
        told: dict[str, Any] = {"scar_face": face, "scar": scar}
        if scar == "facial_scar":
            return told
        side = self.face(6, said.get("side_face"))
        place = f"{'left' if side <= 3 else 'right'}_{'ear' if scar == 'ear_hacked_off' else 'eye'}"
        ignored = place in man.gone
        if not ignored:
            man.severed.add(place)
            man.initiative_lost += scar == "ear_hacked_off"
            man.eyes += scar == "blinded_in_one_eye"
        return told | {"side_face": side, "scar_place": place, "scar_ignored": ignored}

    def suffer(self, man: Man, location: str, result: str) -> str:
        """What a row of a chart does now and later.

        Returns:
            Why it takes him out, or an empty text.
        """
        if result in KILLS or result == "ko":
            return "ko" if result == "ko" else "killed"
        if result in ("stunned", "stunned_and_scar"):
            man.stunned = max(man.stunned, self.turn + man.flag("head_stun_turns_after", 1))
        elif result in ("groin_stun", "floored", "emasculated"):
            man.shaken = self.turn + 1
            man.floored = man.floored if result == "groin_stun" else self.turn + 1
            man.bleeds += result == "emasculated"
        elif result in ("rib_broken", "bleeding_wound", "disembowelled"):
            man.ribs += result == "rib_broken"
            man.bleeds += result == "bleeding_wound"
            man.guts = man.guts or result == "disembowelled"
        elif location.endswith("arm"):
            return self.hurt_arm(man, location, result)
        elif location.endswith("leg"):
            return self.hurt_leg(man, location, result)
        return ""

    def hurt_arm(self, man: Man, arm: str, result: str) -> str:
        if result == "finger_lost":
            left = FINGERS - self.past_fingers(man, arm)
            man.fingers[arm] = min(left, man.fingers.get(arm, 0) + 1)
        elif result in WORST_OF_ARM:
            order = list(WORST_OF_ARM)
            man.arms[arm] = max(man.arms.get(arm, result), result, key=order.index)
        if result == "arm_chopped_off":
            man.fingers.pop(arm, None)
            man.severed.add(arm)
            man.bleeds += 1
            return "arms" if {"left_arm", "right_arm"} <= man.gone else ""
        return ""

    @staticmethod
    def past_fingers(man: Man, arm: str) -> int:
        return sum(hand == arm for hand in man.past["fingers"])

    def hurt_leg(self, man: Man, leg: str, result: str) -> str:
        if result in ("leg_hurt", "kneecap_damaged"):
            man.initiative_lost += 1
        elif result in ("leg_broken", "leg_chopped_off"):
            man.legs.add(leg)
            if result == "leg_chopped_off":
                man.bleeds += 1
                man.severed.add(leg)
            return "legs" if len(man.legs) == 2 else ""
        return ""

    # 7.0 and 7.1, E1 to E11

    def end_phase(self) -> None:
        while self.comes("adrenalin", use="recover"):
            self.recover()
        bled = self.bleed()
        for man in self.standing:
            man.boosts = dict.fromkeys(CHARACTERISTICS, 0)
            man.halved = False
        falling = [man for man in self.standing if man.now("wounds") <= 0]
        stays = [man for man in self.standing if man not in falling]
        self.take(
            "end_phase",
            bled=bled,
            wounds={man.name: man.now("wounds") for man in stays},
            standing=[man.name for man in stays],
            taken_out=len(self.outs) + len(falling),
            needed=half(len(self.men)),
            quiet_turns=self.quiet,
        )
        for man in falling:
            without_blood = man.now("wounds") + bled.get(man.name, {"lost": 0})["lost"]
            self.take_out(man, "bleeding" if without_blood > 0 else "collapse", None)
        for man in self.standing:
            self.lose_counters(man)

    def recover(self) -> None:
        man = self.men[self.next["fighter"]]
        self.ask(not man.out, "he is out")
        wounds, initiative = self.next.get("wounds", 0), self.next.get("initiative", 0)
        self.ask(wounds >= 0 and initiative >= 0 and 1 <= wounds + initiative <= RECOVERED, "five points at most")
        self.ask(wounds <= man.wounds_lost, "no further than he started")
        self.ask(initiative <= man.initiative_lost, "no further than he started")
        man.wounds_lost -= wounds
        man.initiative_lost -= initiative
        self.spend(man, "recover", wounds=wounds, initiative=initiative)

    def bleed(self) -> dict[str, Any]:
        ends = next((one for one in self.events[self.at :] if one["type"] == "end_phase"), {})
        bled: dict[str, Any] = {}
        for man in self.standing:
            if man.bleeds or man.guts:
                faces = [self.face(6, one) for one in ends.get("bled", {}).get(man.name, {}).get("faces", [])]
                self.ask(len(faces) == man.guts, f"{man.name} rolls a D3 if he is disembowelled")
                lost = man.bleeds + sum(map(half, faces))
                man.wounds_lost += lost
                bled[man.name] = {"lost": lost, "faces": faces}
        return bled

    def lose_counters(self, man: Man) -> None:
        while man.counters and man.counters[0] <= self.turn:
            self.spend(man, "lost")

    def over(self) -> str:
        if len(self.outs) >= half(len(self.men)):
            return "taken_out"
        if self.turn >= self.terms["turn_limit"]:
            return "turn_limit"
        return "quiet_limit" if self.quiet >= self.terms["quiet_limit"] else ""

    def result(self) -> None:
        most = max((man.damage for man in self.standing), default=0)
        best = [man for man in self.standing if man.damage == most]
        if most:
            best = [min(best, key=lambda man: man.first_damage or 0)]
        self.take(
            "result",
            winner=best[0].name if len(best) == 1 else None,
            drawn=[man.name for man in best] if len(best) > 1 else [],
            reason=self.over(),
            turns=self.turn,
            damage={man.name: man.damage for man in self.by_number},
            first_damage={man.name: man.first_damage for man in self.by_number},
            standing=[man.name for man in self.standing],
            taken_out={name: self.outs[name] for name in self.outs},
        )


def check_log(events: Iterable[Event], scrolls: Path) -> list[tuple[int, int]]:
    """Reckon a whole fight again.

    Args:
        events: the log, as it comes out of JSON.
        scrolls: the file of scrolls.

    Returns:
        Sides and face of every die that the log tells of, in the order in which they had to be rolled.

    Raises:
        Wrong: at the first event that is not what the rules make of what went before.
    """
    reading = _Reading(events, scrolls_of(scrolls))
    try:
        reading.read()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as unreadable:
        raise reading.wrong(f"cannot be read ({unreadable!r})") from unreadable
    return reading.faces
