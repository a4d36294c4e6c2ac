"""A table that plays by itself, so that everything can be tried without a board or a camera.

Two computer players make programs and carry them out; now and then a hand is still at a program after the end, or a
pyramid is put on a wrong square and, once that is said, where it belongs. What stands and lies on the table is drawn as
a camera would see it.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from companion.games.pyramid_ball.rules.board import COMMANDS, PLAYERS, SIZES, SQUARES
from companion.games.pyramid_ball.rules.model import Options, Position, Program
from companion.games.pyramid_ball.rules.sampling import Chance
from companion.games.pyramid_ball.rules.strategy import find_mixture
from companion.games.pyramid_ball.rules.turns import Turn
from companion.games.pyramid_ball.table.execution import Committed, Plan, ends, key_of, turns
from companion.games.pyramid_ball.table.programs import COMPASS, ENDS
from companion.games.pyramid_ball.table.things import ColouredPosition, pieces
from companion.referee.grid import Commitment, Grid
from companion.referee.practice import Practice
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict
from vision.drawing.ball_table import BallScenery, DrawnArray, ball_picture, usual_ball_view
from vision.geometry.solids import COLOURS
from vision.image import Image
from vision.programs.array_reading import PLACES, ArrayReading
from vision.tracking.contract import Look, Tracker

OpenTracker = Callable[[Image], Tracker]
SIZE = (1280, 960)
LATE_LOOKS = 12
MENDING_LOOKS = 12
"""So often a table that was put right is shown; if it is not understood then, the players must speak."""
_WRONG = ("illegal", "unsure", "incomplete")


class PracticeBallTable(Practice):
    """A simulated table, from the position `start` on; the same seed plays the same game.

    In a hundred turns: `late`: how often a hand is late. `breaches`: how often programs are carried out wrongly at
    first. `glares`: how often a command shines and cannot be read. `open_tracker` returns the eyes.
    """

    def __init__(
        self,
        seed: int,
        start: Position,
        options: Options,
        open_tracker: OpenTracker,
        breaches: int = 25,
        glares: int = 12,
        late: int = 15,
    ) -> None:
        self._rng = random.Random(seed)
        self._options, self._open = options, open_tracker
        self._breaches, self._glares, self._late = breaches, glares, late
        first, second, ball, *arrays = self._rng.sample(COLOURS, 5)
        self.arrays: dict[str, str] = dict(zip(PLAYERS, arrays, strict=True))
        self.position = ColouredPosition(start, (first, second), ball)
        self.view = usual_ball_view(SIZE, azimuth=self._rng.uniform(-6, 6), oblique=self._rng.uniform(16, 28))
        self.programs: dict[str, Program] = {side: Program(("...", "...", "...")) for side in PLAYERS}
        self._fouls: tuple[str, ...] = ()
        self._choices: tuple[str, ...] = ()
        self.glare: Mapping[str, str] = {}
        self.shown: BallScenery | None = None

    def _begun(self) -> Iterator[Happening]:
        return iter([self._frame(self.position.grid)])

    def _next_turn(self) -> Iterator[Happening]:
        return self._turn()

    def _laid(self, grid: Grid) -> Iterator[Happening]:
        self._take_colours(grid)
        yield self._frame(grid)

    def _take_colours(self, grid: Grid) -> None:
        """Play with the colours of a table that was set up elsewhere, if they are others."""
        lying = [piece[0] for square in SQUARES for piece in pieces(grid.get(square, ""))]
        found = Counter(lying)
        if found.keys() == {*self.position.teams, self.position.ball} or len(found) != len(PLAYERS) + 1:
            return
        ball, first, second = sorted(found, key=lambda colour: (found[colour] > 1, lying.index(colour)))
        self.position = replace(self.position, teams=(first, second), ball=ball)
        free = [colour for colour in COLOURS if colour not in found]
        self.arrays = dict(zip(PLAYERS, free, strict=False))

    def _waits(self, verdict: Verdict | None) -> bool:
        return super()._waits(verdict) or (verdict is not None and _asked(verdict))

    def go_on_from(self, position: ColouredPosition, mover: str, commitment: Commitment | None) -> None:
        """Continue from a position that the players give, with the programs in force, if any are."""
        self.position = position
        under = commitment.value if commitment else {}
        self._fouls = tuple(under.get("fouls", ()))
        committed = Committed.of(under)
        if committed:
            self.programs = dict(zip(PLAYERS, committed.programs, strict=True))
            self._choices = committed.choices
            self._plan = self._carried_out(clear=not committed.doubts)
        elif under.get("timer") == "end":
            self._plan = self._read()
        else:
            self._plan = self._turn(begun=under.get("timer") == "start")

    def tracker(self, image: Image) -> Tracker:
        return PracticeBallTracker(self, self._open(image))

    def _turn(self, begun: bool = False) -> Iterator[Happening]:
        self._fouls, self._choices = (), ()
        if not begun:
            yield Happening("timer", "start")
        yield self._frame(self.position.grid, screens=ENDS, hands=ENDS)
        for player, side in enumerate(PLAYERS):
            self.programs[side] = self._choose(player)
        yield Happening("timer", "end")
        if self._rng.randrange(100) < self._late:
            yield from self._late_hand(self._rng.choice([*ENDS]))
        yield from self._read()

    def _late_hand(self, end: str) -> Iterator[Happening]:
        """Show a hand that stays at a program until the verdict comes, or for so many pictures."""
        late = self._frame(self.position.grid, hands={end})
        for _ in range(LATE_LOOKS):
            yield late
            if self.verdict and self.verdict.verdict == "late":
                return

    def _read(self) -> Iterator[Happening]:
        """Show both programs, then carry them out."""
        dazzled = self._rng.randrange(100) < self._glares
        if dazzled:
            self.glare = {self._rng.choice([*ENDS]): self._rng.choice(PLACES)}
        yield self._frame(self.position.grid)
        self.glare = {}
        yield from self._carried_out(clear=not dazzled)

    def _carried_out(self, clear: bool) -> Iterator[Happening]:
        """Carry out the programs. If they are not `clear`, make no mistakes: a wrong table might be taken for what they
        say."""
        turn = self._played()
        if turn is None:
            return
        after = replace(self.position, game=turn.position)
        if clear and self._rng.randrange(100) < self._breaches and (broken := self._broken(after)):
            yield self._frame(self.position.grid, hands={"d4"})
            yield self._frame(broken)
            for _ in range(MENDING_LOOKS):
                if self.verdict and self.verdict.verdict in _WRONG:
                    yield self._frame(after.grid)
        before, self.position = self.position, after
        yield self._frame(before.grid, hands={"d4"})
        yield self._frame(after.grid)

    def _choose(self, player: int) -> Program:
        """Choose a program after little thought."""
        mixture = find_mixture(
            self.position.game, player, Chance(self._rng.randrange(1 << 30)), lambda: True, self._options
        )
        weights = [choice.weight for choice in mixture.choices]
        return self._rng.choices([choice.program for choice in mixture.choices], weights)[0]

    def _played(self) -> Turn | None:
        """Return the turn that the programs make, with the players' choices made at random."""
        every = turns(self.position.game, self._carried(), self._choices, self._options)
        return self._rng.choice(every) if every else None

    def _carried(self) -> tuple[Program, Program]:
        both = [replace(self.programs[side], void=self.programs[side].void or side in self._fouls) for side in PLAYERS]
        return both[0], both[1]

    def _broken(self, after: ColouredPosition) -> Grid | None:
        """Return the table with a pyramid beside its place, which no turn of the programs leads to."""
        plan = Plan(self._carried(), 1.0)
        lawful = ends(self.position, plan, (), self._options)
        for _ in range(20):
            square = self._rng.choice(after.game.squares)
            beside = square + self._rng.choice((-1, 1, -7, 7))
            if beside not in range(len(SQUARES)) or after.grid[SQUARES[beside]]:
                continue
            start, end = SQUARES[square], SQUARES[beside]
            grid = {**after.grid, start: "", end: after.grid[start]}
            if key_of(grid) not in lawful:
                return grid
        return None

    def _frame(
        self,
        grid: Grid,
        screens: Iterable[str] = (),
        hands: Iterable[str] = (),
    ) -> Happening:
        scenery = BallScenery(
            grid,
            dict(zip(PLAYERS, self.position.teams, strict=True)),
            self.position.ball,
            {end: self._drawn(player, side) for player, (end, side) in enumerate(ENDS.items())},
            frozenset(screens),
            frozenset(hands),
        )
        self.shown = scenery
        return Happening("frame", ball_picture(scenery, self.view))

    def _drawn(self, player: int, side: str) -> DrawnArray:
        """Return a program as it lies beyond an end of the board."""
        program = self.programs[side]
        ways = {to: compass for compass, to in COMPASS.items()}
        commands = {
            f"{size}{row}": ways[COMMANDS[player][letter]]
            for size, word in zip(SIZES, program.commands, strict=True)
            for row, letter in enumerate(word, 1)
        }
        marker = f"{program.markers[0].to}{program.markers[0].row}" if program.markers else ""
        return DrawnArray(self.arrays[side], commands, marker, program.quick_pass, program.blitz)


