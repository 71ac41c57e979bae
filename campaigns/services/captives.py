"""What becomes of a captive: the captor asks for a ransom or an exchange and the owner agrees, or the captor seals his
fate (core, Serious Injuries; ruling 18).

Nothing is settled while one of the two warbands is in a battle under way. What was settled can be undone as long as
neither has gone into another battle. Locks are taken in one order: both warbands by their ids, the campaign, the
captives, the nights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.battle.keeping import kept_warrior, restored_warrior
from campaigns.battle.seeds import SeedDice, new_seed
from campaigns.models import Battle, Campaign, Captive, Enrolment, Membership, Notice, Side
from campaigns.postbattle.captivity import Sealed, fates_for, reversed_effects, seal
from campaigns.postbattle.log import effect_from, stored_effect
from campaigns.roles import Right
from campaigns.services.chronicle import Kind, record
from campaigns.services.meanwhile import Doing, meanwhile, meanwhile_as
from campaigns.services.notices import forget, notify, words_to
from campaigns.services.people import member_with, open_campaign
from mordheim.rules.dice import Dice, DiceError, EnteredDice, Roll
from mordheim.rules.effects import Effect, Freed, Gold, Leaves
from mordheim.rules.results import Fate
from mordheim.rules.snapshot import WarriorSnapshot
from warbands.models import Player, Warband
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused

State = Captive.State
MOST_RANSOM = 100_000


@dataclass(frozen=True)
class Matter:
    """A captive under lock, with the campaign and the part in it of whoever acts."""

    captive: Captive
    campaign: Campaign
    acting: Membership

    @property
    def name(self) -> str:
        return self.captive.warrior_name

    @property
    def owner(self) -> Side:
        return self.captive.owner

    @property
    def captor(self) -> Side:
        return self.captive.captor


# --- who may --------------------------------------------------------------------------------------------------------


def may_speak_for(side: Side, *, membership: Membership) -> bool:
    """Whether somebody speaks for a side: its player, or an arbitrator."""
    return membership.may(Right.ARBITRATE) or (membership.may(Right.REPORT) and side.player_id == membership.player_id)


def is_party(captive: Captive, *, membership: Membership) -> bool:
    """Whether somebody has any say about a captive."""
    return may_speak_for(captive.owner, membership=membership) or may_speak_for(captive.captor, membership=membership)


def _speaks(matter: Matter, side: Side) -> None:
    if not may_speak_for(side, membership=matter.acting):
        raise Refused(f"Only whoever plays {side.shown_name} decides that, or an arbitrator.", code="may_not")


def _locked(captive: Captive, by: Player) -> Matter:
    """The captive, read afresh, with both warbands, the campaign and himself locked."""
    (matter,) = _all_locked([captive], by)
    return matter


def _all_locked(captives: Sequence[Captive], by: Player) -> list[Matter]:
    """The same for several whom the same two warbands hold from each other."""
    pks = [captive.pk for captive in captives]
    sides = Side.objects.filter(Q(captives_lost__in=pks) | Q(captives_held__in=pks))
    wanted = sides.filter(warband__isnull=False).values("warband")
    list(Warband.objects.select_for_update().filter(pk__in=wanted).order_by("pk"))
    campaign = open_campaign(captives[0].owner.battle.campaign_id)
    acting = member_with(campaign, player=by, right=Right.REPORT)
    rows = Captive.objects.select_for_update(of=("self",)).filter(pk__in=pks).order_by("pk")
    found = {row.pk: row for row in rows.select_related("owner__battle", "owner__warband", "captor__warband")}
    if len(found) < len(set(pks)):
        raise Refused("This captive is not there any more.", code="no_such_captive")
    return [Matter(found[pk], campaign, acting) for pk in pks]


def _still_held(matter: Matter) -> None:
    if not matter.captive.is_held:
        raise Refused(f"{matter.name} is no captive any more: {matter.captive.get_state_display()}.", code="over")


def _not_under_way(matter: Matter) -> None:
    """Raise Refused while one of the two is in a battle under way."""
    for side in (matter.owner, matter.captor):
        if open_battle := battle_under_way(side):
            told = f"{side.shown_name} is in {open_battle}: captives are settled when it is over."
            raise Refused(told, code="under_way")


def battle_under_way(side: Side) -> Battle | None:
    """The battle that the side's warband is in, begun and not confirmed."""
    return Battle.objects.open().filter(sides__warband=side.warband_id).first() if side.warband_id else None


