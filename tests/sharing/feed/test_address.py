"""Where a table is told to, and what is no such place."""

from pathlib import Path

import pytest

from companion.referee.errors import RefereeError, words_of
from companion.sharing.feed.address import (
    AUTHORITY,
    MODES_COUNT,
    PASSWORD,
    USER,
    BrokerAddress,
    KnownBroker,
    Login,
    is_near,
    page_of,
    table_name,
)
from companion.sharing.hall.web_server import own_address


@pytest.mark.parametrize(
    ("text", "said", "secure"),
    [
        ("mqtt://club.local", "club.local:1883", False),
        ("mqtt://10.0.0.4:2883", "10.0.0.4:2883", False),
        ("mqtts://club.example", "club.example:8883", True),
        ("mqtt://[::1]:1884", "::1:1884", False),
    ],
)
def test_a_broker_is_named_by_host_and_port(text: str, said: str, secure: bool) -> None:
    broker = BrokerAddress.read(text)
    assert (str(broker), broker.secure) == (said, secure)


@pytest.mark.parametrize(
    "text", ["club", "http://club", "mqtt://", "mqtt://club:port", "mqtt://club/x", "mqtt://club:99999"]
)
def test_anything_else_is_refused_with_how_it_is_written(text: str) -> None:
    with pytest.raises(RefereeError) as error:
        BrokerAddress.read(text)
    assert "mqtt://HOST" in words_of(error.value)


def test_a_password_in_the_address_is_refused_and_not_told() -> None:
    with pytest.raises(RefereeError) as error:
        BrokerAddress.read("mqtt://me:secret@club")
    assert PASSWORD in words_of(error.value) and "secret" not in words_of(error.value)


def test_a_login_comes_from_the_environment_or_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(USER, "me")
    monkeypatch.setenv(PASSWORD, "secret")
    monkeypatch.setenv(AUTHORITY, "/club.pem")
    broker = BrokerAddress.read("mqtts://club")
    assert broker.login == Login("me", "secret") and broker.authority == Path("/club.pem")
    file = tmp_path / "login"
    file.write_text("\ufeffyou\nother\n", encoding="utf-8")
    file.chmod(0o600)
    assert BrokerAddress.read("mqtt://club", file).login == Login("you", "other")
    assert "secret" not in repr(broker) and "other" not in repr(Login.read(file))


def test_a_file_that_is_no_login_is_refused_and_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "login"
    file.write_text("secret\n", encoding="utf-8")
    file.chmod(0o600)
    with pytest.raises(RefereeError) as error:
        Login.read(file)
    assert "two lines" in words_of(error.value) and "secret" not in words_of(error.value)


@pytest.mark.skipif(not MODES_COUNT, reason="its files have no modes")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666, 0o620])
def test_a_login_that_other_users_may_read_is_refused_with_what_to_do(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "login"
    file.write_text("you\nother\n", encoding="utf-8")
    file.chmod(mode)
    with pytest.raises(RefereeError) as error:
        Login.read(file)
    assert f"chmod 600 {file}" in words_of(error.value)


def test_the_page_is_beside_the_broker() -> None:
    assert page_of("mqtt://club.local:2883", "left") == "http://club.local:8080/?table=left"
    assert page_of("mqtt://[fd00::1]", "left") == "http://[fd00::1]:8080/?table=left"
    assert page_of("mqtt://localhost", "left") == f"http://{own_address()}:8080/?table=left"
    assert page_of("", "left") == page_of("mqtt://club", "LEFT") == ""


@pytest.mark.parametrize("name", ["", "Left", "a/b", "#", "+", "a b", "é", "x" * 41, "-a"])
def test_a_name_that_is_no_part_of_a_topic_is_refused(name: str) -> None:
    with pytest.raises(RefereeError):
        table_name(name)
    assert table_name("left-2") == "left-2"


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("mqtts://club.example", True),
        ("mqtts://club.example:8883", True),
        ("mqtt://club.example", False),
        ("mqtts://club.example:8884", False),
        ("mqtts://stranger.example", False),
    ],
)
@pytest.mark.parametrize("by", ["file", "environment"])
def test_a_broker_that_somebody_else_names_is_told_no_login(
    named: str, told: bool, by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code that named another host had the password of one's own broker sent there, in clear."""
    login = tmp_path / "broker-login"
    if by == "file":
        login.write_text("clubuser\nsecret\n")
        login.chmod(0o600)
    else:
        monkeypatch.setenv("PYRAMID_MQTT_USER", "clubuser")
        monkeypatch.setenv("PYRAMID_MQTT_PASSWORD", "secret")
    reached = KnownBroker("mqtts://club.example", login).reached(named)
    assert (reached.login.user, reached.login.password) == (("clubuser", "secret") if told else ("", ""))


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("127.0.0.1:18883", True),
        ("[::1]", True),
        ("192.168.1.5", True),
        ("172.20.0.1", True),
        ("[fe80::1]", True),
        ("tablet", True),
        ("club.local", True),
        ("broker.hivemq.com", False),
        ("8.8.8.8", False),
        ("[2606:4700::1111]", False),
        ("", False),
    ],
)
def test_a_broker_in_this_net_is_known_by_its_address(host: str, near: bool) -> None:
    assert is_near(f"mqtt://{host}") == near
