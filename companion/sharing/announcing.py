"""Tells the local net by multicast DNS (RFC 6762, RFC 6763) what is to be found where, and finds what others tell."""

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

# What is told of, by kind: a table, the hall's page, a broker.
TABLE: Final = "_pyramid-table._tcp.local."
PAGE: Final = "_http._tcp.local."
BROKER: Final = "_mqtt._tcp.local."
WHERE: Final = "PYRAMID_MDNS"
"""A variable of the environment: addresses of this machine, divided by commas, in whose nets alone to tell and to
listen; ``off`` for none."""
OFF: Final = "off"
# Of what cannot be connected to: all is in the properties.
NO_PORT: Final = 0
CLOSING_SECONDS: Final = 2.0
FINDING_SECONDS: Final = 3.0
HERE: Final = ("localhost", "127.0.0.1", "::1")
# Our own brokers say so; others may be anybody's.
OURS: Final = {"pyramid": "1"}


class Service(NamedTuple):
    """One thing to be found: its kind, its name, its port on this machine, and what else is told of it."""

    kind: str
    name: str
    port: int
    properties: Mapping[str, str]


def table_service(name: str, broker: BrokerAddress) -> Service:
    """A table that is told to a broker."""
    host = own_address() if broker.host in HERE else broker.host
    address = f"{'mqtts' if broker.secure else 'mqtt'}://{f'[{host}]' if ':' in host else host}:{broker.port}"
    # Below the page of the hall, which tells its own port.
    told = {"table": name, "broker": address, "topic": f"{ROOT}/{name}", "page": f"/?table={name}"}
    return Service(TABLE, name, NO_PORT, told)


def hall_services(page: int, broker: int | None) -> tuple[Service, ...]:
    """The hall's page, and the port of its broker for tables where it has one."""
    name = f"Pyramid Companion {socket.gethostname()}"
    hall = Service(PAGE, name, page, {"path": "/", **OURS})
    return (hall, Service(BROKER, name, broker, OURS)) if broker else (hall,)


class Announcement:
    """Tells of services until it is closed. It does so on a thread of its own and says nothing of trouble: a net
    without multicast, or a system without zeroconf, only means that things are not found by themselves."""

    def __init__(self, services: Sequence[Service], where: Sequence[str] | None = None) -> None:
        """`where` are addresses of this machine, as in the variable of the environment."""
        self._services = tuple(services)
        self._where = _where() if where is None else list(where)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True, name="announcement")
        self._thread.start()

    def close(self) -> None:
        """Tell that they are gone."""
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


def found_broker(seconds: float = FINDING_SECONDS, where: Sequence[str] | None = None) -> str:
    """The address of a broker that a hall in the net tells of, as ``mqtt://192.168.1.5:1883``; "" where none does
    within so many seconds."""
    net = _net(_where() if where is None else list(where))
    if net is None:
        return ""
    from zeroconf import ServiceBrowser  # noqa: PLC0415 - not on every system

    came: queue.SimpleQueue[str] = queue.SimpleQueue()

    def changed(zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
        info = zeroconf.get_service_info(service_type, name)
        if info and {key.decode() for key in info.properties} >= OURS.keys() and info.parsed_addresses():
            came.put(f"mqtt://{info.parsed_addresses()[0]}:{info.port}")

    found = ""
    with suppress(Exception):
        ServiceBrowser(net, BROKER, handlers=[changed])
        found = came.get(timeout=seconds)
    with suppress(Exception):
        net.close()
    return found


def _where() -> list[str] | None:
    """The addresses that the environment names, [] for nowhere; None for all of this machine."""
    named = os.environ.get(WHERE, "")
    if not named:
        return None
    return [] if named == OFF else named.split(",")


def _net(where: Sequence[str] | None) -> Any:
    """None where there is none, or nothing to speak to it with."""
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
