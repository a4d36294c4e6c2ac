"""What devices say, in English."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.referee.errors import reason_of, words_of
from companion.texts.language import english
from hardware.bluetooth.dice import DieState
from hardware.dice import Notice, VoidRoll
from hardware.errors import DeviceError


def words(speaker: Notice | VoidRoll | DieState) -> str:
    return english(reason_of(speaker.fact))


@contextmanager
def refused(pattern: str) -> Iterator[None]:
    """A DeviceError whose sentence fits the pattern must be raised within."""
    with pytest.raises(DeviceError) as caught:
        yield
    assert re.search(pattern, words_of(caught.value)), words_of(caught.value)
