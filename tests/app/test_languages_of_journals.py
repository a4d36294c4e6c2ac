"""What a game keeps depends in no way on the language it is played in."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.judge import judge
from companion.referee.keeping import journal
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.keeping.records import Record
from companion.texts.language import LANGUAGES

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from companion.app.driver import Driver

PLAYERS = {"first": "Ada King", "second": "Karl Müller", "cool": "Ada King", "warm": "Karl Müller"}
# What differs from one time to the next: when things happened, and how long they took.
OF_THE_TIME = ("t", "took", "begun", "crc")
# How many looks the players explain.
UNSURE = 1


def simulated_looney(driver: "Driver") -> None:
    """Turns of which some are illegal and some cannot be read for sure, which the players then explain."""
    more = {"breaches": 100, "glares": 100}
    driver.begin("looney-blockade", "practice", seed=4, pace=0.01, players=PLAYERS, more=more)
    for _ in range(UNSURE):
        driver.until(lambda: driver.screen.shown.phase == "unsure")
        driver.press("reading 0")
        driver.until(lambda: driver.screen.shown.phase != "unsure")


def pyramid_ball(driver: "Driver") -> None:
    """Turns by touch: the first player's pyramids run, the second's stand; one turn is taken back and made again."""
    driver.begin("pyramid-ball", seed=4, players=PLAYERS)
    make_turn(driver, "FFFRFFFFF")
    driver.press("undo")
    driver.until(lambda: not driver.screen.shown.can_undo)
    make_turn(driver, "FFFRFFFFF")
    make_turn(driver, "FFFFFFFFF")


def make_turn(driver: "Driver", commands: str) -> None:
    made = driver.screen.shown.verdict
    driver.press("enter")
    driver.until(lambda: driver.screen.shown.own.entry)
    driver.press("uncover")
    for letter in commands:
        driver.press(f"command {letter}")
    driver.until(lambda: len(driver.screen.shown.own.entry.sheet.words["L"]) == 3)
    driver.press("done")
    driver.until(lambda: driver.screen.shown.side == "second")
    driver.press("uncover")
    # It is empty, which is asked about.
    driver.press("done")
    driver.press("done")
    driver.until(lambda: driver.screen.shown.verdict is not made and driver.screen.shown.verdict.trait.turn)
    driver.press("skip")


def played(play: Callable[["Driver"], None], folder: Path, language: str) -> list[Record]:
    """The journal of a game, its header first, as it was written."""
    from tests.app.unseen import UnseenDriver  # noqa: PLC0415 - importing it opens the window

    driver = UnseenDriver(folder)
    driver.start()
    try:
        driver.app.change(language=language)
        play(driver)
        assert driver.app.texts.language == language
    finally:
        driver.stop()
    [path] = folder.rglob(JOURNAL_NAME)
    contents = journal.read(path)
    assert not contents.torn
    return [contents.header, *contents.records]


def timeless(kept: Any) -> Any:
    if isinstance(kept, dict):
        return {key: timeless(value) for key, value in kept.items() if key not in OF_THE_TIME}
    return [timeless(each) for each in kept] if isinstance(kept, list) else kept


def texts(kept: Any) -> Iterator[str]:
    if isinstance(kept, str):
        yield kept
    elif isinstance(kept, dict | list):
        for each in kept.values() if isinstance(kept, dict) else kept:
            yield from texts(each)


@pytest.fixture
def in_this_process(display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge works in a thread, so that two apps can follow one another at once."""
    monkeypatch.setattr(judge, "has_processes", lambda: False)


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("play", [simulated_looney, pyramid_ball])
def test_journals_are_the_same_in_every_language(play: Callable[["Driver"], None], tmp_path: Path) -> None:
    english, *others = (played(play, tmp_path / code, code) for code in LANGUAGES)
    assert others
    for other in others:
        assert min(len(english), len(other)) > 10
        # The simulated table goes on by itself, so that one game may have got further than the other.
        for one, two in zip(english, other, strict=False):
            assert timeless(one) == timeless(two)
    said = {text for kept in (english, *others) for record in kept for text in texts(record)}
    assert {text for text in said if " " in text} == {*PLAYERS.values()}
