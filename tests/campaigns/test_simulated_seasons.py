"""Seasons that play themselves, through the services that players use: after every battle nothing is lost and nothing
comes from nowhere."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from campaigns.models import Battle, Campaign, Captive, ChronicleEntry, PostBattle
from campaigns.postbattle.run import Run
from campaigns.postbattle.sequence import Played
from campaigns.postbattle_selectors import played, with_rows
from campaigns.services.captives import undo_settlement
from campaigns.services.simulating import Plan, Season
from campaigns.services.undoing import undo_battle, undo_post_battle
from mordheim.rules.effects import Corrected, Dead, Effect, Experience, Gold, Joins, Leaves, Promoted, Retired
from tests import acts
from warbands.audit import audit
from warbands.models import Player, Warband, WarbandEvent, Warrior
from warbands.roster.check import check
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, snapshot_of

pytestmark = pytest.mark.django_db

# So that every battle's night has somebody of each list in it.
WARBANDS = 10
NORMAL = [(1, 14), (2, 13), (3, 13)]
LONG = [(seed, 51) for seed in range(11, 17)]


def warbands_of(campaign: Campaign) -> list[Warband]:
    return list(Warband.objects.filter(enrolments__campaign=campaign).distinct().order_by("pk"))


# --- what must hold ---------------------------------------------------------------------------------------------------


def everything_folds(campaign: Campaign) -> None:
    assert list(audit(warbands_of(campaign))) == []


def nothing_is_negative(campaign: Campaign) -> None:
    for warband in warbands_of(campaign):
        assert warband.treasury >= 0
        totals, least = dict.fromkeys(("gold", "shards", "warriors"), 0), []
        for event in WarbandEvent.objects.filter(warband=warband):
            totals = {name: total + getattr(event, name) for name, total in totals.items()}
            least.append(min(totals.values()))
        assert min(least) >= 0, warband


def rosters_are_legal(battle: Battle) -> None:
    for side in battle.sides.select_related("warband"):
        if side.warband:
            assert not side.warband.held_for
            checked = check(snapshot_of(side.warband), current_rulebook())
            assert checked.legal, [problem.message for problem in checked.blocking]


def nights_of(battle: Battle) -> Iterator[tuple[PostBattle, Played]]:
    for post in PostBattle.objects.filter(side__battle=battle).select_related("side__warband"):
        yield post, played(post, current_rulebook())


def gold_has_its_events(run: Run) -> None:
    had = check(run.before, run.rulebook).treasury or 0
    moved = sum(effect.by for effect in effects_of(run) if isinstance(effect, Gold))
    assert had + moved == run.snapshot.treasury, run.snapshot.name


def gold_is_what_the_history_says(post: PostBattle, run: Run) -> None:
    """What the night's acts moved in the treasury is what its events moved, no more: a fee that was paid before the
    night stays paid. Nights that were taken back in between are another matter."""
    acts_since = WarbandEvent.objects.filter(warband=post.side.warband_id, happened_at__gte=post.opened_at)
    if acts_since.filter(act="undo_post_battle").exists():
        return
    moved = sum(event.gold for event in acts_since if event.act == "post_battle")
    assert moved == sum(effect.by for effect in effects_of(run) if isinstance(effect, Gold)), run.snapshot.name


def effects_of(run: Run) -> list[Effect]:
    return [effect for event in run.events for effect in event.effects]


def experience_has_its_events(run: Run) -> None:
    """What each had and what his events gave him is what he has."""
    has = {warrior.name: warrior.experience for warrior in run.before.warriors}
    for effect in effects_of(run):
        assert not isinstance(effect, Corrected) or effect.now.experience == has[effect.warrior]
        if isinstance(effect, Experience):
            has[effect.warrior] += effect.by
        elif isinstance(effect, Joins) and effect.who:
            has[effect.warrior] = effect.who.experience
        elif isinstance(effect, Promoted):
            has[effect.name] = has[effect.warrior]
    for warrior in run.snapshot.warriors:
        assert warrior.experience == has[warrior.name], (run.snapshot.name, warrior.name)


def whoever_is_gone_has_his_event(run: Run) -> None:
    left = {effect.warrior for effect in effects_of(run) if isinstance(effect, Dead | Leaves | Retired | Promoted)}
    there = {warrior.name for warrior in run.snapshot.warriors}
    assert {warrior.name for warrior in run.before.warriors} - there <= left


def rows_are_what_the_log_makes(post: PostBattle, sequence: Played) -> None:
    """Where nothing else has happened to the warband since its night."""
    last = WarbandEvent.objects.filter(warband=post.side.warband_id).last()
    if last and last.act == "post_battle":
        row = Warband.objects.get(pk=post.side.warband_id)
        assert with_rows(post, sequence.run.snapshot) == snapshot_of(row)


def hold(campaign: Campaign, battle: Battle) -> None:
    """All of it."""
    everything_folds(campaign)
    nothing_is_negative(campaign)
    if battle.is_confirmed:
        rosters_are_legal(battle)
        for post, sequence in nights_of(battle):
            gold_has_its_events(sequence.run)
            gold_is_what_the_history_says(post, sequence.run)
            experience_has_its_events(sequence.run)
            whoever_is_gone_has_his_event(sequence.run)
            rows_are_what_the_log_makes(post, sequence)


# --- taking back ------------------------------------------------------------------------------------------------------


def settlements_undone(battle: Battle, host: Player) -> None:
    """What others did with captives since the battle comes first."""
    warbands = battle.sides.values("warband")
    settled = Captive.objects.filter(settlement__isnull=False, settled_at__gte=battle.confirmed_at)
    for captive in settled.filter(owner__warband__in=warbands) | settled.filter(captor__warband__in=warbands):
        captive.refresh_from_db()
        if captive.is_settled:
            undo_settlement(captive, by=host)


def refused(act: Callable[[], object]) -> str:
    """Why it was refused, in a word; empty where it was done."""
    try:
        act()
    except Refused as refusal:
        return refusal.code
    return ""


def _undo_all(battle: Battle, host: Player) -> None:
    settlements_undone(battle, host)
    undo_battle(battle, by=host, reason="To see whether it can be.")


def taken_back_to_the_byte(battle: Battle, host: Player) -> bool:
    """Whether the battle could be taken back; then every warband is what it was, and all of it is put as it is now."""
    with transaction.atomic():
        why_not = refused(lambda: _undo_all(battle, host))
        if why_not:
            transaction.set_rollback(True)
            assert why_not in ("depended_on", "not_there")
            return False
        for side in battle.sides.select_related("warband"):
            if side.warband:
                assert acts.exported(side.warband).decode() == side.before_file
                assert {row.pk for row in Warrior.objects.filter(warband=side.warband)} == {
                    warrior["id"] for warrior in side.before["warriors"]
                }
        everything_folds(battle.campaign)
        transaction.set_rollback(True)
    return True


def a_night_taken_back_to_the_byte(battle: Battle, chance: random.Random) -> None:
    """One warband's night, unless others have built on it."""
    posts = PostBattle.objects.filter(side__battle=battle, side__warband__isnull=False)
    post = chance.choice(list(posts.select_related("side__warband", "side__player").order_by("pk")))
    with transaction.atomic():
        why_not = refused(lambda: undo_post_battle(post, by=post.side.player))
        assert why_not in ("", "depended_on")
        if not why_not and not post.side.joined:
            assert acts.exported(post.side.warband).decode() == post.side.before_file
        transaction.set_rollback(True)


