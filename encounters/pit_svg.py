"""The arena as SVG text: the picture written down by its template. Needs Django's templates, and no database."""

from __future__ import annotations

from django.template.loader import render_to_string

from encounters.pitfight.picture import ArenaPicture


def arena_svg(picture: ArenaPicture, *, uid: str = "arena") -> str:
    """A whole SVG element, to stand in a page or on a sheet; ``uid`` tells its ids from those of another one."""
    return render_to_string("encounters/pit/_arena.svg", {"arena": picture, "uid": uid}).strip()
