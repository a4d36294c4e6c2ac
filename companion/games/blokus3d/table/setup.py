"""Reads the set-up: nothing stands on the turntable."""

import math
from collections.abc import Mapping

from companion.games.blokus3d.rules.model import LETTERS, Position
from companion.games.blokus3d.table.columns import SQUARES, likely
from companion.games.errors import GameError
from companion.referee import priors
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.grid import Place, Thing
from companion.referee.priors import nats
from companion.referee.table import Setup, SetupCheck

MOST_HIDDEN = 0.5
# Least number of the 100 squares on which another structure's mask must agree for the chosen one to be refused,
SURELY = 95
# and most on which the chosen one's may.
HARDLY = 85


def read_setup(evidence: Evidence, start: Position) -> Setup:
    """Return the empty structure, less sure while a hand hides squares. Raises GameError naming the squares on which
    something stands, RefereeError if too much is hidden."""
    chances = _chances(evidence, start)
    faulty = _faulty(evidence, chances, start)
    if faulty:
        raise GameError("blokus.table.not_empty", "B3-turn", squares=tuple(faulty))
    confidence = math.prod(chance for place, chance in chances.items() if place not in evidence.hidden)
    if evidence.hand and not evidence.hidden.isdisjoint(chances):
        confidence = 0.0
    return Setup(dict.fromkeys(SQUARES, ""), confidence)


def check_setup(evidence: Evidence, start: Position) -> SetupCheck:
    """Return the squares on which something stands, and those that are not visible. Raises RefereeError if too much is
    hidden."""
    chances = _chances(evidence, start)
    faulty = _faulty(evidence, chances, start)
    unseen = tuple(place for place in chances if place in evidence.hidden)
    return SetupCheck({place: ("", thing) for place, thing in faulty.items()}, unseen)


def look_like(evidence: Evidence, start: Position) -> None:
    """Raise RefereeError if the bare board clearly has the mask of another structure."""
    agreeing: Mapping[str, int] = evidence.beside.get("structures", {})
    best = max(agreeing, key=lambda name: agreeing[name], default=start.structure)
    if agreeing.get(best, 0) >= SURELY and agreeing.get(start.structure, SURELY) < HARDLY:
        ranked = tuple(sorted(agreeing, key=lambda name: -agreeing[name]))
        raise RefereeError("blokus.table.structure", seen=best, chosen=start.structure, ranked=ranked)


def _chances(evidence: Evidence, start: Position) -> dict[Place, float]:
    """Return for each square the probability that it is empty."""
    mask = [*start.columns]
    hidden = [place for place in mask if place in evidence.hidden]
    if len(hidden) > len(mask) * MOST_HIDDEN:
        raise RefereeError("blokus.table.setup_hidden", n=len(hidden))
    chances = {}
    for place in SQUARES:
        seen = evidence.ask(place, _things(start))
        odds = [math.exp(min(seen[thing] - seen[""], 50.0)) * priors.FAULTY_CELL for thing in seen if thing]
        chances[place] = 1 / (1 + sum(odds))
    return chances


def _faulty(evidence: Evidence, chances: dict[Place, float], start: Position) -> dict[Place, Thing]:
    """Return the squares that clearly are not empty, with what seems to stand there."""
    sure = nats(priors.CERTAIN) - nats(1 - priors.CERTAIN)
    found = {}
    for place, chance in chances.items():
        if place not in evidence.hidden and nats(max(1 - chance, 1e-12)) - nats(max(chance, 1e-12)) > sure:
            seen = evidence.ask(place, _things(start))
            found[place] = max(seen, key=lambda thing: seen[thing])
    return found


def _things(start: Position) -> tuple[Thing, ...]:
    return likely("", "".join(LETTERS[player] for player in start.players))
