"""Looking up the rules: the index with its search, a page for each kind and each entry, and all rulings on one page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from mordheim.rules.schema import Ruling
from warbands.selectors import current_rulebook
from warbands.views.access import wants_a_part
from warbands.views.rule_lists import kind_groups, search_rules
from warbands.views.rule_pages import rule_page
from warbands.views.rule_words import KIND_NAMES, Told, Words, address, anchor_of

LONGEST_QUERY = 100


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """Every kind of rule, or what a search finds; htmx asks for the findings alone."""
    rulebook = current_rulebook()
    query = " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_QUERY]
    kinds = [
        (plural, reverse("rule-kind", args=[kind]) if kind != "rulings" else reverse("rulings"), count)
        for kind, (plural, _) in KIND_NAMES.items()
        if (count := len(rulebook.of_kind(kind)))
    ]
    found = search_rules(rulebook, query) if query else None
    context = {"query": query, "found": found, "kinds": kinds, "sources": rulebook.sources.values()}
    return render(request, "rules/_found.html" if wants_a_part(request) else "rules/index.html", context)


@require_safe
def rule_kind(request: HttpRequest, kind: str) -> HttpResponse:
    rulebook = current_rulebook()
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
def rule_detail(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    rulebook = current_rulebook()
    if kind not in KIND_NAMES or key not in rulebook.of_kind(kind):
        raise Http404("There is no such rule.")
    if kind == "rulings":
        return redirect(address(kind, key))
    page = rule_page(rulebook, kind, key)
    crumbs = [("Rules", reverse("rules-index")), (page.kind_plural, reverse("rule-kind", args=[kind]))]
    template = "rules/warband_type.html" if kind == "warband_types" else "rules/detail.html"
    return render(request, template, {"page": page, "crumbs": crumbs})


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """All rulings by topic, each with what it touches."""
    rulebook = current_rulebook()
    told = Told(rulebook)
    topics: dict[str, list[tuple[Ruling, str, list[Words]]]] = {}
    for ruling in sorted(rulebook.rulings.values(), key=lambda one: one.number):
        touched = [told.link(*touch.split(":", 1)) for touch in ruling.touches]
        topics.setdefault(ruling.topic, []).append((ruling, anchor_of(ruling.key), touched))
    context = {"topics": topics.items(), "crumbs": [("Rules", reverse("rules-index"))]}
    return render(request, "rules/rulings.html", context)
