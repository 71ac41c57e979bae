"""What a player is offered: every legal order and nothing else, and what is told of it follows from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from encounters.pitfight.engine import apply, legal_orders
from encounters.pitfight.enlisting import Past
from encounters.pitfight.notation import read_order
from encounters.pitfight.offering import Choice, Offer, offer_of, order_said
from encounters.pitfight.offering.striking import chance_to_hit
from encounters.pitfight.picture import picture_of
from encounters.pitfight.players import random_player
from encounters.pitfight.state import CARRY_OUT_MOVES, OVER, PitFight
from encounters.pitfight.view import view_of
from encounters.pitfight.wording import NO_BREAK
from mordheim.rules.dice import SeededDice
from tests.encounters.pitfight.stage import RULES, Stage, at_blows, duel, random_fight, who


def words(told: str) -> str:
    return told.replace(NO_BREAK, " ")


def offered(stage: Stage, place: int = 0) -> Offer:
    offer = offer_of(stage.fight, place)
    assert offer is not None
    return offer


def choice(offer: Offer, title: str) -> Choice:
    return next(one for group in offer.groups for one in group.choices if words(one.title) == title)


def titles(offer: Offer) -> list[str]:
    return [words(one.title) for one in offer.choices]


def moments(seed: int) -> Iterator[tuple[PitFight, int]]:
    """Every question of a fight by chance, as he sees it who is asked."""
    fight, player, dice = random_fight(seed, fighters=3, radius=3), random_player(Random(seed)), SeededDice(seed)
    while fight.step != OVER:
        for place in fight.open_to:
            yield view_of(fight, {place}).fight, place
        fight, _ = apply(fight, [player(fight, place) for place in fight.open_to], dice, log=False)


class TestWhatIsOffered:
    def test_is_every_legal_order_and_nothing_else_and_the_picture_shows_it(self) -> None:
        asked = set()
        for seed in range(3):
            for fight, place in moments(seed):
                offer = offer_of(fight, place)
                assert offer is not None
                facings: list[str] = [str(facing) for facing, _ in offer.facings] or [""]
                said = [order_said(one.value, facing) for one in offer.choices for facing in facings]
                assert {read_order(one) for one in said} == set(legal_orders(fight, place))
                assert len({one.key for one in offer.choices}) == len(offer.choices)
                picture = picture_of(fight, seat=place)
                shown = {ghost.key for ghost in picture.ghosts} | {tap.key for tap in picture.taps}
                assert {one.ghost for one in offer.choices if one.ghost} == shown
                asked.add(offer.question)
        assert asked >= {"place", "pick", "interrupt", "face", "strike", "aim", "recover", "go"}

    def test_is_nothing_to_him_who_is_not_asked_or_has_answered(self) -> None:
        stage = duel().say("0 pick observe")
        assert offer_of(stage.fight, 0) is None
        assert offer_of(stage.fight, 1) is not None
        assert offer_of(at_blows().fight, 1) is None

    def test_is_sealed_where_it_is_secret(self) -> None:
        assert offered(duel()).secret
        stage = at_blows()
        assert not offered(stage).secret
        stage.say("0 strike 1")
        assert (offered(stage, 0).secret, offered(stage, 1).secret) == (True, True)


class TestSetUp:
    def test_asks_for_a_hex_and_a_facing_and_looks_inwards(self) -> None:
        fight = random_fight(1, fighters=2, radius=6)
        place = fight.open_to[0]
        offer = offer_of(fight, place)
        assert offer is not None
        assert len(offer.choices) == 36
        top = next(one for one in offer.choices if one.title == "G1")
        assert (top.value, top.inward) == (f"{place} place 0,-6", 3)
        assert [words(hour) for _, hour in offer.facings][:2] == ["12 o’clock", "2 o’clock"]
        assert order_said(top.value, "3") == f"{place} place 0,-6 3"


class TestPicks:
    def test_stand_in_bands_with_those_that_are_barred_and_why(self) -> None:
        slow, normal, fast = offered(duel("chaos")).groups
        assert (slow.title, slow.reason, normal.reason) == ("Slow moves", "", "")
        assert [one.title for one in fast.choices] == ["Swerve Right", "Leap", "Charge", "Jump Back"]
        assert all(one.barred for one in fast.choices)
        assert "before the first turn everybody counts as having observed" in fast.reason

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"move": "tread"}, "your last move was slow (Tread)"),
            ({"move": "stride", "fought": True}, "you attacked or were attacked last turn"),
            ({"move": "stride", "lost": True}, "you lost your last move in a push-off, which counts as slow"),
        ],
    )
    def test_say_what_bars_a_fast_move(self, changes: dict[str, object], reason: str) -> None:
        stage = duel("chaos").change(0, **changes)
        assert offered(stage).groups[2].reason == f"No fast move: {reason}."

    def test_say_that_an_injury_bars_it_old_or_new(self) -> None:
        stage = duel("chaos").change(0, move="stride").hurt(0, ("leg_broken", "left_leg"))
        assert offered(stage).groups[2].reason == "No fast move: your injury bars it (leg broken)."
        limping = Stage(who("chaos", (0, 0), past=Past(wooden_legs=1)), who("orc", (5, 0))).change(0, move="stride")
        assert offered(limping).groups[2].reason == "No fast move: an old injury bars it."

    def test_of_one_who_is_floored_only_slow_ones_are_left(self) -> None:
        stage = duel("chaos").change(0, move="stride", floored_until=1)
        _, normal, fast = offered(stage).groups
        assert normal.reason == "No normal move: you are floored."
        assert all(one.barred for one in (*normal.choices, *fast.choices))

    def test_nothing_is_barred_where_nothing_is(self) -> None:
        groups = offered(duel("chaos").change(0, move="stride")).groups
        assert [group.reason for group in groups] == ["", "", ""]
        assert not any(one.barred for group in groups for one in group.choices)

    def test_at_the_table_an_illegal_one_may_be_picked_and_becomes_observe(self) -> None:
        fast = offered(duel("chaos", table_mode=True)).groups[2]
        assert not any(one.barred for one in fast.choices)
        assert fast.reason.endswith("One picked all the same becomes Observe.")

    def test_say_where_they_end_how_one_may_face_there_and_what_is_mighty(self) -> None:
        stage = Stage(who("undead", (0, 0), 0), who("orc", (0, -3), 3)).change(0, move="glide")
        offer = offered(stage)
        reap = choice(offer, "Reap")
        assert reap.told == (
            "One hex ahead; ends facing straight on, one side left or one side right; a mighty blow if straight on."
        )
        assert (reap.tone, reap.more) == ("mighty", "Ends at G6. An interrupt forfeits the mighty blow.")
        assert choice(offer, "Glide").more == "Ends at G5. Reaches B (+1), as they stand now."
        assert choice(offer, "Pounce").more.startswith("B is in the way as he stands now: a push-off from G5.")
        assert choice(offer, "Observe").more == "Initiative +10 when attacks are resolved."

    def test_say_in_brief_what_comes_of_them_first(self) -> None:
        stage = Stage(who("undead", (0, 0), 0), who("orc", (0, -3), 3)).change(0, move="glide")
        hints = {one.title: one.hint for one in offered(stage).choices}
        assert (hints["Reap"], hints["Glide"], hints["Pounce"]) == ("", "B +1", "push-off: B")
        walled = offered(Stage(who("empire", (0, -6), 0), who("orc", (5, 0), 3)))
        assert choice(walled, "Lunge").hint == "wall"

    def test_say_that_the_wall_stops_them_and_that_one_cannot_interrupt(self) -> None:
        stage = Stage(who("empire", (0, -6), 0), who("orc", (5, 0), 3))
        lunge = choice(offered(stage), "Lunge")
        assert lunge.more == "The wall stops you at G1: no mighty blow. You cannot interrupt with it."

    def test_speak_of_a_lost_mighty_blow_only_where_the_move_has_one(self) -> None:
        offer = offered(Stage(who("orc", (0, -6), 0), who("empire", (5, 0), 3)))
        walled = [one for one in offer.choices if "The wall stops you" in one.more]
        mighty = [one for one in walled if one.tone == "mighty"]
        assert mighty
        assert set(walled) > set(mighty)
        for one in walled:
            assert ("no mighty blow" in one.more) == (one in mighty)

    def test_say_that_a_trophy_can_be_brandished(self) -> None:
        stage = duel().change(0, trophy=1)
        assert choice(offered(stage), "Observe").more.startswith(
            "Initiative +10 when attacks are resolved. Brandishes your trophy: one adrenalin rush."
        )


class TestWhoActsFirst:
    def test_two_answers_are_two_buttons_with_both_initiatives(self) -> None:
        stage = Stage(who("empire", (0, 0), i=34), who("orc", (5, 0), i=31)).picked(a="close_in", b="shove")
        assert stage.asked == ("interrupt", (0,))
        offer = offered(stage)
        assert offer.buttons
        assert titles(offer) == ["Let him go first", "Go before him"]
        assert "B is about to move (Shove), Initiative 31." in offer.why
        assert choice(offer, "Let him go first").told == "B goes on; you keep your Close In for later."
        assert choice(offer, "Go before him").told == "You carry out Close In now, Initiative 34 against 31."

    def test_a_rush_that_it_takes_is_told(self) -> None:
        stage = Stage(who("undead", (0, 0), i=35), who("orc", (5, 0), i=30)).rushed(0).picked(a="reap", b="shove")
        offer = offered(stage)
        assert not offer.buttons
        assert titles(offer) == ["Let him go first", "Go before him", "Go before him with a rush"]
        rush = choice(offer, "Go before him with a rush")
        assert rush.tone == "adrenalin"
        assert rush.told == (
            "You carry out Reap now, Initiative 45 against 30. That forfeits its mighty blow. "
            "Initiative stays raised until the End Phase."
        )

    def test_at_the_attacks_it_is_an_attack(self) -> None:
        stage = Stage(who("empire", (0, 0), 0, i=32), who("orc", (0, -1), 3)).picked(a="observe", b="observe")
        while stage.fight.step == CARRY_OUT_MOVES:
            stage.say(stage.quiet_order())
        assert stage.asked == ("interrupt", (0,))
        assert [one.told for one in offered(stage).choices] == [
            "B goes on; you keep your attack for later.",
            "You attack now, Initiative 42 against 40.",
        ]

    def test_with_adrenalin_one_may_go_a_hex_further_or_wait(self) -> None:
        stage = Stage(who("empire", (0, 0), 0), who("orc", (5, 0), 3)).rushed(0).picked(a="lunge", b="observe")
        while stage.fight.question == "interrupt":
            stage.say(stage.quiet_order())
        offer = offered(stage)
        assert titles(offer) == ["Lunge", "One hex ahead first", "Wait"]
        assert [one.chosen for one in offer.choices] == [True, False, False]
        assert [words(one.told) for one in offer.choices] == [
            "To G6.",
            "Spends a rush. To G5.",
            "Spends a rush: Initiative 40. Whoever is slower than that goes first.",
        ]


class TestFacing:
    def test_says_the_hour_the_turn_and_what_is_in_reach(self) -> None:
        stage = Stage(who("undead", (0, 0), 0), who("orc", (0, -2), 3)).picked(a="reap", b="observe")
        while stage.fight.question != "face":
            stage.say(stage.quiet_order())
        offer = offered(stage)
        ahead = choice(offer, "12 o’clock, straight on")
        assert ahead.tone == "mighty"
        assert ahead.told == (
            "A mighty blow: D10 more damage on a hit; you cannot interrupt an attack. "
            "B ahead: you attack at +1 against +1; he attacks at +3 against +1."
        )
        right = choice(offer, "2 o’clock, one side right")
        assert right.told == "B to the front left: you attack at +1 against +1; he attacks at +3 against 0."


class TestAdrenalin:
    def test_on_a_roll_off_tells_both_totals_and_what_ten_more_would_do(self) -> None:
        stage = at_blows("empire", "chaos").rushed(0)
        stage.say("0 strike 1").say("0 aim head", "1 aim body", dice=[5, 9])
        offer = offered(stage)
        assert [(one.summed, one.total, one.leads) for one in offer.totals] == [
            ("30 + 1 + 5", "36", False),
            ("30 + 2 + 9", "41", True),
        ]
        assert [one.told for one in offer.choices] == [
            "36 against 41: a miss.",
            "46 against 41: a hit. It holds until the End Phase.",
        ]
        assert offer.buttons
        assert [one.value for one in offer.choices] == ["0 boost pass", "0 boost weapon_skill"]

    def test_on_a_push_off_says_who_wins_and_that_even_ones_roll_again(self) -> None:
        stage = Stage(who("chaos", (0, 0), 0), who("orc", (0, -1), 3)).rushed(1)
        stage.say("0 pick tread", "1 pick observe", dice=[]).say("1 interrupt no", dice=[10, 2])
        offer = offered(stage, 1)
        assert [(one.name, one.summed, one.total) for one in offer.totals] == [
            ("A", "30 + 2 + 10", "42"),
            ("B", "30 + 2", "32"),
        ]
        assert [one.told for one in offer.choices] == [
            "42 against 32: A wins.",
            "42 against 42: both roll again. It holds until the End Phase.",
        ]

    def test_on_damage_says_which_die_it_makes(self) -> None:
        stage = at_blows().rushed(0)
        stage.say("0 strike 1").say("0 aim head", "1 aim groin", dice=[])
        assert [one.told for one in offered(stage).choices] == [
            "Strength 30 against Toughness 30: D10, less 3 armour.",
            "Strength 40 against Toughness 30: D20, less 3 armour. It holds until the End Phase.",
        ]
        assert not any(one.leads for one in offered(stage).totals)

    def test_keeps_one_on_his_feet(self) -> None:
        stage = at_blows().change(1, wounds_lost=9).rushed(1)
        stage.say("0 strike 1").say("0 aim body", "1 aim left_leg", dice=[]).say("1 boost pass", dice=[4])
        offer = offered(stage, 1)
        assert offer.question == "stand"
        assert [words(one.title) for one in offer.choices] == ["Fall", "Stand on: Wounds +10"]
        assert [words(one.told) for one in offer.choices] == [
            "You are taken out.",
            "7 Wounds; when the 10 are lost you collapse, unless you recover.",
        ]

    def test_gives_back_what_was_lost(self) -> None:
        stage = at_blows().change(0, wounds_lost=6, initiative_lost=2).rushed(0)
        while stage.fight.question != "recover":
            stage.say(stage.quiet_order())
        offer = offered(stage)
        assert titles(offer) == [
            "Not now",
            "Recover 5 Wounds",
            "Recover 4 Wounds and 1 point of Initiative",
            "Recover 3 Wounds and 2 points of Initiative",
        ]
        assert choice(offer, "Not now").told == "You keep it for the next turn."
        assert offer.choices[-1].told == "Wounds 4 to 7; Initiative 28 to 30."
        assert offered(stage.change(0, counters=(1,))).choices[0].told == "This rush is lost with the turn."


class TestAttacks:
    def test_tell_the_sums_the_chance_and_the_die(self) -> None:
        stage = at_blows("empire", "chaos").hurt(0, ("rib_broken", "body"))
        offer = offered(stage)
        assert titles(offer) == ["Attack B", "Hold back"]
        assert words(offer.choices[0].told) == (
            "Ahead. A roll-off is 30 + 1 − 1 = 30 against 30 + 2 = 32, 40 % to hit. "
            "A hit does D10 (Strength 30 against Toughness 30), less armour."
        )

    def test_of_a_mighty_blow_say_so(self) -> None:
        stage = duel("orc").moved(a="plant_and_hew", b="observe")
        while stage.asked != ("strike", (0,)):
            stage.say(f"{stage.fight.open_to[0]} {stage.options(stage.fight.open_to[0])[0]}")
        offer = offered(stage)
        assert offer.why.endswith("Yours is a mighty blow.")
        assert offer.choices[0].tone == "mighty"
        assert "D10 and D10 for the mighty blow" in offer.choices[0].told

    def test_are_aimed_and_guarded_at_the_locations_of_the_target(self) -> None:
        stage = at_blows("empire", "chaos").hurt(1, ("arm_chopped_off", "left_arm")).say("0 strike 1")
        aim, guard = offered(stage, 0), offered(stage, 1)
        assert (aim.go, aim.strikes, guard.go, guard.strikes) == ("Strike there", True, "Guard there", False)
        assert titles(aim) == titles(guard) == ["Head", "Body", "Groin", "Right arm", "Left leg", "Right leg"]
        head = aim.choices[0]
        assert head.value == "0 aim head"
        assert head.told == "Armour 3; beside it body and right arm."
        assert head.more == "3+ Stunned · 7+ Stunned and scarred · 9+ Knocked out · 11+ Decapitated"
        parts = {part.key: part for part in aim.parts}
        assert parts["left_arm"].gone
        assert parts["head"].beside == ("body", "left_arm", "right_arm")
        assert [part.armour for part in aim.parts] == [RULES.scrolls["chaos"].armour[one] for one in RULES.locations]


class TestChances:
    @pytest.mark.parametrize(
        ("lead", "hits"),
        [
            # 20 pairs with an attacker's 20, 18 with a defender's 1, and of the 18 by 18 others those that are higher.
            (0, 20 + 18 + 153),
            (1, 20 + 18 + 171),
            (-1, 20 + 18 + 136),
            (100, 20 + 18 + 324),
            (-100, 20 + 18),
        ],
    )
    def test_are_counted_with_the_ones_and_twenties(self, lead: int, hits: int) -> None:
        assert chance_to_hit(lead) == hits
