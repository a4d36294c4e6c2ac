"""What puzzles of all games have: choices, a grade, and as many of each theme."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Any

from companion.app.games.opponents import STRENGTHS

# Puzzles of a theme, turns to choose from, and how many of a theme are found at most, so that easy and hard ones can be
# taken from them.
EACH, CHOICES, _POOL = 3, 4, 12
Puzzle = Mapping[str, Any]


def shuffled(rng: Random, given: Puzzle, choices: Sequence[Any]) -> Puzzle:
    """Return the puzzle with its choices in any order; the first is right."""
    order = list(range(len(choices)))
    rng.shuffle(order)
    return {**given, "choices": [choices[i] for i in order], "right": order.index(0)}


def grade(worths: Sequence[float], spread: float) -> int:
    """Return how many of the computer's strengths choose the first of these more rarely than not; one that is worth
    `spread` times the strength's weakness less than another is chosen a third as often. The master takes the best."""
    failing = 0
    for weakness in STRENGTHS.values():
        likely = [
            exp((worth - max(worths)) / (spread * weakness)) if weakness else worth == max(worths) for worth in worths
        ]
        failing += likely[0] < sum(likely) / 2
    return failing


def gathered(tasks: Sequence[str], candidates: Iterable[Puzzle], each: int = EACH) -> list[Puzzle]:
    """Return `each` puzzles of every theme, easy ones first; of a theme they are of as many grades as there are."""
    pools: dict[str, list[Puzzle]] = {task: [] for task in tasks}
    for puzzle in candidates:
        pool = pools[puzzle["task"]]
        if len(pool) < _POOL:
            pool.append(puzzle)
            print({task: len(found) for task, found in pools.items()}, file=sys.stderr, flush=True)
        if min(map(len, pools.values())) >= each:
            break
    chosen = [puzzle for pool in pools.values() for puzzle in _of_all_grades(pool, each)]
    return sorted(chosen, key=lambda puzzle: int(puzzle["grade"]))


def _of_all_grades(pool: Sequence[Puzzle], number: int) -> list[Puzzle]:
    """Return some of a theme: one of every grade in turn."""
    seen: dict[int, int] = defaultdict(int)
    ranked: list[tuple[int, int, int, Puzzle]] = []
    for puzzle in pool:
        ranked.append((seen[puzzle["grade"]], puzzle["grade"], len(ranked), puzzle))
        seen[puzzle["grade"]] += 1
    return [puzzle for *_, puzzle in sorted(ranked, key=lambda one: one[:3])[:number]]
