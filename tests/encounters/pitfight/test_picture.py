"""The arena as a picture, from the structures that are drawn: hexes, fighters, reach, ghosts and what can be tapped."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, degrees, isclose

import pytest

from encounters.pitfight.engine import legal_orders
from encounters.pitfight.hexes import FACINGS, arena, step
from encounters.pitfight.orders import Face
from encounters.pitfight.picture import cards_of, described, diagram_of, key_of, middle, picture_of, way_of
from encounters.pitfight.setting_up import ground_left
from encounters.pitfight.view import view_of
from encounters.pitfight.wording import NO_BREAK, column, hex_name, path_words
from tests.encounters.pitfight.stage import RULES, Stage, at_blows, duel, hits, random_fight, who


def words(told: str) -> str:
    return told.replace(NO_BREAK, " ")


class TestHexes:
    def test_a_facing_points_at_the_hex_it_faces(self) -> None:
        for facing in FACINGS:
            x, y = middle(step((0, 0), facing))
            assert isclose(degrees(atan2(x, -y)) % 360, facing * 60, abs_tol=0.01)

    def test_a_hex_is_named_by_its_column_and_its_place_from_above(self) -> None:
        assert [hex_name(one, 6) for one in ((0, 0), (0, -6), (-6, 0), (6, 0), (6, -6))] == [
            "G7", "G1", "A1", "M7", "M1",
        ]  # fmt: skip
        assert (column(25), column(26), column(40)) == ("Z", "AA", "AO")

    @pytest.mark.parametrize("radius", [1, 6, 20])
    def test_no_two_hexes_have_one_name(self, radius: int) -> None:
        hexes = arena(radius).hexes
        assert len({hex_name(one, radius) for one in hexes}) == len(hexes)

    def test_every_hex_is_drawn_and_the_rim_again_for_the_wall(self) -> None:
        picture = picture_of(duel().fight)
        assert (picture.floor.count("M"), picture.rim.count("M"), len(picture.columns)) == (127, 36, 13)

    def test_a_larger_arena_than_a_page_is_broad_scrolls(self) -> None:
        sizes = [picture_of(random_fight(1, fighters=2, radius=radius)).size for radius in (3, 6, 8, 20)]
        assert sizes == ["small", "usual", "large", "vast"]


class TestFighters:
    def test_stand_where_they_are_and_look_where_they_do(self) -> None:
        one, other = picture_of(Stage(who("orc", (0, 0), 2), who("chaos", (3, 0), 5)).fight).tokens
        assert (one.at, one.turn, words(one.facing), one.side) == ("G7", 120, "4 o’clock", 1)
        assert (other.at, other.turn, float(other.x), float(other.y)) == ("J7", 300, 90.0, 52.0)

    def test_have_a_bar_as_long_as_the_wounds_that_are_left(self) -> None:
        stage = duel().change(1, wounds_lost=5)
        whole, half = (token.left.split("h")[1] for token in picture_of(stage.fight).tokens)
        assert float(half) == pytest.approx(float(whole) / 2, abs=0.1)
        assert picture_of(stage.change(1, wounds_lost=10).fight).tokens[1].left == ""

    def test_have_their_names_where_nobody_stands(self) -> None:
        stage = Stage(who("orc", (0, 0)), who("orc", (0, 1)), who("orc", (5, 0)), who("orc", (0, 2)))
        above, throng, below = (picture_of(stage.fight).tokens[place] for place in (0, 1, 2))
        assert float(above.name_at[1]) < float(above.y)
        assert throng.name_at == ("", "")
        assert float(below.name_at[1]) > float(below.y)
        shown, beside, *_ = picture_of(duel().fight, seat=0).tokens
        assert shown.name_at == ("", "")
        assert float(beside.name_at[1]) < float(beside.y)

    @pytest.mark.parametrize("direction", FACINGS)
    @pytest.mark.parametrize("away", [1, 2])
    def test_no_name_covers_a_number_of_the_reach(self, direction: int, away: int) -> None:
        """A letter taken as 6.6 wide and 9.5 high, a number in the middle of a hex as 17 by 9."""
        hex_ = (0, 0)
        for _ in range(away):
            hex_ = step(hex_, direction)
        for aside in FACINGS if away == 2 else (0,):
            there = hex_ if away == 1 else step(step((0, 0), direction), aside)
            if there == (0, 0):
                continue
            stage = Stage(who("orc", (0, 0)), who("orc", there))
            stage.change(1, pit=replace(stage[1].pit, name="Grokkatosh"))
            picture = picture_of(stage.fight, seat=0)
            (name_x, name_y), short = picture.tokens[1].name_at, picture.tokens[1].short
            if name_x:
                for number in picture.reach:
                    if not number.occupied:
                        across = abs(float(name_x) - float(number.label.x)) - (len(short) * 6.6 + 17) / 2
                        down = abs(float(name_y) - float(number.label.y)) - 9
                        assert max(across, down) > 0, (there, number.bearing)

    def test_who_is_taken_out_is_told_and_not_drawn(self) -> None:
        stage = at_blows().hit("head", 11)
        picture = picture_of(stage.fight)
        assert [token.place for token in picture.tokens] == [0]
        (fallen,) = picture.fallen
        assert (fallen.name, fallen.told) == ("B", "is killed after a blow by A, turn 1")

    def test_carry_what_holds_of_them(self) -> None:
        stage = duel("orc").moved(a="plant_and_hew", b="observe")
        stage.change(1, stunned_until=1, floored_until=1, halved=True).rushed(1, 2)
        one, other = picture_of(stage.fight).tokens
        assert [mark.text for mark in one.marks] == ["Mighty blow"]
        assert [mark.letter for mark in other.marks] == ["S", "F", "½", "O", "2"]
        assert len({(badge.x, badge.y) for badge in other.badges}) == 5

    def test_a_mighty_blow_and_an_observe_end_with_the_turn(self) -> None:
        stage = duel("orc").moved(a="plant_and_hew", b="observe").rest()
        assert stage[0].mighty
        assert stage[1].observing
        assert [token.marks for token in picture_of(stage.fight).tokens] == [(), ()]

    def test_nothing_holds_of_anybody_before_the_first_turn(self) -> None:
        fight = random_fight(3, fighters=3)
        assert all(card.timers == card.marks == () for card in cards_of(fight))


class TestReach:
    @pytest.mark.parametrize("facing", FACINGS)
    def test_each_hex_beside_him_has_the_modifier_of_the_scroll(self, facing: int) -> None:
        fight = Stage(who("chaos", (0, 0), facing), who("orc", (5, 0), 0)).fight
        reach = picture_of(fight, seat=0).reach
        assert [one.attack for one in reach] == ["+2", "+1", "NA", "NA", "NA", "0"]
        assert [one.defence for one in reach] == ["+2", "0", "−2", "−3", "−2", "+2"]
        assert [one.tone for one in reach] == ["high2", "high1", "na", "na", "na", "even"]
        for turn, one in enumerate(reach):
            assert float(one.label.x) == pytest.approx(middle(step((0, 0), (facing + turn) % 6))[0], abs=0.1)

    def test_a_number_stands_aside_where_somebody_stands(self) -> None:
        reach = picture_of(duel().fight, seat=0).reach
        assert [one.occupied for one in reach] == [True] + [False] * 5

    def test_beyond_the_wall_there_is_none(self) -> None:
        fight = Stage(who("chaos", (0, -6), 0), who("orc", (0, 0), 0)).fight
        assert [one.outside for one in picture_of(fight, seat=0).reach] == [True, True, False, False, False, True]

    def test_of_nobody_in_particular_is_that_of_him_who_is_about_to_act(self) -> None:
        assert picture_of(at_blows().fight).reach_of == "A"
        assert picture_of(duel().fight).reach_of == ""


class TestWays:
    @pytest.mark.parametrize("scroll", sorted(RULES.scrolls))
    def test_a_move_goes_where_its_ghost_goes(self, scroll: str) -> None:
        for facing, start in ((0, (0, 0)), (1, (5, -5)), (3, (-2, 6)), (4, (0, -6))):
            for key in RULES.scrolls[scroll].moves:
                stage = Stage(who(scroll, start, facing), who("orc", (-6, 3), 0))
                stage.change(0, move=_free(scroll))
                way = way_of(stage.fight, 0, key)
                stage.picked(a=key, b="observe")
                while stage.fight.question in ("interrupt", "go") or stage.fight.open_to == (1,):
                    stage.say(stage.quiet_order())
                ends = {order.facing for order in legal_orders(stage.fight, 0) if isinstance(order, Face)}
                assert ends in (set(), set(way.ends))
                stage.onward()
                told = next(event for event in stage.told("move") if event["fighter"] == "A")
                assert (tuple(told["path"]), told["ended"] == "wall") == (way.path, way.walled)
                assert told["facing"] in way.ends
                assert told["mighty"] == (told["facing"] in way.mighty)

    def test_who_stands_in_the_way_is_met(self) -> None:
        stage = Stage(who("empire", (0, 0), 0), who("orc", (0, -2), 3))
        way = way_of(stage.fight, 0, "close_in")
        assert (way.path, way.met, way.mighty) == (((0, 0), (0, -1)), 1, ())

    def test_an_interrupt_forfeits_the_mighty_facings(self) -> None:
        stage = Stage(who("undead", (0, 0), 0), who("orc", (5, 0), 3))
        assert way_of(stage.fight, 0, "reap").mighty == (0,)
        late = way_of(stage.fight, 0, "reap", interrupting=True)
        assert (late.ends, late.mighty) == ((5, 1), ())


def _free(scroll: str) -> str:
    """A move after which any may be picked."""
    return next(key for key, move in RULES.scrolls[scroll].moves.items() if move.band == "normal")


class TestGhosts:
    def test_each_move_that_may_be_picked_has_one_and_no_other(self) -> None:
        fight = duel("undead").fight
        picture = picture_of(fight, seat=0)
        assert [ghost.key for ghost in picture.ghosts] == [key_of(order, 6) for order in legal_orders(fight, 0)]
        assert picture_of(fight).ghosts == ()

    def test_mighty_ends_are_marked_and_so_is_what_stops_a_move(self) -> None:
        stage = Stage(who("undead", (0, 0), 0), who("orc", (0, -2), 3), who("orc", (5, 0), 0))
        ghosts = {ghost.key: ghost for ghost in picture_of(stage.fight, seat=0).ghosts}
        assert [(end.turn, end.mighty) for end in ghosts["pick-reap"].ends] == [(300, False), (0, True), (60, False)]
        assert (ghosts["pick-reap"].note, ghosts["pick-glide"].note) == ("mighty", "push-off")
        at_wall = Stage(who("undead", (0, -6), 0), who("orc", (5, 0), 0))
        ghosts = {ghost.key: ghost for ghost in picture_of(at_wall.fight, seat=0).ghosts}
        assert (ghosts["pick-reap"].note, ghosts["pick-reap"].trail) == ("wall", "")

    def test_a_diagram_turns_with_the_fighter(self) -> None:
        move = RULES.scrolls["undead"].moves["reap"]
        ahead, right = diagram_of(move, 0), diagram_of(move, 1)
        assert (ahead.x, float(ahead.y) < 0, ahead.start_turn) == ("0", True, 0)
        assert (float(right.x) > 0, right.start_turn) == (True, 60)
        assert [end.mighty for end in ahead.ends] == [end.mighty for end in right.ends] == [False, True, False]


class TestTaps:
    def test_to_stand_on_every_hex_that_is_allowed_once(self) -> None:
        fight = random_fight(2, fighters=2, radius=4)
        taps = picture_of(fight, seat=fight.open_to[0]).taps
        assert [tap.key for tap in taps] == [f"place-{hex_name(one, 4).lower()}" for one in ground_left(fight)]

    def test_to_attack_only_whom_one_can(self) -> None:
        stage = Stage(who("orc", (0, 0), 0), who("orc", (0, -1), 3), who("orc", (0, 1), 3))
        stage.moved(a="observe", b="observe", c="observe")
        picture = picture_of(stage.fight, seat=0)
        assert [tap.key for tap in picture.taps] == ["strike-1"]
        assert [token.attackable for token in picture.tokens] == [False, True, False]

    def test_to_turn_towards_the_hexes_beside_him(self) -> None:
        stage = Stage(who("empire", (0, 0), 0), who("orc", (5, 0), 3)).picked(a="close_in", b="observe")
        while stage.fight.question != "face":
            stage.say(stage.quiet_order())
        taps = picture_of(stage.fight, seat=0).taps
        assert [(tap.key, tap.arrow, tap.mighty) for tap in taps] == [
            ("face-5", 300, False),
            ("face-0", 0, False),
            ("face-1", 60, False),
        ]


class TestSecrets:
    def test_what_others_have_sealed_changes_nothing(self) -> None:
        def seen(picked: str | None) -> object:
            stage = duel()
            if picked:
                stage.say(f"1 pick {picked}")
            return picture_of(view_of(stage.fight, {0}).fight, own={0}, seat=0)

        assert seen("lunge") == seen("observe") == seen(None)


def test_each_letter_in_the_picture_is_told_once() -> None:
    stage = duel().rushed(0).rushed(1)
    assert [(one.letter, one.text) for one in picture_of(stage.fight).letters] == [("1", "1 adrenalin rush")]


class TestCloseUp:
    def test_shows_everybody_and_wherever_he_may_go(self) -> None:
        picture = picture_of(Stage(who("empire", (-5, 0), 0), who("orc", (-3, 2), 3)).fight, seat=0)
        left, top, width, height = map(float, picture.near.split(" "))
        for one in (*picture.tokens, *picture.ghosts):
            assert left + 20 < float(one.x) < left + width - 20
            assert top + 20 < float(one.y) < top + height - 20

    def test_holds_the_nearest_however_far_he_is(self) -> None:
        picture = picture_of(Stage(who("orc", (0, -6), 0), who("orc", (0, -1), 0), who("orc", (0, 6), 0)).fight, seat=0)
        _, top, _, height = map(float, picture.near.split(" "))
        assert [float(one.y) < top + height for one in picture.tokens] == [True, True, False]

    def test_is_of_those_about_him_who_is_shown_and_nothing_where_all_are_far_apart(self) -> None:
        apart = Stage(who("orc", (0, -6), 0), who("orc", (0, 6), 0), who("orc", (-6, 0), 0))
        _, top, _, height = map(float, picture_of(apart.fight, seat=0).near.split(" "))
        one, other, _ = picture_of(apart.fight).tokens
        assert top < float(one.y) < top + height < float(other.y)
        assert picture_of(apart.fight).near == ""


class TestInWords:
    def test_who_stands_where_facing_what_and_whom_he_reaches(self) -> None:
        stage = duel("orc", "empire").change(1, wounds_lost=4)
        assert [words(line) for line in described(stage.fight)] == [
            "A stands at G7, facing 12 o’clock, with 10 of 10 Wounds. In his reach: B ahead (+3).",
            "B stands at G6, facing 6 o’clock, with 6 of 10 Wounds. In his reach: A ahead (+1).",
        ]

    def test_who_is_near_and_who_is_out(self) -> None:
        stage = Stage(who("orc", (0, 0), 3), who("orc", (0, -1), 0), who("orc", (0, -4), 0))
        lines = described(stage.fight)
        assert lines[0].endswith("Nobody is in his reach; B is beside him.")
        assert lines[2].endswith("Nobody is in his reach; B is nearest, 3 hexes away.")
        fallen = hits(at_blows(), ("head", 11))
        assert described(fallen.fight)[-1] == "B is taken out: is killed after a blow by A, turn 1."

    def test_a_path_says_how_many_hexes_and_whither(self) -> None:
        assert path_words((5, 0, 0)) == "one hex to the front left, then two ahead"
        assert path_words(()) == "stays where he is"


class TestCards:
    def test_changed_characteristics_say_why(self) -> None:
        stage = duel().hurt(1, ("leg_broken", "left_leg")).change(1, initiative_lost=2, boosts=(10, 0, 0, 0, 0))
        skill, _, _, initiative, _ = cards_of(stage.fight)[1].levels
        assert (skill.value, skill.change, skill.why) == (40, "raised", "+10 by adrenalin until the End Phase")
        assert (initiative.value, initiative.change) == (14, "lowered")
        assert words(initiative.why) == "2 points lost by injuries and halved for a leg"

    def test_wounds_are_left_lost_or_borrowed(self) -> None:
        stage = duel().change(1, wounds_lost=12, boosts=(0, 0, 0, 0, 10))
        card = cards_of(stage.fight)[1]
        assert card.boxes == ("lost",) * 10 + ("borrowed",) * 8
        assert card.wounds == 8
        assert cards_of(duel().change(1, wounds_lost=3).fight)[1].boxes == ("left",) * 7 + ("lost",) * 3

    def test_injuries_say_what_they_do(self) -> None:
        stage = duel("undead", "undead").hurt(
            1, ("arm_chopped_off", "left_arm"), ("rib_broken", "body"), ("leg_hurt", "left_leg")
        )
        told = [(line.name, line.where, line.does) for line in cards_of(stage.fight)[1].injuries]
        assert told == [
            (
                "Arm chopped off",
                "Left arm",
                "A/D −3, only the worst of a limb; loses 1 Wound each End Phase; gone: it cannot be hit any more",
            ),
            ("Rib broken", "Body", "no A/D penalty by his scroll"),
            ("Leg hurt", "Left leg", "Initiative −1"),
        ]

    def test_timers_and_rushes_say_how_long(self) -> None:
        stage = at_blows().hit("groin", 5)
        card, attacker = cards_of(stage.fight)[1], cards_of(stage.fight)[0]
        assert card.timers == ("A/D −1 this turn and next", "May pick only slow moves next turn")
        assert attacker.rushes == ("until the End Phase of the next turn",)
        assert (attacker.damage, attacker.leads, card.leads) == (5, True, False)

    def test_who_is_asked_and_who_has_sealed(self) -> None:
        stage = duel().say("1 pick observe")
        seen = view_of(stage.fight, {0})
        cards = cards_of(seen.fight, whose={0: "Anna"}, answered=seen.answered)
        assert [(card.asked, card.answered, card.whose) for card in cards] == [
            (True, False, "Anna"),
            (False, True, ""),
        ]
