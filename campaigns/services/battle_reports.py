"""What the sides tell of a battle, and how one of the reports comes to count.

Whoever reports stands by what he tells. A battle is confirmed once as many stand by one and the same report as the
campaign wants, or when an arbitrator decides for all; then each warband has its night after, exactly once. An
arbitrator who plays stands by a report like any other player: deciding is an act of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from campaigns.battle.reports import check_told, completed, kills, report_for
from campaigns.battle.told import Told, digest_of, told_content
from campaigns.battle_selectors import asked_before, forces_of, roster_in_battle, scenario_of, told_of
from campaigns.models import Battle, BattleReport, Campaign, Membership, Notice, PostBattle, Side
from campaigns.postbattle.report import check_report
from campaigns.roles import Right
from campaigns.services import battles
from campaigns.services.battles import acting_in, against, day_told, in_a_row, locked_battle
from campaigns.services.chronicle import Kind, record
from campaigns.services.notices import Word, forget, notify
from campaigns.services.people import member_with
from campaigns.services.undoing import undo_battle
from mordheim.rules.rulebook import Rulebook
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook

Confirmation = Campaign.Confirmation


def report_battle(battle: Battle, *, by: Player, told: Told) -> BattleReport:
    """Tell what happened to all sides. A later report of one's own takes the place of the earlier one.

    Raises:
        Refused: for what cannot have been, before the battle or after it is confirmed, and by who has no part in it.
    """
    with transaction.atomic():
        row, sides = locked_battle(battle)
        acting_in(row, sides=sides, player=by)
        if not row.is_open:
            raise Refused("Only a battle that has begun and is not confirmed is reported.", code="state")
        rulebook = current_rulebook()
        _refuse_unasked(sides, rulebook)
        whole = _proper(told, row, sides, rulebook)
        again = row.reports.standing().filter(by=by).update(superseded=True)
        report = BattleReport.objects.create(battle=row, by=by, content=told_content(whole), digest=digest_of(whole))
        row.state = Battle.State.REPORTED
        row.save(update_fields=["state"])
        told_so = "reported anew on" if again else "reported"
        sentence = f"{told_so} battle {row.number}: {outcome_told(whole, sides=sides)}."
        record(row.campaign, kind=Kind.BATTLE, sentence=sentence, person=by, battle_id=row.pk)
        _stand_by(row, sides, report, by)
        if not row.is_confirmed:
            _tell_reported(row, sides, report, outcome_told(whole, sides=sides), by)
    return report


def withdraw_report(battle: Battle, *, by: Player) -> Battle:
    """Take back what one has reported. Nobody stands by it any more; with no other report the battle goes on.

    Raises:
        Refused: where one has reported nothing, and once the battle is confirmed.
    """
    with transaction.atomic():
        row, sides = locked_battle(battle)
        acting_in(row, sides=sides, player=by)
        own = row.reports.standing().filter(by=by)
        digests = set(own.values_list("digest", flat=True))
        if not row.is_reported or not digests:
            raise Refused("There is no report of yours that still waits for a word.", code="state")
        own.update(superseded=True)
        left = set(row.reports.standing().values_list("digest", flat=True))
        for side in sides:
            if side.agreed_to in digests - left:
                side.agreed_to = ""
                side.save(update_fields=["agreed_to"])
        if not left:
            row.state = Battle.State.UNDER_WAY
            row.save(update_fields=["state"])
            forget(row.get_absolute_url())
        told = f"withdrew the report of battle {row.number}."
        record(row.campaign, kind=Kind.BATTLE, sentence=told, person=by, battle_id=row.pk)
    return row


def _refuse_unasked(sides: Sequence[Side], rulebook: Rulebook) -> None:
    """Raise Refused where somebody has still to roll before the battle. Cards may be left alone."""
    for side in sides:
        for asked in asked_before(side, rulebook):
            if not asked.is_test:
                told = f"{asked.warrior} of {side.warband_name} has still to roll for {asked.because}."
                raise Refused(told, code="muster")


def _proper(told: Told, battle: Battle, sides: Sequence[Side], rulebook: Rulebook) -> Told:
    """The whole report, with what goes without saying. Raises Refused for what cannot have been."""
    forces, scenario = forces_of(sides, rulebook), scenario_of(battle, rulebook)
    whole = completed(told, forces)
    check_told(whole, forces, rulebook, scenario)
    for side in sides:
        key = scenario.key if scenario else ""
        own = report_for(side.place, whole, forces, scenario=key, underdog=side.underdog, missed=side.missing)
        check_report(roster_in_battle(side, rulebook), own)
    return whole


def confirm_report(report: BattleReport, *, by: Player) -> Battle:
    """Stand by a report of somebody's, for one's own sides. Of fifty who confirm at once one does it, and it is done
    once.

    Raises:
        Refused: for a report that was replaced, once another one is confirmed, where only an arbitrator confirms, and
            by who plays in none of its sides.
    """
    with transaction.atomic():
        row, sides = locked_battle(report.battle)
        acting_in(row, sides=sides, player=by)
        chosen = BattleReport.objects.get(pk=report.pk)
        if _counts_already(row, chosen):
            return row
        if row.campaign.confirmation == Confirmation.ARBITRATOR:
            raise Refused("In this campaign an arbitrator confirms what was reported.", code="may_not")
        if by.pk not in {side.player_id for side in sides}:
            raise Refused("You play in none of its sides: decide as arbitrator, or leave it to them.", code="not_yours")
        _stand_by(row, sides, chosen, by)
    return row


def decide_report(report: BattleReport, *, by: Player) -> Battle:
    """Have a report count for all, whatever the sides stand by; an arbitrator does. Done twice it is done once.

    Raises:
        Refused: for a report that was replaced, once another one is confirmed, and by others.
    """
    with transaction.atomic():
        row, sides = locked_battle(report.battle)
        member_with(row.campaign, player=by, right=Right.ARBITRATE)
        chosen = BattleReport.objects.get(pk=report.pk)
        if _counts_already(row, chosen):
            return row
        told = f"decided battle {row.number} as arbitrator: {outcome_told(told_of(chosen), sides=sides)}."
        record(row.campaign, kind=Kind.BATTLE, sentence=told, person=by, battle_id=row.pk)
        _confirm(row, sides, chosen, by)
    return row


def _counts_already(battle: Battle, chosen: BattleReport) -> bool:
    """Whether the battle was confirmed by that report. Raises Refused where it cannot be any more."""
    if battle.is_confirmed and battle.report and battle.report.digest == chosen.digest:
        return True
    if chosen.superseded:
        raise Refused("That report was replaced by a later one: look at that.", code="superseded")
    if not battle.is_reported:
        raise Refused("This battle is settled already, or was called off.", code="state")
    return False


def report_anew(battle: Battle, *, by: Player, reason: str, confirmed_at: datetime | None = None) -> Battle:
    """Have a confirmed battle reported anew: it was fought, but not so. The warbands stay in it, and what was reported
    is set aside, so that nobody confirms it again.

    Raises:
        Refused: as `undo_battle` does, which says what the arguments are.
    """
    with transaction.atomic():
        row = undo_battle(battle, by=by, reason=reason, again=True, confirmed_at=confirmed_at)
        row.reports.standing().update(superseded=True)
        row.state = Battle.State.UNDER_WAY
        row.save(update_fields=["state"])
    return row


def is_enough_with(player: Player, *, policy: str, sides: Sequence[Side], digest: str) -> bool:
    """Whether a report would count once a player's own sides stand by it too."""
    own = {side.pk for side in sides if side.player_id == player.pk}
    return _is_enough(policy, [side for side in sides if side.agreed_to == digest or side.pk in own], sides)


