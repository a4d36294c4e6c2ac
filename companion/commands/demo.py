"""``companion demo``: referee the bundled game and write a page about it."""

import argparse
from pathlib import Path

from companion.commands import referee


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("demo", help="referee the bundled game and write a page about it")
    parser.add_argument("--report", type=Path, default=Path("demo_report.html"), metavar="OUT.html")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge the bundled recording, one line a verdict, and write the report."""
    recording = Path(__file__).parents[1] / "data" / "demo_game"
    parser = argparse.ArgumentParser()
    referee.add_parser(parser.add_subparsers())
    status = referee.run(parser.parse_args(["referee", str(recording), "--report", str(args.report)]))
    print(f"The report is in {args.report.resolve()}: open it in a browser.")
    return status
