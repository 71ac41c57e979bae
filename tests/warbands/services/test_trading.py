"""Buying, selling and handing round equipment."""

import pytest

from tests import acts
from warbands.models import WarbandEvent
from warbands.services import trading

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rules")]


class TestAStartingWarband:
    def test_a_purchase_costs_the_lists_price(self, owner):
        warband = acts.begin(owner, "dwarf_treasure_hunters")
        noble = acts.recruit(warband, "dwarf_noble")
        acts.buy(warband, "gromril_armour", noble)
        assert acts.gold(warband) == 500 - 160

    def test_gromril_costs_three_times_the_lists_price(self, owner):
        """MH-011: two dwarf axes 80 gc, a gromril double-handed weapon 95 gc, the Slayer included."""
        warband = acts.begin(owner, "dwarf_treasure_hunters")
        slayer = acts.recruit(warband, "troll_slayer", "2 dwarf_axe")
        assert acts.gold(warband) == 500 - 80
        acts.dismiss(warband, slayer)
        acts.recruit(warband, "troll_slayer", "gromril double_handed_weapon")
        assert acts.gold(warband) == 500 - 95

    @pytest.mark.parametrize(
        ("item", "code"),
        [
            ("pistol", "missile_forbidden"),
            ("crossbow", "missile_forbidden"),
            ("shield", "armour_forbidden"),
            ("helmet", "armour_forbidden"),
            ("gromril_armour", "armour_forbidden"),
        ],
    )
    def test_a_slayer_wears_no_armour_and_shoots_nothing(self, owner, item, code):
        warband = acts.begin(owner, "dwarf_treasure_hunters")
        slayer = acts.recruit(warband, "troll_slayer")
        with acts.refused(warband, code):
            acts.buy(warband, item, slayer)

    def test_each_member_of_a_group_gets_the_piece(self, owner):
        warband = acts.founded_mob(owner)
        acts.buy(warband, "sword", "Da Ladz")
        assert acts.gold(warband) == 220 - 30
        assert acts.carried(warband, "Da Ladz") == ["bow", "sword"]

    def test_what_is_taken_away_is_paid_back(self, owner):
        warband = acts.founded_mob(owner)
        acts.take_away(warband, "bow", "Da Ladz")
        assert acts.gold(warband) == 220 + 30
        assert acts.carried(warband) == []

    def test_there_is_no_stash_yet(self, owner):
        warband = acts.founded_mob(owner)
        with acts.refused(warband, "not_at_start", "no stash"):
            acts.buy(warband, "sword")

    def test_a_founded_warband_buys_for_what_it_has_left(self, owner):
        warband = acts.founded_mob(owner)
        acts.recruit(warband, "orc_boy", "sword", "light_armour", size=3)
        assert acts.gold(warband) == 55
        with acts.refused(warband, "over_budget"):
            acts.buy(warband, "light_armour", "Da Ladz")

    def test_in_a_draft_the_treasury_may_go_below_zero(self, owner):
        warband = acts.begin(owner)
        boyz = acts.recruit(warband, "orc_boy", "light_armour", "crossbow", size=5)
        acts.recruit(warband, "orc_boss", "light_armour")
        acts.buy(warband, "sword", boyz)
        assert acts.gold(warband) == 0
        acts.buy(warband, "helmet", boyz)
        assert acts.gold(warband) == -50

    @pytest.mark.parametrize("told", ["0 sword", "101 sword", "no_such_thing", "adamant sword"])
    def test_what_makes_no_sense_is_refused(self, owner, told):
        warband = acts.founded_mob(owner)
        for act in (acts.buy, acts.take_away, acts.hand_out):
            with pytest.raises(acts.Refused):
                act(warband, told, "Grubnash")
        with pytest.raises(acts.Refused):
            acts.sell(warband, told)
        assert acts.gold(warband) == 220

    def test_a_negative_number_of_pieces_is_no_way_to_gold(self, owner):
        warband = acts.exiles(owner, treasury=10, stash="sword")
        piece = acts.Piece("sword", None, -3)
        thrain = acts.warrior(warband, "Thrain")
        for act, asked in (
            (trading.buy_item, {"warrior_id": thrain.pk}),
            (trading.buy_item, {}),
            (trading.take_away_item, {"warrior_id": thrain.pk}),
            (trading.hand_out_item, {"warrior_id": thrain.pk}),
            (trading.sell_item, {}),
        ):
            with pytest.raises(acts.Refused):
                act(warband, by=owner, piece=piece, **asked)
        assert acts.gold(warband) == 10

    def test_a_ball_and_chain_needs_its_mushrooms_first(self, owner):
        warband = acts.begin(owner)
        goblin = acts.recruit(warband, "goblin_warrior")
        with acts.refused(warband, "requires_item", "mad cap mushrooms"):
            acts.buy(warband, "ball_and_chain", goblin)
        acts.buy(warband, "mad_cap_mushrooms", goblin)
        acts.buy(warband, "ball_and_chain", goblin)
        with acts.refused(warband, "requires_item"):
            acts.take_away(warband, "mad_cap_mushrooms", goblin)


