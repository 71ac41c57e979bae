"""Guests: trying the site without an account.

A guest is a player without a password whose time is limited. The row is made at the first thing that needs an owner,
by a POST and never by looking at a page, so that crawlers make none. From there a guest goes one of three ways: he
signs up and his row becomes the account (`warbands.services.accounts.sign_up`), he signs in to an account he had and
his things move over (`hand_over`), or his time runs out and all of it goes (`expire_guests`). His session ends at the
same moment as his time, so nobody is signed in as a row that is about to go.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from importlib import import_module

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone

from warbands.models import Player, RosterDocument, Warband, WarbandEvent
from warbands.services.accounts import lock_all_that_goes, lock_warbands_of, remove_player
from warbands.services.throttling import address_of, spend

GUEST_PREFIX = "guest-"

# Sent with ``guest`` and ``to`` while a guest's things move to an account, within that transaction: whoever keeps more
# of his moves it along.
handing_over = Signal()


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


def hand_over(guest: Player, *, to: Player) -> int:
    """Move all that a guest made to an account and let the guest go; returns how many warbands came along.

    Nothing moves when the guest is gone or has become an account meanwhile. The account's limit does not count here:
    what somebody made is never taken from him for signing in.
    """
    with transaction.atomic():
        # An act that is under way saves the whole row, its owner too: wait for it.
        lock_warbands_of(guest)
        row = Player.objects.guests().select_for_update().filter(pk=guest.pk).first()
        if row is None:
            return 0
        moved = Warband.objects.owned_by(row).update(owner=to)
        RosterDocument.objects.filter(requested_by=row).update(requested_by=to)
        WarbandEvent.objects.filter(by=row).update(by=to)
        handing_over.send(sender=Player, guest=row, to=to)
        row.delete()
    return moved


def expire_guests() -> int:
    """Delete the guests whose time is over with all they own, and what is left of ended sessions. Safe to run twice."""
    gone = 0
    for expired in list(Player.objects.expired_guests()):
        with transaction.atomic():
            lock_all_that_goes(expired)
            # Read again under the lock: he may have signed up meanwhile.
            guest = Player.objects.expired_guests().select_for_update().filter(pk=expired.pk).first()
            if guest is not None:
                remove_player(guest)
                gone += 1
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return gone
