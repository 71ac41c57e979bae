"""Make the demonstration warbands of a fresh installation and say how to sign in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from warbands.management import files
from warbands.services.first_start import make_first_start


class Command(BaseCommand):
    help = "On an empty installation: one administrator with a random password and two demonstration warbands."

    @files.database_needed()
    def handle(self, *args: Any, **options: Any) -> None:
        made = make_first_start(settings.BASE_DIR / "fixtures" / "demo")
        if made:
            self.stdout.write(f"Demonstration warbands: {', '.join(made.warbands)}.")
            self.stdout.write(f"Sign in as {made.username} with the password {made.password} (shown once).")
