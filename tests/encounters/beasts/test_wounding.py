"""The six great beasts by given wounds and dice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounters.beasts.wounding import (
    Beast,
    injured,
    lashed,
    recovered,
    regrown,
    regrowth_dice,
    round_ended,
    wounded,
)
from mordheim.rules.beasts import Bite, Butt, Tail
from tests.books import rulebook
from warbands.roster.refusals import Refused

BEASTS = rulebook().great_beasts
EVERY = sorted(BEASTS)


def beast(key: str) -> Beast:
    return Beast.of(BEASTS[f"young_{key}"])


def hurt(key: str, wounds: int) -> Beast:
    return wounded(beast(key), "Grom", wounds).beast


class TestHydra:
    def test_three_wounds_leave_two_attacks_and_a_breath_of_strength_2(self):
        hydra = hurt("hydra", 3)
        assert (hydra.wounds, hydra.attacks) == (2, 2)
        assert hydra.breath is not None
        assert hydra.breath.strength == 2

    @pytest.mark.parametrize(("wounds", "strength"), [(0, 3), (1, 3), (2, 2), (3, 2), (4, 1)])
    def test_its_breath_weakens_by_one_for_every_two_wounds(self, wounds: int, strength: int):
        hydra = hurt("hydra", wounds) if wounds else beast("hydra")
        assert hydra.breath is not None
        assert hydra.breath.strength == strength

    def test_wounds_of_a_round_grow_back_on_4_and_more_with_their_heads(self):
        hydra = hurt("hydra", 3)
        assert regrowth_dice(hydra) == 3
        after = round_ended(hydra, [4, 3, 6]).beast
        assert (after.wounds, after.attacks) == (4, 4)
        assert after.credit() == {"Grom": 1}
        assert regrowth_dice(after) == 0

    def test_wounds_of_shooting_stay(self):
        hydra = wounded(beast("hydra"), "Skab", 2, in_combat=False).beast
        assert regrowth_dice(hydra) == 0
        assert round_ended(hydra, []).beast.wounds == 3

    def test_at_the_last_wound_it_grows_back_before_injury_is_rolled(self):
        hydra = wounded(round_ended(hurt("hydra", 4), [1, 1, 1, 1]).beast, "Thrain", 1).beast
        assert hydra.injuries_due == ()
        assert len(hydra.regrowth_due) == 1
        assert regrown(hydra, [4]).beast.injuries_due == ()
        assert regrown(hydra, [3]).beast.injuries_due == ("Thrain",)

    def test_one_blow_may_take_spare_wounds_and_the_last(self):
        hydra = hurt("hydra", 6)
        assert (hydra.wounds, regrowth_dice(hydra), len(hydra.regrowth_due)) == (1, 4, 2)

    def test_with_one_head_left_a_stagger_leaves_it_none_until_it_recovers(self):
        hydra = injured(regrown(hurt("hydra", 5), [1]).beast, [2]).beast
        assert hydra.attacks == 0
        assert recovered(hydra).beast.attacks == 1


class TestOthers:
    @pytest.mark.parametrize(
        ("key", "save"), [("hydra", 6), ("dragon", 5), ("wyvern", 6), ("griffon", None), ("chimera", None)]
    )
    def test_scales(self, key: str, save: int | None):
        assert beast(key).save == save

    def test_a_dragon_keeps_its_heads_and_its_breath(self):
        dragon = hurt("dragon", 4)
        assert dragon.attacks == 4
        assert dragon.breath is not None
        assert dragon.breath.strength == 3
        assert regrowth_dice(dragon) == 0

    def test_the_tail_hits_those_who_are_slower_than_the_die(self):
        struck = lashed(beast("wyvern"), 4, {"Grom": 3, "Thrain": 2, "Swift": 4, "Swifter": 5})
        assert (struck.hit, struck.dodged, struck.strength) == (("Grom", "Thrain"), ("Swift", "Swifter"), 4)
        assert lashed(beast("wyvern"), 1, {"Ox": 1}).hit == ()

    def test_without_an_attack_left_it_neither_lashes_nor_breathes(self):
        with pytest.raises(Refused, match="does not strike with a tail"):
            lashed(replace(beast("wyvern"), staggers=2), 4, {"Ox": 1})
        assert replace(beast("dragon"), staggers=4).breath is None
        assert replace(beast("dragon"), staggers=3).breath is not None

    def test_nobody_else_has_a_tail(self):
        with pytest.raises(Refused, match="does not strike with a tail"):
            lashed(beast("griffon"), 4, {})
        assert [key for key in EVERY if Beast.of(BEASTS[key]).trait(Tail)] == ["young_wyvern"]

    def test_beaks_and_the_lion_take_one_more_off_a_save(self):
        biting = {key: Beast.of(BEASTS[key]).trait(Bite) for key in EVERY}
        assert {key for key, bite in biting.items() if bite and bite.save_modifier == -1} == {
            "young_griffon",
            "young_hippogriff",
            "young_chimera",
        }
        assert [key for key in EVERY if Beast.of(BEASTS[key]).trait(Butt)] == ["young_chimera"]


class TestInjuries:
    @pytest.mark.parametrize("key", EVERY)
    @pytest.mark.parametrize("face", [1, 2, 3, 4])
    def test_knocked_down_and_stunned_both_stagger(self, key: str, face: int):
        struck = at_the_last(key)
        attacks = struck.attacks
        after = injured(struck, [face]).beast
        assert (after.attacks, after.out, after.prone) == (max(attacks - 1, 0), False, "")
        assert recovered(after).beast.attacks == attacks

    @pytest.mark.parametrize("key", EVERY)
    @pytest.mark.parametrize("face", [5, 6])
    def test_out_of_action_from_5(self, key: str, face: int):
        after = injured(at_the_last(key), [face])
        assert after.beast.out
        assert after.beast.slain_by == "Grom"
        assert (after.beast.attacks, after.beast.breath, regrowth_dice(after.beast)) == (0, None, 0)
        assert "out of action" in after.sentence

    def test_staggers_add_up(self):
        dragon = at_the_last("dragon")
        for left in (3, 2, 1, 0, 0):
            dragon = injured(dragon, [1]).beast
            assert dragon.attacks == left
            dragon = wounded(dragon, "Grom", 1).beast
        assert recovered(dragon).beast.attacks == 4

    def test_of_several_rolls_the_worst_counts_and_names_the_slayer(self):
        griffon = wounded(hurt("griffon", 3), "Thrain", 2).beast
        after = injured(griffon, [2, 5]).beast
        assert after.slain_by == "Thrain"
        assert after.credit() == {"Grom": 3, "Thrain": 2}


class TestRefusals:
    def test_nothing_more_happens_before_the_injury_is_rolled(self):
        struck = at_the_last("griffon")
        for act in (lambda: wounded(struck, "Grom", 1), lambda: round_ended(struck, [])):
            with pytest.raises(Refused):
                act()

    def test_faces_and_numbers_of_dice(self):
        with pytest.raises(Refused, match="1 to 6"):
            injured(at_the_last("griffon"), [7])
        with pytest.raises(Refused, match="1 injury roll"):
            injured(at_the_last("griffon"), [1, 2])
        with pytest.raises(Refused, match="3 dice"):
            round_ended(hurt("hydra", 3), [4])

    def test_what_is_out_stays_out(self):
        slain = injured(at_the_last("griffon"), [6]).beast
        with pytest.raises(Refused, match="out of action"):
            wounded(slain, "Grom", 1)
        assert recovered(slain).beast.out


def at_the_last(key: str) -> Beast:
    """Hit once more at its last wound, with nothing grown back."""
    fresh = Beast.of(BEASTS[key if key in BEASTS else f"young_{key}"])
    low = wounded(fresh, "Grom", fresh.wounds - 1, in_combat=False).beast
    return wounded(low, "Grom", 1, in_combat=False).beast


@given(key=st.sampled_from(EVERY), data=st.data())
def test_whatever_happens_the_figures_hold(key: str, data: st.DataObject):
    now = Beast.of(BEASTS[key])
    dealt = 0
    for _ in range(data.draw(st.integers(1, 12))):
        if now.out:
            break
        if now.regrowth_due:
            now = regrown(now, _faces(data, len(now.regrowth_due))).beast
        elif now.injuries_due:
            now = injured(now, _faces(data, len(now.injuries_due))).beast
        elif data.draw(st.booleans()):
            wounds = data.draw(st.integers(1, 4))
            dealt += wounds
            now = wounded(now, data.draw(st.sampled_from(["Grom", "Thrain"])), wounds).beast
        else:
            now = recovered(round_ended(now, _faces(data, regrowth_dice(now))).beast).beast
        assert (0 if now.out else 1) <= now.wounds <= now.kind.profile.w
        assert 0 <= now.attacks <= now.kind.profile.a
        assert now.breath is None or now.breath.strength >= 1
        assert sum(now.credit().values()) <= dealt


def _faces(data: st.DataObject, count: int) -> list[int]:
    return data.draw(st.lists(st.integers(1, 6), min_size=count, max_size=count))
