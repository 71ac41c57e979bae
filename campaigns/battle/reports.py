"""What a report of a battle may say, and what each warband takes from it into the night after.

Sources: core, Experience; Town Cryer, Chaos on the Streets (allies, routing warbands); rulings 18, 21 and 22.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from campaigns.battle.forces import Fighter, Force
from campaigns.battle.told import HAPPENING, Fallen, Loot, SideTold, Told, in_one_order, in_order, items_told
from campaigns.postbattle.report import By, Casualty, Opponent, Report
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Award, Scenario
from warbands.roster.refusals import Refused

MOST_GOLD, MOST_SHARDS, MOST_OF_A_KIND, MOST_POINTS = 1_000_000, 10_000, 100, 100
OF_A_HAPPENING = Award(
    key=HAPPENING,
    name="Random happening",
    per="deed",
    summary="A random happening rewards a deed, such as laying a ghost to rest.",
)


def completed(told: Told, forces: Sequence[Force]) -> Told:
    """The report with what goes without saying: a single winner has all that the winners found, and a hero's enemies
    are those that the casualties name, where it says nothing else.

    Raises:
        Refused: when it speaks of more or fewer sides than there are.
    """
    if len(told.sides) != len(forces):
        raise Refused("The report speaks of other sides than this battle has.", code="sides")
    counts = credited(told, forces)
    sides = (replace(side, enemies_out={**counts[n], **side.enemies_out}) for n, side in enumerate(told.sides))
    if not told.is_shared:
        sides = (replace(side, share=told.found if side.won else Loot()) for side in sides)
    return in_one_order(replace(told, sides=tuple(sides)))


# --- may it be? ---------------------------------------------------------------------------------------------------


def check_told(told: Told, forces: Sequence[Force], rulebook: Rulebook, scenario: Scenario | None) -> None:
    """Whether a completed report can be true.

    Raises:
        Refused: with the first thing that cannot be, as a sentence.
    """
    _check_results(told, forces)
    for side, force in zip(told.sides, forces, strict=True):
        _check_missed(side, force)
        _check_fallen(side, force, told, forces)
        _check_used(side, force)
        _check_earned(side, force, scenario)
        for loot in (side.carried, side.share):
            _check_loot(loot, rulebook)
    _check_enemies_out(told, forces)
    _check_split(told, rulebook)


def _check_results(told: Told, forces: Sequence[Force]) -> None:
    for side, force in zip(told.sides, forces, strict=True):
        if side.result != "lost" and _has_left(side, force):
            why = "routed" if side.routed else "had everybody out of action"
            raise Refused(f"{force.name} {why}: whoever leaves so has lost.", code="result")
    _check_allies(told, forces)
    results = [side.result for side in told.sides]
    if "won" in results and "drew" in results:
        raise Refused("Where somebody has won nobody has drawn. A shared victory is won by several.", code="result")
    everybody_left = all(_has_left(side, force) for side, force in zip(told.sides, forces, strict=True))
    if "won" not in results and results.count("drew") < 2 and not everybody_left:
        raise Refused("Somebody wins, several share the victory, or at least two draw.", code="result")
    if "lost" not in results and "won" in results and not told.by_agreement:
        raise Refused("Everybody cannot have won, unless all agreed to end the game.", code="result")


def _check_allies(told: Told, forces: Sequence[Force]) -> None:
    """Allies share what comes of it; who has left the table has lost alone."""
    stayed = [(side, force) for side, force in zip(told.sides, forces, strict=True) if not _has_left(side, force)]
    for (one, own), (other, ally) in combinations(stayed, 2):
        if own.alliance == ally.alliance and one.result != other.result:
            told_so = f"{own.name} and {ally.name} are allies: they win, lose or draw together."
            raise Refused(told_so, code="result")


def _has_left(side: SideTold, force: Force) -> bool:
    """Routed, or with everybody out of action, which is as good as a rout."""
    return side.routed or _is_wiped_out(side, force)


def _is_wiped_out(side: SideTold, force: Force) -> bool:
    began = sum(f.size for f in force.standing if f.name not in side.missed)
    return began > 0 and side.losses >= began


def _check_missed(side: SideTold, force: Force) -> None:
    for name in side.missed:
        _known(force, name)


def _known(force: Force, name: str) -> Fighter:
    fighter = force.fighter(name)
    if fighter is None:
        raise Refused(f"{name} is not in {force.name}.", code="no_such_warrior")
    return fighter


def _took_part(side: SideTold, force: Force, name: str) -> Fighter:
    """The fighter of that name. Raises Refused for one who is unknown or was not there."""
    fighter = _known(force, name)
    if fighter.away or name in side.missed:
        raise Refused(f"{name} of {force.name} took no part in this battle.", code="took_no_part")
    return fighter


def _check_fallen(side: SideTold, force: Force, told: Told, forces: Sequence[Force]) -> None:
    for one in side.fallen:
        fighter = _took_part(side, force, one.name)
        if one.count < 1 or side.out(one.name) > fighter.size:
            stood = f"they were {fighter.size}" if fighter.is_group else "there is one of that name"
            raise Refused(f"{side.out(one.name)} of {one.name} cannot be out of action: {stood}.", code="out_of_action")
        if one.strangled and (not fighter.strangles or not 0 <= one.strangled <= one.count or one.by_side is not None):
            raise Refused(f"{one.strangled} of {one.name} cannot have strangled themselves.", code="out_of_action")
        _check_by(one, force, told, forces)


def _check_by(one: Fallen, force: Force, told: Told, forces: Sequence[Force]) -> None:
    if one.by_side is None:
        if one.by:
            raise Refused(f"{one.by} is named without his warband.", code="no_such_warrior")
        return
    if not 0 <= one.by_side < len(forces):
        raise Refused("That warband is not in this battle.", code="no_such_warband")
    enemy = forces[one.by_side]
    if one.by:
        _took_part(told.sides[one.by_side], enemy, one.by)
    if not enemy.is_against(force):
        whose = "its own warriors" if enemy.place == force.place else f"{enemy.name}, its ally"
        raise Refused(f"{one.name} of {force.name} cannot have been put out by {whose}.", code="no_such_warband")


def _check_used(side: SideTold, force: Force) -> None:
    for name, keys in side.used.items():
        fighter = _took_part(side, force, name)
        for key in keys:
            if key not in {thing.key for thing in fighter.things}:
                raise Refused(
                    f"{name} of {force.name} carries no {key}, so it cannot have been used.", code="not_there"
                )


def _check_loot(loot: Loot, rulebook: Rulebook) -> None:
    if not (0 <= loot.gold <= MOST_GOLD and 0 <= loot.shards <= MOST_SHARDS):
        raise Refused("That is more than anybody ever found, or less than nothing.", code="loot")
    for piece in loot.items:
        item = rulebook.items.get(piece.item)
        if item is None or not 1 <= piece.quantity <= MOST_OF_A_KIND:
            raise Refused(f"{piece.quantity} {piece.item} cannot have been found.", code="unknown_key")
        if piece.material and piece.material not in rulebook.materials:
            raise Refused(f"Nothing is made of {piece.material}.", code="unknown_key")


# --- experience ---------------------------------------------------------------------------------------------------


def _check_earned(side: SideTold, force: Force, scenario: Scenario | None) -> None:
    awards = {award.key: award for award in awards_of(scenario)}
    for one in side.earned:
        award = awards.get(one.award)
        if award is None:
            raise Refused("The scenario gives no such experience.", code="experience")
        if not may_earn(award, _took_part(side, force, one.name)):
            raise Refused(f"{one.name} of {force.name} cannot earn {award.name}.", code="experience")
        _check_points(award, one.name, one.points)
    for award in awards.values():
        total = sum(one.points for one in side.earned if one.award == award.key)
        if award.who == "spread" and total > most_points(award):
            told = f"{force.name}: {award.name} gives at most {most_points(award)} points to spread, not {total}."
            raise Refused(told, code="experience")


def awards_of(scenario: Scenario | None) -> tuple[Award, ...]:
    """What experience a battle may give beside what every battle does: a scenario's, and that of a happening."""
    return (*(scenario.awards if scenario else ()), OF_A_HAPPENING)


