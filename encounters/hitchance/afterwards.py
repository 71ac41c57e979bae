"""What is left to do once a skirmish is over: tending those on whom a die still runs, rest, practice, mending armour.

The same log goes on: each thing done is a line, is refused or carried out as an order is, and is told. While a die runs
on somebody there is no time to rest: it is stopped by whoever stands, or rolled on as if rounds went by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from encounters.hitchance import aftermath, attacks, harm
from encounters.hitchance.bout import Bout, Event
from encounters.hitchance.errors import Illegal, Malformed
from encounters.hitchance.rounds import roll_shrinking
from encounters.hitchance.rules import HitRules
from encounters.hitchance.state import OVER, Fighter, Skirmish
from mordheim.rules.dice import Dice

Verb = Literal["wait", "rest", "bandage", "stabilise", "mend", "remake"]


@dataclass(frozen=True)
class Later:
    """``fighter`` is him about whom it is, ``piece`` his armour."""

    verb: Verb
    fighter: int = 0
    piece: str = ""

    @property
    def is_of_all(self) -> bool:
        return self.verb in ("wait", "rest")


_LINE = re.compile(
    r"after (?:(wait|rest)|(bandage|stabilise) (0|[1-9]\d?)|(mend|remake) (0|[1-9]\d?) ([a-z][a-z0-9_]{0,39}))",
    re.ASCII,
)


def is_later(line: str) -> bool:
    return line.startswith("after ")


def write_later(later: Later) -> str:
    place = [] if later.is_of_all else [str(later.fighter)]
    return " ".join(["after", later.verb, *place, *([later.piece] if later.piece else [])])


def read_later(line: str) -> Later:
    """Raises Malformed for a line that says nothing of this kind."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise Malformed(f"{line[:60]!r} is nothing that is done after a fight")
    alone, tends, tended, works, owner, piece = found.groups()
    return Later(cast(Verb, alone or tends or works), int(tended or owner or 0), piece or "")


# --- what can be done -------------------------------------------------------------------------------------------


def offered(skirmish: Skirmish) -> list[Later]:
    """Nothing before the fight is over."""
    if skirmish.step != OVER:
        return []
    if any(one.dice for one in skirmish.fighters):
        return [*_tending(skirmish), Later("wait")]
    rest = [Later("rest")] if any(_after_rest(skirmish, one) != one for one in skirmish.fighters) else []
    return [*rest, *_armour(skirmish)]


def _minutes(rules: HitRules) -> int:
    """As long as both rest and practice take."""
    return max(rules.rounds.after.rest_minutes, rules.rounds.after.practice_minutes)


def _after_rest(scene: Skirmish | Bout, fighter: Fighter) -> Fighter:
    minutes = _minutes(scene.rules)
    return aftermath.practised(aftermath.rested(fighter, scene.rules, minutes), scene.rules, minutes)


def _tending(skirmish: Skirmish) -> Iterator[Later]:
    for place, one in enumerate(skirmish.fighters):
        if tender(skirmish, place) is None:
            continue
        if one.die("bleeding"):
            yield Later("bandage", place)
        if one.die("downed"):
            yield Later("stabilise", place)


def tender(skirmish: Skirmish, place: int) -> int | None:
    """Who tends him: one of his own before a foe, and himself only where he stands; nobody where nobody does."""
    own = skirmish.fighters[place].side
    standing = [at for at, one in enumerate(skirmish.fighters) if not one.lost]
    return min(standing, key=lambda at: (skirmish.fighters[at].side != own, at == place, at), default=None)


def _armour(skirmish: Skirmish) -> Iterator[Later]:
    for place, one in enumerate(skirmish.fighters):
        if one.lost in ("dead", "fled"):
            continue
        for piece in one.worn:
            if piece.state == "damaged":
                yield Later("mend", place, piece.key)
            if piece.state == "destroyed":
                yield Later("remake", place, piece.key)


# --- what it does -----------------------------------------------------------------------------------------------


def carry_out(skirmish: Skirmish, later: Later, dice: Dice) -> tuple[Skirmish, list[Event]]:
    """The skirmish after that, and what is told of it.

    Raises:
        Illegal: where that cannot be done now.
        DiceError: the dice do not fit or have run out.
    """
    if later not in offered(skirmish):
        raise Illegal("That cannot be done now." if skirmish.step == OVER else "The fight is not over yet.")
    bout = Bout(skirmish, dice)
    _DO[later.verb](bout, later, skirmish)
    return bout.frozen(), bout.events


def _wait(bout: Bout, later: Later, skirmish: Skirmish) -> None:
    bout.round += 1
    bout.tell("time")
    roll_shrinking(bout)


def _bandage(bout: Bout, later: Later, skirmish: Skirmish) -> None:
    harm.bandage(bout, later.fighter, _tender(skirmish, later))


def _stabilise(bout: Bout, later: Later, skirmish: Skirmish) -> None:
    harm.stabilise(bout, later.fighter, _tender(skirmish, later))


def _tender(skirmish: Skirmish, later: Later) -> int:
    found = tender(skirmish, later.fighter)
    if found is None:
        raise Illegal("Nobody stands who could help.")
    return found


def _rest(bout: Bout, later: Later, skirmish: Skirmish) -> None:
    risen = []
    for place, one in enumerate(bout.fighters):
        now = _after_rest(bout, one)
        risen += [one.name] if one.lost and not now.lost else []
        bout.fighters[place] = now
    bout.tell("rested", minutes=_minutes(bout.rules), risen=risen)


def _mend(bout: Bout, later: Later, skirmish: Skirmish) -> None:
    fighter = bout.fighters[later.fighter]
    piece = _piece(fighter, later.piece, "damaged")
    mended, minutes = aftermath.jury_rig(fighter.worn[piece], bout.rules, _Rolling(bout))
    worn = attacks.replaced(fighter.worn, fighter.worn[piece], mended)
    bout.change(later.fighter, worn=worn)
    bout.tell("mended", fighter=fighter.name, piece=later.piece, minutes=minutes)


def _remake(bout: Bout, later: Later, skirmish: Skirmish) -> None:
    fighter = bout.fighters[later.fighter]
    piece = fighter.worn[_piece(fighter, later.piece, "destroyed")]
    price = aftermath.remake_price(piece, bout.rules, _Rolling(bout))
    value = bout.rules.armour[piece.key].value
    worn = attacks.replaced(fighter.worn, piece, aftermath.remade(piece))
    bout.change(later.fighter, worn=worn)
    bout.tell("remade", fighter=fighter.name, piece=piece.key, price=price, value=value)


def _piece(fighter: Fighter, key: str, state: str) -> int:
    return next(at for at, piece in enumerate(fighter.worn) if (piece.key, piece.state) == (key, state))


class _Rolling:
    """A bout's dice, so that what falls is told with the next event."""

    def __init__(self, bout: Bout) -> None:
        self.source = bout.source
        self.roll = bout.roll


_DO: Mapping[Verb, Callable[[Bout, Later, Skirmish], None]] = {
    "wait": _wait,
    "rest": _rest,
    "bandage": _bandage,
    "stabilise": _stabilise,
    "mend": _mend,
    "remake": _remake,
}
