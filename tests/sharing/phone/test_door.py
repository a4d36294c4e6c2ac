"""The way in for a phone: who is let in, what is given out, and what others on the network can do."""

import http.client
import json
import socket
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sharing.phone import door as doors
from companion.sharing.phone.certificate import NAME
from companion.sharing.phone.door import KEPT, MOST_OF_ONE, PhoneDoor
from companion.sharing.phone.source import PhoneSource
from companion.sharing.phone.visit import LARGEST
from companion.texts.language import LANGUAGES, language
from tests.sharing.phone.telephone import RefusedError, Telephone, jpeg, trusting, until
from vision.sources.source import Shot, Status


@pytest.fixture
def door(tmp_path: Path) -> Iterator[PhoneDoor]:
    door = PhoneDoor(tmp_path, "127.0.0.1")
    yield door
    door.close()


def plain(door: PhoneDoor, path: str, host: str = "") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", door.port, timeout=120)
    connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{door.port}"})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def secured(door: PhoneDoor, path: str, host: str = "") -> tuple[int, str]:
    connection = http.client.HTTPSConnection("127.0.0.1", door.port, timeout=120, context=trusting())
    connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{door.port}"})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def next_picture(source: PhoneSource) -> Shot:
    shots: list[Shot] = []
    until(lambda: ((shot := source.next(0.1)) and shots.append(shot)) or shots)
    return shots[0]


def test_the_code_leads_to_the_page_in_front_and_its_secret_goes_over_no_line(door: PhoneDoor) -> None:
    assert door.shown.address.endswith(f":{door.port}/#{door.secret}") and door.shown.address.startswith("http://")
    status, page = plain(door, "/")
    assert status == 200 and "your browser will warn you" in page and door.secret not in page


def test_nothing_else_is_given_out_in_front(door: PhoneDoor) -> None:
    for path in (
        "/known",
        f"/{door.secret}",
        f"/{door.secret}/pictures",
        "/phone.js",
        "/../setup.py",
        "//",
        "/index.html",
    ):
        assert plain(door, path) == (404, "")


def test_the_page_of_the_camera_is_given_to_who_has_the_secret_alone(door: PhoneDoor) -> None:
    assert "getUserMedia" in secured(door, f"/{door.secret}")[1]
    for path in (
        "/",
        "/wrong",
        f"/{door.secret}x",
        f"/{door.secret}/",
        f"/{door.secret[:-1]}",
        f"/{door.secret}/../known",
    ):
        status, page = secured(door, path)
        assert status == 404 and "getUserMedia" not in page
    assert secured(door, "/known")[0] == 204


def test_a_page_that_calls_this_machine_by_another_name_gets_nothing(door: PhoneDoor) -> None:
    for host in ("evil.example", "evil.example:80", f"127.0.0.1.evil.example:{door.port}"):
        assert plain(door, "/", host)[0] == 404
        assert secured(door, f"/{door.secret}", host)[0] == 404
    assert secured(door, f"/{door.secret}", f"localhost:{door.port}")[0] == 200


def test_pages_run_their_own_script_alone_and_speak_every_language(door: PhoneDoor) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", door.port, timeout=120)
    connection.request("GET", "/")
    answer = connection.getresponse()
    policy, page = answer.headers["Content-Security-Policy"], answer.read().decode()
    assert "default-src 'none'" in policy and "script-src 'sha256-" in policy and "unsafe" not in policy
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    for code in LANGUAGES:
        assert json.dumps(language(code).sentences["phone.web.front.title"], ensure_ascii=False) in page


def test_only_the_page_itself_may_send_pictures(door: PhoneDoor) -> None:
    for secret, origin, host in (("wrong", "", ""), ("", "https://evil.example", ""), ("", "", "evil.example")):
        with pytest.raises(RefusedError) as refused:
            Telephone(door.port, secret=secret or door.secret, origin=origin, host=host)
        assert refused.value.status in (403, 404)
    assert not door.camera.connected


