"""What the books say, as rows.

One table holds the entries of every kind, because they all have the same life: read from YAML, checked by the
schema of their kind, loaded by key, shown and changed in the admin. What is particular to a kind stands in
``data``, exactly as the schema has it, so that the rulebook made of rows equals the one made of files. Rosters
name entries by key, as the warband file does: an entry that a club takes back shows up as an unknown key and is
never pulled from under a warband.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from pydantic import ValidationError as SchemaError

from mordheim.rules.schema import KINDS
from mordheim.rules.schema import Source as SourceRecord
from mordheim.rules.words import Entry


class Source(models.Model):
    """A book."""

    key = models.CharField(max_length=60, unique=True)
    name = models.CharField(max_length=200)
    short = models.CharField(max_length=40)
    edition = models.CharField(max_length=200, blank=True)
    notes = models.TextField(blank=True)
    is_club = models.BooleanField(default=False, help_text="made by this club; loading rules never touches it")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def as_record(self) -> SourceRecord:
        return SourceRecord(key=self.key, name=self.name, short=self.short, edition=self.edition, notes=self.notes)


class RuleEntry(models.Model):
    """One entry of one kind. ``is_club`` marks what the club added or changed: the next load leaves it alone."""

    kind = models.CharField(max_length=30)
    key = models.CharField(max_length=60)
    book = models.ForeignKey(Source, on_delete=models.PROTECT, to_field="key", related_name="entries")
    name = models.CharField(max_length=120)
    data = models.JSONField(help_text="the entry as the schema of its kind has it")
    is_club = models.BooleanField("the club's own", default=False)

    class Meta:
        ordering = ["kind", "name"]
        verbose_name = "rule"
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="one_entry_of_a_kind_and_key")]

    def __str__(self) -> str:
        return self.name

    def as_entry(self) -> Entry:
        """The entry itself. Raises pydantic's ValidationError when the data is not what the schema has."""
        return KINDS[self.kind].model_validate({**self.data, "key": self.key, "name": self.name, "book": self.book_id})

    def clean(self) -> None:
        try:
            self.as_entry()
        except SchemaError as error:
            told = [f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors()]
            raise ValidationError({"data": told}) from None
        except KeyError:
            raise ValidationError({"kind": f"{self.kind!r} is no kind of rule."}) from None

    @staticmethod
    def data_of(entry: Entry) -> dict[str, Any]:
        """What stands in ``data``: everything but what has a column of its own."""
        return entry.model_dump(mode="json", exclude={"key", "name", "book"}, exclude_defaults=True)


class RulesState(models.Model):
    """One row: the digest of all entries, raised with each change, that caches of the rulebook hang on."""

    digest = models.CharField(max_length=16, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "rules state"

    def __str__(self) -> str:
        return self.digest
