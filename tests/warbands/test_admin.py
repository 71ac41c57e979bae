"""The admin: rules that a club adds and changes, and player-owned rows that nobody writes there."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.urls import reverse

from mordheim.rules.rulebook import RulesError
from mordheim.rules.schema import KINDS
from tests import acts, back_room
from tests.back_room import place
from tests.kept import kept
from warbands.models import (
    CarriedItem,
    Player,
    RosterDocument,
    RuleEntry,
    Source,
    Warband,
    WarbandEvent,
    Warrior,
)
from warbands.selectors import current_rulebook
from warbands.services.catalogue import load_rulebook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]

OWNED = [Warband, Warrior, CarriedItem, WarbandEvent, RosterDocument]


@pytest.fixture
def staff(client, arbitrator):
    client.force_login(arbitrator)
    return client


@pytest.fixture
@kept
def warband(owner) -> Warband:
    """One of everything a player owns."""
    warband = acts.exiles(owner, stash="helmet")
    warband.documents.create(digest="d", status="ready")
    return warband


def entry(kind: str, key: str) -> RuleEntry:
    return RuleEntry.objects.get(kind=kind, key=key)


def form_data(response) -> dict[str, object]:
    """What a browser would send back of a form that nobody touched."""
    form = response.context["adminform"].form
    data = {}
    for bound in form:
        value = bound.value()
        value = bound.field.prepare_value(value)
        if value is not None and value is not False:
            data[bound.html_name] = "on" if value is True else value
    return data


def change(client, row: RuleEntry, **changes: object):
    address = place(RuleEntry, "change", row.pk)
    data = form_data(client.get(address)) | changes
    return client.post(address, {name: value for name, value in data.items() if value is not None})


def errors(response) -> str:
    assert response.status_code == 200, "it was saved"
    form = response.context["adminform"].form
    return " ".join(str(message) for found in form.errors.values() for message in found)


class TestEveryPage:
    def test_answers(self, staff, warband, rf, arbitrator):
        request, looked_at = rf.get("/"), 0
        request.user = arbitrator
        for model in admin.site._registry:
            assert staff.get(place(model, "changelist")).status_code == 200, model
            may_add = admin.site._registry[model].has_add_permission(request)
            assert staff.get(place(model, "add")).status_code == (200 if may_add else 403), model
            assert not (may_add and model in OWNED), model
            for row in model._default_manager.all()[:1]:
                for what in ("change", "history"):
                    assert staff.get(place(model, what, row.pk)).status_code == 200, (model, what)
                looked_at += 1
        assert looked_at >= len(OWNED) + 3

    def test_its_first_page_and_its_search_answer(self, staff, warband):
        assert staff.get(reverse("admin:index")).status_code == 200
        for model in admin.site._registry:
            assert staff.get(place(model, "changelist"), {"q": "orc", "o": "1"}).status_code == 200, model

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_kind_has_its_list_and_its_two_forms(self, staff, kind):
        shown = staff.get(place(RuleEntry, "changelist"), {"kind": kind})
        assert shown.context["cl"].result_count == RuleEntry.objects.filter(kind=kind).count() > 0
        assert staff.get(place(RuleEntry, "add"), {"kind": kind}).status_code == 200
        row = RuleEntry.objects.filter(kind=kind).first()
        assert staff.get(place(RuleEntry, "change", row.pk)).status_code == 200

    def test_adding_asks_first_what_kind_it_is(self, staff):
        page = staff.get(place(RuleEntry, "add")).content.decode()
        for kind in KINDS:
            assert f'href="?kind={kind}"' in page

    def test_a_player_does_not_see_it(self, client, owner, warband):
        client.force_login(owner)
        for address in (reverse("admin:index"), place(Warband, "changelist"), place(RuleEntry, "add")):
            assert client.get(address).status_code == 302

    def test_who_may_only_look_sees_what_an_entry_says(self, client, rival):
        rival.is_staff = True
        rival.save()
        rival.user_permissions.add(Permission.objects.get(codename="view_ruleentry"))
        client.force_login(rival)
        row = entry("items", "sword")
        page = client.get(place(RuleEntry, "change", row.pk))
        assert (page.status_code, "close_combat" in page.content.decode()) == (200, True)
        assert client.post(place(RuleEntry, "change", row.pk), {"name": "x"}).status_code == 403
        assert client.post(place(RuleEntry, "add") + "?kind=items", {"name": "x"}).status_code == 403


class TestChangingARule:
    @staticmethod
    def _saved_untouched(staff, row: RuleEntry) -> None:
        response = change(staff, row)
        assert response.status_code == 302, (row.key, errors(response))
        again = entry(row.kind, row.key)
        assert (again.data, again.name, again.book_id) == (row.data, row.name, row.book_id), row.key
        assert again.is_club

    @pytest.mark.parametrize("kind", KINDS)
    def test_saving_what_nobody_touched_changes_nothing_but_whose_it_is(self, staff, kind):
        """The entry that says least and the one that says most."""
        rows = sorted(RuleEntry.objects.filter(kind=kind), key=lambda row: len(str(row.data)))
        for row in rows[:1] + rows[1:][-1:]:
            self._saved_untouched(staff, row)

    @pytest.mark.soak
    @pytest.mark.parametrize("kind", KINDS)
    def test_nor_does_saving_any_other(self, staff, kind):
        for row in RuleEntry.objects.filter(kind=kind):
            self._saved_untouched(staff, row)

    def test_the_new_price_is_in_force_at_once(self, staff, owner):
        change(staff, entry("items", "sword"), of_price="12")
        assert current_rulebook().items["sword"].price == 12
        warband = acts.exiles(owner, treasury=12)
        acts.buy(warband, "sword", "Thrain")
        assert acts.gold(warband) == 0

    def test_a_load_leaves_it_alone_until_it_is_given_back(self, staff, rulebook_of_files):
        row = entry("items", "sword")
        change(staff, row, of_price="12")
        load_rulebook(rulebook_of_files)
        assert current_rulebook().items["sword"].price == 12
        answer = staff.post(
            place(RuleEntry, "changelist"), {"action": "give_back", "_selected_action": [row.pk]}, follow=True
        )
        assert "1 given back" in answer.content.decode()
        load_rulebook(rulebook_of_files)
        assert current_rulebook() == rulebook_of_files

    def test_what_a_schema_does_not_take_is_told_beside_the_field(self, staff):
        row = entry("items", "sword")
        before = RuleEntry.objects.filter(pk=row.pk).values().get()
        for changes, told in (
            ({"of_price": "dear"}, "Enter a whole number."),
            ({"of_category": "cutlery"}, "not one of the available choices"),
            ({"of_summary": ""}, "This field is required."),
            ({"of_weapon": "{strength: enormous}"}, "Strength: String should match pattern"),
            ({"of_weapon": "{strength: user, colour: red}"}, "Colour: Extra inputs are not permitted."),
            ({"of_weapon": "{strength: [}"}, "This is not YAML (line 1, column 13)"),
            ({"of_weapon": "just words"}, "valid dictionary"),
            ({"of_weapon": "&a [*a]"}, "."),
            ({"of_weapon": "[" * 3000}, "This is not YAML"),
            ({"name": ""}, "This field is required."),
            ({"name": "x" * 121}, "at most 120 characters"),
        ):
            assert told in errors(change(staff, row, **changes)), changes
        assert RuleEntry.objects.filter(pk=row.pk).values().get() == before

    def test_a_reference_to_nothing_is_refused_in_a_sentence(self, staff):
        row = entry("items", "sword")
        told = errors(change(staff, row, of_weapon="{strength: user, rules: [no_such_rule]}"))
        assert "rules names no_such_rule, which is none of the rules." in told
        assert not entry("items", "sword").is_club

    def test_its_key_never_changes(self, staff):
        row = entry("items", "sword")
        change(staff, row, key="blade")
        assert entry("items", "sword").pk == row.pk
        assert not RuleEntry.objects.filter(key="blade").exists()

    def test_a_missing_spell_is_filled_in_by_the_club(self, staff, owner):
        """Ruling 2: rows that the source does not have may be filled in."""
        lore = current_rulebook().warband_types["orc_mob"].warrior("orc_shaman").casting.lore
        row = entry("lores", lore)
        rows = [one if one["roll"] != 5 else {"roll": 5, "spell": "zzap"} for one in row.data["rows"]]
        assert change(staff, row, of_rows=str(rows)).status_code == 302
        shaman = acts.recruit(acts.begin(owner), "orc_shaman", faces=[5])
        assert shaman.spells == [{"spell": "zzap"}]

    def test_rules_that_changed_under_the_form_are_told_and_nothing_is_saved(self, staff, monkeypatch):
        def too_late() -> None:
            raise RulesError(["items: sword names nothing"])

        monkeypatch.setattr("warbands.admin.refresh_rules_state", too_late)
        response = change(staff, entry("items", "sword"), of_price="12")
        assert response.status_code == 302
        assert "Nothing was saved." in staff.get(response.url).content.decode()
        assert entry("items", "sword").data["price"] == 10


PIKE = {"key": "pike", "name": "Pike", "of_summary": "Very long.", "of_section": "House rules", "of_price": "12"}
PIKE |= {"of_category": "close_combat", "of_weapon": "{strength: user, hands: 2}", "of_takes_material": "on"}


class TestAddingARule:
    def add(self, client, kind: str, **data: object):
        return client.post(f"{place(RuleEntry, 'add')}?kind={kind}", data)

    def test_the_clubs_book_is_made_when_it_is_needed(self, staff):
        assert not Source.objects.filter(key="club").exists()
        assert self.add(staff, "items", **PIKE).status_code == 302
        row = entry("items", "pike")
        assert (row.book_id, row.is_club, row.book.is_club) == ("club", True, True)
        assert current_rulebook().items["pike"].weapon.hands == 2
        assert current_rulebook().items["pike"].takes_material

    def test_an_unchecked_box_is_no(self, staff):
        self.add(staff, "items", **{name: value for name, value in PIKE.items() if name != "of_takes_material"})
        assert not current_rulebook().items["pike"].takes_material

    def test_a_key_stands_once_in_its_kind(self, staff):
        assert "There is an entry sword among the items already." in errors(
            self.add(staff, "items", **{**PIKE, "key": "sword"})
        )
        assert self.add(staff, "items", **{**PIKE, "key": "zzap"}).status_code == 302

    @pytest.mark.parametrize("key", ["Pike", "long pike", "pike-", "", "x" * 61])
    def test_a_key_is_a_key(self, staff, key):
        assert errors(self.add(staff, "items", **{**PIKE, "key": key}))
        assert not RuleEntry.objects.filter(name="Pike").exists()

    def test_a_whole_hired_sword(self, staff, owner):
        added = self.add(
            staff,
            "hired_swords",
            key="rat_catcher",
            name="Rat Catcher",
            of_summary="With a small but vicious dog.",
            of_section="House rules",
            of_hire_fee="15",
            of_upkeep_fee="5",
            of_rating="7",
            of_profile="[4, 2, 2, 3, 3, 1, 3, 1, 6]",
            of_race="human",
            of_gear="club, dagger",
            of_skill_lists="speed",
        )
        assert added.status_code == 302, errors(added)
        warband = acts.begin(owner, "dwarf_treasure_hunters")
        acts.hire(warband, "rat_catcher")
        assert acts.gold(warband) == 485

    def test_a_spell_may_have_no_difficulty(self, staff):
        added = self.add(staff, "spells", key="hush", name="Hush", of_summary="Silence.", of_section="House rules")
        assert added.status_code == 302, errors(added)
        assert current_rulebook().spells["hush"].difficulty is None


class TestDeletingARule:
    def delete(self, client, row: RuleEntry) -> str:
        response = client.post(place(RuleEntry, "delete", row.pk), {"post": "yes"})
        return "" if response.status_code == 302 else response.content.decode()

    def club_entry(self, kind: str, key: str, **data: object) -> RuleEntry:
        Source.objects.get_or_create(key="club", defaults={"name": "Club", "short": "Club", "is_club": True})
        told = {"summary": "Ours.", "section": "1", **data}
        return RuleEntry.objects.create(kind=kind, key=key, book_id="club", name=key, data=told, is_club=True)

    def test_what_nothing_needs_goes(self, staff):
        row = self.club_entry("items", "pike", category="close_combat")
        assert self.delete(staff, row) == ""
        assert "pike" not in current_rulebook().items

    def test_what_another_entry_names_stays(self, staff):
        page = self.delete(staff, entry("items", "sword"))
        assert "cannot be deleted" in page
        assert "item names sword, which is none of the items" in page
        assert RuleEntry.objects.filter(kind="items", key="sword").exists()

    def test_what_a_warband_has_stays(self, staff, owner):
        row = self.club_entry("items", "pike", category="close_combat")
        warband = acts.exiles(owner, stash="helmet")
        warband.items.filter(warrior=None).update(item_key="pike")
        Warband.objects.update(name="<b>Exiles</b>")
        page = self.delete(staff, row)
        assert "pike is in use by &lt;b&gt;Exiles&lt;/b&gt;" in page

    @pytest.mark.parametrize(
        ("kind", "column", "value"),
        [
            ("skills", "skills", ["ours"]),
            ("injuries", "injuries", [{"injury": "ours"}]),
            ("spells", "spells", [{"spell": "ours", "difficulty": 5}]),
            ("mutations", "mutations", ["ours"]),
            ("skill_lists", "extra_skill_lists", ["ours"]),
        ],
    )
    def test_so_does_what_a_warrior_has_learned_or_suffered(self, staff, owner, kind, column, value):
        more = {"spells": {"difficulty": 6}, "mutations": {"price": 5}, "skill_lists": {"skills": []}}
        row = self.club_entry(kind, "ours", **more.get(kind, {}))
        warband = acts.founded_mob(owner)
        warband.warriors.filter(name="Grubnash").update(**{column: value})
        assert "is in use by Da Snikkaz" in self.delete(staff, row)

    def test_and_a_hired_sword_or_a_whole_list_in_play(self, staff, owner):
        acts.founded_mob(owner)
        assert "is in use by Da Snikkaz" in self.delete(staff, entry("hired_swords", "ogre_bodyguard"))
        assert "is in use by Da Snikkaz" in self.delete(staff, entry("warband_types", "orc_mob"))

    def test_in_use_twice_is_told_once(self, staff, owner):
        acts.founded_mob(owner)
        acts.founded_mob(owner)
        page = self.delete(staff, entry("items", "bow"))
        assert page.count("is in use by") == 2

    def test_the_same_holds_for_many_at_once(self, staff, owner):
        acts.founded_mob(owner)
        rows = [self.club_entry("items", "pike", category="close_combat"), entry("items", "bow")]
        data = {"action": "delete_selected", "post": "yes", "_selected_action": [row.pk for row in rows]}
        page = staff.post(place(RuleEntry, "changelist"), data).content.decode()
        assert "cannot be deleted together" in page
        assert RuleEntry.objects.filter(key="pike").exists()
        data["_selected_action"] = [rows[0].pk]
        assert staff.post(place(RuleEntry, "changelist"), data).status_code == 302
        assert "pike" not in current_rulebook().items

    def test_what_is_the_clubs_alone_is_not_given_back(self, staff):
        row = self.club_entry("items", "pike", category="close_combat")
        data = {"action": "give_back", "_selected_action": [row.pk]}
        answer = staff.post(place(RuleEntry, "changelist"), data, follow=True)
        assert "None of these" in answer.content.decode()
        assert entry("items", "pike").is_club


class TestWhatPlayersOwn:
    @pytest.mark.parametrize("model", OWNED)
    def test_is_changed_by_no_form_that_somebody_made_up(self, staff, warband, model):
        before = acts.everything_stored(warband)
        row = model.objects.filter(**({"pk": warband.pk} if model is Warband else {"warband": warband})).first()
        made_up = {field.name: "1" for field in model._meta.fields} | {"_save": "Save", "post": "yes"}
        for what in ("change", "delete"):
            assert staff.post(place(model, what, row.pk), made_up).status_code == 403, what
        assert staff.post(place(model, "add"), made_up).status_code == 403
        for action in ("delete_selected", "give_back"):
            staff.post(
                place(model, "changelist"),
                {"action": action, "post": "yes", "_selected_action": [row.pk], "index": "0"},
            )
        assert acts.everything_stored(warband) == before
        assert warband.documents.count() == 1

    def test_inline_rows_are_not_written_either(self, staff, warband):
        before = acts.everything_stored(warband)
        first = warband.warriors.first()
        data = {"warriors-TOTAL_FORMS": 1, "warriors-INITIAL_FORMS": 1, "warriors-0-id": first.pk}
        data |= {"warriors-0-name": "Mine", "warriors-0-DELETE": "on", "warriors-0-warband": warband.pk}
        assert staff.post(place(Warband, "change", warband.pk), data).status_code == 403
        assert acts.everything_stored(warband) == before

    def test_of_every_column_it_is_said_whether_it_is_shown(self):
        assert set(OWNED) < set(back_room.shown("warbands"))
        assert back_room.undecided("warbands") == []
        assert back_room.careless("warbands") == []

    def test_what_opens_something_is_on_no_page_and_is_not_guessed(self, staff, warband):
        secrets = back_room.planted("warbands", sealed=False)
        assert len(secrets) >= 6
        assert back_room.told_on_pages(staff, "warbands", secrets) == []
        assert back_room.guesses(staff, "warbands") == []

    def test_an_account_that_owns_warbands_is_not_deleted_here(self, staff, warband, owner):
        assert staff.get(place(Player, "delete", owner.pk)).status_code == 200
        assert staff.post(place(Player, "delete", owner.pk), {"post": "yes"}).status_code == 403
        data = {"action": "delete_selected", "post": "yes", "_selected_action": [owner.pk]}
        assert staff.post(place(Player, "changelist"), data).status_code == 403
        assert Player.objects.filter(pk=owner.pk).exists()

    def test_no_list_asks_for_each_row(self, staff, owner, django_assert_max_num_queries):
        for _ in range(12):
            acts.exiles(owner, stash="helmet")
        for model in OWNED:
            with django_assert_max_num_queries(12):
                assert staff.get(place(model, "changelist")).status_code == 200


class TestPlayers:
    def test_a_player_is_added_and_can_sign_in(self, staff, client):
        data = {"username": "newcomer", "password1": "a-long-passphrase", "password2": "a-long-passphrase"}
        data["usable_password"] = "true"
        assert staff.post(place(Player, "add"), data).status_code == 302
        assert client.login(username="newcomer", password="a-long-passphrase")

    @pytest.mark.parametrize("name", ["owner", "OWNER"])
    def test_a_name_is_given_once(self, staff, owner, name):
        data = {"username": name, "password1": "a-long-passphrase", "password2": "a-long-passphrase"}
        assert "already exists" in staff.post(place(Player, "add"), data | {"usable_password": "true"}).content.decode()

    def test_a_player_is_changed(self, staff, owner):
        address = place(Player, "change", owner.pk)
        data = {"username": "owner", "email": "other@example.org", "is_active": "on"}
        assert staff.post(address, data).status_code == 302
        owner.refresh_from_db()
        assert owner.email == "other@example.org"

    def test_an_address_in_use_is_told_and_not_stored(self, staff, owner, rival):
        data = {"username": "owner", "email": "RIVAL@example.org", "is_active": "on"}
        page = staff.post(place(Player, "change", owner.pk), data)
        assert page.status_code == 200
        assert page.context["adminform"].form.errors


def test_every_model_of_ours_has_its_page():
    assert {*OWNED, RuleEntry, Source, Player} <= set(admin.site._registry)
    assert back_room.not_there("warbands") == set()
