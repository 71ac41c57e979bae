"""A map shifted by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from math import inf, nan

import pytest

from encounters.mapping import Feature, Map, draw_map
from encounters.mapping.hand import again, move, why_no_counter
from encounters.table import table_for
from tests.encounters.mapping import surveyor
from warbands.roster.refusals import Refused


@lru_cache(maxsize=64)
def town(objective: str = "none", seed: int = 1, warbands: int = 4) -> Map:
    return draw_map(table_for(warbands), objective, seed)


def plan(drawn: Map) -> dict:
    return json.loads(json.dumps(drawn.as_json()))


def without_links(drawn: Map) -> Map:
    return replace(drawn, pieces=tuple(piece for piece in drawn.pieces if piece.group != "link"))


def alone(drawn: Map, *keys: str) -> Map:
    return replace(drawn, pieces=tuple(piece for piece in drawn.pieces if piece.id in keys))


def some_odd(drawn: Map) -> Feature:
    return next(piece for piece in drawn.pieces if piece.group == "odds")


def test_a_building_moves_to_a_free_place_and_turns_there() -> None:
    moved = move(alone(town(), "building-3"), "building-3", 30, 24, 90)
    building = moved.building(3)
    assert (building.x, building.y, building.rotation) == (30, 24, 90)
    assert building.footprint == pytest.approx(town().building(3).footprint, rel=0.01)
    assert building.name == town().building(3).name


def test_a_building_is_not_put_on_another() -> None:
    amid = min(town().buildings, key=lambda one: abs(one.middle - (36 + 24j)))
    key = next(one.id for one in town().buildings if one.id != amid.id)
    with pytest.raises(Refused, match=r"Building \d+ would stand on (building \d+|the .+)\."):
        move(town(), key, amid.x, amid.y)


def test_nothing_is_put_over_the_edge() -> None:
    with pytest.raises(Refused, match="Building 3 would reach over the edge of the table"):
        move(town(), "building-3", 0.5, 24)


@pytest.mark.parametrize("place", [(nan, 3), (3, inf)])
def test_a_place_that_is_none_is_refused(place: tuple[float, float]) -> None:
    with pytest.raises(Refused, match="needs a place in inches"):
        move(town(), "building-3", *place)


@pytest.mark.parametrize("objective", ["altar", "pool"])
def test_nothing_is_put_into_the_clear_ground(objective: str) -> None:
    drawn = town(objective)
    bare = alone(drawn, "building-1", some_odd(drawn).id)
    for key in (some_odd(drawn).id, "building-1"):
        with pytest.raises(Refused, match="in the ground that is kept clear around the objective"):
            move(bare, key, drawn.width / 2 + 3, drawn.height / 2)


@pytest.mark.parametrize(
    ("objective", "kind"),
    [("mansion", "mansion"), ("lair", "lair"), ("building", "hall"), ("pool", "pool"), ("altar", "altar")],
)
def test_what_the_scenario_wants_stays_in_the_middle(objective: str, kind: str) -> None:
    (thing,) = town(objective).of(kind)
    for act in (lambda: move(town(objective), thing.id, 20, 20), lambda: again(town(objective), thing.id)):
        with pytest.raises(Refused, match="stays in the middle of the table"):
            act()


def test_streets_and_bridges_are_not_moved() -> None:
    with pytest.raises(Refused, match="is ground"):
        move(town(), "street-1", 20, 20)
    with pytest.raises(Refused, match="goes where its buildings go"):
        move(town(), "link-1", 20, 20)


def test_an_id_that_there_is_not_is_refused() -> None:
    for act in (lambda: move(town(), "building-99", 1, 1), lambda: again(town(), "tree-1")):
        with pytest.raises(Refused, match="There is no"):
            act()


def test_a_bridge_goes_where_its_building_has_gone_away() -> None:
    drawn = town()
    link = drawn.piece("link-1")
    bare = alone(drawn, link.id, *link.joins)
    other = bare.piece(link.joins[1])
    far = (6, 6) if abs(other.x - 6) > 25 else (66, 42)
    assert move(bare, link.joins[0], *far).of(link.kind) == ()


def test_a_bridge_follows_a_building_that_moves_a_little() -> None:
    drawn = town()
    link = drawn.piece("link-1")
    bare = alone(drawn, link.id, *link.joins)
    one = bare.piece(link.joins[0])
    moved = move(bare, one.id, one.x, one.y + (0.3 if one.y < 24 else -0.3))
    there = moved.piece("link-1")
    assert there.points != link.points
    assert all(surveyor.gap(there.points, moved.piece(key).points) < 0.1 for key in link.joins)


def test_a_building_is_rolled_anew_where_it_stands_and_differs_each_time() -> None:
    first = again(town(), "building-4")
    second = again(first, "building-4")
    assert again(town(), "building-4") == first
    looks = {(one.building(4).kind, one.building(4).points) for one in (town(), first, second)}
    assert len(looks) == 3
    assert [one.building(4).rolled for one in (town(), first, second)] == [0, 1, 2]
    assert first.building(4).number == 4


def test_an_odd_thing_becomes_another() -> None:
    odd = some_odd(town())
    assert again(town(), odd.id).piece(odd.id).kind != odd.kind


def test_a_bridge_becomes_an_arcade_and_back() -> None:
    drawn = next(one for seed in range(20) if (one := town(seed=seed)).of("bridge"))
    key = drawn.of("bridge")[0].id
    once = again(drawn, key)
    assert once.piece(key).kind == "arcade"
    assert once.piece(key).name.startswith("Arcade between")
    assert again(once, key).piece(key).kind == "bridge"


def test_what_is_shifted_by_hand_never_overlaps() -> None:
    """Everything of some towns rolled anew and pushed about: refused, or as it should be."""
    for seed in (1, 2):
        drawn = town(seed=seed)
        refused = done = 0
        for number, piece in enumerate(drawn.pieces):
            if piece.group not in ("building", "odds"):
                continue
            for act in (again, lambda one, key, n=number, p=piece: move(one, key, p.x + n % 3 - 1, p.y + 1, n * 7)):
                try:
                    drawn = act(drawn, piece.id)
                    done += 1
                except Refused:
                    refused += 1
        assert surveyor.overlaps(plan(drawn)) == []
        assert surveyor.beyond_the_table(plan(drawn)) == []
        assert min(done, refused) > 5


def test_a_counter_lies_in_a_building_and_on_rubble_but_not_in_what_blocks_the_way() -> None:
    drawn = town()
    building, heap = drawn.building(1), drawn.of("rubble")[0]
    middle = building.shapes[0].middle
    assert why_no_counter(drawn, middle.real, middle.imag) == ""
    assert why_no_counter(drawn, heap.x, heap.y) == ""
    solid = next(piece for piece in drawn.pieces if piece.is_solid)
    assert why_no_counter(drawn, solid.x, solid.y).startswith("A counter cannot lie in the ")
    assert why_no_counter(drawn, -1, 5) == "A counter lies on the table."


def test_a_counter_does_not_lie_in_the_pool() -> None:
    drawn = town("pool")
    assert why_no_counter(drawn, drawn.width / 2, drawn.height / 2) == "A counter cannot lie in the pool."