def _check_points(award: Award, name: str, points: int) -> None:
    if not 1 <= points <= MOST_POINTS:
        raise Refused(f"{name}: {award.name} cannot give {points} points.", code="experience")
    if award.who == "spread":
        return
    if isinstance(award.amount, int) and points % award.amount:
        raise Refused(f"{name}: {award.name} gives {award.amount} points each time, not {points}.", code="experience")
    if not award.per and points > most_points(award):
        raise Refused(f"{name}: {award.name} is earned once.", code="experience")


def may_earn(award: Award, fighter: Fighter) -> bool:
    """Whether a scenario's experience can be his. A warband spreads over its heroes."""
    if not fighter.learns:
        return False
    if award.who == "leader":
        return fighter.leads
    return fighter.is_hero or award.who == "anybody"


def most_points(award: Award) -> int:
    """The most that it gives at once."""
    if isinstance(award.amount, int):
        return award.amount
    count, _, rest = award.amount.partition("D")
    sides, _, times = rest.partition("x")
    return int(count or 1) * int(sides) * int(times or 1)


# --- who put out whom ---------------------------------------------------------------------------------------------


def credited(told: Told, forces: Sequence[Force]) -> tuple[dict[str, int], ...]:
    """Enemies put out of action by each side's heroes, as the casualties name them; nobody else counts them."""
    found: tuple[dict[str, int], ...] = tuple({} for _ in forces)
    for one in _all_fallen(told):
        if one.by_side is None or not 0 <= one.by_side < len(forces):
            continue
        fighter = forces[one.by_side].fighter(one.by)
        if fighter and fighter.is_hero:
            counts = found[one.by_side]
            counts[one.by] = counts.get(one.by, 0) + one.count
    return found


