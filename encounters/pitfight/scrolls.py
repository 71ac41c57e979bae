"""A pit fighter's scroll, ready for play, and `PitRules`, all that the three files of the pit say.

`read_pit_rules(folder)` makes the rules from the files. Everything that a fight looks up is worked out here once:
the steps of each move for each facing, the modifiers by direction, what may be picked under each limit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from encounters.pitfight.criticals import Charts, charts_of
from encounters.pitfight.errors import Malformed
from encounters.pitfight.hexes import FACINGS
from encounters.pitfight.schema import (
    OBSERVE,
    ArenaFile,
    CriticalsFile,
    MoveEntry,
    ScrollEntry,
    ScrollFile,
    StartValues,
)
from mordheim.rules.plainfile import read_file

# How free a pick is: any move, none that is fast, slow ones only. Observe may be picked under each of them.
ANY, NO_FAST, SLOW_ONLY = range(3)
_BANDS = (("slow", "normal", "fast"), ("slow", "normal"), ("slow",))


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """``headings[facing]`` are the directions of its steps for that facing; ``ends[facing]`` the facings that it may
    end in; ``plain`` and ``mighty`` the same, those that are no mighty blow and those that are."""

    key: str
    name: str
    band: str
    path: tuple[int, ...]
    headings: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, ...], ...]
    plain: tuple[tuple[int, ...], ...]
    mighty: tuple[tuple[int, ...], ...]
    only_mighty: bool
    may_be_mighty: bool


@dataclass(frozen=True, slots=True, eq=False)
class Scroll:
    """``attack`` and ``defence`` by direction relative to the facing; an attack of ``None`` cannot be made.
    ``reach[facing]`` are the directions in which one can."""

    key: str
    name: str
    attack: tuple[int | None, ...]
    defence: tuple[int, ...]
    reach: tuple[tuple[int, ...], ...]
    armour: Mapping[str, int]
    moves: Mapping[str, Move]
    picks: tuple[tuple[str, ...], ...]
    push_off_bonus: int = 0
    stun_lasts: int | None = None
    ignores: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"<Scroll {self.key}>"


@dataclass(frozen=True, slots=True, eq=False)
class PitRules:
    """``beside`` are the locations next to each; ``levels`` what everybody starts with, in the order of
    `levels.CHARACTERISTICS`."""

    scrolls: Mapping[str, Scroll]
    charts: Charts
    locations: tuple[str, ...]
    names: Mapping[str, str]
    beside: Mapping[str, frozenset[str]]
    levels: tuple[int, ...]
    bonus_points: int
    radius: int
    spacing: int

    def __repr__(self) -> str:
        return "<PitRules>"


def _move(entry: MoveEntry) -> Move:
    def turned(turns: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple((facing + turn) % 6 for turn in turns) for facing in FACINGS)

    plain = tuple(turn for turn in entry.facings if turn not in entry.mighty)
    ends, mighty = turned(entry.facings), turned(entry.mighty)
    return Move(
        key=entry.id,
        name=entry.name,
        band=entry.band,
        path=entry.path,
        headings=turned(entry.path),
        ends=ends,
        plain=turned(plain),
        mighty=mighty,
        only_mighty=not plain,
        may_be_mighty=bool(entry.mighty),
    )


def scroll_of(key: str, entry: ScrollEntry) -> Scroll:
    moves = {move.id: _move(move) for move in entry.moves}
    around = entry.ad_modifiers.around()
    flags = [rule.flags for rule in entry.special_rules]
    stuns = [one.head_stun_turns_after for one in flags if one.head_stun_turns_after is not None]
    attack = tuple(None if one.a == "NA" else int(one.a) for one in around)
    reached = [direction for direction, modifier in enumerate(attack) if modifier is not None]
    return Scroll(
        key=key,
        name=entry.name,
        attack=attack,
        defence=tuple(one.d for one in around),
        reach=tuple(tuple((facing + direction) % 6 for direction in reached) for facing in FACINGS),
        armour={place: int(worn) for place, worn in entry.armour.items() if place != "provenance"},
        moves=moves,
        picks=tuple(
            tuple(one.key for one in moves.values() if one.band in bands or one.key == OBSERVE) for bands in _BANDS
        ),
        push_off_bonus=sum(one.push_off_bonus for one in flags),
        stun_lasts=min(stuns, default=None),
        ignores=frozenset(key for one in flags for key in one.ignore_ad_penalty),
    )


def _beside(file: ArenaFile) -> dict[str, frozenset[str]]:
    pairs = [(pair.a, pair.b) for pair in file.adjacency.pairs]
    pairs += [(b, a) for a, b in pairs]
    return {one.key: frozenset(b for a, b in pairs if a == one.key) for one in file.hit_locations.list}


def _levels(values: StartValues) -> tuple[int, ...]:
    return values.weapon_skill, values.strength, values.toughness, values.initiative, values.wounds


def pit_rules_of(ground: ArenaFile, scrolls: ScrollFile, criticals: CriticalsFile) -> PitRules:
    """The rules that the three contents make together.

    Raises:
        Malformed: where one names what another lacks.
    """
    places = ground.hit_locations.list
    _check_together(ground, scrolls, criticals)
    return PitRules(
        scrolls={key: scroll_of(key, entry) for key, entry in scrolls.scrolls.items()},
        charts=charts_of(criticals, {one.key: (one.chart, one.pair) for one in places}),
        locations=tuple(one.key for one in places),
        names={one.key: one.name for one in places},
        beside=_beside(ground),
        levels=_levels(ground.start_values),
        bonus_points=ground.start_values.bonus_points,
        radius=ground.arena.radius,
        spacing=ground.arena.spacing,
    )


def _check_together(ground: ArenaFile, scrolls: ScrollFile, criticals: CriticalsFile) -> None:
    places = ground.hit_locations.list
    for place in places:
        if place.chart not in criticals.charts:
            raise Malformed(f"{place.key}: there is no chart {place.chart}")
    for key, entry in scrolls.scrolls.items():
        if set(entry.armour) - {"provenance"} != {place.key for place in places}:
            raise Malformed(f"scrolls.{key}.armour: each hit location has its armour, and nothing else has")
        for ignored in (one for rule in entry.special_rules for one in rule.flags.ignore_ad_penalty):
            if ignored not in criticals.results:
                raise Malformed(f"scrolls.{key}.special_rules: {ignored} is no critical result")


@cache
def read_pit_rules(folder: Path) -> PitRules:
    """The rules of the pit as that folder has them: ``arena.yaml``, ``scrolls.yaml``, ``criticals.yaml``.

    Raises:
        Malformed: with the file, the place and the fault.
    """

    ground, scrolls = read_file(ArenaFile, folder / "arena.yaml"), read_file(ScrollFile, folder / "scrolls.yaml")
    return pit_rules_of(ground, scrolls, read_file(CriticalsFile, folder / "criticals.yaml"))
