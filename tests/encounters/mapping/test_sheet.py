"""The map as a drawing and in words."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from encounters.map_svg import to_svg
from encounters.mapping import OBJECTIVES, draw_map
from encounters.mapping.inks import SIDE_COLOURS, attributes
from encounters.mapping.overlay import Counter, Overlay, Side, Zone, overlay_of
from encounters.mapping.sheet import draw_sheet
from encounters.mapping.words import in_words
from encounters.mapping.zones import zone_outlines
from encounters.table import table_for
from tests.encounters.mapping import surveyor

SVG = "{http://www.w3.org/2000/svg}"
STYLE = Path("mordheim/static/mordheim/encounters.css")


def overlay(warbands: int = 4) -> Overlay:
    letters = [segment.key for segment in table_for(warbands).segments]
    sides = [Side(f"Warband {n}", (Zone("segment", letters[n]),), "attacker", n + 1, n + 1) for n in range(warbands)]
    counters = (Counter("wyrdstone", 20, 20), Counter("wyrdstone", 30.5, 20))
    return Overlay("Treasure <Hunt>", tuple(sides), counters, "Chimera", (2, 3))


def drawn_svg(warbands: int = 4, objective: str = "none", **more: object) -> ElementTree.Element:
    table = table_for(warbands)
    return ElementTree.fromstring(to_svg(draw_map(table, objective, 4), table, overlay(warbands), **more))


def texts(svg: ElementTree.Element, css: str) -> list[str]:
    return [
        one.text or ""
        for group in svg.findall(f"{SVG}g")
        if group.get("class") == css
        for one in group.findall(f"{SVG}text")
    ]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("ink", ["screen", "paper"])
@pytest.mark.parametrize("turned", [False, True])
def test_every_map_is_well_formed_and_names_itself(objective: str, ink: str, turned: bool) -> None:
    svg = drawn_svg(8, objective, ink=ink, turned=turned)
    assert svg.get("role") == "img"
    assert svg.find(f"{SVG}title").text == "Treasure <Hunt>"
    assert "8 by 4 feet" in svg.find(f"{SVG}desc").text


def test_each_building_shows_its_number() -> None:
    drawn = draw_map(table_for(4), "none", 4)
    svg = drawn_svg()
    shown = texts(svg, "m-numbers") + texts(svg, "m-numbers-marked")
    assert sorted(map(int, shown)) == [one.number for one in drawn.buildings]
    assert sorted(texts(svg, "m-numbers-marked")) == ["2", "3"]


def test_each_segment_shows_its_letter_and_whose_it_is() -> None:
    svg = drawn_svg()
    assert texts(svg, "m-letters-taken") == ["A", "B", "C", "D"]
    assert texts(svg, "m-letters") == ["E", "F"]
    assert {f"Warband {n}" for n in range(4)} <= set(texts(svg, "m-names"))


def test_counters_are_numbered() -> None:
    assert texts(drawn_svg(), "m-shard-numbers") == ["1", "2"]


def test_warbands_are_told_apart_by_pattern_too() -> None:
    svg = drawn_svg(8, ink="paper")
    patterns = {one.get("id"): one.find(f"{SVG}path").get("d") for one in svg.iter(f"{SVG}pattern")}
    sides = [d for key, d in patterns.items() if key.startswith("map-side-")]
    assert len(set(sides)) == 8


def test_paper_is_black_white_and_grey() -> None:
    colours = re.findall(
        r"#([0-9a-f]{6})\b", to_svg(draw_map(table_for(4), "pool", 4), table_for(4), overlay(), ink="paper")
    )
    assert colours
    assert all(one[:2] == one[2:4] == one[4:] for one in colours)


def test_a_drawing_carries_no_style_that_a_strict_policy_refuses() -> None:
    svg = to_svg(draw_map(table_for(4), "none", 4), table_for(4), overlay())
    assert " style=" not in svg
    assert "<style" not in svg
    assert "<script" not in svg


def test_two_maps_on_a_page_keep_their_patterns_apart() -> None:
    one, other = drawn_svg(uid="a"), drawn_svg(uid="b")
    ids = [{thing.get("id") for thing in svg.iter() if thing.get("id")} for svg in (one, other)]
    assert not ids[0] & ids[1]
    used = set(re.findall(r"url\(#([\w-]+)\)", ElementTree.tostring(one, encoding="unicode")))
    assert used <= ids[0]


def test_the_style_sheet_knows_every_group() -> None:
    style = STYLE.read_text()
    plain = {"cobbles", "frame"}
    hatches = {f"side-{n}-hatch" for n in range(1, 9)}
    for css in attributes("screen").keys() - plain - hatches:
        assert re.search(rf"\.m-{css}\b", style), css


def test_the_style_sheet_and_a_file_have_the_same_colours_of_warbands() -> None:
    light = STYLE.read_text().split("@media")[0]
    assert tuple(re.findall(r"--side-\d: (#\w+)", light)) == SIDE_COLOURS["screen"]


@pytest.mark.parametrize("whole", [True, False])
def test_everything_stays_within_the_drawing(whole: bool) -> None:
    for turned in (False, True):
        drawn, table = draw_map(table_for(8), "none", 4), table_for(8)
        sheet = draw_sheet(drawn, table, overlay(8), turned=turned, heading=whole, legend=whole)
        for group in sheet.groups:
            for word in group.words:
                assert 0 <= float(word.x) <= float(sheet.width), word
                assert 0 <= float(word.y) <= float(sheet.height), word


def test_a_wide_table_stands_upright_when_turned() -> None:
    sheet = draw_sheet(draw_map(table_for(8), "none", 4), table_for(8), overlay(8), turned=True)
    assert float(sheet.height) > float(sheet.width)


def test_a_name_that_is_too_long_is_shortened() -> None:
    table = table_for(2)
    long = Overlay(sides=(Side("A" * 200, (Zone("segment", "A"),)),))
    sheet = draw_sheet(draw_map(table, "none", 1), table, long)
    names = [word.text for group in sheet.groups if group.css == "names" for word in group.words]
    assert names
    assert all(len(name) < 70 and name.endswith("…") for name in names)


def test_a_zone_is_what_lies_within_six_inches_of_its_segment() -> None:
    for warbands in (2, 4, 8):
        table = table_for(warbands)
        drawn = draw_map(table, "none", 1)
        for segment in table.segments:
            (outline,) = zone_outlines(Zone("segment", segment.key, 6), drawn, table)
            points = [(place.real, place.imag) for place in outline]
            ends = ((segment.start.x, segment.start.y), (segment.end.x, segment.end.y))
            for x in range(1, table.width, 3):
                for y in range(1, table.height, 3):
                    away = surveyor.from_side((x, y), ends)
                    assert surveyor.inside(points, (x, y)) == (away < 6) or 5.9 < away < 6.1


def test_a_zone_around_the_objective_reaches_so_far_from_its_walls() -> None:
    table = table_for(4)
    drawn = draw_map(table, "mansion", 1)
    (outline,) = zone_outlines(Zone("objective", "", 6), drawn, table)
    (mansion,) = drawn.of("mansion")
    assert all(surveyor.from_polygon((p.real, p.imag), mansion.points) == pytest.approx(6, abs=0.05) for p in outline)


@pytest.mark.parametrize(
    "zone",
    [Zone("edge", "top", 8), Zone("edges", "", 4), Zone("centre"), Zone("inner", "", 8), Zone("quarter", "upper left")],
)
def test_every_other_zone_lies_on_the_table(zone: Zone) -> None:
    table = table_for(4)
    outlines = zone_outlines(zone, draw_map(table, "none", 1), table)
    assert outlines
    assert all(
        -0.01 < p.real < table.width + 0.01 and -0.01 < p.imag < table.height + 0.01
        for outline in outlines
        for p in outline
    )


def test_the_plan_of_a_battle_becomes_an_overlay() -> None:
    plan = {
        "warbands": [
            {"name": "Reavers", "segment": "B", "role": "attacker", "set_up": 2, "turn": 1},
            {"name": "Watch", "segment": None, "role": "defender", "zones": [{"kind": "centre", "within": 6}]},
            {"name": "Late", "segment": None},
        ],
        "counters": [{"kind": "wyrdstone", "x": 12.5, "y": 30}],
    }
    found = overlay_of(plan, title="Ambush!")
    assert found.sides[0] == Side("Reavers", (Zone("segment", "B", 6.0),), "attacker", 2, 1)
    assert found.sides[1].zones == (Zone("centre", "", 6.0),)
    assert found.sides[2].zones == ()
    assert found.counters == (Counter("wyrdstone", 12.5, 30),)


def test_the_map_in_words_tells_of_everything() -> None:
    table = table_for(4)
    drawn = draw_map(table, "lair", 4)
    sections = {one.heading: one.lines for one in in_words(drawn, overlay(), table)}
    assert len(sections["Buildings"]) == len(drawn.buildings)
    assert sections["Who sets up where"][0] == (
        'Warband 0 sets up within 6" of segment A (attacker, sets up first, plays first).'
    )
    assert sections["Segments"][0] == 'A: the top edge from 0" to 36" from the left.'
    assert sections["In the middle"] == ("The lair is in the middle.", "Chimera waits in the lair.")
    assert sections["Counters"][1] == '2. Wyrdstone at 30.5" from the left, 20" from the bottom.'
    assert any("played for" in line for line in sections["Buildings"])
