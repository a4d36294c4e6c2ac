"""How fast the engine of Blokus 3D answers, in all positions of random games and in the busiest of them."""

import time
from itertools import pairwise
from random import Random
from typing import Any

from companion.games.blokus3d.rules.model import Position
from companion.games.blokus3d.rules.turns import moves
from lab.measure.blokus_play import busy_positions
from lab.measure.timing import report, time_request

GAMES = 48
BUSIEST = 20
SEED = 1


def run() -> None:
    rng = Random(SEED)
    positions = list(busy_positions(rng, GAMES))
    busiest = sorted(positions, key=lambda position: -len(moves(position)))[:BUSIEST]
    most = len(moves(busiest[0]))
    print(f"Blokus 3D, {GAMES} random games on all structures (seed {SEED}), up to {most} legal placements")
    report("placements, no JSON", [_time_moves(position) for position in busiest])
    report("moves", [time_request(_request("moves", position=position.to_json())) for position in positions])
    report("moves, busiest", [time_request(_request("moves", position=position.to_json())) for position in busiest])
    turns = [(before, after) for before, after in pairwise(positions) if _follows(before, after)]
    columns = [_request("check", before=before.to_json(), after=dict(after.columns)) for before, after in turns]
    report("check, columns", [time_request(request) for request in columns])
    tops = [{name: column[-1:] for name, column in after.columns.items()} for _, after in turns]
    seen = [
        _request("check", before=turn[0].to_json(), after={"tops": top}) for turn, top in zip(turns, tops, strict=True)
    ]
    report("check, tops alone", [time_request(request) for request in seen])
    hints = [_request("hint", position=position.to_json()) for position in positions[::10]]
    report("hint, one round", [time_request(request) for request in hints])


def _time_moves(position: Position) -> float:
    """Milliseconds to list what may be placed."""
    start = time.process_time()
    moves(position)
    return 1000 * (time.process_time() - start)


def _follows(before: Position, after: Position) -> bool:
    """Whether `after` comes after `before` in the same game; a new game starts with an empty table."""
    return before.structure == after.structure and any(after.columns.values())


def _request(op: str, **fields: Any) -> dict[str, Any]:
    return {"game": "blokus3d", "op": op, **fields}
