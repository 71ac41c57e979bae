"""Taking back on the page, without scripts: a night, a battle, a wrong die. Who may, what stands in the way and what is
lost with it, what a refusal keeps, where it leads, the second click."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.models import Battle, Captive, ChronicleEntry, DiceRoll
from campaigns.services import captives, corrections
from campaigns.services.undoing import undo_battle as taken_back
from campaigns.undoing_selectors import lost_with, obstacles_of, obstacles_to_correcting
from campaigns.views import undoing
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import captors, nights, seasons
from tests.campaigns import night_acts as files
from tests.campaigns.test_post_battle_pages import Evening, evening_of
from tests.kept import kept
from warbands.models import Warband, WarbandEvent
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db

WHO = ("owner", "rival", "host", "spectator", "stranger", "nobody")


@pytest.fixture
@kept
def evening(season, owner, rival) -> Evening:
    return evening_of(season, owner, rival)


@pytest.fixture
@kept
def over(evening) -> Evening:
    """Both nights are over, and the mob is free."""
    nights.go_on_to(nights.night_of(evening.battle, evening.exiles), "")
    nights.go_on_to(evening.post, "")
    assert not evening.warband.held_for
    return evening


@pytest.fixture
@kept
def browsers(owner, rival, host, spectator, stranger) -> dict[str, Client]:
    people = {"owner": owner, "rival": rival, "host": host, "spectator": spectator, "stranger": stranger}
    return {**{name: seasons.signed_in(player) for name, player in people.items()}, "nobody": Client()}


def answered(answer: HttpResponse) -> int | str:
    is_in = answer.status_code == 302 and answer.url.startswith(reverse("login"))
    return "in" if is_in else answer.status_code


def undo_address(evening: Evening) -> str:
    return nights.address("post-battle-undo", evening.post)


def undo(evening: Evening, client: Client | None = None, version: object = None) -> HttpResponse:
    sent = {"version": evening.post.version if version is None else version}
    return (client or evening.client).post(undo_address(evening), sent)


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def main(text: str) -> str:
    """The page without its head and foot."""
    return text[text.index('<main id="main"') :]


class TestTakingMyNightBack:
    def test_it_begins_anew_and_leads_to_its_first_step(self, evening):
        before = evening.post.side.before_file
        evening.to("recruits_and_trading")
        answer = undo(evening)
        assert (answer.status_code, answer.url) == (302, evening.post.get_absolute_url())
        landed = evening.client.get(answer.url, follow=True)
        assert landed.redirect_chain[-1][0].endswith("/injuries/")
        assert "is taken back and begins anew" in landed.content.decode()
        assert files.file_of(evening.mob) == before
        assert evening.post.log == []

    def test_who_may(self, evening, browsers):
        nights.take(evening.post, faces=(6, 2))
        before = evening.post.version
        for who, expected in zip(WHO, (302, 403, 302, 403, 404, "in"), strict=True):
            with transaction.atomic():
                assert answered(undo(evening, browsers[who])) == expected, who
                assert (evening.post.version > before) == (expected == 302), who
                transaction.set_rollback(True)

    def test_the_page_tells_what_is_undone(self, evening):
        evening.to("recruits_and_trading")
        told = main(page(evening.client, undo_address(evening)))
        was, now = nights.sheet(evening.post).before, evening.warband
        assert f'<td class="number">{now.treasury}\u00a0gc</td><td class="number"><b>{was.treasury}\u00a0gc</b>' in told
        assert "Skab" in told
        assert f"Its {evening.post.rolls.count()}\u00a0rolls stay in" in told
        assert "Lost with it" not in told

    def test_there_is_nothing_to_take_back_at_its_beginning(self, evening):
        told = main(page(evening.client, undo_address(evening)))
        assert "there is nothing to take back" in told
        assert "Take it back" not in told

    def test_the_second_click_and_an_old_tab_do_nothing(self, evening):
        nights.take(evening.post, faces=(6, 2))
        version = evening.post.version
        undo(evening)
        nights.take(evening.post, faces=(5, 5))
        for old in (version, "", "x", "\x00"):
            answer = undo(evening, version=old)
            assert answer.status_code == 422
            assert "has changed since the page was drawn" in answer.content.decode()
        assert WarbandEvent.objects.filter(act="undo_post_battle").count() == 1
        assert evening.post.log

    def test_what_the_warband_has_done_since_is_listed_and_lost(self, over, host):
        acts.buy(over.warband, "dagger")
        acts.buy(over.warband, "sword")
        told = main(page(over.client, undo_address(over)))
        lost = told[told.index("Lost with it") : told.index("What is undone")]
        assert lost.count("<li>") == 2
        assert "dagger" in lost
        assert "sword" in lost.lower()
        undo(over)
        assert "dagger" not in files.file_of(over.mob).partition("heroes:")[0]

    def test_a_correction_in_the_night_is_lost_as_well(self, evening, host):
        nights.take(evening.post, faces=(6, 2))
        seasons_gold(evening, host, 7)
        lost = lost_with([evening.post.side])[evening.post.side.pk]
        assert [event.act for event in lost] == ["correction"]
        assert "Lost with it" in page(evening.client, undo_address(evening))

    @pytest.mark.parametrize("closed", [True, False])
    def test_a_player_does_not_take_a_correction_back_with_it_but_an_arbitrator_does(self, evening, host, closed):
        nights.go_on_to(evening.post, "" if closed else "recruits_and_trading")
        seasons_gold(evening, host, 7)
        kept = Warband.objects.get(pk=evening.mob.warband_id).treasury
        told = main(page(evening.client, undo_address(evening)))
        assert "It was so. Only an arbitrator takes that back with the night." in told
        assert f'href="{reverse("campaign-people", args=[evening.battle.campaign_id])}"' in told
        assert "Take it back" not in told
        answer = undo(evening)
        assert answer.status_code == 422
        assert "Only an arbitrator takes that back with the night." in answer.content.decode()
        assert Warband.objects.get(pk=evening.mob.warband_id).treasury == kept
        assert evening.post.log
        arbitrator = seasons.signed_in(host)
        told = main(page(arbitrator, undo_address(evening)))
        assert "It was so." in told[told.index("Lost with it") :]
        assert undo(evening, arbitrator).status_code == 302
        assert files.file_of(evening.mob) == evening.post.side.before_file

    def test_a_correction_that_went_with_it_once_is_in_nobodys_way(self, evening, host):
        nights.take(evening.post, faces=(6, 2))
        seasons_gold(evening, host, 7)
        undo(evening, seasons.signed_in(host))
        nights.take(evening.post, faces=(6, 2))
        assert undo(evening).status_code == 302

    def test_what_was_lost_once_is_not_lost_again(self, over, host):
        acts.buy(over.warband, "dagger")
        undo(over)
        assert lost_with([over.post.side])[over.post.side.pk] == ()

    def test_what_went_with_a_later_battle_is_not_lost_again(self, over, host):
        acts.buy(over.warband, "dagger")
        later = nights.confirmed(over.mob, over.exiles)
        for enrolment in (over.mob, over.exiles):
            nights.go_on_to(nights.night_of(later, enrolment), "")
        acts.buy(over.warband, "sword")
        taken_back(later, by=host, reason="It never was.")
        (lost,) = lost_with([over.post.side])[over.post.side.pk]
        assert "dagger" in lost.sentence

    def test_much_of_it_is_counted(self, over, monkeypatch):
        monkeypatch.setattr(undoing, "MOST_LOST", 1)
        for _ in range(3):
            acts.buy(over.warband, "dagger")
        assert "and 2 more." in page(over.client, undo_address(over))

    def test_a_later_battle_stands_in_the_way_with_its_link(self, over):
        later = fights.begun(over.mob, over.exiles)
        told = main(page(over.client, undo_address(over)))
        first = f"has gone into battle {later.number} since: that comes first.</bdi>"
        assert f'{first}<br><a href="{later.get_absolute_url()}">' in told
        assert "Take it back" not in told
        answer = undo(over)
        assert answer.status_code == 422
        assert f"has gone into battle {later.number} since" in answer.content.decode()
        assert not over.post.is_open

    def test_a_settled_captive_stands_in_the_way_and_his_page_undoes_it(self, season, owner, rival):
        mob, dwarfs = seasons.mob_in(season, owner), fights.enrolled_exiles(season, rival)
        battle = captors.battle_with_captive(mob, dwarfs)
        captors.nights_over(battle, mob, dwarfs)
        him = captors.captive()
        captives.offer_ransom(him, by=rival, gold=0)
        captives.accept_offer(him, by=owner)
        for enrolment, player in ((mob, owner), (dwarfs, rival)):
            post, client = nights.night_of(battle, enrolment), seasons.signed_in(player)
            told = main(page(client, nights.address("post-battle-undo", post)))
            assert "Grubnash, a captive, is ransomed: that must be undone first." in told
            assert f'href="{him.get_absolute_url()}"' in told
        answer = seasons.signed_in(owner).post(reverse("captive-undo", args=[season.pk, him.pk]), follow=True)
        assert "he is a captive again" in answer.text
        post = nights.night_of(battle, mob)
        client, address = seasons.signed_in(owner), nights.address("post-battle-undo", post)
        assert "is no captive of <bdi>Karak Brynn Exiles</bdi> any more" in page(client, address)
        assert client.post(address, {"version": post.version}).status_code == 302
        assert captors.captive().state == Captive.State.TAKEN_BACK

    def test_who_came_home_by_himself_is_in_nobodys_way_and_who_is_lost_with_his_warband_for_good(
        self, season, owner, rival
    ):
        mob, dwarfs = seasons.mob_in(season, owner), fights.enrolled_exiles(season, rival)
        battle = captors.battle_with_captive(mob, dwarfs)
        side = nights.night_of(battle, dwarfs).side
        Captive.objects.update(state="home", settled_at=battle.confirmed_at + timedelta(minutes=1))
        assert obstacles_of([side])[side.pk] == ()
        Captive.objects.update(state="lost")
        (one,) = obstacles_of([side])[side.pk]
        assert one.told == "Grubnash, a captive, is lost: nobody can undo that."

    def test_a_night_whose_rules_have_changed_can_still_be_taken_back(self, evening):
        nights.take(evening.post, faces=(6, 2))
        post = evening.post
        post.log = [{"roll": ["injuries", "D6", "Skab"], "faces": [1], "source": "table"}]
        post.save()
        told = page(evening.client, evening.post.get_absolute_url())
        assert undo_address(evening) in told
        assert "What is undone" in page(evening.client, undo_address(evening))
        assert undo(evening).status_code == 302
        assert evening.post.log == []

    def test_a_battle_that_was_taken_back_has_no_night(self, evening, host):
        nights.take(evening.post, faces=(6, 2))
        undo_battle(evening, host, way="off", reason="It never was.")
        assert "there is no night after it any more" in page(evening.client, undo_address(evening))
        answer = undo(evening)
        assert answer.status_code == 422
        assert "taken back already" in answer.content.decode()


def seasons_gold(evening: Evening, host: object, gold: int) -> None:
    """The arbitrator sets the treasury right."""
    treasury = Warband.objects.get(pk=evening.mob.warband_id).treasury
    corrections.correct_gold(evening.mob, by=host, gold=treasury + gold, reason="It was so.")


class TestWhereItIsLinked:
    def test_from_the_nights_page_for_who_may(self, evening, browsers):
        assert undo_address(evening) not in evening.page(), "nothing has happened yet"
        nights.take(evening.post, faces=(6, 2))
        for who in ("owner", "rival", "host", "spectator"):
            linked = undo_address(evening) in evening.page(client=browsers[who])
            assert linked == (who in ("owner", "host")), who
        assert "Take my night back" in evening.page()
        assert "Take this night back" in evening.page(client=browsers["host"])

    def test_from_the_closing_record(self, over):
        assert undo_address(over) in over.page("rating")

    def test_from_the_battles_page(self, over, browsers):
        theirs = nights.address("post-battle-undo", nights.night_of(over.battle, over.exiles))
        pages = {who: page(browsers[who], over.battle.get_absolute_url()) for who in ("owner", "host", "spectator")}
        assert undo_address(over) in pages["owner"]
        assert theirs not in pages["owner"]
        assert undo_address(over) in pages["host"]
        assert theirs in pages["host"]
        assert undo_address(over) not in pages["spectator"]
        for who, text in pages.items():
            assert ("Report it anew" in text) == ("Take this battle back" in text) == (who == "host"), who

    def test_a_battle_that_goes_on_is_not_taken_back(self, season, owner, rival, host):
        battle = fights.begun(seasons.mob_in(season, owner), fights.enrolled_exiles(season, rival))
        assert "Take this battle back" not in page(seasons.signed_in(host), battle.get_absolute_url())


# --- a battle ---------------------------------------------------------------------------------------------------


def battle_address(battle: Battle) -> str:
    return reverse("battle-undo", args=[battle.campaign_id, battle.pk])


def undo_battle(evening: Evening, host: object, **typed: str) -> HttpResponse:
    confirmed = fights.fresh(evening.battle).confirmed_at
    sent = {"confirmed": confirmed.isoformat() if confirmed else "", **typed}
    return seasons.signed_in(host).post(battle_address(evening.battle), sent)


class TestTakingTheBattleBack:
    def test_every_warband_is_as_it_was(self, over, host):
        answer = undo_battle(over, host, way="off", reason="The wrong scenario.")
        assert (answer.status_code, answer.url) == (302, over.battle.get_absolute_url())
        assert fights.fresh(over.battle).is_called_off
        for enrolment in (over.mob, over.exiles):
            side = fights.side(over.battle, enrolment)
            assert files.file_of(enrolment) == side.before_file
        line = ChronicleEntry.objects.filter(kind="undone").get()
        assert line.reason == "The wrong scenario."

    def test_it_is_reported_anew(self, over, host, owner):
        answer = undo_battle(over, host, way="again", reason="Thrain was out.")
        assert "It waits for another report." in answer.client.get(answer.url).text
        assert fights.fresh(over.battle).is_under_way
        assert fights.held(over.mob).startswith("battle ")
        report = reverse("battle-report", args=[over.battle.campaign_id, over.battle.pk])
        told = seasons.signed_in(owner).get(report)
        assert told.status_code == 200
        assert "This begins with what was reported before." in told.text

    def test_what_was_reported_is_not_up_for_confirmation_again(self, over, host, owner, rival):
        old = over.battle.reports.get()
        undo_battle(over, host, way="again", reason="Thrain was out.")
        client = seasons.signed_in(rival)
        shown = client.get(over.battle.get_absolute_url()).text
        assert "Look and confirm" not in shown
        assert "Whoever has his phone at hand reports it" in shown
        with pytest.raises(Refused) as caught:
            fights.confirm(old, by=rival)
        assert caught.value.code == "superseded"
        fights.confirm(fights.report(fights.fresh(over.battle)), by=rival)
        assert fights.fresh(over.battle).is_confirmed

    def test_players_do_not_call_off_what_they_are_to_report_anew(self, over, host, owner):
        undo_battle(over, host, way="again", reason="Thrain was out.")
        assert "Call it off" not in seasons.signed_in(owner).get(over.battle.get_absolute_url()).text
        with pytest.raises(Refused):
            fights.call_off(over.battle, by=owner)
        assert "Call it off" in seasons.signed_in(host).get(over.battle.get_absolute_url()).text

    @pytest.mark.parametrize("way", ["off", "again"])
    def test_the_old_nights_addresses_lead_back_to_it_with_what_happened(self, over, host, owner, way):
        undo_battle(over, host, way=way, reason="Thrain was out.")
        client = seasons.signed_in(owner)
        for old in (over.post.get_absolute_url(), nights.address("post-battle-step", over.post, "rating")):
            answer = client.get(old, follow=True)
            assert answer.redirect_chain == [(over.battle.get_absolute_url(), 302)]
            assert "this night after it is no more" in answer.text
        taken = client.post(
            nights.address("post-battle-take", over.post), {"do": "roll"}, headers={"HX-Request": "true"}
        )
        assert taken["HX-Redirect"] == over.battle.get_absolute_url()

    def test_who_may(self, evening, browsers):
        sent = {"way": "off", "reason": "Why not?", "confirmed": evening.battle.confirmed_at.isoformat()}
        for who, expected in zip(WHO, (403, 403, 302, 403, 404, "in"), strict=True):
            with transaction.atomic():
                assert answered(browsers[who].post(battle_address(evening.battle), sent)) == expected, who
                assert fights.fresh(evening.battle).is_confirmed == (expected != 302), who
                transaction.set_rollback(True)

    def test_both_ways_are_explained_and_the_address_chooses(self, evening, host):
        client, address = seasons.signed_in(host), battle_address(evening.battle)
        told = page(client, address)
        assert "As if it had not been fought" in told
        assert "the warbands stay in it as they fought" in told
        assert 'value="again" required checked' not in told
        assert 'value="again" required checked' in page(client, f"{address}?way=again")
        assert 'value="off" required checked' in page(client, f"{address}?way=off")

    @pytest.mark.parametrize(
        ("typed", "told", "kept"),
        [
            ({"way": "again", "reason": " "}, "Give a reason", 'value="again" required checked'),
            ({"way": "", "reason": "The wrong one."}, "Choose one of the two.", 'value="The wrong one."'),
            ({"way": "x", "reason": "The wrong one."}, "Choose one of the two.", 'value="The wrong one."'),
            ({"way": "off", "reason": "x" * 501}, "at most 500", f'value="{"x" * 501}"'),
        ],
    )
    def test_what_was_typed_is_kept_when_it_is_refused(self, evening, host, typed, told, kept):
        answer = undo_battle(evening, host, **typed)
        assert answer.status_code == 422
        assert told in answer.content.decode()
        assert kept in answer.content.decode()
        assert fights.fresh(evening.battle).is_confirmed

    def test_each_warband_says_what_stands_in_its_way(self, over, host):
        later = fights.begun(over.mob, over.exiles)
        told = main(page(seasons.signed_in(host), battle_address(over.battle)))
        assert told.count(f'href="{later.get_absolute_url()}"') == 2
        assert 'form="undo"' not in told
        answer = undo_battle(over, host, way="off", reason="The wrong one.")
        assert answer.status_code == 422
        assert f"has gone into battle {later.number} since" in answer.content.decode()
        assert 'value="The wrong one."' in answer.content.decode()

    def test_one_stands_in_the_way_of_all(self, over, host, season):
        third = seasons.mob_in(season, host, "Third")
        fights.begun(over.exiles, third)
        told = main(page(seasons.signed_in(host), battle_address(over.battle)))
        assert told.count("Nothing stands in the way.") == 1
        assert told.count("that comes first.") == 1

    def test_what_each_has_done_since_is_lost_with_it(self, over, host):
        acts.buy(over.warband, "dagger")
        told = main(page(seasons.signed_in(host), battle_address(over.battle)))
        assert told.count("Lost with it:") == 1
        assert "dagger" in told

    def test_the_second_click_does_nothing(self, evening, host):
        confirmed = evening.battle.confirmed_at.isoformat()
        undo_battle(evening, host, way="again", reason="Once.")
        answer = undo_battle(evening, host, way="again", reason="Twice.", confirmed=confirmed)
        assert answer.status_code == 422
        assert "Only a battle that was confirmed is taken back" in answer.content.decode()
        assert WarbandEvent.objects.filter(act="undo_battle").count() == 2

    @pytest.mark.parametrize("confirmed", [None, "", "yesterday", "2026-01-01T20:00"])
    def test_a_page_drawn_of_an_earlier_confirmation_does_nothing(self, evening, host, rival, confirmed):
        old = evening.battle.confirmed_at.isoformat()
        undo_battle(evening, host, way="again", reason="Once.")
        fights.confirm(fights.report(fights.fresh(evening.battle)), by=rival)
        sent = old if confirmed is None else confirmed
        answer = undo_battle(evening, host, way="off", reason="Twice.", confirmed=sent)
        assert answer.status_code == 422
        assert "confirmed anew since the page was drawn" in answer.content.decode()
        assert fights.fresh(evening.battle).is_confirmed


# --- a die ------------------------------------------------------------------------------------------------------


def die_address(evening: Evening, roll: DiceRoll) -> str:
    return nights.address("post-battle-die", evening.post, roll.pk)


@pytest.fixture
@kept
def typed(evening) -> DiceRoll:
    """6 and 2 were typed for Skab's injury."""
    nights.take(evening.post, faces=(6, 2))
    return evening.post.rolls.get()


