"""Verbs of captivity over the real services: a battle in which somebody is taken, the nights, what becomes of him."""

from __future__ import annotations

from campaigns.battle.told import Fallen, SideTold
from campaigns.models import Battle, Captive, Enrolment, PostBattle
from campaigns.postbattle.choices import Sensible
from campaigns.postbattle.log import Given
from campaigns.postbattle_selectors import played, with_rows
from campaigns.services import corrections, postbattle
from campaigns.services.battles import start_battle
from tests.acts import carried
from tests.campaigns import acts
from warbands.audit import audit
from warbands.models import Player, Warband
from warbands.selectors import current_rulebook, roster_of

CAPTURED = (6, 1)
# What the app rolls in these battles is the same each time.
SEED = "5eed" * 16


def battle_with_captive(owner: Enrolment, captor: Enrolment, *others: Enrolment, hero: str = "Grubnash") -> Battle:
    """A battle of which the owner's hero comes back as the captor's captive; the nights are open, his has gone as far
    as that."""
    battle = lost_by(owner, captor, *others, hero=hero)
    take(battle, owner, faces=CAPTURED)
    return battle


def lost_by(owner: Enrolment, captor: Enrolment, *others: Enrolment, hero: str = "Grubnash") -> Battle:
    """A confirmed battle in which the captor put the owner's hero out of action."""
    announced = acts.announce(owner, captor, *others)
    battle = start_battle(announced, by=announced.made_by, seed=SEED)
    fallen = (Fallen(hero, by_side=1),) if hero else ()
    sides = [SideTold("lost", fallen=fallen), SideTold("won"), *(SideTold("lost") for _ in others)]
    made = acts.report(battle, *sides)
    for one in (captor, *others):
        acts.confirm(made, by=one.player)
    return acts.fresh(battle)


def night(battle: Battle, enrolment: Enrolment) -> PostBattle:
    return PostBattle.objects.get(side__battle=battle, side__enrolment=enrolment)


def take(battle: Battle, enrolment: Enrolment, *, faces: tuple[int, ...] = (), by: Player | None = None) -> PostBattle:
    """Go on with a night: with faces, or else to its end by good sense."""
    given = Given(faces=faces) if faces else Given(roll="all", decider=Sensible())
    taken = postbattle.take(night(battle, enrolment), by=by or enrolment.player, given=given)
    return taken.post_battle


def nights_over(battle: Battle, *enrolments: Enrolment) -> None:
    for one in enrolments:
        if night(battle, one).is_open:
            take(battle, one)


def captive(name: str = "Grubnash") -> Captive:
    """The captive of that name, read afresh."""
    rows = Captive.objects.select_related("owner__battle", "owner__enrolment", "captor__enrolment")
    return rows.get(warrior_name=name)


def warband(enrolment: Enrolment) -> Warband:
    return Warband.objects.get(pk=enrolment.warband_id)


def gold(enrolment: Enrolment) -> int:
    return warband(enrolment).treasury


def set_gold(enrolment: Enrolment, host: Player, amount: int) -> None:
    corrections.correct_gold(enrolment, by=host, reason="Miscounted.", gold=amount)


def stash(enrolment: Enrolment) -> list[str]:
    return carried(warband(enrolment))


def everything_folds(*enrolments: Enrolment) -> None:
    assert list(audit(warband(one) for one in enrolments)) == []


def nights_replay(*posts) -> None:
    """What the log makes of each night is what its rows say."""
    for post in posts:
        post.refresh_from_db()
        row = Warband.objects.get(pk=post.side.warband_id)
        sequence = played(post, current_rulebook())
        assert with_rows(post, sequence.run.snapshot) == roster_of(row, current_rulebook()).snapshot
        assert len(sequence.run.events) == post.event_count
