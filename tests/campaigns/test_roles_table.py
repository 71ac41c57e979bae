"""Every address of the app, for everybody: a new one without a row here fails.

The answers: 200 a page, 302 led on after the act, 403 a member without the right, 404 no such campaign for him, "in"
led to the sign-in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse
from django.utils import timezone

from campaigns import urls
from campaigns.models import Campaign, CampaignDocument, Enrolment, Pairing, PostBattle
from campaigns.roles import RIGHTS, WITHOUT, Right, Role, may
from campaigns.services.notes import add_note
from campaigns.services.notices import stop_token
from campaigns.services.pairings import announce_pairings
from campaigns.times import local
from tests.campaigns import seasons
from tests.kept import kept
from tests.people import guest_with
from warbands.models import Player

pytestmark = pytest.mark.both_databases

WHO = ("owner", "rival", "host", "spectator", "stranger", "nobody")

# What each of WHO is answered: the owner of the warband, note and pairing meant, another player, the arbitrator, a
# spectator, somebody who is no member, somebody who is signed out.
ALL_MEMBERS = (200, 200, 200, 200, 404, "in")
PLAYERS = (200, 200, 200, 403, 404, "in")
ARBITRATORS = (403, 403, 200, 403, 404, "in")
PAGES: dict[str, tuple[int | str, ...]] = {
    "campaign-list": (200, 200, 200, 200, 200, "in"),
    "campaign-new": (200, 200, 200, 200, 200, "in"),
    "campaign-detail": ALL_MEMBERS,
    "campaign-ratings": ALL_MEMBERS,
    "campaign-standings-csv": ALL_MEMBERS,
    "campaign-settings": ARBITRATORS,
    "campaign-people": ALL_MEMBERS,
    "invitation-detail": ARBITRATORS,
    "enrolment-new": PLAYERS,
    "enrolment-begin": PLAYERS,
    "enrolment-detail": ALL_MEMBERS,
    "enrolment-retire": (200, 403, 200, 403, 404, "in"),
    "campaign-corrections": ARBITRATORS,
    "correction-choose": ARBITRATORS,
    "correction-make": ARBITRATORS,
    "campaign-chronicle": ALL_MEMBERS,
    "campaign-pairings": PLAYERS,
    # Leads to the evening's own page.
    "evening-last": (302, 302, 302, 302, 404, "in"),
    "evening-print": ALL_MEMBERS,
    "night-print": ALL_MEMBERS,
    "campaign-document": ALL_MEMBERS,
    "campaign-document-file": ALL_MEMBERS,
    # Whoever has the secret address may read it.
    "campaign-join": (200, 200, 200, 200, 200, 200),
    "member-feed": (200, 200, 200, 200, 200, 200),
    "campaign-feed": (200, 200, 200, 200, 200, 200),
    "mails-stop": (200, 200, 200, 200, 200, 200),
}
# Posted as the page would. Where an act is declined to somebody who may be there, he is led on and told why.
ALL_DO = (302, 302, 302, 302, 404, "in")
PLAYERS_DO = (302, 302, 302, 403, 404, "in")
ARBITRATORS_DO = (403, 403, 302, 403, 404, "in")
ACTS: dict[str, tuple[int | str, ...]] = {
    "campaign-new": (302, 302, 302, 302, 302, "in"),
    "campaign-settings": ARBITRATORS_DO,
    "campaign-close": ARBITRATORS_DO,
    "campaign-reopen": ARBITRATORS_DO,
    "campaign-leave": ALL_DO,
    "invitation-make": ARBITRATORS_DO,
    "invitation-revoke": ARBITRATORS_DO,
    "membership-role": ARBITRATORS_DO,
    "membership-hand-over": ARBITRATORS_DO,
    "membership-remove": ARBITRATORS_DO,
    "enrolment-new": (200, 200, 200, 403, 404, "in"),
    "enrolment-begin": PLAYERS_DO,
    "enrolment-retire": (302, 403, 302, 403, 404, "in"),
    "correction-make": ARBITRATORS_DO,
    "chronicle-note": PLAYERS_DO,
    "chronicle-withdraw": PLAYERS_DO,
    "pairing-announce": PLAYERS_DO,
    "pairing-withdraw": PLAYERS_DO,
    "feed-renew": ALL_DO,
    "mails-choose": ALL_DO,
    # Posted by mail programs, which are signed in nowhere: the signed token is the leave.
    "mails-stop": (200, 200, 200, 200, 200, 200),
    "evening-print": ALL_DO,
    "night-print": ALL_DO,
    "campaign-document-cancel": ALL_DO,
    "campaign-join": (302, 302, 302, 302, 302, "in"),
}
TYPED = {
    "name": "Another Name",
    "type": "orc_mob",
    "text": "A note.",
    "reason": "Miscounted.",
    "role": "player",
    "days": "7",
    "most_uses": "3",
    "gold": "50",
    "starting_gold": "500",
    "late_gold": "0",
    "warbands_a_player": "1",
    "time_zone": "Europe/Berlin",
    "dice_policy": "either",
    "confirmation": "all_sides",
    "page": "a4",
}


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """The names of all addresses; those of battles and captives have tables of their own."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if not any(word in str(pattern.urlconf_name) for word in ("battle", "captive")):
                yield from names(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern} has no name"
            yield pattern.name


