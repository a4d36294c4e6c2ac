"""`python -m lab.bench idle`: what a still table under a camera costs, which is most of a game and all of a battery.

The camera is drawn and served by this process; only what judges is counted: `companion referee`, and the app's judge.
"""

import argparse
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from companion.app.games.opening import GameSetup, begin_or_open
from companion.app.judge.judge import Judge
from companion.games.looney_blockade.table.practice import random_setup
from companion.referee.errors import RefereeError, prose
from companion.referee.keeping.journal import JOURNAL_NAME
from lab.measure.camera_server import CameraServer
from lab.measure.refereed import FollowedJournal, GameAtTable, RefereeProcess, processor_seconds
from vision.geometry.grid import VOLCANO
from vision.sources.live import Pace

SIZES: Final = ((640, 480), (1280, 720), (1920, 1080))
RATE: Final = 30.0
"""Pictures a second, as phones send them."""
SETTLING_SECONDS: Final = 5.0
"""After the set-up was judged."""
LONGEST_START_SECONDS: Final = 120.0
LOOKS: Final = 1 / Pace().calm
"""A second, at a still table."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="of a still table, for each (60)")


def run(args: argparse.Namespace) -> int:
    """Prints the share of one core."""
    print(f"A still table, {RATE:g} pictures a second sent, {LOOKS:g} looked at")
    for size in SIZES:
        for name, judged in (("companion referee", _referee), ("the app's judge", _judge)):
            with closing(CameraServer(VOLCANO, size=size, rate=RATE)) as camera, TemporaryDirectory() as folder:
                camera.put(random_setup(Random(1)).grid)
                with judged(Path(folder) / "game", camera.address) as process:
                    share = _used(process, args.seconds)
            each = 1000 * share / LOOKS
            print(f"  {name}, {size[0]} x {size[1]}: {100 * share:.1f} % of one core, {each:.0f} ms a look", flush=True)
    return 0


def _used(process: int, seconds: float) -> float:
    time.sleep(SETTLING_SECONDS)
    before, begun = processor_seconds(process), time.monotonic()
    time.sleep(seconds)
    return (processor_seconds(process) - before) / (time.monotonic() - begun)


@contextmanager
def _referee(folder: Path, address: str) -> Iterator[int]:
    referee = RefereeProcess(folder, address)
    try:
        _until_set_up(folder)
        yield referee.number
    finally:
        referee.kill()


@contextmanager
def _judge(folder: Path, address: str) -> Iterator[int]:
    judge = Judge(lambda _state: None, print, folder)
    try:
        setup = GameSetup(game="looney-blockade", source="camera", camera=address)
        judge.open(partial(begin_or_open, setup, folder))
        _until_set_up(folder)
        assert judge.process
        yield judge.process
    finally:
        judge.close()


def _until_set_up(folder: Path) -> None:
    game = GameAtTable(FollowedJournal(folder / JOURNAL_NAME))
    end = time.monotonic() + LONGEST_START_SECONDS
    while not game.begun:
        if time.monotonic() > end:
            raise RefereeError.of(prose("the set-up was never seen"))
        time.sleep(0.2)
        game.follow()
