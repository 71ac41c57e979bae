"""Every row of the chart and of its small charts, by given dice: what is said, what lasts, what is carried."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from encounters.happenings import play
from encounters.happenings.engine import happening_of
from encounters.happenings.plain import Lasting
from encounters.happenings.state import TableState
from mordheim.rules.happenings import every_step
from mordheim.rules.tables import TOTALS
from tests.encounters.happenings.stage import exiles, happen, hunters, mob, next_turn, no_table, table
from tests.warbands.roster.cast import rulebook, warband, warrior


@dataclass(frozen=True)
class Row:
    """A code, the dice that follow it, answers, and what comes of it: words of the text; what lasts and for how long;
    kinds of what is carried; strengths of hits; how many of what appear."""

    code: int
    dice: tuple[int, ...] = ()
    says: tuple[str, ...] = ()
    lasts: dict[str, str] = field(default_factory=dict)
    carries: tuple[str, ...] = ()
    hits: tuple[Any, ...] = ()
    appears: dict[str, int] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)


GAME = "for the rest of the game"
THIS_TURN = "for this turn"

# The mob's five: 1 Grubnash (Initiative 3), 2 to 4 Da Ladz (2), 5 Snotti (3). Edges: 1 top, 2 right, 3 bottom, 4 left.
ROWS = [
    Row(11, (), ("offers his help to Da Snikkaz", "he wants 110 gc"), carries=("fee",), appears={"Ogre Bodyguard": 1}),
    Row(12, (2, 3, 4), ("right edge", "run 7\""), {"running": GAME}, hits=(2,), appears={"Swarm of Rats": 1}),
    Row(13, (2,), ("for 2 turns", "half rate", "with -2", "with -1"), {"shaking": "2 turns left"}),
    Row(14, (), ("-1 on Initiative tests",), {"storm": GAME}),
    Row(15, (5, 4), ("left edge", "stays for 5 turns"), {"daemon": "5 turns left"}, appears={"Bloodletter": 1}),
    Row(16, (1,), ("Grubnash of Da Snikkaz finds a shard",), carries=("shard",)),
    Row(21, (3, 2), ("bottom edge", "4\" towards 4 o'clock"), {"ghost": GAME}, appears={"Restless Spirit": 1}),
    Row(22, (4,), ("building 4", "causes fear"), {"burning": GAME}, hits=(3, 2)),
    Row(23, (5,), ("touching Snotti of Da Snikkaz",), appears={"Man-Eater": 1}),
    Row(24, (3, 4, 1, 2), ("7 Skeletons", "each within 2\"", "2 turns"), {"risen": "2 turns left"},
        appears={"Skeleton": 7}),
    Row(25, (3, 5), ("for 3 turns", "heard for 5\"", "5\" further away"), {"twisted": "3 turns left"}),
    Row(26, (1, 4, 5), ("top edge", "moves 9\""), {"dragging": GAME}, appears={"Spawn": 1}),
    Row(31, (6,), ("Building 6 comes down", "falls from that height"), {"rubble": GAME}, hits=(5,)),
    Row(32, (1, 1), ("Da Snikkaz adds 1 to the roll",), carries=("next_scenario",)),
    Row(32, (2, 2), ("-1 on all his dice",), {"cursed": GAME}),
    Row(32, (1, 3, 5), ("finds 5 gc inside",), carries=("find",)),
    Row(32, (1, 3), ("leaves the booty",), answers={"goes_inside": "outside"}),
    Row(32, (1, 4), ("may hide even in the open",), {"hides_anywhere": GAME}),
    Row(32, (1, 5), ("any other building next turn",), {"passage": "1 turn left"}),
    Row(32, (1, 5), ("stays where he is",), answers={"goes_inside": "outside"}),
    Row(32, (1, 6), ("Veskit",)),
    Row(33, (4, 4), ("further than 8\"",), {"fog": GAME}),
    Row(34, (), ("Da Snikkaz picks any spot", "3\"", "very difficult"), {"hands": "1 turn left"}),
    Row(35, (2, 3, 2), ("5 Wild Dogs", "within 6\" of where he fell"), carries=("eaten",), appears={"Wild Dog": 5}),
    Row(36, (1, 3), ("an arm of Grubnash", "for 3 turns", "his own Strength"), {"possession": "3 turns left"},
        hits=(4,)),
    Row(41, (), ("Strength test or is knocked down",), {"bleeding": GAME}),
    Row(42, (1, 3), ("strikes for 3 turns", "strikes Thrain of Karak Brynn Exiles"), {"bolts": "3 turns left"},
        hits=(5,)),
    Row(43, (2,), ("Fish", "half rate"), {"fish": "1 turn left"}),
    Row(44, (3, 1), ("burning rain falls for 1 turn",), {"rain": "1 turn left"}, hits=(2,)),
    Row(42, (4, 1, 3, 3), ("6\" towards Faustus of Hammer and Pyre",), {"drifting": GAME},
        appears={"Ball of lightning": 1}),
    Row(42, (4, 1, 6, 6, 2), ("Faustus of Hammer and Pyre is frozen in time for 2 turns",), {"frozen": "2 turns left"},
        appears={"Ball of lightning": 1}, answers={"touched": "frozen"}),
    Row(43, (5, 2), ("no row for a 5", "Fish"), {"fish": "1 turn left"}),
    Row(43, (6,), ("no row for a 6", "Fish"), {"fish": "1 turn left"}, answers={"missing_row": "fish"}),
    Row(45, (), ("A Pit Fighter", "he wants 45 gc"), carries=("fee",), appears={"Pit Fighter": 1}),
    Row(46, (1,), ("for 1 turn", "further -1"), {"flies": "1 turn left"}),
    Row(51, (1, 3), ("passes the test (3 against 3)", "jumps clear")),
    Row(51, (1, 4), ("fails the test (4 against 3)", "counts as knocked down"), {"trapped": GAME}),
    Row(51, (1, 6), ("counts as knocked down",), {"trapped": GAME}),
    Row(51, (1, 1), ("On a 1 Grubnash is sucked under",)),
    Row(52, (1, 4, 4, 5), ("passes the test (8 against 8)", "forced 5\" outside"), {"haunted": GAME}),
    Row(52, (1, 5, 4, 3, 6), ("fails the test (9 against 8)", "runs 9\" screaming"),
        {"fleeing": GAME, "haunted": GAME}),
    Row(53, (6, 2), ("6 Plague Victims", "on a 1"), carries=("plague",), appears={"Plague Victim": 6}),
    Row(54, (1, 3), ("top edge", "The Hammer of Sigmar this turn"), {"vengeance": GAME}, carries=("loot",),
        appears={"Sigmarite Matriarch": 1}),
    Row(54, (1, 4), ("Armour of Righteousness this turn",), {"vengeance": GAME}, carries=("loot",),
        appears={"Sigmarite Matriarch": 1}),
    Row(55, (1, 2, 2), ("Grubnash avoids it", "Da Snikkaz finds no trap"), {"traps": GAME}),
    Row(55, (1, 4, 1, 5, 6), ("Grubnash takes a hit", "Snotti takes a hit"), {"traps": GAME}, hits=(3, 3)),
    Row(56, (1, 2, 1), ("finds a helmet", "stuck below"), carries=("find",)),
    Row(56, (1, 2, 2, 3, 5), ("pouch of 8 gc",), carries=("find",)),
    Row(56, (1, 2, 3), ("finds a lantern",), carries=("find",)),
    Row(56, (1, 2, 4), ("finds a net",), carries=("find",)),
    Row(56, (1, 2, 5), ("vial of Black Lotus",), carries=("find",)),
    Row(56, (1, 2, 6), ("finds a sword",), carries=("find",)),
    Row(56, (1, 5, 6), ("Strength 3 from the fall", "finds a sword"), carries=("find",), hits=(3,)),
    Row(56, (1, 5), ("Grubnash is out of action",), hits=(3,), answers={"out_of_action": "yes"}),
    Row(61, (1,), ("beside Grubnash", "within 8\"", "eats a fruit"), {"tree": GAME}),
    Row(62, (1, 1), ("A Flagellant appears", "top edge"), appears={"Flagellant": 1}),
    Row(63, (1, 1), ("counts as All Alone",), {"all_alone": GAME}),
    Row(63, (1, 2), ("rolls to hit again, once",), {"foresight": THIS_TURN}),
    Row(63, (1, 3), ("need not take any test on Leadership",), {"courage": GAME}),
    Row(63, (1, 4), ("No enemy is hidden any more",), {"revealed": THIS_TURN}),
    Row(63, (1, 5), ("next hit that wounds him",), {"protected": GAME}),
    Row(63, (1, 6), ("all enemies cause fear to him", "no building"), {"terrified": GAME}),
    Row(63, (1,), ("Grubnash ignores it",), answers={"looks": "ignores"}),
    Row(63, (5,), ("Snotti never gains experience",)),
    Row(64, (3, 2), ("building 3", "within 8\"", "For 2 turns"), {"screaming": "2 turns left"},
        hits=(1,)),
    Row(65, (), ("half price",), carries=("peddler",)),
    Row(66, (4,), ("from the left edge to the right edge",), appears={"Gigantic Spider": 1}),
]  # fmt: skip


@dataclass(frozen=True)
class Turn:
    """Something that lasts, at the start of a later turn of the player at place ``of``: a code and dice that bring it,
    its key, the dice of that turn, and what is said; ``left`` says how long still, empty when it is over."""

    code: int
    first: tuple[int, ...]
    key: str
    dice: tuple[int, ...] = ()
    says: tuple[str, ...] = ()
    left: str = GAME
    of: int = 0
    answers: dict[str, Any] = field(default_factory=dict)
    before: dict[str, Any] = field(default_factory=dict)


TURNS = [
    Turn(12, (2, 3, 4), "running", (1, 1), ("run 2\"",)),
    Turn(13, (2,), "shaking", left="1 turn left"),
    Turn(13, (2,), "shaking", of=1, left="2 turns left"),
    Turn(13, (1,), "shaking", says=("still again",), left=""),
    Turn(14, (), "storm"),
    Turn(15, (1, 4), "daemon", says=("fades",), left=""),
    Turn(21, (3, 2), "ghost", (6,), ("12 o'clock",)),
    Turn(21, (3, 2), "ghost", of=1),
    Turn(21, (3, 2), "ghost", (6,), ("Father Ott of Hammer and Pyre lays the spirit to rest", "does not return"), "",
         answers={"warrior": f"{'Hammer and Pyre'}: Father Ott"}),
    Turn(24, (3, 4, 1, 1), "risen", says=("crumble",), left=""),
    Turn(25, (1, 5), "twisted", (2,), ("turn of Karak Brynn Exiles", "2\" further"), "1 turn left", of=1),
    Turn(25, (1, 5), "twisted", says=("clear again",), left=""),
    Turn(26, (1, 4, 5), "dragging", (6, 6), ("12\"",)),
    Turn(32, (1, 5), "passage", says=("come out of any other building now",), left=""),
    Turn(33, (4, 4), "fog", (1, 2), ("3\"",)),
    Turn(33, (4, 4), "fog", of=2),
    Turn(34, (), "hands", says=("sink back",), left=""),
    Turn(36, (1, 3), "possession", says=("takes one hit",), left="2 turns left"),
    Turn(36, (1, 1), "possession", says=("his own master",), left=""),
    Turn(42, (1, 2), "bolts", says=("strikes Thrain",), left="1 turn left"),
    Turn(42, (1, 1), "bolts", says=("moves on",), left=""),
    Turn(42, (2,), "fish", says=("slithered",), left=""),
    Turn(42, (3, 2), "rain", says=("Strength 2 this turn",), left="1 turn left"),
    Turn(42, (3, 1), "rain", says=("is over",), left=""),
    Turn(42, (4, 1, 3, 3), "drifting", (2, 3), ("5\" towards Faustus",)),
    Turn(42, (4, 1, 3, 3), "drifting", (2, 3, 1), ("frozen in time for 1 turn", "stays with its prey"), "",
         answers={"touched": "frozen"}),
    Turn(42, (4, 1, 6, 6, 1), "frozen", says=("Faustus is free",), left="", before={"touched": "frozen"}),
    Turn(46, (1,), "flies", says=("gone",), left=""),
    Turn(52, (1, 5, 4, 3, 6), "fleeing", (3, 4), ("(7 against 7)", "catch his breath"), ""),
    Turn(52, (1, 5, 4, 3, 6), "fleeing", (4, 4, 1, 2), ("(8 against 7)", "runs on, 3\"")),
    Turn(54, (1, 3), "vengeance", (6,), ("Armour of Righteousness",)),
    Turn(54, (1, 3), "vengeance", (1,), ("Hammer of Sigmar",)),
    Turn(55, (1, 2, 2), "traps", (6,), ("Karak Brynn Exiles finds no trap",), of=1),
    Turn(55, (1, 2, 2), "traps", (1, 1, 1), ("Grubnash avoids it",)),
    Turn(55, (1, 2, 2), "traps", (1, 1, 6), ("Grubnash takes a hit",)),
    Turn(63, (1, 2), "foresight", of=1, left=""),
    Turn(64, (3, 1), "screaming", says=("silent",), left=""),
]  # fmt: skip


def gone() -> TableState:
    """Everybody of the mob is out of action."""
    return table(out={0: {"Grubnash": 1, "Da Ladz": 3, "Snotti": 1}})


def nobody_hires() -> TableState:
    """Skaven have no Ogre and no Pit Fighter, and the mob has both already."""
    ratmen = warband("skaven", warrior("assassin_adept", name="Skrit"), warrior("2 verminkin", name="Rats"), battles=1)
    return table(ratmen, mob(warrior("ogre_bodyguard", name="Bront"), warrior("pit_fighter", name="Krell")))


def climber() -> TableState:
    return table(mob_with_rope(), exiles(), hunters(), buildings=3)


def mob_with_rope() -> Any:
    boss = warrior("orc_boss: rope_and_hook", name="Grubnash")
    others = [one for one in mob().warriors if one.name != "Grubnash"]
    return replace(mob(), warriors=(boss, *others))


EMPTY: dict[str, Any] = {"buildings": 0}
# What happens where nothing can: the table, the code, dice, words, answers.
OTHERWISE = [
    (gone, 16, (), "Nobody is in a position", {}),
    (gone, 23, (), "Nobody is near it", {}),
    (gone, 32, (), "ignored", {}),
    (table, 32, (1,), "ignored", {"condition": "nobody"}),
    (gone, 36, (), "finds nobody", {}),
    (gone, 51, (), "Nobody stands there", {}),
    (gone, 55, (1,), "Nobody is there to spring it", {}),
    (gone, 56, (), "Nobody stands there", {}),
    (gone, 61, (), "Nobody stands beside", {}),
    (gone, 63, (), "Nobody is on the ground", {}),
    (lambda: table(**EMPTY), 22, (), "no building", {}),
    (lambda: table(**EMPTY), 31, (), "no building", {}),
    (lambda: table(**EMPTY), 64, (), "no walls", {}),
    (lambda: table(mob(), exiles()), 42, (4, 1, 3, 3), "Without a wizard it moves 6\" towards the bottom edge", {}),
    (lambda: table(mob(), exiles(), out=dict.fromkeys((0, 1), dict.fromkeys(
        ("Grubnash", "Da Ladz", "Snotti", "Thrain", "Borek", "The Kin", "The Young"), 3))),
     42, (1, 1), "nobody left to be struck", {}),
    (nobody_hires, 11, (1, 4), "Roll for another happening. A storm breaks loose", {}),
    (nobody_hires, 45, (1, 4), "Roll for another happening. A storm breaks loose", {}),
    (table, 52, (1, 1, 4), "Roll for another happening. A storm breaks loose", {"condition": "nobody"}),
    (climber, 56, (1, 2, 6, 2, 3), "climbs out 2 turns from now, inside building 3", {}),
    (lambda: table(mob_with_rope(), exiles(), **EMPTY), 56, (1, 2, 6, 2), "climbs out 2 turns from now", {}),
]  # fmt: skip


def named(row: Any) -> str:
    said = "".join(f"-{value}" for value in row.answers.values())
    return f"{row.code}:{','.join(map(str, row.dice))}{said}"


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_a_row_of_the_chart_happens_as_printed(row: Row) -> None:
    happened = happen(row.code, *row.dice, **row.answers)
    outcome = happened.outcome
    assert (happened.code, happened.key) == (row.code, happening_of(rulebook(), row.code).key)
    for words in row.says:
        assert words in outcome.text
    assert {one.key: one.how_long for one in outcome.lasting} == row.lasts
    assert tuple(one.kind for one in outcome.carried) == row.carries
    assert tuple(one.strength for one in outcome.effects if one.kind == "hit") == row.hits
    assert {block.name: block.count for block in outcome.statblocks} == row.appears


def brought(row: Turn) -> Lasting:
    found = happen(row.code, *row.first, **row.before).outcome.lasting
    return next(one for one in found if one.key == row.key)


@pytest.mark.parametrize("row", TURNS, ids=lambda row: f"{row.key}:{','.join(map(str, row.dice))}-{row.left}")
def test_what_lasts_does_its_work_each_turn_and_is_over_in_time(row: Turn) -> None:
    turned = next_turn(brought(row), *row.dice, of=row.of, **row.answers)
    for words in row.says:
        assert words in turned.outcome.text
    assert (turned.lasting.how_long if turned.lasting else "") == row.left
    if not row.says:
        assert turned.outcome.text == ""


@pytest.mark.parametrize(("at", "code", "dice", "words", "answers"), OTHERWISE)
def test_what_cannot_happen_says_so(at: Any, code: int, dice: Any, words: str, answers: dict[str, Any]) -> None:
    assert words in happen(code, *dice, at=at(), **answers).outcome.text


def test_everything_that_the_chart_can_bring_is_among_these(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step of every happening, however deep, is carried out by one of the rows above."""
    done: set[int] = set()

    def watched(interpreter: play.Interpreter) -> play.Interpreter:
        def watching(playing: play.Play, step: Any) -> None:
            done.add(id(step))
            interpreter(playing, step)

        return watching

    monkeypatch.setattr(play, "_INTERPRETERS", {kind: watched(one) for kind, one in play._INTERPRETERS.items()})
    for row in ROWS:
        test_a_row_of_the_chart_happens_as_printed(row)
    for turn in TURNS:
        test_what_lasts_does_its_work_each_turn_and_is_over_in_time(turn)
    for otherwise in OTHERWISE:
        test_what_cannot_happen_says_so(*otherwise)
    all_steps = [(one.key, step) for one in rulebook().happenings.values() for step in every_step(one.steps)]
    assert len(all_steps) > 120
    assert [(key, step) for key, step in all_steps if id(step) not in done] == []
    tried = {code for row in ROWS for code in happening_of(rulebook(), row.code).codes}
    assert tried == set(TOTALS["D66"])


@pytest.mark.parametrize("code", TOTALS["D66"])
def test_without_warbands_it_happens_to_a_warrior_of_the_player(code: int) -> None:
    dice = (1,) * 12
    at = no_table()
    for count in range(len(dice) + 1):
        try:
            happened = happen(code, *dice[:count], at=at)
        except ValueError:
            continue
        assert happened.code == code
        assert happened.outcome.text
        return
    raise AssertionError("the dice were never enough")


def test_it_happens_to_whoever_has_the_turn() -> None:
    happened = happen(23, 1, 1, at=table(active=1))
    assert "touching Thrain of Karak Brynn Exiles" in happened.outcome.text
