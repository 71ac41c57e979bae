"""The printed sheets, read back from the PDF: complete, in order, within the page, and deaf to what players type."""

import io
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from pathlib import Path

import pytest
from django.conf import settings
from pypdf import PdfReader

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import (
    Hatred,
    KnownSpell,
    Piece,
    Suffered,
    WarbandSnapshot,
    WarriorSnapshot,
)
from tests import books
from warbands import printing
from warbands.printing import PrintContext, PrintOptions
from warbands.roster.interchange import read_warband
from warbands.roster.sheet import WarbandSheet, build_sheet

FILES = sorted((Path(__file__).parent / "files").glob("*.yaml"))
# The other files are beginnings, and `test_every_warband_type` prints every warrior of their lists.
SHORT_RUN = ("da_snikkaz", "gutsniks_greenskins", "karak_brynn_exiles", "thirteen_dwarfs", "too_many_gobbos")
SHEETS = ("roster", "cards", "reference")
CONTEXT = PrintContext(
    printed_on=date(2026, 11, 30),
    player="Marga Holt",
    campaign="Ruins of the East",
    public_url="https://example.org/w/7HkQ",
)
MM = 72 / 25.4
RULEBOOK = books.rulebook()


@pytest.fixture
def rulebook() -> Rulebook:
    return RULEBOOK


@pytest.fixture(autouse=True)
def _nothing_is_refused() -> None:
    before = len(printing.refusals())
    yield
    assert printing.refusals()[before:] == []


@lru_cache
def sheet_of(path: Path) -> WarbandSheet:
    return build_sheet(read_warband(path.read_bytes(), RULEBOOK, name=path.name), RULEBOOK)


def named(name: str) -> WarbandSheet:
    return sheet_of(Path(__file__).parent / "files" / f"{name}.yaml")


def render(warbands: tuple[WarbandSheet, ...], options: PrintOptions, context: PrintContext = CONTEXT) -> bytes:
    return printing.render_pdf(warbands, options, context, rulebook=RULEBOOK)


# Kept, since many tests look at the same document.
rendered = lru_cache(render)


def pdf_of(*warbands: WarbandSheet, context: PrintContext = CONTEXT, **options) -> PdfReader:
    return PdfReader(io.BytesIO(rendered(warbands, PrintOptions(**options), context)))


@lru_cache
def printed(warband: WarbandSheet, context: PrintContext = CONTEXT, /, **options) -> str:
    """What a reader of the PDF reads. Kept, since many tests read the same sheet."""
    return text_of(pdf_of(warband, context=context, **options))


def text_of(pdf: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in pdf.pages)


def flat(text: str) -> str:
    """Without blanks, so that where a line breaks does not matter."""
    return "".join(text.split())


def warrior(name: str, kind: str = "orc_boy", section: str = "henchman", **more) -> WarriorSnapshot:
    return WarriorSnapshot(section=section, name=name, type=kind, **more)


def mob(*warriors: WarriorSnapshot, name: str = "Test Mob", **more) -> WarbandSheet:
    return build_sheet(WarbandSnapshot(name, "orc_mob", battles=3, warriors=warriors, **more), RULEBOOK)


def veteran(**more) -> WarriorSnapshot:
    """A hero with twelve injuries and nine skills."""
    keys = "leg_wound chest_wound blinded_in_one_eye old_battle_wound nervous_condition hand_injury hardened"
    injuries = [Suffered(key) for key in f"{keys} horrible_scars".split()]
    injuries += [Suffered("madness", "frenzy"), Suffered("arm_wound", "one_arm", "left")]
    injuries += [
        Suffered("smashed_leg", "may_not_run"),
        Suffered("bitter_enmity", hates=Hatred("warband", "Da Snikkaz")),
    ]
    skills = list(RULEBOOK.skills)[:9]
    return warrior("Veteran", "orc_boss", "hero", experience=65, injuries=tuple(injuries), skills=tuple(skills), **more)


def long_mob() -> WarbandSheet:
    """Twenty warriors in twelve groups beside the heroes, and three hired swords; the Boss was recruited last."""
    groups = [warrior(f"Group {chr(65 + n)}", "orc_boy", size=2 if n < 8 else 1) for n in range(12)]
    swords = [warrior(f"Sword {kind}", kind, "hired_sword") for kind in ("ogre_bodyguard", "warlock", "pit_fighter")]
    return mob(*groups, *swords, warrior("Lad", "big_un", "hero"), warrior("Last Boss", "orc_boss", "hero"))


