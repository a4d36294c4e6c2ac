"""Blokus 3D by touch: choose a piece, tap where it goes, turn to the placement that is meant."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from companion.app.games.engine_table import EngineTable, Json
from companion.app.json_object import JsonObject
from companion.games.reason import because
from companion.referee.errors import RefereeError
from companion.referee.keeping.shapes import Shape, ShapeError, fields, list_of, row_of, text, whole

_CELLS = list_of(row_of(whole(), whole(), whole()))
_IN_PROGRESS = fields(
    {"piece": text, "fits": list_of(_CELLS), "at": whole()}, {"square": text, "squares": list_of(text)}
)


def _in_progress(turn: Any) -> None:
    _IN_PROGRESS(turn)
    if turn["fits"] and turn["at"] >= len(turn["fits"]):
        raise ShapeError("shape.whole", least=0, most=len(turn["fits"]) - 1, got=turn["at"]).within("at")


class BlokusTable(EngineTable):
    """The turn in progress holds `piece`, the `squares` that it is to cover, the placements that fit (`fits`) and which
    of them is shown (`at`).
    """

    game = "blokus3d"
    in_progress: ClassVar[Shape] = _in_progress
    made: ClassVar[Shape] = fields({"piece": text, "cells": _CELLS})
    _placements: Sequence[Json] = ()

    def set_up(self, more: JsonObject) -> Json:
        return {"structure": more.get("structure", "tower"), "players": more.get("count", 2)}

    @property
    def phase(self) -> str:
        if self._over(self.position):
            return "over"
        return "place" if self.turn.get("fits") else "piece"

    def choose(self, piece: str) -> None:
        """The piece to place."""
        answer = self.ask("hint", position=self.position, piece=piece)
        self.more = {}
        if not answer["moves"]:
            nowhere = {"rule": "B3-turn", "reason": because("blokus.fits.nowhere", "B3-turn")}
            first = (answer["refused"] or [nowhere])[0]
            self.refuse(first)
            return
        self.stage(piece=piece, fits=[], at=0, squares=[])
        self._placements = answer["moves"]

    def tap(self, square: str) -> None:
        """The chosen piece is to cover this square, too; where it cannot cover all that were tapped, only this one.
        Tapping a square again shows the next way to lie there."""
        piece = self.turn.get("piece")
        if piece is None:
            raise RefereeError("table.piece_first")
        tapped = self.turn.get("squares", [])
        if square in tapped and self.turn.get("fits"):
            self.turn_piece()
            return
        if not self._placements:
            self._placements = self.ask("hint", position=self.position, piece=piece)["moves"]
        squares = [*tapped, square]
        fits = self._covering(squares)
        if not fits:
            squares = [square]
            fits = self._covering(squares)
        if not fits:
            self.refuse({"rule": "B3-turn", "reason": because("blokus.fits.not", "B3-turn", piece=piece)})
            return
        self.stage(fits=fits, at=0, square=square, squares=squares)

    def _covering(self, squares: Sequence[str]) -> list[Sequence[Sequence[int]]]:
        """The placements that cover these squares, those first that cover fewest others."""
        found = []
        for move in self._placements:
            covered = {f"{x},{y}" for x, y, _ in move["cells"]}
            if covered.issuperset(squares):
                found.append((len(covered), move["cells"]))
        return [cells for _, cells in sorted(found, key=lambda each: each[0])]

    def turn_piece(self, by: int = 1) -> None:
        """Another placement on the same squares, the next one or the one before."""
        if self.turn.get("fits"):
            self.stage(at=(self.turn["at"] + by) % len(self.turn["fits"]))

    def done(self) -> None:
        """Place it."""
        if not self.turn.get("fits"):
            raise RefereeError("table.place_first")
        self.place(self.turn["piece"], self.turn["fits"][self.turn["at"]])

    def place(self, piece: str, cells: Sequence[Sequence[int]]) -> None:
        answer = self.ask("apply", position=self.position, piece=piece, cells=cells)
        if refused := answer.get("illegal"):
            self.refuse(refused)
            return
        self._placements = ()
        self.make({"piece": piece, "cells": cells}, answer["position"], ())

    def play_on(self, slips: Callable[[str], bool]) -> None:
        """The piece is shown where it goes, then placed."""
        if self.phase == "place":
            self.done()
        elif slips(self.side):
            found = self._dice.choice(self.ask("moves", position=self.position)["moves"])
            self._show_found(found)
        else:
            self._show_found(self.thought())

    def suggest(self) -> None:
        """Show the placement that the engine would choose."""
        if self.hints_on and self.phase != "over":
            self._show_found(self.thought())

    def _show_found(self, found: Json | None) -> None:
        if found:
            cells = found["cells"]
            square = f"{cells[0][0]},{cells[0][1]}"
            self._placements = ()
            self.stage(piece=found["piece"], fits=[cells], at=0, square=square, squares=[])
            self.more = {"reason": found["reason"]} if "reason" in found else {}
