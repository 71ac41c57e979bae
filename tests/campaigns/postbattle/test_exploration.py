"""Step three: how many dice, what changes them, and each of the thirty places with all that may come of it
(reference: income.yaml; rulings 12 and 22 to 24)."""

from __future__ import annotations

import pytest

from campaigns.postbattle.choices import ChoiceError
from mordheim.rules.snapshot import LastingEffect, Piece, WarbandSnapshot, WarriorSnapshot
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import dwarfs, full_kit, rulebook, three_orcs, warband, warrior
from warbands.roster.refusals import Refused

SKAB = "Skab"
MATRIARCH = "Sigmarite Matriarch"


def lad(name: str, type_key: str = "orc_boy", **changes: object) -> WarriorSnapshot:
    told = {"section": "hero", "promoted": True, "name": name, "experience": 2, "skill_lists": ["combat", "strength"]}
    return warrior(type_key, **{**told, **changes})


def mob(*lines: object, **changes: object) -> WarbandSnapshot:
    """Six heroes, none of them short of an advance."""
    shaman = warrior("orc_shaman", experience=12)
    return fought(three_orcs(shaman, warrior("big_un", name=SKAB), "big_un", lad("Nob"), lad("Git"), *lines), **changes)


def kit(kind: str, *lines: object, **changes: object) -> WarbandSnapshot:
    return fought(full_kit(warband(kind, *lines)), **changes)


def sisters(**changes: object) -> WarbandSnapshot:
    return kit("sisters_of_sigmar", "matriarch", *3 * ["sister_superior"], "2 novice", **changes)


def undead(**changes: object) -> WarbandSnapshot:
    return kit("undead", "vampire", "necromancer", *3 * ["dreg"], "2 zombie", **changes)


def skaven(**changes: object) -> WarbandSnapshot:
    return kit("skaven", "assassin_adept", "eshin_sorcerer", *2 * ["black_skaven"], "2 verminkin", **changes)


def cult(**changes: object) -> WarbandSnapshot:
    return kit("cult_of_the_possessed", "magister", *2 * ["mutant"], "possessed", "2 brethren", **changes)


def hunters(**changes: object) -> WarbandSnapshot:
    captain = warrior("captain: sword, crossbow", of="witch_hunters", name="Ulrich")
    return kit("witch_hunters", captain, *3 * ["witch_hunter"], "2 zealot", **changes)


def dice(count: int, face: int, heroes: int = 6) -> str:
    """So many dice of one face, and no other set."""
    others = [one for one in range(1, 7) if one != face]
    return "".join(map(str, [*count * [face], *others[: heroes - count]]))


def find(
    count: int, face: int, rest: str = "", *choices: object, of: WarbandSnapshot | None = None, **told: object
) -> Done:
    """What so many dice of a face bring to six heroes, or to the four of another warband."""
    before = of or mob()
    heroes = sum(one.section == "hero" for one in before.warriors)
    wanted = [chosen("exploration", *choice) for choice in choices]
    return night(before, exploration=f"{dice(count, face, heroes)} {rest}", choose=wanted, **told)


def gold(done: Done) -> int:
    """Gold crowns of the exploration."""
    return sum(one["by"] for one in done.effects("exploration", "gold"))


def stash(done: Done) -> list[object]:
    return done.file.get("stash", [])


def shards(done: Done, place_only: bool = False) -> int:
    found = [
        effect.as_json()["by"]
        for event in done.run.events
        for effect in event.effects
        if event.step == "exploration" and effect.kind == "shards"
        and not (place_only and event.result in ("wyrdstone_found", "extra_shards"))
    ]  # fmt: skip
    return sum(found)


def pool(done: Done) -> int:
    """How many dice were rolled at once."""
    return next((len(event.roll.faces) for event in done.run.events if event.result == "exploration"), 0)


