"""What lies on the table and what somebody carries: counters, the scenario's objective, the loot of a happening.

Sources: Town Cryer, Chaos on the Streets; Mordheim rulebook, Scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.postbattle.choices import Option
from encounters.game import acts
from encounters.game.playing import Playing, Token
from encounters.happenings.holding import may_hold, picked_up, taken_out, told_of
from encounters.happenings.plain import Loot, Shard, Someone
from encounters.setup.words import shards_told
from mordheim.rules.happenings import LeavesLoot
from mordheim.rules.setup import Objective
from warbands.roster.refusals import Refused

HOURS_A_FACE = 2


def lay_out(run: Playing) -> None:
    """Everything that the plan has put on the table, or into somebody's hands."""
    objective = run.scenario.plan.objective
    spread = run.scenario.plan.counters
    for number, counter in enumerate((c for c in run.plan.counters if spread and c.kind == spread.kind), start=1):
        run.tokens.append(Token(counter.kind, f"Counter {number}", f'at {counter.x:g}", {counter.y:g}"'))
    if objective and objective.lies:
        run.tokens.append(Token(objective.kind, objective.name, "in the middle of the table", is_objective=True))
    for reward in run.plan.rewards:
        if reward.kind == "carried" and reward.warrior and isinstance(reward.amount, int):
            place = next(place for place, side in run.sides.items() if side.name == reward.to)
            _carry(run, run.someone(place, reward.warrior), reward.amount)
        elif reward.kind == "objective" and isinstance(reward.amount, int):
            run.pool = reward.amount


def _carry(run: Playing, who: Someone, number: int) -> None:
    for _ in range(number):
        run.tokens.append(Token("shard", f"Counter {len(run.tokens) + 1}", "", holder=who))


def held_by(run: Playing, place: int, name: str) -> list[Token]:
    """What those of a name carry on the table."""
    held = (one for one in run.tokens if one.holder is not None and one.off is None)
    return [one for one in held if one.holder and (one.holder.place, one.holder.name) == (place, name)]


# --- picking up and dropping ------------------------------------------------------------------------------------------


@acts.does("pick_up", acts.PickUp)
def _pick_up(run: Playing, said: acts.PickUp) -> None:
    who = run.must_stand(said.warband, said.name)
    if said.counter is None:
        _pick_up_loot(run, who)
        return
    token = run.token(said.counter)
    if not token.lies:
        raise Refused(token.told, code="held")
    if run.ending.heroes_carry and not run.fighter(who.place, who.name).is_hero:
        raise Refused(f"Only heroes pick it up, and {who.told} is none.", code="heroes_only")
    token.holder = who
    run.had_objective |= token.is_objective
    run.say(f"{who.told} has {token.name}.")


def may_be_looted(run: Playing) -> bool:
    """Whether she who has the loot of a happening lies on the table: she keeps it while she stands."""
    fallen = (run.rulebook.happenings[thing.happening] for thing in run.appeared if thing.fallen)
    return any(isinstance(step, LeavesLoot) for happening in fallen for step in happening.steps)


def _pick_up_loot(run: Playing, who: Someone) -> None:
    if not may_be_looted(run):
        raise Refused("There is no loot on the ground yet.", code="held")
    for number, loot in enumerate(run.carried):
        if isinstance(loot, Loot) and loot.holder is None:
            now = picked_up(run.table(), loot, who)
            if now.holder is None:
                raise Refused(f"{who.told} cannot take it.", code="may_not_hold")
            run.carried[number] = now
            run.say(told_of(now))
            return
    raise Refused("There is no loot on the ground.", code="held")


@acts.does("drop", acts.Drop)
def _drop(run: Playing, said: acts.Drop) -> None:
    if said.counter is None:
        _drop_loot(run)
        return
    token = run.token(said.counter)
    if token.holder is None or token.off is not None:
        raise Refused(token.told, code="held")
    run.say(f"{token.holder.told} leaves {token.name}.")
    _fall_to_ground(token, f"where {token.holder.told} left it")


