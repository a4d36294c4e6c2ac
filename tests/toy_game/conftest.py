"""The toy is added by three lines and its texts."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.games.registry import GAMES
from companion.app.judge import judge
from companion.games.registry import ENGINES
from companion.referee.tables import TABLES
from companion.texts.language import language
from tests.app.conftest import display  # noqa: F401 - a fixture
from tests.toy_game.app.game import ToyGame
from tests.toy_game.games.protocol import TicTacToe
from tests.toy_game.games.rules import GAME
from tests.toy_game.referee.table import ToyTable
from tests.toy_game.texts import SENTENCES

if TYPE_CHECKING:
    from companion.app.driver import Driver


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for registry, game in ((ENGINES, TicTacToe()), (TABLES, ToyTable), (GAMES, ToyGame())):
        monkeypatch.setitem(registry, GAME, game)
    for code, sentences in SENTENCES.items():
        for key, sentence in sentences.items():
            monkeypatch.setitem(language(code).sentences, key, sentence)


@pytest.fixture
def driver(registered: None, display: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[Driver]":  # noqa: F811
    """The app, its games judged in this process, which knows the toy."""
    from tests.app.unseen import UnseenDriver  # noqa: PLC0415 - importing it opens the window

    monkeypatch.setattr(judge, "has_processes", lambda: False)
    driver = UnseenDriver(tmp_path)
    driver.start()
    yield driver
    driver.stop()
