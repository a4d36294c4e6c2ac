"""Start this program again, from the sources or installed."""

import sys

ABOVE = __name__.split(".", maxsplit=1)[0]


def own_program(*words: str) -> list[str]:
    """Return a command of this program that runs from any folder."""
    return [sys.executable, "-m", f"{ABOVE}.cli", *words]
