"""The pages of a campaign: what they show, what they keep, how many queries they cost."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, ChronicleEntry, Enrolment
from campaigns.services.chronicle import record
from campaigns.services.invitations import revoke_invitation
from campaigns.services.notes import add_note, withdraw_note
from campaigns.services.pairings import announce_pairings, withdraw_pairing
from tests.campaigns import seasons
from tests.kept import kept
from warbands.models import Player

TODAY = timezone.localdate()
NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><svg onload=alert(1)>",
    "{{7*7}}",
    "javascript:alert(1)",
    "=1+1",
    "O'Grot & Sons <3",
)
MEMBERS_PAGES = ("campaign-detail", "campaign-ratings", "campaign-people", "campaign-chronicle", "campaign-pairings")
ARBITRATORS_PAGES = ("campaign-corrections", "campaign-settings", "enrolment-new")


def page(client: Client, name: str, campaign: Campaign, *more: object, query: str = "") -> str:
    answer = client.get(reverse(name, args=[campaign.pk, *more]) + query)
    assert answer.status_code == 200
    return answer.text


def club(campaign: Campaign, size: int) -> list[Enrolment]:
    """So many players more with a warband each; everything that a page may show, that often."""
    host = seasons.host_of(campaign)
    begun = Player.objects.count()
    enrolled = []
    for number in range(begun, begun + size):
        player = Player.objects.create_user(f"player{number}")
        seasons.join(campaign, player)
        enrolled.append(seasons.mob_in(campaign, player, f"Mob {number}"))
    for one, two in zip(enrolled[::2], enrolled[1::2], strict=True):
        seasons.fought(campaign, (one, "won", 2, 1), (two, "lost", 1, 2))
        announce_pairings(campaign, by=host, groups=[[one.pk, two.pk]], planned_for=timezone.now().date())
        record(campaign, kind="death", sentence=f"Grubnash of {one.warband_name} died.", enrolment=one)
        record(campaign, kind="feat", sentence=f"{two.warband_name} did something.", enrolment=two, by=host)
        add_note(campaign, by=one.player, text="A fine evening.")
    return enrolled


class TestQueries:
    @pytest.mark.parametrize("name", [*MEMBERS_PAGES, *ARBITRATORS_PAGES, "campaign-standings-csv", "enrolment-detail"])
    def test_a_page_costs_the_same_with_two_warbands_and_with_ten_and_never_much(self, campaign, host, name):
        client = seasons.signed_in(host)
        first = club(campaign, 2)[0]
        more = [first.pk] if name == "enrolment-detail" else []
        page(client, name, campaign, *more)
        with CaptureQueriesContext(connection) as few:
            page(client, name, campaign, *more)
        club(campaign, 8)
        with CaptureQueriesContext(connection) as many:
            page(client, name, campaign, *more)
        told = "\n".join(query["sql"][:150] for query in many)
        assert len(many) == len(few), told
        assert len(many) <= 15, told

    def test_the_list_of_campaigns_does_too(self, host, rules):
        client = seasons.signed_in(host)
        counts = []
        for total in (2, 10):
            while Campaign.objects.count() < total:
                seasons.begin(host, f"Campaign {Campaign.objects.count()}")
            with CaptureQueriesContext(connection) as queries:
                client.get(reverse("campaign-list"))
            counts.append(len(queries))
        assert counts[0] == counts[1] <= 15

    def test_the_feeds_do_too(self, campaign, host):
        club(campaign, 2)
        part = seasons.part(campaign, host)
        for name, token in (("member-feed", part.feed_token), ("campaign-feed", campaign.feed_token)):
            address = reverse(name, args=[token])
            Client().get(address)
            with CaptureQueriesContext(connection) as few:
                Client().get(address)
            club(campaign, 4)
            with CaptureQueriesContext(connection) as many:
                Client().get(address)
            assert len(many) == len(few) <= 15


class TestNames:
    @pytest.mark.parametrize("nasty", NASTY)
    def test_are_shown_as_typed_and_nothing_runs(self, season, host, owner, nasty):
        season.name, season.house_rules = nasty, nasty
        season.save()
        mob = seasons.mob_in(season, owner, nasty)
        note = add_note(season, by=owner, text=nasty)
        seasons.fought(season, (mob, "won", 1, 0))
        record(season, kind="death", sentence=f"{nasty} died.", enrolment=mob)
        announce_pairings(
            season,
            by=host,
            groups=[[mob.pk, seasons.mob_in(season, Player.objects.get(username="rival")).pk]],
            planned_for=timezone.now().date(),
        )
        client = seasons.signed_in(host)
        for name in (*MEMBERS_PAGES, *ARBITRATORS_PAGES):
            text = page(client, name, season)
            assert "<script>alert" not in text
            assert "<img src=x" not in text
            assert "<svg onload" not in text
            assert 'href="javascript:' not in text
            assert "&amp;lt;" not in text
        assert note.text == nasty
        if nasty == "{{7*7}}":
            assert "{{7*7}} died." in page(client, "campaign-chronicle", season)
        if nasty == "O'Grot & Sons <3":
            assert "O&#x27;Grot &amp; Sons &lt;3" in page(client, "campaign-detail", season)

    def test_feeds_are_well_formed_whatever_they_hold(self, season, owner):
        for nasty in NASTY:
            add_note(season, by=owner, text=nasty)
        feed = Client().get(reverse("campaign-feed", args=[season.feed_token]))
        assert feed["Content-Type"] == "application/atom+xml; charset=utf-8"
        root = ElementTree.fromstring(feed.content)
        summaries = [found.text for found in root.iter("{http://www.w3.org/2005/Atom}summary")]
        assert set(NASTY) <= set(summaries)


class TestTime:
    """MH-059: the day is the one that the campaign's clocks show."""

    @pytest.mark.parametrize(
        ("zone", "moment", "day", "clock"),
        [
            ("Europe/Berlin", "2026-06-30T22:30:00+00:00", "Wednesday 1 July 2026", "00:30"),
            ("America/Los_Angeles", "2026-06-30T22:30:00+00:00", "Tuesday 30 June 2026", "15:30"),
            ("America/Los_Angeles", "2026-07-01T06:30:00+00:00", "Tuesday 30 June 2026", "23:30"),
            ("Europe/Berlin", "2026-03-29T01:30:00+00:00", "Sunday 29 March 2026", "03:30"),
            ("Europe/Berlin", "2026-10-25T00:30:00+00:00", "Sunday 25 October 2026", "02:30"),
            ("Europe/Berlin", "2026-10-25T01:30:00+00:00", "Sunday 25 October 2026", "02:30"),
        ],
    )
    def test_the_chronicle_tells_it_so(self, season, host, zone, moment, day, clock):
        Campaign.objects.filter(pk=season.pk).update(time_zone=zone)
        season.chronicle.all().delete()
        record(season, kind="battle", sentence="They fought.", happened_at=datetime.fromisoformat(moment))
        text = page(seasons.signed_in(host), "campaign-chronicle", season)
        assert day in text
        assert f">{clock}</time>" in text

    def test_another_page_is_not_drawn_by_these_clocks(self, season, host):
        Campaign.objects.filter(pk=season.pk).update(time_zone="Pacific/Kiritimati")
        client = seasons.signed_in(host)
        page(client, "campaign-chronicle", season)
        assert timezone.get_current_timezone_name() == "Europe/London"


