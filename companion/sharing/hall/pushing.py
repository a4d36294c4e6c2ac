"""Pushes a line to phones when a table needs somebody: an HTTP POST, as ntfy and its like take it."""

import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError
from companion.sharing.feed.address import BrokerAddress, table_name
from companion.sharing.feed.publisher import KEEPALIVE_SECONDS
from companion.texts.language import english
from hardware.supervised import supervised

# Verdicts after which a table waits for people, the most pressing first. The page knows them from here.
NEEDS: Final = ("illegal", "late", "unsure", "incomplete")
# Seconds that a table may be in need before somebody is called: players put most things right themselves.
PATIENCE_SECONDS: Final = 30.0
LOOK_SECONDS: Final = 2.0
POST_SECONDS: Final = 10.0
MOST_TABLES: Final = 1000


@dataclass
class _Need:
    kind: str
    since: float
    pushed: bool = False


class Needs:
    """Needs of a broker's tables, from the states that they publish."""

    def __init__(self) -> None:
        self._tables: dict[str, _Need] = {}

    def take(self, table: str, payload: bytes, now: float) -> None:
        """Take the state of a table; `now` in seconds. Whatever is no state counts as no need."""
        kind = _kind(payload)
        known = self._tables.get(table)
        if kind not in NEEDS:
            self._tables.pop(table, None)
        elif (known is None or known.kind != kind) and len(self._tables) < MOST_TABLES:
            self._tables[table] = _Need(kind, now)

    def due(self, now: float) -> Iterator[tuple[str, str]]:
        """Yield table and need, once for each need that has lasted long enough."""
        for name, need in self._tables.items():
            if not need.pushed and now - need.since >= PATIENCE_SECONDS:
                need.pushed = True
                yield name, need.kind


def _kind(payload: bytes) -> str:
    try:
        state = json.loads(payload)
        return "" if state.get("winner") else str((state.get("verdict") or {}).get("verdict", ""))
    except (ValueError, AttributeError, RecursionError):
        return ""


class Pushing:
    """Listens to a broker and pushes until it is closed."""

    def __init__(self, broker: BrokerAddress, address: str, complain: Callable[[Reason], None]) -> None:
        """Raises RefereeError if `address` is none of the web."""
        if urlsplit(address).scheme not in ("http", "https"):
            raise RefereeError("hall.notify")
        self._address, self._complain = address, complain
        self._needs, self._lock, self._ended = Needs(), threading.Lock(), threading.Event()
        self._failed = False
        client = self._client = Client(CallbackAPIVersion.VERSION2)
        broker.let_in(client)
        client.on_connect = lambda client, *_: client.subscribe("pyramid/+/state", 1)
        client.on_message = self._on_message
        client.connect_async(broker.host, broker.port, KEEPALIVE_SECONDS)
        client.loop_start()
        self._thread = supervised("push", self._push, self._ended)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._client.disconnect()
        self._client.loop_stop()
        self._thread.join()

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        try:
            table = table_name(message.topic.split("/")[1])
        except RefereeError:
            return
        with self._lock:
            self._needs.take(table, bytes(message.payload), time.monotonic())

    def _push(self) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            with self._lock:
                due = list(self._needs.due(time.monotonic()))
            for table, kind in due:
                self._post(f"{table}: {english(because(f'hall.need.{kind}'))}")

    def _post(self, line: str) -> None:
        try:
            request = urllib.request.Request(self._address, line.encode(), method="POST")
            urllib.request.urlopen(request, timeout=POST_SECONDS).close()
            self._failed = False
        except OSError as error:
            if not self._failed:
                self._complain(because("hall.not_pushed", why=str(error)))
            self._failed = True
