"""One entry of the rules as a form, its fields made from the schema of its kind.

What is one word or one number is a field of its own, a list of keys is written with commas, and everything that has
parts is a text in YAML (or JSON, which is YAML too). The schema judges all of it, so that a form can store nothing
that a file could not say; and a change that would contradict the rest of the rules is refused here, in the sentences
that ``load_rules`` would tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import yaml
from django import forms
from django.core.exceptions import ValidationError
from pydantic import ValidationError as SchemaError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from mordheim.rules.schema import KINDS
from mordheim.rules.words import Entry
from warbands.models import RuleEntry
from warbands.services.catalogue import CLUB, objections_to

PREFIX = "of_"
_IN_COLUMNS = ("key", "name", "book")


def kind_name(kind: str) -> str:
    """A kind in words: ``equipment lists``."""
    return kind.replace("_", " ")


def schema_fields(kind: str) -> dict[str, FieldInfo]:
    """What an entry of a kind has besides its key, its name and its book."""
    return {name: info for name, info in KINDS[kind].model_fields.items() if name not in _IN_COLUMNS}


class KeysField(forms.CharField):
    """Single words or numbers with commas between them, as a list."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(str(one) for one in value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        return [word for word in (part.strip() for part in (super().to_python(value) or "").split(",")) if word]


class StructureField(forms.CharField):
    """What has parts, as YAML."""

    widget = forms.Textarea(attrs={"rows": 5, "cols": 90, "spellcheck": "false"})

    def prepare_value(self, value: Any) -> Any:
        if value is None or isinstance(value, str):
            return value
        return yaml.safe_dump(value, sort_keys=False, allow_unicode=True, default_flow_style=None, width=100).rstrip()

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        try:
            return yaml.safe_load(text)
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            mark = getattr(error, "problem_mark", None)
            place = f" (line {mark.line + 1}, column {mark.column + 1})" if mark else ""
            raise ValidationError(f"This is not YAML{place}: {getattr(error, 'problem', None) or error}.") from None


def _without_wrapping(annotation: Any) -> tuple[Any, bool]:
    """A type without its constraints, and whether it may be nothing."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        if len(parts) == 1:
            return _without_wrapping(parts[0])[0], True
    return annotation, False


def _is_word(annotation: Any) -> bool:
    plain = _without_wrapping(annotation)[0]
    return plain in (str, int) or get_origin(plain) is Literal


def form_field(name: str, info: FieldInfo) -> forms.Field:
    """The field of a form for one field of a schema."""
    plain, may_be_nothing = _without_wrapping(info.annotation)
    told: dict[str, Any] = {
        "label": name.replace("_", " "),
        "required": info.is_required() and not may_be_nothing and plain is not bool,
        "help_text": info.description or "",
    }
    if plain is bool:
        return forms.BooleanField(**told)
    if plain is int:
        return forms.IntegerField(**told)
    if get_origin(plain) is Literal:
        choices = [("", "---------"), *((word, word) for word in get_args(plain))]
        return forms.ChoiceField(choices=choices, **told)
    if plain is str:
        rows = {"summary": 6, "topic": 3}.get(name)
        return forms.CharField(**told, widget=forms.Textarea(attrs={"rows": rows}) if rows else None)
    if get_origin(plain) is tuple and _is_word(get_args(plain)[0]):
        told["help_text"] = told["help_text"] or "with commas between them"
        return KeysField(**told, widget=forms.TextInput(attrs={"size": 90}))
    told["help_text"] = told["help_text"] or "YAML or JSON"
    return StructureField(**told)


class RuleEntryForm(forms.ModelForm):
    """What every kind has in common; `form_of` adds what is particular to one."""

    kind: str

    class Meta:
        model = RuleEntry
        fields = ["key", "name"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_new = self.instance.pk is None
        self.instance.kind = self.kind
        if self.is_new:
            self.instance.book_id = CLUB.key
        else:
            self.fields["key"].disabled = True
        for name, info in schema_fields(self.kind).items():
            default = None if info.default is PydanticUndefined else info.default
            self.initial.setdefault(PREFIX + name, (self.instance.data or {}).get(name, _plain_value(default)))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        if self.is_new and RuleEntry.objects.filter(kind=self.kind, key=cleaned["key"]).exists():
            self.add_error("key", f"There is an entry {cleaned['key']} among the {kind_name(self.kind)} already.")
            return cleaned
        columns = {"key": cleaned["key"], "name": cleaned["name"], "book": self.instance.book_id}
        try:
            entry = KINDS[self.kind].model_validate({**self._stated(cleaned), **columns})
        except SchemaError as error:
            for part in error.errors():
                self._tell(part)
            return cleaned
        self._refuse(objections_to(entry, kind=self.kind))
        self.instance.data = RuleEntry.data_of(entry)
        return cleaned

    def _stated(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """What was filled in; what was left empty is left to the schema's default."""
        stated: dict[str, Any] = {}
        for name, info in schema_fields(self.kind).items():
            value = cleaned.get(PREFIX + name)
            if value in (None, "", []) and not info.is_required():
                continue
            stated[name] = None if value == "" else value
        return stated

    def _tell(self, part: Any) -> None:
        first, *inner = part["loc"] or ("",)
        field = first if first in ("key", "name") else f"{PREFIX}{first}"
        place = f"{'.'.join(map(str, inner))}: " if inner else ""
        told = f"{place}{str(part['msg']).removeprefix('Value error, ')}".rstrip(".")
        self.add_error(field if field in self.fields else None, f"{told[:1].upper()}{told[1:]}.")

    def _refuse(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self.add_error(None, f"This would contradict the rest of the rules. {sentence}.")

    def _post_clean(self) -> None:
        # A row is made only of what the schema takes; otherwise Django would judge one that has no data.
        if not self.errors:
            super()._post_clean()  # type: ignore[misc]


def _plain_value(value: Any) -> Any:
    """A default as it would stand in a file; what is empty as nothing."""
    if hasattr(value, "model_dump"):
        value = value.model_dump(mode="json", exclude_defaults=True)
    if isinstance(value, tuple):
        return [_plain_value(one) for one in value] or None
    return value if value not in ({}, "") else None


def form_of(kind: str) -> type[RuleEntryForm]:
    """The form for entries of one kind."""
    fields = {PREFIX + name: form_field(name, info) for name, info in schema_fields(kind).items()}
    return type(f"{KINDS[kind].__name__}Form", (RuleEntryForm,), {**fields, "kind": kind})


def kind_told(kind: str) -> str:
    """What the schema says about a kind, in one paragraph."""
    schema: type[Entry] = KINDS[kind]
    return " ".join((schema.__doc__ or "").split()).replace("``", "")
