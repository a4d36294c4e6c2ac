"""One colour's part of the table as a short tuple of cell codes, and look-up tables that move pieces between codes.

During a turn of one side only its two colours move, and the colours meet only on the clear larges and at the black
supply. So each colour is searched alone, on the cells where it can stand: its own five squares and the clear ones.

A cell code is text: the base, "3" for a large of the colour or "C" for clear, then the pips of the pieces on it, with
the black of a tower as the letter of its size (L, M, S): "321L2" is a large-medium-small tower under a black large
that carries a medium. A clear large under another colour's piece is "C" too: `Label` keeps the two colours apart.
Stacks that play cannot build, but players may have accepted, are split into parts (`odd_stacks`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.board import is_lawful, pieces_of, tower_colour
from companion.games.looney_blockade.rules.model import SIDES, Options, Side, other_side
from companion.games.looney_blockade.rules.searching.odd_stacks import OddStack, odd_stacks

State = tuple[str, ...]

CAP_LETTERS = {"K3": "L", "K2": "M", "K1": "S"}
CAP_PIECES = {letter: piece for piece, letter in CAP_LETTERS.items()}


class SearchHop(NamedTuple):
    """A hop from cell `i` to cell `j` of the space; `cap` is the letter of the black then put on, "-" for a tower
    left bare because no black is left, "" for no tower, and "?" where the black is still to be chosen."""

    i: int
    j: int
    size: int
    cost: int
    cap: str


class _Pops(dict[str, tuple[int, str] | None]):
    """Code -> (size of the piece on top that may move, code without it), or None when nothing may move."""

    def __missing__(self, code: str) -> tuple[int, str] | None:
        top = code[-1]
        self[code] = found = (int(top), code[:-1]) if top in "12" and len(code) > 1 else None
        return found


class _Pushes(dict[str, str]):
    """Code -> code after a piece of one size has landed on it, or "" if the piece may not land (the landing table)."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.tops = {1: "C321LMl", 2: "C32Ll"}[size]

    def __missing__(self, code: str) -> str:
        self[code] = found = f"{code}{self.size}" if code[-1] in self.tops else ""
        return found


class _Completions(dict[str, bool]):
    """Code -> True if a small that lands on it completes a tower (BK-04)."""

    def __init__(self, tower: str) -> None:
        super().__init__()
        self.tower = tower

    def __missing__(self, code: str) -> bool:
        containing = self.tower == "containing" and code.startswith("32") and code.isdigit() and "12" not in code
        self[code] = found = code == "32" or containing
        return found


POP = _Pops()
PUSH = {1: _Pushes(1), 2: _Pushes(2)}
COMPLETIONS = {"exact": _Completions("exact"), "containing": _Completions("containing")}


class _Capped(dict[str, bool]):
    """Code -> True if a black caps a tower in it."""

    def __missing__(self, code: str) -> bool:
        self[code] = found = not code.isdigit() and code[0] == "3"
        return found


# Looked up by the thousand in every search.
capped = _Capped().__getitem__


def cap_of(code: str) -> str:
    """Return the letter of the black in a code, or "" without one."""
    return next((letter for letter in "LMS" if letter in code), "")


@lru_cache(maxsize=4096)
def encode(stack: str, colour: str) -> str:
    """Return the code of a stack for a colour that has the cell in its space."""
    pieces = pieces_of(stack)
    if pieces[0] == "C3":
        return "C" + "".join(piece[1] for piece in pieces[1:] if piece[0] == colour)
    return "".join(CAP_LETTERS.get(piece, piece[1]) for piece in pieces)


@lru_cache(maxsize=4096)
def decode(code: str, colour: str) -> str:
    """Return the stack of a code."""
    base = "C3" if code[0] == "C" else f"{colour}3"
    return base + "".join(CAP_PIECES.get(mark) or colour + mark for mark in code[1:])


