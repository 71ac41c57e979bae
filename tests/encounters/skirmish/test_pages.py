"""The pages of a skirmish: from the first tap to the end, for whoever keeps it and for whoever watches."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from encounters.models import SkirmishFight, SkirmishStep
from encounters.skirmish_selectors import file_of
from tests.encounters.skirmish.conftest import SIDES, Table, drawn
from warbands.models import Player
from warbands.roster.refusals import Refused

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def at(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def url(name: str, row: SkirmishFight, *more: Any) -> str:
    return reverse(name, args=[row.code, *more])


def text(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


class TestBeginning:
    def test_two_against_two_is_one_tap_for_a_guest_and_is_in_his_list(self) -> None:
        client = at(None)
        answer = client.post(reverse("skirmish-new"), {"ready": "two_against_two", "do": "fight"})
        row = SkirmishFight.objects.get()
        assert answer.url == row.get_absolute_url()
        assert row.is_under_way
        assert "Two against two" in text(client.get(reverse("hit-chance")))
        page = text(client.get(answer.url))
        assert "Ada: D6, 5 or less acts before the monsters" in page
        assert "Roll 2 dice" in page

    def test_a_file_is_read_and_its_first_fault_is_told(self, alice: Player) -> None:
        client = at(alice)
        good = SimpleUploadedFile("fight.yaml", SIDES)
        assert client.post(reverse("skirmish-new"), {"do": "file", "file": good}).status_code == 302
        assert [one.name for one in file_of(SkirmishFight.objects.get()).monsters] == ["Grub", "Snaga"]
        bad = text(client.post(reverse("skirmish-new"), {"do": "file", "text": "members: [{name: X, at: [0, 0]}]"}))
        assert "monsters" in bad
        assert "Choose a file" in text(client.post(reverse("skirmish-new"), {"do": "file"}))
        assert "Null characters" in text(client.post(reverse("skirmish-new"), {"do": "file", "text": "a\0"}))
        assert SkirmishFight.objects.count() == 1

    def test_a_fighter_is_picked_and_the_rules_speak_as_he_is_typed(self, alice: Player) -> None:
        row, client = drawn(alice), at(alice)
        form = text(client.get(f"{row.get_absolute_url()}?edit=members-0"))
        assert 'value="Ada"' in form
        names = re.findall(r'<(?:input|select)[^>]* name="([a-z]+)"', form.split("<main")[1])
        assert {name for name in names if names.count(name) > 1} == {"held", "readied", "pack", "armour"}
        said = {"version": 1, "side": "members", "name": "Cuno", "level": 3, "held": ["great_weapon", "sword"]}
        assert "more than he has hands for" in text(client.post(url("skirmish-check", row), said))
        said["held"] = ["sword", ""]
        said |= {"armour": ["helmet", "mail"], "sunders": "on"}
        assert "HC7-2" in text(client.post(url("skirmish-check", row), said))
        assert SkirmishFight.objects.get().version == 1
        assert client.post(url("skirmish-fighter", row), said).status_code == 302
        last = file_of(SkirmishFight.objects.get()).members[-1]
        assert (last.name, last.held, last.armour, last.skills) == (
            "Cuno",
            ("sword",),
            ("helmet", "mail"),
            ("sundering",),
        )
        assert "gone on since" in text(client.post(url("skirmish-fighter", row), said))

    def test_an_empty_form_greets_without_a_fault(self, alice: Player) -> None:
        row, client = drawn(alice), at(alice)
        assert "delay:250ms, load" in text(client.get(f"{row.get_absolute_url()}?edit=members-0"))
        assert "delay:250ms, load" not in text(client.get(f"{row.get_absolute_url()}?edit=members"))
        said = {"version": 1, "side": "members", "name": "X", "level": 31}
        assert "Level: ensure this value is less than" in text(client.post(url("skirmish-fighter", row), said))

    def test_an_older_form_means_the_same_fighter_or_nobody(self, alice: Player) -> None:
        """Two tabs: what is typed for Bert never lands on whoever stands in his place by now."""
        row, client = drawn(alice), at(alice)
        said = {"version": 1, "side": "members", "place": 1, "whom": "Bert", "name": "Bertha", "level": 4}
        client.post(url("skirmish-change", row), {"version": 1, "side": "members", "place": 0, "do": "out"})
        moved = text(client.post(url("skirmish-fighter", row), said))
        assert 'name="place" value="0"' in moved
        assert "<bdi>Bert</bdi>" in moved
        client.post(url("skirmish-fighter", row), said | {"version": 2, "place": 0, "name": "Cuno"})
        gone = text(client.post(url("skirmish-fighter", row), said | {"version": 2}))
        assert "Bert</bdi> is not there any more" in gone
        assert 'value="Bertha"' in gone
        assert 'form="fighter"' not in gone, "there is nothing to tap again"
        strange = text(client.post(url("skirmish-fighter", row), said | {"place": 77, "whom": ""}))
        assert "is not there any more" in strange
        assert client.post(url("skirmish-check", row), said | {"place": 77}).status_code == 200
        assert [one.name for one in file_of(SkirmishFight.objects.get()).members] == ["Cuno"]

    def test_changing_one_keeps_what_the_form_does_not_ask(self, alice: Player) -> None:
        row, client = (
            drawn(alice, SIDES.replace(b"level: 1, at: [3, 6]", b"injuries: [{number: 6}], at: [3, 6]")),
            at(alice),
        )
        said = {"version": 1, "side": "members", "place": 1, "name": "Bert", "level": 4, "x": 2, "y": 2}
        client.post(url("skirmish-fighter", row), said)
        bert = file_of(SkirmishFight.objects.get()).members[1]
        assert (bert.level, bert.at, bert.injuries[0].number, bert.held) == (4, (2, 2), 6, ())

    def test_ground_doubles_and_what_is_wrong_stands_on_the_page(self, alice: Player) -> None:
        row, client = drawn(alice), at(alice)
        client.post(url("skirmish-change", row), {"version": 1, "side": "monsters", "place": 1, "do": "double"})
        said = {"version": 2, "width": 6, "height": 9, "round_limit": 9, "cover": "1,1=2", "name": "Ford"}
        client.post(url("skirmish-ground", row), said)
        row.refresh_from_db()
        assert (row.name, file_of(row).ground.cover[0].value, len(file_of(row).monsters)) == ("Ford", 2, 3)
        page = text(client.get(row.get_absolute_url()))
        assert 'edit=monsters-1"><bdi dir="ltr">Snaga stands off the ground' in page
        assert "disabled" in page
        assert "HC8-2" in page, "whoever is well by himself is drawn as he is"
        assert page.count('class="hit-token') == 4, "and stands on the map"
        assert ">?<" not in page
        kept = text(client.post(url("skirmish-ground", row), said | {"version": 3, "cover": "here", "width": 7}))
        assert 'id="ground" open' in kept
        assert 'value="here"' in kept
        off = text(client.post(url("skirmish-ground", row), said | {"version": 3, "cover": "6,1=2"}))
        assert "Cover: 6,1 lies off the ground, whose last square is 5,8." in off
        assert SkirmishFight.objects.get().version == 3
        assert b"round_limit: 9" in client.get(url("skirmish-file", row)).content

    def test_how_the_rules_are_read_is_set_and_told_on_draft_fight_and_tables(self, alice: Player) -> None:
        row, client = drawn(alice), at(alice)
        assert "margin: the further" in text(client.get(row.get_absolute_url()))
        said = {"version": 1, "width": 12, "height": 9, "round_limit": 9, "severity": "highroll", "shrinking": "usage"}
        client.post(url("skirmish-ground", row), said)
        assert b"severity: highroll" in client.get(url("skirmish-file", row)).content
        for told in ("highroll: the higher", "usage: only a 2"):
            assert f"<b>{told}" in text(client.get(row.get_absolute_url())), told
        client.post(url("skirmish-begin", row), {"version": 2})
        assert "<b>usage: only a 2" in text(client.get(row.get_absolute_url()))

    def test_sides_that_the_format_has_no_longer_are_told_of_and_can_be_thrown_away(self, alice: Player) -> None:
        row, client = drawn(alice), at(alice)
        SkirmishFight.objects.update(terms=row.terms | {"members": []})
        for page in (client.get(row.get_absolute_url()), client.get(url("skirmish-file", row))):
            assert "The rules have changed since" in text(page)
        said = {"version": 1, "side": "members", "name": "Cuno", "level": 1}
        assert "The rules have changed since" in text(client.post(url("skirmish-fighter", row), said))
        assert url("skirmish-throw-away", row) in text(client.get(row.get_absolute_url()))
        client.post(url("skirmish-throw-away", row), {"version": 1})
        assert not SkirmishFight.objects.exists()


class TestTheTracker:
    def test_it_says_whose_block_it_is_who_may_act_and_what_each_attack_does(self, table: Table) -> None:
        page = text(at(table.by).get(table.row.get_absolute_url()))
        for told in ("Members who passed", "Strike Grub", "67 %", "8 of 12", "by the helmet", "struck back", "HC8-2"):
            assert told in page, told
        assert page.count("May act") == 2
        other = text(at(table.by).get(f"{table.row.get_absolute_url()}?who=1"))
        assert "Shoot at Snaga" in other
        assert "Bert</bdi> is done" in other

    def test_an_attack_is_rolled_from_what_fell_at_the_table(self, table: Table) -> None:
        client = at(table.by)
        said = {"version": table.row.version, "order": "0 attack 2 sword"}
        due = text(client.post(url("skirmish-order", table.row), said, headers=HTMX))
        for told in ("strike Grub", "strikes back", "Spare the armour", "Roll 2 dice", "hx-swap-oob"):
            assert told in due, told
        faces = {"version": table.row.version + 1, "do": "faces", "face_1": "3", "face_2": "12"}
        page = text(client.post(url("skirmish-throw", table.row), faces, headers=HTMX))
        assert "taken by the helmet: destroyed" in page
        assert "rolled at the table" in page

    def test_once_the_first_die_has_fallen_the_odds_of_both_stay(self, table: Table) -> None:
        table.say("0 attack 2 sword").throw(3)
        page = text(at(table.by).get(table.row.get_absolute_url()))
        assert page.count("hit-percent") == 2
        assert "strikes back" in page
        assert "may meet it otherwise" not in page

    @pytest.mark.parametrize(
        ("typed", "told"),
        [
            ("-1", "-1 is no face of a D12: type a whole number from 1 to 12"),
            ("1.5", "1.5 is no face of a D12: type a whole number from 1 to 12"),
            ("3 x", "x is no face of a D10: type a whole number from 1 to 10"),
            ("13", "13 is no face of a D12: type a whole number from 1 to 12"),
        ],
    )
    def test_what_is_no_face_is_refused_with_the_range_and_stays_typed(
        self, table: Table, typed: str, told: str
    ) -> None:
        table.row = Table(table.by, SIDES.replace(b"held: [axe]", b"held: [sword]")).throw(1, 1).row
        table.say("0 attack 2 sword")
        said = {"version": table.row.version, "do": "faces", "row": typed}
        page = text(at(table.by).post(url("skirmish-throw", table.row), said, headers=HTMX))
        assert told in page
        assert f'value="{typed}"' in page
        assert table.row.version == SkirmishFight.objects.get(pk=table.row.pk).version

    def test_without_script_what_is_no_face_stays_typed_too(self, table: Table) -> None:
        table.say("0 attack 2 sword")
        said = {"version": table.row.version, "do": "faces", "row": "3 99"}
        page = text(at(table.by).post(url("skirmish-throw", table.row), said))
        assert "99 is no face of a D" in page
        assert 'value="3 99"' in page
        assert "<!doctype html>" in page.lower(), "the whole page"

    def test_an_order_may_be_put_off_and_he_is_shown_whose_dice_are_due(self, table: Table) -> None:
        """The second of those who may act is opened by his address, which is gone once he has said something."""
        page = text(at(table.by).get(table.say("1 attack 3 crossbow").row.get_absolute_url()))
        assert ">Something else<" in page
        _, *shown = page.split('class="hit-card shown')
        assert ["<bdi>Bert</bdi>" in card.split("</li>")[0] for card in shown] == [True]

    def test_a_die_typed_at_the_start_of_a_round_is_taken_back(self, alice: Player) -> None:
        table = Table(alice).throw(2)
        page = text(at(alice).get(table.row.get_absolute_url()))
        assert table.row.fallen
        assert ">Take back<" in page
        assert "Something else" not in page
        assert 'class="hit-card shown' not in page, "it is nobody's die alone"

    def test_names_from_right_to_left_turn_nothing_around_them(self, alice: Player) -> None:
        table = Table(alice, SIDES.replace(b"name: Ada", "name: שלום".encode()))
        page = text(at(alice).get(table.row.get_absolute_url()))
        assert '<li><bdi dir="ltr">\u2068שלום\u2069: D6' in page
        table.throw(1, 1).say("0 attack 2 sword")
        due = text(at(alice).get(table.row.get_absolute_url()))
        assert '<bdi dir="ltr">\u2068שלום\u2069: strike Grub</bdi>' in due

    def test_a_block_is_done_with_one_tap(self, alice: Player) -> None:
        table = Table(alice, SIDES + b"  - {name: Ufthak, at: [9, 7]}\n").throw(1, 1).say("0 done").say("1 done")
        client = at(alice)
        assert 'All 2 done: <bdi dir="ltr">Snaga, Ufthak' in text(client.get(table.row.get_absolute_url()))
        client.post(url("skirmish-all-done", table.row), {"version": table.row.version})
        assert "All 2 done" not in text(client.get(table.row.get_absolute_url()))

    def test_a_double_post_does_nothing_twice_and_what_is_refused_is_said(self, table: Table) -> None:
        client, said = at(table.by), {"version": table.row.version, "order": "0 done"}
        client.post(url("skirmish-order", table.row), said)
        again = text(client.post(url("skirmish-order", table.row), said, headers=HTMX))
        assert "gone on since this page was drawn" in again
        assert SkirmishStep.objects.count() == 2
        nothing = client.post(url("skirmish-throw", table.row), {"version": 9, "do": "x"}, follow=True)
        assert "Say whether the app rolls" in text(nothing)

    def test_taken_back_it_stands_in_the_log(self, table: Table) -> None:
        client = at(table.by)
        table.say("0 move 4,5")
        client.post(url("skirmish-back", table.row), {"version": table.row.version})
        log = text(client.get(url("skirmish-log", table.row)))
        assert "taken back" in log
        assert "Ada goes to 4,5" in log
        assert "at the table" in log

    def test_a_running_fight_asks_ten_queries_at_most(self, table: Table, django_assert_max_num_queries: Any) -> None:
        client = at(table.by)
        with django_assert_max_num_queries(10):
            client.get(table.row.get_absolute_url())

    def test_the_end_tells_who_won_and_what_is_left_to_do(self, table: Table) -> None:
        table.say("2 stance no no").say("0 attack 2 sword").throw(1).say("1 attack 3 crossbow").throw(1)
        page = text(at(table.by).get(table.row.get_absolute_url()))
        assert "The members win" in page
        assert "Stabilise Grub" in page
        assert at(table.by).post(url("skirmish-again", table.row)).status_code == 302
        assert SkirmishFight.objects.filter(state="gathering").count() == 1


class TestWatching:
    @pytest.mark.parametrize("who", ["a stranger", "somebody else"])
    def test_a_watcher_sees_all_of_it_and_has_nothing_to_tap(self, table: Table, bob: Player, who: str) -> None:
        client = at(bob if who == "somebody else" else None)
        page = text(client.get(table.row.get_absolute_url()))
        assert "Ada" in page
        assert "you watch" in page
        assert url("skirmish-order", table.row) not in page

    def test_what_he_posts_changes_nothing(self, table: Table, bob: Player) -> None:
        before = SkirmishFight.objects.get().version
        for name in ("order", "throw", "back", "throw-away", "print", "begin"):
            said = {"version": before, "order": "0 done", "do": "roll"}
            answer = at(bob).post(url(f"skirmish-{name}", table.row), said, follow=True)
            assert answer.status_code == 200
            assert at(None).post(url(f"skirmish-{name}", table.row), said).status_code == 302
        assert SkirmishFight.objects.get().version == before
        assert not table.row.documents.exists()

    def test_his_page_asks_whether_it_has_gone_on(self, table: Table) -> None:
        version = table.row.version
        assert at(None).get(url("skirmish-since", table.row, version)).status_code == 204
        table.say("0 done")
        assert "Bert" in text(at(None).get(url("skirmish-since", table.row, version), headers=HTMX))
        table.back().back().back()
        assert at(None).get(url("skirmish-since", table.row, version))["HX-Refresh"] == "true"


def test_the_tables_are_marked_as_printed_or_house() -> None:
    page = text(Client().get(reverse("hit-chance-tables")))
    for told in ("Attack Result", "printed in part", "house", 'id="ruling-H38"', "SDIE-1"):
        assert told in page, told


def test_rules_that_have_changed_leave_a_page(table: Table) -> None:
    SkirmishFight.objects.update(notation="{}")
    assert "It stands still" in text(at(table.by).get(table.row.get_absolute_url()))


class TestSlots:
    def test_the_table_fills_and_clears_them_of_whoever_is_looked_at(self, table: Table) -> None:
        client, grub = at(table.by), f"{table.row.get_absolute_url()}?who=2"
        page = text(client.get(grub))
        assert "Fatigue and infection of <bdi>Grub</bdi>" in page
        said = {"order": "2 fill infection", "version": table.row.version}
        page = text(client.post(url("skirmish-order", table.row), said, headers=HTMX))
        assert "1 INF" in page
        assert 'value="2 clear infection"' in page, "he is still looked at, though it is not his block"
        table.row.refresh_from_db()
        table.back()
        assert 'value="2 clear infection"' not in text(client.get(grub))

    def test_nobody_else_does(self, table: Table, bob: Player) -> None:
        assert "Fatigue and infection" not in text(at(bob).get(f"{table.row.get_absolute_url()}?who=2"))

    def test_nor_while_dice_are_due(self, table: Table) -> None:
        table.say("0 attack 2 sword")
        assert "Fatigue and infection" not in text(at(table.by).get(f"{table.row.get_absolute_url()}?who=2"))
        with pytest.raises(Refused, match="First the dice"):
            table.say("2 fill infection")
