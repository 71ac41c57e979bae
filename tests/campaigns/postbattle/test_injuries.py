"""Step one by given dice: every code of the heroes' chart, every further roll, henchmen, chains, silk (reference:
injuries.yaml; rulings 16 to 18, 26, 27)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.postbattle.report import By, Casualty, Opponent
from campaigns.postbattle.run import NeedsRoll
from mordheim.rules.dice import DiceError
from mordheim.rules.snapshot import LastingEffect, Piece, Suffered, WarbandSnapshot
from tests.campaigns.postbattle.night import EXILES, chosen, fought, night
from tests.warbands.roster.cast import dwarfs, orcs, roster, rulebook, three_orcs, warband, warrior

SKAB = "Skab"
GEAR = "battle_axe, shield, lucky_charm"
WON = chosen("injuries", "pit_fight", "won", SKAB)
LOST = chosen("injuries", "pit_fight", "lost", SKAB)


def mob(**changes: object) -> WarbandSnapshot:
    """A Big 'Un called Skab among others: WS 4, BS 3, T 4, I 3, 17 experience."""
    told = {"name": SKAB, "experience": 17, **changes}
    return fought(three_orcs(warrior(f"big_un: {GEAR}", **told)))


def after(dice: str, **told: object):
    return night(mob(**told.pop("changes", {})), out=[SKAB], injuries=dice, **told)


def injuries_of(done, name: str = SKAB) -> list:
    return done.row(name).get("injuries", [])


