"""Which battle an address means, and who acts in it: whoever plays one of its sides, and the arbitrators."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render

from campaigns.battle_selectors import sides_of
from campaigns.models import Battle, Campaign, Side
from campaigns.roles import Right
from campaigns.views.access import Here, View, for_member

NOT_HIS = "Only those who play in this battle and an arbitrator do that."
NOT_HIS_SIDE = "Only its own player or an arbitrator does that for a warband."


@dataclass(frozen=True)
class AtBattle:
    """A battle, its sides, and who looks at it."""

    here: Here
    battle: Battle
    sides: list[Side]

    @property
    def own(self) -> list[Side]:
        """The sides that are one's own."""
        return [side for side in self.sides if side.player_id == self.here.player.pk]

    @property
    def acts(self) -> bool:
        """Whether one may act in it."""
        return self.here.may(Right.REPORT) and (bool(self.own) or self.here.arbitrates)

    @property
    def confirms(self) -> bool:
        """Whether one's own word about a report counts in it."""
        by_arbitrators = self.here.campaign.confirmation == Campaign.Confirmation.ARBITRATOR
        return self.here.may(Right.REPORT) and bool(self.own) and not by_arbitrators

    def acts_for(self, side: Side) -> bool:
        """Whether one may act for that side."""
        return self.here.may(Right.REPORT) and (side.player_id == self.here.player.pk or self.here.arbitrates)

    def again(self) -> AtBattle:
        """The same as it is now."""
        return at_battle(self.here, self.battle.pk)


def at_battle(here: Here, battle_id: int) -> AtBattle:
    """Raises Http404 for a battle of another campaign."""
    battle = get_object_or_404(Battle, pk=battle_id, campaign=here.campaign)
    battle.campaign = here.campaign
    return AtBattle(here, battle, sides_of(battle))


def for_looker(view: View) -> View:
    """For every member. The view is given `AtBattle` in place of the ids."""

    @for_member(Right.SEE)
    @wraps(view)
    def asked(request: HttpRequest, here: Here, battle_id: int, **rest: Any) -> HttpResponseBase:
        return view(request, at_battle(here, battle_id), **rest)

    return asked


def for_fighter(view: View) -> View:
    """For whoever plays in the battle, and arbitrators."""

    @for_member(Right.REPORT)
    @wraps(view)
    def asked(request: HttpRequest, here: Here, battle_id: int, **rest: Any) -> HttpResponseBase:
        there = at_battle(here, battle_id)
        return view(request, there, **rest) if there.acts else not_his(request, there, NOT_HIS)

    return asked


def for_own_side(view: View) -> View:
    """For whoever plays the side that is meant, and arbitrators. The view is given the side as well."""

    @for_fighter
    @wraps(view)
    def asked(request: HttpRequest, there: AtBattle, side_id: int, **rest: Any) -> HttpResponseBase:
        side = next((one for one in there.sides if one.pk == side_id), None)
        if side is None:
            raise Http404("There is no such side in this battle.")
        return view(request, there, side, **rest) if there.acts_for(side) else not_his(request, there, NOT_HIS_SIDE)

    return asked


def not_his(request: HttpRequest, there: AtBattle, told: str) -> HttpResponseBase:
    """Tells a member that this is not his to do."""
    context = {"campaign": there.here.campaign, "told": told}
    return render(request, "campaigns/forbidden.html", context, status=403)


def only_posted(view: View) -> View:
    """For addresses that only do things, below `for_fighter`: whoever comes to look is led back."""

    @wraps(view)
    def asked(request: HttpRequest, there: AtBattle, **rest: Any) -> HttpResponseBase:
        if request.method == "POST":
            return view(request, there, **rest)
        answer = render(request, "campaigns/nothing_here.html", {"campaign": there.here.campaign}, status=405)
        answer["Allow"] = "POST"
        return answer

    return asked
