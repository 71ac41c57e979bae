"""Pages of warriors: recruiting them, and one warrior with all that he may be given.

What is chosen stands in the address (`?section=`, `?type=`, `?mutation_spines=1`), so the server draws the right form
without any script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from mordheim.converters import HIGHEST
from mordheim.rules.posted import whole
from mordheim.rules.schema import HiredSwordType, WarriorType
from mordheim.rules.words import Section
from warbands.forms.warriors import (
    DismissForm,
    EnlargeForm,
    MoveForm,
    PieceForm,
    RecruitForm,
    SpellForm,
    WarriorNameForm,
    WarriorNotesForm,
)
from warbands.models import Warband
from warbands.roster.check import check
from warbands.roster.members import Member, Roster
from warbands.roster.offers import (
    ItemOffer,
    RecruitBill,
    RecruitOffer,
    equipment_offers,
    recruit_bill,
    recruit_offers,
)
from warbands.roster.sheet import GearLine, WarriorBlock, build_sheet
from warbands.selectors import current_rulebook, roster_of
from warbands.services import recruiting, trading
from warbands.services.acts import Done
from warbands.views.access import Page, draw_panel, for_owner, perform, posted, typed
from warbands.views.warbands import RosterPage

SECTIONS: tuple[tuple[Section, str], ...] = (
    ("hero", "Heroes"),
    ("henchman", "Henchmen"),
    ("hired_sword", "Hired swords"),
)
# The categories of items as a player looks for them, in this order.
SHELVES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Close combat", ("close_combat",)),
    ("Missiles", ("missile",)),
    ("Armour", ("body_armour", "shield", "helmet")),
)


# --- Recruiting


@dataclass(frozen=True)
class RecruitPage:
    """Who may join: one section of the list, and the form of the type that was chosen."""

    section: Section = "hero"
    chosen: str = ""
    joined: int | None = None

    def address(self, warband: Warband) -> str:
        query: dict[str, Any] = {"section": self.section}
        if self.chosen:
            query["type"] = self.chosen
        if self.joined:
            query["joined"] = self.joined
        return f"{reverse('warband-recruit', args=[warband.pk])}?{urlencode(query)}"

    def draw(
        self, request: HttpRequest, warband: Warband, *, said: str = "", trouble: str = "", form: Any = None
    ) -> HttpResponse:
        rulebook = current_rulebook()
        if warband.type_key not in rulebook.warband_types:
            return render(request, "warbands/type_gone.html", {"warband": warband})
        roster = roster_of(warband, rulebook)
        checked = check(roster.snapshot, rulebook)
        offers = [o for o in recruit_offers(roster, founded=warband.founded) if o.section == self.section]
        entry = entry_of(roster, self.section, self.chosen)
        if not isinstance(form, RecruitForm) and entry is not None:
            form = RecruitForm(entry=entry, rulebook=rulebook, initial=_chosen_mutations(request))
        sheet = build_sheet(roster.snapshot, rulebook, checked)
        context = {
            "warband": warband,
            "sheet": sheet,
            "said": said,
            "trouble": trouble,
            "at": "recruit",
            "section": self.section,
            "sections": SECTIONS,
            "offers": _open_first(offers, self.chosen),
            "chosen": self.chosen,
            "form": form if entry is not None else None,
            "bill": _bill_of(roster, form, founded=warband.founded) if entry is not None else None,
            "joined": next((b for b in sheet.blocks if self.joined and b.id == self.joined), None),
        }
        return draw_panel(request, "recruit", context)


def _chosen_mutations(request: HttpRequest) -> dict[str, Any]:
    """What the address says of the mutations chosen so far, by the names of their fields."""
    return {name: value for name, value in request.GET.items() if name.startswith("mutation_")}


def _bill_of(roster: Roster, form: RecruitForm, *, founded: bool) -> RecruitBill | None:
    """What the chosen warrior costs with the mutations chosen so far; only of one who is given any."""
    if not form.has_mutations or not isinstance(form.entry, WarriorType):
        return None
    return recruit_bill(roster, form.entry, form.mutations, founded=founded)


def _open_first(offers: Iterable[RecruitOffer], chosen: str) -> list[RecruitOffer]:
    """In the list's order, but what is refused last; the chosen one stays where it is."""
    return sorted(offers, key=lambda offer: bool(offer.refused) and offer.key != chosen)


def entry_of(roster: Roster, section: Section, key: str) -> WarriorType | HiredSwordType | None:
    """What the list, or the hired swords, have by that key."""
    if section == "hired_sword":
        return roster.rulebook.hired_swords.get(key)
    return roster.warband_type.warrior(key)


