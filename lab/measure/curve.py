"""Curves over time as a small picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

WIDTH, ROW, LEFT, RIGHT, TOP, BOTTOM = 1000, 190, 70, 20, 34, 30
INK, SOFT, MARK = (40, 40, 40), (215, 215, 215), (120, 120, 235)
COLOURS: Final = ((150, 90, 20), (40, 120, 40), (30, 80, 190))
FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_curve(
    path: Path,
    hours: Sequence[float],
    rows: Mapping[str, Sequence[float]],
    marks: Sequence[float],
    *,
    unit: str = "h",
    step: int = 1,
) -> None:
    """Write a PNG with a row for each of `rows` over `hours`, each from 0 up; `marks` (hours) are lines through all.
    Every `step`-th is named with its `unit`, which need not be hours."""
    picture = np.full((ROW * len(rows) + BOTTOM, WIDTH, 3), 255, np.uint8)
    end = max(hours, default=0.0) or 1.0

    def across(hour: float) -> int:
        return round(LEFT + hour / end * (WIDTH - LEFT - RIGHT))

    for number, (name, values) in enumerate(rows.items()):
        top, floor = number * ROW + TOP, (number + 1) * ROW
        most = 1.15 * max(values, default=1.0)
        for mark in marks:
            cv2.line(picture, (across(mark), top), (across(mark), floor), MARK, 1)
        for level in (0.0, 0.5, 1.0):
            y = round(floor - level / 1.15 * (floor - top))
            cv2.line(picture, (LEFT, y), (WIDTH - RIGHT, y), SOFT, 1)
            cv2.putText(picture, f"{level * most / 1.15:.0f}", (8, y + 5), FONT, 0.45, INK, 1, cv2.LINE_AA)
        spots = [
            (across(hour), round(floor - value / most * (floor - top)))
            for hour, value in zip(hours, values, strict=True)
        ]
        cv2.polylines(picture, [np.array(spots, np.int32)], False, COLOURS[number % len(COLOURS)], 1, cv2.LINE_AA)
        cv2.putText(picture, name, (LEFT, top - 8), FONT, 0.55, INK, 1, cv2.LINE_AA)
    for hour in range(0, int(end) + 1, step):
        cv2.putText(
            picture, f"{hour} {unit}", (across(hour) - 8, len(rows) * ROW + 20), FONT, 0.45, INK, 1, cv2.LINE_AA
        )
    # Few colours, packed well, make a small file.
    packed = [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_DEFAULT]
    cv2.imwrite(str(path), picture // 16 * 17, [*packed, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE])
