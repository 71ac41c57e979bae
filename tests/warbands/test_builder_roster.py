"""The list, the roster page and what is done from it: names, notes, order, founding, copies, history, deletion."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import acts
from tests.warbands import web
from warbands.audit import audit
from warbands.models import Player, Warband

pytestmark = pytest.mark.usefixtures("rules")

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><svg onload=alert(1)>",
    "{{7*7}}",
    "javascript:alert(1)",
    "=1+1",
    "O'Grot & Sons <3",
)


@pytest.fixture
def desk(client: Client, owner: Player) -> Client:
    client.force_login(owner)
    return client


@pytest.fixture
def mob(owner: Player) -> Warband:
    return acts.founded_mob(owner)


def told(answer) -> str:
    return answer.content.decode()


def in_order(page: str) -> list[str]:
    """The names on the cards of a roster page."""
    return re.findall(r'class="h3 warrior-name"><bdi>(.*?)</bdi>', page)


class TestBeginning:
    def test_an_empty_list_says_what_to_do_first(self, desk: Client) -> None:
        page = told(desk.get(reverse("warband-list")))
        assert "Begin a warband" in page
        assert reverse("warband-new") in page

    def test_a_warband_is_begun_with_a_kind_and_a_name(self, desk: Client, owner: Player) -> None:
        answer = desk.post(reverse("warband-new"), {"type": "orc_mob", "name": "Da Snikkaz"})
        assert answer.status_code == 302
        assert owner.warbands.get().treasury == 500

    @pytest.mark.parametrize(
        "typed",
        [
            {},
            {"type": "orc_mob"},
            {"name": "Da Snikkaz"},
            {"type": "orc_mob", "name": "   "},
            {"type": "orc_mob", "name": "\u202e\u200f\x07"},
            {"type": "orc_mob", "name": "W" * 201},
            {"type": "fishmen", "name": "Shoal"},
            {"type": "\x00", "name": "Nul"},
        ],
    )
    def test_what_is_missing_or_wrong_is_said_and_the_rest_kept(
        self, desk: Client, owner: Player, typed: dict[str, str]
    ) -> None:
        answer = desk.post(reverse("warband-new"), typed)
        assert answer.status_code == 200
        assert "invalid-feedback" in told(answer)
        assert not owner.warbands.exists()

    def test_two_hundred_characters_are_a_name(self, desk: Client, owner: Player) -> None:
        desk.post(reverse("warband-new"), {"type": "orc_mob", "name": "\U0001f480" * 200})
        assert owner.warbands.get().name == "\U0001f480" * 200

    def test_what_turns_the_line_round_is_taken_out_of_a_name(self, desk: Client, owner: Player) -> None:
        desk.post(reverse("warband-new"), {"type": "orc_mob", "name": "\u202eDa\x07 Snikkaz\u2069\u2028"})
        assert owner.warbands.get().name == "Da Snikkaz"


class TestNamesAreData:
    """MH-054."""

    @pytest.mark.parametrize("name", HOSTILE)
    def test_a_name_is_shown_as_typed_on_every_page(self, desk: Client, owner: Player, name: str) -> None:
        warband = acts.begin(owner, name=name)
        boss = acts.recruit(warband, "orc_boss", name=name)
        web.post(desk, "warrior-notes", warband, boss, notes=name)
        web.post(desk, "warband-notes", warband, notes=name)
        web.post(desk, "warband-share", warband)
        warband.refresh_from_db()
        pages = [web.page_of(desk, page, warband) for page in ("warband-detail", "warband-recruit", "warband-history")]
        pages += [web.page_of(desk, page, warband, boss) for page in web.PAGES_OF_A_WARRIOR]
        pages += [web.page_of(desk, "warband-delete", warband), told(desk.get(reverse("warband-list")))]
        pages.append(told(Client().get(warband.public_path)))
        for page in pages:
            assert escape(name) in page or escape(name).replace("&quot;", '"') in page
            assert name in unescape(page)
            assert escape(escape(name)) == escape(name) or escape(escape(name)) not in page
            if "<" in name and name != "O'Grot & Sons <3":
                assert name not in page

    def test_what_was_done_is_told_with_the_name_as_typed(self, desk: Client, mob: Warband) -> None:
        page = told(web.post(desk, "warband-rename", mob, name="<b>Da</b> & Sons"))
        assert "is called &lt;b&gt;Da&lt;/b&gt; &amp; Sons from now on" in page


class TestTheRosterPage:
    def test_it_shows_gold_rating_warriors_and_everybody(self, desk: Client, mob: Warband) -> None:
        page = web.page_of(desk, "warband-detail", mob)
        for shown in ("220\u00a0gc", "65", "Grubnash", "Da Ladz", "Bront", "Within the rules"):
            assert shown in page

    def test_the_table_has_everybody_on_a_line(self, desk: Client, mob: Warband) -> None:
        page = web.page_of(desk, "warband-detail", mob, query="?view=table")
        for shown in ("Grubnash", "Da Ladz", "Bront", "Battle axe, Helmet", "Heroes", "Hired swords"):
            assert shown in page
        assert 'class="warrior ' not in page

    def test_an_empty_draft_says_what_comes_first(self, desk: Client, owner: Player) -> None:
        page = web.page_of(desk, "warband-detail", acts.begin(owner))
        assert "Recruit a leader" in page
        assert "No heroes yet" in page

    def test_it_asks_no_more_queries_for_twenty_warriors_than_for_two(self, desk: Client, owner: Player) -> None:
        small, full = acts.begin(owner, name="Small"), acts.begin(owner, name="Full")
        acts.recruit(small, "orc_boss", "sword", name="Boss")
        acts.recruit(small, "orc_boy", "bow", name="Boy")
        acts.recruit(full, "orc_boss", "sword", "helmet", name="Boss")
        for number in range(19):
            acts.recruit(full, "orc_boy", "bow", "battle_axe", name=f"Boy {number}")
        counts = []
        for warband in (small, full):
            web.page_of(desk, "warband-detail", warband)
            with CaptureQueriesContext(connection) as queries:
                web.page_of(desk, "warband-detail", warband)
            counts.append(len(queries))
        assert counts[0] == counts[1]
        assert counts[1] <= 12

    def test_a_page_of_twenty_warriors_is_light(self, desk: Client, owner: Player) -> None:
        full = acts.begin(owner)
        acts.recruit(full, "orc_boss", "sword", "helmet", name="Boss")
        for number in range(19):
            acts.recruit(full, "orc_boy", "bow", "battle_axe", name=f"Boy {number}")
        assert len(web.page_of(desk, "warband-detail", full).encode()) < 150_000

    def test_a_kind_that_the_rules_have_no_more_is_told(self, desk: Client, mob: Warband) -> None:
        Warband.objects.filter(pk=mob.pk).update(type_key="gone")
        for name in ("warband-detail", "warband-recruit"):
            assert "The rules have this kind of warband no more" in web.page_of(desk, name, mob)
        assert desk.get(reverse("warband-list")).status_code == 200


class TestFounding:
    def test_a_draft_says_what_stands_in_the_way(self, desk: Client, owner: Player) -> None:
        draft = acts.begin(owner)
        acts.recruit(draft, "orc_boss", name="Boss")
        assert "in the way" in web.page_of(desk, "warband-detail", draft)
        page = told(web.post(desk, "warband-found", draft))
        assert "cannot be founded yet" in page
        assert not Warband.objects.get(pk=draft.pk).founded

    def test_a_legal_draft_is_founded(self, desk: Client, owner: Player) -> None:
        draft = acts.begin(owner)
        acts.recruit(draft, "orc_boss", name="Boss")
        acts.recruit(draft, "orc_boy", name="Boyz", size=2)
        page = told(web.post(desk, "warband-found", draft))
        assert "was founded with a rating of" in page
        assert Warband.objects.get(pk=draft.pk).founded
        assert "is founded already" in told(web.post(desk, "warband-found", draft))


class TestSmallDeeds:
    def test_renaming(self, desk: Client, mob: Warband) -> None:
        web.post(desk, "warband-rename", mob, name="Da Biggaz")
        boss = acts.warrior(mob, "Grubnash")
        web.post(desk, "warrior-rename", mob, boss, name="Grubnash da Third")
        page = web.page_of(desk, "warband-detail", mob)
        assert "Da Biggaz" in page
        assert "Grubnash da Third" in page

    def test_two_warriors_of_one_name_are_refused_and_the_name_stays_in_the_field(
        self, desk: Client, mob: Warband
    ) -> None:
        boss = acts.warrior(mob, "Grubnash")
        answer = web.post(desk, "warrior-rename", mob, boss, name="Da Ladz")
        assert answer.status_code == 200
        assert 'value="Da Ladz"' in told(answer)
        assert acts.warrior(mob, "Grubnash") == boss

    def test_a_warriors_name_fits_a_table_and_a_longer_one_from_a_file_stays(self, desk: Client, mob: Warband) -> None:
        boss = acts.warrior(mob, "Grubnash")
        assert "at most 60 characters" in told(web.post(desk, "warrior-rename", mob, boss, name="x" * 61))
        web.post(desk, "warrior-rename", mob, boss, name="x" * 60)
        assert acts.warrior(mob, "x" * 60).pk == boss.pk
        long = acts.exported(mob).replace(b"x" * 60, b"x" * 170)
        assert acts.bring_in(mob.owner, long).warband

    @pytest.mark.parametrize("name", ["", "  ", "x" * 201, "\u202e"])
    def test_what_is_no_name_is_refused(self, desk: Client, mob: Warband, name: str) -> None:
        before = acts.everything_stored(mob)
        assert web.post(desk, "warband-rename", mob, name=name).status_code == 200
        assert web.post(desk, "warrior-rename", mob, acts.warrior(mob, "Da Ladz"), name=name).status_code == 200
        assert acts.everything_stored(mob) == before

    def test_notes_of_several_lines(self, desk: Client, mob: Warband) -> None:
        web.post(desk, "warband-notes", mob, notes="One\r\nTwo\x07\r\n")
        assert Warband.objects.get(pk=mob.pk).notes == "One\nTwo"

    def test_notes_without_end_are_refused_and_kept_on_the_page(self, desk: Client, mob: Warband) -> None:
        page = told(web.post(desk, "warband-notes", mob, notes="long " * 5000))
        assert "long long" in page
        assert Warband.objects.get(pk=mob.pk).notes == ""

    def test_warriors_of_one_type_change_places(self, desk: Client, owner: Player) -> None:
        draft = acts.begin(owner)
        for name in ("First", "Second"):
            acts.recruit(draft, "orc_boy", name=name)
        acts.recruit(draft, "goblin_warrior", name="Between")
        acts.recruit(draft, "orc_boy", name="Third")
        assert in_order(web.page_of(desk, "warband-detail", draft)) == ["First", "Second", "Third", "Between"]
        third = acts.warrior(draft, "Third")
        page = told(web.post(desk, "warrior-move", draft, third, steps="-1", at="roster"))
        assert in_order(page) == ["First", "Third", "Second", "Between"]
        assert f'id="up-{acts.warrior(draft, "First").pk}"' not in page
        assert f'id="down-{acts.warrior(draft, "Second").pk}"' not in page

    @pytest.mark.parametrize("steps", ["", "up", "9" * 40, "-101"])
    def test_no_number_of_places_moves_nobody(self, desk: Client, mob: Warband, steps: str) -> None:
        before = acts.everything_stored(mob)
        assert web.post(desk, "warrior-move", mob, acts.warrior(mob, "Da Ladz"), steps=steps).status_code == 200
        assert acts.everything_stored(mob) == before

    def test_a_group_grows_and_shrinks(self, desk: Client, mob: Warband) -> None:
        ladz = acts.warrior(mob, "Da Ladz")
        web.post(desk, "warrior-enlarge", mob, ladz, at="roster")
        assert acts.warrior(mob, "Da Ladz").size == 4
        web.post(desk, "warrior-dismiss", mob, ladz, count="1", at="roster")
        assert acts.warrior(mob, "Da Ladz").size == 3

    def test_dismissing_asks_first(self, desk: Client, mob: Warband) -> None:
        bront = acts.warrior(mob, "Bront")
        assert "Dismiss" in web.page_of(desk, "warrior-dismiss", mob, bront)
        assert mob.warriors.filter(pk=bront.pk).exists()
        page = told(web.post(desk, "warrior-dismiss", mob, bront))
        assert "was dismissed" in page
        assert not mob.warriors.filter(pk=bront.pk).exists()

    def test_a_copy_has_a_history_of_its_own(self, desk: Client, owner: Player, mob: Warband) -> None:
        web.post(desk, "warband-duplicate", mob)
        copy = owner.warbands.exclude(pk=mob.pk).get()
        assert copy.name == "Da Snikkaz (copy)"
        assert copy.events.count() == 1
        assert list(audit([copy])) == []

    def test_deleting_asks_first(self, desk: Client, owner: Player, mob: Warband) -> None:
        assert "It goes for good" in web.page_of(desk, "warband-delete", mob)
        assert "was deleted" in told(web.post(desk, "warband-delete", mob))
        assert not owner.warbands.exists()

    def test_a_warband_that_changed_meanwhile_is_not_deleted(self, desk: Client, mob: Warband) -> None:
        answer = desk.post(reverse("warband-delete", args=[mob.pk]), {"version": mob.version + 1})
        assert "has changed since the page was drawn" in told(answer)
        assert Warband.objects.filter(pk=mob.pk).exists()


class TestHistory:
    def test_it_is_told_in_sentences_with_the_dice(self, desk: Client, owner: Player) -> None:
        draft = acts.begin(owner)
        acts.recruit(draft, "orc_shaman", name="Snivvel", faces=[5, 3])
        page = web.page_of(desk, "warband-history", draft)
        assert "Orc Shaman joined as Snivvel and knows" in page
        assert "5, rolled at the table" in page
        assert "3, rolled at the table" in page
        assert "\u221240 gc" in page

    def test_a_long_one_has_pages(self, desk: Client, mob: Warband) -> None:
        for number in range(40):
            web.post(desk, "warband-notes", mob, notes=str(number))
        assert "Page 1 of 2" in web.page_of(desk, "warband-history", mob)
        assert "came from a file" in web.page_of(desk, "warband-history", mob, query="?page=2")
        for page in ("0", "-1", "x", "9" * 40):
            assert desk.get(reverse("warband-history", args=[mob.pk]) + f"?page={page}").status_code == 200
