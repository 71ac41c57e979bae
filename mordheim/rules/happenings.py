"""Random happenings: what a row of the D66 chart may say.

A happening is a list of steps in the order in which they are done at the table. Steps may hold steps: what a picked
warrior goes through, what a row of a small chart brings, what a test or an answer leads to. The list of kinds is
closed, and each has one interpreter (`encounters.happenings.steps` and its neighbours). What a step finds out is bound
to a word of `WORDS` and may be named in the sentences of later steps, such as ``{who}`` or ``{turns}``; a sentence that
names what no earlier step has bound is refused when it is read.

Turns are counted in the encountering player's turns, the one of the happening being the first; distances are inches.

Source: Town Cryer, Random Happenings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from mordheim.rules.results import Amount, Result
from mordheim.rules.tables import TOTALS, RollTable
from mordheim.rules.words import CHARACTERISTICS, Characteristic, Dice, Entry, Key, Strict, Text, Who

# What a sentence may name. ``who`` is the warrior with his warband, ``warrior`` he alone, ``player`` whose turn it is,
# ``those`` the warriors that a step named, ``turns`` and ``distance`` with their units.
WORDS = (
    "who",
    "warrior",
    "warband",
    "player",
    "building",
    "edge",
    "opposite",
    "direction",
    "number",
    "distance",
    "turns",
    "those",
)
Told = Annotated[str, StringConstraints(min_length=1, max_length=600, strip_whitespace=True)]
Number = Literal["number", "distance", "turns"]
LineText = Annotated[str, StringConstraints(pattern=r"^([1-9]?D6|[1-9]\+)$")]
Whose = Literal["own", "anybody"]


class Line(Strict):
    """The characteristics of something that appears, as printed: numbers, dice, or at least so many (``2+``)."""

    m: int | LineText
    ws: int | LineText
    bs: int | LineText
    s: int | LineText
    t: int | LineText
    w: int | LineText
    i: int | LineText
    a: int | LineText
    ld: int | LineText

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, value: Any) -> Any:
        if isinstance(value, list | tuple) and len(value) == len(CHARACTERISTICS):
            return dict(zip(CHARACTERISTICS, value, strict=True))
        return value


class Fit(Strict):
    """What a warrior must be; all that is stated holds together. ``rules``: he has one of them; ``without_rules``: he
    has none of them; ``item``: he carries it; ``casts``: he knows a spell that is no prayer."""

    learns: bool = False
    casts: bool = False
    only_for: Who | None = None
    not_for: Who | None = None
    rules: tuple[Key, ...] = ()
    without_rules: tuple[Key, ...] = ()
    item: Key | None = None


# --- whom and what ------------------------------------------------------------------------------------------------


class PicksWarrior(Strict):
    """A die picks a warrior, each of a group by himself: one of the player's whose turn it is (ruling 31), or anybody.
    ``best``: only among those with the best save or the most spells. ``condition`` is a question
    about the picked one that only the table can answer; a no picks among the rest. Binds ``who``."""

    kind: Literal["picks_warrior"]
    whose: Whose = "own"
    fit: Fit | None = None
    best: Literal["armour_save", "spells"] | None = None
    condition: Told | None = None
    steps: tuple[Step, ...]
    nobody: tuple[Step, ...] = ()


class AsksForWarrior(Strict):
    """The players say which of those who fit it is, or that it is none. Binds ``who``."""

    kind: Literal["asks_for_warrior"]
    question: Told
    whose: Whose = "anybody"
    fit: Fit | None = None
    steps: tuple[Step, ...]


class PicksWarband(Strict):
    """The warband of the lowest rating, a tie by a die; who employs such a hired sword already or may not have him is
    passed over (ruling 32). Binds ``warband``."""

    kind: Literal["picks_warband"]
    hired_sword: Key
    steps: tuple[Step, ...]
    nobody: tuple[Step, ...] = ()


class PicksBuilding(Strict):
    """A die picks a building by its number. Binds ``building``."""

    kind: Literal["picks_building"]
    steps: tuple[Step, ...]
    nobody: tuple[Step, ...] = ()


class PicksDirection(Strict):
    """A D6 as the hours of a clock, two by two, twelve being the table's upper edge. Binds ``direction``."""

    kind: Literal["picks_direction"]


class NamesThose(Strict):
    """Tells who is concerned or spared, if anybody. Binds ``those`` for its own sentence."""

    kind: Literal["names_those"]
    whose: Whose = "anybody"
    fit: Fit
    told: Told


# --- dice, tests, questions -----------------------------------------------------------------------------------------


class Rolls(Strict):
    """A number that the dice give, bound to ``name``."""

    kind: Literal["rolls"]
    name: Number
    die: Dice
    what: Told


