"""How many of whom a warband may have."""

import pytest

from tests.warbands.roster.cast import checked, codes, orcs, three_dwarfs, three_orcs, warrior

SHAMAN = warrior("orc_shaman", spells=["zzap"])


# MH-001
@pytest.mark.parametrize(("goblins", "most"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5)])
def test_a_mob_has_as_many_squigs_as_goblins_and_never_more_than_five(goblins, most):
    def mob(squigs):
        groups = [f"{count} goblin_warrior" for count in (min(goblins, 5), goblins - 5) if count > 0]
        groups += [f"{count} cave_squig" for count in (min(squigs, 5), squigs - 5) if count > 0]
        return orcs("orc_boss", "2 orc_boy", *groups)

    assert codes(mob(most)) == []
    assert codes(mob(most + 1)) != []


# MH-001
def test_the_sixth_squig_is_refused_by_a_message_that_names_five():
    five = three_orcs("5 goblin_warrior", "goblin_warrior", "5 cave_squig")
    six = three_orcs("5 goblin_warrior", "goblin_warrior", "5 cave_squig", "cave_squig")
    assert (checked(five).cost, checked(five).warriors, codes(five)) == (265, 14, [])
    assert (checked(six).cost, checked(six).warriors, codes(six)) == (280, 15, ["too_many_of_type"])
    assert "5 Cave Squigs" in checked(six).problems[0].message


# MH-001
def test_seven_goblins_are_too_many_for_three_orcs_without_any_squig():
    assert codes(three_orcs("5 goblin_warrior", "2 goblin_warrior")) == ["ratio_exceeded"]


# MH-003
@pytest.mark.parametrize(
    ("others", "goblins"),
    [((SHAMAN,), 8), (("troll", "pit_fighter"), 6), (("2 cave_squig",), 6), (("big_un", "big_un"), 10)],
    ids=["a Shaman is an Orc", "Troll and Pit Fighter are none", "Squigs are none", "Big 'Uns are Orcs"],
)
def test_two_goblins_come_with_each_orc_and_with_nobody_else(others, goblins):
    def mob(count):
        groups = [f"{min(5, count - done)} goblin_warrior" for done in range(0, count, 5)]
        return orcs("orc_boss", "2 orc_boy", *others, *groups)

    assert codes(mob(goblins)) == []
    assert codes(mob(goblins + 1)) == ["ratio_exceeded"]


@pytest.mark.parametrize(
    ("warband", "expected"),
    [
        (orcs("orc_boss", "orc_boy"), ["too_few_warriors"]),
        (orcs("orc_boss", "orc_boy", "pit_fighter"), ["too_few_warriors"]),
        (orcs("orc_boss", "2 orc_boy"), []),
        (orcs(), ["too_few_warriors", "leader_count"]),
        (orcs("orc_boss", *["5 orc_boy"] * 2, "5 goblin_warrior", "4 goblin_warrior"), []),
        (orcs("orc_boss", *["5 orc_boy"] * 2, *["5 goblin_warrior"] * 2), ["too_many_warriors"]),
        (three_dwarfs("5 beardling", "4 beardling"), []),
        (three_dwarfs("5 beardling", "5 beardling"), ["too_many_warriors"]),
        (three_dwarfs("5 beardling", "4 beardling", "pit_fighter"), []),
    ],
    ids=[
        "two Orcs",
        "a hired sword does not make the third",
        "three Orcs",
        "nobody",
        "twenty",
        "twenty-one",
        "twelve Dwarfs",
        "thirteen Dwarfs",
        "a hired sword is no thirteenth Dwarf",
    ],
)
def test_a_warband_has_so_many_warriors_and_no_more(warband, expected):
    assert codes(warband) == expected


def test_a_halfling_scout_would_make_room_for_one_more():
    # He serves no Orcs, so only his refusal is left over.
    mob = orcs("orc_boss", "4 goblin_warrior", *["5 orc_boy"] * 3, "orc_boy", "halfling_scout", starting_gold=1000)
    assert (checked(mob).warriors, codes(mob)) == (21, ["hired_sword_refuses"])


