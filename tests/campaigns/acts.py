"""Verbs of a battle over the real services: announce, start, muster, report, confirm, call off."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from campaigns.battle.told import SideTold
from campaigns.battle_selectors import asked_before
from campaigns.models import Battle, BattleReport, Campaign, Enrolment, Side
from campaigns.services import battle_reports, battles, mustering
from tests import acts
from tests.campaigns import seasons
from tests.campaigns.battle.stage import lost, told, won
from warbands.models import Player, Warband
from warbands.selectors import current_rulebook
from warbands.services.holding import release


def enrolled_exiles(campaign: Campaign, player: Player, **more: Any) -> Enrolment:
    """Dwarfs that have fought before, enrolled by the arbitrator."""
    host = seasons.host_of(campaign)
    return seasons.enrol(campaign, acts.exiles(player, **more), by=host, reason="They come from another season.")


SORE = """
format: mordheim-warband/1
name: Karak Brynn Exiles
type: dwarf_treasure_hunters
battles: 4
treasury: 200
heroes:
- {name: Thrain, type: dwarf_noble, experience: 28, equipment: [axe], injuries: [old_battle_wound]}
- {name: Garagrim, type: troll_slayer, experience: 9, equipment: [axe, tarot_cards]}
henchmen:
- {name: The Kin, type: dwarf_clansman, size: 3, equipment: [axe]}
"""


def sore_dwarfs_in(campaign: Campaign, player: Player) -> Enrolment:
    """Dwarfs whose Noble has an old battle wound, and whose Slayer has cards."""
    warband = acts.warband_of(player, SORE)
    return seasons.enrol(campaign, warband, by=seasons.host_of(campaign), reason="From another season.")


def announce(
    *enrolments: Enrolment,
    by: Player | None = None,
    on: datetime | None = None,
    alliances: Sequence[int] = (),
    scenario: str = "skirmish",
    **more: Any,
) -> Battle:
    return battles.announce_battle(
        enrolments[0].campaign,
        by=by or enrolments[0].player,
        enrolments=[one.pk for one in enrolments],
        fought_on=on or timezone.now() - timedelta(minutes=5),
        alliances=alliances,
        scenario_key=scenario,
        **more,
    )


def start(battle: Battle, *, by: Player | None = None, seed: str = "") -> Battle:
    """The app's dice fall alike in every run of a test, and otherwise in each battle of a campaign."""
    of_its_own = hashlib.sha256(f"battle {battle.number}".encode()).hexdigest()
    return battles.start_battle(battle, by=by or battle.made_by, seed=seed or of_its_own)


def begun(*enrolments: Enrolment, **more: Any) -> Battle:
    """Announced and started by the first one's player."""
    return start(announce(*enrolments, **more))


def side(battle: Battle, enrolment: Enrolment) -> Side:
    return Side.objects.select_related("battle", "warband", "player").get(battle=battle, enrolment=enrolment)


def muster(battle: Battle, enrolment: Enrolment, *faces: int, by: Player | None = None, **more: Any) -> str:
    """Make the first roll that is asked for; answers with what came of it."""
    own = side(battle, enrolment)
    key = asked(battle, enrolment)[0]
    return mustering.muster_warrior(own, by=by or own.player, key=key, faces=faces, **more).outcome


def asked(battle: Battle, enrolment: Enrolment) -> list[str]:
    return [one.key for one in asked_before(side(battle, enrolment), current_rulebook())]


def hire(battle: Battle, enrolment: Enrolment, type_key: str, *, by: Player | None = None, **more: Any) -> str:
    """Take a hired sword on for this battle; answers with his name."""
    own = side(battle, enrolment)
    return mustering.take_on_sword(own, by=by or own.player, type_key=type_key, **more).event.warrior_name


def report(battle: Battle, *sides: SideTold, by: Player | None = None, **more: Any) -> BattleReport:
    """The first side won and the second lost, where no sides are told."""
    sides = sides or (won(), lost())
    teller = by or battle.sides.get(place=0).player
    return battle_reports.report_battle(battle, by=teller, told=told(*sides, **more))


def confirm(made: BattleReport, *, by: Player) -> Battle:
    """A player says that it was so."""
    return battle_reports.confirm_report(made, by=by)


def decide(made: BattleReport, *, by: Player) -> Battle:
    """An arbitrator says so for all."""
    return battle_reports.decide_report(made, by=by)


def call_off(battle: Battle, *, by: Player | None = None) -> Battle:
    return battles.call_off_battle(battle, by=by or battle.made_by)


def fought(*enrolments: Enrolment, sides: Sequence[SideTold] = (), **more: Any) -> Battle:
    """A whole battle that all sides confirm, and whose night after is over."""
    battle = begun(*enrolments, **more)
    made = report(battle, *sides)
    for one in enrolments[1:]:
        confirm(made, by=one.player)
    for one in enrolments:
        let_go(one)
    return fresh(battle)


def let_go(enrolment: Enrolment) -> None:
    """The night after is over."""
    release(enrolment.warband)


def fresh(battle: Battle) -> Battle:
    return Battle.objects.select_related("campaign").get(pk=battle.pk)


def held(enrolment: Enrolment) -> str:
    return Warband.objects.get(pk=enrolment.warband_id).held_for