class Row(Strict):
    """Totals from ``low`` to ``high``; ``missing``: the source does not have that row."""

    low: int
    high: int
    key: Key
    name: Text
    steps: tuple[Step, ...] = ()
    missing: bool = False


class RollsOnRows(Strict):
    """A small chart. A missing row asks for another roll or a choice of the rows there are (rulings 2 and 30)."""

    kind: Literal["rows"]
    die: Literal["D3", "D6", "2D6"] = "D6"
    what: Told
    rows: tuple[Row, ...]

    @model_validator(mode="after")
    def _covers_the_die(self) -> RollsOnRows:
        RollTable(self.die, tuple((row.low, row.high, row.key) for row in self.rows))
        return self


class Natural(Strict):
    """A face of the test's die that means something of its own, whatever he tests against."""

    face: int
    steps: tuple[Step, ...]


class TakesTest(Strict):
    """The warrior tests a characteristic: a D6, for Leadership 2D6, of no more than his value and ``by``. ``spared``
    pass by one of these rules without a roll; with one of ``rolled_again`` a failure is rolled again, once.
    ``always_fails``: totals that fail whatever the value."""

    kind: Literal["tests"]
    characteristic: Characteristic
    by: int = 0
    spared: tuple[Key, ...] = ()
    rolled_again: tuple[Key, ...] = ()
    rolled_again_by_skill: tuple[Key, ...] = ()
    natural: tuple[Natural, ...] = ()
    always_fails: tuple[int, ...] = ()
    passed: tuple[Step, ...] = ()
    failed: tuple[Step, ...] = ()


class Answer(Strict):
    key: Key
    name: Told
    steps: tuple[Step, ...] = ()


class Asks(Strict):
    """A player decides, or says what the table shows; the first answer is the suggested one."""

    kind: Literal["asks"]
    choose: Key
    question: Told
    answers: tuple[Answer, ...]


class Whether(Strict):
    """What follows depends on what the warrior is or carries. ``question`` is asked where nobody knows him, and
    answered as ``usually``."""

    kind: Literal["whether"]
    fit: Fit
    question: Told
    usually: bool = True
    steps: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()


# --- what happens -------------------------------------------------------------------------------------------------


class Tells(Strict):
    kind: Literal["tells"]
    told: Told


class Hits(Strict):
    """So many hits of a Strength, or of the warrior's own: on him, or on ``whom`` the words describe. ``may_end``: the
    table says whether that puts him out of action, and then nothing more happens to him."""

    kind: Literal["hits"]
    strength: int | Literal["own"]
    hits: Amount = 1
    saves: bool = True
    whom: Told | None = None
    may_end: bool = False
    told: Told

    @model_validator(mode="after")
    def _ends_for_one(self) -> Hits:
        if self.may_end and self.whom is not None:
            raise ValueError("only for a picked warrior can it end")
        return self


class PutsOut(Strict):
    """The warrior is out of action. ``only_rout``: he merely counts so for rout tests and is back after the game."""

    kind: Literal["puts_out"]
    only_rout: bool = False
    told: Told


class Special(Strict):
    """A special rule of something that appears, in our words."""

    name: Text
    summary: Text


class FromList(Strict):
    """A warrior type of a warband list."""

    warband_type: Key
    warrior: Key


class Appears(Strict):
    """Something is placed on the table: of its own profile, of a list's warrior type, or without a profile.

    ``number`` how many, dice rolled now. ``save`` is the D6 needed; of a listed one it follows from ``gear``.
    ``place``: at a random edge as all encounters are, binding ``edge`` and ``opposite``, or as ``placed`` says.
    ``routs``: it takes Rout tests. ``driven_off``: any result of an injury roll is the end of it.
    """

    kind: Literal["appears"]
    name: Text
    plural: Text | None = None
    number: Amount = 1
    profile: Line | None = None
    listed: FromList | None = None
    movement: Text | None = None
    save: int | None = None
    gear: tuple[Key, ...] = ()
    skills: tuple[Key, ...] = ()
    prayers: tuple[Key, ...] = ()
    rules: tuple[Key, ...] = ()
    without_rules: tuple[Key, ...] = ()
    special: tuple[Special, ...] = ()
    place: Literal["edge", "here"] = "edge"
    placed: Told | None = None
    acts: Told
    routs: bool = False
    driven_off: bool = False


class JoinsForGame(Strict):
    """A hired sword fights for the picked warband in this game; what he may bring is his player's choice."""

    kind: Literal["joins_for_game"]
    hired_sword: Key
    told: Told


class EachTurn(Strict):
    """What is done at the start of the encountering player's turns, or of everybody's; ``at_once``: in the turn of the
    happening as well."""

    whose: Literal["encountering", "everybody"] = "encountering"
    at_once: bool = True
    steps: tuple[Step, ...]


