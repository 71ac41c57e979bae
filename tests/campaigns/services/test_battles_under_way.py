"""A battle that has begun: what is rolled and who is hired before it, who changes sides, and how it is called off."""

from __future__ import annotations

import pytest

from campaigns.battle.seeds import face
from campaigns.battle.told import Fallen
from campaigns.models import Battle
from campaigns.services import battles
from campaigns.services.mustering import muster_warrior
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.campaigns.battle.stage import lost, won
from tests.campaigns.services.refusing import numbered_player, refusing
from tests.kept import kept
from warbands.models import WarbandEvent
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db


class TestBeforeTheFirstBlow:
    @pytest.fixture
    @kept
    def sore(self, season, rival):
        """Dwarfs whose Noble has an old battle wound, and whose Slayer has cards."""
        return fights.sore_dwarfs_in(season, rival)

    def test_who_is_kept_out_does_not_count_among_those_who_began(self, mob, sore):
        battle = fights.begun(mob, sore)
        assert fights.side(battle, sore).warriors_before == 5
        assert fights.muster(battle, sore, 1) == "misses"
        own = fights.side(battle, sore)
        assert (own.missing, own.warriors_before) == (("Thrain",), 4)
        assert fights.muster(battle, sore, 2, 2) == "foreseen"
        assert fights.side(battle, sore).foreseen == ("Garagrim",)

    def test_the_roll_is_recorded_with_its_faces_and_who_rolled(self, mob, sore):
        battle = fights.begun(mob, sore)
        fights.muster(battle, sore, 4)
        (roll,) = fights.side(battle, sore).muster
        assert roll["roll"] == {
            "for": "Old Battle Wound of Thrain",
            "die": "D6",
            "faces": [4],
            "total": 4,
            "source": "table",
        }
        assert (roll["outcome"], roll["by"]) == ("stands", sore.player_id)

    def test_the_apps_dice_come_from_the_seed(self, mob, sore):
        battle = fights.begun(mob, sore)
        fights.muster(battle, sore)
        (roll,) = fights.side(battle, sore).muster
        assert roll["roll"]["source"] == "app"
        assert roll["roll"]["faces"] == [face(battle.seed, roll["label"], 1, 6)]

    def test_nothing_is_rolled_twice(self, mob, sore):
        battle = fights.begun(mob, sore)
        key = fights.asked(battle, sore)[0]
        fights.muster(battle, sore, 4)
        with refusing("not_asked"):
            muster_warrior(fights.side(battle, sore), by=sore.player, key=key, faces=[1])

    def test_cards_may_be_left_alone_and_a_wound_may_not(self, mob, sore):
        battle = fights.begun(mob, sore)
        with refusing("dice", "Thrain has to roll"):
            fights.muster(battle, sore, leave_alone=True)
        fights.muster(battle, sore, 4)
        assert fights.muster(battle, sore, leave_alone=True) == "left"
        assert fights.asked(battle, sore) == []

    @pytest.mark.parametrize("faces", [[7], [0], [1, 2]])
    def test_wrong_faces_are_refused(self, mob, sore, faces):
        battle = fights.begun(mob, sore)
        with refusing("dice"):
            fights.muster(battle, sore, *faces)

    def test_the_campaigns_dice_policy_holds(self, mob, sore):
        battle = fights.begun(mob, sore)
        Battle.objects.update(dice_policy="app")
        with refusing("dice", "the app rolls"):
            fights.muster(battle, sore, 4)
        Battle.objects.update(dice_policy="table")
        with refusing("dice", "rolled at the table"):
            fights.muster(battle, sore)

    def test_nobody_rolls_for_somebody_elses_warriors_but_the_arbitrator(self, mob, sore, host):
        battle = fights.begun(mob, sore)
        with refusing("not_yours"):
            fights.muster(battle, sore, 4, by=mob.player)
        assert fights.muster(battle, sore, 4, by=host) == "stands"

    def test_no_report_while_a_wound_is_not_rolled_for(self, mob, sore):
        battle = fights.begun(mob, sore)
        with refusing("muster", "Thrain of Karak Brynn Exiles has still to roll for Old Battle Wound"):
            fights.report(battle)
        fights.muster(battle, sore, 1)
        with refusing("took_no_part", "Thrain of Karak Brynn Exiles took no part"):
            fights.report(battle, won(), lost(Fallen("Thrain")))
        fights.report(battle)

    def test_the_rolls_stay_when_the_battle_is_called_off(self, mob, sore):
        battle = fights.begun(mob, sore)
        fights.muster(battle, sore, 1)
        fights.call_off(battle)
        assert fights.side(battle, sore).missing == ("Thrain",)