def _drop_loot(run: Playing) -> None:
    for number, loot in enumerate(run.carried):
        if isinstance(loot, Loot) and loot.holder is not None:
            run.carried[number] = loot.model_copy(update={"holder": None})
            run.say(told_of(run.carried[number]))
            return
    raise Refused("Nobody carries any loot.", code="held")


def _fall_to_ground(token: Token, where: str) -> None:
    token.holder, token.where = None, where


@acts.does("objective_lost")
def _objective_lost(run: Playing, said: acts.Nothing) -> None:
    """The boy is killed, the victim dies."""
    for token in run.tokens:
        if token.is_objective and not token.gone and token.off is None:
            token.gone, token.holder = True, None
            run.say(f"{token.name}: lost for everybody.")


# --- whoever carried something is out of action, or goes --------------------------------------------------------------


def drop_from_fallen(run: Playing, who: Someone, by: acts.By, *, close_combat: bool) -> None:
    """What he carried lies where he fell. Of a group the players say how many counters it was."""
    held, last = held_by(run, who.place, who.name), not run.standing(who.place).get(who.name)
    count = len(held)
    if held and not last:
        prompt = f"How many counters did {who.told} carry? The group has {count}."
        count = run.talk.number("dropped", prompt, 0, count, suggested=0)
    for token in held[:count]:
        _fall_to_ground(token, f"where {who.told} fell")
        run.say(f"{token.name} lies where {who.told} fell.")
    _drop_held(run, who, by, close_combat=close_combat, last=last)


def _drop_held(run: Playing, who: Someone, by: acts.By, *, close_combat: bool, last: bool) -> None:
    """The shard or the loot of a happening."""
    for number, held in enumerate(run.carried):
        if not isinstance(held, Shard | Loot) or not _is_of(held, who):
            continue
        if not last and not run.talk.yes("carried_it", f"Was it he who carried it? {told_of(held)}", suggested=False):
            continue
        thief = _thief(run, held, by) if close_combat else None
        now = taken_out(run.table(), held, held.holder or who, by=thief, in_close_combat=close_combat)
        run.carried[number] = now
        run.say(told_of(now))


def _thief(run: Playing, held: Shard | Loot, by: acts.By) -> Someone | None:
    """Who takes it from him: whoever put him out of action, or whom the players name of that warband."""
    if by.warband is None:
        return None
    if by.name:
        return run.someone(by.warband, by.name)
    stand = [run.someone(by.warband, name) for name in run.standing(by.warband)]
    able = [one for one in stand if isinstance(held, Shard) and may_hold(run.table(), held, one)]
    if not able:
        return None
    options = [*(Option(one.name, one.name) for one in able), Option("", "Nobody who could")]
    prompt = f"Who of {run.name_of(by.warband)} takes the shard?"
    name = str(run.talk.choose("thief", prompt, options, warrior=run.name_of(by.warband)))
    return next((one for one in able if one.name == name), None)


def _is_of(held: Shard | Loot, who: Someone) -> bool:
    return held.holder is not None and (held.holder.place, held.holder.name) == (who.place, who.name)


def leave_objective(run: Playing, place: int) -> None:
    """Whom a warband that flees had with it stays behind."""
    for token in run.tokens:
        if token.is_objective and token.holder and token.off is None and token.holder.place == place:
            run.say(f"{token.name} stays behind.")
            _fall_to_ground(token, f"where {token.holder.told} left it")


