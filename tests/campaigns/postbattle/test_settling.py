"""What a battle hands over to the night, by given dice: who was eaten, a sword's fee, those who met the sick, and what
is told of the next scenario (Town Cryer, Random Happenings; rulings 10, 16, 21 and 32; MH-046)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaigns.postbattle.after import Eaten, Exposed, Fee, Kind, NextScenario, Plague
from campaigns.postbattle.report import By, Casualty
from mordheim.rules.snapshot import Piece, WarbandSnapshot
from tests.campaigns.postbattle.night import EXILES, Done, chosen, fought, night
from tests.warbands.roster.cast import rulebook, warband, warrior
from warbands.roster.check import check
from warbands.roster.refusals import Refused

OGRE = "Ogre Bodyguard"
FEE = Fee(hired_sword="ogre_bodyguard")
PAID, UNPAID = chosen("injuries", "pay_fee", "yes"), chosen("injuries", "pay_fee", "no")


def mob(*lines: object, gold: int = 500, **changes: object) -> WarbandSnapshot:
    """A boss, two Big 'Uns called Skab and Grub, three lads and a Troll."""
    big = (warrior("big_un: battle_axe", name="Skab"), warrior("big_un", name="Grub"))
    rest = (warrior("3 orc_boy: battle_axe", name="Da Ladz", experience=3), warrior("troll", name="Bigfoot"))
    return fought(
        warband("orc_mob", warrior("orc_boss: sword", name="Boss"), *big, *rest, *lines), treasury=gold, **changes
    )


def ogre(**changes: Any) -> Any:
    return warrior("ogre_bodyguard: 2 axe", name=OGRE, until="next_battle", **changes)


def after(*entries: Kind, of: WarbandSnapshot | None = None, **told: Any) -> Done:
    return night(of or mob(), after=entries, **told)


class TestWhoWasEaten:
    def test_he_is_struck_off_with_his_things_and_rolls_for_nothing(self):
        done = after(Eaten(name="Skab", by="Dog Pack"), out=["Skab"], injuries="")
        assert not done.has("Skab")
        assert done.effects("injuries") == [{"kind": "dead", "warrior": "Skab", "count": 1}]
        assert done.snapshot.stash == ()
        assert [e.sentence for e in done.run.events if e.result == "eaten"] == [
            "Skab is lost for good to the Dog Pack."
        ]

    def test_the_others_of_his_group_roll_as_they_do(self):
        done = after(Eaten(name="Da Ladz"), out=["3 Da Ladz"], injuries="6 1")
        assert done.of("Da Ladz").size == 1
        assert done.results("injuries")[1:] == ["eaten", "recovers", "lost"]

    def test_of_two_who_were_out_one_is_left_to_roll(self):
        done = after(Eaten(name="Da Ladz"), out=["2 Da Ladz"], injuries="1")
        assert done.of("Da Ladz").size == 1

    def test_a_whole_group_may_be(self):
        assert not after(Eaten(name="Da Ladz", count=3), out=["3 Da Ladz"], injuries="").has("Da Ladz")

    def test_whoever_led_has_an_heir(self):
        done = after(Eaten(name="Boss"), out=["Boss"], injuries="3 4")
        assert done.of("Grub").leader

    def test_nobody_is_eaten_who_was_not_out_of_action(self):
        with pytest.raises(Refused, match="2 of Da Ladz cannot be lost"):
            after(Eaten(name="Da Ladz"), Eaten(name="Da Ladz", by="Wolves"), out=["1 Da Ladz"])
        with pytest.raises(Refused, match="Nob is not in The Tested"):
            after(Eaten(name="Nob"))

    def test_they_earn_nothing(self):
        assert after(Eaten(name="Skab"), out=["Skab"], injuries="").gained("Skab") == []


