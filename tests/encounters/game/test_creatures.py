"""The beast in its lair, and what a happening brings: wounds, dice, and who did it."""

from __future__ import annotations

import pytest

from campaigns.battle.told import Earned
from encounters.game.acts import carry_out
from encounters.setup import Plan
from tests.encounters.game.stage import (
    DWARFS,
    END,
    ORCS,
    Act,
    by,
    leaves,
    out,
    planned,
    played,
    report,
    results,
    said,
    wiped_out,
)
from warbands.roster.refusals import Refused

CALM = (6, 6, 6, 6)


def hunt(beast: str) -> Plan:
    return planned("monster_hunt", creature=beast)


def wound(name: str, wounds: int = 1, *, place: int = ORCS, **more: object) -> Act:
    return "wound_beast", {"by": by(place, name), "wounds": wounds, **more}


def near(*some: tuple[int, str, int]) -> dict[str, object]:
    return {"warriors": [{"warband": place, "name": name, "count": count} for place, name, count in some]}


class TestTheBeastsTurn:
    def test_it_comes_before_that_of_the_first_player(self) -> None:
        game = played(hunt("young_dragon"), END, END, END, END, dice=CALM)
        assert [turn.step for turn in game.run.turns] == [
            "turn_1_beast", "turn_1_0", "turn_1_1", "turn_1_2", "turn_2_beast",
        ]  # fmt: skip
        assert game.state.active is None
        assert game.state.whose == "Young Dragon"

    def test_it_recovers_then(self) -> None:
        acts = [END, wound("Grubnash", 5), END, END, END]
        shaken = played(hunt("young_dragon"), *acts[:2], dice=(*CALM, 2))
        assert shaken.state.beast
        assert shaken.state.beast.staggers == 1
        again = played(hunt("young_dragon"), *acts, dice=(*CALM, 2))
        assert again.state.beast
        assert again.state.beast.staggers == 0

    def test_nobody_has_a_happening_nor_an_alliance_in_it(self) -> None:
        assert "ally" not in played(hunt("young_dragon")).state.now.acts

    def test_once_it_is_dead_it_has_none(self) -> None:
        acts = [END, wound("Grubnash", 5), END, END, END]
        assert played(hunt("young_dragon"), *acts, dice=(*CALM, 6, *CALM)).step == "turn_2_0"


class TestWounds:
    def test_the_last_one_is_a_roll_for_injury(self) -> None:
        game = played(hunt("young_dragon"), END, wound("Grubnash", 6), dice=(*CALM, 1, 5))
        assert game.state.beast
        assert (game.state.beast.out, game.state.beast.slain_by) == (True, "Grubnash of Da Snikkaz")

    def test_a_hydras_wounds_grow_back_at_the_end_of_a_round(self) -> None:
        game = played(hunt("young_hydra"), END, wound("Grubnash", 3), "beast_round", dice=(*CALM, 4, 3, 6))
        assert game.state.beast
        assert game.state.beast.wounds == 4

    def test_or_of_the_turn_at_the_latest(self) -> None:
        game = played(hunt("young_hydra"), END, wound("Grubnash", 2), END, dice=(*CALM, 1, 1))
        assert game.state.beast
        assert (game.state.beast.wounds, game.state.beast.fresh) == (3, ())

    def test_at_its_last_wound_it_regrows_before_the_injury(self) -> None:
        spared = played(hunt("young_hydra"), END, wound("Grubnash", 5), dice=(*CALM, 4))
        assert spared.state.beast
        assert not spared.state.beast.out
        slain = played(hunt("young_hydra"), END, wound("Grubnash", 5), dice=(*CALM, 3, 5))
        assert slain.state.beast
        assert slain.state.beast.out

    def test_those_of_shooting_do_not_grow_back(self) -> None:
        game = played(hunt("young_hydra"), END, wound("Grubnash", 2, in_combat=False), END, dice=CALM)
        assert game.state.beast
        assert game.state.beast.wounds == 3

    def test_nobody_wounds_it_from_beyond_the_table(self) -> None:
        with pytest.raises(Refused, match="not on the table"):
            played(hunt("young_dragon"), END, out(ORCS, "Grubnash"), wound("Grubnash"), dice=CALM)


