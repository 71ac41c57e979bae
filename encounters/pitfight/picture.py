"""The arena as a picture: hexes, fighters, reach, ghosts of moves and what may be tapped, as plain structures.

`picture_of` works it all out of a fight that is already what its viewer may see; a template writes it down. A drawing
is in units of which a hex has twenty to each side; its hexes have a flat side on top, since a fighter faces a side and
facing 0 is up. What a choice of an offer shows in the picture has that choice's `key_of`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin, sqrt

from encounters.pitfight.attacks import bearing, targets
from encounters.pitfight.cards import FighterCard as FighterCard
from encounters.pitfight.cards import cards_of as cards_of
from encounters.pitfight.engine import legal_orders
from encounters.pitfight.hexes import FACINGS, Hex, arena, distance, step
from encounters.pitfight.levels import WOUNDS
from encounters.pitfight.marks import Mark, marks_of, out_words
from encounters.pitfight.moves import ends_of
from encounters.pitfight.notation import write_order
from encounters.pitfight.orders import Face, Go, Order, Pick, Place, Strike
from encounters.pitfight.schema import OBSERVE
from encounters.pitfight.scrolls import Move
from encounters.pitfight.state import Fighter, PitFight
from encounters.pitfight.wording import (
    BEARINGS,
    HOURS,
    both,
    column,
    hex_name,
    sentence_case,
    shortened,
    signed,
)

SIDE = 20.0
_HALF = SIDE * sqrt(3) / 2
# Beside the outermost hexes, above them (for the letters of the columns) and below.
_BESIDE, _ABOVE, _BELOW = 10.0, 26.0, 16.0
# One path for a hex from its upper left corner on, which a `_corner` says.
_OUTLINE = f"h{SIDE:g}l10 17.3-10 17.3h-{SIDE:g}l-10-17.3z"
_BAR = SIDE * 0.98
_NAME_LETTERS = 9
# Half as broad is a letter of a name, and so far it may reach from the middle of a hex to each side without touching
# what stands in the middle of the next column.
_NAME_HALF, _NAME_ROOM = SIDE * 0.17, SIDE * 0.95
# How an arena is laid out on a page: one that is larger than a page is broad scrolls in its box.
_SMALL, _LARGE, _VAST = 3, 8, 13
# The least that is shown close up, how much around those who are seen, of what share of the whole on it is no gain,
# and how far away somebody still is near.
_LEAST_NEAR, _AROUND_NEAR, _NEAR_ENOUGH, _NEARBY = SIDE * 12, SIDE * 6, 0.8, 4
# From left to right.
_UPPER, _LOWER = (5, 0, 1), (4, 3, 2)
# By where a fighter's neighbour stands, the corner in which the number of his reach stands there, away from the name of
# who stands there, which is on the far side. In sixths of a circle.
_ASIDE = (1.5, 2.5, 0.5, 1.5, 5.5, 3.5)

Point = tuple[float, float]


# --- the parts of a picture -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lettering:
    x: str
    y: str
    text: str


@dataclass(frozen=True)
class Badge:
    """A mark as it stands in the corner of a hex."""

    x: str
    y: str
    letter: str
    tone: str


@dataclass(frozen=True)
class Token:
    """A fighter where he stands. ``side`` is 1 to 8 and gives colour and shape, ``turn`` his facing in degrees.
    ``left`` draws the share of his Wounds that is left, on a bar that ``whole`` draws; ``d`` is his hex, ``name_at``
    where there is room for his name, if anywhere; he whose reach is shown has none. ``asked`` has to answer now."""

    place: int
    side: int
    name: str
    short: str
    x: str
    y: str
    d: str
    turn: int
    at: str
    facing: str
    wounds: int
    of: int
    left: str
    whole: str
    name_at: tuple[str, str]
    marks: tuple[Mark, ...]
    badges: tuple[Badge, ...]
    asked: bool
    own: bool
    attackable: bool

    @property
    def told(self) -> str:
        return f"{self.name} at {self.at}, facing {self.facing}, {max(self.wounds, 0)} of {self.of} Wounds"


@dataclass(frozen=True)
class ReachHex:
    """A hex beside a fighter: ``text`` is his attack modifier there, or NA; ``tone`` na, low, even, or high1 to
    high3. The number stands aside where somebody stands. ``outside`` is beyond the wall and not drawn."""

    bearing: str
    d: str
    label: Lettering
    attack: str
    defence: str
    tone: str
    occupied: bool
    outside: bool


@dataclass(frozen=True)
class End:
    """A facing at the end of a move, as an arrow turned by so many degrees."""

    turn: int
    mighty: bool


@dataclass(frozen=True)
class Ghost:
    """What a choice would do: ``trail`` from hex to hex, the end hex and the facings there. ``note`` says what stops
    it or that it is mighty, on a ``plate`` (x, y, width)."""

    key: str
    trail: str
    d: str
    x: str
    y: str
    ends: tuple[End, ...]
    note: str
    note_at: Lettering
    plate: tuple[str, str, str]
    mighty: bool
    stopped: str


@dataclass(frozen=True)
class Tap:
    """Where a choice can be tapped in the picture. ``arrow`` has the degrees of an arrow that is drawn there."""

    key: str
    x: str
    y: str
    width: str
    height: str
    d: str = ""
    at_x: str = ""
    at_y: str = ""
    arrow: int | None = None
    mighty: bool = False


@dataclass(frozen=True)
class Fallen:
    place: int
    side: int
    name: str
    told: str


@dataclass(frozen=True)
class ArenaPicture:
    """``view`` shows it all, ``near`` is closer to where everything happens, where that is a gain. ``floor`` and
    ``rim`` are paths of hexes. ``reach_of`` is the name of him whose reach is shown.
    ``size`` is small, usual, large or vast. ``lines`` are all of it in words."""

    view: str
    near: str
    size: str
    title: str
    told: str
    floor: str
    rim: str
    columns: tuple[Lettering, ...]
    reach_of: str
    reach: tuple[ReachHex, ...]
    tokens: tuple[Token, ...]
    ghosts: tuple[Ghost, ...]
    taps: tuple[Tap, ...]
    fallen: tuple[Fallen, ...]
    lines: tuple[str, ...]

    @property
    def letters(self) -> tuple[Mark, ...]:
        """The marks that stand in the picture, one for each letter."""
        return tuple({mark.letter: mark for token in self.tokens for mark in token.marks}.values())


# --- the way of a move ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """Where a move leads as everybody stands now: the hexes of it, and what stops it: the wall, or a fighter by his
    place. ``ends`` are the facings it may end in, ``mighty`` those of them that are mighty blows."""

    path: tuple[Hex, ...]
    walled: bool
    met: int | None
    ends: tuple[int, ...]
    mighty: tuple[int, ...]


def way_of(fight: PitFight, place: int, key: str, *, extra: bool = False, interrupting: bool = False) -> Way:
    """The way of a move by its key; with ``extra`` a hex straight ahead comes before it."""
    fighter = fight.fighters[place].changed(move=key, interrupting=interrupting)
    move = fighter.the_move
    headings = move.headings[fighter.facing]
    path, walled, met = _walked(fight, place, (fighter.facing, *headings) if extra else headings)
    if met is not None:
        return Way(path, False, met, (fighter.facing,), ())
    ends = ends_of(fighter, walled=walled)
    mighty = () if walled or interrupting else move.mighty[fighter.facing]
    return Way(path, walled, None, ends, tuple(one for one in ends if one in mighty))


def _walked(fight: PitFight, place: int, headings: Iterable[int]) -> tuple[tuple[Hex, ...], bool, int | None]:
    taken = {one.hex: number for number, one in enumerate(fight.fighters) if number != place and one.hex}
    path = [_hex_of(fight.fighters[place])]
    for direction in headings:
        beyond = arena(fight.terms.radius).neighbours[path[-1]][direction]
        if beyond is None:
            return tuple(path), True, None
        if beyond in taken:
            return tuple(path), False, taken[beyond]
        path.append(beyond)
    return tuple(path), False, None


def _hex_of(fighter: Fighter) -> Hex:
    if fighter.hex is None:
        raise TypeError(f"{fighter.pit.name} stands nowhere")
    return fighter.hex


def way_of_order(fight: PitFight, order: Order) -> Way | None:
    """Where an order of a move leads; none for what is none."""
    fighter = fight.fighters[order.fighter]
    if isinstance(order, Pick):
        return way_of(fight, order.fighter, order.move)
    if isinstance(order, Go):
        key = OBSERVE if fighter.forced else fighter.move
        return way_of(fight, order.fighter, key, extra=order.extra, interrupting=fighter.interrupting)
    return None


def standing_at(fight: PitFight, place: int, hex_: Hex, facing: int) -> PitFight:
    """The fight if he stood there, with everybody else as he is."""
    fighters = list(fight.fighters)
    fighters[place] = fighters[place].changed(hex=hex_, facing=facing)
    return replace(fight, fighters=tuple(fighters))


def is_mighty_end(fight: PitFight, place: int, facing: int) -> bool:
    """Whether a move that waits for its facing becomes a mighty blow by that one."""
    fighter = fight.fighters[place]
    return facing in fighter.the_move.mighty[fighter.facing] and not (fighter.interrupting or fight.walled)


def key_of(order: Order, radius: int) -> str:
    """What a choice is called in a page, where everything is of one fighter: ``pick-lunge``, ``face-3``."""
    if isinstance(order, Place):
        return f"place-{hex_name(order.hex, radius).lower()}"
    return "-".join(write_order(order).split(" ")[1:])


# --- drawing ----------------------------------------------------------------------------------------------------


def picture_of(fight: PitFight, *, own: Collection[int] = (), seat: int | None = None) -> ArenaPicture:
    """The arena for him who plays the fighters at ``own`` and now ``seat``. Without a seat the reach of him who is
    about to act is shown, and nothing can be tapped."""
    radius = fight.terms.radius
    ground = arena(radius)
    shown = _whose_reach(fight) if seat is None else seat
    orders = tuple(legal_orders(fight, seat)) if seat is not None else ()
    half_width, half_height = SIDE * (1.5 * radius + 1), _HALF * (2 * radius + 1)
    width, height = 2 * (half_width + _BESIDE), 2 * half_height + _ABOVE + _BELOW
    lines = described(fight)
    return ArenaPicture(
        view=" ".join(map(_figure, (-half_width - _BESIDE, -half_height - _ABOVE, width, height))),
        near=_near(fight, shown, orders, width),
        size=_size(radius),
        title=f"The arena, turn {fight.turn}" if fight.turn else "The arena, at set-up",
        told=" ".join(lines) or "Nobody stands in it yet.",
        floor="".join(_outline(one) for one in sorted(ground.hexes)),
        rim="".join(_outline(one) for one in ground.rim),
        columns=tuple(_columns(radius)),
        reach_of="" if shown is None or fight.fighters[shown].hex is None else fight.fighters[shown].pit.name,
        reach=() if shown is None else tuple(_reach(fight, shown)),
        tokens=tuple(_tokens(fight, own, orders, shown)),
        ghosts=tuple(ghost for order in orders if (ghost := _ghost(fight, order))),
        taps=tuple(_taps(fight, orders)),
        fallen=tuple(_fallen(fight)),
        lines=lines,
    )


def _size(radius: int) -> str:
    if radius <= _SMALL:
        return "small"
    return "vast" if radius >= _VAST else "large" if radius >= _LARGE else "usual"


def _near(fight: PitFight, shown: int | None, orders: Sequence[Order], width: float) -> str:
    """The part of the picture with him whose reach is shown, who is near him, at least the nearest, and wherever he may
    go, or with all fighters; nothing if that is most of it."""
    hexes = [one.hex for one in fight.fighters if one.hex]
    centre = None if shown is None else fight.fighters[shown].hex
    if centre is not None:
        away = sorted(distance(centre, one) for one in hexes)
        hexes = [one for one in hexes if distance(centre, one) <= max([_NEARBY, *away[1:2]])]
    if not hexes or any(isinstance(order, Place) for order in orders):
        return ""
    points = [middle(one) for one in hexes]
    points += [middle(way.path[-1]) for order in orders if (way := way_of_order(fight, order))]
    across, down = [x for x, _ in points], [y for _, y in points]
    size = max(_LEAST_NEAR, max(across) - min(across) + _AROUND_NEAR, max(down) - min(down) + _AROUND_NEAR)
    if size > width * _NEAR_ENOUGH:
        return ""
    left, top = ((min(values) + max(values) - size) / 2 for values in (across, down))
    return " ".join(map(_figure, (left, top, size, size)))


def _figure(value: float) -> str:
    """With one decimal at most, and none where it says nothing."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


