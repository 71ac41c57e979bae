"""The dice about a captive: which the campaign allows, and the rolls as they stay in the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from campaigns.battle.seeds import SeedDice, new_seed
from campaigns.models import Campaign, Captive
from campaigns.postbattle.captivity import Sealed
from campaigns.services.captive_matters import Matter
from mordheim.rules.dice import Dice, EnteredDice, Roll
from warbands.models import Player
from warbands.roster.refusals import Refused


def label_of(captive: Captive) -> str:
    """What the app's dice about a captive are derived for."""
    return f"captive/{captive.pk}"


def dice_for(matter: Matter, *, faces: Sequence[int]) -> Dice:
    """The dice that the campaign allows. Raises Refused for the others."""
    policy = matter.campaign.dice_policy
    if faces and policy == Campaign.DicePolicy.APP:
        raise Refused("In this campaign the app rolls the dice.", code="dice")
    if faces or policy == Campaign.DicePolicy.TABLE:
        return EnteredDice(faces)
    return SeedDice(matter.captive.seed, label_of(matter.captive))


def keep_rolls(matter: Matter, *, sealed: Sealed, by: Player) -> None:
    """The rolls as they stay in the record; the number of the first die is what the app's faces hang on."""
    number, kept = 1, []
    for roll in (event.roll for event in sealed.events if event.roll):
        kept.append(_kept_roll(matter.captive, roll, number, by))
        number += len(roll.faces)
    if kept:
        matter.captive.rolls = [*matter.captive.rolls, *kept]
        matter.captive.save(update_fields=["rolls"])


def _kept_roll(captive: Captive, roll: Roll, number: int, by: Player) -> dict[str, Any]:
    about = {"first_die": number, "by": by.pk, "at": timezone.now().isoformat(), "taken_back_at": None}
    return {**roll.as_json(), **about, "seed": captive.seed if roll.source == "app" else ""}


def spend_seed(row: Captive) -> None:
    """Its rolls count no more, and dice of a seed that was shown are no dice: a new one is drawn."""
    now = timezone.now().isoformat()
    row.rolls = [{**one, "taken_back_at": one["taken_back_at"] or now} for one in row.rolls]
    if any(one["seed"] == row.seed for one in row.rolls):
        row.seed = new_seed()