class TestEachOfTheThirtySixCodes:
    @pytest.mark.parametrize("code", [11, 12, 13, 14, 15])
    def test_dead_strikes_him_off_with_all_he_carried(self, code):
        done = after(str(code))
        assert not done.has(SKAB)
        assert done.effects("injuries") == [{"kind": "dead", "warrior": SKAB, "count": 1}]
        assert "stash" not in done.file
        assert done.results("injuries")[1] == "dead"

    @pytest.mark.parametrize("code", [16, 21])
    def test_multiple_injuries_rolls_a_die_and_so_often_again(self, code):
        done = after(f"{code} 3 22 33 34")
        assert injuries_of(done) == ["leg_wound", "nervous_condition", "hand_injury"]
        assert done.results("injuries")[1:3] == ["multiple_injuries", "multiple_injuries"]

    @pytest.mark.parametrize(
        ("code", "key", "characteristic", "base"),
        [
            (22, "leg_wound", "m", 4),
            (26, "chest_wound", "t", 4),
            (33, "nervous_condition", "i", 3),
            (34, "hand_injury", "ws", 4),
        ],
    )
    def test_a_wound_lowers_one_characteristic_for_good(self, code, key, characteristic, base):
        done = after(str(code))
        assert injuries_of(done) == [key]
        assert "increases" not in done.row(SKAB)
        assert done.value(SKAB, characteristic) == base - 1
        assert done.effects("injuries") == [
            {"kind": "characteristic", "warrior": SKAB, "characteristic": characteristic, "by": -1}
        ]

    def test_the_event_of_a_nervous_condition_is_that_of_the_format(self):
        event = next(one for one in after("33").run.events if one.roll)
        assert event.as_json() == {
            "step": "injuries",
            "warrior": SKAB,
            "roll": {
                "for": f"serious injury of {SKAB}",
                "die": "D66",
                "faces": [3, 3],
                "total": 33,
                "source": "table",
            },
            "result": "nervous_condition",
            "effects": [{"kind": "characteristic", "warrior": SKAB, "characteristic": "i", "by": -1}],
        }

    def test_an_arm_wound_takes_the_arm_on_a_1(self):
        done = after("23 1")
        assert injuries_of(done) == [{"injury": "arm_wound", "outcome": "one_arm"}]
        assert done.effects("injuries") == [
            {"kind": "condition", "warrior": SKAB, "condition": "arm_wound", "outcome": "one_arm"}
        ]
        assert "games_to_miss" not in done.row(SKAB)

    @pytest.mark.parametrize("code", [23, 25])
    @pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
    def test_arm_wound_and_smashed_leg_cost_a_game_on_2_to_6(self, code, face):
        done = after(f"{code} {face}")
        assert done.row(SKAB)["games_to_miss"] == 1
        assert injuries_of(done) == []
        assert done.effects("injuries") == [{"kind": "miss_games", "warrior": SKAB, "by": 1}]

    @pytest.mark.parametrize(
        ("face", "outcome"),
        [
            (1, "stupidity"),
            (2, "stupidity"),
            (3, "stupidity"),
            (4, "frenzy"),
            (5, "frenzy"),
            (6, "frenzy"),
        ],
    )
    def test_madness_is_stupidity_or_frenzy(self, face, outcome):
        assert injuries_of(after(f"24 {face}")) == [{"injury": "madness", "outcome": outcome}]

    def test_a_smashed_leg_never_runs_again_on_a_1(self):
        assert injuries_of(after("25 1")) == [{"injury": "smashed_leg", "outcome": "may_not_run"}]

    @pytest.mark.parametrize(("face", "side"), [(1, "left"), (3, "left"), (4, "right"), (6, "right")])
    def test_an_eye_is_lost_on_the_side_that_a_die_shows(self, face, side):
        done = after(f"31 {face}")
        assert injuries_of(done) == [{"injury": "blinded_in_one_eye", "side": side}]
        assert done.value(SKAB, "bs") == 2
        lost = {"kind": "characteristic", "warrior": SKAB, "characteristic": "bs", "by": -1}
        assert done.effects("injuries", "characteristic") == [lost]

    @pytest.mark.parametrize(("code", "key"), [(32, "old_battle_wound"), (62, "hardened"), (63, "hardened")])
    def test_what_merely_stays_with_him_is_written_down(self, code, key):
        done = after(str(code))
        assert injuries_of(done) == [key]
        assert done.effects("injuries") == [{"kind": "condition", "warrior": SKAB, "condition": key}]

    def test_horrible_scars_stay_too(self):
        assert injuries_of(after("64")) == ["horrible_scars"]

    @pytest.mark.parametrize("face", [1, 2, 3])
    def test_a_deep_wound_costs_a_d3_of_games(self, face):
        done = after(f"35 {face}")
        assert done.row(SKAB)["games_to_miss"] == face
        assert injuries_of(done) == []

    def test_a_deep_wound_shows_three_faces_only(self):
        with pytest.raises(DiceError, match="4 is no face of a D3"):
            after("35 4")

    def test_robbed_leaves_nothing(self):
        done = after("36")
        assert "equipment" not in done.row(SKAB)
        assert done.file.get("stash") is None
        (lost,) = done.effects("injuries")
        assert lost["kind"] == "lose_equipment"
        assert [piece["item"] for piece in lost["items"]] == ["battle_axe", "shield", "lucky_charm"]

    @pytest.mark.parametrize("code", [41, 42, 43, 44, 45, 46, 51, 52, 53, 54, 55])
    def test_a_full_recovery_changes_nothing(self, code):
        done = after(str(code))
        assert done.effects("injuries") == []
        assert done.results("injuries")[1] == "full_recovery"

    def test_captured_by_the_only_enemy(self):
        done = after("61")
        assert done.row(SKAB)["captured_by"] == EXILES.name
        assert [piece.item for piece in done.of(SKAB).equipment] == ["battle_axe", "shield", "lucky_charm"]
        assert done.effects("injuries", "captured") == [{"kind": "captured", "warrior": SKAB, "by": EXILES.name}]
        assert done.effects("injuries", "follow_up") == [
            {"kind": "follow_up", "what": "captive", "warrior": SKAB, "with_warband": EXILES.name}
        ]

    def test_surviving_against_the_odds_is_worth_a_point(self):
        done = after("66")
        assert done.row(SKAB)["experience"] == 17 + 1 + 1
        assert done.effects("injuries", "experience") == [
            {"kind": "experience", "warrior": SKAB, "by": 1, "reason": "survives_against_the_odds"}
        ]

    @pytest.mark.parametrize("code", [7, 10, 17, 20, 40, 67, 70])
    def test_no_other_number_is_a_code(self, code):
        """MH-029."""
        assert code not in {one for injury in rulebook().injuries.values() for one in injury.codes}
        tens, units = divmod(code, 10)
        if not (1 <= tens <= 6 and 1 <= units <= 6):
            with pytest.raises(DiceError, match=r"no face of a D6|die is missing"):
                after(f"{tens}{units}" if tens else str(units))

    def test_each_code_has_one_row(self):
        codes = sorted(code for injury in rulebook().injuries.values() for code in injury.codes)
        assert codes == [tens * 10 + units for tens in range(1, 7) for units in range(1, 7)]


