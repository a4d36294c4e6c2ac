"""Blokus 3D in words, offers and a picture of the building."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.app.games.blokus.table import BlokusTable
from companion.app.games.engine_presenter import PlayPresenter, PlayView
from companion.app.games.engine_table import EngineState, MadeTurn
from companion.app.intents import Intent, call
from companion.app.json_object import JsonObject
from companion.app.views import Action, Tone
from companion.games.blokus3d.pieces import ORIENTATIONS
from companion.games.blokus3d.structures import limits

LETTERS: Mapping[str, str] = {"blue": "B", "yellow": "Y", "red": "R", "green": "G"}
PER_ROW = 6
# Each piece as it lies flattest.
SHAPES = {
    piece: min(shapes, key=lambda shape: tuple(max(cube[axis] for cube in shape) for axis in (2, 1, 0)))
    for piece, shapes in ORIENTATIONS.items()
}


@dataclass(frozen=True)
class Building:
    """Columns by square from the board up, a letter a cube; `ghost` are the cubes about to be placed, in `colour`.
    `limits` are the heights that squares may have, `tapped` the squares that the piece is to cover.
    """

    columns: Mapping[str, str]
    ghost: Sequence[Sequence[int]] = ()
    colour: str = "B"
    limits: Mapping[str, int] = field(default_factory=dict)
    tapped: Sequence[str] = ()


class BlokusPresenter(PlayPresenter):
    """The screen of Blokus 3D."""

    table = BlokusTable

    def tap(self, state: EngineState, spot: str) -> Intent[BlokusTable] | None:
        if self.moment is not None or state.phase == "over" or self.computers_turn(state):
            return None
        if not state.turn.get("piece"):
            return None
        return call(BlokusTable.tap, spot)

    def view(self, state: EngineState) -> PlayView:
        past = self.looked_at(state)
        position = past.position if past else state.position
        told = None if past else self.told(state)
        return PlayView(
            title=self.past_title(state) if past else self.title(state),
            tone="bad" if told else "good" if state.phase == "over" else "accent",
            headline=self.t("head.notice") if told else self._headline(state),
            words=(*(told or self._words(state)), *self._out(position), self._scores(state), *self.series(state)),
            board=self._building(state) if not past else Building(position["columns"]),
            rows=() if past or state.phase == "over" or self.computers_turn(state) else self._pieces(state),
            actions=self.usual(state, *self._more(state)),
            moments=len(state.plays),
            moment=self.moment,
        )

    def _headline(self, state: EngineState) -> str:
        if state.phase == "over":
            return self.t("verdict.won")
        piece = state.turn.get("piece", "")
        if self.computers_turn(state):
            return self.t("computer.turn", player=self.name(state.side))
        return self.t("blokus.where" if piece and state.phase == "piece" else f"blokus.{state.phase}", piece=piece)

    def _words(self, state: EngineState) -> tuple[str, ...]:
        if state.phase == "over":
            return ()
        if reason := state.more.get("reason"):
            return (self.t.reason(reason),)
        if self.computers_turn(state):
            return ()
        if state.phase == "place":
            return (self.t("blokus.place.says", n=state.turn["at"] + 1, all=len(state.turn["fits"])),)
        return (self.t("blokus.where.says" if state.turn.get("piece") else "blokus.piece.says"),)

    def turn_words(self, play: MadeTurn) -> str:
        return self.t("blokus.played", player=self.name(play.side), piece=play.what["piece"])

    def _out(self, position: JsonObject) -> tuple[str, ...]:
        """Who can place nothing more and is passed over."""
        out = position.get("out", ())
        return (self.t("blokus.out", players=", ".join(self.name(player) for player in out)),) if out else ()

    def _scores(self, state: EngineState) -> str:
        scores = state.outcome["scores"]
        told = ", ".join(f"{self.name(player)} {score}" for player, score in scores.items())
        return self.t("blokus.scores", scores=told)

    def scores(self, state: EngineState) -> tuple[str, ...]:
        return (self._scores(state),)

    def mark(self, state: EngineState, play: MadeTurn) -> str:
        return LETTERS[play.side]

    def _building(self, state: EngineState) -> Building:
        fits = state.turn.get("fits")
        ghost = fits[state.turn["at"]] if fits else ()
        position = state.position
        if state.phase == "over":
            won = {LETTERS[side] for side in self.winners(state)}
            seen = tuple(square for square, column in position["columns"].items() if column[-1:] in won)
            return Building(position["columns"], tapped=seen)
        heights = limits(position["structure"], len(position["players"]))
        highest = {f"{x},{y}": height for (x, y), height in heights.items()}
        return Building(
            position["columns"], ghost, LETTERS.get(state.side, ""), highest, tuple(state.turn.get("squares", ()))
        )

    def _pieces(self, state: EngineState) -> tuple[tuple[Action, ...], ...]:
        left = state.position["left"][state.side]
        chosen = state.turn.get("piece")
        colour = LETTERS[state.side]

        def button(piece: str) -> Action:
            tone: Tone = "accent" if piece == chosen else "plain"
            choose = call(BlokusTable.choose, piece)
            return Action(f"choose {piece}", piece, tone, True, SHAPES[piece], colour, choose)

        buttons = [button(piece) for piece in left]
        return tuple(tuple(buttons[i : i + PER_ROW]) for i in range(0, len(buttons), PER_ROW))

    def _more(self, state: EngineState) -> tuple[Action, ...]:
        if state.phase != "place":
            return ()
        several = len(state.turn["fits"]) > 1
        turn = Action("turn_piece", self.t("blokus.turn"), enabled=several, intent=call(BlokusTable.turn_piece))
        back = call(BlokusTable.turn_piece, -1)
        turn_back = Action("turn_back", self.t("blokus.turn.back"), enabled=several, intent=back)
        return (turn_back, turn, Action("done", self.t("blokus.done"), "accent", intent=call(BlokusTable.done)))
