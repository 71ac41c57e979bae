"""What is carried past the game: who holds it in the end, who owes, who met the sick, and what the peddler has."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.happenings.engine import check_for_happening, passed_on
from encounters.happenings.holding import dragged_away, may_hold, picked_up, taken_out, told_of
from encounters.happenings.peddling import dealt, open_stall, unpack
from encounters.happenings.plain import Eaten, Fee, Find, Loot, NextScenario, Peddler, Plague, Shard
from mordheim.rules.results import Dies, MissesGames, RollsMoreInjuries
from tests.encounters.happenings.stage import (
    EXILES,
    HUNTERS,
    MOB,
    happen,
    next_turn,
    no_table,
    session,
    table,
    who,
)
from tests.warbands.roster.cast import rulebook
from warbands.roster.refusals import Refused

THRAIN = who("Thrain", place=1, of=EXILES)
HOUND = who("The Hounds", 1, place=2, of=HUNTERS)


def carried(code: int, *faces: int, **more: Any) -> Any:
    (one,) = happen(code, *faces, **more).outcome.carried
    return one


class TestTheFeeOfASword:
    """Rulings 16 and 32; what comes of it is settled in the night after the battle."""

    def test_it_is_hire_and_upkeep(self) -> None:
        fee = carried(11)
        assert isinstance(fee, Fee)
        assert (fee.gold, fee.warband, fee.hired_sword) == (80 + 30, MOB, "ogre_bodyguard")
        assert carried(45).gold == 30 + 15


class TestAShard:
    def shard(self) -> Shard:
        one = carried(16, 1)
        assert isinstance(one, Shard)
        return one

    def test_the_finder_has_it(self) -> None:
        assert told_of(self.shard()) == "Grubnash of Da Snikkaz has the shard."

    def test_whoever_puts_him_out_in_close_combat_takes_it(self) -> None:
        stolen = taken_out(table(), self.shard(), who("Grubnash"), by=THRAIN, in_close_combat=True)
        assert stolen.holder == THRAIN
        assert taken_out(table(), stolen, who("Grubnash"), by=HOUND, in_close_combat=True) == stolen

    @pytest.mark.parametrize(("by", "close"), [(THRAIN, False), (HOUND, True), (None, True)])
    def test_otherwise_it_is_lost(self, by: Any, close: bool) -> None:
        lost = taken_out(table(), self.shard(), who("Grubnash"), by=by, in_close_combat=close)
        assert lost.holder is None
        assert told_of(lost) == "The shard is lost."


class TestTheMatriarchsLoot:
    def loot(self) -> Loot:
        one = carried(54, 1, 1)
        assert isinstance(one, Loot)
        return one

    def test_it_is_all_that_she_had(self) -> None:
        assert self.loot().items == ("sword", "steel_whip", "heavy_armour", "helmet", "blessed_water", "holy_relic")

    def test_anybody_but_an_animal_picks_it_up(self) -> None:
        assert not may_hold(table(), self.loot(), HOUND)
        assert picked_up(table(), self.loot(), HOUND).holder is None
        assert picked_up(table(), self.loot(), THRAIN).holder == THRAIN

    def test_it_lies_where_its_holder_falls_and_is_picked_up_again(self) -> None:
        held = picked_up(table(), self.loot(), THRAIN)
        assert picked_up(table(), held, who("Snotti")).holder == THRAIN
        fallen = taken_out(table(), held, THRAIN, by=who("Snotti"), in_close_combat=True)
        assert told_of(fallen) == "The loot lies on the ground."
        assert told_of(picked_up(table(), fallen, who("Snotti"))) == "Snotti of Da Snikkaz has the loot."


def test_whom_the_dogs_drag_away_is_lost() -> None:
    eaten = carried(35, 1, 1, 1)
    assert isinstance(eaten, Eaten)
    assert told_of(eaten) == ""
    assert told_of(dragged_away(eaten, who("Da Ladz", 2))) == "Lost to the Dog Pack: no. 2 of Da Ladz (Da Snikkaz)."


class TestThePlague:
    def plague(self) -> Plague:
        one = carried(53, 3, 1, at=table(out={1: {"The Kin": 1}}, away={2: {"Magnus": 1}}))
        assert isinstance(one, Plague)
        return one

    def test_everybody_then_in_play_may_have_caught_it(self) -> None:
        exposed = {(one.warband, one.name): one.count for one in self.plague().exposed}
        assert exposed[EXILES, "The Kin"] == 2
        assert (HUNTERS, "Magnus") not in exposed
        assert exposed[HUNTERS, "The Hounds"] == 2
        assert sum(exposed.values()) == 5 + 6 + 7

    def test_it_says_which_happening_brought_it(self) -> None:
        assert (self.plague().happening, self.plague().faces) == ("plague_victims", (1,))

    def test_it_kills_henchmen_and_maims_heroes(self) -> None:
        major, minor, none = self.plague().rows
        assert [type(one) for one in major.henchman] == [Dies]
        (more,) = major.hero
        assert isinstance(more, RollsMoreInjuries)
        codes = [rulebook().injuries[key].codes for key in more.again]
        assert (more.times, sorted(code for some in codes for code in some)) == ("D3", [36, 56, 61, 65])
        assert [one.games for one in (*minor.hero, *minor.henchman) if isinstance(one, MissesGames)] == [1, 1]
        assert (none.hero, none.henchman) == ((), ())


class TestFindsAndOthers:
    @pytest.mark.parametrize(
        ("face", "item"), [(1, "helmet"), (3, "lantern"), (4, "net"), (5, "black_lotus"), (6, "sword")]
    )
    def test_the_catacombs_hold_a_thing(self, face: int, item: str) -> None:
        assert carried(56, 1, 1, face) == Find(who=who("Grubnash"), item=item)

    def test_or_a_pouch(self) -> None:
        assert carried(56, 1, 1, 2, 6, 5) == Find(who=who("Grubnash"), gold=11)

    def test_without_a_rope_he_counts_as_out_for_rout_alone(self) -> None:
        (out,) = happen(56, 1, 1, 1).outcome.effects
        assert out.kind == "out_of_action"
        assert out.only_rout

    def test_scrawlings_bring_gold_or_a_map(self) -> None:
        assert carried(32, 1, 3, 4) == Find(who=who("Grubnash"), gold=4)
        assert carried(32, 1, 1) == NextScenario(place=0, warband=MOB, by=1)

    def test_laying_the_ghost_brings_the_priest_a_point(self) -> None:
        (ghost,) = happen(21, 1, 1).outcome.lasting
        turned = next_turn(ghost, 1, warrior=f"{HUNTERS}: Father Ott")
        (earned,) = turned.outcome.carried
        assert earned.kind == "experience"
        assert (earned.who, earned.amount) == (who("Father Ott", place=2, of=HUNTERS), 1)


class TestThePeddler:
    """Rulings 13 and 22."""

    def stock(self) -> Peddler:
        peddler, rolls = unpack(carried(65, at=no_table()), rulebook(), session((1, 2, 3) * 6 + (1, 2)))
        assert len(rolls) == len(peddler.items) == 20
        return peddler

    def test_he_has_d3_of_each(self) -> None:
        assert [lot.left for lot in self.stock().stock] == [*([1, 2, 3] * 6), 1, 2]

    def test_half_of_a_price_is_rounded_up(self) -> None:
        prices = {lot.item: lot.price for lot in self.stock().stock if lot.price is not None}
        assert prices == {
            "mace": 2, "hammer": 2, "sword": 5, "dagger": 1, "axe": 3, "helmet": 5, "crossbow": 13, "pistol": 8,
            "duelling_pistol": 15, "rope_and_hook": 3, "lucky_charm": 5, "garlic": 1, "lantern": 5,
        }  # fmt: skip

    def test_dice_of_a_price_are_rolled_when_somebody_asks(self) -> None:
        (lot,) = [lot for lot in self.stock().stock if lot.item == "blessed_water"]
        assert (lot.asking, lot.price) == ("10+3D6 gc", None)

    def test_winners_have_one_piece_each_laid_aside_in_order_of_play(self) -> None:
        stall = open_stall(self.stock(), [0, 1])
        assert stall.buyer == 0
        stall = stall.taken("sword")
        assert stall.buyer == 1
        stall = stall.taken("sword")
        assert (stall.buyer, [lot.left for lot in stall.left if lot.item == "sword"]) == (0, [1])
        stall = stall.done()
        assert stall.buyer == 1
        stall = stall.taken("sword")
        assert stall.buyer == 1
        with pytest.raises(Refused, match="none of these"):
            stall.taken("sword")
        assert stall.done().is_over
        shares = {share.place: [(lot.item, lot.left) for lot in share.stock] for share in stall.shares()}
        assert shares == {0: [("sword", 1)], 1: [("sword", 2)]}

    def test_it_is_over_when_nothing_is_left(self) -> None:
        one = self.stock().model_copy(update={"stock": self.stock().stock[:1]})
        over = open_stall(one, [0, 1]).taken(one.stock[0].item)
        assert (over.is_over, over.buyer) == (True, None)
        with pytest.raises(Refused, match="none of these"):
            over.taken(one.stock[0].item)

    def test_who_wants_no_more_last_leaves_the_first_to_choose(self) -> None:
        stall = open_stall(self.stock(), [0, 1, 2]).taken("sword").taken("axe")
        assert stall.buyer == 2
        assert stall.done().buyer == 0

    def test_where_nobody_chooses_all_of_it_is_dealt_piece_by_piece(self) -> None:
        stock = self.stock()
        shares = dealt(stock, [1, 0])
        counts = [sum(lot.left for lot in share.stock) for share in shares]
        assert sum(counts) == sum(lot.left for lot in stock.stock)
        assert abs(counts[0] - counts[1]) <= 1
        assert [(lot.item, lot.left) for lot in shares[1].stock][:2] == [("mace", 1), ("hammer", 1)]


class TestTheDieAtTheStartOfATurn:
    @pytest.mark.parametrize(("face", "happens"), [(1, True), (2, False), (6, False)])
    def test_a_one_is_a_happening(self, face: int, happens: bool) -> None:
        check = check_for_happening(session((face,)))
        assert (check.happens, check.roll and check.roll.faces) == (happens, (face,))

    def test_there_is_one_in_a_game(self) -> None:
        assert check_for_happening(session(()), had=True).happens is False


def test_another_player_counts_the_turns_of_one_who_has_left() -> None:
    (flies,) = happen(46, 2).outcome.lasting
    assert next_turn(passed_on(flies, 2), of=0).lasting == passed_on(flies, 2)
    left = next_turn(passed_on(flies, 2), of=2).lasting
    assert left is not None
    assert left.left == 1
