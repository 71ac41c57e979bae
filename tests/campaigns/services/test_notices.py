"""Who is told of what by mail: each kind once, to the right people, and never to whoever did it."""

from __future__ import annotations

import pytest
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone

from campaigns.models import Battle, Campaign, Captive, DiceRoll, Enrolment, Notice
from campaigns.services import captives, corrections, notices, undoing
from campaigns.services.notices import Word, choose_mails, notify, parts_of_token, stop_mails, stop_token
from campaigns.services.pairings import announce_pairings
from tests.campaigns import acts, captors, seasons
from tests.campaigns.battle.stage import lost, won
from tests.kept import kept
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.accounts import delete_account

pytestmark = pytest.mark.django_db
Kind = Notice.Kind


@pytest.fixture
@kept
def mob(season: Campaign, owner: Player) -> Enrolment:
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def uvvers(season: Campaign, rival: Player) -> Enrolment:
    return seasons.mob_in(season, rival, "Da Uvvers")


def waiting(kind: str = "") -> list[tuple[str, str]]:
    """What waits to be mailed: to whom and what kind of thing; of one kind, to whom and the text."""
    rows = Notice.objects.waiting().select_related("player").order_by("player__username", "pk")
    if kind:
        return [(row.player.username, row.text) for row in rows if row.kind == kind]
    return [(row.player.username, row.kind) for row in rows]


def nothing_waits() -> None:
    Notice.objects.all().delete()


def confirmed(*enrolments: Enrolment) -> Battle:
    """A battle that all sides have confirmed; the nights after it are open."""
    made = acts.report(acts.begun(*enrolments))
    for one in enrolments[1:]:
        acts.confirm(made, by=one.player)
    return acts.fresh(made.battle)


def the_path() -> str:
    (path,) = set(Notice.objects.values_list("path", flat=True))
    return path


class TestBattles:
    def test_the_others_are_told_of_an_announced_battle_and_its_maker_is_not(self, mob, uvvers):
        battle = acts.announce(mob, uvvers)
        ((who, text),) = waiting(Kind.ANNOUNCED)
        assert who == "rival"
        assert "Da Snikkaz against Da Uvvers" in text
        assert the_path() == battle.get_absolute_url()

    def test_all_are_told_of_a_battle_that_the_arbitrator_announces(self, mob, uvvers, host):
        acts.announce(mob, uvvers, by=host)
        assert waiting() == [("owner", "announced"), ("rival", "announced")]

    def test_a_pairing_is_told_once_and_not_again_when_its_battle_begins(self, season, mob, uvvers, host):
        day = timezone.now().date()
        (pairing,) = announce_pairings(season, by=host, groups=[[mob.pk, uvvers.pk]], planned_for=day)
        acts.announce(mob, uvvers, pairing=pairing)
        assert waiting() == [("owner", "announced"), ("rival", "announced")]
        assert the_path() == f"{season.get_absolute_url()}#upcoming"

    def test_a_report_is_told_to_whoever_is_to_say_whether_it_was_so(self, mob, uvvers):
        battle = acts.begun(mob, uvvers)
        nothing_waits()
        acts.report(battle)
        ((who, text),) = waiting(Kind.REPORTED)
        assert who == "rival"
        assert "Da Snikkaz won" in text

    def test_where_the_arbitrator_confirms_the_report_is_told_to_him(self, season, mob, uvvers):
        Campaign.objects.update(confirmation=Campaign.Confirmation.ARBITRATOR)
        battle = acts.begun(mob, uvvers)
        nothing_waits()
        acts.report(battle)
        assert waiting() == [("host", "reported")]

    def test_whoever_told_it_differently_is_told_so(self, mob, uvvers, rival):
        battle = acts.begun(mob, uvvers)
        nothing_waits()
        acts.report(battle)
        acts.report(battle, lost(), won(), by=rival)
        ((who, text),) = waiting(Kind.DIFFERS)
        assert (who, waiting()) == ("owner", [("owner", "differs")])
        assert "Da Uvvers won" in text

    def test_a_report_told_anew_takes_the_place_of_the_word_about_the_earlier_one(self, mob, uvvers):
        battle = acts.begun(mob, uvvers)
        nothing_waits()
        acts.report(battle)
        acts.report(battle, lost(), won())
        ((_, text),) = waiting(Kind.REPORTED)
        assert "Da Uvvers won" in text

    def test_with_the_last_confirmation_the_nights_are_told_to_the_others_and_nothing_else_waits(self, mob, uvvers):
        battle = acts.begun(mob, uvvers)
        acts.confirm(acts.report(battle), by=uvvers.player)
        ((who, text),) = waiting() and waiting(Kind.NIGHT)
        assert (who, waiting()) == ("owner", [("owner", "night")])
        assert text == "The night after battle 1 is open for Da Snikkaz."
        assert the_path() == captors.night(battle, mob).get_absolute_url()

    def test_an_arbitrator_who_settles_it_has_both_told(self, mob, uvvers, host):
        battle = acts.begun(mob, uvvers)
        acts.decide(acts.report(battle), by=host)
        assert waiting() == [("owner", "night"), ("rival", "night")]

    def test_whoever_begins_his_night_before_the_mail_goes_is_not_told_of_it(self, mob, uvvers):
        battle = confirmed(mob, uvvers)
        captors.take(battle, mob)
        assert waiting() == []

    def test_calling_off_is_told_in_place_of_what_waited(self, mob, uvvers):
        battle = acts.announce(mob, uvvers)
        acts.call_off(battle)
        ((who, text),) = waiting(Kind.TAKEN_BACK)
        assert (who, waiting()) == ("rival", [("rival", "taken_back")])
        assert "was called off" in text


