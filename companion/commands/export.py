"""``companion export``: a game as text that people paste, read and replay."""

import argparse
from pathlib import Path

from companion.app.games.opening import saved_games
from companion.app.records.all_games import all_games
from companion.app.settings.settings import home
from companion.commands.kept_journal import journal_at, read_journal
from companion.referee.errors import RefereeError
from companion.referee.keeping.nonsense import making_sense
from companion.referee.keeping.whole_file import write_whole
from companion.referee.written_games import game_text
from companion.sharing.feed.replay_code import replay_address, replay_of
from companion.texts.language import LANGUAGES


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("export", help="a game as text that people paste, read and replay")
    parser.add_argument("journal", type=Path, metavar="JOURNAL", help="its journal, or the folder with that")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it there instead of printing it")
    parser.add_argument(
        "--replay", metavar="PAGE", help="print instead an address at this hall's page that holds the whole game"
    )
    parser.add_argument(
        "--csv", action="store_true", help="JOURNAL is a folder of games: print a line for each, as CSV"
    )
    parser.add_argument("--language", choices=sorted(LANGUAGES), default="en", help="language of what it says")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Raises RefereeError where there is no game to be written."""
    if args.csv:
        if not args.journal.is_dir():
            raise RefereeError("system.no_folder", path=str(args.journal))
        games = args.journal / "games" if (args.journal / "games").is_dir() else args.journal
        if not saved_games(games):
            raise RefereeError("system.no_games", path=str(args.journal), usual=str(home()))
        return _give(args, all_games(games))
    path = journal_at(args.journal)
    contents = read_journal(path)
    page, language = args.replay, args.language
    with making_sense(path):
        text = f"{replay_address(page, replay_of(contents, language), language)}\n" if page else game_text(contents)
    return _give(args, text)


def _give(args: argparse.Namespace, text: str) -> int:
    if args.out:
        write_whole(args.out, text.encode())
    else:
        print(text, end="")
    return 0
