"""The ball and chain: Goblins only, with a dose, and with nothing else (ruling 7)."""

import pytest

from tests.warbands.roster.cast import checked, codes, orcs, three_orcs


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("goblin_warrior: ball_and_chain, mad_cap_mushrooms", []),
        ("3 goblin_warrior: ball_and_chain, mad_cap_mushrooms", []),
        ("goblin_warrior: ball_and_chain", ["requires_item"]),
        ("goblin_warrior: ball_and_chain, mad_cap_mushrooms, short_bow", ["excludes_items"]),
        ("goblin_warrior: ball_and_chain, mad_cap_mushrooms, helmet", ["excludes_items"]),
        ("goblin_warrior: ball_and_chain, mad_cap_mushrooms, dagger", ["excludes_items"]),
        ("goblin_warrior: ball_and_chain, mad_cap_mushrooms, sword, spear, squig_prodder", ["excludes_items"]),
        ("goblin_warrior: 2 ball_and_chain, mad_cap_mushrooms", ["excludes_items"]),
        ("orc_boy: ball_and_chain, mad_cap_mushrooms", ["item_not_on_list"]),
        ("cave_squig: ball_and_chain, mad_cap_mushrooms", ["no_equipment_allowed"]),
    ],
)
def test_a_starting_wielder(line, expected):
    assert codes(three_orcs("goblin_warrior", line)) == expected


def test_each_member_of_a_group_pays_for_his_own_dose():
    group = three_orcs("3 goblin_warrior: ball_and_chain, mad_cap_mushrooms")
    assert checked(group).cost - checked(three_orcs()).cost == 3 * (10 + 15 + 25)


def test_later_the_chain_stays_on_the_roster_without_a_dose():
    assert codes(orcs("orc_boss", "2 orc_boy", "goblin_warrior: ball_and_chain", battles=1)) == []
