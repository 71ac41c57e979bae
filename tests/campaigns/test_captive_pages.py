"""The pages of captives: who may look and act, and what each side finds there."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from campaigns import urls_captives
from campaigns.models import Campaign, Captive, ChronicleEntry, Enrolment, Notice
from campaigns.services import captives
from tests import acts
from tests.campaigns import acts as battles
from tests.campaigns import captors, seasons
from tests.campaigns.captors import battle_with_captive, captive, nights_over, warband
from tests.kept import kept
from warbands.models import Player

pytestmark = pytest.mark.django_db

WHO = ("owner", "captor", "third", "host", "spectator", "stranger", "nobody")
ALL_MEMBERS = (200, 200, 200, 200, 200, 404, "in")
# 403: the other side, a third player and a spectator may not; the arbitrator may all of it.
CAPTORS = (403, 302, 403, 302, 403, 404, "in")
OWNERS = (302, 403, 403, 302, 403, 404, "in")
TABLE: dict[str, tuple[int | str, ...]] = {
    "captive-list": ALL_MEMBERS,
    "captive-detail": ALL_MEMBERS,
    "captive-ransom": CAPTORS,
    "captive-exchange": CAPTORS,
    "captive-withdraw": CAPTORS,
    "captive-accept": OWNERS,
    "captive-decline": OWNERS,
    "captive-fate": CAPTORS,
    "captive-undo": CAPTORS,
}
PAGES = ("captive-list", "captive-detail")


@pytest.fixture
@kept
def mob(season: Campaign, owner: Player) -> Enrolment:
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def dwarfs(season: Campaign, rival: Player) -> Enrolment:
    return battles.enrolled_exiles(season, rival)


@pytest.fixture
@kept
def third(season: Campaign) -> Player:
    player = Player.objects.create_user("third", "third@example.org", "a-long-passphrase")
    seasons.join(season, player)
    return player


@pytest.fixture
@kept
def scene(mob: Enrolment, dwarfs: Enrolment) -> Captive:
    """The Dwarfs hold Grubnash and the mob Thrain; the nights are over."""
    nights_over(battle_with_captive(mob, dwarfs), mob, dwarfs)
    nights_over(battle_with_captive(dwarfs, mob, hero="Thrain"), mob, dwarfs)
    return captive("Grubnash")


def address(name: str, him: Captive) -> str:
    args: list[object] = [him.owner.battle.campaign_id]
    args += [] if name == "captive-list" else [him.pk]
    args += ["sell_to_slavers"] if name == "captive-fate" else []
    return reverse(name, args=args)


def prepared(name: str, him: Captive, mob: Enrolment, dwarfs: Enrolment) -> None:
    """What must be there for the address to do its work."""
    if name in ("captive-withdraw", "captive-accept", "captive-decline"):
        captives.offer_ransom(him, by=dwarfs.player, gold=3)
    if name == "captive-undo":
        captives.seal_fate(him, by=dwarfs.player, fate="sell_to_slavers")


def test_the_table_has_every_address_and_no_other():
    assert {pattern.name for pattern in urls_captives.urlpatterns} == set(TABLE)


@pytest.mark.parametrize("name", sorted(TABLE))
def test_who_may(name, scene, mob, dwarfs, third, host, spectator, stranger):
    people = (mob.player, dwarfs.player, third, host, spectator, stranger, None)
    prepared(name, scene, mob, dwarfs)
    typed = {"gold": "3", "other": captive("Thrain").pk, "offer": "ransom:3", "way": "app"}
    for who, player, expected in zip(WHO, people, TABLE[name], strict=True):
        client = seasons.signed_in(player) if player else Client()
        files = [acts.exported(warband(one)) for one in (mob, dwarfs)]
        before = list(Captive.objects.order_by("pk").values())
        with transaction.atomic():
            here = address(name, scene)
            answer = client.get(here) if name in PAGES else client.post(here, typed)
            is_in = answer.status_code == 302 and answer.url.startswith(reverse("login"))
            assert ("in" if is_in else answer.status_code) == expected, who
            changed = before != list(Captive.objects.order_by("pk").values())
            assert changed == (expected == 302), who
            transaction.set_rollback(True)
        assert [acts.exported(warband(one)) for one in (mob, dwarfs)] == files


def test_an_address_that_only_acts_shows_nothing(scene, dwarfs):
    client = seasons.signed_in(dwarfs.player)
    for name in set(TABLE) - set(PAGES):
        assert client.get(address(name, scene)).status_code == 405


def test_a_captive_of_another_campaign_is_not_found_in_this_one(scene, host):
    other = seasons.begin(host, "Elsewhere")
    client = seasons.signed_in(host)
    assert client.get(reverse("captive-detail", args=[other.pk, scene.pk])).status_code == 404
    assert client.post(reverse("captive-undo", args=[other.pk, scene.pk])).status_code == 404


class TestWhatEachSideFinds:
    def test_the_captor_asks_and_the_owner_pays(self, scene, mob, dwarfs):
        asks, gives = seasons.signed_in(dwarfs.player), seasons.signed_in(mob.player)
        assert "Ask for this ransom" in asks.get(address("captive-detail", scene)).text
        assert "Ask for this ransom" not in gives.get(address("captive-detail", scene)).text
        asks.post(address("captive-ransom", scene), {"gold": "12"})
        page = gives.get(address("captive-detail", scene)).text
        assert "Pay 12\u00a0gc" in page
        answer = gives.post(address("captive-accept", scene), {"offer": "ransom:12"}, follow=True)
        assert "Grubnash is home again." in answer.text
        assert captive().state == Captive.State.RANSOMED

    def test_the_owner_declines_and_the_captor_may_ask_for_something_else(self, scene, mob, dwarfs):
        captives.offer_ransom(scene, by=dwarfs.player, gold=12)
        gives = seasons.signed_in(mob.player)
        assert "Decline" in gives.get(address("captive-detail", scene)).text
        answer = gives.post(address("captive-decline", scene), {"offer": "ransom:12"}, follow=True)
        assert "may ask for something else" in answer.text
        assert captive().is_held
        assert captive().offer is None
        assert not gives.get(address("captive-detail", scene)).text.count("Decline")
        told = f"{mob.shown_name} declined what {dwarfs.shown_name} asked for Grubnash."
        assert ChronicleEntry.objects.latest("pk").sentence == told
        assert Notice.objects.filter(kind=Notice.Kind.DECLINED, player=dwarfs.player).exists()

    def test_an_old_page_pays_no_other_price(self, scene, mob, dwarfs):
        captives.offer_ransom(scene, by=dwarfs.player, gold=12)
        captives.offer_ransom(scene, by=dwarfs.player, gold=90)
        answer = seasons.signed_in(mob.player).post(
            address("captive-accept", scene), {"offer": "ransom:12"}, follow=True
        )
        assert "changed his mind" in answer.text
        assert captive().is_held

    @pytest.mark.parametrize("typed", ["", "-1", "many", "100001"])
    def test_a_sum_that_is_none_is_told_beside_the_field(self, scene, dwarfs, typed):
        answer = seasons.signed_in(dwarfs.player).post(address("captive-ransom", scene), {"gold": typed})
        assert answer.status_code == 422
        assert "invalid-feedback" in answer.text
        assert captive().offer is None

    def test_an_exchange_is_offered_from_a_list_and_agreed_to(self, scene, mob, dwarfs):
        asks, gives = seasons.signed_in(dwarfs.player), seasons.signed_in(mob.player)
        asks.post(address("captive-exchange", scene), {"other": captive("Thrain").pk})
        assert "Thrain</bdi> in exchange" in gives.get(address("captive-detail", scene)).text
        gives.post(address("captive-accept", scene), {"offer": f"exchange:{captive('Thrain').pk}"})
        assert captive("Thrain").state == Captive.State.EXCHANGED

    def test_he_is_sold_with_a_die_from_the_table(self, scene, mob, dwarfs):
        held = warband(dwarfs).treasury
        seasons.signed_in(dwarfs.player).post(address("captive-fate", scene), {"way": "table", "face_1": "6"})
        assert warband(dwarfs).treasury == held + 30

    @pytest.mark.parametrize("typed", [{"way": "table"}, {"way": "table", "face_1": "7"}, {"way": "chance"}])
    def test_a_die_that_is_none_sells_nobody(self, scene, dwarfs, typed):
        if typed == {"way": "table"}:
            Campaign.objects.filter(pk=scene.owner.battle.campaign_id).update(dice_policy="table")
        seasons.signed_in(dwarfs.player).post(address("captive-fate", scene), typed)
        assert captive().is_held

    def test_what_this_captor_never_does_is_not_there(self, scene, dwarfs):
        here = reverse("captive-fate", args=[scene.owner.battle.campaign_id, scene.pk, "sacrifice"])
        assert seasons.signed_in(dwarfs.player).post(here, {"way": "app"}).status_code == 404

    def test_a_fate_is_taken_back_on_his_page(self, scene, dwarfs):
        client = seasons.signed_in(dwarfs.player)
        client.post(address("captive-fate", scene), {"way": "app"})
        page = client.get(address("captive-detail", scene)).text
        assert "He was sold to slavers on" in page
        assert "Take it back" in page
        client.post(address("captive-undo", scene))
        assert captive().is_held

    def test_the_app_shows_the_hash_before_and_never_the_seed(self, scene, dwarfs):
        page = seasons.signed_in(dwarfs.player).get(address("captive-detail", scene)).text
        assert scene.seed_hash in page
        assert scene.seed not in page


class TestWhereOneSeesIt:
    def test_the_dashboard_tells_who_holds_whom(self, scene, mob, spectator):
        page = seasons.signed_in(spectator).get(mob.campaign.get_absolute_url()).text
        assert "held by <bdi>Karak Brynn Exiles</bdi>" in page

    def test_it_is_the_captors_turn_and_then_the_owners(self, scene, mob, dwarfs):
        asks, gives = seasons.signed_in(dwarfs.player), seasons.signed_in(mob.player)
        turn = "Say what becomes of Grubnash, a captive"
        assert turn in asks.get(mob.campaign.get_absolute_url()).text
        captives.offer_ransom(scene, by=dwarfs.player, gold=1)
        page = gives.get(mob.campaign.get_absolute_url()).text
        assert "Answer what Karak Brynn Exiles ask for Grubnash, a captive" in page

    def test_the_list_keeps_those_who_were_settled(self, scene, mob, dwarfs):
        captives.offer_ransom(scene, by=dwarfs.player, gold=0)
        captives.accept_offer(scene, by=mob.player)
        page = seasons.signed_in(mob.player).get(address("captive-list", scene)).text
        assert "ransomed, was held by" in page

    def test_without_captives_it_says_so(self, mob, owner):
        page = seasons.signed_in(owner).get(reverse("captive-list", args=[mob.campaign_id])).text
        assert "Nobody has been taken captive yet." in page


def test_the_page_asks_the_database_no_more_for_a_larger_warband(season, mob, dwarfs, django_assert_max_num_queries):
    captors.nights_over(battle_with_captive(mob, dwarfs), mob, dwarfs)
    client = seasons.signed_in(dwarfs.player)
    client.get(captive().get_absolute_url())
    with django_assert_max_num_queries(18):
        client.get(captive().get_absolute_url())


def test_what_became_of_him_is_taken_back_by_the_form_on_his_page(scene, dwarfs):
    captives.seal_fate(scene, by=dwarfs.player, fate="sell_to_slavers", faces=(3,))
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(dwarfs.player)
    drawn = browser.get(address("captive-detail", scene)).text
    form = drawn[drawn.index(f'action="{address("captive-undo", scene)}"') :].split("</form>")[0]
    token = form.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    assert browser.post(address("captive-undo", scene), {"csrfmiddlewaretoken": token}).status_code == 302
    scene.refresh_from_db()
    assert scene.is_held
