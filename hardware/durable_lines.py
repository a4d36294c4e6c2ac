"""Lines of JSON on the disk that survive a killed process, a power cut and a flipped bit.

A line is a JSON object whose last member ``"crc"`` is the CRC-32 of the line's text up to there. It is appended, and
the disk has it before the call returns. Whoever reads the file decides what becomes of lines that do not hold; a file
that is written anew keeps the damaged one beside it. The journal of a game and its rolls are kept like this.
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
except ImportError:  # not on Windows, which does without the claim
    fcntl = None  # type: ignore[assignment]

_LINE: Final = re.compile(rb'(\{.*),"crc":"([0-9a-f]{8})"\}')
# What editors, version control and power cuts put around lines: blanks, a carriage return, a byte order mark, zeros.
_AROUND: Final = b" \t\r\xef\xbb\xbf\0"


def sealed(text: bytes) -> bytes:
    """A line of a file: an object as JSON, its checksum put in before the brace that ends it."""
    return text[:-1] + b',"crc":"%08x"}\n' % zlib.crc32(text[:-1])


def checked(line: bytes) -> bytes | None:
    """The JSON of a line, None where its checksum says that it is not as it was written."""
    found = _LINE.fullmatch(line)
    return found[1] + b"}" if found and zlib.crc32(found[1]) == int(found[2], 16) else None


def bare(line: bytes) -> bytes:
    """A line without the white space around it."""
    return line.strip(_AROUND)


def _claim(file: FileIO) -> None:
    """Make sure that no other process writes the same file; the claim ends with the process. Raises BlockingIOError
    where another one has it. File systems without locks do without."""
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return


class LineFile:
    """A file of lines that is there already, claimed for this process, to which lines are appended."""

    def __init__(self, path: Path) -> None:
        """Raises OSError where it cannot be opened, BlockingIOError where another process has it."""
        self._path = path
        self._open()

    def _open(self) -> None:
        self._file, self._end = self._path.open("r+b", buffering=0), 0
        try:
            _claim(self._file)
        except BlockingIOError:
            self._file.close()
            raise

    def go_on_behind(self, end: int | None = None) -> None:
        """Append behind the first `end` bytes, or behind all; what is behind them is cut off. Raises OSError."""
        self._end = self._file.seek(0, os.SEEK_END) if end is None else end
        self._file.truncate(self._end)

    def close(self) -> None:
        self._file.close()

    def append(self, line: bytes) -> None:
        """Write one line; when this returns the disk has it.

        Raises OSError where the disk does not take it, or where the file is no longer in its folder and could not be
        written there anew; then it is as before.
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

    @property
    def lost(self) -> bool:
        """Whether the file is not in its folder any more, so that what is written to it will be gone."""
        if self._file.closed:
            return False
        try:
            there, here = self._path.stat(), os.fstat(self._file.fileno())
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            return False
        return (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino)

    def write_anew(self) -> None:
        """All that was written, in the place from which the file was removed. What stands there instead is kept beside.
        Raises OSError."""
        self._file.seek(0)
        data = self._file.read(self._end)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            kept_beside(self._path)
        write_whole(self._path, data)
        self._file.close()
        self._open()
        self.go_on_behind()


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file so that at every moment either the old or the new one is there, whole, and wait until the disk has
    it. `mode` is what it may be opened for at most, from its first byte on. Raises OSError where the disk does not take
    it; then the old one is there as before.
    """
    # Another process may be writing the same file.
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        draft.unlink(missing_ok=True)
        with os.fdopen(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode), "wb"
        ) as file:
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
    """Wait until the disk has the names of the files in a folder. Raises OSError."""
    if os.name == "nt":  # where folders cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def kept_beside(path: Path) -> Path:
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
