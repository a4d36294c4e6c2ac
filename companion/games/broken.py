"""A broken rule, as every engine tells of it."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.games.reason import Reason

# How a game names a cell.
Cell = TypeVar("Cell")


@dataclass(frozen=True)
class Broken(Generic[Cell]):
    """A breach: what happened, the rule it breaks, and the cells concerned."""

    reason: Reason
    cells: tuple[Cell, ...] = ()

    @property
    def rule(self) -> str:
        """The rule broken."""
        assert self.reason.rule is not None
        return self.reason.rule

    def to_json(self) -> dict[str, Any]:
        cells = [list(cell) if isinstance(cell, tuple) else cell for cell in self.cells]
        return {"rule": self.rule, "reason": self.reason, "cells": cells}
