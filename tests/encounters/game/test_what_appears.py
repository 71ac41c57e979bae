"""How long what a happening brings stays on the table, and what drives it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from encounters.game import Game
from encounters.happenings.talk import NO
from encounters.setup import Plan
from encounters.table import parties_of
from tests.encounters.game.stage import (
    DWARFS,
    END,
    ORCS,
    Act,
    by,
    exiles,
    hunters,
    mob,
    out,
    planned,
    played,
    round_of,
    said,
    wiped_out,
)
from tests.warbands.roster.cast import rulebook, warrior

CALM = (6, 6, 6, 6)
# A happening on a 1, five dogs from the top edge; then a quiet mob, and no more happenings.
FIVE_DOGS = (1, 3, 5, 3, 2, 1, *CALM)
DOGS = {"appeared": 0}


def wounded(number: int, wounds: int = 1) -> Act:
    return "wound", {"appeared": 0, "number": number, "wounds": wounds}


def with_happening(*acts: Act, dice: Sequence[int], **answers: object) -> Game:
    return played(planned(), *acts, dice=dice, happenings=True, **answers)


def there(game: Game) -> int:
    return sum(left is not None for left in game.run.appeared[0].wounds)


class TestAPack:
    """Two of five dogs are out of action after Thrain fell to them, and the mob that met them is next."""

    LOSES_TWO = (END, out(DWARFS, "Thrain", by=DOGS), wounded(1), wounded(2), END, END)

    def test_that_lost_a_quarter_tests_on_its_own_leadership(self) -> None:
        game = with_happening(*self.LOSES_TWO, dice=(*FIVE_DOGS, 2, 3, *CALM))
        assert "2 of 5 are out of action, the limit is 2. Passed: 5 against 5." in said(game)
        assert there(game) == 3

    def test_that_fails_leaves_its_prey_behind(self) -> None:
        game = with_happening(*self.LOSES_TWO, END, END, dice=(*FIVE_DOGS, 3, 3, *CALM), friend=NO)
        assert there(game) == 0
        assert "Thrain of Karak Brynn Exiles is eaten" not in said(game)

    def test_that_lost_less_does_not_test(self) -> None:
        game = with_happening(END, wounded(1), END, END, dice=(*FIVE_DOGS, *CALM))
        assert there(game) == 4

    def test_tests_in_the_next_ones_turn_once_its_player_has_left(self) -> None:
        acts = (*wiped_out(planned(), ORCS), wounded(1), wounded(2), END, END)
        game = with_happening(*acts, dice=(*FIVE_DOGS, 3, 3))
        assert game.run.active == DWARFS
        assert there(game) == 0

    @pytest.mark.parametrize(("code", "dice"), [("the Lost", (6, 2, 3, 1)), ("a sword", (4, 5))])
    def test_others_do_not_test(self, code: str, dice: tuple[int, ...]) -> None:
        game = with_happening(wounded(1), *round_of(), dice=(1, *dice, *CALM, *CALM))
        assert "Rout test" not in said(game)


class TestABallOfLightning:
    """It appears on the right, moves 6", and touches Faustus: at once, or in the mob's second turn."""

    APPEARS = (1, 4, 2, 4, 2, 3, 3)

    def test_stays_with_its_prey_and_goes_when_he_is_free(self) -> None:
        dice = (*self.APPEARS, 1, *CALM, *CALM)
        game = with_happening(dice=dice[:12], touched="frozen")
        assert there(game) == 1
        assert there(with_happening(*round_of(), dice=dice, touched="frozen")) == 0

    def test_that_catches_him_later_stays_as_long(self) -> None:
        dice = (*self.APPEARS, *CALM, 2, 2, 1, *CALM)
        game = with_happening(*round_of(), dice=dice, touched=["free", "frozen"])
        assert [one.name for one in game.run.lasting] == ["Frozen in time"]
        assert there(game) == 1
        after = with_happening(*round_of(), *round_of(), dice=(*dice, *CALM), touched=["free", "frozen"])
        assert there(after) == 0


