"""Recorded fights are fought again from their orders and faces, to the same log and the same end."""

from __future__ import annotations

import json

import pytest

from tests.playthroughs.record import FOLDER, RECIPES, fought_again

RECORDINGS = sorted(FOLDER.glob("*.txt"))


def test_every_recording_has_its_recipe() -> None:
    assert [path.stem for path in RECORDINGS] == sorted(RECIPES)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_is_fought_again_to_the_same_log(path) -> None:
    text = path.read_text()
    assert fought_again(text) == text, "if the rule was meant to change: python -m tests.playthroughs.record"


def test_they_have_seen_most_of_what_can_happen() -> None:
    events = [json.loads(line) for path in RECORDINGS for line in path.read_text().splitlines() if line[0] == "{"]
    assert {"push_off", "roll_off", "critical", "adrenalin", "taken_out", "interrupt"} <= {
        one["type"] for one in events
    }
    assert any(one.get("legal") is False for one in events)
    assert any(one.get("ended") == "wall" for one in events)
    assert {"boost", "extra_hex", "recover"} <= {one["use"] for one in events if one["type"] == "adrenalin"}
