"""What was seen in one picture, as far as it was asked: kept, so that it can be judged again without the picture."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from companion.referee.errors import RefereeError
from companion.referee.grid import Place, Thing
from vision.errors import VisionError
from vision.tracking.contract import Look

FLOOR = -1000.0


class Evidence:
    """The answers of a Look, each thing asked about once for each place, in nats rounded to hundredths.

    With no Look behind it (read back from a journal) only what was asked before is known. `entered` is what the players
    say lies on each place, where they do: that is considered, however unlikely. `beside` is what the look told of
    anything but the places (`TableModule.beside`), as JSON.
    """

    def __init__(
        self,
        look: Look | None,
        hand: bool,
        hidden: frozenset[Place],
        places: Sequence[Place] = (),
        entered: Mapping[Place, Thing] | None = None,
        beside: Mapping[str, Any] | None = None,
    ) -> None:
        self._places = places
        self.beside: Mapping[str, Any] = beside or {}
        self.entered = dict(entered or {})
        self.hand = hand
        self.hidden = hidden
        self._look = look
        self._known: dict[str, dict[str, float]] = {}
        self._touched: dict[str, tuple[str, float]] = {}

    @classmethod
    def of(
        cls,
        look: Look,
        places: Sequence[Place],
        entered: Mapping[Place, Thing] | None = None,
        beside: Mapping[str, Any] | None = None,
    ) -> "Evidence":
        """What a look answers about these places of a table; `entered` is what players say lies there."""
        evidence = cls(look, bool(look.hand), frozenset(look.hidden), places, entered, beside)
        told = {cell: look.touched(cell) for cell in places}
        evidence._touched = {cell: (known[0], round(known[1], 2)) for cell, known in told.items() if known}
        return evidence

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Evidence":
        hidden = frozenset(kept["hidden"])
        evidence = cls(None, kept["hand"], hidden, entered=kept.get("entered"), beside=kept.get("beside"))
        evidence._known = {cell: dict(answers) for cell, answers in kept["cells"].items()}
        # Journals of older versions keep none.
        evidence._touched = {cell: (stack, nats) for cell, (stack, nats) in kept.get("touched", {}).items()}
        return evidence

    def to_json(self) -> dict[str, Any]:
        cells = {cell: self._known[cell] for cell in self._places or self._known if cell in self._known}
        kept = {"hand": self.hand, "hidden": sorted(self.hidden), "cells": cells, "touched": self._touched}
        kept |= {"beside": dict(self.beside)} if self.beside else {}
        return {**kept, "entered": self.entered} if self.entered else kept

    @property
    def touched(self) -> Mapping[str, tuple[str, float]]:
        """For each cell known from an earlier look the stack that stood there, and how much likelier (nats) what is
        seen is if that was touched, though the same stands there again, than if not."""
        return self._touched

    def most(self, cell: str) -> float:
        """The log likelihood of the likeliest stack that was asked about; 0 for a hidden cell."""
        return 0.0 if cell in self.hidden else max(self._known.get(cell, {"": 0.0}).values())

    def known(self, cell: str) -> Mapping[str, float]:
        """What was asked about a cell so far, and the answers."""
        return self._known.get(cell, {})

    def ask(self, cell: str, stacks: Sequence[str]) -> dict[str, float]:
        """Log likelihood of each stack, up to one constant for the cell; zeros for a hidden cell.

        Raises RefereeError where the evidence was kept without one of the stacks, VisionError for a Look's nonsense.
        """
        if cell in self.hidden:
            return dict.fromkeys(stacks, 0.0)
        known = self._known.setdefault(cell, {})
        new = [stack for stack in dict.fromkeys(stacks) if stack not in known]
        if new:
            if self._look is None:
                raise RefereeError("referee.no_evidence", thing=repr(new[0]), cell=cell)
            answers = np.asarray(self._look.log_likelihoods(cell, new), dtype=np.float64)
            if answers.shape != (len(new),) or np.isnan(answers).any():
                raise VisionError("vision.likelihoods.none", cell=cell, answers=repr(answers), n=len(new))
            for stack, answer in zip(new, answers, strict=True):
                known[stack] = round(float(max(answer, FLOOR)), 2)
        return {stack: known[stack] for stack in stacks}
