"""Whoever has lost an arm uses a single one-handed weapon and no shield (core, Serious Injuries; rulings 6 and 9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mordheim.rules.snapshot import Piece, Suffered, WarbandSnapshot
from tests.warbands.roster.cast import checked, member, roster, rulebook, three_dwarfs, three_orcs, warrior
from warbands.roster.corrections import add_injury
from warbands.roster.explain import armour_save, statline
from warbands.roster.moves import buy, hand_out, outcome, take_away
from warbands.roster.offers import equipment_offers
from warbands.roster.refusals import Refused
from warbands.roster.sheet import build_sheet

LOST = Suffered("arm_wound", "one_arm", "left")


def mob(gear: str = "", stash: str = "", *injuries: Suffered) -> WarbandSnapshot:
    """A mob whose Big 'Un lacks an arm, numbered as rows are."""
    hurt = replace(warrior(f"big_un: {gear}"), injuries=injuries or (LOST,))
    found = three_orcs(hurt, battles=3, treasury=300, stash=stash)
    numbered = tuple(replace(one, id=number) for number, one in enumerate(found.warriors, start=1))
    return replace(found, warriors=numbered)


def marks(snapshot: WarbandSnapshot) -> list[tuple[str, str, bool]]:
    return [(problem.code, problem.about, problem.blocking) for problem in checked(snapshot).problems]


def refused(snapshot: WarbandSnapshot, move, **given) -> str:
    with pytest.raises(Refused) as told:
        outcome(roster(snapshot), move(roster(snapshot), **given), founded=True)
    return told.value.message


class TestWhatHeCarriesSince:
    @pytest.mark.parametrize("gear", ["", "sword", "light_armour, helmet, sword"])
    def test_a_single_one_handed_weapon_and_body_armour_are_well(self, gear):
        assert marks(mob(gear)) == []

    @pytest.mark.parametrize(
        ("gear", "code", "told"),
        [
            ("halberd", "weapon_limit", "the halberd needs two hands"),
            ("double_handed_weapon", "weapon_limit", "two hands"),
            ("bow", "weapon_limit", "the bow needs two hands"),
            ("shield", "armour_limit", "no arm for a shield"),
            ("sword, battle_axe", "weapon_limit", "a single weapon besides the free dagger, not 2"),
            ("sword, dagger", "weapon_limit", "not 2"),
        ],
    )
    def test_what_is_of_no_use_to_him_is_marked_and_blocks_nothing(self, gear, code, told):
        found = checked(mob(gear))
        assert [(problem.code, problem.blocking) for problem in found.problems] == [(code, False)]
        assert told in found.problems[0].message
        assert found.legal

    def test_a_brace_needs_two_hands_and_a_pistol_does_not(self):
        hurt = replace(warrior("dwarf_engineer: pistol"), injuries=(LOST,))
        assert checked(three_dwarfs(hurt, battles=1)).codes == ()
        hurt = replace(warrior("dwarf_engineer: pistol_brace"), injuries=(LOST,))
        assert checked(three_dwarfs(hurt, battles=1)).codes == ("weapon_limit",)

    def test_a_mended_arm_wound_bars_nothing(self):
        assert marks(mob("halberd, bow", "", Suffered("leg_wound"))) == []

    def test_every_bow_crossbow_and_long_gun_needs_both_hands(self):
        weapons = [item for item in rulebook().items.values() if item.weapon]
        one = {item.key for item in weapons if item.category == "missile" and not item.takes_both_hands}
        assert one == {"crossbow_pistol", "throwing_knives", "blowpipe", "pistol", "duelling_pistol", "warplock_pistol"}
        both = {item.key for item in weapons if item.category == "close_combat" and item.takes_both_hands}
        assert both == {
            "flail",
            "halberd",
            "double_handed_weapon",
            "ball_and_chain",
            "fighting_claws",
            "weeping_blades",
        }


