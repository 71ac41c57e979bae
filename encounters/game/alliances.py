"""Alliances: declared as one's turn begins, agreed to by each, and broken.

They hold between two and two: an ally's ally is none for that. Source: Town Cryer, Chaos on the Streets, Allies.
"""

from __future__ import annotations

from encounters.game import acts
from encounters.game.playing import Playing
from warbands.roster.refusals import Refused


def announced(run: Playing) -> None:
    """Those that were announced before the battle."""
    numbers = {party.place: party.alliance for party in run.parties}
    run.allied = {
        frozenset((one, other))
        for one in numbers
        for other in numbers
        if one < other and numbers[one] == numbers[other]
    }


def may_be_declared(run: Playing) -> bool:
    """Only among several, at the start of a turn before anything else."""
    if not (run.is_for_many and run.fresh and run.active is not None):
        return False
    return any(place != run.active and not run.are_allies(place, run.active) for place in run.still_in)


@acts.does("ally", acts.Declare)
def _ally(run: Playing, said: acts.Declare) -> None:
    """Each of the others agrees or declines."""
    place = run.active
    if place is None:
        raise Refused("An alliance is declared in one's own turn.", code="not_his_turn")
    for other in dict.fromkeys(said.warbands):
        _may_be_offered(run, place, other)
    for other in dict.fromkeys(said.warbands):
        one, two = run.name_of(place), run.name_of(other)
        if run.talk.yes("agrees", f"{one} offers {two} an alliance. Does {two} agree?", warrior=two):
            run.allied.add(frozenset((place, other)))
            run.say(f'{one} and {two} are allies. Those who fight each other step 1" apart.')
        else:
            run.say(f"{two} declines an alliance with {one}.")


def _may_be_offered(run: Playing, place: int, other: int) -> None:
    name = run.name_of(other)
    if other == place:
        raise Refused("Nobody is his own ally.", code="alliance")
    if not run.is_in(other):
        raise Refused(f"{name} has left the table.", code="left")
    if run.are_allies(place, other):
        raise Refused(f"{name} is an ally already.", code="alliance")


@acts.does("break_alliance", acts.Break)
def _break(run: Playing, said: acts.Break) -> None:
    of = run.active if said.of is None else said.of
    if of is None or not run.are_allies(of, said.warband):
        raise Refused("They are no allies.", code="alliance")
    run.allied.discard(frozenset((of, said.warband)))
    run.say(f"{run.name_of(of)} breaks its alliance with {run.name_of(said.warband)}.")
