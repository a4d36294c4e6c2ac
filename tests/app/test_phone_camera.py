"""A phone's browser as the camera of the app: from the code on the screen to verdicts on the phone."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from companion.app.games.opening import GameSetup
from companion.games.looney_blockade.table.table import LooneyTable
from tests.sharing.hall.browser import Browser
from tests.sharing.phone.telephone import Telephone, fake_camera, film

if TYPE_CHECKING:
    from companion.app.driver import Driver


@pytest.fixture
def table(tmp_path: Path) -> Path:
    shot = LooneyTable().simulated_camera().next(1.0)
    assert shot
    return film(tmp_path / "table.mjpeg", shot.image)


@pytest.fixture
def browser(table: Path) -> Iterator[Browser]:
    with Browser(*fake_camera(table)) as browser:
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


def beating(*phones: Telephone) -> bool:
    """Say that these phones are still there, as their pages do."""
    for phone in phones:
        phone.say("{}")
    return True


@pytest.mark.slow
def test_another_phone_is_asked_about_on_the_screen(driver: "Driver") -> None:
    driver.app.start_game(GameSetup(source="camera", camera="phone"))
    driver.until(lambda: driver.screen.code.text)
    address = urlsplit(driver.screen.code.text)
    assert address.port
    first = Telephone(address.port, "ada", secret=address.fragment)
    driver.until(lambda: beating(first) and (driver.screen.shown.camera.phone.connected or driver.has("other phone")))
    if driver.has("other phone"):  # the place is kept for the phone of a test before
        driver.press("other phone")
        driver.until(lambda: beating(first) and driver.screen.shown.camera.phone.connected)
    other = Telephone(address.port, "bert", secret=address.fragment)
    driver.until(lambda: beating(first, other) and driver.has("other phone"))
    assert any("Another phone wants to be the camera" in text for text in driver.texts())
    driver.press("close")
    assert other.closed() == 4002
    other = Telephone(address.port, "bert", secret=address.fragment)
    driver.until(lambda: beating(first, other) and driver.has("other phone"))
    driver.press("other phone")
    assert first.closed() == 4001
    driver.until(lambda: beating(other) and not driver.screen.shown.camera.phone.asks)
    assert not driver.has("other phone") and driver.screen.shown.camera.phone.connected
    other.drop()
