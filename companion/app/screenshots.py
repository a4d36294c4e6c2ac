"""A picture of every screen, on the simulated table."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.driver import Driver
from companion.app.play.opening import GameSetup

# A seed of the practice table whose game soon has an illegal turn and a doubtful one.
SEED = 4


def write_all(folder: Path, changes: Mapping[str, Any]) -> Iterator[Path]:
    """Write them into `folder`, one after the other. `changes` are settings."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data:
        driver = Driver(Path(data))
        driver.app.change(**changes)
        driver.start()
        try:
            for number, (name, _) in enumerate(_screens(driver), 1):
                yield driver.picture(folder / f"{number:02d}-{name}.png")
        finally:
            driver.stop()


def _screens(driver: Driver) -> Iterator[tuple[str, None]]:
    yield "start", None
    yield from _looney_by_touch(driver)
    yield from _looney_watched(driver)
    driver.app.open_records()
    yield "games", None
    driver.app.open_settings()
    yield "settings", None


def _looney_by_touch(driver: Driver) -> Iterator[tuple[str, None]]:
    _begin(driver, GameSetup(source="touch", players={"cool": "Ada", "warm": "Ben"}))
    yield "looney-roll", None
    driver.app.send("roll", {"B": 4, "G": 5})
    driver.until(lambda: driver.screen.shown.phase == "move")
    driver.tap_cell("d4")
    driver.until(lambda: driver.screen.shown.hint)
    yield "looney-hint", None
    driver.app.send("suggest")
    driver.until(lambda: driver.screen.shown.suggestion)
    yield "looney-suggestion", None
    driver.hold_cell("b1")
    yield "looney-correct", None
    driver.press("close")
    driver.screen.act("undo")
    driver.until(lambda: driver.screen.shown.notice or not driver.screen.shown.draft)


def _looney_watched(driver: Driver) -> Iterator[tuple[str, None]]:
    _begin(driver, GameSetup(source="practice", seed=SEED, pace=0.01))
    wanted = {"illegal": "looney-illegal", "unsure": "looney-unsure", "won": "looney-won"}
    while wanted:
        driver.until(lambda: driver.screen.shown.phase in ("illegal", "unsure", "won"), 120)
        phase = driver.screen.shown.phase
        driver.app.send("pause")
        driver.until(lambda: not driver.screen.shown.running)
        phase = driver.screen.shown.phase
        if phase in wanted:
            yield wanted.pop(phase), None
        if phase == "won":
            return
        if phase == "unsure":
            driver.press("reading 0")
        driver.app.send("go_on")
        driver.until(lambda phase=phase: driver.screen.shown.phase != phase, 60)  # type: ignore[misc]


def _begin(driver: Driver, setup: GameSetup) -> None:
    driver.app.start_game(setup)
    driver.until(lambda: getattr(driver.screen, "shown", None))
