"""A battle from its announcement to its confirmed report."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from campaigns.battle.seeds import face, hash_of
from campaigns.battle.told import Earned, Fallen, Loot
from campaigns.battle_selectors import confirmed_report, reports_of, snapshot_before
from campaigns.models import Battle, BattleReport, Side
from campaigns.postbattle.report import By
from campaigns.selectors import battle_figures, has_battle_open, has_fought
from campaigns.services import battles
from campaigns.services.campaigns import close_campaign
from campaigns.services.mustering import muster_warrior
from campaigns.services.pairings import announce_pairings
from mordheim.rules.snapshot import Piece
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.campaigns.battle.stage import drew, lost, won
from tests.warbands.services.test_two_at_once import at_once
from warbands.models import Player, Warband, WarbandEvent
from warbands.roster.interchange import read_warband
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.accounts import delete_account
from warbands.services.acts import Held

pytestmark = pytest.mark.django_db
BY_THRAIN = {"by_side": 1, "by": "Thrain"}


@pytest.fixture
def mob(season, owner):
    return seasons.mob_in(season, owner)


@pytest.fixture
def exiles(season, rival):
    return fights.enrolled_exiles(season, rival)


@pytest.fixture
def third(season, host):
    """The arbitrator plays as well."""
    return seasons.mob_in(season, host, "Da Third")


@pytest.fixture
def battle(mob, exiles):
    return fights.begun(mob, exiles)


def stored() -> list[object]:
    """Every row of every battle, and who holds which warband."""
    rows: list[object] = list(Warband.objects.order_by("pk").values())
    for model in (Battle, Side, BattleReport):
        rows += model.objects.order_by("pk").values()
    return rows


@contextmanager
def refusing(code: str, saying: str = "") -> Iterator[None]:
    """It is refused for that reason, in a sentence that has these words, and nothing at all has changed."""
    before = stored()
    with pytest.raises(Refused) as caught:
        yield
    assert (caught.value.code, saying in caught.value.message) == (code, True), caught.value.message
    assert stored() == before


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
        more = [seasons.mob_in(season, _player(season, n), f"Mob {n}") for n in range(8)]
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


def _player(campaign, number: int) -> Player:
    player = Player.objects.create_user(f"player{number}", f"p{number}@example.org", "a-long-passphrase")
    seasons.join(campaign, player)
    return player


class TestBeginning:
    def test_ratings_and_the_underdogs_bonus_are_fixed(self, mob, exiles):
        battle = fights.begun(mob, exiles)
        weak, strong = battle.sides.all()
        assert (weak.rating_before, weak.warriors_before) == (65, 5)
        assert strong.rating_before == Warband.objects.get(pk=exiles.warband_id).rating == 82
        assert (weak.underdog, strong.underdog) == (0, 0)

    def test_the_lower_of_two_is_the_underdog(self, season, mob):
        rich = fights.enrolled_exiles(season, _player(season, 1), treasury=500)
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
        twin = seasons.mob_in(season, _player(season, 1))
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
        outsider = _player(mob.campaign, 1)
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


class TestBeforeTheFirstBlow:
    @pytest.fixture
    def sore(self, season, rival):
        """Dwarfs whose Noble has an old battle wound, and whose Slayer has cards."""
        warband = acts.warband_of(
            rival,
            """
