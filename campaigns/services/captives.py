"""What becomes of a captive: the captor asks for a ransom or an exchange and the owner agrees, or the captor seals his
fate (core, Serious Injuries; ruling 18).

Nothing is settled while one of the two warbands is in a battle under way. What was settled can be undone as long as
neither has gone into another battle.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.battle.keeping import restored_warrior
from campaigns.models import Battle, Captive, Enrolment, Notice, Side
from campaigns.postbattle.captivity import Sealed, fates_for, reversed_effects, seal
from campaigns.postbattle.log import effect_from
from campaigns.roles import Right
from campaigns.services.captive_dice import dice_for, keep_rolls, spend_seed
from campaigns.services.captive_matters import (
    Matter,
    battle_under_way,
    captive_in,
    do_to_captor,
    do_to_owner,
    locked_matter,
    locked_matters,
    refuse_others,
    refuse_settled,
    refuse_under_way,
    settle,
    tell_campaign,
    tell_player,
    warband_of,
)
from campaigns.services.chronicle import Kind, record
from campaigns.services.meanwhile import Doing, meanwhile, meanwhile_as
from campaigns.services.notices import forget
from mordheim.rules.dice import DiceError
from mordheim.rules.effects import Effect, Freed, Gold, Leaves
from mordheim.rules.results import Fate
from mordheim.rules.snapshot import WarriorSnapshot
from warbands.models import Player, Warband
from warbands.roster.members import Roster
from warbands.roster.refusals import Refused

State = Captive.State
MOST_RANSOM = 100_000


CHANGED = "The captor has changed his mind meanwhile: look at the offer again."

# --- offers ---------------------------------------------------------------------------------------------------------


def offer_ransom(captive: Captive, *, by: Player, gold: int) -> Captive:
    """Ask for a ransom in gold crowns, 0 to let him go for nothing; it takes the place of an earlier offer.

    Raises:
        Refused: by others than the captor's player and an arbitrator, and when he is no captive any more.
    """
    with transaction.atomic():
        matter = locked_matter(captive, by=by)
        if not 0 <= gold <= MOST_RANSOM:
            raise Refused(f"A ransom is between 0 and {MOST_RANSOM} gc.", code="ransom")
        return _offer(matter, {"ransom": gold})


def offer_exchange(captive: Captive, *, by: Player, other: Captive) -> Captive:
    """Offer him for one whom his own warband holds.

    Raises:
        Refused: when the other is not in the owner's hands, and as for a ransom.
    """
    with transaction.atomic():
        matter, wanted = locked_matters([captive, other], by=by)
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
        return _offer(locked_matter(captive, by=by), None)


def decline_offer(captive: Captive, *, by: Player, offer: dict[str, int] | None = None) -> Captive:
    """Say no to what the captor asks: he may ask for something else, or decide without asking.

    Args:
        captive: whom it is about.
        by: his owner's player, or an arbitrator.
        offer: the offer that his form showed; a changed one is refused.

    Raises:
        Refused: when nothing is asked for any more, or something else, and by others.
    """
    with transaction.atomic():
        matter = locked_matter(captive, by=by)
        refuse_others(matter, side=matter.owner)
        refuse_settled(matter)
        if not matter.captive.offer or offer not in (None, matter.captive.offer):
            raise Refused(CHANGED, code="offer")
        matter.captive.offer = None
        matter.captive.save(update_fields=["offer"])
        forget(matter.captive.get_absolute_url())
        told = f"{matter.owner.shown_name} declined your offer for {matter.name}, whom you hold."
        tell_player(matter, side=matter.captor, kind=Notice.Kind.DECLINED, text=told)
        told = f"{matter.owner.shown_name} declined what {matter.captor.shown_name} asked for {matter.name}."
        tell_campaign(matter, kind=Kind.AFTERMATH, sentence=told, by=by)
    return matter.captive


def _offer(matter: Matter, offer: dict[str, int] | None) -> Captive:
    refuse_others(matter, side=matter.captor)
    refuse_settled(matter)
    matter.captive.offer = offer
    matter.captive.save(update_fields=["offer"])
    forget(matter.captive.get_absolute_url())
    if offer:
        told = f"{matter.captor.shown_name} made an offer for {matter.name} of {matter.owner.shown_name}, a captive."
        tell_player(matter, side=matter.owner, kind=Notice.Kind.OFFER, text=told)
    return matter.captive


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
        matter, *exchanged = locked_matters([captive, *others], by=by)
        refuse_others(matter, side=matter.owner)
        refuse_settled(matter)
        refuse_under_way(matter)
        standing = matter.captive.offer
        if not standing or standing != asked or offer not in (None, standing):
            raise Refused(CHANGED, code="offer")
        if "ransom" in standing:
            _ransom(matter, standing["ransom"], by)
        else:
            _exchange(matter, exchanged, by)
        told = f"Your offer for {matter.name} of {matter.owner.shown_name} was taken."
        tell_player(matter, side=matter.captor, kind=Notice.Kind.OFFER_TAKEN, text=told)
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

    settle(
        matter,
        state=State.RANSOMED,
        by=by,
        owner=do_to_owner(matter, doing=pay, by=by),
        captor=do_to_captor(matter, doing=receive, by=by),
    )
    hidden = matter.campaign.treasuries_hidden and gold
    tell_campaign(
        matter,
        kind=Kind.AFTERMATH,
        sentence=f"{captor} let {name} of {owner} go for {'a ransom' if hidden else price}.",
        by=by,
    )


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

        settle(
            one,
            state=State.EXCHANGED,
            by=by,
            owner=do_to_owner(one, doing=come_home, by=by),
            captor=(),
            partner=against.captive.pk,
        )
    told = f"{matter.captor.shown_name} and {matter.owner.shown_name} exchanged {matter.name} for {other.name}."
    tell_campaign(matter, kind=Kind.AFTERMATH, sentence=told, by=by)


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
        matter = locked_matter(captive, by=by)
        refuse_others(matter, side=matter.captor)
        refuse_settled(matter)
        refuse_under_way(matter)
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

        lost = do_to_owner(matter, doing=leave, by=by)
        settle(matter, state=State.LOST, by=by, owner=lost, captor=do_to_captor(matter, doing=gain, by=by), fate=fate)
        keep_rolls(matter, sealed=sealed[0][1], by=by)
        told = f"{matter.name} of {matter.owner.shown_name} {sealed[0][0].done}, held by {matter.captor.shown_name}."
        tell_campaign(matter, kind=Kind.DEATH, sentence=told, by=by)
    return matter.captive


def _sealed(matter: Matter, roster: Roster, fate: Fate, him: WarriorSnapshot, faces: Sequence[int]) -> Sealed:
    try:
        return seal(roster, fate, him.equipment, dice_for(matter, faces=faces))
    except DiceError as error:
        raise Refused(str(error), code="dice") from None


def _sentences(sealed: Sealed) -> list[str]:
    return [event.sentence for event in sealed.events if event.sentence]


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
        matters = locked_matters([captive, *others], by=by)
        for matter in matters:
            _may_undo(matter)
        for matter in matters:
            _reverse(matter, by)
        names = " and ".join(matter.name for matter in matters)
        told = f"What became of {names} was taken back: {'they are captives' if others else 'he is a captive'} again."
        tell_campaign(matters[0], kind=Kind.UNDONE, sentence=told, by=by)
    return matters[0].captive


def _may_undo(matter: Matter) -> None:
    captive, settled = matter.captive, matter.captive.settled_at
    if captive.settlement is None or settled is None:
        raise Refused(f"Nothing has been settled about {matter.name} that could be taken back.", code="over")
    if captive.settlement["by"] != matter.acting.player_id and not matter.acting.may(Right.ARBITRATE):
        raise Refused("Only whoever settled it takes it back, or an arbitrator.", code="may_not")
    warbands = [warband_of(matter.owner), warband_of(matter.captor)]
    fought = Battle.objects.filter(sides__warband__in=warbands, started_at__gt=settled)
    later = fought.exclude(state=Battle.State.CALLED_OFF).order_by("number").first()
    if later:
        raise Refused(f"One of the two has gone into {later} since: it stands as it is.", code="depended_on")
    refuse_under_way(matter)


def _reverse(matter: Matter, by: Player) -> None:
    """Both warbands as they were, by effects the other way round."""
    row = matter.captive
    was = restored_warrior(row.settlement["warrior"])
    told = f"What became of {row.warrior_name} was taken back."
    for side, effects in ((matter.captor, row.settlement["captor"]), (matter.owner, row.settlement["owner"])):
        back = reversed_effects([effect_from(one) for one in effects], was)
        if back:
            meanwhile(warband_of(side), effects=back, by=by, name="captive_undone", sentence=told)
    spend_seed(row)
    row.state, row.fate, row.offer, row.settlement, row.settled_at = State.HELD, "", None, None, None
    row.save()


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


def come_home_anew(warband: int, *, since: datetime | None) -> None:
    """Something was taken back, and with it what has become since then of a warband's captives whose captors are no
    more: they are captives again by that, and come home anew."""
    gone = Q(state=State.HOME) | Q(captor__warband=None)
    rows = Captive.objects.filter(gone, owner__warband=warband, settled_at__gte=since) if since else ()
    for row in rows:
        if row.state not in (State.HELD, State.TAKEN_BACK):
            row.state, row.fate, row.settlement, row.settled_at = State.HELD, "", None, None
            row.save(update_fields=["state", "fate", "settlement", "settled_at"])
            _bring_home(row)


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
