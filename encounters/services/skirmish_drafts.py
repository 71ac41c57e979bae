"""Drawing up a skirmish of Hit Chance: its ground, its two sides and who fights in them, until it begins.

A draft may be one that cannot be fought yet; what it says has always to be readable. The row is locked for each change,
and what answers an older state changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.battle import seeds
from encounters.hitchance.engine import MOST
from encounters.hitchance.errors import Malformed
from encounters.hitchance.fight_file import FightFile, read_fight_file, skirmish_of
from encounters.hitchance.notation import write_skirmish
from encounters.hitchance.state import Side
from encounters.models import SkirmishFight
from encounters.models.pit import LONGEST_NAME
from encounters.services.pit_going import GoneOn
from encounters.services.quotas import lock_to_count
from encounters.skirmish_selectors import content_of, file_of, hit_rules
from mordheim.documents.press import delete_document
from mordheim.rules.plainfile import clean_line, validated
from warbands.models import Player
from warbands.roster.refusals import Refused

# How many skirmishes a player may keep.
MOST_KEPT = 60
PLAIN: Mapping[str, Any] = {
    "ground": {"width": 14, "height": 9},
    "members": [{"name": "Member 1", "at": [3, 4], "held": ["sword"]}],
    "monsters": [{"name": "Monster 1", "at": [10, 4], "held": ["club"]}],
}


def draw_up(*, by: Player, name: str = "", file: FightFile | None = None) -> SkirmishFight:
    """A skirmish that is kept by him who draws it up, with the sides of a file or one plain fighter on each. Its dice
    are settled from now on.

    Raises:
        Refused: when he keeps many already, and for a file with more fighters than a skirmish has.
    """
    drawn = validated(FightFile, PLAIN, {}) if file is None else file
    _refuse_crowd(drawn)
    with transaction.atomic():
        lock_to_count(by)
        if SkirmishFight.objects.filter(made_by=by).count() >= MOST_KEPT:
            raise Refused(f"You keep {MOST_KEPT} skirmishes: throw some of them away first.", code="too_many")
        seed = seeds.new_seed()
        settled = {"seed": seed, "seed_hash": seeds.hash_of(seed), "terms": content_of(drawn)}
        return SkirmishFight.objects.create(made_by=by, name=clean_line(name)[:LONGEST_NAME], **settled)


def file_read(raw: bytes, *, name: str = "") -> FightFile:
    """The file that a player brings. Raises Refused with its first fault."""
    try:
        return read_fight_file(raw, name=name)
    except Malformed as malformed:
        raise Refused(f"{malformed}", code="malformed") from None


def _refuse_crowd(file: FightFile) -> None:
    if len(file.members) + len(file.monsters) > MOST:
        raise Refused(f"A skirmish is between {MOST} at the most.", code="crowd")


# --- under lock -------------------------------------------------------------------------------------------------------


def locked_skirmish(fight: SkirmishFight, *, by: Player, version: int) -> SkirmishFight:
    """The row of his, read afresh and locked until the transaction ends.

    Raises:
        Refused: when it is gone, and for somebody who only watches.
        OutOfDate: when it has gone on from ``version``.
    """
    row = SkirmishFight.objects.select_for_update().filter(pk=fight.pk).first()
    if row is None:
        raise Refused("This skirmish is not there any more.", code="no_such_fight")
    if row.made_by_id != by.pk:
        raise Refused("You only watch this skirmish: whoever keeps it acts in it.", code="not_yours")
    if row.version != version:
        raise GoneOn
    return row


def saved(row: SkirmishFight, **fields: Any) -> SkirmishFight:
    """The row with those fields, as a version of its own."""
    for name, value in fields.items():
        setattr(row, name, value)
    row.version += 1
    row.save()
    return row


def _drafted(fight: SkirmishFight, by: Player, version: int) -> SkirmishFight:
    row = locked_skirmish(fight, by=by, version=version)
    if not row.is_gathering:
        raise Refused("This skirmish has begun: its sides stand.", code="begun")
    return row


# --- sides ------------------------------------------------------------------------------------------------------------


def put_fighter(
    fight: SkirmishFight,
    *,
    by: Player,
    version: int,
    side: Side,
    said: Mapping[str, Any],
    place: int | None = None,
    whom: str = "",
) -> SkirmishFight:
    """One more fighter on a side, or another in the place of one. Without a square he stands on a free one.

    Args:
        said: what a file says of him.
        place: of whom he takes the place, on his side.
        whom: his name, where the place is only taken if it is still his.

    Raises:
        Refused: once it has begun, for what no file can say, and where there is no such place.
        OutOfDate: when the draft has changed since.
    """

    def put(content: dict[str, Any]) -> None:
        if whom and place is not None and content[side][place]["name"] != whom:
            raise Refused(f"{whom} does not stand there any more.", code="no_such_fighter")
        seat_fighter(content, side, said, place)

    return _changed(fight, by, version, side, place, put)


def seat_fighter(content: dict[str, Any], side: str, said: Mapping[str, Any], place: int | None) -> int:
    """Write him into a file's content, without a square of his own on a free one or where he stood; gives his place."""
    own: list[dict[str, Any]] = content[side]
    if place is None:
        own.append({**said, "at": said.get("at") or free_square(content, side)})
        return len(own) - 1
    own[place] = {**said, "at": said.get("at") or own[place]["at"]}
    return place


