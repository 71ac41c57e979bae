"""The examples of Chaos on the Streets, with the dice that its three players roll."""

from __future__ import annotations

from tests.encounters.setup.stage import parties, planned

PHIL, BOB, DEVIN = ("Phil's Skaven", 176), ("Bob's Witch Hunters", 195), ("Devin's Mercenaries", 123)
COUNTERS, SETTING_UP, FIRST_TURN = (1, 1, 1), (3, 5, 1), (2, 1, 6)


def the_example():
    dice = (*COUNTERS, *SETTING_UP, *FIRST_TURN)
    return planned(parties(PHIL, BOB, DEVIN), *dice, scenario="treasure_hunt", segment=["D", "F", "B"])


def test_bob_sets_up_first_then_phil_then_devin() -> None:
    plan = the_example()
    assert [side.name for side in plan.by_set_up] == [BOB[0], PHIL[0], DEVIN[0]]
    assert [side.segment for side in plan.by_set_up] == ["D", "F", "B"]


def test_devin_plays_first_then_bob_then_phil_clockwise() -> None:
    assert [side.name for side in the_example().by_turn] == [DEVIN[0], BOB[0], PHIL[0]]


def test_devin_is_the_underdog_by_53_points() -> None:
    assert [side.underdog for side in the_example().sides] == [0, 0, 1]


def test_the_plain_form() -> None:
    told = the_example().as_json()
    assert list(told) == ["scenario", "table", "warbands", "counters", "features", "rolls", "rewards"]
    assert (told["scenario"], told["table"]) == ("treasure_hunt", {"width": 72, "height": 48})
    assert told["warbands"] == [
        {"name": PHIL[0], "rating": 176, "role": None, "set_up": 2, "segment": "F", "turn": 3, "underdog": 0},
        {"name": BOB[0], "rating": 195, "role": None, "set_up": 1, "segment": "D", "turn": 2, "underdog": 0},
        {"name": DEVIN[0], "rating": 123, "role": None, "set_up": 3, "segment": "B", "turn": 1, "underdog": 1},
    ]
    assert [list(one) for one in told["counters"]] == [["kind", "x", "y"]] * 3
    assert told["rolls"][3] == {
        "for": "Setting up: Phil's Skaven", "die": "D6", "faces": [3], "total": 3, "source": "table",
    }  # fmt: skip


def test_segment_e_is_said_to_be_tight() -> None:
    from tests.encounters.setup.stage import Says

    says = Says({"segment": ["D", "F", "B"]})
    dice = (*COUNTERS, *SETTING_UP, *FIRST_TURN)
    planned(parties(PHIL, BOB, DEVIN), *dice, scenario="treasure_hunt", says=says)
    devins = [one for one in says.asked if one.choose == "segment"][-1]
    assert [option.value for option in devins.options] == ["A", "B", "C", "E"]
    between = next(option for option in devins.options if option.value == "E")
    assert "Beside Bob's Witch Hunters at D and Phil's Skaven at F: room is tight" in between.told
    assert devins.suggested == "B"
