"""Likelihoods read from one picture. Stored, so that the game can be judged again without it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from companion.referee import priors
from companion.referee.errors import RefereeError
from companion.referee.grid import Place, Thing
from vision.errors import VisionError
from vision.tracking.contract import Look, WholeLook

FLOOR = -1000.0
LEAST = -15.0
"""Nats; that whole tables explain a picture worse than the first one asked about by more than this is not kept."""


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
        # Whole tables by what is other there than on the first one asked about.
        self._first: dict[Place, Thing] = {}
        self._whole: dict[str, float] = {}
        self._unexplained: dict[str, float] = {}

    @classmethod
    def of(
        cls,
        look: Look,
        places: Sequence[Place],
        entered: Mapping[Place, Thing] | None = None,
        beside: Mapping[str, Any] | None = None,
    ) -> "Evidence":
        """Build the evidence of a look at these places. `entered`: the table as players have entered it."""
        evidence = cls(look, bool(look.hand), frozenset(look.hidden), places, entered, beside)
        told = {cell: look.touched(cell) for cell in places}
        evidence._touched = {cell: (known[0], round(known[1], 2)) for cell, known in told.items() if known}
        return evidence

    @classmethod
    def from_json(cls, kept: Mapping[str, Any], look: Look | None = None) -> "Evidence":
        """Read evidence that was kept. `look` answers what was not asked then, where it is still to be had."""
        hidden = frozenset(kept["hidden"])
        evidence = cls(look, kept["hand"], hidden, entered=kept.get("entered"), beside=kept.get("beside"))
        evidence._known = {cell: dict(answers) for cell, answers in kept["cells"].items()}
        # Journals of older versions keep none.
        evidence._touched = {cell: (stack, nats) for cell, (stack, nats) in kept.get("touched", {}).items()}
        evidence._first = dict(kept.get("tables", {}).get("first", {}))
        evidence._whole = dict(kept.get("tables", {}).get("nats", {}))
        evidence._unexplained = dict(kept.get("tables", {}).get("unexplained", {}))
        return evidence

    def to_json(self) -> dict[str, Any]:
        cells = {cell: self._known[cell] for cell in self._places or self._known if cell in self._known}
        kept = {"hand": self.hand, "hidden": sorted(self.hidden), "cells": cells, "touched": self._touched}
        kept |= {"beside": dict(self.beside)} if self.beside else {}
        if self._whole:
            told = {table: nats for table, nats in self._whole.items() if nats > LEAST}
            first = {place: thing for place, thing in self._first.items() if thing}
            kept["tables"] = {"first": first, "nats": told, "unexplained": self._unexplained}
        return {**kept, "entered": self.entered} if self.entered else kept

    @property
    def touched(self) -> Mapping[str, tuple[str, float]]:
        """Stack that stood in each cell known from an earlier look, and the log odds (nats) that it was
        touched, even if the same stands there again."""
        return self._touched

    def most(self, cell: str) -> float:
        """Return the log-likelihood of the likeliest stack that was asked about; 0 for a hidden cell."""
        return 0.0 if cell in self.hidden else max(self._known.get(cell, {"": 0.0}).values())

    def likeliest(self, cell: str, stack: str) -> bool:
        """Return True if a cell shows and nothing that was asked about is likelier there than a stack."""
        known = self.answers_about(cell)
        return cell not in self.hidden and stack in known and known[stack] >= max(known.values())

    def answers_about(self, cell: str) -> Mapping[str, float]:
        """Return the answers about a cell so far."""
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

    @property
    def of_whole_tables(self) -> bool:
        """True if whole tables tell more than their places."""
        return bool(self._whole) or isinstance(self._look, WholeLook)

    def whole(self, grid: Mapping[Place, Thing], changes: Sequence[Mapping[Place, Thing]]) -> list[float]:
        """Return by how much more (nats) tables explain the picture than their places do one by one, against the first
        table asked about, but never by less than LEAST; each is `grid` with some changes. Zeros where nothing tells."""
        if not self.of_whole_tables:
            return [0.0] * len(changes)
        if not self._whole and not self._first:
            self._first = dict(grid)
        apart = {place: thing for place, thing in grid.items() if thing != self._first.get(place, "")}
        names = [self._name({**apart, **change}) for change in changes]
        new = {name: change for name, change in zip(names, changes, strict=True) if name not in self._whole}
        if new and isinstance(self._look, WholeLook):
            first = {place: self._first.get(place, "") for place in grid}
            asked = [{place: thing for place, thing in first.items() if grid[place] != thing}, *new.values()]
            answers = self._look.whole(grid, asked)
            if answers is not None:
                for name, answer in zip(new, answers[1:], strict=True):
                    self._whole[name] = round(float(max(answer - answers[0], LEAST)), 2)
        return [self._whole.get(name, LEAST if self._whole else 0.0) for name in names]

    def behind(self, grid: Mapping[Place, Thing]) -> float:
        """Return by how much (nats) another whole table that was asked about explains the picture better than this, of
        those that explain it better together with their places, too."""
        own = self.whole(grid, [{}])[0]
        together = own + self._by_places(self._name(grid))
        better = (nats for name, nats in self._whole.items() if nats + self._by_places(name) >= together)
        return max(better, default=own) - own

    def _by_places(self, name: str) -> float:
        """Return by how much (nats) a table's places are likelier than those of the first table asked about."""
        total = 0.0
        for change in name.split():
            place, _, thing = change.partition("=")
            if place not in self.hidden:
                known = self._known.get(place, {})
                total += known.get(thing, FLOOR) - known.get(self._first.get(place, ""), 0.0)
        return total

    def hand_over(self, grid: Mapping[Place, Thing]) -> bool:
        """Return True if something foreign, most likely a hand, is over a table: so much that no table explains it, or
        less where the look says so, too."""
        return self.unexplained(grid) > (priors.HAND_SEEN if self.hand else priors.HAND) if self._whole else self.hand

    def unexplained(self, grid: Mapping[Place, Thing]) -> float:
        """Return the share of the board, in one patch, that shows nothing of a table; 0 where nothing tells."""
        name = self._name(grid)
        if name not in self._unexplained and isinstance(self._look, WholeLook):
            self._unexplained[name] = round(self._look.unexplained(grid), 4)
        return self._unexplained.get(name, 0.0)

    def _name(self, changes: Mapping[Place, Thing]) -> str:
        apart = sorted(f"{place}={thing}" for place, thing in changes.items() if thing != self._first.get(place, ""))
        return " ".join(apart)
