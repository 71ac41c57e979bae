"""Beginning, founding, copying, sharing and giving up a warband."""

import pytest
from django.core.files.base import ContentFile

from tests import acts
from warbands.models import CarriedItem, Player, Warband, WarbandEvent, Warrior
from warbands.roster.check import check
from warbands.roster.refusals import OutOfDate, Refused
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services import founding, recruiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]


class TestBeginning:
    def test_a_draft_begins_with_the_gold_of_its_list(self, owner):
        warband = acts.begin(owner, "dwarf_treasure_hunters", "The Lost")
        assert (warband.founded, warband.treasury, warband.rating, warband.version) == (False, 500, 0, 1)

    def test_a_name_is_cleaned_before_it_is_stored(self, owner):
        assert acts.begin(owner, name="  Da\u202e Snikkaz\x00\n").name == "Da Snikkaz"

    @pytest.mark.parametrize("name", ["", "   ", "\u202e\u2066", "x" * 201])
    def test_a_warband_without_a_proper_name_is_not_begun(self, owner, name):
        with pytest.raises(Refused, match="1 to 200 characters"):
            acts.begin(owner, name=name)
        assert not Warband.objects.exists()

    def test_there_must_be_such_a_kind_of_warband(self, owner):
        with pytest.raises(Refused, match="no such kind of warband"):
            acts.begin(owner, "chaos_dwarfs")


class TestFounding:
    def test_a_legal_draft_is_founded(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "orc_boss", "sword")
        acts.recruit(warband, "orc_boy", "bow", size=2)
        founded = acts.found(warband)
        assert (founded.founded, founded.treasury, founded.rating) == (True, 340, 35)

    def test_a_draft_that_is_wrong_in_its_numbers_says_why_it_cannot_be_founded(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "orc_boss")
        with acts.refused(warband, "too_few_warriors", "at least 3 warriors; this one has 1"):
            acts.found(warband)

    def test_a_draft_without_a_leader_is_not_founded(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "orc_boy", size=3)
        with acts.refused(warband, "leader_count", "exactly one leader"):
            acts.found(warband)

    def test_a_warband_is_founded_once(self, owner):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "founded_already"):
            acts.found(warband)

    def test_founding_from_a_page_drawn_before_a_change_is_refused(self, owner):
        warband = acts.begin(owner)
        seen = Warband.objects.get(pk=warband.pk).version
        acts.recruit(warband, "orc_boss")
        with pytest.raises(OutOfDate):
            founding.found_warband(warband, by=owner, version=seen)

    def test_founding_moves_no_gold_and_stands_in_the_record(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "orc_boss")
        acts.recruit(warband, "orc_boy", size=2)
        acts.found(warband)
        event = WarbandEvent.objects.filter(warband=warband).latest("number")
        assert (event.act, event.by, event.gold) == ("found_warband", owner, 0)


class TestDraftsAndNumbers:
    def test_a_draft_may_cost_more_than_it_has(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "troll")
        acts.recruit(warband, "orc_boy", "light_armour", size=5)
        acts.recruit(warband, "orc_boss", "light_armour", "sword")
        assert acts.gold(warband) == 500 - 200 - 5 * 45 - 110
        acts.recruit(warband, "big_un")
        assert acts.gold(warband) == -75

    def test_a_draft_over_its_budget_is_not_founded(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "orc_boss")
        acts.recruit(warband, "orc_boy", "light_armour", size=5)
        acts.recruit(warband, "troll")
        with acts.refused(warband, "over_budget", "5 too much"):
            acts.found(warband)

    def test_a_draft_may_have_too_many_of_a_kind_for_a_while(self, owner):
        warband = acts.begin(owner)
        for _ in range(3):
            acts.recruit(warband, "big_un")
        assert "too_many_of_type" in check(snapshot_of(warband), current_rulebook()).codes

    def test_a_founded_warband_may_not(self, owner):
        warband = acts.founded_mob(owner)
        acts.recruit(warband, "big_un")
        acts.recruit(warband, "big_un")
        with acts.refused(warband, "too_many_of_type", "At most 2 Big 'Uns"):
            acts.recruit(warband, "big_un")

    def test_a_founded_warband_keeps_its_three_warriors(self, owner):
        warband = acts.founded_mob(owner)
        acts.dismiss(warband, "Da Ladz", 1)
        with acts.refused(warband, "too_few_warriors", "at least 3"):
            acts.dismiss(warband, "Da Ladz", 1)

    def test_a_founded_warband_keeps_its_leader(self, owner):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "leader_count"):
            acts.dismiss(warband, "Grubnash")