class TestItsAttacks:
    def test_flames_hit_each_on_a_four(self) -> None:
        acts = [("beast_breath", near((ORCS, "Grubnash", 1), (ORCS, "Da Ladz", 2)))]
        assert said(played(hunt("young_dragon"), *acts, dice=(3, 4, 6))).endswith(
            "The flames hit 2 of Da Ladz of Da Snikkaz at Strength 3."
        )

    def test_a_tail_hits_whoever_is_slower_than_the_die(self) -> None:
        """Orcs have Initiative 2 and 3."""
        acts = [("beast_tail", near((ORCS, "Grubnash", 1), (ORCS, "Da Ladz", 1)))]
        assert said(played(hunt("young_wyvern"), *acts, dice=(3,))).endswith(
            "The tail hits Da Ladz of Da Snikkaz at Strength 4."
        )

    @pytest.mark.parametrize(("beast", "act"), [("young_dragon", "beast_tail"), ("young_wyvern", "beast_breath")])
    def test_no_beast_does_what_it_cannot(self, beast: str, act: str) -> None:
        assert act not in played(hunt(beast)).state.now.acts

    def test_a_beast_without_an_attack_left_does_nothing_before_it_recovers(self) -> None:
        """It has two Attacks, and a stagger costs it one."""
        acts: list[Act] = [("wound_beast", {"wounds": 4, "in_combat": False})]
        game = played(hunt("young_wyvern"), *acts, dice=(1, 2))
        assert game.state.beast
        assert (game.state.beast.attacks, "beast_tail" in game.state.now.acts) == (1, True)
        game = played(hunt("young_wyvern"), *acts, ("wound_beast", {"in_combat": False}), dice=(1, 2, 1))
        assert game.state.beast
        assert (game.state.beast.attacks, "beast_tail" in game.state.now.acts) == (0, False)
        with pytest.raises(Refused, match="tail before it has recovered"):
            carry_out(game.run, "beast_tail", {"warriors": [{"warband": ORCS, "name": "Grubnash"}]})

    def test_somebody_has_to_be_there(self) -> None:
        with pytest.raises(Refused, match="Say who is below"):
            played(hunt("young_dragon"), ("beast_breath", near()))


class TestTheHunt:
    def test_each_wound_that_stayed_is_experience_and_the_last_one_more(self) -> None:
        acts = [
            END,
            wound("Da Ladz", 2),
            wound("Grubnash", 2),
            wound("Borek", 1, place=DWARFS),
            ("goal", {"goal": "lair_taken", "warband": ORCS}),
        ]
        game = played(hunt("young_dragon"), *acts, dice=(*CALM, 6, *[1] * 30), all_of_it=False)
        assert results(game) == ["won", "lost", "lost"]
        assert report(game).sides[ORCS].earned == (
            Earned("wounding_the_monster", "Da Ladz", 2),
            Earned("wounding_the_monster", "Grubnash", 2),
        )
        assert report(game).sides[DWARFS].earned == (
            Earned("slaying_the_monster", "Borek", 2),
            Earned("wounding_the_monster", "Borek", 1),
        )

    def test_the_lair_is_not_won_while_it_lives(self) -> None:
        game = played(hunt("young_dragon"))
        assert "goal" not in game.state.now.acts

    def test_the_last_warband_fights_on_and_may_stop(self) -> None:
        plan = hunt("young_dragon")
        acts = [END, *wiped_out(plan, 1), *wiped_out(plan, 2)]
        game = played(plan, *acts, dice=CALM)
        assert not game.is_over
        assert "may end the game" in game.state.now.why
        stopped = played(plan, *acts, "end_game", dice=CALM)
        assert results(stopped) == ["won", "lost", "lost"]
        assert report(stopped).found.is_empty, "the beast still lies on its hoard"

    def test_it_may_put_out_everybody_and_then_nobody_has_won(self) -> None:
        plan = hunt("young_dragon")
        acts = [one for place in range(3) for one in wiped_out(plan, place, {"beast": True})]
        game = played(plan, *acts)
        assert results(game) == ["lost", "lost", "lost"]
        assert game.state.result == "Nobody has won."
        assert "by the Young Dragon" in said(game)


class TestWhatAppears:
    LOST = (1, 6, 2, 2, 1, *CALM)

    def test_each_has_wounds_of_its_own(self) -> None:
        act = ("wound", {"appeared": 0, "number": 2, "by": by(ORCS, "Grubnash")})
        game = played(planned(), act, happenings=True, dice=self.LOST, thing_out="no")
        assert game.state.things[0].wounds == (1, 0)
        game = played(planned(), act, happenings=True, dice=self.LOST)
        assert game.state.things[0].wounds == (1, None)
        with pytest.raises(Refused, match="cannot be wounded"):
            played(planned(), act, act, happenings=True, dice=self.LOST)

    def test_it_may_leave_as_a_whole(self) -> None:
        game = played(planned(), ("gone", {"which": 0}), happenings=True, dice=self.LOST)
        assert game.state.things[0].left == 0
        assert "wound" not in game.state.now.acts

    def test_something_in_force_may_be_over_before_its_time(self) -> None:
        fog = (1, 3, 3, 2, 3, *CALM)
        game = played(planned(), ("end_lasting", {"which": 0}), happenings=True, dice=fog)
        assert game.state.lasting == ()
        assert "Thick Fog is over." in said(game)

    def test_what_came_for_some_turns_goes_with_them(self) -> None:
        """Two skeletons for D3 turns: for this one."""
        risen = (1, 2, 4, 1, 1, 1, 1, *CALM)
        here = played(planned(), END, END, happenings=True, dice=risen)
        assert here.state.things[0].left == 2
        gone = played(planned(), END, END, END, happenings=True, dice=(*risen, *CALM))
        assert gone.state.things[0].left == 0
        assert "The Skeletons crumble to dust." in said(gone)


def test_who_has_walked_off_is_hit_by_nothing() -> None:
    with pytest.raises(Refused, match="not on the table"):
        played(hunt("young_dragon"), leaves(ORCS, "Grubnash"), ("beast_breath", near((ORCS, "Grubnash", 1))))
