"""Pit fighters whom players keep: built, changed until they first fight, and everything that becomes of them.

What has become of a fighter is a list of entries; each is added or taken back here and nowhere else, under a lock of
his row. What they make of him is `encounters.pitfight.career`. When a fight ends, whoever runs it calls
`fight_is_over` within its transaction. Rosters are locked in the order of their ids, all that a transaction needs at
once, and after what goes before them (`encounters.services.pit_gathering` has the whole order).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from encounters.models import PitDocument, PitEntrant, PitFight, PitRoster, PitRosterEntry, PitSeat, PitTournament
from encounters.pit_roster_selectors import career_of_roster, careers_of, standing_of
from encounters.pit_selectors import pit_rules, rosters_in_fights
from encounters.pitfight import career, errors
from encounters.pitfight.career import Career
from encounters.pitfight.enlisting import Past, points_left
from encounters.pitfight.state import PitFight as Fight
from encounters.services.quotas import lock_to_count
from mordheim.documents.press import delete_document
from mordheim.rules.plainfile import can_be_seen, clean_line, clean_text
from warbands.models import Player
from warbands.roster.refusals import OutOfDate, Refused

Kind = PitRosterEntry.Kind
LONGEST_NAME, LONGEST_SENTENCE, LONGEST_NOTES = 60, 500, 2000


class FighterChanged(OutOfDate):
    """The form answers an older state of the fighter than there is now."""

    def __init__(self) -> None:
        told = (
            "This fighter has changed since the page was drawn, by a fight or by a second tap. "
            "Nothing was done: look at him as he is now and try again."
        )
        Refused.__init__(self, told, code="out_of_date")


# --- building ---------------------------------------------------------------------------------------------------------


def build_roster(*, by: Player, name: str, scroll: str, levels: Sequence[int], notes: str = "") -> PitRoster:
    """A new fighter with those characteristics, in the order of CHARACTERISTICS. He may have points left.

    Raises:
        Refused: without a name, for a scroll that there is not, for what the rules do not allow, and for somebody who
            keeps as many as he may.
    """
    built = {"name": _name(name), **_built(scroll, levels), "notes": _notes(notes)}
    with transaction.atomic():
        _refuse_over_quota(by)
        return PitRoster.objects.create(owner=by, **built)


def change_roster(
    roster: PitRoster,
    *,
    by: Player,
    version: int,
    name: str,
    scroll: str | None = None,
    levels: Sequence[int] | None = None,
    notes: str | None = None,
) -> PitRoster:
    """Another name or other notes; before he has entered any fight also another scroll and other points.

    Raises:
        Refused: as `build_roster` does, and for scroll or points of one who has fought or stands in a fight.
        FighterChanged: when he has changed since ``version``.
    """
    with transaction.atomic():
        row = _locked(roster, by, version)
        row.name = _name(name)
        if notes is not None:
            row.notes = _notes(notes)
        if scroll is not None or levels is not None:
            built = _built(row.scroll if scroll is None else scroll, row.levels if levels is None else levels)
            if built != {"scroll": row.scroll, "levels": list(row.levels)}:
                _refuse_settled(row)
            row.scroll, row.levels = built["scroll"], built["levels"]
        _saved(row)
    return row


def delete_roster(roster: PitRoster, *, by: Player, version: int) -> None:
    """He goes for good, with his history and what was printed of him.

    Raises:
        Refused: while he stands in a fight.
        FighterChanged: when he has changed since ``version``.
    """
    with transaction.atomic():
        row = _locked(roster, by, version)
        _refuse_in_fight(row)
        for document in PitDocument.objects.filter(roster=row):
            delete_document(document)
        row.delete()


def is_settled(roster: PitRoster) -> bool:
    """Whether scroll and points stay as they are: he has fought, or stands in a fight."""
    fought = PitRosterEntry.objects.filter(roster=roster, kind=Kind.FOUGHT, taken_back_at=None)
    return fought.exists() or bool(rosters_in_fights([roster.pk]))


def _refuse_settled(row: PitRoster) -> None:
    if is_settled(row):
        raise Refused("Scroll and points are settled with the first fight.", code="settled")


def _refuse_in_fight(row: PitRoster) -> None:
    if rosters_in_fights([row.pk]):
        raise Refused(f"{row.name} stands in a fight: that comes first.", code="busy")


def _name(name: str) -> str:
    cleaned = clean_line(name)[:LONGEST_NAME]
    if not can_be_seen(cleaned):
        raise Refused("A fighter needs a name that can be seen.", code="name")
    return cleaned


def _notes(notes: str) -> str:
    return clean_text(notes)[:LONGEST_NOTES]


def _built(scroll: str, levels: Sequence[int]) -> dict[str, Any]:
    rules = pit_rules()
    if scroll not in rules.scrolls:
        raise Refused("Choose one of the scrolls.", code="scroll")
    if len(levels) != len(rules.levels):
        raise Refused("All five characteristics are needed.", code="levels")
    try:
        points_left(rules, levels)
    except errors.Illegal as illegal:
        raise Refused(str(illegal), code="levels") from None
    return {"scroll": scroll, "levels": list(levels)}


def _refuse_over_quota(by: Player) -> None:
    lock_to_count(by)
    limit = settings.GUEST_PIT_FIGHTERS if by.is_guest else settings.PLAYER_PIT_FIGHTERS
    if PitRoster.objects.filter(owner=by).count() < limit:
        return
    if by.is_guest:
        told = f"A guest may keep {limit} pit fighters, and you have them. Sign up and go on: they come along."
    else:
        told = f"You have {limit} pit fighters, as many as one account may keep. Delete one to make room."
    raise Refused(told, code="over_quota")


# --- under lock -------------------------------------------------------------------------------------------------------


def locked_rosters(pks: Iterable[int | None]) -> dict[int, PitRoster]:
    """Those who are still there, by their ids, read afresh and locked until the transaction ends."""
    wanted = {pk for pk in pks if pk is not None}
    return {row.pk: row for row in _locked_where(Q(pk__in=wanted))} if wanted else {}


def _locked_where(which: Q) -> list[PitRoster]:
    return list(PitRoster.objects.select_for_update().filter(which).order_by("pk"))


def _locked(roster: PitRoster, by: Player, version: int) -> PitRoster:
    row = PitRoster.objects.select_for_update().filter(pk=roster.pk).first()
    if row is None:
        raise Refused("This fighter is not there any more.", code="no_such_fighter")
    if row.owner_id != by.pk:
        raise Refused("That fighter is not yours.", code="not_yours")
    if row.version != version:
        raise FighterChanged
    return row


def _saved(row: PitRoster) -> None:
    """All but his owner, who may have changed while the row waited for its lock."""
    row.version += 1
    row.save(update_fields=["name", "scroll", "levels", "notes", "version"])


def _entered(row: PitRoster, kind: str, sentence: str, by: Player | None, **about: Any) -> PitRosterEntry:
    told = sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[: LONGEST_SENTENCE - 1]}…"
    return PitRosterEntry.objects.create(roster=row, kind=kind, sentence=told, by=by, **about)


def _add(
    roster: PitRoster,
    by: Player,
    version: int,
    kind: str,
    told: Callable[[Career], str],
    content: Mapping[str, Any] | None = None,
) -> PitRosterEntry:
    """One entry; ``told`` gives its sentence, or refuses."""
    with transaction.atomic():
        row = _locked(roster, by, version)
        entry = _entered(row, kind, told(career_of_roster(row)), by, content=content or {})
        _saved(row)
    return entry


# --- what players say -------------------------------------------------------------------------------------------------


def note(roster: PitRoster, *, by: Player, version: int, text: str) -> PitRosterEntry:
    """Something worth remembering, which changes nothing.

    Raises:
        Refused: for an empty note.
        FighterChanged: when he has changed since ``version``; so do all that follow.
    """
    line = clean_line(text)
    if not line:
        raise Refused("Write what is to be noted.", code="note")
    return _add(roster, by, version, Kind.NOTED, lambda _: line)


def sit_out(roster: PitRoster, *, by: Player, version: int) -> PitRosterEntry:
    """One of the fights that he must miss is over, though none of his owner's other fighters was in it.

    Raises:
        Refused: for one who has none to miss.
    """

    def told(now: Career) -> str:
        if now.is_over or not now.to_miss:
            raise Refused("He has no fight to miss.", code="none_to_miss")
        return told_of_sitting(now)

    return _add(roster, by, version, Kind.SAT_OUT, told)


def told_of_sitting(before: Career) -> str:
    """The sentence of a fight sat out."""
    left = before.to_miss - 1
    return f"Sat a fight out; {left} more to miss." if left else "Sat a fight out, the last that he had to miss."


def came_back(roster: PitRoster, *, by: Player, version: int) -> PitRosterEntry:
    """He has recovered from the loss of all his Wounds.

    Raises:
        Refused: for one who is not laid up.
    """
    return _add(roster, by, version, Kind.RETURNED, _of_laid_up("Came back from his wounds."))


def died(roster: PitRoster, *, by: Player, version: int) -> PitRosterEntry:
    """He has not.

    Raises:
        Refused: for one who is not laid up.
    """
    return _add(roster, by, version, Kind.DIED, _of_laid_up("Died of his wounds."))


def _of_laid_up(sentence: str) -> Callable[[Career], str]:
    def told(now: Career) -> str:
        if now.state != "laid_up":
            raise Refused("He is not laid up.", code="not_laid_up")
        return sentence

    return told


def retire(roster: PitRoster, *, by: Player, version: int) -> PitRosterEntry:
    """He leaves the pit alive.

    Raises:
        Refused: for one who is dead or has retired, or stands in a fight.
    """

    def told(now: Career) -> str:
        if now.is_over:
            raise Refused("His career is over already.", code="over")
        _refuse_in_fight(roster)
        return "Retired from the pit."

    return _add(roster, by, version, Kind.RETIRED, told)


def learn_skill(roster: PitRoster, *, by: Player, version: int, skill: str) -> PitRosterEntry:
    """Write down what he has learned; which skills there are nobody here knows.

    Raises:
        Refused: without a word of it, for one whose career is over, and for one who is due none.
    """
    line = clean_line(skill)[:LONGEST_NAME]

    def told(now: Career) -> str:
        if not line:
            raise Refused("Write what he has learned.", code="skill")
        if now.is_over:
            raise Refused("His career is over.", code="over")
        if not now.skills_due:
            more = career.OPPONENTS_FOR_A_SKILL - now.opponents % career.OPPONENTS_FOR_A_SKILL
            raise Refused(f"He is due no skill: {more} more to take out until the next.", code="not_due")
        return f"Learned: {line}."

    return _add(roster, by, version, Kind.LEARNED, told, {"skill": line})


def take_back(roster: PitRoster, *, by: Player, version: int) -> PitRosterEntry:
    """The last entry that stands is as if it had never been written. What a fight wrote goes with the fight only.

    Raises:
        Refused: where nothing stands, and for what a fight wrote.
    """
    with transaction.atomic():
        row = _locked(roster, by, version)
        last = standing_of(row).last()
        if last is None:
            raise Refused("There is nothing to take back.", code="nothing_there")
        if last.fight_id is not None or last.kind == Kind.FOUGHT:
            raise Refused("A fight wrote that: it is taken back with the fight only.", code="fought")
        _take_back(last)
        _saved(row)
    return last


def _take_back(entry: PitRosterEntry) -> None:
    entry.taken_back_at = timezone.now()
    entry.save(update_fields=["taken_back_at"])


# --- fights -----------------------------------------------------------------------------------------------------------


def why_he_cannot_fight(roster: PitRoster) -> str:
    """A sentence; empty where he can."""
    why = career.may_fight(career_of_roster(roster))
    return f"{roster.name} {why}." if why else ""


def past_in_fight(roster: PitRoster, names: Mapping[str, str]) -> Past:
    """What he brings into a fight; ``names`` are those of all kept fighters in it, by their codes."""
    return career.past_for(career_of_roster(roster), names)


def fight_is_over(row: PitFight, fight: Fight) -> None:
    """Write into the books of all who are kept what the fight has brought, and count it for those of the same owners
    who had to miss one. Within the transaction that ends the fight; done twice it is done once."""
    seats = list(PitSeat.objects.filter(fight=row).select_related("roster"))
    owners = {seat.roster.owner_id for seat in seats if seat.roster is not None}
    rosters = {one.pk: one for one in _locked_at_the_end(row, owners) if one.owner_id in owners}
    codes = [seat.roster.code if seat.roster is not None else "" for seat in seats]
    written = set(standing_of(*rosters.values()).filter(fight=row).values_list("roster", flat=True))
    # Whoever has come had none to miss.
    _sit_out([one for one in rosters.values() if one.pk not in written], row)
    for seat in seats:
        if seat.roster_id in rosters and seat.roster_id not in written:
            content = career.fought(fight, seat.place, codes)
            _write_fight(rosters[seat.roster_id], row, content)


def _locked_at_the_end(row: PitFight, owners: set[int]) -> list[PitRoster]:
    """All of these owners, and all in the fight's tournament, whose next round may begin in the same transaction."""
    whose = Q(owner__in=owners)
    if row.tournament_id is not None:
        PitTournament.objects.select_for_update().filter(pk=row.tournament_id).first()
        entered = PitEntrant.objects.filter(tournament=row.tournament_id, roster__isnull=False)
        whose |= Q(pk__in=entered.values("roster"))
    return _locked_where(whose)


