"""The night after a battle, taken step by step through the one door.

Each thing that a player brings (a roll, faces, a decision, something done) is one act: the log is played from the
start, goes on with what was brought, and the difference is saved. What was brought is kept in the log and each roll
in the record of dice, or nothing is.

Locks are taken in one order: the warband, then its night.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from campaigns.arena_selectors import told_by_hand
from campaigns.battle import seeds
from campaigns.battle_selectors import reports_of
from campaigns.models import Battle, Captive, DiceRoll, PostBattle, Side
from campaigns.postbattle.log import AppFace, Diverged, Given, LoggedRoll, LogSession
from campaigns.postbattle.report import report_content
from campaigns.postbattle.run import Event
from campaigns.postbattle.sequence import Played
from campaigns.postbattle_selectors import played, with_rows
from campaigns.services.aftermath import tell_the_night
from campaigns.services.chronicle import Kind, record
from campaigns.services.dice import refuse_dice
from campaigns.services.notices import forget
from campaigns.services.people import membership_of
from mordheim.rules.dice import DiceError
from mordheim.rules.effects import FollowUp
from mordheim.rules.schema import Item
from warbands.models import CarriedItem, Player, Warband, Warrior
from warbands.roster.check import check
from warbands.roster.members import Roster
from warbands.roster.moves import Moved
from warbands.roster.refusals import OutOfDate, Refused
from warbands.selectors import current_rulebook
from warbands.services.acts import Done, act
from warbands.services.holding import hold, release


@dataclass(frozen=True)
class Taken:
    """What came of it: the night as stored, the sequence by now, the act."""

    post_battle: PostBattle
    played: Played
    done: Done


# --- opening --------------------------------------------------------------------------------------------------------


def open_post_battles(battle: Battle) -> list[PostBattle]:
    """Give each warband of a confirmed battle its night, within the transaction that confirms it."""
    reports, taken = reports_of(battle), unique_finds(battle)
    opened = []
    for side in battle.sides.select_related("warband", "battle__campaign").order_by("place"):
        if side.warband is None:
            continue
        content = {**report_content(reports[side.pk]), **({"taken": taken} if taken else {})}
        fresh: dict[str, object] = {"report": content, "log": [], "step": "injuries", "closed_at": None}
        post, _ = PostBattle.objects.update_or_create(side=side, defaults=fresh)
        hold_for_night(post)
        opened.append(post)
    show_seed_if_over(battle)
    return opened


def hold_for_night(post: PostBattle) -> None:
    """From the battle's hands into those of the night after it."""
    side = post.side
    if side.warband_id is not None:
        release(side.warband_id)
        hold(side.warband_id, for_=f"the night after {side.battle}", at=post.get_absolute_url())


def unique_finds(battle: Battle) -> list[str]:
    """What there is only one of in a campaign and somebody in it has."""
    unique = [key for key, item in current_rulebook().items.items() if _is_unique(item)]
    carried = CarriedItem.objects.filter(
        item_key__in=unique, warband__enrolments__campaign=battle.campaign_id, warband__enrolments__retired_at=None
    )
    return sorted(set(carried.values_list("item_key", flat=True)))


def _is_unique(item: Item) -> bool:
    return item.category == "artefact"


# --- one thing after another ----------------------------------------------------------------------------------------


def take(post_battle: PostBattle | int, *, by: Player, given: Given, version: int | None = None) -> Taken:
    """Go on with the night.

    Args:
        post_battle: whose night, or its id; read afresh under a lock.
        by: who brings it; whoever plays the warband, or an arbitrator.
        given: what he brings.
        version: the version that his form was drawn from.

    Raises:
        Refused: by a rule, by faces that do not fit, by whoever may not; nothing is kept then.
        OutOfDate: when the night has gone on since the form was drawn.
    """
    with transaction.atomic():
        pk = post_battle if isinstance(post_battle, int) else post_battle.pk
        warband_id = _warband_of(pk)
        taken: list[Taken] = []

        def move(roster: Roster) -> Moved:
            post = locked_night(pk, version=version)
            _may_take(post, by, given)
            session = LogSession(list(post.log), given, _app_face(post))
            sequence = _played(post, roster, session)
            return _kept(post, sequence, session, by, taken)

        done = act(warband_id, by=by, name="post_battle", move=move, though_held=True, judged=False)
        post = taken[0].post_battle
        remember_newcomers(post, sequence=taken[0].played)
        forget(post.get_absolute_url(), player=by)
        if taken[0].played.is_over:
            close_night(post, sequence=taken[0].played, by=by)
    return Taken(post, taken[0].played, done)


