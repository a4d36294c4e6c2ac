"""A look reported, and phones paired, from the screen."""

import socket
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.games.buttons import can_report
from companion.app.reported_looks import report_look
from companion.app.views import ShownPicture
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.look_files import LookFile
from companion.sharing.feed.pairing import in_groups
from tests.referee.simulated_referee import main
from tests.referee.test_game import script

if TYPE_CHECKING:
    from companion.app.driver import Driver


def test_the_file_lies_where_it_was_wanted_and_is_whole(tmp_path: Path) -> None:
    recording = script(tmp_path / "game", turns=1)
    recording.write()
    assert main(["referee", str(tmp_path / "game"), "--journal", str(tmp_path / "game" / JOURNAL_NAME)]) == 0
    path = report_look(tmp_path / "game", tmp_path / "documents", None, blurred=False)
    assert path.parent == tmp_path / "documents" and len(LookFile.read(path).records) > 1


def test_a_flag_asks_how_much_of_the_picture_may_be_seen(driver: "Driver") -> None:
    """A game by touch has no pictures: what is made is one line about that."""
    driver.begin("looney-blockade")
    screen = driver.screen
    assert not can_report(screen.shown) and driver.find("report").disabled
    verdict = replace(screen.shown.verdict, verdict="illegal")
    seen = ShownPicture(4, 4, bytes(48), 1)
    screen.show(replace(screen.shown, verdict=verdict, source="camera", picture=seen))
    driver.frames()
    driver.press("report")
    driver.press("board only")
    driver.until(lambda: any("there is no look to report" in text.lower() for text in driver.texts()))


def test_a_telephone_shows_the_code_only_where_phones_may_answer(driver: "Driver") -> None:
    silent = socket.create_server(("127.0.0.1", 0))
    driver.app.change(broker=f"mqtt://127.0.0.1:{silent.getsockname()[1]}", table="left")
    driver.app.open_settings()
    driver.frames(5)
    driver.press("answers True")
    code = driver.app.settings.code
    assert len(code) == 12 and any(in_groups(code) in text for text in driver.texts())
    driver.begin("looney-blockade")
    driver.press("phone")
    assert driver.has("close") and any(in_groups(code) in text for text in driver.texts())
    driver.press("close")
    driver.app.open_settings()
    driver.frames(5)
    driver.press("answers False")
    assert driver.app.settings.code == ""
    driver.begin("looney-blockade")
    assert driver.find("phone").disabled
    silent.close()


def test_the_tap_after_a_sheet_is_closed_counts(driver: "Driver") -> None:
    """Before the next frame: a sheet that fades away would take it."""
    from kivy.base import EventLoop  # noqa: PLC0415 - importing it opens the window

    from companion.app.driver import Finger  # noqa: PLC0415

    driver.begin("looney-blockade")
    driver.press("type")
    close, again = driver.find("close"), driver.find("type")
    for button in (close, again):
        finger = Finger(*button.to_window(*button.center))
        EventLoop.post_dispatch_input("begin", finger)
        EventLoop.post_dispatch_input("end", finger)
    driver.frames()
    assert driver.find("close") is not close
