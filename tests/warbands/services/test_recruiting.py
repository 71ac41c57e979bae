"""Hiring, dismissing, naming and ordering warriors."""

import pytest

from mordheim.rules.dice import EnteredDice
from tests import acts
from warbands.models import Warband, WarbandEvent, Warrior
from warbands.roster.refusals import Refused
from warbands.services import recruiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]


class TestRecruiting:
    def test_a_hero_joins_with_his_starting_experience(self, owner):
        warband = acts.begin(owner)
        boss = acts.recruit(warband, "orc_boss", "sword", "helmet", name="Gutsnik")
        assert (boss.section, boss.name, boss.experience) == ("hero", "Gutsnik", 20)
        assert acts.carried(warband, boss) == ["sword", "helmet"]
        assert acts.gold(warband) == 500 - 80 - 10 - 10

    def test_every_member_of_a_group_pays_hire_and_equipment(self, owner):
        warband = acts.begin(owner, "dwarf_treasure_hunters")
        clansman = acts.recruit(warband, "dwarf_clansman", "dwarf_axe", "shield")
        assert acts.gold(warband) == 500 - 60
        acts.dismiss(warband, clansman)
        acts.recruit(warband, "dwarf_clansman", "dwarf_axe", "shield", size=3)
        assert acts.gold(warband) == 500 - 180

    def test_thunderers_with_crossbow_and_helmet(self, owner):
        warband = acts.begin(owner, "dwarf_treasure_hunters")
        acts.recruit(warband, "dwarf_thunderer", "crossbow", "helmet", size=4)
        assert acts.gold(warband) == 500 - 300

    def test_the_mob_of_505_gold_is_refused(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "orc_boss", "sword")
        acts.recruit(warband, "orc_shaman", spells=["zzap"])
        acts.recruit(warband, "orc_boy", "crossbow", "helmet", size=5)
        acts.recruit(warband, "goblin_warrior", "short_bow", size=5)
        assert acts.gold(warband) == -5
        with acts.refused(warband, "over_budget", "costs 505 gc"):
            acts.found(warband)

    def test_a_warrior_without_a_name_is_called_by_what_he_is(self, owner):
        warband = acts.begin(owner)
        assert acts.recruit(warband, "big_un").name == "Big 'Un"
        assert acts.recruit(warband, "big_un").name == "Big 'Un 2"
        assert acts.recruit(warband, "orc_boy", size=2).name == "Orc Boyz"

    def test_a_second_warrior_of_one_long_name_still_fits(self, owner):
        warband = acts.begin(owner)
        acts.recruit(warband, "big_un", name="x" * 200)
        assert len(acts.recruit(warband, "big_un", name="x" * 200).name) <= 200

    @pytest.mark.parametrize(
        ("wanted", "code"),
        [
            ({"type_key": "dwarf_noble"}, "unknown_key"),
            ({"type_key": "ogre_bodyguard"}, "unknown_key"),
            ({"type_key": "orc_boss", "size": 2}, "group_size"),
            ({"type_key": "orc_boy", "size": 0}, "group_size"),
            ({"type_key": "orc_boy", "size": -3}, "group_size"),
            ({"type_key": "orc_boy", "size": 100_000}, "group_size"),
            ({"type_key": "orc_boy", "name": "x" * 201}, "name"),
            ({"type_key": "orc_boy", "spells": ["zzap"]}, "spell_not_allowed"),
            ({"type_key": "orc_shaman", "spells": ["no_such_spell"]}, "unknown_key"),
            ({"type_key": "orc_shaman", "spells": ["zzap", "zzap"]}, "duplicate"),
        ],
    )
    def test_what_can_never_be_is_refused_in_a_draft_too(self, owner, wanted, code):
        warband = acts.begin(owner)
        with acts.refused(warband, code):
            recruiting.recruit(warband, by=owner, **wanted)

    @pytest.mark.parametrize(
        ("type_key", "equipment", "code"),
        [
            ("orc_boy", "handgun", "item_not_on_list"),
            ("orc_boy", "no_such_thing", "unknown_key"),
            ("orc_boy", "mithril sword", "unknown_key"),
            ("orc_boy", "gromril sword", "item_not_on_list"),
            ("cave_squig", "dagger", "no_equipment_allowed"),
            ("orc_boy", "3 sword", "weapon_limit"),
            ("orc_boy", "0 sword", "quantity"),
            ("orc_boy", "100000 sword", "quantity"),
            ("goblin_warrior", "ball_and_chain", "requires_item"),
        ],
    )
    def test_nobody_brings_what_he_may_not_have(self, owner, type_key, equipment, code):
        warband = acts.begin(owner)
        with acts.refused(warband, code):
            acts.recruit(warband, type_key, equipment)

    def test_a_group_may_be_too_large_only_in_a_draft(self, owner):
        draft, founded = acts.begin(owner), acts.founded_mob(owner)
        acts.recruit(draft, "goblin_warrior", size=6)
        with acts.refused(founded, "group_size", "1 to 5 warriors, not 6"):
            acts.recruit(founded, "goblin_warrior", size=6)