def middle(hex_: Hex) -> Point:
    q, r = hex_
    return SIDE * 1.5 * q, _HALF * (2 * r + q)


def _outline(hex_: Hex) -> str:
    x, y = middle(hex_)
    return f"M{_figure(x - SIDE / 2)} {_figure(y - _HALF)}{_OUTLINE}"


def _away(point: Point, direction: float, far: float) -> Point:
    """So far from a point, in a direction that counts sixths of a circle clockwise from the top."""
    angle = direction * pi / 3
    return point[0] + far * sin(angle), point[1] - far * cos(angle)


def _lettering(point: Point, text: str, letter: float = 0.0) -> Lettering:
    """Text whose middle line, for letters of that height, runs through a point."""
    return Lettering(_figure(point[0]), _figure(point[1] + letter * 0.35), text)


def _columns(radius: int) -> Iterator[Lettering]:
    for q in range(-radius, radius + 1):
        x, y = middle((q, max(-radius, -radius - q)))
        yield _lettering((x, y - _HALF - SIDE * 0.62), column(q + radius), SIDE * 0.6)


def _whose_reach(fight: PitFight) -> int | None:
    if fight.blow is not None:
        return fight.blow.attacker
    return fight.waiting[-1] if fight.waiting else None


def _reach(fight: PitFight, place: int) -> Iterator[ReachHex]:
    fighter = fight.fighters[place]
    if fighter.hex is None:
        return
    taken = {one.hex for one in fight.fighters}
    beside = arena(fight.terms.radius).neighbours[fighter.hex]
    for relative in FACINGS:
        direction = (fighter.facing + relative) % 6
        hex_, attack = beside[direction], fighter.scroll.attack[relative]
        at = middle(hex_) if hex_ else middle(fighter.hex)
        occupied = hex_ in taken
        letter = SIDE * (0.5 if occupied else 0.6)
        yield ReachHex(
            bearing=BEARINGS[relative],
            d=_outline(hex_) if hex_ else "",
            label=_lettering(_away(at, _ASIDE[direction], SIDE * 0.78) if occupied else at, _told(attack), letter),
            attack=_told(attack),
            defence=signed(fighter.scroll.defence[relative]),
            tone=_tone(attack),
            occupied=occupied,
            outside=hex_ is None,
        )