class TestAfterABattle:
    @pytest.mark.parametrize(
        ("item", "who", "price"),
        [
            ("sword", "Thrain", 10),
            ("dagger", "Thrain", 2),
            ("helmet", "Thrain", 10),
            ("light_armour", "Thrain", 20),
            ("axe", "Garagrim", 5),
            ("shield", "The Kin", 3 * 5),
        ],
    )
    def test_common_things_are_bought_at_the_chart(self, owner, item, who, price):
        warband = acts.exiles(owner, treasury=100)
        acts.buy(warband, item, who)
        assert acts.gold(warband) == 100 - price

    def test_gromril_armour_is_rare_now_and_at_the_charts_price(self, owner):
        """MH-008."""
        warband = acts.exiles(owner, treasury=500)
        with acts.refused(warband, "rare", "Rare 11 (150 gc)"):
            acts.buy(warband, "gromril_armour", "Thrain")

    def test_for_a_new_recruit_too(self, owner):
        warband = acts.exiles(owner, treasury=500)
        with acts.refused(warband, "rare", "Rare 11 (150 gc)"):
            acts.recruit(warband, "dwarf_clansman", "gromril_armour")

    def test_a_gromril_weapon_is_rare_and_four_times_the_charts_price(self, owner):
        warband = acts.exiles(owner, treasury=500)
        with acts.refused(warband, "rare", "Rare 11 (40 gc)"):
            acts.buy(warband, "gromril sword", "Thrain")

    def test_a_dwarf_axe_is_rare_8_at_the_lists_price(self, owner):
        warband = acts.exiles(owner, treasury=500)
        with acts.refused(warband, "rare", "Rare 8 (15 gc)"):
            acts.buy(warband, "dwarf_axe", "Thrain")

    def test_a_lists_special_equipment_keeps_its_price(self, owner):
        warband = acts.warband_of(owner, MOB)
        acts.buy(warband, "squig_prodder", "Gob")
        assert acts.gold(warband) == 85
        acts.buy(warband, "mad_cap_mushrooms", "Grubnash")
        assert acts.gold(warband) == 60

    def test_mushrooms_are_common_only_where_goblins_are(self, owner):
        warband = acts.warband_of(owner, MOB)
        acts.dismiss(warband, "Gob")
        with acts.refused(warband, "requires_warrior"):
            acts.buy(warband, "mad_cap_mushrooms", "Grubnash")

    def test_nobody_sells_what_has_no_price(self, owner):
        warband = acts.exiles(owner, treasury=500)
        with acts.refused(warband, "item_not_on_list", "Nobody sells"):
            acts.buy(warband, "athame", "Thrain")

    @pytest.mark.parametrize(("who", "code"), [("Garagrim", "armour_forbidden"), ("The Third Watch", "over_budget")])
    def test_bans_come_before_gold(self, owner, who, code):
        warband = acts.exiles(owner, treasury=1)
        with acts.refused(warband, code):
            acts.buy(warband, "helmet", who)

    def test_one_crown_short_is_refused(self, owner):
        warband = acts.exiles(owner, treasury=9)
        with acts.refused(warband, "over_budget", "costs 10 gc and the treasury holds 9 gc"):
            acts.buy(warband, "sword", "Thrain")
        with acts.refused(warband, "over_budget", "costs 15 gc and the treasury holds 9 gc"):
            acts.buy(warband, "axe", "The Kin")
        with acts.refused(warband, "over_budget", "costs 10 gc and the treasury holds 9 gc"):
            acts.buy(warband, "sword")

    def test_for_the_stash_one_buys_what_somebody_could_use(self, owner):
        warband = acts.exiles(owner, treasury=100)
        acts.buy(warband, "2 crossbow")
        assert acts.carried(warband) == ["2 crossbow"]
        assert acts.gold(warband) == 50
        with acts.refused(warband, "item_not_on_list", "Nobody in this warband"):
            acts.buy(warband, "bow")

    def test_what_is_taken_away_goes_to_the_stash(self, owner):
        warband = acts.exiles(owner)
        acts.take_away(warband, "axe", "The Kin")
        assert acts.carried(warband) == ["3 axe"]
        assert acts.carried(warband, "The Kin") == []
        assert acts.gold(warband) == 37

    def test_a_group_takes_one_for_each(self, owner):
        warband = acts.exiles(owner, stash="{item: shield, quantity: 4}")
        acts.hand_out(warband, "shield", "The Kin")
        assert acts.carried(warband) == ["shield"]
        with acts.refused(warband, "not_there", "not 2 × shield"):
            acts.hand_out(warband, "shield", "The Third Watch")

    @pytest.mark.parametrize(
        ("item", "code"),
        [("helmet", "armour_forbidden"), ("crossbow", "missile_forbidden"), ("pistol", "missile_forbidden")],
    )
    def test_a_slayers_bans_hold_for_the_stash_too(self, owner, item, code):
        """MH-011."""
        warband = acts.exiles(owner, stash=item)
        with acts.refused(warband, code):
            acts.hand_out(warband, item, "Garagrim")

    def test_nobody_takes_more_than_he_can_carry(self, owner):
        warband = acts.exiles(owner, stash="sword, {item: mace, quantity: 2}")
        acts.hand_out(warband, "sword", "Thrain")
        with acts.refused(warband, "weapon_limit", "not 3"):
            acts.hand_out(warband, "mace", "Thrain")

    def test_a_hired_sword_takes_nothing_and_gives_nothing(self, owner):
        warband = acts.exiles(owner, treasury=80, stash="helmet")
        ogre = acts.hire(warband, "ogre_bodyguard", "double_handed_weapon")
        with acts.refused(warband, "item_not_on_list", "his own gear"):
            acts.hand_out(warband, "helmet", ogre)
        with acts.refused(warband, "item_not_on_list", "keeps what is his"):
            acts.take_away(warband, "double_handed_weapon", ogre)

    def test_an_ogre_may_still_be_given_his_printed_choice(self, owner):
        warband = acts.exiles(owner, treasury=80)
        ogre = acts.hire(warband, "ogre_bodyguard")
        acts.buy(warband, "double_handed_weapon", ogre)
        assert acts.gold(warband) == 0


