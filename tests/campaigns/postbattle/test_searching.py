"""Searches for rare things, what helps in them, dice in prices and haggling (reference: trading.yaml; MH-041; rulings
12 to 14)."""

from __future__ import annotations

import pytest

from campaigns.postbattle.choices import Choice
from mordheim.rules.snapshot import Piece, WarbandSnapshot
from tests.campaigns.postbattle.market import BOSS, SKAB, look, mob, search, take, trade
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import dwarfs, full_kit, orcs, pieces, three_orcs, warband, warrior
from warbands.roster.refusals import Refused


class TestSearching:
    @pytest.mark.parametrize(("dice", "found"), [("32", False), ("33", True), ("66", True)])
    def test_two_dice_reach_the_rarity_or_do_not(self, dice, found):
        done = look(dice, search("lucky_charm"))
        assert done.results("rare_items")[0] == ("found" if found else "not_found")
        assert done.file.get("stash", []) == (["lucky_charm"] if found else [])
        assert done.file["treasury"] == (490 if found else 500)

    def test_what_is_bought_goes_to_the_stash_in_one_event(self):
        done = look("66", search("lucky_charm"), take(True))
        assert done.effects("rare_items") == [
            {"kind": "gold", "by": -10},
            {"kind": "gain_item", "item": "lucky_charm", "quantity": 1},
        ]

    @pytest.mark.parametrize("no", [False, None, "none"])
    def test_what_is_found_need_not_be_bought(self, no):
        done = look("66", search("lucky_charm"), take(no))
        assert done.file["treasury"] == 500
        assert "stash" not in done.file

    @pytest.mark.parametrize("yes", [True, "lucky_charm", {"item": "lucky_charm"}])
    def test_yes_may_be_said_by_the_things_name(self, yes):
        assert look("66", search("lucky_charm"), take(yes)).file["stash"] == ["lucky_charm"]

    def test_anything_else_is_no_answer(self):
        with pytest.raises(Refused, match="Yes or no"):
            look("66", search("lucky_charm"), take("maybe"))

    def test_one_search_a_hero_a_sequence(self):
        with pytest.raises(Refused, match="Skab has searched this time"):
            look("11 66", search("lucky_charm"), search("lucky_charm"))

    def test_each_hero_may_search(self):
        done = look("66 66 111", search("lucky_charm"), search("mad_cap_mushrooms", BOSS), of=mob())
        assert done.results("rare_items").count("found") == 2

    def test_nobody_searches_who_was_out_of_action(self):
        """Issue: a search by a hero that was out."""
        with pytest.raises(Refused, match="Skab cannot search"):
            night(mob(), out=[SKAB], injuries="41", choose=[search("lucky_charm")], exploration="1")

    @pytest.mark.parametrize("change", [{"games_to_miss": 1}, {"captured_by": "Them"}])
    def test_nor_who_is_away(self, change):
        before = fought(three_orcs(warrior("big_un", name=SKAB, **change)))
        with pytest.raises(Refused, match="cannot search"):
            night(before, choose=[search("lucky_charm")])

    def test_nor_who_missed_this_battle(self):
        with pytest.raises(Refused, match="cannot search"):
            night(mob(), missed=[SKAB], choose=[search("lucky_charm")])

    @pytest.mark.parametrize("who", ["Orc Boy", "pit_fighter"])
    def test_nor_henchmen_and_hired_swords(self, who):
        with pytest.raises(Refused, match="cannot search"):
            night(mob("pit_fighter"), choose=[search("lucky_charm", who)])

    def test_nor_somebody_unknown(self):
        with pytest.raises(Refused, match="Nobody Known is not in"):
            night(mob(), choose=[search("lucky_charm", "Nobody Known")])

    def test_common_things_need_no_search(self):
        with pytest.raises(Refused, match="is common"):
            night(mob(), choose=[search("helmet")])

    def test_what_nobody_here_could_use_is_not_looked_for(self):
        with pytest.raises(Refused, match="Nobody in this warband could use"):
            night(mob(), choose=[search("handgun")])

    def test_an_unknown_thing_is_named(self):
        with pytest.raises(Refused, match="no item 'moonstone'"):
            night(mob(), choose=[search("moonstone")])

    def test_a_search_finds_one_piece(self):
        with pytest.raises(Refused, match="one piece"):
            look("66", search({"item": "lucky_charm", "quantity": 2}))

    def test_what_is_common_to_some_is_looked_for_by_others(self):
        """Without a Goblin an Orc mob finds mushrooms as everybody else does, with one it buys them."""
        assert look("45 111", search("mad_cap_mushrooms")).file["treasury"] == 500 - 33
        with pytest.raises(Refused, match="is common"):
            look("45", search("mad_cap_mushrooms"), of=mob("goblin_warrior"))

    def test_none_is_no_search(self):
        assert look("", search("none")).results("rare_items") == []


