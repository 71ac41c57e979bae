"""A table as the page shows it while it is being set and once it is set: plain frozen values, which a template draws.

Nothing is decided here. What a player has typed and what he may do is the page's own business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from campaigns.postbattle.choices import Option, Question
from campaigns.postbattle.due import DueRoll, due_roll, token_of
from campaigns.postbattle.log import Entry, LoggedRoll
from campaigns.postbattle.run import NeedsChoice, NeedsRoll
from encounters.mapping import overlay
from encounters.setup.board import Board, Standing
from encounters.setup.plan import Plan
from encounters.setup.run import HOW, ON_THE_CHART, STEPS, SettingUp
from encounters.setup.sheet import Block, sheet_of
from encounters.setup.words import goal_told
from encounters.table import FOOT, Party, table_for
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario
from mordheim.rules.setup import Limit, Role

NAMES: Mapping[str, str] = {
    "scenario": "Scenario",
    "roles": "Roles",
    "treasure": "On the table",
    "ground": "Ground",
    "turns": "Order of play",
}
TOLD: Mapping[str, str] = {
    "scenario": "What is played: agreed on by all, or rolled on the chart.",
    "roles": "Who attacks and who defends.",
    "treasure": "Who and what is there: beasts, counters and treasure, and who comes late.",
    "ground": "Who sets up when, and where.",
    "turns": "Who has the first turn. The others follow clockwise round the table.",
}
SET = "set"
State = Literal["done", "current", "to do"]


@dataclass(frozen=True)
class Step:
    """A step of the bar on top; the last one is the table that is set."""

    key: str
    name: str
    told: str
    number: int
    state: State


@dataclass(frozen=True)
class Answer:
    """One answer: its token in the form, what it is called, what comes of it, and facts to compare it by."""

    token: str
    label: str
    told: str = ""
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Answers:
    """Answers below one heading; none where there is only one group."""

    title: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class DueAnswer:
    """A decision. ``cards``: its answers are scenarios to compare. ``suggested`` is what stands in the form before
    anybody touches it."""

    choose: str
    prompt: str
    form: Literal["one", "text", "number"]
    groups: tuple[Answers, ...]
    suggested: str
    least: int = 0
    most: int | None = None
    cards: bool = False
    kind: Literal["question"] = "question"


@dataclass(frozen=True)
class Card:
    """A warband's part, as far as it is known. ``why`` is why it has its role."""

    place: int
    name: str
    rating: int
    size: int
    role: Role | None = None
    why: str = ""
    set_up: int | None = None
    turn: int | None = None
    segment: str = ""
    ground: str = ""
    underdog: int = 0
    allies: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    has: tuple[str, ...] = ()


@dataclass(frozen=True)
class Line:
    """Something rolled or decided, with who brought it and when, as they are noted."""

    told: str
    faces: tuple[int, ...] = ()
    sides: int = 6
    source: str = ""
    die: str = ""
    by: int | None = None
    at: str = ""


