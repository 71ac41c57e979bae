"""An attack: which die, against which Hit Chance, and what comes of it.

`blow_of` reads off a scene how an attack would be rolled; `odds` and the engine both go by it. A melee is two blows
whose dice are both rolled before either does anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from encounters.hitchance.bout import Bout
from encounters.hitchance.harm import suffer
from encounters.hitchance.rules import HitRules
from encounters.hitchance.schema import DifficultyStep, MeleeWeapon, RangedWeapon
from encounters.hitchance.squares import beyond, cluster, distance, is_behind, towards
from encounters.hitchance.state import Fighter, Ground, Thing, effects_of, hands_of, sound_hands


class Scene(Protocol):
    """A skirmish or the working copy of one."""

    @property
    def rules(self) -> HitRules: ...
    @property
    def ground(self) -> Ground: ...
    @property
    def fighters(self) -> Sequence[Fighter]: ...
    @property
    def round(self) -> int: ...


@dataclass(frozen=True)
class Blow:
    """How one attack is rolled: a face of the ``die`` hits that is above the ``cover`` and within the ``hit_chance``.
    ``steps`` are the reasons why the die is what it is, each with its step."""

    attacker: int
    target: int
    weapon: str
    shot: bool
    die: int
    hit_chance: int
    cover: int
    steps: tuple[tuple[str, int], ...]
    strikes_back: bool = False
    through: bool = False


@dataclass(frozen=True)
class _Aim:
    scene: Scene
    attacker: Fighter
    target: Fighter
    target_place: int
    weapon: RangedWeapon | MeleeWeapon
    strikes_back: bool


def weapon_of(rules: HitRules, key: str) -> RangedWeapon | MeleeWeapon:
    return rules.ranged[key] if key in rules.ranged else rules.melee[key]


def is_massed(scene: Scene, place: int) -> bool:
    """That he stands among more than a dozen of his side in close order (H7)."""
    fighter = scene.fighters[place]
    among = {one.at for one in scene.fighters if one.side == fighter.side and not one.lost}
    more_than = scene.rules.attacks.massed.more_than
    return len(among) > more_than and cluster(fighter.at, among) > more_than


def ranges(scene: Scene, target: int, weapon: RangedWeapon) -> tuple[int, int]:
    """Effective and longest range against that target, in metres; the latter is the former where it has no other."""
    times = scene.rules.attacks.massed.times if is_massed(scene, target) else 1
    longest = weapon.effective if weapon.long is None else weapon.long
    return weapon.effective * times, longest * times


# --- the die ----------------------------------------------------------------------------------------------------


def _is_unstable(scene: Scene, fighter: Fighter) -> bool:
    return fighter.at in scene.ground.unstable


def _is_beyond_effective(aim: _Aim) -> bool:
    if not isinstance(aim.weapon, RangedWeapon):
        return False
    away = distance(aim.attacker.at, aim.target.at)
    return away > aim.weapon.effective and away > ranges(aim.scene, aim.target_place, aim.weapon)[0]


def _is_helpless(aim: _Aim) -> bool:
    return bool(aim.target.prone or aim.target.lost or aim.target.is_stunned(aim.scene.round))


_WHEN: Mapping[str, Callable[[_Aim, DifficultyStep], bool]] = {
    "attacker_higher": lambda aim, step: aim.attacker.who.level - aim.target.who.level >= step.levels,
    "target_higher": lambda aim, step: aim.target.who.level - aim.attacker.who.level >= step.levels,
    "target_helpless": lambda aim, step: _is_helpless(aim),
    "target_spent": lambda aim, step: not aim.strikes_back and aim.target.defences <= 0,
    "from_behind": lambda aim, step: is_behind(aim.target.at, aim.target.facing, aim.attacker.at),
    "attacker_unstable": lambda aim, step: _is_unstable(aim.scene, aim.attacker),
    "either_unstable": lambda aim, step: _is_unstable(aim.scene, aim.attacker) or _is_unstable(aim.scene, aim.target),
    "target_obscured": lambda aim, step: aim.target.at in aim.scene.ground.obscured,
    "beyond_effective": lambda aim, step: _is_beyond_effective(aim),
    "improvised": lambda aim, step: isinstance(aim.weapon, MeleeWeapon) and aim.weapon.improvised,
    "attacker_prone": lambda aim, step: aim.attacker.prone,
}


def _steps(aim: _Aim) -> list[tuple[str, int]]:
    """What makes the die larger or smaller (H3), the weapon and lasting injuries included."""
    rules, shot = aim.scene.rules, isinstance(aim.weapon, RangedWeapon)
    unfit = "melee" if shot else "shots"
    found: list[tuple[str, int]] = [
        (step.when, step.step)
        for step in rules.attacks.difficulty.steps
        if step.applies != unfit and _WHEN[step.when](aim, step)
    ]
    if shot:
        found += [("injury", effect.step) for _, effect in effects_of(aim.attacker, rules, "shots_step")]
    elif aim.strikes_back and isinstance(aim.weapon, MeleeWeapon) and aim.weapon.strike_back_step:
        found.append(("strike_back", aim.weapon.strike_back_step))
    return found


def blow_of(scene: Scene, attacker: int, target: int, weapon: str, *, strikes_back: bool = False) -> Blow:
    """How that attack would be rolled now."""
    rules, one, other = scene.rules, scene.fighters[attacker], scene.fighters[target]
    arm = weapon_of(rules, weapon)
    shot = isinstance(arm, RangedWeapon)
    steps = _steps(_Aim(scene, one, other, target, arm, strikes_back))
    die = rules.stepped(rules.attacks.difficulty.die, sum(step for _, step in steps))
    chance = rules.hit_chance(other.who.level, len(other.pieces))
    cover = scene.ground.cover(other.at) if shot else 0
    return Blow(attacker, target, weapon, shot, die, chance, cover, tuple(steps), strikes_back)


# --- who may ----------------------------------------------------------------------------------------------------


def wielded(fighter: Fighter, rules: HitRules) -> list[str]:
    """The weapons that he may use now, as they are wielded: loaded ones to shoot, blades in hand, bare hands last."""
    found: list[str] = []
    for thing in fighter.held:
        if thing.key in rules.ranged:
            found += [thing.key] if not thing.chits else []
            found += rules.ranged[thing.key].wielded_as
        elif thing.key in rules.melee:
            found.append(thing.key)
    usable = [key for key in dict.fromkeys(found) if _may_wield(fighter, rules, key)]
    return [*usable, rules.weapons.bare_hands]


def _may_wield(fighter: Fighter, rules: HitRules, key: str) -> bool:
    weapon = weapon_of(rules, key)
    sound = isinstance(weapon, RangedWeapon) or weapon.hands > 1
    return max(weapon.hands, 1) <= (sound_hands if sound else hands_of)(fighter, rules)


def may_reach(scene: Scene, attacker: int, target: int, weapon: str) -> bool:
    """That the target is within range or reach, and the weapon can be used on him from here."""
    one, other, arm = scene.fighters[attacker], scene.fighters[target], weapon_of(scene.rules, weapon)
    away = distance(one.at, other.at)
    if isinstance(arm, RangedWeapon):
        in_range = away <= arm.effective or away <= ranges(scene, target, arm)[1]
        return in_range and not (arm.needs_empty_square and _shares_square(scene, one))
    return away <= arm.reach and (not arm.only_unguarded or _is_unguarded(scene, one, other))


def _shares_square(scene: Scene, fighter: Fighter) -> bool:
    return any(one.at == fighter.at and one is not fighter and one.lost != "fled" for one in scene.fighters)


def _is_unguarded(scene: Scene, one: Fighter, other: Fighter) -> bool:
    return other.is_stunned(scene.round) or is_behind(other.at, other.facing, one.at)


def strike_back_weapon(scene: Scene, target: int, attacker: int) -> str:
    """What the target of a blow strikes back with: of what he may, that which needs the smallest die, of several the
    first in his hand. Empty if he may not strike back, or does not (H15, H16)."""
    one, other = scene.fighters[target], scene.fighters[attacker]
    if not one.strikes_back or one.defences <= 0 or one.prone or not one.may_act(scene.round):
        return ""
    if is_behind(one.at, one.facing, other.at):
        return ""
    found = (key for key in wielded(one, scene.rules) if _may_strike_back(scene, target, attacker, key))
    return min(found, key=lambda key: blow_of(scene, target, attacker, key, strikes_back=True).die, default="")


def _may_strike_back(scene: Scene, target: int, attacker: int, key: str) -> bool:
    """Whoever has swung a weapon that then strikes nobody back does so this round with none but another in his hand:
    bare hands are no way round it."""
    arm = weapon_of(scene.rules, key)
    if not isinstance(arm, MeleeWeapon) or not may_reach(scene, target, attacker, key):
        return False
    stays_out = arm.attack_or_strike_back or key == scene.rules.weapons.bare_hands
    return not (stays_out and scene.fighters[target].swung_round == scene.round)


@dataclass(frozen=True)
class _Met:
    """A scene with others in the place of its fighters."""

    rules: HitRules
    ground: Ground
    fighters: Sequence[Fighter]
    round: int


def turned_to(scene: Scene, attacker: int, target: int) -> Scene:
    """The scene once the attacker looks at his target, as he does when he attacks."""
    fighters = list(scene.fighters)
    one, other = fighters[attacker], fighters[target]
    fighters[attacker] = one.changed(facing=towards(one.at, other.at))
    return _Met(scene.rules, scene.ground, fighters, scene.round)


# --- what happens -----------------------------------------------------------------------------------------------


def carry_out(bout: Bout, attacker: int, target: int, weapon: str) -> None:
    """An attack with everything that comes of it."""
    one, other = bout.fighters[attacker], bout.fighters[target]
    first = blow_of(bout, attacker, target, weapon)
    arm = weapon_of(bout.rules, weapon)
    swings = isinstance(arm, MeleeWeapon) and arm.attack_or_strike_back
    bout.change(attacker, facing=towards(one.at, other.at), swung_round=bout.round if swings else one.swung_round)
    if first.shot:
        _shoot(bout, first)
    else:
        _melee(bout, first)


def _melee(bout: Bout, first: Blow) -> None:
    """Both dice fall before either blow does anything."""
    weapon = strike_back_weapon(bout, first.target, first.attacker)
    blows = [first]
    if weapon:
        blows.append(blow_of(bout, first.target, first.attacker, weapon, strikes_back=True))
    rolls = [bout.roll(blow.die, f"{bout.name(blow.attacker)}: attack die") for blow in blows]
    if weapon:
        bout.change(first.target, defences=bout.fighters[first.target].defences - 1)
    results = [_land(bout, blow, roll) for blow, roll in zip(blows, rolls, strict=True)]
    for blow, result in zip(blows, results, strict=True):
        suffer(bout, blow.target, result, bout.name(blow.attacker))


def _shoot(bout: Bout, blow: Blow) -> None:
    arm = bout.rules.ranged[blow.weapon]
    _unload(bout, blow.attacker, blow.weapon, arm.reload)
    result = _land(bout, blow, bout.roll(blow.die, f"{bout.name(blow.attacker)}: attack die"))
    suffer(bout, blow.target, result, bout.name(blow.attacker))
    if arm.goes_through and result in ("D", "K"):
        _shoot_through(bout, blow)


def _unload(bout: Bout, place: int, weapon: str, chits: int) -> None:
    held = bout.fighters[place].held
    shot = next(thing for thing in held if thing.key == weapon and not thing.chits)
    bout.change(place, held=replaced(held, shot, Thing(shot.key, chits, shot.state)))


def replaced(things: tuple[Thing, ...], old: Thing, *new: Thing) -> tuple[Thing, ...]:
    """The things with another in the place of that one, or without it."""
    at = things.index(old)
    return (*things[:at], *new, *things[at + 1 :])


def _shoot_through(bout: Bout, blow: Blow) -> None:
    """The same die against the next person behind the target (H35)."""
    behind = _next_behind(bout, blow)
    if behind is None:
        return
    other = bout.fighters[behind]
    chance = bout.rules.hit_chance(other.who.level, len(other.pieces))
    cover = bout.ground.cover(other.at)
    on = Blow(blow.attacker, behind, blow.weapon, True, blow.die, chance, cover, blow.steps, through=True)
    result = _land(bout, on, bout.roll(on.die, f"{bout.name(on.attacker)}: attack die, through"))
    suffer(bout, behind, result, bout.name(on.attacker))


def _next_behind(bout: Bout, blow: Blow) -> int | None:
    shooter, target = bout.fighters[blow.attacker].at, bout.fighters[blow.target].at
    for square in beyond(shooter, target, bout.rules.rounds.through_shot.metres):
        for place, one in enumerate(bout.fighters):
            if one.at == square and one.lost not in ("dead", "fled"):
                return place
    return None


def piece_that_suffers(fighter: Fighter, rules: HitRules) -> Thing | None:
    """The working piece that would negate a hit; none if he has none, has not learnt it or declines (H8, H9, H12)."""
    if not fighter.worn or not fighter.sunders or rules.attacks.sundering.skill not in fighter.who.skills:
        return None
    chosen = [piece for piece in fighter.pieces if piece.key == fighter.first_piece]
    return min(chosen or fighter.pieces, key=lambda piece: rules.armour[piece.key].value, default=None)


def _land(bout: Bout, blow: Blow, roll: int) -> str:
    """What a roll does, armour first; gives S, B, D or K, or nothing for a miss and a hit that armour negates."""
    rules, target = bout.rules, bout.fighters[blow.target]
    category = rules.category(blow.hit_chance, blow.cover, roll)
    piece = piece_that_suffers(target, rules) if category else None
    result: str = weapon_of(rules, blow.weapon).results[category - 1] if category and not piece else ""
    facts = {"piece": piece.key, "piece_state": _sunder(bout, blow, piece, category)} if piece else {}
    bout.tell("attack", **_told(bout, blow), roll=roll, category=category, result=result, **facts)
    return result


def _sunder(bout: Bout, blow: Blow, piece: Thing, category: int) -> str:
    """A piece of armour negates the hit and is marked (H10, H11)."""
    sundering = bout.rules.attacks.sundering
    if blow.shot:
        state = sundering.armour_die.state(
            bout.roll(sundering.armour_die.size, f"{bout.name(blow.target)}: armour die")
        )
    else:
        state = sundering.by_category[category - 1]
    worn = bout.fighters[blow.target].worn
    bout.change(blow.target, worn=replaced(worn, piece, Thing(piece.key, piece.chits, state)))
    return state


def _told(bout: Bout, blow: Blow) -> dict[str, object]:
    return {
        "attacker": bout.name(blow.attacker),
        "target": bout.name(blow.target),
        "weapon": blow.weapon,
        "shot": blow.shot,
        "strikes_back": blow.strikes_back,
        "through": blow.through,
        "die": blow.die,
        "steps": [list(step) for step in blow.steps],
        "hit_chance": blow.hit_chance,
        "cover": blow.cover,
    }
