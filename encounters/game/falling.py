"""Out of action, put back, off the table; and warbands that leave.

Sources: Town Cryer, Chaos on the Streets (routing warbands, allies) and Random Happenings; Mordheim rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from encounters.game import acts, things
from encounters.game.playing import Ended, Fall, Playing, Prey
from encounters.happenings.engine import passed_on
from encounters.happenings.holding import dragged_away
from encounters.happenings.plain import Eaten, Lasting, OutOfAction, Someone
from warbands.roster.refusals import Refused

# --- out of action ----------------------------------------------------------------------------------------------------


@acts.does("put_out", acts.PutOut)
def _put_out(run: Playing, said: acts.PutOut) -> None:
    who = run.must_stand(said.warband, said.name, said.count)
    _may_be_by(run, said, who)
    told = _told(run, said, who)
    run.falls += [Fall(who.place, who.name, said.by, said.strangled)] * said.count
    run.moved()
    run.say(told, *_by_what_lasts(run, said))
    _break_with(run, who, said.by)
    for _ in range(said.count):
        things.drop_from_fallen(run, who, said.by, close_combat=said.close_combat)
        _is_prey(run, who, said.by)
    end_his(run, who)


def _may_be_by(run: Playing, said: acts.PutOut, who: Someone) -> None:
    if said.strangled and not run.fighter(who.place, who.name).strangles:
        raise Refused(f"{who.told} carries nothing that could strangle him.", code="strangled")
    if said.strangled and said.by != acts.BY_NOBODY:
        raise Refused("Who strangles himself falls to nobody else.", code="strangled")
    by = said.by
    if by.name and by.warband is None:
        raise Refused(f"{by.name} is named without his warband.", code="no_such_warrior")
    if by.name and by.warband is not None and by.name in run.late.get(by.warband, ()):
        raise Refused(f"{by.name} has not arrived yet.", code="not_standing")


def _told(run: Playing, said: acts.PutOut, who: Someone) -> str:
    striker = run.striker(said.by)
    is_group = run.fighter(who.place, who.name).size > 1
    whom = f"{said.count} of {who.told}" if is_group else who.told
    fell = "is" if said.count == 1 else "are"
    by = " by his own chain" if said.strangled else f", by {striker}" if striker else ""
    return f"{whom} {fell} out of action{by}."


def _by_what_lasts(run: Playing, said: acts.PutOut) -> Iterator[str]:
    """What a happening has in store for whoever puts somebody out of action in close combat."""
    striker = run.striker(said.by)
    if not striker or not said.close_combat:
        return
    is_known = said.by.name or said.by.warband is None
    for one in run.lasting:
        told = run.rulebook.happenings[one.happening].lasting(one.key).when_out
        if told:
            yield told.format(who=striker if is_known else f"a warrior of {striker}")


def _break_with(run: Playing, who: Someone, by: acts.By) -> None:
    """Whoever attacks an ally is none any more, whether by his own or by a sword who fights for him."""
    place = by.warband if by.appeared is None else run.thing(by.appeared).place
    if place is not None and run.are_allies(place, who.place):
        run.allied.discard(frozenset((place, who.place)))
        run.say(f"{run.name_of(place)} and {who.warband} are allies no more.")


def _is_prey(run: Playing, who: Someone, by: acts.By) -> None:
    """A pack that eats its victims has him, unless a friend comes by the end of his warband's next turn."""
    if by.appeared is None:
        return
    block = run.thing(by.appeared)
    for number, carried in enumerate(run.carried):
        if isinstance(carried, Eaten) and run.rulebook.happenings[block.happening].name == carried.by:
            run.prey.append(Prey(who, number, by.appeared, _next_turn_of(run, who.place)))


def _next_turn_of(run: Playing, place: int) -> int:
    """The number of a warband's next turn; in its own turn that is the one after it."""
    if run.active is None:
        return run.number
    return run.number + (run.order.index(place) <= run.order.index(run.active))


