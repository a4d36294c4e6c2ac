"""What the engines say, in English, so that tests can compare it."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from companion.games.errors import GameError
from companion.games.reason import Reason
from companion.texts.language import english


def said(thing: Any) -> Any:
    """A reason as its sentence; an answer with every reason in it as its sentence."""
    if isinstance(thing, Reason):
        return english(thing)
    if isinstance(thing, Mapping):
        return {name: said(part) for name, part in thing.items()}
    return [said(part) for part in thing] if isinstance(thing, list | tuple) else thing


@contextmanager
def raises_saying(match: str) -> Iterator[None]:
    """Fails unless a GameError is raised whose sentence has `match`, a regular expression, in it."""
    with pytest.raises(GameError) as caught:
        yield
    sentence = english(caught.value.reason)
    assert re.search(match, sentence), sentence
