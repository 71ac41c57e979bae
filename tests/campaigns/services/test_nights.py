"""The night after a battle through the real services: exactly once, step by step, and taken back."""

from __future__ import annotations

import pytest

from campaigns.battle.seeds import face, hash_of
from campaigns.battle.told import Fallen, Loot
from campaigns.models import Battle, Captive, PostBattle, SpentSeed
from campaigns.services import undoing
from campaigns.services.postbattle import label_of
from tests import acts
from tests.campaigns import acts as fights
from tests.campaigns import night_acts as nights
from tests.campaigns import seasons
from tests.campaigns.battle.stage import lost, won
from tests.kept import kept
from warbands.audit import audit
from warbands.models import Warband, WarbandEvent
from warbands.roster.refusals import OutOfDate, Refused
from warbands.services.acts import Held

pytestmark = pytest.mark.django_db
BY_THRAIN = {"by_side": 1, "by": "Thrain"}
BY_GRUBNASH = {"by_side": 0, "by": "Grubnash"}


@pytest.fixture
@kept
def mob(season, owner):
    return seasons.mob_in(season, owner)


@pytest.fixture
@kept
def exiles(season, rival):
    return fights.enrolled_exiles(season, rival)


@pytest.fixture
@kept
def battle(mob, exiles):
    """Grubnash and one of his boyz went down, and one Dwarf; the mob won two shards."""
    return nights.confirmed(
        mob,
        exiles,
        sides=(
            won(Fallen("Grubnash", **BY_THRAIN), Fallen("Da Ladz", 1, by_side=1), carried=Loot(shards=2)),
            lost(Fallen("The Kin", 1, **BY_GRUBNASH)),
        ),
    )


@pytest.fixture
@kept
def night(battle, mob):
    return nights.night_of(battle, mob)


def folds() -> None:
    assert list(audit(Warband.objects.all())) == []


class TestOpening:
    def test_each_warband_gets_its_night_once(self, battle, mob, exiles):
        assert PostBattle.objects.count() == 2
        fights.confirm(battle.report, by=exiles.player)
        assert PostBattle.objects.count() == 2

    def test_nothing_else_changes_the_warband_before_it_is_over(self, night, mob):
        with pytest.raises(Held, match="the night after battle 1"):
            acts.buy(mob.warband, "dagger")

    def test_it_begins_with_what_is_due(self, night):
        assert nights.waits_for(night) == "D66: serious injury of Grubnash"


