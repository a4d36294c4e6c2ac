"""Icons on buttons: glyphs of `assets/icons.ttf`, a part of Material Symbols Rounded."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.text import Label as Lettering
from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.app.theme import theme

FONT: Final = str(Path(__file__).parents[1] / "assets" / "icons.ttf")
# How large it is by the letters it stands beside, by the button it stands alone on, and what lies between it and words.
BESIDE, ALONE, GAP = 1.25, 0.56, 0.4
# The letters below an icon by the height of a button, and the least size of an icon above them.
LINE, LEAST_ABOVE = 1.3, 16.0

ICONS: Final[Mapping[str, str]] = {
    "back": "\ue5c4",
    "before": "\ue5c4",
    "next": "\ue5c8",
    "leave": "\ue9ba",
    "close": "\ue5cd",
    "new": "\ue145",
    "undo": "\ue166",
    "put_back": "\ueba1",
    "done": "\ue668",
    "accept": "\uebcb",
    "pass": "\ue8d4",
    "suggest": "\ue90f",
    "follow": "\ue037",
    "go_on": "\ue037",
    "play": "\ue037",
    "start": "\ue037",
    "pause": "\ue034",
    "step": "\ue044",
    "skip": "\ue01f",
    "roll": "\ueb40",
    "throw": "\ueb40",
    "type": "\ue0bc",
    "which": "\ue8fd",
    "rule": "\uea19",
    "rules": "\uea19",
    "by_touch": "\ue913",
    "corners": "\ue3c2",
    "find": "\ue3b4",
    "other_camera": "\uefeb",
    "turn_round": "\ue8d5",
    "photo": "\ue412",
    "guide": "\ue412",
    "drawing": "\ue3ec",
    "set_up": "\ue9b0",
    "analyse": "\ue6e1",
    "share": "\ue80d",
    "rematch": "\ue042",
    "again": "\ue042",
    "records": "\ue8b3",
    "settings": "\ue8b8",
    "teach": "\ue80c",
    "puzzles": "\ue87b",
    "options": "\ue429",
    "far": "\ue80b",
    "resume": "\ue1c4",
    "report": "\uf0c6",
    "phone": "\ue7ba",
    "loud": "\ue050",
    "quiet": "\ue04f",
    "clock": "\ue425",
    "enter": "\ue0bc",
    "show": "\ue8f4",
    "hide": "\ue8f5",
    "whistle": "\uea30",
    "run": "\ue566",
    "turn_piece": "\ue41a",
    "more": "\ue5d3",
    "measure": "\ue41c",
    "help": "\ue8fd",
    "phone_code": "\ue00a",
    "tower": "\ueb40",
    "contents": "\ue896",
    "speed": "\ue9e4",
    "delete": "\ue92e",
    "rename": "\uf097",
    "page": "\ue80b",
    "json": "\uf090",
    "text": "\ue14d",
    "on": "\ue9f6",
    "off": "\ue9f5",
    "unfold": "\ue5cf",
}
"""A glyph by what it is for; most are the names of buttons."""


class ButtonIcon:
    """Draws the icon of a button."""

    def __init__(self, button: Any) -> None:
        self._button, self._group = button, InstructionGroup()
        self._drawn: tuple[str, float] = ("", 0)
        self._texture: Any = None
        draw = Clock.create_trigger(self._draw, -1)
        button.canvas.after.add(self._group)
        button.bind(**dict.fromkeys(("pos", "size", "texture", "color", "icon", "arrangement"), draw))
        draw()

    def _draw(self, *_: object) -> None:
        button, group = self._button, self._group
        group.clear()
        size = round(icon_size(button.arrangement, button.height, button.font_size))
        if not button.icon or not button.arrangement or size < 1:
            return
        if self._drawn != (button.icon, size):
            lettering = Lettering(text=button.icon, font_size=size, font_name=FONT)
            lettering.refresh()
            self._drawn, self._texture = (button.icon, size), lettering.texture
        width, height = self._texture.size
        x, y = button.center_x - width / 2, button.center_y - height / 2
        if button.arrangement == "beside":
            x -= (button.words_width + GAP * size) / 2
        elif button.arrangement == "above":
            y += button.font_size * LINE / 2 - 2
        group.add(Color(*button.color))
        group.add(Rectangle(texture=self._texture, pos=(round(x), round(y)), size=(width, height)))


def beneath_icon(height: float) -> float:
    """Return the largest letters that leave room for an icon above them on a button of this height."""
    return (height - LEAST_ABOVE - 6) / LINE


def icon_size(arrangement: str, height: float, letters: float) -> float:
    """Return the size of an icon on a button of this height with letters of this size."""
    if arrangement == "beside":
        return letters * BESIDE
    if arrangement == "above":
        return min(height * 0.5, height - letters * LINE - 6)
    return min(height, float(theme.touch)) * ALONE
