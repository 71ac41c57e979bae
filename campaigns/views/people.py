"""The people of a campaign: roles, invitations, joining and leaving."""

from __future__ import annotations

import segno
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import selectors
from campaigns.forms.campaigns import InvitationForm, RoleForm
from campaigns.models import Invitation, Membership
from campaigns.models.campaigns import name_of
from campaigns.roles import Right, Role
from campaigns.services.invitations import WHY_NOT, invite, join_campaign, revoke_invitation
from campaigns.services.people import change_role, hand_over, leave_campaign, membership_of
from campaigns.views.access import Here, done, for_member, posted, with_account
from mordheim.addresses import is_of_this_machine
from warbands.roster.refusals import Refused
from warbands.views.access import player_of

PEOPLE_ON_A_PAGE = 40
INVITATIONS_SHOWN = 10


@for_member()
@require_safe
def campaign_people(request: HttpRequest, here: Here) -> HttpResponse:
    return _people_page(request, here, InvitationForm())


def _people_page(request: HttpRequest, here: Here, form: InvitationForm) -> HttpResponse:
    people = Paginator(selectors.people_of(here.campaign), PEOPLE_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "here": here,
        "at": "people",
        "page": people,
        "form": form,
        "invitations": selectors.invitations_of(here.campaign, INVITATIONS_SHOWN) if here.arbitrates else [],
    }
    return render(request, "campaigns/people.html", context)


@for_member(Right.ARBITRATE)
@posted
def invitation_make(request: HttpRequest, here: Here) -> HttpResponse:
    form = InvitationForm(request.POST)
    if form.is_valid():
        try:
            invitation = invite(here.campaign, by=here.player, **form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return redirect("invitation-detail", here.campaign.pk, invitation.pk)
    return _people_page(request, here, form)


@for_member(Right.ARBITRATE)
@require_safe
def invitation_detail(request: HttpRequest, here: Here, invitation_id: int) -> HttpResponse:
    """The link, to be copied, and its code, to be held before a phone; no code that leads nobody anywhere."""
    invitation = get_object_or_404(Invitation, pk=invitation_id, campaign=here.campaign)
    context = {"here": here, "at": "people", "invitation": invitation, "state": invitation.state()}
    qr = "" if is_of_this_machine(invitation.url) else qr_code(invitation.url)
    return render(request, "campaigns/invitation.html", {**context, "qr": qr})


def qr_code(url: str) -> SafeString:
    """A code as an SVG, dark on light in either theme, since not every phone reads the reverse."""
    drawn = segno.make(url, error="m", micro=False).svg_inline(
        scale=6, border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308  (drawn by the package from an address of our own)


@for_member(Right.ARBITRATE)
@posted
def invitation_revoke(request: HttpRequest, here: Here, invitation_id: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, pk=invitation_id, campaign=here.campaign)
    return done(
        request,
        lambda: revoke_invitation(invitation, by=here.player),
        said="The invitation was taken back. Its link leads nowhere from now on.",
        to=_people(here),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_join(request: HttpRequest, token: str) -> HttpResponseBase:
    """Open to whoever has the link; joining asks for an account."""
    invitation = get_object_or_404(Invitation.objects.select_related("campaign", "made_by"), token=token)
    if request.method == "POST":
        return join(request, invitation)
    return _join_page(request, invitation)


@with_account
def join(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Join, and go on to the campaign."""
    try:
        membership = join_campaign(invitation, player=player_of(request))
    except Refused as refused:
        return _join_page(request, Invitation.objects.get(pk=invitation.pk), refused.message)
    messages.success(request, f"You are in {invitation.campaign.name} as {_a(membership.role)}.")
    return redirect(invitation.campaign)


def _join_page(request: HttpRequest, invitation: Invitation, trouble: str = "") -> HttpResponse:
    user = request.user
    member = membership_of(invitation.campaign, player=user) if user.is_authenticated else None
    trouble = trouble or WHY_NOT.get(invitation.state(), "")
    if invitation.campaign.is_closed and not trouble:
        trouble = "This campaign is over: nobody joins it any more."
    context = {
        "invitation": invitation,
        "campaign": invitation.campaign,
        "member": member,
        "rises": member is not None and member.role == Role.SPECTATOR and invitation.role == Role.PLAYER,
        "trouble": trouble,
        "host": name_of(invitation.made_by),
        "guest": user.is_authenticated and user.is_guest,
    }
    answer = render(request, "campaigns/join.html", context, status=410 if trouble and member is None else 200)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "same-origin"
    answer["Cache-Control"] = "no-store"
    return answer


def _a(role: str) -> str:
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def _member(here: Here, membership_id: int) -> Membership:
    present = Membership.objects.active().select_related("player")
    return get_object_or_404(present, pk=membership_id, campaign=here.campaign)


def _people(here: Here) -> str:
    return reverse("campaign-people", args=[here.campaign.pk])


@for_member(Right.ARBITRATE)
@posted
def membership_role(request: HttpRequest, here: Here, membership_id: int) -> HttpResponse:
    member, form = _member(here, membership_id), RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, "There is no such role.")
        return redirect(_people(here))
    role = form.cleaned_data["role"]
    return done(
        request,
        lambda: change_role(member, by=here.player, role=role),
        said=f"{name_of(member.player)} is {_a(role)} now.",
        to=_people(here),
    )


@for_member(Right.ARBITRATE)
@posted
def membership_hand_over(request: HttpRequest, here: Here, membership_id: int) -> HttpResponse:
    """Make another arbitrator in one's own place."""
    heir = _member(here, membership_id)
    return done(
        request,
        lambda: hand_over(here.campaign, by=here.player, to=heir),
        said=f"{name_of(heir.player)} runs the campaign now, and you are a player.",
        to=_people(here),
    )


@for_member(Right.ARBITRATE)
@posted
def membership_remove(request: HttpRequest, here: Here, membership_id: int) -> HttpResponse:
    """Send a member away."""
    member = _member(here, membership_id)
    return done(
        request,
        lambda: leave_campaign(member, by=here.player),
        said=f"{name_of(member.player)} is no member any more.",
        to=_people(here) if member.player_id != here.player.pk else reverse("campaign-list"),
    )


@for_member()
@posted
def campaign_leave(request: HttpRequest, here: Here) -> HttpResponse:
    """Leave; the last arbitrator is told what to do first."""
    try:
        leave_campaign(here.membership, by=here.player)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(_people(here))
    messages.success(request, f"You have left {here.campaign.name}.")
    return redirect("campaign-list")
