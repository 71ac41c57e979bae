"""The dice of the exploration: how many there are, what changes them, which place they find and how many shards
(reference: income.yaml; rulings 12 and 22 to 24)."""

from __future__ import annotations

import pytest

from campaigns.postbattle.choices import ChoiceError
from mordheim.rules.snapshot import LastingEffect, Piece, WarbandSnapshot
from tests.campaigns.postbattle.exploring import (
    SKAB,
    kit,
    lad,
    mob,
    pool,
    shards,
    stash,
)
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import dwarfs, rulebook, three_orcs, warband, warrior
from warbands.roster.refusals import Refused


class TestHowManyDice:
    def test_one_for_each_hero_who_stood(self):
        assert pool(night(mob())) == 6

    def test_none_for_those_out_of_action_even_if_they_recover(self):
        assert pool(night(mob(), out=[SKAB, "Nob"], injuries="41 41")) == 4

    def test_none_for_whoever_missed_the_battle_or_is_held_captive(self):
        """Ruling 21."""
        away = (lad("Nob", games_to_miss=1), lad("Git", captured_by="The Rivals"), lad("Krump"))
        assert pool(night(fought(three_orcs(*away, "big_un")), missed=["Krump"])) == 2

    def test_none_for_henchmen_or_hired_swords(self):
        assert pool(night(fought(three_orcs("3 orc_boy", "pit_fighter")))) == 1

    @pytest.mark.parametrize(("result", "count"), [("won", 7), ("lost", 6), ("drew", 6)])
    def test_one_more_for_the_winner(self, result, count):
        assert pool(night(mob(), result=result, choose=KEPT if result == "won" else [])) == count

    def test_each_of_those_who_share_a_victory_has_the_winners_die(self):
        """Ruling 22."""
        assert pool(night(mob(), result="won", shared=True, choose=KEPT)) == 7

    def test_a_winner_without_a_standing_hero_has_the_one_die(self):
        done = night(fought(three_orcs()), result="won", out=["Orc Boss"], injuries="41", exploration="6")
        assert shards(done) == 2

    def test_nobody_explores_where_nobody_stood(self):
        done = night(fought(three_orcs()), out=["Orc Boss"], injuries="41", exploration="")
        assert done.results("exploration") == ["nobody_explores"]
        assert "wyrdstone" not in done.file

    def test_an_augur_rolls_two_and_keeps_one(self):
        before = kit("sisters_of_sigmar", "matriarch", "augur", "2 novice")
        keep = chosen("exploration", "discard", 2, "Augur")
        done = night(before, exploration="6 2 5", choose=[keep])
        assert pool(done) == 3
        assert shards(done) == 2

    def test_only_her_own_two_are_hers_to_choose_from(self):
        before = kit("sisters_of_sigmar", "matriarch", "augur", "2 novice")
        with pytest.raises(Refused, match="6 is not among"):
            night(before, exploration="6 2 5", choose=[chosen("exploration", "discard", 6, "Augur")])

    def test_an_augur_who_fell_rolls_none(self):
        before = kit("sisters_of_sigmar", "matriarch", "augur", "2 novice")
        assert pool(night(before, out=["Augur"], injuries="41")) == 1

    def test_the_bearer_of_the_eye_rolls_two(self):
        before = fought(three_orcs(warrior("big_un: all_seeing_eye_of_numas", name=SKAB)))
        assert pool(night(before)) == 3
        assert pool(night(before, out=[SKAB], injuries="41")) == 1


KEPT = [chosen("exploration", "dice_kept", [1, 2, 3, 4, 5, 6])]


class TestAtMostSixCount:
    def seven(self, rolled: str, kept: list[int]) -> Done:
        return night(mob(), result="won", exploration=rolled, choose=[chosen("exploration", "dice_kept", kept)])

    def test_the_player_picks_six_of_seven(self):
        assert "corpse" in self.seven("1233456 4", [1, 2, 3, 3, 5, 6]).results("exploration")
        assert shards(self.seven("1233456 4", [1, 2, 3, 3, 5, 6]), place_only=False) == 4

    def test_each_die_once(self):
        with pytest.raises(Refused):
            self.seven("1233456", [3, 3, 3, 4, 5, 6])

    def test_six_and_no_other_number(self):
        with pytest.raises(Refused, match="6 are to be chosen, not 5"):
            self.seven("1233456", [1, 2, 3, 3, 4])

    def test_it_is_asked_only_when_more_were_rolled(self):
        with pytest.raises(ChoiceError, match="Nothing asks for this choice: dice_kept"):
            night(mob(), exploration="123456", choose=KEPT)

    def test_and_must_be_answered_then(self):
        with pytest.raises(ChoiceError, match="dice_kept in exploration"):
            night(mob(), result="won", exploration="1234561", strict=["exploration"])


