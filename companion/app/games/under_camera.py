"""The camera over a table: a set-up that is built under it, where the board lies, going on without it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.app.devices.camera import CameraSource, corners_of
from companion.app.games.companion import Companion
from companion.app.games.deeds import (
    BeginWatched,
    Deed,
    GoByCamera,
    GoByTouch,
    JudgePicture,
    JudgeTable,
    SetCorners,
    SettleSides,
    SetUp,
    TakeAtWord,
    TakeBoardBeside,
)
from companion.app.games.setting_up import SetupWatch
from companion.app.games.state import AnyState, ShownCamera
from companion.app.games.table import PlayedTable
from companion.games.reason import because
from companion.referee.live.cameras import Image
from companion.referee.verdict import Verdict


class UnderCamera(Companion):
    """`sides_known`: players have said which way round the board lies; `at_word`: that they play what they chose,
    whatever it looks like."""

    def __init__(
        self, table: PlayedTable[Any], source: CameraSource, *, sides_known: bool = False, at_word: bool = False
    ) -> None:
        self._table, self._source = table, source
        self._setup = SetupWatch(table.game, source)
        self._setup.settled = sides_known
        # Places that were not seen in the last picture.
        self._hidden: tuple[str, ...] = ()
        # The board's corners in the last picture that was judged, and their names.
        self._corners: tuple[tuple[tuple[float, float], ...] | None, tuple[str, ...]] | None = None
        table.game.tracker.others = source.seek
        if at_word:
            table.board.take_at_word()

    def answer(self, deed: Deed) -> Iterator[Deed]:
        match deed:
            case JudgePicture() if self._table.touched:
                return
            case JudgePicture(image) if not self._table.session.started:
                self._setup.look(image)
                self._show()
            case BeginWatched() if self._setup.image is not None and self._setup.seen.may_begin:
                yield JudgePicture(self._setup.image)
            case SettleSides(other) if not self._table.session.started:
                self._setup.settle(other=other)
                self._show()
            case TakeBoardBeside() if not self._table.session.started:
                self._setup.take_beside()
                self._show()
            case TakeAtWord() if not self._table.session.started:
                self._setup.take_at_word()
                self._show()
            case SetCorners(corners):
                self._source.set_corners(corners)
                self._table.game.tracker.seek()
                self._source.look_again()
            case GoByTouch():
                self._table.touched = True
                if not self._table.session.started:
                    yield from self._as_built()
            case GoByCamera():
                self._table.touched = False
                self._source.look_again()
            case _:
                yield deed

    def _as_built(self) -> Iterator[Deed]:
        """The set-up is right by the players' word: in the colours that the camera sees, by which it may go on."""
        seen, image = self._setup.seen, self._setup.image
        if image is not None and seen.may_begin:
            yield JudgePicture(image)
        else:
            yield JudgeTable(seen.wanted) if seen.wanted and self._table.start is None else SetUp()

    def _show(self) -> None:
        """Show the picture of what is being built, with what is to be put right."""
        if self._setup.image is not None:
            self._table.pictures.show(self._source.mark(self._setup.image))

    def saw(self, verdict: Verdict, look: Any, image: Image) -> None:
        self._hidden = tuple(sorted(look.hidden)) if look else ()
        self._corners = corners_of(self._table.game.tracker.current, image)
        self._source.mark = lambda picture: picture
        if self._table.game.tracker.found_anew:
            self._source.set_corners(None)
            self._table.notice = because("table.found_anew")

    def add_to_state(self, state: AnyState) -> AnyState:
        seen, started = self._setup.seen, self._table.session.started
        does = "reading" if self._table.pictures.reading else str(self._source.does)
        corners, names = self._corners or (seen.corners, seen.names)
        camera = ShownCamera(does, self._hidden, corners, names, None if started else seen, self._source.phone)
        if not started and seen.wanted:
            state = replace(state, grid=dict(seen.wanted), believed=dict(seen.wanted))
        return replace(state, camera=camera)
