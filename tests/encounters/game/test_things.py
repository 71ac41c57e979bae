"""Counters, the pool, the chest, the boy: found, picked up, dropped, carried off."""

from __future__ import annotations

import pytest

from campaigns.battle.told import Earned
from encounters.setup import Plan
from tests.encounters.game.stage import (
    DWARFS,
    END,
    ORCS,
    Act,
    leaves,
    out,
    planned,
    played,
    report,
    results,
    round_of,
    said,
    two,
    whom,
    wiped_out,
)
from warbands.roster.refusals import Refused

CALM = (6, 6, 6, 6)


def picks(place: int, name: str, counter: int = 0) -> Act:
    return whom("pick_up", place, name, counter=counter)


class TestCounters:
    @pytest.fixture
    def plan(self) -> Plan:
        return planned("treasure_hunt")

    def test_they_lie_where_the_plan_has_put_them(self, plan: Plan) -> None:
        state = played(plan, dice=CALM).state
        assert len(state.counters) == len(plan.counters) > 2
        assert state.counters[0].told == f'Counter 1: at {plan.counters[0].x:g}", {plan.counters[0].y:g}".'

    def test_one_has_it_until_he_falls(self, plan: Plan) -> None:
        held = played(plan, picks(ORCS, "Grubnash"), dice=CALM).state
        assert held.counters[0].holder == ORCS
        assert held.warbands[0].counters == 1
        fallen = played(plan, picks(ORCS, "Grubnash"), out(ORCS, "Grubnash"), dice=CALM).state
        assert fallen.counters[0].told == "Counter 1: where Grubnash of Da Snikkaz fell."

    def test_of_a_group_the_players_say_whether_he_had_it(self, plan: Plan) -> None:
        acts = [picks(ORCS, "Da Ladz"), picks(ORCS, "Da Ladz", 1), out(ORCS, "Da Ladz")]
        assert played(plan, *acts, dice=CALM, dropped=0).state.warbands[0].counters == 2
        assert played(plan, *acts, dice=CALM, dropped=1).state.warbands[0].counters == 1
        assert played(plan, *acts, out(ORCS, "Da Ladz", 2), dice=CALM, dropped=0).state.warbands[0].counters == 0

    def test_nobody_takes_what_another_holds(self, plan: Plan) -> None:
        with pytest.raises(Refused, match="Grubnash of Da Snikkaz has it"):
            played(plan, picks(ORCS, "Grubnash"), picks(DWARFS, "Borek"), dice=CALM)

    def test_put_down_by_mistake_or_on_purpose(self, plan: Plan) -> None:
        game = played(plan, picks(ORCS, "Grubnash"), ("drop", {"counter": 0}), dice=CALM)
        assert game.state.counters[0].lies

    def test_whoever_has_some_at_the_end_brings_shards_and_learns(self, plan: Plan) -> None:
        acts = [
            picks(ORCS, "Grubnash"),
            picks(ORCS, "Grubnash", 1),
            picks(ORCS, "Da Ladz", 2),
            picks(DWARFS, "Borek", 3),
        ]
        told = report(played(plan, *acts, *wiped_out(plan, 2), *wiped_out(plan, DWARFS), dice=CALM))
        assert [side.carried.shards for side in told.sides] == [3, 0, 0]
        assert told.sides[ORCS].earned == (
            Earned("wyrdstone_counter", "Da Ladz", 1),
            Earned("wyrdstone_counter", "Grubnash", 2),
        )

    def test_a_goblin_carries_and_learns_nothing(self, plan: Plan) -> None:
        told = report(played(plan, picks(ORCS, "Snotti"), "end_game", dice=CALM))
        assert (told.sides[ORCS].carried.shards, told.sides[ORCS].earned) == (1, ())

    def test_a_warband_that_routs_takes_its_shards_along(self, plan: Plan) -> None:
        acts = [picks(ORCS, "Grubnash"), out(ORCS, "Da Ladz", 2), *round_of(), "end_game"]
        told = report(played(plan, *acts, dice=(*CALM, 6, 6), outcome="drew"))
        assert told.sides[ORCS].routed
        assert told.sides[ORCS].carried.shards == 1


