"""A skirmish as its services carry it: orders, dice, who may, taking back, and the log that gives it again."""

from __future__ import annotations

from random import Random

import pytest

from encounters.hitchance.errors import Malformed
from encounters.hitchance.fight_file import FightFile, drafted
from encounters.hitchance.notation import read_skirmish, write_order
from encounters.hitchance.orders import Roll
from encounters.hitchance.players import computer, next_order
from encounters.hitchance.throwing import replayed
from encounters.models import SkirmishFight, SkirmishStep
from encounters.services import skirmish_drafts as drafts
from encounters.services import skirmishes as services
from encounters.skirmish_selectors import file_of, hit_rules, logged, ready_made
from tests.encounters.skirmish.conftest import Table, begun, drawn
from warbands.models import Player
from warbands.roster.refusals import OutOfDate, Refused

pytestmark = pytest.mark.django_db


def problems(file: FightFile) -> list[str]:
    return [fault.told for fault in drafted(file, hit_rules()).faults]


def crowd(members: int, monsters: int) -> bytes:
    """A file with so many, each on a square of his own."""
    sides = (("members", members, 0), ("monsters", monsters, 2))
    lines = [
        f"{side}: [{', '.join(f'{{name: {side} {n}, at: [{n % 20}, {y + n // 20}]}}' for n in range(many))}]"
        for side, many, y in sides
    ]
    return "\n".join(lines).encode()


class TestDrawingUp:
    def test_whatever_stands_ready_can_be_fought_and_the_smallest_comes_first(self) -> None:
        assert [one.key for one in ready_made()][:2] == ["a_duel", "two_against_two"]
        assert [problems(one.file) for one in ready_made()] == [[]] * len(ready_made())

    def test_a_fighter_comes_on_a_free_square_is_doubled_and_left_out(self, alice: Player) -> None:
        row = drawn(alice)
        said = {"name": "Cuno", "level": 3, "held": ["mace"]}
        drafts.put_fighter(row, by=alice, version=1, side="members", said=said)
        row = drafts.double_fighter(row, by=alice, version=2, side="members", place=2)
        assert [one.name for one in file_of(row).members] == ["Ada", "Bert", "Cuno", "Cuno 2"]
        assert problems(file_of(row)) == []
        row = drafts.leave_out(row, by=alice, version=3, side="members", place=2)
        assert [one.name for one in file_of(row).members] == ["Ada", "Bert", "Cuno 2"]

    def test_what_cannot_be_fought_may_be_drawn_up_and_does_not_begin(self, alice: Player) -> None:
        row = drawn(alice)
        row = drafts.put_fighter(
            row, by=alice, version=1, side="members", place=0, said={"name": "Bert", "held": ["great_weapon", "sword"]}
        )
        told = " ".join(problems(file_of(row)))
        assert "same name, Bert" in told
        assert "hands" in told, "every fault is told, not the first alone"
        with pytest.raises(Refused, match="cannot be fought yet"):
            drafts.begin_skirmish(row, by=alice, version=2)

    def test_what_no_file_says_the_last_of_a_side_and_an_older_draft_are_refused(self, alice: Player) -> None:
        row = drawn(alice)
        about = {"by": alice, "side": "monsters"}
        with pytest.raises(Refused):
            drafts.put_fighter(row, version=1, said={"name": "X", "wings": 2}, **about)
        row = drafts.leave_out(row, version=1, place=0, **about)
        with pytest.raises(OutOfDate):
            drafts.leave_out(row, version=1, place=0, **about)
        with pytest.raises(Refused, match="each side"):
            drafts.leave_out(row, version=2, place=0, **about)

    def test_one_who_stands_in_the_place_of_another_by_now_is_not_replaced(self, alice: Player) -> None:
        row = drawn(alice)
        about = {"by": alice, "version": 1, "side": "members", "place": 0, "said": {"name": "X"}}
        with pytest.raises(Refused, match="Bert does not stand there"):
            drafts.put_fighter(row, whom="Bert", **about)
        assert file_of(drafts.put_fighter(row, whom="Ada", **about)).members[0].name == "X"

    def test_more_than_sixty_come_neither_with_a_file_nor_one_by_one(self, alice: Player) -> None:
        row = drawn(alice, crowd(30, 30))
        more = {"by": alice, "version": row.version, "side": "members"}
        with pytest.raises(Refused, match="between 60"):
            drafts.put_fighter(row, said={"name": "One more"}, **more)
        with pytest.raises(Refused, match="between 60"):
            drafts.double_fighter(row, place=0, **more)
        with pytest.raises(Refused, match="between 60"):
            drawn(alice, crowd(31, 30))

    def test_begun_its_sides_stand(self, alice: Player) -> None:
        row = begun(alice)
        with pytest.raises(Refused, match="has begun"):
            drafts.leave_out(row, by=alice, version=row.version, side="members", place=0)


