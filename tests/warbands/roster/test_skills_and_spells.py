"""What warriors may learn, and what their skills do to their figures."""

import pytest

from mordheim.rules.snapshot import KnownSpell
from mordheim.rules.words import CHARACTERISTICS
from tests.warbands.roster.cast import checked, codes, dwarfs, member, orcs, rulebook, three_dwarfs, three_orcs, warrior
from warbands.roster.interchange import write_warband
from warbands.roster.learning import may_learn


def skilled(key: str, *skills: str, **changes):
    spells = ["zzap"] if key == "orc_shaman" else []
    return warrior(key, skills=skills, spells=spells, **changes)


@pytest.mark.parametrize(
    ("key", "lists"),
    [
        ("big_un", "combat shooting strength special_orc_mob"),
        ("orc_shaman", "strength special_orc_mob"),
        ("dwarf_engineer", "combat shooting special_dwarf_treasure_hunters"),
        ("troll_slayer", "combat strength special_dwarf_treasure_hunters special_troll_slayer"),
    ],
)
def test_a_hero_learns_what_stands_in_his_columns(key, lists):
    company = (three_orcs if key in ("big_un", "orc_shaman") else three_dwarfs)(warrior(key))
    open_to_him = {skill for one in lists.split() for skill in rulebook().skill_lists[one].skills}
    learnable = {key for key, skill in rulebook().skills.items() if may_learn(member(company), skill)}
    assert learnable == open_to_him - {"da_cunnin_plan"}


@pytest.mark.parametrize(
    ("learner", "expected"),
    [
        (skilled("big_un", "well_ard"), []),
        (skilled("big_un", "sprint"), ["skill_not_allowed"]),
        (skilled("big_un", "thick_skull"), ["skill_not_allowed"]),
        (skilled("orc_shaman", "well_ard"), []),
        (skilled("big_un", "da_cunnin_plan"), ["skill_not_allowed"]),
        (skilled("2 orc_boy", "well_ard"), ["skill_not_allowed"]),
        (skilled("goblin_warrior", "well_ard"), ["skill_not_allowed"]),
        (skilled("big_un", "well_ard", "well_ard"), ["duplicate"]),
        (skilled("orc_boy", "well_ard", section="hero", promoted=True), ["skill_not_allowed"]),
        (
            skilled("orc_boy", "well_ard", section="hero", promoted=True, skill_lists=["combat", "special_orc_mob"]),
            [],
        ),
        (skilled("orc_boy", section="hero", promoted=True, skill_lists=["academic"]), ["skill_not_allowed"]),
        (
            skilled("orc_boy", section="hero", promoted=True, skill_lists=["combat", "speed", "strength"]),
            ["skill_not_allowed"],
        ),
        (skilled("big_un", skill_lists=["speed"]), ["skill_not_allowed"]),
        (skilled("big_un", "sprint", extra_skill_lists=["speed"]), []),
    ],
)
def test_orcs_learn_what_is_open_to_them(learner, expected):
    assert codes(three_orcs(learner, battles=3)) == expected


def test_only_the_boss_himself_has_da_cunnin_plan():
    boss = orcs(skilled("orc_boss", "da_cunnin_plan", experience=24), "2 orc_boy", battles=1)
    successor = orcs(skilled("big_un", "da_cunnin_plan", leader=True), "2 orc_boy", battles=1)
    assert codes(boss) == []
    assert codes(successor) == ["skill_not_allowed"]


def test_the_slayers_own_list_is_printed_for_slayers_alone():
    slayer = three_dwarfs(skilled("troll_slayer", "monster_slayer"), battles=1)
    lists = ["combat", "special_troll_slayer"]
    lad = three_dwarfs(skilled("beardling", section="hero", promoted=True, skill_lists=lists), battles=1)
    assert codes(slayer) == []
    assert codes(lad) == ["skill_not_allowed"]


@pytest.mark.parametrize(
    ("who", "spells", "expected"),
    [
        ("orc_shaman", ["zzap"], []),
        ("orc_shaman", [], ["spell_not_allowed"]),
        ("orc_shaman", ["zzap", "fooled_ya"], ["spell_not_allowed"]),
        ("orc_shaman", ["zzap", "zzap"], ["duplicate"]),
        ("orc_shaman", [rulebook().lores["lesser_magic"].spells[0]], ["spell_not_allowed"]),
        ("orc_shaman", [KnownSpell("zzap", 8)], ["not_at_start"]),
        ("big_un", ["zzap"], ["spell_not_allowed"]),
        ("orc_boy", ["zzap"], ["spell_not_allowed"]),
    ],
)
def test_a_starting_shaman_knows_one_spell_of_waaagh_magic(who, spells, expected):
    assert codes(three_orcs(warrior(who, spells=spells))) == expected


@pytest.mark.parametrize("spells", [[], ["zzap", "ledz_go", "oi_gerroff", "fooled_ya"], [KnownSpell("zzap", 7)]])
def test_later_a_shaman_may_know_any_number(spells):
    assert codes(three_orcs(warrior("orc_shaman", spells=spells, experience=20), battles=2)) == []


