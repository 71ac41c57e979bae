"""Every form that posts carries its token, also where the part of a page that holds it is drawn on its own."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Node, Template
from django.template.defaulttags import CsrfTokenNode
from django.template.engine import Engine
from django.template.library import SimpleNode
from django.template.loader import get_template
from django.template.loader_tags import IncludeNode

ROOT = Path(settings.BASE_DIR) / "templates"
FORM = re.compile(r"<form\b[^>]*\bmethod=\"post\"[^>]*>.*?</form>", re.DOTALL)
# The secret in the address stands for the token: a mail program posts it without any page.
WITHOUT_TOKEN = {"campaigns/mails_stop.html"}
# Drawn alone only without what its form hangs on.
HANGS_ON = {"campaigns/_upcoming.html": "withdraws", "campaigns/_lines.html": "form_ok"}


def names() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*.html"))


@cache
def compiled(name: str) -> Template:
    return get_template(name).template


def nodes(name: str) -> list[Node]:
    return list(compiled(name).nodelist.get_nodes_by_type(Node))


def name_in(node: IncludeNode) -> str | None:
    """The template that is included, where it is named by a constant."""
    named = node.template.var
    return named if isinstance(named, str) else None


@cache
def needs_token(name: str) -> bool:
    """Whether a template writes a token, itself or by what it includes with all that it knows."""
    if any(isinstance(node, CsrfTokenNode) for node in nodes(name)):
        return True
    included = (node for node in nodes(name) if isinstance(node, IncludeNode) and not node.isolated_context)
    return any(needs_token(inner) for node in included if (inner := name_in(node)))


def drawn_alone(name: str) -> Iterator[tuple[str, set[str]]]:
    """What a template draws with nothing but named parts, with the names of these."""
    for node in nodes(name):
        if isinstance(node, IncludeNode) and node.isolated_context and (inner := name_in(node)):
            yield inner, set(node.extra_context)
        elif isinstance(node, SimpleNode) and node.func.__name__ == "drawn":
            yield str(node.args[0].var), set(node.kwargs)


def test_there_are_templates_that_post_and_parts_that_are_drawn_alone() -> None:
    assert Engine.get_default()
    assert sum(len(FORM.findall((ROOT / name).read_text())) for name in names()) > 40
    assert needs_token("components/_confirm.html")
    assert sum(1 for name in names() for _ in drawn_alone(name)) > 100


@pytest.mark.parametrize("name", names())
def test_every_form_that_posts_carries_its_token(name: str) -> None:
    bare = [form[:120] for form in FORM.findall((ROOT / name).read_text()) if "{% csrf_token %}" not in form]
    assert not bare or name in WITHOUT_TOKEN, f"Write {{% csrf_token %}} into this form: {bare}"


@pytest.mark.parametrize("name", names())
def test_no_part_with_a_form_is_drawn_without_the_token(name: str) -> None:
    for inner, parts in drawn_alone(name):
        harmless = inner in HANGS_ON and HANGS_ON[inner] not in parts
        assert harmless or "csrf_token" in parts or not needs_token(inner), (
            f"{name} draws {inner} with parts of its own, and its form loses the token: leave out `only`."
        )
