"""Takes results from what tables tell a broker."""

import json
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.games.errors import CompanionError
from companion.games.reason import Reason
from companion.referee.errors import KeepingError
from companion.sharing.evening.evening import Evening
from companion.sharing.evening.kept import change_evening
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.publisher import KEEPALIVE_SECONDS
from companion.texts.names import tidy_names

TOPICS: Final = (("pyramid/+/game", 1), ("pyramid/+/state", 1))
MOST_TABLES: Final = 1000


class ToldGames:
    """Messages of tables: each tells of its game, and of who has won. Both come in any order."""

    def __init__(self) -> None:
        self._games: dict[str, dict[str, Any]] = {}
        self._states: dict[str, dict[str, Any]] = {}

    def take(self, table: str, what: str, payload: bytes) -> Callable[[Evening], Evening] | None:
        """Return the change of an evening that a message brings, None for none. Nothing in it is trusted."""
        kept = self._games if what == "game" else self._states
        try:
            told = json.loads(payload)
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, dict) or (table not in kept and len(kept) >= MOST_TABLES):
            kept.pop(table, None)
            return None
        kept[table] = told
        changes = [change for each in (table, *sorted(self._states)) if (change := self._of(each))]
        # A result that is taken back may leave another game's of the same players.
        return (lambda evening: reduce(lambda now, change: change(now), changes, evening)) if changes else None

    def _of(self, table: str) -> Callable[[Evening], Evening] | None:
        game, state = self._games.get(table), self._states.get(table)
        if not game or not state or game.get("id") != state.get("id") or not isinstance(game.get("begun"), int | float):
            return None
        winner, begun = state.get("winner"), float(game["begun"])
        players = tidy_names(game.get("players"))
        return lambda evening: evening.take(str(game["id"]), players, begun, winner if isinstance(winner, str) else "")


class Results:
    """Listens to a broker and writes results into the evening at `path` until it is closed."""

    def __init__(self, path: Path, broker: BrokerAddress, complain: Callable[[Reason], None]) -> None:
        self._path, self._complain = path, complain
        self._told = ToldGames()
        client = self._client = Client(CallbackAPIVersion.VERSION2)
        broker.let_in(client)
        client.on_connect = lambda client, *_: client.subscribe(list(TOPICS))
        client.on_message = self._on_message
        client.connect_async(broker.host, broker.port, KEEPALIVE_SECONDS)
        client.loop_start()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        _, table, what = message.topic.split("/")
        change = self._told.take(table, what, bytes(message.payload))
        if change is None:
            return
        try:
            change_evening(self._path, change)
        except (CompanionError, KeepingError) as error:
            self._complain(error.reason)
