"""One fight fought many times over, what came of it counted, and what the counts tell."""

from __future__ import annotations

from encounters.pitfight.many_bouts.bouts import OTHERWISE, nothing_yet, parts, play_bouts, play_bouts_here
from encounters.pitfight.many_bouts.report import FighterOdds, Report, report, report_as_json
from encounters.pitfight.many_bouts.tally import FighterTally, Tally, tally_as_json, tally_of_json

__all__ = [
    "OTHERWISE",
    "FighterOdds",
    "FighterTally",
    "Report",
    "Tally",
    "nothing_yet",
    "parts",
    "play_bouts",
    "play_bouts_here",
    "report",
    "report_as_json",
    "tally_as_json",
    "tally_of_json",
]