def _told(attack: int | None) -> str:
    return "NA" if attack is None else signed(attack)


def _tone(attack: int | None) -> str:
    if attack is None:
        return "na"
    return f"high{min(attack, 3)}" if attack > 0 else "low" if attack < 0 else "even"


# --- fighters ---------------------------------------------------------------------------------------------------


def _tokens(fight: PitFight, own: Collection[int], orders: Sequence[Order], shown: int | None) -> Iterator[Token]:
    struck = {order.target for order in orders if isinstance(order, Strike)}
    for place, fighter in enumerate(fight.fighters):
        if fighter.hex is None:
            continue
        at = middle(fighter.hex)
        marks = marks_of(fight, place)
        start = fighter.pit.levels[WOUNDS]
        yield Token(
            place=place,
            side=place + 1,
            name=fighter.pit.name,
            short=shortened(fighter.pit.name, _NAME_LETTERS),
            x=_figure(at[0]),
            y=_figure(at[1]),
            d=_outline(fighter.hex),
            turn=fighter.facing * 60,
            at=hex_name(fighter.hex, fight.terms.radius),
            facing=HOURS[fighter.facing],
            wounds=fighter.wounds,
            of=start,
            left=_bar(at, fighter.facing, fighter.wounds / start if start else 0.0),
            whole=_bar(at, fighter.facing, 1.0),
            name_at=("", "") if place == shown else _name_at(fight, place, shown),
            marks=marks,
            badges=tuple(_badges(at, fighter.facing, marks, _numbered_corner(fight, shown, place))),
            asked=place in fight.open_to,
            own=place in own,
            attackable=place in struck,
        )


