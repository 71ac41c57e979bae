"""Wyrdstone sold and upkeep paid (reference: income.yaml; MH-018; rulings 10, 11 and 27)."""

from __future__ import annotations

import pytest

from campaigns.postbattle.choices import ChoiceError
from mordheim.rules.snapshot import WarbandSnapshot
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import checked, dwarfs, full_kit, orcs, three_orcs, warband, warrior
from warbands.roster.refusals import Refused

# Gold crowns for 1 to 8 shards, by size 1-3, 4-6, 7-9, 10-12, 13-15 and 16 or more.
SALE = {
    1: (45, 40, 35, 30, 30, 25),
    2: (60, 55, 50, 45, 40, 35),
    3: (75, 70, 65, 60, 55, 50),
    4: (90, 80, 70, 65, 60, 55),
    5: (110, 100, 90, 80, 70, 65),
    6: (120, 110, 100, 90, 80, 70),
    7: (145, 130, 120, 110, 100, 90),
    8: (155, 140, 130, 120, 110, 100),
}
SIZES = ((1, 3), (4, 6), (7, 9), (10, 12), (13, 15), (16, 20))


def of_size(size: int, **changes: object) -> WarbandSnapshot:
    """A mob of so many warriors, whose only hero lies on the ground."""
    lines = ["orc_boss"]
    left = size - 1
    while left:
        group = min(5, left)
        lines.append(f"{group} orc_boy")
        left -= group
    return fought(orcs(*lines), **{"treasury": 0, **changes})


def sell(before: WarbandSnapshot, count: object) -> Done:
    choose = [chosen("wyrdstone", "sell", count)]
    return night(before, out=["Orc Boss"], injuries="41", exploration="", choose=choose, veterans="11")


class TestSellingWyrdstone:
    @pytest.mark.parametrize("column", range(6))
    @pytest.mark.parametrize("sold", SALE)
    def test_every_cell_of_the_table(self, sold, column):
        for size in SIZES[column]:
            done = sell(of_size(size, wyrdstone=sold), sold)
            assert done.file["treasury"] == SALE[sold][column]
            assert "wyrdstone" not in done.file

    @pytest.mark.parametrize("sold", [9, 15, 40])
    def test_more_than_eight_bring_what_eight_do(self, sold):
        assert sell(of_size(3, wyrdstone=sold), sold).file["treasury"] == 155

    def test_some_may_be_kept(self):
        done = sell(of_size(3, wyrdstone=5), 2)
        assert done.file["wyrdstone"] == 3
        assert done.effects("wyrdstone") == [{"kind": "shards", "by": -2}, {"kind": "gold", "by": 60}]

    def test_all_may_be_kept(self):
        done = sell(of_size(3, wyrdstone=5), 0)
        assert (done.file["wyrdstone"], done.file["treasury"]) == (5, 0)

    @pytest.mark.parametrize("count", [6, -1, True, "all", 2.5])
    def test_no_more_than_there_are(self, count):
        with pytest.raises(Refused, match="A number from 0 to 5 is expected"):
            sell(of_size(3, wyrdstone=5), count)

    def test_it_must_be_said(self):
        with pytest.raises(ChoiceError, match="sell in wyrdstone"):
            night(of_size(3, wyrdstone=5), strict=["wyrdstone"])

    def test_without_any_nothing_is_asked(self):
        done = night(of_size(3), out=["Orc Boss"], injuries="41", strict=["wyrdstone"])
        assert done.results("wyrdstone") == ["nothing_to_sell"]

    def test_hired_swords_do_not_count_for_the_size(self):
        before = fought(three_orcs("pit_fighter"), treasury=15, wyrdstone=1)
        done = night(before, exploration="1", choose=[chosen("wyrdstone", "sell", 1)])
        assert {"kind": "gold", "by": 45} in done.effects("wyrdstone")

    def test_the_dead_of_the_evening_no_longer_eat(self):
        before = of_size(4, wyrdstone=1)
        choose = [chosen("wyrdstone", "sell", 1)]
        done = night(before, out=["Orc Boss", "1 Orc Boy"], injuries="41 1", exploration="", choose=choose)
        assert done.file["treasury"] == 45

    def test_captives_and_the_absent_count(self):
        before = fought(orcs("orc_boss", warrior("big_un", captured_by="Them"), "2 orc_boy"), treasury=0, wyrdstone=1)
        done = night(before, exploration="1", choose=[chosen("wyrdstone", "sell", 1)])
        assert {"kind": "gold", "by": 40} in done.effects("wyrdstone")


