"""A picture of every screen, on the simulated table."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.driver import Driver
from companion.app.games.ball.table import BallTable
from companion.app.games.blokus.table import BlokusTable
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.games.looney.table import LooneyTable
from companion.app.games.opening import GameSetup
from companion.app.games.registry import BALL, BLOKUS, LEISTIKO
from companion.app.guide.guide import Guide
from companion.app.intents import call

# A practice table on which every turn first breaks a rule, and is then in doubt.
SEED, WILD = 4, {"breaches": 100, "glares": 100}


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
    yield from _guide(driver)
    driver.app.home()
    driver.frames()
    yield "start", None
    yield from _looney_by_touch(driver)
    yield from _looney_watched(driver)
    yield from _leistiko(driver)
    yield from _ball(driver)
    yield from _blokus(driver)
    driver.app.open_records()
    yield "games", None
    driver.until(lambda: driver.screen.ids.rows.children)
    driver.app.open_settings()
    yield "settings", None
    driver.app.open_measuring()
    driver.until(lambda: driver.screen.shown and driver.screen.shown.picture)
    yield "measuring", None
    driver.app.open_teaching()
    driver.until(lambda: driver.screen.shown)
    yield "teaching", None


def _guide(driver: Driver) -> Iterator[tuple[str, None]]:
    driver.app.open_guide()
    driver.until(lambda: driver.screen.shown)
    driver.app.send(call(Guide.use, "simulated"))
    driver.until(lambda: driver.screen.shown.found)
    yield "guide-camera", None
    driver.press("next")
    driver.until(lambda: driver.screen.shown.faults is not None)
    yield "guide-setup", None
    driver.press("next")
    driver.until(lambda: driver.screen.shown.step == "tower")
    yield "guide-tower", None
    driver.press("next")
    driver.until(lambda: driver.screen.shown.step == "sound")
    yield "guide-sound", None
    driver.app.change(camera="simulated")


def _looney_by_touch(driver: Driver) -> Iterator[tuple[str, None]]:
    _begin(driver, GameSetup(source="touch", players={"cool": "Ada", "warm": "Ben"}))
    yield "looney-roll", None
    driver.app.send(call(LooneyTable.roll, {"B": 4, "G": 5}))
    driver.until(lambda: driver.screen.shown.phase == "move")
    driver.tap_cell("d4")
    driver.until(lambda: driver.screen.shown.hint)
    yield "looney-hint", None
    driver.app.send(call(LooneyTable.suggest))
    driver.until(lambda: driver.screen.shown.suggestion)
    yield "looney-suggestion", None
    driver.hold_cell("b1")
    yield "looney-correct", None
    driver.press("close")
    driver.press("undo")
    driver.until(lambda: driver.screen.shown.notice or not driver.screen.shown.draft)


def _looney_watched(driver: Driver) -> Iterator[tuple[str, None]]:
    _begin(driver, GameSetup(source="practice", seed=SEED, pace=1.0, more=WILD))
    driver.app.send(call(LooneyTable.pause))
    driver.until(lambda: not driver.screen.shown.running)
    for phase in ("illegal", "unsure"):
        while driver.screen.shown.phase != phase:
            before = driver.screen.shown
            driver.app.send(call(LooneyTable.step))
            driver.until(lambda before=before: driver.screen.shown is not before)  # type: ignore[misc]
        yield f"looney-{phase}", None
    driver.press("reading 0")
    driver.until(lambda: driver.screen.shown.phase != "unsure")


def _leistiko(driver: Driver) -> Iterator[tuple[str, None]]:
    _begin(driver, GameSetup(game=LEISTIKO, source="touch", more={"variant": "base"}))
    driver.screen.tap("first 3")
    driver.until(lambda: driver.screen.shown.phase == "roll")
    driver.app.send(call(LeistikoTable.roll, [5]))
    driver.until(lambda: driver.screen.shown.phase == "move")
    driver.screen.tap("first 3")
    driver.until(lambda: driver.screen.shown.more.get("going"))
    yield "leistiko", None


def _ball(driver: Driver) -> Iterator[tuple[str, None]]:
    _begin(driver, GameSetup(game=BALL, source="touch", players={"first": "Ada", "second": "Ben"}))
    driver.press("timer")
    yield "ball-timer", None
    driver.press("enter")
    driver.until(lambda: driver.screen.shown.phase == "enter")
    for letter in "FFRRFFLF":
        driver.app.send(call(BallTable.command, letter))
    driver.until(lambda: driver.screen.shown.turn["programs"]["first"]["L"] == "LF")
    yield "ball-program", None
    for player in ("first", "second"):
        driver.press("done")
        driver.until(lambda player=player: driver.screen.shown.side != player or driver.screen.shown.plays)  # type: ignore[misc]
    driver.press("next")
    yield "ball-event", None


def _blokus(driver: Driver) -> Iterator[tuple[str, None]]:
    _begin(driver, GameSetup(game=BLOKUS, source="touch", more={"structure": "tower", "count": 2}))
    for piece, square in (("L4", "4,4"), ("T4", "5,4"), ("S4", "4,6"), ("O4", "5,6"), ("I4", "3,3")):
        done = len(driver.screen.shown.plays)
        for intent in (call(BlokusTable.choose, piece), call(BlokusTable.tap, square), call(BlokusTable.done)):
            driver.app.send(intent)
        driver.until(lambda done=done: len(driver.screen.shown.plays) > done)  # type: ignore[misc]
    driver.app.send(call(BlokusTable.choose, "A4"))
    driver.app.send(call(BlokusTable.tap, "5,5"))
    driver.until(lambda: driver.screen.shown.phase == "place")
    yield "blokus", None


def _begin(driver: Driver, setup: GameSetup) -> None:
    driver.app.start_game(setup)
    driver.until(lambda: getattr(driver.screen, "shown", None))
