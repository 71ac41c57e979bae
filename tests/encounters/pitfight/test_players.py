"""The computer's players: what they see, what they order, and which of them wins."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from encounters.pitfight.attacks import targets
from encounters.pitfight.damage import damage_dice
from encounters.pitfight.engine import apply, legal_orders
from encounters.pitfight.hexes import distance
from encounters.pitfight.notation import write_order
from encounters.pitfight.orders import Aim, Boost, Go, Interrupt, Order, Pick, Recover
from encounters.pitfight.players import RANDOM, STRENGTHS, Player, play_out, player
from encounters.pitfight.players.blows import body_of, damage_chances, hits_on, push_off_chance, roll_off_chance
from encounters.pitfight.players.champion import mixed_picks, solved, turn_game
from encounters.pitfight.players.duels import HIM, ME, Duel
from encounters.pitfight.players.seasoned import payoffs_of, prospect
from encounters.pitfight.state import OVER, Blow, PitFight
from encounters.pitfight.view import view_of
from mordheim.rules.dice import SeededDice
from tests.encounters.pitfight.stage import RULES, Stage, at_blows, duel, random_fight, who
from tests.encounters.pitfight.test_guessing import gains
from tests.encounters.pitfight.test_random_fights import check_end, check_log

ALL = [RANDOM, *STRENGTHS]
BOUTS = 200


def fought(one: str, other: str, seed: int) -> float:
    """What the first wins of one bout, from either seat by turns."""
    seat = seed % 2
    players = [player(strength, Random(f"{seed} {strength}")) for strength in (one, other)]

    def choose(fight: PitFight, place: int) -> Order:
        return players[(place + seat) % 2](fight, place)

    outcome = play_out(random_fight(seed, fighters=2, radius=4), choose, SeededDice(seed), log=False)[0].outcome
    if outcome is None or outcome.winner is None:
        return 0.5
    return float((outcome.winner + seat) % 2 == 0)


@pytest.mark.parametrize(
    ("better", "worse", "share"), [("novice", RANDOM, 0.6), ("seasoned", "novice", 0.7), ("champion", "seasoned", 0.6)]
)
def test_each_strength_beats_the_one_below(better: str, worse: str, share: float) -> None:
    assert sum(fought(better, worse, seed) for seed in range(BOUTS)) / BOUTS > share


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("fighters", [2, 3, 5, 8])
def test_every_order_is_legal_and_the_fight_ends(strength: str, fighters: int) -> None:
    fight, dice = random_fight(fighters, fighters=fighters, table_mode=fighters == 3), SeededDice(fighters)
    plays = player(strength, Random(1))
    while fight.step != OVER:
        orders = [plays(view_of(fight, {one}).fight, one) for one in fight.open_to]
        assert all(order in legal_orders(fight, one) for order, one in zip(orders, fight.open_to, strict=True))
        fight, _ = apply(fight, orders, dice, log=False)
    assert fight.outcome is not None
    assert not any(one.forced for one in fight.fighters)


def checked(strength: str, seed: int) -> None:
    """A fight of any size with its log, which the second checker reads again."""
    fight, events = play_out(random_fight(seed), player(strength, Random(seed)), SeededDice(seed))
    check_log(fight, events)
    check_end(fight)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_their_fights_keep_every_rule(strength: str) -> None:
    for seed in range(5):
        checked(strength, seed)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(5, 405, 50))
@pytest.mark.parametrize("strength", STRENGTHS)
def test_many_of_their_fights_keep_every_rule(strength: str, first: int) -> None:
    for seed in range(first, first + 50):
        checked(strength, seed)


def played(strength: str, seed: int, fighters: int) -> list[str]:
    orders: list[str] = []
    plays = player(strength, Random(seed))

    def choose(fight: PitFight, place: int) -> Order:
        order = plays(fight, place)
        orders.append(write_order(order))
        return order

    play_out(random_fight(2, fighters=fighters, radius=3, turn_limit=5), choose, SeededDice(2), log=False)
    return orders


@pytest.mark.parametrize("strength", ALL)
def test_the_same_chance_gives_the_same_orders(strength: str) -> None:
    assert played(strength, 5, 3) == played(strength, 5, 3)
    assert played(strength, 5, 3) != played(strength, 6, 3)


def sealed_ones() -> list[tuple[PitFight, int]]:
    """Fights where all but one have answered in secret, and the one who has not."""
    fight, plays, dice, found = random_fight(4, fighters=4, radius=3), player("champion", Random(4)), SeededDice(4), []
    while fight.step != OVER and len(found) < 12:
        orders = [plays(fight, one) for one in fight.open_to]
        if len(orders) > 1:
            found.append((apply(fight, orders[1:], dice)[0], orders[0].fighter))
        fight, _ = apply(fight, orders, dice, log=False)
    return found


def otherwise(fight: PitFight, order: Order) -> Order:
    options = legal_orders(replace(fight, sealed=()), order.fighter)
    return next(one for one in options if one != order)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_secrets_of_others_change_nothing(strength: str) -> None:
    cases = sealed_ones()
    assert {fight.question for fight, _ in cases} == {"pick", "aim"}
    for fight, place in cases:
        others = replace(fight, sealed=tuple(otherwise(fight, order) for order in fight.sealed))
        told = [player(strength, Random(9))(one, place) for one in (fight, others, view_of(fight, {place}).fight)]
        assert told[0] == told[1] == told[2]


def test_each_strength_has_a_name_and_a_sentence() -> None:
    assert list(STRENGTHS) == ["novice", "seasoned", "champion"]
    assert all(one.name and one.words.endswith(".") and one.key == key for key, one in STRENGTHS.items())


class TestOdds:
    def test_a_roll_off_is_counted_over_all_faces(self) -> None:
        """Between equals: 153 pairs of faces from 2 to 19 where the attacker's is the greater, 20 with his own 20, and
        18 with the other's 1."""
        assert roll_off_chance(0) == pytest.approx((153 + 20 + 18) / 400)
        assert roll_off_chance(99) == pytest.approx((18 * 18 + 20 + 18) / 400)
        assert roll_off_chance(-99) == pytest.approx((20 + 18) / 400)
        assert roll_off_chance(3) > roll_off_chance(2)

    def test_a_push_off_between_equals_is_even(self) -> None:
        assert push_off_chance(0) == pytest.approx(0.5)
        assert push_off_chance(2) + push_off_chance(-2) == pytest.approx(1)

    def test_damage_is_at_least_one_and_sums_its_dice(self) -> None:
        plain = damage_chances((10, 0, 0), 3)
        assert plain[1] == pytest.approx(1)
        assert plain[2] == pytest.approx(0.6)
        assert plain[7] == pytest.approx(0.1)
        assert plain[-1] == 0
        mighty = damage_chances((10, 10, 0), 0)
        assert mighty[20] == pytest.approx(0.01)
        assert mighty[2] == pytest.approx(1)

    def test_a_hit_is_worth_more_the_less_is_left(self) -> None:
        stage = duel()
        attacker, target = stage.fight.fighters
        dice = damage_dice(attacker, target, mighty=False)
        fresh, hurt = (hits_on(RULES, body_of(target.changed(wounds_lost=lost)), dice) for lost in (0, 8))
        assert all(one < other for one, other in zip(fresh.worth, hurt.worth, strict=True))
        assert all(one < other for one, other in zip(fresh.stops, hurt.stops, strict=True))

    def test_what_is_cut_off_is_no_location(self) -> None:
        stage = duel().hurt(1, ("arm_chopped_off", "left_arm"))
        hits = hits_on(RULES, body_of(stage[1]), (10, 0, 0))
        assert len(hits.locations) == len(RULES.locations) - 1


