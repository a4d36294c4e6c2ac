"""What the dice on the table show, to be tapped: six buttons for each die."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.views import ShownDie
from companion.app.widgets.controls import ButtonRow, SheetColumn, Small, press
from companion.app.widgets.die_view import DieView

SIX = range(1, 7)


def dice_rows(dice: Sequence[ShownDie], done: Callable[[tuple[int, ...]], None]) -> Widget:
    """Make a row for each die, below the words about it; `done` gets the values, in order, once there is one for
    each."""
    chosen: dict[int, int] = {}
    rows = SheetColumn()

    def tapped(number: int, value: int, button: Widget) -> None:
        for other in button.parent.children:
            if getattr(other, "tone", None):
                other.tone = "chosen" if other is button else "plain"
        chosen[number] = value
        if len(chosen) == len(dice):
            done(tuple(chosen[each] for each in range(len(dice))))

    for number, die in enumerate(dice):
        if die.left:
            rows.add_widget(Small(text=die.left))
        row = ButtonRow()
        row.add_widget(DieView(colour=die.colour, size_hint_x=None, width=theme.touch))
        for value in SIX:
            button = press(f"die {number} {value}", str(value), lambda: None)
            button.bind(on_release=lambda pressed, n=number, v=value: tapped(n, v, pressed))
            row.add_widget(button)
        rows.add_widget(row)
    return rows
