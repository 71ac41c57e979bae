"""What is kept of a table: in an account's export, when an account goes, in a backup of the site."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from campaigns.dice_selectors import dice_of
from encounters.models import Encounter, TableDocument, TableRoll
from encounters.services.table_documents import PRESS, request_sheet
from mordheim import backup
from tests.campaigns import acts as fights
from tests.encounters.web import table_acts as acts
from warbands.services.accounts import delete_account, everything_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def table(battle, owner, rival):
    made = acts.begin(battle)
    acts.answer(made, "skirmish")
    acts.roll(made, by=rival)
    acts.type_faces(made, 4, by=owner)
    return acts.finish(made)


def test_an_account_takes_its_rolls_along(table, owner, rival, spectator):
    with zipfile.ZipFile(io.BytesIO(everything_of(rival))) as archive:
        (roll,) = json.loads(archive.read("tables.json"))["rolls"]
    assert (roll["source"], roll["step"], roll["battle"]) == ("app", "ground", table.battle.number)
    with zipfile.ZipFile(io.BytesIO(everything_of(spectator))) as archive:
        assert "tables.json" not in archive.namelist()


def test_who_has_deleted_his_account_stands_nowhere_and_the_table_does(table, rival, battle):
    plan = acts.plan_of(table).as_json()
    delete_account(rival)
    assert acts.plan_of(table).as_json() == plan
    rolls = [one.rolled for one in dice_of(fights.fresh(battle)).rolls if one.rolled.warband == "At the table"]
    assert "a former player" in {one.by for one in rolls}
    assert "rival" not in {one.by for one in rolls}


def test_a_campaign_that_goes_takes_its_tables_along(table, season):
    season.battles.all().delete()
    assert not Encounter.objects.exists()
    assert not TableRoll.objects.exists()


def test_a_backup_brings_everything_back(table, owner, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    document = request_sheet(acts.fresh(table), by=owner)
    PRESS.print_now(document.pk)
    models = (Encounter, TableRoll, TableDocument)
    before = [list(model.objects.order_by("pk").values()) for model in models]
    plan = acts.plan_of(table).as_json()
    backup.back_up(tmp_path / "site.zip")
    Encounter.objects.all().delete()
    backup.restore(tmp_path / "site.zip", replace=True)
    assert [list(model.objects.order_by("pk").values()) for model in models] == before
    assert acts.plan_of(table).as_json() == plan
    with TableDocument.objects.get().file.open("rb") as file:
        assert file.read(5) == b"%PDF-"
