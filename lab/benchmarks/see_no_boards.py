"""Shows pictures without any board to the readers of all games, and to the referee as their set-ups.

    python -m lab.training.data_sets.sets make_no_boards --seed 1 --count 200 --root FOLDER
    python -m lab.benchmarks.see_no_boards FOLDER... [--game pyramid-ball] [--part 1/4] [--verbose]

A board that a still reader finds is invented. A set-up that the app takes for right, or with which the referee begins a
game, would let people start to play over nothing. Seconds are of one processor, with networks loaded: those of the
still reader, and of the first look at a set-up.
"""

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, cast

import cv2
import numpy as np

from companion.app.devices.camera import CameraSource, Spots
from companion.app.games.setting_up import SetupWatch
from companion.games.errors import CompanionError
from companion.games.package import GamePackage
from companion.referee.game import Game
from companion.referee.keeping.recording import Event, Picture, read_picture
from companion.referee.still_tables import SeeHints, games_by_board
from companion.referee.table import Hints
from companion.referee.tables import open_table
from vision.errors import VisionError

SUFFIXES = (".jpg", ".jpeg", ".png")
# A share of the pictures takes no longer than this.
MOST = 95


class Answer(NamedTuple):
    """What a game made of a picture: how sure it is of a board (None: it found none), who takes it for a set-up; and
    the seconds of reader and look."""

    board: float | None
    called_right: tuple[str, ...]
    read: float
    looked: float


@dataclass
class Desk:
    """As much of a camera as a set-up needs."""

    corners: Spots | None = None
    mark: object = None

    def set_corners(self, corners: Spots | None) -> None:
        self.corners = corners

    def turn_board(self, corners: Spots) -> None:
        self.corners = (*corners[2:], *corners[:2])


def pictures_in(folders: Sequence[Path]) -> list[Path]:
    """The pictures of some folders, in order."""
    return sorted(path for folder in folders for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)


def answer(game: GamePackage, picture: Picture) -> Answer:
    """What a game makes of a picture without its board."""
    start = time.process_time()
    board = None
    try:
        seen = game.part("still").read([picture.image], None, SeeHints(None, None, None))
        board = float(seen.report()["board"]["confidence"])
    except VisionError:
        pass
    read = time.process_time()
    watched, desk = _about_to_begin(game.name), Desk()
    setup = SetupWatch(watched, cast(CameraSource, desk)).look(picture.image)
    looked = time.process_time()
    right = ["app"] if setup.right else []
    if setup.found and _begins(game.name, picture):
        right.append("referee")
    return Answer(board, tuple(right), read - start, looked - read)


def _about_to_begin(name: str) -> Game:
    table = open_table(name, {})
    return Game(table, lambda image: table.open_tracker(image, Hints()))


def _begins(name: str, picture: Picture) -> bool:
    """Whether the referee takes a first picture for a set-up, or would under the hand it sees."""
    try:
        verdict, _ = _about_to_begin(name).frame(Event(0, 0.0, "frame", "picture"), picture)
    except (CompanionError, VisionError):
        return False
    return verdict.verdict == "setup"


def told(name: str, answers: Mapping[str, Answer]) -> str:
    """What is said of a game's answers."""
    every = answers.values()
    invented = sum(one.board is not None for one in every)
    right = sum(bool(one.called_right) for one in every)
    parts = [f"{name}: {len(answers)} pictures, {invented} boards invented, {right} set-ups called right"]
    for what, spent in (("reader", [one.read for one in every]), ("look", [one.looked for one in every])):
        median, late = np.percentile(spent, (50, MOST))
        over = sum(seconds > 1 for seconds in spent)
        parts.append(f"{what} {median:.2f} s, {MOST} % {late:.2f} s, most {max(spent):.2f} s, {over} over 1 s")
    return "; ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--game", action="append", help="only this one")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="only every Nth picture, from the Kth on")
    parser.add_argument("--verbose", action="store_true", help="name the pictures in which something was found")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    part, parts = map(int, args.part.split("/"))
    paths = pictures_in(args.folders)[part - 1 :: parts]
    if not paths:
        parser.error("no pictures there")
    for game in games_by_board().values():
        if args.game and game.name not in args.game:
            continue
        game.part("still").load()
        answers: dict[str, Answer] = {}
        for path in paths:
            answers[path.name] = one = answer(game, read_picture(path))
            if args.verbose and (one.board is not None or one.called_right):
                sure = "no board" if one.board is None else f"a board with {one.board:.2f}"
                print(f"  {game.name} {path.name}: {sure}; a set-up for {' and '.join(one.called_right) or 'nobody'}")
        print(told(game.name, answers), flush=True)


if __name__ == "__main__":
    main()
