"""Rolls a random happening; it needs no database, and no warband files either."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.management.commands.post_battle import faces
from campaigns.postbattle.choices import Asking, Decider, Sensible
from campaigns.postbattle.run import Session
from campaigns.postbattle.sessions import AtOnce
from encounters.happenings.engine import Happened, encounter
from encounters.happenings.peddling import unpack
from encounters.happenings.plain import Peddler
from encounters.happenings.state import A_SMALL_TOWN, TableState
from encounters.table import Party, parties_of
from mordheim.rules.dice import Dice, DiceError, EnteredDice, SeededDice
from mordheim.rules.plainfile import Malformed, clean_line
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.management import files
from warbands.roster.refusals import Refused


class Command(BaseCommand):
    help = (
        "Roll a random happening on the D66 chart, with all that is rolled for it at once, and a peddler's goods, "
        "which wait for the end of the game. Without warband files it happens to a warrior of the encountering "
        "player. What only the table knows is taken as usual unless --ask asks for it. Exit status: 0 done, 1 refused "
        "by a rule, 2 bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        rolled = parser.add_mutually_exclusive_group()
        rolled.add_argument("--seed", type=int, help="the same number rolls the same dice")
        rolled.add_argument("--dice", type=faces, metavar="6,5,...", help="the faces as rolled at the table, in order")
        parser.add_argument("--warbands", nargs="+", metavar="FILE", default=[], help="the warband files of the game")
        parser.add_argument(
            "--encountering", metavar="NAME", help="the warband whose turn it is, the first if not said"
        )
        parser.add_argument(
            "--buildings",
            type=int,
            default=A_SMALL_TOWN,
            metavar="N",
            help=f"how many buildings stand on the table, {A_SMALL_TOWN} if not said",
        )
        parser.add_argument("--ask", action="store_true", help="ask for each decision on the terminal")
        files.add_json_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        rulebook = files.printed_rulebook()
        try:
            happened, peddlers = self._roll(rulebook, options)
        except (Malformed, DiceError) as error:
            raise CommandError(str(error), returncode=files.BAD_INPUT) from None
        except Refused as refused:
            if options["json"]:
                files.print_json(self, {"refused": {"code": refused.code, "message": refused.message}})
            raise CommandError(refused.message, returncode=files.REFUSED) from None
        if options["json"]:
            files.print_json(self, happened)
        else:
            self._tell(happened, peddlers)

    def _roll(self, rulebook: Rulebook, options: dict[str, Any]) -> tuple[dict[str, Any], list[Peddler]]:
        """The happening in its plain form, and peddlers with all that they sell."""
        state = self._state(rulebook, options)
        dice: Dice = SeededDice(options["seed"]) if options["dice"] is None else EnteredDice(options["dice"])
        session = AtOnce(dice, self._decider(options))
        happened = encounter(state, session)
        told, peddlers = with_stock(happened, rulebook, session)
        session.finish()
        return told, peddlers

    def _state(self, rulebook: Rulebook, options: dict[str, Any]) -> TableState:
        if not 0 <= options["buildings"] <= 1000:
            raise Malformed("--buildings is a number from 0 to 1000")
        snapshots = [self._read(path, rulebook) for path in options["warbands"]]
        parties = parties_of(snapshots, rulebook, fewest=1) if snapshots else ()
        return TableState(rulebook, parties, _active(parties, options["encountering"]), options["buildings"])

    def _read(self, path: str, rulebook: Rulebook) -> WarbandSnapshot:
        try:
            return files.read_file(path, rulebook)
        except Malformed as error:
            raise Malformed(f"{files.file_name(path)}: {error}") from None

    def _decider(self, options: dict[str, Any]) -> Decider:
        return Asking(self._ask) if options["ask"] else Sensible()

    def _ask(self, text: str) -> str:
        files.say(self.stderr, text)
        return sys.stdin.readline()

    def _tell(self, happened: dict[str, Any], peddlers: Sequence[Peddler]) -> None:
        files.say(self.stdout, f"{happened['code']}: {happened['name']}")
        files.say(self.stdout, happened["text"])
        for block in happened["statblocks"]:
            files.say(self.stdout, _block_told(block))
        for lot in (lot for peddler in peddlers for lot in peddler.stock):
            price = f"{lot.price} gc each" if lot.price is not None else f"half of {lot.asking} each"
            files.say(self.stdout, f"  {lot.left} x {lot.name}, {price}")
        for roll in happened["rolls"]:
            shown = ", ".join(map(str, roll["faces"]))
            files.say(self.stdout, f"  {roll['die']}: {shown} ({roll['for']})")


def with_stock(happened: Happened, rulebook: Rulebook, session: Session) -> tuple[dict[str, Any], list[Peddler]]:
    """The plain form with a peddler's goods rolled, as at the end of the game."""
    told, unpacked = happened.as_json(), list[Peddler]()
    for peddler in (one for one in happened.outcome.carried if isinstance(one, Peddler)):
        full, rolls = unpack(peddler, rulebook, session)
        told["effects"][told["effects"].index(peddler.as_json())] = full.as_json()
        told["rolls"] += [roll.as_json() for roll in rolls]
        unpacked.append(full)
    return told, unpacked


def _active(parties: Sequence[Party], name: str | None) -> int:
    """The place of the encountering player's party. Raises Malformed for a name that nobody has."""
    if name is None:
        return 0
    found = next((party.place for party in parties if party.name == clean_line(name)), None)
    if found is None:
        raise Malformed(f"--encountering: none of the warbands is called {clean_line(name)}")
    return found


def _block_told(block: dict[str, Any]) -> str:
    """A profile as a line, and what goes with it."""
    line = " ".join(f"{key.upper() if key != 'ld' else 'Ld'} {value}" for key, value in block["profile"].items())
    parts = [f"  {block['name']} x {block['count']}", line, f"save {block['save']}" if block["save"] else ""]
    named = [one["name"] for kind in ("gear", "skills", "prayers", "rules") for one in block[kind]]
    return "; ".join(part for part in (*parts, ", ".join(named)) if part)
