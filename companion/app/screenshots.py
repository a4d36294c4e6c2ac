"""A picture of every screen, on the simulated table."""

from collections.abc import Iterator
from pathlib import Path

from companion.app.driver import Driver, app_shown
from companion.app.games.registry import GAMES
from companion.app.guide.guide import Guide
from companion.app.intents import call
from companion.app.json_object import JsonObject


def write_all(folder: Path, changes: JsonObject) -> Iterator[Path]:
    """Write them into `folder`, one after the other. `changes` are settings."""
    folder.mkdir(parents=True, exist_ok=True)
    with app_shown(changes) as driver:
        for number, name in enumerate(screens(driver), 1):
            yield driver.picture(folder / f"{number:02d}-{name}.png")


def screens(driver: Driver) -> Iterator[str]:
    """Open every screen, one after the other. Yields the name of each."""
    driver.app.open_welcome()
    yield "welcome"
    yield from _guide(driver)
    driver.app.home()
    driver.frames()
    yield "start"
    for name in GAMES:
        driver.app.learning_screens.lesson(name)
        yield f"lesson-{name}"
        driver.app.learning_screens.rules(name)
        if book := GAMES[name].book():
            for number in range(len(book.chapters)):
                driver.screen.view.look_at(number)
                yield f"rules-{name}-{number + 1}"
    for game in GAMES.values():
        yield from game.scenes(driver)
    driver.app.open_records()
    driver.until(lambda: driver.screen.ids.rows.children)
    yield "games"
    driver.app.open_settings()
    yield "settings"
    driver.app.guided_screens.measure()
    driver.until(lambda: driver.screen.shown and driver.screen.shown.picture)
    yield "measuring"
    driver.app.guided_screens.teach()
    driver.until(lambda: driver.screen.shown)
    yield "teaching"


def _guide(driver: Driver) -> Iterator[str]:
    driver.app.guided_screens.guide()
    driver.until(lambda: driver.screen.shown)
    driver.app.send(call(Guide.use, "simulated"))
    driver.until(lambda: driver.screen.shown.found)
    yield "guide-camera"
    driver.press("begin_corners")
    driver.until(lambda: driver.screen.handles.corners)
    yield "guide-corners"
    driver.press("leave_corners")
    driver.until(lambda: driver.screen.handles.corners is None)
    driver.press("next")
    driver.until(lambda: driver.screen.shown.faults is not None)
    yield "guide-setup"
    driver.press("next")
    driver.until(lambda: driver.screen.shown.step == "tower")
    yield "guide-tower"
    driver.press("next")
    driver.until(lambda: driver.screen.shown.step == "sound")
    yield "guide-sound"
    driver.app.change(camera="simulated")
