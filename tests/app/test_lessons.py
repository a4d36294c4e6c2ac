"""How to play each game: every lesson is tapped through."""

from typing import TYPE_CHECKING

import pytest

from companion.app.games.registry import GAMES
from companion.app.texts.texts import Texts
from companion.games.leistiko_blockade.rules.model import Options, Roll
from companion.games.leistiko_blockade.rules.model import Position as HalfBoard
from companion.games.leistiko_blockade.rules.setup import initial
from companion.games.leistiko_blockade.rules.touch import reach
from companion.games.leistiko_blockade.rules.turns import row_fault
from companion.games.looney_blockade.rules.model import Position
from companion.games.looney_blockade.screen.entry import HopEntry
from companion.referee.grid import Commitment
from companion.texts.language import LANGUAGES

if TYPE_CHECKING:
    from companion.app.driver import Driver
    from companion.app.lesson.lesson import LessonStep


def step_of(game: str, says: str) -> "LessonStep":
    lesson = GAMES[game].lesson()
    assert lesson
    return next(step for step in lesson.steps if step.says == says)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_tapped_through(driver: "Driver", game: str) -> None:
    driver.app.learning_screens.lesson(game)
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


@pytest.mark.parametrize(
    ("says", "roll"),
    [
        ("lesson.looney.move", {"B": 1, "G": 5}),
        ("lesson.looney.forbidden", {"B": 1, "G": 5}),
        ("lesson.looney.over", {"B": 3, "G": 4}),
    ],
)
def test_the_lesson_shows_what_the_engine_of_looney_blockade_allows(says: str, roll: dict[str, int]) -> None:
    picture = step_of("looney-blockade", says).picture
    (start,) = (place for place, tone in picture.frames.items() if tone == "mark")
    position = Position.from_json({"grid": picture.grid, "supply": [5, 5, 5], "to_move": "cool"})
    found = HopEntry({}).hint(position, Commitment("cool", {"roll": roll}), (), start)
    assert found
    shown = {cell: str(cost) for cell, cost in found.costs.items()}
    shown |= {cell: "×" for cell in found.refused if cell != start}
    assert {place: word for place, (word, _) in picture.badges.items()} == shown
    if says == "lesson.looney.forbidden":
        assert step_of("looney-blockade", "lesson.looney.why").why == found.refused["e1"][1]


def test_the_lesson_shows_what_the_engine_of_leistikos_blockade_allows() -> None:
    step = step_of("leistiko-blockade", "lesson.leistiko.step")
    found = reach(initial(), 3, 3, Roll.from_json([die.value for die in step.dice], Options()), ())
    costs = {f"first.{going.to}": str(going.cost) for going in found.goings if going.to is not None}
    assert costs and {place: word for place, (word, _) in step.picture.badges.items()} == costs
    fault = row_fault(HalfBoard((0, 3, 3, 3, 3, 2), initial().second, "first"), 1)
    assert fault and step_of("leistiko-blockade", "lesson.leistiko.why").why == fault.reason