MOB = """
format: mordheim-warband/1
name: Da Snikkaz
type: orc_mob
battles: 4
treasury: 100
heroes:
- {name: Grubnash, type: orc_boss}
henchmen:
- {name: Da Ladz, type: orc_boy, size: 2}
- {name: Gob, type: goblin_warrior}
"""


class TestSelling:
    """Ruling 13."""

    @pytest.mark.parametrize(
        ("item", "brings"),
        [
            ("sword", 5),
            ("dagger", 1),
            ("mace", 1),
            ("shield", 2),
            ("wyrdstone_pendulum", 12),
            ("gromril_armour", 75),
            ("athame", 10),
            ("mad_cap_mushrooms", 15),
            ("{item: dwarf_axe, material: gromril}", 30),
            ("handgun", 17),
        ],
    )
    def test_a_piece_brings_half_its_price_rounded_down(self, owner, item, brings):
        warband = acts.exiles(owner, stash=item)
        assert acts.sell(warband, acts.carried(warband)[0]) == brings
        assert acts.gold(warband) == 37 + brings
        assert acts.carried(warband) == []

    def test_rounding_is_for_each_piece(self, owner):
        warband = acts.exiles(owner, stash="{item: mace, quantity: 5}")
        assert acts.sell(warband, "4 mace") == 4
        assert acts.carried(warband) == ["mace"]

    def test_a_dispel_scroll_brings_25_and_two_dice(self, owner):
        warband = acts.exiles(owner, stash="{item: dispel_scroll, quantity: 3}")
        assert acts.sell(warband, "dispel_scroll", 3, 6) == 34
        assert acts.sell(warband, "2 dispel_scroll", 1, 1, 6, 6) == 27 + 37
        rolls = WarbandEvent.objects.filter(warband=warband).latest("number").rolls
        assert [(roll["die"], roll["faces"]) for roll in rolls] == [("2D6", [1, 1]), ("2D6", [6, 6])]

    def test_a_die_too_few_is_refused(self, owner):
        warband = acts.exiles(owner, stash="dispel_scroll")
        with acts.refused(warband, "dice", "A die is missing"):
            acts.sell(warband, "dispel_scroll", 3)

    def test_nobody_buys_toughened_leathers(self, owner):
        warband = acts.exiles(owner, stash="toughened_leathers")
        with acts.refused(warband, "not_for_sale", "Nobody buys"):
            acts.sell(warband, "toughened_leathers")

    def test_what_a_club_has_taken_from_the_rules_cannot_be_sold(self, owner):
        warband = acts.exiles(owner, stash="helmet")
        warband.items.filter(warrior=None).update(item_key="lucky_charm_of_old")
        with acts.refused(warband, "not_for_sale", "Nobody buys"):
            acts.sell(warband, "lucky_charm_of_old")

    def test_one_sells_only_what_is_in_the_stash(self, owner):
        warband = acts.exiles(owner, stash="sword")
        with acts.refused(warband, "not_there"):
            acts.sell(warband, "2 sword")
        with acts.refused(warband, "not_there"):
            acts.sell(warband, "gromril sword")


