"""How often tests repeat what they do with other chance."""

import os

# Set by `make explore`.
THOROUGH = bool(os.environ.get("THOROUGH"))


def often(times: int) -> int:
    """So many times where tests are to be thorough, else about a third of that."""
    return times if THOROUGH else -(-times // 3)
