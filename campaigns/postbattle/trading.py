"""Steps six to ten but for the rating: veterans, searches for rare things, recruits and trade, equipment.

In these the player does what he likes in any order; each thing he does is one move of the roster, judged as on the
roster page, and recorded as effects (core, Trading; rulings 13, 14, 25 and 28).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.postbattle.bargaining import NONE, haggled, piece_of_value, wants
from campaigns.postbattle.choices import Choice, Option
from campaigns.postbattle.finds import acquire
from campaigns.postbattle.outcomes import Cause
from campaigns.postbattle.peddling import PEDDLER, buy_from_peddler, unpack
from campaigns.postbattle.run import NeedsRoll, Run
from campaigns.postbattle.spells import learn_first_spells, learn_spell
from mordheim.rules.dice import DieSource, Roll
from mordheim.rules.effects import Effect, GainItem, Gold, Joins, LoseItem, WarbandEffect, apply, effects_between
from mordheim.rules.rule_effects import BonusToSearch, OpensLore, RollsAgain
from mordheim.rules.schema import Item, Lore
from mordheim.rules.snapshot import Piece
from warbands.roster.equipping import piece_name, refusal
from warbands.roster.members import Member
from warbands.roster.moves import (
    Moved,
    buy,
    dismiss,
    enlarge,
    hand_out,
    hire_sword,
    joining_bill,
    outcome,
    recruit,
    sell,
    take_away,
)
from warbands.roster.prices import Price, price_of
from warbands.roster.refusals import Refused

STASH = "stash"


def veterans(run: Run) -> None:
    """How much experience the veterans on offer have in all (ruling 28)."""
    roll = run.roll("2D6", "experience of veterans")
    run.veterans = roll.total
    run.happen("veterans", roll=roll, sentence=f"Veterans with {roll.total} experience in all are looking for work.")


def dramatis_personae(run: Run) -> None:
    """Passes by itself: no special characters are known."""
    run.happen("nobody", sentence="No special characters are known to look for.")


# --- rare items -----------------------------------------------------------------------------------------------------


def rare_items(run: Run) -> None:
    """One search a hero."""
    while choice := run.act("search"):
        _search(run, choice)


def _search(run: Run, choice: Choice) -> None:
    if choice.value in (NONE, None):
        return
    name = choice.warrior or ""
    hero = run.the(name)
    if hero.warrior.section != "hero" or not run.stood(name):
        raise Refused(f"{name} cannot search: only heroes who stood to the end do.", code="cannot_search")
    if name in run.searched:
        raise Refused(f"{name} has searched this time.", code="cannot_search")
    piece = piece_of_value(run, choice.value)
    run.refuse_if(piece.quantity != 1, "A search finds one piece.", code="quantity")
    price = rare_price(run, hero, piece)
    run.searched.add(name)
    bonus, told = search_bonus(run, hero)
    thing = piece_name(run.roster, piece)
    roll = run.roll("2D6", f"search for {thing}, Rare {price.rarity}{told}", warrior=name)
    if roll.total + bonus < (price.rarity or 0):
        run.happen("not_found", warrior=name, roll=roll, sentence=f"{name} finds no {thing} ({roll.total}{told}).")
        return
    run.happen("found", warrior=name, roll=roll, sentence=f"{name} finds {thing} ({roll.total}{told}).")
    _offer(run, name, piece, price)


def rare_price(run: Run, hero: Member, piece: Piece) -> Price:
    """What it is asked for by whoever of the warband could use it, the searcher before others."""
    members = [hero, *run.roster.own]
    roster = run.roster
    user = next((member for member in members if refusal(roster, member, piece) is None), None)
    if user is None:
        told = f"Nobody in this warband could use {piece_name(roster, piece)}."
        raise Refused(told, code="item_not_on_list")
    price = price_of(roster, user, piece)
    if price is None:
        raise Refused(f"Nobody sells {piece_name(run.roster, piece)}.", code="item_not_on_list")
    if price.rarity is None:
        told = f"{piece_name(run.roster, piece)} is common: it is bought without a search."
        raise Refused(told, code="common")
    return price


def search_bonus(run: Run, hero: Member) -> tuple[int, str]:
    """What is added to a hero's search, and how one would say it."""
    own = sum(e.by for e in hero.effects if isinstance(e, RollsAgain) and e.roll == "rare_item")
    warband = run.roster.warband_type.rare_item_bonus
    coach = _coach(run) if hero.leads else 0
    bonus = own + warband + coach
    return bonus, f" +{bonus}" if bonus else ""


