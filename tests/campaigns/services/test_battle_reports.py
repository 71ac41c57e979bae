"""A battle is reported by its sides and confirmed."""

from __future__ import annotations

import pytest

from campaigns.battle.told import Earned, Fallen, Loot
from campaigns.battle_selectors import confirmed_report, reports_of
from campaigns.models import BattleReport
from campaigns.postbattle.report import By
from campaigns.services import battles
from campaigns.services.battle_reports import withdraw_report
from mordheim.rules.snapshot import Piece
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.campaigns.battle.stage import drew, lost, won
from tests.campaigns.services.refusing import numbered_player, refusing
from tests.kept import kept
from warbands.services.accounts import delete_account

pytestmark = pytest.mark.django_db
BY_THRAIN = {"by_side": 1, "by": "Thrain"}


class TestReporting:
    def test_a_battle_that_has_not_begun_is_not_reported(self, mob, exiles):
        battle = fights.announce(mob, exiles)
        with refusing("state"):
            fights.report(battle)

    def test_a_later_report_takes_the_place_of_ones_own(self, season, battle, mob):
        first = fights.report(battle, lost(), won())
        second = fights.report(battle, won(), lost())
        assert [one.pk for one in battle.reports.standing()] == [second.pk]
        assert BattleReport.objects.get(pk=first.pk).superseded
        assert seasons.chronicle(season)[-2:] == [
            "owner reported battle 1: Karak Brynn Exiles won.",
            "owner reported anew on battle 1: Da Snikkaz won.",
        ]

    def test_a_dead_or_absent_warrior_cannot_be_out(self, battle):
        with refusing("no_such_warrior", "Zombie is not in Da Snikkaz"):
            fights.report(battle, lost(Fallen("Zombie")), won())

    def test_more_enemies_out_than_stood_are_refused(self, battle):
        with refusing("enemies_out"):
            fights.report(battle, lost(), won(enemies_out={"Thrain": 9}))

    def test_who_has_no_part_in_it_does_not_report(self, battle, spectator, host):
        outsider = numbered_player(battle.campaign, 1)
        with refusing("not_yours"):
            fights.report(battle, by=outsider)
        with refusing("may_not"):
            fights.report(battle, by=spectator)
        fights.report(battle, by=host)

    def test_each_warband_takes_its_own_part_into_the_night(self, battle, mob, exiles, rival):
        fallen = (Fallen("Grubnash", **BY_THRAIN), Fallen("Da Ladz", 2, by_side=1, by="The Kin"))
        made = fights.report(
            battle,
            lost(*fallen, routed=True),
            won(carried=Loot(shards=2, items=(Piece("sword"),))),
            found=Loot(gold=10),
        )
        fights.confirm(made, by=rival)
        own, theirs = battle.sides.all()
        report = confirmed_report(own)
        assert (report.result, report.scenario, report.underdog) == ("lost", "skirmish", 0)
        assert report.casualty("Grubnash").by == By("Karak Brynn Exiles", "Thrain")
        assert report.casualty("Da Ladz").count == 2
        other = reports_of(fights.fresh(battle))[theirs.pk]
        assert (other.enemies_out, other.gold, other.shards) == ({"Thrain": 1}, 10, 2)
        assert (own.losses, own.kills, theirs.kills, own.routed) == (3, 0, 3, True)

    def test_the_scenario_gives_experience(self, mob, exiles):
        battle = fights.begun(mob, exiles, scenario="wyrdstone_hunt")
        made = fights.report(battle, won(earned=(Earned("wyrdstone_counter", "Grubnash", 2),)), lost())
        fights.confirm(made, by=exiles.player)
        assert confirmed_report(battle.sides.get(place=0)).experience == {"Grubnash": 2}


class TestWithdrawing:
    def test_with_no_other_report_the_battle_goes_on(self, battle, mob, owner):
        fights.report(battle)
        withdrawn = withdraw_report(battle, by=owner)
        assert withdrawn.is_under_way
        assert fights.side(battle, mob).agreed_to == ""
        assert not battle.reports.standing().exists()

    def test_with_another_one_that_is_waited_for(self, battle, mob, exiles, owner, rival):
        fights.report(battle)
        fights.report(battle, lost(), won(), by=rival)
        assert withdraw_report(battle, by=owner).is_reported
        assert fights.side(battle, mob).agreed_to == ""
        assert fights.side(battle, exiles).agreed_to
        assert battle.reports.standing().get().is_by(rival)

    def test_whoever_stood_by_the_same_report_of_another_still_does(self, battle, host, owner, mob):
        fights.report(battle)
        fights.report(battle, by=host)
        withdraw_report(battle, by=host)
        assert fights.side(battle, mob).agreed_to

    def test_only_ones_own_and_not_once_it_is_confirmed(self, battle, owner, rival):
        report = fights.report(battle)
        with refusing("state"):
            withdraw_report(battle, by=rival)
        fights.confirm(report, by=rival)
        with refusing("state"):
            withdraw_report(battle, by=owner)


