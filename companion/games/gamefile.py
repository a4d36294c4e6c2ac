"""Whole games as text, in the form common to all games: header tags, then one numbered turn a line.

    [Game "looney-blockade"]
    [Position "..."]

    1. B4 G5: G1 b3-b2
    2. R1 Y6: pass

What a turn looks like, and which tags say how it is judged, every game says for itself.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from companion.games.errors import GameError, shown

_TAG = re.compile(r'\[([A-Za-z0-9-]+) "([^"\\\n]*)"\]')
_NUMBER = re.compile(r"(\d+)\. +(.*)")


def write_game(own: Mapping[str, str], others: Mapping[str, str], turns: Iterable[str]) -> str:
    """The text of a game: the tags by which it is judged, the others (players, date, place), and its turns.

    Raises GameError for a tag that cannot be written.
    """
    lines = []
    for name, value in {**own, **{name: value for name, value in others.items() if name not in own}}.items():
        line = f'[{name} "{value}"]'
        if not _TAG.fullmatch(line):
            raise GameError("engine.tag", name=shown(name))
        lines.append(line)
    lines.append("")
    lines += [f"{i}. {turn}" for i, turn in enumerate(turns, 1)]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Script:
    """A game as written: its tags, and its turns with the number of the line that each stands on.

    `first_line` is where the first turn stands, or would.
    """

    tags: Mapping[str, str]
    turns: tuple[tuple[int, str], ...]
    first_line: int


def read_game(text: str, name: str, example: str) -> Script:
    """Reads the game `name`, whose turns are written like `example`. Raises GameError naming the malformed line."""
    tags: dict[str, str] = {}
    turns: list[tuple[int, str]] = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        with at_line(number):
            if line.startswith("["):
                _read_tag(line, tags, after_turns=bool(turns))
            elif line.strip():
                turns.append((number, _turn_text(line, len(turns) + 1, example)))
    first_line = turns[0][0] if turns else len(lines) + 1
    with at_line(first_line):
        if tags.get("Game") != name:
            raise GameError("engine.tag.game", game=name)
        if "Position" not in tags:
            raise GameError("engine.tag.position")
    return Script(tags, tuple(turns), first_line)


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Lets a GameError say on which line of the game it came up."""
    try:
        yield
    except GameError as error:
        raise GameError("engine.at_line", line=number, reason=error.reason) from None


def _read_tag(line: str, tags: dict[str, str], after_turns: bool) -> None:
    read = _TAG.fullmatch(line.strip())
    if not read:
        raise GameError("engine.no_tag", line=shown(line))
    if after_turns or read[1] in tags:
        raise GameError("engine.tag.late" if after_turns else "engine.tag.twice", name=read[1])
    tags[read[1]] = read[2]


def _turn_text(line: str, number: int, example: str) -> str:
    read = _NUMBER.fullmatch(line.strip())
    if not read or read[1] != str(number):
        raise GameError("engine.turn", number=number, example=example)
    return read[2]
