"""A camera over the tray as a source of dice; what the tray shows is scripted."""

import errno
import time
from pathlib import Path

import pytest

from companion.referee.live import tray_dice
from companion.referee.live.tray_dice import TrayDice, open_table_dice
from hardware.dice import DiceRoll, Notice
from hardware.durable_lines import LineFile
from hardware.roll_store import RollStore
from tests.referee.live.test_camera_dice import Squares, shots
from vision.errors import VisionError
from vision.sources.source import Shot, Status

PATIENCE = 120.0


class Film:
    """Pictures one after the other, then none for good."""

    still = False
    trouble = None

    def __init__(self, pictures: list[Shot]) -> None:
        self._left = pictures

    @property
    def status(self) -> Status:
        return Status.LIVE if self._left else Status.ENDED

    def next(self, wait: float) -> Shot | None:
        return self._left.pop(0) if self._left else None

    def close(self) -> None: ...


def heard(dice: TrayDice) -> list[object]:
    """What comes first."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if told := dice.wait(0.1):
            return [told]
    return []


def watched(monkeypatch: pytest.MonkeyPatch, count: int, *tones: int) -> TrayDice:
    film = Film(shots(*tones))
    monkeypatch.setattr(tray_dice, "open_camera", lambda _name, _simulated: film)
    return TrayDice("0", count, RollStore(), Squares())


def test_a_throw_onto_the_tray_is_a_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = watched(monkeypatch, 2, 200, 150)
    dice.arm(7)
    (roll,) = heard(dice)
    assert isinstance(roll, DiceRoll) and roll.values() == {"B": 4, "G": 5} and roll.source.kind == "camera"
    dice.close()


def test_a_throw_of_too_few_dice_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = watched(monkeypatch, 2, 200)
    (told,) = heard(dice)
    assert isinstance(told, Notice) and told.fault and told.fact.key == "hardware.tray.doubt"
    dice.close()


def test_a_tray_without_its_camera_is_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none(_name: str, _simulated: object) -> object:
        raise VisionError("vision.camera.none")

    monkeypatch.setattr(tray_dice, "open_camera", none)
    with RollStore(tmp_path / "rolls") as store:
        dice = open_table_dice("camera:3", 1, store)
        assert isinstance(dice, TrayDice) and dice.away
        dice.close()


def test_a_full_disk_is_said_and_the_roll_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The tray's thread ended without a word, and the players waited for ever."""

    def full(_lines: LineFile, _line: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    film = Film(shots(200, 150))
    monkeypatch.setattr(tray_dice, "open_camera", lambda _name, _simulated: film)
    with RollStore(tmp_path / "rolls") as store:
        monkeypatch.setattr(LineFile, "append", full)
        dice = TrayDice("0", 2, store, Squares())
        dice.arm(3)
        (told,) = heard(dice)
        assert isinstance(told, Notice) and told.fault and told.fact.key == "hardware.store.full"
        (roll,) = heard(dice)
        assert isinstance(roll, DiceRoll) and roll.arm == 3 and roll.values() == {"B": 4, "G": 5}
        dice.close()
