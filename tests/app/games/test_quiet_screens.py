"""A game's screen has one thing to do, and says how a game ended as the players at this table see it."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.games.buttons import one_main
from companion.app.games.presenter import TablePresenter
from companion.app.texts.texts import Texts
from companion.app.views import Action
from companion.games.looney_blockade.screen.presenter import LOONEY
from tests.games.looney_blockade.screen.games import table


def filled(*rows: tuple[Action, ...]) -> list[str]:
    return [action.name for row in one_main(rows) for action in row if action.tone in ("accent", "good")]


def test_one_button_is_filled_the_last_that_can_be_pressed() -> None:
    leap, follow = Action("leap", "", "good"), Action("follow", "", "good")
    done = Action("done", "", "accent")
    assert filled((leap,), (follow, done)) == ["done"]
    assert filled((leap,), (follow, replace(done, enabled=False))) == ["follow"]


def test_to_go_on_is_the_main_thing_only_where_nothing_else_is() -> None:
    seen, onward = Action("seen", "", "accent"), Action("go_on", "", "accent")
    assert filled((seen, onward)) == ["seen"] and filled((onward,)) == ["go_on"]


@pytest.mark.parametrize(("computers", "tone"), [((), "good"), (("warm",), "plain"), (("cool",), "good")])
def test_a_game_lost_against_the_computer_ends_without_green(
    computers: tuple[str, ...], tone: str, tmp_path: Path
) -> None:
    game, _ = table(tmp_path)
    over = replace(game.state(), phase="won", winner="warm", computers=computers)
    view = TablePresenter(LOONEY, Texts("en"), {"warm": "Ben"}).view(over)
    assert (view.title, view.headline, view.tone) == ("Game over", "Ben wins!", tone)
    game.close()
