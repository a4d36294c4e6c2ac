"""Rows of buttons of which one is chosen."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.theme import LEAST_TEXT, theme
from companion.app.views import Action, ShownChoice, Tone
from companion.app.widgets.controls import SheetColumn, Small, Words, show_rows
from companion.app.widgets.lettering import least_width
from companion.app.widgets.line import Line

# More stand in two rows.
MOST_IN_A_ROW = 5
# How large the letters on buttons in a row are at least, by what is read.
LEAST_SHARE = 0.6


class ChoiceRow(BoxLayout):
    """A title, the buttons (sentences one below the other; on and off is one that switches), what is said about the
    one chosen, and a line where something is to be typed for it; `typed` takes what is. One that is `folded` is a line
    with what is chosen, which `unfold` opens by the choice's name.
    """

    def __init__(
        self,
        choice: ShownChoice,
        choose: Callable[[str, Any], None],
        typed: Callable[[str], None] = lambda _text: None,
        unfold: Callable[[str], None] = lambda _name: None,
        *,
        folded: bool = False,
        **kwargs: object,
    ) -> None:
        self._choice: ShownChoice | None = None
        self._folded = folded
        super().__init__(orientation="vertical", size_hint_y=None, spacing=theme.gap * 0.5, **kwargs)
        self.bind(minimum_height=self.setter("height"))
        self._choose, self._typed, self._unfold = choose, typed, unfold
        self._line: Line | None = None
        self._title, self._says = Words(bold=True), Small()
        self._buttons = SheetColumn(spacing=theme.gap * 0.6, padding=0)
        self._title.pos_hint = {"center_y": 0.5}
        self._head = BoxLayout(size_hint_y=None, spacing=theme.gap * 0.5)
        self._head.bind(minimum_height=self._head.setter("height"))
        for part in (self._title, self._buttons):
            self._head.add_widget(part)
        self.add_widget(self._head)
        self.show(choice, folded=folded)

    def show(self, choice: ShownChoice, *, folded: bool = False) -> None:
        """Show another choice, or the same with another value chosen."""
        self._choice, self._folded = choice, folded
        self._title.text = choice.title
        switch = isinstance(choice.chosen, bool)
        self._head.orientation = "horizontal" if folded or switch else "vertical"
        self._buttons.size_hint_x = 0.4 if switch else 1
        chosen = next((words for value, words in choice.values if value == choice.chosen), "")
        if folded:
            self._show_line(choice, folded=True)
            self.remove_widget(self._says)
            unfold = Action(f"unfold {choice.name}", chosen, icon="unfold")
            show_rows(self._buttons, [[unfold]], lambda _action: self._unfold(choice.name))
            return
        if self._says.parent is None:
            self.add_widget(self._says)
        self._says.text = choice.says
        if switch:
            tone: Tone = "chosen" if choice.chosen else "plain"
            flip = Action(f"{choice.name} {not choice.chosen}", chosen, tone, icon="on" if choice.chosen else "off")
            show_rows(self._buttons, [[flip]], self._pressed)
            return
        actions = [
            Action(f"{choice.name} {value}", words, "chosen" if value == choice.chosen else "plain")
            for value, words in choice.values
        ]
        across = 1 if choice.wide else self._across([words for _, words in choice.values])
        rows = [actions[at : at + across] for at in range(0, len(actions), across)]
        show_rows(self._buttons, rows, self._pressed)
        for button in (button for row in self._buttons.children for button in row.children if choice.wide):
            button.bold, button.lettering = False, theme.small
        self._show_line(choice, folded=False)

    def _across(self, words: Sequence[str]) -> int:
        """Return how many buttons stand in a row: all, or as many as have room for their words."""
        shares = [-(-len(words) // rows) for rows in range(1 if len(words) <= MOST_IN_A_ROW else 2, len(words) + 1)]
        needed = max(map(least_width, words)) / LEAST_TEXT * theme.body * LEAST_SHARE
        room = self.width - theme.gap
        return next((each for each in shares if room <= theme.touch or needed + theme.gap * 2 <= room / each), 1)

    def on_width(self, *_: object) -> None:
        """Stand in more rows, or in fewer."""
        if self._choice and not self._folded:
            self.show(self._choice)

    def _show_line(self, choice: ShownChoice, *, folded: bool) -> None:
        if choice.typed is None or folded:
            if self._line:
                self.remove_widget(self._line)
            self._line = None
        elif self._line is None:
            self._line = Line(name=f"{choice.name} typed", text=choice.typed, hint_text=choice.hint, input_type="url")
            self._line.bind(text=lambda _line, text: self._typed(text))
            self.add_widget(self._line)
        elif not self._line.focus:
            self._line.text = choice.typed

    def _pressed(self, action: Action) -> None:
        assert self._choice
        for value, _ in self._choice.values:
            if f"{self._choice.name} {value}" == action.name:
                self._choose(self._choice.name, value)
                return
