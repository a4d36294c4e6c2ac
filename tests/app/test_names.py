"""Names that people type: whatever is in them, they are names and nothing else."""

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.games.deeds import Done, Enter, PassTurn, RollDice
from companion.app.games.opening import GameSetup, open_game, saved_games
from companion.app.games.registry import GAMES
from companion.app.games.table import PlayedTable
from companion.app.records.page import write_page
from companion.app.records.presenter import card_players
from companion.app.records.records import write_json
from companion.app.start.presenter import StartPresenter
from companion.app.texts.texts import Texts
from companion.games.pyramid_ball.screen.deeds import EndTimer
from companion.referee.report.head import POLICY
from companion.texts.language import LANGUAGES
from companion.texts.names import MOST_CHARACTERS, tidy_name, tidy_names
from lab.fuzzing.names import PIECES, SIDES, game_page, read_page
from tests.games.looney_blockade.screen.games import new_game
from tests.often import often

if TYPE_CHECKING:
    from companion.app.driver import Driver

NAMES = st.one_of(
    st.text(max_size=200), st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join), st.just("<b>Ada</b>")
)
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@given(name=NAMES)
def test_a_name_is_one_short_line_of_what_can_be_seen(name: str) -> None:
    tidied = tidy_name(name)
    assert len(tidied) <= MOST_CHARACTERS and tidied == tidied.strip()
    assert not [sign for sign in tidied if unicodedata.category(sign) in UNSEEN and sign not in "\u200c\u200d"]
    assert tidy_name(tidied) == tidied
    tidied.encode()


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Ada", "José", "Ольга", "李小龍", "دانیال", "\U0001f469\u200d\U0001f680", "O'Neil & <Co>"):
        assert tidy_name(name) == name
    assert tidy_name("\u202eadA\x00\n\tB") == "adA B"
    assert (
        tidy_name(7) == "" and tidy_names([1]) == {} and tidy_names({"cool": 3, 4: "Ada", "warm": "B"}) == {"warm": "B"}
    )


@settings(max_examples=often(20))
@given(cool=NAMES, warm=NAMES, said=NAMES, code=st.sampled_from(sorted(LANGUAGES)))
def test_no_markup_comes_of_names_or_words_in_a_report(cool: str, warm: str, said: str, code: str) -> None:
    """A parser of HTML finds the same elements and attributes, whatever they are called."""
    plain = read_page(game_page(code, dict.fromkeys(SIDES, "A"), "B"))
    page = read_page(game_page(code, {"cool": cool, "warm": warm}, said or "B").encode(errors="replace").decode())
    assert page.elements == plain.elements


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\"'><img src=x onerror=a()>", "\ud800</title>", "x" * 10_000]
)
def test_no_markup_comes_of_names_in_the_page_of_a_kept_game(tmp_path: Path, game: str, name: str) -> None:
    def page(player: str) -> str:
        folder = new_game(
            GameSetup(game=game, source="touch", players=dict.fromkeys(GAMES[game].sides, player)), tmp_path / "games"
        )
        table = open_game(folder)
        if game == "looney-blockade":
            assert isinstance(table, PlayedTable)
            table.do(RollDice({"B": 4, "G": 5}))
            table.do(PassTurn())
        elif game == "pyramid-ball":
            assert isinstance(table, PlayedTable)
            table.do(EndTimer())
            table.do(Enter({"command": "F"}))
            table.do(Done())
            table.do(Done())
        table.close()
        write_json(folder)
        return write_page(folder).read_text("utf-8")

    html = page(name)
    read = read_page(html)
    assert read.elements == read_page(page("Ada")).elements
    assert tidy_name(name) in read.text and POLICY in html
    for kept in saved_games(tmp_path / "games")[-1:]:
        assert tidy_name(name) in [shown for shown, _ in card_players(Texts("en"), kept)]


def test_names_are_tidied_before_a_game_begins() -> None:
    start = StartPresenter(Texts("en"))
    start.players |= {"cool": "\x1b[31mAda\n", "warm": " \u202e "}
    assert start.setup().players == {"cool": "[31mAda"}


@pytest.mark.slow
def test_no_label_takes_names_for_markup(driver: "Driver") -> None:
    from kivy.uix.label import Label  # noqa: PLC0415

    name = "[b]Ada[/b] [ref=x]{0}"
    driver.press("source touch")
    line = driver.find("player cool")
    line.insert_text("[b]Ada[/b]\x00\n[ref=x]" + "y" * 10_000)
    assert len(line.text) <= 500 and "\x00" not in line.text and "\n" not in line.text
    line.text = name
    driver.press("start")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    assert driver.screen.ids.title.text == f"{name}'s turn"
    driver.press("menu")
    driver.press("records")
    driver.until(lambda: any(name in text for text in driver.texts()))
    assert [widget for widget in driver.widgets() if isinstance(widget, Label) and widget.markup] == []


@pytest.mark.slow
def test_names_of_any_length_are_shown(driver: "Driver") -> None:
    driver.begin("looney-blockade", players={"cool": "x" * 10_000, "warm": "\ud800\u202e" * 50})
    assert driver.screen.ids.title.text.startswith("xxx") and len(driver.screen.ids.title.text) < 60
    driver.press("roll")
    driver.until(lambda: driver.screen.shown.phase == "move")
    driver.press("pass")
    driver.until(lambda: driver.screen.shown.phase == "roll")
    assert driver.screen.ids.title.text == "Warm's turn"
