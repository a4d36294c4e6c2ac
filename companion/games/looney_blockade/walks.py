"""Ways of one colour through its space, and how two colours' ways fit together into one turn.

The two colours of a side share three things: a clear large holds one colour at a time, blacks are taken from one
supply in one order, and the game stops when one of them wins. A `Label` says of a state all that the other colour can
notice. Two ways can be interleaved into a turn exactly when a path through the grid of their labels exists on which
the labels agree, so whole turns are never enumerated.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from companion.games.looney_blockade.model import TOWERS_TO_WIN
from companion.games.looney_blockade.space import COMPLETIONS, POP, PUSH, Space, State, cap_of, capped


class Label(NamedTuple):
    """What the other colour can notice of a state: the clear cells held (bits), the blacks taken so far in this turn
    ("L", "M", "S", and "-" for a tower left bare because the supply was empty), and whether the game is won."""

    held: int
    taken: str
    won: bool


class Step(NamedTuple):
    """A hop from cell `i` to cell `j` of the space; `cap` is the letter of the black put on, "-" or ""."""

    i: int
    j: int
    size: int
    cost: int
    cap: str


@dataclass(frozen=True)
class Way:
    """A sequence of hops of one colour with the labels before the first and after each of them."""

    cost: int
    steps: tuple[Step, ...]
    labels: tuple[Label, ...]


Seen = tuple[Label, ...]


class Node(NamedTuple):
    """A state reached, with the labels seen on the way (equal neighbours merged) and where it was reached from."""

    cost: int
    state: State
    seen: Seen
    label: Label
    step: Step | None
    parent: "Node | None"

    def way(self) -> Way:
        steps, labels, node = [], [self.label], self
        while node.parent:
            assert node.step
            steps.append(node.step)
            node = node.parent
            labels.append(node.label)
        return Way(self.cost, tuple(reversed(steps)), tuple(reversed(labels)))


@dataclass(frozen=True)
class Terms:
    """What both colours' searches have in common: the black supply as letters in the order of taking ("LLMSS"),
    whether labels must tell which blacks were taken (only when the order can matter), and the tower option."""

    supply: str
    tower: str
    tell_taken: bool

    def next_label(self, label: Label, state: State, step: Step, space: Space) -> Label:
        """The label after `step`, which led to `state`."""
        held = label.held
        if (bit := space.clear_bits[step.i]) and len(state[step.i]) == 1:
            held &= ~bit
        held |= space.clear_bits[step.j]
        taken = label.taken
        if self.tell_taken and not (step.cap == "-" and taken.endswith("-")):
            taken += step.cap
        no_blacks = not self.supply or "-" in taken
        won = (no_blacks or step.cap != "") and has_won(state, no_blacks, self.tower)
        return label if (held, taken, won) == label else Label(held, taken, won)

    def first_node(self, space: Space) -> Node:
        won = has_won(space.start, not self.supply, self.tower)
        label = Label(space.occupied(space.start), "", won)
        return Node(0, space.start, (label,), label, None, None)


def has_won(state: State, no_blacks: bool, tower: str) -> bool:
    """Whether the colour has five towers; bare trees count when the supply is known to be empty (BK-12)."""
    completes = COMPLETIONS[tower]
    count = 0
    for code in state:
        if code[0] == "3" and (capped(code) or (no_blacks and code[-1] == "1" and completes[code[:-1]])):
            count += 1
    return count >= TOWERS_TO_WIN


def see(seen: Seen, label: Label, others_start: int) -> Seen:
    """`seen` with one more label.

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
    """Whether a way with labels `one` can stand in for a way with labels `other` beside any third.

    It can when both can be walked side by side so that `one` never holds more than `other` does at that moment, with
    the same blacks taken.
    """
    reached = {0}
    for theirs in other:
        now: set[int] = set()
        for i, mine in enumerate(one):
            if (i in reached or i - 1 in reached or i - 1 in now) and _holds_no_more(mine, theirs):
                now.add(i)
        reached = now
    return len(one) - 1 in reached