def _all_fallen(told: Told) -> Iterator[Fallen]:
    for side in told.sides:
        yield from side.fallen


def _check_enemies_out(told: Told, forces: Sequence[Force]) -> None:
    """Each hero counts at least those who are named as his, and no more besides than fell to nobody who is named."""
    counts = credited(told, forces)
    beyond: list[int] = []
    for place, (side, force) in enumerate(zip(told.sides, forces, strict=True)):
        _check_counters(side, force)
        for name, count in counts[place].items():
            says = side.enemies_out.get(name, 0)
            if says < count:
                told_so = f"{name} of {force.name} put {count} out of action by the casualties, not {says}."
                raise Refused(told_so, code="enemies_out")
        claimed = sum(side.enemies_out.values()) - sum(counts[place].values())
        open_to_him = sum(one.count for one in _unnamed(told, forces, force))
        if claimed > open_to_him:
            raise Refused(_too_many(told, force, forces), code="enemies_out")
        beyond.append(claimed)
    unnamed = sum(_is_unnamed(one) * (one.count - one.strangled) for one in _all_fallen(told))
    if sum(beyond) > unnamed:
        raise Refused("More enemies were put out of action than fell.", code="enemies_out")


def _check_counters(side: SideTold, force: Force) -> None:
    for name, count in side.enemies_out.items():
        if count and not _took_part(side, force, name).is_hero:
            raise Refused(f"{name}: only heroes count the enemies they put out of action.", code="enemies_out")
        if count < 0:
            raise Refused(f"{name} cannot have put {count} out of action.", code="enemies_out")


def _is_unnamed(one: Fallen) -> bool:
    return not one.by


def _unnamed(told: Told, forces: Sequence[Force], force: Force) -> Iterator[Fallen]:
    """Enemies who fell to nobody who is named, and may have fallen to this side."""
    for side, enemy in zip(told.sides, forces, strict=True):
        if enemy.is_against(force):
            fallen = (one for one in side.fallen if _is_unnamed(one) and one.by_side in (None, force.place))
            yield from (replace(one, count=one.count - one.strangled) for one in fallen)


