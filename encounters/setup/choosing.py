"""Which scenario is played: agreed on, rolled on the chart, or chosen by the lowest rating.

Sources: Town Cryer, Chaos on the Streets, Determining the scenario; Mordheim rulebook, Scenarios; ruling 33 (a total
above 12 is 12).
"""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.postbattle.choices import Option
from encounters.setup.board import TableTalk, lowest_rated
from encounters.table import Party
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario
from mordheim.rules.tables import TOTALS, RollTable
from warbands.roster.refusals import Refused

CHARTS = {"two": "scenario_two_players", "many": "scenario_multiplayer"}


def scenario_for(
    talk: TableTalk, parties: Sequence[Party], rulebook: Rulebook, *, key: str | None, bonus: int
) -> Scenario:
    """The agreed scenario, or that of the chart. ``bonus`` is added to the chart's roll.

    Raises:
        Refused: for a scenario that there is not, or that so many warbands cannot play.
    """
    if key is not None:
        return _agreed(rulebook, key, len(parties))
    chart = rulebook.charts[CHARTS["two" if len(parties) == 2 else "many"]]
    total = min(talk.roll(chart.die, chart.name).total + bonus, TOTALS[chart.die][-1])
    row = RollTable(chart.die, tuple((row.low, row.high, row) for row in chart.rows)).result(total)
    return rulebook.scenarios[row.key] if row.key else _chosen(talk, parties, rulebook)


def scenarios_for(rulebook: Rulebook, warbands: int) -> tuple[Scenario, ...]:
    """Those of the chart that so many warbands roll on, by their number; those without one last."""
    players = "two" if warbands == 2 else "many"
    fitting = (one for one in rulebook.scenarios.values() if one.players == players)
    return tuple(sorted(fitting, key=lambda one: (one.number is None, one.number or 0, one.name)))


def _agreed(rulebook: Rulebook, key: str, warbands: int) -> Scenario:
    scenario = rulebook.scenarios.get(key)
    if scenario is None:
        raise Refused(f"There is no scenario {key!r}.", code="unknown_key")
    if scenario.players == "two" and warbands != 2:
        raise Refused(f"{scenario.name} is for two warbands, not for {warbands}.", code="warbands")
    return scenario


def _chosen(talk: TableTalk, parties: Sequence[Party], rulebook: Rulebook) -> Scenario:
    who = lowest_rated(talk, parties, "who chooses the scenario")
    options = [Option(one.key, one.name, one.summary) for one in scenarios_for(rulebook, len(parties))]
    prompt = f"{who.name} has the lowest rating: which scenario is played?"
    return rulebook.scenarios[str(talk.choose("scenario", prompt, options, warrior=who.name))]
