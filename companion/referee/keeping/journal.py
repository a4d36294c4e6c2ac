"""The journal of a game: what happened and what was said, kept in a file that survives being killed at any instant.

One JSON object a line (`hardware.durable_lines`), appended and synced to the disk before anything is announced. Every
line carries its number ``seq`` (from 0) and its checksum. Line 0 is the header. A last line without its end is torn:
the process died while writing it, and it was never announced. Reading passes it over, and going on with the journal
cuts it off. White space around lines, empty lines and a line that stands twice in a row are no damage.

Anything else that does not fit is damage. Each line stands for itself: what is whole is read, in the order of its
numbers, and where lines are lost there stands a record ``gap`` that names them; after the last record there is then one
of the kind ``mended``. Between the two, what was announced is believed, for it cannot be judged again
(`companion.referee.game`). Going on with such a journal writes it anew like this and keeps the damaged file beside it.
A line that is whole and holds what no record can is no damage: somebody wrote it, and the journal is refused.

The kinds of records after the header are those of `companion.referee.game` and ``stage`` (the turn being entered by
touch). All are language-free: what was said is kept as reasons, never as sentences; `records` says what each holds.
Journals of versions 0.1 and 0.2 in an older form are refused.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Self

from companion.games.reason import Reason, because
from companion.referee.errors import KeepingError, RefereeError
from companion.referee.keeping.plain_json import JsonError, parsed
from companion.referee.keeping.records import Record, is_older, look_at, look_at_header
from companion.referee.keeping.sayable import all_sayable
from companion.referee.keeping.shapes import ShapeError, fields, text, whole
from companion.referee.keeping.whole_file import write_whole
from hardware.durable_lines import LineFile, back_up, bare, checked, sealed, sync_folder

JOURNAL_NAME: Final = "game.journal"
"""What a game's journal is called in the folder of that game."""
FORMAT: Final = 2
OF_GAPS: Final = ("gap", "mended")
"""The kinds of records that tell of lost lines."""
# Of a file that is only glanced at so much is read at first from its end, and of its first line at most (bytes).
TAIL: Final = 1 << 16
LONGEST_HEADER: Final = 1 << 20

_START: Final = b'{"seq":0,"kind":"header"'
_NUMBERED: Final = fields({"seq": whole(), "kind": text})


@dataclass(frozen=True)
class Contents:
    """Contents of a journal: header, records, and the numbers of whole and torn bytes.

    `damaged`: True if a line differs from what was written. `lost`: numbers of lost lines, from 1, such as
    ``("3", "5-9")``.
    """

    header: Record
    records: tuple[Record, ...]
    whole: int
    torn: int
    damaged: bool = False
    lost: tuple[str, ...] = ()

    def line_in_file(self, line: int) -> int:
        """Return the line of a file with lost lines that would be `line` if each gap were a line of its own."""
        for first, _, last in (gap.partition("-") for gap in self.lost):
            line += int(last or first) - int(first) if int(first) < line else 0
        return line

    def messages_about(self, path: Path) -> tuple[Reason, ...]:
        """Return messages about the state of the file at `path`."""
        said = []
        if self.torn:
            said.append(because("journal.torn", path=str(path), n=self.torn))
        if self.lost:
            said.append(because("journal.lost", path=str(path), lines=self.lost))
        elif self.damaged:
            said.append(because("journal.disordered", path=str(path)))
        return tuple(said)


