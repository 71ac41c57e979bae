"""What may be done in an open stretch of the night, as far as the address asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from campaigns.forms.postbattle import JoinForm, NightForm, entry_of
from campaigns.postbattle.hands import Hands, Study, hands, studies
from campaigns.postbattle.market import SaleLine, Shop, sales, shop
from campaigns.postbattle.recruits import GroupOffer, groups_to_enlarge
from campaigns.postbattle.run import Run
from campaigns.postbattle.searching import Searches, searches
from campaigns.postbattle.trading import STASH
from warbands.roster.members import Member
from warbands.roster.offers import RecruitOffer, recruit_offers
from warbands.roster.refusals import Refused

# What may be open of the trading: its name in the address and on the page.
TABS: tuple[tuple[str, str], ...] = (
    ("buy", "Buy"),
    ("sell", "Sell"),
    ("recruit", "Recruit"),
    ("hire", "Hired swords"),
    ("dismiss", "Dismiss"),
)


@dataclass(frozen=True)
class Stretch:
    """The part that is open: ``tab`` of the trading, with what belongs to it."""

    kind: str
    tab: str = ""
    tabs: tuple[tuple[str, str], ...] = ()
    members: tuple[Member, ...] = ()
    searches: Searches | None = None
    shop: Shop | None = None
    sales: tuple[SaleLine, ...] = ()
    offers: tuple[RecruitOffer, ...] = ()
    groups: tuple[GroupOffer, ...] = ()
    studies: tuple[Study, ...] = ()
    chosen: str = ""
    form: JoinForm | None = None
    hands: Hands | None = None
    veterans: int = 0


def stretch_of(run: Run, names: tuple[str, ...], query: QueryDict, form: NightForm | None) -> Stretch:
    """The stretch in which those things may be done."""
    if "search" in names:
        return Stretch("searches", searches=searches(run, query.get("hero", "")))
    if "move" in names:
        return Stretch("hands", hands=hands(run, query.get("from", ""), query.get("item", "")))
    tab = query.get("open", "")
    return _TABS[tab if tab in _TABS else "buy"](run, query, form)


def _buying(run: Run, query: QueryDict, form: NightForm | None) -> Stretch:
    members = tuple(one for one in _within_reach(run) if one.hired is None or one.hired.may_buy)
    return _tab("buy", run, members=members, shop=_shop(run, query.get("for", STASH)), studies=studies(run))


def _shop(run: Run, whom: str) -> Shop:
    """The shop for somebody, for the stash where there is nobody of that name."""
    try:
        return shop(run, whom)
    except Refused:
        return shop(run, STASH)


def _selling(run: Run, query: QueryDict, form: NightForm | None) -> Stretch:
    return _tab("sell", run, sales=sales(run))


def _recruiting(run: Run, query: QueryDict, form: NightForm | None) -> Stretch:
    offers = [offer for offer in recruit_offers(run.roster, founded=True) if offer.section != "hired_sword"]
    return _joining("recruit", run, query, form, offers, groups=groups_to_enlarge(run), veterans=run.veterans)


def _hiring(run: Run, query: QueryDict, form: NightForm | None) -> Stretch:
    offers = [offer for offer in recruit_offers(run.roster, founded=True) if offer.section == "hired_sword"]
    return _joining("hire", run, query, form, [offer for offer in offers if not offer.never])


def _joining(
    tab: str, run: Run, query: QueryDict, form: NightForm | None, offers: list[RecruitOffer], **more: Any
) -> Stretch:
    """Who may join, the chosen one with his form: as it was typed, or new."""
    chosen = query.get("type", "")
    entry = entry_of(run, tab, chosen)
    if not isinstance(form, JoinForm):
        form = JoinForm(step=run.step, run=run, entry=entry) if entry else None
    listed = sorted(offers, key=lambda offer: bool(offer.refused) and offer.key != chosen)
    return _tab(tab, run, offers=tuple(listed), chosen=chosen if form else "", form=form, **more)


def _dismissing(run: Run, query: QueryDict, form: NightForm | None) -> Stretch:
    return _tab("dismiss", run, members=_within_reach(run))


def _within_reach(run: Run) -> tuple[Member, ...]:
    """Whoever is nobody's captive."""
    return tuple(member for member in run.roster.members if not member.warrior.captured_by)


def _tab(tab: str, run: Run, **parts: Any) -> Stretch:
    return Stretch("trades", tab=tab, tabs=TABS, **parts)


_TABS = {"buy": _buying, "sell": _selling, "recruit": _recruiting, "hire": _hiring, "dismiss": _dismissing}
