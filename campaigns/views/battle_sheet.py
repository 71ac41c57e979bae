"""The page of a battle as plain values: its sides, what is to be done now and by whom, the aid for rout tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

from campaigns.battle.forces import Fighter, Force
from campaigns.battle.rout import RoutAid, rout_aid
from campaigns.battle.underdogs import defenders
from campaigns.battle_selectors import asked_before, force_in_battle, scenario_of
from campaigns.forms.battles import letters_of
from campaigns.models import BattleReport, Campaign, Side
from campaigns.services.battle_reports import is_waited_for
from campaigns.services.battles import against, in_a_row
from campaigns.views.battle_access import AtBattle
from mordheim.rules.posted import whole
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Scenario

# A heading names so many warbands; of more it says how many there are.
MOST_NAMED = 4
TO_BEGIN = (
    "Begin once everybody is at the table: ratings are fixed then, and until the night after the battle is over "
    "nothing else changes these warbands."
)


@dataclass(frozen=True)
class Fallen:
    """A line of the rout aid: how many of a name are out, and the field for it."""

    fighter: Fighter
    name: str
    count: int


@dataclass(frozen=True)
class SideCard:
    """A side as the page shows it. ``force`` is there once the battle has begun."""

    side: Side
    ally: str
    type_name: str
    rating: int
    force: Force | None
    asked: int
    must_roll: bool
    agreed: bool
    own: bool
    acts: bool
    rout: RoutAid | None
    out: tuple[Fallen, ...]

    @property
    def away(self) -> tuple[Fighter, ...]:
        return tuple(one for one in self.force.fighters if one.away) if self.force else ()


@dataclass(frozen=True)
class Next:
    """What is to be done now: a sentence, and where or by which button it is done."""

    text: str
    url: str = ""
    label: str = ""
    posts: bool = False


@dataclass(frozen=True)
class BattleSheet:
    """All of it."""

    title: str
    cards: tuple[SideCard, ...]
    scenario: Scenario | None
    next: Next | None
    defenders: tuple[str, ...]
    letters: tuple[str, ...]


def sheet_of(
    there: AtBattle, rulebook: Rulebook, reports: list[BattleReport], out: Mapping[str, str], tracker: str = ""
) -> BattleSheet:
    """The page, from rows that were read already. ``out`` is who is out of action, by the fields of the rout aid;
    ``tracker`` is where the battle is tracked, if anywhere."""
    battle, scenario = there.battle, scenario_of(there.battle, rulebook)
    letters = letters_of([side.alliance for side in there.sides])
    cards = tuple(_card(there, side, letter, rulebook, out) for side, letter in zip(there.sides, letters, strict=True))
    return BattleSheet(
        title=against(there.sides) if len(there.sides) <= MOST_NAMED else f"{len(there.sides)} warbands",
        cards=cards,
        scenario=scenario,
        next=_next(there, cards, reports, tracker),
        defenders=_defenders(cards, scenario) if battle.started_at else (),
        letters=tuple(letters),
    )


def _card(there: AtBattle, side: Side, letter: str, rulebook: Rulebook, out: Mapping[str, str]) -> SideCard:
    battle = there.battle
    force = force_in_battle(side, rulebook) if side.before else None
    asked = asked_before(side, rulebook) if battle.is_under_way else ()
    kind = rulebook.warband_types.get(side.enrolment.type_key)
    fallen = _fallen(side, force, out) if force and battle.is_under_way else ()
    return SideCard(
        side=side,
        ally=letter,
        type_name=kind.name if kind else side.enrolment.type_key,
        rating=side.rating_before if side.before else (side.warband.rating if side.warband else 0),
        force=force,
        asked=len(asked),
        must_roll=any(not one.is_test for one in asked),
        agreed=bool(side.agreed_to) and battle.is_reported,
        own=side.player_id == there.here.player.pk,
        acts=there.acts_for(side),
        rout=rout_aid(force, {one.fighter.name: one.count for one in fallen}) if force and fallen else None,
        out=fallen,
    )


def _fallen(side: Side, force: Force, out: Mapping[str, str]) -> tuple[Fallen, ...]:
    found = []
    for fighter in force.standing:
        name = f"out-{side.place}-{force.fighters.index(fighter)}"
        count = whole(out.get(name, ""), 999) or 0
        found.append(Fallen(fighter, name, min(count, fighter.size)))
    return tuple(found)


def _defenders(cards: tuple[SideCard, ...], scenario: Scenario | None) -> tuple[str, ...]:
    """Who defends in a battle of many; several where a die has to say."""
    if scenario is None or scenario.players != "many" or not scenario.attacker:
        return ()
    places = defenders([(card.side.rating_before, card.side.warriors_before) for card in cards])
    return tuple(cards[place].side.warband_name for place in places)


# --- what is to be done -----------------------------------------------------------------------------------------


def _next(there: AtBattle, cards: tuple[SideCard, ...], reports: list[BattleReport], tracker: str) -> Next | None:
    battle = there.battle
    ids = [battle.campaign_id, battle.pk]
    if battle.is_planned:
        if not there.acts:
            return Next("It has not begun yet.")
        told = "Begin once everybody is at the table: ratings are fixed then, and until the night after the battle is "
        return Next(
            f"{told}over nothing else changes these warbands.", reverse("battle-start", args=ids), "Begin", True
        )
    if battle.is_under_way:
        return _next_under_way(there, cards, ids, tracker)
    if battle.is_reported:
        return _next_reported(there, reports, ids)
    return _next_night(there) if battle.is_confirmed else None


def _next_night(there: AtBattle) -> Next | None:
    """One's own warband is held by the night after this battle."""
    for side in there.own:
        held_at = side.warband.held_at if side.warband else ""
        if held_at.startswith(there.battle.get_absolute_url()):
            return Next(f"The night after it waits for {side.warband_name}.", held_at, "Go on")
    return None


