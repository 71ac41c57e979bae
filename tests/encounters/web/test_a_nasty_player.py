"""Somebody who posts whatever he likes, in whatever order: a sentence or the page comes back, and nothing is lost."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.urls import reverse

from campaigns.battle.told import SideTold
from campaigns.battle_selectors import sides_of
from campaigns.models import Battle
from campaigns.postbattle.run import NeedsRoll
from encounters.models import Encounter, TableRoll
from encounters.table_selectors import set_up_of
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.encounters.web import table_acts as acts
from tests.encounters.web.test_pages import address, eight
from warbands.models import Warband
from warbands.selectors import current_rulebook

pytestmark = pytest.mark.django_db
# Lone surrogates and NULs come as JSON writes them.
ODD = (
    "", "x", "\x00", '"a"', "[]", "{}", "null", "true", "1e309", "NaN", "-1", "0", "7", "٣", "9" * 23, '["A"]', '"',
    "1e400,3", "nan nan", "inf 3", "😀", '"\\ud83d"', '"\\u0000"', "a" * 5000, "<script>",
)  # fmt: skip
NAMES = ("take", "back", "over", "map", "alliances", "close", "begin", "print")
OFTEN = (60, 8, 1, 6, 4, 4, 3, 1)
STEPS = 60


def row_of(battle: Battle) -> Encounter | None:
    return Encounter.objects.filter(battle=battle).select_related("battle__campaign").first()


def kept(battle: Battle) -> tuple[int, str] | None:
    """The version, and all that it is the version of."""
    row = row_of(battle)
    if row is None:
        return None
    about = [row.set_up_log, row.set_up_acts, row.moves, row.came, row.map_seed, str(row.set_up_closed_at)]
    return row.version, json.dumps(about, sort_keys=True)


def check_record(battle: Battle) -> None:
    """The log plays, and its rolls are those of the record that stand."""
    row = row_of(battle)
    if row is None:
        return
    set_up_of(row, sides_of(row.battle), current_rulebook())
    rolled = [place for place, entry in enumerate(row.set_up_log) if "roll" in entry]
    standing = TableRoll.objects.filter(encounter=row, phase="set_up", taken_back_at=None)
    assert sorted(standing.values_list("place", flat=True)) == rolled


class Nasty:
    """``chance`` says what he posts next: often what is asked for, often anything else."""

    def __init__(self, battle: Battle, chance: random.Random) -> None:
        self._battle, self._chance = battle, chance

    def what(self, name: str) -> dict[str, Any]:
        about = {"map": self._map, "alliances": self._alliances}
        if name in about:
            return about[name]()
        return self._fitting() if name == "take" and self._chance.random() < 0.7 else self._anything()

    def _odd(self, *more: str) -> str:
        return self._chance.choice([*more, *ODD])

    def _anything(self) -> dict[str, Any]:
        do = self._chance.choice(["roll", "roll_on", "faces", "answer", "done", "put_out", "dance", ""])
        return {"do": do} | {name: self._odd() for name in ("face_1", "face_2", "row", "answer", "text", "number")}

    def _fitting(self) -> dict[str, Any]:
        row = row_of(self._battle)
        waiting = set_up_of(row, sides_of(row.battle), current_rulebook()).waiting if row else None
        if waiting is None:
            return self._anything()
        if isinstance(waiting, NeedsRoll):
            faces = {f"face_{n}": self._chance.randint(1, waiting.sides) for n in range(1, waiting.count + 1)}
            return self._chance.choice([{"do": "roll"}, {"do": "roll_on"}, {"do": "faces"} | faces])
        question = waiting.question
        if question.options:
            return {"do": "answer", "answer": json.dumps(self._chance.choice(question.options).value)}
        return {"do": "answer", "text": self._odd("24, 20", "30 22"), "number": str(question.suggested)}

    def _map(self) -> dict[str, Any]:
        do = self._chance.choice(["redraw", "unshift", "shift", "anew", "?"])
        how_far = {name: self._odd("2", "-1.5") for name in ("right", "up", "turn")}
        return {"do": do, "piece": self._odd("building-1", "street-2")} | how_far

    def _alliances(self) -> dict[str, Any]:
        return {f"alliance-{place}": self._odd("A", "B") for place in range(8)}


@pytest.mark.parametrize("of_eight", [False, True])
def test_whatever_is_posted_is_answered_and_kept_or_refused_whole(season, host, mob, exiles, of_eight):
    warbands = eight(season) if of_eight else (mob, exiles)
    battle = fights.begun(*warbands, by=host)
    client, chance = seasons.signed_in(host), random.Random(len(warbands))
    nasty = Nasty(battle, chance)
    for _ in range(STEPS):
        before = kept(battle)
        version = before[0] if before else 0
        (name,) = chance.choices(NAMES, OFTEN)
        said = chance.choice([*[version] * 20, version - 1, version + 1, *ODD[:8]])
        htmx = chance.choice([{}, {"HTTP_HX_REQUEST": "true"}])
        answer = client.post(address(f"table-{name}", battle), {"version": said, **nasty.what(name)}, **htmx)
        after = kept(battle)
        assert answer.status_code in (200, 302) or (before is None and answer.status_code == 404)
        assert before == after or before is None or before[0] < after[0]
        assert before == after or said == version or name == "begin"
        check_record(battle)
    assert client.get(address("table", battle)).status_code == 200


def test_nothing_of_another_campaign_is_to_be_had(season, battle, stranger):
    acts.begin(battle)
    before = kept(battle)
    elsewhere = seasons.begin(stranger, "Elsewhere")
    client = seasons.signed_in(stranger)
    for name in ("table", *(f"table-{one}" for one in NAMES)):
        for campaign, number in ((elsewhere.pk, battle.pk), (season.pk, battle.pk), (elsewhere.pk, 2**62)):
            url = reverse(name, args=[campaign, number])
            assert client.get(url).status_code in (404, 405)
            assert client.post(url, {"version": 0, "do": "roll"}).status_code in (404, 405)
    assert kept(battle) == before


def test_a_warband_that_is_renamed_in_the_middle_keeps_its_name_at_the_table(battle, mob, owner):
    """Whoever rolled higher has answered with its name."""
    table = acts.begin(battle)
    acts.answer(table, "skirmish")
    while acts.waits_for(table) != "sets_up_first":
        acts.roll(table)
    acts.answer(table, "Da Snikkaz")
    Warband.objects.filter(pk=mob.warband_id).update(name="Da Renamed")
    assert "rules have changed" not in seasons.signed_in(owner).get(address("table", battle)).text
    assert acts.plan_of(acts.finish(table)).by_set_up[0].name == "Da Snikkaz"


@pytest.mark.parametrize("end", ["reported", "called_off"])
def test_a_battle_that_is_over_while_the_table_stands_takes_nothing_more(battle, owner, end):
    table = acts.begin(battle)
    acts.answer(table, "skirmish")
    acts.roll(table)
    if end == "reported":
        fights.report(battle, SideTold("won"), SideTold("lost"))
    else:
        fights.call_off(battle)
    client, before = seasons.signed_in(owner), kept(battle)
    for name in NAMES:
        said = {"version": acts.fresh(table).version, "do": "roll"}
        answer = client.post(address(f"table-{name}", battle), said, follow=True)
        assert answer.status_code == 200
    assert kept(battle) == before
