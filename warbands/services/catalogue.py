"""Rules content into rows: planned, then performed, harmless the second time.

What the club added or changed (``is_club``) is never overwritten; the plan says so. An entry that the files no
longer have is taken out, unless it is the club's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction

from mordheim.rules.rulebook import Rulebook, RulesError, build_rulebook
from mordheim.rules.schema import Source as SourceRecord
from mordheim.rules.words import Entry
from warbands.models import CarriedItem, RuleEntry, RulesState, Source, Warband, Warrior
from warbands.selectors import rulebook_from_rows


@dataclass(frozen=True)
class Plan:
    """What a load would do, each entry as ``kind:key``."""

    created: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    kept: tuple[str, ...]
    unchanged: int
    sources: tuple[str, ...]

    @property
    def does_nothing(self) -> bool:
        return not (self.created or self.changed or self.removed or self.sources)


def plan_load(rulebook: Rulebook) -> Plan:
    """What loading a rulebook would do, in two queries."""
    rows = {(row.kind, row.key): row for row in RuleEntry.objects.all()}
    books = {source.key: source for source in Source.objects.all()}
    created, changed, kept, unchanged = [], [], [], 0
    for kind, entry in rulebook.entries():
        row, named = rows.pop((kind, entry.key), None), f"{kind}:{entry.key}"
        if row is None:
            created.append(named)
        elif row.is_club:
            kept.append(named)
        elif (row.data, row.name, row.book_id) != (RuleEntry.data_of(entry), entry.name, entry.book):
            changed.append(named)
        else:
            unchanged += 1
    removed = [f"{kind}:{key}" for (kind, key), row in rows.items() if not row.is_club]
    kept += [f"{kind}:{key}" for (kind, key), row in rows.items() if row.is_club]
    sources = [key for key, record in rulebook.sources.items() if key not in books or _differs(books[key], record)]
    sources += [key for key, book in books.items() if key not in rulebook.sources and not book.is_club]
    return Plan(tuple(created), tuple(changed), tuple(removed), tuple(kept), unchanged, tuple(sources))


def _differs(book: Source, record: SourceRecord) -> bool:
    return not book.is_club and book.as_record() != record


def check_load(rulebook: Rulebook) -> Plan:
    """What loading a rulebook would do, tried out to the end and taken back.

    Raises:
        RulesError: when the result would contradict itself.
    """
    with transaction.atomic():
        plan = load_rulebook(rulebook)
        transaction.set_rollback(True)
    return plan


def load_rulebook(rulebook: Rulebook) -> Plan:
    """Bring the rows to what the rulebook says, the club's own left alone.

    Raises:
        RulesError: when the result would contradict itself; nothing is changed then.
    """
    with transaction.atomic():
        plan = plan_load(rulebook)
        for key in plan.sources:
            if record := rulebook.sources.get(key):
                Source.objects.update_or_create(key=key, defaults=record.model_dump(exclude={"key"}))
        entries = {f"{kind}:{entry.key}": (kind, entry) for kind, entry in rulebook.entries()}
        RuleEntry.objects.bulk_create(
            RuleEntry(kind=kind, key=entry.key, book_id=entry.book, name=entry.name, data=RuleEntry.data_of(entry))
            for kind, entry in (entries[named] for named in plan.created)
        )
        for named in plan.changed:
            kind, entry = entries[named]
            RuleEntry.objects.filter(kind=kind, key=entry.key).update(
                book_id=entry.book, name=entry.name, data=RuleEntry.data_of(entry)
            )
        _remove(plan.removed)
        # A book that the files no longer have stays while entries that the club changed name it.
        Source.objects.filter(is_club=False, entries=None).exclude(key__in=rulebook.sources).delete()
        refresh_rules_state()
    return plan


def _remove(named: Iterable[str]) -> None:
    for one in named:
        kind, _, key = one.partition(":")
        RuleEntry.objects.filter(kind=kind, key=key, is_club=False).delete()


def refresh_rules_state() -> str:
    """Work out the digest of the rows afresh, so that every process takes up the change.

    Raises:
        RulesError: when the rows contradict each other.
    """
    digest = rulebook_from_rows().digest
    state = RulesState.objects.first() or RulesState()
    if state.digest != digest:
        state.digest = digest
        state.save()
    return digest


# --- the club's own ---------------------------------------------------------------------------------------------


CLUB = SourceRecord(key="club", name="The club's own rules", short="Club")


def club_book() -> Source:
    """The book of what the club adds, made when it is first needed."""
    made_of = CLUB.model_dump(exclude={"key"})
    return Source.objects.get_or_create(key=CLUB.key, defaults={**made_of, "is_club": True})[0]


def objections_to(entry: Entry, *, kind: str) -> tuple[str, ...]:
    """A sentence for everything that would contradict the rest of the rules if that entry stood among them."""
    return _contradictions({(kind, entry.key): entry})


def objections_to_removing(rows: Iterable[RuleEntry]) -> tuple[str, ...]:
    """A sentence for every warband that uses one of these entries, and for every other entry that names one."""
    removed = list(rows)
    used = [sentence for row in removed for sentence in _uses(row)]
    return (*used, *_contradictions({(row.kind, row.key): None for row in removed}))


def _contradictions(instead: Mapping[tuple[str, str], Entry | None]) -> tuple[str, ...]:
    """What a rulebook of the rows would say against itself, with some entries put in place of theirs."""
    sources = {source.key: source.as_record() for source in Source.objects.all()}
    entries = {(row.kind, row.key): row.as_entry() for row in RuleEntry.objects.all()} | dict(instead)
    there = [(kind, entry) for (kind, _), entry in entries.items() if entry is not None]
    try:
        build_rulebook(({CLUB.key: CLUB} | sources).values(), there)
    except RulesError as error:
        return error.problems
    return ()


def _uses(row: RuleEntry) -> Iterator[str]:
    """A sentence for each warband that has what an entry describes."""
    names = {warband.pk: warband for warband in Warband.objects.filter(pk__in=set(_users(row)))}
    for number in sorted(names):
        yield f"{row.name} is in use by {names[number].name} (warband {number})."


def _users(row: RuleEntry) -> Iterator[int]:
    """The ids of the warbands that name an entry, some of them more than once."""
    if row.kind == "warband_types":
        yield from Warband.objects.filter(type_key=row.key).values_list("pk", flat=True)
    elif row.kind == "hired_swords":
        hired = Warrior.objects.filter(section=Warrior.Section.HIRED_SWORD, type_key=row.key)
        yield from hired.values_list("warband_id", flat=True)
    elif row.kind == "items":
        yield from CarriedItem.objects.filter(item_key=row.key).values_list("warband_id", flat=True)
    elif row.kind == "materials":
        yield from CarriedItem.objects.filter(material=row.key).values_list("warband_id", flat=True)
    elif columns := _LEARNED.get(row.kind):
        # No database that we run on asks a list within a column in the same way as the other.
        for warband_id, *lists in Warrior.objects.values_list("warband_id", *columns).iterator():
            known = [one for kept in lists for one in kept]
            if any(row.key in (one.values() if isinstance(one, dict) else (one,)) for one in known):
                yield warband_id


_LEARNED = {
    "skills": ("skills",),
    "skill_lists": ("skill_lists", "extra_skill_lists"),
    "spells": ("spells",),
    "mutations": ("mutations",),
    "injuries": ("injuries",),
}