def _write_fight(roster: PitRoster, row: PitFight, content: dict[str, Any]) -> None:
    _entered(roster, Kind.FOUGHT, career.told_of_fight(content), None, fight=row, content=content)
    _saved(roster)


def _sit_out(others: Sequence[PitRoster], row: PitFight) -> None:
    for roster, now in careers_of(others):
        if now.to_miss and not now.is_over:
            _entered(roster, Kind.SAT_OUT, told_of_sitting(now), None, fight=row)
            _saved(roster)


def take_back_fight(row: PitFight, *, by: Player) -> None:
    """The fight has left nothing, in nobody's book. Within the transaction that takes it back.

    Args:
        row: the fight, which is locked.
        by: its maker, or a player in it.

    Raises:
        Refused: with the names of those to whom something has happened since that counts on it, and by anybody else.
    """
    if by.pk != row.made_by_id and not PitSeat.objects.filter(fight=row, player=by).exists():
        raise Refused("You have no part in this fight.", code="not_yours")
    entries = PitRosterEntry.objects.filter(fight=row, taken_back_at=None)
    rosters = list(locked_rosters(entries.values_list("roster", flat=True)).values())
    own = {entry.roster_id: entry for entry in entries}
    later = [one.name for one in rosters if _counts_on(own[one.pk])]
    if later:
        told = f"Something has happened since to {_in_a_row(later)}: take that back first."
        raise Refused(told, code="later_entries")
    for roster in rosters:
        _take_back(own[roster.pk])
        _saved(roster)


def _counts_on(entry: PitRosterEntry) -> bool:
    """Whether something stands that came after. A note does not count; for one who sat it out only a fight does."""
    later = standing_of(entry.roster).filter(pk__gt=entry.pk).exclude(kind=Kind.NOTED)
    if entry.kind == Kind.SAT_OUT:
        later = later.filter(kind=Kind.FOUGHT)
    unfinished = (PitFight.State.GATHERING, PitFight.State.UNDER_WAY)
    stands = PitSeat.objects.filter(roster=entry.roster_id, fight__state__in=unfinished).exclude(fight=entry.fight_id)
    return later.exists() or stands.exists()


def _in_a_row(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
