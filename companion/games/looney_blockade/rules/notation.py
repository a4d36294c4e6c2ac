"""Positions and turns of Looney Blockade as one line of text each, both ways without loss.

A position is its five ranks from the far one, joined by "/", cells by ",", a stack from the bottom with repeated
pieces as "G2*5", then the side to move and the blacks left, large, medium and small:
"C3G2*5,B3B1,B3B1,B3B1,C3R2*5/.../... cool K555". A turn is its dice and its hops with what each cost if more than one
point, and the black put on: "B4 G5: G1 b3-b2, G2 a5-b3 (2), G1 b2-b3 +K3"; without hops "B4 G5: pass".
"""

import re
from collections.abc import Mapping
from itertools import groupby

from companion.games.errors import GameError, printable
from companion.games.looney_blockade.rules.board import pieces_of
from companion.games.looney_blockade.rules.model import SIDES, Hop, Position, Side, Turn, check_roll

_GROUP = re.compile(r"([RYGBKC][123])(?:\*([1-9][0-9]?))?")
_SUPPLY = re.compile(r"K([0-5])([0-5])([0-5])")
_DIE = re.compile(r"([RYGB])([1-6])")
_HOP = re.compile(r"([RYGB][12]) ([a-e][1-5])-([a-e][1-5])(?: \(([1-9][0-9]?)\))?(?: \+(K[123]))?")
_PASS = "pass"


def position_to_text(position: Position) -> str:
    ranks = (",".join(_stack_to_text(position.grid[file + rank]) for file in "abcde") for rank in "54321")
    small, medium, large = position.supply
    return f"{'/'.join(ranks)} {position.to_move} K{large}{medium}{small}"


def _stack_to_text(stack: str) -> str:
    runs = [(piece, len(list(run))) for piece, run in groupby(pieces_of(stack))]
    return "".join(piece if count == 1 else f"{piece}*{count}" for piece, count in runs)


def position_from_text(text: str) -> Position:
    """Return the position of a line. Raises GameError naming the place of what is malformed."""
    fields = text.split()
    if len(fields) != 3:
        raise GameError("looney.text.position", got=printable(text))
    ranks = fields[0].split("/")
    if len(ranks) != 5:
        raise GameError("looney.text.ranks", n=len(ranks))
    grid = {}
    for rank, line in zip("54321", ranks, strict=True):
        cells = line.split(",")
        if len(cells) != 5:
            raise GameError("looney.text.cells", rank=rank, n=len(cells))
        for file, stack in zip("abcde", cells, strict=True):
            grid[file + rank] = _stack_from_text(file + rank, stack)
    counts = _SUPPLY.fullmatch(fields[2])
    if not counts:
        raise GameError("looney.text.supply", got=ascii(fields[2]))
    large, medium, small = (int(count) for count in counts.groups())
    return Position(grid, (small, medium, large), _side(fields[1]))


def _side(text: str) -> Side:
    for side in SIDES:
        if side == text:
            return side
    raise GameError("looney.text.side", got=printable(text))


def _stack_from_text(cell: str, text: str) -> str:
    stack, at = "", 0
    while at < len(text):
        group = _GROUP.match(text, at)
        if not group:
            raise GameError("looney.text.stack", cell=cell, got=printable(text), at=at + 1)
        stack += group[1] * int(group[2] or 1)
        at = group.end()
    return stack


def turn_to_text(roll: Mapping[str, int], turn: Turn) -> str:
    hops = ", ".join(_hop_to_text(hop) for hop in turn.hops) or _PASS
    return f"{roll_to_text(roll)}: {hops}"


def roll_to_text(roll: Mapping[str, int]) -> str:
    return " ".join(f"{colour}{points}" for colour, points in roll.items())


def _hop_to_text(hop: Hop) -> str:
    cost = f" ({hop.cost})" if hop.cost > 1 else ""
    return f"{hop.piece} {hop.start}-{hop.end}{cost}" + (f" +{hop.cap}" if hop.cap else "")


def turn_from_text(text: str) -> tuple[dict[str, int], tuple[Hop, ...]]:
    """Return the roll and the hops of a line, as written: whether they are legal only a position can tell.

    Raises GameError naming the place of what is malformed.
    """
    dice, colon, hops = text.partition(":")
    if not colon:
        raise GameError("looney.text.turn", got=printable(text))
    roll = _roll_from_text(dice)
    if hops.strip() == _PASS:
        return roll, ()
    return roll, tuple(_hop_from_text(i, hop.strip()) for i, hop in enumerate(hops.split(","), 1))


def _roll_from_text(text: str) -> dict[str, int]:
    roll: dict[str, int] = {}
    for die in text.split():
        read = _DIE.fullmatch(die)
        if not read or read[1] in roll:
            raise GameError("looney.text.die", got=printable(die))
        roll[read[1]] = int(read[2])
    side: Side = "warm" if {*SIDES["warm"]} & {*roll} else "cool"
    return check_roll(roll, side)


def _hop_from_text(number: int, text: str) -> Hop:
    read = _HOP.fullmatch(text)
    if not read:
        raise GameError("looney.text.hop", number=number, got=printable(text))
    piece, start, end, cost, cap = read.groups()
    return Hop(start, end, piece, int(cost or 1), cap)