class TestOrders:
    def test_nothing_is_done_in_one_that_has_not_begun(self, alice: Player) -> None:
        row = drawn(alice)
        about = {"by": alice, "version": row.version}
        for act in (
            lambda: services.give_order(row, line="0 done", **about),
            lambda: services.throw_dice(row, **about),
            lambda: services.all_done(row, **about),
            lambda: services.take_back(row, **about),
        ):
            with pytest.raises(Refused, match="has not begun"):
                act()

    def test_an_attack_waits_for_its_dice_and_both_fall_before_either_does_anything(self, table: Table) -> None:
        table.say("0 attack 2 sword")
        assert (table.row.pending, table.now.version) == ("0 attack 2 sword", 2)
        table.throw(3)
        assert table.row.fallen == [{"die": 12, "face": 3, "for": "Ada: attack die", "by": "table"}]
        table.throw(12)
        assert table.row.pending == ""
        step = SkirmishStep.objects.last()
        assert [die["face"] for die in step.faces] == [3, 12]
        assert table.now.fighters[2].worn[0].state == "destroyed"

    def test_the_app_rolls_what_is_left_out_of_the_seed(self, table: Table) -> None:
        table.say("0 attack 2 sword").throw(12).throw()
        first = SkirmishStep.objects.last().faces
        assert [die["by"] for die in first] == ["table", "app"]
        table.back().say("0 attack 2 sword").throw(12).throw()
        assert SkirmishStep.objects.last().faces == first, "taking back is no way to other dice"

    def test_the_nameless_of_a_block_are_done_together_a_step_for_each(self, table: Table) -> None:
        table.say("0 done")
        with pytest.raises(Refused, match="Nobody has only free"):
            services.all_done(table.row, by=table.by, version=table.row.version)
        table.say("1 done")
        table.row = services.all_done(table.row, by=table.by, version=table.row.version)
        assert [step.line for step in SkirmishStep.objects.all()][-2:] == ["1 done", "3 done"]
        assert table.now.asked == (2,), "Grub has a name and everything to do"
        assert table.back().now.asked == (2, 3)
        with pytest.raises(OutOfDate):
            services.all_done(table.row, by=table.by, version=1)

    def test_what_needs_no_dice_is_done_at_once(self, table: Table) -> None:
        table.say("0 move 4,5")
        assert table.now.fighters[0].at == (4, 5)

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("fly", "no order"),
            ("9 done", "no order"),
            ("2 done", "not asked"),
            ("after rest", "not over"),
            ("roll", "No"),
        ],
    )
    def test_malformed_and_illegal_lines_change_nothing(self, table: Table, line: str, told: str) -> None:
        before = table.row.version
        with pytest.raises(Refused, match=told):
            table.say(line)
        assert SkirmishFight.objects.get().version == before

    def test_an_older_page_is_told_to_look_again_and_a_double_tap_does_nothing_twice(self, table: Table) -> None:
        old = table.row.version
        table.say("0 done")
        with pytest.raises(OutOfDate):
            services.give_order(table.row, by=table.by, version=old, line="0 done")
        assert SkirmishStep.objects.count() == 2

    def test_faces_that_do_not_fit_or_are_too_many_are_refused(self, table: Table) -> None:
        table.say("1 attack 3 crossbow")
        for faces, told in (((13,), "no face"), ((12, 1), "more die"), ((0,), "no face")):
            with pytest.raises(Refused, match=told):
                table.throw(*faces)
        with pytest.raises(Refused, match="Tap the face"):
            services.throw_dice(table.row, by=table.by, version=table.row.version, faces=[])

    def test_while_dice_are_due_only_stances_may_be_changed_and_only_before_one_has_fallen(self, table: Table) -> None:
        table.say("0 attack 2 sword")
        with pytest.raises(Refused, match="First the dice"):
            table.say("1 done")
        table.say("2 stance no no")
        assert table.row.pending == "0 attack 2 sword"
        assert not table.now.fighters[2].sunders
        table.throw(1)
        assert table.row.pending == "", "nobody strikes back, so that one die is all"
        assert table.now.fighters[2].lost == "downed"

    def test_somebody_else_watches(self, table: Table, bob: Player) -> None:
        version = table.row.version
        for act in (
            lambda: services.give_order(table.row, by=bob, version=version, line="0 done"),
            lambda: services.throw_dice(table.row, by=bob, version=version),
            lambda: services.take_back(table.row, by=bob, version=version),
            lambda: drafts.throw_away(table.row, by=bob, version=version),
        ):
            with pytest.raises(Refused, match="only watch"):
                act()

    def test_rules_that_have_changed_are_told_and_lose_nothing(self, table: Table) -> None:
        SkirmishFight.objects.update(notation="{}")
        with pytest.raises(Refused, match="rules have changed"):
            table.say("0 done")


