"""Why a figure is what it is: saves, movement, ranges."""

from __future__ import annotations

import pytest

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import Piece, WarbandSnapshot, WarriorSnapshot
from warbands.roster.sheet import WarriorBlock, build_sheet


def block_of(rules: Rulebook, *warriors: WarriorSnapshot, type_key: str = "orc_mob") -> WarriorBlock:
    """The block of the first of these warriors, in a warband that has fought."""
    snapshot = WarbandSnapshot("Seen", type_key, battles=1, treasury=0, warriors=warriors)
    return next(block for block in build_sheet(snapshot, rules).blocks if block.name == warriors[0].name)


def orc(*items: str, skills: tuple[str, ...] = ()) -> WarriorSnapshot:
    return WarriorSnapshot("hero", "Grom", "orc_boss", equipment=tuple(Piece(item) for item in items), skills=skills)


def dwarf(*items: str, type_key: str = "dwarf_noble", section: str = "hero", name: str = "Thrain") -> WarriorSnapshot:
    return WarriorSnapshot(section, name, type_key, equipment=tuple(Piece(item) for item in items))


@pytest.mark.parametrize(
    ("items", "skills", "needed", "why"),
    [
        ((), (), None, ""),
        (("light_armour",), (), "6+", "Light armour 6+"),
        (("light_armour", "shield"), (), "5+", "Light armour 6+, Shield +1"),
        (("shield",), (), "6+", "Shield alone 6+"),
        (("buckler",), (), None, ""),
        (("helmet",), (), None, ""),
        (("toughened_leathers", "buckler"), (), "6+", "Toughened leathers 6+"),
        (("light_armour",), ("well_ard",), "5+", "Light armour 6+, Well 'Ard +1"),
        ((), ("well_ard",), None, ""),
        (("gromril_armour", "shield"), ("well_ard",), "2+", "Gromril armour 4+, Shield +1, Well 'Ard +1"),
    ],
)
def test_a_save_tells_what_it_is_made_of(rules, items, skills, needed, why):
    save = block_of(rules, orc(*items, skills=skills)).save
    assert (save and save.needed, save.why if save else "") == (needed, why)


def test_a_wolfcloak_helps_against_shooting_only(rules):
    block = block_of(rules, orc("light_armour", "wolfcloak"))
    assert block.save.needed == "6+"
    assert block.save_against_shooting.needed == "5+"


@pytest.mark.parametrize(
    ("items", "skills", "needed"),
    [((), (), None), (("helmet",), (), "4+"), ((), ("ard_ead",), "3+"), (("helmet",), ("ard_ead",), "2+")],
)
def test_a_thick_head_takes_the_place_of_the_helmets_own_save(rules, items, skills, needed):
    save = block_of(rules, orc(*items, skills=skills)).stun_save
    assert (save and save.needed) == needed


def test_true_grit_replaces_the_bands_that_every_dwarf_has(rules):
    plain = block_of(rules, dwarf(), type_key="dwarf_treasure_hunters")
    gritty = WarriorSnapshot("hero", "Thrain", "dwarf_noble", skills=("true_grit",))
    tougher = block_of(rules, gritty, type_key="dwarf_treasure_hunters")
    assert plain.injury_bands.needed == "1-2 knocked down, 3-5 stunned, 6 out of action"
    assert tougher.injury_bands.needed == "1-3 knocked down, 4-5 stunned, 6 out of action"


def test_heavy_armour_with_a_shield_slows_an_orc_and_no_dwarf(rules):
    slowed = block_of(rules, orc("heavy_armour", "shield")).statline[0]
    assert (slowed.value, slowed.change) == ("3", "lowered")
    steady = block_of(rules, dwarf("heavy_armour", "shield"), type_key="dwarf_treasure_hunters").statline[0]
    assert (steady.value, steady.change) == ("3", "")


def test_an_engineer_makes_the_whole_warband_shoot_six_inches_further(rules):
    thunderer = dwarf("crossbow", type_key="dwarf_thunderer", section="henchman", name="Watch")
    engineer = dwarf("pistol", type_key="dwarf_engineer", name="Skorri")
    kind = "dwarf_treasure_hunters"
    assert block_of(rules, thunderer, type_key=kind).gear[0].numbers.startswith('30", S 4')
    assert block_of(rules, thunderer, engineer, type_key=kind).gear[0].numbers.startswith('36" (30+6), S 4')


def test_a_figure_tells_what_raised_and_what_lowered_it(rules):
    from mordheim.rules.snapshot import Suffered

    noble = WarriorSnapshot(
        "hero", "Thrain", "dwarf_noble", increases={"ws": 1}, injuries=(Suffered("hand_injury"), Suffered("leg_wound"))
    )
    figures = {f.short: f for f in block_of(rules, noble, type_key="dwarf_treasure_hunters").statline}
    assert (figures["WS"].value, figures["WS"].why) == ("5", "5, advance +1, Hand Injury -1")
    assert figures["M"].told == "Movement 2, lowered: 3, Leg Wound -1"
