"""The three ways in which what is asked of a skirmish can be wrong. None of them changes it.

`Malformed` cannot be read as an order, a skirmish or a rules file; `Illegal` reads well, and the rules do not allow it
now; `OutOfDate` answers a state that the skirmish has left behind.
"""

from __future__ import annotations

from mordheim.rules.plainfile import Malformed

__all__ = ["Illegal", "Malformed", "OutOfDate"]


class Illegal(ValueError):
    """The rules do not allow it; written for players."""


class OutOfDate(ValueError):
    """The skirmish has gone on since; written for players."""
