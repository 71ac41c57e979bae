"""Recruiting and equipping on the pages: what they offer, what they refuse, and what they keep of what was typed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import acts
from tests.warbands import web
from warbands.models import Player, Warband

pytestmark = pytest.mark.usefixtures("rules")


@pytest.fixture
def desk(client: Client, owner: Player) -> Client:
    client.force_login(owner)
    return client


@pytest.fixture
def draft(owner: Player) -> Warband:
    return acts.begin(owner)


@pytest.fixture
def dwarfs(owner: Player) -> Warband:
    return acts.begin(owner, "dwarf_treasure_hunters", "Karak Brynn Exiles")


def told(answer) -> str:
    return answer.content.decode()


class TestRecruiting:
    def test_a_leader_joins_and_the_gold_goes(self, desk: Client, draft: Warband) -> None:
        page = told(web.recruit_in_browser(desk, draft, "orc_boss", name="Grubnash"))
        assert "Orc Boss joined as Grubnash." in page
        assert "420\u00a0gc" in page
        assert acts.gold(draft) == 420

    def test_a_name_may_stay_empty(self, desk: Client, draft: Warband) -> None:
        web.recruit_in_browser(desk, draft, "orc_boss", name="")
        assert acts.warrior(draft, "Orc Boss")

    def test_henchmen_join_as_a_group(self, desk: Client, draft: Warband) -> None:
        web.recruit_in_browser(desk, draft, "orc_boy", name="Da Ladz", size="3")
        assert acts.warrior(draft, "Da Ladz").size == 3
        assert acts.gold(draft) == 425

    def test_what_may_not_join_is_shown_with_the_reason(self, desk: Client, draft: Warband) -> None:
        page = web.page_of(desk, "warband-recruit", draft, query="?section=hired_sword")
        assert "Freelancer" in page
        assert "Never:" in page

    def test_a_section_nobody_has_shows_the_heroes(self, desk: Client, draft: Warband) -> None:
        assert "Orc Boss" in web.page_of(desk, "warband-recruit", draft, query="?section=nonsense&type=%00")

    def test_an_unknown_type_is_refused_in_a_sentence(self, desk: Client, draft: Warband) -> None:
        page = told(web.recruit_in_browser(desk, draft, "dragon", name="Smaug"))
        assert "There is no such warrior to recruit" in page
        assert not draft.warriors.exists()

    @pytest.mark.parametrize("size", ["0", "-1", "6", "101", "9" * 30, "two", "1.5"])
    def test_a_group_of_no_such_size_is_not_recruited_by_a_founded_warband(
        self, desk: Client, owner: Player, size: str
    ) -> None:
        mob = acts.founded_mob(owner)
        before = acts.everything_stored(mob)
        answer = web.recruit_in_browser(desk, mob, "goblin_warrior", name="Typed by hand", size=size)
        assert answer.status_code == 200
        assert "Typed by hand" in told(answer)
        if size != "0":
            assert acts.everything_stored(mob) == before

    def test_the_ogre_is_hired_with_the_choice_of_his_gear(self, desk: Client, draft: Warband) -> None:
        web.hire_in_browser(desk, draft, "ogre_bodyguard", name="Bront", gear="sword+axe")
        assert acts.carried(draft, "Bront") == ["sword", "axe"]

    def test_gear_that_is_no_choice_of_his_is_refused(self, desk: Client, draft: Warband) -> None:
        answer = web.hire_in_browser(desk, draft, "ogre_bodyguard", name="Bront", gear="handgun")
        assert answer.status_code == 200
        assert not draft.warriors.exists()


class TestOneHiredSwordOfEachType:
    """MH-017."""

    def test_only_the_second_pit_fighter_is_refused(self, desk: Client, draft: Warband) -> None:
        web.hire_in_browser(desk, draft, "pit_fighter", name="Warlock")
        for key in ("orc_boss", "big_un", "orc_boy", "goblin_warrior", "cave_squig"):
            page = told(web.recruit_in_browser(desk, draft, key))
            assert "joined" in page, key
        page = told(web.hire_in_browser(desk, draft, "pit_fighter", name="Another"))
        assert not draft.warriors.filter(name="Another").exists()
        assert "pit fighter" in page.lower()

    def test_after_he_left_he_may_come_again(self, desk: Client, draft: Warband) -> None:
        web.hire_in_browser(desk, draft, "pit_fighter", name="Troll Slayer")
        web.post(desk, "warrior-dismiss", draft, acts.warrior(draft, "Troll Slayer"))
        page = told(web.recruit_in_browser(desk, draft, "orc_boss"))
        assert "hired sword" not in page.lower().replace("hired swords", "")
        web.hire_in_browser(desk, draft, "pit_fighter", name="Warlock")
        assert draft.warriors.filter(section="hired_sword").count() == 1

    def test_dwarfs_are_refused_the_hired_troll_slayer(self, desk: Client, dwarfs: Warband) -> None:
        web.hire_in_browser(desk, dwarfs, "dwarf_troll_slayer", name="Gotrek")
        assert not dwarfs.warriors.exists()


class TestSquigsAndGoblins:
    """MH-001, on a warband that was founded: there no number may be made worse."""

    @pytest.fixture
    def mob(self, owner: Player) -> Warband:
        warband = acts.begin(owner)
        acts.recruit(warband, "orc_boss", name="Boss")
        acts.recruit(warband, "orc_boy", name="Boyz", size=2)
        return acts.found(warband)

    @pytest.mark.parametrize(("goblins", "squigs"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5)])
    def test_never_more_squigs_than_goblins_nor_than_five(
        self, desk: Client, mob: Warband, goblins: int, squigs: int
    ) -> None:
        for number in range(goblins):
            assert "joined as" in told(web.recruit_in_browser(desk, mob, "goblin_warrior", name=f"Git {number}"))
        for number in range(squigs):
            assert "joined as" in told(web.recruit_in_browser(desk, mob, "cave_squig", name=f"Squig {number}"))
        page = told(web.recruit_in_browser(desk, mob, "cave_squig", name="One too many"))
        assert "One too many" in page
        assert not mob.warriors.filter(name="One too many").exists()
        if goblins == 6:
            assert "5" in page
            assert acts.gold(mob) == 500 - 265

    def test_the_seventh_goblin_is_refused(self, desk: Client, mob: Warband) -> None:
        for number in range(6):
            web.recruit_in_browser(desk, mob, "goblin_warrior", name=f"Git {number}")
        web.recruit_in_browser(desk, mob, "goblin_warrior", name="Seventh")
        assert mob.warriors.filter(type_key="goblin_warrior").count() == 6


class TestSpells:
    def test_the_app_rolls(self, desk: Client, draft: Warband) -> None:
        web.recruit_in_browser(desk, draft, "orc_shaman", name="Snivvel", spell_by="app")
        assert len(acts.warrior(draft, "Snivvel").spells) == 1
        assert draft.events.last().rolls[0]["source"] == "app"

    @pytest.mark.parametrize(("face", "spell"), [(1, "ledz_go"), (2, "oi_gerroff"), (3, "zzap"), (4, "fooled_ya")])
    def test_a_face_rolled_at_the_table(self, desk: Client, draft: Warband, face: int, spell: str) -> None:
        web.recruit_in_browser(desk, draft, "orc_shaman", name="Snivvel", spell_by="table", face_1=face)
        assert acts.warrior(draft, "Snivvel").spells == [{"spell": spell}]
        assert draft.events.last().rolls[0]["source"] == "table"

    @pytest.mark.parametrize("face", [5, 6])
    def test_a_row_that_the_source_does_not_have_asks_for_another_roll(
        self, desk: Client, draft: Warband, face: int
    ) -> None:
        page = told(web.recruit_in_browser(desk, draft, "orc_shaman", name="Snivvel", spell_by="table", face_1=face))
        assert not draft.warriors.exists()
        assert "a row that our source does not have (ruling 2): roll again, or choose" in page
        assert 'value="Snivvel"' in page
        assert 'name="face_2"' in page
        web.recruit_in_browser(desk, draft, "orc_shaman", name="Snivvel", spell_by="table", face_1=face, face_2=3)
        assert acts.warrior(draft, "Snivvel").spells == [{"spell": "zzap"}]
        assert [roll["faces"] for roll in draft.events.last().rolls] == [[face], [3]]

    def test_or_the_player_chooses(self, desk: Client, draft: Warband) -> None:
        web.recruit_in_browser(desk, draft, "orc_shaman", name="Snivvel", spell_by="choose", spell_1="zzap")
        assert acts.warrior(draft, "Snivvel").spells == [{"spell": "zzap"}]

    def test_a_die_too_many_is_refused_and_nobody_joins(self, desk: Client, draft: Warband) -> None:
        page = told(web.recruit_in_browser(desk, draft, "orc_shaman", name="S", spell_by="table", face_1=3, face_2=4))
        assert "1 more die was entered than were rolled" in page
        assert not draft.warriors.exists()
        assert acts.gold(draft) == 500

    def test_the_warlock_has_two_different_spells(self, desk: Client, draft: Warband) -> None:
        web.hire_in_browser(desk, draft, "warlock", name="W", spell_by="table", face_1=2, face_2=2, face_3=4)
        assert len({one["spell"] for one in acts.warrior(draft, "W").spells}) == 2
        assert len(draft.events.last().rolls) == 3

    @pytest.mark.parametrize(
        "typed",
        [
            {"spell_by": "table"},
            {"spell_by": "table", "face_1": "7"},
            {"spell_by": "table", "face_1": "0"},
            {"spell_by": "table", "face_1": "six"},
            {"spell_by": "table", "face_1": "9" * 50},
            {"spell_by": "choose"},
            {"spell_by": "choose", "spell_1": "fires_of_uzhul"},
            {"spell_by": "prayer"},
        ],
    )
    def test_what_is_no_spell_is_refused_kindly(self, desk: Client, draft: Warband, typed: dict[str, str]) -> None:
        answer = web.recruit_in_browser(desk, draft, "orc_shaman", name="Snivvel", **typed)
        assert answer.status_code == 200
        assert 'value="Snivvel"' in told(answer)
        assert not draft.warriors.exists()

    def test_another_spell_is_entered_later(self, desk: Client, draft: Warband) -> None:
        shaman = acts.recruit(draft, "orc_shaman", name="Snivvel", spells=["zzap"])
        web.post(desk, "warrior-spell", draft, shaman, old="zzap", new="ledz_go")
        assert acts.warrior(draft, "Snivvel").spells == [{"spell": "ledz_go"}]


class TestMutations:
    @pytest.fixture
    def cult(self, owner: Player) -> Warband:
        return acts.begin(owner, "cult_of_the_possessed", "The Thirteenth Bell")

    def test_a_mutant_joins_with_those_chosen_the_dearest_first(self, desk: Client, cult: Warband) -> None:
        typed = {"mutation_blackblood": "2", "mutation_great_claw": "1", "mutation_hideous": "0"}
        page = told(web.recruit_in_browser(desk, cult, "mutant", name="Thornback", **typed))
        assert "Mutant joined as Thornback with Great Claw and Blackblood twice." in page
        assert acts.warrior(cult, "Thornback").mutations == ["great_claw", "blackblood", "blackblood"]
        assert acts.gold(cult) == 500 - (25 + 50 + 60 + 60)

    def test_a_mutant_without_any_is_refused_with_the_reason_and_his_name_kept(
        self, desk: Client, cult: Warband
    ) -> None:
        page = told(web.recruit_in_browser(desk, cult, "mutant", name="Plain Hans"))
        assert "a Mutant has at least 1 mutation" in page
        assert 'value="Plain Hans"' in page
        assert not cult.warriors.exists()

    def test_one_of_the_possessed_needs_none(self, desk: Client, cult: Warband) -> None:
        web.recruit_in_browser(desk, cult, "possessed", name="It")
        assert acts.warrior(cult, "It").mutations == []
        assert acts.gold(cult) == 410

    def test_what_was_chosen_is_kept_when_something_else_is_wrong(self, desk: Client, cult: Warband) -> None:
        page = told(web.recruit_in_browser(desk, cult, "mutant", name="W" * 201, mutation_tentacle="2"))
        assert 'name="mutation_tentacle" value="2" checked' in page
        assert not cult.warriors.exists()

    def test_the_address_with_a_choice_shows_what_it_comes_to(self, desk: Client, cult: Warband) -> None:
        query = "?section=hero&type=mutant&mutation_great_claw=1&mutation_tentacle=1"
        page = web.page_of(desk, "warband-recruit", cult, query=query)
        bill = page[page.index('id="bill"') : page.index('id="join"')]
        for price in ("25", "50", "70", "145"):
            assert f"{price}\u00a0gc" in bill
        assert "Not so:" not in bill

    def test_without_a_choice_it_says_what_is_missing(self, desk: Client, cult: Warband) -> None:
        page = web.page_of(desk, "warband-recruit", cult, query="?section=hero&type=mutant")
        assert "Not so:" in page[page.index('id="bill"') :]

    @pytest.mark.parametrize("count", ["3", "-1", "many", "1.5", "\x00", "9" * 40, ""])
    def test_a_count_that_is_none_buys_nothing(self, desk: Client, cult: Warband, count: str) -> None:
        answer = web.recruit_in_browser(desk, cult, "mutant", name="Crafted", mutation_spines=count)
        assert answer.status_code == 200
        assert not cult.warriors.exists()
        page = web.page_of(desk, "warband-recruit", cult, query=f"?type=mutant&mutation_spines={count}")
        assert 'name="mutation_spines" value="0" checked' in page

    def test_nobody_else_is_given_any(self, desk: Client, cult: Warband) -> None:
        web.recruit_in_browser(desk, cult, "brethren", name="Plain", mutation_spines="1")
        assert acts.warrior(cult, "Plain").mutations == []

    def test_his_card_shows_them(self, desk: Client, cult: Warband) -> None:
        web.recruit_in_browser(desk, cult, "mutant", name="Thornback", mutation_spines="2", mutation_cloven_hoofs="1")
        page = web.page_of(desk, "warrior-detail", cult, acts.warrior(cult, "Thornback"))
        assert "Spines × 2" in page
        assert "Movement 5, raised: 4, Cloven Hoofs +1" in page

    def test_a_recruit_after_battles_pays_for_them(self, desk: Client, owner: Player) -> None:
        cult = acts.warband_of(
            owner,
            """
