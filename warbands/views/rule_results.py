"""What the results of a roll do, in the words of a player: ``D6: 1–2 D6 gc; 3 Dagger; 4 Axe``.

`Results.told` makes a phrase of any results, however deep; `Results.groups` makes rows of the first level, for a page
to draw. Each kind of result has one teller in `TELLERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from mordheim.rules import results as r
from mordheim.rules.words import Entry
from warbands.roster.explain import CHARACTERISTIC_NAMES
from warbands.views.rule_words import Group, Row, Told, address, and_list, or_list, span_told

SPREAD: Mapping[str, str] = {
    "himself": "for him",
    "leader": "for the leader",
    "heroes": "spread over the Heroes",
}


class Results:
    """The results of one rulebook's entries in words."""

    def __init__(self, told: Told) -> None:
        self.words = told

    def told(self, results: Iterable[r.Result]) -> str:
        """One phrase for all that happens together; ``nothing`` where nothing does."""
        return and_list(self.one(result) for result in results) or "nothing"

    def one(self, result: r.Result) -> str:
        teller: Callable[[Results, Any], str] = TELLERS[type(result)]
        return teller(self, result)

    def groups(self, results: Iterable[r.Result], title: str = "What comes of it") -> list[Group]:
        """Rows for a page: those of each die, hoard and choice of the first level, and what simply happens."""
        groups: list[Group] = []
        simple: list[Row] = []
        for result in results:
            rows = tuple(self._rows(result))
            if rows:
                groups.append(Group(self._title(result), rows))
            else:
                simple.append(Row(capital(self.one(result)), self._address(result)))
        return [Group(title, tuple(simple)), *groups] if simple else groups

    def _title(self, result: r.Result) -> str:
        if isinstance(result, r.RollsFor):
            return f"A {result.die}"
        if isinstance(result, r.RollsForEach):
            return "A D6 for each"
        if isinstance(result, r.Chooses):
            return result.question
        return "By warband"

    def _rows(self, result: r.Result) -> Iterator[Row]:
        if isinstance(result, r.RollsFor):
            for face in result.rows:
                yield self._row(span_told((face.low, face.high)), face.results)
        elif isinstance(result, r.RollsForEach):
            for lot in result.lots:
                yield self._row(needed(lot.needs), lot.results)
        elif isinstance(result, r.Chooses):
            for option in result.options:
                yield Row(option.name, aside=self._only(option.families), what=self.sentence(option.results))
        elif isinstance(result, r.DependsOnWarband):
            for case in result.cases:
                yield Row(self._families(case.families), what=self.sentence(case.results))
            yield Row("All others", what=self.sentence(result.otherwise))

    def _row(self, roll: str, results: tuple[r.Result, ...]) -> Row:
        url = self._address(results[0]) if len(results) == 1 else ""
        return Row(capital(self.told(results)), url, roll=roll)

    def _address(self, result: r.Result) -> str:
        """Where one reads on about a result that names a single thing."""
        if isinstance(result, r.FindsItems) and result.item:
            return address("items", result.item)
        if isinstance(result, r.RollsOnChart):
            return address("charts", result.chart)
        if isinstance(result, r.LeavesEffect):
            return address("lasting_effects", result.effect)
        return ""

    def sentence(self, results: Iterable[r.Result]) -> str:
        return f"{capital(self.told(results))}."

    def _families(self, families: Iterable[str]) -> str:
        return or_list(self.words.name("families", key) for key in families)

    def _only(self, families: tuple[str, ...]) -> str:
        return f"only {self._families(families)}" if families else ""

    # --- gold, shards, things --------------------------------------------------------------------------------------

    def gold(self, result: r.FindsGold) -> str:
        told = f"{result.amount} gc"
        if result.also:
            told += f" (on a {result.also_on} {self.told(result.also)} besides)"
        if result.on_a_double:
            told += f" (on a double {self.told(result.on_a_double)} instead)"
        return told

    def shards(self, result: r.FindsShards) -> str:
        return f"{result.amount} {'shard' if result.amount == 1 else 'shards'} of wyrdstone"

    def items(self, result: r.FindsItems) -> str:
        names = [self.words.name("items", key) for key in result.one_of or (result.item or "",)]
        told = or_list(names) + (
            f" of {self.words.name('materials', result.material).lower()}" if result.material else ""
        )
        return told if result.count == 1 else f"{result.count} × {told}"

    def chart(self, result: r.RollsOnChart) -> str:
        return f"a roll on the table {self.words.name('charts', result.chart)}"

    # --- dice and choices ------------------------------------------------------------------------------------------

    def roll(self, result: r.RollsFor) -> str:
        rows = (f"{span_told((row.low, row.high))} {self.told(row.results)}" for row in result.rows)
        return f"{result.die}: {'; '.join(rows)}"

    def each(self, result: r.RollsForEach) -> str:
        return "; ".join(f"{needed(lot.needs)} {self.told(lot.results)}" for lot in result.lots)

    def test(self, result: r.TestsCharacteristic) -> str:
        _, name = CHARACTERISTIC_NAMES[result.characteristic]
        told = f"{'the leader' if result.who == 'leader' else 'a Hero of your choice'} tests {name}"
        if result.families:
            told += f" ({self._families(result.families)} pass without a roll)"
        ends = (("passed", result.passed), ("failed", result.failed))
        return "; ".join([told, *(f"{word}: {self.told(results)}" for word, results in ends if results)])

    def choose(self, result: r.Chooses) -> str:
        options = [f"{small(one.name)} ({self._option(one)})" for one in result.options]
        return f"{small(result.question)} {capital(or_list(options))}"

    def _option(self, option: r.Option) -> str:
        return ", ".join(filter(None, [self._only(option.families), self.told(option.results)]))

    def by_warband(self, result: r.DependsOnWarband) -> str:
        cases = [f"{self._families(case.families)}: {self.told(case.results)}" for case in result.cases]
        return "; ".join([*cases, f"all others: {self.told(result.otherwise)}"])

    def send_hero(self, result: r.SendsHero) -> str:
        return f"one Hero {'goes' if result.must else 'may go'}. {self.sentence(result.results).rstrip('.')}"

    # --- what happens to a warrior ---------------------------------------------------------------------------------

    def dies(self, result: r.Dies) -> str:
        return "he is dead"

    def misses(self, result: r.MissesGames) -> str:
        return "he misses the next game" if result.games == 1 else f"he misses the next {result.games} games"

    def loses(self, result: r.LosesEquipment) -> str:
        return "all he carries is lost" if result.what == "all" else "his weapons and armour are lost"

    def more_injuries(self, result: r.RollsMoreInjuries) -> str:
        again = [self.words.name("injuries", key) for key in result.again]
        return f"{result.times} more rolls" + (f"; {or_list(again)} is rolled again" if again else "")

    def captured(self, result: r.IsCaptured) -> str:
        fates = [f"{small(one.name)} ({self._fate(one)})" for one in result.fates]
        return f"an enemy warband holds him, and may ransom or exchange him, or {or_list(fates)}"

    def _fate(self, fate: r.Fate) -> str:
        return ", ".join(filter(None, [self._only(fate.families), self.told(fate.results)]))

    def pit_fight(self, result: r.FightsInThePits) -> str:
        lost = f"a roll from {result.low} to {result.high} on the Heroes' injuries, and unless it kills him "
        return f"he fights in the pits; won: {self.told(result.won)}; lost: {lost}{self.told(result.lost)}"

    def hates(self, result: r.HatesSomebody) -> str:
        return f"he hates whom the table {self.words.name('charts', result.chart)} says"

    def suffers(self, result: r.Suffers) -> str:
        return self.words.name("injuries", result.injury)

    def raises(self, result: r.Raises) -> str:
        return f"{CHARACTERISTIC_NAMES[result.characteristic][1]} {result.by:+d} for good"

    def experience(self, result: r.GainsExperience) -> str:
        return f"{result.amount} Experience {SPREAD[result.who]}"

    def opens(self, result: r.OpensSkillList) -> str:
        told = f"a Hero may choose {self.words.name('skill_lists', result.skill_list)} skills from now on"
        return f"{told}, with {self.words.name('lasting_effects', result.leaves)}" if result.leaves else told

    # --- what happens to the warband -------------------------------------------------------------------------------

    def joins(self, result: r.JoinsWarband) -> str:
        one = result.count == 1
        told = self.words.warrior_name(result.warrior, plural=not one)
        return f"{result.count} {told} {'joins' if one else 'join'} the warband"

    def prisoner(self, result: r.RecruitsPrisoner) -> str:
        race = self.words.name("races", result.race)
        return f"one prisoner may join a {race} henchman group with its experience, if his equipment is paid for"

    def free_sword(self, result: r.HiresForOneBattle) -> str:
        return "a hired sword of your choice serves in the next battle for nothing"

    def leaves(self, result: r.LeavesEffect) -> str:
        return self.words.name("lasting_effects", result.effect)


