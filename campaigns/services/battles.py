"""A battle from its announcement to the day on which it is called off. What the sides report of it has a module of its
own. Locks are taken in one order: the warbands by their ids, the campaign, the battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from campaigns.battle.days import AHEAD, day_of
from campaigns.battle.forces import force_of
from campaigns.battle.keeping import kept
from campaigns.battle.muster import asked_of
from campaigns.battle.seeds import hash_of, new_seed
from campaigns.battle.underdogs import underdogs
from campaigns.battle_selectors import battles_that_day, sides_of, snapshot_before
from campaigns.models import Battle, Campaign, Enrolment, Membership, Notice, Pairing, Side
from campaigns.models.battles import MOST_SIDES
from campaigns.roles import Right
from campaigns.services.captives import bring_home_of
from campaigns.services.chronicle import Kind, record
from campaigns.services.notices import forget, notify, words_to
from campaigns.services.people import member_with, open_campaign
from campaigns.services.postbattle import open_post_battles
from campaigns.times import zone_of
from mordheim.rules.plainfile import clean_text
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.models import Player, Warband
from warbands.roster.check import check
from warbands.roster.interchange import write_warband
from warbands.roster.members import Roster
from warbands.roster.moves import LONGEST_NOTES, Moved
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.acts import Held, act
from warbands.services.holding import hold, release

MOST_PLANNED = 200


# --- announcing ---------------------------------------------------------------------------------------------------


def announce_battle(
    campaign: Campaign,
    *,
    by: Player,
    enrolments: Sequence[int],
    fought_on: datetime,
    alliances: Sequence[int] = (),
    scenario_key: str = "",
    notes: str = "",
    pairing: Pairing | None = None,
) -> Battle:
    """Announce who meets whom.

    Args:
        campaign: whose battle it is.
        by: one of those who play in it, or an arbitrator.
        enrolments: the ids of the warbands, in their order.
        fought_on: when; the campaign's clocks say which day that is.
        alliances: a number for each warband, equal ones are allies; everybody for himself where it is left out.
        scenario_key: what it is about; empty for something of the players' own.
        notes: what the players should know.
        pairing: the pairing that it comes from.

    Raises:
        Refused: for what is no battle, a date in the future, and by whoever has no part in it.
    """
    sides = list(alliances) or list(range(1, len(enrolments) + 1))
    with transaction.atomic():
        row = open_campaign(campaign)
        acting = member_with(row, player=by, right=Right.REPORT)
        fighting = _fighting(row, enrolments)
        _refuse_strangers(acting, [one.player_id for one in fighting])
        _refuse_alliances(sides, len(fighting))
        if scenario_key and scenario_key not in current_rulebook().scenarios:
            raise Refused("There is no such scenario.", code="unknown_key")
        if row.battles.planned().count() >= MOST_PLANNED:
            raise Refused("So many battles are announced already: call some off.", code="over_quota")
        battle = Battle.objects.create(
            campaign=row,
            number=_next_number(row),
            scenario_key=scenario_key,
            fought_on=_proper_moment(fought_on),
            dice_policy=row.dice_policy,
            notes=_proper_notes(notes),
            made_by=by,
        )
        _make_sides(battle, fighting, sides)
        _refuse_too_many(battle, fighting)
        if pairing is not None:
            _fulfil(pairing, battle)
        told = f"announced {against(sides_of(battle))} for {day_told(battle)}."
        record(row, kind=Kind.BATTLE, sentence=told, person=by, battle_id=battle.pk)
        if pairing is None:
            _tell_announced(battle, by)
    return battle


def _tell_announced(battle: Battle, by: Player) -> None:
    sides = sides_of(battle)
    told = f"A battle was announced for {day_told(battle)}: {against(sides)}."
    players = [side.player_id for side in sides]
    words = words_to(players, kind=Notice.Kind.ANNOUNCED, text=told, path=battle.get_absolute_url())
    notify(battle.campaign, words=words, by=by)


def _fighting(campaign: Campaign, enrolments: Sequence[int]) -> list[Enrolment]:
    """The warbands in the order asked for. Raises Refused where they are no battle of this campaign."""
    if not 2 <= len(enrolments) <= MOST_SIDES:
        raise Refused(f"A battle is between 2 and {MOST_SIDES} warbands.", code="sides")
    if len(set(enrolments)) != len(enrolments):
        raise Refused("No warband fights against itself.", code="sides")
    active = campaign.enrolments.active().select_related("warband", "player").in_bulk(enrolments)
    if len(active) != len(enrolments):
        raise Refused("One of these warbands is not in the campaign any more.", code="sides")
    return [active[pk] for pk in enrolments]


def _refuse_strangers(acting: Membership, players: Sequence[int | None]) -> None:
    if acting.player_id not in players and not acting.may(Right.ARBITRATE):
        raise Refused("Only those who play in a battle and an arbitrator do that.", code="not_yours")


def _refuse_alliances(alliances: Sequence[int], sides: int) -> None:
    if len(alliances) != sides or not all(1 <= one <= MOST_SIDES for one in alliances):
        raise Refused("Say for each warband with whom it fights.", code="alliances")
    if len(set(alliances)) < 2:
        raise Refused("All of them are allies: somebody has to be the enemy.", code="alliances")


def _proper_moment(moment: datetime) -> datetime:
    if moment > timezone.now() + AHEAD:
        raise Refused(
            "That day has not come yet. Pairings announce what is to be played later.",
            code="date",
        )
    return moment


def _proper_notes(text: str) -> str:
    notes = clean_text(text)
    if len(notes) > LONGEST_NOTES:
        raise Refused(f"Notes have at most {LONGEST_NOTES} characters.", code="notes")
    return notes


def _make_sides(battle: Battle, fighting: Sequence[Enrolment], alliances: Sequence[int]) -> None:
    Side.objects.bulk_create(
        Side(
            battle=battle,
            enrolment=enrolment,
            warband=enrolment.warband,
            warband_name=enrolment.shown_name,
            player=enrolment.player,
            alliance=alliance,
            place=place,
        )
        for place, (enrolment, alliance) in enumerate(zip(fighting, alliances, strict=True))
    )


def _fulfil(pairing: Pairing, battle: Battle) -> None:
    """The pairing has become this battle. Raises Refused where it cannot."""
    row = Pairing.objects.upcoming().filter(pk=pairing.pk, campaign=battle.campaign_id).first()
    if row is None:
        raise Refused("That pairing has been played or taken back already.", code="begun")
    row.battle = battle
    row.save(update_fields=["battle"])


def _next_number(campaign: Campaign) -> int:
    last = campaign.battles.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def _refuse_too_many(battle: Battle, fighting: Sequence[Enrolment]) -> None:
    """Raise Refused where a warband has fought as many battles on that local day as it may."""
    most = battle.campaign.battles_an_evening
    if most is None:
        return
    counts = Counter(battles_that_day(battle, [one.pk for one in fighting]))
    for enrolment in fighting:
        if counts[enrolment.pk] >= most:
            battles = "1 battle" if most == 1 else f"{most} battles"
            raise Refused(f"{enrolment.shown_name} has fought its {battles} of that day.", code="evening")


# --- beginning ----------------------------------------------------------------------------------------------------


def start_battle(battle: Battle, *, by: Player, seed: str = "") -> Battle:
    """Begin: everybody's rating, the underdogs' bonus and the whole of each warband are fixed, and all are held.

    Args:
        battle: the battle.
        by: one of those who play in it, or an arbitrator.
        seed: what the app's dice come from, for a battle that is to be played the same again; else it is drawn.

    Raises:
        Refused: with what is in the way, of whichever warband.
    """
    with transaction.atomic():
        row, sides = locked_battle(battle)
        acting_in(row, sides=sides, player=by)
        if not row.is_planned:
            raise Refused("This battle has begun already, or was called off.", code="state")
        snapshots = [_ready(side) for side in sides]
        _refuse_too_many(row, [side.enrolment for side in sides])
        _begin(row, seed)
        _fix(row, sides, snapshots)
        for side in sorted(sides, key=lambda one: one.warband_id or 0):
            if side.warband_id:
                hold(side.warband_id, for_=held_for(row), at=row.get_absolute_url())
        record(row.campaign, kind=Kind.BATTLE, sentence=_started_told(row, sides), by=by, battle_id=row.pk)
    return row


def locked_battle(battle: Battle) -> tuple[Battle, list[Side]]:
    """The battle and its sides, read afresh, with warbands, campaign and battle locked until the transaction ends.

    Raises:
        Refused: when it is not there any more, and in a closed campaign.
    """
    warbands = Side.objects.filter(battle=battle.pk, warband__isnull=False).values("warband")
    list(Warband.objects.select_for_update().filter(pk__in=warbands).order_by("pk"))
    campaign = open_campaign(battle.campaign_id)
    row = Battle.objects.select_for_update().filter(pk=battle.pk).first()
    if row is None:
        raise Refused("This battle is not there any more.", code="no_such_battle")
    row.campaign = campaign
    return row, sides_of(row)


def acting_in(battle: Battle, *, sides: Sequence[Side], player: Player) -> Membership:
    """Somebody's part in the campaign, where he may act in this battle.

    Raises:
        Refused: for who plays in it no more than he is an arbitrator.
    """
    acting = member_with(battle.campaign, player=player, right=Right.REPORT)
    _refuse_strangers(acting, [side.player_id for side in sides])
    return acting


def held_for(battle: Battle) -> str:
    """What a held warband is in, as a sentence names it."""
    return f"battle {battle.number} of {battle.campaign.name}"


def _ready(side: Side) -> WarbandSnapshot:
    """The warband as it goes into battle. Raises Refused where it may not."""
    name, warband = side.shown_name, side.warband
    if warband is None or not side.enrolment.is_active:
        raise Refused(f"{name} is not in the campaign any more: call this battle off.", code="sides")
    if warband.held_for:
        raise Held(warband)
    snapshot, rulebook = snapshot_of(warband), current_rulebook()
    if snapshot.type not in rulebook.warband_types:
        raise Refused(f"The rules do not have the kind of {name} any more.", code="unknown_key")
    wrong = check(snapshot, rulebook).blocking
    if wrong:
        raise Refused(f"{name} may not fight as it is: {wrong[0].message}", code=wrong[0].code)
    return snapshot


def _begin(battle: Battle, seed: str) -> None:
    """The battle's own row: its number, day and seed."""
    if battle.campaign.battles.filter(started_at__isnull=False, number__gt=battle.number).exists():
        battle.number = _next_number(battle.campaign)
    now = timezone.now()
    battle.state, battle.started_at = Battle.State.UNDER_WAY, now
    battle.fought_on = min(battle.fought_on, now)
    battle.dice_policy = battle.campaign.dice_policy
    battle.seed = seed or new_seed()
    battle.seed_hash = hash_of(battle.seed)
    battle.save()


