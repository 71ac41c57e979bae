"""Fights that were kept under other rules than those of today: they stand still, and nobody is held by them."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from encounters.models import PitFight, PitOdds, PitRoster, PitSeat, PitStep, PitTournament
from encounters.pit_selectors import rosters_in_fights, terms_of
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services import pit_tournaments as games
from encounters.services.pit_gathering import Enlisting
from tests.encounters.pit.fighting import begun, fought_out, gathered
from tests.encounters.pit.keeping import built
from warbands.models import Player
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db


def of_other_rules(row: PitFight) -> PitFight:
    """The same fight as an older release would have left it."""
    PitFight.objects.filter(pk=row.pk).update(notation="pit0{}", opening="pit0{}")
    return PitFight.objects.get(pk=row.pk)


def page(name: str, row: PitFight, by: Player | None = None, **about: str) -> str:
    client = Client()
    if by is not None:
        client.force_login(by)
    answer = client.get(reverse(name, args=[row.code]), **about)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def kept(alice: Player) -> PitRoster:
    return built(alice)


@pytest.fixture
def still(alice: Player, bob: Player, kept: PitRoster) -> PitFight:
    """Alice's kept fighter and Bob's have begun to fight; the rules are others since."""
    row = gathered(alice, ("Albrecht", bob))
    gathering.take_place(row, by=alice, enlisting=Enlisting(roster=kept))
    return of_other_rules(fights.begin(row, by=alice))


class TestOneThatHadBegun:
    def test_its_page_says_so_and_offers_to_call_it_off(self, still: PitFight, alice: Player, charlie: Player) -> None:
        shown = page("pit-fight", still, alice)
        assert "It stands still" in shown
        assert reverse("pit-call-off", args=[still.code]) in shown
        assert "those who are kept can fight elsewhere again" in shown
        assert reverse("pit-call-off", args=[still.code]) not in page("pit-fight", still, charlie)

    @pytest.mark.parametrize("name", ["pit-replay", "pit-account", "pit-dice"])
    def test_what_is_left_of_it_can_be_looked_at(self, still: PitFight, name: str) -> None:
        page(name, still)

    def test_a_page_that_waited_is_told_too(self, still: PitFight) -> None:
        answer = Client().get(reverse("pit-since", args=[still.code, 0]), headers={"HX-Request": "true"})
        assert "It stands still" in answer.content.decode()

    def test_its_odds_are_asked_for_as_its_fighters_came(self, still: PitFight) -> None:
        shown = Client().get(reverse("pit-odds-new"), {"fight": still.code})
        assert "Albrecht" in shown.content.decode()

    def test_an_order_that_still_comes_is_refused_in_words(self, still: PitFight, bob: Player) -> None:
        with pytest.raises(Refused, match="rules of the pit have changed"):
            fights.give_order(still, by=bob, place=0, order="0 pick lunge", question=still.question)

    def test_any_of_its_players_calls_it_off_and_the_fighters_are_free(
        self, still: PitFight, bob: Player, kept: PitRoster
    ) -> None:
        client = Client()
        client.force_login(bob)
        shown = client.post(reverse("pit-call-off", args=[still.code]), follow=True).content.decode()
        assert "It is called off." in shown
        assert PitFight.objects.get(pk=still.pk).is_called_off
        assert not rosters_in_fights([kept.pk])

    def test_nobody_else_does(self, still: PitFight, charlie: Player) -> None:
        with pytest.raises(Refused, match="no part"):
            fights.call_off(still, by=charlie)

    def test_a_heros_is_called_off_too(self, still: PitFight, alice: Player) -> None:
        PitFight.objects.filter(pk=still.pk).update(hero="Grubnash")
        assert "The night then waits" in page("pit-fight", still, alice)
        assert fights.call_off(still, by=alice).is_called_off

    def test_the_clock_of_the_others_goes_on(
        self, still: PitFight, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
    ) -> None:
        other = begun(alice, ("Gorm", alice), ("Wilhelm", bob))
        late = {"minutes": 5, "asked_at": timezone.now() - timedelta(minutes=6)}
        PitFight.objects.update(**late)
        with caplog.at_level(logging.WARNING):
            assert fights.pass_over_all_late() == 1
        assert PitFight.objects.get(pk=other.pk).question > other.question
        assert f"fight {still.pk} stands still" in caplog.text

    def test_nor_does_what_nobody_foresaw_stop_it(
        self, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        broken, other = (begun(alice, (name, alice), ("Wilhelm", bob)) for name in ("Gorm", "Grokka"))
        PitFight.objects.update(minutes=5, asked_at=timezone.now() - timedelta(minutes=6))
        passed = fights._passed_over

        def passes(pk: int) -> bool:
            if pk == broken.pk:
                raise KeyError("lunge")
            return passed(pk)

        monkeypatch.setattr(fights, "_passed_over", passes)
        assert fights.pass_over_all_late() == 1
        assert f"fight {broken.pk} could not go on" in caplog.text
        assert PitFight.objects.get(pk=other.pk).question > other.question


class TestOneThatIsOver:
    def test_how_it_ended_stands(self, alice: Player, bob: Player) -> None:
        row = fought_out(begun(alice, ("Grokka", alice), ("Albrecht", bob)))
        PitFight.objects.filter(pk=row.pk).update(result={**row.result, "winner": "Albrecht"})
        shown = page("pit-fight", of_other_rules(row), alice)
        assert "<bdi>Albrecht</bdi> won" in shown
        assert reverse("pit-again", args=[row.code]) in shown
        assert reverse("pit-take-back", args=[row.code]) in shown
        assert "Turn 1" in page("pit-account", row)

    def test_where_only_an_order_is_none_any_more_it_is_shown_but_not_played_again(
        self, alice: Player, bob: Player
    ) -> None:
        row = fought_out(begun(alice, ("Grokka", alice), ("Albrecht", bob)))
        PitStep.objects.filter(fight=row, number=2).update(orders=["0 somersault"])
        assert "cannot be played again" in " ".join(page("pit-replay", row).split())
        assert "How it ended" in page("pit-fight", row)

    def test_it_is_fought_once_more_and_taken_back(self, alice: Player, bob: Player) -> None:
        row = of_other_rules(fought_out(begun(alice, ("Grokka", alice), ("Albrecht", bob))))
        assert gathering.fight_again(row, by=alice).seats.count() == 1
        fights.take_back(row, by=alice)
        assert fights.take_back(row, by=bob).is_called_off


class TestOneThatGathers:
    @pytest.fixture
    def row(self, alice: Player, bob: Player) -> PitFight:
        row = gathered(alice, ("Grokka", alice), ("Albrecht", bob), ("Robot", "novice"))
        PitSeat.objects.filter(fight=row, name="Albrecht").update(scroll="<elf>")
        return row

    def test_who_has_no_scroll_any_more_is_named(self, row: PitFight, alice: Player) -> None:
        shown = page("pit-fight", row, alice)
        assert "They have no scroll any more for Albrecht." in shown
        assert "&lt;elf&gt;" in shown

    def test_it_begins_without_him(self, row: PitFight, alice: Player) -> None:
        with pytest.raises(Refused, match="no scroll any more for Albrecht"):
            fights.begin(row, by=alice)
        gathering.leave_place(row, by=alice, place=1)
        assert fights.begin(row, by=alice).is_under_way

    def test_what_earlier_fights_left_him_may_be_told_otherwise(self, row: PitFight, alice: Player) -> None:
        PitSeat.objects.filter(fight=row).update(scroll="orc", past={"toothache": 3})
        with pytest.raises(Refused, match="cannot be read any more"):
            fights.begin(row, by=alice)

    def test_terms_that_nobody_knows_any_more_are_left_out(self, row: PitFight, alice: Player) -> None:
        row.terms = {"radius": 6, "sand": "wet"}
        assert terms_of(row).radius == 6

    def test_it_is_called_off(self, row: PitFight, alice: Player) -> None:
        assert fights.call_off(row, by=alice).is_called_off


class TestOfATournament:
    @pytest.fixture
    def cup(self, alice: Player) -> PitTournament:
        """Two of the computer's meet, and the rules are others since."""
        row = games.open_tournament(by=alice, name="The Cup")
        games.enter_computers(row, by=alice, count=2, strength="novice")
        row = games.begin(row, by=alice)
        for fight in row.fights.all():
            of_other_rules(fight)
        return row

    def test_it_counts_as_fought_without_a_winner_once_it_is_called_off(
        self, cup: PitTournament, alice: Player
    ) -> None:
        shown = page("pit-fight", cup.fights.get(), alice)
        assert "it counts as fought without a winner" in shown
        page("pit-tournament", cup, alice)  # type: ignore[arg-type]
        fights.call_off(cup.fights.get(), by=alice)
        cup.refresh_from_db()
        assert cup.is_over
        assert cup.rounds[0][0]["how"] == "lot"

    def test_whoever_has_them_fight_it_out_is_not_held_up(self, cup: PitTournament, alice: Player) -> None:
        assert not games.fight_them_out(cup, by=alice)
        cup.refresh_from_db()
        assert cup.is_over
        assert cup.fights.get().is_called_off
        assert not PitOdds.objects.filter(status=PitOdds.Status.PENDING).exists()


class TestGuards:
    def test_what_a_tournament_or_a_night_goes_on_with_is_not_taken_back(self, alice: Player, bob: Player) -> None:
        row = fought_out(begun(alice, ("Grokka", alice), ("Albrecht", bob)))
        cup = games.open_tournament(by=alice, name="The Cup")
        for settled in ({"tournament": cup}, {"tournament": None, "brought_home_at": timezone.now()}):
            PitFight.objects.filter(pk=row.pk).update(**settled)
            with pytest.raises(Refused, match="settled elsewhere"):
                fights.take_back(row, by=alice)
        assert not row.seats.filter(called_off=True).exists()

    def test_while_a_players_fighter_stands_the_computers_do_not_fight_on(self, alice: Player) -> None:
        row = begun(alice, ("Grokka", alice), ("Robot", "novice"))
        with pytest.raises(Refused, match="waits for a player"):
            fights.play_on(row, by=alice, turns=60)
        assert PitFight.objects.get(pk=row.pk).version == row.version
