"""The End Phase, when a fight ends, and who has won."""

from __future__ import annotations

import pytest

from encounters.pitfight.ending import taken_out_to_end, winner
from tests.encounters.pitfight.stage import Stage, at_blows, duel, who

PLACES = ((0, 6), 0), ((0, -6), 3), ((6, 0), 5), ((-6, 0), 2), ((6, -6), 4)


def five(**terms: int) -> Stage:
    """Five who cannot reach each other."""
    return Stage(*[who("empire", hex_, facing) for hex_, facing in PLACES], **terms)


def lose(stage: Stage, *places: int) -> Stage:
    """Bleed to nothing in this End Phase."""
    for place in places:
        stage.change(place, wounds_lost=10)
    return stage


def all_observe(stage: Stage) -> Stage:
    standing = [place for place, one in enumerate(stage.fight.fighters) if not one.out]
    return stage.picked(**{"abcde"[place]: "observe" for place in standing})


class TestTheEndPhase:
    def test_its_order(self) -> None:
        """E1: recovery, blood, boosts and halving, collapse, old rushes, the check."""
        stage = at_blows().hurt(1, ("bleeding_wound", "body")).change(0, counters=(1,), wounds_lost=3, halved=True)
        stage.change(1, wounds_lost=9).say("0 strike nobody").say("1 strike nobody")
        assert stage.asked == ("recover", (0,))
        stage.say("0 recover pass")
        kinds = [event["type"] for event in stage.events if event["phase"] == "end_phase"]
        assert kinds == ["end_phase", "taken_out", "adrenalin", "result"]
        assert (stage[0].counters, stage[0].halved, stage[1].out) == ((), False, "bleeding")

    def test_blood_takes_a_fighter_in_the_end_phase(self) -> None:
        """E2."""
        stage = at_blows().hurt(1, ("bleeding_wound", "body")).change(1, wounds_lost=9)
        assert stage[1].out == ""
        assert stage.rest()[1].out == "bleeding"

    def test_the_wounds_of_a_hit_at_once(self) -> None:
        """E2."""
        stage = at_blows().change(1, wounds_lost=9).hit("body", 1)
        assert stage.last("taken_out")["phase"] == "resolve_attacks"

    def test_attacks_go_on_to_the_end_of_the_turn(self) -> None:
        """E3."""
        cast = [who("empire", (0, 0), 0), who("empire", (0, -1), 3), who("empire", (1, -1), 4)]
        stage = Stage(*cast).moved(a="observe", b="observe", c="observe")
        stage.hit("head", 12).onward()
        assert stage.asked == ("strike", (2,))
        stage.hurt(0, ("bleeding_wound", "body")).change(0, wounds_lost=9, counters=())
        stage.say("2 strike 0").say("2 aim body", "0 aim head", dice=[18, 2, 1])
        assert [one["fighter"] for one in stage.told("taken_out")] == ["B", "A"]


class TestWhenItEnds:
    @pytest.mark.parametrize(("starters", "needed"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
    def test_half_of_them_rounded_up(self, starters: int, needed: int) -> None:
        """E4."""
        assert taken_out_to_end(starters) == needed

    def test_the_printed_example_five_fighters_end_when_three_are_out(self) -> None:
        """E4, 7.1."""
        stage = lose(all_observe(five()), 0, 1).onward()
        assert (stage.fight.step, stage.last("end_phase")["taken_out"]) == ("pick_moves", 2)
        lose(all_observe(stage), 2).onward()
        assert (stage.fight.step, stage.last("end_phase")["taken_out"]) == ("over", 3)
        assert stage.last("end_phase")["needed"] == 3

    def test_it_stops_after_sixty_turns(self) -> None:
        """E10."""
        assert duel().fight.terms.turn_limit == 60
        stage = five(turn_limit=3, quiet_limit=9)
        for _ in range(3):
            all_observe(stage).onward()
        assert (stage.fight.step, stage.fight.outcome.reason) == ("over", "turn_limit")

    def test_it_stops_after_fifteen_turns_without_an_attack(self) -> None:
        """E10."""
        stage = five()
        for turn in range(15):
            assert (stage.fight.turn, stage.fight.step) == (turn + 1, "pick_moves")
            all_observe(stage).onward()
        assert stage.fight.outcome.reason == "quiet_limit"

    def test_an_attack_begins_the_count_anew(self) -> None:
        """E10."""
        stage = at_blows(quiet_limit=2).rest()
        assert stage.fight.quiet == 1
        stage.moved(a="observe", b="observe").say("0 strike 1").say("0 aim head", "1 aim head").rest()
        assert (stage.fight.quiet, stage.fight.step) == (0, "pick_moves")


class TestWhoHasWon:
    def judged(self, *fighters: tuple[int, int, str]):
        stage = five()
        for place in range(5):
            damage, first, out = fighters[place] if place < len(fighters) else (0, 0, "wounds")
            stage.change(place, damage=damage, first_damage=first, out=out)
        return winner(stage.fight, "taken_out")

    def test_the_one_who_stands_and_did_most_damage(self) -> None:
        """E5, E9."""
        assert self.judged((5, 1, ""), (9, 4, ""), (30, 2, "wounds")).winner == 1

    def test_of_equals_the_one_who_did_any_first(self) -> None:
        """E5."""
        assert self.judged((9, 4, ""), (9, 2, "")).winner == 1

    def test_a_draw_between_those_who_did_nothing(self) -> None:
        """E6."""
        outcome = self.judged((0, 0, ""), (0, 0, ""), (8, 1, "wounds"))
        assert (outcome.winner, outcome.drawn) == (None, (0, 1))

    def test_one_who_alone_stands_has_won(self) -> None:
        """E5."""
        assert self.judged((0, 0, "")).winner == 0

    def test_nobody_when_all_are_out(self) -> None:
        """E7."""
        outcome = self.judged((9, 1, "wounds"), (4, 2, "wounds"))
        assert (outcome.winner, outcome.drawn) == (None, ())

    def test_all_may_fall_in_one_turn(self) -> None:
        """E7."""
        stage = lose(all_observe(duel()), 0, 1).rest()
        assert stage.last("result")["winner"] is None
        assert stage.last("result")["damage"] == {"A": 0, "B": 0}

    def test_blood_and_push_offs_are_nobodys_damage(self) -> None:
        """E8."""
        stage = at_blows().hit("body", 7)
        assert stage[0].damage == 7
        assert stage.rest()[0].damage == 7
        assert stage[1].wounds_lost == 8

    def test_a_team_is_no_rule_of_the_core_game(self) -> None:
        """E11: everybody in reach may be attacked."""
        cast = [who("empire", (0, 0), 0), who("empire", (0, -1), 3), who("empire", (1, -1), 4)]
        stage = Stage(*cast).moved(a="observe", b="observe", c="observe")
        assert stage.options(0) == ["strike nobody", "strike 1", "strike 2"]
