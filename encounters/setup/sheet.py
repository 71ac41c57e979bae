"""The printed sheet of a set-up, as a plain structure: everybody's part, and what the scenario asks of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from encounters.setup.plan import Plan, Side
from warbands.roster.explain import CHARACTERISTIC_NAMES
from warbands.roster.paper import shortened

LONGEST_NAME, LONGEST_IN_A_ROW = 60, 34
HAPPENINGS = (
    "Each rolls a D6 as his turn begins. On the first 1 of the game a D66 says what happens; after that nobody rolls "
    "for it any more."
)
ARE_PLAYED = {
    True: ("They are played in this campaign.", HAPPENINGS),
    False: ("They are not played in this campaign.",),
    None: ("If the players have agreed on them:", HAPPENINGS),
}
ROUTS = "A warband that routs leaves; the others play on."
MANY = (
    "You may shoot into a fight in which none of your own stands; the hit is randomised among those in it.",
    "Whoever is in contact with several warbands fights in the phase of each, and against that one only.",
    "An alliance is declared at the start of one's turn, and holds once the other agrees. Attacking an ally ends it.",
)


@dataclass(frozen=True)
class Row:
    """A warband's line; ``number`` is that of its pattern on the map, from 1."""

    number: int
    set_up: int
    turn: int
    name: str
    rating: int
    role: str
    segment: str
    ground: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """A heading with its sentences."""

    name: str
    told: tuple[str, ...]


@dataclass(frozen=True)
class SetupSheet:
    """``creature`` is its line of figures and what it can do, without which nobody could play it from paper."""

    title: str
    deck: str
    rows: tuple[Row, ...]
    order_of_play: str
    blocks: tuple[Block, ...]
    creature: Block | None = None

    @property
    def has_roles(self) -> bool:
        return any(row.role for row in self.rows)


def sheet_of(plan: Plan) -> SetupSheet:
    wide, deep = plan.table.width // 12, plan.table.height // 12
    return SetupSheet(
        title=plan.scenario.name,
        deck=f"{len(plan.sides)} warbands on a table of {wide} by {deep} feet",
        rows=tuple(_row(plan, side) for side in plan.by_set_up),
        order_of_play=", ".join(shortened(side.name, LONGEST_IN_A_ROW) for side in plan.by_turn),
        blocks=tuple(block for block in _blocks(plan) if block.told),
        creature=_creature(plan),
    )


def _creature(plan: Plan) -> Block | None:
    beast = plan.creature
    if beast is None:
        return None
    figures = " ".join(f"{short} {getattr(beast.profile, key)}" for key, (short, _) in CHARACTERISTIC_NAMES.items())
    rules = plan.sides[0].party.roster.rulebook.rules
    shared = f" {', '.join(rules[key].name for key in beast.rules)}." if beast.rules else ""
    traits = (f"{trait.name}: {trait.summary}" for trait in beast.traits)
    return Block(beast.name, (f"{figures}.{shared}", *traits))


def _row(plan: Plan, side: Side) -> Row:
    return Row(
        number=side.party.place + 1,
        set_up=side.set_up,
        turn=side.turn,
        name=shortened(side.name, LONGEST_NAME),
        rating=side.party.rating,
        role=(side.role or "").capitalize(),
        segment=side.segment or "",
        ground=side.ground[:1].upper() + side.ground[1:] + ".",
        notes=tuple(_notes(plan, side)),
    )


def _notes(plan: Plan, side: Side) -> Iterator[str]:
    if side.underdog:
        yield f"Underdog: +{side.underdog} experience for each that survives."
    allies = [one.name for some in plan.alliances if side in some for one in some if one is not side]
    if allies:
        yield f"Allied with {', '.join(shortened(name, LONGEST_IN_A_ROW) for name in allies)}."
    if side.late:
        yield f"Not there yet: {', '.join(side.late)}."
    his = [one for one in plan.rewards if one.to == side.name]
    yield from (one.told for one in his if one.kind == "carried")
    finds = [one.name for one in his if one.kind == "find"]
    if finds:
        yield f"Found: {', '.join(finds)}."


def _blocks(plan: Plan) -> Iterator[Block]:
    scenario = plan.scenario
    yield Block("The scenario", (scenario.summary, scenario.setup))
    yield Block("On the table", tuple(_on_the_table(plan)))
    yield Block("First turn", (scenario.first_turn,))
    yield Block("The end", (scenario.ends, *(() if scenario.rout_tests else ("There are no Rout tests.",))))
    yield Block("How many turns", tuple(_limits(plan)))
    yield Block("Experience besides the usual", tuple(award.summary for award in scenario.awards))
    yield Block("Treasure", tuple(_treasure(plan)))
    yield Block("Several warbands", _many(plan) if len(plan.sides) > 2 else ())
    yield Block("Random happenings", ARE_PLAYED[plan.happenings])


def _many(plan: Plan) -> tuple[str, ...]:
    return (ROUTS, *MANY) if plan.scenario.rout_tests else MANY


def _on_the_table(plan: Plan) -> Iterator[str]:
    yield from plan.notes
    if plan.creature:
        yield f"{plan.creature.name}: {plan.creature.summary}"
    spread = plan.scenario.plan.counters
    spots = [f"{one.x:g}, {one.y:g}" for one in plan.counters if spread and one.kind == spread.kind]
    if spots:
        numbered = "; ".join(f"{number}: {spot}" for number, spot in enumerate(spots, start=1))
        yield f"Counters, in inches from the lower left corner. {numbered}."


def _limits(plan: Plan) -> Iterator[str]:
    for limit in plan.limits:
        unless = f", unless {limit.unless}" if limit.unless else ""
        yield f"The game ends after {limit.turns} turns of each player{unless}."


def _treasure(plan: Plan) -> Iterator[str]:
    if plan.scenario.shards_told:
        yield plan.scenario.shards_told
    if plan.scenario.reward_told:
        yield plan.scenario.reward_told
    lots = [one.told for one in plan.rewards if one.kind == "hoard"]
    if lots:
        yield f"Rolled one by one, a D6 each: {'; '.join(lots)}."
