"""Names that people type, made fit to be shown anywhere: on the screen, on a page, in a terminal, in a spreadsheet."""

import unicodedata
from collections.abc import Mapping

MOST_CHARACTERS = 40
# What a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
# Marks that may stand on one letter: more climb over the lines above.
MOST_MARKS = 3
# Joiners are part of words and of pictures of people; all other signs of this kind turn text round or hide in it.
_JOINERS = "\u200c\u200d"
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def unseen(sign: str) -> bool:
    """Return True for a sign that is not shown itself: it turns text round, hides in it, or steers a terminal."""
    return sign not in _JOINERS and unicodedata.category(sign) in _UNSEEN


def tidy_name(name: object) -> str:
    """Return one line of visible characters, at most MOST_CHARACTERS, each letter composed; "" for no text."""
    if not isinstance(name, str):
        return ""
    found: list[str] = []
    marks = 0
    # Longer ones are not looked through to their end.
    for sign in unicodedata.normalize("NFC", name[: 50 * MOST_CHARACTERS]):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if sign.isspace():
            found.append(" ")
        elif marks <= MOST_MARKS and not unseen(sign):
            found.append(sign)
    words = " ".join("".join(found).split())
    return words if len(words) <= MOST_CHARACTERS else words[: MOST_CHARACTERS - 1].rstrip() + "…"


def tidy_names(names: object) -> dict[str, str]:
    """Return names by side, each tidied; those that are none are left out."""
    tidied = {side: tidy_name(name) for side, name in names.items()} if isinstance(names, Mapping) else {}
    return {side: name for side, name in tidied.items() if isinstance(side, str) and name}


def cell_of(text: str) -> str:
    """Return a cell of CSV that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
