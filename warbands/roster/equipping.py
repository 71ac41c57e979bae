"""Who may carry what.

`refusal` answers for one piece, `carrying_problems` for everything a warrior carries together. One offence has
one code: a warrior that carries nothing at all comes before a ban on armour or missiles, a ban before a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mordheim.rules.rule_effects import MayUse
from mordheim.rules.schema import HiredSwordType, Item, WarriorType
from mordheim.rules.snapshot import Piece
from mordheim.rules.who import is_barred, is_within
from mordheim.rules.words import SLOTS, Slot
from warbands.roster.members import Member, Roster
from warbands.roster.prices import chart_price, is_printed_gear, list_row, lists_of, material_row, special_row
from warbands.roster.problems import Problem, a

SLOT_LIMITS: dict[Slot, int] = {"close_combat": 2, "missile": 2, "body_armour": 1, "shield": 1, "helmet": 1}
_ALSO_COUNTED = ("item_not_on_list", "requires_warrior")
_SLOT_NAMES: dict[Slot, str] = {
    "close_combat": "close combat weapons besides the free dagger",
    "missile": "missile weapons",
    "body_armour": "suit of body armour",
    "shield": "shield or buckler",
    "helmet": "helmet",
}


@dataclass(frozen=True)
class Refusal:
    """Why a warrior may not have a piece. One that does not block is marked where he has it already."""

    code: str
    message: str
    blocking: bool = True


def piece_name(member_or_roster: Member | Roster, piece: Piece) -> str:
    """The piece within a sentence: ``gromril dwarf axe``. Names with a capital inside keep their first one."""
    rulebook = member_or_roster.rulebook
    item = rulebook.items.get(piece.item)
    name = item.name if item else piece.item
    if name[1:] == name[1:].lower():
        name = name.lower()
    if piece.material is None:
        return name
    made_of = rulebook.materials.get(piece.material)
    return f"{made_of.name.lower() if made_of else piece.material} {name}"


def refusal(roster: Roster, member: Member, piece: Piece) -> Refusal | None:
    """Why he may not have this piece, or ``None`` where he may. Counts and combinations are not looked at."""
    item = member.rulebook.items.get(piece.item)
    if item is None or member.entry is None:
        return None
    if isinstance(member.entry, HiredSwordType):
        found = _hired_refusal(roster, member, member.entry, item, piece)
    else:
        found = _own_refusal(roster, member, member.entry, item, piece)
    return found or _one_hand_refusal(member, item, piece)


def _one_hand_refusal(member: Member, item: Item, piece: Piece) -> Refusal | None:
    """What is of no use to whoever has one hand left: he keeps what he had (ruling 9), and is given no more of it."""
    if not member.has_one_hand:
        return None
    what = piece_name(member, piece)
    if item.takes_both_hands:
        told = f"{member.name} has one arm left: the {what} needs two hands and is of no use to him."
        return Refusal("weapon_limit", told, blocking=False)
    if item.category == "shield":
        told = f"{member.name} has one arm left, for his weapon: no arm for a {what}."
        return Refusal("armour_limit", told, blocking=False)
    return None


def _own_refusal(roster: Roster, member: Member, entry: WarriorType, item: Item, piece: Piece) -> Refusal | None:
    who, what = f"{member.name} ({entry.name})", piece_name(member, piece)
    if not entry.carries_equipment:
        return Refusal("no_equipment_allowed", f"{who} never carries equipment, so no {what}.")
    if banned := _ban(entry, item, who, what):
        return banned
    if not _of_that_material(member, item, piece):
        return Refusal("item_not_on_list", f"A {what} is not made: {who} cannot have one.")
    if roster.snapshot.is_starting:
        return _starting_refusal(roster, member, item, piece, who, what)
    return _later_refusal(member, item, piece, who, what)


def _ban(entry: WarriorType | HiredSwordType, item: Item, who: str, what: str) -> Refusal | None:
    if item.key in getattr(entry, "never_except", ()):
        return None
    if "armour" in entry.never and (item.is_armour or item.category == "barding"):
        return Refusal("armour_forbidden", f"{who} may never wear armour: no {what}.")
    if "missile" in entry.never and item.category == "missile":
        return Refusal("missile_forbidden", f"{who} may never use missile weapons: no {what}.")
    if "blackpowder" in entry.never and item.blackpowder:
        return Refusal("missile_forbidden", f"{who} never uses a blackpowder weapon: no {what}.")
    return None


def _of_that_material(member: Member, item: Item, piece: Piece) -> bool:
    if piece.material is None:
        return True
    made_of = member.rulebook.materials.get(piece.material)
    if made_of is None:
        return False
    return item.takes_material and item.category == made_of.for_category and item.key not in made_of.except_items


def _starting_refusal(roster: Roster, member: Member, item: Item, piece: Piece, who: str, what: str) -> Refusal | None:
    if member.warrior.section != "hero" and _is_listed_for_heroes(member, item):
        return Refusal("item_not_on_list", f"Only a hero may have {what}: not {who}.")
    if list_row(member, item.key) and (piece.material is None or material_row(member, piece.material)):
        return None
    if piece.material is None and (row := special_row(member, item.key)):
        if row.common_if and not roster.includes(row.common_if):
            needed = _needed_names(roster, row.common_if.warriors)
            return Refusal("requires_warrior", f"{who} can have {what} only while the warband has {a(needed)}.")
        return None
    if piece.material is None and item.at_start and is_within(item.at_start, member.candidate):
        if item.heroes_only and member.warrior.section != "hero":
            return Refusal("item_not_on_list", f"Only a hero may have {what}: not {who}.")
        return None
    names = " or ".join(one.name for one in lists_of(member)) or "no equipment list"
    return Refusal("item_not_on_list", f"{who} buys from the {names}: {what} is not on it for a starting warband.")


def _is_listed_for_heroes(member: Member, item: Item) -> bool:
    """Whether his lists sell it, though to heroes only."""
    return any(row.item == item.key and row.heroes_only for one in lists_of(member) for row in one.rows)


def _needed_names(roster: Roster, keys: tuple[str, ...]) -> str:
    found = (roster.warband_type.warrior(key) for key in keys)
    return " or ".join(warrior.name for warrior in found if warrior)


def _later_refusal(member: Member, item: Item, piece: Piece, who: str, what: str) -> Refusal | None:
    if list_row(member, item.key) or special_row(member, item.key):
        return None
    candidate = member.candidate
    if not is_within(item.only_for, candidate) or is_barred(item.not_for, candidate):
        return Refusal("item_not_on_list", f"{what[:1].upper()}{what[1:]} is not for {who}.")
    if item.is_weapon or item.is_armour:
        if item.for_armour_wearers and "armour" not in member.bans:
            return None
        opened = {effect.category for effect in member.effects if isinstance(effect, MayUse)}
        if item.category in opened:
            return None
        names = " or ".join(one.name for one in lists_of(member)) or "no equipment list"
        return Refusal("item_not_on_list", f"{who} uses what is on the {names}: {what} is not.")
    if item.heroes_only and member.warrior.section != "hero":
        return Refusal("item_not_on_list", f"Only a hero may carry {what}: not {who}.")
    return None


def _hired_refusal(roster: Roster, member: Member, entry: HiredSwordType, item: Item, piece: Piece) -> Refusal | None:
    who, what = f"{member.name} ({entry.name})", piece_name(member, piece)
    if banned := _ban(entry, item, who, what):
        return banned
    sold_to_him = is_within(item.only_for, member.candidate) and not is_barred(item.not_for, member.candidate)
    if item.category in entry.may_buy and sold_to_him and _of_that_material(member, item, piece):
        charted = chart_price(member.rulebook, item, piece.material, member)
        if charted and (charted.rarity is None or not roster.snapshot.is_starting):
            return None
        return Refusal("item_not_on_list", f"{what[:1].upper()}{what[1:]} is rare: {who} cannot have it at the start.")
    printed = _printed_gear(member, entry)
    if not is_printed_gear(entry, piece):
        return Refusal("item_not_on_list", f"{who} brings his own gear ({printed}); {what} cannot be given to him.")
    if _within_gear(entry, member):
        return None
    return Refusal("item_not_on_list", f"{who} brings his own gear ({printed}) and no more than that.")


def _within_gear(entry: HiredSwordType, member: Member) -> bool:
    """Whether what is listed of his printed gear is one of his choices, with his fixed gear besides."""
    chosen = Counter[str]()
    for piece in member.warrior.equipment:
        if is_printed_gear(entry, piece):
            chosen[piece.item] += piece.quantity
    for key in entry.gear:
        chosen[key] = max(0, chosen[key] - 1)
    left = {key: count for key, count in chosen.items() if count}
    return not left or any(set(left) <= set(c.of) and sum(left.values()) <= c.pick for c in entry.gear_choice)


def _printed_gear(member: Member, entry: HiredSwordType) -> str:
    items = member.rulebook.items
    fixed = [items[key].name.lower() for key in entry.gear]
    choices = [f"{c.pick} of {', '.join(items[key].name.lower() for key in c.of)}" for c in entry.gear_choice]
    return ", ".join([*fixed, *([" or ".join(choices)] if choices else [])]) or "none"


def is_of_use(roster: Roster, piece: Piece) -> bool:
    """Whether anybody of the warband could put it to use: may have it, and what it needs or serves as well."""
    return any(_could_use(roster, member, piece) for member in roster.own)


def _could_use(roster: Roster, member: Member, piece: Piece) -> bool:
    item = member.rulebook.items[piece.item]
    if refusal(roster, member, piece):
        return False
    if item.requires and any(refusal(roster, member, Piece(key)) for key in item.requires.items):
        return False
    if item.serves is None:
        return True
    every = member.rulebook.items
    served = [*item.serves.items, *(key for key in every if item.serves.blackpowder and every[key].blackpowder)]
    return any(refusal(roster, member, Piece(key)) is None for key in served)


# --- everything together ------------------------------------------------------------------------------------------


def carrying_problems(roster: Roster, member: Member) -> Iterator[Problem]:
    """Every problem with what one warrior or group carries."""
    if member.entry is None or not member.warrior.equipment:
        return
    items, materials = member.rulebook.items, member.rulebook.materials
    made = [piece for piece in member.warrior.equipment if piece.material is None or piece.material in materials]
    known = [piece for piece in made if piece.item in items]
    refused = {piece: found for piece in known if (found := refusal(roster, member, piece))}
    yield from _once_per_offence(member, refused)
    if member.own_type and not member.own_type.carries_equipment:
        return
    allowed = [piece for piece in known if piece not in refused]
    # What is merely off the list is carried all the same. What a ban or a hired sword's entry keeps out is one offence
    # and counts no further.
    counts = _ALSO_COUNTED if member.own_type else ()
    carried = [
        piece for piece in known if piece not in refused or refused[piece].code in counts or not refused[piece].blocking
    ]
    clashing = _clashing(member, carried)
    for piece, others in clashing.items():
        names = ", ".join(piece_name(member, other) for other in others)
        yield _problem(member, "excludes_items", f"{piece_name(member, piece)} cannot be carried with {names}.")
    yield from _missing_companions(roster, member, allowed)
    yield from _second_pieces(member, carried)
    apart = {other for others in clashing.values() for other in others}
    together = [piece for piece in carried if piece not in apart]
    yield from _over_limits(member, together)
    yield from _second_in_one_hand(member, together)


def _once_per_offence(member: Member, refused: dict[Piece, Refusal]) -> Iterator[Problem]:
    refusals = list(dict.fromkeys(refused.values()))
    if any(one.code == "no_equipment_allowed" for one in refusals):
        refusals = refusals[:1]
    for one in refusals:
        count = 1 if one.blocking else sum(piece.quantity for piece in refused if refused[piece] == one)
        yield Problem(one.code, member.name, one.message, one.blocking, member.warrior.id, off_by=count)


def _problem(member: Member, code: str, what: str) -> Problem:
    return Problem(code, member.name, f"{member.name}: {what}", warrior_id=member.warrior.id)


def _clashing(member: Member, pieces: list[Piece]) -> dict[Piece, list[Piece]]:
    """For each piece that forbids others, those that are there all the same."""
    found: dict[Piece, list[Piece]] = {}
    for piece in pieces:
        rule = member.rulebook.items[piece.item].excludes
        if rule is None:
            continue
        clash = [
            other
            for other in pieces
            if other.item not in rule.but
            and (
                (other is not piece and rule.everything)
                or other.item in rule.items
                or (other is not piece and member.rulebook.items[other.item].category in rule.categories)
            )
        ]
        if rule.everything and piece.quantity > 1:
            clash.append(replace(piece, quantity=piece.quantity - 1))
        if clash:
            found[piece] = clash
    return found


def _missing_companions(roster: Roster, member: Member, pieces: list[Piece]) -> Iterator[Problem]:
    carried = {piece.item for piece in pieces}
    for piece in pieces:
        rule = member.rulebook.items[piece.item].requires
        if rule and (roster.snapshot.is_starting or not rule.at_start) and not set(rule.items) <= carried:
            names = ", ".join(member.rulebook.items[key].name.lower() for key in rule.items)
            each = ", one for each member of the group" if member.warrior.size > 1 else ""
            yield _problem(member, "requires_item", f"{piece_name(member, piece)} needs {names}{each}.")


def _second_pieces(member: Member, pieces: list[Piece]) -> Iterator[Problem]:
    """Things of which only some may carry more than one."""
    counts = Counter[str]()
    for piece in pieces:
        counts[piece.item] += piece.quantity
    for key, count in counts.items():
        item = member.rulebook.items[key]
        if count > 1 and item.second_for and not is_within(item.second_for, member.candidate):
            told = f"{a(member.type_name)} may carry one {item.name.lower()}, not {count}."
            yield replace(_problem(member, "weapon_limit", told), about=key, off_by=count - 1)


def slots_used(member: Member, pieces: tuple[Piece, ...] | list[Piece]) -> Counter[Slot]:
    """How many of each carrying place these pieces take."""
    used: Counter[Slot] = Counter()
    for piece in pieces:
        for slot, count in member.rulebook.items[piece.item].uses_slots.items():
            used[slot] += count * piece.quantity
    return used


def _over_limits(member: Member, pieces: list[Piece]) -> Iterator[Problem]:
    printed = member.gear[: len(member.gear) - len(member.warrior.equipment)]
    used = slots_used(member, [*printed, *pieces])
    for slot in SLOTS:
        if used[slot] > SLOT_LIMITS[slot]:
            code = "weapon_limit" if slot in ("close_combat", "missile") else "armour_limit"
            limit = f"at most {SLOT_LIMITS[slot]} {_SLOT_NAMES[slot]} may be carried, not {used[slot]}"
            found = _problem(member, code, f"{limit} (ruling 6).")
            yield replace(found, about=slot, off_by=used[slot] - SLOT_LIMITS[slot])


def _second_in_one_hand(member: Member, pieces: list[Piece]) -> Iterator[Problem]:
    """Whoever has one hand left carries a single weapon; one alone that needs two hands is told of by itself."""
    if not member.has_one_hand:
        return
    used = slots_used(member, pieces)
    count = used["close_combat"] + used["missile"]
    useful = [piece for piece in pieces if _one_hand_refusal(member, member.rulebook.items[piece.item], piece) is None]
    if count > 1 and any(slots_used(member, useful)[slot] for slot in ("close_combat", "missile")):
        told = f"with one arm left he may carry a single weapon besides the free dagger, not {count}."
        found = _problem(member, "weapon_limit", told)
        yield replace(found, blocking=False, about="one_hand", off_by=count - 1)
