"""Setting up a battle: scenario, roles, ground, turns, counters and treasure. Pure."""

from encounters.setup.engine import set_up
from encounters.setup.hoards import Hoard, Share, hoard_of, split
from encounters.setup.placing import Placing
from encounters.setup.plan import Plan, Side

__all__ = ["Hoard", "Placing", "Plan", "Share", "Side", "hoard_of", "set_up", "split"]
