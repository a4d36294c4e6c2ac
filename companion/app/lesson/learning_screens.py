"""Opens the screens by which a game is learnt: lesson, puzzles, rules."""

from functools import partial

from companion.app.games.game import AppGame
from companion.app.games.registry import GAMES
from companion.app.lesson.screen import LessonScreen
from companion.app.puzzles.screen import PuzzlesScreen
from companion.app.rules.view import RulesScreen, RulesView, open_over
from companion.app.shell import Shell
from companion.app.widgets.controls import ModalSheet
from companion.referee.asking_here import OnTable


class LearningScreens:
    """The screens of one window by which a game is learnt."""

    def __init__(self, app: Shell) -> None:
        self._app = app

    def lesson(self, game: str) -> None:
        """Open the lesson of a game."""
        app = self._app
        app.end_game()
        if lesson := GAMES[game].lesson():
            title, rules = app.texts(f"game.{game}"), partial(self.rules, game)
            puzzles = partial(self.puzzles, game) if GAMES[game].has_puzzles else None
            app.go_to(LessonScreen(app.texts, title, lesson, app.home, rules, puzzles, name="lesson screen"))

    def puzzles(self, game: str) -> None:
        """Open positions whose one best turn is to be found."""
        app = self._app
        app.end_game()
        if puzzles := GAMES[game].puzzles():
            title = app.texts("puzzle.title", game=app.texts(f"game.{game}"))
            solved = frozenset(app.settings.solved.get(game, "").split()) & {*puzzles.names}
            screen = PuzzlesScreen(app.texts, title, puzzles, app.home, solved=solved, name="puzzles screen")
            screen.bind(solved=partial(self._keep_solved, game))
            app.go_to(screen)

    def _keep_solved(self, game: str, _screen: PuzzlesScreen, solved: frozenset[str]) -> None:
        self._app.change(solved={**self._app.settings.solved, game: " ".join(sorted(solved))})

    def rules(self, game: str, rule: str | None = None) -> None:
        """Open the rules of a game; leaving them leads back to the screen on show."""
        app = self._app
        if book := GAMES[game].book():
            leave = partial(app.go_to, app.screens.current_screen)
            app.go_to(RulesScreen(RulesView(app.texts, game, book, leave, rule), leave, name="rules screen"))

    def rules_over(self, game: AppGame, rule: str | None, asked: OnTable | None) -> ModalSheet | None:
        """Open the rules of the game over its screen. `asked`: the table that questions are about."""
        book = game.book()
        return open_over(self._app.texts, game.game, book, rule, asked) if book else None
