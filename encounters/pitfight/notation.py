"""One line of text for a fight and for an order, each to and from (``write_fight``, ``read_fight``, ``write_order``,
``read_order``).

A fight is written as its fields: ``name=value`` between braces, what has its usual value left out, a tuple between
parentheses, ``-`` for none, words percent-encoded. What follows from other fields, and the rules, are not written.
An order is its fighter, a word and what the word needs: ``0 pick lunge``, ``1 place 0,-6 3``, ``0 interrupt no``,
``0 interrupt yes 1``, ``0 go``, ``0 go extra``, ``0 face 3``, ``0 boost strength``, ``0 boost pass``, ``1 strike 0``,
``1 strike nobody``, ``1 aim head``, ``1 recover 3 2``, ``1 recover pass``.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from urllib.parse import quote, unquote

from encounters.pitfight.criticals import Injury, harm_of
from encounters.pitfight.errors import Malformed
from encounters.pitfight.hexes import LARGEST_RADIUS, arena
from encounters.pitfight.levels import CHARACTERISTICS
from encounters.pitfight.orders import Aim, Boost, Face, Go, Interrupt, Order, Pick, Place, Recover, Strike
from encounters.pitfight.scrolls import PitRules, Scroll
from encounters.pitfight.state import Fighter, PitFight

FORMAT = "pit1"
_LEFT_OUT: Mapping[type, tuple[str, ...]] = {PitFight: ("rules", "offered"), Fighter: ("harm",)}

# --- orders -----------------------------------------------------------------------------------------------------


def write_order(order: Order) -> str:
    match order:
        case Place(fighter, (q, r), facing):
            return f"{fighter} place {q},{r} {facing}"
        case Pick(fighter, move):
            return f"{fighter} pick {move}"
        case Interrupt(fighter, takes, spend):
            return f"{fighter} interrupt {'yes' if takes else 'no'}{f' {spend}' if spend else ''}"
        case Go(fighter, extra):
            return f"{fighter} go{' extra' if extra else ''}"
        case Face(fighter, facing):
            return f"{fighter} face {facing}"
        case Boost(fighter, on):
            return f"{fighter} boost {'pass' if on is None else CHARACTERISTICS[on]}"
        case Strike(fighter, target):
            return f"{fighter} strike {'nobody' if target is None else target}"
        case Aim(fighter, location):
            return f"{fighter} aim {location}"
        case Recover(fighter, wounds, initiative):
            return f"{fighter} recover {f'{wounds} {initiative}' if wounds or initiative else 'pass'}"


_NUMBER = r"(0|[1-9][0-9]{0,3})"
_WORD = r"([a-z][a-z0-9_]{0,39})"
_ORDERS: tuple[tuple[re.Pattern[str], Callable[..., Order]], ...] = tuple(
    (re.compile(f"{_NUMBER} {pattern}", re.ASCII), make)
    for pattern, make in (
        (
            rf"place (-?{_NUMBER}),(-?{_NUMBER}) {_NUMBER}",
            lambda who, q, _, r, __, f: Place(who, (int(q), int(r)), int(f)),
        ),
        (f"pick {_WORD}", Pick),
        ("interrupt no", lambda who: Interrupt(who, False)),
        (f"interrupt yes(?: {_NUMBER})?", lambda who, spend: Interrupt(who, True, int(spend or 0))),
        ("go", Go),
        ("go extra", lambda who: Go(who, True)),
        (f"face {_NUMBER}", lambda who, facing: Face(who, int(facing))),
        ("boost pass", Boost),
        (f"boost ({'|'.join(CHARACTERISTICS)})", lambda who, on: Boost(who, CHARACTERISTICS.index(on))),
        ("strike nobody", Strike),
        (f"strike {_NUMBER}", lambda who, target: Strike(who, int(target))),
        (f"aim {_WORD}", Aim),
        ("recover pass", Recover),
        (f"recover {_NUMBER} {_NUMBER}", lambda who, wounds, initiative: Recover(who, int(wounds), int(initiative))),
    )
)


def read_order(text: str) -> Order:
    """The order that a line says.

    Raises:
        Malformed: when it says none.
    """
    for pattern, make in _ORDERS:
        if found := pattern.fullmatch(text):
            who, *rest = found.groups()
            return make(int(who), *rest)
    raise Malformed(f"{text[:60]!r} is no order")


# --- fights -----------------------------------------------------------------------------------------------------


def write_fight(fight: PitFight) -> str:
    return FORMAT + _written(fight)


def _written(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return "'" + quote(value, safe="")
    if isinstance(value, tuple):
        return f"({','.join(map(_written, value))})"
    if isinstance(value, Scroll):
        return _written(value.key)
    if isinstance(value, Order):
        return _written(write_order(value))
    return f"{{{','.join(_fields(value))}}}"


def _fields(value: Any) -> list[str]:
    kind = type(value)
    named = [(field, getattr(value, field.name)) for field in dataclasses.fields(kind)]
    return [
        f"{field.name}={_written(held)}"
        for field, held in named
        if field.name not in _LEFT_OUT.get(kind, ()) and (field.default is dataclasses.MISSING or held != field.default)
    ]


def read_fight(text: str, rules: PitRules) -> PitFight:
    """The fight that a line says, under those rules.

    Raises:
        Malformed: when it says none, or one that cannot be.
    """
    if not text.startswith(FORMAT):
        raise Malformed(f"a fight begins with {FORMAT}")
    reader = _Reader(text, rules)
    reader.at = len(FORMAT)
    fight: PitFight = reader.value(PitFight)
    if reader.at != len(text):
        raise reader.wrong("the end")
    _check_sound(fight)
    return fight


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


class _Reader:
    """Reads a value of a known type from where it stands in the text."""

    _INT = re.compile(r"-?(0|[1-9][0-9]{0,8})", re.ASCII)
    _NAME = re.compile(r"[a-z_]{1,30}", re.ASCII)
    _TEXT = re.compile(r"'([A-Za-z0-9_.~%-]*)", re.ASCII)

    def __init__(self, text: str, rules: PitRules) -> None:
        self.text = text
        self.rules = rules
        self.at = 0

    def wrong(self, expected: str) -> Malformed:
        return Malformed(f"character {self.at + 1}: {expected} is expected")

    def took(self, mark: str) -> bool:
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def need(self, mark: str) -> None:
        if not self.took(mark):
            raise self.wrong(mark)

    def match(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise self.wrong(expected)
        self.at = found.end()
        return found

    def value(self, kind: Any) -> Any:
        origin = get_origin(kind)
        if kind == Order:
            return read_order(self.word())
        if origin in (Union, types.UnionType):
            return (
                None if self.took("-") else self.value(next(one for one in get_args(kind) if one is not types.NoneType))
            )
        if origin is tuple:
            return self.items(get_args(kind))
        if origin is Literal:
            return self.one_of(get_args(kind))
        if kind is Scroll:
            return self.rules.scrolls[self.one_of(tuple(self.rules.scrolls))]
        if dataclasses.is_dataclass(kind):
            return self.fields(kind)
        return self.plain(kind)

    def plain(self, kind: Any) -> Any:
        if kind is bool:
            if self.took("yes"):
                return True
            self.need("no")
            return False
        return int(self.match(self._INT, "a number").group()) if kind is int else self.word()

    def word(self) -> str:
        return unquote(self.match(self._TEXT, "a word").group(1))

    def one_of(self, words: tuple[str, ...]) -> str:
        word = self.word()
        if word not in words:
            raise self.wrong(f"one of {', '.join(words)}")
        return word

    def items(self, kinds: tuple[Any, ...]) -> tuple[Any, ...]:
        self.need("(")
        repeated = len(kinds) == 2 and kinds[1] is Ellipsis
        found: list[Any] = []
        while not self.took(")"):
            if found:
                self.need(",")
            if not repeated and len(found) == len(kinds):
                raise self.wrong(")")
            found.append(self.value(kinds[0] if repeated else kinds[len(found)]))
        if not repeated and len(found) != len(kinds):
            raise self.wrong(f"{len(kinds)} values")
        return tuple(found)

    def fields(self, kind: Any) -> Any:
        self.need("{")
        left_out = _LEFT_OUT.get(kind, ())
        found: dict[str, Any] = {"rules": self.rules} if kind is PitFight else {}
        while not self.took("}"):
            if len(found) > (kind is PitFight):
                self.need(",")
            name = self.match(self._NAME, "a field").group()
            if name not in _hints(kind) or name in found or name in left_out:
                raise self.wrong("another field")
            self.need("=")
            found[name] = self.value(_hints(kind)[name])
        try:
            return self.harmed(kind(**found)) if kind is Fighter else kind(**found)
        except TypeError:
            raise self.wrong(f"all that a {kind.__name__} needs") from None

    def harmed(self, fighter: Fighter) -> Fighter:
        """With what his injuries come to."""
        charts = self.rules.charts
        _check_injuries(fighter.injuries, self.rules)
        if fighter.move and fighter.move not in fighter.scroll.moves:
            raise self.wrong("a move of his scroll")
        ignores, past = fighter.scroll.ignores, fighter.pit.past
        return fighter.changed(harm=harm_of(fighter.injuries, charts, ignores=ignores, before=past))


def _check_injuries(injuries: tuple[Injury, ...], rules: PitRules) -> None:
    for injury in injuries:
        if injury.result not in rules.charts.results:
            raise Malformed(f"{injury.result[:40]} is no critical result")


def _check_sound(fight: PitFight) -> None:
    """Every place leads to a fighter, every hex is one of the arena, and no two stand on one."""
    if not 1 <= fight.terms.radius <= LARGEST_RADIUS:
        raise Malformed("there is no such arena")
    hexes = [fighter.hex for fighter in fight.fighters if fighter.hex is not None]
    if set(hexes) - arena(fight.terms.radius).hexes or len(set(hexes)) < len(hexes):
        raise Malformed("the fighters cannot stand like that")
    if any(not 0 <= fighter.facing <= 5 or len(fighter.boosts) != len(CHARACTERISTICS) for fighter in fight.fighters):
        raise Malformed("a fighter cannot be like that")
    if any(not 0 <= place < len(fight.fighters) for place in _places(fight)):
        raise Malformed("a fighter is named whom the fight does not have")


def _places(fight: PitFight) -> list[int]:
    found = [
        *fight.asked,
        *fight.waiting,
        *(fight.to_ask or ()),
        *fight.declined,
        *(order.fighter for order in fight.sealed),
    ]
    found += [fight.blow.attacker, fight.blow.target] if fight.blow else []
    found += [fight.push_off.mover, fight.push_off.other] if fight.push_off else []
    found += [*fight.haggle.sides] if fight.haggle else []
    return found
