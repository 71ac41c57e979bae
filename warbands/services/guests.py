"""Guests: trying the site without an account.

A guest is a player without a password whose time is limited. The row is made at the first thing that needs an owner,
by a POST and never by looking at a page, so that crawlers make none. From there a guest goes one of three ways: he
signs up and his row becomes the account (`warbands.services.accounts.sign_up`), he signs in to an account he had and
his things move over (`hand_over`), or his time runs out and all of it goes (`expire_guests`). His session ends at the
same moment as his time, so nobody is signed in as a row that is about to go.

What one player may keep is limited, narrowly for guests. A limit only holds under a lock: `room_for` takes it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from importlib import import_module
from typing import Literal

from django.conf import settings
from django.contrib.auth import login
from django.db import connection, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from warbands.models import Player, RosterDocument, Warband, WarbandEvent
from warbands.roster.refusals import Refused
from warbands.services.accounts import remove_player
from warbands.services.throttling import address_of, spend

GUEST_PREFIX = "guest-"
Kept = Literal["warbands", "documents"]


def player_for(request: HttpRequest) -> Player:
    """The player who is signed in, or a new guest, signed in from now on.

    Call it once the form is valid, just before the service that needs an owner.

    Raises:
        Refused: when too many guests came from this address.
    """
    if request.user.is_authenticated:
        return request.user
    if request.method != "POST":
        raise RuntimeError("A guest is made by a POST only: let the view require one.")
    spend(
        "guest",
        address_of(request),
        limit=settings.GUESTS_PER_HOUR,
        told="Many guests have come from your network within the hour. Sign up or sign in to go on at once.",
    )
    guest = _new_guest()
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    request.session.set_expiry(guest.guest_until)
    return guest


def guest_of(request: HttpRequest) -> Player | None:
    """The guest who is asking, if it is one."""
    user = request.user
    return user if user.is_authenticated and user.is_guest else None


def _new_guest() -> Player:
    guest = Player(
        username=f"{GUEST_PREFIX}{secrets.token_hex(8)}",
        guest_until=timezone.now() + timedelta(days=settings.GUEST_DAYS),
    )
    guest.set_unusable_password()
    guest.save()
    return guest


def refuse_over_quota(player: Player, what: Kept) -> None:
    """Refuse one more warband or document to a player who has as many as he may keep.

    Inside a transaction it locks the player's row first, so that two clicks at once cannot both find room.

    Raises:
        Refused: with the limit, and the way on.
    """
    if connection.in_atomic_block and not Player.objects.select_for_update().filter(pk=player.pk).exists():
        raise Refused("Your time as a guest is over. Begin anew, or sign up to keep things.", code="guest_gone")
    if what == "warbands":
        limit = settings.GUEST_DRAFTS if player.is_guest else settings.PLAYER_WARBANDS
        if Warband.objects.owned_by(player).count() < limit:
            return
        keeps = f"{limit} warbands"
    else:
        limit = settings.GUEST_DOCUMENTS if player.is_guest else settings.PLAYER_DOCUMENTS
        if RosterDocument.objects.filter(Q(warband__owner=player) | Q(requested_by=player)).count() < limit:
            return
        keeps = f"{limit} printed sheets"
    if player.is_guest:
        raise Refused(
            f"A guest may keep {keeps}, and you have them. Sign up, which takes a name and a password, and go on: "
            "what you made comes along.",
            code="over_quota",
        )
    raise Refused(f"You have {keeps}, as many as one account may keep. Delete one to make room.", code="over_quota")


@contextmanager
def room_for(player: Player, what: Kept) -> Iterator[None]:
    """The transaction in which one more warband or document is made, refused where there is no room."""
    with transaction.atomic():
        refuse_over_quota(player, what)
        yield


def hand_over(guest: Player, *, to: Player) -> int:
    """Move all that a guest made to an account and let the guest go; returns how many warbands came along.

    Nothing moves when the guest is gone or has become an account meanwhile. The account's limit does not count here:
    what somebody made is never taken from him for signing in.
    """
    with transaction.atomic():
        # An act that is under way saves the whole row, its owner too: wait for it. Warbands come before their player,
        # as everywhere that locks both.
        list(Warband.objects.select_for_update().owned_by(guest).order_by("pk"))
        row = Player.objects.guests().select_for_update().filter(pk=guest.pk).first()
        if row is None:
            return 0
        moved = Warband.objects.owned_by(row).update(owner=to)
        RosterDocument.objects.filter(requested_by=row).update(requested_by=to)
        WarbandEvent.objects.filter(by=row).update(by=to)
        row.delete()
    return moved


def expire_guests() -> int:
    """Delete the guests whose time is over with all they own, and what is left of ended sessions. Safe to run twice."""
    gone = 0
    for pk in list(Player.objects.expired_guests().values_list("pk", flat=True)):
        with transaction.atomic():
            # Read again under the lock: he may have signed up meanwhile.
            guest = Player.objects.expired_guests().select_for_update().filter(pk=pk).first()
            if guest is not None:
                remove_player(guest)
                gone += 1
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return gone
