"""One YAML file adds a warband type: no Python knows any warband by its key."""

import shutil

import pytest

from mordheim.rules.rulebook import RulesError, read_rulebook
from tests.books import RULES
from tests.warbands.roster.cast import piece, rulebook, warband, warrior
from warbands.roster.check import check
from warbands.roster.interchange import read_warband, write_warband
from warbands.roster.members import Roster
from warbands.roster.prices import later_price, starting_price

RIVERFOLK = """
families:
- {key: riverfolk, name: Riverfolk, summary: Boatmen of the Stir., section: House rules}
equipment_lists:
- key: riverfolk
  name: Riverfolk equipment list
  summary: What is found on a barge.
  section: House rules
  rows: {dagger: 2, club: 3, sword: 10, bow: 10, shield: 5, gromril_armour: {price: 60, at_start: true}}
  materials:
  - {material: ithilmar, price_times: 2}
warband_types:
- key: riverfolk
  name: Riverfolk
  summary: Boatmen, their bargemaster and what they have fished out of the Stir.
  section: House rules
  families: [riverfolk, mercenaries]
  starting_gold: 400
  warriors_min: 4
  warriors_max: 9
  heroes_max: 3
  group_max: 3
  hiring: {only: [dwarf_troll_slayer, pit_fighter]}
  special_equipment:
    net: {price: 7, common_if: {warriors: [eel_catcher]}}
    crossbow: {price: 20, only_for: {warriors: [pilot]}, rarity: 6}
  warriors:
  - key: bargemaster
    name: Bargemaster
    plural: Bargemasters
    section: hero
    summary: He owns the barge.
    price: 60
    leader: true
    starting_experience: 20
    profile: [4, 4, 4, 3, 3, 1, 4, 1, 8]
    race: human
    limit: {exactly: 1}
    equipment_list: riverfolk
    skill_lists: [combat, speed]
  - key: pilot
    name: Pilot
    plural: Pilots
    section: hero
    summary: There are always two of them.
    price: 30
    profile: [4, 3, 3, 3, 3, 1, 4, 1, 7]
    race: human
    limit: {exactly: 2}
    equipment_list: riverfolk
    skill_lists: [shooting]
  - key: eel_catcher
    name: Eel Catcher
    plural: Eel Catchers
    section: henchman
    summary: At most one for each pilot, and they will not wear iron.
    price: 20
    profile: [4, 2, 3, 3, 3, 1, 3, 1, 6]
    race: human
    limit: {max: 4, at_most_per: {count: 1, warriors: [pilot]}}
    equipment_list: riverfolk
    never: [armour]
  - key: drowned_one
    name: Drowned One
    plural: Drowned Ones
    section: henchman
    summary: Fished out of the Stir, and changed.
    price: 25
    profile: [4, 2, 0, 3, 4, 1, 2, 1, 10]
    race: undead
    gains_experience: false
    carries_equipment: false
    mutations: {min: 1, max: 2}
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules") / "rules"
    shutil.copytree(RULES, folder)
    (folder / "house" / "warbands").mkdir(exist_ok=True)
    (folder / "house" / "warbands" / "riverfolk.yaml").write_text(RIVERFOLK)
    return read_rulebook(folder)


@pytest.fixture
def river(rules):
    def build(*lines, crew=("bargemaster: sword", "pilot", "pilot"), **changes):
        changes.setdefault("starting_gold", 400)
        return warband("riverfolk", *crew, *lines, rules=rules, **changes)

    return build


def drowned(rules, *mutations):
    return warrior("drowned_one", rules=rules, mutations=mutations)


def test_a_warband_of_the_new_type_is_built_checked_and_written(rules, river):
    company = river("2 eel_catcher: net, club", drowned(rules, "tentacle", "spines"), "dwarf_troll_slayer")
    found = check(company, rules)
    assert found.codes == ()
    assert found.cost == 60 + 10 + 2 * 30 + 2 * (20 + 7 + 3) + 25 + 35 + 2 * 35 + 25
    assert found.rating == 6 * 5 + 20 + 12
    written = write_warband(company, rules)
    assert b"starting_gold" not in written
    assert read_warband(written, rules, name="x.yaml") == company


@pytest.mark.parametrize(
    ("lines", "crew", "expected"),
    [
        ((), ("bargemaster", "pilot", "pilot"), ["too_few_warriors"]),
        (("2 eel_catcher",), ("bargemaster", "pilot"), ["too_few_warriors", "ratio_exceeded"]),
        (("eel_catcher",), ("bargemaster", "pilot", "pilot", "pilot"), ["too_many_heroes", "too_many_of_type"]),
        (("3 eel_catcher",), ("bargemaster", "pilot", "pilot"), ["ratio_exceeded"]),
        (("eel_catcher: shield",), ("bargemaster", "pilot", "pilot"), ["armour_forbidden"]),
        (("eel_catcher: crossbow",), ("bargemaster", "pilot", "pilot"), ["item_not_on_list"]),
        (("eel_catcher",), ("bargemaster", "pilot: crossbow", "pilot"), []),
        (("eel_catcher",), ("bargemaster: net", "pilot", "pilot"), []),
        (("eel_catcher", "ogre_bodyguard"), ("bargemaster", "pilot", "pilot"), ["hired_sword_refuses"]),
        (("eel_catcher",), ("bargemaster: ithilmar sword", "pilot", "pilot"), []),
        (("eel_catcher",), ("bargemaster: gromril sword", "pilot", "pilot"), ["item_not_on_list"]),
    ],
)
def test_the_words_of_the_file_are_the_limits(rules, river, lines, crew, expected):
    assert list(check(river(*lines, crew=crew), rules).codes) == expected


def test_special_equipment_waits_for_those_who_bring_it(rules, river):
    without = river(drowned(rules, "spines"), crew=("bargemaster: net", "pilot", "pilot"))
    assert check(without, rules).codes == ("requires_warrior",)


@pytest.mark.parametrize(("mutations", "expected"), [((), 1), (("spines",), 0), (("spines", "hideous", "tentacle"), 1)])
def test_mutations_are_counted(rules, river, mutations, expected):
    found = check(river(drowned(rules, *mutations), starting_gold=900), rules)
    assert list(found.codes) == ["item_not_on_list"] * expected


def test_a_hired_slayer_and_a_lists_own_do_not_count_against_each_other(rules):
    # MH-017: riverfolk hire him; the Dwarfs' own Slayers are another entry.
    sword, own = rules.hired_swords["dwarf_troll_slayer"], rules.warband_types["dwarf_treasure_hunters"]
    assert own.warrior("troll_slayer").limit.max == 2
    assert own.warrior(sword.key) is None


def test_prices_are_the_lists(rules, river):
    company = river("eel_catcher", crew=("bargemaster", "pilot", "pilot"))
    members = Roster(company, rules.warband_types["riverfolk"], rules).members
    assert starting_price(members[0], piece("gromril_armour")).gold == 60
    assert later_price(members[0], piece("gromril_armour")).gold == 150
    assert starting_price(members[0], piece("ithilmar sword")).gold == 20
    assert (later_price(members[1], piece("crossbow")).gold, later_price(members[1], piece("crossbow")).rarity) == (
        20,
        6,
    )


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (("race: human", "race: merman"), "merman"),
        (("warriors_max: 9", "warriors_maximum: 9"), "warriors_maximum"),
        (("sword: 10,", "harpoon: 10,"), "harpoon"),
        (("key: pilot", "key: bargemaster"), "two warrior types have one key"),
    ],
)
def test_a_fault_in_the_file_is_told(tmp_path, fault, told):
    folder = tmp_path / "rules"
    shutil.copytree(RULES, folder)
    (folder / "house" / "riverfolk.yaml").write_text(RIVERFOLK.replace(*fault))
    with pytest.raises(RulesError, match=told):
        read_rulebook(folder)


def test_another_type_changes_the_digest(rules):
    assert rules.digest != rulebook().digest
