"""Numbers and codes as they stand in an address, a form or an order: text that anybody may have written, of any length
and with any sign in it."""

from __future__ import annotations

import re

# Every code and token that leads somewhere is shorter.
LONGEST_CODE = 40
_CODE = re.compile(rf"[-\w]{{1,{LONGEST_CODE}}}", re.ASCII)


def whole(text: str, most: int) -> int | None:
    """The whole number from 0 to ``most`` that a text says in plain digits, no more of them than ``most`` has; nothing
    for anything else."""
    if not (len(text) <= len(str(most)) and text.isascii() and text.isdigit()):
        return None
    number = int(text)
    return number if number <= most else None


def is_code(text: str) -> bool:
    """Whether it could be the code of a fight or the token of a public page. Nothing else goes into a query, since a
    database may not take it."""
    return _CODE.fullmatch(text) is not None