class TestThePool:
    @pytest.fixture
    def plan(self) -> Plan:
        return planned("the_pool")

    @pytest.mark.parametrize(("face", "found"), [(1, 1), (2, 1), (3, 0), (6, 0)])
    def test_a_hero_finds_a_shard_on_one_or_two(self, plan: Plan, face: int, found: int) -> None:
        game = played(plan, whom("search", ORCS, "Grubnash"), dice=(*CALM, face))
        before = played(plan, dice=CALM).run.pool
        assert (game.run.pool, len(game.state.counters)) == (before - found, found)

    def test_once_in_a_turn_in_his_own(self, plan: Plan) -> None:
        search = whom("search", ORCS, "Grubnash")
        with pytest.raises(Refused, match="has searched this turn"):
            played(plan, search, search, dice=(*CALM, 6))
        with pytest.raises(Refused, match="whose turn it is"):
            played(plan, END, search, dice=CALM)
        assert played(plan, search, *round_of(), search, dice=(*CALM, 1, *CALM, 1)).state.warbands[0].counters == 2

    def test_nobody_else_searches(self, plan: Plan) -> None:
        with pytest.raises(Refused, match="Only heroes"):
            played(plan, whom("search", ORCS, "Da Ladz"), dice=CALM)

    def test_an_empty_pool_is_not_searched(self, plan: Plan) -> None:
        acts: list[Act] = []
        dice: list[int] = []
        for _ in range(played(plan, dice=CALM).run.pool):
            acts += [whom("search", ORCS, "Grubnash"), *round_of()]
            dice += [*CALM, 1]
        assert "search" not in played(plan, *acts, dice=(*dice, *CALM)).state.now.acts


class TestTheChest:
    @pytest.fixture
    def plan(self) -> Plan:
        return planned("hidden_treasure", two())

    def test_a_twelve_finds_it_and_the_finder_learns(self, plan: Plan) -> None:
        acts = [whom("search", ORCS, "Da Ladz"), whom("search", ORCS, "Grubnash"), leaves(ORCS, "Grubnash")]
        game = played(plan, *acts, dice=(*CALM, 6, 5, 6, 6, 1, 2, 3, 1, 1, 1, 1))
        assert results(game) == ["won", "lost"]
        assert report(game).sides[ORCS].earned == (Earned("finding_the_chest", "Grubnash", 2),)

    def test_the_last_building_always_has_it(self, plan: Plan) -> None:
        game = played(plan, whom("search", ORCS, "Da Ladz", sure=True), dice=CALM)
        assert "Da Ladz of Da Snikkaz finds The chest." in said(game)
        assert "search" not in game.state.now.acts


class TestTheBoy:
    @pytest.fixture
    def plan(self) -> Plan:
        return planned("the_lost_prince")

    def test_he_wanders_in_the_first_players_turns_until_somebody_has_him(self, plan: Plan) -> None:
        game = played(plan, *round_of(), picks(DWARFS, "Borek"), *round_of(), dice=(4, 3, *CALM, 2, 1, *CALM, *CALM))
        assert "The boy wanders 4\" towards 6 o'clock." in said(game)
        assert said(game).count("wanders") == 2

    def test_he_stays_behind_when_his_rescuer_flees_or_routs(self, plan: Plan) -> None:
        fled = played(plan, picks(ORCS, "Grubnash"), leaves(ORCS, "Grubnash", fled=True), dice=(1, 1, *CALM))
        assert fled.state.counters[0].lies
        acts = [picks(ORCS, "Grubnash"), out(ORCS, "Da Ladz", 2), *round_of()]
        routed = played(plan, *acts, dice=(1, 1, *CALM, 6, 6))
        assert routed.state.counters[0].told == "The boy: where Grubnash of Da Snikkaz left it."

    def test_off_the_table_with_him_is_the_victory(self, plan: Plan) -> None:
        acts = [picks(ORCS, "Grubnash"), leaves(ORCS, "Grubnash")]
        game = played(plan, *acts, dice=(1, 1, *CALM, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
        assert results(game) == ["won", "lost", "lost"]
        assert report(game).found.gold == 5

    def test_a_warband_that_has_left_first_may_so_have_won(self, plan: Plan) -> None:
        """MH-044."""
        acts = [picks(ORCS, "Grubnash"), leaves(ORCS, "Da Ladz", count=3), leaves(ORCS, "Snotti")]
        game = played(plan, *acts, leaves(ORCS, "Grubnash"), dice=(1, 1, *CALM, *[1] * 11))
        assert game.run.still_in == [DWARFS, 2]
        assert results(game) == ["won", "lost", "lost"]

    def test_a_dead_boy_brings_nobody_anything(self, plan: Plan) -> None:
        acts: list[Act] = ["objective_lost", *wiped_out(plan, 1), *wiped_out(plan, 2)]
        game = played(plan, *acts, dice=(1, 1, *CALM))
        assert results(game) == ["won", "lost", "lost"]
        assert report(game).found.is_empty


class TestAmbush:
    @pytest.fixture
    def plan(self) -> Plan:
        return planned("ambush", roles={ORCS: "attacker", DWARFS: "defender", 2: "attacker"})

    def test_only_heroes_pick_up_what_falls(self, plan: Plan) -> None:
        holder = next(one for one in played(plan, dice=CALM).run.tokens if one.holder)
        assert holder.holder
        fallen = out(holder.holder.place, holder.holder.name)
        with pytest.raises(Refused, match="Only heroes pick it up"):
            played(plan, fallen, picks(ORCS, "Da Ladz"), dice=CALM)
        assert played(plan, fallen, picks(ORCS, "Grubnash"), dice=CALM).state.warbands[0].counters == 1
