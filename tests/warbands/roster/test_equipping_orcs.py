"""What Orcs, Goblins and beasts may carry into their first battle, and later."""

import pytest

from tests.warbands.roster.cast import checked, codes, rulebook, three_orcs, warrior

ORC_LIST = {
    "dagger": 2, "battle_axe": 5, "morning_star": 15, "sword": 10, "double_handed_weapon": 15, "spear": 10,
    "halberd": 10, "crossbow": 25, "bow": 10, "light_armour": 20, "shield": 5, "helmet": 10,
}  # fmt: skip
GOBLIN_LIST = {
    "dagger": 2, "sword": 10, "spear": 10, "short_bow": 5, "light_armour": 20, "shield": 5, "helmet": 10,
    "squig_prodder": 15,
}  # fmt: skip
ARMOUR = {"light_armour", "shield", "helmet"}


def _sold_to(kind: str) -> dict[str, int]:
    """Everything that a starting warrior may have by itself, with what it adds to the cost."""
    spells = ["zzap"] if kind == "orc_shaman" else []
    bare = checked(three_orcs(warrior(kind, spells=spells), starting_gold=10_000)).cost
    sold = {}
    for key in rulebook().items:
        found = checked(three_orcs(warrior(f"{kind}: {key}", spells=spells), starting_gold=10_000))
        if found.legal:
            sold[key] = found.cost - bare
    return sold


# MH-005
@pytest.mark.parametrize("kind", ["big_un", "orc_boy"])
def test_an_orc_buys_the_orc_list_and_nothing_else(kind):
    assert _sold_to(kind) == ORC_LIST


# MH-005
def test_the_boss_buys_the_orc_list_and_nothing_else():
    for item in rulebook().items:
        mob = three_orcs(starting_gold=10_000)
        mob = type(mob)(**{**vars(mob), "warriors": (warrior(f"orc_boss: {item}"), *mob.warriors[1:])})
        assert checked(mob).legal == (item in ORC_LIST), item


# MH-005
def test_a_shaman_buys_the_weapons_of_the_orc_list():
    assert _sold_to("orc_shaman") == {item: price for item, price in ORC_LIST.items() if item not in ARMOUR}


# MH-005
def test_a_goblin_buys_the_goblin_list_and_his_special_equipment():
    assert _sold_to("goblin_warrior") == {**GOBLIN_LIST, "mad_cap_mushrooms": 25}


@pytest.mark.parametrize("item", ["club", "mace", "axe", "short_bow", "buckler", "heavy_armour", "rope_and_hook"])
def test_an_orc_boy_is_refused_what_is_not_on_his_list(item):
    found = checked(three_orcs(f"orc_boy: {item}"))
    assert found.codes == ("item_not_on_list",)
    assert found.problems[0].where == "Orc Boy 2"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("orc_shaman: shield", ["armour_forbidden"]),
        ("orc_shaman: toughened_leathers", ["armour_forbidden"]),
        ("orc_shaman: heavy_armour, helmet", ["armour_forbidden", "armour_forbidden"]),
        ("orc_shaman: mace", ["item_not_on_list"]),
        ("goblin_warrior: battle_axe", ["item_not_on_list"]),
        ("orc_boy: squig_prodder", ["item_not_on_list"]),
        ("orc_boy: toughened_leathers", ["item_not_on_list"]),
        ("orc_boy: gromril sword", ["item_not_on_list"]),
        ("cave_squig: dagger", ["no_equipment_allowed"]),
        ("cave_squig: light_armour, bow", ["no_equipment_allowed"]),
        ("troll: club", ["no_equipment_allowed"]),
    ],
)
def test_one_offence_has_one_code(line, expected):
    spells = ["zzap"] if "shaman" in line else []
    mob = three_orcs("goblin_warrior", warrior(line, spells=spells), starting_gold=1000)
    assert codes(mob) == expected


@pytest.mark.parametrize("who", ["big_un", "orc_boy"])
def test_mushrooms_are_for_anyone_while_a_goblin_is_there(who):
    with_goblin = three_orcs("goblin_warrior", f"{who}: mad_cap_mushrooms")
    without = three_orcs(f"{who}: mad_cap_mushrooms")
    assert codes(with_goblin) == []
    assert codes(without) == ["requires_warrior"]
    assert "Goblin" in checked(without).problems[0].message


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("big_un: rope_and_hook", []),
        ("orc_boy: rope_and_hook", ["item_not_on_list"]),
        ("big_un: toughened_leathers", []),
        ("goblin_warrior: toughened_leathers", []),
        ("orc_boy: club", ["item_not_on_list"]),
        ("big_un: dwarf_axe", ["item_not_on_list"]),
        ("big_un: gromril sword", []),
        ("big_un: gromril bow", ["item_not_on_list"]),
        ("big_un: gromril dagger", ["item_not_on_list"]),
        ("big_un: horse", ["item_not_on_list"]),
        ("big_un: hammer_of_witches", ["item_not_on_list"]),
        ("orc_boy: banner", ["item_not_on_list"]),
        ("big_un: banner", []),
        ("troll: club", ["no_equipment_allowed"]),
    ],
)
def test_after_a_battle_the_market_is_open_but_the_list_still_arms(line, expected):
    assert codes(three_orcs("goblin_warrior", line, battles=1)) == expected


@pytest.mark.parametrize("skill", ["weapons_training", "weapons_expert"])
def test_a_skill_opens_a_category_of_weapons(skill):
    item = "club" if skill == "weapons_training" else "long_bow"
    untrained = three_orcs(f"big_un: {item}", battles=1)
    trained = three_orcs(warrior(f"big_un: {item}", skills=[skill]), battles=1)
    assert codes(untrained) == ["item_not_on_list"]
    assert codes(trained) == []