class TestEverySheet:
    @pytest.mark.parametrize(
        "path",
        [path if path.stem in SHORT_RUN else pytest.param(path, marks=pytest.mark.soak) for path in FILES],
        ids=lambda path: path.stem,
    )
    def test_is_printed_of_every_warband(self, path):
        sheet = sheet_of(path)
        text = printed(sheet, sheet="all")
        assert [title for title in printing.SHEET_NAMES.values() if title not in text] == []
        assert flat(sheet.name) in flat(text)
        assert [block.name for block in sheet.blocks if flat(text).count(flat(block.name)) < 2] == []

    def test_has_warband_player_campaign_day_and_page_on_every_page(self):
        pages = pdf_of(named("gutsniks_greenskins"), sheet="all").pages
        for number, page in enumerate(pages, 1):
            text = page.extract_text()
            for told in ("Gutsnik's Greenskins", "Marga Holt", "Ruins of the East", "30 November 2026"):
                assert told in text
            assert f"Page {number} of {len(pages)}" in text

    def test_is_the_same_to_the_byte_each_time(self):
        told = ((named("karak_brynn_exiles"),), PrintOptions(sheet="all"), CONTEXT)
        assert render(*told) == rendered(*told)

    @pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
    def test_has_the_size_asked_for(self, paper, size):
        for sheet_page in pdf_of(named("da_snikkaz"), sheet="all", page=paper).pages:
            sides = sorted(float(side) / MM for side in sheet_page.mediabox[2:])
            assert sides == pytest.approx(size, abs=0.2)

    def test_several_warbands_make_one_document(self):
        text = text_of(pdf_of(named("da_snikkaz"), named("karak_brynn_exiles"), rules_text=False))
        assert text.index("Grubnash") < text.index("Thrain")

    def test_is_tagged(self):
        assert pdf_of(named("da_snikkaz")).trailer["/Root"]["/MarkInfo"]["/Marked"]


class TestTheRosterSheet:
    def test_has_the_leader_first_then_the_list_then_the_hired_swords(self):
        text = printed(long_mob(), rules_text=False)
        names = ["Last Boss", "Lad", *(f"Group {chr(65 + n)}" for n in range(12))]
        places = [text.index(name) for name in [*names, "Sword ogre", "Sword warlock", "Sword pit"]]
        assert places == sorted(places)

    def test_has_every_warrior_once(self):
        sheet = long_mob()
        text = flat(printed(sheet, rules_text=False))
        assert [block.name for block in sheet.blocks if text.count(flat(block.name)) != 1] == []

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    @pytest.mark.parametrize("name", ["gutsniks_greenskins", "karak_brynn_exiles", "too_many_gobbos"])
    def test_fits_a_usual_warband_on_two_pages(self, name, paper):
        pages = pdf_of(named(name), rules_text=False, page=paper).pages
        assert len(pages) == 2
        assert "Henchman groups" in pages[1].extract_text()

    def test_prints_an_illegal_warband_with_its_problems(self):
        sheet = named("too_many_gobbos")
        text = flat(printed(sheet))
        assert flat("Not legal").lower() in text.lower()
        assert all(flat(problem.message) in text for problem in sheet.problems)

    def test_explains_the_rating(self):
        text = " ".join(printed(named("gutsniks_greenskins")).split())
        assert "Heroes 80 (20 + 60 experience) + henchmen 50 = 130" in text

    def test_tells_the_experience_track_to_those_who_cannot_see_it(self):
        html = printing.render_html(named("karak_brynn_exiles"), PrintOptions(), CONTEXT, rulebook=RULEBOOK)
        assert "Experience track: 28 of 90 boxes filled; advances at 2, 4, 6, 8, 11" in html
        assert "Experience track: 5 of 14 boxes filled; advances at 2, 5, 9, 14" in html

    def test_can_be_blank(self):
        sheet = printing.blank_sheet(RULEBOOK, "orc_mob")
        pdf = pdf_of(sheet, context=PrintContext(date(2026, 1, 2)), blank=True)
        assert len(pdf.pages) == 2
        assert text_of(pdf).count("name and type") == 6 + 9 + 3
        assert "Orc Mob" in text_of(pdf)

    def test_can_be_blank_for_any_type(self):
        assert len(pdf_of(printing.blank_sheet(RULEBOOK), blank=True).pages) == 2