@dataclass(frozen=True)
class Group:
    """What was rolled and decided in a step."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class TableSheet:
    """All of it. ``title`` is the scenario, once it is known; ``blocks`` are what the scenario asks of the table."""

    title: str
    deck: str
    steps: tuple[Step, ...]
    shown: Step
    due: DueRoll | DueAnswer | None
    cards: tuple[Card, ...]
    notes: tuple[str, ...]
    blocks: tuple[Block, ...]
    record: tuple[Group, ...]
    bonus: int
    plan: Plan | None
    board: Board | None

    @property
    def is_set(self) -> bool:
        return self.plan is not None

    @property
    def order_of_play(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.plan.by_turn) if self.plan else ()


def build_table(
    run: SettingUp,
    log: Sequence[Entry],
    rolls: Sequence[LoggedRoll],
    acts: Sequence[dict[str, Any]],
    *,
    bonus: int = 0,
    happenings: bool | None = None,
) -> TableSheet:
    """The table as far as it is set.

    Args:
        run: how far it has come.
        log: what was brought.
        rolls: every roll of it.
        acts: where in the log each act began, by whom it was brought and when.
        bonus: what is added to the roll for the scenario.
        happenings: whether random happenings are played; ``None`` where nobody has said.
    """
    rulebook = run.parties[0].roster.rulebook
    steps = tuple(_steps(run))
    return TableSheet(
        title=run.board.scenario.name if run.board else "",
        deck=_deck(run),
        steps=steps,
        shown=next(step for step in steps if step.state == "current"),
        due=_due(run, rulebook),
        cards=cards_of(run),
        notes=tuple(run.board.notes) if run.board else (),
        blocks=sheet_of(replace(run.plan, happenings=happenings)).blocks if run.plan else (),
        record=tuple(_record(rulebook, log, rolls, acts)),
        bonus=bonus,
        plan=run.plan,
        board=run.board,
    )


def _steps(run: SettingUp) -> Iterator[Step]:
    now = len(STEPS) if run.is_over else STEPS.index(run.step)
    for number, key in enumerate((*STEPS, SET)):
        state: State = "done" if number < now else "current" if number == now else "to do"
        yield Step(key, NAMES.get(key, "The table"), TOLD.get(key, ""), number + 1, state)


def _deck(run: SettingUp) -> str:
    table = run.board.table if run.board else table_for(len(run.parties))
    return f"{len(run.parties)} warbands on a table of {table.width // FOOT} by {table.height // FOOT} feet"


def overlay_of(run: SettingUp) -> overlay.Overlay | None:
    """What the map shows by now; ``None`` before there is a map."""
    if run.plan:
        return run.plan.overlay
    board = run.board
    if board is None:
        return None
    spread = board.plan.counters
    standing = {one.party.place: (number, one) for number, one in enumerate(board.standing, start=1)}
    return overlay.Overlay(
        title=board.scenario.name,
        sides=tuple(
            overlay.Side(
                party.name,
                standing[party.place][1].zones if party.place in standing else (),
                board.roles.get(party.place) or "",
                standing[party.place][0] if party.place in standing else None,
            )
            for party in board.parties
        ),
        counters=tuple(one.shown for one in board.counters if spread and one.kind == spread.kind),
        creature=board.creature.name if board.creature else "",
        marked=board.marked,
    )


# --- what is due ------------------------------------------------------------------------------------------------------


def _due(run: SettingUp, rulebook: Rulebook) -> DueRoll | DueAnswer | None:
    if isinstance(run.waiting, NeedsRoll):
        return due_roll(run.waiting)
    return asked(run.waiting.question, rulebook) if isinstance(run.waiting, NeedsChoice) else None


def asked(question: Question, rulebook: Rulebook) -> DueAnswer:
    """A question of the table as the page asks it."""
    scenarios = rulebook.scenarios if question.choose in (HOW, "scenario") else {}
    answers = [(_group_of(option, scenarios), _answer(option, scenarios)) for option in question.options]
    titles = list(dict.fromkeys(title for title, _ in answers))
    return DueAnswer(
        choose=question.choose,
        prompt=question.prompt,
        form="text" if question.kind == "text" else "number" if question.kind == "number" else "one",
        groups=tuple(Answers(title, tuple(one for of, one in answers if of == title)) for title in titles),
        suggested=_suggestion(question),
        least=question.least,
        most=question.most,
        cards=bool(scenarios),
    )


def _group_of(option: Option, scenarios: Mapping[str, Scenario]) -> str:
    scenario = scenarios.get(str(option.value))
    return "" if scenario is None else "For two warbands" if scenario.players == "two" else "For several warbands"


def _answer(option: Option, scenarios: Mapping[str, Scenario]) -> Answer:
    scenario = scenarios.get(str(option.value))
    facts = _facts(scenario) if scenario else ()
    return Answer(token_of(option.value), option.label, option.told, tuple(facts))


def _facts(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Who, how long, on what."""
    yield "Attackers", scenario.attacker or "none, and no defenders"
    yield "How long", _how_long(scenario)
    wide, deep = scenario.plan.table or (0, 0)
    ground = [f"a ruined town of {wide} by {deep} feet" if wide else "a ruined town"]
    objective = scenario.plan.objective
    if objective and objective.on_map != "none" and objective.kind != "centre":
        ground.append(f"in it {objective.name[:1].lower()}{objective.name[1:]}")
    ground += ["counters in the streets"] if scenario.plan.counters else []
    yield "Ground", ", ".join(ground)


def _how_long(scenario: Scenario) -> str:
    """Its turns, else what ends it: what it is won by, and that nobody else is left where it ends by that too."""
    plan = scenario.plan
    if plan.limits:
        return "; then ".join(map(_limit_told, plan.limits))
    ends = [goal_told(goal) for goal in plan.ending.goals]
    ends += ["one is left, or only allies"] if plan.ending.last_standing else []
    return f"until {', or '.join(ends)}"


def _limit_told(limit: Limit) -> str:
    return f"{limit.turns} turns each{f', unless {limit.unless}' if limit.unless else ''}"


def _suggestion(question: Question) -> str:
    if question.kind in ("text", "number"):
        return str(question.suggested)
    return token_of(question.suggested)


# --- the warbands -----------------------------------------------------------------------------------------------------


def cards_of(run: SettingUp) -> tuple[Card, ...]:
    """Everybody's part, in the order of setting up as far as it is known."""
    cards = [_card(run, party) for party in run.parties]
    return tuple(sorted(cards, key=lambda card: (card.set_up or len(cards) + 1, card.place)))


def _card(run: SettingUp, party: Party) -> Card:
    board, plan = run.board, run.plan
    side = plan.sides[party.place] if plan else None
    number, standing = _standing(board, party)
    ground = standing.ground if standing else ""
    return Card(
        place=party.place,
        name=party.name,
        rating=party.rating,
        size=party.size,
        role=board.roles.get(party.place) if board else None,
        why=_why(board, party) if board else "",
        set_up=number,
        turn=side.turn if side else None,
        segment=(standing.segment or "") if standing else "",
        ground=f"{ground[:1].upper()}{ground[1:]}." if ground else "",
        underdog=side.underdog if side else 0,
        allies=tuple(one.name for one in run.parties if one is not party and one.alliance == party.alliance),
        late=board.late.get(party.place, ()) if board else (),
        has=tuple(_has(board, party)) if board else (),
    )


