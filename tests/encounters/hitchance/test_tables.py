"""Every printed and every house table, row by row."""

from __future__ import annotations

from fractions import Fraction

import pytest

from encounters.hitchance.errors import Malformed
from encounters.hitchance.odds import category_odds
from encounters.hitchance.rules import read_hit_rules
from encounters.hitchance.schema import AttacksFile, DiceFile, InjuriesFile, RoundsFile, WeaponsFile
from mordheim.rules.plainfile import read_as
from tests.encounters.hitchance.stage import FOLDER, RULES

RANGED = {
    "sling_bullet": ("bludgeoning", "SSD", 45, 60, 2, "minor"),
    "sling_rock": ("bludgeoning", "SSD", 20, 30, 2, "minor"),
    "bow": ("piercing", "SBD", 30, 45, 3, "minor"),
    "crossbow": ("piercing", "SBD", 20, 30, 2, "major"),
    "pistol": ("ballistic", "SDD", 15, 20, 4, "major"),
    "arquebus": ("ballistic", "BDK", 60, 70, 5, "major"),
    "meteor_hammer": ("bludgeoning", "SBD", 2, None, 1, "minor"),
    "chain_whip": ("piercing", "SBD", 2, None, 1, "minor"),
    "dart": ("piercing", "SBD", 9, 12, 0, "minor"),
    "javelin": ("piercing", "SBD", 15, 20, 0, "minor"),
}
MELEE = {
    "unarmed": ("bludgeoning", "SSS"),
    "dagger": ("piercing", "SBD"),
    "club": ("bludgeoning", "SSD"),
    "sword": ("slashing", "SBD"),
    "axe": ("slashing", "BBD"),
    "mace": ("bludgeoning", "SDD"),
    "spear": ("piercing", "SBD"),
    "improvised_spear": ("piercing", "SSD"),
    "great_weapon": ("slashing", "BDK"),
    "garotte": ("strangling", "SDD"),
}
INJURIES = {
    1: ("0", "0", "printed"),
    2: ("0", "0", "printed"),
    3: ("2+1d6", "0", "printed"),
    4: ("2+1d6", "1d6", "house"),
    5: ("1d4", "0", "printed_partial"),
    6: ("1d4", "0", "house"),
    7: ("0", "1d6", "house"),
    8: ("0", "1d4", "house"),
    9: ("1d4", "0", "house"),
    10: ("0", "1d4", "house"),
    11: ("0", "1d3", "house"),
    12: ("1", "0", "house"),
    13: ("0", "1", "house"),
    14: ("0", "0", "house"),
}


@pytest.mark.parametrize("key", RANGED)
def test_a_ranged_weapon_is_as_printed(key: str) -> None:
    row = RULES.ranged[key]
    assert (row.damage, "".join(row.results), row.effective, row.long, row.reload, row.reload_costs) == RANGED[key]
    assert row.provenance == "printed"


def test_there_are_no_other_ranged_weapons_and_their_remarks_are_as_printed() -> None:
    assert set(RULES.ranged) == set(RANGED)
    assert [key for key, one in RULES.ranged.items() if one.goes_through] == ["arquebus"]
    assert [key for key, one in RULES.ranged.items() if one.needs_empty_square] == ["meteor_hammer", "chain_whip"]
    wielded = {key: one.wielded_as for key, one in RULES.ranged.items() if one.wielded_as}
    close = ("dagger", "garotte")
    assert wielded == {"meteor_hammer": close, "chain_whip": close, "javelin": ("improvised_spear",)}


@pytest.mark.parametrize("key", MELEE)
def test_a_melee_weapon_is_as_the_house_has_it(key: str) -> None:
    row = RULES.melee[key]
    assert (row.damage, "".join(row.results), row.provenance) == (*MELEE[key], "house")


def test_the_remarks_of_the_melee_weapons() -> None:
    melee = RULES.melee
    assert set(melee) == set(MELEE)
    assert {key: one.reach for key, one in melee.items() if one.reach > 1} == {"spear": 2, "improvised_spear": 2}
    assert [key for key, one in melee.items() if one.improvised] == ["improvised_spear"]
    assert {key: one.strike_back_step for key, one in melee.items() if one.strike_back_step} == {"sword": -1}
    assert [key for key, one in melee.items() if one.attack_or_strike_back] == ["great_weapon"]
    assert [key for key, one in melee.items() if one.only_unguarded] == ["garotte"]
    assert {key: one.hands for key, one in melee.items() if one.hands != 1} == {"unarmed": 0, "great_weapon": 2}