class TestTheFeeOfASword:
    def test_who_pays_has_nothing_left_and_keeps_him(self):
        """MH-046: 110 gc are hire and upkeep, and there is no further upkeep tonight."""
        done = after(FEE, of=mob(ogre(), gold=110 + 15), injuries="", choose=[PAID])
        assert done.of(OGRE).until is None
        assert done.effects("injuries") == [{"kind": "gold", "by": -110}, {"kind": "stays", "warrior": OGRE}]
        assert done.effects("upkeep", "gold") == [{"kind": "gold", "by": -15}]
        assert done.snapshot.treasury == 0
        assert check(done.snapshot, rulebook()).legal

    def test_next_time_he_asks_for_his_upkeep_alone(self):
        first = after(FEE, of=mob(ogre()), choose=[PAID]).snapshot
        assert {"kind": "gold", "by": -30} in night(first).effects("upkeep", "gold")

    def test_who_cannot_pay_has_somebody_hurt_who_stood(self):
        """MH-046: with 50 gc he leaves, and of Grub, Boss, one of the lads and the Troll one is hurt."""
        done = after(FEE, of=mob(ogre(), gold=50), out=["Skab", "2 Da Ladz"], injuries="2 22 33 4 4")
        assert not done.has(OGRE)
        assert done.results("injuries")[1:4] == ["leaves", "hurt", "leg_wound"]
        assert done.row("Grub")["injuries"] == ["leg_wound"]
        assert done.row("Skab")["injuries"] == ["nervous_condition"]
        assert done.snapshot.treasury == 50 - 15
        (leaves,) = [event.sentence for event in done.run.events if event.result == "leaves"]
        assert leaves.startswith("Ogre Bodyguard asks for 110 gc, and 50 gc are in the treasury. He is not paid")
        assert leaves.endswith("by a die in this order: Boss, Grub, Da Ladz, Bigfoot.")

    def test_so_has_who_will_not_pay_and_a_henchman_rolls_as_henchmen_do(self):
        done = after(FEE, of=mob(ogre()), injuries="42 1", choose=[UNPAID])
        assert done.of("Da Ladz").size == 2
        assert done.results("injuries")[1:] == ["leaves", "hurt", "lost"]

    def test_a_die_that_stands_for_nobody_is_rolled_again(self):
        done = after(FEE, of=mob(gold=0), out=["Skab", "1 Da Ladz"], injuries="6 1 33 44 4")
        assert done.results("injuries")[1:5] == ["leaves", "roll_again", "hurt", "nervous_condition"]

    def test_a_troll_that_is_hurt_recovers(self):
        done = after(FEE, of=mob(gold=0), out=["Skab", "Grub", "3 Da Ladz"], injuries="4 33 33 4 4 4")
        assert done.results("injuries")[1:4] == ["leaves", "hurt", "recovers"]

    def test_with_everybody_out_of_action_nobody_is_hurt(self):
        few = fought(warband("orc_mob", warrior("orc_boss", name="Boss")), treasury=0)
        done = after(FEE, of=few, out=["Boss"], injuries="33")
        assert done.results("injuries")[1] == "leaves"
        assert "finds nobody to hurt" in done.run.events[1].sentence

    def test_alone_one_is_hurt_without_a_die(self):
        few = fought(warband("orc_mob", warrior("orc_boss", name="Boss")), treasury=0)
        assert after(FEE, of=few, injuries="33").row("Boss")["injuries"] == ["nervous_condition"]

    def test_whoever_took_no_part_is_not_hurt(self):
        few = fought(warband("orc_mob", warrior("orc_boss", name="Boss"), warrior("big_un", name="Skab")), treasury=0)
        assert after(FEE, of=few, missed=("Skab",), injuries="33").row("Boss")["injuries"] == ["nervous_condition"]

    def test_he_does_not_hurt_himself(self):
        few = fought(warband("orc_mob", warrior("orc_boss", name="Boss"), ogre()), treasury=0)
        assert not after(FEE, of=few, out=["Boss"], injuries="33").has(OGRE)

    def test_nobody_need_have_written_him_down(self):
        """Paid, he comes onto the roster with what he has earned in this game."""
        done = after(Fee(hired_sword="ogre_bodyguard", name="Bront", gear=("axe", "sword")), choose=[PAID])
        assert (done.of("Bront").type, done.of("Bront").until) == ("ogre_bodyguard", None)
        assert set(done.of("Bront").equipment) == {Piece("axe"), Piece("sword")}
        assert done.gained("Bront") == [("survives", 1)]
        assert done.effects("injuries")[:2] == [
            {"kind": "gold", "by": -110},
            {"kind": "joins", "warrior": "Bront", "count": 1, "type": "ogre_bodyguard"},
        ]
        assert done.effects("upkeep", "gold") == [{"kind": "gold", "by": -15}]

    def test_out_of_action_and_paid_he_rolls_like_any_other(self):
        assert not after(FEE, choose=[PAID], out=[OGRE], injuries="1").has(OGRE)

    def test_out_of_action_and_unpaid_he_is_gone(self):
        done = after(FEE, of=mob(ogre(), gold=0), out=[OGRE], injuries="1 1 33")
        assert not done.has(OGRE)
        assert done.row("Boss")["injuries"] == ["nervous_condition"]

    def test_who_was_eaten_asks_for_nothing(self):
        done = after(FEE, Eaten(name=OGRE), of=mob(ogre()), out=[OGRE], injuries="")
        assert done.results("injuries") == ["battle_fought", "eaten"]
        assert done.snapshot.treasury == 500 - 15

    def test_where_the_rules_keep_him_out_he_is_paid_and_goes(self):
        rats = fought(warband("skaven", warrior("assassin_adept", of="skaven", name="Skrit")))
        done = after(FEE, of=rats, choose=[PAID], injuries="")
        assert not done.has(OGRE)
        assert done.effects("injuries") == [{"kind": "gold", "by": -110}]

    @pytest.mark.parametrize(
        ("entries", "saying"),
        [
            ([Fee(hired_sword="giant")], "no hired sword 'giant'"),
            ([FEE, FEE], "asks for his fee twice"),
            ([Fee(hired_sword="ogre_bodyguard", gear=("sword",))], "does not carry sword"),
        ],
    )
    def test_what_cannot_be_is_refused(self, entries, saying):
        with pytest.raises(Refused, match=saying):
            after(*entries)

    def test_who_serves_the_warband_anyway_asks_for_no_fee(self):
        """MH-046: never two on the roster."""
        with pytest.raises(Refused, match="serves the warband already"):
            after(FEE, of=mob(replace(ogre(), until=None)))

    def test_before_its_first_battle_a_warband_pays_from_what_was_left(self):
        fresh = warband("orc_mob", warrior("orc_boss: sword", name="Boss"), "2 orc_boy")
        left = check(fresh, rulebook()).treasury
        done = after(FEE, of=fresh, choose=[PAID])
        assert done.snapshot.treasury == left - 110

    def test_by_good_sense_he_is_paid_where_he_can_be(self):
        assert after(FEE).has(OGRE)
        assert not after(FEE, of=mob(gold=109)).has(OGRE)


