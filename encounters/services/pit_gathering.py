"""Gathering a fight of the pit: opening it, who fights in it and who plays them, until the gate is let down.

A fight is locked by its row. Its dice are settled as it is opened.

Whoever locks several rows locks them in this order, so that nobody waits for another who waits for him: a warband, the
night in which its hero fights for freedom, a fight (an earlier one before the one once more), the tournament it belongs
to, a player, kept fighters by their ids, odds. What is refused because of such a row is asked under its lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from campaigns.battle import seeds
from campaigns.models import PostBattle
from encounters.models import PitFight, PitRoster, PitSeat
from encounters.pit_selectors import pit_rules, rosters_in_fights, strength_of, terms_of
from encounters.pitfight import errors
from encounters.pitfight.enlisting import enlist, standard_levels
from encounters.pitfight.state import MOST, Terms
from encounters.services import pit_rosters
from encounters.services.quotas import lock_to_count
from mordheim.rules.plainfile import can_be_seen, clean_line
from warbands.models import Player, Warband
from warbands.roster.refusals import Refused

LONGEST_WAIT = 60 * 24 * 7
# How many fights a player may have going on or gathering at once.
OPEN_FIGHTS = 40
OPPONENTS = ("Bruno", "Kasimir", "Ugluk", "Wulf", "Dragomir", "Odo", "Grishna", "Leopold")


@dataclass(frozen=True)
class Enlisting:
    """Who is to fight: a name, a scroll by its key and the characteristics as built, or a fighter whom a player keeps;
    ``age`` is his player's in years."""

    name: str = ""
    scroll: str = ""
    levels: tuple[int, ...] = ()
    age: int | None = None
    roster: PitRoster | None = None


def open_fight(*, by: Player, name: str = "", minutes: int = 0, terms: Terms | None = None, **about: Any) -> PitFight:
    """A fight that waits for its fighters. Its dice are settled from now on: the hash of their seed is shown.

    ``about`` are fields of a fight that belongs to something: a tournament, a night.

    Raises:
        Refused: for a wait that nobody has, and when he has many open already, those of tournaments left out.
    """
    if not 0 <= minutes <= LONGEST_WAIT:
        raise Refused("A player may take from a minute to a week, or as long as he likes.", code="minutes")
    with transaction.atomic():
        if about.get("tournament") is None:
            _refuse_over_quota(by)
        seed = seeds.new_seed()
        agreed = {} if terms is None else asdict(terms)
        settled = {"seed": seed, "seed_hash": seeds.hash_of(seed), "terms": agreed, "minutes": minutes}
        return PitFight.objects.create(made_by=by, name=clean_line(name)[:60], **settled, **about)


def _refuse_over_quota(by: Player) -> None:
    open_states = (PitFight.State.GATHERING, PitFight.State.UNDER_WAY)
    lock_to_count(by)
    if PitFight.objects.filter(made_by=by, state__in=open_states, tournament=None).count() >= OPEN_FIGHTS:
        raise Refused(f"You have {OPEN_FIGHTS} fights open: fight some of them out first.", code="too_many")


def lock_night(night: int) -> PostBattle | None:
    """A night read afresh and locked until the transaction ends, its warband before it; nothing when it is gone."""
    list(Warband.objects.select_for_update(of=("self",)).filter(sides__post_battle=night))
    return PostBattle.objects.select_for_update(of=("self",)).filter(pk=night).first()


def lock_night_of(fight: PitFight | int) -> None:
    """The night that a fight decides, before the fight itself; of any other fight nothing."""
    if isinstance(fight, PitFight):
        night = fight.night_id
    else:
        night = PitFight.objects.filter(pk=fight).values_list("night", flat=True).first()
    if night is not None:
        lock_night(night)


def locked_fight(fight: PitFight | int) -> PitFight:
    """The row, read afresh and locked until the transaction ends, a night that it decides before it. Raises Refused
    when it is gone."""
    pk = fight if isinstance(fight, int) else fight.pk
    lock_night_of(fight)
    row = PitFight.objects.select_for_update().filter(pk=pk).first()
    if row is None:
        raise Refused("This fight is not there any more.", code="no_such_fight")
    return row


