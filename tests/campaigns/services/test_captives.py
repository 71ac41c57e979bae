"""What becomes of a captive: ransom, exchange, his captor's will, and taking it back (ruling 18; MH-032)."""

from __future__ import annotations

import pytest

from campaigns.battle.seeds import SeedDice, hash_of
from campaigns.models import Campaign, Captive, ChronicleEntry, Enrolment
from campaigns.postbattle.captivity import fates_for, rolls_of
from campaigns.services import captives, corrections
from campaigns.services.captive_dice import label_of
from campaigns.services.enrolments import retire_warband
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
    stash,
    warband,
)
from tests.campaigns.services.refusing import refusing
from tests.kept import kept
from warbands.models import Warrior
from warbands.roster.refusals import Refused
from warbands.selectors import current_rulebook, roster_of
from warbands.services.accounts import delete_account
from warbands.services.founding import delete_warband

pytestmark = pytest.mark.django_db


class TestWhoHoldsHim:
    def test_of_three_it_is_whoever_put_him_out(self, season, mob, exiles, another):
        other = seasons.mob_in(season, another, "Da Uvvers")
        battle_with_captive(mob, other, exiles)
        assert captive().captor.warband_name == "Da Uvvers"
        assert Warrior.objects.get(name="Grubnash", warband=mob.warband).captured_by == "Da Uvvers"

    def test_his_row_is_remembered_whatever_he_is_called(self, mob, exiles, host):
        battle = battle_with_captive(mob, exiles)
        nights_over(battle, mob, exiles)
        row = acts.warrior(warband(mob), "Grubnash")
        corrections.rename_warrior(mob, by=host, reason="He likes it better.", warrior_id=row.pk, name="Grub")
        captives.offer_ransom(captive(), by=exiles.player, gold=0)
        captives.accept_offer(captive(), by=mob.player)
        row.refresh_from_db()
        assert (row.name, row.captured_by) == ("Grub", "")

    def test_he_counts_and_earns_nothing_meanwhile(self, mob, exiles):
        battle = battle_with_captive(mob, exiles)
        before = acts.warrior(warband(mob), "Grubnash").experience
        nights_over(battle, mob, exiles)
        assert acts.warrior(warband(mob), "Grubnash").experience == before
        assert not [roll for roll in night(battle, mob).rolls.all() if roll.step == "exploration"]


