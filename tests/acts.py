"""Game verbs over the real services, so that a test reads like an evening at the club.

Each verb says who did it: the warband's owner, unless the test names somebody. A warrior is named by himself or by
what he is called; a piece of equipment is written as one would say it: ``dagger``, ``3 dagger``, ``gromril sword``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from mordheim.rules.dice import Dice, EnteredDice
from mordheim.rules.snapshot import Piece
from warbands.models import CarriedItem, Player, Warband, WarbandEvent, Warrior
from warbands.roster.interchange import read_warband, write_warband
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, snapshot_of
from warbands.services import founding, recruiting, trading
from warbands.services.founding import Imported

FILES = Path(__file__).parent / "warbands" / "files"


def piece(told: str) -> Piece:
    """``3 gromril sword`` as a piece."""
    words = told.split()
    quantity = int(words.pop(0)) if words[0].isdigit() else 1
    return Piece(words[-1], words[0] if len(words) > 1 else None, quantity)


def pieces(told: Sequence[str]) -> tuple[Piece, ...]:
    return tuple(piece(one) for one in told)


def dice(*faces: int) -> Dice:
    """Faces as rolled at the table."""
    return EnteredDice(faces)


# --- a warband begins -------------------------------------------------------------------------------------------


def begin(owner: Player, type_key: str = "orc_mob", name: str = "Da Snikkaz") -> Warband:
    """An empty draft."""
    return founding.begin_warband(owner=owner, type_key=type_key, name=name)


def bring_in(owner: Player, file: str | bytes | Path) -> Imported:
    """A warband file, or one of ``tests/warbands/files`` by name, stored as a new warband."""
    raw = (FILES / f"{file}.yaml").read_bytes() if isinstance(file, str) and "\n" not in file else file
    raw = raw.read_bytes() if isinstance(raw, Path) else raw.encode() if isinstance(raw, str) else raw
    return founding.import_warband(read_warband(raw, current_rulebook()), owner=owner)


def warband_of(owner: Player, file: str | bytes | Path) -> Warband:
    """The warband of a file that can be stored."""
    imported = bring_in(owner, file)
    assert imported.warband, [problem.message for problem in imported.problems]
    return imported.warband


def found(warband: Warband, *, by: Player | None = None) -> Warband:
    return founding.found_warband(warband, by=by or warband.owner).warband


def founded_mob(owner: Player) -> Warband:
    """The mob of the file's description: 280 gc spent, 220 left, 4 warriors, rating 65."""
    return warband_of(owner, "da_snikkaz")


def exiles(owner: Player, *, treasury: int = 37, stash: str = "", battles: int = 4) -> Warband:
    """Dwarfs that have fought: a Noble, a group of two Thunderers and one of three Clansmen without experience."""
    return warband_of(
        owner,
        f"""
format: mordheim-warband/1
name: Karak Brynn Exiles
type: dwarf_treasure_hunters
battles: {battles}
treasury: {treasury}
stash: [{stash}]
heroes:
- {{name: Thrain, type: dwarf_noble, experience: 28, equipment: [axe]}}
- {{name: Garagrim, type: troll_slayer, experience: 9, equipment: [axe]}}
henchmen:
- {{name: The Third Watch, type: dwarf_thunderer, size: 2, experience: 5, equipment: [handgun]}}
- {{name: The Kin, type: dwarf_clansman, size: 3, equipment: [axe]}}
""",
    )


# --- warriors ---------------------------------------------------------------------------------------------------


def warrior(warband: Warband, name: str) -> Warrior:
    return Warrior.objects.get(warband=warband, name=name)


def _id(warband: Warband, who: Warrior | str) -> int:
    return who.pk if isinstance(who, Warrior) else warrior(warband, who).pk


