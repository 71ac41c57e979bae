"""Which warband may join a campaign, and what becomes of it there."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from campaigns.models import Enrolment
from campaigns.selectors import enrollable
from campaigns.services import campaigns, enrolments
from campaigns.services.campaigns import Settings
from tests import acts
from tests.campaigns import seasons
from warbands.models import Warband
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook


def set_to(campaign, **settings):
    campaigns.change_settings(campaign, by=seasons.host_of(campaign), name=campaign.name, settings=Settings(**settings))
    campaign.refresh_from_db()
    return campaign


class TestEnrolling:
    def test_a_founded_warband_joins_and_the_chronicle_tells(self, season, owner):
        mob = seasons.mob_in(season, owner)
        assert (mob.warband_name, mob.player_name, mob.type_key) == ("Da Snikkaz", "owner", "orc_mob")
        assert seasons.chronicle(season)[-1] == "Da Snikkaz joined the campaign with a rating of 65."

    def test_a_draft_does_not(self, season, owner):
        draft = acts.begin(owner)
        with seasons.refused(season, "not_founded", "Found it first"):
            seasons.enrol(season, draft)

    def test_one_warband_is_in_one_campaign_at_a_time(self, season, owner, rival):
        mob = seasons.mob_in(season, owner)
        other = seasons.begin(rival, "Elsewhere")
        seasons.join(other, owner)
        with seasons.refused(other, "enrolled_elsewhere", "Retire it there"):
            seasons.enrol(other, mob.warband)

    def test_the_database_holds_that_too(self, season, owner, rival):
        mob = seasons.mob_in(season, owner)
        other = seasons.begin(rival, "Elsewhere")
        with pytest.raises(IntegrityError), transaction.atomic():
            Enrolment.objects.create(
                campaign=other, warband=mob.warband, warband_name="x", player_name="x", type_key="orc_mob"
            )

    def test_out_of_a_closed_campaign_it_goes_by_itself(self, season, owner, host):
        mob = seasons.mob_in(season, owner)
        campaigns.close_campaign(season, by=host)
        other = seasons.begin(host, "The Next Winter")
        seasons.join(other, owner)
        again = seasons.enrol(other, mob.warband)
        mob.refresh_from_db()
        assert again.is_active
        assert not mob.is_active

    def test_twice_is_once(self, season, owner):
        mob = seasons.mob_in(season, owner)
        with seasons.refused(season, "enrolled"):
            seasons.enrol(season, mob.warband)

    def test_a_stranger_enrols_nothing(self, season, stranger):
        mob = acts.founded_mob(stranger)
        with seasons.refused(season, "may_not"):
            seasons.enrol(season, mob)

    def test_nobody_enrols_a_warband_of_another(self, season, owner, rival):
        mob = acts.founded_mob(owner)
        with seasons.refused(season, "not_yours"):
            seasons.enrol(season, mob, by=rival)

    def test_not_even_an_arbitrator_that_of_a_stranger(self, season, host, stranger):
        mob = acts.founded_mob(stranger)
        with seasons.refused(season, "may_not"):
            seasons.enrol(season, mob, by=host)


class TestHowManyAPlayerHas:
    def test_one_unless_the_campaign_says_more(self, season, owner):
        seasons.mob_in(season, owner)
        second = acts.founded_mob(owner)
        with seasons.refused(season, "arbitrator_only", "1 warband at a time"):
            seasons.enrol(season, second)
        set_to(season, warbands_a_player=2)
        assert seasons.enrol(season, second).is_active

    def test_an_arbitrator_makes_an_exception_with_a_reason(self, season, owner, host):
        seasons.mob_in(season, owner)
        second = acts.founded_mob(owner)
        with seasons.refused(season, "reason"):
            seasons.enrol(season, second, by=host)
        seasons.enrol(season, second, by=host, reason="We are few this winter.")
        assert season.chronicle.filter(reason="We are few this winter.").count() == 1

    def test_retiring_one_makes_room(self, season, owner):
        seasons.retire(seasons.mob_in(season, owner), reason="All but one are dead.")
        assert seasons.mob_in(season, owner, "Da New Ladz").is_active


class TestWhatItBeginsWith:
    def test_a_warband_with_other_gold_is_refused_in_a_sentence(self, season, owner):
        set_to(season, starting_gold=400)
        mob = acts.founded_mob(owner)
        with seasons.refused(season, "starting_gold", "began with 500 gc; its kind begins with 400 gc"):
            seasons.enrol(season, mob)

    def test_one_begun_for_the_campaign_fits(self, season, owner):
        set_to(season, starting_gold=400)
        draft = enrolments.begin_for_campaign(season, by=owner, type_key="orc_mob", name="Da Poor Ladz")
        assert (draft.starting_gold, draft.treasury) == (400, 400)
        acts.recruit(draft, "orc_boss", "dagger")
        acts.recruit(draft, "orc_boy", "dagger", size=2)
        assert seasons.enrol(season, acts.found(draft)).is_active

    def test_what_a_list_has_beyond_the_usual_stays_on_top(self, season):
        set_to(season, starting_gold=400)
        rulebook = current_rulebook()
        extra = {kind.key: kind.starting_gold - 500 for kind in rulebook.warband_types.values()}
        for key, more in extra.items():
            assert enrolments.starting_gold_of(season, rulebook=rulebook, type_key=key) == 400 + more

    def test_a_warband_that_has_fought_is_enrolled_by_the_arbitrator_only(self, season, owner, host):
        exiles = acts.exiles(owner)
        with seasons.refused(season, "arbitrator_only", "has fought before"):
            seasons.enrol(season, exiles)
        with seasons.refused(season, "reason"):
            seasons.enrol(season, exiles, by=host)
        assert seasons.enrol(season, exiles, by=host, reason="It comes from last winter.").is_active

    def test_a_spectator_begins_none(self, season, spectator):
        with pytest.raises(Refused, match="Spectators"):
            enrolments.begin_for_campaign(season, by=spectator, type_key="orc_mob", name="Mine")
        assert not Warband.objects.filter(owner=spectator).exists()


class TestJoiningLate:
    def test_before_the_first_battle_nothing_comes_on_top(self, season, owner):
        set_to(season, late_gold=75)
        assert acts.gold(seasons.mob_in(season, owner).warband) == 220

    def test_after_it_the_campaigns_gold_does_through_the_one_door(self, season, owner, rival, host):
        set_to(season, late_gold=75)
        first = seasons.mob_in(season, owner)
        seasons.join(season, host)
        seasons.fought(season, (first, "won", 1, 0))
        late = seasons.mob_in(season, rival).warband
        assert acts.gold(late) == 220 + 75
        event = late.events.last()
        assert (event.act, event.gold) == ("late_gold", 75)
        assert seasons.chronicle(season)[-1] == "Da Snikkaz was given 75 gc for joining in mid-season."

    def test_a_warband_that_has_fought_has_it_too(self, season, owner, rival, host):
        set_to(season, late_gold=75)
        seasons.fought(season, (seasons.mob_in(season, owner), "won", 1, 0))
        exiles = acts.exiles(rival, treasury=37)
        seasons.enrol(season, exiles, by=host, reason="From last winter.")
        assert acts.gold(exiles) == 112


class TestRetiring:
    def test_it_keeps_its_names_and_says_why(self, season, owner):
        mob = seasons.retire(seasons.mob_in(season, owner), reason="All but one are dead.")
        assert (mob.warband_name, mob.player_name, mob.reason) == ("Da Snikkaz", "owner", "All but one are dead.")
        assert not mob.is_active

    def test_once(self, season, owner):
        mob = seasons.retire(seasons.mob_in(season, owner))
        with seasons.refused(season, "retired"):
            seasons.retire(mob)

    def test_by_its_player_or_an_arbitrator(self, season, owner, rival, host):
        mob = seasons.mob_in(season, owner)
        with seasons.refused(season, "not_yours"):
            seasons.retire(mob, by=rival)
        assert not seasons.retire(mob, by=host).is_active

    def test_not_in_the_midst_of_a_battle(self, season, owner):
        mob = seasons.mob_in(season, owner)
        Warband.objects.filter(pk=mob.warband_id).update(held_for="battle 1 against Da Uvvers", held_at="/")
        with seasons.refused(season, "battle_open", "not over yet"):
            seasons.retire(mob)


class TestWhatIsOffered:
    def test_a_player_is_offered_his_own_free_and_founded_warbands(self, season, owner, rival):
        acts.begin(owner, name="A Draft")
        mob = acts.founded_mob(owner)
        seasons.mob_in(season, rival)
        offers = enrollable(season, seasons.part(season, owner), current_rulebook())
        assert [offer.warband_id for offer in offers] == [mob.pk]

    def test_an_arbitrator_those_of_every_player_here_and_of_no_stranger(self, season, owner, host, stranger):
        mob = acts.founded_mob(owner)
        acts.founded_mob(stranger)
        offers = enrollable(season, seasons.part(season, host), current_rulebook())
        assert [offer.warband_id for offer in offers] == [mob.pk]
