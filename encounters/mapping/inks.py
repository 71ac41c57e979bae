"""What a map is drawn with: on a screen in colours, on paper in black and one grey. Pure.

These are presentation attributes, so that a file alone is right; on a page the style sheet lays the site's own colours,
light or dark, over those of the screen. Warbands are told apart by pattern as well as by colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Ink = Literal["screen", "paper"]
Attributes = Mapping[str, str]

# In the order of the printed sheets: a PDF that has two files of one font's name mixes up their signs.
SERIF = "'EB Garamond 12', 'EB Garamond', Junicode, 'Junicode Two Beta', Georgia, serif"
SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', 'DejaVu Sans', Arial, sans-serif"

_COLOURS: Mapping[Ink, Mapping[str, str]] = {
    "screen": {
        "ground": "#fdfcf9", "ink": "#1c1b18", "muted": "#5d584e", "line": "#d8d2c4", "stone": "#b9b09c",
        "floor": "#efeade", "shade": "#dcd5c5", "road": "#f3efe4", "cobble": "#ddd6c6", "plank": "#c3b9a3",
        "water": "#d5e6e3", "ripple": "#5d8f88", "gain": "#1d6743", "on_gain": "#ffffff", "loss": "#8a2320",
        "plate": "#fdfcf9",
    },
    "paper": {
        "ground": "#ffffff", "ink": "#000000", "muted": "#333333", "line": "#cccccc", "stone": "#999999",
        "floor": "#f1f1f1", "shade": "#cccccc", "road": "#ffffff", "cobble": "#d5d5d5", "plank": "#bbbbbb",
        "water": "#ffffff", "ripple": "#555555", "gain": "#ffffff", "on_gain": "#000000", "loss": "#000000",
        "plate": "#ffffff",
    },
}  # fmt: skip
SIDE_COLOURS: Mapping[Ink, tuple[str, ...]] = {
    "screen": ("#1d6743", "#a03a2c", "#1f5a8c", "#8a640f", "#6a3d8f", "#4d4a42", "#0b6670", "#9c2f68"),
    "paper": ("#444444",) * 8,
}

# The height of the names on a map, in units: still 12 pixels where a table is drawn across a phone.
LETTERS = 20.0
_SIZE = f"{LETTERS:g}"

# The strokes of each pattern on a tile of sixteen units.
PATTERNS = (
    "M-2 2L2 -2M-1 17L17 -1M14 18L18 14",
    "M-2 14L2 18M-1 -1L17 17M14 -2L18 2",
    "M3 3h1.5v1.5h-1.5ZM11 11h1.5v1.5h-1.5Z",
    "M4 -1V17M12 -1V17",
    "M-1 4H17M-1 12H17",
    "M-1 17L17 -1M-1 -1L17 17",
    "M4 1V7M1 4H7M12 9V15M9 12H15",
    "M-1 9L4 4L12 12L17 7",
)
TILE = 16
COBBLES = (
    "M1.5 4.5a3 2.4 0 0 1 5.5 -1M9.5 3a3 2.6 0 0 1 5.6 .6M17.5 4.4a2.8 2.5 0 0 1 5 -1.2"
    "M5.5 12.4a3 2.5 0 0 1 5.4 -.9M13.4 11.4a3 2.5 0 0 1 5.6 .5"
    "M-2.4 12a2.9 2.4 0 0 1 5.2 -.7M21.6 12a2.9 2.4 0 0 1 5.2 -.7"
)
SETTS = "M0 0H14M0 7H14M4 0V7M11 7V14"


def attributes(ink: Ink) -> Mapping[str, Attributes]:
    """The attributes of every group of a map, by its class."""
    c = _COLOURS[ink]
    thin = "0.9" if ink == "paper" else "1"
    return {
        "table": {"fill": c["ground"]},
        "road": {"fill": c["road"]},
        "cobbles": {},
        "paved": {"stroke": c["stone"], "stroke-width": "1.2"},
        "grid": {"fill": "none", "stroke": c["line"], "stroke-width": "0.8", "stroke-dasharray": "1 9"},
        "feet": {"fill": "none", "stroke": c["line"], "stroke-width": "1"},
        "yards": {"fill": c["shade"], "stroke": c["line"], "stroke-width": "1"},
        "shadow": {"fill": c["shade"]},
        "floor": {"fill": c["floor"], "stroke": c["stone"], "stroke-width": "0.8"},
        "planks": {"fill": "none", "stroke": c["plank"], "stroke-width": thin},
        "faint": {"fill": "none", "stroke": c["stone"], "stroke-width": "1", "stroke-linejoin": "round"},
        "rubble": {"fill": c["ground"], "stroke": c["stone"], "stroke-width": "0.9", "stroke-dasharray": "2 1.6"},
        "light": {"fill": c["plate"], "stroke": c["ink"], "stroke-width": "1.1", "stroke-linejoin": "round"},
        "thin": {"fill": "none", "stroke": c["ink"], "stroke-width": thin},
        "walls": {
            "fill": "none", "stroke": c["ink"], "stroke-width": "3.6", "stroke-linejoin": "miter",
        },
        "stones": {"fill": c["stone"], "stroke": c["ink"], "stroke-width": "0.5"},
        "dark": {"fill": c["ink"]},
        "span": {"fill": c["plate"], "stroke": c["ink"], "stroke-width": "0.9"},
        "rails": {"fill": "none", "stroke": c["ink"], "stroke-width": "2.2"},
        "arches": {"fill": "none", "stroke": c["ink"], "stroke-width": "1.6", "stroke-dasharray": "3 2.5"},
        "water": {"fill": c["water"], "stroke": c["ink"], "stroke-width": "1.8"},
        "ripples": {"fill": "none", "stroke": c["ripple"], "stroke-width": "1.2", "stroke-linecap": "round"},
        "clear": {"fill": "none", "stroke": c["loss"], "stroke-width": "1.4", "stroke-dasharray": "6 4"},
        "claws": {"fill": "none", "stroke": c["loss"], "stroke-width": "3", "stroke-linecap": "round"},
        "plates": {"fill": c["plate"], "stroke": c["ink"], "stroke-width": "1.2"},
        "plates-marked": {"fill": c["ink"], "stroke": c["ink"], "stroke-width": "1.2"},
        "storeys": {"fill": "none", "stroke": c["ink"], "stroke-width": "5.2", "stroke-linecap": "round"},
        "shards": {"fill": c["gain"], "stroke": c["ink"] if ink == "paper" else c["plate"], "stroke-width": "1.8"},
        "facets": {"fill": "none", "stroke": c["on_gain"], "stroke-width": "0.7", "stroke-opacity": "0.55"},
        "frame": {"fill": "none", "stroke": c["ink"], "stroke-width": "2"},
        "ticks": {"fill": "none", "stroke": c["muted"], "stroke-width": "0.8"},
        "bounds": {"fill": "none", "stroke": c["ink"], "stroke-width": "1.6"},
        "tags": {"fill": c["plate"], "stroke": c["ink"], "stroke-width": "1.4"},
        "tags-taken": {"fill": c["ink"], "stroke": c["ink"], "stroke-width": "1.4"},
        "scale-dark": {"fill": c["ink"], "stroke": c["ink"], "stroke-width": "1"},
        "scale-light": {"fill": c["plate"], "stroke": c["ink"], "stroke-width": "1"},
        **_texts(c),
        **_sides(ink),
    }  # fmt: skip


def _texts(c: Mapping[str, str]) -> Mapping[str, Attributes]:
    middle = {"text-anchor": "middle"}
    return {
        "halo": {
            "font-family": SERIF, "font-size": _SIZE, "fill": c["plate"], "stroke": c["plate"], "stroke-width": "4.5",
            "stroke-linejoin": "round", **middle,
        },
        "title": {"font-family": SERIF, "font-size": "30", "font-weight": "600", "fill": c["ink"]},
        "subtitle": {"font-family": SANS, "font-size": "18", "fill": c["muted"], "text-anchor": "end"},
        "streets": {
            "font-family": SERIF, "font-size": _SIZE, "font-style": "italic", "fill": c["muted"], **middle,
        },
        "squares": {"font-family": SERIF, "font-size": _SIZE, "font-style": "italic", "fill": c["ink"], **middle},
        "labels": {"font-family": SERIF, "font-size": _SIZE, "font-weight": "600", "fill": c["ink"], **middle},
        "numbers": {"font-family": SANS, "font-size": "19", "font-weight": "600", "fill": c["ink"], **middle},
        "numbers-marked": {"font-family": SANS, "font-size": "19", "font-weight": "600", "fill": c["plate"], **middle},
        "shard-numbers": {"font-family": SANS, "font-size": "17", "font-weight": "700", "fill": c["on_gain"], **middle},
        "letters": {"font-family": SANS, "font-size": "19", "font-weight": "700", "fill": c["ink"], **middle},
        "letters-taken": {"font-family": SANS, "font-size": "19", "font-weight": "700", "fill": c["plate"], **middle},
        "names": {"font-family": SERIF, "font-size": _SIZE, "font-weight": "600", "fill": c["ink"]},
        "names-middle": {"font-family": SERIF, "font-size": _SIZE, "font-weight": "600", "fill": c["ink"], **middle},
        "small": {"font-family": SANS, "font-size": "18", "fill": c["muted"]},
        "small-middle": {"font-family": SANS, "font-size": "18", "fill": c["muted"], **middle},
        "small-end": {"font-family": SANS, "font-size": "18", "fill": c["muted"], "text-anchor": "end"},
        "words": {"font-family": SANS, "font-size": "18", "fill": c["ink"]},
    }  # fmt: skip


def _sides(ink: Ink) -> Mapping[str, Attributes]:
    found: dict[str, Attributes] = {}
    for number, colour in enumerate(SIDE_COLOURS[ink], start=1):
        found[f"side-{number}"] = {"fill": colour, "fill-opacity": "0" if ink == "paper" else "0.09"}
        found[f"side-{number}-line"] = {
            "fill": "none", "stroke": colour, "stroke-width": "1.6", "stroke-dasharray": "7 3",
        }  # fmt: skip
        found[f"side-{number}-bar"] = {"fill": colour}
        found[f"side-{number}-hatch"] = {}
    return found


def pattern_strokes(ink: Ink) -> Mapping[str, str]:
    """The colour of every pattern's strokes, by what it stands for."""
    sides = {f"side-{number}": colour for number, colour in enumerate(SIDE_COLOURS[ink], start=1)}
    return {"ground": _COLOURS[ink]["cobble"], **sides}
