"""Reads the marker and special pyramids from the feet found and from the context classifier: weighted sums of log odds,
fitted on drawn tables that nothing has learnt from."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry.solids import COLOURS
from vision.image import Floats
from vision.parameters import parameters
from vision.programs.context_classifier import CommandContext
from vision.programs.table_colours import TableColours


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    least: float = 2e-3  # chance; none is taken for more extreme
    other_colour: float = 0.5  # chance that a colour nothing on the table has is the one sought
    elsewhere: float = 3.9  # log odds of no marker where the ball was found away from all commands


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class Odds:
    """Weights of log odds."""

    found: float
    """Weight of the feet finder."""
    seen: float
    """Weight of the context classifier."""
    more: float
    """Constant term."""

    def of(self, found: Floats, seen: Floats) -> Floats:
        """Combine probabilities of both sources (N each) to log odds."""
        return np.asarray(self.found * log_odds(found) + self.seen * log_odds(seen) + self.more)


MARKER: Final = Odds(0.39, 0.64, 2.9)
"""Weights for a marker at each command against none."""
BLITZ: Final = Odds(0.83, 0.33, 2.3)
QUICK: Final = Odds(0.84, 0.67, 4.3)


def log_odds(chances: Floats) -> Floats:
    """Return log odds of probabilities, bounded away from certainty."""
    some = np.clip(chances, P.least, 1 - P.least)
    return np.asarray(np.log(some / (1 - some)))


def marker_logs(found: Floats, elsewhere: float, context: CommandContext, colour: str, colours: TableColours) -> Floats:
    """Return log-probabilities of no marker and of one at each of N commands of a program of a `colour`: N + 1.

    `found`: probabilities that a ball was found at each (N). `elsewhere`: probability that it was found away from all
    commands.
    """
    choice = {"wanted": colours.alike(colours.ball), "known": "".join([colour, *colours.teams])}
    seen = 1 - (1 - _chances(context.beside, **choice)) * (1 - _chances(context.on, **choice))
    odds = np.concatenate([[P.elsewhere * elsewhere], MARKER.of(found, seen)])
    return np.asarray(odds - np.logaddexp.reduce(odds))


def blitz(found: float, context: CommandContext, command: int, colour: str, colours: TableColours) -> float:
    """Return the probability that a team's large lies beside a command (its number)."""
    return _special(BLITZ, found, context.large[command], colour, colours)


def quick(found: float, context: CommandContext, command: int, colour: str, colours: TableColours) -> float:
    """Return the probability that a team's medium stands on a command (its number)."""
    return _special(QUICK, found, context.medium[command], colour, colours)


def _special(odds: Odds, found: float, logs: Floats, colour: str, colours: TableColours) -> float:
    seen = _chances(logs[None], "".join(map(colours.alike, colours.teams)), colour + colours.ball)
    return float(1 / (1 + np.exp(-odds.of(np.array([found]), seen)[0])))


def _chances(logs: Floats, wanted: str, known: str) -> Floats:
    """Return the probability of a wanted colour at N commands (N x answers); `known` colours are excluded."""
    shares = [float(one in wanted) if one in wanted + known else P.other_colour for one in COLOURS]
    return np.asarray(np.exp(logs[:, 1:]) @ np.array(shares))