class TestGold:
    @pytest.mark.parametrize("left", [0, 1, 100])
    def test_boyz_with_gear_join_for_what_there_is(self, owner, left):
        warband = acts.exiles(owner, treasury=45 + left)
        acts.recruit(warband, "dwarf_clansman", "axe")
        assert acts.gold(warband) == left

    def test_one_crown_short_is_refused_and_changes_nothing(self, owner):
        warband = acts.exiles(owner, treasury=44)
        with acts.refused(warband, "over_budget", "costs 45 gc and the treasury holds 44 gc"):
            acts.recruit(warband, "dwarf_clansman", "axe")
        with acts.refused(warband, "over_budget", "costs 45 gc and the treasury holds 44 gc"):
            acts.enlarge(warband, "The Kin")

    def test_a_founded_starting_warband_spends_no_more_than_it_has(self, owner):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "over_budget", "costs 505 gc"):
            acts.recruit(warband, "orc_boy", "light_armour", size=5)

    @pytest.mark.parametrize(("treasury", "left"), [(80, 0), (81, 1), (180, 100)])
    def test_a_hired_sword_takes_his_fee(self, owner, treasury, left):
        warband = acts.exiles(owner, treasury=treasury)
        acts.hire(warband, "ogre_bodyguard")
        assert acts.gold(warband) == left

    def test_a_hired_sword_does_not_come_for_one_crown_less(self, owner):
        warband = acts.exiles(owner, treasury=79)
        with acts.refused(warband, "over_budget", "costs 80 gc"):
            acts.hire(warband, "ogre_bodyguard")

    def test_the_weapons_bought_for_an_assassin_when_he_is_hired_are_paid(self, owner):
        warband = acts.exiles(owner, treasury=60)
        acts.hire(warband, "imperial_assassin", "sword")
        assert acts.gold(warband) == 60 - 40 - 10


class TestGroups:
    def test_a_group_grows_and_everybody_is_armed_alike(self, owner):
        warband = acts.founded_mob(owner)
        acts.enlarge(warband, "Da Ladz", 2)
        assert acts.warrior(warband, "Da Ladz").size == 5
        assert acts.gold(warband) == 220 - 2 * 35

    def test_a_founded_group_takes_no_sixth(self, owner):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "group_size"):
            acts.enlarge(warband, "Da Ladz", 3)

    @pytest.mark.parametrize("by", [0, -1, 1_000_000])
    def test_only_a_number_that_is_one(self, owner, by):
        warband = acts.begin(owner)
        boyz = acts.recruit(warband, "orc_boy")
        with acts.refused(warband, "group_size"):
            acts.enlarge(warband, boyz, by)

    def test_a_hero_is_no_group(self, owner):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "group_size", "Only a henchman group"):
            acts.enlarge(warband, "Grubnash")

    def test_a_newcomer_to_a_group_that_has_fought_pays_the_lists_price(self, owner):
        warband = acts.exiles(owner, treasury=100)
        acts.enlarge(warband, "The Kin", 2)
        assert acts.gold(warband) == 100 - 2 * 45

    def test_an_experienced_group_takes_veterans_only(self, owner):
        warband = acts.exiles(owner, treasury=500)
        with acts.refused(warband, "group_size", "veterans"):
            acts.enlarge(warband, "The Third Watch")