format: mordheim-warband/1
name: Karak Brynn Exiles
type: dwarf_treasure_hunters
battles: 4
treasury: 200
heroes:
- {name: Thrain, type: dwarf_noble, experience: 28, equipment: [axe], injuries: [old_battle_wound]}
- {name: Garagrim, type: troll_slayer, experience: 9, equipment: [axe, tarot_cards]}
henchmen:
- {name: The Kin, type: dwarf_clansman, size: 3, equipment: [axe]}
""",
        )
        return seasons.enrol(season, warband, by=seasons.host_of(season), reason="From another season.")

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

    def test_a_warband_that_has_fought_pays_nothing_either(self, mob, season):
        poor = fights.enrolled_exiles(season, _player(season, 1), treasury=5)
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
        outsider = _player(battle.campaign, 1)
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
        other = seasons.mob_in(season, _player(season, 1), "Da Fourth")
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
        other = seasons.mob_in(season, _player(season, 1), "Da Fourth")
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
        ally = seasons.mob_in(season, _player(season, 1), "Da Ally")
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


class TestManyWarbands:
    """MH-044."""

    @pytest.fixture
    def five(self, season, mob, exiles):
        return [mob, exiles, *(seasons.mob_in(season, _player(season, n), f"Mob {n}") for n in range(3))]

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


def test_a_campaign_is_not_closed_in_the_midst_of_a_battle(season, battle, host):
    with refusing("battle_open", "confirm it or call it off first"):
        close_campaign(season, by=host)
    fights.call_off(battle)
    assert close_campaign(season, by=host).is_closed


class TestFigures:
    def test_the_dashboard_counts_what_was_fought(self, season, mob, exiles):
        assert not has_fought(season)
        fights.fought(mob, exiles, sides=[won(), lost(Fallen("The Kin", 2, by_side=0, by="Grubnash"))])
        fights.fought(mob, exiles, sides=[lost(Fallen("Grubnash")), won()])
        fights.fought(mob, exiles, sides=[drew(), drew()])
        fights.begun(mob, exiles)
        figures = battle_figures(season)
        own, theirs = figures[mob.pk], figures[exiles.pk]
        assert (own.battles, own.wins, own.draws, own.kills, own.losses) == (3, 1, 1, 2, 1)
        assert (theirs.battles, theirs.wins, theirs.kills, theirs.losses) == (3, 1, 1, 2)
        assert has_fought(season)


class TestAnAccountGoes:
    def test_the_battle_keeps_an_anonymous_name(self, season, battle, rival, mob, exiles):
        fights.report(battle, by=rival)
        delete_account(rival)
        done = fights.fresh(battle)
        side = done.sides.get(enrolment=exiles)
        assert (side.player_name, side.shown_name, side.warband) == ("a former player", "Karak Brynn Exiles", None)
        assert done.reports.get().by_name == "a former player"
        fights.report(battle)
        assert fights.fresh(battle).is_confirmed
        assert reports_of(fights.fresh(battle))[side.pk].result == "lost"


@pytest.mark.django_db(transaction=True)
class TestAtTheSameMoment:
    def test_fifty_who_confirm_at_once_confirm_once(self, season, battle, rival, host, monkeypatch):
        opened: list[int] = []
        monkeypatch.setattr(battles, "_open_post_battles", lambda row: opened.append(row.pk))
        made = fights.report(battle)
        acts_of = (lambda: fights.confirm(made, by=rival), lambda: fights.decide(made, by=host))
        raised = at_once(*[acts_of[n % 2] for n in range(50)])
        assert [error for error in raised if error] == []
        assert opened == [battle.pk]
        assert sum("was fought on" in line for line in seasons.chronicle(season)) == 1

    def test_two_that_begin_with_one_warband_do_not_both_begin(self, mob, exiles, third):
        one, other = fights.announce(mob, exiles), fights.announce(mob, third)
        raised = at_once(lambda: fights.start(one), lambda: fights.start(other))
        assert [type(error) for error in raised if error] == [Held]
        assert Battle.objects.open().count() == 1

    def test_confirming_and_calling_off_do_not_both_happen(self, battle, rival, host, mob):
        made = fights.report(battle)
        raised = at_once(lambda: fights.confirm(made, by=rival), lambda: fights.call_off(battle, by=host))
        assert [error.code for error in raised if isinstance(error, Refused)] == ["state"]
        assert fights.fresh(battle).state in ("confirmed", "called_off")
        assert bool(fights.held(mob)) == fights.fresh(battle).is_confirmed
