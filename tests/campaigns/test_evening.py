"""What is told of an evening, read as plain values: who met whom, what was rolled, how it stands; and to whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.battle.told import Earned, Fallen, Loot
from campaigns.evening import Evening, NightPart, evening_content, evening_from
from campaigns.evening_selectors import evening_of, last_evening, night_of
from campaigns.models import Battle, Captive, Enrolment, PostBattle
from campaigns.postbattle.after import Exposed, Fee, NextScenario, Plague
from campaigns.postbattle.log import Given
from campaigns.services.enrolments import retire_warband
from campaigns.services.notes import add_note
from campaigns.services.postbattle import take
from campaigns.services.undoing import correct_roll, undo_post_battle
from campaigns.times import local
from mordheim.rules.snapshot import Piece
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import evenings, seasons
from tests.campaigns.battle.stage import lost, won
from tests.kept import kept
from warbands.services.founding import delete_warband
from warbands.services.recruiting import rename_warrior

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def mob(season, owner):
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def exiles(season, rival):
    return fights.enrolled_exiles(season, rival)


@pytest.fixture
@kept
def battle(mob, exiles):
    """Grubnash went down, and one Dwarf; the mob won two shards, thirty crowns and a sword."""
    begun = fights.begun(mob, exiles, scenario="wyrdstone_hunt", notes="Fog all the way.")
    made = fights.report(
        begun,
        won(
            Fallen("Grubnash", by_side=1, by="Thrain"),
            earned=(Earned("wyrdstone_counter", "Da Ladz", 2),),
            carried=Loot(gold=30, shards=2, items=(Piece("sword"),)),
        ),
        lost(Fallen("The Kin", 1, by_side=0, by="Grubnash"), routed=True),
    )
    fights.confirm(made, by=exiles.player)
    return fights.fresh(begun)


def post_of(battle: Battle, enrolment: Enrolment) -> PostBattle:
    return PostBattle.objects.select_related("side__battle__campaign").get(
        side__battle=battle, side__enrolment=enrolment
    )


def go_on(battle: Battle, enrolment: Enrolment, **given) -> None:
    take(post_of(battle, enrolment).pk, by=enrolment.player, given=Given(**given))


def asleep(battle: Battle) -> None:
    for side in battle.sides.all():
        evenings.sleep(side)


def told(season, viewer, day=None) -> Evening:
    return evening_of(season, day or local(season, timezone.now()).date(), seasons.part(season, viewer)).evening


def lines(night: NightPart) -> str:
    """Everything that a night tells, a line each."""
    return "\n".join(
        f"{step.name} | {group.name} | {one.dice.drawn if one.dice else ''} | {one.told} | {', '.join(one.effects)}"
        for step in night.steps
        for group in step.groups
        for one in group.happenings
    )


class TestABattle:
    def test_says_who_met_whom_and_how_it_ended(self, season, battle, host):
        (part,) = told(season, host).battles
        assert (part.number, part.scenario, part.state) == (1, "Wyrdstone Hunt", "")
        assert [(side.name, side.result, side.routed, side.rating > 0) for side in part.sides] == [
            ("Da Snikkaz", "won", False, True),
            ("Karak Brynn Exiles", "lost", True, True),
        ]
        assert [(side.kills, side.losses) for side in part.sides] == [(1, 1), (1, 1)]

    def test_says_who_put_whom_out_and_what_was_earned_and_taken_home(self, season, battle, host):
        mob, exiles = told(season, host).battles[0].sides
        facts = dict(mob.facts)
        assert facts["Out of action"] == ("Grubnash, by Thrain of Karak Brynn Exiles",)
        assert facts["Put out"] == ("1 by Grubnash",)
        assert facts["Experience"] == ("Da Ladz 2 (Wyrdstone counter)",)
        assert facts["Took home"] == ("30 gc", "2 shards", "sword")
        assert dict(exiles.facts)["Out of action"] == ("The Kin: 1, by Grubnash of Da Snikkaz",)

    def test_says_what_is_left_for_the_night(self, season, mob, exiles, host):
        sick = Plague(disease="plague_victims", exposed=(Exposed(name="Da Ladz", count=2),))
        after = (Fee(hired_sword="pit_fighter"), sick, NextScenario(by=1))
        made = fights.report(fights.begun(mob, exiles), won(after=after), lost())
        fights.confirm(made, by=exiles.player)
        facts = dict(told(season, host).battles[0].sides[0].facts)
        assert facts["Left for the night"] == (
            "Plague Victims, a D6 for each who met them: 2 of Da Ladz",
            "Pit Fighter asks for 45 gc: hire and upkeep",
            "+1 on the roll for the scenario of the next battle",
        )

    def test_has_the_bonus_of_the_underdog(self, season, battle, host):
        battle.sides.filter(place=0).update(underdog=2)
        assert told(season, host).battles[0].sides[0].underdog == 2

    def test_has_what_was_noted_and_what_players_wrote(self, season, battle, host, owner):
        add_note(season, by=owner, text="We ran as one.", kind="report", battle_id=battle.pk)
        notes = told(season, host).battles[0].notes
        assert [(note.by, note.text) for note in notes] == [("", "Fog all the way."), ("owner", "We ran as one.")]

    def test_shows_the_seed_once_it_is_no_secret(self, season, battle, host):
        assert [(one.seed_hash, one.seed) for one in told(season, host).battles[0].seeds] == [(battle.seed_hash, "")]
        asleep(battle)
        assert [one.seed for one in told(season, host).battles[0].seeds] == [battle.seed]

    def test_shows_every_seed_that_rolls_which_count_were_made_from(self, season, battle, mob, host):
        """A night that is taken back once all is over gets a new seed; the other warband's dice stay with the old."""
        asleep(battle)
        undo_post_battle(post_of(battle, mob), by=mob.player)
        now = fights.fresh(battle)
        assert now.seed_hash != battle.seed_hash
        seeds = told(season, host).battles[0].seeds
        assert [(one.seed_hash, one.seed) for one in seeds] == [(now.seed_hash, ""), (battle.seed_hash, battle.seed)]
        assert "spent" in seeds[1].what

    def test_leaves_out_a_seed_of_which_no_roll_counts_any_more(self, season, battle, mob, exiles, host):
        asleep(battle)
        for one in (mob, exiles):
            undo_post_battle(post_of(battle, one), by=one.player)
        assert battle.seed_hash not in [one.seed_hash for one in told(season, host).battles[0].seeds]

    def test_that_is_not_confirmed_says_so_and_has_no_night(self, season, mob, exiles, host):
        fights.begun(mob, exiles)
        evening = told(season, host)
        assert evening.battles[0].state == "under way"
        assert evening.nights == ()

    def test_that_was_only_announced_or_called_off_is_not_told(self, season, mob, exiles, host):
        fights.call_off(fights.begun(mob, exiles))
        fights.announce(mob, exiles)
        assert told(season, host).battles == ()

    def test_of_allies_says_who_stood_with_whom(self, season, host, owner, rival, spectator):
        seasons.promote(season, spectator, "player")
        three = [seasons.mob_in(season, one, f"Mob of {one}") for one in (owner, rival, spectator)]
        fights.begun(*three, alliances=(1, 2, 1), scenario="")
        assert [side.ally for side in told(season, host).battles[0].sides] == ["A", "", "A"]


