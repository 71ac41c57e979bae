"""Who leads when the leader is gone (ruling 19, MH-037; reference: injuries.yaml, dead_leader)."""

from __future__ import annotations

import pytest

from mordheim.rules.snapshot import LastingEffect, Suffered, WarbandSnapshot
from tests.campaigns.postbattle.night import Done, chosen, fought, night
from tests.warbands.roster.cast import checked, codes, full_kit, member, orcs, warband, warrior
from warbands.roster.prices import lists_of
from warbands.roster.refusals import Refused

BOSS, MATRIARCH = "Orc Boss", "Sigmarite Matriarch"


def mob(*lines: object, **changes: object) -> WarbandSnapshot:
    return fought(orcs("orc_boss", *lines, "2 orc_boy"), **changes)


def dies(before: WarbandSnapshot, leader: str = BOSS, dice: str = "11", **told: object) -> Done:
    return night(before, out=[leader], injuries=dice, **told)


def leader(done: Done) -> str | None:
    return done.run.leader.name if done.run.leader else None


class TestTheHeir:
    def test_the_most_experienced_of_those_with_the_highest_leadership(self):
        done = dies(mob(warrior("orc_shaman", experience=14), warrior("big_un", experience=19)))
        assert leader(done) == "Big 'Un"
        row = done.row("Big 'Un")
        assert (row["leader"], row["type"]) == (True, "big_un")
        assert done.effects("injuries", "leader") == [{"kind": "leader", "warrior": "Big 'Un"}]

    def test_leadership_comes_before_experience(self):
        bold = warrior("orc_shaman", experience=12, increases={"ld": 1})
        assert leader(dies(mob(bold, warrior("big_un", experience=40)))) == "Orc Shaman"

    def test_leadership_as_it_is_now(self):
        low = warrior("big_un", name="Skab", experience=40, increases={"ld": 1})
        lower = mob(low, warrior("orc_shaman", experience=12))
        assert leader(dies(lower)) == "Skab"

    def test_a_full_tie_is_rolled_off_and_equals_roll_again(self):
        done = dies(mob(warrior("big_un", name="A"), warrior("big_un", name="B")), dice="11 44 25")
        assert leader(done) == "B"

    def test_nobody_else_may_be_bought_to_lead_and_nothing_blocks(self):
        done = dies(mob("big_un"))
        assert "leader_count" not in codes(done.snapshot)
        with pytest.raises(Refused, match="whoever leads now goes on leading"):
            night(done.snapshot, choose=[chosen("recruits_and_trading", "recruit", "orc_boss")])

    def test_he_keeps_his_slot(self):
        done = dies(mob("big_un", "big_un"), dice="11 63")
        with pytest.raises(Refused):
            night(done.snapshot, choose=[chosen("recruits_and_trading", "recruit", "big_un")])

    def test_he_buys_from_the_leaders_list_and_keeps_his_own_bans(self):
        done = dies(mob("orc_shaman"))
        heir = member(done.snapshot, 0)
        assert [one.key for one in lists_of(heir)] == ["orc"]
        choose = [chosen("recruits_and_trading", "buy", "light_armour", "Orc Shaman")]
        with pytest.raises(Refused):
            night(done.snapshot, choose=choose)

    def test_he_does_not_learn_what_is_the_leaders_own(self):
        done = dies(mob(warrior("big_un", name="Skab")))
        heir = warrior("big_un", name="Skab", leader=True, experience=16)
        learner = fought(done.snapshot, warriors=(heir, *done.snapshot.warriors[1:]))
        with pytest.raises(Refused, match="da_cunnin_plan is not among"):
            night(learner, advances="11", choose=[chosen("experience", "skill", "da_cunnin_plan", "Skab")])

    def test_the_winning_point_is_the_old_leaders_and_gone_with_him(self):
        done = dies(mob("big_un"), result="won")
        assert ("winning_leader", 1) not in done.gained("Big 'Un")

    def test_a_captive_comes_last(self):
        before = mob(warrior("big_un", captured_by="Them", experience=40), warrior("orc_shaman", experience=12))
        assert leader(dies(before)) == "Orc Shaman"
        alone = mob(warrior("big_un", captured_by="Them", experience=40))
        assert leader(dies(alone)) == "Big 'Un"

    def test_whoever_never_leads_does_not(self):
        flagellant = warrior(
            "flagellant", section="hero", promoted=True, name="Otto", experience=5, skill_lists=["combat", "strength"]
        )
        band = warband("witch_hunters", warrior("captain", of="witch_hunters"), flagellant, "3 zealot")
        done = dies(fought(band), band.warriors[0].name)
        assert leader(done) is None


