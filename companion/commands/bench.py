"""`companion bench [WHAT]`: measures speed and prints the figures; everything without WHAT."""

import argparse
import importlib

# Modules of companion.bench, each with a function run().
BENCHES: tuple[str, ...] = ("engine", "tower")


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("bench", help="measure speed on this machine")
    parser.add_argument("what", nargs="?", choices=BENCHES, help="everything, if left out")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    for name in BENCHES if args.what is None else (args.what,):
        importlib.import_module(f"companion.bench.{name}").run()
    return 0