class TestTakingBack:
    def test_after_the_last_step_it_is_as_before_to_the_letter_and_recorded(self, table: Table) -> None:
        before = table.row.notation
        table.say("0 attack 2 sword").throw(3, 12).back()
        assert table.row.notation == before
        assert SkirmishStep.objects.exclude(taken_back_at=None).count() == 1

    def test_an_order_that_waits_is_put_off_and_what_had_fallen_is_recorded(self, table: Table) -> None:
        table.say("0 attack 2 sword").back()
        assert (table.row.pending, SkirmishStep.objects.count()) == ("", 1)
        table.say("0 attack 2 sword").throw(3).back()
        kept = SkirmishStep.objects.exclude(taken_back_at=None).get()
        assert (kept.line, kept.faces[0]["face"], table.row.fallen) == ("0 attack 2 sword", 3, [])

    def test_at_the_beginning_the_sides_are_drawn_up_again(self, table: Table) -> None:
        table.back().back()
        assert table.row.is_gathering
        assert drafts.begin_skirmish(table.row, by=table.by, version=table.row.version).is_under_way

    def test_an_end_is_taken_back_too(self, alice: Player) -> None:
        table = fought_out(alice)
        before = table.row.version
        table.back()
        assert table.row.is_under_way
        assert table.row.ended_at is None
        assert table.row.version == before + 1


def fought_out(by: Player) -> Table:
    """A skirmish that the computer has played to its end, with some of it taken back on the way."""
    table, chance = Table(by), Random(5)
    SkirmishFight.objects.update(seed="1f" * 32)
    play = computer(chance)
    for number in range(600):
        if table.row.is_over:
            return table
        order = next_order(table.now, play)
        if not isinstance(order, Roll):
            table.say(write_order(order))
        if table.row.pending or isinstance(order, Roll):
            table.throw()
        if number % 7 == 6:
            table.back()
    raise AssertionError("it does not end")


def test_a_whole_fight_replays_to_what_is_stored(alice: Player) -> None:
    table = fought_out(alice)
    opening = read_skirmish(table.row.opening, hit_rules())
    played = replayed(opening, logged(list(table.row.steps.standing())))
    assert played == table.now
    assert table.row.result["winner"] in ("members", "monsters", "")
    assert table.row.steps.exclude(taken_back_at=None).exists()


def test_afterwards_dice_are_stopped_before_anybody_rests(alice: Player) -> None:
    table = Table(alice).throw(1, 1)
    table.say("2 stance no no").say("0 attack 2 sword").throw(1).say("1 attack 3 crossbow").throw(1)
    assert table.row.is_over
    with pytest.raises(Refused, match="cannot be done"):
        table.say("after rest")
    table.say("after stabilise 2").throw(13, 14).say("after rest")
    assert table.now.fighters[2].lost == ""


def test_a_skirmish_that_is_thrown_away_is_gone_with_its_log(table: Table) -> None:
    drafts.throw_away(table.row, by=table.by, version=table.row.version)
    assert not SkirmishStep.objects.exists()
    with pytest.raises(Refused, match="not there"):
        table.say("0 done")


def test_nothing_is_drawn_up_beyond_what_one_may_keep(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "MOST_KEPT", 1)
    drawn(alice)
    with pytest.raises(Refused, match="throw some"):
        drawn(alice)
    with pytest.raises(Refused):
        drafts.file_read(b"members: 3")
    with pytest.raises(Malformed):
        read_skirmish("nothing", hit_rules())
