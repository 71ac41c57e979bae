"""The turn tracker: a game turn by turn, from its plan to the report of the battle. Pure."""

from encounters.game.engine import Game, play
from encounters.game.playing import Options
from encounters.game.state import State

__all__ = ["Game", "Options", "State", "play"]
