"""Turns a table's state into one view for the screen: sentences, buttons, a picture of the board, and the history."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.app.games.buttons import (
    GameButtons,
    Row,
    ScreenDice,
    actions_at,
    answer,
    dice_at,
    rows_at,
    rule_behind,
    to_find,
)
from companion.app.games.screen_state import ScreenState
from companion.app.games.setting_up import SOMEWHERE, SetupSeen
from companion.app.games.setting_words import (
    ShownSetup,
    camera_view_buttons,
    chip,
    dragging_actions,
    frames_of,
    setup_actions,
    setup_message,
    setup_row,
    to_put_right,
)
from companion.app.games.state import AnyState, Moment, ShownCamera
from companion.app.games.words import (
    GameWords,
    TableTexts,
    headline,
    in_a_word,
    seems,
    tone_at,
    tone_of,
    words_below,
)
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.app.views import Action, BoardPicture, ShownDie, Tone
from companion.games.reason import because
from companion.referee.table_parts import TableDrawing

Kind = Literal["now", "past", "setup", "camera", "lost"]


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
class TableView:
    """Everything that the screen shows."""

    kind: Kind
    title: str
    board: BoardPicture
    score: Any
    tone: Tone = "plain"
    headline: str = ""
    words: tuple[str, ...] = ()
    rule: str | None = None
    """The rule behind what is said, if one is."""
    dice: tuple[ShownDie, ...] = ()
    actions: Row = ()
    rows: tuple[Row, ...] = ()
    """More buttons."""
    readings: tuple[OfferedReading, ...] = ()
    advice: tuple[str, ...] = ()
    """Sentences above the readings to choose from."""
    banner: str = ""
    setup: ShownSetup | None = None
    own: Any = None
    """Content that only this game's screen shows."""


@dataclass(frozen=True)
class SetupStage:
    """Questions of one game while a set-up is built under a camera."""

    others: tuple[str, ...] = ()
    """The choices that can still be changed there, for what is built looks different then."""
    turns: bool = False
    """True if the board may lie the other way round."""
    beside: str = ""
    """The button's text to take the board beside the one found; "" where there is none."""
    put_right: Callable[[TableTexts, str, str, str], str] = to_put_right
    """Words for a place where another thing belongs (place, right, seen)."""
    asked: Callable[[TableTexts, AnyState, SetupSeen, BoardPicture], tuple[str, tuple[OfferedReading, ...]]] = (
        lambda _t, _state, _seen, _board: ("", ())
    )
    """A question about the set-up, and the pictures that answer it."""


@dataclass(frozen=True)
class GameScreen:
    """Words, buttons and pictures of one game; the functions of this module make views of it."""

    words: GameWords
    drawing: TableDrawing
    tap: Callable[[AnyState, str, ScreenState], AnyIntent | None]
    """The intent of a tap on a place, None if only the screen changes."""
    things: Callable[[AnyState, str], tuple[str, ...]]
    """The things that players can enter for a place, the likeliest first."""
    buttons: GameButtons = field(default_factory=GameButtons)
    dice: ScreenDice = field(default_factory=ScreenDice)
    setup: SetupStage = field(default_factory=SetupStage)
    board: Callable[[BoardPicture, AnyState, ScreenState], BoardPicture] = lambda board, _state, _here: board
    """The board of now as this game shows it."""
    amend: Callable[[TableView, TableTexts, AnyState, ScreenState], TableView] = lambda view, _t, _state, _here: view
    """The view with what this game says and offers otherwise."""
    mark: Callable[[Moment[Any]], str] = lambda moment: tone_of(moment.verdict)
    """The mark of a moment in the history: a tone, or the letter of a colour."""
    texts: Callable[[Texts, AnyState], Texts] = lambda texts, _state: texts
    """The texts that fit a state."""
    begin: Callable[[], Any] = lambda: None
    """Make what only this game's screen knows (`ScreenState.own`)."""


class TablePresenter:
    """A game on one screen, in one language. `own`: the words, buttons and pictures of that game."""

    def __init__(self, own: GameScreen, texts: Texts, players: Mapping[str, str] | None = None) -> None:
        self.own, self.texts = own, texts.of_game(own.words.game)
        self.begin(players or {})

    def begin(self, players: Mapping[str, str]) -> None:
        """Begin another game, of these players."""
        self.players = players
        """Names by side, as far as they are known now."""
        self.here = ScreenState(own=self.own.begin())

    def words(self, state: AnyState) -> TableTexts:
        return TableTexts(self.own.words, self.own.texts(self.texts, state), self.players)

    def view(self, state: AnyState) -> TableView:
        self.here.keep_up(state)
        t = self.words(state)
        return self.own.amend(_view(self.own, t, state, self.here), t, state, self.here)

    def tap(self, state: AnyState, spot: str) -> AnyIntent | None:
        """Return the intent of a tap on a place, None if only the screen changes."""
        return self.own.tap(state, spot, self.here) if self.here.moment is None else None


