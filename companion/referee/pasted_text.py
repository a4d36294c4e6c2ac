"""A game's text as editors, shells, mailers and chats hand it on, made what it was."""

import html
import quopri
import re
from collections.abc import Sequence
from typing import Final

# How a text begins that says how it is encoded.
_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
# How a line goes on that a mailer has wrapped (quoted-printable, RFC 2045): no line of a game ends so.
_WRAPPED: Final = re.compile(rb"=\r?\n")
_BLANKS: Final = re.compile(r"[^\S\n]")
_DIRECTIONS: Final = (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSEEN: Final = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, *_DIRECTIONS))
# Letters, digits and signs as wide as a Chinese character.
_WIDE: Final = {0xFF01 + n: chr(0x21 + n) for n in range(94)}
_DASHES: Final = dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D), "-")
_QUOTES: Final = {**dict.fromkeys(map(ord, "“”„‟″＂"), '"'), **dict.fromkeys(map(ord, "‘’‚‛′"), "'")}
_QUOTED: Final = re.compile(r"^(?:\s*>)+")
# Quoting and quotes as web mailers write them.
_ENTITIES: Final = re.compile(r"^\s*&gt;|\[\w+ &quot;", re.MULTILINE)
# Signs that Markdown keeps apart from its own by a backslash.
_ESCAPED: Final = re.compile(r"\\([\[\].*_{}()#+!-])")
# Sender and time that chats put before a line: "[27.11.26, 20:15] Anna: ", "11/27/26, 8:15 PM - Anna: ".
_SENT: Final = re.compile(
    r"^\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?(?: -)? [^:\[\]]{1,40}:(?: |$)"
)
_BULLET: Final = re.compile(r"^[•‣▪◦·](?: +|$)")
_TAG: Final = re.compile(r'\[([A-Za-z0-9-]+) "')
# A tag that was wrapped behind its name.
_HALF_TAG: Final = re.compile(r"\[[A-Za-z0-9-]+")
# Tags whose values are the form's own, not names.
_OF_THE_GAME: Final = ("Game", "Position")
# The value of a tag, up to the quote that ends it, of whichever kind.
_VALUE: Final = re.compile(r'(.*)["“”„‟″＂]\]')
_TURN: Final = re.compile(r"^(\d+)\. *(?=\S)")
_RESULT: Final = r"1-0|0-1|1/2-1/2|\*"
# Lines that say nothing of the game: fences, remarks, results.
_BESIDE: Final = re.compile(rf"(?:`{{3,}}|~{{3,}})\w*|[;#].*|{_RESULT}")
_ENDED: Final = re.compile(rf" (?:{_RESULT})$")
_SIGNATURE: Final = re.compile(r"--|__+")
_GAME: Final = re.compile(r'\[Game "')


def decoded(data: bytes) -> str:
    """Decode the text of a file: UTF-8, UTF-16 or UTF-32 with its mark, else Windows-1252, which fits any bytes. Undoes
    a mailer's encoding."""
    if _WRAPPED.search(data):
        data = quopri.decodestring(data)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    if b"\0" in data[:2]:
        return data.decode("utf-16-be" if data[0] == 0 else "utf-16-le", errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def tidied(text: str) -> str:
    """Return a game's text without what it got on its way: a mail around it, quoting, fences, indentation, wrapped
    lines, dashes, quotes and blanks of other kinds. Turns that have lost all their numbers are numbered. What stands
    between braces, and the names of players, stay as they are.

    Lines keep their numbers. What cannot be made out stays as well: reading the game names its line.
    """
    bare = [_bare(line) for line in (html.unescape(text) if _ENTITIES.search(text) else text).splitlines()]
    kept = _without_mail(bare)
    unnumbered = not any(_TURN.match(_plain(line)) for line in kept)
    lines: list[str] = []
    last: int | None = None
    turns = 0
    for line in kept:
        lines.append("")
        if not line or _BESIDE.fullmatch(line):
            continue
        tag = bool(_TAG.match(_plain(line)) or _HALF_TAG.fullmatch(line))
        behind_tags = last is not None and _VALUE.fullmatch(lines[last]) is not None
        if unnumbered and not tag and (turns or behind_tags):
            turns += 1
            lines[-1] = f"{turns}. {line}"
        elif last is None or tag or behind_tags or _TURN.match(_plain(line)):
            last, lines[-1] = len(lines) - 1, line
        else:
            lines[last] += f" {line}"
    return "\n".join(map(_straight, lines)) + "\n"


def split_games(text: str) -> list[str]:
    """Return the games of a tidied text one by one. Lines keep their numbers: those of earlier games are empty."""
    lines = text.splitlines()
    begins = [number for number, line in enumerate(lines) if _GAME.match(line)]
    ends = [*begins[1:], len(lines)]
    parts = zip([0, *begins[1:]], ends, strict=True) if begins else [(0, len(lines))]
    return ["\n" * begin + "\n".join(lines[begin:end]) + "\n" for begin, end in parts]


def _without_mail(lines: Sequence[str]) -> list[str]:
    """Return the lines, emptied before the first game and from a farewell after the last turn on."""
    plain = [_plain(line) for line in lines]
    first = next((number for number, line in enumerate(plain) if _GAME.match(line)), 0)
    last = max((number for number, line in enumerate(plain) if _TAG.match(line) or _TURN.match(line)), default=0)
    turned = bool(_TURN.match(plain[last])) if plain else False
    end = next(
        (
            number
            for number in range(last + 1, len(lines))
            if _SIGNATURE.fullmatch(lines[number]) or (turned and not lines[number])
        ),
        len(lines),
    )
    return ["" if number < first or number >= end else line for number, line in enumerate(lines)]


def _bare(line: str) -> str:
    """Return a line without quotation marks of mail before it."""
    line = _BLANKS.sub(" ", _QUOTED.sub("", line.translate(_UNSEEN))).strip()
    return _ESCAPED.sub(r"\1", _BULLET.sub("", _SENT.sub("", line)))


def _straight(line: str) -> str:
    """Return a line with plain dashes, quotes and blanks, except in values of tags and in comments."""
    tag = _TAG.match(_plain(line))
    if tag and tag[1] not in _OF_THE_GAME and (value := _VALUE.fullmatch(line, tag.end())):
        return f'{tag[0]}{value[1]}"]'
    begin, brace, comment = _ENDED.sub("", line).partition("{")
    return _TURN.sub(r"\1. ", _plain(begin), count=1) + brace + comment


def _plain(text: str) -> str:
    return text.translate(_QUOTES).translate(_DASHES).translate(_WIDE)
