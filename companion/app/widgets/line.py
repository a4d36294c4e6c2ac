"""A line to type in."""

import unicodedata

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.textinput import TextInput

from companion.app.widgets.controls import load

MOST_CHARACTERS = 500


class Line(TextInput):
    """A text field. `name`: its purpose, by which tests find it."""

    name = StringProperty("")
    # The keyboard goes on to what comes next, which need not be a line.
    focus_next = ObjectProperty(StopIteration)
    focus_previous = ObjectProperty(StopIteration)

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        """Insert only characters that can be seen, and no more than any name or address has."""
        signs = "".join(sign for sign in substring if unicodedata.category(sign) not in ("Cc", "Cs"))
        super().insert_text(signs[: max(0, MOST_CHARACTERS - len(self.text))], from_undo)


load(__file__)
