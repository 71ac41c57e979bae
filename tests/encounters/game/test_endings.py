"""How each of the seventeen scenarios ends, and who has won."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.battle.told import Earned
from encounters.game import Game
from encounters.happenings.talk import NO, YES
from encounters.setup import Plan
from mordheim.rules.setup import Role
from tests.encounters.game.stage import (
    DWARFS,
    END,
    ORCS,
    WITCHES,
    Act,
    by,
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
from tests.warbands.roster.cast import rulebook
from warbands.roster.refusals import Refused

CALM = (6, 6, 6, 6)
SCENARIOS = rulebook().scenarios
# Those that end when one warband is left alone, whatever else ends them.
UNTIL_ALONE = sorted(set(SCENARIOS) - {"ambush", "monster_hunt"})
LIMITED = {"occupy": 8, "ambush": 10, "kidnapped": 12}
TWO = {key for key, one in SCENARIOS.items() if one.players == "two"}
# What wins at once: the goal, and whose it is.
GOALS = {
    "defend_the_find": {"taken": "attacker"},
    "breakthrough": {"through": "attacker"},
    "street_fight": {"through": "everybody"},
    "hidden_treasure": {"carried_home": "everybody"},
    "kidnapped": {"escaped": "attacker", "sacrificed": "defender"},
    "the_lost_prince": {"rescued": "everybody"},
    "monster_hunt": {"lair_taken": "everybody"},
}
# Dice enough for whatever is rolled after the game, and none over.
PLENTY = (1,) * 40


def plan_of(scenario: str) -> Plan:
    """Of two warbands the mob attacks; of three the Hunters, who have the highest rating, defend."""
    parties = two() if scenario in TWO else None
    plan = planned(scenario, parties)
    if scenario not in TWO:
        return plan
    roles: dict[int, Role | None] = {ORCS: "attacker", DWARFS: "defender"}
    has_roles = any(side.role for side in plan.sides)
    sides = (replace(one, role=roles[one.party.place] if has_roles else None, late=()) for one in plan.sides)
    return replace(plan, sides=tuple(sides))


def end_of(scenario: str, *acts: Act, dice: tuple[int, ...] = CALM, **answers: object) -> Game:
    """The game to its end, with dice to spare for what comes after it."""
    wanders = SCENARIOS[scenario].plan.objective and SCENARIOS[scenario].plan.objective.wanders
    first = (1, 1) if wanders else ()
    return played(plan_of(scenario), *acts, dice=(*first, *dice, *PLENTY), all_of_it=False, **answers)


def goal(key: str, place: int) -> Act:
    return "goal", {"goal": key, "warband": place}


def test_all_seventeen_are_told_of() -> None:
    assert len(SCENARIOS) == 17
    assert {key: {g.key: g.whose for g in one.plan.ending.goals} for key, one in SCENARIOS.items()} == {
        key: GOALS.get(key, {}) for key in SCENARIOS
    }
    assert {key for key, one in SCENARIOS.items() if one.plan.limits} == set(LIMITED)


class TestAllOfThem:
    @pytest.mark.parametrize("scenario", UNTIL_ALONE)
    def test_whoever_is_left_alone_has_won(self, scenario: str) -> None:
        plan = plan_of(scenario)
        acts = [one for place in range(1, len(plan.sides)) for one in wiped_out(plan, place)]
        game = end_of(scenario, *acts)
        assert results(game) == ["won", *["lost"] * (len(plan.sides) - 1)]

    @pytest.mark.parametrize("scenario", sorted(key for key, one in SCENARIOS.items() if one.rout_tests))
    def test_whoever_fails_his_rout_test_has_lost(self, scenario: str) -> None:
        plan = plan_of(scenario)
        has_beast = [END] if scenario == "monster_hunt" else []
        acts = [*has_beast, out(ORCS, "Da Ladz", 3), *[END] * len(plan.sides), *has_beast]
        first = (1, 1) if scenario == "the_lost_prince" else ()
        game = played(plan, *acts, dice=(*first, *CALM, 6, 6, *PLENTY), all_of_it=False)
        assert ORCS in game.run.routed
        assert game.is_over == (len(plan.sides) == 2)

    @pytest.mark.parametrize("scenario", sorted(SCENARIOS))
    def test_everybody_may_agree_to_stop(self, scenario: str) -> None:
        game = end_of(scenario, "end_game", outcome="drew")
        assert set(results(game)) == {"drew"}
        assert report(game).by_agreement

    @pytest.mark.parametrize("scenario", sorted(SCENARIOS))
    def test_and_one_who_does_not_plays_on(self, scenario: str) -> None:
        has_beast = [END] if scenario == "monster_hunt" else []
        first = (1, 1) if scenario == "the_lost_prince" else ()
        game = played(plan_of(scenario), *has_beast, "end_game", dice=(*first, *CALM), agrees=[YES, NO])
        assert "plays on" in said(game)
        assert not game.is_over

    @pytest.mark.parametrize("scenario", sorted(set(SCENARIOS) - set(LIMITED)))
    def test_without_a_limit_it_goes_on(self, scenario: str) -> None:
        assert plan_of(scenario).limits == ()


class TestGoals:
    def test_the_find_is_taken_in_a_turn_of_the_defender(self) -> None:
        with pytest.raises(Refused, match="in a turn of the defender only"):
            end_of("defend_the_find", goal("taken", ORCS))
        assert results(end_of("defend_the_find", END, goal("taken", ORCS), in_objective=0)) == ["won", "lost"]

    def test_only_an_attacker_breaks_through(self) -> None:
        with pytest.raises(Refused, match="is not for"):
            end_of("breakthrough", goal("through", DWARFS))
        game = end_of("breakthrough", goal("through", ORCS), earned=[["Grubnash", "Da Ladz"], []])
        assert results(game) == ["won", "lost"]
        assert report(game).sides[ORCS].earned == (
            Earned("breaking_through", "Da Ladz", 1),
            Earned("breaking_through", "Grubnash", 1),
        )

    def test_a_street_fight_is_won_by_leaving_it(self) -> None:
        acts = [leaves(ORCS, "Da Ladz", count=3), leaves(ORCS, "Grubnash"), leaves(ORCS, "Snotti")]
        game = end_of("street_fight", *acts)
        assert results(game) == ["won", "lost"]

    def test_the_first_hero_to_leave_it_learns(self) -> None:
        game = end_of("street_fight", leaves(DWARFS, "Borek"), leaves(ORCS, "Grubnash"), "end_game", outcome="drew")
        assert report(game).sides[DWARFS].earned == (Earned("first_to_escape", "Borek", 1),)

    def test_henchmen_who_leave_it_before_him_take_nothing_from_him(self) -> None:
        acts = [leaves(ORCS, "Da Ladz", count=2), leaves(DWARFS, "Borek"), leaves(ORCS, "Grubnash")]
        game = end_of("street_fight", *acts, "end_game", outcome="drew")
        assert report(game).sides[DWARFS].earned == (Earned("first_to_escape", "Borek", 1),)

    def test_nor_does_one_who_is_put_back(self) -> None:
        back: Act = ("put_back", {"warband": ORCS, "name": "Grubnash"})
        acts = [leaves(ORCS, "Grubnash"), back, leaves(DWARFS, "Borek"), leaves(ORCS, "Grubnash")]
        game = end_of("street_fight", *acts, "end_game", outcome="drew")
        assert report(game).sides[DWARFS].earned == (Earned("first_to_escape", "Borek", 1),)
        assert report(game).sides[ORCS].earned == ()

    def test_the_victim_escapes(self) -> None:
        """Four points over the mob's heroes, and fifty crowns."""
        game = played(plan_of("kidnapped"), goal("escaped", ORCS), dice=(*CALM, 4))
        assert results(game) == ["won", "lost"]
        assert report(game).sides[ORCS].carried.gold == 50
        assert report(game).sides[ORCS].earned == (Earned("victim_escaped", "Grubnash", 4),)

    def test_or_is_sacrificed(self) -> None:
        game = played(plan_of("kidnapped"), goal("sacrificed", DWARFS), dice=(*CALM, 5), points=[2, 3])
        assert results(game) == ["lost", "won"]
        assert report(game).sides[DWARFS].earned == (
            Earned("victim_sacrificed", "Borek", 3),
            Earned("victim_sacrificed", "Thrain", 2),
        )
        assert report(game).sides[DWARFS].carried.is_empty

    def test_an_unknown_goal_is_refused(self) -> None:
        with pytest.raises(Refused, match="no such goal"):
            end_of("breakthrough", goal("nothing", ORCS))


