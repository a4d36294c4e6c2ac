"""Finds out whether a broker takes connections."""

import threading
from typing import Any, Final

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.sharing.feed.address import BrokerAddress

ANSWER_SECONDS: Final = 4.0


def answers(broker: BrokerAddress, seconds: float) -> bool:
    """Return True if a broker takes a connection within so many seconds. Raises OSError if the certificate of its
    authority cannot be read."""
    taken = threading.Event()

    def connected(_client: Client, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        if not code.is_failure:
            taken.set()

    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
    broker.let_in(client)
    client.on_connect = connected
    client.connect_async(broker.host, broker.port)
    client.loop_start()
    taken.wait(seconds)
    client.disconnect()
    client.loop_stop()
    return taken.is_set()
