"""Effects: one interpreter a kind, what each does to a snapshot, and the difference of two snapshots as effects."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import get_args

import pytest
from django.conf import settings
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from mordheim.rules import effects
from mordheim.rules.effects import (
    AdvanceDue,
    BattleFought,
    Captured,
    CharacteristicChanged,
    Condition,
    Corrected,
    Dead,
    Effect,
    EffectKind,
    Experience,
    FollowUp,
    Freed,
    GainItem,
    Gold,
    Joins,
    LeaderChosen,
    Leaves,
    LoseEquipment,
    LoseItem,
    MissGames,
    NoSuchWarrior,
    Promoted,
    Retired,
    Shards,
    SkillLearned,
    SkillListsOpened,
    SpellLearned,
    Split,
    Stays,
    WarbandEffect,
    apply,
    effects_between,
)
from mordheim.rules.snapshot import (
    Hatred,
    KnownSpell,
    LastingEffect,
    Piece,
    Suffered,
    WarbandSnapshot,
    WarriorSnapshot,
)
from tests.warbands.roster.strategies import legal_warbands

SKAB = WarriorSnapshot(
    "hero", "Skab", "big_un", experience=15, equipment=(Piece("sword"), Piece("dagger", None, 2)), id=7
)
LADS = WarriorSnapshot("henchman", "Da Ladz", "orc_boy", size=3, experience=2, equipment=(Piece("bow"),), id=8)
MOB = WarbandSnapshot("Da Snikkaz", "orc_mob", battles=1, treasury=50, wyrdstone=2, warriors=(SKAB, LADS))


def subclasses(cls: type) -> Iterator[type]:
    for one in cls.__subclasses__():
        yield one
        yield from subclasses(one)


KINDS = [cls for cls in subclasses(Effect) if "kind" in vars(cls)]


def after(*done: Effect, before: WarbandSnapshot = MOB) -> WarbandSnapshot:
    return apply(before, done)


def skab(*done: Effect, before: WarbandSnapshot = MOB) -> WarriorSnapshot:
    return next(one for one in after(*done, before=before).warriors if one.name == "Skab")


class TestTheClosedList:
    def test_every_kind_has_one_class_and_one_interpreter(self):
        assert len(KINDS) > 20
        assert sorted(cls.kind for cls in KINDS) == sorted(get_args(EffectKind))
        assert set(effects._INTERPRETERS) == set(KINDS)

    def test_every_kind_is_used(self):
        """By an engine that makes it happen, not by the applier alone."""
        made = set()
        for app in ("campaigns", "warbands"):
            for path in (Path(settings.BASE_DIR) / app).rglob("*.py"):
                made |= {n.id for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Name)}
        between = {"GainItem", "LoseItem", "Joins", "Leaves", "Gold", "Shards", "Corrected"}
        assert {cls.__name__ for cls in KINDS} - made - between == set()

    def test_the_formats_own_names_are_among_them(self):
        named = (
            "characteristic experience gold shards gain_item lose_item lose_equipment miss_games dead captured "
            "retired skill spell condition promoted leader follow_up warband_effect leaves joins"
        )
        assert set(named.split()) <= set(get_args(EffectKind))

    def test_every_effect_begins_with_its_kind_and_tells_nothing_empty(self):
        for told in (one.as_json() for one in ALL):
            assert next(iter(told)) == "kind"
            assert all(value not in (None, "", [], {}) for value in told.values())

    def test_one_of_each_is_tried_below(self):
        assert {type(one) for one in ALL} == set(KINDS)


NOB = replace(LADS, name="Nob", size=1, id=None)
ALL = (
    BattleFought(),
    Gold(5),
    Shards(-1),
    GainItem("helmet"),
    LoseItem("sword", warrior="Skab"),
    WarbandEffect("straggler"),
    FollowUp("captive", "Skab", "Them"),
    CharacteristicChanged("Skab", "ws", 1),
    Experience("Skab", 1, "survives"),
    AdvanceDue("Skab", 1),
    LoseEquipment("Skab", (Piece("sword"),)),
    MissGames("Skab", 2),
    Dead("Skab"),
    Captured("Skab", "Them"),
    Freed("Skab"),
    Retired("Skab"),
    Leaves("Da Ladz", 3),
    Stays("Skab"),
    SkillLearned("Skab", "well_ard"),
    SpellLearned("Skab", "zzap"),
    SkillListsOpened("Skab", ("academic",)),
    Condition("Skab", Suffered("hardened")),
    Promoted("Da Ladz", "Nob", ("combat", "strength")),
    Split("Da Ladz", "Da Sick", 1),
    LeaderChosen("Skab"),
    Joins("Nob", 1, NOB),
    Corrected("Skab", replace(SKAB, experience=99)),
)


class TestTheWholeWarband:
    def test_a_battle_counts_and_may_state_the_gold(self):
        assert after(BattleFought()).battles == 2
        starting = replace(MOB, battles=0, treasury=None)
        assert after(BattleFought(treasury=220), before=starting).treasury == 220

    def test_gold_and_shards_never_fall_below_nothing(self):
        assert (after(Gold(-50)).treasury, after(Shards(-2)).wyrdstone) == (0, 0)
        for too_much in (Gold(-51), Shards(-3)):
            with pytest.raises(ValueError, match="not so much"):
                after(too_much)

    def test_things_of_the_stash(self):
        stocked = after(GainItem("helmet", 2), GainItem("sword", 1, "gromril"))
        assert stocked.stash == (Piece("helmet", None, 2), Piece("sword", "gromril"))
        assert after(LoseItem("helmet"), before=stocked).stash[0].quantity == 1
        with pytest.raises(ValueError, match="not so much"):
            after(LoseItem("helmet", 3), before=stocked)

    def test_lasting_effects_come_and_go(self):
        named = after(WarbandEffect("shrine", {"warrior": "Skab", "weapon": "sword"}), WarbandEffect("straggler"))
        assert [one.effect for one in named.effects] == ["shrine", "straggler"]
        gone = after(WarbandEffect("straggler", gone=True), before=named)
        assert [one.effect for one in gone.effects] == ["shrine"]

    def test_a_follow_up_changes_nothing(self):
        assert after(FollowUp("captive", "Skab", "Them")) == MOB


class TestOneWarrior:
    def test_a_gain_is_an_increase_and_a_loss_is_an_injury(self):
        assert skab(CharacteristicChanged("Skab", "ws", 1), CharacteristicChanged("Skab", "ws", 1)).increases == {
            "ws": 2
        }
        hurt = skab(CharacteristicChanged("Skab", "i", -1, Suffered("nervous_condition")))
        assert (hurt.increases, hurt.injuries) == ({}, (Suffered("nervous_condition"),))
        with pytest.raises(ValueError, match="needs the injury"):
            after(CharacteristicChanged("Skab", "i", -1))

    def test_experience_and_advances(self):
        assert skab(Experience("Skab", 2)).experience == 17
        assert skab(AdvanceDue("Skab", 2), AdvanceDue("Skab", -1)).advances_due == 1
        with pytest.raises(ValueError, match="not so much"):
            after(AdvanceDue("Skab", -1))

    def test_games_to_miss_add_up_and_pass(self):
        assert skab(MissGames("Skab", 2), MissGames("Skab", 1), MissGames("Skab", -1)).games_to_miss == 2

    def test_equipment(self):
        assert skab(LoseEquipment("Skab", (Piece("dagger", None, 2),))).equipment == (Piece("sword"),)
        assert skab(GainItem("dagger", warrior="Skab")).equipment[1].quantity == 3
        assert skab(LoseItem("sword", warrior="Skab")).equipment == (Piece("dagger", None, 2),)

    def test_a_further_roll_fills_in_the_same_injury(self):
        blind = skab(
            CharacteristicChanged("Skab", "bs", -1, Suffered("blinded_in_one_eye")),
            Condition("Skab", Suffered("blinded_in_one_eye", side="left")),
        )
        assert blind.injuries == (Suffered("blinded_in_one_eye", side="left"),)
        twice = skab(Condition("Skab", Suffered("hardened")), Condition("Skab", Suffered("hardened")))
        assert twice.injuries == 2 * (Suffered("hardened"),)

    def test_an_enmity_tells_whom_he_hates(self):
        hates = Suffered("bitter_enmity", hates=Hatred("warband", "Them"))
        assert Condition("Skab", hates).as_json() == {
            "kind": "condition",
            "warrior": "Skab",
            "condition": "bitter_enmity",
            "hates": {"kind": "warband", "name": "Them"},
        }

    def test_captured_and_freed(self):
        held = after(Captured("Skab", "Them"))
        assert skab(before=held).captured_by == "Them"
        assert skab(Freed("Skab"), before=held).captured_by == ""

    def test_learning(self):
        learned = skab(SkillLearned("Skab", "well_ard"), SkillListsOpened("Skab", ("academic",)))
        assert (learned.skills, learned.extra_skill_lists) == (("well_ard",), ("academic",))
        assert skab(
            SkillListsOpened("Skab", ("academic",)), SkillListsOpened("Skab", ("academic",))
        ).extra_skill_lists == ("academic",)
        assert skab(SpellLearned("Skab", "zzap"), SpellLearned("Skab", "zzap", 8)).spells == (KnownSpell("zzap", 8),)

    def test_a_leader_is_the_only_one(self):
        led = after(
            LeaderChosen("Skab"), before=replace(MOB, warriors=(replace(SKAB, name="Old", leader=True, id=9), SKAB))
        )
        assert [one.leader for one in led.warriors] == [False, True]

    def test_a_hired_sword_stays(self):
        bront = WarriorSnapshot("hired_sword", "Bront", "ogre_bodyguard", until="next_battle", id=9)
        assert after(Stays("Bront"), before=replace(MOB, warriors=(bront,))).warriors[0].until is None

    @pytest.mark.parametrize("effect", [one for one in ALL if "warrior" in {f.name for f in fields(one)}], ids=repr)
    def test_nobody_unknown_is_touched(self, effect):
        nobody = replace(effect, warrior="Nobody")
        if isinstance(nobody, FollowUp) or (isinstance(nobody, Joins) and nobody.who):
            return
        with pytest.raises((NoSuchWarrior, ValueError)):
            after(nobody)


class TestComingAndGoing:
    def test_some_of_a_group_or_all(self):
        assert after(Dead("Da Ladz", 2)).warriors[1].size == 1
        assert len(after(Dead("Da Ladz", 3)).warriors) == 1
        with pytest.raises(ValueError, match="not so many"):
            after(Dead("Da Ladz", 4))

    def test_retired_with_all_he_carries(self):
        assert after(Retired("Skab")).warriors == (LADS,)

    def test_what_lasts_for_a_warrior_goes_with_him(self):
        before = after(WarbandEffect("fighting_arena", {"warrior": "Skab"}), WarbandEffect("straggler"))
        assert [one.effect for one in after(Dead("Skab"), before=before).effects] == ["straggler"]

    def test_what_lasts_for_a_weapon_goes_with_the_weapon(self):
        before = after(WarbandEffect("shrine", {"warrior": "Skab", "weapon": "sword"}))
        assert after(LoseItem("dagger", warrior="Skab"), before=before).effects
        assert after(LoseItem("sword", warrior="Skab"), before=before).effects == ()
        assert after(LoseEquipment("Skab", (Piece("sword"),)), before=before).effects == ()

    def test_some_of_a_group_are_a_group_of_their_own(self):
        _, ladz, sick = after(Split("Da Ladz", "Da Sick", 2)).warriors
        assert (ladz.size, ladz.id, sick.size, sick.id) == (1, LADS.id, 2, None)
        assert (sick.experience, sick.equipment, sick.type) == (LADS.experience, LADS.equipment, LADS.type)

    @pytest.mark.parametrize("count", [0, 3, 4])
    def test_but_neither_all_nor_none_of_it(self, count):
        with pytest.raises(ValueError, match="not so many"):
            after(Split("Da Ladz", "Da Sick", count))

    def test_a_promoted_lad_leaves_his_group_and_keeps_what_he_learned(self):
        told = after(Promoted("Da Ladz", "Nob", ("combat", "strength")))
        assert told.warriors[1].size == 2
        nob = told.warriors[2]
        assert (nob.section, nob.promoted, nob.experience, nob.equipment, nob.id) == (
            "hero",
            True,
            2,
            (Piece("bow"),),
            None,
        )

    def test_the_last_one_keeps_his_row_and_the_advances_still_due(self):
        alone = replace(MOB, warriors=(replace(LADS, size=1, advances_due=1),))
        (nob,) = after(Promoted("Da Ladz", "Da Ladz", ("combat", "strength")), before=alone).warriors
        assert (nob.id, nob.advances_due, nob.section) == (8, 1, "hero")

    def test_newcomers_join_as_they_are_or_a_group(self):
        assert after(Joins("Nob", 1, NOB)).warriors[-1] == NOB
        assert after(Joins("Da Ladz", 2)).warriors[1].size == 5

    def test_the_arbitrators_word_counts(self):
        assert skab(Corrected("Skab", replace(SKAB, experience=99))).experience == 99


# --- the difference -------------------------------------------------------------------------------------------------


def in_any_order(snapshot: WarbandSnapshot) -> tuple[object, ...]:
    """A warband without the order of its warriors and pieces, and without the rows' numbers."""
    warriors = sorted(repr(_plain(warrior)) for warrior in snapshot.warriors)
    lasting = sorted(repr((one.effect, sorted(one.details.items(), key=repr))) for one in snapshot.effects)
    pieces = Counter({(p.item, p.material): p.quantity for p in snapshot.stash})
    return snapshot.battles, snapshot.treasury or 0, snapshot.wyrdstone, warriors, lasting, pieces


