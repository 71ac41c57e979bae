"""The whole sequence: its steps, its order, where it stops and goes on, what it records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.postbattle.choices import Actions, Choice, FileChoices, Sensible
from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.run import STEPS, NeedsAction, NeedsChoice, NeedsRoll, die_of
from campaigns.postbattle.sequence import in_order, play
from campaigns.postbattle.sessions import AtOnce
from mordheim.rules.dice import DiceError, EnteredDice, SeededDice
from mordheim.rules.snapshot import WarbandSnapshot
from tests.campaigns.postbattle.night import fought, night, report
from tests.warbands.roster.cast import orcs, rulebook, three_orcs, warrior
from warbands.roster.interchange import write_warband
from warbands.roster.refusals import Refused

SKAB = "Skab"


def mob() -> WarbandSnapshot:
    return fought(three_orcs(warrior("big_un", name=SKAB), "pit_fighter"))


def at_once(dice, decider=None, **told):
    session = AtOnce(dice, decider or Sensible())
    played = play(mob(), report(**told), rulebook(), session)
    session.finish()
    return played


class TestTheSteps:
    def test_their_names_and_their_order(self):
        assert STEPS == (
            "injuries", "experience", "exploration", "wyrdstone", "upkeep", "veterans", "rare_items",
            "dramatis_personae", "recruits_and_trading", "equipment", "rating",
        )  # fmt: skip
        played = at_once(SeededDice(3))
        assert played.done == STEPS
        assert played.is_over
        assert played.step == "rating"

    def test_events_come_in_the_order_of_the_steps(self):
        steps = [event.step for event in at_once(SeededDice(3), out=[SKAB]).run.events]
        assert steps == sorted(steps, key=STEPS.index)

    def test_what_passes_by_itself_says_so(self):
        done = night(fought(three_orcs()))
        for step in ("upkeep", "dramatis_personae", "rating"):
            assert len(done.results(step)) == 1


class TestEnteredDice:
    def test_exactly_the_dice_that_are_due(self):
        """A henchman's injury, two heroes on the exploration, the veterans."""
        told = {"out": ["1 Orc Boy"]}
        assert at_once(EnteredDice([3, 1, 2, 4, 4]), **told).is_over
        with pytest.raises(DiceError, match=r"A die is missing: experience of veterans \(D6\)"):
            at_once(EnteredDice([3, 1, 2, 4]), **told)
        with pytest.raises(DiceError, match="1 more die was entered than were rolled"):
            at_once(EnteredDice([3, 1, 2, 4, 4, 6]), **told)
        with pytest.raises(DiceError, match="7 is no face of a D6: injury of Orc Boy"):
            at_once(EnteredDice([7, 1, 2, 4, 4]), **told)

    def test_every_roll_is_in_an_event_once(self):
        played = at_once(EnteredDice([3, 3, 1, 4, 4]), out=[SKAB])
        rolled = [face for event in played.run.events if event.roll for face in event.roll.faces]
        assert rolled == [3, 3, 1, 4, 4]
        assert {event.roll.source for event in played.run.events if event.roll} == {"table"}

    def test_no_face_is_lost_with_any_seed(self):
        class Counting(SeededDice):
            rolled = 0

            def roll(self, sides: int, what_for: str) -> int:
                Counting.rolled += 1
                return super().roll(sides, what_for)

        for seed in range(40):
            Counting.rolled = 0
            told = {"out": [SKAB, "2 Orc Boy", "pit_fighter", "Orc Boss"], "result": "won", "underdog": 5}
            run = at_once(Counting(seed), **told).run
            assert sum(len(event.roll.faces) for event in run.events if event.roll) == Counting.rolled


class TestSeeds:
    def test_the_same_seed_gives_the_same_night(self):
        told = {"out": [SKAB, "Orc Boss"], "underdog": 4}
        first, second = (at_once(SeededDice(11), **told).run for _ in range(2))
        assert first.events == second.events
        assert first.snapshot == second.snapshot
        assert at_once(SeededDice(12), **told).run.events != first.events

    @pytest.mark.parametrize("seed", range(12))
    def test_choices_given_back_are_taken_again_and_give_the_same_bytes(self, seed):
        told = {"out": [SKAB, "1 Orc Boy"], "result": "won", "underdog": 5, "shards": 3}
        first = at_once(SeededDice(seed), **told).run
        again = at_once(SeededDice(seed), FileChoices(first.choices), **told).run
        assert write_warband(again.snapshot, rulebook()) == write_warband(first.snapshot, rulebook())
        assert again.choices == first.choices
        assert again.events == first.events

    @pytest.mark.parametrize("seed", range(6))
    def test_its_faces_entered_at_the_table_give_the_same_bytes(self, seed):
        told = {"out": [SKAB, "1 Orc Boy"], "result": "won", "underdog": 5}
        first = at_once(SeededDice(seed), **told).run
        faces = [face for event in first.events if event.roll for face in event.roll.faces]
        again = at_once(EnteredDice(faces), FileChoices(first.choices), **told).run
        assert write_warband(again.snapshot, rulebook()) == write_warband(first.snapshot, rulebook())


