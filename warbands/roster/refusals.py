"""What a player can reach by clicking and we decline: one exception family, each message written for him.

A refusal unwinds the whole act. What is merely odd is a problem beside the warrior; a bug stays an ordinary error.
"""

from __future__ import annotations


class Refused(Exception):
    """Declined, with the reason as a sentence. ``code`` is a problem's code where one was broken."""

    def __init__(self, message: str, *, code: str = "refused") -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class OutOfDate(Refused):
    """The form answers an older state of the warband than there is now."""

    def __init__(self) -> None:
        super().__init__(
            "This warband has changed since the page was drawn, in another tab or by a second click. "
            "Nothing was done: look at it as it is now and try again.",
            code="out_of_date",
        )
