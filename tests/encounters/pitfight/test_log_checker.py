"""The second reckoning stops at whatever a log says that the rules do not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from encounters.pitfight import attacks, damage, ending, moves, picking, setting_up, turn_order
from encounters.pitfight.bout import Bout
from encounters.pitfight.players import play_out, random_player
from encounters.pitfight.state import Fighter
from mordheim.rules.dice import SeededDice
from tests.encounters.pitfight import log_checker
from tests.encounters.pitfight.stage import RULES
from tests.encounters.pitfight.test_random_fights import SCROLLS, any_fight

Log = list[dict[str, Any]]

# What a fighter chooses or brings is his to say, so that another answer may be as good.
CHOSEN = {
    ("move", "levels"),
    ("move", "past"),
    ("move", "age_rank"),
    ("move", "facing"),
    ("move", "radius"),
    ("move", "spacing"),
    ("move", "turn_limit"),
    ("move", "quiet_limit"),
    ("adrenalin", "wounds"),
    ("adrenalin", "initiative"),
    ("critical", "scar_face"),
    ("critical", "side_face"),
    ("attack", "guard"),
}


def log_of(seed: int) -> Log:
    _, events = play_out(any_fight(seed), random_player(Random(seed)), SeededDice(seed))
    return json.loads(json.dumps(events))


@cache
def logs() -> tuple[Log, ...]:
    """The shortest first."""
    return tuple(sorted((log_of(seed) for seed in range(130)), key=len))


def kinds(log: Log) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Each event with what tells its kind from others of its type."""
    for place, event in enumerate(log):
        yield (event["type"], event.get("use"), event.get("ended"), event.get("verdict"), *sorted(event)), place


def examples() -> list[Any]:
    """The first of each kind."""
    found: dict[tuple[Any, ...], tuple[int, int]] = {}
    for number, log in enumerate(logs()):
        for kind, place in kinds(log):
            found.setdefault(kind, (number, place))
    return [pytest.param(*one, id="-".join(str(part) for part in kind[:4] if part)) for kind, one in found.items()]


def spoilt(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value[:-1], spoilt(value[-1])] if value else ["nobody"]
    if isinstance(value, dict):
        return {key: spoilt(one) for key, one in value.items()} or {"nobody": 1}
    return "something else"


def is_wrong(log: Log) -> bool:
    try:
        log_checker.check_log(log, SCROLLS)
    except log_checker.Wrong:
        return True
    return False


@pytest.mark.parametrize(("number", "place"), examples())
class TestAnEvent:
    def test_no_figure_of_it_can_be_another(self, number: int, place: int) -> None:
        log = logs()[number]
        event = log[place]
        for key in event:
            if (event["type"], key) in CHOSEN:
                continue
            changed = [*log[:place], {**event, key: spoilt(event[key])}, *log[place + 1 :]]
            assert is_wrong(changed), f"{key} of {event}"

    def test_nothing_of_it_can_be_missing_or_added(self, number: int, place: int) -> None:
        log = logs()[number]
        event = log[place]
        for changed in (
            *({key: one for key, one in event.items() if key != left_out} for left_out in event),
            {**event, "luck": 1},
        ):
            assert is_wrong([*log[:place], changed, *log[place + 1 :]]), changed

    def test_it_cannot_be_missing_or_come_twice(self, number: int, place: int) -> None:
        log = logs()[number]
        for changed in (log[:place] + log[place + 1 :], [*log[: place + 1], *log[place:]]):
            assert is_wrong(changed)


def test_a_log_cannot_break_off() -> None:
    log = logs()[20]
    assert all(is_wrong(log[:end]) for end in range(len(log)))


