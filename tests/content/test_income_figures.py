"""Exploration, wyrdstone, injuries and drugs: the figures of the books, copied as facts."""

import pytest

from mordheim.rules import results as r
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Location
from mordheim.rules.tables import RollTable
from tests import books
from tests.content.notation import every, short

HOLY = "sisters_of_sigmar+witch_hunters"

# (dice, face): key and what comes of it
LOCATIONS = {
    (2, 1): ("well", "hero tests t: 1 shards else misses 1"),
    (2, 2): ("shop", "D6 gc (on 1: lucky_charm)"),
    (2, 3): ("corpse", "D6[1-2 D6 gc | 3 dagger | 4 axe | 5 sword | 6 light_armour]"),
    (2, 4): (
        "straggler",
        "<skaven: 2D6 gc | possessed: 1 experience leader | undead: 1 zombie joins | others: leaves straggler>",
    ),
    (2, 5): ("overturned_cart", "D6[1-2 mordheim_map | 3-4 2D6 gc | 5-6 jewelled_sword, jewelled_dagger]"),
    (2, 6): ("ruined_hovels", "D6 gc"),
    (3, 1): ("tavern", "leader tests ld (free: sisters_of_sigmar+undead+witch_hunters): 4D6 gc else D6 gc"),
    (3, 2): ("smithy", "D6[1 sword | 2 double_handed_weapon | 3 flail | 4 D3 halberd | 5 lance | 6 2D6 gc]"),
    (3, 3): (
        "prisoners",
        (
            "<possessed: D3 experience heroes | undead: D3 zombie joins | skaven: 3D6 gc | "
            "others: 2D6 gc, a human prisoner may join>"
        ),
    ),
    (3, 4): ("fletcher", "D6[1-2 D3 short_bow | 3 D3 bow | 4 D3 long_bow | 5 hunting_arrows | 6 D3 crossbow]"),
    (3, 5): ("market_hall", "2D6 gc"),
    (3, 6): ("returning_a_favour", "free hired sword"),
    (4, 1): (
        "gunsmith",
        (
            "D6[1 blunderbuss | 2 pistol_brace | 3 duelling_pistol_brace | 4 D3 handgun | 5 D3 superior_blackpowder | "
            "6 hochland_long_rifle]"
        ),
    ),
    (4, 2): ("shrine", f"<{HOLY}: {{save: 3D6 gc, leaves shrine}} or {{loot: 3D6 gc}} | others: 3D6 gc>"),
    (4, 3): ("townhouse", "3D6 gc"),
    (4, 4): (
        "armourer",
        "D6[1-2 D3 shield/buckler | 3 D3 helmet | 4 D3 light_armour | 5 D3 heavy_armour | 6 ithilmar_armour]",
    ),
    (4, 5): ("graveyard", f"<{HOLY}: D6 experience heroes | others: D6x10 gc, leaves graveyard>"),
    (4, 6): ("catacombs", "leaves catacombs"),
    (5, 1): ("moneylenders_house", "D6x10 gc"),
    (5, 2): ("alchemists_laboratory", "3D6 gc, opens academic"),
    (5, 3): (
        "jewelsmith",
        (
            "D6[1-2 {sell: D6x5 gc} or {keep: gem} | 3-4 {sell: 20 gc} or {keep: gem} | "
            "5 {sell: 50 gc} or {keep: gem} | 6 {sell: D6x15 gc} or {keep: gem}]"
        ),
    ),
    (5, 4): ("merchants_house", "2D6x5 gc (double: guild_symbol)"),
    (5, 5): ("shattered_building", "D3 shards, leader tests ld: wardog else nothing"),
    (5, 6): ("entrance_to_the_catacombs", "leaves entrance_to_the_catacombs"),
    (6, 1): ("the_pit", "may send a hero: D6[1 dies | 2-6 D6+1 shards]"),
    (6, 2): (
        "hidden_treasure",
        (
            "[5D6x5 gc | 4+ D3 shards | 5+ holy_relic | 5+ heavy_armour | 4+ D3 gem | 5+ elven_cloak | 5+ holy_tome | "
            "5+ unique roll on magical_artefacts]"
        ),
    ),
    (6, 3): (
        "dwarf_smithy",
        (
            "D6[1 D3 double_handed_weapon | 2 D3 heavy_armour | 3 axe of gromril | 4 hammer of gromril | "
            "5 double_handed_weapon of gromril | 6 gromril_armour]"
        ),
    ),
    (6, 4): (
        "slaughtered_warband",
        (
            "[3D6x5 gc | D6 dagger | 4+ D3 light_armour | 5+ heavy_armour | 4+ mordheim_map | 5+ D3 halberd | "
            "3+ D3 sword | 2+ D3 shield | 4+ D3 bow | 2+ D3 helmet]"
        ),
    ),
    (6, 5): ("fighting_arena", "{sell: 100 gc} or {read: opens combat leaving fighting_arena}"),
    (6, 6): ("nobles_villa", "D6[1-2 D6x10 gc | 3-4 D6 crimson_shade | 5-6 unique roll on magical_artefacts]"),
}
# what a find leaves: what it waits for, whether it belongs to a warrior, and what it does
LASTING = {
    "straggler": ("exploration", False, [("exploration_dice", 1, 1)]),
    "graveyard": ("battle", False, []),
    "catacombs": ("battle", False, []),
    "shrine": (None, True, [("gives_rule", "blessed_weapon")]),
    "entrance_to_the_catacombs": (None, False, [("changes_roll", "exploration", 1, None)]),
    "fighting_arena": (None, True, [("maximum", "ws", 1)]),
    "fake": ("battle", False, []),
    "one_reroll": ("exploration", False, [("changes_roll", "exploration", 1, None)]),
    "choose_scenario": ("battle", False, []),
    "three_rerolls": ("exploration", False, [("changes_roll", "exploration", 3, None)]),
    "lasting_reroll": (None, True, [("changes_roll", "exploration", 1, "standing")]),
}
SHARDS = {(1, 5): 1, (6, 11): 2, (12, 17): 3, (18, 24): 4, (25, 30): 5, (31, 35): 6, (36, 60): 7}
SIZES = [(1, 3), (4, 6), (7, 9), (10, 12), (13, 15), (16, 30)]
PROFIT = {
    1: [45, 40, 35, 30, 30, 25],
    2: [60, 55, 50, 45, 40, 35],
    3: [75, 70, 65, 60, 55, 50],
    4: [90, 80, 70, 65, 60, 55],
    5: [110, 100, 90, 80, 70, 65],
    6: [120, 110, 100, 90, 80, 70],
    7: [145, 130, 120, 110, 100, 90],
    8: [155, 140, 130, 120, 110, 100],
    13: [155, 140, 130, 120, 110, 100],
}
UNDERDOG = {(0, 50): 0, (51, 75): 1, (76, 100): 2, (101, 150): 3, (151, 300): 4, (301, 900): 5}
ARTEFACTS = [
    "the_boots_and_rope_of_pieter",
    "the_count_of_ventimiglias_misericordia",
    "attlas_plate_mail",
    "bow_of_seeking",
    "executioners_hood",
    "all_seeing_eye_of_numas",
]
# injuries whose result is not a lasting change of the figures
INJURIES = {
    "dead": "dies",
    "multiple_injuries": "D6 more, again captured+dead+multiple_injuries",
    "deep_wound": "misses D3",
    "robbed": "loses all",
    "full_recovery": "nothing",
    "bitter_enmity": "hates by bitter_enmity",
    "captured": (
        "captured <sell_to_slavers: D6x5 gc | kill_for_zombie (undead): 1 zombie joins | "
        "sacrifice (carnival_of_chaos+possessed): 1 experience leader>"
    ),
    "sold_to_the_pits": "pits: won 50 gc, 2 experience himself; lost 11-35, loses arms",
    "survives_against_the_odds": "1 experience himself",
}
AFTER_DRUGS = {
    "crimson_shade": {(2, 3): "suffers addicted", (4, 11): "nothing", (12, 12): "i +1"},
    "mad_cap_mushrooms": {(1, 1): "suffers drug_stupidity", (2, 6): "nothing"},
    "mandrake_root": {(2, 3): "suffers mandrake_weakness", (4, 12): "nothing"},
}


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return books.rulebook()


