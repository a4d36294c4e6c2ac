"""Reading the set-up: nothing stands on the turntable."""

import math

import numpy as np
from numpy.typing import NDArray

from companion.games.blokus3d.rules import LETTERS, STRUCTURES, Position, limits
from companion.games.blokus3d.table.columns import SQUARES, likely
from companion.games.errors import GameError
from companion.referee import priors
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.grid import Place, Thing
from companion.referee.priors import nats
from companion.referee.table import Setup, SetupCheck

MOST_HIDDEN = 0.5
SIDE = 10
# On so many more squares another structure's mask must be like what is seen.
CLEARLY = 6


def read_setup(evidence: Evidence, start: Position) -> Setup:
    """The empty structure; nothing is sure where a hand hides squares, on which something may stand. Raises GameError
    naming the squares on which something stands, RefereeError where too much is hidden."""
    chances = _chances(evidence, start)
    faulty = _faulty(evidence, chances, start)
    if faulty:
        raise GameError("blokus.table.not_empty", "B3-turn", squares=tuple(faulty))
    confidence = math.prod(chance for place, chance in chances.items() if place not in evidence.hidden)
    if evidence.hand and not evidence.hidden.isdisjoint(chances):
        confidence = 0.0
    return Setup(dict.fromkeys(SQUARES, ""), confidence)


def check_setup(evidence: Evidence, start: Position) -> SetupCheck:
    """The squares on which something stands, and those of which nothing is seen. Raises RefereeError where too much is
    hidden."""
    chances = _chances(evidence, start)
    faulty = _faulty(evidence, chances, start)
    unseen = tuple(place for place in chances if place in evidence.hidden)
    return SetupCheck({place: ("", thing) for place, thing in faulty.items()}, unseen)


def look_like(evidence: Evidence, start: Position) -> None:
    """Raises RefereeError where the mask is that of another structure."""
    seen = str(evidence.beside.get("open", ""))
    if len(seen) != len(SQUARES):
        return
    open_ = np.array([int(letter) for letter in seen]).reshape(SIDE, SIDE)
    worth = {name: _alike(open_, name, len(start.players)) for name in STRUCTURES}
    best = max(worth, key=lambda name: worth[name])
    if worth[best] - worth[start.structure] >= CLEARLY:
        raise RefereeError("blokus.table.structure", seen=best, chosen=start.structure)


def _alike(open_: NDArray[np.int_], structure: str, players: int) -> int:
    """On how many squares what seems open is what the structure leaves open, however the board stands."""
    mask = np.zeros((SIDE, SIDE), int)
    for x, y in limits(structure, players):
        mask[x, y] = 1
    return max(int((np.rot90(mask, quarter) == open_).sum()) for quarter in range(4))


def _chances(evidence: Evidence, start: Position) -> dict[Place, float]:
    """How probable it is of each square that it is empty."""
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
    """The squares that clearly are not empty, with what seems to stand there."""
    sure = nats(priors.CERTAIN) - nats(1 - priors.CERTAIN)
    found = {}
    for place, chance in chances.items():
        if place not in evidence.hidden and nats(max(1 - chance, 1e-12)) - nats(max(chance, 1e-12)) > sure:
            seen = evidence.ask(place, _things(start))
            found[place] = max(seen, key=lambda thing: seen[thing])
    return found


def _things(start: Position) -> tuple[Thing, ...]:
    return likely("", "".join(LETTERS[player] for player in start.players))
