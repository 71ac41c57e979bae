"""Verbs of the night after a battle, over the real services and over the pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.battle.told import SideTold
from campaigns.models import Battle, Enrolment, PostBattle
from campaigns.postbattle.choices import Choice
from campaigns.postbattle.due import DueRoll
from campaigns.postbattle.log import Given
from campaigns.postbattle.sequence import Played
from campaigns.postbattle.sheet import NightSheet, build_night
from campaigns.postbattle_selectors import played
from campaigns.services import postbattle
from tests.campaigns import acts
from warbands.models import Player
from warbands.selectors import current_rulebook


def confirmed(*enrolments: Enrolment, sides: Sequence[SideTold] = (), **more: Any) -> Battle:
    """A battle that all sides stand by: the nights after it are open."""
    battle = acts.begun(*enrolments, **more)
    made = acts.report(battle, *sides)
    for one in enrolments[1:]:
        acts.confirm(made, by=one.player)
    return acts.fresh(battle)


def night_of(battle: Battle, enrolment: Enrolment) -> PostBattle:
    """A warband's night as it is now."""
    rows = PostBattle.objects.select_related("side__battle__campaign", "side__warband", "side__player")
    return rows.get(side__battle=battle, side__enrolment=enrolment)


def take(post: PostBattle, *, by: Player | None = None, **given: Any) -> PostBattle:
    """Go on with a night: ``faces``, ``roll``, ``answer``, ``choice`` or ``done``."""
    taken = postbattle.take(post, by=by or post.side.player, given=Given(**given))
    return taken.post_battle


def so_far(post: PostBattle) -> Played:
    return played(post, current_rulebook())


def sheet(post: PostBattle, step: str | None = None, **more: Any) -> NightSheet:
    return build_night(so_far(post), step=step, **more)


def go_on_to(post: PostBattle, step: str, **choices: Any) -> PostBattle:
    """Roll and decide sensibly until that step goes on; ``choices`` are answers by the name of the question."""
    while post.is_open and so_far(post).step != step:
        post = go_on(post, **choices)
    return post


def go_on(post: PostBattle, **choices: Any) -> PostBattle:
    """The next sensible thing."""
    now = sheet(post)
    assert now.due
    if now.due.kind == "roll":
        return take(post, roll="one") if post.side.battle.dice_policy == "app" else take(post, faces=harmless(now.due))
    if now.due.kind == "actions":
        return take(post, done=True)
    question = so_far(post).waiting.question
    return take(post, answer=(choices.get(question.choose, question.suggested),))


def harmless(due: DueRoll) -> tuple[int, ...]:
    """Faces that hurt nobody and find no place."""
    return tuple(min(face, due.sides) for face, _ in zip(cycle((4, 3, 2, 1, 5, 6)), due.labels, strict=False))


def do(post: PostBattle, choose: str, value: Any, warrior: str | None = None) -> PostBattle:
    """Do something in an open stretch."""
    return take(post, choice=Choice(so_far(post).step, choose, value, warrior))


# --- on the page ------------------------------------------------------------------------------------------------


def address(name: str, post: PostBattle, *more: object) -> str:
    side = post.side
    return reverse(name, args=[side.battle.campaign_id, side.battle_id, side.pk, *more])


def page(client: Client, post: PostBattle, step: str, query: str = "") -> str:
    answer = client.get(address("post-battle-step", post, step) + query)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def post_to(
    client: Client, post: PostBattle, query: str = "", version: int | None = None, **typed: Any
) -> HttpResponse:
    """Post as the page would have it, and follow where it leads."""
    post.refresh_from_db()
    sent = {"version": post.version if version is None else version, **typed}
    return client.post(address("post-battle-take", post) + query, sent, follow=True)
