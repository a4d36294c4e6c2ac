"""Looks at tables of Pyramid Ball that tell the truth, with the doubts that a camera has."""

import hashlib
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.games.pyramid_ball.rules.model import STILL, Position, Program
from companion.games.pyramid_ball.rules.sampling import Chance, sample_program
from companion.games.pyramid_ball.rules.turns import Pending, Turn, apply
from companion.games.pyramid_ball.table.programs import LETTERS
from companion.games.pyramid_ball.table.table import PyramidBallTable
from companion.games.pyramid_ball.table.things import ColouredPosition, pieces
from companion.referee.evidence import Evidence
from companion.referee.session import Session
from companion.referee.verdict import Verdict
from vision.image import Image
from vision.programs.array_reading import DASH, PLACES, ArrayReading

NORMAL = NormalDist()
OTHER = 16.0
"""Nats by which one thing that differs tells against it."""


def sight_of(
    program: Program,
    team: int,
    colour: str,
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    sure: float = 0.999,
) -> ArrayReading:
    """An array as it lies; `doubts` are by place the probabilities of other answers."""
    compass = {letter: way for way, letter in LETTERS[team].items()}
    commands: dict[str, dict[str, float]] = {}
    for place in (*PLACES, DASH):
        word = program.commands["SML".index(place[0])]
        row = int(place[1])
        truth = compass[word[row - 1]] if row <= len(word) else ""
        ways = ("N", "E", "S", "W", ".", *([""] if place == DASH else []))
        commands[place] = _chances(truth, ways, (doubts or {}).get(place, {}), sure)
    marked = f"{program.markers[0].to}{program.markers[0].row}" if program.markers else ""
    marker = _chances(marked, ("", *PLACES), (doubts or {}).get("pass", {}), sure)
    specials = {"quick": sure if program.quick_pass else 1 - sure, "blitz": sure if program.blitz else 1 - sure}
    return ArrayReading(colour, commands, marker, specials)


def _chances(truth: str, ways: Sequence[str], doubts: Mapping[str, float], sure: float) -> dict[str, float]:
    rest = (1 - sure) / (len(ways) - 1)
    chances = {way: doubts.get(way, rest) for way in ways}
    chances[truth] = max(1e-9, 1 - sum(chance for way, chance in chances.items() if way != truth))
    return {way: round(math.log(chance), 4) for way, chance in chances.items()}


@dataclass
class BallLook:
    """What a picture of `grid` shows: `lies` are squares that look like something else, `noise` is in nats."""

    grid: Mapping[str, str]
    arrays: Mapping[str, ArrayReading | None] = field(default_factory=dict)
    busy: frozenset[str] = frozenset()
    screened: frozenset[str] = frozenset()
    patterned: bool = False
    hand: bool = False
    hidden: frozenset[str] = frozenset()
    lies: Mapping[str, str] = field(default_factory=dict)
    costs: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    colours: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    noise: float = 0.0
    salt: int = 0

    @property
    def image(self) -> Image:
        return np.zeros((1, 1, 3), np.uint8)

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        truth = self.lies.get(cell, self.grid[cell])
        costs = self.costs.get(cell, {})
        return np.array(
            [-costs.get(stack, _apart(truth, stack)) + self.noise * self._normal(cell, stack) for stack in stacks]
        )

    def touched(self, cell: str) -> tuple[str, float] | None:
        return None

    def _normal(self, cell: str, stack: str) -> float:
        digest = hashlib.sha256(f"{self.salt} {cell} {stack}".encode()).digest()
        return NORMAL.inv_cdf((int.from_bytes(digest[:6]) + 0.5) / (1 << 48))


@cache
def _apart(truth: str, stack: str) -> float:
    a, b = pieces(truth), pieces(stack)
    apart = 0.0
    for one, other in zip((*a, "", ""), (*b, "", ""), strict=False):
        if one != other:
            apart += OTHER if not one or not other else OTHER * 0.7 * ((one[0] != other[0]) + (one[1] != other[1]))
    return apart


class Field:
    """A session in front of a simulated table, and the truth about that."""

    def __init__(
        self, mode: str = "basic", seed: int = 0, noise: float = 1.0, options: Mapping[str, Any] | None = None
    ) -> None:
        self.table = PyramidBallTable({"mode": mode, **(options or {})})
        self.session = Session(self.table)
        self.rng = random.Random(seed)
        self.noise, self.salt, self.t = noise, seed * 1000, 0.0
        first, second, ball, *self.array_colours = self.rng.sample("RYGBKCOPNW", 5)
        self.position = ColouredPosition(self.table.start_game, (first, second), ball)
        self.programs = (STILL, STILL)

    @property
    def game(self) -> Position:
        return self.position.game

    def look(self, grid: Mapping[str, str] | None = None, **more: Any) -> BallLook:
        self.salt += 1
        doubts = more.pop("doubts", {})
        if "arrays" not in more:
            more["arrays"] = {
                end: sight_of(self.programs[team], team, self.array_colours[team], doubts.get(side))
                for team, (end, side) in enumerate((("near", "first"), ("far", "second")))
            }
        return BallLook(dict(grid or self.position.grid), noise=self.noise, salt=self.salt, **more)

    def see(self, grid: Mapping[str, str] | None = None, after: float = 4.0, **more: Any) -> Verdict:
        self.t += after
        look = self.look(grid, **more)
        evidence = Evidence.of(look, self.table.places, beside=self.table.beside(look))
        self.kept = evidence
        return self.session.see(self.t, None, evidence)

    def timer(self, what: str, after: float = 1.0) -> None:
        self.t += after
        self.session.commit({"timer": what}, self.t)

    def correct(self, **correction: Any) -> Verdict:
        self.t += 1.0
        return self.session.correct(self.t, correction)

    def random_programs(self) -> tuple[Program, Program]:
        chance = Chance(self.rng.randrange(1 << 30))
        return sample_program(self.game, 0, chance), sample_program(self.game, 1, chance)

    def program(self, programs: tuple[Program, Program], **more: Any) -> Verdict:
        """Both programs are made and read."""
        self.programs = programs
        self.timer("start")
        self.timer("end", 40.0)
        return self.see(after=2.5, **more)

    def played(self, programs: tuple[Program, Program] | None = None) -> Turn:
        """The turn that the programs make, choices made at random."""
        choices: list[str] = []
        while True:
            played = apply(self.game, programs or self.programs, choices, self.table.options)
            if isinstance(played, Turn):
                return played
            assert isinstance(played, Pending), played
            choices.append(self.rng.choice(played.question.options))

    def after(self, turn: Turn) -> dict[str, str]:
        return dict(ColouredPosition(turn.position, self.position.teams, self.position.ball).grid)

    def go_on(self, turn: Turn) -> None:
        self.position = ColouredPosition(turn.position, self.position.teams, self.position.ball)
