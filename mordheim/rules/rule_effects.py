"""What a rule does to the figures on a sheet, for as long as it holds: the closed list of effects of rules.

Entries carry them (`mordheim.rules.schema`): a skill, a thing, a lasting injury or a special rule says by its effects
what changes for whoever has it. An effect is data; each kind has one interpreter, and a rule that is one of a kind
gets a kind of its own. Those that blows and injuries are reckoned from stand in `mordheim.rules.fight_effects`. What
happens once, when dice come up, is a result instead (`mordheim.rules.results`).

Ranges and movement are in inches.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mordheim.rules.fight_effects import FightEffect
from mordheim.rules.words import Characteristic, Key, Strict, Who


class ChangesCharacteristic(Strict):
    kind: Literal["characteristic"]
    characteristic: Characteristic
    by: int
    only_for: Who | None = None


class AddsToSave(Strict):
    """Adds to an armour save that is there already."""

    kind: Literal["save_bonus"]
    by: int
    against: Literal["all", "shooting"] = "all"


class SavesAgainstStun(Strict):
    """A D6 save that turns stunned into knocked down; better with a helmet, whose own rule it replaces."""

    kind: Literal["stun_save"]
    needs: int
    with_helmet: int | None = None


class InjuryBands(Strict):
    """Own bands of the in-battle injury D6: below ``stunned_from`` is knocked down."""

    kind: Literal["injury_bands"]
    stunned_from: int
    out_from: int


class MayUse(Strict):
    """Opens a whole category of weapons besides the warrior's own list."""

    kind: Literal["may_use"]
    category: Literal["close_combat", "missile"]


class NoArmourPenalty(Strict):
    """Armour never takes from Movement."""

    kind: Literal["no_armour_penalty"]


class CastsInArmour(Strict):
    kind: Literal["casts_in_armour"]


class AddsRange(Strict):
    """Inches added to missile weapons, the warrior's own or the whole warband's."""

    kind: Literal["range_bonus"]
    by: int
    scope: Literal["own", "warband"] = "own"


class ReachesFurther(Strict):
    """Inches added to the range at which others may test on his Leadership while he leads."""

    kind: Literal["leader_range"]
    by: int


class OpensLore(Strict):
    """Spells of that lore may be learned besides the warrior's own."""

    kind: Literal["opens_lore"]
    lore: Key


class GivesRule(Strict):
    """The warrior has that special rule from now on."""

    kind: Literal["gives_rule"]
    rule: Key


class IgnoresRule(Strict):
    """A weapon rule that does nothing against the warrior."""

    kind: Literal["ignores_rule"]
    rule: Key


class CountsHalfForRout(Strict):
    kind: Literal["half_for_rout"]


class UsesOneHand(Strict):
    """He can use a single one-handed weapon only: none that takes both hands, no second one, no shield."""

    kind: Literal["one_hand"]


class ExtraShards(Strict):
    """Shards added when the warband rolled at least one exploration die."""

    kind: Literal["extra_shards"]
    by: int


class RollsAgain(Strict):
    """A roll of that kind may be made again, or moved by one, as the summary says."""

    kind: Literal["changes_roll"]
    roll: Literal["rout", "serious_injury", "exploration", "rare_item", "casting", "price"]
    by: int = 0
    dice: int = Field(default=1, description="how many dice may be rolled again or moved")
    needs: Literal["standing", "leadership_test", "foreseen", "first_failure"] | None = Field(
        default=None,
        description="standing: only while he explores; leadership_test: a test of his own Leadership too; foreseen: a "
        "test passed before the battle, wherever he is after it; first_failure: only the first that fails in a battle",
    )


class PassesFirstTest(Strict):
    """The first Leadership test of its bearer in a battle is passed by itself. A leader may keep it for a Rout test, if
    he has taken no other test before."""

    kind: Literal["passes_first_test"]


class QuarrelsEachTurn(Strict):
    """At the start of his side's turn a D6 for each henchman who has it and is in no fight: on ``face`` he rolls on
    ``chart``. ``items``: who swings one of these does not test."""

    kind: Literal["quarrels"]
    face: int
    chart: Key
    items: tuple[Key, ...] = ()


class ExtraExplorationDice(Strict):
    """Dice rolled besides at an exploration, of which as many are put aside again as the player likes. A warrior's own
    count while he explores."""

    kind: Literal["exploration_dice"]
    by: int = 1
    discard: int = 0


class IgnoresInjury(Strict):
    """A serious injury that does nothing to him."""

    kind: Literal["ignores_injury"]
    injury: Key


class RaisesMaximum(Strict):
    """What he may reach in a characteristic, beyond his race's maximum."""

    kind: Literal["maximum"]
    characteristic: Characteristic
    by: int


class RuinedWhenOut(Strict):
    """The thing is lost on a D6 of ``lost_to`` or less after a battle in which its bearer was put out of action."""

    kind: Literal["ruined_when_out"]
    lost_to: int


class InjuredByUse(Strict):
    """Whoever used it in a battle rolls for injury after it, out of action or not; who was strangled by it is lost up
    to a higher face."""

    kind: Literal["injured_by_use"]
    strangled_lost_to: int


class BarsNewLeader(Strict):
    """No leader of the list is hired while it lasts."""

    kind: Literal["bars_new_leader"]


class SpellForAdvance(Strict):
    """A successor's next advance may be a spell that he chooses, of the lore for new leaders, instead of a roll."""

    kind: Literal["spell_for_advance"]


class BonusToSearch(Strict):
    """Added to the leader's own search for a rare thing, by whoever of the warband owns it."""

    kind: Literal["leader_search"]
    by: int


Effect = Annotated[
    ChangesCharacteristic
    | AddsToSave
    | SavesAgainstStun
    | InjuryBands
    | MayUse
    | NoArmourPenalty
    | CastsInArmour
    | AddsRange
    | ReachesFurther
    | OpensLore
    | GivesRule
    | IgnoresRule
    | CountsHalfForRout
    | UsesOneHand
    | ExtraShards
    | RollsAgain
    | PassesFirstTest
    | QuarrelsEachTurn
    | ExtraExplorationDice
    | IgnoresInjury
    | RaisesMaximum
    | RuinedWhenOut
    | InjuredByUse
    | BarsNewLeader
    | SpellForAdvance
    | BonusToSearch
    | FightEffect,
    Field(discriminator="kind"),
]