# --- offers ---------------------------------------------------------------------------------------------------------


def offer_ransom(captive: Captive, *, by: Player, gold: int) -> Captive:
    """Ask for a ransom in gold crowns, 0 to let him go for nothing; it takes the place of an earlier offer.

    Raises:
        Refused: by others than the captor's player and an arbitrator, and when he is no captive any more.
    """
    with transaction.atomic():
        matter = _locked(captive, by)
        if not 0 <= gold <= MOST_RANSOM:
            raise Refused(f"A ransom is between 0 and {MOST_RANSOM} gc.", code="ransom")
        return _offer(matter, {"ransom": gold})


def offer_exchange(captive: Captive, *, by: Player, other: Captive) -> Captive:
    """Offer him for one whom his own warband holds.

    Raises:
        Refused: when the other is not in the owner's hands, and as for a ransom.
    """
    with transaction.atomic():
        matter, wanted = _all_locked([captive, other], by)
        _match(matter, wanted)
        return _offer(matter, {"exchange": other.pk})


def _match(matter: Matter, wanted: Matter) -> None:
    """Raise Refused unless each is held by the other's warband."""
    mine, theirs = matter.captive, wanted.captive
    mirrored = mine.owner.warband_id == theirs.captor.warband_id and mine.captor.warband_id == theirs.owner.warband_id
    if not (theirs.is_held and mirrored and mine.owner.warband_id):
        told = f"{matter.owner.shown_name} does not hold {wanted.name} of {matter.captor.shown_name}."
        raise Refused(told, code="exchange")


def withdraw_offer(captive: Captive, *, by: Player) -> Captive:
    """Take an offer back. Done twice it is done once. Raises Refused by others than the captor's player."""
    with transaction.atomic():
        return _offer(_locked(captive, by), None)


def _offer(matter: Matter, offer: dict[str, int] | None) -> Captive:
    _speaks(matter, matter.captor)
    _still_held(matter)
    matter.captive.offer = offer
    matter.captive.save(update_fields=["offer"])
    forget(matter.captive.get_absolute_url())
    if offer:
        told = f"{matter.captor.shown_name} made an offer for {matter.name} of {matter.owner.shown_name}, a captive."
        _tell_player(matter, matter.owner, Notice.Kind.OFFER, told)
    return matter.captive


def _tell_player(matter: Matter, side: Side, kind: str, text: str) -> None:
    """Have whoever plays that side told by mail."""
    words = words_to([side.player_id], kind=kind, text=text, path=matter.captive.get_absolute_url())
    notify(matter.campaign, words=words, by=matter.acting.player)


def accept_offer(captive: Captive, *, by: Player, offer: dict[str, int] | None = None) -> Captive:
    """Agree to what the captor asks: gold or captives change hands in one step, and he comes home with his gear.

    Args:
        captive: whom it is about.
        by: his owner's player, or an arbitrator.
        offer: the offer that his form showed; a changed one is refused.

    Raises:
        Refused: when the treasury does not hold the ransom, while a battle is under way, and by others.
    """
    with transaction.atomic():
        asked = Captive.objects.filter(pk=captive.pk).values_list("offer", flat=True).first() or {}
        others = list(Captive.objects.filter(pk=asked.get("exchange", 0)).exclude(pk=captive.pk))
        matter, *exchanged = _all_locked([captive, *others], by)
        _speaks(matter, matter.owner)
        _still_held(matter)
        _not_under_way(matter)
        standing = matter.captive.offer
        if not standing or standing != asked or offer not in (None, standing):
            raise Refused("The captor has changed his mind meanwhile: look at the offer again.", code="offer")
        if "ransom" in standing:
            _ransom(matter, standing["ransom"], by)
        else:
            _exchange(matter, exchanged, by)
        told = f"Your offer for {matter.name} of {matter.owner.shown_name} was taken."
        _tell_player(matter, matter.captor, Notice.Kind.OFFER_TAKEN, told)
    return matter.captive


