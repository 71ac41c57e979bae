"""What happened to one warband in one battle: the battle report, ``mordheim-report/1``.

A report is a plain file, or made by the app from what the sides of a battle have told. Reading raises `Malformed`;
whether it fits the warband is asked by `check_report`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

from campaigns.postbattle.after import MOST, After, Eaten, Kind, content_of, of_kind
from campaigns.postbattle.after_checks import Fought, check_after, check_swords
from campaigns.postbattle.written import Amount, Count, Key, MaybeName, Name, Part
from mordheim.rules.plainfile import (
    AS_MEANT,
    AS_TEXT,
    Flag,
    Malformed,
    malformed,
    read_plain,
    write_json,
    write_yaml,
)
from mordheim.rules.rule_effects import InjuredByUse
from mordheim.rules.snapshot import Piece
from warbands.roster.learning import gains_experience
from warbands.roster.members import Member, Roster
from warbands.roster.rating import rating
from warbands.roster.refusals import Refused

FORMAT = "mordheim-report/1"
Outcome = Literal["won", "lost", "drew"]


@dataclass(frozen=True)
class Opponent:
    """An enemy warband as it stood at the start: ``leader`` is its leader's name, if anybody knows it."""

    name: str
    type: str
    rating: int
    leader: str = ""


@dataclass(frozen=True)
class By:
    """Who took somebody out: the warband, and the warrior where he is a hero known by name."""

    warband: str = ""
    warrior: str = ""


@dataclass(frozen=True)
class Casualty:
    """A hero or hired sword out of action, or ``count`` of a group, ``strangled`` of them by their own chain."""

    name: str
    count: int = 1
    strangled: int = 0
    by: By = By()


@dataclass(frozen=True)
class Report:
    """Of one warband. ``enemies_out`` (which brings only heroes anything) and ``experience`` are by warrior's name;
    ``underdog`` is worked out from the
    ratings when it is ``None``. ``foreseen`` names the bearers whose tarot came true (``None``: nobody has said), and
    ``taken`` unique finds that somebody in the campaign has had already. ``after`` is what is rolled or decided only in
    the night (`campaigns.postbattle.after`)."""

    result: Outcome
    opponents: tuple[Opponent, ...]
    shared: bool = False
    scenario: str = ""
    underdog: int | None = None
    out_of_action: tuple[Casualty, ...] = ()
    enemies_out: Mapping[str, int] = field(default_factory=dict)
    experience: Mapping[str, int] = field(default_factory=dict)
    used: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    missed: tuple[str, ...] = ()
    shards: int = 0
    items: tuple[Piece, ...] = ()
    gold: int = 0
    foreseen: tuple[str, ...] | None = None
    taken: tuple[str, ...] = ()
    after: tuple[Kind, ...] = ()

    @property
    def won(self) -> bool:
        return self.result == "won"

    def casualty(self, name: str) -> Casualty | None:
        return next((one for one in self.out_of_action if one.name == name), None)

    def eaten(self, name: str) -> int:
        """How many of that name are lost for good already."""
        return sum(one.count for one in of_kind(self.after, Eaten) if one.name == name)

    def opponent(self, name: str) -> Opponent:
        """The enemy of that name; without one the only enemy, or the highest-rated (ruling 18)."""
        named = next((one for one in self.opponents if one.name == name), None)
        return named or max(self.opponents, key=lambda one: one.rating)


# --- the file -------------------------------------------------------------------------------------------------------


class FileOpponent(Part):
    """An enemy warband."""

    name: Name
    type: Annotated[Key, Field(description="the key of its warband type")]
    rating: Annotated[Amount, Field(description="its rating when the battle began")]
    leader: MaybeName = ""


class FileBy(Part):
    """Who took him out: the enemy warband, and its warrior where that is a hero known by name."""

    warband: MaybeName = ""
    warrior: MaybeName = ""


class FileCasualty(Part):
    """One of one's own who was out of action when the battle ended, or so many of a group."""

    name: Name
    count: Count = 1
    strangled: Annotated[Amount, Field(description="how many of them by their own ball and chain")] = 0
    by: FileBy = FileBy()


def _mapping(value: Any) -> Any:
    return {"item": value} if isinstance(value, str) else value


class FilePiece(Part):
    """Pieces of equipment; a plain key is one piece."""

    item: Key
    quantity: Count = 1
    material: Annotated[Literal["gromril", "ithilmar"] | None, AS_TEXT] = None


_Pieces = Annotated[FilePiece, BeforeValidator(_mapping, json_schema_input_type=str | FilePiece)]


