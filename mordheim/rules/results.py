"""What a roll's result does: the closed list of results that a chart, an injury, a find or a scenario may give.

A result is data, read from YAML; it says what happens in the game's words, with the dice still to be rolled and the
choices still to be made. One interpreter (`campaigns.postbattle.outcomes`) turns results into effects on a warband
(`mordheim.rules.effects`). Results may hold results: a roll leads to one of several, a choice likewise.

Amounts are numbers or dice (``3D6``, ``D6x10``), rolled when the result comes up.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from mordheim.rules.tables import RollTable
from mordheim.rules.words import Characteristic, Dice, Key, Strict, Text

Amount = Annotated[int, Field(ge=0)] | Dice


# --- gold, shards, things -----------------------------------------------------------------------------------------


class FindsGold(Strict):
    """Gold crowns. Where the dice show a double, or the single die one face, something else may come instead of the
    gold or besides it."""

    kind: Literal["gold"]
    amount: Amount
    told_as: str = Field(default="", description="what it is, where it is not coins but sold for them at once")
    also_on: int | None = Field(default=None, description="the face of a single die that brings ``also`` besides")
    also: tuple[Result, ...] = ()
    on_a_double: tuple[Result, ...] = Field(default=(), description="instead of the gold, when two dice are equal")


class FindsShards(Strict):
    kind: Literal["shards"]
    amount: Amount


class FindsItems(Strict):
    """Pieces for the stash: of ``item``, or of one of ``one_of`` as the player chooses."""

    kind: Literal["items"]
    item: Key | None = None
    one_of: tuple[Key, ...] = ()
    count: Amount = 1
    material: Key | None = None

    @model_validator(mode="after")
    def _names_a_thing(self) -> FindsItems:
        if (self.item is None) != bool(self.one_of):
            raise ValueError("a find is an item or one of several")
        return self


class RollsOnChart(Strict):
    """A roll on another chart, whose row says what happens. ``unique``: a row that somebody in the campaign has had
    already is rolled again."""

    kind: Literal["chart"]
    chart: Key
    unique: bool = False


# --- dice and choices ---------------------------------------------------------------------------------------------


class Face(Strict):
    """Totals from ``low`` to ``high`` lead to these results."""

    low: int
    high: int
    results: tuple[Result, ...] = ()


class RollsFor(Strict):
    """One die decides between rows, which cover it."""

    kind: Literal["roll"]
    die: Literal["D3", "D6", "2D6"] = "D6"
    rows: tuple[Face, ...]

    @model_validator(mode="after")
    def _covers_the_die(self) -> RollsFor:
        RollTable(self.die, tuple((row.low, row.high, row.results) for row in self.rows))
        return self


class Lot(Strict):
    """One thing of a hoard: ``needs`` is the face of a D6 from which it is there, ``None`` always."""

    needs: int | None = None
    results: tuple[Result, ...]


class RollsForEach(Strict):
    """A hoard: each lot has a D6 of its own, those that are always there have none."""

    kind: Literal["each"]
    lots: tuple[Lot, ...]


class TestsCharacteristic(Strict):
    """A test of the leader or of a hero whom the player chooses: a D6 against a characteristic, 2D6 for Leadership;
    equal or below passes. ``families`` pass without a roll."""

    kind: Literal["test"]
    who: Literal["leader", "hero"]
    characteristic: Characteristic
    passed: tuple[Result, ...] = ()
    failed: tuple[Result, ...] = ()
    families: tuple[Key, ...] = ()


class Option(Strict):
    """``families``: only for such warbands; empty for all."""

    key: Key
    name: Text
    results: tuple[Result, ...] = ()
    families: tuple[Key, ...] = ()


class Chooses(Strict):
    """The player chooses one of the options; the first is what is taken when nobody is asked."""

    kind: Literal["choose"]
    question: Text
    options: tuple[Option, ...]


class WarbandCase(Strict):
    families: tuple[Key, ...]
    results: tuple[Result, ...]


class DependsOnWarband(Strict):
    """What happens depends on the warband's family; the first case that fits, else ``otherwise``."""

    kind: Literal["by_warband"]
    cases: tuple[WarbandCase, ...]
    otherwise: tuple[Result, ...] = ()


class SendsHero(Strict):
    """The player may send one hero who took part; what follows happens to him. Nobody sent: nothing happens."""

    kind: Literal["send_hero"]
    question: Text
    results: tuple[Result, ...]
    must: bool = False


