"""A game as the page shows it: what is due with its answers, and what may be done with whom. Plain frozen values, which
a template draws; nothing is decided here.

Warriors and whoever puts them out are named by short tokens, which `warrior_of` and `striker_of` read back: ``1-3`` is
the fourth fighter of the second side, ``1-`` somebody of it, ``beast`` and ``thing-0`` what else is on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from campaigns.battle.forces import Force
from campaigns.postbattle.choices import Question
from campaigns.postbattle.due import DueRoll, due_roll, token_of
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll, Waiting
from encounters.game.creatures import is_there
from encounters.game.playing import Playing
from encounters.game.things import held_by, may_be_looted
from encounters.happenings.holding import told_of
from encounters.happenings.plain import Loot
from mordheim.rules.posted import whole

BEAST, THING, LOOT, NOBODY = "beast", "thing-", "loot", "nobody"
# What comes first in the beast's own turn.
ITS_OWN = ("breath", "tail")
# So many answers are buttons of their own; more are ticked in a list.
MOST_BUTTONS = 6


@dataclass(frozen=True)
class Panel:
    """Acts that belong together: what stands on its button, and the names of those of them that may be done."""

    key: str
    label: str
    icon: str
    acts: tuple[str, ...]


PANELS = (
    Panel("out", "Out of action", "skull", ("put_out",)),
    Panel("beast", "Wound the beast", "swords", ("wound_beast",)),
    Panel("breath", "Its breath", "flame", ("beast_breath",)),
    Panel("tail", "Its tail", "paw-print", ("beast_tail",)),
    Panel("round", "Its round is over", "hourglass", ("beast_round",)),
    Panel("appeared", "What appeared", "ghost", ("wound", "gone")),
    Panel("counters", "Counters", "hand-coins", ("pick_up", "drop", "search", "objective_lost")),
    Panel("goal", "Goal reached", "trophy", ("goal",)),
    Panel("arrive", "Arrives", "user-plus", ("arrive",)),
    Panel("leave", "Off the table", "log-out", ("leave_table",)),
    Panel("back", "Put back", "heart-pulse", ("put_back",)),
    Panel("ally", "Alliances", "handshake", ("ally", "break_alliance")),
    Panel("force", "In force", "hourglass", ("end_lasting",)),
    Panel("rout", "Rout voluntarily", "flag", ("rout",)),
    Panel("end", "End by agreement", "circle-stop", ("end_game",)),
)


@dataclass(frozen=True)
class Answer:
    token: str
    label: str
    told: str
    suggested: bool


@dataclass(frozen=True)
class DueAnswer:
    """A decision. ``buttons``: each answer is a button of its own."""

    prompt: str
    form: Literal["one", "many", "number", "text"]
    answers: tuple[Answer, ...]
    suggested: str
    least: int
    most: int | None
    kind: Literal["question"] = "question"

    @property
    def buttons(self) -> bool:
        return self.form == "one" and len(self.answers) <= MOST_BUTTONS


@dataclass(frozen=True)
class DueActs:
    """The players do what they like: what is open to them."""

    panels: tuple[Panel, ...]
    kind: Literal["acts"] = "acts"


Due = DueRoll | DueAnswer | DueActs


def due_of(waiting: Waiting | None) -> Due | None:
    """What the game waits for; ``None`` once it is over."""
    if isinstance(waiting, NeedsRoll):
        return due_roll(waiting)
    if isinstance(waiting, NeedsChoice):
        return _asked(waiting.question)
    if not isinstance(waiting, NeedsAction):
        return None
    panels = panels_of(waiting.actions.names)
    if waiting.actions.run.active is not None:
        return DueActs(tuple(panels))
    return DueActs(tuple(sorted(panels, key=lambda panel: panel.key not in ITS_OWN)))


def _asked(question: Question) -> DueAnswer:
    meant = question.suggested if question.kind == "many" else [question.suggested]
    tokens = {token_of(one) for one in meant or []} if question.kind in ("one", "many") else set()
    answers = []
    for option in question.options:
        token = token_of(option.value)
        answers.append(Answer(token, option.label, option.told, token in tokens))
    told = str(question.suggested) if question.kind in ("number", "text") else ""
    return DueAnswer(question.prompt, question.kind, tuple(answers), told, question.least, question.most)


def panels_of(names: Sequence[str]) -> Iterator[Panel]:
    """Those of which something may be done now."""
    for panel in PANELS:
        if acts := tuple(act for act in panel.acts if act in names):
            yield Panel(panel.key, panel.label, panel.icon, acts)


# --- what has just happened -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JustTold:
    """A sentence; ``turn`` names the turn that it was told in where that is another than the one that goes on."""

    sentence: str
    turn: str = ""


def told_since(before: Playing, now: Playing) -> tuple[JustTold, ...]:
    """What was told between two moments of one game, in its order, whatever turns it was told in."""
    counts = [len(turn.sentences) for turn in before.turns]
    found = []
    for number, turn in enumerate(now.turns):
        name = "" if turn is now.turns[-1] else turn.name
        fresh = turn.sentences[counts[number] if number < len(counts) else 0 :]
        found += [JustTold(sentence, name) for sentence in fresh]
    return tuple(found)


# --- with whom --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Who:
    """A warrior or a group: how many of it, and what is said beside the name."""

    token: str
    name: str
    count: int
    beside: str = ""


@dataclass(frozen=True)
class Group:
    place: int | None
    name: str
    some: tuple[Who, ...]


def standing(run: Playing) -> tuple[Group, ...]:
    """Everybody on the table, those first whose turn it is not: they are the ones who fall."""
    places = sorted(run.order, key=lambda place: place == run.active)
    groups = (_group(run, place, run.standing(place)) for place in places)
    return tuple(group for group in groups if group.some)


def takers(run: Playing) -> tuple[Group, ...]:
    """Who may pick something up, those first whose turn it is: heroes only, where the scenario says so and no loot of a
    happening lies there, which anybody may take."""
    heroes = run.ending.heroes_carry and not any(row.token == LOOT for row in lying(run))
    return _heroes(run, tuple(reversed(standing(run)))) if heroes else tuple(reversed(standing(run)))


def searchers(run: Playing) -> tuple[Group, ...]:
    """Who may search: of the warband whose turn it is, heroes only where the scenario says so."""
    objective = run.scenario.plan.objective
    own = tuple(group for group in standing(run) if group.place == run.active)
    heroes = objective is not None and objective.search is not None and objective.search.heroes_only
    return _heroes(run, own) if heroes else own


def _heroes(run: Playing, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    some = (replace(group, some=tuple(who for who in group.some if _is_hero(run, who))) for group in groups)
    return tuple(group for group in some if group.some)


def _is_hero(run: Playing, who: Who) -> bool:
    place, number = numbers_of(who.token)
    return place is not None and number is not None and run.forces[place].fighters[number].is_hero


def may_be_put_back(run: Playing) -> tuple[Group, ...]:
    """Those out of action and off the table whose warband still plays."""
    groups = (_group(run, place, run.fallen(place) + run.away_by_acts(place)) for place in run.order)
    return tuple(group for group in groups if group.some and group.place not in run.routed)


def late_comers(run: Playing) -> tuple[Group, ...]:
    groups = (_group(run, place, dict.fromkeys(run.late.get(place, ()), 1)) for place in run.order)
    return tuple(group for group in groups if group.some)


def _group(run: Playing, place: int, counts: Mapping[str, int]) -> Group:
    some = []
    for number, fighter in enumerate(run.forces[place].fighters):
        if count := counts.get(fighter.name, 0):
            held = len(held_by(run, place, fighter.name))
            beside = f"{held} {'counter' if held == 1 else 'counters'}" if held else ""
            some.append(Who(f"{place}-{number}", fighter.name, count, beside))
    return Group(place, run.name_of(place), tuple(some))


def strikers(run: Playing) -> tuple[Group, ...]:
    """Whoever may have done it, those first whose turn it is; somebody of a warband, where nobody saw who."""
    places = sorted(run.order, key=lambda place: place != run.active)
    groups = []
    for place in places:
        own = _group(run, place, run.standing(place))
        if own.some:
            groups.append(Group(place, own.name, (*own.some, Who(f"{place}-", f"somebody of {own.name}", 1))))
    return tuple(groups)


def other_strikers(run: Playing, *, with_beast: bool) -> tuple[Who, ...]:
    """The beast, but on itself, and what a happening has brought."""
    beast = [Who(BEAST, run.beast.kind.name, 1)] if with_beast and run.beast and is_there(run) else []
    return (*beast, *(Who(f"{THING}{n}", one.block.name, 1) for n, one in enumerate(run.appeared) if one.is_there))


def warrior_of(run: Playing, token: str) -> dict[str, Any] | None:
    """The warrior that a token names, as an act says it; ``None`` for what names nobody."""
    place, number = numbers_of(token)
    if place is None or number is None or place >= len(run.forces) or number >= len(run.forces[place].fighters):
        return None
    return {"warband": place, "name": run.forces[place].fighters[number].name}


def striker_of(run: Playing, token: str) -> dict[str, Any] | None:
    """Who did it, as an act says it: nobody for that token or an empty one, ``None`` for what names nobody there is."""
    if token in ("", NOBODY):
        return {}
    if token == BEAST:
        return {"beast": True}
    if token.startswith(THING):
        number = _number(token.removeprefix(THING))
        return None if number is None else {"appeared": number}
    place, number = numbers_of(token)
    if place is not None and number is None and token.endswith("-") and place < len(run.forces):
        return {"warband": place}
    return warrior_of(run, token)


def numbers_of(token: str) -> tuple[int | None, int | None]:
    place, _, number = token.partition("-")
    return _number(place), _number(number)


def _number(text: str) -> int | None:
    return whole(text, 999)


# --- what a panel offers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """Something by its number, or another token: a counter, what lasts, one of those that appeared."""

    token: str
    told: str


@dataclass(frozen=True)
class Pair:
    """Two allies."""

    one: int
    other: int
    told: str


@dataclass(frozen=True)
class GoalRow:
    key: str
    name: str
    could: tuple[tuple[int, str], ...]


def lying(run: Playing) -> tuple[Row, ...]:
    """What may be picked up."""
    rows = [Row(str(n), token.told) for n, token in enumerate(run.tokens) if token.lies]
    loots = (one for one in run.carried if isinstance(one, Loot) and not one.holder and may_be_looted(run))
    return (*rows, *(Row(LOOT, told_of(one)) for one in loots))


def carried(run: Playing) -> tuple[Row, ...]:
    """What somebody has."""
    rows = [Row(str(n), one.told) for n, one in enumerate(run.tokens) if one.holder and one.off is None]
    return (*rows, *(Row(LOOT, told_of(one)) for one in run.carried if isinstance(one, Loot) and one.holder))


def carried_by_groups(run: Playing) -> tuple[Row, ...]:
    """What somebody of several has, so that it is to be said whether it goes along with one."""
    held = ((n, one, one.holder) for n, one in enumerate(run.tokens) if one.holder and one.off is None)
    return tuple(Row(str(n), one.told) for n, one, who in held if run.standing(who.place).get(who.name, 0) > 1)


def woundable(run: Playing) -> tuple[Row, ...]:
    """One by one: its number among what appeared, and among its own kind from 1."""
    return tuple(
        Row(f"{n}-{number}", f"{thing.block.name}{f' no. {number}' if len(thing.wounds) > 1 else ''}, {left} left")
        for n, thing in enumerate(run.appeared)
        for number, left in enumerate(thing.wounds, start=1)
        if left is not None and thing.has_wounds
    )


def there(run: Playing) -> tuple[Row, ...]:
    return tuple(Row(str(n), one.block.name) for n, one in enumerate(run.appeared) if one.is_there)


def in_force(run: Playing) -> tuple[Row, ...]:
    return tuple(Row(str(n), f"{one.name}: {one.told}") for n, one in enumerate(run.lasting))


def may_be_allies(run: Playing) -> tuple[tuple[int, str], ...]:
    some = (one for one in run.still_in if one != run.active and not run.are_allies(one, run.active or 0))
    return tuple((place, run.name_of(place)) for place in some)


def pairs(run: Playing) -> tuple[Pair, ...]:
    """Every alliance. One's own first, where it is somebody's turn."""
    found = [tuple(sorted(pair, key=lambda place: place != run.active)) for pair in run.allied]
    return tuple(Pair(one, two, f"{run.name_of(one)} and {run.name_of(two)}") for one, two in sorted(found))


def goals(run: Playing) -> tuple[GoalRow, ...]:
    rows = []
    for goal in run.ending.goals:
        could = tuple((place, run.name_of(place)) for place in run.of_role(goal.whose) if run.may_win(place))
        rows.append(GoalRow(goal.key, goal.name, could))
    return tuple(row for row in rows if row.could)


def _may_strangle(force: Force) -> bool:
    """Somebody of it swings what may kill himself."""
    return any(fighter.strangles for fighter in force.standing)


OFFERS: Mapping[str, Callable[[Playing], Mapping[str, Any]]] = {
    "out": lambda run: {"groups": standing(run), "strangles": any(map(_may_strangle, run.forces))},
    "leave": lambda run: {"groups": standing(run), "held": carried_by_groups(run)},
    "back": lambda run: {"groups": may_be_put_back(run)},
    "arrive": lambda run: {"groups": late_comers(run)},
    "breath": lambda run: {"groups": standing(run)},
    "tail": lambda run: {"groups": standing(run)},
    "appeared": lambda run: {"woundable": woundable(run), "there": there(run)},
    "counters": lambda run: {
        "groups": takers(run),
        "searchers": searchers(run),
        "lying": lying(run),
        "held": carried(run),
    },
    "ally": lambda run: {"others": may_be_allies(run), "pairs": pairs(run)},
    "force": lambda run: {"rows": in_force(run)},
    "goal": lambda run: {"goals": goals(run)},
}
NEEDS_STRIKERS = ("out", "beast", "appeared")


def offered(run: Playing, panel: Panel) -> dict[str, Any]:
    """With whom and with what the acts of a panel may be done."""
    found = dict(OFFERS[panel.key](run)) if panel.key in OFFERS else {}
    if panel.key in NEEDS_STRIKERS:
        others = other_strikers(run, with_beast=panel.key != "beast")
        first = run.active is None and bool(others)
        found |= {"strikers": strikers(run), "others_struck": others, "others_first": first}
    return found
