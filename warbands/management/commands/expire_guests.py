"""Delete the guests whose time is over."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from warbands.management import files
from warbands.services.guests import expire_guests


class Command(BaseCommand):
    help = "Delete expired guests with their warbands and documents. The worker does it every hour by itself."

    @files.database_needed()
    def handle(self, *args: Any, **options: Any) -> None:
        gone = expire_guests()
        self.stdout.write(f"{gone} guest{'' if gone == 1 else 's'} deleted.")
