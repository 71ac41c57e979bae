"""Points that are left are asked about once, wherever a fighter is built (S7; case MH-047)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from encounters.models import PitEntrant, PitFight, PitOdds, PitRoster, PitSeat
from encounters.pit_forms import EnlistForm
from encounters.services import pit_odds
from encounters.services.pit_rosters import build_roster
from encounters.services.pit_tournaments import open_tournament
from tests.encounters.pit.fighting import EVEN, gathered
from warbands.models import Player

pytestmark = pytest.mark.django_db

NINE = {"name": "Grokka", "scroll": "orc", "weapon_skill": 39, "strength": 30, "toughness": 30, "initiative": 30}
NINE |= {"wounds": 10}
Place = tuple[str, dict[str, object], type]


def _kept(alice: Player) -> Place:
    return reverse("pit-roster-new"), {}, PitRoster


def _opened(alice: Player) -> Place:
    return reverse("pit-new"), {"way": "friends", "foe": "novice"}, PitFight


def _joined(alice: Player) -> Place:
    return reverse("pit-join", args=[gathered(alice).code]), {}, PitSeat


def _entered(alice: Player) -> Place:
    cup = open_tournament(by=alice, name="Cup", kind="bracket")
    return reverse("pit-tournament-enter", args=[cup.code]), {}, PitEntrant


@pytest.mark.parametrize("where", [_kept, _opened, _joined, _entered])
def test_nine_of_ten_points_are_asked_about_once(
    client: Client, alice: Player, where: Callable[[Player], Place]
) -> None:
    client.force_login(alice)
    address, more, kind = where(alice)
    asked = client.post(address, {**NINE, **more}).content.decode()
    assert "<strong>1\xa0point left.</strong>" in asked
    assert 'name="sure" value="1"' in asked
    assert not kind.objects.exists()
    assert "2\xa0points" in client.post(address, {**NINE, **more, "weapon_skill": 38, "sure": "1"}).content.decode()
    assert client.post(address, {**NINE, **more, "sure": "1"}).status_code == 302
    assert kind.objects.exists()


def test_of_odds_each_fighter_is_asked_about_by_himself(client: Client) -> None:
    said = {f"{number}-{key}": value for number in (0, 1) for key, value in NINE.items()}
    said |= {"1-name": "Otto", "fighters": "2", "bouts": str(pit_odds.BOUTS[0]), "do": "ask"}
    address = reverse("pit-odds-new")
    page = client.post(address, said).content.decode()
    assert "Fighter 1: 1 point is left" in page
    assert all(f'name="{number}-sure" value="1">Go on' in page for number in (0, 1))
    page = client.post(address, {**said, "0-sure": "1"}).content.decode()
    assert '<input type="hidden" name="0-sure" value="1">' in page
    assert "Fighter 2: 1 point is left" in page
    assert not PitOdds.objects.exists()
    assert client.post(address, {**said, "0-sure": "1", "1-sure": "1"}).status_code == 302


def test_of_one_who_is_kept_nothing_is_asked(alice: Player) -> None:
    poor = build_roster(by=alice, name="Poor", scroll="orc", levels=(30, 30, 30, 30, 10))
    form = EnlistForm({**NINE, "kept": poor.pk}, rosters=[poor])
    assert form.is_valid()
    assert form.asks == 0
    assert EnlistForm(NINE).asks == 1
    assert EnlistForm(dict(zip(NINE, ("Grokka", "orc", *EVEN), strict=True))).asks == 0


def test_one_who_cannot_fight_now_is_told_of_in_words(alice: Player) -> None:
    resting = build_roster(by=alice, name="Resting", scroll="orc", levels=EVEN)
    form = EnlistForm({"kept": resting.pk, "scroll": "orc"}, rosters=[])
    assert not form.is_valid()
    assert form.first_error.startswith("Fighter: this one cannot fight now: ")


@pytest.mark.parametrize("radius", ["1", "20"])
def test_an_arena_is_as_small_and_as_large_as_a_file_may_say(client: Client, alice: Player, radius: str) -> None:
    client.force_login(alice)
    told = {**NINE, "sure": "1", "way": "computer", "foe": "novice", "radius": radius, "spacing": "1"}
    client.post(reverse("pit-new"), told)
    row = PitFight.objects.get()
    client.post(reverse("pit-begin", args=[row.code]))
    assert client.get(row.get_absolute_url()).status_code == 200
    row.refresh_from_db()
    assert (row.is_under_way, row.terms["radius"]) == (True, int(radius))


def test_more_fighters_than_a_fight_takes_are_refused(client: Client) -> None:
    said = {f"{number}-{key}": value for number in range(9) for key, value in NINE.items()}
    page = client.post(reverse("pit-odds-new"), {**said, "fighters": "9", "bouts": "1000", "do": "ask"})
    assert "A fight is between 2 and 8 fighters." in page.content.decode()
    assert not PitOdds.objects.exists()
