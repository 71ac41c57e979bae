"""What people do at the door, by the pages they do it on: signing up, in and out, and trying it as a guest."""

from __future__ import annotations

from django.contrib.auth import get_user
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from warbands.models import Player, Warband

PASSWORD = "a-long-passphrase"


def sign_up(client: Client, name: str, password: str = PASSWORD, again: str | None = None, **rest: str) -> HttpResponse:
    typed = {"username": name, "password1": password, "password2": password if again is None else again, **rest}
    return client.post(reverse("signup"), typed)


def sign_in(client: Client, name: str, password: str = PASSWORD, **rest: str) -> HttpResponse:
    return client.post(reverse("login"), {"username": name, "password": password, **rest})


def sign_out(client: Client) -> HttpResponse:
    return client.post(reverse("logout"))


def who_is(client: Client) -> Player | None:
    """Whom the site takes this browser for; ``None`` for somebody who is signed out."""
    user = get_user(client)
    return user if user.is_authenticated else None


def begin_in_browser(client: Client, name: str = "Da Snikkaz", type_key: str = "orc_mob") -> HttpResponse:
    return client.post(reverse("warband-new"), {"type": type_key, "name": name})


def guest_with(client: Client, *names: str) -> Player:
    """Somebody without an account who has begun these warbands."""
    for name in names or ("Da Snikkaz",):
        assert begin_in_browser(client, name).status_code == 302
    guest = who_is(client)
    assert guest
    assert guest.is_guest
    return guest


def warbands_of(player: Player | None) -> set[str]:
    return set(Warband.objects.filter(owner=player).values_list("name", flat=True))