class TestTheOverview:
    def test_an_empty_campaign_says_what_to_do_first(self, campaign, host):
        text = page(seasons.signed_in(host), "campaign-detail", campaign)
        assert "A campaign begins with the first warband that is enrolled." in text
        assert "invite the others" in text

    def test_a_spectator_is_asked_for_nothing(self, season, spectator):
        text = page(seasons.signed_in(spectator), "campaign-detail", season)
        assert "Enrol a warband</a>" not in text
        assert "Your turn" not in text

    def test_a_player_without_a_warband_has_his_turn(self, season, owner):
        text = page(seasons.signed_in(owner), "campaign-detail", season)
        assert text.index("Your turn") < text.index("Enrol a warband") < text.index("Standings</h2>")
        seasons.mob_in(season, owner)
        assert "Your turn" not in page(seasons.signed_in(owner), "campaign-detail", season)

    def test_whoever_has_no_warband_enrols_first(self, season, owner, rival, host):
        seasons.mob_in(season, rival)
        bars = {who.pk: page(seasons.signed_in(who), "campaign-detail", season) for who in (owner, rival, host)}
        main = {pk: re.findall(r'class="btn btn-primary" href="([^"]+)"', text)[-1] for pk, text in bars.items()}
        enrol, battle = (reverse(name, args=[season.pk]) for name in ("enrolment-new", "battle-new"))
        assert main == {owner.pk: enrol, rival.pk: battle, host.pk: enrol}
        assert f'href="{battle}"' not in bars[owner.pk]

    def test_graves_feats_and_leaders_are_named(self, season, owner, rival):
        mob, other = seasons.mob_in(season, owner), seasons.mob_in(season, rival, "Da Uvvers")
        seasons.fought(season, (mob, "won", 3, 1), (other, "lost", 1, 3))
        record(season, kind="death", sentence="Skab of Da Uvvers died.", enrolment=other)
        text = page(seasons.signed_in(owner), "campaign-detail", season)
        assert "Skab of Da Uvvers died." in text
        assert "Most enemies put out of action" in text

    def test_what_was_taken_back_is_no_grave(self, season, owner):
        line = record(season, kind="death", sentence="Skab died.")
        ChronicleEntry.objects.filter(pk=line.pk).update(withdrawn_at=timezone.now())
        text = page(seasons.signed_in(owner), "campaign-detail", season)
        assert "Skab died." not in text

    def test_the_chart_comes_alone_where_a_page_asks_for_it(self, season, owner):
        seasons.fought(season, (seasons.mob_in(season, owner), "won", 1, 0))
        client = seasons.signed_in(owner)
        address = reverse("campaign-ratings", args=[season.pk])
        alone, whole = client.get(address, headers={"HX-Request": "true"}), client.get(address)
        assert "<html" not in alone.text
        assert "<svg viewBox" in alone.text
        assert "<table" in whole.text
        assert alone["Vary"] == "HX-Request, Cookie"


