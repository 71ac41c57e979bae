"""What an offer is made of, and the words that several of them need."""

from __future__ import annotations

from dataclasses import dataclass

from encounters.pitfight.notation import write_order
from encounters.pitfight.orders import Order
from encounters.pitfight.picture import Diagram, key_of
from encounters.pitfight.schema import OBSERVE
from encounters.pitfight.state import PitFight, Question
from encounters.pitfight.turn_order import speed


@dataclass(frozen=True)
class Choice:
    """``value`` is what a form posts, ``key`` its name in the page and in the picture, ``ghost`` the same where the
    picture shows something for it. ``tone`` is mighty, adrenalin or plain; ``barred`` cannot be chosen now. ``more``
    is what need not be read at once, ``hint`` the few words of it by which one finds the choice among many.
    ``inward`` is the facing towards the middle, for a hex to stand on."""

    key: str
    value: str
    title: str
    told: str = ""
    more: str = ""
    hint: str = ""
    tone: str = "plain"
    ghost: str = ""
    barred: bool = False
    chosen: bool = False
    diagram: Diagram | None = None
    inward: int | None = None


@dataclass(frozen=True)
class Choices:
    """Choices under a heading; ``reason`` is why they are barred, or what speaks against them."""

    title: str
    choices: tuple[Choice, ...]
    reason: str = ""


@dataclass(frozen=True)
class Total:
    """A side of what is about to be settled: its sum, and what it comes to."""

    name: str
    summed: str
    total: str
    leads: bool


@dataclass(frozen=True)
class Part:
    """A location that can be hit: ``beside`` are the keys of those next to it. ``gone`` has been cut off."""

    key: str
    name: str
    armour: int
    beside: tuple[str, ...]
    gone: bool


@dataclass(frozen=True)
class Offer:
    """``secret`` answers are sealed. ``buttons`` are two choices that are two buttons; otherwise ``go`` is what the
    one button says. A hex to stand on goes with one of ``facings``, which the form posts beside it (`order_said`).
    ``parts`` are what can be hit; ``strikes`` tells the attacker from him who guards."""

    question: Question
    place: int
    name: str
    title: str
    why: str
    secret: bool
    groups: tuple[Choices, ...]
    go: str
    icon: str
    buttons: bool = False
    facings: tuple[tuple[int, str], ...] = ()
    parts: tuple[Part, ...] = ()
    strikes: bool = False
    totals: tuple[Total, ...] = ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that can be chosen."""
        return tuple(one for group in self.groups for one in group.choices if not one.barred)


def order_said(order: str, facing: str = "") -> str:
    """The order that a form says: its ``order``, and its ``facing`` where it has one."""
    return f"{order} {facing}" if facing else order


def choice_of(
    fight: PitFight,
    order: Order,
    title: str,
    told: str = "",
    *,
    more: str = "",
    tone: str = "plain",
    ghost: str = "",
    chosen: bool = False,
) -> Choice:
    key = key_of(order, fight.terms.radius)
    return Choice(key, write_order(order), title, told, more=more, tone=tone, ghost=ghost, chosen=chosen)


def name_of(fight: PitFight, place: int) -> str:
    return fight.fighters[place].pit.name


def asks(fight: PitFight, seat: int, asked: str) -> str:
    return f"{name_of(fight, seat)}: {asked}"


def move_name(fight: PitFight, place: int) -> str:
    """What he carries out: Observe in place of an illegal pick."""
    fighter = fight.fighters[place]
    return fighter.scroll.moves[OBSERVE].name if fighter.forced else fighter.the_move.name


def rushes(number: int) -> str:
    return "a rush" if number == 1 else f"{number} rushes"


def wait(fight: PitFight, order: Order) -> Choice:
    faster = speed(fight, order.fighter, spend=1)[0]
    told = f"Spends a rush: Initiative {faster}. Whoever is slower than that goes first."
    return choice_of(fight, order, "Wait", told, tone="adrenalin")
