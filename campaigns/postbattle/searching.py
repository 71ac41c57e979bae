"""The searches for rare things as they are offered: who may look, for what, and how likely he finds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from campaigns.postbattle.market import SHELVES, shelf_of
from campaigns.postbattle.run import Run
from campaigns.postbattle.trading import rare_price, search_bonus
from campaigns.postbattle.trying import item_token, piece_of
from campaigns.postbattle.words import thing
from mordheim.rules.snapshot import Piece
from warbands.roster.equipping import is_of_use
from warbands.roster.members import Member
from warbands.roster.refusals import Refused


@dataclass(frozen=True)
class Searcher:
    """A hero who may look for something, or why he may not; ``bonus`` is added to his roll."""

    name: str
    type_name: str
    bonus: int
    refused: str = ""


@dataclass(frozen=True)
class RareThing:
    """A rare thing: its price in gold crowns with the dice added, and how likely it is found, in per cent."""

    token: str
    name: str
    rarity: int
    gold: int
    plus: str
    chance: int


@dataclass(frozen=True)
class RareShelf:
    name: str
    things: tuple[RareThing, ...]


@dataclass(frozen=True)
class Searches:
    """Who may look, who is about to, and for what; ``idle`` are things that nobody of the warband could put to use."""

    searchers: tuple[Searcher, ...]
    chosen: Searcher | None
    shelves: tuple[RareShelf, ...]
    idle: tuple[RareThing, ...] = ()

    @property
    def free(self) -> tuple[Searcher, ...]:
        return tuple(one for one in self.searchers if not one.refused)


def searches(run: Run, chosen: str = "") -> Searches:
    """The searches of this night; ``chosen`` is the hero whose turn it is, the first who is free without one."""
    searchers = tuple(_searcher(run, hero) for hero in run.heroes)
    free = [one for one in searchers if not one.refused]
    who = next((one for one in free if one.name == chosen), free[0] if free else None)
    things = tuple(_rare_things(run, who)) if who else ()
    idle = {thing.token for _, thing in things if not is_of_use(run.roster, piece_of(thing.token))}
    shelves = _shelves([one for one in things if one[1].token not in idle])
    rest = sorted((thing for _, thing in things if thing.token in idle), key=lambda one: one.name)
    return Searches(searchers, who, tuple(shelves), tuple(rest))


def _searcher(run: Run, hero: Member) -> Searcher:
    bonus, _ = search_bonus(run, hero)
    if hero.name in run.searched:
        return Searcher(hero.name, hero.type_name, bonus, "has searched")
    if not run.stood(hero.name):
        return Searcher(hero.name, hero.type_name, bonus, "did not stand to the end")
    return Searcher(hero.name, hero.type_name, bonus)


def _rare_things(run: Run, who: Searcher) -> Iterator[tuple[str, RareThing]]:
    """All that may be looked for, each with its shelf."""
    hero = run.the(who.name)
    for piece in _pieces_of_the_chart(run):
        if found := _rare_thing(run, hero, piece, who.bonus):
            yield shelf_of(run.rulebook.items[piece.item].category), found


def _shelves(things: Sequence[tuple[str, RareThing]]) -> Iterator[RareShelf]:
    for name, _ in SHELVES:
        if listed := [thing for shelf, thing in things if shelf == name]:
            yield RareShelf(name, tuple(sorted(listed, key=lambda one: one.name)))


def _pieces_of_the_chart(run: Run) -> Iterator[Piece]:
    rulebook = run.rulebook
    for item in rulebook.items.values():
        yield Piece(item.key)
        for material in rulebook.materials.values():
            if item.takes_material and item.category == material.for_category and item.price is not None:
                yield Piece(item.key, material.key)


def _rare_thing(run: Run, hero: Member, piece: Piece, bonus: int) -> RareThing | None:
    try:
        price = rare_price(run, hero, piece)
    except Refused:
        return None
    rarity = price.rarity or 0
    return RareThing(
        item_token(piece), thing(run.rulebook, piece), rarity, price.gold, price.plus or "", chance(rarity - bonus)
    )


def chance(needed: int) -> int:
    """How likely 2D6 reach a number, in per cent."""
    ways = sum(one + other >= needed for one in range(1, 7) for other in range(1, 7))
    return round(100 * ways / 36)
