"""Seasons that play themselves, who founds what, who puts out whom, who buys what. Pure."""
