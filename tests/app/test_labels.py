"""No text on any screen is cut off or too small in German at the largest size of text, the longest there is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from companion.app.games.opponents import STRENGTHS
from companion.app.games.registry import GAMES
from tests.app.labels import misfits

if TYPE_CHECKING:
    from companion.app.driver import Driver


def screens(driver: "Driver") -> Iterator[str]:
    driver.app.open_welcome()
    yield "welcome"
    driver.app.home()
    for game in GAMES:
        driver.press(f"game {game}")
        driver.screen.presenter.choose("source", "touch")
        driver.screen.presenter.choose("opponent", next(iter(STRENGTHS)))
        driver.screen.refresh()
        driver.frames(12)
        yield f"start {game}"
        driver.press("options")
        yield f"options {game}"
        driver.press("close")
    for game in GAMES:
        driver.app.open_lesson(game)
        lesson = GAMES[game].lesson()
        assert lesson
        for step in range(len(lesson.steps)):
            driver.screen.look_at(step)
            yield f"lesson {game} {step}"
    for game in GAMES:
        driver.begin(game)
        yield f"table {game}"
    for game in GAMES:
        book = GAMES[game].book()
        assert book
        driver.app.open_rules(game)
        driver.screen.view.look_at(len(book.chapters) - 1)
        yield f"rules {game}"
    driver.app.open_records()
    driver.until(lambda: len(driver.screen.ids.rows.children) >= len(GAMES))
    yield "records"
    driver.app.open_settings()
    yield "settings"


# Each screen is measured at two of these, one after the other.
SIZES = ((1280, 800), (500, 900), (1920, 1200), (780, 360), (800, 1280))

# Not mended yet: in German in the largest letters these are a few pixels short of room.
KNOWN = (
    ("table looney-blockade, (780, 360)", "'Kühl ist dran'"),
    ("table pyramid-ball, (1280, 800)", "'Spieler 1 0 : 0 Spieler 2'"),
    ("records, (780, 360)", "'Looney-Blockade'"),
    ("settings, (1920, 1200)", "'Kamera vermessen'"),
    ("settings, (800, 1280)", "'Geräte'"),
)


@pytest.mark.slow
def test_every_label_fits_into_its_box(driver: "Driver") -> None:
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    driver.app.change(language="de", text_scale=1.4)
    lying = tuple(Window.size)
    found = []
    for number, name in enumerate(screens(driver)):
        for size in (SIZES[number % len(SIZES)], SIZES[(number + 2) % len(SIZES)]):
            Window.size = size
            driver.frames(4)
            assert tuple(Window.size) == size
            found += [f"{name}, {size}: {misfit}" for misfit in misfits(driver)]
        Window.size = lying
        driver.frames()
    others = [each for each in found if not any(where in each and words in each for where, words in KNOWN)]
    assert not others, "\n".join(others)


def test_what_stands_beside_a_verdict_gives_way_to_a_long_one_alone(driver: "Driver") -> None:
    driver.begin("looney-blockade")
    screen = driver.screen
    driver.frames(3)
    assert screen.tight == 0 and screen.ids.lower.height > 0 and screen.ids.history.height > 0
    screen.ids.words.text = "word " * 160
    screen._make_room()
    driver.frames(2)
    assert screen.tight > 0 and screen.ids.lower.height == 0
