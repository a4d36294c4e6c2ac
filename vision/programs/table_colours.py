"""Joint decoding of the colours of teams, ball and programs: no two are the same."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import numpy as np

from vision.geometry.solids import COLOURS
from vision.image import Floats
from vision.parameters import parameters
from vision.programs.pyramid_reader import PlaceState, PyramidReadings, Top


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    ball_missed: float = 0.15  # chance that a player's ball is not found beyond the player's end
    lying: float = 0.2  # share of lying pyramids against standing ones on the board
    same: float = -9.0  # nats against a program in the colour of a team, of the ball or of the other program
    mistaken: float = 0.06  # chance that a colour read with certainty is another
    weighed: int = 60  # choices of colours evaluated exactly
    per_team: int = 3  # pyramids of a team on the board
    miscount: float = 0.8  # nats against each pyramid a team has too many or too few
    heat: float = 1.5  # temperature of colour logs (Guo et al. 2017): they are over-confident
    most_beyond: float = 12.0  # pyramids beyond an end that count at most: more are a pattern of the ground
    trusted: float = 0.7  # scale on colour evidence: one light shines on all pyramids
    program: float = 0.80  # share of pyramids beyond an end that belong to its program
    team: float = 0.09  # share of them that belong to a team
    ball: float = 0.08  # share of them in the ball's colour
    other: float = 0.03  # share of them in another colour
    mistaken_top: float = 0.3  # chance that the colour of a top piece is mistaken: clear ones show what is below


P: Final = parameters(Parameters)

ALIKE: Final[Mapping[str, str]] = {"C": "W", "W": "C"}
"""Colours taken for one another: clear and white."""


@dataclass(frozen=True)
class TableColours:
    """Colours of a table."""

    teams: tuple[str, str]
    """In no order."""
    ball: str
    programs: Mapping[str, str]
    """By end ("near", "far"), where there is one."""
    chances: Mapping[str, float] = field(default_factory=dict)
    """Probability that a team's or the ball's colour is right, where not known."""
    beside: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Log-probabilities by what lies beyond the ends, for each colour as a team's and as the ball's ("teams", "ball");
    0 for the likeliest."""

    def alike(self, colour: str) -> str:
        """Return the colours as which pyramids of this colour may be read on this table: white and clear look alike."""
        alike = ALIKE.get(colour, "")
        return colour if alike in {"", *self.teams, self.ball, *self.programs.values()} else colour + alike


Evidence = Callable[[Sequence[tuple[tuple[str, str], str]]], Floats]
"""Returns the log-evidence of the squares for pairs of teams, each with a ball."""


def standing(readings: PyramidReadings) -> Floats:
    """Return log-probabilities that a pyramid stands at a place, or lies knocked over."""
    return np.asarray(
        np.logaddexp(readings.state[:, PlaceState.UPRIGHT], readings.state[:, PlaceState.LYING] + np.log(P.lying))
    )


def doubted(logs: Floats, mistaken: float = P.mistaken) -> Floats:
    """Mix a probability of mistakes into logs (N x K)."""
    return np.asarray(np.log((1 - mistaken) * np.exp(logs) + mistaken / logs.shape[1]))


def decode_colours(
    squares: PyramidReadings,
    pips: Floats,
    ends: Mapping[str, tuple[PyramidReadings, Floats, Floats]],
    evidence: Evidence,
    teams: tuple[str, str] | None = None,
    ball: str | None = None,
) -> TableColours:
    """Decode the colours from the squares, with `pips` as N x 3 logs, and from the ends (readings, pips, and
    probability of each pyramid). `evidence` evaluates the best choices exactly. `teams`, `ball`: known already."""
    score = _board(squares, pips)
    beyond = {end: _end(*seen) + _ALIKE for end, seen in ends.items() if len(seen[1])}
    allowed = np.full(score.shape, -np.inf)
    pairs = list(combinations(range(len(COLOURS)), 2)) if teams is None else [tuple(map(COLOURS.index, teams))]
    for one, other in pairs:
        allowed[one, other, [third for third in range(len(COLOURS)) if third not in (one, other)]] = 0
    if ball is not None:
        allowed[:, :, [third for third in range(len(COLOURS)) if COLOURS[third] != ball]] = -np.inf
    ends_say = sum(logs.max(axis=0) for logs in beyond.values())
    score = score + allowed + ends_say
    likely = np.argsort(-score, axis=None)[: P.weighed]
    triples = [tuple(int(k) for k in np.unravel_index(flat, score.shape)) for flat in likely]
    triples = [triple for triple in triples if np.isfinite(score[triple])]
    logs = np.zeros(len(triples))
    if len(triples) > 1:
        said = np.zeros(score.shape) + ends_say
        exact = evidence([((COLOURS[one], COLOURS[other]), COLOURS[third]) for one, other, third in triples])
        logs = exact + [said[triple] for triple in triples]
    one, other, third = triples[int(np.argmax(logs))]
    chosen = _programs({end: there[:, one, other, third] for end, there in beyond.items()})
    likely = np.exp(logs / P.heat - np.logaddexp.reduce(logs / P.heat))
    held = np.array([[one in triple[:2], other in triple[:2], third == triple[2]] for triple in triples])
    chances = dict(zip((COLOURS[one], COLOURS[other], COLOURS[third]), (likely @ held).tolist(), strict=True))
    said = _by_role(np.zeros(score.shape) + ends_say)
    return TableColours((COLOURS[one], COLOURS[other]), COLOURS[third], chosen, chances, said)


