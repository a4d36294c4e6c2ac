"""How this very program is started again, from the sources or installed."""

import sys

ABOVE = __name__.split(".", maxsplit=1)[0]


def own_program(*words: str) -> list[str]:
    """The words of a command of this program, wherever it is called from."""
    return [sys.executable, "-m", f"{ABOVE}.cli", *words]
