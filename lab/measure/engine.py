"""How fast the rule engines answer."""

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.games.looney_blockade.rules.model import SIDES, Position
from companion.games.looney_blockade.rules.setup import initial
from lab.measure import blokus_engine, leistiko_engine, pyramid_ball_engine
from lab.measure.looney_positions import mid_game_positions, random_turn
from lab.measure.timing import report, time_hint, time_request

CHECKS = 10_000
POSITIONS = 200
SEED = 1


def add_options(_parser: argparse.ArgumentParser) -> None:
    """Has none."""


def run(_args: argparse.Namespace) -> int:
    rng = Random(SEED)
    positions = mid_game_positions(rng, POSITIONS)
    print(f"Looney Blockade, {POSITIONS} mid-game positions of seeded self-play (seed {SEED}), a roll of 6 and 6")
    report("perft, default set-up", [_perft(initial()) for _ in range(5)])
    report("perft, mid-game", [_perft(position) for position in positions[::10]])
    report("moves", [time_request(_request("moves", position, budget=_sixes(position))) for position in positions])
    turns = [(position, random_turn(rng, position, _sixes(position))[1]) for position in _often(positions, CHECKS)]
    legal = [_check(position, dict(turn.position.grid)) for position, turn in turns]
    report("check, legal turns", legal)
    spoilt = [_check(position, _spoil(rng, dict(turn.position.grid))) for position, turn in turns[: CHECKS // 10]]
    report("check, one piece misplaced", spoilt)
    hints = [_request("hint", position, roll=_sixes(position)) for position in positions[::5]]
    report("hint, first round alone", [time_request(request) for request in hints])
    times = [time_hint(request) for request in hints]
    report("hint, a whole turn", [spent for spent, _ in times])
    report("hint, by the clock", [waited for _, waited in times])
    leistiko_engine.run()
    pyramid_ball_engine.run()
    blokus_engine.run()
    return 0


def _often(positions: Sequence[Position], count: int) -> Iterator[Position]:
    for i in range(count):
        yield positions[i % len(positions)]


def _sixes(position: Position) -> dict[str, int]:
    return dict.fromkeys(SIDES[position.to_move], 6)


def _request(op: str, position: Position, **fields: Any) -> dict[str, Any]:
    return {"game": "looney-blockade", "op": op, "position": position.to_json(), **fields}


def _perft(position: Position) -> float:
    return time_request(_request("perft", position, roll=_sixes(position)))


def _check(position: Position, after: dict[str, str]) -> float:
    request = {"game": "looney-blockade", "op": "check", "before": position.to_json(), "after": after}
    return time_request({**request, "roll": _sixes(position)})


def _spoil(rng: Random, grid: dict[str, str]) -> dict[str, str]:
    here, there = rng.choice([cell for cell, stack in grid.items() if len(stack) > 2]), rng.choice(list(grid))
    piece = grid[here][-2:]
    grid[here] = grid[here][:-2]
    grid[there] += piece
    return grid