class Journal:
    """A journal open for writing; nobody else can open it until this one is closed or its process has ended.

    `damaged` is where the file that it was mended from is kept. `written` hears of each record once the disk has it;
    `said` of what people are to be told meanwhile.
    """

    def __init__(self, path: Path) -> None:
        self.damaged: Path | None = None
        self.written: Callable[[Record], None] = lambda _record: None
        self.said: Callable[[Reason], None] = lambda _reason: None
        self._path = path
        try:
            self._lines = LineFile(path)
        except (PermissionError, IsADirectoryError) as error:
            raise KeepingError(path, error) from error
        except BlockingIOError as error:
            raise RefereeError("journal.claimed", path=str(path)) from error
        self._seq = 0

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any]) -> Self:
        """Start a journal. Raises RefereeError where the file exists and holds a game, KeepingError where it cannot be
        written."""
        new = not path.exists()
        try:
            path.touch()
        except OSError as error:
            raise KeepingError(path, error) from error
        journal = cls(path)
        try:
            if not new and not unborn(path) and not _ends_with_header(path):
                raise RefereeError("journal.taken", path=str(path))
            journal.append("header", {"format": FORMAT, **header})
            sync_folder(path.parent)
        except BaseException:
            journal.close()
            if new:
                path.unlink(missing_ok=True)
            raise
        return journal

    @classmethod
    def reopen(cls, path: Path) -> tuple[Self, Contents]:
        """Go on with a journal, its torn last line (if any) cut off, what is damaged mended.

        Raises RefereeError where it is no journal or somebody else writes it, OSError where it cannot be written.
        """
        journal = cls(path)
        try:
            contents = read(path)
            if contents.damaged:
                beside = back_up(path)
                write_whole(path, b"".join(map(_line, (contents.header, *contents.records))))
                journal.close()
                journal = cls(path)
                journal.damaged = beside
            journal._go_on(contents)
        except BaseException:
            journal.close()
            raise
        return journal, contents

    def messages(self, contents: Contents) -> tuple[Reason, ...]:
        """Return messages about the file that was opened, and where the damaged copy is."""
        said = contents.messages_about(self._path)
        if self.damaged is None:
            return said
        return (*said[:-1], because("journal.mended", why=said[-1], beside=str(self.damaged)))

    def append(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Write one record and wait until the disk has it.

        Raises KeepingError where it does not take it: then the journal is as before, and the record can follow later. A
        journal that somebody has removed meanwhile is written anew in its place.
        """
        record = {"seq": self._seq, "kind": kind, **fields}
        line = _line(record)
        try:
            self._restore()
            self._lines.append(line)
        except OSError as error:
            raise KeepingError(self._path, error) from error
        self._seq += 1
        self.written(record)

    def close(self) -> None:
        """Raises KeepingError where the journal was removed and cannot be written anew."""
        try:
            if self._seq:
                self._restore()
        except OSError as error:
            raise KeepingError(self._path, error) from error
        finally:
            self._lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _restore(self) -> None:
        """Write the whole game again where its file was removed, and say so. Raises OSError."""
        if self._lines.restore():
            self.said(because("journal.removed", path=str(self._path)))

    def _go_on(self, contents: Contents) -> None:
        self._seq = 1 + len(contents.records)
        self._lines.cut_at(None if contents.damaged else contents.whole)


def read(path: Path) -> Contents:
    """Read a journal.

    Raises RefereeError where it is no journal or a line holds what no record can, OSError where it cannot be read.
    """
    data = _bytes_of(path)
    lines, torn = _whole_lines(data)
    if not lines:
        raise RefereeError("journal.empty", path=str(path))
    numbered: dict[int, tuple[int, Record]] = {}
    contradicted: set[int] = set()
    damaged = not torn and not data.rstrip(b" \t\r\0").endswith(b"\n")
    for at, line in enumerate(lines, 1):
        record = _record(path, at, line)
        if record is None:
            damaged = True
            continue
        seq = record["seq"]
        contradicted |= {seq} if numbered.get(seq, (0, record))[1] != record else set()
        damaged |= seq != at - 1
        numbered.setdefault(seq, (at, record))
    for seq in contradicted:
        del numbered[seq]
    header = _header(path, numbered)
    behind = len(lines) - max(at for at, _ in numbered.values())
    gaps = _gaps(sorted(numbered), behind)
    records = _records(path, numbered, gaps)
    lost = tuple(gaps.values())
    return Contents(header, records, len(data) - torn, torn, damaged, lost)


@dataclass(frozen=True)
class Glance:
    """The ends of a journal: its header, its last record ({} for none) but for those that tell of gaps, and about how
    many records there are."""

    header: Record
    last: Record
    count: int


def glance(path: Path) -> Glance:
    """Read only both ends of a journal, for lists of hundreds. Damage elsewhere is found when the game is opened.
    Raises as `read`."""
    found = None
    with suppress(RefereeError):
        found = _glanced(path)
    if found is None:
        contents = read(path)
        last = next((record for record in reversed(contents.records) if record["kind"] not in OF_GAPS), {})
        found = Glance(contents.header, last, len(contents.records))
    return found


def _glanced(path: Path) -> Glance | None:
    """Return both ends of a journal of the present form; None if they cannot be read without the rest."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        head = file.readline(LONGEST_HEADER)
        header = _record(path, 1, bare(head.rstrip(b"\n")))
        if header is None or header.get("format") != FORMAT:
            return None
        _header(path, {0: (1, header)})
        behind, end = len(head), file.seek(0, os.SEEK_END)
        span = TAIL
        while True:
            start = file.seek(max(behind, end - span))
            lines = file.read(end - start).split(b"\n")
            last = _last_of(path, lines if start == behind else lines[1:])
            if last or start == behind:
                return Glance(header, last or {}, last["seq"] if last else 0)
            span *= 4


def _last_of(path: Path, lines: Sequence[bytes]) -> Record | None:
    """Return the last whole record, None for none. Raises RefereeError if it holds what no record can."""
    for line in reversed(lines):
        record = _record(path, 0, bare(line))
        if record is None or record["kind"] in ("header", *OF_GAPS):
            continue
        try:
            look_at(record, -1)
        except ShapeError as error:
            raise RefereeError("journal.line", path=str(path), line=record["seq"] + 1, reason=error.reason) from None
        return record
    return None


def unborn(path: Path) -> bool:
    """Return True if the file ends within its header, so that nothing was judged in it."""
    data = _bytes_of(path)
    return b"\n" not in data and (data.startswith(_START) or _START.startswith(data))


def _ends_with_header(path: Path) -> bool:
    """Return True if nothing follows the header: its program was stopped before the first picture."""
    data = _bytes_of(path)
    return data.startswith(_START) and data.find(b"\n") == len(data) - 1


def _bytes_of(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise RefereeError("journal.empty", path=str(path))
    return path.read_bytes()


def _whole_lines(data: bytes) -> tuple[list[bytes], int]:
    """Return the non-empty lines of a journal, immediate repetitions left out, and the number of torn bytes. The last
    line counts as whole if only its end is another byte."""
    *ended, rest = data.split(b"\n")
    torn = len(rest) if bare(rest) else 0
    if checked(bare(rest[:-1])) is not None:
        ended, torn = [*ended, rest[:-1]], 0
    held = [line for line in map(bare, ended) if line]
    return [line for line, before in zip(held, [b"", *held], strict=False) if line != before], torn


def _record(path: Path, at: int, line: bytes) -> Record | None:
    """Return the record of a line, None if it is damaged. Raises RefereeError if it is whole and no record."""
    text = checked(line)
    if text is None:
        return None
    try:
        record: Record = parsed(text)
        _NUMBERED(record)
    except (JsonError, ShapeError) as error:
        raise RefereeError("journal.line", path=str(path), line=at, reason=error.reason) from None
    return record


def _header(path: Path, numbered: Mapping[int, tuple[int, Record]]) -> Record:
    if 0 not in numbered:
        raise RefereeError("journal.headless", path=str(path))
    header = numbered[0][1]
    if header["kind"] == "header" and header.get("format") == 1:
        raise RefereeError("journal.older", path=str(path), line=1)
    if header["kind"] != "header" or header.get("format") != FORMAT:
        raise RefereeError("journal.format", path=str(path), format=FORMAT)
    try:
        look_at_header(header)
    except ShapeError as error:
        raise RefereeError("journal.line", path=str(path), line=1, reason=error.reason) from None
    return header


def _gaps(known: Sequence[int], behind: int) -> dict[int, str]:
    """Return the numbers of lost lines (from 1), by the record after which they stood."""
    ends = [*pairwise(known), *([(known[-1], known[-1] + 1 + behind)] if behind else [])]
    return {a: str(a + 2) if b == a + 2 else f"{a + 2}-{b}" for a, b in ends if b > a + 1}


def _records(path: Path, numbered: Mapping[int, tuple[int, Record]], gaps: Mapping[int, str]) -> tuple[Record, ...]:
    """Return the records after the header, in order and checked; gaps are records of their own."""
    records: list[Record] = []

    def add(kind: str, **fields: Any) -> None:
        last = records[-1] if records else {"event": 0, "t": 0.0}
        records.append({"seq": 0, "kind": kind, "event": last["event"], "t": last["t"], **fields})

    before = -1
    for seq, (at, record) in sorted(numbered.items()):
        if seq:
            if is_older(record):
                raise RefereeError("journal.older", path=str(path), line=at)
            try:
                before = look_at(record, before)
            except ShapeError as error:
                raise RefereeError("journal.line", path=str(path), line=at, reason=error.reason) from None
            records.append(all_sayable(record))
        if seq in gaps:
            add("gap", lines=[gaps[seq]])
    if gaps:
        add("mended")
    return tuple({**record, "seq": seq} for seq, record in enumerate(records, 1))


def _line(record: Mapping[str, Any]) -> bytes:
    # A file name of other bytes than UTF-8 has lone surrogates, which JSON writes as escapes.
    return sealed(json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode(errors="backslashreplace"))
