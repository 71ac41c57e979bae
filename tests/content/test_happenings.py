"""Random happenings: codes, names and figures, copied as facts from the chart."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mordheim.rules.happenings import Appears, Lasts, PicksWarrior, RollsOnRows, every_step
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.tables import TOTALS
from tests import books

NAMES = {
    11: "Ogre Mercenary", 12: "Swarm of Rats", 13: "Earthquake", 14: "High Winds", 15: "Blood for the Blood God!",
    16: "Lucky Find", 21: "Restless Spirit", 22: "Burning Building", 23: "Man-Eater", 24: "Skeletons",
    25: "The Twisting of the Air", 26: "Spawn", 31: "Collapsing Building", 32: "Scrawlings on a Wall",
    33: "Thick Fog", 34: "Hands of Stone", 35: "Dog Pack", 36: "Possessed!", 41: "Fountain of Blood",
    42: "Storm of Chaos", 43: "Storm of Chaos", 44: "Storm of Chaos", 45: "Pit Fighter", 46: "Plague of Flies",
    51: "Sinkhole", 52: "The Horror in the House", 53: "Plague Victims", 54: "Last One Standing", 55: "Booby Traps",
    56: "Catacombs", 61: "Forbidden Fruit", 62: "The Lost", 63: "Reflecting Pool", 64: "Screaming Walls",
    65: "Peddler", 66: "Itsy-Bitsy Spider",
}  # fmt: skip
# M WS BS S T W I A Ld, the save, and how many
PROFILES: dict[str, tuple[list[Any], int | None, Any]] = {
    "Bloodletter": ([4, 6, 0, 4, 3, 1, 6, "2+", 10], 4, 1),
    "Man-Eater": ([0, 3, 0, 4, 6, 3, 3, 2, 10], None, 1),
    "Skeleton": ([4, 2, 2, 3, 3, 1, 1, 1, 10], None, "2D6"),
    "Spawn": (["2D6", 3, 0, 4, 4, 2, 3, "2D6", 10], None, 1),
    "Gigantic Spider": ([5, 3, 0, 5, 4, 4, 1, 2, 10], 4, 1),
}
LISTED = {
    "Wild Dog": ("witch_hunters", "warhound", "2D3", ()),
    "Flagellant": ("witch_hunters", "flagellant", "D3", ("flail",)),
    "Sigmarite Matriarch": (
        "sisters_of_sigmar",
        "matriarch",
        1,
        ("sword", "steel_whip", "heavy_armour", "helmet", "blessed_water", "holy_relic"),
    ),
}
# What lasts so many turns by a die.
TURNS = {
    "earthquake": "D3", "blood_for_the_blood_god": "D6", "skeletons": "D3", "the_twisting_of_the_air": "D3",
    "possessed": "D3", "plague_of_flies": "D3", "screaming_walls": "D3", "catacombs": "D3",
}  # fmt: skip


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return books.rulebook()


def steps(rulebook: Rulebook, kind: type) -> list[Any]:
    return [step for one in rulebook.happenings.values() for step in every_step(one.steps) if isinstance(step, kind)]


def test_the_chart_has_its_36_codes_each_once(rulebook: Rulebook) -> None:
    codes = Counter(code for one in rulebook.happenings.values() for code in one.codes)
    assert codes == Counter(TOTALS["D66"])
    assert {code: one.name for one in rulebook.happenings.values() for code in one.codes} == NAMES
    assert len(rulebook.happenings) == 34


@pytest.mark.parametrize("name", PROFILES)
def test_a_creature_has_its_printed_profile(rulebook: Rulebook, name: str) -> None:
    one = next(step for step in steps(rulebook, Appears) if step.name == name)
    assert one.profile is not None
    assert (list(one.profile.model_dump().values()), one.save, one.number) == PROFILES[name]


@pytest.mark.parametrize("name", LISTED)
def test_another_is_of_a_warband_list(rulebook: Rulebook, name: str) -> None:
    one = next(step for step in steps(rulebook, Appears) if step.name == name)
    assert (one.listed.warband_type, one.listed.warrior, one.number, one.gear) == LISTED[name]


def test_every_warrior_of_a_list_that_appears_is_on_that_list(rulebook: Rulebook) -> None:
    listed = [step.listed for step in steps(rulebook, Appears) if step.listed]
    assert len(listed) == 3
    assert all(rulebook.warband_types[one.warband_type].warrior(one.warrior) for one in listed)


def test_every_warrior_that_a_pick_names_is_on_some_list(rulebook: Rulebook) -> None:
    known = {warrior.key for kind in rulebook.warband_types.values() for warrior in kind.warriors}
    picks = [step.fit for step in steps(rulebook, PicksWarrior) if step.fit]
    named = {key for fit in picks for who in (fit.only_for, fit.not_for) if who for key in who.warriors}
    assert named
    assert named <= known


@pytest.mark.parametrize("key", TURNS)
def test_a_die_says_for_how_many_turns(rulebook: Rulebook, key: str) -> None:
    dice = [s for s in every_step(rulebook.happenings[key].steps) if s.kind == "rolls" and s.name == "turns"]
    assert [one.die for one in dice] == [TURNS[key]]


def test_the_matriarch_knows_what_she_knows(rulebook: Rulebook) -> None:
    one = next(step for step in steps(rulebook, Appears) if step.name == "Sigmarite Matriarch")
    assert one.skills == ("absolute_faith", "jump_up", "step_aside")
    assert one.prayers == ("the_hammer_of_sigmar", "armour_of_righteousness")


def test_the_storm_of_chaos_lacks_its_last_two_rows_and_no_other_chart_lacks_any(rulebook: Rulebook) -> None:
    missing = [(row.low, row.high) for step in steps(rulebook, RollsOnRows) for row in step.rows if row.missing]
    assert missing == [(5, 5), (6, 6)]


def test_the_peddler_has_twenty_kinds_of_goods(rulebook: Rulebook) -> None:
    (step,) = rulebook.happenings["peddler"].steps
    assert step.kind == "brings_peddler"
    assert (len(set(step.items)), step.quantity, step.price_parts) == (20, "D3", 2)
    assert {"black_lotus", "dark_venom", "holy_relic", "duelling_pistol", "mordheim_map"} <= set(step.items)


def test_no_two_things_of_a_happening_last_under_one_key(rulebook: Rulebook) -> None:
    for one in rulebook.happenings.values():
        keys = [step.key for step in every_step(one.steps) if isinstance(step, Lasts)]
        twice = {key for key in keys if keys.count(key) > 1}
        assert not twice, one.key


def test_sentences_are_short_enough_for_a_phone(rulebook: Rulebook) -> None:
    for one in rulebook.happenings.values():
        for step in every_step(one.steps):
            assert len(getattr(step, "told", "")) <= 260, (one.key, step)
