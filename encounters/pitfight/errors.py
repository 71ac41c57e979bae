"""The three ways in which what is asked of the pit can be wrong. None of them changes the fight.

`Malformed` cannot be read as an order, a state, a scroll or a fight; `Illegal` reads well, and the rules do not allow
it now; `OutOfDate` answers a question that the fight has left behind.
"""

from __future__ import annotations

from mordheim.rules.plainfile import Malformed

__all__ = ["Illegal", "Malformed", "OutOfDate"]


class Illegal(ValueError):
    """The rules do not allow it; written for players."""


class OutOfDate(ValueError):
    """It answers a question that is no longer asked; written for players."""
