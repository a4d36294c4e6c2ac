"""The sheets over the screen on which players begin a game with another table."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from kivy.config import Config
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout

from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.widgets.controls import ButtonRow, ModalSheet, Said, Title, Words, lay_over, press
from companion.app.widgets.line import Line
from companion.app.widgets.qr_code import QrCode
from companion.sharing.far.meeting import code_in
from companion.sharing.feed.pairing import LETTERS, in_groups

# Height of a code with its picture, in touchable lines, and of the words above what is asked.
CODE_HEIGHTS = 6
WORDS_HEIGHTS = 5.1
ERASE = "<"
# Letters in a row of the keys for codes, on a display without a keyboard.
LETTERS_A_ROW = 11


class TakeLine:
    """A line for the code of another table, with the button that takes it, and keys where there is no keyboard."""

    def __init__(self, texts: Texts, take: Callable[[str], None]) -> None:
        self._code = Line(name="far code", hint_text=texts("far.code"), multiline=False)
        row = ButtonRow()
        row.add_widget(self._code)
        button = press("far take", texts("far.take"), lambda: take(self._code.text))
        button.size_hint_x = 0.5
        row.add_widget(button)
        self.rows = [row, *(self._letters() if Config.get("kivy", "keyboard_mode") else ())]

    def _letters(self) -> list[BoxLayout]:
        """Return rows of keys for the letters of codes, and a key that erases the last letter."""
        rows = []
        signs = (*LETTERS, ERASE)
        for start in range(0, len(signs), LETTERS_A_ROW):
            row = ButtonRow()
            for sign in signs[start : start + LETTERS_A_ROW]:
                row.add_widget(press(f"letter {sign}", sign, partial(self._type, sign)))
            rows.append(row)
        return rows

    def _type(self, sign: str) -> None:
        self._code.text = self._code.text[:-1] if sign == ERASE else self._code.text + sign


class Reply(NamedTuple):
    """A button that answers what players are asked: its name, its words, what it does."""

    name: str
    words: str
    then: Callable[[], None]


class FarSheet:
    """A sheet that tells how the meeting of two tables goes, asks what players have to agree to, and takes a code."""

    def __init__(self, texts: Texts, take: Callable[[str], None]) -> None:
        self._told = Words(bold=True)
        self._column = BoxLayout(orientation="vertical", spacing=theme.gap)
        self._asked = BoxLayout(orientation="vertical", spacing=theme.gap)
        self._rows = TakeLine(texts, take).rows
        for widget in (Words(text=texts("far.says")), self._told, self._asked, *self._rows):
            self._column.add_widget(widget)
        self.sheet = ModalSheet(width=min(Window.width * 0.92, theme.touch * 13), height=self._height)
        self.sheet.bind(on_dismiss=self._closed)
        self.is_open = True
        lay_over(self.sheet, texts("far.title"), self._column, texts("do.close"))

    def _closed(self, _sheet: ModalSheet) -> None:
        self.is_open = False

    @property
    def _height(self) -> float:
        """The height of the words, and of all that can be tapped."""
        return float(theme.touch) * (WORDS_HEIGHTS + 1.1 * (len(self._rows) + len(self._asked.children)))

    def tell(self, words: str) -> None:
        self._told.text = words
        self._asked.clear_widgets()
        self.sheet.grow(self._height)

    def ask(self, words: str, *answers: Reply) -> None:
        """Tell something, with a button for each answer."""
        self.tell(words)
        for number, (name, answer, then) in enumerate(answers):
            self._asked.add_widget(press(name, answer, then, "plain" if number else "accent"))
        self.sheet.grow(self._height)

    def close(self) -> None:
        self.sheet.dismiss()


class Choice(NamedTuple):
    """A term of an invitation that this table may change: its name and value, and what is done on a tap."""

    name: str
    value: str
    change: Callable[[], None]


class CodeSheet:
    """A sheet with the code for the other table, until that has joined.

    `take` takes the code of another table instead; `terms` returns what may be changed in this invitation.
    """

    def __init__(self, texts: Texts, take: Callable[[str], None], terms: Callable[[], Sequence[Choice]]) -> None:
        self._texts, self._take, self._terms = texts, take, terms
        self._sheet: ModalSheet | None = None
        self._shown = self._alone = ""
        self._told = Words(bold=True)

    @property
    def waits(self) -> bool:
        """True if the game on the screen waits for another table."""
        return bool(self._shown)

    def shows(self, code: str) -> bool:
        """Return True if this is the code that the other table is to type."""
        return self.waits and code_in(code) == code_in(self._shown)

    def follow(self, state: Any) -> None:
        """Open the sheet once for a game that waits for another table, and close it when that has joined."""
        far = getattr(state, "far", None)
        invitation, alone = (far.invitation, far.alone) if far else ("", "")
        if not invitation:
            self._shown = ""
            self.close()
        elif invitation != self._shown:
            self.open(invitation)
        elif alone != self._alone:
            self._alone = alone
            self.tell(self._texts(f"far.alone.{alone}") if alone else "")

    def open(self, invitation: str) -> None:
        self.close()
        self._shown, self._alone = invitation, ""
        broker, _, code = invitation.rpartition("#")
        typed = BoxLayout(orientation="vertical", spacing=theme.gap)
        typed.add_widget(Title(text=in_groups(code.replace("-", ""))))
        typed.add_widget(Said(text=self._texts("far.code.says", broker=broker)))
        shown = BoxLayout(spacing=theme.gap)
        picture = QrCode(text=invitation)
        picture.size_hint_y = 1
        for part in (picture, typed):
            shown.add_widget(part)
        column = BoxLayout(orientation="vertical", spacing=theme.gap)
        self._told = Words(bold=True)
        choices, line = self._choices(), TakeLine(self._texts, self._take).rows
        for widget in (shown, *choices, *line, self._told):
            column.add_widget(widget)
        height = theme.touch * (CODE_HEIGHTS + 1.2 * (1 + len(choices) + len(line)))
        self._sheet = ModalSheet(width=Window.width * 0.8, height=min(height, Window.height * 0.96))
        lay_over(self._sheet, self._texts("far.code.title"), column, self._texts("do.close"))

    def _choices(self) -> list[BoxLayout]:
        row = ButtonRow()
        for name, value, change in self._terms():
            row.add_widget(press(f"far {name}", self._texts(f"far.term.{name}.{value}"), change))
        return [row] if row.children else []

    def tell(self, words: str) -> None:
        self._told.text = words

    def close(self) -> None:
        if self._sheet:
            self._sheet.dismiss()
            self._sheet = None
