"""Whole warbands with known totals: the examples of the file's description and rosters that players worked out."""

from dataclasses import replace

import pytest

from mordheim.rules.snapshot import LastingEffect, Piece
from tests.warbands.roster.cast import FILES, checked, rulebook, three_orcs
from warbands.roster.interchange import read_warband, write_warband

# file | legal | codes | cost | treasury | warriors | rating | experience
KNOWN = """
da_snikkaz           | yes |                   | 280 | 220 |  4 |  65 | 20
karak_brynn_exiles   | yes |                   |   - |  37 |  4 |  65 | 45
gutsniks_greenskins  | yes |                   | 495 |   5 | 14 | 130 | 60
the_smoking_barrels  | yes |                   | 494 |   6 |  8 |  86 | 30
too_many_gobbos      | no  | ratio_exceeded    | 285 | 215 | 12 |  80 | 20
thirteen_dwarfs      | no  | too_many_warriors | 385 | 115 | 13 |  85 | 20
altdorf_greycoats    | yes |                   | 443 |  57 | 10 |  86 | 36
ulrics_pack          | yes |                   | 398 | 102 |  9 |  73 | 28
the_gilded_oars      | yes |                   | 570 |  30 | 11 |  91 | 36
the_thirteenth_bell  | yes |                   | 500 |   0 |  6 |  58 | 28
hammer_and_pyre      | yes |                   | 493 |   7 | 10 |  90 | 40
the_abbey_wall       | yes |                   | 451 |  49 | 10 |  78 | 28
the_quiet_claw       | yes |                   | 497 |   3 | 12 | 112 | 36
the_ninth_coffin     | yes |                   | 463 |  37 |  9 |  98 | 28
"""
ROWS = [[cell.strip() for cell in row.split("|")] for row in KNOWN.strip().splitlines()]


def read(name: str):
    return read_warband((FILES / f"{name}.yaml").read_bytes(), rulebook(), name=f"{name}.yaml")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_known_warband_has_its_known_totals(row):
    found = checked(read(row[0]))
    figures = [found.cost, found.treasury, found.warriors, found.rating, found.experience]
    told = ["yes" if found.legal else "no", " ".join(found.codes), *("-" if f is None else str(f) for f in figures)]
    assert told == row[1:]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
@pytest.mark.parametrize("as_json", [False, True], ids=["YAML", "JSON"])
def test_export_import_export_gives_the_same_bytes(row, as_json):
    name = "x.json" if as_json else "x.yaml"
    snapshot = read(row[0])
    first = write_warband(snapshot, rulebook(), as_json=as_json)
    again = read_warband(first, rulebook(), name=name)
    assert again == snapshot
    assert write_warband(again, rulebook(), as_json=as_json) == first


def test_the_canonical_file_is_in_block_style_and_in_the_order_of_its_description():
    assert (
        write_warband(read("karak_brynn_exiles"), rulebook()).decode()
        == """\
format: mordheim-warband/1
name: Karak Brynn Exiles
type: dwarf_treasure_hunters
battles: 4
treasury: 37
wyrdstone: 2
stash:
- helmet
- item: dwarf_axe
  material: gromril
- item: crossbow
  quantity: 2
heroes:
- name: Thrain
  type: dwarf_noble
  experience: 28
  equipment:
  - item: dwarf_axe
    material: gromril
  - gromril_armour
  skills:
  - strike_to_injure
  increases:
    ws: 1
  injuries:
  - nervous_condition
  - injury: bitter_enmity
    hates:
      kind: warband
      name: Da Snikkaz
  games_to_miss: 1
- name: Bolli
  type: beardling
  promoted: true
  experience: 7
  skill_lists:
  - combat
  - strength
  increases:
    t: 1
    i: 1
henchmen:
- name: The Third Watch
  type: dwarf_thunderer
  size: 2
  experience: 5
  equipment:
  - handgun
  increases:
    bs: 1
  advances_due: 1
"""
    )


def test_equal_pieces_are_one_entry_and_effects_have_one_order():
    dagger = Piece("dagger")
    warband = three_orcs(battles=1)
    details = {"warrior": "Grub", "by": 2, "at": "x"}
    for order in (details, dict(reversed(details.items()))):
        effects = (LastingEffect("straggler", order),)
        written = write_warband(replace(warband, stash=(dagger, Piece("net"), dagger), effects=effects), rulebook())
        assert b"stash:\n- item: dagger\n  quantity: 2\n- net\n" in written
        assert b"- effect: straggler\n  warrior: Grub\n  at: x\n  by: 2\n" in written