@pytest.mark.parametrize("number", INJURIES)
def test_an_injury_has_its_slots_and_its_mark(number: int) -> None:
    entry = RULES.injuries.injuries[number]
    assert (entry.infection, entry.fatigue, entry.provenance) == INJURIES[number]


def test_the_printed_injuries_have_their_places() -> None:
    one, _, three = (RULES.injuries.injuries[number] for number in (1, 2, 3))
    assert one.place == ("brain", "neck or spine", "heart", "heart")
    assert len(three.place) == 6
    assert three.works_as == {6: 3}
    assert set(RULES.injuries.injuries) == set(INJURIES)


def test_the_chain_of_dice() -> None:
    """H2."""
    assert RULES.dice.chain.sizes == (4, 6, 8, 10, 12, 14, 16, 20)
    assert (RULES.stepped(12, 1), RULES.stepped(12, -1)) == (14, 10)
    assert (RULES.stepped(12, 3), RULES.stepped(12, 9), RULES.stepped(12, -9)) == (20, 20, 4)


@pytest.mark.parametrize(
    ("level", "base"), [(0, 10), (1, 9), (2, 8), (3, 7), (4, 6), (5, 5), (6, 4), (7, 3), (8, 3), (20, 3)]
)
def test_hit_chance_comes_from_level_and_armour(level: int, base: int) -> None:
    """H1: the printed HC9-2 is seven."""
    assert RULES.base_hit_chance(level) == base
    assert RULES.hit_chance(1, 2) == 7
    assert [RULES.hit_chance(level, pieces) for pieces in range(4)] == [max(2, base - pieces) for pieces in range(4)]


GRID = {
    10: "3333322111",
    9: "333322111.",
    8: "33322111..",
    7: "3322111...",
    6: "322111....",
    5: "32111.....",
    4: "3111......",
    3: "211.......",
    2: "21........",
}


@pytest.mark.parametrize("chance", GRID)
def test_the_category_of_every_roll(chance: int) -> None:
    """H4."""
    assert "".join(str(RULES.category(chance, 0, roll) or ".") for roll in range(1, 11)) == GRID[chance]


VECTORS = [
    (9, 0, 12, 3, 2, 4),
    (7, 0, 12, 3, 2, 2),
    (6, 0, 14, 3, 2, 1),
    (4, 0, 20, 3, 0, 1),
    (9, 1, 12, 3, 2, 3),
    (9, 3, 12, 3, 2, 1),
    (7, 2, 14, 3, 2, 0),
    (7, 3, 12, 3, 1, 0),
]


@pytest.mark.parametrize(("chance", "cover", "die", "one", "two", "three"), VECTORS)
def test_how_many_faces_hit_for_each_category(
    chance: int, cover: int, die: int, one: int, two: int, three: int
) -> None:
    """H33: a roll that is not above the cover misses."""
    assert category_odds(RULES, chance, cover, die) == (Fraction(one, die), Fraction(two, die), Fraction(three, die))


def test_the_other_reading_of_severity_is_the_mirror() -> None:
    """H4: by height over the cover, and the Hit Chance itself is one category higher."""
    high = RULES.reading(severity="highroll")
    assert [high.category(9, 0, roll) for roll in range(1, 11)] == [1, 1, 1, 2, 2, 3, 3, 3, 3, 0]
    assert [high.category(9, 3, roll) for roll in range(3, 11)] == [0, 1, 1, 1, 2, 2, 3, 0]
    assert [high.category(3, 0, roll) for roll in range(1, 4)] == [1, 1, 2]


def test_the_armour_die_has_three_states() -> None:
    """H11."""
    die = RULES.attacks.sundering.armour_die
    states = [die.state(face) for face in range(1, die.size + 1)]
    assert states == ["outsmarted"] * 2 + ["damaged"] * 2 + ["destroyed"] * 2
    assert RULES.attacks.sundering.by_category == ("outsmarted", "damaged", "destroyed")