def _stand_by(battle: Battle, sides: Sequence[Side], report: BattleReport, by: Player) -> None:
    """His sides stand by that report; if that is enough, it counts."""
    for side in sides:
        if side.player_id == by.pk:
            side.agreed_to = report.digest
            side.save(update_fields=["agreed_to"])
    forget(battle.get_absolute_url(), player=by)
    if _is_enough(battle.campaign.confirmation, [side for side in sides if side.agreed_to == report.digest], sides):
        _confirm(battle, sides, report, by)


def _is_enough(policy: str, agreed: Sequence[Side], sides: Sequence[Side]) -> bool:
    """Whether those who stand by a report are as many as the campaign wants. A side whose player has left is not
    waited for."""
    waited_for = [side for side in sides if is_waited_for(side)]
    if policy == Confirmation.ALL_SIDES:
        return bool(agreed) and all(side in agreed for side in waited_for)
    if policy == Confirmation.ANY_OPPONENT:
        return any(_are_opponents(one, other) for one in agreed for other in agreed) or any(
            _opponents_have_left(one, sides) for one in agreed
        )
    return False


def is_waited_for(side: Side) -> bool:
    """Whether somebody plays the side who can say whether it was so."""
    return side.player_id is not None and side.enrolment.is_active


def _are_opponents(one: Side, other: Side) -> bool:
    return one.alliance != other.alliance and one.player_id != other.player_id


