"""Tic-tac-toe as the app plays it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyramid_companion.app.games.deeds import Enter
from pyramid_companion.app.games.game import AppGame
from pyramid_companion.app.games.presenter import TablePresenter
from pyramid_companion.app.games.state import TableState
from pyramid_companion.app.games.surroundings import Around, ScreenPlayer
from pyramid_companion.app.games.table import PlayedTable, do
from pyramid_companion.app.games.turn_entry import Drafted, EntryStep, TurnEntry
from pyramid_companion.app.intents import Intent
from pyramid_companion.app.texts.texts import Texts
from pyramid_companion.referee.grid import Commitment, Grid

from ..rules.model import GAME, PLACES, SIDES, SIGNS, Position
from ..table.table import ToyDrawing

if TYPE_CHECKING:
    from pyramid_companion.app.games.screen import TableScreen


class ToyEntry(TurnEntry[Position, int]):
    """A step puts the mover's sign on a place, whether that is free or not. What counts is how many there are."""

    may_pass = False

    def start(self) -> Grid:
        return dict.fromkeys(PLACES, "")

    def score(self, position: Position | None) -> int:
        return 9 - position.signs.count("") if position else 0

    def drafted(self, position: Position, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        return Drafted({**position.grid, **{step["put"]: SIGNS[position.to_move] for step in steps}})


class ToyPresenter(TablePresenter[int]):
    """A tap puts a sign."""

    game = GAME
    may_pass = False

    def tap(self, state: TableState[int], spot: str) -> Intent[PlayedTable[Any]] | None:
        return do(Enter({"put": spot})) if state.phase == "move" else None

    def moves(self, moves: Sequence[Mapping[str, Any]]) -> str:
        return ", ".join(f"{move['sign']} {move['put']}" for move in moves)

    def steps(self, steps: Sequence[EntryStep]) -> str:
        return ", ".join(step["put"] for step in steps)

    def things(self, state: TableState[int], place: str) -> tuple[str, ...]:
        return ("", "X", "O")


class ToyGame(AppGame):
    """By touch, or from pictures that a script shows."""

    game = GAME
    drawing = ToyDrawing()
    sides = SIDES
    sources = ("touch", "practice")

    def entry(self, options: Mapping[str, Any]) -> ToyEntry:
        return ToyEntry()

    def presenter(self, texts: Texts) -> ToyPresenter:
        return ToyPresenter(texts)

    def screen(self, around: Around) -> "TableScreen":
        from pyramid_companion.app.games.screen import Parts, TableScreen  # noqa: PLC0415 - opens the window
        from pyramid_companion.app.widgets.game_board import ThingButton  # noqa: PLC0415 - opens the window

        from .widgets import Count  # noqa: PLC0415 - opens the window

        parts = Parts(self.board_view, Count(), lambda thing, name: ThingButton(self.drawing, thing, name=name))
        return TableScreen(self.presenter(around.texts), parts, around.send, around.leave, name="toy screen")

    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        driver.begin(self.game)
        yield "toy"


SCREEN = ToyGame()
