"""The judge beside the window: in a process of its own, and on a thread where there can be none."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from companion.app.fault_reports import FOLDER
from companion.app.games.deeds import RollDice
from companion.app.games.opening import GameSetup, begin_or_open, new_folder
from companion.app.games.table import do
from companion.app.intents import call
from companion.app.judge import judge
from companion.app.judge.judge import GIVEN_UP, RESTARTED, Judge
from companion.games.reason import Reason
from companion.referee.errors import prose
from companion.texts.language import english
from tests.app.judge.counting import Counter, Full, Stumbler, damaged, deadly
from tests.app.kill_app import gone, outliving

pytestmark = pytest.mark.slow

PATIENCE = 120.0
ROOT = Path(__file__).parents[3]


@dataclass
class Window:
    """What a window gets to know."""

    states: list[Any] = field(default_factory=list)
    failures: list[Reason] = field(default_factory=list)

    def until(self, true: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, (self.states, self.failures)
            time.sleep(0.005)


@pytest.fixture
def window() -> Window:
    return Window()


@pytest.fixture(params=["process", "thread"])
def either(
    request: pytest.FixtureRequest, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Judge]:
    monkeypatch.setattr(judge, "has_processes", lambda: request.param == "process")
    found = Judge(window.states.append, window.failures.append, tmp_path)
    yield found
    found.close()


@pytest.fixture
def beside(window: Window, tmp_path: Path) -> Iterator[Judge]:
    """In a process."""
    found = Judge(window.states.append, window.failures.append, tmp_path)
    yield found
    found.close()


def test_states_come_as_they_change(either: Judge, window: Window, tmp_path: Path) -> None:
    either.open(partial(Counter, tmp_path / "a"))
    either.send(call(Counter.count))
    either.send(call(Counter.count))
    window.until(lambda: window.states and window.states[-1].count == 2)
    assert [state.count for state in window.states] == [0, 1, 2]
    # What does not change is sent once, and stays the same object.
    assert len({id(state.large) for state in window.states}) == 1
    assert (window.states[0].process == os.getpid()) is (either.process is None)


def test_what_goes_wrong_is_told_and_the_game_goes_on(either: Judge, window: Window, tmp_path: Path) -> None:
    either.open(partial(Counter, tmp_path / "a"))
    either.send(call(Counter.refuse))
    window.until(lambda: window.states and window.states[-1].notice == prose("not like this"))
    either.send(call(Counter.count))
    window.until(lambda: window.states[-1].count == 1)
    assert window.states[-1].notice is None and window.failures == []


def test_why_a_game_does_not_open_is_told(either: Judge, window: Window, tmp_path: Path) -> None:
    either.open(damaged)
    window.until(lambda: window.failures)
    assert window.failures == [prose("it is damaged")]
    either.open(partial(Counter, tmp_path / "a"))
    window.until(lambda: window.states)


def reports(home: Path) -> list[str]:
    return [path.read_text() for path in sorted((home / FOLDER).glob("*"))]


def test_a_fault_of_the_program_is_told_and_the_game_goes_on(either: Judge, window: Window, tmp_path: Path) -> None:
    """It ended the game."""
    either.open(partial(Counter, tmp_path / "a"))
    either.send(call(Counter.count))
    for _ in range(5):
        either.send(call(Counter.break_down))
        either.send(call(Counter.count))
    window.until(lambda: window.states and window.states[-1].count == 6)
    (told,) = {english(state.notice) for state in window.states if state.notice}
    (report,) = reports(tmp_path)
    assert str(tmp_path / FOLDER) in told and "the game is kept" in told
    assert "ZeroDivisionError: by zero" in report and "Counter.break_down" in report
    assert window.failures == [] and (tmp_path / "a.closed").read_text() == "xxxxx"


def test_a_fault_on_a_thread_beside_the_game_is_told(window: Window, tmp_path: Path) -> None:
    """It ended the thread without a word: of a tower, of the telling, of an analysis."""
    said: list[Reason] = []
    beside = Judge(window.states.append, window.failures.append, tmp_path, said.append)
    beside.open(partial(Counter, tmp_path / "a"))
    beside.send(call(Counter.break_beside))
    window.until(lambda: said)
    (report,) = reports(tmp_path)
    assert "ZeroDivisionError: by zero" in report and str(tmp_path / FOLDER) in english(said[0])
    beside.send(call(Counter.count))
    window.until(lambda: window.states[-1].count == 1)
    beside.close()


def test_what_is_due_may_fail_again_and_again(either: Judge, window: Window, tmp_path: Path) -> None:
    """It is told once and asked again ever more seldom; meanwhile everything else can be done."""
    either.open(partial(Stumbler, tmp_path / "a"))
    either.send(call(Counter.count))
    window.until(lambda: window.states and window.states[-1].notice)
    either.send(call(Counter.count))
    window.until(lambda: window.states[-1].count == 2)
    assert len(reports(tmp_path)) == 1 and window.failures == []


def test_where_the_disk_is_full_nothing_is_lost_and_it_goes_on_by_itself(
    either: Judge, window: Window, tmp_path: Path
) -> None:
    either.open(partial(Full, tmp_path / "a"))
    either.send(call(Full.count))
    window.until(lambda: window.states and window.states[-1].notice)
    assert "the disk is full" in english(window.states[-1].notice) and reports(tmp_path) == []
    (tmp_path / "a.room").touch()
    either.send(call(Full.count))
    window.until(lambda: window.states[-1].count == 1)
    assert window.states[-1].notice is None and window.failures == []


def test_a_game_that_cannot_be_opened_by_a_fault_is_left_with_a_report(
    either: Judge, window: Window, tmp_path: Path
) -> None:
    either.open(partial(divmod, 1, 0))
    window.until(lambda: window.failures)
    assert len(reports(tmp_path)) == 1 and str(tmp_path / FOLDER) in english(window.failures[0])
    either.open(partial(Counter, tmp_path / "a"))
    window.until(lambda: window.states)


def test_of_a_game_that_was_left_nothing_is_heard(either: Judge, window: Window, tmp_path: Path) -> None:
    either.open(partial(Counter, tmp_path / "a"))
    window.until(lambda: window.states)
    for _ in range(5):
        either.send(call(Counter.count))
    either.leave()
    heard = len(window.states)
    either.send(call(Counter.count))
    either.open(partial(Counter, tmp_path / "b"))
    window.until(lambda: len(window.states) > heard)
    assert [state.count for state in window.states[heard:]] == [0]
    assert (tmp_path / "a").read_text() == "xxxxx" and (tmp_path / "a.closed").exists()


def test_questions_are_answered_beside_the_window(either: Judge, window: Window, tmp_path: Path) -> None:
    answers: list[object] = []
    either.ask(os.getpid, answers.append, window.failures.append)
    either.open(partial(Counter, tmp_path / "a"))
    either.ask(partial(pow, 2, 5), answers.append, window.failures.append)
    either.ask(damaged, answers.append, window.failures.append)
    either.ask(partial(divmod, 1, 0), answers.append, window.failures.append)
    window.until(lambda: len(window.failures) == 2)
    assert (answers[0] == os.getpid()) is (either.process is None)
    assert answers[1:] == [32] and window.failures[0] == prose("it is damaged")
    (report,) = reports(tmp_path)
    assert "ZeroDivisionError: " in report and str(tmp_path / FOLDER) in english(window.failures[1])


def test_closing_lets_the_game_go(either: Judge, window: Window, tmp_path: Path) -> None:
    either.open(partial(Counter, tmp_path / "a"))
    window.until(lambda: window.states)
    either.close()
    assert (tmp_path / "a.closed").read_text() == "x"
    assert window.failures == []


def test_a_judge_that_dies_is_started_again_where_it_was(beside: Judge, window: Window, tmp_path: Path) -> None:
    beside.open(partial(Counter, tmp_path / "a"))
    beside.send(call(Counter.count))
    window.until(lambda: window.states and window.states[-1].count == 1)
    beside.send(call(Counter.die))
    window.until(lambda: window.states[-1].notice)
    assert (window.states[-1].count, window.states[-1].notice) == (1, RESTARTED)
    assert window.states[-1].process != window.states[0].process
    beside.send(call(Counter.count))
    window.until(lambda: window.states[-1].count == 2)
    assert window.failures == []


def test_a_game_at_which_the_judge_dies_again_and_again_is_given_up(beside: Judge, window: Window) -> None:
    beside.open(deadly)
    window.until(lambda: window.failures)
    assert window.failures == [GIVEN_UP] and window.states == []


def test_a_judge_that_dies_while_nothing_is_played_is_there_for_the_next_game(
    beside: Judge, window: Window, tmp_path: Path
) -> None:
    beside.ask(partial(os._exit, 3), window.states.append, window.failures.append)
    window.until(lambda: window.failures)
    beside.open(partial(Counter, tmp_path / "a"))
    window.until(lambda: window.states)


class NoProcesses:
    """A system that starts no process."""

    Pipe = staticmethod(get_context("spawn").Pipe)

    class Process:
        def __init__(self, **_: object) -> None:
            pass

        def start(self) -> None:
            raise BlockingIOError("no more processes")


def test_where_no_process_can_be_started_a_thread_judges(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "get_context", lambda _method: NoProcesses)
    found = Judge(window.states.append, window.failures.append, tmp_path)
    found.open(partial(Counter, tmp_path / "a"))
    window.until(lambda: window.states)
    found.send(call(Counter.count))
    window.until(lambda: window.states[-1].count == 1)
    assert window.states[-1].process == os.getpid()
    found.close()
    assert (tmp_path / "a.closed").exists()


def test_a_judge_that_does_not_end_is_ended(
    beside: Judge, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "LONGEST_WAIT", 0.1)
    beside.open(partial(Counter, tmp_path / "a"))
    window.until(lambda: window.states)
    beside.send(call(Counter.think))
    beside.close()
    assert gone(window.states[0].process) and window.failures == []


WINDOW = """
import sys, time
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from companion.app.intents import call
from companion.app.judge.judge import Judge
from tests.app.judge.counting import Counter

