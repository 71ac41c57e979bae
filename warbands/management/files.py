"""What the commands that take warband files have in common: reading a file, the exit status, and the two ways to
speak. With ``--json`` stdout carries one JSON object and nothing else; errors always go to stderr.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.db import OperationalError, ProgrammingError

from mordheim.rules.plainfile import MAX_BYTES, Malformed, clean_line
from mordheim.rules.rulebook import Rulebook, RulesError, read_rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.roster.check import Checked
from warbands.roster.interchange import read_warband
from warbands.roster.problems import WARBAND, Problem
from warbands.selectors import RulesNotLoaded

DONE = 0  # done, or all legal
REFUSED = 1  # refused by a rule, or not legal
BAD_INPUT = 2  # malformed, no such file, wrong usage


@contextmanager
def database_needed() -> Iterator[None]:
    """For a command's ``handle``: a database without tables or rules is bad input, told in a sentence.

    Raises:
        CommandError: with exit status 2.
    """
    try:
        yield
    except (OperationalError, ProgrammingError) as error:
        first = next(iter(str(error).splitlines()), "")
        told = f"The database cannot be used ({first}): see DATABASE_URL, and run manage.py migrate."
        raise CommandError(told, returncode=BAD_INPUT) from error
    except RulesNotLoaded as error:
        raise CommandError(str(error), returncode=BAD_INPUT) from None


def add_json_option(parser: CommandParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout and nothing else")


def printed_rulebook() -> Rulebook:
    """The rules as the project's files have them; no database is asked.

    Raises:
        CommandError: with exit status 2 when they cannot be read.
    """
    try:
        return read_rulebook(settings.RULES_DIR)
    except RulesError as error:
        raise CommandError(f"The rules cannot be read.\n{error}", returncode=BAD_INPUT) from error


def read_file(path: str | os.PathLike[str], rulebook: Rulebook) -> WarbandSnapshot:
    """The snapshot that a file describes.

    Raises:
        Malformed: with one sentence, also when there is no such file.
    """
    return read_warband(raw_file(path), rulebook, name=Path(path).name)


def raw_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file, one more than the format allows at most.

    Raises:
        Malformed: with one sentence when it cannot be read.
    """
    try:
        with Path(path).open("rb") as opened:
            return opened.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise Malformed("there is no such file") from None
    except IsADirectoryError:
        raise Malformed("this is a folder, not a file") from None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        raise Malformed(f"the file cannot be read ({reason})") from None


def file_name(path: str | os.PathLike[str]) -> str:
    """A file's name as it may be printed, whatever bytes it is made of."""
    return clean_line(os.fsencode(path).decode("utf-8", "replace"))


def print_json(command: BaseCommand, content: Mapping[str, Any]) -> None:
    """One JSON object, in ASCII so that it survives every terminal and pipe."""
    command.stdout.write(json.dumps(content, indent=2))


def say(stream: OutputWrapper, text: str) -> None:
    """A line for people; what the terminal's encoding lacks is escaped and never stops the command."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))


def told(name: str, checked: Checked) -> str:
    """A checked warband as a block of lines: the verdict, its problems, its totals."""
    noted = len(checked.problems) - len(checked.blocking)
    verdict = "legal" if checked.legal else "not legal"
    lines = [f"{name}: {verdict}"]
    lines += [f"  {'-' if p.blocking else '!'} {_placed(p)} [{p.code}]" for p in checked.problems]
    if noted:
        lines.append("  What is marked ! is noted only and does not block.")
    lines.append(f"  {_totals(checked)}")
    return "\n".join(lines)


def _placed(problem: Problem) -> str:
    """The sentence with its place, which most sentences name themselves."""
    named = problem.where == WARBAND or problem.message.startswith(problem.where)
    return problem.message if named else f"{problem.where}: {problem.message}"


def _totals(checked: Checked) -> str:
    figures = [
        ("cost", checked.cost, " gc"),
        ("treasury", checked.treasury, " gc"),
        ("warriors", checked.warriors, ""),
        ("rating", checked.rating, ""),
        ("experience", checked.experience, ""),
    ]
    return ", ".join(f"{word} {value}{unit}" for word, value, unit in figures if value is not None)
