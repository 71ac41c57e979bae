"""Looking up the rules: the index with its search, a page for each kind and each entry, and all rulings on one page."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from mordheim.rules.rulebook import Rulebook
from mordheim.rules.schema import Ruling
from warbands.selectors import RulesNotLoaded, current_rulebook
from warbands.views.rule_pages import (
    KIND_NAMES,
    Told,
    Words,
    address,
    anchor_of,
    kind_groups,
    rule_page,
    search_rules,
)

LONGEST_QUERY = 100


def with_rulebook(view: Any) -> Any:
    """Hands the rulebook to a view, and says so where none has been loaded yet."""

    @wraps(view)
    def handed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            rulebook = current_rulebook()
        except RulesNotLoaded:
            return render(request, "rules/not_loaded.html", status=503)
        response: HttpResponse = view(request, rulebook, *args, **kwargs)
        return response

    return handed


@require_safe
@with_rulebook
def rules_index(request: HttpRequest, rulebook: Rulebook) -> HttpResponse:
    """Every kind of rule, or what a search finds; htmx asks for the findings alone."""
    query = " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_QUERY]
    kinds = [
        (plural, reverse("rule-kind", args=[kind]) if kind != "rulings" else reverse("rulings"), count)
        for kind, (plural, _) in KIND_NAMES.items()
        if (count := len(rulebook.of_kind(kind)))
    ]
    found = search_rules(rulebook, query) if query else None
    context = {"query": query, "found": found, "kinds": kinds, "sources": rulebook.sources.values()}
    alone = getattr(request, "htmx", None) and not request.htmx.history_restore_request  # type: ignore[attr-defined]
    return render(request, "rules/_found.html" if alone else "rules/index.html", context)


@require_safe
@with_rulebook
def rule_kind(request: HttpRequest, rulebook: Rulebook, kind: str) -> HttpResponse:
    if kind not in KIND_NAMES:
        raise Http404("There is no such kind of rule.")
    context = {
        "name": KIND_NAMES[kind][0],
        "count": len(rulebook.of_kind(kind)),
        "groups": kind_groups(rulebook, kind),
        "crumbs": [("Rules", reverse("rules-index"))],
    }
    return render(request, "rules/kind.html", context)


@require_safe
@with_rulebook
def rule_detail(request: HttpRequest, rulebook: Rulebook, kind: str, key: str) -> HttpResponse:
    if kind not in KIND_NAMES or key not in rulebook.of_kind(kind):
        raise Http404("There is no such rule.")
    if kind == "rulings":
        return redirect(address(kind, key))
    page = rule_page(rulebook, kind, key)
    crumbs = [("Rules", reverse("rules-index")), (page.kind_plural, reverse("rule-kind", args=[kind]))]
    template = "rules/warband_type.html" if kind == "warband_types" else "rules/detail.html"
    return render(request, template, {"page": page, "crumbs": crumbs})


@require_safe
@with_rulebook
def rulings(request: HttpRequest, rulebook: Rulebook) -> HttpResponse:
    """All rulings by topic, each with what it touches."""
    told = Told(rulebook)
    topics: dict[str, list[tuple[Ruling, str, list[Words]]]] = {}
    for ruling in sorted(rulebook.rulings.values(), key=lambda one: one.number):
        touched = [told.link(*touch.split(":", 1)) for touch in ruling.touches]
        topics.setdefault(ruling.topic, []).append((ruling, anchor_of(ruling.key), touched))
    context = {"topics": topics.items(), "crumbs": [("Rules", reverse("rules-index"))]}
    return render(request, "rules/rulings.html", context)
