"""The page of the camera in a real browser, with a film as its camera and the network that a home has."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.sharing.phone.door import PhoneDoor
from companion.sharing.phone.source import PhoneSource
from tests.sharing.hall.browser import Browser
from tests.sharing.phone.telephone import Telephone, fake_camera, film, until
from tests.sharing.phone.wire import Wire
from vision.sources.source import Status

pytestmark = pytest.mark.slow
# As phones have it, the longer side first.
SIZE = (720, 1280)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[PhoneDoor]:
    door = PhoneDoor(tmp_path, "127.0.0.1")
    yield door
    door.close()


@pytest.fixture
def wire(door: PhoneDoor) -> Iterator[Wire]:
    with Wire(door.port) as wire:
        yield wire


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    scene = np.full((*SIZE, 3), 120, np.uint8)
    scene[200:500, 400:900] = (40, 160, 60)
    with Browser(*fake_camera(film(tmp_path / "film.mjpeg", scene))) as browser:
        yield browser


def test_a_browser_that_trusts_the_certificate_goes_from_the_code_to_the_camera_by_itself(
    door: PhoneDoor, wire: Wire, browser: Browser
) -> None:
    source = PhoneSource(door.camera)
    browser.open(f"http://127.0.0.1:{wire.port}/#{door.secret}", 390, 844)
    until(lambda: source.next(0.1))
    assert source.status is Status.LIVE
    shot = source.next(5.0)
    assert shot and shot.image.shape == (*SIZE, 3) and abs(float(shot.image[350, 650, 1]) - 160) < 12
    assert not browser.problems and door.secret not in browser.run("document.referrer")


def test_the_browsers_warning_is_explained_before_it_comes(door: PhoneDoor, tmp_path: Path) -> None:
    with Browser() as browser:
        browser.open(f"http://127.0.0.1:{door.port}/#{door.secret}", 390, 844)
        browser.until_said("Next, your browser will warn you", "Advanced", "Proceed to 127.0.0.1 (unsafe)")
        browser.run("document.getElementById('go').click()")
        browser.until_said("Your connection is not private")


def test_losses_of_every_kind_mend_themselves(door: PhoneDoor, wire: Wire, browser: Browser) -> None:
    source = PhoneSource(door.camera)
    browser.open(f"http://127.0.0.1:{wire.port}/#{door.secret}", 390, 844)
    until(lambda: source.next(0.1))
    for lose in (wire.cut, wire.swallow, wire.cut):
        lose()
        until(lambda: source.next(0.1) is None and source.status is Status.LOST)
        browser.until_said("Looking for the table")
        wire.mend()
        until(lambda: source.next(0.1))
        assert source.status is Status.LIVE
    browser.until_said("Connected")


def test_a_page_that_is_opened_anew_is_the_same_phone(door: PhoneDoor, wire: Wire, browser: Browser) -> None:
    source = PhoneSource(door.camera)
    browser.open(f"https://127.0.0.1:{wire.port}/{door.secret}", 390, 844)
    until(lambda: source.next(0.1))
    browser.tell("Page.reload")
    browser.until_said("Connected")
    until(lambda: source.next(0.1))
    assert not door.camera.asks


def test_a_page_that_sleeps_is_lost_and_comes_back_when_it_wakes(door: PhoneDoor, wire: Wire, browser: Browser) -> None:
    source = PhoneSource(door.camera)
    browser.open(f"https://127.0.0.1:{wire.port}/{door.secret}", 390, 844)
    until(lambda: source.next(0.1))
    browser.tell("Page.setWebLifecycleState", state="frozen")
    until(lambda: source.next(0.1) is None and source.status is Status.LOST)
    browser.tell("Page.setWebLifecycleState", state="active")
    until(lambda: source.next(0.1))


def test_a_second_phone_waits_and_the_first_is_told_when_it_is_replaced(
    door: PhoneDoor, wire: Wire, browser: Browser
) -> None:
    first = Telephone(door.port, "ada", secret=door.secret)
    until(lambda: door.camera.connected)
    browser.open(f"https://127.0.0.1:{wire.port}/{door.secret}", 390, 844)
    browser.until_said("Another phone is the camera")
    door.camera.answer(yes=True)
    browser.until_said("Connected")
    assert first.closed() == 4001
    other = Telephone(door.port, "bert", secret=door.secret)
    until(lambda: door.camera.asks)
    door.camera.answer(yes=True)
    browser.until_said("Another phone is the camera now", "Use this phone")
    browser.run("document.getElementById('again').click()")
    until(lambda: door.camera.asks)
    door.camera.answer(yes=False)
    browser.until_said("The other phone stays the camera")
    other.drop()


def test_an_old_code_is_refused_with_what_to_do(door: PhoneDoor, browser: Browser) -> None:
    browser.open(f"http://127.0.0.1:{door.port}/#old", 390, 844)
    browser.until_said("This code is no longer valid", "Scan the code on the table's screen again")


def test_the_phone_shows_outline_advice_check_and_verdict(door: PhoneDoor, wire: Wire, browser: Browser) -> None:
    source = PhoneSource(door.camera)
    browser.open(f"https://127.0.0.1:{wire.port}/{door.secret}", 390, 844)
    until(lambda: source.next(0.1))
    outline = [[0.25, 0.75], [0.75, 0.75], [0.7, 0.25], [0.3, 0.25]]
    door.camera.tell({"head": "Closer", "words": "", "tone": "warn", "outline": outline})
    browser.until_said("Closer")
    drawn = "document.getElementById('outline').getAttribute('points')"
    assert browser.run(drawn).split()[0] == "320,540"
    assert not browser.run("document.getElementById('tick').checkVisibility()")
    door.camera.tell({"head": "All is seen", "tone": "good", "outline": outline, "check": True})
    browser.until_said("All is seen")
    assert browser.run("document.getElementById('tick').checkVisibility()")
    door.camera.tell({"verdict": {"head": "Not allowed", "words": "<b>Slopes</b>", "tone": "bad"}})
    browser.until_said("Not allowed", "<b>Slopes</b>")
    assert browser.run("parseFloat(getComputedStyle(document.getElementById('head')).fontSize)") > 36
