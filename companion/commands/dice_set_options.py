"""Options that say which set of dice a camera looks at: what its symbols mean, told once and kept."""

import argparse
import json
from pathlib import Path

from companion.referee.keeping.whole_file import write_whole
from vision.dice.dice_set import PLAIN, DiceSet, load_set, told_set


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--symbol",
        action="append",
        default=[],
        metavar="[COLOUR=]VALUE",
        help="what a symbol in place of pips counts on these dice, such as 6, or red=1 on red ones (may be repeated)",
    )
    parser.add_argument(
        "--dice-set", type=Path, metavar="FILE", help="keep what --symbol says in this file, or take it from there"
    )


def dice_set(args: argparse.Namespace) -> DiceSet:
    """Return the dice set that the options name, and store what is new of it. Raises VisionError, KeepingError."""
    file: Path | None = args.dice_set
    known = load_set(file) if file and (file.exists() or not args.symbol) else PLAIN
    named = told_set(args.symbol, known)
    if file and args.symbol:
        write_whole(file, (json.dumps(named.to_json()) + "\n").encode())
    return named