@dataclass
class Place:
    """Things of the owner's, to be aimed at."""

    campaign: Campaign
    mob: Enrolment
    pairing: Pairing
    ids: dict[str, list[object]] = field(default_factory=dict)

    def address(self, name: str) -> str:
        campaign = self.campaign.pk
        about: dict[str, list[object]] = {
            "campaign-list": [],
            "campaign-new": [],
            "campaign-join": [self.ids["invitation"][1]],
            "member-feed": [self.ids["member"][1]],
            "campaign-feed": [self.campaign.feed_token],
            "mails-stop": [self.ids["member"][2]],
            "invitation-detail": [campaign, self.ids["invitation"][0]],
            "invitation-revoke": [campaign, self.ids["invitation"][0]],
            "membership-role": [campaign, self.ids["member"][0]],
            "membership-hand-over": [campaign, self.ids["member"][0]],
            "membership-remove": [campaign, self.ids["member"][0]],
            "enrolment-detail": [campaign, self.mob.pk],
            "enrolment-retire": [campaign, self.mob.pk],
            "correction-choose": [campaign, self.mob.pk],
            "correction-make": [campaign, self.mob.pk, "gold"],
            "chronicle-withdraw": [campaign, *self.ids["note"]],
            "pairing-withdraw": [campaign, self.pairing.pk],
            "evening-print": [campaign, self.ids["document"][1]],
            "night-print": [campaign, self.ids["document"][2]],
            "campaign-document": [campaign, self.ids["document"][0]],
            "campaign-document-file": [campaign, self.ids["document"][0], "evening"],
            "campaign-document-cancel": [campaign, self.ids["document"][0]],
        }
        return reverse(name, args=about.get(name, [campaign]))


def printed(mob: Enrolment, other: Enrolment) -> list[object]:
    """An evening that was printed: the document, its day, and a side that has a night."""
    battle = seasons.fought(mob.campaign, (mob, "won", 1, 0), (other, "lost", 0, 1))
    side = battle.sides.get(place=0)
    PostBattle.objects.create(side=side, report={}, closed_at=timezone.now())
    day = local(mob.campaign, battle.fought_on).date()
    document = CampaignDocument(campaign=mob.campaign, kind="evening", day=day, digest="0" * 32, status="ready")
    document.file.save("evening.pdf", ContentFile(b"%PDF-"))
    return [document.pk, day, side.pk]


@pytest.fixture
@kept
def place(season: Campaign, owner: Player, rival: Player, host: Player) -> Place:
    mob, other = seasons.mob_in(season, owner), seasons.mob_in(season, rival, "Da Uvvers")
    mob.warband.refresh_from_db()
    note = add_note(season, by=owner, text="A fine evening.")
    pairings = announce_pairings(season, by=owner, groups=[[mob.pk, other.pk]], planned_for=note.happened_at.date())
    invitation, member = seasons.invite(season), seasons.part(season, owner)
    ids: dict[str, list[object]] = {
        "invitation": [invitation.pk, invitation.token],
        "member": [member.pk, member.feed_token, stop_token([member])],
        "note": [note.pk],
        "document": printed(mob, other),
    }
    return Place(season, mob, pairings[0], ids)


