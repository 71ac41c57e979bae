"""What tests of the admin do that shows rows: go to its pages, plant secrets in the rows, and look for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mordheim.reading_admin import ReadOnlyAdmin

# A number that stands on no page by chance.
NUMBER = 7_390_001


def place(model: type[models.Model], what: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=args)


def shown(app: str) -> dict[type[models.Model], ReadOnlyAdmin]:
    """The models of an app that are shown only, with their admins."""
    found = {model: one for model, one in admin.site._registry.items() if isinstance(one, ReadOnlyAdmin)}
    return {model: one for model, one in found.items() if model._meta.app_label == app}


def not_there(app: str) -> set[str]:
    """The names of its models that have no page."""
    return {model.__name__ for model in apps.get_app_config(app).get_models() if model not in admin.site._registry}


def undecided(app: str) -> list[str]:
    """Every column about which its admin does not say that it is shown, or why not; and those of which it says more."""
    found = []
    for model, page in shown(app).items():
        for field in model._meta.concrete_fields:
            said = [field.name in where for where in (page.shown, page.sealed, page.never_shown)]
            if not field.primary_key and sum(said) != 1:
                found.append(f"{model.__name__}.{field.name}")
    return found


def careless(app: str) -> list[str]:
    """The columns that are always shown although such a one is a key, a seed or a sealed thing by its name."""
    names = [f"{model.__name__}.{name}" for model, page in shown(app).items() for name in page.shown]
    return [name for name in names if re.search(r"(seed|token|code|notation|opening|log|content|\.before|file)$", name)]


def kept_from(page: ReadOnlyAdmin) -> tuple[str, ...]:
    """The columns that nobody may guess."""
    return (*page.never_shown, *page.sealed)


# --- secrets
def planted(app: str, *, sealed: bool = True) -> list[str]:
    """Gives every column of every row that is never shown, and those that are sealed at times, a value that nothing
    else has, and answers with all of them."""
    secrets: list[str] = []
    for model, page in shown(app).items():
        for row in model._default_manager.order_by("pk"):
            names = kept_from(page) if sealed else tuple(page.never_shown)
            values = {name: _secret(model, name, len(secrets) + n) for n, name in enumerate(names)}
            model._default_manager.filter(pk=row.pk).update(**values)
            secrets += map(_told, values.values())
    return secrets


def _secret(model: type[models.Model], name: str, number: int) -> Any:
    field = model._meta.get_field(name)
    if isinstance(field, models.JSONField):
        return {"kept": f"zqx{number}xqz"}
    return NUMBER + number if isinstance(field, models.IntegerField) else f"zqx{number}xqz"


def _told(secret: Any) -> str:
    return secret["kept"] if isinstance(secret, dict) else str(secret)


# --- pages
def pages(client: Client, app: str) -> Iterator[tuple[str, str]]:
    """The address and the text of every page that shows rows of an app."""
    return pages_of(client, *shown(app))


def pages_of(client: Client, *of: type[models.Model]) -> Iterator[tuple[str, str]]:
    """The same of those models: each list, and of its rows the first and the last with their histories."""
    for model in of:
        addresses = [place(model, "changelist")]
        rows = model._default_manager
        for row in {rows.earliest("pk").pk, rows.latest("pk").pk}:
            addresses += [place(model, "change", row), place(model, "history", row)]
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == 200, address
            yield address, answer.content.decode()


def told_on_pages(client: Client, app: str, secrets: Sequence[str]) -> list[tuple[str, str]]:
    """Every address with every one of the secrets that stands on it."""
    return [(address, one) for address, page in pages(client, app) for one in secrets if one in page]


def guesses(client: Client, app: str) -> list[str]:
    """The columns by which a list can be narrowed down although they are never shown: so they can be guessed."""
    found = []
    for model, page in shown(app).items():
        for name in kept_from(page):
            address = place(model, "changelist")
            by_name = client.get(address, {name: "x"}).status_code
            if by_name != 400 or client.get(address, {f"{name}__startswith": "z"}).status_code != 400:
                found.append(f"{model.__name__}.{name}")
    return found


def written(client: Client, app: str) -> list[str]:
    """The pages that do not refuse what somebody made up."""
    found = []
    for model in shown(app):
        row = model._default_manager.values_list("pk", flat=True).first()
        made_up = {field.name: "1" for field in model._meta.fields} | {"_save": "Save", "post": "yes"}
        addresses = [place(model, "add"), place(model, "change", row), place(model, "delete", row)]
        found += [address for address in addresses if client.post(address, made_up).status_code != 403]
        action = {"action": "delete_selected", "post": "yes", "_selected_action": [row], "index": "0"}
        client.post(place(model, "changelist"), action)
        found += [] if model._default_manager.filter(pk=row).exists() else [place(model, "changelist")]
    return found


def opened(client: Client, app: str) -> list[str]:
    """The pages of an app's rows that are not forbidden."""
    addresses = [place(model, "changelist") for model in shown(app)]
    addresses += [place(model, "change", model._default_manager.first().pk) for model in shown(app)]
    return [address for address in addresses if client.get(address).status_code != 403]


def queries(client: Client, address: str) -> int:
    """How many a page asks once the kinds of rows are known, which a process reads once and keeps."""
    ContentType.objects.get_for_models(*apps.get_models())
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)
