"""What goes with a player from the pit and from skirmishes, and what goes on without him."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from encounters.departure_selectors import told_of_parting
from encounters.models import (
    PitDocument,
    PitEntrant,
    PitFight,
    PitOdds,
    PitOddsPart,
    PitRoster,
    PitSeat,
    PitTournament,
    SkirmishDocument,
    SkirmishFight,
    SkirmishStep,
)
from encounters.pit_selectors import the_fight
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services import pit_odds
from encounters.services import pit_tournaments as games
from encounters.services.departing import leave_games
from encounters.services.pit_gathering import Enlisting
from tests.encounters.pit.conftest import alice, bob  # noqa: F401  (fixtures are found by their names here)
from tests.encounters.pit.fighting import answered_once, begun, enlisting, fought_out, gathered, order
from tests.encounters.pit.keeping import built
from tests.encounters.skirmish.conftest import Table, drawn
from warbands.models import Player
from warbands.services.accounts import delete_account
from warbands.services.guests import expire_guests, hand_over

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def alone(player: Player) -> None:
    """Skirmishes, odds, a kept fighter, and fights of the pit that nobody else has a fighter in."""
    drawn(player)
    Table(player).throw(1, 1)
    gathered(player, ("Grokka", player))
    fighting = begun(player, ("Grokka", player), ("Robot", "novice"))
    content = {"format": "mordheim-pit-fight/1", "fighters": [{"name": "A"}, {"name": "B"}]}
    odds = PitOdds.objects.create(title="A, B", content=content, bouts=1000, seed=1, asked_by=player)
    PitOddsPart.objects.create(odds=odds, number=0, first=0, count=1000)
    cup = games.open_tournament(by=player, name="Alone")
    games.enter_computers(cup, by=player, count=2, strength="novice")
    games.begin(cup, by=player)
    PitFight.objects.filter(pk=fighting.pk).update(minutes=5)
    built(player)


MODELS = (
    PitEntrant, PitFight, PitOdds, PitOddsPart, PitRoster, PitSeat, PitTournament, SkirmishFight, SkirmishStep,
)  # fmt: skip


class TestWhatNobodyElsePlays:
    def test_goes_with_an_account(self, alice: Player) -> None:  # noqa: F811
        alone(alice)
        delete_account(alice)
        assert {model.__name__: model.objects.count() for model in MODELS if model.objects.exists()} == {}

    def test_goes_with_a_guest_whose_time_is_over(self, alice: Player) -> None:  # noqa: F811
        alone(alice)
        Player.objects.filter(pk=alice.pk).update(guest_until=timezone.now() - timedelta(hours=1))
        assert expire_guests() == 1
        assert not any(model.objects.exists() for model in MODELS)

    def test_stays_with_a_guest_who_signs_in(self, alice: Player, bob: Player) -> None:  # noqa: F811
        alone(alice)
        before = {model: model.objects.count() for model in MODELS}
        Player.objects.filter(pk=alice.pk).update(guest_until=timezone.now() + timedelta(hours=1))
        hand_over(alice, to=bob)
        assert {model: model.objects.count() for model in MODELS} == before
        assert SkirmishFight.objects.filter(made_by=bob).count() == 2

    def test_the_files_of_what_was_printed_go_too(
        self,
        alice: Player,  # noqa: F811
        settings,
        tmp_path,
        django_capture_on_commit_callbacks,
    ) -> None:
        settings.MEDIA_ROOT = tmp_path
        about = {"asked_by": alice, "digest": "d", "title": "x"}
        papers = (
            SkirmishDocument.objects.create(fight=drawn(alice), **about),
            PitDocument.objects.create(roster=built(alice), **about),
        )
        for paper in papers:
            paper.file.save("x.pdf", io.BytesIO(b"%PDF"))
        with django_capture_on_commit_callbacks(execute=True):
            delete_account(alice)
        assert not any(paper.file.storage.exists(paper.file.name) for paper in papers)

    def test_of_others_nothing_goes(self, alice: Player, bob: Player) -> None:  # noqa: F811
        alone(bob)
        before = {model: model.objects.count() for model in MODELS}
        delete_account(alice)
        assert {model: model.objects.count() for model in MODELS} == before


class TestWhatOthersPlay:
    def test_a_fight_that_waited_for_him_alone_goes_on(self, alice: Player, bob: Player) -> None:  # noqa: F811
        row = begun(alice, ("Grokka", alice), ("Albrecht", bob))
        while the_fight(row).question == "place":
            row = answered_once(row)
        row = order(row, 1)
        delete_account(alice)
        after = PitFight.objects.get(pk=row.pk)
        assert after.question > row.question
        assert fought_out_by_bob(after).is_over

    def test_the_book_of_another_is_written_when_it_ends(self, alice: Player, bob: Player) -> None:  # noqa: F811
        theirs, his = built(bob, "Zog"), built(alice)
        row = gathering.open_fight(by=alice)
        gathering.take_place(row, by=alice, enlisting=Enlisting(roster=his))
        gathering.take_place(row, by=bob, enlisting=Enlisting(roster=theirs))
        row = fights.begin(row, by=alice)
        delete_account(alice)
        assert fought_out_by_bob(PitFight.objects.get(pk=row.pk)).is_over
        assert [entry.kind for entry in theirs.entries.all()] == ["fought"]

    def test_one_that_has_ended_stays_to_be_looked_at(self, alice: Player, bob: Player) -> None:  # noqa: F811
        row = fought_out(begun(alice, ("Grokka", alice), ("Albrecht", bob)))
        delete_account(alice)
        assert PitFight.objects.get(pk=row.pk).is_over
        assert Client().get(reverse("pit-replay", args=[row.code])).status_code == 200
        delete_account(bob)
        assert not PitFight.objects.exists()

    def test_one_that_cannot_be_read_any_more_stops_nobody_from_going(
        self,
        alice: Player,  # noqa: F811
        bob: Player,  # noqa: F811
    ) -> None:
        row = begun(alice, ("Grokka", alice), ("Albrecht", bob))
        PitFight.objects.update(notation="pit0{}")
        delete_account(alice)
        assert fights.call_off(row, by=bob).is_called_off

    def test_what_he_gathers_fighters_for_is_called_off(self, alice: Player, bob: Player) -> None:  # noqa: F811
        row = gathered(alice, ("Grokka", alice), ("Albrecht", bob))
        cup = games.open_tournament(by=alice, name="The Cup")
        games.enter(cup, by=bob, enlisting=enlisting("Albrecht"))
        theirs = gathered(bob, ("Albrecht", bob), ("Grokka", alice))
        delete_account(alice)
        assert PitFight.objects.get(pk=row.pk).is_called_off
        assert PitTournament.objects.get(pk=cup.pk).is_called_off
        assert fights.begin(theirs, by=bob).is_under_way

    def test_a_tournament_under_way_is_led_by_another_who_has_entered(
        self,
        alice: Player,  # noqa: F811
        bob: Player,  # noqa: F811
    ) -> None:
        cup = games.open_tournament(by=alice, name="The Cup")
        games.enter(cup, by=bob, enlisting=enlisting("Albrecht"))
        games.enter_computers(cup, by=alice, count=3, strength="novice")
        games.begin(cup, by=alice)
        delete_account(alice)
        cup.refresh_from_db()
        assert cup.made_by == bob
        assert not games.fight_them_out(cup, by=bob)
        assert [len(slots) for slots in PitTournament.objects.get(pk=cup.pk).rounds] == [2]
        assert PitFight.objects.going_on().filter(tournament=cup).count() == 1

    def test_nothing_of_his_is_left_to_wait_for_him_or_to_be_written(
        self,
        alice: Player,  # noqa: F811
        bob: Player,  # noqa: F811
    ) -> None:
        cup = games.open_tournament(by=bob, name="The Cup")
        games.enter(cup, by=bob, enlisting=enlisting("Albrecht"))
        games.enter(cup, by=alice, enlisting=Enlisting(roster=built(alice)))
        games.begin(cup, by=bob)
        leave_games(alice)
        for model in (PitSeat, PitEntrant):
            assert model.objects.filter(name="Grokka", player=None, roster=None).exists()
        assert not PitRoster.objects.exists()

    def test_odds_that_a_worker_was_at_are_simply_gone(self, alice: Player) -> None:  # noqa: F811
        alone(alice)
        part = PitOddsPart.objects.filter(odds__asked_by=alice).get()
        delete_account(alice)
        pit_odds.play_part(part.pk)
        assert not PitOdds.objects.exists()


def fought_out_by_bob(row: PitFight) -> PitFight:
    while row.is_under_way:
        row = order(row, 1) if 1 in row.waits_for else fights.play_on(row, by=row.seats.get(place=1).player, turns=60)
    return row


class TestWhatHeIsTold:
    def test_before_his_account_is_deleted(self, alice: Player, bob: Player) -> None:  # noqa: F811
        alone(alice)
        gathered(alice, ("Grokka", alice), ("Albrecht", bob))
        begun(bob, ("Grokka", alice), ("Albrecht", bob))
        client = Client()
        client.force_login(alice)
        page = client.get(reverse("account-delete")).content.decode()
        for told in (
            "It deletes one pit fighter, with all that was written of them.",
            "It deletes two fights and one tournament of the pit in which no other player has a fighter.",
            "It deletes two skirmishes, with their logs and sheets.",
            "It deletes the odds of the pit that you asked for; those that are being worked out stop.",
            "It calls off one fight of the pit for which you gather fighters.",
            "In fights with others in the pit the computer plays on for you.",
        ):
            assert f"<li><bdi>{told}</bdi></li>" in page

    def test_nothing_where_he_has_played_nothing(self, alice: Player, bob: Player) -> None:  # noqa: F811
        alone(bob)
        assert told_of_parting(alice) == []
