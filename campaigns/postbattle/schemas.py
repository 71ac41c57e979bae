"""The JSON Schemas of the two files that the sequence after a battle reads: the report and the choices."""

from __future__ import annotations

from typing import Any

from campaigns.postbattle.action_values import ACTIONS
from campaigns.postbattle.choices import FORMAT as CHOICES
from campaigns.postbattle.report import FORMAT as REPORT
from campaigns.postbattle.report import ReportFile
from campaigns.postbattle.run import STEPS
from warbands.roster.interchange import file_schema

_FILE = """The player's decisions in the order in which the sequence asks for them. In YAML the format stands on a first
line of its own, and after --- the list of choices alone. `post_battle --json` without choices prints the sensible ones
under `choices`, to be changed and given back."""
_CHOOSE = "What is decided: the name of a question that the sequence asks, or of something that is done"
_VALUE = "The answer: a key, a name, a number, yes or no, or a list of them; what is done may be spelled out"


def report_schema() -> dict[str, Any]:
    """The JSON Schema of the battle report."""
    return file_schema(ReportFile, REPORT)


def choices_schema() -> dict[str, Any]:
    """The JSON Schema of the choices file, in its form of one mapping."""
    actions = {f"{name}_value": _action_schema(name) for name in ACTIONS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": CHOICES,
        "description": " ".join(_FILE.split()),
        "type": "object",
        "required": ["format", "choices"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": CHOICES, "type": "string"},
            "choices": {"type": "array", "items": {"anyOf": _kinds_of_choice()}},
        },
        "$defs": actions,
    }


def _kinds_of_choice() -> list[dict[str, Any]]:
    """A choice with a plain value, then each thing that may be done with its value spelled out."""
    plain = {"anyOf": [{"type": kind} for kind in ("string", "integer", "boolean", "null", "array")]}
    spelled = [_choice({"const": name, "type": "string"}, {"$ref": f"#/$defs/{name}_value"}) for name in ACTIONS]
    return [_choice({"type": "string", "description": _CHOOSE}, {**plain, "description": _VALUE}), *spelled]


def _choice(choose: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    whose = {"type": "string", "description": "whom it is about, where a warrior is asked about"}
    return {
        "type": "object",
        "required": ["step", "choose", "value"],
        "additionalProperties": False,
        "properties": {
            "step": {"enum": list(STEPS), "type": "string"},
            "warrior": whose,
            "choose": choose,
            "value": value,
        },
    }


def _action_schema(name: str) -> dict[str, Any]:
    """What a thing that is done may say, without the outline that every file schema has."""
    schema = file_schema(ACTIONS[name], name)
    parts = schema.pop("$defs", {})
    del schema["$schema"]
    inlined: dict[str, Any] = _inlined(schema, parts)
    return inlined


def _inlined(schema: Any, parts: dict[str, Any]) -> Any:
    """The schema with what it refers to in place of the reference."""
    if isinstance(schema, list):
        return [_inlined(one, parts) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(parts[schema["$ref"].rpartition("/")[2]], parts)
    return {key: _inlined(value, parts) for key, value in schema.items()}
