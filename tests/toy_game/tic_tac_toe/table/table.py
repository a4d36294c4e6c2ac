"""How tic-tac-toe lies on a table, with eyes for a table whose pictures are nine pixels."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from pyramid_companion.games.errors import GameError
from pyramid_companion.games.reason import Reason, because
from pyramid_companion.referee.drawing.board import DrawnBoard
from pyramid_companion.referee.drawing.shapes import Letters
from pyramid_companion.referee.drawing.squares import squares
from pyramid_companion.referee.drawn_look import DrawnTracker
from pyramid_companion.referee.entered_look import EnteredLook
from pyramid_companion.referee.evidence import Evidence
from pyramid_companion.referee.grid import Commitment, Grid, Json
from pyramid_companion.referee.keeping.shapes import fields, text
from pyramid_companion.referee.practice import Practice
from pyramid_companion.referee.table import Breach, Hints, Legal, Setup, TableModule, Unfinished
from pyramid_companion.referee.table_parts import Happening, KeptShapes, TableDrawing, Wording
from pyramid_companion.vision.image import Image
from pyramid_companion.vision.tracking.contract import Tracker

from ..rules.model import GAME, PLACES, SIDES, Position, Turn, check, winner

THINGS = ("", "X", "O")
NINE = squares("abc", "321", lambda _kind, sign: (Letters(0, 0, 80, sign, "cell_ink"),), lambda _kind: THINGS[1:])


class Script(Practice):
    """Shows one table after the other: nine signs each, such as ``X...O....``."""

    def __init__(self, eyes: Tracker, tables: Sequence[str]) -> None:
        self._eyes, self._tables = eyes, tables

    def go_on_from(self, position: Position, mover: str, commitment: Commitment | None) -> None:
        pass

    def tracker(self, image: Image) -> Tracker:
        return self._eyes

    def _begun(self) -> Iterator[Happening]:
        return (Happening("frame", picture(signs)) for signs in self._tables)

    def _next_turn(self) -> Iterator[Happening]:
        return iter(())

    def _laid(self, grid: Grid) -> Iterator[Happening]:
        return iter([Happening("frame", picture("".join(sign or "." for sign in grid.values())))])


def picture(signs: str) -> Image:
    values = np.array([".XO".index(sign) for sign in signs], dtype=np.uint8).reshape(3, 3, 1)
    return np.repeat(values, 3, axis=2)


class ToyWording(Wording):
    """Signs on places."""

    def commitment(self, value: Mapping[str, Any]) -> Reason:
        return because("toy.nothing")

    def moves(self, moves: Sequence[Mapping[str, Any]]) -> Reason:
        return self.move(moves[0])

    def move(self, move: Mapping[str, Any]) -> Reason:
        return because("toy.put", sign=move["sign"], place=move["to"])


class ToyDrawing(TableDrawing):
    """Nine squares with letters."""

    def board(self, places: Collection[str], *, touched: bool = False) -> DrawnBoard:
        return NINE


class ToyTable(TableModule[Position, Turn]):
    """Nobody says anything before a turn."""

    game = GAME
    places = PLACES
    counted = ("X", "O")
    things = THINGS
    sides = SIDES
    kept = KeptShapes(fields({"to": text, "sign": text}))
    examples = ("", "b2 X")

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.wording, self.drawing = ToyWording(), ToyDrawing()

    def start(self, grid: Grid, mover: str) -> Position:
        return Position(tuple(grid[place] for place in PLACES), mover)

    def grid(self, position: Position) -> Grid:
        return position.grid

    def standing(self, grid: Grid, like: Position | None) -> Position:
        return self.start(grid, like.to_move if like else self.sides[0])

    def moving(self, position: Position, mover: str | None) -> Position:
        return Position(position.signs, mover or position.to_move)

    def from_json(self, position: Json) -> Position:
        return Position.from_json(position)

    def winner(self, position: Position) -> str | None:
        return winner(position)

    def implicit(self, position: Position) -> Commitment:
        return Commitment(position.to_move, {})

    def supply(self, position: Position) -> Mapping[str, int]:
        return {sign: 9 - position.signs.count(sign) for sign in "XO"}

    def explain(
        self, before: Position, after: Grid, under: Commitment | None
    ) -> Legal[Turn] | Unfinished[Turn] | Breach:
        found = check(before, after)
        if isinstance(found, Turn):
            return Legal(found)
        return Breach(found, tuple(place for place in PLACES if before.grid[place] != after[place]))

    def moves(self, turn: Turn) -> tuple[Json, ...]:
        return ({"to": turn.place, "sign": turn.position.grid[turn.place]},)

    def read_setup(self, evidence: Evidence) -> Setup:
        for place in PLACES:
            seen = evidence.ask(place, THINGS)
            if max(seen, key=lambda thing: seen[thing]):
                raise GameError.of(because("toy.not_empty", "TT-free", place=place))
        return Setup(dict.fromkeys(PLACES, ""), 1.0)

    def open_tracker(self, image: Image, hints: Hints) -> Tracker:
        return DrawnTracker(self._look)

    def _look(self, image: Image) -> EnteredLook:
        return EnteredLook(
            self, {place: THINGS[value] for place, value in zip(PLACES, image[..., 0].flat, strict=True)}
        )

    def practice(self, seed: int, chosen: Mapping[str, Any]) -> Practice:
        return Script(DrawnTracker(self._look), chosen["tables"][seed:])