class TestANight:
    def test_tells_each_roll_with_its_faces_and_who_rolled(self, season, battle, mob, host):
        go_on(battle, mob, faces=(3, 3))
        night = told(season, host).nights[0]
        assert "Injuries | Grubnash | ⚂⚂ | " in lines(night)
        (thrown,) = [one.dice for step in night.steps for group in step.groups for one in group.happenings if one.dice]
        assert (thrown.faces, thrown.total, thrown.by) == ((3, 3), 33, "table")
        assert "Nervous Condition" in lines(night)

    def test_that_is_not_over_says_how_far_it_has_come(self, season, battle, host):
        night = told(season, host).nights[0]
        assert night.state == "It has come to injuries and goes on."
        assert [step.name for step in night.steps] == ["Injuries"]
        assert told(season, host).battles[0].sides[0].rating_after is None

    def test_names_a_step_in_which_nothing_happened_without_a_line(self, season, battle, host):
        asleep(battle)
        night = told(season, host).nights[0]
        assert "Dramatis personae" in night.quiet
        assert "Battle fought" not in lines(night)
        assert "No special characters" not in lines(night)

    def test_cuts_a_name_that_is_too_long_for_paper(self, season, mob, exiles, host, owner):
        name = "Very Long Name Indeed " * 8
        rename_warrior(mob.warband, by=owner, warrior_id=acts.warrior(mob.warband, "Grubnash").pk, name=name)
        battle = evenings.fight(mob, exiles)
        asleep(battle)
        evening = told(season, host)
        assert name.strip() not in str(evening_content(evening))
        assert evening.nights[0].roster[0].name == "Very Long Name Indeed Very Long Name In…"

    def test_that_is_over_has_every_step_told_or_named(self, season, battle, host):
        asleep(battle)
        for night in told(season, host).nights:
            assert len(night.steps) + len(night.quiet) == 11
            assert night.state == ""

    def test_has_the_figures_before_and_after(self, season, battle, mob, host):
        asleep(battle)
        night = told(season, host).nights[0]
        side = battle.sides.get(place=0)
        mob.warband.refresh_from_db()
        figures = {one.label: (one.before, one.after) for one in night.figures}
        assert figures["Rating"] == (side.rating_before, mob.warband.rating)
        assert figures["Gold crowns"][1] == mob.warband.treasury
        assert told(season, host).battles[0].sides[0].rating_after == mob.warband.rating

    def test_ends_with_the_warband_as_it_stands_then(self, season, battle, mob, host):
        go_on(battle, mob, faces=(3, 3))
        grubnash = told(season, host).nights[0].roster[0]
        assert (grubnash.name, grubnash.type_name) == ("Grubnash", "Orc Boss, leader")
        assert [short for short, _, _ in grubnash.statline] == ["M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"]
        assert ("I", "2", "lowered") in grubnash.statline
        assert dict(grubnash.words)["Injuries"] == "Nervous Condition"

    def test_keeps_rolls_that_count_no_more(self, season, battle, mob, host):
        go_on(battle, mob, faces=(3, 3))
        roll = post_of(battle, mob).rolls.get()
        correct_roll(roll, by=mob.player, faces=(4, 4), reason="Misread.")
        (void,) = told(season, host).nights[0].void
        assert (void.dice.drawn, void.why) == ("⚂⚂", "replaced by ⚃⚃: Misread.")

    def test_of_rules_that_have_changed_is_named_without_its_steps(self, season, battle, mob, host):
        go_on(battle, mob, faces=(3, 3))
        PostBattle.objects.filter(pk=post_of(battle, mob).pk).update(log=[{"roll": ["injuries", "D3", "Nobody"]}])
        night = told(season, host).nights[0]
        assert "The rules have changed" in night.untold
        assert (night.steps, night.warband) == ((), "Da Snikkaz")

    def test_names_who_was_taken_captive(self, season, battle, mob, exiles, host):
        Captive.objects.create(
            post_battle=post_of(battle, mob),
            owner=battle.sides.get(place=0),
            captor=battle.sides.get(place=1),
            warrior_name="Grubnash",
        )
        assert told(season, host).captives == ("Grubnash of Da Snikkaz, taken by Karak Brynn Exiles: held.",)

    def test_alone_has_its_battle_and_nobody_elses_night(self, season, battle, mob, host):
        evening = night_of(post_of(battle, mob), seasons.part(season, host)).evening
        assert [night.warband for night in evening.nights] == ["Da Snikkaz"]
        assert len(evening.battles[0].sides) == 2
        assert evening.standings == ()
        assert evening.title == "The night of Da Snikkaz after battle 1"


