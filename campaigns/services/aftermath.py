"""What the chronicle tells of a night after a battle: the dead, the feats, and how the warband stands."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.models import PostBattle
from campaigns.postbattle.run import Event
from campaigns.postbattle.sequence import Played
from campaigns.services.chronicle import Kind, record
from mordheim.rules.effects import Captured, Dead, LeaderChosen, Promoted, Retired
from warbands.models import Player
from warbands.roster.rating import rating

# As many enemies put out of action by one hero in one battle are a feat, and so many dice of one face.
FEAT_OF_ARMS = 3
FEAT_OF_LUCK = 4


def tell_the_night(post: PostBattle, *, sequence: Played, by: Player | None) -> None:
    """Write what is worth telling, as the night closes."""
    side = post.side
    lines = [*_deaths(sequence), *_feats(sequence)]
    warband = side.warband_name
    lines.append((Kind.AFTERMATH, f"{warband} is ready again, with a rating of {rating(sequence.run.roster)}."))
    for kind, sentence in lines:
        record(
            side.battle.campaign,
            kind=kind,
            sentence=sentence if sentence.startswith(warband) else f"{warband}: {sentence}",
            by=by,
            battle_id=side.battle_id,
            enrolment=side.enrolment,
        )


def _deaths(sequence: Played) -> Iterator[tuple[str, str]]:
    heroes = {w.name: w for w in sequence.run.before.warriors if w.section != "henchman"}
    for event in sequence.run.events:
        for effect in event.effects:
            if isinstance(effect, Dead) and effect.warrior in heroes:
                yield Kind.DEATH, f"{effect.warrior} died{_by_whom(sequence, effect.warrior)}."
            elif isinstance(effect, Dead):
                lost = "one of them" if effect.count == 1 else f"{effect.count} of them"
                yield Kind.DEATH, f"{effect.warrior} lost {lost}{_by_whom(sequence, effect.warrior)}."
            elif isinstance(effect, Retired):
                yield Kind.DEATH, f"{effect.warrior} has to retire."


def _by_whom(sequence: Played, name: str) -> str:
    casualty = sequence.run.report.casualty(name)
    if casualty is None or not casualty.by.warband:
        return ""
    who = f"{casualty.by.warrior} of {casualty.by.warband}" if casualty.by.warrior else casualty.by.warband
    return f", put out of action by {who}"


def _feats(sequence: Played) -> Iterator[tuple[str, str]]:
    for name, count in sequence.run.report.enemies_out.items():
        if count >= FEAT_OF_ARMS:
            yield Kind.FEAT, f"{name} put {count} enemies out of action."
    for event in sequence.run.events:
        yield from _feats_of(sequence, event)


def _feats_of(sequence: Played, event: Event) -> Iterator[tuple[str, str]]:
    place = sequence.run.rulebook.locations.get(event.result)
    if place and place.dice >= FEAT_OF_LUCK and not event.effects and event.step == "exploration":
        yield Kind.FEAT, f"{place.name} was found."
    for effect in event.effects:
        if isinstance(effect, Promoted):
            yield Kind.FEAT, f"{effect.name} rose from the ranks to be a hero."
        elif isinstance(effect, LeaderChosen):
            yield Kind.FEAT, f"{effect.warrior} leads from now on."
        elif isinstance(effect, Captured):
            yield Kind.FEAT, f"{effect.warrior} was taken captive by {effect.by}."