def take_off(run: Playing, who: Someone, said: acts.Leave, *, last: bool) -> bool:
    """What leaves the table with somebody; whether the objective is among it.

    Raises:
        Refused: for counters that his group does not carry.
    """
    held = held_by(run, who.place, who.name)
    chosen = held if last else [run.token(number) for number in dict.fromkeys(said.counters)]
    if any(token not in held for token in chosen):
        raise Refused(f"{who.told} does not carry that counter.", code="held")
    for token in chosen:
        if token.is_objective and said.fled:
            _fall_to_ground(token, f"where {who.told} left it")
        else:
            token.off = who.place
    taken = [token for token in chosen if token.off is not None]
    if taken:
        run.say(f"With him: {', '.join(token.name for token in taken)}.")
    return any(token.is_objective for token in taken)


# --- searching --------------------------------------------------------------------------------------------------------


def may_search(run: Playing) -> bool:
    """Whether there is still something to be found, in somebody's turn."""
    objective = run.scenario.plan.objective
    if objective is None or objective.search is None or run.active is None:
        return False
    return run.pool > 0 if objective.holds else run.found is None


@acts.does("search", acts.Searched)
def _search(run: Playing, said: acts.Searched) -> None:
    """A die, and what is found goes into his hands. A hero searches a pool once in a turn."""
    objective, who = run.scenario.plan.objective, run.must_stand(said.warband, said.name)
    if objective is None or objective.search is None:
        raise Refused("There is nothing to search for.", code="search")
    if said.warband != run.active:
        raise Refused("Only those of the warband whose turn it is search.", code="not_his_turn")
    _may_search(run, objective, who)
    run.searched.add(who)
    if said.sure or _finds(run, objective, who):
        _found(run, objective, who)
    else:
        run.say(f"{who.told} finds nothing.")


def _may_search(run: Playing, objective: Objective, who: Someone) -> None:
    if objective.search and objective.search.heroes_only and not run.fighter(who.place, who.name).is_hero:
        raise Refused(f"Only heroes search, and {who.told} is none.", code="heroes_only")
    if objective.holds and who in run.searched:
        raise Refused(f"{who.told} has searched this turn.", code="search")


def _finds(run: Playing, objective: Objective, who: Someone) -> bool:
    search = objective.search
    if search is None:
        return False
    run.talk.why = f"{objective.name}: found on {search.low} to {search.high}."
    total = run.talk.roll(search.die, f"{objective.name}: {who.told} searches", warrior=who.name).total
    return search.low <= total <= search.high


def _found(run: Playing, objective: Objective, who: Someone) -> None:
    if objective.holds:
        run.pool -= 1
        _carry(run, who, 1)
        run.say(f"{who.told} finds a shard. {objective.name} holds {shards_told(run.pool)}.")
        return
    run.tokens.append(Token(objective.kind, objective.name, "", holder=who, is_objective=True))
    run.had_objective, run.found = True, (who.place, who.name)
    run.say(f"{who.told} finds {objective.name}.")


def wander(run: Playing) -> None:
    """The boy goes his own way until somebody has had him, in the first player's turns."""
    objective = run.scenario.plan.objective
    if objective is None or objective.wanders is None or run.had_objective or run.active != run.order[0]:
        return
    if any(token.is_objective and token.lies for token in run.tokens):
        run.talk.why = f"{objective.name}: nobody has him yet."
        inches = run.talk.roll(objective.wanders, f"{objective.name}: how far").total
        hours = run.talk.roll("D6", f"{objective.name}: direction").total * HOURS_A_FACE
        run.say(f"{objective.name} wanders {inches}\" towards {hours} o'clock.")


# --- what may be done -------------------------------------------------------------------------------------------------


def offers(run: Playing) -> Iterator[str]:
    loots = [one for one in run.carried if isinstance(one, Loot)] if may_be_looted(run) else []
    if any(token.lies for token in run.tokens) or any(loot.holder is None for loot in loots):
        yield "pick_up"
    if any(token.holder and token.off is None for token in run.tokens) or any(loot.holder for loot in loots):
        yield "drop"
    if may_search(run):
        yield "search"
    if any(token.is_objective and not token.gone and token.off is None for token in run.tokens):
        yield "objective_lost"
