"""Programs tapped on the field, and turns that play by themselves at a speed of one's choice."""

from pathlib import Path

from companion.app.games.deeds import Done
from companion.app.games.presenter import TablePresenter
from companion.app.texts.texts import Texts
from companion.games.pyramid_ball.screen.deeds import EndTimer
from companion.games.pyramid_ball.screen.following import SPEEDS
from companion.games.pyramid_ball.screen.presenter import BALL
from tests.games.pyramid_ball.screen.by_touch import ByTouch
from tests.games.pyramid_ball.screen.test_presenter import press


def entering(folder: Path) -> tuple[ByTouch, TablePresenter]:
    """The first player is about to enter a program: small f3, medium d4, large b3."""
    game, presenter = ByTouch(folder), TablePresenter(BALL, Texts("en"))
    presenter.view(game.table.state())
    game.table.do(EndTimer())
    press(presenter, game.table.state(), "uncover")
    return game, presenter


def tap(game: ByTouch, presenter: TablePresenter, *spots: str) -> None:
    for spot in spots:
        intent = presenter.tap(game.table.state(), spot)
        assert intent is not None, spot
        intent.do(game.table)


def test_squares_tapped_are_the_way_of_the_pyramid(tmp_path: Path) -> None:
    game, presenter = entering(tmp_path)
    tap(game, presenter, "f4", "e4", "e3")
    sheet = game.table.state().own.entry.sheet
    assert sheet.words["S"] == "FLB" and sheet.pyramid == "M"
    tap(game, presenter, "b3", "b4")
    assert game.table.state().own.entry.sheet.words["L"] == "F"
    assert [arrow[:2] for arrow in presenter.view(game.table.state()).board.arrows] == [
        ("f3", "f4"),
        ("f4", "e4"),
        ("e4", "e3"),
        ("b3", "b4"),
    ]


def test_a_square_that_no_command_leads_to_does_nothing(tmp_path: Path) -> None:
    game, presenter = entering(tmp_path)
    assert presenter.tap(game.table.state(), "a8") is None
    tap(game, presenter, "d4")
    assert game.table.state().own.entry.sheet.pyramid == "M"


def test_a_turn_plays_by_itself_at_a_chosen_speed(tmp_path: Path) -> None:
    game, presenter = entering(tmp_path)
    game.tap("F")
    game.table.do(Done())
    game.table.do(Done())
    view = presenter.view(game.table.state())
    turn = presenter.here.own.follower.turn
    assert turn is not None and view.rows[0][0].label == "Speed: usual"
    assert turn.at == 1 and turn.running == (len(turn.steps) > 1)
    seconds = [turn.seconds]
    for _ in range(len(SPEEDS)):
        press(presenter, game.table.state(), "speed")
        seconds.append(turn.seconds)
    assert seconds[0] == seconds[-1] and sorted(seconds[1:]) == sorted(SPEEDS.values())
    press(presenter, game.table.state(), "speed")
    press(presenter, game.table.state(), "skip")
    assert presenter.here.own.follower.speed == "fast" and presenter.here.own.follower.turn is None


def test_an_empty_program_is_asked_about_once(tmp_path: Path) -> None:
    game, presenter = entering(tmp_path)
    done = presenter.view(game.table.state()).actions[-1]
    assert (done.name, done.tone, done.intent) == ("done", "plain", None)
    assert done.here
    done.here()
    asked = presenter.view(game.table.state())
    assert asked.words[0] == Texts("en")("ball.enter.empty")
    assert asked.actions[-1].tone == "accent" and asked.actions[-1].intent
    tap(game, presenter, "f4")
    entered = presenter.view(game.table.state())
    assert entered.words[0] == Texts("en")("ball.enter.says") and entered.actions[-1].tone == "accent"
