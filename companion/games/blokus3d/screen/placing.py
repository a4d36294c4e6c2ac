"""Blokus 3D's own part of a table: a piece is chosen, put on squares, and turned as the player means it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.app.games.companion import Companion
from companion.app.games.deeds import Deed, Done, Enter, Refuse, Suggest
from companion.app.games.given_hints import GivenHints
from companion.app.games.state import AnyState
from companion.app.games.table import PlayedTable
from companion.games.blokus3d.screen.deeds import ChoosePiece, Cover, TurnPiece
from companion.games.blokus3d.screen.entry import PieceEntry, PlacementEntry
from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError


class PiecesToPlace(Companion):
    """Enters placements; `own` of the state is what is being placed."""

    def __init__(self, table: PlayedTable[Any], entry: PlacementEntry, hints: GivenHints) -> None:
        self._table, self._entry, self._hints = table, entry, hints

    def answer(self, deed: Deed) -> Iterator[Deed]:
        match deed:
            case ChoosePiece(piece):
                if self._table.phase == "move":
                    why = self._refused(piece)
                    yield Refuse(why) if why else Enter({"piece": piece})
            case Cover(square):
                yield self._covering(square)
            case TurnPiece(by):
                if self._placing.ways:
                    yield Enter({"turn": str(by)})
            case Done() if self._table.draft and not self._placing.cells:
                raise RefereeError("table.place_first")
            case Suggest() if self._enters:
                yield from self._suggest()
            case _:
                yield deed

    def _refused(self, piece: str) -> Reason | None:
        """Return why a piece cannot be chosen, None if it can: cubes put down one by one are not lost by it."""
        position, now = self._table.session.position, self._placing
        if why := self._entry.nowhere(position, piece):
            return why
        if now.cells and not now.piece and not self._entry.over(position, piece, now).ways:
            return because("blokus.fits.over", "B3-turn", piece=piece)
        return None

    def _covering(self, square: str) -> Deed:
        table, piece = self._table, self._placing.piece
        if not piece:
            raise RefereeError("table.piece_first")
        step = {"cover": square}
        try:
            if table.under:
                self._entry.drafted(table.session.position, table.under, [*table.draft, step])
        except RefereeError:
            return Refuse(because("blokus.fits.not", "B3-turn", piece=piece))
        return Enter(step)

    def _suggest(self) -> Iterator[Deed]:
        """Enter the placement that the engine would choose, so that it can be accepted at once."""
        table = self._table
        assert table.under
        if found := self._entry.thought(table.session.position, table.under, table.chance("turn")):
            for step in found.steps:
                yield Enter(step)
            self._hints.suggestion = found

    @property
    def _enters(self) -> bool:
        """True if turns are entered here, not made under a camera."""
        table = self._table
        watched = table.watched and not table.source.by_hand
        return not watched and self._hints.on and table.phase == "move" and table.under is not None

    @property
    def _placing(self) -> PieceEntry:
        if not self._table.session.started:
            return PieceEntry()
        return self._entry.placing(self._table.session.position, self._table.draft)

    def add_to_state(self, state: AnyState) -> AnyState:
        return replace(state, own=self._placing)
