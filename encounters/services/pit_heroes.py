"""A hero who was sold to the pits fights for his freedom, and his night is told how it ended (ruling 17).

He and his opponent are standard pit fighters; the opponent's type is drawn. Whoever is taken out has lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from campaigns.models import PostBattle
from campaigns.postbattle.log import Diverged, Given
from campaigns.postbattle.run import NeedsChoice
from campaigns.postbattle_selectors import played
from campaigns.services.postbattle import arbitrates, may_lead, take
from encounters.models import PitFight
from encounters.pit_selectors import FOR_FREEDOM
from encounters.pitfight.state import PitFight as Fight
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services import pit_going as going
from encounters.services.pit_gathering import Enlisting
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook

WON, LOST = "won", "lost"
# Of the computer against which a hero fights, where no arbitrator chooses another.
USUAL_STRENGTH = "seasoned"
OPEN = (PitFight.State.GATHERING, PitFight.State.UNDER_WAY)


def hero_asked_for(post: PostBattle) -> str:
    """Whose fight in the pits the night waits for; empty where it waits for something else."""
    if not post.is_open:
        return ""
    try:
        waiting = played(post, current_rulebook()).waiting
    except Diverged:
        return ""
    if isinstance(waiting, NeedsChoice) and waiting.question.choose == FOR_FREEDOM:
        return waiting.question.warrior or ""
    return ""


def fight_for(post: PostBattle, *, hero: str) -> PitFight | None:
    """The fight about him that has not ended; one query."""
    return PitFight.objects.filter(night=post, hero=hero, state__in=OPEN).first()


def open_heros_fight(
    post: PostBattle, *, by: Player, scroll: str, levels: Sequence[int], strength: str, minutes: int = 0
) -> PitFight:
    """The fight of the hero for whom the night waits: against the computer at that strength, or, with none, against
    whoever takes the opponent's place. An arbitrator who opens it chooses the strength; the hero is his player's then
    too.

    Raises:
        Refused: where the night waits for no such thing, by whoever may not lead it, for what is no fighter, and for
            another strength than the usual one by whoever does not arbitrate.
    """
    with transaction.atomic():
        row = gathering.lock_night(post.pk)
        if row is None or not may_lead(row, player=by):
            raise Refused("Only whoever plays this warband fights for its hero.", code="may_not")
        if strength not in ("", USUAL_STRENGTH) and not arbitrates(row, player=by):
            raise Refused("How strong the computer is, an arbitrator of the campaign chooses.", code="may_not")
        hero = hero_asked_for(row)
        if not hero:
            raise Refused("This night waits for no fight in the pits.", code="not_asked")
        if known := fight_for(row, hero=hero):
            return known
        fight = gathering.open_fight(by=by, name=f"{hero} fights for freedom", minutes=minutes, night=row, hero=hero)
        whose = row.side.player or by
        gathering.take_place(fight, by=whose, enlisting=Enlisting(hero, scroll, tuple(levels)), hero=True)
        other = gathering.opponent(fight, 1)
        gathering.take_place(fight, by=by, enlisting=other, computer=strength or USUAL_STRENGTH, hero=True)
        if strength:
            fights.begin(fight, by=by)
    fight.refresh_from_db()
    return fight


def give_way(post: PostBattle, *, arbitrates: bool) -> None:
    """The night is told by hand: a fight that still waits for an opponent, or that an arbitrator overrules, is off.
    Within the transaction that has locked the warband and the night.

    Raises:
        Refused: where a fight has begun, and nobody but an arbitrator may overrule it.
    """
    row = PitFight.objects.select_for_update().filter(night=post, state__in=OPEN).first()
    if row is None:
        return
    if row.is_under_way and not arbitrates:
        told = f"{row.hero} fights for freedom in the arena, and how that ends decides. An arbitrator may overrule it."
        raise Refused(told, code="in_the_arena")
    gathering.changed(row, state=PitFight.State.CALLED_OFF, ended_at=timezone.now())


def _result(fight: Fight, place: int) -> str:
    """Taken out is lost; where nobody is, whoever did more damage has won; empty where neither did any."""
    outcome = fight.outcome
    if fight.fighters[place].out:
        return LOST
    if outcome is None or outcome.winner is None:
        return ""
    return WON if outcome.winner == place else LOST


@receiver(going.fight_ended)
def a_fight_has_ended(sender: object, row: PitFight, fight: Fight, **kwargs: Any) -> None:
    if row.night_id is not None:
        bring_home(row, fight)


def bring_home(row: PitFight, fight: Fight) -> bool:
    """Tell the night how the fight ended, if it still waits for that; ``False`` where it does not, where nobody can
    tell who won, so that they fight once more, or where the rules of the night refuse it: then it is told by hand.
    Within the transaction that ends the fight.
    """
    post = PostBattle.objects.select_related("side__battle__campaign").filter(pk=row.night_id or 0).first()
    hero = row.seats.select_related("player").order_by("place").first()
    if post is None or hero is None or hero.player is None or hero_asked_for(post) != row.hero:
        return False
    result = _result(fight, hero.place)
    if not result:
        return False
    try:
        with transaction.atomic():
            take(post, by=hero.player, given=Given(answer=(result,)), version=post.version)
    except Refused:
        return False
    row.brought_home_at = timezone.now()
    row.save(update_fields=["brought_home_at"])
    return True
