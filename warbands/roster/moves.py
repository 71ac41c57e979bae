"""What a player may do to a warband between battles: each move takes a roster and gives what becomes of it.

A move answers with a `Moved`: the new snapshot, a sentence for the record and the dice it rolled. Whether the
result is allowed is judged in one place (`judge`), on the checks before and after, so that no move carries a copy
of a rule. The page asks the same judge what to offer.

Gold: a starting warband's treasury is always its starting gold less what it costs, so its moves need not touch
it. Later every purchase takes its price from the treasury and every sale adds to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from mordheim.rules.dice import Dice, EnteredDice, RecordedDice, Roll
from mordheim.rules.effects import count_of
from mordheim.rules.plainfile import clean_line, clean_text
from mordheim.rules.rule_effects import BarsNewLeader
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import HiredSwordType, WarriorType
from mordheim.rules.snapshot import (
    KnownSpell,
    Piece,
    WarbandSnapshot,
    WarriorSnapshot,
    merged,
    without_stray_effects,
)
from warbands.roster.check import Checked, check
from warbands.roster.equipping import piece_name, refusal
from warbands.roster.members import Member, Roster
from warbands.roster.prices import Price, is_printed_gear, mutations_cost, price_of, sale_value
from warbands.roster.problems import Problem
from warbands.roster.refusals import Refused

# What the warband file can hold: a warband that a player can make is one that he can take home as a file.
MOST_OF_ONE_KIND = 100
LONGEST_NAME = 200
LONGEST_NOTES = 20_000


@dataclass(frozen=True)
class Moved:
    """What a move makes of a warband. ``buying`` moves, by which somebody comes to have more, may make nothing of a
    founded warband worse, not even what is only marked."""

    snapshot: WarbandSnapshot
    sentence: str
    warrior: str = ""
    rolls: tuple[Roll, ...] = ()
    buying: bool = False


def judge(before: Checked, after: Checked, *, founded: bool, buying: bool) -> None:
    """Whether a warband may come to stand so.

    What a warband may never have is refused always; problems of numbers only mark a draft, but a founded warband
    may get no new one that blocks, and no purchase may make one worse, blocking or not. A founded warband's gold may
    be short only where its list's prices have risen since: whatever costs nothing more goes on.

    Raises:
        Refused: with the sentence of the first problem that stands in the way.
    """
    for problem in worsened(before, after):
        in_the_way = founded and (problem.blocking or buying)
        if in_the_way or (problem.blocking and not problem.is_of_numbers):
            raise Refused(problem.foretold, code=problem.code)
    if founded and after.treasury is not None and after.treasury < min(0, before.treasury or 0):
        raise Refused(f"That needs {-after.treasury} gc more than there are.", code="over_budget")


def outcome(roster: Roster, moved: Moved, *, founded: bool, before: Checked | None = None) -> Checked:
    """The check of what a move makes, judged. Raises Refused where it may not be."""
    after = check(moved.snapshot, roster.rulebook)
    judge(before or check(roster.snapshot, roster.rulebook), after, founded=founded, buying=moved.buying)
    return after


def worsened(before: Checked, after: Checked) -> tuple[Problem, ...]:
    """The problems that are new, or further from right than they were."""
    worse = _how_wrong(after) - _how_wrong(before)
    return tuple(problem for problem in after.problems if worse[_fault(problem)])


def _how_wrong(checked: Checked) -> Counter[tuple[str, str, str]]:
    found: Counter[tuple[str, str, str]] = Counter()
    for problem in checked.problems:
        found[_fault(problem)] += problem.off_by
    return found


def _fault(problem: Problem) -> tuple[str, str, str]:
    """What stays of a problem while its numbers and the warrior's name change."""
    who = str(problem.warrior_id or problem.where)
    if problem.about or problem.is_of_numbers:
        return problem.code, who, problem.about
    return problem.code, who, problem.message.replace(problem.where, "")


# --- finding and asking -----------------------------------------------------------------------------------------


