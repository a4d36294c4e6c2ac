"""Clears the broker's retained messages of a table that was renamed or given up. The broker never drops them itself."""

import secrets
import threading
from collections.abc import Callable
from typing import Any, Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.referee.errors import RefereeError
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.publisher import HERE, KEEPALIVE_SECONDS
from companion.sharing.feed.topics import discovery_topic, topic

PATIENCE_SECONDS: Final = 10.0
# Seconds in which a running publisher of the table can object.
ANSWERING_SECONDS: Final = 1.5
# Limit for a broker that sends endless topics: a table has some dozens.
MOST_TOPICS: Final = 10_000


def give_up(broker: BrokerAddress, table: str, patience: float = PATIENCE_SECONDS) -> int:
    """Clear all retained messages of a table, and its device in Home Assistant. Returns the number of topics.

    `patience`: seconds to wait for each answer of the broker. Raises RefereeError if a program still publishes for the
    table or the broker does not answer, OSError if the certificate of its authority cannot be read.
    """
    clearing = _Clearing(broker, table, patience)
    try:
        return clearing.run()
    finally:
        clearing.close()


class _Clearing:
    def __init__(self, broker: BrokerAddress, table: str, patience: float) -> None:
        self._broker, self._table, self._patience, self._own = broker, table, patience, secrets.token_hex(8)
        self._changed = threading.Condition()
        self._kept: set[str] = set()
        self._acknowledged: set[int] = set()
        self._connected = self._asked = self._alive = False
        client = self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        broker.let_in(client)
        client.on_connect, client.on_message, client.on_publish = self._on_connect, self._on_message, self._on_publish
        client.connect_async(broker.host, broker.port, KEEPALIVE_SECONDS)
        client.loop_start()

    def run(self) -> int:
        self._await(lambda: self._connected)
        self._client.subscribe([(topic(self._table, "#"), 1), (discovery_topic(self._table), 1)])
        # Brokers send retained messages first: when this message returns, all of them have arrived.
        self._client.publish(topic(self._table, HERE), self._own, 1)
        self._await(lambda: self._asked)
        with self._changed:
            if self._changed.wait_for(lambda: self._alive, ANSWERING_SECONDS):
                raise RefereeError("publish.alive", broker=str(self._broker), table=self._table)
            kept = sorted(self._kept)
        for each in kept:
            number = self._client.publish(each, b"", 1, retain=True).mid
            self._await(lambda number=number: number in self._acknowledged)  # type: ignore[misc]
        return len(kept)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _await(self, so: Callable[[], bool]) -> None:
        with self._changed:
            if not self._changed.wait_for(so, self._patience):
                raise RefereeError("publish.silent", broker=str(self._broker))

    def _on_connect(self, _client: Client, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        with self._changed:
            self._connected = not code.is_failure
            self._changed.notify_all()

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        with self._changed:
            if message.topic == topic(self._table, HERE):
                self._asked |= message.payload == self._own.encode()
                self._alive |= message.payload != self._own.encode()
            elif message.retain and message.payload and len(self._kept) < MOST_TOPICS:
                self._kept.add(message.topic)
            self._changed.notify_all()

    def _on_publish(self, _client: Client, _data: Any, number: int, _code: Any, _properties: Any) -> None:
        with self._changed:
            self._acknowledged.add(number)
            self._changed.notify_all()
