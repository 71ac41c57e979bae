"""The map of the table: a ruined town drawn from a seed, shifted by hand, and shown. Pure."""

from encounters.mapping.features import Feature, Map, map_from_json
from encounters.mapping.objectives import OBJECTIVES
from encounters.mapping.town import draw_map

__all__ = ["OBJECTIVES", "Feature", "Map", "draw_map", "map_from_json"]
