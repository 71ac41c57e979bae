"""Great beasts: what a young monster of the ruins is and can do.

A beast's traits are a closed list. Some change what wounds and dice do to it and have their interpreter in
`encounters.beasts`; the others say what the players do at the table.

Source: Town Cryer, Great Beasts in Mordheim.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mordheim.rules.words import Entry, Key, Profile, Strict, Text

Face = Annotated[int, Field(ge=2, le=6)]


class Trait(Strict):
    """What every trait has: what it is called and does, for players."""

    name: Text
    summary: Text


class Scales(Trait):
    """An armour save that neither Strength nor anything else changes."""

    kind: Literal["scales"]
    save: Face


class Breath(Trait):
    """Flames in the shooting phase, in close combat too (ruling 34): a small teardrop template, each model below it hit
    on ``needs``. With ``weakens_every`` its Strength falls by one for each so many wounds, never below 1."""

    kind: Literal["breath"]
    needs: Face
    strength: int
    weakens_every: int | None = None


class Heads(Trait):
    """Each wound that stays costs an Attack."""

    kind: Literal["heads"]


class Regrowth(Trait):
    """At the end of a round of close combat each wound of that round grows back on ``needs``; at the last wound the die
    is rolled before that for injury, and none is rolled where it succeeds."""

    kind: Literal["regrowth"]
    needs: Face


class Tail(Trait):
    """Before its attacks a D6: every enemy in contact with a lower Initiative takes a hit."""

    kind: Literal["tail"]
    strength: int


class Bite(Trait):
    """One of its attacks worsens the armour save of whom it hurts by so much more."""

    kind: Literal["bite"]
    save_modifier: Annotated[int, Field(lt=0)]


class Butt(Trait):
    """One of its attacks knocks down whom it hits without hurting, unless he passes an Initiative test."""

    kind: Literal["butt"]


class NeverRouts(Trait):
    """It passes every test that would make it leave its lair, and never leaves it."""

    kind: Literal["never_routs"]


class SkullOfIron(Trait):
    """Stunned is knocked down."""

    kind: Literal["skull_of_iron"]


class Staggers(Trait):
    """Knocked down is an Attack less until it recovers, in the recovery phase of its next turn; they add up."""

    kind: Literal["staggers"]


AnyTrait = Annotated[
    Scales | Breath | Heads | Regrowth | Tail | Bite | Butt | NeverRouts | SkullOfIron | Staggers,
    Field(discriminator="kind"),
]


class GreatBeast(Entry):
    """``rules`` are those that it shares with warriors, such as Fear."""

    profile: Profile
    rules: tuple[Key, ...] = ()
    traits: tuple[AnyTrait, ...]
