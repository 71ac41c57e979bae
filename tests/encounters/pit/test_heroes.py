"""A hero who was sold to the pits fights for his freedom in the arena, and his night is told (ruling 17)."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from random import Random
from threading import Event
from time import sleep

import pytest
from django.db import transaction
from django.urls import reverse

from campaigns.battle.told import Fallen
from campaigns.models import PostBattle
from campaigns.postbattle.log import Given
from campaigns.services.postbattle import take
from encounters.models import PitFight
from encounters.pit_selectors import the_fight
from encounters.pitfight.players import player
from encounters.pitfight.state import Outcome, Terms
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services import pit_heroes as heroes
from tests.campaigns import acts, seasons
from tests.campaigns import night_acts as nights
from tests.campaigns.battle.stage import lost, won
from tests.campaigns.conftest import (  # noqa: F401  (fixtures are found by their names here)
    _rules_loaded,
    campaign,
    host,
    owner,
    rival,
    rulebook_of_files,
    rules,
    season,
    spectator,
)
from tests.encounters.pit.fighting import EVEN, fought_well, gathered, order
from tests.kept import kept
from tests.warbands.services.test_two_at_once import at_once
from warbands.models import Player
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db
SOLD = (6, 5)


@pytest.fixture
@kept
def mob(season, owner):  # noqa: F811
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def night(season, mob, rival):  # noqa: F811
    """Grubnash went down, and was sold to the pits."""
    exiles = acts.enrolled_exiles(season, rival)
    by_thrain = Fallen("Grubnash", by_side=1, by="Thrain")
    battle = nights.confirmed(mob, exiles, sides=(lost(by_thrain), won()))
    nights.type_faces(nights.night_of(battle, mob), *SOLD)
    return nights.night_of(battle, mob)


def fresh(night: PostBattle) -> PostBattle:
    return PostBattle.objects.select_related("side__battle").get(pk=night.pk)


def opened(night: PostBattle, by: Player, strength: str = "seasoned") -> PitFight:
    return heroes.open_heros_fight(night, by=by, scroll="orc", levels=EVEN, strength=strength)


def ended(row: PitFight, *, hero_out: bool, by: Player) -> PitFight:
    """The fight to its end, under a seed by which the hero is taken out, or is not."""
    for number in range(40):
        with transaction.atomic():
            PitFight.objects.filter(pk=row.pk).update(seed=f"{number:064x}")
            over = to_the_end(PitFight.objects.get(pk=row.pk), by, "random" if hero_out else "champion")
            if bool(the_fight(over).fighters[0].out) == hero_out:
                return over
            transaction.set_rollback(True)
    raise AssertionError("no seed ends it like that")


def to_the_end(row: PitFight, by: Player, strength: str = "random") -> PitFight:
    """The hero's player orders what the computer would at that strength."""
    while row.is_under_way:
        if 0 in row.waits_for:
            fight = the_fight(row)
            row = order(row, 0, player(strength, Random(fight.version))(fight, 0))
        else:
            row = fights.play_on(row, by=by, turns=60)
    return row


@pytest.mark.parametrize("hero_out", [True, False])
def test_the_night_hears_how_the_fight_ended(night, owner, host, hero_out: bool) -> None:  # noqa: F811
    row = ended(opened(night, host, "novice"), hero_out=hero_out, by=owner)
    row.refresh_from_db()
    assert row.brought_home_at
    assert heroes.hero_asked_for(fresh(night)) == ""
    told = " ".join(str(entry) for entry in fresh(night).log)
    assert ("lost" if hero_out else "won") in told


def test_he_and_his_opponent_are_standard_fighters_and_alone(night, owner, rival) -> None:  # noqa: F811
    row = opened(night, owner)
    fight = the_fight(row)
    assert [sum(one.pit.levels) for one in fight.fighters] == [140, 140]
    assert opened(night, owner) == row
    with pytest.raises(Refused, match="begun"):
        gathering.leave_place(row, by=owner, place=1)


