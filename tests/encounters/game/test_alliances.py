"""Alliances: declared, declined, broken, and what the report makes of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from encounters.happenings.talk import NO, YES
from encounters.setup import Plan
from encounters.table import parties_of
from tests.encounters.game.stage import (
    DWARFS,
    END,
    EXILES,
    HUNTERS,
    ORCS,
    WITCHES,
    by,
    exiles,
    hunters,
    mob,
    out,
    planned,
    played,
    report,
    results,
    said,
    two,
    wiped_out,
)
from tests.warbands.roster.cast import rulebook
from warbands.roster.refusals import Refused

CALM = (6, 6, 6, 6)


def ally(*places: int) -> tuple[str, dict[str, object]]:
    return "ally", {"warbands": list(places)}


def allied(*numbers: int) -> Plan:
    """The three, allied from the start as the numbers say."""
    some = zip(parties_of((mob(), exiles(), hunters()), rulebook()), numbers, strict=True)
    return planned(parties=tuple(replace(one, alliance=number) for one, number in some))


class TestDeclaring:
    def test_each_of_the_others_agrees_or_declines(self) -> None:
        game = played(planned(), ally(DWARFS, WITCHES), dice=CALM, agrees=[YES, NO])
        assert game.run.allies_of(ORCS) == [DWARFS]
        assert f"{HUNTERS} declines" in said(game)
        assert game.state.warbands[0].allies == (DWARFS,)

    def test_before_anything_else_in_ones_own_turn(self) -> None:
        assert "ally" in played(planned(), ally(DWARFS), dice=CALM).state.now.acts
        assert "ally" not in played(planned(), out(ORCS, "Snotti"), dice=CALM).state.now.acts
        assert "ally" in played(planned(), out(ORCS, "Snotti"), END, dice=CALM).state.now.acts

    def test_an_allys_ally_is_none_for_that(self) -> None:
        game = played(planned(), ally(DWARFS, WITCHES), dice=CALM)
        assert not game.run.are_allies(DWARFS, WITCHES)

    def test_two_warbands_have_nobody_to_ally_with(self) -> None:
        assert "ally" not in played(planned(parties=two()), dice=CALM).state.now.acts

    @pytest.mark.parametrize(("place", "told"), [(ORCS, "his own ally"), (5, "not in this battle")])
    def test_nonsense_is_refused(self, place: int, told: str) -> None:
        with pytest.raises(Refused, match=told):
            played(planned(), ally(place), dice=CALM)

    def test_nobody_allies_with_who_has_left(self) -> None:
        plan = planned()
        with pytest.raises(Refused, match="has left the table"):
            played(plan, *wiped_out(plan, DWARFS), END, ally(DWARFS), dice=CALM)


class TestBreaking:
    def test_by_word(self) -> None:
        game = played(allied(0, 0, 1), ("break_alliance", {"warband": DWARFS}), dice=CALM)
        assert game.run.allied == set()
        with pytest.raises(Refused, match="no allies"):
            played(allied(0, 0, 1), ("break_alliance", {"warband": WITCHES}), dice=CALM)

    def test_by_putting_an_ally_out(self) -> None:
        game = played(allied(0, 0, 1), out(DWARFS, "Borek", 1, by(ORCS, "Grubnash")), dice=CALM)
        assert game.run.allied == set()
        assert "are allies no more" in said(game)

    def test_a_warband_that_leaves_is_nobodys_ally_any_more(self) -> None:
        plan = allied(0, 0, 1)
        assert played(plan, *wiped_out(plan, DWARFS), dice=CALM).run.allied == set()


class TestSharing:
    def test_allies_who_are_left_alone_may_share_the_victory(self) -> None:
        plan = allied(0, 0, 1)
        game = played(plan, *wiped_out(plan, WITCHES), dice=CALM)
        assert results(game) == ["won", "won", "lost"]
        assert game.alliances == (1, 1, 2)
        assert not report(game).by_agreement

    def test_or_fight_it_out(self) -> None:
        plan = allied(0, 0, 1)
        game = played(plan, *wiped_out(plan, WITCHES), *wiped_out(plan, DWARFS), dice=CALM, share=NO)
        assert results(game) == ["won", "lost", "lost"]

    def test_they_are_asked_again_when_somebody_else_is_left(self) -> None:
        plan = allied(0, 0, 0)
        game = played(plan, *wiped_out(plan, WITCHES), dice=CALM, share=[NO, YES])
        assert results(game) == ["won", "won", "lost"]

    def test_all_together_have_agreed_to_end_it(self) -> None:
        game = played(planned(), ally(DWARFS, WITCHES), END, ally(WITCHES), dice=CALM)
        assert results(game) == ["won", "won", "won"]
        assert report(game).by_agreement
        assert game.alliances == (1, 2, 3)

    def test_those_who_are_left_and_are_not_all_allies_go_on(self) -> None:
        game = played(planned(), ally(DWARFS, WITCHES), dice=CALM)
        assert not game.is_over


class TestInTheReport:
    def test_whom_somebody_put_out_before_they_were_allies_is_still_his(self) -> None:
        plan = planned()
        acts = [out(DWARFS, "Borek", 1, by(ORCS, "Grubnash")), END, ally(ORCS)]
        game = played(plan, *acts, *wiped_out(plan, WITCHES), dice=CALM)
        assert results(game) == ["won", "won", "lost"]
        assert report(game).sides[ORCS].enemies_out == {"Grubnash": 1}
        assert game.alliances == (1, 2, 3)

    def test_allies_of_different_fates_are_told_apart(self) -> None:
        plan = allied(0, 0, 1)
        game = played(plan, "end_game", dice=CALM, outcome="by_the_rules", winners=[[WITCHES]])
        assert results(game) == ["lost", "lost", "won"]
        assert game.alliances == (1, 1, 2)

    def test_a_winners_ally_wins_with_him(self) -> None:
        game = played(allied(0, 0, 1), "end_game", dice=CALM, outcome="by_the_rules", winners=[[ORCS]])
        assert results(game) == ["won", "won", "lost"]
        assert EXILES in game.state.result
