"""After the end: the peddler, the mansion's finds, the hoard and its split."""

from __future__ import annotations

from dataclasses import replace

import pytest

from encounters.game import Options, play
from encounters.happenings.plain import Peddler
from encounters.setup import Plan
from encounters.table import parties_of
from tests.encounters.game.stage import (
    DWARFS,
    ORCS,
    WITCHES,
    Script,
    exiles,
    hunters,
    mob,
    planned,
    played,
    report,
    results,
    said,
    wiped_out,
)
from tests.warbands.roster.cast import rulebook
from warbands.roster.refusals import Refused

CALM = (6, 6, 6, 6)
# How many doses of each root nobody has found, and nothing of the mansion's hoard but its gold.
FINDS = (1, 1)
POOR = (1, 1, 1, 1, 1, 1, 1, 1, 1)


def mansion(*numbers: int) -> Plan:
    some = zip(parties_of((mob(), exiles(), hunters()), rulebook()), numbers or (0, 1, 2), strict=True)
    roles = {ORCS: "defender", DWARFS: "attacker", WITCHES: "attacker"}
    parties = tuple(replace(one, alliance=number) for one, number in some)
    return planned("the_wizards_mansion", parties, roles=roles)  # type: ignore[arg-type]


class TestTheHoard:
    def test_a_single_winner_has_all_of_it(self) -> None:
        plan = mansion()
        acts = [*wiped_out(plan, DWARFS), *wiped_out(plan, WITCHES)]
        game = played(plan, *acts, dice=(*CALM, *FINDS, 1, 2, 3, *POOR), all_of_it=False)
        assert results(game) == ["won", "lost", "lost"]
        assert report(game).found.gold == 6
        assert report(game).sides[ORCS].share == report(game).found

    def test_several_split_it_as_they_agree(self) -> None:
        plan = mansion(0, 0, 1)
        dice = (*CALM, *FINDS, 1, 2, 3, *POOR)
        game = played(plan, *wiped_out(plan, WITCHES), dice=dice, all_of_it=False, gold=[2, 4])
        told = report(game)
        assert [side.share.gold for side in told.sides] == [2, 4, 0]
        assert told.found.items, "what nobody had found is theirs"

    def test_no_more_than_there_is(self) -> None:
        plan = mansion(0, 0, 1)
        with pytest.raises(Refused, match="How many of 6 gc"):
            played(plan, *wiped_out(plan, WITCHES), dice=(*CALM, *FINDS, 1, 2, 3, *POOR), all_of_it=False, gold=[7, 0])

    def test_a_draw_finds_nothing(self) -> None:
        game = played(mansion(), "end_game", dice=CALM, outcome="drew")
        assert report(game).found.is_empty

    def test_its_steps_have_names_of_their_own(self) -> None:
        plan = mansion()
        dice = (*CALM, *FINDS, 1, 2, 3)
        game = played(plan, *wiped_out(plan, 1), *wiped_out(plan, 2), dice=dice)
        assert (game.step, game.state.step) == ("hoard", "hoard")
        assert game.state.now.why == "Each thing of the treasure has a die of its own."
        assert game.state.whose == "After the game"
        assert not game.is_over

    def test_an_artefact_that_somebody_has_is_not_found_again(self) -> None:
        """The options' artefacts are the hoard's."""
        every = tuple(key for key, item in rulebook().items.items() if item.category == "artefact")
        plan = planned("monster_hunt", creature="young_dragon")
        wound = ("wound_beast", {"by": {"warband": ORCS, "name": "Grubnash"}, "wounds": 5})
        acts = ["end_turn", wound, ("goal", {"goal": "lair_taken", "warband": ORCS})]
        script = Script(acts, [*CALM, 6, 1, 1, 1, 1, 1, 6, *[1] * 10], {})  # type: ignore[list-item]
        game = play(plan, rulebook(), script, options=Options(happenings=False, taken=every))
        assert "all have been found already" in said(game)


class TestTheMansionsFinds:
    def test_what_the_defender_found_he_brings_home(self) -> None:
        plan = mansion()
        defender = next(side.name for side in plan.sides if side.role == "defender")
        found = [replace(one, to=defender) for one in plan.rewards if one.kind == "find" and one.to != "winners"]
        others = [one for one in plan.rewards if one.kind != "find" or one.to == "winners"]
        game = played(replace(plan, rewards=(*found, *others)), "end_game", dice=CALM, outcome="drew")
        keys = {key for one in found for key in (one.key,)}
        stays = set(plan.scenario.plan.finds.stays) if plan.scenario.plan.finds else set()
        assert len(found) == 1
        assert len(report(game).sides[ORCS].carried.items) == len(keys - stays)


class TestThePeddler:
    CODE = next(one for one in rulebook().happenings.values() if any(s.kind == "brings_peddler" for s in one.steps)).low

    def test_what_he_has_is_rolled_for_a_single_winner(self) -> None:
        plan = planned()
        acts = [*wiped_out(plan, DWARFS), *wiped_out(plan, WITCHES)]
        items = self.items()
        game = played(plan, *acts, happenings=True, dice=(1, *divmod(self.CODE, 10), *CALM, *[2] * items))
        (peddler,) = [one for one in game.carried if isinstance(one, Peddler)]
        assert [lot.left for lot in peddler.stock] == [2] * items

    def items(self) -> int:
        game = played(planned(), happenings=True, dice=(1, *divmod(self.CODE, 10), *CALM))
        (peddler,) = [one for one in game.carried if isinstance(one, Peddler)]
        return len(peddler.items)

    def test_several_have_things_laid_aside_by_turns(self) -> None:
        some = zip(parties_of((mob(), exiles(), hunters()), rulebook()), (0, 0, 1), strict=True)
        plan = planned(parties=tuple(replace(one, alliance=number) for one, number in some))
        items = self.items()
        first = played(plan, happenings=True, dice=(1, *divmod(self.CODE, 10), *CALM)).carried[0]
        assert isinstance(first, Peddler)
        one, two = first.items[:2]
        game = played(plan, *wiped_out(plan, WITCHES), happenings=True, lay_aside=[one, two, one, "", ""],
                      dice=(1, *divmod(self.CODE, 10), *CALM, *[2] * items))  # fmt: skip
        shares = {p.place: [(lot.item, lot.left) for lot in p.stock] for p in game.carried if isinstance(p, Peddler)}
        assert shares == {ORCS: [(one, 2)], DWARFS: [(two, 1)]}

    def test_nobody_meets_him_who_has_not_won(self) -> None:
        game = played(planned(), "end_game", happenings=True, outcome="drew",
                      dice=(1, *divmod(self.CODE, 10), *CALM))  # fmt: skip
        assert [one.stock for one in game.carried if isinstance(one, Peddler)] == [()]