def _coach(run: Run) -> int:
    """What the warband's vehicles add to its leader's search; a second one adds nothing (ruling 25)."""
    pieces = [*run.snapshot.stash, *(p for w in run.snapshot.warriors for p in w.equipment)]
    items = [run.rulebook.items[piece.item] for piece in pieces]
    return max((e.by for item in items for e in item.effects if isinstance(e, BonusToSearch)), default=0)


def _offer(run: Run, name: str, piece: Piece, price: Price) -> None:
    """The price dice are rolled once and shown; then the player decides."""
    gold = price.gold
    thing = piece_name(run.roster, piece)
    if price.plus:
        roll = run.roll(price.plus, f"price of {thing}", warrior=name)
        gold += roll.total
        run.happen("price", warrior=name, roll=roll, sentence=f"{thing} costs {gold} gc.")
    gold -= haggled(run, gold, thing)
    affordable = gold <= (run.snapshot.treasury or 0)
    options = [Option(True, f"Buy for {gold} gc"), Option(False, "Leave it")] if affordable else []
    options = options or [Option(False, f"Leave it: {gold} gc are more than there are")]
    if wants(run, name, f"{thing} for {gold} gc?", piece, options):
        held = run.snapshot.treasury or 0
        run.refuse_if(gold > held, f"The treasury holds {held} gc by now.", code="over_budget")
        gained = GainItem(piece.item, piece.quantity, piece.material)
        acquire(run, gained, Cause("bought", thing, name), Gold(-gold))


# --- recruits and trade, equipment ----------------------------------------------------------------------------------


def recruits_and_trading(run: Run) -> None:
    """Buy, sell, recruit, hire, dismiss and study, as often as one likes."""
    unpack(run)
    _perform(run, TRADES)


def equipment(run: Run) -> None:
    """Things change hands."""
    _perform(run, MOVES)


Doing = Callable[[Run, Mapping[str, Any]], None]


def _perform(run: Run, doings: Mapping[str, Doing]) -> None:
    while choice := run.act(*doings):
        doings[choice.choose](run, _spelled_out(choice))


# What a plain value stands for, and what a warrior beside it does.
_PLAIN = {"recruit": "type", "hire": "type", "dismiss": "warrior"}
_BESIDE = {"buy": "for", "sell": "from", "recruit": "into", "dismiss": "warrior", "study": "warrior", "move": "to"}


def _spelled_out(choice: Choice) -> Mapping[str, Any]:
    """An action's value in full: ``helmet`` beside a warrior is a helmet for him."""
    told = choice.value if isinstance(choice.value, Mapping) else {_PLAIN.get(choice.choose, "item"): choice.value}
    beside = _BESIDE.get(choice.choose)
    return {beside: choice.warrior, **told} if beside and choice.warrior is not None else told


@dataclass
class RunDice:
    """The run's dice for a move of the roster that rolls by itself."""

    run: Run
    source: DieSource = "app"

    def roll(self, sides: int, what_for: str) -> int:
        thrown = self.run.session.throw(NeedsRoll(self.run.step, None, f"D{sides}", sides, 1, what_for))
        self.source = thrown.source
        return thrown.faces[0]


def _do(run: Run, result: str, moved: Moved, *also: Effect) -> None:
    """A move of the roster, judged as on the roster page, as an event; each of its rolls but the last has its own."""
    outcome(run.roster, moved, founded=True)
    roll: Roll | None = moved.rolls[-1] if moved.rolls else None
    for earlier in moved.rolls[:-1]:
        run.happen(result, warrior=moved.warrior or None, roll=earlier, sentence=f"{earlier.what_for}: {earlier.total}")
    effects = effects_between(run.snapshot, moved.snapshot)
    run.happen(result, *effects, *also, warrior=moved.warrior or None, roll=roll, sentence=moved.sentence)


def _pieces(run: Run, value: Any) -> tuple[Piece, ...]:
    listed = value if isinstance(value, list) else []
    return tuple(piece_of_value(run, one) for one in listed)


def _id(run: Run, name: Any) -> int:
    """Of a warrior who is there: a captive's things are out of reach."""
    warrior = run.the(str(name)).warrior
    run.refuse_if(bool(warrior.captured_by), f"{name} is held captive.", code="captive")
    number = warrior.id
    assert number is not None  # noqa: S101  (the run numbers everybody)
    return number