class TestTakingBack:
    def test_a_battle_taken_back_is_told_to_its_players_with_the_reason(self, mob, uvvers, host):
        battle = confirmed(mob, uvvers)
        undoing.undo_battle(battle, by=host, reason="Wrong table.")
        told = waiting(Kind.TAKEN_BACK)
        assert [who for who, _ in told] == ["owner", "rival"]
        assert "was taken back" in told[0][1]
        assert "Wrong table." in told[0][1]
        assert len(waiting()) == 2, "the nights are no more"

    def test_a_night_that_the_arbitrator_takes_back_is_open_again(self, mob, uvvers, host):
        battle = confirmed(mob, uvvers)
        captors.take(battle, mob)
        nothing_waits()
        undoing.undo_post_battle(captors.night(battle, mob), by=host)
        assert waiting() == [("owner", "night")]

    def test_his_own_taking_back_is_told_to_nobody(self, mob, uvvers):
        battle = confirmed(mob, uvvers)
        captors.take(battle, mob)
        nothing_waits()
        undoing.undo_post_battle(captors.night(battle, mob), by=mob.player)
        assert waiting() == []


class TestCorrections:
    def test_a_correction_is_told_with_its_reason(self, mob, host):
        corrections.correct_gold(mob, by=host, reason="Miscounted.", gold=47)
        ((who, text),) = waiting(Kind.CORRECTED)
        assert who == "owner"
        assert "Da Snikkaz was corrected by an arbitrator" in text
        assert "Miscounted." in text
        assert the_path() == mob.get_absolute_url()

    def test_each_of_several_is_told(self, mob, host):
        corrections.correct_gold(mob, by=host, reason="Miscounted.", gold=47)
        corrections.correct_gold(mob, by=host, reason="Counted again.", gold=48)
        assert waiting() == [("owner", "corrected")] * 2

    def test_hidden_gold_stays_hidden(self, season, mob, host):
        Campaign.objects.update(treasuries_hidden=True)
        corrections.correct_gold(mob, by=host, reason="Miscounted.", gold=4711)
        ((_, text),) = waiting(Kind.CORRECTED)
        assert "4711" not in text

    def test_an_arbitrators_own_warband_is_no_news_to_him(self, season, owner, mob):
        seasons.promote(season, owner)
        corrections.correct_gold(mob, by=owner, reason="Miscounted.", gold=47)
        assert waiting() == []

    def test_a_roll_that_the_arbitrator_puts_right_is_told(self, mob, uvvers, host):
        battle = captors.lost_by(mob, uvvers)
        captors.take(battle, mob, faces=(4, 1))
        roll = DiceRoll.objects.get()
        nothing_waits()
        undoing.correct_roll(roll, by=host, faces=[5, 1], reason="Misread.")
        ((who, text),) = waiting(Kind.CORRECTED)
        assert who == "owner"
        assert "Misread." in text


class TestCaptives:
    @pytest.fixture
    @kept
    def held(self, mob, uvvers) -> Captive:
        battle = captors.battle_with_captive(mob, uvvers)
        captors.nights_over(battle, mob, uvvers)
        nothing_waits()
        return captors.captive()

    def test_an_offer_is_told_to_the_owner_without_its_gold(self, held, rival):
        captives.offer_ransom(held, by=rival, gold=4711)
        ((who, text),) = waiting(Kind.OFFER)
        assert who == "owner"
        assert "Grubnash" in text
        assert "4711" not in text
        assert the_path() == held.get_absolute_url()

    def test_of_several_offers_one_is_told(self, held, rival):
        for gold in (30, 20, 10):
            captives.offer_ransom(held, by=rival, gold=gold)
        assert waiting() == [("owner", "offer")]

    def test_an_offer_taken_back_is_not_told(self, held, rival):
        captives.offer_ransom(held, by=rival, gold=10)
        captives.withdraw_offer(held, by=rival)
        assert waiting() == []

    def test_that_it_was_taken_is_told_to_the_captor(self, held, rival, owner):
        captives.offer_ransom(held, by=rival, gold=0)
        captives.accept_offer(held, by=owner)
        ((who, text),) = waiting(Kind.OFFER_TAKEN)
        assert (who, waiting()) == ("rival", [("rival", "offer_taken")])
        assert text == "Your offer for Grubnash of Da Snikkaz was taken."

    def test_a_fate_that_is_sealed_leaves_no_offer_to_tell_of(self, held, rival):
        captives.offer_ransom(held, by=rival, gold=10)
        captives.seal_fate(held, by=rival, fate="sell_to_slavers", faces=(3,))
        assert waiting() == []