def _by_role(logs: Floats) -> Mapping[str, Mapping[str, float]]:
    """Return logs of each colour as one team's and as the ball's, from logs of two teams and a ball, no two alike."""
    one, other, third = np.indices(logs.shape)
    apart = np.where((one == other) | (one == third) | (other == third), -np.inf, logs)
    marginal = {"teams": np.logaddexp.reduce(apart, axis=(1, 2)), "ball": np.logaddexp.reduce(apart, axis=(0, 1))}
    return {
        role: dict(zip(COLOURS, (float(nats) for nats in known - known.max()), strict=True))
        for role, known in marginal.items()
    }


def _programs(logs: Mapping[str, Floats]) -> dict[str, str]:
    """Return the likeliest colours of the programs, no two alike, from logs of ten colours for each end."""
    ends = list(logs)
    if len(ends) < 2:
        return {end: COLOURS[int(np.argmax(logs[end]))] for end in ends}
    both = logs[ends[0]][:, None] + logs[ends[1]] + P.same * np.eye(len(COLOURS))
    return dict(zip(ends, (COLOURS[k] for k in np.unravel_index(np.argmax(both), both.shape)), strict=True))


def _alike() -> Floats:
    """Return nats against programs in the colours of teams and ball: four times colours."""
    same = np.eye(len(COLOURS))
    return P.same * (same[:, :, None, None] + same[:, None, :, None] + same[:, None, None, :])


_ALIKE: Final = _alike()


def _board(squares: PyramidReadings, pips: Floats) -> Floats:
    """Return the log-evidence of the squares for two teams and a ball: colours x colours x colours."""
    empty, there = np.exp(squares.state[:, PlaceState.EMPTY]), np.exp(standing(squares))
    shows = empty + there
    empty, there = empty / shows, there / shows
    colour = np.exp(squares.colour)
    lower, upper, small = (
        np.exp(doubted(squares.colour)),
        np.exp(doubted(squares.top_colour, P.mistaken_top)),
        np.exp(doubted(pips)),
    )
    tops = np.exp(doubted(squares.top))
    bare, crowned = tops[:, Top.NONE], tops[:, Top.SMALL]
    # A team's pyramids may stand beneath the ball (axis 2): squares x team x ball.
    team = (there[:, None] * lower)[:, :, None] * (bare[:, None] + crowned[:, None] * upper)[:, None, :]
    alone = there[:, None] * lower * small[:, :1]
    seen = empty[:, None, None, None] + team[:, :, None, :] + team[:, None, :, :] + alone[:, None, None, :]
    seen_share = 1 - np.exp(squares.state[:, PlaceState.HIDDEN])
    logs = P.trusted * (seen_share[:, None, None, None] * np.log(seen + 1e-4)).sum(axis=0)
    count = (seen_share[:, None] * there[:, None] * colour).sum(axis=0)
    miscount = P.miscount * np.abs(count - P.per_team)
    return np.asarray(logs - miscount[:, None, None] - miscount[None, :, None])


def _end(readings: PyramidReadings, pips: Floats, there: Floats) -> Floats:
    """Return the log-evidence beyond an end for its program, two teams and a ball: four times colours. `there`:
    probabilities of a pyramid (N)."""
    colour, small = np.exp(doubted(readings.colour)), np.exp(doubted(pips)[:, 0])
    shows = there * (1 - np.exp(readings.state[:, PlaceState.HIDDEN]))
    shows = shows * min(1.0, P.most_beyond / max(float(shows.sum()), 1e-9))
    balls = small[:, None] * colour
    seen = (
        P.program * colour[:, :, None, None, None]
        + P.team / 2 * (colour[:, None, :, None, None] + colour[:, None, None, :, None])
        + P.ball * balls[:, None, None, None, :]
        + P.other / len(COLOURS)
    )
    logs = P.trusted * (shows[:, None, None, None, None] * np.log(seen)).sum(axis=0)
    # Each player has a ball, as a spare or as a marker.
    absent = np.prod(1 - shows[:, None] * small[:, None] * np.exp(readings.colour), axis=0)
    return np.asarray(logs + np.log(1 - (1 - P.ball_missed) * absent))
