"""Enters turns of Blokus 3D by touch, with its engine's answers."""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.app.games.state import Nearest, ShownHint, ShownSuggestion
from companion.app.games.turn_entry import MOST_NEAREST, SEEDS, Drafted, EntryStep, TurnEntry
from companion.games.blokus3d.rules.checking import check
from companion.games.blokus3d.rules.hints import reach_of_piece, reach_of_square, tried_placements
from companion.games.blokus3d.rules.match import Match, counted
from companion.games.blokus3d.rules.model import LETTERS, Options, Position, Violation, square_name
from companion.games.blokus3d.rules.pieces import PIECES, Cell
from companion.games.blokus3d.rules.turns import moves, outcome, played, settled
from companion.games.blokus3d.table.columns import SQUARES
from companion.games.engine import Json, respond
from companion.games.errors import printable
from companion.games.plausible import plausibly
from companion.games.reason import Reason, because
from companion.games.registry import ENGINES
from companion.referee.errors import RefereeError
from companion.referee.grid import Commitment, Grid
from companion.referee.keeping.shapes import ShapeError, either, fields, one_of, text
from companion.referee.table import AnyTable
from companion.referee.verdict import Verdict

GAME = "blokus3d"
# Weaker computer players: how much less promising (0 to 1) a child's placement may be, how much nearer to the master
# those between are than in other games, and how often a placement is played on at least.
SPREAD, NEARER, PLAYED_ON = 0.7, 1.4, 6


class BlokusScore(NamedTuple):
    """Points and pieces left by colour, sides that are out, and the allowed heights of squares; in a match its points,
    and how many of its games there are with this one; `alone`: True if one person builds alone."""

    points: Mapping[str, int]
    left: Mapping[str, tuple[str, ...]]
    out: tuple[str, ...]
    squares: Mapping[str, int]
    totals: Mapping[str, int] = {}
    games: int = 0
    alone: bool = False

    @property
    def pieces_left(self) -> int:
        """Number of pieces left, over all colours."""
        return sum(map(len, self.left.values()))


class PieceEntry(NamedTuple):
    """The chosen piece, "" for none; the squares that it is to cover, in how many ways it can lie on them, and which of
    these is shown; the `cells` that it fills, or that are filled by cubes put down one by one."""

    piece: str = ""
    squares: tuple[str, ...] = ()
    ways: int = 0
    at: int = 0
    cells: tuple[Cell, ...] = ()


@lru_cache(maxsize=8)
def _placements(position: Position) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    return tuple((placement.piece, placement.cells) for placement in moves(settled(position)))


def _cells(written: str) -> tuple[Cell, ...]:
    """Return ``3,4,0 3,5,0``."""
    cells = [tuple(map(int, cell.split(","))) for cell in written.split(" ")]
    return tuple((x, y, z) for x, y, z in cells)


def written(cells: Sequence[Sequence[int]]) -> str:
    return " ".join(",".join(map(str, cell)) for cell in cells)


def _look_at_cells(value: Any) -> None:
    text(value)
    try:
        if all(square_name(cell[:2]) in SQUARES for cell in _cells(value)):
            return
    except ValueError:
        pass
    raise ShapeError("shape.one_of", known=("3,4,0 3,5,0",), got=printable(value))


