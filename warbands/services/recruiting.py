"""Hiring, dismissing, naming and ordering warriors. Every act may be refused (`warbands.roster.refusals`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mordheim.rules.dice import Dice, SeededDice
from mordheim.rules.snapshot import Piece
from warbands.models import Player, Warband
from warbands.roster import moves
from warbands.services.acts import Done, act


def recruit(
    warband: Warband,
    *,
    by: Player,
    type_key: str,
    name: str = "",
    size: int = 1,
    equipment: Iterable[Piece] = (),
    spells: Sequence[str] = (),
    mutations: Sequence[str] = (),
    dice: Dice | None = None,
    version: int | None = None,
) -> Done:
    """Hire a hero or a henchman group. The app rolls a wizard's spells unless dice or spells are given; mutations are
    bought in the order given."""
    return act(
        warband,
        by=by,
        name="recruit",
        version=version,
        move=lambda roster: moves.recruit(
            roster,
            type_key=type_key,
            name=name,
            size=size,
            equipment=equipment,
            spells=spells,
            mutations=mutations,
            dice=dice or SeededDice(),
        ),
    )


def hire_sword(
    warband: Warband,
    *,
    by: Player,
    type_key: str,
    name: str = "",
    equipment: Iterable[Piece] = (),
    spells: Sequence[str] = (),
    dice: Dice | None = None,
    version: int | None = None,
) -> Done:
    """Hire a hired sword, with his choice of gear where his entry gives one."""
    return act(
        warband,
        by=by,
        name="hire_sword",
        version=version,
        move=lambda roster: moves.hire_sword(
            roster, type_key=type_key, name=name, equipment=equipment, spells=spells, dice=dice or SeededDice()
        ),
    )


def enlarge_group(warband: Warband, *, by: Player, warrior_id: int, count: int = 1, version: int | None = None) -> Done:
    """Add members to a henchman group, armed as the others."""
    return act(
        warband,
        by=by,
        name="enlarge_group",
        version=version,
        move=lambda roster: moves.enlarge(roster, warrior_id=warrior_id, by=count),
    )


def dismiss(
    warband: Warband,
    *,
    by: Player,
    warrior_id: int,
    count: int | None = None,
    version: int | None = None,
) -> Done:
    """Send a warrior away, or ``count`` members of a group."""
    return act(
        warband,
        by=by,
        name="dismiss",
        version=version,
        move=lambda roster: moves.dismiss(roster, warrior_id=warrior_id, count=count),
    )


def choose_spell(
    warband: Warband, *, by: Player, warrior_id: int, old: str, new: str, version: int | None = None
) -> Done:
    """Enter the spell that was rolled at the table in place of the app's."""
    return act(
        warband,
        by=by,
        name="choose_spell",
        version=version,
        move=lambda roster: moves.choose_spell(roster, warrior_id=warrior_id, old=old, new=new),
    )


def rename_warrior(warband: Warband, *, by: Player, warrior_id: int, name: str, version: int | None = None) -> Done:
    return act(
        warband,
        by=by,
        name="rename_warrior",
        version=version,
        move=lambda roster: moves.rename_warrior(roster, warrior_id=warrior_id, name=name),
    )


def note_on_warrior(warband: Warband, *, by: Player, warrior_id: int, notes: str, version: int | None = None) -> Done:
    return act(
        warband,
        by=by,
        name="note_on_warrior",
        version=version,
        move=lambda roster: moves.note_on_warrior(roster, warrior_id=warrior_id, notes=notes),
    )


def reorder(warband: Warband, *, by: Player, warrior_id: int, steps: int, version: int | None = None) -> Done:
    """Move a warrior among those of his type, up by negative steps."""
    return act(
        warband,
        by=by,
        name="reorder",
        version=version,
        move=lambda roster: moves.reorder(roster, warrior_id=warrior_id, steps=steps),
    )