@dataclass(frozen=True)
class Space:
    """The cells on which `colour` can stand during this turn, and the distances between them.

    `reach[i]`: (cost, j) for every other cell j that one hop can reach, cheapest first. `apart[i][j]`: least cost of
    any number of hops from i to j. `clear_bits[i]`: the bit of a clear cell, the same for both colours; 0 for a square
    of the colour.

    An odd stack (`odd`, by cell of the board) makes several cells of the space, one for each level on which the colour
    may come to stand (`levels`). Pieces on the cells `above[i]` must leave before cell i can be used, and so must the
    other colour's pieces there, whose bits are `claims[i]`. On `shut` cells a piece of the other colour is on top
    before the turn. `more_towers` and `more_trees`: towers of the colour and bare trees in the immobile parts of odd
    stacks.
    """

    colour: str
    cells: tuple[int, ...]
    clear_bits: tuple[int, ...]
    start: State
    apart: tuple[tuple[int, ...], ...]
    reach: tuple[tuple[tuple[int, int], ...], ...]
    odd: Mapping[int, OddStack] = field(default_factory=dict)
    levels: tuple[int, ...] = ()
    above: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    claims: Mapping[int, int] = field(default_factory=dict)
    shut: frozenset[int] = frozenset()
    more_towers: int = 0
    more_trees: int = 0

    def local(self, stacks: Sequence[str]) -> State:
        """Return this colour's state on a whole table."""
        if not self.odd:
            return tuple(encode(stacks[cell], self.colour) for cell in self.cells)
        return tuple(self.code(i, stacks[cell]) for i, cell in enumerate(self.cells))

    def code(self, i: int, stack: str) -> str:
        """Return the code of `stack` on cell i of the space."""
        odd = self.odd.get(self.cells[i])
        if odd is None:
            return encode(stack, self.colour)
        level = self.levels[i]
        if level == 0 and odd.base == f"{self.colour}3" and is_lawful(stack):
            return encode(stack, self.colour)
        return odd.ground(self.colour, level) + odd.pips(self.colour, level, stack)

    def occupied(self, state: State) -> int:
        """Return the bits of the clear cells on which the colour stands in `state`."""
        return sum(bit for bit, code in zip(self.clear_bits, state, strict=True) if bit and len(code) > 1)

    def covered(self, state: State) -> Collection[int]:
        """Return the cells below the colour's own pieces in odd stacks."""
        return [i for i, above in self.above.items() if any(len(state[k]) > 1 for k in above)]


def space_of(stacks: Sequence[str], colour: str, side: Side, options: Options, *, through: bool = False) -> Space:
    """Return the space of one of the two colours of `side`. Clear larges under the opponent's pieces are never free.

    `through`: True to let hops pass the opponent's blockades.
    """
    odd = odd_stacks(stacks, side)
    places = [
        (cell, level) for cell, stack in enumerate(stacks) for level in _levels(stack, odd.get(cell), colour, side)
    ]
    cells = tuple(cell for cell, _ in places)
    cost = rules.distances(frozenset() if through else rules.blocked_cells(stacks, side))
    longest = 1 if options.landing == "b" else rules.UNREACHABLE - 1
    space = Space(
        colour,
        cells,
        tuple(1 << cell if stacks[cell][:1] == "C" else 0 for cell in cells),
        () if odd else tuple(encode(stacks[cell], colour) for cell in cells),
        tuple(tuple(cost[a][b] for b in cells) for a in cells),
        tuple(
            tuple(sorted((cost[a][b], j) for j, b in enumerate(cells) if a != b and cost[a][b] <= longest))
            for a in cells
        ),
    )
    if not odd:
        return space
    apart = rules.distances(frozenset() if through else rules.closed_cells(stacks, side))
    space = replace(space, apart=tuple(tuple(apart[a][b] for b in cells) for a in cells))
    return _with_odd(space, stacks, odd, places, options)


def _levels(stack: str, odd: OddStack | None, colour: str, side: Side) -> Iterable[int]:
    """Return the levels of a stack on which a colour can stand. Only odd stacks have several levels."""
    if odd:
        return odd.levels(colour)
    return (0,) if stack[0] == colour or (stack[0] == "C" and stack[-2] not in SIDES[other_side(side)]) else ()


