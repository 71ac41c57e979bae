"""What the rules do not know is said once, and the sums that would need it are left open."""

import pytest

from mordheim.rules.snapshot import KnownSpell
from tests.warbands.roster.cast import checked, orcs, three_orcs, warband, warrior


@pytest.mark.parametrize(
    ("unknown", "where"),
    [
        (warrior("big_un: lightsaber"), "Big 'Un"),
        (warrior("big_un", skills=["flying"]), "Big 'Un"),
        (warrior("big_un", spells=["fireball"]), "Big 'Un"),
        (warrior("orc_shaman", spells=[KnownSpell("fireball")]), "Orc Shaman"),
        (warrior("big_un", mutations=["wings"]), "Big 'Un"),
        (warrior("big_un", injuries=["headache"]), "Big 'Un"),
        (warrior("orc_girl"), "orc_girl"),
        (warrior("dragon_rider", section="hired_sword"), "dragon_rider"),
        (warrior("beardling"), "Beardling"),
        (warrior("2 orc_boy", skills=["flying"]), "Orc Boy 2"),
        (warrior("big_un", skill_lists=["flying"]), "Big 'Un"),
        (warrior("big_un: bronze sword"), "Big 'Un"),
    ],
)
def test_an_unknown_key_is_told_once_and_leaves_the_sums_open(unknown, where):
    found = checked(three_orcs(unknown, battles=0))
    told = [(p.code, p.where) for p in found.problems if p.code not in ("not_at_start", "item_not_on_list")]
    assert told == [("unknown_key", where)]
    assert (found.cost, found.treasury, found.rating) == (None, None, None)
    assert found.experience >= 20
    assert not found.legal


def test_an_unknown_warband_type_is_all_there_is_to_say():
    found = checked(warband("fishmen", "2 orc_boy"))
    assert [(p.code, p.where) for p in found.problems] == [("unknown_key", "warband")]
    assert found.as_json() | {"problems": []} == {
        "legal": False, "problems": [], "cost": None, "treasury": None, "warriors": 0, "rating": None, "experience": 0,
    }  # fmt: skip


def test_a_misspelt_type_is_one_offence_whatever_rests_on_it():
    assert checked(orcs("orc_bos", "2 orc_boy")).codes.count("leader_count") == 1
    assert checked(orcs(warrior("orc_bos", section="hero"), "2 orc_boy")).codes == ("unknown_key",)
    assert checked(orcs("orc_boss", "2 orc_boyz")).codes == ("unknown_key",)
    assert checked(orcs("orc_boss", "2 orc_boyz", "5 goblin_warrior")).codes == ("unknown_key",)


def test_an_unknown_thing_in_the_stash_is_the_warbands():
    found = checked(three_orcs(battles=1, treasury=7, stash="lightsaber"))
    assert [(p.code, p.where) for p in found.problems] == [("unknown_key", "warband")]
    assert found.treasury is None


def test_what_is_known_is_counted():
    found = checked(three_orcs("big_un: lightsaber", "dragon"))
    assert (found.warriors, found.experience) == (4, 35)
