"""Rows of the night after a battle to plain values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from campaigns.battle_selectors import roster_in_battle
from campaigns.models import Captive, PostBattle, Side
from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.report import Report, report_from
from campaigns.postbattle.sequence import Played, play
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot, WarriorSnapshot


def report_of(post: PostBattle) -> Report:
    """What happened to the warband, as its night goes by. No query."""
    return report_from(post.report)


def snapshot_into(side: Side, rulebook: Rulebook) -> WarbandSnapshot:
    """The warband as it goes into the night: as it fought. No query."""
    return roster_in_battle(side, rulebook).snapshot


def played(post: PostBattle, rulebook: Rulebook, session: LogSession | None = None) -> Played:
    """The sequence as far as its log goes, or with a session further. No query but for the side, if it is not loaded.

    Raises:
        Diverged: when the log does not fit the rules any more.
        Refused, DiceError: by what the session brings.
    """
    session = session or LogSession(list(post.log), Given())
    return play(snapshot_into(post.side, rulebook), report_of(post), rulebook, session)


def with_rows(post: PostBattle, snapshot: WarbandSnapshot) -> WarbandSnapshot:
    """The warband with the rows' numbers in place of the sequence's own; who has no row yet has none."""
    return replace(snapshot, warriors=tuple(_with_row(post, warrior) for warrior in snapshot.warriors))


def _with_row(post: PostBattle, warrior: WarriorSnapshot) -> WarriorSnapshot:
    if warrior.id is None or warrior.id > 0:
        return warrior
    return replace(warrior, id=post.newcomers.get(str(warrior.id)))


def open_captives(sides: Iterable[int]) -> list[Captive]:
    """Those whom these sides hold or miss; one query."""
    held = Captive.objects.held().select_related("owner__battle", "captor__battle", "owner__warband", "captor__warband")
    wanted = list(sides)
    return list(held.filter(owner__in=wanted) | held.filter(captor__in=wanted))
