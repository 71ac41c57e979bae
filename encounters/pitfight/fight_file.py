"""A fight as a plain file, YAML or JSON: arena, fighters, and orders by turn as far as they are given.

    format: mordheim-pit-fight/1          # may be left out
    arena: {radius: 6, spacing: 5}        # may be left out, and each part of it
    fighters:
      - name: Grokka
        type: orc                         # a scroll
        characteristics: {ws: 34, s: 32, t: 32, i: 30, w: 12}
        age: 31                           # in years; without it he is the youngest
        start: [0, -6]                    # a hex of the rim; without it the computer picks
        facing: 3
        computer: champion                # how the computer plays him; may be left out
    orders:
      1:
        Grokka: {move: barge, facing: 3, target: Albrecht, aim: head, guard: body, interrupt: yes}

A fighter may also have a ``past``, what earlier fights left him: ``ad``, ``initiative``, ``wooden_legs``, ``gone``,
``hates``, and ``fingers``, each lost one by its hand (``left_arm``), which ``ad`` counts.

Of one turn a fighter may also be told ``extra_hex`` (an adrenalin rush on a hex before the move), ``spend`` (on which
characteristics he spends rushes where he is asked) and ``recover`` (whether he spends them in the End Phase). What is
not ordered another player decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, ConfigDict, Field

from encounters.pitfight.engine import legal_orders, start
from encounters.pitfight.enlisting import Past, ages, enlist
from encounters.pitfight.errors import Illegal, Malformed
from encounters.pitfight.levels import CHARACTERISTICS
from encounters.pitfight.notation import write_order
from encounters.pitfight.orders import Aim, Boost, Face, Go, Interrupt, Order, Pick, Place, Recover, Strike
from encounters.pitfight.players import Player, player
from encounters.pitfight.schema import Direction, Int, Key, Name, Said
from encounters.pitfight.scrolls import PitRules
from encounters.pitfight.state import FEWEST, MOST, PitFight, PitFighter, Question, Terms
from mordheim.rules.plainfile import AS_MEANT, AS_TEXT, Flag, Written, clean_line, read_as

NOBODY = "nobody"
Characteristic = Annotated[
    Literal["weapon_skill", "strength", "toughness", "initiative", "wounds"], AS_TEXT, BeforeValidator(str.lower)
]
Level = Annotated[int, AS_MEANT, Field(ge=0, le=99)]


def _either(name: str, short: str) -> Any:
    return Field(validation_alias=AliasChoices(name, short, short.upper()))


class CharacteristicsSaid(Said):
    weapon_skill: Level = _either("weapon_skill", "ws")
    strength: Level = _either("strength", "s")
    toughness: Level = _either("toughness", "t")
    initiative: Level = _either("initiative", "i")
    wounds: Level = _either("wounds", "w")


class PastSaid(Said):
    ad: Annotated[int, AS_MEANT, Field(ge=-50, le=0)] = 0
    initiative: Level = 0
    wooden_legs: Level = 0
    gone: tuple[Key, ...] = ()
    hates: tuple[Name, ...] = ()
    fingers: tuple[Key, ...] = ()


class FighterSaid(Said):
    name: Name
    type: Key
    characteristics: CharacteristicsSaid
    age: Annotated[int, AS_MEANT, Field(ge=0, le=9999)] = 0
    start: tuple[Int, Int] | None = None
    facing: Direction | None = None
    past: PastSaid = PastSaid()
    computer: Annotated[Literal["", "random", "novice", "seasoned", "champion"], AS_TEXT] = ""


class ArenaSaid(Said):
    radius: Annotated[int, AS_MEANT, Field(ge=1, le=20)] | None = None
    spacing: Annotated[int, AS_MEANT, Field(ge=1, le=40)] | None = None
    anywhere: Flag = False
    table_mode: Flag = False
    observe_is_slow: Flag = True
    turn_limit: Annotated[int, AS_MEANT, Field(ge=1, le=1000)] = 60
    quiet_limit: Annotated[int, AS_MEANT, Field(ge=1, le=1000)] = 15


class TurnSaid(Said):
    move: Annotated[str, AS_TEXT] | None = None
    facing: Direction | None = None
    interrupt: Flag | None = None
    extra_hex: Flag | None = None
    target: Annotated[str, AS_TEXT] | None = None
    aim: Annotated[str, AS_TEXT] | None = None
    guard: Annotated[str, AS_TEXT] | None = None
    spend: tuple[Characteristic, ...] | None = None
    recover: Flag | None = None


def _move_alone(value: Any) -> Any:
    return {"move": value} if isinstance(value, str) else value


class FightFile(Said):
    model_config = ConfigDict(frozen=True, extra="forbid")
    format: Annotated[Literal["mordheim-pit-fight/1"], AS_TEXT] = "mordheim-pit-fight/1"
    name: Written = ""
    arena: ArenaSaid = ArenaSaid()
    fighters: Annotated[tuple[FighterSaid, ...], Field(min_length=FEWEST, max_length=MOST)]
    orders: dict[Annotated[int, Field(ge=1)], dict[Name, Annotated[TurnSaid, BeforeValidator(_move_alone)]]] = {}


def read_fight_file(raw: bytes, *, name: str = "") -> FightFile:
    """What a file says.

    Raises:
        Malformed: with the first fault and its place.
    """
    file = read_as(FightFile, raw, name)
    known = {fighter.name for fighter in file.fighters}
    for turn, orders in file.orders.items():
        if strange := [one for one in orders if one not in known]:
            raise Malformed(f"orders.{turn}: there is no fighter {clean_line(strange[0])}")
    return file


def fight_of(file: FightFile, rules: PitRules) -> PitFight:
    """The fight that a file describes, before anybody is set up.

    Raises:
        Malformed: for a type that has no scroll, two of a name, an order at nobody of the fight or at no location.
        Illegal: for a fighter whom the rules do not allow, or a move that is not on his scroll.
    """
    ranks = ages([fighter.age for fighter in file.fighters])
    fighters = []
    for said, rank in zip(file.fighters, ranks, strict=True):
        if said.type not in rules.scrolls:
            raise Malformed(f"{clean_line(said.name)}: {said.type} is none of {', '.join(rules.scrolls)}")
        levels = [getattr(said.characteristics, name) for name in CHARACTERISTICS]
        past = Past(**said.past.model_dump())
        fighters.append(_enlisted(rules, said, levels, rank, past))
    _check_orders(file, rules)
    said_terms = file.arena.model_dump(exclude={"radius", "spacing"})
    radius, spacing = file.arena.radius or rules.radius, file.arena.spacing or rules.spacing
    return start(rules, fighters, Terms(radius=radius, spacing=spacing, **said_terms))


def _enlisted(rules: PitRules, said: FighterSaid, levels: Sequence[int], rank: int, past: Past) -> PitFighter:
    name = clean_line(said.name)
    try:
        return enlist(rules, name, rules.scrolls[said.type], levels, rank, past)
    except Illegal as illegal:
        raise Illegal(f"{name}: {illegal}") from None


def _check_orders(file: FightFile, rules: PitRules) -> None:
    """Whatever is never there, in whichever turn it is ordered."""
    types = {fighter.name: fighter.type for fighter in file.fighters}
    for turn, orders in file.orders.items():
        for name, said in orders.items():
            place = f"orders.{turn}.{clean_line(name)}"
            if said.target not in (None, NOBODY, *types):
                raise Malformed(f"{place}: there is no fighter {clean_line(str(said.target))}")
            for location in (said.aim, said.guard):
                if location not in (None, *rules.locations):
                    locations = ", ".join(rules.locations)
                    raise Malformed(f"{place}: {clean_line(str(location))} is none of {locations}")
            scroll = rules.scrolls[types[name]]
            if said.move is not None and said.move not in scroll.moves:
                raise Illegal(f"{clean_line(name)} has no move {clean_line(said.move)} on his scroll (turn {turn}).")


def refuse_orders_of_the_fallen(file: FightFile, fight: PitFight) -> None:
    """Raises Illegal where the file orders something in a turn of the fight before which he had been taken out."""
    for said, fighter in zip(file.fighters, fight.fighters, strict=True):
        later = (turn for turn in sorted(file.orders) if fighter.out and fighter.out_turn < turn <= fight.turn)
        for turn in later:
            if said.name in file.orders[turn]:
                name = fighter.pit.name
                raise Illegal(f"{name} was taken out in turn {fighter.out_turn}: he does nothing in turn {turn}.")


# --- playing what the file orders -------------------------------------------------------------------------------


def computers(file: FightFile, chance: Random, otherwise: str) -> Player:
    """A player who plays each fighter as the file says, or as ``otherwise``, a strength or RANDOM, where it does not.
    All draw from the same chance."""
    strengths = [fighter.computer or otherwise for fighter in file.fighters]
    by_strength = {strength: player(strength, chance) for strength in strengths}
    by_place = [by_strength[strength] for strength in strengths]
    return lambda fight, fighter: by_place[fighter](fight, fighter)


# How many of the legal orders a refusal names.
OFFERED = 12


def directed(file: FightFile, otherwise: Player) -> Player:
    """A player who does what the file orders and leaves the rest to another."""

    def choose(fight: PitFight, fighter: int) -> Order:
        return _ordered(file, fight, fighter) or otherwise(fight, fighter)

    return choose


def _ordered(file: FightFile, fight: PitFight, fighter: int) -> Order | None:
    """Raises Illegal for what the file orders and the rules do not let him do."""
    order = _said(file, fight, fighter)
    if order is not None and order not in legal_orders(fight, fighter):
        raise Illegal(_why_not(order, fight, fighter))
    return order


def _why_not(order: Order, fight: PitFight, fighter: int) -> str:
    """With what he may do instead."""
    said, *may = (write_order(one).split(" ", 1)[1] for one in (order, *legal_orders(fight, fighter)))
    when = f"in turn {fight.turn}" if fight.turn else "at set-up"
    more = ", ..." if len(may) > OFFERED else ""
    return f"{fight.fighters[fighter].pit.name} may not {said} {when}, but: {', '.join(may[:OFFERED])}{more}."


def _said(file: FightFile, fight: PitFight, fighter: int) -> Order | None:
    if fight.question == "place":
        return _placed(file.fighters[fighter], fight, fighter)
    said = file.orders.get(fight.turn, {}).get(file.fighters[fighter].name)
    return _SAID[fight.question](said, fight, fighter) if said else None


def _placed(said: FighterSaid, fight: PitFight, fighter: int) -> Order | None:
    if said.start is None:
        return None
    if said.facing is not None:
        return Place(fighter, said.start, said.facing)
    fits = (one for one in legal_orders(fight, fighter) if isinstance(one, Place) and one.hex == said.start)
    return next(fits, Place(fighter, said.start, 0))


def _pick(said: TurnSaid, fight: PitFight, fighter: int) -> Order | None:
    return None if said.move is None else Pick(fighter, said.move)


def _interrupt(said: TurnSaid, fight: PitFight, fighter: int) -> Order | None:
    if said.interrupt is None:
        return None
    taking = [one for one in legal_orders(fight, fighter) if isinstance(one, Interrupt) and one.takes]
    spends = said.spend is not None and "initiative" in said.spend
    may = said.interrupt and (spends or not taking[0].spend)
    return taking[0] if may else Interrupt(fighter, False)


def _go(said: TurnSaid, fight: PitFight, fighter: int) -> Order | None:
    if said.extra_hex is None:
        return None
    extra = Go(fighter, True)
    return extra if said.extra_hex and extra in legal_orders(fight, fighter) else Go(fighter)


def _face(said: TurnSaid, fight: PitFight, fighter: int) -> Order | None:
    """After a wall the facing may not be there any more."""
    wanted = None if said.facing is None else Face(fighter, said.facing)
    return None if fight.walled and wanted not in legal_orders(fight, fighter) else wanted


def _boost(said: TurnSaid, fight: PitFight, fighter: int) -> Order | None:
    if said.spend is None:
        return None
    offered = [one for one in legal_orders(fight, fighter) if isinstance(one, Boost) and one.on is not None]
    return offered[0] if CHARACTERISTICS[offered[0].on or 0] in said.spend else Boost(fighter)


def _strike(said: TurnSaid, fight: PitFight, fighter: int) -> Order | None:
    """A target out of reach is let go (A3)."""
    if said.target is None:
        return None
    names = [one.pit.name for one in fight.fighters]
    wanted = Strike(fighter, names.index(said.target)) if said.target in names else Strike(fighter)
    return wanted if wanted in legal_orders(fight, fighter) else Strike(fighter)


def _aim(said: TurnSaid, fight: PitFight, fighter: int) -> Order | None:
    attacking = fight.blow is not None and fight.blow.attacker == fighter
    location = said.aim if attacking else said.guard
    return None if location is None else Aim(fighter, location)


def _recover(said: TurnSaid, fight: PitFight, fighter: int) -> Order | None:
    if said.recover is None:
        return None
    return legal_orders(fight, fighter)[1] if said.recover else Recover(fighter)


_SAID: Mapping[Question, Callable[[TurnSaid, PitFight, int], Order | None]] = {
    "pick": _pick,
    "interrupt": _interrupt,
    "go": _go,
    "face": _face,
    "push_off": _boost,
    "roll_off": _boost,
    "damage": _boost,
    "stand": _boost,
    "strike": _strike,
    "aim": _aim,
    "recover": _recover,
}
