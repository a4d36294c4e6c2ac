"""Pyramid Ball in words, offers and a picture of the field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.app.games.ball.table import ROWS, BallTable
from companion.app.games.engine_presenter import PlayPresenter, PlayView
from companion.app.games.engine_table import EngineState, MadeTurn, kept_reason
from companion.app.intents import Intent, call
from companion.app.json_object import JsonObject
from companion.app.views import Action, Tone
from companion.games.pyramid_ball.board import PLAYERS, SIZES

ARROWS: Mapping[str, str] = {"F": "forward", "B": "backward", "L": "left", "R": "right", ".": "still"}


@dataclass(frozen=True)
class Field:
    """Squares of the pyramids by side and size, the ball's square, moves to show as arrows (from, to, side)."""

    pyramids: Mapping[str, Mapping[str, str]]
    ball: str
    arrows: tuple[tuple[str, str, str], ...] = ()
    frames: Mapping[str, Tone] = field(default_factory=dict)


class BallPresenter(PlayPresenter):
    """The screen of Pyramid Ball. `step` is the event of the last turn that is being shown, None when it is over."""

    table = BallTable

    def begin(self, players: Mapping[str, str]) -> None:
        super().begin(players)
        self.step: int | None = None
        self._seen = 0
        self._begun = False

    def tap(self, state: EngineState, spot: str) -> Intent[BallTable] | None:
        if state.phase == "choice" and spot in state.turn["choice"]["options"]:
            return call(BallTable.choose, spot)
        return None

    def act(self, state: EngineState, name: str) -> None:
        if name not in ("next", "skip"):
            super().act(state, name)
        assert self.step is not None
        events = state.plays[self.moment if self.moment is not None else -1].what["events"]
        self.step = None if name == "skip" or self.step + 1 >= len(events) else self.step + 1

    def view(self, state: EngineState) -> PlayView:
        if len(state.plays) != self._seen:
            new = len(state.plays) > self._seen and self._begun
            self.step = 0 if new and state.plays[-1].what["events"] else None
            self._seen = len(state.plays)
        self._begun = True
        past = self.looked_at(state)
        if past:
            return self._played(state, past, len(past.what["events"]))
        if self.step is not None:
            return self._played(state, state.plays[-1], self.step + 1)
        told = self.told(state)
        return PlayView(
            title=self._title(state),
            tone="bad" if told else "good" if state.phase == "over" else "accent",
            headline=self.t("head.notice") if told else self._headline(state),
            words=told or self._words(state),
            board=self._field(state.position, self._frames(state)),
            rows=self._rows(state),
            actions=self._actions(state),
            moments=len(state.plays),
        )

    def _title(self, state: EngineState) -> str:
        score = " : ".join(str(points) for points in state.position["score"])
        if state.phase == "over":
            return f"{self.title(state)} {score}"
        return f"{self.t('ball.score')} {score}"

    def _headline(self, state: EngineState) -> str:
        if state.phase == "over":
            return self.t("verdict.won")
        return self.t(f"ball.{state.phase}", player=self.name(state.side))

    def _words(self, state: EngineState) -> tuple[str, ...]:
        if state.phase == "choice":
            return (self.t.reason(kept_reason(state.turn["choice"]["text"])),)
        if state.phase == "enter":
            return (self.t("ball.enter.says"), *self._caught(state))
        if state.phase == "think":
            stood = (self.t("ball.still.all"),) if state.plays and not state.plays[-1].what["events"] else ()
            return (*stood, self.t("ball.think.says"), *self._caught(state))
        return ()

    def _caught(self, state: EngineState) -> tuple[str, ...]:
        return tuple(self.t("ball.caught", player=self.name(side)) for side in state.turn.get("fouls", ()))

    def _frames(self, state: EngineState) -> dict[str, Tone]:
        if state.phase == "choice":
            return {spot: "mark" for spot in state.turn["choice"]["options"] if len(spot) == 2}
        if state.phase == "enter":
            return {state.position[state.side][state.turn["pyramid"]]: "mark"}
        return {}

    def _rows(self, state: EngineState) -> tuple[tuple[Action, ...], ...]:
        if state.phase == "think":
            return (tuple(self._foul(side, caught=side in state.turn.get("fouls", ())) for side in PLAYERS),)
        if state.phase == "choice":
            options: Sequence[str] = state.turn["choice"]["options"]
            answers = [(option, call(BallTable.choose, option)) for option in options]
            return (tuple(Action(f"choose {o}", o, "accent", intent=answer) for o, answer in answers),)
        return self._entry(state) if state.phase == "enter" else ()

    def _foul(self, side: str, *, caught: bool) -> Action:
        words = self.t("ball.call", player=self.name(side))
        return Action(f"foul {side}", words, "bad" if caught else "plain", intent=call(BallTable.foul, side))

    def _entry(self, state: EngineState) -> tuple[tuple[Action, ...], ...]:
        program, chosen = state.turn["programs"][state.side], state.turn["pyramid"]
        pyramids = tuple(
            Action(
                f"pyramid {size}",
                f"{size}  {spaced(program[size])}",
                "accent" if size == chosen else "plain",
                intent=call(BallTable.pyramid, size),
            )
            for size in SIZES
        )
        letters = tuple(
            Action(f"command {letter}", self.t(f"ball.{words}"), intent=call(BallTable.command, letter))
            for letter, words in ARROWS.items()
        )
        specials = state.position["specials"][state.side]
        extra = tuple(
            Action(
                f"switch {what}",
                self.t(f"ball.use.{what}"),
                "accent" if program[what] else "plain",
                intent=call(BallTable.switch, what),
            )
            for what, special in (("quick_pass", "M"), ("blitz", "L"))
            if special in specials
        )
        rows = (pyramids, letters, self._passing(program, chosen))
        return (*rows, extra) if extra else rows

    def _passing(self, program: JsonObject, chosen: str) -> tuple[Action, ...]:
        """Taking back a command, and the pass."""
        marker = program["pass"]
        row = self.t("ball.pass.row", row=marker["row"]) if marker else self.t("ball.pass.none")
        to = self.t("ball.pass.to", to=marker["to"]) if marker else self.t("ball.pass.to", to="–")
        return (
            Action("erase", self.t("ball.erase"), enabled=bool(program[chosen]), intent=call(BallTable.erase)),
            Action("pass_row", row, "accent" if marker else "plain", intent=call(BallTable.pass_row)),
            Action("pass_to", to, enabled=bool(marker), intent=call(BallTable.pass_to)),
        )

    def _actions(self, state: EngineState) -> tuple[Action, ...]:
        if state.phase == "think":
            ready = Action("enter", self.t("ball.ready"), "accent", intent=call(BallTable.enter))
            return (self.undo(enabled=state.can_undo), Action("timer", self.t("ball.timer")), ready)
        if state.phase == "enter":
            return self.usual(state, Action("done", self.t("do.done"), "accent", intent=call(BallTable.done)))
        return self.usual(state) if state.phase == "over" else (self.undo(),)

    def _played(self, state: EngineState, play: MadeTurn, count: int) -> PlayView:
        """A turn carried out up to its event number `count`."""
        events = play.what["events"]
        position = after_events(play.what["before"], events[:count])
        last = events[count - 1] if count else {}
        arrows: tuple[tuple[str, str, str], ...] = ()
        if "from" in last and "to" in last:
            arrows = ((last["from"], last["to"], last["piece"][0]),)
        shown = events if self.moment is not None else events[:count]
        words = tuple(self._event(event) for event in reversed(shown)) or (self.t("ball.still.all"),)
        more = count < len(events)
        actions = (
            (Action("now", self.t("do.now"), "accent"),)
            if self.moment is not None
            else (
                Action("skip", self.t("ball.skip")),
                Action("next", self.t("ball.next" if more else "do.goon"), "accent"),
            )
        )
        title = f"{self.t('ball.score')} {' : '.join(str(points) for points in position['score'])}"
        if self.moment is not None:
            title = self.t("history", n=self.moment + 1, all=len(state.plays))
        return PlayView(
            title=title,
            tone="warn" if last.get("kind") in ("blocked", "interception", "tackle") else "accent",
            headline=self.t("ball.event", n=count, all=len(events)) if events else self.t("ball.turn"),
            words=words,
            board=self._field(position, {}, arrows),
            actions=actions,
            moments=len(state.plays),
            moment=self.moment,
        )

    def _event(self, event: JsonObject) -> str:
        return f"{self.t.reason(kept_reason(event['text'])).rstrip('.')} ({event['rule']})"

    def _field(
        self, position: JsonObject, frames: Mapping[str, Tone], arrows: tuple[tuple[str, str, str], ...] = ()
    ) -> Field:
        ball = position["ball"]
        square = ball["at"] if isinstance(ball, Mapping) else position[ball[0]][ball[1]]
        return Field({side: dict(position[side]) for side in PLAYERS}, square, arrows, frames)


def after_events(before: JsonObject, events: Sequence[JsonObject]) -> dict[str, Any]:
    """The table after some events of a turn: where the pyramids stand and where the ball is."""
    position: dict[str, Any] = {**before, **{side: dict(before[side]) for side in PLAYERS}}
    for event in events:
        if "piece" in event and "to" in event and isinstance(event["to"], str) and len(event["to"]) == 2:
            side, size = event["piece"]
            position[side][size] = event["to"]
        for key in ("ball", "score"):
            if key in event:
                position[key] = event[key]
    return position


def spaced(word: str) -> str:
    """Commands apart from one another, a dash for each that is missing."""
    return " ".join(word.ljust(ROWS, "–"))
