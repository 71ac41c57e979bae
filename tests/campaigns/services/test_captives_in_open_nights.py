"""What is settled about a captive while the nights after his battle go on, and corrections within them (ruling 18)."""

from __future__ import annotations

import pytest

from campaigns.models import Captive, Enrolment
from campaigns.postbattle_selectors import played
from campaigns.services import captives, corrections, undoing
from mordheim.rules.snapshot import Piece
from tests import acts
from tests.campaigns import acts as battles
from tests.campaigns import captors, seasons
from tests.campaigns.captors import (
    battle_with_captive,
    captive,
    everything_folds,
    gold,
    night,
    nights_over,
    nights_replay,
    set_gold,
    warband,
)
from tests.campaigns.services.refusing import refusing
from warbands.roster.refusals import OutOfDate
from warbands.selectors import current_rulebook

pytestmark = pytest.mark.django_db


class TestIntoOpenNights:
    def test_a_ransom_stands_in_both_logs_and_the_nights_go_on(self, mob, exiles):
        battle = battle_with_captive(mob, exiles)
        captives.offer_ransom(captive(), by=exiles.player, gold=20)
        captives.accept_offer(captive(), by=mob.player)
        nights_replay(night(battle, mob), night(battle, exiles))
        assert gold(mob) == 200
        nights_over(battle, mob, exiles)
        assert acts.warrior(warband(mob), "Grubnash").captured_by == ""
        everything_folds(mob, exiles)

    def test_before_the_captors_night_has_begun(self, season, mob, another):
        """His first battle counts from then on, with the gold that his starting warband had left."""
        other = seasons.mob_in(season, another, "Da Uvvers")
        battle = battle_with_captive(mob, other)
        left = gold(other)
        captives.seal_fate(captive(), by=another, fate="sell_to_slavers", faces=(6,))
        assert gold(other) == left + 30
        nights_replay(night(battle, other), night(battle, mob))
        everything_folds(mob, other)

    def test_an_advance_that_waited_for_him_is_rolled_after_the_next_battle(self, mob, exiles, host):
        battle = battle_with_captive(mob, exiles)
        row = acts.warrior(warband(mob), "Grubnash")
        corrections.correct_advances_due(mob, by=host, reason="Forgotten.", warrior_id=row.pk, advances=1)
        captives.offer_ransom(captive(), by=exiles.player, gold=0)
        captives.accept_offer(captive(), by=mob.player)
        nights_over(battle, mob, exiles)
        row.refresh_from_db()
        assert row.advances_due == 1
        nights_over(captors.lost_by(mob, exiles, hero=""), mob, exiles)
        row.refresh_from_db()
        assert row.advances_due == 0

    def test_a_night_in_the_midst_of_a_roll_takes_it_in_before_it(self, mob, exiles):
        """Selling something of rolled value waits for its die: what comes from outside stands before the sale."""
        battle = battle_with_captive(mob, exiles)
        post = _waiting_within_a_trade(battle, mob)
        captives.offer_ransom(captive(), by=exiles.player, gold=5)
        captives.accept_offer(captive(), by=mob.player)
        nights_replay(post)
        assert "meanwhile" in post.log[-3]
        nights_over(battle, mob, exiles)
        places = list(night(battle, mob).rolls.values_list("place", flat=True))
        log = night(battle, mob).log
        assert len(places) == len([entry for entry in log if "roll" in entry])
        assert all("roll" in log[place] for place in places)

    def test_a_night_taken_back_must_wait_for_the_settlement(self, mob, exiles):
        battle = battle_with_captive(mob, exiles)
        nights_over(battle, mob, exiles)
        captives.offer_ransom(captive(), by=exiles.player, gold=20)
        captives.accept_offer(captive(), by=mob.player)
        for one in (mob, exiles):
            with refusing("depended_on"):
                undoing.undo_post_battle(night(battle, one), by=one.player)
        captives.undo_settlement(captive(), by=mob.player)
        undoing.undo_post_battle(night(battle, mob), by=mob.player)
        assert captive().state == Captive.State.TAKEN_BACK

    def test_a_whole_battle_is_taken_back_to_the_byte_after_a_settlement_was(self, mob, exiles, host):
        files = [acts.exported(warband(one)) for one in (mob, exiles)]
        battle = battle_with_captive(mob, exiles)
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")
        nights_over(battle, mob, exiles)
        captives.undo_settlement(captive(), by=host)
        undoing.undo_battle(battle, by=host, reason="The wrong battle.")
        assert [acts.exported(warband(one)) for one in (mob, exiles)] == files
        everything_folds(mob, exiles)