def _too_many(told: Told, force: Force, forces: Sequence[Force]) -> str:
    claimed = sum(told.sides[force.place].enemies_out.values())
    pairs = zip(told.sides, forces, strict=True)
    fell = sum(side.losses for side, enemy in pairs if enemy.is_against(force))
    return f"{force.name}: its heroes cannot have put {claimed} out of action, {fell} enemies fell and some to others."


def kills(told: Told, forces: Sequence[Force], place: int) -> int:
    """How many enemies a side put out of action, by whomever: those named, or those its heroes count where these are
    more. Of two sides everybody who fell, fell to the other."""
    enemies = [told.sides[force.place] for force in forces if force.is_against(forces[place])]
    fallen = [one for side in enemies for one in side.fallen]
    if len(forces) == 2:
        return sum(one.count - one.strangled for one in fallen)
    named = sum(one.count for one in fallen if one.by_side == place)
    return max(named, sum(told.sides[place].enemies_out.values()))


# --- what the winners found ---------------------------------------------------------------------------------------


def _check_split(told: Told, rulebook: Rulebook) -> None:
    """Ruling 22: what several winners found is split to the last piece, as they agree."""
    _check_loot(told.found, rulebook)
    if not told.winners and not told.found.is_empty:
        raise Refused("Nobody has won, so there are no winners to find anything.", code="split")
    for side in told.sides:
        if not side.won and not side.share.is_empty:
            raise Refused("Only the winners share what they found.", code="split")
    shared = Loot()
    for side in told.sides:
        shared += side.share
    found = told.found
    for what, given, there in (("gold", shared.gold, found.gold), ("shards", shared.shards, found.shards)):
        if given != there:
            told_so = f"The winners found {there} {what} and {given} of it are given out: say who has how much."
            raise Refused(told_so, code="split")
    if in_order(shared.items) != in_order(found.items):
        told_so = f"The winners found {items_told(found.items, rulebook)}: say who has which of it."
        raise Refused(told_so, code="split")


# --- into the night after -----------------------------------------------------------------------------------------


def report_for(
    place: int,
    told: Told,
    forces: Sequence[Force],
    *,
    scenario: str = "",
    underdog: int | None = None,
    missed: Sequence[str] = (),
    foreseen: Sequence[str] = (),
) -> Report:
    """The battle report of one warband, from what was told of all sides.

    Args:
        place: whose report it is.
        told: the completed report of the battle.
        forces: the sides as they stood.
        scenario: its key, where it was one of the books'.
        underdog: the bonus as fixed when the battle began.
        missed: whom a roll before the battle kept out.
        foreseen: whose cards came true before it.
    """
    side, own = told.sides[place], forces[place]
    loot = side.loot
    return Report(
        result=side.result,
        shared=side.won and told.is_shared,
        scenario=scenario,
        opponents=tuple(
            Opponent(force.name, force.type_key, force.rating, force.leader)
            for force in forces
            if force.is_against(own)
        ),
        underdog=underdog,
        out_of_action=tuple(_casualties(side, own, forces)),
        enemies_out={name: count for name, count in side.enemies_out.items() if count},
        experience=side.experience,
        used={name: tuple(keys) for name, keys in side.used.items() if keys},
        missed=tuple(dict.fromkeys((*missed, *side.missed))),
        shards=loot.shards,
        items=loot.items,
        gold=loot.gold,
        foreseen=tuple(foreseen),
        after=side.after,
    )


def _casualties(side: SideTold, own: Force, forces: Sequence[Force]) -> Iterator[Casualty]:
    """One line for each name; by whom is said where all of it was by one and the same."""
    for name in dict.fromkeys(one.name for one in side.fallen):
        lines = [one for one in side.fallen if one.name == name]
        by = {_by(one, forces) for one in lines}
        count, strangled = sum(one.count for one in lines), sum(one.strangled for one in lines)
        yield Casualty(name, count, strangled, by.pop() if len(by) == 1 else By())


def _by(one: Fallen, forces: Sequence[Force]) -> By:
    """Who did it: a warrior is named where he is a hero."""
    if one.by_side is None:
        return By()
    force = forces[one.by_side]
    fighter = force.fighter(one.by)
    return By(force.name, one.by if fighter and fighter.is_hero else "")
