"""Decides whether the hops of a side's two colours, found separately, can be interleaved into one turn.

The two colours of a side share three things: a clear large holds one colour at a time, blacks are taken from one
supply in one order, and the game stops when one of them wins. A `Label` says of a state all that the other colour can
notice. Two ways can be interleaved into a turn exactly when a path through the grid of their labels exists on which
the labels agree, so whole turns are never enumerated.
"""

from functools import lru_cache
from typing import NamedTuple

from companion.games.step_budget import spend


class Label(NamedTuple):
    """The part of a state that the other colour can notice: the clear cells held (bits), the blacks taken so far in
    this turn ("L", "M", "S", and "-" for a tower left bare because the supply was empty), and whether the game is won.
    """

    held: int
    taken: str
    won: bool


Seen = tuple[Label, ...]


def see(seen: Seen, label: Label, others_start: int) -> Seen:
    """Return `seen` with one more label.

    An excursion that ends as it began, gave up no clear cell on the way and touched none that the other colour holds at
    the start of the turn can as well be made before the other colour does anything, so it leaves no trace.
    """
    if label == seen[-1]:
        return seen
    if label == seen[0] and not any(each.held & others_start or label.held & ~each.held for each in seen):
        return (label,)
    return (*seen, label)


@lru_cache(maxsize=1 << 16)
def fits_wherever(one: Seen, other: Seen) -> bool:
    """Return True if a way with labels `one` can replace a way with labels `other` beside any third: if both can be
    walked side by side so that `one` never holds more than `other`, with the same blacks taken."""
    reached = {0}
    for theirs in other:
        now: set[int] = set()
        for i, mine in enumerate(one):
            holds_more = mine.held & ~theirs.held or mine[1:] != theirs[1:]
            if (i in reached or i - 1 in reached or i - 1 in now) and not holds_more:
                now.add(i)
        reached = now
    return len(one) - 1 in reached


class Tree:
    """A prefix tree of label sequences. Node 0 is the first label, which all share."""

    def __init__(self, first: Label) -> None:
        self.labels = [first]
        self.parents = [0]
        self.children: list[dict[Label, int]] = [{}]

    def add(self, seen: Seen) -> int:
        """Return the node at which `seen` ends."""
        node = 0
        for label in seen[1:]:
            if label not in self.children[node]:
                self.children[node][label] = len(self.labels)
                self.labels.append(label)
                self.parents.append(node)
                self.children.append({})
            node = self.children[node][label]
        return node


def fitting_ends(mine: Tree, theirs: Tree, supply: str) -> list[int]:
    """Return, for every node of `mine`, the nodes of `theirs` (as bits) such that the ways to both make one turn
    together."""
    fits: list[set[int]] = []
    for node, label in enumerate(mine.labels):
        parent = mine.parents[node]
        was = mine.labels[parent]
        reached = (
            {0}
            if node == 0
            else {other for other in fits[parent] if _labels_fit(was, label, theirs.labels[other], supply)}
        )
        edge = list(reached)
        while edge:
            other = edge.pop()
            for then, child in theirs.children[other].items():
                if child not in reached and _labels_fit(theirs.labels[other], then, label, supply):
                    reached.add(child)
                    edge.append(child)
        spend(1 + len(reached))
        fits.append(reached)
    return [sum(1 << other for other in reached) for reached in fits]


def fit(one: Seen, two: Seen, supply: str) -> bool:
    """Return True if two ways with these labels can be interleaved into one turn."""
    mine, theirs = Tree(one[0]), Tree(two[0])
    end, bit = mine.add(one), 1 << theirs.add(two)
    return bool(fitting_ends(mine, theirs, supply)[end] & bit)


@lru_cache(maxsize=1 << 16)
def _labels_fit(now: Label, then: Label, others: Label, supply: str) -> bool:
    """Return True if one colour may go from label `now` to `then` while the other's label is `others`."""
    if now.won or others.won or then.held & others.held:
        return False
    took = then.taken[len(now.taken) :]
    if not took:
        return True
    already = sum(len(label.taken.replace("-", "")) for label in (now, others))
    return supply[already : already + 1] == took.replace("-", "")