class TestLimits:
    def rounds(self, scenario: str, number: int) -> tuple[list[Act], tuple[int, ...]]:
        return round_of(len(plan_of(scenario).sides)) * number, CALM * number

    def test_a_victim_not_freed_in_six_turns_is_lost(self) -> None:
        acts, dice = self.rounds("kidnapped", 6)
        assert results(end_of("kidnapped", *acts, dice=dice, unless=NO)) == ["lost", "won"]

    def test_it_is_sacrificed_then_and_its_captors_gain_the_experience(self) -> None:
        acts, dice = self.rounds("kidnapped", 6)
        game = played(plan_of("kidnapped"), *acts, dice=(*dice, 5), unless=NO, points=[2, 3])
        assert report(game).sides[DWARFS].earned == (
            Earned("victim_sacrificed", "Borek", 3),
            Earned("victim_sacrificed", "Thrain", 2),
        )

    def test_once_it_was_freed_twelve_turns_are_played_and_nobody_ahead_is_a_draw(self) -> None:
        acts, dice = self.rounds("kidnapped", 12)
        game = end_of("kidnapped", *acts, dice=dice, unless=YES, winners=[[]], which_warband=ORCS)
        assert game.run.number == 12
        assert results(game) == ["drew", "drew"]
        assert report(game).sides[ORCS].earned == (Earned("victim_held", "Grubnash", 1),)

    @pytest.mark.parametrize(
        ("held", "outcome"), [([2, 1], ["won", "lost"]), ([1, 2], ["lost", "won"]), ([1, 1], ["drew"] * 2)]
    )
    def test_after_eight_turns_the_most_buildings_win(self, held: list[int], outcome: list[str]) -> None:
        acts, dice = self.rounds("occupy", 8)
        game = end_of("occupy", *acts, dice=dice, buildings_held=held)
        assert results(game) == outcome

    def test_no_more_buildings_are_held_than_are_played_for(self) -> None:
        acts, dice = self.rounds("occupy", 8)
        with pytest.raises(Refused, match="buildings"):
            end_of("occupy", *acts, dice=dice, buildings_held=[8, 1])


