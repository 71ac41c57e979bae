"""A great beast at the table: its wounds, heads and attacks, and what each thing that happens makes of it.

A `Beast` is a value; every act answers with the beast after it and a sentence for the players. Acts read dice that
were rolled; who rolls them is the caller's business. At its last wound a beast loses no further one: each that gets
through its save is an injury roll. The beast's traits are data, and nothing here asks for one by the beast's name.

Source: Town Cryer, Great Beasts in Mordheim; rulings 34 and 56.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from mordheim.rules.beasts import Bite, Breath, Butt, GreatBeast, Heads, Regrowth, Scales, SkullOfIron, Staggers, Tail
from warbands.roster.refusals import Refused

AnyTrait = TypeVar("AnyTrait", Scales, Breath, Heads, Regrowth, Tail, Bite, Butt, SkullOfIron, Staggers)
# The in-battle injury roll: knocked down, stunned, out of action.
STUNNED_FROM, OUT_FROM = 3, 5


@dataclass(frozen=True)
class Blow:
    """Wounds that one warrior inflicted and that have stayed."""

    by: str
    wounds: int


@dataclass(frozen=True)
class Beast:
    """A beast as it is now.

    ``wounds`` are those that it has left. ``fresh`` are the blows of this round of close combat, which may grow back;
    ``blows`` those that have stayed. ``injuries_due`` are the rolls for injury that wait, with whose blows they are.
    ``regrowth_due`` come before those, in the same way. ``staggers`` are the Attacks it lacks until it recovers,
    ``prone`` is how it lies where it has neither such a skull nor such legs. ``slain_by`` put it out of action.
    """

    kind: GreatBeast
    wounds: int
    fresh: tuple[Blow, ...] = ()
    blows: tuple[Blow, ...] = ()
    injuries_due: tuple[str, ...] = ()
    regrowth_due: tuple[str, ...] = ()
    staggers: int = 0
    prone: str = ""
    out: bool = False
    slain_by: str = ""

    @classmethod
    def of(cls, kind: GreatBeast) -> Beast:
        """One that nobody has touched."""
        return cls(kind, kind.profile.w)

    def trait(self, kind: type[AnyTrait]) -> AnyTrait | None:
        return next((trait for trait in self.kind.traits if isinstance(trait, kind)), None)

    @property
    def lost(self) -> int:
        """Wounds that it has taken and not regrown."""
        return self.kind.profile.w - self.wounds

    @property
    def attacks(self) -> int:
        """How many it has now: heads and balance cost it some, never more than it had."""
        heads = self.lost if self.trait(Heads) else 0
        return 0 if self.out or self.prone else max(self.kind.profile.a - heads - self.staggers, 0)

    @property
    def breath(self) -> Breath | None:
        """How it breathes now, with the Strength that its wounds leave it; not at all without an Attack (ruling 34)."""
        breath = self.trait(Breath)
        if breath is None or not self.attacks:
            return None
        weaker = self.lost // breath.weakens_every if breath.weakens_every else 0
        return breath.model_copy(update={"strength": max(breath.strength - weaker, 1)})

    @property
    def save(self) -> int | None:
        """Its armour save, which nothing changes; none without scales."""
        scales = self.trait(Scales)
        return scales.save if scales else None

    def credit(self) -> dict[str, int]:
        """How many wounds each warrior inflicted that have stayed, for the experience of a Monster Hunt."""
        counted: dict[str, int] = {}
        for blow in (*self.blows, *self.fresh):
            counted[blow.by] = counted.get(blow.by, 0) + blow.wounds
        return counted


@dataclass(frozen=True)
class Told:
    """A beast after something happened, and what to say of it."""

    beast: Beast
    sentence: str


@dataclass(frozen=True)
class Struck:
    """Whom the tail hits, how hard, and who stood too quick."""

    hit: tuple[str, ...]
    dodged: tuple[str, ...]
    strength: int
    sentence: str = field(compare=False, default="")


def wounded(beast: Beast, by: str, wounds: int, *, in_combat: bool = True) -> Told:
    """Unsaved wounds by one warrior. Those that it has to spare are taken at once; the last one, and each after it, is
    an injury roll that waits. Wounds of shooting and magic do not grow back.

    Raises:
        Refused: for no wounds, for a beast that is out, and while an injury roll waits.
    """
    _must_stand(beast)
    if wounds < 1:
        raise Refused("A blow that inflicts no wound needs no entry.", code="wounds")
    spare = min(wounds, beast.wounds - 1)
    beyond = wounds - spare
    blows = (Blow(by, spare),) if spare else ()
    hurt = replace(beast, wounds=beast.wounds - spare)
    hurt = replace(hurt, fresh=(*hurt.fresh, *blows)) if in_combat else replace(hurt, blows=(*hurt.blows, *blows))
    due = (by,) * beyond
    growing = in_combat and beast.trait(Regrowth) is not None
    hurt = replace(hurt, regrowth_due=due if growing else (), injuries_due=() if growing else due)
    return Told(hurt, _wounds_told(hurt, by, wounds, beyond, growing=growing))


def _wounds_told(beast: Beast, by: str, wounds: int, beyond: int, *, growing: bool) -> str:
    told = f"{by} wounds the {beast.kind.name}{'' if wounds == 1 else f' {wounds} times'}."
    if not beyond:
        return f"{told} It has {_counted(beast.wounds, 'wound')} left."
    rolls = f"{_counted(beyond, 'die', 'dice')} for " + ("regeneration, then injury" if growing else "injury")
    return f"{told} It is at its last wound: roll {rolls}."


def regrown(beast: Beast, faces: Sequence[int]) -> Told:
    """The dice at its last wound, one for each that waits, before any injury is rolled.

    Raises:
        Refused: when as many dice do not wait, or a face is none of a D6.
    """
    trait = beast.trait(Regrowth)
    if trait is None or len(faces) != len(beast.regrowth_due):
        raise Refused(f"{_counted(len(beast.regrowth_due), 'die', 'dice')} for regeneration wait.", code="dice")
    _must_be_d6(faces)
    left = tuple(by for by, face in zip(beast.regrowth_due, faces, strict=True) if face < trait.needs)
    healed = len(faces) - len(left)
    told = f"{_counted(healed, 'wound grows', 'wounds grow')} back at once."
    if left:
        told += f" {_counted(len(left), 'injury roll')} still to make."
    return Told(replace(beast, regrowth_due=(), injuries_due=left), told)


def injured(beast: Beast, faces: Sequence[int]) -> Told:
    """The injury dice that wait, one for each wound; the worst counts. Each of these wounds has stayed.

    Raises:
        Refused: when as many dice do not wait, or a face is none of a D6.
    """
    if beast.regrowth_due or not beast.injuries_due or len(faces) != len(beast.injuries_due):
        raise Refused(f"{_counted(len(beast.injuries_due), 'injury roll')} wait.", code="dice")
    _must_be_d6(faces)
    worst = max(faces)
    by = beast.injuries_due[faces.index(worst)]
    after = replace(beast, injuries_due=(), blows=(*beast.blows, *(Blow(one, 1) for one in beast.injuries_due)))
    if worst >= OUT_FROM:
        return Told(
            replace(after, out=True, slain_by=by, wounds=0, staggers=0),
            f"{by} puts the {beast.kind.name} out of action!",
        )
    return _shaken(after, worst)


def _shaken(beast: Beast, face: int) -> Told:
    """Knocked down or stunned, as its skull and legs take it."""
    stunned = face >= STUNNED_FROM and beast.trait(SkullOfIron) is None
    if not stunned and beast.trait(Staggers):
        after = replace(beast, staggers=beast.staggers + 1)
        left = _counted(after.attacks, "Attack") if after.attacks else "no Attack"
        return Told(after, f"The {beast.kind.name} staggers: {left} until it recovers.")
    word = "stunned" if stunned else "knocked down"
    return Told(replace(beast, prone=word), f"The {beast.kind.name} is {word}.")


def round_ended(beast: Beast, faces: Sequence[int]) -> Told:
    """The end of a round of close combat: a die for each wound of the round where such wounds grow back, in the order
    in which they were struck; none otherwise.

    Raises:
        Refused: when the number of dice is not that, rolls wait that come first, or a face is none of a D6.
    """
    if beast.regrowth_due or beast.injuries_due:
        raise Refused("Injury is rolled before the round ends.", code="dice")
    if len(faces) != regrowth_dice(beast):
        raise Refused(f"{_counted(regrowth_dice(beast), 'die', 'dice')} for regeneration are due.", code="dice")
    _must_be_d6(faces)
    trait = beast.trait(Regrowth)
    struck = [blow.by for blow in beast.fresh for _ in range(blow.wounds)]
    stay = [by for by, face in zip(struck, faces, strict=True) if face < trait.needs] if trait else struck
    healed = len(struck) - len(stay)
    after = replace(beast, fresh=(), blows=(*beast.blows, *(Blow(by, 1) for by in stay)), wounds=beast.wounds + healed)
    told = f"{_counted(healed, 'wound grows', 'wounds grow')} back. " if healed else ""
    return Told(after, f"{told}The {beast.kind.name} has {_counted(after.wounds, 'wound')} left.")


def regrowth_dice(beast: Beast) -> int:
    """How many dice the end of the round asks for."""
    return sum(blow.wounds for blow in beast.fresh) if beast.trait(Regrowth) and not beast.out else 0


def recovered(beast: Beast) -> Told:
    """The recovery phase of its turn: its balance comes back; stunned becomes knocked down, and that stands up."""
    if beast.out:
        return Told(beast, f"The {beast.kind.name} is out of action.")
    prone = "knocked down" if beast.prone == "stunned" else ""
    after = replace(beast, staggers=0, prone=prone)
    if not beast.staggers and not beast.prone:
        return Told(after, f"The {beast.kind.name} has nothing to recover from.")
    return Told(after, f"The {beast.kind.name} recovers and has {_counted(after.attacks, 'Attack')}.")


def lashed(beast: Beast, face: int, initiatives: Mapping[str, int]) -> Struck:
    """The tail before its attacks: every enemy in contact, by name with his Initiative, against one die.

    Raises:
        Refused: for a beast without such a tail, one that cannot fight, and a face that is none of a D6.
    """
    tail = beast.trait(Tail)
    if tail is None or not beast.attacks:
        raise Refused(f"The {beast.kind.name} does not strike with a tail.", code="no_tail")
    _must_be_d6([face])
    hit = tuple(name for name, initiative in initiatives.items() if initiative < face)
    dodged = tuple(name for name in initiatives if name not in hit)
    told = f"The tail hits {' and '.join(hit)} at Strength {tail.strength}." if hit else "Everybody dodges the tail."
    return Struck(hit, dodged, tail.strength, told)


def _must_stand(beast: Beast) -> None:
    if beast.out:
        raise Refused(f"The {beast.kind.name} is out of action.", code="out")
    if beast.injuries_due or beast.regrowth_due:
        raise Refused("Roll first what its last wound asks for.", code="dice")


def _must_be_d6(faces: Sequence[int]) -> None:
    if any(not 1 <= face <= 6 for face in faces):
        raise Refused("A D6 shows 1 to 6.", code="dice")


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
