"""What a fighter may take up, die by die what comes of it, and what something else would be worth."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest

from encounters.duel.arming import armour_to_add, common_weapons, loadout_of, loadouts, rearmed
from encounters.duel.cheat_sheet import blows, strikes_first
from encounters.duel.duel import Match
from encounters.duel.what_if import what_ifs
from mordheim.rules.combat import Injury
from tests.books import rulebook
from tests.encounters.duel.arena import man, match


class TestWhatHeMayTakeUp:
    def test_everything_of_his_and_two_one_handed_weapons_beside_each_other(self) -> None:
        found = [one.name for one in loadouts(man("equipment=sword+axe+halberd+bow"), rulebook())]
        assert found == [
            "Sword",
            "Axe",
            "Halberd",
            "Bow",
            "Dagger",
            "Sword and axe",
            "Sword and dagger",
            "Axe and dagger",
        ]

    def test_two_of_a_kind_are_two_weapons(self) -> None:
        names = [one.name for one in loadouts(man("equipment=sword+sword"), rulebook())]
        assert "Two: Sword" in names

    def test_who_carries_nothing_has_what_nature_gave(self) -> None:
        assert [one.key for one in loadouts(man("creature:troll"), rulebook())] == [
            loadout_of(man("creature:troll").weapons).key
        ]

    def test_what_does_not_go_together_is_nobody(self) -> None:
        assert rearmed(man("equipment=sword"), rulebook(), weapons=["halberd", "sword"]) is None

    def test_a_point_more_is_a_point_more_and_leaves_the_rest(self) -> None:
        before = man("ws=4,equipment=sword+shield")
        after = rearmed(before, rulebook(), by={"ws": 1})
        assert after is not None
        assert (after.figures["ws"], after.weapons, after.worn) == (5, before.weapons, before.worn)

    def test_only_what_is_sold_is_offered(self) -> None:
        close = {item.key for item in common_weapons(rulebook(), shooting=False)}
        assert {"sword", "dagger", "flail"} <= close
        assert not close & {"bow", "troll_vomit", "lance"}
        assert {"bow", "crossbow"} <= {item.key for item in common_weapons(rulebook(), shooting=True)}

    def test_nobody_puts_on_a_second_helmet(self) -> None:
        offered = {item.category for item in armour_to_add(man("equipment=helmet"), rulebook())}
        assert offered == {"shield", "body_armour"}


class TestDieByDie:
    def test_a_plain_attack(self) -> None:
        (blow,) = blows(match("equipment=sword", "equipment=light_armour"), 0)
        steps = [(one.name, one.needs, one.likely) for one in blow.steps]
        assert steps == [
            ("To hit", "4+", Fraction(1, 2)),
            ("To wound", "4+", Fraction(1, 2)),
            ("Armour save", "6+", Fraction(5, 6)),
        ]
        assert [(band.faces, band.result) for band in blow.bands] == [
            ("1–2", Injury.KNOCKED_DOWN),
            ("3–4", Injury.STUNNED),
            ("5–6", Injury.OUT),
        ]

    def test_one_attack_hurts_as_often_as_the_odds_say(self) -> None:
        meets = match("ws=4,s=4,equipment=axe", "equipment=sword+light_armour")
        assert blows(meets, 0)[0].hurts == 1 - meets.one_attack["no_wound"]

    def test_attacks_with_two_weapons_stand_apart_in_their_order(self) -> None:
        found = blows(match("a=2,equipment=sword+dagger", ""), 0)
        assert [(one.count, one.weapon) for one in found] == [(2, "Sword"), (1, "Dagger")]

    def test_what_is_special_is_said(self) -> None:
        meets = match("rules=hatred,equipment=club", "equipment=helmet+sword", "charging")
        (blow,) = blows(meets, 0)
        notes = {step.name: step.notes for step in blow.steps}
        assert notes["To hit"] == ("misses are rolled again",)
        assert "a natural 6 is a critical hit" in notes["To wound"]
        assert "Parry" in notes

    @pytest.mark.parametrize(
        ("attacker", "defender", "side", "first", "by"),
        [
            ("i=3", "i=5", "charging", 0, "order"),
            ("i=3", "i=5", "charged", 1, "order"),
            ("i=3", "i=5", "later", 1, "initiative"),
            ("i=4", "i=4", "later", None, "die"),
        ],
    )
    def test_who_strikes_first(self, attacker: str, defender: str, side: str, first: int | None, by: str) -> None:
        assert strikes_first(match(attacker, defender, side)) == (first, by)


class TestWhatIf:
    @pytest.fixture(scope="class")
    @classmethod
    def found(cls) -> dict[str, tuple[Fraction, Match]]:
        meets = match("ws=3,s=3,t=3,equipment=dagger", "ws=3,t=3,equipment=sword", "charging")
        return {one.change.words: (one.gain, one.change.match) for one in what_ifs(meets, rulebook())}

    def test_a_point_more_of_anything_is_never_a_loss(self, found: dict[str, tuple[Fraction, Match]]) -> None:
        assert all(found[f"+1 {which}"][0] >= 0 for which in ("WS", "S", "T", "W", "I", "A"))
        assert found["+1 S"][0] > 0

    def test_the_gain_is_that_of_the_duel(self, found: dict[str, tuple[Fraction, Match]]) -> None:
        now = match("ws=3,s=3,t=3,equipment=dagger", "ws=3,t=3,equipment=sword", "charging").duel().out(1)
        gain, then = found["Halberd"]
        assert gain == then.duel().out(1) - now

    def test_the_best_comes_first(self, found: dict[str, tuple[Fraction, Match]]) -> None:
        gains = [gain for gain, _ in found.values()]
        assert gains == sorted(gains, reverse=True)

    def test_a_shield_takes_the_hand_of_the_second_weapon(self) -> None:
        meets = match("equipment=sword+dagger", "", "later")
        words = {one.change.words for one in what_ifs(meets, rulebook(), duels=False)}
        assert "Shield in place of dagger" in words

    def test_a_shooter_is_offered_what_shoots(self) -> None:
        meets = match("bs=3,equipment=bow", "", weapon="bow")
        found = {one.change.kind: one.change for one in what_ifs(meets, rulebook(), duels=False)}
        words = {one.change.words for one in what_ifs(meets, rulebook(), duels=False)}
        assert {"+1 BS", "Crossbow", "Into cover", "Having moved"} <= words
        assert "Sword" not in words
        assert "armour" not in found

    def test_an_animal_is_sold_nothing(self) -> None:
        meets = match("creature:wardog", "", "charging")
        assert {one.change.kind for one in what_ifs(meets, rulebook(), duels=False)} == {"meeting", "figure"}


def test_the_steps_of_one_attack_multiply_to_what_it_does() -> None:
    """With a parry, without critical hits: a 6 is needed to wound."""
    (blow,) = blows(match("s=1,equipment=axe", "t=4,equipment=sword+light_armour"), 0)
    assert blow.hurts == prod(step.likely for step in blow.steps)
    assert {step.name: step.likely for step in blow.steps}["Parry"] == 1 - (Fraction(2, 6) + Fraction(1, 6) + 0) / 3
