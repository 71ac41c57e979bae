"""What a fighter may do now, as a page offers it: grouped by what it costs, attacks with their exact odds.

Every act carries the line that is posted; the engine alone says which there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from encounters.hitchance import afterwards, slots
from encounters.hitchance.acting import options, ways_open
from encounters.hitchance.attacks import piece_that_suffers, strike_back_weapon
from encounters.hitchance.engine import legal_orders
from encounters.hitchance.field import Cell, cells_around
from encounters.hitchance.notation import verb_of, write_order
from encounters.hitchance.odds import HASTENED, NOTHING, OUTCOMES, Odds, attack_odds
from encounters.hitchance.orders import (
    Attack,
    Bandage,
    Done,
    Drop,
    DropPack,
    Execute,
    Fetch,
    Lead,
    Move,
    Order,
    Plain,
    Rally,
    Reload,
    RemoveArmour,
    Stabilise,
    Stance,
    StandUp,
    Turn,
)
from encounters.hitchance.schema import Cost
from encounters.hitchance.squares import towards
from encounters.hitchance.state import Skirmish, effects_of
from encounters.hitchance.telling import isolated, reasons

COSTS: tuple[Cost, ...] = ("major", "minor", "free")


# --- odds -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """One outcome of an attack: its chance exactly, and where it lies in a bar of 100. ``outcome`` is the key, and
    ``told`` is how it is called."""

    outcome: str
    chance: Fraction
    start: float
    width: float

    @property
    def percent(self) -> str:
        return percent(self.chance)

    @property
    def told(self) -> str:
        return "downed die one size down" if self.outcome == HASTENED else self.outcome


@dataclass(frozen=True)
class Chances:
    """The odds of one blow: the die, what hits, the chance that it does anything, all outcomes, why the die is what it
    is, and the weapon. ``piece`` is the armour that would take the hit, ``idle`` says what a hit may come to that
    changes nothing on one who has fallen."""

    die: int
    hits: str
    hit: Fraction
    parts: tuple[Part, ...]
    reasons: tuple[str, ...]
    weapon: str
    piece: str = ""
    idle: str = ""

    @property
    def percent(self) -> str:
        return percent(self.hit)

    @property
    def faces(self) -> str:
        """How many faces of the die do anything."""
        return f"{self.hit * self.die} of {self.die}"

    @property
    def harm(self) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.outcome not in ("miss", NOTHING))


def percent(chance: Fraction) -> str:
    """To the nearest whole, and no chance is told as none or as certain that is not."""
    whole = round(chance * 100)
    if chance and not whole:
        return "<1 %"
    return ">99 %" if whole == 100 and chance != 1 else f"{whole} %"


def chances_of(skirmish: Skirmish, odds: Odds) -> Chances:
    blow, rules = odds.blow, skirmish.rules
    hits = f"{blow.cover + 1} to {blow.hit_chance}" if blow.cover else f"{blow.hit_chance} or less"
    named = [(outcome, odds.outcomes[outcome]) for outcome in OUTCOMES[::-1] if odds.outcomes[outcome]]
    starts = accumulate((float(chance) * 100 for _, chance in named), initial=0.0)
    parts = (
        Part(outcome, chance, start, float(chance) * 100)
        for (outcome, chance), start in zip(named, starts, strict=False)
    )
    piece = rules.name_of(odds.piece).lower() if odds.piece else ""
    weapon = rules.name_of(blow.weapon)
    idle = f"{percent(odds.outcomes[NOTHING])} a hit that does nothing to him" if odds.outcomes[NOTHING] else ""
    return Chances(blow.die, hits, odds.tells, tuple(parts), reasons(blow.steps), weapon, piece, idle)


# --- acts -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Act:
    """``line`` is posted; ``odds`` are those of an attack, and ``back`` of the blow that is struck back. Of an attack
    ``verb`` and ``target`` are the two halves of its label."""

    line: str
    label: str
    icon: str
    told: str = ""
    odds: Chances | None = None
    back: Chances | None = None
    is_grave: bool = False
    verb: str = ""
    target: str = ""


@dataclass(frozen=True)
class Box:
    """Acts under one head: a single one, or attacks that differ by nothing but whom they are at."""

    acts: tuple[Act, ...]

    @property
    def first(self) -> Act:
        return self.acts[0]

    @property
    def is_choice(self) -> bool:
        return len(self.acts) > 1


@dataclass(frozen=True)
class Group:
    """What costs the same; ``left`` is how many actions of it there are, and ``stands_in`` says that the major action
    is taken for it. ``rare`` are acts that one seldom thinks of, ``ways`` moves, turns and leads, which are chosen in a
    picture or a row of their own."""

    cost: Cost
    left: int
    stands_in: bool
    acts: tuple[Act, ...]
    rare: tuple[Act, ...]
    ways: tuple[Ways, ...]

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The acts, attacks with the same odds together."""
        found: dict[object, list[Act]] = {}
        for act in self.acts:
            same = (act.verb, act.told, act.odds, act.back) if act.odds else act.line
            found.setdefault(same, []).append(act)
        return tuple(Box(tuple(acts)) for acts in found.values())

    @property
    def rare_told(self) -> str:
        """Some of what is rare, to be folded away under."""
        words = list(dict.fromkeys(act.told.capitalize() if act.odds else act.label for act in self.rare))
        return ", ".join(words[:3]) + (" …" if len(words) > 3 else "")


