"""Games told to a real broker: what stands there, in what form, and what becomes of it when things go wrong."""

import json
import os
import random
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.games.looney_blockade.table.practice import random_setup
from companion.games.reason import Reason
from companion.referee.game import own_version
from companion.referee.keeping import journal as journals
from companion.referee.written_games import game_text
from companion.sharing.feed.address import BrokerAddress, Login
from companion.sharing.feed.publisher import Make, Post, Publisher
from companion.texts.language import english
from tests.referee.simulated_referee import main
from tests.referee.simulation import Script, random_roll, random_turn
from tests.sharing.feed.brokers import (
    PATIENCE,
    VALIDATORS,
    Listener,
    free_ports,
    full_broker,
    guarded_broker,
    open_broker,
    secured_broker,
)

ROOT = Path(__file__).parents[3]


def played(folder: Path, turns: int = 4) -> Path:
    """A recording of a game with a hand and an illegal turn in it."""
    rng = random.Random(3)
    position = random_setup(rng)
    game = Script(folder, salt=3).frame(position.grid)
    for number in range(turns):
        roll = random_roll(rng, position.to_move)
        turn = random_turn(rng, position, roll, hops=2)
        game.add(roll=roll)
        if number == 1:
            game.frame(turn.position.grid, hand=True)
            other = next(cell for cell, stack in position.grid.items() if stack.endswith("1"))
            game.frame({**position.grid, other: position.grid[other][:-2]}).frame(position.grid)
        game.frame(turn.position.grid)
        position = turn.position
    return game.write()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    broker, port, _ = open_broker()
    with broker:
        yield port


@pytest.fixture(scope="module")
def told(port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Listener, Path, int]]:
    """What is heard of a game, its journal, and the broker's port."""
    folder = tmp_path_factory.mktemp("told")
    recording, journal = played(folder / "game"), folder / "game.journal"
    with Listener(port) as listener:
        publish = ["--publish", f"mqtt://127.0.0.1:{port}", "--table", "left"]
        assert main(["referee", str(recording), "--journal", str(journal), *publish]) == 0
        listener.until_said("pyramid/left/status", "offline")
        yield listener, journal, port


Told = tuple[Listener, Path, int]


