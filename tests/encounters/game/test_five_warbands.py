"""A whole game of five, by given dice: an alliance, a happening, a rout, the end, a hoard that is split.

The Wizard's Mansion. The Hunters defend it; the mob and the Rats ally against them, a fog rises, the Exiles lose heart,
the Reiklanders are cut down, and in the end the mob and the Rats search the house together.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.battle.told import Fallen
from campaigns.postbattle.choices import Choice
from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll
from encounters.carrying import brought_home
from encounters.game import Game, play
from encounters.happenings.talk import YES
from encounters.setup import Plan
from encounters.table import parties_of
from mordheim.rules.snapshot import WarbandSnapshot
from tests.encounters.game.stage import (
    Act,
    by,
    exiles,
    hunters,
    leaves,
    mob,
    out,
    planned,
    played,
    report,
    results,
    said,
)
from tests.encounters.game.stage import Script as _Script
from tests.warbands.roster.cast import rulebook, warband, warrior

ORCS, DWARFS, WITCHES, RATS, MEN = range(5)
CALM = (6, 6, 6, 6)


def rats() -> WarbandSnapshot:
    lines = (warrior("assassin_adept", name="Skrit", of="skaven"), warrior("4 verminkin", name="Clawers", of="skaven"))
    return replace(warband("skaven", *lines, battles=1), name="The Quiet Claw")


def reiklanders() -> WarbandSnapshot:
    lines = (warrior("captain", name="Karl", of="reikland"), warrior("3 warrior", name="Lads", of="reikland"))
    return replace(warband("reikland", *lines, battles=1), name="Altdorf Greycoats")


def mansion() -> Plan:
    parties = parties_of((mob(), exiles(), hunters(), rats(), reiklanders()), rulebook())
    plan = planned("the_wizards_mansion", parties, seed=3)
    assert next(side.party.place for side in plan.sides if side.role == "defender") == WITCHES
    return plan


# Round by round; a die for the happening at the start of every turn until there is one.
ACTS: list[Act] = [
    # 1: the mob offers the Rats an alliance; the Exiles fire; the Hunters stand; the Rats; the Greycoats.
    ("ally", {"warbands": [RATS]}),
    out(DWARFS, "The Kin", 2, by(ORCS, "Grubnash")),
    "end_turn",
    out(ORCS, "Snotti", 1, by(DWARFS, "Borek")),
    "end_turn",
    out(MEN, "Lads", 2, by(WITCHES, "Magnus")),
    "end_turn",
    out(WITCHES, "Magnus", 1, by(RATS, "Skrit")),
    "end_turn",
    "end_turn",
    # 2: the Exiles test and run; the Greycoats are finished off; the Hunters are down to their hounds.
    out(WITCHES, "The Penitents", 3, by(ORCS, "Da Ladz")),
    "end_turn",
    out(WITCHES, "Father Ott", 1, by(RATS)),
    "end_turn",
    out(WITCHES, "Faustus"),
    out(MEN, "Karl", 1, by(RATS, "Clawers")),
    out(MEN, "Lads", 1, by(RATS, "Skrit")),
    leaves(WITCHES, "The Hounds", count=2, fled=True),
]
DICE = (
    *(5, *CALM),  # the mob: no happening; its animosity
    *(4, 3, 4),  # the Exiles: no happening; they pass a Rout test, two of their seven being out
    *(1, 3, 3, 2, 4),  # the Hunters: something happens, a fog, how far one sees
    *(3, 4),  # the Greycoats pass a test, two of their four being out
    *(6, 6, 6),  # the mob in its second turn
    *(6, 6),  # the Exiles fail their second
    *(3, 3),  # the fog in the Hunters' next turn
    *(1, 2),  # the Hunters pass theirs
)


def with_dice(*after: int, **answers: object) -> Game:
    """The whole of it, with these dice after the last turn."""
    dice = (*DICE, *after)
    return played(mansion(), *ACTS, happenings=True, agrees=YES, dice=dice, all_of_it=False, **answers)


# Nothing of the treasure is there but its gold and what nobody had found.
HOARD = (1,) * 40


def test_the_story_is_told_as_it_went() -> None:
    told = said(with_dice())
    for sentence in (
        "Da Snikkaz and The Quiet Claw are allies.",
        "Thick Fog!",
        "Passed: 7 against 8.",
        "Karak Brynn Exiles fails its Rout test and leaves the table.",
        'Nobody sees further than 6".',
        "Altdorf Greycoats has nobody on the table any more.",
        "Hammer and Pyre has nobody on the table any more.",
        "Da Snikkaz and The Quiet Claw share the victory.",
    ):
        assert sentence in told


def test_it_ends_with_a_victory_that_is_shared_and_a_hoard_that_is_split() -> None:
    game = with_dice(*HOARD, gold=[1, 2])
    assert results(game) == ["won", "lost", "lost", "won", "lost"]
    told = report(game)
    assert [side.routed for side in told.sides] == [False, True, True, False, False]
    assert told.is_shared
    assert not told.by_agreement
    assert told.found.gold == 3
    assert (told.sides[ORCS].share.gold, told.sides[RATS].share.gold) == (1, 2)
    assert told.sides[ORCS].share + told.sides[RATS].share == told.found
    assert game.alliances == (1, 2, 3, 1, 4)


def test_who_fell_to_whom_is_in_the_report() -> None:
    told = report(with_dice(*HOARD))
    assert told.sides[DWARFS].fallen == (Fallen("The Kin", 2, by_side=ORCS, by="Grubnash"),)
    assert told.sides[WITCHES].out("The Penitents") == 3
    assert told.sides[ORCS].enemies_out == {"Grubnash": 2}
    assert told.sides[RATS].enemies_out == {"Skrit": 2}


def test_nothing_of_the_fog_is_carried_past_the_game() -> None:
    game = with_dice(*HOARD)
    assert brought_home(report(game), game.carried, game.run.parties, order=game.run.order) == report(game)


def test_at_any_moment_the_page_says_what_is_due() -> None:
    """Three moments: the first die, an offer that waits for its answer, the treasure."""
    first = play(mansion(), rulebook(), LogSession([]))
    assert isinstance(first.waiting, NeedsRoll)
    assert first.state.now.told == "Random happening on a 1"
    log: list[dict[str, object]] = []
    for given in (Given(faces=(5,)), Given(answer=([],)), Given(faces=(6, 6, 6)), Given(faces=(6,))):
        session = LogSession(log, given)
        game = play(mansion(), rulebook(), session)
        log = session.log
    assert isinstance(game.waiting, NeedsAction)
    session = LogSession(log, Given(choice=Choice(game.step, "ally", {"warbands": [RATS]})))
    asked = play(mansion(), rulebook(), session)
    assert isinstance(asked.waiting, NeedsChoice)
    assert asked.state.now.told == "Da Snikkaz offers The Quiet Claw an alliance. Does The Quiet Claw agree?"
    assert asked.waiting.question.warrior == "The Quiet Claw"
    assert with_dice().state.step == "hoard"


@pytest.mark.parametrize("place", range(len(ACTS)))
def test_every_act_can_be_taken_back(place: int) -> None:
    """The game without its last acts waits for the one that was taken back."""
    dice = list(DICE)
    script = _Script(list(ACTS[:place]), dice, {"agrees": YES})
    game = play(mansion(), rulebook(), script)
    assert isinstance(game.waiting, NeedsAction)
    name = ACTS[place] if isinstance(ACTS[place], str) else ACTS[place][0]
    assert name in game.waiting.actions.names
