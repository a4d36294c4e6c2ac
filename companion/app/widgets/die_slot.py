"""A die with the points it still gives beside it."""

from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets import die_view  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import load


class DieSlot(BoxLayout):
    """A die and the points it still gives."""


load(__file__)
