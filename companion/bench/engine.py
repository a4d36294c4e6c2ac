"""How fast the rule engines answer, through the same door as `companion engine`: one JSON line in, one out."""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any

from companion.bench.looney_positions import mid_game_positions, random_turn
from companion.games.engine import respond_line
from companion.games.looney_blockade import SIDES, Position, initial
from companion.games.registry import ENGINES

CHECKS = 10_000
POSITIONS = 200
SEED = 1


def run(_args: argparse.Namespace) -> int:
    rng = Random(SEED)
    positions = mid_game_positions(rng, POSITIONS)
    print(f"Looney Blockade, {POSITIONS} mid-game positions of seeded self-play (seed {SEED}), a roll of 6 and 6")
    _report("perft, default set-up", [_perft(initial()) for _ in range(5)])
    _report("perft, mid-game", [_perft(position) for position in positions[::10]])
    _report("moves", [_time(_request("moves", position, budget=_sixes(position))) for position in positions])
    turns = [(position, random_turn(rng, position, _sixes(position))[1]) for position in _often(positions, CHECKS)]
    legal = [_check(position, dict(turn.position.grid)) for position, turn in turns]
    _report("check, legal turns", legal)
    spoilt = [_check(position, _spoil(rng, dict(turn.position.grid))) for position, turn in turns[: CHECKS // 10]]
    _report("check, one piece misplaced", spoilt)
    hints = [_time(_request("hint", position, roll=_sixes(position))) for position in positions[::4]]
    _report("hint, a whole turn", hints)
    return 0


def _often(positions: Sequence[Position], count: int) -> Iterator[Position]:
    for i in range(count):
        yield positions[i % len(positions)]


def _sixes(position: Position) -> dict[str, int]:
    return dict.fromkeys(SIDES[position.to_move], 6)


def _request(op: str, position: Position, **fields: Any) -> dict[str, Any]:
    return {"game": "looney-blockade", "op": op, "position": position.to_json(), **fields}


def _perft(position: Position) -> float:
    return _time(_request("perft", position, roll=_sixes(position)))


def _check(position: Position, after: dict[str, str]) -> float:
    request = {"game": "looney-blockade", "op": "check", "before": position.to_json(), "after": after}
    return _time({**request, "roll": _sixes(position)})


def _spoil(rng: Random, grid: dict[str, str]) -> dict[str, str]:
    here, there = rng.choice([cell for cell, stack in grid.items() if len(stack) > 2]), rng.choice(list(grid))
    piece = grid[here][-2:]
    grid[here] = grid[here][:-2]
    grid[there] += piece
    return grid


def _time(request: dict[str, Any]) -> float:
    """Milliseconds from the request's line to the answer's."""
    line = json.dumps(request).encode()
    start = time.perf_counter()
    answer = respond_line(line, ENGINES)
    elapsed = time.perf_counter() - start
    assert "error" not in json.loads(answer), answer
    return 1000 * elapsed


def _report(what: str, times: Sequence[float]) -> None:
    ordered = sorted(times)
    ninety_nine = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    print(
        f"  {what:28} {len(ordered):6} requests: median {median(ordered):8.2f} ms, "
        f"99 % {ninety_nine:8.2f} ms, worst {ordered[-1]:8.2f} ms",
        flush=True,
    )
