"""The pyramids and the ball of Pyramid Ball as they lie on squares: ``R2``, ``R2K1`` with the ball, ``K1`` the ball."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from companion.games.pyramid_ball.rules.board import SQUARES
from companion.games.pyramid_ball.rules.checking import Seen
from companion.games.pyramid_ball.rules.model import Position
from companion.referee.grid import Grid, Json, Place, Thing
from vision.geometry.solids import COLOURS

PIPS = "123"
KINDS = tuple(f"{colour}{pips}" for colour in COLOURS for pips in PIPS)
# Colours of both teams and of the ball if none have been seen.
USUAL_COLOURS: Final = (("R", "B"), "K")


@dataclass(frozen=True)
class ColouredPosition:
    """A position of the engine, and the colours of both teams and of the ball."""

    game: Position
    teams: tuple[str, str]
    ball: str

    def to_json(self) -> Json:
        """Return the position as its engine writes it, without the colours."""
        return self.game.to_json()

    @cached_property
    def pyramids(self) -> tuple[Thing, ...]:
        """The six pyramids, in the engine's order."""
        return tuple(f"{colour}{pips}" for colour in self.teams for pips in PIPS)

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """Everything that a square can show in this game."""
        ball = f"{self.ball}1"
        return ("", ball, *self.pyramids, *(pyramid + ball for pyramid in self.pyramids))

    @cached_property
    def grid(self) -> Grid:
        """The things on each square."""
        grid = dict.fromkeys(SQUARES, "")
        for piece, square in enumerate(self.game.squares):
            grid[SQUARES[square]] = self.pyramids[piece] + (f"{self.ball}1" if piece == self.game.carrier else "")
        if self.game.loose is not None:
            grid[SQUARES[self.game.loose]] = f"{self.ball}1"
        return grid


@lru_cache(maxsize=1 << 14)
def pieces(thing: Thing) -> tuple[str, ...]:
    """Split ``R2K1`` into ``R2``, ``K1``."""
    return tuple(thing[i : i + 2] for i in range(0, len(thing), 2))


def seen(position: ColouredPosition, grid: Grid) -> tuple[Seen, Mapping[Place, Thing]]:
    """Return a table as the engine takes it, and by square everything that does not belong to this game or is there
    twice."""
    squares: list[int | None] = [None] * len(position.pyramids)
    ball: tuple[int | None, int | None] | None = None
    strays: dict[Place, Thing] = {}
    for square, place in enumerate(SQUARES):
        under: int | None = None
        for level, piece in enumerate(pieces(grid[place])):
            number = position.pyramids.index(piece) if piece in position.pyramids else None
            if number is not None and squares[number] is None and level == 0:
                squares[number] = under = square
                under = number
            elif piece == f"{position.ball}1" and ball is None and level == (under is not None):
                ball = (under, None) if under is not None else (None, square)
            else:
                strays[place] = strays.get(place, "") + piece
    return Seen(tuple(squares), ball), strays


@lru_cache(maxsize=1 << 14)
def difference(was: Thing, now: Thing) -> tuple[tuple[str, int], ...]:
    """Return how many more of each piece `now` has than `was`; what both have is left out."""
    before, after = pieces(was), pieces(now)
    kinds = sorted({*before, *after})
    changes = ((kind, after.count(kind) - before.count(kind)) for kind in kinds)
    return tuple((kind, n) for kind, n in changes if n)


@lru_cache(maxsize=1 << 14)
def moved(was: Thing, now: Thing) -> int:
    """Return how many pieces have left or come."""
    changed = sum(abs(n) for _, n in difference(was, now))
    return changed if changed or was == now else 1
