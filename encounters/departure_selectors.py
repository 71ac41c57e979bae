"""What a player has part in at the pit, and in skirmishes, and what he is told of it before he goes."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q, QuerySet

from encounters.models import PitEntrant, PitFight, PitOdds, PitRoster, PitSeat, PitTournament, SkirmishFight
from encounters.models.pit import Gathered
from encounters.pitfight.wording import counted
from warbands.models import Player


def own_tournaments(player: Player) -> QuerySet[PitTournament]:
    """Those that he has made, the oldest first."""
    return PitTournament.objects.filter(made_by=player).order_by("pk")


def own_fights(player: Player) -> QuerySet[PitFight]:
    """Those outside tournaments that he has made, or that are nobody's and have a fighter of his; the oldest first."""
    seats = PitSeat.objects.filter(player=player).values("fight")
    rows = PitFight.objects.filter(Q(made_by=player) | Q(made_by=None, pk__in=seats))
    return rows.filter(tournament=None).order_by("pk")


def with_others(player: Player) -> tuple[Q, Q]:
    """Which fights and which tournaments have a fighter of another player."""
    fights = PitSeat.objects.filter(player__isnull=False).exclude(player=player).values("fight")
    tournaments = PitEntrant.objects.filter(player__isnull=False).exclude(player=player).values("tournament")
    return Q(pk__in=fights), Q(pk__in=tournaments)


def told_of_parting(player: Player) -> list[str]:
    """What else goes with him, as sentences; eight small queries."""
    return [*_deleted(player), *_of_games_with_others(player)]


def _deleted(player: Player) -> Iterator[str]:
    if number := PitRoster.objects.filter(owner=player).count():
        yield f"It deletes {counted(number, 'pit fighter')}, with all that was written of them."
    fights, tournaments = with_others(player)
    alone = (own_fights(player).exclude(fights).count(), own_tournaments(player).exclude(tournaments).count())
    if any(alone):
        yield f"It deletes {_games(*alone)} of the pit in which no other player has a fighter."
    if number := SkirmishFight.objects.filter(made_by=player).count():
        yield f"It deletes {counted(number, 'skirmish', 'skirmishes')}, with their logs and sheets."
    if PitOdds.objects.filter(asked_by=player).exists():
        yield "It deletes the odds of the pit that you asked for; those that are being worked out stop."


def _of_games_with_others(player: Player) -> Iterator[str]:
    fights, tournaments = with_others(player)
    waiting = (
        own_fights(player).filter(fights, state=Gathered.State.GATHERING).count(),
        own_tournaments(player).filter(tournaments, state=Gathered.State.GATHERING).count(),
    )
    if any(waiting):
        yield f"It calls off {_games(*waiting)} of the pit for which you gather fighters."
    if PitSeat.objects.filter(player=player, fight__in=PitFight.objects.going_on().filter(fights)).exists():
        yield "In fights with others in the pit the computer plays on for you."


def _games(fights: int, tournaments: int) -> str:
    """``2 fights and 1 tournament``."""
    told = ((fights, "fight"), (tournaments, "tournament"))
    return " and ".join(counted(number, name) for number, name in told if number)
