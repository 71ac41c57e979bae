"""What a YAML entry of the rules may say.

Every file below ``fixtures/rules/<book>/`` is a mapping from a plural kind (``items``, ``skills``, ...) to a
list of entries; each entry is one of the frozen models below, which forbid unknown fields. Limits, prices and
permissions are a small closed vocabulary (`Limit`, `Requires`, `Excludes`, `ListRow`, and `Who` of
`mordheim.rules.words`): a rule of the game is a combination of those words, never a test for a key in Python. What
rules do to the figures on a sheet are the effects of `mordheim.rules.rule_effects`, what dice bring about the results
of `mordheim.rules.results`; a rule that is one of a kind gets a kind of its own there and one interpreter.

Gold is in gold crowns, ranges and movement in inches. Texts are summaries in the project's own words; the
book stands in the folder's ``source.yaml``, the place within it in ``section``.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, field_validator, model_validator

from mordheim.rules.beasts import GreatBeast
from mordheim.rules.happenings import Happening
from mordheim.rules.results import Result
from mordheim.rules.rule_effects import Effect
from mordheim.rules.setup import SetUp
from mordheim.rules.words import (
    SLOTS,
    Ban,
    Category,
    Characteristic,
    Dice,
    Entry,
    Includes,
    Key,
    Profile,
    Section,
    Slot,
    StrengthText,
    Strict,
    Text,
    Who,
)


class Source(Strict):
    """One book: its key, its name, and how it is quoted on a sheet."""

    key: Key
    name: Text
    short: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    edition: str = ""
    notes: str = ""


class Requires(Strict):
    """Items that must be carried along with this one; ``at_start`` asks it of starting warbands only."""

    items: tuple[Key, ...]
    at_start: bool = False


class Excludes(Strict):
    """What may not be carried along: whole categories, single items, or everything but a few."""

    categories: tuple[Category, ...] = ()
    items: tuple[Key, ...] = ()
    everything: bool = False
    but: tuple[Key, ...] = ()


class Family(Entry):
    """A family of warbands that hired swords and prices speak of, such as mercenaries or Undead."""


class Race(Entry):
    """A race and its maximum profile; ``None`` where the books give none (then the starting profile holds). ``rules``
    are those of everybody of it, whatever his entry prints."""

    maximum: Profile | None = None
    rules: tuple[Key, ...] = ()


class Rule(Entry):
    """A special rule of a warrior, a warband or a weapon."""

    kind: Literal["warrior", "warband", "weapon", "psychology"]
    effects: tuple[Effect, ...] = ()
    chart: Key | None = None


class Weapon(Strict):
    """``range`` in inches, ``None`` for close combat; ``strength`` is ``user``, ``user+2`` or a number.

    ``save_modifier`` comes on top of what Strength does to the victim's save, ``save_modifier_total`` stands
    for the whole of it.
    """

    range: int | None = None
    range_note: str = ""
    strength: StrengthText
    save_modifier: int | None = None
    save_modifier_total: int | None = None
    hands: Literal[1, 2] = 1
    both_hands: bool = Field(
        default=False, description="a bow, a long gun or a pair: it takes both hands, though its line does not say so"
    )
    rules: tuple[Key, ...] = ()


class Armour(Strict):
    """``save`` is the D6 needed by itself, ``bonus`` what it adds to another armour's save, ``alone`` what it
    gives without any; ``stun_save`` turns stunned into knocked down; ``movement_with_shield`` in inches."""

    save: int | None = None
    bonus: int = 0
    alone: int | None = None
    stun_save: int | None = None
    movement_with_shield: int = 0
    rules: tuple[Key, ...] = ()


class RarityFor(Strict):
    """Another rarity for some; ``None`` is common."""

    who: Who
    rarity: int | None


class Serves(Strict):
    """What a thing is for: it is of use only to whoever may have one of these items, or a blackpowder weapon."""

    items: tuple[Key, ...] = ()
    blackpowder: bool = False


class Sale(Strict):
    """What a piece brings back where it is not half of its price: a price of its own, or never."""

    never: bool = False
    price: int = 0
    plus: Dice | None = None


class Item(Entry):
    """A weapon, a suit, a thing. ``price`` is the chart's fixed part, ``plus`` the dice added to it; ``None``
    where the chart has no such thing. ``rarity`` ``None`` is common.

    ``at_start`` names who may buy it for a starting warband although no list of theirs has it.
    """

    category: Category
    price: int | None = None
    plus: Dice | None = None
    rarity: int | None = None
    rarity_for: tuple[RarityFor, ...] = ()
    sale: Sale | None = None
    blackpowder: bool = False
    brace_of: Key | None = None
    weapon: Weapon | None = None
    armour: Armour | None = None
    slots: Mapping[Slot, int] | None = None
    heroes_only: bool = False
    free: bool = Field(default=False, description="everybody who may carry weapons has one without paying")
    natural: bool = Field(default=False, description="what whoever carries no weapons fights with")
    for_armour_wearers: bool = Field(default=False, description="may be worn by anyone who may wear armour")
    only_for: Who | None = None
    not_for: Who | None = None
    second_for: Who | None = Field(default=None, description="only these may carry more than one")
    at_start: Who | None = None
    requires: Requires | None = None
    excludes: Excludes | None = None
    serves: Serves | None = None
    takes_material: bool = Field(default=True, description="may be made of gromril and the like")
    raises_max: int = 0
    uses: int | None = None
    effects: tuple[Effect, ...] = ()
    profile: Profile | None = None
    rules: tuple[Key, ...] = Field(default=(), description="what a creature that is a thing fights by")
    chart: Key | None = None
    chart_when: Literal["acquired", "after_use"] | None = Field(
        default=None,
        description="when its chart is rolled: as the warband gets it, or after a battle in which it was used",
    )
    teaches: Key | None = Field(
        default=None,
        description="whoever studies it learns a spell and keeps this lasting effect; it is used up by that",
    )
    won_by: Characteristic | None = Field(
        default=None, description="its price is for trying: a D6 of no more than that characteristic wins it"
    )
    no_effect_on: Who | None = Field(default=None, description="on any of these it does nothing, during or after use")

    @model_validator(mode="after")
    def _says_when_its_chart_is_rolled(self) -> Item:
        if (self.chart is None) != (self.chart_when is None):
            raise ValueError("chart and chart_when go together")
        return self

    @property
    def is_weapon(self) -> bool:
        return self.category in ("close_combat", "missile")

    @property
    def takes_both_hands(self) -> bool:
        """Whether somebody with one arm cannot use it: a weapon for two hands, a pair, a brace."""
        return self.weapon is not None and (self.weapon.hands == 2 or self.weapon.both_hands or bool(self.brace_of))

    @property
    def is_armour(self) -> bool:
        return self.category in ("body_armour", "shield", "helmet")

    @property
    def uses_slots(self) -> Mapping[Slot, int]:
        """How many of each carrying place it takes."""
        if self.slots is not None:
            return self.slots
        for slot in SLOTS:
            if self.category == slot:
                return {slot: 1}
        return {}


class Material(Entry):
    """Gromril and ithilmar, the two that a warband file can name: what a weapon of it costs and does.

    ``except_items`` cannot be made of it.
    """

    key: Literal["gromril", "ithilmar"]
    price_times: int
    rarity: int | None
    for_category: Category = "close_combat"
    except_items: tuple[Key, ...] = ()
    save_modifier: int = 0
    initiative: int = 0


class Skill(Entry):
    only_for: Who | None = None
    not_for: Who | None = None
    effects: tuple[Effect, ...] = ()


class SkillList(Entry):
    """``printed_for`` names the one warrior type that a list is printed for, if there is one."""

    skills: tuple[Key, ...]
    printed_for: Key | None = None


class Spell(Entry):
    """``difficulty`` is what 2D6 must reach; ``None`` where nothing is rolled. ``rout_bonus`` helps the warband of its
    caster in Rout tests while the spell is in force."""

    difficulty: int | None
    rout_bonus: int = 0


class LoreRow(Strict):
    """One face of the die: a spell, or a row that the source does not have."""

    roll: int
    spell: Key | None = None
    missing: bool = False

    @model_validator(mode="after")
    def _one_or_the_other(self) -> LoreRow:
        if (self.spell is None) != self.missing:
            raise ValueError("a row names a spell or says that it is missing")
        return self


class Lore(Entry):
    """A list of spells on a D6. Prayers may be said in armour."""

    rows: tuple[LoreRow, ...]
    prayers: bool = False

    @model_validator(mode="after")
    def _covers_the_die(self) -> Lore:
        if [row.roll for row in self.rows] != [1, 2, 3, 4, 5, 6]:
            raise ValueError("a lore has a row for each face of a D6, in order")
        return self

    @property
    def spells(self) -> tuple[Key, ...]:
        return tuple(row.spell for row in self.rows if row.spell is not None)


class Outcome(Strict):
    """What a further D6 decides about an injury; ``key`` stands in the warband file where it lasts, which it does
    when it has effects."""

    faces: tuple[int, ...]
    key: Key
    summary: Text
    effects: tuple[Effect, ...] = ()
    results: tuple[Result, ...] = ()


class Injury(Entry):
    """A serious injury or what a drug left behind. ``codes`` are its D66 results, none for the latter."""

    codes: tuple[int, ...] = ()
    lasting: bool = True
    effects: tuple[Effect, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    results: tuple[Result, ...] = ()
    has_side: bool = False
    side_by_die: bool = Field(default=False, description="a D6 decides the side: 1 to 3 left, 4 to 6 right")
    has_hatred: bool = False
    retires_when_repeated: bool = False
    before_battle: tuple[int, ...] = Field(
        default=(), description="faces of the D6 before each battle that keep him out of it"
    )
    needs_dose: Key | None = Field(default=None, description="he leaves unless he carries a dose of it")


class Mutation(Entry):
    price: int
    effects: tuple[Effect, ...] = ()


class Advance(Strict):
    """What a row of an advance chart brings: a new skill, a rise in one of these characteristics (as a further D6
    says, or as the player chooses), or one of a group becomes a hero."""

    skill: bool = False
    promotes: bool = False
    characteristics: tuple[Characteristic, ...] = ()
    by_die: bool = False


class ChartRow(Strict):
    """Totals from ``low`` to ``high`` give this result."""

    low: int
    high: int
    name: Text
    summary: Text
    key: Key | None = None
    results: tuple[Result, ...] = ()
    advance: Advance | None = None


class Chart(Entry):
    """A roll table. It covers its die without a gap (see `mordheim.rules.tables`)."""

    die: Literal["D3", "D6", "2D6", "D66"]
    rows: tuple[ChartRow, ...]

    @model_validator(mode="after")
    def _covers_the_die(self) -> Chart:
        from mordheim.rules.tables import RollTable

        RollTable(self.die, tuple((row.low, row.high, row.name) for row in self.rows))
        return self


class ListRow(Strict):
    """One line of an equipment list.

    ``at_start``: the price holds for a starting warband only, later the chart's does. ``rarity``: how hard it
    is to find later, where that differs from the chart's. ``common_if``: sold only while the warband includes
    such a warrior.
    """

    item: Key
    price: int
    at_start: bool = False
    rarity: int | None = None
    only_for: Who | None = None
    heroes_only: bool = False
    common_if: Includes | None = None


class MaterialRow(Strict):
    """``price_times`` the list's price buys that weapon in that material, for a starting warband."""

    material: Key
    price_times: int
    at_start: bool = True


