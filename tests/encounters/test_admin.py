"""Tables, the pit and skirmishes in the admin: to look at, and nothing in it that a player may not know."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from campaigns.models import Battle, Campaign
from encounters.models import (
    Encounter,
    PitDocument,
    PitEntrant,
    PitFight,
    PitOdds,
    PitRoster,
    PitSeat,
    PitStep,
    PitTournament,
    SkirmishDocument,
    SkirmishFight,
    SkirmishStep,
    TableDocument,
    TableRoll,
)
from tests import back_room
from tests.back_room import place
from tests.kept import kept
from tests.warbands.conftest import arbitrator, owner, rival  # noqa: F401  (fixtures are found by their names here)
from warbands.models import Player

pytestmark = pytest.mark.django_db

SECRET = "0dd5" * 16
# Models without a page of their own, and why.
WITHOUT = {"PitOddsPart": "parts of work that are gone once it is done; they stand below their odds"}


@pytest.fixture
@kept
def everything(owner: Player, rival: Player) -> PitFight:  # noqa: F811  (the fixtures)
    """A pit fight under way, and a row of each kind."""
    begun = {"state": "under_way", "seed": SECRET, "seed_hash": "ha5h" * 16, "made_by": owner}
    roster = PitRoster.objects.create(owner=owner, name="Grokka", scroll="orc", levels=[32])
    tournament = PitTournament.objects.create(name="The Cup", **begun)
    fight = PitFight.objects.create(name="At noon", notation="pit1", tournament=tournament, **begun)
    roster.entries.create(kind="fought", fight=fight, sentence="Fought at noon.", by=owner)
    for number, (name, player) in enumerate({"Grokka": owner, "Albrecht": rival}.items()):
        who = {"name": name, "scroll": "orc", "levels": [32], "player": player, "roster": roster}
        PitSeat.objects.create(fight=fight, place=number, age=30, **who)
        PitEntrant.objects.create(tournament=tournament, number=number, **who)
    PitStep.objects.create(fight=fight, number=1, turn=1, orders=["0 pick lunge"], faces=[{"die": 6, "face": 4}])
    odds = PitOdds.objects.create(title="At noon", content={}, bouts=100, seed=7, bet_on=fight, asked_by=rival)
    odds.parts.create(number=1, first=0, count=50)
    skirmish = SkirmishFight.objects.create(name="At the ford", **begun)
    SkirmishStep.objects.create(fight=skirmish, number=1, line="0 strike 2", by=owner)
    _a_table(owner)
    PitDocument.objects.create(roster=roster, title="Grokka", digest="d", asked_by=owner)
    SkirmishDocument.objects.create(fight=skirmish, title="At the ford", digest="d", asked_by=owner)
    return fight


def _a_table(by: Player) -> None:
    campaign = Campaign.objects.create(name="Winter in the Ruins")
    battle = Battle.objects.create(campaign=campaign, number=1, fought_on=timezone.now())
    table = Encounter.objects.create(battle=battle, map_seed=1, begun_by=by)
    roll = {"place": 1, "step": "scenario", "first_die": 1, "what_for": "which scenario", "die": "2d6", "faces": [3, 4]}
    TableRoll.objects.create(encounter=table, phase="set_up", source="table", by=by, **roll)
    TableDocument.objects.create(encounter=table, title="The table", digest="d", asked_by=by)


@pytest.fixture
def staff(client: Client, arbitrator: Player) -> Client:  # noqa: F811  (the fixture)
    client.force_login(arbitrator)
    return client


class TestWhatIsThere:
    def test_every_model_has_its_page_or_a_reason(self):
        assert len(back_room.shown("encounters")) > 10
        assert back_room.not_there("encounters") == set(WITHOUT)

    def test_of_every_column_it_is_said_whether_it_is_shown(self):
        assert back_room.undecided("encounters") == []
        assert back_room.careless("encounters") == []

    def test_a_fight_is_shown_with_its_fighters_and_what_was_revealed(self, staff, everything):
        page = staff.get(place(PitFight, "change", everything.pk)).content.decode()
        for told in ("At noon", "Grokka", "Albrecht", "0 pick lunge", everything.seed_hash, "The Cup"):
            assert told in page


class TestWhatIsNotThere:
    def test_no_page_tells_what_is_never_shown(self, staff, everything):
        PitFight.objects.update(state="gathering")
        PitTournament.objects.update(state="gathering")
        secrets = back_room.planted("encounters")
        assert len(secrets) > 40
        assert back_room.told_on_pages(staff, "encounters", secrets) == []

    def test_nor_can_it_be_guessed(self, staff, everything):
        assert back_room.guesses(staff, "encounters") == []

    @pytest.mark.parametrize("model", [PitFight, PitTournament, SkirmishFight])
    def test_a_seed_is_sealed_until_it_is_over(self, staff, everything, model):
        address = place(model, "change", model.objects.get().pk)
        page = staff.get(address).content.decode()
        assert (SECRET in page, "sealed" in page) == (False, True)
        model.objects.update(state="over")
        assert SECRET in staff.get(address).content.decode()

    @pytest.mark.parametrize(("model", "below"), [(PitSeat, PitFight), (PitEntrant, PitTournament)])
    def test_what_others_bring_is_sealed_until_it_begins(self, staff, everything, model, below):
        model.objects.update(scroll="zqx_scroll")
        addresses = (place(model, "changelist"), place(below, "change", below.objects.get().pk))
        assert all("zqx_scroll" in staff.get(address).content.decode() for address in addresses)
        below.objects.update(state="gathering")
        assert not any("zqx_scroll" in staff.get(address).content.decode() for address in addresses)


class TestWhoMay:
    def test_nobody_writes(self, staff, everything):
        before = [list(model.objects.order_by("pk").values()) for model in back_room.shown("encounters")]
        assert back_room.written(staff, "encounters") == []
        assert [list(model.objects.order_by("pk").values()) for model in back_room.shown("encounters")] == before

    def test_staff_without_a_permission_see_nothing(self, client, everything, rival):  # noqa: F811  (the fixture)
        rival.is_staff = True
        rival.save()
        client.force_login(rival)
        assert back_room.opened(client, "encounters") == []
        rival.user_permissions.add(Permission.objects.get(codename="view_pitfight"))
        page = client.get(place(PitFight, "change", everything.pk)).content.decode()
        assert ("At noon" in page, "Albrecht" in page) == (True, False)


class TestHowManyQueries:
    LISTS = (Encounter, TableRoll, PitRoster, PitFight, PitSeat, PitStep, PitTournament, PitOdds, SkirmishFight)
    ROWS = (PitFight, PitTournament, PitRoster, SkirmishFight)

    @staticmethod
    def _more(fight: PitFight, number: int) -> None:
        """That many more rows in each of the lists, and below the rows that there are."""
        roster, by = PitRoster.objects.earliest("pk"), fight.made_by
        battle, table = Battle.objects.earliest("pk"), Encounter.objects.earliest("pk")
        skirmish = SkirmishFight.objects.earliest("pk")
        for _ in range(number):
            many = 10 + PitFight.objects.count()
            other = Battle.objects.create(campaign=battle.campaign, number=many, fought_on=battle.fought_on)
            Encounter.objects.create(battle=other, map_seed=1, begun_by=by)
            about = {"first_die": 1, "faces": [3], "source": "table", "by": by}
            TableRoll.objects.create(encounter=table, phase="game", place=many, **about)
            PitRoster.objects.create(owner=by, name="Another", scroll="orc", levels=[32])
            PitFight.objects.create(tournament=fight.tournament, made_by=by)
            who = {"name": f"Another {many}", "scroll": "orc", "levels": [32], "player": by, "roster": roster}
            PitSeat.objects.create(fight=fight, place=many, **who)
            PitEntrant.objects.create(tournament=fight.tournament, number=many, **who)
            roster.entries.create(kind="noted", fight=fight, sentence="Noted.", by=by)
            PitStep.objects.create(fight=fight, number=many, turn=1, orders=[])
            PitTournament.objects.create(name="Another", made_by=by)
            another = PitFight.objects.create(made_by=by)
            PitOdds.objects.create(title="Another", content={}, bouts=1, seed=1, bet_on=another, asked_by=by)
            SkirmishFight.objects.create(made_by=by)
            SkirmishStep.objects.create(fight=skirmish, number=many, line="0 go", by=by)

    def _asked(self, staff: Client) -> dict[str, int]:
        addresses = [place(model, "changelist") for model in self.LISTS]
        addresses += [place(model, "change", model.objects.earliest("pk").pk) for model in self.ROWS]
        return {address: back_room.queries(staff, address) for address in addresses}

    def test_a_page_asks_as_often_however_many_rows_are_on_it(self, staff, everything):
        self._more(everything, 1)
        few = self._asked(staff)
        self._more(everything, 4)
        assert self._asked(staff) == few