class TestRansom:
    def test_it_moves_gold_from_one_treasury_to_the_other_and_he_comes_home(self, mob, exiles):
        battle = battle_with_captive(mob, exiles)
        nights_over(battle, mob, exiles)
        held = gold(mob), gold(exiles)
        captives.offer_ransom(captive(), by=exiles.player, gold=20)
        settled = captives.accept_offer(captive(), by=mob.player)
        assert (gold(mob), gold(exiles)) == (held[0] - 20, held[1] + 20)
        assert settled.state == Captive.State.RANSOMED
        assert acts.warrior(warband(mob), "Grubnash").captured_by == ""
        assert acts.carried(warband(mob), "Grubnash") == ["battle_axe", "helmet"]
        assert "Karak Brynn Exiles let Grubnash of Da Snikkaz go for a ransom of 20 gc." in seasons.chronicle(
            mob.campaign
        )
        everything_folds(mob, exiles)

    def test_thirty_are_not_paid_with_twenty_five(self, mob, exiles, host):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        set_gold(mob, host, 25)
        captives.offer_ransom(captive(), by=exiles.player, gold=30)
        held = gold(mob), gold(exiles)
        with refusing("over_budget") as caught:
            captives.accept_offer(captive(), by=mob.player)
        assert "30 gc" in caught.value.message
        assert "25 gc" in caught.value.message
        assert (gold(mob), gold(exiles)) == held
        assert captive().is_held

    def test_all_the_gold_there_is_is_enough(self, mob, exiles, host):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        set_gold(mob, host, 30)
        captives.offer_ransom(captive(), by=exiles.player, gold=30)
        captives.accept_offer(captive(), by=mob.player)
        assert gold(mob) == 0

    def test_for_nothing_no_gold_moves(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        held = gold(mob), gold(exiles)
        captives.offer_ransom(captive(), by=exiles.player, gold=0)
        captives.accept_offer(captive(), by=mob.player)
        assert (gold(mob), gold(exiles)) == held

    def test_the_chronicle_keeps_gold_quiet_where_treasuries_are_hidden(self, mob, exiles):
        Campaign.objects.filter(pk=mob.campaign_id).update(treasuries_hidden=True)
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.offer_ransom(captive(), by=exiles.player, gold=20)
        captives.accept_offer(captive(), by=mob.player)
        assert "Karak Brynn Exiles let Grubnash of Da Snikkaz go for a ransom." in seasons.chronicle(mob.campaign)

    def test_an_offer_that_changed_meanwhile_is_not_accepted(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.offer_ransom(captive(), by=exiles.player, gold=20)
        captives.offer_ransom(captive(), by=exiles.player, gold=90)
        with refusing("offer"):
            captives.accept_offer(captive(), by=mob.player, offer={"ransom": 20})

    def test_an_offer_that_was_withdrawn_is_not_accepted(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.offer_ransom(captive(), by=exiles.player, gold=20)
        captives.withdraw_offer(captive(), by=exiles.player)
        with refusing("offer"):
            captives.accept_offer(captive(), by=mob.player)

    @pytest.mark.parametrize("amount", [-1, 100_001])
    def test_a_ransom_is_a_sum_that_somebody_could_have(self, mob, exiles, amount):
        battle_with_captive(mob, exiles)
        with refusing("ransom"):
            captives.offer_ransom(captive(), by=exiles.player, gold=amount)

    def test_twice_is_once(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.offer_ransom(captive(), by=exiles.player, gold=20)
        captives.accept_offer(captive(), by=mob.player)
        held = gold(mob)
        with refusing("over"):
            captives.accept_offer(captive(), by=mob.player)
        assert gold(mob) == held


class TestExchange:
    @pytest.fixture
    @kept
    def both(self, mob, exiles) -> tuple[Captive, Captive]:
        """Each holds one of the other's."""
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        nights_over(battle_with_captive(exiles, mob, hero="Thrain"), mob, exiles)
        return captive("Grubnash"), captive("Thrain")

    def test_both_come_home_with_their_gear(self, mob, exiles, both):
        grubnash, thrain = both
        captives.offer_exchange(grubnash, by=exiles.player, other=thrain)
        captives.accept_offer(grubnash, by=mob.player)
        assert {captive("Grubnash").state, captive("Thrain").state} == {Captive.State.EXCHANGED}
        assert acts.warrior(warband(mob), "Grubnash").captured_by == ""
        assert acts.warrior(warband(exiles), "Thrain").captured_by == ""
        assert acts.carried(warband(exiles), "Thrain") == ["axe"]
        everything_folds(mob, exiles)

    def test_it_is_undone_for_both(self, mob, exiles, both):
        files = [acts.exported(warband(one)) for one in (mob, exiles)]
        captives.offer_exchange(both[0], by=exiles.player, other=both[1])
        captives.accept_offer(both[0], by=mob.player)
        captives.undo_settlement(captive("Thrain"), by=mob.player)
        assert [acts.exported(warband(one)) for one in (mob, exiles)] == files
        assert captive("Grubnash").is_held
        assert captive("Thrain").is_held

    def test_only_for_somebody_whom_the_other_holds(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        with refusing("exchange"):
            captives.offer_exchange(captive(), by=exiles.player, other=captive())

    def test_not_for_one_who_is_no_captive_any_more(self, mob, exiles, both):
        captives.offer_exchange(both[0], by=exiles.player, other=both[1])
        captives.offer_ransom(both[1], by=mob.player, gold=0)
        captives.accept_offer(both[1], by=exiles.player)
        with refusing("exchange"):
            captives.accept_offer(captive("Grubnash"), by=mob.player)


class TestHisCaptorsWill:
    def test_sold_he_is_gone_and_his_gear_and_the_gold_are_the_captors(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        held = gold(exiles)
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers", faces=(4,))
        assert gold(exiles) == held + 20
        assert stash(exiles)[-2:] == ["battle_axe", "helmet"]
        assert not Warrior.objects.filter(warband=warband(mob), name="Grubnash").exists()
        assert (captive().state, captive().fate) == (Captive.State.LOST, "sell_to_slavers")
        assert mob.campaign.chronicle.deaths().filter(sentence__contains="Grubnash of Da Snikkaz was sold").exists()
        everything_folds(mob, exiles)

    def test_the_roll_is_in_the_record_with_who_and_where(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers", faces=(4,))
        (kept,) = captive().rolls
        assert (kept["faces"], kept["source"], kept["by"], kept["seed"]) == ([4], "table", exiles.player_id, "")
        assert warband(exiles).events.last().rolls[0]["faces"] == [4]

    def test_the_apps_dice_come_from_his_own_seed(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        seed, shown = captive().seed, captive().seed_hash
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")
        (kept,) = captive().rolls
        assert hash_of(seed) == shown
        assert kept["seed"] == seed
        assert kept["faces"] == [SeedDice(seed, label_of(captive())).roll(6, "")]

    @pytest.mark.parametrize("faces", [(7,), (1, 2)])
    def test_dice_that_do_not_fit_change_nothing(self, mob, exiles, faces):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        files = [acts.exported(warband(one)) for one in (mob, exiles)]
        with refusing("dice"):
            captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers", faces=faces)
        assert [acts.exported(warband(one)) for one in (mob, exiles)] == files

    @pytest.mark.parametrize(("policy", "faces"), [("app", (4,)), ("table", ())])
    def test_the_campaigns_policy_says_whose_dice(self, mob, exiles, policy, faces):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        Campaign.objects.filter(pk=mob.campaign_id).update(dice_policy=policy)
        with refusing("dice"):
            captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers", faces=faces)

    def test_orcs_and_dwarfs_neither_raise_nor_sacrifice(self, mob, exiles):
        battle_with_captive(mob, exiles)
        for one in (mob, exiles):
            offered = [fate.key for fate in fates_for(roster_of(warband(one), current_rulebook()))]
            assert offered == ["sell_to_slavers"]
        with refusing("fate"):
            captives.seal_fate(captive(), by=exiles.player, fate="sacrifice")

    def test_it_needs_no_yes_and_no_offer(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")
        assert not captive().is_held


class TestTheUndeadAndThePossessed:
    @pytest.fixture
    @kept
    def undead(self, season, rival) -> Enrolment:
        row = acts.warband_of(rival, _fought("the_ninth_coffin"))
        return seasons.enrol(season, row, by=seasons.host_of(season), reason="They come from elsewhere.")

    @pytest.fixture
    @kept
    def cult(self, season, rival) -> Enrolment:
        text = """
format: mordheim-warband/1
name: The Pit
type: cult_of_the_possessed
battles: 1
treasury: 50
heroes:
- {name: Magister, type: magister, experience: 20, spells: [eye_of_god]}
- {name: The Thing, type: possessed, experience: 8, mutations: [tentacle]}
henchmen:
- {name: Brethren, type: brethren, size: 3}
"""
        row = acts.warband_of(rival, text)
        return seasons.enrol(season, row, by=seasons.host_of(season), reason="They come from elsewhere.")

    def test_a_zombie_rises(self, mob, undead):
        nights_over(battle_with_captive(mob, undead), mob, undead)
        before = _zombies(undead)
        captives.seal_fate(captive(), by=undead.player, fate="kill_for_zombie")
        assert _zombies(undead) == before + 1
        assert "battle_axe" in stash(undead)
        everything_folds(mob, undead)

    def test_and_is_undone_with_all_else(self, mob, undead):
        nights_over(battle_with_captive(mob, undead), mob, undead)
        files = [acts.exported(warband(one)) for one in (mob, undead)]
        captives.seal_fate(captive(), by=undead.player, fate="kill_for_zombie")
        captives.undo_settlement(captive(), by=undead.player)
        assert [acts.exported(warband(one)) for one in (mob, undead)] == files

    def test_the_leader_learns_by_a_sacrifice(self, mob, cult):
        nights_over(battle_with_captive(mob, cult), mob, cult)
        before = acts.warrior(warband(cult), "Magister").experience
        captives.seal_fate(captive(), by=cult.player, fate="sacrifice")
        assert acts.warrior(warband(cult), "Magister").experience == before + 1
        everything_folds(mob, cult)


def _fought(name: str) -> str:
    text = (acts.FILES / f"{name}.yaml").read_text()
    return text.replace("\nheroes:", "\nbattles: 1\ntreasury: 50\nheroes:", 1)


def _zombies(undead: Enrolment) -> int:
    rows = Warrior.objects.filter(warband=undead.warband_id, type_key="zombie")
    return sum(rows.values_list("size", flat=True))


class TestWhoMay:
    @pytest.fixture
    @kept
    def held(self, mob, exiles) -> Captive:
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        return captive()

    def test_the_captors_player_asks_and_nobody_else(self, held, mob, another):
        for player in (mob.player, another):
            with refusing("may_not"):
                captives.offer_ransom(held, by=player, gold=1)

    def test_the_owners_player_agrees_and_nobody_else(self, held, exiles, another):
        captives.offer_ransom(held, by=exiles.player, gold=1)
        for player in (exiles.player, another):
            with refusing("may_not"):
                captives.accept_offer(held, by=player)

    def test_the_captors_player_decides_his_fate_and_nobody_else(self, held, mob, another, spectator):
        for player in (mob.player, another, spectator):
            with refusing("may_not"):
                captives.seal_fate(held, by=player, fate="sell_to_slavers")

    def test_an_arbitrator_may_all_of_it(self, held, host):
        captives.offer_ransom(held, by=host, gold=1)
        captives.accept_offer(held, by=host)
        captives.undo_settlement(held, by=host)
        captives.seal_fate(held, by=host, fate="sell_to_slavers")

    def test_the_captors_player_cannot_edit_the_captive(self, held, exiles):
        with pytest.raises(Refused):
            corrections.add_item(
                Enrolment.objects.get(warband=held.owner.warband_id),
                by=exiles.player,
                reason="Mine.",
                piece=acts.piece("sword"),
                warrior_id=held.warrior_row,
            )


class TestWhileABattleIsUnderWay:
    def test_nothing_is_settled(self, season, mob, exiles, another):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.offer_ransom(captive(), by=exiles.player, gold=1)
        battle = battles.begun(mob, seasons.mob_in(season, another, "Da Uvvers"))
        with refusing("under_way") as caught:
            captives.accept_offer(captive(), by=mob.player)
        assert f"battle {battle.number}" in caught.value.message
        with refusing("under_way"):
            captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")

    def test_offers_are_made_all_the_same(self, season, mob, exiles, another):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        battles.begun(mob, seasons.mob_in(season, another, "Da Uvvers"))
        assert captives.offer_ransom(captive(), by=exiles.player, gold=1).offer == {"ransom": 1}


class TestWhenOneOfThemIsNoMore:
    def test_a_captor_that_is_deleted_lets_him_go_with_his_gear(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        delete_warband(warband(exiles))
        assert acts.warrior(warband(mob), "Grubnash").captured_by == ""
        assert acts.carried(warband(mob), "Grubnash") == ["battle_axe", "helmet"]
        assert captive().state == Captive.State.HOME
        everything_folds(mob)

    def test_a_captor_that_retires_lets_him_go(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        retire_warband(exiles, by=exiles.player)
        assert captive().state == Captive.State.HOME

    def test_a_captor_whose_player_leaves_or_deletes_his_account_lets_him_go(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        delete_account(exiles.player)
        assert captive().state == Captive.State.HOME
        assert acts.warrior(warband(mob), "Grubnash").captured_by == ""

    def test_into_an_open_night_he_comes_home_as_well(self, mob, exiles):
        battle = battle_with_captive(mob, exiles)
        nights_over(battle, exiles)
        delete_warband(warband(exiles))
        nights_replay(night(battle, mob))
        assert captive().state == Captive.State.HOME

    def test_while_his_own_warband_fights_he_comes_when_it_is_over(self, season, mob, exiles, another):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        other = seasons.mob_in(season, another, "Da Uvvers")
        battle = battles.begun(mob, other)
        delete_warband(warband(exiles))
        assert captive().is_held
        battles.confirm(battles.report(battle), by=another)
        assert captive().state == Captive.State.HOME
        nights_replay(night(battle, mob))

    def test_and_when_that_battle_is_called_off(self, season, mob, exiles, another):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        battle = battles.begun(mob, seasons.mob_in(season, another, "Da Uvvers"))
        delete_warband(warband(exiles))
        battles.call_off(battle)
        assert acts.warrior(warband(mob), "Grubnash").captured_by == ""

    def test_his_own_warband_gone_he_is_gone(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        delete_warband(warband(mob))
        assert captive().state == Captive.State.LOST
        with refusing("over"):
            captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")


class TestTakingItBack:
    def test_a_sale_is_undone_to_the_byte_and_he_is_the_warrior_that_he_was(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        files = [acts.exported(warband(one)) for one in (mob, exiles)]
        row = acts.warrior(warband(mob), "Grubnash").pk
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")
        captives.undo_settlement(captive(), by=exiles.player)
        assert [acts.exported(warband(one)) for one in (mob, exiles)] == files
        assert acts.warrior(warband(mob), "Grubnash").pk == row
        assert captive().is_held
        everything_folds(mob, exiles)

    def test_what_was_rolled_stays_in_the_record_and_a_new_seed_is_drawn(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        seed = captive().seed
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")
        captives.undo_settlement(captive(), by=exiles.player)
        assert captive().rolls[0]["taken_back_at"]
        assert captive().seed != seed

    def test_not_once_one_of_them_has_gone_into_another_battle(self, season, mob, exiles, another, host):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")
        battle = battles.begun(exiles, seasons.mob_in(season, another, "Da Uvvers"))
        with refusing("depended_on"):
            captives.undo_settlement(captive(), by=host)
        battles.call_off(battle)
        captives.undo_settlement(captive(), by=host)

    def test_not_once_the_gold_is_spent(self, mob, exiles, host):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers", faces=(6,))
        set_gold(exiles, host, 29)
        with refusing("not_there"):
            captives.undo_settlement(captive(), by=host)
        assert captive().state == Captive.State.LOST

    def test_only_by_whoever_did_it_and_an_arbitrator(self, mob, exiles, another, host):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")
        for player in (mob.player, another):
            with refusing("may_not"):
                captives.undo_settlement(captive(), by=player)
        captives.undo_settlement(captive(), by=host)
        with refusing("over"):
            captives.undo_settlement(captive(), by=host)

    def test_the_chronicle_tells_it(self, mob, exiles):
        nights_over(battle_with_captive(mob, exiles), mob, exiles)
        captives.seal_fate(captive(), by=exiles.player, fate="sell_to_slavers")
        captives.undo_settlement(captive(), by=exiles.player)
        undone = mob.campaign.chronicle.filter(kind=ChronicleEntry.Kind.UNDONE).get()
        assert undone.sentence == "What became of Grubnash was taken back: he is a captive again."


def test_a_fate_says_which_dice_it_asks_for(mob, exiles):
    captors.lost_by(mob, exiles)
    roster = roster_of(warband(exiles), current_rulebook())
    (roll,) = rolls_of(roster, fates_for(roster)[0])
    assert (roll.count, roll.sides) == (1, 6)
