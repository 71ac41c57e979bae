"""The seeds of a battle's dice, as far as they are no secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaigns.battle.seeds import hash_of
from campaigns.battle.verifying import Seed
from campaigns.models import Battle, Captive


def seeds_of(battle: Battle, captives: Iterable[Captive]) -> Iterator[Seed]:
    """The battle's own seed, those that were spent, and those about its captives."""
    if battle.seed_hash:
        yield Seed(battle.seed_hash, battle.seed if battle.seed_shown_at else "", "the battle's")
    for spent in battle.spent_seeds.all():
        yield Seed(spent.seed_hash, spent.seed, "spent when something was taken back")
    for captive in captives:
        shown = {one["seed"] for one in captive.rolls if one["seed"]}
        yield from (Seed(hash_of(seed), seed, f"about {captive.warrior_name}") for seed in sorted(shown))
        if captive.is_held:
            yield Seed(captive.seed_hash, "", f"about {captive.warrior_name}")