def _ransom(matter: Matter, gold: int, by: Player) -> None:
    name, owner, captor = matter.name, matter.owner.shown_name, matter.captor.shown_name
    price = f"a ransom of {gold} gc" if gold else "nothing"

    def pay(roster: Roster, him: WarriorSnapshot) -> Doing:
        held = roster.snapshot.treasury or 0
        if gold > held:
            raise Refused(f"The ransom is {gold} gc and the treasury holds {held} gc.", code="over_budget")
        return Doing((*_gold(-gold), Freed(him.name)), f"{him.name} came home from {captor} for {price}.", him.name)

    def receive(roster: Roster) -> Doing:
        return Doing(_gold(gold), f"{captor} let {name} of {owner} go for {price}.")

    _settle(matter, State.RANSOMED, by, _of_owner(matter, pay, by), _of_captor(matter, receive, by))
    hidden = matter.campaign.treasuries_hidden and gold
    _tell(matter, Kind.AFTERMATH, f"{captor} let {name} of {owner} go for {'a ransom' if hidden else price}.", by)


def _gold(amount: int) -> tuple[Effect, ...]:
    return (Gold(amount),) if amount else ()


def _exchange(matter: Matter, exchanged: Sequence[Matter], by: Player) -> None:
    if not exchanged:
        raise Refused("He for whom he was to be exchanged is not there any more.", code="exchange")
    other = exchanged[0]
    _match(matter, other)
    for one, against in ((matter, other), (other, matter)):

        def come_home(roster: Roster, him: WarriorSnapshot, one: Matter = one, against: Matter = against) -> Doing:
            told = f"{him.name} came home from {one.captor.shown_name} in exchange for {against.name}."
            return Doing((Freed(him.name),), told, him.name)

        _settle(one, State.EXCHANGED, by, _of_owner(one, come_home, by), (), partner=against.captive.pk)
    told = f"{matter.captor.shown_name} and {matter.owner.shown_name} exchanged {matter.name} for {other.name}."
    _tell(matter, Kind.AFTERMATH, told, by)


# --- his fate -------------------------------------------------------------------------------------------------------


def seal_fate(captive: Captive, *, by: Player, fate: str, faces: Sequence[int] = ()) -> Captive:
    """Sell a captive, or whatever else the captor's kind does with one; it needs nobody's yes. He leaves his warband
    for good and his gear goes to the captor's stash.

    Args:
        captive: who.
        by: the captor's player, or an arbitrator.
        fate: its key.
        faces: as rolled at the table; the app rolls where there are none.

    Raises:
        Refused: for what this captor cannot do, dice that the campaign does not allow, while a battle is under way, and
            by others.
    """
    with transaction.atomic():
        matter = _locked(captive, by)
        _speaks(matter, matter.captor)
        _still_held(matter)
        _not_under_way(matter)
        sealed: list[tuple[Fate, Sealed]] = []
        was: list[WarriorSnapshot] = []

        def leave(roster: Roster, him: WarriorSnapshot) -> Doing:
            was.append(him)
            return Doing((Leaves(him.name),), f"{him.name} is lost: {matter.captor.shown_name} held him.", him.name)

        def gain(roster: Roster) -> Doing:
            chosen = next((one for one in fates_for(roster) if one.key == fate), None)
            if chosen is None:
                raise Refused(f"{matter.captor.shown_name} cannot do that with a captive.", code="fate")
            sealed.append((chosen, _sealed(matter, roster, chosen, was[0], faces)))
            rolls = tuple(event.roll for event in sealed[0][1].events if event.roll)
            told = f"{matter.name} of {matter.owner.shown_name} {chosen.done}."
            return Doing(sealed[0][1].effects, " ".join([told, *_sentences(sealed[0][1])]), "", rolls)

        lost = _of_owner(matter, leave, by)
        _settle(matter, State.LOST, by, lost, _of_captor(matter, gain, by), fate=fate)
        _keep_rolls(matter, sealed[0][1], by)
        told = f"{matter.name} of {matter.owner.shown_name} {sealed[0][0].done}, held by {matter.captor.shown_name}."
        _tell(matter, Kind.DEATH, told, by)
    return matter.captive


def _sealed(matter: Matter, roster: Roster, fate: Fate, him: WarriorSnapshot, faces: Sequence[int]) -> Sealed:
    try:
        return seal(roster, fate, him.equipment, _dice(matter, faces))
    except DiceError as error:
        raise Refused(str(error), code="dice") from None


def label_of(captive: Captive) -> str:
    """What the app's dice about a captive are derived for."""
    return f"captive/{captive.pk}"


