"""Whom a rule means: `only_for` asks that everything fits, `not_for` bars whom anything fits."""

import pytest

from mordheim.rules.who import Candidate, is_barred, is_within
from mordheim.rules.words import Who

ORC_BOSS = Candidate(("orcs",), "orc_mob", "orc_boss", "orc", leads=True)
SHAMAN = Candidate(("orcs",), "orc_mob", "orc_shaman", "orc", casts=True)
MOB = Candidate(("orcs",), "orc_mob")


@pytest.mark.parametrize(
    ("who", "candidate", "within", "barred"),
    [
        (None, ORC_BOSS, True, False),
        (Who(families=("orcs",)), MOB, True, True),
        (Who(families=("undead", "orcs")), MOB, True, True),
        (Who(families=("undead",)), MOB, False, False),
        (Who(warriors=("orc_boss",)), ORC_BOSS, True, True),
        (Who(warriors=("orc_boss",)), SHAMAN, False, False),
        (Who(races=("orc",), own_leader=True), ORC_BOSS, True, True),
        (Who(races=("orc",), own_leader=True), SHAMAN, False, True),
        (Who(spellcasters=True), SHAMAN, True, True),
        (Who(warband_types=("orc_mob",), races=("dwarf",)), ORC_BOSS, False, True),
        (Who(any_of=(Who(races=("dwarf",)), Who(spellcasters=True))), SHAMAN, True, True),
        (Who(any_of=(Who(races=("dwarf",)), Who(spellcasters=True))), ORC_BOSS, False, False),
    ],
)
def test_a_choice_of_warriors(who, candidate, within, barred):
    assert is_within(who, candidate) is within
    assert is_barred(who, candidate) is barred