def _holds_no_more(mine: Label, theirs: Label) -> bool:
    return not mine.held & ~theirs.held and mine[1:] == theirs[1:]


class Frontier:
    """For every state the nodes that no other node of that state can stand in for at no greater cost."""

    def __init__(self) -> None:
        self.kept: dict[State, list[tuple[int, Seen]]] = {}

    def admits(self, cost: int, state: State, seen: Seen) -> bool:
        """Whether the node is worth keeping; if so it is kept."""
        kept = self.kept.get(state)
        if kept is None:
            self.kept[state] = [(cost, seen)]
            return True
        for known_cost, known in kept:
            if known_cost <= cost and (known == seen or fits_wherever(known, seen)):
                return False
        kept.append((cost, seen))
        return True


class Estimate:
    """A lower bound of the points that still lead from a state to `goal`, or None when nothing does.

    Pieces of a size that stand where the goal wants fewer have to go, the cheapest way each, where it wants more.
    """

    def __init__(self, space: Space, goal: State) -> None:
        self._goal = goal
        self._apart = space.apart
        self._known: dict[State, int | None] = {}

    def __call__(self, state: State) -> int | None:
        if state not in self._known:
            self._known[state] = self._estimate(state)
        return self._known[state]

    def _estimate(self, state: State) -> int | None:
        surplus: dict[str, list[int]] = {"1": [], "2": []}
        deficit: dict[str, list[int]] = {"1": [], "2": []}
        for i, (code, wanted) in enumerate(zip(state, self._goal, strict=True)):
            if code == wanted:
                continue
            if (cap := cap_of(code)) and not wanted.startswith(code[: code.index(cap) + 1]):
                return None
            for size in "12":
                more = code.count(size) - wanted.count(size)
                (surplus if more > 0 else deficit)[size].extend([i] * abs(more))
        total = 0
        for size in "12":
            cost = self._assign(tuple(surplus[size]), tuple(deficit[size]))
            if cost is None:
                return None
            total += cost
        return total

    def _assign(self, surplus: tuple[int, ...], deficit: tuple[int, ...]) -> int | None:
        """The cheapest way to bring the surplus to the deficit, piece by piece, other pieces aside."""
        if len(surplus) != len(deficit):
            return None
        if not surplus:
            return 0
        if len(surplus) > 4:
            return sum(min(self._apart[i][j] for i in surplus) for j in deficit)
        best = None
        for k, i in enumerate(surplus):
            rest = self._assign(surplus[:k] + surplus[k + 1 :], deficit[1:])
            assert rest is not None
            cost = rest + self._apart[i][deficit[0]]
            best = cost if best is None else min(best, cost)
        return best


def ways_to(space: Space, goal: State, limit: int, terms: Terms, others_start: int) -> Iterator[Way]:
    """Ways from the start of `space` to `goal` that cost at most `limit`, cheapest first.

    Complete for joining: every way to `goal` within the limit is one of these or can be replaced by one of these that
    costs no more. `others_start` are the clear cells that the other colour holds at the start of the turn.
    """
    estimate, frontier = Estimate(space, goal), Frontier()
    first = terms.first_node(space)
    least = estimate(space.start)
    if least is None or least > limit:
        return
    frontier.admits(0, first.state, first.seen)
    heap: list[tuple[int, int, int, Node]] = [(least, 0, 0, first)]
    pushed = 0
    while heap:
        _, hops, _, node = heappop(heap)
        if node.state == goal:
            yield node.way()
        if node.label.won:
            continue
        for step, state in _steps_towards(space, node, goal, limit, terms):
            more = estimate(state)
            cost = node.cost + step.cost
            if more is None or cost + more > limit:
                continue
            label = terms.next_label(node.label, state, step, space)
            seen = see(node.seen, label, others_start)
            if frontier.admits(cost, state, seen):
                pushed += 1
                heappush(heap, (cost + more, hops + 1, pushed, Node(cost, state, seen, label, step, node)))


