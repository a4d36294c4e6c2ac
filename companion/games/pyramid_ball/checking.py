"""Judging a played turn from the table seen after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.errors import GameError, shown
from companion.games.pyramid_ball.board import PIECES, PLAYERS, SIZE_NAMES, SIZES, SQUARES, read_player, read_square
from companion.games.pyramid_ball.model import (
    OPTION_FIELDS,
    RULINGS,
    Options,
    Position,
    Program,
    Violation,
    ball_to_json,
    piece_name,
    read_ball,
    read_score,
    read_specials,
)
from companion.games.pyramid_ball.telling import DEFAULT_NAMES
from companion.games.pyramid_ball.turns import Turn, all_turns


@dataclass(frozen=True)
class Seen:
    """The table as it is seen, right or wrong: squares of the six pyramids, None for one that is missing; the ball as
    (carrier, loose square), the score, the special pyramids and the lock, each None where nobody looked."""

    squares: tuple[int | None, ...]
    ball: tuple[int | None, int | None] | None = None
    score: tuple[int, int] | None = None
    specials: tuple[str, str] | None = None
    lock: tuple[int | None] | None = None

    @classmethod
    def from_json(cls, obj: Any) -> "Seen":
        """Reads a position as in `Position.from_json`, of which only `first` and `second` must be there; squares may
        be null. Raises GameError."""
        if not isinstance(obj, Mapping):
            raise GameError("after: an object with first and second, as seen on the table, is needed")
        squares = []
        for player in PLAYERS:
            pyramids = obj.get(player)
            if not isinstance(pyramids, Mapping) or {*pyramids} - {*SIZES}:
                raise GameError(f"after: {player}: the squares of S, M and L are needed, not {shown(pyramids)}")
            for size in SIZES:
                square = pyramids.get(size)
                place = f"after: {player}: {SIZE_NAMES[size]}"
                squares.append(None if square is None else read_square(square, place))
        lock = None
        if "locked" in obj:
            lock = (None if obj["locked"] is None else read_player(obj["locked"], "after: locked"),)
        return cls(
            tuple(squares),
            None if obj.get("ball") is None else read_ball(obj["ball"]),
            None if obj.get("score") is None else read_score(obj["score"]),
            None if obj.get("specials") is None else read_specials(obj["specials"], "after: specials"),
            lock,
        )


@dataclass(frozen=True)
class Mismatch:
    """The table is not what the programs lead to: what is wrong, the nearest turn, and the option (ruling id and
    value) under which the table would be right, if there is one."""

    differences: tuple[Violation, ...]
    nearest: Turn
    reading: tuple[str, Any] | None = None


def check(
    before: Position,
    programs: tuple[Program, Program],
    after: Seen,
    options: Options = RULINGS,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Turn | Mismatch | Violation:
    """The turn that leads from `before` to the table `after`, whatever was chosen on the way, or what differs.

    A `Violation` when a program sheet cannot be played. Raises GameError when the game was over before.
    """
    nearest: Turn | None = None
    fewest: list[Violation] = []
    for turn in all_turns(before, programs, options, names):
        if isinstance(turn, Violation):
            return turn
        wrong = _differences(turn, after, names)
        if not wrong:
            return turn
        if nearest is None or len(wrong) < len(fewest):
            nearest, fewest = turn, wrong
    assert nearest
    return Mismatch(tuple(fewest), nearest, _other_reading(before, programs, after, options))


def _other_reading(
    before: Position, programs: tuple[Program, Program], after: Seen, options: Options
) -> tuple[str, Any] | None:
    for rule, name in OPTION_FIELDS.items():
        value = getattr(options, name)
        other: Any = not value if isinstance(value, bool) else "a" if value == "b" else "b"
        for turn in all_turns(before, programs, replace(options, **{name: other})):
            if isinstance(turn, Turn) and not _differences(turn, after, DEFAULT_NAMES):
                return rule, other
    return None


def _differences(turn: Turn, after: Seen, names: Sequence[str]) -> list[Violation]:
    expected = turn.position
    wrong = []
    for piece, (square, seen) in enumerate(zip(expected.squares, after.squares, strict=True)):
        if square == seen:
            continue
        belongs = f"{piece_name(piece, names)} belongs on {SQUARES[square]}"
        if seen is None:
            wrong.append(Violation("C1", f"{belongs} and is missing; no pyramid leaves the board"))
        elif after.squares.count(seen) > 1 and seen in expected.squares:
            wrong.append(Violation("C9", f"{belongs}, and not with another on {SQUARES[seen]}"))
        else:
            rule, why = _last(turn, "piece", list(PIECES[piece])) or _stood(piece, names)
            wrong.append(Violation(rule, f"{belongs}, not on {SQUARES[seen]}: {why}"))
    ball = expected.carrier, expected.loose
    if after.ball is not None and after.ball != ball:
        rule, why = _last(turn, "ball") or ("PB-turn", "nothing that happened moved it")
        wrong.append(Violation(rule, f"the ball belongs {_where(ball, names)}, not {_where(after.ball, names)}: {why}"))
    if after.score is not None and after.score != expected.score:
        rule, why = _last(turn, "score") or ("PB-win", "nobody scored")
        wrong.append(Violation(rule, f"the score is {_dashed(expected.score)}, not {_dashed(after.score)}: {why}"))
    if after.specials is not None and after.specials != expected.specials:
        rule, why = _last(turn, "special") or ("PB-special", "none was won or used")
        held = " and ".join(
            f"{name} holds {', '.join(letters) or 'none'}"
            for name, letters in zip(names, expected.specials, strict=True)
        )
        wrong.append(Violation(rule, f"of the special pyramids {held}: {why}"))
    if after.lock is not None and after.lock[0] != expected.locked:
        rule, why = _last(turn, "locked") or ("PB-33", "nothing opened or closed a goal row")
        who = "nobody" if expected.locked is None else names[expected.locked]
        wrong.append(Violation(rule, f"{who} is shut out of the goal row: {why}"))
    return wrong


def _last(turn: Turn, fact: str, value: Any = None) -> tuple[str, str] | None:
    """Rule and sentence of the last event with a fact, of the given value if there is one."""
    for event in reversed(turn.events):
        if fact == "piece" and event.kind in _BY_THE_WAY:
            continue
        if fact in event.facts and (value is None or event.facts[fact] == value):
            return event.rule, event.text
    return None


# Events that name a pyramid without saying where it is.
_BY_THE_WAY = ("cancelled", "notice", "pass", "interception", "goal", "recover")


def _stood(piece: int, names: Sequence[str]) -> tuple[str, str]:
    return "PB-program", f"{piece_name(piece, names)} was told to stand still and nobody pushed it"


def _where(ball: tuple[int | None, int | None], names: Sequence[str]) -> str:
    carrier, loose = ball
    if carrier is None:
        return f"on {ball_to_json(None, loose)['at']}"
    return f"to {piece_name(carrier, names)}"


def _dashed(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"
