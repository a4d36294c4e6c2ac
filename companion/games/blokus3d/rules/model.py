"""Data of the engine of Blokus 3D: positions, options, placements, turns, violations and outcomes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.games.blokus3d.rules.pieces import CUBES, PIECES, Cell
from companion.games.blokus3d.rules.structures import BOARD, STRUCTURES, Square, Structure, limits
from companion.games.broken import Broken
from companion.games.errors import GameError, printable
from companion.games.options import Choices, RuleOptions
from companion.games.reason import because

# The colours in the order in which they are given to 2, 3 or 4 players, and as letters in a column.
LETTERS: Mapping[str, str] = {"blue": "B", "yellow": "Y", "red": "R", "green": "G"}
COLOURS: tuple[str, ...] = tuple(LETTERS)
COLOUR_OF: Mapping[str, str] = {letter: colour for colour, letter in LETTERS.items()}
_NAMES: Mapping[str, Square] = {f"{x},{y}": (x, y) for y in range(BOARD) for x in range(BOARD)}
_ENTRIES = ("structure", "players", "columns", "left", "out", "to_move")


def square_name(square: Square) -> str:
    """Return the name of a square: "3,4" of (3, 4)."""
    return f"{square[0]},{square[1]}"


def read_square(name: Any) -> Square:
    """Return the square of a name: (3, 4) of "3,4". Raises GameError if that names no square of the board."""
    if not isinstance(name, str) or name not in _NAMES:
        raise GameError("blokus.no_square", got=printable(name))
    return _NAMES[name]


@dataclass(frozen=True)
class Position:
    """The table between two turns.

    `players` are the colours in play, clockwise. `columns` gives every square of the structure its cubes from the board
    upwards, one letter a cube; empty ones may be left out. `left` are the pieces each player still has; `out` the
    players who cannot place any more (B3-05). `to_move` is None once all are out. Raises GameError naming the faulty
    place. Whether the cubes of a colour can be told apart into pieces is not judged, only how many there are.
    """

    structure: Structure
    players: tuple[str, ...]
    columns: Mapping[str, str] = field(hash=False)
    left: Mapping[str, tuple[str, ...]] = field(hash=False)
    out: tuple[str, ...]
    to_move: str | None
    _key: tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        structure, players = read_structure(self.structure), read_players(self.players)
        columns = read_columns(self.columns, structure, players)
        left = _read_left(self.left, players)
        _check_cubes(columns, left)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "left", left)
        object.__setattr__(self, "out", _read_out(self.out, players))
        object.__setattr__(self, "_key", (tuple(columns.values()), tuple(left.values())))
        _check_to_move(self.to_move, players, self.out)

    @classmethod
    def from_json(cls, obj: Any) -> "Position":
        """Reads {"structure": "tower", "players": [...], "columns": {"3,4": "BY"}, "left": {...}, "out": [],
        "to_move": "blue"}. Raises GameError."""
        if not isinstance(obj, Mapping):
            raise GameError("blokus.position.object", names=_ENTRIES)
        if missing := [key for key in _ENTRIES if key not in obj]:
            raise GameError("engine.lacks", place="position", names=missing)
        if strange := [key for key in obj if key not in _ENTRIES]:
            raise GameError("engine.unknown", place="position", name=printable(strange[0]))
        return cls(**{key: obj[key] for key in _ENTRIES})

    def to_json(self) -> dict[str, Any]:
        return {
            "structure": self.structure,
            "players": list(self.players),
            "columns": dict(self.columns),
            "left": {player: list(pieces) for player, pieces in self.left.items()},
            "out": list(self.out),
            "to_move": self.to_move,
        }

    @property
    def limits(self) -> Mapping[Square, int]:
        """The height limit of each square of the structure."""
        return limits(self.structure, len(self.players))

    def column(self, square: Square) -> str:
        """Return the cubes on a square of the structure, from the board upwards."""
        return self.columns[square_name(square)]

    def has_placed(self, player: str) -> bool:
        return len(self.left[player]) < len(PIECES)

    def after(self, player: str) -> tuple[str, ...]:
        """Return the players in the order of their turns, `player` last."""
        turn = self.players.index(player) + 1
        return self.players[turn:] + self.players[:turn]


def read_structure(structure: Any) -> Structure:
    for known in STRUCTURES:
        if known == structure:
            return known
    raise GameError("blokus.no_structure", got=printable(structure), structures=STRUCTURES)


def read_players(players: Any) -> tuple[str, ...]:
    """Read two to four different colours, clockwise. Raises GameError."""
    good = isinstance(players, list | tuple) and all(isinstance(player, str) for player in players)
    if not good or not 2 <= len(players) <= len(COLOURS) or len(set(players)) < len(players):
        raise GameError("blokus.players.needed", colours=COLOURS)
    if strange := [player for player in players if player not in COLOURS]:
        raise GameError("blokus.players.strange", got=printable(strange[0]), colours=COLOURS)
    return tuple(players)


def read_columns(columns: Any, structure: Structure, players: Sequence[str]) -> dict[str, str]:
    """Return the columns of all squares of the structure, in its order. Raises GameError naming the square."""
    if not isinstance(columns, Mapping):
        raise GameError("blokus.columns.object", got=printable(columns))
    found = {square_name(square): "" for square in limits(structure, len(players))}
    for name, column in columns.items():
        square = read_square(name)
        check_letters(name, column, players)
        if name in found and len(column) <= limits(structure, len(players))[square]:
            found[name] = column
        elif column:
            highest = limits(structure, len(players)).get(square, 0)
            raise GameError("blokus.columns.high", "B3-height", square=name, n=len(column), highest=highest)
    return found


def check_letters(name: str, column: Any, players: Sequence[str], more: str = "") -> None:
    """Raises GameError unless `column` is text of the players' letters and `more`."""
    letters = "".join(LETTERS[player] for player in players) + more
    if not isinstance(column, str) or len(column) > 4 * BOARD or not set(column) <= set(letters):
        raise GameError("blokus.columns.letters", square=name, got=printable(column), letters=letters)


