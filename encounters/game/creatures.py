"""What is on the table besides the warbands: the scenario's beast, and what a happening has brought.

Sources: Town Cryer, Great Beasts in Mordheim and Random Happenings; rulings 34 and 56.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from encounters.beasts.wounding import Beast as BeastNow
from encounters.beasts.wounding import (
    Told,
    injured,
    lashed,
    recovered,
    regrown,
    regrowth_dice,
    round_ended,
    wounded,
)
from encounters.game import acts
from encounters.game.playing import Appeared, Playing, listed
from mordheim.rules.beasts import Regrowth, Tail
from warbands.roster.refusals import Refused

SOMEBODY = "Somebody"

# --- the beast --------------------------------------------------------------------------------------------------------


def the_beast(run: Playing) -> BeastNow:
    """Raises Refused where none is."""
    if run.beast is None:
        raise Refused("There is no beast in this battle.", code="no_such_beast")
    return run.beast


def is_there(run: Playing) -> bool:
    return run.beast is not None and not run.beast.out


def recover(run: Playing) -> None:
    """The beginning of its own turn."""
    _becomes(run, recovered(the_beast(run)))


def _becomes(run: Playing, told: Told) -> None:
    run.beast = told.beast
    run.say(told.sentence)


@acts.does("wound_beast", acts.WoundBeast)
def _wound_beast(run: Playing, said: acts.WoundBeast) -> None:
    """Wounds that got through its save. What its last wound asks for is rolled at once."""
    by = _striker(run, said.by)
    _becomes(run, wounded(the_beast(run), by, said.wounds, in_combat=said.in_combat))
    name = the_beast(run).kind.name
    if waiting := len(the_beast(run).regrowth_due):
        run.talk.why = f"It is at its last wound. A wound grows back{_on(run)}, and then needs no roll for injury."
        faces = run.talk.together(waiting, f"{name}: regeneration")
        _becomes(run, regrown(the_beast(run), faces))
    if waiting := len(the_beast(run).injuries_due):
        run.talk.why = "It is at its last wound: the worst roll for injury counts."
        faces = run.talk.together(waiting, f"{name}: injury")
        _becomes(run, injured(the_beast(run), faces))


def _on(run: Playing) -> str:
    """`` on 4+``, as its wounds grow back."""
    trait = the_beast(run).trait(Regrowth)
    return f" on {trait.needs}+" if trait else ""


def _striker(run: Playing, by: acts.By) -> str:
    """Who is told of, and remembered for the experience."""
    if by.beast:
        raise Refused("It does not wound itself.", code="no_such_warrior")
    if by.name and by.warband is None:
        raise Refused(f"{by.name} is named without his warband.", code="no_such_warrior")
    told = run.striker(by) or SOMEBODY
    if by.warband is not None and by.name:
        run.strikers[told] = run.must_stand(by.warband, by.name)
    return told


@acts.does("beast_round")
def _beast_round(run: Playing, said: acts.Nothing) -> None:
    end_round(run)


def end_round(run: Playing) -> None:
    """The end of a round of close combat with it."""
    beast = the_beast(run)
    run.talk.why = f"Each wound of this round grows back{_on(run)}."
    faces = run.talk.together(regrowth_dice(beast), f"{beast.kind.name}: regeneration")
    _becomes(run, round_ended(beast, faces))


@acts.does("beast_tail", acts.Near)
def _beast_tail(run: Playing, said: acts.Near) -> None:
    """Before its attacks: whoever in contact is slower than the die is hit."""
    beast = the_beast(run)
    initiatives: dict[str, int] = {}
    for some in said.warriors:
        who = run.must_stand(some.warband, some.name, some.count)
        value = run.members[who.place, who.name].value("i")
        initiatives[who.told] = value if isinstance(value, int) else 0
    if not initiatives:
        raise Refused("Its tail strikes those in contact with it: say who is.", code="nobody")
    if beast.trait(Tail) is None or not beast.attacks:
        raise Refused(f"The {beast.kind.name} does not strike with a tail{_for_now(beast)}.", code="no_tail")
    run.talk.why = "Whoever has a lower Initiative is hit."
    (face,) = run.talk.together(1, f"{beast.kind.name}: tail")
    run.say(lashed(beast, face, initiatives).sentence)


def _for_now(beast: BeastNow) -> str:
    return "" if beast.attacks else " before it has recovered"


@acts.does("beast_breath", acts.Near)
def _beast_breath(run: Playing, said: acts.Near) -> None:
    """A die for everybody below its flames."""
    beast = the_beast(run)
    breath = beast.breath
    if breath is None:
        raise Refused(f"The {beast.kind.name} does not breathe flames{_for_now(beast)}.", code="no_breath")
    below = [run.must_stand(one.warband, one.name, one.count).told for one in said.warriors for _ in range(one.count)]
    if not below:
        raise Refused("Say who is below its flames.", code="nobody")
    run.talk.why = f"Each is hit on {breath.needs}+, {listed(below)}."
    faces = run.talk.together(len(below), f"{beast.kind.name}: breath")
    hit = Counter(name for name, face in zip(below, faces, strict=True) if face >= breath.needs)
    names = listed([name if count == 1 else f"{count} of {name}" for name, count in hit.items()])
    told = f"The flames hit {names} at Strength {breath.strength}." if hit else "The flames hit nobody."
    run.say(told)


# --- what a happening has brought -------------------------------------------------------------------------------------


@acts.does("wound", acts.Wound)
def _wound(run: Playing, said: acts.Wound) -> None:
    """Wounds that got through its save; at its last one the players roll for injury and say what came of it."""
    thing = run.thing(said.appeared)
    left = thing.wounds[said.number - 1] if said.number <= len(thing.wounds) else None
    if left is None or not thing.has_wounds:
        raise Refused(f"{thing.block.name}: that one cannot be wounded.", code="no_such_thing")
    by = run.striker(said.by)
    thing.wounds[said.number - 1] = max(left - said.wounds, 0)
    named = thing.block.name if len(thing.wounds) == 1 else f"{thing.block.name} no. {said.number}"
    run.say(f"{named} is wounded{f' by {by}' if by else ''}: {max(left - said.wounds, 0)} left.")
    if said.wounds >= left and _is_finished(run, thing, named):
        thing.wounds[said.number - 1] = None
        thing.fallen += 1


def _is_finished(run: Playing, thing: Appeared, named: str) -> bool:
    """At its last wound: by any roll for injury, or by the one that the players have made."""
    if thing.block.driven_off:
        run.say(f"{named} stops attacking for good.")
        return True
    if run.talk.yes("thing_out", f"Is {named} out of action by the roll for injury?"):
        run.say(f"{named} is out of action.")
        return True
    return False


@acts.does("gone", acts.Which)
def _gone(run: Playing, said: acts.Which) -> None:
    thing = run.thing(said.which)
    if not thing.is_there:
        raise Refused(f"{thing.block.name} is gone already.", code="no_such_thing")
    vanish(run, thing)


def vanish(run: Playing, thing: Appeared) -> None:
    """It routs, or leaves."""
    thing.wounds = [None] * len(thing.wounds)
    run.say(f"{thing.block.name}: off the table.")


@acts.does("end_lasting", acts.Which)
def _end_lasting(run: Playing, said: acts.Which) -> None:
    """Something in force is over before its time, as the players say."""
    if said.which >= len(run.lasting):
        raise Refused("Nothing like that is in force.", code="no_such_thing")
    run.say(f"{run.lasting.pop(said.which).name} is over.")
    run.moved()


def offers(run: Playing) -> Iterator[str]:
    if is_there(run):
        yield "wound_beast"
        beast = the_beast(run)
        if beast.fresh:
            yield "beast_round"
        if beast.trait(Tail) is not None and beast.attacks:
            yield "beast_tail"
        if beast.breath is not None:
            yield "beast_breath"
    there = [thing for thing in run.appeared if thing.is_there]
    if any(thing.has_wounds for thing in there):
        yield "wound"
    if there:
        yield "gone"
    if run.lasting:
        yield "end_lasting"
