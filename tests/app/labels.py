"""Measures every label in the window against its box."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.app.theme import LEAST_TEXT

if TYPE_CHECKING:
    from companion.app.driver import Driver

# Rounding of textures, in pixels.
SLACK = 3


def misfits(driver: "Driver") -> list[str]:
    """What of the text on the screen is cut off, runs out of its box or is too small to be read."""
    return [f"{why}: {label.text!r} {tuple(map(round, label.size))}" for label, why in _found(driver)]


def _found(driver: "Driver") -> Iterator[tuple[Any, str]]:
    from kivy.core.text import Label as CoreLabel  # noqa: PLC0415 - importing it opens the window
    from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415
    from kivy.uix.label import Label  # noqa: PLC0415

    from companion.app.widgets.icons import icon_size  # noqa: PLC0415

    yield from _cut_hints(driver)
    for label in driver.widgets():
        if not isinstance(label, Label) or not label.text.strip() or not _visible(label):
            continue
        font = {"font_size": label.font_size, "bold": label.bold}
        words = CoreLabel(**font)
        row = label.parent
        if hasattr(label, "tone") and isinstance(row, BoxLayout) and label.height > row.height + SLACK:
            yield label, f"higher than its row, {row.height:.0f} px"
        if leaves := _left(label):
            yield label, f"runs out of {type(leaves).__name__} {tuple(map(round, leaves.size))}"
        if label.font_size < LEAST_TEXT:
            yield label, f"tiny, {label.font_size:.0f} px"
        if max(words.get_extents(word)[0] for word in label.text.split()) > (label.text_size[0] or label.width) + SLACK:
            yield label, "a word is wider than its box"
            continue
        if label.shorten:
            natural: float = words.get_extents(label.text)[1]
            wide = words.get_extents(label.text)[0] > label.width + SLACK
        else:
            laid = CoreLabel(text=label.text, text_size=(label.text_size[0] or label.width, None), **font)
            laid.refresh()
            natural, wide = laid.texture.height, False
        if wide or natural > label.height + SLACK:
            yield label, f"cut, {natural:.0f} px high"
        icon = icon_size("above", label.height, label.font_size) if getattr(label, "arrangement", "") == "above" else 0
        if icon and natural + icon > label.height + SLACK:
            yield label, "beneath its icon"


def _cut_hints(driver: "Driver") -> Iterator[tuple[Any, str]]:
    """What is told in an empty line that is to be typed in."""
    from kivy.core.text import Label as CoreLabel  # noqa: PLC0415 - importing it opens the window

    from companion.app.widgets.line import Line  # noqa: PLC0415

    for line in driver.widgets():
        if isinstance(line, Line) and not line.text and line.font_size > LEAST_TEXT and _visible(line):
            room = line.width - line.padding[0] - line.padding[2]
            if CoreLabel(font_size=line.font_size).get_extents(line.hint_text)[0] > room + SLACK:
                yield line, f"hint is cut: {line.hint_text!r}"


def _left(widget: Any) -> Any:
    """Return the layout that something runs out of, above or below, if there is one; what is scrolled may."""
    from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415
    from kivy.uix.modalview import ModalView  # noqa: PLC0415

    while widget.parent is not None and widget.parent is not widget:
        inside, widget = widget, widget.parent
        if isinstance(widget, BoxLayout | ModalView) and not (
            widget.y - SLACK <= inside.y and inside.top <= widget.top + SLACK
        ):
            return widget
    return None


def _visible(widget: Any) -> bool:
    while widget is not None and widget.parent is not widget:
        if widget.opacity < 0.1 or min(widget.size) < 2:
            return False
        widget = widget.parent
    return True