class TestAGame:
    def test_is_told_in_the_form_that_the_schemas_have(self, told: Told) -> None:
        listener, *_ = told
        seen = set()
        for topic, payload, _ in listener.heard:
            name = topic.removeprefix("pyramid/left/").partition("/")[0]
            if name in VALIDATORS and payload:
                seen.add(name)
                VALIDATORS[name].validate(json.loads(payload))
        assert seen == {"game", "state", "verdict", "history", "roll", "past"}

    def test_is_told_record_by_record_as_its_journal_has_it(self, told: Told) -> None:
        listener, journal, _ = told
        kept = [json.loads(line) for line in journal.read_text("utf-8").splitlines()]
        states = [state["seq"] for state in listener.objects("pyramid/left/state")]
        # Where one follows fast upon another, only the newer is told.
        assert states == sorted(set(states)) and states[-1] == kept[-1]["seq"]
        verdicts = listener.objects("pyramid/left/verdict")
        assert [(each["seq"], each["verdict"]["verdict"]) for each in verdicts] == [
            (record["seq"], record["verdict"]["verdict"]) for record in kept if record["kind"] == "frame"
        ]
        assert len(listener.objects("pyramid/left/roll")) == sum(record["kind"] == "commit" for record in kept) == 4

    def test_tells_whose_turn_it_is_and_what_was_said_in_every_language(self, told: Told) -> None:
        states = told[0].objects("pyramid/left/state")
        # Of states only the newest is sure to be told; the history has them all.
        lines = told[0].objects("pyramid/left/history/0")[-1]["lines"]
        illegal = next(line for line in lines if line["verdict"] == "illegal")
        assert illegal["rule"].startswith("BK-") and illegal["moves"] == []
        assert illegal["say"]["en"]["verdict"] == "Illegal"
        assert illegal["say"]["de"]["verdict"] != "Illegal"
        assert {side: len(each) for side, each in states[-1]["colours"].items()} == {"cool": 2, "warm": 2}
        assert states[-1]["turn"] == 4 and states[-1]["grid"] and states[-1]["position"]["to_move"]

    def test_keeps_the_latest_verdict_while_a_hand_is_over_the_table(self, told: Told) -> None:
        hand = next(state for state in told[0].objects("pyramid/left/state") if state["latest"] == "hand")
        assert hand["verdict"]["verdict"] == "legal"

    def test_is_drawn_as_a_file_that_stands_alone(self, told: Told) -> None:
        """A busy broker is told the newest board, not each; how the table stood at each line it is told for sure."""
        listener, *_ = told
        boards = listener.said("pyramid/left/board")
        lines = listener.objects("pyramid/left/history/0")[-1]["lines"]
        pasts = [listener.objects(f"pyramid/left/past/{n}")[-1]["board"] for n in range(1, len(lines))]
        drawings = [*boards, *pasts]
        assert all(board.startswith('<svg xmlns="http://www.w3.org/2000/svg" ') for board in drawings)
        assert len(set(pasts)) == len(pasts) > 4 and boards[-1] == pasts[-1]

    def test_is_whole_for_whoever_comes_later(self, told: Told) -> None:
        listener, _, port = told
        with Listener(port, "pyramid/left/#") as late:
            lines = len(listener.objects("pyramid/left/history/0")[-1]["lines"])
            late.until(lambda: len({topic for topic, *_ in late.heard}) == 7 + lines)
            names = {topic.removeprefix("pyramid/left/") for topic, *_ in late.heard}
            assert {name for name in names if not name.startswith("past/")} == {
                "status",
                "game",
                "state",
                "board",
                "history/0",
                "record",
                "verdict",
            }
            assert all(retained for *_, retained in late.heard)
            assert late.said("pyramid/left/state") == listener.said("pyramid/left/state")[-1:]

    def test_is_told_as_text_that_can_be_taken_in_again(self, told: Told) -> None:
        listener, journal, _ = told
        assert listener.said("pyramid/left/record")[-1] == game_text(journals.read(journal))

    def test_joins_rolls_turns_and_games(self, told: Told) -> None:
        listener, *_ = told
        game = listener.objects("pyramid/left/game")[-1]["id"]
        rolls = {roll["id"]: roll for roll in listener.objects("pyramid/left/roll")}
        legal = [each for each in listener.objects("pyramid/left/verdict") if each["verdict"]["verdict"] == "legal"]
        assert {each["game"] for each in (*legal, *rolls.values())} == {game}
        assert [rolls[each["roll"]]["turn"] for each in legal] == [each["turn"] for each in legal]
        lines = listener.objects("pyramid/left/history/0")[-1]["lines"]
        assert [line["moves"] for line in lines if line["verdict"] == "legal"] == [e["verdict"]["moves"] for e in legal]

    def test_is_told_to_home_assistant_and_again_when_that_starts(self, told: Told) -> None:
        listener, *_ = told
        (discovery,) = listener.objects("homeassistant/device/pyramid-left/config")
        assert discovery["dev"]["sw"] == discovery["o"]["sw"] == own_version()
        assert discovery["dev"]["cu"].endswith(":8080/?table=left")
        assert discovery["availability_topic"] == "pyramid/left/status"
        assert {part["p"] for part in discovery["cmps"].values()} == {"sensor", "binary_sensor", "image", "event"}
        assert len({part["unique_id"] for part in discovery["cmps"].values()}) == len(discovery["cmps"])


class Complaints(list[str]):
    """What the players are told."""

    def __call__(self, said: Reason) -> None:
        self.append(english(said))


def broker_at(port: int, **more: Any) -> BrokerAddress:
    return BrokerAddress("127.0.0.1", port, **more)


def numbered(n: int) -> Make:
    return lambda: [Post("a/state", str(n))]