def test_a_man_eater_is_driven_off_by_any_injury() -> None:
    game = with_happening(wounded(1, 3), dice=(1, 2, 3, 1, *CALM))
    assert "Man-Eater stops attacking for good." in said(game)
    assert there(game) == 0


class TestWhatLastsForSomebody:
    """Scrawlings on a Wall curse Grubnash; the Horror haunts a house."""

    def test_is_over_when_he_is_out_of_action(self) -> None:
        cursed = (1, 3, 2, 1, 2, *CALM)
        assert [one.name for one in with_happening(dice=cursed).run.lasting] == ["Cursed"]
        assert with_happening(out(ORCS, "Grubnash"), dice=cursed).run.lasting == []

    def test_is_over_when_his_warband_has_left(self) -> None:
        """Possessed for three turns, and the mob fails its Rout test in the second."""
        acts = (out(ORCS, "Da Ladz", 3), *round_of())
        game = with_happening(*acts, dice=(1, 3, 6, 1, 3, *CALM, 6, 6))
        assert game.run.routed == {ORCS}
        assert game.run.lasting == []

    def test_what_holds_for_a_place_stays(self) -> None:
        horror = (1, 5, 2, 1, 1, 1, 4, *CALM)
        game = with_happening(out(ORCS, "Grubnash"), dice=horror)
        assert [one.name for one in game.run.lasting] == ["Haunted building"]


class TestTheOneInTheCatacombs:
    """One of Da Ladz falls in with rope and hook, which keeps him below for three turns."""

    FALLS = (1, 5, 6, 2, 1, 1, 3, 1, 1, *CALM[:3])

    def plan(self) -> Plan:
        ladz = warrior("3 orc_boy: rope_and_hook", name="Da Ladz")
        climbers = replace(mob(), warriors=(mob().warriors[0], ladz, mob().warriors[2]))
        return planned(parties=parties_of((climbers, exiles(), hunters()), rulebook()))

    def test_stays_below_when_the_others_of_his_group_fall(self) -> None:
        game = played(self.plan(), out(ORCS, "Da Ladz", 2), happenings=True, dice=self.FALLS)
        assert "Da Ladz" not in game.run.standing(ORCS)
        assert [one.name for one in game.run.lasting] == ["In the catacombs"]

    def test_keeps_his_warband_in_the_game(self) -> None:
        acts = [out(ORCS, "Da Ladz", 2), out(ORCS, "Grubnash"), out(ORCS, "Snotti")]
        game = played(self.plan(), *acts, happenings=True, dice=self.FALLS)
        assert ORCS in game.run.still_in
        back = played(self.plan(), *acts, *round_of() * 3, happenings=True, dice=(*self.FALLS, 1, 1, 6))
        assert back.run.standing(ORCS) == {"Da Ladz": 1}


class TestAFountainOfBlood:
    def sentences(self, *acts: Act) -> list[str]:
        game = with_happening(*acts, dice=(1, 4, 1, *CALM))
        return [one for one in game.state.sentences if one.startswith("Blood bursts")]

    def test_whoever_puts_somebody_out_of_action_tests_strength(self) -> None:
        assert self.sentences(out(DWARFS, "Borek", by=by(ORCS, "Grubnash"))) == [
            "Blood bursts from the ground: Grubnash of Da Snikkaz passes a Strength test or is knocked down."
        ]
        (unnamed,) = self.sentences(out(DWARFS, "Borek", by=by(ORCS)))
        assert "a warrior of Da Snikkaz passes" in unnamed

    def test_not_by_a_shot_nor_where_nobody_knows_who_did_it(self) -> None:
        assert self.sentences(out(DWARFS, "Borek", by=by(ORCS, "Grubnash"), close_combat=False)) == []
        assert self.sentences(out(DWARFS, "Borek")) == []
