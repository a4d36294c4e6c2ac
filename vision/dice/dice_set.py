"""Settings of a set of dice: what the symbols on its faces mean."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vision.dice.reader import COLOURS
from vision.errors import VisionError

ANY = "any"
VALUES = range(1, 7)


@dataclass(frozen=True)
class DiceSet:
    """A set of dice."""

    symbols: Mapping[str, int] = field(default_factory=dict)
    """Value of a symbol in place of pips, by the colour of the die, or by "any"."""

    def meaning(self, colour: str) -> int | None:
        """Return the value of a symbol on a die of this colour; None if it was never stated."""
        return self.symbols.get(colour, self.symbols.get(ANY))

    def to_json(self) -> dict[str, dict[str, int]]:
        return {"symbols": dict(self.symbols)}


PLAIN = DiceSet()


def told_set(words: Sequence[str], known: DiceSet = PLAIN) -> DiceSet:
    """Return a known set with statements on its symbols ("6": on all dice, "red=1": on red ones). Raises VisionError
    for words that state nothing."""
    symbols = dict(known.symbols)
    for word in words:
        colour, _, value = word.rpartition("=")
        if colour not in ("", ANY, *COLOURS) or value not in map(str, VALUES):
            raise VisionError("vision.dice.symbol", word=word, colours=", ".join(COLOURS))
        symbols[colour or ANY] = int(value)
    return DiceSet(symbols)


def load_set(path: Path) -> DiceSet:
    """Load a set from a file. Raises VisionError where it holds none."""
    try:
        symbols = json.loads(path.read_text(encoding="utf-8"))["symbols"]
        return told_set([f"{colour}={value}" for colour, value in symbols.items()])
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise VisionError("vision.dice.set", path=str(path)) from error
