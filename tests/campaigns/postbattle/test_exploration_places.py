"""Each of the thirty places of the exploration, with all that may come of it (reference: income.yaml)."""

from __future__ import annotations

import pytest

from mordheim.rules.snapshot import LastingEffect, Piece
from tests.campaigns.postbattle.exploring import (
    MATRIARCH,
    SKAB,
    cult,
    find,
    gold,
    hunters,
    kit,
    mob,
    shards,
    sisters,
    skaven,
    stash,
    undead,
)
from tests.campaigns.postbattle.night import chosen, fought, night
from tests.warbands.roster.cast import rulebook, warband, warrior
from warbands.roster.refusals import Refused


class TestDoubles:
    def test_well_a_hero_tests_his_toughness_for_a_shard(self):
        done = find(2, 1, "4", ("hero", SKAB))
        assert shards(done, place_only=True) == 1

    def test_well_whoever_fails_misses_the_next_game(self):
        done = find(2, 1, "5", ("hero", SKAB))
        assert shards(done, place_only=True) == 0
        assert done.row(SKAB)["games_to_miss"] == 1
        assert done.effects("exploration", "miss_games") == [{"kind": "miss_games", "warrior": SKAB, "by": 1}]

    def test_well_nobody_goes_who_fell(self):
        with pytest.raises(Refused):
            night(
                mob(), out=["Nob"], injuries="41", exploration="11234 2", choose=[chosen("exploration", "hero", "Nob")]
            )

    def test_shop(self):
        assert gold(find(2, 2, "4")) == 4
        done = find(2, 2, "1")
        assert gold(done) == 1
        assert stash(done) == ["lucky_charm"]

    @pytest.mark.parametrize(
        ("rest", "gc", "items"),
        [
            ("1 5", 5, []), ("2 6", 6, []), ("3", 0, ["dagger"]), ("4", 0, ["axe"]), ("5", 0, ["sword"]),
            ("6", 0, ["light_armour"]),
        ],
    )  # fmt: skip
    def test_corpse(self, rest, gc, items):
        done = find(2, 3, rest)
        assert (gold(done), stash(done)) == (gc, items)

    def test_straggler_is_questioned(self):
        assert find(2, 4).file["effects"] == [{"effect": "straggler"}]

    def test_straggler_is_sold_by_skaven(self):
        done = find(2, 4, "56", of=skaven())
        assert gold(done) == 11
        assert "effects" not in done.file

    def test_straggler_is_sacrificed_by_the_possessed_for_their_leader(self):
        done = find(2, 4, of=cult())
        assert done.effects("exploration", "experience") == [
            {"kind": "experience", "warrior": "Magister", "by": 1, "reason": "straggler"}
        ]

    def test_straggler_becomes_a_zombie_of_the_undead(self):
        done = find(2, 4, of=undead(), rest="")
        assert done.of("Zombie").size == 3
        assert done.effects("exploration", "joins") == [{"kind": "joins", "warrior": "Zombie", "count": 1}]

    @pytest.mark.parametrize(
        ("rest", "gc", "items"),
        [
            ("1 4", 0, ["mordheim_map"]), ("2 4", 0, ["mordheim_map"]), ("3 56", 11, []), ("4 12", 3, []),
            ("5", 0, ["jewelled_sword", "jewelled_dagger"]), ("6", 0, ["jewelled_sword", "jewelled_dagger"]),
        ],
    )  # fmt: skip
    def test_overturned_cart(self, rest, gc, items):
        done = find(2, 5, rest)
        assert (gold(done), stash(done)) == (gc, items)

    @pytest.mark.parametrize(
        ("face", "effect"),
        [(1, "fake"), (2, "one_reroll"), (3, "one_reroll"), (4, "choose_scenario"), (5, "three_rerolls")],
    )
    def test_a_map_is_read_when_it_is_found(self, face, effect):
        assert find(2, 5, f"1 {face}").file["effects"] == [{"effect": effect}]

    def test_the_true_map_has_an_owner(self):
        done = find(2, 5, "1 6", ("hero", SKAB))
        assert done.file["effects"] == [{"effect": "lasting_reroll", "warrior": SKAB}]

    def test_ruined_hovels(self):
        assert gold(find(2, 6, "5")) == 5