# --- what happens to a warrior ------------------------------------------------------------------------------------


class Dies(Strict):
    """He is struck from the roster with all he carries."""

    kind: Literal["dies"]


class MissesGames(Strict):
    kind: Literal["misses_games"]
    games: Amount = 1


class LosesEquipment(Strict):
    """``all``, or ``arms``: weapons and armour, while other things stay."""

    kind: Literal["loses_equipment"]
    what: Literal["all", "arms"] = "all"


class RollsMoreInjuries(Strict):
    """So many further rolls on the heroes' injury chart; results named in ``again`` are rolled again."""

    kind: Literal["more_injuries"]
    times: Amount
    again: tuple[Key, ...] = ()


class Fate(Strict):
    """What a captor may do with a captive for good. ``families``: only such captors; empty for all. ``done`` is what
    the chronicle tells of him: ``was sold to slavers``."""

    key: Key
    name: Text
    done: Text
    families: tuple[Key, ...] = ()
    results: tuple[Result, ...] = Field(default=(), description="what the captor's warband has of it")


class IsCaptured(Strict):
    """An enemy warband holds him: ransom and exchange need the owner's yes, the fates do not."""

    kind: Literal["captured"]
    fates: tuple[Fate, ...]


class FightsInThePits(Strict):
    """He fights a Pit Fighter; the players say whether he won. Losing means rolling on the heroes' injury chart until
    a code from ``low`` to ``high`` comes up."""

    kind: Literal["pit_fight"]
    won: tuple[Result, ...]
    lost: tuple[Result, ...]
    low: int
    high: int


class HatesSomebody(Strict):
    """Whom he hates from now on is rolled on a chart whose row keys are kinds of hatred."""

    kind: Literal["hates"]
    chart: Key


class Suffers(Strict):
    """A lasting injury or what a drug left behind."""

    kind: Literal["suffers"]
    injury: Key


class Raises(Strict):
    """A characteristic of the warrior rises for good."""

    kind: Literal["raises"]
    characteristic: Characteristic
    by: int = 1


class GainsExperience(Strict):
    """Experience for the warrior himself, for the leader, or to be spread over the heroes as the player likes."""

    kind: Literal["experience"]
    who: Literal["himself", "leader", "heroes"]
    amount: Amount


class OpensSkillList(Strict):
    """A hero of the player's choice may learn from that list from now on. ``leaves`` is a lasting effect that goes
    with it."""

    kind: Literal["opens_skill_list"]
    skill_list: Key
    leaves: Key | None = None


# --- what happens to the warband ----------------------------------------------------------------------------------


class JoinsWarband(Strict):
    """Warriors of one of the warband's own types join without a fee; what its limits do not admit stays away."""

    kind: Literal["joins"]
    warrior: Key
    count: Amount = 1


class RecruitsPrisoner(Strict):
    """One prisoner may join a henchman group of that race with the group's experience; only his equipment is paid."""

    kind: Literal["prisoner_joins"]
    race: Key


class HiresForOneBattle(Strict):
    """A hired sword of the player's choice serves in the next battle for nothing."""

    kind: Literal["free_hired_sword"]


class LeavesEffect(Strict):
    """A lasting effect stays with the warband (`mordheim.rules.schema.LastingEffectEntry`)."""

    kind: Literal["leaves_effect"]
    effect: Key


Result = Annotated[
    FindsGold
    | FindsShards
    | FindsItems
    | RollsOnChart
    | RollsFor
    | RollsForEach
    | TestsCharacteristic
    | Chooses
    | DependsOnWarband
    | SendsHero
    | Dies
    | MissesGames
    | LosesEquipment
    | RollsMoreInjuries
    | IsCaptured
    | FightsInThePits
    | HatesSomebody
    | Suffers
    | Raises
    | GainsExperience
    | OpensSkillList
    | JoinsWarband
    | RecruitsPrisoner
    | HiresForOneBattle
    | LeavesEffect,
    Field(discriminator="kind"),
]

for _model in (
    FindsGold, Face, RollsFor, Lot, RollsForEach, TestsCharacteristic, Option, Chooses, WarbandCase, DependsOnWarband,
    SendsHero, Fate, IsCaptured, FightsInThePits,
):  # fmt: skip
    _model.model_rebuild()
