"""One window for all tests of a process, on a display that nobody sees, drawn by the processor."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app import window
from tests.app.border import judge_in_a_thread
from tests.app.size import SIZE
from tests.sharing.feed.brokers import Listener, open_broker

if TYPE_CHECKING:
    from companion.app.driver import Driver


@pytest.fixture(scope="session")
def display() -> Iterator[None]:
    os.environ["KIVY_NO_CONSOLELOG"] = "1"
    with window.virtual_display(*SIZE):
        window.prepare(*SIZE, smooth=False)
        yield


@pytest.fixture
def driver(display: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[Driver]":
    """The app, just started, its judge in a thread; that of a `newcomer` is a process."""
    from tests.app.unseen import UnseenDriver  # noqa: PLC0415 - importing it opens the window

    judge_in_a_thread(monkeypatch)
    driver = UnseenDriver(tmp_path)
    driver.start()
    yield driver
    driver.stop()


@pytest.fixture
def pictures() -> Path:
    """Where tests leave pictures of the screens."""
    folder = Path(__file__).parents[2] / "build" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """That of a broker which lets everybody in."""
    broker, port, _ = open_broker()
    with broker:
        yield port


@pytest.fixture
def listener(port: int) -> Iterator[Listener]:
    """Somebody at that broker who hears everything."""
    with Listener(port, "pyramid/#") as listener:
        yield listener