def figures(effects: tuple) -> list[tuple]:
    """Effects as tuples: their kind and what they say, in the order of the schema, what is empty by its default."""
    return [tuple(effect.model_dump().values()) for effect in effects]


# --- exploration


def found_by(rulebook: Rulebook, dice: int, face: int) -> Location:
    (location,) = [one for one in rulebook.locations.values() if (one.dice, one.face) == (dice, face)]
    return location


@pytest.mark.parametrize(("dice", "face"), LOCATIONS)
def test_a_set_of_dice_leads_to_its_printed_place_with_all_that_may_come_of_it(
    rulebook: Rulebook, dice: int, face: int
) -> None:
    location = found_by(rulebook, dice, face)
    assert (location.key, short(location.results)) == LOCATIONS[dice, face]


def test_the_core_game_has_thirty_places_one_for_each_set_of_dice(rulebook: Rulebook) -> None:
    core = [(one.dice, one.face) for one in rulebook.locations.values() if one.book == "core"]
    assert sorted(core) == sorted(LOCATIONS)
    assert len(LOCATIONS) == 30


def test_every_roll_of_every_entry_covers_its_die(rulebook: Rulebook) -> None:
    rolls = [(entry.key, one) for _, entry in rulebook.entries() for one in every(entry) if isinstance(one, r.RollsFor)]
    assert len(rolls) >= 10
    for key, roll in rolls:
        assert RollTable(roll.die, tuple((row.low, row.high, key) for row in roll.rows))


