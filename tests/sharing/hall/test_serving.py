"""Who brings the page: its server, the broker of one's own, and the command."""

import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.cli import main
from companion.referee.errors import RefereeError, words_of
from companion.sharing.hall.own_broker import OwnBroker
from companion.sharing.hall.page_files import page_files
from companion.sharing.hall.rules_page import PATH, rules_page
from companion.sharing.hall.web_server import PageServer
from tests.sharing.feed.brokers import PATIENCE, Listener, free_ports, open_broker

ROOT = Path(__file__).parents[3]


def asked(port: int, path: str) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.getheader("Content-Type", ""), answer.read()


def test_the_page_and_nothing_else_is_given_out() -> None:
    with PageServer(page_files("ws://club"), 0, "127.0.0.1") as server:
        status, kind, content = asked(server.port, "/?table=left")
        assert (status, kind) == (200, "text/html; charset=utf-8") and b"hall.js" in content
        for name in page_files("ws://club"):
            assert asked(server.port, f"/{name}")[0] == 200
        for path in ("/../setup.py", "/etc/passwd", "//etc/passwd", "/%2e%2e/x", "/vendor/", "/vendor"):
            assert asked(server.port, path)[0] == 404


def test_the_rules_desk_answers_in_the_language_asked_in() -> None:
    with PageServer({}, 0, "127.0.0.1", {PATH: rules_page}) as server:
        status, kind, content = asked(server.port, "/rules.html?ask=tower+black+move&language=en")
        assert (status, kind) == (200, "text/html; charset=utf-8") and b"Black pyramids stay" in content
        assert "Regeln" in asked(server.port, "/rules.html?ask=Turm&language=de")[2].decode()
        odd = asked(server.port, "/rules.html?ask=%3Cscript%3E&language=xx")[2]
        assert b"<script>" not in odd and b"&lt;script&gt;" in odd
        assert b"form-action 'self'" in odd and b"<article>" not in asked(server.port, "/rules.html")[2]


def test_a_page_is_asked_about_and_kept() -> None:
    with PageServer(page_files("ws://club"), 0, "127.0.0.1") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        connection.request("HEAD", "/")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"")
        assert int(answer.getheader("Content-Length", "0")) > 0
        assert "Python" not in answer.getheader("Server", "")
        connection.request("GET", "/", headers={"If-None-Match": answer.getheader("ETag", "")})
        again = connection.getresponse()
        assert (again.status, again.read()) == (304, b"")
        connection.close()


def test_a_closed_server_serves_nobody_on_a_connection_that_was_kept() -> None:
    server = PageServer(page_files("ws://club"), 0, "127.0.0.1")
    kept = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=120) for _ in range(3)]
    for connection in kept:
        connection.auto_open = 0
        connection.connect()
        connection.request("GET", "/")
        assert connection.getresponse().read()
    server.close()
    for connection in kept:
        with pytest.raises((ConnectionError, http.client.BadStatusLine)):
            connection.request("GET", "/")
            connection.getresponse()


def test_a_visitor_who_goes_in_the_middle_leaves_no_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    with PageServer({"index.html": bytes(30_000_000)}, 0, "127.0.0.1") as server:
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", server.port)) as gone:
                gone.sendall(b"GET / HTTP/1.1\r\n\r\n")
                gone.recv(1000)
                gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # ends by a reset
        assert asked(server.port, "/")[0] == 200
    assert capfd.readouterr().err == ""


def test_pages_read_and_tables_write() -> None:
    broker, port, web_port = open_broker()
    with broker, Listener(port) as table, Listener(web_port, "#", websockets=True) as page:
        page.until(lambda: page.ready)
        table.until(lambda: table.ready)
        page.say("pyramid/left/state", "false")
        table.say("pyramid/left/state", "true")
        table.say("elsewhere", "secret")
        page.until(lambda: page.said("pyramid/left/state"))
        table.until(lambda: table.said("elsewhere"))
        assert table.said("pyramid/left/state") == page.said("pyramid/left/state") == ["true"]
        assert page.said("elsewhere") == []


def test_a_port_that_is_taken_is_told() -> None:
    broker, _, web_port = open_broker()
    with broker, pytest.raises(RefereeError) as error:
        OwnBroker(free_ports(1)[0], web_port, "127.0.0.1")
    assert f"port {web_port} is taken" in words_of(error.value)
    with PageServer({}, 0, "127.0.0.1") as server, pytest.raises(RefereeError):
        PageServer({}, server.port, "127.0.0.1")


def test_a_broker_that_does_not_start_says_why() -> None:
    port, web_port = free_ports(2)
    with pytest.raises(RefereeError) as error:
        OwnBroker(port, web_port, "127.0.0.1", ["nonsense here"])
    assert "nonsense" in words_of(error.value)


@pytest.mark.slow
def test_a_hall_that_is_killed_leaves_no_broker_behind() -> None:
    port, web_port = free_ports(2)
    hall = "import time; from companion.sharing.hall.own_broker import OwnBroker; "
    hall += f"broker = OwnBroker({port}, {web_port}, '127.0.0.1'); print('up', flush=True); time.sleep(999)"
    with subprocess.Popen([sys.executable, "-c", hall], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline() == b"up\n"
        process.kill()
    end = time.monotonic() + PATIENCE
    while taken(port) or taken(web_port):
        assert time.monotonic() < end
        time.sleep(0.05)


def taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_the_page_can_be_written_for_any_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hall", "--write", str(tmp_path / "page"), "--broker", "ws://club:9001"]) == 0
    settings = json.loads((tmp_path / "page/settings.json").read_text("utf-8"))
    assert settings.keys() == {"broker", "desk", "title", "evening", "needs", "pips"}
    assert (settings["broker"], settings["evening"]) == ("ws://club:9001", False)
    assert (tmp_path / "page/vendor/mqtt.min.js").stat().st_size > 100_000


def test_an_evening_is_one_command_and_ends_whole() -> None:
    port, tables, web = free_ports(3)
    command = [sys.executable, "-m", "companion.cli", "hall", "--with-broker", "--port", str(port)]
    command += ["--broker-port", str(tables), "--web-port", str(web)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ})
    assert running.stdout
    told = [running.stdout.readline() for _ in range(2)]
    assert f":{tables} --table NAME" in told[0] and f":{port}/" in told[1]
    with Listener(tables) as listener:
        listener.until(lambda: listener.ready)
    assert asked(port, "/")[0] == 200
    running.send_signal(signal.SIGTERM)
    assert running.wait(60) == 0
    with pytest.raises(OSError):
        Listener(tables)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--demo", "--bind", "192.0.2.1"], "an address of this computer"),
        (["--bind", "192.0.2.1"], "an address of this computer"),
        (["--broker", "garbage"], "is no address of a broker's WebSockets"),
        (["--broker", "mqtt://club:1883"], "is no address of a broker's WebSockets"),
        (["--with-broker", "--broker", "ws://club:1"], "leave out --broker"),
    ],
)
def test_addresses_that_cannot_be_are_refused(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    port, web_port, page = free_ports(3)
    ports = ["--port", str(page), "--broker-port", str(port), "--web-port", str(web_port)]
    assert main(["hall", "--no-announce", *ports, *words]) == 1
    error = capsys.readouterr().err
    assert told in error and "while attempting" not in error


def test_brokers_by_name_and_by_number_are_taken(tmp_path: Path) -> None:
    for number, broker in enumerate(("ws://{host}:9001", "wss://club.example/mqtt", "ws://[::1]:9001")):
        assert main(["hall", "--broker", broker, "--write", str(tmp_path / str(number))]) == 0
