"""The pages of what belongs to a battle and the night after it: injuries, tables, finds, scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mordheim.rules.schema import Chart, Injury, LastingEffectEntry, Location, Scale, Scenario, Track
from mordheim.rules.words import Entry
from warbands.views.rule_parts import Grid, Parts
from warbands.views.rule_results import Results, leads_to
from warbands.views.rule_words import (
    EARNERS,
    PLAYERS,
    SET_NAMES,
    Group,
    Row,
    Told,
    amount_told,
    or_list,
    plain,
    span_told,
)

LEFT = "lasting_effects"
ENDINGS: Mapping[str | None, str] = {
    "exploration": "with the next exploration",
    "battle": "with the next battle",
    None: "never",
}


def injury_page(told: Told, injury: Injury, parts: Parts) -> None:
    parts.fact("On a D66", span_told(injury.codes))
    parts.fact("Lasts", "for good" if injury.lasting else "no")
    parts.fact("Side", "left on a D6 of 1 to 3, right on 4 to 6" if injury.side_by_die else None)
    if injury.before_battle:
        parts.fact("Before each battle", f"a D6; on {span_told(injury.before_battle)} he takes no part")
    parts.fact("Suffered twice", "he leaves the warband" if injury.retires_when_repeated else None)
    parts.fact("Needs in each battle", told.link("items", injury.needs_dose) if injury.needs_dose else None)
    parts.groups += Results(told).groups(injury.results)
    if injury.outcomes:
        rows = tuple(
            Row(plain(outcome.key), what=outcome.summary, roll=span_told(outcome.faces)) for outcome in injury.outcomes
        )
        parts.groups.append(Group("A further D6", rows))


def chart_page(told: Told, chart: Chart, parts: Parts) -> None:
    parts.fact("Die", chart.die)
    parts.chart = chart


def track_page(told: Told, track: Track, parts: Parts) -> None:
    parts.fact("Boxes", str(track.length))
    parts.fact("Advances at", ", ".join(map(str, track.advance_at)))


def scale_page(told: Told, scale: Scale, parts: Parts) -> None:
    heads = [amount_told(one.low, one.high) for one in scale.columns] if scale.by_what else [scale.unit]
    rows = tuple((amount_told(row.low, row.high), tuple(map(str, row.values))) for row in scale.rows)
    parts.fact("Gives", scale.unit)
    parts.grid = Grid(scale.name, scale.of_what, scale.by_what, tuple(heads), rows)


def location_page(told: Told, location: Location, parts: Parts) -> None:
    parts.fact("Found by", f"{SET_NAMES[location.dice].lower()}: {' '.join([str(location.face)] * location.dice)}")
    left = [effect.key for effect in told.rulebook.lasting_effects.values() if leads_to(location, LEFT, effect.key)]
    parts.fact("Leaves behind", *told.links(LEFT, left))
    parts.groups += Results(told).groups(location.results)


def lasting_effect_page(told: Told, effect: LastingEffectEntry, parts: Parts) -> None:
    against = f" against {or_list(told.name('families', key) for key in effect.families)}" if effect.families else ""
    parts.fact("Ends", ENDINGS[effect.until] + against)
    if effect.bearer:
        parts.fact("Belongs to", "one warrior and one of his weapons" if effect.names_weapon else "one warrior")
    else:
        parts.fact("Belongs to", "the warband")
    parts.fact("A second one", "adds nothing" if effect.once else None)
    parts.fact("Left by", *(told.link(kind, entry.key) for kind, entry in _leaving(told, effect.key)))


def leading_to(told: Told, kind: str, key: str) -> Iterator[tuple[str, Entry]]:
    """Locations, scenarios and charts whose results lead to an entry."""
    for source in ("locations", "scenarios", "charts"):
        for entry in told.rulebook.of_kind(source).values():
            if leads_to(entry, kind, key):
                yield source, entry


def _leaving(told: Told, key: str) -> Iterator[tuple[str, Entry]]:
    """Whatever leaves a lasting effect: a find, a thing that is studied, the death of a leader."""
    yield from leading_to(told, LEFT, key)
    yield from (("items", item) for item in told.rulebook.items.values() if item.teaches == key)
    yield from (
        ("warband_types", band) for band in told.rulebook.warband_types.values() if band.new_leader_leaves == key
    )


def scenario_page(told: Told, scenario: Scenario, parts: Parts) -> None:
    parts.fact("Players", PLAYERS[scenario.players].removeprefix("For "))
    parts.fact("Attacker", scenario.attacker or "none")
    parts.fact("Set-up", scenario.setup)
    parts.fact("First turn", scenario.first_turn)
    parts.fact("Ends", scenario.ends)
    parts.fact("Rout tests", "as always" if scenario.rout_tests else "none")
    parts.fact("Wyrdstone", scenario.shards_told)
    if scenario.chart:
        parts.chart = told.rulebook.charts[scenario.chart]
    if scenario.awards:
        rows = tuple(
            Row(one.name, aside=f"{one.amount} {EARNERS[one.who]}", what=one.summary) for one in scenario.awards
        )
        parts.groups.append(Group("Experience besides the usual", rows))
    parts.fact("Reward", scenario.reward_told)
    parts.groups += Results(told).groups(scenario.reward, "Reward")
