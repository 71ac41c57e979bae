"""Numbers and codes that anybody may have written."""

from __future__ import annotations

import pytest

from mordheim.rules.posted import LONGEST_CODE, is_code, whole


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("07", 7), ("59", 59)])
def test_a_number_in_plain_digits_is_read(text: str, number: int) -> None:
    assert whole(text, 59) == number


@pytest.mark.parametrize("text", ["", " 7", "+7", "-1", "1.0", "1e1", "60", "007", "9" * 5000, "٣", "²", "7\0", "7\n"])
def test_anything_else_is_no_number(text: str) -> None:
    assert whole(text, 59) is None


def test_a_code_is_letters_digits_dashes_and_underscores() -> None:
    assert all(map(is_code, ("a", "Zk3_-x", "x" * LONGEST_CODE)))
    assert not any(map(is_code, ("", "a b", "a/b", "a\0", "a\n", "é", "٣", "x" * (LONGEST_CODE + 1))))