class TestConfirming:
    def test_all_sides_confirm_one_and_the_same(self, season, battle, rival):
        made = fights.report(battle)
        assert fights.fresh(battle).is_reported
        fights.confirm(made, by=rival)
        done = fights.fresh(battle)
        assert (done.state, done.report) == ("confirmed", made)
        assert [one.result for one in done.sides.all()] == ["won", "lost"]
        assert seasons.chronicle(season)[-1].startswith(
            "Battle 1, Da Snikkaz against Karak Brynn Exiles, was fought on "
        )

    def test_two_equal_reports_are_enough(self, battle, rival):
        fights.report(battle, won(), lost(Fallen("Thrain"), Fallen("The Kin", 2)))
        fights.report(battle, won(), lost(Fallen("The Kin", 2), Fallen("Thrain")), by=rival)
        assert fights.fresh(battle).is_confirmed

    def test_two_different_ones_are_settled_by_changing_ones_own(self, battle, owner, rival):
        fights.report(battle, won(), lost())
        fights.report(battle, lost(), won(), by=rival)
        assert fights.fresh(battle).is_reported
        fights.report(battle, lost(), won(), by=owner)
        assert fights.fresh(battle).is_confirmed

    def test_or_by_the_arbitrator_who_chooses_one(self, battle, rival, host):
        fights.report(battle, won(), lost())
        theirs = fights.report(battle, lost(), won(), by=rival)
        fights.decide(theirs, by=host)
        assert fights.fresh(battle).report == theirs
        told = "host decided battle 1 as arbitrator: Karak Brynn Exiles won."
        assert told in seasons.chronicle(battle.campaign)

    def test_an_arbitrator_who_plays_speaks_for_his_own_side_only(self, season, mob, exiles, rival):
        other = seasons.mob_in(season, numbered_player(season, 1), "Da Fourth")
        seasons.promote(season, rival)
        battle = fights.begun(mob, exiles, other)
        made = fights.report(battle, won(), lost(), lost())
        fights.confirm(made, by=rival)
        assert fights.fresh(battle).is_reported
        assert [bool(side.agreed_to) for side in battle.sides.order_by("place")] == [True, True, False]
        fights.decide(made, by=rival)
        assert fights.fresh(battle).is_confirmed

    def test_one_who_does_not_play_says_nothing_for_others(self, battle, host):
        made = fights.report(battle)
        with refusing("not_yours", "decide as arbitrator"):
            fights.confirm(made, by=host)
        assert fights.fresh(battle).is_reported

    def test_no_player_decides(self, battle, rival):
        made = fights.report(battle)
        with refusing("may_not"):
            fights.decide(made, by=rival)

    def test_deciding_twice_is_once(self, season, battle, host):
        made = fights.report(battle)
        fights.decide(made, by=host)
        lines = len(seasons.chronicle(season))
        fights.decide(made, by=host)
        assert len(seasons.chronicle(season)) == lines

    def test_a_replaced_report_cannot_be_confirmed(self, battle, rival):
        first = fights.report(battle, lost(), won())
        fights.report(battle, won(), lost())
        with refusing("superseded"):
            fights.confirm(first, by=rival)

    def test_of_three_all_must(self, mob, exiles, third, host):
        season = mob.campaign
        other = seasons.mob_in(season, numbered_player(season, 1), "Da Fourth")
        battle = fights.begun(mob, exiles, other)
        made = fights.report(battle, won(), lost(), lost())
        fights.confirm(made, by=exiles.player)
        assert fights.fresh(battle).is_reported
        fights.confirm(made, by=other.player)
        assert fights.fresh(battle).is_confirmed

    @pytest.fixture
    def policy(self, season):
        def run(policy: str) -> None:
            season.confirmation = policy
            season.save()

        return run

    def test_any_opponent_is_of_another_alliance(self, policy, season, mob, exiles):
        policy("any_opponent")
        ally = seasons.mob_in(season, numbered_player(season, 1), "Da Ally")
        battle = fights.begun(mob, exiles, ally, alliances=[1, 2, 1])
        made = fights.report(battle, won(), lost(), won())
        fights.confirm(made, by=ally.player)
        assert fights.fresh(battle).is_reported
        fights.confirm(made, by=exiles.player)
        assert fights.fresh(battle).is_confirmed

    def test_nobody_is_his_own_opponent(self, policy, season, mob, exiles, owner, host):
        policy("any_opponent")
        season.warbands_a_player = 2
        season.save()
        twin = seasons.mob_in(season, owner, "Da Twins")
        battle = fights.begun(mob, twin)
        made = fights.report(battle)
        fights.confirm(made, by=owner)
        assert fights.fresh(battle).is_reported
        fights.decide(made, by=host)
        assert fights.fresh(battle).is_confirmed

    def test_where_the_arbitrator_confirms_players_do_not(self, policy, battle, rival, host):
        policy("arbitrator")
        made = fights.report(battle)
        fights.report(battle, by=rival)
        assert fights.fresh(battle).is_reported
        with refusing("may_not", "an arbitrator confirms"):
            fights.confirm(made, by=rival)
        fights.decide(made, by=host)
        assert fights.fresh(battle).is_confirmed

    def test_who_has_left_is_not_waited_for(self, season, battle, mob, rival):
        seasons.leave(season, rival)
        fights.report(battle)
        assert fights.fresh(battle).is_confirmed

    @pytest.mark.parametrize("asked", ["all_sides", "any_opponent"])
    def test_nor_is_one_whose_account_is_gone_and_who_had_still_to_say_so(self, policy, battle, owner, rival, asked):
        policy(asked)
        made = fights.report(battle)
        delete_account(rival)
        fights.confirm(made, by=owner)
        assert fights.fresh(battle).is_confirmed
        assert [side.warband is None for side in fights.fresh(battle).sides.order_by("place")] == [False, True]

    def test_twice_is_once(self, season, battle, rival):
        made = fights.report(battle)
        fights.confirm(made, by=rival)
        lines = len(seasons.chronicle(season))
        fights.confirm(made, by=rival)
        assert len(seasons.chronicle(season)) == lines

    def test_nothing_else_is_confirmed_or_reported_after_it(self, battle, rival, host):
        fights.report(battle, lost(), won(), by=host)
        made = fights.report(battle)
        fights.confirm(made, by=rival)
        with refusing("state"):
            fights.decide(battle.reports.get(by=host), by=host)
        with refusing("state"):
            fights.report(battle)
        with refusing("state", "undone"):
            fights.call_off(battle, by=host)

    def test_each_warbands_night_opens_once(self, battle, rival, monkeypatch):
        opened: list[int] = []
        monkeypatch.setattr(battles, "_open_post_battles", lambda row: opened.append(row.pk))
        made = fights.report(battle)
        fights.confirm(made, by=rival)
        fights.confirm(made, by=rival)
        assert opened == [battle.pk]


