"""Draws whole games of Blokus 3D that are to be refereed once, the turntable turned before every turn: looks as in
`draw_held_out`, which no training data has.

    python -m lab.benchmarks.draw_turned_games FOLDER [--games N] [--turns N] [--seed N]

writes recordings with the truth beside them for `referee_games.py`. A computer plays all sides, one turn in four breaks
a rule first and is taken back; a hand reaches over the board before each table, people nudge the turntable as they turn
it, and the light changes a little. What was chosen by a seed's figures is not held out from it any more: take another.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.blokus3d.rules.checking import check
from companion.games.blokus3d.rules.model import Options, Position, Turn
from companion.games.blokus3d.rules.turns import initial, settled
from companion.games.blokus3d.table.practice import PracticeBlokusTable
from companion.referee.grid import Grid
from companion.referee.verdict import Kind, Verdict
from lab.benchmarks.draw_held_out import SIZES, column_table
from lab.drawing.floor import Flat
from lab.training.scenes.ball_props import random_hand_at
from lab.training.scenes.column_pieces import LETTERS, SIDE, BuiltColumns
from lab.training.scenes.column_tables import RandomColumnTable, draw
from lab.training.scenes.tables import Rng
from vision.drawing.things import Facet, Facets, Prop
from vision.geometry.board_view import BoardView
from vision.image import Floats

SECONDS = 5.0
NUDGE = 3.0
"""Mm by which a turned turntable is moved, standard deviation."""
EDGE = 8
"""Pixels from the picture's edge in which nothing of the game lies."""


class Turned:
    """A turntable turned by `angle` radians, anticlockwise seen from above, and moved by `off` (mm): what stands in the
    room, seen in the turntable's own frame."""

    def __init__(self, angle: float, off: Floats, middle: float) -> None:
        cos, sin = np.cos(angle), np.sin(angle)
        self._angle, self._off, self._middle = angle, np.array([*off, 0.0]), np.array([middle, middle, 0.0])
        self._turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])

    def of(self, table: RandomColumnTable) -> RandomColumnTable:
        view, light = table.view, table.light
        shift = self._middle + self._off - self._turn @ self._middle
        rx, ry, rz = (float(part) for part in np.ravel(cv2.Rodrigues(view.matrix @ self._turn)[0]))
        tx, ty, tz = (float(part) for part in np.array(view.translation) + view.matrix @ shift)
        x, y, z = (float(part) for part in np.array(light.direction) @ self._turn)
        return replace(
            table,
            view=replace(view, rotation=(rx, ry, rz), translation=(tx, ty, tz)),
            light=replace(light, direction=(x, y, z)),
            top=self._flat(table.top),
            things=tuple(self._thing(thing) for thing in table.things),
        )

    def _spots(self, room: Floats) -> Floats:
        return np.asarray((room - self._middle - self._off) @ self._turn + self._middle)

    def _flat(self, flat: Flat) -> Flat:
        x, y, _ = self._spots(np.array([flat.x, flat.y, 0.0]))
        return replace(flat, x=float(x), y=float(y), turn=flat.turn - self._angle)

    def _thing(self, thing: Prop) -> Prop:
        assert isinstance(thing, Facets), thing
        return Facets(tuple(Facet(self._spots(f.corners), f.colour, f.thin) for f in thing.faces), thing.floor)


def whole_table(rng: Rng, seed: int, size: tuple[int, int]) -> RandomColumnTable:
    """A table with a bare board, all of which and of what may be built on it is in the picture however it is turned."""
    while True:
        table = column_table(rng, seed, size)
        pitch, around = table.view.pitch, np.arange(24) * np.pi / 12
        wide, high = SIDE / 2 * pitch * np.sqrt(2) + 2 * NUDGE, float(table.limits.max() + 1) * pitch
        ring = np.column_stack([np.cos(around), np.sin(around)]) * wide + SIDE / 2 * pitch
        spots = table.view.project(np.array([[*spot, z] for spot in ring for z in (0.0, high)]))
        if (spots > EDGE).all() and (spots < np.array(size) - EDGE).all():
            return replace(table, built=BuiltColumns(), above=())
        seed += 7_000_003