@dataclass(frozen=True)
class Ways:
    """A way to be chosen out of many: in ``rows`` of squares, or a few ``acts``."""

    verb: str
    label: str
    icon: str
    rows: tuple[tuple[Cell, ...], ...] = ()
    acts: tuple[Act, ...] = ()
    place: int = 0


@dataclass(frozen=True)
class Meeting:
    """How somebody means to meet blows, and what of that he could say otherwise. ``weapon`` is what he would strike
    back with against whoever strikes at him now, where that is known."""

    place: int
    name: str
    sunders: bool
    strikes_back: bool
    first: str
    pieces: tuple[tuple[str, str], ...]
    may_sunder: bool
    weapon: str = ""
    others: tuple[Act, ...] = ()


@dataclass(frozen=True)
class Offer:
    place: int
    name: str
    groups: tuple[Group, ...]
    done: str
    meeting: Meeting | None
    why: tuple[str, ...] = ()


def offer_of(skirmish: Skirmish, place: int) -> Offer:
    """What he may do now; of one who is not asked only how he meets blows."""
    orders = legal_orders(skirmish, place)
    groups = tuple(group for cost in COSTS if (group := _group(skirmish, place, cost, orders)))
    done = next((write_order(order) for order in orders if isinstance(order, Done)), "")
    why = tuple(_held_back(skirmish, place))
    return Offer(place, skirmish.fighters[place].name, groups, done, meeting_of(skirmish, place), why)


def _held_back(skirmish: Skirmish, place: int) -> Iterable[str]:
    """What keeps him from acting, or from some of it, in sentences."""
    one, rules, name = skirmish.fighters[place], skirmish.rules, _name(skirmish, place)
    if one.lost:
        yield f"{name} is {one.lost}."
    elif one.is_stunned(skirmish.round):
        yield f"{name} is stunned until the recovery of round {one.stunned_until}."
    elif one.overloaded:
        drops = one.held or one.pack
        what = "until he drops enough" if drops else "and has nothing in hand or in the pack to drop"
        filled = f"{one.filled} of {one.who.capacity} slots are filled"
        yield f"Fatigue lays {name} low: {filled}. He can do nothing {what}."
    elif one.broken_since:
        yield f"{name} has lost heart: he attacks nobody, and leaves in the next round unless he is rallied."
    if one.majors and not one.lost and one.major_round == skirmish.round - 1 > 0:
        for injury, _ in effects_of(one, rules, "no_majors_in_a_row"):
            yield f"No major action in two rounds running: {rules.injuries.injuries[injury.number].name.lower()}."


# --- a block at once ----------------------------------------------------------------------------------------------


