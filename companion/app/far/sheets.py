"""The sheets over the screen on which players begin a game with another table."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from kivy.config import Config
from kivy.uix.boxlayout import BoxLayout

from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.widgets.controls import ButtonRow, ModalSheet, SheetColumn, Title, Words, lay_over, press
from companion.app.widgets.line import Line
from companion.app.widgets.qr_code import QrCode
from companion.sharing.far.meeting import code_in
from companion.sharing.feed.pairing import LETTERS, in_groups

# Height of a code's picture, in touchable lines.
CODE_HEIGHTS = 4
ERASE = "<"
# Letters in a row of the keys for codes, on a display without a keyboard.
LETTERS_A_ROW = 11


def take_line(texts: Texts, take: Callable[[str], None]) -> list[BoxLayout]:
    """Return rows to enter the code of another table: a line with the button that takes it, and keys, one of which
    erases the last letter, where there is no keyboard."""
    code, row = Line(name="far code", hint_text=texts("far.code"), multiline=False), ButtonRow()

    def typed(sign: str) -> None:
        code.text = code.text[:-1] if sign == ERASE else code.text + sign

    row.add_widget(code)
    row.add_widget(press("far take", texts("far.take"), lambda: take(code.text), size_hint_x=0.5))
    rows, signs = [row], (*LETTERS, ERASE) if Config.get("kivy", "keyboard_mode") else ()
    for start in range(0, len(signs), LETTERS_A_ROW):
        rows.append(ButtonRow())
        for sign in signs[start : start + LETTERS_A_ROW]:
            rows[-1].add_widget(press(f"letter {sign}", sign, partial(typed, sign)))
    return rows


class Reply(NamedTuple):
    """A button that answers what players are asked: its name, its words, what it does."""

    name: str
    words: str
    then: Callable[[], None]


class FarSheet:
    """A sheet that tells how the meeting of two tables goes, asks what players have to agree to, and takes a code."""

    def __init__(self, texts: Texts, take: Callable[[str], None]) -> None:
        self._told = Words(bold=True)
        self._says, self._asked = Words(text=texts("far.says")), SheetColumn(padding=0)
        column = SheetColumn(self._says, self._told, self._asked, *take_line(texts, take))
        self.sheet = ModalSheet(width=theme.touch * 13, on_dismiss=self._closed)
        self.is_open = True
        lay_over(self.sheet, texts("far.title"), column, texts("do.close"))

    def _closed(self, _sheet: ModalSheet) -> None:
        self.is_open = False

    def tell(self, words: str) -> None:
        self._told.text = words
        self._asked.clear_widgets()

    def ask(self, words: str, *answers: Reply) -> None:
        """Tell something, with a button for each answer."""
        self.tell(words)
        for number, (name, answer, then) in enumerate(answers):
            self._asked.add_widget(press(name, answer, then, "plain" if number else "accent"))
        if theme.narrow and self._says.parent:
            # What is asked is to be in sight.
            self._says.parent.remove_widget(self._says)

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
        picture, says = QrCode(text=invitation), Words(text=self._texts("far.code.says", broker=broker))
        shown, self._told = ButtonRow(), Words(bold=True)
        side = theme.touch * CODE_HEIGHTS

        def fit(*_: object) -> None:
            """Have the words beside the picture where that leaves room for a broker's address, else below."""
            beside = shown.width > side * 2.6
            shown.orientation = "horizontal" if beside else "vertical"
            shown.height = max(says.height, side) if beside else says.height + side + theme.gap

        picture.size_hint, picture.size = (None, None), (side, side)
        for part in (picture, says):
            part.pos_hint = {"top": 1}
            shown.add_widget(part)
        shown.bind(width=fit)
        says.bind(height=fit)
        letters = Title(text=in_groups(code.replace("-", "")))
        line = take_line(self._texts, self._take)
        column = SheetColumn(letters, shown, *self._choices(), *line, self._told)
        self._sheet = ModalSheet(width=theme.touch * 16)
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
