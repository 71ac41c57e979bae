"""What a game brings into the battle's report: result, losses, spoils, allies, a sword who came, the chronicle."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from campaigns.battle_selectors import roster_in_battle, sides_of, told_of
from campaigns.models import BattleReport, ChronicleEntry
from campaigns.postbattle.after import Fee
from campaigns.services.battle_reports import report_anew
from encounters.game.playing import Appeared
from encounters.happenings.plain import Fee as Owed
from encounters.happenings.plain import Statblock
from encounters.models import Encounter
from encounters.services import game as games
from encounters.services import tables
from tests.campaigns import acts as fights
from tests.campaigns import seasons
from tests.encounters.web import game_acts as game
from tests.encounters.web import table_acts as acts
from tests.kept import kept
from warbands.roster.refusals import OutOfDate, Refused
from warbands.selectors import current_rulebook

pytestmark = pytest.mark.django_db
MOB, EXILES, THIRD = 0, 1, 2
BY_GRUBNASH = {"warband": MOB, "name": "Grubnash"}


@pytest.fixture
@kept
def table(battle) -> Encounter:
    """Of two; the Exiles are all out of action."""
    begun = game.begun(battle)
    game.wipe_out(begun, EXILES, BY_GRUBNASH)
    assert game.now(begun).is_over
    return begun


@pytest.fixture
@kept
def client(owner):
    return seasons.signed_in(owner)


def report_of(table: Encounter) -> BattleReport:
    return table.battle.reports.standing().get()


def test_the_page_tells_the_outcome_and_what_will_be_reported(table, battle, client):
    page = game.look(client, battle)
    assert "Da Snikkaz has won." in page
    assert "Report this" in page
    assert "by Grubnash of Da Snikkaz" in page


def test_it_is_a_report_like_any_other(table, battle, client, exiles):
    answer = game.post(client, battle, "game-report", do="report")
    assert answer.redirect_chain[-1][0] == battle.get_absolute_url()
    told = told_of(report_of(table))
    assert [side.result for side in told.sides] == ["won", "lost"]
    assert told.sides[EXILES].losses == 7
    assert told.sides[MOB].enemies_out == {"Grubnash": 7}
    confirmed = fights.confirm(report_of(table), by=exiles.player)
    assert confirmed.is_confirmed


def test_before_the_end_there_is_nothing_to_report(battle, owner):
    table = game.begun(battle)
    with pytest.raises(Refused, match="not over yet"):
        games.report_game(acts.fresh(table), by=owner)
    assert not battle.reports.exists()


def test_another_phone_hears_that_it_was_reported(table, battle, owner, client):
    version = acts.fresh(table).version
    games.report_game(acts.fresh(table), by=owner)
    address = game.address("game-since", battle, version)
    page = client.get(address, headers={"HX-Request": "true"}).text
    assert "waits to be confirmed" in page
    assert "Report this" not in page


def test_an_old_page_reports_nothing(table, battle, owner):
    with pytest.raises(OutOfDate):
        games.report_game(acts.fresh(table), by=owner, version=acts.fresh(table).version - 1)
    assert not battle.reports.exists()


def test_it_can_be_changed_first(table, battle, client):
    """The form of a report begins with what the table knows; what is sent is the player's own."""
    page = game.post(client, battle, "game-report", do="change")
    assert page.redirect_chain[-1][0].endswith("/report/")
    assert "tracked at the table" in page.text
    assert not battle.reports.exists()
    assert re.search(r'name="s1-result" value="lost"[^>]* checked', page.text)


def test_the_form_of_a_report_leads_to_the_table_until_that_has_handed_over(table, battle, owner, client):
    """Alliances and hired swords of the game are not in a form; they go with what the table hands over."""
    form = reverse("battle-report", args=[battle.campaign_id, battle.pk])
    assert client.get(form, follow=True).request["PATH_INFO"] == game.address("game", battle)
    games.hand_over(acts.fresh(table), by=owner)
    assert "tracked at the table" in client.get(form).text
    tables.take_back(acts.fresh(table), by=owner)
    game.wipe_out(table, EXILES)
    assert client.get(form).status_code == 302


class TestByHandWhileAGameGoesOn:
    """A report of somebody's own ends the game on everybody's phone."""

    @pytest.fixture
    @kept
    def running(self, table, owner) -> Encounter:
        tables.take_back(table, by=owner)
        return table

    def test_the_battles_page_leads_to_the_game(self, running, battle, client):
        page = client.get(battle.get_absolute_url()).text
        assert re.search(rf'btn-primary" href="{game.address("game", battle)}"', page)
        assert 'id="rout"' not in page

    def test_the_form_says_so_and_wants_a_tick(self, running, battle, client):
        form = reverse("battle-report", args=[battle.campaign_id, battle.pk])
        assert "A game goes on at the table" in client.get(form).text
        results = {"s0-result": "won", "s1-result": "lost"}
        assert client.post(form, results).status_code == 422
        assert not battle.reports.exists()
        assert client.post(form, {**results, "ends_game": "yes"}).status_code == 302
        assert battle.reports.exists()

    def test_withdrawn_the_game_goes_on(self, running, battle, owner, client):
        fights.report(fights.fresh(battle))
        client.post(reverse("battle-withdraw", args=[battle.campaign_id, battle.pk]))
        assert fights.fresh(battle).is_under_way
        assert "Out of action" in client.get(game.address("game", battle)).text