LONG_LIVED = """
format: mordheim-warband/1
name: Da Snikkaz
type: orc_mob
battles: 2
treasury: 40
wyrdstone: 3
stash: [helmet, {item: dagger, quantity: 2}]
effects: [{effect: straggler}]
notes: Lost at the well.
heroes:
- name: Grubnash
  type: orc_boss
  experience: 22
  equipment: [sword]
  injuries: [nervous_condition]
  captured_by: Reiklanders
- {name: Krump, type: big_un, experience: 17, advances_due: 1}
henchmen:
- {name: Da Ladz, type: orc_boy, size: 3, experience: 2, equipment: [bow], increases: {ws: 1}}
hired_swords:
- {name: Bront, type: ogre_bodyguard, equipment: [double_handed_weapon], experience: 3}
"""


class TestCopying:
    """MH-058."""

    def test_a_copy_has_one_stash_each_item_once_and_nobodys_captive(self, owner):
        warband = acts.warband_of(owner, LONG_LIVED)
        copy = founding.duplicate_warband(warband, owner=owner)
        assert copy.name == "Da Snikkaz (copy)"
        assert acts.carried(copy) == ["helmet", "2 dagger"]
        assert [row.captured_by for row in Warrior.objects.filter(warband=copy)] == ["", "", "", ""]
        assert CarriedItem.objects.filter(warband=copy).count() == CarriedItem.objects.filter(warband=warband).count()

    def test_but_for_its_name_and_the_captive_it_is_the_same_warband(self, owner):
        warband = acts.warband_of(owner, LONG_LIVED)
        copy = founding.duplicate_warband(warband, owner=owner, name="Da Snikkaz")
        assert acts.exported(copy) == acts.exported(warband).replace(b"  captured_by: Reiklanders\n", b"")

    def test_the_copy_has_a_history_of_its_own(self, owner, rival):
        warband = acts.warband_of(owner, LONG_LIVED)
        acts.sell(warband, "helmet")
        copy = founding.duplicate_warband(warband, owner=rival)
        events = list(WarbandEvent.objects.filter(warband=copy))
        assert [(event.act, event.by, event.gold) for event in events] == [("duplicate_warband", rival, 45)]
        acts.sell(copy, "dagger")
        assert acts.gold(warband) == 45
        assert acts.gold(copy) == 46

    def test_the_copy_is_as_private_as_a_new_warband(self, owner):
        warband = founding.share_warband(acts.founded_mob(owner), by=owner)
        copy = founding.duplicate_warband(warband, owner=owner)
        assert copy.share_token is None
        assert copy.founded

    def test_the_copy_of_a_draft_is_a_draft(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "orc_boss")
        assert not founding.duplicate_warband(warband, owner=owner).founded

    def test_a_name_of_200_characters_can_be_copied(self, owner):
        copy = founding.duplicate_warband(acts.begin(owner, name="x" * 200), owner=owner)
        assert (len(copy.name), copy.name[-7:]) == (200, " (copy)")


class TestImporting:
    def test_export_and_import_are_inverse_to_each_other(self, owner):
        warband = acts.warband_of(owner, LONG_LIVED)
        again = acts.warband_of(owner, acts.exported(warband))
        assert acts.exported(again) == acts.exported(warband)

    def test_a_second_import_makes_another_warband(self, owner):
        first, second = acts.warband_of(owner, LONG_LIVED), acts.warband_of(owner, LONG_LIVED)
        assert first.pk != second.pk
        assert acts.carried(first) == acts.carried(second) == ["helmet", "2 dagger"]

    def test_a_legal_file_is_a_founded_warband(self, owner):
        imported = acts.bring_in(owner, "da_snikkaz")
        assert imported.legal
        assert imported.warband
        stored = Warband.objects.get(pk=imported.warband.pk)
        assert (stored.founded, stored.treasury, stored.rating, stored.warrior_count) == (True, 220, 65, 4)

    @pytest.mark.parametrize("file", ["thirteen_dwarfs", "too_many_gobbos"])
    def test_a_starting_warband_that_is_wrong_only_in_its_numbers_is_a_draft(self, owner, file):
        imported = acts.bring_in(owner, file)
        assert not imported.legal
        assert imported.warband
        assert not Warband.objects.get(pk=imported.warband.pk).founded

    def test_a_stated_treasury_that_is_wrong_is_worked_out_afresh(self, owner):
        file = (
            (acts.FILES / "da_snikkaz.yaml").read_text().replace("type: orc_mob\n", "type: orc_mob\ntreasury: 5\n", 1)
        )
        imported = acts.bring_in(owner, file)
        assert [problem.code for problem in imported.problems] == ["treasury_mismatch"]
        assert imported.warband
        assert acts.gold(imported.warband) == 220

    @pytest.mark.parametrize(
        "wrong",
        [
            "heroes: [{name: A, type: orc_boss, equipment: [handgun]}]",
            "heroes: [{name: A, type: vampire}]",
            "stash: [sword]",
            "battles: 3\ntreasury: 5\nheroes: [{name: A, type: orc_boss, skills: [no_such_skill]}]",
        ],
    )
    def test_any_other_illegal_warband_is_not_stored(self, owner, wrong):
        imported = acts.bring_in(owner, f"format: mordheim-warband/1\nname: W\ntype: orc_mob\n{wrong}\n")
        assert (imported.warband, imported.legal) == (None, False)
        assert not Warband.objects.exists()


