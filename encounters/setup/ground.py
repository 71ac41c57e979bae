"""Who sets up when and where.

The offered segments are all free ones; each says who is near. Nobody may start within 6" of another warband, so ground
is called tight where an enemy's zone comes that close. The suggestion keeps as far away from the others as can be.

Sources: Town Cryer, Chaos on the Streets, Setting up the warbands; Mordheim rulebook, Scenarios; ruling 33.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from campaigns.postbattle.choices import Option
from encounters.mapping.overlay import Zone
from encounters.setup.board import Board, Standing
from encounters.table import Party, Point, Segment, Table
from mordheim.rules.setup import Ground
from warbands.roster.refusals import Refused

# Inches between warriors of different warbands as they start.
APART = 6
QUARTERS = ("upper left", "upper right", "lower right", "lower left")


def settle_ground(board: Board) -> None:
    """Everybody takes his ground, in the order of setting up."""
    for number, party in enumerate(order_of_set_up(board), start=1):
        ground = board.plan.ground_of(role=board.roles.get(party.place), number=number)
        board.standing.append(_GROUNDS[ground.kind](board, party, ground))


def order_of_set_up(board: Board) -> list[Party]:
    """A defender before the others, where the dice do not decide alone."""
    talk, what_for = board.talk, "Setting up"
    match board.plan.order:
        case "by_dice":
            first = [board.defender] if board.defender else []
            return [*first, *talk.ranked([party for party in board.parties if party not in first], what_for)]
        case "higher_roll_says":
            return _said_by_the_higher(board, what_for)
        case "defender_first":
            return [*board.of("defender"), *board.of("attacker")]
        case "attacker_first":
            return [*board.of("attacker"), *board.of("defender")]


def _said_by_the_higher(board: Board, what_for: str) -> list[Party]:
    who = board.talk.highest(board.parties, what_for)
    others = [party for party in board.parties if party is not who]
    options = [Option(party.name, party.name) for party in (who, *others)]
    prompt = f"{who.name} rolled higher: who sets up first?"
    name = board.talk.choose("sets_up_first", prompt, options, warrior=who.name)
    return sorted(board.parties, key=lambda party: party.name != name)


# --- the kinds of ground ----------------------------------------------------------------------------------------------


def _on_segment(board: Board, party: Party, ground: Ground) -> Standing:
    segment = _chosen_segment(board, party, ground, free_segments(board, ground))
    return _at(board, party, ground, segment)


def _opposite(board: Board, party: Party, ground: Ground) -> Standing:
    """Over against whoever set up just before."""
    before = board.table.segment(str(board.standing[-1].segment))
    return _at(board, party, ground, opposite_of(before, board.table))


def _at(board: Board, party: Party, ground: Ground, segment: Segment) -> Standing:
    where = f'within {ground.within}" of {where_is(segment, board.table)}'
    zone = Zone("segment", segment.key, ground.within)
    return Standing(party, _told(where, ground), (zone,), segment.key)


def _edges(board: Board, party: Party, ground: Ground) -> Standing:
    zone = Zone("edges", within=ground.within)
    return Standing(party, _told(f'within {ground.within}" of the edges', ground), (zone,))


def _objective(board: Board, party: Party, ground: Ground) -> Standing:
    thing = board.plan.objective.name if board.plan.objective else "The middle"
    named = thing[:1].lower() + thing[1:]
    where = f'in {named} or within {ground.within}" of it'
    return Standing(party, _told(where, ground), (Zone("objective", within=ground.within),))


def _centre(board: Board, party: Party, ground: Ground) -> Standing:
    where = f'within {ground.within}" of the middle of the table'
    return Standing(party, _told(where, ground), (Zone("centre", within=ground.within),))


def _inner(board: Board, party: Party, ground: Ground) -> Standing:
    where = f'anywhere at least {ground.apart}" from every edge'
    return Standing(party, _told(where, ground), (Zone("inner", within=ground.apart),))


def _quarter(board: Board, party: Party, ground: Ground) -> Standing:
    options = [Option(one, f"The {one} quarter") for one in QUARTERS]
    prompt = f"Which quarter of the table does {party.name} take?"
    key = str(board.talk.choose("quarter", prompt, options, warrior=party.name))
    return Standing(party, _told(f"in the {key} quarter of the table", ground), (Zone("quarter", key),))


def _away(board: Board, party: Party, ground: Ground) -> Standing:
    return Standing(party, _told(f'anywhere at least {ground.apart}" from all enemies', ground))


def _told(where: str, ground: Ground) -> str:
    return f"{where}, {ground.told}" if ground.told else where


_GROUNDS: Mapping[str, Callable[[Board, Party, Ground], Standing]] = {
    "segment": _on_segment,
    "opposite": _opposite,
    "edges": _edges,
    "objective": _objective,
    "centre": _centre,
    "inner": _inner,
    "quarter": _quarter,
    "away": _away,
}


# --- segments ---------------------------------------------------------------------------------------------------------


def free_segments(board: Board, ground: Ground) -> list[Segment]:
    """Those that nobody has taken, of the edges that the ground allows."""
    taken = {standing.segment for standing in board.standing}
    return [
        segment
        for segment in board.table.segments
        if segment.key not in taken and (not ground.of_edges or segment.edge in ground.of_edges)
    ]


def _chosen_segment(board: Board, party: Party, ground: Ground, free: Sequence[Segment]) -> Segment:
    if not free:
        raise Refused(f"No segment of the edge is left for {party.name}.", code="segments")
    if ground.chosen == "die":
        names = [where_is(segment, board.table) for segment in free]
        return free[board.talk.one_of(names, f"Which edge {party.name} comes from, clockwise from the top")]
    who = board.talk.highest(board.parties, "Choosing the edge") if ground.chosen == "higher_roll" else party
    options = [_option(board, party, ground, segment) for segment in free]
    best = max(free, key=lambda segment: _loneliness(board, party, segment))
    whose = "" if who is party else f" for {party.name}"
    prompt = f"Which segment of the table's edge does {who.name} take{whose}?"
    key = board.talk.choose("segment", prompt, options, suggested=best.key, warrior=who.name)
    return board.table.segment(str(key))


def _loneliness(board: Board, party: Party, segment: Segment) -> tuple[float, float]:
    """How far the nearest enemy is, then the nearest of all; the table's own size where nobody is."""
    far = float(board.table.width + board.table.height)
    gaps = [(one, segment.gap(board.table.segment(one.segment))) for one in board.standing if one.segment]
    enemies = [gap for one, gap in gaps if one.party.alliance != party.alliance]
    return min(enemies, default=far), min((gap for _, gap in gaps), default=far)


