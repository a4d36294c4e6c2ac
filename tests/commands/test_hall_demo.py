"""`companion hall --demo`: four tables that play."""

import json

import pytest

from companion.commands.hall_demo import DemoTables
from companion.referee.tables import TABLES
from tests.sharing.feed.brokers import Listener, open_broker


@pytest.mark.slow
def test_a_table_of_each_game_plays_and_all_end_with_it() -> None:
    broker, port, _ = open_broker()
    with broker, Listener(port, "pyramid/#") as listener:
        with DemoTables(port, pace=0.1):
            listener.until(lambda: all(listener.said(f"pyramid/{game}/state") for game in TABLES))
            listener.until(lambda: any(turned(listener, game) for game in TABLES))
        listener.until(lambda: all(listener.said(f"pyramid/{game}/status")[-1:] == ["offline"] for game in TABLES))


def turned(listener: Listener, game: str) -> bool:
    """Whether that table has been told with something on it."""
    return any(json.loads(said)["position"] for said in listener.said(f"pyramid/{game}/state"))
