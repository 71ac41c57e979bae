"""What a piece of equipment is asked for: the list's price, the chart's, and what it brings back.

A starting warband pays its lists' prices. Later, new recruits pay their list's prices for common things, and
everybody else the chart's; a list's special equipment keeps its own price throughout (rulings 8 and 14).
All in gold crowns; dice that a price adds are given beside it, never rolled here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import EquipmentList, HiredSwordType, Item, ListRow, MaterialRow
from mordheim.rules.snapshot import Piece
from mordheim.rules.who import is_within
from warbands.roster.members import Member, Roster


@dataclass(frozen=True)
class Price:
    """``gold`` is the fixed part, ``plus`` the dice added; ``rarity`` is what a search must reach, ``None`` for
    common things. ``from_list`` tells that the warband's own list asks it."""

    gold: int
    plus: str | None = None
    rarity: int | None = None
    from_list: bool = False


def lists_of(member: Member) -> tuple[EquipmentList, ...]:
    """His own equipment list, and the leader's for whoever leads in his stead (ruling 19)."""
    keys: list[str] = []
    if member.own_type and member.own_type.equipment_list:
        keys.append(member.own_type.equipment_list)
    if member.leads and not member.is_own_leader:
        keys += [w.equipment_list for w in member.warband_type.warriors if w.leader and w.equipment_list]
    return tuple(member.rulebook.equipment_lists[key] for key in dict.fromkeys(keys))


def list_row(member: Member, item: str) -> ListRow | None:
    """The line of his equipment lists that sells an item."""
    rows = (row for one in lists_of(member) for row in one.rows if row.item == item)
    return next((row for row in rows if _sells_to(row, member)), None)


def _sells_to(row: ListRow, member: Member) -> bool:
    hero_enough = not row.heroes_only or member.warrior.section == "hero"
    return hero_enough and is_within(row.only_for, member.candidate)


def material_row(member: Member, material: str) -> MaterialRow | None:
    rows = (row for one in lists_of(member) for row in one.materials if row.material == material)
    return next(rows, None)


def special_row(member: Member, item: str) -> ListRow | None:
    """The line of the warband's special equipment that sells an item to him."""
    if member.own_type is None:
        return None
    rows = (row for row in member.warband_type.special_equipment if row.item == item)
    return next((row for row in rows if _sells_to(row, member)), None)


def chart_price(rulebook: Rulebook, item: Item, material: str | None, member: Member | None = None) -> Price | None:
    """What the price chart asks; ``None`` where it has no such thing."""
    if item.price is None:
        return None
    if material:
        made_of = rulebook.materials.get(material)
        if made_of is None:
            return None
        return Price(item.price * made_of.price_times, None, made_of.rarity)
    rarity = item.rarity
    for special in item.rarity_for if member else ():
        if member and is_within(special.who, member.candidate):
            rarity = special.rarity
    return Price(item.price, item.plus, rarity)


def starting_price(member: Member, piece: Piece) -> Price:
    """What one piece counts in a starting warband: the list's price, else the chart's fixed part."""
    item = member.rulebook.items[piece.item]
    row = list_row(member, item.key) or special_row(member, item.key)
    if row and piece.material is None:
        return Price(row.price, from_list=True)
    if row and piece.material and (made_of := material_row(member, piece.material)):
        return Price(row.price * made_of.price_times, from_list=True)
    charted = chart_price(member.rulebook, item, piece.material, member)
    if charted:
        return Price(charted.gold, rarity=charted.rarity)
    return Price(_any_list_price(member, item.key))


def _any_list_price(member: Member, item: str) -> int:
    """The price on any list of the warband, for what the chart does not have; 0 where nobody asks one."""
    keys = dict.fromkeys(w.equipment_list for w in member.warband_type.warriors if w.equipment_list)
    rows = [row for key in keys for row in member.rulebook.equipment_lists[key].rows]
    return next((row.price for row in (*rows, *member.warband_type.special_equipment) if row.item == item), 0)


