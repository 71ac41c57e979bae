"""Runs the benchmarks, all or those named: ``script/bench [check page campaign ...]``."""

from __future__ import annotations

import io
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim.settings_test")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test.runner import DiscoverRunner  # noqa: E402

from tests.benchmarks import (  # noqa: E402
    campaign_pages,
    checking,
    evening,
    game_steps,
    night_steps,
    odds,
    pit_fights,
    printing,
    roster_page,
    server_start,
    setting_up,
)

BENCHMARKS = {
    "check": checking.measure,
    "page": roster_page.measure,
    "campaign": campaign_pages.measure,
    "step": night_steps.measure,
    "evening": evening.measure,
    "setup": setting_up.measure,
    "game": game_steps.measure,
    "pit": pit_fights.measure,
    "odds": odds.measure,
    "pdf": printing.measure_page,
    "worker": printing.measure_worker,
    "server": server_start.measure,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"There is no benchmark {unknown[0]!r}; there are {', '.join(BENCHMARKS)}.", file=sys.stderr)
        return 2
    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    databases = runner.setup_databases()
    try:
        call_command("load_rules", verbosity=0, stdout=io.StringIO())
        for name in names or BENCHMARKS:
            for figure in BENCHMARKS[name]():
                print(figure, flush=True)
    finally:
        runner.teardown_databases(databases)
        runner.teardown_test_environment()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
