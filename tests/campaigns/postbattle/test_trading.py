"""Buying and selling, veterans, recruits, things that change hands (reference: trading.yaml; MH-008, MH-042; rulings 25
and 28)."""

from __future__ import annotations

import pytest

from campaigns.postbattle.choices import ChoiceError
from mordheim.rules.dice import DiceError
from mordheim.rules.snapshot import LastingEffect, Suffered, WarbandSnapshot
from tests.campaigns.postbattle.market import BOSS, SKAB, look, mob, search, take, trade
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import dwarfs, full_kit, orcs, pieces, three_orcs, warband, warrior
from warbands.roster.refusals import Refused


class TestBuying:
    def test_for_a_warrior_for_the_stash_and_for_each_of_a_group(self):
        done = trade(
            mob(),
            ("buy", {"item": "helmet", "for": SKAB}),
            ("buy", {"item": "sword", "quantity": 2}),
            ("buy", {"item": "bow", "for": "Orc Boy"}),
        )
        assert done.row(SKAB)["equipment"] == ["helmet"]
        assert done.file["stash"] == [{"item": "sword", "quantity": 2}]
        assert done.file["treasury"] == 500 - 10 - 20 - 20
        assert done.effects("recruits_and_trading")[:2] == [
            {"kind": "gold", "by": -10},
            {"kind": "gain_item", "item": "helmet", "quantity": 1, "warrior": SKAB},
        ]

    def test_the_thing_alone_beside_a_warrior_will_do(self):
        assert trade(mob(), ("buy", "helmet", SKAB)).row(SKAB)["equipment"] == ["helmet"]
        assert trade(mob(), ("buy", "helmet")).file["stash"] == ["helmet"]

    def test_one_crown_short_is_refused_and_the_exact_sum_is_not(self):
        with pytest.raises(Refused, match="costs 10 gc and the treasury holds 9 gc"):
            trade(mob(treasury=9), ("buy", {"item": "helmet", "for": SKAB}), exploration="12")
        assert trade(mob(treasury=10), ("buy", "helmet", SKAB), exploration="12").file["treasury"] == 0

    def test_rare_things_need_a_search(self):
        with pytest.raises(Refused, match="Rare 6"):
            trade(mob(), ("buy", "lucky_charm", SKAB))

    def test_what_he_may_not_use_is_refused(self):
        with pytest.raises(Refused):
            trade(mob(), ("buy", "halberd", "Goblin Warrior"))
        with pytest.raises(Refused):
            trade(fought(three_orcs("orc_shaman")), ("buy", "light_armour", "Orc Shaman"))

    def test_more_than_he_may_carry_is_refused(self):
        with pytest.raises(Refused):
            trade(mob(), ("buy", "sword", SKAB), ("buy", "spear", SKAB), ("buy", "battle_axe", SKAB))

    def test_the_slayers_bans_hold(self):
        """MH-011."""
        before = fought(dwarfs("dwarf_noble", "troll_slayer", "2 beardling"), stash=pieces("helmet, crossbow"))
        for item in ("shield", "helmet", "crossbow"):
            with pytest.raises(Refused):
                trade(before, ("buy", item, "Troll Slayer"))
        for item in ("helmet", "crossbow"):
            with pytest.raises(Refused):
                night(before, choose=[chosen("equipment", "move", {"item": item, "to": "Troll Slayer"})])

    @pytest.mark.parametrize(
        "value", [{"item": "helmet", "quantity": 0}, {"item": "helmet", "quantity": True}, "moon", {}]
    )
    def test_nonsense_is_refused_in_a_sentence(self, value):
        with pytest.raises(Refused):
            trade(mob(), ("buy", value))

    def test_nothing_reaches_a_captive(self):
        before = fought(three_orcs(warrior("big_un", name=SKAB, captured_by="Them")))
        with pytest.raises(Refused, match="Skab is held captive"):
            trade(before, ("buy", "helmet", SKAB))


