"""Files that are written as a whole: on a full disk the old one stays, and it is said."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.referee.errors import KeepingError
from companion.referee.keeping.whole_file import write_picture
from companion.sharing.hall.page_files import write_page
from tests.referee.keeping.disks import room_for
from tests.saying import refused
from vision.sources.picture_files import load_picture

PICTURE = np.random.default_rng(0).integers(0, 256, (90, 90, 3), np.uint8)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are Unicode")
def test_pictures_are_written_and_read_under_names_that_are_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"b\xe4.png")
    write_picture(path, PICTURE)
    assert (load_picture(path) == PICTURE).all()


@pytest.mark.parametrize("name", ["board", "board.txt"])
def test_a_picture_of_no_kind_is_told(tmp_path: Path, name: str) -> None:
    with refused("must end with .png or .jpg"):
        write_picture(tmp_path / name, PICTURE)


def test_a_picture_without_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(KeepingError):
        write_picture(tmp_path / "no such folder" / "board.png", PICTURE)


def test_on_a_full_disk_the_old_files_of_commands_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An overlay, a sheet and a set of dice were cut short, and so was what had been there before."""
    picture, old = tmp_path / "board.png", b"the old one"
    write_picture(picture, PICTURE)
    for command in (
        ["calibrate", "sheet", "OUT.pdf"],
        ["dice", str(picture), "--overlay", "OUT.png"],
        ["dice", str(picture), "--symbol", "6", "--dice-set", "OUT.json"],
    ):
        path = tmp_path / command[-1]
        path.write_bytes(b'{"symbols": {}}' if path.suffix == ".json" else old)
        before = path.read_bytes()
        with room_for(20):
            assert main([*command[:-1], str(path)]) == 1
        assert path.read_bytes() == before
        assert f"the disk is full, {path} was not written" in capsys.readouterr().err


def test_a_picture_in_another_format_is_written_without_a_warning(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write_picture(tmp_path / "board.png", PICTURE)
    assert capfd.readouterr() == ("", "")


def test_on_a_full_disk_the_old_page_of_a_hall_stays(tmp_path: Path) -> None:
    write_page(tmp_path, "ws://old")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
    with room_for(20), pytest.raises(KeepingError):
        write_page(tmp_path, "ws://new")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before


def test_a_report_that_cannot_be_written_is_told_before_anything_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path, tmp_path / "no such folder" / "page.html"):
        assert main(["demo", "--report", str(path)]) == 1
        out, err = capsys.readouterr()
        assert str(path) in err and out == ""
