"""Who may come to a fight, leave it or come again: fighters who are kept, heroes, and how many fights one has open."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.urls import reverse

from encounters.models import PitFight
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services.pit_gathering import Enlisting
from tests.encounters.pit.fighting import gathered
from tests.encounters.pit.keeping import beheaded, built, fought
from warbands.models import Player
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def of_the_computer(alice: Player) -> PitFight:
    """A fight in which the computer plays two, of whom Alice keeps the first."""
    row = gathered(alice)
    gathering.take_place(row, by=alice, enlisting=Enlisting(roster=built(alice, "Darling")), computer="novice")
    gathering.take_opponents(row, by=alice, count=1, strength="novice")
    row.refresh_from_db()
    return row


def of_a_hero(row: PitFight) -> PitFight:
    row.hero = "Grubnash"
    row.save(update_fields=["hero"])
    return row


class TestOneWhoIsKept:
    def test_no_stranger_plays_him_for_the_computer(self, of_the_computer: PitFight, alice, bob) -> None:
        with pytest.raises(Refused, match="somebody else's"):
            gathering.take_over(of_the_computer, by=bob, place=0)
        assert of_the_computer.seats.get(place=0).computer == "novice"
        assert gathering.take_over(of_the_computer, by=alice, place=0).player == alice

    def test_strangers_are_offered_the_others_alone(self, of_the_computer: PitFight, bob: Player, client) -> None:
        client.force_login(bob)
        page = client.get(of_the_computer.get_absolute_url()).content.decode()
        assert page.count(reverse("pit-take-over", args=[of_the_computer.code])) == 2  # once for htmx, once without
        assert page.count("I play him") == 1

    def test_one_in_a_fight_does_not_come_to_another(self, alice: Player) -> None:
        darling = built(alice, "Darling")
        gathering.take_place(gathered(alice), by=alice, enlisting=Enlisting(roster=darling))
        with pytest.raises(Refused, match="Darling is in a fight already") as refused:
            gathering.take_place(gathered(alice), by=alice, enlisting=Enlisting(roster=darling))
        assert refused.value.code == "busy"

    def test_one_who_is_dead_does_not_come(self, alice: Player, bob: Player) -> None:
        darling = built(bob, "Darling")
        fought(built(alice), darling, beheaded())
        with pytest.raises(Refused, match=r"^Darling is dead") as refused:
            gathering.take_place(gathered(bob), by=bob, enlisting=Enlisting(roster=darling))
        assert refused.value.code == "cannot_fight"

    def test_nor_one_who_is_gone(self, alice: Player) -> None:
        darling, row = built(alice, "Darling"), gathered(alice)
        type(darling).objects.all().delete()
        with pytest.raises(Refused, match="not there any more"):
            gathering.take_place(row, by=alice, enlisting=Enlisting(roster=darling))


class TestAHeros:
    def test_nobody_leaves_it(self, alice: Player) -> None:
        row = of_a_hero(gathered(alice, ("Grubnash", alice), ("Bruno", "novice")))
        with pytest.raises(Refused, match="Nobody leaves a fight for freedom"):
            gathering.leave_place(row, by=alice, place=1)
        assert row.seats.count() == 2

    def test_it_is_fought_once(self, alice: Player) -> None:
        row = fights.call_off(gathered(alice, ("Grubnash", alice)), by=alice)
        with pytest.raises(Refused, match="fought once"):
            gathering.fight_again(of_a_hero(row), by=alice)
        assert PitFight.objects.count() == 1


def test_a_player_has_so_many_open(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "OPEN_FIGHTS", 2)
    first, _ = gathered(alice), gathered(alice)
    with pytest.raises(Refused, match="You have 2 fights open"):
        gathered(alice)
    gathered(bob)
    fights.call_off(first, by=alice)
    gathered(alice)


def test_whose_time_as_a_guest_is_over_opens_none(alice: Player) -> None:
    gone = Player.objects.get(pk=alice.pk)
    alice.delete()
    with pytest.raises(Refused, match="over"):
        gathered(gone)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_opponents_come_all_or_none(alice: Player) -> None:
    """Without a transaction of the caller's."""
    row = gathered(alice)
    gathering.take_opponents(row, by=alice, count=3, strength="novice")
    with pytest.raises(Refused, match="No more than 8"):
        gathering.take_opponents(row, by=alice, count=6, strength="novice")
    assert row.seats.count() == 3
    assert not transaction.get_connection().in_atomic_block
