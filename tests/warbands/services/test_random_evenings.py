"""MH-051: whatever is done to a warband, its totals are the totals of its rows and its file is the warband."""

import random

import pytest

from mordheim.rules.dice import SeededDice
from mordheim.rules.snapshot import Piece
from tests import acts, books
from warbands.audit import audit
from warbands.models import Warband
from warbands.roster.check import check
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services import founding, recruiting, trading

KINDS = sorted(books.rulebook().warband_types)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]


class Player:
    """Somebody who tries whatever the page would let him send, sensible or not."""

    def __init__(self, warband: Warband, seed: int) -> None:
        self.warband, self.by = warband, warband.owner
        self.random = random.Random(seed)
        rulebook = current_rulebook()
        self.items = sorted(rulebook.items)
        self.lists = sorted({row.item for one in rulebook.equipment_lists.values() for row in one.rows})
        self.types = [entry.key for entry in rulebook.warband_types[warband.type_key].warriors]
        self.swords = sorted(rulebook.hired_swords)
        self.mutations = sorted(rulebook.mutations)
        self.mutable = {w.key for w in rulebook.warband_types[warband.type_key].warriors if w.mutations}

    def piece(self) -> Piece:
        item = self.random.choice(self.lists if self.random.random() < 0.8 else self.items)
        material = "gromril" if self.random.random() < 0.1 else None
        return Piece(item, material, self.random.choice([1, 1, 1, 2]))

    def somebody(self) -> int:
        ids = list(self.warband.warriors.values_list("pk", flat=True))
        return self.random.choice(ids) if ids else 0

    def held(self, warrior_id: int | None) -> Piece:
        rows = list(self.warband.items.filter(warrior=warrior_id))
        if not rows or self.random.random() < 0.1:
            return self.piece()
        row = self.random.choice(rows)
        return Piece(row.item_key, row.material or None, self.random.randint(1, row.quantity))

    def does_something(self) -> None:
        often = [self.recruits, self.buys, self.buys, self.hires, self.enlarges, self.dismisses]
        seldom = [self.stocks, self.takes, self.hands, self.sells, self.renames, self.moves, self.notes, self.founds]
        self.random.choice([*often, *often, *seldom])()

    def recruits(self) -> None:
        gear = [self.piece() for _ in range(self.random.choice([0, 0, 1, 2]))]
        kind, size = self.random.choice(self.types), self.random.choice([1, 1, 2, 5, 6])
        dice = SeededDice(self.random.randint(0, 999))
        recruiting.recruit(
            self.warband,
            by=self.by,
            type_key=kind,
            size=size,
            equipment=gear,
            mutations=self.grown(kind),
            dice=dice,
        )

    def grown(self, kind: str) -> list[str]:
        """Some mutations, mostly for those who may have any."""
        if kind not in self.mutable and self.random.random() < 0.95:
            return []
        return [self.random.choice(self.mutations) for _ in range(self.random.randint(0, 3))]

    def hires(self) -> None:
        dice = SeededDice(self.random.randint(0, 999))
        recruiting.hire_sword(self.warband, by=self.by, type_key=self.random.choice(self.swords), dice=dice)

    def enlarges(self) -> None:
        recruiting.enlarge_group(self.warband, by=self.by, warrior_id=self.somebody(), count=self.random.randint(1, 3))

    def dismisses(self) -> None:
        recruiting.dismiss(self.warband, by=self.by, warrior_id=self.somebody(), count=self.random.choice([None, 1]))

    def buys(self) -> None:
        trading.buy_item(self.warband, by=self.by, piece=self.piece(), warrior_id=self.somebody())

    def stocks(self) -> None:
        trading.buy_item(self.warband, by=self.by, piece=self.piece())

    def takes(self) -> None:
        who = self.somebody()
        trading.take_away_item(self.warband, by=self.by, warrior_id=who, piece=self.held(who))

    def hands(self) -> None:
        trading.hand_out_item(self.warband, by=self.by, warrior_id=self.somebody(), piece=self.held(None))

    def sells(self) -> None:
        trading.sell_item(self.warband, by=self.by, piece=self.held(None), dice=SeededDice(1))

    def renames(self) -> None:
        name = f"Name {self.random.randint(0, 9)}"
        recruiting.rename_warrior(self.warband, by=self.by, warrior_id=self.somebody(), name=name)

    def moves(self) -> None:
        recruiting.reorder(self.warband, by=self.by, warrior_id=self.somebody(), steps=self.random.randint(-3, 3))

    def notes(self) -> None:
        recruiting.note_on_warrior(self.warband, by=self.by, warrior_id=self.somebody(), notes="Seen at the well.")

    def founds(self) -> None:
        founding.found_warband(self.warband, by=self.by)


def assert_all_agrees(warband: Warband) -> None:
    stored = Warband.objects.get(pk=warband.pk)
    recount = check(snapshot_of(stored), current_rulebook())
    assert (stored.treasury, stored.rating, stored.warrior_count) == (
        recount.treasury,
        recount.rating,
        recount.warriors,
    )
    assert list(audit([stored])) == []
    assert stored.treasury >= 0 or not stored.founded
    assert all(problem.is_of_numbers for problem in recount.problems)


def assert_its_file_is_the_warband(warband: Warband) -> None:
    file = acts.exported(warband)
    again = acts.bring_in(warband.owner, file).warband
    assert again
    assert acts.exported(again) == file
    same, other = Warband.objects.get(pk=warband.pk), Warband.objects.get(pk=again.pk)
    assert (other.treasury, other.rating, other.warrior_count) == (same.treasury, same.rating, same.warrior_count)
    founding.delete_warband(again)


def play(warband: Warband, *, seed: int, acts_done: int = 200) -> None:
    player, done, refusals = Player(warband, seed), 0, set[str]()
    for _ in range(20 * acts_done):
        try:
            player.does_something()
        except Refused as refused:
            refusals.add(refused.message)
            continue
        assert_all_agrees(warband)
        done += 1
        if done % 20 == 0:
            assert_its_file_is_the_warband(warband)
        if done == acts_done:
            assert all(told.endswith((".", "!", "?")) for told in refusals), refusals
            return
    pytest.fail(f"Only {done} of {acts_done} acts could be done.")


def test_two_hundred_acts_on_a_new_warband_leave_every_figure_right(owner):
    play(acts.begin(owner), seed=1)


def test_sixty_acts_on_a_cult_with_its_mutants_leave_every_figure_right(owner):
    cult = acts.begin(owner, "cult_of_the_possessed", "The Thirteenth Bell")
    play(cult, seed=1, acts_done=60)
    assert cult.events.filter(act="recruit", sentence__contains=" with ").exists()


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_an_evening_with_every_kind_of_warband(owner, kind):
    play(acts.begin(owner, kind, "New"), seed=3)


def rich_exiles(owner) -> Warband:
    """Dwarfs after four battles who can pay for what comes into their heads."""
    return acts.exiles(owner, treasury=20_000, stash="helmet, sword, dispel_scroll")


def test_two_hundred_acts_after_battles_leave_every_figure_right(owner):
    play(rich_exiles(owner), seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("start", [acts.begin, acts.founded_mob, rich_exiles])
def test_many_more_evenings(owner, start, seed):
    play(start(owner), seed=seed)
