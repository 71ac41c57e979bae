"""The table of a battle, set step by step, and whatever is played on it.

Each thing that a player brings (a roll, faces, a decision, something done) is one act: the log of the phase that goes
on is played from the start, goes on with what was brought, and is kept with each roll in the record of dice, or nothing
is. The last act can be taken back. What plays a phase is `encounters.phases`.

Locks are taken in one order: the battle, then its table; where warbands are locked, they come first.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.battle import seeds
from campaigns.battle_selectors import asked_before, scenario_bonuses, sides_of
from campaigns.models import Battle, Side
from campaigns.postbattle.log import AppFace, Diverged, Given, LoggedRoll, LogSession
from campaigns.services.battles import acting_in, change_alliances, choose_scenario, in_a_row, locked_battle
from campaigns.services.dice import refuse_dice
from campaigns.services.people import CLOSED
from campaigns.services.postbattle import unique_finds
from encounters.mapping.shifts import Shift
from encounters.models import Encounter, Phase, TableRoll, label_of
from encounters.phases import PHASES
from encounters.setup.plan import Plan
from encounters.table_selectors import Played, came_of, keep, played, set_up_of
from mordheim.rules.dice import DiceError
from mordheim.rules.rulebook import Rulebook
from warbands.models import Player
from warbands.roster.refusals import OutOfDate, Refused
from warbands.selectors import current_rulebook

# Seeds of maps, and how many are tried until one has room for the counters that were laid by hand.
MAP_SEEDS, MAPS_TRIED = 1_000_000, 24
MOST_SHIFTS = 200


@dataclass(frozen=True)
class Taken:
    """What came of it: the table as stored, and the phase that was gone on with by now."""

    encounter: Encounter
    played: Played


@dataclass(frozen=True)
class Locked:
    """A table under lock, with all that is needed to go on with it."""

    battle: Battle
    sides: list[Side]
    encounter: Encounter
    rulebook: Rulebook

    def played(self, session: LogSession | None = None) -> Played:
        """The phase that goes on. Raises Refused where nothing goes further, or the rules have changed."""
        phase = self.encounter.phase
        if phase not in PHASES:
            raise Refused("The set-up is closed: the table stands as it is.", code="over")
        try:
            return played(self.encounter, self.sides, self.rulebook, phase, session)
        except DiceError as error:
            raise Refused(str(error), code="dice") from None
        except Diverged as error:
            told = f"The rules have changed since, so that this cannot go on ({error}). Start over, or take it back."
            raise Refused(told, code="diverged") from None


# --- beginning --------------------------------------------------------------------------------------------------------


def begin_table(battle: Battle, *, by: Player, map_seed: int | None = None) -> Encounter:
    """Begin to set the table of a battle that is under way; where somebody has begun already, it is that table.

    Args:
        battle: the battle.
        by: one of those who play in it, or an arbitrator.
        map_seed: what draws the map; else it is drawn by lot.

    What earlier battles have left of bonuses on the scenario's roll is added up, of all warbands that come.

    Raises:
        Refused: before the battle begins and once it is reported, while a warband has still to roll who takes part,
            and by whoever has no part in it.
    """
    with transaction.atomic():
        row, sides = _locked(battle.pk, by)
        _refuse_rolls_left(sides)
        fresh = {
            "map_seed": secrets.randbelow(MAP_SEEDS) if map_seed is None else map_seed,
            "came": came_of(sides, bonus=sum(scenario_bonuses(row, sides).values())),
            "begun_by": by,
        }
        encounter, _ = Encounter.objects.get_or_create(battle=row, defaults=fresh)
        encounter.battle = row
    return encounter


def _refuse_rolls_left(sides: Sequence[Side]) -> None:
    """Who stays at home is known before anybody counts warriors."""
    rulebook = current_rulebook()
    rolling = [side.warband_name for side in sides if any(not one.is_test for one in asked_before(side, rulebook))]
    if rolling:
        has = "has" if len(rolling) == 1 else "have"
        raise Refused(f"{in_a_row(rolling)} {has} still to roll who takes part: that comes first.", code="muster")


def _locked(battle_id: int, by: Player) -> tuple[Battle, list[Side]]:
    """A battle under way and its sides, read afresh and locked. Raises Refused for whoever may not act in it."""
    row = Battle.objects.select_for_update(of=("self",)).select_related("campaign").filter(pk=battle_id).first()
    if row is None:
        raise Refused("This battle is not there any more.", code="no_such_battle")
    if row.campaign.is_closed:
        raise Refused(CLOSED, code="closed")
    sides = sides_of(row)
    acting_in(row, sides=sides, player=by)
    if not row.is_under_way:
        told = "It has not begun yet." if row.is_planned else "The battle is over: its table stands as it is."
        raise Refused(told, code="state")
    return row, sides


def locked_table(encounter: Encounter | int, *, by: Player, version: int | None = None) -> Locked:
    """A table read afresh and locked until the transaction ends, its battle before it.

    Raises:
        Refused: when it is not there any more, when its battle is not under way, and by whoever may not act.
        OutOfDate: when it has gone on from ``version``.
    """
    pk = encounter if isinstance(encounter, int) else encounter.pk
    battle_id = Encounter.objects.filter(pk=pk).values_list("battle", flat=True).first()
    if battle_id is None:
        raise Refused("This table is not there any more.", code="no_such_table")
    battle, sides = _locked(battle_id, by)
    row = Encounter.objects.select_for_update().get(pk=pk)
    row.battle = battle
    if version is not None and version != row.version:
        raise OutOfDate
    return Locked(battle, sides, row, current_rulebook())


# --- one thing after another ------------------------------------------------------------------------------------------


def take(encounter: Encounter | int, *, by: Player, given: Given, version: int | None = None) -> Taken:
    """Go on with the phase that goes on.

    Args:
        encounter: the table, or its id; read afresh under a lock.
        by: who brings it: whoever plays in the battle, or an arbitrator.
        given: what he brings.
        version: the version that his form was drawn from.

    Raises:
        Refused: by a rule, by faces that do not fit, by whoever may not; nothing is kept then.
        OutOfDate: when the table has gone on since the form was drawn.
    """
    with transaction.atomic():
        at = locked_table(encounter, by=by, version=version)
        refuse_dice(at.battle, faces=given.faces, roll=given.roll)
        row, phase = at.encounter, at.encounter.phase
        before = len(row.log_of(phase))
        session = LogSession(list(row.log_of(phase)), given, app_face(at.battle))
        found = at.played(session)
        if len(session.log) == before:
            raise Refused("Nothing asks for that now.", code="choice")
        _record(row, phase, [roll for roll in session.rolls if roll.place >= before], by)
        row.keep(phase, session.log, [*row.acts_of(phase), _act(before, by)])
        _saved(row)
        keep(row, at.sides, found)
    return Taken(row, found)


def app_face(battle: Battle) -> AppFace:
    """The faces of the app: of the battle's seed, the step and the number of the die."""
    return partial(_face, battle.seed)


