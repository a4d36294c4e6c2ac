"""How fast the engine of Pyramid Ball answers, in positions of seeded advanced games between random programs."""

import time
from random import Random
from typing import Any

from companion.games.pyramid_ball.rules.directions import sheet_of
from companion.games.pyramid_ball.rules.model import Position, Program
from companion.games.pyramid_ball.rules.rules import Play
from companion.games.pyramid_ball.rules.sampling import Chance, sample_program
from companion.games.pyramid_ball.rules.setup import initial
from lab.measure.timing import report, time_request

TURNS = 1000
SEED = 1


def run() -> None:
    rng = Random(SEED)
    turns = _turns(rng, TURNS)
    print(f"Pyramid Ball, {TURNS} turns of random advanced games (seed {SEED})")
    report("turn, no JSON", [_time_turn(position, programs) for position, programs, _ in turns])
    report("check, legal turns", [time_request(_check(*turn)) for turn in turns])
    spoilt = [_check(position, programs, position) for position, programs, _ in turns]
    report("check, not played at all", [time_request(request) for request in spoilt])
    touched = [
        _request("hint", position=position.to_json(), player="first", pyramid="M") for position, *_ in turns[::10]
    ]
    report("hint, one pyramid", [time_request(request) for request in touched])
    whole = [_request("hint", position=position.to_json(), player="first") for position, *_ in turns[::50]]
    report("hint, programs, two rounds", [time_request(request) for request in whole])


def _turns(rng: Random, count: int) -> list[tuple[Position, tuple[Program, Program], Position]]:
    found = []
    position = initial("advanced")
    for seed in range(count):
        chance = Chance(seed)
        programs = sample_program(position, 0, chance), sample_program(position, 1, chance)
        sheets = sheet_of(programs[0], 0), sheet_of(programs[1], 1)
        after = Play(position, sheets, lambda question: rng.choice(question.options)).run()
        found.append((position, programs, after))
        position = initial("advanced") if after.winner is not None else after
    return found


def _time_turn(position: Position, programs: tuple[Program, Program]) -> float:
    """Milliseconds to play a turn, as thinking ahead does it."""
    sheets = sheet_of(programs[0], 0), sheet_of(programs[1], 1)
    start = time.process_time()
    Play(position, sheets, lambda question: question.options[0]).rows()
    return 1000 * (time.process_time() - start)


def _check(before: Position, programs: tuple[Program, Program], after: Position) -> dict[str, Any]:
    sheets = {"first": programs[0].to_json(), "second": programs[1].to_json()}
    return _request("check", before=before.to_json(), programs=sheets, after=after.to_json())


def _request(op: str, **fields: Any) -> dict[str, Any]:
    return {"game": "pyramid-ball", "op": op, **fields}