def test_another_player_may_fight_against_him(night, owner, rival) -> None:  # noqa: F811
    row = opened(night, owner, strength="")
    assert row.is_gathering
    with pytest.raises(Refused, match="alone"):
        gathering.take_place(row, by=rival, enlisting=gathering.Enlisting("Thrain", "empire", EVEN))
    with pytest.raises(Refused, match="fights himself"):
        gathering.take_over(row, by=owner, place=1)
    gathering.take_over(row, by=rival, place=1)
    row = fought_well(fights.begin(row, by=owner))
    row.refresh_from_db()
    assert row.brought_home_at


def test_an_arbitrator_chooses_how_strong_the_computer_is_and_the_heros_player_fights(night, owner, host) -> None:  # noqa: F811
    """House ruling 92."""
    for strength in ("novice", "champion"):
        with pytest.raises(Refused, match="an arbitrator of the campaign chooses"):
            opened(night, owner, strength)
    row = opened(night, host, "champion")
    assert [(seat.player, seat.computer) for seat in row.seats.all()] == [(owner, ""), (None, "champion")]


def test_the_heros_player_does_not_take_the_other_side_in_a_fight_that_an_arbitrator_opened(night, owner, host) -> None:  # noqa: F811
    with pytest.raises(Refused, match="fights himself"):
        gathering.take_over(opened(night, host, strength=""), by=owner, place=1)


def test_it_is_fought_to_its_end(night, owner) -> None:  # noqa: F811
    with pytest.raises(Refused, match="to its end"):
        fights.call_off(opened(night, owner), by=owner)


def test_while_he_fights_his_player_cannot_say_how_it_ends(night, owner) -> None:  # noqa: F811
    opened(night, owner)
    before = fresh(night).log
    with pytest.raises(Refused, match="fights for freedom in the arena"):
        nights.decide(night, "won")
    assert fresh(night).log == before


def test_an_arbitrator_overrules_the_arena(night, owner, host) -> None:  # noqa: F811
    row = opened(night, owner)
    take(night, by=host, given=Given(answer=("lost",)))
    row.refresh_from_db()
    assert row.is_called_off
    assert heroes.hero_asked_for(fresh(night)) == ""


def test_where_nobody_comes_to_fight_him_it_is_told_by_hand(night, owner) -> None:  # noqa: F811
    row = opened(night, owner, strength="")
    nights.decide(night, "lost")
    row.refresh_from_db()
    assert row.is_called_off


def test_where_nobody_has_won_they_fight_once_more(night, owner) -> None:  # noqa: F811
    row = opened(night, owner)
    drawn = replace(the_fight(row), outcome=Outcome(None, (0, 1), "quiet_limit"))
    assert not heroes.bring_home(row, drawn)
    PitFight.objects.filter(pk=row.pk).update(state=PitFight.State.OVER)
    assert heroes.hero_asked_for(fresh(night)) == "Grubnash"
    assert opened(night, owner) != row


def test_where_nobody_falls_whoever_did_less_has_lost(night, owner) -> None:  # noqa: F811
    row = opened(night, owner)
    PitFight.objects.filter(pk=row.pk).update(state=PitFight.State.OVER)
    assert heroes.bring_home(row, replace(the_fight(row), outcome=Outcome(1, (), "turn_limit")))
    assert "lost" in " ".join(str(entry) for entry in fresh(night).log)


def test_while_they_fight_the_night_says_so(client, night, owner) -> None:  # noqa: F811
    client.force_login(owner)
    assert "Fight it out in the arena" in client.get(night.get_absolute_url(), follow=True).content.decode()
    opened(night, owner)
    assert "It is being fought" in client.get(night.get_absolute_url(), follow=True).content.decode()


def test_nobody_fights_for_a_hero_who_was_not_sold(night, owner, rival) -> None:  # noqa: F811
    with pytest.raises(Refused, match="Only whoever plays"):
        opened(night, rival)
    nights.decide(night, "lost")
    with pytest.raises(Refused, match="waits for no fight"):
        opened(night, owner)


