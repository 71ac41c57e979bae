"""A season that plays itself through the services that players use: it founds warbands, announces, fights, reports and
confirms battles, takes the nights, settles captives, and takes something back now and then.

The same plan plays the same season: battles have seeds of their own, made of the plan's, and whatever players would
decide comes from a second generator, never from the game's dice.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from campaigns.battle.told import Told
from campaigns.battle_selectors import asked_before, forces_of, scenario_of, sides_of
from campaigns.captive_selectors import exchangeable, fate_offers, held_in
from campaigns.models import Battle, BattleReport, Campaign, Captive, Enrolment, PostBattle, Side
from campaigns.postbattle.log import Given
from campaigns.postbattle.run import NeedsRoll
from campaigns.postbattle_selectors import played
from campaigns.services import captives
from campaigns.services.battle_reports import confirm_report, decide_report, report_battle
from campaigns.services.battles import announce_battle, start_battle
from campaigns.services.campaigns import Settings, begin_campaign
from campaigns.services.enrolments import enrol_warband, retire_warband, starting_gold_of
from campaigns.services.invitations import invite, join_campaign
from campaigns.services.mustering import muster_warrior, take_on_sword
from campaigns.services.postbattle import take
from campaigns.services.undoing import undo_battle, undo_post_battle
from campaigns.simulation.building import build_warband
from campaigns.simulation.deciding import SeasonDecider
from campaigns.simulation.fighting import Meeting, fight, meeting
from campaigns.simulation.names import PLAYERS, warband_name
from warbands.models import Player, Warband
from warbands.roster.check import check
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, roster_of
from warbands.services.founding import import_warband

FIRST_EVENING = datetime(2024, 1, 6, 19, 0, tzinfo=UTC)
BATTLES_AN_EVENING = 4
MOST_WARBANDS = 60
# How often.
TYPED, SECOND_REPORT, TOLD_OTHERWISE = 0.2, 0.4, 0.08
SETTLES, ACCEPTS, RELENTS = 0.6, 0.7, 0.2
NIGHT_UNDONE, BATTLE_UNDONE = 0.08, 0.03
HIRES_FOR_BATTLE = 0.08
# A warband of so few that can fight gives up, and its player begins another.
TOO_FEW = 2


@dataclass(frozen=True)
class Plan:
    """What is played: ``types`` are the lists in turn, all of the rulebook's where there are none."""

    warbands: int = 8
    battles: int = 60
    seed: int = 7
    name: str = "A Season in the Ruins"
    types: tuple[str, ...] = ()


@dataclass
class Totals:
    """What was done in a season."""

    battles: int = 0
    nights: int = 0
    undone: int = 0
    captives: int = 0
    settled: int = 0
    retired: int = 0


