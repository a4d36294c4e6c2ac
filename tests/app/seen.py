"""What tests look for on the screen."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2

from tests.app.colours import colours

if TYPE_CHECKING:
    from companion.app.driver import Driver

# 11 mm on a 10-inch tablet of 1280 x 800 pixels, 149 an inch.
LEAST_PIXELS = 11 / 25.4 * 149


def shown(driver: "Driver", path: Path) -> None:
    """Leave a picture behind, and see that there is something in it."""
    image = cv2.imread(str(driver.picture(path)))
    assert image is not None and image.shape == (800, 1280, 3)
    assert colours(image) > 20


def controls_too_small(driver: "Driver") -> list[str]:
    from companion.app.start.screen import GameButton  # noqa: PLC0415
    from companion.app.widgets.controls import Press  # noqa: PLC0415
    from companion.app.widgets.line import Line  # noqa: PLC0415
    from companion.app.widgets.scrubber import Scrubber  # noqa: PLC0415

    return [
        f"{type(widget).__name__} {getattr(widget, 'name', '')}: {widget.size}"
        for widget in driver.widgets()
        if isinstance(widget, Press | GameButton | Line | Scrubber)
        and all(part.opacity for part in (widget, *_above(widget)))
        and min(widget.size) < LEAST_PIXELS
    ]


def _above(widget: Any) -> Iterator[Any]:
    """What a widget lies in."""
    while (parent := widget.parent) is not None and parent is not widget:
        yield parent
        widget = parent
