"""The people. A guest is a player without a name to sign in by, until he signs up or his time runs out."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone


class PlayerManager(UserManager["Player"]):
    def guests(self) -> models.QuerySet[Player]:
        return self.filter(guest_until__isnull=False)

    def expired_guests(self) -> models.QuerySet[Player]:
        return self.filter(guest_until__lt=timezone.now())


class Player(AbstractUser):
    """An account. ``guest_until`` is set on a guest's, which goes then with all that it owns."""

    guest_until = models.DateTimeField(null=True, blank=True, default=None)

    objects: ClassVar[PlayerManager] = PlayerManager()  # type: ignore[assignment]

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="one_account_for_an_email_address"),
            models.UniqueConstraint(Lower("username"), name="one_account_for_a_username_in_any_case"),
        ]

    @property
    def is_guest(self) -> bool:
        return self.guest_until is not None

    @property
    def shown_name(self) -> str:
        """The name that others see."""
        return shown_name_of(self.username, self.guest_until)


def shown_name_of(username: str, guest_until: datetime | None) -> str:
    """The same of an account's columns."""
    return "a guest" if guest_until is not None else username
