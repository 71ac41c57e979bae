"""The peddler as the game ends: what he has, and how several winners share it out.

Source: Town Cryer, Random Happenings (Peddler); rulings 13 and 22.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaigns.postbattle.peddling import reduced
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
    price = None if item.plus else reduced(fixed, peddler.price_parts)
    return Lot(item=item.key, name=item.name, left=left, asking=asking, price=price)


@dataclass(frozen=True)
class Stall:
    """Winners by turns, in order of play: each has one piece laid aside, or wants no more. ``buyers`` are the places of
    those who go on, ``aside`` who has which piece. It is paid for in the night after the battle."""

    peddler: Peddler
    buyers: tuple[int, ...]
    turn: int = 0
    aside: tuple[tuple[int, str], ...] = ()

    @property
    def is_over(self) -> bool:
        return not self.buyers or not self.left

    @property
    def left(self) -> tuple[Lot, ...]:
        """What may still be laid aside."""
        return tuple(lot for lot in self.peddler.stock if lot.left)

    @property
    def buyer(self) -> int | None:
        """Whose turn it is; nobody's when it is over."""
        return None if self.is_over else self.buyers[self.turn]

    def taken(self, item: str) -> Stall:
        """One piece for whose turn it is, and the next may choose.

        Raises:
            Refused: for what is not to be had, or once it is over.
        """
        lot = next((one for one in self.left if one.item == item), None)
        if lot is None or self.buyer is None:
            raise Refused("The peddler has none of these left.", code="sold_out")
        less = lot.model_copy(update={"left": lot.left - 1})
        stock = tuple(less if one.item == item else one for one in self.peddler.stock)
        return replace(
            self,
            peddler=self.peddler.model_copy(update={"stock": stock}),
            turn=(self.turn + 1) % len(self.buyers),
            aside=(*self.aside, (self.buyer, item)),
        )

    def done(self) -> Stall:
        """Whose turn it is wants no more."""
        left = tuple(place for number, place in enumerate(self.buyers) if number != self.turn)
        return replace(self, buyers=left, turn=self.turn % len(left) if left else 0)

    def shares(self) -> tuple[Peddler, ...]:
        """For each who has had something laid aside a peddler with just that, to be carried in place of the one."""
        places = dict.fromkeys(place for place, _ in self.aside)
        return tuple(self._share(place) for place in sorted(places))

    def _share(self, place: int) -> Peddler:
        own = [item for whose, item in self.aside if whose == place]
        lots = (lot.model_copy(update={"left": own.count(lot.item)}) for lot in self.peddler.stock)
        return self.peddler.model_copy(update={"stock": tuple(lot for lot in lots if lot.left), "place": place})


def open_stall(peddler: Peddler, winners: Sequence[int]) -> Stall:
    """The stall of an unpacked peddler for the winners in order of play."""
    return Stall(peddler, tuple(winners))


def dealt(peddler: Peddler, winners: Sequence[int]) -> tuple[Peddler, ...]:
    """Shared out where nobody has chosen: each in turn has the first thing that is left laid aside."""
    stall = open_stall(peddler, winners)
    while not stall.is_over:
        stall = stall.taken(stall.left[0].item)
    return stall.shares()