def pay(before: WarbandSnapshot, *names: str, also: tuple = (), **told: object) -> Done:
    return night(before, choose=[chosen("upkeep", "pay", list(names)), *also], exploration="1", **told)


class TestUpkeepOfHiredSwords:
    """MH-018: the Assassin costs 40 and 20 after each battle, and counts 22."""

    def killers(self, treasury: int, **changes: object) -> WarbandSnapshot:
        assassin = warrior("imperial_assassin", **{"name": "Shade", **changes})
        return fought(dwarfs("dwarf_noble", "2 beardling", assassin), treasury=treasury)

    def test_who_cannot_be_paid_leaves_and_the_gold_stays(self):
        before = self.killers(12, experience=3)
        done = pay(before)
        assert done.file["treasury"] == 12
        assert "hired_swords" not in done.file
        assert done.effects("upkeep") == [{"kind": "leaves", "warrior": "Shade", "count": 1}]
        lived = 1 + 2 * 1 + 1
        assert checked(before).rating - checked(done.snapshot).rating == 22 + 3 + 1 - lived

    def test_who_is_paid_stays(self):
        done = pay(self.killers(25), "Shade")
        assert done.file["treasury"] == 5
        assert done.has("Shade")
        assert done.effects("upkeep") == [{"kind": "gold", "by": -20}]

    def test_who_could_be_paid_may_be_let_go(self):
        done = pay(self.killers(25))
        assert done.file["treasury"] == 25
        assert not done.has("Shade")

    def test_the_dead_are_owed_nothing(self):
        done = night(self.killers(25), out=["Shade"], injuries="1", exploration="1", strict=["upkeep"])
        assert done.file["treasury"] == 25
        assert done.results("upkeep") == ["nothing_due"]

    def test_one_crown_short_is_refused(self):
        with pytest.raises(Refused, match="Shade is not among what can be chosen"):
            pay(self.killers(19), "Shade")

    def test_a_new_one_begins_without_experience_for_forty(self):
        hire = chosen("recruits_and_trading", "hire", {"type": "imperial_assassin", "name": "Dusk"})
        done = night(self.killers(60), out=["Shade"], injuries="1", exploration="1", choose=[hire])
        assert done.row("Dusk") == {"name": "Dusk", "type": "imperial_assassin"}
        assert done.file["treasury"] == 20

    def test_whoever_was_hired_tonight_is_not_paid_tonight(self):
        hire = chosen("recruits_and_trading", "hire", "pit_fighter")
        done = night(fought(three_orcs(), treasury=30), exploration="1", choose=[hire])
        assert done.file["treasury"] == 0

    @pytest.mark.parametrize(
        ("sword", "fee"), [("pit_fighter", 15), ("ogre_bodyguard", 30), ("warlock", 15), ("halfling_scout", 5)]
    )
    def test_what_each_asks(self, sword, fee):
        band = full_kit(warband("reikland", "captain", "2 warrior", sword))
        assert pay(fought(band, treasury=100), sword).file["treasury"] == 100 - fee

    def test_a_captive_of_the_enemy_is_paid_all_the_same_or_lost(self):
        done = pay(self.killers(25, captured_by="Them"), "Shade")
        assert done.file["treasury"] == 5

    def test_among_several_the_player_says_who_is_paid(self):
        """Ruling 27."""
        before = fought(three_orcs("pit_fighter", "ogre_bodyguard"), treasury=40)
        assert not pay(before, "ogre_bodyguard").has("pit_fighter")
        assert pay(before, "pit_fighter").file["treasury"] == 25

    def test_not_both_where_the_gold_is_for_one(self):
        before = fought(three_orcs("pit_fighter", "ogre_bodyguard"), treasury=44)
        with pytest.raises(Refused, match="comes to 45 gc and the treasury holds 44 gc"):
            pay(before, "pit_fighter", "ogre_bodyguard")
        assert pay(fought(before, treasury=45), "pit_fighter", "ogre_bodyguard").file["treasury"] == 0

    def test_the_wyrdstone_of_the_evening_pays(self):
        before = fought(three_orcs("pit_fighter"), treasury=0)
        sale = chosen("wyrdstone", "sell", 1)
        done = night(before, exploration="1", choose=[sale, chosen("upkeep", "pay", ["pit_fighter"])])
        assert done.file["treasury"] == 45 - 15


