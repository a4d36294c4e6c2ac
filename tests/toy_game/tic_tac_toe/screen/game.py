"""Tic-tac-toe as the app plays it."""

from collections.abc import Mapping, Sequence
from typing import Any

from pyramid_companion.app.games.buttons import GameButtons
from pyramid_companion.app.games.deeds import Enter
from pyramid_companion.app.games.game import AppGame
from pyramid_companion.app.games.presenter import GameScreen
from pyramid_companion.app.games.screen_state import ScreenState
from pyramid_companion.app.games.state import TableState
from pyramid_companion.app.games.table import do
from pyramid_companion.app.games.turn_entry import Drafted, EntryStep, TurnEntry
from pyramid_companion.app.games.words import GameWords, TableTexts
from pyramid_companion.app.intents import AnyIntent
from pyramid_companion.referee.grid import Commitment, Grid

from ..rules.model import GAME, PLACES, SIDES, SIGNS, Position
from ..table.table import ToyDrawing


class ToyEntry(TurnEntry[Position, int]):
    """A step puts the mover's sign on a place, whether that is free or not. What counts is how many there are."""

    may_pass = False

    def start(self) -> Grid:
        return dict.fromkeys(PLACES, "")

    def score(self, position: Position | None) -> int:
        return 9 - position.signs.count("") if position else 0

    def drafted(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        return Drafted({**position.grid, **{step["to"]: SIGNS[position.to_move] for step in steps}})


def _tap(state: TableState[int], spot: str, _here: ScreenState) -> AnyIntent | None:
    return do(Enter({"to": spot})) if state.phase == "move" else None


def _moves(_t: TableTexts, moves: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{move['sign']} {move['to']}" for move in moves)


def _steps(_t: TableTexts, steps: Sequence[EntryStep]) -> str:
    return ", ".join(step["to"] for step in steps)


TOY = GameScreen(
    words=GameWords(GAME, _moves, _steps),
    drawing=ToyDrawing(),
    tap=_tap,
    things=lambda _state, _place: ("", "X", "O"),
    buttons=GameButtons(may_pass=False),
)


class ToyGame(AppGame):
    """By touch, or from pictures that a script shows."""

    game = GAME
    presented = TOY
    sides = SIDES
    sources = ("touch", "practice")

    def entry(self, options: Mapping[str, Any]) -> ToyEntry:
        return ToyEntry()


SCREEN = ToyGame()
