"""The JSON Schemas of the report and of the choices file say what the readers do."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
import yaml
from django.core.management import call_command

from campaigns.postbattle.choices import read_choices
from campaigns.postbattle.report import read_report
from campaigns.postbattle.schemas import choices_schema, report_schema
from mordheim.rules.plainfile import Malformed
from tests.campaigns.test_post_battle_command import CHOICES, REPORT
from tests.json_schema import fits

REPORT_NOW = yaml.safe_load(REPORT)
CHOICES_NOW = {"format": "mordheim-choices/1", "choices": list(yaml.safe_load_all(CHOICES))[1]}


def is_read(content: Any, reader: Any) -> bool:
    try:
        reader(json.dumps(content).encode())
    except Malformed:
        return False
    return True


def changed(content: dict[str, Any], **changes: Any) -> dict[str, Any]:
    found = deepcopy(content) | changes
    return {key: value for key, value in found.items() if value != "left out"}


@pytest.mark.parametrize(
    ("changes", "good"),
    [
        ({}, True),
        ({"items": ["sword"]}, True),
        ({"used": {"Skab": ["lucky_charm"]}, "missed": ["Skab"], "gold": 3, "shared": True}, True),
        ({"underdog": "left out"}, True),
        ({"opponents": "left out"}, False),
        ({"opponents": []}, False),
        ({"result": "fled"}, False),
        ({"underdog": 6}, False),
        ({"shards": -1}, False),
        ({"out_of_action": [{"name": "Skab", "count": 0}]}, False),
        ({"loot": 3}, False),
        ({"items": [{"item": "sword", "material": "gold"}]}, False),
        ({"after": []}, True),
        ({"after": [{"kind": "fee", "hired_sword": "ogre_bodyguard", "gear": ["axe", "axe"]}]}, True),
        (
            {
                "after": [
                    {
                        "kind": "plague",
                        "disease": "plague_victims",
                        "exposed": [{"name": "Skab"}, {"name": "Da Ladz", "count": 3}],
                    }
                ]
            },
            True,
        ),
        ({"after": [{"kind": "eaten", "name": "Skab", "by": "Dog Pack"}, {"kind": "next_scenario"}]}, True),
        ({"after": [{"kind": "peddler", "stock": [{"item": "sword", "quantity": 2}, {"item": "axe"}]}]}, True),
        ({"after": [{"kind": "peddler", "stock": [{"item": "sword", "quantity": "D6"}]}]}, True),
        ({"after": [{"kind": "peddler", "stock": [{"item": "sword", "quantity": "D4"}]}]}, False),
        ({"after": [{"kind": "peddler", "stock": []}]}, False),
        ({"after": [{"kind": "plague", "disease": "plague_victims", "exposed": []}]}, False),
        ({"after": [{"kind": "fee"}]}, False),
        ({"after": [{"kind": "plague", "exposed": [{"name": "Skab"}]}]}, False),
        ({"after": [{"kind": "gold", "amount": 5}]}, False),
        ({"after": [{"hired_sword": "ogre_bodyguard"}]}, False),
        ({"after": [{"kind": "next_scenario", "by": 99}]}, False),
        ({"after": [{"kind": "eaten", "name": "Skab", "why": "hunger"}]}, False),
    ],
)
def test_a_report_fits_its_schema_where_it_is_read(changes, good):
    content = changed(REPORT_NOW, **changes)
    assert fits(content, report_schema()) is good
    assert is_read(content, read_report) is good


@pytest.mark.parametrize(
    ("choice", "good"),
    [
        ({"step": "equipment", "choose": "move", "value": {"item": "sword", "from": "stash", "to": "Skab"}}, True),
        ({"step": "exploration", "choose": "dice_kept", "value": [1, 2, 3, 3, 5, 6]}, True),
        ({"step": "equipment", "choose": "recruit", "value": {"type": "orc_boy", "equipment": ["bow"]}}, True),
        ({"step": "recruits_and_trading", "choose": "buy", "value": {"item": "helmet", "whom": "Skab"}}, False),
        ({"step": "injuries", "choose": "pit_fight", "value": {"who": "won"}}, False),
        ({"step": "injuries", "choose": "pit_fight"}, False),
        ({"step": "injuries", "choose": "pit_fight", "value": "won", "why": "luck"}, False),
    ],
)
def test_a_choice_fits_its_schema_where_it_is_read(choice, good):
    content = {**CHOICES_NOW, "choices": [*CHOICES_NOW["choices"], choice]}
    assert fits(content, choices_schema()) is good
    assert is_read(content, read_choices) is good


@pytest.mark.parametrize("name", ["report", "choices"])
def test_anybody_is_given_them_by_the_site_and_on_the_terminal(name, client, capsys):
    served = client.get(f"/schema/{name}-1.json")
    assert served.status_code == 200
    call_command(f"{name}_schema")
    assert json.loads(capsys.readouterr().out) == served.json()
    assert served.json()["title"] == f"mordheim-{name}/1"
