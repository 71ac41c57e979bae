"""What a fight writes into a fighter's book, and what the whole book makes of him (6.6; D23 to D25)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from encounters.models import PitRosterEntry
from encounters.pitfight.career import Career, Entry, career_of, fought, may_fight, past_for, told_of_fight
from encounters.pitfight.enlisting import NO_PAST, Past
from encounters.pitfight.fighter_sheet import figures_of, harm_of
from encounters.pitfight.state import Outcome
from tests.encounters.pitfight.stage import Stage, at_blows, who

CODES = ("code-of-a", "code-of-b")
SAT_OUT, RETURNED = Entry("sat_out", {}), Entry("returned", {})


def over(stage: Stage, *, winner: int | None = 0, drawn: tuple[int, ...] = ()) -> Any:
    """The fight as if it had ended there."""
    return replace(stage.fight, outcome=Outcome(winner, drawn, "taken_out"))


def entry(stage: Stage, place: int = 1, codes: tuple[str, ...] = CODES, **ended: Any) -> Entry:
    return Entry("fought", fought(over(stage, **ended), place, codes))


def hurt(*injuries: tuple[str, str], past: Past = NO_PAST) -> Entry:
    """A fight that B came out of with these injuries, which A gave him, without falling."""
    stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3, past)).moved(a="observe", b="observe")
    return entry(stage.hurt(1, *injuries))


def b_after(*injuries: tuple[str, str]) -> Career:
    return career_of([hurt(*injuries)])


class TestWhatLasts:
    @pytest.mark.parametrize(
        ("injuries", "past", "misses", "state"),
        [
            ([], Past(), 0, "ready"),
            ([("arm_broken", "left_arm")], Past(), 2, "must_miss"),
            ([("rib_broken", "body")], Past(), 1, "must_miss"),
            ([("kneecap_damaged", "left_leg")], Past(initiative=1), 1, "must_miss"),
            ([("leg_broken", "left_leg")], Past(), 2, "must_miss"),
            ([("rib_broken", "body"), ("leg_broken", "left_leg")], Past(), 2, "must_miss"),
            ([("finger_lost", "left_arm")] * 2, Past(ad=-2, fingers=("left_arm",) * 2), 0, "ready"),
            ([("arm_chopped_off", "left_arm")], Past(ad=-3, gone=("left_arm",)), 2, "must_miss"),
            ([("leg_chopped_off", "left_leg")], Past(wooden_legs=1), 2, "must_miss"),
            ([("ear_hacked_off", "right_ear")], Past(initiative=1, gone=("right_ear",)), 0, "ready"),
            ([("blinded_in_one_eye", "left_eye")], Past(ad=-1, gone=("left_eye",)), 0, "ready"),
        ],
    )
    def test_from_one_fight_to_the_next(self, injuries, past, misses, state) -> None:
        """D24."""
        career = b_after(*injuries)
        assert (career.past, career.to_miss, career.state) == (past, misses, state)

    def test_it_adds_up_over_fights(self) -> None:
        career = career_of([hurt(("kneecap_damaged", "left_leg")), SAT_OUT, hurt(("ear_hacked_off", "left_ear"))])
        assert (career.past, career.state) == (Past(initiative=2, gone=("left_ear",)), "ready")

    def test_a_hand_costs_no_more_than_its_fingers(self) -> None:
        """D12, over fights."""
        assert career_of([hurt(*[("finger_lost", "left_arm")] * 3)] * 2).past.ad == -5
        assert career_of([hurt(("finger_lost", "left_arm")), hurt(("finger_lost", "right_arm"))]).past.ad == -2

    def test_an_arm_takes_its_fingers_along(self) -> None:
        """D12, over fights."""
        career = career_of([hurt(*[("finger_lost", "left_arm")] * 2), hurt(("arm_chopped_off", "left_arm"))])
        assert (career.past.ad, career.past.fingers) == (-3, ())

    def test_it_is_told_and_marked_on_his_sheet(self) -> None:
        career = b_after(("leg_chopped_off", "left_leg"), ("blinded_in_one_eye", "left_eye"))
        figure = figures_of((30, 30, 30, 34, 10), career)[3]
        assert (figure.built, figure.now, figure.why) == (34, 29, "5 for a wooden leg")
        assert harm_of(career) == (
            "Left eye lost",
            "Wooden leg (left leg): no fast moves, 5 Initiative less",
            "−1 on attack and defence (left eye)",
        )


class TestMissing:
    def test_it_counts_down_and_he_is_ready_again(self) -> None:
        entries = [hurt(("arm_broken", "left_arm"))]
        told = []
        for _ in range(4):
            told.append(may_fight(career_of(entries)))
            entries.append(SAT_OUT)
        assert told == ["must miss two more fights", "must miss one more fight", "", ""]


class TestRetirement:
    @pytest.mark.parametrize(
        "fights",
        [
            [hurt(("leg_chopped_off", "left_leg")), hurt(("leg_chopped_off", "right_leg"), past=Past(wooden_legs=1))],
            [hurt(("leg_chopped_off", "left_leg"), ("leg_chopped_off", "right_leg"))],
            [
                hurt(("blinded_in_one_eye", "left_eye")),
                hurt(("blinded_in_one_eye", "right_eye"), past=Past(gone=("left_eye",))),
            ],
            [
                hurt(("arm_chopped_off", "left_arm")),
                hurt(("arm_chopped_off", "right_arm"), past=Past(gone=("left_arm",))),
            ],
        ],
    )
    def test_two_wooden_legs_both_eyes_or_both_arms(self, fights) -> None:
        """D21, D22, D24."""
        assert career_of(fights[:1]).retired == "" or len(fights) == 1
        assert career_of(fights).state == "retired"

    def test_a_wooden_leg_that_is_chopped_off_is_replaced(self) -> None:
        leg = ("leg_chopped_off", "left_leg")
        career = career_of([hurt(leg), hurt(leg, past=Past(wooden_legs=1))])
        assert (career.past.wooden_legs, career.retired) == (1, "")

    def test_both_ears_do_not_retire(self) -> None:
        ears = [
            hurt(("ear_hacked_off", "left_ear")),
            hurt(("ear_hacked_off", "right_ear"), past=Past(gone=("left_ear",))),
        ]
        assert career_of(ears).state == "ready"

    def test_of_his_own_will(self) -> None:
        career = career_of([Entry("retired", {})])
        assert (career.state, may_fight(career)) == ("retired", "has retired")


class TestBeingTakenOut:
    def test_killed_is_dead(self) -> None:
        career = career_of([entry(at_blows().hit("head", 12))])
        assert (career.state, career.dead, may_fight(career)) == ("dead", "killed in the pit", "is dead")

    def test_by_his_wounds_he_is_laid_up_until_his_player_says(self) -> None:
        stage = at_blows().change(1, wounds_lost=9).hit("body", 2)
        assert stage[1].out == "wounds"
        carried_out = entry(stage)
        assert career_of([carried_out]).state == "laid_up"
        assert career_of([carried_out, RETURNED]).state == "ready"
        assert career_of([carried_out, Entry("died", {})]).dead == "died of his wounds"

    def test_knocked_out_with_wounds_left_is_nothing(self) -> None:
        """D23."""
        assert career_of([entry(at_blows().change(1, wounds_lost=-20).hit("head", 9))]).state == "ready"

    def test_knocked_out_without_wounds_is_laid_up(self) -> None:
        """D23."""
        stage = at_blows().change(1, wounds_lost=5).hit("head", 9)
        assert (stage[1].out, career_of([entry(stage)]).state) == ("ko", "laid_up")


class TestSkills:
    @pytest.mark.parametrize(("blow", "opponents"), [(("head", 12), 3), (("body", 12), 3), (("groin", 12), 1)])
    def test_a_head_or_a_heart_counts_for_three(self, blow, opponents) -> None:
        assert career_of([entry(at_blows().hit(*blow), 0)]).opponents == opponents

    def test_whoever_bleeds_to_death_counts_for_nobody(self) -> None:
        """House ruling 91."""
        stage = at_blows().hurt(1, ("bleeding_wound", "body")).change(1, wounds_lost=9).rest()
        assert stage[1].out == "bleeding"
        career = career_of([entry(stage, 0)])
        assert (career.opponents, career.taken_out, len(career.fights)) == (0, (), 1)

    def test_five_opponents_are_a_skill_and_what_was_learned_is_due_no_more(self) -> None:
        beheaded = entry(at_blows().hit("head", 12), 0)
        one = career_of([beheaded])
        assert (one.skills_due, one.to_next_skill) == (0, 2)
        four = [beheaded] * 4
        assert career_of(four).skills_due == 2
        learned = career_of([*four, Entry("learned", {"skill": "Parry"})])
        assert (learned.skills_due, learned.learned) == (1, ("Parry",))


class TestHatred:
    """D25."""

    @staticmethod
    def emasculated(codes: tuple[str, ...]) -> Career:
        stage = Stage(who("empire", (0, 0), 0), who("empire", (0, -1), 3)).moved(a="observe", b="observe")
        return career_of([entry(stage.hurt(1, ("emasculated", "groin")), codes=codes)])

    def test_he_knows_a_kept_fighter_under_any_name(self) -> None:
        career = self.emasculated(CODES)
        assert past_for(career, {"code-of-a": "The Masked One", "code-of-c": "A"}).hates == ("The Masked One",)
        assert past_for(career, {"code-of-c": "A"}).hates == ()

    def test_one_whom_nobody_keeps_by_the_name_he_had(self) -> None:
        assert past_for(self.emasculated(("", "code-of-b")), {"code-of-c": "Zed"}).hates == ("A",)


class TestStatistics:
    @pytest.mark.parametrize(
        ("winner", "drawn", "results"),
        [
            (0, (), ("won", "lost")),
            (1, (), ("lost", "won")),
            (None, (0, 1), ("drawn", "drawn")),
            (None, (), ("drawn",) * 2),
        ],
    )
    def test_who_won(self, winner, drawn, results) -> None:
        """E5 to E7."""
        stage = at_blows()
        told = tuple(fought(over(stage, winner=winner, drawn=drawn), place, CODES)["result"] for place in (0, 1))
        assert told == results

    def test_who_fell_has_not_drawn_with_those_who_stand(self) -> None:
        assert fought(over(at_blows(), winner=None, drawn=(0,)), 1, CODES)["result"] == "lost"

    def test_everything_adds_up(self) -> None:
        won = entry(at_blows().hit("head", 12), 0)
        career = career_of([won, won, entry(at_blows(), 0, winner=None)])
        assert (len(career.fights), career.won, career.drawn, career.lost) == (3, 2, 1, 0)
        assert (career.damage, len(career.taken_out), len(career.killed)) == (24, 2, 2)

    def test_no_fight_that_goes_on(self) -> None:
        with pytest.raises(ValueError, match="has not ended"):
            fought(at_blows().fight, 0, CODES)


class TestInWords:
    def test_the_winner(self) -> None:
        told = told_of_fight(entry(at_blows().hit("head", 12), 0).content)
        assert told == "Won against B in one turn. Damage inflicted: 12. Took out B."

    def test_the_loser(self) -> None:
        told = told_of_fight(hurt(("arm_chopped_off", "left_arm"), ("emasculated", "groin")).content)
        assert told == (
            "Lost against A in one turn. Damage inflicted: 0. Lost for ever: his left arm. "
            "−3 on attack and defence for good. Hates A from now on. Misses two fights."
        )

    def test_of_many_opponents_a_few(self) -> None:
        stage = Stage(*[who("empire", (place, 0), 0) for place in range(6)]).moved(
            a="observe", b="observe", c="observe", d="observe", e="observe", f="observe"
        )
        told = told_of_fight(entry(stage, 0, ("",) * 6).content)
        assert told.startswith("Won against B, C and 3 others in one turn.")


def test_every_kind_of_entry_can_be_read() -> None:
    for kind in PitRosterEntry.Kind.values:
        content = hurt().content if kind == "fought" else {"skill": "Parry"}
        career_of([Entry(kind, content)])
