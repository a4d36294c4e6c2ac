"""The sheets over the screen on which players begin a game with another table."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.config import Config
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout

from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.widgets.controls import ButtonRow, ModalSheet, Said, Small, Title, Words, lay_over, press
from companion.app.widgets.line import Line
from companion.app.widgets.qr_code import QrCode
from companion.sharing.feed.pairing import LETTERS, in_groups

CODE_HEIGHTS = 7
ERASE = "<"
# Letters in a row of the keys for codes, on a display without a keyboard.
LETTERS_A_ROW = 11


class FarSheet:
    """A sheet with two ways: `invite` another table, or `take` the code that it shows. `tell` shows how that goes."""

    def __init__(self, texts: Texts, invite: Callable[[], None], take: Callable[[str], None]) -> None:
        self._texts = texts
        self._code = Line(name="far code", hint_text=texts("far.code"), multiline=False)
        self._told = Words(bold=True)
        self._column = BoxLayout(orientation="vertical", spacing=theme.gap)
        row = ButtonRow()
        row.add_widget(self._code)
        button = press("far take", texts("far.take"), lambda: take(self._code.text), "accent")
        button.size_hint_x = 0.5
        row.add_widget(button)
        for widget in (
            Words(text=texts("far.says")),
            press("far invite", texts("far.invite"), invite, "accent"),
            Small(text=texts("far.invite.says")),
            row,
            *(letters := self._letters() if Config.get("kivy", "keyboard_mode") else ()),
            self._told,
        ):
            self._column.add_widget(widget)
        height = theme.touch * (8 + 1.1 * len(letters))
        self.sheet = ModalSheet(width=min(Window.width * 0.92, theme.touch * 13), height=height)
        lay_over(self.sheet, texts("far.title"), self._column, texts("do.close"))

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

    def tell(self, words: str) -> None:
        self._told.text = words

    def ask(self, broker: str, then: Callable[[], None]) -> None:
        """Tell what the public broker sees, and call `then` once the players agree."""
        self.tell(self._texts("far.public.says", broker=broker))
        self._column.clear_widgets()
        for widget in (self._told, press("far agree", self._texts("far.public.agree"), then, "accent"), BoxLayout()):
            self._column.add_widget(widget)

    def close(self) -> None:
        self.sheet.dismiss()


class CodeSheet:
    """A sheet with the code for the other table, until that has joined."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._sheet: ModalSheet | None = None
        self._shown = ""

    def follow(self, state: Any) -> None:
        """Open the sheet once for a game that waits for another table, and close it when that has joined."""
        far = getattr(state, "far", None)
        invitation = far.invitation if far else ""
        if not invitation:
            self.close()
        elif invitation != self._shown:
            self.open(invitation)

    def open(self, invitation: str) -> None:
        self.close()
        self._shown = invitation
        broker, _, code = invitation.rpartition("#")
        typed = BoxLayout(orientation="vertical", spacing=theme.gap)
        typed.add_widget(Title(text=in_groups(code.replace("-", ""))))
        typed.add_widget(Said(text=self._texts("far.code.says", broker=broker)))
        column = BoxLayout(spacing=theme.gap)
        picture = QrCode(text=invitation)
        picture.size_hint_y = 1
        for part in (picture, typed):
            column.add_widget(part)
        self._sheet = ModalSheet(width=Window.width * 0.8, height=theme.touch * CODE_HEIGHTS)
        lay_over(self._sheet, self._texts("far.code.title"), column, self._texts("do.close"))

    def close(self) -> None:
        if self._sheet:
            self._sheet.dismiss()
            self._sheet = None
