"""What the screens of the games played by touch have in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.app.devices.game_dice import ON_SCREEN
from companion.app.games.engine_table import EngineState, EngineTable, MadeTurn
from companion.app.games.refereed_presenter import series_words
from companion.app.intents import AnyIntent, call
from companion.app.texts.texts import Texts
from companion.app.views import Action, ShownDie, Tone
from companion.games.rulebook import Rule


def undo_action(t: Texts, undo: AnyIntent, *, enabled: bool, of_roll: bool) -> Action:
    """One step back; a roll is taken back only where that is said."""
    return Action("undo", t("do.undo.roll" if of_roll else "do.undo"), enabled=enabled, intent=undo)


@dataclass(frozen=True)
class PlayView:
    """All that such a screen shows. `board` is a picture for the game's own widget, `rows` are more buttons."""

    title: str
    tone: Tone
    headline: str
    words: tuple[str, ...]
    board: Any
    dice: tuple[ShownDie, ...] = ()
    banner: str = ""
    rows: tuple[tuple[Action, ...], ...] = ()
    actions: tuple[Action, ...] = ()
    moments: int = 0
    moment: int | None = None


class PlayPresenter(ABC):
    """Turns states into views, touches into intents for a `table`. `moment` is the turn looked at, None for now."""

    table: ClassVar[type[EngineTable]]

    def __init__(self, texts: Texts, players: Mapping[str, str] | None = None) -> None:
        self.texts = self.t = texts
        self.begin(players or {})

    def begin(self, players: Mapping[str, str]) -> None:
        """Another game, of these players."""
        self._players = players
        self.moment: int | None = None

    @abstractmethod
    def view(self, state: EngineState) -> PlayView: ...

    @abstractmethod
    def tap(self, state: EngineState, spot: str) -> AnyIntent | None:
        """What a touch on the board means."""

    def to_type(self, state: EngineState, name: str) -> tuple[ShownDie, ...]:
        """The dice that are typed by a button of that name, none for any other button."""
        return ()

    def typed(self, state: EngineState, values: tuple[int, ...]) -> AnyIntent:
        """What dice that show these values mean, in the order of `to_type`."""
        raise NotImplementedError

    def rolling(self, state: EngineState) -> tuple[Action, ...]:
        """Real dice roll by themselves, or on request, or are typed; without any the screen rolls."""
        typing = Action("type", self.t("do.type"))
        if state.dice == "tower":
            return (typing,)
        roll = self.table.roll_here if state.dice == ON_SCREEN else self.table.throw
        return typing, Action("roll", self.t("do.roll"), "accent", intent=call(roll))

    def act(self, state: EngineState, name: str) -> None:
        """A button of that name was pressed, which concerns only the screen. Raises KeyError for one unknown."""
        raise KeyError(name)

    @abstractmethod
    def turn_words(self, play: MadeTurn) -> str:
        """A turn that was made, by whom and what."""

    def computers_turn(self, state: EngineState) -> bool:
        """Whether the players wait for the computer."""
        return state.side in state.computers and state.phase not in ("over", "think")

    def occasion(self, state: EngineState) -> object:
        """What there is to be said aloud about, another object each time: a fault, a turn of the computer, or the one
        that ended the game."""
        if state.fault or not state.plays:
            return state.fault
        last = state.plays[-1]
        return last if state.phase == "over" or last.side in state.computers else None

    def spoken(self, state: EngineState) -> str:
        """A few words about it."""
        if state.fault:
            title = self.t.rule_title(state.game, state.fault[0])
            return f"{self.t('verdict.illegal')}. {title}"
        last = state.plays[-1]
        words = [self.turn_words(last)] if last.side in state.computers else []
        return " ".join([*words, *([self.title(state)] if state.phase == "over" else [])])

    def rule(self, state: EngineState, rule_id: str) -> Rule:
        """A rule in the players' language."""
        return self.t.rule(state.game, rule_id)

    def name(self, side: str) -> str:
        return self._players.get(side) or self.t.side(side)

    def winners(self, state: EngineState) -> tuple[str, ...]:
        """Who has won, nobody in a draw."""
        one = state.outcome.get("winner")
        return tuple(state.outcome.get("winners") or ([one] if one and one != "draw" else ()))

    def series(self, state: EngineState) -> tuple[str, ...]:
        """How a series stands once a game is over, if there is one."""
        if state.phase != "over" or not state.series:
            return ()
        return (series_words(self.t, state.series, self.winners(state), self.name),)

    def result(self, state: EngineState) -> tuple[str, ...]:
        """How the game has ended, for its picture: a title, who played, scores."""
        sides = dict.fromkeys(play.side for play in state.plays if play.side != "both") or self._players
        return (self.title(state), " – ".join(map(self.name, sides)), *self.scores(state), *self.series(state))

    def scores(self, state: EngineState) -> tuple[str, ...]:
        """The points, where the title does not tell them."""
        return ()

    def title(self, state: EngineState) -> str:
        winners = self.winners(state)
        if state.outcome.get("winner") == "draw":
            return self.t("turn.draw")
        if len(winners) > 1:
            return self.t("turn.shared", players=", ".join(self.name(side) for side in winners))
        if winners:
            return self.t("turn.won", player=self.name(winners[0]))
        return self.t("turn.of", player=self.name(state.side))

    def mark(self, state: EngineState, play: MadeTurn) -> str:
        """The tone of a turn in the history: each player has one."""
        return "good" if play.side == state.plays[0].side else "accent"

    def past_title(self, state: EngineState) -> str:
        """That a turn made earlier is looked at, and whose."""
        at = self.moment or 0
        words = self.t("history", n=at + 1, all=len(state.plays))
        side = state.plays[at].side
        return words if side == "both" else f"{words} – {self.name(side)}"

    def looked_at(self, state: EngineState) -> MadeTurn | None:
        """The turn looked at, if it is a past one."""
        if self.moment is None or self.moment >= len(state.plays) - 1:
            self.moment = None
            return None
        return state.plays[self.moment]

    def banner(self, state: EngineState) -> str:
        """What is looked for meanwhile."""
        return "\n".join(self.t(f"away.{device}") for device in state.away)

    def told(self, state: EngineState) -> tuple[str, ...] | None:
        """What has to be said before anything else: a fault or an error."""
        if state.notice:
            return (self.t.reason(state.notice),)
        if state.fault:
            return (self.t.reason(state.fault[1]),)
        return None

    def usual(self, state: EngineState, *more: Action) -> tuple[Action, ...]:
        """Undo, hint and what comes beside them."""
        if self.moment is not None:
            return (Action("now", self.t("do.now"), "accent"),)
        if self.computers_turn(state):
            return (self.undo(state),)
        if state.fault:
            more = (Action("rule", self.t("do.rule")), *more)
        hint = (Action("suggest", self.t("do.hint"), intent=call(self.table.suggest)),) if state.hints_on else ()
        if state.phase == "over":
            again = Action("rematch", self.t("do.rematch"), "accent")
            hint, more = (Action("share", self.t("do.share")),), (Action("leave", self.t("do.new")), again)
        return (self.undo(state), *hint, *more)

    def undo(self, state: EngineState) -> Action:
        return undo_action(self.t, call(self.table.undo), enabled=state.can_undo, of_roll=state.undoes_roll)
