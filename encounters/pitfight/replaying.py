"""A fight played again from its orders and faces, and cut into frames to look at one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from encounters.pitfight.bout import Event
from encounters.pitfight.engine import apply
from encounters.pitfight.errors import Illegal, Malformed, OutOfDate
from encounters.pitfight.hexes import step as next_hex
from encounters.pitfight.levels import WOUNDS
from encounters.pitfight.orders import Order
from encounters.pitfight.state import Fighter, PitFight
from mordheim.rules.dice import DiceError, EnteredDice

# What opens a frame; everything else is told in the one that is open.
OPENS = ("move", "push_off", "attack", "end_phase")


@dataclass(frozen=True, slots=True)
class Taken:
    """One step of a fight: what answered a question, and the faces that fell then."""

    orders: tuple[Order, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of a fight: how it stands once these events have come to pass."""

    turn: int
    fight: PitFight
    events: tuple[Event, ...]


class Diverged(Exception):
    """The orders and faces do not play this fight any more, because the rules have changed since."""


def played_again(opening: PitFight, steps: Iterable[Taken]) -> list[tuple[PitFight, list[Event]]]:
    """The fight after each step, with what happened in it.

    Raises:
        Diverged: where the rules or the dice do not let it be the same fight.
    """
    fight, found = opening, []
    for step in steps:
        dice = EnteredDice(step.faces)
        try:
            fight, events = apply(fight, step.orders, dice)
            dice.finish()
        except (DiceError, Illegal, Malformed, OutOfDate) as error:
            raise Diverged(str(error)) from None
        found.append((fight, events))
    return found


def frames_of(opening: PitFight, steps: Iterable[Taken]) -> list[Frame]:
    """The fight as frames, the first of them before anybody stands in the arena.

    Raises:
        Diverged: as `played_again` does.
    """
    frames = [Frame(0, opening, ())]
    now, told = opening, list[Event]()
    for after, events in played_again(opening, steps):
        for event in events:
            if told and _opens(event, told[-1]):
                frames.append(Frame(told[0]["turn"], now, tuple(told)))
                told = []
            told.append(event)
            now = _folded(now, event)
        now = after
    if told:
        frames.append(Frame(told[0]["turn"], now, tuple(told)))
    return frames


def _opens(event: Event, before: Event) -> bool:
    """Picks are revealed together; whoever falls in an End Phase, and the result, come with it."""
    kind, last = str(event["type"]), str(before["type"])
    if kind == "pick":
        return last != "pick"
    return kind in OPENS or last == "pick"


# --- within a step ----------------------------------------------------------------------------------------------


def _folded(fight: PitFight, event: Event) -> PitFight:
    """The fight with what a picture shows of the event. Where a step ends the fight itself takes over."""
    changed = _SEEN.get(event["type"], _unchanged)(fight, event)
    if not changed:
        return replace(fight, turn=event["turn"], step=event["phase"])
    fighters = tuple(changed.get(one.pit.name, one) for one in fight.fighters)
    return replace(fight, fighters=fighters, turn=event["turn"], step=event["phase"])


Changed = Mapping[str, Fighter]


def _unchanged(fight: PitFight, event: Event) -> Changed:
    return {}


def _called(fight: PitFight, name: str) -> Fighter:
    return next(one for one in fight.fighters if one.pit.name == name)


def _moved(fight: PitFight, event: Event) -> Changed:
    name = event["fighter"]
    seen = {"hex": tuple(event["to"]), "facing": event["facing"], "mighty": bool(event.get("mighty"))}
    return {name: _called(fight, name).changed(**seen)}


def _pushed(fight: PitFight, event: Event) -> Changed:
    """Whoever wins stands on the contested hex; he who was there goes on in the same direction."""
    if event["winner"] != event["mover"] or event["blocked"]:
        return {}
    into = tuple(event["into"])
    mover, other = _called(fight, event["mover"]), _called(fight, event["other"])
    away = next_hex(into, event["direction"])
    return {mover.pit.name: mover.changed(hex=into), other.pit.name: other.changed(hex=away)}


def _hurt(fight: PitFight, event: Event) -> Changed:
    target = _called(fight, event["target"])
    lost = target.pit.levels[WOUNDS] + target.boosts[WOUNDS] - event["wounds"]
    attacker = _called(fight, event["attacker"])
    return {
        target.pit.name: target.changed(wounds_lost=lost),
        attacker.pit.name: attacker.changed(damage=event["inflicted"]),
    }


def _fell(fight: PitFight, event: Event) -> Changed:
    out = _called(fight, event["fighter"])
    return {out.pit.name: out.changed(hex=None, out=event["cause"], out_turn=event["turn"], counters=())}


_SEEN: Mapping[str, Callable[[PitFight, Event], Changed]] = {
    "move": _moved,
    "push_off": _pushed,
    "damage": _hurt,
    "taken_out": _fell,
}


def turns_of(frames: Sequence[Frame]) -> list[tuple[int, int]]:
    """Each turn with the number of its first frame."""
    firsts: dict[int, int] = {}
    for number, frame in enumerate(frames):
        firsts.setdefault(frame.turn, number)
    return sorted(firsts.items())
