"""A game as it stands: who is where, what lies where, what is in force. Changed by the steps of the game and by what
the players do; nothing else changes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from campaigns.battle.forces import Fighter, Force
from campaigns.battle.rout import RoutAid, rout_aid
from campaigns.postbattle.run import Session
from encounters.beasts.wounding import Beast
from encounters.game.acts import BY_NOBODY, By
from encounters.game.talk import GameTalk
from encounters.happenings.plain import Carried, Lasting, Someone, Statblock
from encounters.happenings.state import TableState
from encounters.setup.hoards import Hoard, Share
from encounters.setup.plan import Plan, Side
from encounters.table import Party
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario
from mordheim.rules.setup import Ending, Goal
from warbands.roster.members import Member
from warbands.roster.refusals import Refused


@dataclass(frozen=True)
class Options:
    """``happenings``: the players have agreed on random happenings. ``taken`` are the keys of artefacts of which there
    is one only and that somebody in the campaign has."""

    happenings: bool = True
    taken: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fall:
    """One warrior out of action. ``only_rout``: he merely counts so for Rout tests and is back after the game."""

    place: int
    name: str
    by: By = BY_NOBODY
    strangled: bool = False
    only_rout: bool = False


@dataclass
class Token:
    """A counter. It lies at ``where`` while it has no ``holder``; ``off`` is the place of the warband that took it off
    the table, ``gone`` when nobody can have it any more. ``is_objective``: the boy, the victim, the chest."""

    kind: str
    name: str
    where: str
    holder: Someone | None = None
    off: int | None = None
    gone: bool = False
    is_objective: bool = False

    @property
    def lies(self) -> bool:
        return self.holder is None and self.off is None and not self.gone

    @property
    def told(self) -> str:
        if self.gone:
            return f"{self.name}: lost."
        if self.off is not None and self.holder:
            return f"{self.name}: off the table with {self.holder.told}."
        return f"{self.name}: {self.holder.told} has it." if self.holder else f"{self.name}: {self.where}."


@dataclass
class Appeared:
    """Something that a happening has brought: ``wounds`` left of each, ``None`` for one that is out, ``fallen`` of them
    by wounds. ``place`` is the warband that a hired sword fights for, ``by`` whose turns everything else acts in."""

    block: Statblock
    happening: str
    wounds: list[int | None]
    place: int | None = None
    fallen: int = 0
    by: int = 0

    @property
    def is_there(self) -> bool:
        return any(left is not None for left in self.wounds)

    @property
    def has_wounds(self) -> bool:
        """Whether it can be wounded at all."""
        return bool(self.block.profile)


@dataclass(frozen=True)
class Happened:
    """What has happened, in whose turn, and what it is in this game, as far as that is known; ``summary`` is what its
    text says in short."""

    key: str
    name: str
    number: int
    place: int
    sentences: Sequence[str]
    summary: str = ""


@dataclass(frozen=True)
class Prey:
    """Somebody whom a pack will have eaten by the end of turn ``number`` of his warband, unless a friend comes."""

    who: Someone
    eaten: int
    appeared: int
    number: int


@dataclass
class TurnTold:
    """What was said of one turn; ``place`` is ``None`` for the beast's, and for what comes after the game."""

    step: str
    number: int
    place: int | None
    name: str
    sentences: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Ended:
    """The game is over: ``told`` says why. Whoever has neither won nor drawn has lost. ``reached_by`` has reached the
    ``goal``."""

    told: str
    winners: tuple[int, ...] = ()
    drew: tuple[int, ...] = ()
    by_agreement: bool = False
    goal: Goal | None = None
    reached_by: int = -1


@dataclass
class Spoils:
    """What is known once the game is over. ``earned`` is award, place, name and points."""

    earned: list[tuple[str, int, str, int]] = field(default_factory=list)
    shards: Counter[int] = field(default_factory=Counter)
    gold: Counter[int] = field(default_factory=Counter)
    hoard: Hoard | None = None
    shares: tuple[Share, ...] = ()