def _bar(at: Point, facing: int, share: float) -> str:
    """The Wounds left, as a bar below the middle of a hex, or above it where he looks down."""
    length = _BAR * min(max(share, 0.0), 1.0)
    aside = SIDE * (-0.74 if facing in (2, 3, 4) else 0.74)
    return f"M{_figure(at[0] - _BAR / 2)} {_figure(at[1] + aside)}h{_figure(length)}" if length else ""


def _name_at(fight: PitFight, place: int, shown: int | None) -> tuple[str, str]:
    """Where a name stands: below a hex, above it where somebody is in the way, or nowhere in a throng; of one beside
    him whose reach is shown, on the far side. It gives way sideways to a number of that reach."""
    hex_ = _hex_of(fight.fighters[place])
    x, y = middle(hex_)
    taken, numbered = {one.hex for one in fight.fighters}, _numbered(fight, shown)
    beside = None if shown is None else arena(fight.terms.radius).towards.get((fight.fighters[shown].hex, hex_))
    half = len(shortened(fight.fighters[place].pit.name, _NAME_LETTERS)) * _NAME_HALF
    over, edge = max(half - _NAME_ROOM, 0), SIDE * (1.5 * fight.terms.radius + 1) + _BESIDE
    for sides, away in ((_LOWER, 1.0), (_UPPER, -1.0)):
        if beside is not None and beside not in sides:
            continue
        if any(step(hex_, side) in taken for side in sides):
            continue
        left, right = (over and step(hex_, side) in numbered for side in (sides[0], sides[-1]))
        aside = over if left else -over if right else 0
        if not (left and right) and (not aside or abs(x + aside) + half < edge):
            return _figure(x + aside), _figure(y + _HALF * 1.12 * away + SIDE * 0.15)
    return "", ""


