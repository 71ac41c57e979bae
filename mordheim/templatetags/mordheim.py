"""What every page needs to draw the game: money, icons, dice, experience tracks, addresses of rules."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Protocol

from django import template
from django.conf import settings
from django.template import defaultfilters
from django.template.loader import get_template
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from lucide import _render_icon

register = template.Library()

NO_BREAK = "\u00a0"
MINUS = "\u2212"

# Where the pips of a die stand, in a square of 24.
_LEFT, _MIDDLE, _RIGHT = 7, 12, 17
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LEFT, _LEFT), (_RIGHT, _RIGHT)),
    3: ((_LEFT, _LEFT), (_MIDDLE, _MIDDLE), (_RIGHT, _RIGHT)),
    4: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    5: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_MIDDLE, _MIDDLE), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
    6: ((_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _MIDDLE), (_RIGHT, _MIDDLE), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)),
}


class Box(Protocol):
    """A box of an experience track."""

    @property
    def number(self) -> int: ...
    @property
    def filled(self) -> bool: ...
    @property
    def advance(self) -> bool: ...


@register.filter
def gc(gold: int | None) -> str:
    """``1250|gc`` is ``1,250 gc`` and never breaks; ``None`` is a dash."""
    if not isinstance(gold, int):
        return "–"
    return f"{gold:,}{NO_BREAK}gc".replace("-", MINUS)


@register.filter
def signed(number: int) -> str:
    """``+1``, ``−1``."""
    return f"{number:+d}".replace("-", MINUS)


@register.filter
def dated(moment: date, form: str) -> str:
    """``date`` with the year after the month where it is not this year's."""
    local = timezone.localtime(moment) if isinstance(moment, datetime) and timezone.is_aware(moment) else moment
    if local.year != timezone.localdate().year:
        form = form.replace("F", "F Y").replace("M", "M Y")
    return str(defaultfilters.date(local, form))


@register.filter
def counted(number: int, words: str) -> str:
    """``3|counted:"warrior,warriors"`` is ``3 warriors``."""
    singular, _, plural = words.partition(",")
    return f"{number}{NO_BREAK}{singular if number == 1 else plural or singular + 's'}"


@register.filter
def blocking_first(problems: Iterable[Any]) -> list[Any]:
    return sorted(problems, key=lambda problem: not problem.blocking)


@register.filter
def pips(face: int) -> tuple[tuple[int, int], ...]:
    """The centres of a face's pips; none for what is no face of a D6."""
    return PIPS.get(face, ())


@register.filter
def faces(sides: int | str) -> range:
    """``6|faces`` is 1 to 6."""
    return range(1, int(sides or 6) + 1)


@register.filter
def told_twice(figure: Any) -> bool:
    """Whether a value is too wide for a statline's usual column, as ``2D6`` is."""
    return len(str(figure)) > 2


@lru_cache(maxsize=256)
def _icon(name: str, size: int, css: str) -> SafeString:
    drawn = _render_icon(name, size, **{"class": css, "aria_hidden": "true", "focusable": "false"})
    return mark_safe(drawn)  # noqa: S308  (drawn by the icon package from its own files)


@register.simple_tag
def icon(name: str, size: int = 20, css: str = "", label: str = "") -> SafeString:
    """One of Lucide's icons. Without a label it is hidden from the ear: a word must stand beside it."""
    drawn = _icon(str(name), int(size), f"icon {css}".strip())
    return format_html('{}<span class="visually-hidden">{}</span>', drawn, label) if label else drawn


@register.simple_tag
def drawn(template_name: str, **parts: Any) -> SafeString:
    """A component that depends on nothing but its parts. Equal parts are drawn once in the life of the process:
    most of a roster is the same rules and figures again and again."""
    if settings.DEBUG:
        return _draw(template_name, parts)
    try:
        return _drawn(template_name, tuple(sorted(parts.items())))
    except TypeError:
        # Something among the parts has no hash.
        return _draw(template_name, parts)


@lru_cache(maxsize=1024)
def _drawn(template_name: str, parts: tuple[tuple[str, Any], ...]) -> SafeString:
    return _draw(template_name, dict(parts))


def _draw(template_name: str, parts: dict[str, Any]) -> SafeString:
    return mark_safe(get_template(template_name).render(parts))  # noqa: S308  (a template has escaped it)


@register.simple_tag
def rule_url(kind: str, key: str) -> str:
    """The address of a rule; a ruling's leads to its place on the page of all rulings. Empty where there is none."""
    try:
        if kind == "rulings":
            return f"{reverse('rulings')}#{key.replace('_', '-')}"
        return reverse("rule-detail", args=[kind, key])
    except NoReverseMatch:
        return ""


@register.simple_tag
def page_url(name: str, *args: Any) -> str:
    """An address by its name, empty while there is no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


@register.simple_tag(takes_context=True)
def query_with(context: template.Context, **changes: Any) -> str:
    """This page's query string with some values changed: ``?q=axe&page=2``."""
    query = context["request"].GET.copy() if "request" in context else None
    if query is None:
        from django.http import QueryDict

        query = QueryDict(mutable=True)
    for name, value in changes.items():
        if value in (None, ""):
            query.pop(name, None)
        else:
            query[name] = str(value)
    return f"?{query.urlencode()}"


@register.simple_tag
def track(boxes: Sequence[Box]) -> SafeString:
    """An experience track: every box, the advance boxes heavier, told to the ear in one sentence."""
    return _track(tuple((box.number, box.filled, box.advance) for box in boxes))


@lru_cache(maxsize=512)
def _track(boxes: tuple[tuple[int, bool, bool], ...]) -> SafeString:
    filled = sum(box[1] for box in boxes)
    ahead = next((number for number, done, advance in boxes if advance and not done), None)
    told = f"{filled} of {len(boxes)} experience" + (f", next advance at {ahead}" if ahead else "")
    # One letter each: ninety of them stand on every hero's card.
    drawn = "".join(
        f'<i class="{("f" if done else "") + (" a" if advance else "")}"></i>' for _, done, advance in boxes
    )
    css = "track track-long" if len(boxes) > 30 else "track"
    return format_html(
        '<span class="{}" role="img" aria-label="{}">{}</span>',
        css,
        told,
        mark_safe(drawn),  # noqa: S308  (made of the two letters above)
    )


@register.simple_tag
def next_advance(boxes: Sequence[Box]) -> int | str:
    """The number of the next advance box, empty at the end of the track."""
    return next((box.number for box in boxes if box.advance and not box.filled), "")


@register.filter
def sentence(text: object) -> SafeString | str:
    """A text with a capital letter and a full stop."""
    plain = str(text).strip()
    if not plain:
        return ""
    return conditional_escape(plain[:1].upper() + plain[1:] + ("" if plain[-1] in ".!?" else "."))
