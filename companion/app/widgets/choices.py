"""Rows of buttons of which one is chosen."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.present.start import Choice
from companion.app.theme import theme
from companion.app.widgets.controls import Small, Words, press


def add_choice(box: Any, choice: Choice, choose: Callable[[str, Any], None]) -> None:
    """Add a title, the buttons (sentences one below the other) and what is said about the one chosen."""
    box.add_widget(Words(text=choice.title, bold=True))
    row = BoxLayout(size_hint_y=None, spacing=theme.gap, orientation="vertical" if choice.wide else "horizontal")
    row.bind(minimum_height=row.setter("height"))
    if not choice.wide:
        row.height = theme.touch
    for value, words in choice.values:
        tone = "accent" if value == choice.chosen else "plain"
        button = press(f"{choice.name} {value}", words, partial(choose, choice.name, value), tone)
        if choice.wide:
            button.bold = False
            button.font_size = theme.small
        row.add_widget(button)
    box.add_widget(row)
    if choice.says:
        box.add_widget(Small(text=choice.says))
