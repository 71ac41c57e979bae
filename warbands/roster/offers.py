"""What a warband may still recruit and buy, and why it may not have the rest.

Every offer is a move tried out and judged, so the page says exactly what the act would say. What a draft may take
although a number then stands wrong is offered with that problem as a mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mordheim.rules.dice import SeededDice
from mordheim.rules.schema import HiredSwordType, Item, WarriorType
from mordheim.rules.snapshot import Piece, WarriorSnapshot
from mordheim.rules.words import Section
from warbands.roster.check import Checked, check
from warbands.roster.composition import hired_sword_refusal
from warbands.roster.equipping import piece_name
from warbands.roster.explain import Figure, statline
from warbands.roster.members import Member, Roster
from warbands.roster.moves import Moved, buy, hire_sword, outcome, recruit, worsened
from warbands.roster.prices import Price, cheapest_order, is_printed_gear, mutation_prices, price_of
from warbands.roster.refusals import Refused
from warbands.roster.sheet import RuleLink, item_numbers, link_to


@dataclass(frozen=True)
class RecruitOffer:
    """A warrior type or hired sword: what one costs, how many there are, and why no more may join."""

    section: Section
    key: str
    name: str
    plural: str
    summary: str
    price: int
    have: int
    limit: str
    statline: tuple[Figure, ...]
    link: RuleLink | None
    refused: str = ""
    marks: tuple[str, ...] = ()
    spells: int = 0
    lore: str = ""
    choices: tuple[str, ...] = ()
    upkeep: int = 0
    never: bool = False
    mutations: str = ""


@dataclass(frozen=True)
class BillLine:
    """One line of what a recruit costs, in gold crowns."""

    name: str
    price: int


@dataclass(frozen=True)
class RecruitBill:
    """What a recruit with his mutations costs, and whether he may join so. ``refused`` and ``marks`` as on an
    offer."""

    lines: tuple[BillLine, ...]
    refused: str = ""
    marks: tuple[str, ...] = ()

    @property
    def price(self) -> int:
        return sum(line.price for line in self.lines)


@dataclass(frozen=True)
class ItemOffer:
    """A piece of equipment: what it costs (for one member), and why this warrior may not have it."""

    piece: Piece
    name: str
    category: str
    price: Price | None
    numbers: str
    link: RuleLink | None
    refused: str = ""
    marks: tuple[str, ...] = ()


def recruit_offers(roster: Roster, *, founded: bool) -> tuple[RecruitOffer, ...]:
    """Every type of the list, then every hired sword."""
    before = check(roster.snapshot, roster.rulebook)
    own = [_own_offer(roster, entry, before, founded) for entry in roster.warband_type.warriors]
    swords = [_sword_offer(roster, sword, before, founded) for sword in roster.rulebook.hired_swords.values()]
    return (*own, *sorted(swords, key=lambda offer: (bool(offer.refused), offer.name)))


def _own_offer(roster: Roster, entry: WarriorType, before: Checked, founded: bool) -> RecruitOffer:
    refused, marks = _tried(
        roster,
        before,
        founded,
        lambda: recruit(
            roster, type_key=entry.key, name="", dice=SeededDice(0), mutations=least_mutations(roster, entry)
        ),
    )
    return RecruitOffer(
        section=entry.section,
        key=entry.key,
        name=entry.name,
        plural=entry.plural,
        summary=entry.summary,
        price=entry.price,
        have=roster.count(types=[entry.key]),
        limit=limit_told(roster, entry),
        statline=_statline_of(roster, entry),
        link=None,
        refused=refused,
        marks=marks,
        spells=entry.casting.starting if entry.casting else 0,
        lore=entry.casting.lore if entry.casting else "",
        upkeep=entry.upkeep.gold if entry.upkeep else 0,
        mutations=_mutations_told(entry),
    )


def least_mutations(roster: Roster, entry: WarriorType) -> tuple[str, ...]:
    """The cheapest mutations that one of the type has to have."""
    known = sorted(roster.rulebook.mutations.values(), key=lambda mutation: mutation.price)
    least = known[: entry.mutations.min if entry.mutations else 0]
    return cheapest_order(roster.rulebook, (mutation.key for mutation in least))


def _mutations_told(entry: WarriorType) -> str:
    """How many mutations one of the type is given when he joins, in words; empty where he is given none."""
    if entry.mutations is None:
        return ""
    least, most = entry.mutations.min, entry.mutations.highest
    if most is not None:
        return f"{least} to {most}"
    return f"at least {least}" if least else "any number"


def recruit_bill(roster: Roster, entry: WarriorType, mutations: Sequence[str], *, founded: bool) -> RecruitBill:
    """What one of the type with these mutations costs before equipment, and why he may not join so."""
    rulebook = roster.rulebook
    lines = [BillLine(entry.name, entry.price)]
    for key, price in zip(mutations, mutation_prices(rulebook, mutations), strict=True):
        lines.append(BillLine(rulebook.mutations[key].name, price))
    refused, marks = _tried(
        roster,
        check(roster.snapshot, rulebook),
        founded,
        lambda: recruit(roster, type_key=entry.key, name="", dice=SeededDice(0), mutations=mutations),
    )
    return RecruitBill(tuple(lines), refused, marks)


def _sword_offer(roster: Roster, sword: HiredSwordType, before: Checked, founded: bool) -> RecruitOffer:
    refused, marks = _tried(
        roster,
        before,
        founded,
        lambda: hire_sword(roster, type_key=sword.key, name="", dice=SeededDice(0)),
    )
    return RecruitOffer(
        section="hired_sword",
        key=sword.key,
        name=sword.name,
        plural=f"{sword.name}s",
        summary=sword.summary,
        price=sword.hire_fee,
        have=sum(member.warrior.type == sword.key for member in roster.hired_swords),
        limit="one at a time",
        statline=_statline_of(roster, sword),
        link=link_to(roster.rulebook, "hired_swords", sword.key),
        refused=refused,
        marks=marks,
        spells=sword.casting.starting if sword.casting else 0,
        lore=sword.casting.lore if sword.casting else "",
        choices=tuple(_choices(roster, sword)),
        upkeep=sword.upkeep_fee,
        never=hired_sword_refusal(roster, sword.key) is not None,
    )


def _statline_of(roster: Roster, entry: WarriorType | HiredSwordType) -> tuple[Figure, ...]:
    """The characteristics of one who joins with nothing."""
    section: Section = entry.section if isinstance(entry, WarriorType) else "hired_sword"
    newcomer = WarriorSnapshot(section=section, name=entry.name, type=entry.key)
    return statline(Member(newcomer, entry, roster.warband_type, roster.rulebook))


def _choices(roster: Roster, sword: HiredSwordType) -> Iterator[str]:
    for choice in sword.gear_choice:
        names = ", ".join(roster.rulebook.items[key].name.lower() for key in choice.of)
        yield names if choice.pick == 1 else f"{choice.pick} of {names}"


def limit_told(roster: Roster, entry: WarriorType) -> str:
    """A type's limit in words: ``exactly 1``, ``0-2``, ``any number, 2 for each Orc``."""
    limit = entry.limit
    if limit.exactly is not None:
        told = f"exactly {limit.exactly}"
    elif limit.max is not None:
        told = f"{limit.min}-{limit.max}"
    else:
        told = "any number"
    if ratio := limit.at_most_per:
        if ratio.race:
            of = roster.rulebook.races[ratio.race].name
        else:
            named = (roster.warband_type.warrior(key) for key in ratio.warriors)
            of = " or ".join(other.name for other in named if other)
        told += f", at most {ratio.count} for each {of}"
    return told


