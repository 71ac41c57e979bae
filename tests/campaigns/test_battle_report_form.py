"""The report as a form: what was told comes back as it was, and what was typed is read as it is meant."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.battle.reports import completed
from campaigns.battle.told import HAPPENING, Earned, Fallen, Loot, SideTold, Told
from campaigns.forms.battle_report import ReportForm, filled_in
from campaigns.postbattle.after import Eaten, Fee, Kind, NextScenario, token_of
from mordheim.rules.snapshot import Piece
from tests.campaigns.battle.stage import lost, three, told, two, won
from warbands.roster.refusals import Refused


@pytest.fixture
def form(rulebook_of_files):
    def make(scenario: str = "", forces=None, **more) -> ReportForm:
        found = rulebook_of_files.scenarios.get(scenario)
        return ReportForm(forces or two(), found, rulebook_of_files, **more)

    return make


def typed(**fields: str | list[str]) -> dict[str, list[str]]:
    """``s0_result="won"`` as a posted form; both results where nothing else is said."""
    values = {"s0_result": "won", "s1_result": "lost", **fields}
    return {name.replace("_", "-"): [value] if isinstance(value, str) else value for name, value in values.items()}


class TestReading:
    def test_what_is_left_empty_is_nothing(self, form):
        assert form(data=typed()).told() == told(won(), lost())

    def test_a_hero_is_ticked_and_a_group_counted_with_those_who_did_it(self, form):
        data = typed(s0_out_0_0="1", s0_by_0_0="1-0", s0_out_2_0="1", s0_by_2_0="1-", s0_out_2_1="2", s0_by_2_1="1-1")
        assert form(data=data).told().sides[0].fallen == (
            Fallen("Grubnash", 1, 0, 1, "Thrain"),
            Fallen("Da Ladz", 1, 0, 1),
            Fallen("Da Ladz", 2, 0, 1, "Garagrim"),
        )

    def test_who_strangled_himself_fell_to_nobody(self, form):
        data = typed(s0_out_3_0="1", s0_strangled_3="2")
        assert form(data=data).told().sides[0].fallen == (Fallen("Da Gits", 1), Fallen("Da Gits", 2, 2))

    def test_who_is_away_cannot_even_be_ticked(self, form):
        assert form(data=typed(s0_out_1_0="1")).told().sides[0].fallen == ()

    def test_a_scenarios_experience_is_counted_in_what_it_is_given_for(self, form):
        data = typed(s0_award_finding_the_chest_0="1")
        data = {name.replace("finding-the-chest", "finding_the_chest"): value for name, value in data.items()}
        assert form("hidden_treasure", data=data).told().sides[0].earned == (
            Earned("finding_the_chest", "Grubnash", 2),
        )

    def test_points_are_points_where_dice_gave_them(self, form):
        data = {**typed(), "s0-award-victim_escaped-0": ["4"]}
        assert form("kidnapped", data=data).told().sides[0].earned == (Earned("victim_escaped", "Grubnash", 4),)

    def test_things_are_named_as_the_rules_name_them(self, form):
        data = typed(
            s0_carried_item_0="  gromril SWORD ",
            s0_carried_item_1="Lucky Charm",
            s0_carried_count_1="2",
            found_gold="7",
        )
        report = form(data=data).told()
        assert report.sides[0].carried.items == (Piece("sword", "gromril"), Piece("lucky_charm", None, 2))
        assert report.found == Loot(gold=7)

    @pytest.mark.parametrize(
        ("fields", "saying"),
        [
            ({"s1_result": ""}, "Say how the battle ended for Karak Brynn Exiles"),
            ({"s1_result": "fled"}, "Say how the battle ended"),
            ({"s0_out_2_0": "many"}, "Da Ladz out of action: many is no number"),
            ({"s0_out_2_0": "-1"}, "no number"),
            ({"s0_carried_gold": "1e3"}, "no number"),
            ({"s0_carried_shards": "99999999"}, "no number"),
            ({"s0_carried_item_0": "Excalibur"}, "There is no Excalibur in the rules"),
            ({"s0_enemies_0": "²"}, "no number"),
        ],
    )
    def test_what_cannot_be_read_is_told_with_its_place(self, form, fields, saying):
        with pytest.raises(Refused, match=saying):
            form(data=typed(**fields)).told()

    @pytest.mark.parametrize("value", ["9-0", "x", "-", "1-99", "0", "1-x", "²-1"])
    def test_by_somebody_who_is_not_there_is_by_nobody_known(self, form, value):
        fallen = form(data=typed(s0_out_0_0="1", s0_by_0_0=value)).told().sides[0].fallen
        assert [one.by for one in fallen] == [""]


class TestDrawing:
    def test_what_was_typed_stands_there_again(self, form):
        again = form(data=typed(s0_out_2_0="many", s0_by_0_0="1-0", s0_carried_item_0="Excalibur", s0_routed="yes"))
        side = again.sides[0]
        assert side.out[1].first.count.value == "many"
        assert 'value="1-0" selected' in side.out[0].first.by.options
        assert side.carried.items[0][1].value == "Excalibur"
        assert side.carried.has_items
        assert [box.checked for box in (*side.results, side.routed)] == [True, False, False, True]

    def test_names_are_data(self, form):
        forces = two()
        forces[1] = replace(forces[1], name='"><script>alert(1)</script>')
        options = form(forces=forces).sides[0].out[0].first.by.options
        assert "<script>" not in options

    def test_only_enemies_can_have_done_it(self, form):
        forces = three()
        forces[2] = replace(forces[2], alliance=1)
        options = form(forces=forces).sides[0].out[0].first.by.options
        assert "Thrain" in options
        assert "Skrit" not in options

    def test_only_what_is_used_up_is_asked_for(self, form):
        assert [box.label for box in form().sides[0].used] == ["Mad Cap Mushrooms, Da Gits"]
        assert form().sides[1].used == ()

    def test_only_those_who_learn_can_earn(self, form):
        (award,) = form("wyrdstone_hunt").sides[0].awards
        assert [field.label for field in award.counts] == ["Grubnash", "Da Ladz"]

    def test_of_many_sides_only_heroes_are_named(self, form):
        forces = [*three(), replace(three()[2], place=3, name="More", alliance=4)]
        options = form(forces=forces).sides[0].out[0].first.by.options
        assert ("Thrain" in options, "The Kin" in options) == (True, False)
        assert "somebody of Karak Brynn Exiles" in options


FEE = Fee(hired_sword="ogre_bodyguard")
MORE = NextScenario(by=1)


class TestWhatIsLeftForTheNight:
    """What only a night can settle is shown as sentences, each of which may be struck out."""

    def begun(self, form, *after: Kind) -> ReportForm:
        return form(told=completed(told(won(after=after), lost()), two()))

    def test_each_is_a_sentence_that_is_ticked(self, form):
        boxes = self.begun(form, FEE, MORE).sides[0].after
        assert [(box.label, box.checked) for box in boxes] == [
            ("Ogre Bodyguard asks for 110 gc: hire and upkeep.", True),
            ("+1 on the roll for the scenario of the next battle.", True),
        ]
        assert self.begun(form, FEE).sides[1].after == ()

    def test_what_stays_ticked_is_told_again(self, form):
        boxes = self.begun(form, FEE, MORE).sides[0].after
        data = typed() | {"s0-after-was": [box.value for box in boxes], "s0-after": [boxes[0].value]}
        again = form(data=data)
        assert again.told().sides[0].after == (FEE,)
        assert [box.checked for box in again.sides[0].after] == [True, False]

    @pytest.mark.parametrize("token", ["", "{", "3", '{"kind":"gold"}', '{"kind":"fee"}', "[" * 3000])
    def test_what_nothing_has_handed_over_is_refused(self, form, token):
        strange = form(data=typed() | {"s0-after": [token]})
        with pytest.raises(Refused, match="cannot be read"):
            strange.told()
        assert strange.sides[0].after == ()

    def test_nor_more_than_a_battle_hands_over(self, form):
        with pytest.raises(Refused, match="at most 20"):
            form(data=typed() | {"s0-after": [token_of(MORE)] * 21}).told()

    def test_experience_of_a_happening_is_asked_for_where_there_was_any(self, form):
        earned = told(won(earned=(Earned(HAPPENING, "Grubnash", 2),)), lost())
        drawn = form("wyrdstone_hunt", told=completed(earned, two()))
        award = drawn.sides[0].awards[-1]
        assert (award.award.name, award.counts[0].value) == ("Random happening", "2")
        assert len(form("wyrdstone_hunt").sides[0].awards) == 1
        data = filled_in(earned, two(), drawn._rulebook, drawn.scenario)
        assert form("wyrdstone_hunt", data=data).told().sides[0].earned == earned.sides[0].earned

    def test_many_things_and_many_who_did_it_keep_their_fields(self, form, rulebook_of_files):
        """Six things of a Matriarch, and three of the Gits by three others and one by nobody known."""
        items = tuple(Piece(key) for key in ("axe", "bow", "dagger", "halberd", "shield", "sword"))
        fallen = (
            Fallen("Da Gits", 1),
            *(Fallen("Da Gits", 1, 0, 1, name) for name in ("Garagrim", "The Kin", "Thrain")),
        )
        whole = completed(told(won(*fallen, carried=Loot(items=items)), lost()), two())
        data = filled_in(whole, two(), rulebook_of_files, None)
        again = form(data=data)
        assert len(again.sides[0].carried.items) == 6
        assert len(again.sides[0].out[2].lines) == 4
        assert completed(again.told(), two()) == whole


counts = st.integers(0, 3)


@st.composite
def some_told(draw) -> Told:
    """A report that the form can hold: every line with who did it."""
    by = st.sampled_from([(None, ""), (1, ""), (1, "Thrain"), (1, "Garagrim"), (1, "The Kin")])
    ladz = dict.fromkeys(draw(st.lists(by, unique=True, max_size=3)), 1)
    side, name = draw(by)
    fallen = [Fallen("Da Ladz", count, 0, *one) for one, count in ladz.items()]
    if draw(st.booleans()):
        fallen.append(Fallen("Grubnash", 1, 0, side, name))
    if strangled := draw(counts):
        fallen.append(Fallen("Da Gits", strangled, strangled))
    items = (Piece("sword", "gromril", draw(st.integers(1, 9))),) if draw(st.booleans()) else ()
    first = SideTold(
        result=draw(st.sampled_from(["won", "lost", "drew"])),
        routed=draw(st.booleans()),
        fallen=tuple(fallen),
        used={"Da Gits": ("mad_cap_mushrooms",)} if draw(st.booleans()) else {},
        missed=("Bigfoot",) if draw(st.booleans()) else (),
        carried=Loot(draw(counts), draw(counts), items),
        after=tuple(draw(st.lists(st.sampled_from([FEE, MORE, Eaten(name="Da Ladz")]), unique_by=token_of))),
    )
    earned = tuple(Earned("wyrdstone_counter", name, draw(st.integers(1, 9))) for name in ("Thrain", "The Kin"))
    second = SideTold(result="won", earned=earned, share=Loot(draw(counts), 0), enemies_out={"Thrain": draw(counts)})
    return Told((first, second), draw(st.booleans()), Loot(draw(counts), draw(counts), items))


@given(some_told())
def test_what_was_told_comes_back_as_it_was(rulebook_of_files, report):
    scenario = rulebook_of_files.scenarios["wyrdstone_hunt"]
    data = filled_in(report, two(), rulebook_of_files, scenario)
    again = ReportForm(two(), scenario, rulebook_of_files, data=data).told()
    assert completed(again, two()) == completed(report, two())
