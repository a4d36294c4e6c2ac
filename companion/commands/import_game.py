"""``companion import``: play a game that is written as text into a new journal."""

import argparse
import sys
from pathlib import Path

from companion.games.errors import CompanionError
from companion.referee.errors import RefereeError
from companion.referee.pasted_text import decoded
from companion.referee.written_games import take_in


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("import", help="play a game that is written as text into a new journal")
    parser.add_argument("text", metavar="FILE", help="the file with the text, or - for standard input")
    parser.add_argument("journal", type=Path, metavar="JOURNAL", help="the new journal")
    parser.add_argument("--number", type=int, metavar="N", help="which of several games in the text, from 1")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Raises GameError, RefereeError for a text that is no game; there is no journal then."""
    data = sys.stdin.buffer.read() if args.text == "-" else Path(args.text).read_bytes()
    try:
        lines = take_in(decoded(data), args.journal, args.number)
    except CompanionError as error:
        if error.reason.key.startswith("journal."):
            raise
        raise RefereeError("recording.wrong", path=args.text, reason=error.reason) from error
    print(f"{lines} lines are in {args.journal}; companion replay {args.journal} judges them again")
    return 0
