"""Refereed games as text that people paste, read and replay (`companion.games.gamefile`): from a journal, and into one.

The journal of a game that was imported keeps its text in the header under ``written``: tags, lines, comments.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.games.errors import CompanionError, printable
from companion.games.gamefile import accepted_line, numbered
from companion.games.reason import Reason
from companion.referee.belief import State
from companion.referee.errors import RefereeError
from companion.referee.game import Game, rejudge
from companion.referee.grid import Commitment
from companion.referee.keeping.journal import Contents, Journal
from companion.referee.keeping.nonsense import making_sense_of
from companion.referee.keeping.recording import Event
from companion.referee.keeping.records import Record
from companion.referee.pasted_text import split_games, tidied
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.table_parts import ReadGame, WrittenStep
from companion.referee.tables import TABLES, open_table, table_of
from companion.texts.language import english
from companion.texts.names import tidy_names
from vision.image import Image
from vision.tracking.contract import Tracker

_GAME: Final = re.compile(r'^\[Game "([^"]*)"\]', re.MULTILINE)
# More than any game has; a text is read whole.
MOST_CHARACTERS: Final = 2_000_000
# How far apart events of a game are put that nobody has timed.
STEP_SECONDS: Final = 1.0


class GameLine(NamedTuple):
    """A line, the position after it, and what is remarkable about it. Where it is a turn: the position before it, the
    turn as the table module has it (None for one that moved nothing, against the rules or unseen), and what it was made
    under."""

    text: str
    position: Any
    comment: str | None = None
    before: Any = None
    turn: Any = None
    under: Commitment | None = None


def game_text(contents: Contents) -> str:
    """Write a refereed game from its journal: the turns that stand in the end, and the accepted tables.

    Raises RefereeError for a game that has not begun, or a journal that makes no sense.
    """
    header = contents.header
    table = table_of(header)
    start, lines = lines_in(table, contents)
    kept = header.get("written", {})
    comments = {n: line.comment for n, line in enumerate(lines, 1) if line.comment}
    texts = [line.text for line in lines]
    if kept and len(kept["lines"]) == len(lines):
        # The same tables may be reached in several ways: the imported lines count.
        texts, comments = kept["lines"], {int(n): said for n, said in kept["comments"].items()}
    return joined(table, start, tags_of(header), texts, comments)


def joined(
    table: AnyTable, start: Any, tags: Mapping[str, str], lines: Iterable[str], comments: Mapping[int, str]
) -> str:
    """Return a whole game as text."""
    return table.record.head(start, tags) + "".join(f"{line}\n" for line in numbered(lines, comments))


def tags_of(header: Mapping[str, Any]) -> dict[str, str]:
    """Return the tags for players and date that a journal's header has."""
    if "written" in header:
        return dict(header["written"]["tags"])
    players = {side.capitalize(): name.translate(_SAFE) for side, name in tidy_names(header.get("players")).items()}
    begun = {"Date": str(header["begun"])} if "begun" in header else {}
    return {**players, **begun}


_SAFE: Final = str.maketrans({'"': "'", "\\": "/"})


class WrittenSoFar:
    """The lines of a game as they stand, record after record. They are remembered for every state of the session, so
    that a turn taken back leads to the lines before it."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._session = Session(table)
        self._states: dict[int, tuple[State, tuple[GameLine, ...]]]
        self._states = {id(self._session.state): (self._session.state, ())}
        self._start: Any = None

    def take(self, record: Record) -> None:
        """Raises RefereeError for a record that makes no sense."""
        with making_sense_of(record):
            self._take(record)

    def _take(self, record: Record) -> None:
        session, states = self._session, self._states
        old, lines = states[id(session.state)]
        verdict = rejudge(session, record)
        new = session.state
        if id(new) in states:
            return
        if new.beliefs and self._start is None:
            self._start = new.beliefs[0].before
        elif old.beliefs:
            why = verdict.reason if verdict else None
            lines = _caught_up(self._table, self._start, _ended(self._table, lines, old, new), old, new, why)
        states[id(new)] = (new, lines)

    def lines(self) -> tuple[Any, Sequence[GameLine]]:
        """Return the game's first position and its lines. Raises RefereeError for one that has not begun."""
        if self._start is None:
            raise RefereeError("referee.no_setup")
        last, lines = self._states[id(self._session.state)]
        return self._start, (*lines, *_made(self._table, last))

    def text(self, header: Mapping[str, Any]) -> str:
        """Return the whole game as text, see `game_text`."""
        start, lines = self.lines()
        comments = {n: line.comment for n, line in enumerate(lines, 1) if line.comment}
        return joined(self._table, start, tags_of(header), [line.text for line in lines], comments)


def lines_in(table: AnyTable, contents: Contents) -> tuple[Any, Sequence[GameLine]]:
    """Return a game's first position and its lines as they stand in the end. Raises RefereeError for a game that has
    not begun, or a journal that makes no sense."""
    written = WrittenSoFar(table)
    for record in contents.records:
        written.take(record)
    return written.lines()


def _ended(table: AnyTable, lines: tuple[GameLine, ...], old: State, new: State) -> tuple[GameLine, ...]:
    """Return the lines, with the turn that ended when the next one began, or that was let pass."""
    before = new.beliefs[0].before
    if new.said is None or new.said == old.said or new.beliefs[0].turn is not None:
        return lines
    made = _made(table, old)
    let_pass = not made and old.commitment is not None and old.commitment.mover != new.said.mover
    if old.commitment and let_pass and table.grid(before) == table.grid(old.beliefs[0].position):
        made = [_without_turn(table, old.beliefs[0].before, before, old.commitment)]
    return (*lines, *made)


