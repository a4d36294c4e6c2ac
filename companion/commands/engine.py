"""`companion engine`: the rule engines as a program, one JSON request a line in, one answer a line out."""

import argparse
import sys
import time
from typing import BinaryIO, TextIO

from companion.games.engine import MOST_BYTES, respond_line
from companion.games.registry import ENGINES
from companion.texts.language import english


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    games = ", ".join(ENGINES)
    parser = commands.add_parser(
        "engine",
        help="answer questions about rules: one JSON object a line in, one out",
        description=f"Reads one JSON request a line and answers each with one JSON line, in order. Games: {games}.",
    )
    parser.set_defaults(run=run)


def run(_args: argparse.Namespace) -> int:
    serve(sys.stdin.buffer, sys.stdout)
    return 0


def serve(requests: BinaryIO, answers: TextIO) -> None:
    """Answer every line until the input ends, or until nobody reads the answers any more. Empty lines are skipped."""
    while line := requests.readline(MOST_BYTES + 2):
        if len(line) > MOST_BYTES + 1 and not line.endswith(b"\n"):
            _skip_line(requests)
        if not line.strip():
            continue
        try:
            answers.write(respond_line(line, ENGINES, time.monotonic, english) + "\n")
            answers.flush()
        except BrokenPipeError:
            return


def _skip_line(requests: BinaryIO) -> None:
    """Read on to the end of a line that is too long to be kept."""
    while (rest := requests.readline(1 << 16)) and not rest.endswith(b"\n"):
        pass
