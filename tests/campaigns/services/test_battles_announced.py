"""A battle from its announcement to its beginning."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from campaigns.battle.seeds import hash_of
from campaigns.battle_selectors import snapshot_before
from campaigns.selectors import has_battle_open
from campaigns.services import battles
from campaigns.services.campaigns import close_campaign
from campaigns.services.pairings import announce_pairings
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.campaigns.services.refusing import numbered_player, refusing
from warbands.models import Warband
from warbands.roster.interchange import read_warband
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.acts import Held

pytestmark = pytest.mark.django_db


class TestAnnouncing:
    def test_who_meets_whom_is_told(self, season, mob, exiles):
        battle = fights.announce(mob, exiles, notes="Bring the big table.")
        assert (battle.number, battle.state, battle.scenario_key) == (1, "planned", "skirmish")
        assert [(one.shown_name, one.alliance, one.player) for one in battle.sides.all()] == [
            ("Da Snikkaz", 1, mob.player),
            ("Karak Brynn Exiles", 2, exiles.player),
        ]
        assert seasons.chronicle(season)[-1].startswith("owner announced Da Snikkaz against Karak Brynn Exiles for ")
        assert fights.held(mob) == ""

    def test_battles_are_numbered_in_a_campaign(self, mob, exiles):
        assert [fights.announce(mob, exiles).number for _ in range(3)] == [1, 2, 3]

    def test_a_warband_does_not_fight_itself_nor_alone(self, mob):
        with refusing("sides", "between 2 and 8"):
            fights.announce(mob)
        with refusing("sides", "against itself"):
            fights.announce(mob, mob)

    def test_nine_are_too_many(self, season, mob, host):
        more = [seasons.mob_in(season, numbered_player(season, n), f"Mob {n}") for n in range(8)]
        with refusing("sides", "between 2 and 8"):
            fights.announce(mob, *more)
        assert fights.announce(mob, *more[:7]).sides.count() == 8

    def test_all_cannot_be_allies(self, mob, exiles, third):
        with refusing("alliances", "somebody has to be the enemy"):
            fights.announce(mob, exiles, third, alliances=[1, 1, 1])
        with refusing("alliances", "Say for each"):
            fights.announce(mob, exiles, third, alliances=[1, 2])
        assert fights.announce(mob, exiles, third, alliances=[1, 2, 1]).sides.filter(alliance=1).count() == 2

    def test_a_retired_warband_fights_no_more(self, mob, exiles):
        seasons.retire(exiles)
        with refusing("sides", "not in the campaign any more"):
            fights.announce(mob, exiles)

    def test_a_warband_of_another_campaign_is_not_there(self, mob, host, rival):
        other = seasons.begin(host, "Another")
        seasons.join(other, rival)
        theirs = seasons.mob_in(other, rival)
        with refusing("sides", "not in the campaign"):
            fights.announce(mob, theirs)

    def test_an_unknown_scenario_is_refused_and_none_is_fine(self, mob, exiles):
        with refusing("unknown_key", "no such scenario"):
            fights.announce(mob, exiles, scenario="tea_party")
        assert fights.announce(mob, exiles, scenario="").scenario_key == ""

    def test_a_date_in_the_future_is_refused(self, mob, exiles):
        with refusing("date", "has not come yet"):
            fights.announce(mob, exiles, on=timezone.now() + timedelta(days=1, minutes=1))
        fights.announce(mob, exiles, on=timezone.now() + timedelta(hours=23))

    def test_who_has_no_part_in_it_does_not_announce_it(self, mob, exiles, third, rival, host, spectator):
        with refusing("not_yours"):
            fights.announce(mob, third, by=rival)
        with refusing("may_not", "Spectators"):
            fights.announce(mob, exiles, by=spectator)
        assert fights.announce(mob, exiles, by=host).made_by == host

    def test_a_pairing_becomes_a_battle_once(self, season, mob, exiles):
        (pairing,) = announce_pairings(
            season, by=mob.player, groups=[[mob.pk, exiles.pk]], planned_for=timezone.localdate()
        )
        battle = fights.announce(mob, exiles, pairing=pairing)
        assert battle.pairing == pairing
        with refusing("begun"):
            fights.announce(mob, exiles, pairing=pairing)

    def test_a_closed_campaign_has_no_more_battles(self, season, mob, exiles, host):
        close_campaign(season, by=host)
        with refusing("closed"):
            fights.announce(mob, exiles)


class TestBeginning:
    def test_ratings_and_the_underdogs_bonus_are_fixed(self, mob, exiles):
        battle = fights.begun(mob, exiles)
        weak, strong = battle.sides.all()
        assert (weak.rating_before, weak.warriors_before) == (65, 5)
        assert strong.rating_before == Warband.objects.get(pk=exiles.warband_id).rating == 82
        assert (weak.underdog, strong.underdog) == (0, 0)

    def test_the_lower_of_two_is_the_underdog(self, season, mob):
        rich = fights.enrolled_exiles(season, numbered_player(season, 1), treasury=500)
        for number in range(2):
            acts.recruit(rich.warband, "dwarf_clansman", size=2, name=f"More Kin {number}")
        acts.hire(rich.warband, "ogre_bodyguard")
        battle = fights.begun(mob, rich)
        strong = battle.sides.get(place=1)
        assert strong.rating_before - 65 in range(51, 76)
        assert [one.underdog for one in battle.sides.all()] == [1, 0]
        assert "Da Snikkaz are the underdogs, by 1 experience." in seasons.chronicle(season)[-1]

    def test_the_whole_warband_is_kept_with_its_warriors_ids(self, mob, exiles):
        battle = fights.begun(mob, exiles)
        own = fights.side(battle, mob)
        before = snapshot_before(own)
        now = snapshot_of(Warband.objects.get(pk=mob.warband_id))
        assert before == now
        assert [one.id for one in before.warriors] == [one.id for one in now.warriors]
        assert own.before_file.encode() == acts.exported(mob.warband)
        assert read_warband(own.before_file.encode(), current_rulebook()) == before

    def test_both_are_held_and_nothing_else_changes_them(self, season, mob, exiles):
        battle = fights.begun(mob, exiles)
        assert fights.held(mob) == fights.held(exiles) == "battle 1 of Winter in the Ruins"
        with pytest.raises(Held) as caught:
            acts.buy(exiles.warband, "dagger")
        assert caught.value.path == battle.get_absolute_url()
        assert has_battle_open(mob)

    def test_the_seed_is_drawn_and_only_its_hash_is_shown(self, battle):
        assert battle.seed_hash == hash_of(battle.seed)
        assert battle.seed_shown_at is None
        assert battle.seed not in str(list(battle.chronicle.values()))

    def test_a_warband_is_in_one_open_battle_at_a_time(self, mob, exiles, third):
        later = fights.announce(mob, third)
        fights.begun(mob, exiles)
        with refusing("held", "Da Snikkaz is in battle 2 of"):
            fights.start(later)

    def test_a_battle_begins_once(self, battle):
        with refusing("state", "begun already"):
            fights.start(battle)

    def test_the_number_is_the_order_of_beginning_and_not_of_announcing(self, mob, exiles, third):
        """MH-059."""
        first = fights.announce(mob, exiles, on=datetime(2026, 7, 1, 22, tzinfo=UTC))
        second = fights.announce(mob, third, on=datetime(2026, 6, 30, 22, tzinfo=UTC))
        fights.start(second)
        fights.call_off(second)
        assert fights.start(first).number == 3
        assert [one.pk for one in mob.campaign.battles.all()] == [second.pk, first.pk]

    def test_a_warband_with_something_wrong_does_not_begin(self, mob, exiles):
        battle = fights.announce(mob, exiles)
        Warband.objects.filter(pk=mob.warband_id).update(type_key="dwarf_treasure_hunters")
        with refusing("unknown_key", "Da Snikkaz may not fight as it is"):
            fights.start(battle)
        assert fights.held(exiles) == ""

    def test_two_of_one_name_do_not_meet(self, season, mob, exiles):
        twin = seasons.mob_in(season, numbered_player(season, 1))
        battle = fights.announce(mob, twin)
        with refusing("sides", "Two of them are called Da Snikkaz"):
            fights.start(battle)

    def test_a_warband_that_retired_meanwhile_is_named(self, mob, exiles):
        battle = fights.announce(mob, exiles)
        seasons.retire(exiles)
        with refusing("sides", "Karak Brynn Exiles is not in the campaign any more: call this battle off"):
            fights.start(battle)

    def test_a_battle_announced_for_tomorrow_was_fought_when_it_began(self, mob, exiles):
        battle = fights.begun(mob, exiles, on=timezone.now() + timedelta(hours=20))
        assert battle.fought_on <= timezone.now()

    def test_a_stranger_to_it_does_not_begin_it(self, mob, exiles, third, spectator, host):
        battle = fights.announce(mob, exiles)
        outsider = numbered_player(mob.campaign, 1)
        with refusing("not_yours"):
            fights.start(battle, by=outsider)
        with refusing("may_not"):
            fights.start(battle, by=spectator)
        assert fights.start(battle, by=host).is_under_way


class TestAnEvening:
    """MH-059: how many battles an evening has, by the campaign's clocks."""

    @pytest.fixture
    def capped(self, owner, rival, host, rules):
        def run(zone: str) -> tuple:
            season = seasons.begin(host, f"In {zone}", battles_an_evening=1, time_zone=zone)
            seasons.join(season, owner)
            seasons.join(season, rival)
            return seasons.mob_in(season, owner), fights.enrolled_exiles(season, rival)

        return run

    @pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Los_Angeles"])
    def test_half_past_midnight_is_of_the_next_day(self, capped, zone):
        mob, exiles = capped(zone)
        there = ZoneInfo(zone)
        fights.fought(mob, exiles, on=datetime(2026, 6, 30, 23, 30, tzinfo=there))
        with refusing("evening", "has fought its 1 battle of that day"):
            fights.announce(mob, exiles, on=datetime(2026, 6, 30, 0, 30, tzinfo=there))
        battle = fights.fought(mob, exiles, on=datetime(2026, 7, 1, 0, 30, tzinfo=there))
        assert battles.day_told(battle) == "1 July 2026"

    def test_a_called_off_battle_does_not_count(self, capped):
        mob, exiles = capped("Europe/Berlin")
        fights.call_off(fights.begun(mob, exiles))
        assert fights.begun(mob, exiles).is_under_way

    def test_what_was_announced_before_the_last_one_was_fought_does_not_begin(self, capped):
        mob, exiles = capped("Europe/Berlin")
        later = fights.announce(mob, exiles)
        fights.fought(mob, exiles)
        with refusing("evening"):
            fights.start(later)
