"""A whole game in the address of the hall's page, in a real browser."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.games.registry import GAMES
from companion.app.records.page import shared
from companion.referee.drawing.depicted import Depicted
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.sharing.feed.boards import drawn
from companion.sharing.feed.replay_code import MOST_BYTES, fits_a_code, replay_address, replay_of
from companion.sharing.hall.page_files import page_files
from companion.sharing.hall.stamps import stamps
from companion.sharing.hall.web_server import PageServer
from tests.app.games.test_all_games import Played
from tests.sharing.hall.browser import Browser

NUMBER = re.compile(r"-?\d+(\.\d+)?")
PART = re.compile(r"<(?:rect|polygon|polyline|circle|text)[^>]*>(?:[^<]+</text>)?")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def page() -> Iterator[str]:
    with PageServer(page_files("ws://127.0.0.1:1"), 0, "127.0.0.1") as server:
        yield f"http://127.0.0.1:{server.port}/"


def played(name: str, folder: Path, turns: int = 2) -> Played:
    """So many turns of a game by touch."""
    game = Played(name, folder)
    for _ in range(turns):
        game.turn()
    game.table.close()
    return game


def parts(svg: str) -> Counter[str]:
    """What a drawing shows, whatever the order and however numbers are written."""
    return Counter(NUMBER.sub(lambda number: f"{float(number[0]):.1f}", part) for part in PART.findall(svg))


@pytest.mark.parametrize(
    "name", [name if name == "blokus3d" else pytest.param(name, marks=pytest.mark.slow) for name in GAMES]
)
def test_a_game_in_an_address_is_stepped_through(name: str, browser: Browser, page: str, tmp_path: Path) -> None:
    game = played(name, tmp_path)
    _, replay = shared(game.folder, "de")
    browser.open("about:blank")
    browser.open(replay_address(f"{page}?table=left", replay, "de"))
    browser.until(lambda: browser.run("document.querySelectorAll('.history li').length") == len(replay["steps"]))
    assert "Ada" in browser.text() and browser.problems == []
    browser.run("[...document.querySelectorAll('.step')].at(-1).click()")
    where = f"{len(replay['steps']) - 1} / {len(replay['steps']) - 1}"
    assert browser.run("document.querySelector('.steps b').textContent") == where
    browser.until(lambda: browser.run("document.querySelector('.stage img').naturalWidth") > 0)
    grid = {place: thing for _, changed in replay["steps"] for place, thing in changed.items()}
    last = list(replay["steps"][-1][1])
    looks = game.table.board.drawing.looks(game.table.session.grid)
    assert {place: thing for place, thing in looks.items() if thing or place in grid} == grid
    told = ", ".join(map(json.dumps, (stamps(), name, grid, last)))
    draw = (
        "(stamps, game, grid, last) => import('./drawing.js')"
        ".then((it) => it.drawing(stamps, game, grid, new Set(last), Object.keys(grid)))"
    )
    shown = browser.run(f"({draw})({told})")
    assert parts(shown) == parts(drawn(game.table.board, Depicted(game.table.session.grid, frozenset(last))))
    browser.run("document.querySelector('.take').open = true")
    browser.until(lambda: browser.run("document.querySelector('.code').naturalWidth") > 0)


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["", "A", "eJyrVkrLz1eyUkpKLFKqBQAdegQ0", "~"])
def test_an_address_with_no_game_in_it_says_so(broken: str, browser: Browser, page: str) -> None:
    browser.open("about:blank")
    browser.open(f"{page}?lang=en#replay={broken}")
    browser.until_said("This address holds no game")


@pytest.mark.slow
def test_what_is_too_long_for_a_code_is_no_code(browser: Browser, page: str, tmp_path: Path) -> None:
    _, replay = shared(played("looney-blockade", tmp_path, 1).folder, "en")
    assert fits_a_code(replay_address(page, replay, "en"))
    words = "".join(chr(0x4E00 + 7919 * n % 20000) for n in range(2 * MOST_BYTES))
    long = replay_address(page, {**replay, "steps": [*replay["steps"], [words, {}]]}, "en")
    assert not fits_a_code(long)
    browser.open("about:blank")
    browser.open(long)
    browser.until_said("too long for a code")


def test_a_replay_says_the_same_in_both_languages_but_for_the_words(tmp_path: Path) -> None:
    contents = journals.read(played("looney-blockade", tmp_path).folder / JOURNAL_NAME)
    one, other = (replay_of(contents, code)["steps"] for code in ("en", "de"))
    assert [changed for _, changed in one] == [changed for _, changed in other]
    assert one[0] != other[0] and len(one) == 3
