"""Whole games as text: header tags, then one turn a line, so that a game can be judged without anything else.

    [Game "looney-blockade"]
    [BK-02 "a"]
    [BK-04 "exact"]
    [Position "C3G2*5,... cool K555"]

    1. B4 G5: G1 b3-b2, G2 a5-b3 (2), G1 b2-b3 +K3
    2. R1 Y6: pass

Other tags (players, date, place) are kept as they are.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.errors import GameError, shown
from companion.games.looney_blockade.model import RULINGS, Options, Position, Turn, Violation
from companion.games.looney_blockade.notation import (
    position_from_text,
    position_to_text,
    turn_from_text,
    turn_to_text,
)
from companion.games.looney_blockade.turns import apply

NAME = "looney-blockade"
_TAG = re.compile(r'\[([A-Za-z0-9-]+) "([^"\\\n]*)"\]')
_NUMBER = re.compile(r"(\d+)\. +(.*)")


@dataclass(frozen=True)
class Game:
    """A start, and the turns played from it with their rolls."""

    start: Position
    turns: tuple[tuple[Mapping[str, int], Turn], ...] = ()
    options: Options = RULINGS
    tags: Mapping[str, str] = field(default_factory=dict)


def game_to_text(game: Game) -> str:
    """The game as text. Raises GameError for a tag that cannot be written."""
    own = {"Game": NAME, **game.options.to_json(), "Position": position_to_text(game.start)}
    lines = []
    for name, value in {**own, **{name: value for name, value in game.tags.items() if name not in own}}.items():
        line = f'[{name} "{value}"]'
        if not _TAG.fullmatch(line):
            raise GameError(f"tag {shown(name)}: letters, digits and - make a name; no quotes or line ends in a value")
        lines.append(line)
    lines.append("")
    lines += [f"{i}. {turn_to_text(roll, turn)}" for i, (roll, turn) in enumerate(game.turns, 1)]
    return "\n".join(lines) + "\n"


def game_from_text(text: str) -> Game:
    """Reads a game and plays it through. Raises GameError naming the line that is malformed or not legal."""
    tags: dict[str, str] = {}
    start: Position | None = None
    options = RULINGS
    turns: list[tuple[Mapping[str, int], Turn]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            if line.startswith("["):
                _read_tag(line, tags, after_turns=start is not None)
                continue
            if start is None:
                start, options = _start(tags)
            turns.append(_play(line, len(turns) + 1, turns[-1][1].position if turns else start, options))
        except GameError as error:
            raise GameError(f"line {number}: {error}") from None
    if start is None:
        start, options = _start(tags)
    kept = {name: value for name, value in tags.items() if name not in ("Game", "Position", "BK-02", "BK-04")}
    return Game(start, tuple(turns), options, kept)


def _read_tag(line: str, tags: dict[str, str], after_turns: bool) -> None:
    read = _TAG.fullmatch(line.strip())
    if not read:
        raise GameError(f'{shown(line)} is no tag; tags are written as [Name "value"]')
    if after_turns or read[1] in tags:
        raise GameError(f"the tag {read[1]} comes {'after the first turn' if after_turns else 'twice'}")
    tags[read[1]] = read[2]


def _start(tags: Mapping[str, str]) -> tuple[Position, Options]:
    if tags.get("Game") != NAME:
        raise GameError(f'the tag [Game "{NAME}"] is missing')
    if "Position" not in tags:
        raise GameError("the tag Position is missing: the game must say from where it was played")
    options = Options.from_json({name: tags[name] for name in ("BK-02", "BK-04") if name in tags})
    return position_from_text(tags["Position"]), options


def _play(line: str, number: int, position: Position, options: Options) -> tuple[dict[str, int], Turn]:
    read = _NUMBER.fullmatch(line.strip())
    if not read or read[1] != str(number):
        raise GameError(f"turn {number} is expected here, written as '{number}. B4 G5: G1 b3-b2'")
    roll, hops = turn_from_text(read[2])
    played = apply(position, roll, [(hop.start, hop.end) for hop in hops], options)
    if isinstance(played, Violation):
        raise GameError(f"turn {number} is not legal: {played.reason} ({played.rule})")
    for hop, legal in zip(hops, played.hops, strict=True):
        if hop != legal:
            raise GameError(
                f"turn {number}: {hop.start}-{hop.end} is {legal.piece} for {legal.cost}, "
                f"cap {legal.cap or 'none'}, which the line does not say"
            )
    return roll, played
