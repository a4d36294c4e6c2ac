"""Whole games as text, in the form common to all games: header tags, then one numbered turn a line.

    [Game "looney-blockade"]
    [Position "..."]

    1. B4 G5: G1 b3-b2
    2. R1 Y6: pass {a pity}
    3. B1 G1 = C3G2*5,... {G2 a5-a4 was let pass}

What a turn looks like, and which tags say how it is judged, every game says for itself (`GameForm`). A line with an
equals sign tells of a table that the players have accepted, rules or not: what was said before it, and the position
that counts from there on. Braces hold a comment.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from companion.games.errors import GameError, printable
from companion.games.options import RuleOptions

NOTHING: Final[Mapping[int, str]] = MappingProxyType({})
_TAG = re.compile(r'\[([A-Za-z0-9-]+) "([^"\\\n]*)"\]')
_NUMBER = re.compile(r"(\d+)\. +(.*?) *(?:\{([^{}\n]*)\})?")
ACCEPTED = "="


P = TypeVar("P")
Q = TypeVar("Q", bound=RuleOptions)
D = TypeVar("D")


class AcceptedTable(NamedTuple):
    """A table that the players have accepted: the text before it, and its position."""

    said: str
    position: Any


def numbered(turns: Iterable[str], comments: Mapping[int, str] = NOTHING) -> Iterator[str]:
    """Yield the lines of turns. Raises GameError for a comment that cannot be written."""
    for number, turn in enumerate(turns, 1):
        yield f"{number}. {turn}{_comment(comments.get(number))}"


def _comment(said: str | None) -> str:
    if said is None:
        return ""
    if set(said) & set("{}\n"):
        raise GameError("engine.comment", text=printable(said))
    return f" {{{said}}}"


def accepted_line(said: str, position: str) -> str:
    """Return the line of a table that was accepted."""
    return f"{said} {ACCEPTED} {position}".strip()


def read_accepted(text: str) -> tuple[str, str] | None:
    """Return what was said before a table that was accepted, and its position, where a line tells of one."""
    said, mark, position = text.partition(ACCEPTED)
    return (said.strip(), position.strip()) if mark else None


def turn_lines(text: str) -> list[str]:
    """Return the lines of turns of a game that has been read, without numbers and comments."""
    return [read[2] for line in text.splitlines() if (read := _NUMBER.fullmatch(line.strip()))]


@dataclass(frozen=True)
class WrittenGame(Generic[P, Q, D]):
    """A start, and the turns made from it, each with what it was made under; by their numbers the tables accepted
    between, and comments. `tags` are those by which it is not judged (players, date, place)."""

    start: P
    turns: tuple[D, ...]
    options: Q
    tags: Mapping[str, str] = field(default_factory=dict)
    accepted: Mapping[int, AcceptedTable] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)

    @property
    def lines(self) -> Iterator[D | AcceptedTable]:
        """Turns, and among them the tables that were accepted."""
        left = iter(self.turns)
        for number in range(1, len(self.turns) + len(self.accepted) + 1):
            yield self.accepted[number] if number in self.accepted else next(left)


def plain_value(text: str) -> Any:
    """Return an option's value as it stands in a tag."""
    return {"true": True, "false": False}.get(text, text)


def _any_start(_start: Any, _options: Any) -> None:
    pass


@dataclass(frozen=True)
class GameForm(Generic[P, Q, D]):
    """Text form of one game. P is a position, Q options, D a turn with what it was made under. Whatever cannot be read
    raises GameError."""

    name: str
    example: str
    """A turn as it is written."""
    option_tags: Mapping[str, str]
    """Tags that say how the game is judged, with the options they tell."""
    read_options: Callable[[Mapping[str, Any]], Q]
    """Returns the options of which these are told, by name."""
    write_position: Callable[[P], str]
    read_position: Callable[[str], P]
    write_turn: Callable[[D], str]
    read_turn: Callable[[str, int, P, Q], D]
    """Returns the turn of a line, made: its text, its number, the position before it, the options."""
    after: Callable[[D], P]
    """Returns the position that a turn leads to."""
    told_when_other: Mapping[str, str] = field(default_factory=dict)
    """Tags that are left out where they have this value."""
    read_value: Callable[[str], Any] = plain_value
    """Returns an option's value as it stands in a tag."""
    check_start: Callable[[P, Q], object] = _any_start
    """Raises GameError where no game begins so under these options."""

    def write(self, game: WrittenGame[P, Q, D]) -> str:
        """Return the text of a game. Raises GameError for a tag or comment that cannot be written."""
        options = game.options.to_json()
        told = {tag: str(options[name]).lower() for tag, name in self.option_tags.items()}
        usual = self.told_when_other
        tags = {"Game": self.name, **{tag: value for tag, value in told.items() if usual.get(tag) != value}}
        tags["Position"] = self.write_position(game.start)
        tags |= {name: value for name, value in game.tags.items() if name not in tags}
        turns = (self._write_line(line) for line in game.lines)
        return "\n".join([*map(_tag_line, tags, tags.values()), "", *numbered(turns, game.comments)]) + "\n"

    def _write_line(self, line: D | AcceptedTable) -> str:
        if isinstance(line, AcceptedTable):
            return accepted_line(line.said, self.write_position(line.position))
        return self.write_turn(line)

    def read(self, text: str) -> WrittenGame[P, Q, D]:
        """Reads a game and plays it through. Raises GameError naming the line that is malformed or not legal."""
        script = read_game(text, self.name, self.example)
        told = {name: script.tags[tag] for tag, name in self.option_tags.items() if tag in script.tags}
        with at_line(script.first_line):
            options = self.read_options({name: self.read_value(value) for name, value in told.items()})
            position = start = self.read_position(script.tags["Position"])
            self.check_start(start, options)
        turns: list[D] = []
        accepted: dict[int, AcceptedTable] = {}
        for number, (line, turn) in enumerate(script.turns, 1):
            with at_line(line):
                if table := read_accepted(turn):
                    position = self.read_position(table[1])
                    accepted[number] = AcceptedTable(table[0], position)
                else:
                    turns.append(self.read_turn(turn, number, position, options))
                    position = self.after(turns[-1])
        own = ("Game", "Position", *self.option_tags)
        others = {name: value for name, value in script.tags.items() if name not in own}
        return WrittenGame(start, tuple(turns), options, others, accepted, script.comments)


def _tag_line(name: str, value: str) -> str:
    line = f'[{name} "{value}"]'
    if not _TAG.fullmatch(line):
        raise GameError("engine.tag", name=printable(name))
    return line


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
        raise GameError("engine.no_tag", line=printable(line))
    if after_turns or read[1] in tags:
        raise GameError("engine.tag.late" if after_turns else "engine.tag.twice", name=read[1])
    tags[read[1]] = read[2]


def _turn_text(line: str, number: int, example: str) -> tuple[str, str | None]:
    read = _NUMBER.fullmatch(line.strip())
    if not read or read[1] != str(number):
        raise GameError("engine.turn", number=number, example=example)
    return read[2], read[3]
