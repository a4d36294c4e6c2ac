"""A game of Pyramid Ball that is watched: its timer, and what the screen shows of the programs that were read."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.games.ball.program_shown import STILL
from companion.app.games.ball.timer import SECONDS
from companion.app.games.ball.watched_entry import ProgramEntry
from companion.app.games.ball.watched_state import SHEET, BallScore, BallTurn, Clock, late_picture
from companion.app.games.hops import strayed
from companion.app.games.refereed_state import TableState
from companion.app.games.refereed_table import RefereedTable
from companion.app.json_object import JsonObject
from companion.app.views import ShownPicture
from companion.games.engine import Json
from companion.games.pyramid_ball.board import PLAYERS
from companion.referee.errors import RefereeError
from companion.referee.keeping.records import Record
from companion.referee.live.cameras import Image
from companion.referee.verdict import Verdict

# Who brings the timer's events along.
TIMED = ("practice", "recording")
# How much is shown around the programs, as a share of what they take.
EDGE = 0.12
SIDE_OF_END: Mapping[str, str] = {"near": "first", "far": "second"}


class WatchedBall(RefereedTable[BallScore]):
    """`started_by` tells what starts the timer: a tap, or the first hand at a program as well."""

    def __init__(self, *args: Any, started_by: Clock = "tap", **kwargs: Any) -> None:
        self._started_by = started_by
        self._turn = BallTurn()
        self._kept: dict[str, ShownPicture] = {}
        self._timed = 0.0
        # What the computer has in mind for its sides, until the minute is over.
        self._secret: dict[str, Json] = {}
        super().__init__(*args, **kwargs)

    def state(self) -> TableState[BallScore]:
        state = super().state()
        expected = self._turn.expected
        misplaced = strayed(state.grid, expected) if state.phase == "illegal" and expected else ()
        return replace(state, own=self._shown_turn(), kept=dict(self._kept), strayed=misplaced)

    def start_timer(self) -> None:
        """The minute begins."""
        self.say("timer", "start")

    def end_timer(self) -> None:
        """Both players are ready (PB-22), or the minute is over."""
        if self._timer == "start":
            self.say("timer", "end")

    def say(self, kind: str, value: Any) -> None:
        super().say(kind, value)
        if kind == "timer":
            self._timed = self._now()

    def step(self) -> float | None:
        pace = super().step()
        if self._timer == "start" and self._source.name not in TIMED and self._now() - self._timed >= SECONDS:
            self.end_timer()
        return pace

    def amend(self, side: str, change: JsonObject) -> None:
        """What stands in a program by the players' word: commands by their place ("M2"), or ``pass``, ``quick_pass``,
        ``blitz``."""
        self.correct({"programs": {side: dict(change)}})

    def foul(self, side: str) -> None:
        """The other player calls the foul, or takes that back (PB-foul)."""
        self.correct({"foul": side})

    def choose(self, option: str) -> None:
        """Answer the question that the rules leave to a player. Raises RefereeError where it is none of the answers."""
        choice = self._turn.choice
        if choice is None or option not in choice["options"]:
            raise RefereeError("table.one_of", options=tuple(choice["options"]) if choice else ())
        self.correct({"choices": [*self._turn.choices, option]})

    def stands(self) -> None:
        """The table stands as the programs make it, by the players' word."""
        if self._turn.expected is not None and self._source.by_hand:
            self._source.lay({place: self._turn.expected.get(place, "") for place in self._table.places})
        elif self._turn.expected is not None:
            self._hear(self._game.enter(self._event("frame", None), self._turn.expected))
            self._moved_on()

    def reveal(self) -> None:
        """The players have entered their own programs; what is not entered stands still. The computer's are shown."""
        if self._timer != "end" or self.session.winner:
            return
        for side in PLAYERS:
            if self._program_of(side) is None:
                self.amend(side, self._secret.get(side) or dict(STILL))

    def _program_of(self, side: str) -> JsonObject | None:
        return (self._turn.programs or {}).get(side)

    def _advance_computer(self) -> float | None:
        """Its programs are thought out in secret while the minute runs, and shown when that is over: where people enter
        theirs by hand, only after that. It answers its questions by itself."""
        for side in () if self.session.winner else self._opponents.sides:
            if self._timer and side not in self._secret:
                assert isinstance(self._entry, ProgramEntry)
                slips = self._opponents.slips(side)
                self._secret[side] = self._entry.program(self.session.position, side, slips, self._dice)
            elif self._timer == "end" and self._program_of(side) is None and not self._source.by_hand:
                self.amend(side, self._secret[side])
            if self._turn.choice and self._turn.choice["player"] == side and self._phase() in ("roll", "move"):
                self.choose(self._dice.choice(list(self._turn.choice["options"])))
        return None

    @property
    def _timer(self) -> str:
        """What was said of the timer in this turn."""
        under = self._under
        return str(under.value.get("timer", "")) if under else ""

    def _shown_turn(self) -> BallTurn:
        since = self._begin + self._timed if self._timer == "start" else None
        fouls = tuple(self._under.value.get("fouls", ())) if self._under else ()
        return replace(self._turn, timer=self._timer, since=since, fouls=fouls)

    def _takes_reading(self) -> bool:
        return super()._takes_reading() or (self._verdict is not None and self._verdict.verdict in ("programs", "late"))

    def _live_again(self, record: Record, folder: Path, *, shown: bool) -> None:
        super()._live_again(record, folder, shown=shown)
        if record["kind"] == "commit" and "timer" in record["commit"]:
            self._timed = record["t"]

    def _hear(self, verdict: Verdict) -> None:
        super()._hear(verdict)
        if verdict.verdict == "late" and verdict.side:
            seconds = float(verdict.more["seconds"])
            late = {**self._turn.late, **dict.fromkeys(verdict.more.get("sides", [verdict.side]), seconds)}
            self._turn = replace(self._turn, late=late)
        elif verdict.trait.ends_turn or verdict.trait.turn:
            # A special that was taken is seen by no camera: it is asked for when the turn is over.
            self._secret = {}
            self._turn = BallTurn(choice=verdict.more.get("choice"), choices=tuple(verdict.more.get("choices", ())))
            self._kept = {}
        elif "programs" in verdict.more:
            self._turn = _with_programs(self._turn, verdict.more)

    def _looked(self, verdict: Verdict, look: Any, image: Image) -> None:
        if verdict.verdict == "late" and verdict.side:
            for side in verdict.more.get("sides", [verdict.side]):
                self._keep(late_picture(side), image)
        elif "programs" in verdict.more and not verdict.trait.turn:
            around, spots = _around(image, _spots(look))
            self._keep(SHEET, around)
            self._turn = replace(self._turn, spots=spots)
        elif verdict.verdict == "programming" and self._started_by == "hands" and self._source.name not in TIMED:
            self._start_by_hand()

    def _start_by_hand(self) -> None:
        if self.session.started and not self._timer and not self.session.winner:
            self.start_timer()

    def _keep(self, name: str, image: Image) -> None:
        self._kept = {**self._kept, name: self._source.small(image, self._pictures)}