def settle_prey(run: Playing) -> None:
    """At the end of a turn of the victims' warband."""
    due = [one for one in run.prey if one.who.place == run.active and one.number <= run.number]
    run.prey = [one for one in run.prey if one not in due]
    for prey in due:
        if not run.appeared[prey.appeared].is_there:
            continue
        if run.talk.yes("friend", f'Has a friend come within 6" of where {prey.who.told} fell?'):
            run.say(f"{prey.who.told} is dragged to safety.")
            continue
        carried = run.carried[prey.eaten]
        if isinstance(carried, Eaten):
            run.carried[prey.eaten] = dragged_away(carried, prey.who)
            run.say(f"{prey.who.told} is eaten and lost for good.")


def end_his(run: Playing, who: Someone) -> None:
    """What a happening did to somebody is over once nobody of his name stands, but for whoever is to come back."""
    if not run.standing(who.place).get(who.name):
        _over_for(run, [one for one in run.lasting if _is_his(one, who) and not run.is_off_table(one)])


def _is_his(lasting: Lasting, who: Someone) -> bool:
    return lasting.who is not None and (lasting.who.place, lasting.who.name) == (who.place, who.name)


def _over_for(run: Playing, some: list[Lasting]) -> None:
    """These are over, but for what holds for a place."""
    ended = [one for one in some if not run.rulebook.happenings[one.happening].lasting(one.key).of_place]
    run.lasting = [one for one in run.lasting if one not in ended]
    run.moved()


def falls_to_happening(run: Playing, effect: OutOfAction) -> None:
    """Out of action by what a happening did; nothing for somebody who stands no more."""
    who = effect.who
    if who.is_nameless or not run.standing(who.place).get(who.name):
        return
    run.falls.append(Fall(who.place, who.name, only_rout=effect.only_rout))
    run.moved()
    if not effect.only_rout:
        things.drop_from_fallen(run, who, acts.BY_NOBODY, close_combat=False)
    end_his(run, who)


@acts.does("put_back", acts.Some)
def _put_back(run: Playing, said: acts.Some) -> None:
    """It was a mistake. What he carried stays where it lies."""
    who = run.someone(said.warband, said.name)
    if said.warband in run.routed:
        raise Refused(f"{who.warband} has left the table.", code="left")
    if run.fallen(said.warband)[said.name] >= said.count:
        _stand_up(run, who, said.count)
        told = "back on his feet" if said.count == 1 else f"back, {said.count} of them"
    elif run.away_by_acts(said.warband)[said.name] >= said.count:
        _come_back(run, who, said.count)
        told = "back on the table"
    else:
        raise Refused(f"{who.told} is not out of action.", code="not_out")
    run.moved()
    run.noted.discard(said.warband)
    run.say(f"{who.told}: {told}.")


def _stand_up(run: Playing, who: Someone, count: int) -> None:
    for _ in range(count):
        last = next(f for f in reversed(run.falls) if (f.place, f.name, f.only_rout) == (who.place, who.name, False))
        run.falls.reverse()
        run.falls.remove(last)
        run.falls.reverse()
        mine = next((prey for prey in reversed(run.prey) if prey.who == who), None)
        if mine:
            run.prey.remove(mine)


def _come_back(run: Playing, who: Someone, count: int) -> None:
    for _ in range(count):
        gone = run.off if run.off.get(who.place, Counter())[who.name] else run.fled
        gone[who.place] -= Counter({who.name: 1})
        if gone is run.off:
            _forget_last(run.walked_off, (who.place, who.name))
    held = [token for token in run.tokens if token.off == who.place and token.holder == who]
    for token in held:
        token.off = None


def _forget_last(walked: list[tuple[int, str]], who: tuple[int, str]) -> None:
    del walked[max(number for number, one in enumerate(walked) if one == who)]


# --- off the table ----------------------------------------------------------------------------------------------------


@acts.does("leave_table", acts.Leave)
def _leave_table(run: Playing, said: acts.Leave) -> None:
    who = run.must_stand(said.warband, said.name, said.count)
    gone = run.fled if said.fled else run.off
    gone.setdefault(who.place, Counter())[who.name] += said.count
    run.moved()
    run.say(_gone_told(run, said, who))
    last = not run.standing(who.place).get(who.name)
    with_objective = things.take_off(run, who, said, last=last)
    if not said.fled:
        run.walked_off += [(who.place, who.name)] * said.count
    end_his(run, who)
    goal = next((goal for goal in run.ending.goals if goal.carried_off), None)
    if with_objective and goal:
        reach(run, goal.key, who.place)


