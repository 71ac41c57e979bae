"""A second pair of eyes: re-reckons a whole fight from its log, and knows nothing of the engine.

It has the tables of the rules typed out once more, reads the scrolls as plain YAML, keeps its own account of every
fighter and stops at the first figure that is not what it ought to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

Event = dict[str, Any]

VECTORS = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
AROUND = ["front", "front_right", "rear_right", "rear", "rear_left", "front_left"]
BESIDE = {
    "head": "body left_arm right_arm",
    "body": "head left_arm right_arm groin",
    "left_arm": "head body",
    "right_arm": "head body",
    "groin": "body left_leg right_leg",
    "left_leg": "groin right_leg",
    "right_leg": "groin left_leg",
}
# The most damage of each row.
CHARTS = {
    "head": [(2, "none"), (6, "stunned"), (8, "stunned_and_scar"), (10, "ko"), (999, "decapitated")],
    "body": [(4, "none"), (6, "rib_broken"), (8, "bleeding_wound"), (10, "disembowelled"), (999, "chest_ripped_open")],
    "groin": [(1, "none"), (4, "groin_stun"), (8, "floored"), (10, "emasculated"), (999, "hacked_in_half")],
    "arm": [(4, "none"), (6, "arm_hurt"), (8, "finger_lost"), (10, "arm_broken"), (999, "arm_chopped_off")],
    "leg": [(2, "none"), (6, "leg_hurt"), (8, "kneecap_damaged"), (10, "leg_broken"), (999, "leg_chopped_off")],
}
DEADLY = {"decapitated": "killed", "chest_ripped_open": "killed", "hacked_in_half": "killed", "ko": "ko"}
BANDS = ["slow", "normal", "fast"]


class Wrong(AssertionError):
    """The log says what cannot be."""


@dataclass
class Account:
    """One fighter as the log makes him."""

    name: str
    scroll: dict[str, Any]
    levels: dict[str, int]
    age: int
    past: dict[str, Any]
    hex: tuple[int, int] | None
    facing: int
    wounds_lost: int = 0
    initiative_lost: int = 0
    hurts: list[tuple[str, str]] = field(default_factory=list)
    rushes: list[int] = field(default_factory=list)
    boosts: Counter[str] = field(default_factory=Counter)
    halved: bool = False
    stunned: int = 0
    shaken: int = 0
    floored: int = 0
    move: str = ""
    band: str = "slow"
    fought: bool = False
    moved: bool = False
    legal: bool = True
    interrupting: bool = False
    cutting_in: bool = False
    extra: bool = False
    mighty: bool = False
    observing: bool = False
    struck: bool = False
    out: str = ""
    damage: int = 0
    first: int = 0
    trophy: int = 0

    def flag(self, name: str, usual: Any) -> Any:
        found = [rule["flags"][name] for rule in self.scroll.get("special_rules", []) if name in rule["flags"]]
        return found[0] if found else usual

    @property
    def wounds(self) -> int:
        return self.levels["wounds"] - self.wounds_lost + self.boosts["wounds"]

    def level(self, name: str) -> int:
        value = self.levels[name]
        return (-(-value // 2) if self.halved else value) + self.boosts[name]

    @property
    def initiative(self) -> int:
        value = max(self.levels["initiative"] - self.initiative_lost, 0)
        legs = {place for hurt, place in self.hurts if hurt in ("leg_broken", "leg_chopped_off")}
        for _ in range(len(legs) + self.halved):
            value = -(-value // 2)
        return value + self.boosts["initiative"]

    def ad(self, turn: int) -> int:
        spared = self.flag("ignore_ad_penalty", [])
        total = self.past["ad"] - (turn <= self.shaken)
        for side in ("left", "right"):
            arm = [hurt for hurt, place in self.hurts if place == f"{side}_arm"]
            worst = -3 if {"arm_broken", "arm_chopped_off"} & set(arm) else 0
            if not worst and "arm_hurt" in arm and "arm_hurt" not in spared:
                worst = -1
            fingers = 0 if "arm_chopped_off" in arm else min(arm.count("finger_lost"), 5)
            total += worst - fingers
        names = [hurt for hurt, _ in self.hurts]
        ribs = 0 if "rib_broken" in spared else names.count("rib_broken")
        return total - ribs - 3 * ("disembowelled" in names) - names.count("blinded_in_one_eye")

    @property
    def blood(self) -> tuple[int, int]:
        names = [hurt for hurt, _ in self.hurts]
        steady = sum(
            names.count(one) for one in ("bleeding_wound", "emasculated", "arm_chopped_off", "leg_chopped_off")
        )
        return steady, int("disembowelled" in names)

    @property
    def no_fast(self) -> bool:
        return self.past["no_fast"] or bool(
            {"leg_broken", "leg_chopped_off", "disembowelled"} & {h for h, _ in self.hurts}
        )

    def gone(self, place: str) -> bool:
        cut = any(h in ("arm_chopped_off", "leg_chopped_off") and p == place for h, p in self.hurts)
        return cut or place in self.past["gone"]


class Checker:
    def __init__(self, scrolls: dict[str, Any]) -> None:
        self.scrolls = scrolls
        self.who: dict[str, Account] = {}
        self.radius = 0
        self.blows = 0
        self.quiet = 0
        self.hit: Event = {}
        self.pushed: Event = {}
        self.fell: list[Event] = []
        self.owed = ""
        self.turn = self.ended = 0

    def check(self, events: list[Event]) -> None:
        for number, event in enumerate(events):
            if event["turn"] != self.turn:
                self.turn = event["turn"]
            try:
                rule: Callable[[Event], None] = getattr(self, f"_{event['type']}")
                rule(event)
            except (AssertionError, KeyError, ValueError, TypeError) as error:
                raise Wrong(f"event {number}, {event}: {error!r}") from error

    def is_(self, told: Any, ought: Any, what: str) -> None:
        assert told == ought, f"{what}: told {told}, ought to be {ought}"

    def inside(self, at: tuple[int, int]) -> bool:
        return max(abs(at[0]), abs(at[1]), abs(at[0] + at[1])) <= self.radius

    def on(self, at: tuple[int, int]) -> Account | None:
        return next((one for one in self.who.values() if one.hex == at), None)

    def bearing(self, one: Account, other: Account) -> int:
        assert one.hex is not None
        assert other.hex is not None
        step = (other.hex[0] - one.hex[0], other.hex[1] - one.hex[1])
        return (VECTORS.index(step) - one.facing) % 6

    def _slowest(self, one: Account, ready: list[Account]) -> None:
        """Whoever interrupts nobody is the slowest of those who may act, of equals the oldest."""
        slowest = min(ready, key=lambda who: (who.initiative + 10 * who.observing, who.age))
        self.is_(one.name, slowest.name, "who is next")

    def _may_strike(self, one: Account) -> bool:
        if one.out or one.struck or self.turn <= one.stunned:
            return False
        return any(self._reaches(one, other) for other in self.who.values() if other is not one and not other.out)

    def _reaches(self, one: Account, other: Account) -> bool:
        try:
            return one.scroll["ad_modifiers"][AROUND[self.bearing(one, other)]]["a"] != "NA"
        except ValueError:
            return False

    # --- moves

    def _pick(self, event: Event) -> None:
        one = self.who[event["fighter"]]
        move = self.entry(one, event["move"])
        self.is_(event["band"], move["band"], "band")
        free = 3
        if self.turn <= one.floored:
            free = 1
        elif one.fought or one.no_fast or one.band == "slow":
            free = 2
        self.is_(event["bands_allowed"], BANDS[:free], "bands")
        self.is_(event["legal"], move["band"] in BANDS[:free] or move["id"] == "observe", "legal")
        one.move, one.band, one.legal = event["move"], move["band"], event["legal"]
        one.moved = one.interrupting = one.cutting_in = one.mighty = one.observing = one.struck = one.fought = (
            one.extra
        ) = False

    def entry(self, one: Account, key: str) -> dict[str, Any]:
        return next(move for move in one.scroll["moves"] if move["id"] == key)

    def _interrupt(self, event: Event) -> None:
        one, other = self.who[event["fighter"]], self.who[event["before"]]
        attacks = event["phase"] == "resolve_attacks"
        speed = [(who.initiative + 10 * (attacks and who.observing), who.age) for who in (one, other)]
        self.is_([event["initiative"], event["against"]], [speed[0][0], speed[1][0]], "Initiative")
        if event["takes"]:
            assert (speed[0][0] + 10 * event["spent"], speed[0][1]) > speed[1], "too slow to interrupt"
            if attacks:
                assert not one.mighty
                assert not one.struck
                one.cutting_in = True
            else:
                move = self.entry(one, one.move)
                assert set(move["facings"]) - set(move["mighty"]), "only mighty"
                assert not one.moved
                one.interrupting = True

    def _move(self, event: Event) -> None:
        if event["ended"] == "placed":
            self.radius = event["radius"]
            where = tuple(event["to"])
            assert self.on(where) is None
            scroll = self.scrolls[event["scroll"]]
            name = event["fighter"]
            self.who[name] = Account(
                name, scroll, event["levels"], event["age_rank"], event["past"], where, event["facing"]
            )
            return
        one = self.who[event["fighter"]]
        assert not one.moved, "moves twice"
        if not one.interrupting:
            self._slowest(one, [who for who in self.who.values() if not who.moved and not who.out])
        one.moved = True
        if event["ended"] == "illegal":
            assert not one.legal
            one.move, one.band = "observe", "slow"
        move = self.entry(one, one.move)
        self.is_(event["move"], one.move, "move")
        self.is_(event["initiative"], one.initiative, "Initiative")
        self.is_(event["facing_before"], one.facing, "facing")
        self._check_path(event, one, move)
        self.is_(tuple(event["to"]), one.hex, "hex")
        self._check_facing(event, one, move)
        one.facing, one.mighty = event["facing"], event["mighty"]
        one.observing = one.move == "observe" and event["ended"] != "push_off"
        self.pushed = {}

    def _check_path(self, event: Event, one: Account, move: dict[str, Any]) -> None:
        path = [tuple(at) for at in event["path"]]
        steps = ([0] if one.extra else []) + move["path"]
        at = path[0]
        for taken, after in zip(steps, path[1:], strict=False):
            q, r = VECTORS[(one.facing + taken) % 6]
            self.is_(after, (at[0] + q, at[1] + r), "step")
            assert self.inside(after)
            at = after
        if event["ended"] == "push_off":
            self.is_(self.pushed["mover"], one.name, "mover")
            return
        self.is_(path[0], one.hex, "start")
        assert all(self.on(after) in (None, one) for after in path[1:]), "through somebody"
        if len(path) - 1 < len(steps):
            self.is_(event["ended"], "wall", "ended")
            q, r = VECTORS[(one.facing + steps[len(path) - 1]) % 6]
            assert not self.inside((at[0] + q, at[1] + r))
        one.hex = at

    def _check_facing(self, event: Event, one: Account, move: dict[str, Any]) -> None:
        turn = (event["facing"] - one.facing + 2) % 6 - 2
        plain = [facing for facing in move["facings"] if facing not in move["mighty"]]
        if event["ended"] == "push_off":
            won = self.pushed["winner"] == one.name
            self.is_(turn, 0, "turn")
            self.is_(event["mighty"], won and bool(move["mighty"]) and not one.interrupting, "mighty")
        elif event["ended"] == "wall" or one.interrupting:
            assert turn in (plain or [0]), "no plain facing"
            self.is_(event["mighty"], False, "mighty")
        else:
            assert turn in move["facings"], "no facing of the move"
            self.is_(event["mighty"], turn in move["mighty"], "mighty")

    def _push_off(self, event: Event) -> None:
        mover, other = self.who[event["mover"]], self.who[event["other"]]
        into, start = tuple(event["into"]), tuple(event["start"])
        self.is_(other.hex, into, "who is there")
        q, r = VECTORS[event["direction"]]
        self.is_(into, (start[0] + q, start[1] + r), "entered from")
        strength = [mover.level("strength"), other.level("strength")]
        bonus = [one.flag("push_off_bonus", 0) for one in (mover, other)]
        totals = [sum(parts) for parts in zip(event["faces"], strength, bonus, strict=True)]
        self.is_([event["strength"], event["bonus"], event["totals"]], [strength, bonus, totals], "figures")
        mover.hex = start
        if totals[0] == totals[1]:
            self.is_(event["winner"], None, "winner")
            return
        self.is_(self.pushed, {}, "a push-off before")
        self.is_(event["winner"], event["mover"] if totals[0] > totals[1] else event["other"], "winner")
        self.pushed = event
        if totals[0] < totals[1]:
            return
        beyond = (into[0] + q, into[1] + r)
        blocked = not self.inside(beyond) or self.on(beyond) is not None
        self.is_(event["blocked"], blocked, "blocked")
        self.is_(event["loses_move"], None if other.moved else other.name, "loses his move")
        other.mighty = False
        if not other.moved:
            other.moved, other.band = True, "slow"
        if blocked:
            other.halved = True
        else:
            other.hex, mover.hex = beyond, into

    # --- attacks

    def _attack(self, event: Event) -> None:
        one = self.who[event["attacker"]]
        self.is_(self.owed, "", "what has to come first")
        assert not one.struck, "two attacks"
        assert not one.out
        assert self.turn > one.stunned, "stunned"
        if not one.cutting_in:
            self._slowest(one, [who for who in self.who.values() if self._may_strike(who)])
        one.struck = True
        self.is_(event["initiative"], one.initiative + 10 * one.observing, "Initiative")
        if event["target"] is None:
            return
        other = self.who[event["target"]]
        self.blows += 1
        self.quiet = -1
        bearing = self.bearing(one, other)
        assert one.scroll["ad_modifiers"][AROUND[bearing]]["a"] != "NA", "out of reach"
        self.is_([event["number"], event["bearing"], event["mighty"]], [self.blows, bearing, one.mighty], "figures")
        aim, guard = event["aim"], event["guard"]
        assert {aim, guard} <= set(BESIDE)
        assert not other.gone(aim)
        assert not other.gone(guard)
        verdict = "miss" if aim == guard else "roll_off" if guard in BESIDE[aim].split() else "hit"
        self.is_(event["verdict"], verdict, "verdict")
        self.owed = {"miss": "", "hit": "damage", "roll_off": "roll_off"}[verdict]
        one.fought = other.fought = True
        self.hit = {**event, "hit": verdict == "hit"}

    def _roll_off(self, event: Event) -> None:
        one, other = self.who[event["attacker"]], self.who[event["target"]]
        self.is_(self.hit["verdict"], "roll_off", "verdict")
        by_hex = [
            one.scroll["ad_modifiers"][AROUND[self.bearing(one, other)]]["a"],
            other.scroll["ad_modifiers"][AROUND[self.bearing(other, one)]]["d"],
        ]
        skills = [one.level("weapon_skill"), other.level("weapon_skill")]
        injuries = [one.ad(self.turn), other.ad(self.turn)]
        totals = [sum(parts) for parts in zip(event["faces"], skills, by_hex, injuries, strict=True)]
        told = [event["weapon_skill"], event["modifiers"], event["injuries"], event["totals"]]
        self.is_(told, [skills, by_hex, injuries, totals], "figures")
        attack, defence = event["faces"]
        if attack in (1, 20):
            hits = attack == 20
        elif defence in (1, 20):
            hits = defence == 1
        else:
            hits = totals[0] > totals[1]
        self.is_(event["hit"], hits, "hit")
        self.hit["hit"] = hits
        self.owed = "damage" if hits else ""

    def _damage(self, event: Event) -> None:
        one, other = self.who[event["attacker"]], self.who[event["target"]]
        self.is_(self.owed, "damage", "what has to come first")
        self.owed = "critical"
        self.is_([event["attacker"], event["location"]], [self.hit["attacker"], self.hit["aim"]], "whom and where")
        difference = one.level("strength") - other.level("toughness")
        sides = 20 if difference >= 10 else 12 if difference >= 1 else 10 if difference >= -10 else 6
        self.is_(event["die"], f"D{sides}", "die")
        assert 1 <= event["face"] <= sides
        self.is_(event["mighty"] is not None, one.mighty, "mighty")
        self.is_(event["hatred"] is not None, other.name in one.past["hates"], "hatred")
        total = event["face"] + (event["mighty"] or 0) + (event["hatred"] or 0)
        armour = other.scroll["armour"][event["location"]]
        inflicted = max(total - armour, 1)
        self.is_([event["total"], event["armour"], event["damage"]], [total, armour, inflicted], "damage")
        self.is_([event["wounds_before"], event["wounds"]], [other.wounds, other.wounds - inflicted], "wounds")
        other.wounds_lost += inflicted
        one.damage += inflicted
        one.first = one.first or self.blows
        self.is_(event["inflicted"], one.damage, "tally")

    def _critical(self, event: Event) -> None:
        one, location = self.who[event["target"]], event["location"]
        self.is_(self.owed, "critical", "what has to come first")
        self.owed = ""
        self.is_(event["chart"], location.split("_")[-1], "chart")
        result = next(name for most, name in CHARTS[event["chart"]] if event["damage"] <= most)
        self.is_(event["result"], result, "row")
        self._suffer(one, result, location)
        if result in ("decapitated", "chest_ripped_open"):
            self.who[event["by"]].trophy = self.turn + 1
        self.is_("scar" in event, result == "stunned_and_scar", "scar")
        if "scar" in event:
            self._scar(event, one)
        told = [event["ad"], event["initiative"], event["bleeds"], event["bleeds_d3"], event["no_fast"]]
        self.is_(told, [one.ad(self.turn), one.initiative, *one.blood, one.no_fast], "harm")
        timers = [event["stunned_until"], event["shaken_until"], event["floored_until"]]
        self.is_(timers, [one.stunned, one.shaken, one.floored], "timers")

    def _suffer(self, one: Account, result: str, location: str) -> None:
        one.hurts.append((result, location))
        one.initiative_lost += result in ("leg_hurt", "kneecap_damaged", "ear_hacked_off")
        if result.startswith("stunned"):
            one.stunned = max(one.stunned, self.turn + one.flag("head_stun_turns_after", 1))
        if result in ("groin_stun", "floored", "emasculated"):
            one.shaken = max(one.shaken, self.turn + 1)
        if result in ("floored", "emasculated"):
            one.floored = max(one.floored, self.turn + 1)

    def _scar(self, event: Event, one: Account) -> None:
        face = event["scar_face"]
        scar = "facial_scar" if face <= 8 else "ear_hacked_off" if face == 9 else "blinded_in_one_eye"
        self.is_(event["scar"], scar, "scar")
        if face <= 8:
            return
        place = f"{'left' if event['side_face'] <= 3 else 'right'}_{'ear' if face == 9 else 'eye'}"
        self.is_(event["scar_place"], place, "side")
        ignored = place in one.past["gone"] or any(where == place for _, where in one.hurts)
        self.is_(event["scar_ignored"], ignored, "ignored")
        if not ignored:
            self._suffer(one, scar, place)

    # --- adrenalin and the end

    def _adrenalin(self, event: Event) -> None:
        one, use = self.who[event["fighter"]], event["use"]
        if event["change"] > 0:
            one.rushes.append(self.turn + 1)
            self.is_(event["until"], self.turn + 1, "until")
            if use == "brandished":
                self.is_([one.trophy, one.observing], [self.turn, True], "trophy")
        else:
            until = one.rushes.pop(0)
            assert until >= self.turn, "too late"
            assert use != "lost" or until == self.turn, "lost too early"
        self.is_(event["left"], len(one.rushes), "left")
        if use == "boost":
            self.is_(event["points"], 10, "points")
            one.boosts[event["characteristic"]] += 10
        elif use == "extra_hex":
            assert not one.moved
            one.extra = True
        elif use == "recover":
            self.is_(event["phase"], "end_phase", "phase")
            ought = min(5, one.wounds_lost + one.initiative_lost)
            self.is_(event["wounds"] + event["initiative"], ought, "recovered")
            one.wounds_lost -= event["wounds"]
            one.initiative_lost -= event["initiative"]
            assert min(one.wounds_lost, one.initiative_lost) >= 0

    def _taken_out(self, event: Event) -> None:
        one, cause = self.who[event["fighter"]], event["cause"]
        one.out, one.hex, one.rushes = cause, None, []
        if cause == "collapse":
            self.fell.append(event)
            return
        self.is_(event["wounds"], one.wounds, "wounds")
        self.is_(event["by"], self.hit["attacker"], "by")
        last = one.hurts[-1][0]
        legs = {place for hurt, place in one.hurts if hurt in ("leg_broken", "leg_chopped_off")}
        arms = {place for hurt, place in one.hurts if hurt == "arm_chopped_off"} | set(one.past["gone"])
        ruin = "legs" if len(legs) == 2 else "arms" if {"left_arm", "right_arm"} <= arms else ""
        self.is_(cause, DEADLY.get(last) or ruin or "wounds", "cause")
        assert cause != "wounds" or one.wounds <= 0

    def _end_phase(self, event: Event) -> None:
        fell = {one["fighter"]: one["wounds"] for one in self.fell}
        self.is_(self.owed, "", "what has to come first")
        for one in self.who.values():
            if one.out and one.name not in fell:
                continue
            assert one.moved, f"{one.name} has not moved"
            steady, d3 = one.blood
            told = event["bled"].get(one.name, {"lost": 0, "faces": []})
            self.is_(len(told["faces"]), d3, "D3s")
            self.is_(told["lost"], steady + sum(-(-face // 2) for face in told["faces"]), "blood")
            one.wounds_lost += told["lost"]
            one.boosts, one.halved = Counter(), False
            self.is_(one.wounds <= 0, one.name in fell, "collapse")
            ought = fell.get(one.name, event["wounds"].get(one.name))
            self.is_(ought, one.wounds, "wounds")
            assert all(until > self.turn for until in one.rushes), "a rush too old"
        self.fell = []
        self.ended = self.turn
        self.quiet += 1
        standing = [one.name for one in self.who.values() if not one.out]
        out, needed = len(self.who) - len(standing), -(-len(self.who) // 2)
        told = [event["standing"], event["taken_out"], event["needed"], event["quiet_turns"]]
        self.is_(told, [standing, out, needed, self.quiet], "the count")

    def _result(self, event: Event) -> None:
        self.is_(self.ended, self.turn, "the End Phase before")
        standing = [one for one in self.who.values() if not one.out]
        most = max((one.damage for one in standing), default=0)
        best = [one for one in standing if one.damage == most]
        winner, drawn = None, []
        if len(best) == 1 or (best and most):
            winner = min(best, key=lambda one: one.first).name
        else:
            drawn = [one.name for one in best]
        self.is_([event["winner"], event["drawn"]], [winner, drawn], "winner")
        self.is_(event["damage"], {one.name: one.damage for one in self.who.values()}, "damage")
        enough = len(self.who) - len(standing) >= -(-len(self.who) // 2)
        self.is_(event["reason"] == "taken_out", enough, "reason")


@cache
def _scrolls(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(path.read_text())["scrolls"]
    return read


def check_log(events: list[Event], scrolls: Path) -> None:
    """Raises Wrong at the first figure that is not what it ought to be."""
    Checker(_scrolls(scrolls)).check(events)
