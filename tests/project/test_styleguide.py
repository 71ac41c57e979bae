"""The first page, and the gallery of parts that is there for development only."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from mordheim.templatetags.mordheim import counted, gc, pips, rule_url, signed, track
from warbands.roster.sheet import TrackBox

pytestmark = pytest.mark.urls("tests.project.pages_urls")


class TestTheFirstPage:
    def test_says_what_it_is_and_asks_nothing_of_the_database(self, client: Client, django_assert_num_queries, db):
        with django_assert_num_queries(0):
            page = client.get("/")
        assert page.status_code == 200
        assert "unofficial fan project" in page.content.decode()

    def test_has_no_inline_script_or_style(self, client: Client, db):
        html = client.get("/").content.decode()
        assert " style=" not in html
        assert "<style" not in html
        assert "onclick" not in html
        assert html.count("<script") == html.count("<script src=")


class TestTheGallery:
    def test_is_not_there_without_debug(self, client: Client, db):
        assert client.get(reverse("styleguide")).status_code == 404

    def test_draws_every_part_from_real_warbands(self, client: Client, db, settings):
        settings.DEBUG = True
        html = client.get(reverse("styleguide")).content.decode()
        assert "Gutsnik&#x27;s Greenskins" in html
        assert "At most 2 Goblin Warriors may join for each Orc" in html
        assert "Weapon Skill 6, raised: 5" in html
        assert " style=" not in html

    def test_a_name_with_tags_is_shown_as_it_was_written(self, client: Client, db, settings):
        settings.DEBUG = True
        html = client.get(reverse("styleguide")).content.decode()
        assert "&lt;b&gt;Bolli&lt;/b&gt;" in html
        assert "<b>Bolli</b>" not in html


class TestPagesForWhatWentWrong:
    @pytest.mark.parametrize("template", ["403.html", "403_csrf.html", "404.html", "500.html"])
    def test_each_stands_without_a_request(self, template: str):
        assert "<h1>" in render_to_string(template)

    def test_an_unknown_address_is_answered_in_our_dress(self, client: Client, db):
        page = client.get("/nowhere/")
        assert page.status_code == 404
        assert "There is nothing here" in page.content.decode()


class TestWords:
    @pytest.mark.parametrize(
        ("gold", "told"), [(1250, "1,250\u00a0gc"), (-35, "\u221235\u00a0gc"), (0, "0\u00a0gc"), (None, "–")]
    )
    def test_gold_never_breaks_from_its_unit(self, gold: int | None, told: str):
        assert gc(gold) == told

    def test_numbers_take_their_words(self):
        assert counted(1, "warrior,warriors") == "1\u00a0warrior"
        assert counted(3, "advance") == "3\u00a0advances"
        assert signed(-1) == "\u22121"

    def test_each_face_has_as_many_pips_as_it_counts(self):
        assert [len(pips(face)) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
        assert pips(10) == ()

    def test_a_ruling_is_a_place_on_the_page_of_rulings(self):
        assert rule_url("rulings", "ruling_12") == "/rules/rulings/#ruling-12"
        assert rule_url("items", "axe") == "/rules/items/axe/"

    def test_a_track_is_one_sentence_for_the_ear(self):
        boxes = [TrackBox(number, number <= 2, number in (2, 4)) for number in range(1, 6)]
        assert 'aria-label="2 of 5 experience, next advance at 4"' in track(boxes)


@pytest.mark.browser
class TestInTheBrowser:
    @pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
    def test_nothing_breaks_and_nothing_sticks_out(
        self, live_server, page, axe, settings, transactional_db, scheme, width
    ):
        settings.DEBUG = True
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 844})
        for address in ("/", "/styleguide/"):
            page.goto(live_server.url + address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert axe(page) == []
        assert complaints == []

    def test_a_tip_opens_by_key_closes_by_escape_and_the_focus_stays(
        self, live_server, page, settings, transactional_db
    ):
        settings.DEBUG = True
        page.goto(f"{live_server.url}/styleguide/#busy")
        page.locator("#busy .statline summary").first.focus()
        page.keyboard.press("Enter")
        assert page.locator("details.tip[open]").count() == 1
        page.keyboard.press("Escape")
        assert page.locator("details.tip[open]").count() == 0
        assert page.evaluate("document.activeElement.tagName") == "SUMMARY"

    def test_a_face_may_be_typed(self, live_server, page, settings, transactional_db):
        settings.DEBUG = True
        page.goto(f"{live_server.url}/styleguide/")
        page.locator("input[name=s-die]").first.focus()
        page.keyboard.press("6")
        assert page.locator("input[name=s-die]:checked").get_attribute("value") == "6"

    def test_a_chosen_theme_is_remembered(self, live_server, page, settings, transactional_db):
        page.emulate_media(color_scheme="light")
        page.goto(f"{live_server.url}/")
        page.locator("[data-theme-toggle]").click()
        page.reload()
        assert page.locator("html").get_attribute("data-bs-theme") == "dark"
