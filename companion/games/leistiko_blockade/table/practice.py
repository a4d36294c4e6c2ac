"""A table that plays by itself, so that everything can be tried without a board, a camera or dice.

Two computer players choose rows, roll and move; now and then one breaks a rule and, once told, puts the checkers back.
What lies on the board is drawn as a camera would see it. A look at this table answers from what lies there, blurred by
noise, and unable to tell two numbers of checkers apart where a point glares.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.leistiko_blockade.rules.checking import check
from companion.games.leistiko_blockade.rules.hints import TurnAdvice, suggest_row, suggest_turn
from companion.games.leistiko_blockade.rules.model import Options, Position, Roll, Turn, Violation, other_side
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import moves
from companion.games.leistiko_blockade.table.rows import PLACES, apart, count_of, grid_of, sighting, thing_of
from companion.referee.drawn_look import Drawn, DrawnLook, DrawnTracker
from companion.referee.grid import Commitment, Grid
from companion.referee.practice import Practice
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict
from vision.drawing.half_board_table import HalfBoardScenery, half_board_picture, usual_half_board_camera
from vision.image import Image

NOISE = 1.5
PER_CHECKER = 14.0
SIZE = (640, 480)
COLOURS = ("white", "black", "red", "blue")
WRONG = ("illegal", "unsure", "incomplete")


class PracticeRowsLook(DrawnLook):
    """A look at the practice table."""

    dice: tuple[int, ...] | None = None

    def __init__(self, image: Image, drawn: Drawn, colours: Mapping[str, str]) -> None:
        super().__init__(image, drawn)
        self.colours = colours

    def _against(self, cell: str, stack: str, truth: str) -> float:
        return self._noisy(PER_CHECKER * apart(truth, stack), NOISE, cell, stack)


class PracticeLeistikoTable(Practice):
    """A simulated table; the same seed plays the same game.

    `breaches`: how many turns in a hundred break a rule first. `glares`: how many look like two things at once.
    """

    def __init__(self, seed: int, options: Options, breaches: int = 25, glares: int = 12) -> None:
        self._rng = random.Random(seed)
        self._options = options
        self._breaches, self._glares = breaches, glares
        self.position: Position = initial(options=options)
        self.colours = dict(zip(("first", "second"), self._rng.sample(COLOURS, 2), strict=True))
        self._view = usual_half_board_camera(SIZE, azimuth=self._rng.uniform(-8.0, 8.0))
        self.shown = Drawn(grid_of(self.position))

    def go_on_from(self, position: Position, mover: str, commitment: Commitment | None) -> None:
        """Continue from a position that the players give, under a commitment if there is one."""
        self.position = Position(position.first, position.second, "second" if mover == "second" else "first")
        self.shown = Drawn(grid_of(self.position))
        self._plan = self._turn(commitment.value if commitment else {})

    def tracker(self, _image: Image) -> DrawnTracker:
        return DrawnTracker(lambda image: PracticeRowsLook(image, self.shown, self.colours))

    def _begun(self) -> Iterator[Happening]:
        return iter([self._frame(grid_of(self.position))])

    def _next_turn(self) -> Iterator[Happening]:
        return self._turn({})

    def _laid(self, grid: Grid) -> Iterator[Happening]:
        yield self._frame(self.shown.grid, hand=self._reached())
        yield self._frame(grid)

    def _waits(self, verdict: Verdict | None) -> bool:
        return self.position.over or super()._waits(verdict)

    def choose(self, position: Position) -> tuple[int, bool]:
        """Choose a row, and whether dice decide about a leap (Bungie Battle)."""
        found = suggest_row(position, self._options)
        return (found.choices[0].row, found.choices[0].leap) if found else (1, False)

    def play(self, position: Position, row: int | None, roll: Roll) -> TurnAdvice | None:
        """Choose a turn; in Super Push the player says which die is which."""
        return suggest_turn(position, roll, row, self._options)

    def throw(self, position: Position, row: int, leap: bool) -> Roll:
        """Roll the dice of the variant."""
        if not leap:
            return Roll(self._dice(2 if self._options.variant == "super-push" else 1))
        own, opposing = position.rows(position.to_move)[row - 1], position.rows(other_side(position.to_move))[row - 1]
        return Roll(self._dice(own), self._dice(opposing + 1))

    def _dice(self, n: int) -> tuple[int, ...]:
        return tuple(self._rng.randint(1, 6) for _ in range(n))

    def _turn(self, said: Mapping[str, Any]) -> Iterator[Happening]:
        position = self.position
        row, leap = said.get("row"), False
        if not said:
            row, leap = self.choose(position)
            yield Happening("row", row)
        rolled = "roll" in said
        roll = Roll.from_json(said["roll"], self._options) if rolled else self.throw(position, row or 1, leap)
        advice = self.play(position, row, roll)
        if advice is None:
            return
        if not rolled:
            yield Happening("roll", advice.roll.to_json())
        if self._rng.randrange(100) < self._breaches and (
            broken := self._broken(position, row, roll if rolled else advice.roll)
        ):
            yield self._frame(grid_of(position), hand=self._reached())
            yield self._frame(broken)
            while self.verdict and self.verdict.verdict in WRONG:
                yield self._frame(grid_of(position))
        named_otherwise = rolled and advice.roll != roll
        turn = moves(position, roll, row, self._options)[-1] if named_otherwise else advice.turn
        self.position = turn.position
        yield self._frame(grid_of(position), hand=f"{position.to_move}.3")
        yield self._frame(grid_of(turn.position), glare=self._glare(position, turn))

    def _reached(self) -> str:
        return f"{self.position.to_move}.3"

    def _glare(self, before: Position, turn: Turn) -> dict[str, str]:
        """Return the points of the turn as they were, if the light is bad this time: perhaps nothing has been moved."""
        was, now = grid_of(before), grid_of(turn.position)
        if was == now or self._rng.randrange(100) >= self._glares:
            return {}
        return {place: was[place] for place in PLACES if was[place] != now[place]}

    def _broken(self, position: Position, row: int | None, roll: Roll) -> dict[str, str] | None:
        """Return the table after a checker went too far, came from another row, or leapt without enough points."""
        side = position.to_move
        for _ in range(20):
            start, end = self._rng.randint(1, 6), self._rng.randint(1, 7)
            grid = grid_of(position)
            if start == end or not grid[f"{side}.{start}"]:
                continue
            for place, more in ((f"{side}.{start}", -1), (f"{side}.{end}", 1)):
                if place in grid:
                    grid[place] = thing_of(count_of(grid[place]) + more)
            if isinstance(check(position, sighting(grid), roll, row, self._options), Violation):
                return grid
        return None

    def _frame(self, grid: Grid, hand: str = "", glare: Mapping[str, str] | None = None) -> Happening:
        hidden = frozenset({hand} - {""})
        self.shown = Drawn(grid, hidden, bool(hand), glare or {}, self._rng.randrange(1 << 30))
        scenery = HalfBoardScenery(grid, self.colours, coins=self._options.pieces == 16, hand=hand)
        return Happening("frame", half_board_picture(scenery, self._view))
