"""A peddler's pack: how many of each thing he has, what he asks, and what is bought of him.

Nobody searches for what he has; his price is a part of the chart's, its dice first, rounded up. The dice of a price are
rolled once and hold for all pieces of that kind.

Source: Town Cryer, Random Happenings (Peddler); ruling 13.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from campaigns.postbattle.after import Lot, Peddler, of_kind, part_told
from campaigns.postbattle.bargaining import haggled, wants
from campaigns.postbattle.choices import Option
from campaigns.postbattle.finds import acquire
from campaigns.postbattle.outcomes import Cause
from campaigns.postbattle.run import OnOffer, Run
from mordheim.rules.dice import Roll
from mordheim.rules.effects import GainItem, Gold
from mordheim.rules.schema import Item
from mordheim.rules.snapshot import Piece
from warbands.roster.refusals import Refused

PEDDLER = "peddler"
# How many dice are thrown together at most.
AT_ONCE = 20


def reduced(price: int, parts: int) -> int:
    """A price in gold crowns divided by so many parts, rounded up (ruling 13)."""
    return -(-price // parts)


def unpack(run: Run) -> None:
    """Roll how many of each thing he has, where nobody has yet, and show all of it."""
    for peddler in of_kind(run.report.after, Peddler):
        counts = {lot.item: lot.quantity for lot in peddler.stock if isinstance(lot.quantity, int)}
        for die, lots in _to_be_rolled(peddler):
            names = tuple(run.rulebook.items[lot.item].name for lot in lots)
            roll = _how_many(run, die, names)
            counts |= {lot.item: face for lot, face in zip(lots, roll.faces, strict=True)}
            shown = ", ".join(f"{face} × {name.lower()}" for name, face in zip(names, roll.faces, strict=True))
            run.happen("pack", roll=roll, sentence=f"The peddler has {shown}.")
        run.pack += tuple(_on_offer(run, peddler, lot, counts[lot.item]) for lot in peddler.stock)
        run.happen("peddler", sentence=f"A peddler sells {part_told(peddler.price_parts)} what he has.")


def _how_many(run: Run, die: str, names: tuple[str, ...]) -> Roll:
    if len(names) == 1:
        return run.roll(die, f"what the peddler has ({names[0]})")
    return run.pool(len(names), "what the peddler has", die=die, labels=names)


def _to_be_rolled(peddler: Peddler) -> Iterator[tuple[str, list[Lot]]]:
    """Things with equal dice together, so many as are thrown at once."""
    open_lots = [lot for lot in peddler.stock if isinstance(lot.quantity, str)]
    for die in dict.fromkeys(str(lot.quantity) for lot in open_lots):
        same = [lot for lot in open_lots if lot.quantity == die]
        for first in range(0, len(same), AT_ONCE):
            yield die, same[first : first + AT_ONCE]


def _on_offer(run: Run, peddler: Peddler, lot: Lot, left: int) -> OnOffer:
    item = run.rulebook.items[lot.item]
    price = None if item.plus else reduced(item.price or 0, peddler.price_parts)
    return OnOffer(lot.item, left, peddler.price_parts, price)


def buy_from_peddler(run: Run, piece: Piece, *, count: int, haggles: bool = False) -> bool:
    """``count`` pieces go to the stash and are paid for, unless nobody wants them at a price that was rolled just now.

    Raises:
        Refused: for what he has not, or not so many of, and for more than the treasury holds.
    """
    item = run.rulebook.items[piece.item]
    offer = next((one for one in run.pack if one.item == piece.item and not piece.material), None)
    left = offer.left if offer else 0
    if offer is None or left < count or not left:
        has = f"has only {left} × {item.name} left" if left else f"has no {item.name}"
        raise Refused(f"The peddler {has}.", code="sold_out")
    asked, offer = offer.price is None, _priced(run, offer, item)
    gold = count * (offer.price or 0)
    if asked and not _still_wants(run, piece, item, count, gold):
        return False
    gold -= haggled(run, offer.price or 0, item.name) if haggles and (offer.price or 0) > 1 else 0
    held = run.snapshot.treasury or 0
    run.refuse_if(gold > held, f"That costs {gold} gc and the treasury holds {held} gc.", code="over_budget")
    run.pack = tuple(replace(one, left=left - count) if one.item == offer.item else one for one in run.pack)
    acquire(run, GainItem(item.key, count), Cause("bought", f"Of the peddler for {gold} gc"), Gold(-gold))
    return True


def _priced(run: Run, offer: OnOffer, item: Item) -> OnOffer:
    """With its price, whose dice are rolled the first time that somebody asks."""
    if offer.price is not None or item.plus is None:
        return offer
    roll = run.roll(item.plus, f"price of {item.name}")
    whole = (item.price or 0) + roll.total
    priced = replace(offer, price=reduced(whole, offer.parts))
    run.pack = tuple(priced if one.item == offer.item else one for one in run.pack)
    told = f"{item.name} is worth {whole} gc, and the peddler asks {priced.price} gc."
    run.happen("price", roll=roll, sentence=told)
    return priced


def _still_wants(run: Run, piece: Piece, item: Item, count: int, gold: int) -> bool:
    """Nobody has to buy at a price that he did not know."""
    many = item.name if count == 1 else f"{count} × {item.name}"
    affordable = gold <= (run.snapshot.treasury or 0)
    options = [Option(True, f"Buy for {gold} gc"), Option(False, "Leave it")] if affordable else []
    options = options or [Option(False, f"Leave it: {gold} gc are more than there are")]
    return wants(run, None, f"{many} for {gold} gc?", piece, options, choose="agree")
