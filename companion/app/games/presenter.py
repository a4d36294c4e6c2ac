"""Turns a table's state into one view for the screen: sentences, buttons, a picture of the board, and the history."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.app.games.buttons import answer
from companion.app.games.setting_up import SOMEWHERE, SetupSeen
from companion.app.games.setting_words import SettingWords, ShownSetting
from companion.app.games.state import Moment, ShownCamera, TableState
from companion.app.games.table import PlayedTable
from companion.app.games.words import tone_of
from companion.app.intents import AnyIntent, Intent
from companion.app.json_object import JsonObject
from companion.app.views import Action, BoardPicture, ShownDie, Tone
from companion.games.reason import because
from companion.referee.verdict import Verdict

S = TypeVar("S")


@dataclass(frozen=True)
class OfferedReading:
    """One explanation of an unsure look, as a picture to tap.

    `intent`: the effect of a tap, unless the picture is a reading of a verdict. `other`: the choice with which the game
    starts anew (name, then value).
    """

    number: int
    board: BoardPicture
    words: str
    share: str
    intent: AnyIntent | None = None
    other: str = ""

    @property
    def of_verdict(self) -> bool:
        """True if it is a reading of a verdict; "none of these" is offered beside such readings."""
        return self.intent is None and not self.other


@dataclass(frozen=True)
class TableView(Generic[S]):
    """Everything that the screen shows.

    `moment`: index of the history entry on the screen, None for now. `rows`: more buttons. `own`: the game's own part.
    `advice`: sentences above the readings to choose from.
    """

    title: str
    tone: Tone
    headline: str
    words: tuple[str, ...]
    rule: str | None
    board: BoardPicture
    dice: tuple[ShownDie, ...]
    score: S
    actions: tuple[Action, ...]
    readings: tuple[OfferedReading, ...]
    moments: int
    moment: int | None
    banner: str = ""
    rows: tuple[tuple[Action, ...], ...] = ()
    own: Any = None
    advice: tuple[str, ...] = ()
    setting: ShownSetting | None = None


class TablePresenter(SettingWords[S]):
    """Base of each game's presenter. A game adds what taps mean, what a place may hold, and how turns are worded."""

    @abstractmethod
    def tap(self, state: TableState[S], spot: str) -> Intent[PlayedTable[Any]] | None:
        """Return the intent of a tap on a place, None if only the screen changes."""

    @abstractmethod
    def things(self, state: TableState[S], place: str) -> tuple[str, ...]:
        """Return the things that players can enter for a place, the likeliest first."""

    def act(self, state: TableState[S], name: str) -> None:
        """Handle a button that concerns only this game's screen."""

    def mark(self, moment: Moment[S]) -> str:
        """Return the mark of a moment in the history: a tone, or the letter of a colour."""
        return tone_of(moment.verdict)

    def arrow(self, move: JsonObject) -> tuple[str, str] | None:
        """Return the ends of a move's arrow, None for a move without one."""
        return (str(move["from"]), str(move["to"])) if "from" in move else None

    def _held(self, state: TableState[S]) -> str | None:
        """Return the cell whose piece is picked up, on the screen or on the table."""
        return state.hint.start if state.hint and state.hint.lifted else self.picked

    def view(self, state: TableState[S]) -> TableView[S]:
        if state.phase != "move" or (state.suggestion and state.suggestion is not self._suggested):
            self.picked = None
        self._suggested = state.suggestion
        self.choosing = self.choosing and self._open_turn(state)
        if self.moment is not None and self.moment < len(state.moments):
            return self._past(state, self.moment)
        self.moment = None
        if seen := self.seen_setup(state):
            return self._set_up(state, seen)
        if self.looking and state.camera:
            return self._on_camera(state, state.camera)
        self.dragging = self.looking = False
        if self.blind(state) and state.verdict:
            return self._lost(state, state.verdict)
        return TableView(
            title=self._title(state),
            tone=self._tone(state),
            headline=self._headline(state),
            words=tuple(word for word in self._words(state) if word),
            rule=self._rule(state),
            board=self._board(state),
            dice=self._dice(state),
            score=state.score,
            actions=self._actions(state),
            readings=self._readings(state),
            moments=len(state.moments),
            moment=None,
            banner="\n".join(self._banner(state)),
            rows=self._rows(state),
            advice=self._advice(state),
        )

    def _advice(self, state: TableState[S]) -> tuple[str, ...]:
        """Return further sentences for players who are asked to choose a reading."""
        if self.seems(state):
            return (self._t("say.standing"),)
        return tuple(map(self.reason, state.verdict.notes)) if state.verdict and self._open_look(state) else ()

    def _set_up(self, state: TableState[S], seen: SetupSeen) -> TableView[S]:
        """Return the view on which the set-up is built."""
        assert state.camera
        told = (self.reason(state.notice),) if state.notice else ()
        tone, headline, words = self.setting_told(state.camera, seen)
        advice, offers = self.asked_of_setup(state, seen)
        return TableView(
            title=self._title(state),
            tone=tone,
            headline=headline,
            words=(*told, *(word for word in words if word)),
            rule=None,
            board=self._board(state),
            dice=(),
            score=state.score,
            actions=self.setting_actions(seen),
            readings=offers,
            moments=0,
            moment=None,
            rows=self.setting_rows(seen),
            advice=(advice,) if offers else (),
            setting=self.setting(state, seen),
        )

    def asked_of_setup(self, state: TableState[S], seen: SetupSeen) -> tuple[str, tuple[OfferedReading, ...]]:
        """Return a question about the set-up, and the pictures that answer it."""
        return self._t("sides.ask"), self.sides(state) if seen.asked else ()

    def sides(self, state: TableState[S]) -> tuple[OfferedReading, ...]:
        """Return pictures of both orientations of the board, in games in which they look alike."""
        return ()

    def _on_camera(self, state: TableState[S], camera: ShownCamera) -> TableView[S]:
        """Return the view with the camera's picture during a game."""
        rows, actions = self.looked_at(state, camera)
        tone, words = self.chip(camera)
        corners = (camera.corners or SOMEWHERE) if self.dragging else None
        return TableView(
            title=self._title(state),
            tone=tone,
            headline=words,
            words=(self._t("setting.drag" if self.dragging else f"chip.{camera.does}.says"),),
            rule=None,
            board=self._board(state),
            dice=(),
            score=state.score,
            actions=actions,
            readings=(),
            moments=0,
            moment=None,
            rows=rows,
            setting=ShownSetting(self._board(state), corners, camera.names),
        )

    def _lost(self, state: TableState[S], verdict: Verdict) -> TableView[S]:
        """Return the view shown while the camera does not find the board."""
        return TableView(
            title=self._title(state),
            tone="warn",
            headline=self._t("head.blind"),
            words=(self.reason(verdict.reason or ""), self._t("say.blind")),
            rule=None,
            board=self._board(state),
            dice=(),
            score=state.score,
            actions=self._to_find(state),
            readings=(),
            moments=len(state.moments),
            moment=None,
        )

    def setting(self, state: TableState[S], seen: SetupSeen) -> ShownSetting:
        frames = self.frames_of(seen, [place for place, thing in state.grid.items() if thing])
        board = replace(self._board(state), frames=frames, badges={}, arrows=())
        corners = (seen.corners or SOMEWHERE) if self.dragging else None
        return ShownSetting(board, corners, seen.names)

    def _rows(self, state: TableState[S]) -> tuple[tuple[Action, ...], ...]:
        """Return more buttons of this game."""
        return ()

    def _banner(self, state: TableState[S]) -> list[str]:
        """Return notes about the table: a game that is only watched, hands over the board, missing devices."""
        watched = [self._t("banner.ended" if state.ended else f"banner.{state.source}")] if state.looked_on else []
        watched += [self._t("banner.hands")] if state.by_hand else []
        return [*watched, *(self._t(f"away.{device}") for device in state.away)]

    def _board(self, state: TableState[S]) -> BoardPicture:
        frames: dict[str, Tone] = {}
        badges: dict[str, tuple[str, Tone]] = {}
        arrows: list[tuple[str, str, Tone]] = []
        if state.phase in ("illegal", "incomplete") and state.verdict:
            tone: Tone = "bad" if state.phase == "illegal" else "warn"
            frames = dict.fromkeys(state.verdict.cells, tone)
            arrows = [(start, end, tone) for start, end in state.strayed]
        elif state.suggestion:
            arrows = self._arrows(state.suggestion.moves, "accent")
        elif state.draft:
            arrows = self._arrows(state.draft, "mark")
        elif state.phase in ("roll", "won") and state.verdict:
            arrows = self._arrows(state.verdict.moves, "mark")
        picked = self._held(state)
        if state.hint and picked:
            badges |= {cell: (str(cost), "good") for cell, cost in state.hint.costs.items()}
            badges |= {cell: ("×", "bad") for cell in state.hint.refused if cell != state.hint.start}
            frames |= dict.fromkeys(state.hint.costs, "good")
        if picked:
            frames[picked] = "mark"
        return BoardPicture(state.grid, frames, badges, tuple(arrows))

    def _arrows(self, moves: Sequence[JsonObject], tone: Tone) -> list[tuple[str, str, Tone]]:
        return [(*ends, tone) for move in moves if (ends := self.arrow(move))]

    def _readings(self, state: TableState[S]) -> tuple[OfferedReading, ...]:
        """Return the readings to choose from. Readings with the same turn and the same table are offered once."""
        if seems := self.seems(state):
            return self._as_it_seems(state, seems)
        if not self._offering(state):
            return ()
        assert state.verdict
        apart: dict[object, OfferedReading] = {}
        for each in self.offered(state):
            reading = state.verdict.readings[each.number]
            apart.setdefault((tuple(sorted(reading.grid.items())), repr(reading.moves)), each)
        return tuple(apart.values())

    def _as_it_seems(self, state: TableState[S], seems: Mapping[str, str]) -> tuple[OfferedReading, ...]:
        """Return two readings: the table that the game counts with, and the table that the camera sees."""
        counted = {place: state.believed[place] for place in seems}
        found = []
        for number, (key, cells) in enumerate((("say.counted", counted), ("say.seems", seems))):
            board = self._board(state)
            grid = {place: thing for place, thing in {**board.grid, **cells}.items() if thing or place in board.grid}
            frames: dict[str, Tone] = dict.fromkeys(cells, "mark")
            board = replace(board, grid=grid, frames=frames, arrows=(), badges={}, focus=frozenset(cells))
            holds = tuple(because("referee.holds", cell=place, thing=thing) for place, thing in cells.items())
            words = self.reason(because("referee.changes", changes=holds))
            intent = answer(state, "cells", dict(cells))
            found.append(OfferedReading(number, board, words, self._t(key), intent))
        return tuple(found)

    def offered(self, state: TableState[S]) -> tuple[OfferedReading, ...]:
        """Return the readings of the verdict as pictures."""
        if state.verdict is None or not (self._open_look(state) or self._open_turn(state)):
            return ()
        found = []
        grids = [reading.grid for reading in state.verdict.readings]
        differing = {cell for cell in state.believed if len({grid[cell] for grid in grids}) > 1}
        # Every picture shows the same part of the board: all places that differ or moved.
        moved = [ends for each in state.verdict.readings for move in each.moves if (ends := self.arrow(move))]
        focus = frozenset(differing).union(*moved)
        for number, reading in enumerate(state.verdict.readings):
            grid = reading.grid
            words = self.moves(reading.moves) or (self.reason(reading.reason) if reading.reason else "")
            frames: dict[str, Tone] = dict.fromkeys(differing, "mark")
            board = BoardPicture(grid, frames, {}, tuple(self._arrows(reading.moves, "mark")), focus=focus)
            share = self._t("share", verdict=self._t(f"verdict.{reading.verdict}"), chance=reading.probability)
            found.append(OfferedReading(number, board, words, share))
        return tuple(found)

    def _past(self, state: TableState[S], moment: int) -> TableView[S]:
        verdict = state.moments[moment].verdict
        grid = verdict.seen or verdict.grid
        tone = tone_of(verdict)
        arrows = tuple(self._arrows(verdict.moves, "mark"))
        frames = dict.fromkeys(verdict.cells, tone) if verdict.trait.stands else {}
        dice = self.thrown(verdict.roll)
        title = self._t("history", n=moment + 1, all=len(state.moments))
        title += f" – {self.name(verdict.side)}" if verdict.side else ""
        rule = self._rule_title(verdict.rule)
        head = self._verdict(verdict) + (f": {rule}" if rule else "")
        return TableView(
            title=title,
            tone=tone,
            headline=head,
            words=tuple(self.verdict_words(verdict)),
            rule=verdict.rule,
            board=BoardPicture(grid, frames, {}, arrows),
            dice=dice,
            score=state.moments[moment].score,
            actions=(Action("now", self._t("do.now"), "accent"),),
            readings=(),
            moments=len(state.moments),
            moment=moment,
        )
