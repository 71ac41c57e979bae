"""Rolls worked out again from a seed, without a database."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from campaigns.battle.seeds import face, hash_of
from campaigns.battle.verifying import Rolled, Seed, faces_of, sides_of_die, verify

SEED = "ab" * 32


def rolled(*faces: int, die: str = "2D6", first_die: int = 1, source: str = "app", **more: str) -> Rolled:
    about = {"label": "0/injuries", "seed_hash": hash_of(SEED), **more}
    who = ("Da Snikkaz", "injuries", "an injury")
    return Rolled(*who, die, faces, source, "owner", None, first_die=first_die, **about)


def right(count: int, first_die: int = 1, sides: int = 6) -> tuple[int, ...]:
    return tuple(face(SEED, "0/injuries", number, sides) for number in range(first_die, first_die + count))


def state(roll: Rolled, seed: str = SEED) -> str:
    return verify([roll], [Seed(hash_of(SEED), seed)])[0].state


@pytest.mark.parametrize(("count", "die", "first"), [(2, "D66", 1), (2, "2D6", 7), (1, "D6x5", 3), (12, "12D6", 4)])
def test_what_the_seed_gives_agrees(count, die, first):
    assert state(rolled(*right(count, first), die=die, first_die=first)) == "agrees"


def test_a_die_of_three_sides_is_worked_out_as_one():
    assert state(rolled(*right(1, sides=3), die="D3")) == "agrees"


def test_another_face_does_not_agree():
    first, second = right(2)
    assert state(rolled(first % 6 + 1, second)) == "differs"


def test_neither_does_the_same_face_under_another_number_or_label():
    faces = right(12)
    assert state(rolled(*faces, die="12D6", first_die=2)) == "differs"
    assert state(rolled(*faces, die="12D6", label="1/injuries")) == "differs"


def test_before_the_seed_is_shown_nothing_can_be_said():
    assert state(rolled(1, 1), seed="") == "not_yet"


def test_a_roll_of_the_table_hangs_on_no_seed():
    assert state(rolled(1, 1, source="table")) == "table"


def test_a_roll_of_the_app_under_an_unknown_seed_is_told():
    assert state(rolled(1, 1, seed_hash="00")) == "not_of_a_seed"


def test_a_spent_seed_is_tried_for_its_own_rolls():
    other = "cd" * 32
    seeds = [Seed(hash_of(other), other), Seed(hash_of(SEED), SEED)]
    assert verify([rolled(*right(2))], seeds)[0].state == "agrees"


def test_a_seed_of_another_hash_is_found_out():
    assert Seed(hash_of(SEED), SEED).agrees is True
    assert Seed(hash_of(SEED), "cd" * 32).agrees is False
    assert Seed(hash_of(SEED)).agrees is None


@pytest.mark.parametrize(
    ("die", "sides"),
    [
        ("D3", 3),
        ("2D6", 6),
        ("D66", 6),
        ("D6x10", 6),
        ("D6+1", 6),
        ("13D6", 6),
        ("20D3", 3),
        ("D66 of 7", 6),
        ("D666 of 40", 6),
    ],
)
def test_sides(die, sides):
    assert sides_of_die(die) == sides


def test_what_is_no_die_is_none():
    with pytest.raises(ValueError, match="no die"):
        sides_of_die("a coin")


def test_the_page_tells_the_formula_that_is_used():
    """The steps of the page, in a stranger's words."""
    drawn = hmac.new(bytes.fromhex(SEED), b"0/injuries/1/0", hashlib.sha256).digest()
    assert faces_of(SEED, rolled(1, die="D6"))[0] == next(1 + byte % 6 for byte in drawn if byte < 252)
