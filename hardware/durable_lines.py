"""Lines of JSON on the disk that survive a killed process, a power cut and a flipped bit.

A line is a JSON object whose last member ``"crc"`` is the CRC-32 of the line's text up to there. After `append`
returns, the line is on the disk. Readers decide what becomes of damaged lines; a file that is rewritten keeps the
damaged one beside it. The journal and the rolls of a game are stored this way.
"""

import errno
import os
import re
import zlib
from contextlib import suppress
from io import FileIO
from itertools import count
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # not on Windows, which has no such lock
    fcntl = None  # type: ignore[assignment]

_LINE: Final = re.compile(rb'(\{.*),"crc":"([0-9a-f]{8})"\}')
# Bytes that editors, version control and power cuts put around lines: blanks, carriage returns, a byte order mark,
# zeros.
_AROUND: Final = b" \t\r\xef\xbb\xbf\0"


def sealed(text: bytes) -> bytes:
    """Return a line for a file: an object as JSON, with its checksum before the closing brace."""
    return text[:-1] + b',"crc":"%08x"}\n' % zlib.crc32(text[:-1])


def checked(line: bytes) -> bytes | None:
    """Return the JSON of a line; None if its checksum does not match."""
    found = _LINE.fullmatch(line)
    return found[1] + b"}" if found and zlib.crc32(found[1]) == int(found[2], 16) else None


def bare(line: bytes) -> bytes:
    """Strip a line of surrounding bytes."""
    return line.strip(_AROUND)


def claim(file: FileIO, *, wait: bool = False) -> None:
    """Lock a file against other processes, until it is closed. Where another one has it, wait for it, or raise
    BlockingIOError. File systems without locks are used without."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return


class LineFile:
    """An existing file of lines, locked for this process, to which lines are appended."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises OSError where that fails, BlockingIOError where another process has it."""
        self._path = path
        self._open()

    def _open(self) -> None:
        self._file, self._end = self._path.open("r+b", buffering=0), 0
        try:
            claim(self._file)
        except BlockingIOError:
            self._file.close()
            raise

    def cut_at(self, end: int | None = None) -> None:
        """Cut the file off after `end` bytes, by default not at all, and append there. Raises OSError."""
        self._end = self._file.seek(0, os.SEEK_END) if end is None else end
        self._file.truncate(self._end)

    def close(self) -> None:
        self._file.close()

    def append(self, line: bytes) -> None:
        """Write one line; when this returns, it is on the disk.

        Raises OSError where the disk does not take it; the file is then unchanged. Where it may have been removed from
        its folder, call `restore` first.
        """
        try:
            self._file.truncate(self._end)
            self._file.seek(self._end)
            left = line
            while left:
                taken = self._file.write(left)
                if not taken:  # a full disk may take the beginning of it
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                left = left[taken:]
            os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._end += len(line)

    def restore(self) -> bool:
        """Write everything again if the file was removed from its folder, and return True then. What stands there
        instead is kept beside. Raises OSError."""
        if not self._removed():
            return False
        self._file.seek(0)
        data = self._file.read(self._end)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            back_up(self._path)
        write_whole(self._path, data)
        self._file.close()
        self._open()
        self.cut_at()
        return True

    def _removed(self) -> bool:
        if self._file.closed:
            return False
        try:
            there, here = self._path.stat(), os.fstat(self._file.fileno())
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False
        return (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino)


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file so that at every moment either the old or the new one is complete, and wait until it is on the disk.
    A link stays one: what it leads to is written. `mode`: upper bound of the permissions, from the first byte on; an
    existing file keeps its own within that bound. Raises OSError where the disk does not take it; the old one is then
    unchanged.
    """
    path = path.resolve()
    permissions = path.stat().st_mode & mode if path.exists() else None
    # Another process may be writing the same file.
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        draft.unlink(missing_ok=True)
        with os.fdopen(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode), "wb"
        ) as file:
            if permissions is not None:
                draft.chmod(permissions)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names of a folder's files are on the disk. Raises OSError."""
    if os.name == "nt":  # where folders cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def back_up(path: Path) -> Path:
    """Give a file a second name beside it, so that it stays when another takes its place. Returns that name. Raises
    OSError."""
    for number in count(1):
        beside = path.with_name(f"{path.name}.damaged" + (f"-{number}" if number > 1 else ""))
        if not beside.exists():
            break
        if beside.samefile(path):
            return beside
    try:
        beside.hardlink_to(path)
    except OSError:  # a file system without second names
        write_whole(beside, path.read_bytes())
    return beside