class TestTheChampionsGuesses:
    def test_they_are_a_mix_that_nobody_can_better(self) -> None:
        payoffs = payoffs_of(at_blows().fight, Blow(0, 1))
        game = solved(payoffs)
        assert max(gains(payoffs, game)) < 1e-6
        assert sum(weight > 0.02 for weight in game.rows) >= 3
        assert sum(weight > 0.02 for weight in game.columns) >= 3

    @pytest.mark.parametrize("place", [0, 1])
    def test_he_draws_from_that_mix(self, place: int) -> None:
        fight = at_blows().say("0 strike 1").fight
        game = solved(payoffs_of(fight, Blow(0, 1)))
        mix = game.columns if place else game.rows
        plays = player("champion", Random(3))
        aims = [order for order in (plays(fight, place) for _ in range(1500)) if isinstance(order, Aim)]
        for location, weight in zip(RULES.locations, mix, strict=True):
            share = sum(order.location == location for order in aims) / len(aims)
            assert abs(share - weight) < 0.05

    def test_his_moves_are_a_mix_that_nobody_can_better(self) -> None:
        fight = Stage(who("orc", (0, 2), 0), who("empire", (0, -1), 3)).fight
        picks = [one for one in legal_orders(fight, 0) if isinstance(one, Pick)]
        game = Duel(fight, 0, 1)
        payoffs = turn_game(game, picks)
        mix = mixed_picks([game], picks)
        value = min(
            sum(one * weight for one, weight in zip(line, mix, strict=True)) for line in zip(*payoffs, strict=True)
        )
        assert value == pytest.approx(solved(tuple(map(tuple, payoffs))).value)


