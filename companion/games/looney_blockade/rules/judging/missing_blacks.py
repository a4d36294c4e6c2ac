"""Blacks that should be on the table: putting the missing ones on, or the wrong ones right."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.board import BLACK, pieces_of, read_grid
from companion.games.looney_blockade.rules.model import RULINGS, SIDES, Options, Position, Turn, check_roll
from companion.games.looney_blockade.rules.searching.find_turn import find_turn
from companion.games.step_budget import spend

Stacks = tuple[str, ...]

# To put blacks on a table takes as long as so many steps of a search.
_CAPPING_STEPS = 10


def missing_caps(
    before: Position, after: Mapping[str, str], roll: Mapping[str, int], options: Options = RULINGS
) -> Turn | None:
    """Return the completed turn when `after` would be legal if only blacks not yet put on were put on; None otherwise.

    A black goes on its tree, under what already stands on that. Raises GameError like `check`.
    """
    dice = check_roll(roll, before.to_move)
    return completed_turn(before, tuple(read_grid(after).values()), dice, options)


def completed_turn(before: Position, after: Stacks, dice: dict[str, int], options: Options) -> Turn | None:
    """Return the cheapest legal turn to `after` with the blacks put on that are missing, or None."""
    turns = [find_turn(before, full, dice, options) for full in cappings(before, after, options)]
    return min((turn for turn in turns if turn), key=lambda turn: sum(turn.points.values()), default=None)


def cappings(before: Position, after: Stacks, options: Options) -> Iterator[Stacks]:
    """`after` with the next blacks of the supply put on its bare trees, in every way that makes a difference.

    Nothing when no black is missing or left, or when the coloured pieces are not those of `before`.
    """
    if _coloured(before.stacks) != _coloured(after):
        return
    trees = [(i, _bare_tree(stack, before, options)) for i, stack in enumerate(after)]
    # A tree that was bare before the turn is one that players have agreed to.
    places = [(i, height) for i, height in trees if height and after[i][:height] != before.stacks[i][:height]]
    left = _blacks(before.stacks)
    left.update({f"K{size}": count for size, count in enumerate(before.supply, 1)})
    left.subtract(_blacks(after))
    if not places or min(left.values()) < 0:
        return
    blacks = [black for black in ("K3", "K2", "K1") for _ in range(left[black])][: len(places)]
    if not blacks:
        return
    for order in _orders(Counter(blacks + [""] * (len(places) - len(blacks))), len(places)):
        spend(_CAPPING_STEPS)
        full = list(after)
        for (i, height), black in zip(places, order, strict=True):
            full[i] = full[i][:height] + black + full[i][height:]
        yield tuple(full)


def _bare_tree(stack: str, before: Position, options: Options) -> int:
    """Return how much of the stack, from the bottom, is a tree of the mover that lacks its black; 0 if none."""
    if not stack or stack[0] not in SIDES[before.to_move] or BLACK in stack:
        return 0
    first_small = stack.find(f"{stack[0]}1")
    height = first_small + 2
    return height if first_small > 0 and rules.is_bare_tree(stack[:height], options) else 0


def _orders(counts: Counter[str], length: int) -> Iterator[tuple[str, ...]]:
    """Yield the different orders of a multiset."""
    if not length:
        yield ()
        return
    for item in [item for item, count in counts.items() if count]:
        for rest in _orders(counts - Counter([item]), length - 1):
            yield (item, *rest)


def _coloured(stacks: Sequence[str]) -> Counter[str]:
    return Counter(piece for stack in stacks for piece in pieces_of(stack) if piece[0] != BLACK)


def _blacks(stacks: Sequence[str]) -> Counter[str]:
    return Counter(piece for stack in stacks for piece in pieces_of(stack) if piece[0] == BLACK)