THE_OTHERS = (("Father Ott", 1), ("The Penitents", 3), ("The Hounds", 2), ("Faustus", 1))


class TestAmbush:
    """The Hunters defend; Magnus and Father Ott carry the shards."""

    def test_ten_turns_and_the_most_shards_win(self) -> None:
        game = end_of("ambush", *round_of() * 10, dice=CALM * 10)
        assert game.run.number == 10
        assert results(game) == ["lost", "lost", "won"]
        assert report(game).sides[WITCHES].carried.shards == len(game.run.tokens)

    def test_it_is_over_when_all_are_off_the_table(self) -> None:
        game = end_of("ambush", leaves(WITCHES, "Magnus"), leaves(WITCHES, "Father Ott"))
        assert results(game) == ["lost", "lost", "won"]
        assert sum(one.points for one in report(game).sides[WITCHES].earned) == len(game.run.tokens)

    def test_as_many_for_two_is_a_draw_between_them(self) -> None:
        tokens = played(plan_of("ambush"), dice=CALM).run.tokens
        held = {
            name: [n for n, one in enumerate(tokens) if one.holder and one.holder.name == name]
            for name in ("Magnus", "Father Ott")
        }
        few, many = sorted(held, key=lambda name: len(held[name]))
        acts: list[Act] = [out(WITCHES, many, 1, by(ORCS, "Grubnash"))]
        acts += [whom("pick_up", ORCS, "Grubnash", counter=n) for n in held[many][: len(held[few])]]
        game = end_of("ambush", *acts, *round_of() * 10, dice=CALM * 10)
        assert results(game) == ["drew", "lost", "drew"]

    def test_nobody_left_alone_ends_it(self) -> None:
        plan = plan_of("ambush")
        game = played(plan, *wiped_out(plan, DWARFS), *wiped_out(plan, WITCHES), dice=CALM)
        assert not game.is_over

    def test_if_nobody_is_left_at_all_the_most_shards_decide(self) -> None:
        plan = plan_of("ambush")
        acts = [leaves(WITCHES, "Magnus"), *[out(WITCHES, name, count) for name, count in THE_OTHERS]]
        game = end_of("ambush", *wiped_out(plan, DWARFS), *acts, *wiped_out(plan, ORCS))
        assert results(game) == ["lost", "lost", "won"]


class TestShards:
    def test_in_a_chance_encounter_heroes_lose_and_take_them(self) -> None:
        """What was carried, one less for Borek; one of the Exiles' for him goes to the mob."""
        plan = plan_of("chance_encounter")
        carried = {one.to: one.amount for one in plan.rewards if one.kind == "carried"}
        orcs, dwarfs = (int(carried[side.name]) for side in plan.sides)
        fallen = out(DWARFS, "Borek", 1, by(ORCS, "Grubnash"))
        told = report(played(plan, fallen, "end_game", dice=CALM, outcome="drew"))
        assert [side.carried.shards for side in told.sides] == [orcs + 1, dwarfs - 1]

    def test_never_fewer_than_none_nor_more_than_were_carried(self) -> None:
        """One shard each; both heroes of the Exiles fall to the boss."""
        plan = plan_of("chance_encounter")
        plan = replace(plan, rewards=tuple(replace(one, amount=1) for one in plan.rewards))
        game = played(plan, *wiped_out(plan, DWARFS, by(ORCS, "Grubnash")), dice=CALM)
        assert [side.carried.shards for side in report(game).sides] == [2, 0]

    def test_heroes_in_the_find_bring_one_each(self) -> None:
        game = end_of("defend_the_find", "end_game", outcome="drew", in_objective=[1, 2])
        assert [side.carried.shards for side in report(game).sides] == [1, 2]
