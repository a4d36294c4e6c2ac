"""Shows a turn step by step: words, offers and a picture of the field."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from companion.app.games.buttons import Row
from companion.app.games.presenter import TableView
from companion.app.games.words import TableTexts
from companion.app.json_object import JsonObject
from companion.app.views import Action
from companion.games.pyramid_ball.screen.following import Following, next_speed
from companion.games.pyramid_ball.screen.program_shown import ROWS
from companion.games.pyramid_ball.screen.state import BallScore, BallTurn, State
from companion.games.pyramid_ball.screen.words import event_words, title_at


class Follower:
    """Shows a turn step by step. `turn`: the one that is shown. `speed`: how fast turns play by themselves."""

    def __init__(self) -> None:
        self.turn: Following | None = None
        self.speed = "usual"
        # Events in force, None without programs.
        self._events: tuple[JsonObject, ...] | None = None
        # Number of turns, None before the first state.
        self._turns: int | None = None

    def skip(self) -> None:
        self.turn = None

    def keep_up(self, state: State, *, follows: bool, made_here: bool) -> None:
        """Follow the game: show a turn if the players follow it (`follows`), or replay one that was `made_here`. It
        ends with the programs, and continues if they are replaced."""
        own: BallTurn = state.own
        events = own.events if own.programs is not None else None
        if own.programs is None and (own.timer or self._events is not None):
            self.turn = None
        elif self.turn and events is not None and events != self._events:
            at = self.turn.at
            self.turn = Following(state.score.position or {}, own.events, self.speed)
            self.turn.at = min(at, len(self.turn.steps))
        self._events = events
        if follows and self.turn is None:
            self.turn = Following(state.score.position or {}, own.events, self.speed)
        turns = sum(moment.verdict.trait.turn for moment in state.moments)
        if made_here and self._turns is not None and turns > self._turns and (last := _last(state)):
            self._replay(*last)
            assert self.turn
            self.turn.forward()
        self._turns = turns

    def again(self, t: TableTexts, state: State) -> Row:
        """Return the button that replays the last turn."""
        last = _last(state)
        return (Action("replay", t("ball.replay"), here=partial(self._replay, *last)),) if last else ()

    def view(self, t: TableTexts, state: State, view: TableView, under_way: Sequence[Action]) -> TableView:
        """Return the screen of a followed turn. `under_way`: buttons while the pieces are still to be moved, none for a
        finished turn."""
        turn = self.turn
        if turn is None:
            return view
        step = turn.step
        words = tuple(event_words(t, event) for event in step.events) if step else ()
        if state.phase == "incomplete" and state.verdict and state.verdict.reason:
            words = (*words, t.reason(state.verdict.reason))
        speed = Action("speed", t(f"ball.speed.{turn.speed}"), here=self._change_speed)
        skip = Action("skip", t("ball.skip"), here=self.skip)
        position = step.after if step else turn.before
        return replace(
            view,
            title=title_at(t, position["score"]) if position else view.title,
            score=BallScore(position),
            tone=step.tone if step else "accent",
            headline=_headline(t, turn) if turn.steps else t("ball.turn"),
            words=words if turn.steps else (t("ball.still.all"),),
            board=turn.picture(view.own.colours),
            rows=((speed, *(under_way or (skip,))),),
            actions=_actions(t, turn, turn.forward if under_way else self.skip),
        )

    def _replay(self, before: JsonObject, events: Sequence[JsonObject]) -> None:
        self.turn = Following(before, events, self.speed)
        self.turn.replay()

    def _change_speed(self) -> None:
        if self.turn:
            self.speed = self.turn.speed = next_speed(self.turn.speed)


def _headline(t: TableTexts, turn: Following) -> str:
    """Return which row of the programs, and which step of how many."""
    if turn.step is None:
        return t("ball.step.before")
    row = turn.step.row
    where = "ball.step.row" if 1 <= row <= ROWS else "ball.step.dash" if row == ROWS + 1 else "ball.step.other"
    return t(where, row=row, n=turn.at, all=len(turn.steps))


def _actions(t: TableTexts, turn: Following, at_the_end: Callable[[], None]) -> Row:
    """Return the buttons back, play and next; `at_the_end` is called by the last one once everything has been shown."""
    plays = "ball.stop" if turn.running else "ball.again" if turn.over else "ball.play"
    onward = at_the_end if turn.over else turn.forward
    return (
        Action("back", t("ball.back"), enabled=turn.at > 0, here=turn.back),
        Action("play", t(plays), here=turn.toggle),
        Action("next", t("do.goon" if turn.over else "ball.next"), "accent", here=onward),
    )


def _last(state: State) -> tuple[JsonObject, tuple[JsonObject, ...]] | None:
    """Return the position before the last turn and its events, if there were any."""
    *_, before, last = (None, *state.moments)
    events = last.verdict.more.get("events") if last else None
    return (before.score.position, events) if events and before and before.score.position else None