def _opponents_have_left(one: Side, sides: Sequence[Side]) -> bool:
    """Whether a side had opponents, and none of them can say anything any more."""
    opponents = [side for side in sides if _are_opponents(one, side)]
    return bool(opponents) and not any(is_waited_for(side) for side in opponents)


def _confirm(battle: Battle, sides: Sequence[Side], report: BattleReport, by: Player) -> None:
    """The report counts. Within `locked_battle` only."""
    told, forces = told_of(report), forces_of(sides, current_rulebook())
    for side in sides:
        own = told.sides[side.place]
        side.result, side.routed = own.result, own.routed
        side.shared = own.won and told.is_shared
        side.losses, side.kills = own.losses, kills(told, forces, side.place)
        side.save(update_fields=["result", "routed", "shared", "losses", "kills"])
    battle.state, battle.confirmed_at, battle.report = Battle.State.CONFIRMED, timezone.now(), report
    battle.ended_by_agreement = told.by_agreement
    battle.save(update_fields=["state", "confirmed_at", "report", "ended_by_agreement"])
    record(battle.campaign, kind=Kind.FOUGHT, sentence=_fought_told(battle, told, sides), by=by, battle_id=battle.pk)
    battles._open_post_battles(battle)
    forget(battle.get_absolute_url())
    _tell_nights(battle, by)


# --- who is told by mail ------------------------------------------------------------------------------------------


def _tell_reported(battle: Battle, sides: Sequence[Side], report: BattleReport, outcome: str, by: Player) -> None:
    """Whoever is still to say whether it was so, and whoever has told it differently."""
    told = set(battle.reports.standing().exclude(pk=report.pk).values_list("digest", flat=True)) - {report.digest}
    differing = {side.player_id for side in sides if side.agreed_to in told}
    standing_by = {side.player_id for side in sides if side.agreed_to == report.digest}
    waited_for = _who_confirms(battle, sides) - differing - standing_by
    path, of_it = battle.get_absolute_url(), f"Battle {battle.number}, {against(sides)}, was reported"
    differs = f"{of_it} differently from what you stand by: {outcome}."
    asks = f"{of_it} and waits for your word: {outcome}."
    words = [Word(player, Notice.Kind.DIFFERS, differs, path) for player in differing]
    words += [Word(player, Notice.Kind.REPORTED, asks, path) for player in waited_for]
    notify(battle.campaign, words=words, by=by)


def _who_confirms(battle: Battle, sides: Sequence[Side]) -> set[int | None]:
    if battle.campaign.confirmation != Confirmation.ARBITRATOR:
        return {side.player_id for side in sides}
    return set(Membership.objects.arbitrators().filter(campaign=battle.campaign).values_list("player", flat=True))


def _tell_nights(battle: Battle, by: Player) -> None:
    nights = PostBattle.objects.open().filter(side__battle=battle).select_related("side__battle")
    notify(battle.campaign, words=[_night_word(night) for night in nights], by=by)


def _night_word(night: PostBattle) -> Word:
    told = f"The night after {night.side.battle} is open for {night.side.warband_name}."
    return Word(night.side.player_id, Notice.Kind.NIGHT, told, night.get_absolute_url())


# --- in words -----------------------------------------------------------------------------------------------------


def outcome_told(told: Told, *, sides: Sequence[Side]) -> str:
    """``Da Snikkaz won``, ``Da Snikkaz and The Rest shared the victory``, ``a draw``."""
    names = [side.warband_name for side in sides if told.sides[side.place].won]
    if not names:
        return "a draw"
    return f"{in_a_row(names)} {'shared the victory' if told.is_shared else 'won'}"


def _fought_told(battle: Battle, told: Told, sides: Sequence[Side]) -> str:
    routed = [side.warband_name for side in sides if told.sides[side.place].routed]
    fled = f" {in_a_row(routed)} routed." if routed else ""
    ended = " The game was ended by agreement." if told.by_agreement else ""
    fallen = sum(side.losses for side in told.sides)
    out = f" {fallen} {'warrior was' if fallen == 1 else 'warriors were'} put out of action." if fallen else ""
    result = outcome_told(told, sides=sides)
    named = f"{against(sides)}, was fought on {day_told(battle)}"
    return f"Battle {battle.number}, {named}: {result}.{fled}{ended}{out}"
