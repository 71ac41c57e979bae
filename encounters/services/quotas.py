"""The lock under which the things of one player are counted before he may have one more.

A limit only holds under it: two taps at once cannot both find room. It leaves the row's key alone (FOR NO KEY UPDATE on
PostgreSQL), because a fight, a seat or an entry that names a player asks for that key as its transaction ends, when it
holds other locks already.
"""

from __future__ import annotations

from warbands.models import Player
from warbands.roster.refusals import Refused


def lock_to_count(player: Player) -> None:
    """Lock the player's row until the transaction ends. Raises Refused for one who has gone meanwhile."""
    if not Player.objects.select_for_update(no_key=True).filter(pk=player.pk).exists():
        raise Refused("Your time as a guest is over. Begin anew, or sign up to keep things.", code="guest_gone")