TELLERS: Mapping[type, Callable[[Results, Any], str]] = {
    r.FindsGold: Results.gold,
    r.FindsShards: Results.shards,
    r.FindsItems: Results.items,
    r.RollsOnChart: Results.chart,
    r.RollsFor: Results.roll,
    r.RollsForEach: Results.each,
    r.TestsCharacteristic: Results.test,
    r.Chooses: Results.choose,
    r.DependsOnWarband: Results.by_warband,
    r.SendsHero: Results.send_hero,
    r.Dies: Results.dies,
    r.MissesGames: Results.misses,
    r.LosesEquipment: Results.loses,
    r.RollsMoreInjuries: Results.more_injuries,
    r.IsCaptured: Results.captured,
    r.FightsInThePits: Results.pit_fight,
    r.HatesSomebody: Results.hates,
    r.Suffers: Results.suffers,
    r.Raises: Results.raises,
    r.GainsExperience: Results.experience,
    r.OpensSkillList: Results.opens,
    r.JoinsWarband: Results.joins,
    r.RecruitsPrisoner: Results.prisoner,
    r.HiresForOneBattle: Results.free_sword,
    r.LeavesEffect: Results.leaves,
}


def needed(needs: int | None) -> str:
    """The face from which a thing is there: ``4+``, or ``always``."""
    return "always" if needs is None else f"{needs}+"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    return text[:1].lower() + text[1:]


def every_result(model: Any) -> Iterator[Any]:
    """Every result within an entry of the rules, however deep."""
    for name in getattr(type(model), "model_fields", ()):
        value = getattr(model, name)
        for one in value if isinstance(value, tuple) else (value,):
            if type(one) in TELLERS:
                yield one
            yield from every_result(one)


def leads_to(entry: Entry, kind: str, key: str) -> bool:
    """Whether any result of an entry leaves that lasting effect, rolls on that chart or finds that item."""
    fields = {"lasting_effects": ("effect", "leaves"), "charts": ("chart",), "items": ("item", "one_of")}[kind]
    return any(
        key == value or (isinstance(value, tuple) and key in value)
        for result in every_result(entry)
        for value in (getattr(result, name, None) for name in fields)
    )
