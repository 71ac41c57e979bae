"""The game at a table, once it is over: what it brings into the battle's report.

Everything before that is `encounters.services.tables`. What the tracker tells is a report like any other: whoever plays
confirms it, or reports something else. With it goes what only the table knows: the alliances as they were at the end,
a hired sword who came in the middle of the game, and what happened, for the chronicle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from django.db import transaction
from django.utils import timezone

from campaigns.battle.told import Fallen, Told
from campaigns.battle_selectors import roster_in_battle
from campaigns.models import Battle, BattleReport, ChronicleEntry, Side
from campaigns.services.battle_reports import report_battle
from campaigns.services.battles import change_alliances, locked_battle
from campaigns.services.chronicle import Kind, record
from campaigns.services.mustering import take_on_sword
from encounters.carrying import brought_home
from encounters.game import Game
from encounters.happenings.plain import Fee
from encounters.models import Encounter, Phase
from encounters.services.tables import Locked, locked_table
from mordheim.rules.snapshot import Piece
from warbands.models import Player
from warbands.roster.moves import free_name
from warbands.roster.refusals import Refused


@dataclass(frozen=True)
class Sword:
    """A hired sword whom a happening has brought, and whether he was put out of action."""

    place: int
    key: str
    name: str
    gear: tuple[str, ...]
    is_out: bool


def swords_of(game: Game) -> Iterator[Sword]:
    """Those who came in the middle of the game."""
    for fee in game.carried:
        if isinstance(fee, Fee):
            own = (one for one in game.run.appeared if one.place == fee.place)
            fallen = sum(one.fallen for one in own if one.block.hired_sword == fee.hired_sword)
            yield Sword(fee.place, fee.hired_sword, fee.name, fee.gear, bool(fallen))


def told_of(game: Game) -> Told | None:
    """What the game brings home; ``None`` while it is not over."""
    if game.told is None:
        return None
    return brought_home(game.told, game.carried, game.run.parties, order=game.run.order)


def report_game(encounter: Encounter, *, by: Player, version: int | None = None) -> BattleReport:
    """Report the battle as the table knows it. It counts as any report does.

    Raises:
        Refused: while the game goes on, for what no report may say, and by whoever has no part in it.
        OutOfDate: when the table has gone on from ``version``.
    """
    with transaction.atomic():
        battle, told = _handed_over(encounter, by, version)
        return report_battle(battle, by=by, told=told)


def hand_over(encounter: Encounter, *, by: Player, version: int | None = None) -> Battle:
    """The same without reporting: for a report that begins with what the table knows and is changed by hand.

    Raises:
        Refused, OutOfDate: as `report_game` does.
    """
    with transaction.atomic():
        return _handed_over(encounter, by, version)[0]


def _handed_over(encounter: Encounter, by: Player, version: int | None) -> tuple[Battle, Told]:
    """The battle as the game has left it, and its report. The locks of a report come first, then those of a table."""
    locked_battle(encounter.battle)
    at = locked_table(encounter, by=by, version=version)
    game = game_under_lock(at)
    told = told_of(game)
    if told is None:
        raise Refused("The game is not over yet.", code="not_yet")
    change_alliances(at.battle, by=by, alliances=game.alliances)
    for sword in swords_of(game):
        _joins(at, sword, by)
    _chronicled(at.battle, game, by)
    at.encounter.game_closed_at = timezone.now()
    at.encounter.version += 1  # other phones hear of it
    at.encounter.save(update_fields=["game_closed_at", "version"])
    return at.battle, with_swords(told, game, list(Side.objects.filter(battle=at.battle).order_by("place")))


def game_under_lock(at: Locked) -> Game:
    """Raises Refused where no game goes on."""
    if at.encounter.phase != Phase.GAME:
        raise Refused("The table is not set yet.", code="not_yet")
    return cast(Game, at.played().run)


# --- a sword who came in the middle of it -------------------------------------------------------------------------


def _joins(at: Locked, sword: Sword, by: Player) -> None:
    """He is on the roster for this battle, so that what became of him is rolled for; once, however often it is told.
    Where the rules do not let the warband have him he is none of it, and only his fee is spoken of."""
    side = next(side for side in at.sides if side.place == sword.place)
    if name_of(side, sword):
        return
    name = free_name(roster_in_battle(side, at.rulebook), sword.name)
    gear = [Piece(key) for key in sword.gear]
    try:
        take_on_sword(side, by=by, type_key=sword.key, name=name, free=True, equipment=gear, told_by_table=True)
    except Refused:
        return


def name_of(side: Side, sword: Sword) -> str:
    """What he is called on the roster; empty where he is not on it."""
    warriors = (one["warrior"] for one in side.joined)
    return next((str(one["name"]) for one in warriors if one["type"] == sword.key), "")


def with_swords(told: Told, game: Game, sides: list[Side]) -> Told:
    """The report with those of them who were put out of action, by their names on the roster."""
    told_sides = list(told.sides)
    for sword in swords_of(game):
        name = name_of(sides[sword.place], sword)
        if sword.is_out and name:
            own = told_sides[sword.place]
            told_sides[sword.place] = replace(own, fallen=(*own.fallen, Fallen(name, 1)))
    return replace(told, sides=tuple(told_sides))


# --- the chronicle ------------------------------------------------------------------------------------------------


def _chronicled(battle: Battle, game: Game, by: Player) -> None:
    """A sentence for what happened, once; it is taken back with the battle."""
    happened = game.run.happened
    if happened is None:
        return
    whose = game.run.name_of(happened.place)
    sentence = f"In battle {battle.number}, in turn {happened.number} of {whose}, this happened: {happened.name}."
    lines = ChronicleEntry.objects.standing().filter(battle=battle.pk)
    if not lines.filter(sentence=sentence).exists():
        record(battle.campaign, kind=Kind.AFTERMATH, sentence=sentence, by=by, battle_id=battle.pk)
