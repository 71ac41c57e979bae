"""Whatever warband types the rulebook has: each can be built, checked, written, read again and printed."""

import io
import re
from datetime import date

import pytest
from pypdf import PdfReader

from mordheim.rules.dice import SeededDice
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import Piece, WarbandSnapshot
from tests import acts, books
from warbands import printing
from warbands.audit import audit
from warbands.models import Player, Warband
from warbands.printing import PrintContext, PrintOptions
from warbands.roster import moves
from warbands.roster.check import check
from warbands.roster.composition import hired_sword_refusal
from warbands.roster.equipping import refusal
from warbands.roster.interchange import read_warband, write_warband
from warbands.roster.members import Roster
from warbands.roster.offers import least_mutations
from warbands.roster.sheet import build_sheet
from warbands.selectors import current_rulebook
from warbands.services import founding, recruiting

RULEBOOK = books.rulebook()
TYPES = sorted(RULEBOOK.warband_types)
CONTEXT = PrintContext(
    printed_on=date(2026, 11, 30), player="Marga Holt", campaign="", public_url="https://example.org/w/7HkQ"
)
RICH = 5000


def test_the_rulebook_has_ten_types_to_try():
    assert len(TYPES) >= 10
    assert {"orc_mob", "dwarf_treasure_hunters", "reikland", "undead"} <= set(TYPES)


def one_of_each(kind: str) -> WarbandSnapshot:
    """A warband with a warrior of every type of its list, and one hired sword, recruited one after another."""
    snapshot = WarbandSnapshot(f"One of each, {kind}", kind, starting_gold=RICH)
    for entry in RULEBOOK.warband_types[kind].warriors:
        roster = Roster(snapshot, RULEBOOK.warband_types[kind], RULEBOOK)
        moved = moves.recruit(
            roster,
            type_key=entry.key,
            name="",
            dice=SeededDice(7),
            mutations=least_mutations(roster, entry),
            equipment=gear(roster, entry.key, entry.equipment_list),
        )
        moves.outcome(roster, moved, founded=False)
        snapshot = moved.snapshot
    roster = Roster(snapshot, RULEBOOK.warband_types[kind], RULEBOOK)
    sword = next(key for key in sorted(RULEBOOK.hired_swords) if hired_sword_refusal(roster, key) is None)
    return moves.hire_sword(roster, type_key=sword, name="", dice=SeededDice(7)).snapshot


def gear(roster: Roster, type_key: str, equipment_list: str | None) -> list[Piece]:
    """The first close combat weapon of his list besides a dagger, where he has a list."""
    rows = RULEBOOK.equipment_lists[equipment_list].rows if equipment_list else ()
    items = (RULEBOOK.items[row.item] for row in rows)
    return [Piece(item.key) for item in items if item.category == "close_combat" and not item.free][:1]


@pytest.mark.parametrize("kind", TYPES)
class TestEveryType:
    def test_is_built_of_one_of_each_within_the_rules(self, kind):
        built = one_of_each(kind)
        found = check(built, RULEBOOK)
        assert [problem.message for problem in found.problems] == []
        entries = RULEBOOK.warband_types[kind].warriors
        assert found.warriors == len(entries)
        experience = sum(entry.starting_experience for entry in entries)
        sword = RULEBOOK.hired_swords[built.warriors[-1].type]
        assert found.rating == sum(entry.rating for entry in entries) + experience + sword.rating

    def test_leaves_and_enters_as_the_same_bytes(self, kind):
        for as_json, name in ((False, "x.yaml"), (True, "x.json")):
            first = write_warband(one_of_each(kind), RULEBOOK, as_json=as_json)
            again = read_warband(first, RULEBOOK, name=name)
            assert write_warband(again, RULEBOOK, as_json=as_json) == first
            assert check(again, RULEBOOK) == check(one_of_each(kind), RULEBOOK)

    def test_is_printed_on_every_sheet(self, kind):
        sheet = build_sheet(one_of_each(kind), RULEBOOK)
        for which in ("roster", "cards", "reference"):
            raw = printing.render_pdf(sheet, PrintOptions(sheet=which), CONTEXT, rulebook=RULEBOOK)
            text = "".join("".join(page.extract_text() for page in PdfReader(io.BytesIO(raw)).pages).split())
            told = [block.name for block in sheet.blocks]
            told += [link.name for block in sheet.blocks for link in (*block.rules, *block.mutations, *block.spells)]
            assert [name for name in told if "".join(name.split()) not in text] == []

    def test_carries_what_its_own_lists_sell(self, kind):
        snapshot = one_of_each(kind)
        roster = Roster(snapshot, RULEBOOK.warband_types[kind], RULEBOOK)
        tried = 0
        for member in roster.own:
            key = member.own_type.equipment_list
            for row in RULEBOOK.equipment_lists[key].rows if key else ():
                found = refusal(roster, member, Piece(row.item))
                expected = found is None or found.code.endswith("_forbidden") or row.heroes_only
                assert expected, (member.name, row.item, found)
                tried += 1
        assert tried > 20

    def test_says_in_words_of_its_own_who_everybody_is(self, kind):
        entry = RULEBOOK.warband_types[kind]
        told = [entry.summary, *(warrior.summary for warrior in entry.warriors)]
        assert len(set(told)) == len(told)
        assert all(len(text) > 30 and re.search(r"[.!?]$", text) for text in told)


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_is_recruited_founded_exported_and_imported(rules: Rulebook, owner: Player, kind: str):
    warband = acts.begin(owner, kind, "Just begun")
    Warband.objects.filter(pk=warband.pk).update(starting_gold=RICH, treasury=RICH)
    warband.events.update(gold=RICH)
    for entry in current_rulebook().warband_types[kind].warriors:
        roster = Roster(WarbandSnapshot("New", kind), rules.warband_types[kind], rules)
        recruiting.recruit(warband, by=owner, type_key=entry.key, mutations=least_mutations(roster, entry))
    acts.found(warband)
    file = acts.exported(warband)
    again = acts.bring_in(owner, file)
    assert again.legal
    assert acts.exported(again.warband) == file
    assert list(audit([Warband.objects.get(pk=warband.pk), again.warband])) == []
    founding.delete_warband(again.warband)