class TestSelling:
    """Ruling 13, MH-042."""

    def sold(self, thing: str, dice: str = "", **value: object) -> int:
        done = trade(
            mob(stash=pieces(thing), treasury=0), ("sell", self.value(thing, value)), dice=dice, exploration="12"
        )
        assert "stash" not in done.file
        return done.file["treasury"]

    def value(self, thing: str, value: dict) -> dict:
        (piece,) = pieces(thing)
        told = {"item": piece.item, "quantity": piece.quantity}
        return told | ({"material": piece.material} if piece.material else {}) | value

    @pytest.mark.parametrize(
        ("thing", "gc"),
        [
            ("sword", 5), ("dagger", 1), ("mace", 1), ("shield", 2), ("wyrdstone_pendulum", 12), ("gromril_armour", 75),
            ("2 mace", 2), ("gromril sword", 20), ("jewelled_sword", 10), ("jewelled_dagger", 2), ("3 gem", 30),
            ("athame", 10), ("mordheim_map", 10), ("opulent_coach", 125),
        ],
    )  # fmt: skip
    def test_half_of_the_charts_fixed_price_rounded_down_a_piece(self, thing, gc):
        assert self.sold(thing) == gc

    def test_a_scroll_brings_25_and_2d6(self):
        assert self.sold("dispel_scroll", "34") == 32

    def test_each_scroll_has_its_own_dice_and_each_roll_its_event(self):
        before = mob(stash=pieces("2 dispel_scroll"), treasury=0)
        done = trade(before, ("sell", {"item": "dispel_scroll", "quantity": 2}), dice="34 11", exploration="12")
        assert done.file["treasury"] == 25 + 7 + 25 + 2
        rolls = [event.roll.faces for event in done.run.events if event.step == "recruits_and_trading" and event.roll]
        assert rolls == [(3, 4), (1, 1)]

    @pytest.mark.parametrize("thing", ["toughened_leathers", "wooden_man"])
    def test_what_nobody_buys_stays(self, thing):
        with pytest.raises(Refused, match="Nobody buys"):
            self.sold(thing)

    def test_only_what_is_there(self):
        for value in ({"item": "sword"}, {"item": "mace", "quantity": 3}):
            with pytest.raises(Refused, match="There are not"):
                trade(mob(stash=pieces("2 mace")), ("sell", value))

    def test_from_whoever_has_it(self):
        before = mob(warrior("2 goblin_warrior: sword", name="Da Gits"), treasury=0)
        done = trade(before, ("sell", {"item": "sword", "from": "Da Gits"}), exploration="12")
        assert done.file["treasury"] == 10
        assert "equipment" not in done.row("Da Gits")


class TestVeteransAndRecruits:
    """Ruling 28."""

    def watch(self, **changes: object) -> WarbandSnapshot:
        told = {"name": "The Watch", "experience": 4, "increases": {"s": 1}, **changes}
        return fought(dwarfs("dwarf_noble", warrior("2 dwarf_clansman: helmet", **told)))

    def join(self, value: dict, veterans: str = "56", before: WarbandSnapshot | None = None) -> Done:
        return trade(before or self.watch(), ("recruit", value), veterans=veterans, advances="11")

    def test_two_dice_say_how_much_experience_is_on_offer(self):
        done = night(self.watch(), veterans="56")
        (roll,) = [event.roll for event in done.run.events if event.step == "veterans"]
        assert (roll.die, roll.total) == ("2D6", 11)

    def test_a_veteran_costs_two_crowns_a_point_besides_hire_and_gear(self):
        """5 experience after this battle: 40 gc, a helmet of 10, 10 for the experience."""
        done = self.join({"into": "The Watch"})
        assert done.of("The Watch").size == 3
        assert done.row("The Watch")["experience"] == 5
        assert done.file["treasury"] == 500 - 40 - 10 - 10
        assert done.effects("recruits_and_trading") == [
            {"kind": "gold", "by": -60},
            {"kind": "joins", "warrior": "The Watch", "count": 1},
        ]

    def test_no_more_than_are_on_offer(self):
        assert self.join({"into": "The Watch", "size": 2}).of("The Watch").size == 4
        with pytest.raises(Refused, match="10 experience of veterans; 9 are on offer"):
            self.join({"into": "The Watch", "size": 2}, veterans="45")

    def test_what_one_has_taken_is_gone(self):
        before = self.watch()
        again = ("recruit", {"into": "The Watch"})
        with pytest.raises(Refused, match="1 are on offer"):
            trade(before, again, again, veterans="33", advances="11")

    def test_one_crown_short_is_refused(self):
        with pytest.raises(Refused, match="costs 60 gc and the treasury holds 59 gc"):
            self.join({"into": "The Watch"}, before=fought(self.watch(), treasury=59))

    def test_never_more_than_five(self):
        full = self.watch(experience=0, increases={})
        with pytest.raises(Refused):
            trade(full, ("recruit", {"into": "The Watch", "size": 4}), veterans="66")

    def test_he_brings_no_advance_to_roll(self):
        done = self.join({"into": "The Watch"})
        assert "advances_due" not in done.row("The Watch")

    def test_a_group_without_experience_takes_anybody(self):
        before = fought(three_orcs("2 goblin_warrior"))
        done = trade(before, ("recruit", {"into": "Goblin Warrior"}), veterans="11")
        assert done.of("Goblin Warrior").size == 3
        assert done.file["treasury"] == 490

    def test_beside_the_group_is_into_it(self):
        before = fought(three_orcs("2 goblin_warrior"))
        assert trade(before, ("recruit", {"size": 2}, "Goblin Warrior")).of("Goblin Warrior").size == 4

    def test_a_new_group_at_its_lists_prices(self):
        recruit = {"type": "orc_boy", "name": "Da Noo Boyz", "size": 2, "equipment": ["bow", "helmet"]}
        done = trade(mob(), ("recruit", recruit))
        assert done.row("Da Noo Boyz") == {
            "name": "Da Noo Boyz",
            "type": "orc_boy",
            "size": 2,
            "equipment": ["bow", "helmet"],
        }
        assert done.file["treasury"] == 500 - 2 * (25 + 10 + 10)

    def test_a_type_alone_will_do(self):
        assert trade(mob(), ("recruit", "big_un")).row("Big 'Un")["type"] == "big_un"

    def test_limits_and_ratios_hold(self):
        for value in (
            {"type": "orc_boss"},
            {"type": "goblin_warrior", "size": 9},
            {"type": "cave_squig"},
            {"type": "x"},
        ):
            with pytest.raises(Refused):
                trade(mob(), ("recruit", value))

    def test_a_warrior_over_a_ratio_after_losses_keeps_others_out_not_himself(self):
        """Ruling 9."""
        before = fought(three_orcs("2 goblin_warrior", "2 cave_squig"))
        done = night(before, out=["2 Goblin Warrior"], injuries="1 1")
        assert done.of("Cave Squig").size == 2
        with pytest.raises(Refused):
            trade(done.snapshot, ("recruit", {"type": "cave_squig"}))

    def test_hired_swords_for_their_fee(self):
        done = trade(
            mob(), ("hire", {"type": "ogre_bodyguard", "name": "Bront", "equipment": ["double_handed_weapon"]})
        )
        assert done.row("Bront")["equipment"] == ["double_handed_weapon"]
        assert done.file["treasury"] == 420

    def test_dismissing(self):
        before = mob(warrior("3 goblin_warrior: sword", name="Da Gits"))
        done = trade(before, ("dismiss", {"warrior": "Da Gits", "count": 1}), ("dismiss", SKAB))
        assert done.of("Da Gits").size == 2
        assert not done.has(SKAB)
        assert done.file["stash"] == ["sword"]