@dataclass
class Season:
    """One season. ``host`` runs it; where there is nobody, an account of its own is made."""

    plan: Plan
    host: Player | None = None
    totals: Totals = field(default_factory=Totals)
    campaign: Campaign = field(init=False)
    _chance: random.Random = field(init=False)
    _types: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._chance = random.Random(f"season {self.plan.seed}")  # noqa: S311  (no secret)
        if not 2 <= self.plan.warbands <= MOST_WARBANDS:
            raise Refused(f"A season has 2 to {MOST_WARBANDS} warbands.", code="plan")
        known = current_rulebook().warband_types
        if unknown := [key for key in self.plan.types if key not in known]:
            raise Refused(f"There is no kind of warband called {unknown[0]}.", code="unknown_key")
        self._types = self.plan.types or tuple(sorted(known))

    def play(self) -> Iterator[Battle]:
        """The whole season; each battle as it is over, with the nights after it."""
        self._begin()
        for number in range(1, self.plan.battles + 1):
            self._retire_the_broken()
            yield self._battle(number)

    # --- who takes part ---------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        arbitrator = self.host or _account("arbitrator")
        self.host = arbitrator
        self.campaign = begin_campaign(by=arbitrator, name=self.plan.name, settings=Settings(late_gold=50))
        invitation = invite(self.campaign, by=arbitrator, most_uses=self.plan.warbands)
        for number in range(self.plan.warbands):
            player = _account(PLAYERS[number % len(PLAYERS)])
            join_campaign(invitation, player=player)
            self._enrol(player, self._types[number % len(self._types)])

    def _enrol(self, player: Player, type_key: str) -> Enrolment:
        rulebook = current_rulebook()
        gold = starting_gold_of(self.campaign, rulebook=rulebook, type_key=type_key)
        taken = set(self.campaign.enrolments.values_list("warband_name", flat=True))
        name = warband_name(self._chance, taken)
        snapshot = build_warband(rulebook, type_key, name=name, gold=gold, chance=self._chance)
        stored = import_warband(snapshot, owner=player).warband
        if stored is None:
            raise AssertionError(f"{type_key} was built and is not legal")
        return enrol_warband(self.campaign, by=player, warband=stored)

    def _retire_the_broken(self) -> None:
        """Whoever can hardly fight any more gives up, and begins another warband of the same kind."""
        for enrolment in self._present():
            if enrolment.warband and enrolment.player and _able(enrolment.warband) <= TOO_FEW:
                retire_warband(enrolment, by=enrolment.player, reason="Too few were left.")
                self._enrol(enrolment.player, enrolment.type_key)
                self.totals.retired += 1

    def _present(self) -> list[Enrolment]:
        return list(self.campaign.enrolments.active().select_related("warband", "player"))

    # --- a battle ---------------------------------------------------------------------------------------------------

    def _battle(self, number: int) -> Battle:
        present = self._present()
        met = meeting(len(present), self._chance)
        battle = self._started(number, [present[place] for place in met.who], met)
        for side in sides_of(battle):
            self._muster(battle, side)
        self._reported(Battle.objects.select_related("campaign").get(pk=battle.pk))
        self.totals.battles += 1
        nights = list(PostBattle.objects.filter(side__battle=battle).order_by("side__place"))
        for night in self._chance.sample(nights, len(nights)):
            self._night(night)
        self._captives(battle)
        self._take_back(battle, number)
        return Battle.objects.select_related("campaign").get(pk=battle.pk)

    def _started(self, number: int, fighting: Sequence[Enrolment], met: Meeting) -> Battle:
        by = fighting[0].player or self._arbitrator
        players = "two" if len(fighting) == 2 else "many"
        scenarios = [key for key, one in sorted(current_rulebook().scenarios.items()) if one.players == players]
        evening = FIRST_EVENING + timedelta(days=7 * ((number - 1) // BATTLES_AN_EVENING))
        battle = announce_battle(
            self.campaign,
            by=by,
            enrolments=[one.pk for one in fighting],
            fought_on=evening,
            alliances=met.alliances,
            scenario_key=self._chance.choice(scenarios),
        )
        return start_battle(battle, by=by, seed=self._seed(number))

    def _seed(self, number: int, again: int = 0) -> str:
        """A battle's seed: of the plan's, and of which battle it is."""
        return hashlib.sha256(f"{self.plan.seed}/{number}/{again}".encode()).hexdigest()

    @property
    def _arbitrator(self) -> Player:
        assert self.host is not None  # noqa: S101  (from `_begin` on)
        return self.host

    def _muster(self, battle: Battle, side: Side) -> None:
        """Whatever is asked before the battle, and now and then a hired sword for it."""
        rulebook, by = current_rulebook(), side.player or self._arbitrator
        side.battle = battle
        while asked := asked_before(side, rulebook):
            faces = [self._chance.randint(1, 6) for _ in range(asked[0].dice)] if self._is(TYPED) else []
            muster_warrior(side, by=by, key=asked[0].key, faces=faces)
            side.refresh_from_db(fields=["muster"])
        if self._is(HIRES_FOR_BATTLE):
            key = self._chance.choice(sorted(rulebook.hired_swords))
            _if_let(lambda: take_on_sword(side, by=by, type_key=key, free=self._is(0.5)))

    def _is(self, how_often: float) -> bool:
        return self._chance.random() < how_often

    # --- the report -------------------------------------------------------------------------------------------------

    def _reported(self, battle: Battle) -> None:
        """One side tells, the others tell the same or agree; where they tell otherwise an arbitrator settles it."""
        sides, rulebook = sides_of(battle), current_rulebook()
        forces, scenario = forces_of(sides, rulebook), scenario_of(battle, rulebook)
        told = fight(forces, scenario, self._chance)
        first, *others = [side.player or self._arbitrator for side in sides]
        report = report_battle(battle, by=first, told=told)
        if self._is(TOLD_OTHERWISE):
            report_battle(battle, by=others[0], told=fight(forces, scenario, self._chance))
        for player in others:
            self._agree(battle, report, player, told)
        if not Battle.objects.fought().filter(pk=battle.pk).exists():
            decide_report(report, by=self._arbitrator)

    def _agree(self, battle: Battle, report: BattleReport, player: Player, told: Told) -> None:
        told_before = battle.reports.standing().filter(by=player).exists()
        if told_before or Battle.objects.fought().filter(pk=battle.pk).exists():
            return
        if self._is(SECOND_REPORT):
            report_battle(battle, by=player, told=told)
        else:
            confirm_report(report, by=player)

    # --- the nights -------------------------------------------------------------------------------------------------

    def _night(self, night: PostBattle) -> None:
        post = PostBattle.objects.select_related("side__battle__campaign", "side__player").get(pk=night.pk)
        by = post.side.player or self._arbitrator
        if self._is(TYPED):
            self._type_some(post, by)
        decider = SeasonDecider(random.Random(self._chance.randrange(1 << 60)))  # noqa: S311
        taken = take(post, by=by, given=Given(roll="all", decider=decider))
        if not taken.played.is_over:
            raise AssertionError(f"the night of {post.side.warband_name} is not over: {taken.played.waiting}")
        self.totals.nights += 1

    def _type_some(self, post: PostBattle, by: Player) -> None:
        """The first rolls are made at the table."""
        for _ in range(self._chance.randint(1, 3)):
            post.refresh_from_db()
            waiting = played(post, current_rulebook()).waiting
            if not isinstance(waiting, NeedsRoll):
                return
            faces = tuple(self._chance.randint(1, waiting.sides) for _ in range(waiting.count))
            take(post, by=by, given=Given(faces=faces))

    # --- captives ---------------------------------------------------------------------------------------------------

    def _captives(self, battle: Battle) -> None:
        self.totals.captives += Captive.objects.filter(owner__battle=battle).count()
        for captive in held_in(self.campaign):
            captive.refresh_from_db(fields=["state"])
            if captive.is_held and captive.captor.warband and captive.owner.warband and self._is(SETTLES):
                self._settle(captive)

    def _settle(self, captive: Captive) -> None:
        captor, owner = captive.captor.player or self._arbitrator, captive.owner.player or self._arbitrator
        if others := exchangeable(captive):
            captives.offer_exchange(captive, by=captor, other=others[0])
        else:
            captives.offer_ransom(captive, by=captor, gold=self._chance.randint(0, 60))
        if not (self._is(ACCEPTS) and _if_let(lambda: captives.accept_offer(captive, by=owner))):
            owner = captor
            self._seal(captive, captor)
        self.totals.settled += 1
        if self._is(RELENTS) and _if_let(lambda: captives.undo_settlement(captive, by=owner)):
            self.totals.settled -= 1
            self.totals.undone += 1

    def _seal(self, captive: Captive, captor: Player) -> None:
        offer = self._chance.choice(fate_offers(captive.captor))
        faces = [self._chance.randint(1, sides) for _, sides, _ in offer.dice]
        captives.seal_fate(captive, by=captor, fate=offer.fate.key, faces=faces)

    # --- taking back ------------------------------------------------------------------------------------------------

    def _take_back(self, battle: Battle, number: int) -> None:
        """Now and then one night is taken back and taken again, or the whole battle is taken back."""
        nights = list(
            PostBattle.objects.filter(side__battle=battle).select_related("side__player").order_by("side__place")
        )
        if self._is(NIGHT_UNDONE) and nights:
            night = self._chance.choice(nights)
            by, seed = night.side.player or self._arbitrator, self._seed(number, again=1)
            if _if_let(lambda: undo_post_battle(night, by=by, seed=seed)):
                self._night(night)
                self.totals.undone += 1
        elif self._is(BATTLE_UNDONE):
            undone = _if_let(lambda: undo_battle(battle, by=self._arbitrator, reason="It was played by wrong rules."))
            self.totals.undone += undone


def _if_let(act: Callable[[], object]) -> bool:
    """Whether it was let pass."""
    try:
        act()
    except Refused:
        return False
    return True


def _able(warband: Warband) -> int:
    """How many of a warband could fight; nobody where the rules let it go into no battle."""
    rulebook = current_rulebook()
    roster = roster_of(warband, rulebook)
    if check(roster.snapshot, rulebook).blocking:
        return 0
    away = [w for w in roster.snapshot.warriors if w.captured_by or w.games_to_miss]
    return sum(w.size for w in roster.snapshot.warriors) - sum(w.size for w in away)


def _account(name: str) -> Player:
    """An account of that name, with a number behind it where it is taken; nobody signs in to it before it is given a
    password."""
    taken = set(Player.objects.filter(username__startswith=name).values_list("username", flat=True))
    numbered = (f"{name}{number or ''}" for number in range(10_000))
    return Player.objects.create_user(next(one for one in numbered if one not in taken))
