"""One-line text forms of orders, and a skirmish as JSON; both round-trip.

roll · 0 done · 0 move 3,4 · 0 turn north · 0 attack 3 sword · 0 execute 3 · 0 reload bow · 0 fetch dagger ·
0 fetch dagger ground · 0 drop sword · 0 drop_pack · 0 remove_armour mail · 0 bandage 1 · 0 stabilise 1 · 0 rally ·
0 stand_up · 0 lead 1 3,4 · 0 plain shout · 0 stance yes no mail
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from encounters.hitchance.errors import Malformed
from encounters.hitchance.orders import (
    Attack,
    Bandage,
    Done,
    Drop,
    DropPack,
    Execute,
    Fetch,
    Lead,
    Move,
    Order,
    Plain,
    Rally,
    Reload,
    RemoveArmour,
    Roll,
    Stabilise,
    Stance,
    StandUp,
    Turn,
)
from encounters.hitchance.rules import HitRules
from encounters.hitchance.schema import Severity, Variant
from encounters.hitchance.squares import STEPS, Square
from encounters.hitchance.state import Fighter, Ground, Outcome, Skirmish, Step, Thing

FORMAT = "hit1"

# --- orders -----------------------------------------------------------------------------------------------------

_VERBS: dict[type, str] = {
    Done: "done",
    Move: "move",
    Turn: "turn",
    Attack: "attack",
    Execute: "execute",
    Reload: "reload",
    Fetch: "fetch",
    Drop: "drop",
    DropPack: "drop_pack",
    RemoveArmour: "remove_armour",
    Bandage: "bandage",
    Stabilise: "stabilise",
    Rally: "rally",
    StandUp: "stand_up",
    Lead: "lead",
    Plain: "plain",
    Stance: "stance",
}


def verb_of(order: Order) -> str:
    """The word by which an order is known; for those that cost anything it is the key of the action too."""
    return "roll" if isinstance(order, Roll) else _VERBS[type(order)]


def write_order(order: Order) -> str:
    if isinstance(order, Roll):
        return "roll"
    rest = [value for field, value in _fields(order) if field != "fighter"]
    words = [word for word in map(_word, rest) if word]
    if isinstance(order, Fetch):
        words = [order.thing, *(["ground"] if order.ground else [])]
    return " ".join([str(order.fighter), _VERBS[type(order)], *words])


def _fields(order: Order) -> list[tuple[str, Any]]:
    return [(name, getattr(order, name)) for name in order.__dataclass_fields__]


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value[0]},{value[1]}" if isinstance(value, tuple) else str(value)


_NUMBER = r"(0|[1-9][0-9]{0,3})"
_KEY = r"([a-z][a-z0-9_]{0,39})"
_SQUARE = rf"{_NUMBER},{_NUMBER}"
_WAY = f"({'|'.join(STEPS)})"
_ORDERS: tuple[tuple[re.Pattern[str], Callable[..., Order]], ...] = tuple(
    (re.compile(f"{_NUMBER} {pattern}", re.ASCII), make)
    for pattern, make in (
        ("done", Done),
        (f"move {_SQUARE}", lambda who, x, y: Move(who, (int(x), int(y)))),
        (f"turn {_WAY}", Turn),
        (f"attack {_NUMBER} {_KEY}", lambda who, target, weapon: Attack(who, int(target), weapon)),
        (f"execute {_NUMBER}", lambda who, target: Execute(who, int(target))),
        (f"reload {_KEY}", Reload),
        (f"fetch {_KEY}( ground)?", lambda who, thing, ground: Fetch(who, thing, bool(ground))),
        (f"drop {_KEY}", Drop),
        ("drop_pack", DropPack),
        (f"remove_armour {_KEY}", RemoveArmour),
        (f"bandage {_NUMBER}", lambda who, target: Bandage(who, int(target))),
        (f"stabilise {_NUMBER}", lambda who, target: Stabilise(who, int(target))),
        ("rally", Rally),
        ("stand_up", StandUp),
        (f"lead {_NUMBER} {_SQUARE}", lambda who, target, x, y: Lead(who, int(target), (int(x), int(y)))),
        (f"plain {_KEY}", Plain),
        (
            f"stance (yes|no) (yes|no)(?: {_KEY})?",
            lambda who, sunders, back, first: Stance(who, sunders == "yes", back == "yes", first or ""),
        ),
    )
)


def read_order(text: str) -> Order:
    """The order that a line says.

    Raises:
        Malformed: when it says none.
    """
    if text == "roll":
        return Roll()
    for pattern, make in _ORDERS:
        if found := pattern.fullmatch(text):
            who, *rest = found.groups()
            return make(int(who), *rest)
    raise Malformed(f"{text[:60]!r} is no order")


# --- skirmishes -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class _Saved:
    """A skirmish without its rules, of which only the two switches are kept."""

    format: str
    severity: Severity
    variant: Variant
    ground: Ground
    fighters: tuple[Fighter, ...]
    round_limit: int
    round: int
    step: Step
    version: int
    serial: int
    lying: tuple[tuple[Square, Thing], ...]
    outcome: Outcome | None


_SAVED = TypeAdapter(_Saved)
_KEPT = ("ground", "fighters", "round_limit", "round", "step", "version", "serial", "lying", "outcome")


def write_skirmish(skirmish: Skirmish) -> str:
    rules = skirmish.rules
    kept = {name: getattr(skirmish, name) for name in _KEPT}
    return _SAVED.dump_json(_Saved(FORMAT, rules.severity, rules.variant, **kept)).decode()


def read_skirmish(text: str, rules: HitRules) -> Skirmish:
    """The skirmish that was written, under those rules.

    Raises:
        Malformed: when it is none, or one that cannot be.
    """
    try:
        saved = _SAVED.validate_python(json.loads(text), strict=False)
    except (ValueError, ValidationError, RecursionError):
        raise Malformed("this is no skirmish") from None
    if saved.format != FORMAT:
        raise Malformed(f"a skirmish has the format {FORMAT}")
    _check_sound(saved, rules)
    kept = {name: getattr(saved, name) for name in _KEPT}
    return Skirmish(rules.reading(severity=saved.severity, variant=saved.variant), **kept)


def _check_sound(saved: _Saved, rules: HitRules) -> None:
    sizes = {0, *rules.dice.shrinking.sizes}
    for fighter in saved.fighters:
        if not all(rules.knows(thing.key) for thing in fighter.things):
            raise Malformed(f"{fighter.name[:40]} carries what is no thing of this game")
        if not all(injury.number in rules.injuries.injuries for injury in fighter.injuries):
            raise Malformed(f"{fighter.name[:40]} has an injury that there is not")
        if not saved.ground.has(fighter.at) or fighter.facing not in STEPS:
            raise Malformed(f"{fighter.name[:40]} cannot stand like that")
        if not all(die.size in sizes for die in fighter.dice):
            raise Malformed(f"{fighter.name[:40]} has a die that there is not")
