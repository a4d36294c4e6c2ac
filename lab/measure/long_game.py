"""`python -m lab.bench long-game`: one game, hundreds of turns, in one process that nobody kills.

As the soak (`lab/measure/soak.py`) plays, which restarts its processes too often to see one grow old: a drawn table
before a camera on the network, the real firmware on a pseudo-terminal, `companion referee` in a process of its own.
From the fiftieth turn on its memory must stay within ten megabytes, its handles and threads as they are.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from companion.referee.errors import RefereeError, prose
from lab.measure.curve import draw_curve
from lab.measure.soak import TURN_MINUTES, Sample, Soak

SETTLED: Final = 50
"""The turn from which on nothing may grow."""
WITHIN: Final = 10.0
"""By how much memory may differ from then on, in MiB."""
ABOUT: Final = 5
"""What is held at a turn is the median of the samples of so many turns: a look takes some for a moment."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--turns", type=int, default=300, metavar="N", help="of the game (300)")
    parser.add_argument("--speed", type=float, default=60.0, metavar="X", help="at most so many times faster (60)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw memory, handles and threads, as a PNG")
    parser.add_argument("--samples", type=Path, metavar="FILE", help="keep what was measured, as JSON")


def run(args: argparse.Namespace) -> int:
    """1 where something was lost, or memory, handles or threads have grown."""
    with TemporaryDirectory(prefix="long-game-") as folder:
        soak = Soak(Path(folder), args.seed, args.speed, 0, game_turns=args.turns, endless=True)
        try:
            done = soak.play(args.turns * TURN_MINUTES / 60)
        finally:
            soak.close()
    if args.samples:
        args.samples.write_text(json.dumps(asdict(done), indent=1), encoding="utf-8")
    if args.picture:
        draw(args.picture, done.samples)
    words, flat = grown(done.samples)
    print(f"{done.games} games, {done.turns} turns, {done.rolls} rolls in {done.seconds / 60:.0f} minutes: {words}")
    for fault in done.faults:
        print(f"    {fault}")
    return 1 if done.faults or not flat else 0


def grown(samples: Sequence[Sample]) -> tuple[str, bool]:
    """What was held from the turn on from which nothing may grow, and whether nothing has. Raises RefereeError where
    too little was played."""
    late = [sample for sample in samples if sample.life == samples[0].life and sample.turns >= SETTLED]
    if not late:
        raise RefereeError.of(prose(f"too little was measured: play more than {SETTLED} turns"))
    held = [
        median(sample.memory for sample in late if turn <= sample.turns < turn + ABOUT)
        for turn in range(SETTLED, late[-1].turns + 1, ABOUT)
        if any(turn <= sample.turns < turn + ABOUT for sample in late)
    ]
    handles, threads = ({getattr(sample, what) for sample in late} for what in ("handles", "threads"))
    words = (
        f"memory {held[0]:.0f} MiB at turn {SETTLED}, {held[-1]:.0f} at turn {late[-1].turns}, between {min(held):.0f} "
        f"and {max(held):.0f}; handles {min(handles)} to {max(handles)}, threads {min(threads)} to {max(threads)}"
    )
    return words, max(held) - min(held) <= WITHIN and handles_flat(handles) and len(threads) == 1


def handles_flat(handles: set[int]) -> bool:
    """Whether files are open by turns only: the one that is being written."""
    return max(handles) - min(handles) <= 1


def draw(path: Path, samples: Sequence[Sample]) -> None:
    rows = {
        "memory, MiB": [sample.memory for sample in samples],
        "open files": [float(sample.handles) for sample in samples],
        "threads": [float(sample.threads) for sample in samples],
    }
    draw_curve(path, [float(sample.turns) for sample in samples], rows, [float(SETTLED)], unit="turns", step=50)
