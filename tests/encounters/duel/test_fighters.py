"""Who fights: warriors of rosters, creatures of the books, typed profiles, and what they have in hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from encounters.duel import asking
from encounters.duel.blows import attacks_of
from encounters.duel.fighters import Fighter, of_member
from encounters.duel.situations import Shot, Situation
from mordheim.rules.combat import NEVER
from mordheim.rules.plainfile import Malformed
from mordheim.rules.snapshot import Hatred, LastingEffect, Suffered
from mordheim.rules.words import CHARACTERISTICS
from tests.books import rulebook
from tests.encounters.duel.arena import blow, blows, man, match, no_file, shot
from tests.warbands.roster.cast import dwarfs, orcs, warrior
from warbands.roster.explain import armour_save
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused

BOOK = rulebook()
TYPES = {f"{kind.key}:{one.key}" for kind in BOOK.warband_types.values() for one in kind.warriors}
CREATURES = sorted({*TYPES, *BOOK.hired_swords, *BOOK.great_beasts, "wardog", "wooden_man"})


def roster(snapshot: object) -> Roster:
    return Roster(snapshot, BOOK.warband_types[snapshot.type], BOOK)  # type: ignore[attr-defined,arg-type]


def fighter(of: Roster, name: str, *weapons: str) -> Fighter:
    return of_member(of, next(one for one in of.members if one.name == name), weapons)


def names(who: Fighter) -> list[str]:
    return [one.name for one in who.weapons]


def test_every_creature_of_every_book_has_its_odds() -> None:
    assert len(CREATURES) > 50
    for key in CREATURES:
        asked = match(f"creature:{key}", "equipment=light_armour+sword", "charging")
        assert sum(asked.one_round.values()) == 1, key
        assert sum(replace(asked, attacker=asked.defender, defender=asked.attacker).one_round.values()) == 1, key


def test_nobody_left_out_of_a_profile_is_a_human_of_threes() -> None:
    assert [man().figures[c] for c in CHARACTERISTICS] == [4, 3, 3, 3, 3, 1, 3, 1, 7]
    assert names(man()) == ["Dagger"]


def test_a_warrior_of_a_roster_fights_as_his_sheet_says() -> None:
    of = roster(dwarfs("dwarf_noble: gromril dwarf_axe, heavy_armour, shield, helmet", "5 dwarf_clansman: axe"))
    noble = fighter(of, "Dwarf Noble")
    member = of.members[0]
    save = armour_save(member)
    assert save is not None
    assert names(noble) == ["Gromril dwarf axe"]
    assert {c: noble.figures[c] for c in CHARACTERISTICS} == {c: member.value(c) for c in CHARACTERISTICS}
    (attack,) = attacks_of(man("s=3,weapon=sword"), noble, Situation())
    assert f"{attack.save}+" == save.needed


def test_a_named_weapon_is_his_own_piece_of_it() -> None:
    of = roster(dwarfs("dwarf_noble: gromril axe, sword"))
    assert names(fighter(of, "Dwarf Noble", "axe")) == ["Gromril axe"]
    assert names(fighter(of, "Dwarf Noble", "halberd")) == ["Halberd"]
    assert names(fighter(of, "Dwarf Noble")) == ["Gromril axe", "Sword"]


def test_an_injury_makes_him_hate_whom_it_names_and_nobody_else() -> None:
    hurt = Suffered("bitter_enmity", hates=Hatred("warband", "Da Snikkaz"))
    of = roster(dwarfs(warrior("dwarf_noble: axe", injuries=[hurt])))
    noble = fighter(of, "Dwarf Noble")
    for warband, hated in (("Da Snikkaz", True), ("Others", False)):
        foe = replace(man(), warband=warband)
        assert attacks_of(noble, foe, Situation("charging"))[0].again is hated
        assert not attacks_of(noble, foe, Situation())[0].again


def test_injuries_and_increases_count() -> None:
    of = roster(orcs(warrior("orc_boss: sword", injuries=["hand_injury"], increases={"s": 1})))
    boss = fighter(of, "Orc Boss")
    assert (boss.figures["ws"], boss.figures["s"]) == (3, 5)


def test_one_arm_holds_one_weapon_and_no_shield() -> None:
    of = roster(orcs(warrior("orc_boss: sword, battle_axe, shield", injuries=[Suffered("arm_wound", "one_arm")])))
    boss = fighter(of, "Orc Boss")
    assert names(boss) == ["Sword"]
    assert attacks_of(man("weapon=sword"), boss, Situation())[0].save == NEVER
    with pytest.raises(Refused, match="beside"):
        fighter(of, "Orc Boss", "sword", "battle_axe")
    with pytest.raises(Refused, match="both hands"):
        fighter(of, "Orc Boss", "halberd")


@pytest.mark.parametrize(
    ("gear", "used"),
    [
        ("sword", ["Sword"]),
        ("sword+axe", ["Sword", "Axe"]),
        ("sword+axe+shield", ["Sword"]),
        ("halberd+sword", ["Halberd"]),
        ("spear+sword", ["Spear"]),
        ("sword+halberd", ["Sword"]),
        ("bow", ["Dagger"]),
        ("bow+mace", ["Mace"]),
        ("gromril_axe", ["Gromril axe"]),
        ("gromril_armour", ["Dagger"]),
        ("morning_star+shield", ["Morning star"]),
        ("jewelled_sword", ["Jewelled sword"]),
        ("morning_star+spiked_gauntlet", ["Morning star", "Spiked gauntlet"]),
        ("spear+sword+axe", ["Spear"]),
    ],
)
def test_what_he_uses_where_nobody_says(gear: str, used: list[str]) -> None:
    assert names(man(f"equipment={gear}")) == used


@pytest.mark.parametrize("pair", ["spear+sword", "morning_star+dagger", "halberd+sword", "fighting_claws+sword"])
def test_weapons_that_do_not_go_together(pair: str) -> None:
    with pytest.raises(Refused, match="beside"):
        man(weapon=pair)


def test_three_weapons_are_too_many_and_a_helmet_is_none() -> None:
    with pytest.raises(Refused, match="more than two"):
        man(weapon="sword+axe+dagger")
    with pytest.raises(Refused, match="no weapon"):
        man(weapon="helmet")
    with pytest.raises(Refused, match="never made"):
        man(weapon="gromril_dagger")


@pytest.mark.parametrize(
    "text",
    [
        "ws=x",
        "ws=11",
        "t=0",
        "w=0",
        "ws",
        "ws=3,ws=4",
        "ws=²",
        "luck=3",
        "sv=7",
        "skills=flying",
        "rules=x",
        "equipment=x",
        "race=x",
        "family=x",
        "family=orcs+x",
        "weapon=x",
        "",
        "ws=3,,",
        "ws=3,",
        "weapon=sword+",
        "equipment=sword++axe",
        "creature:x",
        "creature:",
        "creature:reikland:x",
        "creature:nowhere:captain",
    ],
)
def test_what_cannot_be_read_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        asking.fighter(text, BOOK, no_file)


def test_a_creature_of_several_lists_is_the_first_ones_and_says_so() -> None:
    captain, other = man("creature:captain"), man("creature:middenheim:captain")
    assert (captain.figures["s"], other.figures["s"]) == (3, 4)
    (told,) = asking.not_reckoned(captain)
    assert "creature:middenheim:captain" in told
    assert asking.not_reckoned(other) == []
    assert man("creature:youngblood") == man("creature:marienburg:youngblood"), "alike in all"


def test_an_empty_part_is_named_as_such() -> None:
    for text, told in (("ws=3,", "Nothing: a profile"), ("weapon=sword+", "none is empty")):
        with pytest.raises(Malformed, match=told):
            man(text)


def test_a_save_of_his_own_counts_beside_armour_the_better_of_both() -> None:
    assert blow("weapon=sword", "sv=5+").save == 5
    assert blow("weapon=sword", "sv=none,equipment=light_armour").save == 6
    assert blow("weapon=sword", "sv=5,equipment=light_armour+shield").save == 4
    assert blow("weapon=axe", "sv=5").save == 6


def test_poison_coats_the_first_weapon_that_takes_it() -> None:
    first, second = blows("weapon=sword+axe,equipment=black_lotus", "")
    assert (first.by_six, second.by_six) == (True, False)
    powder, blade = blows("weapon=pistol+axe,equipment=black_lotus", "", "charging")
    assert (powder.by_six, blade.by_six) == (False, True)


def test_each_dose_coats_a_weapon_of_its_own() -> None:
    for gear, coated in (("black_lotus+black_lotus", [True, True]), ("black_lotus", [True, False])):
        assert [one.by_six for one in blows(f"ws=4,weapon=sword+sword,equipment={gear}", "")] == coated
    brace = blows("a=2,weapon=pistol_brace,equipment=axe+black_lotus", "", "charging")
    assert [one.by_six for one in brace] == [False, False, True]


def test_a_drug_does_nothing_to_the_dead() -> None:
    assert man("equipment=mandrake_root").figures["t"] == 4
    assert man("race=undead,equipment=mandrake_root").figures["t"] == 3
    assert len(blows("a=2,weapon=axe,equipment=mad_cap_mushrooms", "")) == 4
    assert man("equipment=crimson_shade").figures["s"] == 4


def test_a_charge_with_a_bow_is_refused_and_cover_in_close_combat_is_no_question() -> None:
    with pytest.raises(Refused, match="close combat"):
        match("weapon=bow", "", "charging")
    with pytest.raises(Malformed, match="shots"):
        match("weapon=sword", "", cover=True)
    for how, told in (
        (match("weapon=bow", "", inches=25), "reaches"),
        (match("weapon=crossbow", "", moved=True), "moving"),
    ):
        with pytest.raises(Refused, match=told):
            _ = how.one_attack
    assert sum(match("weapon=crossbow,skills=nimble", "", moved=True).one_attack.values()) == 1


def test_the_warbands_own_engineer_makes_everybody_shoot_farther_once() -> None:
    of = roster(dwarfs("dwarf_noble", "dwarf_engineer", "2 dwarf_thunderer: crossbow"))
    assert [fighter(of, name).more_range for name in ("Dwarf Thunderer", "Dwarf Engineer")] == [6, 6]


def test_a_fighter_of_nobodys_file_is_asked_for_by_name() -> None:
    of = roster(dwarfs("dwarf_noble: axe"))
    found = asking.fighter("some:where.yaml:Dwarf Noble", BOOK, lambda path: of)
    assert found.name == "Dwarf Noble"
    with pytest.raises(Malformed, match="nobody called"):
        asking.fighter("x.yaml:Thrain", BOOK, lambda path: of)


def test_a_name_may_have_colons_as_a_file_may() -> None:
    of = roster(dwarfs(warrior("dwarf_noble: axe", name="Thrain: the Old")))

    def reader(path: str) -> Roster:
        if path != "some:where.yaml":
            raise asking.NoFile(f"{path}: there is no such file")
        return of

    assert asking.fighter("some:where.yaml:Thrain: the Old", BOOK, reader).name == "Thrain: the Old"
    with pytest.raises(Malformed, match="nobody called Thrain: the"):
        asking.fighter("some:where.yaml:Thrain: the", BOOK, reader)
    with pytest.raises(asking.NoFile, match="else"):
        asking.fighter("else.yaml:Thrain: the Old", BOOK, reader)


def test_a_rule_of_weapons_works_for_a_warrior_or_is_refused() -> None:
    """Refused is what leaves every number as it is."""
    for key in ("parry", "cutting_edge", "heavy", "hand_to_hand", "prepare_shot"):
        with pytest.raises(Malformed, match=f"{key} is a rule of weapons"):
            man(f"rules={key}")
    for key in ("concussion", "accuracy", "strike_first", "hard_to_kill", "leader"):
        assert man(f"rules={key}")


class TestWhatSomebodyCannotTakeUp:
    @pytest.mark.parametrize("weapon", ["sword", "fist", "sword+axe"])
    def test_who_carries_nothing_takes_up_nothing(self, weapon: str) -> None:
        with pytest.raises(Refused, match="Cave Squig carries no weapons"):
            man("creature:cave_squig", weapon)

    @pytest.mark.parametrize("weapons", ["natural+natural", "troll_vomit+natural", "troll_vomit+troll_vomit"])
    def test_what_nature_gave_is_used_alone(self, weapons: str) -> None:
        with pytest.raises(Refused, match="nothing beside it"):
            man("creature:troll", weapons)
        with pytest.raises(Refused, match="nothing beside it"):
            man("weapon=troll_vomit+sword")

    @pytest.mark.parametrize(
        ("who", "weapon"),
        [
            ("ws=3", "troll_vomit"),
            ("creature:cave_squig", "troll_vomit"),
            ("creature:orc_boy", "dwarf_axe"),
            ("race=human", "dwarf_axe"),
            ("family=orcs", "sigmarite_warhammer"),
        ],
    )
    def test_what_only_others_have_is_refused(self, who: str, weapon: str) -> None:
        with pytest.raises(Refused, match="only others have it"):
            man(who, weapon)

    @pytest.mark.parametrize(
        ("who", "weapon"),
        [
            ("creature:troll", "troll_vomit"),
            ("weapon=troll_vomit", ""),
            ("race=human,equipment=dwarf_axe", "dwarf_axe"),
            ("ws=3", "dwarf_axe"),
            ("race=dwarf", "gromril_dwarf_axe"),
            ("ws=3", "natural"),
            ("creature:orc_boy", "dagger"),
        ],
    )
    def test_what_is_his_or_may_be_his_is_not(self, who: str, weapon: str) -> None:
        assert man(who, weapon).weapons


# --- what he wears, and whom he hates ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gear", "worn", "why"),
    [
        ("light_armour+shield+shield", ["Light armour", "Shield"], "Shield: one suit, one shield or buckler"),
        ("buckler+shield", ["Buckler"], "Shield: one suit, one shield or buckler"),
        ("light_armour+gromril_armour", ["Light armour"], "Gromril armour: one suit"),
        ("attlas_plate_mail+light_armour", ["Att'la's Plate Mail"], "Light armour: one suit"),
        ("shield+toughened_leathers", ["Toughened leathers"], "Shield: not with toughened leathers."),
        ("ball_and_chain+heavy_armour", [], "Heavy armour: not with ball and chain."),
        ("light_armour+barding", ["Light armour"], "Barding: it is his horse's"),
        ("toughened_leathers+buckler+helmet", ["Toughened leathers", "Buckler", "Helmet"], ""),
    ],
)
def test_one_suit_one_shield_and_one_helmet_count_and_the_rest_is_told(gear: str, worn: list[str], why: str) -> None:
    who = man(f"equipment={gear}")
    assert [one.name for one in who.worn] == worn
    assert [one.startswith(why) for one in who.left_out] == ([True] if why else [])
    assert set(who.left_out) <= set(asking.not_reckoned(who))


def test_a_dart_is_never_critical_against_the_immune_either() -> None:
    plain, immune = (shot("bs=6,weapon=blowpipe", f"t=2{more}") for more in ("", ",rules=immune_poison"))
    assert (plain.critical, immune.critical) == (False, False)
    assert (plain.by_six, immune.by_six) == (True, False)


@pytest.mark.parametrize("dwarf", ["race=dwarf", "creature:dwarf_troll_slayer", "creature:dwarf_noble"])
def test_every_dwarf_hates_orcs_hired_or_typed(dwarf: str) -> None:
    """House ruling 90."""
    assert [blow(dwarf, foe, "charging").again for foe in ("creature:orc_boy", "race=goblin", "race=human")] == [
        True,
        True,
        False,
    ]
    assert not blow(dwarf, "creature:orc_boy", "later").again


def test_those_who_have_robbed_graves_are_hated_by_witch_hunters_and_sisters() -> None:
    robbers = replace(orcs("orc_boss: axe"), effects=(LastingEffect("graveyard", {}),))
    boss = fighter(roster(robbers), "Orc Boss")
    again = [
        attacks_of(man(f"creature:{key}"), boss, Situation("charging"))[0].again
        for key in ("witch_hunter", "matriarch", "marksman")
    ]
    assert again == [True, True, False]


def test_a_charge_from_above_is_told_to_have_been_made() -> None:
    assert asking.not_reckoned(asking.match(man(), man(), "charging", Shot(), ["diving"]))[-1].endswith(asking.DOWN)