def _read_left(left: Any, players: Sequence[str]) -> dict[str, tuple[str, ...]]:
    if not isinstance(left, Mapping) or set(left) != set(players):
        raise GameError("blokus.left.object", players=players)
    found = {}
    for player in players:
        pieces = left[player]
        if not isinstance(pieces, list | tuple):
            raise GameError("blokus.left.list", player=player, got=printable(pieces))
        if strange := [piece for piece in pieces if not isinstance(piece, str) or piece not in PIECES]:
            raise GameError("blokus.left.strange", player=player, got=printable(strange[0]), pieces=PIECES)
        if len(set(pieces)) < len(pieces):
            raise GameError("blokus.left.twice", player=player)
        found[player] = tuple(piece for piece in PIECES if piece in pieces)
    return found


def _check_cubes(columns: Mapping[str, str], left: Mapping[str, tuple[str, ...]]) -> None:
    """Raise GameError unless the cubes built and the pieces left make a full set of every colour."""
    for player, pieces in left.items():
        built = sum(column.count(LETTERS[player]) for column in columns.values())
        placed = [piece for piece in PIECES if piece not in pieces]
        if built != (needed := sum(CUBES[piece] for piece in placed)):
            told = placed or because("blokus.none")
            raise GameError("blokus.cubes", built=built, player=player, placed=told, needed=needed)


def _read_out(out: Any, players: Sequence[str]) -> tuple[str, ...]:
    if not isinstance(out, list | tuple) or not all(isinstance(player, str) and player in players for player in out):
        raise GameError("blokus.out.list", players=players)
    if len(set(out)) < len(out):
        raise GameError("blokus.out.twice")
    return tuple(player for player in players if player in out)


def _check_to_move(to_move: Any, players: Sequence[str], out: Sequence[str]) -> None:
    in_game = [player for player in players if player not in out]
    if to_move is None and not in_game:
        return
    if not isinstance(to_move, str) or to_move not in in_game:
        key = "blokus.to_move" if in_game else "blokus.to_move.null"
        raise GameError(key, players=in_game, got=printable(to_move))


@dataclass(frozen=True)
class Options(RuleOptions):
    """The rule options in force, by ruling; the defaults are the rulings themselves.

    `two_colours` (B3-09): two players with two colours each, as for four players; a player counts the better one.
    `fewer_left` (B3-07): of those with equally many points the ones with the fewest pieces left win. `match` (B3-12):
    the game is one of four, of each structure one, the points of which are added up. `alone` (B3-13): one person plays
    all colours, and wants to have no pieces left.
    """

    two_colours: bool = False
    fewer_left: bool = False
    match: bool = False
    alone: bool = False

    choices: ClassVar[Choices] = {
        "B3-07": ("fewer_left", (False, True)),
        "B3-09": ("two_colours", (False, True)),
        "B3-12": ("match", (False, True)),
        "B3-13": ("alone", (False, True)),
    }

    def __post_init__(self) -> None:
        if self.alone and (self.two_colours or self.match):
            raise GameError("blokus.options.alone", ALONE)

    def sides(self, players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return the colours of each person. Raises GameError when two colours each are agreed on but four are not in
        play."""
        if self.alone:
            return (tuple(players),)
        if not self.two_colours:
            return tuple((player,) for player in players)
        if len(players) != 4:
            raise GameError("blokus.options.four", "B3-09", n=len(players))
        return (players[0], players[2]), (players[1], players[3])


ALONE = "B3-13"
RULINGS = Options()


@dataclass(frozen=True)
class Placement:
    """One piece put down. `cells` are sorted (x, y, z), z from 0 on the board."""

    piece: str
    cells: tuple[Cell, ...]

    def to_json(self) -> dict[str, Any]:
        return {"piece": self.piece, "cells": [list(cell) for cell in self.cells]}


@dataclass(frozen=True)
class Turn:
    """One legal placement, the position after it and the players who turned out to be unable to place any more."""

    player: str
    placement: Placement
    position: Position
    passed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Violation(Broken[Cell]):
    """The reason why a turn is not legal, and the nearest legal turn."""

    nearest: Turn | None = None


@dataclass(frozen=True)
class Outcome:
    """The points of every colour, and the colours that win once nobody can place any more.

    `sides`: the colours of each person and the points that count: the person's own, those of the better of two colours
    (B3-09), or, for a player alone, minus the pieces left. A player alone wins with no pieces left, else nobody wins
    (B3-13).
    """

    scores: Mapping[str, int] = field(hash=False)
    sides: tuple[tuple[tuple[str, ...], int], ...]
    winners: tuple[str, ...] | None