class TestBitterEnmity:
    @pytest.mark.parametrize("face", [1, 2, 3])
    def test_the_one_who_hurt_him(self, face):
        by = Casualty(SKAB, by=By(EXILES.name, "Bolli"))
        done = night(mob(), out=[by], injuries=f"56 {face}")
        assert injuries_of(done) == [{"injury": "bitter_enmity", "hates": {"kind": "warrior", "name": "Bolli"}}]

    @pytest.mark.parametrize("face", [1, 4])
    def test_the_leader_when_nobody_is_known_and_on_a_4(self, face):
        hates = {"kind": "leader", "name": "Thrain"}
        assert injuries_of(after(f"56 {face}")) == [{"injury": "bitter_enmity", "hates": hates}]

    def test_the_whole_warband_on_a_5(self):
        hates = {"kind": "warband", "name": EXILES.name}
        assert injuries_of(after("56 5")) == [{"injury": "bitter_enmity", "hates": hates}]

    def test_all_of_the_kind_on_a_6(self):
        hates = {"kind": "type", "name": EXILES.type}
        done = after("56 6")
        assert injuries_of(done) == [{"injury": "bitter_enmity", "hates": hates}]
        assert done.effects("injuries") == [
            {"kind": "condition", "warrior": SKAB, "condition": "bitter_enmity", "hates": hates}
        ]

    def test_a_leader_whose_name_nobody_knows_stands_for_his_warband(self):
        enemy = Opponent("The Unnamed", "reikland", 80)
        done = night(mob(), out=[SKAB], opponents=[enemy], injuries="56 4")
        hates = {"kind": "warband", "name": "The Unnamed"}
        assert injuries_of(done) == [{"injury": "bitter_enmity", "hates": hates}]


class TestMultipleInjuries:
    """Ruling 16, MH-030."""

    def test_games_to_miss_add_up(self):
        assert after("16 2 35 2 35 3").row(SKAB)["games_to_miss"] == 5

    def test_equal_wounds_stack(self):
        done = after("21 2 22 22")
        assert injuries_of(done) == ["leg_wound", "leg_wound"]
        assert done.value(SKAB, "m") == 2

    def test_the_second_eye_retires_him(self):
        done = after("16 2 31 4 31")
        assert not done.has(SKAB)
        assert done.effects("injuries", "retired") == [{"kind": "retired", "warrior": SKAB}]

    def test_the_second_arm_retires_him(self):
        assert not after("16 2 23 1 23 1").has(SKAB)

    def test_an_arm_that_heals_is_not_the_second_one(self):
        done = after("16 2 23 1 23 2")
        assert done.row(SKAB)["games_to_miss"] == 1

    def test_dead_captured_and_multiple_are_rolled_again_at_once(self):
        done = after("16 1 12 61 21 36")
        assert done.has(SKAB)
        assert "captured_by" not in done.row(SKAB)
        assert "equipment" not in done.row(SKAB)
        assert done.results("injuries").count("roll_again") == 3

    def test_everything_else_stands(self):
        done = after("16 4 36 56 5 65 66", choose=[WON])
        assert [one["injury"] for one in injuries_of(done)] == ["bitter_enmity"]
        assert done.row(SKAB)["experience"] == 17 + 2 + 1 + 1

    def test_nothing_more_is_rolled_for_one_who_is_gone(self):
        assert not after("16 3 31 1 31").has(SKAB)

    def test_a_roll_too_few_is_named(self):
        with pytest.raises(DiceError, match=r"A die is missing: Multiple Injuries of Skab, 2 of 2"):
            after("16 2 22")