class TestOptions:
    def test_notes(self):
        sheet = mob(warrior("Boss", "orc_boss", "hero", notes="Owes Skab a tooth"), notes="Founded in a cellar")
        for kind in SHEETS[:2]:
            assert printed(sheet, sheet=kind, rules_text=False).count("Owes Skab a tooth") == 1
        assert "Founded in a cellar" in printed(sheet, sheet="roster", rules_text=False)
        without = printed(sheet, sheet="all", notes=False)
        assert "Owes" not in without
        assert "Founded" not in without

    def test_stash(self):
        assert "Gromril dwarf axe" in printed(mob(stash=(Piece("dwarf_axe", "gromril"),)), rules_text=False)
        without = printed(mob(stash=(Piece("dwarf_axe", "gromril"),)), stash=False, rules_text=False)
        assert "dwarf axe" not in without
        assert "stash" not in without.lower()

    def test_what_the_rules_say(self):
        said = flat("roll a D6 for every Orc and Goblin Henchman")
        # With a quick reference the roster leaves them out.
        assert said in flat(printed(named("gutsniks_greenskins")))
        told = [page.extract_text() for page in pdf_of(named("gutsniks_greenskins"), sheet="all").pages]
        for kind in SHEETS[1:]:
            assert said in flat("".join(page for page in told if printing.SHEET_NAMES[kind] in page))
        without = flat(printed(named("gutsniks_greenskins"), sheet="all", rules_text=False))
        assert said not in without
        assert without.count("Animosity") > 3

    def test_backs_of_cards(self):
        with_backs = len(pdf_of(named("da_snikkaz"), sheet="cards").pages)
        assert (with_backs, len(pdf_of(named("da_snikkaz"), sheet="cards", backs=False).pages)) == (2, 1)

    def test_ink_saving_leaves_out_the_tint(self):
        tint = b"0.894118 0.894118 0.894118 rg"
        content = [
            page.get_contents().get_data()
            for page in pdf_of(named("da_snikkaz"), ink_saving=True, rules_text=False).pages
        ]
        tinted = [page.get_contents().get_data() for page in pdf_of(named("da_snikkaz"), rules_text=False).pages]
        assert any(tint in data for data in tinted)
        assert not any(tint in data for data in content)

    def test_qr_code_only_with_a_public_page(self):
        told = (named("da_snikkaz"), PrintOptions())
        assert "QR code of https://example.org" in printing.render_html(*told, CONTEXT, rulebook=RULEBOOK)
        private = PrintContext(date(2026, 1, 2), public_url="javascript:alert(1)")
        assert 'class="qr"' not in printing.render_html(*told, private, rulebook=RULEBOOK)

    def test_are_stored_and_read_again(self):
        options = PrintOptions(sheet="cards", page="letter", ink_saving=True, notes=False)
        assert PrintOptions.from_dict(options.as_dict()) == options
        with pytest.raises(ValueError, match="no sheet"):
            PrintOptions.from_dict({"sheet": "poster"})
        with pytest.raises(ValueError, match="no page size"):
            PrintOptions.from_dict({"page": "a0"})


class TestLongTexts:
    """MH-056."""

    @pytest.mark.parametrize("kind", SHEETS[:2])
    def test_a_name_of_80_letters_without_a_break_is_complete(self, kind):
        name = "".join(chr(97 + n % 26) for n in range(80))
        text = flat(printed(mob(warrior(name, "orc_boss", "hero")), sheet=kind, rules_text=False))
        assert name in text

    @pytest.mark.parametrize("kind", SHEETS[:2])
    def test_a_name_of_200_letters_is_complete(self, kind):
        name = " ".join(f"Grob{n:02}" for n in range(29))[:200]
        text = flat(printed(mob(warrior(name, "orc_boss", "hero"), name=name), sheet=kind, rules_text=False))
        assert flat(name) in text

    @pytest.mark.parametrize("kind", SHEETS[:2])
    def test_notes_of_5000_letters_are_complete(self, kind):
        notes = " ".join(f"word{n:04}" for n in range(556))[:5000].strip()
        text = printed(mob(warrior("Boss", "orc_boss", "hero", notes=notes)), sheet=kind, rules_text=False)
        assert [word for word in notes.split() if word not in text] == []

    @pytest.mark.parametrize("kind", SHEETS[:2])
    def test_twelve_injuries_and_nine_skills_are_complete(self, kind):
        sheet = mob(veteran(equipment=(Piece("sword", quantity=2), Piece("helmet"))))
        text = flat(printed(sheet, sheet=kind)).lower()
        block = sheet.blocks[0]
        assert len(block.injuries) == 12
        assert len(block.skills) == 9
        told = [line.name for line in block.injuries] + [link.name for link in block.skills]
        assert [name for name in told if flat(name).lower() not in text] == []

    def test_a_warrior_taller_than_a_page_goes_on(self):
        injuries = tuple(
            Suffered("bitter_enmity", hates=Hatred("warband", f"Rival {n:03} " + "x" * 150)) for n in range(70)
        )
        boss = mob(warrior("Boss", "orc_boss", "hero", injuries=injuries))
        assert len(pdf_of(boss, rules_text=False).pages) > 2
        text = flat(printed(boss, rules_text=False))
        assert [n for n in range(70) if f"Rival{n:03}" not in text] == []

    def test_a_long_stash_is_complete(self):
        stash = tuple(Piece(key) for key in list(RULEBOOK.items)[:60])
        sheet = mob(warrior("Boss", "orc_boss", "hero"), stash=stash)
        text = flat(printed(sheet, rules_text=False))
        assert [line.name for line in sheet.stash if flat(line.name) not in text] == []


