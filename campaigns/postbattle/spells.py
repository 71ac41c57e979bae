"""Random spells (core, Magic; rulings 1, 2 and 53): a wizard's first ones, a new one in place of a skill, one that a
book teaches."""

from __future__ import annotations

from campaigns.postbattle.choices import Option
from campaigns.postbattle.lots import PATIENCE, never_ends
from campaigns.postbattle.run import Run
from mordheim.rules.dice import Roll
from mordheim.rules.effects import SpellLearned
from mordheim.rules.schema import Lore
from mordheim.rules.snapshot import KnownSpell
from warbands.roster.members import Member

# What 2D6 always reach.
LOWEST_DIFFICULTY = 2
# What may be done about a spell that is known already.
LOWER, ROLL_AGAIN = "lower", "roll_again"


def learn_first_spells(run: Run, name: str) -> None:
    """What a wizard knows who has just joined, each spell on a die of its own; nothing of anybody else. He rather
    knows another than the same one better."""
    entry = run.the(name).entry
    if entry is None or entry.casting is None:
        return
    for _ in range(entry.casting.starting):
        learn_spell(run, name, run.rulebook.lores[entry.casting.lore], best=ROLL_AGAIN)


def learn_spell(run: Run, name: str, lore: Lore, *, best: str = LOWER) -> None:
    """A random spell of a lore. One that he knows is cast more easily from now on, or is rolled again, of which
    ``best`` is what is suggested; a row that the source has not got is rolled again, or the player chooses
    (ruling 2)."""
    for _ in range(PATIENCE):
        roll = run.roll("D6", f"random spell of {lore.name}", warrior=name, chart=lore.key)
        key = lore.rows[roll.total - 1].spell
        if key is None:
            told = f"{lore.name} has no row {roll.total} in our source (ruling 2)."
            run.happen("missing_row", warrior=name, roll=roll, sentence=told)
            key, roll = _instead_of_missing(run, name, lore), None  # type: ignore[assignment]
        if key is None:
            continue
        known = next((one for one in run.the(name).warrior.spells if one.spell == key), None)
        if known is None:
            told = f"{name} learns {run.rulebook.spells[key].name}."
            run.happen(key, SpellLearned(name, key), warrior=name, roll=roll, sentence=told)
            return
        if _takes_known(run, name, known, roll, best):
            return
    raise never_ends(f"a spell of {lore.name} that {name} can learn")


def can_learn_from(member: Member, lore: Lore) -> bool:
    """Whether there is one that he does not know, or casts with a difficulty that can still fall."""
    known = {one.spell: one for one in member.warrior.spells}
    return any(key not in known or _can_fall(member, known[key]) for key in lore.spells)


def _can_fall(member: Member, known: KnownSpell) -> bool:
    difficulty = _difficulty(member, known)
    return difficulty is not None and difficulty > LOWEST_DIFFICULTY


def _difficulty(member: Member, known: KnownSpell) -> int | None:
    return known.difficulty if known.difficulty is not None else member.rulebook.spells[known.spell].difficulty


def _instead_of_missing(run: Run, name: str, lore: Lore) -> str | None:
    """The spell that the player names in its place; ``None`` for another roll."""
    options = [Option(ROLL_AGAIN, "Roll again")]
    spells = [run.rulebook.spells[key] for key in lore.spells]
    options += [Option(spell.key, spell.name, spell.summary) for spell in spells]
    prompt = "The source has no such row: roll again, or choose?"
    key = run.choose("missing_row", prompt, options, warrior=name, required=False)
    return None if key == ROLL_AGAIN else str(key)


def _takes_known(run: Run, name: str, known: KnownSpell, roll: Roll | None, best: str) -> bool:
    """Whether the spell's difficulty falls; where it cannot, or is not to, the roll is made again."""
    spell = run.rulebook.spells[known.spell]
    difficulty = _difficulty(run.the(name), known)
    options = [Option(ROLL_AGAIN, "Roll again")]
    if _can_fall(run.the(name), known):
        options.insert(0, Option(LOWER, f"Its difficulty falls to {(difficulty or 0) - 1}"))
    prompt = f"{name} knows {spell.name} already."
    suggested = best if len(options) > 1 else ROLL_AGAIN
    chosen = run.choose("duplicate_spell", prompt, options, warrior=name, required=False, suggested=suggested)
    if chosen == ROLL_AGAIN:
        run.happen(ROLL_AGAIN, warrior=name, roll=roll, sentence=f"{prompt} Roll again.")
        return False
    told = f"{name} casts {spell.name} on {(difficulty or 0) - 1} from now on."
    lowered = SpellLearned(name, known.spell, (difficulty or 0) - 1)
    run.happen(known.spell, lowered, warrior=name, roll=roll, sentence=told)
    return True
