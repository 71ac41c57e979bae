"""A skirmish of Hit Chance as it is fought: orders, dice, taking back. With `skirmish_drafts` the one door to its row.

An order that needs dice waits until they have fallen: rolled by the app out of the skirmish's seed, or typed as they
fell at the table, one after the other or several at once. Then it is carried out, and kept with its faces as a step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.battle import seeds
from encounters.hitchance.afterwards import is_later
from encounters.hitchance.engine import is_rolling
from encounters.hitchance.errors import Illegal, Malformed
from encounters.hitchance.errors import OutOfDate as Stale
from encounters.hitchance.notation import read_order, read_skirmish, write_order, write_skirmish
from encounters.hitchance.offering import may_be_done
from encounters.hitchance.orders import Done, Stance
from encounters.hitchance.slots import is_slot
from encounters.hitchance.state import OVER, Outcome, Skirmish
from encounters.hitchance.throwing import Carried, Diverged, Short, Throw, replayed, thrown
from encounters.models import SkirmishFight, SkirmishStep
from encounters.services.pit_going import GoneOn
from encounters.services.skirmish_drafts import locked_skirmish, saved
from encounters.skirmish_selectors import faces_of, hit_rules, logged, the_skirmish
from mordheim.rules.dice import DiceError
from warbands.models import Player
from warbands.roster.refusals import Refused

ROLL = "roll"
Kept = list[dict[str, Any]]


def label_of(number: int) -> str:
    """What the dice of a step are derived for."""
    return f"skirmish/{number}"


# --- doing ------------------------------------------------------------------------------------------------------------


def give_order(fight: SkirmishFight, *, by: Player, version: int, line: str) -> SkirmishFight:
    """Say what a fighter does, or what is done after the fight. Where it needs dice it waits for them.

    Raises:
        Refused: for what is no order, what the rules do not allow now, while the dice of another are due, and by
            whoever only watches.
        OutOfDate: when the skirmish has gone on since.
    """
    with transaction.atomic():
        row, skirmish = _going_on(fight, by, version)
        if not row.pending:
            return _go(row, skirmish, line, [], by)
        if row.fallen or not _is_stance(line):
            raise Refused("First the dice that are due.", code="dice")
        pending, row.pending = row.pending, ""
        _go(row, skirmish, line, [], by)
        return _go(row, the_skirmish(row), pending, [], by)


def all_done(fight: SkirmishFight, *, by: Player, version: int) -> SkirmishFight:
    """Whoever is nameless or has only free actions left in this block does nothing more in it (`may_be_done`): a step
    for each, that can be taken back by itself.

    Raises:
        Refused: where there is nobody like that, while dice are due, and by whoever only watches.
        OutOfDate: when the skirmish has gone on since.
    """
    with transaction.atomic():
        row, skirmish = _going_on(fight, by, version)
        places = () if row.pending else may_be_done(skirmish)
        if not places:
            raise Refused("Nobody has only free actions left just now.", code="nobody")
        for place in places:
            row = _go(row, the_skirmish(row), write_order(Done(place)), [], by)
        return row


def throw_dice(fight: SkirmishFight, *, by: Player, version: int, faces: Sequence[int] | None = None) -> SkirmishFight:
    """Throw what is due.

    Args:
        faces: as they fell at the table, in order, those that fell before left out; without any the app rolls all that
            the order needs.

    Raises:
        Refused: where no dice are due, for faces that do not fit or are too many, and by whoever only watches.
        OutOfDate: when the skirmish has gone on since.
    """
    with transaction.atomic():
        row, skirmish = _going_on(fight, by, version)
        line = row.pending or (ROLL if is_rolling(skirmish) else "")
        if not line:
            raise Refused("No dice are due now.", code="dice")
        if faces is None:
            return _go(row, skirmish, line, _all_rolled(row, skirmish, line), by)
        if not faces:
            raise Refused("Tap the face that fell, or type it.", code="dice")
        typed = [{"die": 0, "face": face, "for": "", "by": "table"} for face in faces]
        return _go(row, skirmish, line, [*row.fallen, *typed], by)


def _going_on(fight: SkirmishFight, by: Player, version: int) -> tuple[SkirmishFight, Skirmish]:
    row = locked_skirmish(fight, by=by, version=version)
    if row.is_gathering:
        raise Refused("This skirmish has not begun yet.", code="not_yet")
    try:
        return row, the_skirmish(row)
    except Malformed:
        raise Refused("The rules have changed since, so that this skirmish cannot go on.", code="diverged") from None


def _is_stance(line: str) -> bool:
    return not is_later(line) and not is_slot(line) and isinstance(_said(read_order, line), Stance)


def _said(read: Any, *said: Any) -> Any:
    """What the engine answers, its three ways of refusing told as ours."""
    try:
        return read(*said)
    except Malformed:
        raise Refused("That is no order of this skirmish.", code="malformed") from None
    except Illegal as illegal:
        raise Refused(str(illegal), code="illegal") from None
    except Stale:
        raise GoneOn from None
    except DiceError as error:
        raise Refused(str(error), code="dice") from None


def _go(row: SkirmishFight, skirmish: Skirmish, line: str, kept: Kept, by: Player) -> SkirmishFight:
    """Carry the line out with those faces, or let it wait for more."""
    came: Carried | Short = _said(thrown, skirmish, line, faces_of(kept))
    if isinstance(came, Short):
        return saved(row, pending=line, fallen=_named(kept, came.fallen))
    number = skirmish.version
    faces = _named(kept, came.throws)
    SkirmishStep.objects.create(fight=row, number=number, line=line, faces=faces, events=came.events, by=by)
    return _stands(row, came.skirmish)


def _named(kept: Kept, throws: Sequence[Throw]) -> Kept:
    """The faces with the dice on which they fell."""
    return [{**die, "die": throw.sides, "for": throw.what_for} for die, throw in zip(kept, throws, strict=True)]


def _all_rolled(row: SkirmishFight, skirmish: Skirmish, line: str) -> Kept:
    """What has fallen, and then the app's faces for whatever the line still needs."""
    kept: Kept = list(row.fallen)
    while isinstance(came := _said(thrown, skirmish, line, faces_of(kept)), Short):
        sides = came.next.sides
        face = seeds.face(row.seed, label_of(skirmish.version), len(kept) + 1, sides)
        kept.append({"die": sides, "face": face, "for": came.next.what_for, "by": "app"})
    return kept


