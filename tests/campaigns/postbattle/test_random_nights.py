"""Whatever the warband, the battle, the dice and the decisions: the sequence comes to an end, the warband stays legal,
nothing is negative, and every crown and every point has its event."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.postbattle.choices import Decider, FileChoices, Sensible
from campaigns.postbattle.report import Report
from campaigns.postbattle.run import Run
from campaigns.postbattle.sequence import play
from campaigns.postbattle.sessions import AtOnce
from mordheim.rules.dice import EnteredDice, SeededDice
from mordheim.rules.effects import BattleFought, Dead, Experience, Gold, Joins, Leaves, Promoted, Retired, Shards, Split
from mordheim.rules.snapshot import WarbandSnapshot
from tests.campaigns.postbattle.strategies import Night, Whim, nights
from tests.warbands.roster.cast import checked, rulebook
from warbands.roster.interchange import read_warband, write_warband
from warbands.roster.refusals import Refused

patient = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
quick = settings(max_examples=25, suppress_health_check=patient)
long = settings(max_examples=1500, suppress_health_check=patient)


class CountedDice(SeededDice):
    """Seeded dice that remember every face."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.faces: list[int] = []

    def roll(self, sides: int, what_for: str) -> int:
        self.faces.append(super().roll(sides, what_for))
        return self.faces[-1]


def played(night: Night, decider: Decider) -> tuple[Run, list[int]]:
    dice = CountedDice(night.seed)
    result = play(night.before, night.report, rulebook(), AtOnce(dice, decider))
    assert result.is_over
    return result.run, dice.faces


def effects(run: Run) -> list[object]:
    return [effect for event in run.events for effect in event.effects]


def total(run: Run, kind: type) -> int:
    return sum(effect.by for effect in effects(run) if isinstance(effect, kind))


def holds(night: Night, run: Run, faces: list[int]) -> None:
    """All that is true of every night."""
    _nothing_is_negative(run.snapshot)
    _legal(night, run)
    _gold_and_shards_have_their_events(night, run)
    _experience_has_its_events(night, run)
    assert [face for event in run.events if event.roll for face in event.roll.faces] == faces
    raw = write_warband(run.snapshot, rulebook())
    assert write_warband(read_warband(raw, rulebook()), rulebook()) == raw


def _nothing_is_negative(snapshot: WarbandSnapshot) -> None:
    assert (snapshot.treasury or 0) >= 0
    assert snapshot.wyrdstone >= 0
    for warrior in snapshot.warriors:
        assert warrior.size > 0
        assert min(warrior.experience, warrior.games_to_miss, warrior.advances_due) >= 0
        assert all(piece.quantity > 0 for piece in warrior.equipment)


def _legal(night: Night, run: Run) -> None:
    if not checked(night.before).blocking:
        assert checked(run.snapshot).blocking == ()


def _gold_and_shards_have_their_events(night: Night, run: Run) -> None:
    stated = [one.treasury for one in effects(run) if isinstance(one, BattleFought) and one.treasury is not None]
    begun = stated[0] if stated else night.before.treasury
    assert run.snapshot.treasury == begun + total(run, Gold)
    assert run.snapshot.wyrdstone == night.before.wyrdstone + total(run, Shards)
    assert run.snapshot.battles == night.before.battles + 1


def _experience_has_its_events(night: Night, run: Run) -> None:
    """Each name's points, as long as it went on meaning the same warrior."""
    earned: Counter[str] = Counter()
    begun = {warrior.name: warrior.experience for warrior in night.before.warriors}
    for effect in effects(run):
        if isinstance(effect, Experience):
            assert effect.by > 0
            earned[effect.warrior] += effect.by
        elif isinstance(effect, Joins) and effect.who:
            begun[effect.warrior] = effect.who.experience
            earned[effect.warrior] = 0
        elif isinstance(effect, Promoted):
            begun.setdefault(effect.name, begun[effect.warrior] + earned[effect.warrior])
        elif isinstance(effect, Split):
            begun[effect.name], earned[effect.name] = begun[effect.warrior] + earned[effect.warrior], 0
    for warrior in run.snapshot.warriors:
        assert warrior.experience == begun[warrior.name] + earned[warrior.name]


def _whoever_is_gone_has_gone_by_an_event(night: Night, run: Run) -> None:
    gone = {one.warrior for one in effects(run) if isinstance(one, Dead | Leaves | Retired | Promoted)}
    left = {warrior.name for warrior in run.snapshot.warriors}
    assert {warrior.name for warrior in night.before.warriors} - left <= gone


def check_sensible(night: Night) -> None:
    run, faces = played(night, Sensible())
    holds(night, run, faces)
    _whoever_is_gone_has_gone_by_an_event(night, run)


def check_whim(night: Night) -> None:
    """Any answer that may be given, and the same night again from its faces and choices."""
    run, faces = played(night, Whim(night.seed))
    holds(night, run, faces)
    again = AtOnce(EnteredDice(faces), FileChoices(run.choices))
    second = play(night.before, night.report, rulebook(), again).run
    again.finish()
    assert write_warband(second.snapshot, rulebook()) == write_warband(run.snapshot, rulebook())
    assert [event.result for event in second.events] == [event.result for event in run.events]


def check_wild(night: Night) -> None:
    """Whatever somebody tries is done by the rules or refused in a sentence."""
    heroes = [warrior.name for warrior in night.before.warriors]
    try:
        run, faces = played(night, Whim(night.seed, wild=True, heroes=heroes))
    except Refused as refused:
        told = refused.message
    else:
        told = "Done."
        holds(night, run, faces)
    assert told.endswith((".", "?", "!"))


CHECKS = [check_sensible, check_whim, check_wild]


@pytest.mark.parametrize("check", CHECKS)
def test_some_nights(check):
    @quick
    @given(nights())
    def every(night: Night) -> None:
        check(night)

    every()


@pytest.mark.soak
@pytest.mark.parametrize("check", CHECKS)
def test_many_nights(check):
    @long
    @given(nights())
    def every(night: Night) -> None:
        check(night)

    every()


@quick
@given(nights(battles=st.integers(1, 12)), st.integers(2, 5))
def test_several_nights_in_a_row(night, count):
    """A campaign of a few battles, each fought by whoever is left."""
    before = night.before
    for number in range(count):
        if checked(before).blocking or not before.warriors:
            return
        plain = Night(before, _everybody_survives(night), night.seed + number)
        run, faces = played(plain, Sensible())
        holds(plain, run, faces)
        before = run.snapshot


def _everybody_survives(night: Night) -> Report:
    return replace(night.report, out_of_action=(), enemies_out={}, experience={}, used={}, missed=(), after=())
