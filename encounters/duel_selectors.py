"""Who may fight whom on the page of odds: warriors of the warbands that a player sees, the lists' own, beasts, typed
profiles; and a warband against another as a map of cells."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.core.cache import cache

from campaigns.models import Enrolment, Membership
from encounters.duel.chances import Outcome
from encounters.duel.duel import Match
from encounters.duel.fighters import Fighter, of_beast, of_hired, of_item, of_member, of_type
from encounters.duel.situations import Side
from mordheim.rules.plainfile import Malformed
from mordheim.rules.posted import is_code
from mordheim.rules.rulebook import Rulebook
from warbands.models import Player, Warband
from warbands.roster.members import Member, Roster
from warbands.roster.refusals import Refused
from warbands.selectors import roster_of

TYPED = "typed"
OF_WARBAND, OF_TYPE = "w", "type"
BEASTS, HIRED, ANIMALS = "beasts", "hired", "animals"
KEPT_SECONDS = 24 * 3600
MOST_SHARED = 4

Build = Callable[[Sequence[str]], Fighter]


@dataclass(frozen=True)
class Origin:
    """Where fighters come from, under the heading that it is offered below."""

    key: str
    name: str
    group: str


@dataclass(frozen=True)
class Person:
    """Somebody of an origin. ``build`` arms him with the weapons of those keys."""

    key: str
    name: str
    build: Build = field(compare=False)


@dataclass(frozen=True)
class Seen:
    """The warbands that somebody sees, each with the heading that it stands below."""

    warbands: dict[str, Warband]
    groups: dict[str, str]

    def origins(self, rulebook: Rulebook) -> tuple[Origin, ...]:
        """His own warbands first, then those of his campaigns, then what every book has."""
        own = (Origin(key, row.name, self.groups[key]) for key, row in self.warbands.items())
        lists = (
            Origin(f"{OF_TYPE}:{kind.key}", kind.name, "Warband lists") for kind in rulebook.warband_types.values()
        )
        others = (
            Origin(HIRED, "Hired swords", "Others"),
            Origin(BEASTS, "Great beasts", "Others"),
            Origin(ANIMALS, "Animals", "Others"),
            Origin(TYPED, "A profile of your own", "Others"),
        )
        return (*own, *sorted(lists, key=lambda one: one.name), *others)

    def people(self, origin: str, rulebook: Rulebook) -> tuple[Person, ...]:
        """Everybody of an origin; nobody of what is unknown or typed. Two queries for a warband."""
        kind, _, key = origin.partition(":")
        if kind == OF_WARBAND and origin in self.warbands:
            roster = roster_seen(self.warbands[origin], rulebook)
            return tuple(_members(roster)) if roster else ()
        if kind == OF_TYPE and key in rulebook.warband_types:
            of = rulebook.warband_types[key]
            return tuple(_person(one.key, one.name, of_type, rulebook, of, one) for one in of.warriors)
        return tuple(_of_books(origin, rulebook))


def _person(key: str, name: str, builder: Callable[..., Fighter], *about: object) -> Person:
    return Person(key, name, lambda asked: builder(*about, asked))


def _members(roster: Roster) -> Iterator[Person]:
    for member in fighting(roster):
        name = f"{member.name}, {member.type_name}"
        yield _person(str(member.warrior.id), name, of_member, roster, member)


def fighting(roster: Roster) -> Iterator[Member]:
    """Whoever the books know."""
    return (one for one in roster.members if one.entry is not None and one.profile is not None)


def _of_books(origin: str, rulebook: Rulebook) -> Iterator[Person]:
    if origin == HIRED:
        for sword in sorted(rulebook.hired_swords.values(), key=lambda one: one.name):
            yield _person(sword.key, sword.name, of_hired, rulebook, sword)
    elif origin == BEASTS:
        for beast in rulebook.great_beasts.values():
            yield _person(beast.key, beast.name, of_beast, rulebook, beast)
    elif origin == ANIMALS:
        for item in rulebook.items.values():
            if item.profile is not None:
                yield _person(item.key, item.name, of_item, rulebook, item)


def seen_by(player: Player | None, shared: Sequence[str] = ()) -> Seen:
    """The warbands whose warriors somebody may look at: his own, those of campaigns that he is in, those whose public
    addresses he has. Two queries for whoever is signed in, one more for addresses."""
    rows: dict[str, Warband] = {}
    groups: dict[str, str] = {}

    def add(warband: Warband, group: str) -> None:
        key = f"{OF_WARBAND}:{warband.pk}"
        if key not in rows:
            rows[key], groups[key] = warband, group

    if player is not None:
        for warband in Warband.objects.owned_by(player):
            add(warband, "My warbands")
        for enrolment in _of_campaigns(player):
            if enrolment.warband is not None:
                add(enrolment.warband, enrolment.campaign.name)
    for warband in _shared(shared):
        add(warband, "With a public page")
    return Seen(rows, groups)


def _of_campaigns(player: Player) -> Iterable[Enrolment]:
    mine = Membership.objects.active().filter(player=player).values("campaign")
    rows = Enrolment.objects.filter(campaign__in=mine, retired_at=None).exclude(warband=None)
    return rows.select_related("warband", "campaign").order_by("-campaign__created_at", "warband_name", "pk")


def tokens_of(addresses: Iterable[str]) -> list[str]:
    """Of public addresses, or of tokens as they are."""
    parts = (text.strip().rstrip("/").rpartition("/")[2].removesuffix(".json") for text in addresses)
    return list(dict.fromkeys(part for part in parts if is_code(part)))[:MOST_SHARED]


def _shared(addresses: Sequence[str]) -> Iterable[Warband]:
    tokens = tokens_of(addresses)
    return Warband.objects.shared().filter(share_token__in=tokens) if tokens else ()


def roster_seen(warband: Warband, rulebook: Rulebook) -> Roster | None:
    """Nothing where its list is gone from the rules; two queries."""
    return roster_of(warband, rulebook) if warband.type_key in rulebook.warband_types else None


# --- a warband against another ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """One of mine attacking one of theirs in one round: the chance of each outcome; nothing where he cannot."""

    mine: str
    theirs: str
    name: str
    odds: dict[Outcome, Fraction] | None


@dataclass(frozen=True)
class HeatMap:
    """``columns`` are theirs, by key and name; ``rows`` are mine with a cell for each of them."""

    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, str, tuple[Cell, ...]], ...]


def heat_map(mine: Warband, theirs: Warband, side: Side, rulebook: Rulebook, digest: str) -> HeatMap | None:
    """Kept until one of the warbands or the rules change. Nothing where a list is gone from the rules."""
    parts = (mine.pk, mine.version, theirs.pk, theirs.version, side, digest)
    key = "heat-map:" + hashlib.sha256(repr(parts).encode()).hexdigest()
    known: HeatMap | None = cache.get(key)
    if known is None:
        ours, foes = roster_seen(mine, rulebook), roster_seen(theirs, rulebook)
        if ours is None or foes is None:
            return None
        known = reckon(ours, foes, side)
        cache.set(key, known, KEPT_SECONDS)
    return known


def reckon(ours: Roster, foes: Roster, side: Side) -> HeatMap:
    """Everybody of one warband in one round against everybody of the other, each with what he would take up."""
    attackers, defenders = list(_ready(ours)), list(_ready(foes))
    columns = tuple((key, fighter.name) for key, fighter in defenders)
    return HeatMap(
        columns,
        tuple(
            (key, one.name, tuple(_cell(key, one, other, foe, side) for other, foe in defenders))
            for key, one in attackers
        ),
    )


def _ready(roster: Roster) -> Iterator[tuple[str, Fighter]]:
    for member in fighting(roster):
        try:
            yield str(member.warrior.id), of_member(roster, member)
        except (Malformed, Refused):
            continue


def _cell(mine: str, one: Fighter, theirs: str, foe: Fighter, side: Side) -> Cell:
    try:
        return Cell(mine, theirs, f"{one.name} against {foe.name}", Match(one, foe, side).one_round)
    except Refused:
        return Cell(mine, theirs, f"{one.name} against {foe.name}", None)