def _option(board: Board, party: Party, ground: Ground, segment: Segment) -> Option:
    label = f"{segment.key}: {_place(segment, board.table)}"
    return Option(segment.key, label, near_told(board, ground, segment))


def near_told(board: Board, ground: Ground, segment: Segment) -> str:
    """Who is near a segment, and whether that leaves little room; empty while nobody has taken one."""
    table = board.table
    there = [(segment.gap(table.segment(one.segment)), one) for one in board.standing if one.segment]
    if not there:
        return ""
    beside = [one for gap, one in there if is_tight(gap, ground.within)]
    if beside:
        names = " and ".join(f"{one.party.name} at {one.segment}" for one in beside)
        return f'Beside {names}: room is tight, since nobody starts within {APART}" of another warband.'
    gap, nearest = min(there, key=lambda pair: pair[0])
    return f'Nearest is {nearest.party.name} at {nearest.segment}, {gap:.0f}" away.'


def is_tight(gap: float, within: int) -> bool:
    """Whether warriors ``within`` so far of two segments that are ``gap`` apart could start too near each other."""
    return gap < 2 * within + APART


def opposite_of(segment: Segment, table: Table) -> Segment:
    """The stretch over against another: whose middle is nearest to its mirror image in the centre."""
    mirrored = Point(table.width - segment.middle.x, table.height - segment.middle.y)
    return min(table.segments, key=lambda one: one.middle.distance(mirrored))


def where_is(segment: Segment, table: Table) -> str:
    """A segment within a sentence: ``segment B (top right)``, ``the top edge (A)``."""
    if _is_whole(segment, table):
        return f"the {segment.edge} edge ({segment.key})"
    return f"segment {segment.key} ({_place(segment, table)})"


def _place(segment: Segment, table: Table) -> str:
    if _is_whole(segment, table):
        return segment.edge
    share = (segment.middle.x - table.width / 2) / table.width
    side = "middle" if abs(share) < 0.1 else "left" if share < 0 else "right"
    return f"{segment.edge} {side}"


def _is_whole(segment: Segment, table: Table) -> bool:
    return segment.start.distance(segment.end) == (table.width if segment.edge in ("top", "bottom") else table.height)
