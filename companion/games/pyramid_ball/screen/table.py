"""A game of Pyramid Ball: its timer, programs entered by touch in secret, and what the screen shows of those read."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.app.games.hops import strayed
from companion.app.games.state import LOOKED_ON, TableState
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import EntryStep
from companion.app.json_object import JsonObject
from companion.app.views import ShownPicture
from companion.games.engine import Json
from companion.games.errors import GameError
from companion.games.pyramid_ball.rules import STILL
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.screen.entering import DONE, EMPTY, Entering
from companion.games.pyramid_ball.screen.entry import ProgramEntry
from companion.games.pyramid_ball.screen.moved_pieces import with_gone
from companion.games.pyramid_ball.screen.sheet_picture import around, spots_of
from companion.games.pyramid_ball.screen.state import SHEET, BallScore, BallTurn, Clock, ShownEntry, late_picture
from companion.games.pyramid_ball.screen.timer import SECONDS
from companion.games.pyramid_ball.table.sheets import GRACE_SECONDS
from companion.referee.errors import RefereeError
from companion.referee.keeping.records import Record
from companion.referee.live.cameras import Image
from companion.referee.verdict import Verdict
from companion.sharing.far.course import program_seal

AFTER_GRACE = 0.1
"""So many seconds later than it may be there a hand is surely late."""


class BallTable(PlayedTable[BallScore]):
    """`started_by` tells what starts the timer: a tap, or the first hand at a program as well."""

    _entry: ProgramEntry

    def __init__(self, *args: Any, started_by: Clock = "tap", **kwargs: Any) -> None:
        self._started_by = started_by
        self._turn = BallTurn()
        self._kept: dict[str, ShownPicture] = {}
        self._timed = 0.0
        # When a hand that was at a program as time ended is looked at again, for no picture says that nothing moved.
        self._look_at: float | None = None
        # What the computer has in mind for its sides, until both programs are made.
        self._secret: dict[str, Json] = {}
        # What another table knows by its digest alone, until that one has sealed its own.
        self._sealed: dict[str, Json] = {}
        super().__init__(*args, **kwargs)
        self._entry.computers = (*self._opponents.sides, *(self.far.sides if self.far else ()))

    def state(self) -> TableState[BallScore]:
        """What is entered in secret is no part of it, but for the program that is being entered."""
        state = super().state()
        expected = self._turn.expected
        misplaced = strayed(state.grid, expected) if state.phase == "illegal" and expected else ()
        return replace(state, own=self._shown_turn(), kept=dict(self._kept), strayed=misplaced, draft=())

    @property
    def side(self) -> str:
        """Who enters a program or has to choose; else the first player, for both move at once."""
        if self._turn.choice:
            return str(self._turn.choice["player"])
        entering = self._entering
        return (entering.side if entering else None) or PLAYERS[0]

    @property
    def _by_touch(self) -> bool:
        """Whether no camera sees the programs."""
        return self._source.name == "touch" or self._source.by_hand or self._touched

    @property
    def _entering(self) -> Entering | None:
        """How far the players are with programs that they enter by touch, None where they enter none."""
        if not self._by_touch or self._timer != "end" or self._turn.programs is not None or self.session.winner:
            return None
        assert self._under
        return self._entry.entering(self.session.position, self._under, self._draft)

    @property
    def _computer_due(self) -> bool:
        """Never alone: both sides move at once."""
        return False

    def start_timer(self) -> None:
        """The minute begins."""
        self.say("timer", "start")

    def end_timer(self) -> None:
        """Both players are ready (PB-22), or the minute is over: by touch programs are entered now."""
        if self._timer == "start" or (self._by_touch and not self._timer):
            self.say("timer", "end")

    def say(self, kind: str, value: Any) -> None:
        super().say(kind, value)
        if kind == "timer":
            self._timed = self._now()

    def step(self) -> float | None:
        pace = super().step()
        counted = self._source.name not in (*LOOKED_ON, "touch")
        if self._timer == "start" and counted and self._now() - self._timed >= SECONDS:
            self.end_timer()
        if self._look_at is not None and self._now() >= self._look_at:
            self._look_at = None
            self._source.look_again()
        return pace

    def advance(self) -> float | None:
        pause = super().advance()
        self._finish()
        return pause

    def amend(self, side: str, change: JsonObject) -> None:
        """What stands in a program by the players' word: commands by their place ("M2"), or ``pass``, ``quick_pass``,
        ``blitz``."""
        self.correct({"programs": {side: dict(change)}})

    def foul(self, side: str) -> None:
        """The other player calls the foul, or takes that back (PB-foul)."""
        if self.far:
            raise GameError("ball.table.far_foul")
        self.correct({"foul": side})

    def choose(self, option: str) -> None:
        """Answer the question that the rules leave to a player. Raises RefereeError where it is none of the answers."""
        choice = self._turn.choice
        if choice is None or option not in choice["options"]:
            raise RefereeError("table.one_of", options=tuple(choice["options"]) if choice else ())
        self.correct({"choices": [*self._turn.choices, option]})
        self._finish()

    def stands(self) -> None:
        """The table stands as the programs make it, by the players' word."""
        if self._turn.expected is not None and self._source.by_hand:
            self._source.lay({place: self._turn.expected.get(place, "") for place in self._table.places})
        elif self._turn.expected is not None:
            self._judge(self._turn.expected)

    def _completed(self, correction: JsonObject) -> JsonObject:
        """A piece of which is said where it lies is gone from where it lay, for there is only one of it."""
        cells = correction.get("cells")
        if not isinstance(cells, Mapping) or not self.session.started:
            return correction
        return {"cells": with_gone(cells, self.session.grid)}

    def suggest(self) -> None:
        """Fill in the program that the engine would choose."""
        entering = self._entering
        if self.hints_on and entering and entering.side:
            found = self._entry.filled(self.session.position, entering.side, self._chance("program"))
            if found:
                self.enter(found.steps[0])
                self._suggestion = found

    def enter(self, step: EntryStep) -> None:
        """One step of a program by touch; where none is entered, nothing happens."""
        if self._entering:
            super().enter(step)

    def done(self) -> None:
        """This program is made; when both are, the turn is carried out."""
        entering = self._entering
        if entering is None or entering.side is None:
            return
        program = entering.sheets[entering.side].whole()
        if why := self._entry.refused(self.session.position, entering.side, program):
            self.refuse(why)
            return
        self.enter(DONE)
        self._finish()

    def _finish(self) -> None:
        """What follows by itself once both programs are made by touch: they are in force, and are carried out."""
        entering = self._entering
        if entering and entering.side is None and self.far is None:
            thought = all(side in self._secret for side in self._opponents.sides)
            made = {side: self._secret.get(side) or sheet.whole() for side, sheet in entering.sheets.items()}
            if thought:
                self.correct({"programs": made})
        if self._source.name == "touch" and self._phase() == "move" and self._turn.choice is None:
            self.stands()

    def _secrets(self) -> bool:
        """Programs are sealed, and opened once both are."""
        far, due = self.far, self.far.course.session.due if self.far else None
        if far is None or due is None or due.value.get("timer") != "end" or "programs" in due.value:
            return False
        seals, opened = far.course.seals or {}, far.course.opened or {}
        for side in far.own:
            if side not in seals and (program := self._sealed.get(side) or self._made_here(side)):
                self._keep_sealed(side, program)
                late = {"late": True} if self._turn.late.get(side) else {}
                return far.write("seal", side=side, digest=program_seal(program, far.nonce(side)), **late)
            if side not in opened and seals.keys() == {*PLAYERS} and side in self._sealed:
                return far.write("open", side=side, program=self._sealed[side], nonce=far.nonce(side))
        return False

    def _made_here(self, side: str) -> Json | None:
        """A program of this table's that is whole."""
        if side in self._opponents.sides:
            return self._secret.get(side)
        entering = self._entering
        if entering:
            return entering.sheets[side].whole() if entering.side is None else None
        read = (self._turn.programs or {}).get(side)
        if self._by_touch or read is None or read.get("unsure"):
            return None
        return {name: read.get(name, usual) for name, usual in STILL.to_json().items()}

    def _keep_sealed(self, side: str, program: Json) -> None:
        if side not in self._sealed:
            event = self._event("secret", None)
            self._journal.append("secret", {"event": event.index, "t": event.t, "side": side, "program": program})
            self._sealed[side] = program

    def _recall_far(self, record: Record) -> None:
        if record["kind"] == "secret":
            self._sealed[record["side"]] = record["program"]
            return
        super()._recall_far(record)

    def undo(self) -> None:
        """What is sealed stays."""
        if self._sealed and self._draft:
            raise GameError("far.sealed")
        super().undo()

    def _take_back(self) -> None:
        """Of a turn that was made all is taken back that both players did, of one under way the last thing."""
        programmed = self._turn.programs is not None
        entered = bool(self._draft)
        super()._take_back()
        if not self._by_touch or entered:
            return
        while (self._turn.programs is not None and not programmed) or (self._timer and self.session.can_unsay):
            super()._take_back()

    def _advance_computer(self) -> float | None:
        """Its programs are thought out in secret while the minute runs, and shown when that is over: where people enter
        theirs by touch, only after that. It answers its questions by itself."""
        for side in () if self.session.winner else self._opponents.sides:
            if self._timer and side not in self._secret:
                weakness = self._opponents.weakness(side)
                self._secret[side] = self._entry.program(
                    self.session.position, side, weakness, self._chance(f"program {side}")
                )
            elif (
                self._timer == "end"
                and not self._by_touch
                and self.far is None
                and not (self._turn.programs or {}).get(side)
            ):
                self.amend(side, self._secret[side])
            if self._turn.choice and self._turn.choice["player"] == side and self._phase() in ("roll", "move"):
                self.choose(self._chance("choice").choice(list(self._turn.choice["options"])))
        return None

    @property
    def _timer(self) -> str:
        """What was said of the timer in this turn."""
        under = self._under
        return str(under.value.get("timer", "")) if under else ""

    def _shown_turn(self) -> BallTurn:
        since = self._begin + self._timed if self._timer == "start" else None
        fouls = tuple(self._under.value.get("fouls", ())) if self._under else ()
        return replace(self._turn, timer=self._timer, since=since, fouls=fouls, entry=self._shown_entry())

    def _shown_entry(self) -> ShownEntry | None:
        entering = self._entering
        if entering is None:
            return None
        sheet = entering.sheets[entering.side] if entering.side else EMPTY
        why = self._suggestion.reason if self._suggestion else None
        return ShownEntry(entering.side, sheet, why, begun=bool(self._draft))

    def _takes_reading(self) -> bool:
        return super()._takes_reading() or (self._verdict is not None and self._verdict.verdict in ("programs", "late"))

    def _entered(self, record: Record) -> tuple[list[EntryStep], bool]:
        """Raises RefereeError where a step is none of this entry."""
        steps, passed = super()._entered(record)
        if steps and self._under:
            self._entry.entering(self.session.position, self._under, steps)
        return steps, passed

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
            open_ = {name: verdict.more[name] for name in ("choice", "choices") if verdict.more.get(name)}
            due = self.session.due
            if not verdict.trait.turn and due and "programs" in due.value:
                # A correction or an undo has left programs in force.
                open_ = {**self._table.announced(self.session.position, due).more}
            self._secret, self._sealed, self._kept = {}, {}, {}
            self._turn = BallTurn().with_programs(open_)
        elif "programs" in verdict.more:
            self._turn = self._turn.with_programs(verdict.more)

    def _looked(self, verdict: Verdict, look: Any, image: Image) -> None:
        over = verdict.verdict == "programming" and self._timer == "end"
        hands = over and {*verdict.more.get("busy", ())} - {*verdict.more.get("screens", ())}
        self._look_at = self._timed + GRACE_SECONDS + AFTER_GRACE if hands else None
        if verdict.verdict == "late" and verdict.side:
            for side in verdict.more.get("sides", [verdict.side]):
                self._keep(late_picture(side), image)
        elif "programs" in verdict.more and not verdict.trait.turn:
            pictured, spots = around(image, spots_of(look))
            self._keep(SHEET, pictured)
            self._turn = replace(self._turn, spots=spots)
        elif verdict.verdict == "programming" and self._started_by == "hands" and self._source.name not in LOOKED_ON:
            self._start_by_hand()

    def _start_by_hand(self) -> None:
        if self.session.started and not self._timer and not self.session.winner:
            self.start_timer()

    def _keep(self, name: str, image: Image) -> None:
        self._kept = {**self._kept, name: self._source.small(image, self._pictures)}