def test_every_lot_of_a_hoard_can_be_there_and_can_be_missing(rulebook: Rulebook) -> None:
    lots = [lot for _, entry in rulebook.entries() for one in every(entry) if one.kind == "each" for lot in one.lots]
    assert len(lots) > 40
    assert {lot.needs for lot in lots} <= {None, 2, 3, 4, 5, 6}
    assert all(lot.results for lot in lots)


def test_a_warrior_who_joins_is_of_a_type_that_some_warband_of_that_family_has(rulebook: Rulebook) -> None:
    joining = {one.warrior for _, entry in rulebook.entries() for one in every(entry) if one.kind == "joins"}
    undead = {warrior.key for warrior in rulebook.warband_types["undead"].warriors}
    assert joining == {"zombie"} <= undead


def test_a_choice_has_several_options_and_each_its_key(rulebook: Rulebook) -> None:
    choices = [one for _, entry in rulebook.entries() for one in every(entry) if one.kind == "choose"]
    assert len(choices) >= 6
    for choice in choices:
        keys = [option.key for option in choice.options]
        assert len(set(keys)) == len(keys) > 1


# --- what finds leave behind


@pytest.mark.parametrize("key", LASTING)
def test_what_a_find_leaves_ends_as_printed_and_does_what_is_printed(rulebook: Rulebook, key: str) -> None:
    effect = rulebook.lasting_effects[key]
    done = [
        tuple(value for name, value in one.model_dump().items() if not (one.kind == "changes_roll" and name == "by"))
        for one in effect.effects
        if one.kind != "hated_by"
    ]
    assert (effect.until, effect.bearer, done) == LASTING[key]


def test_only_a_way_into_the_catacombs_is_found_once_and_only_the_shrine_names_a_weapon(rulebook: Rulebook) -> None:
    core = [effect for effect in rulebook.lasting_effects.values() if effect.book == "core"]
    assert set(LASTING) <= {effect.key for effect in core}
    assert [effect.key for effect in core if effect.once] == ["entrance_to_the_catacombs"]
    assert [effect.key for effect in core if effect.names_weapon] == ["shrine"]


def test_grave_robbers_are_hated_when_witch_hunters_or_sisters_come(rulebook: Rulebook) -> None:
    effect = rulebook.lasting_effects["graveyard"]
    (hated,) = effect.effects
    assert hated.kind == "hated_by"
    assert set(effect.families) == set(hated.those.families) == {"witch_hunters", "sisters_of_sigmar"}


