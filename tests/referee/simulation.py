"""A table that can be played on without a camera: pictures that carry their truth, and looks at them with noise.

A simulated picture is a PNG whose pixels spell a JSON object: the grid, whether a hand is in it, which cells are
hidden, and which look like something else. A simulated look tells stacks apart as a camera does: by what of them shows.
"""

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.looney_blockade.rules.judging.checking import check
from companion.games.looney_blockade.rules.model import SIDES, Position, Side, Turn, Violation
from companion.games.looney_blockade.rules.turns import apply, moves
from companion.games.looney_blockade.table.stacks import pieces
from vision.errors import VisionError
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.tracking.contract import Look

OTHER_COLOUR, OTHER_SIZE, OTHER_PIECE, ONE_MORE_ALIKE = 14.0, 10.0, 16.0, 6.0


@cache
def shows(stack: str) -> tuple[str, ...]:
    """The pieces of a stack that a camera sees: of what a large black covers only the large at the bottom."""
    standing = pieces(stack)
    if "K3" in standing:
        at = standing.index("K3")
        return (*standing[: min(at, 1)], *standing[at:])
    return tuple(standing)


def unlikeness(stack: str, other: str) -> float:
    """How different two stacks look, in nats."""
    return _edits(shows(stack), shows(other))


@cache
def _edits(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    """The edit distance between pieces that show."""
    row = [0.0]
    for j, piece in enumerate(b):
        row.append(row[-1] + _alone(b, j, piece))
    for i, piece in enumerate(a):
        new = [row[0] + _alone(a, i, piece)]
        for j, wanted in enumerate(b):
            new.append(
                min(row[j] + _exchange(piece, wanted), row[j + 1] + _alone(a, i, piece), new[j] + _alone(b, j, wanted))
            )
        row = new
    return row[-1]


def _alone(stack: Sequence[str], at: int, piece: str) -> float:
    return ONE_MORE_ALIKE if at and stack[at - 1] == piece else OTHER_PIECE


def _exchange(piece: str, wanted: str) -> float:
    return OTHER_COLOUR * (piece[0] != wanted[0]) + OTHER_SIZE * (piece[1] != wanted[1])


@dataclass(frozen=True)
class Scene:
    """What a simulated picture shows."""

    grid: Mapping[str, str]
    hand: bool = False
    hidden: tuple[str, ...] = ()
    lies: Mapping[str, str] = field(default_factory=dict)
    salt: int = 0
    blind: bool = False

    def image(self) -> Image:
        text = json.dumps({**self.__dict__, "grid": dict(self.grid)}).encode()
        text += b" " * (-len(text) % 3)
        return np.frombuffer(text, dtype=np.uint8).reshape(1, -1, 3).copy()

    @classmethod
    def of(cls, image: Image) -> "Scene":
        try:
            told = json.loads(image.tobytes())
        except ValueError as error:
            raise VisionError("vision.board.none", files=5, ranks=5) from error
        scene = cls(**{**told, "hidden": tuple(told["hidden"])})
        if scene.blind:
            raise VisionError("vision.board.cut_off", edges=("left",))
        return scene

    def save(self, path: Path) -> None:
        assert cv2.imwrite(str(path), self.image())


class SimulatedLook:
    """A look at a scene, with normal noise of `noise` nats on every answer."""

    def __init__(self, scene: Scene, noise: float, image: Image | None = None) -> None:
        self.scene = scene
        self.noise = noise
        self.image = scene.image() if image is None else image
        self.asked = 0

    @property
    def hidden(self) -> frozenset[str]:
        return frozenset(self.scene.hidden)

    @property
    def hand(self) -> bool:
        return self.scene.hand

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        truth = self.scene.lies.get(cell, self.scene.grid[cell])
        self.asked += len(stacks)
        return np.array([-unlikeness(truth, stack) + self.noise * self._normal(cell, stack) for stack in stacks])

    def touched(self, cell: str) -> None:
        return None

    def _normal(self, cell: str, stack: str) -> float:
        """The same number whenever the same is asked of stacks that look the same."""
        seed = hashlib.sha256(f"{self.scene.salt} {cell} {shows(stack)}".encode()).digest()
        return random.Random(seed).gauss(0.0, 1.0)


class SimulatedTracker:
    """Looks at pictures that spell their truth; keeps what it was taught."""

    def __init__(self, image: Image, noise: float = 1.5) -> None:
        Scene.of(image)
        self.noise = noise
        self.learnt: list[dict[str, str]] = []

    def look(self, image: Image) -> SimulatedLook:
        return SimulatedLook(Scene.of(image), self.noise, image)

    def weighed(self, look: Look) -> None:
        pass

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        self.learnt.append(dict(grid))


def random_roll(rng: random.Random, side: Side) -> dict[str, int]:
    return {colour: rng.randint(1, 6) for colour in SIDES[side]}


def random_turn(rng: random.Random, position: Position, roll: Mapping[str, int], hops: int = 4) -> Turn:
    """A legal turn of up to `hops` random hops; it changes the table whenever a hop is possible."""
    played: list[tuple[str, str]] = []
    turn = apply(position, roll, [])
    assert isinstance(turn, Turn)
    for _ in range(rng.randint(1, hops)):
        now = replace(turn.position, to_move=position.to_move)
        left = {colour: value - turn.points.get(colour, 0) for colour, value in roll.items()}
        choices = [hop for hop in moves(now, left) if not _undoes(position, now, hop.start, hop.end)]
        if not choices:
            break
        hop = rng.choice(choices)
        longer = apply(position, roll, [*played, (hop.start, hop.end)])
        if not isinstance(longer, Turn):
            break
        played.append((hop.start, hop.end))
        turn = longer
    return turn


def _undoes(start: Position, now: Position, source: str, target: str) -> bool:
    """Whether a hop would put both cells back to what they held before the turn."""
    piece = now.grid[source][-2:]
    return now.grid[source][:-2] == start.grid[source] and now.grid[target] + piece == start.grid[target]


class Script:
    """Writes a recording of a simulated game, event by event."""

    def __init__(self, folder: Path, salt: int = 0) -> None:
        self.folder = folder
        self.events: list[dict[str, Any]] = []
        self.salt = salt
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, **event: Any) -> "Script":
        self.events.append({"t": float(len(self.events)), **event})
        return self

    def frame(self, grid: Mapping[str, str], **scene: Any) -> "Script":
        name = f"{len(self.events):03d}.png"
        Scene(dict(grid), salt=self.salt + len(self.events), **scene).save(self.folder / name)
        return self.add(frame=name)

    def write(self) -> Path:
        content = {"game": "looney-blockade", "camera": None, "a1": [0, 0], "events": self.events}
        (self.folder / "recording.json").write_text(json.dumps(content))
        return self.folder


