"""What is found: gold, shards, things, experience to share, lessons, lasting effects."""

from __future__ import annotations

from dataclasses import replace

from campaigns.postbattle.choices import Option
from campaigns.postbattle.gains import experience_effects
from campaigns.postbattle.injuries import suffer
from campaigns.postbattle.outcomes import (
    Cause,
    amount_of,
    explorers,
    free_leader,
    happens,
    interprets,
    roll_on_chart,
    some_hero,
)
from campaigns.postbattle.run import Run
from mordheim.rules.effects import GainItem, Gold, MissGames, Shards, SkillListsOpened, WarbandEffect
from mordheim.rules.results import (
    FindsGold,
    FindsItems,
    FindsShards,
    GainsExperience,
    LeavesEffect,
    MissesGames,
    OpensSkillList,
    Suffers,
)
from mordheim.rules.snapshot import Piece
from warbands.roster.learning import gains_experience, skill_lists_of
from warbands.roster.members import Member


@interprets(FindsGold)
def _gold(run: Run, result: FindsGold, cause: Cause) -> None:
    amount, roll = amount_of(run, result.amount, f"gold: {cause.name}")
    if roll and result.on_a_double and len(set(roll.faces)) == 1:
        happens(run, result.on_a_double, cause, roll=roll)
        return
    run.happen(cause.key, Gold(amount), warrior=cause.warrior, roll=roll, sentence=f"{cause.name}: {amount} gc.")
    if roll and result.also_on is not None and roll.faces == (result.also_on,):
        happens(run, result.also, cause)


@interprets(FindsShards)
def _shards(run: Run, result: FindsShards, cause: Cause) -> None:
    amount, roll = amount_of(run, result.amount, f"wyrdstone: {cause.name}")
    told = f"{cause.name}: {shards(amount)}."
    run.happen(cause.key, Shards(amount), warrior=cause.warrior, roll=roll, sentence=told)


def shards(amount: int) -> str:
    return f"{amount} {'shard' if amount == 1 else 'shards'} of wyrdstone"


@interprets(FindsItems)
def _items(run: Run, result: FindsItems, cause: Cause) -> None:
    """How many is rolled first, then which, then what the thing itself has to roll."""
    count, roll = amount_of(run, result.count, f"how many: {cause.name}")
    key = result.item
    if key is None:
        options = [Option(one, run.rulebook.items[one].name) for one in result.one_of]
        key = run.choose("item", f"{cause.name}: which?", options, required=False)
    acquire(run, GainItem(str(key), count, result.material), cause, roll=roll)


def acquire(run: Run, gained: GainItem, cause: Cause, *extra: Gold, roll: object = None) -> None:
    """A piece comes to the warband; what is rolled when it is acquired is rolled now (a Mordheim map)."""
    item = run.rulebook.items[gained.item]
    told = f"{cause.name}: {gained.quantity} × {item.name}."
    run.happen(cause.key, *extra, gained, warrior=cause.warrior, roll=roll, sentence=told)  # type: ignore[arg-type]
    if item.chart and item.chart_when == "acquired":
        for _ in range(gained.quantity):
            row, rolled = roll_on_chart(run, run.rulebook.charts[item.chart])
            happens(run, row.results, replace(cause, key=row.key or cause.key, name=item.name), roll=rolled)


@interprets(MissesGames)
def _misses(run: Run, result: MissesGames, cause: Cause) -> None:
    games, roll = amount_of(run, result.games, f"games to miss: {cause.name}")
    told = f"{cause.warrior} misses {games} {'game' if games == 1 else 'games'}."
    run.happen(cause.key, MissGames(str(cause.warrior), games), warrior=cause.warrior, roll=roll, sentence=told)