def _numbered(fight: PitFight, shown: int | None) -> set[Hex]:
    """The hexes in whose middle a number of his reach stands."""
    hex_ = None if shown is None else fight.fighters[shown].hex
    if hex_ is None:
        return set()
    beside = {one for one in arena(fight.terms.radius).neighbours[hex_] if one is not None}
    return beside.difference(one.hex for one in fight.fighters if one.hex)


def _numbered_corner(fight: PitFight, shown: int | None, place: int) -> float | None:
    """The corner of his hex in which the number of another's reach stands aside, if it does."""
    if shown is None or shown == place:
        return None
    towards = arena(fight.terms.radius).towards.get((fight.fighters[shown].hex, fight.fighters[place].hex))
    return None if towards is None else _ASIDE[towards]


def _badges(at: Point, facing: int, marks: Sequence[Mark], barred: float | None) -> Iterator[Badge]:
    """In the corners of the hex, which lie between its sides, from the one to the left of his back on."""
    corners = [(facing + one) % 6 for one in (4.5, 1.5, 5.5, 0.5, 3.5, 2.5)]
    for corner, mark in zip([one for one in corners if one != barred], marks, strict=False):
        label = _lettering(_away(at, corner, SIDE * 0.8), mark.letter, SIDE * 0.42)
        yield Badge(label.x, label.y, mark.letter, mark.tone)