class TestTheGroundTheySee:
    """What a duel foresees is what the engine does."""

    def test_moves_end_where_the_engine_ends_them(self) -> None:
        seen = [self.moved(seed) for seed in range(150)]
        assert sum("push_off" in kinds for kinds in seen) > 10

    @staticmethod
    def moved(seed: int) -> set[str]:
        """Let the slower move before the faster, and look whether he ends as foreseen. Returns what happened."""
        fight, plays, dice = (
            random_fight(seed, fighters=2, radius=2, anywhere=True),
            player(RANDOM, Random(seed)),
            SeededDice(seed),
        )
        while fight.question != "pick":
            fight, _ = apply(fight, [plays(fight, one) for one in fight.open_to], dice)
        first = min((0, 1), key=lambda one: (fight.fighters[one].initiative, one))
        game, picks = Duel(fight, first, 1 - first), [plays(fight, one) for one in fight.open_to]
        move = next(one.move for one in picks if isinstance(one, Pick) and one.fighter == first)
        ways = game.walk(ME, game.mine, game.sides[ME].scroll.moves[move], game.his)
        assert sum(chance for chance, _, _ in ways) == pytest.approx(1)
        fight, events = apply(fight, picks, dice)
        while not any(one["type"] == "move" for one in events):
            fight, more = apply(fight, [legal_orders(fight, one)[0] for one in fight.open_to], dice)
            events += more
        moved = next(one for one in events if one["type"] == "move")
        ends = {(end.hex, end.facing, end.mighty) for _, ends, _ in ways for end in ends}
        assert moved["fighter"] == game.sides[ME].pit.name
        assert (moved["to"], moved["facing"], moved["mighty"]) in ends
        pushed = [one for one in events if one["type"] == "push_off" and one["mover"] == moved["fighter"]]
        assert bool(pushed) == (len(ways) > 1)
        if pushed and pushed[-1]["loses_move"]:
            others = {(then.hex, then.halved) for _, _, then in ways}
            assert (fight.fighters[1 - first].hex, fight.fighters[1 - first].halved) in others
        return {one["type"] for one in events}

    def test_the_faster_strikes_first_unless_his_blow_is_mighty(self) -> None:
        fight = at_blows().fight
        game = Duel(fight, 0, 1)
        plain, mighty = game.mine, game.mine._replace(mighty=True)
        assert not game._strikes_first(plain, game.his), "the younger may interrupt"
        assert game._strikes_first(plain, game.his._replace(mighty=True))
        assert not game._strikes_first(mighty, game.his)

    def test_a_blow_from_behind_promises_more(self) -> None:
        game = Duel(duel().fight, 0, 1)
        assert game.blow(ME, 0, 3, False, False, False) > game.blow(ME, 0, 0, False, False, False)
        assert game.blow(ME, 3, 0, False, False, False) == (0.0, 0.0)
        assert game.blow(HIM, 0, 0, True, False, False) > game.blow(HIM, 0, 0, False, False, False)


