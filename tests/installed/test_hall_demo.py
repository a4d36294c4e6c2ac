"""`companion hall --demo`: four tables that play, as installed."""

import json
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from companion.commands.hall_demo import DemoTables
from companion.games.reason import Reason
from companion.referee.tables import TABLES
from tests.installed.conftest import Installed
from tests.sharing.feed.brokers import Listener, free_ports, open_broker

pytestmark = pytest.mark.slow


def test_a_table_of_each_game_plays_and_all_end_with_it(installed: Installed, tmp_path: Path) -> None:
    """In a folder with somebody else's `companion.py`, which is not run."""
    (tmp_path / "companion.py").write_text("raise SystemExit('not ours')\n")
    page, broker, web = free_ports(3)
    ports = ["--port", str(page), "--broker-port", str(broker), "--web-port", str(web)]
    command = ["companion", "hall", "--demo", "--no-announce", *ports]
    with subprocess.Popen(
        command, cwd=tmp_path, env=installed.environment, stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            assert running.stdout
            assert any("The page:" in line for line in running.stdout)
            with Listener(broker, "pyramid/#") as listener:
                listener.until(lambda: all(turned(listener, game) for game in TABLES))
        finally:
            running.terminate()
            running.wait()


def test_a_table_that_cannot_play_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.commands.own_program.ABOVE", "no_such_package")
    told: list[Reason] = []
    broker, port, _ = open_broker()
    with broker, closing(DemoTables(port, told.append)) as tables:
        for thread in tables.threads:
            thread.join()
    assert {reason.values["game"] for reason in told} == set(TABLES)
    assert all("no_such_package" in str(reason.values["error"]) for reason in told)


def turned(listener: Listener, game: str) -> bool:
    """Whether that table has been told with something on it."""
    return any(json.loads(said)["position"] for said in listener.said(f"pyramid/{game}/state"))
