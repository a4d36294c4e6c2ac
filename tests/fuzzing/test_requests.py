"""The hostile requests reach every game, and further than its start."""

import json
from random import Random

from companion.games.registry import ENGINES
from lab.fuzzing.fuzzer import rounds
from lab.fuzzing.requests import Requests, fuzz


def test_every_game_is_played_on() -> None:
    requests = Requests(Random(1))
    games = {json.loads(line)["game"] for name, line in requests.lines(rounds(count=300)) if _is_whole(name, line)}
    assert set(ENGINES) <= games
    taken = fuzz(Random(5), rounds(count=500)).taken
    assert all(taken[f"{game} moves"] for game in ENGINES)


def _is_whole(name: str, line: bytes) -> bool:
    try:
        return name != "raw" and isinstance(json.loads(line).get("game"), str)
    except (ValueError, AttributeError, RecursionError):
        return False
