"""One step of the night after a battle, posted as the page posts it: the server's time, drawing the answer included."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.models import Enrolment, PostBattle
from campaigns.postbattle.choices import Question
from campaigns.postbattle.due import token_of
from campaigns.postbattle.run import STEPS, NeedsAction, NeedsChoice, NeedsRoll
from campaigns.postbattle.sequence import Played
from campaigns.postbattle.sheet import STEP_NAMES
from campaigns.postbattle_selectors import played
from tests import acts
from tests.benchmarks.figures import FULL_WARBAND, Figure
from tests.campaigns import evenings, seasons
from warbands.models import Player
from warbands.selectors import current_rulebook

NIGHTS = 6
AIM = 100
# What may be open while one trades; the first recruits are offered with all that their list has.
PANELS = ("buy", "recruit", "recruit&type=goblin_warrior", "hire", "sell")
# By step: milliseconds on the clock and of the processor, which differ where the machine has other things to do.
Times = dict[str, list[tuple[float, float]]]


def measure() -> Iterator[Figure]:
    host = Player.objects.create_user("night-host", "night@example.org", "a-long-passphrase")
    campaign = seasons.begin(host, "Nights")
    mobs = [_enrolled(campaign, host, number) for number in range(2)]
    clients = [seasons.signed_in(mob.player) for mob in mobs]
    times: Times = defaultdict(list)
    for _ in range(NIGHTS):
        battle = evenings.fight(*mobs)
        for mob, client in zip(mobs, clients, strict=True):
            _sleep(client, PostBattle.objects.get(side__battle=battle, side__enrolment=mob), times)
    for step in STEPS:
        yield _figure(STEP_NAMES[step].name, times[step])
    yield _figure("all eleven steps", [one for some in times.values() for one in some])


def _enrolled(campaign: Any, host: Player, number: int) -> Enrolment:
    player = Player.objects.create_user(f"night-player-{number}")
    seasons.join(campaign, player)
    file = FULL_WARBAND.replace("name: Full to the Brim", f"name: Full to the Brim {number}")
    return seasons.enrol(campaign, acts.warband_of(player, file), by=host, reason="They come from another season.")


def _figure(name: str, taken: list[tuple[float, float]]) -> Figure:
    wall, busy = (statistics.quantiles([one[place] for one in taken], n=20)[-1] for place in (0, 1))
    told = f"{busy:.0f} ms of the processor, of {len(taken)}; aim: under {AIM} ms"
    return Figure(f"a step of the night, p95: {name}", f"{wall:.0f} ms", told)


def _sleep(client: Client, post: PostBattle, times: Times) -> None:
    """A whole night, one post after another, each by its step; then the page of each step that is over."""
    side = post.side
    ids = [side.battle.campaign_id, side.battle_id, side.pk]
    done: set[str] = set()
    looked = False
    while (state := _state(post)).waiting is not None:
        typed = _typed(state, done) | {"version": PostBattle.objects.get(pk=post.pk).version}
        answer = _timed(
            lambda typed=typed: client.post(
                reverse("post-battle-take", args=ids), typed, headers={"HX-Request": "true"}
            ),
            times[state.step],
        )
        if state.step == "recruits_and_trading" and not looked:
            looked = True
            _look_into_the_panels(client, ids, times[state.step])
        # A purchase may be refused for want of gold; all else goes on.
        if answer.status_code != 200 or ("notice-loss" in answer.text and typed["do"] in ("roll", "answer", "done")):
            raise RuntimeError(f"{state.step} was refused: {typed}")
    for step in STEPS:
        _timed(lambda step=step: client.get(reverse("post-battle-step", args=[*ids, step])), times[step])


def _look_into_the_panels(client: Client, ids: list[int], into: list[tuple[float, float]]) -> None:
    address = reverse("post-battle-step", args=[*ids, "recruits_and_trading"])
    for panel in PANELS:
        _timed(lambda panel=panel: client.get(f"{address}?open={panel}"), into)


def _timed(call: Callable[[], HttpResponse], into: list[tuple[float, float]]) -> HttpResponse:
    begun, busy = time.perf_counter(), time.process_time()
    answer = call()
    into.append(((time.perf_counter() - begun) * 1000, (time.process_time() - busy) * 1000))
    return answer


def _state(post: PostBattle) -> Played:
    rows = PostBattle.objects.select_related("side__battle", "side__warband")
    return played(rows.get(pk=post.pk), current_rulebook())


def _typed(state: Played, done: set[str]) -> dict[str, Any]:
    """What the page would post: the app rolls, the sensible answer, something in each open stretch, then enough."""
    if isinstance(state.waiting, NeedsRoll):
        return {"do": "roll"}
    if isinstance(state.waiting, NeedsChoice):
        return {"do": "answer", **_answer(state.waiting.question)}
    assert isinstance(state.waiting, NeedsAction)
    if state.step in done:
        return {"do": "done"}
    done.add(state.step)
    return _doing(state)


def _doing(state: Played) -> dict[str, Any]:
    hero = next((member.name for member in state.run.heroes if state.run.stood(member.name)), "")
    free = [one for one in state.run.snapshot.warriors if one.section == "hero" and not one.captured_by]
    carried = next(((one.name, one.equipment[0]) for one in free if one.equipment), None)
    if state.step == "rare_items" and hero:
        return {"do": "search", "hero": hero, "item": "lucky_charm"}
    if state.step == "recruits_and_trading":
        return {"do": "buy", "whom": "stash", "item": "dagger"}
    if state.step == "equipment" and carried:
        return {"do": "move", "source": carried[0], "item": carried[1].item, "target": "stash"}
    return {"do": "done"}


def _answer(question: Question) -> dict[str, Any]:
    if question.kind == "number":
        return {"number": question.suggested}
    if question.kind == "text":
        return {"text": question.suggested or ""}
    if question.kind == "many":
        return {"pick": [token_of(one) for one in question.suggested or []]}
    return {"answer": token_of(question.suggested)}