def test_what_an_action_costs() -> None:
    for major in ("attack", "cast_spell", "rally", "bandage", "remove_armour", "execute", "stabilise"):
        assert RULES.costs(major) == "major"
    for minor in ("move", "fetch", "drop_pack"):
        assert RULES.costs(minor) == "minor"
    for free in ("shout", "drop"):
        assert RULES.costs(free) == "free"


FILES = {
    "dice.yaml": DiceFile,
    "attacks.yaml": AttacksFile,
    "rounds.yaml": RoundsFile,
    "weapons.yaml": WeaponsFile,
    "injuries.yaml": InjuriesFile,
}


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("dice.yaml", "4, 6, 8, 10, 12", "6, 4, 8, 10, 12", "rise"),
        ("dice.yaml", "8, 6, 4, 2", "8, 6, 2, 4", "fall"),
        ("dice.yaml", "8, 6, 4, 2", "8, 6, 4, 1", "sizes.*at least 2"),
        ("dice.yaml", "size: 8", "size: 9", "no shrinking die has 9"),
        ("attacks.yaml", "[0, 3, 5]", "[0, 5, 3]", "rise from 0"),
        ("attacks.yaml", "when: improvised", "when: raining", "when"),
        ("attacks.yaml", "size: 6, outsmarted", "size: 0, outsmarted", "size.*at least 2"),
        ("attacks.yaml", "outsmarted_to: 2", "outsmarted_to: 5", "from outsmarted over damaged"),
        ("attacks.yaml", "damaged_to: 4", "damaged_to: 7", "from outsmarted over damaged"),
        ("attacks.yaml", "house: [least]", "house: [most]", "no most that could be house"),
        ("rounds.yaml", "costs: free", "costs: dear", "costs"),
        (
            "rounds.yaml",
            "provenance: printed\n  house: [frees]",
            "provenance: house\n  house: [frees]",
            "all of it is house",
        ),
        ("rounds.yaml", "  sides: 6", "  sides: 1", "sides.*at least 2"),
        ("weapons.yaml", "bare_hands: unarmed", "bare_hands: fists", "fists is no melee weapon"),
        ("weapons.yaml", "results: [S, S, D]", "results: [S, S, X]", "results"),
        ("injuries.yaml", "  14:\n", "  15:\n", "without a gap"),
        ("injuries.yaml", "infection: 2+1d6", "infection: lots", "infection"),
        ("injuries.yaml", "works_as: {6: 3}", "works_as: {7: 3}", "it has no place 7"),
    ],
)
def test_a_file_that_cannot_be_is_refused(name: str, old: str, new: str, fault: str) -> None:
    text = (FOLDER / name).read_text()
    assert old in text
    with pytest.raises(Malformed, match=fault):
        read_as(FILES[name], text.replace(old, new).encode(), name)


def test_a_folder_names_the_file_that_is_wrong(tmp_path) -> None:
    for name in FILES:
        (tmp_path / name).write_text((FOLDER / name).read_text())
    text = (FOLDER / "injuries.yaml").read_text()
    (tmp_path / "injuries.yaml").write_text(text[: text.index("  14:\n")])
    with pytest.raises(Malformed, match="shorter than the die"):
        read_hit_rules(tmp_path)
    (tmp_path / "injuries.yaml").write_text("format: other")
    with pytest.raises(Malformed, match=r"injuries\.yaml"):
        read_hit_rules(tmp_path)


def test_every_part_says_where_it_comes_from() -> None:
    weapons, injuries = RULES.weapons, RULES.injuries
    for one in (*weapons.ranged.values(), *weapons.melee.values(), *weapons.armour.values(), *weapons.gear.values()):
        assert one.provenance in ("printed", "house")
    assert {one.provenance for one in injuries.injuries.values()} == {"printed", "printed_partial", "house"}
    assert RULES.attacks.difficulty.provenance == RULES.attacks.result.provenance == "house"
    assert all(one.is_house("hands") and not one.is_house("results") for one in weapons.ranged.values())
    obscured = {one.applies: one.provenance for one in RULES.attacks.difficulty.steps if one.when == "target_obscured"}
    assert obscured == {"shots": "printed", "melee": "house"}
