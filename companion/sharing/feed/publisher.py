"""Sends messages to a broker on threads of its own: callers never wait, whatever the broker does."""

import secrets
import ssl
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.games.reason import Reason, because
from companion.referee.errors import prose
from companion.sharing.feed.address import BrokerAddress
from hardware.supervised import faults_reported, supervised

# A broker reports a table offline after one and a half times this silence; mosquitto takes up to five seconds more to
# notice.
KEEPALIVE_SECONDS: Final = 8
# How long a broker keeps a session when the connection breaks, in seconds.
SESSION_SECONDS: Final = 600
LONGEST_PAUSE_SECONDS: Final = 3
# A broker that acknowledges nothing for so long has forgotten what was under way.
SILENCE_SECONDS: Final = 30.0
# So many posts, and so many unsent events, wait; then the oldest are dropped.
MOST_WAITING: Final = 1000
# On close, keep sending while the broker accepts messages: give up after so many seconds without progress, or so many
# in all.
CLOSING_SECONDS: Final = 3.0
MOST_CLOSING_SECONDS: Final = 15.0
# A connection that has held so long ends the trouble; one that breaks again and again does not.
STEADY_SECONDS: Final = 2.0
# A broker forgets what has not been sent again for so long: a table that is gone, however it went. It is sent again in
# half that time.
FORGOTTEN_SECONDS: Final = 24 * 3600
# Bytes of a message beside its payload: fixed header, topic length, number, properties.
OVERHEAD_BYTES: Final = 16

ONLINE, OFFLINE = "online", "offline"


# Topic beside the status on which publishers introduce themselves: two there have one name.
HERE: Final = "here"
# Answer at most so many others of the same name: nobody is to be fed with made-up ones.
MOST_OTHERS: Final = 8


def plainly() -> tuple[str, str]:
    """Return what a publisher says of itself while it is connected, and what the broker says when it is gone."""
    return ONLINE, OFFLINE


class Post(NamedTuple):
    """A message. A `retained` one is sent to later subscribers, too: it is a state, of which only the newest value
    counts, unless `each` does. All others are events. `qos` as in MQTT: 0 at most once, 1 at least once, 2 exactly
    once.
    """

    topic: str
    payload: str | bytes
    retained: bool = True
    qos: int = 1
    each: bool = False

    @property
    def state(self) -> bool:
        return self.retained and not self.each


Make = Callable[[], Iterable[Post]]
Tell = Callable[[Reason], None]
Delivered = Callable[[Post], None]
Hear = Callable[[bytes], None]


class _Connection(Client):
    """A client whose thread ends quietly, whatever a broker sends."""

    def loop_forever(self, timeout: float = 1.0, retry_first_connection: bool = False) -> MQTTErrorCode:
        try:
            return super().loop_forever(timeout, retry_first_connection)
        except Exception:
            self._sock_close()
            return MQTTErrorCode.MQTT_ERR_PROTOCOL


