"""`load_rules`: read, planned, performed; harmless twice, and the club's own left alone."""

import gc
import json
import shutil

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from mordheim.rules.rulebook import RulesError, build_rulebook, read_rulebook
from mordheim.rules.schema import Item
from mordheim.rules.schema import Source as SourceRecord
from tests import acts
from tests.books import RULES
from warbands import selectors
from warbands.models import RuleEntry, RulesState, Source
from warbands.roster.refusals import Refused
from warbands.selectors import RulesNotLoaded, current_rulebook, rulebook_from_rows
from warbands.services.catalogue import load_rulebook, plan_load, refresh_rules_state

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]


def all_rows() -> list[object]:
    rows: list[object] = list(RuleEntry.objects.order_by("pk").values())
    return rows + list(Source.objects.order_by("pk").values()) + list(RulesState.objects.values())


def load(capsys, *words: object) -> str:
    call_command("load_rules", *[str(word) for word in words])
    return capsys.readouterr().out


@pytest.fixture
def folder(tmp_path):
    """The rules' folder, to be written in."""
    return shutil.copytree(RULES, tmp_path / "rules")


def write(folder, place: str, old: str, new: str) -> None:
    file = folder / place
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def entry(kind: str, key: str) -> RuleEntry:
    return RuleEntry.objects.get(kind=kind, key=key)


def club_sword(**changes: object) -> RuleEntry:
    """The club makes swords dearer."""
    row = entry("items", "sword")
    row.data |= {"price": 12, **changes}
    row.is_club = True
    row.save()
    refresh_rules_state()
    return row


class TestLoading:
    def test_the_second_time_does_nothing(self, capsys):
        before = all_rows()
        assert load(capsys) == f"Rules: nothing to do, {RuleEntry.objects.count()} unchanged.\n"
        assert all_rows() == before

    def test_the_first_time_brings_everything(self, capsys, rulebook_of_files):
        RuleEntry.objects.all().delete()
        Source.objects.all().delete()
        RulesState.objects.all().delete()
        out = load(capsys)
        count = len(list(rulebook_of_files.entries()))
        assert out == f"Rules: {count} created, 0 unchanged.\n"
        assert rulebook_from_rows() == rulebook_of_files

    def test_before_the_first_time_nothing_can_be_begun(self, owner):
        RulesState.objects.all().delete()
        with pytest.raises(RulesNotLoaded, match=r"run manage\.py load_rules"):
            acts.begin(owner)

    def test_the_plan_is_shown_and_nothing_done(self, capsys, folder):
        entry("items", "athame").delete()
        row = entry("items", "shield")
        row.name = "Buckler of old"
        row.save()
        RuleEntry.objects.create(kind="families", key="gone", book_id="core", name="Gone", data={})
        before = all_rows()
        told = load(capsys, "--check")
        assert "would be created: items:athame" in told
        assert "would be changed: items:shield" in told
        assert "would be removed: families:gone" in told
        assert all_rows() == before
        plan = json.loads(load(capsys, "--check", "--json"))
        assert (plan["created"], plan["changed"], plan["removed"]) == (
            ["items:athame"],
            ["items:shield"],
            ["families:gone"],
        )
        assert all_rows() == before
        load(capsys)
        assert plan_load(read_rulebook(folder)).does_nothing

    def test_what_the_files_no_longer_have_goes(self, capsys, rulebook_of_files):
        RuleEntry.objects.create(
            kind="families", key="gone", book_id="core", name="Gone", data={"summary": "x", "section": "x"}
        )
        load(capsys)
        assert not RuleEntry.objects.filter(key="gone").exists()
        assert rulebook_from_rows() == rulebook_of_files

    def test_a_book_that_the_files_no_longer_have_goes_with_its_entries(self, rulebook_of_files):
        Source.objects.create(key="old_book", name="Old book", short="Old")
        assert plan_load(rulebook_of_files).sources == ("old_book",)
        load_rulebook(rulebook_of_files)
        assert rulebook_from_rows() == rulebook_of_files


class TestTheClubsOwn:
    def test_what_the_club_changed_is_kept_and_named(self, capsys):
        club_sword()
        out = load(capsys)
        assert "kept: items:sword" in out
        assert current_rulebook().items["sword"].price == 12

    def test_what_the_club_added_is_kept(self, capsys):
        Source.objects.create(key="club", name="Our club", short="Club", is_club=True)
        RuleEntry.objects.create(
            kind="items",
            key="pike",
            book_id="club",
            name="Pike",
            data={"summary": "Long.", "section": "House rules", "category": "close_combat", "price": 12},
            is_club=True,
        )
        refresh_rules_state()
        assert "kept: items:pike" in load(capsys)
        assert current_rulebook().items["pike"].price == 12
        assert Source.objects.filter(key="club").exists()

    def test_a_book_of_the_clubs_own_is_not_overwritten(self, rulebook_of_files):
        Source.objects.filter(key="core").update(name="Our core", is_club=True)
        assert plan_load(rulebook_of_files).does_nothing
        load_rulebook(rulebook_of_files)
        assert Source.objects.get(key="core").name == "Our core"

    def test_given_back_it_is_the_books_again(self, capsys, rulebook_of_files):
        club_sword()
        RuleEntry.objects.filter(is_club=True).update(is_club=False)
        load(capsys)
        assert current_rulebook() == rulebook_of_files

    def test_an_entry_that_the_clubs_own_needs_is_not_pulled_from_under_it(self, rulebook_of_files):
        Source.objects.create(key="club", name="Our club", short="Club", is_club=True)
        RuleEntry.objects.create(kind="families", key="pirates", book_id="core", name="Pirates", data=FAMILY)
        row = entry("hired_swords", "pit_fighter")
        row.data |= {"not_for": {"families": ["pirates"]}}
        row.is_club = True
        row.save()
        refresh_rules_state()
        before = all_rows()
        with pytest.raises(RulesError, match="pirates"):
            load_rulebook(rulebook_of_files)
        assert all_rows() == before


