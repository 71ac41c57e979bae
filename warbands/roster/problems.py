"""What is wrong with a warband: each problem has a code, a place, a sentence for the player, and whether it
blocks. The codes are those of the warband file's description; they never change."""

from __future__ import annotations

from dataclasses import dataclass

WARBAND = "warband"

# Problems of numbers only: they mark a draft and stop its founding, but a draft may be kept with them.
NUMBER_CODES = frozenset(
    {
        "too_few_warriors",
        "too_many_warriors",
        "leader_count",
        "too_many_heroes",
        "too_many_of_type",
        "ratio_exceeded",
        "group_size",
        "over_budget",
        "treasury_mismatch",
    }
)
# After a battle these only mark the roster: losses are recorded without refusal (ruling 9).
NOTED_AFTER_BATTLES = frozenset({"too_few_warriors", "too_many_warriors", "ratio_exceeded", "leader_count"})


def a(name: str) -> str:
    """A name with its article: ``a Goblin Warrior``, ``an Orc Boss``."""
    return f"{'an' if name[:1].upper() in 'AEIOU' else 'a'} {name}"


@dataclass(frozen=True)
class Problem:
    """``where`` is a warrior's or group's name, or ``warband``; ``warrior_id`` is the row to link to.

    ``about`` tells problems of one code and place apart, ``off_by`` how far a number is from where it should be, so
    that better and worse can be told; ``would_be`` is the sentence while it is not so yet, where that is another one.
    Neither they nor ``warrior_id`` are part of the printed form."""

    code: str
    where: str
    message: str
    blocking: bool = True
    warrior_id: int | None = None
    about: str = ""
    off_by: int = 1
    would_be: str = ""

    @property
    def foretold(self) -> str:
        """The sentence for a player who is about to make it so."""
        return self.would_be or self.message

    @property
    def is_of_numbers(self) -> bool:
        return self.code in NUMBER_CODES

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, "where": self.where, "message": self.message, "blocking": self.blocking}
