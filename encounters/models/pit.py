"""The pit: fighters whom players keep, fights as they are being fought, and what was ordered and rolled in them.

A fight's row holds its notation (`encounters.pitfight.notation`), sealed orders among it, which therefore nobody is
shown as it stands. Its steps are the orders and the faces in their sequence: they replay the fight.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from campaigns.models import PostBattle
from encounters.models.papers import GameDocument, new_code
from warbands.models import Player

LONGEST_NAME = 60


class Enlisted(models.Model):
    """Somebody who is to fight: name, scroll, characteristics as built in the order of CHARACTERISTICS, what earlier
    fights left him, and who decides for him: a player, or the computer at a strength. ``age`` is the player's in years,
    where he says so."""

    name = models.CharField(max_length=LONGEST_NAME)
    scroll = models.CharField(max_length=40)
    levels: Any = models.JSONField()
    past: Any = models.JSONField(default=dict, blank=True)
    roster = models.ForeignKey(
        "encounters.PitRoster", on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="+"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="+"
    )
    computer = models.CharField(max_length=20, blank=True)
    age = models.PositiveSmallIntegerField(null=True, blank=True, default=None)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


# --- fighters ---------------------------------------------------------------------------------------------------------


class PitRoster(models.Model):
    """A pit fighter whom a player keeps from fight to fight. ``levels`` are as he was built; what has become of him
    since follows from his entries (`encounters.pitfight.career`)."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pit_rosters")
    name = models.CharField(max_length=LONGEST_NAME)
    scroll = models.CharField(max_length=40)
    levels: Any = models.JSONField()
    notes = models.TextField(blank=True, max_length=2000)
    version = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("pit-roster", args=[self.code])


class PitRosterEntry(models.Model):
    """One thing that has become of a pit fighter, and what it has changed. Entries are added and taken back, never
    changed."""

    class Kind(models.TextChoices):
        FOUGHT = "fought", "fought"
        SAT_OUT = "sat_out", "sat a fight out"
        RETURNED = "returned", "came back"
        DIED = "died", "died"
        RETIRED = "retired", "retired"
        LEARNED = "learned", "learned"
        NOTED = "noted", "noted"

    roster = models.ForeignKey(PitRoster, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind)
    fight = models.ForeignKey(
        "encounters.PitFight", on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="entries"
    )
    content: Any = models.JSONField(default=dict, blank=True)
    sentence = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    taken_back_at = models.DateTimeField(null=True, blank=True, default=None)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["roster", "fight"],
                condition=Q(kind="fought", taken_back_at=None),
                name="one_standing_entry_of_a_pit_fight",
            ),
        ]

    def __str__(self) -> str:
        return self.sentence


# --- fights -----------------------------------------------------------------------------------------------------------


class Gathered(models.Model):
    """Something for which fighters are gathered before it begins, in the pit or elsewhere. ``version`` rises with every
    change, so that pages which wait see that it has gone on. ``seed`` is secret until it has ended; its hash never is.
    ``minutes`` is how long a player may take for an answer before he can be passed over; none is as long as he
    likes."""

    class State(models.TextChoices):
        GATHERING = "gathering", "waiting for fighters"
        UNDER_WAY = "under_way", "under way"
        OVER = "over", "over"
        CALLED_OFF = "called_off", "called off"

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    state = models.CharField(max_length=12, choices=State, default=State.GATHERING)
    version = models.PositiveIntegerField(default=1)
    terms: Any = models.JSONField(default=dict, blank=True)
    minutes = models.PositiveSmallIntegerField(default=0)
    seed = models.CharField(max_length=64, blank=True)
    seed_hash = models.CharField(max_length=64, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True, blank=True, default=None)
    ended_at = models.DateTimeField(null=True, blank=True, default=None)

    class Meta:
        abstract = True
        ordering = ["-made_at", "-pk"]

    @property
    def is_gathering(self) -> bool:
        return self.state == self.State.GATHERING

    @property
    def is_under_way(self) -> bool:
        return self.state == self.State.UNDER_WAY

    @property
    def is_over(self) -> bool:
        return self.state == self.State.OVER

    @property
    def is_called_off(self) -> bool:
        return self.state == self.State.CALLED_OFF

    @property
    def seed_shown(self) -> str:
        """The seed, once it gives nothing away."""
        return self.seed if self.is_over or self.is_called_off else ""


