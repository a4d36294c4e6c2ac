"""The judge in a thread, where starting it costs nothing, behind the border that it has in a process."""

import pickle
import queue
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.judge import judge
from companion.app.judge.worker import Order, Report, Tell, Worker


class Orders(queue.SimpleQueue[Order]):
    """What is asked of the judge comes there as a copy, as through a pipe."""

    def put(self, item: Order, block: bool = True, timeout: float | None = None) -> None:
        super().put(copied(item), block, timeout)


class Apart(Worker):
    """What it tells is a copy, too."""

    def __init__(self, inbox: "queue.SimpleQueue[Order]", tell: Tell, home: Path) -> None:
        def tell_copy(report: Report) -> None:
            tell(copied(report))

        super().__init__(inbox, tell_copy, home)


def copied(what: Any) -> Any:
    """What comes out at the other end of a pipe. Raises what pickling raises where nothing would."""
    return pickle.loads(pickle.dumps(what))


def judge_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all apps that are started from now on."""
    monkeypatch.setattr(judge, "has_processes", lambda: False)
    monkeypatch.setattr(judge, "queue", SimpleNamespace(SimpleQueue=Orders))
    monkeypatch.setattr(judge, "Worker", Apart)
