"""Measure speed and play on this machine and print the figures.

    python -m lab.bench [WHAT]

measures how fast the rule engines answer without WHAT.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType

from companion.referee.errors import ERRORS, words_of
from lab.measure import answers, app, engine, flips, fuzz, hints, idle, kills, long_game, soak, strengths, tower

BENCHES: Mapping[str, tuple[ModuleType, str]] = {
    "engine": (engine, "how fast the rule engines answer (also without WHAT)"),
    "hints": (hints, "how good the suggestions are, in games against other players"),
    "strengths": (strengths, "how strong the computer plays, each strength against the next one"),
    "app": (app, "the app: start, frames, verdicts, the longest block, memory"),
    "answers": (
        answers,
        "games whose players answer the referee wrongly now and then: do they end with the true table?",
    ),
    "fuzz": (fuzz, "malformed and hostile input of every kind"),
    "flips": (flips, "bits flipped in rolls and journals: is anything read that was not written?"),
    "idle": (idle, "what a still table under a camera costs"),
    "kills": (kills, "processes killed at random instants of games: is anything lost or doubled?"),
    "soak": (soak, "hours of play, sped up, killed again and again"),
    "long-game": (long_game, "one game of hundreds of turns in one process: does it grow?"),
    "tower": (tower, "the dice tower: latency, cables, classifier"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one bench. Returns the exit status: 0 done, 1 bad input or a fault found, 2 wrong usage."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.set_defaults(bench=engine)
    benches = parser.add_subparsers(metavar="WHAT")
    for name, (bench, words) in BENCHES.items():
        measured = benches.add_parser(name, help=words)
        bench.add_options(measured)
        measured.set_defaults(bench=bench)
    args = parser.parse_args(argv)
    try:
        status: int = args.bench.run(args)
    except (*ERRORS, OSError) as error:
        print(words_of(error), file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
