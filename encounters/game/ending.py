"""When the game is over, and who has won.

Sources: Town Cryer, Chaos on the Streets and Kidnapped!; Mordheim rulebook, Scenarios; rulings 22 and 33.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from campaigns.postbattle.choices import Option
from encounters.game import acts
from encounters.game.falling import note_who_left, with_allies
from encounters.game.playing import Ended, Playing
from mordheim.rules.setup import Limit

# A game that nobody ends and nobody loses is over some time.
LONGEST = 60
WON, DREW, BY_THE_RULES = "won", "drew", "by_the_rules"


def settle(run: Playing) -> None:
    """After whatever has happened: who has left the table by it, and whether the game is over."""
    note_who_left(run)
    if run.over is not None:
        return
    left = run.still_in
    if not left:
        run.over = decided(run, "Nobody is left on the table.")
    elif run.ending.last_standing:
        _last_standing(run, left)
    elif _all_carried_off(run):
        run.over = decided(run, "All shards are off the table.")


def _last_standing(run: Playing, left: list[int]) -> None:
    if len(left) == 1:
        run.over = Ended(f"{run.name_of(left[0])} is left alone on the table.", tuple(left))
    elif run.all_are_allies(left) and run.offered != frozenset(left):
        run.offered = frozenset(left)
        names = run.names_of(left)
        if run.talk.yes("share", f"Only allies are left on the table. Do {names} share the victory?"):
            run.over = shared(run, left, f"{names} share the victory.")


def shared(run: Playing, winners: list[int], told: str, *, agreed: bool = False) -> Ended:
    """Several have won. Where nobody has lost, all have agreed."""
    everybody = len(winners) == len(run.parties)
    return Ended(told, tuple(winners), by_agreement=agreed or everybody)


def _all_carried_off(run: Playing) -> bool:
    shards = [token for token in run.tokens if not token.is_objective]
    on_shards = run.ending.decided == "shards"
    return on_shards and bool(shards) and all(token.off is not None or token.gone for token in shards)


# --- limits -----------------------------------------------------------------------------------------------------------


def end_of_round(run: Playing) -> None:
    """After the last turn of the round: the scenario's limits."""
    for limit in run.plan.limits:
        if limit.turns == run.number and run.over is None and _holds(run, limit):
            run.over = _at(run, limit)
    if run.number >= LONGEST and run.over is None:
        run.over = decided(run, f"After {LONGEST} turns nobody has won yet.")


def _holds(run: Playing, limit: Limit) -> bool:
    return not (limit.unless and run.talk.yes("unless", f"Is it so that {limit.unless}?", suggested=False))


def _at(run: Playing, limit: Limit) -> Ended:
    told = f"Everybody has had {limit.turns} turns."
    winners = [place for place in run.of_role(limit.wins) if run.may_win(place)] if limit.wins else []
    if not winners:
        return decided(run, told)
    goal = next((goal for goal in run.ending.goals if goal.key == limit.goal), None)
    return Ended(told, tuple(with_allies(run, winners)), goal=goal, reached_by=winners[0])


# --- who has won, where nobody is left alone --------------------------------------------------------------------------


def decided(run: Playing, told: str, *, agreed: bool = False) -> Ended:
    """By the scenario's rule among those who may win; nobody has won where nobody may."""
    could = [place for place in run.order if run.may_win(place)]
    if len(could) < 2:
        return Ended(told, tuple(could), by_agreement=agreed)
    match run.ending.decided:
        case "shards":
            return _by_number(run, told, shards_of(run), could, agreed=agreed)
        case "marks":
            return _by_number(run, told, _marks_held(run, could), could, agreed=agreed)
        case "asked":
            return _as_they_say(run, told, could, agreed=agreed)


def _by_number(run: Playing, told: str, counted: Mapping[int, int], could: list[int], *, agreed: bool) -> Ended:
    """The most win; as many each is a draw."""
    most = max(counted.get(place, 0) for place in could)
    top = [place for place in could if counted.get(place, 0) == most]
    some = with_allies(run, top)
    if len(top) == 1 or run.all_are_allies(top):
        return shared(run, some, told, agreed=agreed)
    return Ended(told, drew=tuple(some), by_agreement=agreed)


def shards_of(run: Playing) -> Counter[int]:
    """How many counters each has taken off the table or holds."""
    return Counter(one.holder.place for one in run.tokens if one.holder is not None and not one.is_objective)


def _marks_held(run: Playing, could: list[int]) -> dict[int, int]:
    left, held = len(run.plan.marked), dict[int, int]()
    for place in could:
        prompt = f"How many of the {len(run.plan.marked)} buildings does {run.name_of(place)} hold?"
        held[place] = run.talk.number("buildings_held", prompt, 0, left, suggested=0)
        left -= held[place]
    return held


def _as_they_say(run: Playing, told: str, could: list[int], *, agreed: bool) -> Ended:
    """Only the players know. Nobody named is a draw."""
    options = [Option(place, run.name_of(place)) for place in could]
    prompt = f"{told} Who has won? Nobody is a draw."
    said = run.talk.some("winners", prompt, options)
    winners = [place for place in could if place in said]
    if not winners:
        return Ended(told, drew=tuple(could), by_agreement=agreed)
    return shared(run, with_allies(run, winners), told, agreed=agreed)


# --- by agreement -----------------------------------------------------------------------------------------------------


# How the scenario's own rule says who has won.
BY_RULE = {
    "asked": "Somebody else: you say who has won",
    "shards": "By the scenario: whoever has most shards wins",
    "marks": "By the scenario: whoever holds most marked buildings wins",
}


@acts.does("end_game")
def _end_game(run: Playing, said: acts.Nothing) -> None:
    """Everybody who is still in has to agree; whoever is alone may stop."""
    left = run.still_in
    for place in left:
        name = run.name_of(place)
        if len(left) > 1 and not run.talk.yes("agrees", f"Does {name} agree to end the game now?", warrior=name):
            run.say(f"{name} plays on.")
            return
    alone = len(left) == 1
    told = f"{run.names_of(left)} {'ends' if alone else 'end'} the game."
    run.over = _agreed(run, left, told, agreed=not alone)


def _agreed(run: Playing, left: list[int], told: str, *, agreed: bool) -> Ended:
    options = [Option(WON, "Those who are left have won"), Option(BY_THE_RULES, BY_RULE[run.ending.decided])]
    if len(left) > 1:
        options.insert(1, Option(DREW, "A draw among those who are left"))
    match run.talk.choose("outcome", "How does it end?", options, suggested=_usual(run)):
        case "won":
            return shared(run, left, told, agreed=agreed)
        case "drew":
            return Ended(told, drew=tuple(left), by_agreement=agreed)
        case _:
            return decided(run, told, agreed=agreed)


def _usual(run: Playing) -> str:
    return WON if run.ending.decided == "asked" else BY_THE_RULES
