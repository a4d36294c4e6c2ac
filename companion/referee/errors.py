"""Errors of refereeing, and what errors tell people."""

import errno
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

from companion.games.errors import CompanionError
from companion.games.reason import Reason, Value, because
from companion.texts.language import english, language
from hardware import errors as hardware
from vision.errors import VisionError

# What the system refuses for reasons that somebody can do something about.
SYSTEM: Mapping[int, str] = {
    errno.ENOSPC: "system.full",
    errno.EDQUOT: "system.full",
    errno.EFBIG: "system.full",
    errno.EACCES: "system.denied",
    errno.EPERM: "system.denied",
    errno.EROFS: "system.read_only",
}
# What a name that somebody gave leads to instead of a file.
NAMED: Mapping[int, str] = {
    errno.ENOENT: "system.missing",
    errno.ENOTDIR: "system.missing",
    errno.EISDIR: "system.folder",
}


class RefereeError(CompanionError):
    """A recording, journal, roll, command or correction that cannot be used."""

    def __str__(self) -> str:
        return english(self.reason)


class KeepingError(OSError):
    """Something could not be written to the disk, and so has not happened. `full` tells whether room would help."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(error.errno, error.strerror, str(path))
        self.full = SYSTEM.get(error.errno or 0) == "system.full"

    @property
    def reason(self) -> Reason:
        """Reason to show people."""
        path = str(self.filename)
        if key := SYSTEM.get(self.errno or 0):
            return because(key, path=path)
        return because("disk.unwritable", path=path, error=str(self.strerror))

    def __reduce__(self) -> Any:
        return KeepingError, (Path(self.filename), OSError(self.errno, self.strerror))


ERRORS: Final = (CompanionError, VisionError, hardware.DeviceError)
"""All that says what is wrong and what to do; nothing else but OSError may end a command."""


def prose(text: str) -> Reason:
    """Return a reason with the words of another program or of the system, which are not translated."""
    return because("text", text=text)


def error_reason(error: Exception) -> Reason:
    """Return the reason to show people for an error."""
    match error:
        case CompanionError() | KeepingError():
            return error.reason
        case hardware.DeviceError() | VisionError():
            return reason_of(error)
        case OSError(errno=int(number)) if number in SYSTEM:
            return because(SYSTEM[number], path=str(error.filename or "") or because("system.output"))
        case OSError(errno=int(number), filename=str() | Path() as name) if number in NAMED:
            return because(NAMED[number], path=str(name))
    return prose(str(error))


def words_of(error: Exception, code: str = "en") -> str:
    """Return an error's sentence for people."""
    return language(code).say(error_reason(error))


@runtime_checkable
class Keyed(Protocol):
    """Messages and errors of devices, calibration and vision: data that is worded as a reason is."""

    @property
    def key(self) -> str: ...

    @property
    def values(self) -> Mapping[str, Any]: ...


def reason_of(said: Keyed) -> Reason:
    """Return a message or error as a reason."""
    return because(said.key, None, **{name: _value_of(value) for name, value in said.values.items()})


def _value_of(value: Any) -> Value:
    if isinstance(value, tuple):
        return tuple(_value_of(item) for item in value)
    return reason_of(value) if isinstance(value, Keyed) else value


def together(said: Sequence[Reason]) -> Reason:
    """Join reasons, at least one, into one."""
    return said[0] if len(said) == 1 else because("engine.reasons", reasons=tuple(said))
