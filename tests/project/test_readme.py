"""What the README shows works as it stands there."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from django.conf import settings
from django.core.management import call_command

README = (settings.BASE_DIR / "README.md").read_text(encoding="utf-8")


def test_the_example_of_a_report_is_played_by_the_command_below_it(tmp_path, monkeypatch, capsys):
    (report,) = re.findall(r"```yaml\n(format: mordheim-report/1\n.*?)```", README, re.DOTALL)
    (command,) = re.findall(r"^ {4}script/manage (post_battle fixtures/.*)$", README, re.MULTILINE)
    (tmp_path / "report.yaml").write_text(report)
    (tmp_path / "fixtures").symlink_to(settings.BASE_DIR / "fixtures")
    monkeypatch.chdir(tmp_path)
    call_command(*shlex.split(command))
    told = json.loads(capsys.readouterr().out)
    assert told["legal"] is True
    assert told["choices"]
    assert (tmp_path / "after.yaml").exists()


@pytest.mark.parametrize("address", sorted(set(re.findall(r"`(/schema/[a-z]+-1\.json)`", README))))
def test_an_address_of_a_schema_is_there(client, address):
    assert client.get(address).status_code == 200