def _without_turn(table: AnyTable, before: Any, after: Any, under: Commitment) -> GameLine:
    """Return the line of a player whose turn moved nothing, whatever the rules demand: somebody else is to move."""
    text = accepted_line(table.record.announcement(under), table.record.position(after))
    return GameLine(text, after, None, before, None, under)


def _made(table: AnyTable, state: State) -> list[GameLine]:
    """Return the turn made in a state, if there is one; passing is a turn that moves nothing."""
    belief, under = state.beliefs[0], state.said if state.passed else state.commitment
    if under is None:
        return []
    turn = belief.turn
    if turn is None and state.passed:
        turn = table.turn(belief.before, table.grid(belief.before), under) or table.passing(belief.before, under)
    if turn is None:
        if not state.passed or under.mover is None:
            return []
        after = table.moving(belief.before, table.next_mover(under.mover))
        return [_without_turn(table, belief.before, after, under)]
    text = table.record.line(belief.before, turn, under)
    if text is None:
        text = accepted_line(table.record.announcement(under), table.record.position(turn.position))
    return [GameLine(text, turn.position, None, belief.before, turn, under)]


def _caught_up(
    table: AnyTable, start: Any, lines: tuple[GameLine, ...], old: State, new: State, why: Reason | None
) -> tuple[GameLine, ...]:
    """Return the lines without those taken back, with one for a table accepted without a turn."""
    position, last = new.beliefs[0].before, new.beliefs[0].last
    missed = lines[-1] if lines and lines[-1].turn is None else None
    if (end := _reached(table, start, lines, position)) is not None:
        return lines[:end]
    if last and (end := _reached(table, start, lines, last.before)) is not None:
        turn = table.turn(last.before, table.grid(position), last.under)
        if turn and (text := table.record.line(last.before, turn, last.under)):
            return (*lines[:end], GameLine(text, position, None, last.before, turn, last.under))
    if missed and missed.under:
        # It may have been made after all, and seen late.
        turn = table.turn(missed.before, table.grid(position), missed.under)
        if turn and (text := table.record.line(missed.before, turn, missed.under)):
            return (*lines[:-1], GameLine(text, position, None, missed.before, turn, missed.under))
    said = table.record.announcement(old.said) if old.said else ""
    comment = english(why).translate(_BRACES) if why else None
    if new.said and new.said.mover and not new.in_force:
        position = table.moving(position, table.next_mover(new.said.mover))
    return (*lines, GameLine(accepted_line(said, table.record.position(position)), position, comment))


def _reached(table: AnyTable, start: Any, lines: tuple[GameLine, ...], position: Any) -> int | None:
    """Return the largest number of lines that lead to a table."""
    grid = table.grid(position)
    ends = range(len(lines), -1, -1)
    return next((end for end in ends if table.grid(lines[end - 1].position if end else start) == grid), None)


_BRACES: Final = str.maketrans("{}\n", "() ")


def take_in(text: str, path: Path, number: int | None = None) -> int:
    """Play a written game into a new journal, of several the one of that number. Returns how many lines it has.

    Raises GameError naming the line that is malformed or not legal, RefereeError where it cannot be played,
    KeepingError where the journal cannot be written. There is no journal then.
    """
    games = split_games(tidied(text[:MOST_CHARACTERS]))
    if number is None and len(games) > 1:
        raise RefereeError("written.several", n=len(games))
    chosen = 1 if number is None else number
    if not 1 <= chosen <= len(games):
        raise RefereeError("written.number", n=len(games))
    text = games[chosen - 1]
    found = _GAME.search(text)
    if not found:
        raise RefereeError("written.none")
    if found[1] not in TABLES:
        raise RefereeError("written.no_game", got=printable(found[1]), known=tuple(TABLES))
    read = open_table(found[1], {}).record.read(text)
    table = open_table(found[1], read.options)
    comments = {str(n): said for n, said in read.comments.items()}
    written = {"tags": dict(read.tags), "lines": [step.text for step in read.steps], "comments": comments}
    journal = Journal.create(path, {"game": found[1], "options": read.options, "camera": None, "written": written})
    try:
        with journal:
            _Played(table, journal).play(read)
    except BaseException:
        path.unlink()
        raise
    return len(read.steps)


class _Played:
    """A game being played into a journal."""

    def __init__(self, table: AnyTable, journal: Journal) -> None:
        self._table, self._game, self._number = table, Game(table, _nobody, journal), 0

    def play(self, read: ReadGame) -> None:
        self._game.enter(self._event("frame", None), read.grid)
        for number, step in enumerate(read.steps, 1):
            try:
                self._step(step)
            except CompanionError as error:
                raise RefereeError("written.line", line=number, reason=error.reason) from error
            if dict(self._game.session.grid) != dict(step.grid):
                raise RefereeError("written.elsewhere", line=number)

    def _step(self, step: WrittenStep) -> None:
        game = self._game
        for kind, value in step.said:
            event = self._event(kind, value)
            if kind == "correct":
                game.correct(event)
            else:
                game.commit(event)
        if dict(game.session.grid) == dict(step.grid) and (game.session.due or not step.accepted):
            game.correct(self._event("correct", {"pass": "sat_out" if step.accepted else True}))
            return
        verdict = game.enter(self._event("frame", None), step.grid)
        if step.accepted and not verdict.trait.turn:
            game.correct(self._event("correct", {"accept": True}))

    def _event(self, kind: str, value: Any) -> Event:
        event = Event(self._number, self._number * STEP_SECONDS, kind, value)
        self._number += 1
        return event


def _nobody(_image: Image) -> Tracker:
    raise NotImplementedError("a written game has no pictures")
