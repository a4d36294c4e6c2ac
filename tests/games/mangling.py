"""Good requests with any of their parts replaced by junk."""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

JUNK: tuple[Any, ...] = (None, True, -1, 10**300, 0.5, "", [], [[]], {}, "\ud800")
HERE = 0.4


def mangled(
    rng: Random, game: str, good: Sequence[Mapping[str, Any]], junk: Sequence[Any], count: int
) -> Iterator[dict[str, Any]]:
    """`count` requests about `game`, one part of each replaced by JUNK or the game's own `junk`."""
    for _ in range(count):
        request: dict[str, Any] = json.loads(json.dumps({"game": game, **rng.choice(good)}))
        place: Any = request
        while isinstance(place, dict | list) and place:
            key: Any = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if rng.random() < HERE or not isinstance(place[key], dict | list) or not place[key]:
                place[key] = rng.choice([*JUNK, *junk])
                break
            place = place[key]
        yield request
