"""Results in a short notation of their own, so that a test can hold them against figures copied from the book.

``3D6 gc``, ``D3 shards``, ``D3 halberd``, ``axe of gromril``; a die as ``D6[1-2 D6 gc | 3 dagger]``, a hoard as
``[3D6 gc | 4+ D3 shards]``; what happens together is joined by ``, ``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mordheim.rules import results as r


def short(results: Iterable[r.Result]) -> str:
    return ", ".join(_one(result) for result in results) or "nothing"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _families(keys: Iterable[str]) -> str:
    return "+".join(sorted(keys))


def _one(result: Any) -> str:
    match result:
        case r.FindsGold():
            also = f" (on {result.also_on}: {short(result.also)})" if result.also else ""
            double = f" (double: {short(result.on_a_double)})" if result.on_a_double else ""
            return f"{result.amount} gc{also}{double}"
        case r.FindsShards():
            return f"{result.amount} shards"
        case r.FindsItems():
            name = result.item or "/".join(result.one_of)
            of = f" of {result.material}" if result.material else ""
            return f"{name}{of}" if result.count == 1 else f"{result.count} {name}{of}"
        case r.RollsOnChart():
            return f"{'unique ' if result.unique else ''}roll on {result.chart}"
        case r.RollsFor():
            rows = " | ".join(f"{_span(row.low, row.high)} {short(row.results)}" for row in result.rows)
            return f"{result.die}[{rows}]"
        case r.RollsForEach():
            lots = (f"{f'{lot.needs}+ ' if lot.needs else ''}{short(lot.results)}" for lot in result.lots)
            return f"[{' | '.join(lots)}]"
        case r.TestsCharacteristic():
            free = f" (free: {_families(result.families)})" if result.families else ""
            ends = f"{short(result.passed)} else {short(result.failed)}"
            return f"{result.who} tests {result.characteristic}{free}: {ends}"
        case r.Chooses():
            return " or ".join(f"{{{one.key}: {short(one.results)}}}" for one in result.options)
        case r.DependsOnWarband():
            cases = [f"{_families(case.families)}: {short(case.results)}" for case in result.cases]
            return f"<{' | '.join([*cases, f'others: {short(result.otherwise)}'])}>"
        case r.SendsHero():
            return f"{'must' if result.must else 'may'} send a hero: {short(result.results)}"
        case r.Dies():
            return "dies"
        case r.MissesGames():
            return f"misses {result.games}"
        case r.LosesEquipment():
            return f"loses {result.what}"
        case r.RollsMoreInjuries():
            return f"{result.times} more, again {_families(result.again)}"
        case r.IsCaptured():
            fates = (
                f"{fate.key}{f' ({_families(fate.families)})' if fate.families else ''}: {short(fate.results)}"
                for fate in result.fates
            )
            return f"captured <{' | '.join(fates)}>"
        case r.FightsInThePits():
            return f"pits: won {short(result.won)}; lost {result.low}-{result.high}, {short(result.lost)}"
        case r.HatesSomebody():
            return f"hates by {result.chart}"
        case r.Suffers():
            return f"suffers {result.injury}"
        case r.Raises():
            return f"{result.characteristic} {result.by:+d}"
        case r.GainsExperience():
            return f"{result.amount} experience {result.who}"
        case r.OpensSkillList():
            return f"opens {result.skill_list}" + (f" leaving {result.leaves}" if result.leaves else "")
        case r.JoinsWarband():
            return f"{result.count} {result.warrior} joins"
        case r.RecruitsPrisoner():
            return f"a {result.race} prisoner may join"
        case r.HiresForOneBattle():
            return "free hired sword"
        case r.LeavesEffect():
            return f"leaves {result.effect}"
    raise AssertionError(f"no notation for {result!r}")


def every(model: Any) -> Iterator[Any]:
    """Every part of an entry that has a ``kind`` of its own, however deep: its results and its effects."""
    for name in getattr(type(model), "model_fields", ()):
        value = getattr(model, name)
        for one in value if isinstance(value, tuple) else (value,):
            if hasattr(type(one), "model_fields") and "kind" in type(one).model_fields:
                yield one
            yield from every(one)
