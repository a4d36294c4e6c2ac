"""`companion bench [WHAT]`: measures and prints the figures; the speed of the engines without WHAT."""

import argparse

from companion.measure import app, engine, fuzz, hints, tower


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("bench", help="measure speed and play on this machine")
    parser.set_defaults(run=run, bench=engine)
    benches = parser.add_subparsers(metavar="WHAT")
    benches.add_parser("engine", help="how fast the rule engines answer (also without WHAT)").set_defaults(bench=engine)
    games = benches.add_parser("hints", help="how good the suggestions are, in games against other players")
    hints.add_options(games)
    games.set_defaults(bench=hints)
    tablet = benches.add_parser("app", help="the app: start, frames, verdicts, the longest block, memory")
    app.add_options(tablet)
    tablet.set_defaults(bench=app)
    hostile = benches.add_parser("fuzz", help="malformed and hostile requests to the rule engines")
    fuzz.add_options(hostile)
    hostile.set_defaults(bench=fuzz)
    towers = benches.add_parser("tower", help="the dice tower: latency, cables, classifier, parsers")
    tower.add_options(towers)
    towers.set_defaults(bench=tower)


def run(args: argparse.Namespace) -> int:
    status: int = args.bench.run(args)
    return status
