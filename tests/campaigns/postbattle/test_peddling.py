"""What a peddler has and what is bought of him (Town Cryer, Random Happenings, 65; rulings 13 and 22)."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.postbattle.after import Lot, Peddler
from campaigns.postbattle.choices import ChoiceError
from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.market import shop
from campaigns.postbattle.peddling import reduced
from campaigns.postbattle.run import NeedsAction, NeedsRoll
from campaigns.postbattle.sequence import play
from mordheim.rules.dice import SeededDice
from mordheim.rules.snapshot import Piece, WarbandSnapshot
from tests.campaigns.postbattle.night import Done, chosen, fought, night, report
from tests.warbands.roster.cast import orcs, rulebook, warband, warrior
from warbands.roster.refusals import Refused

HAS = {"sword": 2, "mace": 2, "blessed_water": 1, "crossbow": 3, "mordheim_map": 1}


def pack(**has: Any) -> Peddler:
    return Peddler(stock=tuple(Lot(item=key, quantity=count) for key, count in (has or HAS).items()))


def mob(**changes: object) -> WarbandSnapshot:
    lines = (warrior("orc_boss", name="Boss"), warrior("big_un", name="Skab"), warrior("2 orc_boy", name="Da Ladz"))
    return fought(warband("orc_mob", *lines), **{"treasury": 100, **changes})


def buy(item: str, whom: str = "stash", **more: Any) -> Any:
    return chosen("recruits_and_trading", "buy", {"item": item, "for": whom, "from": "peddler", **more})


def trade(*actions: Any, dice: str = "", of: WarbandSnapshot | None = None, peddler: Peddler | None = None) -> Done:
    return night(
        of or mob(),
        result="won",
        after=(peddler or pack(),),
        choose=actions,
        recruits_and_trading=dice,
        exploration="123",
    )


@pytest.mark.parametrize(("price", "half"), [(3, 2), (10, 5), (17, 9), (1, 1)])
def test_half_of_a_price_is_rounded_up(price, half):
    assert reduced(price, 2) == half


class TestBuying:
    def test_a_thing_costs_half_and_goes_to_the_stash_without_a_search(self):
        done = trade(buy("sword"))
        assert done.effects("recruits_and_trading") == [
            {"kind": "gold", "by": -5},
            {"kind": "gain_item", "item": "sword", "quantity": 1},
        ]

    def test_or_into_a_warriors_hands(self):
        done = trade(buy("sword", "Skab"))
        assert done.of("Skab").equipment == (Piece("sword"),)
        assert done.snapshot.stash == ()

    def test_a_group_takes_one_for_each(self):
        done = trade(buy("sword", "Da Ladz"))
        assert (done.of("Da Ladz").equipment, done.snapshot.treasury) == ((Piece("sword"),), 90)

    def test_the_third_of_two_maces_is_refused(self):
        """MH-041: half of 3 gc is 2 gc, D3 gave two, and three are wanted."""
        assert trade(buy("mace"), buy("mace")).snapshot.treasury == 96
        with pytest.raises(Refused, match="has no Mace"):
            trade(buy("mace"), buy("mace"), buy("mace"))
        with pytest.raises(Refused, match="has only 2 × Mace left"):
            trade(buy("mace", quantity=3))

    def test_what_he_has_not_is_refused(self):
        with pytest.raises(Refused, match="has no Axe"):
            trade(buy("axe"))

    def test_what_nobody_can_pay_is_refused(self):
        with pytest.raises(Refused, match="costs 13 gc and the treasury holds 12 gc"):
            trade(buy("crossbow"), of=mob(treasury=12))

    def test_what_its_bearer_may_not_use_is_refused(self):
        ladz = orcs("orc_boss", warrior("goblin_warrior", name="Snotti"))
        with pytest.raises(Refused):
            trade(buy("crossbow", "Snotti"), of=fought(ladz))

    def test_nobody_else_sells_so(self):
        with pytest.raises(Refused, match="Grocer sells nothing"):
            trade(chosen("recruits_and_trading", "buy", {"item": "sword", "from": "Grocer"}))

    def test_what_is_rolled_when_a_thing_is_acquired_is_rolled(self):
        done = trade(buy("mordheim_map"), dice="5555 1")
        assert done.effects("recruits_and_trading", "warband_effect")


class TestAPriceWithDice:
    def test_its_dice_come_before_it_is_halved(self):
        """10 gc and 3D6, all of it divided by two."""
        price = rulebook().items["blessed_water"]
        assert (price.price, price.plus) == (10, "3D6")
        done = trade(buy("blessed_water"), dice="124")
        assert done.snapshot.treasury == 100 - 9

    def test_nobody_has_to_buy_at_it(self):
        no = chosen("recruits_and_trading", "agree", False)
        assert trade(buy("blessed_water"), no, dice="666").snapshot.treasury == 100

    def test_it_holds_for_all_pieces_of_its_kind(self):
        done = trade(buy("blessed_water"), buy("blessed_water"), dice="111", peddler=pack(blessed_water=2))
        assert done.snapshot.treasury == 100 - 2 * 7

    def test_what_is_more_than_there_is_is_left(self):
        done = trade(buy("blessed_water"), dice="666", of=mob(treasury=13))
        assert done.snapshot.treasury == 13


class TestThePack:
    def test_a_die_for_each_thing_is_rolled_where_nobody_has(self):
        done = trade(buy("sword"), buy("sword"), dice="2 3 1", peddler=pack(sword="D3", axe="D3", garlic="D3"))
        (rolled,) = [event for event in done.run.events if event.result == "pack"]
        assert rolled.roll.as_json() | {"source": ""} == {
            "for": "what the peddler has", "die": "3D3", "faces": [2, 3, 1], "total": 6, "source": ""
        }  # fmt: skip
        assert rolled.sentence == "The peddler has 2 × sword, 3 × axe, 1 × garlic."
        assert [offer.left for offer in done.run.pack] == [0, 3, 1]

    def test_each_die_says_what_it_is_for(self):
        peddler = pack(sword="D3", axe="D3")
        waiting = self.at_the_trade(peddler).waiting
        assert isinstance(waiting, NeedsRoll)
        assert (waiting.die, waiting.labels) == ("2D3", ("Sword", "Axe"))

    def at_the_trade(self, peddler: Peddler):
        told = report(result="won", after=(peddler,))
        log, dice = LogSession([]), SeededDice(1)
        played = play(mob(), told, rulebook(), log)
        while played.step != "recruits_and_trading":
            given = Given(done=True) if isinstance(played.waiting, NeedsAction) else Given(roll="all")
            if question := getattr(played.waiting, "question", None):
                given = Given(answer=(question.suggested,))
            log = LogSession(log.log, given, lambda step, number, sides: dice.roll(sides, step))
            played = play(mob(), told, rulebook(), log)
        return played

    def test_only_winners_meet_him(self):
        with pytest.raises(Refused, match="Only the winners"):
            night(mob(), after=(pack(),))

    @pytest.mark.parametrize("item", ["gem", "a_thing_that_is_none"])
    def test_a_thing_without_a_price_is_refused(self, item):
        with pytest.raises(Refused, match="There is no item"):
            trade(peddler=pack(**{item: 1}))

    def test_there_is_one_peddler(self):
        with pytest.raises(Refused, match="meet one peddler"):
            night(mob(), result="won", after=(pack(), pack()))

    def test_by_good_sense_nothing_is_bought(self):
        assert trade().snapshot.treasury == 100

    def test_a_choice_that_nothing_asks_for_is_an_error(self):
        with pytest.raises(ChoiceError):
            trade(buy("sword"), chosen("recruits_and_trading", "haggle", "Skab"))

    def test_the_shop_shows_what_is_left_for_whom_it_is(self):
        run = self.at_the_trade(pack(sword=2, blessed_water=1, crossbow=3)).run
        shelf = shop(run, "Skab").shelves[0]
        assert shelf.name == "The peddler"
        shown = [(ware.name, ware.numbers, ware.gold, ware.plus) for ware in shelf.wares]
        assert ("Sword", "2 left", 5, "") in shown
        assert shop(run, "stash").shelves[0].wares[1].plus == "half of 3D6"
        assert {ware.seller for ware in shelf.wares} == {"peddler"}
