"""A game of Blokus 3D: choose a piece, tap where it goes, turn to the placement that is meant."""

from dataclasses import replace

from companion.app.games.state import TableState
from companion.app.games.table import PlayedTable
from companion.games.blokus3d.screen.entry import BlokusScore, PieceEntry, PlacementEntry
from companion.games.reason import because
from companion.referee.errors import RefereeError


class BlokusTable(PlayedTable[BlokusScore]):
    """`own` of the state is what is being placed."""

    def choose(self, piece: str) -> None:
        """The piece to place."""
        if self._phase() != "move":
            return
        if why := self._placements.nowhere(self.session.position, piece):
            self.refuse(why)
        else:
            self.enter({"piece": piece})

    def cover(self, square: str) -> None:
        """The chosen piece is to cover this square, too, see `PlacementEntry.placing`."""
        piece = self._placing.piece
        if not piece:
            raise RefereeError("table.piece_first")
        try:
            self.enter({"cover": square})
        except RefereeError:
            self.refuse(because("blokus.fits.not", "B3-turn", piece=piece))

    def turn_piece(self, by: int = 1) -> None:
        """Another placement on the same squares, the next one or the one before."""
        if self._placing.ways:
            self.enter({"turn": str(by)})

    def done(self) -> None:
        if self._draft and not self._placing.cells:
            raise RefereeError("table.place_first")
        super().done()

    def suggest(self) -> None:
        """Show the placement that the engine would choose; where no camera watches it can be taken over at once."""
        watched = self._watched and not self._source.by_hand
        if watched or not self.hints_on or self._phase() != "move" or self._under is None:
            super().suggest()
        elif found := self._entry.thought(self.session.position, self._under, self._chance("turn")):
            self._keep_draft([*self._draft, *found.steps], self._passed)
            self._hint, self._suggestion = None, found

    def state(self) -> TableState[BlokusScore]:
        return replace(super().state(), own=self._placing)

    @property
    def _placements(self) -> PlacementEntry:
        assert isinstance(self._entry, PlacementEntry)
        return self._entry

    @property
    def _placing(self) -> PieceEntry:
        if not self.session.started:
            return PieceEntry()
        return self._placements.placing(self.session.position, self._draft)
