"""Words for what happens in Blokus 3D."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.reason import Reason, because
from companion.referee.table_parts import Wording


class BlokusWording(Wording):
    """Placements as reasons."""

    def commitment(self, value: Mapping[str, Any]) -> Reason:
        """Return an empty reason: this game has no commitments."""
        return because("blokus.table.turn")

    def moves(self, moves: Sequence[Mapping[str, Any]]) -> Reason:
        """Return ``L4 on 3,4, 3,5``."""
        return because("blokus.table.moves", moves=tuple(self.move(move) for move in moves))

    def move(self, move: Mapping[str, Any]) -> Reason:
        """Return ``L4 on 3,4, 3,5``."""
        squares = tuple(dict.fromkeys(f"{x},{y}" for x, y, _ in move["cells"]))
        return because("blokus.table.placed", piece=move["piece"], squares=squares)
