"""Warbands as plain values: the warband file, the check, prices, moves and the sheet. Pure Python."""