class TestEyesAndArmsOfOld:
    def test_a_second_eye_in_a_later_battle_retires_him_without_a_roll_for_the_side(self):
        """MH-038."""
        done = after("31", changes={"injuries": [Suffered("blinded_in_one_eye", side="left")]})
        assert not done.has(SKAB)

    def test_an_augur_is_blind_already(self):
        sisters = fought(warband("sisters_of_sigmar", "matriarch", "augur", "3 novice"))
        done = night(sisters, out=["Augur"], injuries="31")
        assert "injuries" not in done.row("Augur")
        assert done.value("Augur", "bs") == 2


class TestWhoRetires:
    """Ruling 54: what he carried stays with the warband."""

    ONE_EYED = {"injuries": [Suffered("blinded_in_one_eye", side="left")]}

    def test_his_things_go_to_the_stash(self):
        done = after("31", changes=self.ONE_EYED)
        assert done.file["stash"] == ["battle_axe", "shield", "lucky_charm"]
        assert [one["kind"] for one in done.effects("injuries")] == ["gain_item", "gain_item", "gain_item", "retired"]

    def test_after_the_second_arm_too(self):
        assert len(after("23 1", changes={"injuries": [Suffered("arm_wound", outcome="one_arm")]}).file["stash"]) == 3

    def test_who_was_robbed_before_leaves_nothing(self):
        done = after("16 2 36 31", changes=self.ONE_EYED)
        assert not done.has(SKAB)
        assert "stash" not in done.file

    def test_what_he_lost_in_the_pits_is_theirs(self):
        done = after("65 31", choose=[LOST], changes=self.ONE_EYED)
        assert not done.has(SKAB)
        assert done.file["stash"] == ["lucky_charm"]

    def test_a_leader_who_retires_is_followed(self):
        before = fought(three_orcs(warrior("big_un", name=SKAB)))
        boss = replace(before.warriors[0], injuries=(Suffered("blinded_in_one_eye", side="left"),))
        done = night(replace(before, warriors=(boss, *before.warriors[1:])), out=["Orc Boss"], injuries="31")
        assert done.run.leader.name == SKAB


class TestCaptured:
    """Ruling 18, MH-032."""

    RICH, POOR = Opponent("The Rich", "reikland", 200), Opponent("The Poor", "skaven", 90)

    def test_by_whoever_took_him_out(self):
        out = [Casualty(SKAB, by=By("The Poor"))]
        done = night(mob(), out=out, opponents=[self.RICH, self.POOR], injuries="61")
        assert done.row(SKAB)["captured_by"] == "The Poor"

    def test_by_the_highest_rated_where_nobody_is_named(self):
        done = night(mob(), out=[SKAB], opponents=[self.POOR, self.RICH], injuries="61")
        assert done.row(SKAB)["captured_by"] == "The Rich"

    def test_he_neither_earns_nor_explores_but_counts_for_the_rating(self):
        done = night(mob(advances_due=1), out=[SKAB], injuries="61", exploration="3")
        assert done.gained(SKAB) == []
        assert done.of(SKAB).advances_due == 1
        assert roster(done.snapshot).members[1].name == SKAB

    def test_a_captive_leader_leads_on(self):
        done = night(mob(), out=["Orc Boss"], injuries="61")
        assert done.run.leader.name == "Orc Boss"
        assert done.effects("injuries", "leader") == []