def test_pictures_come_one_by_one_the_newest_when_it_is_asked_for(door: PhoneDoor) -> None:
    source = PhoneSource(door.camera)
    assert source.status is Status.OPENING
    phone = Telephone(door.port, secret=door.secret)
    until(lambda: door.camera.connected)
    assert source.next(0.0) is None
    phone.asked()
    phone.say(jpeg(60, (480, 640)))
    shot = next_picture(source)
    assert shot.image.shape == (480, 640, 3) and source.status is Status.LIVE
    assert source.next(0.0) is None
    phone.asked()
    phone.say(jpeg(60))
    phone.say(jpeg(200))
    until(lambda: "here" in (phone.say("{}") or phone.hear()))
    assert next_picture(source).image.mean() > 150


def test_a_phone_that_is_lost_is_told_and_comes_back_by_itself(door: PhoneDoor) -> None:
    source = PhoneSource(door.camera)
    phone = Telephone(door.port, secret=door.secret)
    until(lambda: door.camera.connected)
    source.next(0.0)
    phone.asked()
    phone.say(jpeg())
    next_picture(source)
    phone.drop()
    until(lambda: source.status is Status.LOST)
    assert source.trouble and source.trouble.key == "phone.away"
    again = Telephone(door.port, secret=door.secret)
    until(lambda: door.camera.connected)
    source.next(0.0)
    again.asked()
    again.say(jpeg())
    next_picture(source)
    assert source.status is Status.LIVE and not source.trouble


def test_a_table_that_looks_as_before_a_loss_is_not_told_to_be_frozen(door: PhoneDoor) -> None:
    seconds, picture = 0.0, jpeg()
    source = PhoneSource(door.camera, lambda: seconds)
    for _ in range(2):
        phone = Telephone(door.port, secret=door.secret)
        until(lambda: door.camera.connected)
        source.next(0.0)
        phone.asked()
        phone.say(picture)
        next_picture(source)
        assert source.status is Status.LIVE
        phone.drop()
        until(lambda: not door.camera.connected)
        seconds += 60


def test_another_phone_is_the_camera_by_consent_alone(door: PhoneDoor) -> None:
    first = Telephone(door.port, "ada", secret=door.secret)
    until(lambda: door.camera.connected)
    other = Telephone(door.port, "bert", secret=door.secret)
    until(lambda: door.shown.asks)
    other.hear()
    assert other.waits
    other.say(jpeg(200))
    assert door.camera.take(0.2) is None, "who waits is not looked through"
    door.camera.answer(yes=False)
    assert other.closed() == 4002 and door.shown.connected and not door.shown.asks
    other = Telephone(door.port, "bert", secret=door.secret)
    until(lambda: door.shown.asks)
    door.camera.tell({"head": "Closer"})
    door.camera.answer(yes=True)
    assert first.closed() == 4001
    until(lambda: other.hear() and other.shown)
    assert other.shown == {"head": "Closer"}
    first = Telephone(door.port, "ada", secret=door.secret)
    until(lambda: door.shown.asks)


def test_the_same_phone_takes_its_own_place_without_being_asked_about(door: PhoneDoor) -> None:
    first = Telephone(door.port, secret=door.secret)
    until(lambda: door.camera.connected)
    again = Telephone(door.port, secret=door.secret)
    assert first.closed() == 4001 and door.camera.connected and not door.camera.asks
    again.drop()


def test_one_that_asked_and_went_away_is_not_asked_about_any_more(door: PhoneDoor) -> None:
    first = Telephone(door.port, "ada", secret=door.secret)
    until(lambda: door.camera.connected)
    other = Telephone(door.port, "bert", secret=door.secret)
    until(lambda: door.shown.asks)
    other.drop()
    until(lambda: not door.shown.asks)
    door.camera.answer(yes=True)
    assert door.camera.connected
    first.drop()


def test_what_is_no_picture_ends_the_connection_and_does_no_harm(door: PhoneDoor) -> None:
    source = PhoneSource(door.camera)
    large = cv2.imencode(".jpg", np.zeros((2400, 2400, 3), np.uint8))[1].tobytes()
    for nonsense in (b"", b"GIF89a", b"\xff\xd8\xff" + bytes(2000), jpeg()[:-900], large):
        phone = Telephone(door.port, secret=door.secret)
        until(lambda: door.camera.connected)
        source.next(0.0)
        phone.asked()
        phone.say(nonsense)
        until(lambda: source.next(0.05) is None and not door.camera.connected)
        assert phone.closed() == 1003
    assert source.status is Status.OPENING


