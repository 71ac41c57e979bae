"""What lies on the table, who carries what, and what is to be had: everything rolled before the warbands set up.

Sources: Town Cryer, Chaos on the Streets, scenarios 1, 3 to 7; Mordheim rulebook, Scenarios; ruling 33 (more finds than
there are rows: the rest find nothing).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from campaigns.postbattle.choices import Option
from campaigns.postbattle.lots import PATIENCE, Stands, never_ends
from campaigns.postbattle.tables import span
from encounters.mapping.chance import Chance
from encounters.setup.board import Board
from encounters.setup.placing import Placing
from encounters.setup.plan import Counter, Reward
from encounters.setup.words import lots_told, shards_told
from encounters.table import Party, Point
from mordheim.rules.results import FindsItems, RollsForEach
from mordheim.rules.schema import Chart, ChartRow
from mordheim.rules.setup import Carries, ComesLate, Creature, Finds, Marks, Objective
from mordheim.rules.setup import Counters as CountersRule
from mordheim.rules.tables import RollTable
from warbands.roster.refusals import Refused

ROLLED, BY_HAND, AT_RANDOM = "rolled", "by_hand", "at_random"


def settle_treasure(board: Board) -> None:
    """Everything of it, in the order in which it is rolled."""
    plan = board.plan
    if plan.creature:
        _creature(board, plan.creature)
    if plan.objective:
        _objective(board, plan.objective)
    if plan.marks:
        _marks(board, plan.marks)
    if plan.counters:
        _counters(board, plan.counters)
    if plan.carries:
        _carries(board, plan.carries)
    if plan.finds:
        _finds(board, plan.finds)
    if plan.late:
        _late(board, plan.late)
    board.rewards += _hoard(board)


# --- the middle -------------------------------------------------------------------------------------------------------


def _creature(board: Board, creature: Creature) -> None:
    chart = board.rulebook.charts[creature.chart]
    options = [Option(ROLLED, "Roll for it")]
    options += [Option(str(row.key), row.name, row.summary) for row in chart.rows]
    key = str(board.talk.choose("creature", "Which beast lives there?", options))
    if key == ROLLED:
        key = str(_rolled(board, chart, chart.name).key)
    board.creature = board.rulebook.great_beasts[key]
    board.counters.append(_in_the_middle(board, key))


def _rolled(board: Board, chart: Chart, what_for: str) -> ChartRow:
    total = board.talk.roll(chart.die, what_for).total
    return RollTable(chart.die, tuple((row.low, row.high, row) for row in chart.rows)).result(total)


def _objective(board: Board, objective: Objective) -> None:
    if objective.lies:
        board.counters.append(_in_the_middle(board, objective.kind))
    if objective.holds:
        number = board.talk.amount(objective.holds, f"Shards: {objective.name}")
        told = f"{objective.name} holds {shards_told(number)}."
        board.rewards.append(Reward("objective", told, "finder", number, key=objective.kind))
        board.notes.append(told)


def _in_the_middle(board: Board, kind: str) -> Counter:
    return Counter(kind, board.table.centre.x, board.table.centre.y)


def _marks(board: Board, marks: Marks) -> None:
    """Those nearest to the middle of the table."""
    number = board.talk.amount(marks.number, "Buildings that are played for")
    middle = board.table.centre
    nearest = sorted(board.drawn.buildings, key=lambda one: hypot(one.x - middle.x, one.y - middle.y))
    board.marked = tuple(sorted(one.number for one in nearest[:number]))
    board.notes.append(f"Played for: buildings {', '.join(map(str, board.marked))}.")


# --- counters ---------------------------------------------------------------------------------------------------------


def _counters(board: Board, rule: CountersRule) -> None:
    number = _how_many(board, rule)
    placing = Placing(board.table, rule.from_edges, rule.apart, board.drawn)
    placed = (
        _placed_by_hand(board, placing, number) if _is_by_hand(board, number) else _scattered(board, placing, number)
    )
    board.counters += [Counter(rule.kind, spot.x, spot.y) for spot in placed.lying]
    told = f"{number} {'counter lies' if number == 1 else 'counters lie'} on the table."
    board.rewards.append(Reward("shards", told, "finder", number, key=rule.kind))
    board.notes.append(told)


def _how_many(board: Board, rule: CountersRule) -> int:
    if rule.in_all is not None:
        return board.talk.amount(rule.in_all, "Counters")
    each = rule.per_warband or 0
    return sum(board.talk.amount(each, f"Counters for {party.name}") for party in board.parties)


def _is_by_hand(board: Board, number: int) -> bool:
    options = [
        Option(AT_RANDOM, "At random", "The app lays them out by the rules."),
        Option(BY_HAND, "By hand", "The players place them in turn."),
    ]
    return number > 0 and board.talk.choose("counters", "How are the counters placed?", options) == BY_HAND


def _scattered(board: Board, placing: Placing, number: int) -> Placing:
    return placing.scattered(number, Chance("counters", board.seed, board.scenario.key))


def _placed_by_hand(board: Board, placing: Placing, number: int) -> Placing:
    """One after another, from the highest D6 on; who names no spot leaves it to chance."""
    order = board.talk.ranked(board.parties, "Placing counters")
    chance = Chance("counters", board.seed, board.scenario.key)
    for place in range(number):
        party = order[place % len(order)]
        prompt = f"Where does {party.name} place counter {place + 1} of {number}? Inches from the lower left: 24, 20."
        typed = board.talk.text("counter", prompt, warrior=party.name)
        placing = placing.put(spot_of(typed)) if typed.strip() else placing.scattered(1, chance)
    return placing


def spot_of(typed: str) -> Point:
    """``24.5, 20`` as a spot. Raises Refused for what is none."""
    try:
        x, y = (round(float(part), 1) for part in typed.replace(",", " ").split())
    except (ValueError, OverflowError):
        raise Refused(f"{typed} is no spot: two numbers of inches are expected, such as 24, 20.", code="spot") from None
    return Point(x, y)


# --- who has what -----------------------------------------------------------------------------------------------------


def _carries(board: Board, carries: Carries) -> None:
    for party in board.of(carries.whose):
        for who, warrior in _carriers(party, carries):
            number = board.talk.amount(carries.amount, f"Shards of {who}", warrior=warrior)
            told = f"{who} {'carries' if warrior else 'carry'} {shards_told(number)}."
            board.rewards.append(Reward("carried", told, party.name, number, warrior=warrior))


def _carriers(party: Party, carries: Carries) -> Iterator[tuple[str, str | None]]:
    """As a sentence names them, and the warrior where it is one."""
    if carries.each == "warband":
        yield party.name, None
        return
    for member in party.present:
        if member.warrior.section == "hero":
            yield member.name, member.name


def _finds(board: Board, finds: Finds) -> None:
    """One roll for each attacker beyond so many, as long as anything is left; what was found is rolled again."""
    chart, defender = board.rulebook.charts[finds.chart], board.defender
    rolls = min(max(0, len(board.of("attacker")) - finds.beyond), len(chart.rows))
    found: list[ChartRow] = []
    for _ in range(rolls if defender else 0):
        found.append(_something_new(board, chart, found))
    for row in found if defender else ():
        board.rewards.append(_find(board, row, defender.name if defender else ""))
    left = [row for row in chart.rows if row not in found]
    board.rewards += [
        Reward("find", f"{row.name}: left for the winners.", "winners", 1, key=row.key or "") for row in left
    ]
    board.left = tuple(row.key or "" for row in left)


def _something_new(board: Board, chart: Chart, found: Sequence[ChartRow]) -> ChartRow:
    for _ in range(PATIENCE):
        row = _rolled(board, chart, chart.name)
        if row not in found:
            return row
    raise never_ends(f"anything new of {chart.name}")


def _find(board: Board, row: ChartRow, to: str) -> Reward:
    counts = [one.count for one in row.results if isinstance(one, FindsItems)]
    number = board.talk.amount(counts[0] if counts else 1, f"How many: {row.name}")
    name = row.name if number == 1 else f"{number} × {row.name}"
    return Reward("find", f"{to} found {number} × {row.name}.", to, number, key=row.key or "", name=name)


def _late(board: Board, late: ComesLate) -> None:
    for party in board.of(late.whose):
        names = [member.name for member in party.present]
        there = [name for name in names if _is_there(board, late, name)]
        while len(there) < min(late.least, len(names)):
            there.append(_who_is_there(board, party, [name for name in names if name not in there]))
        board.late[party.place] = tuple(name for name in names if name not in there)
        if board.late[party.place]:
            board.notes.append(f"Not there yet: {', '.join(board.late[party.place])}.")


def _is_there(board: Board, late: ComesLate, name: str) -> bool:
    stands = (Stands(span(1, late.up_to), "comes later"), Stands(span(late.up_to + 1, 6), "is on the table"))
    what_for = f"On the table on {late.up_to + 1}+: {name}"
    return board.talk.roll("D6", what_for, warrior=name, stands=stands).total > late.up_to


def _who_is_there(board: Board, party: Party, names: Sequence[str]) -> str:
    prompt = f"Nobody of {party.name} is on the table: who is there all the same?"
    return str(board.talk.choose("there", prompt, [Option(name, name) for name in names], warrior=party.name))


# --- the hoard --------------------------------------------------------------------------------------------------------


def _hoard(board: Board) -> Iterator[Reward]:
    """What the winners roll for at the end."""
    for result in board.scenario.reward:
        if isinstance(result, RollsForEach):
            for lot, told, amount, key in lots_told(board.rulebook, result):
                yield Reward("hoard", told, "winners", amount, lot.needs, key=key)