class TestAfterLosses:
    """A limit that a loss has broken stops what makes it worse, and never what mends it (ruling 9)."""

    FILE = """
format: mordheim-warband/1
name: Last Ladz
type: orc_mob
battles: 1
treasury: 300
heroes:
- {name: Grubnash, type: orc_boss}
henchmen:
- {name: Da Runts, type: goblin_warrior, size: 5}
"""

    def test_an_orc_may_join_where_there_are_too_few_for_the_goblins(self, owner):
        warband = acts.warband_of(owner, self.FILE)
        acts.recruit(warband, "orc_boy")
        assert Warband.objects.get(pk=warband.pk).warrior_count == 7

    def test_a_goblin_may_not(self, owner):
        warband = acts.warband_of(owner, self.FILE)
        with acts.refused(warband, "ratio_exceeded", "for each Orc"):
            acts.recruit(warband, "goblin_warrior")

    def test_a_goblin_may_go(self, owner):
        warband = acts.warband_of(owner, self.FILE)
        acts.dismiss(warband, "Da Runts", 1)
        assert acts.warrior(warband, "Da Runts").size == 4

    def test_a_beaten_warband_recruits_one_after_the_other(self, owner):
        lone = self.FILE.replace("henchmen:\n- {name: Da Runts, type: goblin_warrior, size: 5}\n", "")
        warband = acts.warband_of(owner, lone)
        acts.recruit(warband, "orc_boy")
        acts.recruit(warband, "orc_boy")
        assert Warband.objects.get(pk=warband.pk).warrior_count == 3

    def test_nobody_new_leads_a_warband_that_has_fought(self, owner):
        warband = acts.warband_of(owner, self.FILE)
        acts.dismiss(warband, "Grubnash")
        with acts.refused(warband, "leader_count", "goes on leading"):
            acts.recruit(warband, "orc_boss")


class TestDismissing:
    def test_a_starting_warband_has_its_gold_back(self, owner):
        warband = acts.begin(owner)
        boyz = acts.recruit(warband, "orc_boy", "sword", size=3)
        acts.dismiss(warband, boyz, 1)
        assert acts.gold(warband) == 500 - 2 * 35
        acts.dismiss(warband, boyz)
        assert acts.gold(warband) == 500
        assert not Warrior.objects.filter(warband=warband).exists()

    def test_later_the_gear_goes_to_the_stash_and_nothing_is_paid_back(self, owner):
        warband = acts.exiles(owner, treasury=10)
        acts.dismiss(warband, "The Kin", 2)
        assert acts.carried(warband) == ["2 axe"]
        acts.dismiss(warband, "The Kin")
        assert acts.carried(warband) == ["3 axe"]
        assert acts.gold(warband) == 10

    def test_a_hired_sword_takes_his_own_along(self, owner):
        warband = acts.exiles(owner, treasury=100)
        ogre = acts.hire(warband, "ogre_bodyguard", "double_handed_weapon")
        acts.dismiss(warband, ogre)
        assert acts.carried(warband) == []
        assert acts.gold(warband) == 20

    @pytest.mark.parametrize("count", [0, -1, 4])
    def test_no_more_leave_than_there_are(self, owner, count):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "group_size", "so many cannot leave"):
            acts.dismiss(warband, "Da Ladz", count)

    def test_nobody_leaves_twice(self, owner):
        warband = acts.begin(owner)
        boss = acts.recruit(warband, "orc_boss")
        acts.dismiss(warband, boss)
        with acts.refused(warband, "no_such_warrior", "has left it"):
            acts.dismiss(warband, boss)

    def test_another_players_warrior_is_not_reached(self, owner, rival):
        mine, theirs = acts.founded_mob(owner), acts.founded_mob(rival)
        stranger = acts.warrior(theirs, "Da Ladz")
        for act in (acts.dismiss, acts.enlarge):
            before = acts.everything_stored(theirs)
            with acts.refused(mine, "no_such_warrior"):
                act(mine, stranger)
            assert acts.everything_stored(theirs) == before


