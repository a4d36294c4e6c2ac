"""All programs that one pyramid may be given: its commands, a column on the table, and where its marker stands."""

from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from companion.games.errors import GameError
from companion.games.pyramid_ball.rules.board import (
    COMMANDS,
    EAST,
    GOAL_ROW,
    LETTERS,
    OUTWARDS,
    SQUARES,
    STAND,
    TARGET,
    WEST,
    row_of,
    team_of,
)
from companion.games.pyramid_ball.rules.model import Position
from companion.games.pyramid_ball.rules.movement import OPEN, Ground
from companion.games.pyramid_ball.rules.sheets import leaving


@dataclass(frozen=True)
class Column:
    """The commands of one pyramid, four letters if it dashes, and the row in which the marker stands beside them.

    A marker in row 1 is the quick pass; without one `pass_row` is None. `path` is where the pyramid is after each
    command if nobody is in its way.
    """

    commands: str
    pass_row: int | None
    blitz: bool
    path: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "path": list(self.path)}


def columns(position: Position, player: int, size: int) -> tuple[Column, ...]:
    """Return all that `player` (0 or 1) may lay out for the pyramid `size` (0 small, 1 medium, 2 large), special
    pyramids included.

    Left out are a marker on the pyramid that has the ball (PB-15), a blitz with the ball (PB-blitz), a quick pass
    without it (PB-38), and first commands that do not lead out of the closed row (PB-33): all these have no effect.
    Raises GameError when the game is over.
    """
    if position.winner is not None:
        raise GameError("ball.over.program")
    piece = 3 * player + size
    has_ball = position.carrier is not None and team_of(position.carrier) == player
    firsts = LETTERS
    if piece in leaving(position, player):
        firsts = "".join(each for each in LETTERS if COMMANDS[player][each] == OUTWARDS[player])
    words = ["".join(word) for word in product(firsts, LETTERS, LETTERS)]
    if size == 0 and "S" in position.specials[player]:
        words += [word + letter for word, letter in product(words, LETTERS)]
    pass_rows: list[int | None] = [None]
    if piece != position.carrier:
        medium_throws = position.carrier == 3 * player + 1 and "M" in position.specials[player]
        pass_rows += [1, 2, 3] if medium_throws else [2, 3]
    blitzes = [False, True] if size == 2 and "L" in position.specials[player] and not has_ball else [False]
    return tuple(
        Column(word, row, blitz, _path(position, piece, word))
        for word, row, blitz in product(words, pass_rows, blitzes)
    )


def _path(position: Position, piece: int, word: str) -> tuple[str, ...]:
    # `locked`: the team whose goal row is closed to itself (PB-33).
    ground = OPEN
    if position.locked is not None:
        loose = -1 if position.loose is None else position.loose
        ground = Ground(position.locked, loose, GOAL_ROW[position.locked])
    at, stopped, path = position.squares[piece], False, []
    for letter in word:
        direction = COMMANDS[team_of(piece)][letter]
        if direction in (EAST, WEST) and ground.team == team_of(piece) and row_of(at) == ground.row:
            direction = STAND
        target = TARGET[direction][at]
        stopped = stopped or (direction != STAND and ground.closed_to_move(piece, at, target) is not None)
        at = at if stopped else target
        path.append(SQUARES[at])
    return tuple(path)