@pytest.fixture
@kept
def browsers(owner, rival, host, spectator, stranger) -> dict[str, Client]:
    people = {"owner": owner, "rival": rival, "host": host, "spectator": spectator, "stranger": stranger}
    return {**{name: seasons.signed_in(player) for name, player in people.items()}, "nobody": Client()}


def answered(answer) -> int | str:
    if answer.status_code == 302 and answer.url.startswith(reverse("login")):
        return "in"
    return answer.status_code


def test_the_table_has_every_address_and_no_other():
    found = set(names(urls.urlpatterns))
    assert len(found) > 25
    assert found == {*PAGES, *ACTS}, "give a new address its row: who may, who may not"


@pytest.mark.parametrize("who", WHO)
def test_who_may_look(place, browsers, who):
    found = {}
    for name in PAGES:
        with seasons.taken_back():
            found[name] = answered(browsers[who].get(place.address(name)))
    assert found == {name: row[WHO.index(who)] for name, row in PAGES.items()}


@pytest.mark.parametrize("name", sorted(ACTS))
def test_who_may_act(place, browsers, name):
    before = seasons.everything_stored(place.campaign)
    for who, expected in zip(WHO, ACTS[name], strict=True):
        with seasons.taken_back():
            answer = answered(browsers[who].post(place.address(name), {**TYPED, "version": place.mob.warband.version}))
            assert answer == expected, who
            if answer in (403, 404, "in"):
                assert seasons.everything_stored(place.campaign) == before, who


def test_an_address_that_only_acts_shows_nothing_and_does_nothing(place, browsers):
    before = seasons.everything_stored(place.campaign)
    for name in set(ACTS) - set(PAGES):
        assert browsers["host"].get(place.address(name)).status_code == 405, name
        assert seasons.everything_stored(place.campaign) == before, name


class TestWhoLooksFromOutside:
    def test_a_guest_is_asked_to_sign_up_and_comes_back(self, place):
        client = Client()
        guest_with(client)
        address = place.address("campaign-join")
        assert "Sign up" in client.get(address).text
        assert client.post(address).url.startswith(reverse("signup"))

    def test_whoever_left_is_a_stranger(self, place, browsers, rival):
        seasons.leave(place.campaign, rival)
        assert browsers["rival"].get(place.address("campaign-detail")).status_code == 404

    def test_a_thing_of_another_campaign_is_not_found_in_this_one(self, place, browsers, host):
        other = seasons.begin(host, "Elsewhere")
        for name in ("enrolment-detail", "enrolment-retire", "correction-choose"):
            assert browsers["host"].get(reverse(name, args=[other.pk, place.mob.pk])).status_code == 404
        assert browsers["host"].post(reverse("pairing-withdraw", args=[other.pk, place.pairing.pk])).status_code == 404
        for name in ("membership-role", "membership-remove", "membership-hand-over"):
            address = reverse(name, args=[other.pk, place.ids["member"][0]])
            assert browsers["host"].post(address, TYPED).status_code == 404

    def test_a_form_from_elsewhere_is_refused(self, place, host):
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
        for name in sorted(set(ACTS) - {"mails-stop"}):
            assert strict.post(place.address(name), TYPED).status_code == 403

    def test_htmx_is_sent_to_the_sign_in_as_a_whole_page(self, place):
        answer = Client(headers={"HX-Request": "true"}).get(place.address("campaign-ratings"))
        assert reverse("login") in answer["HX-Redirect"]


class TestTheTableOfRights:
    def test_an_arbitrator_may_everything_and_a_spectator_only_looks(self):
        assert RIGHTS[Role.ARBITRATOR] == set(Right)
        assert RIGHTS[Role.SPECTATOR] == {Right.SEE}

    def test_a_player_corrects_nothing(self):
        assert not may("player", Right.CORRECT)
        assert not may("player", Right.ARBITRATE)

    def test_who_has_no_role_of_these_may_nothing(self):
        assert not may("king", Right.SEE)

    def test_each_right_has_a_sentence_for_those_without(self):
        assert set(WITHOUT) == set(Right)
