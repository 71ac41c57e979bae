"""Step three: exploration. One die for each hero who stood, the winner's extra die and whatever else adds dice;
re-rolls, then changes; the place that the largest set finds; shards by the total (core, Income; rulings 22 to 24).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from campaigns.postbattle.advances import roll_advances
from campaigns.postbattle.choices import Option
from campaigns.postbattle.finds import acquire, shards
from campaigns.postbattle.outcomes import Cause, explorers, happens
from campaigns.postbattle.run import Run
from mordheim.rules.effects import Effect, GainItem, Gold, Shards, WarbandEffect
from mordheim.rules.rule_effects import Effect as RuleEffect
from mordheim.rules.rule_effects import ExtraExplorationDice, ExtraShards, RollsAgain
from mordheim.rules.snapshot import LastingEffect
from warbands.roster.members import Member

MOST_DICE = 6
NONE = "none"


@dataclass(frozen=True)
class ExplorationDie:
    """One die on the table: ``owner`` is the hero whose own it is, ``again`` that it was rolled again."""

    face: int
    owner: str | None = None
    again: bool = False


@dataclass(frozen=True)
class Help:
    """Something that lets dice be rolled again or moved: what, whose, how many."""

    name: str
    effect: RollsAgain
    bearer: Member | None = None


def exploration(run: Run) -> None:
    """The whole step."""
    _bring_home(run)
    used_up = [one for one in run.lasting() if _ends_here(run, one)]
    dice = _roll_all(run)
    if not dice:
        run.happen("nobody_explores", sentence="Nobody is there to explore.")
        return
    dice = _reroll(run, dice)
    dice = _change(run, dice)
    dice = _put_aside(run, dice)
    _show(run, dice)
    dice = _keep_six(run, dice)
    _show(run, dice)
    gone = [WarbandEffect(one.effect, one.details, gone=True) for one in used_up]
    kept = tuple(sorted(die.face for die in dice))
    _tell_dice(run, kept, gone)
    _find_place(run, kept)
    _find_shards(run, kept)


def _tell_dice(run: Run, kept: tuple[int, ...], gone: Sequence[Effect]) -> None:
    """The dice that count, where they are not those that fell; and what has helped is used up."""
    fell = next(event.roll.faces for event in reversed(run.events) if event.roll and event.result == "exploration")
    if kept != tuple(sorted(fell)):
        run.happen("dice", *gone, sentence=f"The dice that count: {', '.join(map(str, kept))}.")
    elif gone:
        run.happen("dice", *gone, sentence="What helped to explore is used up.")


def _bring_home(run: Run) -> None:
    """What was carried off the table."""
    report = run.report
    found: list[Effect] = [Shards(report.shards)] if report.shards else []
    found += [Gold(report.gold)] if report.gold else []
    if found:
        run.happen("carried_home", *found, sentence="What was won in the battle is brought home.")
    for piece in report.items:
        gained = GainItem(piece.item, piece.quantity, piece.material)
        acquire(run, gained, Cause("carried_home", "Brought home from the battle"))


def _ends_here(run: Run, one: LastingEffect) -> bool:
    entry = run.rulebook.lasting_effects.get(one.effect)
    return entry is not None and entry.until == "exploration"


# --- rolling --------------------------------------------------------------------------------------------------------


def _roll_all(run: Run) -> list[ExplorationDie]:
    owners: list[str | None] = []
    for hero in explorers(run):
        own = [effect for effect in hero.effects if isinstance(effect, ExtraExplorationDice)]
        owners += [hero.name] * (1 + sum(effect.by for effect in own))
    if run.report.won:
        owners.append(None)
    if not owners:
        return []
    owners += [None] * sum(effect.by for _, effect in _of_warband(run) if isinstance(effect, ExtraExplorationDice))
    roll = run.pool(len(owners), "exploration")
    run.happen("exploration", roll=roll, sentence=f"Exploration: {', '.join(map(str, roll.faces))}.")
    dice = [ExplorationDie(face, owner) for face, owner in zip(roll.faces, owners, strict=True)]
    for hero in explorers(run):
        discard = sum(e.discard for e in hero.effects if isinstance(e, ExtraExplorationDice))
        dice = _discard(run, dice, discard, hero.name, hero.name)
    return dice


def _show(run: Run, dice: list[ExplorationDie]) -> None:
    """What lies on the table by now, for whoever looks on."""
    run.on_table = tuple(die.face for die in dice)


def _of_warband(run: Run) -> Iterator[tuple[str, RuleEffect]]:
    """What lasting effects of the whole warband do."""
    for one in run.lasting():
        entry = run.rulebook.lasting_effects.get(one.effect)
        if entry and "warrior" not in one.details:
            yield from ((entry.name, effect) for effect in entry.effects)


def _discard(
    run: Run, dice: list[ExplorationDie], count: int, owner: str | None, warrior: str | None
) -> list[ExplorationDie]:
    """Put so many dice aside, of one hero's own or of any."""
    for _ in range(count):
        _show(run, dice)
        could = [die for die in dice if owner is None or die.owner == owner]
        faces = sorted({die.face for die in could})
        options = [Option(face, f"the {face}") for face in faces]
        worst = _worst(dice, faces)
        face = run.choose("discard", "Which die is put aside?", options, warrior=warrior, suggested=worst)
        dice = _without(dice, next(die for die in could if die.face == face))
    return dice


