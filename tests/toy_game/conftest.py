"""The toy is added as an entry point would add it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.judge import judge
from companion.games.registry import games
from companion.texts.language import language
from tests.app.conftest import display  # noqa: F401 - a fixture
from tests.toy_game.tic_tac_toe.game import GAME

if TYPE_CHECKING:
    from companion.app.driver import Driver


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(games(), GAME.name, GAME)
    language.cache_clear()
    yield
    language.cache_clear()


@pytest.fixture
def driver(registered: None, display: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[Driver]":  # noqa: F811
    """The app, its games judged in this process, which knows the toy."""
    from tests.app.unseen import UnseenDriver  # noqa: PLC0415 - importing it opens the window

    monkeypatch.setattr(judge, "has_processes", lambda: False)
    driver = UnseenDriver(tmp_path)
    driver.start()
    yield driver
    driver.stop()