def may_be_done(skirmish: Skirmish) -> tuple[int, ...]:
    """Of those who may still act whoever is nameless, or has nothing left that costs more than a free action."""
    fighters = skirmish.fighters
    return tuple(place for place in skirmish.asked if fighters[place].who.nameless or _is_spent(skirmish, place))


def _is_spent(skirmish: Skirmish, place: int) -> bool:
    """A turn may still matter to one who has free actions, so that nobody is done of himself."""
    return all(cost_of(skirmish, order) in (None, "free") for order in legal_orders(skirmish, place))


def cost_of(skirmish: Skirmish, order: Order) -> Cost | None:
    """What its action asks for; nothing for what is no action."""
    if isinstance(order, Done | Stance):
        return None
    if isinstance(order, Reload):
        return skirmish.rules.ranged[order.weapon].reload_costs
    return skirmish.rules.costs(order.action if isinstance(order, Plain) else verb_of(order))


def _group(skirmish: Skirmish, place: int, cost: Cost, orders: Sequence[Order]) -> Group | None:
    own = [order for order in orders if cost_of(skirmish, order) == cost]
    if not own:
        return None
    fighter = skirmish.fighters[place]
    left = {"major": fighter.majors, "minor": fighter.minors, "free": fighter.frees}[cost]
    in_words = [(act_of(skirmish, order), _is_rare(skirmish, order, own)) for order in own if type(order) in _LABELS]
    acts, rare = (tuple(act for act, is_rare in in_words if is_rare == wanted) for wanted in (False, True))
    stands_in = cost == "minor" and not left and not fighter.squares
    return Group(cost, left, stands_in, acts, rare, tuple(_ways(skirmish, place, own)))


def _is_rare(skirmish: Skirmish, order: Order, others: Sequence[Order]) -> bool:
    """One that is seldom thought of: among them bare hands where he has better."""
    if not isinstance(order, Attack) or order.weapon != skirmish.rules.weapons.bare_hands:
        return isinstance(order, _RARE)
    return any(isinstance(one, Attack) and one.target == order.target and one != order for one in others)


def act_of(skirmish: Skirmish, order: Order) -> Act:
    """One order in words, an attack with its odds."""
    label, icon, told = _LABELS[type(order)](skirmish, order)
    line = write_order(order)
    if not isinstance(order, Attack):
        return Act(line, label, icon, told, is_grave=isinstance(order, Execute))
    first, back = attack_odds(skirmish, order.fighter, order.target, order.weapon)
    struck_back = None if back is None else chances_of(skirmish, back)
    target = _name(skirmish, order.target)
    verb = label.removesuffix(f" {target}")
    return Act(line, label, icon, told, chances_of(skirmish, first), struck_back, verb=verb, target=target)


Label = tuple[str, str, str]
_RARE = (RemoveArmour, DropPack, Drop, Plain)


def _name(skirmish: Skirmish, place: int) -> str:
    return isolated(skirmish.fighters[place].name)


def _thing(skirmish: Skirmish, key: str) -> str:
    return skirmish.rules.name_of(key).lower()


def _attack(skirmish: Skirmish, order: Attack) -> Label:
    is_shot = order.weapon in skirmish.rules.ranged
    verb, icon = ("Shoot at", "target") if is_shot else ("Strike", "swords")
    fallen = skirmish.fighters[order.target].lost
    return (
        f"{verb} {_name(skirmish, order.target)}",
        icon,
        ", ".join(word for word in (_thing(skirmish, order.weapon), fallen) if word),
    )


def _reload(skirmish: Skirmish, order: Reload) -> Label:
    held = skirmish.fighters[order.fighter].held
    chits = next(thing.chits for thing in held if thing.key == order.weapon and thing.chits)
    return f"Load {_thing(skirmish, order.weapon)}", "refresh-cw", f"{chits} to go"


def _fetch(skirmish: Skirmish, order: Fetch) -> Label:
    verb = "Pick up" if order.ground else "Draw"
    return f"{verb} {_thing(skirmish, order.thing)}", "hand", ""


def _tend(skirmish: Skirmish, order: Bandage | Stabilise) -> Label:
    verb = "Bandage" if isinstance(order, Bandage) else "Stabilise"
    who = "himself" if order.target == order.fighter else _name(skirmish, order.target)
    return f"{verb} {who}", "heart-pulse", ""


