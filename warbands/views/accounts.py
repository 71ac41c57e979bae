"""Signing up, in and out, and one's own account. Django's views do the work; these add guests and limits.

Where one is sent afterwards (`next`) is checked by Django's `RedirectURLMixin`: only to this host. The page for a
lost password answers the same for every address, whether or not somebody has it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods
from django.views.generic import FormView

from warbands.forms.accounts import (
    AccountForm,
    ChangePasswordForm,
    DeleteAccountForm,
    NewPasswordForm,
    ResetByMailForm,
    SignInForm,
    SignUpForm,
)
from warbands.models import Player
from warbands.roster.refusals import Refused
from warbands.services.accounts import (
    change_account,
    delete_account,
    everything_of,
    sign_up,
    told_of_parting,
    unlock_sign_in,
)
from warbands.services.founding import told_of_leaving
from warbands.services.guests import guest_of, hand_over
from warbands.services.throttling import TooOften, address_of, spend

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
LONGEST_NAME_TRIED = 255


def account_required(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """For players with an account: others sign in first, a guest signs up."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if guest_of(request):
            messages.info(request, "A guest has no account yet. Sign up, and what you made comes along.")
            return redirect("signup")
        return view(request, *args, **kwargs)

    return login_required(inner)


def _tell(form: BaseForm, refusal: Refused) -> None:
    """Put a refusal beside the field it is about."""
    field = {"name_taken": "username", "email_taken": "email"}.get(refusal.code)
    form.add_error(field if field in form.fields else None, refusal.message)


def _too_often(request: HttpRequest, refusal: TooOften) -> HttpResponse:
    page = render(request, "registration/too_often.html", {"refusal": refusal.message}, status=429)
    page["Retry-After"] = str(refusal.seconds)
    return page


def _check_password_seldom(player: Player) -> None:
    spend(
        "password",
        str(player.pk),
        limit=settings.PASSWORD_CHECKS_PER_HOUR,
        told="Your password was asked for very often within the hour.",
    )


class _ForThoseSignedOut(auth_views.RedirectURLMixin):
    """A page that somebody with an account is led past. A guest may stay."""

    request: HttpRequest

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            to = self.get_success_url()
            # Led back to this very page, he would go round for ever.
            looping = urlsplit(to).path == request.path
            return HttpResponseRedirect(self.get_default_redirect_url() if looping else to)
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc,no-any-return]

    def get_default_redirect_url(self) -> str:
        return resolve_url(settings.LOGIN_REDIRECT_URL)


class SignIn(_ForThoseSignedOut, auth_views.LoginView):
    authentication_form = SignInForm

    def form_valid(self, form: Any) -> HttpResponse:
        player, guest = form.get_user(), guest_of(self.request)
        brought = hand_over(guest, to=player) if guest else 0
        response = super().form_valid(form)
        if brought:
            came = "The warband you made as a guest" if brought == 1 else f"The {brought} warbands you made as a guest"
            messages.success(self.request, f"{came} came along.")
        return response