def _steps_towards(space: Space, node: Node, goal: State, limit: int, terms: Terms) -> Iterator[tuple[Step, State]]:
    """The hops from a node; a completed tower gets the black that the goal has there."""
    completes = COMPLETIONS[terms.tower]
    state, left = node.state, limit - node.cost
    for i, code in enumerate(state):
        popped = POP[code]
        if popped is None:
            continue
        size, rest = popped
        push = PUSH[size]
        for cost, j in space.reach[i]:
            if cost > left:
                break
            landed = push[state[j]]
            if not landed:
                continue
            cap = ""
            if size == 1 and completes[state[j]]:
                cap = cap_of(goal[j]) or "-"
                if cap != "-":
                    landed += cap
                elif terms.supply and not terms.tell_taken:
                    continue
            changed = list(state)
            changed[i], changed[j] = rest, landed
            yield Step(i, j, size, cost, cap), tuple(changed)


class Tree:
    """Many sequences of labels with equal beginnings shared: node 0 is the first label, which they all have."""

    def __init__(self, first: Label) -> None:
        self.labels = [first]
        self.parents = [0]
        self.children: list[dict[Label, int]] = [{}]

    def add(self, seen: Seen) -> int:
        """The node at which `seen` ends."""
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
    """For every node of `mine` the nodes of `theirs` (as bits) such that the ways to both make one turn together."""
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
        fits.append(reached)
    return [sum(1 << other for other in reached) for reached in fits]


def fit(one: Seen, two: Seen, supply: str) -> bool:
    """Whether two ways with these labels can be interleaved into one turn."""
    mine, theirs = Tree(one[0]), Tree(two[0])
    end, bit = mine.add(one), 1 << theirs.add(two)
    return bool(fitting_ends(mine, theirs, supply)[end] & bit)


@lru_cache(maxsize=1 << 18)
def _labels_fit(now: Label, then: Label, others: Label, supply: str) -> bool:
    """Whether one colour may go from label `now` to `then` while the other's label is `others`."""
    if now.won or others.won or then.held & others.held:
        return False
    took = then.taken[len(now.taken) :]
    if not took:
        return True
    already = sum(len(label.taken.replace("-", "")) for label in (now, others))
    return supply[already : already + 1] == took.replace("-", "")


def supply_letters(supply: tuple[int, int, int]) -> str:
    """The blacks of a supply in the order in which they are taken."""
    small, medium, large = supply
    return "L" * large + "M" * medium + "S" * small


def interleave(one: Way, two: Way, supply: str) -> list[int] | None:
    """An order in which two ways make one turn, as 0 for the next hop of `one` and 1 for the next of `two`.

    None when the labels never fit: a clear cell would be held by both, a black taken out of turn, or a hop made after
    a win.
    """
    ends = len(one.steps), len(two.steps)
    before: dict[tuple[int, int], tuple[int, int] | None] = {(0, 0): None}
    stack = [(0, 0)]
    while stack and ends not in before:
        a, b = stack.pop()
        for to in ((a, b + 1), (a + 1, b)):
            if to in before or to[0] > ends[0] or to[1] > ends[1]:
                continue
            if _joint_step(one, two, (a, b), to, supply):
                before[to] = (a, b)
                stack.append(to)
    if ends not in before:
        return None
    order, at = [], ends
    while (earlier := before[at]) is not None:
        order.append(0 if at[0] > earlier[0] else 1)
        at = earlier
    return order[::-1]


def _joint_step(one: Way, two: Way, at: tuple[int, int], to: tuple[int, int], supply: str) -> bool:
    now = one.labels[at[0]], two.labels[at[1]]
    if now[0].won or now[1].won or one.labels[to[0]].held & two.labels[to[1]].held:
        return False
    step = one.steps[at[0]] if to[0] > at[0] else two.steps[at[1]]
    if not step.cap:
        return True
    taken = sum(len(label.taken.replace("-", "")) for label in now)
    return supply[taken : taken + 1] == step.cap.replace("-", "")