def _plain(warrior: WarriorSnapshot) -> tuple[object, ...]:
    one = replace(warrior, id=None, equipment=(), increases={})
    return one, sorted(warrior.equipment, key=repr), sorted(warrior.increases.items())


@st.composite
def changed(draw: st.DrawFn) -> tuple[WarbandSnapshot, WarbandSnapshot]:
    """A warband, and what might have become of it: some gone, some changed, somebody new."""
    before = draw(legal_warbands(battles=st.integers(1, 5)))
    after_it = draw(legal_warbands(battles=st.integers(1, 5)))
    kept = [w for w in before.warriors if draw(st.booleans())]
    names = {w.name for w in kept}
    grown = [
        replace(w, size=draw(st.integers(1, 5)), experience=w.experience + draw(st.integers(0, 3)), equipment=gear)
        for w, gear in ((w, draw(st.sampled_from([w.equipment, ()]))) for w in kept)
    ]
    new = [replace(w, id=None) for w in after_it.warriors if w.name not in {*names, *(b.name for b in before.warriors)}]
    # What lasts for somebody who is gone is gone.
    there = {*names, *(w.name for w in new)}
    lasting = tuple(one for one in after_it.effects if one.details.get("warrior", next(iter(there), "")) in there)
    told = replace(
        before,
        battles=after_it.battles,
        treasury=after_it.treasury,
        wyrdstone=after_it.wyrdstone,
        stash=after_it.stash,
        effects=lasting,
        warriors=(*grown, *new),
    )
    return before, told


@hypothesis_settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(changed())
def test_the_effects_between_two_warbands_make_one_of_the_other(pair):
    before, told = pair
    assert in_any_order(apply(before, effects_between(before, told))) == in_any_order(told)


@hypothesis_settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(legal_warbands(battles=st.integers(1, 5)))
def test_nothing_lies_between_a_warband_and_itself(warband):
    assert effects_between(warband, warband) == ()


def test_lasting_effects_between():
    before = replace(MOB, effects=(LastingEffect("straggler"), LastingEffect("graveyard")))
    told = replace(MOB, effects=(LastingEffect("graveyard"), LastingEffect("catacombs")))
    assert effects_between(before, told) == (WarbandEffect("straggler", gone=True), WarbandEffect("catacombs"))
