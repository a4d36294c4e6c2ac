"""Judging a played turn from the table seen after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules.board import PIECES, PLAYERS, SIZES, SQUARES, read_player, read_square, team_of
from companion.games.pyramid_ball.rules.model import (
    DEFAULT_NAMES,
    RULINGS,
    Names,
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
from companion.games.pyramid_ball.rules.turns import Turn, all_turns
from companion.games.reason import Reason, because


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
            raise GameError("ball.after.object")
        squares = []
        for player in PLAYERS:
            pyramids = obj.get(player)
            if not isinstance(pyramids, Mapping) or {*pyramids} - {*SIZES}:
                raise GameError("ball.after.pyramids", player=player, got=printable(pyramids))
            for size in SIZES:
                square = pyramids.get(size)
                squares.append(None if square is None else read_square(square, f"after: {player}: {size}"))
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
    names: Names = DEFAULT_NAMES,
) -> Turn | Mismatch | Violation:
    """Return the turn that leads from `before` to the table `after`, whatever was chosen on the way, or what differs.

    A `Violation` when the game was over before or a program sheet cannot be played.
    """
    nearest: Turn | None = None
    fewest: list[Violation] = []
    for turn in all_turns(before, programs, options, names):
        if isinstance(turn, Violation):
            return turn
        wrong = _differences(turn, programs, after, names)
        if not wrong:
            return turn
        if nearest is None or len(wrong) < len(fewest):
            nearest, fewest = turn, wrong
    assert nearest
    return Mismatch(tuple(fewest), nearest, _other_reading(before, programs, after, options))


def _other_reading(
    before: Position, programs: tuple[Program, Program], after: Seen, options: Options
) -> tuple[str, Any] | None:
    for rule, (name, _) in Options.choices.items():
        value = getattr(options, name)
        other: Any = not value if isinstance(value, bool) else {"a": "b", "b": "a"}.get(value, 0)
        if other == value:
            continue
        for turn in all_turns(before, programs, replace(options, **{name: other})):
            if isinstance(turn, Turn) and not _differences(turn, programs, after, DEFAULT_NAMES):
                return rule, other
    return None


def _differences(turn: Turn, programs: tuple[Program, Program], after: Seen, names: Names) -> list[Violation]:
    expected = turn.position
    wrong = [
        _misplaced(turn, piece, after, names)
        for piece, (square, seen) in enumerate(zip(expected.squares, after.squares, strict=True))
        if square != seen
    ]
    ball = expected.carrier, expected.loose
    if after.ball is not None and after.ball != ball:
        wrong.append(_ball_elsewhere(turn, programs, after.ball, names))
    if after.score is not None and after.score != expected.score:
        why = _last(turn, "score") or because("ball.why.no_score", "PB-win")
        wrong.append(
            because("ball.differs.score", why.rule, score=_dashed(expected.score), seen=_dashed(after.score), why=why)
        )
    if after.specials is not None and after.specials != expected.specials:
        why = _last(turn, "special") or because("ball.why.no_special", "PB-special")
        held = [_holds(name, letters) for name, letters in zip(names, expected.specials, strict=True)]
        wrong.append(because("ball.differs.specials", why.rule, held=held, why=why))
    if after.lock is not None and after.lock[0] != expected.locked:
        why = _last(turn, "locked") or because("ball.why.no_lock", "PB-33")
        who = because("ball.nobody") if expected.locked is None else names[expected.locked]
        wrong.append(because("ball.differs.lock", why.rule, player=who, why=why))
    return [Violation(reason) for reason in wrong]


def _ball_elsewhere(
    turn: Turn, programs: tuple[Program, Program], seen: tuple[int | None, int | None], names: Names
) -> Reason:
    """Return where the ball belongs, and why not where it is seen."""
    belongs: dict[str, Reason] = {"seen": _where(seen, names)}
    placed = next((event for event in reversed(turn.events) if "ball" in event.facts), None)
    if placed and placed.kind == "placed":
        player = names[PLAYERS.index(placed.facts["player"])]
        return because("ball.differs.placed", "PB-30", **belongs, player=player, squares=placed.facts["places"])
    why = _void_pass(turn, programs, seen[0]) or (placed.text if placed else because("ball.why.not_moved", "PB-turn"))
    to = _where((turn.position.carrier, turn.position.loose), names)
    return because("ball.differs.ball", why.rule, **belongs, to=to, why=why)


def _void_pass(turn: Turn, programs: tuple[Program, Program], carrier: int | None) -> Reason | None:
    """Return why there was no pass to `carrier`, if there is a marker for one that came to nothing."""
    if carrier is None or SIZES[carrier % 3] not in {marker.to for marker in programs[team_of(carrier)].markers}:
        return None
    player = PLAYERS[team_of(carrier)]
    void = (event for event in turn.events if event.kind == "void" and event.facts.get("player") == player)
    return next((event.text for event in void if event.text.rule in _NO_PASS), None)


# The rules by which a pass comes to nothing.
_NO_PASS = ("PB-foul", "PB-13", "PB-14", "PB-15", "PB-16", "PB-17", "PB-38", "PB-39")


def _misplaced(turn: Turn, piece: int, after: Seen, names: Names) -> Reason:
    square, seen = SQUARES[turn.position.squares[piece]], after.squares[piece]
    belongs: dict[str, Reason | str] = {"piece": piece_name(piece, names), "square": square}
    if seen is None:
        return because("ball.differs.missing", "C1", **belongs)
    if after.squares.count(seen) > 1 and seen in turn.position.squares:
        return because("ball.differs.shared", "C9", **belongs, seen=SQUARES[seen])
    stood = because("ball.why.stood", "PB-program", piece=piece_name(piece, names))
    why = _last(turn, "piece", list(PIECES[piece])) or _foul(turn, piece) or stood
    return because("ball.differs.square", why.rule, **belongs, seen=SQUARES[seen], why=why)


def _foul(turn: Turn, piece: int) -> Reason | None:
    """Return the foul by which all commands of the piece's player stand still, if one was called."""
    player = PLAYERS[team_of(piece)]
    fouls = (event.text for event in turn.events if event.text.rule == "PB-foul" and event.facts["player"] == player)
    return next(fouls, None)


def _last(turn: Turn, fact: str, value: Any = None) -> Reason | None:
    """Return the last event with a fact, of the given value if there is one."""
    for event in reversed(turn.events):
        if fact == "piece" and event.kind in _BY_THE_WAY:
            continue
        if fact in event.facts and (value is None or event.facts[fact] == value):
            return event.text
    return None


# Events that name a pyramid without saying where it is.
_BY_THE_WAY = ("cancelled", "notice", "pass", "interception", "goal", "recover")


def _where(ball: tuple[int | None, int | None], names: Names) -> Reason:
    carrier, loose = ball
    if carrier is None:
        return because("ball.where.on", square=ball_to_json(None, loose)["at"])
    return because("ball.where.to", piece=piece_name(carrier, names))


def _holds(name: str | Reason, letters: str) -> Reason:
    if not letters:
        return because("ball.holds_none", player=name)
    return because("ball.holds", player=name, sizes=list(letters))


def _dashed(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"