def _stands(row: SkirmishFight, skirmish: Skirmish) -> SkirmishFight:
    """Store the skirmish as it stands now."""
    is_over = skirmish.step == OVER
    state = SkirmishFight.State.OVER if is_over else SkirmishFight.State.UNDER_WAY
    ended = (row.ended_at or timezone.now()) if is_over else None
    result = result_of(skirmish.outcome) if skirmish.outcome else {}
    about = {"state": state, "ended_at": ended, "result": result, "round": skirmish.round}
    return saved(row, notation=write_skirmish(skirmish), pending="", fallen=[], **about)


def result_of(outcome: Outcome) -> Mapping[str, Any]:
    """How it ended, as plain values."""
    return {"winner": outcome.winner or "", "reason": outcome.reason, "rounds": outcome.rounds}


# --- taking back ------------------------------------------------------------------------------------------------------


def take_back(fight: SkirmishFight, *, by: Player, version: int) -> SkirmishFight:
    """Take the last thing back: the order that waits for its dice, else the last step; at the very beginning the sides
    can be changed again. The skirmish is then what it was before. What had fallen stays recorded.

    Raises:
        Refused: before it has begun, where the rules have changed since, and by whoever only watches.
        OutOfDate: when the skirmish has gone on since.
    """
    with transaction.atomic():
        row, skirmish = _going_on(fight, by, version)
        if row.pending or row.fallen:
            return _put_off(row, skirmish, by)
        steps = list(row.steps.standing())
        if not steps:
            return saved(row, state=SkirmishFight.State.GATHERING, opening="", notation="", begun_at=None, round=0)
        last = steps.pop()
        last.taken_back_at = timezone.now()
        last.save(update_fields=["taken_back_at"])
        return _stands(row, _folded(row, steps))


def _put_off(row: SkirmishFight, skirmish: Skirmish, by: Player) -> SkirmishFight:
    """The order that waits is not given; dice that had fallen for it are kept as taken back."""
    if row.fallen:
        about = {"number": skirmish.version, "line": row.pending or ROLL, "faces": row.fallen, "by": by}
        SkirmishStep.objects.create(fight=row, taken_back_at=timezone.now(), **about)
    return saved(row, pending="", fallen=[])


def _folded(row: SkirmishFight, steps: Sequence[SkirmishStep]) -> Skirmish:
    try:
        return replayed(read_skirmish(row.opening, hit_rules()), logged(steps))
    except (Diverged, Malformed):
        told = "The rules have changed since, so that nothing can be taken back any more."
        raise Refused(told, code="diverged") from None