class TestBonuses:
    """Ruling 25, MH-041: the coach."""

    def coach(self, **boss: object) -> WarbandSnapshot:
        lines = [warrior("orc_boss: opulent_coach", **boss), warrior("big_un", name=SKAB), "2 orc_boy"]
        return fought(orcs(*lines))

    def test_the_leader_finds_rare_10_with_a_7(self):
        done = look("34", search("opulent_coach", BOSS), take(False, BOSS), of=self.coach())
        assert done.results("rare_items")[0] == "found"

    def test_the_others_have_no_bonus(self):
        done = look("45", search("opulent_coach"), of=self.coach())
        assert done.results("rare_items") == ["not_found"]

    def test_a_leader_who_fell_has_no_search_at_all(self):
        with pytest.raises(Refused, match="cannot search"):
            night(self.coach(), out=[BOSS], injuries="41", choose=[search("opulent_coach", BOSS)])

    def test_nor_has_he_two(self):
        with pytest.raises(Refused, match="has searched"):
            look("11 11", search("lucky_charm", BOSS), search("lucky_charm", BOSS), of=self.coach())

    def test_rare_5_with_a_2(self):
        done = look("11", search("banner", BOSS), of=self.coach())
        assert done.results("rare_items")[0] == "found"

    def test_it_is_the_warbands_wherever_it_stands(self):
        before = fought(orcs("orc_boss", warrior("big_un", name=SKAB), "2 orc_boy"), stash=pieces("opulent_coach"))
        assert look("11", search("banner", BOSS), of=before).results("rare_items")[0] == "found"

    def test_a_second_coach_adds_nothing(self):
        before = fought(self.coach(), stash=pieces("opulent_coach"))
        assert look("33", search("opulent_coach", BOSS), of=before).results("rare_items") == ["not_found"]

    def test_after_the_leaders_death_it_serves_the_next(self):
        before = fought(orcs("orc_boss", warrior("big_un", name=SKAB), "2 orc_boy"), stash=pieces("opulent_coach"))
        done = night(before, out=[BOSS], injuries="11", exploration="1", rare_items="11", choose=[search("banner")])
        assert done.results("rare_items")[0] == "found"

    def test_streetwise_a_gem_and_marienburg_add_up(self):
        captain = warrior("captain: gem", of="marienburg", name=SKAB, skills=["streetwise"])
        before = fought(warband("marienburg", captain, "2 warrior"))
        done = night(before, exploration="1", rare_items="11", choose=[search("lucky_charm")])
        assert done.results("rare_items")[0] == "found"
        told = next(event.sentence for event in done.run.events if event.result == "found")
        assert "+4" in told


class TestPriceDice:
    def test_they_are_rolled_once_before_the_decision(self):
        done = look(
            "66 123", search("mad_cap_mushrooms"), take(True), of=fought(three_orcs(warrior("big_un", name=SKAB)))
        )
        assert done.file["treasury"] == 500 - 36
        assert done.results("rare_items") == ["found", "price", "bought"]

    def test_and_stand_when_it_is_left(self):
        done = look("66 123", search("mad_cap_mushrooms"), take(False))
        assert done.file["treasury"] == 500
        assert done.results("rare_items") == ["found", "price"]

    def test_nothing_is_bought_for_one_crown_less_than_it_costs(self):
        done = look("66 666", search("wyrdstone_pendulum"), of=fought(mob(), treasury=42))
        assert done.file["treasury"] == 42
        assert "stash" not in done.file
        bought = look("66 666", search("wyrdstone_pendulum"), of=fought(mob(), treasury=43))
        assert bought.file["treasury"] == 0

    def test_saying_yes_without_the_gold_is_refused(self):
        with pytest.raises(Refused, match="not so much gold"):
            look("66 666", search("wyrdstone_pendulum"), take(True), of=fought(mob(), treasury=42))

    def test_nothing_is_rolled_for_what_is_not_found(self):
        assert look("11", search("mordheim_map")).results("rare_items") == ["not_found"]

    def test_a_map_is_read_as_it_is_bought(self):
        done = look("66 1111 4", search("mordheim_map"), take(True))
        assert done.file["treasury"] == 500 - 24
        assert done.file["effects"] == [{"effect": "choose_scenario"}]

    def test_tens_and_twenties(self):
        mage = full_kit(warband("cult_of_the_possessed", "magister", "2 brethren"))
        done = night(
            fought(mage), exploration="1", rare_items="66 3",
            choose=[search("tome_of_magic", "Magister"), take(True, "Magister")],
        )  # fmt: skip
        assert done.file["treasury"] == 500 - 200 - 75

    def test_gromril_costs_four_times_and_is_rare_11(self):
        done = look("56", search({"item": "sword", "material": "gromril"}))
        assert done.file["stash"] == [{"item": "sword", "material": "gromril"}]
        assert done.file["treasury"] == 460


