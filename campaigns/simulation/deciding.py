"""A player who takes his warband through a night with good sense: he searches, sells what nobody can use, fills up his
ranks, arms them, and puts down what somebody may no longer carry.

Whatever he is about to do he tries out on a copy of the run first, so that nothing he does is refused.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.postbattle.choices import Actions, Choice, Question, Sensible, Value
from campaigns.postbattle.run import Run
from campaigns.postbattle.sessions import AtOnce
from campaigns.postbattle.trading import MOVES, STASH, TRADES, rare_price
from campaigns.simulation.names import group_name, warrior_name
from mordheim.rules.dice import DiceError, SeededDice
from mordheim.rules.snapshot import Piece
from warbands.roster.check import check
from warbands.roster.equipping import refusal
from warbands.roster.members import Member
from warbands.roster.offers import least_mutations
from warbands.roster.prices import lists_of
from warbands.roster.refusals import Refused

DOINGS = {**TRADES, **MOVES}
# How often he takes another answer than the suggested one, searches with a hero, and sells a thing of the stash.
OTHERWISE, SEARCHES, SELLS = 0.3, 0.6, 0.3
# How many things he tries in one stretch, and does.
MOST_TRIES, MOST_DEEDS = 16, 8
RARE_TRIES = 12


class SeasonDecider:
    """Decides everything of one night. ``chance`` is never the game's dice."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._asked: set[str] = set()
        self._tries: dict[str, int] = {}
        self._deeds: dict[str, int] = {}

    def decide(self, question: Question) -> Value:
        """Mostly what is suggested, now and then another of the options."""
        if question.kind == "one" and self._chance.random() < OTHERWISE:
            return self._chance.choice(question.options).value
        if question.kind == "number" and self._chance.random() < OTHERWISE:
            return self._chance.randint(question.least, question.most or question.least)
        return question.suggested

    def act(self, actions: Actions) -> Choice | None:
        run: Run = actions.run
        if "search" in actions.names:
            return self._search(run)
        if "move" in actions.names:
            return self._first_that_may(run, self._moves(run))
        return self._trade(run)

    # --- rare things ------------------------------------------------------------------------------------------------

    def _search(self, run: Run) -> Choice | None:
        """Each hero who stood looks once, or stays at home."""
        for hero in run.heroes:
            if hero.name in self._asked or not run.stood(hero.name):
                continue
            self._asked.add(hero.name)
            if self._chance.random() < SEARCHES and (key := self._rare_thing(run, hero)):
                return Choice(run.step, "search", {"item": key}, hero.name)
        return None

    def _rare_thing(self, run: Run, hero: Member) -> str | None:
        keys = sorted(key for key, item in run.rulebook.items.items() if item.price is not None)
        for key in self._chance.sample(keys, min(RARE_TRIES, len(keys))):
            try:
                rare_price(run, hero, Piece(key))
            except Refused:
                continue
            return key
        return None

    # --- trade ------------------------------------------------------------------------------------------------------

    def _trade(self, run: Run) -> Choice | None:
        if self._deeds.get(run.step, 0) >= MOST_DEEDS:
            return None
        ways = (self._sell, self._recruit, self._enlarge, self._arm, self._arm, self._hire, self._study)
        while self._tries.get(run.step, 0) < MOST_TRIES:
            self._tries[run.step] = self._tries.get(run.step, 0) + 1
            choice = self._chance.choice(ways)(run)
            if choice and _may(run, choice):
                self._deeds[run.step] = self._deeds.get(run.step, 0) + 1
                return choice
        return None

    def _sell(self, run: Run) -> Choice | None:
        if not run.snapshot.stash or self._chance.random() > SELLS:
            return None
        piece = self._chance.choice(run.snapshot.stash)
        return Choice(run.step, "sell", _told(piece, 1))

    def _recruit(self, run: Run) -> Choice | None:
        entry = self._chance.choice(run.roster.warband_type.warriors)
        if entry.price > (run.snapshot.treasury or 0):
            return None
        is_hero, taken = entry.section == "hero", {warrior.name for warrior in run.snapshot.warriors}
        name = warrior_name(self._chance, taken) if is_hero else group_name(self._chance, taken)
        size = 1 if is_hero else self._chance.choice((1, 2))
        mutations = list(least_mutations(run.roster, entry))
        value = {"type": entry.key, "name": name, "size": size} | ({"mutations": mutations} if mutations else {})
        return Choice(run.step, "recruit", value)

    def _enlarge(self, run: Run) -> Choice | None:
        groups = [warrior for warrior in run.snapshot.warriors if warrior.section == "henchman"]
        return Choice(run.step, "recruit", {"into": self._chance.choice(groups).name, "size": 1}) if groups else None

    def _arm(self, run: Run) -> Choice | None:
        """Something of his list for somebody who carries little."""
        bare = [m for m in run.roster.own if len(m.warrior.equipment) < 4 and not m.warrior.captured_by]
        member = self._chance.choice(bare) if bare else None
        rows = [row.item for one in lists_of(member) for row in one.rows] if member else []
        if member is None or not rows:
            return None
        return Choice(run.step, "buy", {"item": self._chance.choice(rows), "for": member.name})

    def _hire(self, run: Run) -> Choice | None:
        key = self._chance.choice(sorted(run.rulebook.hired_swords))
        return Choice(run.step, "hire", {"type": key}) if self._chance.random() < SELLS else None

    def _study(self, run: Run) -> Choice | None:
        for member in run.heroes:
            for piece in member.warrior.equipment:
                if run.rulebook.items[piece.item].teaches:
                    return Choice(run.step, "study", {"item": piece.item, "warrior": member.name})
        return None

    # --- equipment --------------------------------------------------------------------------------------------------

    def _moves(self, run: Run) -> Iterator[Choice]:
        """First whatever somebody may no longer carry, then things of the stash for whoever can use them."""
        wrong = {problem.where for problem in check(run.snapshot, run.rulebook).blocking}
        for member in run.roster.own:
            if member.name in wrong:
                for piece in reversed(member.warrior.equipment):
                    yield Choice(run.step, "move", _told(piece, 1) | {"from": member.name, "to": STASH})
        if wrong or self._deeds.get(run.step, 0) >= MOST_DEEDS:
            return
        self._deeds[run.step] = self._deeds.get(run.step, 0) + 1
        for piece in run.snapshot.stash:
            for member in run.roster.own:
                if refusal(run.roster, member, piece) is None and len(member.warrior.equipment) < 4:
                    yield Choice(run.step, "move", _told(piece, 1) | {"from": STASH, "to": member.name})

    def _first_that_may(self, run: Run, choices: Iterator[Choice]) -> Choice | None:
        return next((choice for choice in choices if _may(run, choice)), None)


def _told(piece: Piece, quantity: int) -> dict[str, Any]:
    told: dict[str, Any] = {"item": piece.item, "quantity": quantity}
    return told | ({"material": piece.material} if piece.material else {})


def _may(run: Run, choice: Choice) -> bool:
    """Whether it would be let pass."""
    tried = _copy_of(run)
    value = choice.value if isinstance(choice.value, Mapping) else {"item": choice.value}
    try:
        DOINGS[choice.choose](tried, value)
    except (Refused, DiceError, ValueError):
        return False
    return True


def _copy_of(run: Run) -> Run:
    """A run that may be spoilt: its dice and decisions are nobody's."""
    tried = copy.copy(run)
    tried.session = AtOnce(SeededDice(0), Sensible())
    for name, value in vars(run).items():
        if isinstance(value, list | set | dict):
            setattr(tried, name, value.copy())
    return tried
