"""The exact number of points that one colour alone needs for five towers, from any position."""

from heapq import heappop, heappush

from companion.games.looney_blockade.rules.advising.race import Race
from companion.games.looney_blockade.rules.rules import UNREACHABLE
from companion.games.looney_blockade.rules.searching.colour_state import Space, State, steps_from, with_black


class BearOff:
    """A bear-off database of one space, filled as it is asked.

    Exact for a colour while nothing else on the table moves: the blockades are those of now, the clear larges under
    other pieces stay closed, and blacks are taken as large. A best-first search on the lower bound of `Race` looks at
    few states; what a search has learnt sharpens the bound for the next one (adaptive A*: Koenig and Likhachev 2005).
    """

    def __init__(self, space: Space, race: Race, tower: str) -> None:
        self._space = space
        self._race = race
        self._tower = tower
        self._sharper: dict[State, int] = {}
        self._exact: set[State] = set()
        # States looked at in all searches.
        self.looked = 0

    def at_least(self, state: State) -> int:
        bound = self._sharper.get(state)
        return self._race.at_least(state) if bound is None else bound

    def points(self, state: State, patience: int) -> tuple[int, bool]:
        """Return the points and True, or after `patience` states a lower bound of them and False."""
        if state in self._exact:
            return self._sharper[state], True
        spent = {state: 0}
        came_from: dict[State, State] = {}
        closed: list[State] = []
        queue = [(self.at_least(state), 0, 0, state)]
        count = 0
        bound = UNREACHABLE
        while queue:
            bound, _, _, here = heappop(queue)
            cost = spent[here]
            left = self.at_least(here)
            if cost + left > bound:
                continue
            if not left or here in self._exact or bound >= UNREACHABLE or count > patience:
                break
            closed.append(here)
            for step, landed in steps_from(self._space, here, UNREACHABLE, self._tower):
                then = with_black(landed, step.j, "L") if step.cap else landed
                if cost + step.cost < spent.get(then, UNREACHABLE):
                    spent[then] = cost + step.cost
                    came_from[then] = here
                    ahead = self.at_least(then)
                    count += 1
                    heappush(queue, (cost + step.cost + ahead, ahead, count, then))
        else:
            bound = UNREACHABLE
        self.looked += count
        for old in closed:
            self._sharper[old] = max(bound - spent[old], self.at_least(old)) if bound < UNREACHABLE else UNREACHABLE
        if count <= patience:
            self._exact.add(state)
            self._sharper[state] = min(bound, UNREACHABLE)
            while bound < UNREACHABLE and here != state:
                self._sharper[here] = bound - spent[here]
                self._exact.add(here)
                here = came_from[here]
        return min(bound, UNREACHABLE), count <= patience