class PitFightQuerySet(models.QuerySet["PitFight"]):
    def going_on(self) -> PitFightQuerySet:
        return self.filter(state=PitFight.State.UNDER_WAY)

    def of_player(self, player: Player) -> PitFightQuerySet:
        """Those that he made or has a fighter in; of a tournament that he made only the latter."""
        seats = PitSeat.objects.filter(player=player).values("fight")
        return self.filter(Q(made_by=player, tournament=None) | Q(pk__in=seats))


class PitFight(Gathered):
    """One fight, from the gathering of its fighters on.

    ``notation`` is the fight as it stands once it has begun, and ``question`` the number of what it asks, which an
    order answers. ``result`` is told once it is over; ``again`` is the fight to which the same meet once more. A fight
    about a hero who was sold to the pits belongs to a night.
    """

    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    question = models.PositiveIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(default=0)
    waits_for: Any = models.JSONField(default=list, blank=True, help_text="places that have not answered yet")
    asked_at = models.DateTimeField(null=True, blank=True, default=None)
    result: Any = models.JSONField(default=dict, blank=True)
    tournament = models.ForeignKey(
        "encounters.PitTournament",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        default=None,
        related_name="fights",
    )
    round = models.PositiveSmallIntegerField(default=0)
    slot = models.PositiveSmallIntegerField(default=0)
    night = models.ForeignKey(
        PostBattle, on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="pit_fights"
    )
    hero = models.CharField(max_length=200, blank=True)
    brought_home_at = models.DateTimeField(null=True, blank=True, default=None)
    again = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, default=None, related_name="+")
    opening = models.TextField(blank=True)
    notation = models.TextField(blank=True)

    objects = PitFightQuerySet.as_manager()

    class Meta(Gathered.Meta):
        indexes = [models.Index(fields=["state", "asked_at"])]

    def __str__(self) -> str:
        return self.name or "a pit fight"

    def get_absolute_url(self) -> str:
        return reverse("pit-fight", args=[self.code])


class PitSeat(Enlisted):
    """A fighter in a fight. ``place`` is his in the fight's order. ``called_off`` says that his player is for breaking
    it off."""

    fight = models.ForeignKey(PitFight, on_delete=models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    nudged_at = models.DateTimeField(null=True, blank=True, default=None)
    called_off = models.BooleanField(default=False)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["fight", "place"], name="one_pit_seat_of_a_place"),
            models.UniqueConstraint(fields=["fight", "name"], name="one_pit_fighter_of_a_name_in_a_fight"),
        ]
        indexes = [models.Index(fields=["player", "fight"])]


class PitStep(models.Model):
    """What answered one question: the orders as notation, in the order of their fighters, the faces that fell
    (``die``, ``face``, ``for``), and the events that came of it. ``late`` are the places passed over for having taken
    too long; a face with ``late``, one of these, drew the location that was taken for his answer."""

    fight = models.ForeignKey(PitFight, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField(help_text="of the question")
    turn = models.PositiveSmallIntegerField()
    orders: Any = models.JSONField()
    faces: Any = models.JSONField(default=list)
    events: Any = models.JSONField(default=list)
    late: Any = models.JSONField(default=list, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["fight", "number"], name="one_pit_step_of_a_question")]

    def __str__(self) -> str:
        return f"question {self.number}"


# --- on paper ---------------------------------------------------------------------------------------------------------


class PitDocument(GameDocument):
    """A PDF of the pit: a fighter's roster with his scroll, and an arena."""

    roster = models.ForeignKey(PitRoster, on_delete=models.CASCADE, related_name="documents")
    file = models.FileField(upload_to="documents/pit", blank=True)

    class Meta(GameDocument.Meta):
        indexes = [models.Index(fields=["status", "asked_at"])]
        constraints = [
            models.UniqueConstraint(fields=["roster", "digest"], name="one_pit_document_of_a_digest"),
            models.CheckConstraint(
                condition=~Q(status="ready") | ~Q(file=""), name="a_ready_pit_document_has_its_file"
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("pit-document", args=[self.code])

    @property
    def keeper_id(self) -> int | None:
        return self.roster.owner_id
