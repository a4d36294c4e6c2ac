"""What is told once of a set of dice and kept: what the symbols on its faces mean."""

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
    """`symbols`: the value that a symbol in place of pips stands for, by the colour of the die, or by "any"."""

    symbols: Mapping[str, int] = field(default_factory=dict)

    def meaning(self, colour: str) -> int | None:
        """What a symbol on a die of this colour counts; None where that was never told."""
        return self.symbols.get(colour, self.symbols.get(ANY))

    def save(self, path: Path) -> None:
        path.write_text(json.dumps({"symbols": dict(self.symbols)}) + "\n", encoding="utf-8")


PLAIN = DiceSet()


def told_set(words: Sequence[str], known: DiceSet = PLAIN) -> DiceSet:
    """A known set with what is told of its symbols ("6": on all dice, "red=1": on red ones). Raises VisionError for
    what tells nothing."""
    symbols = dict(known.symbols)
    for word in words:
        colour, _, value = word.rpartition("=")
        if colour not in ("", ANY, *COLOURS) or value not in map(str, VALUES):
            raise VisionError("vision.dice.symbol", word=word, colours=", ".join(COLOURS))
        symbols[colour or ANY] = int(value)
    return DiceSet(symbols)


def load_set(path: Path) -> DiceSet:
    """The set kept in a file. Raises VisionError where it holds none."""
    try:
        symbols = json.loads(path.read_text(encoding="utf-8"))["symbols"]
        return told_set([f"{colour}={value}" for colour, value in symbols.items()])
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise VisionError("vision.dice.set", path=str(path)) from error
