"""Who may not: a warband is its owner's, in every address and every form."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import acts, people
from tests.kept import kept
from tests.warbands import web
from warbands.models import Player

pytestmark = pytest.mark.usefixtures("rules")


@pytest.fixture
@kept
def mob(owner: Player):
    return acts.founded_mob(owner)


@pytest.fixture
def boss(mob):
    return acts.warrior(mob, "Grubnash")


@pytest.mark.parametrize("name", web.PAGES_OF_A_WARBAND)
def test_a_rival_finds_no_page_of_the_warband(client: Client, rival: Player, mob, name: str) -> None:
    client.force_login(rival)
    assert client.get(reverse(name, args=[mob.pk])).status_code == 404


@pytest.mark.parametrize("name", web.ACTS_OF_A_WARBAND)
def test_a_rival_does_nothing_to_the_warband(client: Client, rival: Player, mob, name: str) -> None:
    client.force_login(rival)
    before = acts.everything_stored(mob)
    assert web.post(client, name, mob, **web.TYPED).status_code == 404
    assert acts.everything_stored(mob) == before


@pytest.mark.parametrize("name", web.PAGES_OF_A_WARRIOR)
def test_a_rival_finds_no_page_of_a_warrior(client: Client, rival: Player, mob, boss, name: str) -> None:
    client.force_login(rival)
    assert client.get(reverse(name, args=[mob.pk, boss.pk])).status_code == 404


@pytest.mark.parametrize("name", web.ACTS_OF_A_WARRIOR)
def test_a_rival_does_nothing_to_a_warrior(client: Client, rival: Player, mob, boss, name: str) -> None:
    client.force_login(rival)
    before = acts.everything_stored(mob)
    assert web.post(client, name, mob, boss, **web.TYPED).status_code == 404
    assert acts.everything_stored(mob) == before


@pytest.mark.parametrize("name", web.ACTS_OF_A_WARRIOR)
def test_a_warrior_of_another_warband_is_not_found_in_ones_own(
    client: Client, owner: Player, rival: Player, mob, boss, name: str
) -> None:
    own = acts.founded_mob(rival)
    client.force_login(rival)
    before = acts.everything_stored(mob)
    assert web.post(client, name, own, boss, **web.TYPED).status_code == 404
    assert acts.everything_stored(mob) == before


@pytest.mark.parametrize("name", web.PAGES_OF_A_WARRIOR)
def test_the_page_of_another_warbands_warrior_is_not_found(client: Client, rival: Player, boss, name: str) -> None:
    own = acts.founded_mob(rival)
    client.force_login(rival)
    assert client.get(reverse(name, args=[own.pk, boss.pk])).status_code == 404


@pytest.mark.parametrize("name", web.PAGES_OF_A_WARBAND)
def test_whoever_is_signed_out_is_led_to_the_sign_in(client: Client, mob, name: str) -> None:
    answer = client.get(reverse(name, args=[mob.pk]))
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("login"))


@pytest.mark.parametrize("name", web.ACTS_OF_A_WARBAND)
def test_an_act_of_somebody_signed_out_does_nothing(client: Client, mob, name: str) -> None:
    before = acts.everything_stored(mob)
    answer = client.post(reverse(name, args=[mob.pk]), web.TYPED)
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("login"))
    assert acts.everything_stored(mob) == before


def test_htmx_is_told_to_load_the_sign_in_page(client: Client, mob) -> None:
    answer = client.post(reverse("warband-found", args=[mob.pk]), headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"].startswith(reverse("login"))


@pytest.mark.parametrize("name", ["warband-list", "warband-import"])
def test_ones_own_list_needs_signing_in(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 302


def test_the_list_has_ones_own_warbands_only(client: Client, owner: Player, rival: Player, mob) -> None:
    acts.begin(rival, name="Somebody else's")
    client.force_login(owner)
    page = client.get(reverse("warband-list")).content.decode()
    assert "Da Snikkaz" in page
    assert "Somebody else" not in page


def test_a_guest_begins_by_posting_and_not_by_looking(client: Client) -> None:
    before = Player.objects.count()
    assert client.get(reverse("warband-new")).status_code == 200
    assert Player.objects.count() == before
    guest = people.guest_with(client, "Da Snikkaz")
    assert people.warbands_of(guest) == {"Da Snikkaz"}


def test_one_guest_is_a_stranger_to_another(client: Client) -> None:
    warband = people.guest_with(client, "Da Snikkaz").warbands.get()
    other = Client()
    people.guest_with(other, "Others")
    assert client.get(reverse("warband-detail", args=[warband.pk])).status_code == 200
    assert other.get(reverse("warband-detail", args=[warband.pk])).status_code == 404


@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 40, "9" * 5000])
def test_an_id_that_nobody_has_is_not_found(client: Client, owner: Player, mob, number: str) -> None:
    client.force_login(owner)
    assert client.get(f"/warbands/{number}/").status_code == 404
    assert client.get(f"/warbands/{mob.pk}/warriors/{number}/").status_code == 404
    assert client.post(f"/warbands/{mob.pk}/warriors/{number}/buy/", {"item": "dagger"}).status_code in (200, 404)


def test_an_act_is_not_done_by_looking(client: Client, owner: Player, mob, boss) -> None:
    client.force_login(owner)
    for name in web.ACTS_OF_A_WARBAND:
        if name not in web.PAGES_OF_A_WARBAND:
            answer = client.get(reverse(name, args=[mob.pk]))
            assert (answer.status_code, answer["Allow"]) == (405, "POST")
            assert f'href="{mob.get_absolute_url()}"' in answer.content.decode()
    for name in web.ACTS_OF_A_WARRIOR:
        if name not in web.PAGES_OF_A_WARRIOR:
            assert client.get(reverse(name, args=[mob.pk, boss.pk])).status_code == 405
