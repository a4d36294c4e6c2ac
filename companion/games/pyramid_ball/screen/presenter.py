"""The screen of Pyramid Ball in words, offers and pictures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal

from companion.app.games.buttons import STAGES, answer
from companion.app.games.deeds import SettleSides
from companion.app.games.presenter import OfferedReading, TableView
from companion.app.games.state import TableState
from companion.app.games.table import do
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.views import Action, ShownPicture, Tone
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.screen.deeds import Choose, EndTimer, Foul, Stands, StartTimer
from companion.games.pyramid_ball.screen.entry_desk import EntryDesk
from companion.games.pyramid_ball.screen.field import USUAL, Colours
from companion.games.pyramid_ball.screen.follower import Follower
from companion.games.pyramid_ball.screen.program_desk import ProgramDesk
from companion.games.pyramid_ball.screen.program_shown import ShownSheet, sides_unread
from companion.games.pyramid_ball.screen.state import BallScore, BallTurn, State, late_picture
from companion.games.pyramid_ball.screen.words import BallWords, colours_on
from companion.games.pyramid_ball.table.setup import opposite
from companion.games.reason import Reason
from companion.referee.verdict import Verdict

Mode = Literal["think", "programming", "time", "late", "enter", "sheet", "choice", "follow", "judged"]
BallView = TableView[BallScore]
# Verdicts on a table that is not, or not surely, as the programs say: they may be misread.
DISPUTED = ("illegal", "unsure")
UNDONE = ("referee.undone", "referee.timer_undone")


@dataclass(frozen=True)
class BallShown:
    """State that only this game's screen shows: the programs while they are checked, or the `proof` of a late hand;
    while the minute runs `since` is when it began, on the monotonic clock."""

    sheet: ShownSheet | None = None
    proof: ShownPicture | None = None
    since: float | None = None
    colours: Colours = USUAL


class BallPresenter(BallWords):
    """Shows the game. Keeps whether the players check the programs (`checking`, at the `desk`) or follow the turn
    (`follower`), who enters one (at the `entry`), and which late hands have been looked at. `clock` is the state of the
    timer on the screen.
    """

    turns = True
    stages: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **STAGES,
        "roll": ("undo", "again", "running", "start"),
        "move": ("running",),
        "illegal": ("running", "accept", "stands"),
        "unsure": (*STAGES["unsure"], "programs"),
    }
    # Programs are laid out later.
    untold = ("ball.table.array.sizes", "ball.table.array.covered")

    def sides(self, state: State) -> tuple[OfferedReading, ...]:
        """Offer to say who has the ball: as it is drawn, or the other side, with both teams and the ball where they
        would be then."""
        here = self._board(state)
        other = replace(here, grid={opposite(place): thing for place, thing in here.grid.items()})
        boards = ((here, False, "sides.so"), (other, True, "sides.other"))
        return tuple(
            OfferedReading(n, board, self._t(words), "", do(SettleSides(other=turned)))
            for n, (board, turned, words) in enumerate(boards)
        )

    def begin(self, players: Mapping[str, str]) -> None:
        super().begin(players)
        self.checking = True
        self.clock = "idle"
        self.desk = ProgramDesk(self._t, self.name)
        self.entry = EntryDesk(self._t, self.name)
        self.follower = Follower(self._t, self.reason)
        self._looked_at: set[str] = set()
        self._programmed = False
        self._heard: Verdict | None = None

    def computers_turn(self, state: State) -> bool:
        """Return True if the players wait for the computer."""
        entry, choice = state.own.entry, state.own.choice
        waits = entry.side is None if entry else bool(choice) and choice["player"] in state.computers
        return waits and self.moment is None and state.phase in ("roll", "move")

    def view(self, state: State) -> BallView:
        self._keep_up(state)
        plain = super().view(state)
        shown = replace(plain, own=BallShown(colours=colours_on(state)))
        if shown.moment is not None or shown.setting or self.blind(state):
            return shown
        views: Mapping[Mode, Callable[[State, BallView], BallView]] = {
            "enter": self._enter,
            "sheet": self._sheet,
            "late": self._late,
            "choice": self._choice,
            "follow": self._follow,
            "judged": self._judged,
            "think": self._think,
            "programming": self._programming,
            "time": self._time,
        }
        return views[self.mode(state)](state, shown)

    def _enter(self, state: State, view: BallView) -> BallView:
        return self.entry.view(state, view, self.undo(state), self._caught(state.own))

    def mode(self, state: State) -> Mode:
        """Return what the screen shows now."""
        turn: BallTurn = state.own
        if turn.entry:
            return "enter"
        following = self.follower.turn
        if following and _carries_itself_out(state):
            return "follow"
        if state.phase in DISPUTED and turn.programs and self.checking:
            return "sheet"
        moving = state.phase == "incomplete" and turn.programs is not None
        if not (state.phase in ("roll", "move") or moving) or (state.notice and not _carries_itself_out(state)):
            return "judged"
        if set(turn.late) - self._looked_at:
            return "late"
        return self._without_programs(turn) if turn.programs is None else self._with_programs(state)

    def _without_programs(self, turn: BallTurn) -> Mode:
        if self.follower.turn:
            return "follow"
        if turn.choice and not turn.timer:
            return "choice"
        return "think" if not turn.timer else "programming" if turn.timer == "start" else "time"

    def _with_programs(self, state: State) -> Mode:
        turn: BallTurn = state.own
        if sides_unread(turn.programs or {}) or (self.checking and not _carries_itself_out(state)):
            return "sheet"
        following = self.follower.turn
        followed = following.over if following else _carries_itself_out(state)
        return "choice" if turn.choice and followed else "follow"

    def tap(self, state: State, spot: str) -> AnyIntent | None:
        if state.own.entry:
            return self.entry.tap(state, spot) if self.moment is None else None
        choice = state.own.choice
        return do(Choose(spot)) if choice and spot in choice["options"] else None

    def stage(self, state: State) -> str:
        """Both sides move at once: a computer is never waited for alone."""
        return state.phase

    def _buttons(self, state: State) -> dict[str, tuple[Action, ...]]:
        known = state.own.expected is not None
        take = answer(state, "accept", True)
        accept = Action("accept", self._t("do.accept"), "plain" if known else "accent", intent=take)
        stands = Action("stands", self._t("ball.stands"), "accent", intent=do(Stands()))
        return {
            **super()._buttons(state),
            "again": self.follower.again(state) if state.moments else (),
            "running": self._watching(state),
            "start": self._start(state),
            "accept": (accept,),
            "stands": (stands,) if known else (),
            "programs": (self._to_programs(),) if state.own.programs else (),
        }

    def _start(self, state: State) -> tuple[Action, ...]:
        if state.looked_on:
            return ()
        around = () if len(state.moments) > 1 or not state.camera else (self._other_way(),)
        return (
            *around,
            Action("timer", self._t("ball.start"), "accent", intent=do(StartTimer())),
        )

    def _other_way(self) -> Action:
        """Offer to exchange the sides by one tap, before the first turn."""
        return Action("other sides", self._t("setting.other.sides"))

    def _watching(self, state: State) -> tuple[Action, ...]:
        return () if state.source in ("touch", "camera") else self._running(state)

    def _think(self, state: State, view: BallView) -> BallView:
        """Return the screen before the minute."""
        if state.source == "touch":
            return self._to_enter(state, view)
        if state.verdict and state.verdict.verdict not in ("legal", "setup"):
            return replace(view, headline=self._t("ball.think"), words=(self._t("ball.camera.think"),))
        return replace(view, words=(*view.words, self._t("ball.camera.think")))

    def _to_enter(self, state: State, view: BallView) -> BallView:
        """Return the screen before programs are entered by touch, during the minute or after it; after it a foul may be
        called."""
        turn: BallTurn = state.own
        over = self.clock in ("grace", "over")
        ready = Action("enter", self._t("ball.ready"), "accent" if turn.timer else "plain")
        timer = Action("timer", self._t("ball.timer"), "accent", intent=do(StartTimer()))
        runs = Action("timer", self._t("ball.timer.runs"), "accent", enabled=False)
        said = () if turn.timer else self._said_last(state, view)
        if not state.notice:
            headline = self._t("ball.time" if over else "ball.think")
            words = (*said, self._t("ball.think.says"), *self._caught(turn))
            view = replace(view, tone="accent", headline=headline, words=words)
        return replace(
            view,
            rows=(self._fouls(turn),) if over else ((runs if turn.timer else timer,),),
            actions=(
                self.undo(state),
                *(() if turn.timer else self.follower.again(state)),
                replace(ready, intent=do(EndTimer())),
            ),
        )

    def _said_last(self, state: State, view: BallView) -> tuple[str, ...]:
        """Return the words about the turn or correction before, unless something was undone."""
        last = state.verdict
        if last is None or (last.reason and last.reason.key in UNDONE):
            return ()
        if last.trait.turn and _carries_itself_out(state):
            return () if last.more.get("events") else (self._t("ball.still.all"),)
        return view.words if last.trait.turn or last.trait.by_players else ()

    def _programming(self, state: State, view: BallView) -> BallView:
        """Return the screen during the minute."""
        since = state.own.since
        if state.source == "touch":
            view = self._to_enter(state, view)
        else:
            ready = Action("ready", self._t("ball.both_ready"), "accent", intent=do(EndTimer()))
            offered = () if state.looked_on else (ready,)
            actions = (*self._watching(state), *offered)
            view = replace(view, tone="accent", headline=self._t("ball.think"), words=(), actions=actions)
        return replace(view, own=replace(view.own, since=since))

    def _time(self, state: State, view: BallView) -> BallView:
        """Return the screen after the minute, until both programs are read."""
        words = (self._t("ball.camera.time"), *self._caught(state.own))
        return replace(view, tone="warn", headline=self._t("ball.time"), words=words, rows=(self._fouls(state.own),))

    def _judged(self, state: State, view: BallView) -> BallView:
        """Return the screen of a wrong table: it may follow from a misread program."""
        if state.phase != "illegal":
            return view
        rule = (Action("rule", self._t("do.rule")),) if view.rule else ()
        programs = (self._to_programs(),) if state.own.programs else ()
        return replace(view, rows=((*rule, *programs),) if rule or programs else ())

    def _to_programs(self) -> Action:
        return Action("programs", self._t("ball.see_programs"), here=self._check)

    def _late(self, state: State, view: BallView) -> BallView:
        """Return the screen of a late hand: the picture that proves it, and a foul button for each side."""
        turn: BallTurn = state.own
        side = sorted(set(turn.late) - self._looked_at)[0]
        words = self._t("ball.late.says", player=self.name(side), seconds=max(1, round(turn.late[side])))
        seen = Action("seen", self._t("ball.late.seen"), "accent", here=partial(self._looked_at.update, turn.late))
        return replace(
            view,
            tone="bad",
            headline=self._t("ball.late", player=self.name(side)),
            words=(words, *self._caught(turn)),
            own=replace(view.own, proof=state.kept.get(late_picture(side))),
            rows=(self._fouls(turn),),
            actions=(*self._watching(state), seen),
        )

    def _sheet(self, state: State, view: BallView) -> BallView:
        """Return the screen on which the programs are checked and corrected."""
        turn: BallTurn = state.own
        unread, doubtful = sides_unread(turn.programs or {}), self.desk.doubts(state)
        words = [self._t("ball.revealed")] if state.by_hand else self.desk.words(state)
        if state.verdict and state.verdict.verdict == "unsure" and state.verdict.reason:
            words.insert(0, self.reason(state.verdict.reason))
        carry = Action("carry_out", self._t("ball.carry_out"), "accent", enabled=not unread, here=self._carry_out)
        return replace(
            view,
            tone="warn" if unread or doubtful else "accent",
            headline=self.desk.headline(state),
            words=(*words, *self._caught(turn)),
            readings=(),
            advice=(),
            own=replace(view.own, sheet=self.desk.sheet(state)),
            rows=(self._fouls(turn),) if turn.late or turn.fouls else (),
            actions=(*self._watching(state), carry),
        )

    def _choice(self, state: State, view: BallView) -> BallView:
        """Return the screen of a question that the rules leave to a player."""
        choice = state.own.choice
        answers = tuple(
            Action(f"choose {option}", self._answer(choice, option), "accent", intent=do(Choose(option)))
            for option in choice["options"]
        )
        following = self.follower.turn
        board = following.picture(view.own.colours) if following else view.board
        frames: dict[str, Tone] = {option: "mark" for option in choice["options"] if len(option) == 2}
        actions = (self.undo(state),) if state.source == "touch" else (self._to_programs(), *self._watching(state))
        return replace(
            view,
            tone="accent",
            headline=self._t("ball.choice", player=self.name(choice["player"])),
            words=(*map(self.reason, filter(None, (state.notice,))), self.reason(Reason.from_json(choice["text"]))),
            board=replace(board, frames={**board.frames, **frames}),
            rows=(answers,),
            actions=view.actions if state.phase == "roll" else actions,
        )

    def _answer(self, choice: JsonObject, option: str) -> str:
        return option if len(option) == 2 else self._t(f"ball.special.{option}")

    def _follow(self, state: State, view: BallView) -> BallView:
        by_hand = state.by_hand
        words = self._t("ball.lay" if by_hand else "ball.stands")
        stands = Action("stands", words, "accent" if by_hand else "plain", intent=do(Stands()))
        more = (self._to_programs(), *((stands,) if state.own.expected is not None else ()))
        followed = self.follower.view(state, view, more if state.phase in ("move", "incomplete") else ())
        shown = followed.score.position
        return replace(followed, title=self._title_at(state, shown["score"])) if shown else followed

    def _fouls(self, turn: BallTurn) -> tuple[Action, ...]:
        return tuple(
            Action(
                f"foul {side}",
                self._t("ball.call", player=self.name(side)),
                "bad" if side in turn.fouls else "plain",
                intent=do(Foul(side)),
            )
            for side in PLAYERS
        )

    def _caught(self, turn: BallTurn) -> tuple[str, ...]:
        return tuple(self._t("ball.caught", player=self.name(side)) for side in turn.fouls)

    def _keep_up(self, state: State) -> None:
        """Reset the state of the screen when the turn ends or the programs change."""
        turn: BallTurn = state.own
        self._looked_at &= set(turn.late)
        if turn.entry is None:
            self.entry.trusted = ""
        if state.verdict != self._heard:
            self._heard = state.verdict
            self.checking = self.checking and state.phase not in DISPUTED
        if turn.programs is None and self._programmed:
            self.checking = True
            self.desk.marking = ""
        self._programmed = turn.programs is not None
        follows = self._programmed and self._with_programs(state) == "follow"
        self.follower.keep_up(state, follows=follows, made_here=_carries_itself_out(state))

    def _check(self) -> None:
        self.checking = True

    def _carry_out(self) -> None:
        self.checking = False
        self.follower.skip()


def _carries_itself_out(state: TableState[BallScore]) -> bool:
    """Return True if the game is played on the screen alone."""
    return state.source == "touch" and not state.by_hand and state.camera is None
