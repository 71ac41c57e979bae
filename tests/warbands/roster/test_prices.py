"""What things cost at the start and later, and what they bring back (rulings 4, 13 and 14)."""

import pytest

from tests.warbands.roster.cast import member, piece, roster, rulebook, three_dwarfs, three_orcs
from warbands.roster.prices import later_price, price_of, sale_value, starting_price


def price(found):
    return None if found is None else (found.gold, found.plus, found.rarity)


@pytest.mark.parametrize(
    ("who", "what", "gold"),
    [
        ("dwarf_clansman", "gromril_armour", 75),
        ("dwarf_clansman", "gromril dwarf_axe", 45),
        ("dwarf_clansman", "gromril mace", 9),
        ("dwarf_clansman", "dwarf_axe", 15),
        ("beardling", "pistol_brace", 30),
    ],
)
def test_a_starting_warband_pays_its_list(who, what, gold):
    assert price(starting_price(member(three_dwarfs(who)), piece(what))) == (gold, None, None)


# MH-008
@pytest.mark.parametrize("recruit", [True, False], ids=["a new recruit", "an old hand"])
@pytest.mark.parametrize(
    ("what", "asked"),
    [("gromril_armour", (150, None, 11)), ("gromril dwarf_axe", (60, None, 11)), ("gromril mace", (12, None, 11))],
)
def test_later_gromril_is_the_charts(what, asked, recruit):
    assert price(later_price(member(three_dwarfs("dwarf_clansman")), piece(what), recruit=recruit)) == asked


@pytest.mark.parametrize(
    ("who", "what", "asked"),
    [
        ("orc_boy", "mad_cap_mushrooms", (25, None, None)),
        ("goblin_warrior", "squig_prodder", (15, None, None)),
        ("big_un", "crossbow", (25, None, None)),
        ("big_un", "wyrdstone_pendulum", (25, "3D6", 9)),
    ],
)
def test_later_prices_of_orcs(who, what, asked):
    mob = three_orcs("goblin_warrior", who, battles=1)
    assert price(price_of(roster(mob), member(mob), piece(what))) == asked


def test_a_dwarf_axe_keeps_its_price_and_is_rare_later():
    assert price(later_price(member(three_dwarfs("dwarf_clansman")), piece("dwarf_axe"))) == (15, None, 8)


def test_what_nobody_sells_has_no_price():
    assert later_price(member(three_orcs("big_un")), piece("wooden_man")) is None


@pytest.mark.parametrize(
    ("what", "brings"),
    [
        ("sword", 5),
        ("dagger", 1),
        ("mace", 1),
        ("shield", 2),
        ("wyrdstone_pendulum", 12),
        ("gromril_armour", 75),
        ("gromril sword", 20),
        ("athame", 10),
        ("mad_cap_mushrooms", 15),
    ],
)
def test_half_the_charts_fixed_price_comes_back_rounded_down(what, brings):
    assert sale_value(rulebook(), None, piece(what)).gold == brings


def test_a_dispel_scroll_brings_25_gold_crowns_and_two_dice():
    assert price(sale_value(rulebook(), None, piece("dispel_scroll"))) == (25, "2D6", None)


@pytest.mark.parametrize("what", ["toughened_leathers", "wooden_man"])
def test_some_things_nobody_buys(what):
    assert sale_value(rulebook(), None, piece(what)) is None