def _face(seed: str, step: str, number: int, sides: int) -> int:
    return seeds.face(seed, label_of(step), number, sides)


def _act(place: int, by: Player) -> dict[str, Any]:
    return {"place": place, "by": by.pk, "at": timezone.now().isoformat()}


def _record(row: Encounter, phase: str, rolls: Sequence[LoggedRoll], by: Player) -> None:
    """Rolls as they fell, into the record of dice."""
    TableRoll.objects.bulk_create(
        TableRoll(
            encounter=row,
            phase=phase,
            place=roll.place,
            step=roll.step,
            first_die=roll.number,
            what_for=roll.what_for,
            die=roll.die,
            faces=list(roll.faces),
            source=roll.source,
            seed_hash=row.battle.seed_hash if roll.source == "app" else "",
            by=by,
        )
        for roll in rolls
    )


def _saved(row: Encounter) -> None:
    row.version += 1
    row.save()


# --- taking back ------------------------------------------------------------------------------------------------------


def take_back(encounter: Encounter | int, *, by: Player, version: int | None = None) -> Encounter:
    """The last thing that was brought is undone; its rolls stay in the record as taken back. A game in which nothing
    has happened yet goes back to the set-up.

    Raises:
        Refused: when there is nothing to take back, and by whoever may not.
        OutOfDate: when the table has gone on.
    """
    with transaction.atomic():
        row = locked_table(encounter, by=by, version=version).encounter
        phase, acts = row.phase, list(row.acts_of(row.phase))
        if acts:
            last = acts.pop()
            _take_back_rolls(row, phase, since=last["place"])
            row.keep(phase, row.log_of(phase)[: last["place"]], acts)
            row.game_closed_at = None
        elif row.is_set_up:
            _reopen(row)
        else:
            raise Refused("There is nothing to take back.", code="nothing_there")
        _saved(row)
    return row


def _take_back_rolls(row: Encounter, phase: str, *, since: int = 0) -> None:
    rolls = row.rolls.filter(phase=phase, place__gte=since, taken_back_at=None)
    rolls.update(taken_back_at=timezone.now())


def _reopen(row: Encounter) -> None:
    row.set_up_closed_at = row.game_closed_at = None
    row.came = {name: value for name, value in row.came.items() if name != "alliances"}


def start_over(encounter: Encounter | int, *, by: Player, version: int | None = None) -> Encounter:
    """Set the table from the beginning, with the warbands as they are by now. The app's dice come out as they did.

    Raises:
        Refused: once something has happened in the game, and by whoever may not.
        OutOfDate: when the table has gone on.
    """
    with transaction.atomic():
        at = locked_table(encounter, by=by, version=version)
        row = at.encounter
        if row.game_log:
            raise Refused("The game has begun: take back what has happened in it first.", code="begun")
        _refuse_rolls_left(at.sides)
        _take_back_rolls(row, Phase.SET_UP)
        row.keep(Phase.SET_UP, [], [])
        row.moves, row.came = [], came_of(at.sides, bonus=row.came["bonus"])
        _reopen(row)
        _saved(row)
    return row


# --- the map ----------------------------------------------------------------------------------------------------------


