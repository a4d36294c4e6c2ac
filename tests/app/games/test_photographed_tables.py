"""Tables on which the referee once went wrong, read by the real eyes."""

from pathlib import Path

import pytest

from companion.app.devices.camera import CameraHelp, Spots
from companion.app.games.setting_up import SetupWatch
from companion.referee.game import Game
from companion.referee.keeping.recording import Event, read_picture
from companion.referee.table import Hints
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict
from vision.image import Image

TABLES = Path(__file__).parents[2] / "data" / "tables"
SIDES = ("first", "second")
USUAL, LATER = ((2, 3, 3, 3, 3, 2),) * 2, ((0, 4, 4, 3, 3, 2), (2, 4, 3, 3, 3, 1))


def rows(*told: tuple[int, ...]) -> dict[str, str]:
    return {
        f"{side}.{row}": str(n or "") for side, each in zip(SIDES, told, strict=True) for row, n in enumerate(each, 1)
    }


def judged(picture: str) -> Verdict:
    """The first player has chosen row 5 and rolled 3, with sixteen checkers, one of them a coin."""
    table = open_table("leistiko-blockade", {})
    game = Game(table, lambda image: table.open_tracker(image, Hints()))
    game.enter(Event(0, 0.0, "frame", None), rows(*USUAL))
    game.commit(Event(1, 1.0, "row", 1))
    game.commit(Event(2, 1.0, "roll", [1]))
    game.correct(Event(3, 2.0, "correct", {"cells": rows(*LATER)}))
    game.commit(Event(4, 3.0, "row", 6))
    game.commit(Event(5, 3.0, "roll", [1]))
    game.correct(Event(6, 4.0, "correct", {"pass": True}))
    game.commit(Event(7, 5.0, "row", 5))
    game.commit(Event(8, 5.0, "roll", [3]))
    verdict, _ = game.frame(Event(9, 6.0, "frame", picture), read_picture(TABLES / picture))
    assert verdict.side == "first"
    return verdict


@pytest.mark.slow
def test_a_coin_that_counted_as_a_checker_leaves_the_board_in_nobodys_turn() -> None:
    verdict = judged("coin_turn.jpg")
    assert verdict.verdict in ("legal", "unsure")
    if verdict.verdict == "legal":
        assert [verdict.grid[f"first.{row}"] for row in range(1, 7)] == ["", "4", "5", "3", "2", "2"]
    else:
        assert any(offer.grid["first.3"] == "5" for offer in verdict.readings)


@pytest.mark.slow
def test_nobody_is_told_of_a_leap_that_was_not_made() -> None:
    verdict = judged("coin_against_the_rules.jpg")
    assert verdict.verdict in ("illegal", "unsure")
    if verdict.verdict == "illegal":
        assert verdict.rule == "LB-row" and set(verdict.cells) <= {"first.2", "first.3", "first.5"}


class Source:
    """As much of a camera as a set-up needs."""

    def __init__(self) -> None:
        self.help = CameraHelp()
        self.mark = lambda image: image

    @property
    def corners(self) -> Spots | None:
        return self.help.corners

    def set_corners(self, corners: Spots | None) -> None:
        self.help = CameraHelp(corners=tuple(corners) if corners else None)

    def turn_board(self, corners: Spots) -> None:
        self.set_corners((*corners[2:], *corners[:2]))


@pytest.mark.slow
def test_who_has_the_ball_is_told_rightly_from_the_far_side_or_asked() -> None:
    """Black is the first player and has the ball; a1 is at the upper left."""
    table, source = open_table("pyramid-ball", {"mode": "basic"}), Source()

    def open_tracker(image: Image) -> object:
        return source.help.open_tracker(image, table)

    setup = SetupWatch(Game(table, open_tracker), source)  # type: ignore[arg-type]
    seen = setup.look(read_picture(TABLES / "ball_from_the_far_side.jpg").image)
    assert seen.asked or seen.right
    if seen.asked:
        setup.settle(other=not seen.wanted["d4"].startswith("K2"))
    # White and clear are alike in this picture: whose the ball is they do not change.
    wanted = setup.seen.wanted
    assert (wanted["f3"], wanted["d4"][:2], wanted["b3"]) == ("K1", "K2", "K3") and len(wanted["d4"]) == 4
