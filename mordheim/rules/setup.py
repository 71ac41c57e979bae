"""How a battle is set up: what a scenario says of roles, ground, turns and treasure, as data.

The lists are closed; one interpreter (`encounters.setup`) plays them. All distances are inches. What a scenario does
not say is as usual for many warbands: the highest D6 sets up first, each takes a segment of the edge of his own and
sets up within 6" of it, and the highest D6 has the first turn.

Sources: Town Cryer, Chaos on the Streets and Kidnapped!; Mordheim rulebook, Scenarios.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from mordheim.rules.words import Dice, Key, Strict, Text

Amount = Annotated[int, Field(ge=0)] | Dice
Inches = Annotated[int, Field(ge=0, le=96)]
Feet = Annotated[int, Field(ge=2, le=8)]
Role = Literal["attacker", "defender"]
Whose = Literal["everybody", "attacker", "defender", "first", "second"]
RoleRule = Literal["highest_rating_defends", "most_warriors_attack", "lowest_rating_says"]
SetUpOrder = Literal["by_dice", "higher_roll_says", "defender_first", "attacker_first"]
FirstTurn = Literal["highest", "highest_with_initiative", "attacker"]


class Roles(Strict):
    """Who attacks and who defends.

    ``highest_rating_defends``: between equals the most warriors, then a die. ``most_warriors_attack``: a die between
    equals. ``lowest_rating_says`` which of the two he is, unless just one warband is of ``families``: that one defends.
    """

    by: RoleRule
    families: tuple[Key, ...] = ()


class Ground(Strict):
    """Where a warband sets up: ``within`` so far of something, or ``apart`` so far from something.

    ``segment``: a free stretch of the edge; ``opposite``: the stretch over against that of whoever set up before.
    ``edges``: any edges. ``objective``, ``centre``. ``inner``: anywhere ``apart`` from every edge. ``quarter`` of the
    table. ``away``: anywhere ``apart`` from all enemies. ``chosen``: who takes the segment or the quarter: the warband
    itself, the higher roll of a D6, or a die; ``of_edges``: only at one of these. ``told`` is what else is asked of it.
    """

    kind: Literal["segment", "opposite", "edges", "objective", "centre", "inner", "quarter", "away"]
    within: Inches = 0
    apart: Inches = 0
    chosen: Literal["itself", "higher_roll", "die"] = "itself"
    of_edges: tuple[Literal["top", "right", "bottom", "left"], ...] = ()
    told: str = ""


class Place(Strict):
    """Whose ground it is: everybody's, a side's, or that of whoever sets up first or second."""

    whose: Whose
    ground: Ground


class Counters(Strict):
    """Counters on the table before edges are chosen: so many for each warband, or in all; each more than ``from_edges``
    from every edge, and at least ``apart`` from the others."""

    kind: Key
    per_warband: Amount | None = None
    in_all: Amount | None = None
    from_edges: Inches
    apart: Inches

    @model_validator(mode="after")
    def _has_one_number(self) -> Counters:
        if (self.per_warband is None) == (self.in_all is None):
            raise ValueError("counters are so many for each warband, or so many in all")
        return self


class Search(Strict):
    """How a warrior finds something: a roll from ``low`` to ``high``. ``heroes_only``: nobody else searches."""

    die: Literal["D6", "2D6"]
    low: Annotated[int, Field(ge=1)]
    high: Annotated[int, Field(le=12)]
    heroes_only: bool = False


class Objective(Strict):
    """What stands or lies in the middle, or somewhere. ``on_map`` is what the map draws there; ``size`` is how large it
    is, or at least; ``clear`` is how far around it nothing stands. ``holds`` so many shards. ``lies``: it lies in the
    very middle as a counter does. ``search`` finds a shard that it holds, or the thing itself. ``wanders`` so many
    inches at the start of each of the first player's turns until somebody has it."""

    kind: Key
    name: Text
    on_map: Literal["none", "centre", "pool", "altar", "mansion", "lair", "building", "street"] = "none"
    size: tuple[Inches, Inches] | None = None
    clear: Inches = 0
    holds: Amount = 0
    lies: bool = False
    search: Search | None = None
    wanders: Dice | None = None


class Marks(Strict):
    """So many buildings are played for, from the middle of the table outwards."""

    number: Amount


class Carries(Strict):
    """Shards that are carried from the start: an amount for the warband, or for each of its heroes."""

    whose: Literal["everybody", "attacker", "defender"]
    each: Literal["warband", "hero"]
    amount: Amount


class ComesLate(Strict):
    """A D6 for each hero, group and hired sword of that side: up to ``up_to`` he is not there yet. ``least`` of them
    are there whatever the dice say. From his side's turn ``from_turn`` on a D6 of ``arrives_on`` brings him."""

    whose: Role
    up_to: Annotated[int, Field(ge=1, le=5)]
    least: int = 1
    from_turn: Annotated[int, Field(ge=1)] = 2
    arrives_on: Annotated[int, Field(ge=2, le=6)] = 4


