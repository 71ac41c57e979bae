"""What happened, in words for the page: an event as a sentence, its dice, and its effects as short lines with an icon.

Icons are Lucide's names. Where the treasury is nobody else's business every amount of gold is struck out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from campaigns.postbattle.run import Event
from campaigns.postbattle.tables import TableRow, dice_table
from mordheim.rules.dice import DieSource, Roll
from mordheim.rules.effects import (
    AdvanceDue,
    BattleFought,
    Captured,
    CharacteristicChanged,
    Condition,
    Corrected,
    Dead,
    Effect,
    Experience,
    FollowUp,
    Freed,
    GainItem,
    Gold,
    Joins,
    LeaderChosen,
    Leaves,
    LoseEquipment,
    LoseItem,
    MissGames,
    Promoted,
    Retired,
    Shards,
    SkillLearned,
    SkillListsOpened,
    SpellLearned,
    Split,
    Stays,
    WarbandEffect,
)
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import Piece, Suffered
from warbands.roster.explain import CHARACTERISTIC_NAMES

Tone = Literal["gain", "loss", "brass", ""]


@dataclass(frozen=True)
class EffectLine:
    """One effect in a few words."""

    text: str
    icon: str
    tone: Tone = ""


@dataclass(frozen=True)
class DiceLine:
    """A roll as it is drawn; ``shows`` is its total where that says more than the faces."""

    what_for: str
    die: str
    sides: int
    faces: tuple[int, ...]
    total: int
    source: DieSource

    @property
    def shows(self) -> int | None:
        return self.total if len(self.faces) > 1 or self.total != self.faces[0] else None


@dataclass(frozen=True)
class EventLine:
    """One event: what is read, what was rolled, what came of it, and the row of a table that the roll hit."""

    sentence: str
    dice: DiceLine | None = None
    effects: tuple[EffectLine, ...] = ()
    row: TableRow | None = None


# --- events ---------------------------------------------------------------------------------------------------------


def event_lines(
    events: Iterable[Event], rulebook: Rulebook, *, name: str = "", gold_hidden: bool = False
) -> tuple[EventLine, ...]:
    """Events for the page, below the name of the warrior whom they happened to; what he has earned is one line."""
    lines: list[EventLine] = []
    for earned, some in groupby(events, _is_earned):
        together = list(some)
        if earned:
            lines.append(_earned_line(together, rulebook))
        else:
            lines += [_event_line(event, rulebook, name, gold_hidden) for event in together]
    return tuple(lines)


def _is_earned(event: Event) -> bool:
    return event.roll is None and event.effects != () and isinstance(event.effects[0], Experience)


# What experience was earned for, where its reason alone would read oddly.
EARNED_FOR = {
    "survives": "surviving",
    "winning_leader": "leading the winners",
    "enemy_out_of_action": "enemies put out of action",
    "scenario": "the scenario",
    "underdog": "being the underdog",
}


def _earned_line(events: Sequence[Event], rulebook: Rulebook) -> EventLine:
    """All that one warrior has earned in a row, with what for."""
    effects = [effect for event in events for effect in event.effects]
    points = [effect for effect in effects if isinstance(effect, Experience)]
    due = sum(effect.by for effect in effects if isinstance(effect, AdvanceDue))
    told = ", ".join(f"{one.by} for {EARNED_FOR.get(one.reason, _plain(one.reason))}" for one in points)
    whole = [Experience(points[0].warrior, sum(one.by for one in points)), AdvanceDue(points[0].warrior, due)]
    return EventLine(f"{told}.", None, effect_lines(whole, rulebook))


def _plain(key: str) -> str:
    return key.replace("_", " ")


def _event_line(event: Event, rulebook: Rulebook, name: str, gold_hidden: bool) -> EventLine:
    sentence = _below(name, event.sentence) or _unsaid(event, rulebook)
    if gold_hidden:
        sentence = without_gold(sentence)
    dice = dice_line(event.roll, gold_hidden=gold_hidden) if event.roll else None
    effects = effect_lines(event.effects, rulebook, gold_hidden=gold_hidden)
    return EventLine(sentence, dice, effects, _row_hit(event, rulebook))


def _row_hit(event: Event, rulebook: Rulebook) -> TableRow | None:
    """The row of the table that its roll was read from."""
    if event.roll is None or not event.roll.chart:
        return None
    table = dice_table(rulebook, event.roll.chart, [event.roll.total])
    return table.row if table else None


def _below(name: str, sentence: str) -> str:
    """A sentence below the name that it begins with: without it."""
    for start in (f"{name}: ", f"{name} "):
        if name and sentence.startswith(start) and not sentence.startswith((f"{name} and ", f"{name} of ")):
            rest = sentence.removeprefix(start)
            return rest[:1].upper() + rest[1:]
    return sentence


def _unsaid(event: Event, rulebook: Rulebook) -> str:
    """What an event without a sentence is called: the row that was hit, or its result."""
    if event.roll and (chart := rulebook.charts.get(event.roll.chart)):
        row = next((row for row in chart.rows if row.low <= event.roll.total <= row.high), None)
        if row:
            return f"{row.name}."
    told = _plain(event.result)
    return f"{told[:1].upper()}{told[1:]}."


def dice_line(roll: Roll, *, gold_hidden: bool = False) -> DiceLine:
    what_for = without_gold(roll.what_for) if gold_hidden else roll.what_for
    return DiceLine(what_for, roll.die, sides_of(roll.die), roll.faces, roll.total, roll.source)


def sides_of(die: str) -> int:
    """How many sides each die of a roll has: a D66 is two of six."""
    return 3 if "D3" in die else 6


_AMOUNT = re.compile(r"[+−-]?\d[\d,]*(?=[\s\u00a0]*gc\b)")


def without_gold(text: str) -> str:
    """A sentence with its amounts of gold struck out."""
    return _AMOUNT.sub("…", text)


# --- effects --------------------------------------------------------------------------------------------------------


def effect_lines(effects: Iterable[Effect], rulebook: Rulebook, *, gold_hidden: bool = False) -> tuple[EffectLine, ...]:
    """What effects come to, in order; those that nobody needs to be told of are left out."""
    shown = (effect for effect in effects if not (gold_hidden and isinstance(effect, Gold)))
    told = (_WORDS[type(effect)](effect, rulebook) for effect in shown)
    return tuple(line for line in told if line)


def has_words(kind: type[Effect]) -> bool:
    return kind in _WORDS


def _signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "−")


def _many(count: int, one: str) -> str:
    return f"{count} {one}{'' if count == 1 else 's'}"


def thing(rulebook: Rulebook, piece: Piece) -> str:
    """A piece with its number: ``2 × gromril dwarf axe``."""
    item = rulebook.items.get(piece.item)
    name = item.name if item else piece.item
    made_of = rulebook.materials.get(piece.material or "")
    name = f"{made_of.name} {name.lower()}" if made_of else name
    return name if piece.quantity == 1 else f"{piece.quantity} × {name}"


def _gold(effect: Gold, rulebook: Rulebook) -> EffectLine | None:
    return EffectLine(f"{_signed(effect.by)} gc", "coins", "brass") if effect.by else None


def _shards(effect: Shards, rulebook: Rulebook) -> EffectLine | None:
    if not effect.by:
        return None
    word = "shard" if abs(effect.by) == 1 else "shards"
    return EffectLine(f"{_signed(effect.by)} {word}", "gem", "gain" if effect.by > 0 else "")


def _gains(effect: GainItem, rulebook: Rulebook) -> EffectLine:
    whose = effect.warrior or "the stash"
    return EffectLine(f"{thing(rulebook, effect.piece)} for {whose}", "package-plus", "gain")


def _loses(effect: LoseItem, rulebook: Rulebook) -> EffectLine:
    whose = effect.warrior or "the stash"
    return EffectLine(f"{thing(rulebook, effect.piece)} from {whose}", "package-minus")


def _loses_all(effect: LoseEquipment, rulebook: Rulebook) -> EffectLine:
    lost = ", ".join(thing(rulebook, piece) for piece in effect.items)
    return EffectLine(f"loses {lost}" if lost else "had nothing to lose", "package-x", "loss" if lost else "")


def _lasting(effect: WarbandEffect, rulebook: Rulebook) -> EffectLine:
    entry = rulebook.lasting_effects.get(effect.effect)
    name = entry.name if entry else effect.effect
    return EffectLine(f"{name}: used up", "hourglass") if effect.gone else EffectLine(name, "sparkles", "gain")


def _characteristic(effect: CharacteristicChanged, rulebook: Rulebook) -> EffectLine:
    name = CHARACTERISTIC_NAMES[effect.characteristic][1]  # type: ignore[index]
    rises = effect.by > 0
    icon: str = "trending-up" if rises else "trending-down"
    return EffectLine(f"{_signed(effect.by)} {name}", icon, "gain" if rises else "loss")


def _experience(effect: Experience, rulebook: Rulebook) -> EffectLine:
    return EffectLine(f"{_signed(effect.by)} experience", "star", "gain")


def _advance(effect: AdvanceDue, rulebook: Rulebook) -> EffectLine | None:
    return EffectLine(f"{_many(effect.by, 'advance')} due", "arrow-big-up", "gain") if effect.by > 0 else None


def _misses(effect: MissGames, rulebook: Rulebook) -> EffectLine:
    if effect.by > 0:
        return EffectLine(f"misses {_many(effect.by, 'game')}", "calendar-x", "loss")
    return EffectLine(f"{effect.warrior}: {_many(-effect.by, 'game')} fewer to miss", "calendar-check")


def _dead(effect: Dead, rulebook: Rulebook) -> EffectLine:
    return EffectLine("dead" if effect.count == 1 else f"{effect.count} dead", "skull", "loss")


def _captured(effect: Captured, rulebook: Rulebook) -> EffectLine:
    return EffectLine(f"captive of {effect.by}", "lock", "loss")


def _condition(effect: Condition, rulebook: Rulebook) -> EffectLine:
    return EffectLine(injury_name(effect.suffered, rulebook), "bandage", "loss")


def injury_name(suffered: Suffered, rulebook: Rulebook) -> str:
    """A lasting injury with its side or whom he hates."""
    injury = rulebook.injuries.get(suffered.injury)
    name = injury.name if injury else suffered.injury
    if suffered.side:
        return f"{name} ({suffered.side})"
    return f"{name}: hates {suffered.hates.name}" if suffered.hates else name


def _skill(effect: SkillLearned, rulebook: Rulebook) -> EffectLine:
    skill = rulebook.skills.get(effect.skill)
    return EffectLine(skill.name if skill else effect.skill, "book-open", "gain")


def _spell(effect: SpellLearned, rulebook: Rulebook) -> EffectLine:
    spell = rulebook.spells.get(effect.spell)
    name = spell.name if spell else effect.spell
    return EffectLine(f"{name}, cast on {effect.difficulty}" if effect.difficulty else name, "wand-sparkles", "gain")


def _lists(effect: SkillListsOpened, rulebook: Rulebook) -> EffectLine:
    names = [rulebook.skill_lists[key].name for key in effect.lists if key in rulebook.skill_lists]
    return EffectLine(f"may learn {', '.join(names)} skills", "book-open", "gain")


def _joins(effect: Joins, rulebook: Rulebook) -> EffectLine:
    joins = effect.warrior if effect.who else f"{_signed(effect.count)} in {effect.warrior}"
    return EffectLine(joins, "user-plus", "gain")


def _leaves(effect: Leaves, rulebook: Rulebook) -> EffectLine:
    return EffectLine(f"{effect.warrior} leaves" if effect.count == 1 else f"{effect.count} leave", "log-out", "loss")


def _promoted(effect: Promoted, rulebook: Rulebook) -> EffectLine:
    return EffectLine(f"{effect.name} is a hero", "medal", "gain")


def _split(effect: Split, rulebook: Rulebook) -> EffectLine:
    return EffectLine(f"{effect.count} in a group of their own: {effect.name}", "git-fork")


def _always(text: str, icon: str, tone: Tone = "") -> Callable[[Any, Rulebook], EffectLine]:
    return lambda effect, rulebook: EffectLine(text, icon, tone)


def _untold(effect: Effect, rulebook: Rulebook) -> None:
    """Its event's sentence says it."""


_WORDS: dict[type[Effect], Callable[[Any, Rulebook], EffectLine | None]] = {
    BattleFought: _untold,
    Gold: _gold,
    Shards: _shards,
    GainItem: _gains,
    LoseItem: _loses,
    LoseEquipment: _loses_all,
    WarbandEffect: _lasting,
    FollowUp: _untold,
    CharacteristicChanged: _characteristic,
    Experience: _experience,
    AdvanceDue: _advance,
    MissGames: _misses,
    Dead: _dead,
    Captured: _captured,
    Freed: _always("free again", "lock-open", "gain"),
    Retired: _always("retires", "door-open", "loss"),
    Leaves: _leaves,
    Stays: _always("stays on", "user-check", "gain"),
    SkillLearned: _skill,
    SpellLearned: _spell,
    SkillListsOpened: _lists,
    Condition: _condition,
    Promoted: _promoted,
    Split: _split,
    LeaderChosen: _always("leads from now on", "crown", "gain"),
    Joins: _joins,
    Corrected: _always("changed on the roster", "pencil"),
}