class TestNamesAndNotes:
    def test_a_warband_is_renamed(self, owner):
        warband = acts.founded_mob(owner)
        done = founding.rename_warband(warband, by=owner, name=" Da Big Snikkaz ")
        assert done.warband.name == "Da Big Snikkaz"
        assert done.event.sentence == "Da Snikkaz is called Da Big Snikkaz from now on."

    def test_an_empty_name_is_refused(self, owner):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "name", "1 to 200"):
            founding.rename_warband(warband, by=owner, name=" \t")

    def test_notes_keep_their_lines(self, owner):
        done = founding.note_on_warband(acts.founded_mob(owner), by=owner, notes="Won.\r\nThen lost.\x07")
        assert done.warband.notes == "Won.\nThen lost."

    def test_notes_without_end_are_refused(self, owner):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "notes", "at most 20000"):
            founding.note_on_warband(warband, by=owner, notes="x" * 20_001)


class TestSharing:
    def test_a_shared_warband_keeps_its_address_until_it_is_taken_back(self, owner):
        warband = founding.share_warband(acts.founded_mob(owner), by=owner)
        token = warband.share_token
        assert token
        assert founding.share_warband(warband, by=owner).share_token == token
        assert founding.unshare_warband(warband, by=owner).share_token is None
        assert founding.share_warband(warband, by=owner).share_token not in (None, token)


class TestGivingUp:
    def test_a_deleted_warband_takes_everything_of_its_own_and_nothing_else(self, owner, rival):
        kept, gone = acts.founded_mob(rival), acts.founded_mob(owner)
        before = acts.everything_stored(kept)
        founding.delete_warband(gone)
        assert acts.everything_stored(kept) == before
        assert list(Warband.objects.all()) == [kept]
        assert WarbandEvent.objects.exclude(warband=kept).count() == 0

    def test_its_sheets_go_from_the_disk(self, owner, settings, tmp_path, django_capture_on_commit_callbacks):
        settings.MEDIA_ROOT = tmp_path
        warband = acts.founded_mob(owner)
        document = warband.documents.create(digest="d")
        document.file.save("roster.pdf", ContentFile(b"%PDF"))
        with django_capture_on_commit_callbacks(execute=True):
            founding.delete_warband(warband)
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []

    def test_giving_it_up_twice_is_giving_it_up(self, owner):
        warband = acts.founded_mob(owner)
        elsewhere = Warband.objects.get(pk=warband.pk)
        founding.delete_warband(warband)
        founding.delete_warband(elsewhere)
        assert not Warband.objects.exists()

    def test_an_act_on_a_warband_that_is_gone_is_refused_kindly(self, owner):
        warband = acts.founded_mob(owner)
        elsewhere = Warband.objects.get(pk=warband.pk)
        founding.delete_warband(warband)
        for act in (
            lambda: founding.found_warband(elsewhere, by=owner),
            lambda: founding.share_warband(elsewhere, by=owner),
            lambda: recruiting.recruit(elsewhere, by=owner, type_key="orc_boy"),
        ):
            with pytest.raises(Refused, match="not there any more"):
                act()


def test_a_player_who_goes_takes_his_warbands_along_and_his_deeds_stay_told(owner, rival):
    warband = acts.founded_mob(owner)
    founding.rename_warband(warband, by=rival, name="Renamed")
    rival.delete()
    assert WarbandEvent.objects.filter(warband=warband).latest("number").by is None
    owner.delete()
    assert not Warband.objects.exists()
    assert not Player.objects.exists()
