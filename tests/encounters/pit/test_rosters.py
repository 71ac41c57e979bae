"""Fighters whom players keep: the door to their rows, and their pages."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from encounters.models import PitDocument, PitFight, PitRoster, PitRosterEntry, PitSeat
from encounters.pit_forms import NewFightForm
from encounters.pit_roster_forms import FighterForm
from encounters.pit_roster_selectors import dead_known_to
from encounters.pit_selectors import pit_rules
from encounters.pitfight.enlisting import points_left
from encounters.pitfight.levels import CHARACTERISTICS
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services import pit_rosters as services
from tests.encounters.pit import keeping
from tests.encounters.pit.conftest import player
from tests.encounters.pit.fighting import fought_out
from tests.encounters.pit.keeping import beheaded, built, fought, fresh, hurt, laid_up, now, said
from warbands.models import Player
from warbands.roster.refusals import OutOfDate, Refused
from warbands.services.accounts import delete_account, everything_of
from warbands.services.guests import hand_over

pytestmark = pytest.mark.django_db
BROKEN_ARM = ("arm_broken", "left_arm")


class TestBuilding:
    def test_a_fighter_is_kept_as_he_was_built(self, alice):
        roster = built(alice, "  Grok\u202eka  ")
        assert (roster.name, roster.scroll, roster.levels) == ("Grokka", "orc", [32, 32, 32, 32, 12])
        assert now(roster).state == "ready"

    @pytest.mark.parametrize(
        ("about", "told"),
        [
            ({"name": " \u202e "}, "needs a name"),
            ({"scroll": "elf"}, "one of the scrolls"),
            ({"levels": (30, 30, 30, 30)}, "All five"),
            ({"levels": (41, 30, 30, 30, 10)}, "10 bonus points, not 11"),
            ({"levels": (40, 30, 30, 30, 9)}, "Wounds starts at 10"),
        ],
    )
    def test_what_the_rules_do_not_allow_is_refused(self, alice, about, told):
        with pytest.raises(Refused, match=told):
            built(alice, **about)

    def test_fewer_points_are_accepted(self, alice):
        assert built(alice, levels=(30, 30, 30, 30, 10)).pk

    def test_a_player_keeps_so_many(self, alice, settings):
        settings.PLAYER_PIT_FIGHTERS = 1
        built(alice)
        with pytest.raises(Refused, match="1 pit fighters"):
            built(alice)


class TestChanging:
    def test_everything_before_the_first_fight(self, alice):
        roster = built(alice)
        levels = (40, 30, 30, 30, 10)
        services.change_roster(roster, by=alice, version=1, name="Zog", scroll="chaos", levels=levels, notes="Loud.")
        row = fresh(roster)
        assert (row.name, row.scroll, tuple(row.levels), row.notes, row.version) == ("Zog", "chaos", levels, "Loud.", 2)

    def test_afterwards_only_name_and_notes(self, alice, bob):
        roster = built(alice)
        fought(roster, built(bob))
        row = fresh(roster)
        with pytest.raises(Refused, match="settled"):
            services.change_roster(row, by=alice, version=row.version, name="Zog", levels=(40, 30, 30, 30, 10))
        services.change_roster(row, by=alice, version=row.version, name="Zog")
        assert (fresh(roster).name, fresh(roster).levels) == ("Zog", roster.levels)

    def test_nor_points_of_one_who_stands_in_a_fight(self, alice):
        roster = built(alice)
        seat(roster)
        with pytest.raises(Refused, match="settled"):
            services.change_roster(roster, by=alice, version=1, name="Zog", scroll="chaos")

    def test_a_second_tap_does_nothing(self, alice):
        roster = built(alice)
        services.note(roster, by=alice, version=1, text="once")
        with pytest.raises(OutOfDate, match="fighter has changed"):
            services.note(roster, by=alice, version=1, text="once")
        assert roster.entries.count() == 1

    def test_nobody_changes_somebody_elses(self, alice, bob):
        roster = built(alice)
        with pytest.raises(Refused, match="not yours"):
            services.retire(roster, by=bob, version=1)

    def test_one_who_stands_in_a_fight_is_not_deleted(self, alice):
        roster = built(alice)
        row = seat(roster)
        with pytest.raises(Refused, match="stands in a fight"):
            services.delete_roster(roster, by=alice, version=1)
        PitFight.objects.filter(pk=row.pk).update(state=PitFight.State.OVER)
        services.delete_roster(roster, by=alice, version=1)
        assert not PitRoster.objects.exists()
        assert PitSeat.objects.get().roster is None


def seat(roster: PitRoster) -> PitFight:
    """He stands in a fight that goes on."""
    row = PitFight.objects.create(made_by=roster.owner, state=PitFight.State.UNDER_WAY)
    about = {"name": roster.name, "scroll": roster.scroll, "levels": roster.levels, "roster": roster}
    PitSeat.objects.create(fight=row, place=0, player=roster.owner, **about)
    return row


class TestAfterAFight:
    def test_it_stands_in_the_books_of_both(self, alice, bob):
        one, other = built(alice), built(bob)
        row = fought(one, other, beheaded())
        assert [(now(each).won, now(each).lost, now(each).state) for each in (one, other)] == [
            (1, 0, "ready"),
            (0, 1, "dead"),
        ]
        assert now(one).killed[0].code == other.code
        assert {entry.fight_id for entry in PitRosterEntry.objects.all()} == {row.pk}

    def test_told_twice_it_is_written_once(self, alice):
        roster, other = built(alice), built(alice, "Other")
        row = fought(other, roster, hurt(BROKEN_ARM))
        keeping.ended(row, hurt(BROKEN_ARM))
        assert (roster.entries.count(), now(roster).to_miss) == (1, 2)

    def test_the_owners_other_fighters_have_missed_one(self, alice, bob):
        """A broken arm misses two; the rib of another player's fighter is none of theirs."""
        broken, other, rib = built(alice, "Broken"), built(alice, "Other"), built(bob, "Rib")
        fought(rib, broken, hurt(BROKEN_ARM))
        assert now(broken).to_miss == 2
        fought(other, None)
        assert now(broken).to_miss == 1
        fought(rib, None)
        assert now(broken).to_miss == 1
        assert services.why_he_cannot_fight(fresh(broken)) == "Broken must miss one more fight."
        said(broken, "sit_out")
        assert services.why_he_cannot_fight(fresh(broken)) == ""

    def test_a_fight_on_the_site_writes_it_by_itself(self, alice, bob):
        one, other = built(alice), built(bob, "Zog")
        row = gathering.open_fight(by=alice)
        for roster in (one, other):
            gathering.take_place(row, by=roster.owner, enlisting=gathering.Enlisting(roster=roster))
        with pytest.raises(Refused, match="stands in a fight"):
            said(one, "retire")
        row = fought_out(fights.begin(row, by=alice))
        assert {now(each).fights[0].turns for each in (one, other)} == {row.turn}
        assert {entry.fight_id for entry in PitRosterEntry.objects.all()} == {row.pk}

    def test_what_lasts_is_brought_into_the_next(self, alice, bob):
        one, other = built(alice), built(bob)
        fought(one, other, hurt(("emasculated", "groin"), ("leg_chopped_off", "left_leg")))
        past = services.past_in_fight(other, {one.code: "The Masked One", other.code: "B"})
        assert (past.wooden_legs, past.hates) == (1, ("The Masked One",))