def pages_of(warband: WarbandSheet, /, **options) -> list:
    chosen = PrintOptions(**options)
    html = printing.render_html(warband, chosen, CONTEXT, rulebook=RULEBOOK)
    return [page._page_box for page in printing.lay_out(html, chosen).pages]


def boxes_of(page, word: str) -> list:
    return [
        box
        for box in page.descendants()
        if box.element is not None and word in (box.element.get("class") or "").split() and box.element.tag == "div"
    ]


class TestNothingIsCut:
    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_every_card_lies_on_its_page_and_holds_its_lines(self, paper):
        notes = " ".join(["He came down the river by night."] * 150)
        sheet = mob(veteran(notes=notes), *[warrior(f"Group {n} " + "name " * 12) for n in range(12)])
        seen = 0
        for box in pages_of(sheet, sheet="cards", page=paper):
            left, top = box.content_box_x(), box.content_box_y()
            for card in boxes_of(box, "card"):
                seen += 1
                assert card.position_x >= left - 0.1
                assert card.position_y >= top - 0.1
                assert card.position_x + card.width <= left + box.width + 0.1
                assert card.position_y + card.height <= top + box.height + 0.1
                for line in boxes_of(card, "line"):
                    assert line.position_y + line.margin_height() <= card.position_y + card.height + 0.1
        assert seen >= 13

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_every_block_and_column_ends_above_the_foot(self, paper):
        for sheet in (long_mob(), mob(veteran(), name="W" * 80)):
            for kind in ("roster", "reference"):
                for box in pages_of(sheet, sheet=kind, page=paper):
                    bottom = box.content_box_y() + box.height
                    ends = [b.position_y + b.border_height() for w in ("cell", "column") for b in boxes_of(box, w)]
                    assert all(end <= bottom + 0.1 for end in ends)

    def test_no_letter_is_smaller_than_8_points(self):
        for kind in SHEETS:
            for box in pages_of(named("karak_brynn_exiles"), sheet=kind):
                sizes = {child.style["font_size"] for child in box.descendants() if hasattr(child, "text")}
                assert min(sizes) >= 8 * 96 / 72 - 0.01


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><svg onload=alert(1)>",
    "{{7*7}} {% now %}",
    "javascript:alert(1)",
    "=1+1",
    "O'Grot & Sons <3",
    "url(file:///etc/passwd)",
    '<link rel="attachment" href="file:///etc/passwd">',
]


class TestWhatPlayersType:
    @pytest.mark.parametrize("kind", SHEETS[:2])
    def test_is_printed_as_typed_and_nothing_is_fetched(self, kind):
        sheet = mob(*[warrior(name, "orc_boy", notes=name) for name in HOSTILE], name=HOSTILE[1], notes=HOSTILE[0])
        context = PrintContext(date(2026, 1, 2), player=HOSTILE[8], campaign=HOSTILE[1])
        pdf = pdf_of(sheet, context=context, sheet=kind, rules_text=False)
        text = flat(text_of(pdf))
        assert [name for name in HOSTILE if flat(name) not in text] == []
        assert "/EmbeddedFiles" not in pdf.trailer["/Root"].get("/Names", {})

    def test_in_a_script_that_no_font_has_shows_a_placeholder(self, monkeypatch):
        monkeypatch.setattr(printing, "font_coverage", lambda: ((0x20, 0xA0, 0x25A0), (0x7E, 0x17F, 0x25FF)))
        printing._shown.cache_clear()
        name = "Gob 日本 🛡️ عرب"
        sheet = mob(warrior(name, "orc_boss", "hero", notes="漢字"), name=name)
        text = flat(text_of(PdfReader(io.BytesIO(render((sheet,), PrintOptions(sheet="all"))))))
        printing._shown.cache_clear()
        assert text.count("Gob▯▯▯▯▯▯") > 3

    def test_in_any_script_never_breaks_the_sheet(self):
        name = "😀🛡️ 日本 العربية ไทย e\u0301\u200d\u202e x"
        assert pdf_of(mob(warrior(name, "orc_boss", "hero"), name=name), sheet="all").pages

    def test_of_marks_that_are_piled_upon_a_letter_two_are_printed(self):
        assert printing.shown("Z\u0300\u0301\u0302\u0303\u0327al\u0300go") == "Z\u0300\u0301al\u0300go"
        assert printing.shown("\u05e9\u05c1\u05b8\u05bc") == "\u05e9\u05c1\u05b8\u05bc"

    def test_characters_that_nobody_sees_are_left_out(self):
        assert printing.shown("a\x00b\x1bc") == "abc"
        assert printing.shown("Grot\n") == "Grot\n"


