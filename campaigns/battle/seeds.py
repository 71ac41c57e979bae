"""A battle's secret seed, and the dice that come from it.

The hash is shown before anybody rolls and the seed when the battle is closed, so that everybody can work out every
roll again. A face hangs on the seed, on what it is rolled for and on its number there, and on nothing else: in which
order players act does not matter.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from mordheim.rules.dice import DieSource

BYTES = 32


def new_seed() -> str:
    """32 secret bytes, in hexadecimal."""
    return secrets.token_hex(BYTES)


def hash_of(seed: str) -> str:
    """The SHA-256 of a seed's bytes, in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def face(seed: str, label: str, number: int, sides: int) -> int:
    """The face of one roll: HMAC-SHA256 of ``label/number/attempt``, its bytes taken one by one, those that would
    favour low faces left out."""
    fair = 256 - 256 % sides
    for attempt in range(1_000):
        drawn = hmac.new(bytes.fromhex(seed), f"{label}/{number}/{attempt}".encode(), hashlib.sha256).digest()
        for byte in drawn:
            if byte < fair:
                return 1 + byte % sides
    raise AssertionError("no fair byte in 32,000: the hash is broken")


class SeedDice:
    """Dice of the app that come from a seed, numbered from 1 below one label."""

    source: DieSource = "app"

    def __init__(self, seed: str, label: str) -> None:
        self._seed, self._label = seed, label
        self._rolled = 0

    def roll(self, sides: int, what_for: str) -> int:
        self._rolled += 1
        return face(self._seed, self._label, self._rolled, sides)
