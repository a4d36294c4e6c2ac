"""The journal of a game: what happened and what was said, kept in a file that survives being killed at any instant.

One JSON object a line, appended and synced to the disk before anything is announced. Every line carries its number
``seq`` (from 0) and ends in ``"crc"``, the CRC-32 of the line's text up to there. Line 0 is the header. A last line
that is torn (the process died while writing it) was never announced: reading passes it over, and going on with the
journal cuts it off. Anything else that does not fit is damage and is reported with its line.

The kinds of records after the header are those of `companion.referee.game` and, of games that are entered by touch and
judged by their engine alone, ``stage`` (the turn being entered), ``turn`` (a turn made) and ``correct`` (one taken
back). All are language-free: what was said is kept as reasons, never as sentences. Journals of format 1 are read as if
they were of this one (`old_journals`).
"""

import json
import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, Self

from companion.referee.errors import RefereeError
from companion.referee.keeping.old_journals import modern

try:
    import fcntl
except ImportError:  # not on Windows, which does without the claim
    fcntl = None  # type: ignore[assignment]

FORMAT = 2
# Formats that are read.
FORMATS = (1, FORMAT)

Record = dict[str, Any]

_START = b'{"seq":0,"kind":"header"'
_LINE = re.compile(rb'(\{.*),"crc":"([0-9a-f]{8})"\}')


@dataclass(frozen=True)
class Contents:
    """What a journal holds: its header, the records after it, and how many bytes are whole and how many torn."""

    header: Record
    records: tuple[Record, ...]
    whole: int
    torn: int


class Journal:
    """A journal open for writing."""

    def __init__(self, path: Path, seq: int, offset: int) -> None:
        self._file = path.open("r+b", buffering=0)
        _claim(self._file, path)
        self._file.truncate(offset)
        self._file.seek(offset)
        self._seq = seq

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any]) -> Self:
        """Start a journal. Raises RefereeError where the file exists and holds a game, OSError where it cannot be."""
        if path.exists() and not unborn(path):
            raise RefereeError("journal.taken", path=str(path))
        path.touch()
        journal = cls(path, 0, 0)
        journal.append("header", {"format": FORMAT, **header})
        _sync_folder(path.parent)
        return journal

    @classmethod
    def reopen(cls, path: Path) -> tuple[Self, Contents]:
        """Go on with a journal, its torn last line (if any) cut off. Raises RefereeError where it is damaged."""
        contents = read(path)
        return cls(path, 1 + len(contents.records), contents.whole), contents

    def append(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Write one record and wait until the disk has it."""
        text = json.dumps({"seq": self._seq, "kind": kind, **fields}, separators=(",", ":"), ensure_ascii=False)
        line = _sealed(text.encode())
        while line:
            line = line[self._file.write(line) or 0 :]
        os.fsync(self._file.fileno())
        self._seq += 1

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read(path: Path) -> Contents:
    """Read a journal. Raises RefereeError where it is damaged or no journal, OSError where it cannot be read."""
    data = path.read_bytes()
    records: list[Record] = []
    whole = 0
    while (end := data.find(b"\n", whole)) >= 0:
        record = _opened(data[whole:end])
        if record is None or record.get("seq") != len(records):
            if end == len(data) - 1 and records:
                break
            raise RefereeError("journal.damaged", path=str(path), line=len(records) + 1)
        records.append(record)
        whole = end + 1
    if not records:
        raise RefereeError("journal.empty", path=str(path))
    header = records[0]
    if header["kind"] != "header" or header.get("format") not in FORMATS:
        raise RefereeError("journal.format", path=str(path), format=FORMAT)
    return Contents(header, tuple(map(modern, records[1:])), whole, len(data) - whole)


def unborn(path: Path) -> bool:
    """Whether the file ends before its header was whole, so that nothing can have been judged in it."""
    data = path.read_bytes()
    return b"\n" not in data and (data.startswith(_START) or _START.startswith(data))


def _sealed(text: bytes) -> bytes:
    return text[:-1] + b',"crc":"%08x"}\n' % zlib.crc32(text[:-1])


def _opened(line: bytes) -> Record | None:
    """The record of a line, None where its checksum tells that it is not whole."""
    found = _LINE.fullmatch(line)
    if not found or zlib.crc32(found[1]) != int(found[2], 16):
        return None
    record: Record = json.loads(found[1] + b"}")
    return record


def _claim(file: FileIO, path: Path) -> None:
    """Make sure that no other process writes the same journal; the claim ends with the process."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise RefereeError("journal.claimed", path=str(path)) from error


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
