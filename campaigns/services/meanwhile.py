"""What others do to a warband that may be in its night after a battle: a ransom paid, a captive sold, a correction.

While a night is open its state is a log that is played anew with each step (`campaigns.postbattle.log`), so what comes
from outside stands in the log as well, at the point where it happened. In every case the rows are changed by one act.

Locks are taken in one order: the warband, then its night.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from campaigns.models import PostBattle
from campaigns.postbattle.log import Diverged, Entry, Given, LogSession, meanwhile_entry
from campaigns.postbattle.sequence import Played
from campaigns.postbattle_selectors import played, with_rows
from campaigns.services.postbattle import locked_night, remember_newcomers, told_of
from mordheim.rules.dice import Roll
from mordheim.rules.effects import Effect, NoSuchWarrior, apply, effects_between
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.models import Player, Warband
from warbands.roster.members import Roster
from warbands.roster.moves import Moved, outcome
from warbands.roster.refusals import Refused
from warbands.services.acts import Done, Held, Move, act


@dataclass(frozen=True)
class Doing:
    """What is done to a warband from outside, and how its history tells it."""

    effects: tuple[Effect, ...]
    sentence: str
    warrior: str = ""
    rolls: tuple[Roll, ...] = ()


Decide = Callable[[Roster], Doing]


def meanwhile(
    warband: Warband | int, *, effects: Sequence[Effect], by: Player | None, name: str, sentence: str
) -> Done:
    """Do something to a warband whether its night is open or not.

    Args:
        warband: the warband, or its id; its row is read afresh under a lock.
        effects: what becomes of it.
        by: who does it, for the record. Whether he may is the caller's question.
        name: what the act is called in the record.
        sentence: what its history tells.

    Raises:
        Refused: where it has not got what the effects take, with nothing changed.
    """
    return meanwhile_as(warband, decide=lambda roster: Doing(tuple(effects), sentence), by=by, name=name)


def meanwhile_move(warband: Warband | int, *, move: Move, by: Player | None, name: str) -> Done:
    """Make a move of the roster, judged as always, whether the warband's night is open or not.

    Raises:
        Refused: by the rules.
        Held: for what a night cannot take in, such as another name of somebody whom its report speaks of.
    """
    pk = warband if isinstance(warband, int) else warband.pk

    def decide(roster: Roster) -> Doing:
        moved = move(roster)
        outcome(roster, moved, founded=True)
        effects = effects_between(roster.snapshot, moved.snapshot)
        if apply(roster.snapshot, effects) != moved.snapshot:
            raise Held(Warband.objects.get(pk=pk))
        return Doing(effects, moved.sentence, moved.warrior, moved.rolls)

    return meanwhile_as(warband, decide=decide, by=by, name=name)


def meanwhile_as(warband: Warband | int, *, decide: Decide, by: Player | None, name: str) -> Done:
    """The same for what depends on how the warband stands: ``decide`` is asked once it is locked, with its night
    played as far as it has come.

    Raises:
        Refused: by ``decide``, and where the warband has not got what the effects take.
    """
    pk = warband if isinstance(warband, int) else warband.pk
    gone_on: list[tuple[PostBattle, Played]] = []

    def move(roster: Roster) -> Moved:
        night = PostBattle.objects.open().filter(side__warband=pk).values_list("pk", flat=True).first()
        if night is None:
            doing = decide(roster)
            return _moved(doing, _applied(roster.snapshot, doing.effects))
        post = locked_night(night)
        moved, sequence = _into_the_night(post, roster, decide)
        gone_on.append((post, sequence))
        return moved

    with transaction.atomic():
        done = act(pk, by=by, name=name, move=move, though_held=True, judged=False)
        for post, sequence in gone_on:
            remember_newcomers(post, sequence=sequence)
    return done


def _moved(doing: Doing, snapshot: WarbandSnapshot, before: str = "") -> Moved:
    return Moved(snapshot, f"{before} {doing.sentence}".strip(), doing.warrior, doing.rolls)


def _applied(snapshot: WarbandSnapshot, effects: Sequence[Effect]) -> WarbandSnapshot:
    try:
        return apply(snapshot, effects)
    except NoSuchWarrior as missing:
        raise Refused(f"{missing} is not in {snapshot.name} any more.", code="no_such_warrior") from None
    except ValueError:
        raise Refused(f"{snapshot.name} has not got so much of it any more.", code="not_there") from None


def _into_the_night(post: PostBattle, roster: Roster, decide: Decide) -> tuple[Moved, Played]:
    """The night with one entry more. Where the night is in the midst of something that rolls, the entry stands before
    it."""
    now = played(post, roster.rulebook)
    here = Roster(with_rows(post, now.run.snapshot), roster.warband_type, roster.rulebook)
    doing = decide(here)
    _applied(here.snapshot, doing.effects)
    place, sequence = _fitting(post, meanwhile_entry(doing.effects), roster.rulebook)
    _make_room(post, place)
    before = [event for event in now.run.events[post.event_count :] if event.sentence]
    post.log = [*post.log[:place], meanwhile_entry(doing.effects), *post.log[place:]]
    post.event_count, post.step, post.version = len(sequence.run.events), sequence.step, post.version + 1
    post.save()
    snapshot = with_rows(post, sequence.run.snapshot)
    return _moved(doing, snapshot, told_of(before) if before else ""), sequence


def _fitting(post: PostBattle, entry: Entry, rulebook: Rulebook) -> tuple[int, Played]:
    """The last place of the log at which the entry fits, and the night with it."""
    for place in range(len(post.log), -1, -1):
        session = LogSession([*post.log[:place], entry, *post.log[place:]], Given())
        try:
            sequence = played(post, rulebook, session)
            session.check_all_used()
        except Diverged:
            continue
        return place, sequence
    raise Refused(
        "The rules have changed since this night began, so that it cannot go on. Take it back.", code="diverged"
    )


def _make_room(post: PostBattle, place: int) -> None:
    """Rolls of later entries stand one further on."""
    for roll in post.rolls.filter(place__gte=place).order_by("-place", "pk"):
        post.rolls.filter(pk=roll.pk).update(place=F("place") + 1)
