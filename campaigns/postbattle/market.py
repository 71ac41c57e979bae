"""The market of the night as it is offered: what is for sale, and what the warband could sell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from campaigns.postbattle.peddling import PEDDLER, reduced
from campaigns.postbattle.run import Run
from campaigns.postbattle.trading import STASH
from campaigns.postbattle.trying import item_token, refused_now
from campaigns.postbattle.words import thing
from mordheim.rules.dice import SeededDice
from mordheim.rules.snapshot import Piece
from warbands.roster.equipping import refusal
from warbands.roster.members import Member
from warbands.roster.moves import buy
from warbands.roster.offers import ItemOffer, equipment_offers
from warbands.roster.prices import price_of, sale_value
from warbands.roster.refusals import Refused

# The categories of items as a player looks for them, in this order; whatever is none of these comes last.
SHELVES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Close combat", ("close_combat",)),
    ("Missiles", ("missile",)),
    ("Armour", ("body_armour", "shield", "helmet")),
    ("Everything else", ()),
)


def shelf_of(category: str) -> str:
    return next((name for name, kinds in SHELVES if category in kinds), SHELVES[-1][0])


@dataclass(frozen=True)
class Ware:
    """Something that is for sale. ``gold`` is for one, ``total`` for all members of a group; ``tries``: the price is
    paid for trying to win it. ``seller`` is the peddler where it is his."""

    token: str
    name: str
    numbers: str
    gold: int
    total: int
    plus: str = ""
    tries: bool = False
    refused: str = ""
    seller: str = ""


@dataclass(frozen=True)
class WareShelf:
    name: str
    wares: tuple[Ware, ...]


@dataclass(frozen=True)
class Shop:
    """What is for sale to one warrior or group, or for the stash where ``whom`` is that."""

    whom: str
    size: int
    shelves: tuple[WareShelf, ...]
    refused: tuple[Ware, ...]


def shop(run: Run, whom: str) -> Shop:
    """The common things. Raises Refused when there is nobody of that name, or he is out of reach."""
    if whom != STASH and run.the(whom).warrior.captured_by:
        raise Refused(f"{whom} is held captive.", code="captive")
    wares = list(_for_stash(run) if whom == STASH else _for_warrior(run, run.the(whom)))
    size = 1 if whom == STASH else run.the(whom).warrior.size
    shelves = [
        WareShelf(name, tuple(ware for shelf, ware in wares if shelf == name and not ware.refused))
        for name, _ in SHELVES
    ]
    pack = list(_pack(run, whom, size))
    shelves.insert(0, WareShelf("The peddler", tuple(ware for ware in pack if not ware.refused)))
    refused = tuple(ware for ware in (*pack, *(ware for _, ware in wares)) if ware.refused)
    return Shop(whom, size, tuple(shelf for shelf in shelves if shelf.wares), refused)


def _pack(run: Run, whom: str, size: int) -> Iterator[Ware]:
    """What a peddler has left."""
    for offer in run.pack:
        if offer.left:
            item = run.rulebook.items[offer.item]
            part = "half of " if offer.parts == 2 else f"1 in {offer.parts} of "
            gold = offer.price if offer.price is not None else reduced(item.price or 0, offer.parts)
            plus = f"{part}{item.plus}" if offer.price is None else ""
            refused = refused_now(run, "buy", **{"item": offer.item, "for": whom, "from": PEDDLER})
            yield Ware(
                item.key, item.name, f"{offer.left} left", gold, gold * size, plus, refused=refused, seller=PEDDLER
            )


def _for_warrior(run: Run, member: Member) -> Iterator[tuple[str, Ware]]:
    for offer in equipment_offers(run.roster, member, founded=True):
        yield shelf_of(offer.category), _ware(run, offer, member.warrior.size)


def _ware(run: Run, offer: ItemOffer, size: int) -> Ware:
    gold = offer.price.gold if offer.price else 0
    plus = (offer.price.plus or "") if offer.price else ""
    tries = bool(run.rulebook.items[offer.piece.item].won_by)
    return Ware(item_token(offer.piece), offer.name, offer.numbers, gold, gold * size, plus, tries, offer.refused)


def _for_stash(run: Run) -> Iterator[tuple[str, Ware]]:
    roster = run.roster
    for item in run.rulebook.items.values():
        piece = Piece(item.key)
        try:
            buy(roster, warrior_id=None, piece=piece, dice=SeededDice(0))
        except Refused:
            continue
        price = next(
            (price_of(roster, member, piece) for member in roster.own if refusal(roster, member, piece) is None), None
        )
        if price and not item.won_by:
            yield (
                shelf_of(item.category),
                Ware(item.key, thing(run.rulebook, piece), "", price.gold, price.gold, price.plus or ""),
            )


@dataclass(frozen=True)
class SaleLine:
    """Pieces that somebody would buy: what one brings, in gold crowns and dice. ``whose`` is the stash or a name."""

    whose: str
    token: str
    name: str
    count: int
    gold: int
    plus: str = ""


def sales(run: Run) -> tuple[SaleLine, ...]:
    """All that could be sold: of the stash first, then of the warriors."""
    found = [_sale(run, STASH, piece, piece.quantity) for piece in run.snapshot.stash]
    for member in run.roster.own:
        found += [_sale(run, member.name, piece, piece.quantity) for piece in member.warrior.equipment]
    return tuple(line for line in found if line)


def _sale(run: Run, whose: str, piece: Piece, count: int) -> SaleLine | None:
    members = run.roster.members
    value = sale_value(run.rulebook, members[0] if members else None, piece)
    if value is None:
        return None
    name = thing(run.rulebook, replace(piece, quantity=1))
    return SaleLine(whose, item_token(piece), name, count, value.gold, value.plus or "")
