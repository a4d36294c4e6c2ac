"""A limit to how much one request makes an engine search.

Counted are steps of the searches, each about as much work as any other, and not time: the same request gets the same
answer on every machine. Searches say what they do (`spend`); nothing is counted where no limit is in force, so that
tests and benches can count as far as they like.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from companion.games.errors import GameError

# About half a second of one core of a tablet's processor. Lawful questions of real games need a third of it at most
# (`python -m lab.bench engine`), but for counts of all that can follow.
MOST_STEPS = 300_000


class LimitError(GameError):
    """A search was given up after `most` steps. Nothing is known then: neither that there is an answer nor that there
    is none."""

    def __init__(self, most: int) -> None:
        super().__init__("engine.limit", most=most)
        self.most = most


class StepBudget:
    """Steps that are left of a limit."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.spent = 0


_in_force: ContextVar[StepBudget | None] = ContextVar("steps", default=None)


@contextmanager
def at_most(steps: int) -> Iterator[StepBudget]:
    """Limits the searches within to so many steps, counted apart from those of a limit outside."""
    budget = StepBudget(steps)
    before = _in_force.set(budget)
    try:
        yield budget
    finally:
        _in_force.reset(before)


def spend(steps: int = 1) -> None:
    """Counts steps of a search. Raises LimitError when more than the limit in force have been made."""
    budget = _in_force.get()
    if budget is None:
        return
    budget.spent += steps
    if budget.spent > budget.most:
        raise LimitError(budget.most)
