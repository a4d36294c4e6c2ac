"""Ways of one colour through its space to a wanted state, and putting two colours' ways together into one turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from companion.games.errors import GameError
from companion.games.looney_blockade.rules.model import TOWERS_TO_WIN
from companion.games.looney_blockade.rules.searching.colour_state import (
    COMPLETIONS,
    SearchHop,
    Space,
    State,
    cap_of,
    capped,
    steps_from,
    with_black,
)
from companion.games.looney_blockade.rules.searching.what_others_see import Label, Seen, fits_wherever, see
from companion.games.step_budget import spend

# So many pairs of labels are compared in the time of a step.
_LABELS_A_STEP = 4
# A state of a search for one table takes as long as so many states of a search for all.
STATE_STEPS = 5
# No search between positions that come up in play looks at half as many.
MOST_STATES = 100_000


@dataclass(frozen=True)
class Way:
    """A sequence of hops of one colour with the labels before the first and after each of them."""

    cost: int
    steps: tuple[SearchHop, ...]
    labels: tuple[Label, ...]


class Node(NamedTuple):
    """A state reached, with the labels seen on the way (equal neighbours merged) and where it was reached from."""

    cost: int
    state: State
    seen: Seen
    label: Label
    step: SearchHop | None
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
    """Terms of the searches of both colours: the black supply as letters in the order of taking ("LLMSS"),
    whether labels must tell which blacks were taken (only when the order can matter), the tower option, and whether
    bare trees count once no black is left (BK-12).

    `from_under` and `stops` relax a rule to see whether it is the one that was broken: mediums pulled out from under
    smalls, and a game that a win does not stop. Such a search looks for a reason, not for the truth, and gives up
    quietly after `patience` states.
    """

    supply: str
    tower: str
    tell_taken: bool
    from_under: bool = False
    stops: bool = True
    patience: int | None = None
    bare: bool = True

    def next_label(self, label: Label, state: State, step: SearchHop, space: Space) -> Label:
        """Return the label after `step`, which led to `state`."""
        held = label.held
        if (bit := space.clear_bits[step.i]) and len(state[step.i]) == 1:
            held &= ~bit
        held |= space.clear_bits[step.j]
        if space.claims:
            held |= space.claims.get(step.i, 0) | space.claims.get(step.j, 0)
        taken = label.taken
        if self.tell_taken and not (step.cap == "-" and taken.endswith("-")):
            taken += step.cap
        no_blacks = self.bare and (not self.supply or "-" in taken)
        won = self.stops and (no_blacks or step.cap != "") and has_won(state, no_blacks, self.tower, space)
        return label if (held, taken, won) == label else Label(held, taken, won)

    def first_node(self, space: Space) -> Node:
        won = self.stops and has_won(space.start, self.bare and not self.supply, self.tower, space)
        label = Label(space.occupied(space.start), "", won)
        return Node(0, space.start, (label,), label, None, None)


def has_won(state: State, no_blacks: bool, tower: str, space: Space) -> bool:
    """Return True if the colour of the space has five towers; bare trees count where `no_blacks` (BK-12)."""
    count = space.more_towers + sum(map(capped, state))
    if no_blacks:
        completes = COMPLETIONS[tower]
        trees = [code[-1] == "1" and code[0] == "3" and not capped(code) and completes[code[:-1]] for code in state]
        count += space.more_trees + sum(trees)
    return count >= TOWERS_TO_WIN


class Frontier:
    """Nodes of every state that no other node of that state can stand in for at no greater cost."""

    def __init__(self) -> None:
        self.kept: dict[State, list[tuple[int, Seen]]] = {}

    def admits(self, cost: int, state: State, seen: Seen) -> bool:
        """Return True if the node is worth keeping; if so it is kept."""
        kept = self.kept.get(state)
        if kept is None:
            self.kept[state] = [(cost, seen)]
            return True
        spend(len(kept) * len(seen) ** 2 // _LABELS_A_STEP)
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
            cost = assign(tuple(surplus[size]), tuple(deficit[size]), self._apart)
            if cost is None:
                return None
            total += cost
        return total


def assign(surplus: tuple[int, ...], deficit: tuple[int, ...], apart: Sequence[Sequence[int]]) -> int | None:
    """Return a lower bound of the points that bring pieces from `surplus` cells to `deficit` cells one to one, exact
    for up to four; None when their numbers differ. `apart[i][j]` are the points from i to j."""
    if len(surplus) != len(deficit):
        return None
    if not surplus:
        return 0
    if len(surplus) > 4:
        return sum(min(apart[i][j] for i in surplus) for j in deficit)
    costs = []
    for k, i in enumerate(surplus):
        rest = assign(surplus[:k] + surplus[k + 1 :], deficit[1:], apart)
        assert rest is not None
        costs.append(rest + apart[i][deficit[0]])
    return min(costs)


def ways_to(space: Space, goal: State, limit: int, terms: Terms, others_start: int) -> Iterator[Way]:
    """Ways from the start of `space` to `goal` that cost at most `limit`, cheapest first.

    Complete for joining: every way to `goal` within the limit is one of these or can be replaced by one of these that
    costs no more; only the `patience` of the terms gives that up. `others_start` are the clear cells that the other
    colour holds at the start of the turn. Raises GameError after MOST_STATES.
    """
    estimate, frontier = Estimate(space, goal), Frontier()
    first = terms.first_node(space)
    least = estimate(space.start)
    if least is None or least > limit:
        return
    frontier.admits(0, first.state, first.seen)
    heap: list[tuple[int, int, int, Node]] = [(least, 0, 0, first)]
    pushed = 0
    while heap and (terms.patience is None or pushed < terms.patience):
        if pushed > MOST_STATES:
            raise GameError("looney.states.many", most=MOST_STATES)
        _, hops, _, node = heappop(heap)
        if node.state == goal:
            yield node.way()
        if node.label.won:
            continue
        for step, state in _steps_towards(space, node, goal, limit - node.cost, terms):
            more = estimate(state)
            cost = node.cost + step.cost
            if more is None or cost + more > limit:
                continue
            label = terms.next_label(node.label, state, step, space)
            seen = see(node.seen, label, others_start)
            spend(STATE_STEPS)
            if frontier.admits(cost, state, seen):
                pushed += 1
                heappush(heap, (cost + more, hops + 1, pushed, Node(cost, state, seen, label, step, node)))


def _steps_towards(space: Space, node: Node, goal: State, left: int, terms: Terms) -> Iterator[tuple[SearchHop, State]]:
    """Yield the hops from a node that `left` points pay; a completed tower gets the black that the goal has there."""
    for step, state in steps_from(space, node.state, left, terms.tower, terms.from_under):
        if not step.cap:
            yield step, state
            continue
        black = cap_of(goal[step.j]) or "-"
        if black != "-" or terms.tell_taken or not terms.supply:
            yield step._replace(cap=black), with_black(state, step.j, black)


def supply_letters(supply: tuple[int, int, int]) -> str:
    """Return the blacks of a supply in the order in which they are taken."""
    small, medium, large = supply
    return "L" * large + "M" * medium + "S" * small


def interleave(one: Way, two: Way, supply: str) -> list[int] | None:
    """Return an order in which two ways make one turn, as 0 for the next hop of `one` and 1 for the next of `two`.

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