class TestHowManyDice:
    def test_one_for_each_hero_who_stood(self):
        assert pool(night(mob())) == 6

    def test_none_for_those_out_of_action_even_if_they_recover(self):
        assert pool(night(mob(), out=[SKAB, "Nob"], injuries="41 41")) == 4

    def test_none_for_whoever_missed_the_battle_or_is_held_captive(self):
        """Ruling 21."""
        away = (lad("Nob", games_to_miss=1), lad("Git", captured_by="The Rivals"), lad("Krump"))
        assert pool(night(fought(three_orcs(*away, "big_un")), missed=["Krump"])) == 2

    def test_none_for_henchmen_or_hired_swords(self):
        assert pool(night(fought(three_orcs("3 orc_boy", "pit_fighter")))) == 1

    @pytest.mark.parametrize(("result", "count"), [("won", 7), ("lost", 6), ("drew", 6)])
    def test_one_more_for_the_winner(self, result, count):
        assert pool(night(mob(), result=result, choose=KEPT if result == "won" else [])) == count

    def test_each_of_those_who_share_a_victory_has_the_winners_die(self):
        """Ruling 22."""
        assert pool(night(mob(), result="won", shared=True, choose=KEPT)) == 7

    def test_a_winner_without_a_standing_hero_has_the_one_die(self):
        done = night(fought(three_orcs()), result="won", out=["Orc Boss"], injuries="41", exploration="6")
        assert shards(done) == 2

    def test_nobody_explores_where_nobody_stood(self):
        done = night(fought(three_orcs()), out=["Orc Boss"], injuries="41", exploration="")
        assert done.results("exploration") == ["nobody_explores"]
        assert "wyrdstone" not in done.file

    def test_an_augur_rolls_two_and_keeps_one(self):
        before = kit("sisters_of_sigmar", "matriarch", "augur", "2 novice")
        keep = chosen("exploration", "discard", 2, "Augur")
        done = night(before, exploration="6 2 5", choose=[keep])
        assert pool(done) == 3
        assert shards(done) == 2

    def test_only_her_own_two_are_hers_to_choose_from(self):
        before = kit("sisters_of_sigmar", "matriarch", "augur", "2 novice")
        with pytest.raises(Refused, match="6 is not among"):
            night(before, exploration="6 2 5", choose=[chosen("exploration", "discard", 6, "Augur")])

    def test_an_augur_who_fell_rolls_none(self):
        before = kit("sisters_of_sigmar", "matriarch", "augur", "2 novice")
        assert pool(night(before, out=["Augur"], injuries="41")) == 1

    def test_the_bearer_of_the_eye_rolls_two(self):
        before = fought(three_orcs(warrior("big_un: all_seeing_eye_of_numas", name=SKAB)))
        assert pool(night(before)) == 3
        assert pool(night(before, out=[SKAB], injuries="41")) == 1


KEPT = [chosen("exploration", "dice_kept", [1, 2, 3, 4, 5, 6])]


class TestAtMostSixCount:
    def seven(self, rolled: str, kept: list[int]) -> Done:
        return night(mob(), result="won", exploration=rolled, choose=[chosen("exploration", "dice_kept", kept)])

    def test_the_player_picks_six_of_seven(self):
        assert "corpse" in self.seven("1233456 4", [1, 2, 3, 3, 5, 6]).results("exploration")
        assert shards(self.seven("1233456 4", [1, 2, 3, 3, 5, 6]), place_only=False) == 4

    def test_each_die_once(self):
        with pytest.raises(Refused):
            self.seven("1233456", [3, 3, 3, 4, 5, 6])

    def test_six_and_no_other_number(self):
        with pytest.raises(Refused, match="6 are to be chosen, not 5"):
            self.seven("1233456", [1, 2, 3, 3, 4])

    def test_it_is_asked_only_when_more_were_rolled(self):
        with pytest.raises(ChoiceError, match="Nothing asks for this choice: dice_kept"):
            night(mob(), exploration="123456", choose=KEPT)

    def test_and_must_be_answered_then(self):
        with pytest.raises(ChoiceError, match="dice_kept in exploration"):
            night(mob(), result="won", exploration="1234561", strict=["exploration"])


class TestWhichPlace:
    def test_no_set_finds_shards_only(self):
        done = night(mob(), exploration="123456", strict=["exploration"])
        assert done.results("exploration") == ["exploration", "wyrdstone_found"]

    def test_the_largest_set_counts(self):
        assert "market_hall" in night(mob(), exploration="555661 43").results("exploration")

    def test_of_equal_sets_the_higher_face(self):
        assert "ruined_hovels" in night(mob(), exploration="116634 5").results("exploration")
        assert "returning_a_favour" in night(mob(), exploration="111666").results("exploration")

    def test_every_count_and_face_has_one_place(self):
        places = {(one.dice, one.face) for one in rulebook().locations.values()}
        assert places == {(count, face) for count in range(2, 7) for face in range(1, 7)}
        assert len(rulebook().locations) == 30