def _dice(matter: Matter, faces: Sequence[int]) -> Dice:
    """The dice that the campaign allows. Raises Refused for the others."""
    policy = matter.campaign.dice_policy
    if faces and policy == Campaign.DicePolicy.APP:
        raise Refused("In this campaign the app rolls the dice.", code="dice")
    if faces or policy == Campaign.DicePolicy.TABLE:
        return EnteredDice(faces)
    return SeedDice(matter.captive.seed, label_of(matter.captive))


def _sentences(sealed: Sealed) -> list[str]:
    return [event.sentence for event in sealed.events if event.sentence]


def _keep_rolls(matter: Matter, sealed: Sealed, by: Player) -> None:
    """The rolls as they stay in the record; the number of the first die is what the app's faces hang on."""
    number, kept = 1, []
    for roll in (event.roll for event in sealed.events if event.roll):
        kept.append(_kept_roll(matter.captive, roll, number, by))
        number += len(roll.faces)
    if kept:
        matter.captive.rolls = [*matter.captive.rolls, *kept]
        matter.captive.save(update_fields=["rolls"])


def _kept_roll(captive: Captive, roll: Roll, number: int, by: Player) -> dict[str, Any]:
    about = {"first_die": number, "by": by.pk, "at": timezone.now().isoformat(), "taken_back_at": None}
    return {**roll.as_json(), **about, "seed": captive.seed if roll.source == "app" else ""}


# --- settling -------------------------------------------------------------------------------------------------------


def _of_owner(matter: Matter, doing: Any, by: Player | None) -> tuple[Effect, ...]:
    """Do it to the captive's warband; ``doing`` is told who he is. Answers with the effects, he first in the record."""
    did: list[Effect] = []

    def decide(roster: Roster) -> Doing:
        him = captive_in(roster, captive=matter.captive)
        matter.captive.settlement = {"warrior": kept_warrior(him)}
        done: Doing = doing(roster, him)
        did.extend(done.effects)
        return done

    meanwhile_as(_present(matter.owner), decide=decide, by=by, name="captive")
    return tuple(did)


def _of_captor(matter: Matter, doing: Any, by: Player | None) -> tuple[Effect, ...]:
    did: list[Effect] = []

    def decide(roster: Roster) -> Doing:
        done: Doing = doing(roster)
        did.extend(done.effects)
        return done

    meanwhile_as(_present(matter.captor), decide=decide, by=by, name="captive")
    return tuple(did)


def _present(side: Side) -> int:
    if side.warband_id is None:
        raise Refused(f"{side.warband_name} is not there any more.", code="no_such_warband")
    return side.warband_id


def captive_in(roster: Roster, *, captive: Captive) -> WarriorSnapshot:
    """The captive in his own warband, whatever he is called by now. Raises Refused when he is not there."""
    for warrior in roster.snapshot.warriors:
        if warrior.captured_by and captive.warrior_row in (None, warrior.id) and _is_he(warrior, captive):
            return warrior
    raise Refused(f"{captive.warrior_name} is not with {roster.snapshot.name} any more.", code="no_such_warrior")


def _is_he(warrior: WarriorSnapshot, captive: Captive) -> bool:
    return captive.warrior_row is not None or warrior.name == captive.warrior_name


def _settle(
    matter: Matter,
    state: str,
    by: Player | None,
    owner: Sequence[Effect],
    captor: Sequence[Effect],
    *,
    fate: str = "",
    partner: int | None = None,
) -> None:
    row = matter.captive
    row.state, row.fate, row.settled_at = state, fate, timezone.now()
    row.settlement |= {
        "owner": [stored_effect(effect) for effect in owner],
        "captor": [stored_effect(effect) for effect in captor],
        "by": by.pk if by else None,
        "partner": partner,
    }
    row.save()
    forget(row.get_absolute_url())


def _tell(matter: Matter, kind: str, sentence: str, by: Player | None) -> None:
    battle, enrolment = matter.owner.battle_id, matter.owner.enrolment
    record(matter.campaign, kind=kind, sentence=sentence, by=by, battle_id=battle, enrolment=enrolment)


# --- taking it back -------------------------------------------------------------------------------------------------


def undo_settlement(captive: Captive, *, by: Player) -> Captive:
    """Take back what became of a captive, of both where two were exchanged: gold, gear and he himself go back.

    Raises:
        Refused: by others than whoever agreed to it or decided it and an arbitrator; when one of the two warbands has
            gone into another battle since, or has not got any more what it was given.
    """
    with transaction.atomic():
        partner = Captive.objects.filter(pk=captive.pk).values_list("settlement__partner", flat=True).first()
        others = list(Captive.objects.filter(pk=partner)) if partner else []
        matters = _all_locked([captive, *others], by)
        for matter in matters:
            _may_undo(matter)
        for matter in matters:
            _reverse(matter, by)
        names = " and ".join(matter.name for matter in matters)
        told = f"What became of {names} was taken back: {'they are captives' if others else 'he is a captive'} again."
        _tell(matters[0], Kind.UNDONE, told, by)
    return matters[0].captive


