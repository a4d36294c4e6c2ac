"""Draws whole games of Pyramid Ball that are to be refereed once: looks as in `draw_held_out`, which no training data
has.

    python -m lab.benchmarks.draw_ball_games FOLDER [--games N] [--turns N] [--seed N]

writes recordings with the truth beside them for `referee_games.py`. A computer plays both sides: each turn they make
programs behind screens, which are then read, one time in seven while a hand is still at one of them, and carried out;
one turn in four goes wrong first and is put right. A hand reaches over the board before each table, what is not moved
stays as it lies, and the light changes now and then. What was chosen by a seed's figures is not held out from it any
more: take another.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.pyramid_ball.rules.board import SIZES
from companion.games.pyramid_ball.rules.model import Program
from companion.games.pyramid_ball.table.practice import PracticeBallTable
from companion.games.pyramid_ball.table.programs import ENDS
from companion.games.pyramid_ball.table.table import PyramidBallTable
from companion.games.pyramid_ball.table.things import ColouredPosition, pieces
from companion.referee.game import Game
from companion.referee.grid import Grid
from companion.referee.keeping.recording import Event
from companion.referee.verdict import Kind, Verdict
from lab.benchmarks.draw_held_out import ball_table
from lab.benchmarks.draw_turned_games import EDGE, SECONDS, draw_games, keep
from lab.training.scenes.ball_pieces import (
    Layout,
    TablePiece,
    ToLay,
    lay_program,
    letter,
    random_looseness,
    stacked,
    standing,
    wider,
)
from lab.training.scenes.ball_props import screen_before
from lab.training.scenes.ball_tables import RandomBallTable, draw, hand_at_array, hand_over_board
from lab.training.scenes.tables import Rng
from vision.drawing.things import Facets, Prop
from vision.image import Image
from vision.programs.array_reading import DASH, PLACES
from vision.tracking.contract import Tracker

AS_KIND: Mapping[Kind, Kind] = {"won": "legal", "incomplete": "illegal"}
ROOMY = 38.0
"""Mm between commands, middle to middle, at which any program finds room."""
BESIDE = 28.0
"""Mm that a pyramid keeps from cups and boxes."""
TRIES, WIDENED = 60, 20
"""So often a program is laid out until it finds room, each time after so many tries with more room."""


class Board:
    """The pyramids and the ball on the board; those that are not moved stay as they stand."""

    def __init__(self, rng: Rng, table: RandomBallTable) -> None:
        self._rng, self._pitch, self._rise = rng, table.view.pitch, table.rise
        self._loose = random_looseness(rng, self._pitch)
        self._stacks: dict[str, tuple[TablePiece, ...]] = {}

    def laid(self, grid: Grid) -> list[TablePiece]:
        """Return the pyramids as a table has them."""
        self._stacks = {cell: self._stack(cell, pieces(thing)) for cell, thing in grid.items() if thing}
        return [piece for stack in self._stacks.values() for piece in stack]

    def _stack(self, cell: str, names: tuple[str, ...]) -> tuple[TablePiece, ...]:
        old = self._stacks.get(cell, ())
        stack: list[TablePiece] = []
        for level, name in enumerate(names):
            colour, pips = name[0], int(name[1])
            if level < len(old) and (old[level].colour, old[level].pips) == (colour, pips):
                stack.append(old[level])
            elif level:
                twist = float(stack[0].twist + self._rng.normal(0, 0.2))
                stack.append(stacked(stack[0], colour, pips, self._rise, twist, f"{cell}.ball"))
            else:
                old = ()
                stack.append(standing(self._rng, colour, pips, cell, self._pitch, self._loose))
        return tuple(stack)


class Programs:
    """The programs beyond the ends; commands that stay the same stay as they lie."""

    def __init__(self, rng: Rng, table: RandomBallTable, board: tuple[float, float, float, float]) -> None:
        self._rng, self._table, self._board = rng, table, board
        self._specs = dict(table.specs)
        self._stock = [p for p in table.pieces if p.role == "stray" or ".score" in p.role or ".special" in p.role]
        self._made: dict[str, Program] = {}
        self._laid: dict[str, list[TablePiece]] = {end: [] for end in ENDS}

    @property
    def stock(self) -> list[TablePiece]:
        """What lies beside the board and is no part of a program."""
        used = {(p.colour, p.pips) for own in self._laid.values() for p in own if _special(p)}
        return [p for p in self._stock if ".special" not in p.role or (p.colour, p.pips) not in used]

    def laid(self, programs: Mapping[str, Program]) -> list[TablePiece]:
        """Return the programs, by side, as a table has them."""
        for end, side in ENDS.items():
            if self._made.get(side) != programs[side]:
                self._laid[end] = self._lay(end, programs[side])
                self._made[side] = programs[side]
        return [piece for own in self._laid.values() for piece in own]

    def _lay(self, end: str, program: Program) -> list[TablePiece]:
        table, to_lay = self._table, to_be_laid(program)
        old = {p.role.partition(".")[2]: p for p in self._laid[end]}
        kept = {
            place: old[place]
            for place, way in to_lay.ways.items()
            if place in old and place != DASH and letter(old[place], end) == way.replace("upright", ".")
        }
        colours = table.programs[end], table.colours[ENDS[end]], table.ball
        floor = -table.board.thickness
        for tried in range(1, TRIES + 1):
            layout = Layout(self._board, list(self._stock))
            if lay_program(self._rng, layout, end, colours, to_lay, self._specs[end], table.rise, floor, kept):
                own = layout.pieces[len(self._stock) :]
                if not any(beside(thing, own) for thing in table.things):
                    return own
            if tried % WIDENED == 0:
                kept, self._specs[end] = {}, wider(self._specs[end])
        raise ValueError(f"no room for {program}")


def _special(piece: TablePiece) -> bool:
    return piece.role.partition(".")[2] in ("quick", "blitz", DASH)


def to_be_laid(program: Program) -> ToLay:
    """Return a program as hands lay it out."""
    ways = {
        f"{size}{row}": "upright" if way == "." else way
        for size, word in zip(SIZES, program.commands, strict=True)
        for row, way in enumerate(word, 1)
    }
    marker = f"{program.markers[0].to}{program.markers[0].row}" if program.markers else ""
    return ToLay(ways, marker, program.quick_pass, program.blitz)


def beside(thing: Prop, own: list[TablePiece]) -> bool:
    """Return True if one of these pyramids stands or lies in or close to a thing."""
    assert isinstance(thing, Facets), thing
    spots = np.concatenate([face.corners[:, :2] for face in thing.faces])
    hull = cv2.convexHull(np.asarray(spots, np.float32))
    return any(cv2.pointPolygonTest(hull, (piece.x, piece.y), True) > -BESIDE for piece in own)


def whole_table(rng: Rng, seed: int, size: tuple[int, int]) -> RandomBallTable:
    """A table with roomy programs, all of which and of the board is in the picture; without hands and screens."""
    while True:
        table = ball_table(rng, seed, size)
        roomy = len(table.specs) == len(ENDS) and all(min(s.rows, s.columns) > ROOMY for s in table.specs.values())
        spots = [p.corners for p in table.pieces if p.role.partition(".")[0] in ENDS and ".s" not in p.role]
        pixels = np.concatenate([table.view.project(np.concatenate(spots)), [*table.view.corners.values()]])
        if roomy and (pixels > EDGE).all() and (pixels < np.array(size) - EDGE).all():
            things = table.things[: len(table.things) - len(table.screened)]
            return replace(table, things=things, screened=frozenset(), above=())
        seed += 7_000_003


class Pictures:
    """Pictures of one table, one after the other."""

    def __init__(self, folder: Path, rng: Rng, table: RandomBallTable, seed: int) -> None:
        margin = table.board.margin
        along, up = (float(side) * table.view.pitch for side in table.view.grid.size)
        self._area = (-margin, -margin, along + margin, up + margin)
        self._folder, self._rng, self._table, self._seed = folder, rng, table, seed
        self._board, self._programs = Board(rng, table), Programs(rng, table, self._area)
        self._standing: list[TablePiece] = []
        self._count = 0

    def take(self, practice: PracticeBallTable) -> str:
        """Draw what the table shows. Returns the name of the picture."""
        shown, rng, floor = practice.shown, self._rng, -self._table.board.thickness
        assert shown
        over_board = shown.hands - {*ENDS}
        if not over_board:
            self._standing = self._board.laid(shown.grid)
        laid = self._programs.laid(practice.programs)
        layout = Layout(self._area, [*self._standing, *laid, *self._programs.stock])
        # Each player has a screen of their own, whose panels stand before and behind what is between them.
        screens = [
            Facets((panel,), floor)
            for n, end in enumerate(ENDS)
            if end in shown.screens
            for panel in screen_before(np.random.default_rng([self._seed, n]), layout, end, floor).faces
        ]
        commands = Layout(self._area, [piece for piece in laid if piece.role.partition(".")[2] in PLACES])
        hands = [hand_at_array(rng, commands, end, floor) for end in ENDS if end in shown.hands]
        hands += [hand_over_board(rng, layout) for _ in over_board]
        if rng.random() < 0.2:
            self._table = replace(self._table, film=self._table.film.later(rng))
        table = replace(
            self._table,
            pieces=tuple(layout.pieces),
            things=(*self._table.things, *screens),
            screened=shown.screens,
            above=tuple(hands),
        )
        return self._write(draw(table, later=self._count))

    def _write(self, picture: Image) -> str:
        name = f"{self._count:03d}.jpg"
        cv2.imwrite(str(self._folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
        self._count += 1
        return name


class Knowing:
    """A referee that is told what stands on the table and which programs were made: what it says is the truth."""

    def __init__(self, module: PyramidBallTable) -> None:
        self._game = Game(module, _unseeing)
        self._unread = False
        self.session = self._game.session

    def commit(self, event: Event) -> None:
        self._game.commit(event)
        self._unread = event.value == "end"

    def judge(self, event: Event, practice: PracticeBallTable) -> Verdict:
        """What the referee should say of what the table shows."""
        shown = practice.shown
        assert shown
        if shown.hands or shown.screens:
            kind: Kind = "programming" if shown.screens else "late" if shown.hands & {*ENDS} else "hand"
            return Verdict(event.t, event.value, kind, self.session.grid, 1.0)
        if self._unread:
            self._unread = False
            told = {side: program.to_json() for side, program in practice.programs.items()}
            return self._game.correct(replace(event, kind="correct", value={"programs": told}))
        return self._game.enter(event, shown.grid)

    def answer(self, event: Event) -> Verdict:
        return self._game.correct(event)


def _unseeing(image: Image) -> Tracker:
    raise AssertionError("nobody looks at pictures here")


def draw_game(folder: Path, seed: int, turns: int, size: tuple[int, int]) -> None:
    rng = np.random.default_rng([seed, 20261201])
    table = whole_table(rng, 3_000_017 + seed, size)
    folder.mkdir(parents=True, exist_ok=True)
    # The other ends with the first point.
    options = {"mode": "advanced"}
    module = PyramidBallTable(options)
    practice = PracticeBallTable(seed, module.start_game, module.options, _unseeing, glares=0)
    teams = table.colours["first"], table.colours["second"]
    practice.position = ColouredPosition(module.start_game, teams, table.ball)
    practice.arrays = {side: table.programs[end] for end, side in ENDS.items()}
    knowing, pictures = Knowing(module), Pictures(folder, rng, table, seed)
    events: list[dict[str, Any]] = []
    truth: list[dict[str, Any]] = []
    verdict: Verdict | None = None
    made = 0
    while made < turns:
        happening, at, number = practice.next(verdict), SECONDS * len(events), len(events)
        if happening is None:
            if verdict is None or verdict.more.get("choice") is None:
                break
            # The players say what the table does not show.
            said = {"choices": [*verdict.more["choices"], verdict.more["choice"]["options"][0]]}
            verdict = knowing.answer(Event(number, at, "correct", said))
            practice.go_on_from(knowing.session.position, "first", knowing.session.due)
            events.append({"t": at, "correct": said})
        elif happening.kind != "frame":
            knowing.commit(Event(number, at, happening.kind, happening.value))
            events.append({"t": at, happening.kind: happening.value})
        else:
            frame = pictures.take(practice)
            verdict = knowing.judge(Event(number, at, "frame", frame), practice)
            kind = AS_KIND.get(verdict.verdict, verdict.verdict)
            events.append({"t": at, "frame": frame})
            told = {side: program.to_json() for side, program in practice.programs.items()}
            read = {"programs": told} if kind == "programs" else {}
            truth.append({"frame": frame, "kind": kind, "grid": dict(knowing.session.grid), **read})
            made += kind == "legal"
    keep(folder, module.game, table.view, options, events, truth)


if __name__ == "__main__":
    draw_games(draw_game, __doc__)
