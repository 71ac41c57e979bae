"""What a battle hands over to the night after it, through the real services and on the page: a fee, the sick, the
eaten, a peddler, a bonus on the next scenario; it folds, and is undone to the byte."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.battle.told import HAPPENING, Earned, Fallen
from campaigns.battle_selectors import scenario_bonus_of, scenario_bonuses, sides_of, told_of
from campaigns.models import Battle, Enrolment
from campaigns.postbattle.after import Eaten, Exposed, Fee, Lot, NextScenario, Peddler, Plague
from campaigns.services import undoing
from tests.campaigns import acts as fights
from tests.campaigns import night_acts as nights
from tests.campaigns import nights as pages
from tests.campaigns import seasons
from tests.campaigns.battle.stage import lost, won
from tests.campaigns.services.refusing import refusing
from tests.kept import kept
from warbands.audit import audit
from warbands.models import Warband, Warrior

pytestmark = pytest.mark.django_db
FEE = Fee(hired_sword="pit_fighter")
PACK = Peddler(stock=(Lot(item="sword", quantity=2), Lot(item="blessed_water", quantity=1), Lot(item="axe")))
MET = Plague(disease="plague_victims", exposed=(Exposed(name="The Kin", count=3), Exposed(name="Thrain")))


@pytest.fixture
@kept
def mob(season, owner):
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def exiles(season, rival):
    return fights.enrolled_exiles(season, rival, treasury=100)


def folds() -> None:
    assert list(audit(Warband.objects.all())) == []


def row(enrolment: Enrolment, name: str) -> Warrior | None:
    return Warrior.objects.filter(warband=enrolment.warband_id, name=name).first()


def fought(*sides: Enrolment, after: tuple = (), fallen: tuple = (), joins: str = "", loser: tuple = ()) -> Battle:
    """Won by the Dwarfs, who have these handed over to their night."""
    battle = fights.begun(*sides)
    if joins:
        fights.hire(battle, sides[0], joins, free=True)
    made = fights.report(battle, won(*fallen, after=after), lost(after=loser))
    fights.confirm(made, by=sides[1].player)
    return fights.fresh(battle)


class TestASwordWhoIsPaid:
    @pytest.fixture
    @kept
    def night(self, exiles, mob):
        return nights.night_of(fought(exiles, mob, after=(FEE,), joins="pit_fighter"), exiles)

    def test_he_is_asked_for_first_stays_and_is_not_paid_twice(self, night, exiles):
        assert nights.waits_for(night) == "pay_fee"
        before = row(exiles, "Pit Fighter").pk
        nights.decide(night, "yes")
        nights.sleep(night)
        him = row(exiles, "Pit Fighter")
        assert (him.pk, him.until) == (before, "")
        paid = [roll for roll in nights.state(night).run.events if roll.result == "paid"]
        assert len(paid) == 1
        folds()

    def test_unpaid_he_is_gone_and_somebody_is_hurt(self, night, exiles):
        nights.decide(night, "no")
        assert nights.waits_for(night) == "D66 of 7: whom Pit Fighter hurts"
        nights.type_faces(night, 1, 1, 3, 3)
        assert row(exiles, "Pit Fighter") is None
        assert "nervous_condition" in nights.file_of(exiles)
        folds()

    @pytest.mark.parametrize("answer", ["yes", "no"])
    def test_taken_back_the_night_leaves_no_trace(self, night, exiles, answer):
        before = nights.file_of(exiles)
        nights.decide(night, answer)
        nights.sleep(night)
        assert nights.file_of(exiles) != before
        nights.undo(night)
        assert nights.file_of(exiles) == before
        folds()


def test_a_sword_whom_nobody_has_written_down_comes_onto_the_roster(exiles, mob):
    night = nights.night_of(fought(exiles, mob, after=(FEE,)), exiles)
    before = nights.file_of(exiles)
    nights.decide(night, "yes")
    assert row(exiles, "Pit Fighter") is not None
    nights.sleep(night)
    folds()
    nights.undo(night)
    assert nights.file_of(exiles) == before


class TestTheSickAndTheEaten:
    def test_one_of_a_group_has_a_row_of_his_own_and_loses_it_again(self, exiles, mob):
        night = nights.night_of(fought(exiles, mob, after=(MET,)), exiles)
        before = nights.file_of(exiles)
        nights.type_faces(night, 1, 2, 2, 4)
        nights.type_faces(night, 6)
        nights.sleep(night)
        assert row(exiles, "The Kin 2").games_to_miss == 1
        folds()
        nights.undo(night)
        assert nights.file_of(exiles) == before
        assert row(exiles, "The Kin 2") is None

    def test_he_is_away_in_the_next_battle(self, exiles, mob):
        battle = fought(exiles, mob, after=(MET,))
        night = nights.night_of(battle, exiles)
        nights.type_faces(night, 1, 2, 2, 4)
        nights.type_faces(night, 6)
        nights.sleep(night)
        nights.sleep(nights.night_of(battle, mob))
        again = fights.begun(exiles, mob)
        with refusing("took_no_part", "The Kin 2 of Karak Brynn Exiles took no part"):
            fights.report(again, won(Fallen("The Kin 2")), lost())

    def test_whoever_was_eaten_lies_in_the_graveyard(self, exiles, mob):
        eaten = Eaten(name="Garagrim", by="Dog Pack")
        night = nights.night_of(fought(exiles, mob, after=(eaten,), fallen=(Fallen("Garagrim"),)), exiles)
        nights.sleep(night)
        assert row(exiles, "Garagrim") is None
        page = seasons.signed_in(exiles.player).get(f"{exiles.campaign.get_absolute_url()}chronicle/").content.decode()
        assert "Garagrim" in page
        folds()

    def test_what_cannot_have_been_is_refused_with_the_report(self, exiles, mob):
        battle = fights.begun(exiles, mob)
        with refusing("eaten", "only who is out of action"):
            fights.report(battle, won(after=(Eaten(name="Garagrim"),)), lost())
        with refusing("peddler", "Only the winners"):
            fights.report(battle, won(), lost(after=(PACK,)))
        with refusing("unknown_key", "no hired sword 'giant'"):
            fights.report(battle, won(after=(Fee(hired_sword="giant"),)), lost())
        with refusing("after", "at most 20"):
            fights.report(battle, won(after=(NextScenario(by=1),) * 21), lost())


class TestThePeddlerOnThePage:
    @pytest.fixture
    @kept
    def night(self, exiles, mob):
        night = nights.night_of(fought(exiles, mob, after=(PACK,)), exiles)
        return pages.go_on_to(night, "recruits_and_trading")

    def test_his_dice_are_rolled_first_each_with_its_name(self, night, exiles, rival):
        assert nights.waits_for(night) == "D3: what the peddler has (Axe)"
        page = pages.page(seasons.signed_in(rival), night, "recruits_and_trading")
        assert "What the peddler has" in page

    def test_his_things_stand_on_a_shelf_and_are_bought(self, night, exiles, rival):
        nights.type_faces(night, 2)
        client = seasons.signed_in(rival)
        page = pages.page(client, night, "recruits_and_trading", "?open=buy&for=stash")
        assert "The peddler" in page
        assert "2 left" in page
        held = Warband.objects.get(pk=exiles.warband_id).treasury
        pages.post_to(client, night, do="buy", whom="stash", item="sword", seller="peddler")
        assert Warband.objects.get(pk=exiles.warband_id).treasury == held - 5
        page = pages.page(client, night, "recruits_and_trading", "?open=buy&for=stash")
        assert "1 left" in page
        folds()

    def test_a_price_that_is_rolled_is_asked_about(self, night, exiles, rival):
        nights.type_faces(night, 2)
        client = seasons.signed_in(rival)
        pages.post_to(client, night, do="buy", whom="stash", item="blessed_water", seller="peddler")
        answer = pages.post_to(client, night, do="faces", face_1="1", face_2="2", face_3="4").content.decode()
        assert "Buy for 9 gc" in answer.replace("\u00a0", " ")

    def test_nobody_else_sells_there(self, night, rival):
        nights.type_faces(night, 2)
        answer = pages.post_to(
            seasons.signed_in(rival), night, do="buy", whom="stash", item="sword", seller="a thief"
        ).content.decode()
        assert "a thief sells nothing" in answer


class TestTheNextScenario:
    def test_the_report_of_the_last_battle_says_so_for_one_battle(self, exiles, mob):
        first = fought(exiles, mob, after=(NextScenario(by=1),))
        assert (scenario_bonus_of(exiles), scenario_bonus_of(mob)) == (1, 0)
        for one in (exiles, mob):
            nights.sleep(nights.night_of(first, one))
        second = fights.announce(exiles, mob)
        sides = sides_of(second)
        assert scenario_bonuses(second, sides) == {sides[0].pk: 1}
        fights.start(second)
        made = fights.report(second, won(), lost())
        fights.confirm(made, by=mob.player)
        assert scenario_bonus_of(exiles) == 0
        assert scenario_bonus_of(exiles, before=fights.fresh(second)) == 1
        assert scenario_bonuses(fights.fresh(second), sides) == {sides[0].pk: 1}

    def test_without_a_battle_there_is_none(self, exiles):
        assert scenario_bonus_of(exiles) == 0

    def test_a_battle_that_was_undone_leaves_none(self, exiles, mob, host):
        battle = fought(exiles, mob, after=(NextScenario(by=1),))
        undoing.undo_battle(battle, by=host, reason="It was another day.")
        assert scenario_bonus_of(exiles) == 0

    def test_for_all_at_the_table_it_takes_two_queries(self, exiles, mob):
        battle = fought(exiles, mob, after=(NextScenario(by=1),), loser=(NextScenario(by=2),))
        for one in (exiles, mob):
            nights.sleep(nights.night_of(battle, one))
        again = fights.announce(exiles, mob)
        sides = sides_of(again)
        with CaptureQueriesContext(connection) as queries:
            assert sorted(scenario_bonuses(again, sides).values()) == [1, 2]
        assert len(queries) == 2


class TestTheReport:
    def test_it_is_kept_as_it_was_told(self, exiles, mob):
        battle = fights.begun(exiles, mob)
        after = (FEE, MET, PACK, NextScenario(by=1))
        made = fights.report(battle, won(after=after), lost())
        assert set(told_of(made).sides[0].after) == set(after)

    def test_in_whatever_order_it_is_told_it_is_the_same_report(self, exiles, mob):
        battle = fights.begun(exiles, mob)
        one = fights.report(battle, won(after=(FEE, NextScenario(by=1))), lost())
        other = fights.report(battle, won(after=(NextScenario(by=1), FEE)), lost(), by=mob.player)
        assert one.digest == other.digest

    def test_experience_of_a_happening_is_earned_in_any_scenario(self, exiles, mob):
        battle = fights.begun(exiles, mob)
        made = fights.report(battle, won(earned=(Earned(HAPPENING, "Thrain", 1),)), lost())
        fights.confirm(made, by=mob.player)
        night = nights.night_of(fights.fresh(battle), exiles)
        nights.sleep(night)
        earned = [e.result for e in nights.state(night).run.events if e.warrior == "Thrain" and e.step == "experience"]
        assert "scenario" in earned

    def test_the_form_shows_it_and_keeps_it(self, exiles, mob):
        battle = fights.begun(exiles, mob)
        fights.report(battle, won(after=(FEE, NextScenario(by=1))), lost())
        client = seasons.signed_in(exiles.player)
        page = client.get(f"{battle.get_absolute_url()}report/").content.decode()
        assert "Left for the night" in page
        assert "Pit Fighter asks for 45 gc" in page
        assert page.count('name="s0-after"') == 2

    def test_others_see_it_beside_what_they_told(self, exiles, mob):
        battle = fights.begun(exiles, mob)
        fights.report(battle, won(after=(NextScenario(by=1),)), lost())
        fights.report(battle, won(), lost(), by=mob.player)
        page = seasons.signed_in(mob.player).get(f"{battle.get_absolute_url()}reports/").content.decode()
        assert "left for the night" in page.lower()
