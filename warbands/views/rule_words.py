"""How the pages of the rules say things: names of kinds, links, prices, limits and choices in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Limit, ListRow, Upkeep
from mordheim.rules.words import CHARACTERISTICS, Includes, Profile, Who
from warbands.roster.explain import CHARACTERISTIC_NAMES, Figure
from warbands.roster.sheet import item_numbers

# The order in which a player looks for things, with the names of the kinds.
KIND_NAMES: Mapping[str, tuple[str, str]] = {
    "warband_types": ("Warbands", "Warband"),
    "hired_swords": ("Hired swords", "Hired sword"),
    "items": ("Weapons, armour and equipment", "Equipment"),
    "rules": ("Special rules", "Special rule"),
    "skills": ("Skills", "Skill"),
    "spells": ("Spells and prayers", "Spell"),
    "charts": ("Roll tables", "Roll table"),
    "injuries": ("Injuries", "Injury"),
    "locations": ("Exploration", "Location"),
    "scenarios": ("Scenarios", "Scenario"),
    "happenings": ("Random happenings", "Random happening"),
    "great_beasts": ("Great beasts", "Great beast"),
    "scales": ("Income and bonuses", "Table"),
    "lasting_effects": ("What finds leave behind", "Lasting effect"),
    "rulings": ("Rulings", "Ruling"),
    "equipment_lists": ("Equipment lists", "Equipment list"),
    "skill_lists": ("Skill lists", "Skill list"),
    "lores": ("Lores of magic", "Lore"),
    "materials": ("Materials", "Material"),
    "mutations": ("Mutations", "Mutation"),
    "races": ("Races and their maximums", "Race"),
    "tracks": ("Experience tracks", "Experience track"),
    "families": ("Families of warbands", "Family"),
}
CATEGORY_NAMES: Mapping[str, str] = {
    "close_combat": "Close combat weapons",
    "missile": "Missile weapons",
    "body_armour": "Body armour",
    "shield": "Shields and bucklers",
    "helmet": "Helmets",
    "poison": "Poisons",
    "drug": "Drugs",
    "miscellaneous": "Miscellaneous equipment",
    "mount": "Mounts",
    "barding": "Barding",
    "vehicle": "Vehicles",
    "find": "Finds",
    "artefact": "Artefacts",
}
RULE_GROUPS: Mapping[str, str] = {
    "psychology": "Psychology",
    "warrior": "Rules of warriors",
    "warband": "Rules of warbands",
    "weapon": "Rules of weapons and armour",
}
SET_NAMES: Mapping[int, str] = {
    2: "Two of a kind",
    3: "Three of a kind",
    4: "Four of a kind",
    5: "Five of a kind",
    6: "Six of a kind",
}
PLAYERS: Mapping[str, str] = {"two": "For two warbands", "many": "For more than two warbands"}
EARNERS: Mapping[str, str] = {
    "hero": "for a Hero",
    "anybody": "for a Hero or a henchman group",
    "leader": "for the leader",
    "spread": "spread over the Heroes",
}
BANS: Mapping[str, str] = {
    "armour": "never wears armour",
    "missile": "never uses missile weapons",
    "blackpowder": "never uses blackpowder weapons",
}


@dataclass(frozen=True)
class Words:
    """A piece of text, a link where it has an address."""

    text: str
    url: str = ""


@dataclass(frozen=True)
class Row:
    """A rule in a list: its name, something at the right, its summary."""

    name: str
    url: str = ""
    aside: str = ""
    what: str = ""
    note: str = ""
    roll: str = ""
    missing: bool = False


@dataclass(frozen=True)
class Group:
    title: str
    rows: tuple[Row, ...]
    url: str = ""
    aside: str = ""


def address(kind: str, key: str) -> str:
    if kind == "rulings":
        return f"{reverse('rulings')}#{anchor_of(key)}"
    return reverse("rule-detail", args=[kind, key])


def anchor_of(key: str) -> str:
    return key.replace("_", "-")


def gold_told(gold: int, plus: str | None = None) -> str:
    return f"{gold}{f' + {plus}' if plus else ''} gc"


def rarity_told(rarity: int | None) -> str:
    return "common" if rarity is None else f"rare {rarity}"


def span_told(numbers: tuple[int, ...]) -> str:
    """``16–21``, or the one number there is."""
    return "–".join(map(str, sorted({numbers[0], numbers[-1]}))) if numbers else ""


def profile_figures(profile: Profile) -> tuple[Figure, ...]:
    return tuple(
        Figure(*CHARACTERISTIC_NAMES[characteristic], str(getattr(profile, characteristic)))
        for characteristic in CHARACTERISTICS
    )


class Told:
    """The rulebook's references in words and links."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.warriors = {
            warrior.key: (kind, warrior) for kind in rulebook.warband_types.values() for warrior in kind.warriors
        }

    def link(self, kind: str, key: str, after: str = "") -> Words:
        entry = self.rulebook.of_kind(kind).get(key)
        if entry is None:
            return Words(f"{plain(key)}{after}")
        return Words(f"{entry.name}{after}", address(kind, key))

    def links(self, kind: str, keys: Iterable[str]) -> list[Words]:
        return [self.link(kind, key) for key in keys]

    def row(self, kind: str, key: str, aside: str = "", note: str = "") -> Row:
        entry = self.rulebook.of_kind(kind)[key]
        return Row(entry.name, address(kind, key), aside, entry.summary, note)

    def warrior_name(self, key: str, plural: bool = True) -> str:
        _, warrior = self.warriors.get(key, (None, None))
        return (warrior.plural if plural else warrior.name) if warrior else plain(key)

    def warband_name(self, key: str) -> str:
        kind = self.rulebook.warband_types.get(key)
        return kind.name if kind else plain(key)

    def name(self, kind: str, key: str) -> str:
        entry = self.rulebook.of_kind(kind).get(key)
        return entry.name if entry else plain(key)

    def who(self, who: Who, *, all_of: bool = True) -> str:
        """A choice of warriors: ``Goblin Warriors``, ``spellcasters of Mercenaries``."""
        parts = [
            or_list(self.name("families", key) for key in who.families),
            or_list(self.warband_name(key) for key in who.warband_types),
            or_list(self.warrior_name(key) for key in who.warriors),
            or_list(f"{self.name('races', key)} warriors" for key in who.races),
            "spellcasters" if who.spellcasters else "",
            "the warband's own leader" if who.own_leader else "",
            or_list(self.who(one, all_of=all_of) for one in who.any_of),
        ]
        return (", and of those only " if all_of else ", or ").join(part for part in parts if part)

    def permissions(self, only_for: Who | None, not_for: Who | None) -> Iterator[str]:
        if only_for:
            yield f"Only for {self.who(only_for)}"
        if not_for:
            yield f"Not for {self.who(not_for, all_of=False)}"

    def includes(self, includes: Includes) -> str:
        names = [self.warrior_name(key, plural=False) for key in includes.warriors]
        names += [f"{self.name('races', key)} warrior" for key in includes.races]
        return f"while the warband has any {or_list(names)}"

    def limit(self, limit: Limit) -> str:
        """How many a warband may have: ``exactly 1``, ``0 to 2``, ``at most 2 for each Orc``."""
        told = []
        if limit.exactly is not None:
            told.append(f"exactly {limit.exactly}")
        elif limit.max is not None:
            told.append(f"{limit.min} to {limit.max}")
        elif limit.min:
            told.append(f"at least {limit.min}")
        if ratio := limit.at_most_per:
            names = [self.warrior_name(key, plural=False) for key in ratio.warriors]
            names += [self.name("races", ratio.race)] if ratio.race else []
            told.append(f"at most {ratio.count} for each {or_list(names)}")
        return ", ".join(told) or "any number"

    def upkeep(self, upkeep: Upkeep) -> str:
        told = f"{upkeep.gold} gc after every battle"
        if upkeep.sacrifice:
            told += f", or {upkeep.sacrifice} of {or_list(self.warrior_name(key) for key in upkeep.of)}"
        return told

    def list_row(self, row: ListRow) -> Row:
        item = self.rulebook.items[row.item]
        conditions = []
        if row.at_start:
            conditions.append("starting warbands only")
        if row.heroes_only:
            conditions.append("Heroes only")
        if row.only_for:
            conditions.append(f"only for {self.who(row.only_for)}")
        if row.common_if:
            conditions.append(self.includes(row.common_if))
        if row.rarity is not None:
            conditions.append(f"later rare {row.rarity}")
        note = "; ".join(filter(None, [item_numbers(self.rulebook, item), *conditions]))
        return Row(item.name, address("items", item.key), gold_told(row.price), note=note)


def plain(key: str) -> str:
    return key.replace("_", " ").capitalize()


def or_list(names: Iterable[str]) -> str:
    told = list(dict.fromkeys(names))
    return " or ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def and_list(phrases: Iterable[str]) -> str:
    told = list(phrases)
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def amount_told(low: int, high: int | None) -> str:
    """``16–21``, ``8+``, or the one number there is."""
    return f"{low}+" if high is None else span_told((low, high))
