"""``companion analyse``: what every turn of a game was worth, luck told apart from play."""

import argparse
import json
import sys
from pathlib import Path

from companion.commands.kept_journal import journal_at, read_journal
from companion.referee.analysing.analysis import Analysis, Progress, analysed
from companion.referee.analysing.words import AnalysisWords
from companion.referee.keeping.nonsense import making_sense
from companion.texts.language import LANGUAGES, language


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("analyse", help="what every turn of a game was worth, luck told apart from play")
    parser.add_argument("journal", type=Path, metavar="JOURNAL", help="its journal, or the folder with that")
    parser.add_argument("--json", action="store_true", help="print it as one JSON object")
    parser.add_argument(
        "--language", choices=sorted(LANGUAGES), default="en", help="language of what is printed for people"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Raises RefereeError for a game that cannot be analysed."""
    path = journal_at(args.journal)
    contents = read_journal(path)
    analysis: Analysis | None = None
    with making_sense(path):
        for progress in analysed(contents):
            _tell(progress)
            analysis = progress.analysis
    assert analysis
    if args.json:
        print(json.dumps(analysis.to_json()))
    else:
        words = AnalysisWords(language(args.language), analysis, contents.header.get("players"))
        print("\n".join(words.lines()))
    return 0


def _tell(progress: Progress) -> None:
    """Print the progress on a terminal."""
    if sys.stderr.isatty():
        end = "\n" if progress.analysis else "\r"
        print(f"{progress.done}/{progress.all}", end=end, file=sys.stderr, flush=True)
