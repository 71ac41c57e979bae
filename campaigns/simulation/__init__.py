"""Seasons that play themselves, for demonstration and tests: who founds what, who puts out whom, who buys what. Pure."""