class TestSoldToThePits:
    """Ruling 17, MH-033."""

    def test_winning_brings_gold_experience_and_his_own_gear(self):
        done = after("65", choose=[WON])
        assert done.file["treasury"] == 550
        assert done.row(SKAB)["experience"] == 17 + 2 + 1
        assert len(done.of(SKAB).equipment) == 3
        assert {"kind": "gold", "by": 50} in done.effects("injuries")

    def test_winning_may_bring_an_advance(self):
        done = after("65", choose=[WON], changes={"experience": 18})
        assert done.effects("injuries", "advance_due") == [{"kind": "advance_due", "warrior": SKAB, "by": 1}]

    def test_losing_and_a_14_is_death(self):
        assert not after("65 14", choose=[LOST]).has(SKAB)

    def test_losing_and_a_22_costs_weapons_and_armour_and_a_leg(self):
        done = after("65 22", choose=[LOST])
        assert injuries_of(done) == ["leg_wound"]
        assert [piece.item for piece in done.of(SKAB).equipment] == ["lucky_charm"]
        (lost,) = done.effects("injuries", "lose_equipment")
        assert [piece["item"] for piece in lost["items"]] == ["battle_axe", "shield"]

    def test_a_44_does_not_count_and_is_rolled_again(self):
        done = after("65 44 61 36 33", choose=[LOST])
        assert injuries_of(done) == ["nervous_condition"]
        assert "captured_by" not in done.row(SKAB)

    def test_multiple_injuries_count_in_the_pits(self):
        done = after("65 21 2 22 34", choose=[LOST])
        assert injuries_of(done) == ["leg_wound", "hand_injury"]

    def test_the_warbands_own_pit_fighter_stays_out_of_it(self):
        before = fought(three_orcs(warrior(f"big_un: {GEAR}", name=SKAB), "pit_fighter"))
        done = night(before, out=[SKAB], injuries="65 22", choose=[LOST])
        assert done.row("pit_fighter")["experience"] == 1

    def test_without_a_word_some_win_and_some_lose_and_the_same_ones_each_time(self):
        def won(name: str) -> bool:
            before = fought(three_orcs(warrior("big_un", name=name)))
            done = night(before, out=[name], injuries="65" if name in winners else "65 22")
            return done.file["treasury"] == 550

        winners = ("Nob", "Skab")
        assert [won(name) for name in (*winners, "Gob", "Ork")] == [True, True, False, False]


class TestExtraTough:
    def tough(self) -> WarbandSnapshot:
        return fought(
            dwarfs("dwarf_noble", warrior("dwarf_engineer", name="Sven", skills=["extra_tough"]), "3 beardling")
        )

    def test_the_second_roll_stands_even_if_it_is_worse(self):
        done = night(self.tough(), out=["Sven"], injuries="22 12", choose=[chosen("injuries", "reroll", True, "Sven")])
        assert not done.has("Sven")

    def test_he_need_not_roll_again(self):
        done = night(self.tough(), out=["Sven"], injuries="22", choose=[chosen("injuries", "reroll", False)])
        assert injuries_of(done, "Sven") == ["leg_wound"]

    def test_a_choices_file_that_says_nothing_keeps_the_first_roll(self):
        assert injuries_of(night(self.tough(), out=["Sven"], injuries="22", strict=["injuries"]), "Sven") == [
            "leg_wound"
        ]

    def test_nobody_else_is_asked(self):
        assert [one.choose for one in after("22", strict=["injuries"]).asked if one.step == "injuries"] == []


