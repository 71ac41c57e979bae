"""Random battles for random warbands, and players who decide anything that may be decided.

@given(nights())
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from hypothesis import strategies as st

from campaigns.postbattle.after import Eaten, Exposed, Fee, Kind, Lot, NextScenario, Peddler, Plague
from campaigns.postbattle.choices import Actions, Choice, Question, Value
from campaigns.postbattle.report import By, Casualty, Opponent, Report, absent, uses_by
from mordheim.rules.snapshot import WarbandSnapshot
from tests.warbands.roster.cast import roster, rulebook
from tests.warbands.roster.strategies import legal_warbands
from warbands.roster.learning import gains_experience
from warbands.roster.members import Member, Roster

KINDS = sorted(rulebook().warband_types)

opponents = st.lists(
    st.builds(
        Opponent,
        st.sampled_from(["The Foes", "Ye Others", "12"]),
        st.sampled_from(KINDS),
        st.integers(0, 400),
        st.sampled_from(["", "Their Boss"]),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda one: one.name,
)


@st.composite
def _casualty(draw: st.DrawFn, member: Member, enemies: list[Opponent]) -> Casualty:
    count = draw(st.integers(1, member.warrior.size))
    strangled = draw(st.integers(0, count)) if uses_by(member) else 0
    by = By(draw(st.sampled_from(["", *(one.name for one in enemies)])), draw(st.sampled_from(["", "Their Boss"])))
    return Casualty(member.name, count, strangled, by)


PACK = ("sword", "mace", "blessed_water", "crossbow", "mordheim_map", "garlic", "lucky_charm")


@st.composite
def _left_for_the_night(
    draw: st.DrawFn, roster: Roster, there: list[Member], fallen: list[Casualty], won: bool
) -> tuple[Kind, ...]:
    """What may be handed over to the night: any of the kinds, each where it can be."""
    found: list[Kind] = []
    employed = {member.warrior.type for member in roster.members if not member.warrior.until}
    free = sorted({"ogre_bodyguard", "pit_fighter", "warlock"} - employed)
    if free and draw(st.booleans()):
        found.append(Fee(hired_sword=draw(st.sampled_from(free)), name=draw(st.sampled_from(["", "Bront"]))))
    if fallen and draw(st.booleans()):
        one = draw(st.sampled_from(fallen))
        found.append(Eaten(name=one.name, count=draw(st.integers(1, one.count)), by="Dog Pack"))
    met = [Exposed(name=m.name, count=draw(st.integers(1, m.warrior.size))) for m in there if draw(st.booleans())]
    if met and draw(st.booleans()):
        found.append(Plague(disease="plague_victims", exposed=tuple(met)))
    if won and draw(st.booleans()):
        counts = st.sampled_from([1, 3, "D3"])
        stock = draw(st.dictionaries(st.sampled_from(PACK), counts, min_size=1))
        found.append(Peddler(stock=tuple(Lot(item=key, quantity=count) for key, count in stock.items())))
    if draw(st.booleans()):
        found.append(NextScenario(by=1))
    return tuple(found)


@st.composite
def reports(draw: st.DrawFn, before: WarbandSnapshot) -> Report:
    """What might have happened to this warband."""
    enemies = draw(opponents)
    known = roster(before)
    names = [member.name for member in known.members]
    missed = draw(st.lists(st.sampled_from(names), max_size=1))
    away = absent(known, Report("lost", tuple(enemies), missed=tuple(missed)))
    there = [member for member in known.members if member.name not in away]
    fallen = [member for member in there if draw(st.booleans())]
    learners = [member.name for member in there if gains_experience(member)]
    points = st.dictionaries(st.sampled_from(learners), st.integers(0, 6), max_size=3) if learners else st.just({})
    used = {m.name: tuple(dict.fromkeys(p.item for p in m.warrior.equipment)) for m in there if m.warrior.equipment}
    result = draw(st.sampled_from(["won", "lost", "drew"]))
    out = tuple(draw(_casualty(member, enemies)) for member in fallen)
    return Report(
        result=result,
        opponents=tuple(enemies),
        underdog=draw(st.none() | st.integers(0, 5)),
        out_of_action=out,
        enemies_out={name: count for name, count in draw(points).items() if count},
        experience={name: count for name, count in draw(points).items() if count},
        used={name: items for name, items in used.items() if draw(st.booleans())},
        missed=tuple(missed),
        shards=draw(st.integers(0, 4)),
        gold=draw(st.sampled_from([0, 0, 25])),
        after=draw(st.just(()) | _left_for_the_night(known, there, list(out), result == "won")),
    )


@dataclass
class Whim:
    """Decides anything that may be decided, and tries things now and then: ``wild`` ones may be refused."""

    seed: int
    wild: bool = False
    heroes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.items = sorted(rulebook().items)

    def decide(self, question: Question) -> Value:
        values = [option.value for option in question.options]
        if question.kind == "one":
            return self.random.choice(values)
        if question.kind == "number":
            return self.random.randint(question.least, question.most or 0)
        if question.kind == "many" and question.least == question.most:
            return self.random.sample(values, question.least)
        return self.random.choice([question.suggested, []]) if question.kind == "many" else question.suggested

    def act(self, actions: Actions) -> Choice | None:
        if not self.wild or self.random.random() < 0.4:
            return None
        name = self.random.choice(actions.names)
        who = self.random.choice(self.heroes)
        value: Value = self.random.choice([self.random.choice(self.items), "helmet", "sword", "lucky_charm"])
        if name == "buy" and self.random.random() < 0.5:
            value = {"item": self.random.choice(PACK), "from": "peddler"}
        if name in ("recruit", "hire"):
            types = [w.key for kind in rulebook().warband_types.values() for w in kind.warriors]
            value = self.random.choice([*types, *rulebook().hired_swords])
        return Choice(actions.step, name, value, self.random.choice([who, who, None]))


@dataclass(frozen=True)
class Night:
    before: WarbandSnapshot
    report: Report
    seed: int


@st.composite
def nights(draw: st.DrawFn, *, battles: st.SearchStrategy[int] | None = None) -> Night:
    """A legal warband, a battle that it fought, and a seed."""
    before = draw(legal_warbands(battles=battles))
    return Night(before, draw(reports(before)), draw(st.integers(0, 10_000)))