def _fallen(fight: PitFight) -> Iterator[Fallen]:
    for place, fighter in enumerate(fight.fighters):
        if fighter.out:
            yield Fallen(place, place + 1, fighter.pit.name, out_words(fight, place))


# --- ghosts and taps --------------------------------------------------------------------------------------------


def _ghost(fight: PitFight, order: Order) -> Ghost | None:
    way = way_of_order(fight, order)
    key = key_of(order, fight.terms.radius)
    if way is not None:
        return _ghost_of(key, way, fight)
    fighter = fight.fighters[order.fighter]
    if isinstance(order, Face):
        mighty = (order.facing,) if is_mighty_end(fight, order.fighter, order.facing) else ()
        return _ghost_of(key, Way((_hex_of(fighter),), False, None, (order.facing,), mighty), fight)
    return None


def _ghost_of(key: str, way: Way, fight: PitFight) -> Ghost:
    points = [middle(one) for one in way.path]
    end = points[-1]
    stopped = "wall" if way.walled else "push-off" if way.met is not None else ""
    note = stopped or ("mighty" if way.mighty else "")
    if way.met is not None:
        points.append(middle(_hex_of(fight.fighters[way.met])))
    taken = {one.hex for one in fight.fighters}
    above = any(step(way.path[-1], side) in taken for side in (2, 3, 4))
    line = end[1] + _HALF * (-1.25 if above else 1.25)
    breadth = len(note) * SIDE * 0.35 + SIDE * 0.4
    return Ghost(
        key=key,
        trail=" ".join(f"{_figure(x)},{_figure(y)}" for x, y in points) if len(points) > 1 else "",
        d=_outline(way.path[-1]),
        x=_figure(end[0]),
        y=_figure(end[1]),
        ends=tuple(End(facing * 60, facing in way.mighty) for facing in way.ends),
        note=note,
        note_at=_lettering((end[0], line), note, SIDE * 0.55),
        plate=(_figure(end[0] - breadth / 2), _figure(line - SIDE * 0.35), _figure(breadth)),
        mighty=bool(way.mighty),
        stopped=stopped,
    )


def _taps(fight: PitFight, orders: Sequence[Order]) -> Iterator[Tap]:
    """Where hexes, enemies and facings can be tapped; each hex once, though it may be faced in six ways."""
    seen: set[str] = set()
    for order in orders:
        key = key_of(order, fight.terms.radius)
        tap = _tap(fight, order, key)
        if tap is not None and key not in seen:
            seen.add(key)
            yield tap


def _tap(fight: PitFight, order: Order, key: str) -> Tap | None:
    if isinstance(order, Place):
        return _tap_on(key, middle(order.hex), d=_outline(order.hex))
    if isinstance(order, Strike) and order.target is not None:
        target = _hex_of(fight.fighters[order.target])
        return _tap_on(key, middle(target), d=_outline(target))
    if isinstance(order, Face):
        at = middle(_hex_of(fight.fighters[order.fighter]))
        beside, tip = _away(at, order.facing, 2 * _HALF), _away(at, order.facing, _HALF * 1.32)
        mighty = is_mighty_end(fight, order.fighter, order.facing)
        tap = _tap_on(key, beside)
        return replace(tap, at_x=_figure(tip[0]), at_y=_figure(tip[1]), arrow=order.facing * 60, mighty=mighty)
    return None


