"""Reads the set-up: every pyramid's square is known, and the colours of teams and ball are learnt."""

from collections.abc import Iterator, Mapping
from itertools import permutations
from types import MappingProxyType

from companion.games.errors import GameError
from companion.games.pyramid_ball.rules.board import SIZES, SQUARES
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.table.programs import Beside
from companion.games.pyramid_ball.table.things import KINDS, PIPS, ColouredPosition, pieces
from companion.games.reason import Reason, because, joint
from companion.referee import priors
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.grid import Grid, Place, Thing
from companion.referee.priors import nats
from companion.referee.setups import Scores, bounded, is_certain, shares
from companion.referee.table import Setup, SetupCheck
from vision.geometry.solids import COLOURS

START = initial()
PLACES = tuple(SQUARES[square] for square in START.squares)
MEDIUMS = (1, 4)
BOTH = 2
MOST_HIDDEN = len(SQUARES) // 2
"""Most squares that may be hidden where a set-up is read."""
MOST_ODD = 3
"""Most pyramids of the six that may stand wrong or be unseen in what is still taken for a set-up."""


def read_setup(evidence: Evidence) -> Setup:
    """Return the proper set-up (PB-setup) that fits best, which gives the colours, with notes about the programs'
    pyramids. Raises GameError with what stands wrong, RefereeError if too little is visible."""
    best, confidence, others, scores = _fit(evidence)
    faulty = _faulty(best, scores)
    _look_like_one(best, faulty, scores, evidence)
    if faulty:
        raise GameError.of(joint(tuple(_setup_faults(best, faulty))))
    notes = tuple(array_faults(best, evidence))
    if evidence.beside.get("patterned"):
        notes = (because("ball.table.setup.patterned"), *notes)
    if round(confidence, 4) < priors.CERTAIN:
        notes = (because("ball.table.colours_in_doubt", teams=best.teams, ball=best.ball), *notes)
    return Setup(best.grid, confidence, others, notes)


def check_setup(evidence: Evidence) -> SetupCheck:
    """Return what has to be put right, and what is not visible. Raises RefereeError if too little is visible, or it is
    no set-up."""
    best, _, _, scores = _fit(evidence)
    faulty = _faulty(best, scores)
    unseen = _look_like_one(best, faulty, scores, evidence)
    return SetupCheck({place: (best.grid[place], thing) for place, thing in faulty.items()}, unseen, best.grid)


def turned(evidence: Evidence) -> float:
    """Return by how many nats the set-up fits better with the board the other way round: then the ball is on the other
    side, and large pyramids are in the place of small ones."""
    best, _, _, scores = _fit(evidence)
    here = sum(scores[place][best.grid[place]] for place in PLACES)
    carried = [f"{team}2{ball}1" for team in COLOURS for ball in COLOURS if team != ball]
    other = {
        place: bounded(evidence.ask(opposite(place), ("", *KINDS, *carried) if piece in MEDIUMS else ("", *KINDS)))
        for piece, place in enumerate(PLACES)
    }
    return max(score for score, _ in _fits(other)) - here


def opposite(place: Place) -> Place:
    """Return the square that would lie here with the board the other way round."""
    return SQUARES[len(SQUARES) - 1 - SQUARES.index(place)]


def array_faults(position: ColouredPosition, evidence: Evidence) -> Iterator[Reason]:
    """Return what is wrong with the pyramids of a program: it needs nine of one colour, three of each size, and no
    team's or the ball's colour."""
    beside = Beside.of(evidence)
    for side, reading in beside.arrays.items() if beside else ():
        if reading is None:
            if beside and side not in beside.busy:
                yield because("ball.table.array.absent", "PB-program", side=side)
            continue
        if reading.colour in (*position.teams, position.ball):
            yield because("ball.table.array.colour", "PB-program", side=side, colour=reading.colour)
        wrong = [size for size in SIZES if reading.sizes and reading.sizes.get(size, 0) != len(SIZES)]
        if wrong:
            counted = tuple(because("ball.table.array.size", n=reading.sizes.get(size, 0), size=size) for size in wrong)
            yield because("ball.table.array.sizes", "PB-program", side=side, counted=counted)
        elif reading.covered:
            yield because("ball.table.array.covered", "PB-program", side=side, places=tuple(sorted(reading.covered)))


