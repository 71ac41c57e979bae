"""Tournaments over the real services: gathering, the draw, rounds that follow from fights, and the pages of it all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.battle.seeds import hash_of
from encounters.models import PitEntrant, PitFight, PitOdds, PitTournament
from encounters.pit_games_selectors import Slot, rounds_of, tournament_shown
from encounters.pit_selectors import the_fight
from encounters.pitfight.state import Terms
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services import pit_odds, pit_rosters
from encounters.services import pit_tournaments as games
from encounters.services.pit_gathering import Enlisting
from tests.encounters.pit.fighting import EVEN, enlisting, fought_out
from tests.warbands.services.test_two_at_once import at_once
from warbands.models import Player
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db
State = PitTournament.State


@pytest.fixture(autouse=True)
def few_bets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pit_odds, "BOUTS_OF_A_BET", 6)


def gathered(maker: Player, *whose: Player | str, kind: str = "bracket", **about: object) -> PitTournament:
    """A tournament with a fighter of each, of a player or of the computer at a strength; short fights."""
    terms = Terms(turn_limit=8)
    row = games.open_tournament(by=maker, name="Blood and Sand", kind=kind, terms=terms, **about)  # type: ignore[arg-type]
    for number, one in enumerate(whose, 1):
        by, computer = (maker, one) if isinstance(one, str) else (one, "")
        games.enter(row, by=by, enlisting=enlisting(f"Fighter {number}"), computer=computer)
    return row


def begun(maker: Player, *whose: Player | str, **about: object) -> PitTournament:
    return games.begin(gathered(maker, *whose, **about), by=maker)


def slots(row: PitTournament, number: int) -> Sequence[Slot]:
    row.refresh_from_db()
    return rounds_of(row)[number - 1]


def fight_of(row: PitTournament, number: int, slot: int) -> PitFight:
    return row.fights.get(round=number, slot=slot)


def kept(player: Player, name: str):
    return pit_rosters.build_roster(by=player, name=name, scroll="orc", levels=EVEN)


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


class TestGathering:
    def test_the_draw_is_settled_before_anybody_comes(self, alice: Player) -> None:
        row = gathered(alice)
        assert (row.seed_hash, row.seed_shown) == (hash_of(row.seed), "")

    def test_there_are_sixteen_places_and_the_computer_fills_what_is_left(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, bob)
        games.enter_computers(row, by=alice, count=16, strength="novice")
        assert row.entrants.count() == 16
        assert len({one.name for one in row.entrants.all()}) == 16
        with pytest.raises(Refused, match="No more than 16"):
            games.enter(row, by=bob, enlisting=enlisting("One more"))

    def test_only_the_maker_brings_the_computer_begins_and_calls_off(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, alice, bob)
        for refused in (
            lambda: games.enter(row, by=bob, enlisting=enlisting("Robot"), computer="novice"),
            lambda: games.begin(row, by=bob),
            lambda: games.call_off(row, by=bob),
            lambda: games.fight_them_out(row, by=bob),
        ):
            with pytest.raises(Refused, match="made the tournament"):
                refused()

    def test_a_kept_fighter_enters_once_and_by_his_owner(self, alice: Player, bob: Player) -> None:
        row, mordd = gathered(alice), kept(bob, "Mordd")
        games.enter(row, by=bob, enlisting=Enlisting(roster=mordd))
        with pytest.raises(Refused, match="entered already"):
            games.enter(row, by=bob, enlisting=Enlisting(roster=mordd))
        with pytest.raises(Refused, match="not yours"):
            games.enter(row, by=alice, enlisting=Enlisting(roster=kept(bob, "Krell")))

    def test_whoever_withdraws_makes_room(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, alice, bob, alice)
        with pytest.raises(Refused, match="not yours"):
            games.withdraw(row, by=bob, number=0)
        games.withdraw(row, by=bob, number=1)
        assert [(one.number, one.name) for one in row.entrants.all()] == [(0, "Fighter 1"), (1, "Fighter 3")]

    @pytest.mark.parametrize(
        "about", [{"name": " "}, {"kind": "melee"}, {"purse": -1}, {"purse": 10**9}, {"minutes": 10**6}]
    )
    def test_what_makes_no_tournament_is_refused(self, alice: Player, about: dict) -> None:
        with pytest.raises(Refused):
            games.open_tournament(by=alice, **{"name": "Blood", **about})

    def test_a_player_has_so_many_open(self, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(games, "OPEN_TOURNAMENTS", 2)
        first, _ = gathered(alice), gathered(alice)
        with pytest.raises(Refused, match="You have 2 tournaments open"):
            gathered(alice)
        gathered(bob)
        games.call_off(first, by=alice)
        gathered(alice)

    def test_its_fights_do_not_count_as_its_makers(self, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(gathering, "OPEN_FIGHTS", 0)
        assert begun(alice, alice, "novice").fights.count() == 1

    def test_only_one_that_is_not_over_is_called_off(self, alice: Player) -> None:
        row = games.call_off(gathered(alice), by=alice)
        ended = row.ended_at
        with pytest.raises(Refused, match="over"):
            games.call_off(row, by=alice)
        row.refresh_from_db()
        assert row.ended_at == ended

    def test_one_alone_does_not_begin_and_nothing_begins_twice(self, alice: Player) -> None:
        with pytest.raises(Refused, match="two at least"):
            begun(alice, alice)
        row = begun(alice, "novice", "novice")
        with pytest.raises(Refused, match="begun already"):
            games.begin(row, by=alice)
        with pytest.raises(Refused, match="begun already"):
            games.enter(row, by=alice, enlisting=enlisting("Late"))


class TestTheFirstRound:
    def test_its_fights_are_begun_with_each_ones_player_in_his_place(self, alice: Player, bob: Player) -> None:
        row = begun(alice, alice, bob, "seasoned", minutes=5)
        bye, fought = sorted(slots(row, 1), key=lambda slot: slot.how == "")
        assert (bye.how, bye.one, bye.through) == ("bye", 0, 0)
        fight = row.fights.get()
        assert (fight.state, fight.round, fight.minutes, fight.made_by) == ("under_way", 1, 5, alice)
        assert the_fight(fight).terms.turn_limit == 8
        drawn = {one.drawn: one for one in row.entrants.all()}
        assert sorted(drawn) == [0, 1, 2]
        for seat, place in zip(fight.seats.all(), (fought.one, fought.other), strict=True):
            assert (seat.name, seat.player, seat.computer) == (
                drawn[place].name,
                drawn[place].player,
                drawn[place].computer,
            )

    def test_the_seed_draws_the_places(self, alice: Player) -> None:
        draws = set()
        for seed in ("00" * 32, "11" * 32, "22" * 32, "00" * 32):
            row = gathered(alice, *["novice"] * 5)
            PitTournament.objects.filter(pk=row.pk).update(seed=seed)
            games.begin(row, by=alice)
            draws.add(tuple(row.entrants.values_list("drawn", flat=True)))
        assert len(draws) == 3

    def test_bets_are_worked_out_for_each_fight_and_none_for_a_bye(self, alice: Player) -> None:
        row = begun(alice, "novice", "novice", "novice")
        odds = PitOdds.objects.get()
        assert (odds.bet_on, odds.bouts) == (row.fights.get(), 6)
        assert [one["name"] for one in odds.content["fighters"]] == [seat.name for seat in row.fights.get().seats.all()]


class TestGoingOn:
    def test_winners_meet_until_one_is_left(self, alice: Player) -> None:
        row = begun(alice, *["novice"] * 4, purse=50)
        first, second = fight_of(row, 1, 0), fight_of(row, 1, 1)
        fights.play_on(first, by=alice, turns=99)
        assert not row.fights.filter(round=2).exists()
        fights.play_on(second, by=alice, turns=99)
        final = fight_of(row, 2, 0)
        through = [slot.through for slot in slots(row, 1)]
        assert [slots(row, 2)[0].one, slots(row, 2)[0].other] == through
        fights.play_on(final, by=alice, turns=99)
        row.refresh_from_db()
        assert (row.state, row.winner) == (State.OVER, slots(row, 2)[0].through)
        assert row.seed_shown == row.seed
        assert row.winner in through

    def test_the_winner_is_whom_the_fight_says(self, alice: Player) -> None:
        row = begun(alice, *["novice"] * 4)
        games.fight_them_out(row, by=alice)
        for number in (1, 2):
            for at, slot in enumerate(slots(row, number)):
                fight = fight_of(row, number, at)
                names = [one.name for one in sorted(row.entrants.all(), key=lambda one: one.drawn)]
                if fight.result["winner"]:
                    assert names[slot.winner] == fight.result["winner"]
                assert list(slot.damage) == [fight.result["damage"][names[one]] for one in (slot.one, slot.other)]

    def test_a_fight_called_off_counts_as_one_without_a_winner(self, alice: Player, bob: Player) -> None:
        row = begun(alice, alice, bob)
        fight = row.fights.get()
        fights.call_off(fight, by=alice)
        assert slots(row, 1)[0].how == ""
        fights.call_off(fight, by=bob)
        slot = slots(row, 1)[0]
        assert (slot.how, slot.winner) == ("lot", None)
        assert slot.through in (0, 1)
        assert row.state == State.OVER

    def test_players_fights_are_fought_and_go_on_too(self, alice: Player, bob: Player) -> None:
        row = begun(alice, alice, bob)
        fought_out(row.fights.get())
        assert slots(row, 1)[0].through == row.winner
        assert row.state == State.OVER

    def test_everybody_meets_everybody_and_the_table_decides(self, alice: Player) -> None:
        row = begun(alice, *["novice"] * 3, kind="round_robin")
        assert games.fight_them_out(row, by=alice) is False
        row.refresh_from_db()
        assert (row.state, row.fights.count(), len(row.rounds)) == (State.OVER, 3, 3)
        table = tournament_shown(row, None).table
        assert [one.standing.fought for one in table] == [2, 2, 2]
        assert table[0].standing.entrant == row.winner
        assert sum(one.standing.points for one in table) == 6

    def test_fighting_out_stops_when_its_time_is_over_and_leaves_players_alone(
        self, alice: Player, bob: Player
    ) -> None:
        row = begun(alice, *["novice"] * 4)
        assert games.fight_them_out(row, by=alice, seconds=-1) is True
        assert games.fight_them_out(row, by=alice) is False
        mixed = begun(alice, alice, bob)
        assert games.fight_them_out(mixed, by=alice) is False
        assert mixed.fights.get().is_under_way

    def test_a_second_word_about_a_fight_changes_nothing(self, alice: Player) -> None:
        row = begun(alice, *["novice"] * 4)
        fights.play_on(fight_of(row, 1, 0), by=alice, turns=99)
        before = slots(row, 1)[0]
        games._brought(fight_of(row, 1, 0), 0, (99, 98))
        assert slots(row, 1)[0] == before

    def test_a_tournament_called_off_leaves_players_their_fight_and_ends_the_computers(
        self, alice: Player, bob: Player
    ) -> None:
        row = begun(alice, alice, bob, "novice", "novice", kind="round_robin")
        games.call_off(row, by=alice)
        states = {fight.state for fight in row.fights.all() if not fight.seats.exclude(player=None).exists()}
        assert states <= {"called_off"}
        for fight in row.fights.filter(state="under_way"):
            fought_out(fight)
        row.refresh_from_db()
        assert (row.state, len(row.rounds)) == (State.CALLED_OFF, 1)
        assert {slot.how for slot in slots(row, 1)} == {""}


class TestWalkovers:
    def test_one_who_cannot_fight_gives_way_and_all_are_told(self, alice: Player, bob: Player) -> None:
        row, mordd = gathered(alice, "novice"), kept(bob, "Mordd")
        games.enter(row, by=bob, enlisting=Enlisting(roster=mordd))
        pit_rosters.retire(mordd, by=bob, version=1)
        games.begin(row, by=alice)
        slot, other = slots(row, 1)[0], row.entrants.get(roster=None)
        assert (slot.how, slot.winner, slot.through) == ("walkover", other.drawn, other.drawn)
        assert "Mordd" in slot.told
        assert (row.state, row.winner) == (State.OVER, other.drawn)
        assert not PitOdds.objects.exists()
        page = Client().get(row.get_absolute_url()).text
        assert "Walkover" in page
        assert "Mordd" in page

    def test_one_in_another_fight_or_whose_roster_is_gone_gives_way(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, "novice", "novice", kind="round_robin")
        busy, gone = kept(bob, "Busy"), kept(bob, "Gone")
        for one in (busy, gone):
            games.enter(row, by=bob, enlisting=Enlisting(roster=one))
        gathering.take_place(gathering.open_fight(by=bob), by=bob, enlisting=Enlisting(roster=busy))
        pit_rosters.delete_roster(gone, by=bob, version=1)
        games.begin(row, by=alice)
        games.fight_them_out(row, by=alice)
        row.refresh_from_db()
        told = {slot.told for number in (1, 2, 3) for slot in slots(row, number)}
        assert {"", "Busy is in another fight.", "Gone is not there any more."} < told
        neither = [slot for number in (1, 2, 3) for slot in slots(row, number) if slot.how == "nobody" and slot.told]
        assert len(neither) == 1
        assert neither[0].met is None
        table = tournament_shown(row, None).table
        assert {one.standing.points for one in table[2:]} == {0}

    def test_what_the_rules_refuse_does_not_take_back_the_fight_before(
        self, alice: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        row = begun(alice, *["novice"] * 4)

        def refuses(*args, **kwargs):
            raise Refused("No.", code="no")

        monkeypatch.setattr(gathering, "take_place", refuses)
        games.fight_them_out(row, by=alice)
        assert (slots(row, 2)[0].how, slots(row, 2)[0].told) == ("nobody", "No.")
        assert row.state == State.OVER
        assert row.fights.filter(round=1, state="over").count() == 2


class TestBets:
    def test_shares_and_pays_are_shown_while_the_fight_goes_on(self, alice: Player) -> None:
        row = begun(alice, "novice", "novice")
        assert "odds to come" in Client().get(row.get_absolute_url()).text
        for part in PitOdds.objects.get().parts.all():
            pit_odds.play_part(part.pk)
        (pair,) = tournament_shown(row, None).rounds[0].pairs
        assert sum(side.share for side in pair.sides) == pytest.approx(1)
        open_page = Client().get(row.get_absolute_url()).text
        assert "a fair bet pays" in open_page
        assert "Bets:" in open_page
        fights.play_on(row.fights.get(), by=alice, turns=99)
        after = Client().get(row.get_absolute_url()).text
        assert "a fair bet pays" not in after
        assert "Bets:" not in after
        assert "bets are closed" in after

    def test_the_fights_of_a_tournament_do_not_fill_its_makers_list(self, alice: Player, bob: Player) -> None:
        row = begun(alice, alice, bob, "novice", "novice")
        own = set(PitFight.objects.of_player(alice))
        assert own == set(row.fights.filter(seats__player=alice))

    def test_odds_that_come_too_late_are_not_worked_out(self, alice: Player) -> None:
        row = begun(alice, "novice", "novice")
        fights.play_on(row.fights.get(), by=alice, turns=99)
        odds = PitOdds.objects.get()
        assert (odds.status, odds.parts.count()) == (PitOdds.Status.CANCELLED, 0)
        assert "before they were ready" in Client().get(odds.get_absolute_url()).text


class TestThePages:
    def test_a_guest_makes_one_fills_it_and_has_it_fought_out(self) -> None:
        client = Client()
        assert "No tournament yet" in client.get(reverse("pit-tournaments")).text
        assert client.get(reverse("pit-tournament-new")).status_code == 200
        said = {"name": "Blood", "kind": "bracket", "purse": "50", "minutes": "0", "radius": "5", "spacing": "4"}
        answer = client.post(reverse("pit-tournament-new"), said)
        row = PitTournament.objects.get()
        assert answer.url == row.get_absolute_url()
        assert (row.terms["radius"], row.purse) == (5, 50)
        post(client, row, "computers", count="4", strength="novice")
        assert "Draw, and let them fight" in client.get(row.get_absolute_url()).text
        post(client, row, "begin")
        assert "Fight them out" in client.get(row.get_absolute_url()).text
        over = post(client, row, "fight-out").text
        assert "wins 50" in over
        row.refresh_from_db()
        assert row.seed in over
        assert "Blood" in client.get(reverse("pit-tournaments")).text

    def test_whoever_has_the_address_enters_and_withdraws(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, alice)
        client = signed_in(bob)
        page = client.get(row.get_absolute_url()).text
        assert "Fighters of the computer" not in page
        page = post(client, row, "enter", name="Albrecht", scroll="empire").text
        assert "Albrecht has entered." in page
        number = PitEntrant.objects.get(name="Albrecht").number
        assert "Albrecht" not in post(client, row, "withdraw", number=str(number)).text.replace("Take Albrecht", "")
        assert "not yours" in post(client, row, "withdraw", number="0").text

    def test_my_fight_that_waits_for_me_is_on_top(self, alice: Player, bob: Player) -> None:
        row = begun(alice, alice, bob)
        waits = row.fights.get().waits_for[0]
        asked = row.fights.get().seats.get(place=waits).player
        other = bob if asked == alice else alice
        assert "Waiting for you" in signed_in(asked).get(row.get_absolute_url()).text
        assert "Waiting for you" not in signed_in(other).get(row.get_absolute_url()).text

    def test_a_page_that_waits_hears_only_of_what_is_new(self, alice: Player) -> None:
        row = begun(alice, "novice", "novice")
        since = reverse("pit-tournament-since", args=[row.code, row.version])
        assert Client().get(since).status_code == 204
        fights.play_on(row.fights.get(), by=alice, turns=99)
        assert "wins" in Client().get(since, headers={"HX-Request": "true"}).text

    def test_while_others_enter_only_the_list_is_drawn_anew(self, alice: Player) -> None:
        row = gathered(alice, "novice", "novice")
        since = reverse("pit-tournament-since", args=[row.code, 0])
        page = Client().get(row.get_absolute_url()).text
        assert 'hx-select="#entrants"' in page
        assert "HX-Reselect" not in Client().get(since).headers
        games.begin(row, by=alice)
        assert Client().get(since)["HX-Reselect"] == "#pit"

    def test_the_page_goes_on_by_itself_while_fights_are_left(self, alice: Player, monkeypatch) -> None:
        row = begun(alice, "novice", "novice")
        monkeypatch.setattr(games, "fight_them_out", lambda *args, **kwargs: True)
        assert 'hx-trigger="load' in post(signed_in(alice), row, "fight-out").text

    @pytest.mark.parametrize("kind", ["bracket", "round_robin"])
    def test_it_costs_as_many_queries_for_four_as_for_sixteen(self, alice: Player, kind: str) -> None:
        client, counts = signed_in(alice), []
        for size in (4, 16):
            row = gathered(alice, *["novice"] * size, kind=kind)
            client.get(row.get_absolute_url())
            pages = [reverse("pit-tournaments"), row.get_absolute_url()]
            gathering = asked(client, pages)
            games.begin(row, by=alice)
            counts.append((gathering, asked(client, pages)))
        assert counts[0] == counts[1]
        assert max(counts[0]) <= 14

    def test_strangers_and_lookers_change_nothing(self, alice: Player, bob: Player) -> None:
        row = gathered(alice, "novice", "novice")
        for act in ("begin", "call-off", "fight-out", "computers", "withdraw"):
            address = reverse(f"pit-tournament-{act}", args=[row.code])
            assert Client().post(address).status_code == 302
            assert Client().get(address).url == row.get_absolute_url()
            signed_in(bob).post(address, {"count": "1", "strength": "novice", "number": "0"})
        row.refresh_from_db()
        assert (row.state, row.entrants.count()) == (State.GATHERING, 2)
        assert Client().get(reverse("pit-tournament", args=["nowhere"])).status_code == 404


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_the_last_two_fights_of_a_round_end_at_once_and_open_the_next_once(alice: Player, few_bets: None) -> None:
    row = begun(alice, *["novice"] * 4)
    two = list(row.fights.all())
    raised = at_once(*[partial(fights.play_on, one, by=alice, turns=99) for one in two])
    assert raised == [None, None]
    assert row.fights.filter(round=2).count() == 1
    assert [bool(slot.how) for slot in slots(row, 1)] == [True, True]


def post(client: Client, row: PitTournament, act: str, **data: str):
    """As htmx does it."""
    return client.post(reverse(f"pit-tournament-{act}", args=[row.code]), data, headers={"HX-Request": "true"})


def asked(client: Client, pages: Sequence[str]) -> int:
    with CaptureQueriesContext(connection) as queries:
        for page in pages:
            assert client.get(page).status_code == 200
    return len(queries)
