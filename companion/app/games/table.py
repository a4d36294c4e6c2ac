"""A game as the app plays it: by touch, watched by a camera, or on a practice table.

Every change goes through the referee and its journal; what is kept here besides is only what the screen needs: the
turn being entered, the hint asked for, the history. Of a turn being entered the journal has a record of kind ``stage``
after every step: ``{"turn": {"steps": [...], "passed": false}}``. In journals of earlier versions ``passed`` is true
where the mover passed; now that is a correction.
"""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from companion.app.devices.camera import CameraSource, corners_of
from companion.app.devices.game_dice import DICE_SECONDS
from companion.app.games.computers_turns import TableWithComputers
from companion.app.games.setting_up import SettingUp, marked
from companion.app.games.state import ShownCamera, TableState
from companion.app.games.turn_entry import EntryStep
from companion.games.errors import GameError
from companion.games.reason import Reason, because
from companion.referee.errors import KeepingError, RefereeError, told
from companion.referee.game import first_open, rejudge, take
from companion.referee.grid import Grid
from companion.referee.keeping import recording
from companion.referee.keeping.recording import Event
from companion.referee.keeping.records import Record
from companion.referee.keeping.shapes import ShapeError
from companion.referee.live.cameras import Image
from companion.referee.report.page import Overlaid
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict

S = TypeVar("S")
# How many times longer the simulated players leave an illegal turn standing, so that it can be read.
TO_READ = 3
# How long a judged picture with its overlay stands before the camera's next ones are shown.
OVERLAY_SECONDS = 3.0
# In how many seconds to try again to write to a disk that is full.
DISK_SECONDS = 2.0


