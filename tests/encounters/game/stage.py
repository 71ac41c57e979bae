"""A table for whole games: a plan in the order that a test names, and players who do as they are told.

A game stops where the script ends, so that a test can look at it; what is left of a script is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from campaigns.battle.reports import check_told
from campaigns.battle.told import Told
from campaigns.postbattle.choices import Actions, Choice, Question, Value
from campaigns.postbattle.run import NeedsAction, NeedsRoll, Throw
from campaigns.postbattle.sessions import AtOnce
from encounters.game import Game, Options, play
from encounters.setup import Plan, set_up
from encounters.table import Party, parties_of
from mordheim.rules.dice import SeededDice
from mordheim.rules.effects import Effect
from mordheim.rules.setup import Role
from tests.encounters.happenings.stage import EXILES, HUNTERS, MOB, exiles, hunters, mob
from tests.encounters.setup.stage import Says, a_map
from tests.warbands.roster.cast import rulebook

__all__ = ["EXILES", "HUNTERS", "MOB", "Act", "exiles", "hunters", "mob"]
Act = str | tuple[str, Any]
# Where the warbands of `three` stand.
ORCS, DWARFS, WITCHES = 0, 1, 2
END = "end_turn"


def three(**more: Any) -> tuple[Party, ...]:
    """The mob, the Exiles, the Hunters, in that order of play."""
    return parties_of((mob(), exiles(), hunters()), rulebook(), **more)


def two() -> tuple[Party, ...]:
    return three()[:2]


def planned(
    scenario: str = "street_brawl",
    parties: Sequence[Party] | None = None,
    *,
    seed: int = 1,
    roles: Mapping[int, Role] | None = None,
    **answers: Value,
) -> Plan:
    """The plan of a battle, in the order of play in which the warbands are named."""
    some = three() if parties is None else tuple(parties)
    session = AtOnce(SeededDice(seed), Says(answers))
    plan = set_up(some, session, scenario=scenario, drawn=a_map(scenario, len(some)), seed=seed)
    turned = [replace(side, turn=side.party.place + 1) for side in plan.sides]
    if roles:
        turned = [replace(side, role=roles[side.party.place]) for side in turned]
    return replace(plan, sides=tuple(turned))


@dataclass
class Script:
    """Dice, answers and acts, each in the order in which they are used up. Answers go by the name of the question; a
    list answers one after another, and what nobody has said is as suggested."""

    acts: list[Act]
    faces: list[int]
    answers: dict[str, Value]
    asked: list[Question] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)

    def begin(self, step: str) -> None:
        self.steps.append(step)

    def throw(self, request: NeedsRoll) -> Throw:
        if not self.faces:
            raise request
        taken, self.faces = self.faces[: request.count], self.faces[request.count :]
        assert len(taken) == request.count, f"dice are missing: {request.what_for}"
        return Throw(tuple(taken), "table")

    def decide(self, question: Question) -> Value:
        self.asked.append(question)
        said = self.answers.get(question.choose, question.suggested)
        is_several = isinstance(said, list) and (question.kind != "many" or (said and isinstance(said[0], list)))
        return said.pop(0) if is_several else said

    def act(self, actions: Actions) -> Choice | None:
        if not self.acts:
            raise NeedsAction(actions)
        act = self.acts.pop(0)
        name, value = (act, None) if isinstance(act, str) else act
        assert name in actions.names, f"{name} is not to be done now: {actions.names}"
        return Choice(actions.step, name, value)

    def meanwhile(self) -> Iterable[Effect]:
        return ()


def played(
    plan: Plan, *acts: Act, dice: Sequence[int] = (), happenings: bool = False, all_of_it: bool = True, **answers: Value
) -> Game:
    """The game as far as these acts and dice go."""
    script = Script(list(acts), list(dice), dict(answers))
    game = play(plan, rulebook(), script, options=Options(happenings=happenings))
    if all_of_it:
        assert not script.acts, f"nothing was done of {script.acts}, it waits for {game.waiting}"
        assert not script.faces, f"nobody rolled {script.faces}, it waits for {game.waiting}"
    return game


def asked(plan: Plan, *acts: Act, dice: Sequence[int] = (), **answers: Value) -> list[Question]:
    """What was asked on the way."""
    script = Script(list(acts), list(dice), dict(answers))
    play(plan, rulebook(), script, options=Options(happenings=False))
    return script.asked


def report(game: Game) -> Told:
    """The report of a game that is over, after the checks that every report has to pass."""
    assert game.is_over, game.waiting
    assert game.told
    check_told(game.told, game.forces, rulebook(), game.run.scenario)
    assert len(set(game.alliances)) > 1
    assert all(1 <= number <= 8 for number in game.alliances)
    return game.told


def results(game: Game) -> list[str]:
    return [side.result for side in report(game).sides]


# --- acts in a word -------------------------------------------------------------------------------------------------


def out(place: int, name: str, count: int = 1, by: Mapping[str, Any] | None = None, **more: Any) -> Act:
    said = {"warband": place, "name": name, "count": count, **more}
    return "put_out", said | ({"by": dict(by)} if by else {})


def by(place: int, name: str = "") -> dict[str, Any]:
    return {"warband": place, **({"name": name} if name else {})}


def whom(act: str, place: int, name: str, **more: Any) -> Act:
    return act, {"warband": place, "name": name, **more}


def leaves(place: int, name: str, **more: Any) -> Act:
    return whom("leave_table", place, name, **more)


def round_of(warbands: int = 3) -> list[Act]:
    """A round in which nothing is done."""
    return [END] * warbands


def said(game: Game) -> str:
    """Everything that was told, as one text."""
    return " ".join(sentence for turn in game.run.turns for sentence in turn.sentences)


def wiped_out(plan: Plan, place: int, by: Mapping[str, Any] | None = None) -> list[Act]:
    """Everybody of a warband, name after name."""
    party = next(side.party for side in plan.sides if side.party.place == place)
    return [out(place, one.name, one.size, by) for one in party.force.standing]
