"""The record of a battle's dice: the command and the page."""

from __future__ import annotations

import html
import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from campaigns.models import Battle, Campaign, DiceRoll, Enrolment, SpentSeed
from campaigns.services import captives, corrections, undoing
from mordheim.rules.snapshot import Suffered
from tests import acts
from tests.campaigns import acts as battles
from tests.campaigns import captors, seasons
from tests.campaigns.captors import battle_with_captive, captive, night, nights_over
from tests.kept import kept
from warbands.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def mob(season: Campaign, owner: Player) -> Enrolment:
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def dwarfs(season: Campaign, rival: Player) -> Enrolment:
    return battles.enrolled_exiles(season, rival, treasury=200)


@pytest.fixture
@kept
def fought(mob: Enrolment, dwarfs: Enrolment) -> Battle:
    """Over, with rolls of the app and of the table."""
    battle = battle_with_captive(mob, dwarfs)
    nights_over(battle, mob, dwarfs)
    return battles.fresh(battle)


def verified(battle: Battle) -> dict:
    out = StringIO()
    call_command("verify_dice", str(battle.pk), "--json", stdout=out)
    return json.loads(out.getvalue())


def refused(battle: Battle) -> dict:
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify_dice", str(battle.pk), "--json", stdout=out)
    assert caught.value.returncode == 1
    return json.loads(out.getvalue())


class TestTheCommand:
    def test_every_roll_of_the_app_agrees_with_the_seed(self, fought):
        told = verified(fought)
        assert told["shown"]
        assert told["counts"]["agrees"] >= 3
        assert told["counts"]["table"] == 1
        assert told["counts"]["differs"] == told["counts"]["not_yet"] == told["counts"]["not_of_a_seed"] == 0
        assert told["seeds"][0]["agrees"]

    def test_each_roll_says_who_made_it_when_and_where(self, fought, owner):
        told = next(roll for roll in verified(fought)["rolls"] if roll["source"] == "table")
        assert (told["by"], told["faces"], told["step"]) == (owner.username, [6, 1], "injuries")
        assert told["at"]

    def test_a_die_that_was_tampered_with_is_found(self, fought):
        row = DiceRoll.objects.filter(source="app").first()
        DiceRoll.objects.filter(pk=row.pk).update(faces=[face % 6 + 1 for face in row.faces])
        told = refused(fought)
        assert told["counts"]["differs"] == 1
        assert not told["agrees"]

    def test_a_seed_that_is_not_of_its_hash_is_found(self, fought):
        Battle.objects.filter(pk=fought.pk).update(seed="00" * 32)
        assert refused(fought)["seeds"][0]["agrees"] is False

    def test_before_the_seed_is_shown_it_is_not_told_and_nothing_can_be_compared(self, mob, dwarfs):
        battle = battle_with_captive(mob, dwarfs)
        nights_over(battle, mob)
        told = verified(battle)
        assert not told["shown"]
        assert told["counts"]["not_yet"] > 0
        assert told["seeds"][0]["hash"]
        assert captors.SEED not in json.dumps(told)

    def test_after_a_night_was_taken_back_both_seeds_are_verified(self, fought, mob):
        undoing.undo_post_battle(night(fought, mob), by=mob.player)
        assert SpentSeed.objects.count() == 1
        captors.take(fought, mob, faces=(6, 6))
        nights_over(fought, mob)
        told = verified(fought)
        assert len([seed for seed in told["seeds"] if seed["agrees"]]) == 2
        assert {roll["fate"] for roll in told["rolls"]} == {None, "taken back"}

    def test_a_corrected_roll_stands_beside_the_right_one(self, fought, mob, host):
        row = DiceRoll.objects.filter(post_battle__side__enrolment=mob, step="veterans").get()
        undoing.correct_roll(row, by=host, faces=(1, 1), reason="It was a one.")
        told = [roll for roll in verified(fought)["rolls"] if roll["step"] == "veterans" and roll["by"] != "rival"]
        assert [roll["fate"] for roll in told] == ["replaced", None]

    def test_a_warlocks_spells_come_from_the_seed(self, season, mob, dwarfs):
        other = seasons.mob_in(season, _player(season, "third"), "Da Uvvers")
        battle = battles.begun(mob, other)
        battles.hire(battle, mob, "warlock", free=True)
        battles.call_off(battle)
        told = [roll for roll in verified(battle)["rolls"] if roll["step"] == "hired for the battle"]
        assert len(told) >= 2
        assert {roll["state"] for roll in told} == {"agrees"}

    def test_an_old_wound_rolled_by_the_app_agrees(self, season, mob, host):
        row = acts.warrior(mob.warband, "Grubnash")
        other = seasons.mob_in(season, _player(season, "third"), "Da Uvvers")
        nights_over(captors.lost_by(mob, other, hero=""), mob, other)
        wound = Suffered("old_battle_wound")
        corrections.add_injury(mob, by=host, reason="Forgotten.", warrior_id=row.pk, suffered=wound)
        battle = battles.begun(mob, other)
        battles.muster(battle, mob)
        battles.call_off(battle)
        (told,) = [roll for roll in verified(battle)["rolls"] if roll["step"] == "before the battle"]
        assert told["state"] == "agrees"

    def test_what_was_rolled_about_a_captive_is_in_it(self, fought, dwarfs):
        assert captive().seed not in json.dumps(verified(fought))
        captives.seal_fate(captive(), by=dwarfs.player, fate="sell_to_slavers")
        (told,) = [roll for roll in verified(fought)["rolls"] if roll["step"] == "captives"]
        assert told["state"] == "agrees"

    def test_for_people_it_is_one_line_a_roll(self, fought):
        out = StringIO()
        call_command("verify_dice", str(fought.pk), stdout=out)
        lines = out.getvalue().splitlines()
        assert len(lines) > 6
        assert lines[-1].startswith(f"{len(verified(fought)['rolls'])} rolls:")

    def test_an_unknown_battle_is_told(self, rules):
        with pytest.raises(CommandError) as caught:
            call_command("verify_dice", "999")
        assert caught.value.returncode == 2