def _tried(roster: Roster, before: Checked, founded: bool, move: Callable[[], Moved]) -> tuple[str, tuple[str, ...]]:
    """Why a move is refused, and the problems of numbers that it would make or worsen."""
    try:
        after = outcome(roster, move(), founded=founded, before=before)
    except Refused as refused:
        return refused.message, ()
    return "", tuple(problem.foretold for problem in worsened(before, after))


def equipment_offers(roster: Roster, member: Member, *, founded: bool) -> tuple[ItemOffer, ...]:
    """Everything on the lists of this warband (and, once it has fought, on the price chart), for one warrior."""
    before = check(roster.snapshot, roster.rulebook)
    return tuple(_item_offer(roster, member, piece, before, founded) for piece in _pieces(roster, member))


def _item_offer(roster: Roster, member: Member, piece: Piece, before: Checked, founded: bool) -> ItemOffer:
    warrior_id = member.warrior.id
    refused, marks = _tried(
        roster, before, founded, lambda: buy(roster, warrior_id=warrior_id, piece=piece, dice=SeededDice(0))
    )
    item = roster.rulebook.items[piece.item]
    name = piece_name(roster, piece)
    price = price_of(roster, member, piece)
    if member.hired and not member.hired.may_buy and is_printed_gear(member.hired, piece):
        price = Price(0)
    return ItemOffer(
        piece=piece,
        name=name[:1].upper() + name[1:],
        category=item.category,
        price=price,
        numbers=item_numbers(roster.rulebook, item, piece),
        link=link_to(roster.rulebook, "items", item.key),
        refused=refused,
        marks=marks,
    )


def _pieces(roster: Roster, member: Member) -> Iterator[Piece]:
    """Pieces worth showing, each once, in the order of the lists."""
    seen: dict[tuple[str, str | None], Piece] = {}
    rulebook = roster.rulebook
    if member.hired and not member.hired.may_buy:
        keys: list[str] = [key for choice in member.hired.gear_choice for key in choice.of]
        yield from (Piece(key) for key in dict.fromkeys(keys))
        return
    lists = [w.equipment_list for w in roster.warband_type.warriors if w.equipment_list]
    for key in dict.fromkeys(lists):
        for row in rulebook.equipment_lists[key].rows:
            seen.setdefault((row.item, None), Piece(row.item))
        for made_of in rulebook.equipment_lists[key].materials:
            for row in rulebook.equipment_lists[key].rows:
                if _may_be_made_of(rulebook.items[row.item], made_of.material, roster):
                    seen.setdefault((row.item, made_of.material), Piece(row.item, made_of.material))
    for special in roster.warband_type.special_equipment:
        seen.setdefault((special.item, None), Piece(special.item))
    if member.hired or not roster.snapshot.is_starting:
        for item in rulebook.items.values():
            if item.price is not None and (not member.hired or item.category in member.hired.may_buy):
                seen.setdefault((item.key, None), Piece(item.key))
    yield from seen.values()


def _may_be_made_of(item: Item, material: str, roster: Roster) -> bool:
    made_of = roster.rulebook.materials[material]
    return item.takes_material and item.category == made_of.for_category and item.key not in made_of.except_items
