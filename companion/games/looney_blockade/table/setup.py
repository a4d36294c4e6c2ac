"""Reads the set-up: place and kind of every piece are known beforehand, and how many there are of each colour."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.table.assignment import assign
from companion.games.looney_blockade.table.stacks import (
    CLEAR_CELLS,
    CORNERS,
    balance,
    left_over,
    setup_faults,
    setup_stacks,
)
from companion.games.reason import because
from companion.referee import priors
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.grid import Grid
from companion.referee.priors import nats
from companion.referee.setups import Scores, borne_out, bounded, is_certain, unlike
from companion.referee.table import Setup, SetupCheck
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.stacks.crops import LocatedBoard
from vision.tracking import white_balance


def _turned(cell: str, quarters: int, *, mirror: bool = False) -> str:
    """Return the cell that comes to lie in this one's place when the board is mirrored and turned by quarters."""
    file, rank = VOLCANO.place(cell)
    file = 4 - file if mirror else file
    for _ in range(quarters):
        file, rank = rank, 4 - file
    return VOLCANO.cells[VOLCANO.files * rank + file]


# The usual layout in all four turns of the board.
USUAL: Sequence[Grid] = [
    {cell: initial().grid[_turned(cell, quarter)] for cell in VOLCANO.cells} for quarter in range(4)
]
# Most cells in view, and most with hidden ones, that may not confirm the set-up.
MOST_UNSEEN, MOST_UNSEEN_OR_HIDDEN = 8, 12
COLOURLESS = str.maketrans("RYGB", "PPPP")
COLOURED = tuple(cell for cell in VOLCANO.cells if cell not in CLEAR_CELLS)

# Odds above e to this power do not count more.
MOST_NATS = 50.0
# Least number of cells that must stand as in the mirror image of the usual layout. The layout itself agrees with it,
# however turned, on 9 at most; a few colours may be misread.
MIRRORED_CELLS = 21
MIRRORED = because("looney.table.mirrored")


def read_setup(evidence: Evidence) -> Setup:
    """Return the proper set-up that fits best (BK-setup), with the colours dealt from the known inventory; the usual
    layout is likelier than others.

    Raises GameError with the faults if an improper table clearly fits better, RefereeError if too much is hidden.
    """
    fit, scores = _fit(evidence)
    if faulty := _faulty(fit.grid, scores):
        initial({**fit.grid, **faulty})
    notes = (because("looney.table.colours_in_doubt"),) if round(fit.confidence, 4) < priors.ACCEPT else ()
    return replace(fit, notes=(*notes, *((MIRRORED,) if is_mirrored(fit.grid) else ())))


def check_setup(evidence: Evidence) -> SetupCheck:
    """Return the cells that clearly differ from the proper set-up that fits best, with what should stand there and what
    seems to, and the cells that are not visible. Raises RefereeError if too much is hidden, or if so little looks like
    a set-up that the board lies elsewhere.
    """
    fit, _ = _fit(evidence)
    # Not asked when the game begins: journals of earlier versions do not tell.
    scores = {cell: _scores(cell, evidence, left_over(cell)) for cell in VOLCANO.cells}
    faulty = {cell: (fit.grid[cell], stack) for cell, stack in _faulty(fit.grid, scores).items()}
    unseen = tuple(
        cell
        for cell in VOLCANO.cells
        if cell not in faulty and not (cell not in evidence.hidden and borne_out(scores[cell], fit.grid[cell]))
    )
    if len(set(unseen) - evidence.hidden) > MOST_UNSEEN or len(unseen) > MOST_UNSEEN_OR_HIDDEN:
        raise RefereeError("looney.table.setup_unseen", n=len(VOLCANO.cells) - len(unseen) - len(faulty))
    return SetupCheck(faulty, unseen, fit.grid)


