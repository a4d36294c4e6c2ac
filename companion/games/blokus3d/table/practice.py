"""A turntable that plays by itself, so that everything can be tried without a board or a camera.

Computer players place pieces in turn; the turntable is turned in every round, and now and then somebody breaks a rule
and, once told, takes the piece back. What stands there is drawn as a camera would see it; a look at this table answers
from what stands there: top colour and height of every column, blurred by noise.
"""

import math
import random
import zlib
from collections.abc import Iterator, Sequence

from companion.games.blokus3d.rules.falling import put_down
from companion.games.blokus3d.rules.model import LETTERS, Options, Placement, Position, Turn
from companion.games.blokus3d.rules.pieces import ORIENTATIONS, Cell
from companion.games.blokus3d.rules.structures import BOARD
from companion.games.blokus3d.rules.turns import moves, played, settled, turn_faults
from companion.games.blokus3d.table.columns import grid_of, made
from companion.referee.drawn_look import Drawn, DrawnLook, DrawnTracker
from companion.referee.grid import Commitment, Grid
from companion.referee.practice import Practice
from companion.referee.table_parts import Happening
from vision.drawing.column_table import TurntableScenery, turntable_picture
from vision.image import Image

SIZE = (640, 480)
# Nats: half the most noise; against a cube more or fewer; against another colour on top.
NOISE, PER_CUBE, COLOUR = 1.0, 12.0, 16.0
TRIES = 60
BREACHES = ("B3-touch", "B3-04", "B3-height", "B3-inside")
_WRONG = ("illegal", "unsure", "incomplete")


class TopsLook(DrawnLook):
    """A truthful look: it shows top colours and heights, and nothing below."""

    def __init__(self, image: Image, drawn: Drawn, ambiguous: bool = False) -> None:
        super().__init__(image, drawn)
        self.ambiguous = ambiguous

    def _against(self, cell: str, stack: str, truth: str) -> float:
        apart = PER_CUBE * abs(len(stack) - len(truth)) + COLOUR * (stack[-1:] != truth[-1:])
        if not apart:
            return 0.0
        asked = zlib.crc32(f"{self.drawn.salt} {cell} {len(stack)} {stack[-1:]}".encode())
        return max(0.0, apart + NOISE * (asked % 4001 / 1000 - 2))


class PracticeBlokusTable(Practice):
    """A simulated table; the same seed plays the same game.

    `breaches`: how many turns in a hundred break a rule first. `turns`: how many are made after the turntable was
    turned.
    """

    def __init__(
        self, seed: int, start: Position, options: Options, breaches: int = 25, turns: int = 60, glares: int = 0
    ) -> None:
        self._rng = random.Random(seed)
        self._breaches, self._turns = breaches, turns
        self._position = start
        self._mask = frozenset(start.limits)
        self.turned = 0.0
        self.shown = Drawn(grid_of(start))

    def go_on_from(self, position: Position, mover: str, commitment: Commitment | None) -> None:
        """Continue from a position that the players give."""
        self._position = position
        self.shown = Drawn(grid_of(position))
        self._plan = self._turn()

    def tracker(self, _image: Image) -> DrawnTracker:
        return DrawnTracker(lambda image: TopsLook(image, self.shown))

    def _begun(self) -> Iterator[Happening]:
        return iter([self._frame(grid_of(self._position))])

    def _next_turn(self) -> Iterator[Happening]:
        return self._turn()

    def _laid(self, grid: Grid) -> Iterator[Happening]:
        yield self._frame(self.shown.grid, hand=True)
        yield self._frame(grid)

    def _turn(self) -> Iterator[Happening]:
        position = settled(self._position)
        legal = moves(position)
        if not legal:
            return
        before = grid_of(position)
        if self._rng.randrange(100) < self._turns:
            self.turned += self._rng.uniform(0.4, 2 * math.pi - 0.4)
            yield self._frame(before)
        if self._rng.randrange(100) < self._breaches and (broken := self._breach(position)):
            yield self._frame(before, hand=True)
            yield self._frame(broken)
            while self.verdict and self.verdict.verdict in _WRONG:
                yield self._frame(before)
        turn = self.choose(position, legal)
        self._position = turn.position
        yield self._frame(before, hand=True)
        yield self._frame(grid_of(turn.position))

    def choose(self, position: Position, legal: Sequence[Placement]) -> Turn:
        """Choose one of the larger pieces that shows most of its colour."""
        some = self._rng.sample(list(legal), min(len(legal), 12))
        best = max(some, key=lambda each: (len(each.cells), len({cell[:2] for cell in each.cells})))
        return played(position, best)

    def _breach(self, position: Position) -> Grid | None:
        """Return the table after a piece was put where it may not be."""
        player = position.to_move
        if player is None or not position.left[player]:
            return None
        for _ in range(TRIES):
            piece = self._rng.choice(position.left[player])
            square = self._rng.choice([*position.limits])
            cells = self._rng.choice([*put_down(position, self._rng.choice(ORIENTATIONS[piece]), square)])
            faults = turn_faults(position, Placement(piece, cells))
            inside = all(0 <= x < BOARD and 0 <= y < BOARD for x, y, _ in cells)
            # From above a piece over a hole looks as another would that fills it.
            whole = inside and all(z == 0 or _stands(position, (x, y, z), cells) for x, y, z in cells)
            if whole and len(faults) == 1 and faults[0].rule in BREACHES:
                return {**grid_of(position), **made(grid_of(position), cells, LETTERS[player])}
        return None

    def _frame(self, grid: Grid, hand: bool = False) -> Happening:
        self.shown = Drawn(grid, hand=hand, salt=self._rng.randrange(1 << 30))
        columns = {place: column for place, column in grid.items() if column}
        return Happening("frame", turntable_picture(TurntableScenery(self._mask, columns, self.turned, hand), SIZE))


def _stands(position: Position, cell: Cell, cells: Sequence[Cell]) -> bool:
    """Return True if a cube stands on something."""
    x, y, z = cell
    return (x, y, z - 1) in cells or len(position.columns.get(f"{x},{y}", "")) == z