def _gone_told(run: Playing, said: acts.Leave, who: Someone) -> str:
    """Of a group with how many of it."""
    is_group = run.fighter(who.place, who.name).size > 1
    whom = f"{said.count} of {who.told}" if is_group else who.told
    one, several = ("flees from", "flee from") if said.fled else ("leaves", "leave")
    return f"{whom} {one if said.count == 1 else several} the table."


@acts.does("arrive", acts.Whom)
def _arrive(run: Playing, said: acts.Whom) -> None:
    who = run.someone(said.warband, said.name)
    if said.name not in run.late.get(said.warband, []):
        raise Refused(f"{who.told} is not late.", code="not_late")
    run.late[said.warband].remove(said.name)
    run.moved()
    run.say(f"{who.told} arrives.")


@acts.does("rout")
def _rout(run: Playing, said: acts.Nothing) -> None:
    """Of the player's own will, as his turn begins, once a test would be due."""
    if run.active is not None:
        rout(run, run.active, "routs of its own will")


def rout(run: Playing, place: int, how: str) -> None:
    """A warband leaves the table; it has lost."""
    things.leave_objective(run, place)
    run.routed.add(place)
    run.moved()
    run.say(f"{run.name_of(place)} {how} and leaves the table.")


def note_who_left(run: Playing) -> None:
    """Warbands that have nobody on the table any more: what is counted in their turns is so no longer, and their
    alliances are over."""
    for place in run.order:
        if place in run.noted or run.is_in(place):
            continue
        run.noted.add(place)
        if place not in run.routed:
            run.say(f"{run.name_of(place)} has nobody on the table any more.")
        _all_walked_off(run, place)
        _over_for(run, [one for one in run.lasting if one.who is not None and one.who.place == place])
        _pass_on(run, place)
        if place in run.routed or not run.may_win(place):
            run.allied = {pair for pair in run.allied if place not in pair}


def _all_walked_off(run: Playing, place: int) -> None:
    goal = next((goal for goal in run.ending.goals if goal.all_off), None)
    if goal and place not in run.routed and run.off.get(place):
        reach(run, goal.key, place)


def _pass_on(run: Playing, place: int) -> None:
    """Whoever plays after him counts on (ruling 57)."""
    where = run.order.index(place)
    others = [one for one in (*run.order[where:], *run.order[:where]) if run.is_in(one)]
    if others:
        run.lasting = [passed_on(one, others[0]) if one.by == place else one for one in run.lasting]
        for thing in run.appeared:
            thing.by = others[0] if thing.by == place else thing.by


# --- goals ------------------------------------------------------------------------------------------------------------


@acts.does("goal", acts.Reached)
def _goal(run: Playing, said: acts.Reached) -> None:
    reach(run, said.goal, said.warband)


def reach(run: Playing, key: str, place: int) -> None:
    """A warband has reached a goal: it wins, and its allies with it.

    Raises:
        Refused: for a goal that the scenario has not, or that is not his or not yet.
    """
    goal = next((goal for goal in run.ending.goals if goal.key == key), None)
    if goal is None:
        raise Refused("The scenario has no such goal.", code="goal")
    name = run.name_of(place)
    if place not in set(run.of_role(goal.whose)):
        raise Refused(f"That is not for {name} to reach.", code="goal")
    if goal.in_turn_of != "everybody" and run.active not in set(run.of_role(goal.in_turn_of)):
        raise Refused(f"That counts in a turn of the {goal.in_turn_of} only.", code="goal")
    if goal.beast_out and run.beast is not None and not run.beast.out:
        raise Refused(f"The {run.beast.kind.name} is not out of action yet.", code="goal")
    if not run.may_win(place):
        raise Refused(f"{name} has left the table.", code="left")
    winners = with_allies(run, [place])
    run.over = Ended(f"{goal.name}: {run.names_of(winners)}.", tuple(winners), goal=goal, reached_by=place)


def with_allies(run: Playing, places: list[int]) -> list[int]:
    """These and their allies, as far as they may win, in the order of play."""
    allies = {ally for place in places for ally in run.allies_of(place) if run.may_win(ally)}
    return [place for place in run.order if place in places or place in allies]