class TestNoHeroIsLeft:
    def test_nobody_leads_and_nothing_crashes(self):
        done = dies(mob())
        assert leader(done) is None
        assert checked(done.snapshot).legal
        assert "leader_count" in codes(done.snapshot)

    def test_the_first_promoted_henchman_leads(self):
        before = fought(orcs("orc_boss", warrior("3 orc_boy", name="Da Ladz", experience=1)))
        lists = chosen("experience", "skill_lists", ["combat", "strength"], "Da Ladz")
        done = dies(before, advances="55 44 1 23", choose=[lists])
        assert leader(done) == "Orc Boy"
        assert done.row("Orc Boy")["leader"] is True

    def test_or_the_first_hero_who_is_hired(self):
        done = dies(mob(), choose=[chosen("recruits_and_trading", "recruit", "big_un")])
        assert leader(done) == "Big 'Un"


class TestTheLeaderIsLostLater:
    def test_an_addict_who_leads_and_leaves_is_followed(self):
        boss = warrior("orc_boss", injuries=[Suffered("addicted")])
        done = night(fought(orcs(boss, "big_un", "2 orc_boy")))
        assert leader(done) == "Big 'Un"
        assert done.effects("experience", "leader") != []

    def test_a_leader_who_is_dismissed_is_followed(self):
        done = night(mob("big_un"), choose=[chosen("recruits_and_trading", "dismiss", BOSS)])
        assert leader(done) == "Big 'Un"


class TestUndead:
    def band(self, *lines: object, **changes: object) -> WarbandSnapshot:
        return fought(full_kit(warband("undead", "vampire", *lines, "3 zombie")), **changes)

    def test_only_the_necromancer_may_lead(self):
        done = dies(self.band("necromancer", warrior("dreg", experience=40)), "Vampire")
        assert leader(done) == "Necromancer"
        assert done.file["effects"] == [{"effect": "leader_lost"}]

    def test_without_one_the_warband_falls_apart(self):
        done = dies(self.band("dreg"), "Vampire", exploration="", veterans="")
        assert done.snapshot.warriors == ()
        assert done.effects("injuries", "follow_up") == [{"kind": "follow_up", "what": "collapsed"}]
        assert {one["warrior"] for one in done.effects("injuries", "leaves")} == {"Dreg", "Zombie"}
        assert done.results("veterans") == ["collapsed"]
        assert done.file["treasury"] == 500

    def test_nor_does_it_survive_the_necromancers_death_after_his(self):
        before = dies(self.band("necromancer", "dreg"), "Vampire").snapshot
        assert dies(before, "Necromancer").snapshot.warriors == ()

    def test_a_new_vampire_may_be_bought_after_the_next_game_and_not_before(self):
        hire = [chosen("recruits_and_trading", "recruit", {"type": "vampire", "name": "Konrad"})]
        with pytest.raises(Refused, match="after the next battle"):
            dies(self.band("necromancer"), "Vampire", choose=hire)
        later = dies(self.band("necromancer"), "Vampire").snapshot
        done = night(later, choose=hire)
        assert leader(done) == "Konrad"
        assert "leader" not in done.row("Necromancer")
        assert "leader_count" not in codes(done.snapshot)
        assert "effects" not in done.file

    def test_a_warband_that_has_its_vampire_buys_no_other(self):
        with pytest.raises(Refused, match="goes on leading"):
            night(self.band("necromancer"), choose=[chosen("recruits_and_trading", "recruit", "vampire")])


