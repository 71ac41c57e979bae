"""What an arbitrator sets right: never without a reason, through the one door, and told in the chronicle."""

from __future__ import annotations

import inspect

import pytest

from campaigns.services import campaigns, corrections
from campaigns.services.campaigns import Settings
from campaigns.views.corrections import CORRECTIONS
from mordheim.rules.snapshot import Hatred, Piece, Suffered
from tests import acts
from tests.campaigns import seasons
from tests.kept import kept
from warbands.audit import audit
from warbands.models import Warband
from warbands.roster.refusals import OutOfDate
from warbands.selectors import snapshot_of

WHY = "We miscounted on the bridge."


@pytest.fixture
@kept
def exiles(season, owner, host):
    """Dwarfs that have fought, in the campaign."""
    return seasons.enrol(season, acts.exiles(owner, treasury=37), by=host, reason="From last winter.")


@pytest.fixture
@kept
def mob(season, rival):
    return seasons.mob_in(season, rival)


def who(enrolment, name: str) -> int:
    return acts.warrior(enrolment.warband, name).pk


class TestEachCorrection:
    def test_gold(self, exiles, host):
        done = corrections.correct_gold(exiles, by=host, reason=WHY, gold=50)
        assert (acts.gold(exiles.warband), done.event.gold) == (50, 13)
        assert done.event.sentence == (
            f"The treasury was corrected from 37 gc to 50 gc. Corrected by an arbitrator: {WHY}"
        )

    def test_gold_of_a_warband_that_has_not_fought_yet(self, mob, host):
        corrections.correct_gold(mob, by=host, reason=WHY, gold=300)
        warband = Warband.objects.get(pk=mob.warband_id)
        assert (warband.treasury, warband.starting_gold) == (300, 580)

    def test_wyrdstone(self, exiles, host):
        corrections.correct_wyrdstone(exiles, by=host, reason=WHY, shards=4)
        assert Warband.objects.get(pk=exiles.warband_id).wyrdstone == 4

    def test_experience(self, exiles, host):
        corrections.correct_experience(exiles, by=host, reason=WHY, warrior_id=who(exiles, "Thrain"), experience=30)
        assert acts.warrior(exiles.warband, "Thrain").experience == 30

    def test_advances_due(self, exiles, host):
        corrections.correct_advances_due(exiles, by=host, reason=WHY, warrior_id=who(exiles, "Thrain"), advances=1)
        assert acts.warrior(exiles.warband, "Thrain").advances_due == 1

    def test_games_to_miss(self, exiles, host):
        corrections.correct_games_to_miss(exiles, by=host, reason=WHY, warrior_id=who(exiles, "Thrain"), games=2)
        assert acts.warrior(exiles.warband, "Thrain").games_to_miss == 2

    def test_an_injury_forgotten_and_one_never_had(self, exiles, host):
        thrain = who(exiles, "Thrain")
        lost = Suffered("arm_wound", "one_arm", "left")
        corrections.add_injury(exiles, by=host, reason=WHY, warrior_id=thrain, suffered=lost)
        assert acts.warrior(exiles.warband, "Thrain").injuries == [
            {"injury": "arm_wound", "outcome": "one_arm", "side": "left"}
        ]
        corrections.remove_injury(exiles, by=host, reason=WHY, warrior_id=thrain, suffered=lost)
        assert acts.warrior(exiles.warband, "Thrain").injuries == []

    def test_a_hatred_names_whom(self, season, exiles, host):
        thrain = who(exiles, "Thrain")
        with seasons.refused(season, "injury", "whom he hates"):
            corrections.add_injury(exiles, by=host, reason=WHY, warrior_id=thrain, suffered=Suffered("bitter_enmity"))
        hates = Suffered("bitter_enmity", hates=Hatred("warband", "Da Snikkaz"))
        corrections.add_injury(exiles, by=host, reason=WHY, warrior_id=thrain, suffered=hates)
        assert snapshot_of(exiles.warband).warriors[0].injuries == (hates,)

    def test_a_skill_forgotten_and_one_never_had(self, exiles, host):
        thrain = who(exiles, "Thrain")
        corrections.add_skill(exiles, by=host, reason=WHY, warrior_id=thrain, skill="step_aside")
        assert acts.warrior(exiles.warband, "Thrain").skills == ["step_aside"]
        corrections.remove_skill(exiles, by=host, reason=WHY, warrior_id=thrain, skill="step_aside")
        assert acts.warrior(exiles.warband, "Thrain").skills == []

    def test_equipment_missing_and_never_there(self, exiles, host):
        thrain = who(exiles, "Thrain")
        corrections.add_item(exiles, by=host, reason=WHY, piece=Piece("helmet"), warrior_id=thrain)
        corrections.add_item(exiles, by=host, reason=WHY, piece=Piece("axe", quantity=2))
        assert acts.carried(exiles.warband, "Thrain") == ["axe", "helmet"]
        assert acts.carried(exiles.warband) == ["2 axe"]
        corrections.remove_item(exiles, by=host, reason=WHY, piece=Piece("helmet"), warrior_id=thrain)
        corrections.remove_item(exiles, by=host, reason=WHY, piece=Piece("axe"))
        assert acts.carried(exiles.warband, "Thrain") == ["axe"]
        assert acts.carried(exiles.warband) == ["axe"]
        assert acts.gold(exiles.warband) == 37

    def test_names(self, exiles, host):
        corrections.rename_warrior(
            exiles, by=host, reason=WHY, warrior_id=who(exiles, "Thrain"), name="Thrain Redbeard"
        )
        corrections.rename_warband(exiles, by=host, reason=WHY, name="The Exiles")
        assert acts.warrior(exiles.warband, "Thrain Redbeard")
        assert Warband.objects.get(pk=exiles.warband_id).name == "The Exiles"


