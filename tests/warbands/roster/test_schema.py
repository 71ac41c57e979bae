"""The JSON Schema of the warband file says what the reader does."""

import json

import pytest
import yaml

from mordheim.rules.plainfile import Malformed
from tests.json_schema import fits
from tests.warbands.roster.cast import FILES, rulebook
from warbands.roster.interchange import FORMAT, read_warband, warband_schema

SCHEMA = warband_schema()
HEAD = {"format": FORMAT, "name": "A", "type": "orc_mob"}


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
