"""The warband as it is shown: one plain structure that the page, the printed sheets and the JSON draw.

It decides nothing for the reader to decide again: order, names, reasons, boxes and links are all in it. A link
names a rule as ``kind`` and ``key``; whoever draws it knows the address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Item
from mordheim.rules.snapshot import Piece, Suffered, WarbandSnapshot, WarriorSnapshot
from mordheim.rules.words import Entry, Section
from warbands.roster.check import Checked, check
from warbands.roster.composition import warriors_of
from warbands.roster.equipping import piece_name
from warbands.roster.explain import (
    Figure,
    Save,
    armour_save,
    injury_bands,
    leader_range,
    range_bonus,
    statline,
    stun_save,
)
from warbands.roster.learning import gains_experience
from warbands.roster.members import Member, Roster
from warbands.roster.prices import starting_cost
from warbands.roster.problems import Problem
from warbands.roster.rating import RatingLine, rating_line


@dataclass(frozen=True)
class RuleLink:
    """A rule in play: where it stands, what it is called, what it says, whence it comes, how often he has it."""

    kind: str
    key: str
    name: str
    summary: str
    source: str
    times: int = 1

    @property
    def told(self) -> str:
        return f"{self.name} × {self.times}" if self.times != 1 else self.name


@dataclass(frozen=True)
class GearLine:
    """Pieces a warrior carries, or that lie in the stash. ``count`` is per member of a group."""

    name: str
    count: int
    link: RuleLink | None
    numbers: str = ""
    piece: Piece | None = None

    @property
    def told(self) -> str:
        return f"{self.count} × {self.name}" if self.count != 1 else self.name


@dataclass(frozen=True)
class InjuryLine:
    name: str
    detail: str
    link: RuleLink | None
    outcome: str | None = None


@dataclass(frozen=True)
class TrackBox:
    """One box of an experience track."""

    number: int
    filled: bool
    advance: bool


@dataclass(frozen=True)
class WarriorBlock:
    """One warrior, henchman group or hired sword, ready to draw."""

    id: int | None
    section: Section
    name: str
    type_key: str
    type_name: str
    size: int
    leads: bool
    promoted: bool
    statline: tuple[Figure, ...]
    gear: tuple[GearLine, ...]
    rules: tuple[RuleLink, ...]
    skills: tuple[RuleLink, ...]
    spells: tuple[RuleLink, ...]
    mutations: tuple[RuleLink, ...]
    injuries: tuple[InjuryLine, ...]
    save: Save | None
    save_against_shooting: Save | None
    stun_save: Save | None
    injury_bands: Save | None
    experience: int
    learns: bool
    track: tuple[TrackBox, ...]
    advances_due: int
    status: tuple[str, ...]
    notes: str
    points: RatingLine | None
    price: int | None
    upkeep: int
    problems: tuple[Problem, ...]
    carries_equipment: bool
    free_gear: tuple[RuleLink, ...] = ()
    leader_range: Save | None = None

    @property
    def links(self) -> tuple[RuleLink, ...]:
        """Every rule on the card, in the order in which it is printed."""
        gear = tuple(line.link for line in self.gear if line.link)
        injuries = tuple(line.link for line in self.injuries if line.link)
        return (*gear, *self.rules, *self.skills, *self.spells, *self.mutations, *injuries)


@dataclass(frozen=True)
class WarbandSheet:
    """The whole warband, ready to draw. Gold in gold crowns; ``treasury`` may be negative in a draft."""

    name: str
    type_key: str
    type_name: str
    battles: int
    starting_gold: int
    treasury: int | None
    cost: int | None
    wyrdstone: int
    rating: int | None
    experience: int
    warriors: int
    warriors_max: int
    legal: bool
    problems: tuple[Problem, ...]
    rules: tuple[RuleLink, ...]
    blocks: tuple[WarriorBlock, ...]
    stash: tuple[GearLine, ...]
    effects: tuple[str, ...]
    notes: str
    hero_track: tuple[TrackBox, ...] = ()
    group_track: tuple[TrackBox, ...] = ()

    def of_section(self, section: Section) -> tuple[WarriorBlock, ...]:
        return tuple(block for block in self.blocks if block.section == section)

    @property
    def heroes(self) -> tuple[WarriorBlock, ...]:
        return self.of_section("hero")

    @property
    def henchmen(self) -> tuple[WarriorBlock, ...]:
        return self.of_section("henchman")

    @property
    def hired_swords(self) -> tuple[WarriorBlock, ...]:
        return self.of_section("hired_sword")

    @property
    def over_budget(self) -> int:
        """Gold crowns spent beyond what there is; 0 when there is enough."""
        return max(0, -(self.treasury or 0))

    @property
    def links(self) -> tuple[RuleLink, ...]:
        """Every rule in play, each once: what a quick reference holds."""
        found = [*self.rules, *(link for block in self.blocks for link in block.links)]
        found += [line.link for line in self.stash if line.link]
        return tuple({(link.kind, link.key): link for link in found}.values())


def build_sheet(snapshot: WarbandSnapshot, rulebook: Rulebook, checked: Checked | None = None) -> WarbandSheet:
    """The sheet of a warband. ``checked`` saves a second check where the caller has made one.

    Raises:
        KeyError: when the rulebook has no such warband type.
    """
    checked = checked or check(snapshot, rulebook)
    roster = Roster(snapshot, rulebook.warband_types[snapshot.type], rulebook)
    kind = roster.warband_type
    return WarbandSheet(
        name=snapshot.name,
        type_key=kind.key,
        type_name=kind.name,
        battles=snapshot.battles,
        starting_gold=snapshot.starting_gold,
        treasury=checked.treasury,
        cost=checked.cost,
        wyrdstone=snapshot.wyrdstone,
        rating=checked.rating,
        experience=checked.experience,
        warriors=warriors_of(roster),
        warriors_max=roster.warriors_max,
        legal=checked.legal,
        problems=tuple(sorted(checked.problems, key=lambda problem: not problem.blocking)),
        rules=tuple(_links(rulebook, "rules", kind.rules)),
        blocks=tuple(_block(roster, member, checked) for member in in_printed_order(roster)),
        stash=tuple(_gear_line(roster, piece) for piece in snapshot.stash),
        effects=tuple(_effect_told(effect.effect, dict(effect.details)) for effect in snapshot.effects),
        notes=snapshot.notes,
        hero_track=experience_track(rulebook, "hero", 0),
        group_track=experience_track(rulebook, "henchman", 0),
    )


def in_printed_order(roster: Roster) -> list[Member]:
    """The leader, then the list's order, within it the player's; hired swords last."""
    places = {entry.key: place for place, entry in enumerate(roster.warband_type.warriors)}
    sections: dict[Section, int] = {"hero": 0, "henchman": 1, "hired_sword": 2}

    def place(member: Member) -> tuple[int, bool, int]:
        section = sections[member.warrior.section]
        return section, not member.leads, 0 if section == 2 else places.get(member.warrior.type, len(places))

    return sorted(roster.members, key=place)


def link_to(rulebook: Rulebook, kind: str, key: str) -> RuleLink | None:
    """A link to an entry, ``None`` where the rulebook has none."""
    entry = rulebook.of_kind(kind).get(key)
    return _link(rulebook, kind, entry) if entry else None


def _link(rulebook: Rulebook, kind: str, entry: Entry) -> RuleLink:
    return RuleLink(kind, entry.key, entry.name, entry.summary, source_told(rulebook, entry))


def source_told(rulebook: Rulebook, entry: Entry) -> str:
    """Book and section, as it is quoted on page and paper."""
    book = rulebook.sources[entry.book].short
    return f"{book}, {entry.section}"


def _links(rulebook: Rulebook, kind: str, keys: Iterable[str]) -> Iterator[RuleLink]:
    for key in dict.fromkeys(keys):
        if link := link_to(rulebook, kind, key):
            yield link


def _block(roster: Roster, member: Member, checked: Checked) -> WarriorBlock:
    rulebook, warrior, entry = roster.rulebook, member.warrior, member.entry
    known = entry is not None and checked.rating is not None
    upkeep = getattr(entry, "upkeep_fee", 0) or getattr(getattr(entry, "upkeep", None), "gold", 0)
    save, shot_save = armour_save(member), armour_save(member, against="shooting")
    return WarriorBlock(
        id=warrior.id,
        section=warrior.section,
        name=warrior.name,
        type_key=warrior.type,
        type_name=member.type_name,
        size=warrior.size,
        leads=member.leads,
        promoted=warrior.promoted,
        statline=statline(member),
        gear=tuple(_gear_line(roster, piece, range_bonus(roster, member)) for piece in member.gear),
        rules=tuple(_links(rulebook, "rules", (*(entry.rules if entry else ()), *member.given_rules))),
        skills=tuple(_links(rulebook, "skills", warrior.skills)),
        spells=tuple(_spell_links(rulebook, warrior)),
        mutations=tuple(_mutation_links(rulebook, warrior)),
        injuries=tuple(_injury_line(rulebook, suffered) for suffered in warrior.injuries),
        save=save,
        save_against_shooting=shot_save if shot_save != save else None,
        stun_save=stun_save(member),
        injury_bands=injury_bands(member),
        leader_range=leader_range(member),
        experience=warrior.experience,
        learns=gains_experience(member),
        track=experience_track(rulebook, warrior.section, warrior.experience) if gains_experience(member) else (),
        advances_due=warrior.advances_due,
        status=tuple(_status(warrior)),
        notes=warrior.notes,
        points=rating_line(member) if known else None,
        price=starting_cost(member) if checked.cost is not None else None,
        upkeep=upkeep,
        problems=tuple(p for p in checked.problems if _concerns(p, warrior)),
        carries_equipment=getattr(entry, "carries_equipment", True),
        free_gear=_free_gear(member),
    )


def _free_gear(member: Member) -> tuple[RuleLink, ...]:
    """What he has without paying and nobody writes down: nothing for who carries nothing, or nothing else beside
    what he swings (ruling 5)."""
    rulebook, carried = member.rulebook, {piece.item for piece in member.warrior.equipment}
    if not getattr(member.entry, "carries_equipment", True):
        return ()
    for item in (rulebook.items[key] for key in carried if key in rulebook.items):
        if item.excludes and item.excludes.everything and (not item.requires or set(item.requires.items) <= carried):
            return ()
    return tuple(_link(rulebook, "items", item) for item in rulebook.items.values() if item.free)


def _concerns(problem: Problem, warrior: WarriorSnapshot) -> bool:
    if problem.warrior_id is not None or warrior.id is not None:
        return problem.warrior_id == warrior.id
    return problem.where == warrior.name


def experience_track(rulebook: Rulebook, section: Section, experience: int) -> tuple[TrackBox, ...]:
    """The boxes of a track, the first ones filled."""
    track = next((track for track in rulebook.tracks.values() if section in track.used_by), None)
    if track is None:
        return ()
    heavy = set(track.advance_at)
    return tuple(TrackBox(box, box <= experience, box in heavy) for box in range(1, track.length + 1))


def _spell_links(rulebook: Rulebook, warrior: WarriorSnapshot) -> Iterator[RuleLink]:
    for known in warrior.spells:
        spell = rulebook.spells.get(known.spell)
        if spell is None:
            continue
        link = _link(rulebook, "spells", spell)
        difficulty = known.difficulty if known.difficulty is not None else spell.difficulty
        name = f"{spell.name} (difficulty {difficulty})" if difficulty is not None else spell.name
        yield RuleLink(link.kind, link.key, name, link.summary, link.source)


def _mutation_links(rulebook: Rulebook, warrior: WarriorSnapshot) -> Iterator[RuleLink]:
    for key, count in Counter(warrior.mutations).items():
        if link := link_to(rulebook, "mutations", key):
            yield replace(link, times=count)


def _injury_line(rulebook: Rulebook, suffered: Suffered) -> InjuryLine:
    link = link_to(rulebook, "injuries", suffered.injury)
    told = [suffered.outcome.replace("_", " ")] if suffered.outcome else []
    told += [f"{suffered.side} side"] if suffered.side else []
    told += [f"hates {suffered.hates.name}"] if suffered.hates else []
    return InjuryLine(link.name if link else suffered.injury, ", ".join(told), link, suffered.outcome)


def _status(warrior: WarriorSnapshot) -> Iterator[str]:
    if warrior.games_to_miss:
        games = "game" if warrior.games_to_miss == 1 else f"{warrior.games_to_miss} games"
        yield f"misses the next {games}"
    if warrior.captured_by:
        yield f"captured by {warrior.captured_by}"
    if warrior.advances_due:
        yield f"{warrior.advances_due} {'advance' if warrior.advances_due == 1 else 'advances'} to roll"
    if warrior.until:
        yield "until the next battle"


def _effect_told(effect: str, details: dict[str, str | int]) -> str:
    name = effect.replace("_", " ").capitalize()
    told = ", ".join(f"{key.replace('_', ' ')}: {value}" for key, value in details.items())
    return f"{name} ({told})" if told else name


def _gear_line(roster: Roster, piece: Piece, more_range: int = 0) -> GearLine:
    rulebook = roster.rulebook
    item = rulebook.items.get(piece.item)
    name = piece_name(roster, piece)
    link = link_to(rulebook, "items", piece.item)
    numbers = item_numbers(rulebook, item, piece, more_range=more_range)
    return GearLine(name[:1].upper() + name[1:], piece.quantity, link, numbers, piece)


def item_numbers(rulebook: Rulebook, item: Item | None, piece: Piece | None = None, *, more_range: int = 0) -> str:
    """A weapon's or an armour's figures in one line: ``24", S 3`` or ``S as user +2, two hands``.

    ``more_range`` inches are added to a missile weapon's and told: ``30" (24+6), S 4``.
    """
    if item is None:
        return ""
    told: list[str] = []
    if weapon := item.weapon:
        if weapon.range is not None:
            more = more_range if item.category == "missile" else 0
            told.append(f'{weapon.range + more}"' + (f" ({weapon.range}+{more})" if more else ""))
        elif weapon.range_note:
            told.append(weapon.range_note)
        told.append(f"S {weapon.strength.replace('user', 'as user ').strip()}")
        modifier = weapon.save_modifier or 0
        if piece and piece.material and (made_of := rulebook.materials.get(piece.material)):
            modifier += made_of.save_modifier
        if weapon.save_modifier_total is not None:
            told.append(f"save {weapon.save_modifier_total:+d} in all")
        elif modifier:
            told.append(f"save {modifier:+d}")
        if weapon.hands == 2:
            told.append("two hands")
    if armour := item.armour:
        if armour.save:
            told.append(f"save {armour.save}+")
        if armour.bonus:
            told.append(f"save +{armour.bonus}")
        if armour.stun_save:
            told.append(f"stun save {armour.stun_save}+")
    return ", ".join(told)
