"""How loud it is, and whether it shakes."""

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app import vibration
from companion.app.settings.settings import Settings


@pytest.fixture
def anew() -> Iterator[None]:
    vibration.vibrator.cache_clear()
    yield
    vibration.vibrator.cache_clear()


def test_a_volume_that_is_none_is_as_at_the_start() -> None:
    assert Settings.read({"volume": 0.25})[0].volume == 0.25
    assert Settings.read({"volume": 7.0}) == (Settings(), ("volume",))


def test_nothing_vibrates_where_nothing_can(anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert not vibration.can_vibrate()
    vibration.vibrate()


def test_a_tablet_vibrates(anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    shaken: list[int] = []
    vibrator = SimpleNamespace(hasVibrator=lambda: True, vibrate=shaken.append)
    activity = SimpleNamespace(getSystemService=lambda name: vibrator if name == "vibrator" else None)

    def found(_name: str) -> Any:
        return SimpleNamespace(mActivity=activity)

    monkeypatch.setenv("ANDROID_ARGUMENT", "")
    monkeypatch.setitem(sys.modules, "jnius", SimpleNamespace(autoclass=found))
    vibration.vibrate()
    assert vibration.can_vibrate() and shaken == [vibration.MILLISECONDS]