def test_every_lasting_effect_is_left_by_something(rulebook: Rulebook) -> None:
    leavers = ("effect", "leaves", "teaches", "new_leader_leaves")
    models = [one for _, entry in rulebook.entries() for one in (entry, *every(entry))]
    left = {getattr(one, name, None) for one in models for name in leavers} - {None}
    assert left == set(rulebook.lasting_effects)


def test_the_five_rows_of_a_map_leave_what_they_are_called(rulebook: Rulebook) -> None:
    rows = rulebook.charts["mordheim_map"].rows
    assert [short(row.results) for row in rows] == [f"leaves {row.key}" for row in rows]


# --- shards, sales, underdogs


@pytest.mark.parametrize(("total", "shards"), SHARDS.items())
def test_a_total_of_the_dice_finds_its_printed_shards(rulebook: Rulebook, total: tuple[int, int], shards: int) -> None:
    scale = rulebook.scales["shards_found"]
    assert {scale.value(one) for one in range(total[0], total[1] + 1)} == {shards}


def test_no_die_finds_no_shard(rulebook: Rulebook) -> None:
    assert rulebook.scales["shards_found"].value(0) == 0


@pytest.mark.parametrize("shards", PROFIT)
def test_shards_sell_for_the_printed_profit_by_the_size_of_the_warband(rulebook: Rulebook, shards: int) -> None:
    scale = rulebook.scales["wyrdstone_sale"]
    for (low, high), profit in zip(SIZES, PROFIT[shards], strict=True):
        assert {scale.value(shards, size) for size in range(low, high + 1)} == {profit}


@pytest.mark.parametrize(("difference", "bonus"), UNDERDOG.items())
def test_an_underdog_gains_the_printed_bonus(rulebook: Rulebook, difference: tuple[int, int], bonus: int) -> None:
    scale = rulebook.scales["underdog_bonus"]
    assert {scale.value(one) for one in range(difference[0], difference[1] + 1)} == {bonus}


# --- artefacts and who changes the dice


def test_each_face_finds_its_artefact(rulebook: Rulebook) -> None:
    chart = rulebook.charts["magical_artefacts"]
    assert (chart.die, [short(row.results) for row in chart.rows]) == ("D6", ARTEFACTS)
    assert [(row.low, row.high, row.key) for row in chart.rows] == [(n, n, key) for n, key in enumerate(ARTEFACTS, 1)]
    assert all(rulebook.items[key].category == "artefact" for key in ARTEFACTS)


def test_whoever_changes_exploration_dice_needs_what_is_printed(rulebook: Rulebook) -> None:
    changers = {
        "wyrdstone_hunter": rulebook.skills["wyrdstone_hunter"],
        "resource_hunter": rulebook.skills["resource_hunter"],
        "seeker": rulebook.rules["seeker"],
        "wyrdstone_pendulum": rulebook.items["wyrdstone_pendulum"],
        "tarot_cards": rulebook.items["tarot_cards"],
    }
    assert {key: figures(entry.effects) for key, entry in changers.items()} == {
        "wyrdstone_hunter": [("changes_roll", "exploration", 0, 1, "standing")],
        "resource_hunter": [("changes_roll", "exploration", 1, 1, "standing")],
        "seeker": [("changes_roll", "exploration", 1, 1, None)],
        "wyrdstone_pendulum": [("changes_roll", "exploration", 0, 1, "leadership_test")],
        "tarot_cards": [("changes_roll", "exploration", 1, 1, "foreseen")],
    }


def test_an_augur_keeps_one_of_two_dice_and_the_all_seeing_eye_adds_one(rulebook: Rulebook) -> None:
    assert figures(rulebook.rules["blessed_sight"].effects)[:2] == [
        ("exploration_dice", 1, 1),
        ("ignores_injury", "blinded_in_one_eye"),
    ]
    assert figures(rulebook.items["all_seeing_eye_of_numas"].effects)[0] == ("exploration_dice", 1, 0)


