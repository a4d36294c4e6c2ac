"""Whoever looks in the local net finds tables and the hall."""

import sys
import threading
import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import MagicMock

import pytest
from zeroconf import ServiceBrowser, Zeroconf

from companion.sharing.announcing import BROKER, PAGE, TABLE, Announcement, found_brokers, hall_services, table_service
from companion.sharing.feed.address import BrokerAddress

LOOPBACK = ["127.0.0.1"]
SECONDS = 120.0


class Looking:
    """Somebody else's program in the net."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}
        self._changed = threading.Condition()
        self._net = Zeroconf(interfaces=LOOPBACK)
        ServiceBrowser(self._net, [TABLE, PAGE, BROKER], self)  # type: ignore[arg-type]

    def add_service(self, net: Any, kind: str, name: str) -> None:
        info = net.get_service_info(kind, name)
        with self._changed:
            self.found[kind] = info
            self._changed.notify_all()

    def update_service(self, net: Any, kind: str, name: str) -> None:
        self.add_service(net, kind, name)

    def remove_service(self, _net: Any, kind: str, _name: str) -> None:
        with self._changed:
            self.found.pop(kind, None)
            self._changed.notify_all()

    def until(self, number: int) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: len(self.found) == number, SECONDS)

    def close(self) -> None:
        self._net.close()


@pytest.fixture
def looking() -> Iterator[Looking]:
    somebody = Looking()
    yield somebody
    somebody.close()


def test_a_table_and_the_hall_are_found_until_they_are_gone(looking: Looking) -> None:
    broker = BrokerAddress.read("mqtt://hall.example:1884")
    with Announcement([table_service("window-1", broker), *hall_services(8080, 1883)], LOOPBACK):
        assert looking.until(3)
        told = {key.decode(): value.decode() for key, value in looking.found[TABLE].properties.items()}
        assert told["broker"] == "mqtt://hall.example:1884" and told["topic"] == "pyramid/window-1"
        assert told["page"] == "/?table=window-1"
        assert looking.found[PAGE].port == 8080
        assert found_brokers(SECONDS, LOOPBACK) == ("mqtt://127.0.0.1:1883",)
    assert looking.until(0)


def test_all_brokers_that_answer_are_found() -> None:
    """The first answer alone counted, and kept players from their hall's broker."""
    found: set[str] = set()
    end = time.monotonic() + SECONDS
    with Announcement(hall_services(8080, 1883), LOOPBACK), Announcement(hall_services(8080, 1884), LOOPBACK):
        while len(found) < 2:
            assert time.monotonic() < end, found
            found = {*found_brokers(SECONDS, LOOPBACK)}
    assert found == {"mqtt://127.0.0.1:1883", "mqtt://127.0.0.1:1884"}


def test_android_is_asked_for_multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    java = MagicMock()
    monkeypatch.setitem(sys.modules, "jnius", java)
    monkeypatch.setenv("ANDROID_ARGUMENT", "app")
    assert found_brokers(0.01, LOOPBACK) == ()
    wifi = java.autoclass.return_value.mActivity.getSystemService
    wifi.assert_called_once_with("wifi")
    wifi.return_value.createMulticastLock.return_value.acquire.assert_called_once_with()


def test_nothing_is_told_where_that_is_not_wanted() -> None:
    with Announcement(hall_services(8080, 1883)):
        for thread in threading.enumerate():
            if thread.name == "announcement":
                thread.join(SECONDS)
                assert not thread.is_alive()
    assert found_brokers() == ()


def test_a_net_that_is_not_there_is_no_trouble() -> None:
    with Announcement(hall_services(8080, None), ["192.0.2.77"]):
        pass
    assert found_brokers(0.0, ["192.0.2.77"]) == ()