def _rally(skirmish: Skirmish, order: Rally) -> Label:
    morale = skirmish.rules.rounds.morale
    return "Rally", "flag", f"{morale.dice}D{morale.sides}, {morale.stands_to} or less"


_LABELS: Mapping[type, Callable[[Skirmish, Any], Label]] = {
    Attack: _attack,
    Execute: lambda skirmish, order: (f"Execute {_name(skirmish, order.target)}", "skull", "no roll"),
    Reload: _reload,
    Fetch: _fetch,
    Drop: lambda skirmish, order: (f"Drop {_thing(skirmish, order.thing)}", "arrow-down-to-line", ""),
    DropPack: lambda skirmish, order: ("Drop the pack", "backpack", ""),
    RemoveArmour: lambda skirmish, order: (f"Take off {_thing(skirmish, order.piece)}", "shirt", ""),
    Bandage: _tend,
    Stabilise: _tend,
    Rally: _rally,
    StandUp: lambda skirmish, order: ("Stand up", "person-standing", ""),
    Plain: lambda skirmish, order: (order.action.replace("_", " ").capitalize(), "sparkles", "the table decides"),
}


# --- ways -------------------------------------------------------------------------------------------------------


def _ways(skirmish: Skirmish, place: int, orders: Sequence[Order]) -> Iterable[Ways]:
    if any(isinstance(order, Move) for order in orders):
        rows = cells_around(skirmish, place, ways_open(skirmish, place))
        yield Ways("move", "Move", "footprints", rows=rows, place=place)
    turns = [order for order in orders if isinstance(order, Turn)]
    if turns:
        acts = tuple(Act(write_order(order), order.facing.capitalize(), _ARROWS[order.facing]) for order in turns)
        yield Ways("turn", "Turn", "compass", acts=acts, place=place)
    leads = [order for order in orders if isinstance(order, Lead)]
    for target in dict.fromkeys(order.target for order in leads):
        verb = "Lead" if skirmish.fighters[target].side == skirmish.fighters[place].side else "Shove"
        label = f"{verb} {_name(skirmish, target)}"
        yield Ways(f"lead-{target}", label, "move", acts=tuple(_led(skirmish, leads, target)))


_ARROWS = {
    "north": "arrow-up",
    "northeast": "arrow-up-right",
    "east": "arrow-right",
    "southeast": "arrow-down-right",
    "south": "arrow-down",
    "southwest": "arrow-down-left",
    "west": "arrow-left",
    "northwest": "arrow-up-left",
}


def _led(skirmish: Skirmish, leads: Sequence[Lead], target: int) -> Iterable[Act]:
    at = skirmish.fighters[target].at
    for order in leads:
        if order.target == target:
            way = towards(at, order.to)
            yield Act(write_order(order), way.capitalize(), _ARROWS[way])


# --- how one meets blows ----------------------------------------------------------------------------------------


def meeting_of(skirmish: Skirmish, place: int, attacker: int | None = None) -> Meeting | None:
    """What he could say otherwise; none where he can say nothing."""
    if not options(skirmish, place, Stance):
        return None
    one, rules = skirmish.fighters[place], skirmish.rules
    pieces = tuple((piece.key, rules.name_of(piece.key)) for piece in one.pieces)
    may_sunder = bool(pieces) and rules.attacks.sundering.skill in one.who.skills
    weapon = "" if attacker is None else strike_back_weapon(skirmish, place, attacker)
    return Meeting(
        place,
        one.name,
        one.sunders,
        one.strikes_back,
        one.first_piece,
        pieces if may_sunder else (),
        may_sunder,
        rules.name_of(weapon).lower() if weapon else "",
        tuple(_otherwise(skirmish, place, may_sunder, bool(weapon))),
    )