class Lasts(Strict):
    """Something that stays in force: for the ``game``, for ``this_turn``, for the rolled ``turns``, or so many.
    ``off_table``: the warrior is away from the table until it is over. ``of_place``: it holds for a place, and no less
    once the warrior whom it began with is gone. ``when_out`` is told of ``who`` puts somebody out of action in close
    combat while it lasts."""

    kind: Literal["lasts"]
    key: Key
    name: Text
    turns: int | Literal["game", "this_turn", "turns"]
    told: Told
    each_turn: EachTurn | None = None
    over: Told | None = None
    off_table: bool = False
    of_place: bool = False
    when_out: Told | None = None


class Ends(Strict):
    """What lasts is over, before its time."""

    kind: Literal["ends"]
    told: Told


class AnotherHappening(Strict):
    """This one does not count; another is rolled on the chart."""

    kind: Literal["another_happening"]
    told: Told


# --- what is carried past the game ----------------------------------------------------------------------------------


class OwesFee(Strict):
    """The picked warband owes the sword hire and upkeep at the end, or one of its warriors pays with an injury."""

    kind: Literal["owes_fee"]
    hired_sword: Key
    told: Told


class FindsShard(Strict):
    """The warrior has a shard of wyrdstone, and loses it to whoever of ``fit`` takes him out in close combat."""

    kind: Literal["finds_shard"]
    fit: Fit
    told: Told


class Devours(Strict):
    """Whom these take out of action is lost unless a friend comes in time."""

    kind: Literal["devours"]
    told: Told


class Symptoms(Strict):
    """What the disease does: ``henchman`` to henchmen and hired swords."""

    low: int
    high: int
    key: Key
    name: Text
    summary: Text
    hero: tuple[Result, ...] = ()
    henchman: tuple[Result, ...] = ()


class SpreadsPlague(Strict):
    """At the end a D6 for everybody now in play; one of ``faces`` is the disease, which has a D6 of its own."""

    kind: Literal["spreads_plague"]
    faces: tuple[int, ...]
    rows: tuple[Symptoms, ...]
    told: Told

    @model_validator(mode="after")
    def _covers_the_die(self) -> SpreadsPlague:
        RollTable("D6", tuple((row.low, row.high, row.key) for row in self.rows))
        return self


class Finds(Strict):
    """The warrior brings home a thing, or gold crowns, whose dice are rolled now."""

    kind: Literal["finds"]
    item: Key | None = None
    gold: Amount | None = None
    told: Told

    @model_validator(mode="after")
    def _finds_something(self) -> Finds:
        if (self.item is None) == (self.gold is None):
            raise ValueError("a find is a thing or gold")
        return self


class ChangesNextScenario(Strict):
    """The warrior's warband adds to its next roll for a scenario."""

    kind: Literal["next_scenario"]
    by: int
    told: Told


class EarnsExperience(Strict):
    kind: Literal["earns_experience"]
    amount: int
    told: Told


class LeavesLoot(Strict):
    """What it carried lies where it fell; anybody of ``fit`` picks it all up by contact, and drops it when he falls."""

    kind: Literal["leaves_loot"]
    items: tuple[Key, ...]
    fit: Fit
    told: Told


class BringsPeddler(Strict):
    """At the end the winners may buy: ``quantity`` of each thing, at its price divided by ``price_parts`` and rounded
    up, dice of the price first (ruling 13)."""

    kind: Literal["brings_peddler"]
    items: tuple[Key, ...]
    quantity: Dice
    price_parts: int = 2
    told: Told


Step = Annotated[
    PicksWarrior
    | AsksForWarrior
    | PicksWarband
    | PicksBuilding
    | PicksDirection
    | NamesThose
    | Rolls
    | RollsOnRows
    | TakesTest
    | Asks
    | Whether
    | Tells
    | Hits
    | PutsOut
    | Appears
    | JoinsForGame
    | Lasts
    | Ends
    | AnotherHappening
    | OwesFee
    | FindsShard
    | Devours
    | SpreadsPlague
    | Finds
    | ChangesNextScenario
    | EarnsExperience
    | LeavesLoot
    | BringsPeddler,
    Field(discriminator="kind"),
]

for _model in (
    PicksWarrior, AsksForWarrior, PicksWarband, PicksBuilding, Row, RollsOnRows, Natural, TakesTest, Answer, Asks,
    Whether, EachTurn, Lasts,
):  # fmt: skip
    _model.model_rebuild()


class Happening(Entry):
    """A row of the chart of random happenings: the D66 results from ``low`` to ``high``, and its steps in order."""

    low: int
    high: int
    steps: tuple[Step, ...]

    @model_validator(mode="after")
    def _is_of_the_chart(self) -> Happening:
        if not self.codes:
            raise ValueError(f"{self.low} to {self.high} are no results of a D66")
        return self

    @model_validator(mode="after")
    def _names_what_is_bound(self) -> Happening:
        _check(self.steps, frozenset({"player"}))
        return self

    @property
    def codes(self) -> tuple[int, ...]:
        """The results of the D66 that it stands for."""
        return tuple(code for code in TOTALS["D66"] if self.low <= code <= self.high)

    def lasting(self, key: str) -> Lasts:
        """The lasting step of that key. Raises KeyError."""
        found = {step.key: step for step in every_step(self.steps) if isinstance(step, Lasts)}
        return found[key]