def warrior_of(roster: Roster, warrior_id: int) -> Member:
    """The warrior of that id. Raises Refused when he is not, or no longer, of this warband."""
    for member in roster.members:
        if member.warrior.id == warrior_id:
            return member
    raise Refused("That warrior is not of this warband, or has left it.", code="no_such_warrior")


def free_name(roster: Roster, wanted: str) -> str:
    """The name, with a number behind it where somebody has it already."""
    taken = {warrior.name for warrior in roster.snapshot.warriors}
    if wanted not in taken:
        return wanted
    numbered = (f"{wanted[: LONGEST_NAME - 6]} {number}" for number in range(2, len(taken) + 3))
    return next(name for name in numbered if name not in taken)


def proper_name(text: str) -> str:
    """A name as it is stored. Raises Refused for one that is empty or too long."""
    name = clean_line(text)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(f"A name has 1 to {LONGEST_NAME} characters.", code="name")
    return name


def proper_notes(text: str) -> str:
    """Notes as they are stored. Raises Refused for too long ones."""
    notes = clean_text(text)
    if len(notes) > LONGEST_NOTES:
        raise Refused(f"Notes have at most {LONGEST_NOTES} characters.", code="notes")
    return notes


def _asked_for(roster: Roster, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces, equal ones as one. Raises Refused for what the rules do not have, and for odd numbers of it."""
    asked = tuple(pieces)
    for piece in asked:
        unknown_material = piece.material is not None and piece.material not in roster.rulebook.materials
        if piece.item not in roster.rulebook.items or unknown_material:
            raise Refused("There is no such thing to buy.", code="unknown_key")
        if piece.quantity < 1:
            raise Refused("At least one piece must be asked for.", code="quantity")
    return _together(roster, asked)


def _together(roster: Roster, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Equal pieces as one entry. Raises Refused where there would be more than can be written down."""
    together = merged(pieces)
    for piece in together:
        if piece.quantity > MOST_OF_ONE_KIND:
            told = f"More than {MOST_OF_ONE_KIND} × {piece_name(roster, piece)} cannot be kept in one place."
            raise Refused(told, code="quantity")
    return together


def _stashed(roster: Roster, snapshot: WarbandSnapshot, pieces: Iterable[Piece]) -> WarbandSnapshot:
    return replace(snapshot, stash=_together(roster, (*snapshot.stash, *pieces)))


# --- recruiting -------------------------------------------------------------------------------------------------


def recruit(
    roster: Roster,
    *,
    type_key: str,
    name: str,
    dice: Dice,
    size: int = 1,
    equipment: Iterable[Piece] = (),
    spells: Sequence[str] | None = (),
    mutations: Sequence[str] = (),
) -> Moved:
    """Hire a hero, or a henchman group of ``size``, with what he brings on.

    A wizard's first spells are rolled; ``spells`` are those that the player chose instead, where a roll at the
    table showed a row that the source does not have, and ``None`` where he learns them afterwards. ``mutations`` are
    bought in that order, which decides which of them is the first; they are never bought later.
    """
    entry = roster.warband_type.warrior(type_key)
    if entry is None:
        raise Refused(f"{roster.warband_type.name} have no such warrior.", code="unknown_key")
    if entry.section == "hero" and size != 1:
        raise Refused("Heroes are hired one by one.", code="group_size")
    _possible_size(size)
    if entry.leader and not roster.snapshot.is_starting:
        _may_hire_leader(roster, entry)
    recorded = RecordedDice(dice)
    warrior = WarriorSnapshot(
        section=entry.section,
        name=free_name(roster, proper_name(clean_line(name) or (entry.name if size == 1 else entry.plural))),
        type=entry.key,
        size=size,
        experience=entry.starting_experience,
        equipment=_asked_for(roster, equipment),
        mutations=_bought_mutations(roster, mutations),
    )
    warrior = replace(warrior, spells=_first_spells(roster, roster.member(warrior), recorded, spells))
    if entry.leader:
        roster = _without_successor(roster)
    count = f"{size} {entry.plural}" if size > 1 else entry.name
    named = "" if warrior.name in (entry.name, entry.plural) else f" as {warrior.name}"
    bearing = f" with {mutations_told(roster.rulebook, warrior.mutations)}" if mutations else ""
    return _joined(roster, warrior, f"{count} joined{named}{bearing}", recorded)


def _may_hire_leader(roster: Roster, entry: WarriorType) -> None:
    """Only where the list says so, after the next battle at the earliest. Raises Refused."""
    lasting = (roster.rulebook.lasting_effects.get(one.effect) for one in roster.snapshot.effects)
    barred = any(isinstance(effect, BarsNewLeader) for one in lasting if one for effect in one.effects)
    if not roster.warband_type.leader_rehired or any(member.is_own_leader for member in roster.own):
        raise Refused(f"A new {entry.name} cannot be hired: whoever leads now goes on leading.", code="leader_count")
    if barred:
        raise Refused(f"A new {entry.name} can be hired after the next battle, not before.", code="leader_count")


def _without_successor(roster: Roster) -> Roster:
    """Whoever led in the meantime steps back."""
    warriors = tuple(replace(one, leader=False) if one.leader else one for one in roster.snapshot.warriors)
    return replace(roster, snapshot=replace(roster.snapshot, warriors=warriors))


def hire_sword(
    roster: Roster,
    *,
    type_key: str,
    name: str,
    dice: Dice,
    equipment: Iterable[Piece] = (),
    spells: Sequence[str] | None = (),
) -> Moved:
    """Hire a hired sword; ``equipment`` is his choice where his entry gives one, ``spells`` as for a recruit."""
    sword = roster.rulebook.hired_swords.get(type_key)
    if sword is None:
        raise Refused("There is no such hired sword.", code="unknown_key")
    recorded = RecordedDice(dice)
    warrior = WarriorSnapshot(
        section="hired_sword",
        name=free_name(roster, proper_name(clean_line(name) or sword.name)),
        type=sword.key,
        equipment=_asked_for(roster, equipment),
    )
    warrior = replace(warrior, spells=_first_spells(roster, roster.member(warrior), recorded, spells))
    named = "" if warrior.name == sword.name else f" as {warrior.name}"
    return _joined(roster, warrior, f"{sword.name} was hired{named}", recorded)


def _bought_mutations(roster: Roster, asked: Sequence[str]) -> tuple[str, ...]:
    """The mutations, in the order of buying. Raises Refused for what the rules do not have."""
    if not set(asked) <= set(roster.rulebook.mutations):
        raise Refused("There is no such mutation.", code="unknown_key")
    return tuple(asked)


def mutations_told(rulebook: Rulebook, keys: Iterable[str]) -> str:
    """Mutations within a sentence: ``Great Claw, Spines and Tentacle twice``."""
    counts = Counter(keys)
    names = [rulebook.mutations[key].name + (" twice" if count == 2 else "") for key, count in counts.items()]
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _joined(roster: Roster, warrior: WarriorSnapshot, sentence: str, dice: RecordedDice) -> Moved:
    known = [roster.rulebook.spells.get(spell.spell) for spell in warrior.spells]
    spells = " and ".join(spell.name for spell in known if spell)
    sentence += f" and knows {spells}." if spells else "."
    snapshot = replace(roster.snapshot, warriors=(*roster.snapshot.warriors, warrior))
    if not snapshot.is_starting:
        snapshot = _paid(snapshot, later_hire(roster, roster.member(warrior)))
    return Moved(snapshot, sentence, warrior.name, dice.finished(), buying=True)


def later_hire(roster: Roster, member: Member) -> int:
    """Gold crowns for a recruit of a warband that has fought, his equipment and mutations included."""
    gear = sum(
        _common_price(roster, member, piece, recruit=True).gold * piece.quantity
        for piece in member.warrior.equipment
        if not _comes_with_him(member, piece)
    )
    if isinstance(member.entry, HiredSwordType):
        return member.entry.hire_fee + gear
    hire = member.entry.price if member.entry else 0
    grown = mutations_cost(roster.rulebook, _bought_mutations(roster, member.warrior.mutations))
    return member.warrior.size * (hire + gear + grown)


def joining_bill(roster: Roster, member: Member, count: int) -> tuple[int, tuple[Piece, ...]]:
    """What ``count`` more of a group cost in gold crowns, armed as the others are, and what of their gear the stash
    gives. Raises Refused where the rest is rare or nobody sells it."""
    from_stash: list[Piece] = []
    gold = count * later_hire(roster, replace(member, warrior=replace(member.warrior, size=1, equipment=())))
    for piece in member.warrior.equipment:
        needed = piece.quantity * count
        there = min(needed, count_of(roster.snapshot.stash, piece))
        if there:
            from_stash.append(replace(piece, quantity=there))
        if there < needed:
            gold += (needed - there) * _common_price(roster, member, piece, recruit=True).gold
    return gold, tuple(from_stash)


def _comes_with_him(member: Member, piece: Piece) -> bool:
    """Whether a hired sword's entry gives him this, so that nothing is paid for it."""
    return member.hired is not None and not member.hired.may_buy and is_printed_gear(member.hired, piece)


def _possible_size(size: int) -> None:
    if not 1 <= size <= MOST_OF_ONE_KIND:
        raise Refused(f"A group has at least one warrior, and never more than {MOST_OF_ONE_KIND}.", code="group_size")


def _first_spells(
    roster: Roster, member: Member, dice: RecordedDice, chosen: Sequence[str] | None
) -> tuple[KnownSpell, ...]:
    casting = member.entry.casting if member.entry else None
    if casting is None or chosen or chosen is None:
        return tuple(KnownSpell(key) for key in chosen or ())
    known: list[str] = []
    for _ in range(casting.starting):
        known.append(roll_spell(roster, casting.lore, dice, known))
    return tuple(KnownSpell(key) for key in known)


def roll_spell(roster: Roster, lore_key: str, dice: RecordedDice, known: Sequence[str]) -> str:
    """A random spell that is not known yet, on a D6.

    A row that the source does not have (ruling 2), or a spell known already, is rolled again and the roll says so;
    at the table the next face entered is the roll that replaces it.
    """
    lore = roster.rulebook.lores[lore_key]
    if set(lore.spells) <= set(known):
        raise Refused(f"There is no spell of {lore.name} left to learn.", code="spell_not_allowed")
    what_for = f"random spell of {lore.name}"
    for _ in range(1000):
        row = lore.rows[dice.d6(what_for) - 1]
        if row.spell is not None and row.spell not in known:
            return row.spell
        why = "is known already" if row.spell else "is a row that our source does not have (ruling 2)"
        what_for = f"random spell of {lore.name}, since {row.roll} {why}: roll again, or choose"
    raise Refused("The dice never showed a spell that can be learned.", code="spell_not_allowed")


def choose_spell(roster: Roster, *, warrior_id: int, old: str, new: str) -> Moved:
    """Put another spell in place of one that was rolled at the table, on a warband that has not fought yet."""
    member = warrior_of(roster, warrior_id)
    if not roster.snapshot.is_starting:
        raise Refused("A spell is learned by an advance once the warband has fought.", code="spell_not_allowed")
    if old not in [spell.spell for spell in member.warrior.spells] or new not in roster.rulebook.spells:
        raise Refused("There is no such spell to change.", code="spell_not_allowed")
    spells = tuple(KnownSpell(new) if spell.spell == old else spell for spell in member.warrior.spells)
    sentence = f"{member.name} knows {roster.rulebook.spells[new].name}, rolled at the table."
    return Moved(roster.snapshot.with_warrior(replace(member.warrior, spells=spells)), sentence, member.name)


def enlarge(roster: Roster, *, warrior_id: int, by: int) -> Moved:
    """Add members to a henchman group, armed as the others are."""
    member = warrior_of(roster, warrior_id)
    entry = member.own_type
    if member.warrior.section != "henchman" or entry is None or by < 1:
        raise Refused("Only a henchman group takes on more members.", code="group_size")
    if not roster.snapshot.is_starting and member.warrior.experience:
        raise Refused(
            f"{member.name} have learned from battle: only veterans found after a battle may join them.",
            code="group_size",
        )
    size = member.warrior.size + by
    _possible_size(size)
    snapshot = roster.snapshot.with_warrior(replace(member.warrior, size=size))
    if not snapshot.is_starting:
        gold, from_stash = joining_bill(roster, member, by)
        for piece in from_stash:
            snapshot = replace(snapshot, stash=_less(roster, snapshot.stash, piece))
        snapshot = _paid(snapshot, gold)
    return Moved(snapshot, f"{member.name} grew to {size}.", member.name, buying=True)


def dismiss(roster: Roster, *, warrior_id: int, count: int | None = None) -> Moved:
    """Send a warrior away, or ``count`` members of a group. A starting warband has its gold back; later the gear
    goes to the stash, a hired sword takes his own along."""
    member = warrior_of(roster, warrior_id)
    warrior = member.warrior
    leaving = warrior.size if count is None else count
    if not 1 <= leaving <= warrior.size:
        raise Refused(f"{member.name} are {warrior.size}: so many cannot leave.", code="group_size")
    if leaving < warrior.size:
        snapshot = roster.snapshot.with_warrior(replace(warrior, size=warrior.size - leaving))
    else:
        rest = tuple(other for other in roster.snapshot.warriors if other.id != warrior.id)
        snapshot = replace(roster.snapshot, warriors=rest)
    if not snapshot.is_starting and not member.hired:
        left = (replace(piece, quantity=piece.quantity * leaving) for piece in warrior.equipment)
        snapshot = _stashed(roster, snapshot, left)
    who = member.name if leaving == warrior.size else f"{leaving} of {member.name}"
    told = f"{who} {'was' if leaving == 1 or leaving == warrior.size else 'were'} dismissed."
    return Moved(snapshot, told, member.name)


# --- equipment --------------------------------------------------------------------------------------------------


def buy(roster: Roster, *, warrior_id: int | None, piece: Piece, dice: Dice | None = None) -> Moved:
    """Buy a piece for a warrior (for each member of a group) or, once a battle is fought, for the stash.

    Dice of a price are rolled for each piece. Nobody may look at them first and then decide: the treasury has to
    hold the most that they could ask. Raises DiceError where a price has dice and none are given.
    """
    _asked_for(roster, [piece])
    recorded = RecordedDice(dice or EnteredDice(()))
    if warrior_id is None:
        return _buy_for_stash(roster, piece, recorded)
    member = warrior_of(roster, warrior_id)
    pieces = _together(roster, (*member.warrior.equipment, piece))
    snapshot = roster.snapshot.with_warrior(replace(member.warrior, equipment=pieces))
    if member.hired and not member.hired.may_buy and not _is_a_choice(member, piece):
        found = refusal(roster, replace(member, warrior=replace(member.warrior, equipment=pieces)), piece)
        raise Refused(found.message if found else "Nobody buys gear for him.", code="item_not_on_list")
    if not snapshot.is_starting:
        if found := refusal(roster, member, piece):
            raise Refused(found.message, code=found.code)
        if not _comes_with_him(member, piece):
            price = _common_price(roster, member, piece)
            count = piece.quantity * member.warrior.size
            snapshot = _paid_for(snapshot, price, count, recorded, piece_name(roster, piece))
    many = "" if piece.quantity == 1 else f"{piece.quantity} × "
    each = " each" if member.warrior.size > 1 else ""
    sentence = f"{member.name} got {many}{piece_name(roster, piece)}{each}."
    return Moved(snapshot, sentence, member.name, recorded.finished(), buying=True)


def _is_a_choice(member: Member, piece: Piece) -> bool:
    return member.hired is not None and any(piece.item in choice.of for choice in member.hired.gear_choice)


def _paid_for(snapshot: WarbandSnapshot, price: Price, count: int, dice: RecordedDice, name: str) -> WarbandSnapshot:
    """The warband with ``count`` pieces paid for, each rolled for where its price has dice."""
    if price.plus is None:
        return _paid(snapshot, price.gold * count)
    most = count * (price.gold + _most_of(price.plus))
    if most > (snapshot.treasury or 0):
        told = f"That may cost up to {most} gc, and the treasury holds {snapshot.treasury or 0} gc."
        raise Refused(told, code="over_budget")
    return _paid(snapshot, sum(price.gold + _plus(price, dice, name) for _ in range(count)))


def _buy_for_stash(roster: Roster, piece: Piece, dice: RecordedDice) -> Moved:
    if roster.snapshot.is_starting:
        raise Refused("A starting warband has no stash: buy it for somebody.", code="not_at_start")
    buyers = [member for member in roster.own if refusal(roster, member, piece) is None]
    if not buyers:
        raise Refused(f"Nobody in this warband could use {piece_name(roster, piece)}.", code="item_not_on_list")
    price = _common_price(roster, buyers[0], piece)
    snapshot = _stashed(roster, roster.snapshot, [piece])
    name = piece_name(roster, piece)
    snapshot = _paid_for(snapshot, price, piece.quantity, dice, name)
    told = f"{piece.quantity} × {name} went to the stash."
    return Moved(snapshot, told, rolls=dice.finished(), buying=True)


def _common_price(roster: Roster, member: Member, piece: Piece, *, recruit: bool = False) -> Price:
    """The price of what is to be had without a search. Raises Refused for rare things and what nobody sells."""
    known = piece.item in roster.rulebook.items
    price = price_of(roster, member, piece, recruit=recruit) if known else None
    name = piece_name(roster, piece)
    if price is None:
        raise Refused(f"Nobody sells {name}.", code="item_not_on_list")
    row = next((row for row in roster.warband_type.special_equipment if row.item == piece.item), None)
    if row and row.common_if and not roster.includes(row.common_if):
        raise Refused(f"{name} is to be had only while the warband has those who trade in it.", code="requires_warrior")
    if price.rarity is not None:
        dice = f" + {price.plus}" if price.plus else ""
        raise Refused(
            f"{name} is Rare {price.rarity} ({price.gold} gc{dice}): a hero must find it by a search after a battle.",
            code="rare",
        )
    return price


def take_away(roster: Roster, *, warrior_id: int, piece: Piece) -> Moved:
    """Take a piece from a warrior (from each member of a group): a starting warband has its gold back, later it
    goes to the stash."""
    member = warrior_of(roster, warrior_id)
    _only_own_gear(roster, member)
    snapshot = roster.snapshot.with_warrior(
        replace(member.warrior, equipment=_less(roster, member.warrior.equipment, piece))
    )
    name = piece_name(roster, piece)
    if snapshot.is_starting:
        return Moved(snapshot, f"{member.name} gave back {name}.", member.name)
    freed = replace(piece, quantity=piece.quantity * member.warrior.size)
    snapshot = without_stray_effects(_stashed(roster, snapshot, [freed]))
    return Moved(snapshot, f"{member.name} put {name} into the stash.", member.name)


def hand_out(roster: Roster, *, warrior_id: int, piece: Piece) -> Moved:
    """Give a piece of the stash to a warrior; a group needs one for each member."""
    member = warrior_of(roster, warrior_id)
    if member.hired and not member.hired.may_buy:
        raise Refused(f"{member.name} brings his own gear.", code="item_not_on_list")
    needed = replace(piece, quantity=piece.quantity * member.warrior.size)
    snapshot = replace(roster.snapshot, stash=_less(roster, roster.snapshot.stash, needed))
    pieces = _together(roster, (*member.warrior.equipment, piece))
    snapshot = snapshot.with_warrior(replace(member.warrior, equipment=pieces))
    told = f"{member.name} took {piece_name(roster, piece)} from the stash."
    return Moved(snapshot, told, member.name, buying=True)


def sell(roster: Roster, *, piece: Piece, dice: Dice) -> Moved:
    """Sell pieces of the stash: half the fixed part of the chart's price each, rounded down (ruling 13)."""
    recorded = RecordedDice(dice)
    snapshot = replace(roster.snapshot, stash=_less(roster, roster.snapshot.stash, piece))
    anybody = roster.members[0] if roster.members else None
    name = piece_name(roster, piece)
    value = sale_value(roster.rulebook, anybody, piece) if piece.item in roster.rulebook.items else None
    if value is None:
        raise Refused(f"Nobody buys {name}.", code="not_for_sale")
    gold = sum(value.gold + _plus(value, recorded, name) for _ in range(piece.quantity))
    snapshot = replace(snapshot, treasury=(snapshot.treasury or 0) + gold)
    return Moved(snapshot, f"{piece.quantity} × {name} sold for {gold} gc.", rolls=recorded.finished())


def _plus(price: Price, dice: RecordedDice, name: str) -> int:
    """What the dice of a price come to; 0 without any."""
    if price.plus is None:
        return 0
    what_for = f"price of {name}"
    if price.plus == "2D6":
        return dice.two_d6(what_for)
    return sum(dice.d6(what_for) for _ in range(_d6_in(price.plus)))


def _most_of(dice: str) -> int:
    return 6 * _d6_in(dice)


def _d6_in(dice: str) -> int:
    """How many D6 a price adds: ``3D6`` is 3. Raises ValueError for dice that no common thing's price has."""
    count, _, rest = dice.partition("D6")
    if rest:
        raise ValueError(f"{dice} is no price that is rolled here")
    return int(count or 1)


def _only_own_gear(roster: Roster, member: Member) -> None:
    if member.hired and not roster.snapshot.is_starting:
        raise Refused(f"{member.name} keeps what is his.", code="item_not_on_list")


def _less(roster: Roster, pieces: tuple[Piece, ...], taken: Piece) -> tuple[Piece, ...]:
    there = sum(p.quantity for p in pieces if (p.item, p.material) == (taken.item, taken.material))
    if taken.quantity < 1 or there < taken.quantity:
        raise Refused(f"There are not {taken.quantity} × {piece_name(roster, taken)} there.", code="not_there")
    return merged((*pieces, replace(taken, quantity=-taken.quantity)))


def _paid(snapshot: WarbandSnapshot, gold: int) -> WarbandSnapshot:
    """The warband with so much gold less. Raises Refused when it has not got it."""
    held = snapshot.treasury or 0
    if gold > held:
        raise Refused(f"That costs {gold} gc and the treasury holds {held} gc.", code="over_budget")
    return replace(snapshot, treasury=held - gold)


# --- names, notes, order ----------------------------------------------------------------------------------------


def rename_warrior(roster: Roster, *, warrior_id: int, name: str) -> Moved:
    member, called = warrior_of(roster, warrior_id), proper_name(name)
    sentence = f"{member.name} is called {called} from now on."
    return Moved(roster.snapshot.with_warrior(replace(member.warrior, name=called)), sentence, called)


def note_on_warrior(roster: Roster, *, warrior_id: int, notes: str) -> Moved:
    member = warrior_of(roster, warrior_id)
    snapshot = roster.snapshot.with_warrior(replace(member.warrior, notes=proper_notes(notes)))
    return Moved(snapshot, f"Notes on {member.name} were changed.", member.name)


def rename_warband(roster: Roster, *, name: str) -> Moved:
    called = proper_name(name)
    sentence = f"{roster.snapshot.name} is called {called} from now on."
    return Moved(replace(roster.snapshot, name=called), sentence)


def note_on_warband(roster: Roster, *, notes: str) -> Moved:
    return Moved(replace(roster.snapshot, notes=proper_notes(notes)), "Notes on the warband were changed.")


def reorder(roster: Roster, *, warrior_id: int, steps: int) -> Moved:
    """Move a warrior among those of his section and type, up by negative steps; at the end nothing changes.

    The list's own order comes first wherever warriors are shown, so only equals change places.
    """
    member = warrior_of(roster, warrior_id)
    warriors = list(roster.snapshot.warriors)
    equals = [
        place
        for place, warrior in enumerate(warriors)
        if (warrior.section, warrior.type) == (member.warrior.section, member.warrior.type)
    ]
    order = [warriors[place] for place in equals]
    at = order.index(member.warrior)
    order.insert(min(max(at + steps, 0), len(order) - 1), order.pop(at))
    for place, warrior in zip(equals, order, strict=True):
        warriors[place] = warrior
    sentence = f"{member.name} moved {'up' if steps < 0 else 'down'} among his equals."
    return Moved(replace(roster.snapshot, warriors=tuple(warriors)), sentence, member.name)