class TestTriples:
    def test_tavern_the_leader_keeps_them_from_the_barrels(self):
        done = find(3, 1, "44 6 6 6 6")
        assert gold(done) == 24

    def test_tavern_or_does_not(self):
        assert gold(find(3, 1, "45 6")) == 6

    @pytest.mark.parametrize("of", [undead, hunters, sisters])
    def test_tavern_undead_and_the_pious_need_no_test(self, of):
        assert gold(find(3, 1, "1 2 3 4", of=of())) == 10

    def test_tavern_while_the_leader_is_held_captive_the_test_is_failed(self):
        boss = warrior("orc_boss", captured_by="The Rivals")
        captive = fought(mob(), warriors=tuple(boss if w.name == boss.name else w for w in mob().warriors))
        done = night(captive, exploration="11123 6")
        assert gold(done) == 6

    @pytest.mark.parametrize(
        ("rest", "gc", "items"),
        [
            ("1", 0, ["sword"]), ("2", 0, ["double_handed_weapon"]), ("3", 0, ["flail"]),
            ("4 3", 0, [{"item": "halberd", "quantity": 3}]), ("5", 0, ["lance"]), ("6 34", 7, []),
        ],
    )  # fmt: skip
    def test_smithy(self, rest, gc, items):
        done = find(3, 2, rest)
        assert (gold(done), stash(done)) == (gc, items)

    def test_prisoners_are_freed_for_their_thanks(self):
        assert gold(find(3, 3, "34")) == 7

    def test_prisoners_one_may_join_a_human_group_for_the_price_of_its_gear(self):
        group = warrior("2 warrior: sword, shield", of="reikland", name="The Watch", experience=3)
        mercs = fought(warband("reikland", "captain", "champion", "youngblood", group))
        done = night(mercs, exploration="333 34", choose=[chosen("exploration", "prisoner", "The Watch")])
        assert done.of("The Watch").size == 3
        assert done.row("The Watch")["experience"] == 4
        assert gold(done) == 7 - 15

    def test_prisoners_nobody_need_join(self):
        group = warrior("2 warrior: sword", of="reikland", name="The Watch")
        mercs = fought(warband("reikland", "captain", "champion", "youngblood", group))
        done = night(mercs, exploration="333 34", choose=[chosen("exploration", "prisoner", "none")])
        assert done.of("The Watch").size == 2

    def test_prisoners_a_full_group_takes_none_and_rare_gear_is_paid_for(self):
        full = warrior("5 warrior", of="reikland", name="The Full")
        mercs = fought(warband("reikland", "captain", "champion", "youngblood", full))
        assert [q for q in night(mercs, exploration="333 34").asked if q.choose == "prisoner"] == []

    def test_prisoners_are_sacrificed_for_experience_among_the_heroes(self):
        done = find(3, 3, "2", ("spread", ["Magister", "Possessed"]), of=cult())
        told = done.effects("exploration", "experience")
        assert [(one["warrior"], one["by"]) for one in told] == [("Magister", 1), ("Possessed", 1)]

    def test_prisoners_become_zombies(self):
        assert find(3, 3, "3", of=undead()).of("Zombie").size == 5

    def test_prisoners_are_sold_by_skaven(self):
        assert gold(find(3, 3, "666", of=skaven())) == 18

    @pytest.mark.parametrize(
        ("rest", "items"),
        [
            ("1 2", [{"item": "short_bow", "quantity": 2}]), ("2 1", ["short_bow"]),
            ("3 3", [{"item": "bow", "quantity": 3}]), ("4 2", [{"item": "long_bow", "quantity": 2}]),
            ("5", ["hunting_arrows"]), ("6 1", ["crossbow"]),
        ],
    )  # fmt: skip
    def test_fletcher(self, rest, items):
        assert stash(find(3, 4, rest)) == items

    def test_market_hall(self):
        assert gold(find(3, 5, "66")) == 12

    def test_returning_a_favour(self):
        done = find(3, 6, "", ("hired_sword", "pit_fighter"))
        assert done.row("Pit Fighter") == {"name": "Pit Fighter", "type": "pit_fighter", "until": "next_battle"}
        assert done.file["treasury"] == 500

    def test_returning_a_favour_a_warlock_brings_spells_that_are_rolled_and_recorded(self):
        done = find(3, 6, "1 1 2", ("hired_sword", "warlock"))
        assert [one.spell for one in done.of("Warlock").spells] == ["fires_of_uzhul", "flight_of_zimmeran"]
        rolls = [event.roll for event in done.run.events if event.roll and event.warrior == "Warlock"]
        assert [roll.faces for roll in rolls] == [(1,), (1,), (2,)]
        assert {roll.what_for for roll in rolls} == {"random spell of Lesser Magic"}

    def test_returning_a_favour_a_warlock_may_know_one_spell_the_better(self):
        lower = ("duplicate_spell", "lower", "Warlock")
        done = find(3, 6, "1 1", ("hired_sword", "warlock"), lower)
        assert done.row("Warlock")["spells"] == [{"spell": "fires_of_uzhul", "difficulty": 6}]

    def test_returning_a_favour_only_of_those_who_would_serve(self):
        with pytest.raises(Refused):
            find(3, 6, "", ("hired_sword", "elf_ranger"))
        done = find(3, 6, "", ("hired_sword", "none"))
        assert "hired_swords" not in done.file

    def test_after_the_battle_he_leaves_or_stays_for_his_upkeep(self):
        before = find(3, 6, "", ("hired_sword", "pit_fighter")).snapshot
        gone = night(before, exploration="123456", choose=[chosen("upkeep", "pay", [])])
        assert "hired_swords" not in gone.file
        kept = night(before, exploration="123456", choose=[chosen("upkeep", "pay", ["Pit Fighter"])])
        assert "until" not in kept.row("Pit Fighter")
        assert kept.file["treasury"] == 500 - 15


