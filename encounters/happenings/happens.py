"""Hits, what lasts, and what is carried past the game: the interpreters of the steps that something comes of."""

from __future__ import annotations

from typing import Literal

from campaigns.postbattle.choices import Option
from encounters.happenings.plain import (
    Eaten,
    Experience,
    Exposed,
    Fee,
    Find,
    Hit,
    Joined,
    Lasting,
    Loot,
    NextScenario,
    OutOfAction,
    Peddler,
    Plague,
    Shard,
)
from encounters.happenings.play import Play, interprets, run
from encounters.happenings.talk import NO, YES
from mordheim.rules.happenings import (
    BringsPeddler,
    ChangesNextScenario,
    Devours,
    EarnsExperience,
    Finds,
    FindsShard,
    Hits,
    Lasts,
    LeavesLoot,
    OwesFee,
    PutsOut,
    SpreadsPlague,
)


@interprets(Hits)
def _hits(play: Play, step: Hits) -> None:
    on = play.him if step.whom is None else None
    told = play.say(step.told)
    play.effects.append(
        Hit(
            on=on,
            whom=play.filled(step.whom) if step.whom else "",
            strength=_strength(play, step),
            hits=step.hits,
            armour_save=step.saves,
            told=told,
        )
    )
    if step.may_end:
        _ask_whether_out(play)


def _ask_whether_out(play: Play) -> None:
    prompt = play.told("Does it put {warrior} out of action?")
    warrior = None if play.him.is_nameless else play.him.name
    answer = play.talk.choose("out_of_action", prompt, [Option(NO, "No"), Option(YES, "Yes")], warrior=warrior)
    if answer == YES:
        told = play.say("{warrior} is out of action.")
        play.effects.append(OutOfAction(who=play.him, told=told))
        play.done = True


def _strength(play: Play, step: Hits) -> int | Literal["own"]:
    """A number, or the warrior's own as it stands, where anybody knows it."""
    if isinstance(step.strength, int):
        return step.strength
    member = play.state.member(play.him)
    own = member.value("s") if member else None
    return own if isinstance(own, int) else "own"


@interprets(PutsOut)
def _puts_out(play: Play, step: PutsOut) -> None:
    told = play.say(step.told)
    play.effects.append(OutOfAction(who=play.him, only_rout=step.only_rout, told=told))


# --- what lasts -------------------------------------------------------------------------------------------------------


@interprets(Lasts)
def _lasts(play: Play, step: Lasts) -> None:
    told = play.say(step.told)
    lasting = Lasting(
        happening=play.happening.key,
        key=step.key,
        name=play.told(step.name),
        by=play.by,
        left=_turns(play, step),
        this_turn=step.turns == "this_turn",
        who=play.who,
        place=play.place,
        bound=dict(play.bound),
        told=told,
    )
    if step.each_turn and step.each_turn.at_once:
        run(play, step.each_turn.steps)
    if play.over:
        play.over = False
    else:
        play.lasting.append(lasting)


def _turns(play: Play, step: Lasts) -> int | None:
    if isinstance(step.turns, int):
        return step.turns
    return int(play.bound["turns"]) if step.turns == "turns" else None


# --- what is carried past the game ------------------------------------------------------------------------------------


@interprets(OwesFee)
def _owes_fee(play: Play, step: OwesFee) -> None:
    sword = play.state.rulebook.hired_swords[step.hired_sword]
    joined = [one for one in play.effects if isinstance(one, Joined) and one.hired_sword == step.hired_sword]
    name, gear = (joined[-1].name, joined[-1].gear) if joined else (sword.name, ())
    gold = sword.hire_fee + sword.upkeep_fee
    place = play.by if play.place is None else play.place
    play.say(step.told, number=str(gold))
    play.carried.append(Fee(place=place, warband=play.warband, hired_sword=sword.key, name=name, gear=gear, gold=gold))


@interprets(FindsShard)
def _finds_shard(play: Play, step: FindsShard) -> None:
    play.say(step.told)
    play.carried.append(Shard(holder=play.him, fit=step.fit))


@interprets(Devours)
def _devours(play: Play, step: Devours) -> None:
    play.say(step.told)
    play.carried.append(Eaten(by=play.happening.name))


@interprets(SpreadsPlague)
def _spreads(play: Play, step: SpreadsPlague) -> None:
    play.say(step.told)
    exposed: list[Exposed] = [some for party in play.state.parties for some in play.state.standing(party.place)]
    play.carried.append(Plague(happening=play.happening.key, exposed=tuple(exposed), faces=step.faces, rows=step.rows))


@interprets(Finds)
def _finds(play: Play, step: Finds) -> None:
    gold = 0
    if step.gold is not None:
        gold = step.gold if isinstance(step.gold, int) else play.talk.roll(step.gold, "Gold crowns").total
        play.bound["number"] = gold
    play.say(step.told)
    play.carried.append(Find(who=play.him, item=step.item, gold=gold))


@interprets(ChangesNextScenario)
def _next_scenario(play: Play, step: ChangesNextScenario) -> None:
    play.say(step.told)
    play.carried.append(NextScenario(place=play.him.place, warband=play.him.warband, by=step.by))


@interprets(EarnsExperience)
def _earns(play: Play, step: EarnsExperience) -> None:
    play.say(step.told)
    play.carried.append(Experience(who=play.him, amount=step.amount))


@interprets(LeavesLoot)
def _leaves_loot(play: Play, step: LeavesLoot) -> None:
    play.say(step.told)
    play.carried.append(Loot(items=step.items, fit=step.fit))


@interprets(BringsPeddler)
def _brings_peddler(play: Play, step: BringsPeddler) -> None:
    play.say(step.told)
    play.carried.append(Peddler(items=step.items, quantity=step.quantity, price_parts=step.price_parts))