class TestManyWarbands:
    """MH-044."""

    @pytest.fixture
    @kept
    def five(self, season, mob, exiles):
        return [mob, exiles, *(seasons.mob_in(season, numbered_player(season, n), f"Mob {n}") for n in range(3))]

    def test_two_routed_and_three_share(self, five):
        battle = fights.begun(*five, scenario="treasure_hunt")
        made = fights.report(
            battle,
            lost(routed=True),
            won(share=Loot(gold=10)),
            won(share=Loot(gold=20)),
            lost(routed=True),
            won(),
            found=Loot(gold=30),
        )
        for one in five[1:]:
            fights.confirm(made, by=one.player)
        reports = reports_of(fights.fresh(battle))
        assert [(one.result, one.shared, one.gold) for one in reports.values()] == [
            ("lost", False, 0),
            ("won", True, 10),
            ("won", True, 20),
            ("lost", False, 0),
            ("won", True, 0),
        ]

    def test_one_wiped_out(self, five):
        battle = fights.begun(*five)
        everybody = [Fallen("Thrain"), Fallen("Garagrim"), Fallen("The Third Watch", 2), Fallen("The Kin", 3)]
        with refusing("result", "had everybody out of action"):
            fights.report(battle, lost(), won(*everybody), lost(), lost(), lost())
        fights.report(battle, won(), lost(*everybody), lost(), lost(), lost())

    def test_a_draw_and_a_game_ended_by_agreement(self, five):
        battle = fights.begun(*five)
        made = fights.report(battle, drew(), drew(), drew(), lost(routed=True), drew(), by_agreement=True)
        for one in five[1:]:
            fights.confirm(made, by=one.player)
        assert fights.fresh(battle).ended_by_agreement