class TestInvitations:
    def test_whoever_is_signed_out_sees_who_invites_and_comes_back_after_signing_up(self, campaign):
        link = seasons.invite(campaign)
        answer = Client().get(link.get_absolute_url())
        assert "Winter in the Ruins" in answer.text
        assert f"?next={link.get_absolute_url()}" in answer.text
        assert answer["X-Robots-Tag"] == "noindex, nofollow"

    def test_joining_leads_to_the_campaign(self, campaign, owner):
        answer = seasons.signed_in(owner).post(seasons.invite(campaign).get_absolute_url(), follow=True)
        assert answer.redirect_chain == [(campaign.get_absolute_url(), 302)]
        assert "You are in Winter in the Ruins as a player." in answer.text

    def test_a_link_that_was_taken_back_says_so_kindly(self, campaign, host, owner):
        link = revoke_invitation(seasons.invite(campaign), by=host)
        answer = seasons.signed_in(owner).get(link.get_absolute_url())
        assert answer.status_code == 410
        assert "Ask whoever sent it for another." in answer.text
        assert "Winter in the Ruins" not in answer.text

    def test_nor_does_it_let_anybody_in(self, campaign, host, owner):
        link = revoke_invitation(seasons.invite(campaign), by=host)
        assert seasons.signed_in(owner).post(link.get_absolute_url()).status_code == 410
        assert seasons.signed_in(owner).get(campaign.get_absolute_url()).status_code == 404

    def test_one_that_never_was_is_not_found(self, owner, rules):
        assert seasons.signed_in(owner).get(reverse("campaign-join", args=["no-such-link"])).status_code == 404

    def test_it_is_shown_as_a_link_and_as_a_code(self, campaign, host, settings):
        settings.SITE_URL = "http://192.168.0.7:8000"
        link = seasons.invite(campaign)
        text = page(seasons.signed_in(host), "invitation-detail", campaign, link.pk)
        assert f"http://192.168.0.7:8000/join/{link.token}/" in text
        assert 'aria-label="The link as a QR code"' in text

    @pytest.mark.parametrize("site", ["http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"])
    def test_a_link_that_others_cannot_open_says_so_and_has_no_code(self, campaign, host, settings, site):
        settings.SITE_URL = site
        link = seasons.invite(campaign)
        text = page(seasons.signed_in(host), "invitation-detail", campaign, link.pk)
        assert f"{site}/join/{link.token}/" in text
        assert "script/server --lan" in text
        assert "QR code" not in text