def _buy(run: Run, value: Mapping[str, Any]) -> None:
    """For a warrior (each member of a group), or for the stash; of a peddler where it says so."""
    piece, whom, seller = piece_of_value(run, value), value.get("for", STASH), value.get("from", "")
    run.refuse_if(seller not in ("", PEDDLER), f"{seller} sells nothing.", code="not_there")
    item = run.rulebook.items[piece.item]
    warrior_id = None if whom == STASH else _id(run, whom)
    if seller == PEDDLER:
        _buy_of_peddler(run, piece, str(whom), haggles=bool(value.get("haggle")))
        return
    if item.won_by:
        _hunt(run, item, str(whom))
        return
    if value.get("haggle"):
        _haggle_over(run, piece, None if warrior_id is None else run.the(str(whom)))
    _do(run, "bought", buy(run.roster, warrior_id=warrior_id, piece=piece, dice=RunDice(run)))


def _buy_of_peddler(run: Run, piece: Piece, whom: str, *, haggles: bool) -> None:
    """It goes to the stash, and from there to whoever it is for."""
    size = 1 if whom == STASH else run.the(whom).warrior.size
    bought = buy_from_peddler(run, piece, count=piece.quantity * size, haggles=haggles)
    if bought and whom != STASH:
        _do(run, "moved", hand_out(run.roster, warrior_id=_id(run, whom), piece=piece))


def _haggle_over(run: Run, piece: Piece, buyer: Member | None) -> None:
    """What is taken off the price of one piece is there before it is paid."""
    price = price_of(run.roster, buyer or run.roster.own[0], piece)
    thing = piece_name(run.roster, piece)
    if price and price.plus is None and price.gold > 1 and (off := haggled(run, price.gold, thing)):
        run.happen("haggled", Gold(off), sentence=f"{off} gc less are paid for {thing}.")


def _hunt(run: Run, item: Item, name: str) -> None:
    """Its price pays for the attempt; a D6 of no more than the characteristic wins it."""
    hero = run.the(name)
    if hero.warrior.section != "hero" or (told := refusal(run.roster, hero, Piece(item.key))):
        raise Refused(told.message if hero.warrior.section == "hero" and told else f"{name} cannot win {item.name}.")
    price = item.price or 0
    run.refuse_if(price > (run.snapshot.treasury or 0), f"{item.name} costs {price} gc to try for.", code="over_budget")
    characteristic = item.won_by or "s"
    roll = run.roll("D6", f"{item.name}: {characteristic.upper()} of {name}", warrior=name)
    value = hero.value(characteristic)
    won = isinstance(value, int) and roll.total <= value
    gained = [GainItem(item.key, warrior=name)] if won else []
    told_so = f"{name} {'wins' if won else 'does not win'} {item.name} ({roll.total} against {value})."
    run.happen("won" if won else "not_won", Gold(-price), *gained, warrior=name, roll=roll, sentence=told_so)


def _sell(run: Run, value: Mapping[str, Any]) -> None:
    """From the stash, or from whoever has it."""
    piece, whom = piece_of_value(run, value), value.get("from", STASH)
    if whom != STASH:
        _do(run, "stashed", take_away(run.roster, warrior_id=_id(run, whom), piece=piece))
        piece = replace(piece, quantity=piece.quantity * run.the(str(whom)).warrior.size)
    _do(run, "sold", sell(run.roster, piece=piece, dice=RunDice(run)))


def _recruit(run: Run, value: Mapping[str, Any]) -> None:
    size = _size(value)
    if "into" in value:
        _recruit_into(run, str(value["into"]), size)
        return
    moved = recruit(
        run.roster,
        type_key=str(value.get("type", "")),
        name=str(value.get("name", "")),
        size=size,
        equipment=_pieces(run, value.get("equipment")),
        mutations=[str(key) for key in value.get("mutations", ())],
        dice=RunDice(run),
        spells=None,
    )
    _do(run, "recruited", moved)
    learn_first_spells(run, moved.warrior)


def _size(value: Mapping[str, Any]) -> int:
    size = value.get("size", 1)
    if isinstance(size, bool) or not isinstance(size, int):
        raise Refused(f"{size} is no number of warriors.", code="group_size")
    return size


