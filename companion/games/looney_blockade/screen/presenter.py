"""The table screen of Looney Blockade in its own words."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.app.games.deeds import Enter, ForgetHint, Touch
from companion.app.games.presenter import TablePresenter, TableView
from companion.app.games.state import TableState
from companion.app.games.table import PlayedTable, do
from companion.app.games.turn_entry import EntryStep
from companion.app.intents import AnyIntent, Intent
from companion.app.json_object import JsonObject
from companion.app.views import BoardPicture, ShownDie
from companion.games.looney_blockade.rules import SIDES, pieces_too_many
from companion.games.looney_blockade.rules.model import TOWERS_TO_WIN
from companion.games.looney_blockade.screen.entry import GAME, LooneyScore, hop
from companion.games.looney_blockade.table.stacks import possible
from companion.texts.language import capital

State = TableState[LooneyScore]
# If both dice show at most this, one colour may have their sum.
LOW = 3


class LooneyPresenter(TablePresenter[LooneyScore]):
    """Shows the game. A hop is entered by two taps."""

    game = GAME
    mend = "do.capped"
    _looks: Callable[[str], str] = staticmethod(str)

    def view(self, state: State) -> TableView[LooneyScore]:
        """Return the screen in the colours that the pieces have."""
        if not state.score.instead:
            return super().view(state)
        looks = self._looks = state.score.looks
        self._t = self.texts.with_colours(state.score.instead)
        view = super().view(state)
        dice = tuple(replace(die, colour=looks(die.colour)) for die in view.dice)
        grid = {cell: looks(stack) for cell, stack in view.board.grid.items()}
        return replace(view, board=replace(view.board, grid=grid), dice=dice)

    def typed(self, state: State, dice: Sequence[ShownDie], values: tuple[int, ...]) -> AnyIntent:
        usual = {state.score.looks(colour): colour for colour in state.score.towers}
        return super().typed(state, [replace(die, colour=usual[die.colour]) for die in dice], values)

    def looks(self, stack: str) -> str:
        """Return a stack as it looks in the game that was shown last."""
        return self._looks(stack)

    def tap(self, state: State, spot: str) -> Intent[PlayedTable[Any]] | None:
        """Return the intent of a tap on a cell, None if only the screen changes."""
        asked, self.asked = self.asked, None
        if self.moment is not None or state.phase != "move":
            return None
        start, hint = self._held(state), state.hint
        if start is None or (state.source != "touch" and not (hint and spot in hint.refused)):
            self.picked = spot if state.grid.get(spot) else None
            return do(Touch(spot)) if self.picked else None
        if spot == start:
            self.picked = None
            return do(ForgetHint())
        if state.source != "touch" or (hint and spot not in hint.costs and asked != spot):
            self.asked = spot
            return None
        self.picked = None
        return do(Enter(hop(start, spot)))

    def to_put_right(self, place: str, right: str, seen: str) -> str:
        """Return the piece to put on or take off, if that is all."""
        for key, more, less in (("put_on", right, seen), ("take_off", seen, right)):
            if more.startswith(less) and len(more) == len(less) + 2:
                return self.reason(self._t(f"setting.{key}", cell=place, piece=more[-2:]))
        return super().to_put_right(place, right, seen)

    def moves(self, moves: Sequence[JsonObject]) -> str:
        return self._t.moves(tuple(moves))

    def steps(self, steps: Sequence[EntryStep]) -> str:
        return "; ".join(f"{step['from']}–{step['to']}" for step in steps)

    def things(self, state: State, place: str) -> tuple[str, ...]:
        """Return the stacks that a cell may have. A camera may have seen the cell that a piece too many has left."""
        offered = possible(state.believed.get(place, ""))
        if state.source != "touch":
            return offered
        elsewhere = tuple(stack for cell, stack in state.believed.items() if cell != place)
        return tuple(stack for stack in offered if not pieces_too_many((*elsewhere, stack)))

    def _told(self, state: State) -> list[str]:
        """Return the same, with what a low roll allows."""
        said, roll = super()._told(state), state.roll or {}
        low = bool(roll) and max(roll.values()) <= LOW
        if state.phase == "move" and low and not self.computers_turn(state):
            said.insert(1, self._t("looney.low", n=sum(roll.values())))
        return said

    def _board(self, state: State) -> BoardPicture:
        """Return the board; once the game is over, with the towers that have won it."""
        board = super()._board(state)
        if state.phase != "won" or not state.winner:
            return board
        full = [colour for colour in self.colours(state.winner) if state.score.towers.get(colour, 0) >= TOWERS_TO_WIN]
        won = [cell for cell, stack in state.grid.items() for colour in full if f"{colour}3{colour}2{colour}1" in stack]
        # Leave out the last turn's arrows: they would cover them.
        return replace(board, frames=dict.fromkeys(won, "good"), arrows=())

    def scores(self, state: State) -> tuple[str, ...]:
        told = ", ".join(f"{self._t.colour(colour)} {n}" for colour, n in state.score.towers.items())
        return (f"{self._t('towers')}: {told}",)

    def colours(self, side: str) -> tuple[str, ...]:
        return SIDES["cool" if side == "cool" else "warm"]

    def reach(self, state: State, place: str) -> str:
        said = self._t("say.reach", piece=self._t.piece(state.grid[place][-2:]), cell=place)
        return capital(said)
