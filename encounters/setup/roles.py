"""Who attacks and who defends.

Sources: Town Cryer, Chaos on the Streets, Attackers and defenders, and Kidnapped!; Mordheim rulebook, Scenarios; ruling
33 (hired swords count as warriors, the rescuer attacks).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from campaigns.battle.underdogs import defenders
from campaigns.postbattle.choices import Option
from encounters.setup.board import Board
from encounters.table import Party
from mordheim.rules.setup import Role, RoleRule, Roles

OTHER: Mapping[Role, Role] = {"attacker": "defender", "defender": "attacker"}


def settle_roles(board: Board) -> None:
    """Everybody's role, where the scenario has any."""
    roles = board.plan.roles
    if roles is None:
        return
    who, role = _RULES[roles.by](board, roles)
    board.roles = {party.place: role if party is who else OTHER[role] for party in board.parties}


def _highest_rating(board: Board, roles: Roles) -> tuple[Party, Role]:
    places = defenders([(party.rating, party.size) for party in board.parties])
    equals = [board.parties[place] for place in places]
    return board.talk.highest(equals, "Equal in rating and warriors, who defends"), "defender"


def _most_warriors(board: Board, roles: Roles) -> tuple[Party, Role]:
    most = max(party.size for party in board.parties)
    equals = [party for party in board.parties if party.size == most]
    return board.talk.highest(equals, "As many warriors, who attacks"), "attacker"


def _lowest_rating(board: Board, roles: Roles) -> tuple[Party, Role]:
    bound = [party for party in board.parties if set(party.roster.warband_type.families) & set(roles.families)]
    if len(bound) == 1:
        return bound[0], "defender"
    if roles.families and not bound:
        names = " or ".join(board.rulebook.families[key].name for key in roles.families)
        board.notes.append(f"The defender should be {names}; somebody has to stand in for them.")
    who = board.lower_rated("who says which side he is")
    options = [Option("attacker", "Attacker"), Option("defender", "Defender")]
    role = board.talk.choose("role", f"Does {who.name} attack or defend?", options, warrior=who.name)
    return who, "attacker" if role == "attacker" else "defender"


_RULES: Mapping[RoleRule, Callable[[Board, Roles], tuple[Party, Role]]] = {
    "highest_rating_defends": _highest_rating,
    "most_warriors_attack": _most_warriors,
    "lowest_rating_says": _lowest_rating,
}
