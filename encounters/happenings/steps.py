"""Who is picked, what is rolled, tested and asked: the interpreters of the steps that lead to others."""

from __future__ import annotations

from campaigns.postbattle.choices import Option
from campaigns.postbattle.lots import PATIENCE, never_ends
from encounters.happenings.picking import best_of, candidates, fits, pick_employer, pick_warrior, rules_of
from encounters.happenings.plain import Someone
from encounters.happenings.play import Play, interprets, run
from encounters.happenings.talk import NO, NOBODY, YES
from mordheim.rules.dice import Roll
from mordheim.rules.happenings import (
    AnotherHappening,
    Asks,
    AsksForWarrior,
    Ends,
    NamesThose,
    PicksBuilding,
    PicksDirection,
    PicksWarband,
    PicksWarrior,
    Rolls,
    RollsOnRows,
    Row,
    TakesTest,
    Tells,
    Whether,
)
from warbands.roster.explain import CHARACTERISTIC_NAMES
from warbands.roster.members import Member

ROLL_AGAIN = "roll_again"
# What most people of the city have, suggested where nobody knows the warrior.
USUAL = {"i": 3, "ld": 7}
# On a clock whose twelve is the table's upper edge.
HOURS_A_FACE = 2


# --- whom and what --------------------------------------------------------------------------------------------------


@interprets(PicksWarrior)
def _picks_warrior(play: Play, step: PicksWarrior) -> None:
    some = candidates(play.state, step.whose, step.fit)
    if step.best and play.state.parties:
        some = best_of(play.state, some, step.best)
    who = pick_warrior(play.talk, some, f"{play.happening.name}: which warrior", step.condition)
    if who is None:
        run(play, step.nobody)
    else:
        _with_him(play, who, step.steps)


@interprets(AsksForWarrior)
def _asks_for_warrior(play: Play, step: AsksForWarrior) -> None:
    some = candidates(play.state, step.whose, step.fit)
    if not some:
        return
    options = [Option(NOBODY, "Nobody"), *(Option(_code(who), who.told) for who in some)]
    answer = play.talk.choose("warrior", play.told(step.question), options)
    who = next((who for who in some if _code(who) == answer), None)
    if who is not None:
        _with_him(play, who, step.steps)


def _code(who: Someone) -> str:
    """What tells a warrior from all others at the table."""
    return f"{who.warband}: {who.warrior}"


def _with_him(play: Play, who: Someone, steps: tuple[object, ...]) -> None:
    inner = play.about(who)
    run(inner, steps)
    play.closes(inner)


@interprets(PicksWarband)
def _picks_warband(play: Play, step: PicksWarband) -> None:
    party, passed = pick_employer(play.state, play.talk, step.hired_sword)
    play.sentences += passed
    if party is None and play.state.parties:
        run(play, step.nobody)
        return
    inner = play.about_warband(party.place if party else None)
    run(inner, step.steps)
    play.closes(inner)


@interprets(PicksBuilding)
def _picks_building(play: Play, step: PicksBuilding) -> None:
    if play.state.buildings < 1:
        run(play, step.nobody)
        return
    buildings = [f"building {number}" for number in range(1, play.state.buildings + 1)]
    place = play.talk.one_of(buildings, f"{play.happening.name}: which building")
    play.bound["building"] = place + 1
    run(play, step.steps)


@interprets(PicksDirection)
def _picks_direction(play: Play, step: PicksDirection) -> None:
    face = play.talk.roll("D6", f"{play.happening.name}: direction").total
    play.bound["direction"] = f"{face * HOURS_A_FACE} o'clock"


@interprets(NamesThose)
def _names_those(play: Play, step: NamesThose) -> None:
    if not play.state.parties:
        return
    some = candidates(play.state, step.whose, step.fit)
    names = list(dict.fromkeys(who.name for who in some))
    if names:
        play.say(step.told, those=_listed(names))


