"""Reading and writing the project's plain files: YAML or JSON, at most 1 MiB, shallow, nothing clever.

YAML is read from its events, so that depth is bounded before anything is built and anchors, aliases, tags and
duplicate keys are refused where they stand. A plain scalar keeps its text (`Plain`), because only the field it
lands in knows whether ``2024-01-01`` is a name or ``3`` a number.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import BaseModel, BeforeValidator, ValidationError

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 8
MAX_NODES = 50_000
_TOO_DEEP = "the file is nested deeper than the format"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Any = yaml.SafeDumper

_NO_TEXT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Malformed(ValueError):
    """The file cannot be read as what it should be: one message with the place in the file."""


class Plain(str):
    """The text of an unquoted YAML scalar."""

    @property
    def value(self) -> int | float | bool | str | None:
        """What the scalar means where no text is wanted."""
        text = str(self)
        if re.fullmatch(r"[-+]?[0-9]{1,4000}", text):
            return int(text)
        if re.fullmatch(r"[-+]?([0-9]+\.[0-9]*|\.?[0-9]+)([eE][-+]?[0-9]{1,3})?", text):
            return float(text)
        return {"true": True, "false": False, "null": None, "~": None, "": None}.get(text.lower(), text)


def _meaning(value: Any) -> Any:
    return value.value if isinstance(value, Plain) else value


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, Plain) else value


AS_MEANT = BeforeValidator(_meaning)
AS_TEXT = BeforeValidator(_text)
Flag = Annotated[bool, AS_MEANT]
Written = Annotated[str, AS_TEXT]

_BIDI = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C)}


def clean_line(text: str) -> str:
    """A text of one line without control, line-separator, surrogate and bidirectional-control characters."""
    kept = (c for c in text if unicodedata.category(c) not in ("Cc", "Cs", "Zl", "Zp") and c not in _BIDI)
    return "".join(kept).strip()


def can_be_seen(text: str) -> bool:
    """Whether there is anything in it that is drawn: a sign that is neither space nor format nor a mark on nothing."""
    return any(unicodedata.category(sign)[0] not in "CZM" for sign in text)


def clean_text(text: str) -> str:
    """A text of several lines, cleaned line by line; line ends become one newline each."""
    lines = re.split(r"\r\n|\r|\n", text.replace("\t", " "))
    return "\n".join(clean_line(line) for line in lines).strip("\n")


def read_plain(raw: bytes, *, name: str = "") -> tuple[Any, Mapping[tuple[str | int, ...], int]]:
    """The content of a file, and the line of each place in it (YAML only).

    ``name`` ending in ``.json`` means JSON; otherwise a text that begins with a brace is tried as JSON first.

    Raises:
        Malformed: when it is too large, not UTF-8, not YAML or JSON, too deep, or uses what the format forbids.
    """
    text = _decoded(raw)
    if _is_json(text, name):
        return _read_json(text), {}
    documents, lines = _YamlReader(text).read()
    return (documents[0] if documents else None), lines


def read_documents(raw: bytes, *, name: str = "", most: int) -> list[Any]:
    """The documents of a YAML file, at most so many; a JSON file is one.

    Raises:
        Malformed: as `read_plain` does.
    """
    text = _decoded(raw)
    return [_read_json(text)] if _is_json(text, name) else _YamlReader(text, most=most).read()[0]


def _decoded(raw: bytes) -> str:
    if len(raw) > MAX_BYTES:
        raise Malformed("the file is larger than 1 MiB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed(f"the file is not UTF-8 (byte {error.start})") from None


def _is_json(text: str, name: str) -> bool:
    return name.lower().endswith(".json") or (not name and text.lstrip().startswith("{"))


def _read_json(text: str) -> Any:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for key, value in found:
            if key in content:
                raise Malformed(f"the key {clean_line(key)[:40]!r} stands twice")
            content[key] = value
        return content

    def constant(word: str) -> Any:
        raise Malformed(f"{word} is no number of this format")

    if _json_depth(text) > MAX_DEPTH:
        raise Malformed(_TOO_DEEP)
    for escape in _JSON_ESCAPE.finditer(text):
        if half := escape.group(1):
            raise Malformed(f"line {text.count(chr(10), 0, escape.start()) + 1}: {half} is half a character")
    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise Malformed(f"line {error.lineno}, column {error.colno}: not JSON ({error.msg})") from None
    except ValueError as error:
        if isinstance(error, Malformed):
            raise
        raise Malformed("a number in the file is out of range") from None


# Possessive, so that a string which never ends is passed once and not tried again from each of its quotes.
_JSON_TOKEN = re.compile(r'"(?:[^"\\]++|\\.?)*+"?+|[\[\]{}]', re.DOTALL)
# A pair of surrogates, one without its other half, or any other escape.
_JSON_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.", re.DOTALL
)


def _json_depth(text: str) -> int:
    depth = deepest = 0
    for token in _JSON_TOKEN.finditer(text):
        bracket = token.group()
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif bracket in "]}":
            depth -= 1
    return deepest


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1


class _YamlReader:
    """Builds plain values from YAML events."""

    def __init__(self, text: str, *, most: int = 1) -> None:
        self._text = text
        self._most = most
        self._nodes = 0
        self.lines: dict[tuple[str | int, ...], int] = {}

    def read(self) -> tuple[list[Any], Mapping[tuple[str | int, ...], int]]:
        """The documents, and the line of each place in the last one."""
        if strange := _NO_TEXT.search(self._text):
            line = self._text.count("\n", 0, strange.start()) + 1
            raise Malformed(f"line {line}: the character U+{ord(strange.group()):04X} has no place in YAML")
        try:
            self._events = iter(yaml.parse(self._text, Loader=_LOADER))
            documents: list[Any] = []
            for event in self._events:
                if isinstance(event, yaml.DocumentStartEvent):
                    if len(documents) == self._most:
                        many = "one document" if self._most == 1 else f"{self._most} documents"
                        raise Malformed(f"line {_line(event)}: the file holds more than {many}")
                    self.lines = {}
                elif isinstance(event, yaml.NodeEvent):
                    documents.append(self._node(event, ()))
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
            told = _TOO_DEEP if "nesting depth" in str(error.problem) else f"not YAML ({error.problem})"
            raise Malformed(f"{place}{told}") from None
        except yaml.reader.ReaderError as error:
            raise Malformed(f"character {error.position + 1}: not YAML ({error.reason})") from None
        return documents, self.lines

    def _node(self, event: Any, path: tuple[str | int, ...]) -> Any:
        line = _line(event)
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise Malformed(f"line {line}: the file has more entries than the format can hold")
        self.lines.setdefault(path, line)
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise Malformed(f"line {line}: anchors and aliases are not part of the format")
        if event.tag is not None:
            raise Malformed(f"line {line}: tags are not part of the format")
        if isinstance(event, yaml.ScalarEvent):
            return Plain(event.value) if event.style in (None, "") else event.value
        if len(path) >= MAX_DEPTH:
            raise Malformed(f"line {line}: {_TOO_DEEP}")
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(path)
        return self._mapping(path)

    def _sequence(self, path: tuple[str | int, ...]) -> list[Any]:
        found: list[Any] = []
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            found.append(self._node(event, (*path, len(found))))
        return found

    def _mapping(self, path: tuple[str | int, ...]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            if not isinstance(event, yaml.ScalarEvent):
                raise Malformed(f"line {_line(event)}: a key is a word, not a list or mapping")
            key = str(self._node(event, path))
            if key in found:
                raise Malformed(f"line {_line(event)}: the key {clean_line(key)[:40]!r} stands twice")
            found[key] = self._node(next(self._events), (*path, key))
        return found


def malformed(error: ValidationError, lines: Mapping[tuple[str | int, ...], int]) -> Malformed:
    """The first fault of a validation as one sentence with its place."""
    first = error.errors(include_url=False)[0]
    path = first["loc"]
    told = (f"[{part}]" if isinstance(part, int) else f".{clean_line(part)[:40]}" for part in path)
    spot = "".join(told).lstrip(".") or "the file"
    line = next((lines[path[:length]] for length in range(len(path), -1, -1) if path[:length] in lines), None)
    where = f"{spot} (line {line})" if line else spot
    return Malformed(f"{where}: {_sentence(first)}")


def _shown(value: str | float) -> str:
    """A value as a message quotes it: one line, not long."""
    if isinstance(value, bool):
        return str(value).lower()
    text = clean_line(str(value))
    told = repr(text if len(text) <= 40 else f"{text[:39]}…")
    return f"the text {told}" if isinstance(value, str) else told


def _sentence(error: Any) -> str:
    kind, context = error["type"], error.get("ctx", {})
    listed = context.get("field_type") in ("List", "Tuple")
    fewest = context.get("min_length", 1)
    shown = _shown(error["input"]) if isinstance(error["input"], str | int | float) else ""
    sentences = {
        "missing": "is missing",
        "extra_forbidden": "is no key of the format",
        "int_type": f"a whole number is expected{f', not {shown}' if shown else ''}",
        "string_type": f"a text is expected{f', not {shown}' if shown else ''}",
        "bool_type": "true or false is expected",
        "list_type": "a list is expected",
        "tuple_type": "a list is expected",
        "model_type": "a mapping is expected",
        "model_attributes_type": "a mapping is expected",
        "dict_type": "a mapping is expected",
        "greater_than_equal": f"{shown} is out of range (at least {context.get('ge')})",
        "less_than_equal": f"{shown} is out of range (at most {context.get('le')})",
        "string_too_short": "must not be empty",
        "string_too_long": f"is longer than {context.get('max_length')} characters",
        "too_short": f"needs {fewest} entries at least" if fewest > 1 else "must not be empty",
        "too_long": f"is longer than {context.get('max_length')} {'entries' if listed else 'characters'}",
        "literal_error": f"{shown.removeprefix('the text ') or 'this'} is not one of {context.get('expected')}",
    }
    told: str = sentences.get(kind, "")
    return told or str(error["msg"]).removeprefix("Value error, ")


def write_yaml(content: Mapping[str, Any]) -> str:
    """Canonical YAML: block style, given order, no folding, one final newline."""
    written: str = yaml.dump(
        dict(content), Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=False, width=10**9
    )
    return written


def write_json(content: Mapping[str, Any]) -> str:
    """The same content as JSON, two spaces deep, one final newline."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as literal blocks where they survive it."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    lines = text.split("\n")
    plain = len(lines) > 1 and all(line == line.strip() for line in lines) and bool(lines[0]) and bool(lines[-1])
    node: yaml.ScalarNode = dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if plain else None)
    if not plain and ("\n" in text or any(unicodedata.category(c)[0] == "C" for c in text)):
        node.style = '"'
    elif node.style is None and not isinstance(Plain(text).value, str):
        node.style = "'"
    return node


_Dumper.add_representer(str, _represent_text)


AnyFile = TypeVar("AnyFile", bound=BaseModel)


def read_as(kind: type[AnyFile], raw: bytes, name: str) -> AnyFile:
    """The content of a YAML or JSON file as that kind of it.

    Raises:
        Malformed: with the first fault and its place.
    """
    content, lines = read_plain(raw, name=name)
    return validated(kind, content, lines)


def validated(kind: type[AnyFile], content: Any, lines: Mapping[tuple[str | int, ...], int]) -> AnyFile:
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        raise malformed(error, lines) from None


def read_file(kind: type[AnyFile], path: Path) -> AnyFile:
    """A file of the project's own as that kind of it.

    Raises:
        Malformed: with the file's name, the place and the fault.
    """
    try:
        return read_as(kind, path.read_bytes(), path.name)
    except Malformed as error:
        raise Malformed(f"{path.name}: {error}") from None