@interprets(GainsExperience)
def _experience(run: Run, result: GainsExperience, cause: Cause) -> None:
    amount, roll = amount_of(run, result.amount, f"experience: {cause.name}")
    if result.who != "heroes":
        member = run.the(str(cause.warrior)) if result.who == "himself" else free_leader(run)
        effects = experience_effects(member, amount, cause.key) if member else ()
        run.happen(cause.key, *effects, warrior=member.name if member else None, roll=roll)
        return
    run.happen(cause.key, roll=roll, sentence=f"{cause.name}: {amount} experience to share among the heroes.")
    spread(run, amount, cause)


def spread(run: Run, amount: int, cause: Cause) -> None:
    """Points that the player shares among his heroes as he likes."""
    heroes = [m for m in run.heroes if gains_experience(m) and not m.warrior.captured_by]
    if not heroes or amount < 1:
        return
    options = [Option(hero.name, hero.name) for hero in heroes for _ in range(amount)]
    suggested = [heroes[place % len(heroes)].name for place in range(amount)]
    prompt = f"{cause.name}: {amount} experience to share: who gets each point?"
    chosen = run.choose_many(
        "spread", prompt, options, least=amount, most=amount, suggested=suggested, required=len(heroes) > 1
    )
    for name in dict.fromkeys(chosen):
        effects = experience_effects(run.the(name), chosen.count(name), cause.key)
        run.happen(cause.key, *effects, warrior=name, sentence=f"{name} gains {chosen.count(name)} experience.")


@interprets(OpensSkillList)
def _opens(run: Run, result: OpensSkillList, cause: Cause) -> None:
    """Whoever has the list already may still take it for what goes with it."""
    learners = [m for m in run.heroes if gains_experience(m) and not m.warrior.captured_by]
    if not result.leaves:
        learners = [m for m in learners if result.skill_list not in skill_lists_of(m)] or learners
    if not learners:
        return
    skill_list = run.rulebook.skill_lists[result.skill_list]
    hero = some_hero(run, "hero", f"{cause.name}: who may learn {skill_list.name} skills from now on?", learners)
    effects = [WarbandEffect(result.leaves, {"warrior": hero.name})] if result.leaves else []
    opened = SkillListsOpened(hero.name, (result.skill_list,))
    told = f"{hero.name} may learn {skill_list.name} skills from now on."
    run.happen(cause.key, opened, *effects, warrior=hero.name, sentence=told)


@interprets(LeavesEffect)
def _leaves(run: Run, result: LeavesEffect, cause: Cause) -> None:
    """A lasting effect that is one warrior's."""
    entry = run.rulebook.lasting_effects[result.effect]
    heroes = explorers(run) or [m for m in run.heroes if not m.warrior.captured_by]
    if not heroes:
        return
    if entry.names_weapon:
        heroes = [m for m in run.roster.own if _weapons_of(m) and not m.warrior.captured_by]
        if not heroes:
            run.happen(cause.key, sentence=f"{cause.name}: nobody has a weapon for it.")
            return
    hero = some_hero(run, "hero", f"{cause.name}: whose is it?", heroes)
    weapon = _which_weapon(run, hero, cause) if entry.names_weapon else {}
    left = WarbandEffect(entry.key, {"warrior": hero.name, **weapon})
    run.happen(cause.key, left, warrior=hero.name, sentence=f"{hero.name}: {entry.name}.")


def _weapons_of(member: Member) -> list[Piece]:
    return [piece for piece in member.warrior.equipment if (item := member.item(piece)) and item.is_weapon]


def _which_weapon(run: Run, bearer: Member, cause: Cause) -> dict[str, str | int]:
    keys = list(dict.fromkeys(piece.item for piece in _weapons_of(bearer)))
    options = [Option(key, run.rulebook.items[key].name) for key in keys]
    prompt = f"{cause.name}: which weapon of {bearer.name}?"
    return {"weapon": str(run.choose("weapon", prompt, options, warrior=bearer.name))}


@interprets(Suffers)
def _suffers(run: Run, result: Suffers, cause: Cause) -> None:
    suffer(run, str(cause.warrior), run.rulebook.injuries[result.injury], cause)
