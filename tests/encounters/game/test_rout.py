"""Rout tests: when, on whose Leadership, rolled again by what; leaving of one's own will; quarrels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaigns.postbattle.choices import Question
from encounters.game import Game
from encounters.happenings.talk import NO, YES
from encounters.setup import Plan
from encounters.table import parties_of
from mordheim.rules.snapshot import WarbandSnapshot
from tests.encounters.game.stage import (
    DWARFS,
    END,
    ORCS,
    WITCHES,
    Act,
    asked,
    exiles,
    hunters,
    mob,
    out,
    planned,
    played,
    round_of,
    said,
    two,
)
from tests.warbands.roster.cast import rulebook, warband, warrior

CALM = (6, 6, 6, 6)


def against(*snapshots: WarbandSnapshot) -> Plan:
    return planned(parties=parties_of((*snapshots, exiles(), hunters()), rulebook()))


def next_turn(plan: Plan, *fallen: Act, dice: tuple[int, ...] = (), first: tuple[int, ...] = CALM, **more: Any) -> Game:
    """The first player's second turn, after these have fallen in his first."""
    return played(plan, *fallen, *round_of(), dice=(*first, *dice), **more)


class TestWhenATestIsDue:
    def test_a_quarter_rounded_up_is_enough(self) -> None:
        """Two of five."""
        assert "Rout test" not in said(next_turn(planned(), out(ORCS, "Grubnash"), dice=CALM))
        assert "2 of 5 count as out of action" in said(next_turn(planned(), out(ORCS, "Da Ladz", 2), dice=(1, 1, 6, 6)))

    def test_a_goblin_is_half_a_casualty(self) -> None:
        """One boy and a goblin are one and a half of the two that are needed."""
        game = next_turn(planned(), out(ORCS, "Da Ladz"), out(ORCS, "Snotti"), dice=(6, 6))
        assert game.state.warbands[0].rout.out == "1½"
        assert "Rout test" not in said(game)

    def test_it_is_taken_at_the_start_of_ones_own_turn_only(self) -> None:
        game = played(planned(), out(ORCS, "Da Ladz", 2), END, END, dice=CALM)
        assert "Rout test" not in said(game)

    def test_and_again_in_each_turn(self) -> None:
        game = next_turn(planned(), out(ORCS, "Da Ladz", 2), dice=(1, 1, 6, 6))
        again = played(
            planned(), out(ORCS, "Da Ladz", 2), *round_of(), *round_of(), dice=(*CALM, 1, 1, 6, 6, 2, 2, 6, 6)
        )
        assert said(game).count("has to take") == 1
        assert said(again).count("has to take") == 2

    @pytest.mark.parametrize("scenario", ["ambush", "kidnapped", "occupy"])
    def test_never_where_the_scenario_knows_none(self, scenario: str) -> None:
        plan = planned(scenario, two(), roles={ORCS: "attacker", DWARFS: "defender"})
        game = played(plan, out(ORCS, "Da Ladz", 3), END, END, dice=(*CALM, 6))
        assert "Rout test" not in said(game)


class TestOnWhoseLeadership:
    def test_the_leaders_where_he_stands(self) -> None:
        """Leadership 8."""
        assert "Passed: 8 against 8." in said(next_turn(planned(), out(ORCS, "Da Ladz", 2), dice=(4, 4, 6, 6)))
        assert "Failed: 9 against 8." in said(next_turn(planned(), out(ORCS, "Da Ladz", 2), dice=(4, 5)))

    def test_else_the_best_of_those_who_stand(self) -> None:
        """Boyz have 7, a goblin 5."""
        game = next_turn(planned(), out(ORCS, "Grubnash"), out(ORCS, "Da Ladz"), dice=(3, 4, 6, 6, 6))
        assert "Passed: 7 against 7." in said(game)

    def test_a_stunned_leader_leads_nobody(self) -> None:
        game = next_turn(planned(), out(ORCS, "Da Ladz", 2), dice=(4, 4), tests_on="Da Ladz")
        assert "Failed: 8 against 7." in said(game)

    def test_a_hired_sword_never_lends_his(self) -> None:
        """The goblin has 5, the Ogre 7."""
        plan = against(mob(warrior("ogre_bodyguard", name="Bront")))
        fallen = [out(ORCS, "Grubnash"), out(ORCS, "Da Ladz", 3)]
        (question,) = _named("tests_on", plan, *fallen, dice=(*CALM, 1, 1, 6))
        assert [option.value for option in question.options] == ["Snotti"]

    def test_unless_nobody_else_is_left(self) -> None:
        plan = against(mob(warrior("ogre_bodyguard", name="Bront")))
        fallen = [out(ORCS, "Grubnash"), out(ORCS, "Da Ladz", 3), out(ORCS, "Snotti")]
        (question,) = _named("tests_on", plan, *fallen, dice=(*CALM, 1, 1))
        assert [option.value for option in question.options] == ["Bront"]


