"""The peddler after the game: his stock, and the order in which several winners buy.

Source: Town Cryer, Random Happenings (Peddler); rulings 13 and 22.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaigns.postbattle.run import Session
from encounters.happenings.plain import Lot, Peddler
from encounters.happenings.talk import Talk
from mordheim.rules.dice import Roll
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Item
from warbands.roster.refusals import Refused


def unpack(
    peddler: Peddler, rulebook: Rulebook, session: Session, *, step: str = "happening"
) -> tuple[Peddler, tuple[Roll, ...]]:
    """Roll how many of each thing he has."""
    talk = Talk(session, step)
    stock = tuple(_lot(peddler, rulebook.items[key], talk) for key in peddler.items)
    return peddler.model_copy(update={"stock": stock}), tuple(talk.rolls)


def _lot(peddler: Peddler, item: Item, talk: Talk) -> Lot:
    left = talk.roll(peddler.quantity, f"Peddler: how many ({item.name})").total
    fixed = item.price or 0
    asking = f"{fixed}+{item.plus} gc" if item.plus else f"{fixed} gc"
    price = None if item.plus else _reduced(fixed, peddler.price_parts)
    return Lot(item=item.key, name=item.name, left=left, asking=asking, price=price)


def _reduced(price: int, parts: int) -> int:
    """Rounded up (ruling 13)."""
    return -(-price // parts)


def ask_price(
    stall: Stall, item: str, rulebook: Rulebook, session: Session, *, step: str = "happening"
) -> tuple[Stall, tuple[Roll, ...]]:
    """Roll the dice of a price before somebody buys; it holds for all pieces of that kind.

    Raises:
        Refused: for what he has not.
    """
    lot, thing, talk = stall.lot(item), rulebook.items[item], Talk(session, step)
    if lot.price is not None or thing.plus is None:
        return stall, ()
    whole = (thing.price or 0) + talk.roll(thing.plus, f"Peddler: price ({lot.name})").total
    priced = lot.model_copy(update={"price": _reduced(whole, stall.price_parts)})
    return replace(stall, stock=tuple(priced if one == lot else one for one in stall.stock)), tuple(talk.rolls)


@dataclass(frozen=True)
class Stall:
    """Buyers by turns: ``buyers`` are the winners in order of play, each of whom takes one piece or wants no more."""

    stock: tuple[Lot, ...]
    buyers: tuple[str, ...]
    price_parts: int
    turn: int = 0

    @property
    def is_over(self) -> bool:
        return not self.buyers or all(lot.left == 0 for lot in self.stock)

    @property
    def buyer(self) -> str:
        """Whose turn it is; nobody's when it is over."""
        return "" if self.is_over else self.buyers[self.turn]

    def lot(self, item: str) -> Lot:
        """Raises Refused for what he has not, or has no more of."""
        found = next((lot for lot in self.stock if lot.item == item and lot.left), None)
        if found is None:
            raise Refused("The peddler has none of these left.", code="sold_out")
        return found

    def sold(self, item: str) -> Stall:
        """One piece goes to whose turn it is, and the next may buy.

        Raises:
            Refused: for what is not to be had, or has no price yet.
        """
        gone = self.lot(item)
        if gone.price is None:
            raise Refused(f"Ask the price first ({gone.name}).", code="price")
        stock = tuple(lot.model_copy(update={"left": lot.left - 1}) if lot == gone else lot for lot in self.stock)
        return replace(self, stock=stock, turn=(self.turn + 1) % len(self.buyers)) if self.buyers else self

    def done(self) -> Stall:
        """Whose turn it is wants no more."""
        left = tuple(name for place, name in enumerate(self.buyers) if place != self.turn)
        return replace(self, buyers=left, turn=self.turn % len(left) if left else 0)


def open_stall(peddler: Peddler, winners: Sequence[str]) -> Stall:
    """The stall of an unpacked peddler for the winners in order of play."""
    return Stall(peddler.stock, tuple(winners), peddler.price_parts)