def _view(own: GameScreen, t: TableTexts, state: AnyState, here: ScreenState) -> TableView:
    if here.moment is not None:
        return _past(own, t, state, here.moment)
    view = TableView("now", t.own.title(t, state), board_of(own, state, here), state.score)
    if state.camera and state.built:
        return _set_up(own, t, state, here, view, state.camera, state.built)
    if here.looking and state.camera:
        return _on_camera(t, state, here, view, state.camera)
    if state.blind and state.verdict:
        # The camera does not find the board.
        told = (t.reason(state.verdict.reason or ""), t("say.blind"))
        actions = to_find(t, state)
        return replace(view, kind="lost", tone="warn", headline=t("head.blind"), words=told, actions=actions)
    head = headline(t, state, here)
    return replace(
        view,
        title=t("turn.over") if state.winner else view.title,
        tone=tone_at(t, state),
        headline=head,
        words=tuple(word for word in words_below(t, state, here) if word not in ("", head)),
        rule=rule_behind(state, here),
        dice=() if state.phase == "won" else dice_at(own.dice, t, state),
        actions=actions_at(own.buttons, t, state, here),
        rows=rows_at(t, state),
        readings=_readings(own, t, state, here, view.board),
        advice=_advice(t, state),
        banner="\n".join(_banner(t, state)),
    )


def _advice(t: TableTexts, state: AnyState) -> tuple[str, ...]:
    """Return further sentences for players who are asked to choose a reading."""
    if seems(state):
        return (t("say.standing"),)
    return tuple(map(t.reason, state.verdict.notes)) if state.verdict and state.open_look else ()


def _banner(t: TableTexts, state: AnyState) -> list[str]:
    """Return notes about the table: a game that is only watched, a simulated table on which entries are laid,
    missing devices."""
    watched = [t("banner.ended" if state.ended else f"banner.{state.source}")] if state.looked_on else []
    watched += [t("banner.hands")] if state.by_hand else []
    return [*watched, *(t(f"away.{device}") for device in state.away)]


def _set_up(
    own: GameScreen,
    t: TableTexts,
    state: AnyState,
    here: ScreenState,
    view: TableView,
    camera: ShownCamera,
    seen: SetupSeen,
) -> TableView:
    """Return the view on which the set-up is built."""
    setup, drag = own.setup, here.dragging
    faults = {place: setup.put_right(t, place, *things) for place, things in (seen.faults or {}).items()}
    tone, head, words = setup_message(t, camera, seen, faults, drag)
    told = (t.reason(state.notice),) if state.notice else ()
    advice, offers = ("", ()) if drag else setup.asked(t, state, seen, view.board)
    frames = frames_of(seen, [place for place, thing in state.grid.items() if thing])
    board = replace(view.board, frames=frames, badges={}, arrows=())
    return replace(
        view,
        kind="setup",
        tone=tone,
        headline=head,
        words=(*told, *filter(None, words)),
        actions=dragging_actions(t) if drag else setup_actions(t, seen),
        rows=() if drag else (setup_row(t, seen, setup.others, setup.beside, turns=setup.turns),),
        readings=offers,
        advice=(advice,) if offers else (),
        setup=ShownSetup(board, (seen.corners or SOMEWHERE) if drag else None, seen.names, camera.code),
    )


def _on_camera(t: TableTexts, state: AnyState, here: ScreenState, view: TableView, camera: ShownCamera) -> TableView:
    """Return the view with the camera's picture during a game."""
    rows, buttons = camera_view_buttons(t, state, here)
    tone, head = chip(t, camera)
    says = "setting.scan.says" if camera.code else f"chip.{camera.does}.says"
    words = (t("setting.drag" if here.dragging else says),)
    corners = (camera.corners or SOMEWHERE) if here.dragging else None
    setup = ShownSetup(view.board, corners, camera.names, camera.code)
    return replace(view, kind="camera", tone=tone, headline=head, words=words, actions=buttons, rows=rows, setup=setup)


def _past(own: GameScreen, t: TableTexts, state: AnyState, moment: int) -> TableView:
    """Return the view of an entry of the history."""
    verdict = state.moments[moment].verdict
    tone, rule = tone_of(verdict), t.rule_title(verdict.rule)
    frames = dict.fromkeys(verdict.cells, tone) if verdict.trait.stands else {}
    looking = t("history", n=moment + 1, all=len(state.moments))
    return TableView(
        kind="past",
        title=looking + (f" – {t.name(verdict.side)}" if verdict.side else ""),
        board=BoardPicture(verdict.seen or verdict.grid, frames, {}, tuple(_arrows(own, verdict.moves, "mark"))),
        score=state.moments[moment].score,
        tone=tone,
        headline=in_a_word(t, verdict) + (f": {rule}" if rule else ""),
        words=tuple(t.verdict(verdict)),
        rule=verdict.rule,
        dice=own.dice.thrown(t, verdict.roll),
        actions=(Action("now", t("do.now"), "accent"),),
    )


