"""Out of action and back, by whom, and what the report says of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.battle.told import Fallen
from campaigns.postbattle.choices import Value
from encounters.game import Game
from encounters.game.acts import carry_out
from encounters.happenings.plain import Eaten, Loot, Shard
from encounters.happenings.talk import NO, YES
from encounters.table import parties_of
from tests.encounters.game.stage import (
    DWARFS,
    END,
    ORCS,
    WITCHES,
    Act,
    by,
    exiles,
    leaves,
    mob,
    out,
    planned,
    played,
    report,
    round_of,
    said,
    whom,
    wiped_out,
)
from tests.warbands.roster.cast import rulebook, warrior
from warbands.roster.refusals import Refused

CALM = (6, 6, 6, 6)


def ended(*acts: Act, dice: tuple[int, ...] = CALM, **answers: object) -> Game:
    return played(planned(), *acts, "end_game", dice=dice, outcome="drew", **answers)


class TestByWhom:
    def test_a_hero_counts_whom_he_put_out(self) -> None:
        told = report(ended(out(DWARFS, "The Young", 2, by(ORCS, "Grubnash"))))
        assert told.sides[DWARFS].fallen == (Fallen("The Young", 2, by_side=ORCS, by="Grubnash"),)
        assert told.sides[ORCS].enemies_out == {"Grubnash": 2}

    def test_a_henchman_is_named_and_counts_nothing(self) -> None:
        told = report(ended(out(DWARFS, "Borek", 1, by(ORCS, "Da Ladz"))))
        assert told.sides[DWARFS].fallen[0].by == "Da Ladz"
        assert told.sides[ORCS].enemies_out == {}

    @pytest.mark.parametrize("striker", [by(ORCS), None])
    def test_nobody_need_know_who_it_was(self, striker: dict[str, object] | None) -> None:
        told = report(ended(out(DWARFS, "Borek", 1, striker)))
        assert told.sides[DWARFS].fallen == (Fallen("Borek", by_side=ORCS if striker else None),)

    def test_whoever_falls_to_his_own_mates_falls_to_nobody(self) -> None:
        told = report(ended(out(ORCS, "Snotti", 1, by(ORCS, "Da Ladz"))))
        assert told.sides[ORCS].fallen == (Fallen("Snotti"),)

    def test_those_who_strangle_themselves_are_counted(self) -> None:
        chain = warrior("2 goblin_warrior: ball_and_chain, mad_cap_mushrooms", name="Fanatics")
        plan = planned(parties=parties_of((replace(mob(chain), name="Da Chains"), exiles()), rulebook()))
        game = played(plan, out(ORCS, "Fanatics", strangled=True), "end_game", dice=CALM, outcome="drew")
        assert report(game).sides[ORCS].fallen == (Fallen("Fanatics", strangled=1),)

    def test_others_of_a_group_to_others(self) -> None:
        acts = [out(ORCS, "Da Ladz", 1, by(DWARFS, "Thrain")), out(ORCS, "Da Ladz", 2, by(WITCHES, "Magnus"))]
        told = report(ended(*acts))
        assert sorted((one.count, one.by) for one in told.sides[ORCS].fallen) == [(1, "Thrain"), (2, "Magnus")]

    def test_nobody_counts_what_a_happening_brought(self) -> None:
        game = played(planned(), ("wound", {"appeared": 0, "wounds": 1, "by": by(ORCS, "Grubnash")}),
                      "end_game", happenings=True, dice=(1, 6, 2, 1, 1, *CALM), outcome="drew")  # fmt: skip
        assert report(game).sides[ORCS].enemies_out == {}


class TestMistakes:
    def test_a_warrior_is_put_back(self) -> None:
        game = played(planned(), out(ORCS, "Da Ladz", 3), whom("put_back", ORCS, "Da Ladz", count=2), dice=CALM)
        assert game.run.standing(ORCS)["Da Ladz"] == 2

    def test_a_warband_that_was_wiped_out_by_mistake_plays_on(self) -> None:
        plan = planned()
        game = played(plan, *wiped_out(plan, DWARFS), whom("put_back", DWARFS, "Borek"), END, dice=CALM)
        assert game.state.active == DWARFS

    def test_whoever_left_the_table_comes_back_with_his_counters(self) -> None:
        acts = [
            whom("pick_up", ORCS, "Grubnash", counter=0),
            leaves(ORCS, "Grubnash"),
            whom("put_back", ORCS, "Grubnash"),
        ]
        game = played(planned("treasure_hunt"), *acts, dice=CALM)
        assert game.run.standing(ORCS)["Grubnash"] == 1
        assert game.state.counters[0].told == "Counter 1: Grubnash of Da Snikkaz has it."

    @pytest.mark.parametrize(
        ("act", "told"),
        [
            (out(ORCS, "Da Ladz", 4), "Only 3 of Da Ladz of Da Snikkaz are on the table."),
            (out(ORCS, "Nobody"), "Nobody of Da Snikkaz takes no part in this battle."),
            (out(7, "Da Ladz"), "That warband is not in this battle."),
            (out(ORCS, "Grubnash", strangled=True), "carries nothing that could strangle him"),
            (out(ORCS, "Grubnash", by={"name": "Thrain"}), "Thrain is named without his warband."),
            (out(ORCS, "Grubnash", by={"appeared": 0}), "Nothing like that has appeared."),
            (out(ORCS, "Grubnash", by={"beast": True}), "There is no beast in this battle."),
            (out(ORCS, "Grubnash", 0), "Put out: count"),
            (("put_out", "Grubnash"), "Put out: what is meant by it is not said."),
            (("put_out", {"warband": ORCS}), "Put out: name"),
            (("put_out", {"warband": True, "name": "Grubnash"}), "Put out: warband"),
            (("put_out", {"warband": ORCS, "name": "Grubnash", "more": 1}), "Put out: more"),
            (("leave_table", {"warband": ORCS, "name": "Da Ladz", "counters": [3]}), "There is no such counter."),
        ],
    )
    def test_what_cannot_be_is_refused_in_a_sentence(self, act: Act, told: str) -> None:
        with pytest.raises(Refused) as refused:
            played(planned(), act, dice=CALM)
        assert told in refused.value.message

    def test_nobody_is_put_back_who_stands(self) -> None:
        with pytest.raises(Refused, match="is not out of action"):
            played(planned(), out(ORCS, "Snotti"), whom("put_back", ORCS, "Grubnash"), dice=CALM)


class TestOffTheTable:
    def test_who_flees_counts_for_no_rout_test(self) -> None:
        game = played(planned(), *[leaves(ORCS, "Da Ladz", count=3, fled=True)], *round_of(), dice=(*CALM, 6))
        assert "Rout test" not in said(game)
        assert game.state.warbands[0].off[0].count == 3

    def test_a_warband_whose_last_warrior_fled_is_as_good_as_routed(self) -> None:
        plan = planned()
        acts = [out(ORCS, "Da Ladz", 3), out(ORCS, "Snotti"), leaves(ORCS, "Grubnash", fled=True)]
        told = report(played(plan, *acts, "end_game", dice=CALM, outcome="drew"))
        assert [(side.result, side.routed) for side in told.sides] == [("lost", True), ("drew", False), ("drew", False)]


class TestHappeningsInPlay:
    """A shard, loot and prey change hands with those who hold them."""

    def test_a_shard_goes_to_whoever_took_its_holder_out_in_close_combat(self) -> None:
        game = self.with_shard(out(ORCS, "Grubnash", 1, by(DWARFS, "Thrain")))
        (shard,) = [one for one in game.carried if isinstance(one, Shard)]
        assert shard.holder
        assert shard.holder.name == "Thrain"

    def test_and_is_lost_to_a_shot(self) -> None:
        game = self.with_shard(out(ORCS, "Grubnash", 1, by(DWARFS, "Thrain"), close_combat=False))
        assert [one.holder for one in game.carried if isinstance(one, Shard)] == [None]

    def test_where_only_the_warband_is_known_its_player_says_who_has_it(self) -> None:
        fallen = out(ORCS, "Grubnash", 1, by(WITCHES))
        game = self.with_shard(fallen, thief="Magnus")
        assert [one.holder and one.holder.name for one in game.carried if isinstance(one, Shard)] == ["Magnus"]
        nobody = self.with_shard(fallen, thief="")
        assert [one.holder for one in nobody.carried if isinstance(one, Shard)] == [None]
        with pytest.raises(Refused, match="The Hounds is not among"):
            self.with_shard(fallen, thief="The Hounds")

    def with_shard(self, *acts: Act, **answers: Value) -> Game:
        """Lucky Find: the first of the mob."""
        code = next(one for one in rulebook().happenings.values() if any(s.kind == "picks_warrior" and any(
            t.kind == "finds_shard" for t in s.steps) for s in one.steps)).low  # fmt: skip
        return played(planned(), *acts, happenings=True, dice=(1, *divmod(code, 10), 1, *CALM), **answers)

    def test_the_matriarchs_things_are_picked_up_and_dropped_again(self) -> None:
        matriarch = (1, 5, 4, 1, 1)
        falls: Act = ("wound", {"appeared": 0})
        acts = [falls, whom("pick_up", ORCS, "Da Ladz"), out(ORCS, "Da Ladz", 3)]
        held = played(planned(), *acts[:2], happenings=True, dice=(*matriarch, *CALM))
        assert [one.holder and one.holder.name for one in held.carried if isinstance(one, Loot)] == ["Da Ladz"]
        fallen = played(planned(), *acts, happenings=True, dice=(*matriarch, *CALM), carried_it=YES)
        assert [one.holder for one in fallen.carried if isinstance(one, Loot)] == [None]

    def test_she_keeps_them_while_she_stands_and_if_she_leaves(self) -> None:
        dice = (1, 5, 4, 1, 1, *CALM)
        for acts in ((), (("gone", {"which": 0}),)):
            game = played(planned(), *acts, happenings=True, dice=dice)
            assert "pick_up" not in game.state.now.acts
            assert game.state.carried == ()
            with pytest.raises(Refused, match="no loot on the ground yet"):
                carry_out(game.run, "pick_up", {"warband": ORCS, "name": "Grubnash"})

    @pytest.mark.parametrize(("friend", "lost"), [(NO, ["Grubnash"]), (YES, [])])
    def test_a_packs_prey_is_eaten_unless_a_friend_comes(self, friend: str, lost: list[str]) -> None:
        game = self.with_dogs(*round_of(), END, dice=(6, 6, 6, 6), friend=friend)
        assert [who.name for one in game.carried if isinstance(one, Eaten) for who in one.lost] == lost

    def test_it_has_to_the_end_of_its_warbands_next_turn(self) -> None:
        game = self.with_dogs(*round_of(), dice=(6, 6, 6, 6))
        assert game.step == "turn_2_0"
        assert "dragged" not in said(game)

    def test_a_pack_that_has_left_eats_nobody(self) -> None:
        game = self.with_dogs(("gone", {"which": 0}), *round_of(), END, dice=(6, 6, 6, 6), friend=NO)
        assert [one.lost for one in game.carried if isinstance(one, Eaten)] == [()]

    def with_dogs(self, *acts: Act, dice: tuple[int, ...], friend: str = YES) -> Game:
        """Hungry dogs: two or more of them, and the boss falls to one."""
        code = next(one for one in rulebook().happenings.values() if any(s.kind == "devours" for s in one.steps)).low
        fallen = out(ORCS, "Grubnash", by={"appeared": 0})
        faces = (1, *divmod(code, 10), 1, 1, 1, *CALM, *dice)
        return played(planned(), fallen, *acts, happenings=True, dice=faces, friend=friend)
