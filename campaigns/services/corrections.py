"""What an arbitrator sets right in a warband of his campaign: one pure move each, never without a reason.

A correction is an act like any other, so it is locked, judged, recorded in the warband's history and counted; the
campaign's chronicle tells it with its reason. Where treasuries are hidden it does not tell gold. A warband in the night
after a battle is corrected there, within it; one in a battle under way is not.
"""

from __future__ import annotations

from functools import partial

from django.db import transaction

from campaigns.models import Enrolment, Notice, PostBattle
from campaigns.roles import Right
from campaigns.services.chronicle import Kind, record
from campaigns.services.meanwhile import meanwhile_move
from campaigns.services.notices import notify, words_to
from campaigns.services.people import member_with, open_campaign
from mordheim.rules.plainfile import clean_line
from mordheim.rules.snapshot import Piece, Suffered
from warbands.models import Player, Warband
from warbands.roster import corrections, moves
from warbands.roster.members import Roster
from warbands.roster.moves import Moved
from warbands.roster.refusals import Refused
from warbands.services.acts import Done, Move, act, locked

LONGEST_REASON = 500
GOLD_KEPT_QUIET = "The treasury was corrected."


def correct_gold(enrolment: Enrolment, *, by: Player, reason: str, gold: int, version: int | None = None) -> Done:
    """Set the treasury, in gold crowns."""
    move = partial(corrections.set_treasury, gold=gold)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version, tells_gold=True)


def correct_wyrdstone(
    enrolment: Enrolment, *, by: Player, reason: str, shards: int, version: int | None = None
) -> Done:
    """Set how many shards are held."""
    move = partial(corrections.set_wyrdstone, shards=shards)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def correct_experience(
    enrolment: Enrolment, *, by: Player, reason: str, warrior_id: int, experience: int, version: int | None = None
) -> Done:
    """Set a warrior's experience. Advances are rolled or taken back apart from it."""
    move = partial(corrections.set_experience, warrior_id=warrior_id, experience=experience)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def correct_advances_due(
    enrolment: Enrolment, *, by: Player, reason: str, warrior_id: int, advances: int, version: int | None = None
) -> Done:
    """Set how many advances a warrior has still to roll."""
    move = partial(corrections.set_advances_due, warrior_id=warrior_id, advances=advances)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def correct_games_to_miss(
    enrolment: Enrolment, *, by: Player, reason: str, warrior_id: int, games: int, version: int | None = None
) -> Done:
    """Set how many games a warrior misses."""
    move = partial(corrections.set_games_to_miss, warrior_id=warrior_id, games=games)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def add_injury(
    enrolment: Enrolment, *, by: Player, reason: str, warrior_id: int, suffered: Suffered, version: int | None = None
) -> Done:
    """Give a warrior an injury that was forgotten."""
    move = partial(corrections.add_injury, warrior_id=warrior_id, suffered=suffered)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def remove_injury(
    enrolment: Enrolment, *, by: Player, reason: str, warrior_id: int, suffered: Suffered, version: int | None = None
) -> Done:
    """Take back an injury that a warrior never had."""
    move = partial(corrections.remove_injury, warrior_id=warrior_id, suffered=suffered)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def add_skill(
    enrolment: Enrolment, *, by: Player, reason: str, warrior_id: int, skill: str, version: int | None = None
) -> Done:
    """Give a warrior a skill that was forgotten."""
    move = partial(corrections.add_skill, warrior_id=warrior_id, skill=skill)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def remove_skill(
    enrolment: Enrolment, *, by: Player, reason: str, warrior_id: int, skill: str, version: int | None = None
) -> Done:
    """Take back a skill that a warrior never had."""
    move = partial(corrections.remove_skill, warrior_id=warrior_id, skill=skill)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def add_item(
    enrolment: Enrolment,
    *,
    by: Player,
    reason: str,
    piece: Piece,
    warrior_id: int | None = None,
    version: int | None = None,
) -> Done:
    """Put a piece with a warrior, or into the stash. Nothing is paid."""
    move = partial(corrections.add_item, warrior_id=warrior_id, piece=piece)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def remove_item(
    enrolment: Enrolment,
    *,
    by: Player,
    reason: str,
    piece: Piece,
    warrior_id: int | None = None,
    version: int | None = None,
) -> Done:
    """Take a piece away that was never there."""
    move = partial(corrections.remove_item, warrior_id=warrior_id, piece=piece)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def rename_warrior(
    enrolment: Enrolment, *, by: Player, reason: str, warrior_id: int, name: str, version: int | None = None
) -> Done:
    """Give a warrior another name."""
    move = partial(moves.rename_warrior, warrior_id=warrior_id, name=name)
    return _correct(enrolment, by=by, reason=reason, move=move, version=version)


def rename_warband(enrolment: Enrolment, *, by: Player, reason: str, name: str, version: int | None = None) -> Done:
    """Give a warband another name."""
    return _correct(enrolment, by=by, reason=reason, move=partial(moves.rename_warband, name=name), version=version)


def _correct(
    enrolment: Enrolment, *, by: Player, reason: str, move: Move, version: int | None, tells_gold: bool = False
) -> Done:
    """Make one correction and tell it.

    Raises:
        Refused: without a reason, by whoever is no arbitrator, and where the rules or the warband's state forbid it.
    """
    why = proper_reason(reason)
    if enrolment.warband_id is None:
        raise Refused("This warband is not there any more.", code="no_such_warband")
    with transaction.atomic():
        warband = locked(enrolment.warband_id, version=version)
        campaign = open_campaign(enrolment.campaign_id)
        member_with(campaign, player=by, right=Right.CORRECT)
        own = Enrolment.objects.active().filter(pk=enrolment.pk, warband=warband).first()
        if own is None:
            raise Refused("This warband has left the campaign.", code="retired")
        done = _done(warband, by, lambda roster: _with_reason(move, roster, why))
        quiet = tells_gold and campaign.treasuries_hidden
        told = GOLD_KEPT_QUIET if quiet else done.event.sentence.removesuffix(_because(why))
        record(campaign, kind=Kind.CORRECTION, sentence=f"{warband.name}: {told}", enrolment=own, by=by, reason=why)
        text = f"{warband.name} was corrected by an arbitrator. {told} {why}"
        words = words_to([own.player_id], kind=Notice.Kind.CORRECTED, text=text, path=own.get_absolute_url())
        notify(campaign, words=words, by=by)
    return done


def _done(warband: Warband, by: Player, move: Move) -> Done:
    """The act itself; into a night that is open where there is one."""
    if PostBattle.objects.open().filter(side__warband=warband).exists():
        return meanwhile_move(warband, move=move, by=by, name="correction")
    return act(warband, by=by, name="correction", move=move)


def proper_reason(text: str) -> str:
    """A correction's reason as it is stored. Raises Refused for none and for a too long one."""
    reason = clean_line(text)
    if not reason:
        raise Refused("A correction needs a reason: it stands in the chronicle.", code="reason")
    if len(reason) > LONGEST_REASON:
        raise Refused(f"A reason has at most {LONGEST_REASON} characters.", code="reason")
    return reason


def _with_reason(move: Move, roster: Roster, reason: str) -> Moved:
    moved = move(roster)
    return Moved(moved.snapshot, moved.sentence + _because(reason), moved.warrior, moved.rolls, moved.buying)


def _because(reason: str) -> str:
    return f" Corrected by an arbitrator: {reason}"
