"""Events in sentences, with their arithmetic, dice and names."""

from __future__ import annotations

from encounters.pitfight.telling import grouped, sentence, told_with_dice
from encounters.pitfight.wording import NO_BREAK, shortened, summed
from tests.encounters.pitfight.stage import Stage, at_blows, duel, who


def told(stage: Stage, kind: str) -> str:
    return sentence(stage.last(kind), stage.fight).replace(NO_BREAK, " ")


class TestArithmetic:
    def test_a_roll_off_shows_both_sums(self) -> None:
        stage = at_blows("empire", "chaos").hurt(1, ("rib_broken", "body"))
        stage.say("0 strike 1").say("0 aim head", "1 aim body", dice=[14, 9, 6])
        assert told(stage, "roll_off") == "30 + 1 + 14 = 45 against 30 + 2 − 1 + 9 = 40: hit."
        dice = told_with_dice(stage.last("roll_off")).dice
        assert [(die.die, die.face, die.label) for die in dice] == [
            ("D20", 14, "A: attack"),
            ("D20", 9, "B: defence"),
        ]

    def test_a_one_or_a_twenty_says_that_it_settled_it(self) -> None:
        stage = at_blows("empire", "chaos").say("0 strike 1").say("0 aim head", "1 aim body", dice=[5, 20])
        assert told(stage, "roll_off").endswith(": a natural 20 of B, missed.")

    def test_damage_shows_dice_and_armour(self) -> None:
        stage = duel("orc").moved(a="plant_and_hew", b="observe")
        while stage.asked != ("strike", (0,)):
            stage.say(f"{stage.fight.open_to[0]} {stage.options(stage.fight.open_to[0])[0]}")
        stage.say("0 strike 1").say("0 aim right_leg", "1 aim head", dice=[5, 4])
        assert told(stage, "damage") == "D10 5 + mighty D10 4 − 2 armour = 7 damage; B has 3 Wounds left."
        assert [die.sides for die in told_with_dice(stage.last("damage")).dice] == [10, 10]

    def test_damage_that_armour_would_swallow_is_one_at_least(self) -> None:
        stage = at_blows().say("0 strike 1").say("0 aim head", "1 aim groin", dice=[2])
        assert told(stage, "damage") == "D10 2 − 3 armour = at least 1 damage; B has 9 Wounds left."

    def test_a_push_off_shows_both_sums_and_what_becomes_of_the_loser(self) -> None:
        stage = Stage(who("chaos", (0, 0), 0), who("orc", (0, -1), 3))
        stage.say("0 pick tread", "1 pick observe").say("1 interrupt no", dice=[10, 2])
        assert told(stage, "push_off") == (
            "A pushes B at G6: 30 + 2 + 10 = 42 against 30 + 2 = 32: A wins; B is driven back to G5 and loses his move."
        )
        assert [die.face for die in told_with_dice(stage.last("push_off")).dice] == [10, 2]

    def test_a_loser_who_cannot_give_way_is_halved(self) -> None:
        stage = Stage(who("chaos", (0, -5), 0), who("orc", (0, -6), 3))
        stage.say("0 pick tread", "1 pick observe").say("1 interrupt no", dice=[10, 2])
        assert told(stage, "push_off").endswith(
            "A wins; there is no way out behind B, who stays and is halved until the End Phase."
        )

    def test_a_sum_leaves_out_what_is_nothing(self) -> None:
        assert (summed(30, 0, -2, 7), summed(0), summed(30)) == ("30 − 2 + 7", "0", "30")


class TestInterrupts:
    def test_say_by_how_much_one_is_faster_or_that_he_is_younger(self) -> None:
        stage = Stage(who("empire", (0, 0)), who("orc", (5, 0), i=34)).picked(a="close_in", b="shove")
        stage.say("1 interrupt yes")
        assert told(stage, "interrupt") == "B interrupts A: Initiative 34 against 30."
        stage = Stage(who("empire", (0, 0)), who("orc", (5, 0))).picked(a="close_in", b="shove").say("1 interrupt yes")
        assert told(stage, "interrupt") == "B interrupts A: as fast, Initiative 30, and younger."
        stage = duel().picked(a="observe", b="observe").say("1 interrupt no")
        assert told(stage, "interrupt") == ""


class TestNames:
    def test_a_move_has_its_name_from_the_scroll(self) -> None:
        stage = Stage(who("chaos", (0, 0), 0), who("orc", (5, 0), 0)).moved(a="shield_side", b="observe").rest()
        event = next(one for one in stage.told("move") if one["fighter"] == "A")
        assert sentence(event, stage.fight).replace(NO_BREAK, " ") == "A: Shield-side Step to F6, facing 12 o’clock."
        assert sentence(event).replace(NO_BREAK, " ") == "A: shield side to -1,0, facing 0."

    def test_a_result_has_its_name_from_the_chart(self) -> None:
        stage = at_blows().hit("groin", 3)
        assert told(stage, "critical") == "B, groin: stunned."

    def test_a_result_of_no_effect_says_nothing(self) -> None:
        stage = at_blows().hit("head", 1)
        assert told(stage, "critical") == ""

    def test_a_scar_says_where_it_is(self) -> None:
        stage = at_blows().hit("head", 7, 9, 2)
        assert told(stage, "critical") == "B, head: stunned and scarred, ear hacked off (left ear)."
        assert [die.die for die in told_with_dice(stage.last("critical")).dice] == ["D10", "D6"]

    def test_a_long_name_is_cut_to_its_first_word_or_with_a_mark(self) -> None:
        assert shortened("Albrecht of Altdorf", 9) == "Albrecht"
        assert shortened("Ungrim-Thorgrim", 9) == "Ungrim-T…"
        assert shortened("Vlad", 9) == "Vlad"


class TestGroups:
    def test_stand_by_turn_and_step_without_what_needs_no_words(self) -> None:
        stage = at_blows().hit("body", 2)
        groups = grouped(stage.events, stage.fight)
        assert [(group.turn, group.title) for group in groups] == [
            (1, "Pick moves"),
            (1, "Carry out moves"),
            (1, "Resolve attacks"),
        ]
        assert all(one.sentence for group in groups for one in group.told)
        assert [(one.icon, one.sentence) for one in groups[0].told] == [("scroll-text", "A: Observe · B: Observe")]

    def test_a_pick_that_is_not_legal_says_so_among_the_others(self) -> None:
        stage = duel(table_mode=True).picked(a="rush", b="observe")
        assert grouped(stage.events, stage.fight)[0].told[0].sentence == "A: Rush (not legal) · B: Observe"

    def test_of_an_end_phase_blood_comes_before_who_falls_by_it(self) -> None:
        stage = at_blows().hurt(1, ("bleeding_wound", "body")).change(1, wounds_lost=9).rest()
        last = grouped(stage.events, stage.fight)[-1]
        assert [one.sentence.replace(NO_BREAK, " ") for one in last.told] == [
            "B loses 1 Wound by bleeding.",
            "B sinks down from loss of blood and is taken out.",
            "A wins after 1 turn with 0 damage inflicted.",
        ]
        assert [one.tone for one in last.told] == ["loss", "loss", "gain"]