class PlacementEntry(TurnEntry[Position, BlokusScore]):
    """Enters placements. `table` says how positions lie on the turntable, `start` is the empty one."""

    may_pass = False
    step = staticmethod(
        either(
            fields({"piece": one_of(PIECES)}, {"cells": _look_at_cells}, closed=True),
            *(fields({name: one_of(SQUARES)}, closed=True) for name in ("cover", "on")),
            fields({"turn": one_of(("1", "-1"))}, closed=True),
        )
    )

    def __init__(self, table: AnyTable, start: Position, options: Options, match: Match | None = None) -> None:
        self._table, self._start, self._options, self._match = table, start, options, match or Match()

    def start(self) -> Grid:
        return dict.fromkeys(SQUARES, "")

    def score(self, position: Position | None) -> BlokusScore:
        position = position or self._start
        points = outcome(position, self._options).scores
        limits = {square_name(square): height for square, height in position.limits.items()}
        so_far = BlokusScore(dict(points), dict(position.left), position.out, limits, alone=self._options.alone)
        if not self._options.match:
            return so_far
        totals = self._match.totals(counted(outcome(position, self._options)))
        return so_far._replace(totals=totals, games=len({*self._match.played, position.structure}))

    def drafted(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        cells = self.placing(position, steps).cells
        possible = any({*cells} <= {*placed} for _, placed in _placements(position))
        return Drafted(self._built(position, cells), not cells or possible)

    def placing(self, position: Position, steps: Sequence[EntryStep]) -> PieceEntry:
        """Return the state of entry after these steps. Raises RefereeError for an impossible one."""
        now, loose = PieceEntry(), list[str]()
        for step in steps:
            if "cells" in step:
                now = PieceEntry(step["piece"], (), 1, 0, _cells(step["cells"]))
            elif "piece" in step:
                now, loose = self.over(position, step["piece"], now), []
            elif "cover" in step:
                now = self._covering(position, now, step["cover"])
            elif "turn" in step:
                now = self._way(position, now, now.at + int(step["turn"]))
            else:
                loose.append(step["on"])
                now = PieceEntry(cells=_loose(position, loose))
        return now

    def over(self, position: Position, piece: str, now: PieceEntry) -> PieceEntry:
        """Return this piece over the cubes put down one by one, or on the squares of another piece; it covers nothing
        if it does not fit there."""
        on = now.squares if now.piece else tuple(dict.fromkeys(square_name(cell[:2]) for cell in now.cells))
        found = self._way(position, PieceEntry(piece, on), 0)
        return found if on and found.ways else PieceEntry(piece)

    def _covering(self, position: Position, now: PieceEntry, square: str) -> PieceEntry:
        """Have the piece cover one more square; if it cannot cover all that were tapped, only this one. A square tapped
        again shows the next way to lie there."""
        if square in now.squares and now.ways:
            return self._way(position, now, now.at + 1)
        for squares in ((*now.squares, square), (square,)):
            found = self._way(position, PieceEntry(now.piece, squares), 0)
            if found.ways:
                return found
        raise RefereeError("table.marked")

    def _way(self, position: Position, now: PieceEntry, at: int) -> PieceEntry:
        """Return way number `at` in which the piece covers its squares; ways that cover fewest others come first."""
        ways = []
        for piece, cells in _placements(position):
            covered = {square_name(cell[:2]) for cell in cells}
            if piece == now.piece and covered.issuperset(now.squares):
                ways.append((len(covered), cells))
        if not ways:
            return now._replace(ways=0, at=0, cells=())
        ways.sort(key=lambda way: way[0])
        at %= len(ways)
        return now._replace(ways=len(ways), at=at, cells=ways[at][1])

    def nowhere(self, position: Position, piece: str) -> Reason | None:
        """Return why a piece fits nowhere, None if it does."""
        if any(placed == piece for placed, _ in _placements(position)):
            return None
        refused = reach_of_piece(position, piece).refused
        return refused[0].fault.reason if refused else because("blokus.fits.nowhere", "B3-turn")

    def _built(self, position: Position, cells: Sequence[Sequence[int]]) -> dict[str, str]:
        """Return the turntable with the mover's cubes."""
        grid = dict(self._table.grid(position))
        for x, y, _ in sorted(cells, key=lambda cell: cell[2]):
            grid[f"{x},{y}"] += LETTERS[position.to_move or ""]
        return grid

    def hint(self, position: Position, under: Commitment, steps: Sequence[EntryStep], place: str) -> ShownHint | None:
        """Return what the mover may put on a square; its costs are how many pieces fit there and on each neighbour,
        too."""
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
        return self._suggested(position)

    def thought(self, position: Position, under: Commitment, dice: random.Random) -> ShownSuggestion | None:
        return self._suggested(position, seconds=self.thinking_seconds, seed=dice.randrange(SEEDS))

    def _suggested(self, position: Position, **thinking: Any) -> ShownSuggestion | None:
        answer = self._ask("hint", position=position.to_json(), options=self._options.to_json(), **thinking)
        found = answer.get("suggestion")
        return self._suggestion(position, found, found["reason"]) if found else None

    def casual(
        self, position: Position, under: Commitment, weakness: float, dice: random.Random
    ) -> ShownSuggestion | None:
        """Choose a turn by playing placements on a few times; fewer times make a weaker player."""
        rounds = iter(range(round(PLAYED_ON * (1 - weakness))))
        found = tried_placements(position, dice.randrange(SEEDS), lambda: next(rounds, None) is None, self._options)
        if not found:
            return None
        placement = plausibly([each for each, _ in found], [mean for _, mean in found], SPREAD * weakness**NEARER, dice)
        return self._suggestion(position, placement.to_json(), because("computer.by_chance"))

    def _suggestion(self, position: Position, found: Json, why: Reason) -> ShownSuggestion:
        player = position.to_move or ""
        move = {"player": player, "piece": found["piece"], "cells": found["cells"]}
        step = {"piece": str(found["piece"]), "cells": written(found["cells"])}
        return ShownSuggestion((move,), why, (step,), self._built(position, found["cells"]))

    def nearest(self, position: Position, verdict: Verdict) -> Sequence[Nearest]:
        if verdict.seen is None:
            return ()
        seen = {place: column for place, column in verdict.seen.items() if column}
        found = check(position, seen)
        if not isinstance(found, Violation) or found.nearest is None:
            return ()
        best = found.nearest.placement
        now = settled(position)
        added = {
            (square, z) for square, column in seen.items() for z in range(len(now.columns.get(square, "")), len(column))
        }
        ways = sorted(
            moves(now), key=lambda way: (way != best, len(added ^ {(f"{x},{y}", z) for x, y, z in way.cells}))
        )
        turns = [found.nearest, *(played(now, way) for way in ways[:MOST_NEAREST] if way != best)]
        return [Nearest(self._table.moves(turn), self._table.grid(turn.position)) for turn in turns[:MOST_NEAREST]]

    def _ask(self, op: str, **fields: Any) -> Json:
        answer = respond({"game": GAME, "op": op, **fields}, ENGINES)
        return {} if "error" in answer else answer


def _loose(position: Position, squares: Sequence[str]) -> tuple[Cell, ...]:
    """Return the cells of cubes that are put onto these squares, one after the other."""
    built: dict[str, int] = {}
    cells = []
    for square in squares:
        x, y = (int(part) for part in square.split(","))
        height = built.get(square, len(position.columns.get(square, "")))
        cells.append((x, y, height))
        built[square] = height + 1
    return tuple(cells)
