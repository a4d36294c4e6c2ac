"""What devices, calibration and vision say, in English."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import pytest

from companion.referee.errors import Keyed, reason_of, words_of
from companion.texts.language import english
from hardware.errors import DeviceError
from vision.errors import VisionError


class Speaker(Protocol):
    """An event, a die, advice: whatever says something."""

    @property
    def fact(self) -> Keyed: ...


def words(speaker: Speaker) -> str:
    return sentence(speaker.fact)


def sentence(fact: Keyed) -> str:
    return english(reason_of(fact))


def said(fact: Keyed | None) -> str:
    """The sentence of a fact, "" for none."""
    return sentence(fact) if fact else ""


@contextmanager
def refused(pattern: str) -> Iterator[None]:
    """A DeviceError or VisionError whose sentence fits the pattern must be raised within."""
    with pytest.raises((DeviceError, VisionError)) as caught:
        yield
    assert re.search(pattern, words_of(caught.value)), words_of(caught.value)