class TestSistersAndTheCult:
    def sisters(self, **superior: object) -> WarbandSnapshot:
        heir = warrior("sister_superior", name="Bertha", **superior)
        return fought(full_kit(warband("sisters_of_sigmar", "matriarch", heir, warrior("3 novice", experience=2))))

    def ready(self) -> WarbandSnapshot:
        """Bertha leads and has an advance at the end of the next battle."""
        return dies(self.sisters(experience=9), MATRIARCH).snapshot

    def test_the_new_leader_has_an_offer_for_the_first_advance(self):
        done = dies(self.sisters(), MATRIARCH)
        assert done.file["effects"] == [{"effect": "new_leader", "warrior": "Bertha"}]

    def test_a_prayer_of_her_choice_instead_of_the_roll(self):
        prayer = chosen("experience", "advance", "soulfire", "Bertha")
        done = night(self.ready(), advances="", choose=[prayer])
        assert done.row("Bertha")["spells"] == ["soulfire"]
        assert "advances_due" not in done.row("Bertha")
        assert "effects" not in done.file
        assert done.effects("experience", "spell") == [{"kind": "spell", "warrior": "Bertha", "spell": "soulfire"}]

    def test_or_the_roll_and_then_never_again(self):
        roll = chosen("experience", "advance", "roll", "Bertha")
        done = night(self.ready(), advances="45 1", choose=[roll])
        assert done.row("Bertha")["increases"] == {"w": 1}
        assert "effects" not in done.file

    def test_a_choices_file_that_says_nothing_rolls(self):
        assert night(self.ready(), advances="45 1", strict=["experience"]).row("Bertha")["increases"] == {"w": 1}

    def test_from_then_on_she_says_prayers(self):
        known = warrior("sister_superior", name="Bertha", leader=True, experience=13, spells=["soulfire"])
        before = fought(warband("sisters_of_sigmar", known, "3 novice"))
        done = night(before, advances="11 2", choose=[chosen("experience", "skill", "new_spell", "Bertha")])
        assert done.row("Bertha")["spells"] == ["soulfire", "hearts_of_steel"]

    def test_whoever_does_not_lead_says_none(self):
        before = fought(
            full_kit(
                warband(
                    "sisters_of_sigmar",
                    "matriarch",
                    warrior("sister_superior", name="Bertha", spells=["soulfire"]),
                    "3 novice",
                )
            )
        )
        assert codes(before) == ["spell_not_allowed"]

    def test_a_leader_who_rolled_is_offered_no_spell_for_a_skill(self):
        leads = warrior("sister_superior", name="Bertha", leader=True, experience=13)
        before = fought(warband("sisters_of_sigmar", leads, "3 novice"))
        with pytest.raises(Refused, match="new_spell is not among"):
            night(before, advances="11", choose=[chosen("experience", "skill", "new_spell", "Bertha")])

    def test_the_cult_turns_to_chaos_rituals(self):
        heir = warrior("mutant", name="Three Eyes", experience=12)
        cult = fought(full_kit(warband("cult_of_the_possessed", "magister", heir, warrior("3 brethren", experience=2))))
        before = dies(cult, "Magister").snapshot
        before = fought(before, treasury=100)
        ritual = chosen("experience", "advance", "vision_of_torment", "Three Eyes")
        done = night(before, advances="", choose=[ritual])
        assert done.row("Three Eyes")["spells"] == ["vision_of_torment"]

    def test_the_offer_goes_with_the_one_whom_it_was_made(self):
        before = fought(self.ready(), effects=(LastingEffect("new_leader", {"warrior": "Bertha"}),))
        assert "effects" not in dies(before, "Bertha").file