class TestThePlague:
    def plague(self, *who: tuple[str, int]) -> Plague:
        return Plague(disease="plague_victims", exposed=tuple(Exposed(name=name, count=count) for name, count in who))

    @pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
    def test_only_a_one_is_the_disease(self, face):
        done = after(self.plague(("Skab", 1)), injuries=str(face))
        assert done.results("injuries")[1:] == ["spared"]

    @pytest.mark.parametrize(("face", "games"), [(2, 1), (5, 1), (6, 0)])
    def test_minor_symptoms_cost_a_game_and_a_full_recovery_nothing(self, face, games):
        assert after(self.plague(("Skab", 1)), injuries=f"1 {face}").of("Skab").games_to_miss == games

    def test_major_symptoms_maim_a_hero_as_often_as_a_die_says(self):
        """Ruling 16: 36, 56, 61 and 65 are rolled again."""
        done = after(self.plague(("Skab", 1)), injuries="1 1 2 36 22 65 56 61 33")
        assert done.row("Skab")["injuries"] == ["leg_wound", "nervous_condition"]

    def test_of_these_dead_stands(self):
        assert not after(self.plague(("Skab", 1)), injuries="1 1 3 11").has("Skab")

    def test_they_kill_a_henchman_and_a_hired_sword(self):
        done = after(
            self.plague(("Da Ladz", 3), (OGRE, 1)), of=mob(replace(ogre(), until=None)), injuries="1 6 1 1 1 1 1"
        )
        assert done.of("Da Ladz").size == 1
        assert not done.has(OGRE)

    def test_one_who_keeps_to_his_bed_parts_from_his_group_and_learns_no_more_with_it(self):
        done = after(self.plague(("Da Ladz", 3)), injuries="2 1 6 3")
        ladz, sick = done.of("Da Ladz"), done.of("Da Ladz 2")
        assert (ladz.size, ladz.games_to_miss) == (2, 0)
        assert (sick.size, sick.games_to_miss, sick.experience, sick.equipment) == (
            1,
            1,
            ladz.experience,
            ladz.equipment,
        )
        assert done.effects("experience", "split") == [
            {"kind": "split", "warrior": "Da Ladz", "name": "Da Ladz 2", "count": 1}
        ]
        again = night(done.snapshot)
        assert again.of("Da Ladz 2").games_to_miss == 0
        assert again.gained("Da Ladz 2") == []
        assert again.gained("Da Ladz") == [("survives", 1)]

    def test_where_all_of_a_group_do_it_misses_the_game(self):
        done = after(self.plague(("Da Ladz", 3)), injuries="1 1 1 2 1 5")
        assert (done.of("Da Ladz").size, done.of("Da Ladz").games_to_miss) == (2, 1)
        assert not done.has("Da Ladz 2")

    def test_a_lad_with_talent_who_is_sick_misses_the_game_as_a_hero(self):
        few = fought(
            warband("orc_mob", warrior("orc_boss", name="Boss"), warrior("2 orc_boy", name="Ladz", experience=1))
        )
        done = after(self.plague(("Ladz", 2)), of=few, injuries="11 3 3", advances="55 44 1 23")
        (lad,) = [one for one in done.snapshot.warriors if one.promoted]
        assert (lad.games_to_miss, done.of("Ladz").games_to_miss) == (1, 1)

    def test_one_of_a_group_that_shrinks_to_him_keeps_to_his_bed_with_it(self):
        few = fought(
            warband("orc_mob", warrior("orc_boss", name="Boss"), warrior("2 orc_boy", name="Ladz", experience=1))
        )
        done = after(self.plague(("Ladz", 1)), of=few, injuries="1 3", advances="55 44 1 23")
        assert (done.of("Ladz").size, done.of("Ladz").games_to_miss) == (1, 1)

    def test_whoever_died_of_his_injuries_rolls_no_more(self):
        done = after(self.plague(("Skab", 1), ("Da Ladz", 3)), out=["Skab", "2 Da Ladz"], injuries="11 1 1 4")
        assert done.results("injuries")[1:] == ["dead", "lost", "lost", "spared"]

    def test_several_games_add_up(self):
        """Ruling 16."""
        done = after(self.plague(("Skab", 1)), out=["Skab"], injuries="35 2 1 4")
        assert done.of("Skab").games_to_miss == 2 + 1

    @pytest.mark.parametrize(
        ("who", "told", "saying"),
        [
            ([("Da Ladz", 4)], {}, "4 of Da Ladz cannot have met the sick"),
            ([("Skab", 1), ("Skab", 1)], {}, "Skab stands among those who met the sick twice"),
            ([("Nob", 1)], {}, "Nob is not in The Tested"),
            ([("Skab", 1)], {"missed": ("Skab",)}, "Skab took no part"),
        ],
    )
    def test_what_cannot_be_is_refused(self, who, told, saying):
        with pytest.raises(Refused, match=saying):
            after(self.plague(*who), **told)

    def test_a_disease_that_the_rules_do_not_have_is_refused(self):
        with pytest.raises(Refused, match="no disease 'peddler'"):
            after(Plague(disease="peddler", exposed=(Exposed(name="Skab"),)))


def test_a_bonus_on_the_next_scenario_is_told():
    done = after(NextScenario(by=1))
    assert done.results("injuries") == ["battle_fought", "next_scenario"]


def test_everything_of_a_night_without_any_is_as_it_was():
    assert night(mob(), out=["Skab"], injuries="33").results("injuries") == ["battle_fought", "nervous_condition"]


def test_a_group_put_out_by_its_own_chains_and_eaten_rolls_for_who_is_left():
    gits = fought(
        warband("orc_mob", "orc_boss", warrior("3 goblin_warrior: ball_and_chain, mad_cap_mushrooms", name="Gits"))
    )
    out = Casualty("Gits", 3, 2, By(EXILES.name))
    done = after(Eaten(name="Gits", count=2), of=gits, out=[out], used={"Gits": ("mad_cap_mushrooms",)}, injuries="3")
    assert not done.has("Gits")