def _waiting_within_a_trade(battle, enrolment):
    from campaigns.postbattle.choices import Choice
    from campaigns.postbattle.log import Given
    from campaigns.services.postbattle import take as go_on

    post, by = night(battle, enrolment), enrolment.player
    given = Given(roll="all", decider=_UpTo("recruits_and_trading"))
    with pytest.raises(_Stop):
        go_on(post, by=by, given=given)
    return _step_by_step(post, by, Choice, Given, go_on)


class _Stop(Exception):
    pass


class _UpTo:
    """Decides by good sense up to a step."""

    def __init__(self, step: str) -> None:
        self.step = step

    def decide(self, question):
        return question.suggested

    def act(self, actions):
        if actions.step == self.step:
            raise _Stop
        return


def _step_by_step(post, by, choice, given, go_on):
    """One thing after the other to the step of trade, then a scroll is sold and the second die of its price is due."""
    from campaigns.postbattle.run import NeedsAction, NeedsChoice, NeedsRoll

    rulebook = current_rulebook()
    corrections.add_item(
        Enrolment.objects.get(warband=post.side.warband_id),
        by=seasons.host_of(post.side.battle.campaign),
        reason="Found by nobody.",
        piece=Piece("dispel_scroll"),
    )
    for _ in range(100):
        post.refresh_from_db()
        waiting = played(post, rulebook).waiting
        if isinstance(waiting, NeedsAction) and waiting.actions.step == "recruits_and_trading":
            go_on(post, by=by, given=given(choice=choice("recruits_and_trading", "sell", "dispel_scroll")))
            go_on(post, by=by, given=given(roll="one"))
            post.refresh_from_db()
            assert isinstance(played(post, rulebook).waiting, NeedsRoll)
            return post
        if isinstance(waiting, NeedsRoll):
            go_on(post, by=by, given=given(roll="one"))
        elif isinstance(waiting, NeedsChoice):
            go_on(post, by=by, given=given(answer=(waiting.question.suggested,)))
        else:
            go_on(post, by=by, given=given(done=True))
    raise AssertionError("the night never came to trade")


class TestCorrectionsInTheNight:
    def test_one_stands_in_the_log(self, mob, exiles, host):
        battle = battle_with_captive(mob, exiles)
        set_gold(mob, host, 123)
        row = acts.warrior(warband(mob), "Grubnash")
        corrections.add_skill(mob, by=host, reason="Forgotten.", warrior_id=row.pk, skill="well_ard")
        assert gold(mob) == 123
        nights_replay(night(battle, mob))
        nights_over(battle, mob)
        assert "well_ard" in acts.warrior(warband(mob), "Grubnash").skills
        everything_folds(mob)

    def test_a_new_name_waits_until_the_night_is_over(self, mob, exiles, host):
        battle_with_captive(mob, exiles)
        row = acts.warrior(warband(mob), "Grubnash")
        with refusing("held"):
            corrections.rename_warrior(mob, by=host, reason="A slip.", warrior_id=row.pk, name="Grub")
        with refusing("held"):
            corrections.rename_warband(mob, by=host, reason="A slip.", name="Da Others")

    def test_in_a_battle_under_way_nothing_is_corrected(self, mob, exiles, host):
        battles.begun(mob, exiles)
        with refusing("held"):
            set_gold(mob, host, 1)

    def test_an_old_form_is_refused(self, mob, exiles, host):
        battle_with_captive(mob, exiles)
        with pytest.raises(OutOfDate):
            corrections.correct_gold(mob, by=host, reason="Miscounted.", gold=1, version=1)