class TestGoingOn:
    def test_typed_faces_are_the_tables_and_the_file_shows_what_they_did(self, night, mob):
        nights.type_faces(night, 3, 3)
        assert "nervous_condition" in nights.file_of(mob)
        (rolled,) = nights.rolls(night)
        assert (rolled.die, rolled.faces, rolled.source, rolled.by) == ("D66", [3, 3], "table", mob.player)
        folds()

    def test_several_rolls_may_be_typed_at_once(self, night):
        nights.type_faces(night, 4, 1, 5)
        assert [roll.faces for roll in nights.rolls(night)] == [[4, 1], [5]]

    def test_the_app_rolls_what_the_seed_says(self, night, battle):
        nights.roll(night)
        (rolled,) = nights.rolls(night)
        label = label_of(night.side.place, step="injuries")
        assert rolled.faces == [face(battle.seed, label, number, 6) for number in (1, 2)]
        assert rolled.seed_hash == hash_of(battle.seed)

    def test_the_same_roll_is_the_same_in_whatever_order_players_act(self, night, battle, mob, exiles):
        nights.sleep(nights.night_of(battle, exiles))
        nights.roll(night)
        label = label_of(night.side.place, step="injuries")
        assert nights.rolls(night)[0].faces == [face(battle.seed, label, number, 6) for number in (1, 2)]

    def test_a_whole_night_by_hand(self, night, mob, battle):
        nights.type_faces(night, 4, 1, 5)
        assert nights.waits_for(night) == "D6: exploration" or nights.waits_for(night).endswith("exploration")
        nights.type_faces(night, 4)
        assert nights.waits_for(night) == "sell"
        nights.decide(night, 1)
        assert nights.waits_for(night) == "pay"
        nights.decide(night, ["Bront"])
        nights.type_faces(night, 3, 4)
        assert nights.waits_for(night) == "search"
        nights.done(night)
        nights.do(night, "recruit", {"type": "goblin_warrior", "name": "Git", "equipment": ["spear"]})
        nights.done(night)
        assert nights.waits_for(night) == "move"
        taken = nights.done(night)
        assert taken.played.is_over
        assert not nights.fresh(night).is_open
        assert Warband.objects.get(pk=mob.warband_id).held_for == ""
        assert acts.warrior(mob.warband, "Git").size == 1
        folds()

    def test_newcomers_keep_their_rows(self, night, mob):
        nights.type_faces(night, 4, 1, 5, 4)
        nights.decide(night, 2)
        nights.decide(night, ["Bront"])
        nights.type_faces(night, 3, 4)
        nights.done(night)
        nights.do(night, "recruit", {"type": "goblin_warrior", "name": "Git"})
        row = acts.warrior(mob.warband, "Git").pk
        nights.do(night, "buy", {"item": "sword", "for": "Git"})
        assert acts.warrior(mob.warband, "Git").pk == row

    def test_the_seed_is_shown_when_the_last_night_is_over(self, night, battle, exiles):
        nights.sleep(night)
        assert Battle.objects.get().seed_shown_at is None
        nights.sleep(nights.night_of(battle, exiles))
        assert Battle.objects.get().seed_shown_at is not None
        folds()