class TestNotes:
    def test_a_note_stands_in_the_chronicle_as_it_was_typed(self, season, owner, rival):
        seasons.signed_in(owner).post(reverse("chronicle-note", args=[season.pk]), {"text": "One.\n\nTwo."})
        assert "One.\n\nTwo." in page(seasons.signed_in(rival), "campaign-chronicle", season)

    def test_its_writer_takes_it_back_and_nobody_else(self, season, owner, host):
        note = add_note(season, by=owner, text="Regretted.")
        with seasons.refused(season, "not_yours"):
            withdraw_note(note, by=host)
        withdraw_note(note, by=owner)
        assert "Regretted." not in page(seasons.signed_in(owner), "campaign-chronicle", season)
        assert ChronicleEntry.objects.filter(pk=note.pk).exists()

    def test_what_an_event_wrote_stays(self, season, host):
        with seasons.refused(season, "append_only"):
            withdraw_note(season.chronicle.first(), by=host)

    @pytest.mark.parametrize("text", ["", "  \n ", "x" * 20_001])
    def test_a_note_has_something_in_it_and_not_too_much(self, season, owner, text):
        with seasons.refused(season, "notes"):
            add_note(season, by=owner, text=text)

    def test_a_refused_note_keeps_what_was_typed(self, season, owner):
        typed = "x" * 20_001
        answer = seasons.signed_in(owner).post(reverse("chronicle-note", args=[season.pk]), {"text": typed})
        assert answer.status_code == 200
        assert typed in answer.text


class TestPairings:
    @pytest.fixture
    @kept
    def three(self, season, owner, rival, host):
        return [
            seasons.mob_in(season, owner),
            seasons.mob_in(season, rival, "Da Uvvers"),
            seasons.mob_in(season, host, "Da Hosts"),
        ]

    def test_those_who_are_here_are_paired_by_an_address(self, season, owner, three):
        query = "?" + "&".join(f"here={one.pk}" for one in three)
        text = page(seasons.signed_in(owner), "campaign-pairings", season, query=query)
        assert "Three-way" in text
        assert text.count(" checked") == 3

    def test_announced_they_are_upcoming_and_everybodys_turn(self, season, owner, host, three):
        client = seasons.signed_in(owner)
        group = ",".join(str(one.pk) for one in three[:2])
        today = timezone.now().date().isoformat()
        client.post(reverse("pairing-announce", args=[season.pk]), {"group": [group], "planned_for": today})
        text = page(client, "campaign-detail", season)
        assert "Fight Da Uvvers" in text
        assert "rival waits for you" in text.replace("</bdi>", "").replace("<bdi>", "")
        assert "Da Snikkaz against Da Uvvers" in seasons.chronicle(season)[-1]

    def test_once_met_they_are_paired_otherwise(self, season, owner, rival, host, spectator, three):
        seasons.fought(season, (three[0], "won", 0, 0), (three[1], "lost", 0, 0))
        seasons.promote(season, spectator, "player")
        fourth = seasons.mob_in(season, spectator, "Da Fourth")
        query = "?" + "&".join(f"here={one.pk}" for one in [*three, fourth])
        text = page(seasons.signed_in(owner), "campaign-pairings", season, query=query)
        assert f'value="{three[0].pk},{three[1].pk}"' not in text

    @pytest.mark.parametrize("query", ["?here=1", "?here=x", "?here=999999&here=999998", "?planned_for=soon&here=1"])
    def test_odd_questions_are_answered_kindly(self, season, owner, query):
        page(seasons.signed_in(owner), "campaign-pairings", season, query=query)

    def test_a_warband_that_left_meanwhile_is_not_announced(self, season, owner, three):
        seasons.retire(three[1])
        with seasons.refused(season, "pairings", "make the pairings anew"):
            announce_pairings(season, by=owner, groups=[[three[0].pk, three[1].pk]], planned_for=TODAY)

    @pytest.mark.parametrize("groups", [[], [[0]], [[0, 0]], [[0, 1], [1, 2]]])
    def test_what_is_no_battle_is_not_announced(self, season, owner, three, groups):
        chosen = [[three[place].pk for place in group] for group in groups]
        with seasons.refused(season, "pairings"):
            announce_pairings(season, by=owner, groups=chosen, planned_for=TODAY)

    def test_the_cap_on_battles_an_evening_holds(self, season, owner, three):
        Campaign.objects.filter(pk=season.pk).update(battles_an_evening=1)
        group, evening = [three[0].pk, three[1].pk], TODAY
        announce_pairings(season, by=owner, groups=[group], planned_for=evening)
        with seasons.refused(season, "evening", "1 battle that evening already"):
            announce_pairings(season, by=owner, groups=[group], planned_for=evening)
        announce_pairings(season, by=owner, groups=[group], planned_for=evening + timedelta(days=1))

    def test_its_maker_or_an_arbitrator_takes_it_back(self, season, owner, rival, host, three):
        (made,) = announce_pairings(season, by=owner, groups=[[three[0].pk, three[1].pk]], planned_for=TODAY)
        with seasons.refused(season, "not_yours"):
            withdraw_pairing(made, by=rival)
        upcoming = f'action="{reverse("pairing-withdraw", args=[season.pk, made.pk])}"'
        assert upcoming in page(seasons.signed_in(owner), "campaign-pairings", season)
        withdraw_pairing(made, by=host)
        assert upcoming not in page(seasons.signed_in(owner), "campaign-pairings", season)

    @pytest.mark.parametrize("day", [date(9999, 12, 31), date(1, 1, 1), date(1066, 10, 14)])
    def test_a_day_that_nobody_means_is_told_so_wherever_it_is_typed(self, season, owner, three, day):
        client, told = seasons.signed_in(owner), "at most a year back and two years ahead"
        group = [three[0].pk, three[1].pk]
        with seasons.refused(season, "date", told):
            announce_pairings(season, by=owner, groups=[group], planned_for=day)
        query = f"?planned_for={day.isoformat()}" + "".join(f"&here={pk}" for pk in group)
        assert told in page(client, "campaign-pairings", season, query=query)
        typed = {"side": group, "day": day.isoformat(), "hour": "23:59"}
        answer = client.post(reverse("battle-new", args=[season.pk]), typed)
        assert told in answer.text

    def test_another_year_is_told_with_the_day(self, season, owner, three):
        announce_pairings(season, by=owner, groups=[[three[0].pk, three[1].pk]], planned_for=TODAY)
        text = page(seasons.signed_in(owner), "campaign-pairings", season)
        assert f"{TODAY:%A} {TODAY.day} {TODAY:%B}<" in text
        next_year = TODAY.replace(day=1, year=TODAY.year + 1)
        announce_pairings(season, by=owner, groups=[[three[0].pk, three[1].pk]], planned_for=next_year)
        text = page(seasons.signed_in(owner), "campaign-pairings", season)
        assert f"{next_year:%A} 1 {next_year:%B %Y}<" in text


