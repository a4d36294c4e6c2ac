"""A die with the points it still gives beside it."""

from kivy.uix.boxlayout import BoxLayout

from companion.app.theme import theme
from companion.app.widgets import die_view  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import load


class DieSlot(BoxLayout):
    """A die and the points it still gives."""

    def show_words(self) -> None:
        """Give words room only if there are some, lest many dice do not fit into a row."""
        left = self.ids.left
        short = left.text in ("", ":")
        left.size_hint_x = None if short else 1
        left.width = (theme.gap if left.text else 0) if short else left.width


load(__file__)