class TestRefusals:
    @pytest.mark.parametrize("faces", [(7, 1), (0, 3), (3,), (4, 1, 5, 4, 4, 4, 4, 4, 4, 4, 4)])
    def test_wrong_faces_change_nothing(self, night, mob, faces):
        before = nights.file_of(mob)
        with pytest.raises(Refused):
            nights.type_faces(night, *faces)
        assert nights.file_of(mob) == before
        assert nights.rolls(night) == []
        assert nights.fresh(night).log == []

    def test_a_second_click_counts_once(self, night):
        version = night.version
        nights.type_faces(night, 4, 1, version=version)
        with pytest.raises(OutOfDate):
            nights.type_faces(night, 4, 1, version=version)
        assert len(nights.rolls(night)) == 1

    def test_the_other_player_may_not(self, night, rival):
        with pytest.raises(Refused) as caught:
            nights.roll(night, by=rival)
        assert caught.value.code == "may_not"

    def test_an_arbitrator_may(self, night, host):
        nights.roll(night, by=host)
        assert nights.rolls(night)[0].by == host

    def test_gold_short_by_one(self, night, mob):
        nights.type_faces(night, 4, 1, 5, 4)
        nights.decide(night, 0)
        nights.decide(night, [])
        nights.type_faces(night, 3, 4)
        nights.done(night)
        gold = Warband.objects.get(pk=mob.warband_id).treasury
        left = gold % 10
        for _ in range(gold // 10):
            nights.do(night, "buy", {"item": "sword"})
        with pytest.raises(Refused, match=f"the treasury holds {left} gc"):
            nights.do(night, "buy", {"item": "sword"})
        assert Warband.objects.get(pk=mob.warband_id).treasury == left

    def test_a_search_by_a_hero_that_was_out(self, night):
        nights.type_faces(night, 4, 1, 5, 4)
        nights.decide(night, 2)
        nights.decide(night, ["Bront"])
        nights.type_faces(night, 3, 4)
        with pytest.raises(Refused, match="cannot search"):
            nights.do(night, "search", "lucky_charm", "Grubnash")


class TestTakingTheNightBack:
    def test_the_file_has_the_same_bytes_and_the_warriors_their_rows(self, night, mob):
        before, rows = night.side.before_file, set(mob.warband.warriors.values_list("pk", "name"))
        nights.type_faces(night, 1, 1, 1)
        nights.sleep(night)
        assert nights.file_of(mob) != before
        nights.undo(night)
        assert nights.file_of(mob) == before
        assert set(mob.warband.warriors.values_list("pk", "name")) == rows
        folds()

    def test_it_begins_anew_and_the_record_keeps_what_was_rolled(self, night, battle, exiles):
        nights.type_faces(night, 3, 3)
        nights.undo(night)
        assert nights.waits_for(night) == "D66: serious injury of Grubnash"
        assert [roll.taken_back_at is None for roll in nights.rolls(night)] == [False]
        nights.type_faces(night, 4, 4)
        assert [roll.stands for roll in nights.rolls(night)] == [False, True]
        assert WarbandEvent.objects.filter(act="undo_post_battle").count() == 1

    def test_the_other_warband_is_not_touched(self, night, battle, exiles):
        nights.sleep(nights.night_of(battle, exiles))
        after = nights.file_of(exiles)
        nights.roll(night)
        nights.undo(night)
        assert nights.file_of(exiles) == after

    def test_dice_that_everybody_has_seen_are_not_used_again(self, night, battle, exiles):
        old = battle.seed
        nights.sleep(night)
        nights.sleep(nights.night_of(battle, exiles))
        nights.undo(night)
        again = Battle.objects.get()
        assert again.seed != old
        assert again.seed_shown_at is None
        assert SpentSeed.objects.get().seed == old

    def test_not_once_the_warband_has_gone_on(self, night, battle, mob, exiles):
        nights.sleep(night)
        nights.sleep(nights.night_of(battle, exiles))
        fights.begun(mob, exiles)
        with pytest.raises(Refused, match="has gone into battle 2"):
            nights.undo(night)

    def test_not_in_a_campaign_that_is_closed(self, night, campaign, host):
        nights.type_faces(night, 3, 3)
        campaign.closed_at = night.opened_at
        campaign.save()
        with pytest.raises(Refused, match="This campaign is closed"):
            nights.undo(night)
        with pytest.raises(Refused, match="This campaign is closed"):
            undoing.correct_roll(nights.rolls(night)[0], by=host, faces=(3, 4), reason="Read wrongly.")

    def test_a_captive_of_the_night_is_free_again(self, night, mob):
        nights.type_faces(night, 6, 1)
        assert Captive.objects.get().is_held
        nights.undo(night)
        assert Captive.objects.get().state == "taken_back"

    def test_not_once_others_have_settled_what_became_of_a_captive(self, night):
        nights.type_faces(night, 6, 1)
        settled = Captive.objects.get()
        undoing_time = night.side.battle.confirmed_at
        settled.state, settled.settled_at = "ransomed", undoing_time
        settled.save()
        with pytest.raises(Refused, match="Grubnash, a captive, is ransomed"):
            nights.undo(night)


class TestTakingTheBattleBack:
    def test_every_warband_is_as_it_was(self, night, battle, mob, exiles, host):
        files = {side.enrolment_id: side.before_file for side in battle.sides.all()}
        nights.sleep(night)
        nights.sleep(nights.night_of(battle, exiles))
        undoing.undo_battle(battle, by=host, reason="Played with the wrong scenario.")
        assert {one.pk: nights.file_of(one) for one in (mob, exiles)} == files
        assert Battle.objects.get().state == "called_off"
        assert Warband.objects.get(pk=mob.warband_id).held_for == ""
        folds()

    def test_in_the_midst_of_the_nights_too(self, night, battle, mob, host):
        nights.type_faces(night, 1, 1)
        undoing.undo_battle(battle, by=host, reason="It never happened.")
        assert nights.file_of(mob) == night.side.before_file
        folds()

    def test_it_may_be_reported_anew(self, night, battle, mob, exiles, host):
        nights.type_faces(night, 1, 1)
        undoing.undo_battle(battle, by=host, reason="Thrain was out, not Grubnash.", again=True)
        assert Warband.objects.get(pk=mob.warband_id).held_for.startswith("battle 1")
        made = fights.report(battle, won(), lost(Fallen("Thrain", **BY_GRUBNASH)))
        fights.confirm(made, by=exiles.player)
        again = nights.night_of(battle, exiles)
        assert nights.waits_for(again) == "D66: serious injury of Thrain"
        nights.sleep(again)
        folds()

    def test_only_an_arbitrator_and_only_with_a_reason(self, battle, owner, host):
        with pytest.raises(Refused) as caught:
            undoing.undo_battle(battle, by=owner, reason="I lost.")
        assert caught.value.code == "may_not"
        with pytest.raises(Refused, match="A reason is needed"):
            undoing.undo_battle(battle, by=host, reason=" ")


class TestAWrongDie:
    def test_it_is_put_right_and_both_stay_in_the_record(self, night, mob):
        nights.type_faces(night, 3, 3)
        undoing.correct_roll(nights.rolls(night)[0], by=mob.player, faces=(3, 4), reason="The die was read wrongly.")
        assert "hand_injury" in nights.file_of(mob)
        assert "nervous_condition" not in nights.file_of(mob)
        old, new = nights.rolls(night)
        assert (old.stands, new.stands, old.replaced_by, new.reason) == (False, True, new, "The die was read wrongly.")
        assert "3, 4 and not 3, 3. The die was read wrongly." in night.side.battle.campaign.chronicle.first().told
        folds()

    def test_later_rolls_that_do_not_depend_on_it_stand(self, night, mob):
        nights.type_faces(night, 3, 3, 5)
        undoing.correct_roll(nights.rolls(night)[0], by=mob.player, faces=(2, 2), reason="Read upside down.")
        assert [roll.faces for roll in nights.rolls(night) if roll.stands] == [[5], [2, 2]]

    def test_not_when_something_later_depends_on_it(self, night, mob):
        nights.type_faces(night, 2, 3, 1, 5)
        before = nights.file_of(mob)
        with pytest.raises(Refused, match="Something later depends on that roll: the roll for “Arm Wound of Grubnash”"):
            undoing.correct_roll(nights.rolls(night)[0], by=mob.player, faces=(4, 4), reason="A mistake.")
        assert nights.file_of(mob) == before

    def test_a_roll_of_the_app_is_the_arbitrators_to_correct(self, night, mob, host):
        nights.roll(night)
        with pytest.raises(Refused):
            undoing.correct_roll(nights.rolls(night)[0], by=mob.player, faces=(4, 4), reason="Unlucky.")


class TestWhatTheChronicleKeeps:
    """What people did stays told; what the report and the nights told of the game is struck, and can still be read."""

    @pytest.fixture
    @kept
    def over(self, night, battle, exiles, host):
        nights.type_faces(night, 3, 3)
        nights.sleep(night)
        nights.sleep(nights.night_of(battle, exiles))
        nights.undo(nights.night_of(battle, exiles), by=host)
        return battle

    @pytest.mark.parametrize("again", [True, False])
    def test_who_announced_began_reported_and_took_back(self, over, host, again):
        undoing.undo_battle(over, by=host, reason="Wrongly told.", again=again)
        told = "\n".join(line.told for line in over.chronicle.standing())
        for line in ("announced ", "Battle 1 began", "reported battle 1", "back to its beginning", "Battle 1 "):
            assert line in told
        assert "was fought on" not in told
        assert "is ready again" not in told

    def test_what_is_struck_can_still_be_read(self, over, host):
        undoing.undo_battle(over, by=host, reason="Wrongly told.")
        text = seasons.signed_in(host).get(over.get_absolute_url()).text
        struck = [part.partition("</s>")[0] for part in text.split("<s>")[1:]]
        assert any("was fought on" in line for line in struck)
        assert any("is ready again" in line for line in struck)
        assert not any("began" in line for line in struck)