def _otherwise(skirmish: Skirmish, place: int, may_sunder: bool, strikes: bool) -> Iterable[Act]:
    """One thing said otherwise each, as far as it makes a difference."""
    one, rules = skirmish.fighters[place], skirmish.rules
    if strikes or not one.strikes_back:
        says = "Do not strike back" if one.strikes_back else "Strike back"
        stance = Stance(place, one.sunders, not one.strikes_back, one.first_piece)
        yield Act(write_order(stance), says, "shield-off" if one.strikes_back else "swords")
    if not may_sunder:
        return
    says = "Spare the armour" if one.sunders else "Let armour take the hit"
    yield Act(write_order(Stance(place, not one.sunders, one.strikes_back, one.first_piece)), says, "shield-half")
    suffers = piece_that_suffers(one, rules)
    for piece in one.pieces:
        if suffers is not None and piece.key != suffers.key:
            stance = Stance(place, True, one.strikes_back, piece.key)
            yield Act(write_order(stance), f"The {rules.name_of(piece.key).lower()} first", "shield-half")


@dataclass(frozen=True)
class AttackDue:
    """An attack whose dice are still to be thrown, with its odds, and how its target may meet it."""

    attacker: str
    target: str
    odds: Chances
    back: Chances | None
    meeting: Meeting | None


def attack_due(skirmish: Skirmish, order: Order) -> AttackDue | None:
    if not isinstance(order, Attack):
        return None
    act = act_of(skirmish, order)
    assert act.odds is not None  # noqa: S101  (every attack has its odds)
    names = _name(skirmish, order.fighter), _name(skirmish, order.target)
    return AttackDue(*names, act.odds, act.back, meeting_of(skirmish, order.target, order.fighter))


# --- afterwards -------------------------------------------------------------------------------------------------


def offered_later(skirmish: Skirmish) -> tuple[Act, ...]:
    """What can be done once the skirmish is over, and first that magic saves whoever is dying."""
    dying = [one for place in range(len(skirmish.fighters)) for one in slots.saving(skirmish, place)]
    later = afterwards.offered(skirmish)
    return (*(_saved(skirmish, one) for one in dying if later), *(_later(skirmish, one) for one in later))


def _later(skirmish: Skirmish, later: afterwards.Later) -> Act:
    name = _name(skirmish, later.fighter)
    piece = _thing(skirmish, later.piece) if later.piece else ""
    after = skirmish.rules.rounds.after
    label, icon, told = {
        "wait": ("Wait", "hourglass", "the dice that run are rolled once more"),
        "rest": ("Rest and practise", "moon", f"{after.rest_minutes} minutes"),
        "bandage": (f"Bandage {name}", "heart-pulse", ""),
        "stabilise": (f"Stabilise {name}", "heart-pulse", "two dice, the higher"),
        "mend": (f"Mend {name}'s {piece}", "hammer", "a shrinking die of ten minutes each"),
        "remake": (f"Have {name}'s {piece} remade", "hammer", f"{after.remake_dice}D{after.remake_sides} tenths"),
    }[later.verb]
    return Act(afterwards.write_later(later), label, icon, told)


# --- what the table says ----------------------------------------------------------------------------------------


def slots_of(skirmish: Skirmish, place: int) -> tuple[Act, ...]:
    """What the table may say of somebody's fatigue and infection, and first that magic saves him if he is dying: this
    act alone has something `told`."""
    said = slots.offered(skirmish, place)
    return tuple(_saved(skirmish, one) if isinstance(one, slots.Save) else _slot(skirmish, one) for one in said)


def _saved(skirmish: Skirmish, save: slots.Save) -> Act:
    label = f"Magic saves {_name(skirmish, save.fighter)}"
    return Act(slots.write_slot(save), label, "sparkles", "the dying die ends, if the table says so (H26)")


def _slot(skirmish: Skirmish, slot: slots.Slot) -> Act:
    line, short = slots.write_slot(slot), {"fatigue": "FAT", "infection": "INF"}[slot.what]
    if slot.verb == "fill":
        return Act(line, f"1 {short} more", "plus")
    if slot.injury is None:
        return Act(line, f"1 {short} less", "minus")
    injury = skirmish.fighters[slot.fighter].injuries[slot.injury]
    name = skirmish.rules.injuries.injuries[injury.number].name
    return Act(line, f"1 {short} less of {name.lower()}", "minus")
