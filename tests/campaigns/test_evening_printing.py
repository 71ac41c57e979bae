"""The report of an evening read back from the PDF: all of it is there, within the page, whatever people are called."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import lru_cache

import pytest
from pypdf import PdfReader

from campaigns import printing
from campaigns.evening import (
    BattlePart,
    Evening,
    Figure,
    Group,
    Happening,
    NightPart,
    RosterLine,
    SeedPart,
    SidePart,
    StandingPart,
    StepPart,
    Thrown,
    Void,
    Written,
)
from warbands import printing as pdfs

MM = 72 / 25.4
STATLINE = tuple((short, "3", "") for short in ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"))
NASTY = (
    "<script>alert(1)</script>",
    "{{7*7}}",
    "O'Grot & Sons <3",
    "=1+1",
    "W" * 200,
    "wörd " * 40,
    "名前のない一団",
    "a\u202eb",
)


@pytest.fixture(autouse=True)
def _nothing_is_refused() -> None:
    before = len(pdfs.refusals())
    yield
    assert pdfs.refusals()[before:] == []


def side(name: str = "Da Snikkaz", result: str = "won", **more) -> SidePart:
    facts = (("Out of action", (f"Skab of {name}, by Thrain",)), ("Took home", ("2 shards", "sword")))
    told = {"name": name, "type_name": "Orc Mob", "player": "Marga", "ally": "", "rating": 65, "warriors": 5}
    about = {
        "underdog": 1,
        "result": result,
        "routed": False,
        "kills": 3,
        "losses": 2,
        "rating_after": 74,
        "facts": facts,
    }
    return SidePart(**(told | about | more))


def night(name: str = "Da Snikkaz", battle: int = 1, place: int = 0, **more) -> NightPart:
    happenings = (
        Happening("Nervous Condition.", Thrown("serious injury of Skab", (3, 3), 33, "table"), ("Nervous Condition",)),
        Happening("2 for surviving.", None, ("+2 experience", "1 advance due")),
        Happening("New skill.", Thrown("advance of Skab", (1, 4), 5, "app")),
    )
    steps = (
        StepPart(1, "Injuries", (Group("", "", (Happening("Battle fought."),)), Group("Skab", "Big 'Un", happenings))),
        StepPart(2, "Experience", (), "goes on"),
    )
    roster = (RosterLine("Skab", "Big 'Un", (*STATLINE[:8], ("Ld", "7", "raised")), "12", (("Injuries", "Nervous"),)),)
    told = {
        "warband": name,
        "type_name": "Orc Mob",
        "player": "Marga",
        "figures": (Figure("Gold crowns", 20, 55), Figure("Rating", 65, 74)),
        "steps": steps,
        "quiet": ("Rare things",),
        "roster": roster,
        "stash": "2 × Crossbow",
        "void": (Void(Thrown("injury of Da Ladz", (6,), None, "app"), "replaced by ⚀: Misread."),),
    }
    return NightPart(battle=battle, place=place, **(told | more))


def battle(number: int = 1, *names: str, **more) -> BattlePart:
    sides = tuple(
        side(name, "lost" if place else "won") for place, name in enumerate(names or ("Da Snikkaz", "Exiles"))
    )
    told = {"facts": ("The game was ended by agreement.",), "notes": (Written("Otto", "We ran as one."),)}
    seeds = (SeedPart("the battle's", "cd" * 32), SeedPart("spent when something was taken back", "ef" * 32, "ab" * 32))
    return BattlePart(number, "Wyrdstone Hunt", sides, seeds=seeds, **(told | more))


def standing(name: str, place: int = 1, *, fought: bool = True, retired: bool = False) -> StandingPart:
    return StandingPart(place, name, "Orc Mob", "Marga", 4, 2, 1, 74, 9, 5, fought, retired)


def evening(**more) -> Evening:
    told = {
        "battles": (battle(),),
        "nights": (night(), night("Exiles", 1, 1)),
        "captives": ("Skab of Da Snikkaz, taken by Exiles: held.",),
        "standings": (standing("Da Snikkaz"), standing("Exiles", 2)),
    }
    return Evening("evening", "Ruins of the East", "30 November 2026", **(told | more))


@lru_cache
def pdf_of(told: Evening, page: str = "a4") -> bytes:
    return printing.render_evening(told, page=page)[0]


def pages_of(told: Evening, page: str = "a4") -> list[str]:
    return [one.extract_text() for one in PdfReader(io.BytesIO(pdf_of(told, page))).pages]


def flat(text: str) -> str:
    """Without blanks, so that where a line breaks does not matter."""
    return "".join(text.split())


class TestItSays:
    @pytest.mark.parametrize(
        "what",
        [
            "Ruins of the East",
            "The evening of 30 November 2026",
            "Wyrdstone Hunt",
            "Skab of Da Snikkaz, by Thrain",
            "2 shards; sword",
            "+1 experience for each survivor",
            "65 → 74",
            "The game was ended by agreement.",
            "Otto writes",
            "We ran as one.",
            "The app's dice: hash " + "cd" * 32,
            f"The app's dice, spent when something was taken back: seed {'ab' * 32}, hash {'ef' * 32}",
            "⚂⚂ 33 table, serious injury of Skab: Nervous Condition.",
            "⚀⚃ 5 app, advance of Skab: New skill.",
            "+2 experience; 1 advance due",
            "goes on",
            "Nothing in: Rare things.",
            "replaced by ⚀: Misread.",
            "20 → 55",
            "Da Snikkaz now",
            "2 × Crossbow",
            "Skab of Da Snikkaz, taken by Exiles: held.",
            "Standings after the evening",
        ],
    )
    def test_everything(self, what):
        assert flat(what) in flat("".join(pages_of(evening())))

    def test_campaign_day_and_page_on_every_page(self):
        pages = pages_of(evening())
        assert len(pages) == 2
        for number, text in enumerate(pages, 1):
            assert "Ruins of the East" in text
            assert "30 November 2026" in text
            assert f"Page {number}" in text

    def test_on_the_front_page_where_each_part_is(self):
        told = evening(battles=tuple(battle(n, f"A{n}", f"B{n}") for n in range(1, 9)), nights=(night("A7", 7, 0),))
        pages = pages_of(told)
        where = {n: next(page for page, text in enumerate(pages, 1) if f"Battle {n} " in text) for n in (1, 7)}
        night_page = next(page for page, text in enumerate(pages, 1) if "The night after battle 7" in text)
        front = [line.split() for line in pages[0].splitlines()]
        assert ["7", "WYRDSTONE", "HUNT", str(where[7])] in [[word.upper() for word in line] for line in front]
        assert any(line[:1] == ["A7"] and line[-1] == str(night_page) for line in front)
        assert 1 <= where[1] < where[7] < night_page

    def test_that_gold_is_left_out_where_it_is(self):
        hidden = evening(nights=(night(gold_hidden=True, figures=()),))
        assert "The gold of other players is left out." in " ".join("".join(pages_of(hidden)).split())
        assert "left out" not in "".join(pages_of(evening()))

    def test_that_nothing_was_fought_where_nothing_was(self):
        (text,) = pages_of(Evening("evening", "Ruins", "1 May 2026", standings=(standing("Da Snikkaz"),)))
        assert "No battle was fought on this day." in text
        assert "Da Snikkaz" in text

    def test_who_fought_only_where_somebody_did(self):
        quiet = evening(standings=(standing("Da Snikkaz", fought=False), standing("Exiles", 2, fought=False)))
        assert "fought this evening" in pages_of(evening())[0]
        assert "fought this evening" not in pages_of(quiet)[0]

    def test_who_has_retired(self):
        told = evening(standings=(standing("Da Snikkaz"), standing("Exiles", 2, retired=True)))
        assert flat("Exiles • Orc Mob, Marga, retired") in flat(pages_of(told)[0])

    def test_what_stands_for_a_character_that_no_font_has(self, monkeypatch):
        assert printing.NO_FONT not in " ".join("".join(pages_of(evening())).split())
        monkeypatch.setattr(pdfs, "_has_glyph", lambda code: code != ord("🐗"))
        pdfs._shown.cache_clear()
        told = evening(captives=("Skab 🐗 of Da Snikkaz.",))
        html = printing.html_of(told, printing.parts_of(told)[0])
        pdfs._shown.cache_clear()
        assert "Skab ▯ of Da Snikkaz." in html
        assert printing.NO_FONT in html

    def test_why_a_night_is_not_told(self):
        told = evening(nights=(night(untold="The rules have changed since.", steps=(), roster=(), figures=()),))
        assert "The rules have changed since." in pages_of(told)[-1]


def test_what_befell_the_warband_does_not_stand_under_the_warrior_before_it():
    groups = (
        Group("Pit Fighter", "", (Happening("Is paid."),)),
        Group("", "", (Happening("1 is added to the roll for the scenario."),)),
    )
    told = evening(nights=(night(steps=(StepPart(1, "Injuries", groups, ""),)),))
    assert flat("the warband 1 is added to the roll") in flat(" ".join(pages_of(told)))


class TestASingleNight:
    def test_is_told_with_its_battle_and_without_a_front_page(self):
        told = Evening("night", "Ruins of the East", "30 November 2026", (battle(),), (night(),))
        text = "".join(pages_of(told))
        assert text.index("The night after battle 1") < text.index("Wyrdstone") < text.index("Nervous Condition")
        assert "Record of a night" in text
        assert "Standings" not in text


class TestThePaper:
    @pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
    def test_has_the_size_asked_for(self, paper, size):
        for one in PdfReader(io.BytesIO(pdf_of(evening(), paper))).pages:
            assert tuple(float(end) / MM for end in one.mediabox[2:]) == pytest.approx(size, abs=0.2)

    def test_is_not_wasted_on_an_evening_of_one_battle(self):
        """The battle follows who met whom, and the second night the first."""
        first, second = pages_of(evening())
        assert "Standings after the evening" in first
        assert "Battle 1" in first
        assert "The night after battle 1" in second
        assert flat("Exiles now") in flat(second)

    @pytest.mark.parametrize("lines", [26, 30, 34])
    def test_keeps_a_warband_together_that_fits_on_a_page(self, lines):
        many = tuple(replace(night().roster[0], name=f"Warrior {n}") for n in range(12))
        long = tuple(Happening(f"Something {n}.", None, ("+1 experience",)) for n in range(lines))
        told = evening(nights=(night(roster=many, steps=(StepPart(1, "Injuries", (Group("Skab", "", long),)),)),))
        holding = [page for page, text in enumerate(pages_of(told)) for n in range(12) if f"Warrior {n} " in text]
        assert len(set(holding)) == 1
        heading = next(page for page, text in enumerate(pages_of(told)) if flat("Da Snikkaz now") in flat(text))
        assert heading == holding[0]

    def test_is_tagged_and_has_bookmarks(self):
        reader = PdfReader(io.BytesIO(pdf_of(evening())))
        assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
        assert reader.trailer["/Root"]["/Lang"] == "en-GB"
        titles = [one.title for one in reader.outline if not isinstance(one, list)]
        assert titles == ["Ruins of the East", "The battle", "Da Snikkaz", "Exiles"]

    def test_is_the_same_to_the_byte_each_time(self):
        assert printing.render_evening(evening())[0] == pdf_of(evening())

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    @pytest.mark.parametrize("nasty", NASTY)
    def test_holds_whatever_people_are_called(self, nasty, paper):
        told = Evening(
            "evening",
            nasty,
            "30 November 2026",
            (battle(1, nasty, "Exiles", notes=(Written(nasty, nasty),)),),
            (night(nasty, player=nasty, stash=nasty),),
            (nasty,),
            (standing(nasty),),
        )
        text = flat("".join(pages_of(told, paper)))
        assert flat(pdfs.shown(nasty)).replace("\u202e", "") in text.replace("\u202e", "")
        for one in printing._lay_out(printing.html_of(told, printing.parts_of(told)[0]), paper).pages:
            assert [box for box in boxes(one) if box.position_x + box.width > one.width + 1] == []


def boxes(page) -> list:
    from weasyprint.formatting_structure.boxes import TextBox

    return [box for box in page._page_box.descendants() if isinstance(box, TextBox)]


class TestProgress:
    def test_is_told_before_each_part(self):
        said = []
        printing.render_evening(evening(), progress=lambda *told: said.append(told))
        assert [done for done, _, _ in said] == list(range(printing.steps_of(evening())))
        assert [told for _, _, told in said] == [
            "Setting the nights after battle 1",
            "Setting the front page",
            "Writing the PDF",
        ]

    def test_what_it_raises_ends_the_printing(self):
        def stop(done: int, total: int, told: str) -> None:
            if done == 1:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            printing.render_evening(evening(), progress=stop)


class TestTheDigest:
    def test_changes_with_what_is_told_the_paper_and_whose_gold_it_tells(self):
        plain = printing.document_digest(evening(), [1, 2], "a4")
        assert plain == printing.document_digest(evening(), [1, 2], "a4")
        others = {
            printing.document_digest(replace(evening(), day="1 December 2026"), [1, 2], "a4"),
            printing.document_digest(evening(), [1], "a4"),
            printing.document_digest(evening(), [1, 2], "letter"),
        }
        assert len({plain, *others}) == 4