class TestWhichPlace:
    def test_no_set_finds_shards_only(self):
        done = night(mob(), exploration="123456", strict=["exploration"])
        assert done.results("exploration") == ["exploration", "wyrdstone_found"]

    def test_the_largest_set_counts(self):
        assert "market_hall" in night(mob(), exploration="555661 43").results("exploration")

    def test_of_equal_sets_the_higher_face(self):
        assert "ruined_hovels" in night(mob(), exploration="116634 5").results("exploration")
        assert "returning_a_favour" in night(mob(), exploration="111666").results("exploration")

    def test_every_count_and_face_has_one_place(self):
        places = {(one.dice, one.face) for one in rulebook().locations.values()}
        assert places == {(count, face) for count in range(2, 7) for face in range(1, 7)}
        assert len(rulebook().locations) == 30


class TestShardsByTheTotal:
    @pytest.mark.parametrize(
        ("rolled", "rest", "found"),
        [
            ("1", "", 1), ("5", "", 1), ("6", "", 2), ("56", "", 2), ("651", "", 3), ("654 2", "", 3), ("6543", "", 4),
            ("65432 4", "", 4), ("66541 3", "2", 5), ("665544", "2", 5), ("666541", "", 5),
        ],
    )  # fmt: skip
    def test_the_figures_of_the_chart(self, rolled, rest, found):
        faces = rolled.replace(" ", "")
        before = fought(three_orcs(*(lad(f"Lad {number}") for number in range(len(faces) - 1))))
        assert shards(night(before, exploration=faces + rest)) == found

    def test_31_and_36(self):
        assert rulebook().scales["shards_found"].value(31) == 6
        assert rulebook().scales["shards_found"].value(35) == 6
        assert rulebook().scales["shards_found"].value(36) == 7

    def test_miners_find_one_more_when_a_die_was_rolled(self):
        """Ruling 23."""
        before = fought(dwarfs("dwarf_noble", "2 beardling"))
        done = night(before, exploration="3")
        assert [one["by"] for one in done.effects("exploration", "shards")] == [1, 1]
        nobody = night(before, out=["Dwarf Noble"], injuries="41", exploration="")
        assert nobody.effects("exploration") == []
        assert shards(night(before, result="won", out=["Dwarf Noble"], injuries="41", exploration="3")) == 2

    def test_what_was_carried_off_the_table_is_brought_home(self):
        done = night(
            mob(), shards=2, gold=15, items=[Piece("sword"), Piece("dwarf_axe", "gromril", 2)], exploration="123456"
        )
        assert shards(done) == 2 + 4
        assert done.file["treasury"] == 515
        assert stash(done) == ["sword", {"item": "dwarf_axe", "material": "gromril", "quantity": 2}]

    def test_a_map_that_was_carried_off_is_read_and_of_use_at_once(self):
        done = night(mob(), items=["mordheim_map"], exploration="2 123456", strict=["exploration"])
        assert stash(done) == ["mordheim_map"]
        assert "effects" not in done.file


class TestRerolls:
    """Ruling 24: re-rolls first, then changes; never outside 1 to 6."""

    def hunter(self, **changes: object) -> WarbandSnapshot:
        clever = warrior("sister_superior", **{"name": "Bertha", "skills": ["wyrdstone_hunter"], **changes})
        return kit("sisters_of_sigmar", "matriarch", clever, "2 novice")

    def test_a_wyrdstone_hunter_rolls_one_die_again(self):
        bertha = chosen("exploration", "reroll", 1, "Bertha")
        done = night(self.hunter(), exploration="1 5 6", choose=[bertha])
        assert shards(done) == 2
        assert "reroll" in done.results("exploration")

    def test_or_none(self):
        done = night(self.hunter(), exploration="1 4", choose=[chosen("exploration", "reroll", "none", "Bertha")])
        assert shards(done) == 1

    def test_not_if_she_fell(self):
        assert shards(night(self.hunter(), out=["Bertha"], injuries="41", exploration="1")) == 1

    def test_a_die_that_was_rolled_again_is_not_rolled_again(self):
        two = fought(
            kit("sisters_of_sigmar", "matriarch", "2 novice"),
            effects=(LastingEffect("entrance_to_the_catacombs"), LastingEffect("one_reroll")),
        )
        done = night(two, exploration="1 2", choose=[chosen("exploration", "reroll", 1)])
        assert shards(done) == 1
        with pytest.raises(ChoiceError, match="Nothing asks for this choice: reroll"):
            night(two, exploration="1 2", choose=[again(1), again(2)])

    def test_the_pendulum_asks_for_a_test_of_its_standing_bearer(self):
        before = fought(three_orcs(warrior("big_un: wyrdstone_pendulum", name=SKAB)))
        swings = chosen("exploration", "reroll", 1, SKAB)
        assert shards(night(before, exploration="1 2  34  6", choose=[swings])) == 2
        failed = night(before, exploration="1 2  56", strict=["exploration"])
        assert "failed" in failed.results("exploration")
        assert pool(night(before, out=[SKAB], injuries="41", exploration="5")) == 1

    def test_a_map_lets_one_or_three_dice_be_rolled_again_at_the_next_exploration_only(self):
        one = night(mob(effects=(LastingEffect("one_reroll"),)), exploration="123456 6 3", choose=[again(1)])
        assert "ruined_hovels" in one.results("exploration")
        assert "effects" not in one.file
        three = night(
            mob(effects=(LastingEffect("three_rerolls"),)),
            exploration="112233 4 5 6 3",
            choose=[again(1), again(1), again(2)],
        )
        assert three.run.events[-1].result == "rating"
        assert "effects" not in three.file

    def test_a_true_map_helps_for_good_while_its_owner_stands(self):
        before = mob(effects=(LastingEffect("lasting_reroll", {"warrior": SKAB}),))
        done = night(before, exploration="123456 6", choose=[chosen("exploration", "reroll", 6, SKAB)])
        assert done.file["effects"] == [{"effect": "lasting_reroll", "warrior": SKAB}]
        night(before, out=[SKAB], injuries="41", exploration="12345", strict=["exploration"])

    def test_a_map_waits_for_an_exploration_where_nobody_explores(self):
        before = fought(three_orcs(), effects=(LastingEffect("one_reroll"), LastingEffect("straggler")))
        done = night(before, out=["Orc Boss"], injuries="41", exploration="")
        assert [one["effect"] for one in done.file["effects"]] == ["one_reroll", "straggler"]


