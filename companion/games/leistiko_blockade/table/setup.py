"""Reads the set-up: the number of checkers on each point is known beforehand."""

from itertools import product

from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.model import Options, Sighting
from companion.games.leistiko_blockade.rules.setup import layouts
from companion.games.leistiko_blockade.table.rows import COUNTS, PLACES, count_of, grid_of
from companion.games.reason import Reason, because, joint
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.grid import Grid, Place, Thing
from companion.referee.setups import Scores, borne_out, bounded, is_certain, shares, unlike
from companion.referee.table import Setup, SetupCheck

# Most of the twelve points that may be hidden, or show nothing of the set-up.
MOST_HIDDEN, MOST_UNSEEN = 6, 4


def read_setup(evidence: Evidence, options: Options) -> Setup:
    """Return the proper set-up that fits best (LB-setup, LB-01). Raises GameError with the points that have another
    count, RefereeError if too little is visible."""
    grid, confidence, others, scores = _fit(evidence, options)
    if faulty := _faulty(grid, scores):
        _look_like_one(grid, faulty, scores, evidence)
        told = [_row_fault(place, count_of(seen), count_of(grid[place])) for place, seen in faulty.items()]
        raise GameError.of(joint(told))
    return Setup(grid, confidence, others)


def check_setup(evidence: Evidence, options: Options) -> SetupCheck:
    """Return what has to be put right, and what is not visible. Raises RefereeError if too little is visible, or it is
    no set-up."""
    grid, _, _, scores = _fit(evidence, options)
    faulty = _faulty(grid, scores)
    unseen = _look_like_one(grid, faulty, scores, evidence)
    return SetupCheck({place: (grid[place], seen) for place, seen in faulty.items()}, unseen, grid)


def _fit(evidence: Evidence, options: Options) -> tuple[Grid, float, tuple[tuple[Grid, float], ...], Scores]:
    """Return the likeliest set-up with its probability, the others, and for each point its likelihoods in nats."""
    if len(evidence.hidden) > MOST_HIDDEN:
        raise RefereeError("leistiko.table.setup_hidden", n=len(evidence.hidden))
    scores = {place: bounded(evidence.ask(place, COUNTS)) for place in PLACES}
    proper = [grid_of(Sighting(first, second)) for first, second in product(layouts(options), repeat=2)]
    told = [(sum(scores[place][grid[place]] for place in PLACES), grid) for grid in proper]
    told.sort(key=lambda fit: -fit[0])
    return told[0][1], *shares(told), scores


def _faulty(grid: Grid, scores: Scores) -> dict[Place, Thing]:
    """Return the points whose count differs from the set-up, {} if it is not clear that any does."""
    seen, gain = unlike(grid, scores)
    return seen if is_certain(gain) else {}


def _look_like_one(grid: Grid, faulty: Grid, scores: Scores, evidence: Evidence) -> tuple[Place, ...]:
    """Return the points on which nothing confirms the set-up. Raises RefereeError if they are too many, or too many
    show something else."""
    unseen = tuple(
        place
        for place in PLACES
        if place not in faulty and (place in evidence.hidden or not borne_out(scores[place], grid[place]))
    )
    odd = len(set(unseen) - evidence.hidden) + len(faulty)
    if odd > MOST_UNSEEN:
        raise RefereeError("leistiko.table.setup_unseen", n=len(PLACES) - len({*unseen, *faulty}))
    return unseen


def _row_fault(place: Place, n: int, wanted: int) -> Reason:
    side, _, row = place.partition(".")
    return because("leistiko.table.setup.row", "LB-setup", side=side, row=row, n=n, wanted=wanted)
