"""Accounts: signing up, changing who one is, taking one's things along, leaving.

A name and an address are compared in any case, as the database's constraints do it (`Lower`), so that nobody signs up
as ``Gutsnik`` beside ``gutsnik``. SQLite folds ASCII only; for other letters its Unicode-aware regular expressions
are asked as well.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

from axes.utils import reset as unlock
from django.db import IntegrityError, transaction
from django.db.models import Value
from django.db.models.functions import Lower
from django.dispatch import Signal
from django.utils.text import slugify

from warbands.models import Player, Warband
from warbands.roster.interchange import write_warband
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.founding import delete_warband, lock_with_others

# Sent with ``player`` while his things are packed: whoever keeps more of his answers with files by their names.
exporting = Signal()
# Sent with ``player`` while he is asked whether his account is to go: whoever keeps more of his answers with sentences
# on what becomes of it.
parting = Signal()

NAME_TAKEN = "Somebody here has that name already. Choose another."
EMAIL_TAKEN = "There is an account with this address already. Sign in to it, or have its password reset."


def player_called(username: str) -> Player | None:
    """The player of this name, in whatever case it is written."""
    same = Player.objects.alias(folded=Lower("username")).filter(folded=Lower(Value(username)))
    if not username.isascii() and not same.exists():
        return Player.objects.filter(username__iregex=f"^{re.escape(username)}$").first()
    return same.first()


def is_name_taken(username: str, *, besides: Player | None = None) -> bool:
    found = player_called(username)
    return found is not None and found != besides


def is_email_taken(email: str, *, besides: Player | None = None) -> bool:
    others = Player.objects.alias(folded=Lower("email")).filter(folded=Lower(Value(email)))
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    return bool(email) and others.exists()


def sign_up(*, username: str, password: str, email: str = "", guest: Player | None = None) -> Player:
    """A new account. A guest's row becomes the account, so that all he made stays his.

    Raises:
        Refused: when name or address belongs to somebody else.
    """
    with transaction.atomic():
        row = Player.objects.guests().select_for_update().filter(pk=guest.pk).first() if guest else None
        player = row or Player()
        player.username, player.email, player.guest_until = username, email, None
        player.set_password(password)
        _save(player)
    return player


def change_account(player: Player, *, username: str, email: str) -> Player:
    """Another name, another address.

    Raises:
        Refused: when one of them belongs to somebody else.
    """
    with transaction.atomic():
        row = Player.objects.select_for_update().get(pk=player.pk)
        row.username, row.email = username, email
        _save(row)
    return row


def _save(player: Player) -> None:
    besides = player if player.pk else None
    if is_name_taken(player.username, besides=besides):
        raise Refused(NAME_TAKEN, code="name_taken")
    if is_email_taken(player.email, besides=besides):
        raise Refused(EMAIL_TAKEN, code="email_taken")
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        # Two signed up at the same moment; the constraints let one of them through.
        raise Refused("That name or address has just been taken. Choose another.", code="name_taken") from None


def lock_warbands_of(player: Player) -> None:
    """Lock all that a player has until the transaction ends. Warbands come before their player wherever both are
    locked, so that nobody waits for another who waits for him."""
    list(Warband.objects.select_for_update().owned_by(player).order_by("pk"))


def lock_all_that_goes(player: Player) -> None:
    """The same for a player who is about to go with all that he has."""
    lock_with_others(Warband.objects.owned_by(player).values_list("pk", flat=True))


def told_of_parting(player: Player) -> list[str]:
    """What becomes of that which other apps keep of his, when his account is deleted."""
    answers: Sequence[tuple[object, Any]] = parting.send(sender=Player, player=player)
    return [sentence for _, sentences in answers for sentence in sentences]


def delete_account(player: Player) -> None:
    """Delete an account with all it owns.

    Raises:
        Refused: for the last administrator, who would lock everybody out of the administration.
    """
    with transaction.atomic():
        lock_all_that_goes(player)
        if player.is_superuser:
            others = Player.objects.select_for_update().filter(is_superuser=True, is_active=True).exclude(pk=player.pk)
            if not others:
                raise Refused(
                    "You are the only administrator here. Make somebody else one first.", code="last_administrator"
                )
        remove_player(player)


def remove_player(player: Player) -> None:
    """Take away a player's row, his warbands and the files of their documents. Within a transaction."""
    for warband in player.warbands.all():
        delete_warband(warband, though_held=True)
    unlock(username=player.username)
    player.delete()


def unlock_sign_in(player: Player) -> None:
    """Forget the wrong passwords: whoever has proved by mail who he is may sign in at once."""
    unlock(username=player.username)


def everything_of(player: Player) -> bytes:
    """A zip of the player's warband files, and of what other apps keep of his.

    A warband whose type is gone from the rules is written as it stands.
    """
    rulebook = current_rulebook()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for warband in player.warbands.order_by("pk"):
            name = f"{slugify(warband.name)[:60] or 'warband'}-{warband.pk}.yaml"
            archive.writestr(name, write_warband(snapshot_of(warband), rulebook))
        for name, content in _kept_elsewhere(player):
            archive.writestr(name, content)
    return packed.getvalue()


def _kept_elsewhere(player: Player) -> Iterator[tuple[str, bytes]]:
    """The files that others answer `exporting` with, by their names."""
    answers: Sequence[tuple[object, Any]] = exporting.send(sender=Player, player=player)
    for _, files in answers:
        yield from files.items()
