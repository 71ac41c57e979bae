"""The scenarios: their numbers, their experience and their rewards, copied as facts."""

import pytest

from mordheim.rules.rulebook import Rulebook
from tests import books
from tests.content.notation import short

# scenario: number, for how many, whether it has an attacker, whether Rout tests are made
SCENARIOS = {
    "defend_the_find": (1, "two", True, True),
    "skirmish": (2, "two", False, True),
    "wyrdstone_hunt": (3, "two", False, True),
    "breakthrough": (4, "two", True, True),
    "street_fight": (5, "two", False, True),
    "chance_encounter": (6, "two", False, True),
    "hidden_treasure": (7, "two", False, True),
    "occupy": (8, "two", False, False),
    "surprise_attack": (9, "two", True, True),
    "kidnapped": (None, "two", True, False),
    "treasure_hunt": (1, "many", False, True),
    "street_brawl": (2, "many", False, True),
    "the_lost_prince": (3, "many", False, True),
    "the_wizards_mansion": (4, "many", True, True),
    "the_pool": (5, "many", False, True),
    "ambush": (6, "many", True, False),
    "monster_hunt": (7, "many", False, True),
}
# experience besides survival, the winning leader and enemies out of action: amount, who, for each of what
AWARDS = {
    "wyrdstone_hunt": {"wyrdstone_counter": (1, "anybody", "counter he carries at the end")},
    "breakthrough": {"breaking_through": (1, "anybody", "")},
    "street_fight": {"first_to_escape": (1, "hero", "")},
    "hidden_treasure": {"finding_the_chest": (2, "hero", "")},
    "kidnapped": {
        "victim_held": (1, "spread", ""),
        "victim_sacrificed": ("D6", "spread", ""),
        "victim_escaped": ("D6", "spread", ""),
    },
    "treasure_hunt": {"wyrdstone_counter": (1, "anybody", "counter he carries at the end")},
    "the_pool": {"wyrdstone_counter": (1, "anybody", "counter he carries at the end")},
    "ambush": {"wyrdstone_counter": (1, "hero", "counter he carries at the end")},
    "monster_hunt": {
        "wounding_the_monster": (1, "anybody", "wound on the monster"),
        "slaying_the_monster": (2, "hero", ""),
    },
}
REWARDS = {
    "hidden_treasure": "[3D6 gc | 5+ D3 shards | 4+ light_armour | 3+ sword | 5+ D3 gem]",
    "kidnapped": (
        "<possessed: {not_rescued: nothing} or {rescued: 50 gc} | others: {rescued: 50 gc} or {not_rescued: nothing}>"
    ),
    "the_lost_prince": (
        "[5D6 gc | 4+ D3 sword | 5+ heavy_armour | 4+ light_armour | 4+ shield | 4+ helmet | 5+ D3 gem]"
    ),
    "the_wizards_mansion": (
        "[3D6 gc | 5+ D3 gem | 4+ tome_of_magic | 5+ sword of gromril | 4+ athame | 4+ D3 healing_herbs | "
        "5+ dispel_scroll]"
    ),
    "monster_hunt": (
        "[5D6 gc | 6+ unique roll on magical_artefacts | 4+ D3+1 shards | 5+ axe of gromril | 5+ heavy_armour | "
        "4+ light_armour | 4+ light_armour | 4+ shield | 4+ helmet | 4+ D3 sword | 5+ D3 gem | 5+ D6x10 gc]"
    ),
}
SHARDS = {"defend_the_find", "wyrdstone_hunt", "chance_encounter", "treasure_hunt", "the_pool", "ambush"}
TWO_PLAYERS = {
    2: None,
    3: "street_fight",
    4: "hidden_treasure",
    5: "wyrdstone_hunt",
    6: "occupy",
    7: "skirmish",
    8: "breakthrough",
    9: "surprise_attack",
    10: "chance_encounter",
    11: "defend_the_find",
    12: None,
}
MULTIPLAYER = {
    2: None,
    3: "monster_hunt",
    4: "the_wizards_mansion",
    5: "treasure_hunt",
    6: "treasure_hunt",
    7: "street_brawl",
    8: "ambush",
    9: "ambush",
    10: "the_pool",
    11: "the_lost_prince",
    12: None,
}
FINDS = [
    "wooden_man",
    "D3 mandrake_root",
    "D3 crimson_shade",
    "lucky_charm",
    "holy_relic",
    "cathayan_silk_clothes",
]


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return books.rulebook()


def test_the_books_have_these_scenarios_and_no_others(rulebook: Rulebook) -> None:
    assert {key for key, one in rulebook.scenarios.items() if one.book in ("core", "town_cryer")} == set(SCENARIOS)


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_scenario_has_its_printed_number_players_and_roles(rulebook: Rulebook, key: str) -> None:
    one = rulebook.scenarios[key]
    assert (one.number, one.players, one.attacker is not None, one.rout_tests) == SCENARIOS[key]


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_scenario_gives_its_printed_experience(rulebook: Rulebook, key: str) -> None:
    awards = {one.key: (one.amount, one.who, one.per) for one in rulebook.scenarios[key].awards}
    assert awards == AWARDS.get(key, {})


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_scenario_has_its_printed_reward(rulebook: Rulebook, key: str) -> None:
    one = rulebook.scenarios[key]
    assert short(one.reward) == REWARDS.get(key, "nothing")
    assert bool(one.reward_told) == (key in REWARDS), "a reward is told in words as well"


def test_a_scenario_with_wyrdstone_on_the_table_says_how_it_counts(rulebook: Rulebook) -> None:
    assert {key for key in SCENARIOS if rulebook.scenarios[key].shards_told} == SHARDS


@pytest.mark.parametrize(
    ("key", "players", "rows"),
    [("scenario_two_players", "two", TWO_PLAYERS), ("scenario_multiplayer", "many", MULTIPLAYER)],
)
def test_a_roll_leads_to_its_printed_scenario(rulebook: Rulebook, key: str, players: str, rows: dict) -> None:
    chart = rulebook.charts[key]
    found = {total: row.key for row in chart.rows for total in range(row.low, row.high + 1)}
    assert (chart.die, found) == ("2D6", rows)
    for row in chart.rows:
        if row.key:
            scenario = rulebook.scenarios[row.key]
            assert (scenario.players, scenario.name, f"Scenario {scenario.number}.") == (players, row.name, row.summary)


def test_the_mansion_hides_six_things_that_its_defender_may_find(rulebook: Rulebook) -> None:
    assert rulebook.scenarios["the_wizards_mansion"].chart == "wizards_mansion_finds"
    assert [short(row.results) for row in rulebook.charts["wizards_mansion_finds"].rows] == FINDS