def test_rare_things_are_found_with_the_printed_bonuses(rulebook: Rulebook) -> None:
    helpers = {
        "gem": rulebook.items["gem"],
        "streetwise": rulebook.skills["streetwise"],
        "opulent_coach": rulebook.items["opulent_coach"],
    }
    assert {key: figures(entry.effects) for key, entry in helpers.items()} == {
        "gem": [("changes_roll", "rare_item", 1, 1, None)],
        "streetwise": [("changes_roll", "rare_item", 2, 1, None)],
        "opulent_coach": [("leader_search", 3)],
    }


def test_the_guild_symbol_is_worth_haggle(rulebook: Rulebook) -> None:
    assert rulebook.items["guild_symbol"].effects == rulebook.skills["haggle"].effects


# --- injuries


@pytest.mark.parametrize("key", INJURIES)
def test_an_injury_has_its_printed_result(rulebook: Rulebook, key: str) -> None:
    assert short(rulebook.injuries[key].results) == INJURIES[key]


def test_no_other_serious_injury_of_the_core_game_does_more_than_change_the_warrior(rulebook: Rulebook) -> None:
    core = [injury for injury in rulebook.injuries.values() if injury.book == "core" and injury.codes]
    assert {injury.key for injury in core if injury.results} == set(INJURIES) - {"full_recovery"}


def test_an_arm_or_leg_that_is_kept_costs_one_game(rulebook: Rulebook) -> None:
    told = {
        (key, outcome.key): (short(outcome.results), bool(outcome.effects))
        for key in ("arm_wound", "smashed_leg", "madness")
        for outcome in rulebook.injuries[key].outcomes
    }
    assert told == {
        ("arm_wound", "one_arm"): ("nothing", True),
        ("arm_wound", "misses_next_game"): ("misses 1", False),
        ("smashed_leg", "may_not_run"): ("nothing", True),
        ("smashed_leg", "misses_next_game"): ("misses 1", False),
        ("madness", "stupidity"): ("nothing", True),
        ("madness", "frenzy"): ("nothing", True),
    }


def test_a_second_arm_or_eye_ends_a_career_and_only_the_eye_is_rolled_for(rulebook: Rulebook) -> None:
    core = [injury for injury in rulebook.injuries.values() if injury.book == "core"]
    assert {injury.key for injury in core if injury.retires_when_repeated} == {"arm_wound", "blinded_in_one_eye"}
    assert [injury.key for injury in core if injury.side_by_die] == ["blinded_in_one_eye"]


def test_an_old_battle_wound_keeps_him_at_home_on_a_one_and_an_addict_needs_his_shade(rulebook: Rulebook) -> None:
    core = [injury for injury in rulebook.injuries.values() if injury.book == "core"]
    assert {injury.key: injury.before_battle for injury in core if injury.before_battle} == {"old_battle_wound": (1,)}
    assert {injury.key: injury.needs_dose for injury in core if injury.needs_dose} == {"addicted": "crimson_shade"}


def test_silk_is_ruined_on_three_or_less_and_a_strangled_goblin_lost_on_as_much(rulebook: Rulebook) -> None:
    assert ("ruined_when_out", 3) in figures(rulebook.items["cathayan_silk_clothes"].effects)
    assert figures(rulebook.items["ball_and_chain"].effects) == [("injured_by_use", 3)]


# --- drugs and maps


@pytest.mark.parametrize("key", AFTER_DRUGS)
def test_a_drug_is_paid_for_after_the_battle_as_printed(rulebook: Rulebook, key: str) -> None:
    drug = rulebook.items[key]
    assert (drug.chart, drug.chart_when, drug.uses) == (key, "after_use", 1)
    rows = {(row.low, row.high): short(row.results) for row in rulebook.charts[key].rows}
    assert rows == AFTER_DRUGS[key]


@pytest.mark.parametrize("key", AFTER_DRUGS)
def test_drugs_do_nothing_to_undead_and_possessed_bodies(rulebook: Rulebook, key: str) -> None:
    spared = rulebook.items[key].no_effect_on
    assert spared
    assert set(spared.races) == {"undead", "vampire", "possessed"}


def test_a_map_is_rolled_for_when_it_comes_and_nothing_else_is(rulebook: Rulebook) -> None:
    acquired = [item.key for item in rulebook.items.values() if item.chart_when == "acquired"]
    assert acquired == ["mordheim_map"]