class TestHenchmenAndHiredSwords:
    @pytest.mark.parametrize(("face", "lost"), [(1, True), (2, True), (3, False), (6, False)])
    def test_a_henchman_is_lost_on_1_and_2(self, face, lost):
        done = night(fought(three_orcs()), out=["1 Orc Boy"], injuries=str(face))
        assert done.of("Orc Boy").size == 2 - lost
        gone = [{"kind": "dead", "warrior": "Orc Boy", "count": 1}] if lost else []
        assert done.effects("injuries") == gone

    def test_each_rolls_for_himself_and_a_group_may_be_wiped_out(self):
        done = night(fought(three_orcs("3 goblin_warrior")), out=["3 Goblin Warrior"], injuries="1 2 1")
        assert not done.has("Goblin Warrior")
        assert len(done.effects("injuries", "dead")) == 3

    def test_a_squig_rolls_as_a_henchman(self):
        done = night(fought(three_orcs("goblin_warrior", "cave_squig")), out=["Cave Squig"], injuries="2")
        assert not done.has("Cave Squig")

    @pytest.mark.parametrize(("face", "there"), [(2, False), (3, True)])
    def test_a_hired_sword_is_lost_on_1_and_2_and_asks_no_upkeep_then(self, face, there):
        done = night(fought(three_orcs("pit_fighter")), out=["pit_fighter"], injuries=str(face))
        assert done.has("pit_fighter") is there
        assert done.effects("upkeep", "gold") == ([{"kind": "gold", "by": -15}] if there else [])

    def test_a_troll_never_rolls(self):
        done = night(fought(three_orcs("troll")), out=["Troll"], injuries="")
        assert done.has("Troll")
        assert done.results("injuries") == ["battle_fought", "recovers"]

    def test_dice_go_by_the_order_of_the_file(self):
        before = fought(orcs(warrior("big_un", name=SKAB), "orc_boss", "2 orc_boy", "pit_fighter"))
        done = night(before, out=["pit_fighter", "1 Orc Boy", "Orc Boss", SKAB], injuries="33 34 1 2")
        assert injuries_of(done) == ["nervous_condition"]
        assert injuries_of(done, "Orc Boss") == ["hand_injury"]
        assert done.of("Orc Boy").size == 1
        assert not done.has("pit_fighter")


class TestBallAndChain:
    """Ruling 26."""

    DOSE = "mad_cap_mushrooms"

    def gits(self, size: int = 3) -> WarbandSnapshot:
        return fought(three_orcs(warrior(f"{size} goblin_warrior: ball_and_chain, {self.DOSE}", name="Da Gits")))

    def after(self, dice: str, *, out=(), used: bool = True, size: int = 3):
        told = {"used": {"Da Gits": (self.DOSE,)}} if used else {}
        return night(self.gits(size), out=out, injuries=dice, **told)

    def test_every_wielder_rolls_though_nobody_was_out_of_action(self):
        assert self.after("1 3 2").of("Da Gits").size == 1

    def test_out_of_action_or_not_each_rolls_once(self):
        assert self.after("3 3 1", out=["2 Da Gits"]).of("Da Gits").size == 2

    def test_one_that_strangled_himself_is_lost_on_3_too(self):
        assert self.after("3 3 3", out=[Casualty("Da Gits", 1, strangled=1)]).of("Da Gits").size == 2

    def test_a_4_saves_even_him(self):
        assert self.after("4 3 3", out=[Casualty("Da Gits", 1, strangled=1)]).of("Da Gits").size == 3

    def test_without_the_dose_they_fought_with_daggers(self):
        assert self.after("1", out=["1 Da Gits"], used=False).of("Da Gits").size == 2

    def test_the_chain_itself_may_be_what_was_used(self):
        done = night(self.gits(1), used={"Da Gits": ("ball_and_chain", self.DOSE)}, injuries="6")
        assert [piece.item for piece in done.of("Da Gits").equipment] == ["ball_and_chain"]

    def test_the_dose_is_gone_and_the_chain_is_not(self):
        done = self.after("6 6 6")
        assert done.row("Da Gits")["equipment"] == ["ball_and_chain"]


