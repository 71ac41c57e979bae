"""Step two, what is earned: every entry of the reference, heavy boxes, underdogs, those who never learn
(reference: advancement.yaml, earning_experience; MH-026, MH-027; rulings 20 and 21)."""

from __future__ import annotations

import pytest

from campaigns.postbattle.gains import advances_between
from campaigns.postbattle.report import Opponent, underdog_for
from mordheim.rules.snapshot import WarbandSnapshot
from tests.campaigns.postbattle.night import fought, night
from tests.warbands.roster.cast import checked, dwarfs, roster, rulebook, three_dwarfs, three_orcs, warrior
from warbands.roster.refusals import Refused

HEROES = (2, 4, 6, 8, 11, 14, 17, 20, 24, 28, 32, 36, 41, 46, 51, 57, 63, 69, 76, 83, 90)
HENCHMEN = (2, 5, 9, 14)
SKAB = "Skab"


def mob(*lines, **changes: object) -> WarbandSnapshot:
    """Skab has 15 experience, so that two points bring no advance."""
    told = {"name": SKAB, "experience": 17, **changes}
    return fought(three_orcs(warrior("big_un", **told), *lines))


class TestWhatIsEarned:
    def test_whoever_survives_gains_a_point_hero_group_and_hired_sword_alike(self):
        done = night(mob("pit_fighter"), out=[SKAB, "pit_fighter"], injuries="33 4")
        for name in ("Orc Boss", SKAB, "Orc Boy", "pit_fighter"):
            assert done.gained(name) == [("survives", 1)]

    def test_the_leader_of_the_winning_side_gains_a_point(self):
        done = night(mob(), result="won")
        assert done.gained("Orc Boss") == [("survives", 1), ("winning_leader", 1)]
        assert done.gained(SKAB) == [("survives", 1)]

    @pytest.mark.parametrize("result", ["lost", "drew"])
    def test_but_not_of_the_losing_side_nor_in_a_draw(self, result):
        assert night(mob(), result=result).gained("Orc Boss") == [("survives", 1)]

    def test_a_shared_victory_is_a_victory(self):
        """Ruling 22."""
        assert ("winning_leader", 1) in night(mob(), result="won", shared=True).gained("Orc Boss")

    def test_the_winning_leader_who_fell_has_his_point_if_he_lives(self):
        assert ("winning_leader", 1) in night(mob(), result="won", out=["Orc Boss"], injuries="41").gained("Orc Boss")
        done = night(mob(), result="won", out=["Orc Boss"], injuries="11")
        assert done.gained(SKAB) == [("survives", 1)]

    def test_a_hero_gains_a_point_for_each_enemy_he_put_out(self):
        assert night(mob(), enemies_out={SKAB: 2}).gained(SKAB) == [("survives", 1), ("enemy_out_of_action", 2)]

    def test_henchmen_and_hired_swords_gain_nothing_by_enemies(self):
        done = night(mob("pit_fighter"), enemies_out={"Orc Boy": 2, "pit_fighter": 1})
        assert done.gained("Orc Boy") == [("survives", 1)]
        assert done.gained("pit_fighter") == [("survives", 1)]

    def test_the_scenario_gives_what_it_gives(self):
        done = night(mob(), experience={SKAB: 1, "Orc Boy": 1})
        assert done.gained(SKAB) == [("survives", 1), ("scenario", 1)]
        assert done.gained("Orc Boy") == [("survives", 1), ("scenario", 1)]

    def test_every_point_of_the_file_has_its_event(self):
        done = night(mob(), result="won", underdog=2, enemies_out={SKAB: 1}, experience={SKAB: 1})
        for name, before in (("Orc Boss", 20), (SKAB, 17), ("Orc Boy", 0)):
            assert done.of(name).experience - before == sum(by for _, by in done.gained(name))

    def test_a_groups_experience_is_that_of_each_member(self):
        done = night(mob())
        assert done.row("Orc Boy")["experience"] == 1
        assert checked(done.snapshot).experience == 21 + 18 + 2


class TestWhoEarnsNothing:
    def test_the_dead_and_a_group_without_survivors(self):
        done = night(mob(), out=[SKAB, "2 Orc Boy"], injuries="11 1 2")
        assert done.gained(SKAB) == []
        assert done.gained("Orc Boy") == []

    def test_a_group_of_which_one_lives_earns(self):
        assert night(mob(), out=["2 Orc Boy"], injuries="1 3").gained("Orc Boy") == [("survives", 1)]

    def test_whoever_misses_the_game_or_this_battle(self):
        """Ruling 21."""
        assert night(mob(games_to_miss=2)).gained(SKAB) == []
        assert night(mob(), missed=(SKAB,), underdog=3).gained(SKAB) == []

    def test_a_captive(self):
        assert night(mob(captured_by="The Rivals"), underdog=3).gained(SKAB) == []

    def test_goblins_squigs_and_the_troll_never_learn(self):
        """MH-026."""
        before = fought(three_orcs("orc_boy", "2 goblin_warrior", "goblin_warrior", "3 cave_squig", "troll"))
        done = night(before, underdog=2)
        assert [one.experience for one in done.snapshot.warriors] == [23, 3, 3, 0, 0, 0, 0]
        assert {one["warrior"] for one in done.effects("experience", "experience")} == {
            "Orc Boss",
            "Orc Boy",
            "Orc Boy 2",
        }

    def test_a_report_that_gives_them_experience_is_refused(self):
        with pytest.raises(Refused, match="never gains experience"):
            night(fought(three_orcs("goblin_warrior")), experience={"Goblin Warrior": 1})