def _with_programs(turn: BallTurn, more: JsonObject) -> BallTurn:
    return replace(
        turn,
        programs=dict(more["programs"]),
        events=tuple(more.get("events", ())),
        expected=more.get("expected"),
        choices=tuple(more.get("choices", ())),
        choice=more.get("choice"),
    )


def _spots(look: Any) -> dict[str, tuple[float, float]]:
    """Where the things of both programs are, in pixels."""
    sights = (getattr(look, "arrays", None) or {}).items()
    return {f"{SIDE_OF_END[end]} {place}": at for end, sight in sights if sight for place, at in sight.at.items()}


def _around(image: Image, spots: Mapping[str, tuple[float, float]]) -> tuple[Image, dict[str, tuple[float, float]]]:
    """The part of a picture in which both programs are, so that they can be seen well, and the spots as shares of it; a
    picture in which only one is stays whole."""
    height, width = image.shape[:2]
    left, top, right, bottom = 0, 0, width, height
    if {spot.split(" ")[0] for spot in spots} == {*PLAYERS}:
        xs, ys = zip(*spots.values(), strict=True)
        edge = EDGE * max(max(xs) - min(xs), max(ys) - min(ys))
        left, right = max(0, int(min(xs) - 2 * edge)), min(width, int(max(xs) + 2 * edge) + 1)
        top, bottom = max(0, int(min(ys) - edge)), min(height, int(max(ys) + edge) + 1)
    shares = {spot: ((x - left) / (right - left), (y - top) / (bottom - top)) for spot, (x, y) in spots.items()}
    return np.ascontiguousarray(image[top:bottom, left:right]), shares