def _warband_of(night: int) -> int:
    warband_id = Side.objects.filter(post_battle=night).values_list("warband", flat=True).first()
    if warband_id is None:
        raise Refused("This warband is not there any more.", code="no_such_warband")
    return warband_id


def locked_night(pk: int, *, version: int | None = None) -> PostBattle:
    """The night's row, read afresh and locked until the transaction ends; below the warband's lock only.

    Raises:
        Refused: when it was taken back meanwhile.
        OutOfDate: when it has gone on from ``version``.
    """
    rows = PostBattle.objects.select_for_update(of=("self",)).select_related("side__battle__campaign", "side__warband")
    post = rows.filter(pk=pk).first()
    if post is None:
        raise Refused("This battle was taken back: there is no night after it any more.", code="no_such_night")
    if version is not None and version != post.version:
        raise OutOfDate
    return post


def _may_take(post: PostBattle, by: Player, given: Given) -> None:
    if not may_lead(post, player=by):
        raise Refused("Only whoever plays this warband takes it through the night, or an arbitrator.", code="may_not")
    if not post.is_open:
        raise Refused("This night is over.", code="over")
    refuse_dice(post.side.battle, faces=given.faces, roll=given.roll)
    if given.answer:
        told_by_hand(post, arbitrates=arbitrates(post, player=by))


def may_lead(post: PostBattle, *, player: Player) -> bool:
    """Whether somebody may take a warband through its night."""
    if post.side.player_id == player.pk:
        return True
    return arbitrates(post, player=player)


def arbitrates(post: PostBattle, *, player: Player) -> bool:
    """Whether somebody is an arbitrator of the campaign in which the night is."""
    membership = membership_of(post.side.battle.campaign, player=player)
    return membership is not None and membership.is_arbitrator


def _app_face(post: PostBattle) -> AppFace:
    """The faces of the app: of the battle's seed, the warband, the step and the number of the die."""
    seed, place = post.side.battle.seed, post.side.place

    def face(step: str, number: int, sides: int) -> int:
        return seeds.face(seed, label_of(place, step=step), number, sides)

    return face


def label_of(place: int, *, step: str) -> str:
    """What the dice of a step are derived for, of the warband at that place among the battle's sides."""
    return f"{place}/{step}"


def _played(post: PostBattle, roster: Roster, session: LogSession) -> Played:
    try:
        sequence = played(post, roster.rulebook, session)
        session.check_all_used()
    except DiceError as error:
        raise Refused(str(error), code="dice") from None
    except Diverged as error:
        told = f"The rules have changed since this night began, so that it cannot go on ({error}). Take it back."
        raise Refused(told, code="diverged") from None
    if sequence.is_over:
        _stands_by_the_rules(sequence)
    return sequence


def _stands_by_the_rules(sequence: Played) -> None:
    """Who carries more than he can use has to put it down before the record is closed."""
    if blocking := check(sequence.run.snapshot, sequence.run.rulebook).blocking:
        raise Refused(blocking[0].message, code=blocking[0].code)


def _kept(post: PostBattle, sequence: Played, session: LogSession, by: Player, taken: list[Taken]) -> Moved:
    """The night's row and record of dice are written; the warband itself by the act."""
    fresh = sequence.run.events[post.event_count :]
    fresh_rolls = [roll for roll in session.rolls if roll.place >= len(post.log)]
    record_rolls(post, rolls=fresh_rolls, by=by)
    keep_captives(post, sequence=sequence)
    post.log, post.event_count = session.log, len(sequence.run.events)
    post.step, post.version = sequence.step, post.version + 1
    post.save()
    taken.append(Taken(post, sequence, None))  # type: ignore[arg-type]
    snapshot = with_rows(post, sequence.run.snapshot)
    return Moved(snapshot, told_of(fresh), _whom(fresh), tuple(event.roll for event in fresh if event.roll))


def told_of(events: Sequence[Event]) -> str:
    """What happened, as the warband's history tells it."""
    sentences = [event.sentence for event in events if event.sentence]
    return " ".join(sentences) or "The night after the battle went on."


def _whom(events: Sequence[Event]) -> str:
    names = {event.warrior for event in events if event.warrior}
    return next(iter(names)) if len(names) == 1 else ""


def record_rolls(
    post: PostBattle, *, rolls: Sequence[LoggedRoll], by: Player | None, reason: str = ""
) -> list[DiceRoll]:
    """Rolls as they fell, into the record of dice."""
    seed_hash = post.side.battle.seed_hash
    return DiceRoll.objects.bulk_create(
        DiceRoll(
            post_battle=post,
            place=roll.place,
            step=roll.step,
            first_die=roll.number,
            warrior=roll.warrior or "",
            what_for=roll.what_for,
            die=roll.die,
            faces=list(roll.faces),
            source=roll.source,
            seed_hash=seed_hash if roll.source == "app" else "",
            by=by,
            reason=reason,
        )
        for roll in rolls
    )


