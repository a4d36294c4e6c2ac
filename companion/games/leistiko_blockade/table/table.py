"""Leistiko's Blockade on a table."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.checking import check
from companion.games.leistiko_blockade.rules.model import (
    SIDES,
    Options,
    Position,
    Roll,
    Side,
    Turn,
    other_side,
    read_row,
)
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.turns import outcome
from companion.games.leistiko_blockade.table import ends, rows
from companion.games.leistiko_blockade.table.asked import allowed
from companion.games.leistiko_blockade.table.dice import ORDER, dice_a_throw, in_order
from companion.games.leistiko_blockade.table.drawing import LeistikoDrawing
from companion.games.leistiko_blockade.table.entered import entered, row_of
from companion.games.leistiko_blockade.table.record import LeistikoRecord
from companion.games.leistiko_blockade.table.rows import COUNTS, PLACES, RESTING, grid_of, rows_of, sighting
from companion.games.leistiko_blockade.table.setup import check_setup, read_setup
from companion.games.leistiko_blockade.table.wording import LeistikoWording
from companion.games.reason import Reason, because
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment, Grid, Json, Place, Thing
from companion.referee.keeping.shapes import either, fields, list_of, map_of, one_of, whole
from companion.referee.practice import Practice
from companion.referee.table import (
    Announced,
    Breach,
    Hints,
    Legal,
    Proposal,
    Scores,
    Setup,
    SetupCheck,
    TableModule,
    Unfinished,
)
from companion.referee.table_parts import KeptShapes
from vision.drawing.half_board_table import HalfBoardScenery, half_board_picture, usual_half_board_camera
from vision.drawing.simulated_camera import SimulatedCamera
from vision.geometry.camera import Camera
from vision.image import Image
from vision.sources.source import Source
from vision.tracking.contract import Look, Tracker

_SIDE = one_of(SIDES)
_MOVE = either(
    *(fields({"side": _SIDE, kind: whole(1, 6), "cost": whole()}, closed=True) for kind in ("leap", "cross", "off")),
    fields({"side": _SIDE, "from": whole(1, 6), "to": whole(1, 6)}, closed=True),
)
_DICE = list_of(whole(1, 6))
_SAID = fields({}, {"row": whole(1), "roll": either(map_of(whole()), _DICE, map_of(_DICE))})
CHECKER = "checker"
_TYPED_ROW = re.compile(r"row\s+([0-9]{1,3})")
_TYPED_ROLL = re.compile(r"(?:roll\s+)?([0-9](?:[\s,]*[0-9])*)(?:\s*v\s*([0-9](?:[\s,]*[0-9])*))?")


class HalfBoardTable(TableModule[Position, Turn]):
    """Half a backgammon board; the module `rows` says how its places are named. The row may be announced before the
    roll; otherwise it is the one that checkers leave."""

    game = "leistiko-blockade"
    places = PLACES
    counted = (CHECKER,)
    sides = SIDES
    commitments: ClassVar[Mapping[str, type]] = {"row": int, "roll": object}
    kept = KeptShapes(_MOVE, _SAID)
    amendable = ("row", "roll")
    unsayable = ("row", "roll")
    examples = ("row 3, then 4", "first.3 2")

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        self.options = Options.from_json(options or {})
        self.places = PLACES if self.options.whole else (*PLACES, *RESTING)
        self.wording, self.drawing = LeistikoWording(), LeistikoDrawing()
        self.record = LeistikoRecord(self.options)

    @property
    def dice_a_throw(self) -> int:
        return dice_a_throw(self.options.variant)

    # Positions

    def start(self, grid: Grid, mover: str) -> Position:
        return self.moving(initial(rows_of(grid, "first"), rows_of(grid, "second"), self.options), mover)

    def grid(self, position: Position) -> Grid:
        return grid_of(position, resting=not self.options.whole)

    def standing(self, grid: Grid, like: Position | None) -> Position:
        for place, thing in grid.items():
            if thing not in COUNTS:
                raise GameError("leistiko.table.count", "LB-setup", place=place, most=self.options.pieces)
        seen = sighting(grid)
        first, second, resting = seen.first, seen.second, seen.across
        # A player with empty rows has had the turn: the other player is to move (LB-end).
        done = any((*second, *resting[1])) and not any((*first, *resting[0]))
        mover = "second" if done else like.to_move if like else "first"
        position = Position(first, second, _side(mover), resting)
        position.check_number(self.options)
        return position

    def moving(self, position: Position, mover: str | None) -> Position:
        return replace(position, to_move=_side(mover))

    def from_json(self, position: Json) -> Position:
        return Position.from_json(position)

    def allowed(self, position: Position, under: Commitment | None, named: Sequence[str]) -> Sequence[Reason]:
        return allowed(position, under, named, self.options)

    def score(self, position: Position) -> Mapping[str, int]:
        """Return the checkers that are off."""
        return {side: self.options.pieces - sum(position.all_of(side)) for side in SIDES}

    def published(self, grid: Grid) -> Json:
        if not grid:
            return {}
        shown: Json = {side: list(rows_of(grid, side)) for side in SIDES}
        across = {side: list(rows_of(grid, f"resting.{side}")) for side in SIDES}
        return shown if self.options.whole else {**shown, "across": across}

    def may_amend(self, side: str, before: Position, under: Commitment, what: str, value: Any) -> bool:
        """Return True if the roll is only read in another order."""
        rolled = under.value.get("roll")
        if what != "roll" or not isinstance(rolled, list) or not isinstance(value, list):
            return False
        return sorted(map(str, value)) == sorted(map(str, rolled))

    def winner(self, position: Position) -> str | None:
        return outcome(position).winner

    def ended(self, winner: str) -> Reason:
        return because("leistiko.over.draw", "LB-end") if winner not in SIDES else super().ended(winner)

    # What was said

    def commit(self, said: Mapping[str, Any], held: Commitment | None) -> Commitment:
        """Take a row or a roll. A row begins a turn, or replaces the one announced before it while the dice are not
        rolled; a roll completes the row, or begins a turn without one."""
        before = held if held and held.mover else None
        open_ = before is not None and "row" in before.value and "roll" not in before.value
        mover = before.mover if before and open_ else self.next_mover(str(before.mover)) if before else SIDES[0]
        if "row" in said:
            return Commitment(mover, {"row": read_row(said["row"])})
        row = {"row": before.value["row"]} if before and open_ else {}
        return Commitment(mover, {**row, "roll": self._roll(said["roll"]).to_json()})

    def continues(self, held: Commitment, new: Commitment) -> bool:
        return held.mover == new.mover and "roll" not in held.value

    def typed(self, text: str) -> tuple[str, Any] | None:
        """Parse ``row 3``; ``4`` or ``roll 4 2``; ``642 v 51``, a leap of Bungie Battle."""
        if row := _TYPED_ROW.fullmatch(text.strip().lower()):
            return "row", int(row[1])
        if roll := _TYPED_ROLL.fullmatch(text.strip().lower()):
            own, opposed = (
                None if dice is None else [int(die) for die in re.findall("[0-9]", dice)] for dice in roll.groups()
            )
            return "roll", own if opposed is None else {"leap": own, "opposed": opposed}
        return None

    def amend(self, before: Position, held: Commitment, what: str, value: Any) -> Commitment:
        """Replace the row, None for one that was not announced, or the roll."""
        if what == "roll":
            return Commitment(held.mover, {**held.value, "roll": self._roll(value).to_json()})
        kept = {kind: said for kind, said in held.value.items() if kind != "row"}
        if value is None:
            return Commitment(held.mover, kept)
        return Commitment(held.mover, {"row": read_row(value), **kept})

    def announced(self, before: Position, under: Commitment) -> Announced:
        return Announced(
            "corrected", reason=because("leistiko.table.amended", said=self.wording.commitment(under.value))
        )

    def passing(self, before: Position, under: Commitment) -> Turn:
        """Return a turn without steps (LB-11): it may be the last one."""
        return Turn(under.value.get("row", 1), (), before.after(before.all_of(before.to_move)))

    # What may lie on a place

    def possible(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        return (thing, *(count for count in COUNTS if count != thing))

    def anywhere(self, position: Position) -> tuple[Thing, ...]:
        return ()

    def difference(self, was: Thing, now: Thing) -> tuple[tuple[str, int], ...]:
        more = rows.count_of(now) - rows.count_of(was)
        return ((CHECKER, more),) if more else ()

    def apart(self, one: Thing, other: Thing) -> int:
        return rows.apart(one, other)

    def top(self, thing: Thing) -> str:
        return CHECKER if thing else ""

    def supply(self, position: Position) -> Mapping[str, int]:
        """Return zero: checkers that have left the board never come back."""
        return {CHECKER: 0}

    def deviation(self, believed: Position, before: Position, after: Grid, under: Commitment | None) -> int:
        """Return by how many checkers the table differs from the nearest legal one: most of a turn may be right."""
        if what := ends.announcement(under, self.options):
            return ends.deviation(before, after, what, self.options)
        return super().deviation(believed, before, after, under)

    def unlikely(self, believed: Position, before: Position, after: Grid, under: Commitment | None) -> bool:
        was = self.grid(believed)
        others = any(after[place] != was[place] for place in self.places if not place.startswith(f"{before.to_move}."))
        return others or super().unlikely(believed, before, after, under)

    # The rules

    def turn(self, before: Position, after: Grid, under: Commitment) -> Turn | None:
        what = ends.announcement(under, self.options)
        return ends.turn_to(before, after, what, self.options) if what else None

    def entered(self, before: Position, under: Commitment, steps: Sequence[Mapping[str, str]]) -> Turn | None:
        what = ends.announcement(under, self.options)
        row = row_of(under.value, steps)
        return entered(before, row, what[1], steps, self.options) if what and row else None

    def explain(
        self, before: Position, after: Grid, under: Commitment | None
    ) -> Legal[Turn] | Unfinished[Turn] | Breach:
        what = ends.announcement(under, self.options)
        if what is None:
            was = self.grid(before)
            changed = tuple(place for place in self.places if after[place] != was[place])
            return Breach(because("leistiko.table.unrolled", "LB-row", side=before.to_move), changed)
        row, roll = what
        try:
            found = check(before, sighting(after), roll, row, self.options)
        except GameError as error:  # more or fewer dice than the row's leap takes
            return Breach(error.reason)
        if isinstance(found, Turn):
            return Legal(found)
        return Breach(found.reason, tuple(rows.place_of(cell) for cell in found.cells))

    def unseen(self, before: Position, missed: Commitment, after: Grid, under: Commitment) -> tuple[Turn, Turn] | None:
        first, second = (ends.announcement(each, self.options) for each in (missed, under))
        if first is None or second is None:
            return None
        return ends.two_turns(before, _side(missed.mover), first, after, second, self.options)

    def proposals(
        self, before: Position, missed: Commitment | None, under: Commitment, scores: Scores
    ) -> Iterable[Proposal]:
        what, unseen = ends.announcement(under, self.options), ends.announcement(missed, self.options)
        if what is None:
            return ()
        gone = (_side(missed.mover), unseen) if missed and unseen else None
        return ends.tables(before, gone, what, self.options, scores)

    # Telling

    def weighty(self, before: Position, turn: Turn) -> bool:
        """Return True if checkers have leapt off, too: no later picture tells them from overlooked ones."""
        gone = any(sum(before.all_of(side)) != sum(turn.position.all_of(side)) for side in SIDES)
        return gone or super().weighty(before, turn)

    def moves(self, turn: Turn) -> tuple[Json, ...]:
        """Return the steps of a turn, each with its side: from and to, or leap and cost."""
        side = other_side(turn.position.to_move)
        return tuple(rows.step_of(step, side) for step in turn.steps)

    def points(self, turn: Turn) -> Mapping[str, int]:
        return {"move": turn.moved, "leap": turn.leapt}

    def more(self, turn: Turn) -> Mapping[str, Any]:
        """Return the row that was played, and the winner, if there is one."""
        winner = outcome(turn.position).winner
        return {"row": turn.row, **({"winner": winner} if winner else {})}

    def touched(self, move: Mapping[str, Any]) -> tuple[Place, ...]:
        side = move["side"]
        touched = [f"{side}.{move[end]}" for end in ("from", "to", "leap", "cross") if end in move]
        return (*touched, *(f"resting.{side}.{move[end]}" for end in ("cross", "off") if end in move))

    # Seeing

    def beside(self, look: Look) -> Json:
        """Return the colours of both sides, and whose are the darker ones."""
        colours, darker = getattr(look, "colours", None), getattr(look, "darker", "")
        return ({"colours": dict(colours)} if colours else {}) | ({"darker": darker} if darker else {})

    def read_setup(self, evidence: Evidence) -> Setup:
        return read_setup(evidence, self.options)

    def check_setup(self, evidence: Evidence) -> SetupCheck:
        return check_setup(evidence, self.options)

    def open_tracker(self, image: Image, hints: Hints) -> Tracker:
        if not self.options.whole:
            raise GameError("leistiko.table.resting", "LB-09")
        # Only when there is a picture: what it needs takes long to load.
        from vision.tracking.half_board_tracker import HalfBoardTracker  # noqa: PLC0415

        camera = Camera.from_json(hints.camera) if hints.camera else None
        return HalfBoardTracker(image, a1=hints.corner, corners=hints.corners, camera=camera)

    def simulated_camera(self) -> Source:
        scenery = HalfBoardScenery(grid_of(initial(options=self.options)))
        return SimulatedCamera(half_board_picture(scenery, usual_half_board_camera()))

    def practice(self, seed: int, chosen: Mapping[str, Any]) -> Practice:
        if not self.options.whole:
            raise GameError("leistiko.table.resting", "LB-09")
        # Only where somebody plays: it draws pictures.
        from companion.games.leistiko_blockade.table.practice import PracticeLeistikoTable  # noqa: PLC0415

        return PracticeLeistikoTable(seed, self.options, **chosen)

    def _roll(self, roll: Any) -> Roll:
        """Return a roll as the engine takes it, or as dice by the letters of their colours, as towers send them."""
        if isinstance(roll, Mapping) and roll and set(roll) <= set(ORDER):
            return Roll.from_json(in_order(roll)[: self.dice_a_throw], self.options)
        return Roll.from_json(roll, self.options)


def _side(mover: str | None) -> Side:
    return "second" if mover == "second" else "first"
