"""Past games as cards: named, found again, shown to others, done away with."""

import csv
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from companion.app.games.opening import GameSetup, SavedGame, open_game, saved_games
from companion.app.records.naming import delete, name_of, rename
from companion.app.records.presenter import card_players, card_state, card_title, shown_games, statistics_lines
from companion.app.records.records import Statistics
from companion.app.texts.texts import Texts
from companion.app.widgets.qr_code import QrCode
from companion.cli import main
from tests.games.looney_blockade.screen.games import new_game

if TYPE_CHECKING:
    from companion.app.driver import Driver

NOW = datetime(2026, 11, 26, 20, 0)


def kept(**more: object) -> SavedGame:
    players = {"cool": "Ada", "warm": "Computer"}
    made = SavedGame(
        Path("g"), "looney-blockade", players, "2026-11-26T16:09:12", "touch", 9, over=True, winners=("cool",)
    )
    return SavedGame(**{**vars(made), **more})


def test_a_card_tells_who_won_and_when() -> None:
    assert card_players(Texts("en"), kept()) == (("Ada: won", True), ("Computer", False))
    assert card_state(Texts("en"), kept(), NOW) == "today 16:09"
    assert card_state(Texts("de"), kept(begun="2026-11-25T09:00:00", over=False, winners=()), NOW) == (
        "gestern 09:00, nicht beendet"
    )
    assert card_state(Texts("en"), kept(winners=()), NOW) == "today 16:09, A draw"
    unnamed = kept(players={"warm": "Computer"})
    assert card_players(Texts("de"), unnamed) == (("Kühl: gewonnen", True), ("Computer", False))


def test_a_game_is_named_and_done_away_with(tmp_path: Path) -> None:
    folder = new_game(GameSetup(game="looney-blockade", source="touch"), tmp_path)
    open_game(folder).close()
    rename(folder, "  The final\n")
    (found,) = saved_games(tmp_path)
    assert found.name == name_of(folder) == "The final" == card_title(Texts("en"), found)
    assert found.grid["c3"] == "C3"
    rename(folder, "")
    assert saved_games(tmp_path)[0].name == ""
    delete(folder)
    assert saved_games(tmp_path) == [] and not folder.exists()


def test_all_games_are_a_table_for_a_spreadsheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name is no formula, and a folder without games is told."""
    assert main(["export", str(tmp_path), "--csv"]) == 1
    said = capsys.readouterr()
    assert not said.out and "no games of the app" in said.err
    folder = new_game(GameSetup(game="looney-blockade", source="touch", players={"cool": "Ada"}), tmp_path / "games")
    open_game(folder).close()
    rename(folder, "=1+1")
    path = tmp_path / "games.csv"
    assert main(["export", str(tmp_path), "--csv", "--out", str(path)]) == 0
    (row,) = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    assert row["game"] == "looney-blockade" and row["name"] == "'=1+1" and row["players"] == "cool: Ada"
    assert (row["over"], row["turns"], row["broken"]) == ("false", "0", "")


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_table_of_games_is_made_of_a_folder_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "file").touch()
    assert main(["export", str(tmp_path / name), "--csv"]) == 1
    said = capsys.readouterr()
    assert said.out == "" and f"{name} is no folder" in said.err


def test_games_are_filtered() -> None:
    both = [kept(), kept(game="blokus3d")]
    assert shown_games(both, "") == both and shown_games(both, "blokus3d") == both[1:]


def test_cards_share_rename_and_delete(driver: "Driver") -> None:
    driver.begin("looney-blockade", players={"cool": "Ada"})
    driver.begin("blokus3d")
    driver.app.open_records()
    driver.until(lambda: len(driver.screen.ids.rows.children) == 2)
    last = next(each for each in saved_games(driver.app.games) if each.game == "blokus3d").folder.name
    driver.press("only looney-blockade")
    driver.until(lambda: len(driver.screen.ids.rows.children) == 1)
    driver.press("only ")
    driver.until(lambda: driver.has(f"share {last}"))
    driver.press(f"share {last}")
    driver.until(lambda: any(text.startswith("http://") for text in driver.texts()))
    address = next(text for text in driver.texts() if text.startswith("http://"))
    with urlopen(f"http://127.0.0.1:{address.rstrip('/').rpartition(':')[2]}/", timeout=120) as answer:
        assert "<svg" in answer.read().decode()
    driver.press("close")
    driver.app.change(broker="mqtt://hall.example")
    driver.press(f"share {last}")
    driver.until(lambda: driver.has("other code"))
    driver.press("other code")
    (code,) = (each.text for each in driver.widgets() if isinstance(each, QrCode))
    assert code.startswith("http://hall.example:8080/?lang=en#replay=")
    driver.press("close")
    driver.press(f"more {last}")
    driver.press(f"delete {last}")
    driver.press("really delete")
    driver.until(lambda: len(driver.screen.ids.rows.children) == 1)
    assert [each.game for each in saved_games(driver.app.games)] == ["looney-blockade"]


@pytest.mark.slow
def test_who_has_no_games_yet_is_told_what_will_be_here_and_led_to_one(driver: "Driver") -> None:
    driver.app.open_records()
    driver.until(lambda: driver.has("choose"))
    assert "No games yet" in driver.texts()
    assert "Statistics" not in driver.texts()
    driver.press("choose")
    assert driver.has("start")


def test_a_game_without_anything_to_count_has_the_page_for_itself(driver: "Driver") -> None:
    """A third of it was a card which said that there was nothing to count."""
    driver.begin("blokus3d", more={"structure": "tower", "count": 2})
    driver.app.open_records()
    driver.until(lambda: driver.screen.ids.rows.children)
    driver.frames(3)
    assert "Statistics" not in driver.texts()
    assert driver.screen.ids.rows.width > 0.9 * driver.screen.width


def test_large_words_of_a_card_stand_above_its_buttons(driver: "Driver") -> None:
    """The game's name was smaller than those of the players, who went over two lines."""
    driver.begin("looney-blockade", players={"cool": "Ada", "warm": "Ben"})
    driver.app.change(text_scale=2.0)
    driver.app.open_records()
    driver.until(lambda: driver.screen.ids.rows.children)
    driver.frames(4)
    (card,) = driver.screen.ids.rows.children
    assert card.ids.actions.top <= card.ids.words.y
    assert card.ids.title.font_size == max(name.font_size for name in card.ids.players.children)
    driver.app.change(text_scale=1.0)


def test_a_handful_of_rolls_is_no_statistics() -> None:
    """``Dice rolled: 2.`` stood there alone."""
    t = Texts("en")
    assert statistics_lines(t, Statistics(dice=Counter({3: 2}))) == []
    assert t("stats.rolled", n=40) in statistics_lines(t, Statistics(dice=Counter({3: 40})))