class TestStoppingAndGoingOn:
    """What a page does: it plays the log, waits, and plays it again with one thing more."""

    def test_it_waits_for_each_roll_and_decision_and_comes_to_the_same_end(self):
        told = report(out=[SKAB, "1 Orc Boy"], result="won", underdog=5)
        dice, sensible, log = SeededDice(5), Sensible(), []
        waited: list[type] = []
        for _ in range(300):
            session = LogSession(log)
            played = play(mob(), told, rulebook(), session)
            if played.is_over:
                break
            waited.append(type(played.waiting))
            given = self.answer(played.waiting, dice, sensible)
            play(mob(), told, rulebook(), LogSession(log, given))
        straight = AtOnce(SeededDice(5), sensible)
        assert played.run.snapshot == play(mob(), told, rulebook(), straight).run.snapshot
        assert {NeedsRoll, NeedsAction, NeedsChoice} == set(waited)

    def answer(self, waiting: object, dice: SeededDice, sensible: Sensible) -> Given:
        if isinstance(waiting, NeedsRoll):
            return Given(faces=tuple(dice.roll(waiting.sides, "") for _ in range(waiting.count)))
        if isinstance(waiting, NeedsChoice):
            return Given(answer=(sensible.decide(waiting.question),))
        return Given(done=True)

    def test_while_it_waits_it_says_where_it_is(self):
        played = play(mob(), report(out=[SKAB]), rulebook(), LogSession([]))
        assert not played.is_over
        assert (played.step, played.done) == ("injuries", ())
        assert isinstance(played.waiting, NeedsRoll)
        assert (played.waiting.die, played.waiting.count, played.waiting.warrior) == ("D66", 2, SKAB)


class TestWhoMayPlay:
    def test_a_warband_that_is_not_legal_may_not(self):
        with pytest.raises(Refused, match="at least 3 warriors"):
            night(orcs("orc_boss"))

    def test_an_unknown_warband_type_is_told(self):
        with pytest.raises(Refused, match="no warband type 'ork_mob'"):
            night(replace(mob(), type="ork_mob"))

    def test_one_with_mere_notes_may(self):
        """Ruling 9: over a limit after losses."""
        assert night(fought(orcs("orc_boss", "orc_boy"))).file["battles"] == 4

    def test_it_is_played_in_the_order_of_a_warband_file(self):
        mixed = orcs("pit_fighter", "2 orc_boy", "orc_boss")
        assert [w.section for w in in_order(mixed).warriors] == ["hero", "henchman", "hired_sword"]

    def test_warriors_that_have_rows_keep_their_numbers(self):
        before = replace(mob(), warriors=tuple(replace(w, id=7 + n) for n, w in enumerate(mob().warriors)))
        played = play(before, report(), rulebook(), AtOnce(SeededDice(1), Sensible()))
        assert [w.id for w in played.run.snapshot.warriors] == [w.id for w in in_order(before).warriors]


class TestDice:
    @pytest.mark.parametrize(
        ("text", "faces", "total"),
        [
            ("D6", [5], 5), ("D3", [2], 2), ("2D6", [3, 4], 7), ("D66", [3, 6], 36), ("4D6", [1, 2, 3, 4], 10),
            ("D6x10", [4], 40), ("2D6x5", [1, 2], 15), ("D6+1", [6], 7), ("5D6x5", [1, 1, 1, 1, 1], 25),
        ],
    )  # fmt: skip
    def test_how_a_die_is_read(self, text, faces, total):
        die = die_of(text)
        assert die.count == len(faces)
        assert die.total(faces) == total

    @pytest.mark.parametrize("text", ["D8", "0D6", "D6x", "", "2D66", "D6-1", "10D6"])
    def test_what_is_no_die(self, text):
        with pytest.raises(ValueError, match="no die"):
            die_of(text)


def test_a_session_is_told_what_may_be_done():
    seen: list[Actions] = []

    class Watching(Sensible):
        def act(self, actions: Actions) -> Choice | None:
            seen.append(actions)
            return None

    at_once(SeededDice(1), Watching())
    assert seen == [
        Actions("rare_items", ("search",)),
        Actions("recruits_and_trading", ("buy", "sell", "recruit", "hire", "dismiss", "study")),
        Actions("equipment", ("move",)),
    ]
