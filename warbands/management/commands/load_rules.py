"""Bring the rules of ``fixtures/rules`` into the catalogue."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from mordheim.rules.rulebook import RulesError, read_rulebook
from warbands.management import files
from warbands.services.catalogue import Plan, check_load, load_rulebook


class Command(BaseCommand):
    help = "Load the rules content; harmless twice. What the club added or changed is never overwritten."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=Path(settings.RULES_DIR))
        parser.add_argument("--check", action="store_true", help="validate and show the plan, change nothing")
        parser.add_argument("--json", action="store_true", help="the plan as one JSON object")

    @files.database_needed()
    def handle(self, *args: Any, folder: Path, check: bool, json: bool, **options: Any) -> None:
        try:
            rulebook = read_rulebook(folder)
            plan = check_load(rulebook) if check else load_rulebook(rulebook)
        except RulesError as error:
            raise CommandError("\n".join(error.problems), returncode=files.BAD_INPUT) from None
        self._tell(plan, check=check, as_json=json)

    def _tell(self, plan: Plan, *, check: bool, as_json: bool) -> None:
        groups = {"created": plan.created, "changed": plan.changed, "removed": plan.removed, "kept": plan.kept}
        if as_json:
            told = {**{name: list(keys) for name, keys in groups.items()}, "unchanged": plan.unchanged}
            self.stdout.write(json.dumps({**told, "sources": list(plan.sources)}))
            return
        verb = "would be " if check else ""
        for name, keys in groups.items():
            if keys and (check or name == "kept"):
                self.stdout.write(f"{verb}{name}: {', '.join(keys)}")
        counts = ", ".join(f"{len(keys)} {verb}{name}" for name, keys in groups.items() if keys)
        self.stdout.write(f"Rules: {counts or 'nothing to do'}, {plan.unchanged} unchanged.")
