"""Reads the journal that a command is given."""

import sys
from pathlib import Path
from typing import TextIO

from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME, Contents
from companion.texts.language import english


def journal_at(path: Path) -> Path:
    """Return the journal at a path, which may be the folder that holds it."""
    return path / JOURNAL_NAME if path.is_dir() else path


def read_journal(path: Path, tell: TextIO | None = None) -> Contents:
    """Read a journal, and say in `tell`, usually stderr, what of it is lost. Raises RefereeError for what is none."""
    contents = journals.read(path)
    for said in contents.messages_about(path):
        print(english(said), file=tell or sys.stderr)
    return contents