def redraw_map(
    encounter: Encounter | int, *, by: Player, version: int | None = None, map_seed: int | None = None
) -> Encounter:
    """Another map, without any shift by hand; counters that were strewn are strewn anew, those laid by hand stay.

    Raises:
        Refused: once the set-up is closed, and where no map has room for the counters that were laid by hand.
        OutOfDate: when the table has gone on.
    """
    with transaction.atomic():
        at = _open_set_up(encounter, by, version)
        for attempt in range(MAPS_TRIED):
            at.encounter.moves = []
            at.encounter.map_seed = secrets.randbelow(MAP_SEEDS) if map_seed is None or attempt else map_seed
            if _fits(at, last=attempt == MAPS_TRIED - 1):
                break
        _saved(at.encounter)
    return at.encounter


def _fits(at: Locked, *, last: bool) -> bool:
    """Whether what was rolled and decided so far can be on that map. Raises Refused where the ``last`` cannot be."""
    try:
        keep(at.encounter, at.sides, at.played())
    except Refused:
        if last:
            raise
        return False
    return True


def shift_piece(encounter: Encounter | int, *, by: Player, shift: Shift, version: int | None = None) -> Encounter:
    """Shift one thing on the map by hand, or roll it anew.

    Raises:
        Refused: where it cannot lie, for what is not shifted, when a counter would lie where none may, and once the
            set-up is closed.
        OutOfDate: when the table has gone on.
    """
    return _with_moves(encounter, by, version, lambda moves: [*moves, shift.as_json()])


def shift_back(encounter: Encounter | int, *, by: Player, version: int | None = None) -> Encounter:
    """Undo the last shift by hand. Raises Refused where there is none, and OutOfDate."""
    return _with_moves(encounter, by, version, _without_last)


def _without_last(moves: list[Any]) -> list[Any]:
    if not moves:
        raise Refused("Nothing was shifted by hand.", code="nothing_there")
    return moves[:-1]


def _with_moves(encounter: Encounter | int, by: Player, version: int | None, change: Any) -> Encounter:
    with transaction.atomic():
        at = _open_set_up(encounter, by, version)
        at.encounter.moves = change(list(at.encounter.moves))
        if len(at.encounter.moves) > MOST_SHIFTS:
            raise Refused("So much has been shifted by hand already: draw another map.", code="over_quota")
        keep(at.encounter, at.sides, at.played())
        _saved(at.encounter)
    return at.encounter


def _open_set_up(encounter: Encounter | int, by: Player, version: int | None) -> Locked:
    at = locked_table(encounter, by=by, version=version)
    if at.encounter.is_set_up:
        raise Refused("The set-up is closed: the table stands as it is.", code="over")
    return at


# --- alliances --------------------------------------------------------------------------------------------------------


def announce_alliances(
    encounter: Encounter, *, by: Player, alliances: Sequence[int], version: int | None = None
) -> Encounter:
    """Alliances that are announced before the game; a number for each side, equal ones are allies.

    Raises:
        Refused: once the set-up is closed, when all would be allies, and by whoever may not.
        OutOfDate: when the table has gone on.
    """
    with transaction.atomic():
        change_alliances(encounter.battle, by=by, alliances=alliances)
        row = _open_set_up(encounter, by, version).encounter
        _saved(row)
    return row


# --- the game begins --------------------------------------------------------------------------------------------------


def close_set_up(encounter: Encounter, *, by: Player, version: int | None = None) -> Encounter:
    """The table is set: its scenario is the battle's, alliances are fixed as they were announced, and the game begins.

    Raises:
        Refused: while something is still to be rolled or decided, and by whoever may not.
        OutOfDate: when the table has gone on.
    """
    with transaction.atomic():
        locked_battle(encounter.battle)
        at = _open_set_up(encounter, by, version)
        plan = finished_plan(at)
        row = at.encounter
        row.battle = choose_scenario(at.battle, by=by, scenario_key=plan.scenario.key)
        row.came = {**row.came, "alliances": [side.alliance for side in at.sides]}
        row.options = game_options(at.battle)
        row.set_up_closed_at = timezone.now()
        _saved(row)
    return row


def game_options(battle: Battle) -> dict[str, Any]:
    """How the game is played in this campaign: whether there are random happenings, and which things of which there is
    only one somebody has already."""
    return {"happenings": battle.campaign.random_happenings, "taken": unique_finds(battle)}


def finished_plan(at: Locked) -> Plan:
    """The plan of a table that is set. Raises Refused while it is not."""
    try:
        plan = set_up_of(at.encounter, at.sides, at.rulebook).plan
    except Diverged as error:
        raise Refused(f"The rules have changed since ({error}). Start over.", code="diverged") from None
    if plan is None:
        raise Refused("Something is still to be rolled or decided before the game begins.", code="not_yet")
    return plan


__all__ = [
    "Locked",
    "Taken",
    "announce_alliances",
    "begin_table",
    "close_set_up",
    "locked_table",
    "redraw_map",
    "shift_back",
    "shift_piece",
    "start_over",
    "take",
    "take_back",
]
