"""Positions of Looney Blockade on the table: the stacks that a cell may come to show, and the pieces there are.

A piece is two characters (``G2``), a stack its pieces bottom to top, a grid a stack for each of the 25 cells. Blacks
come from a supply beside the board; every other piece stays on the board (BK-setup, BK-pieces).
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise

from companion.referee.grid import Grid

COLOURS = "RYGB"
CLEAR_CELLS = ("a1", "a5", "c3", "e1", "e5")
CORNERS = ("a1", "a5", "e1", "e5")
BLACKS = ("K1", "K2", "K3")
MOVABLE = tuple(f"{colour}{pips}" for colour in COLOURS for pips in (1, 2))
LARGES = ("R3", "Y3", "G3", "B3", "C3")
KINDS = MOVABLE + LARGES + BLACKS


def pieces(stack: str) -> list[str]:
    """Return the pieces of a stack, bottom to top."""
    return [stack[i : i + 2] for i in range(0, len(stack), 2)]


@cache
def on_its_large(cell: str, stack: str) -> bool:
    """Return True if a stack stands on a large of the right sort: clear on the corners and the centre, coloured
    elsewhere."""
    return stack.startswith("C3") == (cell in CLEAR_CELLS)


def tops_off(stack: str) -> list[str]:
    """Return the stack with 0, 1, ... movable pieces taken from its top."""
    found = [stack]
    while found[-1][-2:] in MOVABLE:
        found.append(found[-1][:-2])
    return found


def _tower(large: str) -> str:
    colour = large[0]
    return f"{colour}3{colour}2{colour}1"


def _bare_coloured(stack: str) -> bool:
    return len(stack) == 2 and stack[0] in COLOURS


@lru_cache(maxsize=4096)
def likely(stack: str) -> tuple[str, ...]:
    """Return what a cell with `stack` most often shows next, itself first: enough to tell that it has not changed.

    One more piece of any kind or two of its colour; one, two or all movable pieces fewer; one other piece in their
    place; a tower built, with a piece on its black or none; a black of any size put on or gone; all gone.
    """
    levels = tops_off(stack)
    fewer = [*levels[1:3], *levels[-1:]]
    found = [stack, *fewer, ""]
    found += [stack + piece for piece in MOVABLE + BLACKS]
    # A medium below a small, or two of a size.
    found += [f"{stack}{own}{low}{own}{top}" for own in _own_colours(stack) for low, top in ("22", "21", "11")]
    for level in {*fewer} - {stack}:
        found += [level + own for own in _own(level)]
    if _bare_coloured(levels[-1]):
        tower = _tower(stack)
        found += [tower + black + more for black in ("", *BLACKS) for more in ("", *(_own(tower) if black else ()))]
    if "K" in stack:
        found.append(stack[: stack.index("K")])
    return _distinct(found)


@lru_cache(maxsize=4096)
def possible(stack: str) -> tuple[str, ...]:
    """Return all that the referee considers for a cell that showed `stack` before the turn, `likely` included.

    Any number of movable pieces fewer and then: up to three pieces of the colour that may stand there, in any order
    that may stand; one foreign piece; a black of any size; towers with a black of any size, with none, and with more
    pieces on it. A black gone or exchanged, everything gone, the large exchanged or buried under another.
    """
    found = list(likely(stack))
    for level in tops_off(stack):
        found += [level + piece for piece in MOVABLE + BLACKS]
        found += [level + added for own in _own_colours(level) for added in _runs(own) if _stands(level + added)]
        if _bare_coloured(level):
            tower = _tower(level)
            found += [tower + black + more for black in BLACKS for more in ("", *_runs(level[0]))]
    if "K" in stack:
        at = stack.index("K")
        found += [stack[:at] + black + stack[at + 2 :] for black in BLACKS]
        found.append(stack[:at] + stack[at + 2 :])
    found += [stack + large for large in LARGES]
    if stack:
        found += [large + stack[2:] for large in LARGES]
        found += [large + rest for large in LARGES for rest in ("", f"{large[0]}1") if large + rest != "C3C1"]
    else:
        found += LARGES
    return _distinct(found)


def _own_colours(level: str) -> str:
    """Return the colours that the rules allow on the stack, whoever moves."""
    top = level[-2:]
    if top == "C3":
        return COLOURS
    if not level:
        return ""
    return level[0] if top[0] == "K" and level[0] in COLOURS else top[0] if top[0] in COLOURS else ""


def _own(level: str) -> list[str]:
    return [f"{colour}{pips}" for colour in _own_colours(level) for pips in (1, 2)]


def _runs(colour: str) -> Iterable[str]:
    """Return one to three pieces of a colour, mediums below smalls."""
    for mediums in range(4):
        for smalls in range(4 - mediums):
            if mediums + smalls:
                yield f"{colour}2" * mediums + f"{colour}1" * smalls


def _stands(stack: str) -> bool:
    """Return True if no piece above the black, if there is one, stands on a smaller one."""
    sizes = stack[stack.rfind("K") + 1 :: 2] if "K" in stack else stack[1::2]
    return all(above <= below for below, above in pairwise(sizes))


def _distinct(stacks: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stacks))


@lru_cache(maxsize=4096)
def difference(stack: str, other: str) -> tuple[tuple[str, int], ...]:
    """Return how many more of each piece `other` has than `stack`, compared piece by piece from below."""
    count = Counter(pieces(other))
    count.subtract(pieces(stack))
    return tuple(sorted((piece, n) for piece, n in count.items() if n))


@lru_cache(maxsize=4096)
def moved(stack: str, other: str) -> int:
    """Return how many moves turn `stack` into `other`: one for each piece that leaves or enters.

    Blacks that cap a tower are free. If the large itself is another one, whole stacks have been carried: three.
    """
    if stack[:2] != other[:2]:
        return 3
    changed = sum(abs(n) for piece, n in difference(stack, other) if piece[0] != "K" or not _caps(other))
    return changed if changed or stack == other else 1


def _caps(stack: str) -> bool:
    """Return True if the first black of the stack stands on a tower of one colour."""
    at = stack.find("K")
    return at == 6 and stack[0] in COLOURS and stack[:6] == _tower(stack)


def balance(before: Grid, after: Grid) -> Counter[str]:
    """Return how many more pieces of each kind the table has after than before (negative: fewer)."""
    count: Counter[str] = Counter()
    for cell in before:
        for piece, n in difference(before[cell], after[cell]):
            count[piece] += n
    return count


def setup_stacks(cell: str) -> tuple[str, ...]:
    """Return the stacks allowed in a cell of a proper set-up (BK-setup)."""
    if cell == "c3":
        return ("C3",)
    if cell in CORNERS:
        return tuple("C3" + f"{colour}2" * 5 for colour in COLOURS)
    return tuple(f"{colour}3{colour}1" for colour in COLOURS)


def left_over(cell: str) -> tuple[str, ...]:
    """Return the stacks that an earlier game may have left there, apart from forgotten or exchanged pieces: one small
    too many."""
    if cell in CORNERS or cell == "c3":
        return ()
    return tuple(f"{large}3{large}1{small}1" for large in COLOURS for small in COLOURS)


def setup_faults(cell: str) -> tuple[str, ...]:
    """Return the stacks that may stand there by mistake. The height of a pile is unknown before the first picture, so a
    pile of mediums that is merely too low is not among them."""
    singles = tuple(f"{colour}3{colour}1" for colour in COLOURS)
    piles = tuple("C3" + f"{colour}2" * 5 for colour in COLOURS)
    bare = tuple(f"{colour}3" for colour in COLOURS)
    if cell in CORNERS:
        return ("", "C3", *singles, *("C3" + piece for piece in MOVABLE))
    if cell == "c3":
        return ("", *singles, *piles, *("C3" + piece for piece in MOVABLE))
    mixed = tuple(f"{large}3{small}1" for large in COLOURS for small in COLOURS if large != small)
    larger = tuple(f"{colour}3{colour}2" for colour in COLOURS)
    return ("", "C3", *bare, *mixed, *larger, *piles)
