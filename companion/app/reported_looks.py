"""Saves a look at the table as a file that players can send to the developers."""

from datetime import datetime
from pathlib import Path

from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.look_files import LookFile

ENDING = ".look"


def report_look(game: Path, into: Path, frame: str | None, *, blurred: bool) -> Path:
    """Write the look at picture `frame`, or the last look, of the game in the folder `game`, with what the players said
    of it. Returns the file, in the folder `into`. Raises RefereeError if there is none or it cannot be `blurred`,
    VisionError if the board to be left sharp is not found, OSError if the file cannot be written."""
    look = LookFile.of(journals.read(game / JOURNAL_NAME), game, frame)
    look = look.blurred() if blurred else look
    into.mkdir(parents=True, exist_ok=True)
    path = into / f"pyramid-{datetime.now():%Y-%m-%d-%H%M%S}{ENDING}"
    look.write(path)
    return path
