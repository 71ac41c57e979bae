"""Who is picked: a group's members one by one, those who may be, those who are best, and the weakest warband."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from campaigns.postbattle.due import due_roll
from campaigns.postbattle.log import Given, LogSession
from campaigns.postbattle.lots import PATIENCE, die_for
from campaigns.postbattle.run import NeedsRoll
from encounters.happenings.picking import candidates, fits, spells_known
from encounters.happenings.plain import Someone
from encounters.happenings.talk import Talk
from mordheim.rules.happenings import Fit
from mordheim.rules.snapshot import WarbandSnapshot
from tests.encounters.happenings.stage import EXILES, MOB, exiles, happen, hunters, mob, no_table, session, table, who
from tests.warbands.roster.cast import rulebook, warband, warrior
from warbands.roster.refusals import Refused


class TestTheDieForSoMany:
    @pytest.mark.parametrize(
        ("count", "label", "share"),
        [(2, "D6", 3), (3, "D3", 1), (4, "D6", 1), (5, "D6", 1), (6, "D6", 1), (7, "D66", 5), (36, "D66", 1),
         (37, "D666", 5), (160, "D666", 1)],
    )  # fmt: skip
    def test_it_is_the_smallest_that_serves(self, count: int, label: str, share: int) -> None:
        assert (die_for(count).label, die_for(count).share) == (label, share)

    @pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 9, 12, 18, 35, 36])
    def test_every_place_has_equally_many_results(self, count: int) -> None:
        die = die_for(count)
        results = [()]
        for _ in range(die.dice):
            results = [(*faces, face) for faces in results for face in range(1, die.sides + 1)]  # type: ignore[misc]
        places = Counter(die.place(faces) for faces in results)
        assert [places[place] for place in range(count)] == [die.share] * count

    def test_what_is_over_is_rolled_again_and_recorded(self) -> None:
        happened = happen(23, 6, 6, 2)
        picks = [roll for roll in happened.outcome.rolls if roll.die == "D6 of 5"]
        assert [roll.faces for roll in picks] == [(6,), (6,), (2,)]

    @pytest.mark.parametrize(
        ("names", "read"),
        [
            ("AB", ["1–3 A", "4–6 B"]),
            ("ABBBC", ["1 A", "2–4 B", "5 C", "6 roll again"]),
            ("ABCDEFGHI", ["11–14 A", "15–22 B", "23–26 C", "31–34 D", "35–42 E", "43–46 F", "51–54 G", "55–62 H",
                           "63–66 I"]),
        ],
    )  # fmt: skip
    def test_each_result_says_whom_it_stands_for(self, names: str, read: list[str]) -> None:
        assert [f"{one.faces} {one.name}" for one in die_for(len(names)).stands(names)] == read

    @pytest.mark.parametrize("count", [2, 3, 5, 7, 9, 25, 36])
    def test_what_is_read_is_what_the_die_does(self, count: int) -> None:
        die, names = die_for(count), [f"no. {number}" for number in range(count)]
        for one in die.stands(names):
            low, _, high = one.faces.partition("–")
            for read in (low, high or low):
                place = die.place([int(face) for face in read])
                assert one.is_none == (place >= count)
                assert one.is_none or one.name == names[place]

    def test_it_says_why_it_is_rolled_again(self) -> None:
        log = LogSession([], Given(faces=(6,)))
        with pytest.raises(NeedsRoll) as needed:
            Talk(log).one_of("ABCDE", "anybody")
        asked = needed.value
        assert asked.again == "6 stands for none of them: roll again."
        assert (due_roll(asked).die, due_roll(asked).again) == ("D6", asked.again)
        assert log.log[0]["roll"][1] == "D6 of 5"

    def test_dice_that_never_show_anybody_end_in_a_sentence(self) -> None:
        talk = Talk(session((6,) * PATIENCE))
        with pytest.raises(Refused, match="never showed"):
            talk.one_of("ABCDE", "anybody")

    def test_one_alone_is_not_rolled_for(self) -> None:
        boss = replace(mob(), warriors=mob().warriors[:1])
        assert "touching Grubnash" in happen(23, at=table(boss, exiles())).outcome.text


class TestWhoMayBePicked:
    def test_each_of_a_group_counts_by_himself(self) -> None:
        picked = [happen(51, face, 1).outcome.effects[0] for face in range(1, 6)]
        assert [one.who for one in picked if one.kind == "out_of_action"] == [
            who("Grubnash"),
            who("Da Ladz", 1),
            who("Da Ladz", 2),
            who("Da Ladz", 3),
            who("Snotti"),
        ]

    def test_whoever_is_out_of_action_or_off_the_table_is_not(self) -> None:
        at = table(out={0: {"Da Ladz": 2}}, away={0: {"Snotti": 1}})
        assert [one.told for one in at.warriors(0)] == ["Grubnash of Da Snikkaz", "no. 1 of Da Ladz (Da Snikkaz)"]
        assert "touching no. 1 of Da Ladz" in happen(23, 4, at=at).outcome.text

    def test_a_no_at_the_table_picks_among_the_rest(self) -> None:
        happened = happen(16, 1, 4, condition=["no", "yes"])
        assert [roll.die for roll in happened.outcome.rolls[1:]] == ["D6 of 5", "D6 of 4"]
        assert "Snotti of Da Snikkaz finds a shard" in happened.outcome.text

    def test_an_answer_that_is_none_is_refused(self) -> None:
        with pytest.raises(Refused, match="not among"):
            happen(16, 1, condition="perhaps")

    def test_a_squig_finds_no_shard_but_a_goblin_does(self) -> None:
        squigs = table(mob(warrior("2 cave_squig", name="Gnashers")), exiles())
        fit = next(step.fit for step in rulebook().happenings["lucky_find"].steps)  # type: ignore[union-attr]
        assert {one.name for one in candidates(squigs, "own", fit)} == {"Grubnash", "Da Ladz", "Snotti"}

    @pytest.mark.parametrize(("kind", "line"), [("undead", "2 dire_wolf"), ("witch_hunters", "2 warhound")])
    def test_nor_does_a_wolf_or_a_hound(self, kind: str, line: str) -> None:
        beasts = table(only(kind, line), exiles())
        assert "Nobody is in a position" in happen(16, at=beasts).outcome.text

    def test_a_goblin_does_not_look_into_the_pool(self) -> None:
        assert "Snotti never gains experience" in happen(63, 5).outcome.text

    @pytest.mark.parametrize(
        ("kind", "line"),
        [
            ("undead", "vampire"),
            ("undead", "2 zombie"),
            ("undead", "dire_wolf"),
            ("sisters_of_sigmar", "matriarch"),
            ("witch_hunters", "warrior_priest"),
        ],
    )
    def test_no_spirit_takes_hold_of_the_dead_nor_of_sigmars_servants(self, kind: str, line: str) -> None:
        assert "finds nobody" in happen(36, at=table(only(kind, line), exiles())).outcome.text

    @pytest.mark.parametrize("line", ["necromancer", "2 ghoul", "2 dreg"])
    def test_it_does_of_their_living_friends(self, line: str) -> None:
        at, dice = table(only("undead", line), exiles()), (1, 1) if line[0] == "2" else (1,)
        assert "has hold of" in happen(36, *dice, at=at).outcome.text

    def test_prayers_are_no_spells(self) -> None:
        at = table()
        known = {m.name: spells_known(m) for m in at.parties[2].present}
        assert known["Father Ott"] == 0
        assert known["Faustus"] == 2
        assert [one.name for one in candidates(at, "anybody", Fit(casts=True))] == ["Faustus"]

    def test_of_two_wizards_who_know_as_much_a_die_decides(self) -> None:
        happened = happen(42, 4, 1, 3, 3, 5, at=table(with_wizard("One"), exiles(), with_wizard("Two")))
        assert [roll.die for roll in happened.outcome.rolls][-1] == "D6 of 2"
        assert "Two's wizard of Two" in happened.outcome.text

    def test_lightning_goes_for_the_best_save_and_a_die_among_equals(self) -> None:
        armoured = ("Thrain", "Borek")
        lines = [warrior("dwarf_noble: gromril_armour", name=armoured[0])]
        lines.append(warrior("dwarf_engineer: gromril_armour", name=armoured[1]))
        dwarfs = replace(warband("dwarf_treasure_hunters", *lines, battles=1), name=EXILES)
        happened = happen(42, 1, 1, 6, at=table(mob(), dwarfs))
        assert "strikes Borek" in happened.outcome.text
        (hit,) = happened.outcome.effects
        assert hit.kind == "hit"
        assert (hit.on, hit.armour_save) == (who("Borek", place=1, of=EXILES), False)

    def test_with_no_armour_anywhere_anybody_may_be_struck(self) -> None:
        at = table(mob(), replace(mob(), name="Others"))
        assert "Lightning strikes Others" not in happen(42, 1, 1, 1, 1, at=at).outcome.text
        assert [roll.die for roll in happen(42, 1, 1, 1, 1, at=at).outcome.rolls][-1] == "D66 of 10"

    def test_without_warbands_there_is_somebody_whatever_is_asked(self) -> None:
        assert [one.is_nameless for one in candidates(no_table(), "own", Fit(learns=True))] == [True]


def only(kind: str, line: str) -> WarbandSnapshot:
    return replace(warband(kind, warrior(line, name="They", of=kind), battles=1), name="The Only Ones")


def with_wizard(name: str) -> WarbandSnapshot:
    wizard = warrior("orc_shaman", name=f"{name}'s wizard", spells=["da_cunnin_plan", "zzap"])
    return replace(warband("orc_mob", wizard, battles=1), name=name)


class TestWhoEmploysTheSword:
    """Ruling 32."""

    def test_the_lowest_rating_does(self) -> None:
        at = table(exiles(), mob())
        assert min(at.parties, key=lambda party: party.rating).name == MOB
        assert f"offers his help to {MOB}" in happen(11, at=at).outcome.text

    def test_a_tie_is_settled_by_a_die(self) -> None:
        at = table(mob(), replace(mob(), name="Others"), exiles())
        happened = happen(11, 4, at=at)
        assert "offers his help to Others" in happened.outcome.text
        assert happened.outcome.rolls[1].die == "D6 of 2"

    def test_who_has_one_is_passed_over_for_the_next_lowest(self) -> None:
        at = table(mob(warrior("ogre_bodyguard", name="Bront")), exiles(), replace(hunters(), name="Poor"))
        assert "Da Snikkaz employs one already" in happen(11, at=at).outcome.text

    def test_who_may_not_have_him_is_passed_over_too(self) -> None:
        ratmen = warband("skaven", warrior("assassin_adept", name="Skrit"), battles=1)
        happened = happen(11, at=table(replace(ratmen, name="Ratmen"), exiles()))
        assert "Ratmen is passed over. Ogre Bodyguard does not serve Skaven of Clan Eshin." in happened.outcome.text
        assert f"offers his help to {EXILES}" in happened.outcome.text

    def test_a_warband_that_has_left_the_table_is_not_asked(self) -> None:
        at = table(away={0: {"Grubnash": 1, "Da Ladz": 3, "Snotti": 1}})
        assert f"offers his help to {MOB}" not in happen(11, at=at).outcome.text

    def test_if_nobody_can_have_him_another_happening_is_rolled(self) -> None:
        ratmen = warband("skaven", warrior("assassin_adept", name="Skrit"), battles=1)
        both = (replace(ratmen, name="Ratmen"), replace(ratmen, name="More Ratmen"))
        happened = happen(11, 4, 6, 1, at=table(*both))
        assert happened.code == 46
        assert "No warband can take the Ogre on." in happened.outcome.text

    def test_his_player_arms_him(self) -> None:
        at = table()
        (block,) = happen(11, gear="0", weapon=["axe", "sword"], at=at).outcome.statblocks
        assert [one.key for one in block.gear] == ["light_armour", "axe", "sword"]
        (block,) = happen(11, gear="1", at=at).outcome.statblocks
        assert [one.key for one in block.gear] == ["light_armour", "double_handed_weapon"]

    def test_he_does_not_count_in_the_ratings_before_the_battle(self) -> None:
        at = table()
        before = [party.rating for party in at.parties]
        happen(11, at=at)
        assert [party.rating for party in at.parties] == before


class TestTests:
    def test_an_augur_may_roll_a_failure_again_but_not_a_one_of_the_sinkhole(self) -> None:
        augur = table(only("sisters_of_sigmar", "augur"), exiles())
        assert "jumps clear" in happen(51, 5, 2, at=augur).outcome.text
        assert "sucked under" in happen(51, 1, at=augur).outcome.text

    @pytest.mark.parametrize("value", [6, 7])
    def test_a_six_fails_in_the_sinkhole_whatever_his_initiative(self, value: int) -> None:
        quick = replace(warrior("orc_boss", name="Quick"), increases={"i": value - 3})
        at = table(replace(warband("orc_mob", quick, battles=1), name=MOB), exiles())
        assert "counts as knocked down" in happen(51, 6, at=at).outcome.text
        assert "jumps clear" in happen(51, 5, at=at).outcome.text

    def test_whoever_knows_no_fear_keeps_his_head(self) -> None:
        at = table(only("dwarf_treasure_hunters", "troll_slayer"), exiles())
        assert "need not test" in happen(52, 4, at=at).outcome.text

    def test_a_leader_near_enough_lends_his_leadership(self) -> None:
        far = happen(52, 2, 4, 4, 3, 3)
        near = happen(52, 2, 4, 4, 3, leader_near="yes")
        assert "fails the test (8 against 7)" in far.outcome.text
        assert "passes the test (8 against 8)" in near.outcome.text

    def test_a_nameless_warriors_value_is_asked_for(self) -> None:
        assert "passes the test (5 against 5)" in happen(51, 5, at=no_table(), i=5).outcome.text
        assert "fails the test (5 against 3)" in happen(51, 5, at=no_table()).outcome.text


def test_a_fit_asks_for_everything_that_it_states() -> None:
    at = table()
    boss = at.member(who("Grubnash"))
    assert boss is not None
    wanted: list[tuple[dict[str, Any], bool]] = [
        ({}, True),
        ({"item": "sword"}, True),
        ({"item": "axe"}, False),
        ({"rules": ("leader", "fear")}, True),
        ({"rules": ("fear",)}, False),
        ({"without_rules": ("leader",)}, False),
        ({"learns": True, "item": "sword"}, True),
        ({"casts": True}, False),
    ]
    assert [fits(boss, Fit(**fit)) for fit, _ in wanted] == [expected for _, expected in wanted]


def test_somebody_who_is_not_there_has_no_entry() -> None:
    assert table().member(Someone(place=0, warband=MOB, name="Nobody")) is None
