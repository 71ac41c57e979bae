"""A club raises a price after a starting warband was founded: what costs nothing goes on, and no debt is stored."""

import pytest

from tests import acts
from warbands.audit import audit
from warbands.models import RuleEntry, Warband
from warbands.printing import PrintOptions
from warbands.services import founding, recruiting
from warbands.services.catalogue import refresh_rules_state
from warbands.services.documents import request_roster_document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]


def raise_the_hire_of_an_orc_boy(by: int) -> None:
    mob = RuleEntry.objects.get(kind="warband_types", key="orc_mob")
    boy = next(warrior for warrior in mob.data["warriors"] if warrior["key"] == "orc_boy")
    boy["price"] += by
    mob.is_club = True
    mob.save()
    refresh_rules_state()


@pytest.fixture
def mob(owner) -> Warband:
    """Three Orc Boyz among them, and 220 gc left."""
    return acts.founded_mob(owner)


def now(warband: Warband) -> Warband:
    return Warband.objects.get(pk=warband.pk)


def test_the_audit_finds_no_fault_in_books_that_were_right_before_the_rise(mob):
    raise_the_hire_of_an_orc_boy(by=10)
    assert list(audit([now(mob)])) == []
    assert now(mob).treasury == 220


def test_the_next_act_moves_the_books_and_they_agree(mob, owner):
    raise_the_hire_of_an_orc_boy(by=10)
    founding.rename_warband(mob, by=owner, name="Da Stunties")
    assert now(mob).treasury == 190
    assert list(audit([now(mob)])) == []


def test_gold_written_past_the_door_is_still_found(mob):
    raise_the_hire_of_an_orc_boy(by=10)
    Warband.objects.filter(pk=mob.pk).update(treasury=500)
    (finding,) = audit([now(mob)])
    assert "gold folds to 220, is stored as 500" in str(finding)


class TestPastAllItsGold:
    @pytest.fixture(autouse=True)
    def _risen(self, mob):
        raise_the_hire_of_an_orc_boy(by=100)

    def test_it_is_renamed_noted_on_reordered_and_printed(self, mob, owner):
        ladz = acts.warrior(mob, "Da Ladz")
        founding.rename_warband(mob, by=owner, name="Da Poor")
        founding.note_on_warband(mob, by=owner, notes="No gold.")
        recruiting.rename_warrior(mob, by=owner, warrior_id=ladz.pk, name="Da Dear Ladz")
        recruiting.note_on_warrior(mob, by=owner, warrior_id=ladz.pk, notes="Dear.")
        recruiting.reorder(mob, by=owner, warrior_id=ladz.pk, steps=1)
        request_roster_document(now(mob), by=owner, options=PrintOptions())
        assert now(mob).treasury == 0
        assert list(audit([now(mob)])) == []

    def test_what_is_given_back_counts_by_the_new_price(self, mob):
        acts.dismiss(mob, "Da Ladz", 1)
        assert now(mob).treasury == 220 - 2 * 100 + 25 + 10

    def test_nothing_more_is_bought(self, mob):
        with acts.refused(mob, "over_budget"):
            acts.buy(mob, "dagger", "Grubnash")