class TestFetching:
    @pytest.mark.parametrize(
        "address",
        [
            "https://example.org/x.png",
            "file:///etc/passwd",
            "asset:../printing.py",
            "asset:/etc/passwd",
            "asset:none.svg",
        ],
    )
    def test_anything_but_an_asset_is_refused_and_remembered(self, address):
        fetcher = printing.asset_fetcher()
        with pytest.raises(ValueError, match="fetches nothing"):
            fetcher.fetch(address)
        assert fetcher.refusals == [address]

    def test_assets_and_data_are_served(self):
        fetcher = printing.asset_fetcher()
        assert b"svg" in fetcher.fetch("asset:statline.svg").read()
        assert fetcher.fetch("data:,Waaagh").read() == b"Waaagh"
        assert fetcher.refusals == []


class TestFonts:
    def test_a_sheet_is_set_without_the_first_choice(self, monkeypatch):
        real = printing.style_text
        monkeypatch.setattr(printing, "style_text", lambda name: real(name).replace("EB Garamond", "No Such Face"))
        printing._style.cache_clear()
        try:
            pdf = PdfReader(io.BytesIO(render((named("gutsniks_greenskins"),), PrintOptions(rules_text=False))))
        finally:
            printing._style.cache_clear()
        fonts = {font["/BaseFont"] for page in pdf.pages for font in _fonts(page)}
        assert fonts
        assert not any("Garamond" in font for font in fonts)
        assert "Gutsnik" in text_of(pdf)


def _fonts(page) -> list:
    return [font.get_object() for font in page["/Resources"]["/Font"].values()]


class TestTheDigest:
    @pytest.fixture
    def digest(self) -> Callable[..., str]:
        def make(sheet: WarbandSheet | None = None, context: PrintContext = CONTEXT, **options) -> str:
            told = sheet or named("da_snikkaz")
            return printing.document_digest(told, PrintOptions(**options), context, rulebook=RULEBOOK)

        return make

    def test_is_the_same_for_the_same(self, digest):
        assert digest() == digest()

    def test_changes_with_sheet_options_and_context(self, digest):
        other = PrintContext(date(2026, 12, 1), player="Marga Holt")
        found = {digest(), digest(named("karak_brynn_exiles")), digest(page="letter"), digest(context=other)}
        assert len(found) == 4

    def test_changes_with_the_templates(self, digest, monkeypatch):
        before = digest()
        monkeypatch.setattr(printing, "template_version", lambda: "another")
        assert digest() != before

    def test_every_template_and_style_counts(self):
        folder = Path(settings.BASE_DIR) / "templates" / "print"
        assert sorted(printing.TEMPLATES) == sorted(path.name for path in folder.iterdir())


def test_progress_is_told_from_the_first_step_to_the_last():
    steps: list[tuple[int, int, str]] = []
    told = (named("da_snikkaz"), PrintOptions(), CONTEXT)
    printing.render_pdf(*told, rulebook=RULEBOOK, progress=lambda *step: steps.append(step))
    done = [step[0] for step in steps]
    assert done == sorted(done)
    assert done[0] == 0
    assert done[-1] == steps[-1][1]
    assert all(told for _, _, told in steps)


def test_spells_are_printed_with_their_difficulty():
    shaman = warrior("Snivvel", "orc_shaman", "hero", spells=(KnownSpell("zzap"), KnownSpell("oi_gerroff", 6)))
    text = flat(printed(mob(shaman), sheet="all")).lower()
    assert text.count(flat("zzap! (difficulty 9)")) > 2
    assert text.count(flat("Oi! Gerroff! (difficulty 6)").lower()) > 2
