"""Five points a warrior, twenty for a large creature, and everybody's experience."""

import pytest

from tests.warbands.roster.cast import checked, dwarfs, orcs, roster, three_orcs, warrior
from warbands.roster.rating import rating_lines


# MH-020
@pytest.mark.parametrize(
    ("warband", "rating"),
    [
        (orcs("orc_boss", "2 orc_boy"), 35),
        (orcs(warrior("5 orc_boy", experience=1), battles=1), 30),
        (orcs(warrior("orc_boy", experience=1), battles=1), 6),
        (orcs("5 orc_boy"), 25),
        (dwarfs("dwarf_noble"), 25),
    ],
    ids=["Boss and two Boyz", "five that have fought", "one that has fought", "five new ones", "a Noble alone"],
)
def test_a_warband_is_worth_its_warriors_and_their_experience(warband, rating):
    assert checked(warband).rating == rating


@pytest.mark.parametrize(
    ("joins", "worth"),
    [
        ("troll", 20),
        ("cave_squig", 5),
        ("ogre_bodyguard", 25),
        ("pit_fighter", 22),
        (warrior("pit_fighter", experience=7), 29),
    ],
)
def test_large_creatures_and_hired_swords_count_by_their_own_figure(joins, worth):
    before, after = three_orcs("goblin_warrior", battles=1), three_orcs("goblin_warrior", joins, battles=1)
    assert checked(after).rating - checked(before).rating == worth


def test_a_hired_swords_experience_is_in_the_rating_and_not_in_the_experience():
    found = checked(three_orcs(warrior("pit_fighter", experience=7), battles=1))
    assert (found.experience, found.warriors) == (20, 3)


def test_the_lines_of_the_rating_add_up_to_it():
    warband = three_orcs("troll", warrior("3 orc_boy", experience=4), "pit_fighter", battles=1)
    lines = rating_lines(roster(warband))
    assert sum(line.points for line in lines) == checked(warband).rating
    assert [line.told for line in lines][-2:] == ["3 × (5 + 4 experience)", "22"]
