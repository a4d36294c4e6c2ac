"""A game that is over can be shown to others."""

from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest

from companion.app.games.turn_entry import TurnEntry
from companion.app.settings.settings import HOME_VARIABLE
from companion.referee.errors import KeepingError
from tests.app.colours import colours
from tests.referee.keeping.disks import room_for

if TYPE_CHECKING:
    from companion.app.driver import Driver


@pytest.mark.slow
def test_the_end_of_a_game_is_kept_as_a_picture(
    driver: "Driver", tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    more = {"structure": "tower", "count": 2, "computer": {"blue": "child", "yellow": "child"}}
    driver.begin("blokus3d", pace=0.0, players={"blue": "Ada", "yellow": "Bert"}, more=more)
    driver.until(lambda: driver.screen.shown.phase == "won")
    title, names, *_ = driver.screen.result()
    assert "win" in title and names == "Ada – Bert"
    assert driver.screen.board.picture.frames
    driver.picture(pictures / "over.png")
    driver.press("share")
    driver.until(lambda: any(str(tmp_path) in text for text in driver.texts()))
    (path,) = (tmp_path / "pictures").glob("*.png")
    image = cv2.imread(str(path))
    assert image is not None and image.shape == (1350, 1080, 3)
    assert colours(image) > 50
    path.replace(pictures / "shared.png")


@pytest.mark.slow
def test_a_picture_that_finds_no_room_is_not_called_saved(driver: "Driver", tmp_path: Path) -> None:
    """An empty file was "saved": the window's library does not say that the disk is full."""
    from companion.app.shared_picture import write_picture  # noqa: PLC0415 - importing it opens the window

    ended: list[OSError | None] = []
    folder = tmp_path / "pictures"
    folder.mkdir()
    write_picture(driver.screen, ["Ada wins", "Ada – Bert"], "foot", folder / "over.png", ended.append)
    with room_for(100):
        driver.until(lambda: bool(ended))
    assert isinstance(ended[0], KeepingError) and not list(folder.iterdir())
