"""Referees the games that `draw_games.py` or `draw_turned_games.py` drew; counts verdicts and tables that are right.

    python -m lab.benchmarks.referee_games FOLDER [--corrected] [--noise 4] [--verbose]

A verdict that is not the true one is wrong, unless it is "unsure"; a false accept is an illegal turn taken as legal, a
false alarm a legal one called illegal. The table counts on every frame without a hand over it.

With --corrected the players do as they would at a table: where the referee is unsure of a turn, or has the table wrong
after it, they say what stands there.

A look that can be taken in two ways may be judged otherwise after any change, and so may be what follows it: --noise
goes through all games so many times, each time with other noise of one grey level, so that chance counts less.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.games.errors import GameError
from companion.referee.errors import RefereeError
from companion.referee.game import Game
from companion.referee.keeping.recording import Event, Picture, load
from companion.referee.table import Hints
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict
from vision.errors import VisionError

STAYS = ("legal", "takeback")
FINE = {
    "setup": {"setup"},
    "legal": {"legal", "won"},
    "illegal": {"illegal", "incomplete"},
    "takeback": {"takeback", "unchanged"},
    "unchanged": {"unchanged"},
    "hand": {"hand", "unchanged", "legal", "takeback", "incomplete"},
}


def noisy(picture: Picture, seed: Sequence[int]) -> Picture:
    """The picture with each value at most one grey level off."""
    noise = np.random.default_rng(seed).integers(-1, 2, picture.image.shape)
    return picture._replace(image=np.clip(picture.image + noise, 0, 255).astype(np.uint8))


def said(folder: Path, truth: Mapping[str, Any], corrected: bool, noise: int) -> Iterator[tuple[str, Verdict, int]]:
    """What the referee says of each frame, and how many cells the players then tell it. `noise` is the seed of some, 0
    for none."""
    recording = load(folder)
    table = open_table(recording.game, recording.options)
    game = Game(table, lambda image: table.open_tracker(image, Hints(corner=recording.a1)))
    for event in recording.events:
        if event.kind != "frame":
            game.commit(event)
            continue
        picture = recording.picture(event)
        verdict, _ = game.frame(event, noisy(picture, [noise, event.index]) if noise else picture)
        grid, kind = truth[event.value]["grid"], truth[event.value]["kind"]
        yield event.value, verdict, put_right(game, event, verdict, grid) if corrected and kind in STAYS else 0


def put_right(game: Game, event: Event, verdict: Verdict, grid: Mapping[str, str]) -> int:
    """Tell the referee one cell after the other what stands there, until it has the table right; one that is right
    confirms what it was unsure of."""
    unsure, told = verdict.verdict == "unsure", 0
    while wrong := [cell for cell in grid if verdict.grid[cell] != grid[cell]] or (["c3"] if unsure else []):
        cells = {wrong[0]: grid[wrong[0]]}
        verdict = game.correct(Event(event.index, event.t, "correct", {"cells": cells}))
        unsure, told = False, told + 1
    return told


def score(folder: Path, corrected: bool, noise: int, verbose: bool) -> Counter[str]:
    counts: Counter[str] = Counter()
    truth = {frame["frame"]: frame for frame in json.loads((folder / "truth.json").read_text())}
    verdicts: dict[str, tuple[str, Mapping[str, str]]] = {}
    try:
        for name, verdict, told_cells in said(folder, truth, corrected, noise):
            verdicts[name] = verdict.verdict, verdict.grid
            counts["looks put right"] += told_cells > 0
            counts["cells told"] += told_cells
    except (GameError, RefereeError, VisionError) as error:
        print(f"  {folder.name}: {error}")
    for frame in truth.values():
        told, seen = verdicts.get(frame["frame"], ("unsure", {}))
        result = "right" if told in FINE[frame["kind"]] else "unsure" if told == "unsure" else "wrong"
        counts[result] += 1
        counts["frames"] += 1
        counts["false accepts"] += frame["kind"] == "illegal" and told in ("legal", "won")
        counts["false alarms"] += frame["kind"] == "legal" and told == "illegal"
        grid = frame["grid"]
        if frame["kind"] != "hand":
            counts["settled"] += 1
            counts["tables right"] += grid == seen
        if verbose and (result != "right" or grid != seen):
            differing = {cell: f"{grid[cell]}>{seen[cell]}" for cell in grid if seen and grid[cell] != seen[cell]}
            print(f"  {folder.name} {frame['frame']}: {frame['kind']}, told {told}; table {differing}")
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--corrected", action="store_true", help="let the players put right what is wrong")
    parser.add_argument("--noise", type=int, default=0, metavar="TIMES", help="so often, with other noise each time")
    parser.add_argument("--verbose", action="store_true", help="name the frames that went wrong")
    args = parser.parse_args()
    total: Counter[str] = Counter()
    for path in sorted(args.folder.glob("*/truth.json")):
        counts: Counter[str] = Counter()
        for noise in range(1, args.noise + 1) if args.noise else [0]:
            counts += score(path.parent, args.corrected, noise, args.verbose)
        total += counts
        print(path.parent.name, ", ".join(f"{n} {name}" for name, n in counts.items() if n), flush=True)
    print("all", ", ".join(f"{n} {name}" for name, n in total.items()))


if __name__ == "__main__":
    main()
