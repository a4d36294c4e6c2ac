"""A game's text as editors, shells, mailers and chats hand it on, made what it was."""

import re
from typing import Final

# How a text begins that says how it is encoded.
_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_BLANKS: Final = re.compile(r"[^\S\n]")
_UNSEEN: Final = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))
_DASHES: Final = dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D), "-")
_QUOTES: Final = {**dict.fromkeys(map(ord, "“”„‟″＂"), '"'), **dict.fromkeys(map(ord, "‘’‚‛′"), "'")}
_QUOTED: Final = re.compile(r"^(?:\s*>)+")
_TAG: Final = re.compile(r'\[([A-Za-z0-9-]+) "')
# Tags whose values are the form's own, not names.
_OF_THE_GAME: Final = ("Game", "Position")
# The value of a tag, up to the quote that ends it, of whichever kind.
_VALUE: Final = re.compile(r'(.*)["“”„‟″＂]\]')
_TURN: Final = re.compile(r"^(\d+)\. *(?=\S)")
# Lines that say nothing of the game: fences, remarks, results.
_BESIDE: Final = re.compile(r"`{3,}\w*|[;#].*|1-0|0-1|1/2-1/2|\*")


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or else Windows-1252, which everything can be read as."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def tidied(text: str) -> str:
    """A game's text without what it got on its way: quoting, fences, indentation, wrapped lines, dashes, quotes and
    blanks of other kinds. What stands between braces, and the names of players, stay as they are.

    Lines keep their numbers. What cannot be made out stays as well: reading the game names its line.
    """
    lines: list[str] = []
    last: int | None = None
    for written in text.splitlines():
        line = _BLANKS.sub(" ", _QUOTED.sub("", written.translate(_UNSEEN))).strip()
        lines.append("")
        if not line or _BESIDE.fullmatch(line):
            continue
        begins = _TAG.match(_plain(line)) or _TURN.match(line)
        if last is None or begins:
            last, lines[-1] = len(lines) - 1, line
        else:
            lines[last] += f" {line}"
    return "\n".join(map(_straight, lines)) + "\n"


def _straight(line: str) -> str:
    """A line with the dashes, quotes and blanks of the form, but for the values of tags and for comments."""
    tag = _TAG.match(_plain(line))
    if tag and tag[1] not in _OF_THE_GAME and (value := _VALUE.fullmatch(line, tag.end())):
        return f'{tag[0]}{value[1]}"]'
    begin, brace, comment = line.partition("{")
    return _TURN.sub(r"\1. ", _plain(begin), count=1) + brace + comment


def _plain(text: str) -> str:
    return text.translate(_QUOTES).translate(_DASHES)