def _listed(names: list[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


# --- dice -------------------------------------------------------------------------------------------------------------


@interprets(Rolls)
def _rolls(play: Play, step: Rolls) -> None:
    play.bound[step.name] = play.talk.roll(step.die, play.told(step.what)).total


@interprets(RollsOnRows)
def _rolls_on_rows(play: Play, step: RollsOnRows) -> None:
    run(play, _row(play, step).steps)


def _row(play: Play, step: RollsOnRows) -> Row:
    """The row that is rolled, or chosen in place of a missing one."""
    for _ in range(PATIENCE):
        total = play.talk.roll(step.die, play.told(step.what)).total
        row = next(row for row in step.rows if row.low <= total <= row.high)
        if not row.missing:
            return row
        if chosen := _instead(play, step, total):
            return chosen
    raise never_ends(step.what)


def _instead(play: Play, step: RollsOnRows, total: int) -> Row | None:
    """The row that the player chooses where the source has none; ``None`` to roll again."""
    there = [row for row in step.rows if not row.missing]
    told = play.say(f"The source has no row for a {total}.")
    options = [Option(ROLL_AGAIN, "Roll again"), *(Option(row.key, row.name) for row in there)]
    answer = play.talk.choose("missing_row", f"{told} Roll again, or choose?", options)
    return next((row for row in there if row.key == answer), None)


# --- tests ------------------------------------------------------------------------------------------------------------


@interprets(TakesTest)
def _tests(play: Play, step: TakesTest) -> None:
    member = play.state.member(play.him)
    if member is not None and rules_of(member) & set(step.spared):
        play.say("{warrior} need not test.")
        run(play, step.passed)
        return
    roll, passed = _tested(play, step, member)
    own = next((one for one in step.natural if one.face == roll.total), None)
    if own:
        run(play, own.steps)
    else:
        run(play, step.passed if passed else step.failed)


def _tested(play: Play, step: TakesTest, member: Member | None) -> tuple[Roll, bool]:
    """The roll that counts, and whether it is low enough."""
    value = _value(play, step, member) + step.by
    roll = _test_roll(play, step)
    passed = _passes(step, roll, value)
    if not passed and member is not None and _may_repeat(member, step) and not _is_natural(step, roll):
        roll = _test_roll(play, step)
        passed = _passes(step, roll, value)
    if not _is_natural(step, roll):
        play.say(f"{{warrior}} {'passes' if passed else 'fails'} the test ({roll.total} against {value}).")
    return roll, passed


def _passes(step: TakesTest, roll: Roll, value: int) -> bool:
    return roll.total <= value and roll.total not in step.always_fails


def _is_natural(step: TakesTest, roll: Roll) -> bool:
    return any(one.face == roll.total for one in step.natural)


def _may_repeat(member: Member, step: TakesTest) -> bool:
    learned = set(member.warrior.skills) & set(step.rolled_again_by_skill)
    return bool(learned or rules_of(member) & set(step.rolled_again))


def _test_roll(play: Play, step: TakesTest) -> Roll:
    die = "2D6" if step.characteristic == "ld" else "D6"
    named = CHARACTERISTIC_NAMES[step.characteristic][1]
    warrior = None if play.him.is_nameless else play.him.name
    return play.talk.roll(die, f"{play.happening.name}: {named} test", warrior=warrior)


def _value(play: Play, step: TakesTest, member: Member | None) -> int:
    """What he tests against: his own value as it stands, or a leader's Leadership that the player may use."""
    named = CHARACTERISTIC_NAMES[step.characteristic][1]
    own = member.value(step.characteristic) if member is not None else None
    if not isinstance(own, int):
        usual = USUAL.get(step.characteristic, 3)
        return play.talk.number(step.characteristic, f"What is his {named}?", 0, 10, suggested=usual)
    return _led(play, own) if step.characteristic == "ld" else own


def _led(play: Play, own: int) -> int:
    """A Leadership test may be taken on the leader's, if he is near enough."""
    party = play.state.party(play.him.place)
    here = {some.name for some in play.state.standing(play.him.place)}
    leaders = (m for m in party.present if m.leads and m.name in here) if party else iter(())
    leader = next(leaders, None)
    value = leader.value("ld") if leader is not None else None
    if leader is None or not isinstance(value, int) or value <= own:
        return own
    prompt = f"Is {leader.name} near enough for {play.him.warrior} to test on his Leadership ({value})?"
    near = play.talk.choose("leader_near", prompt, [Option(NO, "No"), Option(YES, "Yes")], warrior=play.him.name)
    return value if near == YES else own


# --- questions and what is told ---------------------------------------------------------------------------------------


@interprets(Asks)
def _asks(play: Play, step: Asks) -> None:
    options = [Option(answer.key, play.told(answer.name)) for answer in step.answers]
    warrior = None if play.who is None or play.who.is_nameless else play.who.name
    key = play.talk.choose(step.choose, play.told(step.question), options, warrior=warrior)
    run(play, next(answer for answer in step.answers if answer.key == key).steps)


@interprets(Whether)
def _whether(play: Play, step: Whether) -> None:
    member = play.state.member(play.him)
    if member is not None:
        holds = fits(member, step.fit)
    else:
        options = [Option(YES, "Yes"), Option(NO, "No")]
        suggested = YES if step.usually else NO
        holds = play.talk.choose("whether", play.told(step.question), options, suggested=suggested) == YES
    run(play, step.steps if holds else step.otherwise)


@interprets(Tells)
def _tells(play: Play, step: Tells) -> None:
    play.say(step.told)


@interprets(Ends)
def _ends(play: Play, step: Ends) -> None:
    play.say(step.told)
    play.over = True


@interprets(AnotherHappening)
def _another(play: Play, step: AnotherHappening) -> None:
    play.say(step.told)
    play.again = True