class TestTakingAFightBack:
    def test_it_has_left_nothing_in_any_book(self, alice, bob):
        one, other, third = built(alice), built(bob), built(bob, "Third")
        fought(one, third, hurt(BROKEN_ARM))
        row = fought(one, other, beheaded())
        assert (now(other).state, now(third).to_miss) == ("dead", 1)
        services.take_back_fight(row, by=alice)
        assert (now(one).won, now(other).state, now(third).to_miss) == (1, "ready", 2)

    def test_not_once_somebody_has_fought_since(self, alice, bob):
        one, other = built(alice, "Grokka"), built(bob, "Zog")
        first = fought(one, other)
        fought(one, None)
        with pytest.raises(Refused, match="since to Grokka: take"):
            services.take_back_fight(first, by=alice)
        assert now(other).lost == 1

    def test_a_note_is_in_nobodys_way(self, alice):
        roster = built(alice)
        row = fought(roster, None)
        said(roster, "note", text="Well done.")
        services.take_back_fight(row, by=alice)
        assert now(roster).fights == ()

    def test_nor_while_he_stands_in_the_next(self, alice):
        roster = built(alice)
        row = fought(roster, None)
        seat(roster)
        with pytest.raises(Refused, match="since to Grokka"):
            services.take_back_fight(row, by=alice)

    def test_not_by_a_stranger(self, alice, charlie):
        row = fought(built(alice), None)
        with pytest.raises(Refused, match="no part"):
            services.take_back_fight(row, by=charlie)