def _asked_page(request: HttpRequest, warband: Warband, chosen: str) -> RecruitPage:
    """The page that an address asks for: the section named, else the one where the chosen type stands."""
    named = request.GET.get("section", "")
    rulebook = current_rulebook()
    kind = rulebook.warband_types.get(warband.type_key)
    own = kind.warrior(chosen) if kind else None
    hired = chosen in rulebook.hired_swords
    joined = request.GET.get("joined", "")
    joined_id = whole(joined, HIGHEST)
    section: Section = "hero"
    if named in get_args(Section):
        section = named  # type: ignore[assignment]
    elif own:
        section = own.section
    elif hired:
        section = "hired_sword"
    # A type whose key is also a hired sword's is meant only where its section is.
    fits = hired if section == "hired_sword" else own is not None and own.section == section
    return RecruitPage(section, chosen if fits else "", joined_id)


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def warband_recruit(request: HttpRequest, warband: Warband) -> HttpResponse:
    """Who may join, and the joining."""
    page = _asked_page(request, warband, request.GET.get("type", ""))
    if request.method != "POST":
        return page.draw(request, warband)
    rulebook = current_rulebook()
    kind = rulebook.warband_types.get(warband.type_key)
    entry = entry_of(roster_of(warband, rulebook), page.section, page.chosen) if kind else None
    if entry is None:
        return page.draw(request, warband, trouble="There is no such warrior to recruit. Choose one of these.")
    form = RecruitForm(request.POST, entry=entry, rulebook=rulebook)

    def then(done: Done) -> Page:
        newest = warband.warriors.filter(name=done.event.warrior_name).values_list("pk", flat=True).first()
        return RecruitPage(page.section, joined=newest)

    service = recruiting.hire_sword if page.section == "hired_sword" else recruiting.recruit
    return perform(request, warband, form, service, page, then)


# --- One warrior


@dataclass(frozen=True)
class OnShelf:
    """An offer, and what it comes to for all members of a group."""

    offer: ItemOffer
    total: int


@dataclass(frozen=True)
class Shelf:
    """Offers of one kind."""

    name: str
    offers: tuple[OnShelf, ...]


@dataclass(frozen=True)
class WarriorPage:
    """One warrior, what he carries, and what he may be given."""

    warrior_id: int

    def address(self, warband: Warband) -> str:
        return reverse("warrior-detail", args=[warband.pk, self.warrior_id])

    def draw(
        self, request: HttpRequest, warband: Warband, *, said: str = "", trouble: str = "", form: Any = None
    ) -> HttpResponse:
        rulebook = current_rulebook()
        if warband.type_key not in rulebook.warband_types:
            return render(request, "warbands/type_gone.html", {"warband": warband})
        roster = roster_of(warband, rulebook)
        sheet = build_sheet(roster.snapshot, rulebook, check(roster.snapshot, rulebook))
        block = next((block for block in sheet.blocks if block.id == self.warrior_id), None)
        member = next((member for member in roster.members if member.warrior.id == self.warrior_id), None)
        if block is None or member is None:
            raise Http404("That warrior is not of this warband, or has left it.")
        offers = equipment_offers(roster, member, founded=warband.founded) if member.entry else ()
        order = [other.id for other in sheet.blocks]
        place = order.index(self.warrior_id)
        context = {
            "warband": warband,
            "sheet": sheet,
            "warrior": block,
            "said": said,
            "trouble": trouble,
            "at": "warrior",
            "shelves": shelves_of(offers, block.size),
            "refused": [offer for offer in offers if offer.refused],
            "takes_away": _takes_away(roster, member, block),
            "stash": () if member.hired else sheet.stash,
            "spells": _other_spells(roster, member, block),
            "name_form": typed(form, WarriorNameForm, {"name": block.name}),
            "notes_form": typed(form, WarriorNotesForm, {"notes": block.notes}),
            "before": order[place - 1] if place else None,
            "after": order[place + 1] if place + 1 < len(order) else None,
        }
        return draw_panel(request, "warrior", context)


def shelves_of(offers: Iterable[ItemOffer], size: int) -> list[Shelf]:
    """What may be had, by kind; none without anything on it."""
    priced = [OnShelf(offer, offer.price.gold * size if offer.price else 0) for offer in offers if not offer.refused]
    shelves = [Shelf(name, tuple(one for one in priced if one.offer.category in kinds)) for name, kinds in SHELVES]
    known = {kind for _, kinds in SHELVES for kind in kinds}
    shelves.append(Shelf("Everything else", tuple(one for one in priced if one.offer.category not in known)))
    return [shelf for shelf in shelves if shelf.offers]


