"""Underdogs, defenders, rolls before a battle, days, and the seed."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from campaigns.battle.days import day_of, moment_of, span_of, wrong_day
from campaigns.battle.forces import CAPTIVE, KEPT_OUT, RECOVERING, force_of
from campaigns.battle.keeping import kept, restored
from campaigns.battle.muster import asked_of, left_alone, muster, still_asked
from campaigns.battle.seeds import SeedDice, face, hash_of, new_seed
from campaigns.battle.underdogs import defenders, underdogs
from mordheim.rules.dice import DiceError, EnteredDice
from mordheim.rules.schema import ScaleRow
from mordheim.rules.snapshot import KnownSpell, Piece, Suffered, WarbandSnapshot, WarriorSnapshot
from warbands.roster.members import Roster


class TestUnderdogs:
    @pytest.mark.parametrize(
        ("ratings", "bonuses"),
        [
            ((123, 176, 195), (1, 0, 0)),
            ((195, 123, 176), (0, 1, 0)),
            ((100, 150), (0, 0)),
            ((100, 151), (1, 0)),
            ((175, 100), (0, 1)),
            ((100, 176), (2, 0)),
            ((100, 201), (3, 0)),
            ((100, 251), (4, 0)),
            ((100, 401), (5, 0)),
            ((100, 100), (0, 0)),
            ((100, 100, 400), (0, 0, 0)),
            ((90, 120, 400, 500, 500, 500, 500, 500), (0,) * 8),
        ],
    )
    def test_the_lowest_rating_alone_has_its_distance_to_the_next_lowest(self, rulebook_of_files, ratings, bonuses):
        assert underdogs(ratings, rulebook_of_files.scales["underdog_bonus"]) == bonuses

    def test_between_equals_nobody_is_whatever_the_table_gives(self, rulebook_of_files):
        table = rulebook_of_files.scales["underdog_bonus"]
        generous = table.model_copy(update={"rows": (ScaleRow(low=0, high=None, values=(3,)),)})
        assert underdogs((100, 100, 180), generous) == (0, 0, 0)
        assert underdogs((100, 110), generous) == (3, 0)

    def test_the_defender_has_the_highest_rating_and_then_the_most_warriors(self):
        """MH-044."""
        assert defenders([(180, 12), (180, 14), (150, 20)]) == (1,)

    def test_a_full_tie_asks_for_a_die(self):
        assert defenders([(180, 14), (150, 14), (180, 14)]) == (0, 2)


def roster(rulebook, *warriors: WarriorSnapshot, kind: str = "orc_mob") -> Roster:
    snapshot = WarbandSnapshot("Da Snikkaz", kind, battles=2, treasury=10, warriors=warriors)
    return Roster(snapshot, rulebook.warband_types[kind], rulebook)


WOUND = Suffered("old_battle_wound")
BOSS = WarriorSnapshot("hero", "Grubnash", "orc_boss", id=7)


class TestMuster:
    def test_nobody_is_asked_where_nothing_is_wrong(self, rulebook_of_files):
        assert asked_of(roster(rulebook_of_files, BOSS)) == ()

    def test_an_old_battle_wound_is_rolled_for_once_for_each(self, rulebook_of_files):
        asked = asked_of(roster(rulebook_of_files, replace(BOSS, injuries=(WOUND, WOUND))))
        assert [(one.warrior, one.because, one.keeps_out, one.dice) for one in asked] == [
            ("Grubnash", "Old Battle Wound", (1,), 1)
        ] * 2
        assert len({one.key for one in asked}) == 2

    @pytest.mark.parametrize("away", [{"games_to_miss": 1}, {"captured_by": "The Rats"}])
    def test_who_is_not_there_rolls_for_nothing(self, rulebook_of_files, away):
        assert asked_of(roster(rulebook_of_files, replace(BOSS, injuries=(WOUND,), **away))) == ()

    @pytest.mark.parametrize(("face", "outcome"), [(1, "misses"), (2, "stands"), (6, "stands")])
    def test_only_a_one_opens_the_wound(self, rulebook_of_files, face, outcome):
        (asked,) = asked_of(roster(rulebook_of_files, replace(BOSS, injuries=(WOUND,))))
        made = muster(asked, EnteredDice([face]))
        assert (made.outcome, made.roll.faces, made.roll.source) == (outcome, (face,), "table")

    @pytest.mark.parametrize(
        ("faces", "outcome"),
        [
            ((4, 4), "foreseen"),
            ((3, 3), "foreseen"),
            ((4, 5), "nothing"),
            ((5, 5), "nothing"),
            ((5, 6), "misses"),
            ((6, 6), "misses"),
        ],
    )
    def test_the_cards_are_read_by_a_leadership_test(self, rulebook_of_files, faces, outcome):
        reader = replace(BOSS, equipment=(Piece("tarot_cards"),))
        (asked,) = asked_of(roster(rulebook_of_files, reader))
        assert asked.leadership == 8
        assert muster(asked, EnteredDice(faces)).outcome == outcome

    @pytest.mark.parametrize("faces", [[], [7], [0], [3, 3]])
    def test_dice_that_do_not_fit_are_refused(self, rulebook_of_files, faces):
        (asked,) = asked_of(roster(rulebook_of_files, replace(BOSS, injuries=(WOUND,))))
        with pytest.raises(DiceError):
            muster(asked, EnteredDice(faces))

    def test_who_is_kept_out_rolls_no_more(self, rulebook_of_files):
        warband = roster(rulebook_of_files, replace(BOSS, injuries=(WOUND, WOUND), equipment=(Piece("tarot_cards"),)))
        first, second, cards = asked_of(warband)
        done = [muster(first, EnteredDice([4])).as_json(), left_alone(cards).as_json()]
        assert still_asked(warband, done) == (second,)
        assert still_asked(warband, [*done, muster(second, EnteredDice([1])).as_json()]) == ()
        assert still_asked(warband, [muster(first, EnteredDice([1])).as_json()]) == ()


class TestForces:
    def test_who_is_away_is_told_and_does_not_count(self, rulebook_of_files):
        warband = roster(
            rulebook_of_files,
            BOSS,
            replace(BOSS, name="Hurt", type="orc_big_un", games_to_miss=1),
            replace(BOSS, name="Caught", type="orc_big_un", captured_by="The Rats"),
            replace(BOSS, name="Sore", type="orc_big_un"),
            WarriorSnapshot("henchman", "Da Gits", "goblin_warrior", size=4, equipment=(Piece("mad_cap_mushrooms"),)),
        )
        force = force_of(warband, place=0, rating=65, alliance=1, missing=["Sore"])
        assert {one.name: one.away for one in force.fighters if one.away} == {
            "Hurt": RECOVERING,
            "Caught": CAPTIVE,
            "Sore": KEPT_OUT,
        }
        assert (force.began, force.leader) == (5, "Grubnash")
        gits = force.fighter("Da Gits")
        assert (gits.counts_half, gits.learns, [one.key for one in gits.things]) == (True, False, ["mad_cap_mushrooms"])


def test_a_kept_warband_comes_back_with_its_warriors_ids():
    snapshot = WarbandSnapshot(
        "Da Snikkaz",
        "orc_mob",
        battles=3,
        treasury=12,
        stash=(Piece("sword", "gromril", 2),),
        warriors=(replace(BOSS, increases={"ws": 1}, spells=(KnownSpell("zzap", 6),), injuries=(WOUND,)),),
    )
    back = restored(kept(snapshot))
    assert back == snapshot
    assert [warrior.id for warrior in back.warriors] == [7]


BERLIN, LOS_ANGELES = ZoneInfo("Europe/Berlin"), ZoneInfo("America/Los_Angeles")


class TestDays:
    """MH-059."""

    @pytest.mark.parametrize("zone", [BERLIN, LOS_ANGELES])
    @pytest.mark.parametrize(("day", "hour"), [(date(2026, 7, 1), time(0, 30)), (date(2026, 6, 30), time(23, 30))])
    def test_a_moment_around_midnight_is_of_the_day_that_the_clocks_show(self, zone, day, hour):
        moment = moment_of(day, hour, zone)
        assert day_of(moment, zone) == day
        first, after = span_of(day, zone)
        assert first <= moment < after
        assert moment.tzinfo is UTC

    @pytest.mark.parametrize(
        ("zone", "day", "hours"),
        [
            (BERLIN, date(2026, 3, 29), 23),
            (BERLIN, date(2026, 10, 25), 25),
            (LOS_ANGELES, date(2026, 3, 8), 23),
            (LOS_ANGELES, date(2026, 11, 1), 25),
            (BERLIN, date(2026, 7, 1), 24),
        ],
    )
    def test_a_day_on_which_the_clocks_change_is_as_long_as_it_is(self, zone, day, hours):
        first, after = span_of(day, zone)
        assert after - first == timedelta(hours=hours)
        assert day_of(after - timedelta(seconds=1), zone) == day_of(first, zone) == day
        assert day_of(after, zone) == day + timedelta(days=1)

    @pytest.mark.parametrize("zone", [BERLIN, LOS_ANGELES, ZoneInfo("Pacific/Kiritimati"), ZoneInfo("UTC")])
    @pytest.mark.parametrize("day", [date.min, date.max])
    def test_the_ends_of_the_calendar_are_days_too(self, zone, day):
        first, after = span_of(day, zone)
        assert first < after

    def test_a_day_may_be_a_year_back_and_two_ahead(self):
        today = date(2026, 11, 30)
        assert not wrong_day(date(2025, 11, 30), today)
        assert not wrong_day(date(2028, 11, 30), today)
        assert "between 30 November 2025 and 30 November 2028" in wrong_day(date(2025, 11, 29), today)
        assert wrong_day(date(2028, 12, 1), today)
        assert not wrong_day(date(2027, 2, 28), date(2028, 2, 29))

    def test_an_hour_that_the_clocks_leave_out_is_taken_as_much_later(self):
        moment = moment_of(date(2026, 3, 29), time(2, 30), BERLIN)
        assert moment == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
        assert moment.astimezone(BERLIN).hour == 3

    def test_the_same_moment_is_of_two_days_on_two_sides_of_the_world(self):
        moment = datetime(2026, 7, 1, 6, 30, tzinfo=UTC)
        assert (day_of(moment, BERLIN), day_of(moment, LOS_ANGELES)) == (date(2026, 7, 1), date(2026, 6, 30))


class TestSeeds:
    def test_the_hash_is_of_the_bytes(self):
        assert hash_of("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()
        assert len(bytes.fromhex(new_seed())) == 32
        assert new_seed() != new_seed()

    def test_a_face_hangs_on_label_and_number_alone(self):
        seed = new_seed()
        dice = SeedDice(seed, "muster/3/7")
        faces = [dice.roll(6, "anything") for _ in range(20)]
        assert faces == [face(seed, "muster/3/7", number, 6) for number in range(1, 21)]
        assert faces != [face(seed, "muster/3/8", number, 6) for number in range(1, 21)]

    @pytest.mark.parametrize(("sides", "fair"), [(3, 255), (6, 252), (20, 240)])
    def test_a_byte_that_would_favour_low_faces_is_passed_over(self, sides, fair):
        seed, passed_over = "ab" * 32, 0
        for number in range(2_000):
            drawn = hmac.new(bytes.fromhex(seed), f"x/{number}/0".encode(), hashlib.sha256).digest()
            passed_over += drawn[0] >= fair
            assert face(seed, "x", number, sides) == 1 + next(byte for byte in drawn if byte < fair) % sides
        assert passed_over

    @pytest.mark.parametrize("sides", [3, 6, 20])
    def test_every_face_comes_up_about_as_often(self, sides):
        faces = [face("ab" * 32, "x", number, sides) for number in range(600 * sides)]
        assert set(faces) == set(range(1, sides + 1))
        assert all(480 < faces.count(one) < 720 for one in set(faces))
