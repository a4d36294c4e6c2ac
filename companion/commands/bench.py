"""`companion bench [WHAT]`: measures and prints the figures; the speed of the engines without WHAT.

The laboratory (`lab`) lies beside this package in the sources and is in no installed package; there the command says
that measuring needs the sources.
"""

import argparse
import sys
from pathlib import Path

from companion.referee.errors import RefereeError

SOURCES = Path(__file__).parents[2]


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("bench", help="measure speed and play on this machine (needs the sources)")
    if (SOURCES / "lab" / "measure").is_dir():
        _add_benches(parser)
    else:
        parser.add_argument("words", nargs=argparse.REMAINDER, metavar="WHAT")
        parser.set_defaults(run=_refuse)


def run(args: argparse.Namespace) -> int:
    status: int = args.bench.run(args)
    return status


def _add_benches(parser: argparse.ArgumentParser) -> None:
    if str(SOURCES) not in sys.path:
        sys.path.append(str(SOURCES))
    from lab.measure import app, engine, flips, fuzz, hints, idle, kills, long_game, soak, strengths, tower  # noqa: PLC0415

    parser.set_defaults(run=run, bench=engine)
    benches = parser.add_subparsers(metavar="WHAT")
    benches.add_parser("engine", help="how fast the rule engines answer (also without WHAT)").set_defaults(bench=engine)
    for name, bench, words in (
        ("hints", hints, "how good the suggestions are, in games against other players"),
        ("strengths", strengths, "how strong the computer plays, each strength against the next one"),
        ("app", app, "the app: start, frames, verdicts, the longest block, memory"),
        ("fuzz", fuzz, "malformed and hostile input of every kind"),
        ("flips", flips, "bits flipped in rolls and journals: is anything read that was not written?"),
        ("idle", idle, "what a still table under a camera costs"),
        ("kills", kills, "processes killed at random instants of games: is anything lost or doubled?"),
        ("soak", soak, "hours of play, sped up, killed again and again"),
        ("long-game", long_game, "one game of hundreds of turns in one process: does it grow?"),
        ("tower", tower, "the dice tower: latency, cables, classifier"),
    ):
        measured = benches.add_parser(name, help=words)
        bench.add_options(measured)
        measured.set_defaults(bench=bench)


def _refuse(_args: argparse.Namespace) -> int:
    raise RefereeError("command.bench")
