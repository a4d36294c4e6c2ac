"""``companion compare``: whether the journals of two tables that played one game say the same."""

import argparse
import json
from pathlib import Path

from companion.commands.kept_journal import journal_at, read_journal
from companion.games.reason import because
from companion.referee.keeping.nonsense import making_sense
from companion.sharing.far.comparing import compared, entries_of, in_short, of_two_tables, summary, turns
from companion.texts.language import capital, english


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("compare", help="whether the journals of two tables that played one game are the same")
    for name in ("one", "two"):
        parser.add_argument(name, type=Path, metavar="JOURNAL", help="a journal, or the folder with it")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Raises RefereeError for what is no journal of two tables."""
    paths = [journal_at(path) for path in (args.one, args.two)]
    one, two = (read_journal(path).records for path in paths)
    for path, records in zip(paths, (one, two), strict=True):
        with making_sense(path):
            of_two_tables(entries_of(records), str(path))
    found = compared(one, two)
    n = len(found.same)
    if args.json:
        print(json.dumps(summary(found)))
    elif not found.agree:
        first, second = in_short(found.one[0]), in_short(found.two[0])
        names = {"one": str(paths[0]), "two": str(paths[1])}
        print(capital(english(because("far.compared.other", n=n, first=first, second=second, **names))))
    elif longer := found.one or found.two:
        path = paths[0] if found.one else paths[1]
        print(capital(english(because("far.compared.ahead", path=str(path), n=len(longer)))))
    else:
        last = found.same[-1].digest
        print(capital(english(because("far.compared.same", n=n, turns=turns(found.same), digest=last))))
    return 0 if found.agree else 1
