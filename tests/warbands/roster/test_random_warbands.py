"""Whatever the warband: it survives its file, and the check has an answer."""

import json

from hypothesis import HealthCheck, example, given, settings

from mordheim.rules.snapshot import WarbandSnapshot, WarriorSnapshot
from tests.warbands.roster.cast import ORCS, checked, rulebook
from tests.warbands.roster.strategies import any_snapshots, legal_warbands
from warbands.roster.interchange import read_warband, write_warband
from warbands.roster.problems import NOTED_AFTER_BATTLES

quick = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
CODES = {
    "too_few_warriors", "too_many_warriors", "leader_count", "too_many_heroes", "too_many_of_type", "ratio_exceeded",
    "group_size", "wrong_section", "over_budget", "treasury_mismatch", "unknown_key", "item_not_on_list",
    "armour_forbidden", "missile_forbidden", "no_equipment_allowed", "weapon_limit", "armour_limit", "requires_item",
    "excludes_items", "requires_warrior", "hired_sword_refuses", "skill_not_allowed", "spell_not_allowed", "duplicate",
    "characteristic_over_maximum", "gains_no_experience", "not_at_start",
}  # fmt: skip
# What somebody with one arm carries and cannot use is marked, wherever he stands.
OF_ONE_ARM = {"weapon_limit", "armour_limit"}


@quick
@given(legal_warbands())
@example(WarbandSnapshot("A", ORCS, battles=1, starting_gold=0, treasury=0, notes="x\n y"))
def test_export_import_export_gives_the_same_bytes(snapshot):
    for as_json, name in ((False, "x.yaml"), (True, "x.json")):
        first = write_warband(snapshot, rulebook(), as_json=as_json)
        again = read_warband(first, rulebook(), name=name)
        assert write_warband(again, rulebook(), as_json=as_json) == first
        assert first.endswith(b"\n")
        assert not first.endswith(b"\n\n")


@quick
@given(legal_warbands())
def test_a_warband_that_keeps_the_rules_has_no_problem_before_and_after_its_file(snapshot):
    assert checked(snapshot).codes == ()
    again = read_warband(write_warband(snapshot, rulebook()), rulebook(), name="x.yaml")
    assert again.warriors == snapshot.warriors
    assert checked(again) == checked(snapshot)


@settings(quick, max_examples=150)
@given(any_snapshots())
@example(WarbandSnapshot("A", ORCS, warriors=(WarriorSnapshot("hero", "A", "orc_boss", size=0),)))
def test_the_check_always_answers(snapshot):
    found = checked(snapshot)
    assert {problem.code for problem in found.problems} <= CODES
    assert all(problem.message and problem.where for problem in found.problems)
    assert found.legal == all(not problem.blocking for problem in found.problems)
    for problem in found.problems:
        noted = snapshot.battles and problem.code in NOTED_AFTER_BATTLES
        assert problem.blocking or noted or (problem.code in OF_ONE_ARM and "one arm left" in problem.message)
    assert (found.rating is None) == ("unknown_key" in found.codes)
    json.dumps(found.as_json())
