"""A rule of the game is data: engines know its words, never its keys; every effect and result has its interpreter."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from django.conf import settings

from mordheim.rules import results, rule_effects, schema
from tests import books

BASE: Path = settings.BASE_DIR
ENGINES = (
    "mordheim/rules",
    "warbands/roster",
    "campaigns/battle",
    "campaigns/postbattle",
    "encounters/duel",
    "encounters/game",
    "encounters/happenings",
)
PURE = sorted(path for folder in ENGINES for path in (BASE / folder).rglob("*.py"))
# Where the closed vocabulary stands: what a rules file, a warband file and an event may say.
VOCABULARY = (
    "mordheim/rules/schema.py",
    "mordheim/rules/rule_effects.py",
    "mordheim/rules/fight_effects.py",
    "mordheim/rules/results.py",
    "mordheim/rules/happenings.py",
    "mordheim/rules/words.py",
    "mordheim/rules/effects.py",
    "warbands/roster/interchange.py",
)
KINDS = ("warband_types", "items", "skills", "skill_lists", "spells", "lores", "injuries", "mutations", "hired_swords")

# Effects that no engine of this project reads yet, and what they wait for. Their entries' summaries tell players.
CARRIED = {
    "casts_in_armour": "casting is done at the table; the roster only says that he may",
}

# Words that are a key and something else as well: what they mean there.
SAME_WORD = {
    ("mordheim/rules/happenings.py", "natural"): "the part of a happening's answer that a natural roll gives",
    ("campaigns/postbattle/bargaining.py", "haggle"): "the name of the choice who haggles",
    ("campaigns/postbattle/trading.py", "haggle"): "how a purchase says that somebody haggles over it",
    ("campaigns/postbattle/words.py", "gem"): "the icon that stands beside shards",
}


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Every string of a module with its line, docstrings left out."""
    tree = ast.parse(source)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def vocabulary() -> set[str]:
    """The words of every ``Literal`` of the modules that define them."""
    found: set[str] = set()
    for path in VOCABULARY:
        for node in ast.walk(ast.parse((BASE / path).read_text())):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
                found |= {c.value for c in ast.walk(node.slice) if isinstance(c, ast.Constant)}
    return found


@pytest.fixture(scope="module")
def keys() -> set[str]:
    rulebook = books.rulebook()
    found = {key for kind in KINDS for key in rulebook.of_kind(kind)}
    found |= {warrior.key for kind in rulebook.warband_types.values() for warrior in kind.warriors}
    assert {"orc_mob", "orc_boss", "ball_and_chain", "da_cunnin_plan", "zzap", "pit_fighter", "leg_wound"} <= found
    return found - vocabulary() - set(schema.KINDS)


def test_the_scan_would_find_a_key():
    source = 'def f(w):\n    """Of the orc_boss."""\n    return w.type == "orc_boss"\n'
    assert list(texts(source)) == [(3, "orc_boss")]


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.relative_to(BASE).as_posix())
def test_no_rule_tests_for_a_key(path, keys):
    place = path.relative_to(BASE).as_posix()
    found = [(line, text) for line, text in texts(path.read_text()) if text in keys and (place, text) not in SAME_WORD]
    assert found == [], f"{path.name} knows a thing of the game by its key: say it in the rules files instead"


def test_a_word_that_is_excused_is_still_there():
    for (place, word), meaning in SAME_WORD.items():
        assert word in {text for _, text in texts((BASE / place).read_text())}, f"{meaning}: take it out of SAME_WORD"


def test_the_scan_saw_the_code():
    assert len(PURE) >= 15
    assert sum(1 for path in PURE for _ in texts(path.read_text())) > 500
    assert {"hero", "close_combat", "gromril", "one_arm", "next_battle"} <= vocabulary()


def kinds_of(union: Any) -> dict[str, str]:
    """Every kind of effect or result by the name of its class."""
    classes = get_args(get_args(union)[0])
    return {cls.__name__: get_args(cls.model_fields["kind"].annotation)[0] for cls in classes}


EFFECTS = kinds_of(rule_effects.Effect)
RESULTS = kinds_of(results.Result)


@pytest.fixture(scope="module")
def used() -> set[str]:
    """Every name that the engines and services use, apart from the modules that define the vocabulary."""
    found: set[str] = set()
    for app in ("mordheim", "warbands", "campaigns", "encounters"):
        for path in (BASE / app).rglob("*.py"):
            if path.relative_to(BASE).as_posix() not in VOCABULARY:
                found |= {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
    return found


def test_every_effect_is_interpreted_somewhere_or_waits_for_a_reason(used):
    assert len(EFFECTS) > 10
    idle = {kind for name, kind in EFFECTS.items() if name not in used}
    assert idle == set(CARRIED), "interpret the effect, or say in CARRIED what it waits for"
    assert all(len(reason) > 15 for reason in CARRIED.values())


def test_every_result_is_interpreted_somewhere(used):
    assert len(RESULTS) > 20
    assert [kind for name, kind in RESULTS.items() if name not in used] == [], "a result that nobody interprets"


@pytest.mark.parametrize("kinds", [EFFECTS, RESULTS], ids=["effects", "results"])
def test_every_kind_is_used_by_some_entry_of_the_books(kinds):
    rulebook = books.rulebook()
    told = str([entry.model_dump() for _, entry in rulebook.entries()])
    assert [kind for kind in kinds.values() if f"'kind': '{kind}'" not in told] == []