class TestSilk:
    def dandy(self) -> WarbandSnapshot:
        return fought(
            warband("marienburg", warrior("captain: cathayan_silk_clothes", of="marienburg", name=SKAB), "3 warrior")
        )

    @pytest.mark.parametrize(("face", "ruined"), [(1, True), (3, True), (4, False)])
    def test_silk_is_ruined_on_1_to_3_when_its_wearer_fell(self, face, ruined):
        done = night(self.dandy(), out=[SKAB], injuries=f"41 {face}")
        assert ("equipment" not in done.row(SKAB)) is ruined

    @pytest.mark.parametrize(("face", "ruined"), [(3, True), (4, False)])
    def test_the_silk_of_one_who_retires_may_be_ruined_too(self, face, ruined):
        before = self.dandy()
        dandy = replace(before.warriors[0], injuries=(Suffered("blinded_in_one_eye", side="left"),))
        done = night(replace(before, warriors=(dandy, *before.warriors[1:])), out=[SKAB], injuries=f"31 {face}")
        assert ("stash" not in done.file) is ruined

    def test_nothing_is_rolled_for_the_silk_of_the_dead_or_the_robbed(self):
        assert not night(self.dandy(), out=[SKAB], injuries="11").has(SKAB)
        assert night(self.dandy(), out=[SKAB], injuries="36").has(SKAB)


class TestWhatTheBattleEnds:
    def test_games_to_miss_count_down_by_one_a_battle(self):
        """MH-038."""
        warband_now = mob(games_to_miss=3)
        for left in (2, 1, 0):
            done = night(warband_now, injuries="", exploration="2")
            assert done.row(SKAB).get("games_to_miss", 0) == left
            assert done.gained(SKAB) == []
            warband_now = done.snapshot
        assert night(warband_now, exploration="2 3").gained(SKAB) == [("survives", 1)]

    def test_what_lasts_until_the_next_battle_is_over(self):
        before = fought(three_orcs(), effects=(LastingEffect("catacombs"), LastingEffect("fake")))
        assert "effects" not in night(before).file

    def test_hatred_for_grave_robbers_waits_for_those_who_hate(self):
        before = fought(three_orcs(), effects=(LastingEffect("graveyard"),))
        assert night(before).file["effects"] == [{"effect": "graveyard"}]
        hunters = Opponent("The Pyre", "witch_hunters", 100)
        assert "effects" not in night(before, opponents=[hunters]).file

    def test_a_blessing_goes_with_the_weapon(self):
        hunters = warband("witch_hunters", warrior("captain: sword", of="witch_hunters", name="Ulrich"), "3 zealot")
        blessed = LastingEffect("shrine", {"warrior": "Ulrich", "weapon": "sword"})
        assert "effects" not in night(fought(hunters, effects=(blessed,)), out=["Ulrich"], injuries="36").file
        assert night(fought(hunters, effects=(blessed,)), out=["Ulrich"], injuries="33").file["effects"]


def test_a_starting_warband_keeps_what_it_did_not_spend():
    done = night(three_orcs(warrior("big_un", name=SKAB)))
    assert done.file["battles"] == 1
    assert done.file["treasury"] == 500 - 80 - 40 - 50


def test_a_roll_names_the_warrior_and_what_it_is_for():
    seen: list[NeedsRoll] = []
    done = night(mob(), out=[SKAB], injuries="31 2")
    seen += [event.roll for event in done.run.events if event.step == "injuries" and event.roll]
    assert [roll.what_for for roll in seen] == [
        "serious injury of Skab",
        "Blinded in One Eye: 1 to 3 left, 4 to 6 right",
    ]


def test_pieces_of_a_lost_group_are_lost_with_it():
    before = fought(three_orcs(warrior("2 goblin_warrior: short_bow", name="Da Gits")))
    done = night(before, out=["2 Da Gits"], injuries="1 6")
    assert done.of("Da Gits").equipment == (Piece("short_bow"),)
    assert "stash" not in done.file
