"""How often tests repeat what they do with other chance, and how many cases of a kind they take."""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")

# Set by `make explore`.
THOROUGH = bool(os.environ.get("THOROUGH"))


def often(times: int) -> int:
    """So many times where tests are to be thorough, else about a third of that."""
    return times if THOROUGH else -(-times // 3)


def some(cases: Sequence[Case]) -> Sequence[Case]:
    """Return all cases where tests are to be thorough, else every third, the last among them."""
    return cases if THOROUGH else cases[(len(cases) - 1) % 3 :: 3]
