"""Plays one skirmish of the Hit Chance game from a file; it needs no database."""

from __future__ import annotations

from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.management.commands.post_battle import faces
from encounters.hitchance.bout import Event
from encounters.hitchance.errors import Illegal, Malformed
from encounters.hitchance.fight_file import FightFile, played, read_fight_file
from encounters.hitchance.rules import HitRules, read_hit_rules
from encounters.hitchance.telling import sentence
from mordheim.rules.dice import Dice, DiceError, EnteredDice, SeededDice
from warbands.management import files


class Command(BaseCommand):
    help = (
        "Play one skirmish of the Hit Chance game from a file: ground, members, monsters, and orders by round; what is "
        "not ordered the computer decides. Exit status: 0 done, 1 refused by a rule, 2 bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("fight", metavar="FILE", help="a skirmish (mordheim-hit-chance/1), YAML or JSON")
        rolled = parser.add_mutually_exclusive_group()
        rolled.add_argument("--seed", type=int, help="the same number rolls the same dice")
        rolled.add_argument("--dice", type=faces, metavar="12,5,...", help="the faces as rolled at the table, in order")
        files.add_json_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        rules = read_hit_rules(settings.RULES_DIR / "hit_chance")
        try:
            events = self._play(options, rules)
        except (Malformed, DiceError) as error:
            raise CommandError(str(error), returncode=files.BAD_INPUT) from None
        except Illegal as refused:
            if options["json"]:
                files.print_json(self, {"refused": {"code": "illegal", "message": str(refused)}})
            raise CommandError(str(refused), returncode=files.REFUSED) from None
        if options["json"]:
            files.print_json(self, as_json(events))
        else:
            self._tell(events, rules)

    def _play(self, options: dict[str, Any], rules: HitRules) -> list[Event]:
        path = options["fight"]
        try:
            file = read_fight_file(files.raw_file(path), name=files.file_name(path))
        except Malformed as error:
            raise Malformed(f"{files.file_name(path)}: {error}") from None
        dice: Dice = SeededDice(options["seed"]) if options["dice"] is None else EnteredDice(options["dice"])
        events = fought(file, rules, dice, options["seed"])
        if isinstance(dice, EnteredDice):
            dice.finish()
        return events

    def _tell(self, events: list[Event], rules: HitRules) -> None:
        head: tuple[int, str] = (0, "")
        for event in events:
            if (event["round"], event["step"]) != head:
                head = (event["round"], event["step"])
                files.say(self.stdout, f"Round {event['round']}, {event['step']}")
            files.say(self.stdout, f"  {sentence(event, rules)}")


def fought(file: FightFile, rules: HitRules, dice: Dice, seed: int | None) -> list[Event]:
    """The log of the skirmish. The computer's orders come from the seed too, and where dice were entered always the
    same ones."""
    chance = Random(seed if seed is not None or dice.source == "app" else 0)  # noqa: S311  # no secret
    return played(file, rules, dice, chance)[1]


def as_json(events: list[Event]) -> dict[str, Any]:
    """The log, and the result once more by itself."""
    head = ("round", "step", "type", "dice")
    return {"events": events, "result": {key: value for key, value in events[-1].items() if key not in head}}