class ReportFile(Part):
    """What happened to one warband in one battle."""

    format: Annotated[Literal["mordheim-report/1"], AS_TEXT]
    result: Annotated[Outcome, AS_TEXT]
    shared: Annotated[Flag, Field(description="the victory was shared with others")] = False
    scenario: Annotated[str, AS_MEANT, Field(description="the key of the scenario, if one was played")] = ""
    opponents: Annotated[list[FileOpponent], Field(min_length=1, max_length=7)]
    underdog: Annotated[
        Annotated[int, Field(ge=0, le=5), AS_MEANT] | None,
        Field(description="the bonus of the underdog; left out it is worked out from the ratings"),
    ] = None
    out_of_action: Annotated[list[FileCasualty], Field(max_length=200)] = []
    enemies_out: Annotated[
        dict[Name, Amount], Field(description="how many enemies each put out of action; it counts for heroes only")
    ] = {}
    experience: Annotated[
        dict[Name, Amount],
        Field(description="what the scenario gives beyond surviving, leading the winners and enemies out of action"),
    ] = {}
    used: Annotated[
        dict[Name, Annotated[list[Key], Field(max_length=100)]], Field(description="what each used up in the battle")
    ] = {}
    missed: Annotated[list[Name], Field(max_length=200, description="who was kept out of this battle")] = []
    shards: Annotated[Amount, Field(description="shards of wyrdstone carried off the table")] = 0
    items: Annotated[list[_Pieces], Field(max_length=200, description="things carried off the table")] = []
    gold: Annotated[Amount, Field(description="gold crowns carried off the table")] = 0
    foreseen: Annotated[
        list[Name] | None, Field(max_length=200, description="whose tarot came true; left out where nobody has said")
    ] = None
    taken: Annotated[
        list[Key], Field(max_length=200, description="finds of which there is one only and that somebody has already")
    ] = []
    after: Annotated[
        list[After], Field(max_length=MOST, description="what is rolled or decided in the night after the battle only")
    ] = []


def read_report(raw: bytes, *, name: str = "") -> Report:
    """The report that a file holds. Raises Malformed with one sentence and the place."""
    content, lines = read_plain(raw, name=name)
    if not isinstance(content, dict):
        raise Malformed("the file: a mapping is expected, with the keys of a battle report")
    try:
        file = ReportFile.model_validate(content)
    except ValidationError as error:
        raise malformed(error, lines) from None
    return _report(file)


def report_from(content: Mapping[str, Any]) -> Report:
    """The report that `report_content` wrote down."""
    return _report(ReportFile.model_validate(content))


def _report(file: ReportFile) -> Report:
    return Report(
        result=file.result,
        shared=file.shared,
        scenario=str(file.scenario),
        opponents=tuple(Opponent(one.name, one.type, one.rating, one.leader) for one in file.opponents),
        underdog=file.underdog,
        out_of_action=tuple(
            Casualty(one.name, one.count, one.strangled, By(one.by.warband, one.by.warrior))
            for one in file.out_of_action
        ),
        enemies_out={name: count for name, count in file.enemies_out.items() if count},
        experience={name: count for name, count in file.experience.items() if count},
        used={name: tuple(items) for name, items in file.used.items()},
        missed=tuple(file.missed),
        shards=file.shards,
        items=tuple(Piece(one.item, one.material, one.quantity) for one in file.items),
        gold=file.gold,
        foreseen=tuple(file.foreseen) if file.foreseen is not None else None,
        taken=tuple(file.taken),
        after=tuple(file.after),
    )


def report_content(report: Report) -> dict[str, Any]:
    """The report as plain values, what is empty left out."""
    kept = {
        "shared": report.shared,
        "scenario": report.scenario,
        "opponents": [_kept(vars(one)) for one in report.opponents],
        "underdog": report.underdog,
        "out_of_action": [_casualty(one) for one in report.out_of_action],
        "enemies_out": dict(report.enemies_out),
        "experience": dict(report.experience),
        "used": {name: list(items) for name, items in report.used.items()},
        "missed": list(report.missed),
        "shards": report.shards,
        "items": [_kept({"item": p.item, "quantity": p.quantity, "material": p.material}) for p in report.items],
        "gold": report.gold,
        "foreseen": list(report.foreseen) if report.foreseen else None,
        "taken": list(report.taken),
        "after": [content_of(entry) for entry in report.after],
    }
    content = {"format": FORMAT, "result": report.result, **_kept(kept)}
    if report.underdog == 0:
        content["underdog"] = 0
    if report.foreseen is not None:
        content["foreseen"] = list(report.foreseen)
    return content


