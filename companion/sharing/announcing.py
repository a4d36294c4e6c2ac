"""Announces services in the local net by multicast DNS (RFC 6762, RFC 6763), and finds those of others."""

import os
import queue
import socket
import threading
from asyncio import run_coroutine_threadsafe
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.topics import ROOT
from companion.sharing.hall.web_server import own_address

# Types of services: a table, the hall's page, a broker.
TABLE: Final = "_pyramid-table._tcp.local."
PAGE: Final = "_http._tcp.local."
BROKER: Final = "_mqtt._tcp.local."
WHERE: Final = "PYRAMID_MDNS"
"""A variable of the environment: addresses of this machine, divided by commas, in whose nets alone to tell and to
listen; ``off`` for none."""
OFF: Final = "off"
# Port of a service without connections: its properties say everything.
NO_PORT: Final = 0
CLOSING_SECONDS: Final = 2.0
FINDING_SECONDS: Final = 3.0
# Once a broker has answered, others that are as near have done so, too, after so long.
OTHERS_SECONDS: Final = 0.5
# More brokers than this in one net are nobody's hall.
MOST_FOUND: Final = 3
# Marks the hall's own brokers; others may be anybody's.
OURS: Final = {"pyramid": "1"}


class Service(NamedTuple):
    """One service to announce: its kind, name, port on this machine, and further properties."""

    kind: str
    name: str
    port: int
    properties: Mapping[str, str]


def table_service(name: str, broker: BrokerAddress) -> Service:
    """Return the service of a table that publishes to a broker."""
    address = f"{'mqtts' if broker.secure else 'mqtt'}://{broker.known_host}:{broker.port}"
    # Below the page of the hall, which tells its own port.
    told = {"table": name, "broker": address, "topic": f"{ROOT}/{name}", "page": f"/?table={name}"}
    return Service(TABLE, name, NO_PORT, told)


def hall_services(page: int, broker: int | None) -> tuple[Service, ...]:
    """Return the services of the hall: its page and, if it has a broker of its own, that one's port for tables."""
    name = f"Pyramid Companion {socket.gethostname()}"
    hall = Service(PAGE, name, page, {"path": "/", **OURS})
    return (hall, Service(BROKER, name, broker, OURS)) if broker else (hall,)


class Announcement:
    """Announces services until it is closed.

    It works on a thread of its own and reports no trouble: without multicast or zeroconf, services are just not found.
    """

    def __init__(self, services: Sequence[Service], where: Sequence[str] | None = None) -> None:
        """`where`: addresses of this machine, as in the environment's variable."""
        self._services = tuple(services)
        self._where = _where() if where is None else list(where)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True, name="announcement")
        self._thread.start()

    def close(self) -> None:
        """Withdraw the announcement."""
        self._over.set()
        self._thread.join(CLOSING_SECONDS)

    def __enter__(self) -> "Announcement":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _tell(self) -> None:
        if (net := _net(self._where)) is None:
            return
        from zeroconf import ServiceInfo  # noqa: PLC0415 - not on every system

        with suppress(Exception):
            host = f"pyramid-{socket.gethostname()}.local."
            addresses = [own_address()] if self._where is None else self._where
            told = [
                ServiceInfo(
                    each.kind,
                    f"{each.name}.{each.kind}",
                    port=each.port,
                    properties=dict(each.properties),
                    server=host,
                    parsed_addresses=addresses,
                )
                for each in self._services
            ]
            for info in told:
                run_coroutine_threadsafe(net.async_register_service(info, allow_name_change=True), net.loop)
            self._over.wait()
        with suppress(Exception):
            net.close()


def found_brokers(seconds: float = FINDING_SECONDS, where: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the addresses of brokers that halls in the net announce, such as ``mqtt://192.168.1.5:1883``; none if
    nothing answers within so many seconds. Anything in the net may answer."""
    net = _net(_where() if where is None else list(where))
    if net is None:
        return ()
    from zeroconf import ServiceBrowser  # noqa: PLC0415 - not on every system

    came: queue.SimpleQueue[str] = queue.SimpleQueue()

    def changed(zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
        info = zeroconf.get_service_info(service_type, name)
        if info and {key.decode() for key in info.properties} >= OURS.keys() and info.parsed_addresses():
            came.put(f"mqtt://{info.parsed_addresses()[0]}:{info.port}")

    found: dict[str, None] = {}
    with suppress(Exception):
        ServiceBrowser(net, BROKER, handlers=[changed])
        while len(found) < MOST_FOUND:
            found[came.get(timeout=OTHERS_SECONDS if found else seconds)] = None
    with suppress(Exception):
        net.close()
    return tuple(found)


def _where() -> list[str] | None:
    """Return the addresses that the environment names, [] for nowhere; None for all of this machine."""
    named = os.environ.get(WHERE, "")
    if not named:
        return None
    return [] if named == OFF else named.split(",")


def _net(where: Sequence[str] | None) -> Any:
    """Return a zeroconf instance; None if there is none, or no net."""
    if where is not None and not where:
        return None
    if "ANDROID_ARGUMENT" in os.environ:
        _hold_multicast_lock()
    try:
        from zeroconf import InterfaceChoice, Zeroconf  # noqa: PLC0415 - not on every system

        return Zeroconf(interfaces=InterfaceChoice.Default if where is None else list(where))
    except (ImportError, OSError):
        return None


@cache
def _hold_multicast_lock() -> Any:
    """Android hands on multicast messages only while a program holds a lock for them: hold it until this one ends."""
    with suppress(Exception):
        activity = import_module("jnius").autoclass("org.kivy.android.PythonActivity").mActivity
        lock = activity.getSystemService("wifi").createMulticastLock("pyramid-companion")
        lock.acquire()
        return lock