class Finds(Strict):
    """The defender rolls on a chart once for each attacker beyond so many; each row is found once. What he has not
    found the winners have at the end, but for the rows that ``stays`` names."""

    chart: Key
    beyond: int = 1
    stays: tuple[Key, ...] = ()


class Creature(Strict):
    """A beast in the objective: chosen, or rolled on a chart."""

    chart: Key


class Limit(Strict):
    """The game ends after so many turns of each player, ``unless`` something has come about. ``wins``: that side has
    won then; without it the game is decided as its ending says. ``goal`` is the one that it has reached by that."""

    turns: Annotated[int, Field(ge=1)]
    unless: str = ""
    wins: Role | None = None
    goal: Key | None = None


class Goal(Strict):
    """What wins the game as soon as it comes about. ``whose`` it may be, and in whose turn it counts.

    ``carried_off``: it comes about when somebody takes the objective off the table; ``all_off``: when whoever is left
    of a warband has walked off it. ``beast_out``: only once the beast is out of action. ``award`` is the experience,
    and ``gold`` the gold crowns, that whoever does it has for it.
    """

    key: Key
    name: Text
    whose: Whose = "everybody"
    in_turn_of: Whose = "everybody"
    carried_off: bool = False
    all_off: bool = False
    beast_out: bool = False
    award: Key | None = None
    gold: Annotated[int, Field(ge=0)] = 0


class Ending(Strict):
    """How the game ends and who has won.

    ``last_standing``: when one warband is left on the table, or only allies who share the victory. ``voluntary_rout``:
    a warband that might have to test may leave of its own will. ``decided`` says who has won where the turns are over
    or all agree to stop: the table is asked, or most shards carried off the table or held, or most marked buildings
    held. ``shards`` is what each takes home: his counters; what was carried, less his heroes who fell and more for
    enemy heroes; or one for each hero in the objective up to ``most_shards``. ``heroes_carry``: nobody else picks
    counters up.
    """

    last_standing: bool = True
    voluntary_rout: bool = True
    goals: tuple[Goal, ...] = ()
    decided: Literal["asked", "shards", "marks"] = "asked"
    shards: Literal["none", "counters", "carried_and_taken", "in_objective"] = "none"
    most_shards: Annotated[int, Field(ge=0)] = 0
    heroes_carry: bool = False


class SetUp(Strict):
    """All of it. ``table`` is width and height in feet; without it the number of warbands says how large it is."""

    table: tuple[Feet, Feet] | None = None
    roles: Roles | None = None
    order: SetUpOrder = "by_dice"
    places: tuple[Place, ...] = (Place(whose="everybody", ground=Ground(kind="segment", within=6)),)
    first_turn: FirstTurn = "highest"
    limits: tuple[Limit, ...] = ()
    objective: Objective | None = None
    counters: Counters | None = None
    marks: Marks | None = None
    carries: Carries | None = None
    late: ComesLate | None = None
    finds: Finds | None = None
    creature: Creature | None = None
    ending: Ending = Ending()

    @model_validator(mode="after")
    def _has_the_sides_it_speaks_of(self) -> SetUp:
        sided = {self.order.removesuffix("_first"), *(place.whose for place in self.places), self.first_turn}
        sided |= {one.whose for one in (self.carries, self.late) if one}
        sided |= {name for goal in self.ending.goals for name in (goal.whose, goal.in_turn_of)}
        sided |= {limit.wins for limit in self.limits if limit.wins}
        if sided & {"attacker", "defender"} and self.roles is None:
            raise ValueError("there is neither an attacker nor a defender without roles")
        if self.finds and self.roles is None:
            raise ValueError("without a defender nobody finds anything")
        return self

    @model_validator(mode="after")
    def _ends_with_goals_that_there_are(self) -> SetUp:
        whose = {goal.key: goal.whose for goal in self.ending.goals}
        if any(limit.goal and whose.get(limit.goal) != limit.wins for limit in self.limits):
            raise ValueError("a limit ends with a goal of the side that wins by it")
        return self

    def ground_of(self, *, role: Role | None, number: int) -> Ground:
        """The ground of a warband that sets up as that ``number``, from 1. Raises LookupError where none is stated."""
        names = {"everybody", role, {1: "first", 2: "second"}.get(number)}
        # What is said of one side counts before what is said of everybody.
        stated = sorted((one for one in self.places if one.whose in names), key=lambda one: one.whose == "everybody")
        if not stated:
            raise LookupError(f"no ground for number {number}")
        return stated[0].ground