class TestWhatHisPlayerSays:
    @pytest.mark.parametrize(("act", "state"), [("came_back", "ready"), ("died", "dead")])
    def test_of_one_who_is_laid_up(self, alice, bob, act, state):
        roster = built(bob)
        fought(built(alice), roster, laid_up())
        assert now(roster).state == "laid_up"
        said(roster, act)
        assert now(roster).state == state

    @pytest.mark.parametrize(
        ("act", "about", "told"),
        [
            ("came_back", {}, "not laid up"),
            ("died", {}, "not laid up"),
            ("sit_out", {}, "no fight to miss"),
            ("learn_skill", {"skill": "Parry"}, "due no skill: 5 more"),
            ("learn_skill", {"skill": " "}, "what he has learned"),
            ("note", {"text": " "}, "what is to be noted"),
            ("take_back", {}, "nothing to take back"),
        ],
    )
    def test_is_refused_where_it_cannot_be(self, alice, act, about, told):
        with pytest.raises(Refused, match=told):
            said(built(alice), act, **about)

    def test_a_skill_for_five_opponents(self, alice):
        roster = built(alice)
        for _ in range(2):
            fought(roster, None, beheaded())
        assert now(roster).skills_due == 1
        assert said(roster, "learn_skill", skill="Parry").sentence == "Learned: Parry."
        assert now(roster).skills_due == 0

    def test_the_last_is_taken_back(self, alice):
        roster = built(alice)
        said(roster, "retire")
        with pytest.raises(Refused, match="over already"):
            said(roster, "retire")
        said(roster, "take_back")
        assert now(roster).state == "ready"

    def test_but_nothing_that_a_fight_wrote(self, alice):
        roster = built(alice)
        fought(roster, None)
        with pytest.raises(Refused, match="with the fight only"):
            said(roster, "take_back")


class TestAccounts:
    def test_a_guests_fighters_come_along(self, alice, bob):
        guest = player("guest-1")
        Player.objects.filter(pk=guest.pk).update(guest_until="2030-01-01T00:00Z")
        roster = built(guest)
        row = fought(roster, built(bob))
        hand_over(guest, to=alice)
        assert fresh(roster).owner == alice
        assert row.seats.get(place=0).player == alice

    def test_an_account_takes_them_along_as_a_file(self, alice, bob, monkeypatch):
        monkeypatch.setattr("warbands.services.accounts.current_rulebook", lambda: None)
        roster = built(alice)
        fought(roster, built(bob))
        with zipfile.ZipFile(io.BytesIO(everything_of(alice))) as archive:
            told = json.loads(archive.read("pit_fighters.json"))
        assert [one["name"] for one in told["fighters"]] == ["Grokka"]
        assert told["fighters"][0]["characteristics"]["wounds"] == 12
        assert told["fighters"][0]["history"][0]["kind"] == "fought"

    def test_a_deleted_account_takes_them_with_it(self, alice, bob, django_capture_on_commit_callbacks):
        kept = built(alice)
        row = fought(kept, built(bob, "Zog"))
        document = PitDocument(roster=kept, title="x", digest="x")
        document.file.save("x.pdf", io.BytesIO(b"%PDF"))
        storage, name = document.file.storage, document.file.name
        with django_capture_on_commit_callbacks(execute=True):
            delete_account(alice)
        assert [one.name for one in PitRoster.objects.all()] == ["Zog"]
        assert row.seats.count() == 2
        assert not storage.exists(name)


