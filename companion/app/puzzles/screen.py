"""The screen of puzzles: a position on the left, what is asked and the turns to choose from on the right."""

from collections.abc import Callable
from functools import partial

from kivy.properties import ObjectProperty

from companion.app.puzzles.puzzles import Puzzles
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.views import Action
from companion.app.widgets.controls import Answer, Page, load, show_actions
from companion.app.widgets.die_slot import DieSlot

# How wide a die beside the title is, in controls.
DIE = 1.15


class PuzzlesScreen(Page):
    """`leave` goes back to where the game can be begun. `solved` are the names of the puzzles that were
    solved at first sight, `tried` is what was chosen of the one on show, in order. The first one to be seen is not
    solved yet."""

    texts, solved = ObjectProperty(None), ObjectProperty(frozenset[str]())

    def __init__(self, texts: Texts, title: str, puzzles: Puzzles, leave: Callable[[], None], **kwargs: object) -> None:
        self.texts, self._title, self._puzzles, self.leave = texts, title, puzzles, leave
        self.tried: list[int] = []
        super().__init__(**kwargs)
        self.at = next((at for at in range(len(puzzles.shown)) if puzzles.names[at] not in self.solved), 0)
        self.board = puzzles.board()
        self.ids.board_box.add_widget(self.board)
        theme.bind(narrow=self._show)
        self._show()

    def choose(self, number: int) -> None:
        """Choose one of the turns; once the best was found nothing changes any more."""
        puzzle = self._puzzles.shown[self.at]
        if puzzle.right in self.tried or number in self.tried:
            return
        if not self.tried and number == puzzle.right:
            self.solved |= {self._puzzles.names[self.at]}
        self.tried.append(number)
        self._show()

    def act(self, action: Action) -> None:
        """Handle a pressed button."""
        if action.name == "leave":
            self.leave()
            return
        self.at = (self.at + (1 if action.name == "next" else -1)) % len(self._puzzles.shown)
        self.tried = []
        self._show()

    def _show(self, *_: object) -> None:
        t, ids, shown = self.texts, self.ids, self._puzzles.shown
        puzzle = shown[self.at]
        done = puzzle.right in self.tried
        self.board.picture = puzzle.pictures[self.tried[-1]] if self.tried else puzzle.picture
        head = t("puzzle.at", n=self.at + 1, all=len(shown), theme=t.reason(puzzle.theme).rstrip("."))
        head += f" {t('puzzle.known')}" if self._puzzles.names[self.at] in self.solved else ""
        ids.title.text, ids.headline.text = (head, "") if theme.narrow else (self._title, head)
        hard = t(f"puzzle.grade.{puzzle.grade}")
        solved = t("puzzle.solved", n=len(self.solved)) if self.solved else ""
        ids.remarks.text = "" if theme.narrow else " ".join(part for part in (hard, solved) if part)
        said = t("puzzle.right" if done else "puzzle.wrong") if self.tried else ""
        why = t.reason(puzzle.whys[self.tried[-1]]) if self.tried and puzzle.whys else ""
        ids.words.text = "\n".join(part for part in (said, why, t.reason(puzzle.task)) if part)
        ids.dice.height = 100 * theme.unit if puzzle.dice and not theme.narrow else 0
        ids.beside.width = theme.touch * DIE * len(puzzle.dice) if theme.narrow else 0
        ids.dice.clear_widgets()
        ids.beside.clear_widgets()
        for die in puzzle.dice:
            slot = DieSlot()
            slot.ids.die.colour, slot.ids.die.value = die.colour, die.value or 0
            (ids.beside if theme.narrow else ids.dice).add_widget(slot)
        ids.choices.clear_widgets()
        for number, words in enumerate(puzzle.choices):
            tone = "plain"
            if number in self.tried:
                tone = "good" if number == puzzle.right else "bad"
            text, act = t.reason(words).rstrip("."), partial(self.choose, number)
            ids.choices.add_widget(
                Answer(name=f"choose {number}", text=text, tone=tone, on_release=lambda _, a=act: a())
            )
        ids.scroll.scroll_y = 1
        actions = (
            Action("leave", t("do.menu")),
            Action("back", t("do.back"), enabled=self.at > 0),
            Action("next", t("guide.next"), "accent" if done else "plain"),
        )
        show_actions(ids.actions, actions, self.act)


load(__file__)
