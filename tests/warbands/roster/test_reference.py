"""The quick reference holds what a warband uses, and nothing else."""

from pathlib import Path

import pytest

from mordheim.rules.snapshot import KnownSpell, Piece, Suffered, WarbandSnapshot, WarriorSnapshot
from tests import books
from warbands.roster.interchange import read_warband
from warbands.roster.reference import Reference, build_reference
from warbands.roster.sheet import build_sheet

FILES = Path(__file__).parent.parent / "files"
RULEBOOK = books.rulebook()


def reference_of(name: str) -> Reference:
    raw = (FILES / f"{name}.yaml").read_bytes()
    return build_reference(build_sheet(read_warband(raw, RULEBOOK), RULEBOOK), RULEBOOK)


def mob(*warriors: WarriorSnapshot, **more) -> Reference:
    snapshot = WarbandSnapshot("Test Mob", "orc_mob", battles=2, warriors=warriors, **more)
    return build_reference(build_sheet(snapshot, RULEBOOK), RULEBOOK)


def charts(reference: Reference) -> list[str]:
    return [chart.name for section in reference.sections for chart in section.charts]


def entries(reference: Reference, title: str) -> dict[str, tuple[str, ...]]:
    section = reference.section(title)
    return {entry.name: entry.used_by for entry in section.entries} if section else {}


def weapons(reference: Reference, title: str) -> list[str]:
    section = reference.section(title)
    return [row.name for row in section.weapons] if section else []


def test_sections_stand_in_the_order_of_a_turn():
    titles = [section.title for section in reference_of("gutsniks_greenskins").sections]
    order = ["Before anything moves", "Special rules", "Magic", "Shooting", "Close combat", "What the weapons do"]
    assert titles == [*order, "Armour and saves", "Injuries in battle"]


def test_weapons_are_those_carried_and_the_free_dagger():
    reference = reference_of("da_snikkaz")
    assert weapons(reference, "Shooting") == ["Bow"]
    assert weapons(reference, "Close combat") == ["Battle axe", "Dagger", "Double-handed weapon"]


def test_a_weapon_has_its_numbers():
    section = reference_of("karak_brynn_exiles").section("Shooting")
    handgun = next(row for row in section.weapons if row.name == "Handgun")
    assert (handgun.range, handgun.strength) == ('24"', "4")
    assert handgun.used_by == ("The Third Watch",)


def test_squigs_alone_bring_no_dagger():
    assert weapons(mob(WarriorSnapshot("henchman", "Bitey", "cave_squig")), "Close combat") == []


def test_an_orc_mob_with_henchmen_has_the_animosity_chart():
    assert "Animosity" in charts(reference_of("gutsniks_greenskins"))
    assert "Animosity" not in charts(mob(WarriorSnapshot("hero", "Boss", "orc_boss")))


def test_a_ball_and_chain_brings_its_charts_and_its_rules():
    fanatic = WarriorSnapshot(
        "henchman", "Whirly", "goblin_warrior", equipment=(Piece("ball_and_chain"), Piece("mad_cap_mushrooms"))
    )
    found = charts(mob(fanatic))
    assert [name for name in ("Ball and Chain", "Ball and Chain Direction") if name not in found] == []
    assert "Incredible Force" in entries(mob(fanatic), "What the weapons do")
    assert "Ball and Chain" not in charts(reference_of("gutsniks_greenskins"))


def test_every_chart_stands_once():
    found = charts(reference_of("gutsniks_greenskins"))
    assert len(found) == len(set(found))


def test_rules_that_injuries_give_are_in_play():
    mad = WarriorSnapshot("hero", "Boss", "orc_boss", injuries=(Suffered("madness", "frenzy"),))
    assert "Frenzy" in entries(mob(mad), "Before anything moves")
    assert "Stupidity" not in entries(mob(mad), "Before anything moves")
    assert entries(mob(mad), "Lasting injuries") == {"Madness": ("Boss",)}


def test_a_spell_stands_once_for_each_difficulty():
    one = WarriorSnapshot("hero", "Snivvel", "orc_shaman", spells=(KnownSpell("zzap"),))
    other = WarriorSnapshot("hero", "Mumba", "orc_shaman", spells=(KnownSpell("zzap", 8),))
    assert entries(mob(one, other), "Magic") == {
        "Zzap! (difficulty 9)": ("Snivvel",),
        "Zzap! (difficulty 8)": ("Mumba",),
    }


def test_own_bands_of_the_injury_die_stand_beside_the_common_ones():
    section = reference_of("karak_brynn_exiles").section("Injuries in battle")
    assert [chart.name for chart in section.charts] == ["Injury"]
    assert [entry.name for entry in section.entries] == ["Hard to Kill"]
    assert section.entries[0].used_by == ("Thrain", "Bolli", "The Third Watch")


def test_what_lies_in_the_stash_is_in_play_too():
    assert weapons(mob(stash=(Piece("crossbow"),)), "Shooting") == ["Crossbow"]


def test_gromril_is_explained_where_somebody_has_it():
    assert "Gromril" in entries(reference_of("karak_brynn_exiles"), "What the weapons do")
    assert "Gromril" not in entries(reference_of("the_smoking_barrels"), "What the weapons do")


@pytest.mark.parametrize("path", sorted(FILES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_rule_of_the_sheet_is_found_in_it(path):
    sheet = build_sheet(read_warband(path.read_bytes(), RULEBOOK), RULEBOOK)
    reference = build_reference(sheet, RULEBOOK)
    held = {entry.name for section in reference.sections for entry in section.entries}
    held |= {row.name for section in reference.sections for row in (*section.weapons, *section.armour)}
    assert [link.name for link in sheet.links if link.name not in held] == []
