"""What the game files of all games share: header tags, an empty line, then numbered turns, one a line.

    [Game "looney-blockade"]
    [Position "..."]

    1. ...
    2. ...

Tags that a game does not know (players, date, place) are kept as they are.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from companion.games.errors import GameError, shown

_TAG = re.compile(r'\[([A-Za-z0-9-]+) "([^"\\\n]*)"\]')
_NUMBER = re.compile(r"(\d+)\. +(.*)")

Start = TypeVar("Start")


def write_game(own: Mapping[str, str], other: Mapping[str, str], turns: Iterable[str]) -> str:
    """The text of a game: its own tags, those of `other` that are not among them, and the turns.

    Raises GameError for a tag that cannot be written.
    """
    lines = []
    for name, value in {**own, **{name: value for name, value in other.items() if name not in own}}.items():
        line = f'[{name} "{value}"]'
        if not _TAG.fullmatch(line):
            raise GameError(f"tag {shown(name)}: letters, digits and - make a name; no quotes or line ends in a value")
        lines.append(line)
    lines.append("")
    lines += [f"{i}. {turn}" for i, turn in enumerate(turns, 1)]
    return "\n".join(lines) + "\n"


def read_game(
    text: str,
    name: str,
    example: str,
    begin: Callable[[Mapping[str, str]], Start],
    play: Callable[[Start, int, str], None],
) -> tuple[Start, dict[str, str]]:
    """Reads the text of a game of `name`: what `begin` made of its tags, and the tags.

    `begin` is called once, with all tags, and `play` for each turn with what `begin` gave, the turn's number and its
    text. `example` shows how a turn is written. Raises GameError naming the line that is malformed, or that `begin` or
    `play` refused.
    """
    tags: dict[str, str] = {}
    started: list[Start] = []
    count = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            if line.startswith("["):
                _read_tag(line, tags, after_turns=bool(started))
                continue
            if not started:
                started.append(_begin(tags, name, begin))
            count += 1
            play(started[0], count, _turn_text(line, count, example))
        except GameError as error:
            raise GameError(f"line {number}: {error}") from None
    if not started:
        started.append(_begin(tags, name, begin))
    return started[0], tags


def _begin(tags: Mapping[str, str], name: str, begin: Callable[[Mapping[str, str]], Start]) -> Start:
    if tags.get("Game") != name:
        raise GameError(f'the tag [Game "{name}"] is missing')
    if "Position" not in tags:
        raise GameError("the tag Position is missing: the game must say from where it was played")
    return begin(tags)


def _read_tag(line: str, tags: dict[str, str], after_turns: bool) -> None:
    read = _TAG.fullmatch(line.strip())
    if not read:
        raise GameError(f'{shown(line)} is no tag; tags are written as [Name "value"]')
    if after_turns or read[1] in tags:
        raise GameError(f"the tag {read[1]} comes {'after the first turn' if after_turns else 'twice'}")
    tags[read[1]] = read[2]


def _turn_text(line: str, number: int, example: str) -> str:
    read = _NUMBER.fullmatch(line.strip())
    if not read or read[1] != str(number):
        raise GameError(f"turn {number} is expected here, written as '{number}. {example}'")
    return read[2]
