"""Stacks that no play can build, taken apart for the search: players may have agreed to what the rules forbid.

During a turn only pieces of the mover's two colours leave a stack, from the top, and what they can uncover is a `base`
and above it `runs` of one colour each, in turn of the one and of the other. A run goes before the next one below it is
free, and nothing of its colour comes to stand there again, but on the base, if that takes it. So every run is a cell
of its colour's space, and which colour waits for which is told by bits, like those of the clear larges.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.games.looney_blockade.rules.board import BLACK, is_lawful, pieces_of, tower_colour
from companion.games.looney_blockade.rules.model import SIDES, Side

# Bits of odd stacks lie above those of the 25 cells.
ODD_BITS = 25
# What a base is for a colour that cannot land on it.
NO_GROUND = "."
_BLACKS = {"1": "S", "2": "M", "3": "L"}


@dataclass(frozen=True)
class OddStack:
    """One such stack: its base, its runs as text, and a bit for each level (at least one, on the base)."""

    base: str
    runs: tuple[str, ...]
    bits: tuple[int, ...]

    def levels(self, colour: str) -> Iterator[int]:
        """Yield the levels on which `colour` stands or may come to stand."""
        if self._is_on(colour, 0) or self.ground(colour, 0) != NO_GROUND:
            yield 0
        yield from (level for level in range(1, len(self.runs)) if self._is_on(colour, level))

    def ground(self, colour: str, level: int) -> str:
        """Return what `colour` finds on a level without its pieces: the first mark of its code (see `colour_state`)."""
        top = self.base[-2:] if level == 0 else ""
        if top[:1] == "C":
            return "C"
        if top == f"{colour}3":
            return "3" if self.base == top else "l"
        if top[:1] == BLACK and tower_colour(self.base) == colour:
            return _BLACKS[top[1]]
        return NO_GROUND

    def pips(self, colour: str, level: int, stack: str) -> str:
        """Return the pips of the pieces of `colour` on a level when `stack` stands in its place; "" where it cannot."""
        if not stack.startswith(self.base):
            return ""
        runs = _runs(stack[len(self.base) :])
        return runs[level][1::2] if len(runs) > level and runs[level][0] == colour else ""

    def claims(self, colour: str, level: int) -> int:
        """Return the bits of the other colour's runs above a level, which are gone for good once something moves
        there."""
        return sum(self.bits[k] for k, run in enumerate(self.runs) if k > level and run[0] != colour)

    def shut(self, colour: str, level: int) -> bool:
        """Return True if something of the other colour stands on a level or above it."""
        return any(run[0] != colour for run in self.runs[level:])

    def _is_on(self, colour: str, level: int) -> bool:
        return len(self.runs) > level and self.runs[level][0] == colour


def odd_stacks(stacks: Sequence[str], side: Side) -> dict[int, OddStack]:
    """Return the stacks that no play can build, by cell, with what `side` can move of them."""
    if all(map(is_lawful, stacks)):
        return {}
    found: dict[int, OddStack] = {}
    bit = 1 << ODD_BITS
    for cell, stack in enumerate(stacks):
        if is_lawful(stack):
            continue
        base = _base(stack, side)
        runs = _runs(stack[len(base) :])
        bits = tuple(bit << k for k in range(max(len(runs), 1)))
        found[cell] = OddStack(base, runs, bits)
        bit <<= len(bits)
    return found


def _base(stack: str, side: Side) -> str:
    while stack and stack[-2] in SIDES[side] and stack[-1] != "3":
        stack = stack[:-2]
    return stack


def _runs(text: str) -> tuple[str, ...]:
    return tuple("".join(run) for _, run in groupby(pieces_of(text), key=lambda piece: piece[0]))