def _player(season: Campaign, name: str) -> Player:
    player = Player.objects.create_user(name, f"{name}@example.org", "a-long-passphrase")
    seasons.join(season, player)
    return player


class TestThePage:
    @staticmethod
    def _address(battle: Battle) -> str:
        return reverse("battle-dice", args=[battle.campaign_id, battle.pk])

    def test_every_member_sees_every_roll_and_the_seed_once_it_is_over(self, fought, spectator):
        page = seasons.signed_in(spectator).get(self._address(fought)).text
        assert captors.SEED in page
        assert "every roll of the app is what it says" in page

    def test_the_seed_is_not_on_it_before(self, mob, dwarfs, spectator):
        battle = battle_with_captive(mob, dwarfs)
        page = seasons.signed_in(spectator).get(self._address(battle)).text
        assert captors.SEED not in page
        assert battle.seed_hash in page

    def test_the_example_of_the_page_gives_the_face_that_it_says(self, fought, spectator, capsys):
        page = seasons.signed_in(spectator).get(self._address(fought)).text
        code = html.unescape(re.search(r"<code>(.*?)</code>", page, re.DOTALL)[1])
        shown = re.search(r"which shows (\d)", page)[1]
        exec(code, {})
        hashed, face = capsys.readouterr().out.split()
        assert (hashed, face) == (fought.seed_hash, shown)

    def test_what_does_not_agree_is_told_on_top(self, fought, spectator):
        row = DiceRoll.objects.filter(source="app").first()
        DiceRoll.objects.filter(pk=row.pk).update(faces=[face % 6 + 1 for face in row.faces])
        page = seasons.signed_in(spectator).get(self._address(fought)).text
        assert "Not every roll is what its seed says" in page
        assert "does not agree" in page

    def test_before_the_battle_there_is_nothing(self, mob, dwarfs, spectator):
        page = seasons.signed_in(spectator).get(self._address(battles.announce(mob, dwarfs))).text
        assert "nothing has been rolled" in page

    def test_it_asks_no_more_for_more_rolls(self, fought, spectator, django_assert_max_num_queries):
        client = seasons.signed_in(spectator)
        client.get(self._address(fought))
        with django_assert_max_num_queries(13):
            client.get(self._address(fought))