def put(built: BuiltColumns, grid: Grid, number: int) -> BuiltColumns:
    """Return the columns of a grid; cubes that were not there before are one piece with this number."""
    new = BuiltColumns()
    for place, column in grid.items():
        x, y = map(int, place.split(","))
        new.heights[x, y] = len(column)
        for z, letter in enumerate(column):
            colour = LETTERS.index(letter)
            old = built.colours[x, y, z] == colour
            new.colours[x, y, z], new.pieces[x, y, z] = colour, built.pieces[x, y, z] if old else number
    return new


def judged(position: Position | None, grid: Grid, hand: bool, taken_back: bool) -> tuple[Kind, bool]:
    """What the referee should say of a frame, and whether the table is the position from then on."""
    if position is None:
        return "setup", False
    if hand:
        return "hand", False
    columns = {place: column for place, column in grid.items() if column}
    if columns == {place: column for place, column in position.columns.items() if column}:
        return ("takeback" if taken_back else "unchanged"), False
    legal = isinstance(check(settled(position), columns), Turn)
    return ("legal" if legal else "illegal"), legal


def draw_game(folder: Path, seed: int, turns: int, size: tuple[int, int]) -> None:
    rng = np.random.default_rng([seed, 20261129])
    table = whole_table(rng, 3_000_017 + seed, size)
    folder.mkdir(parents=True, exist_ok=True)
    start = initial(table.structure, table.players, options=Options())
    practice = PracticeBlokusTable(seed, start, Options(), turns=100)
    events: list[Mapping[str, Any]] = []
    truth: list[dict[str, Any]] = []
    position: Position | None = None
    verdict: Verdict | None = None
    angle, moved, made, middle = 0.0, np.zeros(2), 0, SIDE / 2 * table.view.pitch
    while made < turns and practice.next(verdict) is not None:
        grid, hand = dict(practice.shown.grid), practice.shown.hand
        kind, follows = judged(position, grid, hand, verdict is not None and verdict.verdict == "illegal")
        if practice.turned != angle:
            angle, moved = practice.turned, moved + rng.normal(0, NUDGE, 2)
        built = put(table.built, grid, len(truth))
        if not hand:
            table = replace(table, built=built)
        table = replace(table, grain=table.grain + 1, film=table.film.later(rng) if rng.random() < 0.2 else table.film)
        reach = rng.uniform(0.2, 0.8, 2) * 2 * middle
        over = random_hand_at(rng, (float(reach[0]), float(reach[1]), 40.0), float(rng.uniform(-3.2, 3.2)), 0.0)
        shown = Turned(angle, np.clip(moved, -2 * NUDGE, 2 * NUDGE) / np.sqrt(2), middle).of(table)
        frame = f"{len(truth):03d}.jpg"
        picture = draw(replace(shown, above=(over,) if hand else ()))
        cv2.imwrite(str(folder / frame), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
        if position is None:
            position = start
        elif follows:
            found = check(settled(position), {place: column for place, column in grid.items() if column})
            assert isinstance(found, Turn), found
            position, made = found.position, made + 1
        believed = {place: position.columns.get(place, "") for place in grid}
        if kind != "hand":
            verdict = Verdict(SECONDS * len(truth), frame, kind, believed, 1.0)
        events.append({"t": SECONDS * len(truth), "frame": frame})
        truth.append({"frame": frame, "kind": kind, "grid": believed})
    keep(folder, "blokus3d", table.view, {"structure": table.structure, "players": table.players}, events, truth)


def keep(
    folder: Path,
    game: str,
    view: BoardView,
    options: Mapping[str, Any],
    events: Sequence[Mapping[str, Any]],
    truth: Sequence[Mapping[str, Any]],
) -> None:
    """Write the recording of a game whose first picture was taken from `view`, and the truth."""
    corner = [round(float(part)) for part in view.project(np.zeros((1, 3)))[0]]
    recording = {"game": game, "camera": None, "a1": corner, "options": options, "events": events}
    (folder / "recording.json").write_text(json.dumps(recording, indent=1))
    (folder / "truth.json").write_text(json.dumps(truth, indent=1))


def draw_games(draw_game: Callable[[Path, int, int, tuple[int, int]], None], description: str | None) -> None:
    """Draw the games that the command line asks for: each by its folder, seed, turns and the size of its pictures."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--turns", type=int, default=5, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for number in range(args.games):
        folder = args.folder / f"game_{args.seed}_{number:02d}"
        draw_game(folder, 1009 * args.seed + number, args.turns, SIZES[(args.seed + number) % len(SIZES)])


if __name__ == "__main__":
    draw_games(draw_game, __doc__)
