"""The set-up sheet on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.postbattle.choices import Sensible
from campaigns.postbattle.sessions import AtOnce
from encounters import table_printing
from encounters.setup import Plan, set_up
from encounters.setup.sheet import sheet_of
from encounters.table_printing import MapPrinted, html_of, laid_out, map_printed, setup_pdf
from mordheim.rules.dice import SeededDice
from tests.encounters.setup.stage import a_map, printed


def plan(scenario: str, warbands: int, *, long_names: bool = False) -> Plan:
    some = printed(warbands)
    if long_names:
        some = tuple(
            _renamed(one, f"{one.place} of the Most Honourable and Entirely Unforgiving Company") for one in some
        )
    session = AtOnce(SeededDice(3), Sensible())
    return set_up(some, session, scenario=scenario, drawn=a_map(scenario, warbands))


def _renamed(one, name: str):
    return replace(one, roster=replace(one.roster, snapshot=replace(one.roster.snapshot, name=name)))


@pytest.mark.parametrize(("scenario", "warbands"), [("skirmish", 2), ("kidnapped", 2), ("treasure_hunt", 5)])
def test_it_is_one_page(scenario: str, warbands: int) -> None:
    assert len(laid_out(plan(scenario, warbands)).pages) == 1


@pytest.mark.parametrize("scenario", ["the_wizards_mansion", "monster_hunt"])
def test_eight_warbands_with_long_names_are_one_page_too(scenario: str) -> None:
    assert len(laid_out(plan(scenario, 8, long_names=True)).pages) == 1


def test_letter_holds_it_as_well() -> None:
    (page,) = laid_out(plan("monster_hunt", 8, long_names=True), "letter").pages
    assert (round(page.width), round(page.height)) == (816, 1056)  # CSS pixels, 96 an inch


def test_it_is_the_same_file_each_time() -> None:
    ambush = plan("ambush", 3)
    pdf = setup_pdf(ambush)
    assert pdf.startswith(b"%PDF")
    assert pdf == setup_pdf(ambush)


def test_everybodys_part_stands_on_it() -> None:
    ambush = plan("ambush", 4)
    html = html_of(sheet_of(ambush), MapPrinted("<svg></svg>", (), {}), 100)
    for side in ambush.sides:
        assert side.name.replace("'", "&#x27;") in html
    assert "Defender" in html
    assert "There are no Rout tests." in html
    assert "The game ends after 10 turns of each player." in html
    assert "A warband that routs leaves" not in html
    assert "Random happenings" in html


def test_it_says_whether_random_happenings_are_played() -> None:
    ambush = plan("ambush", 4)
    told = {said: sheet_of(replace(ambush, happenings=said)).blocks[-1].told[0] for said in (True, False, None)}
    assert told == {
        True: "They are played in this campaign.",
        False: "They are not played in this campaign.",
        None: "If the players have agreed on them:",
    }


def test_the_legend_stands_below_the_map_and_each_pattern_beside_its_warband() -> None:
    hunt = plan("treasure_hunt", 4)
    html = html_of(sheet_of(hunt), map_printed(hunt), 100)
    for told in ("wyrdstone", "rubble", "dots: storeys"):
        assert told in html[html.index('class="legend"') : html.index('class="sides"')], told
    first = sheet_of(hunt).blocks[1].told[-1]
    assert f"1: {hunt.counters[0].x:g}, {hunt.counters[0].y:g}; 2: " in first
    rows = html[html.index("<tbody>") : html.index("</tbody>")].split("</tr>")[:4]
    for side, row in zip(hunt.by_set_up, rows, strict=True):
        assert f'id="swatch-{side.party.place + 1}-side-' in row
        assert side.name.replace("'", "&#x27;") in row


def test_the_beast_can_be_played_from_it() -> None:
    hunt = plan("monster_hunt", 3)
    html = html_of(sheet_of(hunt), map_printed(hunt), 100)
    assert f"M {hunt.creature.profile.m} WS {hunt.creature.profile.ws} " in html
    for trait in hunt.creature.traits:
        assert f"<p>{trait.name}: " in html


def test_the_map_is_as_large_as_the_page_allows(monkeypatch) -> None:
    real, tried = table_printing._set, {}

    def noted(sheet, shown, height, page):
        tried[height] = real(sheet, shown, height, page)
        return tried[height]

    monkeypatch.setattr(table_printing, "_set", noted)
    document = laid_out(plan("monster_hunt", 8, long_names=True))
    largest = max(height for height, one in tried.items() if len(one.pages) == 1)
    assert document is tried[largest]
    larger = min(height for height in table_printing.MAP_HEIGHTS if height > largest)
    assert len(tried[larger].pages) > 1


def test_names_of_players_are_text_and_no_markup() -> None:
    some = printed(2)
    some = (_renamed(some[0], "<b>Bold</b>"), some[1])
    skirmish = set_up(some, AtOnce(SeededDice(3), Sensible()), scenario="skirmish", drawn=a_map("skirmish", 2))
    assert "<b>Bold" not in html_of(sheet_of(skirmish), map_printed(skirmish), 100)