class PlayedTable(TableWithComputers[S]):
    """One game, fed from its source and its dice, gone on with from its journal, and all that is shown of it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Where a camera watches: what it sees of the set-up, whether a picture is being read, and what was hidden.
        self._setting = SettingUp(self._game, self._source) if isinstance(self._source, CameraSource) else None
        self._reading = False
        # When the picture was taken that is being judged, where it may have waited.
        self._taken: float | None = None
        self._hidden: tuple[str, ...] = ()
        # The board's corners in the last picture that was judged, and their names.
        self._corners: tuple[tuple[tuple[float, float], ...] | None, tuple[str, ...]] | None = None
        if isinstance(self._source, CameraSource):
            self._game.tracker.others = self._source.seek

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

    def follow(self) -> None:
        """Make the next step of the turn that is suggested, after what has to be put right before; the rest of it stays
        suggested. Raises RefereeError for a step that cannot be made."""
        found = self._suggestion
        if found is None or self._under is None:
            return
        if found.before:
            self.correct(dict(found.before))
            self._suggestion = replace(found, before={})
            return
        if not found.steps:
            return
        step, *rest = found.steps
        self.enter(step)
        if rest:
            moves = found.moves[1:] if len(found.moves) == len(found.steps) else found.moves
            self._suggestion = replace(found, steps=tuple(rest), moves=moves)

    def resume(self, records: tuple[Record, ...], folder: Path) -> None:
        """Live through a journal again. `folder` holds the camera's pictures, if there were any.

        The tracker is shown only the pictures of the set-up and of the last look, from which it knows the table.
        """
        frames = [record for record in records if record["kind"] == "frame" and record["evidence"]]
        needed = {record["seq"] for record in (*frames[:1], *frames[-1:])}
        for record in records:
            if record["kind"] == "stage" and not self.session.astray:
                self._draft, self._passed = self._entered(record)
            elif record["kind"] in ("far", "secret"):
                self._recall_far(record)
            elif record["kind"] == "meant":
                rejudge(self.session, record)
            elif record["kind"] not in ("stage", "fault"):
                self._live_again(record, folder, shown=record["seq"] in needed)
            self._recall_what_was_granted()
        if records:
            # Times never go back, whatever the clock of the day has done meanwhile.
            self._at = max(record["t"] for record in records)
            self._begin = self._clock() - self._at
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
            self._game.note(record["event"], verdict)
            self._hear(verdict)
        if verdict is None or not verdict.trait.passes:
            self._moved_on()
        if record["kind"] in ("commit", "correct"):
            self._passed = False

    def _entered(self, record: Record) -> tuple[list[EntryStep], bool]:
        """The turn in progress as a record has it. Raises RefereeError where it makes no sense."""
        try:
            for step in record["turn"]["steps"]:
                self._entry.step(step)
        except ShapeError as error:
            raise RefereeError("referee.record", number=record["seq"], reason=error.reason) from None
        return list(record["turn"]["steps"]), record["turn"]["passed"]

    def advance(self) -> float | None:
        """Take what the source has next, if anything, and do the computer's next step. Returns in how many seconds to
        ask again, None for never."""
        pauses = [self._advance_far(), self._advance_table(), self._advance_computer()]
        return min((pause for pause in pauses if pause is not None), default=None)

    def _advance_table(self) -> float | None:
        if self._awaits_set_up:
            return None
        if self._tower is None:
            return self.step() if self.running else None
        self.notice = self._tower.hear(self._hear_dice) or self.notice
        pause = self.step() if self.running and not self._tower.waits else None
        return DICE_SECONDS if pause is None else min(pause, DICE_SECONDS)

    def _hear_dice(self, kind: str, value: Any) -> None:
        """Take a roll of real dice; one that does not count is kept as such, lest it come again."""
        try:
            self.rolled(kind, value)
        except GameError as error:
            event = Event(self._next, round(self._now(), 2), kind, value)
            kept = {"raw": event.kept, "number": value.number} if kind == "roll_raw" else {}
            message = {"message": error.reason.to_json(), **kept}
            self._journal.append("fault", {"event": event.index, "t": event.t, **message})
            raise

    def step(self) -> float | None:
        """The same, paused or not."""
        late, self._due = self._due, None
        happening = late or self._source.next(self._verdict)
        if happening and happening.kind == "frame" and self._setting and not self._reading:
            # A look takes seconds: first it is shown that one is being taken.
            self._due, self._reading = happening, True
            return 0.0
        self._reading = False
        stands = not self._touched and (self._asking or self._clock() - self._judged <= OVERLAY_SECONDS)
        if (seen := self._source.latest()) and not stands:
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
            self._taken = happening.taken
            self._watch(happening.value)
            self._taken = None
        else:
            self.say(happening.kind, happening.value)

    @property
    def _asking(self) -> bool:
        """Whether the players are asked about the picture that was judged: it stays."""
        return self.session.started and self._phase() == "unsure"

    def _watch(self, image: Any) -> None:
        """A picture that the source has handed out."""
        if self._touched:
            return
        if self._setting is None or self.session.started:
            self._look(image)
            return
        self._setting.look(image)
        self._show_setting()

    def _show_setting(self) -> None:
        """The picture of what is being built, with what is to be put right."""
        if self._setting and self._setting.image is not None and isinstance(self._source, CameraSource):
            self._pictures += 1
            self._picture = self._source.small(self._source.mark(self._setting.image), self._pictures)

    def begin_watched(self) -> None:
        """The set-up that the camera sees counts: the game begins."""
        if self._setting and self._setting.image is not None and self._setting.seen.right:
            self._look(self._setting.image)

    def trust_sides(self) -> None:
        """The players have said which way round the board lies."""
        if self._setting:
            self._setting.settled = True

    def settle_sides(self, *, other: bool) -> None:
        """Which way round the board lies, by the players' word."""
        if self._setting and not self.session.started:
            self._setting.settle(other=other)
            self._show_setting()

    def take_at_word(self) -> None:
        """The players play what they have chosen, whatever it looks like."""
        if self._setting and not self.session.started:
            self._setting.take_at_word()
            self._show_setting()

    def set_corners(self, corners: tuple[tuple[float, float], ...] | None) -> None:
        """The board's corners are there, as shares of the picture; None: the board is found by itself."""
        if isinstance(self._source, CameraSource):
            self._source.set_corners(corners)
            self._game.tracker.seek()
            self._source.look_again()

    def go_by_touch(self) -> None:
        """The players go on by touch: the camera is looked at no more."""
        self._touched = True
        if not self.session.started:
            self.set_up()

    def go_by_camera(self) -> None:
        """The camera watches again."""
        self._touched = False
        if isinstance(self._source, CameraSource):
            self._source.look_again()

    def _look(self, image: Any) -> None:
        kept = self._source.keep(self._next, image)
        try:
            ago = 0.0 if self._taken is None else time.monotonic() - self._taken
            step = take(self._game, self._event("frame", kept.name, ago), kept)
        except RefereeError as error:
            self.notice = _at_the_table(told(error))
            return
        assert step.verdict is not None
        self._hidden = tuple(sorted(step.look.hidden)) if step.look else ()
        lifted = self._lifted(step.verdict)
        self._hear(step.verdict)
        self._found_at(kept.picture(step.event).image)
        self._compare(step.verdict)
        if not step.verdict.trait.passes:
            self._moved_on()
        if lifted:
            self.touch(lifted)
            self._hint = replace(self._hint, lifted=True) if self._hint else None
        shown = kept.picture(step.event).image
        if isinstance(step.look, Overlaid) and step.verdict.verdict != "hand":
            shown = step.look.overlay(step.verdict.seen or step.verdict.grid)
        wrong, open_ = _rung(step.verdict)
        shown = marked(shown, self._game.tracker.current, (), wrong, open_) if wrong or open_ else shown
        self._pictures += 1
        self._picture = self._source.small(shown, self._pictures)
        self._judged = self._clock()
        self._let_sit_out()
        self.looked(kept.picture(step.event).image)
        self._looked(step.verdict, step.look, kept.picture(step.event).image)

    def _found_at(self, image: Image) -> None:
        """Where the board lies in a picture that was judged; where that is not what was kept, it is told."""
        self._corners = corners_of(self._game.tracker.current, image)
        if self._game.tracker.found_anew and isinstance(self._source, CameraSource):
            self._source.set_corners(None)
            self.notice = because("table.found_anew")

    def _looked(self, verdict: Verdict, look: Any, image: Image) -> None:
        """A picture has been judged by a look of this game's tracker; here games keep what they show for longer."""

    def pause(self) -> None:
        self.running = False

    def go_on(self) -> None:
        self.running = True

    def close(self) -> None:
        self.close_far()
        self._source.close()
        if self._tower:
            self._tower.close()
        self._journal.close()

    def state(self) -> TableState[S]:
        if self._kept_word:
            self.notice, self._kept_word = self._kept_word, None
        session = self.session
        believed: Grid = dict(session.grid) if session.started else self._to_build()
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
            number=self._number,
            strayed=self._entry.strayed(believed, shown) if phase == "illegal" else (),
            nearest=self._nearest if phase == "illegal" else None,
            winner=session.winner,
            hint=self._hint,
            suggestion=self._meant or self._suggestion,
            moments=tuple(self._moments),
            picture=self._picture,
            source="touch" if self._touched or self._source.by_hand else self._source.name,
            by_hand=self._source.by_hand,
            ended=self._source.over and not session.winner,
            running=self.running,
            can_undo=self._can_undo,
            undoes_roll=not self._draft and session.can_unsay and session.takes_back == "roll",
            hints_on=self.hints_on,
            notice=self.notice,
            fault=self.fault,
            away=self._away(),
            camera=self._camera(),
            dice=self._dice_from(),
            under=dict(self._under.value) if self._under else None,
            computers=(*self._opponents.sides, *(self.far.sides if self.far else ())),
            far=self._far_state,
            series=self._series,
        )

    def _roll(self) -> dict[str, int] | None:
        said = self.session.commitment
        return dict(said.value["roll"]) if said and "roll" in said.value else None

    def _to_build(self) -> Grid:
        """The set-up, before it is seen."""
        wanted = self._setting.seen.wanted if self._setting else {}
        return dict(wanted or self._start or self._entry.start())

    def _camera(self) -> ShownCamera | None:
        if self._setting is None or not isinstance(self._source, CameraSource):
            return None
        seen = self._setting.seen
        does = "reading" if self._reading else str(self._source.does)
        setup = None if self.session.started else seen
        corners, names = self._corners or (seen.corners, seen.names)
        return ShownCamera(does, self._hidden, corners, names, setup)

    def _away(self) -> tuple[str, ...]:
        camera = ("camera",) if self._source.away else ()
        return (*camera, self._tower.away) if self._tower and self._tower.away else camera


def _at_the_table(trouble: Reason) -> Reason:
    """What is wrong, without which event of which file it was: at a table there is only one."""
    inner = trouble.values.get("reason") if trouble.key == "referee.event" else None
    return inner if isinstance(inner, Reason) else trouble


def _rung(verdict: Verdict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The places of a picture that are wrong, and those that are in doubt."""
    if verdict.verdict in ("illegal", "incomplete"):
        return verdict.cells, ()
    grids = [reading.grid for reading in verdict.readings]
    return (), tuple(place for place in verdict.grid if len({grid[place] for grid in grids}) > 1)