FAMILY = {"summary": "x", "section": "x"}


class TestWrongContent:
    @pytest.mark.parametrize("words", [[], ["--check"]])
    def test_a_reference_to_nothing_is_refused_with_nothing_changed(self, capsys, folder, words):
        write(folder, "town_cryer/warbands/dwarf_treasure_hunters.yaml", "    handgun: 35\n", "    blunderbus: 35\n")
        before = all_rows()
        with pytest.raises(CommandError, match="item names blunderbus, which is none of the items") as refused:
            load(capsys, folder, *words)
        assert refused.value.returncode == 2
        assert all_rows() == before

    @pytest.mark.parametrize(
        ("old", "new", "told"),
        [
            ("    handgun: 35\n", "    handgun: dear\n", "equipment_lists, dwarf_thunderer"),
            ("    handgun: 35\n", "    handgun: {price: 35, colour: red}\n", "colour"),
            ("    handgun: 35\n", "    handgun: 35\n    handgun: 36\n", "stands twice"),
            ("warband_types:\n", "warband_kinds:\n", "is no kind of entry"),
            ("- key: dwarf_thunderer\n  name: Thunderer", "- key: dwarf_warrior\n  name: Thunderer", "stands twice"),
        ],
    )
    def test_a_fault_in_a_file_is_told_with_its_place(self, capsys, folder, old, new, told):
        write(folder, "town_cryer/warbands/dwarf_treasure_hunters.yaml", old, new)
        before = all_rows()
        with pytest.raises(CommandError, match=told):
            load(capsys, folder)
        assert all_rows() == before

    def test_every_fault_is_told_at_once(self, capsys, folder):
        write(folder, "town_cryer/warbands/dwarf_treasure_hunters.yaml", "    handgun: 35\n", "    handgun: dear\n")
        write(folder, "core/tracks.yaml", "tracks:", "trails:")
        with pytest.raises(CommandError) as refused:
            load(capsys, folder)
        assert len(str(refused.value).splitlines()) == 2

    def test_a_folder_without_a_book_is_refused(self, capsys, tmp_path):
        with pytest.raises(CommandError, match="no book"):
            load(capsys, tmp_path)
        with pytest.raises(CommandError, match="no book"):
            load(capsys, tmp_path / "nowhere")

    def test_a_row_that_fits_no_schema_is_named(self):
        RuleEntry.objects.filter(kind="items", key="sword").update(data={"price": "dear"})
        with pytest.raises(RulesError, match="items: sword"):
            refresh_rules_state()

    def test_a_row_of_no_kind_is_named(self):
        RuleEntry.objects.create(kind="gods", key="sigmar", book_id="core", name="Sigmar", data={}, is_club=True)
        with pytest.raises(RulesError, match="gods is no kind of rule"):
            refresh_rules_state()


class TestTheRulebookInUse:
    def test_it_takes_one_query_while_nothing_changes(self, django_assert_num_queries):
        current_rulebook()
        with django_assert_num_queries(1):
            current_rulebook()

    def test_it_is_the_same_object_until_something_changes(self):
        assert current_rulebook() is current_rulebook()

    def test_a_change_is_taken_up_at_once(self, owner):
        warband = acts.begin(owner)
        boss = acts.recruit(warband, "orc_boss")
        assert current_rulebook().items["mace"].summary != "Ours."
        row = entry("items", "mace")
        row.data |= {"summary": "Ours."}
        row.save()
        refresh_rules_state()
        assert current_rulebook().items["mace"].summary == "Ours."
        RuleEntry.objects.filter(kind="equipment_lists", key="orc").update(data=without_swords())
        refresh_rules_state()
        with pytest.raises(Refused, match="is not on it"):
            acts.buy(warband, "sword", boss)

    def test_a_rulebook_read_between_a_change_and_its_digest_is_not_kept(self, monkeypatch):
        RulesState.objects.update(digest="of-the-old-rows")
        digests = iter(["of-the-old-rows", "of-the-new-rows"])
        monkeypatch.setattr("warbands.selectors._stored_digest", lambda: next(digests))
        current_rulebook()
        monkeypatch.undo()
        RuleEntry.objects.filter(kind="items", key="sword").update(name="Blade")
        assert current_rulebook().items["sword"].name == "Blade"

    def test_the_digest_tells_contents_apart(self, rulebook_of_files):
        digest = RulesState.objects.get().digest
        assert digest == rulebook_of_files.digest
        club_sword()
        assert RulesState.objects.get().digest != digest


def without_swords() -> dict[str, object]:
    data = entry("equipment_lists", "orc").data
    return {**data, "rows": [row for row in data["rows"] if row["item"] != "sword"]}


def test_a_club_may_begin_with_books_of_its_own_only():
    sources = [SourceRecord(key="ours", name="Ours", short="O")]
    item = Item(key="stick", name="Stick", summary="A stick.", section="1", book="ours", category="close_combat")
    load_rulebook(build_rulebook(sources, [("items", item)]))
    assert [row.key for row in RuleEntry.objects.all()] == ["stick"]
    assert [source.key for source in Source.objects.all()] == ["ours"]


def test_a_new_rulebook_is_kept_out_of_garbage_collections():
    selectors._rulebooks.clear()
    gc.unfreeze()
    try:
        assert selectors.current_rulebook() is selectors.current_rulebook()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
