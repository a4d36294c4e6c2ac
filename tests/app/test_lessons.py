"""How to play each game: every lesson is tapped through."""

from typing import TYPE_CHECKING

import pytest

from companion.app.games.registry import GAMES
from companion.app.texts.texts import Texts
from companion.texts.language import LANGUAGES

if TYPE_CHECKING:
    from companion.app.driver import Driver


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_tapped_through(driver: "Driver", game: str) -> None:
    driver.app.open_lesson(game)
    driver.frames()
    screen, lesson = driver.screen, GAMES[game].lesson()
    assert lesson and len(lesson.steps) >= 10
    for language in LANGUAGES:
        assert all(Texts(language).has(step.says) for step in lesson.steps)
    for number, step in enumerate(lesson.steps):
        assert screen.at == number
        if step.tap:
            wrong = next(each.tap for each in lesson.steps if each.tap not in ("", step.tap))
            screen.tap(wrong)
            assert screen.at == number and "framed place" in screen.ids.words.text
            driver.tap(step.tap)
        else:
            driver.press("next")
    assert driver.has("start")


def test_a_lesson_can_be_left_and_gone_back_in(driver: "Driver") -> None:
    driver.press("game pyramid-ball")
    driver.press("teach")
    driver.press("next")
    driver.press("back")
    assert driver.screen.at == 0 and driver.find("back").disabled
    driver.press("leave")
    assert driver.find("start")


def test_the_key_escape_leaves_a_screen(driver: "Driver") -> None:
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    driver.press("teach")
    assert not driver.has("start")
    assert Window.dispatch("on_keyboard", 27, 0, "", [])
    assert driver.find("start")
