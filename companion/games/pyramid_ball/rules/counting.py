"""Counting for tests: how many positions all programs of one player can lead to."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules.board import STAND
from companion.games.pyramid_ball.rules.directions import Sheet, sheet_of
from companion.games.pyramid_ball.rules.model import RULINGS, Options, Position, Program, Question
from companion.games.pyramid_ball.rules.rules import Play
from companion.games.step_budget import spend

_COMMANDS = range(5)
# To play a row takes as long as so many steps of other searches.
_ROW_STEPS = 20


class _State(NamedTuple):
    """A turn in progress, as far as what is still to come depends on it."""

    play: Play
    marker_used: bool

    def key(self) -> tuple[object, ...]:
        return (*_end(self.play), self.play.cancelled, self.marker_used)


def perft(position: Position, player: int, other: Program, rows: int = 3, options: Options = RULINGS) -> int:
    """Return how many different positions there can be after `rows` rows, over all programs of `player` against
    `other`.

    Counted are all commands of the three pyramids, with and without a pass in row 2 or 3, but no special pyramids, and
    every answer to the questions on the way. Positions are different when a pyramid, the ball, the score, the special
    pyramids held or the lock are. The opponent's dash is played after the third row. Raises GameError unless `rows`
    is 1, 2 or 3.
    """
    if type(rows) is not int or not 1 <= rows <= 3:
        raise GameError("ball.rows", got=printable(rows))
    theirs = sheet_of(other, 1 - player)
    start = _State(Play(position, _sheets(player, (STAND,) * 3, None, theirs), _refuse, options), False)
    start.play.spend()
    states = {start.key(): start}
    for row in range(1, rows + 1):
        states = {after.key(): after for state in states.values() for after in _after(state, player, row, theirs)}
    if rows == 3 and theirs.dash:
        still = _sheets(player, (STAND,) * 3, None, theirs)
        states = {end.key(): end for state in states.values() for end in _answered(state, still, 4, False)}
    return len({_end(state.play) for state in states.values()})


def _end(play: Play) -> tuple[object, ...]:
    return play.squares, play.carrier, play.loose, play.score, play.locked, play.specials


def _after(state: _State, player: int, row: int, theirs: Sheet) -> Iterator[_State]:
    own = range(3 * player, 3 * player + 3)
    carrier = state.play.carrier
    free = [(STAND,) if state.play.cancelled[piece] else _COMMANDS for piece in own]
    for orders in product(*free):
        yield from _answered(state, _sheets(player, orders, None, theirs), row, False)
        throws = carrier in own and orders[carrier % 3] == STAND
        if throws and row > 1 and not state.marker_used:
            for receiver in own:
                if receiver != carrier:
                    yield from _answered(state, _sheets(player, orders, (row, receiver), theirs), row, True)


def _sheets(player: int, orders: tuple[int, ...], marker: tuple[int, int] | None, theirs: Sheet) -> tuple[Sheet, Sheet]:
    small, medium, large = orders
    mine = Sheet(((small, medium, large),) * 4, marker, quick_pass=False, blitz=False, dash=False)
    return (mine, theirs) if player == 0 else (theirs, mine)


class _UnansweredError(Exception):
    def __init__(self, options: tuple[str, ...]) -> None:
        self.options = options


def _refuse(question: Question) -> str:
    raise _UnansweredError(question.options)


def _answered(state: _State, sheets: tuple[Sheet, Sheet], row: int, passes: bool) -> Iterator[_State]:
    """Yield the state after the row with every way of answering its questions."""
    scripts: list[tuple[str, ...]] = [()]
    while scripts:
        script = scripts.pop()
        answers = iter(script)
        spend(_ROW_STEPS)
        play = state.play.copy()
        play.sheets = sheets
        play.choose = lambda question, answers=answers: next(answers, None) or _refuse(question)  # type: ignore[misc]
        try:
            play.row(row)
        except _UnansweredError as question:
            scripts += [(*script, option) for option in question.options]
        else:
            yield _State(play, state.marker_used or passes)