def _fit(evidence: Evidence) -> tuple[Setup, Scores]:
    if len(evidence.hidden) > len(VOLCANO.cells) // 2:
        raise RefereeError("looney.table.setup_hidden", n=len(evidence.hidden))
    scores = {cell: _scores(cell, evidence) for cell in VOLCANO.cells}
    dealt = {**_deal(scores, COLOURED, 5), **_deal(scores, CORNERS, 1), "c3": "C3"}
    usual = max(USUAL, key=lambda layout: _nats_of(scores, layout))
    mislaid = sum(dealt[cell] != usual[cell] for cell in VOLCANO.cells)
    likelier = min(-nats(priors.MISLAID) * mislaid / 2, -nats(priors.OWN_LAYOUT))
    as_usual = _nats_of(scores, usual) + likelier >= _nats_of(scores, dealt)
    grid = {cell: (usual if as_usual else dealt)[cell] for cell in VOLCANO.cells}
    exchange = priors.MISLAID if as_usual else 1.0
    deals = [
        ({**grid, **pair}, odds * exchange)
        for cells in (COLOURED, CORNERS)
        for pair, odds in _exchanges(scores, grid, cells)
    ]
    deals.sort(key=lambda deal: -deal[1])
    total = 1 + sum(odds for _, odds in deals)
    others = tuple((deal, odds / total) for deal, odds in deals if odds / total >= priors.KEEP)
    return Setup(grid, 1 / total, others), scores


def _nats_of(scores: Scores, grid: Grid) -> float:
    """Return how well a set-up fits, in nats."""
    return sum(scores[cell][stack] for cell, stack in grid.items())


def _scores(cell: str, evidence: Evidence, more: tuple[str, ...] = ()) -> dict[str, float]:
    return bounded(evidence.ask(cell, (*setup_stacks(cell), *setup_faults(cell), *more)))


def _deal(scores: Scores, cells: tuple[str, ...], of_each: int) -> dict[str, str]:
    """Return the best assignment of the colours to the cells, so many of each."""
    stacks = [setup_stacks(cell) for cell in cells]
    fit = np.array([[scores[cell][stack] for stack in row] for cell, row in zip(cells, stacks, strict=True)])
    slots = assign(np.repeat(fit, of_each, axis=1))
    return {cell: row[slot // of_each] for cell, row, slot in zip(cells, stacks, slots, strict=True)}


def _exchanges(scores: Scores, grid: Grid, cells: tuple[str, ...]) -> Iterator[tuple[dict[str, str], float]]:
    """Return all pairs of cells with exchanged colours, with the odds against the set-up `grid`."""
    for one, other in combinations(cells, 2):
        if grid[one] != grid[other]:
            pair = {one: grid[other], other: grid[one]}
            gain = _nats_of(scores, pair) - scores[one][grid[one]] - scores[other][grid[other]]
            yield pair, math.exp(min(gain, MOST_NATS))


def _faulty(grid: Mapping[str, str], scores: Scores) -> dict[str, str]:
    """Return the cells that differ from the proper set-up, {} if it is not clear that any does.

    Players exchange pieces, take another colour, forget some or add one: cells that would need several kinds of pieces
    more than the set has are rather misread.
    """
    seen, gain = unlike(grid, scores)
    if (kinds := _kinds_from_nowhere(grid, seen)) > 1:
        gain += kinds * nats(priors.FAULTY_CELL)
    return seen if is_certain(gain) else {}


def _kinds_from_nowhere(grid: Grid, seen: Grid) -> int:
    """Return of how many kinds, colours apart, a table has more pieces than the proper set-up if these cells show these
    stacks."""
    counts = Counter[str]()
    for piece, number in balance(grid, {**grid, **seen}).items():
        counts[piece.translate(COLOURLESS)] += number
    return sum(number > 0 for number in counts.values())


def is_mirrored(grid: Mapping[str, str]) -> bool:
    """Return True if a set-up is the mirror image of the usual layout (BK-setup), which is not symmetric.

    A table with colours in places of the players' own choice says nothing, and counts as not mirrored.
    """
    mirrored = {_turned(cell, 0, mirror=True): stack for cell, stack in grid.items()}
    return any(sum(usual[cell] == stack for cell, stack in mirrored.items()) >= MIRRORED_CELLS for usual in USUAL)


def tint_of_light(image: Image, view: LocatedBoard, grid: Grid) -> str:
    """Return how much the light on this set-up departs from white: `none`, `slight` or `strong`."""
    return white_balance.measure(image, view, grid).tint
