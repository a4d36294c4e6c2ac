"""Names that players give kept games, and how games are done away with."""

import shutil
from contextlib import suppress
from pathlib import Path

from companion.referee.keeping.whole_file import write_whole
from companion.texts.names import tidy_name

NAME_FILE = "name.txt"


def name_of(folder: Path) -> str:
    """Return the name given to the game of a folder, "" for none."""
    with suppress(OSError, UnicodeDecodeError):
        return tidy_name((folder / NAME_FILE).read_text("utf-8"))
    return ""


def rename(folder: Path, name: str) -> None:
    """Give a game a name, or take it away by an empty one. Raises OSError where that cannot be written."""
    if tidy := tidy_name(name):
        write_whole(folder / NAME_FILE, tidy.encode())
    else:
        (folder / NAME_FILE).unlink(missing_ok=True)


def delete(folder: Path) -> None:
    """Do away with a game and all that was kept of it. Raises OSError where something of it stays."""
    shutil.rmtree(folder)
