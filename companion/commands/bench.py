"""`companion bench [WHAT]`: measures and prints the figures; the speed of the engines without WHAT.

An installed package leaves `companion.measure` out; there the command says that measuring needs the sources.
"""

import argparse
from importlib.util import find_spec

from companion.referee.errors import RefereeError


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("bench", help="measure speed and play on this machine (needs the sources)")
    if find_spec("companion.measure"):
        _add_benches(parser)
    else:
        parser.add_argument("words", nargs=argparse.REMAINDER, metavar="WHAT")
        parser.set_defaults(run=_refuse)


def run(args: argparse.Namespace) -> int:
    status: int = args.bench.run(args)
    return status


def _add_benches(parser: argparse.ArgumentParser) -> None:
    # Not there in an installed package.
    from companion.measure import app, engine, fuzz, hints, idle, soak, tower  # noqa: PLC0415

    parser.set_defaults(run=run, bench=engine)
    benches = parser.add_subparsers(metavar="WHAT")
    benches.add_parser("engine", help="how fast the rule engines answer (also without WHAT)").set_defaults(bench=engine)
    games = benches.add_parser("hints", help="how good the suggestions are, in games against other players")
    hints.add_options(games)
    games.set_defaults(bench=hints)
    tablet = benches.add_parser("app", help="the app: start, frames, verdicts, the longest block, memory")
    app.add_options(tablet)
    tablet.set_defaults(bench=app)
    hostile = benches.add_parser("fuzz", help="malformed and hostile input of every kind")
    fuzz.add_options(hostile)
    hostile.set_defaults(bench=fuzz)
    still = benches.add_parser("idle", help="what a still table under a camera costs")
    idle.add_options(still)
    still.set_defaults(bench=idle)
    soaking = benches.add_parser("soak", help="hours of play, sped up, killed again and again")
    soak.add_options(soaking)
    soaking.set_defaults(bench=soak)
    towers = benches.add_parser("tower", help="the dice tower: latency, cables, classifier")
    tower.add_options(towers)
    towers.set_defaults(bench=tower)


def _refuse(_args: argparse.Namespace) -> int:
    raise RefereeError(
        "measuring needs the sources: get the repository, run `make setup` in it, then `.venv/bin/companion bench`"
    )
