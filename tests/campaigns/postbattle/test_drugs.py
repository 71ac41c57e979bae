"""What was used in the battle: crossed off, with what drugs leave behind, and addicts (reference: equipment.yaml,
income.yaml; rulings 7 and 46)."""

from __future__ import annotations

import pytest

from mordheim.rules.snapshot import Piece, Suffered, WarbandSnapshot
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import dwarfs, full_kit, orcs, pieces, three_orcs, warband, warrior
from warbands.roster.refusals import Refused

SKAB, BOSS = "Skab", "Orc Boss"
SHADE, CAPS, ROOT = "crimson_shade", "mad_cap_mushrooms", "mandrake_root"


def user(drug: str, **changes: object) -> WarbandSnapshot:
    return fought(three_orcs(warrior(f"big_un: {drug}", name=SKAB, **changes)))


def took(drug: str, dice: str, **told: object) -> Done:
    return night(told.pop("of", user(drug)), used={SKAB: (drug,)}, advances=dice, **told)


class TestCrimsonShade:
    @pytest.mark.parametrize("dice", ["11", "12"])
    def test_2_and_3_make_an_addict(self, dice):
        done = took(SHADE, dice)
        assert done.row(SKAB)["injuries"] == ["addicted"]
        assert "equipment" not in done.row(SKAB)
        assert done.effects("experience", "condition") == [
            {"kind": "condition", "warrior": SKAB, "condition": "addicted"}
        ]

    @pytest.mark.parametrize("dice", ["13", "34", "56"])
    def test_4_to_11_leave_nothing(self, dice):
        row = took(SHADE, dice).row(SKAB)
        assert "injuries" not in row
        assert "increases" not in row

    def test_12_quickens_for_good_within_his_maximum(self):
        assert took(SHADE, "66").row(SKAB)["increases"] == {"i": 1}
        quick = user(SHADE, increases={"i": 2})
        assert took(SHADE, "66", of=quick).row(SKAB)["increases"] == {"i": 2}


class TestMushrooms:
    @pytest.mark.parametrize(("face", "left"), [("1", ["drug_stupidity"]), ("2", None), ("6", None)])
    def test_a_1_addles_him_for_good(self, face, left):
        assert took(CAPS, face).row(SKAB).get("injuries") == left

    def test_a_group_has_one_roll_and_loses_a_dose_each(self):
        gits = warrior(f"3 goblin_warrior: ball_and_chain, {CAPS}", name="Da Gits")
        done = night(fought(three_orcs(gits)), used={"Da Gits": (CAPS,)}, injuries="666", advances="1")
        assert done.row("Da Gits")["injuries"] == ["drug_stupidity"]
        assert done.row("Da Gits")["equipment"] == ["ball_and_chain"]


class TestMandrakeRoot:
    @pytest.mark.parametrize(("dice", "toughness"), [("11", 3), ("12", 3), ("13", 4), ("66", 4)])
    def test_2_and_3_weaken_for_good(self, dice, toughness):
        assert took(ROOT, dice).value(SKAB, "t") == toughness


class TestNoEffect:
    """Ruling 46."""

    def band(self, *lines: object) -> WarbandSnapshot:
        return fought(full_kit(warband("undead", *lines, "2 zombie")))

    def test_a_vampire_feels_nothing_and_rolls_nothing(self):
        before = self.band(warrior(f"vampire: {SHADE}", name=SKAB))
        done = night(before, used={SKAB: (SHADE,)}, advances="")
        assert "equipment" not in done.row(SKAB)

    def test_a_dreg_is_as_human_as_anybody(self):
        before = self.band("vampire", warrior(f"dreg: {SHADE}", name=SKAB, experience=2))
        assert night(before, used={SKAB: (SHADE,)}, advances="11").row(SKAB)["injuries"] == ["addicted"]


class TestUsedUp:
    def test_one_dose_of_several(self):
        done = took(SHADE, "34", of=user(f"2 {SHADE}"))
        assert done.row(SKAB)["equipment"] == [SHADE]

    def test_what_was_not_used_stays(self):
        assert night(user(SHADE)).row(SKAB)["equipment"] == [SHADE]

    @pytest.mark.parametrize("item", ["black_lotus", "dark_venom", "healing_herbs", "bugmans_ale"])
    def test_other_things_are_crossed_off_without_a_roll(self, item):
        done = night(user(item), used={SKAB: (item,)}, advances="")
        assert "equipment" not in done.row(SKAB)
        assert done.effects("experience", "lose_item") == [
            {"kind": "lose_item", "item": item, "quantity": 1, "warrior": SKAB}
        ]

    def test_the_dead_roll_for_nothing(self):
        assert not took(SHADE, "", out=[SKAB], injuries="11").has(SKAB)

    def test_who_was_robbed_afterwards_feels_it_all_the_same(self):
        assert took(SHADE, "11", out=[SKAB], injuries="36").row(SKAB)["injuries"] == ["addicted"]

    def test_nobody_used_what_he_has_not_got(self):
        with pytest.raises(Refused, match="carries no crimson_shade"):
            night(user(CAPS), used={SKAB: (SHADE,)})


class TestAddicts:
    def addict(self, gear: str = "", **changes: object) -> WarbandSnapshot:
        skab = warrior(f"big_un: {gear}", name=SKAB, injuries=[Suffered("addicted")])
        return fought(orcs("orc_boss", skab, "2 orc_boy"), **changes)

    def test_without_a_dose_he_leaves(self):
        done = night(self.addict())
        assert not done.has(SKAB)
        assert done.effects("experience", "leaves") == [{"kind": "leaves", "warrior": SKAB, "count": 1}]

    def test_what_he_carried_stays(self):
        """Ruling 54."""
        done = night(self.addict("battle_axe, helmet"))
        assert not done.has(SKAB)
        assert done.file["stash"] == ["battle_axe", "helmet"]

    def test_a_hired_sword_takes_along_what_is_his(self):
        ogre = warrior("ogre_bodyguard: double_handed_weapon", name="Bront", injuries=[Suffered("addicted")])
        done = night(fought(dwarfs("dwarf_noble", "2 beardling", ogre)), exploration="1")
        assert not done.has("Bront")
        assert "stash" not in done.file

    def test_with_a_dose_he_stays(self):
        assert night(self.addict(SHADE)).has(SKAB)
        assert night(self.addict(SHADE), used={SKAB: (SHADE,)}, advances="34").has(SKAB)

    def test_a_dose_of_the_stash_will_do_and_is_gone(self):
        done = night(self.addict(stash=pieces(f"2 {SHADE}")))
        assert done.has(SKAB)
        assert done.snapshot.stash == (Piece(SHADE),)

    def test_two_addicts_and_one_dose_in_the_stash(self):
        other = warrior("big_un", name="Krump", injuries=[Suffered("addicted")])
        before = self.addict(stash=pieces(SHADE))
        before = fought(before, stash=pieces(SHADE), warriors=(*before.warriors[:2], other, *before.warriors[2:]))
        done = night(before)
        assert (done.has(SKAB), done.has("Krump"), done.snapshot.stash) == (True, False, ())

    def test_who_missed_the_battle_needed_none(self):
        assert night(self.addict(), missed=[SKAB]).has(SKAB)

    def test_who_has_become_one_tonight_stays(self):
        assert took(SHADE, "11").has(SKAB)

    def test_a_leader_who_goes_is_followed(self):
        boss = warrior("orc_boss", injuries=[Suffered("addicted")])
        done = night(fought(orcs(boss, "big_un", "2 orc_boy")), choose=[chosen("wyrdstone", "sell", 1)])
        assert done.run.leader.name == "Big 'Un"
