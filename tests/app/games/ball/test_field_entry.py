"""Programs tapped on the field, and turns that play by themselves at a speed of one's choice."""

from pathlib import Path

from companion.app.games.ball.following import SPEEDS
from companion.app.games.ball.presenter import BallPresenter
from companion.app.games.ball.table import BallByTouch
from companion.app.games.opening import GameSetup, open_game
from companion.app.texts.texts import Texts
from tests.app.games.looney.games import new_game


def entering(folder: Path) -> tuple[BallByTouch, BallPresenter]:
    """The first player is about to enter a program: small f3, medium d4, large b3."""
    table = open_game(new_game(GameSetup(game="pyramid-ball", source="touch"), folder))
    assert isinstance(table, BallByTouch)
    presenter = BallPresenter(Texts("en"))
    presenter.view(table.state())
    table.enter()
    presenter.act(table.state(), "uncover")
    presenter.view(table.state())
    return table, presenter


def tap(table: BallByTouch, presenter: BallPresenter, *spots: str) -> None:
    for spot in spots:
        intent = presenter.tap(table.state(), spot)
        assert intent is not None, spot
        intent.do(table)


def test_squares_tapped_are_the_way_of_the_pyramid(tmp_path: Path) -> None:
    table, presenter = entering(tmp_path)
    tap(table, presenter, "f4", "e4", "e3")
    assert table.turn["programs"]["first"]["S"] == "FLB" and table.turn["pyramid"] == "M"
    tap(table, presenter, "b3", "b4")
    assert table.turn["programs"]["first"]["L"] == "F"
    assert [arrow[:2] for arrow in presenter.view(table.state()).board.arrows] == [
        ("f3", "f4"),
        ("f4", "e4"),
        ("e4", "e3"),
        ("b3", "b4"),
    ]


def test_a_square_that_no_command_leads_to_does_nothing(tmp_path: Path) -> None:
    table, presenter = entering(tmp_path)
    assert presenter.tap(table.state(), "a8") is None
    tap(table, presenter, "d4")
    assert table.turn["pyramid"] == "M"


def test_a_turn_plays_by_itself_at_a_chosen_speed(tmp_path: Path) -> None:
    table, presenter = entering(tmp_path)
    table.command("F")
    table.done()
    table.done()
    view = presenter.view(table.state())
    turn = presenter.following
    assert turn is not None and view.rows[0][0].label == "Speed: usual"
    assert turn.running == (len(turn.steps) > 1)
    seconds = [turn.seconds]
    for _ in range(len(SPEEDS)):
        presenter.act(table.state(), "speed")
        seconds.append(turn.seconds)
    assert seconds[0] == seconds[-1] and sorted(seconds[1:]) == sorted(SPEEDS.values())
    presenter.act(table.state(), "speed")
    presenter.act(table.state(), "skip")
    assert presenter.speed == "fast" and presenter.following is None
