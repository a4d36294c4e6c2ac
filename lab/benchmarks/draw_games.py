"""Draws whole games by tracing light paths, each a recording with the truth beside it, for `referee_games.py`.

    python -m lab.benchmarks.draw_games FOLDER --games 8 --seed 1 [--hops 3] [--rasterised]

Random tables, cameras and plastics of `lab.training`, whose games no network has learnt from; a computer plays both
sides, breaks a rule now and then and takes it back, and reaches over the board. It spends all its points, which
changes up to nine stacks a turn; with `--hops` it makes only so many hops. Needs what path tracing needs, unless
pictures are to be `--rasterised`, thirty times as fast and less true to plastic.
"""

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.looney_blockade.rules.judging.checking import check
from companion.games.looney_blockade.rules.model import Position, Turn
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import apply
from companion.games.looney_blockade.table.practice import PracticeTable
from companion.referee.verdict import Kind, Verdict
from lab.training.data_sets.make_crops import traced_scene
from lab.training.scenes.tables import (
    BoardEye,
    Rng,
    nudged,
    photograph,
    random_film,
    random_hand,
    random_placings,
    random_scene,
)
from vision.drawing.table import Scene, render
from vision.image import Image

SIZE, FILL = (960, 720), (0.6, 0.8)
# Corners nearer to the picture's edge than this (pixels) do not count as in it.
INSET = 5


class HoppingTable(PracticeTable):
    """A table whose players make up to so many hops a turn."""

    def __init__(self, seed: int, hops: int) -> None:
        super().__init__(seed, breaches=20, glares=0)
        self._hops = hops

    def choose(self, position: Position, roll: Mapping[str, int]) -> Turn:
        turn = super().choose(position, roll)
        few = apply(position, roll, [(hop.start, hop.end) for hop in turn.hops[: self._hops]])
        assert isinstance(few, Turn), few
        return few


def whole_scene(rng: Rng, seed: int, rasterised: bool) -> tuple[Scene, BoardEye, Callable[[Scene], Image]]:
    """A random table, all of whose board is in the picture, and what draws it."""
    draw: Callable[[Scene], Image] = partial(render, texture_seed=seed)
    while True:
        if rasterised:
            scene, eye = random_scene(rng, SIZE, FILL)
        else:
            scene, eye, draw = traced_scene(rng, SIZE, FILL, seed)
        if eye.holds_board(INSET):
            return scene, eye, draw


def draw_game(folder: Path, seed: int, turns: int, hops: int, rasterised: bool) -> None:
    rng = np.random.default_rng(seed)
    scene, eye, draw = whole_scene(rng, seed, rasterised)
    scene, film = replace(scene, grid={}), random_film(rng)
    film = replace(film, noise=0.6 * film.noise)
    folder.mkdir(parents=True, exist_ok=True)
    table = HoppingTable(seed, hops)
    events: list[dict[str, Any]] = []
    truth: list[dict[str, Any]] = []
    verdict: Verdict | None = None
    drawn, position = None, None
    roll: dict[str, int] = {}
    while len([event for event in events if "roll" in event]) <= turns:
        happening = table.next(verdict)
        if happening is None:
            break
        t = 5.0 * len(events)
        if happening.kind == "roll":
            roll = happening.value
            events.append({"t": t, "roll": roll})
            continue
        grid, hand = dict(table.shown.grid), table.shown.hand
        if drawn is None or (grid != scene.grid and not hand):
            before = dict(scene.grid)
            loose = float(rng.random())
            placings = nudged(rng, dict(scene.placings), before, grid) if before else random_placings(rng, grid, loose)
            scene = replace(scene, grid=grid, placings=placings)
            drawn = draw(scene)
        film = film.later(rng) if rng.random() < 0.3 else film
        frame = f"{len(truth):03d}.jpg"
        cv2.imwrite(str(folder / frame), photograph(rng, drawn, random_hand(rng, eye) if hand else None, film))
        kind, position = judged(position, grid, hand, roll)
        verdict = Verdict(t, frame, kind, dict(position.grid), 1.0)
        events.append({"t": t, "frame": frame})
        truth.append({"frame": frame, "kind": kind, "grid": dict(position.grid)})
    a1 = eye.project(np.zeros((1, 3)))[0]
    game = {"game": "looney-blockade", "camera": None, "a1": [round(float(x)) for x in a1], "events": events}
    (folder / "recording.json").write_text(json.dumps(game, indent=1))
    (folder / "truth.json").write_text(json.dumps(truth, indent=1))


def judged(position: Position | None, grid: dict[str, str], hand: bool, roll: dict[str, int]) -> tuple[Kind, Position]:
    """What the referee should say of a frame, and the position it should believe then."""
    if position is None:
        return "setup", initial(grid)
    if hand:
        return "hand", position
    if grid == position.grid:
        return "takeback", position
    found = check(position, grid, roll)
    return ("legal", found.position) if isinstance(found, Turn) else ("illegal", position)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hops", type=int, default=12, help="of a turn at most")
    parser.add_argument("--rasterised", action="store_true", help="not by path tracing")
    args = parser.parse_args()
    for k in range(args.games):
        folder = args.folder / f"game_{args.seed}_{k:02d}"
        draw_game(folder, 7919 * args.seed + k, args.turns, args.hops, args.rasterised)


if __name__ == "__main__":
    main()