def _next_under_way(there: AtBattle, cards: tuple[SideCard, ...], ids: list[int], tracker: str) -> Next:
    waiting = next((card for card in cards if card.asked and card.acts and (card.must_roll or card.own)), None)
    if waiting:
        url = reverse("battle-muster", args=[*ids, waiting.side.pk])
        count = f"{waiting.asked} {'roll' if waiting.asked == 1 else 'rolls'}"
        return Next(f"{waiting.side.warband_name}: {count} before the first blow.", url, "Roll")
    rolling = [card.side.warband_name for card in cards if card.must_roll]
    if rolling:
        return Next(f"{in_a_row(rolling)}: somebody has still to roll before the first blow.")
    if not there.acts:
        return Next("They are fighting.")
    if tracker:
        return Next("The game is tracked at the table, and reported from there.", tracker, "To the game")
    return Next(
        "Fight it out. Whoever has his phone at hand reports it then.", reverse("battle-report", args=ids), "Report"
    )


def _next_reported(there: AtBattle, reports: list[BattleReport], ids: list[int]) -> Next:
    compare = reverse("battle-compare", args=ids)
    told = len({report.digest for report in reports})
    own = [side for side in there.own if side.enrolment.is_active]
    if told > 1:
        return Next(
            "The reports differ. See in what, and settle it.", compare, "Compare" if there.acts else "See in what"
        )
    digest = reports[0].digest if reports else ""
    if there.here.arbitrates and there.battle.campaign.confirmation == Campaign.Confirmation.ARBITRATOR:
        return Next("It is reported: look at it and decide.", compare, "Look and decide")
    if there.confirms and any(side.agreed_to != digest for side in own):
        return Next("It is reported. Was it so?", compare, "Look and confirm")
    if there.confirms and not any(is_waited_for(side) and side.agreed_to != digest for side in there.sides):
        return Next("It is reported, and everybody who is left stands by it.", compare, "Look and confirm")
    return Next(f"It is reported. {_awaited(there, digest)}", compare, "See the report")


def _awaited(there: AtBattle, digest: str) -> str:
    if there.battle.campaign.confirmation == Campaign.Confirmation.ARBITRATOR:
        return "An arbitrator has to confirm it."
    missing = [side.warband_name for side in there.sides if side.agreed_to != digest and is_waited_for(side)]
    if there.battle.campaign.confirmation == Campaign.Confirmation.ANY_OPPONENT:
        return "Any opponent may confirm it."
    return f"{in_a_row(missing)} {'has' if len(missing) == 1 else 'have'} still to confirm it."