class TestFourOfAKind:
    @pytest.mark.parametrize(
        ("rest", "items"),
        [
            ("1", ["blunderbuss"]), ("2", ["pistol_brace"]), ("3", ["duelling_pistol_brace"]),
            ("4 2", [{"item": "handgun", "quantity": 2}]), ("5 3", [{"item": "superior_blackpowder", "quantity": 3}]),
            ("6", ["hochland_long_rifle"]),
        ],
    )  # fmt: skip
    def test_gunsmith(self, rest, items):
        assert stash(find(4, 1, rest)) == items

    def test_shrine_is_stripped(self):
        assert gold(find(4, 2, "345")) == 12

    def test_shrine_is_saved_by_the_pious_who_have_a_weapon_blessed(self):
        done = find(4, 2, "345", ("shrine", "save"), ("hero", "Ulrich"), ("weapon", "sword"), of=hunters())
        assert gold(done) == 12
        assert done.file["effects"] == [{"effect": "shrine", "warrior": "Ulrich", "weapon": "sword"}]

    def test_shrine_only_a_weapon_that_he_carries(self):
        with pytest.raises(Refused):
            find(4, 2, "345", ("shrine", "save"), ("hero", "Ulrich"), ("weapon", "halberd"), of=hunters())

    def test_shrine_they_may_strip_it_too(self):
        done = find(4, 2, "345", ("shrine", "loot"), of=sisters())
        assert gold(done) == 12
        assert "effects" not in done.file

    def test_shrine_where_nobody_has_a_weapon_nothing_is_blessed(self):
        done = find(4, 2, "345", ("shrine", "save"), of=sisters())
        assert "effects" not in done.file

    def test_townhouse(self):
        assert gold(find(4, 3, "111")) == 3

    @pytest.mark.parametrize(
        ("rest", "items"),
        [
            ("3 2", [{"item": "helmet", "quantity": 2}]), ("4 1", ["light_armour"]),
            ("5 3", [{"item": "heavy_armour", "quantity": 3}]), ("6", ["ithilmar_armour"]),
        ],
    )  # fmt: skip
    def test_armourer(self, rest, items):
        assert stash(find(4, 4, rest)) == items

    @pytest.mark.parametrize("face", [1, 2])
    @pytest.mark.parametrize("item", ["shield", "buckler"])
    def test_armourer_shields_or_bucklers_as_one_likes(self, face, item):
        assert stash(find(4, 4, f"{face} 2", ("item", item))) == [{"item": item, "quantity": 2}]

    def test_graveyard_is_looted_and_remembered(self):
        done = find(4, 5, "6")
        assert gold(done) == 60
        assert done.file["effects"] == [{"effect": "graveyard"}]

    @pytest.mark.parametrize(("of", "leader"), [(sisters, "Sigmarite Matriarch"), (hunters, "Ulrich")])
    def test_graveyard_is_sealed_by_the_pious(self, of, leader):
        done = find(4, 5, "2", ("spread", [leader, leader]), of=of())
        assert done.effects("exploration", "experience") == [
            {"kind": "experience", "warrior": leader, "by": 2, "reason": "graveyard"}
        ]
        assert gold(done) == 0

    def test_graveyard_every_point_is_given_to_somebody(self):
        for wrong in ([MATRIARCH], 3 * [MATRIARCH], [MATRIARCH, "Novice"]):
            with pytest.raises(Refused):
                find(4, 5, "2", ("spread", wrong), of=sisters())

    def test_graveyard_an_advance_that_it_brings_is_rolled_at_once(self):
        ready = warrior("sister_superior", name="Bertha", experience=9)
        before = kit("sisters_of_sigmar", "matriarch", ready, "sister_superior", "sister_superior", "2 novice")
        done = night(before, exploration="5555 1  45 4", choose=[chosen("exploration", "spread", ["Bertha"])])
        assert done.row("Bertha")["increases"] == {"t": 1}
        assert "advances_due" not in done.row("Bertha")

    def test_catacombs(self):
        assert find(4, 6).file["effects"] == [{"effect": "catacombs"}]


