"""Words on a map: nothing that is written lies on anything else that is to be read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import pytest

from encounters.map_svg import to_page
from encounters.mapping import draw_map
from encounters.mapping.drawing import Sheet, Words
from encounters.mapping.features import KINDS, Map
from encounters.mapping.frame import Frame
from encounters.mapping.inks import LETTERS
from encounters.mapping.overlay import Counter, Overlay, Side, Zone
from encounters.mapping.sheet import draw_sheet
from encounters.mapping.signs import samples_of
from encounters.table import Table, table_for
from tests.encounters.mapping import surveyor

LONG = "The Most Honourable and Entirely Unforgiving Company"
AMID = ("m-labels", "m-names-middle", "m-squares", "m-streets")
# What is written half as broad as it may be at the least, so that only what really touches counts.
NARROW, TOUCHING = 0.36, 9.0
MIDDLES = [Zone("centre"), Zone("objective", "", 6), Zone("inner", "", 8), Zone("quarter", "upper left")]


def battle(warbands: int, seed: int, zone: Zone, objective: str = "none") -> tuple[Map, Table, Overlay]:
    """A defender amid the table, everybody else at its edges, and counters in the streets."""
    table = table_for(warbands)
    drawn = draw_map(table, objective, seed)
    edges = [Side(f"{n}. {LONG}", (Zone("segment", table.segments[n - 1].key),)) for n in range(1, warbands)]
    spots = [(x, y) for x in range(11, table.width - 10, 9) for y in (13, 24, 35)]
    free = [spot for spot in spots if not any(surveyor.inside(one.points, spot) for one in drawn.buildings)]
    counters = tuple(Counter("wyrdstone", x, y) for x, y in free[:12])
    return drawn, table, Overlay("Ambush!", (Side(f"0. {LONG}", (zone,)), *edges), counters)


def written(sheet: Sheet, *css: str) -> list[Words]:
    return [word for group in sheet.groups if f"m-{group.css}" in css for word in group.words]


def along(word: Words) -> list[complex]:
    """Places on the middle line of words, a few units apart."""
    turn = math.radians(float(word.turn.split()[0])) if word.turn else 0.0
    middle = complex(float(word.x), float(word.y) - LETTERS * 0.35)
    half = len(word.text) * LETTERS * NARROW / 2
    way = complex(math.cos(turn), math.sin(turn))
    return [middle + way * half * share / 12 for share in range(-12, 13)]


def middles(sheet: Sheet, *css: str) -> Iterator[complex]:
    yield from (complex(float(word.x), float(word.y) - 6) for word in written(sheet, *css))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("zone", MIDDLES, ids=lambda zone: zone.kind)
@pytest.mark.parametrize(("warbands", "seed"), [(2, 1), (2, 2), (4, 3), (5, 4), (6, 5), (8, 6), (8, 7)])
def test_names_lie_neither_on_numbers_nor_on_one_another(warbands: int, seed: int, zone: Zone, turned: bool) -> None:
    drawn, table, overlay = battle(warbands, seed, zone)
    sheet = draw_sheet(drawn, table, overlay, turned=turned)
    names = written(sheet, *AMID)
    assert any(word.text.startswith("0. The Most") for word in names)
    numbers = list(middles(sheet, "m-numbers", "m-numbers-marked", "m-shard-numbers"))
    for number, word in enumerate(names):
        own = along(word)
        assert all(abs(place - spot) > TOUCHING for place in own for spot in numbers), word
        others = [place for other in names[number + 1 :] for place in along(other)]
        assert all(abs(place - spot) > TOUCHING for place in own for spot in others), word


@pytest.mark.parametrize("seed", range(6))
def test_a_warband_amid_the_table_is_named_beside_the_buildings(seed: int) -> None:
    drawn, table, overlay = battle(4, seed, Zone("inner", "", 8))
    sheet = draw_sheet(drawn, table, overlay, heading=False)
    frame = Frame(table.width, table.height)
    (name,) = written(sheet, "m-names-middle")
    houses = [[frame.place(complex(*corner)) for corner in one.points] for one in drawn.buildings]
    outlines = [[(place.real, place.imag) for place in house] for house in houses]
    crossed = [spot for spot in along(name) if any(surveyor.inside(one, (spot.real, spot.imag)) for one in outlines)]
    assert len(crossed) <= 5


@pytest.mark.parametrize("seed", range(8))
def test_no_counter_lies_on_the_number_of_a_building(seed: int) -> None:
    drawn, table, plain = battle(6, seed, Zone("centre"))
    amid = tuple(Counter("wyrdstone", one.x, one.y) for one in drawn.buildings[::4])
    sheet = draw_sheet(drawn, table, Overlay(sides=plain.sides, counters=amid))
    counters = list(middles(sheet, "m-shard-numbers"))
    assert counters
    for number in middles(sheet, "m-numbers"):
        assert all(abs(number - counter) > 20 for counter in counters)


@pytest.mark.parametrize("zone", [Zone("edges", "", 4), Zone("edge", "top", 8)], ids=lambda zone: zone.kind)
def test_the_name_at_a_whole_edge_stands_beside_the_letter_there(zone: Zone) -> None:
    table = table_for(2)
    sheet = draw_sheet(draw_map(table, "altar", 1), table, Overlay(sides=(Side("Da Snikkaz", (zone,)),)))
    (name,) = [word for word in written(sheet, "m-names") if word.text == "Da Snikkaz" and float(word.y) < sheet_top()]
    (letter,) = [word for word in written(sheet, "m-letters") if word.text == "A"]
    assert float(name.x) - float(letter.x) > 15


def sheet_top() -> float:
    """Above this is the rim of the upper edge."""
    return 90.0


class TestTheLegend:
    @pytest.mark.parametrize("seed", range(4))
    def test_names_every_kind_of_thing_that_lies_about(self, seed: int) -> None:
        drawn, _, overlay = battle(8, seed, Zone("centre"), "lair")
        told = {sample.text for sample in samples_of(drawn, overlay, "paper")}
        lying = {KINDS[piece.kind].word for piece in drawn.pieces if piece.group == "odds" and piece.kind != "rubble"}
        assert lying <= told
        assert {"rubble", "wyrdstone", "lair", "dots: storeys"} <= told

    def test_every_sign_has_a_drawing_within_its_box(self) -> None:
        drawn, _, overlay = battle(8, 3, Zone("centre"), "altar")
        for sample in samples_of(drawn, overlay, "screen"):
            begun = [d for group in sample.groups for d in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", "".join(group.paths))]
            assert begun, sample.text
            assert all(0 <= float(x) <= 36 and 0 <= float(y) <= 28 for x, y in begun), sample.text


class TestOnAPage:
    def test_the_town_is_written_once_however_it_lies(self) -> None:
        shown = to_page(*battle(8, 7, Zone("centre")))
        assert shown.shared.count('class="m-walls"') == 1
        for way in (shown.level, shown.upright):
            assert 'class="m-walls"' not in way
            assert way.count("<use ") == 2
            assert 'class="m-numbers"' in way
        ids = re.findall(r' id="([^"]+)"', shown.shared + shown.level + shown.upright)
        assert len(ids) == len(set(ids))
        used = re.findall(r'(?:url\(|href=")#([\w-]+)', shown.shared + shown.level + shown.upright)
        assert set(used) <= set(ids)

    def test_it_weighs_little(self) -> None:
        shown = to_page(*battle(8, 7, Zone("centre")))
        assert len(shown.shared) + len(shown.level) + len(shown.upright) < 100_000

    def test_a_square_table_does_not_stand_upright(self) -> None:
        assert to_page(*battle(2, 1, Zone("centre"))).upright == ""

    @pytest.mark.parametrize("warbands", [4, 8])
    def test_what_is_shared_lies_where_the_upright_map_has_its_numbers(self, warbands: int) -> None:
        """The quarter turn of the page is that of the drawing."""
        drawn, table, overlay = battle(warbands, 7, Zone("centre"))
        turn = re.search(r'transform="matrix\(([^)]+)\)"', to_page(drawn, table, overlay).upright)
        a, b, c, d, e, f = map(float, turn[1].split())
        level, upright = Frame(table.width, table.height), Frame(table.width, table.height, turned=True)
        for piece in drawn.buildings:
            there = level.place(piece.middle)
            turned = complex(a * there.real + c * there.imag + e, b * there.real + d * there.imag + f)
            assert turned == pytest.approx(upright.place(piece.middle))


def test_a_path_does_not_drift() -> None:
    """Each step is told from the corner before as it was rounded, so that the last corner is where it belongs."""
    frame = Frame(48, 48)
    corners = [complex(1 + step * 0.0333, 2 + step * 0.0777) for step in range(200)]
    figures = [float(one) for one in re.findall(r"-?\d*\.?\d+", frame.line(corners))]
    end = complex(sum(figures[0::2]), sum(figures[1::2]))
    assert abs(end - frame.place(corners[-1])) < 0.08