def test_rows_5_and_6_of_waaagh_magic_are_marked_as_missing():
    rows = rulebook().lores["waaagh_magic"].rows
    assert [row.roll for row in rows if row.missing] == [5, 6]


# MH-048
@pytest.mark.parametrize("skill", ["ard_ead", "thick_skull"])
def test_a_thick_head_saves_on_3_and_with_a_helmet_on_2(skill):
    [effect] = rulebook().skills[skill].effects
    assert (effect.kind, effect.needs, effect.with_helmet) == ("stun_save", 3, 2)


# MH-048
def test_a_dwarf_is_stunned_from_3_and_with_true_grit_from_4_and_out_on_6():
    company = dwarfs(skilled("dwarf_noble", "true_grit"), "2 beardling", battles=1)
    noble, beardling = (member(company, number) for number in (0, 1))

    def bands(found):
        return [(e.stunned_from, e.out_from) for e in found.effects if e.kind == "injury_bands"]

    assert bands(beardling) == [(3, 6)]
    assert max(bands(noble)) == (4, 6)


# MH-048
def test_well_ard_makes_any_save_one_better():
    company = three_orcs(skilled("big_un", "well_ard"), battles=1)
    assert [(e.by, e.against) for e in member(company).effects if e.kind == "save_bonus"] == [(1, "all")]


# MH-048
@pytest.mark.parametrize("kind", ["skills", "items", "rules", "spells", "injuries", "hired_swords"])
def test_everything_has_a_text_of_its_own(kind):
    entries = rulebook().of_kind(kind)
    assert len({entry.summary for entry in entries.values()}) == len(entries) > 5


def _gains(key: str, company, **increases: int) -> list[str]:
    return codes(company(warrior(key, increases=increases), battles=9))


@pytest.mark.parametrize(
    ("key", "characteristic", "room"),
    [("big_un", "ws", 2), ("big_un", "s", 1), ("big_un", "t", 1), ("big_un", "ld", 2), ("big_un", "m", 0)],
)
def test_an_orc_rises_to_the_maximum_of_his_race(key, characteristic, room):
    assert room == 0 or _gains(key, three_orcs, **{characteristic: room}) == []
    assert _gains(key, three_orcs, **{characteristic: room + 1}) == ["characteristic_over_maximum"]


@pytest.mark.parametrize("characteristic", CHARACTERISTICS)
def test_a_henchman_group_gains_one_in_each_characteristic_and_no_second(characteristic):
    assert _gains("orc_boy", three_orcs, **{characteristic: 2}) == ["characteristic_over_maximum"]


def test_a_lost_point_may_be_won_back():
    def slayer(*injuries: str):
        return three_dwarfs(warrior("troll_slayer", increases={"t": 2}, injuries=injuries), battles=4)

    assert codes(slayer()) == ["characteristic_over_maximum"]
    assert codes(slayer("chest_wound")) == []


@pytest.mark.parametrize("key", ["goblin_warrior", "troll"])
@pytest.mark.parametrize("gain", [{"experience": 1}, {"advances_due": 1}])
def test_goblins_and_trolls_never_learn(key, gain):
    company = three_orcs("goblin_warrior", warrior(key, **gain), battles=1)
    assert codes(company) == ["gains_no_experience"]
    assert not checked(company).legal


def test_a_squig_at_the_start_is_told_once_that_it_never_learns():
    assert codes(three_orcs("goblin_warrior", warrior("cave_squig", experience=2))) == ["gains_no_experience"]


def test_mutations_are_for_mutants():
    assert codes(three_orcs(warrior("big_un", mutations=["great_claw"]))) == ["item_not_on_list"]


def test_a_difficulty_stated_as_printed_is_the_same_as_none():
    stated = three_orcs(warrior("orc_shaman", spells=[KnownSpell("zzap", 9)]))
    assert codes(stated) == []
    written = write_warband(stated, rulebook()).decode()
    assert "difficulty" not in written


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        (["combat", "strength"], []),
        (["combat", "combat"], ["skill_not_allowed"]),
        (["combat"], ["skill_not_allowed"]),
        (["combat", "strength", "speed"], ["skill_not_allowed"]),
        (["academic", "combat"], ["skill_not_allowed"]),
    ],
)
def test_a_promoted_hero_chooses_two_different_lists(lists, expected):
    promoted = warrior("orc_boy", section="hero", name="Muggo", promoted=True, skill_lists=lists)
    assert codes(three_orcs(promoted, battles=1)) == expected


def test_a_hero_by_birth_is_never_promoted():
    assert codes(three_orcs(warrior("big_un", promoted=True), battles=1)) == ["wrong_section"]


def test_an_unknown_mutation_is_one_offence():
    assert codes(three_orcs(warrior("big_un", mutations=["third_eye"]), battles=1)) == ["unknown_key"]
