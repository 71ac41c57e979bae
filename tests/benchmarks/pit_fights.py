"""The pit: whole fights between random players beside random games of chess, many bouts, the champion's decisions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import median

import chess

from encounters.pitfight.engine import apply, start
from encounters.pitfight.enlisting import enlist
from encounters.pitfight.fight_file import FightFile, read_fight_file
from encounters.pitfight.many_bouts import parts, play_bouts_here
from encounters.pitfight.players import RANDOM, play_out, player
from encounters.pitfight.scrolls import read_pit_rules
from encounters.pitfight.state import OVER, PitFight
from mordheim.rules.dice import SeededDice
from tests.benchmarks.figures import ROOT, Figure

FOLDER = ROOT / "fixtures" / "rules" / "pit_fighter"
GAMES, ROUNDS = 12, 7
FIGHTS = {2: 60, 4: 30, 8: 16}
# Enough of each strength for a few seconds.
BOUTS = {"novice": 400, "seasoned": 400, "champion": 80}
PARTS = 16
FIGHTS_DECIDED = 12
EVEN = """
fighters:
- {name: Grokka, type: orc, characteristics: {ws: 32, s: 32, t: 32, i: 32, w: 12}, age: 31}
- {name: Albrecht, type: empire, characteristics: {ws: 32, s: 32, t: 32, i: 32, w: 12}, age: 25}
"""


def a_fight(seed: int, fighters: int) -> PitFight:
    """Between fighters of any types who have not spent their points, in the printed arena."""
    rules, chance = read_pit_rules(FOLDER), Random(seed)
    scrolls = [rules.scrolls[chance.choice(list(rules.scrolls))] for _ in range(fighters)]
    return start(rules, [enlist(rules, f"F{age}", scroll, rules.levels, age) for age, scroll in enumerate(scrolls)])


def fighter_turns(fighters: int) -> int:
    """Fight so many fights and count the turns in which each fighter picked a move."""
    turns = 0
    for seed in range(FIGHTS[fighters]):
        fight, _ = play_out(a_fight(seed, fighters), player(RANDOM, Random(seed)), SeededDice(seed), log=False)
        turns += sum(one.out_turn or fight.turn for one in fight.fighters)
    return turns


def chess_moves() -> int:
    """The same with games of chess: any legal move until nobody may move or it is drawn."""
    moves = 0
    for seed in range(GAMES):
        board, chance = chess.Board(), Random(seed)
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
        moves += board.ply()
    return moves


def rate(count: Callable[[], int]) -> float:
    """So many a second of the processor's own time, which one core needs whatever else the machine does."""
    begun = time.process_time()
    done = count()
    return done / (time.process_time() - begun)


def beside_chess() -> Iterator[Figure]:
    """Medians of rounds made in turn, so that whatever else the machine does falls on all of them."""
    rounds = [
        [rate(chess_moves), *(rate(lambda fighters=fighters: fighter_turns(fighters)) for fighters in FIGHTS)]
        for _ in range(ROUNDS)
    ]
    moves, *turns = map(median, zip(*rounds, strict=True))
    for fighters, its in zip(FIGHTS, turns, strict=True):
        yield Figure(
            f"Pit: {fighters} random players, without a log",
            f"{its:,.0f} ft/s",
            f"python-chess, random games: {moves:,.0f} moves/s",
            f"× {its / moves:.2f}",
        )


def bouts_in(file: FightFile, players: str, workers: int) -> float:
    """Seconds for so many bouts, the start of the processes not counted."""
    with ProcessPoolExecutor(workers) as pool:
        list(pool.map(_warm, range(workers * 4)))
        begun = time.perf_counter()
        sent = [
            pool.submit(play_bouts_here, file, FOLDER, seed=1, first=first, count=count, otherwise=players)
            for first, count in parts(BOUTS[players], BOUTS[players] // PARTS)
        ]
        for one in sent:
            one.result()
        return time.perf_counter() - begun


def _warm(_: int) -> None:
    read_pit_rules(FOLDER)


def many_bouts() -> Iterator[Figure]:
    file = read_fight_file(EVEN.encode())
    for players, bouts in BOUTS.items():
        alone, together = (min(bouts_in(file, players, workers) for _ in range(2)) for workers in (1, 2))
        yield Figure(
            f"pit_odds, {players} against {players}, 2 processes",
            f"{bouts / together:,.0f} bouts/s",
            f"1 process: {bouts / alone:,.0f} bouts/s",
            f"× {alone / together:.2f}",
        )


def decisions(fighters: int) -> list[float]:
    """How long the champion thought about each answer, in milliseconds of the processor, in fights against himself."""
    taken = []
    for seed in range(FIGHTS_DECIDED):
        fight, decide, dice = a_fight(seed, fighters), player("champion", Random(seed)), SeededDice(seed)
        while fight.step != OVER:
            orders = []
            for one in fight.open_to:
                begun = time.process_time()
                orders.append(decide(fight, one))
                taken.append((time.process_time() - begun) * 1000)
            fight, _ = apply(fight, orders, dice, log=False)
    return taken


def champion() -> Iterator[Figure]:
    for fighters, bound in ((2, 30), (8, 100)):
        taken = sorted(decisions(fighters))
        usual = f"mean {sum(taken) / len(taken):.2f} ms, 99 % under {taken[len(taken) * 99 // 100]:.1f} ms"
        yield Figure(
            f"The champion decides, {fighters} fighters: longest",
            f"{taken[-1]:.1f} ms",
            f"bound {bound} ms; {usual}",
        )


def measure() -> Iterator[Figure]:
    yield from beside_chess()
    yield from many_bouts()
    yield from champion()
