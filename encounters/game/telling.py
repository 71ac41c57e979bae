"""The report of a game that is over: everything that the table knows of it.

What a happening carries past the game is told apart (`Game.carried`). Source: rulings 18, 21 and 22.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from campaigns.battle.forces import Force
from campaigns.battle.reports import completed
from campaigns.battle.told import Earned, Fallen, Loot, SideTold, Told, in_order
from campaigns.postbattle.report import Outcome
from encounters.game.playing import Ended, Fall, Playing
from encounters.setup.hoards import Share
from mordheim.rules.results import FindsItems
from mordheim.rules.snapshot import Piece


def told_of(run: Playing, over: Ended) -> Told:
    """The completed report, sides in the order of their places, allied as `forces_of` says."""
    sides = tuple(_side(run, over, place) for place in range(len(run.parties)))
    found = Loot()
    for side in sides:
        found += side.share
    return completed(Told(sides, over.by_agreement, found), forces_of(run, over))


def result_of(over: Ended, place: int) -> Outcome:
    return "won" if place in over.winners else "drew" if place in over.drew else "lost"


def _side(run: Playing, over: Ended, place: int) -> SideTold:
    return SideTold(
        result=result_of(over, place),
        routed=_has_routed(run, place),
        fallen=tuple(_fallen(run, place, alliances_of(run, over))),
        earned=tuple(Earned(key, name, points) for key, where, name, points in run.spoils.earned if where == place),
        missed=_missed(run, place),
        carried=Loot(run.spoils.gold[place], run.spoils.shards[place], _found_before(run, place)),
        share=_share(run, place),
    )


def _has_routed(run: Playing, place: int) -> bool:
    """It failed a test, or the last of it fled: as good as a rout."""
    fell = sum(run.fallen(place).values())
    return place in run.routed or (not run.may_win(place) and fell < run.forces[place].began)


def _missed(run: Playing, place: int) -> tuple[str, ...]:
    """Who never arrived; where nobody else is left of the warband they are those who hold out."""
    others = run.standing(place) or run.away_by_acts(place)
    return tuple(run.late.get(place, ())) if others or place in run.routed else ()


# --- who fell to whom -------------------------------------------------------------------------------------------------


def _fallen(run: Playing, place: int, alliances: Sequence[int]) -> Iterator[Fallen]:
    """Those of one name by one and the same as one line. Who fell to his own side, or to an ally, fell to nobody."""
    counts = Counter(_line(run, fall, alliances) for fall in run.falls if fall.place == place and not fall.only_rout)
    for (name, strangled, by_side, by), count in counts.items():
        yield Fallen(name, count, count if strangled else 0, by_side, by)


def _line(run: Playing, fall: Fall, alliances: Sequence[int]) -> tuple[str, bool, int | None, str]:
    side = _sword_side(run, fall) if fall.by.warband is None else fall.by.warband
    if side is None or alliances[side] == alliances[fall.place]:
        return fall.name, fall.strangled, None, ""
    return fall.name, fall.strangled, side, fall.by.name or ""


def _sword_side(run: Playing, fall: Fall) -> int | None:
    """A hired sword who came by a happening fights for a warband."""
    return None if fall.by.appeared is None else run.appeared[fall.by.appeared].place


# --- alliances --------------------------------------------------------------------------------------------------------


def forces_of(run: Playing, over: Ended) -> list[Force]:
    """The sides with the alliances that the report is read by."""
    numbers = alliances_of(run, over)
    return [replace(force, alliance=number) for force, number in zip(run.forces, numbers, strict=True)]


def alliances_of(run: Playing, over: Ended | None) -> tuple[int, ...]:
    """A number from 1 for each side, equal for allies: those who were allied when the game ended, each with each, who
    have come to the same result and of whom none has put out another's warriors before. Somebody is always the enemy.
    """
    groups: list[list[int]] = []
    for place in range(len(run.parties)):
        group = next((some for some in groups if all(_are_one(run, over, place, one) for one in some)), None)
        if group is None:
            groups.append([place])
        else:
            group.append(place)
    if len(groups) == 1:
        groups = [[place] for place in range(len(run.parties))]
    numbers = {place: number for number, group in enumerate(groups, start=1) for place in group}
    return tuple(numbers[place] for place in range(len(run.parties)))


def _are_one(run: Playing, over: Ended | None, one: int, other: int) -> bool:
    if not run.are_allies(one, other) or (over and result_of(over, one) != result_of(over, other)):
        return False
    return not any({fall.place, fall.by.warband} == {one, other} for fall in run.falls)


# --- what is brought home ---------------------------------------------------------------------------------------------


def _found_before(run: Playing, place: int) -> tuple[Piece, ...]:
    """What a defender found before the battle, but for what stays where it is."""
    finds = run.scenario.plan.finds
    if finds is None:
        return ()
    rows = {row.key: row for row in run.rulebook.charts[finds.chart].rows if row.key not in finds.stays}
    name, pieces = run.name_of(place), list[Piece]()
    for reward in run.plan.rewards:
        if reward.kind == "find" and reward.to == name and reward.key in rows and isinstance(reward.amount, int):
            items = (one.item for one in rows[reward.key].results if isinstance(one, FindsItems))
            pieces += [Piece(item, None, reward.amount) for item in items if item]
    return in_order(pieces)


def _share(run: Playing, place: int) -> Loot:
    share = next((one for one in run.spoils.shares if one.name == run.name_of(place)), Share(""))
    return Loot(share.gold, share.shards, in_order(share.pieces))
