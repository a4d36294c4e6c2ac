"""`companion tower`, `companion devices`, `companion fairness`."""

import io
import json
from pathlib import Path

import pytest

from companion import cli
from companion.commands import devices
from hardware import open_dice
from hardware.bluetooth import dice
from tests.hardware.fake_bleak import FakeBleak, FakeGoDie, FakePixel


def test_the_simulated_tower_is_monitored_and_its_dice_examined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "rolls"
    command = ["tower", "monitor", "--port", "simulated", "--rolls", "2", "--keep", str(kept), "--json"]
    assert cli.main(command) == 0
    rolls = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [roll["roll"] for roll in rolls] == [1, 2]
    assert all(len(roll["dice"]) == 4 and roll["kind"] == "simulated" for roll in rolls)
    assert cli.main(["fairness", str(kept), "--picture", str(tmp_path / "fair.png")]) == 0
    assert capsys.readouterr().out.count("too few rolls") == 4
    assert (tmp_path / "fair.png").is_file()
    assert cli.main(["fairness", str(kept), "--json"]) == 0
    assert sum(die["rolls"] for die in json.loads(capsys.readouterr().out)["dice"]) == 8
    kept.write_bytes(kept.read_bytes().replace(b'"number":1', b'"number":7'))
    assert cli.main(["fairness", str(kept)]) == 0
    assert "is damaged: 1 roll is left out" in capsys.readouterr().err


def test_the_simulated_tower_passes_its_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tower", "test"]) == 0
    assert "14 promises examined, none broken" in capsys.readouterr().out


def test_flash_says_what_it_would_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tower", "flash", "--dry-run", "--port", "/dev/ttyUSB7"]) == 0
    out = capsys.readouterr().out
    assert "avrdude" in out and "/dev/ttyUSB7" in out and "tower.hex" in out


def test_calibration_that_is_broken_off_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert cli.main(["tower", "calibrate", "--port", "simulated"]) == 1
    assert "nothing was saved" in capsys.readouterr().err


def test_devices_that_are_no_towers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["devices", str(tmp_path / "none"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ports"][0]["tower"] is None


def test_bluetooth_dice_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    radio = FakeBleak(FakeGoDie("GoDice_1", 3), FakePixel("Twenty", kind=7))
    monkeypatch.setattr(dice, "bleak", lambda: radio)
    monkeypatch.setattr(devices, "LOOK_SECONDS", 3.0)
    monkeypatch.setattr(devices, "ports", list)
    assert cli.main(["devices", "--bluetooth"]) == 0
    told = capsys.readouterr()
    assert "GoDice die GoDice_1 (B, battery 80%)" in told.out
    assert "Twenty (no colour, battery 80%): not used, it is no six-sided die" in told.out
    assert "not kept" in told.err


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["tower", "monitor", "--port", "virtual"], "is no tower"),
        (["tower", "monitor", "--port", "/dev/ttyNOPE"], "no port /dev/ttyNOPE; there is /dev/ttyUSB3, simulated, "),
        (["tower", "calibrate", "--port", "/dev/ttyNOPE"], "no port /dev/ttyNOPE"),
        (["dice", "--live", "foo"], "no port foo; there is /dev/ttyUSB3, "),
        (["fairness", "/no/such/file"], "no file"),
        (["referee", "/no/such/folder", "--tower", "auto"], "--camera"),
        (["referee", "/no/such/folder", "--dice", "bluetooth"], "--camera"),
    ],
)
def test_bad_input_is_told(
    command: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(open_dice, "port_names", lambda: ("/dev/ttyUSB3",))
    assert cli.main(command) == 1
    assert told in capsys.readouterr().err
