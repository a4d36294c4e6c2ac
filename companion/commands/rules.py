"""`companion rules GAME [ID]`: the rulebook, or one rule of it; `--ask` finds the rule that answers a question."""

import argparse
from pathlib import Path

from companion.commands.kept_journal import journal_at, read_journal
from companion.games.errors import CompanionError
from companion.games.registry import ENGINES
from companion.referee.asking_here import OnTable
from companion.referee.errors import RefereeError
from companion.referee.game import rejudge
from companion.referee.grid import Commitment
from companion.referee.keeping.nonsense import making_sense
from companion.referee.keeping.plain_json import parsed
from companion.referee.session import Session
from companion.referee.tables import open_table, table_of
from companion.texts.asking import rules_for
from companion.texts.language import LANGUAGES, book_text, language, rule_text, sentence


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("rules", help="show a game's rulebook, or the rule that a verdict cites")
    parser.add_argument("game", nargs="?", choices=sorted(ENGINES))
    parser.add_argument("rule", nargs="?", metavar="ID", help="a rule's id")
    parser.add_argument("--ask", metavar="QUESTION", help='ask in words: "may I land on my own small?"')
    where = "with --ask: a game's folder or journal, or an engine's position in JSON"
    parser.add_argument("--at", type=Path, metavar="FILE", help=where)
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="en", help="the language of the rules")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.ask is not None:
        return _answer(args.ask, args.language, args.game, args.at)
    if args.game is None:
        raise RefereeError("command.rules.game", games=tuple(sorted(ENGINES)))
    print(book_text(ENGINES[args.game].rulebook, args.rule, code=args.language))
    return 0


def _answer(question: str, code: str, game: str | None, at: Path | None) -> int:
    """Print what is allowed on the table `at` a place, and the rules that answer."""
    table = _table(at, game) if at else None
    here, found = table.answers(question, code) if table else ((), rules_for(question, code, game))
    if not found and not here:
        raise RefereeError("command.rules.none")
    said = [sentence(language(code).for_players.of_game(table.game).say(reason)) for reason in here if table]
    print("\n\n".join((*said, *(rule_text(rule, code=code) for rule in found))))
    return 0


def _table(at: Path, game: str | None) -> OnTable:
    """Return the table of a journal as it stands, or of a file of JSON with a `position` and what was said, such as
    the `roll`. Raises RefereeError for what is neither."""
    if at.suffix != ".json":
        path = journal_at(at)
        contents = read_journal(path)
        with making_sense(path):
            board = table_of(contents.header)
            session = Session(board)
            for record in contents.records:
                rejudge(session, record)
        if not session.started:
            raise RefereeError("command.rules.at", path=str(at))
        return OnTable.of(board, session.position, session.due)
    try:
        given = parsed(at.read_bytes())
        board = open_table(given.get("game", game), given.get("options", {}))
        said = {name: given[name] for name in board.commitments if name in given}
        due = Commitment(given["position"].get("to_move"), said) if said else None
        return OnTable.of(board, board.from_json(given["position"]), due)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, CompanionError):
        raise RefereeError("command.rules.at", path=str(at)) from None
