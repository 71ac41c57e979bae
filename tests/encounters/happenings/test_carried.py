"""What is carried past the game: who holds it in the end, who pays, who is sick, and what the peddler sells."""

from __future__ import annotations

from typing import Any

import pytest

from encounters.happenings.engine import check_for_happening, passed_on
from encounters.happenings.holding import dragged_away, may_hold, picked_up, taken_out, told_of
from encounters.happenings.peddling import Stall, ask_price, open_stall, unpack
from encounters.happenings.plain import Eaten, Exposed, Fee, Find, Loot, NextScenario, Peddler, Plague, Shard
from encounters.happenings.settling import roll_plague, settle_fee
from mordheim.rules.results import Dies, MissesGames, RollsMoreInjuries
from tests.encounters.happenings.stage import (
    EXILES,
    HUNTERS,
    MOB,
    exiles,
    happen,
    mob,
    next_turn,
    no_table,
    session,
    table,
    who,
)
from tests.warbands.roster.cast import rulebook, warrior
from warbands.roster.refusals import Refused

THRAIN = who("Thrain", place=1, of=EXILES)
HOUND = who("The Hounds", 1, place=2, of=HUNTERS)
GONE = {"Grubnash": 1, "Da Ladz": 3, "Snotti": 1}


def carried(code: int, *faces: int, **more: Any) -> Any:
    (one,) = happen(code, *faces, **more).outcome.carried
    return one


class TestTheFeeOfASword:
    """Rulings 16 and 32."""

    def fee(self) -> Fee:
        one = carried(11)
        assert isinstance(one, Fee)
        return one

    def test_it_is_hire_and_upkeep(self) -> None:
        assert (self.fee().gold, self.fee().warband, self.fee().hired_sword) == (80 + 30, MOB, "ogre_bodyguard")
        assert carried(45).gold == 30 + 15

    def test_who_pays_keeps_him(self) -> None:
        settled = settle_fee(table(), self.fee(), 110, session(()))
        assert (settled.paid, settled.gold, settled.victim) == (True, 110, None)

    def test_who_cannot_pay_has_somebody_hurt_who_was_not_out_of_action(self) -> None:
        at = table(out={0: {"Grubnash": 1, "Da Ladz": 2}})
        settled = settle_fee(at, self.fee(), 50, session((5,)))
        assert (settled.paid, settled.victim) == (False, who("Snotti"))
        assert settle_fee(at, self.fee(), 50, session((1,))).victim == who("Da Ladz", 1)

    def test_so_has_who_will_not_pay(self) -> None:
        assert settle_fee(table(), self.fee(), 500, session((1,), pay_fee="no")).victim == who("Grubnash")

    def test_with_everybody_out_of_action_nothing_happens(self) -> None:
        settled = settle_fee(table(out={0: GONE}), self.fee(), 0, session(()))
        assert (settled.paid, settled.victim) == (False, None)
        assert "finds nobody to hurt" in settled.told

    def test_who_fled_from_the_table_on_his_feet_may_be_hurt(self) -> None:
        assert settle_fee(table(away={0: GONE}), self.fee(), 0, session((5,))).victim == who("Snotti")

    def test_the_sword_does_not_hurt_himself(self) -> None:
        hired = table(mob(warrior("ogre_bodyguard", name="Ogre Bodyguard")), exiles())
        fee = self.fee().model_copy(update={"name": "Ogre Bodyguard"})
        assert settle_fee(hired, fee, 0, session((5,))).victim == who("Snotti")


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

    def test_each_rolls_and_a_one_is_the_disease(self) -> None:
        ladz, snotti = (Exposed(place=0, warband=MOB, name=name) for name in ("Da Ladz", "Snotti"))
        few = self.plague().model_copy(update={"exposed": (ladz.model_copy(update={"count": 3}), snotti)})
        caught = roll_plague(few, session((2, 1, 1, 1, 6, 3)))
        assert [(one.who.name, one.symptoms.key) for one in caught] == [
            ("Da Ladz", "major_symptoms"),
            ("Da Ladz", "full_recovery"),
        ]

    @pytest.mark.parametrize(
        ("face", "key"), [(1, "major_symptoms"), (2, "minor_symptoms"), (5, "minor_symptoms"), (6, "full_recovery")]
    )
    def test_the_disease_has_a_chart_of_its_own(self, face: int, key: str) -> None:
        one = self.plague().model_copy(update={"exposed": self.plague().exposed[:1]})
        (caught,) = roll_plague(one, session((1, face)))
        assert caught.symptoms.key == key

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

    def test_dice_of_a_price_come_before_it_is_halved(self) -> None:
        stall = open_stall(self.stock(), [MOB])
        priced, rolls = ask_price(stall, "blessed_water", rulebook(), session((1, 2, 4)))
        assert ([roll.total for roll in rolls], priced.lot("blessed_water").price) == ([7], 9)
        assert ask_price(priced, "blessed_water", rulebook(), session(())) == (priced, ())

    def test_nothing_is_sold_before_its_price_is_known(self) -> None:
        with pytest.raises(Refused, match="Ask the price first"):
            open_stall(self.stock(), [MOB]).sold("blessed_water")

    def test_winners_buy_one_piece_each_in_order_of_play(self) -> None:
        stall = open_stall(self.stock(), [MOB, EXILES])
        assert stall.buyer == MOB
        stall = stall.sold("sword")
        assert stall.buyer == EXILES
        stall = stall.sold("sword")
        assert (stall.buyer, stall.lot("sword").left) == (MOB, 1)
        stall = stall.done()
        assert stall.buyer == EXILES
        stall = stall.sold("sword")
        assert stall.buyer == EXILES
        with pytest.raises(Refused, match="none of these"):
            stall.sold("sword")
        assert stall.done().is_over

    def test_it_is_over_when_nothing_is_left(self) -> None:
        (lot, *_) = self.stock().stock
        stall = Stall((lot,), (MOB, EXILES), 2)
        assert stall.sold(lot.item).is_over
        assert stall.sold(lot.item).buyer == ""

    def test_who_wants_no_more_last_leaves_the_first_to_buy(self) -> None:
        stall = open_stall(self.stock(), [MOB, EXILES, HUNTERS]).sold("sword").sold("axe")
        assert stall.buyer == HUNTERS
        assert stall.done().buyer == MOB


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
