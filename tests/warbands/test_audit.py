"""The audit folds the events and arrives at the stored figures, or says where it does not."""

import json

import pytest
from django.core.management import call_command

from tests import acts
from tests.kept import kept
from warbands.audit import audit
from warbands.models import Warband, WarbandEvent
from warbands.services import founding

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]


def findings(warband: Warband) -> list[str]:
    return [str(finding) for finding in audit([Warband.objects.get(pk=warband.pk)])]


@pytest.fixture
@kept
def warband(owner) -> Warband:
    warband = acts.exiles(owner, treasury=200, stash="sword, helmet")
    acts.buy(warband, "shield", "The Kin")
    acts.sell(warband, "sword")
    acts.recruit(warband, "dwarf_clansman")
    acts.dismiss(warband, "The Third Watch", 1)
    return warband


def test_a_warband_that_was_only_written_through_the_door_agrees(warband, owner):
    assert findings(warband) == []
    assert findings(founding.duplicate_warband(warband, owner=owner)) == []
    assert findings(acts.begin(owner)) == []


@pytest.mark.parametrize(
    ("column", "figure"),
    [("treasury", "gold"), ("wyrdstone", "shards"), ("rating", "rating"), ("warrior_count", "warriors")],
)
def test_a_figure_written_past_the_door_is_found(warband, column, figure):
    right = getattr(Warband.objects.get(pk=warband.pk), column)
    Warband.objects.filter(pk=warband.pk).update(**{column: right + 7})
    (finding,) = findings(warband)
    assert f"{figure} folds to {right}, is stored as {right + 7}" in finding


def test_a_warrior_written_past_the_door_is_found(warband):
    warband.warriors.filter(name="The Kin").update(experience=5)
    (finding,) = findings(warband)
    assert "rating folds to" in finding


def test_a_starting_warbands_gear_written_past_the_door_is_found(owner):
    warband = acts.founded_mob(owner)
    warband.items.filter(item_key="helmet").delete()
    (finding,) = findings(warband)
    assert "gold folds to 220, is stored as 220 and counts 230" in finding


def test_an_event_that_is_missing_is_found(warband):
    WarbandEvent.objects.filter(warband=warband, act="sell_item").delete()
    assert any("number of events folds to 4, is stored as 5" in finding for finding in findings(warband))
    assert any("gold folds to" in finding for finding in findings(warband))


class TestTheCommand:
    def test_all_figures_agree(self, warband, capsys):
        call_command("audit_warbands")
        assert capsys.readouterr().out == "1 warbands audited: all figures agree.\n"

    def test_a_disagreement_is_exit_1(self, warband, owner, capsys):
        acts.founded_mob(owner)
        Warband.objects.filter(pk=warband.pk).update(treasury=0)
        with pytest.raises(SystemExit) as ended:
            call_command("audit_warbands", "--json")
        told = json.loads(capsys.readouterr().out)
        assert (ended.value.code, told["warbands"], len(told["findings"])) == (1, 2, 1)

    def test_single_warbands_may_be_asked_for(self, warband, owner, capsys):
        Warband.objects.filter(pk=warband.pk).update(treasury=0)
        call_command("audit_warbands", str(acts.founded_mob(owner).pk))
        assert "1 warbands audited" in capsys.readouterr().out
