"""Writes the puzzles of the games named, of all without a name."""

import json
import random
import sys
from collections.abc import Sequence

from lab.puzzles.games import GAMES, path_of
from lab.puzzles.puzzle import gathered


def main(games: Sequence[str]) -> None:
    for game in games or tuple(GAMES):
        found = gathered(GAMES[game].TASKS, GAMES[game].candidates(random.Random(game)))
        lines = ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in found)
        path_of(game).write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        print(f"{game}: {len(found)} puzzles, {path_of(game).stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
