"""How fast the engine of Leistiko's Blockade answers, in positions of seeded random games of the base game."""

from random import Random
from typing import Any

from companion.games.leistiko_blockade.rules.model import ROWS, Position, Roll, Turn
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import moves, outcome, row_fault
from lab.measure.timing import report, time_request

TURNS = 200
SEED = 1


def run() -> None:
    turns = _turns(Random(SEED), TURNS)
    print(
        f"Leistiko's Blockade, {TURNS} turns of random games (seed {SEED}); moves and hints with a roll of 6, any row"
    )
    positions = [position.to_json() for position, *_ in turns]
    report("moves", [time_request(_request("moves", position=position, roll=[6])) for position in positions])
    report("check, legal turns", [time_request(_check(before, roll, turn.position)) for before, roll, turn in turns])
    spoilt = [
        _check(before, roll, other.position) for (before, roll, _), (*_, other) in zip(turns, turns[7:], strict=False)
    ]
    report("check, another's table", [time_request(request) for request in spoilt])
    report("hint, a row", [time_request(_request("hint", position=position)) for position in positions[::10]])
    report(
        "hint, a turn", [time_request(_request("hint", position=position, roll=[6])) for position in positions[::10]]
    )


def _turns(rng: Random, count: int) -> list[tuple[Position, Roll, Turn]]:
    found = []
    position = initial()
    for _ in range(count):
        roll, row = Roll((rng.randint(1, 6),)), rng.choice([row for row in ROWS if not row_fault(position, row)])
        turn = rng.choice(moves(position, roll, row))
        found.append((position, roll, turn))
        position = initial() if outcome(turn.position).winner else turn.position
    return found


def _check(before: Position, roll: Roll, after: Position) -> dict[str, Any]:
    return _request("check", before=before.to_json(), after=after.to_json(), roll=roll.to_json())


def _request(op: str, **fields: Any) -> dict[str, Any]:
    return {"game": "leistiko-blockade", "op": op, **fields}
