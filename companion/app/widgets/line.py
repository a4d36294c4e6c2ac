"""A line to type in."""

from kivy.properties import StringProperty
from kivy.uix.textinput import TextInput

from companion.app.widgets.controls import load


class Line(TextInput):
    """`name` is what it is for, for tests to find it by."""

    name = StringProperty("")


load(__file__)
