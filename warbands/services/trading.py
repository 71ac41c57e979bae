"""Buying, selling and handing round equipment. Every act may be refused (`warbands.roster.refusals`)."""

from __future__ import annotations

from mordheim.rules.dice import Dice, SeededDice
from mordheim.rules.snapshot import Piece
from warbands.models import Player, Warband
from warbands.roster import moves
from warbands.services.acts import Done, act


def buy_item(
    warband: Warband,
    *,
    by: Player,
    piece: Piece,
    warrior_id: int | None = None,
    dice: Dice | None = None,
    version: int | None = None,
) -> Done:
    """Buy a piece for a warrior (each member of a group gets it) or for the stash. The app rolls what dice a price
    has unless dice are given."""
    return act(
        warband,
        by=by,
        name="buy_item",
        version=version,
        move=lambda roster: moves.buy(roster, warrior_id=warrior_id, piece=piece, dice=dice or SeededDice()),
    )


def take_away_item(warband: Warband, *, by: Player, warrior_id: int, piece: Piece, version: int | None = None) -> Done:
    """Take a piece from a warrior: its gold back at the start, into the stash later."""
    return act(
        warband,
        by=by,
        name="take_away_item",
        version=version,
        move=lambda roster: moves.take_away(roster, warrior_id=warrior_id, piece=piece),
    )


def hand_out_item(warband: Warband, *, by: Player, warrior_id: int, piece: Piece, version: int | None = None) -> Done:
    """Give a warrior a piece of the stash."""
    return act(
        warband,
        by=by,
        name="hand_out_item",
        version=version,
        move=lambda roster: moves.hand_out(roster, warrior_id=warrior_id, piece=piece),
    )


def sell_item(
    warband: Warband, *, by: Player, piece: Piece, dice: Dice | None = None, version: int | None = None
) -> Done:
    """Sell pieces of the stash."""
    return act(
        warband,
        by=by,
        name="sell_item",
        version=version,
        move=lambda roster: moves.sell(roster, piece=piece, dice=dice or SeededDice()),
    )
