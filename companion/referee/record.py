"""Write a refereed game as text, as far as that is the same in all games."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from companion.games.gamefile import AcceptedTable, GameForm, WrittenGame, turn_lines
from companion.games.options import RuleOptions
from companion.referee.grid import Commitment, Grid
from companion.referee.table_parts import ReadGame, WrittenStep

P = TypeVar("P")
Q = TypeVar("Q", bound=RuleOptions)
D = TypeVar("D")
Said = tuple[tuple[str, Any], ...]


class GameRecord(ABC, Generic[P, Q, D]):
    """A game in its engine's written form. P, Q and D: see `GameForm`."""

    form: GameForm[P, Q, D]

    def __init__(self, options: Q) -> None:
        self._options = options

    def believed(self, position: Any) -> P:
        """Return the engine's position for one of the referee's."""
        believed: P = position
        return believed

    @abstractmethod
    def grid(self, position: P, options: Q) -> Grid:
        """Return the table of an engine's position under these options."""

    @abstractmethod
    def again(self, before: Any, turn: Any, under: Commitment) -> D | None:
        """Replay a turn by the engine; None if it leads to another table."""

    @abstractmethod
    def announcement(self, under: Commitment) -> str:
        """Return the text before an accepted table."""

    @abstractmethod
    def events(self, done: D) -> Said:
        """Return the commitments before a turn as events of a recording."""

    @abstractmethod
    def events_before(self, said: str) -> Said:
        """Return the same for the text before an accepted table."""

    def options_of(self, game: WrittenGame[P, Q, D]) -> dict[str, Any]:
        """Return the options as a journal has them."""
        return game.options.to_json()

    def head(self, start: Any, tags: Mapping[str, str]) -> str:
        """Return everything above the turns. Raises GameError for a tag that cannot be written."""
        return self.form.write(WrittenGame(self.believed(start), (), self._options, tags))

    def position(self, position: Any) -> str:
        """Return a position in one line."""
        return self.form.write_position(self.believed(position))

    def line(self, before: Any, turn: Any, under: Commitment) -> str | None:
        """Return a turn in one line; None if no line of this game leads to its table."""
        done = self.again(before, turn, under)
        return None if done is None else self.form.write_turn(done)

    def read(self, text: str) -> ReadGame:
        """Read a written game. Raises GameError naming the line that is malformed or not legal."""
        game = self.form.read(text)
        lines = zip(turn_lines(text), game.lines, strict=True)
        steps = tuple(self._step(written, line, game.options) for written, line in lines)
        start = self.grid(game.start, game.options)
        return ReadGame(self.options_of(game), start, steps, game.tags, game.comments)

    def _step(self, text: str, line: D | AcceptedTable, options: Q) -> WrittenStep:
        if isinstance(line, AcceptedTable):
            said = self.events_before(line.said) if line.said else ()
            return WrittenStep(text, said, self.grid(line.position, options), accepted=True)
        return WrittenStep(text, self.events(line), self.grid(self.form.after(line), options))
