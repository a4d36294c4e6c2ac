"""After the game: the curve of the chances, luck told apart from play, and the turns that decided."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty

from companion.app.analysis import desk
from companion.app.analysis.desk import AnalysisProgress
from companion.app.background import Ask
from companion.app.games.registry import GAMES
from companion.app.texts.texts import Texts
from companion.app.views import Action, BoardPicture, Tone
from companion.app.widgets import chance_curve  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import Page, load, show_actions
from companion.games.reason import Reason
from companion.referee.analysing.analysis import AnalysedTurn, Analysis, DrawnMoves
from companion.referee.analysing.words import AnalysisWords, rows_of
from companion.texts.language import language

LOOK_SECONDS: Final = 0.3
TONES: Final = ("accent", "warn", "bad", "good")


class AnalysisScreen(Page):
    """Shows the analysis of the game in `folder`, at a `turn` of it; `leave` goes back to where it was asked for.

    The board follows the curve: the table before the turn looked at, with that turn and the better one on it.
    """

    texts = ObjectProperty(None)
    title = StringProperty("")
    heading = StringProperty("")

    def __init__(
        self, texts: Texts, folder: Path, ask: Ask, leave: Callable[[], None], turn: int = 0, **kwargs: object
    ) -> None:
        self._turn = turn
        self.texts, self.title = texts, texts("analysis.title")
        self._folder, self._ask, self._leave = folder, ask, leave
        self.progress = AnalysisProgress()
        self._spoken: AnalysisWords | None = None
        self._waits = False
        super().__init__(**kwargs)
        self._looking = Clock.schedule_interval(lambda _dt: self._look(), LOOK_SECONDS)
        self.begin()

    def begin(self) -> None:
        """Begin, or go on after it was stopped."""
        self.take(AnalysisProgress())
        self._start(partial(desk.begin, self._folder))

    def stop(self) -> None:
        """Give up the analysis."""
        self._ask(partial(desk.stop, self._folder), self.take, self._trouble)

    def leave(self) -> None:
        self.close()
        self._leave()

    def close(self) -> None:
        """Stop the analysis as the screen is left."""
        self._looking.cancel()
        if not self.progress.over:
            self._ask(partial(desk.stop, self._folder), lambda _progress: None, lambda _trouble: None)

    def _look(self) -> None:
        if not self.progress.over and not self._waits:
            self._start(partial(desk.progress, self._folder))

    def _start(self, work: Callable[[], object]) -> None:
        self._waits = True
        self._ask(work, self.take, self._trouble)

    def _trouble(self, message: Reason) -> None:
        self.take(AnalysisProgress(trouble=message))

    def take(self, progress: AnalysisProgress) -> None:
        """Show how far it is, or what came of it."""
        self._waits = False
        self.progress = progress
        if progress.analysis:
            self._show(progress.analysis)
        elif progress.trouble:
            self.ids.words.text = self.texts.reason(progress.trouble)
        else:
            self.ids.words.text = self.texts("analysis.working", n=progress.done, all=progress.all or "?")
        self._offer()

    def _offer(self) -> None:
        t, progress = self.texts, self.progress
        offered: tuple[Action, ...]
        if progress.trouble:
            offered = (Action("again", t("analysis.again"), "accent"),)
        elif progress.analysis is None:
            offered = (Action("stop", t("analysis.stop")),)
        else:
            turns = len(progress.analysis.turns)
            at = int(self.ids.curve.at)
            offered = (
                Action("before", t("do.back"), enabled=at > 1),
                Action("all", t("analysis.all"), enabled=at > 0),
                Action("next", t("guide.next"), enabled=at < turns),
            )
        show_actions(self.ids.actions, offered, self.act)

    def act(self, action: Action) -> None:
        """Handle a pressed button."""
        curve = self.ids.curve
        match action.name:
            case "again":
                self.begin()
            case "stop":
                self.stop()
            case "all":
                curve.at = 0
            case "before":
                curve.at -= 1
            case "next":
                curve.at += 1
            case turn:
                curve.at = int(turn.removeprefix("turn "))

    def _show(self, analysis: Analysis) -> None:
        self._spoken = words = AnalysisWords(language(self.texts.language).for_players, analysis, self.progress.players)
        players, curve = words.players(), self.ids.curve
        shown = list(players)[:1] if len(players) == 2 else list(players)
        rows = (tuple(rows_of(analysis, side)) for side in shown)
        curve.curves = tuple((row, TONES[i % len(TONES)], players[shown[i]]) for i, row in enumerate(rows))
        curve.luck = tuple(turn.luck[turn.side or analysis.sides[0]] for turn in analysis.turns)
        curve.lost = tuple(turn.most_lost[1] for turn in analysis.turns)
        curve.marked = tuple(turn.number for turn in analysis.deciding)
        named = ", ".join(players[side] for side in shown)
        self.ids.legend.text = f"{self.texts('analysis.curve', who=named)}. {self._says(analysis)}"
        self.heading = words.decided()
        if not self.ids.board_box.children:
            self.ids.board_box.add_widget(GAMES[analysis.game].board_view(touchable=False))
        turns = [Action(f"turn {turn.number}", words.heading(turn, "turn.short")) for turn in analysis.deciding]
        show_actions(self.ids.turns, turns, self.act)
        # Showing the turn is left to the curve, where that moves.
        if curve.at == self._turn:
            self.show_turn(self._turn)
        curve.at = self._turn

    def _says(self, analysis: Analysis) -> str:
        if not any(any(turn.luck.values()) for turn in analysis.turns):
            return str(self.texts("analysis.says.none"))
        met = all(turn.side is None for turn in analysis.turns)
        return str(self.texts("analysis.says.met" if met else "analysis.says"))

    def show_turn(self, number: int) -> None:
        """Show what a turn was worth. 0: the whole game."""
        analysis, words = self.progress.analysis, self._spoken
        if analysis is None or words is None:
            return
        (board,) = self.ids.board_box.children
        if number:
            turn: AnalysedTurn = analysis.turns[number - 1]
            said = [words.heading(turn), *words.turn_lines(turn)]
            board.picture = _picture(turn)
        else:
            said = words.summary()
            board.picture = _picture(analysis.turns[-1]) if analysis.turns else BoardPicture({})
        self.ids.words.text = "\n".join(said)
        self._offer()


def _picture(turn: AnalysedTurn) -> BoardPicture:
    """Return the board before a turn, with that and the better one on it."""
    drawn: tuple[tuple[DrawnMoves, Tone], ...] = ((turn.drawn.made, "mark"), (turn.drawn.better, "good"))
    frames = {place: tone for pointed, tone in drawn for place in pointed.places}
    arrows = tuple((*ends, tone) for pointed, tone in drawn for ends in pointed.arrows)
    return BoardPicture(turn.drawn.board, frames, arrows=arrows)


load(__file__)