def changed(row: PitFight, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(row, name, value)
    row.version += 1
    row.save()


def refuse_begun(row: PitFight) -> None:
    if row.is_called_off:
        raise Refused("This fight was called off.", code="called_off")
    if not row.is_gathering:
        raise Refused("This fight has begun already.", code="begun")


def refuse_stranger(row: PitFight, seats: Sequence[PitSeat], by: Player) -> None:
    if by.pk not in {row.made_by_id, *(seat.player_id for seat in seats)}:
        raise Refused("You have no part in this fight.", code="not_yours")


# --- who fights -------------------------------------------------------------------------------------------------------


def take_place(fight: PitFight, *, by: Player, enlisting: Enlisting, computer: str = "", hero: bool = False) -> PitSeat:
    """One more fighter, whose orders ``by`` gives, or the computer at that strength. ``hero`` says that he belongs to a
    fight for freedom, which takes no others.

    Raises:
        Refused: once the fight has begun or is full; for somebody whom the rules do not allow, who is not his, or who
            cannot fight now; and where somebody else than the fight's maker brings one for the computer.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        refuse_begun(row)
        if row.hero and not hero:
            raise Refused("This is the hero's fight alone: take over his opponent, or watch.", code="hero")
        if computer and row.made_by_id != by.pk:
            raise Refused("Only whoever opened the fight brings fighters of the computer.", code="not_yours")
        seats = list(row.seats.all())
        if len(seats) >= MOST:
            raise Refused(f"No more than {MOST} fight at once.", code="full")
        who = enlisted(enlisting, by=by, taken=[seat.name for seat in seats])
        controls = {"computer": computer} if computer else {"player": by}
        seat = PitSeat.objects.create(fight=row, place=len(seats), **who, **controls)
        changed(row)
    return seat


def enlisted(enlisting: Enlisting, *, by: Player, taken: Sequence[str]) -> dict[str, Any]:
    """The fields of whoever is to fight. One who is kept is locked, so that he comes to one fight only. Raises Refused
    as `take_place` does."""
    roster = None if enlisting.roster is None else _who_may_fight(enlisting.roster, by)
    if roster is None:
        name, scroll, levels = clean_line(enlisting.name), enlisting.scroll, list(enlisting.levels)
    else:
        name, scroll, levels = roster.name, roster.scroll, list(roster.levels)
    _refuse_built(name, scroll, levels)
    free = _free_name(name, taken)
    return {"name": free, "scroll": scroll, "levels": levels, "roster": roster, "age": enlisting.age}


def _who_may_fight(roster: PitRoster, by: Player) -> PitRoster:
    """The row as it is now, under lock. Raises Refused where he is not there, not ``by``'s, or cannot fight."""
    row = pit_rosters.locked_rosters([roster.pk]).get(roster.pk)
    if row is None:
        raise Refused(f"{roster.name} is not there any more.", code="no_such_fighter")
    if row.owner_id != by.pk:
        raise Refused("That fighter is not yours.", code="not_yours")
    if rosters_in_fights([row.pk]):
        raise Refused(f"{row.name} is in a fight already.", code="busy")
    if why := pit_rosters.why_he_cannot_fight(row):
        raise Refused(why, code="cannot_fight")
    return row


def _refuse_built(name: str, scroll: str, levels: list[int]) -> None:
    rules = pit_rules()
    if not can_be_seen(name):
        raise Refused("A fighter needs a name that can be seen.", code="name")
    if scroll not in rules.scrolls:
        raise Refused("Choose one of the scrolls.", code="scroll")
    if len(levels) != len(rules.levels):
        raise Refused("All five characteristics are needed.", code="levels")
    try:
        enlist(rules, name, rules.scrolls[scroll], levels, 0)
    except errors.Illegal as illegal:
        raise Refused(str(illegal), code="levels") from None


def _free_name(name: str, taken: Sequence[str]) -> str:
    """His own, or with a number where somebody has it already."""
    number, free = 1, name[:60]
    while free in taken:
        number += 1
        free = f"{name[:56]} {number}"
    return free


def leave_place(fight: PitFight, *, by: Player, place: int) -> None:
    """Take a fighter out of a fight that has not begun: one's own, or any by the fight's maker.

    Raises:
        Refused: once it has begun, and for somebody else's.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        refuse_begun(row)
        if row.hero:
            raise Refused("Nobody leaves a fight for freedom.", code="hero")
        seats = list(row.seats.all())
        if not 0 <= place < len(seats):
            raise Refused("There is no such fighter.", code="no_such_fighter")
        if by.pk not in (row.made_by_id, seats[place].player_id):
            raise Refused("That fighter is not yours.", code="not_yours")
        seats[place].delete()
        for seat in seats[place + 1 :]:
            seat.place -= 1
            seat.save(update_fields=["place"])
        changed(row)


def take_over(fight: PitFight, *, by: Player, place: int) -> PitSeat:
    """Play one of the computer's fighters oneself, before the fight has begun.

    Raises:
        Refused: once it has begun, for one whom a player plays or somebody else keeps, and by a hero's own player.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        refuse_begun(row)
        seat = row.seats.select_related("roster").filter(place=place).first()
        if seat is None or not seat.computer:
            raise Refused("Somebody plays him already.", code="taken")
        if seat.roster is not None and seat.roster.owner_id != by.pk:
            raise Refused("That fighter is somebody else's, who keeps him: only he plays him.", code="not_yours")
        if row.hero and row.seats.filter(player=by).exists():
            raise Refused("Nobody fights himself for a hero's freedom.", code="hero")
        seat.computer, seat.player = "", by
        seat.save(update_fields=["computer", "player"])
        changed(row)
    return seat


# --- opponents, and once more -----------------------------------------------------------------------------------------


def take_opponents(fight: PitFight, *, by: Player, count: int, strength: str) -> None:
    """Fighters of the computer, of types that the fight's seed draws, built evenly; all of them or none.

    Raises:
        Refused: as `take_place` does.
    """
    with transaction.atomic():
        row = locked_fight(fight)
        for number in range(1, count + 1):
            take_place(row, by=by, enlisting=opponent(row, number), computer=strength)


def opponent(row: PitFight, number: int) -> Enlisting:
    """A standard pit fighter: his scroll and his name are drawn from the seed, his ten points are spread evenly."""
    rules = pit_rules()
    scrolls = list(rules.scrolls)
    scroll = scrolls[seeds.face(row.seed, "pit/opponent", number, len(scrolls)) - 1]
    first = seeds.face(row.seed, "pit/name", 1, len(OPPONENTS))
    return Enlisting(OPPONENTS[(first + number) % len(OPPONENTS)], scroll, standard_levels(rules))


def fight_again(fight: PitFight, *, by: Player) -> PitFight:
    """The same fighters once more, as far as they can fight: whoever asks first opens it with his own and those of the
    computer, the others come to it by asking too.

    Raises:
        Refused: before the fight has ended, for a fight for freedom, and by whoever had no part in it.
    """
    with transaction.atomic():
        old = locked_fight(fight)
        seats = list(old.seats.select_related("roster"))
        refuse_stranger(old, seats, by)
        if old.hero:
            raise Refused("A fight for freedom is fought once.", code="hero")
        if not (old.is_over or old.is_called_off):
            raise Refused("Only a fight that has ended is fought once more.", code="not_yet")
        row = old.again
        opens = row is None or not row.is_gathering
        if row is None or opens:
            row = open_fight(by=by, name=old.name, minutes=old.minutes, terms=terms_of(old))
            old.again = row
            old.save(update_fields=["again"])
        coming = [seat for seat in seats if seat.player_id == by.pk or (opens and strength_of(seat))]
        row = locked_fight(row)
        pit_rosters.locked_rosters(seat.roster_id for seat in coming)
        for seat in coming:
            _comes_again(row, seat, by)
    return row


def _comes_again(row: PitFight, seat: PitSeat, by: Player) -> None:
    """A fighter of an earlier fight, unless he stands there already or cannot fight now."""
    if row.seats.filter(player=by, scroll=seat.scroll, roster=seat.roster, name__startswith=seat.name[:50]).exists():
        return
    who = Enlisting(seat.name, seat.scroll, tuple(seat.levels), seat.age, seat.roster)
    try:
        with transaction.atomic():
            take_place(row, by=by, enlisting=who, computer=strength_of(seat))
    except Refused:
        return