class TestPages:
    def test_the_night_leads_to_the_arena_and_the_fight_back(self, client, night, owner) -> None:  # noqa: F811
        client.force_login(owner)
        battle = night.side.battle
        address = reverse("pit-hero", args=[battle.campaign_id, battle.pk, night.side_id])
        page = client.get(night.get_absolute_url(), follow=True).content.decode()
        assert address in page
        page = client.get(address).content.decode()
        assert "Grubnash" in page
        assert 'value="seasoned"' in page
        assert 'value="champion"' not in page
        left = {"scroll": "orc", "computer": "seasoned", "weapon_skill": 39}
        left |= {"strength": 30, "toughness": 30, "initiative": 30, "wounds": 10}
        assert "1\xa0point left." in client.post(address, left).content.decode()
        assert not PitFight.objects.exists()
        told = {"scroll": "orc", "computer": "seasoned"}
        told |= dict(zip(("weapon_skill", "strength", "toughness", "initiative", "wounds"), EVEN, strict=True))
        answer = client.post(address, told)
        row = PitFight.objects.get()
        assert answer.url == row.get_absolute_url()
        assert client.get(address).url == row.get_absolute_url()
        assert night.get_absolute_url() in client.get(row.get_absolute_url()).content.decode()

    def test_only_whoever_leads_the_night_opens_it(self, client, night, rival) -> None:  # noqa: F811
        client.force_login(rival)
        battle = night.side.battle
        address = reverse("pit-hero", args=[battle.campaign_id, battle.pk, night.side_id])
        assert client.post(address, {"scroll": "orc"}).url == night.get_absolute_url()
        assert not PitFight.objects.exists()


def test_a_fight_that_is_no_heros_tells_no_night(alice: Player) -> None:
    row = gathered(alice, ("One", "novice"), ("Two", "novice"))
    row = fights.play_on(fights.begin(row, by=alice), by=alice, turns=60)
    assert row.is_over
    assert row.brought_home_at is None


def at_its_last_question(night: PostBattle, owner: Player, rival: Player) -> PitFight:  # noqa: F811
    """A fight of one turn that ends with whoever is passed over next."""
    row = opened(night, owner, strength="")
    gathering.take_over(row, by=rival, place=1)
    PitFight.objects.filter(pk=row.pk).update(terms=asdict(Terms(turn_limit=1)), minutes=1)
    row = fights.begin(row, by=owner)
    with transaction.atomic():
        questions = passed_over(row, 100)
        transaction.set_rollback(True)
    passed_over(row, questions - 1)
    return row


def passed_over(row: PitFight, most: int) -> int:
    """How many times it went on without anybody's answer."""
    for times in range(most):
        PitFight.objects.filter(pk=row.pk).update(asked_at="2026-01-01T00:00Z")
        if not fights.pass_over_all_late():
            return times
    PitFight.objects.filter(pk=row.pk).update(asked_at="2026-01-01T00:00Z")
    return most


def test_the_warband_and_its_night_are_locked_before_the_fight(night, owner, rival, host, locks) -> None:  # noqa: F811
    row = at_its_last_question(night, owner, rival)
    row.refresh_from_db()
    acts_of_all = (
        partial(fights.nudge, row, by=owner, place=row.waits_for[0]),
        partial(fights.pass_over, row, by=owner),
        partial(take, night, by=host, given=Given(answer=("lost",))),
    )
    for act in acts_of_all:
        locks.clear()
        with transaction.atomic():
            act()
            transaction.set_rollback(True)
        assert locks[:3] == ["Warband", "PostBattle", "PitFight"]
    locks.clear()
    assert fights.pass_over_all_late() == 1
    assert locks[:3] == ["Warband", "PostBattle", "PitFight"]
    row.refresh_from_db()
    assert row.is_over


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_an_arbitrator_overrules_it_as_it_ends(night, owner, rival, host, monkeypatch) -> None:  # noqa: F811
    """The fight has ended and is about to tell the night when the arbitrator tells it too: one of them waits."""
    row, ending = at_its_last_question(night, owner, rival), Event()

    def lost_soon(fight: object, place: int) -> str:
        ending.set()
        sleep(0.3)
        return heroes.LOST

    def overrule() -> None:
        ending.wait(10)
        take(night, by=host, given=Given(answer=("lost",)))

    monkeypatch.setattr(heroes, "_result", lost_soon)
    ended, overruled = at_once(fights.pass_over_all_late, overrule)
    assert ended is None
    assert isinstance(overruled, Refused)
    row.refresh_from_db()
    assert row.brought_home_at
