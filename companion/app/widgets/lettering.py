"""How much room text takes, told without drawing it; all in pixels. No text is made smaller than `LEAST_TEXT`."""

from collections.abc import Iterable
from math import ceil, inf

from companion.app.theme import LEAST_TEXT

# Of the font in use, in font sizes: the mean width of a letter, somewhat more for broken lines, and a line's height.
LETTER_WIDTH, LINE_HEIGHT = 0.53, 1.2
# A letter of a word in bold.
BOLD_LETTER_WIDTH = 0.66
# The mean width of a letter of a whole line in bold.
BOLD_LINE_WIDTH = 0.55
HYPHEN = "-"
# From so many letters on.
LONG_WORD = 10


class Hyphens:
    """Where long words of the language in use may be broken: ``Ein-stellun-gen``."""

    def __init__(self) -> None:
        self._parts: dict[str, list[str]] = {}

    def learn(self, words: Iterable[str]) -> None:
        """Know these words, and no others."""
        self._parts = {word.replace(HYPHEN, ""): word.split(HYPHEN) for word in words}

    def parts(self, word: str) -> list[str]:
        """Return the parts into which a word may be broken: always behind a hyphen of its own."""
        *first, last = word.split(HYPHEN)
        if first and all(part.isalpha() for part in (*first, last)):
            return [*(f"{part}{HYPHEN}" for part in first), last]
        return self._parts.get(word, [word])


hyphens = Hyphens()


def height_of(text: str, font_size: float, width: float) -> float:
    """About how high a text gets in a column that wide."""
    lines = sum(max(1, ceil(len(line) * LETTER_WIDTH * font_size / max(width, 1))) for line in text.split("\n"))
    return lines * LINE_HEIGHT * font_size


def in_a_line(text: str, font_size: float, width: float) -> float:
    """Return the font size in which a line of bold letters fits into the width, at most `font_size` and no less than
    two thirds of it."""
    needed = max(len(text), 1) * BOLD_LINE_WIDTH
    return max(min(font_size, max(width, 1) / needed), font_size * 2 / 3, min(font_size, LEAST_TEXT))


def fitting(text: str, font_size: float, width: float, height: float = inf) -> float:
    """Return the font size, at most `font_size`, in which no word of a text in bold letters is broken, and all of it
    fits into a box; one that would need less than half of `font_size` for that is cut."""
    longest = max(map(len, text.split()), default=0) * BOLD_LETTER_WIDTH
    whole = min(font_size, max(width, 1) / longest) if longest else font_size
    steps = (font_size * share for share in (1.0, 0.92, 0.84, 0.76, 0.68, 0.6))
    fits = next((size for size in steps if height_in_bold(text, size, width) <= height), font_size * 0.5)
    return max(min(whole, fits), min(font_size, LEAST_TEXT))


def height_in_bold(text: str, font_size: float, width: float) -> float:
    """Return the height of a text in bold letters in a column that wide, broken between words."""
    most, lines = width / font_size / BOLD_LINE_WIDTH, 0
    for line in text.split("\n"):
        lines, filled = lines + 1, 0
        for word in line.split():
            if filled and filled + 1 + len(word) > most:
                lines, filled = lines + 1, len(word)
            else:
                filled += len(word) + (filled > 0)
    return lines * LINE_HEIGHT * font_size


def least_width(text: str) -> float:
    """Return how wide a column must be for the longest word, or part of a long word, in the smallest bold letters."""
    found = (hyphens.parts(word) if len(word) >= LONG_WORD else [word] for word in text.split())
    parts = [f"{part}{HYPHEN}" if parts[1:] else part for parts in found for part in parts]
    return max(map(len, parts), default=0) * BOLD_LETTER_WIDTH * LEAST_TEXT


def line_of(text: str) -> float:
    """Return about how wide a line of bold letters is, in font sizes."""
    return max(len(text) * BOLD_LETTER_WIDTH * 0.95, max(map(len, text.split()), default=0) * BOLD_LETTER_WIDTH)


def broken(text: str, width: float, smallest: float = LEAST_TEXT) -> str:
    """Return a text with its words broken if they do not fit into the width even in the smallest bold letters; long
    ones in `smallest` letters, lest they are much smaller than others beside them."""
    few, most = (width / (BOLD_LETTER_WIDTH * size) for size in (smallest, LEAST_TEXT))
    words = [(word, few if len(word) >= LONG_WORD else most) for word in text.split(" ")]
    return " ".join(word if len(word) <= fit else _broken(word, fit) for word, fit in words)


def _broken(word: str, most: float) -> str:
    lines = [""]
    for part in hyphens.parts(word):
        if lines[-1] and len(lines[-1]) + len(part) + 1 > most:
            lines[-1] += "" if lines[-1].endswith(HYPHEN) else HYPHEN
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)