def test_a_giant_message_is_refused_before_it_takes_the_memory(door: PhoneDoor) -> None:
    phone = Telephone(door.port, secret=door.secret)
    until(lambda: door.camera.connected)
    with suppress(OSError):
        phone.say(bytes(LARGEST + 1))
    until(lambda: not door.camera.connected)


@pytest.mark.parametrize(
    "hello", ["", "[]", "nonsense", "[" * 400, '{"phone": 3}', '{"phone": ""}', b"\xff", "9" * 400]
)
def test_who_does_not_say_which_phone_it_is_is_not_the_camera(door: PhoneDoor, hello: str | bytes) -> None:
    phone = Telephone(door.port, name="", secret=door.secret)
    phone.say(hello)
    phone.closed()
    assert not door.camera.connected
    again = Telephone(door.port, secret=door.secret)
    until(lambda: door.camera.connected)
    again.drop()


def test_many_who_say_nothing_keep_nobody_out_for_long(door: PhoneDoor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "OPENING_SECONDS", 0.5)
    phone = Telephone(door.port, secret=door.secret)
    idle = [socket.create_connection(("127.0.0.1", door.port)) for _ in range(3 * MOST_OF_ONE)]
    for each in idle:
        each.settimeout(120)
    slow, stop = idle[0], threading.Event()

    def dribble() -> None:
        while not stop.wait(0.05):
            slow.send(b"G")

    threading.Thread(target=dribble, daemon=True).start()
    for each in idle[1:]:
        with each:
            assert not each.recv(1), "hung up on"
    stop.set()
    assert plain(door, "/")[0] == 200
    phone.say("{}")
    until(lambda: "here" in phone.hear())


def test_connections_that_break_in_every_state_leave_the_door_open(door: PhoneDoor) -> None:
    for bytes_sent in (
        b"",
        b"\x16",
        b"\x16\x03\x01\x02\x00",
        b"GET",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        bytes(9000),
    ):
        with socket.create_connection(("127.0.0.1", door.port)) as line:
            line.sendall(bytes_sent)
    with socket.create_connection(("127.0.0.1", door.port)) as line, trusting().wrap_socket(line) as tls:
        tls.sendall(b"GET /known HTTP/1.1\r\n")
    assert plain(door, "/")[0] == 200 and secured(door, "/known")[0] == 204


def test_certificate_and_secret_are_the_owners_alone_and_kept(tmp_path: Path) -> None:
    first = PhoneDoor(tmp_path, "127.0.0.1")
    first.close()
    certificate = (tmp_path / NAME).read_bytes()
    for name in (NAME, KEPT):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    second = PhoneDoor(tmp_path, "127.0.0.1")
    second.close()
    assert (second.secret, second.port) == (first.secret, first.port)
    assert (tmp_path / NAME).read_bytes() == certificate


def test_a_secret_lasts_an_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = PhoneDoor(tmp_path, "127.0.0.1")
    first.close()
    later = time.time() + 13 * 3600
    monkeypatch.setattr(time, "time", lambda: later)
    second = PhoneDoor(tmp_path, "127.0.0.1")
    assert second.secret != first.secret and second.port == first.port
    with pytest.raises(RefusedError):
        Telephone(second.port, secret=first.secret)
    second.close()


@pytest.mark.parametrize(
    "nonsense",
    [
        b"",
        b"[]",
        b'{"port": "x"}',
        b'{"port": 1, "made": 0, "secret": ""}',
        b'{"port": 65536, "made": 0, "secret": ""}',
        b'{"port": 1e999, "made": 0, "secret": ""}',
        b"[" * 100_000,
        b"\xff",
    ],
)
def test_what_was_kept_and_makes_no_sense_is_made_anew(tmp_path: Path, nonsense: bytes) -> None:
    (tmp_path / KEPT).write_bytes(nonsense)
    (tmp_path / NAME).write_bytes(nonsense)
    door = PhoneDoor(tmp_path, "127.0.0.1")
    assert secured(door, f"/{door.secret}")[0] == 200
    door.close()


def test_a_port_that_is_taken_gives_way_to_another(tmp_path: Path) -> None:
    first = PhoneDoor(tmp_path, "127.0.0.1")
    second = PhoneDoor(tmp_path, "127.0.0.1")
    assert second.port != first.port and plain(second, "/")[0] == 200
    first.close()
    second.close()
