"""Rosters and set-up."""

from __future__ import annotations

from random import Random

import pytest

from encounters.pitfight.engine import apply, legal_orders, start
from encounters.pitfight.enlisting import Past, ages, enlist, points_left
from encounters.pitfight.errors import Illegal, Malformed
from encounters.pitfight.hexes import arena, distance
from encounters.pitfight.notation import read_order
from encounters.pitfight.players import random_player
from encounters.pitfight.state import PitFight, Terms
from mordheim.rules.dice import EnteredDice
from tests.encounters.pitfight.stage import RULES, random_fight


def levels(**added: int) -> list[int]:
    names = ("ws", "s", "t", "i", "w")
    return [start_ + added.get(name, 0) for name, start_ in zip(names, RULES.levels, strict=True)]


def fresh(fighters: int, ranks: list[int] | None = None, **terms: int) -> PitFight:
    order = ranks or list(range(fighters))
    pits = [enlist(RULES, f"F{n}", RULES.scrolls["orc"], RULES.levels, order[n]) for n in range(fighters)]
    return start(RULES, pits, Terms(**terms))


def placed(fight: PitFight, *places: str) -> PitFight:
    for place in places:
        fight, _ = apply(fight, [read_order(place)], EnteredDice([]))
    return fight


class TestRosters:
    @pytest.mark.parametrize(
        ("added", "left"), [({"ws": 10}, 0), ({"ws": 2, "s": 2, "t": 2, "i": 2, "w": 2}, 0), ({"w": 9}, 1)]
    )
    def test_ten_points_are_spent_as_one_likes_and_fewer_are_asked_about(self, added, left) -> None:
        """S7."""
        assert points_left(RULES, levels(**added)) == left

    @pytest.mark.parametrize("added", [{"ws": 11}, {"s": 6, "w": 5}])
    def test_eleven_points_are_refused(self, added) -> None:
        """S7."""
        with pytest.raises(Illegal, match="10 bonus points, not 11"):
            points_left(RULES, levels(**added))

    def test_no_characteristic_is_bought_down(self) -> None:
        """S7."""
        with pytest.raises(Illegal, match="Initiative starts at 30"):
            points_left(RULES, levels(i=-5, ws=10))

    def test_the_starting_level_is_that_after_bonus_points(self) -> None:
        """S10."""
        assert enlist(RULES, "A", RULES.scrolls["orc"], levels(w=10), 0).levels == (30, 30, 30, 30, 20)

    def test_what_earlier_fights_left_counts_from_the_start_below_the_starting_level(self) -> None:
        """D24, D25, S10."""
        past = Past(ad=-4, initiative=2, wooden_legs=1, gone=("left_arm",), hates=("B",))
        pit = enlist(RULES, "A", RULES.scrolls["orc"], levels(), 0, past)
        assert (pit.levels, pit.initiative_lost) == ((30, 30, 30, 30, 10), 7)
        assert start(RULES, [pit, enlist(RULES, "B", RULES.scrolls["orc"], levels(), 1)]).fighters[0].initiative == 23
        assert (pit.past.ad, pit.past.no_fast, pit.past.gone, pit.hates) == (-4, True, ("left_arm",), ("B",))

    @pytest.mark.parametrize("past", [Past(ad=-1, fingers=("left_hand",)), Past(ad=-1, fingers=("left_arm",) * 2)])
    def test_fingers_are_of_a_hand_and_counted(self, past: Past) -> None:
        """D12."""
        with pytest.raises(Illegal, match="fingers"):
            enlist(RULES, "A", RULES.scrolls["orc"], levels(), 0, past)

    def test_two_wooden_legs_retire(self) -> None:
        """D24."""
        with pytest.raises(Illegal, match="must retire"):
            enlist(RULES, "A", RULES.scrolls["orc"], levels(), 0, Past(wooden_legs=2))


class TestAge:
    def test_the_oldest_comes_first_and_of_equals_the_first_listed(self) -> None:
        """S5, S6."""
        assert ages([20, 41, 20, 33]) == (2, 0, 3, 1)

    def test_two_fighters_of_one_rank_are_refused(self) -> None:
        """S5."""
        with pytest.raises(Malformed, match="order of age"):
            fresh(2, [1, 1])


class TestTheRim:
    def test_the_oldest_sets_up_first_and_so_on(self) -> None:
        """S5."""
        fight = fresh(3, [2, 0, 1])
        assert fight.asked == (1,)
        fight = placed(fight, "1 place 0,-6 3")
        assert fight.asked == (2,)
        assert placed(fight, "2 place 0,6 0").asked == (0,)

    def test_only_rim_hexes_at_any_facing(self) -> None:
        """S3."""
        options = legal_orders(fresh(2), 0)
        assert len(options) == 36 * 6
        assert {one.hex for one in options} == set(arena(6).rim)

    def test_five_steps_away_from_everybody(self) -> None:
        """S2."""
        options = legal_orders(placed(fresh(2), "0 place 0,-6 3"), 1)
        assert {distance(one.hex, (0, -6)) for one in options} == set(range(5, 13))

    def test_six_steps_where_that_is_agreed(self) -> None:
        """S2."""
        options = legal_orders(placed(fresh(2, spacing=6), "0 place 0,-6 3"), 1)
        assert min(distance(one.hex, (0, -6)) for one in options) == 6

    def test_a_fighter_without_room_comes_nearer(self) -> None:
        """S4."""
        fight = placed(fresh(3, radius=2), "0 place 0,-2 3", "1 place 0,2 0")
        nearest = [min(distance(one.hex, (0, -2)), distance(one.hex, (0, 2))) for one in legal_orders(fight, 2)]
        assert set(nearest) == {3}

    def test_eight_find_room(self) -> None:
        """S4."""
        fight, player = random_fight(1, fighters=8, radius=3, spacing=5), random_player(Random(1))
        for _ in range(8):
            fight, _ = apply(fight, [player(fight, fight.asked[0])], EnteredDice([]))
        assert fight.question == "pick"
        assert len({one.hex for one in fight.fighters}) == 8

    def test_the_same_type_may_fight_itself(self) -> None:
        """S9."""
        assert {one.scroll.key for one in fresh(2).fighters} == {"orc"}

    def test_characteristics_are_open(self) -> None:
        """S8: the log tells them as a fighter takes up his place."""
        _, events = apply(fresh(2), [read_order("0 place 0,-6 3")], EnteredDice([]))
        assert events[0]["levels"]["weapon_skill"] == 30

    def test_what_was_agreed_is_told_with_him(self) -> None:
        _, events = apply(fresh(2, spacing=6), [read_order("0 place 0,-6 3")], EnteredDice([]))
        agreed = {"radius": 6, "spacing": 6, "anywhere": False, "table_mode": False, "observe_is_slow": True}
        assert agreed | {"turn_limit": 60, "quiet_limit": 15} == {
            key: events[0][key] for key in (*agreed, "turn_limit", "quiet_limit")
        }

    @pytest.mark.parametrize(
        ("fighters", "terms"),
        [(1, {}), (9, {}), (7, {"radius": 1}), (2, {"radius": 0}), (2, {"spacing": 0}), (2, {"turn_limit": 0})],
    )
    def test_a_fight_that_cannot_be_is_refused(self, fighters, terms) -> None:
        with pytest.raises(Malformed):
            fresh(fighters, **terms)

    def test_two_of_a_name_are_refused(self) -> None:
        pits = [enlist(RULES, "F", RULES.scrolls["orc"], RULES.levels, n) for n in range(2)]
        with pytest.raises(Malformed, match="same name"):
            start(RULES, pits)
