"""The camera's picture as the board: where a tap goes, what is drawn into it, before and after."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.app.games.deeds import RollDice
from companion.app.games.opening import GameSetup
from companion.app.games.registry import GAMES
from companion.app.games.shown_pictures import photographed
from companion.app.games.table import do
from companion.app.theme import theme
from companion.app.views import BoardPicture, Photographed, ShownPicture, Slide
from companion.games.looney_blockade.rules.setup import initial
from companion.games.reason import because
from companion.referee.table import Hints
from companion.referee.tables import open_table
from tests.app.games.test_under_a_stream import drawn
from tests.app.picture_stream import streaming
from vision.tracking.contract import OutliningTracker

if TYPE_CHECKING:
    from companion.app.driver import Driver

NEAR = ((0.2, 0.9), (0.4, 0.9), (0.4, 0.5), (0.2, 0.5))
FAR = ((0.2, 0.6), (0.4, 0.6), (0.4, 0.2), (0.2, 0.2))


def test_a_tap_where_two_places_are_seen_is_one_on_the_nearer() -> None:
    shown = Photographed({}, {"a1": NEAR, "a2": FAR})
    assert [shown.place_at(0.3, y) for y in (0.8, 0.55, 0.4, 0.1)] == ["a1", "a1", "a2", None]
    assert shown.place_at(0.5, 0.8) is None


def test_the_board_is_shown_large_and_whole(display: None) -> None:
    from companion.app.widgets.photo_board import shown_part  # noqa: PLC0415 - opens the window

    part = shown_part([(0.4, 0.4), (0.6, 0.6)], (1000, 800), 1.0)
    assert part.x <= 400 - 24 and part.x + part.width >= 600 + 24 and part.width < 300
    assert part.width == pytest.approx(part.height)
    whole = shown_part([(0.0, 0.0), (1.0, 1.0)], (1000, 800), 1.0)
    assert (whole.x, whole.y, whole.width, whole.height) == (0, 0, 1000, 800)


def test_a_turn_is_followed_in_the_photo_and_at_once_where_nothing_is_to_move(driver: "Driver") -> None:
    from companion.app.widgets.photo_board import PhotoBoard  # noqa: PLC0415 - opens the window

    outlines = {
        f"{file}{rank}": ((x, y), (x + 0.1, y), (x + 0.1, y + 0.1), (x, y + 0.1))
        for x, file in ((n / 10, "abcdefg"[n]) for n in range(7))
        for y, rank in ((n / 10, 8 - n) for n in range(8))
    }
    board = PhotoBoard(GAMES["pyramid-ball"].drawing, ("before", "now"), size=(400, 400))
    board.photographed = Photographed({"a1": "R2", "g8": "B2"}, outlines)
    board.show_photo(ShownPicture(100, 80, bytes(100 * 80 * 3), 1), None)
    for motion in (True, False):
        theme.motion = motion
        slide = Slide("a1", f"a{3 + motion}", "R2")
        board.picture = BoardPicture({slide.end: "R2", "g8": "B2"}, slides=(slide,))
        assert (board.sliding.along < 1) is motion
        driver.frames(3)
        assert board.spot_at(*board.centre_of("c3")) == "c3"
    theme.motion = True


def test_a_breach_is_told_with_what_was_seen_where_and_how_surely(driver: "Driver") -> None:
    """Both players can look at it again: the picture shows it, the rule is behind a button."""
    driver.begin("looney-blockade")
    screen = driver.screen
    breach = replace(
        screen.shown.verdict,
        verdict="illegal",
        frame="7",
        reason=because("looney.start.own", "BK-own", piece="G1", cell="c2", side="warm", colours=("R", "Y")),
        cells=("c3",),
        seen={**screen.shown.believed, "c3": "C3G1"},
        confidence=0.93,
    )
    state = replace(screen.shown, phase="illegal", verdict=breach, source="camera")
    view = screen.presenter.view(state)
    assert any("c3" in told and "small green" in told and "93%" in told for told in view.words), view.words
    assert view.rule == "BK-own" and {"rule", "accept"} <= {action.name for action in view.actions}
    by_touch = screen.presenter.view(replace(state, source="touch"))
    assert not any("93%" in told for told in by_touch.words)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_tap_on_what_lies_there_is_one_on_its_place(game: str) -> None:
    ui = GAMES[game]
    table = open_table(game, ui.options({}, {}))
    shot = table.simulated_camera().next(1.0)
    assert shot
    tracker = table.open_tracker(shot.image, Hints())
    assert isinstance(tracker, OutliningTracker)
    tracker.look(shot.image)
    shown = photographed(shot.image, tracker, dict.fromkeys(table.places, ""))
    assert set(shown.outlines) == set(table.places)
    for place, outline in shown.outlines.items():
        assert shown.place_at(*np.mean(outline, axis=0)) == place
    built = photographed(shot.image, tracker, ui.entry(ui.options({}, {})).start())
    lowest = [max(y for _, y in outline) for outline in built.outlines.values()]
    assert lowest == sorted(lowest, reverse=True)


@pytest.mark.slow
def test_one_plays_on_the_photo_and_sees_the_table_before(driver: "Driver") -> None:
    right = dict(initial().grid)
    wrong = {**right, "b1": right["b1"][:2], "e5": right["e5"] + right["b1"][2:]}
    with streaming(drawn(right)) as stream:
        driver.app.start_game(GameSetup(source="camera", camera=stream.address))
        driver.until(lambda: driver.screen.shown and driver.screen.shown.camera.setup.right)
        driver.press("begin")
        driver.until(lambda: driver.screen.shown.phase == "roll")
        driver.send(do(RollDice({"B": 5, "G": 5})))
        driver.until(lambda: driver.screen.shown.phase == "move")
        screen, photo = driver.screen, driver.screen.photo_board
        assert screen.ids.board_box.children == [screen.board]
        driver.press("photo")
        assert screen.ids.board_box.children == [photo] and driver.app.settings.photo
        driver.touch(*photo.centre_of("b1"))
        driver.until(lambda: screen.shown.hint)
        assert ("b1", "c1", "good") in photo.picture.arrows and photo.picture.frames["b1"] == "mark"
        stream.image = drawn(wrong)
        driver.until(lambda: screen.shown.phase == "illegal")
        assert screen.shown.before and photo.picture.frames["e5"] == "bad" and photo.wiped == 0.0
        driver.drag(photo.x + 5, photo.center_y, photo.center_x)
        assert 0.4 < photo.wiped < 0.6
        driver.press("photo")
        assert screen.ids.board_box.children == [screen.board] and not driver.app.settings.photo