def _named(choose: str, plan: Plan, *fallen: Act, dice: tuple[int, ...]) -> list[Question]:
    return [one for one in asked(plan, *fallen, *round_of(), dice=dice) if one.choose == choose]


class TestWhatHelps:
    def cunning(self) -> WarbandSnapshot:
        boss = warrior("orc_boss", name="Grubnash", skills=["da_cunnin_plan"])
        return replace(mob(), warriors=(boss, *mob().warriors[1:]))

    def test_a_cunning_plan_lets_it_be_rolled_again_while_the_boss_stands(self) -> None:
        game = next_turn(against(self.cunning()), out(ORCS, "Da Ladz", 2), dice=(6, 6, 1, 1, 6, 6))
        assert "Da Cunnin' Plan of Grubnash: the test is rolled again. Passed: 2 against 8." in said(game)
        without = next_turn(against(self.cunning()), out(ORCS, "Grubnash"), out(ORCS, "Da Ladz"), dice=(6, 6))
        assert ORCS in without.run.routed

    def test_once_for_each_test_and_every_time(self) -> None:
        failed = next_turn(against(self.cunning()), out(ORCS, "Da Ladz", 2), dice=(6, 6, 6, 6))
        assert ORCS in failed.run.routed
        dice = (*CALM, 6, 6, 1, 1, 6, 6, 6, 6, 1, 1, 6, 6)
        twice = played(against(self.cunning()), out(ORCS, "Da Ladz", 2), *round_of(), *round_of(), dice=dice)
        assert said(twice).count("rolled again") == 2

    def test_silk_does_so_for_the_first_that_fails(self) -> None:
        plan = self.reiklanders(warrior("captain: cathayan_silk_clothes", name="Karl", of="reikland"))
        fallen, dice = out(ORCS, "Youths", 3), (6, 6, 1, 1)
        assert "rolled again. Passed" in said(next_turn(plan, fallen, dice=dice, first=()))
        game = played(plan, fallen, *round_of(), *round_of(), dice=(*dice, 6, 6))
        assert ORCS in game.run.routed

    def test_a_relic_passes_the_leaders_first_test_if_he_took_no_other(self) -> None:
        plan = self.reiklanders(warrior("captain: holy_relic", name="Karl", of="reikland"))
        fallen = out(ORCS, "Youths", 3)
        assert "Karl passes by Holy relic." in said(next_turn(plan, fallen, first=()))
        assert ORCS in next_turn(plan, fallen, first=(), dice=(6, 6), passes_by_itself=NO).run.routed
        assert ORCS in played(plan, fallen, *round_of(), *round_of(), dice=(6, 6)).run.routed

    def reiklanders(self, captain: Any) -> Plan:
        youths = warrior("5 warrior", name="Youths", of="reikland")
        band = replace(warband("reikland", captain, youths, battles=1), name="Da Others")
        return planned(parties=parties_of((band, exiles(), hunters()), rulebook()))

    def test_hearts_of_steel_adds_one_while_it_is_in_force(self) -> None:
        priest = warrior("warrior_priest", name="Ott", spells=["hearts_of_steel"])
        captain = warrior("captain", name="Magnus", of="witch_hunters")
        band = replace(warband("witch_hunters", captain, priest, "3 zealot", battles=1), name="Steel")
        plan = planned(parties=parties_of((band, exiles(), hunters()), rulebook()))
        fallen = out(ORCS, "Zealot", 2)
        assert "Passed: 9 against 9." in said(next_turn(plan, fallen, dice=(4, 5), first=(), spell_in_force=YES))
        assert ORCS in next_turn(plan, fallen, dice=(4, 5), first=(), spell_in_force=NO).run.routed


