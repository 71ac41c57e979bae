"""What may be done in the open stretches of the night, as it is offered: searches, the shop, recruits, sales, moves.

Every offer is the doing tried out on the warband as it is, so the page says what the doing would say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.postbattle.choices import Actions, Choice, Question, Value
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll, Run, Throw, Waiting
from campaigns.postbattle.trading import MOVES, STASH, TRADES, rare_price, search_bonus
from campaigns.postbattle.words import thing
from mordheim.rules.dice import SeededDice
from mordheim.rules.effects import Effect
from mordheim.rules.schema import GivesRule, HiredSwordType, UsesOneHand, WarriorType
from mordheim.rules.snapshot import Piece, WarriorSnapshot
from warbands.roster.check import check
from warbands.roster.equipping import piece_name, refusal
from warbands.roster.members import Member
from warbands.roster.moves import buy, joining_bill
from warbands.roster.offers import ItemOffer, equipment_offers
from warbands.roster.prices import later_price, lists_of, price_of, sale_value
from warbands.roster.problems import Problem
from warbands.roster.refusals import Refused

# The categories of items as a player looks for them, in this order; whatever is none of these comes last.
SHELVES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Close combat", ("close_combat",)),
    ("Missiles", ("missile",)),
    ("Armour", ("body_armour", "shield", "helmet")),
    ("Everything else", ()),
)
MOST_AT_ONCE = 5


def item_token(piece: Piece) -> str:
    """How a form names a piece: ``dwarf_axe:gromril``."""
    return f"{piece.item}:{piece.material}" if piece.material else piece.item


# --- trying out -----------------------------------------------------------------------------------------------------


class _NoFurther:
    """A session that stops wherever somebody would have to roll or decide."""

    def begin(self, step: str) -> None:
        """Every step is tried alike."""

    def throw(self, request: NeedsRoll) -> Throw:
        raise request

    def decide(self, question: Question) -> Value:
        raise NeedsChoice(question)

    def act(self, actions: Actions) -> Choice | None:
        raise NeedsAction(actions)

    def meanwhile(self) -> Iterable[Effect]:
        return ()


def tried(run: Run, choose: str, value: Mapping[str, Any]) -> tuple[str, Run]:
    """Why something cannot be done now, empty where it can; and the run after it, as far as no dice are needed."""
    trial = replace(
        run, session=_NoFurther(), events=[], choices=[], haggled=set(run.haggled), searched=set(run.searched)
    )
    try:
        {**TRADES, **MOVES}[choose](trial, value)
    except Refused as refused:
        return refused.message, trial
    except Waiting:
        pass
    return "", trial


def refused_now(run: Run, choose: str, **value: Any) -> str:
    """Why something cannot be done now, empty where it can."""
    return tried(run, choose, value)[0]


# --- rare things ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Searcher:
    """A hero who may look for something, or why he may not; ``bonus`` is added to his roll."""

    name: str
    type_name: str
    bonus: int
    refused: str = ""


@dataclass(frozen=True)
class RareThing:
    """A rare thing: its price in gold crowns with the dice added, and how likely it is found, in per cent."""

    token: str
    name: str
    rarity: int
    gold: int
    plus: str
    chance: int


@dataclass(frozen=True)
class RareShelf:
    name: str
    things: tuple[RareThing, ...]


@dataclass(frozen=True)
class Searches:
    """Who may look, who is about to, and for what."""

    searchers: tuple[Searcher, ...]
    chosen: Searcher | None
    shelves: tuple[RareShelf, ...]

    @property
    def free(self) -> tuple[Searcher, ...]:
        return tuple(one for one in self.searchers if not one.refused)


def searches(run: Run, chosen: str = "") -> Searches:
    """The searches of this night; ``chosen`` is the hero whose turn it is, the first who is free without one."""
    searchers = tuple(_searcher(run, hero) for hero in run.heroes)
    free = [one for one in searchers if not one.refused]
    who = next((one for one in free if one.name == chosen), free[0] if free else None)
    return Searches(searchers, who, tuple(_rare_shelves(run, who)) if who else ())


def _searcher(run: Run, hero: Member) -> Searcher:
    bonus, _ = search_bonus(run, hero)
    if hero.name in run.searched:
        return Searcher(hero.name, hero.type_name, bonus, "has searched")
    if not run.stood(hero.name):
        return Searcher(hero.name, hero.type_name, bonus, "did not stand to the end")
    return Searcher(hero.name, hero.type_name, bonus)


def _rare_shelves(run: Run, who: Searcher) -> Iterator[RareShelf]:
    things: dict[str, list[RareThing]] = {name: [] for name, _ in SHELVES}
    hero = run.the(who.name)
    for piece in _pieces_of_the_chart(run):
        found = _rare_thing(run, hero, piece, who.bonus)
        if found:
            things[shelf_of(run.rulebook.items[piece.item].category)].append(found)
    for name, listed in things.items():
        if listed:
            yield RareShelf(name, tuple(sorted(listed, key=lambda one: one.name)))


def shelf_of(category: str) -> str:
    return next((name for name, kinds in SHELVES if category in kinds), SHELVES[-1][0])


def _pieces_of_the_chart(run: Run) -> Iterator[Piece]:
    rulebook = run.rulebook
    for item in rulebook.items.values():
        yield Piece(item.key)
        for material in rulebook.materials.values():
            if item.takes_material and item.category == material.for_category and item.price is not None:
                yield Piece(item.key, material.key)


def _rare_thing(run: Run, hero: Member, piece: Piece, bonus: int) -> RareThing | None:
    try:
        price = rare_price(run, hero, piece)
    except Refused:
        return None
    rarity = price.rarity or 0
    return RareThing(
        item_token(piece), thing(run.rulebook, piece), rarity, price.gold, price.plus or "", chance(rarity - bonus)
    )


def chance(needed: int) -> int:
    """How likely 2D6 reach a number, in per cent."""
    ways = sum(one + other >= needed for one in range(1, 7) for other in range(1, 7))
    return round(100 * ways / 36)


# --- the shop -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ware:
    """Something that is for sale. ``gold`` is for one, ``total`` for all members of a group; ``tries``: the price is
    paid for trying to win it."""

    token: str
    name: str
    numbers: str
    gold: int
    total: int
    plus: str = ""
    tries: bool = False
    refused: str = ""


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
    """The common things. Raises Refused when there is nobody of that name."""
    wares = list(_for_stash(run) if whom == STASH else _for_warrior(run, run.the(whom)))
    size = 1 if whom == STASH else run.the(whom).warrior.size
    shelves = [
        WareShelf(name, tuple(ware for shelf, ware in wares if shelf == name and not ware.refused))
        for name, _ in SHELVES
    ]
    refused = tuple(ware for _, ware in wares if ware.refused)
    return Shop(whom, size, tuple(shelf for shelf in shelves if shelf.wares), refused)


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


# --- who joins and who goes -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GroupOffer:
    """A group that may grow: what one costs, the veterans' experience that he takes, and how many may join."""

    name: str
    type_name: str
    size: int
    experience: int
    gold: int
    most: int
    refused: str = ""


