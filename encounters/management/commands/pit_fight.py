"""Plays one pit fight from a file; it needs no database."""

from __future__ import annotations

from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.management.commands.post_battle import faces
from encounters.pitfight.bout import Event
from encounters.pitfight.ending import log_as_json
from encounters.pitfight.errors import Illegal, Malformed
from encounters.pitfight.fight_file import (
    FightFile,
    computers,
    directed,
    fight_of,
    read_fight_file,
    refuse_orders_of_the_fallen,
)
from encounters.pitfight.players import RANDOM, play_out
from encounters.pitfight.scrolls import PitRules, read_pit_rules
from encounters.pitfight.telling import sentence
from mordheim.rules.dice import Dice, DiceError, EnteredDice, SeededDice
from warbands.management import files


class Command(BaseCommand):
    help = (
        "Play one fight of Pit Fighter from a file: arena, fighters with type, characteristics, age, start and facing, "
        "and orders by turn; what is not ordered the computer picks: for a fighter with `computer: "
        "novice`, `seasoned` or `champion` at that strength, else any legal order, each as likely as the others. Exit "
        "status: 0 done, 1 refused by a rule, 2 bad input."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "fight", metavar="FILE", help="a fight (mordheim-pit-fight/1, see the README), YAML or JSON"
        )
        rolled = parser.add_mutually_exclusive_group()
        rolled.add_argument("--seed", type=int, help="the same number rolls the same dice and picks the same orders")
        rolled.add_argument("--dice", type=faces, metavar="12,5,...", help="the faces as rolled at the table, in order")
        files.add_json_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            events = self._play(options)
        except (Malformed, DiceError) as error:
            raise CommandError(str(error), returncode=files.BAD_INPUT) from None
        except Illegal as refused:
            if options["json"]:
                files.print_json(self, {"refused": {"code": "illegal", "message": str(refused)}})
            raise CommandError(str(refused), returncode=files.REFUSED) from None
        if options["json"]:
            files.print_json(self, log_as_json(events))
        else:
            self._tell(events)

    def _play(self, options: dict[str, Any]) -> list[Event]:
        path = options["fight"]
        rules = read_pit_rules(settings.RULES_DIR / "pit_fighter")
        dice: Dice = SeededDice(options["seed"]) if options["dice"] is None else EnteredDice(options["dice"])
        try:
            file = read_fight_file(files.raw_file(path), name=files.file_name(path))
            events = fought(file, rules, dice, options["seed"])
        except Malformed as error:
            raise Malformed(f"{files.file_name(path)}: {error}") from None
        if isinstance(dice, EnteredDice):
            dice.finish()
        return events

    def _tell(self, events: list[Event]) -> None:
        turn = 0
        for event in events:
            if event["turn"] != turn:
                turn = event["turn"]
                files.say(self.stdout, f"Turn {turn}")
            if told := sentence(event):
                files.say(self.stdout, f"  {told}")


def fought(file: FightFile, rules: PitRules, dice: Dice, seed: int | None) -> list[Event]:
    """The log of the fight. The computer's orders come from the seed too, and where dice were entered always the same
    ones."""
    chance = Random(seed if seed is not None or dice.source == "app" else 0)  # noqa: S311  # no secret
    over, events = play_out(fight_of(file, rules), directed(file, computers(file, chance, RANDOM)), dice)
    refuse_orders_of_the_fallen(file, over)
    return events