class TestTheStandings:
    def test_are_those_after_the_evening_and_not_of_today(self, season, mob, exiles, host):
        first = evenings.fight(mob, exiles, on=timezone.now() - timedelta(days=3))
        asleep(first)
        rating = fights.side(first, mob).warband.rating
        second = evenings.fight(exiles, mob)
        asleep(second)
        day = local(season, first.fought_on).date()
        # Both joined before it, as far as the record goes.
        season.enrolments.update(enrolled_at=first.fought_on - timedelta(days=1))
        standing = {one.name: one for one in told(season, host, day).standings}
        assert (standing["Da Snikkaz"].battles, standing["Da Snikkaz"].wins) == (1, 1)
        assert standing["Da Snikkaz"].rating == rating
        assert [one.place for one in told(season, host, day).standings] == [1, 2]
        assert {one.battles for one in told(season, host).standings} == {2}

    def test_have_whoever_fought_though_he_has_retired_or_is_deleted_since(self, season, battle, mob, exiles, host):
        asleep(battle)
        retire_warband(mob, by=mob.player, reason="Enough.")
        delete_warband(exiles.warband)
        found = {one.name: one for one in told(season, host).standings}
        assert {name: (one.battles, one.fought, one.retired) for name, one in found.items()} == {
            "Da Snikkaz": (1, True, True),
            "Karak Brynn Exiles": (1, True, True),
        }

    def test_leave_out_who_retired_before_he_fought_at_all(self, season, battle, mob, host, spectator):
        seasons.promote(season, spectator, "player")
        idle = seasons.mob_in(season, spectator, "Idlers")
        retire_warband(idle, by=spectator, reason="Never came.")
        assert "Idlers" not in [one.name for one in told(season, host).standings]

    def test_mark_whoever_fought_though_nothing_is_confirmed(self, season, mob, exiles, host):
        fights.begun(mob, exiles)
        assert {one.fought for one in told(season, host).standings} == {True}

    def test_leave_out_who_joined_later_or_had_retired(self, season, battle, mob, host, spectator):
        seasons.promote(season, spectator, "player")
        late = seasons.mob_in(season, spectator, "Latecomers")
        season.enrolments.filter(pk=late.pk).update(enrolled_at=timezone.now() + timedelta(days=2))
        assert "Latecomers" not in [one.name for one in told(season, host).standings]


