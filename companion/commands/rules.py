"""`companion rules GAME [ID]`: the rulebook, or one rule of it; `--ask` finds the rule that answers a question."""

import argparse

from companion.games.registry import ENGINES
from companion.referee.errors import RefereeError
from companion.texts.asking import rules_for
from companion.texts.language import LANGUAGES, book_text, rule_text


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("rules", help="show a game's rulebook, or the rule that a verdict cites")
    parser.add_argument("game", nargs="?", choices=sorted(ENGINES))
    parser.add_argument("rule", nargs="?", metavar="ID", help="a rule's id")
    parser.add_argument("--ask", metavar="QUESTION", help='ask in words: "may I land on my own small?"')
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="en", help="the language of the rules")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.ask is not None:
        found = rules_for(args.ask, args.language, args.game)
        if not found:
            raise RefereeError("command.rules.none")
        print("\n\n".join(rule_text(rule, code=args.language) for rule in found))
        return 0
    if args.game is None:
        raise RefereeError("command.rules.game", games=tuple(sorted(ENGINES)))
    print(book_text(ENGINES[args.game].rulebook, args.rule, code=args.language))
    return 0