# --- sentences and what they name -------------------------------------------------------------------------------------

_HIM = frozenset({"who", "warrior", "warband"})
_EDGE = frozenset({"edge", "opposite"})
_OF_HIM = (Whether, TakesTest, PutsOut, FindsShard, Finds, ChangesNextScenario, EarnsExperience)
_OF_A_WARBAND = (JoinsForGame, OwesFee)


def every_step(steps: Iterable[Any]) -> Iterator[Any]:
    """All steps, however deep, each before those within it."""
    for step in steps:
        yield step
        for branch in branches(step):
            yield from every_step(branch)


def branches(step: Any) -> Iterator[tuple[Any, ...]]:
    """The lists of steps within a step."""
    turns = getattr(step, "each_turn", None)
    yield from (*_branches(step), getattr(step, "nobody", ()), turns.steps if turns else ())


def _check(steps: Iterable[Any], bound: frozenset[str], *, lasting: bool = False) -> None:
    """Raises ValueError for a step that needs or names what is not known when it is its turn."""
    for step in steps:
        if wrong := sorted(_needs(step) - bound):
            raise ValueError(f"{step.kind} needs {wrong[0]}, which no earlier step has picked or rolled")
        if isinstance(step, Ends if not lasting else AnotherHappening):
            raise ValueError(f"{step.kind} cannot stand here")
        bound = bound | _binds(step)
        inner = bound | _binds_inside(step)
        for told in _sentences(step):
            _check_sentence(told, inner)
        for branch in _branches(step):
            _check(branch, inner, lasting=lasting)
        _check(getattr(step, "nobody", ()), bound, lasting=lasting)
        if isinstance(step, Lasts) and step.each_turn:
            _check(step.each_turn.steps, inner, lasting=True)
        if isinstance(step, Lasts) and step.when_out:
            _check_sentence(step.when_out, frozenset({"who"}))


def _check_sentence(told: str, bound: frozenset[str]) -> None:
    named = [part[1:] for part in Formatter().parse(told) if part[1] is not None]
    if any(spec or conversion for _, spec, conversion in named):
        raise ValueError(f"a word is named by itself: {told}")
    names = {str(name) for name, _, _ in named}
    if wrong := sorted(names - set(WORDS)):
        raise ValueError(f"{wrong[0]!r} is no word that a sentence may name")
    if wrong := sorted(names - bound):
        raise ValueError(f"{wrong[0]!r} is named before it is known: {told}")


def _needs(step: Any) -> frozenset[str]:
    """What must be known before a step."""
    if isinstance(step, _OF_HIM) or (isinstance(step, Hits) and step.whom is None):
        return frozenset({"who"})
    if isinstance(step, _OF_A_WARBAND):
        return frozenset({"warband"})
    return frozenset({"turns"}) if isinstance(step, Lasts) and step.turns == "turns" else frozenset()


def _binds(step: Any) -> frozenset[str]:
    """What is known from a step on."""
    match step:
        case Rolls():
            return frozenset({step.name})
        case PicksDirection():
            return frozenset({"direction"})
        case Appears():
            return frozenset({"number"}) | (_EDGE if step.place == "edge" else frozenset())
        case _:
            return frozenset()


def _binds_inside(step: Any) -> frozenset[str]:
    """What is known within a step."""
    match step:
        case PicksWarrior() | AsksForWarrior():
            return _HIM
        case PicksWarband():
            return frozenset({"warband"})
        case PicksBuilding():
            return frozenset({"building"})
        case NamesThose():
            return frozenset({"those"})
        case OwesFee():
            return frozenset({"number"})
        case Finds() if step.gold is not None:
            return frozenset({"number"})
        case _:
            return frozenset()


_SENTENCES = ("condition", "what", "question", "whom", "told", "placed", "acts", "over")


def _sentences(step: Any) -> Iterator[str]:
    for name in _SENTENCES:
        if isinstance(told := getattr(step, name, None), str):
            yield told
    yield from (answer.name for answer in getattr(step, "answers", ()))


def _branches(step: Any) -> Iterator[tuple[Any, ...]]:
    """The lists of steps within a step that are done where it comes to something."""
    for name in ("steps", "passed", "failed", "otherwise"):
        yield getattr(step, name, ())
    for name in ("rows", "natural", "answers"):
        yield from (getattr(part, "steps", ()) for part in getattr(step, name, ()))
