"""The parts of the page of a fight as they are drawn: arena, offer, cards, what has happened."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from encounters.pitfight.cards import cards_of
from encounters.pitfight.offering import offer_of
from encounters.pitfight.picture import picture_of
from encounters.pitfight.state import PitFight
from encounters.pitfight.telling import grouped
from encounters.pitfight.view import view_of
from mordheim.shown_pit import QUESTIONS, shown_pit
from tests.encounters.pitfight.stage import Stage, at_blows, duel, random_fight

FOLDER = "encounters/pit"


def arena_html(fight: PitFight, seat: int | None = None) -> str:
    return render_to_string(f"{FOLDER}/_arena.html", {"arena": picture_of(fight, seat=seat)})


def offer_html(fight: PitFight, seat: int) -> str:
    offer = offer_of(fight, seat)
    values: dict[str, Any] = {"offer": offer, "seat": seat, "version": 7, "post_to": "/pit/x/say/"}
    return render_to_string(f"{FOLDER}/_offer.html", values) + render_to_string(f"{FOLDER}/_offer_bar.html", values)


def page_of(shown: dict[str, Any]) -> str:
    return "".join(
        (
            render_to_string(f"{FOLDER}/_arena.html", shown),
            render_to_string(f"{FOLDER}/_offer.html", {**shown, "version": 7, "post_to": "/pit/x/say/"}),
            render_to_string(f"{FOLDER}/_offer_bar.html", shown),
            render_to_string(f"{FOLDER}/_happened.html", shown),
            render_to_string(f"{FOLDER}/_fighters.html", shown),
        )
    )


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_drawn_with_a_way_to_answer_it(question: str) -> None:
    shown = shown_pit(question, 2, 6)
    assert shown["offer"].question == question
    html = page_of(shown)
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(set(ids)) == len(ids)
    for target in re.findall(r'<label [^>]*for="([^"]+)"', html):
        assert target in ids
    assert all(f'value="{choice.value}"' in html for choice in shown["offer"].choices)
    assert " style=" not in html
    assert "None" not in html


class TestTheArena:
    def test_is_a_picture_with_a_name_and_all_of_it_in_words(self) -> None:
        html = arena_html(duel().fight)
        assert 'role="img" aria-labelledby="arena-title arena-told"' in html
        assert html.count("A stands at G7, facing 12") == 2

    def test_nothing_can_be_tapped_by_one_who_is_not_asked(self) -> None:
        assert "foreignObject" not in arena_html(at_blows().fight)
        assert arena_html(at_blows().fight, 0).count("<label") == 1

    def test_a_name_with_tags_is_shown_as_it_was_written(self) -> None:
        stage = duel()
        stage.change(0, pit=stage[0].pit.__class__(**{**_fields(stage[0].pit), "name": "<b>Bolli</b>"}))
        for html in (arena_html(stage.fight, 0), offer_html(stage.fight, 0), _cards_html(stage)):
            assert "&lt;b&gt;Bolli" in html
            assert "<b>Bolli" not in html

    def test_a_vast_one_scrolls_in_its_box_and_stays_small_enough(self) -> None:
        html = arena_html(random_fight(1, fighters=2, radius=20))
        assert 'class="scroll" tabindex="0" role="region"' in html
        assert len(html) < 110_000
        assert len(arena_html(random_fight(1, fighters=2, radius=6))) < 20_000


class TestTheOffer:
    def test_posts_the_order_the_version_and_for_whom(self) -> None:
        html = offer_html(duel().fight, 0)
        assert 'id="order"' in html
        assert 'hx-post="/pit/x/say/"' in html
        assert '<input type="hidden" name="version" value="7">' in html
        assert '<input type="hidden" name="as" value="0">' in html
        assert 'name="order" value="0 pick lunge"' in html
        assert 'form="order"' in html
        assert "Seal this move" in html

    def test_bars_what_may_not_be_picked(self) -> None:
        html = offer_html(duel().fight, 0)
        assert re.search(r'value="0 pick rush" disabled', html)
        assert not re.search(r'value="0 pick lunge" disabled', html)

    def test_two_answers_are_two_buttons_that_post_them(self) -> None:
        stage = at_blows().rushed(0)
        stage.say("0 strike 1").say("0 aim head", "1 aim groin", dice=[])
        html = offer_html(stage.fight, 0)
        assert 'form="order" name="order" value="0 boost pass"' in html
        assert 'form="order" name="order" value="0 boost strength"' in html
        assert 'type="radio"' not in html

    def test_what_another_has_sealed_stands_nowhere(self) -> None:
        stage = duel().say("1 pick lunge")
        seen = view_of(stage.fight, {0})
        html = arena_html(seen.fight, 0) + _cards_html(stage, seen.answered)
        assert "lunge" not in html.replace("pick-lunge", "").lower()
        assert offer_html(seen.fight, 0) == offer_html(view_of(duel().fight, {0}).fight, 0)


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _cards_html(stage: Stage, answered: tuple[int, ...] = ()) -> str:
    cards = cards_of(view_of(stage.fight, {0}).fight, whose={0: "Anna"}, answered=answered)
    return render_to_string(f"{FOLDER}/_fighters.html", {"cards": cards})


class TestTheCards:
    def test_say_who_plays_him_and_who_has_sealed(self) -> None:
        html = _cards_html(duel().say("1 pick lunge"), (1,))
        assert "<bdi>Anna</bdi>" in html
        assert "Is asked" in html
        assert "Has sealed" in html

    def test_show_injuries_and_who_is_out(self) -> None:
        html = _cards_html(at_blows().hurt(0, ("rib_broken", "body")).hit("head", 11))
        assert "<b>Rib broken</b>, body: A/D −1" in html
        assert "Is killed after a blow by A, turn 1." in html


class TestWhatHasHappened:
    def test_shows_sentences_with_their_dice(self) -> None:
        stage = at_blows().say("0 strike 1").say("0 aim head", "1 aim body", dice=[14, 9, 6])
        html = render_to_string(f"{FOLDER}/_happened.html", {"steps": grouped(stage.events, stage.fight)})
        assert "30 + 1 + 14 = 45 against 30 + 2 + 9 = 41: hit." in html
        assert "A: attack: 14, rolled by the app" in html

    def test_is_nothing_where_nothing_has(self) -> None:
        assert render_to_string(f"{FOLDER}/_happened.html", {"steps": ()}).strip() == ""


@pytest.mark.browser
def test_a_tap_in_the_picture_chooses_and_a_choice_shows_in_it(live_server, page, settings, transactional_db) -> None:
    settings.DEBUG = True
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_server.url}/styleguide/?pit=place#pit")
    page.locator("#pit label.pit-tap[for='c-place-g1']").click()
    assert page.locator("#c-place-g1").is_checked()
    assert page.locator("#order input[name='facing']:checked").get_attribute("value") == "3"
    assert "shown" in page.locator("[data-tap='place-g1']").get_attribute("class")

    page.goto(f"{live_server.url}/styleguide/?pit=pick#pit")
    page.locator("#c-pick-observe").check()
    assert "Observe" in page.locator(".pit-said").inner_text()
    ghost = page.locator(".pit-ghost[data-shows='pick-observe']").first
    assert ghost.is_visible()
    assert page.locator(".pit-ghost:visible").count() == 2
    whole = page.locator(".pit-picture").get_attribute("viewBox")
    page.locator(".pit-nearer").click()
    assert page.locator(".pit-picture").get_attribute("viewBox") != whole

    page.goto(f"{live_server.url}/styleguide/?pit=aim#pit")
    page.locator("label.pit-tap[for='c-aim-head']").click()
    parts = {
        part: page.locator(f"[data-part='{part}']").get_attribute("class").split()[-1]
        for part in ("head", "body", "left_arm", "groin", "left_leg")
    }
    assert parts == {"head": "same", "body": "next", "left_arm": "next", "groin": "far", "left_leg": "far"}
