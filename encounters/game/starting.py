"""The start of a player's turn, in the order in which it is asked: what lasts, a happening, late comers, the Rout test,
quarrels among one's own.

Sources: Town Cryer, Random Happenings, Chaos on the Streets and Mob Rule; Mordheim rulebook, Scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaigns.postbattle.choices import Option
from encounters.game import creatures, rout, things
from encounters.game.falling import falls_to_happening
from encounters.game.playing import Appeared, Happened, Playing, listed
from encounters.happenings.engine import check_for_happening, encounter, turn
from encounters.happenings.plain import Lasting, OutOfAction, Someone
from encounters.happenings.play import Outcome
from encounters.table import EDGES
from mordheim.rules.happenings import Happening
from mordheim.rules.rule_effects import QuarrelsEachTurn
from mordheim.rules.tables import RollTable
from warbands.roster.members import Member


def start_turn(run: Playing) -> None:
    """Everything before the players act. It ends where the warband leaves the table."""
    run.fresh = True
    run.searched.clear()
    _what_lasts(run)
    _happening(run)
    _late_comers(run)
    rout.test_packs(run)
    rout.test_if_due(run)
    if run.active is not None and run.is_on_table(run.active):
        things.wander(run)
        _quarrels(run)


# --- happenings -------------------------------------------------------------------------------------------------------


def _what_lasts(run: Playing) -> None:
    for lasting in tuple(run.lasting):
        if lasting not in run.lasting:
            continue
        run.talk.why = f"{lasting.name} is still in force."
        turned = turn(run.table(), lasting, run.session, step=run.step)
        _replace(run, lasting, turned.lasting)
        take_in(run, turned.outcome, lasting.happening)
        if turned.lasting is None and not lasting.this_turn:
            _goes_with(run, lasting)


def _replace(run: Playing, before: Lasting, now: Lasting | None) -> None:
    """As it is now."""
    where = run.lasting.index(before)
    run.lasting[where : where + 1] = [] if now is None else [now]
    run.moved()


def _goes_with(run: Playing, over: Lasting) -> None:
    """What came for some turns is gone with them, once nothing that came of the same is in force any more."""
    if any(one.happening == over.happening for one in run.lasting):
        return
    for thing in run.appeared:
        if thing.happening == over.happening and thing.is_there:
            creatures.vanish(run, thing)


def _happening(run: Playing) -> None:
    """A D6; on a 1 something happens, once in a game."""
    if not run.options.happenings:
        return
    run.talk.why = "Something happens on a 1, once in a game."
    if not check_for_happening(run.session, had=run.had_happening, step=run.step).happens:
        return
    run.had_happening = True
    run.talk.why = "The chart of random happenings."
    happened = encounter(run.table(), run.session, step=run.step, known=lambda row, told: _is_known(run, row, told))
    run.say(f"{happened.name}!")
    take_in(run, happened.outcome, happened.key)


def _is_known(run: Playing, row: Happening, told: Sequence[str]) -> None:
    """What happens, before anything is asked about it; ``told`` grows as it goes on."""
    run.happened = Happened(row.key, row.name, run.number, run.active or 0, told, row.summary)
    run.talk.why = f"{row.name}."


def take_in(run: Playing, outcome: Outcome, happening: str) -> None:
    """What has come of a happening, or of what is left of it."""
    run.say(*outcome.sentences)
    joined = [
        effect.place for effect in outcome.effects if not isinstance(effect, OutOfAction) and effect.kind != "hit"
    ]
    for block in outcome.statblocks:
        place = joined[0] if block.hired_sword and joined else None
        wounds: list[int | None] = [block.wounds] * block.count
        run.appeared.append(Appeared(block, happening, wounds, place, by=run.active or 0))
    run.lasting += outcome.lasting
    run.moved()
    run.carried += outcome.carried
    for effect in outcome.effects:
        if isinstance(effect, OutOfAction):
            falls_to_happening(run, effect)


# --- late comers ------------------------------------------------------------------------------------------------------


def _late_comers(run: Playing) -> None:
    """A die for each who is not there yet, and one more for the edge that those of this turn come from."""
    rule = run.scenario.plan.late
    if rule is None or run.active is None or run.number < rule.from_turn:
        return
    arriving = [name for name in run.late.get(run.active, ()) if _arrives(run, name, rule.arrives_on)]
    if not arriving:
        return
    run.talk.why = "One die for the edge that all of this turn come from."
    edge = EDGES[run.talk.one_of(EDGES, f"Where {listed(arriving)} {_arrive(arriving)}, clockwise from the top")]
    run.late[run.active] = [name for name in run.late[run.active] if name not in arriving]
    run.moved()
    run.say(f"{listed(arriving)} {_arrive(arriving)} from the {edge} edge, and may charge.")


def _arrives(run: Playing, name: str, needs: int) -> bool:
    run.talk.why = f"{name} arrives on {needs}+."
    return run.talk.roll("D6", f"Does {name} arrive?", warrior=name).total >= needs


def _arrive(names: list[str]) -> str:
    return "arrives" if len(names) == 1 else "arrive"


# --- quarrels ---------------------------------------------------------------------------------------------------------


def _quarrels(run: Playing) -> None:
    """A die for each henchman who quarrels, but for those who are busy."""
    place = run.active
    some = list(_quarrelsome(run, place)) if place is not None else []
    if not some or place is None:
        return
    free = _free(run, place, some)
    for member, effect in some:
        warriors = [who for who in _each(run, place, member) if who.told not in free]
        run.talk.why = f"On a {effect.face} he falls out with his mates."
        rule = run.rulebook.charts[effect.chart].name
        faces = run.talk.together(len(warriors), f"{rule}: {member.name}", warrior=member.name)
        for who, face in zip(warriors, faces, strict=True):
            if face == effect.face:
                _falls_out(run, who, effect)


def _quarrelsome(run: Playing, place: int) -> Iterator[tuple[Member, QuarrelsEachTurn]]:
    """Henchmen only: whoever was promoted is above that (ruling 20)."""
    for member in rout.here(run, place):
        effects = (effect for effect in member.effects if isinstance(effect, QuarrelsEachTurn))
        effect = next(effects, None)
        if effect is not None and member.warrior.section == "henchman":
            yield member, effect


def _each(run: Playing, place: int, member: Member) -> Iterator[Someone]:
    """One by one; each of a group has a number."""
    count, warband = run.standing(place).get(member.name, 0), run.name_of(place)
    for number in range(1, count + 1):
        numbered = number if member.warrior.size > 1 else 0
        yield Someone(place=place, warband=warband, name=member.name, number=numbered)


def _free(run: Playing, place: int, some: list[tuple[Member, QuarrelsEachTurn]]) -> set[str]:
    """Who does not test: those in close combat, and those who swing what takes all their mind."""
    every = [(who, member, effect) for member, effect in some for who in _each(run, place, member)]
    busy = [who.told for who, member, effect in every if any(piece.item in effect.items for piece in member.gear)]
    options = [Option(who.told, who.warrior) for who, _, _ in every]
    items = {run.rulebook.items[key].name.lower() for _, effect in some for key in effect.items}
    rule = run.rulebook.charts[some[0][1].chart].name
    busy_at = f"is in close combat, or swings a {listed(sorted(items))}"
    prompt = f"{rule}: who of {run.name_of(place)} {busy_at}, and does not test?"
    return {str(one) for one in run.talk.some("busy", prompt, options, suggested=busy)}


def _falls_out(run: Playing, who: Someone, effect: QuarrelsEachTurn) -> None:
    chart = run.rulebook.charts[effect.chart]
    run.talk.why = f"{who.warrior} has fallen out with his mates."
    total = run.talk.roll(chart.die, f"{chart.name}: {who.warrior}", warrior=who.name).total
    row = RollTable(chart.die, tuple((row.low, row.high, row) for row in chart.rows)).result(total)
    run.say(f"{who.warrior}: {row.name} {row.summary}")
    if run.active is not None and run.allies_of(run.active):
        run.say("Warriors of allies count as hired swords of his own here; attacking one ends the alliance.")
