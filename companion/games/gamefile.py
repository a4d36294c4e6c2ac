"""Whole games as text, in the form common to all games: header tags, then one numbered turn a line.

    [Game "looney-blockade"]
    [Position "..."]

    1. B4 G5: G1 b3-b2
    2. R1 Y6: pass {a pity}
    3. B1 G1 = C3G2*5,... {G2 a5-a4 was let pass}

What a turn looks like, and which tags say how it is judged, every game says for itself. A line with an equals sign
tells of a table that the players have accepted, rules or not: what was said before it, and the position that counts
from there on. Braces hold a comment.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from companion.games.errors import GameError, shown

NOTHING: Final[Mapping[int, str]] = MappingProxyType({})
_TAG = re.compile(r'\[([A-Za-z0-9-]+) "([^"\\\n]*)"\]')
_NUMBER = re.compile(r"(\d+)\. +(.*?) *(?:\{([^{}\n]*)\})?")
ACCEPTED = "="

T = TypeVar("T")
A = TypeVar("A")


class AcceptedTable(NamedTuple):
    """What was said before a table that the players have accepted, as it stands in a line, and its position."""

    said: str
    position: Any


def write_game(
    own: Mapping[str, str], others: Mapping[str, str], turns: Iterable[str], comments: Mapping[int, str] = NOTHING
) -> str:
    """The text of a game: the tags by which it is judged, the others (players, date, place), its turns, and comments
    by the turns' numbers.

    Raises GameError for a tag or comment that cannot be written.
    """
    lines = []
    for name, value in {**own, **{name: value for name, value in others.items() if name not in own}}.items():
        line = f'[{name} "{value}"]'
        if not _TAG.fullmatch(line):
            raise GameError("engine.tag", name=shown(name))
        lines.append(line)
    return "\n".join([*lines, "", *numbered(turns, comments)]) + "\n"


def numbered(turns: Iterable[str], comments: Mapping[int, str] = NOTHING) -> Iterator[str]:
    """The lines of turns. Raises GameError for a comment that cannot be written."""
    for number, turn in enumerate(turns, 1):
        yield f"{number}. {turn}{_comment(comments.get(number))}"


def _comment(said: str | None) -> str:
    if said is None:
        return ""
    if set(said) & set("{}\n"):
        raise GameError("engine.comment", text=shown(said))
    return f" {{{said}}}"


def with_accepted(
    turns: Iterable[str], accepted: Mapping[int, AcceptedTable], text_of: Callable[[Any], str]
) -> Iterator[str]:
    """The lines of turns, and among them those of accepted tables; `text_of` writes a position."""
    lines = {number: accepted_line(table.said, text_of(table.position)) for number, table in accepted.items()}
    return in_order(turns, lines)


def accepted_line(said: str, position: str) -> str:
    """The line of a table that was accepted."""
    return f"{said} {ACCEPTED} {position}".strip()


def read_accepted(text: str) -> tuple[str, str] | None:
    """What was said before a table that was accepted, and its position, where a line tells of one."""
    said, mark, position = text.partition(ACCEPTED)
    return (said.strip(), position.strip()) if mark else None


def turn_lines(text: str) -> list[str]:
    """The lines of turns of a game that has been read, without numbers and comments."""
    return [read[2] for line in text.splitlines() if (read := _NUMBER.fullmatch(line.strip()))]


def in_order(turns: Iterable[T], accepted: Mapping[int, A]) -> Iterator[T | A]:
    """Turns, and among them the tables that were accepted, by their numbers."""
    left = list(turns)
    for number in range(1, len(left) + len(accepted) + 1):
        yield accepted[number] if number in accepted else left.pop(0)


@dataclass(frozen=True)
class Script:
    """A game as written: its tags, its turns with the number of the line that each stands on, and the comments by the
    turns' numbers.

    `first_line` is where the first turn stands, or would.
    """

    tags: Mapping[str, str]
    turns: tuple[tuple[int, str], ...]
    first_line: int
    comments: Mapping[int, str] = field(default_factory=dict)


def read_game(text: str, name: str, example: str) -> Script:
    """Reads the game `name`, whose turns are written like `example`. Raises GameError naming the malformed line."""
    tags: dict[str, str] = {}
    turns: list[tuple[int, str]] = []
    comments: dict[int, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        with at_line(number):
            if line.startswith("["):
                _read_tag(line, tags, after_turns=bool(turns))
            elif line.strip():
                turn, comment = _turn_text(line, len(turns) + 1, example)
                turns.append((number, turn))
                comments |= {} if comment is None else {len(turns): comment}
    first_line = turns[0][0] if turns else len(lines) + 1
    with at_line(first_line):
        if tags.get("Game") != name:
            raise GameError("engine.tag.game", game=name)
        if "Position" not in tags:
            raise GameError("engine.tag.position")
    return Script(tags, tuple(turns), first_line, comments)


def play_through(
    script: Script,
    start: Any,
    read_position: Callable[[str], Any],
    play: Callable[[str, int, Any], T],
    after: Callable[[T], Any],
) -> tuple[tuple[T, ...], dict[int, AcceptedTable]]:
    """The turns of a game, and the tables accepted between them by their numbers. `play` makes the turn of a line, with
    its number, from a position; `after` tells the position that a turn leads to. Raises GameError naming the line."""
    turns: list[T] = []
    accepted: dict[int, AcceptedTable] = {}
    position = start
    for number, (line, turn) in enumerate(script.turns, 1):
        with at_line(line):
            if table := read_accepted(turn):
                position = read_position(table[1])
                accepted[number] = AcceptedTable(table[0], position)
            else:
                turns.append(play(turn, number, position))
                position = after(turns[-1])
    return tuple(turns), accepted


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


def _turn_text(line: str, number: int, example: str) -> tuple[str, str | None]:
    read = _NUMBER.fullmatch(line.strip())
    if not read or read[1] != str(number):
        raise GameError("engine.turn", number=number, example=example)
    return read[2], read[3]
