"""Verbs of the night after a battle over its service: roll, type faces, decide, do, be done, take back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaigns.models import Battle, DiceRoll, Enrolment, PostBattle
from campaigns.postbattle.choices import Choice, Sensible
from campaigns.postbattle.log import Given
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll
from campaigns.postbattle.sequence import Played
from campaigns.postbattle_selectors import played
from campaigns.services import undoing
from campaigns.services.postbattle import Taken, take
from tests.campaigns import acts as fights
from warbands.models import Player, Warband
from warbands.roster.interchange import write_warband
from warbands.selectors import current_rulebook, snapshot_of


def confirmed(*enrolments: Enrolment, sides: Sequence[Any] = (), **more: Any) -> Battle:
    """A battle that all sides have confirmed; the nights after it are open."""
    battle = fights.begun(*enrolments, **more)
    made = fights.report(battle, *sides)
    for one in enrolments[1:]:
        fights.confirm(made, by=one.player)
    return fights.fresh(battle)


def night_of(battle: Battle, enrolment: Enrolment) -> PostBattle:
    nights = PostBattle.objects.select_related("side__battle__campaign", "side__warband", "side__player")
    return nights.get(side__battle=battle, side__enrolment=enrolment)


def fresh(night: PostBattle) -> PostBattle:
    return PostBattle.objects.select_related("side__battle__campaign", "side__warband").get(pk=night.pk)


def state(night: PostBattle) -> Played:
    """How far it has come."""
    return played(fresh(night), current_rulebook())


def waits_for(night: PostBattle) -> str:
    """What is due, in a word or two: ``D66: serious injury of Grubnash``, ``sell``, ``search``."""
    waiting = state(night).waiting
    if isinstance(waiting, NeedsRoll):
        return f"{waiting.die}: {waiting.what_for}"
    if isinstance(waiting, NeedsChoice):
        return waiting.question.choose
    return waiting.actions.names[0] if isinstance(waiting, NeedsAction) else "nothing"


def go_on(night: PostBattle, given: Given, *, by: Player | None = None, version: int | None = None) -> Taken:
    return take(night.pk, by=by or night.side.player, given=given, version=version)


def roll(night: PostBattle, *, on: bool = False, **more: Any) -> Taken:
    """The app rolls once, or on until a decision is due."""
    return go_on(night, Given(roll="all" if on else "one"), **more)


def type_faces(night: PostBattle, *faces: int, **more: Any) -> Taken:
    return go_on(night, Given(faces=faces), **more)


def decide(night: PostBattle, value: Any, **more: Any) -> Taken:
    return go_on(night, Given(answer=(value,)), **more)


def do(night: PostBattle, choose: str, value: Any, warrior: str | None = None, **more: Any) -> Taken:
    """Something of an open stretch: search, buy, sell, recruit, move, ..."""
    return go_on(night, Given(choice=Choice(state(night).step, choose, value, warrior)), **more)


def done(night: PostBattle, **more: Any) -> Taken:
    return go_on(night, Given(done=True), **more)


def sleep(night: PostBattle, **more: Any) -> Taken:
    """The whole rest of it by the app's dice and good sense."""
    return go_on(night, Given(roll="all", decider=Sensible()), **more)


def undo(night: PostBattle, *, by: Player | None = None, **more: Any) -> None:
    undoing.undo_post_battle(night, by=by or night.side.player, **more)


def rolls(night: PostBattle) -> list[DiceRoll]:
    return list(DiceRoll.objects.filter(post_battle=night))


def file_of(enrolment: Enrolment) -> str:
    """The warband as a file, as its rows have it now."""
    warband = Warband.objects.get(pk=enrolment.warband_id)
    return write_warband(snapshot_of(warband), current_rulebook()).decode()