def _standing(board: Board | None, party: Party) -> tuple[int | None, Standing | None]:
    """The place in the order of setting up, and the ground that was taken."""
    taken = enumerate(board.standing if board else (), start=1)
    return next(((number, one) for number, one in taken if one.party is party), (None, None))


def _has(board: Board, party: Party) -> Iterator[str]:
    """What a warband carries or has found before the battle."""
    for reward in board.rewards:
        if reward.to == party.name and reward.kind in ("carried", "find"):
            yield reward.told


def _why(board: Board, party: Party) -> str:
    """Why roles are as they are, told of the warband that it hangs on: whatever told it apart from the others."""
    roles = board.plan.roles
    if roles is None or not board.roles:
        return ""
    if roles.by == "lowest_rating_says":
        return _said(board, party)
    lead = [one for one in board.parties if board.roles[one.place] == _LEADS[roles.by]]
    return _told_apart(board, party, by_rating=roles.by == "highest_rating_defends") if lead == [party] else ""


def _said(board: Board, party: Party) -> str:
    """Who can only be the one; else whoever says it, by his rating or by a die."""
    families = set(board.plan.roles.families) if board.plan.roles else set()
    bound = [one for one in board.parties if families & set(one.roster.warband_type.families)]
    if len(bound) == 1:
        return "Its kind can only defend here." if bound == [party] else ""
    ratings = [one.rating for one in board.parties]
    if party.rating != min(ratings):
        return ""
    return "Ratings are equal: a die says who chooses." if len(set(ratings)) == 1 else "The lowest rating chooses."


_LEADS: Mapping[str, Role] = {"highest_rating_defends": "defender", "most_warriors_attack": "attacker"}


def _told_apart(board: Board, lead: Party, *, by_rating: bool) -> str:
    ratings = [party.rating for party in board.parties]
    sizes = [party.size for party in board.parties if party.rating == lead.rating or not by_rating]
    if by_rating and ratings.count(lead.rating) == 1:
        return f"The highest rating, {lead.rating}."
    if sizes.count(lead.size) == 1:
        return f"The most warriors{' among equal ratings' if by_rating else ''}, {lead.size}."
    return "Chosen by a die among equals."


# --- what was rolled and decided --------------------------------------------------------------------------------------


def _record(
    rulebook: Rulebook, log: Sequence[Entry], rolls: Sequence[LoggedRoll], acts: Sequence[dict[str, Any]]
) -> Iterator[Group]:
    rolled = {roll.place: roll for roll in rolls}
    lines: dict[str, list[Line]] = {}
    for place, entry in enumerate(log):
        step = str(entry["roll"][0] if "roll" in entry else entry["choice"][0])
        brought: dict[str, Any] = next((act for act in reversed(acts) if act["place"] <= place), {})
        line = _line(rulebook, entry, rolled.get(place), brought)
        lines.setdefault(step, []).append(line)
    for step in STEPS:
        if step in lines:
            yield Group(NAMES[step], tuple(lines[step]))


def _line(rulebook: Rulebook, entry: Entry, roll: LoggedRoll | None, brought: dict[str, Any]) -> Line:
    about = {"by": brought.get("by"), "at": brought.get("at", "")}
    if roll is not None:
        sides = 3 if roll.die.startswith("D3") else 6
        return Line(roll.what_for, roll.faces, sides, roll.source, roll.die, **about)
    return Line(choice_told(rulebook, entry), **about)


def choice_told(rulebook: Rulebook, entry: Entry) -> str:
    """A decision as a sentence."""
    _, choose, who = entry["choice"]
    value = entry["value"]
    match choose:
        case "how" if value == ON_THE_CHART:
            return "The scenario is rolled for."
        case "how":
            return f"Agreed on: {_named(rulebook.scenarios, value)}."
        case "scenario":
            return f"{who} chose {_named(rulebook.scenarios, value)}."
        case "role":
            return f"{who}: {value}."
        case "sets_up_first":
            return f"{who} said that {value} sets up first."
        case "segment":
            return f"{who} took segment {value}."
        case "quarter":
            return f"{who} took the {value} quarter."
        case "creature":
            named = _named(rulebook.great_beasts, value)
            return "The beast is rolled for." if value == "rolled" else f"The beast: {named}."
        case "counters":
            return "Counters are laid by hand." if value == "by_hand" else "Counters are laid at random."
        case "counter":
            return f"{who} laid a counter at {value}." if value else f"{who} left a counter to chance."
        case "there":
            return f"{value} is on the table."
        case _:
            return f"{who or 'All'}: {str(choose).replace('_', ' ')} {value}."


def _named(entries: Mapping[str, Any], key: Any) -> str:
    found = entries.get(str(key))
    return str(found.name) if found else str(key)
