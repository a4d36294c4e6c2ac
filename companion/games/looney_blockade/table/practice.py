"""A table that plays by itself, so that everything can be tried without a board, a camera or dice.

Two computer players roll and move; now and then one breaks a rule and, once told, puts the piece back. What stands on
the table is drawn as a camera would see it. Reading such a drawing takes the real eyes a second or more, so a look at
this table answers from what stands there, blurred by noise, and unable to tell two stacks apart where a cell glares.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.games.looney_blockade.rules.advising.suggesting import always, suggest
from companion.games.looney_blockade.rules.judging.checking import check
from companion.games.looney_blockade.rules.model import SIDES, Position, Turn, Violation
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.table.stacks import pieces
from companion.referee.drawn_look import Drawn, DrawnLook, DrawnTracker
from companion.referee.grid import Commitment, Grid
from companion.referee.practice import Practice
from companion.referee.table_parts import Happening
from vision.drawing.stand import stand
from vision.drawing.table import Scene, render
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.tracking.overlay import draw_table

SIZE = (480, 360)
NOISE = 1.5
PER_PIECE = 14.0
PITCH_MM = 33.0


class PracticeLook(DrawnLook):
    """A look at the practice table."""

    def __init__(self, image: Image, drawn: Drawn, view: BoardView) -> None:
        super().__init__(image, drawn)
        self._view = view

    def overlay(self, grid: Grid) -> Image:
        return draw_table(self.image, self._view, grid, self.hidden)

    def _against(self, cell: str, stack: str, truth: str) -> float:
        return self._noisy(PER_PIECE * _apart(pieces(truth), pieces(stack)), NOISE, cell, stack)


class PracticeTable(Practice):
    """A simulated table; the same seed plays the same game.

    `breaches`: how many turns in a hundred break a rule first. `glares`: how many look like two things at once.
    """

    def __init__(self, seed: int, breaches: int = 25, glares: int = 12) -> None:
        self._rng = random.Random(seed)
        self._breaches, self._glares = breaches, glares
        self._position: Position = random_setup(self._rng)
        self.shown = Drawn(self._position.grid)
        self.view = _view(self._rng)

    def go_on_from(self, position: Position, mover: str, commitment: Commitment | None) -> None:
        """Continue from a position that the players give: after a resumed game, a correction or an undo.

        `mover` is next; `commitment` is in force already, or None before that side's roll.
        """
        self._position = replace(position, to_move="warm" if mover == "warm" else "cool")
        self.shown = Drawn(position.grid)
        self._plan = self._turn(commitment.value["roll"] if commitment else None)

    def tracker(self, _image: Image) -> DrawnTracker:
        return DrawnTracker(lambda image: PracticeLook(image, self.shown, self.view))

    def _begun(self) -> Iterator[Happening]:
        return self._set_up()

    def _next_turn(self) -> Iterator[Happening]:
        return self._turn()

    def _laid(self, grid: Grid) -> Iterator[Happening]:
        yield self._frame(self.shown.grid, hand=True)
        yield self._frame(grid)

    def choose(self, position: Position, roll: Mapping[str, int]) -> Turn:
        """Choose a turn."""
        return suggest(position, roll, out_of_time=always).turn

    def _set_up(self) -> Iterator[Happening]:
        yield self._frame(self._position.grid)

    def _turn(self, rolled: Mapping[str, int] | None = None) -> Iterator[Happening]:
        position, side = self._position, self._position.to_move
        roll = dict(rolled) if rolled else {colour: self._rng.randint(1, 6) for colour in SIDES[side]}
        if not rolled:
            yield Happening("roll", roll)
        if self._rng.randrange(100) < self._breaches and (broken := _breach(self._rng, position, roll)):
            yield self._frame(position.grid, hand=True)
            yield self._frame(broken)
            while self.verdict and self.verdict.verdict in ("illegal", "unsure", "incomplete"):
                yield self._frame(position.grid)
        turn = self.choose(position, roll)
        self._position = turn.position
        yield self._frame(position.grid, hand=True)
        yield self._frame(turn.position.grid, glare=self._glare(position, turn))

    def _glare(self, before: Position, turn: Turn) -> dict[str, str]:
        """Return the cells of the turn as they were, if the light is bad this time: perhaps nothing has been moved."""
        if not turn.hops or self._rng.randrange(100) >= self._glares:
            return {}
        return {cell: before.grid[cell] for cell in VOLCANO.cells if before.grid[cell] != turn.position.grid[cell]}

    def _frame(self, grid: Grid, hand: bool = False, glare: Mapping[str, str] | None = None) -> Happening:
        hidden = frozenset(VOLCANO.cells[10:15]) if hand else frozenset()
        self.shown = Drawn(grid, hidden, hand, glare or {}, self._rng.randrange(1 << 30))
        view = self.view
        drawn = render(Scene(view.project, view.camera_centre, SIZE, view.pitch, grid, board_grid=view.grid))
        return Happening("frame", _with_hand(drawn) if hand else drawn)


def _apart(one: Sequence[str], two: Sequence[str]) -> int:
    same = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        same += 1
    return max(len(one), len(two)) - same


def random_setup(rng: random.Random) -> Position:
    """Return a random proper set-up."""
    colours, piles = list("RYGB" * 5), list("RYGB")
    rng.shuffle(colours)
    rng.shuffle(piles)
    grid = {}
    for cell in VOLCANO.cells:
        if cell == "c3":
            grid[cell] = "C3"
        elif cell in ("a1", "a5", "e1", "e5"):
            grid[cell] = "C3" + f"{piles.pop()}2" * 5
        else:
            colour = colours.pop()
            grid[cell] = f"{colour}3{colour}1"
    return initial(grid)


def _breach(rng: random.Random, position: Position, roll: Mapping[str, int]) -> dict[str, str] | None:
    """Return the table after one piece was moved against the rules: too far, onto a wrong cell, or not the mover's."""
    tops = [
        cell for cell in VOLCANO.cells if position.grid[cell][-1:] in ("1", "2") and position.grid[cell][-2] in "RYGB"
    ]
    for _ in range(20):
        start, end = rng.choice(tops), rng.choice(VOLCANO.cells)
        if start == end:
            continue
        grid = dict(position.grid)
        grid[end] += grid[start][-2:]
        grid[start] = grid[start][:-2]
        if isinstance(check(position, grid, roll), Violation):
            return grid
    return None


def _view(rng: random.Random) -> BoardView:
    """Return the view of a camera on a stand on the side of rank 1, never twice in quite the same place."""
    slope, distance, turn = rng.uniform(50.0, 60.0), rng.uniform(285.0, 300.0), rng.uniform(-8.0, 8.0)
    pose = stand(np.array([2.5 * PITCH_MM, 2.5 * PITCH_MM, 12.0]), distance, slope, turn)
    return BoardView(Camera.guess(SIZE, 540.0), *pose, PITCH_MM, grid=VOLCANO)


def _with_hand(picture: Image) -> Image:
    """Draw a sleeve and a fist over the middle rank."""
    covered = picture.copy()
    cv2.line(covered, (SIZE[0], 225), (285, 195), (96, 72, 58), 68, cv2.LINE_AA)
    cv2.ellipse(covered, (270, 192), (46, 35), 0, 0, 360, (120, 150, 205), -1, cv2.LINE_AA)
    return covered