class TestFiveOfAKind:
    def test_moneylenders_house(self):
        assert gold(find(5, 1, "4")) == 40

    def test_alchemists_laboratory(self):
        done = find(5, 2, "123", ("hero", SKAB))
        assert gold(done) == 6
        assert done.row(SKAB)["extra_skill_lists"] == ["academic"]
        assert done.effects("exploration", "skill_lists") == [
            {"kind": "skill_lists", "warrior": SKAB, "lists": ["academic"]}
        ]

    @pytest.mark.parametrize(("rest", "gc"), [("1 4", 20), ("2 6", 30), ("3", 20), ("4", 20), ("5", 50), ("6 3", 45)])
    def test_jewelsmith_sold_at_once(self, rest, gc):
        done = find(5, 3, rest, ("jewelsmith", "sell"))
        assert (gold(done), stash(done)) == (gc, [])

    @pytest.mark.parametrize("face", [1, 3, 5, 6])
    def test_jewelsmith_or_kept(self, face):
        done = find(5, 3, str(face), ("jewelsmith", "keep"))
        assert (gold(done), stash(done)) == (0, ["gem"])

    def test_merchants_house(self):
        assert gold(find(5, 4, "35")) == 40

    def test_merchants_house_on_a_double_there_is_the_symbol_instead(self):
        done = find(5, 4, "33")
        assert (gold(done), stash(done)) == (0, ["guild_symbol"])

    def test_shattered_building_and_its_hound(self):
        done = find(5, 5, "3 26")
        assert shards(done, place_only=True) == 3
        assert stash(done) == ["wardog"]

    def test_shattered_building_the_hound_stays_where_the_test_is_failed(self):
        done = find(5, 5, "1 66")
        assert (shards(done, place_only=True), stash(done)) == (1, [])

    def test_entrance_to_the_catacombs_once(self):
        done = find(5, 6)
        assert done.file["effects"] == [{"effect": "entrance_to_the_catacombs"}]
        again_found = find(5, 6, of=mob(effects=(LastingEffect("entrance_to_the_catacombs"),)), strict=["exploration"])
        assert again_found.file["effects"] == [{"effect": "entrance_to_the_catacombs"}]