def _casualty(one: Casualty) -> dict[str, Any]:
    told = {"name": one.name, "strangled": one.strangled, "by": _kept(vars(one.by))}
    return _kept(told) | ({"count": one.count} if one.count != 1 else {})


def _kept(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value}


def write_report(report: Report, *, as_json: bool = False) -> bytes:
    content = report_content(report)
    return (write_json(content) if as_json else write_yaml(content)).encode()


# --- does it fit the warband? -----------------------------------------------------------------------------------


def absent(roster: Roster, report: Report) -> frozenset[str]:
    """The names of those who took no part: still recovering, captive, or kept out of this battle (ruling 21)."""
    away = (w.name for w in roster.snapshot.warriors if w.games_to_miss or w.captured_by)
    return frozenset((*away, *report.missed))


def check_report(roster: Roster, report: Report) -> None:
    """Whether the report speaks of this warband as it went into the battle.

    Raises:
        Refused: with the first thing that cannot be, as a sentence.
    """
    roster = check_swords(roster, report.after)
    members = {member.name: member for member in roster.members}
    named = [one.name for one in report.out_of_action]
    for name in (*named, *report.enemies_out, *report.experience, *report.used, *report.missed):
        if name not in members:
            raise Refused(f"{name} is not in {roster.snapshot.name}.", code="no_such_warrior")
    away = absent(roster, report)
    for name in (*named, *report.enemies_out, *report.experience, *report.used):
        if name in away:
            raise Refused(f"{name} took no part in this battle.", code="took_no_part")
    _check_casualties(members, report)
    _check_gains(members, report)
    _check_things(roster, members, report)
    out = {one.name: one.count for one in report.out_of_action}
    check_after(Fought(roster, report.won, out, away), report.after)


def _check_casualties(members: Mapping[str, Member], report: Report) -> None:
    seen: set[str] = set()
    enemies = {one.name for one in report.opponents}
    for one in report.out_of_action:
        member = members[one.name]
        if one.name in seen:
            raise Refused(f"{one.name} stands among those out of action twice.", code="out_of_action")
        seen.add(one.name)
        if one.count > member.warrior.size:
            told = f"{one.count} of {one.name} cannot be out of action: they were {member.warrior.size}."
            raise Refused(told, code="out_of_action")
        if one.strangled > one.count or (one.strangled and not uses_by(member)):
            raise Refused(f"{one.strangled} of {one.name} cannot have been strangled.", code="out_of_action")
        if one.by.warband and one.by.warband not in enemies:
            raise Refused(f"{one.by.warband} was not an enemy in this battle.", code="no_such_warband")


def uses_by(member: Member) -> Iterable[tuple[Piece, InjuredByUse]]:
    """What he carries that hurts whoever uses it."""
    carried = [(piece, member.item(piece)) for piece in member.warrior.equipment]
    return [(piece, e) for piece, item in carried if item for e in item.effects if isinstance(e, InjuredByUse)]


def _check_gains(members: Mapping[str, Member], report: Report) -> None:
    for name in report.experience:
        if not gains_experience(members[name]):
            raise Refused(f"{name} never gains experience.", code="gains_no_experience")


def _check_things(roster: Roster, members: Mapping[str, Member], report: Report) -> None:
    for name, items in report.used.items():
        carried: Counter[str] = Counter()
        for piece in members[name].gear:
            carried[piece.item] += piece.quantity
        for item, count in Counter(items).items():
            if count > carried[item]:
                had = f"only {carried[item]} × {item}" if carried[item] else f"no {item}"
                raise Refused(f"{name} carries {had}, so it cannot have been used.", code="not_there")
    for piece in report.items:
        if piece.item not in roster.rulebook.items:
            raise Refused(f"There is no item {piece.item!r} in the rules.", code="unknown_key")
    if report.scenario and report.scenario not in roster.rulebook.scenarios:
        raise Refused(f"There is no scenario {report.scenario!r} in the rules.", code="unknown_key")


def underdog_bonus(roster: Roster, report: Report) -> int:
    """What the report states, or what the ratings give: the lowest-rated warband alone is the underdog, by its
    distance to the next lowest (core, Experience; Town Cryer, Chaos on the Streets)."""
    if report.underdog is not None:
        return report.underdog
    return underdog_for(roster, rating(roster), [one.rating for one in report.opponents])


def underdog_for(roster: Roster, own: int, others: Iterable[int]) -> int:
    difference = min(others) - own
    return roster.rulebook.scales["underdog_bonus"].value(difference) if difference > 0 else 0