class TestHiredSwords:
    def test_one_pit_fighter_at_a_time(self, owner):
        """MH-017."""
        warband = acts.begin(owner)
        acts.hire(warband, "pit_fighter", name="Warlock")
        for key in ("orc_boss", "big_un", "orc_boy", "goblin_warrior", "cave_squig"):
            acts.recruit(warband, key)
        acts.dismiss(warband, "Warlock")
        acts.recruit(warband, "orc_boy", name="Troll Slayer")
        acts.hire(warband, "pit_fighter", name="Orc Boy 2")
        with acts.refused(warband, "duplicate", "one Pit Fighter at a time"):
            acts.hire(warband, "pit_fighter")

    def test_dwarfs_and_the_troll_slayer_for_hire(self, owner):
        warband = acts.begin(owner, "dwarf_treasure_hunters")
        with acts.refused(warband, "hired_sword_refuses"):
            acts.hire(warband, "dwarf_troll_slayer")

    def test_dwarfs_never_take_an_elf(self, owner):
        warband = acts.begin(owner, "dwarf_treasure_hunters")
        with acts.refused(warband, "hired_sword_refuses"):
            acts.hire(warband, "elf_ranger")

    def test_there_must_be_such_a_hired_sword(self, owner):
        warband = acts.begin(owner)
        with acts.refused(warband, "unknown_key"):
            acts.hire(warband, "orc_boy")

    def test_his_printed_choice_is_free_and_nothing_else_is_given_to_him(self, owner):
        warband = acts.begin(owner)
        ogre = acts.hire(warband, "ogre_bodyguard", "double_handed_weapon")
        assert acts.gold(warband) == 420
        with acts.refused(warband, "item_not_on_list", "brings his own gear"):
            acts.buy(warband, "helmet", ogre)

    def test_at_the_start_an_assassin_pays_for_each_weapon(self, owner):
        warband = acts.begin(owner, "dwarf_treasure_hunters")
        assassin = acts.hire(warband, "imperial_assassin")
        acts.buy(warband, "axe", assassin)
        assert acts.gold(warband) == 500 - 40 - 5
        with acts.refused(warband, "missile_forbidden", "blackpowder"):
            acts.buy(warband, "pistol", assassin)


class TestSpells:
    def test_a_shaman_rolls_one_spell(self, owner):
        warband = acts.begin(owner)
        shaman = acts.recruit(warband, "orc_shaman", faces=[4])
        event = WarbandEvent.objects.filter(warband=warband).latest("number")
        assert len(shaman.spells) == 1
        assert [(roll["die"], roll["faces"], roll["total"], roll["source"]) for roll in event.rolls] == [
            ("D6", [4], 4, "table")
        ]

    def test_a_row_that_the_source_does_not_have_is_rolled_again_and_says_so(self, owner):
        """MH-007, ruling 2."""
        warband = acts.begin(owner)
        shaman = acts.recruit(warband, "orc_shaman", faces=[5, 6, 5, 2])
        rolls = WarbandEvent.objects.filter(warband=warband).latest("number").rolls
        assert [roll["faces"] for roll in rolls] == [[5], [6], [5], [2]]
        assert "since 5 is a row that our source does not have" in rolls[1]["for"]
        assert "since 6 is a row that our source does not have" in rolls[2]["for"]
        assert len(shaman.spells) == 1

    def test_or_the_player_chooses_one_of_the_four(self, owner):
        warband = acts.begin(owner)
        assert acts.recruit(warband, "orc_shaman", spells=["zzap"]).spells == [{"spell": "zzap"}]

    def test_a_warlock_rolls_two_that_differ(self, owner):
        warband = acts.begin(owner)
        warlock = acts.hire(warband, "warlock", faces=[3, 3, 1])
        rolls = WarbandEvent.objects.filter(warband=warband).latest("number").rolls
        assert len({spell["spell"] for spell in warlock.spells}) == 2
        assert "since 3 is known already" in rolls[2]["for"]

    @pytest.mark.parametrize(
        ("faces", "told"),
        [
            ([], "A die is missing"),
            ([7], "no face of a D6"),
            ([0], "no face"),
            ([1, 2], "1 more die was entered than were rolled"),
        ],
    )
    def test_faces_that_fit_no_die_are_refused(self, owner, faces, told):
        warband = acts.begin(owner)
        with acts.refused(warband, "dice", told):
            acts.recruit(warband, "orc_shaman", faces=faces)

    def test_dice_that_never_show_a_spell_end(self, owner):
        warband = acts.begin(owner)
        with acts.refused(warband, "spell_not_allowed", "never showed"):
            recruiting.recruit(warband, by=owner, type_key="orc_shaman", dice=EnteredDice([5] * 2000))

    def test_the_apps_own_dice_always_find_one(self, owner):
        for _ in range(20):
            assert len(acts.recruit(acts.begin(owner), "orc_shaman").spells) == 1

    def test_the_spell_rolled_at_the_table_takes_the_place_of_the_apps(self, owner):
        warband = acts.begin(owner)
        shaman = acts.recruit(warband, "orc_shaman", spells=["zzap"])
        recruiting.choose_spell(warband, by=owner, warrior_id=shaman.pk, old="zzap", new="oi_gerroff")
        assert acts.warrior(warband, shaman.name).spells == [{"spell": "oi_gerroff"}]

    @pytest.mark.parametrize("new", ["no_such_spell", "silver_arrows_of_arha"])
    def test_a_spell_of_another_lore_does_not(self, owner, new):
        warband = acts.begin(owner)
        shaman = acts.recruit(warband, "orc_shaman", spells=["zzap"])
        with acts.refused(warband, "spell_not_allowed"):
            recruiting.choose_spell(warband, by=owner, warrior_id=shaman.pk, old="zzap", new=new)

    def test_once_the_warband_has_fought_spells_are_learned_by_advances(self, owner):
        file = "format: mordheim-warband/1\nname: W\ntype: orc_mob\nbattles: 1\ntreasury: 0\nheroes:\n"
        file += "- {name: A, type: orc_boss}\n- {name: B, type: orc_shaman, spells: [zzap]}\n"
        warband = acts.warband_of(owner, file)
        with acts.refused(warband, "spell_not_allowed", "by an advance"):
            shaman = acts.warrior(warband, "B")
            recruiting.choose_spell(warband, by=owner, warrior_id=shaman.pk, old="zzap", new="oi_gerroff")


