"""Computer players, and whole fights between them. Chance is handed in here too.

A player is asked for one order at a time and given the fight as his fighter may see it. `player` makes one of a
strength; the same chance in the same state plays the same.
"""

from __future__ import annotations

from encounters.pitfight.players.playing import RANDOM, STRENGTHS, Strength, play_out, player, random_player
from encounters.pitfight.players.strategy import Player

__all__ = ["RANDOM", "STRENGTHS", "Player", "Strength", "play_out", "player", "random_player"]