class Publisher:
    """A connection to a broker, retried for ever. One message is under way at a time, so that none overtakes another.

    `status` is the topic that tells whether this is online; where another client or a last will says offline, it is set
    right. `tell` is called on any thread, once when trouble begins and once when it ends, and when another publisher
    uses the same topics. A client that comes online on the topic `birth` is sent the state `born` again. `delivered` is
    called with each event that the broker has acknowledged. Messages on the topics of `heard` are handed on, on the
    client's thread. The broker forgets everything retained but `born`, `forgotten` seconds after it was last sent.
    `presence` returns, for each connection, the two words for the topic `status`; they begin with ONLINE and OFFLINE.
    `name` is what this publisher calls itself for others that use the same topics; `fellow` knows the names of those.
    """

    def __init__(
        self,
        broker: BrokerAddress,
        status: str,
        tell: Tell,
        *,
        birth: str = "",
        born: str = "",
        delivered: Delivered | None = None,
        heard: Mapping[str, Hear] | None = None,
        forgotten: int = FORGOTTEN_SECONDS,
        presence: Callable[[], tuple[str, str]] = plainly,
        name: str = "",
        fellow: Callable[[bytes], object] = bool,
    ) -> None:
        self._forgotten, self._presence = forgotten, presence
        self._broker, self._status, self._tell = broker, status, tell
        self._here, self._others = f"{status.rpartition('/')[0]}/{HERE}", set[bytes]()
        self._own, self._fellow = name or secrets.token_hex(8), fellow
        self._heard_on = dict(heard or {})
        self._birth, self._born, self._delivered = birth, born, delivered
        # Never held while the client is called: it calls back under locks of its own.
        self._changed = threading.Condition()
        self._over = threading.Event()
        self._posted: deque[Make] = deque(maxlen=MOST_WAITING)
        self._events: deque[Post] = deque(maxlen=MOST_WAITING)
        self._states: dict[str, Post] = {}
        # States to send, the one that waits longest first.
        self._due: dict[str, None] = {}
        self._acknowledged: set[int] = set()
        # Counts everything that brings the end of sending nearer, or shows that it will not come.
        self._progress = 0
        self._heard = self._since = self._told_all = time.monotonic()
        self._largest = sys.maxsize
        self._connected = self._busy = self._in_trouble = self._oversized = False
        self._client = self._connection()
        self._thread = supervised("publisher", self._work, self._over)
        self._thread.start()

    def post(self, make: Make) -> None:
        """Send what `make` returns; it is called on another thread. Returns at once."""
        with self._changed:
            self._posted.append(make)
            self._changed.notify_all()

    def flush(self, seconds: float) -> bool:
        """Wait until the broker has everything, at most so long. Returns True if it has."""
        with self._changed:
            return self._changed.wait_for(lambda: self._all_told, seconds)

    @property
    def _all_told(self) -> bool:
        return not (self._busy or self._posted or self._events or self._due)

    def _tell_the_rest(self) -> None:
        """Wait while messages are being sent, also for a broker that is being connected to, unless it is known not to
        answer."""
        end = time.monotonic() + MOST_CLOSING_SECONDS
        with self._changed:
            while not self._all_told and (self._connected or not self._in_trouble) and time.monotonic() < end:
                told = self._progress
                if not self._changed.wait_for(lambda told=told: self._progress != told, CLOSING_SECONDS):  # type: ignore[misc]
                    break

    def close(self) -> None:
        """Send what is left, unless the broker takes nothing any more, and that this is offline."""
        self._tell_the_rest()
        with self._changed:
            self._over.set()
            self._changed.notify_all()
        self._thread.join(CLOSING_SECONDS)
        if self._connected:
            self._say(Post(self._status, self._offline), CLOSING_SECONDS)
        self._client.disconnect()
        self._client.loop_stop()

    def _connection(self) -> Client:
        broker = self._broker
        client = _Connection(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        client.reconnect_delay_set(1, LONGEST_PAUSE_SECONDS)
        self._leave_a_will(client)
        broker.let_in(client)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_message = self._on_message
        remembered = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        remembered.SessionExpiryInterval = SESSION_SECONDS
        client.connect_async(broker.host, broker.port, KEEPALIVE_SECONDS, properties=remembered)
        client.loop_start()
        return client

    def _for_a_while(self, packet: int = PacketTypes.PUBLISH) -> Properties:
        properties = Properties(packet)  # type: ignore[no-untyped-call]
        properties.MessageExpiryInterval = self._forgotten
        return properties

    def _leave_a_will(self, client: Client) -> None:
        """Choose the words for the next connection, one of which the broker says when that breaks."""
        self._online, self._offline = self._presence()
        properties = self._for_a_while(PacketTypes.WILLMESSAGE)
        client.will_set(self._status, self._offline, 1, retain=True, properties=properties)

    def _say_online(self, client: Client) -> None:
        # With a quality above 0 it would be sent once more after the next connection has said its own words.
        client.publish(self._status, self._online, 0, retain=True, properties=self._for_a_while())

    # Called on the publisher's own thread

    def _work(self) -> None:
        while not self._over.is_set():
            with self._changed:
                pause = min(STEADY_SECONDS if self._in_trouble else SILENCE_SECONDS / 3, self._forgotten / 4)
                self._changed.wait_for(lambda: self._over.is_set() or self._posted or self._sendable(), pause)
                again = self._connected and time.monotonic() - self._told_all > self._forgotten / 2
                if again:
                    self._due, self._told_all = dict.fromkeys(self._states), time.monotonic()
                make = self._posted.popleft() if self._posted else None
                message = None if make else self._next()
                self._busy = bool(make or message)
            if again:
                self._say_online(self._client)
            if make:
                self._make(make)
            if self._in_trouble:
                self._tell_of_return()
            if message:
                self._bring(message)
            elif not self._connected and time.monotonic() - self._heard > SILENCE_SECONDS:
                self._connect_anew()
            with self._changed:
                self._busy = False
                self._progress += bool(make or message)
                self._changed.notify_all()

    def _make(self, make: Make) -> None:
        messages: tuple[Post, ...] = ()
        with faults_reported():
            messages = tuple(make())
        with self._changed:
            for message in messages:
                if not message.state:
                    self._events.append(message)
                    continue
                if self._states.get(message.topic) == message:
                    continue
                self._states[message.topic] = message
                self._due.pop(message.topic, None)
                self._due[message.topic] = None

    def _tell_of_return(self) -> None:
        if self._connected and time.monotonic() - self._since >= STEADY_SECONDS:
            self._in_trouble = False
            self._tell(because("publish.again", broker=str(self._broker)))

    def _sendable(self) -> bool:
        return self._connected and bool(self._events or self._due)

    def _next(self) -> Post | None:
        """Return the next message, if it can be sent now: events before states, which stay."""
        if self._over.is_set() or not self._sendable():
            return None
        if self._events:
            return self._events.popleft()
        topic = next(iter(self._due))
        del self._due[topic]
        return self._states[topic]

    def _bring(self, message: Post) -> None:
        """Send a message; the client resends it across broken connections. One that is never acknowledged is sent again
        by a new connection, unless it is a state with a newer value."""
        while not self._say(message, SILENCE_SECONDS):
            if self._over.is_set():
                return
            if time.monotonic() - self._heard > SILENCE_SECONDS:
                self._connect_anew()
        if not message.state and self._delivered:
            self._delivered(message)

    def _say(self, message: Post, seconds: float) -> bool:
        """Send a message and wait at most so long until the broker has it."""
        size = len(message.payload.encode() if isinstance(message.payload, str) else message.payload)
        if size + len(message.topic.encode()) + OVERHEAD_BYTES > self._largest:
            self._complain_of_size(size)
            return True
        with self._changed:
            self._acknowledged.clear()
        kept = message.retained and message.topic != self._born
        properties = self._for_a_while() if kept else None
        topic, payload, qos = message.topic, message.payload, message.qos
        number = self._client.publish(topic, payload, qos, message.retained, properties).mid
        if not message.qos:
            return True
        with self._changed:
            return self._changed.wait_for(lambda: number in self._acknowledged, seconds)

    def _complain_of_size(self, size: int) -> None:
        """Report a message that is too large. The broker would end the connection over it; it can have the others."""
        if not self._oversized:
            self._oversized = True
            self._tell(because("publish.large", broker=str(self._broker), size=size, most=self._largest))

    def _connect_anew(self) -> None:
        old = self._client
        old.on_connect = old.on_disconnect = old.on_connect_fail = old.on_publish = None
        old.disconnect()
        old.loop_stop()
        with self._changed:
            self._connected, self._heard = False, time.monotonic()
        self._client = self._connection()

    # Called on the client's thread

    def _on_connect(self, client: Client, _data: Any, _flags: Any, code: Any, properties: Any) -> None:
        if code.is_failure:
            self._note()
            self._trouble(because("publish.refused", broker=str(self._broker), why=prose(str(code))))
            return
        for each in (self._status, self._here, *self._heard_on, *([self._birth] if self._birth else [])):
            client.subscribe(each, 1)
        self._say_online(client)
        client.publish(self._here, self._own, 1)
        with self._changed:
            self._connected, self._heard = True, time.monotonic()
            self._progress += 1
            self._since, self._largest = self._heard, getattr(properties, "MaximumPacketSize", sys.maxsize)
            # A client that has restarted has forgotten them.
            self._told_all = self._heard
            self._due = dict.fromkeys(self._states)
            self._changed.notify_all()

    def _on_connect_fail(self, _client: Client, _data: Any) -> None:
        self._note()
        error = sys.exc_info()[1]
        if isinstance(error, ssl.SSLError):
            self._trouble(because("publish.certificate", broker=str(self._broker), why=prose(str(error.reason))))
        else:
            self._trouble(because("publish.unreachable", broker=str(self._broker)))

    def _on_disconnect(self, client: Client, _data: Any, _flags: Any, _code: Any, _properties: Any) -> None:
        with self._changed:
            known, self._connected = self._connected, False
            self._heard = time.monotonic()
            self._changed.notify_all()
        if not self._over.is_set():
            self._leave_a_will(client)
            self._trouble(because("publish.lost" if known else "publish.full", broker=str(self._broker)))

    def _on_publish(self, _client: Client, _data: Any, number: int, _code: Any, _properties: Any) -> None:
        with self._changed:
            self._heard = time.monotonic()
            self._acknowledged.add(number)
            self._changed.notify_all()

    def _on_message(self, client: Client, _data: Any, message: MQTTMessage) -> None:
        if message.topic == self._status:
            if bytes(message.payload).startswith(OFFLINE.encode()) and not self._over.is_set():
                self._say_online(client)
            return
        if message.topic == self._here:
            self._meet(client, bytes(message.payload))
            return
        if hear := self._heard_on.get(message.topic):
            with faults_reported():
                hear(bytes(message.payload))
            return
        with self._changed:
            if message.payload == ONLINE.encode() and self._born in self._states:
                self._due[self._born] = None
                self._changed.notify_all()

    def _meet(self, client: Client, name: bytes) -> None:
        """Answer another publisher of this name once, so that it knows, too."""
        known = name in (self._own.encode(), *self._others) or len(self._others) >= MOST_OTHERS
        if known or not self._fellow(name):
            return
        client.publish(self._here, self._own, 1)
        if not self._others:
            table = self._status.split("/")[-2:][0]
            self._tell(because("publish.taken", broker=str(self._broker), table=table))
        self._others.add(name)

    def _note(self) -> None:
        with self._changed:
            self._heard = time.monotonic()

    def _trouble(self, said: Reason) -> None:
        """Report trouble, unless it has been reported and has not ended."""
        if not self._in_trouble:
            with self._changed:
                self._in_trouble = True
                self._progress += 1
                self._changed.notify_all()
            self._tell(said)
