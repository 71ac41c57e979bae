"""Where one begins, and which move one picks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encounters.pitfight.attacks import modifiers, targets
from encounters.pitfight.hexes import FACINGS, Hex, distance, step
from encounters.pitfight.levels import WATCHING
from encounters.pitfight.notation import write_order
from encounters.pitfight.offering.offer import (
    Choice,
    Choices,
    Offer,
    asks,
    name_of,
)
from encounters.pitfight.orders import Order, Pick, Place
from encounters.pitfight.picking import limit
from encounters.pitfight.picture import Way, diagram_of, key_of, standing_at, way_of_order
from encounters.pitfight.schema import OBSERVE
from encounters.pitfight.scrolls import ANY, SLOW_ONLY, Move
from encounters.pitfight.state import Fighter, PitFight
from encounters.pitfight.wording import (
    HOURS,
    both,
    ends_words,
    hex_name,
    path_words,
    sentence_case,
    shortened,
    signed,
)

# Letters of a name where there is little room.
_BRIEF = 12
_BAND_TITLES = {"slow": "Slow moves", "normal": "Normal moves", "fast": "Fast moves"}


# --- set-up -----------------------------------------------------------------------------------------------------


def place(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    hexes = list(dict.fromkeys(order.hex for order in orders if isinstance(order, Place)))
    where = "any free hex" if fight.terms.anywhere else "a hex at the wall"
    return Offer(
        question="place",
        place=seat,
        name=name_of(fight, seat),
        title=asks(fight, seat, "where do you begin?"),
        why=f"The oldest sets up first: on {where}, away from those who stand there, facing one side of it (2.4).",
        secret=False,
        groups=(Choices("Hex", tuple(_place_choice(fight, seat, one) for one in hexes)),),
        go="Stand there",
        icon="map-pin",
        facings=tuple((facing, HOURS[facing]) for facing in FACINGS),
    )


def _place_choice(fight: PitFight, seat: int, hex_: Hex) -> Choice:
    order = Place(seat, hex_, 0)
    inward = min(FACINGS, key=lambda facing: (distance(step(hex_, facing), (0, 0)), facing))
    key = key_of(order, fight.terms.radius)
    value = write_order(order).rsplit(" ", 1)[0]
    return Choice(key, value, hex_name(hex_, fight.terms.radius), ghost=key, inward=inward)


# --- picking a move ---------------------------------------------------------------------------------------------


def pick(fight: PitFight, seat: int, orders: Sequence[Order]) -> Offer:
    legal = {order.move for order in orders if isinstance(order, Pick)}
    return Offer(
        question="pick",
        place=seat,
        name=name_of(fight, seat),
        title=asks(fight, seat, "pick a move"),
        why="All picks are revealed together. Which way you face you say when you are there (4.0).",
        secret=True,
        groups=tuple(_bands(fight, seat, legal)),
        go="Seal this move",
        icon="lock",
    )


def _bands(fight: PitFight, seat: int, legal: set[str]) -> Iterator[Choices]:
    fighter = fight.fighters[seat]
    allowed = set(fighter.scroll.picks[limit(fighter, fight.turn, fight.terms)])
    for band, title in _BAND_TITLES.items():
        moves = [move for move in fighter.scroll.moves.values() if move.band == band]
        if moves:
            barred = any(move.key not in allowed for move in moves)
            choices = tuple(_pick_choice(fight, seat, move, barred=move.key not in legal) for move in moves)
            yield Choices(title, choices, _why_barred(fight, fighter, band) if barred else "")


def _pick_choice(fight: PitFight, seat: int, move: Move, *, barred: bool) -> Choice:
    order, facing = Pick(seat, move.key), fight.fighters[seat].facing
    way = way_of_order(fight, order)
    key = key_of(order, fight.terms.radius)
    return Choice(
        key,
        write_order(order),
        move.name,
        f"{sentence_case(path_words(move.path))}; {ends_words(move)}.",
        more=" ".join(_pick_more(fight, seat, move, way)) if way and not barred else "",
        hint=_pick_hint(fight, seat, way) if way and not barred else "",
        tone="mighty" if move.may_be_mighty else "plain",
        ghost="" if barred else key,
        barred=barred,
        diagram=diagram_of(move, facing),
    )


def _pick_hint(fight: PitFight, seat: int, way: Way) -> str:
    """What comes of it first: a push-off, whom it reaches, or the wall."""
    if way.met is not None:
        return f"push-off: {_briefly(fight, way.met)}"
    reached = (f"{_briefly(fight, one)} {signed(attack)}" for one, attack in _best_from(fight, seat, way).items())
    return ", ".join(reached) or ("wall" if way.walled else "")


def _briefly(fight: PitFight, place: int) -> str:
    return shortened(name_of(fight, place), _BRIEF)


def _pick_more(fight: PitFight, seat: int, move: Move, way: Way) -> Iterator[str]:
    fighter, at = fight.fighters[seat], hex_name(way.path[-1], fight.terms.radius)
    if way.walled:
        yield f"The wall stops you at {at}{': no mighty blow' if move.may_be_mighty else ''}."
    elif way.met is not None:
        yield f"{name_of(fight, way.met)} is in the way as he stands now: a push-off from {at}."
    elif move.path:
        yield f"Ends at {at}."
    if move.only_mighty:
        yield "You cannot interrupt with it."
    elif move.may_be_mighty:
        yield "An interrupt forfeits the mighty blow."
    if move.key == OBSERVE:
        yield f"Initiative +{WATCHING} when attacks are resolved."
        if fighter.trophy == fight.turn:
            yield "Brandishes your trophy: one adrenalin rush."
    if way.met is None and (reached := _reached_from(fight, seat, way)):
        yield f"Reaches {reached}, as they stand now."


def _reached_from(fight: PitFight, seat: int, way: Way) -> str:
    """``Albrecht (+3) and Otto (0)``: whom he could attack from the end of a way."""
    best = _best_from(fight, seat, way)
    return both([f"{name_of(fight, one)} ({signed(attack)})" for one, attack in best.items()]) if best else ""


def _best_from(fight: PitFight, seat: int, way: Way) -> dict[int, int]:
    """The places of those whom he could attack from the end of a way, with the best modifier that one of its facings
    gives."""
    best: dict[int, int] = {}
    for facing in way.ends:
        there = standing_at(fight, seat, way.path[-1], facing)
        for one in targets(there, seat):
            attack = modifiers(there, seat, one)[0]
            best[one] = max(attack, best.get(one, attack))
    return best


def _why_barred(fight: PitFight, fighter: Fighter, band: str) -> str:
    """What bars the moves of a band now, or at the table what makes them illegal."""
    said = f"No {band} move: {_cause(fight, fighter)}."
    return f"{said} One picked all the same becomes Observe." if fight.terms.table_mode else said


def _slowed_by(fight: PitFight, fighter: Fighter) -> str:
    """The injury that bars fast moves for the rest of the fight."""
    results = (fight.rules.charts.results[one.result] for one in fighter.injuries)
    return next(
        (f"your injury bars it ({one.name.lower()})" for one in results if one.no_fast), "an old injury bars it"
    )


def _cause(fight: PitFight, fighter: Fighter) -> str:
    free = limit(fighter, fight.turn, fight.terms)
    if free == SLOW_ONLY:
        return "you are floored"
    if fighter.fought:
        return "you attacked or were attacked last turn"
    if fighter.harm.no_fast:
        return _slowed_by(fight, fighter)
    if fighter.lost:
        return "you lost your last move in a push-off, which counts as slow"
    if not fighter.move:
        return "before the first turn everybody counts as having observed, which is slow"
    return f"your last move was slow ({fighter.the_move.name})" if free != ANY else ""
