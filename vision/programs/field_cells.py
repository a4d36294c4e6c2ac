"""Joint decoding of all squares of a field: each team has one pyramid of each size, and there is one ball.

All tables are summed square by square, with what of the seven has been placed before (128 sets) and after it (forward
and backward sums of a hidden Markov model, Rabiner 1989).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from vision.geometry.board_view import BoardView
from vision.image import Floats
from vision.parameters import parameters
from vision.stacks.inventory import Decoded
from vision.stacks.inventory import P as INVENTORY


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    missing: float = -9.0  # nats against each pyramid that stands nowhere


P: Final = parameters(Parameters)
UNSEEN: Final = float(np.log(0.87))
"""Log-probability that a square of which nothing shows is empty."""
PIECES: Final = 6
_CROWN: Final = 1 << PIECES
SETS: Final = (0, *(1 << k for k in range(PIECES)), *((1 << k) | _CROWN for k in range(PIECES)), _CROWN)
"""Pieces of the seven that each of `things` uses."""
_EVERY: Final = np.arange(1 << (PIECES + 1))
_FREE: Final = tuple(np.flatnonzero(_EVERY & used == 0) for used in SETS)
_LEFT: Final = np.exp(P.missing * np.array([PIECES + 1 - int(state).bit_count() for state in _EVERY]))


class SquaresSeen(Protocol):
    """Evidence of one picture for squares."""

    @property
    def view(self) -> BoardView:
        """Pose of the board."""

    @property
    def hidden(self) -> frozenset[str]:
        """Squares that show too little to be read."""

    def log_chances(self, cell: str, things: Sequence[str]) -> Floats:
        """Return log-probabilities of things on a square."""


def things_of(teams: tuple[str, str], ball: str) -> list[str]:
    """Return all things that a square can hold."""
    pieces = [f"{team}{pips}" for team in teams for pips in (1, 2, 3)]
    return ["", *pieces, *(f"{piece}{ball}1" for piece in pieces), f"{ball}1"]


def evidence(readings: Sequence[SquaresSeen], choices: Sequence[tuple[tuple[str, str], str]]) -> Floats:
    """Return the log-evidence of the squares for pairs of teams, each with a ball."""
    logs = _logs(readings, [things_of(teams, ball) for teams, ball in choices])
    most = logs.max(axis=2, keepdims=True)
    likely = np.exp(logs - most)
    total = most.sum(axis=(1, 2))
    before = np.zeros((len(_EVERY), len(choices)))
    before[0] = 1
    for k in range(likely.shape[1]):
        before = _placed(before, likely[:, k].T)
        scale = before.sum(axis=0)
        before /= scale
        total += np.log(scale)
    return np.asarray(total + np.log(_LEFT @ before))


def read_squares(
    readings: Sequence[SquaresSeen], teams: tuple[str, str], ball: str, sure: Mapping[str, float] | None = None
) -> dict[str, Decoded]:
    """Decode each square from several pictures of one still table; `sure`: probability that each colour is right, where
    in doubt."""
    things = things_of(teams, ball)
    right = np.array([np.prod([(sure or {}).get(colour, 1.0) for colour in thing[::2]]) for thing in things])
    chances = _together(_logs(readings, [things])[0])
    return {cell: _decoded(things, row, right) for cell, row in zip(readings[0].view.grid.cells, chances, strict=True)}


def _logs(readings: Sequence[SquaresSeen], choices: Sequence[Sequence[str]]) -> Floats:
    """Return logs, choices x squares x things."""
    every = sorted({thing for things in choices for thing in things})
    numbers = {thing: k for k, thing in enumerate(every)}
    columns = np.array([[numbers[thing] for thing in things] for things in choices])
    unseen = np.full(len(SETS), np.log((1 - np.exp(UNSEEN)) / (len(SETS) - 1)))
    unseen[0] = UNSEEN
    cells = readings[0].view.grid.cells
    logs = np.empty((len(choices), len(cells), len(SETS)))
    for k, cell in enumerate(cells):
        seeing = [reading for reading in readings if cell not in reading.hidden]
        if seeing:
            logs[:, k] = np.sum([reading.log_chances(cell, every) for reading in seeing], axis=0)[columns]
        else:
            logs[:, k] = unseen
    return logs


def _placed(before: Floats, likely: Floats) -> Floats:
    """Return the sums (sets x choices) after one more square, on which things are `likely` (things x choices)."""
    after: Floats = before * likely[0]
    for chance, used, states in zip(likely[1:], SETS[1:], _FREE[1:], strict=True):
        after[states | used] += chance * before[states]
    return after


def _together(logs: Floats) -> Floats:
    """Return probabilities of things (squares x things) from independent logs."""
    likely = np.exp(logs - logs.max(axis=1, keepdims=True))
    before = np.zeros((len(logs) + 1, len(_EVERY)))
    before[0, 0] = 1
    for k, row in enumerate(likely):
        before[k + 1] = _placed(before[k][:, None], row[:, None])[:, 0]
        before[k + 1] /= before[k + 1].sum()
    after = _LEFT
    found = np.empty(logs.shape)
    for k in range(len(logs) - 1, -1, -1):
        uses = list(zip(likely[k], SETS, _FREE, strict=True))
        found[k] = [chance * (before[k, states] @ after[states | used]) for chance, used, states in uses]
        found[k] /= found[k].sum()
        earlier = np.zeros(len(_EVERY))
        for chance, used, states in uses:
            earlier[states] += chance * after[states | used]
        after = earlier / earlier.sum()
    return found


def _decoded(things: Sequence[str], chances: Floats, right: Floats) -> Decoded:
    """Return the likeliest thing; `right`: probability that its colours are right."""
    order = [int(k) for k in np.argsort(-chances)]
    probabilities = chances * right
    others = tuple((things[k], float(probabilities[k])) for k in order[1 : 1 + INVENTORY.others])
    return Decoded(things[order[0]], float(probabilities[order[0]]), others)