@pytest.mark.parametrize(
    ("warband", "expected"),
    [
        (orcs("3 orc_boy"), ["leader_count"]),
        (orcs("orc_boss", "orc_boss", "orc_boy"), ["leader_count"]),
        (orcs(warrior("big_un", leader=True), "2 orc_boy"), ["leader_count"]),
        (orcs("orc_boss", warrior("big_un", leader=True), "orc_boy"), ["leader_count"]),
        (orcs(warrior("orc_boss", section="henchman", experience=20), "2 orc_boy"), ["wrong_section"]),
        (orcs(warrior("big_un", leader=True), "2 orc_boy", battles=1), []),
        (orcs("orc_boss", warrior("big_un", leader=True), "2 orc_boy", battles=1), ["leader_count"]),
    ],
    ids=[
        "no Boss",
        "two Bosses",
        "a Big 'Un instead of the Boss, at the start",
        "a Boss and another leader",
        "the Boss among the henchmen is only misplaced",
        "a Big 'Un leads once the Boss has died",
        "two leaders after a battle",
    ],
)
def test_a_warband_has_exactly_one_leader(warband, expected):
    assert codes(warband) == expected


@pytest.mark.parametrize(
    ("warband", "expected"),
    [
        (three_orcs("big_un", "big_un"), []),
        (three_orcs("big_un", "big_un", "big_un"), ["too_many_of_type"]),
        (three_orcs(SHAMAN, SHAMAN), ["too_many_of_type"]),
        (three_orcs("troll"), []),
        (three_orcs("2 troll", starting_gold=1000), ["too_many_of_type"]),
        (three_dwarfs("dwarf_engineer", "dwarf_engineer"), ["too_many_of_type"]),
        (three_dwarfs("troll_slayer", "troll_slayer"), []),
        (three_dwarfs("troll_slayer", "troll_slayer", "troll_slayer"), ["too_many_of_type"]),
        (three_dwarfs("5 dwarf_thunderer"), []),
        (three_dwarfs("3 dwarf_thunderer", "3 dwarf_thunderer"), ["too_many_of_type"]),
    ],
)
def test_a_type_keeps_to_its_own_limit(warband, expected):
    assert codes(warband) == expected


def test_a_warband_has_at_most_six_heroes():
    lads = [warrior("beardling", section="hero", promoted=True) for _ in range(5)]
    heroes = ["dwarf_engineer", "troll_slayer", "troll_slayer"]
    six = three_dwarfs(*heroes, *lads[:2], battles=1)
    seven = three_dwarfs(*heroes, *lads[:3], battles=1)
    assert codes(six) == []
    assert codes(seven) == ["too_many_heroes"]
    assert not checked(seven).legal


@pytest.mark.parametrize(("size", "expected"), [(0, ["group_size"]), (1, []), (5, []), (6, ["group_size"])])
def test_a_henchman_group_has_one_to_five_warriors(size, expected):
    assert codes(three_dwarfs(f"{size} dwarf_clansman")) == expected


@pytest.mark.parametrize(
    ("misplaced", "expected"),
    [
        (warrior("orc_boy", section="hero"), ["wrong_section"]),
        (warrior("big_un", section="henchman"), ["wrong_section"]),
        (warrior("pit_fighter", section="hero"), ["wrong_section"]),
        (warrior("orc_boy", section="hired_sword"), ["wrong_section"]),
        (warrior("goblin_warrior", section="hero", promoted=True), ["wrong_section"]),
        (warrior("orc_boy", section="hero", promoted=True), []),
    ],
    ids=[
        "an Orc Boy among the heroes",
        "a Big 'Un among the henchmen",
        "a Pit Fighter among the heroes",
        "an Orc Boy among the hired swords",
        "a Goblin never learns, so he is never promoted",
        "a promoted Orc Boy",
    ],
)
def test_everybody_stands_where_he_belongs(misplaced, expected):
    assert codes(three_orcs(misplaced, battles=1)) == expected


def test_two_warriors_of_one_name_are_told_apart():
    twin = {"name": "Snik", "notes": "same name on purpose"}
    mob = three_orcs(warrior("big_un", **twin), warrior("orc_boy", **twin))
    assert [(p.code, p.where) for p in checked(mob).problems] == [("duplicate", "Snik")]


@pytest.mark.parametrize("name", ["Troll", "Pit Fighter", "warband", "orc_boss"])
def test_a_name_may_be_that_of_a_type(name):
    assert codes(three_orcs(warrior("big_un", name=name), "pit_fighter")) == []
