"""The screen of a watched game of Blokus 3D in words, offers and a picture of the turntable."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.app.games.blokus.watched_entry import GAME, BlokusScore
from companion.app.games.refereed_presenter import RefereedPresenter, RefereedView
from companion.app.games.refereed_state import TableState
from companion.app.games.refereed_table import RefereedTable
from companion.app.games.turn_entry import EntryStep
from companion.app.intents import Intent, call
from companion.app.json_object import JsonObject
from companion.app.views import BoardPicture, Tone
from companion.games.blokus3d import LETTERS
from companion.referee.tables.blokus.columns import HOLE, possible
from companion.referee.tables.blokus.table import DRAW
from companion.referee.tables.blokus.wording import BlokusWording
from companion.referee.verdict import Verdict

State = TableState[BlokusScore]


class WatchedBlokusPresenter(RefereedPresenter[BlokusScore]):
    """A tap on a square asks what the mover may place there; where nobody watches it puts a cube there."""

    game = GAME
    may_pass = False

    def tap(self, state: State, spot: str) -> Intent[RefereedTable[Any]] | None:
        self.asked = None
        if self.moment is not None or state.phase != "move":
            return None
        if state.source == "touch":
            return call(RefereedTable.enter, {"on": spot})
        if spot == self.picked:
            self.picked = None
            return call(RefereedTable.forget_hint)
        self.picked = spot
        return call(RefereedTable.touch, spot)

    def moves(self, moves: Sequence[JsonObject]) -> str:
        return self._t.reason(BlokusWording().moves(moves)) if moves else ""

    def steps(self, steps: Sequence[EntryStep]) -> str:
        return self._t("blokus.watched.cubes", n=len(steps)) if steps else ""

    def things(self, state: State, place: str) -> tuple[str, ...]:
        letters = "".join(LETTERS[player] for player in state.score.points)
        return tuple(thing for thing in possible(state.believed.get(place, ""), letters) if HOLE not in thing)

    def reach(self, state: State, place: str) -> str:
        pieces = ", ".join(state.hint.things) if state.hint else ""
        return self._t("blokus.watched.reach", square=place, pieces=pieces)

    def arrow(self, move: JsonObject) -> tuple[str, str] | None:
        return None

    def says(self, what: str, **values: Any) -> str:
        return self._t(f"blokus.watched.{what}", **values)

    def verdict_words(self, verdict: Verdict) -> list[str]:
        points: Mapping[str, int] = verdict.more.get("scores", {})
        told = ", ".join(f"{self.name(player)} {n}" for player, n in points.items())
        words = super().verdict_words(verdict)
        if verdict.verdict == "won":
            words[0] = self.says("legal", player=self.name(verdict.side or ""), moves=self.moves(verdict.moves))
        return [*words, *([told] if told else [])]

    def scores(self, state: State) -> tuple[str, ...]:
        return (", ".join(f"{self.name(player)} {n}" for player, n in state.score.points.items()),)

    def _title(self, state: State) -> str:
        return self._t("blokus.watched.shared") if state.winner == DRAW else super()._title(state)

    def view(self, state: State) -> RefereedView[BlokusScore]:
        view = super().view(state)
        return replace(view, board=_shown(view.board, state))

    def _board(self, state: State) -> BoardPicture:
        board = super()._board(state)
        moves = state.suggestion.moves if state.suggestion else ()
        if not moves and state.phase in ("move", "won") and not state.hint and state.moments:
            moves = state.moments[-1].verdict.moves
        tone: Tone = "accent" if state.suggestion else "mark"
        if state.phase == "won" and state.winner and state.winner in LETTERS:
            seen = [place for place, column in board.grid.items() if column[-1:] == LETTERS[state.winner]]
            return replace(board, frames=dict.fromkeys(seen, "good"))
        squares = [f"{x},{y}" for move in moves for x, y, _ in move["cells"]]
        return replace(board, frames={**dict.fromkeys(squares, tone), **board.frames})


def _shown(board: BoardPicture, state: State) -> BoardPicture:
    """The squares that are built on, and others on which something stands."""
    mask = frozenset(state.score.squares)
    return replace(board, grid={place: thing for place, thing in board.grid.items() if place in mask or thing})
