"""Queries that are put into SQL once in the life of a process.

To build a query and put it into SQL takes Django longer than it takes the database to answer one of the small ones
that a page is made of. What is asked on every visit, of another campaign each time, is put into SQL for the first and
asked again with other numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.query import ValuesListIterable

Row = tuple[Any, ...]
Query = QuerySet[Any, Row]
# Stand for the ids while a query is put into SQL: numbers that no row has and no query says of itself.
MARKS = range(2**61, 2**61 + 16)


@dataclass(frozen=True)
class Statement:
    """A query in the SQL of one kind of database. ``width`` is the number of columns asked for; those that it only
    sorts by stand behind them. ``converters`` say by column what makes Python's value of the database's; of NULL every
    one of them makes None."""

    sql: str
    values: tuple[Any, ...]
    width: int
    converters: tuple[tuple[int, Sequence[Callable[..., Any]], Any], ...]

    def rows(self, ids: Sequence[int]) -> list[Row]:
        given = dict(zip(MARKS, ids, strict=False))
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [given.get(one, one) if type(one) is int else one for one in self.values])
            found = cursor.fetchall()
        return [self._converted(row) for row in found]

    def _converted(self, row: Row) -> Row:
        if not self.converters:
            return row[: self.width]
        values = list(row[: self.width])
        for place, converters, expression in self.converters:
            if values[place] is None:
                continue
            for converter in converters:
                values[place] = converter(values[place], expression, connection)
        return tuple(values)


class Prepared:
    """A function from ids to a query for tuples (``values_list``), made to answer with the rows themselves.

    The query is built with marks in place of the ids, so the function may do nothing with an id but compare columns
    with it, and says nothing that changes from one call to the next, as the time of day does. Raises ValueError for a
    query that asks for anything but tuples, or that an id has not found its way into.
    """

    def __init__(self, build: Callable[..., Query]) -> None:
        self.query = build
        self._statements: dict[str, Statement] = {}
        update_wrapper(self, build)

    def __call__(self, *ids: int) -> list[Row]:
        statement = self._statements.get(connection.vendor)
        if statement is None:
            statement = _stated(self.query, len(ids))
            self._statements[connection.vendor] = statement
        return statement.rows(ids)


def prepared(build: Callable[..., Query]) -> Prepared:
    """The decorator of such a function."""
    return Prepared(build)


def _stated(build: Callable[..., Query], count: int) -> Statement:
    marks = MARKS[:count]
    query = build(*marks)
    if query._iterable_class is not ValuesListIterable:
        raise ValueError(f"{build.__name__} does not ask for tuples")
    compiler = query.query.get_compiler(connection=connection)
    sql, values = compiler.as_sql()
    if missing := [place for place, mark in enumerate(marks) if mark not in values]:
        raise ValueError(f"{build.__name__} does not ask by its ids {missing}")
    width = compiler.col_count
    converters = compiler.get_converters([column[0] for column in compiler.select[:width]])
    return Statement(sql, tuple(values), width, tuple((place, *how) for place, how in converters.items()))