class TestFirstSpells:
    """Rulings 1, 2 and 53: whoever joins after a battle has the choices that a wizard has later on."""

    def shaman(self, dice: str, *choices: tuple) -> Done:
        return trade(mob(), ("recruit", {"type": "orc_shaman"}), *choices, dice=dice)

    def warlock(self, dice: str, *choices: tuple) -> Done:
        return trade(mob(), ("hire", "warlock"), *choices, dice=dice)

    def rolls(self, done: Done) -> list[tuple[int, ...]]:
        return [event.roll.faces for event in done.run.events if event.step == "recruits_and_trading" and event.roll]

    @pytest.mark.parametrize(
        ("face", "spell"), [("1", "ledz_go"), ("2", "oi_gerroff"), ("3", "zzap"), ("4", "fooled_ya")]
    )
    def test_a_new_shamans_spell_is_rolled_once_he_has_joined(self, face, spell):
        done = self.shaman(face)
        assert done.row("Orc Shaman")["spells"] == [spell]
        assert done.results("recruits_and_trading") == ["recruited", spell]
        assert done.effects("recruits_and_trading", "spell") == [
            {"kind": "spell", "warrior": "Orc Shaman", "spell": spell}
        ]

    @pytest.mark.parametrize("face", [5, 6])
    def test_a_row_that_the_source_has_not_is_rolled_again(self, face):
        """MH-007."""
        done = self.shaman(f"{face} 2", ("missing_row", "roll_again", "Orc Shaman"))
        assert done.row("Orc Shaman")["spells"] == ["oi_gerroff"]
        assert self.rolls(done) == [(face,), (2,)]

    @pytest.mark.parametrize("face", [5, 6])
    @pytest.mark.parametrize("spell", ["ledz_go", "oi_gerroff", "zzap", "fooled_ya"])
    def test_or_the_player_chooses_one_of_the_four(self, face, spell):
        done = self.shaman(f"{face}", ("missing_row", spell, "Orc Shaman"))
        assert done.row("Orc Shaman")["spells"] == [spell]
        assert done.results("recruits_and_trading") == ["recruited", "missing_row", spell]

    def test_where_nobody_is_asked_the_dice_decide(self):
        assert self.shaman("6 5 4").row("Orc Shaman")["spells"] == ["fooled_ya"]

    def test_a_warlock_has_two(self):
        assert self.warlock("2 6").row("Warlock")["spells"] == ["flight_of_zimmeran", "sword_of_rezhebel"]

    def test_the_same_one_twice_is_rolled_again(self):
        done = self.warlock("1 1 6", ("duplicate_spell", "roll_again", "Warlock"))
        assert done.row("Warlock")["spells"] == ["fires_of_uzhul", "sword_of_rezhebel"]
        assert self.rolls(done) == [(1,), (1,), (6,)]
        assert self.warlock("1 1 6").row("Warlock") == done.row("Warlock")

    def test_or_is_known_the_better(self):
        done = self.warlock("1 1", ("duplicate_spell", "lower", "Warlock"))
        assert done.row("Warlock")["spells"] == [{"spell": "fires_of_uzhul", "difficulty": 6}]

    def test_who_cannot_be_paid_rolls_for_nothing(self):
        with pytest.raises(Refused, match="costs 40 gc"):
            trade(mob(treasury=39), ("recruit", {"type": "orc_shaman"}), dice="")

    def test_nobody_else_rolls(self):
        assert self.rolls(trade(mob(), ("recruit", "big_un"), dice="")) == []


