"""Verbs of a game over its service and its page: begin, do, say, roll, end turns."""

from __future__ import annotations

from typing import Any, cast

from django.test import Client
from django.urls import reverse

from campaigns.battle_selectors import sides_of
from campaigns.models import Battle
from campaigns.postbattle.choices import Choice
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll
from encounters.game import Game
from encounters.models import Encounter, Phase
from encounters.table_selectors import stand_of
from tests.encounters.web import table_acts as acts
from warbands.models import Player
from warbands.selectors import current_rulebook


def begun(battle: Battle, *, by: Player | None = None, **answers: Any) -> Encounter:
    """A game on a table that is set, of the scenario that was announced."""
    return acts.close(acts.set_table(battle, **answers), by=by)


def now(table: Encounter) -> Game:
    fresh = acts.fresh(table)
    return cast(Game, stand_of(fresh, sides_of(fresh.battle), current_rulebook(), Phase.GAME).run)


def due(table: Encounter) -> str:
    """``D6: Random happening on a 1``, the name of a question, ``acts``, ``nothing``."""
    waiting = now(table).waiting
    if isinstance(waiting, NeedsRoll):
        return f"{waiting.die}: {waiting.what_for}"
    if isinstance(waiting, NeedsChoice):
        return waiting.question.choose
    return "acts" if isinstance(waiting, NeedsAction) else "nothing"


def do(table: Encounter, act: str, player: Player | None = None, **said: Any) -> None:
    acts.go_on(table, by=player, choice=Choice(now(table).step, act, said or None))


def to_the_acts(table: Encounter, **answers: Any) -> None:
    """Rolls and answers, as the app and good sense have it, until the players may act or it is over."""
    while (waiting := now(table).waiting) is not None and not isinstance(waiting, NeedsAction):
        if isinstance(waiting, NeedsRoll):
            acts.roll(table)
        else:
            acts.answer(table, answers.get(waiting.question.choose, waiting.question.suggested))


def end_turn(table: Encounter) -> None:
    to_the_acts(table)
    acts.go_on(table, done=True)


def wipe_out(table: Encounter, place: int, by: dict[str, Any] | None = None) -> None:
    """Everybody of a warband, name after name; whatever is asked goes as suggested."""
    for name, count in dict(now(table).run.standing(place)).items():
        to_the_acts(table)
        if now(table).run.standing(place).get(name):
            do(table, "put_out", warband=place, name=name, count=count, **({"by": by} if by else {}))
    to_the_acts(table)


def address(name: str, battle: Battle, *more: object) -> str:
    return reverse(name, args=[battle.campaign_id, battle.pk, *more])


def look(client: Client, battle: Battle, act: str = "") -> str:
    answer = client.get(address("game", battle), {"act": act} if act else {})
    assert answer.status_code == 200
    return answer.text


def post(client: Client, battle: Battle, name: str = "game-take", *, version: int | None = None, **typed: object):
    table = Encounter.objects.filter(battle=battle).first()
    current = (table.version if table else 0) if version is None else version
    return client.post(address(name, battle), {"version": current, **typed}, follow=True)