def groups_to_enlarge(run: Run) -> tuple[GroupOffer, ...]:
    """Every henchman group, those that cannot grow with the reason."""
    return tuple(_group_offer(run, member) for member in run.roster.own if member.warrior.section == "henchman")


def _group_offer(run: Run, member: Member) -> GroupOffer:
    warrior = member.warrior
    refused = refused_now(run, "recruit", into=member.name, size=1)
    most = 0
    while not refused and most < MOST_AT_ONCE and not refused_now(run, "recruit", into=member.name, size=most + 1):
        most += 1
    return GroupOffer(
        member.name, member.type_name, warrior.size, warrior.experience, _price_of_one(run, member), most, refused
    )


def _price_of_one(run: Run, member: Member) -> int:
    try:
        return joining_bill(run.roster, member, 1)[0] + 2 * member.warrior.experience
    except Refused:
        return 0


@dataclass(frozen=True)
class GearRow:
    """Something that a recruit may bring: for one of them, in gold crowns; ``most`` of it."""

    token: str
    name: str
    gold: int
    most: int


def gear_for_recruit(run: Run, entry: WarriorType | HiredSwordType) -> tuple[GearRow, ...]:
    """The common things of a recruit's own lists, at the lists' prices (ruling 14)."""
    if isinstance(entry, HiredSwordType):
        return ()
    newcomer = run.roster.member(WarriorSnapshot(section=entry.section, name=entry.name, type=entry.key))
    keys = [row.item for one in lists_of(newcomer) for row in one.rows]
    keys += [row.item for row in run.roster.warband_type.special_equipment]
    rows = (_gear_row(run, newcomer, Piece(key)) for key in dict.fromkeys(keys))
    return tuple(row for row in rows if row)


def _gear_row(run: Run, newcomer: Member, piece: Piece) -> GearRow | None:
    price = later_price(newcomer, piece, recruit=True)
    if price is None or price.rarity is not None or price.plus or refusal(run.roster, newcomer, piece):
        return None
    most = 2 if run.rulebook.items[piece.item].is_weapon else 1
    return GearRow(item_token(piece), thing(run.rulebook, piece), price.gold, most)


@dataclass(frozen=True)
class Study:
    """A book that somebody carries and may read, or why not."""

    name: str
    token: str
    thing: str
    refused: str = ""


def studies(run: Run) -> tuple[Study, ...]:
    found = []
    for member in run.roster.own:
        for piece in member.warrior.equipment:
            if run.rulebook.items[piece.item].teaches:
                refused = refused_now(run, "study", warrior=member.name, item=piece.item)
                found.append(Study(member.name, item_token(piece), thing(run.rulebook, piece), refused))
    return tuple(found)