def _put_aside(run: Run, dice: list[ExplorationDie]) -> list[ExplorationDie]:
    count = sum(effect.discard for _, effect in _of_warband(run) if isinstance(effect, ExtraExplorationDice))
    return _discard(run, dice, count, None, None)


def _without(dice: list[ExplorationDie], gone: ExplorationDie) -> list[ExplorationDie]:
    left = list(dice)
    left.remove(gone)
    return left


def _worst(dice: list[ExplorationDie], faces: list[int]) -> int:
    """The face that is missed least."""
    return max(faces, key=lambda face: _worth([d.face for d in _without(dice, _one(dice, face))]))


def _one(dice: list[ExplorationDie], face: int) -> ExplorationDie:
    return next(die for die in dice if die.face == face)


def _worth(faces: list[int]) -> tuple[int, int]:
    """How good a set of faces is: the largest set first, then the total."""
    largest = max(Counter(faces).values(), default=0)
    return (largest, sum(faces))


# --- rolling again and changing -------------------------------------------------------------------------------------


def _helps(run: Run) -> Iterator[Help]:
    """Everything that touches exploration dice, the warriors' own in the order of the roster."""
    for member in run.roster.members:
        for source, effect in member.effects_by_source:
            if isinstance(effect, RollsAgain) and effect.roll == "exploration" and _holds(run, member, effect):
                yield Help(source, effect, member)
    for source, effect in _of_warband(run):
        if isinstance(effect, RollsAgain) and effect.roll == "exploration":
            yield Help(source, effect)


def _holds(run: Run, member: Member, effect: RollsAgain) -> bool:
    """Nobody helps who took no part or is held captive (ruling 21)."""
    if effect.needs in ("standing", "leadership_test"):
        return run.stood(member.name)
    if member.name in run.absent or member.warrior.captured_by:
        return False
    seen = run.report.foreseen
    return effect.needs != "foreseen" or seen is None or member.name in seen


def _reroll(run: Run, dice: list[ExplorationDie]) -> list[ExplorationDie]:
    for help_ in _helps(run):
        if help_.effect.by:
            continue
        if help_.effect.needs == "leadership_test" and not _passes(run, help_):
            continue
        for _ in range(help_.effect.dice):
            dice, went_on = _reroll_one(run, dice, help_)
            if not went_on:
                break
    return dice


def _passes(run: Run, help_: Help) -> bool:
    member = help_.bearer
    assert member is not None  # noqa: S101  (only a warrior's own help needs his test)
    roll = run.roll("2D6", f"{help_.name}: Leadership of {member.name}", warrior=member.name)
    value = member.value("ld")
    passed = isinstance(value, int) and roll.total <= value
    told = f"{member.name} {'passes' if passed else 'fails'} the test of {help_.name}."
    run.happen("passed" if passed else "failed", warrior=member.name, roll=roll, sentence=told)
    return passed


def _reroll_one(run: Run, dice: list[ExplorationDie], help_: Help) -> tuple[list[ExplorationDie], bool]:
    """A die that was rolled again stays as it is."""
    _show(run, dice)
    could = [die for die in dice if not die.again]
    faces = sorted({die.face for die in could})
    if not faces:
        return dice, False
    options = [Option(NONE, "None"), *(Option(face, f"the {face}") for face in faces)]
    warrior = help_.bearer.name if help_.bearer else None
    face = run.choose(
        "reroll",
        f"{help_.name}: which die is rolled again?",
        options,
        warrior=warrior,
        suggested=_worth_rerolling(dice, could),
        required=False,
    )
    if face == NONE:
        return dice, False
    roll = run.roll("D6", f"{help_.name}: the {face} again", warrior=warrior)
    run.happen("reroll", warrior=warrior, roll=roll, sentence=f"{help_.name}: the {face} becomes a {roll.total}.")
    old = next(die for die in could if die.face == face)
    new = replace(old, face=roll.total, again=True)
    return [new if die is old else die for die in dice], True