def again(face: int):
    return chosen("exploration", "reroll", face)


def change(face: int, to: int, who: str | None = None):
    return chosen("exploration", "change", [face, to], who)


class TestChanges:
    def resourceful(self) -> WarbandSnapshot:
        sven = warrior("dwarf_engineer", name="Sven", skills=["resource_hunter"])
        return fought(dwarfs("dwarf_noble", sven, "2 beardling"))

    def test_a_resource_hunter_moves_one_die_by_one(self):
        assert "corpse" in night(self.resourceful(), exploration="23 3", choose=[change(2, 3)]).results("exploration")
        assert "shop" in night(self.resourceful(), exploration="23 4", choose=[change(3, 2)]).results("exploration")

    @pytest.mark.parametrize(("face", "to"), [(6, 7), (1, 0), (1, 3), (2, 3)])
    def test_never_outside_1_to_6_nor_by_more_nor_a_die_that_is_not_there(self, face, to):
        with pytest.raises(Refused):
            night(self.resourceful(), exploration="16", choose=[change(face, to)])

    def test_only_if_he_explores(self):
        done = night(self.resourceful(), out=["Sven"], injuries="41", exploration="2", strict=["exploration"])
        assert "change" not in done.results("exploration")

    def test_the_elf_ranger_helps_even_if_he_fell(self):
        mercs = fought(warband("reikland", "captain", "champion", "2 warrior", "elf_ranger"))
        done = night(mercs, out=["elf_ranger"], injuries="4", exploration="23 3", choose=[change(2, 3, "elf_ranger")])
        assert "corpse" in done.results("exploration")

    def test_but_not_if_he_missed_the_battle(self):
        mercs = fought(warband("reikland", "captain", "champion", "2 warrior", "elf_ranger"))
        with pytest.raises(ChoiceError, match="Nothing asks"):
            night(mercs, missed=["elf_ranger"], exploration="23", choose=[change(2, 3, "elf_ranger")])

    def test_tarot_cards_help_even_if_their_bearer_fell(self):
        before = fought(three_orcs(warrior("big_un: tarot_cards", name=SKAB), "big_un"))
        done = night(before, out=[SKAB], injuries="41", exploration="23 3", choose=[change(2, 3, SKAB)])
        assert "corpse" in done.results("exploration")

    def test_cards_that_foretold_nothing_do_not(self):
        before = fought(three_orcs(warrior("big_un: tarot_cards", name=SKAB), "big_un"))
        done = night(before, foreseen=(), exploration="234", strict=["exploration"])
        assert "change" not in done.results("exploration")
        assert "change" in night(before, foreseen=(SKAB,), exploration="234 3", choose=[change(2, 3)]).results(
            "exploration"
        )

    def test_rerolls_come_first(self):
        clever = warrior("dwarf_engineer", name="Sven", skills=["resource_hunter"])
        before = fought(dwarfs("dwarf_noble", clever, "2 beardling"), effects=(LastingEffect("one_reroll"),))
        done = night(before, exploration="16 5 1", choose=[again(1), change(5, 6)])
        assert "ruined_hovels" in done.results("exploration")

    def test_what_is_sensible_never_breaks_a_set(self):
        done = night(self.resourceful(), exploration="33 3")
        assert "corpse" in done.results("exploration")


class TestStraggler:
    def test_one_die_more_and_any_one_put_aside(self):
        before = mob(effects=(LastingEffect("straggler"),))
        done = night(before, exploration="1234566 3", choose=[chosen("exploration", "discard", 1)])
        assert pool(done) == 7
        assert "effects" not in done.file
        assert shards(done) == rulebook().scales["shards_found"].value(26)