# --- equipment ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Carried:
    """Pieces in somebody's hands; ``count`` is for each member of a group."""

    token: str
    name: str
    count: int


@dataclass(frozen=True)
class Holder:
    """The stash, or somebody who carries things; hired swords keep what is theirs."""

    name: str
    type_name: str
    size: int
    pieces: tuple[Carried, ...]
    keeps: bool = False


@dataclass(frozen=True)
class Target:
    """Where a piece may go, or why not."""

    name: str
    type_name: str
    refused: str


@dataclass(frozen=True)
class Moving:
    """A piece that is about to change hands."""

    source: str
    token: str
    name: str
    targets: tuple[Target, ...]


@dataclass(frozen=True)
class Wrong:
    """A problem of somebody's, and the piece that mends it when it goes to the stash, if one does."""

    problem: Problem
    token: str = ""
    thing: str = ""


@dataclass(frozen=True)
class Hands:
    """Who has what, what is wrong with it, and the piece that is about to change hands."""

    holders: tuple[Holder, ...]
    wrong: tuple[Wrong, ...]
    moving: Moving | None = None


def hands(run: Run, source: str = "", token: str = "") -> Hands:
    """All that is carried; ``source`` and ``token`` name the piece that the player has picked up, if any."""
    holders = (_stash(run), *(_holder(run, member) for member in run.roster.members))
    return Hands(holders, tuple(_wrongs(run)), _moving(run, holders, source, token))


def _stash(run: Run) -> Holder:
    return Holder(STASH, "", 1, _carried(run, run.snapshot.stash))


def _holder(run: Run, member: Member) -> Holder:
    pieces = _carried(run, member.warrior.equipment)
    return Holder(member.name, member.type_name, member.warrior.size, pieces, keeps=member.hired is not None)


def _carried(run: Run, pieces: Iterable[Piece]) -> tuple[Carried, ...]:
    return tuple(
        Carried(item_token(piece), thing(run.rulebook, replace(piece, quantity=1)), piece.quantity) for piece in pieces
    )


def _moving(run: Run, holders: Iterable[Holder], source: str, token: str) -> Moving | None:
    holder = next((one for one in holders if one.name == source and not one.keeps), None)
    piece = next((one for one in holder.pieces if one.token == token), None) if holder else None
    if holder is None or piece is None:
        return None
    others = [one for one in holders if one.name != source]
    targets = tuple(
        Target(one.name, one.type_name, _move_refused(run, source, one.name, piece.token)) for one in others
    )
    return Moving(source, piece.token, piece.name, targets)


def _move_refused(run: Run, source: str, target: str, token: str) -> str:
    return refused_now(run, "move", **move_value(source, target, token))


def move_value(source: str, target: str, token: str) -> dict[str, Any]:
    """A move as the choices file has it."""
    return {**piece_value(token), "from": source, "to": target}


def piece_value(token: str, quantity: int = 1) -> dict[str, Any]:
    """A piece as the choices file has it."""
    item, _, material = token.partition(":")
    return (
        {"item": item} | ({"material": material} if material else {}) | ({"quantity": quantity} if quantity > 1 else {})
    )


def _wrongs(run: Run) -> Iterator[Wrong]:
    """What is wrong with somebody, each with what would mend it; then what he carries and can use no more."""
    for problem in check(run.snapshot, run.rulebook).problems:
        member = next((one for one in run.roster.members if one.warrior.id == problem.warrior_id), None)
        if member is not None:
            yield _mended(run, problem, member)
    for member in run.roster.own:
        yield from _of_no_use(run, member)


def _of_no_use(run: Run, member: Member) -> Iterator[Wrong]:
    """Two-handed weapons of whoever has one hand left."""
    given = [run.rulebook.rules[one.rule] for one in member.effects if isinstance(one, GivesRule)]
    if not any(isinstance(effect, UsesOneHand) for rule in given for effect in rule.effects):
        return
    for piece in member.warrior.equipment:
        weapon = run.rulebook.items[piece.item].weapon
        if weapon and weapon.hands > 1:
            name = piece_name(run.roster, replace(piece, quantity=1))
            told = f"{member.name} has one hand left: the {name} is of no use to him."
            problem = Problem("one_hand", member.name, told, blocking=False, warrior_id=member.warrior.id)
            yield Wrong(problem, item_token(piece), name)


def _mended(run: Run, problem: Problem, member: Member) -> Wrong:
    for piece in member.warrior.equipment:
        refused, after = tried(run, "move", move_value(member.name, STASH, item_token(piece)))
        if not refused and problem.message not in [one.message for one in check(after.snapshot, run.rulebook).problems]:
            return Wrong(problem, item_token(piece), piece_name(run.roster, replace(piece, quantity=1)))
    return Wrong(problem)
