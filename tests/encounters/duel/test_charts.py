"""The printed charts, cell by cell, and saves."""

from fractions import Fraction

import pytest

from mordheim.rules import combat
from mordheim.rules.combat import NEVER, Injury
from mordheim.rules.schema import Armour
from tests.encounters.duel.arena import shot

# Rows are the attacker's Weapon Skill, columns the opponent's, 1 to 10.
TO_HIT = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""
# Rows are Strength, columns Toughness, 1 to 10.
TO_WOUND = """
4 5 6 6 - - - - - -
3 4 5 6 6 - - - - -
2 3 4 5 6 6 - - - -
2 2 3 4 5 6 6 - - -
2 2 2 3 4 5 6 6 - -
2 2 2 2 3 4 5 6 6 -
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""


def cells(chart: str) -> list[tuple[int, int, int]]:
    rows = [row.split() for row in chart.split("\n") if row]
    return [
        (a, b, NEVER if cell == "-" else int(cell)) for a, row in enumerate(rows, 1) for b, cell in enumerate(row, 1)
    ]


def test_every_cell_of_the_close_combat_chart_is_as_printed() -> None:
    printed = cells(TO_HIT)
    assert len(printed) == 100
    assert [combat.to_hit(attacker, defender) for attacker, defender, _ in printed] == [face for *_, face in printed]


def test_every_cell_of_the_wound_chart_is_as_printed() -> None:
    printed = cells(TO_WOUND)
    assert len(printed) == 100
    assert [combat.to_wound(strength, toughness) for strength, toughness, _ in printed] == [f for *_, f in printed]


def test_ballistic_skill_gives_seven_less_itself() -> None:
    assert [combat.to_shoot(skill) for skill in range(1, 11)] == [6, 5, 4, 3, 2, 1, 0, -1, -2, -3]


def test_strength_worsens_a_save_from_four_on_and_by_six_at_most() -> None:
    assert [combat.strength_against_save(strength) for strength in range(1, 11)] == [0, 0, 0, 1, 2, 3, 4, 5, 6, 6]


def test_the_printed_saves_of_armour() -> None:
    light, heavy, gromril, shield = Armour(save=6), Armour(save=5), Armour(save=4), Armour(bonus=1, alone=6)
    assert [combat.armour_save([one]) for one in (light, heavy, gromril, shield)] == [6, 5, 4, 6]
    assert combat.armour_save([light, shield]) == combat.armour_save([shield, light]) == 5
    assert combat.armour_save([]) == combat.armour_save([], bonus=1) == NEVER
    assert combat.armour_save([shield], bonus=1) == 5
    assert combat.armour_save([shield], own=5) == 4


def test_the_books_example_of_dieter_in_heavy_armour_with_a_shield_under_a_crossbow() -> None:
    assert shot("weapon=crossbow", "equipment=heavy_armour+shield").save == 5


def test_the_injury_die_in_its_three_bands() -> None:
    K, S, O = Injury.KNOCKED_DOWN, Injury.STUNNED, Injury.OUT  # noqa: E741, N806
    assert [combat.injury(face) for face in range(1, 7)] == [K, K, S, S, O, O]
    assert [combat.injury(face, 4, 6) for face in range(1, 7)] == [K, K, K, S, S, O]


@pytest.mark.parametrize(("leadership", "ways"), [(2, 1), (7, 21), (10, 33), (12, 36), (1, 0)])
def test_a_test_of_leadership_is_two_dice_of_no_more(leadership: int, ways: int) -> None:
    assert combat.leadership_chance(leadership) == Fraction(ways, 36)