class PracticeBallTracker:
    """A tracker (`vision.tracking.contract.Tracker`) that a command dazzles now and then."""

    def __init__(self, table: PracticeBallTable, eyes: Tracker) -> None:
        self._table, self._eyes = table, eyes

    def look(self, image: Image) -> Look:
        look = self._eyes.look(image)
        return DazzledLook(look, self._table.glare) if self._table.glare else look

    def weighed(self, look: Look) -> None:
        self._eyes.weighed(_seen(look))

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        self._eyes.learn(_seen(look), grid)


class DazzledLook:
    """A look that does not show one command at an end."""

    def __init__(self, look: Any, glare: Mapping[str, str]) -> None:
        self.seen = look
        self.arrays = {end: _dazzled(reading, glare.get(end)) for end, reading in look.arrays.items()}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.seen, name)


def _seen(look: Any) -> Look:
    return look.seen if isinstance(look, DazzledLook) else look  # type: ignore[no-any-return]


def _dazzled(reading: ArrayReading | None, place: str | None) -> ArrayReading | None:
    if reading is None or place is None:
        return reading
    ways = reading.commands[place]
    return replace(reading, commands={**reading.commands, place: dict.fromkeys(ways, float(-np.log(len(ways))))})


def _asked(verdict: Verdict) -> bool:
    """Return True if a question is open that the players must answer."""
    return verdict.trait.turn and verdict.more.get("choice") is not None