class TestABrokenRule:
    """The engine with one rule broken at a time: its logs do not pass."""

    @staticmethod
    def found_out() -> bool:
        return any(is_wrong(log_of(seed)) for seed in range(300))

    def test_unbroken_it_passes(self) -> None:
        assert not self.found_out()

    @pytest.mark.parametrize(
        ("module", "name", "broken"),
        [
            (damage, "damage_die", lambda strength, toughness: 12),
            (damage, "MIGHTY_DIE", 12),
            (damage, "LEFT_UP_TO", 4),
            (damage, "_timed", lambda fighter, result, turn: {}),
            (attacks, "natural", lambda attack, defence: None),
            (attacks, "verdict", lambda rules, aim, guard: attacks.ROLL_OFF),
            (attacks, "_may_interrupt", lambda fighter: True),
            (moves, "_may_interrupt", lambda fighter: True),
            (moves, "is_mighty", lambda fighter, facing, walled: True),
            (picking, "_was_slow", lambda fighter, terms: False),
            (picking, "limit", lambda fighter, turn, terms: 0),
            (setting_up, "ground_left", lambda fight: tuple(sorted(attacks.arena(fight.terms.radius).rim))),
            (turn_order, "WATCHING", 5),
            (turn_order, "_stand_back", lambda bout, waiting: None),
            (ending, "_bleed", lambda bout: {}),
            (ending, "_expire", lambda bout, place: None),
            (ending, "RECOVERY", 6),
            (ending, "taken_out_to_end", lambda starters: starters // 2 + 1),
            (ending, "winner", lambda fight, reason: ending.Outcome(None, (), reason)),
        ],
        ids=lambda one: one if isinstance(one, str) else "",
    )
    def test_it_is_found_out(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, broken: Any) -> None:
        monkeypatch.setattr(module, name, broken)
        assert self.found_out()

    def test_halves_rounded_down(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in ("state", "ending"):
            monkeypatch.setattr(f"encounters.pitfight.{module}.half", lambda value: value // 2)
        assert self.found_out()

    def test_a_tie_that_the_mover_wins(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def settle(bout: Bout) -> None:
            push = bout.push_off
            assert push is not None
            bout.push_off = None
            moves._end_push_off(bout, push, (2, 1))

        monkeypatch.setattr(moves, "_settle_push_off", settle)
        assert self.found_out()

    def test_injuries_that_do_not_count(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Fighter, "ad", lambda fighter, turn: 0)
        assert self.found_out()


class TestWhatItKnows:
    """Its tables are written down from the rules once more, and are those of the data."""

    def test_the_charts(self) -> None:
        charts = {chart: tuple((row.first, row.result) for row in rows) for chart, rows in RULES.charts.charts.items()}
        assert charts == log_checker.CHARTS
        assert tuple((row.first, row.result) for row in RULES.charts.scars) == log_checker.SCARS

    def test_the_body(self) -> None:
        assert {one: chart for one, (chart, _) in RULES.charts.by_location.items()} == log_checker.CHART_OF
        beside = {frozenset((one, other)) for one in RULES.locations for other in RULES.beside[one]}
        assert beside == log_checker.TOUCHING

    def test_it_knows_nothing_of_the_engine(self) -> None:
        lines = Path(log_checker.__file__).read_text().splitlines()
        imports = [line for line in lines if line.startswith(("import ", "from "))]
        assert len(imports) > 3
        assert not [line for line in imports if "encounters" in line or "mordheim" in line]


class TestWhatIsOffered:
    """A log shows only what was chosen; over many fights that is all that a scroll allows."""

    @staticmethod
    def scrolls() -> dict[str, Any]:
        return log_checker.scrolls_of(SCROLLS)

    @staticmethod
    def told(kind: str) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
        """Events of a type, each with the scrolls of the fighters by name."""
        for log in logs():
            scrolls = {event["fighter"]: event["scroll"] for event in log if event.get("ended") == "placed"}
            yield from ((scrolls, event) for event in log if event["type"] == kind)

    def test_every_move_may_end_in_every_facing(self) -> None:
        seen = {
            (scrolls[event["fighter"]], event["move"], (event["facing"] - event["facing_before"]) % 6)
            for scrolls, event in self.told("move")
            if event["ended"] == "complete"
        }
        assert seen == {
            (key, move["id"], turn % 6)
            for key, scroll in self.scrolls().items()
            for move in scroll["moves"]
            for turn in move["facings"]
        }

    def test_everybody_in_reach_may_be_attacked(self) -> None:
        seen = {(scrolls[event["attacker"]], event.get("bearing")) for scrolls, event in self.told("attack")}
        assert {one for one in seen if one[1] is not None} == {
            (key, side)
            for key, scroll in self.scrolls().items()
            for side, bearing in enumerate(log_checker.BEARINGS)
            if scroll["ad_modifiers"][bearing]["a"] != "NA"
        }

    def test_every_location_may_be_aimed_at_and_guarded(self) -> None:
        seen = {(event.get("aim"), event.get("guard")) for _, event in self.told("attack")}
        assert seen - {(None, None)} == {(aim, guard) for aim in RULES.locations for guard in RULES.locations}

    def test_adrenalin_has_all_its_uses(self) -> None:
        seen = {(event["use"], event.get("characteristic")) for _, event in self.told("adrenalin")}
        boosts = {("boost", one) for one in log_checker.CHARACTERISTICS}
        assert seen >= boosts | {(use, None) for use in ("earned", "extra_hex", "recover", "lost")}
