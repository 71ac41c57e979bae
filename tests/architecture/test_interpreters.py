"""Every word of the rules that makes something happen has its one interpreter, in the engine that plays the night."""

from __future__ import annotations

import tomllib
from typing import Any, get_args

import pytest
from django.conf import settings

from campaigns.postbattle import sequence  # noqa: F401  (its interpreters register themselves)
from campaigns.postbattle.outcomes import interpreted, interprets
from campaigns.postbattle.run import STEPS
from campaigns.postbattle.sequence import _STEPS
from mordheim.rules import results, rule_effects
from tests.architecture.test_words import CARRIED, ENGINES

RESULTS = set(get_args(get_args(results.Result)[0]))


def test_every_kind_of_result_has_its_interpreter():
    assert len(RESULTS) > 20
    assert interpreted() == RESULTS, "give each kind of result one interpreter in campaigns.postbattle"


def test_no_kind_has_two():
    with pytest.raises(ValueError, match="has an interpreter"):
        interprets(results.RollsFor)(lambda run, result, cause: None)


def test_every_step_is_taken_by_one_function():
    assert tuple(_STEPS) == STEPS
    assert len(set(_STEPS.values())) == len(STEPS)


def test_the_night_is_pure_and_watched():
    project: dict[str, Any] = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    pure = next(one for one in project["tool"]["importlinter"]["contracts"] if one["id"] == "pure")
    assert "campaigns.postbattle" in pure["source_modules"]
    assert "campaigns/postbattle" in ENGINES


def test_only_what_the_table_itself_does_is_carried():
    """An effect that is merely carried is one of close combat or of casting."""
    kinds = {get_args(cls.model_fields["kind"].annotation)[0] for cls in get_args(get_args(rule_effects.Effect)[0])}
    assert set(CARRIED) <= kinds
    assert len(CARRIED) <= 2
