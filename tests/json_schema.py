"""The few words of JSON Schema that the schemas of our files use."""

from __future__ import annotations

from typing import Any

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
NOTES = {"title", "description", "default", "$defs", "$schema"}


def fits(value: Any, schema: dict[str, Any], whole: dict[str, Any] | None = None) -> bool:
    """Whether a value fits; an unknown word fails the test. ``whole`` holds what references name."""
    whole = schema if whole is None else whole
    unknown = set(schema) - NOTES - set(WORDS) - {"$ref", "anyOf", "oneOf", "properties", "items"}
    assert not unknown, unknown
    if "$ref" in schema and not fits(value, whole["$defs"][schema["$ref"].rpartition("/")[2]], whole):
        return False
    if "anyOf" in schema and not any(fits(value, one, whole) for one in schema["anyOf"]):
        return False
    if "oneOf" in schema and sum(fits(value, one, whole) for one in schema["oneOf"]) != 1:
        return False
    if isinstance(value, list) and "items" in schema and not all(fits(one, schema["items"], whole) for one in value):
        return False
    if isinstance(value, dict) and not _properties(value, schema, whole):
        return False
    return all(test(value, schema[word]) for word, test in WORDS.items() if word in schema)


def _properties(value: dict[str, Any], schema: dict[str, Any], whole: dict[str, Any]) -> bool:
    extra, known = schema.get("additionalProperties", True), schema.get("properties", {})
    for key, one in value.items():
        if key in known:
            if not fits(one, known[key], whole):
                return False
        elif extra is False or (isinstance(extra, dict) and not fits(one, extra, whole)):
            return False
    return True


WORDS = {
    "type": lambda v, t: isinstance(v, TYPES[t]) and not (t == "integer" and isinstance(v, bool)),
    "required": lambda v, keys: not isinstance(v, dict) or set(keys) <= set(v),
    "additionalProperties": lambda v, extra: True,
    "propertyNames": lambda v, names: True,
    "minItems": lambda v, n: not isinstance(v, list) or len(v) >= n,
    "maxItems": lambda v, n: not isinstance(v, list) or len(v) <= n,
    "minLength": lambda v, n: not isinstance(v, str) or len(v) >= n,
    "maxLength": lambda v, n: not isinstance(v, str) or len(v) <= n,
    "minimum": lambda v, n: not isinstance(v, int) or v >= n,
    "maximum": lambda v, n: not isinstance(v, int) or v <= n,
    "enum": lambda v, allowed: v in allowed,
    "const": lambda v, only: v == only,
}
