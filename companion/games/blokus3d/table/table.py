"""Blokus 3D on its turntable."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import combinations
from typing import Any

from companion.games.blokus3d.rules.checking import check
from companion.games.blokus3d.rules.match import Match, counted
from companion.games.blokus3d.rules.model import ALONE, LETTERS, Options, Position, Turn, read_columns, square_name
from companion.games.blokus3d.rules.pieces import CUBES, PIECES
from companion.games.blokus3d.rules.turns import initial, outcome, pieces_left, settled
from companion.games.blokus3d.table import columns
from companion.games.blokus3d.table.asked import allowed
from companion.games.blokus3d.table.columns import SQUARES, grid_of
from companion.games.blokus3d.table.drawing import BlokusDrawing
from companion.games.blokus3d.table.record import BlokusRecord
from companion.games.blokus3d.table.setup import check_setup, look_like, read_setup
from companion.games.blokus3d.table.wording import BlokusWording
from companion.games.errors import GameError
from companion.games.reason import Reason, because
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment, Grid, Json, Place, Thing
from companion.referee.keeping.shapes import fields, list_of, row_of, text, whole
from companion.referee.practice import Practice
from companion.referee.table import Announced, Breach, Hints, Legal, Proposal, Scores, Setup, SetupCheck, TableModule
from companion.referee.table_parts import KeptShapes
from vision.drawing.column_table import TurntableScenery, turntable_picture
from vision.drawing.simulated_camera import SimulatedCamera
from vision.geometry.camera import Camera
from vision.image import Image
from vision.sources.source import Source
from vision.tracking.contract import Look, Tracker

_MOVE = fields({"player": text, "piece": text, "cells": list_of(row_of(whole(), whole(), whole()))}, closed=True)
DRAW = "draw"
SETTINGS = ("structure", "players", "match")
MOST_PROPOSALS = 300
AGAINST = -1.5
"""Nats; a picture that says less of a cube speaks against it."""
WAYS = 600
"""About so many ways there are to put a piece where it may not be."""


class Blokus3DTable(TableModule[Position, Turn]):
    """A turntable of ten by ten squares under a mask; each square of the structure has a column of cubes.

    `options`: rule options, the ``structure`` and the ``players`` (how many, or their colours clockwise). There are no
    commitments: whose turn it is follows from the position.
    """

    game = "blokus3d"
    places = SQUARES
    counted = ()
    kept = KeptShapes(_MOVE)
    examples = ("Enter", "3,4 BY")

    def __init__(self, options: Mapping[str, Any]) -> None:
        rulings = {name: value for name, value in options.items() if name not in SETTINGS}
        self.options = Options.from_json(rulings)
        self.match = Match.from_json(options.get("match", {}))
        structure, players = options.get("structure", "tower"), options.get("players", 2)
        self.start_position = initial(structure, players, options=self.options)
        self.sides = self.start_position.players
        self._letters = "".join(LETTERS[side] for side in self.sides)
        self.wording, self.drawing = BlokusWording(), BlokusDrawing(self.start_position)
        self.record = BlokusRecord(self.options)
        self._at_word = False

    def start(self, grid: Grid, mover: str) -> Position:
        if built := tuple(place for place in SQUARES if grid.get(place)):
            raise GameError("blokus.table.not_empty", "B3-turn", squares=built)
        return self.moving(self.start_position, mover)

    def grid(self, position: Position) -> Grid:
        return grid_of(position)

    def standing(self, grid: Grid, like: Position | None) -> Position:
        like = like or self.start_position
        built = read_columns({place: thing for place, thing in grid.items() if thing}, like.structure, like.players)
        if holes := tuple(place for place, column in built.items() if columns.HOLE in column):
            raise GameError("blokus.gap", "B3-02", squares=holes)
        left = {player: self._pieces_left(like, player, built) for player in like.players}
        return replace(like, columns=built, left=left)

    def moving(self, position: Position, mover: str | None) -> Position:
        """Return the position with another side to move; sides that are out are skipped."""
        if mover is None or position.to_move is None:
            return position
        order = position.after(mover)
        playing = [player for player in (order[-1], *order[:-1]) if player not in position.out]
        return replace(position, to_move=playing[0]) if playing else position

    def from_json(self, position: Json) -> Position:
        return Position.from_json(position)

    def allowed(self, position: Position, under: Commitment | None, named: Sequence[str]) -> Sequence[Reason]:
        return allowed(position, named)

    def score(self, position: Position) -> Mapping[str, int]:
        return outcome(position, self.options).scores

    def winner(self, position: Position) -> str | None:
        """Return the winner once no side can place any more, by the first of the player's colours. DRAW if several
        share the win (see `more`), or if a solo builder has pieces left (B3-13)."""
        winners = outcome(position, self.options).winners
        if winners is None:
            return None
        won = [side for side in self.options.sides(self.sides) if side[0] in winners]
        return won[0][0] if len(won) == 1 else DRAW

    def ended(self, winner: str) -> Reason:
        return super().ended(winner) if winner in self.sides else because("blokus.over", "B3-end")

    def implicit(self, position: Position) -> Commitment | None:
        mover = settled(position).to_move
        return Commitment(mover, {}) if mover else None

    def declared(
        self, position: Position, under: Commitment | None, seconds: float, evidence: Evidence
    ) -> Announced | None:
        """Return the doubt which way the turntable stands, if something stands on it."""
        if evidence.beside.get("ambiguous") and any(position.columns.values()) and not evidence.hand:
            return Announced("unsure", 0.5, reason=because("blokus.table.which_way"))
        return None

    def likely(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        return columns.likely(thing, self._letters)

    def possible(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        return columns.possible(thing, self._letters)

    def anywhere(self, position: Position) -> tuple[Thing, ...]:
        return ()

    def difference(self, was: Thing, now: Thing) -> tuple[tuple[str, int], ...]:
        return ()

    def apart(self, one: Thing, other: Thing) -> int:
        return columns.moved(one, other)

    def deviation(self, believed: Position, before: Position, after: Grid, under: Commitment | None) -> int:
        """Return how many things differ. Added cubes of a colour count four to a thing, as they may be a piece;
        otherwise each changed column is one."""
        return 2 * columns.misdeeds(self.grid(believed), after)

    def share(self, before: Position, after: Grid, under: Commitment | None, *, legal: bool) -> float:
        """Return the share of one table among all that put down as many pieces: legally, or in any way."""
        ways = max(len(columns.placements(self._of(before, under))), 1) if legal else WAYS
        return math.prod([1 / ways] * columns.misdeeds(self.grid(before), after))

    def unlikely(self, believed: Position, before: Position, after: Grid, under: Commitment | None) -> bool:
        was = self.grid(believed)
        cells = columns.added(was, after)
        others = set((cells or {}).values()) - {LETTERS.get(self._of(believed, under).to_move or "", "")}
        return bool(others) or columns.misdeeds(was, after) > 1

    def turn(self, before: Position, after: Grid, under: Commitment) -> Turn | None:
        return columns.turn_to(self._of(before, under), after)

    def hangs_on_history(self, before: Position, after: Grid, under: Commitment | None) -> bool:
        found = self.explain(before, after, under)
        return isinstance(found, Breach) and found.reason.key in ("blokus.placed", "blokus.placed.mirror")

    def explain(self, before: Position, after: Grid, under: Commitment | None) -> Legal[Turn] | Breach:
        now = self._of(before, under)
        shown = {place: column for place, column in after.items() if column}
        found = check(now, shown)
        if isinstance(found, Turn):
            return Legal(found)
        if found.rule == "B3-turn" and (reason := self._hanging(now, after)):
            return reason
        return Breach(found.reason, tuple(dict.fromkeys(square_name(cell[:2]) for cell in found.cells)))

    def unseen_implicit(self, before: Position, after: Grid, under: Commitment) -> tuple[Turn, Turn, Commitment] | None:
        was = self.grid(before)
        cells = columns.added(was, after)
        mover = under.mover or ""
        if not cells or len(set(cells.values())) != 2 or LETTERS[mover] not in cells.values():
            return None
        mine = {cell for cell, letter in cells.items() if letter == LETTERS[mover]}
        between = dict(was)
        for x, y, _ in sorted(mine):
            between[square_name((x, y))] += LETTERS[mover]
        first = columns.turn_to(self._of(before, under), between)
        if not first or not (then := self.implicit(first.position)):
            return None
        second = columns.turn_to(self._of(first.position, then), after)
        return (first, second, then) if second else None

    def proposals(
        self, before: Position, missed: Commitment | None, under: Commitment, scores: Scores
    ) -> Iterable[Proposal]:
        """Return every legal placement, best first."""
        now, was = self._of(before, under), self.grid(before)
        letter = LETTERS.get(now.to_move or "", "")
        changes = [columns.made(was, cells, letter) for cells in columns.placements(now)]
        return _best(was, changes, scores)

    def breaches(self, before: Position, under: Commitment, scores: Scores) -> Iterable[Proposal]:
        """Return all ways to let down a piece of any colour that are no legal placement, best first. Cubes that the
        picture clearly contradicts, each by itself, are left out."""
        now, was = self._of(before, under), self.grid(before)
        around = ((x + dx, y + dy) for x, y in now.limits for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        squares = [square for square in dict.fromkeys(around) if square_name(square) in was]
        mine = LETTERS.get(now.to_move or "", "")
        changes: list[Mapping[Place, Thing]] = []
        for letter in self._letters:
            cubes = columns.cubes_over(was, squares, letter)
            told = scores.whole([*cubes.values(), {}])
            worths = {cell: more - told[-1] for cell, more in zip(cubes, told, strict=False)}
            cells = {cell: worth for cell, worth in worths.items() if worth > AGAINST}
            ways = set(columns.dropped(was, cells)) - (columns.placements(now).keys() if letter == mine else set())
            likely = nlargest(MOST_PROPOSALS, sorted(ways), key=lambda way: sum(cells[cell] for cell in way))
            changes += [columns.made(was, way, letter) for way in likely]
        return _best(was, changes, scores)

    def remarks(self, turn: Turn) -> tuple[Reason, ...]:
        """Return the sides that cannot place any more and are skipped from now on (B3-05), and how the game ended."""
        passed, winners = turn.passed, outcome(turn.position, self.options).winners
        notes = (because("blokus.table.passed", "B3-05", players=passed),) if passed and winners is None else ()
        if self.options.alone and winners is not None:
            return (*notes, because("blokus.table.alone", ALONE, n=pieces_left(turn.position)))
        tied = winners and self.winner(turn.position) == DRAW
        shared = (because("blokus.table.shared", "B3-07", players=winners or ()),) if tied else ()
        return notes + shared

    def moves(self, turn: Turn) -> tuple[Json, ...]:
        """Return the placement: player, piece, cells."""
        return ({"player": turn.player, **turn.placement.to_json()},)

    def more(self, turn: Turn) -> Mapping[str, Any]:
        """Return the scores after a turn, the sides that are out, and the next side."""
        found = outcome(turn.position, self.options)
        winners = None if found.winners is None else list(found.winners)
        told: Json = {"scores": dict(found.scores), "passed": list(turn.passed), "winners": winners}
        if winner := self.winner(turn.position):
            told["winner"] = winner
        if self.options.alone:
            told["left"] = pieces_left(turn.position)
        if self.options.match:
            told["totals"] = self.match.totals(counted(found))
        return {**told, "next": turn.position.to_move}

    def touched(self, move: Mapping[str, Any]) -> tuple[Place, ...]:
        return tuple(dict.fromkeys(square_name((cell[0], cell[1])) for cell in move["cells"]))

    def beside(self, look: Look) -> Json:
        """Return whether it is open which way the turntable stands, and how well the board, if it is bare, agrees with
        the mask of each structure."""
        # Only when there is a picture: what it needs takes long to load.
        from companion.games.blokus3d.table.structure_seen import structures_like  # noqa: PLC0415
        from vision.tracking.column_tracker import ColumnLook  # noqa: PLC0415

        told: dict[str, Any] = {"ambiguous": True} if getattr(look, "ambiguous", False) else {}
        if isinstance(look, ColumnLook) and not look.reading.heights.argmax(axis=-1).any():
            told["structures"] = structures_like(look.image, look.view, len(self.sides))
        return told

    def read_setup(self, evidence: Evidence) -> Setup:
        return read_setup(evidence, self.start_position)

    def check_setup(self, evidence: Evidence) -> SetupCheck:
        if not self._at_word:
            look_like(evidence, self.start_position)
        return check_setup(evidence, self.start_position)

    def take_at_word(self) -> None:
        """Trust the players' choice of the structure."""
        self._at_word = True

    def open_tracker(self, image: Image, hints: Hints) -> Tracker:
        # Only when there is a picture: what it needs takes long to load.
        from vision.tracking.column_tracker import ColumnTracker  # noqa: PLC0415

        allowed = {square_name(square): highest for square, highest in self.start_position.limits.items()}
        camera = Camera.from_json(hints.camera) if hints.camera else None
        return ColumnTracker(image, allowed, a1=hints.corner, corners=hints.corners, camera=camera)

    def simulated_camera(self) -> Source:
        return SimulatedCamera(turntable_picture(TurntableScenery(frozenset(self.start_position.limits))))

    def practice(self, seed: int, chosen: Mapping[str, Any]) -> Practice:
        # Only where somebody plays: it draws pictures.
        from companion.games.blokus3d.table.practice import PracticeBlokusTable  # noqa: PLC0415

        return PracticeBlokusTable(seed, self.start_position, self.options, **chosen)

    def _of(self, before: Position, under: Commitment | None) -> Position:
        return before if under is None or under.mover == before.to_move else self.moving(before, under.mover)

    def _hanging(self, now: Position, after: Grid) -> Breach | None:
        """Return the fault of a piece that hangs over a hole, if from above no cubes seemed to be added there."""
        was = self.grid(now)
        for table in columns.hanging(was, after):
            cells = columns.added(was, table)
            piece = columns.forms_piece(cells) if cells else None
            if piece and now.to_move and set((cells or {}).values()) == {LETTERS[now.to_move]}:
                found = check(now, {place: column for place, column in table.items() if column})
                if not isinstance(found, Turn) and piece in now.left[now.to_move]:
                    return Breach(found.reason, tuple(dict.fromkeys(square_name(cell[:2]) for cell in found.cells)))
        return None

    def _pieces_left(self, like: Position, player: str, built: Mapping[str, str]) -> tuple[str, ...]:
        """Return the pieces that a player has left, by the player's cubes on the table: of all sets of that many cubes
        the one that differs least from what was believed, preferably one that explains the added cubes."""
        cubes = sum(column.count(LETTERS[player]) for column in built.values())
        was = set(like.left[player])
        if cubes == sum(CUBES[piece] for piece in PIECES if piece not in was):
            return like.left[player]
        cells = columns.added(self.grid(like), {**dict.fromkeys(SQUARES, ""), **built}) or {}
        own = {cell: letter for cell, letter in cells.items() if letter == LETTERS[player]}
        whole = columns.cells_of(built, LETTERS[player])
        found: list[tuple[int, bool, tuple[str, ...]]] = []
        for n in range(len(PIECES) + 1):
            for left in combinations(PIECES, n):
                if sum(CUBES[piece] for piece in PIECES if piece not in left) == cubes:
                    new = was - set(left)
                    made = len(new) == 1 and columns.holds_piece(next(iter(new)), own, whole)
                    found.append((len(was ^ set(left)), not made, left))
        if not found:
            raise GameError("blokus.table.cubes", "B3-pieces", player=player, n=cubes)
        return min(found)[2]


def _best(was: Grid, changes: Sequence[Mapping[Place, Thing]], scores: Scores) -> list[Proposal]:
    """Return the tables that changes lead to, best first."""
    things: dict[Place, set[Thing]] = {place: {was[place]} for place in SQUARES}
    for change in changes:
        for place, column in change.items():
            things[place].add(column)
    known = {place: scores.of(place, things[place]) for place in SQUARES}
    table = sum(known[place][was[place]] for place in SQUARES)
    gains = [
        whole + sum(known[place][column] - known[place][was[place]] for place, column in change.items())
        for change, whole in zip(changes, scores.whole(changes), strict=True)
    ]
    best = sorted(range(len(changes)), key=lambda number: -gains[number])[:MOST_PROPOSALS]
    return [Proposal({**was, **changes[number]}, table + gains[number]) for number in best]
