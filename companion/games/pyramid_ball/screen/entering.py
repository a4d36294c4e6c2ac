"""Both programs as they are entered by touch, one after the other, each while the other player looks away.

A step of the entry is one thing that was tapped (STEPS), or a whole program (`filled`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.app.games.turn_entry import EntryStep
from companion.app.json_object import JsonObject
from companion.games.engine import Json
from companion.games.pyramid_ball.rules.board import PLAYERS, SIZES
from companion.games.pyramid_ball.screen.program_shown import ROWS, SPECIALS
from companion.referee.errors import RefereeError

DONE: Final[EntryStep] = {"done": ""}
# The allowed words for each thing that is tapped.
STEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "pyramid": SIZES,
    "command": tuple("FBLR."),
    "erase": ("",),
    "pass_row": ("",),
    "pass_to": ("",),
    "switch": tuple(SPECIALS),
    "done": ("",),
}
FILLED: Final = {*SIZES, "pass", "switched"}


@dataclass(frozen=True)
class EnteredProgram:
    """A program as far as it has been entered, and the pyramid that comes next. Commands left out stand still."""

    words: Mapping[str, str]
    pass_row: int = 0
    pass_to: str = ""
    switched: tuple[str, ...] = ()
    pyramid: str = SIZES[0]

    def whole(self) -> Json:
        """Return the program as the engine takes it."""
        marker = {"row": self.pass_row, "to": self.pass_to} if self.pass_row else None
        return whole({**self.words, "pass": marker, **{what: what in self.switched for what in SPECIALS}})


def whole(program: JsonObject) -> Json:
    """Return a program as the engine takes it: commands left out stand still."""
    return {**program, **{size: str(program[size]).ljust(ROWS, ".") for size in SIZES}}


EMPTY: Final = EnteredProgram(dict.fromkeys(SIZES, ""))


@dataclass(frozen=True)
class Entering:
    """Progress of entering: the side whose program is being entered, None if all that are entered here are made; the
    `sheets` by side."""

    side: str | None
    sheets: Mapping[str, EnteredProgram]


def filled(program: JsonObject) -> EntryStep:
    """Return the step that replaces what was entered by a whole program."""
    marker = program.get("pass")
    placed = f"{marker['row']}{marker['to']}" if isinstance(marker, Mapping) else ""
    switched = " ".join(what for what in SPECIALS if program.get(what))
    return {**{size: str(program[size]) for size in SIZES}, "pass": placed, "switched": switched}


def entering(position: JsonObject, without: Sequence[str], steps: Sequence[EntryStep]) -> Entering:
    """Return where these steps lead; the sides `without` enter no program. Raises RefereeError for invalid steps."""
    left: list[str] = [side for side in PLAYERS if side not in without]
    sheets: dict[str, EnteredProgram] = dict.fromkeys(PLAYERS, EMPTY)
    for step in steps:
        if not left or not _is_step(step):
            raise RefereeError("ball.no_step", got=repr(dict(step)))
        if step == DONE:
            left.pop(0)
        else:
            sheets[left[0]] = _after(sheets[left[0]], step, position, left[0])
    return Entering(left[0] if left else None, sheets)


def _is_step(step: EntryStep) -> bool:
    if {*step} == FILLED:
        words = all({*step[size]} <= {*STEPS["command"]} and len(step[size]) <= ROWS + 1 for size in SIZES)
        marked = not step["pass"] or _marker_of(step["pass"]) is not None
        return words and marked and {*step["switched"].split()} <= {*SPECIALS}
    ((what, value), *more) = step.items() if step else (("", ""),)
    return not more and value in STEPS.get(what, ())


def _marker_of(text: str) -> tuple[int, str] | None:
    """Parse ``2L``: the row and the receiver."""
    fits = len(text) == 2 and text[0] in "123" and text[1] in SIZES
    return (int(text[0]), text[1]) if fits else None


def _after(sheet: EnteredProgram, step: EntryStep, position: JsonObject, side: str) -> EnteredProgram:
    """Return a program after one step."""
    if {*step} == FILLED:
        row, to = _marker_of(step["pass"]) or (0, "")
        return EnteredProgram(
            {size: step[size] for size in SIZES}, row, to, tuple(step["switched"].split()), sheet.pyramid
        )
    ((what, value),) = step.items()
    word, row = sheet.words[sheet.pyramid], (sheet.pass_row + 1) % (ROWS + 1)
    others = tuple(each for each in sheet.switched if each != value)
    match what:
        case "command":
            full = len(word) >= ROWS + (sheet.pyramid == "S" and "S" in position["specials"][side])
            return _onward(_with_word(sheet, value if full else word + value))
        case "erase":
            return _with_word(sheet, word[:-1])
        case "pass_row":
            receiver = sheet.pass_to or receivers(position, side)[0]
            changed: Json = {"pass_row": row, "pass_to": receiver if row else ""}
        case "pass_to":
            changed = {"pass_to": _next(receivers(position, side), sheet.pass_to) if sheet.pass_row else ""}
        case "switch":
            changed = {"switched": others if value in sheet.switched else (*others, value)}
        case _:
            changed = {"pyramid": value}
    return replace(sheet, **changed)


def _with_word(sheet: EnteredProgram, word: str) -> EnteredProgram:
    return replace(sheet, words={**sheet.words, sheet.pyramid: word})


def _onward(sheet: EnteredProgram) -> EnteredProgram:
    """Move on to the next pyramid after a full row of commands."""
    if len(sheet.words[sheet.pyramid]) != ROWS or sheet.pyramid == SIZES[-1]:
        return sheet
    return replace(sheet, pyramid=_next(SIZES, sheet.pyramid))


def receivers(position: JsonObject, side: str) -> tuple[str, ...]:
    """Return to whom a side may throw."""
    ball = position["ball"]
    carrier = ball[1] if isinstance(ball, list | tuple) and ball[0] == side else None
    return tuple(size for size in SIZES if size != carrier)


def _next(names: Sequence[str], name: str) -> str:
    at = list(names).index(name) if name in names else -1
    return names[(at + 1) % len(names)]
