"""What is settled when the game is over, before the sequence after the battle: the fee of a hired sword, and the
dice for those who met the sick.

Source: Town Cryer, Random Happenings (Ogre Mercenary, Pit Fighter, Plague Victims); rulings 16 and 32.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.postbattle.choices import Option
from campaigns.postbattle.run import Session
from encounters.happenings.plain import Exposed, Fee, Plague, Someone
from encounters.happenings.state import TableState
from encounters.happenings.talk import NO, YES, Talk
from mordheim.rules.happenings import Symptoms


@dataclass(frozen=True)
class Settled:
    """The fee was ``paid`` and he stays, or he left and ``victim`` has an injury to roll for, if there was anybody."""

    paid: bool
    gold: int = 0
    victim: Someone | None = None
    told: str = ""


def settle_fee(state: TableState, fee: Fee, treasury: int, session: Session, *, step: str = "happening") -> Settled:
    """Pay the sword his hire and upkeep, or bear what he does. Whoever is out of action in ``state`` is not hurt again,
    and those who left the table on their feet are: ``state.away`` is not asked."""
    talk = Talk(session, step)
    if treasury >= fee.gold and _pays(talk, fee):
        told = f"{fee.warband} pays the {fee.name} {fee.gold} gc, and he stays."
        return Settled(True, fee.gold, told=told)
    victim = _victim(state, fee, talk)
    if victim is None:
        return Settled(False, told=f"The {fee.name} leaves {fee.warband} unpaid and finds nobody to hurt.")
    told = f"Unpaid, the {fee.name} leaves {fee.warband} and beats {victim.warrior}: roll for his injury."
    return Settled(False, victim=victim, told=told)


def _pays(talk: Talk, fee: Fee) -> bool:
    prompt = f"Does {fee.warband} pay the {fee.name} {fee.gold} gc for hire and upkeep?"
    options = [Option(YES, f"Pay {fee.gold} gc", gold=fee.gold), Option(NO, "Do not pay")]
    return bool(talk.choose("pay_fee", prompt, options) == YES)


def _victim(state: TableState, fee: Fee, talk: Talk) -> Someone | None:
    at_end = TableState(state.rulebook, state.parties, state.active, state.buildings, out=state.out)
    unhurt = [who for who in at_end.warriors(fee.place) if who.name != fee.name]
    return unhurt[talk.one_of(len(unhurt), f"Whom the {fee.name} hurts")] if unhurt else None


@dataclass(frozen=True)
class Infected:
    """One of a name has the disease, and how badly."""

    who: Exposed
    symptoms: Symptoms


def roll_plague(plague: Plague, session: Session, *, step: str = "happening") -> tuple[Infected, ...]:
    """A D6 for everybody who was in play when the sick appeared, each of a group by himself, and one for the disease of
    whoever has caught it."""
    talk, caught = Talk(session, step), list[Infected]()
    for some in plague.exposed:
        for _ in range(some.count):
            roll = talk.roll("D6", f"Plague: {some.name}", warrior=some.name)
            if roll.total in plague.faces:
                caught.append(_infected(talk, plague, some))
    return tuple(caught)


def _infected(talk: Talk, plague: Plague, some: Exposed) -> Infected:
    total = talk.roll("D6", f"Disease of {some.name}", warrior=some.name).total
    row = next(row for row in plague.rows if row.low <= total <= row.high)
    return Infected(some.model_copy(update={"count": 1}), row)
