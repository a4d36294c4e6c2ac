"""A real broker, and somebody who listens there."""

import json
import os
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Self

from jsonschema import Draft202012Validator
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.sharing.hall.own_broker import OwnBroker

# Long enough for a machine that does much else; whoever waits is woken at once.
PATIENCE = 120.0
# How often to look whether something is true that happens elsewhere.
LOOK_SECONDS = 0.05
SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
# Files and connections that a full broker may have open.
MOST_FILES = 20


def validator(name: str) -> Draft202012Validator:
    text = files("companion.sharing.feed").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


SCHEMAS = ("game", "state", "verdict", "history", "roll", "question", "answer", "answered", "past")
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


def guarded_broker(folder: Path) -> tuple[OwnBroker, int]:
    """One that lets in nobody but `me` with the password `right`; its port."""
    passwords = folder / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), "me", "right"], check=True)
    passwords.chmod(0o644)
    _let_in(passwords)
    broker, port, _ = open_broker(None, None, "allow_anonymous false", f"password_file {passwords}")
    return broker, port


def secured_broker(folder: Path) -> tuple[OwnBroker, int, Path]:
    """One that speaks TLS; its port, and the certificate of its authority, which is its own."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made += ["-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*made, "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    for path in (key, certificate):
        path.chmod(0o644)
    _let_in(key)
    broker, port, _ = open_broker(None, None, "allow_anonymous true", f"certfile {certificate}", f"keyfile {key}")
    return broker, port, certificate


def _let_in(path: Path) -> None:
    """Let others reach a file: started by root, mosquitto becomes somebody else."""
    for folder in path.parents:
        if folder == Path(tempfile.gettempdir()):
            break
        folder.chmod(0o755)


@contextmanager
def full_broker(folder: Path) -> Iterator[tuple[int, Callable[[], None]]]:
    """One that has no room for another connection: it ends each at once. Gives its port, and what makes room."""
    wrapper, path = folder / "mosquitto", os.environ["PATH"]
    wrapper.write_text(f'#!/bin/sh\nulimit -n {MOST_FILES}\nexec {shutil.which("mosquitto", path=SYSTEM_PATH)} "$@"\n')
    wrapper.chmod(0o755)
    os.environ["PATH"] = f"{folder}:{path}"
    try:
        broker, port, _ = open_broker()
    finally:
        os.environ["PATH"] = path
    with broker:
        held = [socket.create_connection(("127.0.0.1", port)) for _ in range(MOST_FILES)]

        def make_room() -> None:
            for each in held:
                each.close()

        assert select.select(held, [], [], PATIENCE)[0], "it has ended none"
        yield port, make_room
        make_room()


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
            self.heard.append((message.topic, message.payload.decode(errors="replace"), message.retain))
            self._changed.notify_all()

    def said(self, topic: str) -> list[str]:
        return [payload for name, payload, _ in list(self.heard) if name == topic]

    def objects(self, topic: str) -> list[Any]:
        return [json.loads(payload) for payload in self.said(topic)]

    def until(self, true: Callable[[], object]) -> None:
        """Wait until it is true, of what is heard here or by others, of whom nothing is heard here."""
        end = time.monotonic() + PATIENCE
        with self._changed:
            while not self._changed.wait_for(true, LOOK_SECONDS):
                assert time.monotonic() < end, [topic for topic, *_ in self.heard]

    def until_said(self, topic: str, payload: str) -> None:
        """Until this is the newest on a topic."""
        self.until(lambda: self.said(topic)[-1:] == [payload])

    def say(self, topic: str, payload: str) -> None:
        self._client.publish(topic, payload, 1).wait_for_publish(PATIENCE)

    def __enter__(self) -> Self:
        # What is told before the broker knows of it is heard only if retained.
        self.until(lambda: self.ready)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()