def _fix(battle: Battle, sides: Sequence[Side], snapshots: Sequence[WarbandSnapshot]) -> None:
    """What each side brings, kept with the battle."""
    rulebook = current_rulebook()
    names = Counter(snapshot.name for snapshot in snapshots)
    ratings = [check(snapshot, rulebook).rating or 0 for snapshot in snapshots]
    bonuses = underdogs(ratings, rulebook.scales["underdog_bonus"])
    for side, snapshot, rating, bonus in zip(sides, snapshots, ratings, bonuses, strict=True):
        if names[snapshot.name] > 1:
            raise Refused(f"Two of them are called {snapshot.name}: rename one.", code="sides")
        side.warband_name = snapshot.name
        side.rating_before, side.underdog = rating, bonus
        side.before = kept(snapshot)
        side.before_file = write_warband(snapshot, rulebook).decode()
        roster = Roster(snapshot, rulebook.warband_types[snapshot.type], rulebook)
        side.warriors_before = force_of(roster, place=side.place, rating=0, alliance=0).began
        side.rolls_due = len(asked_of(roster))
        side.save()


def choose_scenario(battle: Battle, *, by: Player, scenario_key: str) -> Battle:
    """What a battle under way is about, once it is settled at the table.

    Raises:
        Refused: for what is no scenario, once it is reported, and by whoever has no part in it.
    """
    with transaction.atomic():
        row, sides = locked_battle(battle)
        acting_in(row, sides=sides, player=by)
        if not row.is_under_way:
            raise Refused("Only a battle under way is given its scenario.", code="state")
        scenario = current_rulebook().scenarios.get(scenario_key)
        if scenario is None:
            raise Refused("There is no such scenario.", code="unknown_key")
        if row.scenario_key != scenario_key:
            row.scenario_key = scenario_key
            row.save(update_fields=["scenario_key"])
            told = f"Battle {row.number} is about {scenario.name}."
            record(row.campaign, kind=Kind.BATTLE, sentence=told, by=by, battle_id=row.pk)
    return row


