"""The JSON Schema of the warband file says what the reader does."""

import json
from typing import Any

import pytest
import yaml

from mordheim.rules.plainfile import Malformed
from tests.warbands.roster.cast import FILES, rulebook
from warbands.roster.interchange import FORMAT, read_warband, warband_schema

SCHEMA = warband_schema()
HEAD = {"format": FORMAT, "name": "A", "type": "orc_mob"}
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
NOTES = {"title", "description", "default", "$defs", "$schema"}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """The few words of JSON Schema that the file's schema uses; an unknown word fails the test."""
    unknown = set(schema) - NOTES - set(WORDS) - {"$ref", "anyOf"}
    assert not unknown, unknown
    if "$ref" in schema and not fits(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]):
        return False
    if "anyOf" in schema and not any(fits(value, one) for one in schema["anyOf"]):
        return False
    return all(test(value, schema[word], schema) for word, test in WORDS.items() if word in schema)


def _properties(value, properties, schema):
    extra = schema.get("additionalProperties", True)
    for key, one in value.items() if isinstance(value, dict) else ():
        if key in properties:
            if not fits(one, properties[key]):
                return False
        elif extra is False or (isinstance(extra, dict) and not fits(one, extra)):
            return False
    return True


WORDS = {
    "type": lambda v, t, s: isinstance(v, TYPES[t]) and not (t == "integer" and isinstance(v, bool)),
    "required": lambda v, keys, s: not isinstance(v, dict) or set(keys) <= set(v),
    "properties": _properties,
    "additionalProperties": lambda v, extra, s: True,
    "propertyNames": lambda v, names, s: True,
    "items": lambda v, one, s: not isinstance(v, list) or all(fits(x, one) for x in v),
    "maxItems": lambda v, n, s: not isinstance(v, list) or len(v) <= n,
    "minLength": lambda v, n, s: not isinstance(v, str) or len(v) >= n,
    "maxLength": lambda v, n, s: not isinstance(v, str) or len(v) <= n,
    "minimum": lambda v, n, s: not isinstance(v, int) or v >= n,
    "maximum": lambda v, n, s: not isinstance(v, int) or v <= n,
    "enum": lambda v, allowed, s: v in allowed,
    "const": lambda v, only, s: v == only,
}


@pytest.mark.parametrize("path", sorted(FILES.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_warband_file_fits_the_schema(path):
    assert fits(yaml.safe_load(path.read_text()), SCHEMA)


@pytest.mark.parametrize(
    "wrong",
    [
        {"battles": -1},
        {"battles": True},
        {"treasury": None},
        {"gold": 1},
        {"stash": [{"item": "sword", "material": "gold"}]},
        {"stash": [{"item": "sword", "quantity": 0}]},
        {"stash": [None]},
        {"heroes": [{"name": "a"}]},
        {"heroes": [{"name": "a", "type": "b", "size": 2}]},
        {"heroes": [{"name": "a", "type": "b", "increases": {"ws": 0}}]},
        {"heroes": [{"name": "a", "type": "b", "experience": None}]},
        {"henchmen": [{"name": "a", "type": "b", "size": -1}]},
        {"hired_swords": [{"name": "a", "type": "b", "until": "later"}]},
        {"name": ""},
        {"format": "mordheim-warband/2"},
    ],
    ids=json.dumps,
)
def test_schema_and_reader_refuse_the_same(wrong):
    content = {**HEAD, **wrong}
    assert not fits(content, SCHEMA)
    with pytest.raises(Malformed):
        read_warband(json.dumps(content).encode(), rulebook(), name="x.json")


def test_the_schema_is_titled_by_the_format_and_has_no_null():
    assert SCHEMA["title"] == FORMAT
    assert "null" not in json.dumps(SCHEMA)
