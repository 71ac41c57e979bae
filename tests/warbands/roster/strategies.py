"""Random warbands for Hypothesis: legal ones, and snapshots that no rule has looked at.

@given(legal_warbands())
@given(any_snapshots())
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from mordheim.rules.plainfile import clean_line, clean_text
from mordheim.rules.schema import Casting, WarbandType, WarriorType
from mordheim.rules.snapshot import (
    Hatred,
    KnownSpell,
    LastingEffect,
    Piece,
    Suffered,
    WarbandSnapshot,
    WarriorSnapshot,
    merged,
)
from mordheim.rules.words import CHARACTERISTICS
from tests.warbands.roster.cast import rulebook
from warbands.roster.composition import hired_sword_refusal, warriors_of
from warbands.roster.equipping import carrying_problems
from warbands.roster.interchange import own_difficulty
from warbands.roster.learning import may_learn, promotion_lists
from warbands.roster.members import Member, Roster

ODD_NAMES = [
    "2024-01-01", "12", "null", "~", "true", "No", "1e3", "- dash", "a: b", "# hash", "'quoted'", '"double"', "[x]",
    "{x}", "*star", "&and", "!bang", "%percent", "@at", "`tick`", "|", ">", "😀👹", "גרובנש", "龍", "a\u00a0b",
    "\ufffe", "=",
]  # fmt: skip

names = st.one_of(
    st.sampled_from(ODD_NAMES),
    st.text(min_size=1, max_size=30).map(clean_line).filter(bool),
)
notes = st.one_of(
    st.just(""),
    st.lists(st.one_of(names, st.just(""), st.just("  indented"), st.just("trailing  ")), max_size=4)
    .map("\n".join)
    .map(clean_text),
)
materials = st.sampled_from([None, "gromril", "ithilmar"])


def _unique_names(draw: Callable, warriors: list[WarriorSnapshot]) -> tuple[WarriorSnapshot, ...]:
    chosen = draw(st.lists(names, min_size=len(warriors), max_size=len(warriors), unique=True))
    return tuple(replace(warrior, name=name) for warrior, name in zip(warriors, chosen, strict=True))


@st.composite
def _equipment(draw, roster: Roster, member: Member) -> tuple[Piece, ...]:
    """What the rules let him carry, piece after piece."""
    carried: tuple[Piece, ...] = ()
    if member.own_type is None or not member.own_type.carries_equipment:
        return carried
    lists = [member.own_type.equipment_list] if member.own_type.equipment_list else []
    rows = [row.item for key in lists for row in member.rulebook.equipment_lists[key].rows]
    rows += [row.item for row in member.warband_type.special_equipment]
    rows += ["rope_and_hook", "toughened_leathers", "lucky_charm"]
    for item in draw(st.lists(st.sampled_from(rows), max_size=5)):
        wanted = merged((*carried, Piece(item, draw(materials))))
        tried = replace(member, warrior=replace(member.warrior, equipment=wanted))
        if not list(carrying_problems(roster, tried)):
            carried = wanted
    return carried


@st.composite
def _gained(draw, roster: Roster, member: Member) -> WarriorSnapshot:
    """A warrior after some battles: experience, increases within his limits, skills, injuries and the rest."""
    warrior, entry = member.warrior, member.own_type
    warrior = replace(warrior, notes=draw(notes), captured_by=draw(st.one_of(st.just(""), names)))
    if entry is None or not entry.gains_experience:
        return warrior
    room = {}
    for characteristic in CHARACTERISTICS:
        limit, base = member.increase_limits[characteristic], getattr(entry.profile, characteristic)
        most = max(0, min((limit or 0) - base, 1 if warrior.section == "henchman" else 3))
        if gain := draw(st.integers(0, most)):
            room[characteristic] = gain
    changes = {
        "experience": entry.starting_experience + draw(st.integers(0, 30)),
        "increases": room,
        "games_to_miss": draw(st.integers(0, 3)),
        "advances_due": draw(st.integers(0, 2)),
    }
    if warrior.section == "hero":
        if warrior.promoted:
            changes["skill_lists"] = tuple(draw(st.permutations(promotion_lists(roster)))[:2])
        learner = replace(member, warrior=replace(warrior, skill_lists=changes.get("skill_lists", ())))
        open_skills = sorted(key for key, skill in roster.rulebook.skills.items() if may_learn(learner, skill))
        if open_skills:
            changes["skills"] = tuple(draw(st.lists(st.sampled_from(open_skills), max_size=3, unique=True)))
        changes["injuries"] = tuple(draw(st.lists(injuries, max_size=3)))
        if any(one.outcome == "one_arm" for one in changes["injuries"]):
            changes["equipment"] = _of_one_hand(warrior.equipment)
        if entry.casting:
            changes["spells"] = tuple(draw(_spells(roster.rulebook.lores[entry.casting.lore].spells)))
    return replace(warrior, **changes)


def _of_one_hand(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """What is left of it to whoever has one arm: no weapon, and nothing that takes the place of one."""
    items = rulebook().items
    return tuple(
        piece for piece in pieces if not set(items[piece.item].uses_slots) & {"close_combat", "missile", "shield"}
    )


injuries = st.one_of(
    st.sampled_from(["hand_injury", "old_battle_wound", "nervous_condition", "horrible_scars", "hardened"]).map(
        Suffered
    ),
    st.builds(Suffered, st.just("arm_wound"), st.just("one_arm"), st.sampled_from(["left", "right"])),
    st.builds(Suffered, st.just("madness"), st.sampled_from(["stupidity", "frenzy"])),
    st.builds(Suffered, st.just("blinded_in_one_eye"), st.none(), st.sampled_from(["left", "right"])),
    st.builds(
        lambda kind, name: Suffered("bitter_enmity", hates=Hatred(kind, name)),
        st.sampled_from(["warrior", "leader", "warband", "type"]),
        names,
    ),
)


def _spells(keys: tuple[str, ...]) -> st.SearchStrategy[list[KnownSpell]]:
    # A difficulty that is the printed one is no difficulty of its own.
    spell = st.builds(
        lambda key, difficulty: KnownSpell(key, own_difficulty(rulebook(), key, difficulty)),
        st.sampled_from(keys),
        st.none() | st.integers(2, 12),
    )
    return st.lists(spell, max_size=3, unique_by=lambda one: one.spell)


def _recruit(
    entry: WarriorType, size: int = 1, *, promoted: bool = False, mutations: tuple[str, ...] = ()
) -> WarriorSnapshot:
    return WarriorSnapshot(
        "hero" if promoted else entry.section,
        entry.name,
        entry.key,
        size=size,
        experience=entry.starting_experience,
        promoted=promoted,
        mutations=mutations,
    )


def _mutations(entry: WarriorType) -> st.SearchStrategy[tuple[str, ...]]:
    """What one of the type may be given, the same one at most twice."""
    if entry.mutations is None:
        return st.just(())
    each_twice = sorted(2 * [*rulebook().mutations])
    return st.permutations(each_twice).flatmap(
        lambda order: st.integers(entry.mutations.min, 3).map(lambda count: tuple(order[:count]))
    )


def _first_spells(kind: WarbandType, warrior: WarriorSnapshot) -> WarriorSnapshot:
    entry = kind.warrior(warrior.type)
    return replace(warrior, spells=_spells_at_first(entry.casting)) if entry else warrior


def _spells_at_first(casting: Casting | None) -> tuple[KnownSpell, ...]:
    keys = rulebook().lores[casting.lore].spells[: casting.starting] if casting else ()
    return tuple(KnownSpell(key) for key in keys)


def _hired(key: str, until: str | None) -> WarriorSnapshot:
    spells = _spells_at_first(rulebook().hired_swords[key].casting)
    return WarriorSnapshot("hired_sword", "Hired", key, until=until, spells=spells)


@st.composite
def _bare(draw, kind: WarbandType, *, veterans: bool) -> list[WarriorSnapshot]:
    """Warriors without gear, in legal numbers, with their mutations."""
    warriors = [_recruit(next(w for w in kind.warriors if w.leader))]
    for entry in kind.warriors:
        if entry.leader:
            continue
        if entry.section == "hero":
            count = draw(st.integers(0, entry.limit.max or 0))
            warriors += [_recruit(entry, mutations=draw(_mutations(entry))) for _ in range(count)]
        else:
            most = min(entry.limit.max or 5, 5)
            if size := draw(st.integers(0, most)):
                warriors.append(_recruit(entry, size))
    heroes = sum(warrior.section == "hero" for warrior in warriors)
    if veterans and heroes < kind.heroes_max and draw(st.booleans()):
        lads = [w for w in kind.warriors if w.section == "henchman" and w.gains_experience and not w.limit.max]
        warriors.append(_recruit(draw(st.sampled_from(lads)), promoted=True))
    return warriors


@st.composite
def legal_warbands(draw, *, battles: st.SearchStrategy[int] | None = None) -> WarbandSnapshot:
    """A warband without a single problem, of any type, starting or after some battles."""
    rules = rulebook()
    kind = rules.warband_types[draw(st.sampled_from(sorted(rules.warband_types)))]
    fought = draw(battles if battles is not None else st.integers(0, 12))
    warriors = draw(_bare(kind, veterans=bool(fought)))
    if not fought:
        warriors = [_first_spells(kind, warrior) for warrior in warriors]
    snapshot = WarbandSnapshot(
        name=draw(names),
        type=kind.key,
        battles=fought,
        starting_gold=draw(st.sampled_from([500, 500, 0, 5000])) if fought else 5000,
        treasury=draw(st.integers(0, 999)) if fought else None,
        warriors=_unique_names(draw, warriors),
        notes=draw(notes),
    )
    snapshot = _within_numbers(snapshot, kind)
    if fought:
        found = st.sampled_from(sorted(rules.items))
        pieces = draw(st.lists(st.builds(Piece, found, materials, st.integers(1, 9)), max_size=4))
        effect = st.builds(LastingEffect, st.sampled_from(["straggler", "graveyard"]), _details)
        snapshot = replace(
            snapshot,
            wyrdstone=draw(st.integers(0, 9)),
            stash=merged(pieces),
            effects=tuple(draw(st.lists(effect, max_size=2))),
        )
    armed = []
    for warrior in snapshot.warriors:
        roster = Roster(snapshot, kind, rules)
        member = roster.member(warrior)
        equipped = replace(warrior, equipment=draw(_equipment(roster, member)))
        armed.append(draw(_gained(roster, replace(member, warrior=equipped))) if fought else equipped)
    willing = [
        key for key in sorted(rules.hired_swords) if hired_sword_refusal(Roster(snapshot, kind, rules), key) is None
    ]
    hired = [_hired(draw(st.sampled_from(willing)), draw(st.sampled_from([None, "next_battle"])))]
    taken = {w.name for w in armed}
    hired = [replace(w, name=draw(names.filter(lambda n: n not in taken))) for w in hired if draw(st.booleans())]
    in_the_files_order = sorted((*armed, *hired), key=lambda w: SECTIONS.index(w.section))
    return replace(snapshot, warriors=tuple(in_the_files_order))


SECTIONS = ("hero", "henchman", "hired_sword")
_details = st.dictionaries(
    st.sampled_from(["warrior", "count", "by", "found_in"]),
    st.one_of(names, st.integers(-1_000_000, 1_000_000)),
    max_size=3,
).map(lambda found: {k: (v if k != "warrior" else str(v)) for k, v in found.items()})


def _within_numbers(snapshot: WarbandSnapshot, kind: WarbandType) -> WarbandSnapshot:
    """Takes groups away until every limit of numbers is kept, and makes up for too few with the plainest type."""
    order = [w.key for w in reversed(kind.warriors)]

    def problems(one: WarbandSnapshot) -> list[WarriorType]:
        roster = Roster(one, kind, rulebook())
        broken = []
        for entry in kind.warriors:
            ratio = entry.limit.at_most_per
            if ratio and roster.count(types=[entry.key]) > ratio.count * roster.count(
                types=ratio.warriors, race=ratio.race
            ):
                broken.append(entry)
        return broken

    while broken := problems(snapshot):
        key = broken[0].key
        snapshot = replace(snapshot, warriors=tuple(w for w in snapshot.warriors if w.type != key))
    while warriors_of(Roster(snapshot, kind, rulebook())) > kind.warriors_max:
        groups = [w for w in snapshot.warriors if w.section == "henchman"]
        gone = min(groups, key=lambda w: order.index(w.type))
        snapshot = replace(snapshot, warriors=tuple(w for w in snapshot.warriors if w is not gone))
        while broken := problems(snapshot):
            key = broken[0].key
            snapshot = replace(snapshot, warriors=tuple(w for w in snapshot.warriors if w.type != key))
    if warriors_of(Roster(snapshot, kind, rulebook())) < kind.warriors_min:
        plain = next(w for w in kind.warriors if w.section == "henchman" and not w.limit.max and w.gains_experience)
        snapshot = replace(snapshot, warriors=(*snapshot.warriors, replace(_recruit(plain, 3), name="Ø Fill")))
    return snapshot


# --- anything at all ----------------------------------------------------------------------------------------------


def _keys(kind: str) -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(sorted(rulebook().of_kind(kind))), st.sampled_from(["", "nonsense", "12"]))


_types = st.sampled_from(
    sorted(
        {w.key for kind in rulebook().warband_types.values() for w in kind.warriors}
        | {*rulebook().hired_swords, "nonsense"}
    )
)
_any_piece = st.builds(
    Piece, _keys("items"), st.sampled_from([None, None, "gromril", "ithilmar", "bronze"]), st.integers(0, 20)
)
_any_warrior = st.builds(
    WarriorSnapshot,
    section=st.sampled_from(["hero", "henchman", "hired_sword"]),
    name=names,
    type=_types,
    size=st.integers(0, 9),
    leader=st.booleans(),
    promoted=st.booleans(),
    experience=st.integers(0, 99),
    equipment=st.lists(_any_piece, max_size=4).map(tuple),
    skill_lists=st.lists(_keys("skill_lists"), max_size=3).map(tuple),
    extra_skill_lists=st.lists(_keys("skill_lists"), max_size=1).map(tuple),
    skills=st.lists(_keys("skills"), max_size=3).map(tuple),
    spells=st.lists(st.builds(KnownSpell, _keys("spells"), st.none() | st.integers(2, 12)), max_size=3).map(tuple),
    mutations=st.lists(_keys("mutations"), max_size=2).map(tuple),
    increases=st.dictionaries(st.sampled_from(CHARACTERISTICS), st.integers(1, 9), max_size=4),
    injuries=st.lists(st.builds(Suffered, _keys("injuries"), st.sampled_from([None, "one_arm"])), max_size=3).map(
        tuple
    ),
    games_to_miss=st.integers(0, 3),
    captured_by=st.just("") | names,
    advances_due=st.integers(0, 3),
)


def any_snapshots() -> st.SearchStrategy[WarbandSnapshot]:
    """Snapshots of known and unknown things in any disorder."""
    return st.builds(
        WarbandSnapshot,
        name=names,
        type=st.sampled_from([*sorted(rulebook().warband_types), "nonsense"]),
        battles=st.sampled_from([0, 0, 1, 9]),
        starting_gold=st.integers(0, 5000),
        treasury=st.none() | st.integers(0, 999),
        wyrdstone=st.integers(0, 9),
        stash=st.lists(_any_piece, max_size=3).map(tuple),
        effects=st.lists(st.builds(LastingEffect, names, _details), max_size=1).map(tuple),
        warriors=st.lists(_any_warrior, max_size=6).map(tuple),
    )
