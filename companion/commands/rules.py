"""`companion rules GAME [ID]`: the rulebook, or one rule of it."""

import argparse

from companion.games.registry import ENGINES
from companion.texts.language import LANGUAGES, book_text


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("rules", help="show a game's rulebook, or the rule that a verdict cites")
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("rule", nargs="?", metavar="ID", help="a rule's id")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="en", help="the language of the rules")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    print(book_text(ENGINES[args.game].rulebook, args.rule, code=args.language))
    return 0
