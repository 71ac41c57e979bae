"""What players do at the pit, over the real services."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from encounters.models import PitFight
from encounters.pit_selectors import the_fight
from encounters.pitfight.engine import legal_orders
from encounters.pitfight.notation import write_order
from encounters.pitfight.orders import Order
from encounters.pitfight.players import player, random_player
from encounters.services import pit_fights as fights
from encounters.services import pit_gathering as gathering
from encounters.services.pit_gathering import Enlisting
from warbands.models import Player

EVEN = (32, 32, 32, 32, 12)
Chooses = Callable[[PitFight, int], Order]


def enlisting(name: str, scroll: str = "orc", levels: tuple[int, ...] = EVEN, **about: object) -> Enlisting:
    return Enlisting(name, scroll, levels, **about)  # type: ignore[arg-type]


def gathered(maker: Player, *names_and_players: tuple[str, Player | str], **about: object) -> PitFight:
    """A fight with those fighters, each of a player or of the computer at a strength; not begun."""
    row = gathering.open_fight(by=maker, **about)  # type: ignore[arg-type]
    for name, whose in names_and_players:
        if isinstance(whose, str):
            gathering.take_place(row, by=maker, enlisting=enlisting(name), computer=whose)
        else:
            gathering.take_place(row, by=whose, enlisting=enlisting(name))
    row.refresh_from_db()
    return row


def begun(maker: Player, *names_and_players: tuple[str, Player | str], **about: object) -> PitFight:
    return fights.begin(gathered(maker, *names_and_players, **about), by=maker)


def order(row: PitFight, place: int, said: Order | None = None) -> PitFight:
    """The player of the fighter at that place gives an order: that one, or any legal one."""
    fight = the_fight(row)
    given = said or random_player(Random(fight.version))(fight, place)
    seat = row.seats.get(place=place)
    assert seat.player is not None
    return fights.give_order(row, by=seat.player, place=place, order=write_order(given), question=fight.version)


def answered_once(row: PitFight) -> PitFight:
    """Everybody who is asked answers, one after the other."""
    for place in the_fight(row).open_to:
        row = order(row, place)
    return row


def fought_out(row: PitFight) -> PitFight:
    while row.is_under_way:
        row = answered_once(row)
    return row


def fought_well(row: PitFight) -> PitFight:
    """The fight to its end as the computer would fight it for the players: it comes to blows."""
    while row.is_under_way:
        for place in the_fight(row).open_to:
            fight = the_fight(row)
            row = order(row, place, player("seasoned", Random(10 * fight.version + place))(fight, place))
    return row


def first_order(row: PitFight, place: int) -> str:
    return write_order(legal_orders(the_fight(row), place)[0])
