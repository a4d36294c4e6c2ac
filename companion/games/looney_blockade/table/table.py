"""Looney Blockade on a table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, ClassVar

from companion.games.errors import GameError
from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.rules.judging.checking import check, turn_to
from companion.games.looney_blockade.rules.judging.missing_blacks import missing_caps
from companion.games.looney_blockade.rules.model import SIDES, Options, Position, Side, Turn, check_roll
from companion.games.looney_blockade.rules.setup import initial, taken_over
from companion.games.looney_blockade.rules.turns import apply, outcome
from companion.games.looney_blockade.table import stacks, turns
from companion.games.looney_blockade.table.asked import allowed
from companion.games.looney_blockade.table.colours import read_colours
from companion.games.looney_blockade.table.drawing import LooneyDrawing
from companion.games.looney_blockade.table.practice import PracticeTable
from companion.games.looney_blockade.table.record import LooneyRecord
from companion.games.looney_blockade.table.setup import check_setup, read_setup
from companion.games.looney_blockade.table.wording import LooneyWording, caps_wanted
from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment, Grid, Json, Place, Thing
from companion.referee.keeping.shapes import fields, maybe, text, whole
from companion.referee.practice import Practice
from companion.referee.table import Breach, Hints, Legal, Proposal, Scores, Setup, SetupCheck, TableModule, Unfinished
from companion.referee.table_parts import KeptShapes
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.sources.source import Source
from vision.tracking.contract import Tracker

_MOVE = fields({"from": text, "to": text}, {"piece": text, "cost": whole(), "cap": maybe(text)})


class LooneyTable(TableModule[Position, Turn]):
    """A board of five by five cells, each with a stack of pyramids; `stacks` says how they are written."""

    game = "looney-blockade"
    places = CELLS
    counted = stacks.KINDS
    sides = tuple(SIDES)
    commitments: ClassVar[Mapping[str, type]] = {"roll": dict}
    kept = KeptShapes(_MOVE)
    throws = tuple("".join(colours) for colours in SIDES.values())
    examples = ("B4 G5", "b2 G3G1")

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        told = dict(options or {})
        self.colours = read_colours(told.pop("colours", {}))
        self.options = Options.from_json(told)
        self.wording = LooneyWording()
        self.drawing = LooneyDrawing(self.colours)
        self.record = LooneyRecord(self.options)

    def start(self, grid: Grid, mover: str) -> Position:
        return initial(grid, _side(mover))

    def grid(self, position: Position) -> Grid:
        return position.grid

    def standing(self, grid: Grid, like: Position | None) -> Position:
        return taken_over(grid, like.to_move if like else "cool")

    def moving(self, position: Position, mover: str | None) -> Position:
        return replace(position, to_move=_side(mover))

    def from_json(self, position: Json) -> Position:
        return Position.from_json(position)

    def allowed(self, position: Position, under: Commitment | None, named: Sequence[str]) -> Sequence[Reason]:
        return allowed(position, under, named, self.options)

    def score(self, position: Position) -> Mapping[str, int]:
        return outcome(position, self.options).towers

    def winner(self, position: Position) -> str | None:
        return outcome(position, self.options).winner

    def ended(self, winner: str) -> Reason:
        return super().ended(winner) if winner in SIDES else because("looney.over.draw", "BK-12")

    def commit(self, said: Mapping[str, Any], held: Commitment | None) -> Commitment:
        """Take the mover's roll: with two dice the mover has those colours, with all four (the tower rolls them all) it
        is the side to move."""
        roll = said["roll"]
        side = self._roller(roll, held)
        dice = check_roll({colour: value for colour, value in roll.items() if colour in SIDES[side]}, side)
        return Commitment(side, {"roll": dice})

    def likely(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        return stacks.likely(thing)

    def possible(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        return stacks.possible(thing)

    def moved(self, was: Thing, now: Thing) -> int:
        return stacks.moved(was, now)

    def difference(self, was: Thing, now: Thing) -> tuple[tuple[str, int], ...]:
        return stacks.difference(was, now)

    def apart(self, one: Thing, other: Thing) -> int:
        return sum(a != b for a, b in zip_longest(stacks.pieces(one), stacks.pieces(other)))

    def unlikely(self, believed: Position, before: Position, after: Grid, under: Commitment | None) -> bool:
        """Return True if more than one piece of the other side has been moved: a turn takes up many of one's own."""
        was, theirs = self.grid(believed), set(stacks.COLOURS) - set(SIDES[before.to_move])
        changes = (self.difference(was[place], after[place]) for place in self.places)
        return sum(n for change in changes for piece, n in change if n > 0 and piece[0] in theirs) > 1

    def top(self, thing: Thing) -> str:
        return thing[-2:]

    def supply(self, position: Position) -> Mapping[str, int]:
        return dict(zip(stacks.BLACKS, position.supply, strict=True))

    def turn(self, before: Position, after: Grid, under: Commitment) -> Turn | None:
        return turn_to(before, after, under.value["roll"], self.options)

    def entered(self, before: Position, under: Commitment, steps: Sequence[Mapping[str, str]]) -> Turn | None:
        played = apply(before, under.value["roll"], [(step["from"], step["to"]) for step in steps], self.options)
        return played if isinstance(played, Turn) else None

    def unfinished(self, before: Position, after: Grid, under: Commitment, since: Grid | None) -> bool:
        """Return True if a legal turn stands there but for its blacks."""
        return _uncapped(after) and self._capped(before, after, under) is not None

    def explain(
        self, before: Position, after: Grid, under: Commitment | None
    ) -> Legal[Turn] | Unfinished[Turn] | Breach:
        if under is None:
            changed = tuple(cell for cell in CELLS if after[cell] != before.grid[cell])
            return Breach(because("referee.unrolled", "BK-roll", cells=changed), changed)
        found = check(before, after, under.value["roll"], self.options)
        if isinstance(found, Turn):
            return Legal(found)
        breach = Breach(found.reason, found.cells)
        if _uncapped(after) and (turn := self._capped(before, after, under)):
            return Unfinished(turn, caps_wanted(turn, found.rule), breach)
        return breach

    def unseen(self, before: Position, missed: Commitment, after: Grid, under: Commitment) -> tuple[Turn, Turn] | None:
        side, roll = _side(missed.mover), missed.value["roll"]
        return turns.two_turns(before, side, roll, after, under.value["roll"], self.options)

    def proposals(
        self, before: Position, missed: Commitment | None, under: Commitment, scores: Scores
    ) -> Iterable[Proposal]:
        if missed is not None:
            return turns.tables_moving((*SIDES["cool"], *SIDES["warm"]), before, scores)
        if self.options.landing == "c":
            return turns.tables_moving(SIDES[before.to_move], before, scores)
        return turns.tables_of_ends(before, under.value["roll"], self.options, scores)

    def moves(self, turn: Turn) -> tuple[Json, ...]:
        """Return the hops of a turn: from, to, piece, cost and, if it made a tower, cap."""
        return tuple(hop.to_json() for hop in turn.hops)

    def points(self, turn: Turn) -> Mapping[str, int]:
        return turn.points

    def read_setup(self, evidence: Evidence) -> Setup:
        return read_setup(evidence)

    def check_setup(self, evidence: Evidence) -> SetupCheck:
        return check_setup(evidence)

    def open_tracker(self, image: Image, hints: Hints) -> Tracker:
        if self.colours:
            raise RefereeError("looney.table.colours", "BK-19")
        # Only when there is a picture: what it needs takes long to load.
        from vision.tracking.looney_set import BlockadeTracker  # noqa: PLC0415

        camera = Camera.from_json(hints.camera) if hints.camera else None
        return BlockadeTracker(image, a1=hints.corner, corners=hints.corners, camera=camera)

    def simulated_camera(self) -> Source:
        return SimulatedTable(initial().grid, usual_view(VOLCANO))

    def practice(self, seed: int, chosen: Mapping[str, Any]) -> Practice:
        return PracticeTable(seed, **chosen)

    def _roller(self, roll: Mapping[str, int], held: Commitment | None) -> Side:
        whole = [side for side in SIDES if set(SIDES[side]) <= set(roll)]
        if len(whole) == 1 and len(roll) == 2:
            return whole[0]
        if len(whole) == 2 and len(roll) == 4:
            return _side(self.next_mover(held.mover)) if held and held.mover else "cool"
        pairs = tuple("+".join(pair) for pair in SIDES.values())
        got = tuple(f"{colour}{value}" for colour, value in roll.items())
        raise GameError("looney.table.roll" if got else "looney.table.no_roll", pairs=pairs, got=got)

    def _capped(self, before: Position, after: Grid, under: Commitment) -> Turn | None:
        return missing_caps(before, after, under.value["roll"], self.options)


def _side(mover: str | None) -> Side:
    return "warm" if mover == "warm" else "cool"


def _uncapped(grid: Grid) -> bool:
    return any(stack == f"{stack[:1]}3{stack[:1]}2{stack[:1]}1" for stack in grid.values())
