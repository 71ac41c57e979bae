"""What the happenings of a game carry past it stands in the report, each in its place (Town Cryer, Random Happenings;
rulings 16, 22 and 32)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from campaigns.battle.reports import check_told, completed, report_for
from campaigns.battle.told import HAPPENING, Earned, Fallen, SideTold, Told, told_content, told_from
from campaigns.battle.told import Loot as Taken
from campaigns.postbattle import after
from campaigns.postbattle.report import check_report
from encounters.carrying import brought_home
from encounters.happenings.holding import dragged_away, picked_up, taken_out
from encounters.happenings.peddling import open_stall, unpack
from encounters.happenings.plain import Carried, Eaten, Peddler
from encounters.happenings.play import Outcome
from encounters.happenings.state import TableState
from mordheim.rules.snapshot import Piece
from tests.encounters.happenings.stage import EXILES, HUNTERS, MOB, happen, next_turn, session, table, who
from tests.warbands.roster.cast import rulebook
from warbands.roster.refusals import Refused

THRAIN = who("Thrain", place=1, of=EXILES)
OTT = who("Father Ott", place=2, of=HUNTERS)
GRUB = who("Grubnash")
LOST = SideTold("lost")


def carried(code: int, *faces: int, **more: Any) -> Any:
    (one,) = outcome(code, *faces, **more).carried
    return one


def outcome(code: int, *faces: int, **more: Any) -> Outcome:
    return happen(code, *faces, **more).outcome


def home(*what: Carried, sides: Sequence[SideTold] = (SideTold("won"), LOST, LOST), **more: Any) -> Told:
    """The report of the three at the table, accepted as a true one."""
    at: TableState = table()
    told = brought_home(Told(tuple(sides)), what, at.parties, **more)
    forces = [party.force for party in at.parties]
    whole = completed(told, forces)
    check_told(whole, forces, rulebook(), None)
    for party in at.parties:
        check_report(party.roster, report_for(party.place, whole, forces))
    assert told_from(told_content(whole)) == whole
    return whole


class TestAShard:
    def test_it_is_added_to_what_its_holders_warband_finds(self) -> None:
        assert home(carried(16, 1)).sides[0].carried == Taken(shards=1)

    def test_whoever_stole_it_takes_it_home(self) -> None:
        stolen = taken_out(table(), carried(16, 1), GRUB, by=THRAIN, in_close_combat=True)
        told = home(stolen, sides=(SideTold("won", fallen=(Fallen("Grubnash", by_side=1, by="Thrain"),)), LOST, LOST))
        assert [side.carried.shards for side in told.sides] == [0, 1, 0]

    def test_lost_it_is_nobodys(self) -> None:
        lost = taken_out(table(), carried(16, 1), GRUB)
        assert all(side.carried.is_empty for side in home(lost).sides)

    def test_it_does_not_come_home_with_one_who_was_out_of_action(self) -> None:
        fallen = SideTold("won", fallen=(Fallen("Grubnash"),))
        assert home(carried(16, 1), sides=(fallen, LOST, LOST)).sides[0].carried.is_empty

    def test_one_of_a_group_has_it_as_long_as_one_of_them_stands(self) -> None:
        shard = carried(16, 2)
        assert shard.holder.name == "Da Ladz"
        for out, shards in ((2, 1), (3, 0)):
            fallen = SideTold("won", fallen=(Fallen("Da Ladz", out),))
            assert home(shard, sides=(fallen, LOST, LOST)).sides[0].carried.shards == shards


class TestThings:
    def test_the_catacombs_give_a_thing_or_gold(self) -> None:
        assert home(carried(56, 1, 1, 4)).sides[0].carried == Taken(items=(Piece("net"),))
        assert home(carried(56, 1, 1, 2, 6, 5)).sides[0].carried == Taken(gold=11)

    def test_crowns_that_the_scrawlings_told_of_come_to_what_is_there(self) -> None:
        sides = (SideTold("won", carried=Taken(gold=5, shards=1)), LOST, LOST)
        assert home(carried(32, 1, 3, 4), sides=sides).sides[0].carried == Taken(gold=9, shards=1)

    def test_the_matriarchs_things_go_to_whoever_holds_them(self) -> None:
        loot = picked_up(table(), carried(54, 1, 1), THRAIN)
        told = home(loot)
        assert len(told.sides[1].carried.items) == 6
        assert told.sides[0].carried.is_empty

    def test_and_stay_where_they_lie(self) -> None:
        assert all(side.carried.is_empty for side in home(carried(54, 1, 1)).sides)

    def test_or_where_their_holder_fell(self) -> None:
        loot = picked_up(table(), carried(54, 1, 1), THRAIN)
        sides = (SideTold("won"), SideTold("lost", fallen=(Fallen("Thrain"),)), LOST)
        assert home(loot, sides=sides).sides[1].carried.is_empty


def test_laying_the_ghost_to_rest_is_experience_of_the_priest() -> None:
    (ghost,) = outcome(21, 1, 1).lasting
    (earned,) = next_turn(ghost, 1, warrior=f"{HUNTERS}: Father Ott").outcome.carried
    told = home(earned)
    assert told.sides[2].earned == (Earned(HAPPENING, "Father Ott", 1),)
    forces = [party.force for party in table().parties]
    assert report_for(2, told, forces).experience == {"Father Ott": 1}


def test_a_map_of_the_area_is_one_on_the_next_scenario() -> None:
    assert home(carried(32, 1, 1)).sides[0].after == (after.NextScenario(by=1),)


class TestTheNight:
    def test_the_fee_is_owed_by_whom_he_joined(self) -> None:
        fee = carried(11)
        told = home(fee)
        assert told.sides[0].after == (after.Fee(hired_sword="ogre_bodyguard", name=fee.name, gear=fee.gear),)
        assert [side.after for side in told.sides[1:]] == [(), ()]

    def test_whoever_was_dragged_away_is_lost_and_was_out_of_action(self) -> None:
        eaten: Eaten = carried(35, 1, 1, 1)
        for one in (who("Da Ladz", 1), THRAIN, who("Da Ladz", 2)):
            eaten = dragged_away(eaten, one)
        told = home(eaten)
        assert told.sides[0].after == (after.Eaten(name="Da Ladz", count=2, by="Dog Pack"),)
        assert told.sides[1].after == (after.Eaten(name="Thrain", by="Dog Pack"),)
        assert told.sides[0].fallen == (Fallen("Da Ladz", 2),)

    def test_nobody_falls_twice_by_it(self) -> None:
        eaten = dragged_away(carried(35, 1, 1, 1), who("Da Ladz", 1))
        fallen = SideTold("won", fallen=(Fallen("Da Ladz", 2, by_side=1),))
        assert home(eaten, sides=(fallen, LOST, LOST)).sides[0].fallen == fallen.fallen

    def test_without_victims_nothing_is_told(self) -> None:
        assert home(carried(35, 1, 1, 1)).sides[0].after == ()

    def test_each_side_rolls_for_its_own_who_met_the_sick(self) -> None:
        plague = carried(53, 3, 1, at=table(out={1: {"The Kin": 1}}))
        told = home(plague)
        (own,) = told.sides[1].after
        assert isinstance(own, after.Plague)
        assert {one.name: one.count for one in own.exposed}["The Kin"] == 2
        assert own.disease == "plague_victims"


class TestThePeddler:
    def full(self) -> Peddler:
        peddler, _ = unpack(carried(65), rulebook(), session((1, 2, 3) * 6 + (1, 2)))
        return peddler

    def counts(self, side: SideTold) -> dict[str, Any]:
        (peddler,) = side.after
        assert isinstance(peddler, after.Peddler)
        assert peddler.price_parts == 2
        return {lot.item: lot.quantity for lot in peddler.stock}

    def test_a_single_winner_meets_him(self) -> None:
        told = home(self.full())
        assert self.counts(told.sides[0])["hammer"] == 2
        assert [side.after for side in told.sides[1:]] == [(), ()]

    def test_what_nobody_has_rolled_is_rolled_in_the_night(self) -> None:
        found = self.counts(home(carried(65)).sides[0])
        assert (len(found), set(found.values())) == (20, {"D3"})

    def test_without_a_winner_nobody_does(self) -> None:
        drew = (SideTold("drew"), SideTold("drew"), LOST)
        assert all(side.after == () for side in home(self.full(), sides=drew).sides)

    def test_several_winners_share_it_in_order_of_play(self) -> None:
        both = (SideTold("won"), SideTold("won"), LOST)
        told = home(self.full(), sides=both, order=(1, 2, 0))
        assert self.counts(told.sides[1])["mace"] == 1
        assert "mace" not in self.counts(told.sides[0])
        whole = sum(lot.left for lot in self.full().stock)
        assert sum(sum(self.counts(side).values()) for side in told.sides[:2]) == whole

    def test_or_as_they_have_chosen(self) -> None:
        stall = open_stall(self.full(), (0, 1)).taken("sword").taken("sword").done().done()
        told = home(*stall.shares(), sides=(SideTold("won"), SideTold("won"), LOST))
        assert [self.counts(side) for side in told.sides[:2]] == [{"sword": 1}, {"sword": 1}]

    def test_they_cannot_share_what_nobody_has_rolled(self) -> None:
        with pytest.raises(Refused, match="roll it first"):
            home(carried(65), sides=(SideTold("won"), SideTold("won"), LOST))


def test_without_warbands_nothing_is_anybodys() -> None:
    told = Told((SideTold("won"), LOST))
    assert brought_home(told, [carried(16, at=TableState(rulebook()))], ()) == told


def test_the_table_may_be_told_of_in_any_order() -> None:
    things: list[Any] = [carried(56, 1, 1, 4), carried(32, 1, 1), carried(16, 1)]
    assert home(*things) == home(*reversed(things))


def test_every_kind_that_is_carried_has_its_place() -> None:
    from typing import get_args

    from encounters.carrying import _PUT

    assert set(_PUT) == set(get_args(get_args(Carried)[0]))


def test_names_of_the_table_are_those_of_the_forces() -> None:
    assert [party.name for party in table().parties] == [MOB, EXILES, HUNTERS]