def _may_undo(matter: Matter) -> None:
    captive, settled = matter.captive, matter.captive.settled_at
    if captive.settlement is None or settled is None:
        raise Refused(f"Nothing has been settled about {matter.name} that could be taken back.", code="over")
    if captive.settlement["by"] != matter.acting.player_id and not matter.acting.may(Right.ARBITRATE):
        raise Refused("Only whoever settled it takes it back, or an arbitrator.", code="may_not")
    warbands = [_present(matter.owner), _present(matter.captor)]
    fought = Battle.objects.filter(sides__warband__in=warbands, started_at__gt=settled)
    later = fought.exclude(state=Battle.State.CALLED_OFF).order_by("number").first()
    if later:
        raise Refused(f"One of the two has gone into {later} since: it stands as it is.", code="depended_on")
    _not_under_way(matter)


def _reverse(matter: Matter, by: Player) -> None:
    """Both warbands as they were, by effects the other way round."""
    row = matter.captive
    was = restored_warrior(row.settlement["warrior"])
    told = f"What became of {row.warrior_name} was taken back."
    for side, effects in ((matter.captor, row.settlement["captor"]), (matter.owner, row.settlement["owner"])):
        back = reversed_effects([effect_from(one) for one in effects], was)
        if back:
            meanwhile(_present(side), effects=back, by=by, name="captive_undone", sentence=told)
    _spend_seed(row)
    row.state, row.fate, row.offer, row.settlement, row.settled_at = State.HELD, "", None, None, None
    row.save()


def _spend_seed(row: Captive) -> None:
    """Its rolls count no more, and dice of a seed that was shown are no dice: a new one is drawn."""
    now = timezone.now().isoformat()
    row.rolls = [{**one, "taken_back_at": one["taken_back_at"] or now} for one in row.rolls]
    if any(one["seed"] == row.seed for one in row.rolls):
        row.seed = new_seed()


# --- when one of the two is no more ---------------------------------------------------------------------------------


def captor_gone(enrolment: Enrolment) -> None:
    """The captor's warband has retired or is about to be deleted: whom it held comes home with his gear."""
    for captive in Captive.objects.held().filter(captor__enrolment=enrolment):
        _bring_home(captive)


def bring_home_of(battle: Battle) -> None:
    """A battle is over: its warbands' captives whose captors are no more come home."""
    warbands = Side.objects.filter(battle=battle, warband__isnull=False).values("warband")
    gone = Q(captor__warband=None) | Q(captor__enrolment__retired_at__isnull=False)
    for captive in Captive.objects.held().filter(gone, owner__warband__in=warbands):
        _bring_home(captive)


def _bring_home(captive: Captive) -> None:
    """Home with all he has. While his own warband is in a battle, he comes when it is over."""
    rows = Captive.objects.select_related("owner__battle__campaign", "owner__warband", "captor__warband")
    row = rows.get(pk=captive.pk)
    if battle_under_way(row.owner) or row.owner.warband_id is None:
        return
    captor = row.captor.shown_name

    def decide(roster: Roster) -> Doing:
        him = captive_in(roster, captive=row)
        return Doing((Freed(him.name),), f"{him.name} came home: {captor} are no more.", him.name)

    meanwhile_as(row.owner.warband_id, decide=decide, by=None, name="captive")
    row.state, row.offer, row.settled_at = State.HOME, None, timezone.now()
    row.save(update_fields=["state", "offer", "settled_at"])
    told = f"{row.warrior_name} of {row.owner.shown_name} came home: {captor} are no more."
    record(
        row.owner.battle.campaign,
        kind=Kind.AFTERMATH,
        sentence=told,
        battle_id=row.owner.battle_id,
        enrolment=row.owner.enrolment,
    )


def owner_gone(warband: Warband) -> None:
    """A warband is about to be deleted: its captives go with it."""
    held = Captive.objects.held().filter(owner__warband=warband)
    held.update(state=State.LOST, offer=None, settled_at=timezone.now())
