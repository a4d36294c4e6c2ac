"""The screen of a lesson: a picture on the left, its explanation on the right."""

from collections.abc import Callable

from kivy.properties import ObjectProperty

from companion.app.lesson.lesson import Lesson
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.views import Action
from companion.app.widgets.controls import Page, load, show_actions
from companion.app.widgets.die_slot import DieSlot


class LessonScreen(Page):
    """A lesson. `leave` returns to the start screen, `open_rules` opens the rules, `open_puzzles` the puzzles after the
    last picture, if the game has puzzles."""

    texts = ObjectProperty(None)

    def __init__(
        self,
        texts: Texts,
        title: str,
        lesson: Lesson,
        leave: Callable[[], None],
        open_rules: Callable[[], None],
        open_puzzles: Callable[[], None] | None = None,
        **kwargs: object,
    ) -> None:
        self.texts, self._title, self._lesson, self.leave = texts, title, lesson, leave
        self._open_rules, self._open_puzzles = open_rules, open_puzzles
        self.at = 0
        self._missed = False
        super().__init__(**kwargs)
        self.board = lesson.board()
        self.board.bind(on_spot=lambda _board, spot: self.tap(spot))
        self.ids.board_box.add_widget(self.board)
        self._show()

    def tap(self, spot: str) -> None:
        """Go on if the tap hits the wanted place; otherwise ask again."""
        wanted = self._lesson.steps[self.at].tap
        if spot == wanted:
            self.look_at(self.at + 1)
        elif wanted:
            self._missed = True
            self._show()

    def act(self, action: Action) -> None:
        """Handle a pressed button."""
        if action.name == "rules":
            self._open_rules()
        elif action.name == "puzzles" and self._open_puzzles:
            self._open_puzzles()
        elif action.name == "leave" or (action.name == "next" and self.at == len(self._lesson.steps) - 1):
            self.leave()
        else:
            self.look_at(self.at + (1 if action.name == "next" else -1))

    def look_at(self, step: int) -> None:
        """Show one picture of the lesson."""
        self.at, self._missed = step, False
        self._show()

    def _show(self) -> None:
        t, ids, steps = self.texts, self.ids, self._lesson.steps
        step = steps[self.at]
        last = self.at == len(steps) - 1
        self.board.picture = step.picture
        ids.title.text = self._title
        ids.headline.text = t("lesson.at", n=self.at + 1, all=len(steps))
        words = [t(step.says), t.reason(step.why) if step.why else "", t("lesson.again") if self._missed else ""]
        ids.words.text = "\n".join(word for word in words if word)
        ids.dice.height = 100 * theme.unit if step.dice else 0
        ids.dice.clear_widgets()
        for die in step.dice:
            slot = DieSlot()
            slot.ids.die.colour, slot.ids.die.value = die.colour, die.value or 0
            slot.ids.left.text = die.left
            ids.dice.add_widget(slot)
        onward = t("lesson.end" if last else "guide.next")
        puzzles = (Action("puzzles", t("do.puzzles")),) if last and self._open_puzzles else ()
        actions = (
            Action("leave", t("do.menu")),
            *puzzles,
            Action("rules", t("do.rules")),
            Action("back", t("do.back"), enabled=self.at > 0),
            Action("next", onward, "plain" if step.tap else "accent"),
        )
        show_actions(ids.actions, actions, self.act)


load(__file__)
