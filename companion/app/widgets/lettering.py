"""How much room text takes, told without drawing it; all in pixels."""

from math import ceil

# Of the font in use, in font sizes: the mean width of a letter, somewhat more for broken lines, and a line's height.
LETTER_WIDTH, LINE_HEIGHT = 0.53, 1.2
# A letter of a word in bold.
BOLD_LETTER_WIDTH = 0.6
# The mean width of a letter of a whole line in bold.
BOLD_LINE_WIDTH = 0.55


def height_of(text: str, font_size: float, width: float) -> float:
    """About how high a text gets in a column that wide."""
    lines = sum(max(1, ceil(len(line) * LETTER_WIDTH * font_size / max(width, 1))) for line in text.split("\n"))
    return lines * LINE_HEIGHT * font_size


def in_a_line(text: str, font_size: float, width: float) -> float:
    """The font size in which a line of bold letters fits into the width, at most `font_size` and no less than two
    thirds of it: what does not fit then is cut."""
    needed = max(len(text), 1) * BOLD_LINE_WIDTH
    return max(min(font_size, max(width, 1) / needed), font_size * 2 / 3)


def in_a_box(text: str, font_size: float, width: float, height: float) -> float:
    """The largest font size, at most `font_size` and no less than half of it, in which a text fits into a box."""
    steps = (font_size * share for share in (1.0, 0.92, 0.84, 0.76, 0.68, 0.6))
    return next((size for size in steps if height_of(text, size, width) <= height), font_size * 0.5)


def fitting(text: str, font_size: float, width: float) -> float:
    """The font size in which the longest word of a text in bold letters is not broken, at most `font_size`."""
    longest = max((len(word) for word in text.split()), default=0) * BOLD_LETTER_WIDTH
    return min(font_size, max(width, 1) / longest) if longest else font_size
