"""Warbands of six heroes or of four that explore, and what the exploration brought them."""

from __future__ import annotations

from mordheim.rules.snapshot import WarbandSnapshot, WarriorSnapshot
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import full_kit, three_orcs, warband, warrior

SKAB = "Skab"
MATRIARCH = "Sigmarite Matriarch"


def lad(name: str, type_key: str = "orc_boy", **changes: object) -> WarriorSnapshot:
    told = {"section": "hero", "promoted": True, "name": name, "experience": 2, "skill_lists": ["combat", "strength"]}
    return warrior(type_key, **{**told, **changes})


def mob(*lines: object, **changes: object) -> WarbandSnapshot:
    """Six heroes, none of them short of an advance."""
    shaman = warrior("orc_shaman", experience=12)
    return fought(three_orcs(shaman, warrior("big_un", name=SKAB), "big_un", lad("Nob"), lad("Git"), *lines), **changes)


def kit(kind: str, *lines: object, **changes: object) -> WarbandSnapshot:
    return fought(full_kit(warband(kind, *lines)), **changes)


def sisters(**changes: object) -> WarbandSnapshot:
    return kit("sisters_of_sigmar", "matriarch", *3 * ["sister_superior"], "2 novice", **changes)


def undead(**changes: object) -> WarbandSnapshot:
    return kit("undead", "vampire", "necromancer", *3 * ["dreg"], "2 zombie", **changes)


def skaven(**changes: object) -> WarbandSnapshot:
    return kit("skaven", "assassin_adept", "eshin_sorcerer", *2 * ["black_skaven"], "2 verminkin", **changes)


def cult(**changes: object) -> WarbandSnapshot:
    return kit("cult_of_the_possessed", "magister", *2 * ["mutant"], "possessed", "2 brethren", **changes)


def hunters(**changes: object) -> WarbandSnapshot:
    captain = warrior("captain: sword, crossbow", of="witch_hunters", name="Ulrich")
    return kit("witch_hunters", captain, *3 * ["witch_hunter"], "2 zealot", **changes)


def dice(count: int, face: int, heroes: int = 6) -> str:
    """So many dice of one face, and no other set."""
    others = [one for one in range(1, 7) if one != face]
    return "".join(map(str, [*count * [face], *others[: heroes - count]]))


def find(
    count: int, face: int, rest: str = "", *choices: object, of: WarbandSnapshot | None = None, **told: object
) -> Done:
    """What so many dice of a face bring to six heroes, or to the four of another warband."""
    before = of or mob()
    heroes = sum(one.section == "hero" for one in before.warriors)
    wanted = [chosen("exploration", *choice) for choice in choices]
    return night(before, exploration=f"{dice(count, face, heroes)} {rest}", choose=wanted, **told)


def gold(done: Done) -> int:
    """Gold crowns of the exploration."""
    return sum(one["by"] for one in done.effects("exploration", "gold"))


def stash(done: Done) -> list[object]:
    return done.file.get("stash", [])


def shards(done: Done, place_only: bool = False) -> int:
    found = [
        effect.as_json()["by"]
        for event in done.run.events
        for effect in event.effects
        if event.step == "exploration" and effect.kind == "shards"
        and not (place_only and event.result in ("wyrdstone_found", "extra_shards"))
    ]  # fmt: skip
    return sum(found)


def pool(done: Done) -> int:
    """How many dice were rolled at once."""
    return next((len(event.roll.faces) for event in done.run.events if event.result == "exploration"), 0)