# --- seasons ----------------------------------------------------------------------------------------------------------


def season_holds(seed: int, battles: int) -> int:
    """A whole season; answers with how many of its battles were taken back to the byte and put back."""
    season, undone, chance = Season(Plan(WARBANDS, battles, seed)), 0, random.Random(seed)
    for battle in season.play():
        hold(season.campaign, battle)
        if battle.is_confirmed:
            undone += taken_back_to_the_byte(battle, season.host)
            a_night_taken_back_to_the_byte(battle, chance)
    assert season.totals.battles == battles
    assert Battle.objects.filter(campaign=season.campaign, started_at__isnull=False).count() == battles
    return undone


class TestSeasons:
    @pytest.mark.parametrize(("seed", "battles"), NORMAL)
    def test_nothing_is_lost_and_nothing_comes_from_nowhere(self, rules, seed, battles):
        assert season_holds(seed, battles) >= battles * 2 // 3

    @pytest.mark.soak
    @pytest.mark.parametrize(("seed", "battles"), LONG)
    def test_nor_in_a_long_one(self, rules, seed, battles):
        assert season_holds(seed, battles) >= battles * 2 // 3

    def test_there_are_forty_battles_here_and_three_hundred_in_the_long_run(self):
        assert sum(battles for _, battles in NORMAL) >= 40
        assert sum(battles for _, battles in LONG) >= 300
        assert sum(battles * 2 // 3 for _, battles in NORMAL) >= 20
        assert sum(battles * 2 // 3 for _, battles in LONG) >= 200


class TestTheSameSeed:
    @staticmethod
    def _season(seed: int) -> tuple[list[bytes], list[str]]:
        season = Season(Plan(4, 3, seed))
        for _ in season.play():
            pass
        lines = ChronicleEntry.objects.filter(campaign=season.campaign).order_by("pk")
        return [acts.exported(warband) for warband in warbands_of(season.campaign)], [line.sentence for line in lines]

    def test_plays_the_same_season_and_another_one_another(self, rules):
        once = self._season(5)
        assert self._season(5) == once
        assert self._season(6)[0] != once[0]


class TestTheCommand:
    @staticmethod
    def _run(*args: str) -> dict:
        out = StringIO()
        call_command("simulate_campaign", *args, "--json", stdout=out)
        return json.loads(out.getvalue())

    def test_it_says_what_it_came_to(self, rules):
        told = self._run("--warbands", "3", "--battles", "2", "--seed", "9", "--name", "Autumn")
        assert (told["name"], told["battles"], told["audit"]) == ("Autumn", 2, [])
        assert len(told["warbands"]) == 3
        assert Campaign.objects.get(pk=told["campaign"]).name == "Autumn"

    def test_only_the_lists_asked_for_take_part(self, rules):
        told = self._run("--warbands", "3", "--battles", "1", "--types", "orc_mob", "skaven")
        assert sorted(one["type"] for one in told["warbands"]) == ["orc_mob", "orc_mob", "skaven"]

    def test_it_may_be_somebodys_campaign(self, rules, owner):
        told = self._run("--warbands", "2", "--battles", "1", "--host", "owner")
        assert Campaign.objects.get(pk=told["campaign"]).memberships.arbitrators().get().player == owner

    def test_for_people_it_tells_each_battle(self, rules):
        out = StringIO()
        call_command("simulate_campaign", "--warbands", "2", "--battles", "2", stdout=out)
        assert out.getvalue().count(" won") + out.getvalue().count("drew") >= 1
        assert "Every warband's events fold." in out.getvalue()

    @pytest.mark.parametrize(
        "args", [("--warbands", "1"), ("--warbands", "61"), ("--types", "elves"), ("--host", "nobody")]
    )
    def test_what_cannot_be_is_told_in_a_sentence(self, rules, args):
        with pytest.raises(CommandError) as caught:
            self._run(*args)
        assert caught.value.returncode == 2
        assert not Campaign.objects.exists()