def test_the_last_act_can_still_be_taken_back_before_it_is_reported(table, owner):
    tables.take_back(table, by=owner)
    assert not game.now(table).is_over


class TestAllies:
    @pytest.fixture
    @kept
    def allied(self, mob, exiles, third) -> Encounter:
        """The first to play has an ally; the third is wiped out, and they share the victory."""
        table = game.begun(fights.begun(mob, exiles, third, scenario="street_brawl"))
        game.to_the_acts(table)
        run = game.now(table).run
        _, other, last = run.order
        game.do(table, "ally", warbands=[other])
        game.wipe_out(table, last)
        assert game.now(table).is_over
        return table

    def test_they_stand_in_the_battle_from_the_report_on(self, allied, owner):
        run = game.now(allied).run
        one, other, last = run.order
        before = [side.alliance for side in sides_of(allied.battle)]
        assert len(set(before)) == 3
        games.report_game(acts.fresh(allied), by=owner)
        after = [side.alliance for side in sides_of(allied.battle)]
        assert after[one] == after[other] != after[last]
        told = told_of(report_of(allied))
        assert told.is_shared
        assert told.sides[last].result == "lost"

    def test_they_are_written_too_where_the_report_is_changed_by_hand(self, allied, owner):
        games.hand_over(acts.fresh(allied), by=owner)
        assert len({side.alliance for side in sides_of(allied.battle)}) == 2
        assert acts.fresh(allied).game_closed_at


class TestAHappening:
    @pytest.fixture
    @kept
    def table(self, season, mob, exiles) -> Encounter:
        """It happens in the first turn, by a code with nothing to be rolled after it but what the app rolls."""
        season.random_happenings = True
        season.save()
        table = game.begun(fights.begun(mob, exiles, scenario="skirmish"))
        acts.type_faces(table, 1)
        acts.type_faces(table, 1, 1)
        game.wipe_out(table, EXILES)
        return table

    def lines(self, battle):
        return ChronicleEntry.objects.standing().filter(battle=battle, sentence__contains="this happened")

    def test_the_chronicle_has_a_sentence_once(self, table, owner, exiles):
        name = game.now(table).state.happened.name
        games.hand_over(acts.fresh(table), by=owner)
        games.report_game(acts.fresh(table), by=owner)
        (line,) = self.lines(table.battle)
        assert name in line.sentence

    def test_it_goes_with_the_battle_that_is_undone(self, table, owner, host, exiles):
        report = games.report_game(acts.fresh(table), by=owner)
        fights.confirm(report, by=exiles.player)
        report_anew(fights.fresh(table.battle), by=host, reason="Not so.")
        assert not self.lines(table.battle)
        games.report_game(acts.fresh(table), by=owner)
        assert self.lines(table.battle).count() == 1


class TestASwordWhoCame:
    @pytest.fixture
    def with_ogre(self, table, monkeypatch):
        """An ogre has fought for the Exiles; whether he fell is said by how many of him have."""

        def make(fallen: int) -> None:
            played = games.game_under_lock

            def changed(at):
                found = played(at)
                run = found.run
                if not run.carried:
                    block = Statblock(name="Ogre", placed="", acts="", hired_sword="ogre_bodyguard")
                    left = [None if fallen else 3]
                    run.appeared.append(Appeared(block, "ogre_mercenary", left, place=EXILES, fallen=fallen))
                    owed = Owed(place=EXILES, warband="x", hired_sword="ogre_bodyguard", name="Ogre Bodyguard", gold=80)
                    run.carried.append(owed)
                return found

            monkeypatch.setattr(games, "game_under_lock", changed)

        return make

    def test_he_is_in_the_battle_for_nothing_and_his_fee_is_left_for_the_night(self, with_ogre, table, owner):
        with_ogre(0)
        report = games.report_game(acts.fresh(table), by=owner)
        side = sides_of(table.battle)[EXILES]
        (joined,) = side.joined
        assert (joined["warrior"]["type"], joined["gold"]) == ("ogre_bodyguard", 0)
        assert "Ogre Bodyguard" in [one.name for one in roster_in_battle(side, current_rulebook()).members]
        (fee,) = told_of(report).sides[EXILES].after
        assert isinstance(fee, Fee)
        assert told_of(report).sides[EXILES].out("Ogre Bodyguard") == 0

    def test_when_he_fell_he_is_among_those_out_of_action(self, with_ogre, table, owner, exiles):
        with_ogre(1)
        report = games.report_game(acts.fresh(table), by=owner)
        assert told_of(report).sides[EXILES].out("Ogre Bodyguard") == 1
        assert fights.confirm(report, by=exiles.player).is_confirmed

    def test_he_joins_once_however_often_it_is_reported(self, with_ogre, table, owner, host, exiles):
        with_ogre(1)
        games.hand_over(acts.fresh(table), by=owner)
        report = games.report_game(acts.fresh(table), by=owner)
        fights.confirm(report, by=exiles.player)
        report_anew(fights.fresh(table.battle), by=host, reason="Not so.")
        games.report_game(acts.fresh(table), by=owner)
        assert len(sides_of(table.battle)[EXILES].joined) == 1

    def test_calling_the_battle_off_sends_him_away(self, with_ogre, table, owner):
        with_ogre(0)
        games.hand_over(acts.fresh(table), by=owner)
        fights.call_off(table.battle)
        warband = sides_of(table.battle)[EXILES].warband
        assert not warband.warriors.filter(type_key="ogre_bodyguard").exists()
