"""Random positions, programs and options of Pyramid Ball for tests; crowded, so that there are conflicts."""

from dataclasses import replace
from random import Random
from typing import Any

from companion.games.pyramid_ball.rules.board import GOAL_ROW, SIZES, WIDTH, team_of
from companion.games.pyramid_ball.rules.model import Marker, Options, Position, Program


def random_position(rng: Random, mode: str | None = None) -> Position:
    """Six pyramids close together or anywhere; in the advanced game with specials, a loose ball or a lock at times."""
    mode = mode or rng.choice(("basic", "advanced"))
    squares = _crowd(rng)
    if mode == "basic":
        return Position(squares, carrier=rng.randrange(6))
    score = (rng.randrange(6), rng.randrange(6))
    had = [rng.sample(SIZES, min(3, rng.randint(0, score[1 - player]))) for player in (0, 1)]
    cut = [rng.randint(0, len(sizes)) for sizes in had]
    held = tuple("".join(s for s in SIZES if s in sizes[:at]) for sizes, at in zip(had, cut, strict=True))
    spent = tuple("".join(s for s in SIZES if s in sizes[at:]) for sizes, at in zip(had, cut, strict=True))
    fields: dict[str, Any] = {"score": score, "mode": "advanced", "specials": held, "spent": spent}
    locked = rng.choice((None, 0, 1))
    if locked is None:
        return Position(squares, carrier=rng.randrange(6), **fields)
    row = range(WIDTH * GOAL_ROW[locked], WIDTH * GOAL_ROW[locked] + WIDTH)
    squares = _crowd(rng, GOAL_ROW[locked])
    there = [piece for piece in range(6) if squares[piece] in row and team_of(piece) != locked]
    if there and rng.random() < 0.6:
        return Position(squares, rng.choice(there), locked=locked, stayed=rng.randint(0, 3), **fields)
    empty = [square for square in row if square not in squares]
    return Position(squares, None, rng.choice(empty), locked=locked, **fields)


def _crowd(rng: Random, row: int | None = None) -> tuple[int, ...]:
    """Squares in a window of the board, near `row` if one is given."""
    wide, high = rng.choice(((3, 3), (4, 3), (3, 4), (5, 5), (7, 8)))
    left = rng.randint(0, 7 - wide)
    low = rng.randint(0, 8 - high) if row is None else min(row, 8 - high)
    return tuple(rng.sample([WIDTH * (low + y) + left + x for y in range(high) for x in range(wide)], 6))


def random_program(rng: Random, position: Position, player: int, odd: float = 0.1) -> Program:
    """Any legal sheet, with markers and special pyramids laid out sensibly or not, fouls included."""
    held = position.specials[player]
    letters = rng.choice(("FBLR.", "FBLR", "FLR.", "FFF.", "..FB"))
    words = ["".join(rng.choice(letters) for _ in range(3)) for _ in SIZES]
    if "S" in held and rng.random() < 0.5:
        words[0] += rng.choice("FBLR.")
    markers = []
    quick = "M" in held and rng.random() < 0.5
    if rng.random() < 0.6:
        row = 1 if quick and rng.random() < 0.7 else rng.choice((1, 2, 2, 2, 3, 3, 3))
        markers.append(Marker(row, rng.choice(SIZES)))
        if position.carrier is not None and team_of(position.carrier) == player and rng.random() < 0.8:
            thrower = position.carrier % 3
            words[thrower] = words[thrower][: row - 1] + "." + words[thrower][row:]
        if rng.random() < odd:
            markers.append(Marker(rng.choice((2, 3)), rng.choice(SIZES)))
    blitz = "L" in held and rng.random() < 0.5
    small, medium, large = words
    return Program((small, medium, large), tuple(markers), quick, blitz, rng.random() < odd / 2)


def random_programs(rng: Random, position: Position) -> tuple[Program, Program]:
    return random_program(rng, position, 0), random_program(rng, position, 1)


def random_options(rng: Random) -> Options:
    """Random options, without a drop ball (PB-40), which the reference does not know."""
    if rng.random() < 0.5:
        return Options(drop_ball=0)
    return replace(Options(rng.choice(("a", "b")), *(rng.random() < 0.5 for _ in range(5))), drop_ball=0)
