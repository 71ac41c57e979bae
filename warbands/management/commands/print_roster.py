"""Prints a warband without a worker: a file needs neither a database nor a secret, a stored warband is read from
the database. A warband that is not legal is printed as well, with its problems on it."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError, CommandParser

from mordheim.rules.plainfile import Malformed
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.management import files
from warbands.models import Warband
from warbands.printing import PageSize, PrintContext, PrintOptions, SheetChoice, render_pdf_and_count
from warbands.roster.sheet import build_sheet
from warbands.selectors import current_rulebook, snapshot_of


class Command(BaseCommand):
    help = (
        "Print the roster sheet, the warrior cards or the quick reference of a warband as a PDF. "
        "Exit status: 0 printed, 1 printed but not legal (its problems stand on it), 2 bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("warband", metavar="FILE_OR_ID", help="a warband file, or the number of a stored warband")
        parser.add_argument("-o", "--output", required=True, metavar="OUT.pdf", help="the PDF to write")
        parser.add_argument("--sheet", choices=get_args(SheetChoice), default="roster")
        parser.add_argument("--page", choices=get_args(PageSize), default="a4")
        parser.add_argument("--ink-saving", action="store_true", help="without tints")
        parser.add_argument("--no-rules", action="store_true", help="without what the rules say")
        parser.add_argument("--no-backs", action="store_true", help="without backs on the warrior cards")
        parser.add_argument("--no-notes", action="store_true")
        parser.add_argument("--no-stash", action="store_true")
        files.add_json_option(parser)

    @files.database_needed()
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["warband"].isascii() and options["warband"].isdigit():
                snapshot, rulebook = _stored(int(options["warband"]))
            else:
                rulebook = files.printed_rulebook()
                snapshot = files.read_file(options["warband"], rulebook)
            sheet = build_sheet(snapshot, rulebook)
        except Malformed as error:
            raise CommandError(f"{files.file_name(options['warband'])}: {error}", returncode=files.BAD_INPUT) from None
        except KeyError:
            told = f"there is no warband type {snapshot.type!r} in the rules, so there is nothing to draw"
            raise CommandError(f"{files.file_name(options['warband'])}: {told}", returncode=files.BAD_INPUT) from None
        chosen = PrintOptions(
            sheet=options["sheet"],
            page=options["page"],
            ink_saving=options["ink_saving"],
            rules_text=not options["no_rules"],
            backs=not options["no_backs"],
            notes=not options["no_notes"],
            stash=not options["no_stash"],
        )
        # On the command line the day is the day of asking; nothing below asks the clock.
        context = PrintContext(printed_on=date.today())
        pdf, pages = render_pdf_and_count(sheet, chosen, context, rulebook=rulebook)
        written = _write(options["output"], pdf)
        if options["json"]:
            problems = [problem.as_json() for problem in sheet.problems]
            files.print_json(self, {"file": written, "pages": pages, "legal": sheet.legal, "problems": problems})
        else:
            many = "1 page" if pages == 1 else f"{pages} pages"
            files.say(self.stdout, f"{written}: {many}" + ("" if sheet.legal else ", not legal (see the sheet)"))
        if not sheet.legal:
            sys.exit(files.REFUSED)


def _stored(number: int) -> tuple[WarbandSnapshot, Rulebook]:
    warband = Warband.objects.filter(pk=number).first()
    if warband is None:
        raise Malformed("there is no stored warband of that number")
    return snapshot_of(warband), current_rulebook()


def _write(output: str, pdf: bytes) -> str:
    try:
        Path(output).write_bytes(pdf)
    except (OSError, ValueError) as error:
        told = f"{files.file_name(output)}: the PDF cannot be written there ({error})"
        raise CommandError(told, returncode=files.BAD_INPUT) from None
    return files.file_name(output)