class TestSixOfAKind:
    def test_the_pit_devours_on_a_1(self):
        done = find(6, 1, "1", ("hero", SKAB))
        assert not done.has(SKAB)
        assert done.effects("exploration", "dead") == [{"kind": "dead", "warrior": SKAB, "count": 1}]

    @pytest.mark.parametrize(("rest", "found"), [("2 1", 2), ("6 6", 7)])
    def test_the_pit_gives_a_d6_and_one_shards_otherwise(self, rest, found):
        done = find(6, 1, rest, ("hero", SKAB))
        assert done.has(SKAB)
        assert shards(done, place_only=True) == found

    def test_the_pit_nobody_has_to_go(self):
        assert shards(find(6, 1, "", ("hero", "none")), place_only=True) == 0
        assert shards(find(6, 1, "", strict=["exploration"]), place_only=True) == 0

    def test_the_pit_a_leader_who_is_devoured_is_followed_at_once(self):
        done = find(6, 1, "1 6 3", ("hero", "Orc Boss"))
        assert done.run.leader.name == SKAB
        assert done.effects("exploration", "leader") == [{"kind": "leader", "warrior": SKAB}]

    def test_hidden_treasure_with_everything(self):
        done = find(6, 2, "12345  4 2  5  5  4 3  5  5  5 3")
        assert gold(done) == 75
        assert shards(done, place_only=True) == 2
        assert stash(done) == [
            "holy_relic", "heavy_armour", {"item": "gem", "quantity": 3}, "elven_cloak", "holy_tome",
            "attlas_plate_mail",
        ]  # fmt: skip

    def test_hidden_treasure_with_the_gold_alone(self):
        done = find(6, 2, "11111 3 4 4 3 4 4 4")
        assert (gold(done), stash(done), shards(done, place_only=True)) == (25, [], 0)

    @pytest.mark.parametrize(
        ("rest", "items"),
        [
            ("1 2", [{"item": "double_handed_weapon", "quantity": 2}]),
            ("2 3", [{"item": "heavy_armour", "quantity": 3}]),
            ("3", [{"item": "axe", "material": "gromril"}]),
            ("4", [{"item": "hammer", "material": "gromril"}]),
            ("5", [{"item": "double_handed_weapon", "material": "gromril"}]),
            ("6", ["gromril_armour"]),
        ],
    )
    def test_dwarf_smithy(self, rest, items):
        assert stash(find(6, 3, rest)) == items

    def test_slaughtered_warband_with_everything(self):
        done = find(6, 4, "123  2  4 1  5  4 1  5 2  3 3  2 2  4 1  2 3")
        assert gold(done) == 30
        assert stash(done) == [
            {"item": "dagger", "quantity": 2}, "light_armour", "heavy_armour", "mordheim_map",
            {"item": "halberd", "quantity": 2}, {"item": "sword", "quantity": 3}, {"item": "shield", "quantity": 2},
            "bow", {"item": "helmet", "quantity": 3},
        ]  # fmt: skip
        assert done.file["effects"] == [{"effect": "fake"}]

    def test_slaughtered_warband_with_little(self):
        done = find(6, 4, "111 1 3 4 3 4 2 1 3 1")
        assert (gold(done), stash(done)) == (15, ["dagger"])

    def test_fighting_arena_sold(self):
        assert gold(find(6, 5, "", ("fighting_arena", "sell"))) == 100

    def test_fighting_arena_read(self):
        done = find(6, 5, "", ("fighting_arena", "read"), ("hero", "Orc Shaman"))
        assert done.row("Orc Shaman")["extra_skill_lists"] == ["combat"]
        assert done.file["effects"] == [{"effect": "fighting_arena", "warrior": "Orc Shaman"}]
        assert gold(done) == 0

    @pytest.mark.parametrize(
        ("rest", "gc", "items"),
        [
            ("1 3", 30, []), ("2 6", 60, []), ("3 4", 0, [{"item": "crimson_shade", "quantity": 4}]),
            ("4 1", 0, ["crimson_shade"]), ("5 1", 0, ["the_boots_and_rope_of_pieter"]),
            ("6 2", 0, ["the_count_of_ventimiglias_misericordia"]), ("5 3", 0, ["attlas_plate_mail"]),
            ("5 4", 0, ["bow_of_seeking"]), ("5 5", 0, ["executioners_hood"]), ("6 6", 0, ["all_seeing_eye_of_numas"]),
        ],
    )  # fmt: skip
    def test_nobles_villa(self, rest, gc, items):
        done = find(6, 6, rest)
        assert (gold(done), stash(done)) == (gc, items)


class TestArtefactsAreUnique:
    def test_one_that_somebody_has_found_is_rolled_again(self):
        done = find(6, 6, "5 3 4", taken=("attlas_plate_mail",))
        assert stash(done) == ["bow_of_seeking"]

    def test_one_that_the_warband_owns_too(self):
        done = find(6, 6, "5 3 4", of=mob(stash=(Piece("attlas_plate_mail"),)))
        assert stash(done) == ["attlas_plate_mail", "bow_of_seeking"]

    def test_where_all_are_found_nothing_is_rolled(self):
        every = tuple(key for key, item in rulebook().items.items() if item.category == "artefact")
        assert len(every) == 6
        done = find(6, 6, "5", taken=every)
        assert stash(done) == []


class TestThoseWhoJoin:
    def test_no_more_zombies_than_the_warband_may_have(self):
        before = kit("undead", "vampire", "necromancer", *3 * ["dreg"], "5 zombie", "4 ghoul")
        done = night(before, exploration="33344 3")
        assert sum(w.size for w in done.snapshot.warriors) == 15
        assert done.row("Zombie 2")["type"] == "zombie"

    def test_a_place_in_an_open_group_is_filled_first(self):
        before = kit("undead", "vampire", "necromancer", *3 * ["dreg"], "4 zombie")
        done = night(before, exploration="33344 3")
        assert [(w.name, w.size) for w in done.snapshot.warriors if w.type == "zombie"] == [
            ("Zombie", 5),
            ("Zombies", 2),
        ]
