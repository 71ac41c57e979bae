"""Fixtures whose rows are written down the first time and put back in the tests after it.

    @pytest.fixture
    @kept
    def season(campaign, owner, rival): ...

What takes a battle with its nights to play takes a hundredth of that to put back. A test sees no difference: the same
rows with the same numbers, and objects that belong together as they did. Whatever could make one is built as if this
were not here: a fixture that leans on one that is not kept; rows written by anybody else before it in the same test; a
fixture beside it that patches code or settings; a test without a transaction of its own; another database than SQLite.
What is written down is thrown away after `SECONDS`, so no test finds a past that is older than a slow machine would
make it; all at once, since what a fixture wrote holds only together with what those before it wrote.
"""

from __future__ import annotations

import functools
import inspect
import io
import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models, transaction
from django.test import Client

SECONDS = 40
# A fixture may lean on these: they are the same in every test.
EVERYWHERE = {"db", "rules", "rulebook_of_files"}
# What a fixture of ours that asks for these has changed before another is set up, nobody can tell.
PATCHES = {"monkeypatch", "settings"}

Rows = dict[object, tuple]


@dataclass
class Story:
    """What a test has had set up so far: each kept fixture with its object, in order, and how much was written."""

    written: int
    told: dict[tuple[str, ...], object] = field(default_factory=dict)
    sound: bool = True


@dataclass(frozen=True)
class Memory:
    """What a fixture did: the rows it took away or changed, those it put there instead, and its objects."""

    gone: dict[str, list[object]]
    come: dict[str, list[tuple]]
    objects: bytes


STORY = pytest.StashKey[Story]()
# By the names of the fixtures of a test, in the order of their setting up, to the one that it is of.
_memories: dict[tuple, Memory] = {}
_begun = [0.0]


def begin(item: pytest.Item) -> None:
    """Called before anything of a test is set up."""
    if time.monotonic() - _begun[0] > SECONDS:
        _memories.clear()
        _begun[0] = time.monotonic()
    item.stash[STORY] = Story(_written(), sound=not _is_patched_by_fixtures(item))


def _is_patched_by_fixtures(item: pytest.Item) -> bool:
    every = item._fixtureinfo.name2fixturedefs.values() if isinstance(item, pytest.Function) else ()
    # Those of plugins have no place of their own.
    return any(one.baseid and PATCHES & set(one.argnames) for definitions in every for one in definitions)


def kept(build: Callable[..., Any]) -> Callable[..., Any]:
    """Goes between `pytest.fixture` and a function that only writes rows and returns what pickle can hold."""

    @functools.wraps(build)
    def fixture(*itself: object, request: pytest.FixtureRequest, **handed: Any) -> Any:
        story = request.node.stash[STORY]
        if not _can_be_kept(request, story, handed):
            story.sound = False
            return build(*itself, **handed)
        name = (build.__module__, build.__qualname__)
        key = (*story.told, name)
        if memory := _memories.get(key):
            made = _put_back(memory, story)
        else:
            before = _everything()
            made = build(*itself, **handed)
            _memories[key] = _written_down(before, story, made)
        story.told[name], story.written = made, _written()
        return made

    signature = inspect.signature(build)
    asks = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY)
    fixture.__signature__ = signature.replace(parameters=[*signature.parameters.values(), asks])
    del fixture.__wrapped__
    return fixture


def _can_be_kept(request: pytest.FixtureRequest, story: Story, handed: dict[str, Any]) -> bool:
    known = {id(thing) for thing in story.told.values()}
    return (
        story.sound
        and connection.vendor == "sqlite"
        and connection.in_atomic_block
        and request.scope == "function"
        and story.written == _written()
        and all(name in EVERYWHERE or id(thing) in known for name, thing in handed.items())
    )


def _written() -> int:
    """How many rows this connection has ever written."""
    return connection.connection.total_changes if connection.vendor == "sqlite" and connection.connection else 0


# --- Beside fixtures
def what_is_written_by(act: Callable[[], object]) -> Memory:
    """Does it, and answers with the rows that it wrote. SQLite only."""
    before = _everything()
    act()
    return _written_down(before, Story(_written()), None)


def write_again(memory: Memory) -> None:
    """The same rows once more, where what they stand on is as it was."""
    with transaction.atomic():
        _put_back(memory, Story(_written()))


# --- Rows
def _tables() -> Iterator[tuple[str, str]]:
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy:
            yield model._meta.db_table, model._meta.pk.column


def _everything() -> dict[str, Rows]:
    """Every row of the database, by table and key."""
    found = {}
    with connection.cursor() as cursor:
        for table, key in _tables():
            rows = cursor.cursor.connection.execute(f'SELECT "{key}", * FROM "{table}"')
            found[table] = {row[0]: row[1:] for row in rows}
    return found


def _written_down(before: dict[str, Rows], story: Story, made: object) -> Memory:
    after = _everything()
    gone, come = {}, {}
    for table, rows in after.items():
        had = before[table]
        gone[table] = [key for key, row in had.items() if rows.get(key) != row]
        come[table] = [row for key, row in rows.items() if had.get(key) != row]
    return Memory(
        {table: keys for table, keys in gone.items() if keys},
        {table: rows for table, rows in come.items() if rows},
        _pickled(story, made),
    )


def _put_back(memory: Memory, story: Story) -> object:
    columns = dict(_tables())
    with connection.cursor() as cursor:
        raw = cursor.cursor.connection
        for table, keys in memory.gone.items():
            raw.executemany(f'DELETE FROM "{table}" WHERE "{columns[table]}" = ?', [(key,) for key in keys])
        for table, rows in memory.come.items():
            places = ", ".join("?" * len(rows[0]))
            raw.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)
    return _unpickled(memory.objects, story)


# --- Objects
def _pickled(story: Story, made: object) -> bytes:
    """What a fixture returns, and what it has made of the objects that others returned before it."""
    names = {id(thing): name for name, thing in story.told.items() if isinstance(thing, models.Model)}

    class Pickler(pickle.Pickler):
        def persistent_id(self, thing: object) -> object:
            return names.get(id(thing))

        def reducer_override(self, thing: object) -> object:
            return (_client_with, (thing.cookies,)) if type(thing) is Client else NotImplemented

    file = io.BytesIO()
    earlier = {name: vars(thing) for name, thing in story.told.items() if isinstance(thing, models.Model)}
    Pickler(file, pickle.HIGHEST_PROTOCOL).dump((earlier, made))
    return file.getvalue()


def _client_with(cookies: SimpleCookie) -> Client:
    """A browser again that was signed in; its session is among the rows."""
    client = Client()
    client.cookies = cookies
    return client


def _unpickled(content: bytes, story: Story) -> object:
    class Unpickler(pickle.Unpickler):
        def persistent_load(self, name: Any) -> object:
            return story.told[name]

    earlier, made = Unpickler(io.BytesIO(content)).load()
    for name, values in earlier.items():
        live = vars(story.told[name])
        live.clear()
        live.update(values)
    return made
