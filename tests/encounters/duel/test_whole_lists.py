"""Every skill, rule, thing and mutation of the books is reckoned, said not to be, or touches no number of a fight."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

import encounters.duel
from encounters.duel.asking import not_reckoned
from encounters.duel.fighters import of_member
from mordheim.rules import rule_effects
from mordheim.rules.beasts import Breath, NeverRouts
from tests.books import rulebook
from tests.encounters.duel.arena import man, match
from tests.warbands.roster.cast import orcs
from warbands.roster.members import Roster

BOOK = rulebook()
# What these do, and why no blow, shot, save or injury of a fight of two hangs on it. Keys that come with figures of a
# profile, or of a weapon's own line, stand here too.
NO_NUMBER = {
    "what he may use, learn or cast": (
        "weapons_training weapons_expert sorcery arcane_lore warrior_wizard weapons_master slayer_skills mutations "
        "holy_tome tome_of_magic dispel_scroll fey protection_of_sigmar daemon_soul"
    ),
    "trade, exploration and what comes after the battle": (
        "streetwise haggle wyrdstone_hunter extra_tough resource_hunter seeker incomparable_miners merchant_gold "
        "chain_unwieldy always_hungry opulent_coach wyrdstone_pendulum tarot_cards mordheim_map gem guild_symbol"
    ),
    "movement, climbing, setting up and finding": (
        "leap sprint acrobat scale_sheer_surfaces wall_runner infiltration waaagh minderz may_not_run climb stealthy "
        "excellent_sight dwarf_armour lantern rope_and_hook the_boots_and_rope_of_pieter cloven_hoofs pick_target"
    ),
    "a charge that these odds take as made": "ere_we_go",
    "rout, leading and the warband's list": (
        "battle_tongue utter_determination da_cunnin_plan leader voice_of_command a_new_voice a_new_matriarch "
        "bound_to_the_vampire distasteful_company grudgebearers not_orcs cook cathayan_silk_clothes halfling_cookbook"
    ),
    "experience": "animal no_experience useless_gits dumb_monster",
    "stands in a profile already": "practised_shots wolves_of_the_north",
    "stands in the line of a weapon, of its material or of its hands": (
        "cutting_edge two_handed save_modifier gromril ithilmar chain_cumbersome spiked_gauntlet"
    ),
    "asked for as his weapon": "vomit_attack",
    "a creature of its own, with a profile": "wardog wooden_man",
    "for riders, of whom their mounts say that they are not reckoned": "cavalry_bonus",
    "nobody in these books has it": "terror",
}
QUIET = {key for keys in NO_NUMBER.values() for key in keys.split()}
# The Orc and Dwarf lists and the general ones, where a gap would be felt first.
LISTS = [
    "combat",
    "shooting",
    "strength",
    "speed",
    "academic",
    "special_orc_mob",
    "special_dwarf_treasure_hunters",
    "special_troll_slayer",
    "special_imperial_assassin",
]


def read_kinds() -> set[str]:
    """The kinds of effect that the package knows by their classes."""
    folder = Path(encounters.duel.__file__).parent
    names = {
        node.id for path in folder.glob("*.py") for node in ast.walk(ast.parse(path.read_text())) if hasattr(node, "id")
    }
    classes = get_args(get_args(rule_effects.Effect)[0])
    return {get_args(one.model_fields["kind"].annotation)[0] for one in classes if one.__name__ in names}


KINDS = read_kinds()


def is_said(key: str) -> bool:
    entry = next(
        BOOK.of_kind(kind)[key] for kind in ("skills", "rules", "items", "mutations") if key in BOOK.of_kind(kind)
    )
    return any(effect.kind in KINDS for effect in entry.effects)


def test_the_package_reads_most_kinds() -> None:
    assert {"strikes_with", "adds_attack", "shoots_in_combat", "not_reckoned"} <= KINDS
    assert len(KINDS) > 45


@pytest.mark.parametrize("kind", ["skills", "rules", "items", "mutations"])
def test_everything_is_reckoned_or_said_not_to_be_or_touches_no_number(kind: str) -> None:
    entries = BOOK.of_kind(kind)
    assert len(entries) > 8
    left = [
        key
        for key, entry in entries.items()
        if key not in QUIET
        and not is_said(key)
        and not getattr(entry, "weapon", None)
        and not getattr(entry, "armour", None)
    ]
    assert left == [], "give it an effect, say with not_reckoned what is left out, or say why it touches no number"


def test_whatever_is_quiet_is_still_in_the_books() -> None:
    known = {key for kind in ("skills", "rules", "items", "mutations") for key in BOOK.of_kind(kind)}
    assert known >= QUIET


@pytest.mark.parametrize("key", LISTS)
def test_no_skill_of_these_lists_is_left_to_the_table_but_where_it_must_be(key: str) -> None:
    skills = BOOK.skill_lists[key].skills
    told = [one for one in skills if any(effect.kind == "not_reckoned" for effect in BOOK.skills[one].effects)]
    assert told == (["hide_in_shadows"] if "hide_in_shadows" in skills else [])


def test_every_trait_of_a_beast_is_reckoned_or_said_not_to_be() -> None:
    folder = Path(encounters.duel.__file__).parent
    source = "".join(path.read_text() for path in folder.glob("*.py"))
    traits = {type(trait) for beast in BOOK.great_beasts.values() for trait in beast.traits} - {NeverRouts}
    assert Breath in traits
    assert [trait.__name__ for trait in traits if trait.__name__ not in source] == []


# --- what is told -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "first_words"),
    [
        ("creature:orc_boy", ["Animosity"]),
        ("creature:troll", ["Fear", "Stupidity"]),
        ("creature:orc_shaman", ["Spells"]),
        ("creature:cave_squig", ["Squig movement"]),
        ("creature:young_dragon", ["Breath", "Fear"]),
        ("creature:dwarf_clansman", []),
        ("weapon=ball_and_chain,equipment=mad_cap_mushrooms", ["Ball and chain"]),
        ("equipment=garlic+net+sword", ["Garlic", "Net"]),
        ("mutations=blackblood,skills=luck+black_hunger", ["Black Hunger", "Luck", "Blackblood"]),
        ("skills=strike_to_injure+web_of_steel,equipment=crossbow_pistol+crimson_shade", []),
    ],
)
def test_a_warrior_says_what_is_not_reckoned_of_him_alone(who: str, first_words: list[str]) -> None:
    told = not_reckoned(man(who))
    assert sorted(line.partition(":")[0] for line in told) == sorted(first_words)
    assert all(line.endswith(".") and len(line) < 130 for line in told)


def test_a_match_says_it_of_both_by_name_and_once() -> None:
    told = not_reckoned(match("creature:troll", "creature:orc_boy"))
    assert [line.partition(":")[0] for line in told] == ["Troll", "Troll", "Orc Boy"]
    assert len(not_reckoned(match("creature:orc_boy", "creature:orc_boy"))) == 1


def test_a_shaman_of_a_roster_says_it_as_his_type_does() -> None:
    snapshot = orcs("orc_boss: sword", "orc_shaman: staff")
    of = Roster(snapshot, BOOK.warband_types[snapshot.type], BOOK)
    boss, shaman = of.members
    assert not_reckoned(of_member(of, boss)) == []
    assert [line.partition(":")[0] for line in not_reckoned(of_member(of, shaman))] == ["Spells"]


def test_a_wooden_man_fights_as_the_dead_do() -> None:
    struck = match("s=3,weapon=axe", "creature:wooden_man").one_attack
    assert (struck["stunned"], struck["knocked_down"] > 0) == (0, True)