def _takes_away(roster: Roster, member: Member, block: WarriorBlock) -> tuple[GearLine, ...]:
    """What can be taken from him: no hired sword's printed gear, nothing of his once there was a battle."""
    if member.hired and not roster.snapshot.is_starting:
        return ()
    # A hired sword's printed gear stands first on his card.
    return block.gear[len(block.gear) - len(member.warrior.equipment) :]


def _other_spells(roster: Roster, member: Member, block: WarriorBlock) -> list[tuple[str, str]]:
    """Spells that may stand in place of one of his, while the warband has not fought."""
    casting = member.entry.casting if member.entry else None
    if casting is None or not roster.snapshot.is_starting:
        return []
    known = {link.key for link in block.spells}
    lore = roster.rulebook.lores[casting.lore]
    return [(key, roster.rulebook.spells[key].name) for key in lore.spells if key not in known]


@for_owner
@require_safe
def warrior_detail(request: HttpRequest, warband: Warband, warrior_id: int) -> HttpResponse:
    return WarriorPage(warrior_id).draw(request, warband)


def _from(request: HttpRequest, warrior_id: int) -> Page:
    """The page that an act was done from: the form says so."""
    return RosterPage() if request.POST.get("at") == "roster" else WarriorPage(warrior_id)


Act = Literal["buy", "take-away", "hand-out"]
PIECE_ACTS: dict[Act, Callable[..., Done]] = {
    "buy": trading.buy_item,
    "take-away": trading.take_away_item,
    "hand-out": trading.hand_out_item,
}


@for_owner
@posted
def warrior_piece(request: HttpRequest, warband: Warband, warrior_id: int, act: Act) -> HttpResponse:
    """Buy him a piece of equipment, take one away, hand him one of the stash."""
    form = PieceForm(request.POST, rulebook=current_rulebook())
    return perform(request, warband, form, PIECE_ACTS[act], WarriorPage(warrior_id), warrior_id=warrior_id)


@for_owner
@posted
def warrior_enlarge(request: HttpRequest, warband: Warband, warrior_id: int) -> HttpResponse:
    form, page = EnlargeForm(request.POST), _from(request, warrior_id)
    return perform(request, warband, form, recruiting.enlarge_group, page, warrior_id=warrior_id)


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def warrior_dismiss(request: HttpRequest, warband: Warband, warrior_id: int) -> HttpResponse:
    """Ask first, then send away; a member of a group goes without being asked for."""
    if request.method != "POST":
        warrior = warband.warriors.filter(pk=warrior_id).first()
        if warrior is None:
            raise Http404("That warrior is not of this warband, or has left it.")
        return render(request, "warbands/dismiss.html", {"warband": warband, "warrior": warrior})
    page = _from(request, warrior_id)

    def then(done: Done) -> Page:
        stays = any(warrior.id == warrior_id for warrior in done.snapshot.warriors)
        return page if stays else RosterPage()

    form = DismissForm(request.POST)
    return perform(request, warband, form, recruiting.dismiss, page, then, warrior_id=warrior_id)


@for_owner
@posted
def warrior_rename(request: HttpRequest, warband: Warband, warrior_id: int) -> HttpResponse:
    form, page = WarriorNameForm(request.POST), WarriorPage(warrior_id)
    return perform(request, warband, form, recruiting.rename_warrior, page, warrior_id=warrior_id)


@for_owner
@posted
def warrior_notes(request: HttpRequest, warband: Warband, warrior_id: int) -> HttpResponse:
    form, page = WarriorNotesForm(request.POST), WarriorPage(warrior_id)
    return perform(request, warband, form, recruiting.note_on_warrior, page, warrior_id=warrior_id)


@for_owner
@posted
def warrior_move(request: HttpRequest, warband: Warband, warrior_id: int) -> HttpResponse:
    form, page = MoveForm(request.POST), _from(request, warrior_id)
    return perform(request, warband, form, recruiting.reorder, page, warrior_id=warrior_id)


@for_owner
@posted
def warrior_spell(request: HttpRequest, warband: Warband, warrior_id: int) -> HttpResponse:
    form, page = SpellForm(request.POST), WarriorPage(warrior_id)
    return perform(request, warband, form, recruiting.choose_spell, page, warrior_id=warrior_id)