class TestHowItIsTold:
    def test_with_its_reason_and_by_whom(self, season, exiles, host):
        corrections.correct_wyrdstone(exiles, by=host, reason=WHY, shards=4)
        line = season.chronicle.first()
        assert (line.kind, line.reason, line.by) == ("correction", WHY, host)
        assert line.told == "Karak Brynn Exiles: The wyrdstone was corrected from 0 to 4."

    def test_hidden_gold_stays_hidden(self, season, exiles, host):
        campaigns.change_settings(season, by=host, name=season.name, settings=Settings(treasuries_hidden=True))
        corrections.correct_gold(exiles, by=host, reason=WHY, gold=50)
        assert season.chronicle.first().told == "Karak Brynn Exiles: The treasury was corrected."

    def test_and_the_audit_still_folds(self, exiles, mob, host):
        corrections.correct_gold(exiles, by=host, reason=WHY, gold=50)
        corrections.correct_gold(mob, by=host, reason=WHY, gold=10)
        corrections.correct_experience(exiles, by=host, reason=WHY, warrior_id=who(exiles, "Thrain"), experience=31)
        assert list(audit(Warband.objects.all())) == []


ARGUMENTS = {
    "gold": 1,
    "shards": 1,
    "experience": 29,
    "advances": 1,
    "games": 1,
    "suffered": Suffered("leg_wound"),
    "skill": "step_aside",
    "piece": Piece("helmet"),
    "name": "Another",
}


def asked(act, enrolment) -> dict[str, object]:
    """Enough to make any correction."""
    names = set(inspect.signature(act).parameters)
    found = {name: value for name, value in ARGUMENTS.items() if name in names}
    return {**found, **({"warrior_id": who(enrolment, "Thrain")} if "warrior_id" in names else {})}


@pytest.mark.parametrize("act", [one.act for one in CORRECTIONS.values()], ids=list(CORRECTIONS))
class TestEveryCorrection:
    @pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
    def test_needs_a_reason(self, season, exiles, host, act, reason):
        with seasons.refused(season, "reason"):
            act(exiles, by=host, reason=reason, **asked(act, exiles))

    def test_is_an_arbitrators(self, season, exiles, owner, act):
        with seasons.refused(season, "may_not"):
            act(exiles, by=owner, reason=WHY, **asked(act, exiles))

    def test_does_not_reach_a_warband_that_has_retired(self, season, exiles, host, act):
        seasons.retire(exiles)
        with seasons.refused(season, "retired"):
            act(exiles, by=host, reason=WHY, **asked(act, exiles))

    def test_answers_the_state_that_it_was_drawn_from(self, season, exiles, host, act):
        before = seasons.everything_stored(season)
        with pytest.raises(OutOfDate):
            act(exiles, by=host, reason=WHY, version=exiles.warband.version + 1, **asked(act, exiles))
        assert seasons.everything_stored(season) == before


class TestWhatIsNoCorrection:
    @pytest.mark.parametrize(
        ("act", "arguments", "code"),
        [
            (corrections.correct_gold, {"gold": -1}, "figure"),
            (corrections.correct_gold, {"gold": 1_000_001}, "figure"),
            (corrections.correct_wyrdstone, {"shards": -1}, "figure"),
            (corrections.add_item, {"piece": Piece("no_such_thing")}, "unknown_key"),
            (corrections.add_item, {"piece": Piece("axe", quantity=0)}, "quantity"),
            (corrections.remove_item, {"piece": Piece("axe")}, "not_there"),
            (corrections.rename_warband, {"name": " "}, "name"),
        ],
    )
    def test_it_is_refused(self, season, exiles, host, act, arguments, code):
        with seasons.refused(season, code):
            act(exiles, by=host, reason=WHY, **arguments)

    @pytest.mark.parametrize(
        ("act", "arguments", "code"),
        [
            (corrections.add_injury, {"suffered": Suffered("dead")}, "unknown_key"),
            (corrections.add_injury, {"suffered": Suffered("arm_wound")}, "unknown_key"),
            (corrections.remove_injury, {"suffered": Suffered("leg_wound")}, "not_there"),
            (corrections.add_skill, {"skill": "no_such_skill"}, "unknown_key"),
            (corrections.remove_skill, {"skill": "step_aside"}, "not_there"),
            (corrections.correct_experience, {"experience": -1}, "figure"),
        ],
    )
    def test_nor_about_a_warrior(self, season, exiles, host, act, arguments, code):
        with seasons.refused(season, code):
            act(exiles, by=host, reason=WHY, warrior_id=who(exiles, "Thrain"), **arguments)

    def test_a_warrior_of_another_warband(self, season, exiles, mob, host):
        with seasons.refused(season, "no_such_warrior"):
            corrections.correct_games_to_miss(exiles, by=host, reason=WHY, warrior_id=who(mob, "Grubnash"), games=1)

    def test_what_the_rules_forbid_a_warband_always(self, season, exiles, host):
        with seasons.refused(season, "item_not_on_list"):
            corrections.add_item(
                exiles, by=host, reason=WHY, piece=Piece("wolfcloak"), warrior_id=who(exiles, "Thrain")
            )

    def test_a_warband_in_a_battle_waits(self, season, exiles, host):
        Warband.objects.filter(pk=exiles.warband_id).update(held_for="battle 1", held_at="/")
        with seasons.refused(season, "held"):
            corrections.correct_gold(exiles, by=host, reason=WHY, gold=1)