judge = Judge(lambda state: print(state.process, flush=True), print, Path(sys.argv[1]).parent)
judge.open(partial(Counter, Path(sys.argv[1])))
judge.send(call(getattr(Counter, sys.argv[2])))
time.sleep(600)
"""


@pytest.mark.parametrize("busy", ["count", "think"])
def test_the_judge_dies_with_the_window(tmp_path: Path, busy: str) -> None:
    """Killed, the window can say nothing any more."""
    with subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(tmp_path / "a"), busy], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as window:
        assert window.stdout
        process = int(window.stdout.readline())
        window.kill()
    assert outliving([process]) == []


def test_a_new_game_is_begun_only_once(beside: Judge, window: Window, tmp_path: Path) -> None:
    """The judge dies in a game that it has begun itself: it goes on with that one."""
    setup = GameSetup(source="touch")
    beside.open(partial(begin_or_open, setup, new_folder(setup, tmp_path)))
    beside.send(do(RollDice({"B": 3, "G": 4})))
    window.until(lambda: window.states and window.states[-1].roll)
    assert beside.process
    os.kill(beside.process, signal.SIGKILL)
    window.until(lambda: window.states[-1].notice == RESTARTED)
    assert window.states[-1].roll == {"B": 3, "G": 4}
    assert len(list(tmp_path.iterdir())) == 1


def test_a_judge_killed_every_now_and_then_is_started_again_each_time(
    beside: Judge, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only one that dies soon after it was started is given up."""
    monkeypatch.setattr(judge, "SOON_SECONDS", 0.0)
    beside.open(partial(Counter, tmp_path / "a"))
    for count in range(1, judge.MOST_DEATHS + 3):
        beside.send(call(Counter.count))
        window.until(lambda count=count: window.states and window.states[-1].count == count)  # type: ignore[misc]
        assert beside.process
        os.kill(beside.process, signal.SIGKILL)
        window.until(lambda: window.states[-1].notice == RESTARTED)
    assert window.failures == []