class TestShardsByTheTotal:
    @pytest.mark.parametrize(
        ("rolled", "rest", "found"),
        [
            ("1", "", 1), ("5", "", 1), ("6", "", 2), ("56", "", 2), ("651", "", 3), ("654 2", "", 3), ("6543", "", 4),
            ("65432 4", "", 4), ("66541 3", "2", 5), ("665544", "2", 5), ("666541", "", 5),
        ],
    )  # fmt: skip
    def test_the_figures_of_the_chart(self, rolled, rest, found):
        faces = rolled.replace(" ", "")
        before = fought(three_orcs(*(lad(f"Lad {number}") for number in range(len(faces) - 1))))
        assert shards(night(before, exploration=faces + rest)) == found

    def test_31_and_36(self):
        assert rulebook().scales["shards_found"].value(31) == 6
        assert rulebook().scales["shards_found"].value(35) == 6
        assert rulebook().scales["shards_found"].value(36) == 7

    def test_miners_find_one_more_when_a_die_was_rolled(self):
        """Ruling 23."""
        before = fought(dwarfs("dwarf_noble", "2 beardling"))
        done = night(before, exploration="3")
        assert [one["by"] for one in done.effects("exploration", "shards")] == [1, 1]
        nobody = night(before, out=["Dwarf Noble"], injuries="41", exploration="")
        assert nobody.effects("exploration") == []
        assert shards(night(before, result="won", out=["Dwarf Noble"], injuries="41", exploration="3")) == 2

    def test_what_was_carried_off_the_table_is_brought_home(self):
        done = night(
            mob(), shards=2, gold=15, items=[Piece("sword"), Piece("dwarf_axe", "gromril", 2)], exploration="123456"
        )
        assert shards(done) == 2 + 4
        assert done.file["treasury"] == 515
        assert stash(done) == ["sword", {"item": "dwarf_axe", "material": "gromril", "quantity": 2}]

    def test_a_map_that_was_carried_off_is_read_and_of_use_at_once(self):
        done = night(mob(), items=["mordheim_map"], exploration="2 123456", strict=["exploration"])
        assert stash(done) == ["mordheim_map"]
        assert "effects" not in done.file


class TestRerolls:
    """Ruling 24: re-rolls first, then changes; never outside 1 to 6."""

    def hunter(self, **changes: object) -> WarbandSnapshot:
        clever = warrior("sister_superior", **{"name": "Bertha", "skills": ["wyrdstone_hunter"], **changes})
        return kit("sisters_of_sigmar", "matriarch", clever, "2 novice")

    def test_a_wyrdstone_hunter_rolls_one_die_again(self):
        bertha = chosen("exploration", "reroll", 1, "Bertha")
        done = night(self.hunter(), exploration="1 5 6", choose=[bertha])
        assert shards(done) == 2
        assert "reroll" in done.results("exploration")

    def test_or_none(self):
        done = night(self.hunter(), exploration="1 4", choose=[chosen("exploration", "reroll", "none", "Bertha")])
        assert shards(done) == 1

    def test_not_if_she_fell(self):
        assert shards(night(self.hunter(), out=["Bertha"], injuries="41", exploration="1")) == 1

    def test_a_die_that_was_rolled_again_is_not_rolled_again(self):
        two = fought(
            kit("sisters_of_sigmar", "matriarch", "2 novice"),
            effects=(LastingEffect("entrance_to_the_catacombs"), LastingEffect("one_reroll")),
        )
        done = night(two, exploration="1 2", choose=[chosen("exploration", "reroll", 1)])
        assert shards(done) == 1
        with pytest.raises(ChoiceError, match="Nothing asks for this choice: reroll"):
            night(two, exploration="1 2", choose=[again(1), again(2)])

    def test_the_pendulum_asks_for_a_test_of_its_standing_bearer(self):
        before = fought(three_orcs(warrior("big_un: wyrdstone_pendulum", name=SKAB)))
        swings = chosen("exploration", "reroll", 1, SKAB)
        assert shards(night(before, exploration="1 2  34  6", choose=[swings])) == 2
        failed = night(before, exploration="1 2  56", strict=["exploration"])
        assert "failed" in failed.results("exploration")
        assert pool(night(before, out=[SKAB], injuries="41", exploration="5")) == 1

    def test_a_map_lets_one_or_three_dice_be_rolled_again_at_the_next_exploration_only(self):
        one = night(mob(effects=(LastingEffect("one_reroll"),)), exploration="123456 6 3", choose=[again(1)])
        assert "ruined_hovels" in one.results("exploration")
        assert "effects" not in one.file
        three = night(
            mob(effects=(LastingEffect("three_rerolls"),)),
            exploration="112233 4 5 6 3",
            choose=[again(1), again(1), again(2)],
        )
        assert three.run.events[-1].result == "rating"
        assert "effects" not in three.file

    def test_a_true_map_helps_for_good_while_its_owner_stands(self):
        before = mob(effects=(LastingEffect("lasting_reroll", {"warrior": SKAB}),))
        done = night(before, exploration="123456 6", choose=[chosen("exploration", "reroll", 6, SKAB)])
        assert done.file["effects"] == [{"effect": "lasting_reroll", "warrior": SKAB}]
        night(before, out=[SKAB], injuries="41", exploration="12345", strict=["exploration"])

    def test_a_map_waits_for_an_exploration_where_nobody_explores(self):
        before = fought(three_orcs(), effects=(LastingEffect("one_reroll"), LastingEffect("straggler")))
        done = night(before, out=["Orc Boss"], injuries="41", exploration="")
        assert [one["effect"] for one in done.file["effects"]] == ["one_reroll", "straggler"]


