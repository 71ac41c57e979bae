"""Players who do anything that may be done, and only that."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from campaigns.postbattle.choices import Actions, Choice, Question, Value
from encounters.game.playing import Playing

Made = dict[str, Any] | None


class Whims:
    """Decides and acts by chance, fallen warriors more often than anything else so that games end."""

    def __init__(self, seed: int, most: int = 400) -> None:
        self.chance = random.Random(seed)
        self.left = most
        self.done: list[str] = []

    def decide(self, question: Question) -> Value:
        if question.kind == "number":
            return self.chance.randint(question.least, question.most or question.least)
        if question.kind == "many":
            values = [option.value for option in question.options]
            return self.chance.sample(values, self.chance.randint(0, len(values)))
        if question.kind == "text":
            return ""
        return self.chance.choice(question.options).value

    def act(self, actions: Actions) -> Choice | None:
        self.left -= 1
        for place in actions.run.order:
            assert actions.run.standing(place) == actions.run.count_standing(place), "somebody moved and nobody said so"
        name = self._name(actions)
        value = MAKES.get(name, lambda run, chance: None)(actions.run, self.chance)
        if value == {}:
            name, value = "end_turn", None
        self.done.append(name)
        return Choice(actions.step, name, value)

    def _name(self, actions: Actions) -> str:
        if self.left < 0:
            return "put_out" if "put_out" in actions.names else "end_turn"
        weights = [WEIGHTS.get(name, 3) for name in actions.names]
        return self.chance.choices(actions.names, weights)[0]


WEIGHTS = {"end_turn": 14, "put_out": 10, "end_game": 0.15, "goal": 0.3, "leave_table": 1.5, "put_back": 1, "rout": 1}


def _standing(run: Playing, chance: random.Random, *, of: int | None = None) -> dict[str, Any]:
    some = [
        {"warband": place, "name": name, "count": chance.randint(1, count)}
        for place in run.order
        if of in (None, place)
        for name, count in run.standing(place).items()
    ]
    return chance.choice(some) if some else {}


def _one(run: Playing, chance: random.Random, *, of: int | None = None) -> dict[str, Any]:
    made = _standing(run, chance, of=of)
    return {key: made[key] for key in ("warband", "name")} if made else {}


def _by(run: Playing, chance: random.Random) -> dict[str, Any]:
    there = [number for number, thing in enumerate(run.appeared)]
    kind = chance.choice(["nobody", "warrior", "warrior", "warband", "beast", "appeared"])
    if kind == "warrior":
        return _one(run, chance)
    if kind == "warband":
        return {"warband": chance.choice(run.order)}
    if kind == "beast" and run.beast:
        return {"beast": True}
    return {"appeared": chance.choice(there)} if kind == "appeared" and there else {}


def _put_out(run: Playing, chance: random.Random) -> Made:
    made = _standing(run, chance)
    if made and chance.random() < 0.1 and run.fighter(made["warband"], made["name"]).strangles:
        return {**made, "strangled": True}
    return {**made, "by": _by(run, chance), "close_combat": chance.random() < 0.7} if made else {}


def _put_back(run: Playing, chance: random.Random) -> Made:
    gone = [
        {"warband": place, "name": name}
        for place in run.order
        if place not in run.routed
        for name, count in (run.fallen(place) + run.away_by_acts(place)).items()
    ]
    return chance.choice(gone) if gone else {}


def _wound(run: Playing, chance: random.Random) -> Made:
    could = [
        {"appeared": number, "number": which, "wounds": chance.randint(1, 2), "by": _by(run, chance)}
        for number, thing in enumerate(run.appeared)
        if thing.has_wounds
        for which, left in enumerate(thing.wounds, start=1)
        if left is not None
    ]
    return chance.choice(could) if could else {}


def _gone(run: Playing, chance: random.Random) -> Made:
    return {"which": chance.choice([number for number, thing in enumerate(run.appeared) if thing.is_there])}


def _wound_beast(run: Playing, chance: random.Random) -> Made:
    by = _one(run, chance)
    return {"wounds": chance.randint(1, 3), "by": by, "in_combat": chance.random() < 0.8}


def _near(run: Playing, chance: random.Random) -> Made:
    made = _standing(run, chance)
    return {"warriors": [made]} if made else {}


def _ally(run: Playing, chance: random.Random) -> Made:
    could = [p for p in run.still_in if p != run.active and not run.are_allies(p, run.active or 0)]
    return {"warbands": chance.sample(could, chance.randint(1, len(could)))}


def _break(run: Playing, chance: random.Random) -> Made:
    one, other = sorted(chance.choice(sorted(run.allied, key=sorted)))
    return {"warband": one, "of": other}


def _pick_up(run: Playing, chance: random.Random) -> Made:
    lying = [number for number, token in enumerate(run.tokens) if token.lies]
    who = _one(run, chance)
    if not lying or not who:
        return {}
    if run.ending.heroes_carry and not run.fighter(who["warband"], who["name"]).is_hero:
        return {}
    return {**who, "counter": chance.choice(lying)}


def _drop(run: Playing, chance: random.Random) -> Made:
    held = [number for number, token in enumerate(run.tokens) if token.holder and token.off is None]
    return {"counter": chance.choice(held)} if held else {}


def _leave(run: Playing, chance: random.Random) -> Made:
    made = _standing(run, chance)
    return {**made, "fled": chance.random() < 0.4} if made else {}


def _search(run: Playing, chance: random.Random) -> Made:
    heroes = [
        {"warband": run.active, "name": name}
        for name in run.standing(run.active or 0)
        if run.fighter(run.active or 0, name).is_hero and run.someone(run.active or 0, name) not in run.searched
    ]
    return chance.choice(heroes) if heroes else {}


def _goal(run: Playing, chance: random.Random) -> Made:
    could = [
        {"goal": goal.key, "warband": place}
        for goal in run.ending.goals
        for place in run.of_role(goal.whose)
        if run.may_win(place)
        and (goal.in_turn_of == "everybody" or run.active in set(run.of_role(goal.in_turn_of)))
        and not (goal.beast_out and run.beast and not run.beast.out)
    ]
    return chance.choice(could) if could else {}


def _arrive(run: Playing, chance: random.Random) -> Made:
    late = [{"warband": place, "name": name} for place, names in run.late.items() for name in names]
    return chance.choice(late)


MAKES: Mapping[str, Callable[[Playing, random.Random], Made]] = {
    "put_out": _put_out,
    "put_back": _put_back,
    "wound": _wound,
    "gone": _gone,
    "end_lasting": lambda run, chance: {"which": chance.randrange(len(run.lasting))},
    "wound_beast": _wound_beast,
    "beast_tail": _near,
    "beast_breath": _near,
    "ally": _ally,
    "break_alliance": _break,
    "pick_up": _pick_up,
    "drop": _drop,
    "leave_table": _leave,
    "search": _search,
    "goal": _goal,
    "arrive": _arrive,
}


class Careful(Whims):
    """One act in each turn besides its end, and nobody falls before the turn of that number."""

    def __init__(self, seed: int, *, turns: int) -> None:
        super().__init__(seed, most=0)
        self.turns = turns

    def act(self, actions: Actions) -> Choice | None:
        run: Playing = actions.run
        self.left += 1
        if run.number >= self.turns:
            return Choice(actions.step, "put_out", self._victim(run))
        if self.left % 2 == 0:
            return Choice(actions.step, "end_turn", None)
        could = [n for n, token in enumerate(run.tokens) if token.lies]
        if could:
            name = next(iter(run.standing(run.active or 0)))
            return Choice(actions.step, "pick_up", {"warband": run.active, "name": name, "counter": could[0]})
        held = [n for n, token in enumerate(run.tokens) if token.holder]
        return Choice(actions.step, "drop", {"counter": held[self.left % len(held)]})

    def _victim(self, run: Playing) -> dict[str, Any]:
        place = run.still_in[-1]
        name, count = next(iter(run.standing(place).items()))
        return {"warband": place, "name": name, "count": count}