format: mordheim-warband/1
name: After The Bell
type: cult_of_the_possessed
battles: 2
treasury: 100
heroes:
- {name: V, type: magister, spells: [eye_of_god]}
henchmen:
- {name: H, type: brethren, size: 3}
""",
        )
        refused = told(web.recruit_in_browser(desk, cult, "mutant", mutation_great_claw="1", mutation_spines="1"))
        assert "costs 145" in refused
        web.recruit_in_browser(desk, cult, "mutant", name="T", mutation_great_claw="1")
        assert acts.gold(cult) == 25


class TestEquipping:
    @pytest.mark.parametrize("item", ["club", "mace", "axe", "short_bow", "buckler", "heavy_armour"])
    def test_a_crafted_purchase_off_the_list_is_refused(self, desk: Client, draft: Warband, item: str) -> None:
        """MH-005."""
        boss = acts.recruit(draft, "orc_boss", name="Boss")
        before = acts.everything_stored(draft)
        answer = web.post(desk, "warrior-buy", draft, boss, item=item)
        assert answer.status_code == 200
        assert acts.everything_stored(draft) == before

    def test_a_list_shows_its_prices(self, desk: Client, draft: Warband) -> None:
        boss = acts.recruit(draft, "orc_boss", name="Boss")
        page = web.page_of(desk, "warrior-detail", draft, boss)
        for item in ("dagger", "battle_axe", "morning_star", "sword", "halberd", "crossbow", "bow", "shield", "helmet"):
            assert f'id="buy-{item}-"' in page
        assert 'id="buy-squig_prodder-"' not in page
        assert "Squig prodder" in page

    def test_a_slayer_wears_nothing_and_shoots_nothing(self, desk: Client, dwarfs: Warband) -> None:
        """MH-011."""
        slayer = acts.recruit(dwarfs, "troll_slayer", name="Garagrim")
        for item in ("pistol", "shield", "helmet", "crossbow"):
            web.post(desk, "warrior-buy", dwarfs, slayer, item=item)
        assert acts.carried(dwarfs, slayer) == []
        web.post(desk, "warrior-buy", dwarfs, slayer, item="dwarf_axe", quantity="2")
        assert acts.carried(dwarfs, slayer) == ["2 dwarf_axe"]
        assert dwarfs.starting_gold - acts.gold(dwarfs) == 80
        web.post(desk, "warrior-take-away", dwarfs, slayer, item="dwarf_axe", quantity="2")
        web.post(desk, "warrior-buy", dwarfs, slayer, item="double_handed_weapon:gromril")
        assert dwarfs.starting_gold - acts.gold(dwarfs) == 95

    def test_a_slayer_takes_no_helmet_from_the_stash(self, desk: Client, owner: Player) -> None:
        """MH-011."""
        veterans = acts.exiles(owner, stash="helmet, crossbow")
        slayer = acts.warrior(veterans, "Garagrim")
        for item in ("helmet", "crossbow"):
            web.post(desk, "warrior-hand-out", veterans, slayer, item=item)
        assert acts.carried(veterans, slayer) == ["axe"]
        assert acts.carried(veterans) == ["helmet", "crossbow"]

    def test_a_group_pays_for_each_of_its_members(self, desk: Client, dwarfs: Warband) -> None:
        """MH-014."""
        web.recruit_in_browser(desk, dwarfs, "dwarf_clansman", name="The Kin", size="3")
        kin = acts.warrior(dwarfs, "The Kin")
        assert "× 3 =" in web.page_of(desk, "warrior-detail", dwarfs, kin)
        web.post(desk, "warrior-buy", dwarfs, kin, item="dwarf_axe")
        web.post(desk, "warrior-buy", dwarfs, kin, item="shield")
        assert dwarfs.starting_gold - acts.gold(dwarfs) == 180

    def test_a_mob_of_505_gold_crowns_is_a_draft_and_cannot_be_founded(self, desk: Client, draft: Warband) -> None:
        """MH-014."""
        for key, name, size, gear in (
            ("orc_boss", "Boss", 1, ["sword"]),
            ("orc_shaman", "Shaman", 1, []),
            ("orc_boy", "Boyz", 5, ["crossbow", "helmet"]),
            ("goblin_warrior", "Gits", 5, ["short_bow"]),
        ):
            web.recruit_in_browser(desk, draft, key, name=name, size=size)
            for item in gear:
                web.post(desk, "warrior-buy", draft, acts.warrior(draft, name), item=item)
        page = web.page_of(desk, "warband-detail", draft)
        assert "5\u00a0gc" in page
        assert "Over budget" in page
        assert "505" in told(web.post(desk, "warband-found", draft))
        draft.refresh_from_db()
        assert not draft.founded

    def test_taking_away_gives_the_gold_back(self, desk: Client, draft: Warband) -> None:
        boss = acts.recruit(draft, "orc_boss", "sword", name="Boss")
        web.post(desk, "warrior-take-away", draft, boss, item="sword")
        assert acts.gold(draft) == 420

    @pytest.mark.parametrize("act", ["warrior-buy", "warrior-take-away", "warrior-hand-out"])
    @pytest.mark.parametrize(
        "typed",
        [
            {},
            {"item": ""},
            {"item": "vorpal_blade"},
            {"item": "x" * 5000},
            {"item": "sword\x00"},
            {"item": "sword:mithril"},
            {"item": "sword", "material": "gromril"},
            {"item": "sword", "quantity": "0"},
            {"item": "sword", "quantity": "-3"},
            {"item": "sword", "quantity": "9" * 40},
            {"item": "gem"},
        ],
    )
    def test_nonsense_is_refused_and_changes_nothing(
        self, desk: Client, draft: Warband, act: str, typed: dict[str, str]
    ) -> None:
        boss = acts.recruit(draft, "orc_boss", name="Boss")
        before = acts.everything_stored(draft)
        answer = web.post(desk, act, draft, boss, **typed)
        assert answer.status_code == 200
        if typed != {"item": "sword", "quantity": "0"} or act != "warrior-buy":
            assert acts.everything_stored(draft) == before

    def test_the_stash_is_handed_out_and_sold(self, desk: Client, owner: Player) -> None:
        veterans = acts.exiles(owner, treasury=10, stash="helmet, crossbow, gem")
        noble = acts.warrior(veterans, "Thrain")
        web.post(desk, "warrior-hand-out", veterans, noble, item="helmet")
        assert "helmet" in acts.carried(veterans, noble)
        page = web.page_of(desk, "warband-detail", veterans)
        assert "Sell for 12\u00a0gc" in page
        web.post(desk, "warband-sell", veterans, item="crossbow")
        assert acts.gold(veterans) == 22
        assert acts.carried(veterans) == ["gem"]


class TestOneAfterTheOther:
    """MH-050, one request after the other, and two tabs on one warband."""

    def test_the_second_of_two_purchases_finds_no_gold(self, desk: Client, owner: Player) -> None:
        veterans = acts.exiles(owner, treasury=20)
        noble = acts.warrior(veterans, "Thrain")
        web.post(desk, "warrior-buy", veterans, noble, item="sword")
        assert acts.gold(veterans) == 10
        before = acts.everything_stored(veterans)
        page = told(web.post(desk, "warrior-buy", veterans, noble, item="light_armour"))
        assert "treasury holds 10 gc" in page
        assert acts.everything_stored(veterans) == before

    def test_a_second_click_is_harmless(self, desk: Client, draft: Warband) -> None:
        address = reverse("warband-recruit", args=[draft.pk]) + "?type=orc_boss"
        typed = {"version": draft.version, "name": "Grubnash"}
        assert desk.post(address, typed).status_code == 302
        again = desk.post(address, typed)
        assert again.status_code == 200
        assert "has changed since the page was drawn" in told(again)
        assert draft.warriors.count() == 1

    def test_what_was_typed_in_a_stale_tab_is_kept(self, desk: Client, draft: Warband) -> None:
        stale = draft.version
        acts.recruit(draft, "orc_boss", name="Boss")
        page = told(
            desk.post(reverse("warband-notes", args=[draft.pk]), {"version": stale, "notes": "Typed for an hour"})
        )
        assert "Typed for an hour" in page
        assert "Boss" in page
        version = web.version_of(draft)
        assert f'name="version" value="{version}"' in page

    @pytest.mark.parametrize("version", ["", "x", "-1", "9" * 40, "1.0", "\u0661"])
    def test_a_form_without_a_proper_version_does_nothing(self, desk: Client, draft: Warband, version: str) -> None:
        before = acts.everything_stored(draft)
        answer = desk.post(reverse("warband-rename", args=[draft.pk]), {"version": version, "name": "Others"})
        assert answer.status_code == 200
        assert acts.everything_stored(draft) == before

    def test_nobody_without_gold_joins_a_founded_warband(self, desk: Client, owner: Player) -> None:
        mob = acts.founded_mob(owner)
        web.recruit_in_browser(desk, mob, "troll", name="Troll")
        assert acts.gold(mob) == 20
        web.recruit_in_browser(desk, mob, "orc_boy", name="Too dear")
        assert acts.gold(mob) == 20
        assert not mob.warriors.filter(name="Too dear").exists()


class TestHtmx:
    HEADERS = {"HX-Request": "true"}

    def test_an_act_answers_with_the_panel_and_the_bar_alone(self, desk: Client, draft: Warband) -> None:
        boss = acts.recruit(draft, "orc_boss", name="Boss")
        answer = desk.post(
            reverse("warrior-buy", args=[draft.pk, boss.pk]),
            {"version": web.version_of(draft), "item": "sword"},
            headers=self.HEADERS,
        )
        page = told(answer)
        assert answer.status_code == 200
        assert "<html" not in page
        assert 'id="builder"' in page
        assert 'hx-swap-oob="true"' in page
        assert "Boss got sword." in page
        assert "410\u00a0gc" in page

    def test_a_refusal_answers_with_the_panel_too(self, desk: Client, draft: Warband) -> None:
        boss = acts.recruit(draft, "orc_boss", name="Boss")
        answer = desk.post(
            reverse("warrior-buy", args=[draft.pk, boss.pk]),
            {"version": web.version_of(draft), "item": "club"},
            headers=self.HEADERS,
        )
        assert "<html" not in told(answer)
        assert "notice-loss" in told(answer)

    def test_going_back_in_the_browser_gets_the_whole_page(self, desk: Client, draft: Warband) -> None:
        headers = {**self.HEADERS, "HX-History-Restore-Request": "true"}
        assert "<html" in told(desk.get(reverse("warband-detail", args=[draft.pk]), headers=headers))
