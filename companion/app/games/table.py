"""A game as the app plays it: by touch, watched by a camera, or on a practice table.

Every change goes through the referee and its journal; what is kept here besides is only what the screen needs: the
turn being entered and the history. After every step of a turn the journal gets a record of kind ``stage``:
``{"turn": {"steps": [...], "passed": false}}``. In journals of earlier versions ``passed`` is true where the mover
passed; now that is a correction.

All else is had, not inherited: what people do are values (`deeds`), and each of the table's companions may pass a deed
on, hold it, or answer with others (`Companion.answer`).
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.app.devices.devices import ON_SCREEN
from companion.app.devices.feeds import GameSource
from companion.app.games.companion import Companion
from companion.app.games.deeds import (
    Agree,
    Correct,
    Deed,
    Done,
    Enter,
    GoOn,
    JudgePicture,
    JudgeTable,
    PassTurn,
    Pause,
    PutBack,
    Refuse,
    RollDice,
    Say,
    SetUp,
    TakeBack,
    TakeStep,
)
from companion.app.games.event_log import Clock, EventLog
from companion.app.games.history import History
from companion.app.games.shown_pictures import ShownPictures
from companion.app.games.state import Phase, TableState
from companion.app.games.turn_entry import Drafted, EntryStep, TurnEntry
from companion.app.intents import Intent, call
from companion.app.json_object import JsonObject
from companion.games.reason import Reason
from companion.referee.asking_here import OnTable
from companion.referee.errors import KeepingError, RefereeError, error_reason
from companion.referee.game import Game, rejudge, take
from companion.referee.grid import Commitment, Grid
from companion.referee.keeping import recording
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.nonsense import making_sense_of
from companion.referee.keeping.recording import Event
from companion.referee.keeping.records import Record
from companion.referee.live.cameras import Image
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.table_parts import Happening
from companion.referee.under_way import DRAWN
from companion.referee.verdict import Kind, Verdict

S = TypeVar("S")
C = TypeVar("C", bound=Companion)
# How many times longer the simulated players leave an illegal turn standing, so that it can be read.
TO_READ = 3
# Answers that are shown like the verdict that they have led to.
READ_AS_TURNS: tuple[Kind, ...] = ("legal", "won", "unchanged", "takeback")
# In how many seconds to try again to write to a disk that is full.
DISK_SECONDS = 2.0


class PlayedTable(Generic[S]):
    """One game, with the turn being entered. Nothing is done but by deeds."""

    def __init__(
        self,
        journal: Journal,
        board: AnyTable,
        entry: TurnEntry[Any, S],
        source: GameSource,
        clock: Clock,
        *,
        seed: int = 0,
        start: Grid | None = None,
        first: str = "",
        series: Mapping[str, int] | None = None,
    ) -> None:
        self.board = board
        """How the game lies on a table."""
        self.entry = entry
        """How its turns are entered."""
        self.source = source
        """From what the game is fed."""
        self.clock = clock
        """Gives seconds, never running backwards."""
        self.start = start
        """The set-up of a game by touch; None: the usual one."""
        self.first = first or board.sides[0]
        """The side that begins."""
        self.series = dict(series or {})
        """Games won before this one, by side."""
        self.game = Game(board, source.open_tracker, journal)
        self.log = EventLog(journal, clock)
        self.history: History[S] = History()
        self.pictures = ShownPictures(source)
        self.companions: Sequence[Companion] = ()
        """The outermost first: it is asked first about a deed."""
        self.draft: list[EntryStep] = []
        """The steps entered of the turn in progress."""
        self.touched = False
        """True while players go on by touch though the game has a camera."""
        self.running = True
        self.notice: Reason | None = None
        """The message shown to the players."""
        self.fault: Reason | None = None
        """Why something entered cannot be."""
        self.looked: Callable[[Image], None] = lambda _image: None
        """Called with each picture that was judged."""
        self.occasion: Callable[[], object] = lambda: self.game.number
        """Gives another object as soon as something was judged, taken back or put right."""
        self._seed = seed
        # True after a pass in journals of earlier versions.
        self._passed = False
        # What has come and is not on the disk yet, since that took no more.
        self._due: Happening | None = None

    def companion(self, kind: type[C]) -> C | None:
        """Return the companion of a kind, if the table has one."""
        return next((each for each in self.companions if isinstance(each, kind)), None)

    # What is done

    def do(self, deed: Deed, *, besides: Companion | None = None) -> None:
        """Do what somebody asks for, as the companions answer it, all but `besides`. Raises GameError, DeviceError,
        RefereeError for what cannot be."""
        self._answered(deed, [each for each in self.companions if each is not besides])

    def _answered(self, deed: Deed, companions: Sequence[Companion]) -> None:
        if not companions:
            self._carry_out(deed)
            return
        for each in companions[0].answer(deed):
            self._answered(each, companions[1:])

    def _carry_out(self, deed: Deed) -> None:
        match deed:
            case Say(kind, value):
                self._say(kind, value)
            case Enter(step):
                self._enter(step)
            case SetUp():
                self._hear(self.game.enter(self.log.event("frame"), self.start or self.entry.start()))
            case JudgeTable(grid, steps):
                self._hear(self.game.enter(self.log.event("frame"), grid, steps))
                self._move_on()
            case JudgePicture(image, ago):
                self._look(image, ago)
            case PassTurn(sat_out) if sat_out or self.entry.may_pass:
                self._pass("sat_out" if sat_out else True)
            case PassTurn():
                raise RefereeError("table.no_pass")
            case Correct(correction):
                self._correct(correction)
            case TakeBack() if self.draft:
                self._write_draft(self.draft[:-1])
            case TakeBack():
                self._correct({"undo": self.session.takes_back if self.session.can_unsay else True})
            case _:
                for other in self._in_other_words(deed):
                    self.do(other)

    def _in_other_words(self, deed: Deed) -> Iterator[Deed]:
        """Raises RefereeError for a deed that no companion has answered, such as one that came too late."""
        match deed:
            case RollDice(roll, what):
                drawn = (
                    self.entry.drawn(what, self.session, self.side, self.chance(what)) if roll is None else dict(roll)
                )
                yield Say("roll", drawn)
            case Done() if not self.draft:
                yield PassTurn()
            case Done():
                yield from self._lay(self.drafted().grid, self.draft if self.entry.hops else ())
            case PutBack():
                yield from self._lay(self.session.grid)
            case Agree():
                if not self.repeated:
                    raise RefereeError("table.no_repetition")
                yield Correct({"agree": DRAWN})
            case Refuse(why):
                self.fault = why
            case Pause() | GoOn():
                self.running = isinstance(deed, GoOn)
            case TakeStep():
                self.step()
            case _:
                raise RefereeError("table.not_now")

    def _lay(self, grid: Grid, steps: Sequence[EntryStep] = ()) -> Iterator[Deed]:
        """Have a table judged, at once or as it looks where hands lay it."""
        if self.source.by_hand:
            self.source.lay(grid)
        else:
            yield JudgeTable(grid, steps)

    def _say(self, kind: str, value: Any) -> None:
        if self.game.passes(Event(self.log.next, self.log.now, kind, value)):
            self._pass("unseen")
        self.game.commit(self.log.event(kind, value))
        self.history.turn_began = self.log.now
        self._passed = False
        self._move_on()

    def _enter(self, step: EntryStep) -> None:
        """Raises RefereeError for a step that cannot be made at all."""
        if self.under is not None:
            draft = [*self.draft, dict(step)]
            self.entry.drafted(self.session.position, self.under, draft)
            self._write_draft(draft)

    def _write_draft(self, draft: list[EntryStep]) -> None:
        self.log.write("stage", turn={"steps": [dict(step) for step in draft], "passed": self._passed})
        self.draft, self.fault = draft, None

    def _pass(self, how: bool | str) -> None:
        self._hear(self.game.correct(self.log.event("correct", {"pass": how})))
        self._move_on()

    def _correct(self, correction: JsonObject) -> None:
        self._hear(self.game.correct(self.log.event("correct", dict(correction))))
        self._passed = False
        self._move_on()
        self.stand()

    def stand(self) -> None:
        """Tell the source how the table stands by the players' word."""
        if self.session.started and not self.session.winner:
            self.source.stand(self.session.position, self.side, self.under)

    def _hear(self, verdict: Verdict) -> None:
        self.notice = self.fault = None
        last = self.history.last
        passed_over = verdict.trait.passes and last and last.trait.stands
        if not passed_over and not any(each.withhold(verdict) for each in self.companions):
            near = self.entry.nearest(self.session.position, verdict) if verdict.verdict == "illegal" else ()
            self.history.add(_answered(verdict), self.game.number, self._score(), near)
        for each in self.companions:
            each.take_verdict(verdict)

    def _move_on(self) -> None:
        """Forget what was entered or asked for before."""
        self.draft, self.fault = [], None
        for each in self.companions:
            each.moved_on()

    def _look(self, image: Any, ago: float) -> None:
        saved = self.source.save_picture(self.log.next, image)
        try:
            step = take(self.game, self.log.event("frame", saved.name, ago), saved)
        except RefereeError as error:
            self.notice = _at_the_table(error_reason(error))
            return
        assert step.verdict is not None
        verdict, picture = step.verdict, saved.picture(step.event).image
        self._hear(verdict)
        if not verdict.trait.passes:
            self._move_on()
        self.pictures.show_judged(picture, verdict, self.game.tracker.current)
        self.looked(picture)
        for each in self.companions:
            each.saw(verdict, step.look, picture)

    # What comes by itself

    def advance(self) -> float | None:
        """Take what the source has next, if anything, and have the companions do what is due. Returns in how many
        seconds to ask again, None for never."""
        held = not self.running or any(each.holds_source for each in self.companions)
        pauses = [None if held else self.step(), *(each.advance() for each in reversed(self.companions))]
        return min((pause for pause in pauses if pause is not None), default=None)

    def step(self) -> float | None:
        """The same, paused or not."""
        late, self._due = self._due, None
        happening = late or self.source.next(self.history.last)
        if happening and happening.kind == "frame" and self.pictures.begin_reading():
            # A look takes seconds: first it is shown that one is being taken.
            self._due = happening
            return 0.0
        self.pictures.show_latest(stands=not self.touched and self._asking)
        pace = self.source.pace
        if happening is None:
            return pace
        number = self.log.next
        try:
            self._take(happening)
        except KeepingError as error:
            self.notice, self._due, self.log.next = error_reason(error), happening, number
            return DISK_SECONDS
        if late and happening.kind != "frame":
            self.notice = None
        slow = self.source.name == "practice" and self._takes_reading
        return pace * TO_READ if slow and pace else pace

    def _take(self, happening: Happening) -> None:
        if happening.kind == "told":
            self.notice = happening.value
        elif happening.kind == "frame":
            self.do(
                JudgePicture(happening.value, 0.0 if happening.taken is None else time.monotonic() - happening.taken)
            )
        else:
            self.do(Say(happening.kind, happening.value))

    @property
    def _asking(self) -> bool:
        """True while players are asked about the picture that was judged: it stays."""
        return self.session.started and self.phase == "unsure"

    @property
    def _takes_reading(self) -> bool:
        """True if there is something on the screen that takes time to be read."""
        return self.phase == "illegal" or any(each.takes_reading for each in self.companions)

    def resume(self, records: tuple[Record, ...], folder: Path) -> None:
        """Live through a journal again. `folder` holds the camera's pictures, if there were any.

        The tracker is shown only the pictures of the set-up and of the last look, from which it knows the table.
        """
        frames = [record for record in records if record["kind"] == "frame" and record["evidence"]]
        needed = {record["seq"] for record in (*frames[:1], *frames[-1:])}
        for record in records:
            if record["kind"] == "stage" and not self.session.astray:
                self._recall_draft(record)
            elif record["kind"] == "meant":
                rejudge(self.session, record)
            elif record["kind"] not in ("stage", "fault", "far", "secret"):
                self._live_again(record, folder / str(record.get("frame")), shown=record["seq"] in needed)
            for each in self.companions:
                each.recall(record)
        self.log.go_on(records)
        self.stand()

    def _live_again(self, record: Record, path: Path, *, shown: bool) -> None:
        if self.source.keeps_pictures and shown and path.is_file():
            verdict, _ = self.game.recall(record, recording.read_picture(path))
        else:
            verdict = rejudge(self.session, record)
        if verdict is not None:
            self.game.note(record["event"], verdict)
            self._hear(verdict)
        if verdict is None or not verdict.trait.passes:
            self._move_on()
        if record["kind"] in ("commit", "correct"):
            self._passed = False

    def _recall_draft(self, record: Record) -> None:
        """Take the turn in progress from a record. Raises RefereeError where it makes no sense."""
        with making_sense_of(record):
            for step in record["turn"]["steps"]:
                self.entry.step(step)
        self.draft, self._passed = list(record["turn"]["steps"]), record["turn"]["passed"]

    def close(self) -> None:
        for each in self.companions:
            each.close()
        self.source.close()
        self.log.close()

    # How things stand

    @property
    def session(self) -> Session:
        return self.game.session

    @property
    def under(self) -> Commitment | None:
        """The commitment that the turn is played under; None where a player has to commit first."""
        return None if self._passed else self.session.due

    @property
    def side(self) -> str:
        """The side that moves, or is to roll next."""
        said = self.session.side
        side = self.first if said is None else said if self.under else self.board.next_mover(said)
        for each in reversed(self.companions):
            side = each.side(side)
        return side

    @property
    def phase(self) -> Phase:
        session, verdict = self.session, self.history.last
        if not session.started or verdict is None:
            return "setup"
        if session.winner:
            return "won"
        if verdict.verdict == "unsure" and verdict.readings:
            return "unsure"
        if verdict.trait.stands:
            return "illegal" if verdict.verdict == "illegal" else "incomplete"
        return "move" if self.under and self.entry.may_move(self.under) else "roll"

    @property
    def watched(self) -> bool:
        """True if pieces have to be moved on a table that a camera sees."""
        return self.source.name != "touch" and not self.touched

    @property
    def waits(self) -> bool:
        """True while somebody elsewhere has to do something first."""
        return any(each.waits for each in self.companions)

    @property
    def rolls_by(self) -> str:
        """The source of rolls: the `screen`, the `tower`, or dice `thrown` on request."""
        return next((each.rolls_by for each in self.companions if each.rolls_by), ON_SCREEN)

    @property
    def can_undo(self) -> bool:
        return bool(self.draft) or self.session.can_undo or self.session.can_unsay

    @property
    def repeated(self) -> int:
        """How many times the position has stood, where that is often enough to end the game for it; else 0."""
        if not self.entry.often or self.phase != "roll" or self.session.due:
            return 0
        stood = self.session.stood
        return stood if stood >= self.entry.often else 0

    def chance(self, what: str) -> random.Random:
        """Return what dice, or choices of the computer, come of. The same seed gives the same game, also after a
        restart."""
        return random.Random(f"{self._seed} {what} {self.occasion()}")

    def drafted(self) -> Drafted:
        """Return the table with the steps entered so far."""
        session = self.session
        if not session.started:
            return Drafted(dict(self.start or {}))
        if self.under is None:
            return Drafted(session.grid)
        return self.entry.drafted(session.position, self.under, self.draft)

    def _score(self) -> S:
        return self.entry.score(self.session.position if self.session.started else None)

    def state(self) -> TableState[S]:
        if self.log.word:
            self.notice, self.log.word = self.log.word, None
        session, history, phase, drafted = self.session, self.history, self.phase, self.drafted()
        believed: Grid = dict(session.grid) if session.started else dict(self.start or self.entry.start())
        seen = history.last.seen if history.last and phase in ("illegal", "incomplete") else None
        shown = dict(seen) if seen else dict(drafted.grid)
        state: TableState[S] = TableState(
            grid=shown or believed,
            believed=believed,
            phase=phase,
            # While it is open whether a turn was made, it is still the turn of the side that rolled.
            side=(session.side or self.side) if phase == "unsure" else self.side,
            score=self._score(),
            roll=self.entry.coloured(session.commitment) if phase != "roll" else None,
            left=drafted.left,
            legal=drafted.legal,
            draft=tuple(self.draft),
            verdict=history.last,
            number=history.number,
            strayed=self.entry.hops_between(believed, shown) if phase == "illegal" else (),
            nearest=history.nearest if phase == "illegal" else (),
            winner=session.winner,
            moments=tuple(history.moments),
            picture=self.pictures.shown,
            close_up=self.pictures.close_up if phase == "unsure" else None,
            photographed=self.pictures.photographed,
            before=self.pictures.before if phase in ("unsure", "illegal", "incomplete") else None,
            source="touch" if self.touched or self.source.by_hand else self.source.name,
            by_hand=self.source.by_hand,
            ended=self.source.over and not session.winner,
            running=self.running,
            can_undo=self.can_undo,
            undoes_roll=not self.draft and session.can_unsay and session.takes_back == "roll",
            notice=self.notice,
            fault=self.fault,
            away=("camera",) if self.source.away else (),
            under=dict(self.under.value) if self.under else None,
            series=self.series,
            asked=OnTable.of(self.board, session.position, self.under) if session.started else None,
        )
        for each in reversed(self.companions):
            state = each.add_to_state(state)
        return state


def do(deed: Deed) -> Intent[PlayedTable[Any]]:
    """Return the call that does this at the game that is played."""
    return call(PlayedTable.do, deed)


def _answered(verdict: Verdict) -> Verdict:
    """Return an answer to a question as the verdict that it has made of the look: it reads as after any turn."""
    if verdict.verdict != "corrected" or verdict.reason is None or verdict.reason.key != "referee.chosen":
        return verdict
    chosen = verdict.reason.values["kind"]
    kinds = (kind for kind in READ_AS_TURNS if isinstance(chosen, Reason) and chosen.key == f"referee.kind.{kind}")
    kind = next(kinds, None)
    return replace(verdict, verdict=kind, reason=None) if kind else verdict


def _at_the_table(trouble: Reason) -> Reason:
    """Return the reason itself, without the event and file: at a table there is only one."""
    inner = trouble.values.get("reason") if trouble.key == "referee.event" else None
    return inner if isinstance(inner, Reason) else trouble
