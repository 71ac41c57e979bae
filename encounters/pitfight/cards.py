"""The card of each fighter: what he is, what has become of him, and why his figures are what they are now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from encounters.pitfight.criticals import Injury
from encounters.pitfight.levels import INITIATIVE, WOUNDS
from encounters.pitfight.marks import Mark, marks_of, out_words
from encounters.pitfight.schema import ResultEntry
from encounters.pitfight.state import Fighter, PitFight
from encounters.pitfight.wording import HOURS, LONG, SHORT, both, hex_name, key_words, number_of, sentence_case, signed

# More boxes than this are no help to the eye.
_MOST_BOXES = 30


@dataclass(frozen=True)
class LevelNow:
    """A characteristic; ``change`` is raised, lowered or nothing, against ``start``, and ``why`` what made it so."""

    short: str
    name: str
    value: int
    start: int
    change: str
    why: str

    @property
    def told(self) -> str:
        return f"{self.name} {self.value}, {self.change} from {self.start}: {self.why}"


@dataclass(frozen=True)
class InjuryLine:
    name: str
    where: str
    does: str


@dataclass(frozen=True)
class FighterCard:
    """``boxes`` are left, lost or borrowed, none where there are too many. ``whose`` is what the page says of who plays
    him. ``asked`` has to answer now, ``answered`` has sealed his answer, ``acting`` is about to act."""

    place: int
    side: int
    name: str
    scroll: str
    whose: str
    at: str
    levels: tuple[LevelNow, ...]
    wounds: int
    wounds_of: int
    boxes: tuple[str, ...]
    injuries: tuple[InjuryLine, ...]
    timers: tuple[str, ...]
    rushes: tuple[str, ...]
    ad: int
    marks: tuple[Mark, ...]
    damage: int
    leads: bool
    out: str
    asked: bool
    answered: bool
    acting: bool

    @property
    def ad_told(self) -> str:
        return signed(self.ad)

    @property
    def words_of_wounds(self) -> str:
        return f"{max(self.wounds, 0)} of {self.wounds_of}"


def cards_of(
    fight: PitFight, *, whose: Mapping[int, str] | None = None, answered: Collection[int] = ()
) -> tuple[FighterCard, ...]:
    """The cards, in the order of the fighters. ``whose`` says by place who plays him, ``answered`` whose answers are
    sealed, of which the fight as its viewer sees it need not tell."""
    most = max((one.damage for one in fight.fighters if not one.out), default=0)
    return tuple(
        FighterCard(
            place=place,
            side=place + 1,
            name=fighter.pit.name,
            scroll=fighter.scroll.name,
            whose=(whose or {}).get(place, ""),
            at=_at(fight, fighter),
            levels=tuple(_levels(fighter)),
            wounds=fighter.wounds,
            wounds_of=fighter.pit.levels[WOUNDS],
            boxes=_boxes(fighter),
            injuries=tuple(_injuries(fight, fighter)),
            timers=tuple(_timers(fight, fighter)),
            rushes=tuple(_until(fight, last) for last in fighter.counters),
            ad=fighter.ad(fight.turn),
            marks=marks_of(fight, place),
            damage=fighter.damage,
            leads=bool(most) and not fighter.out and fighter.damage == most,
            out=sentence_case(out_words(fight, place)) if fighter.out else "",
            asked=place in fight.open_to and place not in answered,
            answered=place in fight.asked and (place in answered or place not in fight.open_to),
            acting=bool(fight.waiting) and fight.waiting[-1] == place,
        )
        for place, fighter in enumerate(fight.fighters)
    )


def _at(fight: PitFight, fighter: Fighter) -> str:
    if fighter.hex is None:
        return ""
    return f"{hex_name(fighter.hex, fight.terms.radius)}, facing {HOURS[fighter.facing]}"


# --- characteristics --------------------------------------------------------------------------------------------


def _levels(fighter: Fighter) -> Iterator[LevelNow]:
    for which, (short, name) in enumerate(zip(SHORT, LONG, strict=True)):
        start, value = fighter.pit.levels[which], _value(fighter, which)
        change = "raised" if value > start else "lowered" if value < start else ""
        yield LevelNow(short, name, value, start, change, both(list(_reasons(fighter, which)) or ["as he began"]))


def _value(fighter: Fighter, which: int) -> int:
    if which == WOUNDS:
        return max(fighter.wounds, 0)
    return fighter.initiative if which == INITIATIVE else fighter.level(which)


def _reasons(fighter: Fighter, which: int) -> Iterator[str]:
    """In the order in which they count (ruling I12)."""
    if which == WOUNDS and fighter.wounds_lost:
        yield f"{fighter.wounds_lost} lost"
    if which == INITIATIVE and fighter.initiative_lost:
        yield f"{number_of(fighter.initiative_lost, 'point')} lost by injuries"
    if which == INITIATIVE and fighter.harm.halvings:
        yield "halved for a leg"
    if which != WOUNDS and fighter.halved:
        yield "halved by a push-off until the End Phase"
    if fighter.boosts[which]:
        yield f"{signed(fighter.boosts[which])} by adrenalin until the End Phase"


def _boxes(fighter: Fighter) -> tuple[str, ...]:
    """What is his own and left, what is lost, then what is borrowed and left. Losses beyond his own eat the loan."""
    start, borrowed = fighter.pit.levels[WOUNDS], fighter.boosts[WOUNDS]
    if start + borrowed > _MOST_BOXES:
        return ()
    left = min(max(start - fighter.wounds_lost, 0), start)
    loan = min(max(fighter.wounds - left, 0), borrowed)
    return ("left",) * left + ("lost",) * (start - left) + ("borrowed",) * loan


# --- harm -------------------------------------------------------------------------------------------------------


def _injuries(fight: PitFight, fighter: Fighter) -> Iterator[InjuryLine]:
    results = fight.rules.charts.results
    for injury in fighter.injuries:
        result = results[injury.result]
        yield InjuryLine(result.name, place_name(fight, injury.place), _does(result, injury, fighter))
    if fighter.pit.past.ad or fighter.pit.past.no_fast or fighter.pit.past.gone:
        yield InjuryLine("From earlier fights", _gone_before(fight, fighter), _past(fighter))


def place_name(fight: PitFight, key: str) -> str:
    """Of a location; an eye or an ear is none and has its key as words."""
    return fight.rules.names.get(key, sentence_case(key_words(key)))


def _gone_before(fight: PitFight, fighter: Fighter) -> str:
    return ", ".join(f"{place_name(fight, one).lower()} gone" for one in fighter.pit.past.gone)


def _past(fighter: Fighter) -> str:
    told = [f"A/D {signed(fighter.pit.past.ad)}"] if fighter.pit.past.ad else []
    return "; ".join([*told, "no fast moves"] if fighter.pit.past.no_fast else told)


def _does(result: ResultEntry, injury: Injury, fighter: Fighter) -> str:
    """What it does for the rest of the fight."""
    told = [
        (_penalty(result, injury, fighter), result.ad is not None),
        (f"Initiative {signed(-result.initiative)}", bool(result.initiative)),
        ("Initiative halved", result.ruins_leg),
        ("no fast moves", result.no_fast),
        (f"loses {result.bleeds.wounds if result.bleeds else ''} Wounds each End Phase", result.bleeds is not None),
        ("gone: it cannot be hit any more", result.severs),
    ]
    said = [words for words, holds in told if holds]
    return "; ".join(said).replace("loses 1 Wounds", "loses 1 Wound") or "nothing more in this fight"


def _penalty(result: ResultEntry, injury: Injury, fighter: Fighter) -> str:
    if result.ad is None:
        return ""
    if injury.result in fighter.scroll.ignores:
        return "no A/D penalty by his scroll"
    once = {"worst": ", only the worst of a limb", "once": ", once only", "each": ""}[result.ad.counts]
    return f"A/D {signed(result.ad.amount)}{once}"


def _timers(fight: PitFight, fighter: Fighter) -> Iterator[str]:
    turn = fight.turn
    if fighter.out or not turn:
        return
    if turn <= fighter.stunned_until:
        yield f"May not attack {_while(fighter.stunned_until - turn)}"
    if turn <= fighter.shaken_until:
        yield f"A/D {signed(fighter.shaken_by)} {_while(fighter.shaken_until - turn)}"
    if turn <= fighter.floored_until:
        yield f"May pick only slow moves {'this' if turn == fighter.floored_until else 'next'} turn"
    if fighter.trophy == turn:
        yield "May brandish his trophy by an Observe move this turn"
    elif fighter.trophy > turn:
        yield "May brandish his trophy by an Observe move next turn"


def _while(turns_more: int) -> str:
    return ("this turn", "this turn and next")[turns_more] if turns_more < 2 else f"for {turns_more + 1} turns"


def _until(fight: PitFight, last: int) -> str:
    return "until the End Phase of this turn" if last <= fight.turn else "until the End Phase of the next turn"