def _worth_rerolling(dice: list[ExplorationDie], could: list[ExplorationDie]) -> int | str:
    """A lone low die, if there is one."""
    counts = Counter(die.face for die in dice)
    lone = [die.face for die in could if counts[die.face] == 1 and die.face <= 3]
    return min(lone) if lone else NONE


def _change(run: Run, dice: list[ExplorationDie]) -> list[ExplorationDie]:
    for help_ in _helps(run):
        for _ in range(help_.effect.dice if help_.effect.by else 0):
            dice = _change_one(run, dice, help_)
    return dice


def _change_one(run: Run, dice: list[ExplorationDie], help_: Help) -> list[ExplorationDie]:
    """One die up or down, never outside 1 to 6."""
    _show(run, dice)
    by = help_.effect.by
    moves = [
        [face, to] for face in sorted({d.face for d in dice}) for to in (face - by, face + by) if 1 <= to <= MOST_DICE
    ]
    options = [Option(NONE, "Leave them"), *(Option(move, f"{move[0]} becomes {move[1]}") for move in moves)]
    warrior = help_.bearer.name if help_.bearer else None
    move = run.choose(
        "change",
        f"{help_.name}: is a die changed?",
        options,
        warrior=warrior,
        suggested=_best_move(dice, moves),
        required=False,
    )
    if move == NONE:
        return dice
    run.happen("change", warrior=warrior, sentence=f"{help_.name}: the {move[0]} becomes a {move[1]}.")
    return _moved(dice, move)


def _best_move(dice: list[ExplorationDie], moves: list[list[int]]) -> list[int] | str:
    """The change that makes most of the dice, none where they are best as they are."""
    best = max(moves, key=lambda move: _worth([d.face for d in _moved(dice, move)]))
    better = _worth([d.face for d in _moved(dice, best)]) > _worth([d.face for d in dice])
    return best if better else NONE


def _moved(dice: list[ExplorationDie], move: list[int]) -> list[ExplorationDie]:
    old = _one(dice, move[0])
    return [replace(die, face=move[1]) if die is old else die for die in dice]


def _keep_six(run: Run, dice: list[ExplorationDie]) -> list[ExplorationDie]:
    """At most six count; the player picks which."""
    if len(dice) <= MOST_DICE:
        return dice
    faces = sorted(die.face for die in dice)
    options = [Option(face, str(face)) for face in faces]
    kept = run.choose_many(
        "dice_kept",
        f"{len(dice)} dice were rolled and {MOST_DICE} count. Which?",
        options,
        least=MOST_DICE,
        most=MOST_DICE,
        suggested=_best_six(faces),
    )
    return [ExplorationDie(face) for face in kept]


def _best_six(faces: list[int]) -> list[int]:
    """The largest set whole, then the highest."""
    counts = Counter(faces)
    face = max(counts, key=lambda one: (counts[one], one))
    kept = [face] * min(counts[face], MOST_DICE)
    rest = sorted((one for one in faces if one != face), reverse=True)
    return sorted([*kept, *rest[: MOST_DICE - len(kept)]])


# --- finding --------------------------------------------------------------------------------------------------------


def _find_place(run: Run, faces: tuple[int, ...]) -> None:
    """The largest set leads to its place; of equal sets the higher face. What is learned there brings its advances at
    once."""
    counts = Counter(faces)
    count, face = max((counts[face], face) for face in counts)
    places = run.rulebook.locations.values()
    place = next((one for one in places if (one.dice, one.face) == (count, face)), None)
    if place is None:
        return
    run.happen(place.key, sentence=f"{place.name}: {count} times {face}.")
    happens(run, place.results, Cause(place.key, place.name))
    for hero in run.heroes:
        roll_advances(run, hero.name)


def _find_shards(run: Run, faces: tuple[int, ...]) -> None:
    """Shards by the total, and what miners add when a die was rolled (ruling 23)."""
    found = run.rulebook.scales["shards_found"].value(sum(faces))
    told = f"A total of {sum(faces)}: {shards(found)}."
    run.happen("wyrdstone_found", Shards(found), sentence=told)
    for key in run.roster.warband_type.rules:
        for effect in run.rulebook.rules[key].effects:
            if isinstance(effect, ExtraShards):
                name = run.rulebook.rules[key].name
                run.happen("extra_shards", Shards(effect.by), sentence=f"{name}: {shards(effect.by)} more.")
