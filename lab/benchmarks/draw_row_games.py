"""Draws whole games of Leistiko's Blockade that are to be refereed once: looks as in `draw_held_out`, which no training
data has.

    python -m lab.benchmarks.draw_row_games FOLDER [--games N] [--turns N] [--seed N]

writes recordings with the truth beside them for `referee_games.py`. A computer plays both sides, one turn in four
breaks a rule first and is taken back, a hand reaches over the board before each table, checkers that are moved come to
lie a little elsewhere, and the light changes. What was chosen by a seed's figures is not held out from it any more:
take another.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.leistiko_blockade.rules.model import Options
from companion.games.leistiko_blockade.table.practice import PracticeLeistikoTable
from companion.games.leistiko_blockade.table.rows import count_of
from companion.referee.game import Game
from companion.referee.grid import Grid
from companion.referee.keeping.recording import Event, Picture
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict
from lab.benchmarks.draw_held_out import rows_table
from lab.benchmarks.draw_turned_games import SECONDS, draw_games, keep
from lab.training.scenes.ball_props import random_hand_at
from lab.training.scenes.half_board_pieces import Checker, CheckerMake
from lab.training.scenes.half_board_tables import RandomHalfBoard, draw
from lab.training.scenes.tables import Rng
from vision.geometry.half_board import ROWS, SIDES

NAME = "leistiko-blockade"
AS_KIND = {"won": "legal", "incomplete": "illegal"}


class Checkers:
    """The checkers on a board; those that are not moved stay as they lie."""

    def __init__(self, rng: Rng, table: RandomHalfBoard, makes: tuple[CheckerMake, CheckerMake]) -> None:
        self._rng, self._makes, self._pitch, self._depth = rng, makes, table.make.pitch, table.make.depth
        self._room = max(min(int(self._depth / 2 // (2 * makes[0].radius)), 5), 3)
        self._rows: dict[tuple[int, int], list[Checker]] = {(end, row): [] for end in range(2) for row in range(ROWS)}
        self._ragged = float(rng.choice([0.01, 0.03, 0.06]))

    def laid(self, grid: Grid) -> tuple[Checker, ...]:
        """Return the checkers as a table has them."""
        for (end, row), own in self._rows.items():
            count = count_of(grid[f"{SIDES[end]}.{row + 1}"])
            del own[count:]
            while len(own) < count:
                own.append(self._next(end, row, own))
        return tuple(one for own in self._rows.values() for one in own)

    def _next(self, end: int, row: int, own: list[Checker]) -> Checker:
        make, aside = self._makes[end], self._rng.normal(0, self._ragged, 2) * self._pitch
        layer = len(own) // self._room
        if layer:
            under = own[len(own) - self._room]
            x, y, z = under.x + aside[0], under.y + aside[1], under.z + make.thick
        else:
            inward = make.radius * (1 + 2.02 * len(own)) + abs(aside[1])
            x, y, z = (row + 0.5) * self._pitch + aside[0], self._depth - inward if end else inward, 0.0
        return Checker(make, float(x), float(y), float(z), SIDES[end], row + 1, layer)


def draw_game(folder: Path, seed: int, turns: int, size: tuple[int, int]) -> None:
    rng = np.random.default_rng([seed, 20261130])
    found: dict[str, CheckerMake] = {}
    number = 3_000_017 + seed
    while len(found) < len(SIDES):
        table = rows_table(rng, number, size)
        found = {one.side: one.make for one in table.checkers if not one.standin}
        number += 7_000_003
    table, makes = replace(table, dice=(), above=(), other=()), (found[SIDES[0]], found[SIDES[1]])
    checkers = Checkers(rng, table, makes)
    folder.mkdir(parents=True, exist_ok=True)
    practice = PracticeLeistikoTable(seed, Options(), glares=0)
    # Its eyes know what lies there: what they make of it is the truth.
    knowing = Game(open_table(NAME, {}), practice.tracker)
    events: list[dict[str, Any]] = []
    truth: list[dict[str, Any]] = []
    verdict: Verdict | None = None
    made = 0
    while made < turns and (happening := practice.next(verdict)) is not None:
        at = SECONDS * len(events)
        event = Event(len(events), at, happening.kind, happening.value)
        if happening.kind != "frame":
            knowing.commit(event)
            events.append({"t": at, happening.kind: happening.value})
            continue
        grid, hand = dict(practice.shown.grid), practice.shown.hand
        frame = f"{len(truth):03d}.jpg"
        verdict, _ = knowing.frame(event, Picture(happening.value, ""))
        reach = rng.uniform(0.2, 0.8, 2) * (ROWS * table.make.pitch, table.make.depth)
        over = random_hand_at(rng, (float(reach[0]), float(reach[1]), 25.0), float(rng.uniform(-3.2, 3.2)), 0.0)
        film = table.film.later(rng) if rng.random() < 0.2 else table.film
        table = replace(table, film=film, seed=table.seed + 1)
        shown = replace(table, checkers=checkers.laid(grid), above=(over,) if hand else ())
        cv2.imwrite(str(folder / frame), draw(shown), [cv2.IMWRITE_JPEG_QUALITY, 90])
        events.append({"t": at, "frame": frame})
        kind = AS_KIND.get(verdict.verdict, verdict.verdict)
        truth.append({"frame": frame, "kind": kind, "grid": dict(knowing.session.grid)})
        made += kind == "legal"
    keep(folder, NAME, table.view, {}, events, truth)


if __name__ == "__main__":
    draw_games(draw_game, __doc__)
