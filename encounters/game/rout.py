"""Rout tests: when one is due, on whose Leadership, and what helps.

Sources: Mordheim rulebook, Leadership and Psychology; Town Cryer, Chaos on the Streets and Random Happenings (a pack of
dogs may rout); ruling 15.
"""

from __future__ import annotations

from campaigns.battle.rout import RoutAid, rout_limit
from campaigns.postbattle.choices import Option
from encounters.game.creatures import vanish
from encounters.game.falling import rout
from encounters.game.playing import Appeared, Playing
from mordheim.rules.rule_effects import Effect, PassesFirstTest, RollsAgain
from warbands.roster.members import Member

ROUTS = "fails its Rout test"


def may_rout(run: Playing) -> bool:
    """Of its own will: as its turn begins, once a test would be due."""
    if run.active is None or not run.fresh or not run.ending.voluntary_rout:
        return False
    return run.rout(run.active).is_due


def test_if_due(run: Playing) -> None:
    """At the start of a warband's turn."""
    place = run.active
    if place is None or not run.scenario.rout_tests or not run.is_on_table(place):
        return
    aid = run.rout(place)
    if aid.is_due:
        _test(run, place, aid)


def _test(run: Playing, place: int, aid: RoutAid) -> None:
    run.say(f"{run.name_of(place)} has to take a Rout test: {told_of(aid)}.")
    tester = _tester(run, place)
    if _passes_by_itself(run, place, tester):
        return
    value = _leadership(tester) + _bonus(run, place)
    if _passes(run, tester, value, aid) or _rolls_again(run, place, tester, value, aid):
        return
    rout(run, place, ROUTS)


def told_of(aid: RoutAid) -> str:
    """``3½ of 13 count as out of action, the limit is 3``."""
    return f"{aid.out} of {aid.began} count as out of action, the limit is {aid.limit}"


def here(run: Playing, place: int) -> list[Member]:
    """Those on the table, as the roster has them."""
    return [run.members[place, name] for name in run.standing(place) if (place, name) in run.members]


def _tester(run: Playing, place: int) -> Member:
    """The leader, where he stands; else whoever has the best Leadership, hired swords only where nobody else is left.
    A leader who is stunned leads nobody: the players say so by naming the other."""
    stand = here(run, place)
    own = [member for member in stand if member.warrior.section != "hired_sword"] or stand
    leader = next((member for member in own if member.leads), None)
    others = [member for member in own if member is not leader]
    best = max(others, key=_leadership, default=None)
    could = [member for member in (leader, best) if member is not None]
    options = [Option(one.name, f"{one.name}, Leadership {_leadership(one)}") for one in could]
    prompt = f"On whose Leadership does {run.name_of(place)} test? A stunned leader's does not count."
    name = run.talk.choose("tests_on", prompt, options, warrior=run.name_of(place))
    return next(member for member in could if member.name == name)


def _leadership(member: Member) -> int:
    value = member.value("ld")
    return value if isinstance(value, int) else 0


def _passes_by_itself(run: Playing, place: int, tester: Member) -> bool:
    for source, effect in _not_used(run, place, tester):
        if not tester.leads or not isinstance(effect, PassesFirstTest):
            continue
        prompt = f"{source}: is it {tester.name}'s first Leadership test in this battle, and does he pass by it?"
        if run.talk.yes("passes_by_itself", prompt, warrior=tester.name):
            run.used_once.add((place, tester.name, source))
            run.say(f"{tester.name} passes by {source}.")
            return True
    return False


def _not_used(run: Playing, place: int, member: Member) -> list[tuple[str, Effect]]:
    """What his rules, skills and things do, with the name of each, but for what he has used up."""
    return [one for one in member.effects_by_source if (place, member.name, one[0]) not in run.used_once]


def _bonus(run: Playing, place: int) -> int:
    """By a spell of somebody who stands, if it is in force."""
    spells = {known.spell for member in here(run, place) for known in member.warrior.spells}
    helping = [run.rulebook.spells[key] for key in sorted(spells) if key in run.rulebook.spells]
    best = max(helping, key=lambda spell: spell.rout_bonus, default=None)
    if best is None or not best.rout_bonus:
        return 0
    prompt = f"Is {best.name} in force for {run.name_of(place)}?"
    return best.rout_bonus if run.talk.yes("spell_in_force", prompt, suggested=False) else 0


def _passes(run: Playing, tester: Member, value: int, aid: RoutAid) -> bool:
    run.talk.why = f"{told_of(aid).capitalize()}. {value} or less passes."
    roll = run.talk.roll("2D6", f"Rout test on {tester.name}'s Leadership", warrior=tester.name)
    passed = roll.total <= value
    run.say(f"{'Passed' if passed else 'Failed'}: {roll.total} against {value}.")
    return passed


def _rolls_again(run: Playing, place: int, tester: Member, value: int, aid: RoutAid) -> bool:
    """One of the warband who stands may let a failed test be rolled again, once; what lasts is used first."""
    helping = [
        (effect.needs == "first_failure", member, source)
        for member in here(run, place)
        for source, effect in _not_used(run, place, member)
        if isinstance(effect, RollsAgain) and effect.roll == "rout"
    ]
    if not helping:
        return False
    once, member, source = min(helping, key=lambda one: one[0])
    if once:
        run.used_once.add((place, member.name, source))
    run.say(f"{source} of {member.name}: the test is rolled again.")
    return _passes(run, tester, value, aid)


# --- what a happening has brought -------------------------------------------------------------------------------------


def test_packs(run: Playing) -> None:
    """Before it acts in the turn of whoever met it, a pack that has lost a quarter tests as a warband does."""
    for thing in run.appeared:
        if thing.by == run.active and _may_rout(thing):
            _test_pack(run, thing)


def _may_rout(thing: Appeared) -> bool:
    """A hired sword routs with his warband, and what has no Leadership as its text says."""
    is_its_own = thing.block.routs and thing.place is None and "ld" in thing.block.profile
    return is_its_own and thing.is_there and thing.fallen >= rout_limit(len(thing.wounds))


def _test_pack(run: Playing, thing: Appeared) -> None:
    name, value = thing.block.name, int(thing.block.profile["ld"])
    lost = (
        f"{name}: {thing.fallen} of {len(thing.wounds)} are out of action, the limit is {rout_limit(len(thing.wounds))}"
    )
    run.talk.why = f"{lost}. {value} or less passes."
    total = run.talk.roll("2D6", f"Rout test: {name}").total
    run.say(f"{lost}. {'Passed' if total <= value else 'Failed'}: {total} against {value}.")
    if total > value:
        vanish(run, thing)
