"""Taking back: one warband's night, a whole battle, a single wrong die.

Each is a new act; nothing of the record is wiped. The warband as it went into the battle is kept with it, row by row,
so that going back means the same warriors and a file of the same bytes.

Locks are taken in one order: the warbands by their ids, the campaign, the battle, the nights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from campaigns.battle.seeds import hash_of, new_seed
from campaigns.battle_selectors import sides_of, snapshot_before
from campaigns.models import Battle, Captive, ChronicleEntry, DiceRoll, Notice, PostBattle, Side, SpentSeed
from campaigns.postbattle.log import Diverged, LogSession, entry_told
from campaigns.postbattle.sequence import Played
from campaigns.postbattle_selectors import played, snapshot_into
from campaigns.roles import Right
from campaigns.services.aftermath import tell_the_night
from campaigns.services.battles import against, held_for, tell_it_is_off
from campaigns.services.captives import come_home_anew
from campaigns.services.chronicle import Kind, record, withdraw_of_battle
from campaigns.services.notices import notify, words_to
from campaigns.services.people import CLOSED, member_with, membership_of, open_campaign
from campaigns.services.postbattle import (
    hold_for_night,
    keep_captives,
    locked_night,
    may_lead,
    record_rolls,
    take_back_captive,
)
from campaigns.undoing_selectors import corrections_among, lost_with, obstacles_of, obstacles_to_correcting
from mordheim.rules.dice import Roll
from mordheim.rules.effects import NoSuchWarrior
from mordheim.rules.plainfile import clean_line
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.models import Player, Warband, Warrior
from warbands.roster.members import Roster
from warbands.roster.moves import Moved
from warbands.roster.refusals import Refused
from warbands.services.acts import Done, act
from warbands.services.holding import hold, release

LONGEST_REASON = 500
OF_THE_NIGHT = (Kind.AFTERMATH, Kind.DEATH, Kind.FEAT)


def proper_reason(text: str) -> str:
    """A reason as it is stored. Raises Refused for none, and for one that is too long."""
    reason = clean_line(text)
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise Refused(f"A reason is needed, of at most {LONGEST_REASON} characters.", code="reason")
    return reason


# --- what stands in the way -----------------------------------------------------------------------------------------


def in_the_way(side: Side) -> list[str]:
    """What others have built on a warband's night since it began, as sentences; what is listed must be undone
    first."""
    return [one.told for one in obstacles_of([side])[side.pk]]


def _nothing_in_the_way(side: Side) -> None:
    if found := in_the_way(side):
        raise Refused(" ".join(found), code="depended_on")


def _no_correction_in_the_way(post: PostBattle, by: Player) -> None:
    """A player does not undo what an arbitrator set right. Raises Refused."""
    membership = membership_of(post.side.battle.campaign, player=by)
    if membership is not None and membership.is_arbitrator:
        return
    if found := corrections_among(lost_with([post.side])[post.side.pk], side=post.side):
        raise Refused(" ".join(one.told for one in found), code="corrected")


# --- one warband's night --------------------------------------------------------------------------------------------


def undo_post_battle(post_battle: PostBattle, *, by: Player, version: int | None = None, seed: str = "") -> Done:
    """Take a warband's night back to its first step; the other warbands are not touched.

    Args:
        post_battle: whose night.
        by: whoever plays the warband, or an arbitrator.
        version: the version that his form was drawn from.
        seed: what the app's dice come from if a new seed is needed, for a season that is to be the same again.

    Raises:
        Refused: by whoever may not, when others have built on it, and by a player when an arbitrator has corrected his
            warband since the battle.
        OutOfDate: when the night has gone on from ``version``.
    """
    with transaction.atomic():
        warband_id = _warband_of(post_battle)

        def move(roster: Roster) -> Moved:
            post = locked_night(post_battle.pk, version=version)
            _may_undo(post, by)
            _nothing_in_the_way(post.side)
            _no_correction_in_the_way(post, by)
            _clear(post)
            return Moved(snapshot_into(post.side, roster.rulebook), f"The night after {post.side.battle} begins anew.")

        done = act(warband_id, by=by, name="undo_post_battle", move=move, though_held=True, judged=False)
        post = locked_night(post_battle.pk)
        _new_seed_if_shown(post.side.battle, seed)
        hold_for_night(post)
        come_home_anew(warband_id, since=post.side.battle.confirmed_at)
        told = f"{post.side.warband_name} takes the night after {post.side.battle} back to its beginning."
        record(
            post.side.battle.campaign,
            kind=Kind.UNDONE,
            sentence=told,
            by=by,
            battle_id=post.side.battle_id,
            enrolment=post.side.enrolment,
        )
        text = f"The night after {post.side.battle} was taken back and is open again for {post.side.warband_name}."
        _tell_player(post, kind=Notice.Kind.NIGHT, text=text, by=by)
    return done


def _tell_player(post: PostBattle, *, kind: str, text: str, by: Player) -> None:
    """Have whoever plays the warband told by mail what was done to its night."""
    words = words_to([post.side.player_id], kind=kind, text=text, path=post.get_absolute_url())
    notify(post.side.battle.campaign, words=words, by=by)


def _warband_of(post_battle: PostBattle) -> int:
    warband_id = Side.objects.filter(post_battle=post_battle.pk).values_list("warband", flat=True).first()
    if warband_id is None:
        raise Refused("This warband is not there any more.", code="no_such_warband")
    return warband_id


def _may_undo(post: PostBattle, by: Player) -> None:
    if not may_lead(post, player=by):
        raise Refused("Only whoever plays this warband takes its night back, or an arbitrator.", code="may_not")
    if not post.side.battle.is_confirmed:
        raise Refused("This battle was taken back already.", code="over")
    if post.side.battle.campaign.is_closed:
        raise Refused(CLOSED, code="closed")


def _clear(post: PostBattle) -> None:
    """Nothing of the night counts any more; its rolls and lines stay as taken back."""
    now = timezone.now()
    for captive in post.captives.exclude(state=Captive.State.TAKEN_BACK).select_related("owner", "captor"):
        take_back_captive(captive, though_settled=not captive.both_are_there)
    post.rolls.filter(taken_back_at=None).update(taken_back_at=now)
    lines = ChronicleEntry.objects.standing().filter(battle=post.side.battle_id, enrolment=post.side.enrolment_id)
    lines.filter(kind__in=OF_THE_NIGHT).update(withdrawn_at=now)
    post.log, post.newcomers, post.event_count, post.step = [], {}, 0, "injuries"
    post.version, post.closed_at = post.version + 1, None
    post.save()


def _new_seed_if_shown(battle: Battle, seed: str = "") -> None:
    """Dice of a seed that everybody has seen are no dice: a new one is drawn."""
    if battle.seed_shown_at is None:
        return
    SpentSeed.objects.create(battle=battle, seed=battle.seed, seed_hash=battle.seed_hash, shown_at=battle.seed_shown_at)
    battle.seed = seed or new_seed()
    battle.seed_hash, battle.seed_shown_at = hash_of(battle.seed), None
    battle.save(update_fields=["seed", "seed_hash", "seed_shown_at"])


# --- a whole battle -------------------------------------------------------------------------------------------------


def undo_battle(
    battle: Battle, *, by: Player, reason: str, again: bool = False, confirmed_at: datetime | None = None
) -> Battle:
    """Take a confirmed battle back: every warband is as it was before it.

    Args:
        battle: the battle.
        by: an arbitrator.
        reason: why, for the record.
        again: it is only to be reported anew: the warbands stay in it, as they fought.
        confirmed_at: when it was confirmed that his form was drawn from; ``None`` where it does not matter.

    Raises:
        Refused: by whoever may not, without a reason, and when it is not the last battle of each warband or others
            have settled what became of a captive.
    """
    reason = proper_reason(reason)
    with transaction.atomic():
        warbands = [side.warband_id for side in battle.sides.all() if side.warband_id]
        list(Warband.objects.select_for_update().filter(pk__in=warbands).order_by("pk"))
        campaign = open_campaign(battle.campaign_id)
        member_with(campaign, player=by, right=Right.CORRECT)
        row = Battle.objects.select_for_update().get(pk=battle.pk)
        if not row.is_confirmed:
            raise Refused("Only a battle that was confirmed is taken back; before that it is called off.", code="state")
        if confirmed_at not in (None, row.confirmed_at):
            told = "This battle was reported and confirmed anew since the page was drawn: look at it again."
            raise Refused(told, code="out_of_date")
        sides = sides_of(row)
        for side in sides:
            side.battle = row
            _nothing_in_the_way(side)
        for side in sides:
            _bring_back(side, by, again=again)
        since = row.confirmed_at
        _reset(row, sides, again=again)
        for warband in sorted(warbands):
            come_home_anew(warband, since=since)
        withdraw_of_battle(row.pk)
        told = "is to be reported anew" if again else "was taken back, and every warband is as it was before it"
        record(
            campaign, kind=Kind.UNDONE, sentence=f"Battle {row.number} {told}.", by=by, reason=reason, battle_id=row.pk
        )
        named = f"Battle {row.number}, {against(sides)},"
        tell_it_is_off(row, sides=sides, by=by, text=f"{named} {told}. {reason}")
    return row


def _bring_back(side: Side, by: Player, *, again: bool) -> None:
    """One warband to what it was."""
    for post in PostBattle.objects.select_for_update().filter(side=side):
        post.side = side
        _clear(post)
        post.closed_at = timezone.now()
        post.save(update_fields=["closed_at"])
    if side.warband_id is None:
        return
    release(side.warband_id)

    def move(roster: Roster) -> Moved:
        was = snapshot_into(side, roster.rulebook) if again else snapshot_before(side)
        return Moved(was, f"{side.battle} was taken back.".capitalize())

    act(side.warband_id, by=by, name="undo_battle", move=move, though_held=True, judged=False)
    if again:
        hold(side.warband_id, for_=held_for(side.battle), at=side.battle.get_absolute_url())


def _reset(battle: Battle, sides: Sequence[Side], *, again: bool) -> None:
    for side in sides:
        side.result, side.shared, side.routed, side.kills, side.losses, side.agreed_to = "", False, False, 0, 0, ""
        side.save(update_fields=["result", "shared", "routed", "kills", "losses", "agreed_to"])
    if again:
        _new_seed_if_shown(battle)
    elif battle.seed_shown_at is None:
        battle.seed_shown_at = timezone.now()
    battle.state = Battle.State.REPORTED if again else Battle.State.CALLED_OFF
    battle.confirmed_at, battle.report = None, None
    battle.save()


# --- a single wrong die ---------------------------------------------------------------------------------------------


def correct_roll(roll: DiceRoll, *, by: Player, faces: Sequence[int], reason: str) -> Done:
    """Put right a roll that was typed wrongly, as long as nothing later depends on it.

    Args:
        roll: the roll; it stays in the record as replaced.
        by: whoever plays the warband, or an arbitrator; only an arbitrator corrects a roll of the app.
        faces: what fell.
        reason: why, for the record.

    Raises:
        Refused: when something later depends on it, by whoever may not, or for faces that do not fit.
    """
    reason = proper_reason(reason)
    with transaction.atomic():
        warband_id = _warband_of(roll.post_battle)
        kept: list[tuple[PostBattle, Played]] = []

        def move(roster: Roster) -> Moved:
            post = locked_night(roll.post_battle_id)
            _may_correct(post, roll, by)
            log = [dict(entry) for entry in post.log]
            log[roll.place] |= {"faces": list(faces), "source": "table"}
            session = LogSession(log)
            sequence = _still_fits(post, session, roster)
            _replace_roll(post, roll, session, by, reason)
            keep_captives(post, sequence=sequence)
            snapshot = _by_name(post, roster, sequence)
            post.log, post.event_count, post.version = log, len(sequence.run.events), post.version + 1
            post.step = sequence.step
            post.save()
            kept.append((post, sequence))
            rolled = Roll(roll.what_for, roll.die, tuple(faces), sum(faces), "table")
            what = roll.what_for[:1].upper() + roll.what_for[1:]
            told = f"{what}: {_shown(faces)} and not {_shown(roll.faces)}. {reason}"
            return Moved(snapshot, told, roll.warrior, (rolled,))

        done = act(warband_id, by=by, name="correct_roll", move=move, though_held=True, judged=False)
        post, sequence = kept[0]
        _remember_by_name(post, sequence)
        if not post.is_open:
            _tell_anew(post, sequence, by)
        side = post.side
        text = f"A roll of {side.warband_name} was corrected. {done.event.sentence}"
        _tell_campaign(side, text, by)
        _tell_player(post, kind=Notice.Kind.CORRECTED, text=text, by=by)
    return done


def _tell_campaign(side: Side, sentence: str, by: Player) -> None:
    """A line of the chronicle that stays whatever is taken back later."""
    record(
        side.battle.campaign,
        kind=Kind.UNDONE,
        sentence=sentence,
        by=by,
        battle_id=side.battle_id,
        enrolment=side.enrolment,
    )


def _shown(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces))


def _may_correct(post: PostBattle, roll: DiceRoll, by: Player) -> None:
    _may_undo(post, by)
    fresh = DiceRoll.objects.get(pk=roll.pk)
    if not fresh.stands:
        raise Refused("That roll was replaced or taken back already.", code="over")
    if fresh.source == "app":
        member_with(post.side.battle.campaign, player=by, right=Right.CORRECT)
    if found := obstacles_to_correcting(post):
        raise Refused(" ".join(one.told for one in found), code="depended_on")


def _still_fits(post: PostBattle, session: LogSession, roster: Roster) -> Played:
    """The night as it goes with the other faces. Raises Refused when it would have gone otherwise."""
    try:
        sequence = played(post, roster.rulebook, session)
        session.check_all_used()
    except Diverged as error:
        raise Refused(_depending(post, session, error.place), code="depended_on") from None
    except (NoSuchWarrior, ValueError):
        told = "Something later depends on that roll: take the night back instead."
        raise Refused(told, code="depended_on") from None
    except Refused as refused:
        raise Refused(f"Something later depends on that roll: {refused.message}", code="depended_on") from None
    if not post.is_open and not sequence.is_over:
        raise Refused("With that roll the night is not over: take it back instead.", code="depended_on")
    return sequence


def _depending(post: PostBattle, session: LogSession, place: int) -> str:
    """What has come after the roll and would not have come with another."""
    entry = session.log[place]
    rolled = post.rolls.filter(place=place, taken_back_at=None, replaced_by=None).first() if "roll" in entry else None
    what = f"the roll for “{rolled.what_for}”" if rolled else entry_told(entry)
    return f"Something later depends on that roll: {what}. Take the night back instead."


def _replace_roll(post: PostBattle, roll: DiceRoll, session: LogSession, by: Player, reason: str) -> None:
    """The other roll takes its place in the record; both stay."""
    right = next(one for one in session.rolls if one.place == roll.place)
    old = DiceRoll.objects.get(pk=roll.pk)
    old.taken_back_at = timezone.now()
    old.save(update_fields=["taken_back_at"])
    (new,) = record_rolls(post, rolls=[right], by=by, reason=reason)
    old.taken_back_at, old.replaced_by = None, new
    old.save(update_fields=["taken_back_at", "replaced_by"])


def _by_name(post: PostBattle, roster: Roster, sequence: Played) -> WarbandSnapshot:
    """The warband with the rows of those who are there already; another roll may number newcomers otherwise."""
    rows = {warrior.name: warrior.id for warrior in roster.snapshot.warriors}
    snapshot = sequence.run.snapshot
    warriors = (replace(w, id=rows.get(w.name)) if w.id is not None and w.id < 0 else w for w in snapshot.warriors)
    return replace(snapshot, warriors=tuple(warriors))


def _remember_by_name(post: PostBattle, sequence: Played) -> None:
    new = {w.name: str(w.id) for w in sequence.run.snapshot.warriors if w.id is not None and w.id < 0}
    rows = Warrior.objects.filter(warband=post.side.warband_id, name__in=list(new)).values_list("name", "pk")
    post.newcomers = {new[name]: pk for name, pk in rows}
    post.save(update_fields=["newcomers"])


def _tell_anew(post: PostBattle, sequence: Played, by: Player) -> None:
    lines = ChronicleEntry.objects.standing().filter(battle=post.side.battle_id, enrolment=post.side.enrolment_id)
    lines.filter(kind__in=OF_THE_NIGHT).update(withdrawn_at=timezone.now())
    tell_the_night(post, sequence=sequence, by=by)
