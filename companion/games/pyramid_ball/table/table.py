"""Pyramid Ball on a table."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Protocol, runtime_checkable

from companion.games.errors import GameError, printable
from companion.games.pyramid_ball.rules.board import GOAL_ROW, PLAYERS, SQUARES, row_of, team_of
from companion.games.pyramid_ball.rules.model import Options, piece_name, read_mode, read_score
from companion.games.pyramid_ball.rules.model import Position as FieldPosition
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.table import judging, sheets, things
from companion.games.pyramid_ball.table.asked import allowed
from companion.games.pyramid_ball.table.drawing import BallDrawing
from companion.games.pyramid_ball.table.execution import Committed, ProgrammedTurn, by_table, considered, turn_to
from companion.games.pyramid_ball.table.record import BallRecord
from companion.games.pyramid_ball.table.setup import MOST_HIDDEN, PLACES, check_setup, read_setup, turned
from companion.games.pyramid_ball.table.things import USUAL_COLOURS, ColouredPosition, pieces
from companion.games.pyramid_ball.table.wording import BallWording
from companion.games.reason import Reason
from companion.referee.evidence import Evidence
from companion.referee.grid import Commitment, Grid, Json, Place, Thing
from companion.referee.keeping.shapes import anything, fields, list_of, map_of, maybe, text
from companion.referee.practice import Practice
from companion.referee.table import (
    ONE_PIECE,
    Announced,
    Breach,
    Hints,
    Legal,
    Meant,
    Proposal,
    Scores,
    Setup,
    SetupCheck,
    TableModule,
    Unfinished,
)
from companion.referee.table_parts import KeptShapes
from vision.drawing.ball_table import BallScenery, DrawnArray, ball_picture, usual_ball_view
from vision.drawing.simulated_camera import SimulatedCamera
from vision.geometry.camera import Camera
from vision.image import Image
from vision.programs.array_reading import ArrayReading
from vision.sources.source import Source
from vision.tracking.contract import Look, Tracker

_MOVE = fields({"piece": text, "from": text, "to": text}, closed=True)
_SAID = fields(
    {},
    {
        "timer": text,
        "programs": map_of(maybe(map_of(anything))),
        "doubts": list_of(list_of(anything)),
        "choices": list_of(text),
        "fouls": list_of(text),
        "colours": map_of(text),
    },
)


# Number of best tables, each pyramid on some square, that are tried with programs that may be meant; and of partial
# ones that are followed.
LIKELIEST, FOLLOWED = 12, 64


@runtime_checkable
class LooksAtPrograms(Protocol):
    """A look that also shows both arrays, hands and screens over them, and by what lies beside the board the likelihood
    of each colour as a team's and as the ball's, in nats."""

    @property
    def arrays(self) -> Mapping[str, ArrayReading | None]: ...
    @property
    def busy(self) -> frozenset[str]: ...
    @property
    def screened(self) -> frozenset[str]: ...
    @property
    def patterned(self) -> bool: ...
    @property
    def colours(self) -> Mapping[str, Mapping[str, float]]: ...


class PyramidBallTable(TableModule[ColouredPosition, ProgrammedTurn]):
    """A board of seven by eight squares, six pyramids and a ball on it, a program beyond each end. Both players move at
    once, so there is no mover.

    `options`: rule options, the ``mode``, "basic" or "advanced", and the ``points`` that a side begins with.
    """

    game = "pyramid-ball"
    places = SQUARES
    counted = things.KINDS
    sides = PLAYERS
    commitments: ClassVar[Mapping[str, type]] = {"timer": str}
    kept = KeptShapes(_MOVE, _SAID)
    compelled = True
    together = True
    stays = True
    amendable = ("programs", "foul", "choices")
    unsayable = ("timer",)
    late = "foul"
    examples = ("timer start", "b2 R2")

    def __init__(self, options: Mapping[str, Any]) -> None:
        rulings = {name: value for name, value in options.items() if name not in ("mode", "points")}
        self.options = Options.from_json(rulings)
        points = options.get("points", {})
        if not isinstance(points, Mapping) or {*points} - {*PLAYERS}:
            raise GameError("ball.table.points", got=printable(points))
        score = read_score([points.get(side, 0) for side in PLAYERS])
        self.start_game = replace(initial(read_mode(options.get("mode", "basic"))), score=score)
        self.wording, self.drawing = BallWording(), BallDrawing()
        self.record = BallRecord(self.options)

    def start(self, grid: Grid, mover: str) -> ColouredPosition:
        position = self._set_up(grid)
        if position is None or position.grid != {**dict.fromkeys(SQUARES, ""), **grid}:
            raise GameError("ball.table.no_setup", "PB-setup")
        return position

    def grid(self, position: ColouredPosition) -> Grid:
        return position.grid

    def standing(self, grid: Grid, like: ColouredPosition | None) -> ColouredPosition:
        if like is None:
            return self.start(grid, PLAYERS[0])
        seen, strays = things.seen(like, grid)
        if strays:
            place, thing = next(iter(strays.items()))
            raise GameError("ball.table.stray", "PB-turn", thing=thing, square=place)
        squares = tuple(square for square in seen.squares if square is not None)
        if len(squares) < len(seen.squares):
            raise GameError("ball.table.no_piece", "C1", piece=piece_name(seen.squares.index(None)))
        if seen.ball is None:
            raise GameError("ball.table.no_ball", "PB-turn")
        game = replace(like.game, locked=None, stayed=0, squares=squares, carrier=1, loose=None)
        carrier, loose = seen.ball
        locked = like.game.locked
        if carrier is None:
            locked = next((team for team in (0, 1) if row_of(loose or 0) == GOAL_ROW[team]), None)
        elif locked is not None and (team_of(carrier) == locked or row_of(squares[carrier]) != GOAL_ROW[locked]):
            locked = None
        stayed = like.game.stayed if locked == like.game.locked and carrier is not None else 0
        return replace(like, game=replace(game, carrier=carrier, loose=loose, locked=locked, stayed=stayed))

    def moving(self, position: ColouredPosition, mover: str | None) -> ColouredPosition:
        return position

    def from_json(self, position: Json) -> ColouredPosition:
        """Return a position in the usual colours."""
        return ColouredPosition(FieldPosition.from_json(position), *USUAL_COLOURS)

    def allowed(self, position: ColouredPosition, under: Commitment | None, named: Sequence[str]) -> Sequence[Reason]:
        return allowed(position, named, self.options)

    def score(self, position: ColouredPosition) -> Mapping[str, int]:
        return dict(zip(PLAYERS, position.game.score, strict=True))

    def winner(self, position: ColouredPosition) -> str | None:
        winner = position.game.winner
        return None if winner is None else PLAYERS[winner]

    def commit(self, said: Mapping[str, Any], held: Commitment | None) -> Commitment:
        timer = said.get("timer")
        if timer not in ("start", "end"):
            raise GameError("ball.table.no_timer", "PB-22", got=printable(timer))
        kept = held.value if held and timer == "end" and "programs" not in held.value else {}
        return Commitment(None, {**kept, "timer": timer})

    def continues(self, held: Commitment, new: Commitment) -> bool:
        """Return True if a commitment continues the turn under way: programming ends, or the programs are read."""
        return new.value.get("timer") == "end" and ("programs" in new.value or "programs" not in held.value)

    def declared(
        self, position: ColouredPosition, under: Commitment | None, seconds: float, evidence: Evidence
    ) -> Announced | None:
        return sheets.declared(position, under, seconds, evidence, self.options)

    def counts_down(self, said: Mapping[str, Any]) -> bool | None:
        return said["timer"] == "start" if "timer" in said else None

    def secret(self, under: Commitment) -> str:
        return "programs" if under.value.get("timer") == "end" and "programs" not in under.value else ""

    def revealed(self, under: Commitment) -> bool:
        return "programs" in under.value

    def may_amend(self, side: str, before: ColouredPosition, under: Commitment, what: str, value: Any) -> bool:
        """Return True for choices that are all left to this side, after those that were made."""
        made = list(under.value.get("choices", ()))
        if what != "choices" or "programs" not in under.value or value[: len(made)] != made:
            return False
        left = [Commitment(None, {**under.value, what: value[:n]}) for n in range(len(made), len(value))]
        asked = [self.announced(before, each).more.get("choice") for each in left]
        return bool(asked) and all(choice is not None and choice["player"] == side for choice in asked)

    def amend(self, before: ColouredPosition, held: Commitment, what: str, value: Any) -> Commitment:
        return sheets.amend(before, held, what, value, self.options)

    def announced(self, before: ColouredPosition, under: Commitment) -> Announced:
        return sheets.announced(before, under, self.options)

    def meant(self, turn: ProgrammedTurn, under: Commitment) -> Meant | None:
        return sheets.meant(turn, under)

    def coverage(self, under: Commitment | None) -> float:
        """Return the probability that the programs are among those considered, 0 before they are read."""
        committed = _committed(under) if under else None
        return considered(committed) if committed else 0.0

    def possible(self, place: Place, thing: Thing) -> tuple[Thing, ...]:
        return (thing,)

    def anywhere(self, position: ColouredPosition) -> tuple[Thing, ...]:
        return position.things

    def difference(self, was: Thing, now: Thing) -> tuple[tuple[str, int], ...]:
        return things.difference(was, now)

    def apart(self, one: Thing, other: Thing) -> int:
        return things.moved(one, other)

    def top(self, thing: Thing) -> str:
        return thing[-2:]

    def deviation(
        self, believed: ColouredPosition, before: ColouredPosition, after: Grid, under: Commitment | None
    ) -> int:
        return judging.deviation(believed, before, after, _committed(under), self.options)

    def unlikely(
        self, believed: ColouredPosition, before: ColouredPosition, after: Grid, under: Commitment | None
    ) -> bool:
        """Return True if more is astray than one pyramid and the ball that it takes along or pushes, or if a piece is
        missing: somebody holds it, or it was not seen."""
        missing = sum(map(len, after.values())) < sum(map(len, self.grid(before).values()))
        return missing or self.deviation(believed, before, after, under) > 2 * ONE_PIECE

    def astray(
        self, believed: ColouredPosition, before: ColouredPosition, after: Grid, under: Commitment | None
    ) -> Sequence[tuple[float, int]]:
        return judging.astray(believed, before, after, _committed(under), self.options)

    def turn(self, before: ColouredPosition, after: Grid, under: Commitment) -> ProgrammedTurn | None:
        committed = _committed(under)
        return turn_to(before, after, committed, self.options) if committed else None

    def unfinished(self, before: ColouredPosition, after: Grid, under: Commitment, since: Grid | None) -> bool:
        committed = _committed(under)
        return committed is not None and judging.under_way(before, after, committed, self.options, since)

    def explain(
        self, before: ColouredPosition, after: Grid, under: Commitment | None
    ) -> Legal[ProgrammedTurn] | Unfinished[ProgrammedTurn] | Breach:
        return judging.explain(before, after, _committed(under), self.options)

    def proposals(
        self, before: ColouredPosition, missed: Commitment | None, under: Commitment, scores: Scores
    ) -> Iterable[Proposal]:
        committed = _committed(under)
        if committed is None:
            return ()
        grids = [turn.position.grid for turn in by_table(before, committed, self.options).values()]
        for table in scores.search(lambda _place, _thing: True, LIKELIEST, FOLLOWED):
            if table.grid not in grids and turn_to(before, table.grid, committed, self.options):
                grids.append(table.grid)
        known = {place: scores.of(place, {grid[place] for grid in grids}) for place in SQUARES} if grids else {}
        tables = (Proposal(grid, sum(known[place][grid[place]] for place in SQUARES)) for grid in grids)
        return sorted(tables, key=lambda table: -table.score)

    def alike(self, one: ProgrammedTurn, other: ProgrammedTurn) -> bool:
        """Return True if two turns are the same, whichever colours the teams and the ball have."""
        return (one.start.game, one.position.game) == (other.start.game, other.position.game)

    def weighty(self, before: ColouredPosition, turn: ProgrammedTurn) -> bool:
        return before.game.score != turn.position.game.score or super().weighty(before, turn)

    def moves(self, turn: ProgrammedTurn) -> tuple[Json, ...]:
        """Return the pyramids that stand elsewhere now: piece, from, to; likewise the ball if others carry it."""
        was, now = turn.start.game, turn.position.game
        moved = [
            {"piece": turn.start.pyramids[piece], "from": SQUARES[start], "to": SQUARES[end]}
            for piece, (start, end) in enumerate(zip(was.squares, now.squares, strict=True))
            if start != end
        ]
        if (was.carrier, was.loose) != (now.carrier, now.loose):
            start, end = (judging.ball_square(position) for position in (turn.start, turn.position))
            moved.append({"piece": f"{turn.start.ball}1", "from": start, "to": end})
        return tuple(moved)

    def points(self, turn: ProgrammedTurn) -> Mapping[str, int]:
        """Return the points that each side has scored."""
        was, now = turn.start.game.score, turn.position.game.score
        return {side: now[player] - was[player] for player, side in enumerate(PLAYERS)}

    def more(self, turn: ProgrammedTurn) -> Mapping[str, Any]:
        winner = self.winner(turn.position)
        return sheets.told_of_turn(turn, self.options) | ({"winner": winner} if winner else {})

    def judged_by(self, before: ColouredPosition, under: Commitment) -> Mapping[str, Any]:
        return sheets.announced(before, under, self.options).more if _committed(under) else {}

    def beside(self, look: Look) -> Json:
        """Return both arrays, the ends over which hands and screens are, whether the ground has a pattern, and the
        likelihoods of colours."""
        if not isinstance(look, LooksAtPrograms):
            return {}
        arrays = {end: reading.to_json() if reading else None for end, reading in look.arrays.items()}
        told: dict[str, Any] = {"arrays": arrays, "busy": sorted(look.busy), "screened": sorted(look.screened)}
        told |= {"patterned": True} if look.patterned else {}
        rounded = (({name: round(nats, 2) for name, nats in known.items()}) for known in look.colours.values())
        return {**told, "colours": dict(zip(look.colours, rounded, strict=True))}

    def read_setup(self, evidence: Evidence) -> Setup:
        return read_setup(evidence)

    def turned(self, evidence: Evidence) -> float:
        return turned(evidence)

    def check_setup(self, evidence: Evidence) -> SetupCheck:
        return check_setup(evidence)

    def open_tracker(self, image: Image, hints: Hints) -> Tracker:
        # Only when there is a picture: what it needs takes long to load.
        from vision.tracking.ball_field import BallFieldTracker  # noqa: PLC0415

        camera = Camera.from_json(hints.camera) if hints.camera else None

        def turned_by(look: Look) -> float:
            covered = look.hand or len(look.hidden) > MOST_HIDDEN
            return -math.inf if covered else self.turned(Evidence.of(look, self.places))

        return BallFieldTracker(image, a1=hints.corner, corners=hints.corners, camera=camera, turned=turned_by)

    def simulated_camera(self) -> Source:
        start = ColouredPosition(self.start_game, *USUAL_COLOURS)
        arrays = {"near": DrawnArray("G"), "far": DrawnArray("Y")}
        scenery = BallScenery(start.grid, dict(zip(PLAYERS, start.teams, strict=True)), start.ball, arrays)
        return SimulatedCamera(ball_picture(scenery, usual_ball_view()))

    def practice(self, seed: int, chosen: Mapping[str, Any]) -> Practice:
        # Only where somebody plays: it draws pictures.
        from companion.games.pyramid_ball.table.practice import PracticeBallTable  # noqa: PLC0415

        return PracticeBallTable(seed, self.start_game, self.options, self._eyes, **chosen)

    def _eyes(self, image: Image) -> Tracker:
        return self.open_tracker(image, Hints())

    def _set_up(self, grid: Grid) -> ColouredPosition | None:
        """Return the set-up in the colours of a table."""
        found = [pieces(grid.get(place, "")) for place in PLACES]
        if not (found[0] and found[3] and len(found[1]) == 2):
            return None
        return ColouredPosition(self.start_game, (found[0][0][0], found[3][0][0]), found[1][1][0])


def _committed(under: Commitment | None) -> Committed | None:
    return Committed.of(under.value) if under else None