class TestLeaving:
    def test_whoever_fails_leaves_and_has_lost(self) -> None:
        game = next_turn(planned(), out(ORCS, "Da Ladz", 2), dice=(6, 6))
        assert game.state.warbands[0].gone == "routed"
        assert game.run.still_in == [DWARFS, WITCHES]
        assert game.step == "turn_2_1"

    def test_of_ones_own_will_once_a_test_might_be_due(self) -> None:
        game = next_turn(planned(), out(ORCS, "Da Ladz", 2), dice=(1, 1, 6, 6))
        assert "rout" in game.state.now.acts
        assert "rout" not in next_turn(planned(), out(ORCS, "Da Ladz"), dice=(6, 6, 6)).state.now.acts
        left = played(planned(), out(ORCS, "Da Ladz", 2), *round_of(), "rout", dice=(*CALM, 1, 1, 6, 6))
        assert left.run.routed == {ORCS}

    def test_and_only_as_the_turn_begins(self) -> None:
        acts = [out(ORCS, "Da Ladz", 2), *round_of(), out(DWARFS, "Borek")]
        assert "rout" not in played(planned(), *acts, dice=(*CALM, 1, 1, 6, 6)).state.now.acts

    def test_not_at_all_where_too_much_is_at_stake(self) -> None:
        plan = planned("kidnapped", two(), roles={ORCS: "attacker", DWARFS: "defender"})
        game = played(plan, out(ORCS, "Da Ladz", 3), END, END, dice=(*CALM, 6))
        assert "rout" not in game.state.now.acts

    def test_in_an_occupation_it_gives_the_buildings_up(self) -> None:
        plan = planned("occupy", two())
        game = played(plan, out(ORCS, "Da Ladz", 3), END, END, "rout", dice=(*CALM, 6))
        assert game.is_over
        assert game.run.over
        assert game.run.over.winners == (DWARFS,)


class TestAnimosity:
    def test_each_orc_and_goblin_henchman_rolls_and_heroes_do_not(self) -> None:
        (question,) = [one for one in asked(planned(), dice=CALM) if one.choose == "busy"]
        assert [option.label for option in question.options] == [
            "no. 1 of Da Ladz", "no. 2 of Da Ladz", "no. 3 of Da Ladz", "Snotti",
        ]  # fmt: skip

    def test_who_is_in_close_combat_does_not(self) -> None:
        game = played(planned(), dice=(6, 6), busy=["no. 1 of Da Ladz (Da Snikkaz)", "Snotti of Da Snikkaz"])
        assert [roll.faces for roll in game.rolls] == [(6, 6)]

    @pytest.mark.parametrize(
        ("face", "told"), [(1, "I 'Erd Dat!"), (2, "Wud Yoo Say?"), (5, "Wud Yoo Say?"), (6, "I'll Show Yer!")]
    )
    def test_on_a_one_his_chart_says_what_he_does(self, face: int, told: str) -> None:
        game = played(planned(), dice=(6, 1, 6, face, 6))
        assert f"no. 2 of Da Ladz: {told}" in said(game)
        assert said(game).count("of Da Ladz:") == 1

    def test_a_goblins_note_is_told(self) -> None:
        assert "A Goblin never charges an Orc Henchman" in said(played(planned(), dice=(6, 6, 6, 1, 1)))

    def test_whoever_swings_a_ball_and_chain_is_put_forward_as_free(self) -> None:
        chain = warrior("goblin_warrior: ball_and_chain, mad_cap_mushrooms", name="Fanatic")
        (question,) = [one for one in asked(against(mob(chain)), dice=CALM) if one.choose == "busy"]
        assert question.suggested == ["Fanatic of Da Snikkaz"]

    def test_a_promoted_orc_is_a_hero_and_quarrels_no_more(self) -> None:
        lad = warrior("orc_boy", name="Skab", section="hero")
        (question,) = [one for one in asked(against(mob(lad)), dice=CALM) if one.choose == "busy"]
        assert "Skab" not in [option.label for option in question.options]

    def test_allies_count_as_hired_swords_in_it(self) -> None:
        allied = zip(parties_of((mob(), exiles(), hunters()), rulebook()), (0, 0, 1), strict=True)
        allies = tuple(replace(one, alliance=number) for one, number in allied)
        assert "count as hired swords" in said(played(planned(parties=allies), dice=(1, 6, 6, 1, 6)))