def _tap_on(key: str, at: Point, d: str = "") -> Tap:
    """Columns of a hex's height, which touch and do not overlap."""
    corner = _figure(at[0] - SIDE * 0.75), _figure(at[1] - _HALF)
    return Tap(key, *corner, _figure(SIDE * 1.5), _figure(_HALF * 2), d=d)


# --- in words ---------------------------------------------------------------------------------------------------


def described(fight: PitFight) -> tuple[str, ...]:
    """Who stands where, facing what, and whom he can reach; then who is taken out."""
    standing = [place for place, fighter in enumerate(fight.fighters) if fighter.hex is not None]
    out = [f"{sentence_case(one.name)} is taken out: {one.told}." for one in _fallen(fight)]
    return (*(_described(fight, place) for place in standing), *out)


def _described(fight: PitFight, place: int) -> str:
    fighter = fight.fighters[place]
    name, start = fighter.pit.name, fighter.pit.levels[WOUNDS]
    at = hex_name(_hex_of(fighter), fight.terms.radius)
    told = f"{name} stands at {at}, facing {HOURS[fighter.facing]}, with {max(fighter.wounds, 0)} of {start} Wounds."
    marks = ". ".join(mark.text for mark in marks_of(fight, place))
    return " ".join(part for part in (told, f"{marks}." if marks else "", _reached(fight, place)) if part)


def _reached(fight: PitFight, place: int) -> str:
    reached = targets(fight, place)
    if not reached:
        return f"Nobody is in his reach{_nearest(fight, place)}."
    return f"In his reach: {both([_where(fight, place, one) for one in reached])}."


def _where(fight: PitFight, place: int, other: int) -> str:
    """``Albrecht ahead (+2)``."""
    where = bearing(fight, place, other)
    if where is None:
        return fight.fighters[other].pit.name
    return f"{fight.fighters[other].pit.name} {BEARINGS[where]} ({_told(fight.fighters[place].scroll.attack[where])})"


def _nearest(fight: PitFight, place: int) -> str:
    """How far the nearest other one is, in hexes."""
    here = _hex_of(fight.fighters[place])
    away = [
        (distance(here, one.hex), one.pit.name)
        for number, one in enumerate(fight.fighters)
        if one.hex is not None and number != place
    ]
    if not away:
        return ""
    steps, name = min(away)
    return f"; {name} is beside him" if steps == 1 else f"; {name} is nearest, {steps} hexes away"


# --- a move by itself -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Diagram:
    """A move as a scroll shows it, turned to the fighter's facing: the hexes, the start, the way and the ends."""

    view: str
    hexes: str
    trail: str
    start_x: str
    start_y: str
    start_turn: int
    x: str
    y: str
    ends: tuple[End, ...]


_LEAST_DIAGRAM, _AROUND_DIAGRAM = SIDE * 4.2, SIDE * 2.6


def diagram_of(move: Move, facing: int) -> Diagram:
    """A move without arena and enemies, begun at that facing."""
    path = [(0, 0)]
    for direction in move.headings[facing]:
        path.append(step(path[-1], direction))
    points = [middle(one) for one in path]
    across, down = [x for x, _ in points], [y for _, y in points]
    size = max(_LEAST_DIAGRAM, max(across) - min(across) + _AROUND_DIAGRAM, max(down) - min(down) + _AROUND_DIAGRAM)
    left, top = ((min(values) + max(values) - size) / 2 for values in (across, down))
    end = points[-1]
    return Diagram(
        view=" ".join(map(_figure, (left, top, size, size))),
        hexes="".join(_outline(one) for one in dict.fromkeys(path)),
        trail=" ".join(f"{_figure(x)},{_figure(y)}" for x, y in points) if len(points) > 1 else "",
        start_x=_figure(points[0][0]),
        start_y=_figure(points[0][1]),
        start_turn=facing * 60,
        x=_figure(end[0]),
        y=_figure(end[1]),
        ends=tuple(End(one * 60, one in move.mighty[facing]) for one in move.ends[facing]),
    )