class TestTheDay:
    def test_is_the_campaigns_and_not_utcs(self, season, mob, exiles, host):
        season.time_zone = "Europe/Berlin"
        season.save()
        half_past_midnight = (timezone.now() - timedelta(days=2)).replace(hour=23, minute=30)
        battle = evenings.fight(mob, exiles, on=half_past_midnight)
        day = half_past_midnight.date() + timedelta(days=1)
        assert local(season, battle.fought_on).date() == day
        assert last_evening(season) == day
        assert len(told(season, host, day).battles) == 1
        assert told(season, host, day - timedelta(days=1)).battles == ()

    def test_without_a_battle_is_empty(self, season, host):
        assert told(season, host).battles == ()
        assert last_evening(season) is None


class TestHiddenTreasuries:
    @pytest.fixture
    @kept
    def hidden(self, season, battle):
        season.treasuries_hidden = True
        season.save()
        asleep(battle)
        return season

    def gold_of(self, evening: Evening, name: str) -> tuple[bool, bool, bool]:
        """Whether figures, loot and sentences tell a warband's gold."""
        night = next(one for one in evening.nights if one.warband == name)
        side = next(one for one in evening.battles[0].sides if one.name == name)
        loot = any("gc" in line for label, found in side.facts if label == "Took home" for line in found)
        said = lines(night).replace("… gc", "")
        return "Gold crowns" in [one.label for one in night.figures], loot, " gc" in said

    def test_an_arbitrator_sees_all(self, hidden, host):
        assert self.gold_of(told(hidden, host), "Da Snikkaz") == (True, True, True)

    def test_a_player_sees_his_own(self, hidden, owner):
        evening = told(hidden, owner)
        assert self.gold_of(evening, "Da Snikkaz") == (True, True, True)
        assert self.gold_of(evening, "Karak Brynn Exiles") == (False, False, False)
        assert evening.gold_hidden

    def test_an_opponent_and_a_spectator_see_none_of_it(self, hidden, rival, spectator):
        for viewer in (rival, spectator):
            assert self.gold_of(told(hidden, viewer), "Da Snikkaz") == (False, False, False)

    def test_whose_gold_is_told_is_kept_beside_it(self, hidden, host, owner, spectator, mob, exiles):
        day = last_evening(hidden)
        seen = [evening_of(hidden, day, seasons.part(hidden, one)).gold_of for one in (host, owner, spectator)]
        assert seen == [tuple(sorted((mob.pk, exiles.pk))), (mob.pk,), ()]


class TestTheStructure:
    def test_comes_back_from_json_as_it_went(self, season, battle, host):
        asleep(battle)
        evening = told(season, host)
        assert evening_from(evening_content(evening)) == evening

    def test_costs_the_same_queries_with_two_warbands_and_with_eight(self, campaign, host):
        counts = []
        for size in (2, 6):
            evenings.evening(evenings.club(campaign, size))
            told(campaign, host)
            with CaptureQueriesContext(connection) as queries:
                told(campaign, host)
            counts.append(len(queries))
        assert counts[0] == counts[1] <= 12, counts
