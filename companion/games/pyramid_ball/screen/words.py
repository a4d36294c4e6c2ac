"""Words for a game of Pyramid Ball, and its table as a picture of the field."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.app.games.presenter import OfferedReading, TablePresenter, TableView
from companion.app.games.turn_entry import EntryStep
from companion.app.json_object import JsonObject
from companion.app.views import BoardPicture, Tone
from companion.games.pyramid_ball.rules import initial
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.screen.event_words import event_words, named
from companion.games.pyramid_ball.screen.field import USUAL, Colours, colours_of
from companion.games.pyramid_ball.screen.program_shown import program_words
from companion.games.pyramid_ball.screen.state import BallScore, State
from companion.games.reason import Reason
from companion.referee.verdict import Verdict

GAME = "pyramid-ball"
# Kinds of events that are put into words; the others are visible on the field.
TOLD = ("pass", "interception", "tackle", "goal", "placed", "recover", "special", "won")


class BallWords(TablePresenter[BallScore]):
    """The words of the screen in all its modes."""

    game = GAME
    may_pass = False

    def name(self, side: str) -> str:
        """Return a player's name, a short one if none was given: both stand in the title."""
        return self._players.get(side) or self._t(f"ball.{side}")

    def moves(self, moves: Sequence[JsonObject]) -> str:
        told = (self.reason(Reason.from_json(move["text"])) for move in moves if "text" in move)
        seen = (f"{self._t.piece(move['piece'])} {move['from']}–{move['to']}" for move in moves if "text" not in move)
        return " ".join(told) or "; ".join(seen)

    def reason(self, reason: str | Reason) -> str:
        return super().reason(named(reason, {f"ball.{side}": self.name(side) for side in PLAYERS}))

    def steps(self, steps: Sequence[EntryStep]) -> str:
        return ""

    def things(self, state: State, place: str) -> tuple[str, ...]:
        """Return what a square may have: each pyramid with the ball and without it, the ball alone, nothing; what lies
        there first."""
        ball = f"{colours_on(state).ball}1"
        pieces = sorted({thing[:2] for thing in state.believed.values() if thing and thing != ball})
        offered = ("", *pieces, *(piece + ball for piece in pieces), ball)
        return tuple(dict.fromkeys((state.believed.get(place, ""), *offered)))

    def says(self, what: str, **values: Any) -> str:
        key = f"ball.say.{what}"
        return self._t(key, **values) if self._t.has(key) else super().says(what, **values)

    def verdict_words(self, verdict: Verdict) -> list[str]:
        if verdict.verdict in ("legal", "won") and verdict.side is None:
            events = verdict.more.get("events", ())
            told = [event_words(self.reason, event) for event in events if event["kind"] in TOLD]
            told = told or [self._t("ball.agrees.says" if verdict.moves else "ball.still.all")]
            return [*told, *(self.reason(note) for note in verdict.notes)]
        if verdict.verdict == "programs":
            read = ((side, verdict.more["programs"].get(side)) for side in PLAYERS)
            told = [f"{self.name(side)}: {program_words(program)}" for side, program in read if program]
            return [*told, *(self.reason(note) for note in verdict.notes)]
        if verdict.verdict == "programming":
            return [self._t("ball.camera.think")]
        return super().verdict_words(verdict)

    def _title(self, state: State) -> str:
        if state.phase == "setup":
            return super()._title(state)
        score = (state.score.position or {}).get("score", (0, 0))
        return self._title_at(state, score) if not state.winner else f"{super()._title(state)} {score[0]} : {score[1]}"

    def _title_at(self, state: State, score: Sequence[int]) -> str:
        """Return the players with this score."""
        return f"{self.name('first')} {score[0]} : {score[1]} {self.name('second')}"

    def _headline(self, state: State) -> str:
        if state.phase == "roll" and state.verdict and state.verdict.verdict == "legal":
            return self._t("ball.agrees")
        if state.phase == "illegal" and not state.notice:
            return self._t("ball.elsewhere")
        return super()._headline(state)

    def _roll_words(self, state: State) -> str:
        return ""

    def _tone(self, state: State) -> Tone:
        return "plain" if state.phase == "move" and not state.notice else super()._tone(state)

    def _board(self, state: State) -> BoardPicture:
        return self._on_field(super()._board(state), state)

    def _past(self, state: State, moment: int) -> TableView[BallScore]:
        view = super()._past(state, moment)
        return replace(view, board=self._on_field(view.board, state))

    def offered(self, state: State) -> tuple[OfferedReading, ...]:
        found = super().offered(state)
        return tuple(replace(reading, board=self._on_field(reading.board, state)) for reading in found)

    def _on_field(self, board: BoardPicture, state: State) -> BoardPicture:
        grid = {place: thing for place, thing in board.grid.items() if thing}
        frames, badges = dict(board.frames), dict(board.badges)
        for start, end in state.strayed if state.phase == "illegal" and self.moment is None else ():
            badges[start] = ("×", "bad")
            frames[end], badges[end] = "good", ("+", "good")
        return replace(board, grid=grid, frames=frames, badges=badges)


def colours_on(state: State) -> Colours:
    position = state.score.position
    if position is None and state.camera and state.camera.setup and state.camera.setup.wanted:
        position = initial().to_json()
    if position is None or not state.believed:
        return USUAL
    try:
        return colours_of(position, state.believed)
    except (KeyError, ValueError):
        return USUAL
