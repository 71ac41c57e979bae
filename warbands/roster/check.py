"""The check: everything that is wrong with a warband, and its totals.

It answers with every problem, not the first, in the order in which a player would mend them: unknown things,
the warband as a whole, then warrior by warrior. It runs no query and asks nothing back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.roster.composition import composition_problems, warriors_of
from warbands.roster.equipping import carrying_problems
from warbands.roster.interchange import own_difficulty, starting_experience
from warbands.roster.learning import gains_experience, learning_problems, may_learn
from warbands.roster.members import Member, Roster
from warbands.roster.prices import starting_cost
from warbands.roster.problems import NOTED_AFTER_BATTLES, WARBAND, Problem
from warbands.roster.rating import experience, rating


@dataclass(frozen=True)
class Checked:
    """The answer. ``cost`` is what a starting warband spends, ``None`` later; ``treasury`` the gold left (negative
    when over budget), both and ``rating`` ``None`` while something is unknown. Gold crowns."""

    problems: tuple[Problem, ...]
    cost: int | None
    treasury: int | None
    warriors: int
    rating: int | None
    experience: int

    @property
    def legal(self) -> bool:
        return not any(problem.blocking for problem in self.problems)

    @property
    def blocking(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.blocking)

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(problem.code for problem in self.problems)

    def as_json(self) -> dict[str, object]:
        return {
            "legal": self.legal,
            "problems": [problem.as_json() for problem in self.problems],
            "cost": self.cost,
            "treasury": self.treasury,
            "warriors": self.warriors,
            "rating": self.rating,
            "experience": self.experience,
        }


def check(snapshot: WarbandSnapshot, rulebook: Rulebook) -> Checked:
    """Everything that is wrong with a warband, and its totals."""
    unknown = tuple(_unknown(snapshot, rulebook))
    warband_type = rulebook.warband_types.get(snapshot.type)
    if warband_type is None:
        return Checked(unknown, None, None, 0, None, 0)
    roster = Roster(snapshot, warband_type, rulebook)
    cost = None if unknown or not snapshot.is_starting else sum(starting_cost(member) for member in roster.members)
    found = [*unknown, *composition_problems(roster)]
    if cost is not None:
        found += _gold(snapshot, cost)
    if snapshot.is_starting:
        found += _warband_at_start(snapshot)
    for member in roster.members:
        found += carrying_problems(roster, member)
        found += learning_problems(roster, member)
        if snapshot.is_starting:
            found += _warrior_at_start(member)
    treasury = snapshot.starting_gold - cost if cost is not None else snapshot.treasury
    return Checked(
        problems=tuple(_as_at_this_stage(snapshot, problem) for problem in found),
        cost=cost,
        treasury=None if unknown else treasury,
        warriors=warriors_of(roster),
        rating=None if unknown else rating(roster),
        experience=experience(roster),
    )


def _as_at_this_stage(snapshot: WarbandSnapshot, problem: Problem) -> Problem:
    if snapshot.is_starting or problem.code not in NOTED_AFTER_BATTLES:
        return problem
    return replace(problem, blocking=False)


def _unknown(snapshot: WarbandSnapshot, rulebook: Rulebook) -> Iterator[Problem]:
    def told(where: str, what: str, key: str, warrior_id: int | None = None) -> Problem:
        return Problem("unknown_key", where, f"There is no {what} {key!r} in the rules.", warrior_id=warrior_id)

    kind = rulebook.warband_types.get(snapshot.type)
    if kind is None:
        yield told(WARBAND, "warband type", snapshot.type)
    for piece in snapshot.stash:
        if piece.item not in rulebook.items:
            yield told(WARBAND, "item", piece.item)
        if piece.material and piece.material not in rulebook.materials:
            yield told(WARBAND, "material", piece.material)
    for warrior in snapshot.warriors:
        known_type = kind is None or kind.warrior(warrior.type) or warrior.type in rulebook.hired_swords
        if not known_type:
            what = "hired sword" if warrior.section == "hired_sword" else f"warrior of the {kind.name}"  # type: ignore[union-attr]
            yield told(warrior.name, what, warrior.type, warrior.id)
        asked = [
            *(("item", piece.item, rulebook.items) for piece in warrior.equipment),
            *(("material", piece.material, rulebook.materials) for piece in warrior.equipment if piece.material),
            *(("skill", key, rulebook.skills) for key in warrior.skills),
            *(("skill list", key, rulebook.skill_lists) for key in (*warrior.skill_lists, *warrior.extra_skill_lists)),
            *(("spell", spell.spell, rulebook.spells) for spell in warrior.spells),
            *(("mutation", key, rulebook.mutations) for key in warrior.mutations),
            *(("injury", suffered.injury, rulebook.injuries) for suffered in warrior.injuries),
        ]
        for what, key, entries in asked:
            if key not in entries:
                yield told(warrior.name, what, key, warrior.id)


def _gold(snapshot: WarbandSnapshot, cost: int) -> Iterator[Problem]:
    gold = snapshot.starting_gold
    if cost > gold:
        yield Problem(
            "over_budget",
            WARBAND,
            f"The warband costs {cost} gc and has {gold} gc to spend: {cost - gold} too much.",
            off_by=cost - gold,
        )
    elif snapshot.treasury is not None and snapshot.treasury != gold - cost:
        yield Problem(
            "treasury_mismatch",
            WARBAND,
            f"The treasury is stated as {snapshot.treasury} gc, but {gold} gc less the {cost} gc spent leaves "
            f"{gold - cost} gc.",
        )


def _warband_at_start(snapshot: WarbandSnapshot) -> Iterator[Problem]:
    for found, what in (
        (snapshot.stash, "equipment in its stash"),
        (snapshot.wyrdstone, "wyrdstone"),
        (snapshot.effects, "effects of earlier results"),
    ):
        if found:
            yield Problem("not_at_start", WARBAND, f"A starting warband has no {what}.")


def _warrior_at_start(member: Member) -> Iterator[Problem]:
    warrior, rulebook = member.warrior, member.rulebook
    if member.entry is None:
        return
    learned = [rulebook.skills[key] for key in warrior.skills if key in rulebook.skills]
    starting = starting_experience(rulebook, member.warband_type.key, warrior.type)
    other_experience = warrior.experience != starting and gains_experience(member)
    lowered = any(own_difficulty(rulebook, spell.spell, spell.difficulty) is not None for spell in warrior.spells)
    for found, what in (
        (other_experience, f"experience other than the {starting} he starts with"),
        (warrior.section != "henchman" and any(may_learn(member, skill) for skill in learned), "skills"),
        (bool(warrior.increases), "increased characteristics"),
        (bool(warrior.injuries), "injuries"),
        (warrior.promoted or bool(warrior.extra_skill_lists), "promotion"),
        (bool(warrior.games_to_miss), "games to miss"),
        (bool(warrior.captured_by), "captor"),
        (bool(warrior.advances_due) and gains_experience(member), "advances due"),
        (lowered, "spells of changed difficulty"),
    ):
        if found:
            told = f"{member.name}: a starting warband has no {what}."
            yield Problem("not_at_start", member.name, told, warrior_id=warrior.id)
