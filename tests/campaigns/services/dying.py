"""A web process that is killed within a step: everything is written, nothing is committed, and it stops there.

Run as ``python -m tests.campaigns.services.dying NIGHT PLAYER`` in a test run's environment; it prints a line when it
has come so far and waits to be killed.
"""

from __future__ import annotations

import sys
import time


def main(night: int, player: int) -> None:
    import django

    django.setup()
    from django.db import transaction

    from campaigns.postbattle.log import Given
    from campaigns.services.postbattle import take
    from warbands.models import Player

    with transaction.atomic():
        take(night, by=Player.objects.get(pk=player), given=Given(faces=(1, 1)))
        sys.stdout.write("written\n")
        sys.stdout.flush()
        time.sleep(60)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
