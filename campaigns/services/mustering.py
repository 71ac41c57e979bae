"""What happens to a side once a battle has begun: rolls before the first blow, and hired swords who come for this one
only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.battle.hiring import hire_for_battle
from campaigns.battle.keeping import kept_warrior
from campaigns.battle.muster import Asked, Mustered, asked_of, left_alone, muster
from campaigns.battle.seeds import SeedDice
from campaigns.battle_selectors import asked_before, force_in_battle, roster_in_battle
from campaigns.models import Battle, Side
from campaigns.roles import Right
from campaigns.services.battles import acting_in, locked_battle
from campaigns.services.dice import refuse_dice
from mordheim.rules.dice import Dice, DiceError, EnteredDice
from mordheim.rules.snapshot import Piece, WarbandSnapshot
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services.acts import Done, act


def muster_warrior(
    side: Side, *, by: Player, key: str, faces: Sequence[int] = (), leave_alone: bool = False
) -> Mustered:
    """Make a roll before the battle, or leave the cards alone.

    Args:
        side: whose warrior it is.
        by: its player, or an arbitrator.
        key: which of the rolls that are asked.
        faces: as rolled at the table; the app rolls where there are none.
        leave_alone: nothing is rolled; only for what need not be.

    Raises:
        Refused: for a roll that nobody asks for any more, and dice that the campaign does not allow.
    """
    with transaction.atomic():
        battle, own = _locked_side(side, by)
        asked = next((one for one in asked_before(own, current_rulebook()) if one.key == key), None)
        if asked is None:
            raise Refused("Nobody asks for that roll any more.", code="not_asked")
        label = _label(own, key)
        made = _left(asked) if leave_alone else _rolled(asked, _dice(battle, label, faces))
        own.muster = [*own.muster, {**made.as_json(), **_noted(battle, label, by)}]
        own.warriors_before = force_in_battle(own, current_rulebook()).began
        own.rolls_due = len(asked_before(own, current_rulebook()))
        own.save(update_fields=["muster", "warriors_before", "rolls_due"])
    return made


def _label(side: Side, key: str) -> str:
    """What the app's dice of a roll are derived for: the side's place, and which of all its rolls it is."""
    keys = [asked.key for asked in asked_of(roster_in_battle(side, current_rulebook()))]
    return f"muster/{side.place}/{keys.index(key)}"


def _locked_side(side: Side, by: Player, *, whosever: bool = False) -> tuple[Battle, Side]:
    """The battle and the side, locked. Raises Refused unless it is under way and one's own, or one is an arbitrator;
    for a side ``whosever`` it is, any other part in the battle will do."""
    battle, sides = locked_battle(side.battle)
    acting = acting_in(battle, sides=sides, player=by)
    own = next((one for one in sides if one.pk == side.pk), None)
    is_his = whosever or acting.may(Right.ARBITRATE) or (own is not None and own.player_id == by.pk)
    if own is None or not is_his:
        raise Refused("Only its own player or an arbitrator does that for a warband.", code="not_yours")
    if not battle.is_under_way:
        raise Refused("That is for a battle that has begun and is not reported.", code="state")
    return battle, own


def _dice(battle: Battle, label: str, faces: Sequence[int]) -> Dice:
    """The dice that the campaign allows. Raises Refused for the others."""
    refuse_dice(battle, faces=faces, roll="" if faces else "all")
    return EnteredDice(faces) if faces else SeedDice(battle.seed, label)


def _left(asked: Asked) -> Mustered:
    if not asked.is_test:
        raise Refused(f"{asked.warrior} has to roll: {asked.told}", code="dice")
    return left_alone(asked)


def _rolled(asked: Asked, dice: Dice) -> Mustered:
    try:
        return muster(asked, dice)
    except DiceError as error:
        raise Refused(str(error), code="dice") from None


def _noted(battle: Battle, label: str, by: Player) -> dict[str, Any]:
    """What stays in the record beside a roll: the label and the seed's hash are what the app's dice hang on."""
    return {"label": label, "seed_hash": battle.seed_hash, "by": by.pk, "at": timezone.now().isoformat()}


def take_on_sword(
    side: Side,
    *,
    by: Player,
    type_key: str,
    name: str = "",
    free: bool = False,
    equipment: Iterable[Piece] = (),
    spells: Sequence[str] = (),
    dice: Dice | None = None,
    told_by_table: bool = False,
) -> Done:
    """Take a hired sword on for this battle only. He came after ratings were fixed, so he counts for rout alone.
    ``told_by_table``: he has fought already, and whoever plays in the battle says so.

    Raises:
        Refused: where the rules do not let the warband have him, or the treasury does not hold his fee.
    """
    with transaction.atomic():
        battle, own = _locked_side(side, by, whosever=told_by_table)
        if own.warband is None:
            raise Refused("This warband is not there any more.", code="no_such_warband")
        before, label = snapshot_of(own.warband), f"sword/{own.place}/{len(own.joined)}"
        done = act(
            own.warband,
            by=by,
            name="hire_for_battle",
            though_held=True,
            move=lambda roster: hire_for_battle(
                roster,
                type_key=type_key,
                name=name,
                dice=dice or SeedDice(battle.seed, label),
                free=free,
                equipment=equipment,
                spells=spells,
            ),
        )
        joined = _joined(before, snapshot_of(done.warband), done.event.warrior_name)
        noted = _noted(battle, "" if dice else label, by)
        own.joined = [*own.joined, {**joined, "rolls": done.event.rolls, **noted}]
        own.warriors_before = force_in_battle(own, current_rulebook()).began
        own.save(update_fields=["joined", "warriors_before"])
    return done


def _joined(before: WarbandSnapshot, after: WarbandSnapshot, name: str) -> dict[str, Any]:
    """Who joined as he stays in the record, and what his coming did to the gold."""
    hired = next(warrior for warrior in after.warriors if warrior.name == name)
    gold = (after.treasury or 0) - (before.treasury or 0)
    given = after.starting_gold - before.starting_gold
    return {"warrior": kept_warrior(hired), "gold": gold, "starting_gold": given}