class TestTheTroll:
    """Ruling 27."""

    MEAL = ["Goblin Warrior", "Cave Squig"]

    def cave(self, treasury: int, *lines: object) -> WarbandSnapshot:
        return fought(three_orcs("troll", *(lines or ("2 goblin_warrior", "cave_squig"))), treasury=treasury)

    def eats(self, value: object):
        return chosen("upkeep", "sacrifice", value)

    def test_he_costs_15_after_every_battle(self):
        assert pay(self.cave(15), "Troll").file["treasury"] == 0

    def test_with_14_he_may_be_fed_two_goblins_or_squigs(self):
        done = pay(self.cave(14), also=(self.eats(self.MEAL),))
        assert done.has("Troll")
        assert (done.file["treasury"], done.of("Goblin Warrior").size, done.has("Cave Squig")) == (14, 1, False)
        assert [one["kind"] for one in done.effects("upkeep")] == ["dead", "dead"]

    def test_two_of_one_group_will_do(self):
        done = pay(self.cave(0), also=(self.eats(["Goblin Warrior", "Goblin Warrior"]),))
        assert not done.has("Goblin Warrior")
        assert done.has("Cave Squig")

    def test_one_is_no_meal(self):
        with pytest.raises(Refused):
            pay(self.cave(0), also=(self.eats(["Cave Squig"]),))

    def test_nor_are_orcs(self):
        with pytest.raises(Refused):
            pay(self.cave(0), also=(self.eats(["Orc Boy", "Orc Boy"]),))

    @pytest.mark.parametrize("nothing", [[], None, "none"])
    def test_unfed_he_leaves(self, nothing):
        done = pay(self.cave(0), also=(self.eats(nothing),))
        assert not done.has("Troll")
        assert done.of("Goblin Warrior").size == 2

    def test_with_15_left_nobody_is_eaten(self):
        done = pay(self.cave(15))
        assert not done.has("Troll")
        assert [one.choose for one in done.asked if one.step == "upkeep"] == ["pay"]

    def test_whoever_is_paid_first_may_leave_him_hungry(self):
        before = fought(three_orcs("troll", "2 goblin_warrior", "pit_fighter"), treasury=20)
        done = pay(before, "pit_fighter", also=(self.eats(2 * ["Goblin Warrior"]),))
        assert done.has("Troll")
        assert done.file["treasury"] == 5

    def test_with_one_goblin_there_is_no_meal(self):
        done = pay(self.cave(0, "goblin_warrior"), also=())
        assert not done.has("Troll")

    def test_he_eats_though_he_missed_the_battle(self):
        assert pay(self.cave(20), "Troll", missed=["Troll"]).file["treasury"] == 5


def test_the_gold_is_never_below_nothing_whoever_is_paid():
    for treasury in range(0, 61, 5):
        before = fought(three_orcs("troll", "2 goblin_warrior", "pit_fighter", "ogre_bodyguard"), treasury=treasury)
        assert night(before, exploration="1").file["treasury"] >= 0


def test_an_elf_and_a_slayer_for_hire_put_up_with_each_other_for_double_pay():
    hired = [warrior(key, name=key) for key in ("elf_ranger", "dwarf_troll_slayer")]
    before = fought(warband("reikland", warrior("captain", of="reikland", name="Karl"), *hired))
    done = night(before, exploration="3", choose=[chosen("upkeep", "pay", ["elf_ranger", "dwarf_troll_slayer"])])
    assert done.file["treasury"] == 500 - 40 - 20