class TestGromrilArmour:
    """MH-008."""

    def test_once_a_battle_is_fought_it_costs_150_and_must_be_found(self):
        before = fought(dwarfs("dwarf_noble", "2 beardling"))
        done = night(before, exploration="1", rare_items="56", choose=[search("gromril_armour", "Dwarf Noble")])
        assert done.file["treasury"] == 350

    def test_not_for_a_new_recruit_either(self):
        before = fought(dwarfs("dwarf_noble", "2 beardling"))
        recruit = {"type": "dwarf_clansman", "equipment": ["gromril_armour"]}
        with pytest.raises(Refused, match="Rare 11"):
            trade(before, ("recruit", recruit))


class TestHaggling:
    def haggler(self, **changes: object) -> WarbandSnapshot:
        captain = warrior("captain", of="reikland", name=SKAB, skills=["haggle"])
        return fought(warband("reikland", captain, "2 warrior"), **changes)

    def look(self, dice: str, *choices: Choice, **told: object) -> Done:
        return night(told.pop("of", self.haggler()), exploration="1", rare_items=dice, choose=choices, **told)

    def test_2d6_come_off_one_price(self):
        done = self.look("66 4 34", search("black_lotus"), chosen("rare_items", "haggle", SKAB), take(True))
        assert done.file["treasury"] == 500 - (10 + 4 - 7)

    def test_at_least_one_crown_is_paid(self):
        done = self.look("66 66", search("lucky_charm"), chosen("rare_items", "haggle", SKAB), take(True))
        assert done.file["treasury"] == 499

    def test_a_choices_file_that_says_nothing_does_not_haggle(self):
        assert self.look("66", search("lucky_charm"), take(True)).file["treasury"] == 490

    def test_once_a_sequence(self):
        haggle = chosen("rare_items", "haggle", SKAB)
        buying = chosen("recruits_and_trading", "buy", {"item": "helmet", "haggle": True})
        done = self.look("66 11", search("lucky_charm"), haggle, take(True), buying)
        assert done.file["treasury"] == 500 - 8 - 10

    def test_over_a_common_thing(self):
        wanted = ("buy", {"item": "heavy_armour", "for": SKAB, "haggle": True})
        done = trade(self.haggler(), wanted, ("haggle", SKAB), dice="34")
        assert done.file["treasury"] == 500 - 50 + 7

    def test_the_guild_symbol_haggles_too(self):
        captain = warrior("captain: guild_symbol", of="reikland", name=SKAB)
        before = fought(warband("reikland", captain, "2 warrior"))
        done = self.look("66 11", search("lucky_charm"), chosen("rare_items", "haggle", SKAB), of=before)
        assert done.file["treasury"] == 492

    def test_not_by_one_who_fell(self):
        done = trade(
            self.haggler(), ("buy", {"item": "helmet", "haggle": True}), out=[SKAB], injuries="41", exploration=""
        )
        assert done.file["treasury"] == 490


class TestTheHunt:
    """The wolfcloak: its price is for trying."""

    def wolves(self) -> WarbandSnapshot:
        captain = warrior("captain", of="middenheim", name=SKAB)
        return fought(warband("middenheim", captain, "2 warrior"))

    @pytest.mark.parametrize(("face", "won"), [(1, True), (4, True), (5, False), (6, False)])
    def test_a_d6_of_no_more_than_his_strength_wins_it(self, face, won):
        """A Middenheim captain's Strength is 4."""
        done = trade(self.wolves(), ("buy", "wolfcloak", SKAB), dice=str(face))
        assert done.file["treasury"] == 490
        assert ("equipment" in done.row(SKAB)) is won

    def test_nobody_else_hunts(self):
        for who in ("Warrior", SKAB):
            with pytest.raises(Refused):
                trade(self.wolves() if who == "Warrior" else mob(), ("buy", "wolfcloak", who), dice="1")


def test_a_piece_found_is_of_the_stash_once():
    done = look("66", search("lucky_charm"))
    assert done.snapshot.stash == (Piece("lucky_charm"),)