def again(face: int):
    return chosen("exploration", "reroll", face)


def change(face: int, to: int, who: str | None = None):
    return chosen("exploration", "change", [face, to], who)


class TestChanges:
    def resourceful(self) -> WarbandSnapshot:
        sven = warrior("dwarf_engineer", name="Sven", skills=["resource_hunter"])
        return fought(dwarfs("dwarf_noble", sven, "2 beardling"))

    def test_a_resource_hunter_moves_one_die_by_one(self):
        assert "corpse" in night(self.resourceful(), exploration="23 3", choose=[change(2, 3)]).results("exploration")
        assert "shop" in night(self.resourceful(), exploration="23 4", choose=[change(3, 2)]).results("exploration")

    @pytest.mark.parametrize(("face", "to"), [(6, 7), (1, 0), (1, 3), (2, 3)])
    def test_never_outside_1_to_6_nor_by_more_nor_a_die_that_is_not_there(self, face, to):
        with pytest.raises(Refused):
            night(self.resourceful(), exploration="16", choose=[change(face, to)])

    def test_only_if_he_explores(self):
        done = night(self.resourceful(), out=["Sven"], injuries="41", exploration="2", strict=["exploration"])
        assert "change" not in done.results("exploration")

    def test_the_elf_ranger_helps_even_if_he_fell(self):
        mercs = fought(warband("reikland", "captain", "champion", "2 warrior", "elf_ranger"))
        done = night(mercs, out=["elf_ranger"], injuries="4", exploration="23 3", choose=[change(2, 3, "elf_ranger")])
        assert "corpse" in done.results("exploration")

    def test_but_not_if_he_missed_the_battle(self):
        mercs = fought(warband("reikland", "captain", "champion", "2 warrior", "elf_ranger"))
        with pytest.raises(ChoiceError, match="Nothing asks"):
            night(mercs, missed=["elf_ranger"], exploration="23", choose=[change(2, 3, "elf_ranger")])

    def test_tarot_cards_help_even_if_their_bearer_fell(self):
        before = fought(three_orcs(warrior("big_un: tarot_cards", name=SKAB), "big_un"))
        done = night(before, out=[SKAB], injuries="41", exploration="23 3", choose=[change(2, 3, SKAB)])
        assert "corpse" in done.results("exploration")

    def test_cards_that_foretold_nothing_do_not(self):
        before = fought(three_orcs(warrior("big_un: tarot_cards", name=SKAB), "big_un"))
        done = night(before, foreseen=(), exploration="234", strict=["exploration"])
        assert "change" not in done.results("exploration")
        assert "change" in night(before, foreseen=(SKAB,), exploration="234 3", choose=[change(2, 3)]).results(
            "exploration"
        )

    def test_rerolls_come_first(self):
        clever = warrior("dwarf_engineer", name="Sven", skills=["resource_hunter"])
        before = fought(dwarfs("dwarf_noble", clever, "2 beardling"), effects=(LastingEffect("one_reroll"),))
        done = night(before, exploration="16 5 1", choose=[again(1), change(5, 6)])
        assert "ruined_hovels" in done.results("exploration")

    def test_what_is_sensible_never_breaks_a_set(self):
        done = night(self.resourceful(), exploration="33 3")
        assert "corpse" in done.results("exploration")


class TestStraggler:
    def test_one_die_more_and_any_one_put_aside(self):
        before = mob(effects=(LastingEffect("straggler"),))
        done = night(before, exploration="1234566 3", choose=[chosen("exploration", "discard", 1)])
        assert pool(done) == 7
        assert "effects" not in done.file
        assert shards(done) == rulebook().scales["shards_found"].value(26)


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