def _with_odd(
    space: Space,
    stacks: Sequence[str],
    odd: Mapping[int, OddStack],
    places: Sequence[tuple[int, int]],
    options: Options,
) -> Space:
    """Return `space` with the fields of odd stacks. `places`: (cell of the board, level) of each cell of the space."""
    colour = space.colour
    parts = {i: (odd[cell], level) for i, (cell, level) in enumerate(places) if cell in odd}
    space = replace(
        space,
        clear_bits=tuple(
            parts[i][0].bits[parts[i][1]] if i in parts else bit for i, bit in enumerate(space.clear_bits)
        ),
        odd=odd,
        levels=tuple(level for _, level in places),
        above=_above(places, odd),
        claims={i: stack.claims(colour, level) for i, (stack, level) in parts.items()},
        shut=frozenset(i for i, (stack, level) in parts.items() if stack.shut(colour, level)),
        more_towers=sum(tower_colour(stack.base) == colour for stack in odd.values()),
        more_trees=sum(
            stack.base[:1] == colour and rules.covers_bare_tree(stack.base, options) for stack in odd.values()
        ),
    )
    return replace(space, start=space.local(stacks))


def _above(places: Sequence[tuple[int, int]], odd: Mapping[int, OddStack]) -> dict[int, tuple[int, ...]]:
    """Return, for each cell in an odd stack, the cells further up in the same stack."""
    return {
        i: tuple(k for k, (other, higher) in enumerate(places) if other == cell and higher > level)
        for i, (cell, level) in enumerate(places)
        if cell in odd
    }


def merge(stacks: Sequence[str], states: Sequence[tuple[Space, State]]) -> tuple[str, ...]:
    """Return the table `stacks` with the colours of both spaces standing as in their states."""
    table = list(stacks)
    odd = states[0][0].odd
    for space, _ in states:
        for cell in space.cells:
            if cell not in odd and stacks[cell][0] == "C":
                table[cell] = "C3"
    for space, state in states:
        for cell, code in zip(space.cells, state, strict=True):
            if cell not in odd and (len(code) > 1 or code == "3"):
                table[cell] = decode(code, space.colour)
    for cell, stack in odd.items():
        parts = [
            (level, space.colour + mark if mark in "12" else CAP_PIECES[mark])
            for space, state in states
            for there, level, code in zip(space.cells, space.levels, state, strict=True)
            for mark in code[1:]
            if there == cell
        ]
        parts.sort(key=lambda part: part[0])
        table[cell] = stack.base + "".join(piece for _, piece in parts)
    return tuple(table)


def steps_from(
    space: Space, state: State, left: int, tower: str, from_under: bool = False
) -> Iterator[tuple[SearchHop, State]]:
    """Yield every hop that `left` points pay, with the state after it; a completed tower is left without its black.

    `from_under` supposes that a medium may be pulled out from under smalls.
    """
    completes = COMPLETIONS[tower]
    covered = space.covered(state) if space.above else ()
    for i, code in enumerate(state):
        popped = POP[code]
        if popped is None or i in covered:
            continue
        for size, rest in (popped, *_pulled(code)) if from_under else (popped,):
            push = PUSH[size]
            for cost, j in space.reach[i]:
                if cost > left:
                    break
                landed = push[state[j]]
                if not landed or j in covered:
                    continue
                changed = list(state)
                changed[i], changed[j] = rest, landed
                yield SearchHop(i, j, size, cost, "?" if size == 1 and completes[state[j]] else ""), tuple(changed)


def _pulled(code: str) -> Iterator[tuple[int, str]]:
    lowest = code.rfind("2")
    if lowest > 0 and code[-1] == "1" and not code[lowest + 1 :].strip("1"):
        yield 2, code[:lowest] + code[lowest + 1 :]


def with_black(state: State, j: int, black: str) -> State:
    """Return `state` with a black on cell `j`, given by its letter or "-" for none."""
    return state if black == "-" else (*state[:j], state[j] + black, *state[j + 1 :])
