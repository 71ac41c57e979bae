"""Sets up a battle: scenario, map, roles, treasure, ground, order of play.

Plain code that asks a `Session` for throws and decisions, and depends on nothing but the warbands, the seed, the rolls
and the decisions: played again from a log it comes out the same. Its steps are ``scenario``, ``roles``, ``treasure``,
``ground`` and ``turns``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaigns.battle.underdogs import underdogs
from campaigns.postbattle.run import Session
from encounters.mapping import Map, draw_map
from encounters.setup.board import Board, Standing, TableTalk
from encounters.setup.choosing import scenario_for
from encounters.setup.ground import settle_ground
from encounters.setup.plan import Plan, Side
from encounters.setup.roles import settle_roles
from encounters.setup.treasure import settle_treasure
from encounters.setup.turns import order_of_play
from encounters.table import Party, Table, table_for, table_of
from mordheim.rules.schema import Scenario
from warbands.roster.refusals import Refused

# Draws the map of a table: with what stands in its middle, from a seed.
Draw = Callable[[Table, str, int], Map]


def _unseen(board: Board) -> None:
    pass


def set_up(
    parties: Sequence[Party],
    session: Session,
    *,
    scenario: str | None = None,
    seed: int = 0,
    bonus: int = 0,
    drawn: Map | None = None,
    draw: Draw = draw_map,
    seen: Callable[[Board], None] = _unseen,
) -> Plan:
    """The plan of a battle between two to eight warbands, each with its alliance as announced before it.

    Without a ``scenario`` one is rolled; ``bonus`` is added to that roll. ``seed`` draws the map, and scatters counters
    where nobody places them; it is no die. ``drawn`` is a map that is there already, such as one shifted by hand, and
    ``draw`` what draws one otherwise. ``seen`` is shown the board before anything is settled on it, for whoever looks
    at it where the session stops.

    Raises:
        Refused: for a scenario that cannot be played, an answer that cannot be, counters that find no room, or a map of
            another size.
    """
    talk = TableTalk(session)
    rulebook = parties[0].roster.rulebook
    table_for(len(parties))  # refuses other numbers of warbands before anything is rolled
    talk.begin("scenario")
    played = scenario_for(talk, parties, rulebook, key=scenario, bonus=bonus)
    table = table_of_scenario(played, len(parties))
    board = Board(rulebook, tuple(parties), talk, played, table, _map(played, table, seed, drawn, draw), seed)
    seen(board)
    talk.begin("roles")
    settle_roles(board)
    talk.begin("treasure")
    settle_treasure(board)
    talk.begin("ground")
    settle_ground(board)
    talk.begin("turns")
    return _plan(board, order_of_play(board))


def table_of_scenario(scenario: Scenario, warbands: int) -> Table:
    """As large as the scenario says, or as so many warbands need."""
    return table_of(*scenario.plan.table) if scenario.plan.table else table_for(warbands)


def _map(scenario: Scenario, table: Table, seed: int, drawn: Map | None, draw: Draw) -> Map:
    wanted = scenario.plan.objective.on_map if scenario.plan.objective else "none"
    if drawn is None:
        return draw(table, wanted, seed)
    if (drawn.width, drawn.height, drawn.objective) != (table.width, table.height, wanted):
        raise Refused(f"That map is not one for {scenario.name} on this table.", code="map")
    return drawn


def _plan(board: Board, order: Sequence[Party]) -> Plan:
    bonuses = underdogs([party.rating for party in board.parties], board.rulebook.scales["underdog_bonus"])
    turns = {party.place: number for number, party in enumerate(order, start=1)}
    standing = {one.party.place: (number, one) for number, one in enumerate(board.standing, start=1)}
    sides = [
        _side(board, *standing[party.place], turn=turns[party.place], underdog=bonus)
        for party, bonus in zip(board.parties, bonuses, strict=True)
    ]
    return Plan(
        scenario=board.scenario,
        table=board.table,
        sides=tuple(sides),
        drawn=board.drawn,
        counters=tuple(board.counters),
        marked=board.marked,
        creature=board.creature,
        rewards=tuple(board.rewards),
        left=board.left,
        rolls=tuple(board.talk.rolls),
        choices=tuple(board.talk.choices),
        notes=tuple(board.notes),
    )


def _side(board: Board, set_up: int, standing: Standing, *, turn: int, underdog: int) -> Side:
    place = standing.party.place
    return Side(
        party=standing.party,
        set_up=set_up,
        turn=turn,
        underdog=underdog,
        ground=standing.ground,
        zones=standing.zones,
        role=board.roles.get(place),
        segment=standing.segment,
        late=board.late.get(place, ()),
    )
