"""Calling somebody to a table."""

import json
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.hall import pushing
from companion.sharing.hall.pushing import Needs, Pushing
from tests.sharing.feed.brokers import PATIENCE, open_broker


def state(kind: str, winner: str | None = None) -> bytes:
    return json.dumps({"verdict": {"verdict": kind}, "winner": winner}).encode()


def test_a_need_is_told_once_and_only_when_it_lasts() -> None:
    needs = Needs()
    needs.take("w1", state("unsure"), 0.0)
    needs.take("w2", state("illegal"), 10.0)
    needs.take("w3", state("illegal"), 10.0)
    needs.take("w3", state("takeback"), 12.0)
    needs.take("w1", state("unsure"), 20.0)
    assert [list(needs.due(now)) for now in (29.0, 30.0, 39.0, 40.0, 99.0)] == [
        [],
        [("w1", "unsure")],
        [],
        [("w2", "illegal")],
        [],
    ]
    needs.take("w1", state("legal"), 100.0)
    needs.take("w1", state("unsure"), 101.0)
    assert list(needs.due(131.0)) == [("w1", "unsure")]


@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b"5", b'{"verdict": 5}', b'{"verdict": null}', b"\xff"])
def test_what_is_no_state_is_no_need(payload: bytes) -> None:
    needs = Needs()
    needs.take("w1", payload, 0.0)
    assert list(needs.due(99.0)) == []


def test_a_game_that_is_won_needs_nobody() -> None:
    needs = Needs()
    needs.take("w1", state("illegal", "cool"), 0.0)
    assert list(needs.due(99.0)) == []


@pytest.mark.slow
def test_a_phone_is_told_over_the_web(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushing, "PATIENCE_SECONDS", 0.0)
    pushed: Queue[str] = Queue()
    told: Queue[Reason] = Queue()

    class Phone(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            pushed.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    broker, port, _ = open_broker()
    server = HTTPServer(("127.0.0.1", 0), Phone)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/evening"
    with broker, closing(Pushing(BrokerAddress("127.0.0.1", port), address, told.put)):
        client = Client(CallbackAPIVersion.VERSION2)
        client.connect("127.0.0.1", port)
        client.loop_start()

        def say(kind: str) -> None:
            client.publish("pyramid/w1/state", state(kind), 1, retain=True).wait_for_publish(PATIENCE)

        say("unsure")
        assert pushed.get(timeout=PATIENCE) == "w1: Not sure: answer it"
        server.shutdown()
        server.server_close()
        say("illegal")
        assert told.get(timeout=PATIENCE).key == "hall.not_pushed"
        client.loop_stop()


def test_an_address_that_is_none_of_the_web_is_refused() -> None:
    with pytest.raises(RefereeError, match="begins with https"):
        Pushing(BrokerAddress("127.0.0.1", 1), "ntfy.sh/evening", print)
