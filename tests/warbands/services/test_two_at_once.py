"""MH-050: two acts at the same moment, two tabs, and a form that is sent twice."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection, connections
from django.db.models import QuerySet

from tests import acts
from warbands.audit import audit
from warbands.models import Warband, WarbandEvent
from warbands.roster.refusals import OutOfDate, Refused
from warbands.services import founding, recruiting

pytestmark = [pytest.mark.usefixtures("rules"), pytest.mark.both_databases]


def at_once(*doings: Callable[[], object]) -> list[Exception | None]:
    """Does all of them at the same moment, each on a connection of its own; answers with what each raised."""
    barrier = Barrier(len(doings))
    raised: list[Exception | None] = [None] * len(doings)

    def run(number: int, doing: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=30)
            doing()
        except Exception as error:
            raised[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(number, doing)) for number, doing in enumerate(doings)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    return raised


@pytest.mark.django_db(transaction=True)
class TestAtTheSameMoment:
    def test_of_two_purchases_with_gold_for_one_only_one_is_made(self, owner):
        warband = acts.exiles(owner, treasury=20)
        thrain, kin = acts.warrior(warband, "Thrain"), acts.warrior(warband, "The Kin")
        raised = at_once(
            lambda: acts.buy(warband, "double_handed_weapon", thrain),
            lambda: acts.buy(warband, "shield", kin),
        )
        refused = [error for error in raised if error]
        assert [type(error) for error in refused] == [Refused]
        assert str(refused[0]) == "That costs 15 gc and the treasury holds 5 gc."
        assert acts.gold(warband) == 5
        assert list(audit([Warband.objects.get(pk=warband.pk)])) == []

    def test_many_purchases_spend_what_there_is_and_no_more(self, owner):
        warband = acts.exiles(owner, treasury=50)
        raised = at_once(*[lambda: acts.buy(warband, "double_handed_weapon") for _ in range(6)])
        assert sorted(str(error) for error in raised if error) == 3 * ["That costs 15 gc and the treasury holds 5 gc."]
        assert (acts.gold(warband), acts.carried(warband)) == (5, ["3 double_handed_weapon"])

    def test_a_sale_and_a_purchase_both_count(self, owner):
        warband = acts.exiles(owner, treasury=20, stash="gromril_armour")
        thrain = acts.warrior(warband, "Thrain")
        raised = at_once(
            lambda: acts.sell(warband, "gromril_armour"), lambda: acts.buy(warband, "double_handed_weapon", thrain)
        )
        assert raised == [None, None]
        assert acts.gold(warband) == 20 + 75 - 15
        assert [event.number for event in WarbandEvent.objects.filter(warband=warband)] == [1, 2, 3]

    def test_one_piece_is_sold_once(self, owner):
        warband = acts.exiles(owner, stash="sword")
        raised = at_once(*[lambda: acts.sell(warband, "sword") for _ in range(3)])
        assert sum(error is None for error in raised) == 1
        assert (acts.gold(warband), acts.carried(warband)) == (42, [])

    def test_of_two_tabs_on_one_version_one_is_told_to_look_again(self, owner):
        warband = acts.exiles(owner, treasury=100)
        version = Warband.objects.get(pk=warband.pk).version
        raised = at_once(*[lambda: acts.buy(warband, "sword", version=version) for _ in range(2)])
        assert sorted(type(error) for error in raised if error) == [OutOfDate]
        assert (acts.gold(warband), acts.carried(warband)) == (90, ["sword"])

    def test_a_draft_is_founded_once(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "orc_boss")
        acts.recruit(warband, "orc_boy", size=2)
        raised = at_once(*[lambda: founding.found_warband(warband, by=owner) for _ in range(2)])
        assert [error.code for error in raised if isinstance(error, Refused)] == ["founded_already"]

    def test_warriors_that_join_together_get_names_of_their_own(self, owner):
        warband = acts.exiles(owner, treasury=200)
        raised = at_once(*[lambda: acts.recruit(warband, "dwarf_clansman", name="Odd") for _ in range(3)])
        assert raised == [None, None, None]
        names = warband.warriors.filter(name__startswith="Odd").values_list("name", flat=True)
        assert sorted(names) == ["Odd", "Odd 2", "Odd 3"]

    def test_a_warband_is_given_up_while_something_is_bought(self, owner):
        warband = acts.exiles(owner, treasury=100)
        raised = at_once(
            lambda: founding.delete_warband(Warband.objects.get(pk=warband.pk)), lambda: acts.buy(warband, "sword")
        )
        assert {type(error) for error in raised if error} <= {Refused}
        assert not Warband.objects.exists()


@pytest.mark.django_db
class TestTwoTabs:
    def test_a_form_that_is_sent_twice_counts_once(self, owner):
        warband = acts.exiles(owner, treasury=100, stash="{item: sword, quantity: 2}")
        version = Warband.objects.get(pk=warband.pk).version
        acts.sell(warband, "sword", version=version)
        with acts.refused(warband, "out_of_date", "has changed since the page was drawn"):
            acts.sell(warband, "sword", version=version)
        assert acts.gold(warband) == 105

    def test_the_later_edit_of_a_stale_page_is_not_lost_without_notice(self, owner, rival):
        warband = acts.founded_mob(owner)
        boss, version = acts.warrior(warband, "Grubnash"), Warband.objects.get(pk=warband.pk).version
        recruiting.note_on_warrior(warband, by=owner, warrior_id=boss.pk, notes="Mine.", version=version)
        with acts.refused(warband, "out_of_date"):
            recruiting.note_on_warrior(warband, by=rival, warrior_id=boss.pk, notes="Other.", version=version)

    def test_every_act_locks_the_warbands_row(self, owner, monkeypatch):
        """SQLite lets one writer in at a time by itself, PostgreSQL only where the row is locked."""
        locks: list[type] = []
        lock = QuerySet.select_for_update

        def told(rows: QuerySet, *args: object, **options: object) -> QuerySet:
            locks.append(rows.model)
            return lock(rows, *args, **options)

        warband = acts.begin(owner)
        monkeypatch.setattr(QuerySet, "select_for_update", told)
        for act in (
            lambda: acts.recruit(warband, "orc_boss"),
            lambda: acts.recruit(warband, "orc_boy", size=2),
            lambda: acts.found(warband),
            lambda: founding.share_warband(warband, by=owner),
            lambda: founding.unshare_warband(warband, by=owner),
            lambda: founding.duplicate_warband(warband, owner=owner),
        ):
            locks.clear()
            act()
            assert Warband in locks

    @pytest.mark.parametrize("version", [0, 2, 10**12])
    def test_a_version_that_never_was_is_out_of_date(self, owner, version):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "out_of_date"):
            recruiting.recruit(warband, by=owner, type_key="orc_boy", version=version)

    def test_every_act_raises_the_version(self, owner):
        warband = acts.founded_mob(owner)
        first = recruiting.recruit(warband, by=owner, type_key="orc_boy", version=1)
        second = recruiting.recruit(warband, by=owner, type_key="orc_boy", version=first.warband.version)
        assert second.warband.version == 3