class TestWhatHeIsGiven:
    @pytest.mark.parametrize("item", ["halberd", "double_handed_weapon", "bow", "shield"])
    def test_nothing_that_he_cannot_use_is_bought_for_him(self, item):
        assert "one arm" in refused(mob(), buy, warrior_id=3, piece=Piece(item))

    @pytest.mark.parametrize("item", ["halberd", "bow", "shield"])
    def test_nothing_that_he_cannot_use_is_handed_to_him(self, item):
        assert "one arm" in refused(mob(stash=item), hand_out, warrior_id=3, piece=Piece(item))

    @pytest.mark.parametrize("gear", ["sword", "halberd"])
    def test_no_weapon_more_is_bought_or_handed_to_him_who_has_one(self, gear):
        assert "single weapon" in refused(mob(gear), buy, warrior_id=3, piece=Piece("battle_axe"))
        assert "single weapon" in refused(mob(gear, "battle_axe"), hand_out, warrior_id=3, piece=Piece("battle_axe"))

    def test_no_second_one_of_what_is_of_no_use_to_him_already(self):
        assert "two hands" in refused(mob("halberd", "halberd"), hand_out, warrior_id=3, piece=Piece("halberd"))

    def test_he_may_have_armour_and_his_one_weapon(self):
        found = roster(mob("halberd", stash="light_armour, sword"))
        for item in ("helmet", "light_armour"):
            outcome(found, buy(found, warrior_id=3, piece=Piece(item)), founded=True)
        bare = roster(mob(stash="sword"))
        outcome(bare, hand_out(bare, warrior_id=3, piece=Piece("sword")), founded=True)

    def test_what_he_cannot_use_goes_to_the_stash(self):
        found = roster(mob("halberd, shield"))
        after = outcome(found, take_away(found, warrior_id=3, piece=Piece("halberd")), founded=True)
        assert [problem.code for problem in after.problems] == ["armour_limit"]

    def test_the_shop_says_why(self):
        found = roster(mob())
        offers = {offer.piece.item: offer.refused for offer in equipment_offers(found, found.members[2], founded=True)}
        assert "one arm" in offers["halberd"]
        assert "one arm" in offers["shield"]
        assert offers["sword"] == ""

    def test_a_lost_arm_is_recorded_whatever_he_carries(self):
        whole = roster(mob("halberd, shield", "", Suffered("leg_wound")))
        outcome(whole, add_injury(whole, warrior_id=3, suffered=LOST), founded=True)

    def test_nobody_sells_to_the_stash_what_only_he_could_use(self):
        alone = mob()
        alone = replace(alone, warriors=alone.warriors[2:])
        assert "Nobody in this warband" in refused(alone, buy, warrior_id=None, piece=Piece("shield"))


class TestHisFigures:
    def test_a_shield_is_no_part_of_his_save(self):
        assert armour_save(member(mob("light_armour, shield"))).needed == "6+"
        assert armour_save(member(mob("shield"))) is None
        assert armour_save(member(mob("light_armour, shield", "", Suffered("leg_wound")))).needed == "5+"

    def test_a_shield_that_he_cannot_hold_slows_him_no_more(self):
        hurt = replace(warrior("orc_boss: heavy_armour, shield"), injuries=(LOST,))
        whole = warrior("orc_boss: heavy_armour, shield")
        assert int(statline(member(three_orcs(hurt, battles=1)))[0].value) == 1 + int(
            statline(member(three_orcs(whole, battles=1)))[0].value
        )


@pytest.mark.parametrize(
    ("injury", "rule"),
    [
        (LOST, "One arm"),
        (Suffered("madness", "stupidity"), "Stupidity"),
        (Suffered("madness", "frenzy"), "Frenzy"),
        (Suffered("smashed_leg", "may_not_run"), "May not run"),
        (Suffered("bitter_enmity"), "Hatred"),
        (Suffered("hardened"), "Immune to fear"),
        (Suffered("horrible_scars"), "Fear"),
        (Suffered("drug_stupidity"), "Stupidity"),
    ],
)
def test_the_rule_that_an_injury_brings_stands_on_his_card(injury, rule):
    sheet = build_sheet(mob("", "", injury), rulebook())
    block = next(block for block in sheet.blocks if block.type_key == "big_un")
    assert rule in [link.name for link in block.rules]
