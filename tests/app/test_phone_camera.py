"""A phone's browser as the camera of the app: from the code on the screen to verdicts on the phone."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.games.opening import GameSetup
from companion.games.looney_blockade.table.table import LooneyTable
from tests.sharing.hall.browser import Browser
from tests.sharing.phone.telephone import film

if TYPE_CHECKING:
    from companion.app.driver import Driver

FAKE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--ignore-certificate-errors")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    shot = LooneyTable().simulated_camera().next(1.0)
    assert shot
    return film(tmp_path / "table.mjpeg", shot.image)


@pytest.fixture
def browser(table: Path) -> Iterator[Browser]:
    with Browser(*FAKE, f"--use-file-for-fake-video-capture={table}") as browser:
        yield browser


@pytest.mark.slow
def test_a_phone_is_the_camera_of_a_game_from_code_to_verdict(driver: "Driver", browser: Browser) -> None:
    driver.app.start_game(GameSetup(source="camera", camera="phone"))
    driver.until(lambda: driver.screen.code.text)
    assert "Scan the code with your phone" in driver.texts()
    browser.open(driver.screen.code.text, 390, 844)
    driver.until(lambda: driver.screen.shown.camera.setup.right)
    assert not driver.screen.code.text
    browser.until_said("All is seen")
    assert browser.run("document.getElementById('outline').getAttribute('points').split(' ').length") == 4
    driver.press("begin")
    driver.until(lambda: driver.screen.shown.phase == "roll")
    browser.until_said(driver.screen.ids.headline.text)
    assert browser.problems == []
