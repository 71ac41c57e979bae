"""What a happening in a rules file may say, and what is refused before anybody plays it."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from encounters.happenings.play import interpreted, interprets
from mordheim.rules import happenings as language
from mordheim.rules.happenings import Happening, Step, every_step
from tests.warbands.roster.cast import rulebook

STEPS = set(get_args(get_args(Step)[0]))
TELLS = {"kind": "tells", "told": "Something."}


def happening(*steps: dict[str, Any], low: int = 11, high: int = 11) -> Happening:
    about = {"key": "tried", "name": "Tried", "summary": "Tried.", "section": "none"}
    return Happening.model_validate({**about, "low": low, "high": high, "steps": steps})


def picks(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "picks_warrior", "steps": steps, **more}


def tells(told: str) -> dict[str, Any]:
    return {"kind": "tells", "told": told}


def test_every_kind_of_step_has_its_one_interpreter() -> None:
    assert len(STEPS) > 20
    assert interpreted() == STEPS
    with pytest.raises(ValueError, match="has an interpreter"):
        interprets(language.Tells)(lambda play, step: None)


def test_every_kind_of_step_is_used_by_the_chart() -> None:
    used = {type(step) for one in rulebook().happenings.values() for step in every_step(one.steps)}
    assert used == STEPS


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([tells("{who} is here.")], "'who' is named before it is known"),
        ([tells("{nonsense} is here.")], "no word that a sentence may name"),
        ([tells("{player.state} is here.")], "no word that a sentence may name"),
        ([tells("{player:>9}")], "named by itself"),
        ([tells("{player!r}")], "named by itself"),
        ([picks(TELLS), tells("{who} is here.")], "'who' is named before it is known"),
        ([picks(TELLS, nobody=[tells("{who} is not.")])], "'who' is named before it is known"),
        ([picks(TELLS, condition="Is {building} there?")], "'building' is named before it is known"),
        ([{"kind": "puts_out", "told": "Out."}], "puts_out needs who"),
        ([{"kind": "hits", "strength": 3, "told": "Hit."}], "hits needs who"),
        ([{"kind": "owes_fee", "hired_sword": "warlock", "told": "Owes."}], "owes_fee needs warband"),
        ([{"kind": "lasts", "key": "x", "name": "X", "turns": "turns", "told": "X."}], "lasts needs turns"),
        ([{"kind": "ends", "told": "Over."}], "ends cannot stand here"),
        (
            [
                {
                    "kind": "lasts", "key": "x", "name": "X", "turns": 1, "told": "X.",
                    "each_turn": {"steps": [{"kind": "another_happening", "told": "Again."}]},
                }
            ],
            "another_happening cannot stand here",
        ),
        ([{"kind": "finds", "told": "Both.", "item": "sword", "gold": 3}], "a thing or gold"),
        ([{"kind": "rows", "what": "Rows", "rows": [{"low": 1, "high": 5, "key": "a", "name": "A"}]}], "6 has no row"),
        ([{"kind": "hits", "strength": 3, "whom": "all", "may_end": True, "told": "Hit."}], "only for a picked"),
        ([{"kind": "tells", "told": "Something.", "more": 1}], "Extra inputs"),
        ([{"kind": "dances", "told": "Something."}], "does not match any of the expected tags"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_when_it_is_read(steps: list[dict[str, Any]], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        happening(*steps)


def test_what_a_step_has_found_may_be_named_after_it() -> None:
    said = [{"kind": "rolls", "name": "turns", "die": "D3", "what": "Turns"}, tells("{player} waits {turns}.")]
    assert happening(*said, picks(tells("{who}, {warrior}, {warband}, {turns}."))).steps


@pytest.mark.parametrize(("low", "high"), [(7, 10), (17, 20), (44, 42)])
def test_codes_that_no_d66_shows_are_refused(low: int, high: int) -> None:
    with pytest.raises(ValidationError, match="no results of a D66"):
        happening(TELLS, low=low, high=high)


def test_a_lasting_step_is_found_by_its_key() -> None:
    fog = rulebook().happenings["thick_fog"]
    assert fog.lasting("fog").name == "Thick Fog"
    with pytest.raises(KeyError):
        fog.lasting("mist")
