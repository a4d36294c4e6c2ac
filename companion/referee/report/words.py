"""What the page about a game says: in English here, in other languages by who has them."""

from collections.abc import Mapping
from typing import Any, Final

from companion.referee.verdict import COLOUR_NAMES, piece_name

TEXTS: Final[Mapping[str, str]] = {
    "setup": "Set-up",
    "legal": "Legal",
    "won": "Won!",
    "illegal": "Illegal",
    "incomplete": "Black missing",
    "unsure": "Not sure",
    "corrected": "Corrected",
    "takeback": "Taken back",
    "hand": "Hand on the board",
    "unchanged": "Unchanged",
    "winner": "{side} has won",
    "open": "still open",
    "sum.turn": "turn",
    "sum.turns": "turns",
    "sum.illegal": "illegal",
    "sum.takeback": "taken back",
    "sum.incomplete": "black missing",
    "sum.unsure": "not sure",
    "turn": "Turn {n}",
    "views": "picture and board",
    "pass": "No move.",
    "points": "Points used: {points}.",
    "perhaps": "Perhaps: {words} ({share}).",
    "move": "{piece} {start} \u2192 {end} ({n} points)",
    "move.one": "{piece} {start} \u2192 {end} (1 point)",
    "cap": ", {piece} on top",
    "sure": ", {share} sure",
    "picture": "The table in {name}",
    "believed": "The table as believed",
    "seen": "The table as it stands, not accepted",
    "empty": "empty",
    "foot": "Judged by Pyramid Companion from pictures and dice. Pieces: three, two or one pips for large, medium and "
    "small; K is black, C clear.",
}


class Wording:
    """The page in English."""

    language = "en"
    game = "Looney Blockade"

    def text(self, key: str, **values: Any) -> str:
        """One of TEXTS, its {names} filled in."""
        return TEXTS[key].format(**values)

    def sentence(self, words: str) -> str:
        """A reason or a note as a sentence."""
        return words[:1].upper() + words[1:].rstrip(".") + "."

    def reading(self, reading: Mapping[str, Any]) -> str:
        """One explanation of an unsure look."""
        return str(reading["words"])

    def piece(self, piece: str) -> str:
        return piece_name(piece)

    def colour(self, colour: str) -> str:
        return COLOUR_NAMES[colour]

    def side(self, side: str) -> str:
        """Who plays a side."""
        return side.capitalize()