def later_price(member: Member, piece: Piece, *, recruit: bool = False) -> Price | None:
    """What one piece is asked for once a battle is recorded; ``recruit`` for a warrior joining now.

    ``None`` where it cannot be bought at all.
    """
    item = member.rulebook.items[piece.item]
    charted = chart_price(member.rulebook, item, piece.material, member)
    if special := special_row(member, item.key):
        return Price(special.price, rarity=special.rarity, from_list=True)
    row = list_row(member, item.key)
    if row and row.rarity is not None and piece.material is None:
        return Price(row.price, rarity=row.rarity, from_list=True)
    if row and recruit and not row.at_start and piece.material is None and (not charted or charted.rarity is None):
        return Price(row.price, from_list=True)
    if charted is None and row and not row.at_start and piece.material is None:
        return Price(row.price, from_list=True)
    return charted


def price_of(roster: Roster, member: Member, piece: Piece, *, recruit: bool = False) -> Price | None:
    """What one piece is asked for now, at the warband's stage."""
    if roster.snapshot.is_starting:
        return starting_price(member, piece)
    row = special_row(member, piece.item)
    if row and row.common_if and not roster.includes(row.common_if):
        return chart_price(member.rulebook, member.rulebook.items[piece.item], piece.material, member)
    return later_price(member, piece, recruit=recruit)


def sale_value(rulebook: Rulebook, member: Member | None, piece: Piece) -> Price | None:
    """What one piece brings back (ruling 13): half the fixed part of the chart's price, rounded down; a price of
    its own for a few things. ``None`` for what nobody buys."""
    item = rulebook.items[piece.item]
    if item.sale is not None:
        return None if item.sale.never else Price(item.sale.price, item.sale.plus)
    charted = chart_price(rulebook, item, piece.material)
    if charted:
        return Price(charted.gold // 2)
    listed = _any_list_price(member, item.key) if member else 0
    return Price(listed // 2) if listed else None


def starting_cost(member: Member) -> int:
    """What a warrior, a whole group or a hired sword costs a starting warband, hire and equipment."""
    warrior, entry = member.warrior, member.entry
    if isinstance(entry, HiredSwordType):
        return entry.hire_fee + sum(bought_price(member, piece) * piece.quantity for piece in warrior.equipment)
    if entry is None:
        return 0
    gear = sum(starting_price(member, piece).gold * piece.quantity for piece in warrior.equipment)
    return warrior.size * (entry.price + gear + mutations_cost(member.rulebook, warrior.mutations))


def mutation_prices(rulebook: Rulebook, mutations: Sequence[str]) -> tuple[int, ...]:
    """What each of one warrior's mutations costs, in the order of buying: the first its price, each further one
    double (core, Cult of the Possessed)."""
    prices = (rulebook.mutations[key].price for key in mutations)
    return tuple(price if place == 0 else 2 * price for place, price in enumerate(prices))


def mutations_cost(rulebook: Rulebook, mutations: Sequence[str]) -> int:
    """What all mutations of one warrior cost."""
    return sum(mutation_prices(rulebook, mutations))


def cheapest_order(rulebook: Rulebook, mutations: Iterable[str]) -> tuple[str, ...]:
    """The order of buying that costs least: the dearest first, since it alone is not doubled."""
    return tuple(sorted(mutations, key=lambda key: -rulebook.mutations[key].price))


def bought_price(member: Member, piece: Piece) -> int:
    """What a piece of a hired sword's counts: his printed gear is free with him, the rest at the chart."""
    hired = member.hired
    if hired is None or (not hired.may_buy and is_printed_gear(hired, piece)):
        return 0
    charted = chart_price(member.rulebook, member.rulebook.items[piece.item], piece.material)
    return charted.gold if charted else 0


def is_printed_gear(hired: HiredSwordType, piece: Piece) -> bool:
    """Whether a hired sword's entry names such a piece."""
    return piece.material is None and (
        piece.item in hired.gear or any(piece.item in choice.of for choice in hired.gear_choice)
    )
