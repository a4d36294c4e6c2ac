"""Dice without a game: each roll told exactly once, across brokers that go and processes that are killed."""

import errno
import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.referee.live.rolling import seen_rolls, typed_dice
from companion.sharing.feed.dice_news import ToldRolls, roll_id, roll_json
from hardware.dice import DiceRoll, Die, Provenance, VoidRoll
from hardware.roll_store import RollStore, read_rolls
from tests.sharing.feed.brokers import VALIDATORS, Listener, free_ports, open_broker
from vision.dice.eye import SeenDie
from vision.dice.tray import ThrowEvent
from vision.errors import fact

TYPED = "B4 G5\n3 3\nnonsense\n\nquit\n6\n"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(TYPED))


def lines(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]


def test_rolls_are_lines_of_json(typed: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "--live", "typed", "--json", "--rolls", str(tmp_path / "rolls")]) == 0
    out, err = capsys.readouterr()
    first, second = lines(out)
    for roll in (first, second):
        VALIDATORS["roll"].validate(roll)
    assert first["roll"] == {"B": 4, "G": 5} and first["source"]["kind"] == "typed"
    assert [die["value"] for die in second["dice"]] == [3, 3] and "roll" not in second
    assert err.count("is no die") == 1
    assert len({first["id"], second["id"]}) == 2


def test_a_roll_that_was_kept_and_not_told_is_told_at_the_next_start_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rolls"
    told = []
    for typed in ("B1\n", "B2\n", ""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["dice", "--live", "typed", "--json", "--rolls", str(path)]) == 0
        told += lines(capsys.readouterr().out)
    with RollStore(path) as store:  # as if it had been killed right after this
        store.save(DiceRoll(Provenance("tower", "T", True), "9F3A", 12, (Die("B", 3),), 5.0))
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert main(["dice", "--live", "typed", "--json", "--rolls", str(path)]) == 0
        told += lines(capsys.readouterr().out)
    assert [roll["roll"]["B"] for roll in told] == [1, 2, 3]
    assert told[-1]["id"] == "T/9F3A/12"


def test_a_broker_that_comes_later_is_told_each_roll_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.commands.live_dice.LAST_SECONDS", 0.2)
    path = str(tmp_path / "rolls")
    port, web_port = free_ports(2)
    words = ["dice", "--live", "typed", "--rolls", path, "--publish", f"mqtt://127.0.0.1:{port}", "--table", "dice"]
    monkeypatch.setattr("sys.stdin", io.StringIO("B1\nB2\n"))
    assert main(words) == 0
    assert "published the next time" in capsys.readouterr().err
    broker, *_ = open_broker(port, web_port)
    monkeypatch.setattr("companion.commands.live_dice.LAST_SECONDS", 30.0)
    with broker, Listener(port) as listener:
        listener.until(lambda: listener.ready)
        for typed in ("B3\n", ""):
            monkeypatch.setattr("sys.stdin", io.StringIO(typed))
            assert main(words) == 0
        # A message that comes exactly once is handed out after three more have gone to and fro.
        listener.until(lambda: len(listener.said("pyramid/dice/roll")) >= 3)
        listener.say("last", "now")
        listener.until(lambda: listener.said("last"))
        rolls = listener.objects("pyramid/dice/roll")
    assert [roll["roll"]["B"] for roll in rolls] == [1, 2, 3]
    for roll in rolls:
        VALIDATORS["roll"].validate(roll)
    assert len(read_rolls(Path(path))) == 3


def test_rolls_are_published_though_the_disk_takes_no_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first mark that could not be written ended the publishing of all others without a word."""

    def full(_marks: ToldRolls, _roll: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "marks")

    monkeypatch.setattr(ToldRolls, "add", full)
    monkeypatch.setattr("companion.commands.live_dice.LAST_SECONDS", 30.0)
    monkeypatch.setattr("sys.stdin", io.StringIO("B1\nB2\n"))
    port, web_port = free_ports(2)
    broker, *_ = open_broker(port, web_port)
    words = ["dice", "--live", "typed", "--rolls", str(tmp_path / "rolls"), "--table", "dice"]
    with broker, Listener(port) as listener:
        listener.until(lambda: listener.ready)
        assert main([*words, "--publish", f"mqtt://127.0.0.1:{port}"]) == 0
        listener.until(lambda: len(listener.said("pyramid/dice/roll")) >= 2)
    assert capsys.readouterr().err.count("full") == 2


def test_virtual_dice_roll_when_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.commands.live_dice.Typed", lambda _stdin: _Once(["throw"], [""], ["quit"]))
    assert main(["dice", "--live", "virtual", "--json", "--rolls", str(tmp_path / "rolls")]) == 0
    rolls = lines(capsys.readouterr().out)
    assert [len(roll["dice"]) for roll in rolls] == [4, 4] and rolls[0]["source"]["kind"] == "virtual"


class _Once:
    """Lines typed between one look and the next."""

    def __init__(self, *lines: list[str]) -> None:
        self._lines = list(lines)

    def waiting(self) -> list[str]:
        return self._lines.pop(0)


def test_a_throw_that_a_camera_sees_is_a_roll() -> None:
    class Watched:
        def see(self, t: float, _image: object) -> list[ThrowEvent]:
            dice = (SeenDie("red", 4, (1.0, 2.0), 0.97, 30.0), SeenDie("white", 2, (9.0, 2.0), 0.9, 30.0))
            doubt = ThrowEvent(t, "doubt", (), fact("vision.die.cocked"))
            return [ThrowEvent(t, "ready"), ThrowEvent(t, "taken", dice), doubt]

    class Shot:
        t, image = 1.0, None

    told: list[object] = []
    shots: Any = [None, Shot()]
    tracker: Any = Watched()
    (roll,) = seen_rolls(shots, tracker, RollStore(), told.append)
    assert roll_json(roll)["roll"] == {"R": 4, "W": 2} and len(told) == 1
    assert roll_json(roll)["dice"][0]["certainty"] == 0.97


def test_a_roll_that_does_not_count_is_told_with_why() -> None:
    told = roll_json(VoidRoll(Provenance("tower", "T", True), "9F3A", 3, "touch", 1.0))
    VALIDATORS["roll"].validate(told)
    assert told["void"] == "touch" and told["dice"] == []


def test_a_mark_cut_short_is_no_mark(tmp_path: Path) -> None:
    path = tmp_path / "marks"
    path.write_text("T/9F3A/1\nT/9F", encoding="utf-8")
    with ToldRolls(path) as told:
        assert "T/9F3A/1" in told and "T/9F3A/2" not in told
        told.add("T/9F3A/2")
    assert "T/9F3A/2" in path.read_text("utf-8").splitlines()


def test_neither_or_both_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice"]) == 1
    assert main(["dice", "x.png", "--live", "typed"]) == 1
    assert capsys.readouterr().err.count("--live") == 2


def test_ids_and_dice() -> None:
    roll = DiceRoll(Provenance("tower", "T", True), "9F3A", 12, (Die("B", None),), 5.0)
    assert roll_id(roll) == "T/9F3A/12" and roll_json(roll)["dice"][0]["value"] is None
    assert [str(die) for die in typed_dice("r1, 6")] == ["R1", "?6"]