class EquipmentList(Entry):
    """Rows may be written ``key: price`` for short."""

    rows: tuple[ListRow, ...]
    materials: tuple[MaterialRow, ...] = ()

    @field_validator("rows", mode="before")
    @classmethod
    def _short_rows(cls, value: Any) -> Any:
        return _expand_rows(value)


def _expand_rows(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return [{"item": key, **({"price": row} if isinstance(row, int) else row)} for key, row in value.items()]


class AtMostPer(Strict):
    """At most ``count`` for each warrior of that race or of those types (hired swords never count)."""

    count: int
    race: Key | None = None
    warriors: tuple[Key, ...] = ()


class Limit(Strict):
    """How many of a type a warband may have. All stated parts hold together."""

    exactly: int | None = None
    min: int = 0
    max: int | None = None
    at_most_per: AtMostPer | None = None

    @property
    def highest(self) -> int | None:
        return self.exactly if self.exactly is not None else self.max


class Casting(Strict):
    """The lore a spellcaster uses, and how many random spells he starts with."""

    lore: Key
    starting: int = 1


class Upkeep(Strict):
    """Gold crowns after every battle, or so many warriors of these types instead."""

    gold: int
    sacrifice: int = 0
    of: tuple[Key, ...] = ()


class WarriorType(Strict):
    """The entry one recruits from; its key is unique within its warband type."""

    key: Key
    name: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    plural: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    section: Literal["hero", "henchman"]
    summary: Text
    price: int
    leader: bool = False
    starting_experience: int = 0
    gains_experience: bool = True
    profile: Profile
    race: Key
    limit: Limit = Limit()
    equipment_list: Key | None = None
    carries_equipment: bool = True
    never: tuple[Ban, ...] = ()
    never_except: tuple[Key, ...] = ()
    never_leads: bool = False
    rules: tuple[Key, ...] = ()
    skill_lists: tuple[Key, ...] = ()
    casting: Casting | None = None
    rating: int = 5
    upkeep: Upkeep | None = None
    mutations: Limit | None = None
    rolls_for_injury: bool = True


class Hiring(Strict):
    """Which hired swords a warband takes: only these, or none of these races."""

    only: tuple[Key, ...] | None = None
    never_races: tuple[Key, ...] = ()


class WarbandType(Entry):
    """A warband list: who may join, what they may buy, and which rules hold for all.

    ``special_equipment`` is the list's own; it keeps its price and availability throughout.
    """

    families: tuple[Key, ...]
    starting_gold: int = 500
    warriors_min: int = 3
    warriors_max: int
    heroes_max: int = 6
    group_max: int = 5
    warriors: tuple[WarriorType, ...]
    special_equipment: tuple[ListRow, ...] = ()
    rules: tuple[Key, ...] = ()
    hiring: Hiring = Hiring()
    rare_item_bonus: int = 0
    heirs: tuple[Key, ...] = Field(default=(), description="only these warriors may lead after the leader's death")
    falls_without_heir: bool = False
    leader_rehired: bool = Field(
        default=False, description="a new leader of the list may be hired while somebody else leads in his stead"
    )
    new_leader_lore: Key | None = Field(default=None, description="a successor may become a spellcaster of it")
    new_leader_leaves: Key | None = Field(default=None, description="the lasting effect that a successor brings")

    @field_validator("special_equipment", mode="before")
    @classmethod
    def _short_rows(cls, value: Any) -> Any:
        return _expand_rows(value)

    @model_validator(mode="after")
    def _keys_are_unique(self) -> WarbandType:
        keys = [warrior.key for warrior in self.warriors]
        if len(set(keys)) != len(keys):
            raise ValueError("two warrior types have one key")
        return self

    def warrior(self, key: str) -> WarriorType | None:
        return next((warrior for warrior in self.warriors if warrior.key == key), None)


class GearChoice(Strict):
    """``pick`` pieces in any mix out of these."""

    pick: int
    of: tuple[Key, ...]


class UpkeepIf(Strict):
    includes: Includes
    fee: int


class HiredSwordType(Entry):
    """A hired sword: ``gear`` is what he always has, ``gear_choice`` one of several printed alternatives.

    ``may_buy`` are the categories one may buy for him; nobody else's gear is bought or sold.
    """

    hire_fee: int
    upkeep_fee: int
    upkeep_if: tuple[UpkeepIf, ...] = ()
    rating: int
    profile: Profile
    race: Key
    only_for: Who | None = None
    not_for: Who | None = None
    gear: tuple[Key, ...] = ()
    gear_choice: tuple[GearChoice, ...] = ()
    may_buy: tuple[Category, ...] = ()
    never: tuple[Ban, ...] = ()
    rules: tuple[Key, ...] = ()
    skill_lists: tuple[Key, ...] = ()
    skills_also: tuple[Key, ...] = ()
    casting: Casting | None = None
    raises_max: int = 0
    mount: Key | None = None


class Track(Entry):
    """An experience track: so many boxes, and those that bring an advance."""

    used_by: tuple[Section, ...]
    length: int
    advance_at: tuple[int, ...]


class Location(Entry):
    """A place that exploration finds: so many dice (2 to 6) of one face."""

    dice: int = Field(ge=2, le=6)
    face: int = Field(ge=1, le=6)
    results: tuple[Result, ...]


class LastingEffectEntry(Entry):
    """What a result leaves with the warband until it is used up.

    ``until``: the next exploration or the next battle ends it, or nothing does. ``families``: only a battle against
    one of these ends it; empty for any. ``effects`` hold for the warrior whom it names, or for the warband. ``once``:
    a second one adds nothing. ``bearer``: it names a warrior, and goes with him; ``names_weapon``: one of his weapons
    too.
    """

    until: Literal["exploration", "battle"] | None = None
    families: tuple[Key, ...] = ()
    once: bool = False
    bearer: bool = False
    names_weapon: bool = False
    effects: tuple[Effect, ...] = ()


class ScaleRow(Strict):
    """Amounts from ``low`` to ``high`` (``None``: and above) give these values, one for each column."""

    low: int
    high: int | None
    values: tuple[int, ...]


class Column(Strict):
    low: int
    high: int | None


class Scale(Entry):
    """A table without dice: what an amount gives, by columns where a second amount counts too. ``of_what`` and
    ``by_what`` say what the two amounts are, ``unit`` what the values are."""

    of_what: Text
    by_what: str = ""
    unit: Text
    columns: tuple[Column, ...] = (Column(low=0, high=None),)
    rows: tuple[ScaleRow, ...]

    def value(self, amount: int, column: int = 0) -> int:
        """What an amount gives; ``column`` is the second amount. 0 below the first row.

        Raises:
            ValueError: when the second amount has no column.
        """
        for place, one in enumerate(self.columns):
            if one.low <= column and (one.high is None or column <= one.high):
                rows = (row for row in self.rows if row.low <= amount and (row.high is None or amount <= row.high))
                return next((row.values[place] for row in rows), 0)
        raise ValueError(f"{self.key} has no column for {column}")

    @model_validator(mode="after")
    def _is_whole(self) -> Scale:
        spans = [[(one.low, one.high) for one in self.columns], [(one.low, one.high) for one in self.rows]]
        for span in spans:
            if any(before[1] is None or after[0] != before[1] + 1 for before, after in pairwise(span)):
                raise ValueError("rows and columns follow each other without a gap")
        if any(len(row.values) != len(self.columns) for row in self.rows):
            raise ValueError("each row has a value for each column")
        return self


class Award(Strict):
    """Experience that a scenario gives: to a hero or to anybody who earns it, to the leader, or to the warband, which
    spreads it over its heroes as it likes. ``per``: what it is given for each of; empty when it is given once.

    ``by`` is what it hangs on: something that only the players know, at any end or only where no goal was reached; the
    goal itself; the counters that he carries, the wounds that he did the beast, or its last one; being the first to
    leave the table, or the one who found the objective.
    """

    key: Key
    name: Text
    amount: int | Dice = 1
    who: Literal["hero", "anybody", "leader", "spread"] = "anybody"
    per: str = ""
    by: Literal["table", "no_goal", "goal", "counters", "wounds", "slaying", "first_off", "finding"] = "table"
    summary: Text


class Scenario(Entry):
    """What a battle is about. ``number`` is its number in the book. ``players``: for two warbands, or for more.

    ``awards`` come on top of survival, the winning leader and enemies out of action. ``reward`` goes to the winners,
    who share it as they agree. ``chart`` is rolled on in the scenario itself. ``plan`` is what ``attacker``, ``setup``
    and ``first_turn`` tell, for setting the battle up.
    """

    number: int | None = None
    players: Literal["two", "many"]
    attacker: Text | None = None
    setup: Text
    first_turn: Text
    ends: Text
    rout_tests: bool = True
    awards: tuple[Award, ...] = ()
    reward: tuple[Result, ...] = ()
    reward_told: str = ""
    shards_told: str = ""
    chart: Key | None = None
    plan: SetUp = SetUp()


class Ruling(Entry):
    """The project's answer where the books are silent; ``touches`` lists ``kind:key`` of what it is about."""

    number: int
    topic: Text
    touches: tuple[Annotated[str, StringConstraints(pattern=r"^[a-z_]+:[a-z0-9_]+$")], ...] = ()


KINDS: Mapping[str, type[Entry]] = {
    "families": Family,
    "races": Race,
    "rules": Rule,
    "items": Item,
    "materials": Material,
    "skills": Skill,
    "skill_lists": SkillList,
    "spells": Spell,
    "lores": Lore,
    "injuries": Injury,
    "mutations": Mutation,
    "charts": Chart,
    "equipment_lists": EquipmentList,
    "warband_types": WarbandType,
    "hired_swords": HiredSwordType,
    "tracks": Track,
    "scales": Scale,
    "locations": Location,
    "lasting_effects": LastingEffectEntry,
    "scenarios": Scenario,
    "happenings": Happening,
    "great_beasts": GreatBeast,
    "rulings": Ruling,
}
