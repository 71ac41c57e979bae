"""A player goes: what he alone has played goes with him, what others play goes on.

What is locked is locked in the order that `encounters.services.pit_gathering` tells.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Model, Q

from encounters.departure_selectors import own_fights, own_tournaments, with_others
from encounters.models import (
    PitDocument,
    PitEntrant,
    PitFight,
    PitOdds,
    PitRoster,
    PitSeat,
    PitTournament,
    SkirmishDocument,
    SkirmishFight,
)
from encounters.services import pit_fights, pit_tournaments
from encounters.services.pit_gathering import lock_night
from encounters.services.pit_going import going_on, keep
from mordheim.documents.press import delete_document
from warbands.models import Player
from warbands.roster.refusals import Refused


def leave_games(player: Player) -> None:
    """Before a player goes. His skirmishes, his odds, the pit fighters whom he keeps and what of the pit no other
    player has a fighter in are deleted, with the files of what was printed. What he gathers fighters for is called off.
    In fights with others the computer plays on for him, and a tournament that is under way is led by another who has
    entered it."""
    with transaction.atomic():
        fights = _locked_with(player)
        _delete_skirmishes(player)
        _delete_rosters(player)
        _leave_own_fights(player)
        for tournament in own_tournaments(player):
            _leave_tournament(tournament, player)
        PitEntrant.objects.filter(player=player).update(player=None)
        PitSeat.objects.filter(player=player).update(player=None)
        for fight in PitFight.objects.going_on().filter(pk__in=fights).order_by("pk"):
            _go_on_without_him(fight)
        for odds in PitOdds.objects.select_for_update().filter(asked_by=player).order_by("pk"):
            odds.delete()


def _locked_with(player: Player) -> list[int]:
    """Lock all that changes, each kind at once; returns the fights in which he has a fighter."""
    his = list(PitSeat.objects.filter(player=player).values_list("fight", flat=True))
    own = PitFight.objects.filter(made_by=player) | PitFight.objects.filter(tournament__in=own_tournaments(player))
    going = PitFight.objects.going_on().filter(pk__in=his)
    for night in going.filter(night__isnull=False).order_by("night").values_list("night", flat=True):
        lock_night(night or 0)
    _lock(PitFight, Q(pk__in=his) | Q(pk__in=own.values("pk")))
    tournaments = Q(made_by=player) | Q(pk__in=going.values("tournament"))
    _lock(PitTournament, tournaments)
    entered = PitEntrant.objects.filter(tournament__in=PitTournament.objects.filter(tournaments)).values("roster")
    met = PitSeat.objects.filter(fight__in=going).values("roster__owner")
    _lock(PitRoster, Q(owner=player) | Q(owner__in=met) | Q(pk__in=entered))
    return his


def _lock(model: type[Model], which: Q) -> None:
    rows = model._default_manager.select_for_update().filter(which)
    list(rows.order_by("pk").values_list("pk", flat=True))


def _delete_skirmishes(player: Player) -> None:
    for document in SkirmishDocument.objects.filter(fight__made_by=player):
        delete_document(document)
    for row in SkirmishFight.objects.select_for_update().filter(made_by=player).order_by("pk"):
        row.delete()


def _delete_rosters(player: Player) -> None:
    for document in PitDocument.objects.filter(roster__owner=player):
        delete_document(document)
    for row in PitRoster.objects.filter(owner=player):
        row.delete()


def _leave_own_fights(player: Player) -> None:
    shared, _ = with_others(player)
    own_fights(player).exclude(shared).delete()
    for row in PitFight.objects.filter(made_by=player, tournament=None, state=PitFight.State.GATHERING):
        pit_fights.call_off(row, by=player)


def _leave_tournament(row: PitTournament, player: Player) -> None:
    others = row.entrants.filter(player__isnull=False).exclude(player=player)
    heir = others.select_related("player").order_by("number").first()
    if heir is None:
        row.fights.all().delete()
        row.delete()
    elif row.is_gathering:
        pit_tournaments.call_off(row, by=player)
    elif row.is_under_way:
        PitTournament.objects.filter(pk=row.pk).update(made_by=heir.player)
        row.fights.filter(made_by=player).update(made_by=heir.player)


def _go_on_without_him(fight: PitFight) -> None:
    try:
        going = going_on(fight)
    except Refused:
        return
    going.let_computers_answer()
    keep(going)
