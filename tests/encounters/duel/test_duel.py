"""Whole duels: chains reckoned by hand, strike order, getting up, and the same played with dice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from encounters.duel.answers import Answer
from encounters.duel.bodies import Body, End, Stand
from encounters.duel.hands import order
from encounters.duel.situations import Side
from encounters.duel.turns import Turns
from tests.encounters.duel.arena import man, match
from tests.encounters.duel.matchups import Meeting, side
from tests.encounters.duel.matchups import Side as Profile
from tests.encounters.duel.needs import Figures
from tests.encounters.duel.test_by_dice import Table

F = Fraction
SIXES, HELPLESS = "s=3,weapon=axe", "ws=0,t=5,a=0"


def duel(attacker: str, defender: str, side: Side = "later", **more: int) -> Answer:
    return match(attacker, defender, side).duel(**more)


def test_somebody_is_out_for_certain_and_the_parts_make_one() -> None:
    answer = duel("weapon=sword", "weapon=mace,equipment=helmet")
    assert answer.out(0) + answer.out(1) == 1
    assert answer.out(None) == 0
    assert sum(answer.outcomes.values()) == 1
    assert answer.error is None


def test_a_chain_by_hand_against_somebody_who_never_strikes() -> None:
    # Every attack hits and wounds on a 6, without a critical. Rounds still to come, by whose turn it is and how the
    # victim lies: up, down or stunned. Who lies down rises in his own turn; who is stunned is then knocked down. One
    # who is down goes out by any wound, one who is stunned at once.
    wound, hurt = F(1, 6), F(1, 18)
    # down_mine = 1 + 5/6 up_his; stunned_his = 1 + 5/6 down_mine; up_his = 1 + 15/18 up_mine + (down_mine + 1) / 18
    # up_mine = 1 + 15/18 up_his + (up_his + stunned_his) / 18
    up_mine, up_his = F(0), F(0)
    a = [F(0)] * 3  # up_his = a[0] + a[1] * up_mine
    factor = 1 - hurt * (1 - wound)
    a[0], a[1] = (1 + hurt + hurt) / factor, F(15, 18) / factor
    # up_mine = 1 + 16/18 up_his + (1 + 5/6 (1 + 5/6 up_his)) / 18
    constant = 1 + hurt * (1 + (1 - wound))
    slope = F(16, 18) + hurt * (1 - wound) ** 2
    up_mine = (constant + slope * a[0]) / (1 - slope * a[1])
    up_his = a[0] + a[1] * up_mine
    assert up_his > 1
    answer = duel(SIXES, HELPLESS)
    assert answer.rounds == up_mine
    assert (answer.out(1), answer.wounds(1), answer.wounds(0)) == (1, 1, 0)


def test_nobody_who_can_hurt_nobody_ends_a_duel() -> None:
    answer = duel("s=1,weapon=sword", "s=1,weapon=sword,t=10,a=0")
    assert (answer.out(None), answer.rounds) == (1, None)
    assert answer.outcomes["no_wound"] == 1


def test_whoever_charges_strikes_first_and_a_die_decides_between_equals() -> None:
    charging, charged = duel("weapon=axe", "weapon=axe", "charging"), duel("weapon=axe", "weapon=axe", "charged")
    assert charging.out(1) > F(1, 2) > charged.out(1)
    assert charging.out(1) == charged.out(0)
    assert duel("i=4,weapon=axe", "i=3,weapon=axe").out(1) > duel("weapon=axe", "weapon=axe").out(1)


@pytest.mark.parametrize(
    ("fighter", "side", "place"),
    [
        ("weapon=axe", "charging", 0),
        ("weapon=axe", "charged", 1),
        ("weapon=axe", "later", 1),
        ("weapon=spear", "charged", 0),
        ("weapon=spear", "later", 1),
        ("weapon=double_handed_weapon", "charging", 2),
        ("weapon=double_handed_weapon,skills=strongman", "charging", 0),
        ("weapon=double_handed_weapon,skills=strongman", "later", 1),
        ("weapon=axe,skills=lightning_reflexes", "charged", 0),
        ("weapon=axe,skills=lightning_reflexes", "later", 1),
    ],
)
def test_the_groups_of_strike_order(fighter: str, side: Side, place: int) -> None:
    assert order(man(fighter), match(fighter, "", side).situation(0)) == place


def test_who_has_just_stood_up_strikes_last_of_all() -> None:
    assert order(man("weapon=spear"), match("weapon=spear", "", "charging").situation(0), risen=True) == 3


def test_who_rises_is_struck_at_before_he_strikes_however_quick_he_is() -> None:
    fight = match("i=9,weapon=axe", "i=1,weapon=axe")
    lying = Stand(0, False, (Body(1, charm=False, posture="knocked_down"), Body(1, charm=False)))
    after = Turns(fight).row(lying).chances
    blow = fight.one_attack
    # One blow is like the other: he strikes only if the other's did nothing.
    out = sum(part for end, part in after.items() if isinstance(end, End) and end.out == 1)
    assert out == blow["no_wound"] * blow["out_of_action"]
    stunned = lying._replace(bodies=(lying.bodies[0]._replace(posture="stunned"), lying.bodies[1]))
    finished = Turns(fight).row(stunned).chances
    # He is knocked down by now: hit without a roll, and out of action by any wound.
    assert sum(part for end, part in finished.items() if isinstance(end, End)) == F(1, 2)


def test_a_charge_counts_in_the_first_turn_alone() -> None:
    star, foe = "weapon=morning_star", "ws=0,a=0"
    charge, later = match(star, foe, "charging"), match(star, foe)
    turns = Turns(charge)
    unhurt = Stand(1, False, turns.start.bodies)
    for stand, fight in ((turns.start, charge), (unhurt, later)):
        out = sum(part for then, part in turns.row(stand).chances.items() if isinstance(then, End))
        assert out == fight.one_round["out_of_action"]
    assert charge.one_round != later.one_round


def test_ithilmar_quickens_in_combat() -> None:
    quick = duel("i=3,weapon=ithilmar_axe", "i=3,weapon=axe")
    assert quick.out(1) == duel("i=4,weapon=axe", "i=3,weapon=axe").out(1)


def test_frenzy_is_lost_when_he_is_knocked_down_unless_it_stays() -> None:
    mad, hooded = "t=4,weapon=axe,rules=frenzy", "t=4,weapon=axe,equipment=executioners_hood"
    plain = "t=4,weapon=axe"
    assert duel(plain, plain).out(1) < duel(mad, plain).out(1) < duel(hooded, plain).out(1)


def test_a_turn_leaves_no_frenzy_to_whoever_lies() -> None:
    turns = Turns(match("weapon=axe", "ws=0,rules=frenzy"))
    bodies = [then.bodies[1] for then in turns.row(turns.start).parts if isinstance(then, Stand)]
    assert {(body.posture, body.frenzied) for body in bodies} == {
        ("up", True),
        ("knocked_down", False),
        ("stunned", False),
    }


class TestStupidity:
    """A Leadership of 7 passes 21 of 36 tests."""

    PASSES = F(21, 36)

    @staticmethod
    def out(turns: Turns, stand: Stand) -> F:
        chances = turns.row(stand).of(lambda then: isinstance(then, End)).chances
        return chances.get(True, F(0))

    def turns(self, side: Side = "later", more: str = "") -> Turns:
        return Turns(match(f"weapon=axe,ld=7,rules=stupidity{more}", "ws=0,a=0", side))

    def test_each_of_his_own_turns_he_tests_whether_he_strikes(self) -> None:
        turns = self.turns()
        assert self.out(turns, turns.start) == self.PASSES * match("weapon=axe", "ws=0,a=0").one_round["out_of_action"]

    def test_what_he_has_failed_holds_until_he_tests_again(self) -> None:
        turns = self.turns()
        mine, other = turns.start.bodies
        assert self.out(turns, Stand(1, False, (mine._replace(dull=True), other))) == 0
        assert self.out(turns, Stand(1, False, (mine, other))) > 0
        assert self.out(turns, Stand(0, False, (mine._replace(dull=True), other))) > 0

    def test_whoever_charged_has_passed_and_whoever_raves_does_not_test(self) -> None:
        charging, raving = self.turns("charging"), self.turns(more="+frenzy")
        for turns in (charging, raving):
            assert self.out(turns, turns.start) == turns.match.one_round["out_of_action"]

    def test_nor_does_he_shoot(self) -> None:
        shot = match("bs=4,weapon=bow,ld=7,rules=stupidity", "")
        turns = Turns(shot)
        assert self.out(turns, turns.start) == self.PASSES * shot.one_round["out_of_action"]


def test_a_charm_helps_once() -> None:
    assert duel("weapon=axe", "weapon=axe,equipment=lucky_charm").out(1) < duel("weapon=axe", "weapon=axe").out(1)


def test_a_shooter_shoots_turn_after_turn_and_reloads() -> None:
    bow = duel("bs=4,weapon=crossbow", "")
    gun = duel("bs=4,weapon=handgun", "")
    hunter = duel("bs=4,weapon=handgun,skills=hunter", "")
    assert bow.out(1) == gun.out(1) == 1
    assert bow.rounds == hunter.rounds
    assert bow.rounds is not None
    assert gun.rounds is not None
    assert gun.rounds > bow.rounds + 1


def test_a_blunderbuss_hits_whoever_is_below_its_strip_and_fires_once() -> None:
    once = match("bs=1,weapon=blunderbuss", "")
    assert once.one_attack["no_wound"] == F(1, 2)
    answer = once.duel()
    assert answer.out(1) == once.one_attack["out_of_action"]
    assert (answer.out(0), answer.rounds) == (0, None)


def test_wounds_are_lost_even_where_nobody_can_be_put_out() -> None:
    # A single shot, and two Wounds: a critical hit would be needed to put him out, and Toughness 5 allows none.
    once = match("bs=6,weapon=blunderbuss", "t=5,w=2")
    answer = once.duel()
    assert (answer.out(None), answer.rounds) == (1, None)
    assert answer.wounds(1) == once.one_attack["wounded"] == F(1, 6)
    assert answer.outcomes["wounded"] == F(1, 6)


def test_a_beast_staggers_and_loses_attacks_and_what_is_hydra_grows_again() -> None:
    griffon = duel("ws=6,s=5,a=4,w=3,weapon=axe", "creature:young_griffon")
    assert griffon.out(0) + griffon.out(1) == 1
    hydra = duel("ws=6,s=6,a=4,w=1,weapon=axe", "creature:young_hydra")
    tamed = match("ws=6,s=6,a=4,w=1,weapon=axe", "creature:young_hydra")
    beast = tamed.defender
    still = replace(beast, traits=tuple(trait for trait in beast.traits if trait.kind != "regrowth"))
    assert replace(tamed, defender=still).duel().out(1) > hydra.out(1)


def test_wounds_of_a_round_grow_back_at_its_end() -> None:
    fight = match("s=2,weapon=sword", "creature:young_hydra")
    idle = fight.defender.profile.model_copy(update={"a": 0})
    turns = Turns(replace(fight, defender=replace(fight.defender, profile=idle)))

    def after(wounds: int) -> dict[int, F]:
        stand = Stand(0, False, (turns.start.bodies[0], turns.start.bodies[1]._replace(wounds=wounds)))
        return turns.row(stand).of(lambda then: then.bodies[1].wounds).chances

    # A 6 wounds and 6+ saves; on 4+ the wound is healed, but not one that is older than the round.
    hurt = F(1, 2) * F(1, 6) * F(5, 6)
    assert after(5) == {5: 1 - hurt / 2, 4: hurt / 2}
    assert after(3) == {3: 1 - hurt / 2, 2: hurt / 2}


def test_too_many_states_are_played_with_a_stated_error() -> None:
    fight = match("w=2,a=2,weapon=sword", "w=2,a=2,weapon=mace", "charging")
    exact, played = fight.duel(), fight.duel(most_states=3)
    assert exact.error is None
    assert played.error is not None
    assert 0 < played.error < 0.02
    assert abs(float(exact.out(1) - played.out(1))) < played.error
    assert played == fight.duel(most_states=3)
    assert sum(played.outcomes.values()) == 1


@pytest.mark.parametrize("foe", ["weapon=axe", "creature:young_chimera", "creature:young_dragon"])
def test_dice_of_the_battles_beginning_mix_duels_that_are_reckoned_each_by_itself(foe: str) -> None:
    fight = match("i=2,s=5,weapon=axe,equipment=crimson_shade", foe)
    mixed, apart = fight.duel(), [(one.duel(), part) for one, part in fight._rolled()]
    assert len(apart) == 3
    assert mixed.out(1) == sum(answer.out(1) * part for answer, part in apart)
    assert mixed.wounds(0) == sum(answer.wounds(0) * part for answer, part in apart)


PLAYED = [
    ("s=1,t=4,w=2,weapon=sword", "s=1,t=4,weapon=sword", "later"),
    ("bs=4,weapon=handgun", "t=5,w=2", "later"),
    (
        "w=2,a=3,weapon=sword+sword,skills=master_of_blades",
        "weapon=steel_whip,rules=frenzy,mutations=spines",
        "charging",
    ),
    ("creature:young_hydra", "ws=5,s=5,w=2,weapon=axe,equipment=lucky_charm", "charged"),
]


@pytest.mark.parametrize(("attacker", "defender", "side"), PLAYED)
def test_play_comes_to_what_is_solved(attacker: str, defender: str, side: Side) -> None:
    fight = match(attacker, defender, side)
    exact, played = fight.duel(most_states=1000), fight.duel(most_states=0)
    assert (exact.error, exact.played, played.played) == (None, None, 20_000)
    assert played.error is not None
    assert exact.rounds is not None
    assert played.rounds is not None
    assert all(abs(float(exact.out(who) - played.out(who))) < played.error for who in (0, 1, None))
    assert float(played.rounds) == pytest.approx(float(exact.rounds), rel=0.03)


def test_what_never_ends_is_played_no_longer_than_it_must() -> None:
    idle = match("s=1,weapon=sword", "s=1,weapon=sword,t=10,a=0").duel(most_states=0)
    assert (idle.out(None), idle.rounds, idle.played) == (1, None, 20_000)
    # Wounds that it loses and grows again for ever: the duels are cut off, and are fewer.
    hydra = match("s=2,t=10,weapon=sword", "creature:young_hydra").duel(most_states=0)
    assert hydra.played is not None
    assert hydra.error is not None
    assert hydra.error >= 1.5 / hydra.played**0.5


# --- with dice, from the rules ----------------------------------------------------------------------------------------


class Ring:
    """Two men of one Wound each, the first the quicker, by dice. ``lies``: 0 stands, 1 is down, 2 stunned."""

    def __init__(self, one: Profile, two: Profile, seed: int) -> None:
        self.sides = (one, two)
        self.tables = (Table(Meeting(one, two), seed), Table(Meeting(two, one), seed + 1))

    def strike(self, who: int, lies: list[int]) -> bool:
        """Whether the other is out of action by it."""
        table, target = self.tables[who], lies[1 - who]
        if target == 2:
            return True
        if target == 1:
            return any(self.finished(table, one) for one in table.steady)
        result = table.round()
        lies[1 - who] = {"knocked_down": 1, "stunned": 2}.get(result, 0)
        return result == "out_of_action"

    def finished(self, table: Table, one: Figures) -> bool:
        """Whether an attack on somebody who lies takes him out: it hits, and must wound and pass his save."""
        return table.d6() >= one.wound and not (one.save <= 6 and table.d6() >= one.save)

    def fight(self) -> int:
        """Who is out."""
        lies, turn = [0, 0], 0
        while True:
            risen = lies[turn] == 1
            lies[turn] = 1 if lies[turn] == 2 else 0
            first = 1 - turn if risen else 0
            for who in (first, 1 - first):
                if lies[who] == 0 and self.strike(who, lies):
                    return 1 - who
            turn = 1 - turn


def test_a_ring_of_dice_says_the_same() -> None:
    chance = Random(5)
    bare = {
        "w": 1,
        "weapons": ("axe",),
        "worn": frozenset[str](),
        "skills": frozenset[str](),
        "rules": frozenset[str](),
        "ws": 3,
    }
    # Sixes to wound bring no critical, whose savelessness the ring does not tell of a man who lies.
    one, two = (replace(side(chance, most_attacks=2), **bare, s=3, t=5) for _ in range(2))  # type: ignore[arg-type]
    duels = 20_000
    ring = Ring(one, two, 9)
    won = sum(ring.fight() == 1 for _ in range(duels)) / duels
    exact = float(duel(f"i=5,{one.text}", f"i=3,{two.text}").out(1))
    assert abs(won - exact) < 4 * (exact * (1 - exact) / duels) ** 0.5