class TestNamesNotesAndOrder:
    def test_a_warrior_is_renamed_and_noted_on(self, owner):
        warband = acts.founded_mob(owner)
        boss = acts.warrior(warband, "Grubnash")
        recruiting.rename_warrior(warband, by=owner, warrior_id=boss.pk, name="Grub\u202enash da Big")
        recruiting.note_on_warrior(warband, by=owner, warrior_id=boss.pk, notes="Lost an eye, says he.")
        boss.refresh_from_db()
        assert (boss.name, boss.notes) == ("Grubnash da Big", "Lost an eye, says he.")

    @pytest.mark.parametrize(
        ("name", "code"), [("", "name"), ("\u202e", "name"), ("x" * 201, "name"), ("Da Ladz", "duplicate")]
    )
    def test_each_has_a_name_and_his_own(self, owner, name, code):
        warband = acts.founded_mob(owner)
        boss = acts.warrior(warband, "Grubnash")
        with acts.refused(warband, code):
            recruiting.rename_warrior(warband, by=owner, warrior_id=boss.pk, name=name)

    def test_names_may_be_tags_emoji_or_from_right_to_left(self, owner):
        warband = acts.begin(owner)
        for name in ("<b>Gob</b>", "🍄 Gob", "גובלין", "O'Gob \"; DROP TABLE"):
            assert acts.recruit(warband, "goblin_warrior", name=name).name == name

    def test_renaming_in_a_marked_warband_is_not_taken_for_a_new_problem(self, owner):
        warband = acts.warband_of(owner, TestAfterLosses.FILE)
        runts = acts.warrior(warband, "Da Runts")
        recruiting.rename_warrior(warband, by=owner, warrior_id=runts.pk, name="Da Gits")
        assert acts.warrior(warband, "Da Gits") == runts

    def test_a_warrior_moves_among_those_of_his_type_and_not_beyond(self, owner):
        warband = acts.begin(owner)
        for key, name in (("big_un", "A"), ("orc_boy", "B"), ("big_un", "C"), ("orc_boss", "D"), ("big_un", "E")):
            acts.recruit(warband, key, name=name)

        def order() -> str:
            return "".join(row.name for row in Warrior.objects.filter(warband=warband))

        last = acts.warrior(warband, "E")
        recruiting.reorder(warband, by=owner, warrior_id=last.pk, steps=-1)
        assert order() == "ABEDC"
        recruiting.reorder(warband, by=owner, warrior_id=last.pk, steps=-99)
        assert order() == "EBADC"
        recruiting.reorder(warband, by=owner, warrior_id=last.pk, steps=1)
        assert order() == "ABEDC"

    def test_whoever_joins_later_stands_last(self, owner):
        warband = acts.begin(owner)
        boss = acts.recruit(warband, "orc_boss")
        acts.recruit(warband, "big_un", name="First")
        acts.dismiss(warband, boss)
        acts.recruit(warband, "big_un", name="Second")
        assert [row.name for row in Warrior.objects.filter(warband=warband)] == ["First", "Second"]


def test_an_act_by_the_id_of_a_warband_is_the_same(owner):
    warband = acts.founded_mob(owner)
    done = recruiting.recruit(warband.pk, by=owner, type_key="orc_boy")
    assert done.warband == warband


def test_a_warband_whose_list_is_gone_is_left_alone(owner):
    warband = acts.founded_mob(owner)
    Warband.objects.filter(pk=warband.pk).update(type_key="gone")
    with pytest.raises(Refused, match="no warband type 'gone'"):
        recruiting.recruit(warband, by=owner, type_key="orc_boy")