def random_breach(rng: random.Random, position: Position, roll: Mapping[str, int]) -> tuple[str, dict[str, str]]:
    """A table that a turn against the rules has left, and what was wrong about the turn."""
    while True:
        kind = rng.choice(list(BREACHES))
        grid = BREACHES[kind](rng, dict(position.grid), SIDES[position.to_move])
        if grid is not None and isinstance(check(position, grid, roll), Violation):
            return kind, grid


def _put(grid: dict[str, str], source: str, target: str) -> dict[str, str]:
    return {**grid, source: grid[source][:-2], target: grid[target] + grid[source][-2:]}


def _pick(rng: random.Random, cells: Sequence[str]) -> str | None:
    return rng.choice(cells) if cells else None


def _tops(grid: Mapping[str, str], colours: Sequence[str]) -> list[str]:
    return [
        cell for cell in VOLCANO.cells if len(grid[cell]) > 2 and grid[cell][-2] in colours and grid[cell][-1] in "12"
    ]


def _lands(piece: str, stack: str) -> bool:
    return stack[-2:] == "C3" or (stack[-2] == piece[0] and stack[-1] >= piece[1])


def _moved(rng: random.Random, grid: dict[str, str], colours: Sequence[str], lands: bool) -> dict[str, str] | None:
    source = _pick(rng, _tops(grid, colours))
    if not source:
        return None
    piece = grid[source][-2:]
    target = _pick(rng, [cell for cell in VOLCANO.cells if cell != source and _lands(piece, grid[cell]) == lands])
    return _put(grid, source, target) if target else None


def _others(own: Sequence[str]) -> list[str]:
    return [colour for colour in "RYGB" if colour not in own]


def _large_moved(rng: random.Random, grid: dict[str, str], own: Sequence[str]) -> dict[str, str] | None:
    one, two = rng.sample(VOLCANO.cells, 2)
    if grid[one][0] == grid[two][0]:
        return None
    return {**grid, one: grid[two], two: grid[one]}


def _removed(rng: random.Random, grid: dict[str, str], own: Sequence[str]) -> dict[str, str] | None:
    source = _pick(rng, _tops(grid, "RYGB"))
    return {**grid, source: grid[source][:-2]} if source else None


def _black(rng: random.Random, grid: dict[str, str], own: Sequence[str]) -> dict[str, str] | None:
    target = rng.choice(VOLCANO.cells)
    return {**grid, target: grid[target] + rng.choice(("K1", "K2", "K3"))}


Breach = Callable[[random.Random, dict[str, str], Sequence[str]], dict[str, str] | None]

BREACHES: dict[str, Breach] = {
    "too many points": lambda rng, grid, own: _moved(rng, grid, own, lands=True),
    "wrong landing": lambda rng, grid, own: _moved(rng, grid, own, lands=False),
    "not your piece": lambda rng, grid, own: _moved(rng, grid, _others(own), lands=True),
    "large moved": _large_moved,
    "piece removed": _removed,
    "wrong black": _black,
}
