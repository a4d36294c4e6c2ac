"""Faults of the program: the window stays, the game goes on, and what happened is written down."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.analysis.desk import AnalysisDesk
from companion.app.fault_reports import FOLDER, MOST_CHARACTERS, MOST_KEPT, FaultReports
from companion.app.judge.in_passing import IN_PASSING
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.texts.language import LANGUAGES, english, language
from tests.app.small_disk import SmallDisk

if TYPE_CHECKING:
    from companion.app.driver import Driver

ROOT = Path(__file__).parents[2]


def caught(act: Callable[[], object]) -> Exception:
    try:
        act()
    except Exception as error:
        return error
    raise AssertionError("it went well")


def divide() -> float:
    return 1 / 0


def look_up() -> str:
    return {"http://me:secret@10.0.0.7:8080/video?token=abc": ""}["rtsp://me:secret@cam/live"]


def written(home: Path) -> list[str]:
    return [path.read_text("utf-8") for path in sorted((home / FOLDER).glob("*"))]


def test_a_report_tells_what_happened_where(tmp_path: Path) -> None:
    noted = FaultReports(tmp_path, lambda: "start screen").note(caught(divide))
    (report,) = written(tmp_path)
    for part in ("ZeroDivisionError", "return 1 / 0", "Pyramid Companion ", "Python 3.", "at: start screen"):
        assert part in report
    for code in LANGUAGES:
        assert str(noted.path) in language(code).say(noted.message)


def test_a_kind_of_fault_is_written_down_once(tmp_path: Path) -> None:
    reports = FaultReports(tmp_path, lambda: "here")
    assert [reports.note(caught(divide)).first for _ in range(100)] == [True] + [False] * 99
    assert reports.note(caught(look_up)).first
    assert len(written(tmp_path)) == 2


def test_no_more_reports_are_kept_than_the_newest(tmp_path: Path) -> None:
    for _ in range(MOST_KEPT + 5):
        last = FaultReports(tmp_path, lambda: "here").note(caught(divide)).path
    paths = sorted((tmp_path / FOLDER).iterdir())
    assert len(paths) == MOST_KEPT and paths[-1] == last


def test_logins_are_in_no_report(tmp_path: Path) -> None:
    FaultReports(tmp_path, lambda: "rtsp://you:hush@cam").note(caught(look_up))
    (report,) = written(tmp_path)
    assert "cam/live" in report
    assert not [word for word in ("secret", "me:", "hush", "you:") if word in report.replace("home:", "")]


def test_a_report_is_of_no_boundless_length(tmp_path: Path) -> None:
    FaultReports(tmp_path, lambda: "here").note(ValueError("x" * 10 * MOST_CHARACTERS))
    (report,) = written(tmp_path)
    assert len(report) < 2 * MOST_CHARACTERS


def test_a_fault_whose_report_cannot_be_written_is_told_all_the_same(tmp_path: Path) -> None:
    with SmallDisk(tmp_path / "disk") as disk:
        disk.fill()
        noted = FaultReports(disk.path, lambda: "here").note(caught(divide))
        assert noted.path is None and "could not be written" in english(noted.message)
        assert list(disk.path.rglob("*.part")) == []
    (tmp_path / "file").touch()
    assert FaultReports(tmp_path / "file", lambda: "here").note(caught(divide)).path is None
    assert FaultReports(tmp_path, divide).note(caught(divide)).path is not None  # type: ignore[arg-type]


def test_an_analysis_that_fails_ends_with_a_sentence_and_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It went on for ever."""
    monkeypatch.setattr(IN_PASSING, "explained", FaultReports(tmp_path, lambda: "here").explained)
    desk = AnalysisDesk(lambda _folder: divide())  # type: ignore[arg-type, return-value]
    desk.begin(tmp_path)
    for thread in threading.enumerate():
        if thread.name == "analysis":
            thread.join()
    trouble = desk.progress(tmp_path).trouble
    assert trouble and str(tmp_path / FOLDER) in english(trouble)
    (report,) = written(tmp_path)
    assert "return 1 / 0" in report


@pytest.mark.slow
def test_faults_in_callbacks_do_not_end_the_game(driver: "Driver") -> None:
    """Each ended the app. The same one in every frame is told once."""
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.uix.label import Label  # noqa: PLC0415

    from companion.app.going_on import going_on  # noqa: PLC0415

    driver.begin("looney-blockade")
    told: list[str] = []
    label = Label()
    label.bind(text=lambda *_: divide())

    def notify(said: Reason) -> None:
        told.append(english(said))
        driver.app.notify(said)

    with going_on(driver.app.reports, notify):
        every_frame = Clock.schedule_interval(lambda _dt: look_up(), 0)
        driver.frames(20)
        assert len(told) == 1
        every_frame.cancel()
        Clock.schedule_once(lambda _dt: setattr(label, "text", "a"), 0)
        driver.frames(3)
        thread = threading.Thread(target=[].pop)
        thread.start()
        thread.join()
        driver.frames(3)
    assert len(told) == 3 == len(written(driver.app.folder))
    assert sum(str(driver.app.folder / FOLDER) in text for text in driver.texts()) == 1
    assert "at: LooneyScreen" in written(driver.app.folder)[0] or "Screen" in written(driver.app.folder)[0]
    driver.press("roll")
    driver.until(lambda: driver.screen.shown.phase == "move")


WINDOW = """
import sys
from pathlib import Path
from companion.app import window
window.prepare(1280, 800, smooth=False)
from kivy.base import EventLoop
from kivy.clock import Clock
from companion.app.app import CompanionApp
from companion.app.driver import Finger
from companion.app.going_on import going_on
from companion.app.start.screen import StartScreen

def fail(self, touch):
    raise ZeroDivisionError("by a finger")

class Fingers:
    frames = 0
    def start(self): pass
    def stop(self): pass
    def update(self, dispatch_fn):
        self.frames += 1
        if self.frames == 30:
            print("still there", flush=True)
            app.stop()
        dispatch_fn("begin", Finger(100, 100))

StartScreen.on_touch_down = fail
app = CompanionApp(Path(sys.argv[1]))
app.change(guided=True)
Clock.schedule_once(lambda _dt: EventLoop.add_input_provider(Fingers()), 0)
with going_on(app.reports, app.notify):
    app.run()
"""


@pytest.mark.slow
def test_a_fault_under_a_finger_does_not_end_the_window(display: None, tmp_path: Path) -> None:
    """In the real event loop, which a test's driver stands in for otherwise."""
    command = [sys.executable, "-c", WINDOW, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout) == (0, "still there\n"), done.stderr
    (report,) = written(tmp_path)
    assert "ZeroDivisionError: by a finger" in report and "StartScreen" in report


@pytest.mark.slow
def test_a_fault_before_there_is_a_window_is_one_line(display: None, tmp_path: Path) -> None:
    from companion.app.going_on import going_on  # noqa: PLC0415

    reports = FaultReports(tmp_path, lambda: "no screen")
    with pytest.raises(RefereeError, match=FOLDER), going_on(reports, lambda _said: None):
        divide()
    assert len(written(tmp_path)) == 1
