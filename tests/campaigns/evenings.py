"""Whole evenings over the real services: a club of warbands that meet two by two, fight and sleep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from campaigns.battle.forces import Force
from campaigns.battle.told import Earned, Fallen, Loot, SideTold
from campaigns.battle_selectors import forces_of, sides_of
from campaigns.models import Battle, Campaign, Enrolment, Invitation, Side
from campaigns.postbattle.choices import Sensible
from campaigns.postbattle.log import Given
from campaigns.services.invitations import join_campaign
from campaigns.services.postbattle import take
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from warbands.models import Player
from warbands.selectors import current_rulebook
from warbands.services.founding import rename_warband

# Warbands of all kinds that have fought before.
FILES = (
    "da_snikkaz",
    "karak_brynn_exiles",
    "gutsniks_greenskins",
    "altdorf_greycoats",
    "the_quiet_claw",
    "the_ninth_coffin",
    "the_smoking_barrels",
    "hammer_and_pyre",
    "the_gilded_oars",
    "the_abbey_wall",
    "ulrics_pack",
    "the_thirteenth_bell",
)
FOLDER = Path(__file__).parents[1] / "warbands" / "files"


def club(campaign: Campaign, size: int, names: Sequence[str] = ()) -> list[Enrolment]:
    """So many new players, each with a warband out of a file; ``names`` are given to the first of them."""
    host, begun = seasons.host_of(campaign), Player.objects.count()
    invitation = seasons.invite(campaign, most_uses=max(size, 1))
    enrolled = []
    for number in range(size):
        player = Player.objects.create_user(f"player{begun + number}")
        join_campaign(Invitation.objects.get(pk=invitation.pk), player=player)
        warband = acts.warband_of(player, FOLDER / f"{FILES[number % len(FILES)]}.yaml")
        name = names[number] if number < len(names) else ""
        if name or number >= len(FILES):
            warband = rename_warband(warband, by=player, name=name or f"{warband.name} {number}").warband
        enrolled.append(seasons.enrol(campaign, warband, by=host, reason="They come from another season."))
    return enrolled


def fight(one: Enrolment, two: Enrolment, *, on: datetime | None = None, **more: object) -> Battle:
    """The first wins: each side loses a hero to the other's leader, and the loser one of a group as well."""
    battle = mustered(fights.begun(one, two, on=on, scenario="wyrdstone_hunt", **more))
    forces = forces_of(sides_of(fights.fresh(battle)), current_rulebook())
    made = fights.report(battle, _told(forces, 0), _told(forces, 1))
    fights.confirm(made, by=two.player)
    return fights.fresh(battle)


def mustered(battle: Battle) -> Battle:
    """Whatever is to be rolled before it is rolled by the app."""
    for side in sides_of(battle):
        while fights.asked(battle, side.enrolment):
            fights.muster(battle, side.enrolment)
    return battle


def _told(forces: Sequence[Force], place: int) -> SideTold:
    own, other = forces[place], forces[1 - place]
    leader = next((one.name for one in own.standing if one.is_hero), "")
    by = {"by_side": other.place, "by": next((one.name for one in other.standing if one.is_hero), "")}
    fallen = tuple(Fallen(name, 1, **by) for name in _hit(own))
    hit = _hit(other)
    earned = (Earned("wyrdstone_counter", leader, 2 - place),) if leader else ()
    return SideTold(
        "won" if place == 0 else "lost",
        routed=place == 1,
        fallen=fallen,
        enemies_out={leader: len(hit)} if leader and hit else {},
        earned=earned,
        carried=Loot(shards=2 - place),
    )


def sleep(side: Side) -> None:
    """The whole night of a side by the app's dice and good sense."""
    take(side.post_battle.pk, by=side.player, given=Given(roll="all", decider=Sensible()))


def _hit(force: Force) -> list[str]:
    """The second hero, and of the loser a henchman."""
    heroes = [one.name for one in force.standing if one.is_hero][1:2]
    return heroes + [one.name for one in force.standing if one.is_group][: force.place]


def evening(enrolments: Sequence[Enrolment], *, on: datetime | None = None, asleep: bool = True) -> list[Battle]:
    """The warbands meet two by two; the nights after are played by the app, or left open."""
    battles = [fight(one, two, on=on) for one, two in zip(enrolments[::2], enrolments[1::2], strict=True)]
    for battle in battles if asleep else ():
        for side in sides_of(battle):
            sleep(side)
    return [fights.fresh(battle) for battle in battles]
