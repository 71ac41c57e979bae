"""What the admins have in common that only show: nobody writes there, and what is secret is not drawn.

Whoever runs the site plays in it too. So each of them names in ``shown`` what of a row is shown, in
``sealed`` what a column of its own shows at times, and in ``never_shown`` all the rest, which is not even read. Nor can
it be guessed: rows are not narrowed down by what is no filter, and none leads to a page whose address is a key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase

SEALED = "sealed"

# Why something is never shown.
KEY = "opens a page, a feed or a file to whoever has it"
SEED = "dice come from it that may not have fallen yet"
GOLD = "tells gold, which a campaign may hide"
PLAYED = "what the app goes on from, with whatever players have not shown yet"
PRIVATE = "is nobody's business but the player's"
PRINTED = "is on the sheet of whoever asked for it"

Column = str | Callable[[Any], object]


class ReadOnly:
    """Shown, and written by nobody: not by a superuser, not by a form that somebody made up.

    ``never_shown`` has each column that is left out with the reason, ``sealed`` each that is told only when it is no
    secret, with the reason why it is one; ``unread`` are columns that are not needed either, of these or related rows;
    ``related`` is what the rows' own names and columns read of other tables.
    """

    shown: ClassVar[Sequence[Column]] = ()
    never_shown: ClassVar[Mapping[str, str]] = {}
    sealed: ClassVar[Mapping[str, str]] = {}
    unread: ClassVar[Sequence[str]] = ()
    related: ClassVar[Sequence[str]] = ()

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.shown

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.shown

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]  # of the admin that it is mixed into
        if self.related:
            rows = rows.select_related(*self.related)
        return rows.defer(*self.never_shown, *self.unread)


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):
    actions = None
    list_per_page = 50
    view_on_site = False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Filters only: whether there are rows whose secret begins with some letter tells that letter."""
        filters = {name.split("__")[0] for name in _names_of(self.get_list_filter(request))}
        return lookup.split("__")[0] in filters and super().lookup_allowed(lookup, value, request)


def _names_of(filters: Collection[Any]) -> Iterator[str]:
    for one in filters:
        name = one[0] if isinstance(one, list | tuple) else one
        if isinstance(name, str):
            yield name


class ReadOnlyInline(ReadOnly, admin.TabularInline):
    extra = 0
    show_change_link = True
    view_on_site = False


def inline_of(
    of: type[models.Model],
    columns: Sequence[Column],
    *,
    ordering: Sequence[str] = ("pk",),
    related: Sequence[str] = (),
    unread: Sequence[str] = (),
) -> type[ReadOnlyInline]:
    """The rows of that table below the one that they belong to, with those columns."""
    made_of = {"model": of, "shown": columns, "ordering": ordering, "related": related, "unread": unread}
    return type(f"{of.__name__}Inline", (ReadOnlyInline,), made_of)


def no_way_out(request: HttpRequest, **row: str) -> HttpResponseBase:
    """In the place of Django's way from a row to its own page, which whoever may see the admin can take from any row
    whatever: it tells addresses that are keys.

    Raises:
        Http404: always.
    """
    raise Http404("No row leads to a page from here.")