class TestStudying:
    def test_a_wizard_learns_of_the_book_or_of_his_own_lore(self):
        magister = warrior("magister: tome_of_magic", of="cult_of_the_possessed", name=SKAB)
        cult = fought(full_kit(warband("cult_of_the_possessed", magister, "2 brethren")))
        done = trade(
            cult, ("study", {"item": "tome_of_magic", "warrior": SKAB}), ("lore", "lesser_magic", SKAB), dice="2"
        )
        assert "flight_of_zimmeran" in done.row(SKAB)["spells"]
        assert "equipment" not in done.row(SKAB)
        assert done.file["effects"] == [{"effect": "tome_of_magic", "warrior": SKAB}]

    def test_whoever_cannot_read_it_learns_nothing(self):
        before = fought(warband("reikland", warrior("captain: tome_of_magic", of="reikland", name=SKAB), "2 warrior"))
        with pytest.raises(Refused, match="cannot make sense"):
            trade(before, ("study", "tome_of_magic", SKAB))

    def test_arcane_lore_reads_it(self):
        captain = warrior("captain: tome_of_magic", of="reikland", name=SKAB, skills=["arcane_lore"])
        done = trade(fought(warband("reikland", captain, "2 warrior")), ("study", "tome_of_magic", SKAB), dice="5")
        assert done.row(SKAB)["spells"] == ["luck_of_shemtek"]

    def test_only_what_he_carries(self):
        with pytest.raises(Refused, match="nothing to study"):
            trade(mob(stash=pieces("tome_of_magic")), ("study", "tome_of_magic", SKAB))


class TestThingsChangeHands:
    def move(self, before: WarbandSnapshot, *values: dict) -> Done:
        return night(before, choose=[chosen("equipment", "move", value) for value in values])

    def test_from_the_stash_back_and_from_one_to_another(self):
        before = mob(stash=pieces("helmet, sword"))
        done = self.move(
            before,
            {"item": "helmet", "to": SKAB},
            {"item": "helmet", "from": SKAB, "to": BOSS},
            {"item": "sword", "to": BOSS},
            {"item": "sword", "from": BOSS, "to": "stash"},
        )
        assert done.row(BOSS)["equipment"] == ["helmet"]
        assert done.file["stash"] == ["sword"]
        assert "equipment" not in done.row(SKAB)

    def test_a_group_needs_one_for_each(self):
        with pytest.raises(Refused, match="There are not 2"):
            self.move(mob(stash=pieces("helmet")), {"item": "helmet", "to": "Orc Boy"})

    def test_what_is_not_there_is_not_moved(self):
        with pytest.raises(Refused):
            self.move(mob(), {"item": "helmet", "to": SKAB})
        with pytest.raises(Refused, match="there already"):
            self.move(mob(stash=pieces("helmet")), {"item": "helmet"})

    def test_hired_swords_keep_what_is_theirs(self):
        with pytest.raises(Refused):
            self.move(mob("pit_fighter", stash=pieces("sword")), {"item": "sword", "to": "pit_fighter"})

    def test_a_blessing_does_not_travel_with_the_weapon(self):
        captain = warrior("captain: sword", of="witch_hunters", name="Ulrich")
        blessed = LastingEffect("shrine", {"warrior": "Ulrich", "weapon": "sword"})
        before = fought(warband("witch_hunters", captain, "3 zealot"), effects=(blessed,))
        assert "effects" not in self.move(before, {"item": "sword", "from": "Ulrich"}).file