def _recruit_into(run: Run, name: str, count: int) -> None:
    """Recruits for a group; an experienced one takes only veterans, who cost 2 gc a point (ruling 28)."""
    group = run.the(name)
    experience = group.warrior.experience
    if not experience or group.warrior.section != "henchman":
        _do(run, "recruited", enlarge(run.roster, warrior_id=_id(run, name), by=count))
        return
    run.refuse_if(count < 1, "At least one must join.", code="group_size")
    needed = count * experience
    if needed > run.veterans:
        told = f"{count} for {name} need {needed} experience of veterans; {run.veterans} are on offer."
        raise Refused(told, code="no_veterans")
    hire, from_stash = joining_bill(run.roster, group, count)
    gold = hire + 2 * needed
    held = run.snapshot.treasury or 0
    run.refuse_if(gold > held, f"That costs {gold} gc and the treasury holds {held} gc.", code="over_budget")
    joined = replace(group.warrior, size=group.warrior.size + count)
    lost = [LoseItem(piece.item, piece.quantity, piece.material) for piece in from_stash]
    after = apply(replace(run.snapshot.with_warrior(joined), treasury=held - gold), lost)
    outcome(run.roster, Moved(after, "", name, buying=True), founded=True)
    run.veterans -= needed
    told = f"{count} {'veteran joins' if count == 1 else 'veterans join'} {name} for {gold} gc."
    run.happen("veterans_joined", Gold(-gold), *lost, Joins(name, count), warrior=name, sentence=told)


def _hire(run: Run, value: Mapping[str, Any]) -> None:
    moved = hire_sword(
        run.roster,
        type_key=str(value.get("type", "")),
        name=str(value.get("name", "")),
        equipment=_pieces(run, value.get("equipment")),
        dice=RunDice(run),
        spells=None,
    )
    _do(run, "hired", moved)
    learn_first_spells(run, moved.warrior)


def _dismiss(run: Run, value: Mapping[str, Any]) -> None:
    count = value.get("count")
    name = str(value.get("warrior", value.get("item", "")))
    _do(run, "dismissed", dismiss(run.roster, warrior_id=_id(run, name), count=count))


def _move(run: Run, value: Mapping[str, Any]) -> None:
    """From the stash to a warrior, back, or from one to another."""
    piece, source, target = piece_of_value(run, value), value.get("from", STASH), value.get("to", STASH)
    run.refuse_if(source == target, "It is there already.", code="not_there")
    roster, after = run.roster, run.roster
    if source != STASH:
        moved = take_away(roster, warrior_id=_id(run, source), piece=piece)
        after = replace(roster, snapshot=moved.snapshot)
    if target != STASH:
        moved = hand_out(after, warrior_id=_id(run, target), piece=piece)
    names = f"{piece.quantity} × {piece_name(roster, piece)} went from {_place(source)} to {_place(target)}."
    _do(run, "moved", replace(moved, sentence=names, warrior=str(target if target != STASH else source)))


def _place(name: Any) -> str:
    return "the stash" if name == STASH else str(name)


def _study(run: Run, value: Mapping[str, Any]) -> None:
    """A book teaches one random spell: a wizard of his own lore or of the book's, others the book's if they know how
    to read it. It is used up by that."""
    piece, name = piece_of_value(run, value), str(value.get("warrior", ""))
    member, item = run.the(name), run.rulebook.items[piece.item]
    if not item.teaches or all(p.item != item.key for p in member.warrior.equipment):
        raise Refused(f"{name} has nothing to study.", code="not_there")
    lores = _lores_for(run, member, item)
    if not lores:
        raise Refused(f"{name} cannot make sense of {item.name}.", code="spell_not_allowed")
    options = [Option(lore.key, lore.name) for lore in lores]
    key = run.choose("lore", f"What does {name} study?", options, warrior=name, required=False)
    studied = WarbandEffect(item.teaches, {"warrior": name})
    lost = LoseItem(item.key, 1, piece.material, name)
    run.happen("studied", studied, lost, warrior=name, sentence=f"{name} studies {item.name}.")
    learn_spell(run, name, next(lore for lore in lores if lore.key == key))


def _lores_for(run: Run, member: Member, item: Item) -> list[Lore]:
    """His own lore and the book's; only the book's for whoever has learned to read it and is no wizard."""
    casting = member.entry.casting if member.entry else None
    in_book = [effect.lore for effect in item.effects if isinstance(effect, OpensLore)]
    by_skill = {
        effect.lore
        for key in member.warrior.skills
        for effect in run.rulebook.skills[key].effects
        if isinstance(effect, OpensLore)
    }
    prays = casting is not None and run.rulebook.lores[casting.lore].prayers
    if casting and not prays:
        return [run.rulebook.lores[key] for key in dict.fromkeys((casting.lore, *in_book))]
    return [run.rulebook.lores[key] for key in in_book if key in by_skill]


TRADES: Mapping[str, Doing] = {
    "buy": _buy,
    "sell": _sell,
    "recruit": _recruit,
    "hire": _hire,
    "dismiss": _dismiss,
    "study": _study,
}
MOVES: Mapping[str, Doing] = {"move": _move}