@method_decorator([sensitive_post_parameters(), csrf_protect, never_cache], name="dispatch")
class SignUp(_ForThoseSignedOut, FormView):
    form_class = SignUpForm
    template_name = "registration/signup.html"

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        guest = guest_of(self.request)
        try:
            player = sign_up(
                username=form.cleaned_data["username"],
                email=form.cleaned_data["email"],
                password=form.cleaned_data["password1"],
                guest=guest,
            )
        except Refused as refusal:
            _tell(form, refusal)
            return self.form_invalid(form)
        login(self.request, player, backend=MODEL_BACKEND)
        kept = "What you made as a guest is yours to keep." if guest else ""
        # Whoever came to go somewhere is led there, and not told what else to do first.
        first = kept or ("" if self.get_redirect_url() else "Begin with your first warband.")
        messages.success(self.request, f"Welcome, {player.username}. {first}".strip())
        return HttpResponseRedirect(self.get_success_url())

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # Before the form is looked at: what it says of names and addresses that are taken must be slow to ask for.
        try:
            spend(
                "sign-up",
                address_of(request),
                limit=settings.SIGN_UPS_PER_HOUR,
                told="Many have tried to sign up from your network within the hour.",
            )
        except TooOften as refusal:
            return _too_often(request, refusal)
        return super().post(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(next=self.get_redirect_url(), **kwargs)


def name_tried(request: HttpRequest, credentials: dict[str, Any] | None) -> str | None:
    """The name that wrong passwords are counted under: no more of it than the count's column holds."""
    name = (credentials or request.POST).get("username")
    return name[:LONGEST_NAME_TRIED] if name else name


def locked(request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None) -> HttpResponse:
    """The answer to a sign-in while it is locked. An attempt during the lock begins the waiting anew."""
    wait: timedelta = settings.AXES_COOLOFF_TIME
    context = {"minutes": int(wait.total_seconds() // 60), "again_at": timezone.now() + wait}
    page = render(request, "registration/locked.html", context, status=429)
    page["Retry-After"] = str(int(wait.total_seconds()))
    return page


@sensitive_post_parameters()
@never_cache
@account_required
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    player = _signed_in(request)
    posted = request.POST if request.method == "POST" else None
    form = AccountForm(posted, player=player, initial={"username": player.username, "email": player.email})
    try:
        if posted is not None:
            _check_password_seldom(player)
            if form.is_valid():
                change_account(player, username=form.cleaned_data["username"], email=form.cleaned_data["email"])
                messages.success(request, "Your account was changed.")
                return redirect("account")
    except TooOften as refusal:
        return _too_often(request, refusal)
    except Refused as refusal:
        _tell(form, refusal)
    return render(request, "registration/account.html", {"form": form, "warbands": player.warbands.count()})


@sensitive_post_parameters()
@never_cache
@account_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    player = _signed_in(request)
    posted = request.POST if request.method == "POST" else None
    form = DeleteAccountForm(posted, player=player)
    try:
        if posted is not None:
            _check_password_seldom(player)
            if form.is_valid():
                delete_account(player)
                logout(request)
                messages.success(request, "Your account was deleted, with all that belonged to it.")
                return redirect(settings.LOGOUT_REDIRECT_URL)
    except TooOften as refusal:
        return _too_often(request, refusal)
    except Refused as refusal:
        _tell(form, refusal)
    warbands = list(player.warbands.values_list("pk", flat=True))
    told = [sentence for found in told_of_leaving(warbands).values() for sentence in found]
    told += told_of_parting(player)
    context = {"form": form, "warbands": len(warbands), "told": told}
    return render(request, "registration/account_delete.html", context)


@account_required
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """The player's warband files in one zip."""
    return HttpResponse(
        everything_of(_signed_in(request)),
        content_type="application/zip",
        headers={"Content-Disposition": 'attachment; filename="warbands.zip"', "Cache-Control": "private, no-store"},
    )


def _signed_in(request: HttpRequest) -> Player:
    assert request.user.is_authenticated  # noqa: S101  (account_required let him in)
    return request.user


@method_decorator(account_required, name="dispatch")
class ChangePassword(auth_views.PasswordChangeView):
    form_class = ChangePasswordForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            _check_password_seldom(_signed_in(request))
        except TooOften as refusal:
            return _too_often(request, refusal)
        return super().post(request, *args, **kwargs)


@account_required
@require_GET
def password_changed(request: HttpRequest) -> HttpResponse:
    return render(request, "registration/password_change_done.html")


class ResetByMail(auth_views.PasswordResetView):
    form_class = ResetByMailForm
    email_template_name = "registration/password_reset_email.txt"

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            spend(
                "reset",
                address_of(self.request),
                limit=settings.PASSWORD_RESETS_PER_HOUR,
                told="Many passwords were to be reset from your network within the hour.",
            )
        except TooOften as refusal:
            return _too_often(self.request, refusal)
        try:
            spend("reset mail", form.cleaned_data["email"].lower(), limit=settings.RESET_MAILS_PER_HOUR, told="")
        except TooOften:
            # Said aloud, it would tell whether somebody has this address.
            return HttpResponseRedirect(self.get_success_url())
        # The link never follows the Host header of whoever asks.
        self.extra_email_context = {"site_url": settings.SITE_URL}
        return super().form_valid(form)


class NewPassword(auth_views.PasswordResetConfirmView):
    form_class = NewPasswordForm

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        unlock_sign_in(form.user)
        return response
