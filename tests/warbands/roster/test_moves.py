"""What a player may do to a warband, and the one judge of it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mordheim.rules.dice import EnteredDice, RecordedDice
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import Piece, WarbandSnapshot, WarriorSnapshot
from tests import books
from warbands.roster import moves
from warbands.roster.check import Checked
from warbands.roster.members import Roster
from warbands.roster.problems import Problem
from warbands.roster.refusals import OutOfDate, Refused


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return books.rulebook()


def checked(*problems: Problem, treasury: int | None = 100) -> Checked:
    return Checked(problems, cost=None, treasury=treasury, warriors=5, rating=50, experience=0)


def goblins(count: int, *, blocking: bool = True) -> Problem:
    told = f"{count} Goblins are too many."
    return Problem("ratio_exceeded", "warband", told, blocking, about="goblin_warrior", off_by=count)


SQUIGS = Problem("ratio_exceeded", "warband", "Too many Squigs.", True, about="cave_squig")
GUN = Problem("item_not_on_list", "Krump", "Krump may not have a gun.", warrior_id=7)
SHORT = Problem("over_budget", "warband", "The warband costs more than it has.")
CAPTURED = Problem("too_few_warriors", "warband", "There are 2.", blocking=False)


class TestTheJudge:
    """Who may come to stand so: a draft, a founded warband, a buyer."""

    @pytest.mark.parametrize("founded", [False, True])
    @pytest.mark.parametrize("buying", [False, True])
    def test_what_one_may_never_have_is_refused_to_all(self, founded, buying):
        with pytest.raises(Refused, match="may not have a gun") as refused:
            moves.judge(checked(), checked(GUN), founded=founded, buying=buying)
        assert refused.value.code == "item_not_on_list"

    def test_a_draft_may_be_wrong_in_its_numbers(self):
        moves.judge(checked(), checked(goblins(3), SQUIGS, treasury=-50), founded=False, buying=True)

    @pytest.mark.parametrize("buying", [False, True])
    def test_a_founded_warband_may_not(self, buying):
        with pytest.raises(Refused):
            moves.judge(checked(), checked(goblins(1)), founded=True, buying=buying)

    def test_a_number_that_is_only_noted_stops_a_purchase_and_no_loss(self):
        moves.judge(checked(), checked(CAPTURED), founded=True, buying=False)
        with pytest.raises(Refused):
            moves.judge(checked(), checked(CAPTURED), founded=True, buying=True)

    @pytest.mark.parametrize("blocking", [False, True])
    def test_what_was_wrong_before_may_get_better_or_stay(self, blocking):
        before = checked(goblins(3, blocking=blocking))
        for after in (2, 3):
            moves.judge(before, checked(goblins(after, blocking=blocking)), founded=True, buying=True)

    @pytest.mark.parametrize("blocking", [False, True])
    def test_but_not_worse(self, blocking):
        with pytest.raises(Refused, match="4 Goblins"):
            moves.judge(
                checked(goblins(3, blocking=blocking)),
                checked(goblins(4, blocking=blocking)),
                founded=True,
                buying=True,
            )

    def test_one_number_that_gets_better_does_not_pay_for_another(self):
        with pytest.raises(Refused, match="Squigs"):
            moves.judge(checked(goblins(5)), checked(goblins(1), SQUIGS), founded=True, buying=True)

    def test_an_old_fault_under_a_new_name_is_no_new_one(self):
        renamed = replace(GUN, where="Gutsnik", message="Gutsnik may not have a gun.")
        moves.judge(checked(GUN), checked(renamed), founded=True, buying=False)

    def test_the_same_fault_of_another_warrior_is(self):
        with pytest.raises(Refused):
            moves.judge(checked(GUN), checked(replace(GUN, warrior_id=8)), founded=True, buying=False)

    def test_another_fault_of_the_same_warrior_is(self):
        other = replace(GUN, message="Krump may not have a bow.")
        with pytest.raises(Refused, match="bow"):
            moves.judge(checked(GUN), checked(other), founded=True, buying=False)

    def test_the_treasury_of_a_founded_warband_is_never_negative(self):
        with pytest.raises(Refused, match="5 gc more than there are"):
            moves.judge(checked(), checked(treasury=-5), founded=True, buying=False)

    def test_what_costs_nothing_goes_on_when_prices_have_risen_past_the_gold(self):
        short = replace(SHORT, off_by=5)
        moves.judge(checked(short, treasury=-5), checked(short, treasury=-5), founded=True, buying=False)
        moves.judge(checked(short, treasury=-5), checked(treasury=20), founded=True, buying=False)
        worse = checked(replace(SHORT, off_by=8), treasury=-8)
        with pytest.raises(Refused) as refused:
            moves.judge(checked(short, treasury=-5), worse, founded=True, buying=True)
        assert refused.value.code == "over_budget"


def roster_of(rulebook: Rulebook, *warriors: WarriorSnapshot, **columns: object) -> Roster:
    numbered = tuple(replace(warrior, id=number) for number, warrior in enumerate(warriors, 1))
    snapshot = WarbandSnapshot(name="W", type="orc_mob", warriors=numbered, **columns)
    return Roster(snapshot, rulebook.warband_types["orc_mob"], rulebook)


BOSS = WarriorSnapshot("hero", "Grubnash", "orc_boss", experience=20)
BOYZ = WarriorSnapshot("henchman", "Da Ladz", "orc_boy", size=3, equipment=(Piece("bow"),))


class TestSpells:
    def lore(self, rulebook: Rulebook) -> str:
        return rulebook.warband_types["orc_mob"].warrior("orc_shaman").casting.lore

    def test_the_only_one_left_is_found(self, rulebook):
        lore = self.lore(rulebook)
        *known, last = rulebook.lores[lore].spells
        dice = RecordedDice(EnteredDice([1, 5, 2, 6, 3, 4]))
        assert moves.roll_spell(roster_of(rulebook, BOSS), lore, dice, known) == last
        assert len(dice.rolls) == 6

    def test_where_all_are_known_nothing_is_rolled(self, rulebook):
        lore = self.lore(rulebook)
        dice = RecordedDice(EnteredDice([]))
        with pytest.raises(Refused, match=r"no spell of .* left to learn"):
            moves.roll_spell(roster_of(rulebook, BOSS), lore, dice, rulebook.lores[lore].spells)
        assert dice.rolls == []


class TestNames:
    @given(st.text(max_size=300))
    def test_whatever_is_typed_is_a_proper_name_or_refused(self, text):
        try:
            name = moves.proper_name(text)
        except Refused:
            return
        assert 1 <= len(name) <= 200
        assert moves.proper_name(name) == name
        assert name.isprintable() or all(c not in "\n\r\t\x00\u202e" for c in name)

    @given(st.sets(st.sampled_from(["Gob", "Gob 2", "Gob 3", "Gob 4", "x" * 200])))
    def test_a_free_name_is_free(self, taken):
        warriors = [replace(BOSS, name=name) for name in taken]
        roster = Roster(WarbandSnapshot("W", "orc_mob", warriors=tuple(warriors)), None, None)  # type: ignore[arg-type]
        for wanted in ("Gob", "x" * 200):
            found = moves.free_name(roster, wanted)
            assert found not in taken
            assert len(found) <= 200


class TestPieces:
    def test_more_than_a_file_can_hold_is_not_put_together(self, rulebook):
        roster = roster_of(rulebook, BOSS, battles=1, treasury=5000, stash=(Piece("dagger", None, 99),))
        moved = moves.buy(roster, warrior_id=None, piece=Piece("dagger"))
        assert moved.snapshot.stash == (Piece("dagger", None, 100),)
        with pytest.raises(Refused, match="More than 100 × dagger"):
            moves.buy(roster, warrior_id=None, piece=Piece("dagger", None, 2))

    def test_the_last_piece_leaves_no_empty_line(self, rulebook):
        roster = roster_of(rulebook, BOSS, battles=1, treasury=0, stash=(Piece("dagger"),))
        assert moves.hand_out(roster, warrior_id=1, piece=Piece("dagger")).snapshot.stash == ()

    def test_what_an_unknown_warrior_leaves_is_not_lost(self, rulebook):
        stranger = WarriorSnapshot("henchman", "Stranger", "gone", size=2, equipment=(Piece("sword"),))
        roster = roster_of(rulebook, BOSS, stranger, battles=1, treasury=0)
        assert moves.dismiss(roster, warrior_id=2).snapshot.stash == (Piece("sword", None, 2),)

    @pytest.mark.parametrize("material", ["mithril", "gromril"])
    def test_a_material_that_there_is_not_is_refused_by_every_move(self, rulebook, material):
        roster = roster_of(rulebook, BOSS, BOYZ, battles=1, treasury=500)
        piece = Piece("bow", material)
        for move in (
            lambda: moves.buy(roster, warrior_id=2, piece=piece),
            lambda: moves.buy(roster, warrior_id=None, piece=piece),
            lambda: moves.take_away(roster, warrior_id=2, piece=piece),
            lambda: moves.hand_out(roster, warrior_id=2, piece=piece),
            lambda: moves.sell(roster, piece=piece, dice=EnteredDice([])),
        ):
            with pytest.raises(Refused):
                move()

    def test_gold_and_gear_only_change_hands(self, rulebook):
        """What a group takes and puts back leaves the warband as it was."""
        roster = roster_of(rulebook, BOSS, BOYZ, battles=1, treasury=7, stash=(Piece("sword", None, 3),))
        taken = moves.hand_out(roster, warrior_id=2, piece=Piece("sword")).snapshot
        again = Roster(taken, roster.warband_type, rulebook)
        assert moves.take_away(again, warrior_id=2, piece=Piece("sword")).snapshot == roster.snapshot


def test_nobody_but_the_warbands_own_is_found(rulebook):
    with pytest.raises(Refused, match="not of this warband"):
        moves.warrior_of(roster_of(rulebook, BOSS), 99)


def test_no_move_touches_what_it_was_given(rulebook):
    roster = roster_of(rulebook, BOSS, BOYZ, battles=1, treasury=500, stash=(Piece("sword"),))
    before = repr(roster.snapshot)
    moves.recruit(roster, type_key="orc_boy", name="", dice=EnteredDice([]))
    moves.buy(roster, warrior_id=1, piece=Piece("sword"))
    moves.sell(roster, piece=Piece("sword"), dice=EnteredDice([]))
    moves.reorder(roster, warrior_id=1, steps=1)
    moves.dismiss(roster, warrior_id=2)
    assert repr(roster.snapshot) == before


def test_being_out_of_date_is_a_refusal_of_its_own():
    assert issubclass(OutOfDate, Refused)
    assert OutOfDate().message.startswith("This warband has changed")