class TestTheRecord:
    def test_every_act_tells_what_it_moved(self, owner):
        warband = acts.exiles(owner, treasury=100, stash="sword")
        acts.buy(warband, "helmet", "Thrain")
        acts.sell(warband, "sword")
        acts.recruit(warband, "dwarf_clansman")
        events = list(WarbandEvent.objects.filter(warband=warband).values_list("act", "gold", "rating", "warriors"))
        assert events[1:] == [("buy_item", -10, 0, 0), ("sell_item", 5, 0, 0), ("recruit", -40, 5, 1)]
        assert WarbandEvent.objects.filter(warband=warband).latest("number").sentence == ("Dwarf Clansman joined.")

    def test_its_totals_are_the_totals_of_the_rows(self, owner):
        warband = acts.exiles(owner, treasury=100)
        acts.recruit(warband, "dwarf_clansman", size=2)
        warband.refresh_from_db()
        assert (warband.treasury, warband.warrior_count, warband.version) == (20, 9, 2)
        assert warband.rating == 9 * 5 + 28 + 9 + 2 * 5


def test_a_find_without_a_price_is_bought_by_nobody(owner):
    warband = acts.exiles(owner, stash="guild_symbol")
    with acts.refused(warband, "not_for_sale", "Nobody buys"):
        acts.sell(warband, "guild_symbol")


def test_the_assassin_uses_any_weapon_that_is_found_and_keeps_it(owner):
    warband = acts.exiles(owner, treasury=100, stash="flail")
    acts.hire(warband, "imperial_assassin")
    acts.hand_out(warband, "flail", "Imperial Assassin")
    assert "flail" in acts.carried(warband, "Imperial Assassin")
    with acts.refused(warband, "item_not_on_list", "keeps what is his"):
        acts.take_away(warband, "flail", "Imperial Assassin")
