"""What a watched game of Blokus 3D asks of its engine; turns are made on the turntable."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.app.games.refereed_state import Nearest, ShownHint, ShownSuggestion
from companion.app.games.turn_entry import Drafted, EntryStep, TurnEntry
from companion.games.blokus3d import LETTERS, Options, Position, Violation, check, outcome
from companion.games.blokus3d.hints import reach_of_square
from companion.games.blokus3d.model import square_name
from companion.games.engine import Json, respond
from companion.games.reason import Reason, because
from companion.games.registry import ENGINES
from companion.referee.errors import RefereeError
from companion.referee.grid import Commitment, Grid
from companion.referee.table import AnyTable
from companion.referee.tables.blokus.columns import SQUARES
from companion.referee.verdict import Verdict

GAME = "blokus3d"


class BlokusScore(NamedTuple):
    """Points and pieces left by colour, who is out, and the squares that are built on."""

    points: Mapping[str, int]
    left: Mapping[str, int]
    out: tuple[str, ...]
    squares: tuple[str, ...]


class PlacementEntry(TurnEntry[Position, BlokusScore]):
    """`table` says how positions lie on the turntable, `start` is the empty one."""

    may_pass = False

    def __init__(self, table: AnyTable, start: Position, options: Options) -> None:
        self._table, self._start, self._options = table, start, options

    def start(self) -> Grid:
        return dict.fromkeys(SQUARES, "")

    def score(self, position: Position | None) -> BlokusScore:
        position = position or self._start
        points = outcome(position, self._options).scores
        left = {player: len(pieces) for player, pieces in position.left.items()}
        return BlokusScore(dict(points), left, position.out, tuple(position.columns))

    def drafted(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        """A step is a cube of the mover's put onto a square (``{"on": "2,3"}``)."""
        grid = dict(self._table.grid(position))
        for step in steps:
            if step["on"] not in grid:
                raise RefereeError("table.marked")
            grid[step["on"]] += LETTERS[position.to_move or ""]
        legal = not steps or self._table.turn(position, grid, under) is not None
        return Drafted(grid, legal)

    def hint(self, position: Position, under: Commitment, steps: Sequence[EntryStep], place: str) -> ShownHint | None:
        """What the mover may put on a square; its costs are how many pieces go there and on a square beside it, too."""
        found = reach_of_square(position, place)
        pieces: dict[str, set[str]] = {}
        for placement in found.placements:
            for cell in placement.cells:
                pieces.setdefault(square_name(cell[:2]), set()).add(placement.piece)
        costs = {square: len(names) for square, names in pieces.items()}
        fitting = tuple(dict.fromkeys(placement.piece for placement in found.placements))
        refused = {}
        if not fitting and found.refused:
            fault = found.refused[0].fault
            refused = {place: (fault.rule, fault.reason)}
        return ShownHint(place, costs, refused, things=fitting)

    def suggestion(self, position: Position, under: Commitment) -> ShownSuggestion | None:
        answer = self._ask("hint", position=position.to_json(), options=self._options.to_json())
        found = answer.get("suggestion")
        if not found:
            return None
        return self._shown(position, found, found["reason"])

    def by_chance(self, position: Position, under: Commitment, dice: random.Random) -> ShownSuggestion | None:
        placements = self._ask("moves", position=position.to_json()).get("moves", ())
        return self._shown(position, dice.choice(placements), because("computer.by_chance")) if placements else None

    def _shown(self, position: Position, found: Json, why: Reason) -> ShownSuggestion:
        player = position.to_move or ""
        move = {"player": player, "piece": found["piece"], "cells": found["cells"]}
        grid = dict(self._table.grid(position))
        for x, y, _ in sorted(found["cells"], key=lambda cell: int(cell[2])):
            grid[f"{x},{y}"] = grid.get(f"{x},{y}", "") + LETTERS[player]
        return ShownSuggestion((move,), why, grid=grid)

    def nearest(self, position: Position, verdict: Verdict) -> Nearest | None:
        if verdict.seen is None:
            return None
        found = check(position, {place: column for place, column in verdict.seen.items() if column})
        if not isinstance(found, Violation) or found.nearest is None:
            return None
        turn = found.nearest
        return Nearest(self._table.moves(turn), self._table.grid(turn.position))

    def _ask(self, op: str, **fields: Any) -> Json:
        answer = respond({"game": GAME, "op": op, **fields}, ENGINES)
        return {} if "error" in answer else answer