# --- alliances, calling off ----------------------------------------------------------------------------------------


def change_alliances(battle: Battle, *, by: Player, alliances: Sequence[int]) -> Battle:
    """Alliances are made and broken until the battle is reported; a number for each side, equal ones are allies.

    Raises:
        Refused: once it is reported, and by whoever has no part in it.
    """
    with transaction.atomic():
        row, sides = locked_battle(battle)
        acting_in(row, sides=sides, player=by)
        if not (row.is_planned or row.is_under_way):
            raise Refused("It has been reported already: alliances stand as they are.", code="state")
        _refuse_alliances(alliances, len(sides))
        changed = [side.alliance for side in sides] != list(alliances)
        for side, alliance in zip(sides, alliances, strict=True):
            side.alliance = alliance
            side.save(update_fields=["alliance"])
        if changed and row.is_under_way:
            told = f"The alliances of battle {row.number} changed: {against(sides)}."
            record(row.campaign, kind=Kind.BATTLE, sentence=told, by=by, battle_id=row.pk)
    return row


def call_off_battle(battle: Battle, *, by: Player) -> Battle:
    """Call off a battle that is not confirmed. Every warband is let go as it was before; the rolls before the battle
    stay in the record, and the seed is shown. Done twice it is done once.

    Raises:
        Refused: once it is confirmed; by its players once it is reported, from when on an arbitrator does it.
    """
    with transaction.atomic():
        row, sides = locked_battle(battle)
        acting = acting_in(row, sides=sides, player=by)
        if row.is_called_off:
            return row
        if row.is_confirmed:
            raise Refused("This battle is confirmed: it can be undone, but not called off.", code="state")
        if not acting.may(Right.ARBITRATE) and row.reports.exists():
            raise Refused("It has been reported: only an arbitrator calls it off now.", code="state")
        for side in sorted(sides, key=lambda one: one.warband_id or 0):
            _let_go(row, side, by)
        row.state = Battle.State.CALLED_OFF
        row.seed_shown_at = timezone.now() if row.seed else None
        row.save(update_fields=["state", "seed_shown_at"])
        bring_home_of(row)
        told = f"called off battle {row.number}, {against(sides)}."
        record(row.campaign, kind=Kind.BATTLE, sentence=told, person=by, battle_id=row.pk)
        tell_it_is_off(row, sides=sides, by=by, text=f"Battle {row.number}, {against(sides)}, was called off.")
    return row