def word(player: Player, text: str = "Something.", kind: str = Kind.NIGHT, path: str = "/x/") -> Word:
    return Word(player.pk, kind, text, path)


class TestWhoIsPassedOver:
    def told(self, season: Campaign, player: Player) -> int:
        return len(notify(season, words=[word(player)], by=None))

    def test_whoever_is_in_it_with_an_address_is_told(self, season, owner):
        assert self.told(season, owner) == 1

    def test_who_has_no_address(self, season, owner):
        Player.objects.filter(pk=owner.pk).update(email="")
        assert self.told(season, owner) == 0

    def test_whose_account_is_locked(self, season, owner):
        Player.objects.filter(pk=owner.pk).update(is_active=False)
        assert self.told(season, owner) == 0

    def test_who_wants_none(self, season, owner):
        choose_mails(seasons.part(season, owner), wanted=False)
        assert self.told(season, owner) == 0

    def test_who_is_a_stranger(self, season, stranger):
        assert self.told(season, stranger) == 0

    def test_who_has_left(self, season, owner):
        seasons.leave(season, owner)
        assert self.told(season, owner) == 0

    def test_whose_account_is_gone(self, season):
        assert notify(season, words=[Word(None, Kind.NIGHT, "Something.", "/x/")], by=None) == []

    def test_the_same_word_twice_is_told_once(self, season, owner):
        notify(season, words=[word(owner), word(owner)], by=None)
        assert len(waiting()) == 1

    def test_a_text_is_one_line(self, season, owner):
        notify(season, words=[word(owner, "One\r\nBcc: all@example.org\u2028two")], by=None)
        assert Notice.objects.get().text == "OneBcc: all@example.orgtwo"

    def test_an_act_that_is_refused_tells_nothing(self, season, owner):
        def refused() -> None:
            with transaction.atomic():
                notify(season, words=[word(owner)], by=None)
                raise Refused("No.", code="no")

        with pytest.raises(Refused):
            refused()
        assert waiting() == []


class TestStopping:
    def test_what_waited_is_told_no_more(self, season, owner, rival):
        notify(season, words=[word(owner), word(rival)], by=None)
        choose_mails(seasons.part(season, owner), wanted=False)
        assert waiting() == [("rival", "night")]

    def test_it_can_be_turned_on_again(self, season, owner):
        part = choose_mails(seasons.part(season, owner), wanted=False)
        choose_mails(part, wanted=True)
        assert notify(season, words=[word(owner)], by=None)

    def test_leaving_stops_it(self, season, owner):
        notify(season, words=[word(owner)], by=None)
        seasons.leave(season, owner)
        assert waiting() == []

    def test_what_waits_of_another_campaign_stays(self, season, owner, stranger):
        other = seasons.begin(stranger, "Elsewhere")
        seasons.join(other, owner)
        for campaign in (season, other):
            notify(campaign, words=[word(owner, path=campaign.get_absolute_url())], by=None)
        seasons.leave(season, owner)
        assert Notice.objects.get().campaign == other

    def test_a_deleted_account_is_told_nothing(self, season, owner):
        notify(season, words=[word(owner)], by=None)
        delete_account(owner)
        assert not Notice.objects.exists()

    def test_a_token_stops_what_it_is_of_and_twice_does_no_harm(self, season, owner, rival):
        token = stop_token([seasons.part(season, owner)])
        for _ in range(2):
            assert [part.player for part in stop_mails(token)] == [owner]
        assert not seasons.part(season, owner).mails_turns
        assert seasons.part(season, rival).mails_turns

    @pytest.mark.parametrize("token", ["", "x", "WzFd.x", "WzFd"])
    def test_what_is_no_token_stops_nothing(self, season, token):
        with pytest.raises(BadSignature):
            stop_mails(token)

    def test_a_token_of_a_part_that_is_over_is_of_nothing(self, season, owner):
        token = stop_token([seasons.part(season, owner)])
        seasons.leave(season, owner)
        assert parts_of_token(token) == []

    def test_a_token_is_of_these_mails_and_of_nothing_else_that_is_signed(self, season, owner):
        with pytest.raises(BadSignature):
            stop_mails(Signer(sep=".").sign_object([seasons.part(season, owner).pk]))


def test_old_rows_go(season, owner):
    notify(season, words=[word(owner)], by=None)
    Notice.objects.update(made_at=timezone.now() - notices.KEPT_FOR)
    notify(season, words=[word(owner, path="/y/")], by=None)
    notices.forget_old()
    assert Notice.objects.get().path == "/y/"