def remember_newcomers(post: PostBattle, *, sequence: Played) -> None:
    """Rows that the act has made for newcomers; names are unique within a warband."""
    unknown = {
        warrior.name: str(warrior.id)
        for warrior in sequence.run.snapshot.warriors
        if warrior.id is not None and warrior.id < 0 and str(warrior.id) not in post.newcomers
    }
    if not unknown:
        return
    rows = Warrior.objects.filter(warband=post.side.warband_id, name__in=list(unknown)).values_list("name", "pk")
    post.newcomers |= {unknown[name]: pk for name, pk in rows}
    post.save(update_fields=["newcomers"])


# --- captives -------------------------------------------------------------------------------------------------------


def keep_captives(post: PostBattle, *, sequence: Played) -> None:
    """A row for each captive of the night, none for one who is no captive any more.

    Raises:
        Refused: when one has been settled who would not have been taken.
    """
    taken = {
        str(effect.warrior): str(effect.with_warband)
        for event in sequence.run.events
        for effect in event.effects
        if isinstance(effect, FollowUp) and effect.what == "captive"
    }
    rows = {row.warrior_name: row for row in post.captives.exclude(state=Captive.State.TAKEN_BACK)}
    for name, row in rows.items():
        if name not in taken:
            take_back_captive(row)
    rows_of = {warrior.name: warrior.id for warrior in with_rows(post, sequence.run.snapshot).warriors}
    captors = {side.warband_name: side for side in post.side.battle.sides.exclude(pk=post.side_id)}
    for name, captor in taken.items():
        if name not in rows and captor in captors:
            Captive.objects.create(
                post_battle=post,
                owner=post.side,
                captor=captors[captor],
                warrior_name=name,
                warrior_row=rows_of.get(name),
            )


def take_back_captive(row: Captive, *, though_settled: bool = False) -> None:
    """He was never taken. Raises Refused when others have settled what became of him, unless that goes with it; who
    came home because his captors are no more was settled by nobody."""
    if row.state not in (Captive.State.HELD, Captive.State.HOME) and not though_settled:
        told = f"{row.warrior_name} was taken captive and is {row.get_state_display()}: that must be undone first."
        raise Refused(told, code="captive_settled")
    row.state, row.settled_at = Captive.State.TAKEN_BACK, timezone.now()
    row.save(update_fields=["state", "settled_at"])


# --- closing --------------------------------------------------------------------------------------------------------


def close_night(post: PostBattle, *, sequence: Played, by: Player | None) -> None:
    """The record is closed: the warband is free, the chronicle tells of it, and after the last night the seed is
    shown."""
    post.closed_at = timezone.now()
    post.save(update_fields=["closed_at"])
    release(post.side.warband_id or 0)
    tell_the_night(post, sequence=sequence, by=by)
    if sequence.run.collapsed:
        _ends(post, by)
    show_seed_if_over(post.side.battle)


def end_nights_of(warband: Warband) -> None:
    """A warband is about to be deleted: its night ends where it stands, so that nobody waits for it."""
    nights = PostBattle.objects.open().filter(side__warband=warband).select_related("side__battle__campaign")
    for post in nights.select_related("side__enrolment"):
        post.closed_at = timezone.now()
        post.save(update_fields=["closed_at"])
        side = post.side
        told = f"{side.warband_name} is no more: its night after {side.battle} ended where it stood."
        record(
            side.battle.campaign,
            kind=Kind.AFTERMATH,
            sentence=told,
            battle_id=side.battle_id,
            enrolment=side.enrolment,
        )
        show_seed_if_over(side.battle)


def _ends(post: PostBattle, by: Player | None) -> None:
    """Nothing holds the warband together any more: it retires from its campaign."""
    enrolment = post.side.enrolment
    if enrolment.is_active:
        enrolment.retire("It fell apart after a battle.")
        told = f"{post.side.warband_name} retired: it fell apart."
        record(post.side.battle.campaign, kind=Kind.RETIRED, sentence=told, by=by, enrolment=enrolment)


def show_seed_if_over(battle: Battle) -> None:
    """Once no night of a battle is open its seed is no secret."""
    nights = PostBattle.objects.filter(side__battle=battle)
    if battle.seed_shown_at is None and not nights.open().exists():
        battle.seed_shown_at = timezone.now()
        battle.save(update_fields=["seed_shown_at"])
