"""What a report of a battle may say, and what each warband takes from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.battle.comparing import differences
from campaigns.battle.reports import check_told, completed, credited, kills, report_for
from campaigns.battle.told import HAPPENING, Earned, Fallen, Loot, Told, digest_of, told_content, told_from
from campaigns.postbattle.after import Eaten, NextScenario
from campaigns.postbattle.report import By, Opponent
from mordheim.rules.snapshot import Piece
from tests.campaigns.battle.stage import drew, exiles, lost, mob, rats, three, told, two, won
from warbands.roster.refusals import Refused

BY_THRAIN = {"by_side": 1, "by": "Thrain"}
EATEN, MORE = Eaten(name="Da Ladz", by="Dog Pack"), NextScenario(by=1)


@pytest.fixture
def accept(rulebook_of_files):
    """Completes a report as it is stored, and says whether it may be."""

    def run(report: Told, forces=None, scenario: str = "") -> Told:
        forces = forces or two()
        whole = completed(report, forces)
        check_told(whole, forces, rulebook_of_files, rulebook_of_files.scenarios.get(scenario))
        return whole

    return run


@pytest.fixture
def refuse(accept):
    def run(report: Told, code: str, saying: str, forces=None, scenario: str = "") -> None:
        with pytest.raises(Refused) as caught:
            accept(report, forces, scenario)
        assert (caught.value.code, saying in caught.value.message) == (code, True), caught.value.message

    return run


class TestResults:
    """MH-044."""

    @pytest.mark.parametrize(
        "report",
        [
            told(won(), lost()),
            told(won(), lost(routed=True)),
            told(drew(), drew()),
            told(drew(), drew(), by_agreement=True),
            told(won(), won(), by_agreement=True),
            told(lost(routed=True), lost(routed=True)),
        ],
    )
    def test_one_wins_or_all_draw_or_nobody_is_left_to_win(self, accept, report):
        accept(report)

    @pytest.mark.parametrize(
        ("report", "saying"),
        [
            (told(lost(), lost()), "Somebody wins"),
            (told(drew(), lost()), "Somebody wins"),
            (told(won(), drew()), "nobody has drawn"),
            (told(won(), won()), "Everybody cannot have won"),
            (told(won(routed=True), lost()), "Da Snikkaz routed: whoever leaves so has lost"),
            (told(drew(routed=True), drew()), "has lost"),
        ],
    )
    def test_what_does_not_go_together_is_refused(self, refuse, report, saying):
        refuse(report, "result", saying)

    def test_of_five_two_routed_and_three_share(self, accept):
        forces = [
            mob(0, 1),
            exiles(1, 2),
            rats(2, 3),
            replace(rats(3, 4), name="Fourth"),
            replace(rats(4, 5), name="Fifth"),
        ]
        report = accept(told(lost(routed=True), won(), won(), lost(routed=True), won()), forces)
        assert report.winners == (1, 2, 4)
        assert [report_for(n, report, forces).shared for n in range(5)] == [False, True, True, False, True]

    def test_two_allies_win(self, accept):
        forces = [mob(0, 1), exiles(1, 2), rats(2, 1)]
        report = accept(told(won(), lost(), won()), forces)
        assert [one.name for one in report_for(0, report, forces).opponents] == ["Karak Brynn Exiles"]

    def test_allies_win_or_lose_together(self, refuse):
        forces = [mob(0, 1), exiles(1, 2), rats(2, 1)]
        refuse(told(won(), lost(), lost()), "result", "Da Snikkaz and The Rats are allies", forces)

    def test_an_ally_who_routed_has_lost_alone(self, accept):
        accept(told(won(), lost(), lost(routed=True)), [mob(0, 1), exiles(1, 2), rats(2, 1)])

    def test_who_was_wiped_out_has_lost(self, accept, refuse):
        everybody = [Fallen(name) for name in ("Thrain", "Garagrim", "Bront")] + [Fallen("The Kin", 3)]
        accept(told(won(), lost(*everybody)))
        refuse(told(lost(), won(*everybody)), "result", "had everybody out of action")

    def test_a_warband_that_left_first_may_win(self, accept):
        accept(told(won(), lost(), lost()), three(), "the_lost_prince")

    def test_a_report_of_other_sides_is_refused(self, refuse):
        refuse(told(won(), lost(), lost()), "sides", "other sides")


class TestCasualties:
    @pytest.mark.parametrize(
        ("fallen", "code", "saying"),
        [
            (Fallen("Nobody"), "no_such_warrior", "Nobody is not in Da Snikkaz"),
            (Fallen("Skab"), "took_no_part", "Skab of Da Snikkaz took no part"),
            (Fallen("Grubnash", 2), "out_of_action", "there is one of that name"),
            (Fallen("Da Ladz", 4), "out_of_action", "they were 3"),
            (Fallen("Da Ladz", -1), "out_of_action", "cannot be out"),
            (Fallen("Da Ladz", 2, strangled=1), "out_of_action", "strangled"),
            (Fallen("Da Gits", 2, strangled=3), "out_of_action", "strangled"),
            (Fallen("Da Gits", 2, strangled=1, by_side=1), "out_of_action", "strangled"),
            (Fallen("Grubnash", by_side=1, by="Nobody"), "no_such_warrior", "Nobody is not in Karak Brynn Exiles"),
            (Fallen("Grubnash", by="Thrain"), "no_such_warrior", "without his warband"),
            (Fallen("Grubnash", by_side=9), "no_such_warband", "not in this battle"),
            (Fallen("Grubnash", by_side=0, by="Bigfoot"), "no_such_warband", "its own warriors"),
        ],
    )
    def test_who_cannot_be_out_is_refused(self, refuse, fallen, code, saying):
        refuse(told(lost(fallen), won()), code, saying)

    def test_a_group_may_fall_to_several(self, accept, refuse):
        ladz = [Fallen("Da Ladz", 2, **BY_THRAIN), Fallen("Da Ladz", 1, by_side=1, by="Garagrim")]
        assert credited(accept(told(lost(*ladz), won())), two())[1] == {"Thrain": 2, "Garagrim": 1}
        refuse(told(lost(*ladz, Fallen("Da Ladz")), won()), "out_of_action", "4 of Da Ladz")

    def test_an_ally_puts_nobody_out(self, refuse):
        forces = [mob(0, 1), exiles(1, 2), rats(2, 1)]
        refuse(told(won(Fallen("Grubnash", by_side=2)), lost(), won()), "no_such_warband", "its ally", forces)

    def test_who_did_not_turn_up_cannot_be_out_nor_put_out(self, refuse):
        refuse(told(lost(Fallen("Grubnash"), missed=("Grubnash",)), won()), "took_no_part", "Grubnash")
        refuse(
            told(lost(missed=("Grubnash",)), won(Fallen("Thrain", by_side=0, by="Grubnash"))),
            "took_no_part",
            "Grubnash",
        )

    def test_not_even_a_henchman(self, refuse):
        report = told(won(missed=("Da Ladz",)), lost(Fallen("Thrain", by_side=0, by="Da Ladz")))
        refuse(report, "took_no_part", "Da Ladz")

    def test_one_who_is_away_put_nobody_out(self, refuse):
        refuse(told(won(), lost(Fallen("Thrain", by_side=0, by="Skab"))), "took_no_part", "Skab")


class TestEnemiesOut:
    def test_they_are_worked_out_from_the_casualties(self, accept):
        report = accept(told(lost(Fallen("Grubnash", **BY_THRAIN), Fallen("Da Ladz", 2, **BY_THRAIN)), won()))
        assert report.sides[1].enemies_out == {"Thrain": 3}

    def test_a_henchmans_or_a_hired_swords_count_for_nobody(self, accept):
        fallen = (Fallen("Da Ladz", 1, by_side=1, by="The Kin"), Fallen("Grubnash", by_side=1, by="Bront"))
        assert accept(told(lost(*fallen), won())).sides[1].enemies_out == {}

    def test_a_hero_counts_those_that_nobody_is_named_for(self, accept):
        report = accept(told(lost(Fallen("Da Ladz", 2)), won(enemies_out={"Thrain": 2})))
        assert report.sides[1].enemies_out == {"Thrain": 2}

    @pytest.mark.parametrize(
        ("fallen", "count"),
        [
            ((), {"Thrain": 1}),
            ((Fallen("Da Ladz", 2),), {"Thrain": 3}),
            ((Fallen("Da Ladz", 2, **BY_THRAIN),), {"Thrain": 2, "Garagrim": 1}),
            ((Fallen("Da Ladz", 2, by_side=1, by="The Kin"),), {"Thrain": 1}),
            ((Fallen("Da Gits", 2, strangled=2),), {"Thrain": 1}),
        ],
    )
    def test_no_more_were_put_out_than_fell(self, refuse, fallen, count):
        refuse(told(lost(*fallen), won(enemies_out=count)), "enemies_out", "cannot have put")

    def test_two_sides_do_not_both_count_the_same_one(self, refuse):
        report = told(
            lost(Fallen("Da Ladz", 1)), won(enemies_out={"Thrain": 1}), lost(enemies_out={"Skrit": 1}, routed=True)
        )
        refuse(report, "enemies_out", "More enemies were put out of action than fell", three())

    def test_no_less_than_the_casualties_name(self, refuse):
        refuse(
            told(lost(Fallen("Grubnash", **BY_THRAIN)), won(enemies_out={"Thrain": 0})),
            "enemies_out",
            "by the casualties",
        )

    def test_only_heroes_count(self, refuse):
        refuse(told(lost(Fallen("Grubnash")), won(enemies_out={"The Kin": 1})), "enemies_out", "only heroes")

    def test_kills_are_everybodys(self):
        forces = three()
        report = told(
            lost(Fallen("Grubnash", **BY_THRAIN), Fallen("Da Ladz", 1, by_side=1, by="The Kin"), Fallen("Da Gits", 1)),
            won(enemies_out={"Thrain": 1}),
            lost(),
        )
        assert [kills(report, forces, place) for place in range(3)] == [0, 2, 0]

    def test_of_two_sides_all_fell_to_the_other(self):
        report = told(lost(Fallen("Da Ladz", 2), Fallen("Da Gits", 3, strangled=1)), won(Fallen("Thrain")))
        assert [kills(report, two(), place) for place in range(2)] == [1, 4]


class TestExperience:
    @pytest.mark.parametrize(
        ("earned", "scenario"),
        [
            (Earned("wyrdstone_counter", "Da Ladz", 3), "wyrdstone_hunt"),
            (Earned("finding_the_chest", "Grubnash", 2), "hidden_treasure"),
            (Earned("victim_escaped", "Grubnash", 6), "kidnapped"),
            (Earned("wounding_the_monster", "Grubnash", 4), "monster_hunt"),
        ],
    )
    def test_the_scenario_gives_it(self, accept, earned, scenario):
        report = accept(told(won(earned=(earned,)), lost()), scenario=scenario)
        assert report_for(0, report, two()).experience == {earned.name: earned.points}

    @pytest.mark.parametrize(
        ("earned", "scenario", "saying"),
        [
            (Earned("wyrdstone_counter", "Da Ladz", 1), "skirmish", "gives no such"),
            (Earned("wyrdstone_counter", "Da Ladz", 1), "", "gives no such"),
            (Earned("finding_the_chest", "Da Ladz", 2), "hidden_treasure", "cannot earn"),
            (Earned("finding_the_chest", "Grubnash", 1), "hidden_treasure", "2 points each time"),
            (Earned("finding_the_chest", "Grubnash", 4), "hidden_treasure", "earned once"),
            (Earned("wyrdstone_counter", "Grubnash", 101), "wyrdstone_hunt", "cannot give"),
            (Earned("victim_escaped", "Grubnash", 7), "kidnapped", "at most 6 points"),
        ],
    )
    def test_what_it_does_not_give_is_refused(self, refuse, earned, scenario, saying):
        refuse(told(won(earned=(earned,)), lost()), "experience", saying, scenario=scenario)

    @pytest.mark.parametrize("scenario", ["", "skirmish"])
    def test_a_random_happening_may_give_some_in_any_scenario(self, accept, refuse, scenario):
        report = accept(told(won(earned=(Earned(HAPPENING, "Da Ladz", 1),)), lost()), scenario=scenario)
        assert report_for(0, report, two()).experience == {"Da Ladz": 1}
        never = told(won(earned=(Earned(HAPPENING, "Bigfoot", 1),)), lost())
        refuse(never, "experience", "cannot earn", scenario=scenario)

    @pytest.mark.parametrize("name", ["Da Gits", "Bigfoot"])
    def test_goblins_squigs_and_the_troll_gain_none(self, refuse, name):
        """MH-026."""
        report = told(won(earned=(Earned("wyrdstone_counter", name, 1),)), lost())
        refuse(report, "experience", "cannot earn", scenario="wyrdstone_hunt")


class TestThingsAndLoot:
    def test_what_was_used_must_have_been_carried(self, accept, refuse):
        accept(told(won(used={"Da Gits": ("mad_cap_mushrooms",)}), lost()))
        refuse(told(won(used={"Grubnash": ("mad_cap_mushrooms",)}), lost()), "not_there", "carries no")
        refuse(told(won(used={"Skab": ("mad_cap_mushrooms",)}), lost()), "took_no_part", "Skab")

    @pytest.mark.parametrize(
        ("loot", "saying"),
        [
            (Loot(gold=-1), "less than nothing"),
            (Loot(shards=10_001), "more than anybody"),
            (Loot(items=(Piece("nonsense"),)), "cannot have been found"),
            (Loot(items=(Piece("sword", None, 101),)), "cannot have been found"),
            (Loot(items=(Piece("sword", "cheese"),)), "Nothing is made of"),
        ],
    )
    def test_what_cannot_be_found_is_refused(self, refuse, loot, saying):
        refuse(
            told(won(carried=loot), lost()),
            "loot" if "found" not in saying and "made" not in saying else "unknown_key",
            saying,
        )

    def test_a_single_winner_has_all_that_was_found(self, accept):
        report = accept(told(won(carried=Loot(shards=1)), lost(), found=Loot(50, 2, (Piece("sword"),))))
        assert report_for(0, report, two()).gold == 50
        assert report_for(0, report, two()).shards == 3
        assert report_for(1, report, two()).items == ()

    def test_several_winners_say_who_has_what(self, accept, refuse):
        """Ruling 22."""
        forces, found = [mob(0, 1), exiles(1, 2), rats(2, 1)], Loot(50, 3, (Piece("sword", None, 2),))
        refuse(told(won(), lost(), won(), found=found), "split", "50 gold and 0 of it", forces)
        shares = [Loot(30, 1, (Piece("sword"),)), Loot(20, 2)]
        refuse(told(won(share=shares[0]), lost(), won(share=shares[1]), found=found), "split", "2 × sword", forces)
        shares[1] = Loot(20, 2, (Piece("sword"),))
        report = accept(told(won(share=shares[0]), lost(), won(share=shares[1]), found=found), forces)
        assert [report_for(n, report, forces).gold for n in range(3)] == [30, 0, 20]

    def test_nobody_finds_anything_without_a_winner(self, refuse):
        refuse(told(drew(), drew(), found=Loot(gold=5)), "split", "Nobody has won")

    def test_a_loser_has_no_share(self, refuse):
        forces = [mob(0, 1), exiles(1, 2), rats(2, 1)]
        refuse(told(won(), lost(share=Loot(gold=5)), won(), found=Loot(gold=5)), "split", "Only the winners", forces)


class TestIntoTheNight:
    def test_the_report_of_one_warband(self, accept):
        fallen = (
            Fallen("Grubnash", **BY_THRAIN),
            Fallen("Da Ladz", 2, by_side=1, by="The Kin"),
            Fallen("Da Gits", 1, strangled=1),
        )
        report = accept(told(lost(*fallen, routed=True, used={"Da Gits": ("mad_cap_mushrooms",)}), won()))
        own = report_for(0, report, two(), scenario="skirmish", underdog=1, missed=["Skab"], foreseen=["Grubnash"])
        assert own.opponents == (Opponent("Karak Brynn Exiles", "dwarf_treasure_hunters", 120, "Thrain"),)
        assert {one.name: (one.count, one.strangled, one.by) for one in own.out_of_action} == {
            "Grubnash": (1, 0, By("Karak Brynn Exiles", "Thrain")),
            "Da Ladz": (2, 0, By("Karak Brynn Exiles")),
            "Da Gits": (1, 1, By()),
        }
        assert (own.result, own.shared, own.underdog, own.missed, own.foreseen) == (
            "lost",
            False,
            1,
            ("Skab",),
            ("Grubnash",),
        )
        assert own.used == {"Da Gits": ("mad_cap_mushrooms",)}
        assert report_for(1, report, two()).enemies_out == {"Thrain": 1}

    def test_a_group_that_fell_to_several_fell_to_nobody_in_particular(self, accept):
        ladz = [Fallen("Da Ladz", 2, **BY_THRAIN), Fallen("Da Ladz", 1, by_side=1, by="Garagrim")]
        (casualty,) = report_for(0, accept(told(lost(*ladz), won())), two()).out_of_action
        assert (casualty.count, casualty.by) == (3, By())


class TestComparing:
    def test_equal_reports_are_equal_whatever_the_order_of_writing(self, rulebook_of_files):
        one = told(lost(Fallen("Grubnash"), Fallen("Da Ladz", 1), Fallen("Da Ladz", 1)), won(enemies_out={"Thrain": 0}))
        other = told(lost(Fallen("Da Ladz", 2), Fallen("Grubnash")), won())
        assert digest_of(one) == digest_of(other)
        assert differences([one, other], two(), rulebook_of_files) == ()

    def test_it_goes_into_a_row_and_back(self):
        report = told(
            lost(Fallen("Grubnash", **BY_THRAIN), earned=(Earned("x", "Da Ladz", 2),), missed=("Skab",)),
            won(enemies_out={"Thrain": 1}, carried=Loot(3, 2, (Piece("sword", "gromril"),))),
            found=Loot(gold=9),
        )
        assert told_from(told_content(report)) == report

    def test_a_report_that_hands_nothing_over_is_written_as_ever(self):
        """So that what was agreed to before stays the same report."""
        plain = told(won(), lost())
        assert all("after" not in side for side in told_content(plain)["sides"])
        assert digest_of(told(won(after=(MORE,)), lost())) != digest_of(plain)
        assert digest_of(told(won(after=(MORE, EATEN)), lost())) == digest_of(told(won(after=(EATEN, MORE)), lost()))

    def test_what_is_handed_over_goes_into_a_row_and_back_and_into_the_night(self):
        report = told(won(after=(EATEN, MORE)), lost())
        assert told_from(told_content(report)) == report
        assert [report_for(place, report, two()).after for place in (0, 1)] == [(EATEN, MORE), ()]

    def test_what_is_handed_over_is_compared(self, rulebook_of_files):
        found = differences([told(won(after=(EATEN, MORE)), lost()), told(won(), lost())], two(), rulebook_of_files)
        assert [(one.side, one.about, one.values) for one in found] == [
            (
                "Da Snikkaz",
                "left for the night",
                (
                    "Lost for good to the Dog Pack: Da Ladz. +1 on the roll for the scenario of the next battle.",
                    "no",
                ),
            )
        ]

    def test_every_difference_is_named_with_what_each_says(self, rulebook_of_files):
        one = told(
            lost(Fallen("Grubnash", **BY_THRAIN), Fallen("Da Ladz", 2)), won(carried=Loot(shards=2)), found=Loot(gold=5)
        )
        other = told(
            won(Fallen("Da Ladz", 1), routed=False), lost(routed=True, used={"Thrain": ("garlic",)}), by_agreement=True
        )
        found = differences([one, other], two(), rulebook_of_files)
        assert [(one.side, one.about, one.values) for one in found] == [
            ("", "The winners found, gold", ("5 gc", "no")),
            ("", "The game was ended by agreement", ("no", "yes")),
            ("Da Snikkaz", "result", ("lost", "won")),
            ("Da Snikkaz", "Da Ladz out of action", ("2", "1")),
            ("Da Snikkaz", "Grubnash out of action", ("yes, by Thrain of Karak Brynn Exiles", "no")),
            ("Karak Brynn Exiles", "result", ("won", "lost")),
            ("Karak Brynn Exiles", "carried home, shards", ("2", "no")),
            ("Karak Brynn Exiles", "routed", ("no", "yes")),
            ("Karak Brynn Exiles", "used up by Thrain", ("no", "garlic")),
        ]

    def test_three_reports_are_compared_at_once(self, rulebook_of_files):
        reports = [told(won(), lost()), told(won(), lost()), told(lost(), won())]
        found = differences(reports, two(), rulebook_of_files)
        assert found[0].values == ("won", "won", "lost")
