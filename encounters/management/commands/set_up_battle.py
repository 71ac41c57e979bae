"""Sets up a battle between warband files; it needs no database."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.management.commands.post_battle import faces
from campaigns.postbattle.choices import Actions, Asking, Choice, ChoiceError, Decider, Question, Sensible, Value
from campaigns.postbattle.sessions import AtOnce
from encounters.map_svg import to_svg
from encounters.setup import Plan, set_up
from encounters.table import parties_of
from mordheim.rules.dice import Dice, DiceError, EnteredDice, SeededDice
from mordheim.rules.plainfile import Malformed, clean_line
from mordheim.rules.rulebook import Rulebook
from mordheim.rules.snapshot import WarbandSnapshot
from warbands.management import files
from warbands.roster.paper import PageSize
from warbands.roster.refusals import Refused


def letters(text: str) -> list[str]:
    """``A,C`` as segments."""
    return text.replace(",", " ").upper().split()


class Segments:
    """Answers which segment is taken with those that were named, in the order of setting up; all else is another's to
    say.

    Raises:
        ChoiceError: when one is missing, and from `finish` when some are left over.
    """

    def __init__(self, named: Sequence[str], other: Decider) -> None:
        self._named, self._other = list(named), other

    def decide(self, question: Question) -> Value:
        if question.choose != "segment" or question.is_forced:
            return self._other.decide(question)
        if not self._named:
            raise ChoiceError(f"--segments: one is missing for {question.warrior}.")
        return self._named.pop(0)

    def act(self, actions: Actions) -> Choice | None:
        return self._other.act(actions)

    def finish(self) -> None:
        if self._named:
            raise ChoiceError(f"--segments: nobody takes {', '.join(self._named)}.")


class Command(BaseCommand):
    help = (
        "Set up a battle between two to eight warband files: scenario, attacker and defender, who sets up when and "
        "where, the order of play, underdogs, counters, and a map of the table. Dice are used in this order: the "
        "scenario, where none is named; who defends, between equals; the creature, shards, counters and finds of the "
        "scenario; setting up, one D6 for each in the order of the files; the order of play, likewise. Without --ask "
        "every choice is a sensible one. Exit status: 0 done, 1 refused by a rule, 2 bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("warbands", nargs="+", metavar="FILE", help="the warband files")
        parser.add_argument("--scenario", metavar="KEY", help="which is played; it is rolled for if not said")
        parser.add_argument("--bonus", type=int, default=0, metavar="N", help="what is added to the scenario's roll")
        rolled = parser.add_mutually_exclusive_group()
        rolled.add_argument("--seed", type=int, help="the same number rolls the same dice and draws the same map")
        rolled.add_argument(
            "--dice", type=faces, metavar="3,5,1,...", help="the faces as rolled at the table, in order"
        )
        parser.add_argument("--map-seed", type=int, metavar="N", help="draws another map, and scatters counters anew")
        parser.add_argument(
            "--segments", type=letters, metavar="D,F,B", help="the segments taken, in the order of setting up"
        )
        parser.add_argument(
            "--allies", action="append", default=[], metavar="NAME+NAME", help="an alliance announced before the battle"
        )
        parser.add_argument("--ask", action="store_true", help="ask for each decision on the terminal")
        parser.add_argument("--map", metavar="OUT.svg", help="where the map goes")
        parser.add_argument("--sheet", metavar="OUT.pdf", help="where the printed sheet goes, a page for everybody")
        parser.add_argument("--page", choices=get_args(PageSize), default="a4", help="the paper of the sheet")
        files.add_json_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        rulebook = files.printed_rulebook()
        seed = secrets.randbelow(10**6) if options["seed"] is None else options["seed"]
        try:
            plan = self._set_up(rulebook, options, seed)
            self._write(plan, options)
        except (Malformed, DiceError, ChoiceError) as error:
            if options["json"]:
                files.print_json(self, {"malformed": str(error)})
            raise CommandError(str(error), returncode=files.BAD_INPUT) from None
        except Refused as refused:
            if options["json"]:
                files.print_json(self, {"refused": {"code": refused.code, "message": refused.message}})
            raise CommandError(refused.message, returncode=files.REFUSED) from None
        if options["json"]:
            files.print_json(self, plan.as_json())
        else:
            self._tell(plan, seed if options["dice"] is None else None)

    def _set_up(self, rulebook: Rulebook, options: dict[str, Any], seed: int) -> Plan:
        snapshots = [self._read(path, rulebook) for path in options["warbands"]]
        parties = parties_of(
            snapshots, rulebook, alliances=alliances([one.name for one in snapshots], options["allies"])
        )
        dice: Dice = SeededDice(seed) if options["dice"] is None else EnteredDice(options["dice"])
        decider: Decider = Asking(self._ask) if options["ask"] else Sensible()
        segments = Segments(options["segments"], decider) if options["segments"] is not None else None
        session = AtOnce(dice, segments or decider)
        plan = set_up(
            parties, session, scenario=options["scenario"], seed=_map_seed(options, seed), bonus=options["bonus"]
        )
        session.finish()
        if segments:
            segments.finish()
        return plan

    def _read(self, path: str, rulebook: Rulebook) -> WarbandSnapshot:
        try:
            return files.read_file(path, rulebook)
        except Malformed as error:
            raise Malformed(f"{files.file_name(path)}: {error}") from None

    def _ask(self, text: str) -> str:
        files.say(self.stderr, text)
        return sys.stdin.readline()

    def _write(self, plan: Plan, options: dict[str, Any]) -> None:
        if options["map"]:
            _save(options["map"], to_svg(plan.drawn, plan.table, plan.overlay).encode())
        if options["sheet"]:
            from encounters.table_printing import setup_pdf

            _save(options["sheet"], setup_pdf(plan, options["page"]))

    def _tell(self, plan: Plan, seed: int | None) -> None:
        from_seed = "" if seed is None else f" (seed {seed})"
        files.say(self.stdout, f'{plan.scenario.name}, {plan.table.width}" by {plan.table.height}"{from_seed}')
        for side in plan.by_set_up:
            files.say(self.stdout, f"  {side.set_up}. {side.told}")
        for some in plan.alliances:
            files.say(self.stdout, f"  Allies: {' and '.join(side.name for side in some)}.")
        files.say(self.stdout, f"  Order of play: {', '.join(side.name for side in plan.by_turn)}.")
        for note in (*plan.notes, *(reward.told for reward in plan.rewards if reward.kind in ("find", "carried"))):
            files.say(self.stdout, f"  {note}")
        for counter in plan.counters:
            name = counter.kind.replace("_", " ")
            files.say(self.stdout, f"  {name} at {counter.x:g}, {counter.y:g}")
        for roll in plan.rolls:
            files.say(self.stdout, f"  {roll.die}: {', '.join(map(str, roll.faces))} ({roll.what_for})")


def alliances(names: Sequence[str], said: Sequence[str]) -> list[int]:
    """A number for each warband, equal for allies. Raises Malformed for a name that nobody has."""
    numbers = list(range(len(names)))
    for one in said:
        places = [_place(names, name) for name in one.split("+")]
        together = {numbers[place] for place in places}
        numbers = [min(together) if number in together else number for number in numbers]
    return numbers


def _place(names: Sequence[str], name: str) -> int:
    wanted = clean_line(name)
    if wanted not in names:
        raise Malformed(f"--allies: none of the warbands is called {wanted}")
    return names.index(wanted)


def _map_seed(options: dict[str, Any], seed: int) -> int:
    """As said; else that of the dice, or the table's dice themselves."""
    if options["map_seed"] is not None:
        return int(options["map_seed"])
    if options["dice"] is None:
        return seed
    return int("".join(map(str, options["dice"])) or 0)


def _save(path: str, content: bytes) -> None:
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        told = f"{files.file_name(path)}: cannot be written ({error.strerror})"
        raise CommandError(told, returncode=files.BAD_INPUT) from None
