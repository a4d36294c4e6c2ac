"""Positions and turns of Leistiko's Blockade as one line of text each, both ways without loss.

A position is the pieces on rows 1 to 6 of the first player, then of the second, ten and more in brackets, and whose
turn it is: "233332/20(12)002 1". Pieces resting on the far side (LB-09 false) follow a "+": "233332+001000/233332 2".

A turn is its row, its dice and its steps, leaps with their cost: "r3 d5: 3>2, 2x(4)"; without steps "r3 d5: pass".
The dice are d5; in Super Push the move and the leap die, m5 l2; in a leap of Bungie Battle d641 v52, own against
opposing dice. With LB-09 false, "3c(3)" crosses to the far side and "3o(1)" gets off from there.
"""

import re

from companion.games.errors import GameError, printable
from companion.games.leistiko_blockade.rules.model import NONE, SIDES, Position, Roll, Rows, Side, Step, StepKind, Turn

_COUNT = re.compile(r"[0-9]|\(([1-9][0-9])\)")
_DICE = re.compile(r"r([1-6]) +(?:d([1-6])|m([1-6]) +l([1-6])|d([1-6]+) +v([1-6]+))")
_STEP = re.compile(r"([1-6])>([1-6])|([1-6])([xco])\(([0-9]{1,2})\)")
_LETTERS: dict[StepKind, str] = {"leap": "x", "cross": "c", "off": "o"}
_KINDS: dict[str, StepKind] = {letter: kind for kind, letter in _LETTERS.items()}
_PASS = "pass"


def position_to_text(position: Position) -> str:
    sides = []
    for side, resting in zip(SIDES, position.across, strict=True):
        sides.append(_rows_to_text(position.rows(side)) + (f"+{_rows_to_text(resting)}" if any(resting) else ""))
    return f"{'/'.join(sides)} {SIDES.index(position.to_move) + 1}"


def _rows_to_text(rows: Rows) -> str:
    return "".join(str(count) if count < 10 else f"({count})" for count in rows)


def position_from_text(text: str) -> Position:
    """Parse a position. Raises GameError naming the place of an error."""
    fields = text.split()
    if len(fields) != 2:
        raise GameError("leistiko.text.position", got=printable(text))
    sides = fields[0].split("/")
    if len(sides) != 2:
        raise GameError("leistiko.text.sides", n=len(sides))
    if fields[1] not in ("1", "2"):
        raise GameError("leistiko.text.to_move", got=printable(fields[1]))
    (first, first_across), (second, second_across) = (
        _side_from_text(side, line) for side, line in zip(SIDES, sides, strict=True)
    )
    return Position(first, second, SIDES[int(fields[1]) - 1], (first_across, second_across))


def _side_from_text(side: Side, text: str) -> tuple[Rows, Rows]:
    rows, plus, resting = text.partition("+")
    return _rows_from_text(side, rows), _rows_from_text(side, resting) if plus else NONE


def _rows_from_text(side: Side, text: str) -> Rows:
    counts, at = [], 0
    while at < len(text):
        count = _COUNT.match(text, at)
        if not count:
            raise GameError("leistiko.text.counts", place=side, got=printable(text), at=at + 1)
        counts.append(int(count[1] or count[0]))
        at = count.end()
    if len(counts) != 6:
        raise GameError("leistiko.text.rows", place=side, n=len(counts))
    return tuple(counts)


def turn_to_text(roll: Roll, turn: Turn) -> str:
    return f"r{turn.row} {roll_to_text(roll)}: {steps_to_text(turn.steps)}"


def roll_to_text(roll: Roll) -> str:
    if roll.opposed is not None:
        return f"d{''.join(map(str, roll.dice))} v{''.join(map(str, roll.opposed))}"
    return f"d{roll.dice[0]}" if len(roll.dice) == 1 else f"m{roll.dice[0]} l{roll.dice[1]}"


def steps_to_text(steps: tuple[Step, ...]) -> str:
    return ", ".join(map(_step_to_text, steps)) or _PASS


def _step_to_text(step: Step) -> str:
    return f"{step.row}>{step.to}" if step.kind == "move" else f"{step.row}{_LETTERS[step.kind]}({step.cost})"


def turn_from_text(text: str) -> tuple[int, Roll, tuple[Step, ...]]:
    """Parse a turn into row, roll and steps, without judging it. Raises GameError naming the place of an error."""
    dice, colon, steps = text.partition(":")
    read = _DICE.fullmatch(dice.strip())
    if not colon or not read:
        raise GameError("leistiko.text.turn", got=printable(text))
    row, one, move, leap, own, opposed = read.groups()
    if opposed:
        roll = Roll(tuple(map(int, own)), tuple(map(int, opposed)))
    else:
        roll = Roll((int(one),) if one else (int(move), int(leap)))
    if steps.strip() == _PASS:
        return int(row), roll, ()
    return int(row), roll, tuple(_step_from_text(i, step.strip()) for i, step in enumerate(steps.split(","), 1))


def _step_from_text(number: int, text: str) -> Step:
    read = _STEP.fullmatch(text)
    if not read:
        raise GameError("leistiko.text.step", number=number, got=printable(text))
    if read[1]:
        return Step("move", int(read[1]), 1, int(read[2]))
    return Step(_KINDS[read[4]], int(read[3]), int(read[5]))