@dataclass
class Playing:
    """``fresh``: the turn has begun and nothing has been done in it. ``off`` and ``fled`` have left the table by name,
    by their own will, ``walked_off`` in that order, or out of fear; ``late`` are not on it yet. ``routed`` are the
    places of warbands that have left, ``noted`` those whose leaving has been told. ``pool`` is what the objective still
    holds."""

    plan: Plan
    rulebook: Rulebook
    session: Session
    options: Options
    number: int = 0
    active: int | None = None
    step: str = ""
    fresh: bool = False
    falls: list[Fall] = field(default_factory=list)
    off: dict[int, Counter[str]] = field(default_factory=dict)
    fled: dict[int, Counter[str]] = field(default_factory=dict)
    late: dict[int, list[str]] = field(default_factory=dict)
    routed: set[int] = field(default_factory=set)
    noted: set[int] = field(default_factory=set)
    allied: set[frozenset[int]] = field(default_factory=set)
    offered: frozenset[int] = frozenset()
    tokens: list[Token] = field(default_factory=list)
    pool: int = 0
    had_objective: bool = False
    searched: set[Someone] = field(default_factory=set)
    found: tuple[int, str] | None = None
    walked_off: list[tuple[int, str]] = field(default_factory=list)
    lasting: list[Lasting] = field(default_factory=list)
    appeared: list[Appeared] = field(default_factory=list)
    carried: list[Carried] = field(default_factory=list)
    prey: list[Prey] = field(default_factory=list)
    had_happening: bool = False
    happened: Happened | None = None
    beast: Beast | None = None
    strikers: dict[str, Someone] = field(default_factory=dict)
    used_once: set[tuple[int, str, str]] = field(default_factory=set)
    over: Ended | None = None
    done: bool = False
    spoils: Spoils = field(default_factory=Spoils)
    turns: list[TurnTold] = field(default_factory=list)
    talk: GameTalk = field(init=False)
    _standing: dict[int, dict[str, int]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.talk = GameTalk(self.session)

    # --- what does not change -------------------------------------------------------------------------------------

    @cached_property
    def parties(self) -> tuple[Party, ...]:
        return tuple(sorted((side.party for side in self.plan.sides), key=lambda party: party.place))

    @cached_property
    def forces(self) -> tuple[Force, ...]:
        return tuple(party.force for party in self.parties)

    @cached_property
    def sides(self) -> dict[int, Side]:
        return {side.party.place: side for side in self.plan.sides}

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Places in the order of play."""
        return tuple(side.party.place for side in self.plan.by_turn)

    @cached_property
    def members(self) -> dict[tuple[int, str], Member]:
        return {(party.place, member.name): member for party in self.parties for member in party.present}

    @property
    def scenario(self) -> Scenario:
        return self.plan.scenario

    @property
    def ending(self) -> Ending:
        return self.scenario.plan.ending

    @property
    def is_for_many(self) -> bool:
        """More than two have come, so that there may be allies."""
        return len(self.parties) > 2

    def name_of(self, place: int) -> str:
        """Raises Refused for a warband that is not in this battle."""
        if place not in self.sides:
            raise Refused("That warband is not in this battle.", code="no_such_warband")
        return self.sides[place].name

    def names_of(self, places: Iterable[int]) -> str:
        return listed([self.name_of(place) for place in places])

    def fighter(self, place: int, name: str) -> Fighter:
        """Raises Refused for somebody who is not there."""
        self.name_of(place)
        fighter = self.forces[place].fighter(name)
        if fighter is None or fighter.away:
            raise Refused(f"{name} of {self.name_of(place)} takes no part in this battle.", code="took_no_part")
        return fighter

    def someone(self, place: int, name: str) -> Someone:
        """Raises Refused for somebody who takes no part."""
        self.fighter(place, name)
        return Someone(place=place, warband=self.name_of(place), name=name)

    # --- who is where ---------------------------------------------------------------------------------------------

    def out(self, place: int) -> Counter[str]:
        """How many of each name are out of action, those included who merely count so."""
        return Counter(fall.name for fall in self.falls if fall.place == place)

    def fallen(self, place: int) -> Counter[str]:
        return Counter(fall.name for fall in self.falls if fall.place == place and not fall.only_rout)

    def away(self, place: int) -> Counter[str]:
        """How many of each name are off the table for another reason."""
        found = self.away_by_acts(place)
        for name in self.late.get(place, ()):
            found[name] += self.fighter(place, name).size
        for one in self.lasting:
            if one.who is not None and one.who.place == place and self.is_off_table(one):
                found[one.who.name] += 1
        return found

    def away_by_acts(self, place: int) -> Counter[str]:
        """Those who have walked off it or fled."""
        return self.off.get(place, Counter()) + self.fled.get(place, Counter())

    def is_off_table(self, lasting: Lasting) -> bool:
        return self.rulebook.happenings[lasting.happening].lasting(lasting.key).off_table

    def standing(self, place: int) -> dict[str, int]:
        """How many of each name are on the table, in the order of the roster; nobody of a warband that has routed."""
        if place not in self._standing:
            self._standing[place] = self.count_standing(place)
        return self._standing[place]

    def moved(self) -> None:
        """Somebody is not where he was: whoever changes that says so, since who stands is asked for all the time."""
        self._standing.clear()

    def count_standing(self, place: int) -> dict[str, int]:
        if place in self.routed:
            return {}
        out, away = self.out(place), self.away(place)
        left = ((one.name, one.size - out[one.name] - away[one.name]) for one in self.forces[place].standing)
        return {name: count for name, count in left if count > 0}

    def is_on_table(self, place: int) -> bool:
        return bool(self.standing(place))

    def is_in(self, place: int) -> bool:
        """It still plays: somebody of it is on the table, or is to come, or to come back."""
        if self.is_on_table(place):
            return True
        return place not in self.routed and (bool(self.late.get(place)) or self._comes_back(place))

    def _comes_back(self, place: int) -> bool:
        """Whether a happening keeps somebody of it off the table for some turns."""
        return any(one.who and one.who.place == place and self.is_off_table(one) for one in self.lasting)

    @property
    def still_in(self) -> list[int]:
        """The places of the warbands that still play, in the order of play."""
        return [place for place in self.order if self.is_in(place)]

    def may_win(self, place: int) -> bool:
        """It has neither routed nor been wiped out: somebody is on the table, to come, or has walked off it."""
        if place in self.routed:
            return False
        return self.is_in(place) or bool(self.off.get(place))

    def rout(self, place: int) -> RoutAid:
        return rout_aid(self.forces[place], self.out(place))

    def must_stand(self, place: int, name: str, count: int = 1) -> Someone:
        """Raises Refused where so many of that name are not on the table."""
        who = self.someone(place, name)
        there = self.standing(place).get(name, 0)
        if there < count:
            told = f"{who.told} is not on the table." if not there else f"Only {there} of {who.told} are on the table."
            raise Refused(told, code="not_standing")
        return who

    def table(self) -> TableState:
        """The table as a happening finds it."""
        places = range(len(self.parties))
        away: dict[int, Counter[str]] = {}
        for place in places:
            stands, out = self.standing(place), self.out(place)
            sizes = Counter({one.name: one.size for one in self.forces[place].standing})
            away[place] = sizes - out - Counter(stands)
        return TableState(
            self.rulebook,
            self.parties,
            self.active or 0,
            len(self.plan.drawn.buildings),
            out={place: self.out(place) for place in places},
            away=away,
        )

    # --- alliances ------------------------------------------------------------------------------------------------

    def are_allies(self, one: int, other: int) -> bool:
        return frozenset((one, other)) in self.allied

    def allies_of(self, place: int) -> list[int]:
        return [other for other in self.order if self.are_allies(place, other)]

    def all_are_allies(self, places: Sequence[int]) -> bool:
        return all(self.are_allies(one, other) for n, one in enumerate(places) for other in places[:n])

    # --- what is told ---------------------------------------------------------------------------------------------

    def begin(self, step: str, *, number: int, place: int | None, name: str) -> None:
        """A new stretch of the game."""
        self.step, self.number, self.active = step, number, place
        self.talk.begin(step)
        self.turns.append(TurnTold(step, number, place, name))

    def say(self, *sentences: str) -> None:
        self.turns[-1].sentences += [one for one in sentences if one]

    def striker(self, by: By) -> str:
        """Who did something, as a sentence names him; empty where nobody knows.

        Raises:
            Refused: for somebody there is not.
        """
        if by.beast:
            if self.beast is None:
                raise Refused("There is no beast in this battle.", code="no_such_beast")
            return f"the {self.beast.kind.name}"
        if by.appeared is not None:
            return self.thing(by.appeared).block.name
        if by.warband is None:
            return ""
        return self.someone(by.warband, by.name).told if by.name else self.name_of(by.warband)

    def thing(self, number: int) -> Appeared:
        """Raises Refused for a number that nothing has."""
        if number >= len(self.appeared):
            raise Refused("Nothing like that has appeared.", code="no_such_thing")
        return self.appeared[number]

    def token(self, number: int) -> Token:
        """Raises Refused for a number that no counter has."""
        if number >= len(self.tokens):
            raise Refused("There is no such counter.", code="no_such_counter")
        return self.tokens[number]

    def of_role(self, whose: str) -> Iterator[int]:
        """The places of everybody, of a role, or of whoever set up first or second."""
        for place, side in self.sides.items():
            if whose in ("everybody", side.role, {1: "first", 2: "second"}.get(side.set_up)):
                yield place


def listed(names: Sequence[str]) -> str:
    """``Ann, Bob and Cid``."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