class TestPuttingADieRight:
    RIGHT = {"face_1": "3", "face_2": "3", "reason": "I read it wrongly."}

    def test_the_right_faces_take_its_place_and_both_stay(self, evening, typed):
        answer = evening.client.post(die_address(evening, typed), self.RIGHT)
        assert answer.status_code == 302
        landed = evening.client.get(answer.url).content.decode()
        assert "Put right. Serious injury of Skab: 3, 3 and not 6, 2. I read it wrongly." in landed
        assert "replaced: <bdi>I read it wrongly.</bdi>" in landed
        assert "nervous_condition" in files.file_of(evening.mob)
        assert [roll.stands for roll in evening.post.rolls.order_by("pk")] == [False, True]

    def test_the_page_shows_what_fell_and_what_for(self, evening, typed):
        told = main(page(evening.client, die_address(evening, typed)))
        assert "Serious injury of Skab" in told
        assert "rolled at the table" in told
        assert 'name="face_1" value="6" checked' in told
        assert 'name="face_2" value="2" checked' in told

    @pytest.mark.parametrize(
        ("given", "answers"),
        [
            ({"faces": (6, 2)}, (302, 403, 302, 403, 404, "in")),
            ({"roll": "one"}, (403, 403, 302, 403, 404, "in")),
        ],
        ids=["a roll of the table", "a roll of the app"],
    )
    def test_who_may(self, evening, browsers, given, answers):
        roll = nights.take(evening.post, **given).rolls.get()
        sent = {**self.RIGHT, "face_2": "4" if roll.faces == [3, 3] else "3"}
        for who, expected in zip(WHO, answers, strict=True):
            with transaction.atomic():
                assert answered(browsers[who].post(die_address(evening, roll), sent)) == expected, who
                assert DiceRoll.objects.get(pk=roll.pk).stands == (expected != 302), who
                transaction.set_rollback(True)

    def test_only_who_may_finds_the_link(self, evening, browsers):
        nights.take(evening.post, faces=(6, 2))
        nights.take(evening.post, roll="one")
        table, app = evening.post.rolls.order_by("pk")
        for who in ("owner", "rival", "host", "spectator"):
            told = page(browsers[who], nights.address("post-battle-dice", evening.post))
            assert (die_address(evening, table) in told) == (who in ("owner", "host")), who
            assert (die_address(evening, app) in told) == (who == "host"), who

    def test_the_closing_record_has_the_links_too(self, over):
        roll = over.post.rolls.filter(source="table").first()
        if roll is None:
            roll = over.post.rolls.first()
            DiceRoll.objects.filter(pk=roll.pk).update(source="table")
        assert die_address(over, roll) in over.page("rating")

    @pytest.mark.parametrize(
        ("faces", "told"),
        [
            ({"face_1": "6", "face_2": "2"}, "That is what stands in the record"),
            ({"face_1": "6", "face_2": ""}, "2 dice are to be entered, not 1."),
            ({"face_1": "7", "face_2": "1"}, "less than or equal to 6"),
            ({"face_1": "x", "face_2": "1"}, "whole number"),
            ({"row": "777"}, "2 dice are to be entered, not 3."),
            ({"face_1": "3", "face_2": "3", "reason": " "}, "Give a reason"),
        ],
    )
    def test_what_does_not_fit_is_told_and_what_was_typed_stays(self, evening, typed, faces, told):
        answer = evening.client.post(die_address(evening, typed), {"reason": "Misread.", **faces})
        assert answer.status_code == 422
        text = answer.content.decode()
        assert told in text
        assert f'value="{faces.get("reason", "Misread.")}"' in text
        if faces.get("face_1") in ("3", "6"):
            assert f'name="face_1" value="{faces["face_1"]}" checked' in text
        typed.refresh_from_db()
        assert typed.stands

    def test_what_later_rolls_hang_on_is_refused_in_a_sentence(self, evening):
        nights.take(evening.post, faces=(2, 3))
        nights.take(evening.post, faces=(1,))
        roll = evening.post.rolls.order_by("pk").first()
        before = files.file_of(evening.mob)
        sent = {"face_1": "4", "face_2": "4", "reason": "Upside down."}
        answer = evening.client.post(die_address(evening, roll), sent)
        assert answer.status_code == 422
        text = answer.content.decode()
        assert "Something later depends on that roll" in text
        assert 'value="Upside down."' in text
        assert 'name="face_1" value="4" checked' in text
        assert files.file_of(evening.mob) == before

    def test_a_correction_that_it_would_leave_without_its_warrior_is_later_too(self, evening, typed, host):
        skab = acts.warrior(evening.warband, "Skab").pk
        corrections.correct_experience(evening.mob, by=host, warrior_id=skab, experience=18, reason="Forgotten.")
        sent = {"face_1": "1", "face_2": "1", "reason": "He died."}
        answer = evening.client.post(die_address(evening, typed), sent)
        assert answer.status_code == 422
        assert "Something later depends on that roll" in answer.content.decode()

    def test_the_second_click_does_nothing(self, evening, typed):
        address = die_address(evening, typed)
        evening.client.post(address, self.RIGHT)
        answer = evening.client.post(address, self.RIGHT)
        assert answer.status_code == 422
        assert "replaced or taken back already" in answer.content.decode()
        assert DiceRoll.objects.count() == 2
        assert "counts no more" in page(evening.client, address)

    def test_a_later_battle_is_told_with_its_link_and_no_form(self, over, host):
        later = fights.begun(over.mob, over.exiles)
        roll = over.post.rolls.first()
        told = main(page(seasons.signed_in(host), die_address(over, roll)))
        assert f'href="{later.get_absolute_url()}"' in told
        assert 'name="face_1"' not in told

    def test_what_was_bought_after_the_night_is_not_lost_by_it(self, over, host):
        acts.buy(over.warband, "dagger")
        before, roll = files.file_of(over.mob), over.post.rolls.first()
        client, address = seasons.signed_in(host), die_address(over, roll)
        told = page(client, address)
        assert "has changed since its night was closed" in told
        assert undo_address(over) in told
        faces = {f"face_{n}": 1 + face % 6 for n, face in enumerate(roll.faces, start=1)}
        assert client.post(address, {**faces, "reason": "Misread."}).status_code == 422
        assert files.file_of(over.mob) == before

    def test_a_ransom_of_the_night_that_was_undone_since_does_not_come_back_with_it(self, season, owner, rival):
        mob, dwarfs = seasons.mob_in(season, owner), fights.enrolled_exiles(season, rival)
        battle = captors.battle_with_captive(mob, dwarfs)
        captives.offer_ransom(captors.captive(), by=rival, gold=1)
        captives.accept_offer(captors.captive(), by=owner)
        captors.nights_over(battle, mob, dwarfs)
        post = nights.night_of(battle, mob)
        assert obstacles_to_correcting(post) == ()
        captives.undo_settlement(captors.captive(), by=owner)
        (one,) = obstacles_to_correcting(post)
        assert "has changed since its night was closed" in one.told

    def test_a_roll_of_another_night_is_not_found_here(self, evening, typed):
        theirs = nights.night_of(evening.battle, evening.exiles)
        for client in (evening.client, seasons.signed_in(seasons.host_of(evening.campaign))):
            assert client.get(nights.address("post-battle-die", theirs, typed.pk)).status_code in (403, 404)
        assert evening.client.get(nights.address("post-battle-die", evening.post, 10**8)).status_code == 404

    def test_many_dice_may_be_typed_in_a_row(self, evening):
        evening.to("exploration")
        due = nights.sheet(evening.post).due
        nights.take(evening.post, faces=tuple((6, 2, 3, 5)[: due.count]))
        roll = evening.post.rolls.order_by("pk").last()
        assert len(roll.faces) == due.count > 2
        row = "".join(str(face) for face in (6, 2, 3, 4)[: due.count])
        row = row[:-1] + ("1" if int(row[-1]) != 1 else "4")
        answer = evening.client.post(die_address(evening, roll), {"row": row, "reason": "Misread."})
        assert answer.status_code == 302, re.findall(r"notice-loss.*?</div>\s*</div>", answer.content.decode(), re.S)
        assert evening.post.rolls.order_by("pk").last().faces == [int(one) for one in row]


def test_names_and_reasons_are_data(evening, host):
    nights.take(evening.post, faces=(6, 2))
    nasty = '"><img src=x onerror=alert(1)>'
    roll = evening.post.rolls.get()
    sent = {"face_1": "6", "face_2": "2", "reason": nasty}
    assert "<img src=x" not in evening.client.post(die_address(evening, roll), sent).content.decode()
    evening.client.post(die_address(evening, roll), {**sent, "face_1": "5"})
    assert "<img src=x" not in page(evening.client, nights.address("post-battle-dice", evening.post))
    assert "<img src=x" not in undo_battle(evening, host, way="", reason=nasty).content.decode()
