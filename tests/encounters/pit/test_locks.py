"""Rows of the pit that several want at the same moment: one fighter goes one way only, and nobody waits for another who
waits for him.

SQLite lets one writer in at a time by itself. So the order of the locks is also read from what asks for them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from encounters.models import PitRoster, PitSeat, PitTournament
from encounters.pitfight.state import Terms
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services import pit_odds, pit_rosters, skirmish_drafts
from encounters.services import pit_tournaments as games
from encounters.services.pit_gathering import Enlisting
from tests.encounters.pit.fighting import EVEN, gathered
from tests.encounters.pit.keeping import built
from tests.warbands.services.test_two_at_once import at_once
from warbands.models import Player
from warbands.roster.refusals import Refused

AT_ONCE = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def few_bets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pit_odds, "BOUTS_OF_A_BET", 6)


def entered_by(maker: Player, *rosters: PitRoster) -> PitTournament:
    row = games.open_tournament(by=maker, name="Blood and Sand")
    for roster in rosters:
        games.enter(row, by=roster.owner, enlisting=Enlisting(roster=roster))
    return row


def two_fighters() -> dict[str, Any]:
    """What odds are asked of."""
    two = [pit_odds.Fighter(name, "orc", EVEN, {}, "novice") for name in ("Grokka", "Albrecht")]
    return pit_odds.fight_file(two, Terms())


class TestAtTheSameMoment:
    pytestmark = AT_ONCE

    def test_one_who_is_kept_comes_to_one_fight_only(self, alice: Player) -> None:
        darling, several = Enlisting(roster=built(alice)), [gathered(alice) for _ in range(4)]
        raised = at_once(*[partial(gathering.take_place, row, by=alice, enlisting=darling) for row in several])
        assert sorted(error.code for error in raised if isinstance(error, Refused)) == ["busy"] * 3
        assert PitSeat.objects.count() == 1

    @pytest.mark.parametrize("leaves", [pit_rosters.retire, pit_rosters.delete_roster])
    def test_he_leaves_the_pit_or_comes_to_a_fight(self, alice: Player, leaves) -> None:
        darling, row = built(alice), gathered(alice)
        raised = at_once(
            partial(gathering.take_place, row, by=alice, enlisting=Enlisting(roster=darling)),
            partial(leaves, darling, by=alice, version=darling.version),
        )
        assert sorted(type(error) for error in raised if error) == [Refused]
        assert PitSeat.objects.exists() == (raised[0] is None)

    def test_two_tournaments_with_each_others_fighters_begin(self, alice: Player, bob: Player) -> None:
        one, other = built(alice, "Grokka"), built(bob, "Albrecht")
        both = entered_by(alice, one, other), entered_by(bob, other, one)
        raised = at_once(*[partial(games.begin, row, by=row.made_by) for row in both])
        assert raised == [None, None]
        assert sorted(row.fights.count() for row in both) == [0, 1]

    def test_tournaments_of_each_others_players_begin(self, alice: Player, bob: Player) -> None:
        both = [games.open_tournament(by=maker, name="Sand") for maker in (alice, bob)]
        for row in both:
            for player in (alice, bob):
                games.enter(row, by=player, enlisting=Enlisting("Otto", "orc", EVEN))
        raised = at_once(*[partial(games.begin, row, by=row.made_by) for row in both])
        assert raised == [None, None]


@pytest.mark.django_db
class TestTheOrderOfLocks:
    """Rows that one has just made are nobody else's to wait for: the fights of a round that begins may come last."""

    def test_coming_to_a_fight(self, alice: Player, locks: list[str]) -> None:
        darling, row = built(alice), gathered(alice)
        locks.clear()
        gathering.take_place(row, by=alice, enlisting=Enlisting(roster=darling))
        assert locks == ["PitFight", "PitRoster"]

    def test_coming_once_more(self, alice: Player, bob: Player, locks: list[str]) -> None:
        row = gathered(alice)
        gathering.take_place(row, by=alice, enlisting=Enlisting(roster=built(alice)))
        fights.call_off(row, by=alice)
        locks.clear()
        gathering.fight_again(row, by=alice)
        assert locks == ["PitFight", "Player without its key", "PitRoster"]

    def test_those_who_come_once_more_are_locked_at_once(self, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        two, row, wanted, lock = [built(alice), built(alice)], gathered(alice), [], pit_rosters.locked_rosters
        for roster in reversed(two):
            gathering.take_place(row, by=alice, enlisting=Enlisting(roster=roster))
        fights.call_off(row, by=alice)

        def told(pks):
            wanted.append(sorted(pks))
            return lock(wanted[-1])

        monkeypatch.setattr(pit_rosters, "locked_rosters", told)
        assert gathering.fight_again(row, by=alice).seats.count() == 2
        assert wanted[0] == [roster.pk for roster in two]

    @pytest.mark.parametrize(
        "act",
        [
            gathering.open_fight,
            partial(games.open_tournament, name="Sand"),
            partial(pit_rosters.build_roster, name="Grokka", scroll="orc", levels=EVEN),
            skirmish_drafts.draw_up,
            lambda by: pit_odds.request_odds(two_fighters(), by=by, bouts=1_000),
        ],
    )
    def test_counting_leaves_the_players_key_to_rows_that_name_him(self, alice: Player, locks: list[str], act) -> None:
        """Whoever stores such a row waits for the key of a player at the end, with all his other locks."""
        act(by=alice)
        assert locks == ["Player without its key"]

    def test_a_tournament_that_begins_and_a_fight_of_it_that_ends(self, alice: Player, locks: list[str]) -> None:
        row = entered_by(alice, built(alice, "Grokka"))
        games.enter_computers(row, by=alice, count=3, strength="novice")
        locks.clear()
        games.begin(row, by=alice)
        assert locks == ["PitTournament", "PitRoster", "PitFight"]
        locks.clear()
        fights.play_on(games._of_computers(row)[0], by=alice, turns=99)
        assert locks == ["PitFight", "PitTournament", "PitRoster", "PitOdds"]

    def test_all_who_have_entered_are_locked_at_once_when_a_fight_ends(self, alice: Player, bob: Player) -> None:
        row = entered_by(alice, built(alice, "Grokka"), built(bob, "Albrecht"))
        built(bob, "Not in it")
        fight = games.begin(row, by=alice).fights.get()
        locked = pit_rosters._locked_at_the_end(fight, {alice.pk})
        assert [one.name for one in locked] == ["Grokka", "Albrecht"]