class TestPages:
    @pytest.fixture
    def as_alice(self, client, alice) -> Client:
        client.force_login(alice)
        return client

    def test_points_left_are_asked_about_once(self, as_alice):
        """S7."""
        said = {"name": "Grokka", "scroll": "orc", "weapon_skill": 36, "strength": 30, "toughness": 30}
        said |= {"initiative": 30, "wounds": 10}
        asked = as_alice.post(reverse("pit-roster-new"), said)
        assert "4\xa0points left." in asked.text
        assert not PitRoster.objects.exists()
        assert "3\xa0points" in as_alice.post(reverse("pit-roster-new"), {**said, "wounds": 11, "sure": "4"}).text
        assert as_alice.post(reverse("pit-roster-new"), {**said, "sure": "4"}).status_code == 302
        assert PitRoster.objects.get().levels == [36, 30, 30, 30, 10]

    def test_one_begins_with_the_same_fighter_for_a_fight_and_to_keep(self):
        fight, kept = NewFightForm(), FighterForm()
        begins = {name: fight[name].value() for name in ("scroll", *CHARACTERISTICS)}
        assert begins == {name: kept[name].value() for name in begins}
        assert begins["scroll"] == next(iter(pit_rules().scrolls))
        assert points_left(pit_rules(), [begins[name] for name in CHARACTERISTICS]) == 0

    def test_the_address_says_in_whose_manner_if_the_rules_know_it(self, client):
        for asked, chosen in (("undead", "undead"), ("nobody", next(iter(pit_rules().scrolls)))):
            page = client.get(reverse("pit-roster-new"), {"scroll": asked}).text
            assert re.findall(r'id="scroll-(\w+)"[^>]* checked', page) == [chosen]

    def test_whoever_is_signed_out_builds_as_a_guest(self, client):
        said = {"name": "Grokka", "scroll": "orc", "weapon_skill": 40, "strength": 30, "toughness": 30}
        client.post(reverse("pit-roster-new"), {**said, "initiative": 30, "wounds": 10})
        assert PitRoster.objects.get().owner.is_guest

    def test_too_many_points_are_told(self, as_alice):
        said = {"name": "Grokka", "scroll": "orc", "weapon_skill": 40, "strength": 31, "toughness": 30}
        answer = as_alice.post(reverse("pit-roster-new"), {**said, "initiative": 30, "wounds": 10})
        assert (answer.status_code, "not 11" in answer.text) == (400, True)

    def test_mine_with_their_states(self, as_alice, alice, bob):
        ready, dead = built(alice, "Ready One"), built(alice, "<b>Gone</b>")
        fought(built(bob), dead, beheaded())
        page = as_alice.get(reverse("pit-rosters")).text
        assert f"?fighter={ready.code}" in page
        assert f"?fighter={dead.code}" not in page
        assert "<b>Gone" not in page
        assert page.index("Ready One") < page.index("Gone")

    def test_the_list_costs_the_same_for_many(self, as_alice, alice, django_assert_max_num_queries):
        for number in range(6):
            fought(built(alice, f"Number {number}"), None)
        with django_assert_max_num_queries(7):
            as_alice.get(reverse("pit-rosters"))

    def test_everybody_with_the_link_reads_and_acts_on_nothing(self, client, alice, bob):
        roster = built(alice, "A & B")
        fought(roster, built(bob, "Zog"), beheaded())
        page = client.get(roster.get_absolute_url()).text
        assert "A &amp; B" in page
        assert "Took out B." in page
        assert "<form" not in page.split("<main")[1]
        assert client.post(reverse("pit-roster-act", args=[roster.code]), {"do": "retire"}).status_code == 302
        assert now(roster).state == "ready"

    def test_somebody_elses_is_not_found_for_acts(self, as_alice, bob):
        roster = built(bob)
        for name in ("act", "edit", "delete", "print"):
            assert as_alice.post(reverse(f"pit-roster-{name}", args=[roster.code])).status_code == 404

    def test_what_is_said_of_him_is_done_and_told(self, as_alice, alice, bob):
        roster = built(alice)
        fought(built(bob), roster, laid_up())
        assert "awaits its source" in as_alice.get(roster.get_absolute_url()).text
        posted = {"do": "came-back", "version": fresh(roster).version}
        page = as_alice.post(reverse("pit-roster-act", args=[roster.code]), posted, follow=True)
        assert "Came back from his wounds." in page.text
        assert now(roster).state == "ready"

    def test_a_refusal_keeps_what_was_typed(self, as_alice, alice):
        roster = built(alice)
        posted = {"do": "note", "version": 99, "text": "a long story"}
        page = as_alice.post(reverse("pit-roster-act", args=[roster.code]), posted)
        assert page.status_code == 400
        assert 'value="a long story"' in page.text

    def test_he_is_changed_and_deleted(self, as_alice, alice, bob):
        roster = built(alice)
        fought(roster, built(bob))
        edit = reverse("pit-roster-edit", args=[roster.code])
        assert "points are settled" in as_alice.get(edit).text
        as_alice.post(edit, {"name": "Zog", "notes": "", "version": fresh(roster).version})
        assert fresh(roster).name == "Zog"
        as_alice.post(reverse("pit-roster-delete", args=[roster.code]), {"version": fresh(roster).version})
        assert not PitRoster.objects.filter(owner=alice).exists()


class TestTheDead:
    def test_are_ones_own_and_those_of_players_one_has_fought(self, client, alice, bob, charlie):
        mine, theirs, strangers = built(alice, "Mine"), built(bob, "Theirs"), built(charlie, "Strangers")
        killer = built(alice, "Killer")
        fought(killer, theirs, beheaded())
        fought(built(bob), mine, beheaded())
        fought(built(charlie), strangers, beheaded())
        assert [roster.name for roster, _ in dead_known_to(alice)] == ["Mine", "Theirs"]
        assert [roster.name for roster, _ in dead_known_to(charlie)] == ["Strangers"]
        client.force_login(alice)
        page = client.get(reverse("pit-gallery")).text
        assert "Killed in the pit by <bdi>A</bdi>" in page
        assert "Strangers" not in page