def _fit(evidence: Evidence) -> tuple[ColouredPosition, float, tuple[tuple[Grid, float], ...], Scores]:
    """Return the likeliest set-up with its probability, the next likely ones, and for each square its likelihoods in
    nats."""
    if len(evidence.hidden) > MOST_HIDDEN:
        raise RefereeError("ball.table.setup_hidden", n=len(evidence.hidden))
    carried = [f"{team}2{ball}1" for team in COLOURS for ball in COLOURS if team != ball]
    scores: dict[Place, dict[Thing, float]] = {}
    for piece, place in enumerate(PLACES):
        asked = ("", *KINDS, *carried) if piece in MEDIUMS else ("", *KINDS)
        scores[place] = bounded(evidence.ask(place, asked))
    ranked = sorted(_fits(scores, _beside(evidence)), key=lambda fit: -fit[0])
    confidence, others = shares(ranked)
    best = ranked[0][1]
    for place in SQUARES:
        if place not in scores:
            scores[place] = bounded(evidence.ask(place, best.things))
    return best, confidence, tuple((other.grid, share) for other, share in others[:3]), scores


def _beside(evidence: Evidence) -> Mapping[str, Mapping[str, float]]:
    """Return the likelihood of colours by what lies beside the board: spare pyramids of both teams and two more balls.
    No program has one of these colours."""
    beside = Beside.of(evidence)
    return beside.colours if beside else {}


def _fits(
    scores: Scores, colours: Mapping[str, Mapping[str, float]] = MappingProxyType({})
) -> Iterator[tuple[float, ColouredPosition]]:
    """Return all proper set-ups and how well they fit, in nats; `colours`: what else is known of colours."""
    team, carried = (colours.get(role, {}) for role in ("teams", "ball"))
    teams = []
    for places in (PLACES[:3], PLACES[3:]):
        alone = {c: sum(scores[place][c + PIPS[i]] for i, place in enumerate(places) if i != 1) for c in COLOURS}
        teams.append(alone)
    for first, second, ball in permutations(COLOURS, 3):
        mediums = scores[PLACES[1]][f"{first}2{ball}1"] + scores[PLACES[4]][f"{second}2"]
        mediums += team.get(first, 0.0) + team.get(second, 0.0) + carried.get(ball, 0.0)
        yield teams[0][first] + teams[1][second] + mediums, ColouredPosition(START, (first, second), ball)


def _faulty(best: ColouredPosition, scores: Scores) -> dict[Place, Thing]:
    """Return the squares that differ from that set-up, {} if it is not clear that any does."""
    found: dict[Place, Thing] = {}
    gain = 0.0
    for place, known in scores.items():
        thing = max(known, key=lambda each: known[each])
        better = known[thing] - known[best.grid[place]]
        if better > -nats(priors.FAULTY_CELL) / 2:
            found[place] = thing
            gain += better
    # A pyramid on a wrong square, or two exchanged ones, make two squares wrong at once.
    gain += (len(found) + 1) // 2 * nats(priors.FAULTY_CELL)
    return found if is_certain(gain) else {}


def _look_like_one(
    best: ColouredPosition, faulty: Mapping[Place, Thing], scores: Scores, evidence: Evidence
) -> tuple[Place, ...]:
    """Return the squares of pyramids that do not confirm the set-up. Raises RefereeError if they are too many."""
    unseen = tuple(
        place
        for place in PLACES
        if place not in faulty and (place in evidence.hidden or scores[place][best.grid[place]] <= scores[place][""])
    )
    odd = len(unseen) + sum(place in PLACES for place in faulty)
    if odd > MOST_ODD:
        raise RefereeError("ball.table.setup_unseen", n=len(PLACES) - odd)
    return unseen


def _setup_faults(best: ColouredPosition, faulty: Mapping[Place, Thing]) -> Iterator[Reason]:
    """Return every pyramid that stands wrong, and where it belongs."""
    home = {piece: place for place in PLACES for piece in pieces(best.grid[place])}
    if len(pieces(faulty.get(PLACES[4], ""))) == BOTH:
        yield because("ball.table.setup.other_end", "PB-setup", square=PLACES[4], wanted=PLACES[1])
        return
    told: set[Thing] = set()
    for place, thing in faulty.items():
        for piece in pieces(thing):
            if piece in home and home[piece] != place:
                told.add(piece)
                yield because("ball.table.setup.moved", "PB-setup", piece=piece, square=place, wanted=home[piece])
            elif piece not in home:
                yield because("ball.table.setup.stray", "PB-setup", piece=piece, square=place)
    for place, thing in faulty.items():
        for piece in pieces(best.grid[place]):
            if piece not in told and piece not in pieces(thing):
                yield because("ball.table.setup.missing", "PB-setup", piece=piece, square=place)