def test_an_action_of_another_step_is_a_choice_that_nothing_asks_for():
    with pytest.raises(ChoiceError, match="Nothing asks for this choice: buy in equipment"):
        night(mob(), choose=[chosen("equipment", "buy", {"item": "helmet"})])


def test_dice_of_a_purchase_are_missed_by_name():
    with pytest.raises(DiceError, match="price of wyrdstone pendulum"):
        look("66 1", search("wyrdstone_pendulum"))


def test_no_special_characters_are_known():
    assert night(mob()).results("dramatis_personae") == ["nobody"]


class TestCommonThingsWithDiceInTheirPrice:
    def test_they_are_rolled_as_they_are_bought(self):
        sisters = fought(warband("sisters_of_sigmar", warrior("matriarch", name="Mat")))
        done = trade(sisters, ("buy", {"item": "blessed_water", "for": "Mat"}), dice="111", exploration="3")
        assert done.file["treasury"] == 500 - 10 - 3


class TestRecruitsAreArmedFromTheStash:
    def guns(self, *stash: str, experience: int = 0) -> WarbandSnapshot:
        group = warrior("2 dwarf_thunderer: handgun", name="Guns", experience=experience)
        noble = warrior("dwarf_noble", name="Thrain")
        return fought(warband("dwarf_treasure_hunters", noble, group), stash=pieces(", ".join(stash)))

    def test_a_rare_weapon_of_the_group_comes_from_there(self):
        done = trade(self.guns("handgun"), ("recruit", {"into": "Guns", "size": 1}), exploration="3")
        assert done.file["henchmen"][0]["size"] == 3
        assert "stash" not in done.file
        assert done.file["treasury"] == 500 - 40 - 2  # the group has learned from the battle: a veteran

    def test_a_veteran_too(self):
        before = self.guns("handgun", experience=1)
        done = trade(before, ("recruit", {"into": "Guns", "size": 1}), exploration="3", veterans="33")
        assert "stash" not in done.file

    def test_without_one_it_is_refused(self):
        with pytest.raises(Refused, match="Rare 8"):
            trade(self.guns(), ("recruit", {"into": "Guns", "size": 1}), exploration="3")


class TestHagglingOverCommonThings:
    def test_what_is_taken_off_need_not_be_there(self):
        captain = warrior("captain", of="reikland", name=SKAB, skills=["haggle"])
        before = fought(warband("reikland", captain, "2 warrior"), treasury=6)
        asked = chosen("recruits_and_trading", "haggle", SKAB)
        buy = chosen("recruits_and_trading", "buy", {"item": "helmet", "for": SKAB, "haggle": True})
        done = night(before, choose=[buy, asked], recruits_and_trading="23", exploration="1")
        assert done.file["treasury"] == 6 - (10 - 5)


class TestOneArm:
    """Whoever has one arm left is sold nothing that he cannot use, and none of it is searched for him."""

    def lone(self, **changes: object) -> WarbandSnapshot:
        lost = Suffered("arm_wound", "one_arm", "left")
        boss = warrior("orc_boss", name=SKAB, injuries=[lost], skills=["weapons_training", "weapons_expert"])
        return fought(orcs(boss), **changes)

    @pytest.mark.parametrize("item", ["elf_bow", "repeater_crossbow", "handgun"])
    def test_no_search_for_what_nobody_has_two_hands_for(self, item):
        with pytest.raises(Refused, match="Nobody in this warband could use"):
            look("66", search(item), of=self.lone())

    def test_what_he_has_one_hand_for_is_searched_for(self):
        choose = [search("crossbow_pistol"), take(True)]
        done = night(self.lone(), rare_items="66", exploration="1", choose=choose)
        assert done.file["stash"] == ["crossbow_pistol"]

    @pytest.mark.parametrize("item", ["halberd", "shield"])
    def test_nothing_is_bought_or_moved_to_him_that_he_cannot_use(self, item):
        with pytest.raises(Refused, match="one arm"):
            trade(self.lone(), ("buy", item, SKAB))
        moved = chosen("equipment", "move", {"item": item, "from": "stash", "to": SKAB})
        with pytest.raises(Refused, match="one arm"):
            night(self.lone(stash=pieces(item)), choose=[moved])