@pytest.mark.parametrize("strength", ["seasoned", "champion"])
class TestAdrenalin:
    def plays(self, strength: str, stage: Stage) -> Order:
        return player(strength, Random(1))(stage.fight, stage.fight.open_to[0])

    def test_it_keeps_him_on_his_feet(self, strength: str) -> None:
        stage = at_blows().rushed(1).change(1, wounds_lost=8).say("0 strike 1").say("0 aim groin", "1 aim head")
        stage.say(f"1 {stage.options(1)[0]}", dice=[4])
        assert stage.asked == ("stand", (1,))
        assert self.plays(strength, stage) == Boost(1, 4)

    def test_it_gives_back_lost_wounds(self, strength: str) -> None:
        stage = at_blows().rushed(0).change(0, wounds_lost=6).say("0 strike nobody").say("1 strike nobody")
        assert stage.asked == ("recover", (0,))
        assert self.plays(strength, stage) == Recover(0, 5, 0)

    def test_it_waits_where_little_is_lost(self, strength: str) -> None:
        stage = at_blows().rushed(0).change(0, wounds_lost=1).say("0 strike nobody").say("1 strike nobody")
        assert self.plays(strength, stage) == Recover(0)

    @pytest.mark.parametrize(("faces", "spends"), [((8, 10), True), ((3, 19), False), ((12, 5), False)])
    def test_it_turns_a_roll_that_can_be_turned(self, strength: str, faces: tuple[int, int], spends: bool) -> None:
        stage = at_blows().rushed(0).say("0 strike 1")
        stage.say("0 aim head", "1 aim body", dice=faces)
        assert stage.asked == ("roll_off", (0,))
        assert self.plays(strength, stage) == (Boost(0, 0) if spends else Boost(0))

    def test_nothing_is_spent_to_go_later(self, strength: str) -> None:
        stage = duel().rushed(0).picked(a="observe", b="observe")
        while stage.fight.question == "interrupt":
            stage.say(stage.quiet_order())
        assert stage.asked == ("go", (0,))
        assert isinstance(self.plays(strength, stage), Go)


class TestFootwork:
    @staticmethod
    def moved(stage: Stage, strength: str) -> Stage:
        """A moves as that strength, B stays and watches."""
        plays = player(strength, Random(1))
        stage.say(write_order(plays(stage.fight, 0)), "1 pick observe")
        while stage.fight.step == "carry_out_moves":
            mine = stage.fight.open_to == (0,)
            stage.say(write_order(plays(stage.fight, 0)) if mine else stage.quiet_order())
        return stage

    @pytest.mark.parametrize("strength", ["seasoned", "champion"])
    @pytest.mark.parametrize("scroll", ["empire", "chaos", "orc", "undead"])
    def test_he_turns_to_whom_he_can_strike_from_behind(self, strength: str, scroll: str) -> None:
        stage = self.moved(Stage(who(scroll, (0, 0), 2), who("empire", (0, -1), 0)), strength)
        assert targets(stage.fight, 0) == (1,)

    @pytest.mark.parametrize("strength", ["seasoned", "champion"])
    def test_he_comes_nearer_to_who_is_far(self, strength: str) -> None:
        stage = self.moved(Stage(who("orc", (0, 6), 0), who("empire", (0, -6), 3), observe_is_slow=False), strength)
        assert distance(stage[0].hex, stage[1].hex) < 12

    def test_the_seasoned_makes_the_most_of_each_end_of_a_move(self) -> None:
        fight = Stage(who("empire", (0, 1), 0), who("empire", (0, -1), 3)).fight
        duel = Duel(fight, 0, 1)
        move = duel.sides[ME].scroll.moves["measured_step"]
        ((_, ends, then),) = duel.walk(ME, duel.mine, move, duel.his)
        assert prospect([duel], Pick(0, move.key)) == max(duel.worth(end, then) for end in ends)
        assert len({duel.worth(end, then) for end in ends}) > 1


def test_who_is_faster_strikes_first_where_it_costs_nothing() -> None:
    stage = duel().moved(a="observe", b="observe")
    plays: Player = player("champion", Random(1))
    stage = duel().picked(a="observe", b="observe")
    while stage.fight.step == "carry_out_moves":
        stage.say(stage.quiet_order())
    assert stage.asked == ("interrupt", (1,))
    assert plays(stage.fight, 1) == Interrupt(1, True)
