"""Fold every warband's events and compare with the stored figures."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from warbands.audit import audit
from warbands.management import files
from warbands.models import Warband


class Command(BaseCommand):
    help = "Fold every warband's events and arrive at the stored gold, wyrdstone, rating and size. Exit 1 if not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ids", nargs="*", type=int, help="only these warbands")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    @files.database_needed()
    def handle(self, *args: Any, ids: list[int], json: bool, **options: Any) -> None:
        warbands = Warband.objects.filter(pk__in=ids) if ids else Warband.objects.all()
        count = warbands.count()
        findings = [str(finding) for finding in audit(warbands.order_by("pk").iterator(chunk_size=200))]
        self._tell(count, findings, as_json=json)
        if findings:
            sys.exit(files.REFUSED)

    def _tell(self, count: int, findings: list[str], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps({"warbands": count, "findings": findings}))
            return
        for finding in findings:
            self.stderr.write(finding)
        agree = "all figures agree" if not findings else f"{len(findings)} figures disagree"
        self.stdout.write(f"{count} warbands audited: {agree}.")
