"""Pyramid Ball in words, offers and a picture of the field."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.app.games.ball.field import USUAL, FieldPicture, after_events, grid_of, way
from companion.app.games.ball.following import Following, next_speed
from companion.app.games.ball.following_words import event_words, following_actions, speed_action, step_headline
from companion.app.games.ball.table import ROWS, BallByTouch
from companion.app.games.engine_presenter import PlayPresenter, PlayView
from companion.app.games.engine_table import EngineState, MadeTurn, kept_reason
from companion.app.intents import Intent, call
from companion.app.json_object import JsonObject
from companion.app.views import Action, Tone
from companion.games.pyramid_ball.board import PLAYERS, SIZES

ARROWS: Mapping[str, str] = {"F": "forward", "B": "backward", "L": "left", "R": "right", ".": "still"}


class BallPresenter(PlayPresenter):
    """The screen of Pyramid Ball. `following` is the last turn while it is being shown, `clock` the state of the
    programming timer. A program is shown only to the player `trusted`: the other one has handed the tablet over.
    """

    table = BallByTouch

    def begin(self, players: Mapping[str, str]) -> None:
        super().begin(players)
        self.following: Following | None = None
        self._seen = 0
        self.speed = "usual"
        self._begun = False
        self.clock = "idle"
        self.trusted = ""

    def tap(self, state: EngineState, spot: str) -> Intent[BallByTouch] | None:
        if self.computers_turn(state):
            return None
        if state.phase == "choice" and spot in state.turn["choice"]["options"]:
            return call(BallByTouch.choose, spot)
        if state.phase == "enter" and not self._covered(state):
            if letter := self._onward(state, spot):
                return call(BallByTouch.command, letter)
            own = next((size for size in SIZES if state.position[state.side][size] == spot), None)
            return call(BallByTouch.pyramid, own) if own else None
        return None

    def _onward(self, state: EngineState, spot: str) -> str | None:
        """The command that leads the chosen pyramid's way on to a square; none to where a pyramid of his stands, which
        a tap chooses."""
        size = state.turn["pyramid"]
        word = state.turn["programs"][state.side][size]
        if len(word) >= ROWS or spot in (state.position[state.side][other] for other in SIZES):
            return None
        here = way(state.position, state.side, size, word)
        ways = {letter: way(state.position, state.side, size, word + letter) for letter in "FBLR"}
        return next((letter for letter, to in ways.items() if len(to) > len(here) and to[-1] == spot), None)

    def _covered(self, state: EngineState) -> bool:
        """Whether the tablet is still to be handed over to who enters a program."""
        if state.phase != "enter":
            self.trusted = ""
        alone = len(state.computers) == 1 and state.side not in state.computers
        return state.phase == "enter" and self.trusted != state.side and self.moment is None and not alone

    def act(self, state: EngineState, name: str) -> None:
        if name == "uncover":
            self.trusted = state.side
            return
        turn = self.following
        if turn is None or name not in ("back", "play", "next", "skip", "speed"):
            super().act(state, name)
        elif name == "speed":
            self.speed = turn.speed = next_speed(turn.speed)
        elif name == "skip" or (name == "next" and turn.over):
            self.following = None
        elif name == "play":
            turn.toggle()
        else:
            turn.forward() if name == "next" else turn.back()

    def view(self, state: EngineState) -> PlayView:
        if len(state.plays) != self._seen:
            new = len(state.plays) > self._seen and self._begun
            self.following = self._carried_out(state.plays[-1]) if new and state.plays[-1].what["events"] else None
            self._seen = len(state.plays)
        self._begun = True
        past = self.looked_at(state)
        if past:
            return self._past(state, past)
        if self.following:
            return self._followed(state, self.following)
        told = self.told(state)
        return PlayView(
            title=self._title(state),
            tone="bad" if told else "good" if state.phase == "over" else "accent",
            headline=self.t("head.notice") if told else self._headline(state),
            words=told or (*self._words(state), *self.series(state)),
            board=self._field(state.position, self._frames(state), self._arrows(state)),
            rows=self._rows(state),
            actions=self._actions(state),
            moments=len(state.plays),
        )

    def _carried_out(self, play: MadeTurn) -> Following:
        """A turn that has just been made plays by itself."""
        turn = Following(play.what["before"], play.what["events"], self.speed)
        turn.running = not turn.over
        return turn

    def _title(self, state: EngineState) -> str:
        return self.title(state) if state.phase == "over" else self._score(state)

    def _score(self, state: EngineState) -> str:
        return f"{self.t('ball.score')} {' : '.join(str(points) for points in state.position['score'])}"

    def scores(self, state: EngineState) -> tuple[str, ...]:
        return (self._score(state),)

    def _headline(self, state: EngineState) -> str:
        if state.phase == "over":
            return self._score(state)
        if state.phase == "think" and self.clock in ("grace", "over"):
            return self.t("ball.time")
        if self.computers_turn(state):
            return self.t("computer.turn", player=self.name(state.side))
        if self._covered(state):
            return self.t("ball.hand_over", player=self.name(state.side))
        return self.t(f"ball.{state.phase}", player=self.name(state.side))

    def _words(self, state: EngineState) -> tuple[str, ...]:
        if state.phase == "choice":
            return (self.t.reason(kept_reason(state.turn["choice"]["text"])),)
        if self.computers_turn(state):
            return ()
        if self._covered(state):
            return (self.t("ball.hand_over.says"),)
        if state.phase == "enter" and state.more.get("reason"):
            return (self.t.reason(state.more["reason"]), self.t("ball.enter.filled"))
        if state.phase == "enter":
            return (self.t("ball.enter.says"), *self._caught(state))
        if state.phase == "think":
            stood = (self.t("ball.still.all"),) if state.plays and not state.plays[-1].what["events"] else ()
            return (*stood, self.t("ball.think.says"), *self._caught(state))
        return ()

    def turn_words(self, play: MadeTurn) -> str:
        return " ".join(event_words(self.t.reason, event) for event in play.what["events"]) or self.t("ball.still.all")

    def _caught(self, state: EngineState) -> tuple[str, ...]:
        return tuple(self.t("ball.caught", player=self.name(side)) for side in state.turn.get("fouls", ()))

    def _frames(self, state: EngineState) -> dict[str, Tone]:
        if state.phase == "choice":
            return {spot: "mark" for spot in state.turn["choice"]["options"] if len(spot) == 2}
        if state.phase == "enter" and not self._covered(state):
            return {state.position[state.side][state.turn["pyramid"]]: "mark"}
        return {}

    def _arrows(self, state: EngineState) -> tuple[tuple[str, str, Tone], ...]:
        """Where the program that is being entered leads."""
        if state.phase != "enter" or self._covered(state):
            return ()
        program = state.turn["programs"][state.side]
        arrows: list[tuple[str, str, Tone]] = []
        for size in SIZES:
            squares = way(state.position, state.side, size, program[size])
            tone: Tone = "accent" if size == state.turn["pyramid"] else "mark"
            arrows += [(start, end, tone) for start, end in pairwise(squares)]
        return tuple(arrows)

    def _rows(self, state: EngineState) -> tuple[tuple[Action, ...], ...]:
        if self.computers_turn(state):
            return ()
        if state.phase == "think" and self.clock in ("idle", "running", "last"):
            runs = self.clock != "idle"
            words = self.t("ball.timer.runs" if runs else "ball.timer")
            return ((Action("timer", words, "accent", enabled=not runs),),)
        if state.phase == "think":
            return (tuple(self._foul(side, caught=side in state.turn.get("fouls", ())) for side in PLAYERS),)
        if state.phase == "choice":
            options: Sequence[str] = state.turn["choice"]["options"]
            answers = [(option, call(BallByTouch.choose, option)) for option in options]
            words_of: Mapping[str, str] = {size: self.t(f"ball.special.{size}") for size in SIZES}
            return (tuple(Action(f"choose {o}", words_of.get(o, o), "accent", intent=a) for o, a in answers),)
        if self._covered(state):
            return ((Action("uncover", self.t("ball.uncover", player=self.name(state.side)), "accent"),),)
        return self._entry(state) if state.phase == "enter" else ()

    def _foul(self, side: str, *, caught: bool) -> Action:
        words = self.t("ball.call", player=self.name(side))
        return Action(f"foul {side}", words, "bad" if caught else "plain", intent=call(BallByTouch.foul, side))

    def _entry(self, state: EngineState) -> tuple[tuple[Action, ...], ...]:
        program, chosen = state.turn["programs"][state.side], state.turn["pyramid"]
        pyramids = tuple(
            Action(
                f"pyramid {size}",
                f"{size}  {spaced(program[size])}",
                "accent" if size == chosen else "plain",
                intent=call(BallByTouch.pyramid, size),
            )
            for size in SIZES
        )
        letters = tuple(
            Action(f"command {letter}", self.t(f"ball.{words}"), intent=call(BallByTouch.command, letter))
            for letter, words in ARROWS.items()
        )
        specials = state.position["specials"][state.side]
        extra = tuple(
            Action(
                f"switch {what}",
                self.t(f"ball.use.{what}"),
                "accent" if program[what] else "plain",
                intent=call(BallByTouch.switch, what),
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
            Action("erase", self.t("ball.erase"), enabled=bool(program[chosen]), intent=call(BallByTouch.erase)),
            Action("pass_row", row, "accent" if marker else "plain", intent=call(BallByTouch.pass_row)),
            Action("pass_to", to, enabled=bool(marker), intent=call(BallByTouch.pass_to)),
        )

    def _actions(self, state: EngineState) -> tuple[Action, ...]:
        if state.phase == "think":
            tone: Tone = "plain" if self.clock == "idle" else "accent"
            ready = Action("enter", self.t("ball.ready"), tone, intent=call(BallByTouch.enter))
            return (self.undo(state), ready)
        if self._covered(state) or self.computers_turn(state):
            return (self.undo(state),)
        if state.phase == "enter":
            return self.usual(state, Action("done", self.t("do.done"), "accent", intent=call(BallByTouch.done)))
        return self.usual(state) if state.phase == "over" else (self.undo(state),)

    def _past(self, state: EngineState, play: MadeTurn) -> PlayView:
        """A turn made earlier, as a whole."""
        events = play.what["events"]
        return PlayView(
            title=self.past_title(state),
            tone="accent",
            headline=self.t("ball.turn"),
            words=tuple(event_words(self.t.reason, event) for event in events) or (self.t("ball.still.all"),),
            board=self._field(after_events(play.what["before"], events), {}),
            actions=(Action("now", self.t("do.now"), "accent"),),
            moments=len(state.plays),
            moment=self.moment,
        )

    def _followed(self, state: EngineState, turn: Following) -> PlayView:
        step = turn.step
        return PlayView(
            title=f"{self.t('ball.score')} {' : '.join(str(points) for points in turn.score())}",
            tone=step.tone if step else "accent",
            headline=step_headline(self.t, turn),
            words=tuple(event_words(self.t.reason, event) for event in step.events) if step else (),
            board=turn.picture(USUAL),
            rows=((speed_action(self.t, turn),),),
            actions=(*following_actions(self.t, turn), Action("skip", self.t("ball.skip"))),
            moments=len(state.plays),
        )

    def _field(
        self, position: JsonObject, frames: Mapping[str, Tone], arrows: tuple[tuple[str, str, Tone], ...] = ()
    ) -> FieldPicture:
        return FieldPicture(grid_of(position, USUAL), frames, {}, arrows)


def spaced(word: str) -> str:
    """Commands apart from one another, a dash for each that is missing."""
    return " ".join(word.ljust(ROWS, "–"))
