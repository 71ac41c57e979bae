"""What somebody wants to buy, whether he does at that price, and who haggles over it (core, Trading)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.postbattle.choices import Option, Question
from campaigns.postbattle.run import Run
from mordheim.rules.rule_effects import RollsAgain
from mordheim.rules.snapshot import Piece
from warbands.roster.refusals import Refused

NONE = "none"


def piece_of_value(run: Run, value: Any) -> Piece:
    """The piece that an action's value names. Raises Refused for what the rules do not have."""
    told = value if isinstance(value, Mapping) else {"item": value}
    key, material = str(told.get("item", "")), told.get("material")
    if key not in run.rulebook.items or (material is not None and material not in run.rulebook.materials):
        raise Refused(f"There is no item {key!r} in the rules.", code="unknown_key")
    quantity = told.get("quantity", 1)
    if isinstance(quantity, bool) or not isinstance(quantity, int) or quantity < 1:
        raise Refused(f"{quantity} is no number of pieces.", code="quantity")
    return Piece(key, None if material is None else str(material), quantity)


def wants(run: Run, name: str | None, prompt: str, piece: Piece, options: list[Option], *, choose: str = "buy") -> bool:
    """Yes or no; the thing's own key is a yes, and nothing a no. Whoever has it searched for, or has asked for it, has
    said yes already. ``choose`` is how a choices file calls it: not as anything that may be done in the same step."""
    best, shown = options[0].value, tuple(options)
    value = run.ask(Question(run.step, choose, prompt, best, name, options=shown, required=False, said=best))
    yes = value is True or (value.get("item") if isinstance(value, Mapping) else value) == piece.item
    run.refuse_if(not yes and value not in (False, None, NONE), f"{prompt} Yes or no.", code="choice")
    run.refuse_if(
        yes and not any(option.value for option in options), f"{prompt} There is not so much gold.", code="over_budget"
    )
    return yes


def haggled(run: Run, gold: int, thing: str) -> int:
    """What a haggler takes off one price; at least 1 gc is paid, and each haggles once a sequence."""
    hagglers = [
        member
        for member in run.heroes
        if run.stood(member.name)
        and member.name not in run.haggled
        and any(isinstance(e, RollsAgain) and e.roll == "price" for e in member.effects)
    ]
    if not hagglers:
        return 0
    options = [Option(NONE, "Nobody"), *(Option(m.name, m.name) for m in hagglers)]
    prompt = f"{thing} for {gold} gc: who haggles, 2D6 gc off?"
    name = run.choose("haggle", prompt, options, required=False, suggested=hagglers[0].name)
    if name == NONE:
        return 0
    run.haggled.add(name)
    roll = run.roll("2D6", f"{name} haggles over {thing}", warrior=name)
    off = min(roll.total, gold - 1)
    run.happen("haggled", warrior=name, roll=roll, sentence=f"{name} takes {off} gc off the price.")
    return off
