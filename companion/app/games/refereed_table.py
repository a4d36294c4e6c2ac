"""A refereed game as the app plays it: by touch, watched by a camera, or on a practice table.

Every change goes through the referee and its journal; what is kept here besides is only what the screen needs: the
turn being entered, the hint asked for, the history. Of a turn being entered the journal has a record of kind ``stage``
after every step: ``{"turn": {"steps": [...], "passed": false}}``. In journals of earlier versions ``passed`` is true
where the mover passed; now that is a correction.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.app.devices.feeds import GameSource
from companion.app.devices.game_dice import DICE_SECONDS, ON_SCREEN, GameDice
from companion.app.games.head_start import moves_again
from companion.app.games.opponents import ComputersTurn, Opponents
from companion.app.games.refereed_state import Moment, Nearest, Phase, ShownHint, ShownSuggestion, TableState
from companion.app.games.turn_entry import Drafted, EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.app.views import ShownPicture
from companion.games.reason import Reason, because
from companion.referee.errors import KeepingError, RefereeError, told
from companion.referee.game import Game, first_open, rejudge, take
from companion.referee.grid import Commitment, Grid
from companion.referee.keeping import recording
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.recording import Event
from companion.referee.keeping.records import Record
from companion.referee.keeping.shapes import ShapeError, fields, list_of, map_of, text, truth
from companion.referee.live.cameras import Image
from companion.referee.report.page import Overlaid
from companion.referee.session import Session
from companion.referee.table import AnyTable
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict

S = TypeVar("S")
Clock = Callable[[], float]
# How many times longer the simulated players leave an illegal turn standing, so that it can be read.
TO_READ = 3
# How long a judged picture with its overlay stands before the camera's next ones are shown.
OVERLAY_SECONDS = 3.0
# In how many seconds to try again to write to a disk that is full.
DISK_SECONDS = 2.0
# Sources that bring no rolls of their own.
PLAYED = ("touch", "camera", "hands")
# Of a turn in progress.
_IN_PROGRESS = fields({"steps": list_of(map_of(text)), "passed": truth})


class RefereedTable(Generic[S]):
    """One game. `table` is how it lies on a table, `entry` how its turns are entered, `source` from what it is fed.

    `clock` gives seconds, never running backwards; `dice` rolls where no dice are on the table, `tower` is the device
    that does, if there is one. `start` is the set-up of a game by touch; `first` begins. `opponents` are the computer's
    sides, which does a step every `pace` seconds; `series` counts the games won before this one. While
    who is `ahead` has a head start the others sit out: they roll and pass at once.
    """

    def __init__(
        self,
        journal: Journal,
        table: AnyTable,
        entry: TurnEntry[Any, S],
        source: GameSource,
        clock: Clock,
        *,
        dice: random.Random | None = None,
        start: Grid | None = None,
        first: str = "",
        tower: GameDice | None = None,
        opponents: Opponents | None = None,
        pace: float = 0.0,
        series: Mapping[str, int] | None = None,
        ahead: str = "",
    ) -> None:
        self._game = Game(table, source.open_watcher, journal)
        self._table, self._entry = table, entry
        self._source, self._journal = source, journal
        self._clock, self._begin = clock, clock()
        self._dice = dice or random.SystemRandom()
        self._opponents = opponents or Opponents({}, self._dice)
        self._computer = ComputersTurn(pace)
        self._series, self._ahead = dict(series or {}), ahead
        self._start, self._first = start, first or table.sides[0]
        self._tower = tower
        # What has come and is not on the disk yet, since that took no more.
        self._due: Happening | None = None
        self._next = 0
        self._verdict: Verdict | None = None
        self._moments: list[Moment[S]] = []
        self._draft: list[EntryStep] = []
        self._passed = False
        self._hint: ShownHint | None = None
        self._suggestion: ShownSuggestion | None = None
        self._nearest: Nearest | None = None
        self._picture: ShownPicture | None = None
        self._pictures = 0
        self._judged = self._begin
        self._turn_begin = 0.0
        self.hints_on = True
        self.running = True
        # What is done with each picture that was judged.
        self.looked: Callable[[Image], None] = lambda _image: None
        self.notice: Reason | None = None

    @property
    def session(self) -> Session:
        return self._game.session

    def resume(self, records: tuple[Record, ...], folder: Path) -> None:
        """Live through a journal again. `folder` holds the camera's pictures, if there were any.

        The watcher is shown only the pictures of the set-up and of the last look, from which it knows the table.
        """
        frames = [record for record in records if record["kind"] == "frame" and record["evidence"]]
        needed = {record["seq"] for record in (*frames[:1], *frames[-1:])}
        for record in records:
            if record["kind"] == "stage" and not self.session.astray:
                self._draft, self._passed = self._entered(record)
            elif record["kind"] not in ("stage", "fault"):
                self._live_again(record, folder, shown=record["seq"] in needed)
        if records:
            # Times never go back, whatever the clock of the day has done meanwhile.
            self._begin = self._clock() - max(record["t"] for record in records)
        self._next = first_open(records)
        self._stand()
        if self._tower and self.session.started:
            self._tower.next_turn()

    def _live_again(self, record: Record, folder: Path, *, shown: bool) -> None:
        path = folder / str(record.get("frame"))
        if self._source.keeps_pictures and shown and path.is_file():
            verdict, _ = self._game.recall(record, recording.read_picture(path))
        else:
            verdict = rejudge(self.session, record)
        if verdict is not None:
            self._hear(verdict)
        if verdict is None or not verdict.trait.passes:
            self._moved_on()
        if record["kind"] in ("commit", "correct"):
            self._passed = False

    def _entered(self, record: Record) -> tuple[list[EntryStep], bool]:
        """The turn in progress as a record has it. Raises RefereeError where it makes no sense."""
        try:
            _IN_PROGRESS(record["turn"])
        except ShapeError as error:
            raise RefereeError("referee.record", number=record["seq"], reason=error.reason) from None
        return list(record["turn"]["steps"]), record["turn"]["passed"]

    def advance(self) -> float | None:
        """Take what the source has next, if anything, and do the computer's next step. Returns in how many seconds to
        ask again, None for never."""
        pauses = [self._advance_table(), self._advance_computer()]
        return min((pause for pause in pauses if pause is not None), default=None)

    def _advance_table(self) -> float | None:
        if self._tower is None:
            return self.step() if self.running else None
        self.notice = self._tower.hear(self.say) or self.notice
        pause = self.step() if self.running and not self._tower.waits else None
        return DICE_SECONDS if pause is None else min(pause, DICE_SECONDS)

    @property
    def _computer_due(self) -> bool:
        """Whether the computer is to roll or to move."""
        return self.side in self._opponents.sides and self._phase() in ("roll", "move")

    def _advance_computer(self) -> float | None:
        """Where no camera watches, it enters its turn step by step; under a camera its turn is shown, for the players
        to make it."""
        if not self._computer_due:
            self._computer.forget()
            return None
        pause = self._computer.pause(self._clock())
        if pause:
            return pause
        self._play_on()
        return self._computer.begin_pause(self._clock())

    @property
    def _watched(self) -> bool:
        return self._source.name != "touch" and not self._source.away

    def _play_on(self) -> None:
        side, computer = self.side, self._computer
        if computer.slips is None:
            computer.slips = self._opponents.slips(side)
        if self._phase() == "roll":
            self._roll_for_computer(computer.slips)
        elif computer.plan is None:
            computer.plan = self._plan(computer.slips)
        elif not computer.plan.moves:
            self.pass_turn()
        elif not self._watched:
            steps = computer.plan.steps
            if len(self._draft) < len(steps):
                self.enter(steps[len(self._draft)])
            else:
                self.done()
        elif self._source.by_hand and not computer.laid and computer.plan.grid:
            computer.laid = True
            self._source.lay(computer.plan.grid)

    def _roll_for_computer(self, slips: bool) -> None:
        if self._source.name not in PLAYED:
            return
        position = self._table.moving(self.session.position, self.side)
        said = None if self._under else self._entry.announced(position, slips, self._dice)
        if said:
            self.say(*said)
        elif self._dice_from() == "thrown":
            self.throw()
        elif self._dice_from() == "screen":
            self.roll()

    def _plan(self, slips: bool) -> ShownSuggestion:
        """The turn that the computer is going to make."""
        assert self._under
        position = self.session.position
        found = self._entry.by_chance(position, self._under, self._dice) if slips else None
        found = found or self._entry.suggestion(position, self._under)
        return found or ShownSuggestion((), because("computer.nothing"))

    @property
    def _meant(self) -> ShownSuggestion | None:
        """The computer's turn that the players are to make on their table."""
        return self._computer.plan if self._watched and self._computer_due else None

    def step(self) -> float | None:
        """The same, paused or not."""
        late, self._due = self._due, None
        happening = late or self._source.next(self._verdict)
        if (seen := self._source.latest()) and self._clock() - self._judged > OVERLAY_SECONDS:
            self._picture = seen
        pace = self._source.pace
        if happening is None:
            return pace
        number = self._next
        try:
            self._take(happening)
        except KeepingError as error:
            self.notice, self._due, self._next = told(error), happening, number
            return DISK_SECONDS
        if late and happening.kind != "frame":
            self.notice = None
        slow = self._source.name == "practice" and self._takes_reading()
        return pace * TO_READ if slow and pace else pace

    def _takes_reading(self) -> bool:
        """Whether there is something on the screen that takes time to be read."""
        return self._phase() == "illegal"

    def _take(self, happening: Happening) -> None:
        if happening.kind == "told":
            self.notice = happening.value
        elif happening.kind == "frame":
            self._look(happening.value)
        else:
            self.say(happening.kind, happening.value)

    def pause(self) -> None:
        self.running = False

    def go_on(self) -> None:
        self.running = True

    def close(self) -> None:
        self._source.close()
        if self._tower:
            self._tower.close()
        self._journal.close()

    def set_up(self) -> None:
        """Begin with the set-up given, or the usual one, entered by hand."""
        start = self._start or self._entry.start()
        self._hear(self._game.enter(self._event("frame", None), start))

    def say(self, kind: str, value: Any) -> None:
        """What the mover commits himself by, such as a roll. Raises GameError, DeviceError for what cannot be."""
        if self._sits_out:
            self._sit_out()
        if self._game.passes(Event(self._next, self._now(), kind, value)):
            self._pass("unseen")
        self._game.commit(self._event(kind, value))
        self._turn_begin = self._now()
        self._passed = False
        self._moved_on()

    def roll(self, roll: Mapping[str, int] | None = None) -> None:
        """A roll, or None to have it rolled here."""
        self.say("roll", dict(roll or self._entry.roll(self.side, self._dice)))

    def throw(self) -> None:
        """Roll with a tower that can do so by itself."""
        if self._tower:
            self._tower.throw()

    def enter(self, step: EntryStep) -> None:
        """Enter one step of the turn under way. Raises RefereeError for one that cannot be made at all."""
        if self._under is None:
            return
        draft = [*self._draft, dict(step)]
        self._entry.drafted(self.session.position, self._under, draft)
        self._keep_draft(draft, self._passed)
        self._hint = self._suggestion = None

    def undo(self) -> None:
        """Take the last step entered back, or the roll where none is, or else the last turn. What the computer has done
        since is taken back with it."""
        self._take_back()
        while self._computer_due and (self._draft or self.session.can_undo or self.session.can_unsay):
            self._take_back()
        self._computer.forget()

    def _take_back(self) -> None:
        self._hint = self._suggestion = None
        if self._draft:
            self._keep_draft(self._draft[:-1], self._passed)
        else:
            self.correct({"undo": "roll" if self.session.can_unsay else True})

    def done(self) -> None:
        """The turn is entered: the referee judges the table as it stands. With no step at all the mover passes."""
        if not self._draft:
            self.pass_turn()
            return
        grid = self._drafted().grid
        if self._source.by_hand:
            self._source.lay(grid)
            return
        self._hear(self._game.enter(self._event("frame", None), grid))
        self._moved_on()

    def pass_turn(self) -> None:
        """The mover does not move. Raises RefereeError where nobody is to move."""
        if self._entry.may_pass:
            self._pass(True)

    def _pass(self, how: bool | str) -> None:
        self._hear(self._game.correct(self._event("correct", {"pass": how})))
        self._moved_on()

    def put_back(self) -> None:
        """The players have put everything back where it was before the turn."""
        if self._source.by_hand:
            self._source.lay(self.session.grid)
            return
        self._hear(self._game.enter(self._event("frame", None), self.session.grid))
        self._moved_on()

    def correct(self, correction: JsonObject) -> None:
        """The players' word, see `Session.correct`."""
        self._hear(self._game.correct(self._event("correct", dict(correction))))
        self._passed = False
        self._moved_on()
        self._stand()

    def touch(self, place: str) -> None:
        """Ask where what lies on `place` may go."""
        self._suggestion = None
        self._hint = None
        if self._under is not None and self.hints_on and self._phase() == "move":
            self._hint = self._entry.hint(self.session.position, self._under, self._draft, place)

    def forget_hint(self) -> None:
        self._hint = self._suggestion = None

    def suggest(self) -> None:
        """Ask for a whole turn."""
        self._hint = None
        if self.hints_on and self._under is not None and not self._draft:
            self._suggestion = self._entry.suggestion(self.session.position, self._under) or self._suggestion

    def _stand(self) -> None:
        """Tell the source how the table stands by the players' word."""
        session = self.session
        if session.started and not session.winner:
            self._source.stand(session.position, self.side, self._under)

    @property
    def side(self) -> str:
        """Whose turn it is: who moves, or who is to roll next."""
        said = self.session.side
        if said is None:
            return self._ahead if self._sits_out else self._first
        if self._sits_out:
            return self._ahead
        return said if self._under else self._table.next_mover(said)

    @property
    def _sits_out(self) -> bool:
        """Whether whose turn would come next sits it out, since somebody else has a head start."""
        session = self.session
        if not self._ahead or self._under or not session.started or session.winner:
            return False
        made: list[Verdict] = []
        for moment in self._moments:
            if moment.verdict.trait.turn and moment.verdict.side == self._ahead:
                made.append(moment.verdict)
            elif moment.verdict.reason and moment.verdict.reason.key == "referee.undone" and made:
                made.pop()
        follows = session.side == self._ahead if session.side else self._first != self._ahead
        return follows and moves_again(len(made))

    def _sit_out(self) -> None:
        """A roll that is passed on, of who is next."""
        side = self._table.next_mover(self._ahead)
        self._game.commit(self._event("roll", dict(self._entry.roll(side, self._dice))))
        self._passed = False
        self._pass(True)

    @property
    def _under(self) -> Commitment | None:
        """What the turn is played under; None where somebody has to commit himself first."""
        return None if self._passed else self.session.due

    def state(self) -> TableState[S]:
        session = self.session
        believed: Grid = dict(session.grid) if session.started else dict(self._start or {})
        phase = self._phase()
        drafted = self._drafted()
        seen = self._verdict.seen if self._verdict and phase in ("illegal", "incomplete") else None
        shown = dict(seen) if seen else dict(drafted.grid)
        return TableState(
            grid=shown or believed,
            believed=believed,
            phase=phase,
            # While it is open whether a turn was made, it is still the turn of who rolled.
            side=(session.side or self.side) if phase == "unsure" else self.side,
            score=self._score(),
            roll=self._roll() if phase != "roll" else None,
            left=drafted.left,
            legal=drafted.legal,
            draft=tuple(self._draft),
            verdict=self._verdict,
            strayed=self._entry.strayed(believed, shown) if phase == "illegal" else (),
            nearest=self._nearest if phase == "illegal" else None,
            winner=session.winner,
            hint=self._hint,
            suggestion=self._meant or self._suggestion,
            moments=tuple(self._moments),
            picture=self._picture,
            source="touch" if self._source.away or self._source.by_hand else self._source.name,
            by_hand=self._source.by_hand,
            running=self.running,
            can_undo=bool(self._draft) or session.can_undo or session.can_unsay,
            undoes_roll=not self._draft and session.can_unsay,
            hints_on=self.hints_on,
            notice=self.notice,
            away=self._away(),
            dice=self._dice_from(),
            under=dict(self._under.value) if self._under else None,
            computers=self._opponents.sides,
            series=self._series,
        )

    def _phase(self) -> Phase:
        session, verdict = self.session, self._verdict
        if not session.started or verdict is None:
            return "setup"
        if session.winner:
            return "won"
        if verdict.verdict == "unsure" and verdict.readings:
            return "unsure"
        if verdict.trait.stands:
            return "illegal" if verdict.verdict == "illegal" else "incomplete"
        return "move" if self._under else "roll"

    def _score(self) -> S:
        return self._entry.score(self.session.position if self.session.started else None)

    def _roll(self) -> dict[str, int] | None:
        said = self.session.commitment
        return dict(said.value["roll"]) if said and "roll" in said.value else None

    def _away(self) -> tuple[str, ...]:
        camera = ("camera",) if self._source.away else ()
        return (*camera, self._tower.away) if self._tower and self._tower.away else camera

    def _dice_from(self) -> str:
        return self._tower.rolls_by if self._tower else ON_SCREEN

    def _look(self, image: Any) -> None:
        kept = self._source.keep(self._next, image)
        try:
            step = take(self._game, self._event("frame", kept.name), kept)
        except RefereeError as error:
            self.notice = _at_the_table(told(error))
            return
        assert step.verdict is not None
        lifted = self._lifted(step.verdict)
        self._hear(step.verdict)
        self._compare(step.verdict)
        if not step.verdict.trait.passes:
            self._moved_on()
        if lifted:
            self.touch(lifted)
            self._hint = replace(self._hint, lifted=True) if self._hint else None
        shown = kept.picture(step.event).image
        if isinstance(step.look, Overlaid) and step.verdict.verdict != "hand":
            shown = step.look.overlay(step.verdict.seen or step.verdict.grid)
        self._pictures += 1
        self._picture = self._source.small(shown, self._pictures)
        self._judged = self._clock()
        self.looked(kept.picture(step.event).image)
        self._looked(step.verdict, step.look, kept.picture(step.event).image)

    def _compare(self, verdict: Verdict) -> None:
        """Tell where the players have made another turn for the computer than it meant."""
        plan, meant = self._computer.plan, verdict.side in self._opponents.sides
        if meant and verdict.trait.turn and plan and plan.grid is not None and dict(verdict.grid) != dict(plan.grid):
            self.notice = because("computer.other")

    def _looked(self, verdict: Verdict, look: Any, image: Image) -> None:
        """A picture has been judged by a look of this game's watcher; here games keep what they show for longer."""

    def _hear(self, verdict: Verdict) -> None:
        self.notice = None
        if verdict.trait.passes and self._verdict and self._verdict.trait.stands:
            return
        if self._lifted(verdict):
            return
        self._verdict = verdict
        if self._tower and verdict.trait.ends_turn:
            self._tower.next_turn()
        if verdict.trait.in_history:
            self._moments.append(Moment(verdict, self._score(), max(0.0, verdict.t - self._turn_begin)))
        illegal = verdict.verdict == "illegal"
        self._nearest = self._entry.nearest(self.session.position, verdict) if illegal else None

    def _lifted(self, verdict: Verdict) -> str | None:
        """The place from which something has been taken into the hand, where that is all that is wrong: it is no turn
        as yet, but a question where it may go.
        """
        if verdict.verdict != "illegal" or not verdict.seen or not self.hints_on or self._phase() != "move":
            return None
        return self._entry.lifted(self.session.grid, verdict.seen)

    def _keep_draft(self, draft: list[EntryStep], passed: bool) -> None:
        event = self._event("stage", None)
        turn = {"steps": [dict(step) for step in draft], "passed": passed}
        self._journal.append("stage", {"event": event.index, "t": event.t, "turn": turn})
        self._draft, self._passed = draft, passed

    def _moved_on(self) -> None:
        self._draft = []
        self._hint = self._suggestion = None
        if not self._computer_due:
            self._computer.forget()

    def _drafted(self) -> Drafted:
        """The table with the steps entered so far."""
        session = self.session
        if not session.started:
            return Drafted(dict(self._start or {}))
        if self._under is None:
            return Drafted(session.grid)
        return self._entry.drafted(session.position, self._under, self._draft)

    def _event(self, kind: str, value: Any) -> Event:
        event = Event(self._next, round(self._now(), 2), kind, value)
        self._next += 1
        return event

    def _now(self) -> float:
        return max(0.0, self._clock() - self._begin)


def _at_the_table(trouble: Reason) -> Reason:
    """What is wrong, without which event of which file it was: at a table there is only one."""
    inner = trouble.values.get("reason") if trouble.key == "referee.event" else None
    return inner if isinstance(inner, Reason) else trouble
