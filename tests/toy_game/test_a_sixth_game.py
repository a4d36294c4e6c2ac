"""A game that nobody in the house has heard of is played, judged, kept, gone on with and shown."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.games.deeds import Done, Enter, PutBack, TakeBack
from companion.app.games.opening import GameSetup, begin, new_folder, open_game, saved_games
from companion.app.games.presenter import TablePresenter
from companion.app.games.table import PlayedTable
from companion.app.records.page import write_page
from companion.app.records.records import Mover, position_text, statistics
from companion.app.texts.texts import Texts
from companion.referee.game import rejudge
from companion.referee.keeping import journal as journals
from companion.referee.session import Session
from companion.referee.tables import open_table
from tests.toy_game.tic_tac_toe.rules.model import GAME
from tests.toy_game.tic_tac_toe.screen.game import TOY

if TYPE_CHECKING:
    from companion.app.driver import Driver

Toy = PlayedTable[int]
EMPTY = "........."


def opened(folder: Path) -> Toy:
    found = open_game(folder)
    assert isinstance(found, PlayedTable)
    return found


def new(games: Path, source: str = "touch", tables: Sequence[str] = ()) -> Path:
    setup = GameSetup(game=GAME, source=source, seed=0, pace=0.0, more={"tables": list(tables)} if tables else {})
    return begin(setup, new_folder(setup, games))


def put(game: Toy, place: str) -> None:
    game.do(Enter({"to": place}))
    game.do(Done())


def test_a_game_by_touch_is_won_undone_and_gone_on_with(tmp_path: Path) -> None:
    folder = new(tmp_path)
    game = opened(folder)
    assert (game.state().phase, game.state().side) == ("move", "first")
    for place in ("b2", "a1", "c1", "a2"):
        put(game, place)
    game.do(Enter({"to": "b1"}))
    game.close()
    game = opened(folder)
    assert game.state().draft == ({"to": "b1"},) and game.state().grid["b1"] == "X"
    game.do(TakeBack())
    put(game, "b1")
    game.do(TakeBack())
    put(game, "a3")
    state = game.state()
    assert (state.phase, state.winner, state.score) == ("won", "first", 5)
    offered = [action.name for row in TablePresenter(TOY, Texts("en")).view(state).rows for action in row]
    assert "share" in offered and "analyse" not in offered  # there is no analyst
    game.close()
    again = opened(folder)
    assert again.state().winner == "first" and again.state().grid == state.grid
    assert [moment.verdict for moment in again.state().moments] == [moment.verdict for moment in state.moments]
    again.close()
    (kept,) = saved_games(tmp_path)
    assert kept.over and statistics([folder]).turns[Mover(side="first")] >= 3
    assert ">X</text>" in write_page(folder).read_text("utf-8") and '"c1":"X"' in position_text(folder)


def test_what_is_against_the_rules_is_called_so_with_its_rule(tmp_path: Path) -> None:
    game = opened(new(tmp_path))
    put(game, "b2")
    put(game, "b2")
    state = game.state()
    assert state.phase == "illegal" and state.verdict and state.verdict.rule == "TT-free"
    view = TablePresenter(TOY, Texts("de")).view(state)
    assert view.words[0] == "b2 ist besetzt." and view.headline == "Nicht erlaubt: Freie Plätze"
    game.do(PutBack())
    assert (game.state().phase, game.state().side) == ("move", "second")
    game.do(Enter({"to": "a1"}))
    game.do(Enter({"to": "a2"}))
    game.do(Done())
    judged = game.state().verdict
    assert judged and judged.rule == "TT-one"
    game.close()


def test_a_game_is_judged_from_what_is_seen(tmp_path: Path) -> None:
    tables = [EMPTY, "....X....", "....O....", "....X....", "O...X....", "O.X.X....", "O.XOX....", "O.XOX.X.."]
    folder = new(tmp_path, "practice", tables)
    game = opened(folder)
    seen = []
    for _ in tables:
        game.advance()
        verdict = game.state().verdict
        assert verdict
        seen.append((verdict.verdict, verdict.rule))
    assert seen == [
        ("setup", None),
        ("legal", None),
        ("illegal", "TT-free"),
        ("takeback", None),
        ("legal", None),
        ("legal", None),
        ("legal", None),
        ("won", None),
    ]
    state = game.state()
    assert state.winner == "first"
    game.close()
    contents = journals.read(folder / "game.journal")
    assert {record["kind"] for record in contents.records} == {"frame"}
    session = Session(open_table(GAME, {}))
    for record in contents.records:
        verdict = rejudge(session, record)
        assert verdict and verdict.to_json() == record["verdict"]
    again = opened(folder)
    assert again.state().grid == state.grid and again.state().winner == "first"
    again.close()


@pytest.mark.slow
def test_the_app_offers_and_shows_it(driver: "Driver") -> None:
    driver.app.home()
    driver.press(f"game {GAME}")
    driver.press("start")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    for number, place in enumerate(("b2", "a1", "c1", "a2", "a3")):
        driver.tap(place)
        driver.until(lambda: driver.screen.shown.draft)
        driver.press("done")
        driver.until(lambda n=number: driver.screen.shown.score > n and not driver.screen.shown.draft)  # type: ignore[misc]
    driver.until(lambda: driver.screen.shown.phase == "won")
    assert driver.screen.ids.words.text == "First player: X a3. Three!"