class TestASwordForOneBattle:
    def test_he_joins_for_his_fee_until_the_next_battle(self, mob, exiles):
        battle = fights.begun(mob, exiles)
        rating = fights.side(battle, mob).rating_before
        name = fights.hire(battle, mob, "pit_fighter")
        hired = acts.warrior(mob.warband, name)
        assert (hired.until, acts.gold(mob.warband)) == ("next_battle", 220 - 30)
        own = fights.side(battle, mob)
        assert (own.rating_before, own.warriors_before) == (rating, 6)
        fights.report(battle, lost(Fallen(name)), won())

    def test_for_nothing_he_costs_nothing(self, mob, exiles):
        battle = fights.begun(mob, exiles)
        fights.hire(battle, mob, "pit_fighter", free=True)
        assert acts.gold(mob.warband) == 220

    def test_an_opponent_takes_him_on_only_where_the_table_tells_it(self, mob, exiles, stranger):
        battle = fights.begun(mob, exiles)
        with refusing("not_yours", "Only its own player"):
            fights.hire(battle, mob, "pit_fighter", by=exiles.player)
        with refusing("may_not", "Spectators report no battles"):
            fights.hire(battle, mob, "pit_fighter", by=stranger, told_by_table=True)
        fights.hire(battle, mob, "pit_fighter", by=exiles.player, free=True, told_by_table=True)
        assert len(fights.side(battle, mob).joined) == 1

    def test_a_warband_that_has_fought_pays_nothing_either(self, mob, season):
        poor = fights.enrolled_exiles(season, numbered_player(season, 1), treasury=5)
        battle = fights.begun(mob, poor)
        with refusing("over_budget", "the treasury holds 5 gc"):
            fights.hire(battle, poor, "pit_fighter")
        fights.hire(battle, poor, "pit_fighter", free=True)
        assert acts.gold(poor.warband) == 5

    def test_the_rules_say_whom_the_warband_may_have(self, mob, exiles):
        battle = fights.begun(mob, exiles)
        with pytest.raises(Refused):
            fights.hire(battle, exiles, "dwarf_troll_slayer")

    def test_called_off_he_is_gone_with_his_fee_paid_back(self, mob, exiles):
        before = acts.exported(mob.warband)
        battle = fights.begun(mob, exiles)
        fights.hire(battle, mob, "pit_fighter")
        fights.call_off(battle)
        assert acts.exported(mob.warband) == before
        assert acts.gold(mob.warband) == 220
        assert fights.held(mob) == ""

    def test_nobody_hires_once_it_is_reported(self, mob, exiles):
        battle = fights.begun(mob, exiles)
        fights.report(battle)
        with refusing("state"):
            fights.hire(battle, mob, "pit_fighter")


class TestAlliances:
    def test_they_change_in_the_course_of_a_battle(self, mob, exiles, third):
        battle = fights.begun(mob, exiles, third)
        battles.change_alliances(battle, by=exiles.player, alliances=[1, 2, 1])
        assert seasons.chronicle(battle.campaign)[-1] == (
            "The alliances of battle 1 changed: Da Snikkaz and Da Third against Karak Brynn Exiles."
        )
        made = fights.report(battle, won(), lost(routed=True), won())
        with refusing("state"):
            battles.change_alliances(battle, by=mob.player, alliances=[1, 2, 3])
        fights.confirm(made, by=exiles.player)
        fights.confirm(made, by=third.player)
        assert [(one.result, one.shared) for one in battle.sides.all()] == [
            ("won", True),
            ("lost", False),
            ("won", True),
        ]


class TestCallingOff:
    def test_everybody_is_let_go(self, season, battle, mob, exiles):
        fights.call_off(battle)
        assert (fights.held(mob), fights.held(exiles)) == ("", "")
        done = fights.fresh(battle)
        assert done.is_called_off
        assert done.seed_shown_at
        assert seasons.chronicle(season)[-1] == "owner called off battle 1, Da Snikkaz against Karak Brynn Exiles."
        acts.buy(exiles.warband, "dagger")

    def test_twice_is_once(self, season, battle):
        fights.call_off(battle)
        lines = seasons.chronicle(season)
        fights.call_off(battle)
        assert seasons.chronicle(season) == lines

    def test_once_reported_only_an_arbitrator_does(self, battle, rival, host):
        fights.report(battle)
        with refusing("state", "only an arbitrator"):
            fights.call_off(battle, by=rival)
        fights.call_off(battle, by=host)

    def test_an_announcement_is_called_off_without_letting_go_of_another_battle(self, mob, exiles, third):
        planned = fights.announce(mob, third)
        fights.begun(mob, exiles)
        fights.call_off(planned)
        assert fights.held(mob)

    def test_no_event_of_a_warband_is_written(self, mob, exiles):
        before = WarbandEvent.objects.count()
        fights.call_off(fights.begun(mob, exiles))
        assert WarbandEvent.objects.count() == before
