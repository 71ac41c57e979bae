"""What is settled once the game is over: the peddler's stock, shards, experience, the hoard and its split.

Sources: Town Cryer, Chaos on the Streets, Kidnapped! and Random Happenings; Mordheim rulebook, Scenarios; rulings 22
and 59.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.battle.forces import Fighter
from campaigns.battle.reports import may_earn
from campaigns.postbattle.choices import Option
from encounters.game.playing import Ended, Playing, listed
from encounters.happenings.peddling import open_stall, unpack
from encounters.happenings.plain import Peddler, Someone
from encounters.setup.hoards import Hoard, hoard_of, holds_hoard, split
from encounters.setup.words import shards_told
from mordheim.rules.schema import Award

AFTER = "end"


def settle_all(run: Playing, over: Ended) -> None:
    """Everything, in one order."""
    run.begin(AFTER, number=run.number, place=None, name="After the game")
    run.prey.clear()
    run.say(over.told, result_told(run, over))
    _peddler(run, over)
    _gold(run, over)
    _shards(run)
    for award in run.scenario.awards:
        _experience(run, over, award)
    _hoard(run, over)
    run.done = True


def result_told(run: Playing, over: Ended) -> str:
    if over.winners:
        return f"{run.names_of(over.winners)} {'has' if len(over.winners) == 1 else 'have'} won."
    return f"A draw between {run.names_of(over.drew)}." if over.drew else "Nobody has won."


# --- the peddler ------------------------------------------------------------------------------------------------------


def _peddler(run: Playing, over: Ended) -> None:
    """What he has is rolled; several winners have it laid aside by turns, in order of play, and pay in the night."""
    winners = [place for place in run.order if place in over.winners]
    for peddler in [one for one in run.carried if isinstance(one, Peddler)]:
        if not winners:
            continue
        run.talk.why = "How many the peddler has of each thing."
        stocked, _ = unpack(peddler, run.rulebook, run.session, step=run.step)
        run.say(f"The peddler has {listed([f'{lot.left} × {lot.name}' for lot in stocked.stock])}.")
        where = run.carried.index(peddler)
        run.carried[where : where + 1] = [stocked] if len(winners) == 1 else _laid_aside(run, stocked, winners)


def _laid_aside(run: Playing, peddler: Peddler, winners: list[int]) -> tuple[Peddler, ...]:
    stall = open_stall(peddler, winners)
    while stall.buyer is not None:
        name = run.name_of(stall.buyer)
        options = [Option(lot.item, f"{lot.name} ({lot.left} left)") for lot in stall.left]
        options.append(Option("", "Nothing more"))
        item = str(run.talk.choose("lay_aside", f"What does the peddler lay aside for {name}?", options, warrior=name))
        stall = stall.taken(item) if item else stall.done()
    return stall.shares()


def _gold(run: Playing, over: Ended) -> None:
    """What whoever reached the goal is paid for it; his allies have no part in that."""
    if over.goal and over.goal.gold:
        run.spoils.gold[over.reached_by] += over.goal.gold
        run.say(f"{run.name_of(over.reached_by)} is paid {over.goal.gold} gc.")


# --- shards -----------------------------------------------------------------------------------------------------------


def _shards(run: Playing) -> None:
    for place in run.order:
        count = _shards_of(run, place)
        if count:
            run.spoils.shards[place] += count
            run.say(f"{run.name_of(place)} takes {shards_told(count)} home.")


def _shards_of(run: Playing, place: int) -> int:
    match run.ending.shards:
        case "counters":
            return sum(who.place == place for who in _holders(run))
        case "carried_and_taken":
            return _carried_and_taken(run, place)
        case "in_objective":
            return _in_objective(run, place)
        case "none":
            return 0


def _holders(run: Playing) -> Iterator[Someone]:
    """Who has each counter, on the table or off it."""
    for token in run.tokens:
        if token.holder is not None and not token.is_objective:
            yield token.holder


def _carried_and_taken(run: Playing, place: int) -> int:
    """What was carried, less one for each own hero who fell, and one for each enemy hero whom it put out, as many as
    that enemy carried."""
    own = max(0, _carried_by(run, place) - _heroes_out(run, place, by=None))
    others = (other for other in run.order if other != place)
    return own + sum(min(_carried_by(run, other), _heroes_out(run, other, by=place)) for other in others)


def _carried_by(run: Playing, place: int) -> int:
    name = run.name_of(place)
    amounts = (one.amount for one in run.plan.rewards if one.kind == "carried" and one.to == name)
    return sum(amount for amount in amounts if isinstance(amount, int))


def _heroes_out(run: Playing, place: int, *, by: int | None) -> int:
    """How many heroes of a warband fell, to that one or, without it, to anybody."""
    fallen = (one for one in run.falls if one.place == place and not one.only_rout)
    return sum(run.fighter(place, one.name).is_hero for one in fallen if by is None or one.by.warband == by)


def _in_objective(run: Playing, place: int) -> int:
    heroes = [name for name in run.standing(place) if run.fighter(place, name).is_hero]
    most = min(len(heroes), run.ending.most_shards)
    if not most:
        return 0
    prompt = f"How many heroes of {run.name_of(place)} are in the objective?"
    return run.talk.number("in_objective", prompt, 0, most, suggested=0)


# --- experience -------------------------------------------------------------------------------------------------------


def _experience(run: Playing, over: Ended, award: Award) -> None:
    """What the scenario gives: what the game has shown by itself, the rest as the players say."""
    match award.by:
        case "counters":
            for who in _holders(run):
                _earns(run, award, who.place, who.name)
        case "wounds" if run.beast:
            for told, wounds in run.beast.credit().items():
                if striker := run.strikers.get(told):
                    _earns(run, award, striker.place, striker.name, wounds)
        case "slaying" if run.beast and (slayer := run.strikers.get(run.beast.slain_by)):
            _earns(run, award, slayer.place, slayer.name)
        case "finding" if run.found:
            _earns(run, award, *run.found)
        case "first_off":
            for place, name in _first_off(run, award):
                _earns(run, award, place, name)
        case "goal" if over.goal and over.goal.award == award.key:
            _spreads(run, award, over.reached_by)
        case "no_goal" if over.goal is None:
            _asks_which_warband(run, award)
        case "table":
            for place in run.order:
                _asks_who(run, award, place)


def _earns(run: Playing, award: Award, place: int, name: str, times: int = 1) -> None:
    """Added to what he has had for the same; nothing for somebody who cannot earn it."""
    if not may_earn(award, run.fighter(place, name)) or not isinstance(award.amount, int):
        return
    points = award.amount * (times if award.per else 1)
    for number, (key, where, who, had) in enumerate(run.spoils.earned):
        if (key, where, who) == (award.key, place, name):
            run.spoils.earned[number] = (key, where, who, had + points if award.per else points)
            return
    run.spoils.earned.append((award.key, place, name, points))


def _first_off(run: Playing, award: Award) -> list[tuple[int, str]]:
    """The first of those who can earn it, wherever he stands among those who walked off."""
    return [who for who in run.walked_off if may_earn(award, run.fighter(*who))][:1]


def _could(run: Playing, award: Award, place: int) -> list[Fighter]:
    late = run.late.get(place, ())
    return [one for one in run.forces[place].standing if one.name not in late and may_earn(award, one)]


def _asks_who(run: Playing, award: Award, place: int) -> None:
    could = _could(run, award, place)
    if not could:
        return
    options = [Option(one.name, one.name) for one in could]
    prompt = f"{award.name}: who of {run.name_of(place)}? {award.summary}"
    for name in run.talk.some("earned", prompt, options, warrior=run.name_of(place)):
        _earns(run, award, place, str(name))


def _asks_which_warband(run: Playing, award: Award) -> None:
    options = [Option(-1, "Nobody"), *(Option(place, run.name_of(place)) for place in run.order if run.may_win(place))]
    place = run.talk.choose("which_warband", f"{award.name}: which warband? {award.summary}", options)
    if isinstance(place, int) and place >= 0:
        _spreads(run, award, place)


def _spreads(run: Playing, award: Award, place: int) -> None:
    """Over its heroes, as it likes."""
    left = run.talk.amount(award.amount, f"{award.name}: experience of {run.name_of(place)}")
    could = _could(run, award, place)
    for number, fighter in enumerate(could):
        last = number == len(could) - 1
        prompt = f"{award.name}: how many of {left} points does {fighter.name} have?"
        fair = -(-left // (len(could) - number))
        points = run.talk.number("points", prompt, left if last else 0, left, suggested=fair)
        if points:
            run.spoils.earned.append((award.key, place, fighter.name, points))
        left -= points


# --- the hoard --------------------------------------------------------------------------------------------------------


def _hoard(run: Playing, over: Ended) -> None:
    """Rolled thing by thing, and split as the winners agree."""
    if not over.winners or not has_hoard(run):
        return
    run.talk.why = "Each thing of the treasure has a die of its own."
    hoard = hoard_of(run.scenario, run.rulebook, run.session, left=run.plan.left, taken=run.options.taken)
    run.spoils.hoard = hoard
    run.say(*hoard.sentences)
    if not _is_empty(hoard):
        names = [run.name_of(place) for place in run.order if place in over.winners]
        run.spoils.shares = split(hoard, names, run.session, rulebook=run.rulebook)


def has_hoard(run: Playing) -> bool:
    """There is treasure, the beast does not guard it any more, and whom it was for is not dead."""
    guarded = run.beast is not None and not run.beast.out
    lost = any(token.is_objective and token.gone for token in run.tokens)
    return holds_hoard(run.scenario) and not guarded and not lost


def _is_empty(hoard: Hoard) -> bool:
    return not (hoard.gold or hoard.shards or hoard.pieces)