def tell_it_is_off(battle: Battle, *, sides: Sequence[Side], by: Player, text: str) -> None:
    """Have the players of a battle that is no more told so by mail, in place of all that waited about it."""
    forget(battle.get_absolute_url())
    players = [side.player_id for side in sides]
    words = words_to(players, kind=Notice.Kind.TAKEN_BACK, text=text, path=battle.get_absolute_url())
    notify(battle.campaign, words=words, by=by)


def _let_go(battle: Battle, side: Side, by: Player) -> None:
    """A warband as it was before the battle, held by it no more."""
    if side.warband_id is None or not battle.started_at:
        return
    if side.joined:
        before = snapshot_before(side)
        sentence = f"Battle {battle.number} was called off: {side.warband_name} is as it was before it."
        act(side.warband_id, by=by, name="call_off", move=lambda _: Moved(before, sentence), though_held=True)
    release(side.warband_id, at=battle.get_absolute_url())


# --- in words -----------------------------------------------------------------------------------------------------


def against(sides: Sequence[Side], *, rated: bool = False) -> str:
    """Who meets whom: ``Da Snikkaz and The Rest against Karak Brynn Exiles``; ``rated`` with the ratings."""
    allied: dict[int, list[str]] = {}
    for side in sides:
        name = f"{side.shown_name} (rating {side.rating_before})" if rated else side.shown_name
        allied.setdefault(side.alliance, []).append(name)
    return " against ".join(in_a_row(names) for names in allied.values())


def in_a_row(names: Sequence[str]) -> str:
    """``one, two and three``."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def day_told(battle: Battle) -> str:
    """The local day: ``1 July 2026``."""
    return f"{day_of(battle.fought_on, zone_of(battle.campaign)):%-d %B %Y}"


def _started_told(battle: Battle, sides: Sequence[Side]) -> str:
    favoured = [side for side in sides if side.underdog]
    bonus = "".join(f" {side.warband_name} are the underdogs, by {side.underdog} experience." for side in favoured)
    return f"Battle {battle.number} began: {against(sides, rated=True)}.{bonus}"


def _open_post_battles(battle: Battle) -> None:
    """Give each warband its night after the battle, within the transaction that confirms it."""
    open_post_battles(battle)
    bring_home_of(battle)
