"""How much a skirmish's file may say, so that no page and no notation of it grows without bounds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from encounters.hitchance.engine import MOST, MOST_UNKNOWN
from encounters.hitchance.errors import Malformed
from encounters.hitchance.fight_file import (
    MOST_LISTED,
    MOST_ORDERS,
    MOST_SQUARES,
    FightFile,
    drafted,
    read_fight_file,
)
from tests.encounters.hitchance.stage import RULES


def read(*, member: dict[str, Any] | None = None, **more: Any) -> FightFile:
    ada = {"name": "Ada", "at": [1, 1], **(member or {})}
    return read_fight_file(
        json.dumps({"members": [ada], "monsters": [{"name": "Ghoul", "at": [3, 1]}], **more}).encode()
    )


def squares(many: int) -> list[list[int]]:
    return [[number % 30, number // 30] for number in range(many)]


def crowd(many: int) -> list[dict[str, Any]]:
    return [{"name": f"M{number}", "at": [number % 20, number // 20]} for number in range(many)]


def ground(**marked: Any) -> dict[str, Any]:
    return {"width": 30, "height": 20, **marked}


def test_all_that_a_file_may_hold_is_read() -> None:
    most = {name: ["rope"] * MOST_LISTED for name in ("held", "readied", "pack", "armour", "skills")}
    file = read(
        member={**most, "section": "s" * 40, "injuries": [{"number": 6}] * MOST_LISTED},
        ground=ground(unstable=squares(MOST_SQUARES), obscured=squares(MOST_SQUARES)),
        monsters=crowd(MOST),
        orders={"1000": ["0 done"] * MOST_ORDERS},
    )
    assert (len(file.members[0].pack), len(file.ground.unstable), len(file.monsters)) == (40, 500, 60)


@pytest.mark.parametrize("name", ["held", "readied", "pack", "armour", "skills"])
def test_no_list_of_a_fighter_is_longer_than_forty(name: str) -> None:
    with pytest.raises(Malformed, match=rf"^members\[0\]\.{name}: is longer than 40 entries$"):
        read(member={name: ["rope"] * (MOST_LISTED + 1)})


@pytest.mark.parametrize(
    ("member", "told"),
    [
        ({"injuries": [{"number": 6}] * (MOST_LISTED + 1)}, "longer than 40 entries"),
        ({"injuries": [{"number": 10**30}]}, "at most 1000"),
        ({"section": "s" * 41}, "longer than 40 characters"),
    ],
)
def test_nor_are_his_injuries_or_the_name_of_his_section(member: dict[str, Any], told: str) -> None:
    with pytest.raises(Malformed, match=told):
        read(member=member)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"ground": ground(unstable=squares(MOST_SQUARES + 1))}, "unstable: is longer than 500 entries"),
        (
            {"ground": ground(cover=[{"at": at, "value": 1} for at in squares(501)])},
            "cover: is longer than 500 entries",
        ),
        ({"ground": ground(obscured=[[30, 0]])}, "obscured: 30,0 lies off the ground of 30 by 20 squares"),
        ({"ground": ground(cover=[{"at": [0, 20], "value": 1}])}, "cover: 0,20 lies off the ground"),
        ({"ground": ground(unstable=[[6, 6], [7, 6], [6, 6]])}, "unstable: 6,6 stands there twice"),
        ({"monsters": crowd(MOST + 1)}, "monsters: is longer than 60 entries"),
        ({"members": crowd(MOST + 1)}, "members: is longer than 60 entries"),
        ({"orders": {"1001": []}}, "at most 1000"),
        ({"orders": {"1": ["0 done"] * (MOST_ORDERS + 1)}}, "longer than 600 entries"),
        ({"orders": {"1": ["0 attack 1 " + "x" * 200]}}, "longer than 120 characters"),
    ],
)
def test_nor_is_there_more_on_the_ground_on_a_side_or_in_a_round(more: dict[str, Any], told: str) -> None:
    with pytest.raises(Malformed, match=told):
        read(**more)


def test_of_many_unknown_things_the_first_are_told() -> None:
    found = drafted(read(member={"pack": [f"thing_{number}" for number in range(MOST_LISTED)]}), RULES).faults
    assert [one.told for one in found] == [f"Ada: thing_{n} is no thing of this game" for n in range(MOST_UNKNOWN)]


def test_a_deadly_injury_is_told_once() -> None:
    found = drafted(read(member={"injuries": [{"number": 1}] * MOST_LISTED}), RULES).faults
    assert [one.told for one in found] == ["Ada cannot fight with injury 1, Catastrophe"]