def recruit(
    warband: Warband,
    type_key: str,
    *equipment: str,
    size: int = 1,
    name: str = "",
    spells: Sequence[str] = (),
    faces: Sequence[int] | None = None,
) -> Warrior:
    """Hire a hero or a group; ``faces`` are those of the dice that his spells need."""
    done = recruiting.recruit(
        warband,
        by=warband.owner,
        type_key=type_key,
        name=name,
        size=size,
        equipment=pieces(equipment),
        spells=spells,
        dice=dice(*faces) if faces is not None else None,
    )
    return warrior(warband, done.event.warrior_name)


def hire(
    warband: Warband, type_key: str, *equipment: str, name: str = "", faces: Sequence[int] | None = None
) -> Warrior:
    """Hire a hired sword."""
    done = recruiting.hire_sword(
        warband,
        by=warband.owner,
        type_key=type_key,
        name=name,
        equipment=pieces(equipment),
        dice=dice(*faces) if faces is not None else None,
    )
    return warrior(warband, done.event.warrior_name)


def enlarge(warband: Warband, who: Warrior | str, by: int = 1) -> None:
    recruiting.enlarge_group(warband, by=warband.owner, warrior_id=_id(warband, who), count=by)


def dismiss(warband: Warband, who: Warrior | str, count: int | None = None) -> None:
    recruiting.dismiss(warband, by=warband.owner, warrior_id=_id(warband, who), count=count)


# --- equipment --------------------------------------------------------------------------------------------------


def buy(warband: Warband, told: str, who: Warrior | str | None = None, *, version: int | None = None) -> None:
    """Buy for a warrior, or for the stash."""
    warrior_id = None if who is None else _id(warband, who)
    trading.buy_item(warband, by=warband.owner, piece=piece(told), warrior_id=warrior_id, version=version)


def take_away(warband: Warband, told: str, who: Warrior | str) -> None:
    trading.take_away_item(warband, by=warband.owner, warrior_id=_id(warband, who), piece=piece(told))


def hand_out(warband: Warband, told: str, who: Warrior | str) -> None:
    trading.hand_out_item(warband, by=warband.owner, warrior_id=_id(warband, who), piece=piece(told))


def sell(warband: Warband, told: str, *faces: int, version: int | None = None) -> int:
    """Sell from the stash; answers with the gold it brought."""
    thrown = dice(*faces) if faces else None
    done = trading.sell_item(warband, by=warband.owner, piece=piece(told), dice=thrown, version=version)
    return done.event.gold


# --- looking ----------------------------------------------------------------------------------------------------


def gold(warband: Warband) -> int:
    """The treasury as stored."""
    return Warband.objects.get(pk=warband.pk).treasury


def carried(warband: Warband, who: Warrior | str | None = None) -> list[str]:
    """What a warrior carries, or what lies in the stash, as one would say it."""
    held = CarriedItem.objects.filter(warband=warband, warrior=None if who is None else _id(warband, who))
    told = ((str(item.quantity) if item.quantity > 1 else "", item.material, item.item_key) for item in held)
    return [" ".join(word for word in words if word) for words in told]


def exported(warband: Warband, *, as_json: bool = False) -> bytes:
    """The warband's file."""
    return write_warband(snapshot_of(Warband.objects.get(pk=warband.pk)), current_rulebook(), as_json=as_json)


def everything_stored(warband: Warband) -> list[object]:
    """Every column of every row of a warband."""
    rows: list[object] = list(Warband.objects.filter(pk=warband.pk).values())
    for model in (Warrior, CarriedItem, WarbandEvent):
        rows += model.objects.filter(warband=warband).order_by("pk").values()
    return rows


@dataclass
class Told:
    """What a player was told when he was refused."""

    message: str = ""
    code: str = ""


@contextmanager
def refused(warband: Warband, code: str, saying: str = "") -> Iterator[Told]:
    """The act is refused for that reason, in a sentence that has these words, and nothing at all has changed."""
    before, told = everything_stored(warband), Told()
    with pytest.raises(Refused) as caught:
        yield told
    told.message, told.code = caught.value.message, caught.value.code
    assert told.code == code, told.message
    assert saying in told.message
    assert everything_stored(warband) == before
