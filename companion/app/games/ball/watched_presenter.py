"""The screen of a watched game of Pyramid Ball in words, offers and pictures."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.app.games.ball.field import USUAL, Colours
from companion.app.games.ball.following import Following, next_speed
from companion.app.games.ball.following_words import event_words, following_actions, speed_action, step_headline
from companion.app.games.ball.program_desk import ProgramDesk
from companion.app.games.ball.program_shown import (
    ShownSheet,
    sides_unread,
)
from companion.app.games.ball.watched_state import BallScore, BallTurn, State, late_picture
from companion.app.games.ball.watched_table import WatchedBall
from companion.app.games.ball.watched_words import WatchedWords, colours_on
from companion.app.games.engine_table import kept_reason
from companion.app.games.refereed_presenter import ACCEPT, RefereedView
from companion.app.intents import AnyIntent, call
from companion.app.json_object import JsonObject
from companion.app.views import Action, ShownPicture, Tone
from companion.games.pyramid_ball.board import PLAYERS
from companion.referee.verdict import Verdict

Mode = Literal["think", "programming", "time", "late", "sheet", "choice", "follow", "judged"]


@dataclass(frozen=True)
class BallView(RefereedView[BallScore]):
    """With the programs where they are shown, or the `proof` of a hand too late; while the minute runs `since` is when
    it began, on the monotonic clock.
    """

    sheet: ShownSheet | None = None
    proof: ShownPicture | None = None
    since: float | None = None
    colours: Colours = USUAL
    names: tuple[str, str] = ("", "")


class WatchedPresenter(WatchedWords):
    """Keeps whether the players check the programs (`checking`, at the `desk`) or follow the turn, and which late hands
    have been looked at.
    """

    def begin(self, players: Mapping[str, str]) -> None:
        super().begin(players)
        self.following: Following | None = None
        self.speed = "usual"
        self.checking = True
        self.desk = ProgramDesk(self._t, self.name)
        self._looked_at: set[str] = set()
        self._followed: object = None
        self._heard: Verdict | None = None

    def view(self, state: State) -> BallView:
        self._keep_up(state)
        plain = super().view(state)
        shown = BallView(**vars(plain), colours=colours_on(state), names=(self.name("first"), self.name("second")))
        if shown.moment is not None:
            return shown
        match self.mode(state):
            case "sheet":
                return self._sheet(state, shown)
            case "late":
                return self._late(state, shown)
            case "choice":
                return self._choice(state, shown)
            case "follow":
                return self._follow(state, shown)
            case "judged":
                return self._judged(state, shown)
            case mode:
                return self._clock(state, shown, mode)

    def mode(self, state: State) -> Mode:
        """What the screen is about now."""
        turn: BallTurn = state.own
        moving = state.phase == "incomplete" and turn.programs is not None
        if state.phase == "illegal" and turn.programs and self.checking:
            return "sheet"
        if not (state.phase in ("roll", "move") or moving) or state.notice:
            return "judged"
        if set(turn.late) - self._looked_at:
            return "late"
        if turn.choice and turn.programs is None and not turn.timer and self.following is None:
            return "choice"
        if turn.programs is not None or (self.following is None and self.checking and self._by_hand(state)):
            if self.checking or sides_unread(turn.programs or {}):
                return "sheet"
            return "choice" if turn.choice and (self.following is None or self.following.over) else "follow"
        if self.following:
            return "follow"
        return "think" if not turn.timer else "programming" if turn.timer == "start" else "time"

    def act(self, state: State, name: str) -> None:
        """A button was pressed, which concerns only the screen."""
        turn: BallTurn = state.own
        match name.split(" "):
            case ["seen"]:
                self._looked_at |= set(turn.late)
            case ["programs"]:
                self.checking = True
            case ["carry_out"]:
                self.checking = False
                self._follow_from(state)
            case ["replay"]:
                self._replay(state)
            case ["mark", side]:
                self.desk.mark(side)
            case ["back"] if self.following:
                self.following.back()
            case ["play"] if self.following:
                self.following.toggle()
            case ["next"] if self.following:
                self.following.forward()
            case ["speed"] if self.following:
                self.speed = self.following.speed = next_speed(self.following.speed)
            case ["skip"]:
                self.following = None

    def tap(self, state: State, spot: str) -> AnyIntent | None:
        choice = state.own.choice
        return call(WatchedBall.choose, spot) if choice and spot in choice["options"] else None

    def _actions(self, state: State) -> tuple[Action, ...]:
        undo = self.undo(state)
        if state.phase == "roll":
            replayed = bool(state.moments and state.moments[-1].verdict.more.get("events"))
            again = (Action("replay", self._t("ball.replay")),) if replayed else ()
            return (undo, *again, *self._watching(state), *self._start(state))
        if state.phase == "move":
            return self._watching(state)
        if state.phase == "illegal":
            known = state.own.expected is not None
            accept = Action("accept", self._t("do.accept"), "plain" if known else "accent", intent=ACCEPT)
            stands = Action("stands", self._t("ball.stands"), "accent", intent=call(WatchedBall.stands))
            return (*self._watching(state), accept, *((stands,) if known else ()))
        return super()._actions(state)

    def _start(self, state: State) -> tuple[Action, ...]:
        if state.source in ("practice", "recording"):
            return ()
        return (Action("timer", self._t("ball.start"), "accent", intent=call(WatchedBall.start_timer)),)

    def _watching(self, state: State) -> tuple[Action, ...]:
        return () if state.source in ("touch", "camera") else self._running(state)

    def _by_hand(self, state: State) -> bool:
        """Whether the players have to enter their programs: nobody watches, and the minute is over."""
        return state.source == "touch" and state.own.timer == "end"

    def _clock(self, state: State, view: BallView, mode: str) -> BallView:
        """Before the minute, while it runs, and after it."""
        if mode == "think":
            if state.verdict and state.verdict.verdict not in ("legal", "setup"):
                return replace(view, headline=self._t("ball.think"), words=(self._t("ball.watched.think"),))
            return replace(view, words=(*view.words, self._t("ball.watched.think")))
        if mode == "programming":
            ready = Action("ready", self._t("ball.both_ready"), "accent", intent=call(WatchedBall.end_timer))
            offered = () if state.source in ("practice", "recording") else (ready,)
            return replace(
                view,
                tone="accent",
                headline=self._t("ball.think"),
                words=(),
                since=state.own.since,
                actions=(*self._watching(state), *offered),
            )
        words = (self._t("ball.watched.time"), *self._caught(state.own))
        return replace(view, tone="warn", headline=self._t("ball.time"), words=words, rows=(self._fouls(state.own),))

    def _judged(self, state: State, view: BallView) -> BallView:
        """What stands wrong may follow from a program that was read wrong."""
        if state.phase != "illegal":
            return view
        rule = (Action("rule", self._t("do.rule")),) if view.rule else ()
        programs = (Action("programs", self._t("ball.see_programs")),) if state.own.programs else ()
        return replace(view, rows=((*rule, *programs),) if rule or programs else ())

    def _late(self, state: State, view: BallView) -> BallView:
        """A hand at a program after the end: the picture that proves it, and a foul button for each side."""
        turn: BallTurn = state.own
        side = sorted(set(turn.late) - self._looked_at)[0]
        words = self._t("ball.late.says", player=self.name(side), seconds=f"{turn.late[side]:.1f}")
        return replace(
            view,
            tone="bad",
            headline=self._t("ball.late", player=self.name(side)),
            words=(words, *self._caught(turn)),
            proof=state.kept.get(late_picture(side)),
            rows=(self._fouls(turn),),
            actions=(*self._watching(state), Action("seen", self._t("ball.late.seen"), "accent")),
        )

    def _sheet(self, state: State, view: BallView) -> BallView:
        """The programs as read, to be checked and corrected."""
        turn: BallTurn = state.own
        unread, doubtful = sides_unread(turn.programs or {}), self.desk.doubts(state)
        words = self.desk.words(state)
        if state.verdict and state.verdict.verdict == "unsure" and state.verdict.reason:
            words.insert(0, self.reason(state.verdict.reason))
        carry = Action("carry_out", self._t("ball.carry_out"), "accent", enabled=not unread)
        if unread and state.by_hand:
            # What the computer has in mind is shown only to who has made a program of his own.
            carry = Action("reveal", self._t("do.done"), "accent", intent=call(WatchedBall.reveal))
            words = [self._t("ball.enter.own")]
            view = replace(view, headline=self._t("ball.enter", player=self.name(_person(state))))
        elif state.by_hand:
            words = [self._t("ball.revealed")]
        return replace(
            view,
            tone="warn" if unread or doubtful else "accent",
            headline=view.headline if unread and state.by_hand else self.desk.headline(state),
            words=(*words, *self._caught(turn)),
            sheet=self.desk.sheet(state),
            rows=(self._fouls(turn),) if turn.late or turn.fouls else (),
            actions=(*self._watching(state), carry),
        )

    def _choice(self, state: State, view: BallView) -> BallView:
        """A question that the rules leave to a player."""
        choice = state.own.choice
        answers = tuple(
            Action(f"choose {option}", self._answer(choice, option), "accent", intent=call(WatchedBall.choose, option))
            for option in choice["options"]
        )
        programs = Action("programs", self._t("ball.see_programs"))
        board = self.following.picture(view.colours) if self.following else view.board
        frames: dict[str, Tone] = {option: "mark" for option in choice["options"] if len(option) == 2}
        return replace(
            view,
            tone="accent",
            headline=self._t("ball.choice", player=self.name(choice["player"])),
            words=(self.reason(kept_reason(choice["text"])),),
            board=replace(board, frames={**board.frames, **frames}),
            rows=(answers,),
            actions=view.actions if state.phase == "roll" else (programs, *self._watching(state)),
        )

    def _answer(self, choice: JsonObject, option: str) -> str:
        return option if len(option) == 2 else self._t(f"ball.special.{option}")

    def _follow(self, state: State, view: BallView) -> BallView:
        turn = self.following
        if turn is None:
            return view
        step = turn.step
        words = tuple(event_words(self.reason, event) for event in step.events) if step else ()
        by_hand = state.by_hand
        words_of = self._t("ball.lay" if by_hand else "ball.stands")
        stands = Action("stands", words_of, "accent" if by_hand else "plain", intent=call(WatchedBall.stands))
        programs = Action("programs", self._t("ball.see_programs"))
        under_way = state.phase in ("move", "incomplete")
        if state.phase == "incomplete" and state.verdict and state.verdict.reason:
            words = (*words, self.reason(state.verdict.reason))
        speed = speed_action(self._t, turn)
        rows = ((speed, programs, stands),) if under_way and state.own.expected is not None else ((speed, programs),)
        skip = Action("skip", self._t("do.close"))
        return replace(
            view,
            tone=step.tone if step else "accent",
            headline=step_headline(self._t, turn) if turn.steps else self._t("ball.turn"),
            words=words if turn.steps else (self._t("ball.still.all"),),
            board=turn.picture(view.colours),
            rows=rows if under_way else ((speed, skip),),
            actions=following_actions(self._t, turn),
        )

    def _fouls(self, turn: BallTurn) -> tuple[Action, ...]:
        return tuple(
            Action(
                f"foul {side}",
                self._t("ball.call", player=self.name(side)),
                "bad" if side in turn.fouls else "plain",
                intent=call(WatchedBall.foul, side),
            )
            for side in PLAYERS
        )

    def _caught(self, turn: BallTurn) -> tuple[str, ...]:
        return tuple(self._t("ball.caught", player=self.name(side)) for side in turn.fouls)

    def _keep_up(self, state: State) -> None:
        """What the players were at ends with the turn, and begins anew where the programs are others."""
        turn: BallTurn = state.own
        self._looked_at &= set(turn.late)
        if state.verdict != self._heard:
            self._heard = state.verdict
            self.checking = self.checking and state.phase != "illegal"
        if turn.programs is None:
            if turn.timer:
                self.following = None
            if self._followed is not None:
                self.following, self.checking, self._followed = None, True, None
                self.desk.marking = ""
            return
        if self._followed != turn.events:
            if self.following:
                at = self.following.at
                self._follow_from(state)
                assert self.following
                self.following.at = min(at, len(self.following.steps))
            self._followed = turn.events

    def _follow_from(self, state: State) -> None:
        if state.score.position:
            self.following = Following(state.score.position, state.own.events, self.speed)

    def _replay(self, state: State) -> None:
        """The last turn once more."""
        *_, before, last = (None, *state.moments)
        if before and last and before.score.position:
            self.following = Following(before.score.position, last.verdict.more["events"], self.speed)
            self.following.replay()


def _person(state: State) -> str:
    """The side that a person plays."""
    return next((side for side in PLAYERS if side not in state.computers), PLAYERS[0])
