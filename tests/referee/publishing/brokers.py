"""A real broker, and somebody who listens there."""

import json
import socket
import threading
from collections.abc import Callable
from importlib.resources import files
from typing import Any, Self

from jsonschema import Draft202012Validator
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.hall.own_broker import OwnBroker

# Long enough for a machine that does much else; whoever waits is woken at once.
PATIENCE = 30.0


def validator(name: str) -> Draft202012Validator:
    text = files("companion.referee.publishing").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


SCHEMAS = ("game", "state", "verdict", "history", "roll", "question", "answer", "answered")
VALIDATORS = {name: validator(name) for name in SCHEMAS}


def free_ports(number: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [int(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return ports


def open_broker(port: int | None = None, web_port: int | None = None, *settings: str) -> tuple[OwnBroker, int, int]:
    """A broker on this machine alone, the port of tables, and that of pages."""
    found = free_ports(2)
    port, web_port = port or found[0], web_port or found[1]
    return OwnBroker(port, web_port, "127.0.0.1", settings), port, web_port


class Listener:
    """Keeps what is told on all topics, in order."""

    def __init__(self, port: int, topics: str = "#", *, websockets: bool = False) -> None:
        self.heard: list[tuple[str, str, bool]] = []
        self.ready = False
        self._changed = threading.Condition()
        self._client = Client(CallbackAPIVersion.VERSION2, transport="websockets" if websockets else "tcp")
        self._client.on_connect = lambda client, *_: client.subscribe(topics, 2)
        self._client.on_subscribe = self._subscribed
        self._client.on_message = self._hear
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _subscribed(self, *_: object) -> None:
        with self._changed:
            self.ready = True
            self._changed.notify_all()

    def _hear(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        with self._changed:
            self.heard.append((message.topic, message.payload.decode(), message.retain))
            self._changed.notify_all()

    def said(self, topic: str) -> list[str]:
        return [payload for name, payload, _ in list(self.heard) if name == topic]

    def objects(self, topic: str) -> list[Any]:
        return [json.loads(payload) for payload in self.said(topic)]

    def until(self, true: Callable[[], object]) -> None:
        with self._changed:
            assert self._changed.wait_for(true, PATIENCE), [topic for topic, *_ in self.heard]

    def until_said(self, topic: str, payload: str) -> None:
        """Until this is the newest on a topic."""
        self.until(lambda: self.said(topic)[-1:] == [payload])

    def say(self, topic: str, payload: str) -> None:
        self._client.publish(topic, payload, 1).wait_for_publish(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()
