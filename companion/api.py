"""For makers: a few functions that stay as they are, whatever becomes of what is behind them (docs/building.md)."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.games.engine import respond
from companion.games.registry import ENGINES
from companion.referee.game import Game, play
from companion.referee.keeping.recording import load
from companion.referee.still_tables import SeeHints, TableReader, games_by_board
from companion.referee.table import Hints
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict
from companion.referee.which_table import board_in
from companion.texts.language import english
from hardware.dice import DiceRoll
from hardware.open_dice import open_dice, open_rolls
from vision.dice.eye import DiceEye
from vision.sources.picture_files import load_picture

POLL_SECONDS: Final = 0.05


def read_board(picture: Path, board: str | None = None, **said: Any) -> dict[str, Any]:
    """What stands on the board in a picture, as `companion see --json` tells it; `board` is its name, None to find out.
    `said` is what must be said of some boards, such as ``structure``. Raises VisionError where none can be read."""
    image = load_picture(picture)
    reader: TableReader = games_by_board()[board or board_in(image)].part("still")
    reader.load()
    return reader.read([image], None, SeeHints(None, None, None, said)).report()


def read_dice(picture: Path, expected: int | None = None) -> list[dict[str, Any]]:
    """The dice in a picture: ``{"colour", "value", "at", "confidence"}``, `at` in pixels, `value` None where a die is
    in doubt. Raises VisionError for what is no picture."""
    seen = DiceEye().read(load_picture(picture), expected)
    return [{"colour": d.colour, "value": d.value, "at": list(d.at), "confidence": d.confidence} for d in seen]


def rolls(device: str, kept: Path | None = None, *, throw: bool = False) -> Iterator[dict[str, int]]:
    """Rolls of a dice tower or of Bluetooth dice, as values by colour, for as long as one asks: `device` is a port,
    ``auto``, ``simulated`` or ``bluetooth``. They are stored in the file `kept` before they are given. With `throw` a
    machine that can rolls whenever one asks. Raises DeviceError where the device cannot be had."""
    with open_rolls(kept) as store:
        source = open_dice(device, store)
        try:
            while True:
                if throw and source.can_throw:
                    source.throw()
                while not (found := [each for each in source.poll() if isinstance(each, DiceRoll) and each.certain]):
                    time.sleep(POLL_SECONDS)
                yield from (each.values() for each in found)
        finally:
            source.close()


def ask(game: str, op: str, **fields: Any) -> dict[str, Any]:
    """Ask an engine, as a line to `companion engine` does (docs/formats.md); reasons are sentences. Raises GameError
    for a request that makes no sense."""
    answer = respond({"game": game, "op": op, **fields}, ENGINES, time.monotonic)
    return {name: _said(value) for name, value in answer.items()}


def referee(recording: Path) -> Iterator[Verdict]:
    """The verdicts on a recording, a folder of pictures and rolls in order (docs/formats.md). Raises RefereeError,
    VisionError where it cannot be judged."""
    read = load(recording)
    table = open_table(read.game, read.options)
    hints = Hints(corner=read.a1, camera=None)
    game = Game(table, lambda image: table.open_watcher(image, hints))
    yield from (step.verdict for step in play(game, read) if step.verdict)


def _said(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _said(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_said(inner) for inner in value]
    return english(value) if hasattr(value, "key") and hasattr(value, "rule") else value
