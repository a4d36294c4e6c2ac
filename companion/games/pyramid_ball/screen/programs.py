"""Pyramid Ball's own part of a table: its timer, programs entered by touch in secret, and those read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.app.games.companion import Companion
from companion.app.games.deeds import Correct, Deed, Done, Enter, JudgeTable, Refuse, Say, Suggest, TakeBack
from companion.app.games.hops import hops_between
from companion.app.games.state import LOOKED_ON, AnyState
from companion.app.games.surroundings import NewTable
from companion.app.json_object import JsonObject
from companion.app.views import ShownPicture
from companion.games.engine import Json
from companion.games.errors import GameError
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.rules.model import STILL
from companion.games.pyramid_ball.screen.deeds import Amend, Choose, EndTimer, Foul, Stands, StartTimer
from companion.games.pyramid_ball.screen.entering import DONE, EMPTY, Entering
from companion.games.pyramid_ball.screen.entry import ProgramEntry
from companion.games.pyramid_ball.screen.moved_pieces import with_gone
from companion.games.pyramid_ball.screen.sheet_picture import crop_to_programs, spots_of
from companion.games.pyramid_ball.screen.state import SHEET, BallTurn, Clock, ShownEntry, late_picture
from companion.games.pyramid_ball.screen.timer import SECONDS
from companion.games.pyramid_ball.table.sheets import GRACE_SECONDS
from companion.referee.errors import RefereeError
from companion.referee.keeping.records import Record
from companion.referee.live.cameras import Image
from companion.referee.verdict import Verdict
from companion.sharing.far.ledger import other

AFTER_GRACE = 0.1
"""So many seconds later than it may be there a hand is surely late."""


class Programs(Companion):
    """The timer and the programs. Both sides move at once, so the computer's programs are thought out here, too."""

    def __init__(self, new: NewTable) -> None:
        assert isinstance(new.table.entry, ProgramEntry)
        self._table, self._entry, self._hints, self.opponents = new.table, new.table.entry, new.hints, new.opponents
        # What starts the timer: a tap, or the first hand at a program as well.
        self._started_by: Clock = new.header["more"].get("clock", "hands")
        # The sides that play at another table: their programs come sealed.
        self._elsewhere = new.far.sides[other(new.far.role)] if new.far else ()
        self._turn = BallTurn()
        self._kept: dict[str, ShownPicture] = {}
        # When the timer was touched last, in seconds of the game.
        self._timed = 0.0
        # When a hand that was at a program as time ended is looked at again, for no picture says that nothing moved.
        self._look_at: float | None = None
        # What the computer has in mind for its sides, until both programs are made.
        self._secret: dict[str, Json] = {}
        self._entry.computers = (*self.opponents.sides, *self._elsewhere)

    def side(self, side: str) -> str:
        """Return the side that enters a program or has to choose; else the first player's, as both move at once."""
        if self._turn.choice:
            return str(self._turn.choice["player"])
        entering = self._entering
        return (entering.side if entering else None) or PLAYERS[0]

    def answer(self, deed: Deed) -> Iterator[Deed]:
        match deed:
            case StartTimer():
                yield from self.answer(Say("timer", "start"))
            case EndTimer() if self._timer == "start" or (self._by_touch and not self._timer):
                yield from self.answer(Say("timer", "end"))
            case EndTimer() if self._timer == "end":
                pass  # both players may tap it
            case Say("timer", value):
                yield deed
                self._timed = self._table.log.now
                if value == "end":
                    # The programs may have lain there for long: a still picture comes by itself only once.
                    self._table.source.look_again()
            case Amend(side, change):
                yield Correct({"programs": {side: dict(change)}})
            case Foul() if self._elsewhere:
                raise GameError("ball.table.far_foul")
            case Foul(side):
                yield Correct({"foul": side})
            case Choose(option):
                yield Correct({"choices": self._with_choice(option)})
                self._finish()
            case Stands():
                yield from self._stands()
            case Correct({"cells": Mapping() as cells}) if self._table.session.started:
                # A piece that is said to lie somewhere is gone from where it lay: there is only one of it.
                yield Correct({"cells": with_gone(cells, self._table.session.grid)})
            case _:
                yield from self._entered(deed)

    def _entered(self, deed: Deed) -> Iterator[Deed]:
        """Answer what is done with programs that are entered by touch."""
        entering = self._entering
        match deed:
            case Suggest():
                if self._hints.on and entering and entering.side:
                    yield from self._suggest(entering.side)
            case Enter():
                if entering:
                    yield deed
            case Done():
                if entering and entering.side:
                    yield from self._made(entering, entering.side)
            case TakeBack():
                yield from self._take_back()
            case _:
                yield deed

    def _with_choice(self, option: str) -> list[str]:
        choice = self._turn.choice
        if choice is None or option not in choice["options"]:
            raise RefereeError("table.one_of", options=tuple(choice["options"]) if choice else ())
        return [*self._turn.choices, option]

    def _stands(self) -> Iterator[Deed]:
        expected, source = self._turn.expected, self._table.source
        if expected is not None and source.by_hand:
            source.lay({place: expected.get(place, "") for place in self._table.board.places})
        elif expected is not None:
            yield JudgeTable(expected)

    def _suggest(self, side: str) -> Iterator[Deed]:
        """Fill in the program that the engine would choose."""
        found = self._entry.filled(self._table.session.position, side, self._table.chance("program"))
        yield Enter(found.steps[0])
        self._hints.suggestion = found

    def _made(self, entering: Entering, side: str) -> Iterator[Deed]:
        """Take a finished program; carry out the turn when both are there."""
        program = entering.sheets[side].whole()
        if why := self._entry.refused(self._table.session.position, side, program):
            yield Refuse(why)
            return
        yield Enter(DONE)
        self._finish()

    def _take_back(self) -> Iterator[Deed]:
        """Take back of a turn that was made all that both players did, of one under way the last thing."""
        programmed, entered = self._turn.programs is not None, bool(self._table.draft)
        yield TakeBack()
        if not self._by_touch or entered or self._elsewhere:
            return
        while (self._turn.programs is not None and not programmed) or (self._timer and self._table.session.can_unsay):
            yield TakeBack()

    def _finish(self) -> None:
        """Have both programs, once they are made by touch, in force and carried out."""
        entering, table = self._entering, self._table
        thought = all(side in self._secret for side in self.opponents.sides)
        if entering and entering.side is None and thought and not self._elsewhere:
            made = {side: self._secret.get(side) or sheet.whole() for side, sheet in entering.sheets.items()}
            table.do(Correct({"programs": made}))
        if table.source.name == "touch" and table.phase == "move" and self._turn.choice is None:
            table.do(Stands())

    def advance(self) -> None:
        table = self._table
        if table.running:
            self._watch_time()
        for side in () if table.session.winner else self.opponents.sides:
            self._play(side)
        self._finish()

    def _watch_time(self) -> None:
        now, source = self._table.log.now, self._table.source
        counted = source.name not in (*LOOKED_ON, "touch")
        if self._timer == "start" and counted and now - self._timed >= SECONDS:
            self._table.do(EndTimer())
        if self._look_at is not None and now >= self._look_at:
            self._look_at = None
            source.look_again()

    def _play(self, side: str) -> None:
        """Think out a computer's program in secret while the minute runs, and show it when that is over: where people
        enter theirs by touch, only after that. Answer its questions."""
        table = self._table
        if self._timer and side not in self._secret:
            weakness, chance = self.opponents.weakness(side), table.chance(f"program {side}")
            self._secret[side] = self._entry.program(table.session.position, side, weakness, chance)
        elif self._timer == "end" and not (self._by_touch or self._elsewhere or (self._turn.programs or {}).get(side)):
            table.do(Amend(side, self._secret[side]))
        choice = self._turn.choice
        if choice and choice["player"] == side and table.phase in ("roll", "move"):
            table.do(Choose(table.chance("choice").choice(list(choice["options"]))))

    def late(self, side: str) -> bool:
        """Return True if a hand was at a side's program too late."""
        return bool(self._turn.late.get(side))

    def made_by(self, side: str) -> str:
        """Return how a side's program is made (`companion.sharing.far.course.KINDS`)."""
        return "screen" if side in self.opponents.sides or self._by_touch else "camera"

    def made_here(self, side: str) -> Json | None:
        """Return a program of this table's that is whole."""
        if side in self.opponents.sides:
            return self._secret.get(side)
        entering = self._entering
        if entering:
            return entering.sheets[side].whole() if entering.side is None else None
        read = (self._turn.programs or {}).get(side)
        if self._by_touch or read is None or read.get("unsure"):
            return None
        return {name: read.get(name, usual) for name, usual in STILL.to_json().items()}

    @property
    def _by_touch(self) -> bool:
        """True if no camera sees the programs."""
        table = self._table
        return table.source.name == "touch" or table.source.by_hand or table.touched

    @property
    def _entering(self) -> Entering | None:
        """Return the progress of entering programs by touch, None if none are entered."""
        table = self._table
        if not self._by_touch or self._timer != "end" or self._turn.programs is not None or table.session.winner:
            return None
        assert table.under
        return self._entry.entering(table.session.position, table.under, table.draft)

    @property
    def _timer(self) -> str:
        """Return the last word on the timer in this turn."""
        under = self._table.under
        return str(under.value.get("timer", "")) if under else ""

    @property
    def takes_reading(self) -> bool:
        last = self._table.history.last
        return last is not None and last.verdict in ("programs", "late")

    def recall(self, record: Record) -> None:
        """Raises RefereeError where a step is none of this entry."""
        table = self._table
        if record["kind"] == "commit" and "timer" in record["commit"]:
            self._timed = record["t"]
        if record["kind"] == "stage" and table.draft and table.under:
            self._entry.entering(table.session.position, table.under, table.draft)

    def take_verdict(self, verdict: Verdict) -> None:
        if verdict.verdict == "late" and verdict.side:
            seconds = float(verdict.more["seconds"])
            late = {**self._turn.late, **dict.fromkeys(verdict.more.get("sides", [verdict.side]), seconds)}
            self._turn = replace(self._turn, late=late)
        elif verdict.trait.ends_turn or verdict.trait.turn:
            # A special that was taken is seen by no camera: it is asked for when the turn is over.
            open_: JsonObject = {name: verdict.more[name] for name in ("choice", "choices") if verdict.more.get(name)}
            due = self._table.session.due
            if not verdict.trait.turn and due and "programs" in due.value:
                # A correction or an undo has left programs in force.
                open_ = self._table.board.announced(self._table.session.position, due).more
            self._secret, self._kept = {}, {}
            self._turn = BallTurn().with_programs(open_)
        elif "programs" in verdict.more:
            self._turn = self._turn.with_programs(verdict.more)

    def saw(self, verdict: Verdict, look: Any, image: Image) -> None:
        over = verdict.verdict == "programming" and self._timer == "end"
        hands = over and {*verdict.more.get("busy", ())} - {*verdict.more.get("screens", ())}
        self._look_at = self._timed + GRACE_SECONDS + AFTER_GRACE if hands else None
        if verdict.verdict == "late" and verdict.side:
            for side in verdict.more.get("sides", [verdict.side]):
                self._keep(late_picture(side), image)
        elif "programs" in verdict.more and not verdict.trait.turn:
            pictured, spots = crop_to_programs(image, spots_of(look))
            self._keep(SHEET, pictured)
            self._turn = replace(self._turn, spots=spots)
        elif verdict.verdict == "programming" and self._started_by == "hands":
            self._start_by_hand()

    def _start_by_hand(self) -> None:
        table = self._table
        if (
            table.source.name not in LOOKED_ON
            and table.session.started
            and not self._timer
            and not table.session.winner
        ):
            table.do(StartTimer())

    def _keep(self, name: str, image: Image) -> None:
        self._kept = {**self._kept, name: self._table.pictures.small(image)}

    def add_to_state(self, state: AnyState) -> AnyState:
        """Return the state without what is entered in secret, except the program that is being entered."""
        expected = self._turn.expected
        misplaced = hops_between(state.grid, expected) if state.phase == "illegal" and expected else ()
        computers = (*self.opponents.sides, *state.computers)
        own, kept = self._shown_turn(), dict(self._kept)
        entry, choice = own.entry, own.choice
        awaited = entry.side is None if entry else choice is not None and choice["player"] in computers
        return replace(state, own=own, kept=kept, strayed=misplaced, draft=(), computers=computers, awaited=awaited)

    def _shown_turn(self) -> BallTurn:
        under = self._table.under
        since = self._table.log.clock_at(self._timed) if self._timer == "start" else None
        fouls = tuple(under.value.get("fouls", ())) if under else ()
        return replace(self._turn, timer=self._timer, since=since, fouls=fouls, entry=self._shown_entry())

    def _shown_entry(self) -> ShownEntry | None:
        entering, suggested = self._entering, self._hints.suggestion
        if entering is None:
            return None
        sheet = entering.sheets[entering.side] if entering.side else EMPTY
        why = suggested.reason if suggested else None
        return ShownEntry(entering.side, sheet, why, begun=bool(self._table.draft))