class TestUnderdogs:
    @pytest.mark.parametrize(
        ("difference", "bonus"),
        [
            (0, 0), (50, 0), (51, 1), (75, 1), (76, 2), (100, 2), (101, 3), (150, 3), (151, 4), (300, 4), (301, 5),
            (999, 5),
        ],
    )  # fmt: skip
    def test_by_the_difference_of_the_ratings(self, difference, bonus):
        assert underdog_for(roster(mob()), 100, [100 + difference]) == bonus

    def test_never_for_the_stronger_side(self):
        assert underdog_for(roster(mob()), 200, [100]) == 0

    def test_of_many_only_the_lowest_against_the_next_lowest(self):
        """The example of Chaos on the Streets: 176, 195 and 123."""
        assert underdog_for(roster(mob()), 123, [176, 195]) == 1
        assert underdog_for(roster(mob()), 176, [123, 195]) == 0
        assert underdog_for(roster(mob()), 195, [176, 123]) == 0

    def test_it_goes_to_every_survivor(self):
        done = night(mob("pit_fighter"), underdog=2)
        for name in ("Orc Boss", SKAB, "Orc Boy", "pit_fighter"):
            assert done.gained(name) == [("survives", 1), ("underdog", 2)]

    def test_it_is_worked_out_from_the_ratings_where_nobody_says(self):
        before = mob()
        rating = checked(before).rating
        strong = Opponent("The Strong", "reikland", rating + 76)
        assert ("underdog", 2) in night(before, underdog=None, opponents=[strong]).gained(SKAB)

    def test_and_from_the_rating_before_the_battle_not_after_its_losses(self):
        before = mob()
        strong = Opponent("The Strong", "reikland", checked(before).rating + 50)
        done = night(before, underdog=None, opponents=[strong], out=[SKAB, "2 Orc Boy"], injuries="11 1 1")
        assert done.gained("Orc Boss") == [("survives", 1)]

    def test_what_the_report_states_counts(self):
        strong = Opponent("The Strong", "reikland", 999)
        assert night(mob(), underdog=0, opponents=[strong]).gained(SKAB) == [("survives", 1)]


class TestHeavyBoxes:
    """MH-027."""

    def test_every_box_of_both_tracks(self):
        for section, boxes in (("hero", HEROES), ("henchman", HENCHMEN), ("hired_sword", HENCHMEN)):
            reached = [n for n in range(1, 100) if advances_between(rulebook(), section, n - 1, n)]
            assert tuple(reached) == boxes

    def test_a_boss_of_20_has_none_at_23_and_one_at_24(self):
        before = fought(three_orcs())
        first = night(before, experience={"Orc Boss": 2})
        assert first.of("Orc Boss").experience == 23
        assert first.effects("experience", "advance_due") == []
        second = night(first.snapshot)
        assert second.of("Orc Boss").experience == 24
        assert [one["by"] for one in second.effects("experience", "advance_due") if one["warrior"] == "Orc Boss"] == [
            1,
            -1,
        ]

    def test_starting_experience_brings_no_advance(self):
        slayers = fought(dwarfs("dwarf_noble", "troll_slayer", "2 beardling"))
        done = night(slayers)
        assert done.of("Troll Slayer").experience == 9
        assert done.effects("experience", "advance_due") == []

    def test_beardlings_at_1_that_gain_4_owe_two_and_roll_both(self):
        lads = fought(dwarfs("dwarf_noble", warrior("3 beardling", name="The Lads", experience=1)))
        done = night(lads, advances="12 44", experience={"The Lads": 3})
        assert [one["by"] for one in done.effects("experience", "advance_due")] == [1, 1, -1, -1]
        assert done.row("The Lads")["increases"] == {"i": 1, "a": 1}

    def test_an_advance_of_old_is_rolled_too(self):
        lads = fought(dwarfs("dwarf_noble", warrior("2 dwarf_thunderer", experience=5, advances_due=1)))
        done = night(lads, advances="12")
        assert "advances_due" not in done.row("Dwarf Thunderer")
        assert done.row("Dwarf Thunderer")["increases"] == {"i": 1}

    def test_a_hero_at_89_owes_one_at_90_and_nothing_ever_after(self):
        done = night(mob(experience=89), advances="44 1", experience={SKAB: 4})
        assert done.of(SKAB).experience == 94
        assert [o["by"] for o in done.effects("experience", "advance_due") if o["warrior"] == SKAB] == [1, -1]
        later = night(mob(experience=94), underdog=5)
        assert [o for o in later.effects("experience", "advance_due") if o["warrior"] == SKAB] == []
        assert later.of(SKAB).experience == 100

    def test_henchmen_have_none_after_14_and_count_on_for_the_rating(self):
        done = night(fought(three_dwarfs(warrior("2 dwarf_clansman", experience=14))), underdog=2)
        assert done.row("Dwarf Clansman")["experience"] == 17
        assert [o for o in done.effects("experience", "advance_due") if o["warrior"] == "Dwarf Clansman"] == []

    def test_a_hired_sword_counts_on_the_henchmens_track(self):
        done = night(fought(three_orcs(warrior("pit_fighter", experience=1))))
        assert [o["by"] for o in done.effects("experience", "advance_due")] == [1, -1]


def test_an_injury_of_the_night_does_not_take_the_experience_away():
    done = night(mob(), out=[SKAB], injuries="35 3")
    assert done.gained(SKAB) == [("survives", 1)]
    assert done.row(SKAB)["games_to_miss"] == 3