def board_of(own: GameScreen, state: AnyState, here: ScreenState) -> BoardPicture:
    """Return the board of now: what is wrong, suggested, entered or was played last, and where a piece may go."""
    frames: dict[str, Tone] = {}
    badges: dict[str, tuple[str, Tone]] = {}
    arrows: list[tuple[str, str, Tone]] = []
    if state.phase in ("illegal", "incomplete") and state.verdict:
        tone: Tone = "bad" if state.phase == "illegal" else "warn"
        frames = dict.fromkeys(state.verdict.cells, tone)
        arrows = [(start, end, tone) for start, end in state.strayed]
    elif state.suggestion:
        arrows = _arrows(own, state.suggestion.moves, "accent")
    elif state.draft:
        arrows = _arrows(own, state.draft, "mark")
    elif state.phase in ("roll", "won") and state.verdict:
        arrows = _arrows(own, state.verdict.moves, "mark")
    picked = here.held(state)
    if state.hint and picked:
        badges |= {cell: (str(cost), "good") for cell, cost in state.hint.costs.items()}
        badges |= {cell: ("×", "bad") for cell in state.hint.refused if cell != state.hint.start}
        frames |= dict.fromkeys(state.hint.costs, "good")
    if picked:
        frames[picked] = "mark"
    return own.board(BoardPicture(state.grid, frames, badges, tuple(arrows)), state, here)


def on_camera(state: AnyState) -> bool:
    """Return True if the camera's picture can be the board."""
    return state.source == "camera" and state.photographed is not None and state.picture is not None


def on_photo(board: BoardPicture, state: AnyState) -> BoardPicture:
    """Return what is drawn into the camera's picture: where a piece may go as arrows, too, and all that has changed
    since the picture of before."""
    frames = dict(board.frames)
    if state.before and state.photographed:
        seen = state.photographed.grid
        changed = [place for place, thing in seen.items() if thing != state.believed.get(place, "")]
        frames = {**dict.fromkeys(changed, "warn"), **frames}
    ways: list[tuple[str, str, Tone]] = (
        [(state.hint.start, end, "good") for end in state.hint.costs] if state.hint else []
    )
    return replace(board, frames=frames, arrows=(*board.arrows, *ways))


def _arrows(own: GameScreen, moves: Sequence[JsonObject], tone: Tone) -> list[tuple[str, str, Tone]]:
    return [(*ends, tone) for move in moves if (ends := own.drawing.arrow(move))]


def _readings(
    own: GameScreen, t: TableTexts, state: AnyState, here: ScreenState, board: BoardPicture
) -> tuple[OfferedReading, ...]:
    """Return the readings to choose from. Readings with the same turn and the same table are offered once."""
    if seeming := seems(state):
        return _as_it_seems(t, state, board, seeming)
    if not here.offering(state):
        return ()
    assert state.verdict
    apart: dict[object, OfferedReading] = {}
    for each in offered_readings(own, t, state):
        reading = state.verdict.readings[each.number]
        apart.setdefault((tuple(sorted(reading.grid.items())), repr(reading.moves)), each)
    return tuple(apart.values())


def _as_it_seems(
    t: TableTexts, state: AnyState, board: BoardPicture, seeming: Mapping[str, str]
) -> tuple[OfferedReading, ...]:
    """Return two readings: the table that the game counts with, and the table that the camera sees."""
    counted = {place: state.believed[place] for place in seeming}
    found = []
    for number, (key, cells) in enumerate((("say.counted", counted), ("say.seems", seeming))):
        grid = {place: thing for place, thing in {**board.grid, **cells}.items() if thing or place in board.grid}
        frames: dict[str, Tone] = dict.fromkeys(cells, "mark")
        shown = replace(board, grid=grid, frames=frames, arrows=(), badges={}, focus=frozenset(cells))
        holds = tuple(because("referee.holds", cell=place, thing=thing) for place, thing in cells.items())
        words = t.reason(because("referee.changes", changes=holds))
        found.append(OfferedReading(number, shown, words, t(key), answer(state, "cells", dict(cells))))
    return tuple(found)


def offered_readings(own: GameScreen, t: TableTexts, state: AnyState) -> tuple[OfferedReading, ...]:
    """Return the readings of the verdict as pictures."""
    if state.verdict is None or not (state.open_look or state.open_turn):
        return ()
    found = []
    grids = [reading.grid for reading in state.verdict.readings]
    differing = {cell for cell in state.believed if len({grid[cell] for grid in grids}) > 1}
    # Every picture shows the same part of the board: all places that differ or moved.
    moved = [ends for each in state.verdict.readings for move in each.moves if (ends := own.drawing.arrow(move))]
    focus = frozenset(differing).union(*moved)
    said = [t.moves(each.moves) or (t.reason(each.reason) if each.reason else "") for each in state.verdict.readings]
    for number, reading in enumerate(state.verdict.readings):
        apart = t.own.apart(t, reading) if said.count(said[number]) > 1 else ""
        words = " ".join(filter(None, (said[number], apart)))
        frames: dict[str, Tone] = dict.fromkeys(differing, "mark")
        board = BoardPicture(reading.grid, frames, {}, tuple(_arrows(own, reading.moves, "mark")), focus=focus)
        share = t("share", verdict=t(f"verdict.{reading.verdict}"), chance=reading.probability)
        found.append(OfferedReading(number, board, words, share))
    return tuple(found)