class TestFeeds:
    def test_your_turn_holds_what_one_has_to_do(self, season, owner):
        address = reverse("member-feed", args=[seasons.part(season, owner).feed_token])
        assert "Enrol a warband" in Client().get(address).content.decode()
        seasons.mob_in(season, owner)
        assert "<entry>" not in Client().get(address).content.decode()

    def test_a_new_address_ends_the_old_one(self, season, owner):
        old = reverse("member-feed", args=[seasons.part(season, owner).feed_token])
        seasons.signed_in(owner).post(reverse("feed-renew", args=[season.pk]))
        assert Client().get(old).status_code == 404

    def test_a_player_renews_his_own_only(self, season, owner):
        seasons.signed_in(owner).post(reverse("feed-renew", args=[season.pk]))
        assert Campaign.objects.get(pk=season.pk).feed_token == season.feed_token

    def test_whoever_left_reads_his_no_more(self, season, owner):
        address = reverse("member-feed", args=[seasons.part(season, owner).feed_token])
        seasons.leave(season, owner)
        assert Client().get(address).status_code == 404


class TestForms:
    def test_a_new_campaign_keeps_what_was_typed_when_something_is_wrong(self, host, rules):
        typed = {"name": "Winter", "starting_gold": "-5", "house_rules": "No dragons."}
        answer = seasons.signed_in(host).post(reverse("campaign-new"), typed)
        assert answer.status_code == 200
        assert "No dragons." in answer.text
        assert not Campaign.objects.exists()

    def test_a_correction_on_the_page(self, season, owner, host):
        mob = seasons.mob_in(season, owner)
        mob.warband.refresh_from_db()
        address = reverse("correction-make", args=[season.pk, mob.pk, "gold"])
        typed = {"gold": "250", "reason": "He sold an axe.", "version": mob.warband.version}
        answer = seasons.signed_in(host).post(address, typed, follow=True)
        assert "corrected from 220 gc to 250 gc" in answer.text
        again = seasons.signed_in(host).post(address, typed)
        assert "has changed since the page was drawn" in again.text

    @pytest.mark.parametrize("what", ["gold", "add-injury", "add-skill", "add-item", "remove-item", "warrior-name"])
    def test_each_correction_has_its_form(self, season, owner, host, what):
        mob = seasons.mob_in(season, owner)
        text = page(seasons.signed_in(host), "correction-make", season, mob.pk, what)
        assert 'name="reason"' in text
        assert text.index('name="reason"') == max(text.index(f'name="{name}"') for name in ("reason", "version"))

    def test_a_correction_that_there_is_not(self, season, owner, host):
        mob = seasons.mob_in(season, owner)
        client = seasons.signed_in(host)
        assert client.get(reverse("correction-make", args=[season.pk, mob.pk, "luck"])).status_code == 404
