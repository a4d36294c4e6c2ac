"""Text for terminals: what could steer a terminal, or hide in a line, is shown as its code."""

from typing import Any, Final, TextIO

from companion.texts.names import unseen

# Line feed, tab and return lay out the program's own lines.
_LAYOUT: Final = "\n\t\r"


class _Codes(dict[int, int | str]):
    """Replacement of each character, looked up when it first comes."""

    def __missing__(self, code: int) -> int | str:
        sign = chr(code)
        hidden = unseen(sign) and sign not in _LAYOUT
        self[code] = shown = sign.encode("unicode_escape").decode() if hidden else code
        return shown


_CODES: Final = _Codes()


def printable(text: str) -> str:
    """Return a text without control characters, which file names, names of players and answers of cameras may hold."""
    return text.translate(_CODES)


class PrintableStream:
    """A stream that writes printable text to another one, and is that one in all else."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(printable(text))

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