def wait_until(true: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


class TestAPublisher:
    def test_answers_home_assistants_birth(self, port: int) -> None:
        publisher = Publisher(broker_at(port), "a/status", Complaints(), birth="birth", born="born")
        with Listener(port, "born") as listener:
            publisher.post(lambda: [Post("born", "1"), Post("other", "2")])
            assert publisher.flush(PATIENCE)
            listener.say("birth", "offline")
            listener.say("birth", "online")
            listener.until(lambda: listener.said("born") == ["1", "1"])
        publisher.close()

    def test_goes_on_where_a_broker_is_killed_and_comes_back(self) -> None:
        broker, port, web_port = open_broker()
        complaints = Complaints()
        publisher = Publisher(broker_at(port), "a/status", complaints)
        publisher.post(lambda: [Post("a/state", "1"), Post("a/game", "g")])
        assert publisher.flush(PATIENCE)
        os.kill(broker.process, signal.SIGKILL)
        broker.close()
        wait_until(lambda: complaints)
        for n in range(2, 5):
            publisher.post(numbered(n))
        broker, *_ = open_broker(port, web_port)
        with broker, Listener(port) as listener:
            listener.until(lambda: listener.said("a/state")[-1:] == ["4"] and listener.said("a/game") == ["g"])
            assert listener.said("a/status") == ["online"]
            wait_until(lambda: len(complaints) == 2)
            assert "is lost" in complaints[0] and "others can watch" in complaints[1]
            publisher.close()
            listener.until_said("a/status", "offline")

    def test_tells_what_was_posted_before_it_closed_though_it_was_not_connected_yet(self, port: int) -> None:
        closing = threading.Event()
        with Listener(port, "c/#") as listener, let_through(port, closing) as way:
            publisher = Publisher(broker_at(way), "c/status", Complaints())
            publisher.post(lambda: [Post("c/state", "last")])
            leaving = threading.Thread(target=publisher.close)
            leaving.start()
            closing.set()
            leaving.join(PATIENCE)
            listener.until_said("c/status", "offline")
            assert listener.said("c/state") == ["last"]

    def test_is_forgotten_by_the_broker_when_it_is_gone_and_not_before(self, port: int) -> None:
        kept = "d/status", "d/state"
        publisher = Publisher(broker_at(port), "d/status", Complaints(), born="d/born", forgotten=2)
        publisher.post(lambda: [Post("d/state", "1"), Post("d/born", "2"), Post("d/verdict", "3", each=True)])
        assert publisher.flush(PATIENCE)
        with Listener(port, "d/#") as listener:
            listener.until(lambda: len(listener.said("d/state")) > 2)
        publisher.close()
        wait_until(lambda: not set(kept) & {topic for topic, *_ in retained(port, "d/#")})
        assert [topic for topic, *_ in retained(port, "d/#")] == ["d/born"]

    def test_never_keeps_anybody_waiting_for_a_broker_that_says_nothing(self) -> None:
        """It takes connections and never answers; of states only the newest waits, of events the newest thousand."""
        with socket.create_server(("127.0.0.1", 0)) as silent:
            publisher = Publisher(broker_at(silent.getsockname()[1]), "a/status", Complaints())
            begin = time.thread_time()
            for n in range(3000):
                publisher.post(numbered(n))
            assert not publisher.flush(0.1)
            assert time.thread_time() - begin < PATIENCE
            publisher.close()

    def test_survives_a_broker_that_talks_nonsense(self) -> None:
        complaints = Complaints()
        with socket.create_server(("127.0.0.1", 0)) as liar:
            publisher = Publisher(broker_at(liar.getsockname()[1]), "a/status", complaints)
            threading.Thread(target=_lie, args=(liar,), daemon=True).start()
            publisher.post(lambda: [Post("a/state", "1")])
            assert not publisher.flush(0.5)
            publisher.close()

    def test_tells_once_that_nobody_answers(self) -> None:
        (port,) = free_ports(1)
        complaints = Complaints()
        publisher = Publisher(broker_at(port), "a/status", complaints)
        wait_until(lambda: complaints)
        time.sleep(1.5)
        publisher.close()
        assert complaints == [
            f"the broker 127.0.0.1:{port} does not answer: the game goes on, others cannot watch; the app keeps trying"
        ]

    def test_reports_a_fault_in_telling_and_goes_on(self, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
        faults: list[object] = []
        monkeypatch.setattr(threading, "excepthook", lambda args: faults.append(args.exc_type))
        complaints = Complaints()
        publisher = Publisher(broker_at(port), "b/status", complaints)
        publisher.post(lambda: [Post("b/state", str(1 // 0))])
        publisher.post(lambda: [Post("b/state", "1")])
        assert publisher.flush(PATIENCE)
        publisher.close()
        assert faults == [ZeroDivisionError] and complaints == []

    def test_reports_a_fault_in_hearing_and_hears_on(self, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
        faults: list[object] = []
        monkeypatch.setattr(threading, "excepthook", lambda args: faults.append(args.exc_type))
        heard: list[bytes] = []

        def hear(payload: bytes) -> None:
            heard.append(payload)
            if payload == b"1":
                raise ZeroDivisionError

        publisher = Publisher(broker_at(port), "c/status", Complaints(), heard={"c/answer": hear})
        publisher.post(lambda: [Post("c/answer", said, retained=False) for said in ("1", "2")])
        wait_until(lambda: heard == [b"1", b"2"])
        publisher.close()
        assert faults == [ZeroDivisionError]


def retained(port: int, topics: str) -> list[tuple[str, str, bool]]:
    """What a broker has kept."""
    with Listener(port, topics) as listener:
        listener.say("end/of/it", "1")  # once this is acknowledged, all of that has come
        return [each for each in list(listener.heard) if each[2]]


@contextmanager
def let_through(port: int, when: threading.Event) -> Iterator[int]:
    """A port from which one connection is handed on to another, from a certain moment on."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def bring() -> None:
            one, _ = server.accept()
            when.wait(PATIENCE)
            with one, socket.create_connection(("127.0.0.1", port)) as two:
                sockets = {one: two, two: one}
                while ready := select.select(list(sockets), [], [], PATIENCE)[0]:
                    for each in ready:
                        if not (data := each.recv(65536)):
                            return
                        sockets[each].sendall(data)

        threading.Thread(target=bring, daemon=True).start()
        yield int(server.getsockname()[1])


def _lie(server: socket.socket) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            connection.recv(1000)
            connection.sendall(b"\x20\x03\x00\x00\xff\x40\x01\xff\xf0\xff\xff\xff\xff\xff" * 20)
            time.sleep(0.05)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    broker, port = guarded_broker(tmp_path_factory.mktemp("guarded"))
    with broker:
        yield port


class TestWhoMayComeIn:
    def test_a_wrong_password_is_told_without_it(self, guarded: int) -> None:
        complaints = Complaints()
        publisher = Publisher(broker_at(guarded, login=Login("me", "wrong-one")), "a/status", complaints)
        wait_until(lambda: complaints)
        publisher.close()
        assert len(complaints) == 1
        assert "lets nobody in" in complaints[0] and "wrong-one" not in complaints[0]

    def test_the_right_one_opens(self, guarded: int) -> None:
        publisher = Publisher(broker_at(guarded, login=Login("me", "right")), "a/status", Complaints())
        publisher.post(lambda: [Post("a/state", "1")])
        assert publisher.flush(PATIENCE)
        publisher.close()


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """A broker's port, and the certificate of its authority, which is its own."""
    broker, port, certificate = secured_broker(tmp_path_factory.mktemp("secured"))
    with broker:
        yield port, certificate


class TestTls:
    def test_a_certificate_of_a_known_authority_is_trusted(self, secured: tuple[int, Path]) -> None:
        port, authority = secured
        publisher = Publisher(broker_at(port, secure=True, authority=authority), "a/status", Complaints())
        publisher.post(lambda: [Post("a/state", "1")])
        assert publisher.flush(PATIENCE)
        publisher.close()

    def test_a_strange_certificate_is_told(self, secured: tuple[int, Path]) -> None:
        complaints = Complaints()
        publisher = Publisher(broker_at(secured[0], secure=True), "a/status", complaints)
        wait_until(lambda: complaints)
        publisher.close()
        assert "cannot prove who it is" in complaints[0]


class TestAFullBroker:
    def test_is_told_of_once_and_again_when_there_is_room(self, tmp_path: Path) -> None:
        complaints = Complaints()
        with full_broker(tmp_path) as (port, make_room):
            publisher = Publisher(broker_at(port), "a/status", complaints)
            publisher.post(numbered(1))
            wait_until(lambda: complaints)
            assert not publisher.flush(1.5)
            assert ["ends every connection" in said for said in complaints] == [True]
            make_room()
            assert publisher.flush(PATIENCE)
            wait_until(lambda: len(complaints) == 2)
            assert "others can watch" in complaints[1]
            publisher.close()

    def test_what_is_too_large_for_it_is_left_out_and_told_once(self) -> None:
        broker, port, _ = open_broker(None, None, "allow_anonymous true", "max_packet_size 400")
        complaints = Complaints()
        with broker, Listener(port, "a/#") as listener:
            publisher = Publisher(broker_at(port), "a/status", complaints)
            publisher.post(lambda: [Post("a/board", "b" * 400), Post("a/roll", "r" * 400, retained=False)])
            publisher.post(numbered(1))
            assert publisher.flush(PATIENCE)
            listener.until_said("a/state", "1")
            assert ["no message larger than 400 bytes" in said for said in complaints] == [True]
            publisher.close()


KILLED = """
import sys, time
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.publisher import Publisher
Publisher(BrokerAddress("127.0.0.1", int(sys.argv[1])), "killed/status", print)
time.sleep(600)
"""


def test_a_table_that_is_killed_is_offline(port: int) -> None:
    with Listener(port, "killed/#") as listener:
        running = subprocess.Popen([sys.executable, "-c", KILLED, str(port)], cwd=ROOT)
        listener.until_said("killed/status", "online")
        running.kill()
        running.wait()
        listener.until_said("killed/status", "offline")


def test_a_game_is_judged_though_there_is_no_broker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port,) = free_ports(1)
    recording = played(tmp_path / "game", turns=1)
    assert main(["referee", str(recording), "--publish", f"mqtt://127.0.0.1:{port}"]) == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 2