def double_fighter(fight: SkirmishFight, *, by: Player, version: int, side: Side, place: int) -> SkirmishFight:
    """Another like him, with a number of his own on a free square. Raises as `put_fighter` does."""

    def put(content: dict[str, Any]) -> None:
        like = deepcopy(content[side][place])
        names = {one["name"] for each in ("members", "monsters") for one in content[each]}
        more = {"name": _next_name(like["name"], names), "at": free_square(content, side), "leader": False}
        content[side].append({**like, **more})

    return _changed(fight, by, version, side, place, put)


def leave_out(fight: SkirmishFight, *, by: Player, version: int, side: Side, place: int) -> SkirmishFight:
    """Take a fighter out. Raises as `put_fighter` does, and for the last of a side."""

    def put(content: dict[str, Any]) -> None:
        if len(content[side]) == 1:
            raise Refused("Somebody has to stand on each side.", code="side")
        del content[side][place]

    return _changed(fight, by, version, side, place, put)


def set_ground(
    fight: SkirmishFight,
    *,
    by: Player,
    version: int,
    ground: Mapping[str, Any],
    round_limit: int,
    name: str,
    severity: str | None = None,
    shrinking: str | None = None,
) -> SkirmishFight:
    """Another ground, another last round, another name and other readings of the rules, none being the rules' own.
    Raises as `put_fighter` does."""

    def put(content: dict[str, Any]) -> None:
        content["ground"], content["round_limit"] = dict(ground), round_limit
        content["severity"], content["shrinking"] = severity, shrinking

    return _changed(fight, by, version, None, None, put, name=clean_line(name)[:LONGEST_NAME])


def _changed(
    fight: SkirmishFight, by: Player, version: int, side: Side | None, place: int | None, put: Any, **fields: Any
) -> SkirmishFight:
    with transaction.atomic():
        row = _drafted(fight, by, version)
        content = content_of(file_of(row))
        if side is not None and place is not None and not 0 <= place < len(content[side]):
            raise Refused("There is no such fighter.", code="no_such_fighter")
        put(content)
        try:
            file = validated(FightFile, content, {})
        except Malformed as malformed:
            raise Refused(str(malformed), code="malformed") from None
        _refuse_crowd(file)
        return saved(row, terms=content_of(file), **fields)


def free_square(content: Mapping[str, Any], side: str) -> list[int]:
    """A square beside the first of a side where nobody stands."""
    ground = {"width": 24, "height": 16, **content.get("ground", {})}
    taken = {tuple(one["at"]) for each in ("members", "monsters") for one in content[each]}
    first = content[side][0]["at"] if content[side] else [0, 0]
    columns = sorted(range(ground["width"]), key=lambda x: abs(x - first[0]))
    rows = sorted(range(ground["height"]), key=lambda y: (abs(y - first[1]), y))
    return next(([x, y] for x in columns for y in rows if (x, y) not in taken), [0, 0])


def _next_name(name: str, taken: set[str]) -> str:
    stem = name.rstrip("0123456789").strip() or name
    return next(f"{stem[:55]} {number}" for number in range(2, 100) if f"{stem[:55]} {number}" not in taken)


# --- the beginning ----------------------------------------------------------------------------------------------------


def begin_skirmish(fight: SkirmishFight, *, by: Player, version: int) -> SkirmishFight:
    """From now on the engine asks, and the sides stand.

    Raises:
        Refused: once it has begun, where it cannot be fought, and by whoever only watches.
        OutOfDate: when the draft has changed since.
    """
    with transaction.atomic():
        row = _drafted(fight, by, version)
        try:
            opening = skirmish_of(file_of(row), hit_rules())
        except Malformed as malformed:
            raise Refused(f"This cannot be fought yet: {malformed}.", code="cannot_fight") from None
        written = write_skirmish(opening)
        begun = {"state": SkirmishFight.State.UNDER_WAY, "begun_at": timezone.now(), "round": opening.round}
        return saved(row, opening=written, notation=written, **begun)


def throw_away(fight: SkirmishFight, *, by: Player, version: int) -> None:
    """Take a skirmish away with all that was done in it, and its sheets.

    Raises:
        Refused, OutOfDate: as `locked_skirmish` does.
    """
    with transaction.atomic():
        row = locked_skirmish(fight, by=by, version=version)
        for document in row.documents.all():
            delete_document(document)
        row.delete()
