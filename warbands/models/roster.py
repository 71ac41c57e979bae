"""What a player owns.

A warrior, a henchman group and a hired sword are one table told apart by ``section``: they share all but two
columns, a promoted henchman keeps his row, and a roster page needs one query for them all. What is a list of keys
(skills, injuries, ...) is stored as the warband file writes it. Nothing here is written except through
`warbands.services.acts`.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse


def new_share_token() -> str:
    return secrets.token_urlsafe(16)


class WarbandQuerySet(models.QuerySet["Warband"]):
    def owned_by(self, user: object) -> WarbandQuerySet:
        return self.filter(owner=user)

    def founded(self) -> WarbandQuerySet:
        return self.filter(founded=True)

    def shared(self) -> WarbandQuerySet:
        return self.exclude(share_token=None)


class Warband(models.Model):
    """A warband. ``version`` rises with each act; a form that answers an older one is refused kindly.

    ``treasury``, ``wyrdstone``, ``rating`` and ``warrior_count`` are recomputed totals of the rows and events.
    A draft's treasury may be below zero, a founded warband's never. While a battle and the night after it hold a
    warband, only they change it.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="warbands")
    name = models.CharField(max_length=200)
    type_key = models.CharField(max_length=60)
    founded = models.BooleanField(default=False)
    battles = models.PositiveIntegerField(default=0)
    starting_gold = models.PositiveIntegerField(default=500)
    treasury = models.IntegerField(default=0)
    wyrdstone = models.PositiveIntegerField(default=0)
    rating = models.PositiveIntegerField(default=0)
    warrior_count = models.PositiveIntegerField(default=0)
    effects = models.JSONField(default=list, blank=True)
    notes = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=0)
    held_for = models.CharField(
        max_length=250, blank=True, help_text="the battle that it is in, as a sentence names it"
    )
    held_at = models.CharField(max_length=200, blank=True, help_text="the page on which that goes on")
    share_token = models.CharField(max_length=40, unique=True, null=True, blank=True, default=None)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    objects = WarbandQuerySet.as_manager()

    class Meta:
        ordering = ["-changed_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(founded=False) | Q(treasury__gte=0), name="a_founded_warband_has_no_negative_gold"
            ),
            models.CheckConstraint(
                condition=Q(founded=True) | Q(battles=0), name="a_draft_has_fought_no_battle"
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("warband-detail", args=[self.pk])

    def treasury_at(self, counted: int | None) -> int:
        """What the treasury is stored as when the roster counts so much gold; unchanged where it cannot be counted.

        A starting warband's gold is what its list's prices leave of its starting gold. Prices that rise after it was
        founded may leave it nothing, but no debt.
        """
        if counted is None:
            return self.treasury
        return max(0, counted) if self.founded else counted

    @property
    def held_told(self) -> str:
        """In what it is held, and what that means; empty for one that is free."""
        if not self.held_for:
            return ""
        return f"{self.name} is in {self.held_for}: nothing else changes until that is finished."

    @property
    def public_path(self) -> str | None:
        return reverse("warband-public", args=[self.share_token]) if self.share_token else None

    @property
    def public_url(self) -> str | None:
        """The whole address of its public page, for QR codes and mails."""
        return f"{settings.SITE_URL}{self.public_path}" if self.share_token else None


class Warrior(models.Model):
    """A hero, a henchman group or a hired sword."""

    class Section(models.TextChoices):
        HERO = "hero", "hero"
        HENCHMAN = "henchman", "henchman group"
        HIRED_SWORD = "hired_sword", "hired sword"

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="warriors")
    section = models.CharField(max_length=12, choices=Section)
    type_key = models.CharField(max_length=60)
    name = models.CharField(max_length=200)
    place = models.PositiveIntegerField(default=0)
    size = models.PositiveSmallIntegerField(default=1)
    leader = models.BooleanField(default=False)
    promoted = models.BooleanField(default=False)
    until = models.CharField(max_length=20, blank=True)
    experience = models.PositiveIntegerField(default=0)
    games_to_miss = models.PositiveIntegerField(default=0)
    captured_by = models.CharField(max_length=200, blank=True)
    advances_due = models.PositiveIntegerField(default=0)
    skill_lists = models.JSONField(default=list, blank=True)
    extra_skill_lists = models.JSONField(default=list, blank=True)
    skills = models.JSONField(default=list, blank=True)
    spells = models.JSONField(default=list, blank=True)
    mutations = models.JSONField(default=list, blank=True)
    increases = models.JSONField(default=dict, blank=True)
    injuries = models.JSONField(default=list, blank=True)
    notes = models.TextField(blank=True)

    class Meta:
        ordering = ["place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["warband", "name"], name="one_warrior_of_a_name_in_a_warband"),
        ]

    def __str__(self) -> str:
        return self.name


class CarriedItem(models.Model):
    """Equal pieces that a warrior carries (each member of a group so many), or that lie in the stash."""

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="items")
    warrior = models.ForeignKey(Warrior, on_delete=models.CASCADE, related_name="items", null=True, blank=True)
    item_key = models.CharField(max_length=60)
    material = models.CharField(max_length=20, blank=True)
    quantity = models.PositiveSmallIntegerField(default=1)
    place = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["place", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(quantity__gt=0), name="a_carried_item_is_there"),
            models.UniqueConstraint(
                fields=["warrior", "item_key", "material"], name="equal_pieces_of_a_warrior_are_one_row"
            ),
            models.UniqueConstraint(
                fields=["warband", "item_key", "material"],
                condition=Q(warrior=None),
                name="equal_pieces_in_a_stash_are_one_row",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} {self.item_key}"
