"""The rules of every game can be read in the app, with pictures, and verdicts open them at their rule."""

from typing import TYPE_CHECKING

import pytest

from companion.app.games import opening
from companion.app.games.deeds import Done, Enter, RollDice
from companion.app.games.opening import GameSetup
from companion.app.games.registry import GAMES
from companion.app.games.table import do
from companion.app.texts.texts import Texts
from companion.games.registry import ENGINES
from companion.texts.language import LANGUAGES, book_text

if TYPE_CHECKING:
    from pathlib import Path

    from companion.app.driver import Driver


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_in_the_book_once(display: None, game: str) -> None:
    book = GAMES[game].book()
    assert book
    told = [rule for chapter in book.chapters for rule in chapter.rules]
    assert sorted(told) == sorted(ENGINES[game].rulebook.ids)
    assert all(chapter.picture and chapter.says for chapter in book.chapters)
    assert book.chapters[book.at(told[-1])].rules[-1] == told[-1] and book.at(None) == 0


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_is_shown_in_every_language(driver: "Driver", game: str, code: str) -> None:
    driver.app.change(language=code)
    book = GAMES[game].book()
    assert book
    driver.app.learning_screens.rules(game, book.chapters[-1].rules[-1])
    assert driver.screen.view.chapter == len(book.chapters) - 1
    for number, chapter in enumerate(book.chapters):
        driver.screen.view.look_at(number)
        driver.frames(1)
        read = " ".join(driver.texts())
        assert all(Texts(code).rule(game, rule).title in read for rule in chapter.rules)
    driver.press("close")
    assert driver.has("start")


def test_the_book_answers_a_question_in_words(driver: "Driver", pictures: "Path") -> None:
    from tests.app.seen import shown  # noqa: PLC0415 - opens the window

    driver.app.change(language="en")
    driver.app.learning_screens.rules("looney-blockade", None)
    view = driver.screen.view
    view.answer("hey, can you jump over that big stack of mine?")
    driver.frames()
    assert driver.has("answer BK-pass") and Texts("en").rule("looney-blockade", "BK-pass").title in driver.texts()
    shown(driver, pictures / "rules-asked.png")
    driver.press("answer BK-pass")
    book = GAMES["looney-blockade"].book()
    assert book and view.chapter == book.at("BK-pass")
    view.answer("xyzzy")
    driver.frames()
    assert not driver.has("answer BK-pass") and "other words" in " ".join(driver.texts())
    driver.press("close")


def test_a_verdict_opens_the_book_at_its_rule(driver: "Driver") -> None:
    driver.begin("looney-blockade")
    driver.send(do(RollDice({"B": 1, "G": 5})))
    driver.until(lambda: driver.screen.shown.phase == "move")
    driver.send(do(Enter({"from": "d4", "to": "e1"})))
    driver.send(do(Done()))
    driver.until(lambda: driver.screen.shown.phase == "illegal")
    rule, book = driver.screen.shown.verdict.rule, GAMES["looney-blockade"].book()
    assert book and rule
    driver.press("rule")
    chapter = book.at(rule)
    assert f"{chapter + 1}. {Texts('en')(book.chapters[chapter].title)}" in driver.texts()
    assert Texts("en").rule("looney-blockade", rule).title in driver.texts()
    driver.press("close")
    assert driver.has("accept")


def test_the_rules_are_at_hand_before_there_is_a_game(driver: "Driver") -> None:
    setup = GameSetup(game="blokus3d", source="touch")
    folder = opening.new_folder(setup, driver.app.games)
    opening.begin(setup, folder)
    for show in (driver.app.open_welcome, driver.app.guided_screens.guide):
        show()
        driver.frames()
        before = driver.screen
        driver.press("rules")
        driver.press("book leistiko-blockade")
        assert driver.has("chapter after") and driver.screen is before
        driver.press("close")
        assert not driver.has("chapter after")
    driver.app.open_records()
    driver.until(lambda: driver.screen.ids.rows.children)
    driver.press(f"more {folder.name}")
    driver.press(f"rules {folder.name}")
    assert driver.has("chapter after")
    driver.press("close")


def test_the_book_is_printed_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli import main  # noqa: PLC0415

    assert main(["rules", "looney-blockade", "BK-06", "--language", "de"]) == 0
    assert "Schwarze Pyramiden bleiben stehen" in capsys.readouterr().out
    assert book_text(ENGINES["blokus3d"].rulebook, code="de").startswith("Blokus 3D (Rumis) von Stefan Kögl")
