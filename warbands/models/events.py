"""What happened to a warband, append-only.

Gold, wyrdstone and rating are rewritten from these rows; an audit folds them and must arrive at the stored
figures. Events of one act share a mark, so that the history reads as acts.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from warbands.models.roster import Warband


class WarbandEvent(models.Model):
    """One thing that happened: the act, a sentence, who did it, what was rolled, what was moved.

    ``gold``, ``shards``, ``rating`` and ``warriors`` are what this act added, negative for what it took.
    """

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField(help_text="the warband's version that this act made")
    act = models.CharField(max_length=40)
    sentence = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    warrior_name = models.CharField(max_length=200, blank=True)
    rolls = models.JSONField(default=list, blank=True)
    gold = models.IntegerField(default=0)
    shards = models.IntegerField(default=0)
    rating = models.IntegerField(default=0)
    warriors = models.IntegerField(default=0)
    happened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["warband", "number"], name="one_event_for_each_version")]

    def __str__(self) -> str:
        """Not the sentence, which may tell gold that others do not see."""
        return f"{self.number}: {self.act}"
