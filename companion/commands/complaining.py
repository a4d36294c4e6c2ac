"""Sentences for whoever runs a command, beside its output."""

import sys
from collections.abc import Callable

from companion.games.reason import Reason
from companion.texts.language import english


def complaints_of(command: str) -> Callable[[Reason], None]:
    """Return what writes a sentence to stderr, with the command's name."""
    return lambda said: print(f"companion {command}: {english(said)}", file=sys.stderr, flush=True)
